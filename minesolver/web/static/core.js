// The one state of the page and what all modes share: the board on the screen, its answer, the cursor, the network.
//
// A position is never changed, only replaced, and every answer carries the position that it is about. What is drawn is
// always one position with the answer to that very position, or without any: numbers of another board cannot be on the
// screen.

import { $, led, toast } from "./dom.js";
import { problemOf, regions } from "./coach.js";
import { available, face, indexed, look, missed, ranked } from "./faces.js";
import { Grid } from "./grid.js";
import { groundOf } from "./ground.js";
import { alive, ask, Lanes } from "./engine.js";
import { cellName } from "./numbers.js";
import { openings } from "./overlays.js";
import { around } from "./measures.js";
import { empty, HIDDEN } from "./position.js";
import { STATIC, T } from "./texts.js";

/** @typedef {import("./position.js").Position} Position */

const HOLD = 60; // ms that a new position waits for its answer before it is drawn without one
const HOLD_LARGE = 240; // the same for large boards, where drawing takes as long
const LARGE = 2500; // cells
const SLOW = 300; // ms after which the page says that it counts
const ADVISE = 250; // ms of rest before a policy is asked what it would guess
const SETTINGS = "minesolver.settings";

/** What the user prefers; kept in this browser. @type {Record<string, any>} */
export const settings = {
  theme: "auto",
  language: "",
  names: "zero",
  edges: true,
  advance: true,
  flagsCount: false,
  lockMines: false,
  wheel: false,
  letters: true,
  assist: "none",
  overlay: "mine",
  welcome: true,
  level: "beginner",
  sound: false,
};
try {
  Object.assign(settings, JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"));
} catch {
  // without storage they last as long as the page
}

export function set(/** @type {string} */ name, /** @type {any} */ value) {
  settings[name] = value;
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // as above
  }
}

/**
 * @typedef {object} Mode one of analyse, play, replay
 * @property {() => boolean} wants whether the position is to be counted
 * @property {() => "none" | "marks" | "chances"} assist how much of the answer the board shows
 * @property {() => "mine" | "safety" | "opening"} [overlay] which number, where not the chance of a mine
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {(event: KeyboardEvent) => boolean} key whether the key was used
 * @property {(index: number, first: boolean) => void} stroke
 * @property {(index: number) => void} tap
 * @property {(index: number) => void} secondary
 * @property {(index: number) => Iterable<number>} press the cells that look pressed
 * @property {(index: number, up: boolean, alt: boolean) => boolean} wheel
 * @property {() => void} face the face was clicked
 * @property {() => {left: number | null, right: string, rightLabel: string, face: string, green?: boolean}} leds
 * @property {() => void} panel draw this mode's cards and controls
 * @property {() => string} hash
 */

/** @type {any} */
export const state = {
  /** @type {any} */ options: null,
  mode: "analyse",
  /** @type {Position} */ position: empty(9, 9, 10),
  /** @type {Position} */ shown: empty(9, 9, 10),
  /** @type {any} */ answer: null, // {position, problem, known, ...the server's analysis}
  /** @type {any} */ advice: null, // {position, ...a policy's recommendation}
  /** @type {any} */ detail: null, // {position, index, problem, ...the server's word on a cell}
  /** @type {any} */ layer: null, // {position, known, ...a comparison}
  counting: "", // "", "slow" or "cancelled"
  looking: -1,
  /** @type {Set<number>} */ flags: new Set(),
  /** @type {Set<number>} */ layout: new Set(),
  over: "",
  /** @type {string | null} */ signs: null,
  /** @type {Record<string, Set<number>>} */ marks: {},
};

export const lanes = new Lanes();
/** @type {Record<string, Mode>} */
export const modes = {};
export const grid = new Grid();

export const mode = () => modes[state.mode];
export const at = (/** @type {number[]} */ [r, c]) => r * state.position.cols + c;
export const cellOf = (/** @type {number} */ i) => [Math.floor(i / state.position.cols), i % state.position.cols];
export const nameOf = (/** @type {number[]} */ cell) =>
  state.position.shape?.length > 2 ? `(${groundOf(state.position).name(at(cell))})` : cellName(cell, settings.names);

/** The answer to the position on the screen, or null. */
export const answer = () => (state.answer?.position === state.shown ? state.answer : null);
export const known = () => answer()?.known ?? null;
export const advice = () => (state.advice?.position === state.shown ? state.advice : null);
export const detail = () =>
  state.detail?.position === state.shown && state.detail.index === state.looking ? state.detail : null;
export const layer = () => (state.layer?.position === state.shown ? state.layer : null);

export function mark(/** @type {string} */ name, /** @type {Iterable<number>} */ cells) {
  state.marks[name] = new Set(cells);
  redraw();
}

let waiting = 0; // for a server that has gone

/** A question failed: where nobody answered, ask now and then until somebody does, and go on from there. */
export function lost(/** @type {any} */ error) {
  if (error.kind !== "offline" || waiting) return;
  document.documentElement.dataset.offline = "true";
  waiting = window.setInterval(async () => {
    if (!(await alive()) || !waiting) return;
    clearInterval(waiting);
    waiting = 0;
    delete document.documentElement.dataset.offline;
    toast(T.reconnected);
    if (state.answer?.problem?.kind === "offline") state.answer = null;
    mode().enter();
  }, 2000);
}

export function tell(/** @type {any} */ error) {
  lost(error);
  toast(worded(error), true);
}

/** An error in a player's words: by its kind, else its sentence with the cells by the names that the user prefers. */
export function worded(/** @type {any} */ error) {
  const said = T.problems[/** @type {"limit"} */ (error.kind)];
  if (said) return said();
  return plain(error.message ?? String(error));
}

/** A message without the library's words, its cells by the names that the user prefers. */
export function plain(/** @type {string} */ text) {
  const said = text
    .replace(/^move \d+: /, "")
    .replace(/:? use win='\w+'/, "")
    .replace(/first_click='[^']*'/, STATIC.firstClick.toLowerCase());
  return said.replace(/\((\d+), ?(\d+)\)/g, (_, r, c) => nameOf([Number(r), Number(c)]));
}

// --- the position and its answer ---------------------------------------------------------------------------------

let holding = 0;
let slow = 0;
let advising = 0;

/** Take this position, and ask for its answer if the mode wants one. */
export function take(/** @type {Position} */ position) {
  const same =
    (position.rules ?? "") === (state.position.rules ?? "") &&
    String(position.shape ?? "") === String(state.position.shape ?? "") &&
    position.mines === state.position.mines &&
    position.density === state.position.density &&
    position.cols === state.position.cols;
  if (
    position !== state.position &&
    same &&
    position.codes.length === state.position.codes.length &&
    position.codes.every((code, i) => code === state.position.codes[i])
  ) {
    position = state.position; // nothing new: its answer stays
  }
  state.position = position;
  if (state.shown === position || !mode().wants() || !grid.rows) show();
  else holding ||= window.setTimeout(show, position.codes.length > LARGE ? HOLD_LARGE : HOLD);
  count();
  address();
}

/** Draw the position as it is now. */
function show() {
  clearTimeout(holding);
  holding = 0;
  if (state.shown !== state.position) {
    state.shown = state.position;
    for (const name of ["hint", "clue", "pointed"]) state.marks[name] = new Set();
    if (state.looking >= state.shown.codes.length) state.looking = -1;
  }
  redraw();
}

/** Ask for what is known of the position, unless that is there already. */
export async function count() {
  const position = state.position;
  clearTimeout(slow);
  clearTimeout(advising);
  state.counting = "";
  lanes.cancel("cell", "recommend", "compare");
  if (!mode().wants()) {
    lanes.cancel("analyse");
    state.answer = null;
    return redraw();
  }
  if (state.answer?.position === position) return follow();
  const start = performance.now();
  slow = window.setTimeout(() => {
    state.counting = "slow";
    redraw();
  }, SLOW);
  let found = null;
  let problem = null;
  const wrong = problemOf(position);
  try {
    if (wrong)
      throw {
        ...wrong,
        cell: wrong.cell,
        shape: wrong.kind,
        kind: "board",
        message: T.shapes[/** @type {"clue"} */ (wrong.kind)](
          wrong.low,
          wrong.high,
          wrong.cell ? nameOf(wrong.cell) : "",
        ),
      };
    found = await lanes.ask("analyse", "analyse", { position });
    if (!found) return; // a newer position has taken over
  } catch (error) {
    problem = /** @type {any} */ (error);
    lost(error);
  }
  if (position !== state.position) return;
  clearTimeout(slow);
  const answered = performance.now();
  state.counting = "";
  /** @type {import("./faces.js").Known | null} */
  const known_ = found ? indexed(found, position.cols) : null;
  if (known_) Object.assign(known_, regions(position, known_));
  const conflict = problem?.kind === "inconsistent" ? problem : null;
  const opened = position.codes.some((/** @type {number} */ code) => code !== HIDDEN);
  state.answer = {
    ...found,
    position,
    conflict,
    problem: conflict ? null : problem,
    known: known_,
    candidates: found ? ranked(found, position) : [],
    opened,
  };
  show();
  follow();
  drawNow(); // once, whatever has asked for it
  measure(start, answered, 1000 * (found?.seconds ?? 0));
}

export function cancel() {
  lanes.cancel("analyse");
  clearTimeout(slow);
  state.counting = "cancelled";
  state.answer = null;
  show();
}

/**
 * What comes after the answer: the cell looked at, the comparison, and a little later what a policy says of a guess.
 */
function follow() {
  const found = state.answer;
  if (!found?.known) return;
  lookAt(state.looking);
  compare();
  overlay();
  if (
    !found.candidates.length ||
    !found.is_exact ||
    mode().assist() === "none" ||
    state.advice?.position === found.position
  )
    return;
  clearTimeout(advising);
  advising = window.setTimeout(async () => {
    try {
      const advised = await lanes.ask("recommend", "best_move", { position: found.position });
      if (!advised?.candidates.length || found !== state.answer) return;
      state.advice = { ...advised, position: found.position };
      found.known.best = at(advised.cell);
      redraw();
    } catch {
      // too hard, or no compiled core: the order by risk stands
    }
  }, ADVISE);
}

/** What is known of a position that is not on the screen. @returns {Promise<any>} */
export const analysed = (/** @type {Position} */ position) => ask("analyse", { position, aside: true });

/** The chances of an opening, where they are to be shown. */
export async function overlay() {
  const found = state.answer;
  if (mode().overlay?.() !== "opening" || !found?.known || found.known.opening) return redraw();
  found.known.opening = [];
  const layouts = async (/** @type {Position} */ position) => {
    const told = await analysed(position).catch((error) => {
      if (error.kind !== "inconsistent") throw error;
    });
    return told?.solutions ?? null;
  };
  found.known.opening = await openings(found.position, found, layouts, () => found !== state.answer);
  redraw();
}

export async function compare() {
  const position = state.position;
  const chosen = $("layer").value;
  if (!$("compare").open || !chosen || state.mode === "replay" || state.over) {
    state.layer = null;
    return redraw();
  }
  try {
    const engine = chosen + (position.mines === null ? "" : "_total");
    const found = await lanes.ask("compare", "analyse", { position, engine });
    if (!found || position !== state.position) return;
    state.layer = { ...found, engine, position, known: indexed(found, position.cols) };
  } catch (error) {
    state.layer = { position, problem: error };
  }
  redraw();
}

let lookTimer = 0;

/** The pointer or the cursor is on this cell: its fraction and its proof, if they are shown at all. */
export function lookAt(/** @type {number} */ index) {
  const before = state.looking;
  state.looking = index;
  clearTimeout(lookTimer);
  if (index !== before) redraw();
  if (index < 0 || mode().assist() !== "chances" || state.shown.codes[index] !== HIDDEN || !known()?.exact || detail())
    return;
  const position = state.shown;
  lookTimer = window.setTimeout(async () => {
    let found = null;
    let problem = null;
    try {
      found = await lanes.ask("cell", "analyse", { position, cell: cellOf(index) });
      if (!found) return;
    } catch (error) {
      problem = error;
    }
    state.detail = { ...found?.about, position, index, problem };
    redraw();
  }, 40);
}

/** Highlight a cell that a text names; go there if it was clicked. */
export function point(/** @type {number[] | null} */ cell, go = false) {
  mark("pointed", cell ? [at(cell)] : []);
  if (cell && go) grid.moveTo(at(cell));
}

// How long answers took: the settings show the last, a benchmark reads them all.
function measure(/** @type {number} */ start, /** @type {number} */ answered, /** @type {number} */ server) {
  const drawn = performance.now();
  // The task after the next frame's callback runs once that frame is painted.
  requestAnimationFrame(() => {
    setTimeout(() => {
      const done = performance.now();
      const w = /** @type {any} */ (window);
      w.minesolverTimings = [
        ...(w.minesolverTimings ?? []).slice(-199),
        { server, trip: answered - start, draw: drawn - answered, total: done - start },
      ];
      $("timing").textContent = T.timing(server.toFixed(1), (answered - start).toFixed(0), (done - start).toFixed(0));
    });
  });
}

// --- drawing ---------------------------------------------------------------------------------------------------------

let scheduled = false;
/** @type {import("./faces.js").Known | null} */
let drawnKnown = null; // what the cells in the document show
let drawnFor = 0;
let legendHidden = false;

export function redraw() {
  if (scheduled || !grid.element) return;
  scheduled = true;
  queueMicrotask(() => {
    if (scheduled) drawNow();
  });
}

function drawNow() {
  scheduled = false;
  const { shown: position } = state;
  const found = answer();
  const compared = layer();
  // On a large board old looks stay in the document, hidden, until the next answer: two drawings of all cells would be
  // too slow.
  const stale =
    !found &&
    !state.counting &&
    drawnKnown !== null &&
    drawnFor === position.codes.length &&
    drawnFor > LARGE &&
    mode().wants()
      ? drawnKnown
      : null;
  if (!stale) [drawnKnown, drawnFor] = [found?.known ?? null, position.codes.length];
  const lens = compared?.known && $("lens").checked;
  const at_ = position.rules ? groundOf(position) : null;
  const isFree = at_ && !at_.square;
  const each = (/** @type {(i: number) => any} */ of) => Array.from({ length: at_?.cells ?? 0 }, (_, i) => of(i));
  grid.resize(
    position.rows,
    position.cols,
    settings.names,
    isFree ? each(at_.outline) : null,
    at_ ? `${at_.rules} ${at_.shape}` : "",
    isFree ? each(at_.name) : [],
  );
  const clues = state.marks.clue?.size
    ? state.marks.clue
    : new Set((detail()?.proof ?? []).flatMap((/** @type {any} */ step) => step.clues.map(at)));
  const conflict = found?.conflict?.clues ?? (found?.problem?.cell ? [found.problem.cell] : []);
  const signs =
    state.signs && state.signs.length === position.codes.length
      ? available(state.signs, (i) => around(position.rows, position.cols, i))
      : null;
  const view = {
    codes: position.codes,
    known: lens ? compared.known : (found?.known ?? stale),
    assist: mode().assist(),
    overlay: lens ? "mine" : (mode().overlay?.() ?? "mine"),
    flags: state.flags,
    layout: state.layout,
    over: state.over,
    playing: state.mode !== "analyse",
    signs,
    marks: {
      ...state.marks,
      clue: clues,
      conflict: new Set(conflict.map(at)),
      missed: compared?.known ? new Set(missed(found?.known, compared.known).flat()) : new Set(),
      cur: new Set([grid.cursor]),
    },
  };
  grid.draw(
    (i) => look(view, i),
    face,
    (i, label) => T.cellAt(cellName([Math.floor(i / position.cols), i % position.cols], settings.names), label),
  );
  grid.element.classList.toggle("stale", stale !== null);
  grid.element.setAttribute("aria-busy", String(state.counting === "slow"));
  grid.element.classList.toggle("won", state.over === "won");
  const leds = mode().leds();
  led(
    $("led-mines"),
    leds.left === null ? "---" : digits(leds.left),
    leds.left === null ? T.minesUnknown : T.minesLeft(leds.left),
  );
  led($("led-right"), leds.right, leds.rightLabel);
  $("led-right").classList.toggle("green", Boolean(leds.green));
  $("face").dataset.face = leds.face;
  $("face").ariaLabel = $("face").title = {
    analyse: T.faceAnalyse,
    play: T.faceNew,
    replay: T.firstStep,
    train: T.trainNext,
  }[/** @type {"play"} */ (state.mode)];
  mode().panel();
  if ($("legend").hidden !== legendHidden) {
    legendHidden = $("legend").hidden;
    grid.fit();
  }
}

function digits(/** @type {number} */ n) {
  return n < 0 ? `-${String(Math.min(99, -n)).padStart(2, "0")}` : String(n).padStart(3, "0");
}

/** Say to screen readers; only what is new. */
export function announce(/** @type {string} */ text) {
  if ($("announce").textContent !== text) $("announce").textContent = text;
}

// --- address, modes --------------------------------------------------------------------------------------------------

let addressing = 0;

/** Write where we are into the address, soon: browsers refuse to do so hundreds of times in a row. */
export function address() {
  addressing ||= window.setTimeout(() => {
    addressing = 0;
    history.replaceState(null, "", `#${mode().hash()}`);
  }, 150);
}

export function enter(/** @type {string} */ which, visit = true) {
  const other = which !== state.mode;
  if (other && visit && document.documentElement.dataset.ready) {
    // Back comes back here.
    history.replaceState(null, "", `#${mode().hash()}`);
    history.pushState(null, "", `#${modes[which].hash()}`);
  }
  if (other) mode().leave();
  state.mode = which;
  for (const name of Object.keys(modes)) {
    const chosen = name === which;
    $(`tab-${name}`).setAttribute("aria-selected", chosen);
    $(`tab-${name}`).tabIndex = chosen ? 0 : -1;
  }
  for (const box of /** @type {any} */ (document.querySelectorAll("[data-mode]")))
    box.hidden = !box.dataset.mode.split(" ").includes(which);
  $("stage").setAttribute("aria-labelledby", `tab-${which}`);
  document.documentElement.dataset.now = which;
  state.flags = new Set();
  state.layout = new Set();
  state.over = "";
  state.signs = null;
  state.marks = {};
  state.looking = -1;
  mode().enter();
  grid.fit();
}

export function begin(/** @type {any} */ options) {
  state.options = options;
  grid.begin($("board"), T.boardLabel, {
    cursor: () => redraw(),
    look: (index) => lookAt(index),
    stroke: (index, first) => mode().stroke(index, first),
    tap: (index) => mode().tap(index),
    secondary: (index) => mode().secondary(index),
    press: (index) => mark("pressed", index < 0 ? [] : mode().press(index)),
    wheel: (index, up, alt) => mode().wheel(index, up, alt),
  });
}
