// A board in the page: rows, cols, codes (-1 hidden, 0..8 clues, 10 mine), mines, density. Positions are never
// changed: an edit makes a new one, so that an answer can say to which position it belongs. Puzzles have two more codes
// (no cell, open without a clue) and groups of cells; puzzles.js says what becomes of these.

import { cellsOf, groundOf, HOLE, suits } from "./ground.js";
import { around } from "./measures.js";
import { T } from "./texts.js";

export const HIDDEN = -1;
export const MINE = 10;
/** Of a cell that is open without a clue. */
export const BLANK = -4;
/** Clues from 10 on are put beyond the mine. */
export const clueCode = (/** @type {number} */ clue) => (clue < MINE ? clue : clue + MINE);
export const clueOf = (/** @type {number} */ code) => (code < MINE ? code : code - MINE);
export const isClue = (/** @type {number} */ code) => code >= 0 && code !== MINE;
const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijk"; // clues 0..8 in links
/** The letters of the other codes in links, and their signs in text. */
const LETTERS = new Map([
  [HIDDEN, "z"],
  [MINE, "m"],
  [HOLE, "o"],
  [BLANK, "q"],
]);
const SIGNS = new Map([
  [HIDDEN, "#"],
  [MINE, "*"],
  [HOLE, "_"],
  [BLANK, "?"],
]);

/**
 * @typedef {{rows: number, cols: number, codes: Int8Array, mines: number | null, density: string | null,
 *   rules?: string, shape?: number[] | null, groups?: import("./puzzles.js").Group[]}} Position
 */
/** @typedef {{rows: string[], mines: number | null, density?: string | null}} BoardModel what goes over the wire */

/** @returns {Position} */
export function empty(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  /** @type {number | null} */ mines,
  /** @type {string | null} */ density = null,
) {
  return { rows, cols, codes: new Int8Array(rows * cols).fill(HIDDEN), mines, density };
}

/** @returns {Position} this position with these cells set */
export function withCells(/** @type {Position} */ position, /** @type {[number, number][]} */ cells) {
  const codes = position.codes.slice();
  for (const [i, code] of cells) codes[i] = code;
  return { ...position, codes };
}

/** @returns {Position} */
export function resized(
  /** @type {Position} */ old,
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  rules = "",
  shape = /** @type {number[] | null} */ (null),
) {
  const made = { ...empty(rows, cols, old.mines, old.density), rules, shape };
  if (rules !== (old.rules ?? "") || String(shape) !== String(old.shape ?? null)) return { ...made, mines: null };
  for (let r = 0; r < Math.min(rows, old.rows); r++) {
    for (let c = 0; c < Math.min(cols, old.cols); c++) made.codes[r * cols + c] = old.codes[r * old.cols + c];
  }
  return made;
}

/** The cells that the clue on a cell sees. */
export const nearOf = (/** @type {Position} */ position, /** @type {number} */ index) =>
  position.rules ? groundOf(position).near[index] : around(position.rows, position.cols, index);

/** The clues that the cells seen from this one allow, in rising order. */
export function clues(/** @type {Position} */ position, /** @type {number} */ index) {
  const { codes } = position;
  const at = position.rules ? groundOf(position) : null;
  let sums = new Set([0]);
  nearOf(position, index).forEach((i, k) => {
    const weight = at?.weights ? at.weights[index][k] : 1;
    if (codes[i] === MINE) sums = new Set([...sums].map((sum) => sum + weight));
    else if (codes[i] === HIDDEN) sums = new Set([...sums, ...[...sums].map((sum) => sum + weight)]);
  });
  return [...new Set(at ? [...sums].flatMap(at.shows) : sums)].sort((a, b) => a - b);
}

/** [least, most] clue that the cells around this one allow. */
export function possible(/** @type {Position} */ position, /** @type {number} */ index) {
  const found = clues(position, index);
  return [found[0], /** @type {number} */ (found.at(-1))];
}

/** The greatest clue that a board of these rules may show. */
export function mostClue(/** @type {Position} */ position) {
  if (!position.rules) return 8;
  const at = groundOf(position);
  const sums = at.near.map((own, i) =>
    own.reduce((sum, _, k) => sum + Math.max(0, at.weights ? at.weights[i][k] : 1), 0),
  );
  return Math.max(1, ...at.shows(Math.max(...sums)), ...at.shows(Math.max(...sums) - 1), ...at.shows(2));
}

/** The code that one step of the wheel gives: only what is possible there. */
export function wheeled(/** @type {Position} */ position, /** @type {number} */ index, /** @type {boolean} */ up) {
  const order = [HIDDEN, ...clues(position, index).map(clueCode), MINE];
  const at = order.indexOf(position.codes[index]);
  return order[(at + (up ? 1 : -1) + order.length) % order.length];
}

/**
 * The cells that setting one changes; `count`: a mine adds one to the opened clues around it.
 * @returns {[number, number][]}
 */
export function edit(
  /** @type {Position} */ position,
  /** @type {number} */ index,
  /** @type {number} */ code,
  count = false,
) {
  const { rows, cols, codes, rules } = position;
  if (codes[index] === code) return [];
  const change = count && !rules ? Number(code === MINE) - Number(codes[index] === MINE) : 0;
  /** @type {[number, number][]} */
  const cells = [[index, code]];
  if (change) {
    for (const i of around(rows, cols, index)) {
      if (codes[i] >= 0 && codes[i] <= 8) cells.push([i, Math.min(8, Math.max(0, codes[i] + change))]);
    }
  }
  return cells;
}

/** @returns {BoardModel} */
export function toModel(/** @type {Position} */ position) {
  const rows = [];
  for (let r = 0; r < position.rows; r++) {
    let row = "";
    for (let c = 0; c < position.cols; c++) {
      const code = position.codes[r * position.cols + c];
      row += (position.rules && c ? " " : "") + (SIGNS.get(code) ?? clueOf(code));
    }
    rows.push(row);
  }
  return { rows, mines: position.mines, density: position.mines === null ? position.density : null };
}

/** @returns {Position} */
export function fromModel(/** @type {any} */ model) {
  if (model.codes) return { ...model, codes: Int8Array.from(model.codes) };
  const position = empty(model.rows.length, model.rows[0].length, model.mines, model.density ?? null);
  model.rows.forEach((/** @type {string} */ row, /** @type {number} */ r) => {
    for (let c = 0; c < row.length; c++) {
      position.codes[r * position.cols + c] = row[c] === "#" ? HIDDEN : row[c] === "*" ? MINE : Number(row[c]);
    }
  });
  return position;
}

/** The rows of a board, with a line between its layers: `-`, and a dash more for each dimension that begins again. */
export function layered(/** @type {Position} */ position) {
  const places = position.shape?.reduce((a, b) => a * b, 1) ?? 0;
  // What has no cell is written as _.
  const wide = places > position.codes.length ? /** @type {number} */ (position.shape?.at(-1)) : 0;
  const { rows: cellRows } = toModel(position);
  const rows = wide
    ? (cellRows
        .join("")
        .padEnd(places, "_")
        .match(new RegExp(`.{${wide}}`, "g")) ?? [])
    : cellRows;
  const sizes = (position.shape ?? []).slice(0, -1).reverse(); // rows of a layer, layers of a block, ...
  return rows.flatMap((row, r) => {
    let dashes = 0;
    let span = 1;
    for (const size of sizes.slice(0, -1)) if (r % (span *= size) === 0) dashes++;
    return r && dashes ? ["-".repeat(dashes), row] : [row];
  });
}

/** A board under rules as JSON has it, with the groups of a puzzle. */
function asJson(/** @type {Position} */ position) {
  const { rules, mines, density, groups = [] } = position;
  const constraints = groups.map(({ cells, counts }) => ({
    cells: cells.map(groundOf(position).name),
    ...(counts.length === 1 ? { mines: counts[0] } : { counts }),
  }));
  return {
    rules,
    mines,
    ...(mines === null && density ? { density } : {}),
    board: layered(position),
    ...(constraints.length ? { constraints } : {}),
  };
}

/** As `minesolver solve` and the page read it; under rules as JSON, which says them. */
export function toText(/** @type {Position} */ position) {
  if (position.rules) return `${JSON.stringify(asJson(position))}\n`;
  const { rows, mines, density } = toModel(position);
  const size = `${position.rows}x${position.cols}`;
  const head = mines !== null ? [`${size}x${mines}`] : density ? [`${size}x~${density}`] : [];
  return [...head, ...rows].join("\n") + "\n";
}

/**
 * The position of a recorded game before the move of this number.
 * @param {{rows: number, cols: number, mines: number | null, rules?: string, shape?: number[] | null, start?:
 * number[][], steps: {shown: number[][]}[]}} game
 * @param {number} move
 * @returns {Position}
 */
export function standing({ rows, cols, mines, rules = "", shape = null, start = [], steps }, move) {
  const made = { ...empty(rows, cols, mines), rules, shape };
  for (const [r, c, code] of [start, ...steps.slice(0, move).map(({ shown }) => shown)].flat())
    made.codes[r * cols + c] = code;
  return made;
}

// A chance between 0 and 1 as people write it; the server checks it again.
export const DENSITY = /^(?:\d{1,18}\/\d{1,18}|\d?\.\d{1,18}|[01])$/;

// 16x30x99:z120A3B - a letter a cell, row by row, with its repetitions; then the groups of a puzzle, ;0.1.2=1. Nothing
// in it needs escaping.
export function toHash(/** @type {Position} */ position) {
  const density = position.density && DENSITY.test(position.density) ? `x~${position.density}` : "";
  const total = position.mines !== null ? `x${position.mines}` : density;
  let cells = "";
  for (let i = 0; i < position.codes.length;) {
    let j = i;
    while (j < position.codes.length && position.codes[j] === position.codes[i]) j++;
    const code = position.codes[i];
    cells += (LETTERS.get(code) ?? SYMBOLS[clueOf(code)]) + (j - i > 1 ? j - i : "");
    i = j;
  }
  const { rules, shape, groups = [] } = position;
  const start = rules ? `${rules}${shape ? `;${shape.join("x")}` : ""};` : "";
  const end = groups.map((group) => `;${group.cells.join(".")}=${group.counts.join(".")}`).join("");
  return `${start}${position.rows}x${position.cols}${total}:${cells}${end}`;
}

// Rules and sizes, rows, columns, mine count or density, cells, groups.
const LINK = new RegExp(
  /^(?:[\w,-]+;(?:\d+(?:x\d+)+;)?)?(\d+)x(\d+)(?:x(\d{1,5}|~[\d./]+))?/.source +
    /:((?:[A-Ya-kzmoq]\d*)*)((?:;[\d.]+=[\d.]+)*)$/.source,
);
const CODES = new Map([...LETTERS].map(([code, letter]) => [letter, code]));

/** Whether this is a board as links hold it. */
export function isBoard(/** @type {any} */ text) {
  try {
    return typeof text === "string" && Boolean(fromHash(text));
  } catch {
    return false;
  }
}

/** @returns {Position} */
export function fromHash(/** @type {string} */ text) {
  const [, rules = "", sizes = ""] = /^([\w,-]+);(?:(\d+(?:x\d+)+);)?/.exec(text) ?? [];
  const found = LINK.exec(text);
  if (!found) throw new Error(T.brokenLink);
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  if (!(rows >= 1 && cols >= 1 && rows <= 256 && cols <= 256 && rows * cols <= 10000))
    throw new Error(T.linkTooLarge(`${found[1]}x${found[2]}`));
  const density = found[3]?.startsWith("~") ? found[3].slice(1) : null;
  if (density !== null && !DENSITY.test(density)) throw new Error(T.badDensity);
  const shape = sizes ? sizes.split("x").map(Number) : null;
  const plain = empty(rows, cols, found[3] && !density ? Number(found[3]) : null, density);
  if (cellsOf(rules, shape ?? [rows, cols]) !== rows * cols || (rules && !suits(rules, shape ?? [rows, cols])))
    throw new Error(T.brokenLink);
  const position = rules ? { ...plain, rules, shape } : plain;
  let i = 0;
  for (const [, letter, times] of found[4].matchAll(/([A-Ya-kzmoq])(\d*)/g)) {
    const code = CODES.get(letter) ?? clueCode(SYMBOLS.indexOf(letter));
    const end = i + (times === "" ? 1 : Number(times));
    if (end > rows * cols) throw new Error(T.linkMore);
    position.codes.fill(code, i, end);
    i = end;
  }
  if (i !== rows * cols) throw new Error(T.linkFewer);
  if (!found[5]) return position;
  if (!rules) throw new Error(T.brokenLink);
  const numbers = (/** @type {string} */ list) => list.split(".").map(Number);
  const groups = found[5]
    .slice(1)
    .split(";")
    .map((group) => ({ cells: numbers(group.split("=")[0]), counts: numbers(group.split("=")[1]) }));
  const hasCell = (/** @type {number} */ cell) => cell < rows * cols && position.codes[cell] !== HOLE;
  if (!groups.every(({ cells }) => new Set(cells).size === cells.length && cells.every(hasCell)))
    throw new Error(T.brokenLink);
  return { ...position, groups };
}
