// What is pasted, opened or dropped. The server reads every format there is; without one the page reads the usual: boards in rows of
// signs or numbers, layouts (.mbf) and its own game files.

import { post, Refusal } from "./engine.js";
import { facts, hasServer } from "./facts.js";
import * as games from "./games.js";
import { cellsOf, suits, parsed } from "./ground.js";
import { clueCode, HIDDEN, MINE, signsIn } from "./position.js";
import { T } from "./texts.js";

/** How others write a hidden cell, a mine and a zero. @type {[string, string][]} */
const SIGNS = [["#", "#-_HhxX?■□▢⬜⬛🟦🟩◻◼"], ["*", "*FfMm@🚩💣⚑💥🔴"], ["0", "0.·"]];

/** @typedef {{text?: string, data?: string, name?: string, format?: string}} Source */

/** {kind: "boards" | "layout" | "replay", ...}. @returns {Promise<any>} */
export async function read(/** @type {Source} */ source) {
  const strange = source.text === undefined ? null : underRules(source.text);
  if (strange) return { kind: "boards", boards: [strange], uncertain: [] };
  if (hasServer) return post("read", source);
  const name = (source.name ?? "").toLowerCase();
  const bytes = source.data === undefined ? null : Uint8Array.from(atob(source.data), (sign) => sign.charCodeAt(0));
  if (bytes && name.endsWith(".mbf")) return layoutOf(bytes);
  if (/\.(png|jpe?g|webp|bmp|gif|avf|rmv|mvf|evf|abf)$/.test(name)) throw new Refusal({ kind: "missing", message: T.problems.missing() });
  const text = source.text ?? new TextDecoder().decode(/** @type {Uint8Array} */ (bytes));
  if (text.trimStart().startsWith("{") && text.includes('"cell"')) return { kind: "replay", replay: await recorded(text) };
  return { kind: "boards", boards: boards(text), uncertain: [] };
}

const NONE = -99; // of a place without a cell
const refused = (/** @type {string} */ message, place = {}) => new Refusal({ kind: "board", message, ...place });

/** Columns, rows, the mine count in two bytes, then (column, row) of each mine. */
function layoutOf(/** @type {Uint8Array} */ bytes) {
  const [cols, rows, high, low] = bytes;
  const mines = 256 * high + low;
  if (bytes.length !== 4 + 2 * mines || !rows || !cols) throw refused(T.reading.nothing);
  const layout = Array.from({ length: mines }, (_, k) => [bytes[5 + 2 * k], bytes[4 + 2 * k]]);
  return { kind: "layout", layout: { rows, cols, mines, layout } };
}

/** A game file of the page: its size and layout, then a move a line. */
async function recorded(/** @type {string} */ text) {
  const [game, ...moves] = text.trim().split(/\r?\n/).map((line) => JSON.parse(line));
  const made = moves.map(({ cell, action = "open" }) => [...cell, action]);
  const found = await games.replay({ game: { after_mine: "lose", win: "open", reveal: "cascade", no_guess: false, drawn_for: null, seed: 0, ...game }, moves: /** @type {any} */ (made) });
  return { ...found, protected: (game.first_click ?? "safe") !== "none", source: T.reading.file };
}

/** Boards in a text, one after a blank line each. */
export function boards(/** @type {string} */ text) {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(>\s*)+/, "").replace(/^\s*```.*$/, "").replaceAll("||", "").trim());
  /** @type {{rows: string[], mines: number | null, density: string | null}[]} */
  const found = [];
  let next = { rows: /** @type {string[]} */ ([]), mines: /** @type {number | null} */ (null), density: /** @type {string | null} */ (null) };
  const end = () => {
    if (next.rows.length) found.push(next);
    next = { rows: [], mines: null, density: null };
  };
  for (const [number, line] of lines.entries()) {
    const head = /^(\d+)x(\d+)(?:x(\d+|~[\d./]+))?$/.exec(line);
    if (!line) end();
    else if (head) {
      end();
      if (head[3]?.startsWith("~")) next.density = head[3].slice(1);
      else next.mines = head[3] ? Number(head[3]) : null;
    } else {
      const row = rowOf(line);
      if (!row) throw refused(T.reading.sign(number + 1), { line: number + 1, column: 1 });
      if (next.rows.length && row.length !== next.rows[0].length) throw refused(T.reading.uneven(number + 1), { line: number + 1, column: 1 });
      next.rows.push(row);
    }
  }
  end();
  if (!found.length) throw refused(T.reading.nothing);
  return found;
}

/** What is wrong with these names of a geometry and of rules on the page, or "". */
export function problemOfRules(/** @type {string} */ rules) {
  const { others } = parsed(rules);
  const strange = others.filter((name) => !facts.rules?.some((/** @type {any} */ one) => one.name === name));
  if (strange.length) return T.unknownRules(strange.join(", "));
  const undrawn = others.filter((name) => facts.geometries.includes(name));
  if (undrawn.length) return T.noSuchGeometry(undrawn.join(", "));
  return others.length && !hasServer ? T.rulesNeedPython(others.join(", ")) : "";
}

/**
 * A board under rules: JSON that says them, or rows after a line of their names (and one of the size, if you like). Null: it is none.
 * @returns {any}
 */
export function underRules(/** @type {string} */ text) {
  /** @type {any} */
  let said = null;
  try {
    said = JSON.parse(text);
  } catch {
    const [, names, rest = ""] = /^\s*(?:rules:?\s+)?([a-z0-9][\w-]*(?:\s*,\s*[a-z][\w-]*)*)[ \t]*\r?\n([^]*)$/i.exec(text) ?? [];
    const known = names?.toLowerCase().split(/\s*,\s*/).some((name) => facts.rules?.some((/** @type {any} */ one) => one.name === name));
    const lines = rest.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    const head = /^[\dx]+x(\d+)$/.exec(lines[0] ?? "") && lines.shift();
    if (known) said = { rules: names?.toLowerCase().replace(/\s/g, ""), board: lines, mines: head ? Number(head.split("x").at(-1)) : null };
  }
  if (!said?.rules || !Array.isArray(said.board)) return null;
  const problem = problemOfRules(said.rules);
  if (problem) throw refused(problem);
  const { dimensions, sphere } = parsed(said.rules);
  /** @type {number[][][]} */
  const layers = [[]];
  const begun = new Array(Math.max(1, dimensions - 2)).fill(1); // of each dimension beyond rows and columns, how many of its parts there are
  for (const [number, line] of said.board.entries()) {
    const signs = signsIn(line);
    const dashes = /^-+$/.exec(String(line).trim())?.[0].length ?? 0;
    if (dashes) {
      layers.push([]);
      for (let k = 0; k < Math.min(dashes, begun.length); k++) begun[k] += 1;
    } else if (!signs.every((/** @type {string} */ sign) => (sphere && sign === "_") || /^(?:[#*.]|\d+)$/.test(sign))) throw refused(T.reading.sign(number + 1), { line: number + 1, column: 1 });
    else layers.at(-1)?.push(signs.map((/** @type {string} */ sign) => (sign === "#" ? HIDDEN : sign === "*" ? MINE : sign === "_" ? NONE : sign === "." ? 0 : clueCode(Number(sign)))));
  }
  const [rows, cols] = [layers[0].length, layers[0][0]?.length ?? 0];
  const uneven = layers.flat().findIndex((row) => row.length !== cols);
  if (!cols) throw refused(T.reading.nothing);
  const outer = begun.map((parts, k) => parts / (begun[k + 1] ?? 1)).reverse();
  const shape = dimensions === 2 ? [rows, cols] : [...outer, rows, cols];
  if (uneven >= 0 || layers.some((layer) => layer.length !== rows) || shape.reduce((a, b) => a * b, 1) !== layers.flat(2).length) throw refused(T.reading.uneven(Math.max(uneven, rows) + 1));
  if (!suits(said.rules, shape)) throw refused(sphere ? T.sphereSides : T.cubeSides);
  const cells = cellsOf(said.rules, shape);
  if (layers.flat(2).some((code, i) => (code === NONE) !== i >= cells)) throw refused(T.sphereSides);
  const codes = layers.flat(2).slice(0, cells);
  return { ...(sphere ? { rows: cells, cols: 1 } : { rows: rows * layers.length, cols }), codes, mines: said.mines ?? null, density: said.density ?? null, rules: said.rules, shape: dimensions === 2 ? null : shape };
}

/** A row in the page's own signs, or "". */
function rowOf(/** @type {string} */ line) {
  const plain = line.replace(/([0-8])\ufe0f?\u20e3/g, "$1");
  const parts = /[\s,;]/.test(plain) ? plain.split(/[\s,;]+/).filter(Boolean) : [...plain];
  const signs = parts.map((part) => (part === String(HIDDEN) ? "#" : part === String(MINE) ? "*" : signOf(part.replace("\ufe0f", ""))));
  return signs.every(Boolean) ? signs.join("") : "";
}

const signOf = (/** @type {string} */ part) => (/^[1-8]$/.test(part) ? part : (SIGNS.find(([, all]) => [...all].includes(part))?.[0] ?? ""));
