// Boards under rules in text, for the page and for the npm package: JSON, or rows under a line of rules. What is read
// are the signs of the cells; what they are to the host, and how it says what is wrong, is the host's.

import { facts } from "./facts.js";
import { cellsOf, parsed, prints, suits } from "./ground.js";

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

const isRule = (/** @type {string} */ name) =>
  /^multi-[2-9]$/.test(name) ||
  facts.rules?.some((/** @type {{name: string}} */ rule) => rule.name === name);

/** What is wrong with these names of a geometry and of rules, or null. `here`: without a server. */
export function problemOfNames(/** @type {string} */ rules, /** @type {boolean} */ here) {
  const { others } = parsed(rules);
  const strange = others.filter((name) => !isRule(name));
  if (strange.length) return new RulesError("unknown", strange.join(", "));
  const undrawn = others.filter((name) => facts.geometries.includes(name));
  if (undrawn.length) return new RulesError("undrawn", undrawn.join(", "));
  return others.length && here ? new RulesError("python", others.join(", ")) : null;
}

const SIZES = /\s*(\d+(?:[ \t]*x[ \t]*\d+)+)(?:[ \t]*x[ \t]*(\?|~[\d./]+))?/;
const NAMES = /([^\s/,]*[a-z][^\s/,]*(?:[ \t]*,[ \t]*[^\s/,]+)*)/;
const HEADED = new RegExp(`^${SIZES.source}[ \\t]+${NAMES.source}[ \\t]*\\r?\\n([^]*)$`, "i");

/** What a text says whose first line is such as `6x6x14 hex,liar`, `6x6x? hex` or `6x6x~1/5 hex`; null: it is none. */
function headed(/** @type {string} */ text) {
  const headedParts = HEADED.exec(text);
  if (!headedParts) return null;
  const [, numbers, prior, names, boardText] = headedParts;
  const rules = names.toLowerCase().replace(/\s/g, "");
  // Such as `1 x 2 x` are cells, and the x no rules.
  if (rules.split(",").some((name) => name.length < 3 && !isRule(name))) return null;
  const { dimensions } = parsed(rules);
  const sizes = numbers.split(/\s*x\s*/i).map(Number);
  const lines = boardText.split(/\r?\n/).filter((line) => line.trim());
  return {
    rules,
    sizes: sizes.slice(0, dimensions),
    // Of one column a row is one sign, however long.
    board: sizes[dimensions - 1] === 1 ? lines.map((line) => (/^\s*-+\s*$/.test(line) ? line : [line.trim()])) : lines,
    mines: prior === undefined && sizes.length > dimensions ? sizes.at(-1) : null,
    density: prior?.startsWith("~") ? prior.slice(1) : null,
  };
}

const NAMED = /^\s*(?:rules:?\s+)?([a-z0-9][\w-]*(?:\s*,\s*[a-z][\w-]*)*)[ \t]*\r?\n([^]*)$/i;

/** What rows say after a line of rules, and perhaps one of their size; null: the line names no rule. */
function afterNames(/** @type {string} */ text) {
  const [, names, boardText = ""] = NAMED.exec(text) ?? [];
  const rules = names?.toLowerCase().replace(/\s/g, "");
  if (!rules?.split(",").some(isRule)) return null;
  const lines = boardText
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const size = /^[\dx]+x(\d+)$/.exec(lines[0] ?? "");
  if (size) lines.shift();
  return { rules, board: lines, mines: size ? Number(size[1]) : null };
}

/** An object of JSON, or null. @returns {any} */
function fromJson(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The signs of a row as Python writes it: a list, apart by blanks, or a character each. @returns {string[]} */
export const signsIn = (/** @type {any} */ row) =>
  Array.isArray(row) ? row.map(String) : /\s/.test(row.trim()) ? row.trim().split(/\s+/) : [...row.trim()];

/** The signs of one line of a board, each of which has to be one of these or a number. */
function checkedSigns(/** @type {any} */ row, /** @type {number} */ line) {
  const signs = signsIn(row);
  const strange = signs.find((sign) => !/^(?:[#*._?]|\d+)$/.test(sign));
  // What Python has and no script: clues of several rules, or of several numbers.
  if (strange !== undefined && /^(?:[A-Z0-9'^]*[A-Z]['^]?\S+|\d+[+√vh]\S*)$/.test(strange))
    throw new RulesError("clue", strange, line);
  if (strange !== undefined) throw new RulesError("sign", strange, line);
  return signs;
}

/**
 * The rows of a board, layer by layer, and of each dimension beyond rows and columns how many of its parts there are:
 * a line of dashes ends a layer, one of more dashes a block of layers. `isKnown`: somebody else has read the signs.
 */
export function layersOf(/** @type {any[]} */ board, /** @type {number} */ dimensions, isKnown = false) {
  /** @type {string[][][]} */
  const layers = [[]];
  const parts = new Array(Math.max(1, dimensions - 2)).fill(1);
  for (const [number, line] of board.entries()) {
    const dashes = /^-+$/.exec(String(line).trim())?.[0].length ?? 0;
    if (dashes) {
      layers.push([]);
      for (let k = 0; k < Math.min(dashes, parts.length); k++) parts[k] += 1;
    } else layers.at(-1)?.push(isKnown ? signsIn(line) : checkedSigns(line, number + 1));
  }
  return { layers, parts };
}

/** The sizes of a board of these layers, the outermost first. Refuses rows that are uneven. */
export function shapeOf(
  /** @type {string[][][]} */ layers,
  /** @type {number[]} */ parts,
  /** @type {number} */ dimensions,
) {
  const [rows, cols] = [layers[0].length, layers[0][0]?.length ?? 0];
  if (!cols) throw new RulesError("empty");
  const uneven = layers.flat().findIndex((row) => row.length !== cols);
  const outer = parts.map((number, k) => number / (parts[k + 1] ?? 1)).reverse();
  const shape = dimensions === 2 ? [rows, cols] : [...outer, rows, cols];
  const isWhole = shape.reduce((a, b) => a * b, 1) === layers.flat(2).length;
  if (uneven >= 0 || !isWhole || layers.some((layer) => layer.length !== rows))
    throw new RulesError("uneven", "", (uneven < 0 ? rows : uneven) + 1);
  return shape;
}

/**
 * @typedef {object} SignedBoard a board under rules by the signs of its cells
 * @property {string} rules
 * @property {number[]} shape
 * @property {string[]} signs of each cell: `#`, `*`, `.` for 0, `_` no cell, `?` open without a clue, or a number
 * @property {number | null} mines
 * @property {string | null} density
 * @property {number[][]} holes places without a cell that are told beside the rows
 * @property {any[]} constraints
 */

/** Keys of JSON that make another board of the same rows, which only Python reads. */
const PYTHON_KEYS = ["neighbours", "capacity", "outlines", "row_sums", "column_sums", "regions", "region_sums"];

/**
 * A board under rules: text whose first line names them, JSON that says them, or rows after a line of their names (and
 * one of the size, if you like). Null: it is none. `here`: whether rules that only Python counts are refused.
 * @returns {SignedBoard | null}
 */
export function signedBoard(/** @type {string} */ text, /** @type {boolean} */ here) {
  const reading = fromJson(text) ?? headed(text) ?? afterNames(text);
  const isPuzzle = reading?.holes?.length || reading?.constraints?.length;
  if (!Array.isArray(reading?.board) || !(reading.rules || isPuzzle)) return null;
  const pythonKey = PYTHON_KEYS.find((key) => key in reading);
  if (pythonKey && here) throw new RulesError("python", pythonKey);
  if (pythonKey) return null;
  const rules = reading.rules || "square";
  const problem = problemOfNames(rules, here);
  if (problem) throw problem;
  if (prints(rules)) return null; // their signs mean something else
  const { dimensions, sphere } = parsed(rules);
  const { layers, parts } = layersOf(reading.board, dimensions);
  const shape = shapeOf(layers, parts, dimensions);
  if (reading.sizes && String(reading.sizes) !== String(shape)) throw new RulesError("uneven", "", 1);
  if (!suits(rules, shape)) throw new RulesError(sphere ? "sphere" : "cube");
  // What a sphere's last layer has besides its poles is no cell; on other boards such places are holes.
  const cells = cellsOf(rules, shape);
  const signs = layers.flat(2);
  if (sphere && signs.slice(cells).some((sign) => sign !== "_")) throw new RulesError("sphere");
  return {
    rules,
    shape,
    signs: signs.slice(0, cells),
    mines: reading.mines ?? null,
    density: reading.density ?? null,
    holes: reading.holes ?? [],
    constraints: reading.constraints ?? [],
  };
}

// --- groups of cells -------------------------------------------------------------------------------------------------

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
