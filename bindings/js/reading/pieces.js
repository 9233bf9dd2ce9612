// A text -> its pieces: cut at empty lines, and at the last bracket of JSON. Function by function as
// minesolver/io/formats/pieces.py.

import { isAscii, isBlank, lengthOf, WORD } from "./texts.js";

/** What ends a line, as Python's `splitlines` has it. */
// eslint-disable-next-line no-control-regex
const LINE_BREAK = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
/** Blanks that are as long as a row without blanks, and no white space that is left over. */
const SHORTEST_BLANK_ROW = 3;
/** What mail and chats put around a text: `> ` before its lines, and fences. */
const DRESS = new RegExp(
  String.raw`^(?:[ \t]*>){1,40}[ \t]?(?:\x60\x60\x60[${WORD}]*[ \t]*$)?|^[ \t]*\x60\x60\x60[${WORD}]*[ \t]*$|\x60+`,
  "gu",
);
/** Characters that only say how others look, or in which direction a text runs. */
const UNSEEN = /\ufe0f|\u20e3|\u200d|[\u200b\u2060\ufeff\u200e\u200f\u202a-\u202c\u2066-\u2069]/gu;
const ELEMENT = String.raw`(?:"[^"]?"|'[^']?'|[-+]?[${WORD}]{1,12}|[?#*.!~])`;
/** A line that is a list of signs, as a program prints its rows one after another. */
const ROW_IN_BRACKETS = new RegExp(
  String.raw`^\s*[\[\{]\s*${ELEMENT}(?:\s*,\s*${ELEMENT}|\s+${ELEMENT})+\s*,?\s*[\]\}]$`,
  "u",
);
/** Cells in brackets of their own: `[1] [ ] [!]`. */
const BOXES = /^\s*(?:(?:\[[^[\],]?\][ \t]*)+|(?:\[[^[\],]{1,5}\][ \t]*){2,})/u;
const BOXES_ALONE = /^\s*(?:(?:\[[^[\],]?\][ \t]*)+|(?:\[[^[\],]{1,5}\][ \t]*){2,})$/u;
/** How a line begins that is a puzzle of 14 Minesweeper Variants. */
export const VARIANTS_LINE = /^\s*(?:\[[^[\]]+\])+!*\d+x\d+-/;
const TWO_BOXES = /^\s*\[[^[\],]?\][ \t]*\[[^[\],]?\]/u;
const BLANK_BOXES = /^\s*\[ +\][ \t]*\[ +\]/u;
const SENTENCE = /^\s*\{[^{}]*\}\s*=\s*[0-9]+\s*,?\s*$/;
const OBJECT = new RegExp(String.raw`^\s*\{\s*"[${WORD}]{1,40}"\s*:`, "u");
const LISTS = /^\s*\[\s*\[/u;
const BRACKETS = /([[{])|([\]}])|"(?:[^"\\]|\\.)*"?/gu;
/** What parts two boards in JSON. */
const DRAWN_LINE = /^\s*([-=_~*])\1{2,}\s*$/u;
/** What programs print above a board: `[PLAYING]`. */
const WORD_IN_BRACKETS = /^\s*\[(?!(?:true|false|null)\])[A-Za-z][A-Za-z ]*\]\s*$/u;
/** Signs without which a text has neither lists nor what chats put around lines. */
const SPECIAL_SIGNS = /[[{<!>`]/;

/** The lines of a text. */
export function linesOf(text) {
  const lines = text.split(LINE_BREAK);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** Whether a piece begins as JSON does. */
export const beginsAsJson = ({ lines: [line = ""] }) => /^\s*[[{]/.test(line) && !WORD_IN_BRACKETS.test(line);

/** What JSON says; undefined: it is none. */
export function jsonValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The pieces of a text, each with the number of its first line; `value`: what a text of JSON says as a whole. */
export function piecesOf(text) {
  // Most texts are one board: rows without an empty line, or JSON as a whole.
  const whole = wholeRows(text) ?? wholeJson(text);
  if (whole !== null) return [whole];
  const cutter = new Cutter();
  for (const [index, line] of linesOf(text).entries()) cutter.take(index + 1, line);
  return cutter.end();
}

/** A text that is surely one piece, in which nothing has to be looked for; else null. */
function wholeRows(text) {
  if (SPECIAL_SIGNS.test(text)) return null;
  const lines = linesOf(withoutUnseen(text));
  return lines.length && !lines.some(isBlank) ? { lines, firstLine: 1 } : null;
}

/** A text that is JSON from its first sign to its last; else null. */
function wholeJson(text) {
  if (!/^[[{]/.test(text) || BOXES.test(text)) return null;
  const value = jsonValue(text);
  if (value === undefined) return null;
  const piece = { lines: linesOf(withoutUnseen(text)), firstLine: 1 };
  return isAscii(text) ? { ...piece, value } : piece;
}

/** Takes a text line by line and cuts it into pieces. */
class Cutter {
  #pieces = [];
  #lines = []; // of the piece that is not at its end
  #firstLine = 0; // its number
  #depth = 0; // of open brackets
  #isJson = false;
  #followsJson = false; // the last piece was JSON
  #hasJson = false; // one of the pieces was

  take(number, original) {
    if (!this.#lines.length && this.#followsJson && DRAWN_LINE.test(original)) return;
    const line = undressed(original);
    // An object of JSON begins a piece, whatever words stand above it, and so do its lists behind others.
    if (this.#lines.length && !this.#isJson) {
      const beginsList = this.#hasJson && LISTS.test(line);
      if (beginsList || OBJECT.test(line)) this.#endPiece();
    }
    const isOfJson = this.#lines.length ? this.#isJson : mayBeginJson(line);
    const end = isOfJson ? this.#cutJson(number, line) : 0;
    const rest = line.slice(end);
    // JSON ends at its last bracket, whatever stands behind that; other texts at an empty line.
    const hasText = end ? rest.replace(/^[ \t;,.)]+/, "") !== "" : !isBlank(rest);
    const lastLine = this.#lines[this.#lines.length - 1];
    if (this.#depth || hasText || (this.#lines.length && isBlankRow(line, lastLine))) {
      if (!this.#lines.length) {
        this.#firstLine = number;
        this.#isJson = mayBeginJson(line);
      }
      this.#lines.push(rest);
    } else if (this.#lines.length) {
      this.#endPiece();
    }
  }

  /** All pieces, the last of which the end of the text ends. */
  end() {
    if (this.#lines.length) this.#endPiece();
    return this.#pieces;
  }

  #endPiece() {
    this.#pieces.push({ lines: this.#lines, firstLine: this.#firstLine });
    this.#lines = [];
    this.#followsJson = this.#isJson;
    this.#hasJson ||= this.#isJson;
    this.#isJson = false;
  }

  /** Where in a line the last piece of JSON that ends in it is at its end; 0: none is. */
  #cutJson(number, line) {
    let start = 0;
    for (const sign of line.matchAll(BRACKETS)) {
      if (sign[1] !== undefined) this.#depth += 1;
      if (sign[2] === undefined) continue;
      this.#depth -= 1;
      if (this.#depth > 0) continue;
      const end = sign.index + 1;
      if (!this.#lines.length) {
        this.#firstLine = number;
        this.#isJson = true;
      }
      this.#lines.push(line.slice(start, end));
      this.#endPiece();
      this.#depth = 0;
      start = end;
    }
    return start;
  }
}

/** A line without what mail and chats put around it; that is no part of any format. */
const undressed = (line) => withoutUnseen(line).replace(DRESS, "");

/** A text without characters that nobody sees. */
export const withoutUnseen = (text) => text.replace(UNSEEN, "").replace(/\u00a0/g, " ");

/** Whether a text that begins with this line is JSON; cells in brackets of their own are not. */
function mayBeginJson(line) {
  if (TWO_BOXES.test(line) || BLANK_BOXES.test(line) || VARIANTS_LINE.test(line)) return false;
  const patterns = [BOXES_ALONE, SENTENCE, ROW_IN_BRACKETS, WORD_IN_BRACKETS];
  return /^\s*[[{]/.test(line) && line.trim() !== "{-" && !patterns.some((pattern) => pattern.test(line));
}

const countOf = (text, sign) => text.split(sign).length - 1;

/** Whether a line of blanks is a row of a board whose opened cells are blank, as the line beside it is. */
function isBlankRow(line, lineBeside) {
  if (line.includes("\t")) return countOf(line, "\t") === countOf(lineBeside, "\t");
  const areCells = lineBeside.includes(" ") || lengthOf(line) >= SHORTEST_BLANK_ROW;
  return line !== "" && lengthOf(line) === lengthOf(lineBeside) && areCells;
}
