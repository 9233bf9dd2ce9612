// Boards that are no rows of signs: links of the page, games of other programs as a line, clues by their coordinates.
// The server reads these as well; this is the page without one (minesolver/io/formats: links, games, clues, lines).

import { Refusal } from "./engine.js";
import { around } from "./measures.js";
import { BLANK, empty, fromHash, HIDDEN, MINE } from "./position.js";
import { T } from "./texts.js";

/** @typedef {import("./position.js").Position} Position */

const MAX_CELLS = 10_000;
const BLOCK = 20; // bytes of a digest by SHA-1

const refused = () => new Refusal({ kind: "board", message: T.reading.nothing });

/** A link of the page, or the part of it from # on. */
const PAGE = /^\s*\S*#board=(\S+)\s*$/;
/** Simon Tatham's Mines: width, height, the first click (column, row), masked or not, a bit for each cell. */
const TATHAM = /^\s*(\d{1,3})(?:x(\d{1,3}))?(?:n\d{1,6})?a?:(?:(\d{1,3}),(\d{1,3}),)?([mu])([0-9a-f]+)\s*$/i;
/** The PTTACG calculator: a level or width and height, and five cells in each digit of base 32. */
const PTTACG = /^\s*<?(?:https?:\/\/)?[\w.-]+\/Minesweeper-ZiNi-Calculator\/?\?b=(\d+)&m=([0-9a-v]+)\S*\s*$/i;
/** A plain puzzle of 14 Minesweeper Variants: width, height, mine count, number, a letter for each cell, the steps. */
const VARIANTS = /^\s*\[V\]!*(\d+)x(\d+)-(\d+)-[^\s-]+\s+([foqFOQ]+)(?:\s+[\dx,V;-]+)?\s*$/;
const LEVELS = new Map([
  ["1", [9, 9]],
  ["2", [16, 16]],
  ["3", [30, 16]],
]);

/** The board of such a text, or null where it is none. @returns {Promise<Position | null>} */
export async function foreign(/** @type {string} */ text) {
  const link = PAGE.exec(text);
  if (link) return fromHash(decodeURIComponent(link[1]));
  const game = TATHAM.exec(text);
  if (game) return ofTatham(game);
  const level = PTTACG.exec(text);
  if (level) return ofPttacg(level);
  const puzzle = VARIANTS.exec(text);
  if (puzzle) return ofVariants(puzzle);
  return ofClues(text);
}

/**
 * What is open of a layout: a clue or a mine in each cell that `isOpen` names, other cells hidden.
 * @returns {Position}
 */
function opened(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  /** @type {boolean[]} */ mines,
  /** @type {(index: number) => boolean} */ isOpen,
) {
  const clue = (/** @type {number} */ index) => around(rows, cols, index).filter((cell) => mines[cell]).length;
  const codes = Int8Array.from(mines, (isMine, index) => (!isOpen(index) ? HIDDEN : isMine ? MINE : clue(index)));
  return { ...empty(rows, cols, mines.filter(Boolean).length), codes };
}

function checkSize(/** @type {number} */ rows, /** @type {number} */ cols) {
  if (!(rows >= 1 && cols >= 1 && rows <= 256 && cols <= 256 && rows * cols <= MAX_CELLS))
    throw new Refusal({ kind: "board", message: T.linkTooLarge(`${rows}x${cols}`) });
}

async function ofTatham(/** @type {RegExpExecArray} */ [, width, height, startCol, startRow, kind, digits]) {
  const [rows, cols] = [Number(height ?? width), Number(width)];
  checkSize(rows, cols);
  if (digits.length !== Math.ceil((rows * cols) / 4)) throw refused();
  const size = Math.ceil((rows * cols) / 8);
  const padded = digits.padEnd(2 * size, "0");
  let bytes = Uint8Array.from({ length: size }, (_, k) => parseInt(padded.slice(2 * k, 2 * k + 2), 16));
  if (kind.toLowerCase() === "m") bytes = await unmasked(bytes, rows * cols);
  const mines = Array.from({ length: rows * cols }, (_, k) => Boolean((bytes[k >> 3] >> (7 - (k & 7))) & 1));
  if (startCol === undefined) return opened(rows, cols, mines, () => true);

  // After the first click: its cell, and all around cells without mines near.
  const start = Number(startRow) * cols + Number(startCol);
  if (Number(startCol) >= cols || Number(startRow) >= rows || mines[start]) throw refused();
  const open = new Set([start]);
  for (const index of open) {
    const neighbours = around(rows, cols, index);
    if (!neighbours.some((cell) => mines[cell])) neighbours.forEach((cell) => open.add(cell));
  }
  return opened(rows, cols, mines, (index) => open.has(index));
}

/** Without the mask: each half was mixed with digests of the other, the second half last. */
async function unmasked(/** @type {Uint8Array} */ bytes, /** @type {number} */ bits) {
  const half = bytes.length >> 1;
  const second = await mixed(bytes.slice(half), bytes.slice(0, half));
  if (bits % 8) second[second.length - 1] &= (0xff00 >> bits % 8) & 0xff;
  const first = await mixed(bytes.slice(0, half), second);
  return Uint8Array.from([...first, ...second]);
}

async function mixed(/** @type {Uint8Array} */ target, /** @type {Uint8Array} */ seed) {
  const result = target.slice();
  for (let block = 0; block * BLOCK < target.length; block++) {
    const message = Uint8Array.from([...seed, ...new TextEncoder().encode(String(block))]);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", message));
    for (let k = 0; k < BLOCK && block * BLOCK + k < target.length; k++) result[block * BLOCK + k] ^= digest[k];
  }
  return result;
}

function ofPttacg(/** @type {RegExpExecArray} */ [, size, digits]) {
  const [cols, rows] = LEVELS.get(size) ?? [
    Number(size.slice(0, size.length >> 1)),
    Number(size.slice(size.length >> 1)),
  ];
  checkSize(rows, cols);
  const bits = [...digits].flatMap((digit) => [16, 8, 4, 2, 1].map((bit) => Boolean(parseInt(digit, 32) & bit)));
  if (bits.length < rows * cols || bits.slice(rows * cols).some(Boolean)) throw refused();
  return opened(rows, cols, bits.slice(0, rows * cols), () => true);
}

function ofVariants(/** @type {RegExpExecArray} */ [, width, height, mineCount, letters]) {
  const [rows, cols] = [Number(height), Number(width)];
  checkSize(rows, cols);
  const mines = [...letters].map((letter) => letter.toLowerCase() === "f");
  if (letters.length !== rows * cols || mines.filter(Boolean).length !== Number(mineCount)) throw refused();
  const isOpen = (/** @type {number} */ index) => letters[index] !== letters[index].toLowerCase();
  const position = opened(rows, cols, mines, isOpen);
  // A cell that is open without a clue makes it a puzzle.
  const blanks = [...letters].flatMap((letter, index) => (letter === "Q" ? [index] : []));
  for (const index of blanks) position.codes[index] = BLANK;
  return blanks.length ? { ...position, rules: "square" } : position;
}

const NUMBERS = String.raw`\(\s{0,9}(\d{1,4})\s{0,9},\s{0,9}(\d{1,4})\s{0,9}`;
const CLUE = new RegExp(
  String.raw`${NUMBERS}\)\s{0,9}(?::|=>?|->)\s{0,9}(\d)(?!\d)|\b[A-Za-z]\w{0,20}${NUMBERS},\s{0,9}(\d)\s{0,9}\)`,
  "g",
);

/** Clues by their coordinates below a line ROWSxCOLS or ROWSxCOLSxMINES, all other cells hidden; or null. */
function ofClues(/** @type {string} */ text) {
  const header = /^\s*(\d{1,3})x(\d{1,3})(?:x(\d{1,5}))?[ \t]*\n/.exec(text);
  if (!header || text.length > MAX_CELLS) return null;
  const boardText = text.slice(header[0].length);
  const between = boardText.replace(CLUE, "");
  if (between.length === boardText.length || /[^\s,;.{}[\]]/.test(between)) return null;
  const [rows, cols] = [Number(header[1]), Number(header[2])];
  checkSize(rows, cols);
  const matches = [...boardText.matchAll(CLUE)];
  const clues = matches.map((match) => match.slice(1).filter((part) => part !== undefined).map(Number));

  // Only a 0, or a number as large as the size, tells from where the coordinates count.
  const hasZero = clues.some(([row, col]) => row === 0 || col === 0);
  const isAtEnd = clues.some(([row, col]) => row === rows || col === cols);
  if (!hasZero && !isAtEnd) throw new Refusal({ kind: "board", message: T.reading.countFrom });
  const first = hasZero ? 0 : 1;
  const position = empty(rows, cols, header[3] ? Number(header[3]) : null);
  for (const [row, col, clue] of clues) {
    if (row - first >= rows || col - first >= cols) throw refused();
    position.codes[(row - first) * cols + col - first] = clue;
  }
  return position;
}
