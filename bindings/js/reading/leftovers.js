// Whether anything that a reading leaves out could be cells of its boards as well: then it is asked about. This looks
// at what was chosen, whichever way it was cut, so that a slip of any step is no board without a word. Function by
// function as minesolver/io/formats/reading/leftovers.py.

import { sideBySide } from "./beside.js";
import { countsUp, signOf } from "./lines.js";
import { NUMBERS, isOfBrackets, isRule, isRuler, sizeIn } from "./outside.js";
import { beginsWithOpenBar, isUsualSize, standsApart } from "./strips.js";
import { CLUES } from "./table.js";
import { isBlank, lengthOf, LETTER as LETTERS, WORD, wordsOf } from "./texts.js";

const NAME_WITH_MARK = String.raw`^\s*\[?([${WORD}]{1,2})[:.)\]]\s*`;
const BEGINS_WITH_NAME = new RegExp(NAME_WITH_MARK, "u");
const IS_NAME = new RegExp(`${NAME_WITH_MARK}$`, "u");
const BETWEEN_CELLS = /[[\](){},;|│┃║"']/g;
const ROW_NUMBER = /^\s*[0-9]{1,3}\s*$/u;
const LETTER = new RegExp(`[${LETTERS}]`, "u");
const IS_ALPHANUMERIC = /[\p{L}\p{N}]/u;
const LACKS_LAST_MARK = new RegExp(`[,;].*[${WORD}]\\s+\\S$`, "u");
const GAPS = /\S(\s+)(?=\S)/gu;
const EMPTY_BOX = /[[(]\s+[\])]/gu;
/** How a row of tight cells ends whose last one is blank. */
const ENDS_IN_TIGHT_CELL = /[^\s|│┃║][|│┃║] +$/u;
const BARS = "|│┃║";
const BAR = /[|│┃║]/g;
const TIGHT_COMMENT = /^\s*[#+][A-Za-z]/u;
const LONGEST_NUMBER = 3; // digits of a number in a line of words, which are no row
const COMMENT_SIGNS = "#*%!+-;>";
/** Of a line that has its last cells, blank ones too. */
const ENDS_CELLS = /[\s[\](){},;|│┃║"']$/u;

/**
 * Whether something beside the rows could be cells too. `lines`: what the rows were cut from, none where that are parts
 * of lines; `text`: the same lines with all that was taken off before; `statedSigns`: those that the caller states to
 * be cells; `hasZero`: whether a cell is opened without a mine around it.
 */
export function leavesCells(boards, lines, text, statedSigns, hasZero) {
  if (!lines.length) return false;
  const rows = boards.flat();
  const rowLines = [...new Set(rows.map((row) => row.lineIndex))];
  const cells = rowLines.map((index) => lines[index]);
  const signs = new Set(rows.flatMap((row) => row.signs));
  const others = [...lines.keys()].filter((index) => !rowLines.includes(index) && !isBlank(lines[index]));
  // A tight comment sign before words may have gone with what is around a text in quotes.
  const comments = text.texts.filter((line, index) => !rowLines.includes(index) && TIGHT_COMMENT.test(line));
  const otherTexts = [...others.map((index) => lines[index]), ...comments];
  const isAll = rowLines.length === text.texts.filter((line) => !isBlank(line)).length;
  return (
    others.some((index) => mayBeRow(lines[index], signs, boards, cells)) ||
    others.some((index) => isWithin(lines[index], index, boards)) ||
    others.some((index) => goesOn(lines[index], index, lines, rowLines)) ||
    (!isAll && !signs.has("") && boards.some((board) => standBeside(board, lines))) ||
    (!statedSigns.has(rows[0].signs[0]) && mayBeNoCells(rows, cells, otherTexts)) ||
    ((signs.has("") || areFarIndented(cells)) && isBare(rowLines, lines, text)) ||
    (signs.has("") && cells.every(beginsWithOpenBar)) ||
    (signs.has("") && cells.every(hasBlanksBesideBars)) ||
    (!signs.has("0") && cells.every(endsInBlankCell)) ||
    (!signs.has("") && cells.every((line) => ENDS_IN_TIGHT_CELL.test(line))) ||
    ([...signs].every((sign) => CLUES.has(sign)) && areFarIndented(cells)) ||
    boards.some((board) => mayLackLastColumn(board, lines, text.texts)) ||
    (signs.has("") && boards.some((board) => mayLackRow(board, lines, text.texts))) ||
    boards.some((board) => isNameBeside(board, text.texts)) ||
    rows.some((row) => isSizeOrDrawn(row, lines, rows)) ||
    standsLastApart(rows, lines) ||
    (!hasZero && rows.every((row) => endsWithBar(row, lines))) ||
    cells.every((line) => line.startsWith("//")) ||
    cells.some(hasOtherBars) ||
    (!signs.has("") && areWalledUnevenly(cells)) ||
    (!signs.has("") && areIndentedByTabs(cells))
  );
}

const firstTokens = (lines) => lines.flatMap((line) => wordsOf(line.replace(BETWEEN_CELLS, " ")).slice(0, 1));

/** Whether a line has about as many cells together as a row, or numbers more or fewer columns. */
function mayBeRow(line, signs, boards, rowLines) {
  const widths = boards.map((board) => board[0].signs.length);
  const tokens = wordsOf(line.replace(BETWEEN_CELLS, " "));
  if (countsUp(tokens) || isRuler(line)) {
    const names = tokens.length > 2 ? tokens : [...tokens.join("")];
    // A first 0 stands above numbers of rows that begin with 1.
    const rowNames = firstTokens(rowLines);
    const areNumbered = names[0] === "0" && rowNames[0] === "1" && countsUp(rowNames, 2);
    return !widths.includes(names.length) && !widths.includes(names.length - Number(areNumbered));
  }
  const told = sizeIn(line.trim());
  if (told !== null && boards.some((board) => isOfSize(board, told.size))) return false;
  if (wordsOf(line).some((token) => isRowWithSlip(token, signs, widths))) return true;
  // A row of clues before words.
  const [firstWord, ...otherWords] = wordsOf(line);
  const isFirst = line.startsWith(firstWord) && lengthOf(firstWord) > LONGEST_NUMBER;
  const isOfClues = [...firstWord].every((sign) => CLUES.has(sign));
  if (otherWords.length && isFirst && widths.includes(lengthOf(firstWord)) && isOfClues) return true;
  // A row behind a name, or one of signs that also part cells.
  if (wordsOf(line).some((token) => endsInRow(token, signs, widths))) return true;
  const { together, hasOther } = cellsTogether(tokens, signs, isRule(line));
  if (!hasOther && LETTER.test(line)) return false;
  // So is a pair of brackets as long as the rows, or several.
  const boxes = line.match(EMPTY_BOX) ?? [];
  const hasLength = (rowLine) => lengthOf(rowLine) === lengthOf(line);
  if (boxes.length && isOfBrackets(line.trim()) && (boxes.length > 1 || rowLines.some(hasLength))) return true;
  // Bars or commas with nothing between are a row of blanks, of which some may be lost.
  const [mark, ...marks] = wordsOf(line).join("");
  if (marks.length && marks.every((other) => other === mark) && `${BARS},;`.includes(mark))
    return rowLines.every((rowLine) => rowLine.includes(mark));
  // Of a line as long as the rows the other cells may be blank.
  const mayHaveBlanks = signs.has("") || line !== line.trim();
  if (mayHaveBlanks && together && rowLines.every(hasLength)) return true;
  const isIndented = rowLines.every((rowLine) => indentationOf(line) > indentationOf(rowLine));
  if (isIndented && (together > 1 || (together && hasOther))) return true;
  const width = Math.min(...widths);
  const fewest = width < 5 ? width - 1 : Math.floor((width + 1) / 2);
  return together >= Math.max(2, fewest) && together <= Math.max(...widths) + 2;
}

const indentationOf = (line) => line.length - line.trimStart().length;

/** Whether all signs of a tight row but one are cells, and the other is no letter. */
function isRowWithSlip(token, signs, widths) {
  const characters = [...token];
  const others = characters.filter((sign) => !signs.has(sign) && !CLUES.has(sign));
  const isAsLong = widths.includes(characters.length) || widths.includes(characters.length - 1);
  const hasSlip = others.length === 1 && !IS_ALPHANUMERIC.test(others[0]);
  const hasOtherCell = characters.some((sign) => signs.has(sign) && !CLUES.has(sign));
  return isAsLong && hasSlip && hasOtherCell && characters.length > 3 && !isRule(token);
}

/** Whether a word, or what is behind its colon, is as long as a row and of its signs. */
function endsInRow(token, signs, widths) {
  const colon = token.lastIndexOf(":");
  const tail = [...token.slice(colon + 1)];
  const hasName = colon > 0;
  if (tail.length < 3 || !widths.includes(tail.length)) return false;
  if (!tail.every((sign) => signs.has(sign) || (hasName && CLUES.has(sign)))) return false;
  return hasName || !tail.every((sign) => CLUES.has(sign));
}

function isOfSize(board, /** @type {any} */ [first, second]) {
  const [height, width] = [board.length, board[0].signs.length];
  return (height === first && width === second) || (height === second && width === first);
}

/** The most cells that stand together in a line, and whether any of them is no clue. */
function cellsTogether(tokens, signs, isDrawnLine) {
  const isCell = (sign) => signs.has(sign) || CLUES.has(sign);
  let longest = { together: 0, hasOther: false };
  let here = { ...longest }; // the cells that stand together
  for (const token of tokens) {
    const characters = [...token];
    const sign = signOf(token);
    if (characters.length > 1 && characters.every(isCell) && !isDrawnLine) {
      here.together += characters.length;
      here.hasOther ||= !characters.every((character) => CLUES.has(character));
    } else if (sign !== null && isCell(sign)) {
      here.together++;
      here.hasOther ||= !CLUES.has(sign);
    } else {
      here = { together: 0, hasOther: false };
    }
    if (here.together > longest.together) longest = { ...here };
  }
  return longest;
}

/** Whether a line that is neither drawn nor of brackets stands between two rows of one board. */
function isWithin(line, index, boards) {
  const isInside = boards.some((board) => board[0].lineIndex < index && index < board[board.length - 1].lineIndex);
  return isInside && !(isRule(line) || isOfBrackets(line.trim()) || isRuler(line));
}

/** Whether blanks stand before the first bar of a line and behind the last: two blank cells, perhaps. */
const hasBlanksBesideBars = (line) => /^ +[|│┃║].*[|│┃║] +$/u.test(line);

/** Whether more blanks are behind the cells of a line than between two of them. */
function endsInBlankCell(line) {
  const gaps = gapsIn(line);
  return gaps.length > 0 && line.length - line.replace(/ +$/, "").length > Math.min(...gaps);
}

/** How many blanks are between the words of a line. */
const gapsIn = (line) => [...line.matchAll(GAPS)].map(([, gap]) => lengthOf(gap));

/** Whether more blanks stand before the first cell of all rows than between two: blank cells, perhaps. */
function areFarIndented(cells) {
  const gaps = cells.flatMap(gapsIn);
  return gaps.length > 0 && Math.min(...cells.map(indentationOf)) > Math.max(...gaps) + 1;
}

/** Whether a line beside a row has no more than what was taken off each: a row of blanks, perhaps. */
function isBare(rowLines, lines, text) {
  const beside = rowLines.flatMap((index) => [index - 1, index + 1]).filter((index) => !rowLines.includes(index));
  return beside.some((index) => {
    if (index < 0 || index >= lines.length || !isBlank(lines[index])) return false;
    if (text.bareLines.has(text.numbers[index])) return true;
    const mark = withoutDigits(text.texts[index]).trim();
    const isOfRow = (rowLine) => withoutDigits(text.texts[rowLine]).trimStart().startsWith(mark);
    return mark && !isOfBrackets(mark) && rowLines.every(isOfRow);
  });
}

/** A line with one sign for all digits: times in a log differ from line to line. */
const withoutDigits = (line) => line.replace(/[0-9]/g, "0");

/**
 * Whether a comment sign alone stands above or below a board that has a usual size with one row more: blank cells may
 * have been cut off behind it.
 */
function mayLackRow(board, lines, texts) {
  const [height, width] = [board.length, board[0].signs.length];
  if (isUsualSize(height, width) || !isUsualSize(height + 1, width)) return false;
  const indices = [board[0].lineIndex - 1, board[height - 1].lineIndex + 1];
  const beside = indices.filter((index) => index >= 0 && index < Math.min(lines.length, texts.length));
  return beside.some((index) => !isBlank(texts[index]) && isBlank(lines[index]));
}

/**
 * Whether a name with a mark stands alone above or below the rows, and goes on with theirs: all its cells are blank,
 * perhaps.
 */
function isNameBeside(board, texts) {
  const [first, last] = [board[0].lineIndex, board[board.length - 1].lineIndex];
  if (last >= texts.length) return false;
  const [firstName, lastName] = [first, last].map((index) => BEGINS_WITH_NAME.exec(texts[index])?.[1]);
  const [nameAbove, nameBelow] = [first - 1, last + 1].map((index) => IS_NAME.exec(texts[index] ?? "")?.[1]);
  const goOn = (names) => !names.includes(undefined) && countsUp(names, 2);
  return goOn([nameAbove, firstName]) || goOn([lastName, nameBelow]);
}

/**
 * Whether a last column of blank cells may have been cut off with the blanks at the ends of all rows. `others`: the
 * lines beside the rows, of which none numbers the columns or tells the size.
 */
function mayLackLastColumn(board, lines, others) {
  const lastCells = board.map((row) => row.signs[row.signs.length - 1]);
  const areCut = lastCells.includes("") && !board.some((row) => ENDS_CELLS.test(lines[row.lineIndex]));
  const areOpened = lastCells.every((sign) => !sign || CLUES.has(sign));
  return areCut && areOpened && !others.some(tellsWidth);
}

/** Whether a line says how many columns a board has. */
const tellsWidth = (line) => isRuler(line) || sizeIn(line.trim()) !== null;

/** Whether a row may be a size, with a sign that no other has, or a drawn line among rows with bars. */
function isSizeOrDrawn(row, lines, rows) {
  const line = lines[row.lineIndex];
  if (!isBlank(line) && isRule(line) && !barsIn(line).length)
    return rows.some(({ lineIndex }) => barsIn(lines[lineIndex]).length > 0);
  const size = sizeIn(line.trim());
  if (size === null || size.kind === NUMBERS) return false;
  const others = rows.filter(({ lineIndex }) => lineIndex !== row.lineIndex);
  const signsOfOthers = new Set(others.flatMap(({ signs }) => signs));
  return row.signs.some((sign) => !CLUES.has(sign) && !signsOfOthers.has(sign));
}

const barsIn = (line) => line.match(BAR) ?? [];

/**
 * Whether the last sign of all rows is one, and stands farther from the others than they do, or without the mark that
 * is between them.
 */
function standsLastApart(rows, lines) {
  const lastSigns = new Set(rows.map(({ signs }) => signs[signs.length - 1]));
  if (lastSigns.size > 1 || lengthOf([...lastSigns][0]) !== 1 || rows.length < 2) return false;
  const rowLines = rows.map(({ lineIndex }) => lines[lineIndex]);
  if (rowLines.every((line) => LACKS_LAST_MARK.test(line))) return true;
  return rowLines.every((line) => {
    const gaps = gapsIn(line);
    const lastGap = gaps.pop();
    return gaps.length > 0 && lastGap > Math.max(...gaps);
  });
}

/** Whether a bar stands behind each cell of a row: a blank cell is behind the last bar, perhaps. */
function endsWithBar(row, lines) {
  const line = lines[row.lineIndex].trim();
  return BARS.includes(line.slice(-1)) && barsIn(line).length === row.signs.length;
}

/** Whether the bars inside a line differ from each other, or the one at its end from the first. */
function hasOtherBars(line) {
  const bars = barsIn(line);
  const isClosed = BARS.includes(line.trimEnd().slice(-1)) && bars.length > 0;
  const isClosedOtherwise = isClosed && bars[0] !== bars[bars.length - 1];
  return isClosedOtherwise || new Set(bars.slice(1, -1)).size > 1;
}

/** Whether some rows have a bar at both ends, and others at one: one row in two lines, perhaps. */
function areWalledUnevenly(rowLines) {
  const ends = rowLines.map((line) => [line.trim().slice(0, 1), line.trim().slice(-1)]);
  const [begins, closes] = [0, 1].map((end) => ends.map((signs) => signs[end] !== "" && BARS.includes(signs[end])));
  return begins.some((isWall, k) => isWall && closes[k]) && begins.some((isWall, k) => isWall !== closes[k]);
}

/** Whether more tabs stand before some rows than before others: blank cells, perhaps. */
function areIndentedByTabs(rowLines) {
  const tabs = new Set(rowLines.map((line) => line.length - line.replace(/^\t+/, "").length));
  return tabs.size > 1 && rowLines.every((line) => line.trim().includes("\t"));
}

/** Whether a number alone goes on with the numbers of rows: its row has blanks, perhaps. */
function goesOn(line, index, lines, rowLines) {
  if (!ROW_NUMBER.test(line)) return false;
  const number = Number(line);
  const firstWord = (row) => (rowLines.includes(row) ? wordsOf(lines[row])[0] : "");
  return firstWord(index - 1) === String(number - 1) || firstWord(index + 1) === String(number + 1);
}

/** Whether the lines of the rows alone are two boards side by side. */
function standBeside(board, lines) {
  const indices = [...new Set(board.map((row) => row.lineIndex))].sort((a, b) => a - b);
  return indices.length > 1 && sideBySide(indices.map((index) => lines[index])).length > 0;
}

/** Whether the first sign of all rows may be that of a comment, or of a frame. */
function mayBeNoCells(rows, rowLines, others) {
  const [sign] = rows[0].signs;
  if (!sign || rows.length < 2 || rows.some((row) => row.signs[0] !== sign)) return false;
  const hasRule = others.some((line) => [...line.trim()].every((character) => character === sign));
  if (hasRule && rows.every((row) => row.signs[row.signs.length - 1] === sign)) return true;
  if (rowLines.every((line) => standsApart(line, sign))) return true;
  if (!COMMENT_SIGNS.includes(sign)) return false;
  return others.some((line) => line.trimStart().startsWith(sign) && !isRule(line));
}
