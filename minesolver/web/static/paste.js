// Boards as people paste them: out of chats, forums, sheets and tables, prose around them. Python reads the formats
// that have a name; this reads what it refuses, and all texts where there is no Python.

import { HIDDEN, MINE } from "./position.js";

const WORDS = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  boom: MINE,
  bomb: MINE,
  triangular_flag_on_post: MINE,
  white_large_square: HIDDEN,
  black_large_square: HIDDEN,
  blue_square: HIDDEN,
  blank: 0,
};
const SIGNS = {
  "#": HIDDEN,
  "?": HIDDEN,
  x: HIDDEN,
  X: HIDDEN,
  H: HIDDEN,
  "■": HIDDEN,
  "□": HIDDEN,
  "▢": HIDDEN,
  "█": HIDDEN,
  "⬜": HIDDEN,
  "⬛": HIDDEN,
  "🟦": HIDDEN,
  "🟩": HIDDEN,
  "-1": HIDDEN,
  "-": HIDDEN,
  ".": 0,
  _: 0,
  "·": 0,
  "🟫": 0,
  "*": MINE,
  F: MINE,
  M: MINE,
  "⚑": MINE,
  "🚩": MINE,
  "💣": MINE,
  "💥": MINE,
  10: MINE,
};

const code = (/** @type {string} */ sign) => (/^[0-8]$/.test(sign) ? Number(sign) : SIGNS[/** @type {"#"} */ (sign)]);

/** One line as codes, or null where it is no row of a board. @returns {number[] | null} */
function row(/** @type {string} */ line) {
  let text = line
    .replace(/^\s*(>\s?)+/, "")
    .replace(/\|\|/g, "")
    .replace(/:(\w+):/g, (all, name) => (name in WORDS ? ` ${WORDS[/** @type {"one"} */ (name)]} ` : all));
  text = text.replace(/([0-8])\uFE0F?\u20E3/g, " $1 ").replace(/[\uFE0E\uFE0F\u200B-\u200D\u2060\uFEFF]/g, "");
  if (!/[^\s─━═│┃║|+\-┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬:]/u.test(text)) return null; // a rule between rows, or nothing
  const table = /[│┃║|]/.test(text);
  const split = table
    ? text.replace(/^\s*[│┃║|]|[│┃║|]\s*$/g, "").split(/[│┃║|]/)
    : /[,;]/.test(text)
      ? text.trim().split(/[,;]/)
      : text.includes("\t")
        ? text.split("\t")
        : null;
  if (split) {
    const codes = split.map((one) => (one.trim() === "" ? HIDDEN : code(one.trim())));
    return codes.some((one) => one === undefined) ? null : /** @type {number[]} */ (codes);
  }
  const words = text
    .trim()
    .split(/\s+/)
    .flatMap((one) => (code(one) === undefined ? [...one] : [one]));
  const codes = words.map(code);
  return !codes.length || codes.some((one) => one === undefined) ? null : /** @type {number[]} */ (codes);
}

/**
 * The board in a text, or null: the largest block of rows of one length, and the mine count if the text names one.
 * @returns {{rows: string[], mines: number | null} | null}
 */
export function boardIn(/** @type {string} */ text) {
  const clean = text.replace(/\[\/?(?:code|spoiler|pre|quote)[^\]]*\]/gi, "\n");
  const total =
    /^\s*(?:>\s*)?\d+\s*x\s*\d+\s*x\s*(\d+)\s*$/im.exec(clean) ??
    /(\d+)\s+mines?\b/i.exec(clean) ??
    /mines?\s*[:=]\s*(\d+)/i.exec(clean);
  /** @type {number[][]} */
  let best = [];
  /** @type {number[][]} */
  let now = [];
  for (const line of [...clean.split(/\r?\n/), null]) {
    if (line !== null && /^\s*(?:>\s*)*(?:```\w*|\d+\s*x\s*\d+(?:\s*x\s*\d+)?)\s*$/i.test(line)) continue;
    const codes = line === null ? null : row(line);
    // A row that is almost one is a slip, not prose: nothing is left out in silence.
    if (line !== null && !codes && /[\p{L}\p{N}#*]/u.test(line) && !/\p{L}{2}/u.test(line)) return null;
    if (codes && now.length && codes.length > 2 && codes.length !== now[0].length) return null;
    if (codes && (!now.length || now[0].length === codes.length)) now.push(codes);
    else if (codes || line === null || /[\p{L}\p{N}]/u.test(line)) {
      if (now.length * (now[0]?.length ?? 0) > best.length * (best[0]?.length ?? 0)) best = now;
      now = codes ? [codes] : [];
    }
  }
  if (best.length * (best[0]?.length ?? 0) < 4 || !best.flat().includes(HIDDEN)) return null;
  return {
    rows: best.map((one) => one.map((c) => (c === HIDDEN ? "#" : c === MINE ? "*" : String(c))).join("")),
    mines: total ? Number(total[1]) : null,
  };
}
