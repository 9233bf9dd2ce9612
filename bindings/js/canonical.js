// Boards in canonical text, which is read at once: `#` hidden, `*` a known mine, clues, after a line such as 9x9x10.

import { HIDDEN, MINE } from "./board.js";
import { checkOptions, shown, wrong } from "./errors.js";

/** @type {[string, number][]} */
const DIGITS = Array.from({ length: 9 }, (_, n) => [String(n), n]);
const CODES = new Map([["#", HIDDEN], ["*", MINE], ...DIGITS]);

/** Check that a text is one, and what is said beside it, which is returned. */
export function checkText(text, prior) {
  if (typeof text !== "string") throw wrong(`a text of a board is a text, not ${shown(text)}`);
  return checkOptions("a text", prior, { mines: "whole", left: "whole", density: "text or number", signs: "text", reading: "whole", whole: "flag", cut: "list" });
}

/** The board in a canonical text, for who has left out what reads all others. */
export function readCanonical(text, options, checked) {
  const prior = checkText(text, options);
  const board = prior.signs ? null : canonical(text);
  if (board) return made(board, prior, checked, []);
  throw wrong("this engine was loaded with `reader: false`: it reads rows of #, * and clues, with a # among them");
}

/**
 * The board of a text that is surely canonical: `#`, `*` and clues in rows of one length, or with a blank between all
 * cells, with a hidden cell or a first line of ours; else null.
 */
export function canonical(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  const header = /^(\d+)x(\d+)x(\d+|\?)$/.exec(lines[0]);
  if (header === null && !text.includes("#")) return null;
  const rows = header ? lines.slice(1) : lines;
  const tightCodes = codesOf(rows);
  const codes = tightCodes ?? codesOf(withoutBlanks(rows));
  if (codes === null) return null;
  // The sign of a comment may stand before each row, with a blank.
  const beginAll = (sign) => rows.every((row) => row.startsWith(sign));
  if (!header && tightCodes === null && (beginAll("#") || beginAll("*"))) return null;
  if (header && (Number(header[1]) !== codes.length || Number(header[2]) !== codes[0].length)) return null;
  return { codes, mines: header && header[3] !== "?" ? Number(header[3]) : null };
}

/** The codes of rows of one length; null: they are not, or have other signs. */
function codesOf(rows) {
  const cols = rows[0]?.length ?? 0;
  if (!cols || rows.some((row) => row.length !== cols)) return null;
  const codes = rows.map((row) => Array.from(row, (sign) => CODES.get(sign)));
  return codes.some((row) => row.includes(undefined)) ? null : codes;
}

/** Rows with one blank between all cells, without it; none where they stand otherwise, or may be numbered. */
function withoutBlanks(rows) {
  if (!rows.every((row) => /^\S(?: \S)*$/.test(row))) return [];
  const tight = rows.map((row) => row.replace(/ /g, ""));
  const mayCountUp = (signs) => signs.startsWith("01") || signs.startsWith("12");
  return mayCountUp(tight.map((row) => row[0]).join("")) || mayCountUp(tight[0] ?? "") ? [] : tight;
}

/** A board with what is said of its mines beside the text, else in it. */
export function made({ codes, ...counts }, prior, checked, taken) {
  const [rows, cols] = [codes.length, codes[0].length];
  return withPrior({ rows, cols, cells: Int8Array.from(codes.flat()), ...counts }, prior, checked, taken);
}

/** Whether the mine count, the mines that are left or a density was said beside a text. */
export const isSaidBeside = (prior) => ["mines", "left", "density"].some((name) => prior[name] != null);

export function withPrior({ mines = null, left = null, density = null, ...board }, prior, checked, taken) {
  const counts = isSaidBeside(prior)
    ? { mines: prior.mines ?? null, left: prior.left ?? null, density: prior.density ?? null }
    : { mines, left, density };
  return Object.assign(checked({ ...board, ...counts, cut: prior.cut }), { taken });
}
