// Analyse: edit a position, see what is known of it.

import {
  advice,
  announce,
  answer,
  at,
  cancel,
  cellOf,
  count,
  detail,
  enter,
  grid,
  known,
  layer,
  nameOf,
  plain,
  redraw,
  sayInDock,
  state,
  take,
  worded,
} from "./core.js";
import { isCut, withCut } from "./cut.js";
import { $, button, element, put, toast } from "./dom.js";
import { checkedPosition, checkSizes } from "./doors.js";
import { missed, rank } from "./faces.js";
import { facts as limits } from "./facts.js";
import { brushed, groupCard, isInChosen } from "./groups.js";
import { labelOf } from "./graph.js";
import { capacityOf, groundOf, HOLE, parsed, prints } from "../../../protocol/scripts/ground.js";
import { count as grouped, fixed, long } from "./numbers.js";
import {
  BLANK,
  clueCode,
  clueOf,
  clueText,
  DENSITY,
  edit,
  empty,
  HIDDEN,
  isClue,
  MINE,
  minesAt,
  minesSet,
  moreOfSeveral,
  mostClue,
  possible,
  resized,
  TEXT,
  toHash,
  wheeled,
  withCells,
  withPrinted,
  withText,
} from "./position.js";
import { countsText, isPuzzle, named, withoutHoles } from "./puzzles.js";
import { set, settings } from "./settings.js";
import { keepInTab, keptInTab } from "./store.js";
import { T } from "./texts.js";
import { cellLink, chip, coached, fraction, groupName, guesses, pair, proof, sentence } from "./words.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./faces.js").Known} Known */

export const EXAMPLE = "9x9x10:z19Dz3B2z4C2B2z4CBA2BCz4B4z4C2z2B2z20";
const HISTORY = 500;
const ONE_ROW = 13; // brushes that a phone has room for in a row

/** @type {Position} */
let position = checkedPosition(EXAMPLE);
/** @type {Position[]} */
let undone = [];
/** @type {Position[]} */
let done = [];
let typing = ""; // what the last step of the history was, where several may be one
/** @typedef {number | string} Brush a code or a sign that is set; or what a click does instead: "look", "group" */
/** @type {Brush} */
let brush = 1;
let stroke = HIDDEN;
let joined = false; // whether this stroke has its step in the history
/** @type {Position[]} */
let pages = [];
let page = 0;
let totalProblem = "";

function change(/** @type {Position} */ next, kind = "") {
  if (kind === "" || kind !== typing) {
    done.push(position);
    if (done.length > HISTORY) done.shift();
  }
  typing = kind;
  undone = [];
  position = next;
  totalProblem = "";
  take(position);
}

/** Show another position; the one before is an undo away. */
export function load(/** @type {Position} */ next) {
  set("welcome", false);
  if (state.mode === "analyse") change(next);
  else {
    done.push(position);
    undone = [];
    position = next;
  }
}

/** Show a position in Analyse, from wherever it was asked for. */
export function analyse(/** @type {Position} */ next) {
  load(next);
  enter("analyse");
}

/** Boards of one file: the first is shown, a pager has the others. */
export function loadAll(/** @type {Position[]} */ boards) {
  pages = boards;
  page = 0;
  load(boards[0]);
  redraw();
}

export function turn(/** @type {number} */ step) {
  page = Math.max(0, Math.min(pages.length - 1, page + step));
  load(pages[page]);
}

export function travel(/** @type {number} */ steps) {
  const [from, target] = steps < 0 ? [done, undone] : [undone, done];
  const next = from.pop();
  if (!next) return;
  target.push(position);
  position = next;
  typing = "";
  totalProblem = "";
  take(position);
}

export function clear() {
  if (!position.codes.some((code) => code !== HIDDEN && code !== HOLE)) return;
  change({ ...position, codes: position.codes.map((code) => (code === HOLE ? HOLE : HIDDEN)) });
}

export function startEmpty() {
  load(empty(9, 9, 10));
}

/** The same board with every cell open and without mines: to be built by setting mines, which the clues follow. */
export function openAll() {
  const codes = position.codes.map((code) => (code === HOLE ? HOLE : 0));
  const more = position.more && { ...position.more, printed: {} };
  set("flagsCount", true);
  load({ ...position, codes, mines: null, density: null, ...(more && { more }) });
}

/** More or fewer mines on the whole board. */
export function changeTotal(/** @type {number} */ difference) {
  if (isCut(position)) return; // other mines may lie beyond its edges
  const maxMines = capacityOf(position.rules ?? "") * position.codes.length;
  const mines = Math.max(0, Math.min(maxMines, (position.mines ?? 0) + difference));
  if (mines !== position.mines) change({ ...position, mines }, "total");
}

/** Whether a mine that is set is one more of the mine count. */
function lockTotal() {
  set("lockMines", !settings.lockMines);
  toast(settings.lockMines ? T.totalFollows : T.totalStays);
}

/** Say beyond which edges the board goes on, of which it is a part then. */
export function cutAt(/** @type {string[]} */ sides) {
  if (String(sides) !== String(position.cut ?? [])) change(withCut(position, sides));
}

/** The problem with this size, or "" where it was set. */
export function resize(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  rules = "",
  shape = /** @type {number[] | null} */ (null),
) {
  try {
    checkSizes(shape ?? [rows, cols]);
  } catch (error) {
    return worded(error);
  }
  if (!rules && position.rules === "square") rules = "square"; // a puzzle stays one
  if (position.more?.graph && rows === position.rows && cols === position.cols) return "";
  const isOtherBoard = rules !== (position.rules ?? "") || String(shape) !== String(position.shape ?? null);
  const isOtherSize = rows !== position.rows || cols !== position.cols;
  if (isOtherSize || isOtherBoard) change(resized(position, rows, cols, rules, shape));
  return "";
}

/** What stands in the fields of the mine count; typing there is one step of the history. */
export function total() {
  const field = $("mines");
  const text = field.value.trim();
  const mines = text === "" ? null : Number(text);
  const density = $("density").value.trim();
  totalProblem = "";
  if (
    field.validity.badInput ||
    (mines !== null && !(Number.isInteger(mines) && mines >= 0 && mines <= limits.max_cells))
  )
    totalProblem = T.minesLimits(limits.max_cells);
  else if (mines === null && density && !DENSITY.test(density)) totalProblem = T.badDensity;
  if (totalProblem) {
    cancel();
    return;
  }
  if (mines !== position.mines || (density || null) !== position.density)
    change({ ...position, mines, density: density || null }, "total");
  else if (!answer()) count();
}

const STEPS = "steps";
const PAGES = "pages";

/** Keep the history over a reload of the page. */
export function remember() {
  keepInTab(STEPS, [toHash(position), done.slice(-100).map(toHash), undone.slice(-100).map(toHash)]);
  keepInTab(PAGES, pages.length > 1 ? [toHash(position), page, pages.map(toHash)] : null);
}

/** The position is where the history begins; after a reload it is what it was. */
export function forget() {
  done = [];
  undone = [];
  try {
    const [shownStep, earlierSteps, laterSteps] = /** @type {[string, string[], string[]] | null} */ (keptInTab(STEPS)) ?? [];
    const [earlier, later] = [earlierSteps, laterSteps].map((steps) => (steps ?? []).map(checkedPosition));
    if (shownStep === toHash(position)) [done, undone] = [earlier, later];
    const [shownPage, number, boards] = /** @type {[string, number, string[]] | null} */ (keptInTab(PAGES)) ?? [];
    if (shownPage === toHash(position) && boards) [page, pages] = [Number(number), boards.map(checkedPosition)];
  } catch {
    // anybody may have written there
  }
  redraw();
}

export function settle() {
  typing = "";
}

export function choose(/** @type {Brush} */ code) {
  brush = code;
  for (const choice of $("brushes").children) {
    const chosen = choice.dataset.code === String(code);
    choice.setAttribute("aria-checked", String(chosen));
    choice.tabIndex = chosen ? 0 : -1;
  }
}

/** @type {Brush[]} */
let brushes = [];

/** The brushes for the board: those of its clues, and of puzzles where they are wanted. @returns {Brush[]} */
function wantedBrushes() {
  const clueBrushes = Array.from({ length: mostClue(position) + 1 }, (_, clue) => clueCode(clue));
  const several = moreOfSeveral(position.rules ?? "").more?.texts ?? [];
  const signs = (position.more?.texts ?? []).filter((sign) => !sign.startsWith("*"));
  return ["look", HIDDEN, ...clueBrushes, ...signs, MINE, ...several, ...puzzleBrushes()];
}

/** What only puzzles have; the cells of a graph are what they are. @returns {Brush[]} */
function puzzleBrushes() {
  if (!hasPuzzleBrushes()) return [];
  return position.more?.graph ? [BLANK] : [HOLE, BLANK, "group"];
}

/** Whether what only puzzles have can be set here; a sphere has no places without cells. */
const hasPuzzleBrushes = () => (settings.puzzles || isPuzzle(position)) && !parsed(position.rules ?? "").sphere;

/** What a brush sets, in words. */
function brushTitle(/** @type {Brush} */ code) {
  if (code === "look") return T.look;
  if (code === "group") return T.groups.brush;
  if (code === HIDDEN) return T.faces.hidden;
  if (code === MINE) return T.brushes.mine;
  if (code === HOLE) return T.brushes.hole;
  if (code === BLANK) return T.brushes.blank;
  if (typeof code === "string") return code.startsWith("*") ? T.brushes.several(code.slice(1)) : T.brushes.clue(code);
  return code === 0 ? T.brushes.zero : T.brushes.clue(clueOf(code));
}

/** What stands on a brush; pictures come from the style sheet. */
function brushSign(/** @type {Brush} */ code) {
  if (code === "look") return T.brushes.look;
  if (code === "group") return "+";
  if (code === BLANK) return "?";
  if (typeof code === "string") return code;
  return code === HIDDEN || code === MINE || code === HOLE ? "" : String(clueOf(code));
}

function brushButton(/** @type {Brush} */ code) {
  const title = brushTitle(code);
  const isNumber = typeof code === "number" && isClue(code);
  return button(brushSign(code), () => choose(code), {
    role: "radio",
    class: `brush o${isNumber ? Math.min(8, clueOf(code)) : typeof code === "string" ? "8" : code}`,
    "data-code": String(code),
    title,
    "aria-label": code === "look" ? `${T.brushes.look}: ${title}` : title,
  });
}

/** Arrow keys go from brush to brush, as in any group of radio buttons. */
function stepBrush(/** @type {KeyboardEvent} */ event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = brushes[(brushes.indexOf(brush) + step + brushes.length) % brushes.length];
  choose(next);
  /** @type {HTMLElement} */ ($("brushes").querySelector(`[data-code="${next}"]`)).focus();
}

/** A brush for each thing that the board may show. */
export function makeBrushes() {
  const wantedSymbols = wantedBrushes();
  if (String(wantedSymbols) === String(brushes)) return;
  const isFirst = brushes.length === 0;
  brushes = wantedSymbols;
  $("brushes").replaceChildren(...brushes.map(brushButton));
  $("brushes").classList.toggle("many", hasPuzzleBrushes() || brushes.length > ONE_ROW);
  if (!isFirst) return choose(brushes.includes(brush) ? brush : 1);
  $("brushes").addEventListener("keydown", stepBrush);
  choose(matchMedia("(pointer: coarse)").matches ? "look" : 1); // a finger looks before it changes
}

function assign(/** @type {number} */ index, /** @type {number} */ code, kind = "") {
  if (prints(position.rules ?? "") && (isClue(code) || code === HIDDEN)) return print(index, code, kind);
  const cells = edit(position, index, code, settings.flagsCount);
  if (!cells.length) return false;
  let next = withoutHoles(withCells(position, cells));
  if (settings.lockMines && next.mines !== null)
    next = { ...next, mines: Math.max(0, next.mines + minesAt(next, index) - minesAt(position, index)) };
  change(named(next), kind);
  return true;
}

/** Where clues stand on cells that are not open: put one on a cell, or with the code of a hidden cell none. */
function print(/** @type {number} */ index, /** @type {number} */ code, /** @type {string} */ kind) {
  const clue = code === HIDDEN ? null : String(clueOf(code));
  const isMine = clue !== null && minesAt(position, index) > 0;
  const next = withPrinted(isMine ? position : withCells(position, [[index, HIDDEN]]), index, clue);
  change(named(next), kind);
  return true;
}

/** The code of what a brush sets, which the position knows from then on. */
function codeOfBrush(/** @type {Brush} */ sign) {
  if (typeof sign === "number") return sign;
  const [next, code] = withText(position, sign);
  position = next;
  return code;
}

/** Set what the brush sets; the first cell of a stroke decides whether what is set already is cleared. */
function strokeCode(/** @type {number} */ index, /** @type {boolean} */ isFirst, /** @type {number} */ code) {
  if (isFirst) stroke = position.codes[index] === code ? HIDDEN : code;
  if (!assign(index, stroke, joined ? "stroke" : "")) return;
  joined = true;
  typing = "stroke";
}

let isAdding = true; // whether this stroke puts cells into the group

/** Put cells into the chosen group; or out of it, if the first is in. */
function strokeGroup(/** @type {number} */ index, /** @type {boolean} */ isFirst) {
  if (position.codes[index] === HOLE) return;
  if (isFirst) isAdding = !isInChosen(position, index);
  if (isInChosen(position, index) === isAdding) return;
  change(named(brushed(position, index, isAdding)), joined ? "stroke" : "");
  joined = true;
  typing = "stroke";
}

export function goToBest() {
  const best = known()?.best ?? -1;
  if (best >= 0) grid.moveTo(best);
}

/** What a key sets, or null. `letter`: the key where letters are shortcuts. */
function codeOfKey(/** @type {string} */ key, /** @type {string} */ letter) {
  if (/^[0-8]$/.test(key)) return Number(key);
  if (key === ".") return 0;
  if (["#", "Delete", "Backspace"].includes(key) || letter === "h") return HIDDEN;
  if (key === "*" || letter === "m" || letter === "f") return MINE;
  if (!hasPuzzleBrushes()) return null;
  return key === "_" ? HOLE : key === "?" ? BLANK : null;
}

/** The face above the board: what the answer is like. */
function faceOf(/** @type {Answer | null} */ boardAnswer) {
  if (boardAnswer && (boardAnswer.problem || boardAnswer.conflict)) return "dead";
  if (state.counting === "slow") return "oh";
  return boardAnswer && !boardAnswer.best ? "cool" : "smile";
}

/** The fields of the mine count and the density, but for one in which somebody types. */
function fillTotal() {
  const { mines, density } = position;
  if (totalProblem) return;
  if (document.activeElement !== $("mines")) $("mines").value = mines ?? "";
  $("mines").disabled = isCut(position);
  if (document.activeElement !== $("density")) $("density").value = density ?? "";
}

/** Which of several boards of a file is shown. */
function pager() {
  $("pager").hidden = pages.length < 2;
  if (pages.length < 2) return;
  $("page-of").textContent = T.boardOf(page + 1, pages.length);
  $("previous").disabled = page === 0;
  $("next").disabled = page === pages.length - 1;
}

/** The size and the rules of the board; squares are not named. */
const ARROWS = new Map([
  ["left", "←"],
  ["top", "↑"],
  ["right", "→"],
  ["bottom", "↓"],
]);

function sizeText() {
  const { rows, cols, rules, shape, more } = position;
  if (more?.graph) return `${T.groups.cells(rows)} ${rules}`;
  const size = (shape ?? [rows, cols]).join("×");
  if (isCut(position)) return `${size} ${(position.cut ?? []).map((side) => ARROWS.get(side)).join("")}`;
  return rules && rules !== "square" ? `${size} ${rules}` : size;
}

/** @type {import("./core.js").Mode} */
export const analyser = {
  wants: () => true,
  assist: () => "chances",
  overlay: () => settings.overlay,
  hash: () => `board=${toHash(position)}`,
  enter() {
    take(position);
    redraw();
  },
  face() {
    clear();
  },
  stroke(index, first) {
    if (brush === "look") return;
    if (first) {
      typing = "";
      joined = false;
    }
    if (brush === "group") strokeGroup(index, first);
    else strokeCode(index, first, codeOfBrush(brush));
  },
  secondary(index) {
    // One mine, or one more where a cell may hold several; after the most none.
    const mines = minesAt(position, index) + 1;
    const isMost = mines > capacityOf(position.rules ?? "");
    assign(index, isMost ? HIDDEN : mines === 1 ? MINE : codeOfBrush(`*${mines}`));
  },
  wheel(index, up, alt) {
    if (!alt && !settings.wheel) return false;
    if (index >= 0) assign(index, wheeled(position, index, up));
    return true;
  },
  key(event) {
    const index = grid.cursor;
    if (event.key === " " || event.key === "Enter") {
      this.stroke?.(index, true);
      return true;
    }
    const letter = settings.letters ? event.key.toLowerCase() : "";
    const act = { b: goToBest, l: lockTotal }[letter];
    if (act) {
      act();
      return true;
    }
    const code = codeOfKey(event.key, letter);
    if (code === null) return false;
    assign(index, code);
    const next = event.key === "Backspace" ? Math.max(index - 1, 0) : Math.min(index + 1, position.codes.length - 1);
    if (settings.advance) grid.moveTo(next, true);
    return true;
  },
  leds() {
    const { mines } = state.shown;
    const marked = minesSet(state.shown);
    const safe = known()?.safe.size ?? 0;
    return {
      left: mines === null ? null : mines - marked,
      right: safe,
      rightLabel: T.safeCells(safe),
      green: true,
      face: faceOf(answer()),
    };
  },
  panel() {
    $("size").textContent = sizeText();
    makeBrushes();
    fillTotal();
    $("density-label").hidden = position.mines !== null;
    $("undo").disabled = !done.length;
    $("redo").disabled = !undone.length;
    $("clear").disabled = position.codes.every((code) => code === HIDDEN);
    pager();
    const boardAnswer = answer();
    const isBadTotal = boardAnswer?.problem?.kind === "board" && !boardAnswer.problem.cell;
    const wrongTotal = totalProblem !== "" || Boolean(boardAnswer?.conflict?.mineCount) || isBadTotal;
    $("mines").setAttribute("aria-invalid", String(wrongTotal));
    $("welcome").hidden = $("first-visit").hidden = !settings.welcome;
    $("review").hidden = true;
    $("legend").hidden = false;
    $("message").hidden = true;
    groupCard(position, hasPuzzleBrushes() && !position.more?.graph, (next, kind) => change(named(next), kind));
    result();
    cellCard();
    comparison();
  },
};

/** The clues and groups that cannot hold together. */
function clash(/** @type {import("./answers.js").Problem} */ { clues = [], groups = [], mineCount: counted, message }) {
  if (state.shown.more?.constraints.length) return message; // Python's sentence names all of them
  const names = clues.map((/** @type {number[]} */ cell) => T.clueAt(clueText(state.shown, at(cell)), pair(cell)));
  const groupNames = groups.map((/** @type {number} */ number) => groupName(state.shown, number));
  return T.conflict([...names, ...groupNames], Boolean(counted));
}

function retry() {
  state.answer = null;
  count();
}

/** The card with the answer, for every mode that shows chances; a phone's dock says the same in a few words. */
export function result() {
  const box = $("result");
  box.hidden = false;
  const dock = resultOf(box, answer());
  sayInDock(looked() || dock);
}

/** Fill the card; what the dock says. */
function resultOf(/** @type {Element} */ box, /** @type {Answer | null} */ boardAnswer) {
  if (totalProblem) {
    put(box, element("p", { class: "headline bad" }, T.notBoard), element("p", { class: "error" }, totalProblem));
    return T.notBoard;
  }
  if (state.counting === "cancelled") {
    put(box, element("p", {}, T.cancelled), button(T.again, count));
    return T.cancelled;
  }
  if (!boardAnswer) return counting(box);
  if (boardAnswer.problem) return failed(box, boardAnswer.problem);
  return boardAnswer.conflict ? contradicted(box, boardAnswer.conflict) : answered(box, boardAnswer);
}

/** Nothing yet; after a while with a way to stop it. */
function counting(/** @type {Element} */ box) {
  if (state.counting === "slow") {
    put(box, element("p", {}, T.counting), button(T.cancel, cancel, { id: "cancel" }));
  } else put(box, element("p", { class: "dim" }, T.counting));
  return T.counting;
}

/** No board, or no answer to it. */
function failed(/** @type {Element} */ box, /** @type {import("./answers.js").Problem} */ problem) {
  const isBoard = problem.kind === "board";
  const title = isBoard ? T.notBoard : T.noAnswer;
  const reason = worded(problem);
  put(
    box,
    element("p", { class: "headline bad" }, title),
    element("p", { class: "error" }, reason),
    isBoard ? null : button(T.again, retry),
  );
  announce(`${title}: ${reason}`);
  return title;
}

function contradicted(/** @type {Element} */ box, /** @type {import("./answers.js").Problem} */ conflict) {
  put(
    box,
    element("p", { class: "headline bad" }, T.contradiction),
    element("p", { class: "error" }, sentence(clash(conflict))),
    element("p", { class: "dim" }, conflict.smallest ? T.smallest : T.restHolds),
  );
  announce(`${T.contradiction}: ${plain(clash(conflict))}`);
  return T.contradiction;
}

/** What the dock of a phone says of the cell that was tapped last, or "". */
function looked() {
  const index = state.looking;
  const facts = known();
  if (index < 0 || state.shown.codes[index] !== HIDDEN || !facts || state.mode !== "analyse") return "";
  return T.whyCell(nameOf(cellOf(index)), chanceText(facts, index));
}

/** Whether a cell is proved, or its chance, in words. */
function chanceText(/** @type {Known} */ facts, /** @type {number} */ index) {
  const p = facts.probability[index];
  if (facts.safe.has(index)) return T.provedSafe;
  if (facts.mines.has(index)) return T.provedMine;
  if (p === null || p === undefined) return T.noEstimate;
  return facts.exact ? T.mineChance(long(p, 1)) : T.aboutMine(Math.round(100 * p).toFixed());
}

/** What is known of the whole board, as terms and values. */
function factsOf(/** @type {Answer} */ boardAnswer) {
  const facts = [
    [T.layouts, boardAnswer.solutions === null ? T.notCounted : grouped(boardAnswer.solutions)],
    [T.proved, T.provedCount(boardAnswer.safe.length, boardAnswer.mine_cells.length)],
  ];
  if (state.shown.mines === null) facts.push([T.mines, T.totalUnknown(state.shown.density ?? "1/2")]);
  if (isCut(state.shown)) facts.push([T.goesOn, T.cut.facts(state.shown.cut ?? [])]);
  if (state.shown.rules && seams(state.shown)) facts.push([T.edgesJoined, seams(state.shown)]);
  const isShort = (boardAnswer.solutions?.length ?? Infinity) < 2000;
  return element(
    "dl",
    { class: "facts" },
    ...facts.flatMap(([term, value]) => [
      element("dt", {}, term),
      element("dd", { title: term === T.layouts && isShort ? boardAnswer.solutions : null }, value),
    ]),
  );
}

/** What to do next: the parts of the title, and the same as text. */
function nextMove(/** @type {Answer} */ boardAnswer, /** @type {number[] | null} */ best) {
  if (!boardAnswer.is_exact && !boardAnswer.safe.length) return { title: [T.roughTitle], text: T.roughTitle };
  if (!best) return { title: [T.nothingLeft], text: T.nothingLeft };
  const index = best[0] * state.shown.cols + best[1];
  const isSafe = boardAnswer.known?.safe.has(index) ?? false;
  const p = boardAnswer.probability[index];
  const verb = isSafe ? T.openBest : T.guessBest;
  const mark = isSafe ? element("span", { class: "badge proved" }, T.safe) : p === null ? "" : chip(p);
  const chance = p === null ? T.guess : T.mineChance(long(p));
  return { title: [verb, cellLink(best), " ", mark], text: `${verb}${nameOf(best)}: ${isSafe ? T.safe : chance}` };
}

function answered(/** @type {Element} */ box, /** @type {Answer} */ boardAnswer) {
  const advised = advice();
  const { title, text } = nextMove(boardAnswer, advised?.cell ?? boardAnswer.best);
  const isRough = !boardAnswer.is_exact;
  const ranked = isRough ? null : guesses(boardAnswer.candidates, T.guesses);
  put(
    box,
    element("p", { class: "headline" }, ...title),
    isRough ? element("p", { class: "warn" }, T.roughAbout) : null,
    isRough ? button(T.again, retry) : null,
    advised ? element("p", {}, coached(boardAnswer, advised)) : null,
    factsOf(boardAnswer),
    advised ? guesses(advised.candidates, T.guessesPolicy) : ranked,
  );
  announce(text);
  return text;
}

/** Which edges of a board are joined, in words, or "". */
const seams = (/** @type {Position} */ board) =>
  groundOf(board).folded
    ? T.seamsOfNet
    : groundOf(board)
        .wraps.map((wrap, d) => (wrap ? T.seam(d, wrap < 0) : ""))
        .filter(Boolean)
        .join("; ");

/** The card about one cell. */
export function cellCard() {
  const box = $("detail");
  const index = state.looking;
  box.hidden = false;
  if (index < 0 || index >= state.shown.codes.length) {
    put(box, element("p", { class: "dim" }, T.pointAt));
    return;
  }
  const title = element("h2", {}, T.cellTitle(nameOf(cellOf(index))));
  put(box, title, ...(state.shown.codes[index] === HIDDEN ? hiddenCell(index) : openCell(index)), inGroups(index));
}

/** What is said of a cell that is not hidden. */
function openCell(/** @type {number} */ index) {
  const code = state.shown.codes[index];
  const mines = minesAt(state.shown, index);
  if (mines > 1) return [element("p", {}, T.faces.knownSeveral(String(mines)))];
  if (code === MINE) return [element("p", {}, T.isMine)];
  if (code === HOLE) return [element("p", {}, T.faces.hole)];
  if (code === BLANK) return [element("p", {}, T.faces.blank)];
  if (code <= TEXT) return [element("p", {}, T.brushes.clue(clueText(state.shown, index)))];
  const [low, high] = possible(state.shown, index);
  const isWrong = clueOf(code) < low || clueOf(code) > high;
  return [
    element("p", {}, T.opened(clueOf(code))),
    isWrong ? element("p", { class: "error" }, T.canBe(low, high)) : null,
  ];
}

/** What is said of a hidden cell: its chance, the fraction, its rank, what follows, the proof. */
function hiddenCell(/** @type {number} */ index) {
  const facts = known();
  const p = facts?.probability[index];
  if (!facts || p === null || p === undefined) return [element("p", {}, facts ? T.noEstimate : T.hidden)];
  const isProved = facts.safe.has(index) || facts.mines.has(index);
  const chance = facts.exact && !isProved ? T.mineChance(long(p)) : chanceText(facts, index);
  const chanceLine = element("p", { class: "big" }, chance);
  const estimate = isProved ? null : element("p", { class: "warn" }, T.estimate);
  if (!facts.exact) return [chanceLine, estimate];
  const cellAnswer = detail();
  if (!cellAnswer) return [chanceLine, element("p", { class: "dim" }, "…")];
  if (cellAnswer.problem) return [chanceLine, element("p", { class: "error" }, worded(cellAnswer.problem))];
  if (isProved) return [chanceLine, ahead(cellAnswer), proof(cellAnswer.proof ?? [])];
  const { less, of } = rank(facts.probability, state.shown, index);
  return [
    chanceLine,
    typeof cellAnswer.exact !== "string" ? estimate : element("p", { class: "exact" }, T.exactly, fraction(cellAnswer.exact)),
    element("p", { class: "dim" }, less ? T.riskRank(less, of) : T.leastRisk),
    ahead(cellAnswer),
    proof(cellAnswer.proof ?? []),
  ];
}

/** What opening the cell brings, where it was counted. */
function ahead(/** @type {import("./answers.js").Detail} */ { ahead: next }) {
  if (!next) return null;
  const clues = next.shown.map((/** @type {[number, number]} */ [clue, share]) => `${clue}: ${long(share, 1)}`);
  const sentences = [T.ahead(long(next.secondSafety, 1), long(next.progress, 1))];
  if (clues.length) sentences.push(T.wouldShow(clues));
  return element("p", { class: "dim" }, sentences.join(" "));
}

/** The groups that a cell is in. */
function inGroups(/** @type {number} */ index) {
  const sentences = [];
  for (const [number, { cells, counts }] of (state.shown.groups ?? []).entries()) {
    const saysSomething = counts.length <= cells.length; // else any number of its cells may be mines
    if (cells.includes(index) && saysSomething)
      sentences.push(T.groups.says(groupName(state.shown, number), countsText(counts)));
  }
  const { more } = state.shown;
  const name = JSON.stringify(groundOf(state.shown).name(index));
  for (const constraint of more?.constraints ?? []) {
    const label = labelOf(constraint);
    const isIn = constraint.cells.some((cell) => JSON.stringify(cell) === name);
    if (isIn && label) sentences.push(T.groups.states(constraint.name ?? "", label));
  }
  return sentences.length ? element("p", { class: "dim" }, sentences.join(" ")) : null;
}

/** What simple deduction misses. */
export function comparison() {
  const box = $("comparison");
  const layerAnswer = layer();
  if (!$("compare").open || !layerAnswer) return put(box);
  if (layerAnswer.problem) return put(box, element("p", { class: "error" }, worded(layerAnswer.problem)));
  const exact = known();
  if (!exact || !layerAnswer.known) return put(box);
  const [safe, mines] = missed(exact, layerAnswer.known).map((cells) => cells.map(cellOf));
  const provedCount = exact.safe.size + exact.mines.size;
  const off = Math.max(
    0,
    ...layerAnswer.known.probability.map((p, i) =>
      p === null ? 0 : Math.abs(p - /** @type {number} */ (exact.probability[i])),
    ),
  );
  const list = (/** @type {number[][]} */ cells) => [
    ...cells.slice(0, 24).flatMap((cell) => [cellLink(cell), " "]),
    cells.length > 24 ? T.andMore(cells.length - 24) : "",
  ];
  put(
    box,
    element(
      "p",
      {},
      T.misses(layerAnswer.engine ?? "", provedCount - safe.length - mines.length, provedCount) +
        (safe.length + mines.length ? T.missedRinged : ""),
    ),
    safe.length ? element("p", {}, T.missedSafe(safe.length), ...list(safe)) : null,
    mines.length ? element("p", {}, T.missedMines(mines.length), ...list(mines)) : null,
    element("p", { class: "dim" }, T.offBy(fixed(100 * off, 1))),
  );
}
