// What is pasted, opened or dropped. The server reads every format there is; without one the page reads the usual:
// boards in rows of signs or numbers, layouts (.mbf) and its own game files.

import { post, Refusal } from "./engine.js";
import { hasServer } from "./facts.js";
import * as records from "./records.js";
import { HIDDEN, MINE } from "./position.js";
import { T } from "./texts.js";
import { underRules } from "./variant.js";

/** How others write a hidden cell, a mine and a zero. @type {[string, string][]} */
const SIGNS = [
  ["#", "#-_HhxX?■□▢⬜⬛🟦🟩◻◼"],
  ["*", "*FfMm@🚩💣⚑💥🔴"],
  ["0", "0.·"],
];

/** @typedef {{text?: string, data?: string, name?: string, format?: string}} Source */

/** {kind: "boards" | "layout" | "replay", ...}. @returns {Promise<any>} */
export async function read(/** @type {Source} */ source) {
  const name = (source.name ?? "").toLowerCase();
  const bytes = source.data === undefined ? null : Uint8Array.from(atob(source.data), (sign) => sign.charCodeAt(0));
  const isBinary = /\.(png|jpe?g|webp|bmp|gif|avf|rmv|mvf|evf|abf|mbf)$/.test(name);
  const text = source.text ?? (isBinary ? "" : new TextDecoder().decode(/** @type {Uint8Array} */ (bytes)));
  if (records.isRecord(text)) return { kind: "replay", replay: await records.read(text) };
  const strange = source.text === undefined ? null : underRules(source.text);
  if (strange) return { kind: "boards", boards: [strange], uncertain: [] };
  if (hasServer) return post("read", source);
  if (bytes && name.endsWith(".mbf")) return layoutOf(bytes);
  if (isBinary) throw new Refusal({ kind: "missing", message: T.problems.missing() });
  return { kind: "boards", boards: boards(text), uncertain: [] };
}

const refused = (/** @type {string} */ message, place = {}) => new Refusal({ kind: "board", message, ...place });

/** Columns, rows, the mine count in two bytes, then (column, row) of each mine. */
function layoutOf(/** @type {Uint8Array} */ bytes) {
  const [cols, rows, high, low] = bytes;
  const mines = 256 * high + low;
  if (bytes.length !== 4 + 2 * mines || !rows || !cols) throw refused(T.reading.nothing);
  const layout = Array.from({ length: mines }, (_, k) => [bytes[5 + 2 * k], bytes[4 + 2 * k]]);
  return { kind: "layout", layout: { rows, cols, mines, layout } };
}

/** Boards in a text, one after a blank line each. */
export function boards(/** @type {string} */ text) {
  const lines = text.split(/\r?\n/).map((line) =>
    line
      .replace(/^\s*(>\s*)+/, "")
      .replace(/^\s*```.*$/, "")
      .replaceAll("||", "")
      .trim(),
  );
  /** @type {{rows: string[], mines: number | null, density: string | null}[]} */
  const found = [];
  let next = {
    rows: /** @type {string[]} */ ([]),
    mines: /** @type {number | null} */ (null),
    density: /** @type {string | null} */ (null),
  };
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
      if (next.rows.length && row.length !== next.rows[0].length)
        throw refused(T.reading.uneven(number + 1), { line: number + 1, column: 1 });
      next.rows.push(row);
    }
  }
  end();
  if (!found.length) throw refused(T.reading.nothing);
  return found;
}

/** A row in the page's own signs, or "". */
function rowOf(/** @type {string} */ line) {
  const plain = line.replace(/([0-8])\ufe0f?\u20e3/g, "$1");
  const parts = /[\s,;]/.test(plain) ? plain.split(/[\s,;]+/).filter(Boolean) : [...plain];
  const signs = parts.map((part) =>
    part === String(HIDDEN) ? "#" : part === String(MINE) ? "*" : signOf(part.replace("\ufe0f", "")),
  );
  return signs.every(Boolean) ? signs.join("") : "";
}

const signOf = (/** @type {string} */ part) =>
  /^[1-8]$/.test(part) ? part : (SIGNS.find(([, all]) => [...all].includes(part))?.[0] ?? "");
