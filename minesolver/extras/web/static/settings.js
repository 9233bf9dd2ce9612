// What the user prefers: one table of it, by which it is kept in this browser and asked for in a dialog.

import { LANGUAGES } from "./languages.js";
import { keep, kept } from "./store.js";
import { T } from "./texts.js";

/** @typedef {"mine" | "safety" | "opening"} Overlay which number a cell shows */

const languages = Object.fromEntries(Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]));

/** By name: what it is at first; its words and its choices in the dialog, and whether it is of the analysis. */
const TABLE = {
  language: { value: "", text: T.language, choices: { "": T.languageOf, ...languages } },
  theme: { value: "auto", text: T.theme, choices: T.themes },
  names: { value: "zero", text: T.names, choices: T.names_ },
  edges: { value: true, text: T.edges },
  advance: { value: true, text: T.advance, ofAnalysis: true },
  flagsCount: { value: false, text: T.flagsCount, ofAnalysis: true },
  lockMines: { value: false, text: T.lockMines, ofAnalysis: true },
  wheel: { value: false, text: T.wheel, ofAnalysis: true },
  puzzles: { value: false, text: T.puzzles, ofAnalysis: true },
  letters: { value: true, text: T.letters },
  sound: { value: false, text: T.sound },
  // The others are set where they are seen.
  assist: { value: /** @type {keyof typeof T.assist} */ ("none") },
  overlay: { value: /** @type {Overlay} */ ("mine") },
  welcome: { value: true },
  level: { value: "beginner" },
  tile: { value: -1 }, // the size of a cell in pixels; 0: the whole board fits
  unfolded: { value: false },
  fast: { value: false },
};

/** @typedef {keyof typeof TABLE} Name */
/** @typedef {{value: unknown, text?: string, choices?: Record<string, string>, ofAnalysis?: boolean}} Setting */

/** The settings that the dialog asks for. */
export const ASKED = Object.entries(/** @type {Record<string, Setting>} */ (TABLE)).filter(([, { text }]) => text);

/** @type {{[K in Name]: (typeof TABLE)[K]["value"]}} */
export const settings = /** @type {typeof settings} */ (
  /** @type {unknown} */ (Object.fromEntries(Object.entries(TABLE).map(([name, { value }]) => [name, value])))
);

/** Of what was kept the settings that there are, each of its kind. */
function soundSettings(/** @type {unknown} */ stored) {
  const isSound = (/** @type {[string, unknown]} */ [name, value]) => typeof value === typeof settings[/** @type {Name} */ (name)];
  return Object.fromEntries(Object.entries(stored ?? {}).filter(isSound));
}
Object.assign(settings, kept("settings", soundSettings));

export function set(/** @type {Name} */ name, /** @type {string | number | boolean} */ value) {
  Object.assign(settings, { [name]: value });
  // Another tab may have changed other settings meanwhile.
  keep("settings", { ...kept("settings", soundSettings), [name]: value });
}
