// Each way to read a text as boards, with its cost: what is taken off, how rows are cut, what signs mean. Function by
// function as minesolver/io/formats/reading/candidates.py.

import { boardsOf, cutToBoards, Refusal, RULE, signsOf, UNEVEN } from "./blocks.js";
import {
  belowRuler,
  byBars,
  byBarsBefore,
  byBarsBehind,
  byBarsInside,
  byBlanks,
  byBoxes,
  byCharacters,
  byColumns,
  byLists,
  byOpenBars,
  bySeparator,
  byTightCommas,
  hasOpenBars,
  hasWideSigns,
  insideWalls,
  inUsualSizes,
} from "./cuts.js";
import { signOf } from "./lines.js";
import { areTightCells, excuse, factsOf, isOfSigns, isRule, numberedColumns, PROSE } from "./outside.js";
import { strips, withoutRowNames } from "./strips.js";
import { CLUES, COSTS } from "./table.js";
import { isBlank, isDecimal, lengthOf, quoted, recently, WORD, wordsOf } from "./texts.js";
import { trimmed, trims } from "./trims.js";

/** Characters of a text of which columns are looked for: those of a board of 100x100 in drawn boxes. */
const LONGEST_COLUMNS = 200_000;
/** Characters of a text of which the cuts are kept for a while: several expert boards in most notations. */
const LONGEST_KEPT = 10_000;
const SIZE_LINE = /^\s*[0-9]{1,4}\s*[xX×*]\s*[0-9]{1,4}(?:\s*[xX×/,]\s*(?:[0-9]{1,6}|\?))?\s*$/;
const SIZE_AND_ROWS = /^\s*([0-9]{1,4}[xX][0-9]{1,4}(?:[xX](?:[0-9]{1,6}|\?))?)\s+(\S.*\/.*)$/u;
/** A first line such as 9x9 or 9x9x10 is a size, and no row of clues and x. */
const SIZE_IS_SURE = -0.7;
const COMMENT_OF_ROWS = /^(?:\/\/+!?|--|;{1,3}|%{1,3}|#|\*|>|'|!|\||REM)\s+/;
/** A row of clues as well as numbers of columns. */
const ROW_OF_NUMBERS = /^\s*\d(?:\s+\d)+\s*$/;
const SIZE_AND_COUNT = /^\s*\d{1,4}(?:\s+\d{1,4}){1,2}\s*$/;
const ROWS_IN_QUOTES = /(["'])[^"',]{2,}\1(?:\s*,\s*\1[^"',]{2,}\1)+/u;
const QUOTE = /["']/;
const COMMA_AT_END = /^\s*[,;]|\s[,;]\s*$/u;
const LETTER = /[A-Za-z]/;
/** A line of words behind a comment sign. */
const TIGHT_COMMENT = /^([#+])[A-Za-z]{2}/;
const UNEVEN_SEPARATORS = ["|", ",", ";"];
const SLASHES = [" / ", "/"];
const ROW_SEPARATORS = ["|", "/", ", ", ",", " ", ";"];
const ZERO_SIGNS = new Set("._·");
const SURELY_LESS = 0.5;
/** Groups of rows are several boards; where one is expected, all rows as one board are named as well. */
const COST_OF_JOINED = 1;
/** A line behind a name that is no row, and not blank: that is rather a slip. */
const COST_OF_NAMED_LINE = 1.3;
const INDENTATION = 4;
const WALLS_AND_BLANKS = /^[ \t|│┃║]*$/;
/** A row of cells that are blank behind its name. */
const NAME_AND_BLANKS = new RegExp(String.raw`^\s*[${WORD}]{1,2}\s{3,}$`, "u");

/**
 * The boards that a text may be, before its signs are named. `boards`: the ways to trim each; `outside`: the lines
 * around the boards, each with the board that it is beside; `bonus`: what the cost would be more without what was
 * surely taken off: that settles no doubt of the rest; `lines`: those that were cut.
 */
const partsOf = (cost, /** @type {any[][]} */ boards, outside, dropped = "") => ({
  cost,
  boards,
  outside,
  dropped,
  bonus: 0,
  /** @type {string[]} */ lines: [],
});

/** Each way to cut lines into boards, and why others fail. */
export function candidates(lines) {
  // Each answer to a question cuts the same lines, and names other signs.
  const text = lines.join("\n");
  return text.length > LONGEST_KEPT ? eachCut(lines) : recently(keptCuts, text, () => [...eachCut(lines)]);
}

const keptCuts = new Map();

function* eachCut(lines) {
  for (const [sizeCost, sizedLines] of withSize(lines)) {
    for (const part of ofStripped(sizedLines))
      yield part instanceof Refusal ? part : { ...part, cost: sizeCost + part.cost };
  }
}

/** The boards of lines, each way to take off what is around them. */
function* ofStripped(lines) {
  const ways = strips(lines);
  const leastCost = Math.min(...ways.map(({ cost }) => cost));
  for (const strip of ways) {
    for (const part of ofLines(strip.lines)) {
      if (part instanceof Refusal) {
        // Where something surely goes, rows that have it are none.
        if (strip.cost < leastCost + SURELY_LESS) yield part;
        continue;
      }
      const dropped = [strip.dropped, part.dropped].filter(Boolean).join("; ");
      const cutLines = part.lines.length ? part.lines : strip.lines;
      yield { ...part, cost: strip.cost + part.cost, dropped, bonus: Math.max(0, -strip.cost), lines: cutLines };
    }
  }
}

const stripSign = (text, sign) => {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === sign) start++;
  while (end > start && text[end - 1] === sign) end--;
  return text.slice(start, end);
};

/** A text of which one line has all rows, each of them in a line of its own; else the text. */
export function withRowsApart(text) {
  const rowLines = [];
  for (let k = 0; k < text.texts.length && rowLines.length < 3; k++) if (mayHaveRows(text.texts[k])) rowLines.push(k);
  if (![1, 2].includes(rowLines.length)) return text;
  // Numbers in a line may be a row as long as the other, or a move above the rows.
  const move = text.texts[rowLines[0]];
  const hasLength = wordsOf(move).length === wordsOf(text.texts[rowLines[rowLines.length - 1]]).length;
  const isOfNumbers = ROW_OF_NUMBERS.test(move) || SIZE_AND_COUNT.test(move);
  if (rowLines.length === 2 && (hasLength || !isOfNumbers)) return text;
  const index = rowLines[rowLines.length - 1];
  const rowLine = text.texts[index];
  const above = text.texts.slice(0, index).filter(Boolean);
  const marks = new Set(above.map((other) => TIGHT_COMMENT.exec(other)?.[1] ?? ""));
  const isComment = marks.size === 1 && marks.has([...rowLine][0]);
  const rows = rowsIn(isComment ? rowLine.slice(1) : rowLine);
  // Two marks behind a comment sign are no rows.
  if (lengthOf(rows[0]) < 3 && ![...rowLine].some(isDecimal)) return text;
  return {
    ...text,
    texts: text.texts.flatMap((line, k) => (k === index ? rows : [line])),
    numbers: text.numbers.flatMap((number, k) => (k === index ? rows.map(() => number) : [number])),
  };
}

function mayHaveRows(line) {
  if (isBlank(line)) return false;
  if (ROW_OF_NUMBERS.test(line)) return true;
  if (SIZE_AND_ROWS.test(line) || ROWS_IN_QUOTES.test(line) || excuse(line) === null) return true;
  const rows = rowsIn(line);
  return rows.length > 2 && rows.every(isOfSigns) && rows.some(areTightCells);
}

/** The rows of a line, where a sign parts rows of one length, or each is in quotes; else the line. */
function rowsIn(line) {
  const inQuotes = ROWS_IN_QUOTES.exec(line);
  if (inQuotes !== null && !line.slice(inQuotes.index + inQuotes[0].length).includes(inQuotes[1])) {
    const rows = inQuotes[0].split(",").map((row) => row.replace(/^[ "']+|[ "']+$/g, ""));
    const areWords = rows.some((row) => signOf(row) !== null && !isDecimal([...row].slice(0, 1).join("")));
    return new Set(rows.map(lengthOf)).size === 1 && !areWords ? rows : [line];
  }
  // The line as it is, or without a comment sign: whichever has rows of one length.
  const wholeRows = partedRows(line);
  const rows = partedRows(line.trim().replace(COMMENT_OF_ROWS, ""));
  if (new Set(wholeRows.map(lengthOf)).size === 1) return wholeRows;
  return rows.length ? rows : [line];
}

/** The rows that a sign parts in a text; none where they are none. */
function partedRows(text) {
  const head = SIZE_AND_ROWS.exec(text);
  const sizeLines = head === null ? [] : [head[1]];
  const rest = head === null ? text : head[2];
  for (const separator of SLASHES) {
    // Blanks at the ends of rows that are as long as each other are cells.
    const parts = rest.split(separator);
    const haveOneLength = new Set(parts.map(lengthOf)).size === 1;
    if (parts.length > 1 && haveOneLength && !QUOTE.test(rest)) return [...sizeLines, ...parts];
  }
  for (const separator of ROW_SEPARATORS) {
    // Behind a row a comma may be its last cell.
    const rowsText = separator.length === 1 ? stripSign(rest, separator) : rest;
    const parts = rowsText.split(separator).map((part) => part.trim());
    const colon = parts[0].lastIndexOf(":");
    const row = parts[0].slice(colon + 1).trim();
    // The first of several rows may stand behind a name.
    if (LETTER.test(parts[0].slice(0, Math.max(0, colon))) && lengthOf(row) === lengthOf(parts[parts.length - 1]))
      parts[0] = row;
    const lengths = parts.map(lengthOf);
    if (parts.length > 1 && lengths[0] > 1 && new Set(lengths).size === 1) return [...sizeLines, ...parts];
  }
  // Rows may differ in length by a slip, of which the refusal tells.
  for (const separator of UNEVEN_SEPARATORS) {
    const parts = stripSign(rest, separator)
      .split(separator)
      .map((part) => part.trim());
    const lengths = parts.map(lengthOf);
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
    const areUneven = parts.length > 2 && shortest > 2 && longest === shortest + 1;
    if (areUneven && parts.every(isOfSigns)) return [...sizeLines, ...parts];
  }
  if (rest.includes("/") && !QUOTE.test(rest)) return [...sizeLines, ...rest.split("/").map((part) => part.trim())];
  return [];
}

/** The lines, and the lines with a first one that is a size and surely no row. */
function* withSize(lines) {
  const filledCount = lines.filter((line) => !isBlank(line)).length;
  if (filledCount > 1 || !lines.some((line) => SIZE_LINE.test(line))) yield [0, lines];
  const lineIndex = lines.findIndex((line) => !isBlank(line));
  if (lineIndex < 0 || !SIZE_LINE.test(lines[lineIndex])) return;
  yield [SIZE_IS_SURE, lines.map((line, k) => (k === lineIndex ? `size ${line.trim()}` : line))];
}

/** The boards of lines from which everything was taken that is taken off alike. */
function* ofLines(lines) {
  yield* ofLists(lines);
  const cuts = [
    [0, byBoxes, false],
    [0, byBars, false],
    [0.1, insideWalls(byBlanks), true],
    [0.1, insideWalls(byCharacters), true],
    [0.3, bySeparator("\t"), false],
    [0.3, bySeparator(","), false],
    [0.3, bySeparator(";"), false],
    [0.5, byBlanks, true],
    [0.5, byCharacters, true],
  ];
  for (const [cost, cut, bySigns] of cuts) yield* ofCut(lines, cut, cost, bySigns);
  // Some programs write a tab behind the last cell too.
  const filled = lines.filter((line) => !isBlank(line) && excuse(line) === null);
  if (filled.length && filled.every((line) => /\t.*\t$/u.test(line))) {
    const bare = lines.map((line) => line.replace(/\t$/, ""));
    yield* ofCut(bare, bySeparator("\t"), 0.3, false);
  }
  // A bar behind each row may close it, or a blank cell follows, where others are blank.
  const cutting = cutToBoards(lines, byBarsBehind, { bySigns: false });
  if (!(cutting instanceof Refusal) && hasBlankInside(cutting)) yield* ofCut(lines, byBarsBehind, 0, false);
  if (hasOpenBars(lines)) {
    yield* ofCut(lines, byOpenBars, 0, false);
    yield* ofCut(lines, byBarsBefore, 0, false);
  }
  // Blanks before the first bar and behind the last may be a column of blank cells.
  const hasRules = lines.some((line) => !isBlank(line) && isRule(line) && byBarsInside(line) === null);
  if (!hasRules) yield* ofCut(lines, byBarsInside, 0, false);
  // Blanks and commas both, as in a sheet that was typed; or commas that are cells.
  if (lines.some((line) => line.includes(",,"))) {
    yield* ofCut(lines, bySeparator(", "), 0.3, false);
    yield* ofCut(lines, byTightCommas, 0.3, false);
  }
  if (lines.some((line) => /[,;]/.test(line))) {
    // A comma before the first cell or far behind the last may be a cell, or go on with the row above.
    const cost = lines.some((line) => COMMA_AT_END.test(line)) ? COSTS.question : 0.6;
    // Rows of other lengths say nothing then: commas may be cells.
    for (const part of ofCut(lines, byCommasAndBlanks, cost, true)) if (!(part instanceof Refusal)) yield part;
  }

  const named = withoutRowNames(lines);
  if (named !== null) {
    const namedLines = [...lines.keys()].filter((index) => lines[index] !== named[index]);
    const cutsOfNamed = [
      [0.8, byBlanks],
      [0.8, byCharacters],
      [0.1, insideWalls(byBlanks)],
      [0.1, insideWalls(byCharacters)],
      [0.1, byBoxes],
    ];
    for (const [cost, cut] of cutsOfNamed) yield* ofCut(named, cut, cost, true, { namedLines });
  }
  if (lines.reduce((sum, line) => sum + lengthOf(line), 0) <= LONGEST_COLUMNS) yield* ofColumns(lines);
}

const hasBlankInside = ({ boards }) => boards.flat().some((row) => row.signs.slice(0, -1).includes(""));

function byCommasAndBlanks(line) {
  const words = wordsOf(line.replace(/[,;]/g, " "));
  return words.length ? words : null;
}

/** The boards of lines by one cut. `namedLines`: where a name was taken off, so that they surely are rows. */
function* ofCut(lines, cut, cost, bySigns, { namedLines = /** @type {number[]} */ ([]) } = {}) {
  const cutting = cutToBoards(lines, cut, { bySigns });
  if (cutting instanceof Refusal) {
    yield cutting;
    return;
  }
  if (!cutting.boards.length) return;
  const hasNames = namedLines.length > 0;
  const rowLines = new Set(cutting.boards.flatMap((board) => board.map((row) => row.lineIndex)));
  const leftLines = namedLines.filter((lineIndex) => !rowLines.has(lineIndex)).map((lineIndex) => lines[lineIndex]);
  if (leftLines.length) cost += leftLines.some(isBlank) ? COSTS.question : COST_OF_NAMED_LINE;
  if (cut === byBlanks && standInColumns([...rowLines].map((lineIndex) => lines[lineIndex]))) cost += COSTS.question;
  const blankRowCount = bySigns ? countRowsOfBlanks(lines, rowLines) : 0;
  if (blankRowCount) {
    cost += COSTS.question;
    // Drawn lines with walls between them are boxes of blank cells.
    const areDrawn = [...rowLines].every((lineIndex) => isRule(lines[lineIndex]));
    if (areDrawn || blankRowCount > 2) cost += COSTS.question;
  }
  const dropped = hasNames ? "without what numbers the rows" : "";
  const outside = linesBeside(lines, cutting);
  const isTight = cut === byCharacters;
  // A tab before each row of a sheet indents it, or is behind a blank cell.
  const isIndented = [...rowLines].every((lineIndex) => lines[lineIndex].startsWith("\t"));
  const hasBlankEdge = isIndented && !cutting.boards.flat().some((row) => row.signs[0]);
  const boards = cutting.boards.map((board) => trims(board, lines, { hasNames, hasBlankEdge, isTight }));
  yield partsOf(cost + cutting.cost, boards, outside, dropped);
  if (cutting.joined.length) {
    const joined = trims(cutting.joined, lines, { hasNames, isTight });
    const outsideJoined = linesBeside(lines, { boards: [cutting.joined] });
    yield partsOf(cost + cutting.cost + COST_OF_JOINED, [joined], outsideJoined, dropped);
  }

  // Blanks before or behind tight rows may be opened cells that are blank.
  if (isTight && cutting.boards.length === 1 && hasBlankEdges(lines)) {
    const isBefore = lines.some((line) => line.startsWith(" "));
    const rows = cutting.boards[0].map(({ signs, lineIndex }) => ({
      signs: isBefore ? ["", ...signs] : [...signs, ""],
      lineIndex,
    }));
    const costOfRows = Math.min(...boards[0].map((trim) => trim.cost));
    yield partsOf(cost + cutting.cost, [[trimmed(costOfRows, rows)]], outside, dropped);
  }
}

/** Whether rows that are as long as each other begin and end at different places: blanks are cells. */
function standInColumns(lines) {
  const firstSigns = new Set(lines.map((line) => /^ */.exec(line)[0].length));
  const ends = new Set(lines.map((line) => lengthOf(line.replace(/ +$/, ""))));
  const haveOneLength = new Set(lines.map(lengthOf)).size === 1;
  return haveOneLength && firstSigns.size > 1 && ends.size > 1;
}

/**
 * How many lines of blanks, between walls or behind a name, are as long as the rows, and beside one or another line of
 * this length: they may be rows of blank cells.
 */
function countRowsOfBlanks(lines, rowLines) {
  const rowLengths = new Set([...rowLines].map((lineIndex) => lengthOf(lines[lineIndex])));
  const filled = [...lines.keys()].filter((lineIndex) => !WALLS_AND_BLANKS.test(lines[lineIndex]));
  let count = 0;
  let place = 0; // in the filled lines, of the first one below
  for (const [lineIndex, line] of lines.entries()) {
    while (place < filled.length && filled[place] <= lineIndex) place++;
    if (lengthOf(line) < 3 || !rowLengths.has(lengthOf(line))) continue;
    const beside = filled.slice(Math.max(0, place - 1), place + 1);
    const isBeside = beside.some((index) => rowLines.has(index) || isAsLong(lines[index], line));
    if ((WALLS_AND_BLANKS.test(line) && isBeside) || NAME_AND_BLANKS.test(line)) count++;
  }
  return count;
}

/** Whether a line is as long as one of blanks, and no ruler, above which there may be one. */
const isAsLong = (line, blankLine) => lengthOf(line) === lengthOf(blankLine) && numberedColumns(line).length < 3;

/** The lines that are no rows, by the board that each is beside: the next, or the last above it. */
function linesBeside(lines, cutting) {
  const rowLines = new Set(cutting.boards.flatMap((board) => board.map((row) => row.lineIndex)));
  const lastLines = cutting.boards.map((board) => board[board.length - 1].lineIndex);
  const outside = cutting.boards.map(() => []);
  for (const [lineIndex, line] of lines.entries()) {
    if (rowLines.has(lineIndex)) continue;
    const boardsAbove = lastLines.filter((lastLine) => lastLine < lineIndex).length;
    let boardIndex = Math.min(boardsAbove, cutting.boards.length - 1);
    if (boardsAbove > 0 && boardsAbove < cutting.boards.length && belongsAbove(lines, lineIndex))
      boardIndex = boardsAbove - 1;
    outside[boardIndex].push(line);
  }
  return outside;
}

/** Whether a line follows a board at once, and an empty line follows the line. */
function belongsAbove(lines, lineIndex) {
  const isFilled = (index) => index >= 0 && index < lines.length && !isBlank(lines[index]);
  return isFilled(lineIndex - 1) && !isFilled(lineIndex + 1);
}

/** Whether tight rows all have as many blanks before or behind them, which could be cells. */
function hasBlankEdges(lines) {
  const rows = lines.filter((line) => !isBlank(line) && !PROSE.test(line) && excuse(line) === null);
  const signs = [...new Set(rows.join(""))].filter((sign) => !CLUES.has(sign) && sign !== " ");
  const areZeros = signs.map((sign) => ZERO_SIGNS.has(sign));
  if (!rows.length || (areZeros.includes(true) && areZeros.includes(false))) return false;
  const before = new Set(rows.map((line) => /^ */.exec(line)[0].length));
  const behind = new Set(rows.map((line) => / *$/.exec(line)[0].length));
  const isIndented = before.size === 1 && [...before][0] % INDENTATION === 0;
  return (before.size === 1 && !isIndented) || (behind.size === 1 && [...behind][0] > 0);
}

function* ofLists(lines) {
  const lists = byLists(lines);
  if (lists === null) return;
  const known = new Map();
  const boards = [];
  for (const listRows of lists.boards) {
    const rows = [];
    for (const { cells, lineIndex } of listRows) {
      const signs = signsOf(cells, known);
      if (signs === null) {
        const unknown = [...cells.find((token) => (known.get(token) ?? null) === null)].slice(0, 40).join("");
        yield new Refusal(`${quoted(unknown)} is no cell that is known`, { lineIndex, symbol: unknown, rank: UNEVEN });
        return;
      }
      rows.push({ signs, lineIndex });
    }
    const width = rows[0].signs.length;
    const uneven = rows.find(({ signs }) => signs.length !== width);
    if (uneven !== undefined) {
      const message = `this row has ${uneven.signs.length} cells, where the first row has ${width}`;
      yield new Refusal(message, { lineIndex: uneven.lineIndex, rank: UNEVEN });
      return;
    }
    boards.push(rows);
  }
  const outside = linesBeside(lists.around, { boards });
  const ways = boards.map((rows) => [trimmed(0, rows)]);
  yield { ...partsOf(-0.5, ways, outside), lines: lists.rest };
}

function* ofColumns(lines) {
  for (const cut of byColumns(lines)) yield* ofColumnCut(lines, cut);
  if (hasWideSigns(lines))
    for (const cut of byColumns(lines, { wideSigns: true })) yield* ofColumnCut(lines, cut);
  for (const cut of inUsualSizes(lines)) yield* ofColumnCut(lines, cut);
  const namedColumns = belowRuler(lines);
  if (namedColumns !== null) yield* ofColumnCut(lines, namedColumns);
}

function* ofColumnCut(lines, cut) {
  const outside = lines.filter((_, lineIndex) => !cut.rows.has(lineIndex));
  if (outside.some((line) => excuse(line) === null)) return;
  const signs = new Set([...cut.rows.values()].flat());
  for (const line of outside) {
    const isOfOneSign = isRule(line) && new Set(wordsOf(line)).size === 1;
    if (isOfOneSign && !cut.hasWalls && [...line.trim()].every((sign) => sign === " " || signs.has(sign))) return;
  }
  const known = new Map();
  const rows = [];
  for (const [lineIndex, cells] of cut.rows) {
    const rowSigns = signsOf(cells, known);
    if (rowSigns === null) return;
    rows.push({ signs: rowSigns, lineIndex });
  }
  if (!signs.has("")) return;
  const boards = boardsOfColumns(lines, rows);
  // A ruler shows which blanks at the ends of rows are cells.
  const { rulerWidths } = factsOf(outside);
  const hasWidth = rulerWidths.includes(rows[0].signs.length);
  const hasBlankEdge = !cut.hasWalls || (rulerWidths.length > 0 && !hasWidth);
  const endsEarly = [...cut.rows].some(
    ([lineIndex, cells]) => cells[cells.length - 1] === "" && lines[lineIndex] === lines[lineIndex].trimEnd(),
  );
  const mayBeCutOff = hasBlankEdge || cut.doubt > 0 || (endsEarly && !rulerWidths.length);
  const ways = boards.map((board) => trims(board, lines, { hasBlankEdge, mayBeCutOff }));
  const outsides = boards.length === 1 ? [outside] : linesBeside(lines, { boards });
  let { doubt } = cut;
  if (!rulerWidths.length && !cut.hasWalls && hasLoneBlankRow(rows)) doubt += COSTS.question;
  yield partsOf(cut.cost + doubt, ways, outsides);
}

/** Whether a row is all blank, and no other cell: it parts two boards, perhaps. */
function hasLoneBlankRow(rows) {
  const filledRows = rows.map((row) => row.signs).filter((signs) => signs.some(Boolean));
  const columns = rows[0].signs.map((_, k) => filledRows.map((signs) => signs[k]));
  const hasOtherBlank = columns.some((column) => column.includes("") && column.some(Boolean));
  return filledRows.length > 0 && filledRows.length < rows.length && !hasOtherBlank;
}

/** Rows whose columns stand below each other: words or empty lines among them may part two boards. */
function boardsOfColumns(lines, rows) {
  const rowOfLine = new Map(rows.map((row) => [row.lineIndex, row]));
  const runs = [[]];
  for (let lineIndex = rows[0].lineIndex; lineIndex <= rows[rows.length - 1].lineIndex; lineIndex++) {
    const line = lines[lineIndex];
    const run = runs[runs.length - 1];
    if (rowOfLine.has(lineIndex)) run.push(rowOfLine.get(lineIndex));
    else if (isBlank(line)) run.push(null);
    else if (isRule(line)) run.push(RULE);
    else runs.push([]);
  }
  return boardsOf(runs);
}
