// What the rows, the rules and the groups of a board under rules say, for the page and for the npm package. How what is
// wrong is told is the host's.

import { facts } from "./facts.js";
import { parsed } from "./ground.js";

/**
 * @typedef {"unknown" | "undrawn" | "python" | "clue" | "sign" | "empty" | "uneven" | "sphere" | "cube" |
 *   "hole"} Problem
 */

/** What is wrong with a board under rules. `detail`: names or a sign; `line`: which, from 1. */
export class RulesError extends Error {
  constructor(/** @type {Problem} */ problem, detail = "", line = 0) {
    super(problem);
    this.problem = problem;
    this.detail = detail;
    this.line = line;
  }
}

/** Whether a name is that of a geometry or a rule. */
export const isRule = (/** @type {string} */ name) =>
  /^multi-[2-9]$/.test(name) ||
  facts.rules?.some((/** @type {{name: string}} */ rule) => rule.name === name);

/** What is wrong with these names of a geometry and of rules, or null. `isServerless`: without a server. */
export function problemOfNames(/** @type {string} */ rules, /** @type {boolean} */ isServerless) {
  const { others } = parsed(rules);
  const strange = others.filter((name) => !isRule(name));
  if (strange.length) return new RulesError("unknown", strange.join(", "));
  const undrawn = others.filter((name) => facts.geometries.includes(name));
  if (undrawn.length) return new RulesError("undrawn", undrawn.join(", "));
  return others.length && isServerless ? new RulesError("python", others.join(", ")) : null;
}

/** The signs of a row as Python writes it: a list, apart by blanks, or a character each. @returns {string[]} */
export const signsIn = (/** @type {any} */ row) =>
  Array.isArray(row) ? row.map(String) : /\s/.test(row.trim()) ? row.trim().split(/\s+/) : [...row.trim()];

/**
 * The rows of a board, layer by layer, and of each dimension beyond rows and columns how many of its parts there are:
 * a line of dashes ends a layer, one of more dashes a block of layers. `signsOfLine`: what reads the signs.
 */
export function layersOf(
  /** @type {any[]} */ board,
  /** @type {number} */ dimensions,
  /** @type {(line: any, number: number) => string[]} */ signsOfLine = signsIn,
) {
  /** @type {string[][][]} */
  const layers = [[]];
  const layerCounts = new Array(Math.max(1, dimensions - 2)).fill(1);
  for (const [number, line] of board.entries()) {
    const dashes = /^-+$/.exec(String(line).trim())?.[0].length ?? 0;
    if (dashes) {
      layers.push([]);
      for (let k = 0; k < Math.min(dashes, layerCounts.length); k++) layerCounts[k] += 1;
    } else layers.at(-1)?.push(signsOfLine(line, number + 1));
  }
  return { layers, parts: layerCounts };
}

/** The sizes of a board of these layers, the outermost first. Refuses rows that are uneven. */
export function shapeOf(
  /** @type {string[][][]} */ layers,
  /** @type {number[]} */ layerCounts,
  /** @type {number} */ dimensions,
) {
  const [rows, cols] = [layers[0].length, layers[0][0]?.length ?? 0];
  if (!cols) throw new RulesError("empty");
  const uneven = layers.flat().findIndex((row) => row.length !== cols);
  const outer = layerCounts.map((number, k) => number / (layerCounts[k + 1] ?? 1)).reverse();
  const shape = dimensions === 2 ? [rows, cols] : [...outer, rows, cols];
  const isWhole = shape.reduce((a, b) => a * b, 1) === layers.flat(2).length;
  if (uneven >= 0 || !isWhole || layers.some((layer) => layer.length !== rows))
    throw new RulesError("uneven", "", (uneven < 0 ? rows : uneven) + 1);
  return shape;
}

const CONSTRAINT_KEYS = ["cells", "mines", "counts", "range", "name"];

/**
 * The groups that JSON says of the cells of a board, by index; null where it says what only Python has: weights,
 * tables, cells that there are not.
 * @returns {{cells: number[], counts: number[]}[] | null}
 */
export function groupsFrom(/** @type {any[]} */ constraints, /** @type {import("./ground.js").Ground} */ ground) {
  const isPlace = (/** @type {any} */ cell) =>
    Array.isArray(cell) && cell.length === ground.shape.length && cell.every(Number.isInteger);
  const indexOf = (/** @type {any} */ cell) => (isPlace(cell) ? ground.index(cell) : -1);
  const groups = [];
  for (const constraint of constraints) {
    if (constraint === null || typeof constraint !== "object") return null;
    const { cells, mines, counts, range } = constraint;
    const isOther = Object.keys(constraint).some((key) => !CONSTRAINT_KEYS.includes(key));
    const hasRange = range === undefined || (Array.isArray(range) && range.every(Number.isInteger));
    if (!Array.isArray(cells) || isOther || !hasRange) return null;
    const indices = cells.map(indexOf);
    const allowed = range ? between(range[0], range[1]) : (counts ?? [mines]);
    if (!Array.isArray(allowed) || !allowed.every(Number.isInteger) || indices.includes(-1)) return null;
    if (new Set(indices).size < indices.length) return null;
    groups.push({ cells: indices.sort((a, b) => a - b), counts: [...allowed].sort((a, b) => a - b) });
  }
  return groups;
}

/** The whole numbers from one to another; of too many none. */
export const between = (/** @type {number} */ low, /** @type {number} */ high) =>
  high - low < 1000 ? Array.from({ length: Math.max(0, high - low + 1) }, (_, k) => low + k) : [];
