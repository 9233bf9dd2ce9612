// The one state of the page and what all modes share: the board on the screen, its answer, the cursor, the network.
//
// A position is never changed, only replaced, and every answer carries the position that it is about. What is drawn is
// always one position with the answer to that very position, or without any: numbers of another board cannot be on the
// screen.

import { lookAhead } from "./ahead.js";
import { $, led, toast } from "./dom.js";
import { problemOf, regions } from "./coach.js";
import { available, face, indexed, look, missed, ranked } from "./faces.js";
import { Grid } from "./grid.js";
import { groundOf } from "../../../protocol/scripts/ground.js";
import { alive, ask, kindOf, Lanes, unlessContradicted } from "./engine.js";
import { inLanguage } from "./messages.js";
import { cellName, fixed } from "./numbers.js";
import { openings } from "./overlays.js";
import { around } from "../../../protocol/scripts/measures.js";
import { shownName } from "./graph.js";
import { empty, HIDDEN, notesOf, statementsOf, toHash } from "./position.js";
import { set, settings } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {import("./position.js").Position} Position */

const HOLD = 60; // ms that a new position waits for its answer before it is drawn without one
const HOLD_LARGE = 240; // the same for large boards, where drawing takes as long
const LARGE = 2500; // cells
const REST = 120; // ms that a brush rests on a large board before the new position is counted
const SLOW = 300; // ms after which the page says that it counts
const ADVISE = 250; // ms of rest before a policy is asked what it would guess

/** Give the cells a size in pixels, or 0: the whole board fits; the size is kept. */
export function sizeCells(/** @type {number} */ size) {
  set("tile", grid.setSize(size) ?? -1);
}

/**
 * @typedef {object} Mode one of analyse, play, replay
 * @property {() => boolean} wants whether the position is to be counted
 * @property {() => "none" | "marks" | "chances"} assist how much of the answer the board shows
 * @property {() => "mine" | "safety" | "opening"} [overlay] which number, where not the chance of a mine
 * @property {() => void} enter
 * @property {() => boolean} [isEmpty] whether there is no board to look at, only what the cards say
 * @property {() => void} [leave]
 * @property {(event: KeyboardEvent) => boolean} key whether the key was used
 * @property {(index: number, first: boolean) => void} [stroke]
 * @property {(index: number) => void} [tap]
 * @property {(index: number) => void} [secondary]
 * @property {(index: number) => Iterable<number>} [press] the cells that look pressed
 * @property {(index: number, up: boolean, alt: boolean) => boolean} [wheel] whether it was used
 * @property {(boardAnswer: import("./answers.js").Answer) => void} [answered] the answer to the position has come
 * @property {() => void} face the face was clicked
 * @property {() => {left: number | null, right: number, rightLabel: string, face: string, green?: boolean}} leds
 * @property {() => void} panel draw this mode's cards and controls
 * @property {() => string} hash
 */

/** What of the state begins anew with a mode: what a game has, marks, the cell that is looked at. */
function blank() {
  /** @type {Pick<import("./answers.js").State, "looking" | "flags" | "layout" | "flagCounts" | "mineCounts" | "over" | "signs" | "marks">} */
  const begun = { looking: -1, flags: new Set(), layout: new Set(), flagCounts: null, mineCounts: null, over: "", signs: null, marks: {} };
  return begun;
}

/** @type {import("./answers.js").State} */
export const state = {
  mode: "analyse",
  position: empty(9, 9, 10),
  shown: empty(9, 9, 10),
  answer: null,
  advice: null,
  detail: null,
  layer: null,
  counting: "",
  ...blank(),
};

export const lanes = new Lanes();
/** @type {Record<string, Mode>} */
export const modes = {};
export const grid = new Grid();

export const mode = () => modes[state.mode];
export const at = (/** @type {number[]} */ [r, c]) => r * state.position.cols + c;
export const cellOf = (/** @type {number} */ i) => [Math.floor(i / state.position.cols), i % state.position.cols];
export const nameOf = (/** @type {number[]} */ cell) => nameIn(state.position, at(cell));

/** What a cell of a position is called. */
function nameIn(/** @type {Position} */ position, /** @type {number} */ index) {
  const { cols, shape, more } = position;
  if (more?.graph) return shownName(more.graph.names[index]);
  if (shape && shape.length > 2) return `(${groundOf(position).name(index)})`;
  return cellName([Math.floor(index / cols), index % cols], settings.names);
}

/** The cell of two numbers as Python's sentences name it, or null: there is none. */
export function cellNamed(/** @type {number[]} */ pair) {
  if (!state.shown.more?.graph) return pair;
  const index = groundOf(state.shown).index(pair);
  return index < 0 ? null : cellOf(index);
}

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
export function lost(/** @type {unknown} */ error) {
  if (kindOf(error) !== "offline" || waiting) return;
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

export function tell(/** @type {unknown} */ error) {
  lost(error);
  toast(worded(error), true);
}

/** An error in a player's words: by its kind, else its sentence with the cells by the names that the user prefers. */
export function worded(/** @type {unknown} */ error) {
  const sentenceOf = T.problems[/** @type {"limit"} */ (kindOf(error))];
  if (sentenceOf) return sentenceOf();
  return plain(/** @type {Partial<Error>} */ (error).message ?? String(error));
}

/** A message without the library's words, its cells by the names that the user prefers. */
export function plain(/** @type {string} */ text) {
  const playersText = inLanguage(text)
    .replace(/^move \d+: /, "")
    .replace(/; say what [^;]*--signs.*$/s, "") // which the command has
    .replace(/:? use win='\w+'/, "")
    .replace(/first_click='[^']*'/, T.firstClick.toLowerCase());
  return playersText.replace(/\((\d+), ?(\d+)\)/g, (written, r, c) => {
    const cell = cellNamed([Number(r), Number(c)]);
    return cell ? nameOf(cell) : written;
  });
}

// --- the position and its answer ---------------------------------------------------------------------------------

let holding = 0;
let resting = 0; // until the brush rests
let isCountDue = false; // at the end of a piece of a stroke, which may be several cells
let slow = 0;
let advising = 0;
/** The position whose answer is on its way. @type {Position | null} */
let awaited = null;

/** Whether two positions say the same: their links do. Most differ in a cell, which is seen sooner. */
const isSame = (/** @type {Position} */ { codes, ...position }, /** @type {Position} */ other) =>
  codes.every((code, i) => code === other.codes[i]) && toHash({ codes, ...position }) === toHash(other);

/** Take this position, and ask for its answer if the mode wants one. */
export function take(/** @type {Position} */ position) {
  if (position !== state.position && isSame(position, state.position)) position = state.position; // its answer stays
  state.position = position;
  const isLarge = position.codes.length > LARGE;
  if (state.shown === position || !mode().wants() || !grid.rows || (isLarge && grid.isDrawing)) show();
  else holding ||= window.setTimeout(show, isLarge ? HOLD_LARGE : HOLD);
  clearTimeout(resting);
  resting = 0;
  if (!grid.isDrawing) count();
  else if (isLarge) resting = window.setTimeout(rested, REST);
  else if (!isCountDue) {
    isCountDue = true;
    queueMicrotask(() => {
      isCountDue = false;
      count();
    });
  }
  address();
}

/** A brush rests on a large board, or has left it: what waited for that. */
function rested() {
  if (resting) count();
  clearTimeout(resting);
  resting = 0;
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

/** Why a position is none before anybody counts, as an error in the page's words; or null. */
function refusalOf(/** @type {Position} */ position) {
  const wrong = problemOf(position);
  if (!wrong) return null;
  const { kind, low, high, cell } = wrong;
  const message = T.shapes[/** @type {"clue"} */ (kind)](low, high, cell ? nameOf(cell) : "");
  return { ...wrong, cell, shape: kind, kind: "board", message };
}

/** Put away an answer, or why there is none, with the position that it is about. */
function keepAnswer(/** @type {Position} */ position,
  /** @type {import("./answers.js").Analysis | null} */ analysis,
  /** @type {import("./answers.js").Problem | null} */ problem,
) {
  /** @type {import("./faces.js").Known | null} */
  const byIndex = analysis ? indexed(analysis, position.cols) : null;
  if (byIndex) Object.assign(byIndex, regions(position, byIndex));
  const conflict = problem?.kind === "inconsistent" ? problem : null;
  state.answer = {
    .../** @type {import("./answers.js").Analysis} */ (analysis),
    position,
    conflict,
    problem: conflict ? null : problem,
    known: byIndex,
    candidates: analysis ? ranked(analysis, position) : [],
    opened: position.codes.some((/** @type {number} */ code) => code !== HIDDEN),
  };
}

/** Ask for what is known of the position, unless that is there already. */
export async function count() {
  const position = state.position;
  if (awaited === position && mode().wants()) return;
  clearTimeout(slow);
  clearTimeout(advising);
  state.counting = "";
  lanes.cancel("cell", "recommend", "compare");
  if (!mode().wants()) {
    lanes.cancel("analyse");
    awaited = null;
    state.answer = null;
    return redraw();
  }
  if (state.answer?.position === position) return follow();
  const start = performance.now();
  slow = window.setTimeout(() => {
    state.counting = "slow";
    redraw();
  }, SLOW);
  let analysis = null;
  /** @type {import("./answers.js").Problem | null} */
  let problem = refusalOf(position);
  if (!problem) {
    awaited = position;
    try {
      analysis = await lanes.ask("analyse", "analyse", { position });
      if (!analysis) return; // a newer position has taken over
    } catch (error) {
      problem = /** @type {import("./engine.js").Refusal} */ (error);
      lost(error);
    } finally {
      if (awaited === position) awaited = null;
    }
  }
  if (position !== state.position) return;
  clearTimeout(slow);
  const answered = performance.now();
  state.counting = "";
  keepAnswer(position, analysis, problem);
  show();
  follow();
  drawNow(); // once, whatever has asked for it
  measure(start, answered, 1000 * (analysis?.seconds ?? 0));
}

export function cancel() {
  lanes.cancel("analyse");
  awaited = null;
  clearTimeout(slow);
  state.counting = "cancelled";
  state.answer = null;
  show();
}

/**
 * What comes after the answer: the cell looked at, the comparison, and a little later what a policy says of a guess.
 */
function follow() {
  const boardAnswer = state.answer;
  const answered = boardAnswer?.known;
  if (!boardAnswer || !answered) return;
  mode().answered?.(boardAnswer);
  lookAt(state.looking);
  compare();
  overlay();
  const isGuess = boardAnswer.candidates.length > 0 && boardAnswer.is_exact;
  if (!isGuess || mode().assist() === "none" || state.advice?.position === boardAnswer.position) return;
  clearTimeout(advising);
  advising = window.setTimeout(async () => {
    try {
      const advised = await lanes.ask("recommend", "best_move", { position: boardAnswer.position });
      if (!advised?.candidates.length || boardAnswer !== state.answer) return;
      state.advice = { ...advised, position: boardAnswer.position };
      answered.best = at(advised.cell);
      redraw();
    } catch {
      // too hard, or no compiled core: the order by risk stands
    }
  }, ADVISE);
}

/** What is known of a position that is not on the screen. */
export const analysed = (/** @type {Position} */ position) => ask("analyse", { position, aside: true });

/** The chances of an opening, where they are to be shown. */
export async function overlay() {
  const boardAnswer = state.answer;
  if (mode().overlay?.() !== "opening" || !boardAnswer?.known || boardAnswer.known.opening) return redraw();
  boardAnswer.known.opening = [];
  const layouts = async (/** @type {Position} */ position) =>
    (await unlessContradicted(analysed(position)))?.solutions ?? null;
  const isStale = () => boardAnswer !== state.answer;
  boardAnswer.known.opening = await openings(boardAnswer.position, boardAnswer, layouts, isStale);
  redraw();
}

export async function compare() {
  const position = state.position;
  const chosen = $("layer").value;
  if (!$("compare").open || !chosen || state.mode === "replay" || state.over) {
    state.layer = null;
    return redraw();
  }
  if (position.rules) {
    state.layer = { position, problem: { kind: "rule", message: T.squaresOnly } };
    return redraw();
  }
  try {
    const engine = chosen + (position.mines === null ? "" : "_total");
    const layerAnalysis = await lanes.ask("compare", "analyse", { position, engine });
    if (!layerAnalysis || position !== state.position) return;
    state.layer = { ...layerAnalysis, engine, position, known: indexed(layerAnalysis, position.cols) };
  } catch (error) {
    state.layer = { position, problem: /** @type {import("./engine.js").Refusal} */ (error) };
  }
  redraw();
}

const LOOK = 40; // ms that the pointer rests before a cell is asked about
const AHEAD = 150; // ms more before it is asked what comes after it: that takes some ten counts
let lookTimer = 0;

/** The pointer or the cursor is on this cell: its fraction and its proof, if they are shown at all. */
export function lookAt(/** @type {number} */ index) {
  const before = state.looking;
  state.looking = index;
  clearTimeout(lookTimer);
  if (index !== before) redraw();
  if (index < 0 || mode().assist() !== "chances" || state.shown.codes[index] !== HIDDEN) return;
  if (!known()?.exact || detail()) return;
  const position = state.shown;
  lookTimer = window.setTimeout(() => askAbout(position, index), LOOK);
}

async function askAbout(/** @type {Position} */ position, /** @type {number} */ index) {
  let cellAnalysis = null;
  /** @type {import("./engine.js").Refusal | null} */
  let problem = null;
  try {
    cellAnalysis = await lanes.ask("cell", "analyse", { position, cell: cellOf(index) });
    if (!cellAnalysis) return;
  } catch (error) {
    problem = /** @type {import("./engine.js").Refusal} */ (error);
  }
  state.detail = { ...cellAnalysis?.about, position, index, problem };
  redraw();
  if (problem || !detail() || known()?.safe.size || known()?.mines.has(index)) return;
  lookTimer = window.setTimeout(() => askAhead(position, index, cellAnalysis?.solutions ?? null), AHEAD);
}

/** Of a guess: what comes after it. */
async function askAhead(
  /** @type {Position} */ position,
  /** @type {number} */ index,
  /** @type {string | null} */ solutions,
) {
  const isStopped = () => state.shown !== position || state.looking !== index;
  // What is too hard to count is left out.
  const ahead = await lookAhead(position, index, solutions, analysed, isStopped).catch(() => null);
  const shownDetail = detail();
  if (!ahead || isStopped() || !shownDetail) return;
  state.detail = { ...shownDetail, ahead };
  redraw();
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
      const w = /** @type {{minesolverTimings?: object[]}} */ (window);
      w.minesolverTimings = [
        ...(w.minesolverTimings ?? []).slice(-199),
        { server, trip: answered - start, draw: drawn - answered, total: done - start },
      ];
      $("timing").textContent = T.timing(fixed(server, 1), fixed(answered - start, 0), fixed(done - start, 0));
    });
  });
}

// --- drawing ---------------------------------------------------------------------------------------------------------

let scheduled = false;
/** @type {import("./faces.js").Known | null} */
let drawnKnown = null; // what the cells in the document show
let drawnFor = 0;
let legendHidden = false;
let isPanelWaiting = false;

export function redraw() {
  if (scheduled || !grid.element) return;
  scheduled = true;
  queueMicrotask(() => {
    if (scheduled) drawNow();
  });
}

/**
 * On a large board old looks stay in the document, hidden, until the next answer: two drawings of all cells would be
 * too slow. What they were drawn of, or null.
 */
function staleLooks(/** @type {import("./answers.js").Answer | null} */ boardAnswer) {
  const { length } = state.shown.codes;
  const isWaiting = !boardAnswer && !state.counting && mode().wants();
  return isWaiting && drawnKnown !== null && drawnFor === length && length > LARGE ? drawnKnown : null;
}

/** @type {WeakMap<object, number>} */
const graphNumbers = new WeakMap(); // by the graph: another one of as many cells is drawn anew
let graphs = 0;

/** Make the grid of as many cells as the position has, in their places. */
function fitGrid(/** @type {Position} */ position) {
  const ground = position.rules ? groundOf(position) : null;
  const isFree = ground && !ground.square;
  const each = /** @template T @param {(i: number) => T} of */ (of) => Array.from({ length: ground?.cells ?? 0 }, (_, i) => of(i));
  const outlines = isFree ? each(ground.outline) : null;
  const graph = position.more?.graph;
  if (graph && !graphNumbers.has(graph)) graphNumbers.set(graph, ++graphs);
  grid.resize(
    position.rows,
    position.cols,
    settings.names,
    outlines,
    ground ? `${ground.rules} ${ground.shape} ${graph ? graphNumbers.get(graph) : ""}` : "",
    isFree && !graph ? each(ground.name) : [],
    outlines ? statementsOf(position, outlines) : null,
  );
}

/** The marks on cells, by kind. */
function marksOf(
  /** @type {Position} */ position,
  /** @type {import("./answers.js").Answer | null} */ boardAnswer,
  /** @type {import("./answers.js").LayerAnswer | null} */ compared,
) {
  const proofClues = (detail()?.proof ?? []).flatMap((step) => step.clues.map(at));
  const conflict = boardAnswer?.conflict?.clues ?? (boardAnswer?.problem?.cell ? [boardAnswer.problem.cell] : []);
  return {
    ...state.marks,
    clue: state.marks.clue?.size ? state.marks.clue : new Set(proofClues),
    conflict: new Set(conflict.map(at)),
    missed: compared?.known ? new Set(missed(boardAnswer?.known, compared.known).flat()) : new Set(),
    cur: new Set([grid.cursor]),
    group: new Set(position.groups?.flatMap(({ cells }) => cells)),
  };
}

/** What a search has visited, where that is shown. */
function signsOf(/** @type {Position} */ { rows, cols, codes }) {
  if (state.signs?.length !== codes.length) return null;
  return available(state.signs, (i) => around(rows, cols, i));
}

/** The counters and the face above the board. */
function drawLeds() {
  const { left, right, rightLabel, green, face: mood } = mode().leds();
  led($("led-mines"), left === null ? "---" : digits(left), left === null ? T.minesUnknown : T.minesLeft(left));
  led($("led-right"), digits(Math.min(999, right)), rightLabel);
  $("led-right").classList.toggle("green", Boolean(green));
  $("face").dataset.face = mood;
  const titles = { analyse: T.clearTitle, play: T.newGame, replay: T.firstStep, train: T.trainNext };
  $("face").ariaLabel = $("face").title = titles[/** @type {"play"} */ (state.mode)];
}

/** @type {{view: import("./faces.js").View, best?: number, opening?: (number | null)[] | null} | null} */
let lastDrawing = null;

/** The cells that may look otherwise than in the drawing before, where not all may. */
function changedCells(/** @type {import("./faces.js").View} */ view) {
  const before = lastDrawing;
  const { best, opening } = view.known ?? {};
  lastDrawing = { view, best, opening };
  if (!before || before.best !== best || before.opening !== opening) return null;
  const { codes, marks, ...others } = view;
  const isOther = (/** @type {string} */ name) =>
    /** @type {Record<string, unknown>} */ (before.view)[name] !== /** @type {Record<string, unknown>} */ (others)[name];
  if (codes.length !== before.view.codes.length || Object.keys(others).some(isOther)) return null;
  const allMarks = [...Object.values(before.view.marks), ...Object.values(marks)];
  const changed = new Set(allMarks.flatMap((cells) => [...cells]));
  for (let i = 0; i < codes.length; i++) if (codes[i] !== before.view.codes[i]) changed.add(i);
  return changed;
}

function drawNow() {
  scheduled = false;
  const { shown: position } = state;
  const boardAnswer = answer();
  const compared = layer();
  const stale = staleLooks(boardAnswer);
  if (!stale) [drawnKnown, drawnFor] = [boardAnswer?.known ?? null, position.codes.length];
  const lens = compared?.known && $("lens").checked ? compared.known : null;
  fitGrid(position);
  /** @type {import("./faces.js").View} */
  const view = {
    codes: position.codes,
    known: lens ?? boardAnswer?.known ?? stale,
    assist: mode().assist(),
    overlay: lens ? "mine" : (mode().overlay?.() ?? "mine"),
    flags: state.flags,
    layout: state.layout,
    over: state.over,
    playing: state.mode !== "analyse",
    signs: signsOf(position),
    texts: position.more?.texts,
    notes: notesOf(position),
    flagCounts: state.flagCounts,
    mineCounts: state.mineCounts,
    marks: marksOf(position, boardAnswer, compared),
  };
  grid.element.classList.toggle("stale", stale !== null);
  grid.draw(
    (i) => look(view, i),
    face,
    (i, label) => T.cellAt(nameIn(position, i), label),
    changedCells(view),
  );
  grid.element.setAttribute("aria-busy", String(state.counting === "slow"));
  grid.element.classList.toggle("won", state.over === "won");
  // While a brush is drawn over a large board, the panel says once that it has no answer, and no more.
  const isWaiting = boardAnswer === null && grid.isDrawing && position.codes.length > LARGE;
  if (isWaiting && isPanelWaiting) return;
  isPanelWaiting = isWaiting;
  drawLeds();
  mode().panel();
  if ($("legend").hidden !== legendHidden) {
    legendHidden = $("legend").hidden;
    grid.fit();
  }
}

function digits(/** @type {number} */ n) {
  return n < 0 ? `-${String(Math.min(99, -n)).padStart(2, "0")}` : String(n).padStart(3, "0");
}

/** Say below the board; `kind`: "good", "bad" or "". */
export function say(/** @type {string} */ text, kind = "") {
  const box = $("message");
  if (box.textContent !== text) box.textContent = text;
  box.className = `message ${kind}`;
  box.hidden = false;
}

/** Say in the dock of a phone what its cards are about; nothing: there is none to open. */
export function sayInDock(/** @type {string} */ text) {
  $("dock-answer").textContent = text;
  $("dock-answer").hidden = !text;
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
    if (grid.isDrawing) return address(); // once, when the stroke ends: that of a large board takes long
    history.replaceState(null, "", `#${mode().hash()}`);
  }, 150);
}

export function enter(/** @type {string} */ which, visit = true) {
  const isOtherMode = which !== state.mode;
  if (isOtherMode && visit && document.documentElement.dataset.ready) {
    // Back comes back here.
    history.replaceState(null, "", `#${mode().hash()}`);
    history.pushState(null, "", `#${modes[which].hash()}`);
  }
  if (isOtherMode) mode().leave?.();
  state.mode = which;
  for (const name of Object.keys(modes)) {
    const chosen = name === which;
    $(`tab-${name}`).setAttribute("aria-selected", String(chosen));
    $(`tab-${name}`).tabIndex = chosen ? 0 : -1;
  }
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode]")))
    box.hidden = !box.dataset.mode?.split(" ").includes(which);
  $("stage").setAttribute("aria-labelledby", `tab-${which}`);
  document.documentElement.dataset.now = which;
  Object.assign(state, blank());
  mode().enter();
  const isEmpty = mode().isEmpty?.() ?? false;
  $("panel").classList.toggle("instead", isEmpty);
  raise(isEmpty);
  grid.fit();
}

/** Help with a game stands in the panel, open, where that has room in any case; elsewhere it is a menu. */
function placeHelp(/** @type {boolean} */ hasPanel) {
  const menu = $("help-menu");
  const isCard = hasPanel && state.mode === "play";
  if (isCard === (menu.popover === null)) return;
  menu.popover = isCard ? null : "auto";
  menu.removeAttribute("style"); // where it stood as a menu
  menu.classList.toggle("card", isCard);
  if (isCard) $("advice").after(menu);
  else $("stage").append(menu);
  $("helping").hidden = isCard;
}

/** Have the cards of a phone over the board, or the board. */
export function raise(/** @type {boolean} */ isUp) {
  $("panel").classList.toggle("up", isUp);
  $("dock-answer").setAttribute("aria-expanded", String(isUp));
}

export function begin() {
  grid.begin($("board"), T.boardLabel, {
    cursor: () => redraw(),
    look: (index) => lookAt(index),
    stroke: (index, first) => mode().stroke?.(index, first),
    end: rested,
    tap: (index) => mode().tap?.(index),
    secondary: (index) => mode().secondary?.(index),
    press: (index) => mark("pressed", index < 0 ? [] : (mode().press?.(index) ?? [])),
    wheel: (index, up, alt) => mode().wheel?.(index, up, alt) ?? false,
    resized: (size) => set("tile", size),
    fitted: placeHelp,
  });
  grid.setSize(settings.tile < 0 ? null : settings.tile);
}
