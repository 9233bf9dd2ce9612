// Short tones, off unless the settings say so.

import { settings } from "./settings.js";

const TONES = {
  open: [[520, 0.03]],
  flag: [[300, 0.05]],
  won: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.25],
  ],
  lost: [[160, 0.35]],
};
/** @type {AudioContext | null} */
let context = null;

export function play(/** @type {"open" | "flag" | "won" | "lost"} */ event) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const [pitch, length] of TONES[event]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch;
    tone.type = event === "lost" ? "sawtooth" : "triangle";
    gain.gain.setValueAtTime(0.12, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop((start += length));
  }
}
