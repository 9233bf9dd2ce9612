// Puzzles: boards with places without a cell, cells that are open without a clue, and groups of cells of which a mine
// count is known. Pure: how the engine, the server and files take them, and what an edit makes of them.

import { groundOf, HOLE, sumsOf } from "../../../protocol/scripts/ground.js";
import { BLANK, clueOf, HIDDEN, isClue, MINE } from "./position.js";
import { between } from "../../../protocol/scripts/ruletext.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {{cells: number[], counts: number[]}} Group cells by index, and the mine counts that they may have
 */

/** The most cells of a group, as of a clue, in the core; Python counts those with more. */
const MOST_OF_GROUP = 62;
/** The square board by the name of its rules: under no name it has neither holes nor groups. */
const SQUARE = "square";

/** @type {WeakMap<Int8Array, boolean>} */
const special = new WeakMap(); // by the codes of a position, which are never changed

/** Whether a position has what only puzzles have. */
export function isPuzzle(/** @type {Position} */ { codes, groups }) {
  if (groups?.length) return true;
  if (!special.has(codes)) special.set(codes, codes.includes(HOLE) || codes.includes(BLANK));
  return special.get(codes) === true;
}

/** Whether the engine in the browser counts it. */
export const isCountedHere = (/** @type {Position} */ { groups = [] }) =>
  groups.every(({ cells }) => cells.length <= MOST_OF_GROUP);

/** The position under the name of its rules, which a puzzle on squares needs and a board of Minesweeper has not. */
export function named(/** @type {Position} */ position) {
  if (isPuzzle(position)) return position.rules ? position : { ...position, rules: SQUARE };
  return position.rules === SQUARE ? { ...position, rules: "", groups: [] } : position;
}

// --- for the engine --------------------------------------------------------------------------------------------------

/** A puzzle as the engine takes it: what each clue and each group is about, and which sums they allow. */
export function puzzleLists(/** @type {Position} */ position) {
  const { codes, groups = [] } = position;
  const ground = groundOf(position);
  const neighbours = [...ground.near, ...groups.map(({ cells }) => cells)];
  const ones = neighbours.map((cells) => cells.map(() => 1));
  const weights = ground.weights ? [...ground.weights, ...ones.slice(ground.cells)] : ones;
  const allowed = Array.from(codes, (code, i) => (isClue(code) ? sumsOf(ground, i, clueOf(code)) : null));
  return {
    key: `${ground.rules} ${ground.shape} ${[...ground.holes]} ${JSON.stringify(neighbours.slice(ground.cells))}`,
    neighbours,
    weights,
    allowed: [...allowed, ...groups.map(({ counts }) => counts)],
  };
}

/** The engine's codes: what has no clue is open and says nothing. */
export const engineCodes = (/** @type {Int8Array} */ codes) =>
  codes.map((code) => {
    if (code === HOLE || code === BLANK) return 0;
    if (code === MINE) return -2;
    return code === HIDDEN ? code : clueOf(code);
  });

// --- as people write them --------------------------------------------------------------------------------------------

/** Mine counts as people write them: "2", "1-3", "0, 2". @returns {number[] | null} null: it is no such text */
export function countsFrom(/** @type {string} */ text) {
  const counts = new Set();
  for (const countText of text.split(",")) {
    const [, low, high] = /^\s*(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\s*$/.exec(countText) ?? [];
    if (low === undefined) return null;
    for (const count of between(Number(low), Number(high ?? low))) counts.add(count);
  }
  return counts.size ? [...counts].sort((a, b) => a - b) : null;
}

/** The same as text, neighbours joined: "1-3, 5". */
export function countsText(/** @type {number[]} */ counts) {
  /** @type {number[][]} */
  const runs = [];
  for (const count of counts) {
    const lastRun = runs.at(-1);
    if (lastRun && lastRun[1] === count - 1) lastRun[1] = count;
    else runs.push([count, count]);
  }
  return runs.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(", ");
}

// --- edits -----------------------------------------------------------------------------------------------------------

/** The position with a cell in or out of a group; the one after the last is a new one, whose mine count is 1. */
export function withCellInGroup(
  /** @type {Position} */ position,
  /** @type {number} */ number,
  /** @type {number} */ cell,
  /** @type {boolean} */ inside,
) {
  const groups = [...(position.groups ?? [])];
  const { cells, counts } = groups[number] ?? { cells: [], counts: [1] };
  const otherCells = cells.filter((otherCell) => otherCell !== cell);
  groups[number] = { cells: inside ? [...otherCells, cell].sort((a, b) => a - b) : otherCells, counts };
  return { ...position, groups: groups.filter((group) => group.cells.length) };
}

/** The position with other mine counts of a group. */
export function withCounts(
  /** @type {Position} */ position,
  /** @type {number} */ number,
  /** @type {number[]} */ counts,
) {
  const groups = (position.groups ?? []).map((group, k) => (k === number ? { ...group, counts } : group));
  return { ...position, groups };
}

/**
 * The rows and columns of a board in rows, each with its cells.
 * @returns {{kind: "row" | "column", number: number, cells: number[]}[]}
 */
function linesOf(/** @type {Position} */ { rows, cols, codes }) {
  const line = (/** @type {"row" | "column"} */ kind, /** @type {number} */ number) => {
    const length = kind === "row" ? cols : rows;
    const lineCells = Array.from({ length }, (_, k) => (kind === "row" ? number * cols + k : k * cols + number));
    return { kind, number, cells: lineCells.filter((i) => codes[i] !== HOLE) };
  };
  return [
    ...Array.from({ length: rows }, (_, row) => line("row", row)),
    ...Array.from({ length: cols }, (_, column) => line("column", column)),
  ].filter(({ cells }) => cells.length);
}

/** The row or column that a group is, or undefined. */
export const lineOf = (/** @type {Position} */ position, /** @type {number[]} */ cells) =>
  linesOf(position).find((line) => String(line.cells) === String(cells));

/** The position with a group for each row and column; what is new may have any mine count. */
export function withLines(/** @type {Position} */ position) {
  const { groups = [] } = position;
  const knownGroups = new Set(groups.map(({ cells }) => String(cells)));
  const added = linesOf(position)
    .filter(({ cells }) => !knownGroups.has(String(cells)))
    .map(({ cells }) => ({ cells, counts: Array.from({ length: cells.length + 1 }, (_, count) => count) }));
  return { ...position, groups: [...groups, ...added] };
}

/** The position without a group. */
export const withoutGroup = (/** @type {Position} */ position, /** @type {number} */ number) => ({
  ...position,
  groups: (position.groups ?? []).filter((_, k) => k !== number),
});

/** The position whose groups have only cells that there are. */
export function withoutHoles(/** @type {Position} */ position) {
  const { groups = [], codes } = position;
  if (!groups.some(({ cells }) => cells.some((i) => codes[i] === HOLE))) return position;
  const groupsLeft = groups.map(({ cells, counts }) => ({ cells: cells.filter((i) => codes[i] !== HOLE), counts }));
  return { ...position, groups: groupsLeft.filter(({ cells }) => cells.length) };
}
