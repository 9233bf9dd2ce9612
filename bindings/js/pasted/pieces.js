// The pieces of a text: each is one board, with the words and numbers beside it that tell its mine count.
// Function by function as minesolver/io/formats/__init__.py.

import { countsUp } from "./cutting.js";
import { plainLines } from "./markup.js";
import { factsOf, isList, isProse, merged, NO_FACTS, numbersOf } from "./lines.js";

/** What mail and chats put around a text: `> ` before its lines, and fences. */
const DRESS = /^(?:[ \t]*>){1,40}[ \t]?(?:```\w*[ \t]*$)?|^[ \t]*```\w*[ \t]*$|`+/g;
const UNSEEN = /\ufe0f|\u20e3|\u200b|\u200d|\u2060|\ufeff/gu;
const BOXES = /^\s*(?:\[[^[\],]?\][ \t]*)+$/u; // cells in brackets of their own: [1] [ ] [!]
const SENTENCE = /^\s*\{[^{}]*\}\s*=\s*\d+\s*,?\s*$/;
const SIGN = String.raw`(?:"[^"]?"|'[^']?'|[-+]?[\p{L}\p{N}_]{1,12}|[?#*.!~])`;
const ROW_IN_BRACKETS = new RegExp(String.raw`^\s*[\[\{]\s*${SIGN}(?:\s*,\s*${SIGN}|\s+${SIGN})+\s*,?\s*[\]\}]$`, "u");
const BRACKETS = /([[{])|([\]}])|"(?:[^"\\]|\\.)*"?/g;
const MOST_BLANK_ROWS = 100;
const SHORTEST_BLANK_ROW = 3; // blanks that are as long as a row without blanks, and no white space that is left over

const lengthOf = (text) => [...text].length;
const countOf = (text, sign) => text.split(sign).length - 1;
const nothingSaid = { mines: null, left: null };

/** Whether a piece begins as JSON does. */
export const isJson = ({ lines }) => /^\s*[[{]/.test(lines[0] ?? "");

/**
 * The boards of a text: [{ lines, first (the number of its first line), mines, left (what words beside JSON say) }].
 */
export function piecesOf(text) {
  const lines = plainLines(text.split(/\r\n|[\n\r]/));
  return withoutProse(withRowsJoined(separatePieces(lines)));
}

/** Lists line by line are the rows of one board. */
function withRowsJoined(pieces) {
  const found = [];
  let rows = null;
  for (const piece of pieces) {
    const isRow = piece.lines.length === 1 && ROW_IN_BRACKETS.test(piece.lines[0]);
    if (isRow && rows && piece.first === rows.first + rows.lines.length) {
      rows.lines.push(...piece.lines);
      continue;
    }
    found.push(piece);
    rows = isRow ? piece : null;
  }
  return found;
}

function separatePieces(lines) {
  const found = [];
  let held = [];
  let first = 1;
  let depth = 0;
  let blankRows = []; // of one length, which the first row of a board may follow
  const end = () => {
    if (held.length) found.push({ lines: held, first, ...nothingSaid });
    held = [];
  };
  for (const [index, original] of lines.entries()) {
    const line = original.replace(UNSEEN, "").replaceAll("\u00a0", " ").replace(DRESS, "");
    if (blankRows.length && line.trim()) {
      if (!held.length && isBlankRow(blankRows.at(-1), line)) {
        held = blankRows;
        first = index + 1 - blankRows.length;
      }
      blankRows = [];
    }
    if (!held.length) first = index + 1;
    let start = 0;
    if (beginsAsJson(held[0] ?? line)) {
      for (const sign of line.matchAll(BRACKETS)) {
        depth += (sign[1] ? 1 : 0) - (sign[2] ? 1 : 0);
        if (depth > 0 || !sign[2]) continue;
        const place = sign.index + sign[0].length;
        held.push(line.slice(start, place));
        end();
        first = index + 1;
        start = place;
        depth = 0;
      }
    }
    const rest = line.slice(start);
    const isLeft = start ? rest.replace(/^[ \t;,.)]+$/, "") : rest.trim();
    if (depth || isLeft || (held.length && isBlankRow(line, held.at(-1)))) held.push(rest);
    else end();
    if (!held.length && line && !line.trim() && blankRows.length < MOST_BLANK_ROWS) {
      const goesOn = !blankRows.length || blankRows.at(-1).length === line.length;
      blankRows = goesOn ? [...blankRows, line] : [line];
    } else blankRows = [];
  }
  end();
  return found;
}

const beginsAsJson = (line) => /^\s*[[{]/.test(line) && !BOXES.test(line) && !SENTENCE.test(line);

/** Whether a line of blanks is a row of a board whose opened cells are blank, as the line beside it is. */
function isBlankRow(line, other) {
  if (line.trim()) return false;
  if (line.includes("\t")) return countOf(line, "\t") === countOf(other, "\t");
  const areCells = other.includes(" ") || lengthOf(line) >= SHORTEST_BLANK_ROW;
  return line !== "" && lengthOf(line) === lengthOf(other) && areCells;
}

/** The boards' texts, each with words and numbers beside it that tell its mine count. */
function withoutProse(found) {
  const kept = [];
  let waiting = null;
  for (const piece of found) {
    if (found.length === 1 || !isBesideABoard(piece)) {
      kept.push(waiting ? joined(waiting, piece) : piece);
      waiting = null;
    } else if (tellsMines(piece)) {
      if (kept.length && piece === found.at(-1)) kept.push(joined(kept.pop(), piece));
      else waiting = piece;
    }
  }
  if (waiting && kept.length === 1) kept[0] = joined(kept[0], waiting); // between the board and the last words
  return kept.length ? kept : found;
}

/** Two pieces of a text as one, with the empty lines between them; JSON with what the other says. */
function joined(first, second) {
  const board = [first, second].find(isJson);
  if (board) {
    const words = board === first ? second : first;
    const said = words.lines.reduce((facts, line) => merged(facts, factsOf(line)), NO_FACTS);
    const [count] = words.lines.map(numbersOf).find(({ length }) => length) ?? [];
    return { ...board, mines: count ?? said.mines, left: said.left };
  }
  const empty = Math.max(0, second.first - first.first - first.lines.length);
  return { ...first, lines: [...first.lines, ...new Array(empty).fill(""), ...second.lines] };
}

/** Whether a piece of a text is words, or a single number, and no board. */
function isBesideABoard(piece) {
  if (isJson(piece) || piece.lines.some(isList)) return false;
  const lines = piece.lines.filter((line) => line.trim() && !line.startsWith("~~~"));
  const counts = lines.map(numbersOf).filter(({ length }) => length === 1);
  const words = lines.filter((line) => isProse(line) || isWord(line) || isHeading(line));
  if (counts.length > 1 || counts.length + words.length < lines.length) return false;
  // A row of zeros alone is a board; of other digits, without a hidden cell, none.
  return words.length > 0 || counts.some(([number]) => number > 0);
}

const ASSIGNMENT = /^\s*[A-Za-z]\w{0,30}\s*=\s*\d{1,6}\s*;?\s*$/;
const LEAST_NAMES = 3;

/** Whether a line names the columns of the rows below an empty line. */
function isHeading(line) {
  const names = line.split(/\s+/).filter(Boolean);
  return names.length >= LEAST_NAMES && countsUp(names);
}

/** Whether a line is one word, such as a greeting: letters, three of them different; or `n = 6`. */
const isWord = (line) =>
  ASSIGNMENT.test(line) || (/^\s*\p{L}+\s*$/u.test(line) && new Set(line.trim().toLowerCase()).size > 2);

const tellsMines = ({ lines }) =>
  lines.some(isHeading) ||
  lines.some((line) => {
    const { mines, left } = factsOf(line);
    return numbersOf(line).length > 0 || (mines ?? left ?? null) !== null;
  });
