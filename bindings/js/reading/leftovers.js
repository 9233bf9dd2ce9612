// Whether anything that a reading leaves out could be cells of its boards as well: then it is asked about. This looks
// at what was chosen, whichever way it was cut, so that a slip of any step is no board without a word. Function by
// function as minesolver/io/formats/reading/leftovers.py.

import { sideBySide } from "./beside.js";
import { countsUp, signOf } from "./lines.js";
import { isOfBrackets, isRule, isRuler, sizeIn } from "./outside.js";
import { CLUES } from "./table.js";
import { isBlank, lengthOf, LETTER as LETTERS, wordsOf } from "./texts.js";

const BETWEEN_CELLS = /[[\](){},;|│┃║"']/g;
const LETTER = new RegExp(`[${LETTERS}]`, "u");
const COMMENT_SIGNS = "#*%!+-;>";

/** Whether something in the lines that the rows were cut from, beside the cells, could be cells too. */
export function leavesCells(boards, lines) {
  const rows = boards.flat();
  const rowLines = new Set(rows.map((row) => row.lineIndex));
  const signs = new Set(rows.flatMap((row) => row.signs));
  const outside = [...lines.keys()].filter((index) => !rowLines.has(index) && !isBlank(lines[index]));
  return (
    outside.some((index) => mayBeRow(lines[index], signs, boards)) ||
    outside.some((index) => isWithin(lines[index], index, boards)) ||
    (outside.length > 0 && !signs.has("") && boards.some((board) => standBeside(board, lines))) ||
    mayBeNoCells(rows, outside.map((index) => lines[index]))
  );
}

/** Whether a line has about as many cells together as a row, or numbers more or fewer columns. */
function mayBeRow(line, signs, boards) {
  const widths = boards.map((board) => board[0].signs.length);
  const tokens = wordsOf(line.replace(BETWEEN_CELLS, " "));
  if (countsUp(tokens) || isRuler(line))
    return !widths.includes(tokens.length > 2 ? tokens.length : lengthOf(tokens.join("")));
  const told = sizeIn(line.trim());
  if (told !== null && boards.some((board) => isOfSize(board, told.size))) return false;
  const { together, hasOther } = cellsTogether(tokens, signs, isRule(line));
  if (!hasOther && LETTER.test(line)) return false;
  const width = Math.min(...widths);
  const fewest = width < 5 ? width - 1 : Math.floor((width + 1) / 2);
  return together >= Math.max(2, fewest) && together <= Math.max(...widths) + 2;
}

function isOfSize(board, /** @type {any} */ [first, second]) {
  const [height, width] = [board.length, board[0].signs.length];
  return (height === first && width === second) || (height === second && width === first);
}

/** The most cells that stand together in a line, and whether any of them is no clue. */
function cellsTogether(tokens, signs, isDrawnLine) {
  const isCell = (sign) => signs.has(sign) || CLUES.has(sign);
  let most = { together: 0, hasOther: false };
  let here = { ...most };
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
    if (here.together > most.together) most = { ...here };
  }
  return most;
}

/** Whether a line that is neither drawn nor of brackets stands between two rows of one board. */
function isWithin(line, index, boards) {
  const isInside = boards.some((board) => board[0].lineIndex < index && index < board[board.length - 1].lineIndex);
  return isInside && !(isRule(line) || isOfBrackets(line.trim()) || isRuler(line));
}

/** Whether the lines of the rows alone are two boards side by side. */
function standBeside(board, lines) {
  const indices = [...new Set(board.map((row) => row.lineIndex))].sort((a, b) => a - b);
  return indices.length > 1 && sideBySide(indices.map((index) => lines[index])).length > 0;
}

/** Whether the first sign of all rows begins all lines around them, or ends all rows too, as a frame does. */
function mayBeNoCells(rows, others) {
  const [sign] = rows[0].signs;
  if (!sign || rows.some((row) => row.signs[0] !== sign)) return false;
  const hasRule = others.some((line) => [...line.trim()].every((character) => character === sign));
  if (hasRule && rows.every((row) => row.signs[row.signs.length - 1] === sign)) return true;
  const isOfComments = COMMENT_SIGNS.includes(sign) && !others.every(isRule);
  return isOfComments && others.every((line) => line.startsWith(sign));
}
