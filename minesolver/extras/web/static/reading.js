// What is pasted, opened or dropped. The server reads every format there is; without one the engine's thread reads text
// as the npm package does, and the page layouts (.mbf), its own links and its own game files.

import { checkedPosition } from "./doors.js";
import { ask, post, Refusal } from "./engine.js";
import { hasServer } from "./facts.js";
import * as records from "./records.js";
import { T } from "./texts.js";

/**
 * With boards that were checked.
 * @typedef {import("./answers.js").ReadAnswer & {boards: import("./position.js").Position[], taken: string[],
 *   uncertain: number[][]}} Read
 */
/** @typedef {{text?: string, data?: string, name?: string, format?: string, signs?: string, reading?: number, whole?: boolean, board?: number, shape?: number[]}} Source */

const NOTHING = { boards: [], taken: [], uncertain: [] };
const BINARY = /\.(png|jpe?g|webp|bmp|gif|avf|rmv|mvf|evf|abf|mbf)$/;
/** A link of the page, or the part of it from # on. */
const LINK = /^\s*\S*#board=(\S+)\s*$/;

/**
 * What a source holds: `{kind: "boards", boards, uncertain, taken}` with positions, or `{kind: "layout", layout}`, or
 * `{kind: "replay", replay}`. Raises Refusal: none of these.
 * @returns {Promise<Read>}
 */
export async function read(/** @type {Source} */ source, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const name = (source.name ?? "").toLowerCase();
  const bytes = source.data === undefined ? null : Uint8Array.from(atob(source.data), (sign) => sign.charCodeAt(0));
  const isBinary = BINARY.test(name);
  const text = source.text ?? (isBinary ? "" : new TextDecoder().decode(/** @type {Uint8Array} */ (bytes)));
  if (records.isRecord(text)) return { ...NOTHING, replay: await records.read(text) };
  if (hasServer) return checkedReading(await post("read", source, signal));
  if (bytes && name.endsWith(".mbf")) return layoutOf(bytes);
  if (isBinary) throw new Refusal({ kind: "missing", message: T.problems.missing() });
  const link = LINK.exec(text);
  if (link) return { kind: "boards", boards: [checkedPosition(unescaped(link[1]))], taken: [], uncertain: [] };
  const { signs, reading, whole } = source;
  return checkedReading(await ask("read", { text, signs, reading, whole }, signal));
}

/** What a reader gives, with its boards as positions. @returns {Read} */
function checkedReading(/** @type {import("./answers.js").ReadAnswer} */ reading) {
  const { boards = [], taken, uncertain = [] } = reading;
  const [board] = /** @type {{read?: string[]}[]} */ (boards);
  return { ...reading, boards: boards.map(checkedPosition), taken: taken ?? board?.read ?? [], uncertain };
}

/** A part of an address without its escapes; as it is where they are broken. */
export function unescaped(/** @type {string} */ address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Columns, rows, the mine count in two bytes, then (column, row) of each mine. */
function layoutOf(/** @type {Uint8Array} */ bytes) {
  const [cols, rows, high, low] = bytes;
  const mines = 256 * high + low;
  if (bytes.length !== 4 + 2 * mines) throw new Refusal({ kind: "board", message: T.reading.nothing });
  const layout = Array.from({ length: mines }, (_, k) => [bytes[5 + 2 * k], bytes[4 + 2 * k]]);
  return { ...NOTHING, layout: { rows, cols, mines, layout } };
}

/** The same of a layout, for other programs; null where such a file holds none of this size. */
export function mbfOf(/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number[]} */ mines) {
  if (Math.max(rows, cols) > 255) return null;
  const coordinates = mines.flatMap((index) => [index % cols, Math.floor(index / cols)]);
  return Uint8Array.from([cols, rows, mines.length >> 8, mines.length & 255, ...coordinates]);
}
