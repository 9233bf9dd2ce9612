// A recorded game as an animated picture: one frame a move, in which only what has changed is drawn.

import { gif } from "./gif.js";
import { HIDDEN, MINE, standing } from "./position.js";

/** @typedef {import("./replay.js").Recording} Recording */
/** @typedef {import("./position.js").Position} Position */

const SIDE = 20; // pixels of a cell
const FIRST = 80; // hundredths of a second that the closed board stays
const LAST = 300; // and the end
const [SHORTEST, LONGEST, UNTIMED] = [8, 100, 35]; // of a move; people who think long are not waited for

const PALETTE = [
  [0xc6, 0xcc, 0xd6], // a hidden cell, its light and its dark edge
  [0xff, 0xff, 0xff],
  [0x7b, 0x84, 0x92],
  [0xf4, 0xf6, 0xf9], // an open cell, the line beside it
  [0xb9, 0xc0, 0xca],
  [0x15, 0x19, 0x1f], // a mine
  [0xff, 0x4a, 0x3d], // that was opened
  [0x17, 0x46, 0xd1], // the clues from 1 to 8, as on the page
  [0x1a, 0x6b, 0x1f],
  [0xc4, 0x16, 0x1c],
  [0x1d, 0x1a, 0x84],
  [0x7c, 0x11, 0x14],
  [0x0b, 0x6b, 0x73],
  [0, 0, 0], // what is as it was; the clue 7 has the colour of a mine
  [0x5c, 0x63, 0x6e],
  [0xff, 0xb0, 0x00], // around the cell of the move
];
const [TILE, LIGHT, DARK, OPEN, LINE, INK, BOOM, FIRST_CLUE, CLEAR, MOVE] = [0, 1, 2, 3, 4, 5, 6, 7, 13, 15];

/** Digits of five by seven dots, a row of bits each. */
const DIGITS = [
  [],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
];

/** Whether a dot of a cell belongs to the drawing of its clue or mine. */
function isInk(/** @type {number} */ code, /** @type {number} */ x, /** @type {number} */ y) {
  if (code === MINE) return (x - SIDE / 2 + 0.5) ** 2 + (y - SIDE / 2 + 0.5) ** 2 < (SIDE * 0.28) ** 2;
  const [col, row] = [Math.floor((x - 5) / 2), Math.floor((y - 3) / 2)]; // dots are two pixels wide
  return col >= 0 && col < 5 && row >= 0 && row < 7 && ((DIGITS[code]?.[row] ?? 0) >> (4 - col)) % 2 === 1;
}

/** The colour of a pixel of a cell. */
function colour(
  /** @type {number} */ code,
  /** @type {boolean} */ isMove,
  /** @type {number} */ x,
  /** @type {number} */ y,
) {
  const edge = Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y);
  if (isMove && edge < 2) return MOVE;
  if (code === HIDDEN) {
    if (edge >= 2) return TILE;
    return x + y < SIDE - 1 ? LIGHT : DARK;
  }
  if (isInk(code, x, y)) return code === MINE || code === 7 ? INK : FIRST_CLUE + code - 1;
  if (code === MINE) return BOOM;
  return x === SIDE - 1 || y === SIDE - 1 ? LINE : OPEN;
}

/** The smallest rectangle of cells around these. */
function around(/** @type {number[]} */ cells, /** @type {number} */ cols) {
  const rows = cells.map((i) => Math.floor(i / cols));
  const columns = cells.map((i) => i % cols);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return { top, left, height: Math.max(...rows) - top + 1, width: Math.max(...columns) - left + 1 };
}

/** A frame of some cells of a position. */
function frameOf(
  /** @type {Position} */ { codes, cols },
  /** @type {Set<number>} */ moved,
  /** @type {number[]} */ cells,
  /** @type {number} */ delay,
) {
  const { top, left, width, height } = around(cells, cols);
  const drawn = new Set(cells);
  const pixels = new Uint8Array(width * height * SIDE * SIDE);
  for (let y = 0; y < height * SIDE; y++) {
    for (let x = 0; x < width * SIDE; x++) {
      const cell = (top + Math.floor(y / SIDE)) * cols + left + Math.floor(x / SIDE);
      const isDrawn = drawn.has(cell);
      pixels[y * width * SIDE + x] = isDrawn ? colour(codes[cell], moved.has(cell), x % SIDE, y % SIDE) : CLEAR;
    }
  }
  return { left: left * SIDE, top: top * SIDE, width: width * SIDE, height: height * SIDE, pixels, delay };
}

/** How long the picture before a move stays, by the clock of the game. */
function delayOf(/** @type {Recording} */ { steps }, /** @type {number} */ number) {
  const [now, before] = [steps[number].seconds, number ? steps[number - 1].seconds : 0];
  if (now === null || before === null) return UNTIMED;
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, 100 * (now - before))));
}

/** Whether a game can be filmed: on squares, with clues of one digit. */
export function isFilmed(/** @type {Recording & {rules?: string}} */ { rules = "", steps }) {
  const isDrawn = (/** @type {number[]} */ [, , code]) => code <= 8 || code === MINE;
  return !rules && steps.length > 0 && steps.every(({ shown }) => shown.every(isDrawn));
}

/** The game as an animated GIF. */
export function film(/** @type {Recording} */ recording) {
  const { rows, cols, steps } = recording;
  let position = standing(recording, 0);
  /** @type {Set<number>} */
  let moved = new Set();
  const frames = [frameOf(position, moved, [...position.codes.keys()], FIRST)];
  for (const [number, { cells }] of steps.entries()) {
    frames[number].delay = number ? delayOf(recording, number) : FIRST;
    const next = standing(recording, number + 1);
    const now = new Set(cells.map(([r, c]) => r * cols + c));
    const changed = [...next.codes.keys()].filter((i) => next.codes[i] !== position.codes[i]);
    frames.push(frameOf(next, now, [...changed, ...now, ...moved], UNTIMED));
    position = next;
    moved = now;
  }
  frames[frames.length - 1].delay = LAST;
  return gif(cols * SIDE, rows * SIDE, PALETTE, CLEAR, frames);
}
