// What may be taken off every line alike before it is cut: comment signs, quotes, prefixes, remarks, commas. Each
// way is a candidate with its cost; a cost below 0: what is left is surely meant. Function by function as
// minesolver/io/formats/reading/strips.py.

import { countsUp, signOf } from "./lines.js";
import {
  BLOCK_COMMENTS,
  cellsIn,
  excuse,
  factsOf,
  hasWords,
  isListLabel,
  isRule,
  isRuler,
  NO_FACTS,
  legendRoles,
} from "./outside.js";
import { table } from "../dist/signs.js";
import { COSTS, WORDS } from "./table.js";
import { isAlphabetic, isAscii, isBlank, isDecimal, lengthOf, replaced, WORD, wordsOf } from "./texts.js";

const COMMENT = new RegExp(
  String.raw`^\s*(\/\/+!?|--|;+|%+|#+|\*+|>+|'|!+|REM(?![${WORD}])|\+(?=[│┌├└])|\|(?!\|))` +
    String.raw`(?:\s|$|(?=[│┌├└|+]))`,
  "u",
);
/** How a row begins whose first cell is blank. */
const BLANK_IN_BARS = /^\s*\|\s+\|/;
/** A row whose first cell has one blank between its bars, and all others more. */
const FIRST_IS_NARROW = /^\s*\|\s(?:\|[^|]{3,})+\|\s*$/u;
const WIDE_BLANK = /\|\s{3,}\|/;
const OPENS_STARRED = "/**";
/** How each line of a comment begins that `OPENS_STARRED` opens. */
const STARRED = /^\s*\*(?:\s|$)/;
/** As much as nobody believes without a question. */
const COST_OF_TIGHT_COMMENT = 2.7;
/** A comment sign beside its line, or a sign of a change: it may be a cell as well. */
const TIGHT_COMMENT = /^([#+])/;
/** What is left of a comment sign alone in its line: blank cells may have been cut off behind it. */
export const COMMENT_ALONE = " ";
/** Comment signs that are signs of cells as well. */
const CELL_MARKS = "#*%!+'";
const OTHER_HIDDEN = /[#?■█.-]/;
/** Lines from which on `*` before each is a block comment, and not a column of cells. */
const FEWEST_COMMENT_LINES = 6;
const QUOTED_ROW = /^[^"']*(["'])((?=[^"']*[^\s|,;"']|\s+["']|,(?: ,)+["'])[^"']{2,})\1[^"']*$/u;
const QUOTES = ['"""', "'''", '"', "'", "`"];
const QUOTES_AND_BLANKS = /^[ \n"'`]*$/;
/** What grep writes before each line: a file and a number. */
const GREP = /^[^\s:]*[A-Za-z][^\s:]*:[0-9]+:/u;
const SPEAKER = /^<[^<>]{3,20}>\s+/u;
/** Where what a log or a container writes before each line may end, also without a blank behind it. */
const END_OF_PREFIX = new RegExp(
  String.raw`(?:[\]:|]|\s-|[0-9][0-9]:[0-9][0-9][^\s]*|[A-Za-z]{2}[${WORD}.,\/)>\-]*)\s+|[A-Za-z]{2}:(?=[^\s:\\\/])`,
  "gu",
);
const BOXED_CELL = /^\[.\]$/u;
const BAR_OF_CELLS = /(?:^|[\s:\]])\S\s*\|$|[:\]]\s*\|$/u;
const IN_PREFIX = /[0-9][0-9]:[0-9][0-9]|[A-Za-z]{2}/;
/** Characters of a line that may be what a log writes before each. */
const LONGEST_PREFIX = 100;
/** A drawn line behind which somebody remarks something is still one: no tie with what takes it for words. */
const COST_OF_REMARKS = -0.4;
/** Characters of a line behind which somebody remarks something. */
const LONGEST_LINE = 1000;
/** Lines around those of a log that are none of it. */
const MOST_OTHER_LINES = 3;
const MOST_CELLS_IN_NAME = 2;
const ROW_IN_NAME = /(?:^|\s)(?:\S\s+){4}|(?:^|\s)([^\s=_.:-])\1{3}/u; // single signs, or one that comes again
const CLOCK = /[0-9]:[0-9]/;
const MAY_BE_NAMED = /[A-Za-z:]/;
const NUMBER = /\s*[0-9]+/g;
const isWall = (sign) => sign !== "" && "+|│┃".includes(sign);
const REMARK = [
  {
    pattern: new RegExp(
      String.raw`(?:\s{2,}--\s.*|\s+(?:<-.*|←.*|\/\/.*|--\s.*[A-Za-z]{2}.*|#\s[A-Za-z][${WORD}]+.*` +
        String.raw`|\([A-Za-z]{2,}\s[^()]*\)\s*))$`,
      "uy",
    ),
  },
  {
    pattern: new RegExp(
      String.raw`(?=.*[A-Za-z]{2})` +
        String.raw`(?:(?:\s[${WORD}])?\s{3,}(?:[${WORD}]\S+|[A-Za-z]\s+[A-Za-z]{2,}).*|\s[${WORD}]\s{3,}[${WORD}].*)$`,
      "uy",
    ),
    before: isWall,
  },
];
/** A full stop behind a comma is a cell; the sign before it is no part of the mark. */
const LAST_MARK = /(?:[,;]|(^|[^\s,;])\.)\s*$/u;
const LIST_END = /[\])}"'|][,;]\s*$|\S[,;]\s*$/u;
const ROW_NAME = new RegExp(
  String.raw`^\s*(?:(?:row|line)\s*)?(?:\[(?=[${WORD}]{1,2}\]\s))?([A-Za-z]|[0-9]{1,2})` +
    String.raw`(?:[.]\s|\s*[:)|│┃\]]\s?|\s+)(?=\S|\s)`,
  "iu",
);
const MARKED_NAME = /[:.)|│┃\]]/;
const TENS = /^\s+[0-9](?:\s*[0-9])*\s*$/u;
const NUMBERS = /^\s*[0-9]{1,2}(?:[\s,]+[0-9]{1,2}){0,2}\s*$/;
const ONE_SIGN = new RegExp(String.raw`^\s*([^\s${WORD}])\1{4,}\s*$`, "u");
const FEWEST_LINES_OF_TALL_CELL = 3;
const BARS = "|│┃║";
const MARK_BETWEEN = /[,;\t|│┃║]/;
/** Two cells with blanks alone between them: then what marks there are are cells. */
const BLANKS_BETWEEN = /[^\s,;|│┃║] +[^\s,;|│┃║]/u;
/** What a reading costs that takes off, or keeps, what could as well be cells. */
export const DOUBT = 3;

/** A way to take something off: its cost, the lines, and words for what was dropped, "" for nothing. */
const stripped = (cost, lines, dropped = "") => ({ cost, lines, dropped });

/** Each way to take something off every line: what steps do one after another, each of them or not. */
export function strips(lines) {
  const marks = lines.filter(isOfBlockComment).map((line) => line.trim());
  if (marks.length > 1) {
    lines = lines.map((line) => (isOfBlockComment(line) ? "" : line));
    if (marks.includes(OPENS_STARRED) && filled(lines).every((line) => STARRED.test(line)))
      lines = lines.map((line) => line.replace(STARRED, ""));
  }
  const ways = [stripped(0, lines)];
  for (const step of STEPS) {
    for (const way of [...ways]) {
      for (const other of step(way.lines)) {
        const dropped = [way.dropped, other.dropped].filter(Boolean).join("; ");
        ways.push(stripped(way.cost + other.cost, other.lines, dropped));
      }
    }
  }
  return ways;
}

const filled = (lines) => lines.filter((line) => !isBlank(line));

const barsIn = (line) => line.split("|").length - 1;

const isOfBlockComment = (line) => BLOCK_COMMENTS.includes(line.trim());

/** Whether a bar begins a line and none ends it: a blank cell is before it, perhaps. */
export const beginsWithOpenBar = (line) => /^\s*[|│┃║]/u.test(line) && !/[|│┃║]$/.test(line.trimEnd());

/** The lines without a comment sign that stands before each. */
function* withoutComments(lines) {
  for (const comment of [COMMENT, TIGHT_COMMENT]) {
    const marks = new Set(filled(lines).map((line) => comment.exec(line)?.[1] ?? ""));
    if (marks.size !== 1 || marks.has("")) continue;
    const [mark] = marks;
    const isTightComment = comment === TIGHT_COMMENT;
    const separators = filled(lines).every((line) => line.includes("\t")) ? "\t" : ",;\t";
    const sheetLines = filled(lines).filter((line) => line.length > 1 && separators.includes(line[1]));
    if (isTightComment && sheetLines.length > 1) continue; // the sign is a cell
    if (mark === "|" && !mayBeCommentBar(filled(lines))) continue;
    // Semicolons behind a first one part cells, and that one is behind a blank cell.
    const isBehindBlank = (line) => line[0] === " " && line.split(";").length > 2;
    if (mark === ";" && filled(lines).every(isBehindBlank)) continue;
    const bare = lines.map((line) => line.replace(comment, "") || COMMENT_ALONE.slice(0, line.length));
    // Behind the first cell a bar parts cells, where no bar ends the line.
    if (mark.length === 1 && bare.some(beginsWithOpenBar)) continue;
    const cost = costOfComment(mark, bare, lines, isTightComment);
    yield stripped(cost, bare, `without ${mark} before each line`);
    return;
  }
}

/**
 * Whether a bar before each line is no wall: no line ends in one, or only some that have others, or each row would have
 * a blank cell first.
 */
function mayBeCommentBar(lines) {
  const openLines = lines.filter((line) => !line.trimEnd().endsWith("|"));
  if (openLines.length === lines.length) return true;
  if (openLines.length) return openLines.every((line) => barsIn(line) === 1);
  return lines.every((line) => BLANK_IN_BARS.test(line));
}

/** What it costs to take a comment sign off. One that is a cell too, or could be the only hidden one, is a question. */
function costOfComment(mark, bare, lines, isTightComment) {
  const text = bare.join("");
  if (mark === "|" && !bare.some((line) => line.trimEnd().endsWith("|")) && text.includes("|"))
    return DOUBT; // or the first cell is blank
  if (mark === "|" && filled(lines).every((line) => BLANK_IN_BARS.test(line))) {
    const isNarrow = filled(lines).every((line) => FIRST_IS_NARROW.test(line));
    const hasWideBlanks = lines.some((line) => WIDE_BLANK.test(line));
    return isNarrow && hasWideBlanks ? 0 : COST_OF_TIGHT_COMMENT;
  }
  if (!CELL_MARKS.includes(mark[0]) || bare.every((line) => "│┌├└".includes(line.slice(0, 1)))) return -3;
  const rows = lines.filter((_, k) => excuse(bare[k]) === null);
  const isApart = (line) => " \t".includes(line.trimStart()[mark.length]) && standsApart(line, mark);
  const areApart = rows.length > 0 && rows.every(isApart);
  if (mark.length > 1 && text.includes(mark[0]) && areApart) return DOUBT; // or it is a group of cells
  if (areApart || bare.some(isRuler)) return -0.7;
  if (isTightComment) return COST_OF_TIGHT_COMMENT;
  if (text.includes(mark[0])) return mark.length > 1 ? 1 : costOfFirstColumn(lines);
  if ("*!+".includes(mark)) return mark !== "+" && filled(lines).length >= FEWEST_COMMENT_LINES ? 0 : DOUBT;
  return OTHER_HIDDEN.test(text) ? -0.7 : 0.1;
}

/** What it costs to take off a first column that could be cells: little where the rest has a usual size. */
function costOfFirstColumn(lines) {
  const bareLines = lines.filter((line) => !hasWords(line));
  const rows = firstRows(bareLines.length ? bareLines : lines).map((line) => line.trimEnd());
  const widths = new Set(rows.map((row) => wordsOf(row).length));
  const indentation = Math.min(...rows.map((row) => lengthOf(row) - lengthOf(row.trimStart())));
  const hasOneWidth = widths.size === 1;
  const [firstWidth] = widths;
  // Where rows differ some cells are blank.
  const starts = rows.map((row) => [...row.matchAll(/\S+/g)].map(({ index }) => lengthOf(row.slice(0, index))));
  const steps = starts.flatMap((ofRow) => ofRow.slice(1).map((start, k) => start - ofRow[k]));
  const step = steps.length ? Math.min(...steps) : 2;
  const blankWidth = Math.floor((Math.max(...rows.map(lengthOf)) - indentation + step - 1) / step);
  const width = hasOneWidth ? firstWidth : blankWidth;
  // Groups of rows may be boards, or parts of one.
  const rowCount = filled(bareLines).filter((line) => !isOfBlockComment(line)).length;
  if (isUsualSize(rows.length, width) || isUsualSize(rowCount, width)) return COSTS.question;
  return hasOneWidth || isUsualSize(rows.length, width - 1) || !indentation ? -0.2 : COSTS.question;
}

/** The lines that follow each other, where empty lines part as many again; else all lines with signs. */
function firstRows(lines) {
  const parts = [[]];
  for (const line of lines.filter((other) => !isOfBlockComment(other))) {
    if (isBlank(line)) parts.push([]);
    else parts[parts.length - 1].push(line);
  }
  const filledParts = parts.filter((part) => part.length);
  const lengths = new Set(filledParts.map((part) => part.length));
  const areBoards = lengths.size === 1 && filledParts[0].length > 1;
  return areBoards ? filledParts[0] : filledParts.flat();
}

/** Whether a wider gap is behind the first sign of a line than behind others, or none of their marks. */
export function standsApart(line, sign) {
  const behind = line.trimStart().slice(sign.length);
  const match = /^(\s*)(\S.*\S)/u.exec(behind);
  if (!line.trimStart().startsWith(sign) || match === null) return false;
  const [, gap, rest] = match;
  if (BARS.includes(rest[0])) return BARS.includes(rest[rest.length - 1]);
  if (!gap) return false;
  const hasMarks = MARK_BETWEEN.test(rest.slice(0, -1)) && !BLANKS_BETWEEN.test(rest);
  const hasOtherMarks = hasMarks && !MARK_BETWEEN.test(gap);
  return hasOtherMarks || gap.length > Math.max(0, ...(rest.match(/\s+/gu) ?? []).map((blanks) => blanks.length));
}

/** Whether a board is square, or of a size that games have. */
export function isUsualSize(rows, cols) {
  return rows === cols || isSizeOfGame(rows, cols);
}

/** Whether a board has a size that games have. */
export function isSizeOfGame(rows, cols) {
  return table.usual_sizes.some(([usualRows, usualCols]) => usualRows === rows && usualCols === cols);
}

/** The rows of texts in a program, or of what a log writes. */
function* withoutQuotes(lines) {
  const quoted = lines.map(quotedRow);
  if (quoted.filter(Boolean).length > 1)
    yield stripped(-0.6, lines.map((line, k) => (quoted[k] === null ? line : quoted[k][2].replace(/\\n$/, ""))));
  yield* inQuotes(lines);
}

/** The text in quotes of a line that has one, where that is no word for a cell. */
function quotedRow(line) {
  const match = QUOTED_ROW.exec(line);
  if (match === null) return null;
  // A row of blank cells may have one other sign.
  const word = match[2].trim();
  const isWord = isAlphabetic(word) && signOf(word) !== null && lengthOf(match[2]) < lengthOf(word) + 3;
  return isWord ? null : match;
}

/** The lines inside each frame of one sign: a line of it above and below, and one at each end. */
function* withoutFrame(lines) {
  const drawn = [...lines.keys()].filter((index) => ONE_SIGN.test(lines[index]));
  const body = [...lines];
  const frameSigns = new Set();
  for (const [k, last] of drawn.slice(1).entries()) {
    const first = drawn[k];
    const [sign] = lines[first].trim();
    const inner = lines.slice(first + 1, last).map((line) => line.trim());
    const bare = inner.map((line) => line.slice(sign.length, line.length - sign.length));
    const isFrame = inner.length > 1 && lines[last].trim() === lines[first].trim();
    const isInside = (line, index) =>
      line.startsWith(`${sign} `) && line.endsWith(` ${sign}`) && !bare[index].includes(sign);
    if (isFrame && inner.every(isInside)) {
      body.splice(first, last + 1 - first, "", ...bare, "");
      frameSigns.add(sign);
    }
  }
  if (frameSigns.size) yield stripped(-0.6, body, `without the frame of ${[...frameSigns].join(" and ")}`);
}

/** The lines that have cells, where each row is drawn in several: those of walls alone go. */
function* withoutTallCells(lines) {
  const walls = lines.map((line) => barsIn(line) > 1 && /^[ |_]*$/.test(line));
  const rows = [...lines.keys()].filter((index) => barsIn(lines[index]) > 1 && !walls[index]);
  // Between two rows of one board there are walls alone.
  const areOfOneBoard = (first, second) =>
    walls.slice(first + 1, second).every(Boolean) && barsIn(lines[first]) === barsIn(lines[second]);
  const steps = new Set(rows.slice(1).flatMap((row, k) => (areOfOneBoard(rows[k], row) ? [row - rows[k]] : [])));
  if (steps.size === 1 && Math.min(...steps) >= FEWEST_LINES_OF_TALL_CELL)
    yield stripped(-0.6, lines.map((line, k) => (walls[k] ? "" : line)));
}

function* withoutRemarks(lines) {
  if (lines.every((line) => lengthOf(line) <= LONGEST_LINE)) {
    const bare = lines.map(withoutRemark);
    const removed = lines.map((line, k) => line.slice(bare[k].length));
    const width = Math.max(...bare.map(lengthOf));
    // Where other rows keep the blanks at their ends, those before a remark are cells as well.
    const hasBlankEnds = bare.some((rest) => rest.endsWith(" "));
    const isFarBehind = (line) => width > 0 && lengthOf(line) - lengthOf(line.trimStart()) >= width;
    const isBehindBlanks = !hasBlankEnds && lines.some((line, k) => !bare[k] && isFarBehind(line));
    const hasCells = removed.some((remark) => cellsIn(remark) > MOST_CELLS_IN_NAME);
    if (removed.some(Boolean) && !hasCells && !isBehindBlanks) {
      const rows = hasBlankEnds ? bare.map((rest, k) => withBlanksOf(lines[k], rest, width)) : bare;
      yield stripped(COST_OF_REMARKS, rows, "without remarks behind rows");
    }
  }
}

/** A line without its remark, with as many of the blanks before that as other lines are wide. */
function withBlanksOf(line, rest, width) {
  const behind = line.slice(rest.length);
  const endOfBlanks = lengthOf(line) - lengthOf(behind.trimStart());
  return [...line].slice(0, Math.max(lengthOf(rest), Math.min(endOfBlanks, width))).join("");
}

/** A line without what somebody remarks behind it; a legend, or a count alone in its line, as it is. */
function withoutRemark(line) {
  const bare = replaced(line, REMARK);
  if (bare === line || excuse(line) === null) return bare;
  const tellsFacts = !bare && JSON.stringify(factsOf([line])) !== JSON.stringify(NO_FACTS);
  return legendRoles(line).size || tellsFacts ? line : bare;
}

/** The lines without one that has the tens of the numbers of columns above their last digits. */
function* withoutTens(lines) {
  const areTensAt = (k) => TENS.test(lines[k]) && isRuler(lines[k + 1]) && areTens(lines[k], lines[k + 1]);
  for (let k = 0; k + 1 < lines.length; k++) {
    if (!areTensAt(k)) continue;
    yield stripped(-0.6, [...lines.slice(0, k), "", ...lines.slice(k + 1)]);
    return;
  }
}

/** Whether the ten of its number stands above each column, or each from the tenth on, and nothing else. */
function areTens(tens, digits) {
  const signs = [...digits];
  const columns = [...signs.keys()].filter((place) => isDecimal(signs[place]));
  const first = columns.length ? Number(signs[columns[0]]) : 0;
  const tensOfColumns = columns.map((place, k) => [place, String(Math.floor((first + k) / 10))]);
  const shown = JSON.stringify([...tens].flatMap((sign, place) => (sign === " " ? [] : [[place, sign]])));
  // Most leave the tens of 0 to 9 out.
  const fromTenOn = tensOfColumns.filter(([, ten]) => ten !== "0");
  return shown === JSON.stringify(tensOfColumns) || shown === JSON.stringify(fromTenOn);
}

function* withoutListEnds(lines) {
  if (filled(lines).some((line) => LIST_END.test(line)))
    yield stripped(0.05, lines.map((line) => (isListLabel(line) ? line : line.replace(LAST_MARK, "$1"))));
}

/** The rows of one text of several lines in a program, or of so many more; lines around keep their place. */
function* inQuotes(lines, textsBehind = 1) {
  const joined = lines.join("\n");
  for (const quote of QUOTES) {
    const start = joined.indexOf(quote);
    const end = start < 0 ? -1 : joined.indexOf(quote, start + quote.length);
    if (end < 0 || !joined.slice(start, end).includes("\n")) continue;
    if (filled(lines).every((line) => line.trimStart().startsWith(quote))) continue; // a comment sign
    let inner = joined.slice(start + quote.length, end);
    if (inner.startsWith("\\")) inner = inner.slice(1);
    if (!isBlank(inner) && QUOTES_AND_BLANKS.test(inner)) continue; // signs of cells, and no rows
    // Blanks before the closing quote are its indentation, or a row, if they are as long as one.
    const innerLines = inner.split("\n");
    const lastLine = innerLines.pop();
    const hasRow = lengthOf(lastLine) >= Math.max(...innerLines.map(lengthOf));
    let texts = !isBlank(lastLine) || hasRow ? [inner] : [];
    // Before the closing quote an editor leaves the blanks that it cuts off all other rows.
    const haveOneLength = innerLines.every((line) => lengthOf(line) === lengthOf(lastLine));
    const isCutOff = !haveOneLength && !innerLines.some((line) => line.endsWith(" "));
    if (!isBlank(lastLine) && isCutOff) texts = [inner.replace(/ +$/, "")];
    if (isBlank(lastLine)) texts.push(inner.slice(0, inner.length - lastLine.length));
    // What stands before the first row in its line goes; its line keeps its number.
    const beforeLines = joined.slice(0, start).split("\n");
    const afterLines = joined.slice(end + quote.length).split("\n");
    if (excuse(afterLines[0]) === null) continue;
    const head = beforeLines[beforeLines.length - 1].trimEnd();
    if (head && excuse(head) === null && excuse(head + quote) === null) continue;
    // Where the closing quote is indented, the rows are indented twice as far, perhaps.
    const indentation = " ".repeat(2 * lengthOf(lastLine));
    const rows = innerLines.slice(1);
    if (indentation && filled(rows).every((row) => row.startsWith(indentation))) {
      const withoutIndentation = (row) => [...row].slice(indentation.length).join("");
      texts.push(inner.split("\n").map(withoutIndentation).join("\n"));
    }
    for (const text of texts) {
      const body = [...beforeLines.slice(0, -1), ...text.split("\n"), ...afterLines.slice(1)];
      if (body.length !== lines.length) continue;
      const more = textsBehind ? [...inQuotes(body, textsBehind - 1)] : [];
      if (more.length) yield* more;
      else yield stripped(-0.6, body);
    }
  }
}

/**
 * The lines without what begins most of them alike, but for its numbers and names of speakers. It costs nothing where
 * all begin so.
 */
function* withoutNamesOfALog(lines) {
  const filledLines = filled(lines);
  const counts = new Map();
  for (const line of filledLines)
    for (const kind of prefixesOf(line).keys()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const isMore = (kind, other) => counts.get(kind) - counts.get(other) || lengthOf(kind) - lengthOf(other);
  if (!counts.size) return;
  const common = [...counts.keys()].reduce((best, kind) => (isMore(kind, best) > 0 ? kind : best));
  const count = counts.get(common);
  if (count < Math.max(2, filledLines.length / 2, filledLines.length - MOST_OTHER_LINES)) return;
  const prefixes = lines.map((line) => prefixesOf(line).get(common) ?? null);
  // Where cells stand before the row, it is a board, and no name.
  const first = prefixes.find(Boolean);
  const hasCells = cellsIn(first) > MOST_CELLS_IN_NAME || ROW_IN_NAME.test(first);
  if (hasCells) return;
  const letters = new Set(first.toLowerCase().match(/[a-z]/g) ?? []);
  if (!CLOCK.test(first) && letters.size < 3 && !first.startsWith("<")) return;
  // Blanks behind it may be cells, but for the first.
  const bodies = lines.map((line, k) => (prefixes[k] === null ? line : line.slice(prefixes[k].length)));
  const named = filled(bodies.filter((body, k) => prefixes[k] !== null));
  const gap = named.every((body) => body.startsWith(" ")) ? 1 : 0;
  const rows = bodies.map((body, k) => (prefixes[k] === null ? body : body.slice(gap)));
  yield stripped(count === filledLines.length ? 0 : 0.3, rows, "without what is before each row");
}

/** What a log, grep or a container may have written before a line, by its kind: without its numbers. */
function prefixesOf(line) {
  if (isAscii(line) && !MAY_BE_NAMED.test(line)) return new Map();
  const head = `${[...line].slice(0, LONGEST_PREFIX).join("")} `;
  const speaker = SPEAKER.exec(head);
  if (speaker !== null) return new Map([["<>", speaker[0].trimEnd()]]);
  const grep = GREP.exec(head);
  if (grep !== null) return new Map([[grep[0].replace(NUMBER, "0"), grep[0]]]);
  const prefixes = new Map();
  for (const { index, 0: end } of head.matchAll(END_OF_PREFIX)) {
    const prefix = head.slice(0, index + end.length).trimEnd();
    const lastWord = wordsOf(prefix).pop();
    // A cell, such as null, behind a comment sign perhaps.
    if (WORDS.has(lastWord.toLowerCase().replace(/^[#/%;*>-]+/u, ""))) break;
    if (BOXED_CELL.test(lastWord)) break;
    // A bar behind a single sign, or behind the end of a prefix, parts cells.
    if (BAR_OF_CELLS.test(prefix)) break;
    // A dash may be a cell where it is not the only one.
    const isCell = prefix.endsWith("-") && head.split(" -").length > 2;
    if (IN_PREFIX.test(prefix) && !isCell) prefixes.set(prefix.replace(NUMBER, "0"), prefix);
  }
  return prefixes;
}

/** What may be taken off, in the order in which people and programs put it around a board, from outside in. */
const STEPS = [
  withoutRemarks,
  withoutComments,
  withoutNamesOfALog,
  withoutQuotes,
  withoutTens,
  withoutFrame,
  withoutTallCells,
  withoutListEnds,
];

/**
 * The lines without a name that counts up before each row, where a mark follows it or rows are tight; null: no
 * names.
 */
export function withoutRowNames(lines) {
  let rowLines = [...lines.keys()].filter((index) => !isBlank(lines[index]) && mayBeRow(lines[index]));
  // A number alone above or below the rows, or a move, is no row.
  const namedLines = rowLines.filter((index) => isNamed(lines[index]));
  rowLines = rowLines.slice(rowLines.indexOf(namedLines[0]), rowLines.indexOf(namedLines[namedLines.length - 1]) + 1);
  const matches = rowLines.map((index) => ROW_NAME.exec(lines[index]));
  if (matches.length < 2 || matches.includes(null)) return null;
  const namedRows = matches.map((match) => ({ match, rest: match.input.slice(match[0].length) }));
  if (!countsUp(namedRows.map(({ match }) => match[1]), 2)) return null;
  const areMarked = namedRows.every(({ match }) => MARKED_NAME.test(match[0]));
  if (!areMarked && !namedRows.every(({ rest }) => isTight(rest))) return null;
  const areRows = new Set(rowLines);
  return lines.map((line, k) => (areRows.has(k) ? line.replace(ROW_NAME, "") : line));
}

/** Whether a line may be a row behind its name, and no number, move or word around the rows. */
const isNamed = (line) => ROW_NAME.test(line) && !NUMBERS.test(line);

/** Whether a line is no ruler, rule or prose behind its name. */
const mayBeRow = (line) => !(isRuler(line) || isRule(line) || hasWords(line.replace(ROW_NAME, "")));

/** Whether the cells behind a name stand without blanks. */
function isTight(rest) {
  const cells = rest.trim();
  return lengthOf(cells) > 1 && !/\s|^-[0-9]+$/.test(cells);
}
