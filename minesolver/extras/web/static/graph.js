// Boards whose cells lie in no rows: cells by name, with their neighbours and outlines. And what a board says beside
// its clues: numbers on cells, beside lines of cells and in regions, as the drawings of minesolver solve have them.

/** @typedef {import("../../../protocol/scripts/ground.js").Graph} Graph */
/** @typedef {import("../../../protocol/scripts/ground.js").Name} Name */
/**
 * What is said of cells, as JSON has it: how many mines they have, and how these lie.
 * @typedef {{cells: (Name | null)[], mines?: number, counts?: number[], range?: number[], weights?: number[],
 *   table?: unknown, together?: boolean, apart?: boolean, at?: Name, name?: string}} Stated
 */
/** @typedef {{x: number, y: number, text: string, colour: number}} Label a number beside cells; colour -1: of a line */
/** @typedef {{from: number[], to: number[], colour: number}} Edge a piece of the line round a region */
/** @typedef {{key: string, labels: Label[], edges: Edge[]}} Statements */

const NEAR = 0.05; // of the width of a cell: middles so near a line lie on it
const BESIDE = 0.6; // cells: so far from the middle of any is beside it
/** How many colours regions have in turn. */
const COLOURS = 6;

/**
 * Pairs of JSON, which may be an object.
 * @template T
 * @param {[Name, T][] | Record<string, T> | null | undefined} values
 * @returns {[Name, T][]}
 */
const pairs = (values) => (Array.isArray(values) ? values : Object.entries(values ?? {}));

/** The cells of a board on a graph. @returns {Graph} */
export function graphFrom(/** @type {{neighbours: [Name, Name[]][], outlines?: [Name, number[][]][]}} */ values) {
  const neighbours = pairs(values.neighbours);
  const names = neighbours.map(([name]) => name);
  const indices = new Map(names.map((name, index) => [JSON.stringify(name), index]));
  /** @type {Set<number>[]} */
  const neighbourSets = names.map(() => new Set());
  for (const [index, [, neighbourNames]] of neighbours.entries()) {
    for (const otherName of neighbourNames) {
      const otherIndex = indices.get(JSON.stringify(otherName));
      if (otherIndex === undefined || otherIndex === index) continue;
      // An edge may be given from one end only.
      neighbourSets[index].add(otherIndex);
      neighbourSets[otherIndex].add(index);
    }
  }
  const outlines = inACircle(names.length);
  for (const [name, corners] of pairs(values.outlines)) {
    const index = indices.get(JSON.stringify(name));
    if (index !== undefined) outlines[index] = corners;
  }
  const sortedNeighbours = neighbourSets.map((neighbourSet) => [...neighbourSet].sort((a, b) => a - b));
  return { names, indices, near: sortedNeighbours, outlines };
}

/** The outlines of cells to which nobody has given a place: twelve corners each, round a circle. */
function inACircle(/** @type {number} */ cells) {
  const radius = Math.max(1, (0.8 * cells) / Math.PI);
  return Array.from({ length: cells }, (_, cell) => {
    const turn = (2 * Math.PI * cell) / cells;
    return Array.from({ length: 12 }, (_corner, corner) => {
      const angle = (2 * Math.PI * corner) / 12;
      return [radius * Math.sin(turn) + Math.cos(angle) / 2, Math.sin(angle) / 2 - radius * Math.cos(turn)];
    });
  });
}

/** A cell's name as sentences have it: `(1,3)`, `17`. @returns {string} */
export const shownName = (/** @type {Name} */ name) =>
  Array.isArray(name) ? `(${name.map((coordinate) => (Array.isArray(coordinate) ? shownName(coordinate) : coordinate)).join(",")})` : `${name}`;

/** What a constraint of JSON says, in a few characters: `2`, `{2}` together, `-2-` apart; "" where that cannot be. */
export function labelOf(/** @type {Stated} */ constraint) {
  if (constraint.table || constraint.weights) return "";
  const { mines, counts, range } = constraint;
  const text = range ? `${range[0]}..${range[1]}` : counts ? counts.join("/") : String(mines);
  if (constraint.together) return `{${text}}`;
  return constraint.apart ? `-${text}-` : text;
}

/** The middle of an outline's corners. */
export const middle = (/** @type {number[][]} */ outline) =>
  [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);

/** The box round some points: its left and top, how wide and how high it is. */
export function boxOf(/** @type {number[][]} */ points) {
  const [x, y] = [0, 1].map((axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity));
  const [right, bottom] = [0, 1].map((axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity));
  return { x, y, width: right - x, height: bottom - y };
}

/** The area inside an outline. */
export function areaOf(/** @type {number[][]} */ outline) {
  const doubled = outline.reduce((sum, [x, y], corner) => {
    const [nextX, nextY] = outline[(corner + 1) % outline.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled) / 2;
}

/** The texts of constraints that stand on cells, by the index of the cell. */
export function notesOn(/** @type {Stated[]} */ constraints, /** @type {(name: Name) => number} */ indexOf) {
  /** @type {Map<number, string>} */
  const notes = new Map();
  for (const constraint of constraints) {
    const text = labelOf(constraint);
    if (constraint.at === undefined || !text) continue;
    const cell = indexOf(constraint.at);
    notes.set(cell, notes.has(cell) ? `${notes.get(cell)} ${text}` : text);
  }
  return notes;
}

/**
 * The numbers beside lines of cells, and the lines round regions with theirs.
 * @param {Stated[]} constraints
 * @param {(name: Name) => number} indexOf
 * @param {number[][][]} outlines
 * @returns {Statements}
 */
export function statementsBeside(constraints, indexOf, outlines) {
  const middles = outlines.map(middle);
  /** @type {Label[]} */
  const labels = [];
  /** @type {Edge[]} */
  const edges = [];
  let regions = 0;
  for (const constraint of constraints) {
    const text = labelOf(constraint);
    const cells = constraint.cells.flatMap((name) => (name === null ? [] : [indexOf(name)]));
    if (constraint.at !== undefined || !text || !cells.length) continue;
    const line = lineThrough(cells.map((/** @type {number} */ cell) => middles[cell]));
    if (line) {
      const [x, y] = freePlace(line, middles);
      labels.push({ x, y, text, colour: -1 });
      continue;
    }
    const colour = regions++ % COLOURS;
    const border = borderOf(
      cells.map((/** @type {number} */ cell) => outlines[cell]),
      colour,
    );
    edges.push(...border);
    // Its number is within its highest corner.
    const corners = border.flatMap(({ from, to }) => [from, to]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    if (corners.length) labels.push({ x: corners[0][0] + 0.2, y: corners[0][1] + 0.15, text, colour });
  }
  return { key: JSON.stringify([labels, edges]), labels, edges };
}

/** The middles of cells in a straight line, or null. @returns {number[][] | null} */
function lineThrough(/** @type {number[][]} */ middles) {
  const [x, y] = middles[0];
  if (middles.length === 1) return [middles[0], [x, y + 1]]; // as if the line went down
  const [lastX, lastY] = /** @type {number[]} */ (middles.at(-1));
  const length = Math.hypot(lastX - x, lastY - y);
  const isOff = ([px, py] = [0, 0]) =>
    Math.abs((lastX - x) * (py - y) - (lastY - y) * (px - x)) > NEAR * length;
  return length === 0 || middles.some((point) => isOff(/** @type {[number, number]} */ (point))) ? null : middles;
}

/** Where the number of a line stands: a cell before its first one, or after its last, where no cell is. */
function freePlace(/** @type {number[][]} */ line, /** @type {number[][]} */ middles) {
  const ends = [
    [line[0], line[1]],
    [/** @type {number[]} */ (line.at(-1)), /** @type {number[]} */ (line.at(-2))],
  ];
  const candidates = ends.map(([[x, y], [nextX, nextY]]) => {
    const length = Math.hypot(nextX - x, nextY - y) || 1;
    const step = Math.min(1, length) / length;
    return [x - step * (nextX - x), y - step * (nextY - y)];
  });
  const isFree = ([x, y] = [0, 0]) => middles.every(([px, py]) => Math.hypot(x - px, y - py) > BESIDE);
  return candidates.find((candidate) => isFree(/** @type {[number, number]} */ (candidate))) ?? candidates[0];
}

/** The sides of cells that only one of them has. @returns {Edge[]} */
function borderOf(/** @type {number[][][]} */ outlines, /** @type {number} */ colour) {
  /** @type {Map<string, {times: number, edge: Edge}>} */
  const sides = new Map();
  const rounded = (/** @type {number[]} */ point) => point.map((value) => Math.round(100 * value) + 0).join(" ");
  for (const outline of outlines) {
    for (const [k, from] of outline.entries()) {
      const nextCorner = outline[(k + 1) % outline.length];
      const key = [rounded(from), rounded(nextCorner)].sort().join("|");
      sides.set(key, { times: (sides.get(key)?.times ?? 0) + 1, edge: { from, to: nextCorner, colour } });
    }
  }
  return [...sides.values()].filter(({ times }) => times === 1).map(({ edge }) => edge);
}
