// The lines of a cut text as boards: rows that follow each other, and an excuse for every other line. Function by
// function as minesolver/io/formats/reading/blocks.py.

import { byCharacters } from "./cuts.js";
import { countsUp, signOf } from "./lines.js";
import { excuse, hasWords, isDrawn, isFact, isHeading, isRule, PROSE } from "./outside.js";
import { isUsualSize } from "./strips.js";
import { CLUES, ROLE_COSTS } from "./table.js";
import { isBlank, lengthOf, wordsOf } from "./texts.js";

/** Ranks of refusals: a line is no row; a row is shorter or longer than the others. */
export const NO_ROW = 1;
export const UNEVEN = 2;

const DRAWN_SIGNS = new Set("-=_~+*'`");
const SEPARATOR = /[\t;]/g;
const A_WORD = /[a-z]{4}|^\s*\[[A-Za-z]{3}/u;
/** In a run, a drawn line between two rows; null: an empty line. */
export const RULE = "rule";
const ALPHANUMERIC = /^[\p{L}\p{N}]+$/u;
const isRow = (item) => item !== null && item !== RULE;

/**
 * Why a text is no board: a sentence, and where. `symbol`: what stands there; `cell`: which cell of the row, from 0,
 * whose `signs` tell where that is in the line; `rank`: of several refusals the one of the highest says most.
 */
export class Refusal {
  constructor(message, { lineIndex = null, symbol = null, cell = null, rank = 0, signs = [] } = {}) {
    this.message = message;
    this.lineIndex = lineIndex;
    this.symbol = symbol;
    this.cell = cell;
    this.rank = rank;
    this.signs = signs;
  }
}

/** The signs of a row's cells; null: one of them is no cell. `known`: of texts that were seen before. */
export function signsOf(tokens, known) {
  const signs = [];
  for (const token of tokens) {
    if (!known.has(token)) known.set(token, signOf(token));
    const sign = known.get(token);
    if (sign === null) return null;
    signs.push(sign);
  }
  return signs;
}

/** Whether a line is a word, and no row of letters that stand for cells. */
const isCaption = (line) => A_WORD.test(line) && hasWords(line);

/** Takes the lines of a text one after another: rows that follow each other go into one run. */
class Blocks {
  runs = [];
  run = []; // null: an empty line
  last = null; // the last row of the run
  rowCount = 0; // of the run
  outside = [];
  rules = []; // drawn lines of one sign
  cost = 0;
  #known = new Map();
  #mayHaveHeadings;

  constructor(cut, lines) {
    this.cut = cut;
    this.usualRule = usualRuleOf(lines);
    const linesWithColon = lines.filter((line) => line.includes(":"));
    this.#mayHaveHeadings = linesWithColon.every((line) => isHeading(line) || isFact(line) || PROSE.test(line));
  }

  signsIn(line) {
    if (isFact(line) || (this.#mayHaveHeadings && isHeading(line))) return null;
    const tokens = this.cut(line);
    if (tokens === null || (this.cut === byCharacters && isCaption(line))) return null;
    const signs = signsOf(tokens, this.#known);
    return signs !== null && signs.length === 1 && !signs[0] ? null : signs;
  }

  add(row) {
    this.run.push(row);
    this.last = row;
    this.rowCount += 1;
  }

  endRun() {
    if (this.rowCount) this.runs.push(this.run);
    this.run = [];
    this.last = null;
    this.rowCount = 0;
  }

  leaveOut(line, cost) {
    this.cost += cost;
    this.outside.push(line);
    if (isRule(line) && new Set(wordsOf(line).join("")).size === 1) this.rules.push(line.trim());
  }
}

/**
 * The boards of a text by one cut of its lines, the lines outside and the cost, or the line that fits nowhere.
 * `bySigns`: rows are cut by their signs alone, so that a drawn line of one sign could be a row; `joined`: the rows of
 * all boards as one, where they may be groups of its rows; else none.
 */
export function cutToBoards(lines, cut, { bySigns = true } = {}) {
  const blocks = new Blocks(cut, lines);
  for (const [lineIndex, line] of lines.entries()) {
    const signs = blocks.signsIn(line);
    let refusal = null;
    if (signs === null) refusal = leaveOut(blocks, lineIndex, line);
    else if (blocks.last !== null && blocks.last.signs.length !== signs.length)
      refusal = takeUnevenRow(blocks, { signs, lineIndex }, lines);
    else blocks.add({ signs, lineIndex });
    if (refusal !== null) return refusal;
  }
  blocks.endRun();

  let boards = boardsOf(blocks.runs.filter((run) => !isDrawnLine(run, lines)));
  const joined = blocks.runs.length === 1 ? joinedOf(boards) : [];
  if (boards.some((board) => board.length > 1)) {
    // A number or a mark alone beside rows is no board of one row.
    boards = boards.filter((board) => board.length > 1 || excuse(lines[board[0].lineIndex]) === null);
  }
  if (bySigns && blocks.rules.some((rule) => mayBeRow(rule, blocks, boards)))
    return new Refusal("a line of one sign may be a row or a drawn line", { rank: NO_ROW });
  return { boards, outside: blocks.outside, cost: blocks.cost, joined };
}

/** Whether a drawn line of one sign is cut as a row of a board that has this sign, give or take a cell. */
function mayBeRow(rule, blocks, boards) {
  const usedSigns = new Set(boards.flatMap((board) => board.flatMap((row) => row.signs)));
  // A blank among tight signs is a slip, or parts groups of columns.
  const signs = blocks.signsIn(rule) ?? [...wordsOf(rule).join("")];
  if (!signs.every((sign) => usedSigns.has(sign))) return false;
  const widths = boards.map((board) => board[0].signs.length);
  return widths.some((width) => Math.abs(signs.length - width) < 2) || rule.includes(" ");
}

/** The drawn line that stands between most rows, or "": there is none. A much shorter one parts boards. */
function usualRuleOf(lines) {
  const rules = lines.filter((line) => !isBlank(line) && isRule(line)).map((line) => line.trim());
  const counts = new Map();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  let [usual, usualCount] = ["", 0];
  for (const [rule, count] of counts) if (count > usualCount) [usual, usualCount] = [rule, count];
  return usualCount > 1 && 2 * usualCount > rules.length ? usual : "";
}

/** Leave a line out that is no row: an empty line and a drawn one go on with the run, others end it. */
function leaveOut(blocks, lineIndex, line) {
  const cost = excuse(line);
  if (cost === null) {
    const symbol = [...line.trim()].slice(0, 40).join("");
    return new Refusal("this line is no row of cells", { lineIndex, symbol, rank: NO_ROW });
  }
  if (isBlank(line)) {
    blocks.run.push(null);
  } else if (isRule(line)) {
    blocks.run.push(RULE);
    blocks.leaveOut(line, 0);
    if (blocks.usualRule && lengthOf(line.trim()) < Math.floor(lengthOf(blocks.usualRule) / 2)) blocks.endRun();
  } else {
    blocks.leaveOut(line, cost);
    blocks.endRun();
  }
  return null;
}

/** A row of another length than the one above: one of the two is a line of facts, or the text is broken. */
function takeUnevenRow(blocks, row, lines) {
  const { last } = blocks;
  const line = lines[row.lineIndex];
  const before = blocks.rowCount === 1 ? excuse(lines[last.lineIndex]) : null;
  const rowLine = lines[last.lineIndex];
  const isTight = blocks.cut === byCharacters;
  const hasOneSlip = isSlipOf(last, row) || isSlipOf(row, last) || lacksCell(blocks, row);
  const areParted = [line, rowLine].every((text) => (text.match(SEPARATOR) ?? []).length > 1);
  const lacksOne = areParted && Math.abs(row.signs.length - last.signs.length) === 1;
  const isSlip = hasOneSlip || (isTight && beginsInBlanks(rowLine, line)) || lacksOne;
  if (before !== null && !isSlip) {
    blocks.leaveOut(lines[last.lineIndex], before);
    blocks.run = [];
    blocks.rowCount = 0;
    blocks.add(row);
    return null;
  }
  const cost = excuse(line);
  const isShortRow =
    isTight && row.signs.length >= last.signs.length - 1 && row.signs.every((sign) => CLUES.has(sign));
  const beginsLater = isTight && beginsInBlanks(line, rowLine);
  if (cost !== null && !(isShortRow || isSlip || beginsLater)) {
    blocks.leaveOut(line, cost);
    blocks.endRun();
    return null;
  }
  const width = last.signs.length;
  const cells = row.signs.length === 1 ? "1 cell" : `${row.signs.length} cells`;
  return new Refusal(`this row has ${cells}, where the first row has ${width}`, {
    lineIndex: row.lineIndex,
    symbol: row.signs[Math.min(width, row.signs.length - 1)],
    cell: Math.min(width, row.signs.length),
    rank: UNEVEN,
    signs: row.signs,
  });
}

/** Whether a row of one sign, as lines are drawn, or of blanks is a row of cells with one too many or too few. */
function isSlipOf({ signs }, other) {
  if (signs.length < 3 || Math.abs(signs.length - other.signs.length) !== 1) return false;
  const isDrawnSign = new Set(signs).size === 1 && DRAWN_SIGNS.has(signs[0]);
  return !signs.some(Boolean) || (isDrawnSign && other.signs.includes(signs[0]));
}

/** Whether a line ends where a row does and begins farther right: blank cells are first, perhaps. */
function beginsInBlanks(line, rowLine) {
  const indentation = line.length - line.trimStart().length;
  const isFarther = indentation > rowLine.length - rowLine.trimStart().length;
  return isFarther && lengthOf(line.trimEnd()) === lengthOf(rowLine.trimEnd());
}

/** Whether of a row and the one right above it one has two cells, and one a single sign of the board. */
function lacksCell({ run }, row) {
  const above = run[run.length - 1];
  if (!isRow(above)) return false;
  const [short, whole] = above.signs.length < row.signs.length ? [above, row] : [row, above];
  if (short.signs.length !== 1 || whole.signs.length !== 2) return false;
  const usedSigns = short === row ? run.filter(isRow).flatMap((other) => other.signs) : whole.signs;
  return !CLUES.has(short.signs[0]) && usedSigns.includes(short.signs[0]);
}

/** Whether a run is one line, which underlines a title. */
function isDrawnLine(run, lines) {
  const rows = run.filter(isRow);
  return rows.length === 1 && isDrawn(lines[rows[0].lineIndex]);
}

/**
 * The boards of runs of rows: rows with an empty line between all of them are one; groups of rows are several
 * boards, or one where only all together have a usual size. Drawn lines part boards likewise, unless one parts a
 * single row, which may be a heading.
 */
export function boardsOf(runs) {
  const boards = [];
  for (const run of partedRuns(runs)) {
    let groups = parted(run, RULE);
    const rowsOfGroups = groups.map((group) => group.filter(isRow));
    const hasSingleRow = rowsOfGroups.some((rows) => rows.length < 2);
    if (hasSingleRow || areOneBoard(rowsOfGroups, rowsOfGroups.flat()))
      groups = [run.filter((item) => item !== RULE)];
    for (const group of groups) boards.push(...boardsOfGroup(group));
  }
  // A letter, a number or a dash by itself is a board only where there is nothing else.
  const larger = boards.filter((board) => !isOneCharacter(board));
  return larger.length ? larger : boards.slice(0, 1);
}

function isOneCharacter(board) {
  if (board.length > 1 || board[0].signs.length > 1) return false;
  const [sign] = board[0].signs;
  return ALPHANUMERIC.test(sign) || isRule(sign) || !ROLE_COSTS.has(sign);
}

/** The runs, cut where a board ends: between two drawn lines, and where names of columns come again. */
function partedRuns(runs) {
  const parts = [];
  for (const run of runs) {
    const firstRow = run.find(isRow);
    let starts = [0];
    let rowCount = 0; // since the last start
    let ruleCount = 0; // since the last row
    for (const [index, item] of run.entries()) {
      if (!isRow(item)) {
        ruleCount += item === RULE ? 1 : 0;
        continue;
      }
      const comesAgain = JSON.stringify(item.signs) === JSON.stringify(firstRow.signs) && countsUp(item.signs);
      if (rowCount > 1 && (ruleCount > 1 || comesAgain)) {
        starts.push(index);
        rowCount = 0;
      }
      rowCount += 1;
      ruleCount = 0;
    }
    // A last line of names is below the rows that it names.
    if (rowCount < 2 && starts.length > 1) starts = starts.slice(0, -1);
    parts.push(...starts.map((start, k) => run.slice(start, starts[k + 1])));
  }
  return parts;
}

/** The boards of rows that only empty lines part. */
function boardsOfGroup(group) {
  const parts = parted(group, null).map((part) => part.filter(isRow));
  const whole = parts.flat();
  if (parts.length < 2 || areOneBoard(parts, whole)) return whole.length ? [whole] : [];
  return parts;
}

/** The parts of a run between separators that have any row. */
function parted(run, separator) {
  const parts = [[]];
  for (const item of run) {
    if (item === separator) parts.push([]);
    else parts[parts.length - 1].push(item);
  }
  return parts.filter((part) => part.some(isRow));
}

function areOneBoard(parts, whole) {
  if (new Set(whole.map((row) => row.signs.length)).size > 1) return false;
  if (parts.every((part) => part.length === 1)) return parts.length > 2;
  return isUsualSize(whole.length, whole[0].signs.length) && !haveUsualSize(parts);
}

/** The rows of boards that may be groups of one board's rows: none of them has a usual size. */
function joinedOf(boards) {
  const rows = boards.flat();
  const haveOneWidth = new Set(rows.map((row) => row.signs.length)).size === 1;
  return boards.length > 1 && haveOneWidth && !haveUsualSize(boards) ? rows : [];
}

/** Whether any board has a usual size. */
const haveUsualSize = (boards) => boards.some((board) => isUsualSize(board.length, board[0].signs.length));
