// What may be taken off around the cells of a board: names of rows and columns, a frame, marks, blank edges. Where what
// would go could be cells as well, both ways cost the same: that is a question. Function by function as
// minesolver/io/formats/reading/trims.py.

import { countsUp } from "./lines.js";
import { excuse, isDrawn, isRuler, mayBeDrawn, numberedColumns } from "./outside.js";
import { COMMENT_ALONE, DOUBT, isUsualSize } from "./strips.js";
import { table } from "../dist/signs.js";
import { CLUES, HIDDEN, MINE, ROLE_COSTS } from "./table.js";
import { isAlphabetic, isBlank } from "./texts.js";

const MARKS = new Set("+-/\\*|:!=~>,;'\"`$");
const MARKS_BETWEEN = new Set(".·,_-|:");
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Marks between cells that are cells as well. */
const MARKS_AMONG_CELLS = new Set(",_");
const RULE_SIGNS = new Set("-=_~+*");
const COMMENT_SIGNS = new Set("*%");
const HIDDEN_FRAMES = new Set("#?■█");
const COST_OF_HIDDEN_FRAME = 1.2;
const COST_OF_RULE = 0.8;
const COST_OF_INDENTATION = -0.1;
const COST_OF_USUAL_SIZE = -0.05;
const COST_OF_FEWER_COLUMNS = 0.03;
/** In a usual size with as many blank rows as there are lines for them. */
const COST_OF_FILLED = 0.01;
/** In a usual size with blank cells that may have been cut off. */
const COST_OF_LARGER = 0.02;
/** Rows in a usual size with all their blank columns are rather not indented. */
const COST_AS_WRITTEN = -0.15;
/** What nobody believes without a question, and what a question still names. */
const COST_OF_LESS_LIKELY = 2.9;
const MOST_BLANK_COLUMNS = 12; // an indentation is no wider than so many cells
/** Rows from which on a board is rather of a game: then it has a usual size. */
const GAME_HEIGHT = 8;
/** Rows from which on numbers before each that count up are names: clues do not count so far. */
const USUAL_HEIGHT = 9;
const COLUMN_NUMBERS = "without what numbers the columns";
const ROW_NUMBERS = "without what numbers the rows";
const ALL_NUMBERS = `${COLUMN_NUMBERS}; ${ROW_NUMBERS}`;
const [BEFORE, BEHIND] = ["before", "behind"];

/**
 * A way to trim: its cost, the rows, and words for what was taken off, "" for nothing. `hasFewerColumns`: whether
 * columns of blanks were taken off; `hasMoreRows`: whether rows of blanks were added.
 */
export const trimmed = (
  cost,
  rows,
  dropped = "",
  costWithSize = cost,
  /** @type {string[]} */ marks = [],
  hasFewerColumns = false,
  hasMoreRows = false,
) => ({ cost, rows, dropped, costWithSize, marks, hasFewerColumns, hasMoreRows });

/**
 * Each way to take off what stands around the cells. `text`: the lines that the rows were cut from; `hasNames`: whether
 * names of rows were taken off before; `hasBlankEdge`: whether blanks before and behind the rows were cut as cells;
 * `mayBeCutOff`: whether blank cells at the ends of rows may be missing; `isTight`: whether nothing stands between the
 * cells: then names of rows come with those of columns only.
 */
export function trims(
  rows,
  text,
  { hasNames = false, hasBlankEdge = false, mayBeCutOff = false, isTight = false } = {},
) {
  // What stands among the rows is no ruler beside them.
  const lineIndices = new Set(rows.map((row) => row.lineIndex));
  const lines = text.filter((_, index) => !lineIndices.has(index));
  rows = withBlankCorner(rows);
  const height = rows.length;
  const width = rows[0].signs.length;
  const hasRuler = height > 2 && width > 2 && isRowOfNames(rows[0].signs, width) && !goOn(rows);
  let body = hasRuler ? rows.slice(1) : rows;
  let areNamed = body.length > 1 && width > 2 && countsUp(firsts(body), 2);
  if (isTight && !hasRuler && !lines.some(isRuler)) areNamed = false;
  if (hasRuler && height > 3 && countsUp(filled(rows[height - 1].signs))) {
    body = body.slice(0, -1);
    areNamed = areNamed || countsUp(firsts(body), 2);
  }
  if (!hasRuler && !areNamed && height > 2) {
    const below = withRulerBelow(rows);
    if (below !== null) return below;
  }
  let cells = areNamed ? withoutFirst(body) : body;
  const hasBothNames = areNamed && width > 3 && areAlike(firsts(body), lasts(body));
  if (hasBothNames) cells = withoutLast(cells);
  if (!areNamed && body.length > 2 && areNamedBehind(body, lines)) return [trimmed(0, withoutLast(body), ROW_NUMBERS)];

  if (hasRuler && areNamed) return [trimmed(0, cells, ALL_NUMBERS)];
  if (hasRuler) {
    const without = trimmed(0, cells, COLUMN_NUMBERS);
    // The line below the names of columns is mostly drawn, as in Markdown.
    if (cells.length > 2 && !hasNames && isDrawnRow(cells, 0))
      return [trimmed(0, cells.slice(1), `${COLUMN_NUMBERS}; without a drawn line`), without];
    return areClues(rows[0].signs) && !hasNames ? [without, trimmed(0, rows)] : [without];
  }
  if (areNamed) return withoutRowNames(rows, cells, lines, hasBothNames);
  if (haveLaterLetters(rows)) return [trimmed(DOUBT, rows), trimmed(DOUBT, withoutFirst(rows), ROW_NUMBERS)];
  // Behind blank columns what counts up names the rows, where there are many.
  const firstColumn = firstFilledColumn(rows);
  const isIndented = hasBlankEdge && firstColumn > 0 && height >= USUAL_HEIGHT;
  const names = rows.map((row) => row.signs[firstColumn]);
  if (isIndented && countsUp(names, 2)) return [trimmed(DOUBT, rows)];
  const edges = [...withoutEdges(rows, text, { hasNames, hasBlankEdge, isTight })];
  return mayBeCutOff ? [...edges, ...inUsualSizes(rows, text)] : edges;
}

/**
 * The rows without what stands between 0 1 2 ... above and 0 1 2 ... before them: no cell is there, as it would be
 * beside a cell without any mine around it.
 */
function withBlankCorner(rows) {
  const [first, ...below] = rows;
  const [, ...columns] = first.signs;
  const names = firsts(below);
  const areNames = Math.min(columns.length, names.length) > 1 && columns[0] === "0" && names[0] === "0";
  if (!(areNames && countsUp(columns) && countsUp(names, 2))) return rows;
  return [{ ...first, signs: ["", ...columns] }, ...below];
}

/** Whether what counts up behind the rows is beyond the columns that a ruler numbers. */
function areNamedBehind(rows, lines) {
  const widths = lines.map((line) => numberedColumns(line).length).filter(Boolean);
  const isBeyond = widths.length > 0 && widths.every((width) => width === rows[0].signs.length - 1);
  return isBeyond && countsUp(lasts(rows));
}

/** Whether letters before the rows follow each other, but the first is not A: a part of a board. */
function haveLaterLetters(rows) {
  const letters = firsts(rows).join("").toUpperCase();
  const isPart = rows.length > 2 && letters.length === rows.length && ALPHABET.slice(1).includes(letters);
  const cells = new Set(rows.flatMap((row) => row.signs.slice(1)));
  return isPart && !firsts(rows).some((letter) => cells.has(letter));
}

/** Whether the only drawn line is right below the first row, as below the heading of a table. */
function isAboveRule(rows, lines) {
  const firstLine = rows[0].lineIndex;
  const rowLines = new Set(rows.map((row) => row.lineIndex));
  const isDrawnLine = (index) => !rowLines.has(index) && !isBlank(lines[index]) && isDrawn(lines[index]);
  const drawnLines = [...lines.keys()].slice(firstLine).filter(isDrawnLine);
  return drawnLines.length === 1 && drawnLines[0] === firstLine + 1;
}

const filled = (signs) => signs.filter(Boolean);
const firsts = (rows) => rows.map((row) => row.signs[0]);
const lasts = (rows) => rows.map((row) => row.signs[row.signs.length - 1]);
const withoutFirst = (rows) => rows.map((row) => ({ ...row, signs: row.signs.slice(1) }));
const withoutLast = (rows) => rows.map((row) => ({ ...row, signs: row.signs.slice(0, -1) }));
const areAlike = (first, second) => first.every((item, k) => item === second[k]);
const areClues = (signs) => filled(signs).every((sign) => CLUES.has(sign));

function isRowOfNames(signs, width) {
  const names = filled(signs);
  return countsUp(names) && names.length >= width - 2;
}

/** Whether the letters of the first row go on below it: then they are names of hidden cells, A B C / D E F. */
function goOn(rows) {
  const letters = filled(rows[0].signs);
  const last = letters[letters.length - 1];
  if (!/^[A-Za-z]$/.test(last)) return false;
  const below = new Set(rows.slice(1).flatMap((row) => row.signs));
  // A letter that may be a mine, such as F, is none of them without the one behind it.
  const nextLetters = [1, 2].map((step) => String.fromCharCode(last.charCodeAt(0) + step));
  const isOneEnough = !ROLE_COSTS.get(nextLetters[0])?.has(MINE);
  const areBelow = nextLetters.slice(0, isOneEnough ? 1 : 2).every((letter) => below.has(letter));
  return areBelow && !letters.some((letter) => below.has(letter));
}

/** Names before the rows and a last row that names the columns, as some print their figures; null: there are none. */
function withRulerBelow(rows) {
  const last = rows[rows.length - 1].signs;
  const body = rows.slice(0, -1);
  if (last[0] || !countsUp(last.slice(1), 2) || !countsUp(firsts(body), 2)) return null;
  return [trimmed(0, withoutFirst(body), ALL_NUMBERS)];
}

/** The rows without the names before each, which may be cells where nothing else is numbered. */
function withoutRowNames(rows, cells, lines, hasBothNames) {
  const names = firsts(rows);
  const areLetters = names.every(isAlphabetic);
  const areSurelyNames = !areClues(names) && (rows.length > 4 || !areLetters);
  if (hasBothNames || lines.some(isRuler) || areSurelyNames) return [trimmed(0, cells, ROW_NUMBERS)];
  if (areLetters) return [trimmed(DOUBT, cells, ROW_NUMBERS), trimmed(DOUBT, rows)];
  const without = trimmed(0, cells, ROW_NUMBERS);
  return rows.length >= USUAL_HEIGHT ? [without] : [without, trimmed(0, rows)];
}

/** The rows as they are, and without marks, a frame, a drawn row or a blank column. */
function* withoutEdges(rows, lines, { hasNames, hasBlankEdge, isTight }) {
  const height = rows.length;
  const width = rows[0].signs.length;
  const markedSides = [BEFORE, BEHIND].filter((side) => width > 2 && hasMarkAt(rows, side));
  const isMarkedBetween = hasMarksBetween(rows);
  const hasComments = isTight && hasCommentColumn(rows);
  // A line that is drawn between rows may part two boards.
  const mayBeDrawnAt = (index) => isDrawnRow(rows, index) && mayBeDrawn(lines[rows[index].lineIndex]);
  const drawnRows = height > 2 && !hasNames ? [...rows.keys()].filter(mayBeDrawnAt) : [];
  const drawnBetween = drawnRows.filter((index) => index > 1 && index < height - 1);
  const isHeading = height > 2 && !rows[0].signs.some(Boolean) && isAboveRule(rows, lines);
  const hasOtherBlank = rows.slice(1).some((row) => row.signs.includes(""));
  const isDoubtful = markedSides.length > 0 || isMarkedBetween || drawnBetween.length > 0;
  const doubtOfMarks = isDoubtful || (isHeading && !hasOtherBlank) ? DOUBT : 0;
  const doubt = hasComments ? DOUBT : doubtOfMarks;
  // A size line says that a first column of comment signs is cells, as in a board of ours.
  const marks = markedSides.map((side) => signAt(rows[0], side));
  if (isMarkedBetween) marks.push(rows[0].signs[1]);
  if (hasComments) marks.push(rows[0].signs[0]);
  const isWhole = hasBlankEdge && !firsts(rows).some(Boolean) && isUsualSize(height, width);
  const bonus = isWhole ? COST_AS_WRITTEN : 0;
  yield trimmed(doubt + bonus, rows, "", doubtOfMarks + bonus, marks);
  for (const side of markedSides)
    yield trimmed(doubt, withoutSide(rows, side), `without ${signAt(rows[0], side)} ${side} each row`);
  if (markedSides.length > 1) {
    const inner = withoutFirst(withoutLast(rows));
    yield trimmed(doubt, inner, `without ${rows[0].signs[0]} before and behind each row`);
  }
  if (isMarkedBetween) {
    const parted = rows.map((row) => ({ ...row, signs: row.signs.filter((_, k) => k % 2 === 0) }));
    yield trimmed(doubt, parted, `without ${rows[0].signs[1]} between cells`);
  }

  // A comment sign before tight rows is a column of cells as well.
  if (hasComments)
    yield trimmed(doubt, withoutFirst(rows), `without ${rows[0].signs[0]} before each row`);

  const sign = frameSign(rows);
  if (sign !== null) {
    const inner = rows.slice(1, -1).map((row) => ({ ...row, signs: row.signs.slice(1, -1) }));
    yield trimmed(HIDDEN_FRAMES.has(sign) ? COST_OF_HIDDEN_FRAME : 0, inner, `without the frame of ${sign || "blanks"}`);
  }
  for (const rowIndex of drawnRows) {
    const others = rows.filter((_, k) => k !== rowIndex);
    yield trimmed(drawnBetween.includes(rowIndex) ? DOUBT : COST_OF_RULE, others, "without a drawn line");
  }
  if (isHeading) yield trimmed(0, rows.slice(1), "without a heading that is blank");
  const hasDrawnEnds = areAlike(rows[0].signs, rows[height - 1].signs) && !hasNames;
  if (height > 3 && hasDrawnEnds && isDrawnRow(rows.slice(0, -1), 0))
    yield trimmed(COST_OF_RULE, rows.slice(1, -1), "without drawn lines");
  for (const side of [BEFORE, BEHIND])
    if (hasBlankEdge && width > 2 && !rows.some((row) => signAt(row, side))) yield* withoutBlankColumns(rows, side);
}

/** The rows without one blank column at a side, without all of them, and without each number between. */
function* withoutBlankColumns(rows, side) {
  let bare = withoutSide(rows, side);
  // With a last column less rows may have a size that is a slip.
  const costWithSize = side === BEHIND ? DOUBT : undefined;
  yield trimmed(COST_OF_FEWER_COLUMNS, bare, "without a blank column", costWithSize, [], true);
  const fewer = [];
  while (bare[0].signs.length > 2 && !bare.some((row) => signAt(row, side))) {
    bare = withoutSide(bare, side);
    fewer.unshift(bare);
  }
  for (const [number, cells] of fewer.slice(0, MOST_BLANK_COLUMNS).entries()) {
    // Blank columns on the left are mostly how far the board is indented.
    const cost = side === BEFORE && number === 0 ? COST_OF_INDENTATION : COST_OF_FEWER_COLUMNS;
    yield trimmed(cost, cells, "without blank columns", costWithSize, [], true);
  }
}

/**
 * The rows in usual sizes: with fewer blank columns before them, or with more blank rows and columns. Blank cells at
 * the edge may have been cut off with the blanks at the ends of lines.
 */
function* inUsualSizes(rows, lines) {
  const height = rows.length;
  const width = rows[0].signs.length;
  const indentation = firstFilledColumn(rows);
  const firstLine = rows[0].lineIndex;
  const lastLine = rows[height - 1].lineIndex;
  const emptyAbove = firstFilled(lines.slice(0, firstLine).reverse());
  const emptyBelow = firstFilled(lines.slice(lastLine + 1));
  const isUsual = isUsualSize(height, width) || isUsualSize(height, width - indentation);
  const areCutOff = !rows.some((row) => lines[row.lineIndex].endsWith(" "));
  const mayGrow = !isUsual && (lasts(rows).includes("") || emptyAbove + emptyBelow > 0);
  // Where no row ends early, or rows keep their blanks, an empty line alone says little.
  const endsEarly = areCutOff && lasts(rows).includes("");
  let costOfLarger = endsEarly ? 0 : COST_OF_LESS_LIKELY;
  // Where nothing else is hidden, the most cells of a board are blank: empty lines, or comment signs alone, are blank
  // rows where they are as many as the size needs.
  let blankRows = new Map();
  if (!rows.some((row) => row.signs.some((sign) => sign && isHiddenFirst(sign)))) {
    blankRows = blankRowsBeside(lines, firstLine, lastLine);
    costOfLarger = endsEarly ? COST_OF_LARGER : COST_OF_LESS_LIKELY;
  }
  // The wider a board, the fewer blank columns before it are an indentation.
  const widestFirst = [...table.usual_sizes].sort(([, width1], [, width2]) => width2 - width1);
  for (const [usualHeight, usualWidth] of widestFirst) {
    const [moreRows, moreColumns] = [usualHeight - height, usualWidth - width];
    // A text may begin or end with one line that is empty.
    const isNear = moreRows >= 0 && moreRows <= Math.max(1, emptyAbove + emptyBelow);
    const isFilled = blankRows.has(moreRows);
    const isLarger = moreRows > 0 || moreColumns > 0;
    const hasSize = moreRows === 0 && moreColumns === 0;
    if (hasSize || moreColumns < -indentation || (moreColumns > 0 && !areCutOff)) continue;
    if (!isFilled && (!isNear || (isLarger && !mayGrow))) continue;
    // A block of code has an empty line at both ends.
    const aroundBlock = Math.min(emptyAbove, emptyBelow);
    const rowsAbove = blankRows.get(moreRows) ?? Math.min(moreRows, emptyAbove - aroundBlock);
    const blankRow = Array(usualWidth).fill("");
    const cells = [];
    for (let k = rowsAbove; k > 0; k--) cells.push({ signs: blankRow, lineIndex: firstLine - k });
    for (const { signs, lineIndex } of rows) {
      const blanks = Array(Math.max(0, moreColumns)).fill("");
      cells.push({ signs: [...signs.slice(Math.max(0, -moreColumns)), ...blanks], lineIndex });
    }
    for (let k = rowsAbove; k < moreRows; k++) cells.push({ signs: blankRow, lineIndex: lastLine });
    const dropped = isLarger ? "with blank cells at the edge" : "without blank columns";
    let cost = isLarger ? costOfLarger : COST_OF_USUAL_SIZE;
    if (isFilled) cost = COST_OF_FILLED;
    yield trimmed(cost, cells, dropped, cost, [], moreColumns < 0, moreRows > 0);
  }
}

/** How many columns of blanks stand before the first that has a sign. */
function firstFilledColumn(rows) {
  const firstSigns = rows.map((row) => row.signs.findIndex(Boolean)).filter((place) => place >= 0);
  return firstSigns.length ? Math.min(...firstSigns) : 0;
}

/** Whether a sign is rather a hidden cell than anything else. */
function isHiddenFirst(sign) {
  const costs = ROLE_COSTS.get(sign);
  return costs !== undefined && costs.has(HIDDEN) && costs.get(HIDDEN) === Math.min(...costs.values());
}

/** How many blank rows all lines without a sign beside the rows may be, and how many of them are above. */
function blankRowsBeside(lines, firstLine, lastLine) {
  const [linesAbove, linesBelow] = [lines.slice(0, firstLine).reverse(), lines.slice(lastLine + 1)];
  const beyond = [...linesAbove.slice(firstFilled(linesAbove)), ...linesBelow.slice(firstFilled(linesBelow))];
  if (beyond.some((line) => excuse(line) === null)) return new Map(); // another board
  const above = linesAbove.slice(0, firstFilled(linesAbove));
  const below = linesBelow.slice(0, firstFilled(linesBelow));
  const [commentsAbove, commentsBelow] = [above, below].map(
    (empty) => empty.filter((line) => line === COMMENT_ALONE).length,
  );
  const counts = [
    [commentsAbove, commentsBelow],
    [above.length, below.length],
  ];
  // The end of a text takes the end of its last line with it.
  if (lastLine + 1 + below.length === lines.length) counts.push([above.length, below.length + 1]);
  // A block of code, or a text in quotes, has one more at both ends.
  if (above.length && below.length) counts.push([above.length - 1, below.length - 1]);
  const rowCounts = counts.filter(([rowsAbove, rowsBelow]) => rowsAbove + rowsBelow > 1);
  return new Map(rowCounts.map(([rowsAbove, rowsBelow]) => [rowsAbove + rowsBelow, rowsAbove]));
}

/** How many empty lines stand before the first that is not. */
function firstFilled(lines) {
  const index = lines.findIndex((line) => !isBlank(line));
  return index < 0 ? lines.length : index;
}

const signAt = (row, side) => (side === BEFORE ? row.signs[0] : row.signs[row.signs.length - 1]);
const withoutSide = (rows, side) => (side === BEFORE ? withoutFirst(rows) : withoutLast(rows));

/** Whether each row begins with one comment sign, without which the board has a usual size. */
function hasCommentColumn(rows) {
  const height = rows.length;
  const width = rows[0].signs.length;
  const [sign] = firsts(rows);
  if (height < 3 || rows.some((row) => row.signs[0] !== sign)) return false;
  const isAlone = !rows.some((row) => row.signs.slice(1).includes(sign));
  const isComment = COMMENT_SIGNS.has(sign) || (sign === "#" && (isAlone || height >= GAME_HEIGHT));
  if (!isComment) return false;
  return isUsualSize(height, width - 1) && !isUsualSize(height, width);
}

/** Whether one mark stands at an end of every row, and nowhere else but at the other end of each. */
function hasMarkAt(rows, side) {
  const mark = signAt(rows[0], side);
  if (!MARKS.has(mark) || rows.some((row) => signAt(row, side) !== mark)) return false;
  let others = withoutSide(rows, side);
  const isAtBothEnds = rows[0].signs.length > 3 && rows.every((row) => row.signs[0] === signAt(row, BEHIND));
  if (isAtBothEnds) others = withoutSide(others, side === BEFORE ? BEHIND : BEFORE);
  return !others.some((row) => row.signs.includes(mark));
}

/** Whether one mark stands at every second place of all rows, and mostly nowhere else. */
function hasMarksBetween(rows) {
  if (rows.length < 2 || rows[0].signs.length < 4) return false;
  const [mark, ...otherMarks] = new Set(rows.flatMap((row) => row.signs.filter((_, k) => k % 2 === 1)));
  if (otherMarks.length || !MARKS_BETWEEN.has(mark)) return false;
  const isAmongCells = rows.some((row) => row.signs.some((sign, k) => k % 2 === 0 && sign === mark));
  return !isAmongCells || MARKS_AMONG_CELLS.has(mark);
}

/** The sign that all cells at the edge have and none inside; null: there is none. */
function frameSign(rows) {
  const height = rows.length;
  if (height < 3 || rows[0].signs.length < 3) return null;
  const edge = new Set([...rows[0].signs, ...rows[height - 1].signs, ...firsts(rows), ...lasts(rows)]);
  if (edge.size !== 1) return null;
  const [sign] = edge;
  return rows.slice(1, -1).some((row) => row.signs.slice(1, -1).includes(sign)) ? null : sign;
}

/** Whether a row is of one sign that lines are drawn with, and no other row has it. */
function isDrawnRow(rows, rowIndex) {
  const [sign] = rows[rowIndex].signs;
  if (!RULE_SIGNS.has(sign) || new Set(rows[rowIndex].signs).size > 1) return false;
  return !rows.some((row, k) => k !== rowIndex && row.signs.includes(sign));
}
