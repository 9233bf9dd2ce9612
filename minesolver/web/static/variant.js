// Boards under rules as text: JSON, or rows after a line of rules.

import { Refusal } from "./engine.js";
import { facts, hasServer } from "./facts.js";
import { cellsOf, suits, parsed } from "./ground.js";
import { clueCode, HIDDEN, MINE, signsIn } from "./position.js";
import { T } from "./texts.js";

const NONE = -99; // of a place without a cell
const refused = (/** @type {string} */ message, place = {}) => new Refusal({ kind: "board", message, ...place });

/** What is wrong with these names of a geometry and of rules on the page, or "". */
export function problemOfRules(/** @type {string} */ rules) {
  const { others } = parsed(rules);
  const strange = others.filter((name) => !facts.rules?.some((/** @type {any} */ one) => one.name === name));
  if (strange.length) return T.unknownRules(strange.join(", "));
  const undrawn = others.filter((name) => facts.geometries.includes(name));
  if (undrawn.length) return T.noSuchGeometry(undrawn.join(", "));
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

/**
 * A board under rules: text whose first line names them, JSON that says them, or rows after a line of their names (and
 * one of the size, if you like). Null: it is none.
 * @returns {any}
 */
export function underRules(/** @type {string} */ text) {
  /** @type {any} */
  let said = null;
  try {
    said = JSON.parse(text);
  } catch {
    said = headed(text);
  }
  if (said === null) {
    const [, names, rest = ""] =
      /^\s*(?:rules:?\s+)?([a-z0-9][\w-]*(?:\s*,\s*[a-z][\w-]*)*)[ \t]*\r?\n([^]*)$/i.exec(text) ?? [];
    const known = names
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .some((name) => facts.rules?.some((/** @type {any} */ one) => one.name === name));
    const lines = rest
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    const head = /^[\dx]+x(\d+)$/.exec(lines[0] ?? "") && lines.shift();
    if (known)
      said = {
        rules: names?.toLowerCase().replace(/\s/g, ""),
        board: lines,
        mines: head ? Number(head.split("x").at(-1)) : null,
      };
  }
  if (!said?.rules || !Array.isArray(said.board)) return null;
  for (const key of ["holes", "constraints"]) if (said[key]?.length) throw refused(T.noSuchGeometry(key));
  const problem = problemOfRules(said.rules);
  if (problem) throw refused(problem);
  const { dimensions, sphere } = parsed(said.rules);
  /** @type {number[][][]} */
  const layers = [[]];
  // Of each dimension beyond rows and columns, how many of its parts there are.
  const begun = new Array(Math.max(1, dimensions - 2)).fill(1);
  for (const [number, line] of said.board.entries()) {
    const signs = signsIn(line);
    const dashes = /^-+$/.exec(String(line).trim())?.[0].length ?? 0;
    if (dashes) {
      layers.push([]);
      for (let k = 0; k < Math.min(dashes, begun.length); k++) begun[k] += 1;
      continue;
    }
    const isKnown = (/** @type {string} */ sign) => /^(?:[#*.]|\d+)$/.test(sign) || (sphere && sign === "_");
    const strange = signs.find((/** @type {string} */ sign) => !isKnown(sign));
    // What Python has and the page has not: places without a cell, cells without a clue, clues of several rules.
    const isPythons = strange !== undefined && /^(?:[_?]|[A-Z0-9'^]*[A-Z]['^]?\S+|\d+[+√vh]\S*)$/.test(strange);
    if (isPythons) throw refused(T.noSuchGeometry(strange));
    if (strange !== undefined) throw refused(T.reading.sign(number + 1), { line: number + 1, column: 1 });
    else
      layers
        .at(-1)
        ?.push(
          signs.map((/** @type {string} */ sign) =>
            sign === "#"
              ? HIDDEN
              : sign === "*"
                ? MINE
                : sign === "_"
                  ? NONE
                  : sign === "."
                    ? 0
                    : clueCode(Number(sign)),
          ),
        );
  }
  const [rows, cols] = [layers[0].length, layers[0][0]?.length ?? 0];
  const uneven = layers.flat().findIndex((row) => row.length !== cols);
  if (!cols) throw refused(T.reading.nothing);
  const outer = begun.map((parts, k) => parts / (begun[k + 1] ?? 1)).reverse();
  const shape = dimensions === 2 ? [rows, cols] : [...outer, rows, cols];
  if (
    uneven >= 0 ||
    layers.some((layer) => layer.length !== rows) ||
    shape.reduce((a, b) => a * b, 1) !== layers.flat(2).length
  )
    throw refused(T.reading.uneven(Math.max(uneven, rows) + 1));
  if (said.sizes && String(said.sizes) !== String(shape)) throw refused(T.reading.uneven(1), { line: 1, column: 1 });
  if (!suits(said.rules, shape)) throw refused(sphere ? T.sphereSides : T.cubeSides);
  const cells = cellsOf(said.rules, shape);
  if (layers.flat(2).some((code, i) => (code === NONE) !== i >= cells)) throw refused(T.sphereSides);
  const codes = layers.flat(2).slice(0, cells);
  return {
    ...(sphere ? { rows: cells, cols: 1 } : { rows: rows * layers.length, cols }),
    codes,
    mines: said.mines ?? null,
    density: said.density ?? null,
    rules: said.rules,
    shape: dimensions === 2 ? null : shape,
  };
}
