// A board under rules in text: JSON, or rows under a line of rules.

import { cellsOf, parsed, prints, suits } from "./dist/ground.js";
import { isRule, layersOf, problemOfNames, RulesError, shapeOf, signsIn } from "./dist/ruletext.js";

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
 * one of the size, if you like). Null: it is none.
 * @returns {SignedBoard | null}
 */
export function signedBoard(/** @type {string} */ text) {
  const reading = fromJson(text) ?? headed(text) ?? afterNames(text);
  const isPuzzle = reading?.holes?.length || reading?.constraints?.length;
  if (!Array.isArray(reading?.board) || !(reading.rules || isPuzzle)) return null;
  const pythonKey = PYTHON_KEYS.find((key) => key in reading);
  if (pythonKey) throw new RulesError("python", pythonKey);
  const rules = reading.rules || "square";
  const problem = problemOfNames(rules, true);
  if (problem) throw problem;
  if (prints(rules)) return null; // their signs mean something else
  const { dimensions, sphere } = parsed(rules);
  const { layers, parts } = layersOf(reading.board, dimensions, checkedSigns);
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
