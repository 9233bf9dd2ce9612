// A board in the page: rows, cols, codes (-1 hidden, 0..8 clues, 10 mine), mines, density. Positions are never
// changed: an edit makes a new one, so that an answer can say to which position it belongs. Puzzles have two more codes
// (no cell, open without a clue) and groups of cells; puzzles.js says what becomes of these.

import { besideRing, isCut } from "./cut.js";
import { notesOn, statementsBeside } from "./graph.js";
import { capacityOf, cellsOf, groundOf, HOLE, parsed, prints } from "../../../protocol/scripts/ground.js";
import { around } from "../../../protocol/scripts/measures.js";

export const HIDDEN = -1;
export const MINE = 10;
/** Of a cell that is open without a clue. */
export const BLANK = -4;
/** The codes from here down are of signs that no other code tells: `more.texts` has them, this one's first. */
export const TEXT = -20;
/** Clues from 10 on are put beyond the mine. */
export const clueCode = (/** @type {number} */ clue) => (clue < MINE ? clue : clue + MINE);
export const clueOf = (/** @type {number} */ code) => (code < MINE ? code : code - MINE);
export const isClue = (/** @type {number} */ code) => code >= 0 && code !== MINE;
export const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijk"; // clues 0..8 in links
/** The letters of the other codes in links, and their signs in text. */
export const LETTERS = new Map([
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
 *   rules?: string, shape?: number[] | null, groups?: import("./puzzles.js").Group[], more?: More,
 *   cut?: string[]}} Position
 */
/**
 * @typedef {object} More what some boards have beyond a code for each cell; Python alone counts them
 * @property {import("./graph.js").Graph | null} graph its cells, where they do not lie in rows
 * @property {string[]} texts signs of cells: two mines (`*2`), a clue with a tag or of several numbers
 * @property {Record<number, string>} printed clues on cells that are hidden or mines
 * @property {import("./graph.js").Stated[]} constraints what is known of cells, as JSON has it, but for the mine counts of groups
 */
/** @typedef {{rows: string[], mines: number | null, density?: string | null, cut?: string[]}} BoardModel what goes over the wire */

/** @returns {Position} */
export function empty(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  /** @type {number | null} */ mines,
  /** @type {string | null} */ density = null,
) {
  return { rows, cols, codes: new Int8Array(rows * cols).fill(HIDDEN), mines, density };
}

/** The rows and columns in which cells of a shape are kept: layers one below the other, a sphere as one column. */
export function gridOf(/** @type {string} */ rules, /** @type {number[]} */ shape) {
  const cells = cellsOf(rules, shape);
  const cols = parsed(rules).sphere ? 1 : /** @type {number} */ (shape.at(-1));
  return { rows: cells / cols, cols };
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
  const newPosition = { ...empty(rows, cols, old.mines, old.density), rules, shape };
  const isOtherBoard = rules !== (old.rules ?? "") || String(shape) !== String(old.shape ?? null);
  if (isOtherBoard) return { ...newPosition, mines: null };
  if (old.cut && !rules) newPosition.cut = old.cut;
  for (let r = 0; r < Math.min(rows, old.rows); r++) {
    for (let c = 0; c < Math.min(cols, old.cols); c++) newPosition.codes[r * cols + c] = old.codes[r * old.cols + c];
  }
  return newPosition;
}

/** The cells that the clue on a cell sees. */
export const nearOf = (/** @type {Position} */ position, /** @type {number} */ index) =>
  position.rules ? groundOf(position).near[index] : around(position.rows, position.cols, index);

/** @type {More} */
export const NOTHING_MORE = { graph: null, texts: [], printed: {}, constraints: [] };

/** What a board has more whose cells may hold several mines: signs of all numbers of them, from two on. */
export function moreOfSeveral(/** @type {string} */ rules) {
  const texts = Array.from({ length: capacityOf(rules) - 1 }, (_, further) => `*${further + 2}`);
  return texts.length ? { more: { ...NOTHING_MORE, texts } } : {};
}

/** The code of so many mines in a cell of such a board. */
export const mineCode = (/** @type {number} */ mines) => (mines < 2 ? MINE : TEXT - (mines - 2));

/** How many mines a code of such a board is; 0 where it is none. */
export const minesOf = (/** @type {number} */ code) => (code === MINE ? 1 : code <= TEXT ? TEXT - code + 2 : 0);

/** The sign of what a cell shows, as text has it; `#` of a hidden one, whatever is printed on it. */
export function signOf(/** @type {Position} */ { codes, more }, /** @type {number} */ index) {
  const code = codes[index];
  if (code <= TEXT) return more?.texts[TEXT - code] ?? "?";
  return SIGNS.get(code) ?? String(clueOf(code));
}

/** The sign with what is printed on the cell, as JSON has it. */
function signWithClue(/** @type {Position} */ position, /** @type {number} */ index) {
  const sign = signOf(position, index);
  const printed = position.more?.printed[index];
  if (printed !== undefined) return `${printed}${sign}`;
  const isOpenClue = /^[^#*_?]/.test(sign);
  return isOpenClue && prints(position.rules ?? "") ? `${sign}?` : sign;
}

/** How many mines a cell is known to hold. */
export function minesAt(/** @type {Position} */ position, /** @type {number} */ index) {
  const sign = signOf(position, index);
  return sign.startsWith("*") ? Number(sign.slice(1) || 1) : 0;
}

/** The clue on a cell as text: what it shows, or what is printed on it. */
export const clueText = (/** @type {Position} */ position, /** @type {number} */ index) =>
  position.more?.printed[index] ?? signOf(position, index);

/** How many mines all cells are known to hold. */
export function minesSet(/** @type {Position} */ position) {
  let mines = 0;
  const { codes } = position;
  for (let index = 0; index < codes.length; index++)
    if (codes[index] === MINE || codes[index] <= TEXT) mines += minesAt(position, index);
  return mines;
}

/** The position in which a sign has a code, and that code. @returns {[Position, number]} */
export function withText(/** @type {Position} */ position, /** @type {string} */ sign) {
  const more = position.more ?? NOTHING_MORE;
  const known = more.texts.indexOf(sign);
  if (known >= 0) return [position, TEXT - known];
  return [{ ...position, more: { ...more, texts: [...more.texts, sign] } }, TEXT - more.texts.length];
}

/** The position with a clue printed on a cell, or with none there (null). @returns {Position} */
export function withPrinted(
  /** @type {Position} */ position,
  /** @type {number} */ index,
  /** @type {string | null} */ clue,
) {
  const more = position.more ?? NOTHING_MORE;
  if ((more.printed[index] ?? null) === clue) return position;
  const printed = { ...more.printed };
  if (clue === null) delete printed[index];
  else printed[index] = clue;
  return { ...position, more: { ...more, printed } };
}

/** @type {WeakMap<object, Map<number, string>>} */
const notes = new WeakMap(); // by what a position has more

/** What stands on cells beside what they show: printed clues, and what is said of others there. */
export function notesOf(/** @type {Position} */ position) {
  const { more } = position;
  if (!more) return null;
  let cellNotes = notes.get(more);
  if (!cellNotes) {
    cellNotes = notesOn(more.constraints, groundOf(position).index);
    for (const [index, clue] of Object.entries(more.printed)) cellNotes.set(Number(index), clue);
    notes.set(more, cellNotes);
  }
  return cellNotes;
}

/** What a board says beside its cells, which lie where their outlines are. */
export const statementsOf = (/** @type {Position} */ position, /** @type {number[][][]} */ outlines) =>
  position.more?.constraints.length
    ? statementsBeside(position.more.constraints, groundOf(position).index, outlines)
    : null;

/** The clues that the cells seen from this one allow, in rising order. */
export function clues(/** @type {Position} */ position, /** @type {number} */ index) {
  const { codes } = position;
  const boardGround = position.rules ? groundOf(position) : null;
  const capacity = capacityOf(position.rules ?? "");
  let sums = new Set([0]);
  nearOf(position, index).forEach((i, k) => {
    const weight = boardGround?.weights ? boardGround.weights[index][k] : 1;
    const knownMines = minesAt(position, i);
    const values = codes[i] === HIDDEN ? Array.from({ length: capacity + 1 }, (_, mines) => mines) : [knownMines];
    sums = new Set([...sums].flatMap((sum) => values.map((mines) => sum + weight * mines)));
  });
  for (let ringMines = besideRing(position, index); ringMines > 0; ringMines--)
    sums = new Set([...sums].flatMap((sum) => [sum, sum + 1]));
  return [...new Set(boardGround ? [...sums].flatMap(boardGround.shows) : sums)].sort((a, b) => a - b);
}

/** [least, most] clue that the cells around this one allow. */
export function possible(/** @type {Position} */ position, /** @type {number} */ index) {
  const allowedClues = clues(position, index);
  return [allowedClues[0], /** @type {number} */ (allowedClues.at(-1))];
}

/** The greatest clue that a board of these rules may show. */
export function mostClue(/** @type {Position} */ position) {
  if (!position.rules) return 8;
  const boardGround = groundOf(position);
  const capacity = capacityOf(position.rules);
  const weightOf = (/** @type {number} */ i, /** @type {number} */ k) => boardGround.weights?.[i][k] ?? 1;
  const sums = boardGround.near.map((neighbours, i) =>
    neighbours.reduce((sum, _, k) => sum + capacity * Math.max(0, weightOf(i, k)), 0),
  );
  const mostMines = Math.max(...sums);
  return Math.max(1, ...[mostMines, mostMines - 1, 2].flatMap((mines) => boardGround.shows(mines)));
}

/** The code that one step of the wheel gives: only what is possible there. */
export function wheeled(/** @type {Position} */ position, /** @type {number} */ index, /** @type {boolean} */ up) {
  const order = [HIDDEN, ...clues(position, index).map(clueCode), MINE];
  const orderIndex = order.indexOf(position.codes[index]);
  return order[(orderIndex + (up ? 1 : -1) + order.length) % order.length];
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
      row += (position.rules && c ? " " : "") + signWithClue(position, r * position.cols + c);
    }
    rows.push(row);
  }
  const density = position.mines === null ? position.density : null;
  return { rows, mines: position.mines, density, ...(isCut(position) && { cut: position.cut }) };
}

/** @type {Map<string, number>} */
export const CODE_OF_SIGN = new Map([[".", 0]]);
for (const [code, sign] of SIGNS) CODE_OF_SIGN.set(sign, code);

/** The rows of a board, with a line between its layers: `-`, and a dash more for each dimension that begins again. */
export function layered(/** @type {Position} */ position) {
  const { rows: cellRows } = toModel(position);
  // A sphere is kept in one column, and written in rows of its strips; the last layer has no cells but its poles.
  let rows = cellRows;
  if (position.shape && parsed(position.rules ?? "").sphere) {
    const [siteCount, width] = [position.shape.reduce((a, b) => a * b, 1), /** @type {number} */ (position.shape.at(-1))];
    const signs = [...cellRows, ...new Array(siteCount - cellRows.length).fill("_")];
    const gap = signs.some((sign) => sign.length > 1) ? " " : "";
    rows = Array.from({ length: siteCount / width }, (_, row) => signs.slice(row * width, (row + 1) * width).join(gap));
  }
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
  const { rules, mines, density, groups = [], more } = position;
  const grouped = groups.map(({ cells, counts }) => ({
    cells: cells.map(groundOf(position).name),
    ...(counts.length === 1 ? { mines: counts[0] } : { counts }),
  }));
  const constraints = [...grouped, ...(more?.constraints ?? [])];
  const { graph = null } = more ?? {};
  const named = (/** @type {(index: number) => unknown} */ valueOf) => graph?.names.map((name, index) => [name, valueOf(index)]);
  return {
    rules,
    mines,
    ...(mines === null && density ? { density } : {}),
    ...(graph && {
      neighbours: named((index) => graph.near[index].map((cell) => graph.names[cell])),
      outlines: named((index) => graph.outlines[index]),
    }),
    board: graph ? named((index) => signWithClue(position, index)) : layered(position),
    ...(constraints.length ? { constraints } : {}),
  };
}

/** As `minesolver solve` and the page read it; under rules as JSON, which says them. */
export function toText(/** @type {Position} */ position) {
  if (position.rules) return `${JSON.stringify(asJson(position))}\n`;
  const { rows, mines, density } = toModel(position);
  const size = `${position.rows}x${position.cols}`;
  // Without a first line `*` are hidden cells where none else are, and 0 and 1 a layout.
  const isMeantOtherwise = /^(?:[^#]*\*[^#]*|[01]*1[01]*)$/.test(rows.join(""));
  let head = isMeantOtherwise ? [`${size}x?`] : [];
  if (mines !== null) head = [`${size}x${mines}`];
  else if (density) head = [`${size}x~${density}`];
  if (position.cut?.length) head = [`${head[0] ?? `${size}x?`} cut=${position.cut.join(",")}`];
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
  const stood = { ...empty(rows, cols, mines), rules, shape, ...moreOfSeveral(rules) };
  for (const [r, c, code] of [start, ...steps.slice(0, move).map(({ shown }) => shown)].flat())
    stood.codes[r * cols + c] = code;
  return stood;
}

// A chance between 0 and 1 as people write it; the server checks it again.
export const DENSITY = /^(?:\d{1,18}\/\d{1,18}|\d?\.\d{1,18}|[01])$/;

// 16x30x99:z120A3B - a letter a cell, row by row, with its repetitions; then the groups of a puzzle, ;0.1.2=1. Nothing
// in it needs escaping.
// What needs more than that is its JSON in base64, json:eyJydW.
export function toHash(/** @type {Position} */ position) {
  if (position.more) return JSON_LINK + toBase64(JSON.stringify(asJson(position)));
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
  const cut = isCut(position) ? `;cut=${position.cut?.join(".")}` : "";
  return `${start}${position.rows}x${position.cols}${total}:${cells}${end}${cut}`;
}

export const JSON_LINK = "json:";

/** A text in base64 as addresses have it. */
const toBase64 = (/** @type {string} */ text) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
