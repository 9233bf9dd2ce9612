// What is pasted, opened or dropped. The server reads every format there is; without one the page reads the usual:
// boards in rows of signs or numbers, layouts (.mbf) and its own game files.

import { cutIn } from "./cut.js";
import { ask, post, Refusal } from "./engine.js";
import { hasServer } from "./facts.js";
import { foreign } from "./foreign.js";
import * as records from "./records.js";
import { T } from "./texts.js";
import { underRules } from "./variant.js";

/** @typedef {{text?: string, data?: string, name?: string, format?: string, signs?: string, reading?: number, whole?: boolean, board?: number, shape?: number[]}} Source */

/** {kind: "boards" | "layout" | "replay", ...}. @returns {Promise<any>} */
export async function read(/** @type {Source} */ source, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const name = (source.name ?? "").toLowerCase();
  const bytes = source.data === undefined ? null : Uint8Array.from(atob(source.data), (sign) => sign.charCodeAt(0));
  const isBinary = /\.(png|jpe?g|webp|bmp|gif|avf|rmv|mvf|evf|abf|mbf)$/.test(name);
  const text = source.text ?? (isBinary ? "" : new TextDecoder().decode(/** @type {Uint8Array} */ (bytes)));
  if (records.isRecord(text)) return { kind: "replay", replay: await records.read(text) };
  const part = source.text === undefined ? null : cutIn(source.text);
  if (part && !hasServer) return cutBoards(await read({ ...source, text: part.text }, signal), part.cut);
  const strange = part || source.text === undefined ? null : underRules(source.text);
  if (strange) return { kind: "boards", boards: [strange], uncertain: [] };
  if (hasServer) return post("read", source, signal);
  if (bytes && name.endsWith(".mbf")) return layoutOf(bytes);
  if (isBinary) throw new Refusal({ kind: "missing", message: T.problems.missing() });
  const board = await foreign(text);
  if (board) return { kind: "boards", boards: [board], uncertain: [] };
  if (/^\s*(?:\[[^[\]]+\])+!*\d+x\d+-\d+-\S+\s+\w/.test(text))
    throw new Refusal({ kind: "missing", message: T.problems.missing() });
  const { boards, taken } = await ask("read", { text, signs: source.signs, reading: source.reading, whole: source.whole }, signal);
  return { kind: "boards", boards, taken, uncertain: [] };
}

/** The boards of a text as parts that go on beyond these sides. */
function cutBoards(/** @type {any} */ reading, /** @type {string[]} */ cut) {
  const boards = reading.boards ?? [];
  if (boards.some((/** @type {any} */ board) => board.rules || board.json)) throw refused(T.cut.squares);
  if (boards.some((/** @type {any} */ board) => board.mines !== null)) throw refused(T.cut.noMines);
  return { ...reading, boards: boards.map((/** @type {any} */ board) => ({ ...board, cut })) };
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

/** The same of a layout, for other programs; null where such a file holds none of this size. */
export function mbfOf(/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number[]} */ mines) {
  if (Math.max(rows, cols) > 255) return null;
  const places = mines.flatMap((index) => [index % cols, Math.floor(index / cols)]);
  return Uint8Array.from([cols, rows, mines.length >> 8, mines.length & 255, ...places]);
}
