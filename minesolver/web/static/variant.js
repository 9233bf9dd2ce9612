// Boards under rules as text: JSON, or rows after a line of rules.

import { Refusal } from "./engine.js";
import { facts, hasServer } from "./facts.js";
import { cellsOf, groundOf, HOLE, parsed, suits } from "./ground.js";
import { BLANK, clueCode, HIDDEN, MINE, signsIn } from "./position.js";
import { groupsFrom, named } from "./puzzles.js";
import { T } from "./texts.js";

const refused = (/** @type {string} */ message, place = {}) => new Refusal({ kind: "board", message, ...place });

/** What is wrong with these names of a geometry and of rules on the page, or "". */
export function problemOfRules(/** @type {string} */ rules) {
  const { others } = parsed(rules);
  const strange = others.filter((name) => !facts.rules?.some((/** @type {any} */ one) => one.name === name));
  if (strange.length) return T.unknownRules(strange.join(", "));
  const undrawn = others.filter((name) => facts.geometries.includes(name));
  if (undrawn.length) return T.noSuchGeometry(undrawn.join(", "));
  // Clues that stand on hidden cells are another kind of board, which Python alone has.
  const printed = others.filter((name) => facts.printed?.includes(name));
  if (printed.length) return T.noSuchGeometry(printed.join(", "));
  return others.length && !hasServer ? T.rulesNeedPython(others.join(", ")) : "";
}

const SIZES = /\s*(\d+(?:\s*x\s*\d+)+)(?:\s*x\s*(\?|~[\d./]+))?/;
const NAMES = /([^\s/,]*[a-z][^\s/,]*(?:[ \t]*,[ \t]*[^\s/,]+)*)/;
const HEADED = new RegExp(`^${SIZES.source}[ \\t]+${NAMES.source}[ \\t]*\\r?\\n([^]*)$`, "i");

/** What a text says whose first line is such as `6x6x14 hex,liar`, `6x6x? hex` or `6x6x~1/5 hex`; null: it is none. */
function headed(/** @type {string} */ text) {
  const found = HEADED.exec(text);
  if (!found) return null;
  const [, numbers, prior, names, rest] = found;
  const rules = names.toLowerCase().replace(/\s/g, "");
  const { dimensions } = parsed(rules);
  const sizes = numbers.split(/\s*x\s*/i).map(Number);
  const lines = rest.split(/\r?\n/).filter((line) => line.trim());
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
  const [, names, rest = ""] = NAMED.exec(text) ?? [];
  const rules = names?.toLowerCase().replace(/\s/g, "");
  const isRule = (/** @type {string} */ name) => facts.rules?.some((/** @type {any} */ rule) => rule.name === name);
  if (!rules?.split(",").some(isRule)) return null;
  const lines = rest
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

const CODES = new Map([
  ["#", HIDDEN],
  ["*", MINE],
  [".", 0],
  ["_", HOLE],
  ["?", BLANK],
]);

/** The codes of a row's signs. `line`: its number, for errors. */
function codesOf(/** @type {string[]} */ signs, /** @type {number} */ line) {
  const strange = signs.find((sign) => !CODES.has(sign) && !/^\d+$/.test(sign));
  // What Python has and the page has not: clues of several rules, or of several numbers.
  if (strange !== undefined && /^(?:[A-Z0-9'^]*[A-Z]['^]?\S+|\d+[+√vh]\S*)$/.test(strange))
    throw refused(T.noSuchGeometry(strange));
  if (strange !== undefined) throw refused(T.reading.sign(line), { line, column: 1 });
  return signs.map((sign) => CODES.get(sign) ?? clueCode(Number(sign)));
}

/**
 * The rows of a board, layer by layer, and of each dimension beyond rows and columns how many of its parts there are:
 * a line of dashes ends a layer, one of more dashes a block of layers.
 */
function layersOf(/** @type {any[]} */ board, /** @type {number} */ dimensions) {
  /** @type {number[][][]} */
  const layers = [[]];
  const parts = new Array(Math.max(1, dimensions - 2)).fill(1);
  for (const [number, line] of board.entries()) {
    const dashes = /^-+$/.exec(String(line).trim())?.[0].length ?? 0;
    if (dashes) {
      layers.push([]);
      for (let k = 0; k < Math.min(dashes, parts.length); k++) parts[k] += 1;
    } else layers.at(-1)?.push(codesOf(signsIn(line), number + 1));
  }
  return { layers, parts };
}

/** The sizes of a board of these layers, the outermost first. Refuses rows that are uneven. */
function shapeOf(
  /** @type {number[][][]} */ layers,
  /** @type {number[]} */ parts,
  /** @type {number} */ dimensions,
) {
  const [rows, cols] = [layers[0].length, layers[0][0]?.length ?? 0];
  if (!cols) throw refused(T.reading.nothing);
  const uneven = layers.flat().findIndex((row) => row.length !== cols);
  const outer = parts.map((number, k) => number / (parts[k + 1] ?? 1)).reverse();
  const shape = dimensions === 2 ? [rows, cols] : [...outer, rows, cols];
  const isWhole = shape.reduce((a, b) => a * b, 1) === layers.flat(2).length;
  if (uneven >= 0 || !isWhole || layers.some((layer) => layer.length !== rows))
    throw refused(T.reading.uneven(Math.max(uneven, rows) + 1));
  return shape;
}

/**
 * A board under rules: text whose first line names them, JSON that says them, or rows after a line of their names (and
 * one of the size, if you like). Null: it is none.
 * @returns {any}
 */
export function underRules(/** @type {string} */ text) {
  const given = fromJson(text) ?? headed(text) ?? afterNames(text);
  const isPuzzle = given?.holes?.length || given?.constraints?.length;
  if (!Array.isArray(given?.board) || !(given.rules || isPuzzle)) return null;
  const rules = given.rules || "square";
  const problem = problemOfRules(rules);
  if (problem) throw refused(problem);
  const { dimensions, sphere } = parsed(rules);
  const { layers, parts } = layersOf(given.board, dimensions);
  const shape = shapeOf(layers, parts, dimensions);
  if (given.sizes && String(given.sizes) !== String(shape))
    throw refused(T.reading.uneven(1), { line: 1, column: 1 });
  if (!suits(rules, shape)) throw refused(sphere ? T.sphereSides : T.cubeSides);
  // What a sphere's last layer has besides its poles is no cell; on other boards such places are holes.
  const cells = cellsOf(rules, shape);
  const all = layers.flat(2);
  if (sphere && all.some((code, i) => (code === HOLE) !== i >= cells)) throw refused(T.sphereSides);
  const codes = Int8Array.from(all.slice(0, cells));
  const position = {
    ...(sphere ? { rows: cells, cols: 1 } : { rows: layers.length * layers[0].length, cols: layers[0][0].length }),
    codes,
    mines: given.mines ?? null,
    density: given.density ?? null,
    rules,
    shape: dimensions === 2 ? null : shape,
  };
  return named(withGroups(withHoles(position, given.holes ?? []), given.constraints ?? []));
}

/** The position with places that have no cell. */
function withHoles(/** @type {any} */ position, /** @type {number[][]} */ holes) {
  if (!holes.length) return position;
  const { index } = groundOf({ ...position, codes: undefined });
  const places = holes.map((hole) => index(hole));
  if (places.some((place) => !(place >= 0))) throw refused(T.noSuchGeometry(T.brushes.hole));
  const codes = position.codes.slice();
  for (const place of places) codes[place] = HOLE;
  return { ...position, codes };
}

/** The position with groups of cells of which something is known. */
function withGroups(/** @type {any} */ position, /** @type {any[]} */ constraints) {
  if (!constraints.length) return position;
  const groups = groupsFrom(constraints, position);
  if (!groups) throw refused(T.noSuchGeometry("constraints"));
  return { ...position, groups };
}
