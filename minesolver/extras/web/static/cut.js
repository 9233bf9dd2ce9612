// A position that is a part of a board, which goes on beyond some of its edges (`position.cut`). There lies a ring of
// hidden cells that the clues share and of which nothing is told. The engine in the browser is asked about the
// position with its ring; the server is told the sides, and answers for the position itself.

import { around } from "../../../protocol/scripts/measures.js";

/** @typedef {import("./position.js").Position} Position */

const HIDDEN = -1; // as in position.js, which needs this module
const MINE = 10;

export const SIDES = ["left", "top", "right", "bottom"];

export const isCut = (/** @type {Position | null | undefined} */ position) => Boolean(position?.cut?.length);

/** The sides in their order; null where one is none. @returns {string[] | null} */
export function sidesOf(/** @type {string[]} */ names) {
  const sides = names.includes("all") ? SIDES : SIDES.filter((side) => names.includes(side));
  return names.every((name) => name === "all" || SIDES.includes(name)) ? sides : null;
}

/** The same position that goes on beyond these sides; it has no mine count then. @returns {Position} */
export function withCut(/** @type {Position} */ { cut: _, ...position }, /** @type {string[]} */ sides) {
  return sides.length ? { ...position, mines: null, cut: sides } : position;
}

/** A position's ring: the size with it, and the places of cells from the one counting to the other. */
function ringOf(/** @type {Position} */ { cut = [], rows, cols }) {
  const [left, top, right, bottom] = SIDES.map((side) => Number(cut.includes(side)));
  const allCols = left + cols + right;
  return {
    rows: top + rows + bottom,
    cols: allCols,
    indexOf: (/** @type {number} */ i) => (Math.floor(i / cols) + top) * allCols + (i % cols) + left,
    within: (/** @type {number[]} */ [row, col]) => [row + top, col + left],
    without: (/** @type {number[]} */ [row, col]) => [row - top, col - left],
  };
}

/** The position with its ring, as one that is whole. @returns {Position} */
export function withRing(/** @type {Position} */ position) {
  const { codes, mines, density } = position;
  const { rows, cols, indexOf } = ringOf(position);
  const allCodes = new Int8Array(rows * cols).fill(HIDDEN);
  codes.forEach((code, i) => {
    allCodes[indexOf(i)] = code;
  });
  return { rows, cols, codes: allCodes, mines, density };
}

/** How many cells of the ring lie beside a cell. */
export function besideRing(/** @type {Position} */ position, /** @type {number} */ index) {
  if (!isCut(position)) return 0;
  const { rows, cols, indexOf } = ringOf(position);
  return around(rows, cols, indexOf(index)).length - around(position.rows, position.cols, index).length;
}

/** A cell of the position as the one with its ring counts rows and columns. */
export const inRing = (/** @type {Position} */ position, /** @type {number[]} */ cell) => ringOf(position).within(cell);

/** What the engine says of a position with its ring, of the position itself; `answer`: of analyse. */
export function withoutRing(/** @type {Position} */ position, /** @type {import("./answers.js").Analysis} */ answer) {
  const { rows, cols } = position;
  const { indexOf, without: inPart } = ringOf(position);
  const isOn = (/** @type {number[]} */ [row, col]) => row >= 0 && row < rows && col >= 0 && col < cols;
  const cells = (/** @type {number[][]} */ list) => list.map(inPart).filter(isOn);
  const steps = (/** @type {import("./answers.js").Step[]} */ list) =>
    list
      .filter(({ cell }) => isOn(inPart(cell)))
      .map(({ cell, clues, after, ...step }) => ({
        ...step,
        cell: inPart(cell),
        clues: clues.map(inPart),
        after: after.map(inPart),
      }));
  const probability = Array.from(position.codes, (_, i) => answer.probability[indexOf(i)]);
  const [safe, mineCells] = [cells(answer.safe), cells(answer.mine_cells)];
  return {
    ...answer,
    probability,
    safe,
    mine_cells: mineCells,
    best: bestOf(position, /** @type {number[]} */ (probability), safe, mineCells),
    ...(answer.reasons && { reasons: steps(answer.reasons) }),
    ...(answer.about && {
      about: { ...answer.about, cell: inPart(answer.about.cell), proof: steps(answer.about.proof) },
    }),
  };
}

/** An error about a position with its ring, about the position itself. */
export function errorWithoutRing(/** @type {Position} */ position, /** @type {import("./engine.js").EngineError} */ error) {
  const { without: inPart } = ringOf(position);
  if (error.clues) error.clues = error.clues.map(inPart);
  if (error.cell) error.cell = inPart(error.cell);
  if (error.row !== undefined) [error.row, error.col] = inPart([error.row, Number(error.col)]); // its own
  return error;
}

/**
 * The cell to open: a safe one, else one of least risk; of equals one next to an opened one, with fewest neighbours,
 * with fewest hidden ones, the first. As `Board.preferred` in Python.
 */
function bestOf(
  /** @type {Position} */ position,
  /** @type {number[]} */ probability,
  /** @type {number[][]} */ safe,
  /** @type {number[][]} */ mines,
) {
  const { rows, cols, codes } = position;
  const indexOf = (/** @type {number[]} */ [row, col]) => row * cols + col;
  const isMine = new Set(mines.map(indexOf));
  let candidates = safe.map(indexOf);
  if (!candidates.length) {
    const open = [...codes.keys()].filter((i) => codes[i] === HIDDEN && !isMine.has(i));
    const leastChance = Math.min(...open.map((i) => probability[i]));
    candidates = open.filter((i) => probability[i] <= leastChance + 1e-9);
  }
  if (!candidates.length) return null;
  const rank = (/** @type {number} */ i) => {
    const neighbours = around(rows, cols, i);
    const hiddenBeyond = besideRing(position, i);
    const hidden = neighbours.filter((j) => codes[j] === HIDDEN).length + hiddenBeyond;
    const isAlone = !neighbours.some((j) => codes[j] >= 0 && codes[j] !== MINE);
    return [Number(isAlone), neighbours.length + hiddenBeyond, hidden, i];
  };
  const ranked = candidates.map(rank).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  const best = ranked[0][3];
  return [Math.floor(best / cols), best % cols];
}

const FIRST_LINE = /^([^\n/]*?)[ \t]*\bcut[ \t]*=[ \t]*([a-z, \t]+?)[ \t]*(?=\r?\n|\/|$)/i;

/** The sides that the first line of a text says, and the text without them; null: it says none. */
export function cutIn(/** @type {string} */ text) {
  const match = FIRST_LINE.exec(text);
  const cut = match && sidesOf(match[2].toLowerCase().split(/[, \t]+/).filter(Boolean));
  if (!match || !cut?.length) return null;
  return { cut, text: (match[1] + text.slice(match[0].length)).replace(/^\s*(?:\r?\n|\/)/, "") };
}
