// Analyse: edit a position, see what is known of it.

import {
  advice,
  announce,
  answer,
  cancel,
  cellOf,
  count,
  detail,
  grid,
  known,
  layer,
  nameOf,
  plain,
  redraw,
  set,
  settings,
  state,
  take,
  worded,
} from "./core.js";
import { $, element, put } from "./dom.js";
import { missed, rank } from "./faces.js";
import { groundOf } from "./ground.js";
import { count as grouped, fixed, long } from "./numbers.js";
import {
  clueCode,
  clueOf,
  DENSITY,
  edit,
  empty,
  fromHash,
  HIDDEN,
  MINE,
  mostClue,
  possible,
  resized,
  toHash,
  wheeled,
  withCells,
} from "./position.js";
import { T } from "./texts.js";
import { cellLink, chip, coached, fraction, guesses, proof, sentence } from "./words.js";

/** @typedef {import("./position.js").Position} Position */

export const EXAMPLE = "9x9x10:z19Dz3B2z4C2B2z4CBA2BCz4B4z4C2z2B2z20";
const HISTORY = 500;

/** @type {Position} */
let position = fromHash(EXAMPLE);
/** @type {Position[]} */
let undone = [];
/** @type {Position[]} */
let done = [];
let typing = ""; // what the last step of the history was, where several may be one
/** @type {number | "look"} */
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

/** Boards of one file: the first is shown, a pager has the others. */
export function loadAll(/** @type {Position[]} */ boards) {
  pages = boards;
  page = 0;
  load(boards[0]);
  redraw();
}

export function turn(/** @type {number} */ by) {
  page = Math.max(0, Math.min(pages.length - 1, page + by));
  load(pages[page]);
}

export function travel(/** @type {number} */ by) {
  const [from, to] = by < 0 ? [done, undone] : [undone, done];
  const next = from.pop();
  if (!next) return;
  to.push(position);
  position = next;
  typing = "";
  totalProblem = "";
  take(position);
}

export function clear() {
  if (position.codes.some((code) => code !== HIDDEN))
    change(empty(position.rows, position.cols, position.mines, position.density));
}

export function startEmpty() {
  load(empty(9, 9, 10));
}

/** The problem with this size, or "" where it was set. */
export function resize(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  rules = "",
  shape = /** @type {number[] | null} */ (null),
) {
  const { max_side: side, max_cells: most } = state.options;
  if (
    !Number.isInteger(rows) ||
    !Number.isInteger(cols) ||
    rows < 1 ||
    cols < 1 ||
    rows > side ||
    cols > side ||
    rows * cols > most
  )
    return T.sizeLimits(side, most);
  const other = rules !== (position.rules ?? "") || String(shape) !== String(position.shape ?? null);
  if (rows !== position.rows || cols !== position.cols || other) change(resized(position, rows, cols, rules, shape));
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
    (mines !== null && !(Number.isInteger(mines) && mines >= 0 && mines <= state.options.max_cells))
  )
    totalProblem = T.minesLimits(state.options.max_cells);
  else if (mines === null && density && !DENSITY.test(density)) totalProblem = T.badDensity;
  if (totalProblem) {
    cancel();
    return;
  }
  if (mines !== position.mines || (density || null) !== position.density)
    change({ ...position, mines, density: density || null }, "total");
  else if (!answer()) count();
}

const STEPS = "minesolver.steps";

/** Keep the history over a reload of the page. */
export function remember() {
  try {
    sessionStorage.setItem(
      STEPS,
      JSON.stringify([toHash(position), done.slice(-100).map(toHash), undone.slice(-100).map(toHash)]),
    );
  } catch {
    // without storage it lasts as long as the page
  }
}

/** The position is where the history begins; after a reload it is what it was. */
export function forget() {
  done = [];
  undone = [];
  try {
    const [now, before, after] = JSON.parse(sessionStorage.getItem(STEPS) ?? "[]");
    if (now === toHash(position)) [done, undone] = [before.map(fromHash), after.map(fromHash)];
  } catch {
    // as above
  }
  redraw();
}

export function settle() {
  typing = "";
}

export function choose(/** @type {number | "look"} */ code) {
  brush = code;
  for (const button of $("brushes").children) {
    const chosen = button.dataset.code === String(code);
    button.setAttribute("aria-checked", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
}

let brushes = /** @type {(number | "look")[]} */ ([]);

/** A brush for each clue that the board may show. */
export function makeBrushes() {
  const most = mostClue(position);
  const wanted = /** @type {(number | "look")[]} */ ([
    "look",
    HIDDEN,
    ...Array.from({ length: most + 1 }, (_, clue) => clueCode(clue)),
    MINE,
  ]);
  if (String(wanted) === String(brushes)) return;
  const begun = brushes.length > 0;
  brushes = wanted;
  $("brushes").replaceChildren(
    ...brushes.map((code) => {
      const what =
        code === "look"
          ? T.look
          : code === HIDDEN
            ? T.brushes.hidden
            : code === MINE
              ? T.brushes.mine
              : code === 0
                ? T.brushes.zero
                : T.brushes.clue(clueOf(Number(code)));
      const sign =
        code === "look" ? T.brushes.look : code === HIDDEN || code === MINE ? "" : String(clueOf(Number(code)));
      return element(
        "button",
        {
          type: "button",
          role: "radio",
          class: `brush o${code === "look" || code === HIDDEN || code === MINE ? code : Math.min(8, clueOf(Number(code)))}`,
          "data-code": String(code),
          title: what,
          "aria-label": code === "look" ? `${T.brushes.look}: ${what}` : what,
          onclick: () => choose(/** @type {any} */ (code)),
        },
        sign,
      );
    }),
  );
  if (begun) return choose(brushes.includes(brush) ? brush : 1);
  $("brushes").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = brushes[(brushes.indexOf(brush) + step + brushes.length) % brushes.length];
    choose(/** @type {any} */ (next));
    $("brushes").querySelector(`[data-code="${next}"]`).focus();
  });
  choose(matchMedia("(pointer: coarse)").matches ? "look" : 1); // a finger looks before it changes
}

function assign(/** @type {number} */ index, /** @type {number} */ code, kind = "") {
  const cells = edit(position, index, code, settings.flagsCount);
  if (!cells.length) return false;
  let next = withCells(position, cells);
  if (settings.lockMines && next.mines !== null)
    next = { ...next, mines: Math.max(0, next.mines + Number(code === MINE) - Number(position.codes[index] === MINE)) };
  change(next, kind);
  return true;
}

export function goToBest() {
  if (known()?.best >= 0) grid.moveTo(known().best);
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
  leave() {},
  face() {
    clear();
  },
  stroke(index, first) {
    if (brush === "look") return;
    if (first) {
      // The first cell decides: set, or clear what is set already.
      stroke = position.codes[index] === brush ? HIDDEN : brush;
      typing = "";
      joined = false;
    }
    if (assign(index, stroke, joined ? "stroke" : "")) {
      joined = true;
      typing = "stroke";
    }
  },
  tap() {},
  secondary(index) {
    assign(index, position.codes[index] === MINE ? HIDDEN : MINE);
  },
  press: () => [],
  wheel(index, up, alt) {
    if (!alt && !settings.wheel) return false;
    if (index >= 0) assign(index, wheeled(position, index, up));
    return true;
  },
  key(event) {
    const index = grid.cursor;
    let code = null;
    if (/^[0-8]$/.test(event.key)) code = Number(event.key);
    else if (event.key === ".") code = 0;
    else if (["#", "Delete", "Backspace"].includes(event.key)) code = HIDDEN;
    else if (event.key === "*") code = MINE;
    else if (event.key === " " || event.key === "Enter") {
      this.stroke(index, true);
      return true;
    } else if (settings.letters) {
      const letter = event.key.toLowerCase();
      if (letter === "h") code = HIDDEN;
      else if (letter === "m" || letter === "f") code = MINE;
      else if (letter === "b") {
        goToBest();
        return true;
      }
    }
    if (code === null) return false;
    assign(index, code);
    if (settings.advance)
      grid.moveTo(
        event.key === "Backspace" ? Math.max(index - 1, 0) : Math.min(index + 1, position.codes.length - 1),
        true,
      );
    return true;
  },
  leds() {
    const { codes, mines } = state.shown;
    let marked = 0;
    for (const code of codes) if (code === MINE) marked++;
    const found = answer();
    const safe = known()?.safe.size ?? 0;
    return {
      left: mines === null ? null : mines - marked,
      right: String(Math.min(999, safe)).padStart(3, "0"),
      rightLabel: T.safeCells(safe),
      green: true,
      face:
        found && (found.problem || found.conflict)
          ? "dead"
          : state.counting === "slow"
            ? "oh"
            : found && !found.best
              ? "cool"
              : "smile",
    };
  },
  panel() {
    const { rows, cols, mines, density } = position;
    $("size").textContent =
      `${position.shape ? position.shape.join("×") : T.sizeOf(rows, cols)}${position.rules ? ` ${position.rules}` : ""}`;
    makeBrushes();
    if (document.activeElement !== $("mines") || !totalProblem) {
      if (document.activeElement !== $("mines")) $("mines").value = totalProblem ? $("mines").value : (mines ?? "");
      if (document.activeElement !== $("density"))
        $("density").value = totalProblem ? $("density").value : (density ?? "");
    }
    $("density-label").hidden = mines !== null;
    $("undo").disabled = !done.length;
    $("redo").disabled = !undone.length;
    $("clear").disabled = position.codes.every((code) => code === HIDDEN);
    $("pager").hidden = pages.length < 2;
    if (pages.length > 1) {
      $("page-of").textContent = T.boardOf(page + 1, pages.length);
      $("previous").disabled = page === 0;
      $("next").disabled = page === pages.length - 1;
    }
    const found = answer();
    const wrongTotal =
      totalProblem !== "" ||
      Boolean(found?.conflict?.mineCount) ||
      (found?.problem?.kind === "board" && !found.problem.cell);
    $("mines").setAttribute("aria-invalid", String(wrongTotal));
    $("welcome").hidden = !settings.welcome;
    $("review").hidden = true;
    $("legend").hidden = false;
    $("message").hidden = true;
    result();
    cellCard();
    comparison();
  },
};

/** The clues that cannot hold together. */
function clash(/** @type {any} */ { clues, mineCount: counted }) {
  return T.conflict(
    clues.map((/** @type {number[]} */ [r, c]) =>
      T.clueAt(clueOf(state.shown.codes[r * state.shown.cols + c]), `(${r},${c})`),
    ),
    counted,
  );
}

function retry() {
  state.answer = null;
  count();
}

/** The card with the answer, for every mode that shows chances. */
export function result() {
  const box = $("result");
  const found = answer();
  box.hidden = false;
  let dock = T.counting;
  if (totalProblem) {
    put(box, element("p", { class: "headline bad" }, T.notBoard), element("p", { class: "error" }, totalProblem));
    dock = T.notBoard;
  } else if (state.counting === "cancelled") {
    put(box, element("p", {}, T.cancelled), element("button", { type: "button", onclick: count }, T.again));
    dock = T.cancelled;
  } else if (!found) {
    if (state.counting === "slow")
      put(
        box,
        element("p", {}, T.counting),
        element("button", { type: "button", id: "cancel", onclick: cancel }, T.cancel),
      );
    else put(box, element("p", { class: "dim" }, T.counting));
  } else if (found.problem) {
    const said = worded(found.problem);
    dock = found.problem.kind === "board" ? T.notBoard : T.noAnswer;
    put(
      box,
      element("p", { class: "headline bad" }, dock),
      element("p", { class: "error" }, said),
      found.problem.kind === "board" ? null : element("button", { type: "button", onclick: retry }, T.again),
    );
    announce(`${dock}: ${said}`);
  } else if (found.conflict) {
    dock = T.contradiction;
    put(
      box,
      element("p", { class: "headline bad" }, T.contradiction),
      element("p", { class: "error" }, sentence(clash(found.conflict))),
      element("p", { class: "dim" }, found.conflict.smallest ? T.smallest : T.smaller),
    );
    announce(`${T.contradiction}: ${plain(clash(found.conflict))}`);
  } else dock = answered(box, found);
  $("dock-answer").hidden = false;
  $("dock-answer").textContent = looked() || dock;
}

/** What the dock of a phone says of the cell that was tapped last, or "". */
function looked() {
  const index = state.looking;
  const now = known();
  if (index < 0 || state.shown.codes[index] !== HIDDEN || !now || state.mode !== "analyse") return "";
  const p = now.probability[index];
  const what = now.safe.has(index)
    ? T.provedSafe
    : now.mines.has(index)
      ? T.provedMine
      : p === null || p === undefined
        ? T.noEstimate
        : now.exact
          ? T.mineChance(long(p, 1))
          : T.aboutMine(Math.round(100 * p).toFixed());
  return T.whyCell(nameOf(cellOf(index)), what);
}

function answered(/** @type {Element} */ box, /** @type {any} */ found) {
  const advised = advice();
  const best = advised?.cell ?? found.best;
  const facts = [
    [T.layouts, found.solutions === null ? T.notCounted : grouped(found.solutions)],
    [T.proved, T.provedCount(found.safe.length, found.mine_cells.length)],
  ];
  if (state.shown.mines === null) facts.push([T.mineTotal, T.totalUnknown(state.shown.density ?? "1/2")]);
  if (state.shown.rules && seams(state.shown)) facts.push([T.edgesJoined, seams(state.shown)]);
  /** @type {any[]} */
  let title = [T.nothingLeft];
  let said = T.nothingLeft;
  const rough = !found.is_exact;
  if (rough && !found.safe.length) title = [(said = T.roughTitle)];
  else if (best) {
    const index = best[0] * state.shown.cols + best[1];
    const safe = found.known.safe.has(index);
    const p = found.probability[index];
    title = [
      safe ? T.openBest : T.guessBest,
      cellLink(best),
      " ",
      safe ? element("span", { class: "badge proved" }, T.safe) : p === null ? "" : chip(p),
    ];
    said = `${safe ? T.openBest : T.guessBest}${nameOf(best)}: ${safe ? T.safe : p === null ? T.guess : T.mineChance(long(p))}`;
  }
  put(
    box,
    element("p", { class: "headline" }, ...title),
    rough ? element("p", { class: "warn" }, T.roughAbout) : null,
    rough ? element("button", { type: "button", onclick: retry }, T.again) : null,
    advised ? element("p", {}, coached(found, advised)) : null,
    element(
      "dl",
      { class: "facts" },
      ...facts.flatMap(([term, value]) => [
        element("dt", {}, term),
        element("dd", { title: term === T.layouts && found.solutions?.length < 2000 ? found.solutions : null }, value),
      ]),
    ),
    advised ? guesses(advised.candidates, T.guessesPolicy) : rough ? null : guesses(found.candidates, T.guesses),
  );
  announce(said);
  return said;
}

/** Which edges of a board are joined, in words, or "". */
const seams = (/** @type {Position} */ board) =>
  groundOf(board).folded
    ? T.seamsOfNet
    : groundOf(board)
        .wraps.map((way, d) => (way ? T.seam(d, way < 0) : ""))
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
  const code = state.shown.codes[index];
  const title = element("h2", {}, T.cellTitle(nameOf(cellOf(index))));
  if (code !== HIDDEN) {
    const [low, high] = possible(state.shown, index);
    const wrong = code !== MINE && (clueOf(code) < low || clueOf(code) > high);
    put(
      box,
      title,
      element("p", {}, code === MINE ? T.isMine : T.opened(clueOf(code))),
      wrong ? element("p", { class: "error" }, T.canBe(low, high)) : null,
    );
    return;
  }
  const now = known();
  const p = now?.probability[index];
  if (p === null || p === undefined) {
    put(box, title, element("p", {}, now ? T.noEstimate : T.hidden));
    return;
  }
  const proved = now.safe.has(index) ? T.provedSafe : now.mines.has(index) ? T.provedMine : "";
  const found = detail();
  const parts = [
    title,
    element(
      "p",
      { class: "big" },
      proved || (now.exact ? T.mineChance(long(p)) : T.aboutMine(Math.round(100 * p).toFixed())),
    ),
  ];
  if (!now.exact) parts.push(proved ? null : element("p", { class: "warn" }, T.estimate));
  else if (!found) parts.push(element("p", { class: "dim" }, "…"));
  else if (found.problem) parts.push(element("p", { class: "error" }, worded(found.problem)));
  else {
    if (found.exact !== null && !proved) parts.push(element("p", { class: "exact" }, T.exactly, fraction(found.exact)));
    if (found.exact === null && !proved) parts.push(element("p", { class: "warn" }, T.estimate));
    const { less, of } = rank(now.probability, state.shown, index);
    if (!proved && now.exact) parts.push(element("p", { class: "dim" }, less ? T.riskRank(less, of) : T.leastRisk));
    parts.push(proof(found.proof));
  }
  put(box, ...parts);
}

/** What simple deduction misses. */
export function comparison() {
  const box = $("comparison");
  const found = layer();
  if (!$("compare").open || !found) return put(box);
  if (found.problem) return put(box, element("p", { class: "error" }, worded(found.problem)));
  const exact = known();
  if (!exact) return put(box);
  const [safe, mines] = missed(exact, found.known).map((cells) => cells.map(cellOf));
  const all = exact.safe.size + exact.mines.size;
  const off = Math.max(
    0,
    ...found.probability.map((/** @type {number | null} */ p, /** @type {number} */ i) =>
      p === null ? 0 : Math.abs(p - exact.probability[i]),
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
      T.misses(found.engine, all - safe.length - mines.length, all) +
        (safe.length + mines.length ? T.missedRinged : ""),
    ),
    safe.length ? element("p", {}, T.missedSafe(safe.length), ...list(safe)) : null,
    mines.length ? element("p", {}, T.missedMines(mines.length), ...list(mines)) : null,
    element("p", { class: "dim" }, T.offBy(fixed(100 * off, 1))),
  );
}
