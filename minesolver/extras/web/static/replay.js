// Replay: a recorded game, stepped through; every position can be counted and opened in the analyser.

import { at, enter, lanes, mark, nameOf, redraw, say, sayInDock, state, take, worded } from "./core.js";
import { showReview } from "./advice.js";
import * as games from "./games.js";
import { cellCard, result } from "./analyser.js";
import { $, element, put } from "./dom.js";
import { inSeconds } from "./numbers.js";
import { empty, HIDDEN, standing } from "./position.js";
import { keepInTab, keptInTab } from "./store.js";
import { T } from "./texts.js";

/** @typedef {import("./answers.js").Recording} Recording */
/** @typedef {import("./answers.js").Review} Review */

/** @type {Recording | null} */
let recording = null;
/** @type {Partial<Review> | null} */
let review = null;
let step = 0;
let chances = false;
let playing = 0;
/** @type {Map<number, import("./position.js").Position>} */
const built = new Map();

/** Show a recording, and grade it if that is not done; `question` is what the server graded it by. */
export async function open(
  /** @type {Recording} */ next,
  /** @type {object | null} */ question,
  /** @type {Partial<Review> | null} */ graded = null,
) {
  pause();
  recording = next;
  built.clear();
  review = graded ?? { grading: true };
  step = graded ? 0 : next.steps.length;
  enter("replay");
  if (!graded && question) await grade(next, question);
}

async function grade(/** @type {Recording} */ graded, /** @type {object} */ question) {
  try {
    const reviewed = await lanes.run("review", (signal) => games.review({ ...question, recording: graded }, signal));
    if (!reviewed || recording !== graded) return;
    review = { ...reviewed, moves_made: graded.steps.length };
  } catch (error) {
    review = { problem: worded(error) };
  }
  redraw();
}

const KEPT = "replay";

/** Keep the recording over a reload of the page, if there is room. */
export function remember() {
  keepInTab(KEPT, recording && { recording, review: review?.grading ? null : review, step });
}

function recall() {
  const stored = keptInTab(KEPT);
  if (!stored) return;
  ({ recording, review, step } = /** @type {{recording: Recording, review: Review, step: number}} */ (stored));
  if (review) return;
  review = { grading: true };
  grade(recording, {});
}

/** The position before this step. */
function before(/** @type {number} */ number) {
  const game = /** @type {Recording} */ (recording);
  let stepPosition = built.get(number);
  if (!stepPosition) {
    stepPosition = standing(game, number);
    if (built.size > 64) built.clear();
    built.set(number, stepPosition);
  }
  return stepPosition;
}

export function seek(/** @type {number} */ number) {
  if (!recording) return;
  step = Math.max(0, Math.min(recording.steps.length, number));
  const position = before(step);
  const lastStep = step ? recording.steps[step - 1] : null;
  take(position);
  const next = recording.steps[step];
  mark("last", lastStep ? lastStep.cells.map(at) : []);
  mark("pointed", next && chances ? next.cells.map(at) : []);
  redraw();
}

export const stepBy = (/** @type {number} */ steps) => {
  pause();
  seek(step + steps);
};
export const stepTo = (/** @type {number} */ number) => {
  pause();
  seek(number === -1 ? (recording?.steps.length ?? 0) : number);
};

function pause() {
  clearInterval(playing);
  playing = 0;
  redraw();
}

export function togglePlay() {
  if (playing) return pause();
  if (recording && step >= recording.steps.length) seek(0);
  playing = window.setInterval(() => {
    if (!recording || step >= recording.steps.length) pause();
    else seek(step + 1);
  }, 400);
  redraw();
}

export function showChances(/** @type {boolean} */ are) {
  chances = are;
  seek(step);
}

export const current = () => (recording ? before(step) : null);

/** @type {import("./core.js").Mode} */
export const replayer = {
  wants: () => chances && recording !== null,
  assist: () => (chances ? "chances" : "none"),
  hash: () => "replay",
  enter() {
    if (!recording) recall();
    if (recording) seek(step);
    else take(empty(9, 9, 10));
    redraw();
  },
  isEmpty: () => recording === null,
  leave: pause,
  face: () => stepTo(0),
  key(event) {
    const target = { Home: 0, End: -1 }[event.key];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") stepBy(event.key === "ArrowLeft" ? -1 : 1);
    else if (target !== undefined) stepTo(target);
    else if (event.key === " ") togglePlay();
    else return false;
    return true;
  },
  leds() {
    const time = Math.floor(recording?.steps[Math.max(0, step - 1)]?.seconds ?? 0);
    let hit = false;
    for (const code of state.shown.codes) hit ||= code === 10;
    const hiddenCells = state.shown.codes.filter((/** @type {number} */ code) => code === HIDDEN).length;
    return {
      left: recording ? recording.mines : 0,
      right: time,
      rightLabel: inSeconds(time),
      face: hit ? "dead" : recording && hiddenCells === recording.mines ? "cool" : "smile",
    };
  },
  panel() {
    const total = recording?.steps.length ?? 0;
    for (const id of ["first", "step-back"]) $(id).disabled = step === 0;
    for (const id of ["last", "step-on"]) $(id).disabled = step >= total;
    $("step-play").disabled = $("to-analyse").disabled = total === 0;
    $("step-play").setAttribute("aria-pressed", String(playing !== 0));
    $("steps").max = total;
    $("steps").value = step;
    $("step-of").textContent = `${step} / ${total}`;
    $("welcome").hidden = true;
    $("result").hidden = $("detail").hidden = !chances && recording !== null;
    if (!recording) put($("result"), element("p", {}, T.replayHint));
    else if (chances) result();
    if (recording && chances) cellCard();
    else $("detail").hidden = true;
    $("review").hidden = !recording;
    $("legend").hidden = !chances;
    if (recording) showReview(review, step);
    const cells = step ? recording?.steps[step - 1].cells : null;
    if (cells) say(T.stepMove(step, cells.map(nameOf).join(", ")));
    else say(recording ? T.replayOf(recording.source) : "");
    sayInDock(T.review);
  },
};
