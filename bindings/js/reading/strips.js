// What may be taken off every line alike before it is cut: comment signs, quotes, prefixes, remarks, commas. Each
// way is a candidate with its cost; a cost below 0: what is left is surely meant. Function by function as
// minesolver/io/formats/reading/strips.py.

import { countsUp } from "./lines.js";
import { BLOCK_COMMENTS, cellsIn, excuse, isFact, isRule, isRuler, PROSE } from "./outside.js";
import { table } from "../dist/signs.js";
import { isBlank, lengthOf, replaced, WORD, wordsOf } from "./texts.js";

const COMMENT = /^\s*(\/\/+!?|--|;+|%+|#+|\*+|>+|'|\|(?=\s[║╔╠╚╟]))(?:\s|$|(?=[│┌├└|+]))/u;
/** Comment signs that are signs of cells as well. */
const CELL_MARKS = "#*%";
const OTHER_HIDDEN = /[#?■█.-]/;
/** Lines from which on `*` before each is a block comment, and not a column of cells. */
const FEWEST_COMMENT_LINES = 6;
const QUOTED_ROW = /^[^"']*(["'])([^"']{2,})\1[^"']*$/u;
const QUOTES = ['"""', "'''", '"', "'", "`"];
/** What grep writes before each line: a file and a number. */
const GREP = /^[^\s:]*[A-Za-z][^\s:]*:[0-9]+:/u;
const SPEAKER = /^<[^<>]{3,20}>\s+/u;
/** Where what a log or a container writes before each line may end. */
const END_OF_PREFIX = /(?:[\]:|]|\s-|[0-9][0-9]:[0-9][0-9][^\s]*|[A-Za-z]{2}[^\s]*)\s+/gu;
const IN_PREFIX = /[0-9][0-9]:[0-9][0-9]|[A-Za-z]{2}/;
/** Characters of a line that may be what a log writes before each. */
const LONGEST_PREFIX = 100;
/** Characters of a line behind which somebody remarks something. */
const LONGEST_LINE = 1000;
const MOST_CELLS_IN_NAME = 2;
const CLOCK = /[0-9]:[0-9]/;
const isWall = (sign) => sign !== "" && "+|│┃".includes(sign);
const REMARK = [
  { pattern: new RegExp(String.raw`\s+(?:<-.*|←.*|\/\/.*|--\s.*|#\s[${WORD}]{2,}.*)$`, "uy") },
  { pattern: new RegExp(String.raw`(?:\s[${WORD}])?\s{3,}[${WORD}]\S+.*$`, "uy"), before: isWall },
  { pattern: new RegExp(String.raw`\s[${WORD}]\s{3,}[${WORD}].*$`, "uy"), before: isWall },
];
const LIST_END = /[\])}"'|][,;]\s*$|\S[,;]\s*$/u;
const ROW_NAME = /^\s*(?:(?:row|line)\s*)?([A-Za-z]|[0-9]{1,2})(?:[.]\s|\s*[:)|│┃\]]\s?|\s+)(?=\S|\s)/iu;
const MARKED_NAME = /[:.)|│┃\]]/;

/** A way to take something off: its cost, the lines, and words for what was dropped, "" for nothing. */
const stripped = (cost, lines, dropped = "") => ({ cost, lines, dropped });

/** Each way to take something off every line: a comment sign, then one other thing, then neither. */
export function* strips(lines) {
  for (const comment of withoutComments(lines)) {
    yield comment;
    for (const other of withoutFrameOfText(comment.lines)) {
      const dropped = [comment.dropped, other.dropped].filter(Boolean).join("; ");
      yield stripped(comment.cost + other.cost, other.lines, dropped);
    }
  }
}

const filled = (lines) => lines.filter((line) => !isBlank(line));

const isOfBlockComment = (line) => BLOCK_COMMENTS.includes(line.trim());

/** The lines, and the lines without a comment sign that stands before each. */
function* withoutComments(lines) {
  yield stripped(0, lines);
  const marks = new Set();
  for (const line of filled(lines)) {
    if (isOfBlockComment(line)) continue;
    const match = COMMENT.exec(line);
    if (match === null) return;
    marks.add(match[1]);
  }
  if (marks.size !== 1) return;
  const [mark] = marks;
  const bare = lines.map((line) => (isOfBlockComment(line) ? "" : line.replace(COMMENT, "")));
  yield stripped(costOfComment(mark, bare, lines), bare, `without ${mark} before each line`);
}

/** What it costs to take a comment sign off. One that is a cell too, or could be the only hidden one, is a question. */
function costOfComment(mark, bare, lines) {
  const text = bare.join("");
  if (!CELL_MARKS.includes(mark[0])) return -3;
  if (text.includes(mark[0])) return mark.length > 1 || hasUsualSize(lines) ? 1 : -0.2;
  if (mark === "*") return filled(lines).length >= FEWEST_COMMENT_LINES ? 0 : 3;
  return OTHER_HIDDEN.test(text) ? -0.7 : 0.1;
}

/** Whether the lines as they are make a board of a usual size: then a first column is cells. */
function hasUsualSize(lines) {
  const rows = filled(lines).map(wordsOf);
  return new Set(rows.map((row) => row.length)).size === 1 && isUsualSize(rows.length, rows[0].length);
}

/** Whether a board is square, or of a size that games have. */
export function isUsualSize(rows, cols) {
  return rows === cols || table.usual_sizes.some(([usualRows, usualCols]) => usualRows === rows && usualCols === cols);
}

/** The lines without quotes, names of a log, remarks or commas. */
function* withoutFrameOfText(lines) {
  const quoted = lines.map((line) => QUOTED_ROW.exec(line));
  if (quoted.filter(Boolean).length > 1)
    yield stripped(-0.6, lines.map((line, k) => (quoted[k] === null ? line : quoted[k][2].replace(/\\n$/, ""))));
  yield* inQuotes(lines);
  yield* withoutNamesOfALog(lines);
  if (lines.every((line) => lengthOf(line) <= LONGEST_LINE)) {
    const bare = lines.map((line) => replaced(line, REMARK));
    const removed = lines.map((line, k) => line.slice(bare[k].length));
    const width = Math.max(...bare.map(lengthOf));
    const isBehindBlanks = lines.some(
      (line, k) => !bare[k] && width > 0 && lengthOf(line) - lengthOf(line.trimStart()) >= width,
    );
    const hasCells = removed.some((remark) => cellsIn(remark) > MOST_CELLS_IN_NAME);
    if (removed.some(Boolean) && !hasCells && !isBehindBlanks)
      yield stripped(0.1, bare, "without remarks behind rows");
  }
  if (filled(lines).some((line) => LIST_END.test(line)))
    yield stripped(0.05, lines.map((line) => line.trimEnd().replace(/[,;.]+$/, "")));
}

/** The rows of one text of several lines in a program; the lines around it keep their place. */
function* inQuotes(lines) {
  const joined = lines.join("\n");
  for (const quote of QUOTES) {
    const start = joined.indexOf(quote);
    const end = start < 0 ? -1 : joined.indexOf(quote, start + quote.length);
    if (end < 0 || !joined.slice(start, end).includes("\n")) continue;
    let inner = joined.slice(start + quote.length, end);
    if (inner.startsWith("\\")) inner = inner.slice(1);
    // Blanks before the closing quote are its indentation, unless they are as long as a row.
    const innerLines = inner.split("\n");
    const lastLine = innerLines.pop();
    if (isBlank(lastLine) && lengthOf(lastLine) < Math.max(...innerLines.map(lengthOf)))
      inner = inner.slice(0, inner.length - lastLine.length);
    // What stands before the first row in its line goes; its line keeps its number.
    const beforeLines = joined.slice(0, start).split("\n");
    const afterLines = joined.slice(end + quote.length).split("\n");
    if (excuse(afterLines[0]) === null) continue;
    const head = beforeLines[beforeLines.length - 1].trimEnd();
    if (head && excuse(head) === null && excuse(head + quote) === null) continue;
    const body = [...beforeLines.slice(0, -1), ...inner.split("\n"), ...afterLines.slice(1)];
    if (body.length === lines.length) yield stripped(-0.6, body);
  }
}

function* withoutNamesOfALog(lines) {
  const filledLines = filled(lines);
  const named = new Set();
  for (const line of filledLines) {
    const prefix = prefixOf(line);
    if (!prefix || isFact(line) || tellsNumber(line.slice(prefix.length))) continue;
    // Where cells stand before the row, it is a board, and no name.
    if (cellsIn(prefix) > MOST_CELLS_IN_NAME) return;
    const letters = new Set(prefix.toLowerCase().match(/[a-z]/g) ?? []);
    if (CLOCK.test(prefix) || letters.size > 2 || prefix.startsWith("<")) named.add(line);
  }
  if (named.size > 1 && filledLines.filter((line) => named.has(line)).length >= filledLines.length - 2) {
    const rows = lines.map((line) => (named.has(line) ? line.slice(prefixOf(line).length) : line));
    yield stripped(0.3, rows, "without what is before each row");
  }
}

/** Whether a text is a number alone, as a size or a count is. */
const tellsNumber = (text) => /^[0-9]{1,2}$/.test(text.trim());

/** What a log, grep or a container may have written before a line; "": nothing. */
function prefixOf(line) {
  const head = [...line].slice(0, LONGEST_PREFIX).join("");
  const match = GREP.exec(head) ?? SPEAKER.exec(head);
  if (match !== null) return match[0];
  let prefix = "";
  for (const { index, 0: end } of head.matchAll(END_OF_PREFIX)) {
    const upToHere = head.slice(0, index + end.length);
    if (IN_PREFIX.test(upToHere)) prefix = upToHere;
  }
  return prefix;
}

/**
 * The lines without a name that counts up before each row, where a mark follows it or rows are tight; null: no
 * names.
 */
export function withoutRowNames(lines) {
  const namedRows = [];
  for (const line of filled(lines)) {
    if (!mayBeRow(line)) continue;
    const match = ROW_NAME.exec(line);
    if (match === null) return null;
    namedRows.push({ match, rest: line.slice(match[0].length) });
  }
  if (namedRows.length < 2 || !countsUp(namedRows.map(({ match }) => match[1]), 2)) return null;
  const areMarked = namedRows.every(({ match }) => MARKED_NAME.test(match[0]));
  if (!areMarked && !namedRows.every(({ rest }) => isTight(rest))) return null;
  return lines.map((line) => (mayBeRow(line) ? line.replace(ROW_NAME, "") : line));
}

/** Whether a line is no ruler, rule or prose behind its name. */
const mayBeRow = (line) => !(isRuler(line) || isRule(line) || PROSE.test(line.replace(ROW_NAME, "")));

/** Whether the cells behind a name stand without blanks. */
function isTight(rest) {
  const cells = rest.trim();
  return lengthOf(cells) > 1 && !/\s|^-[0-9]+$/.test(cells);
}
