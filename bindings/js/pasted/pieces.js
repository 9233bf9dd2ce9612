// The pieces of a text: each is one board, with the words and numbers beside it that tell its mine count.
// Function by function as minesolver/io/formats/pieces.py.

import { countsUp } from "./cutting.js";
import { plainLines } from "./markup.js";
import { factsOf, isList, isProse, LINE_BREAK, merged, NO_FACTS, numbersOf, rolesTold } from "./lines.js";

/** What mail and chats put around a text: `> ` before its lines, and fences. */
const DRESS = /^(?:[ \t]*>){1,40}[ \t]?(?:```\w*[ \t]*$)?|^[ \t]*```\w*[ \t]*$|`+/g;
const UNSEEN = /\ufe0f|\u20e3|[\u200b\u200d-\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/gu;
const BOXES = /^\s*(?:\[[^[\],]?\][ \t]*)+$/u; // cells in brackets of their own: [1] [ ] [!]
const SENTENCE = /^\s*\{[^{}]*\}\s*=\s*\d+\s*,?\s*$/;
const SIGN = String.raw`(?:"[^"]?"|'[^']?'|[-+]?[\p{L}\p{N}_]{1,12}|[?#*.!~])`;
const ROW_IN_BRACKETS = new RegExp(String.raw`^\s*[\[\{]\s*${SIGN}(?:\s*,\s*${SIGN}|\s+${SIGN})+\s*,?\s*[\]\}]$`, "u");
const ROW_OF_SIGNS = /^(?:[^a-zA-Z]|([a-zA-Z])\1*(?![a-zA-Z])){2,}$/u; // words have letters beside other letters
const FEWEST_PARTED_ROWS = 3; // rows of as many cells, with an empty line between each, that are one board
const MOST_PARTED_ROWS = 100; // more of them are as many boards of one row
const LONGEST_PARTED_ROW = 500; // characters
const BRACKETS = /([[{])|([\]}])|"(?:[^"\\]|\\.)*"?/g;
const MOST_BLANK_ROWS = 100;
const SHORTEST_BLANK_ROW = 3; // blanks that are as long as a row without blanks, and no white space that is left over

const lengthOf = (text) => [...text].length;
const countOf = (text, sign) => text.split(sign).length - 1;
const NOTHING_SAID = { mines: null, left: null };

/** Whether a piece begins as JSON does. */
export const isJson = ({ lines }) => /^\s*[[{]/.test(lines[0] ?? "");

/**
 * The boards of a text: [{ lines, firstLine (its number), mines, left (what words beside JSON say) }].
 */
export function piecesOf(text) {
  const lines = plainLines(text.split(LINE_BREAK));
  return withoutProse(withRowsJoined(separatePieces(lines)));
}

/** Lists line by line are the rows of one board, and so are rows with an empty line between each. */
function withRowsJoined(pieces) {
  const boards = [];
  let rows = [];
  for (const piece of pieces) {
    if (rows.length && isNextRow(rows.at(-1), piece)) {
      rows.push(piece);
      continue;
    }
    boards.push(...ofRows(rows));
    rows = [];
    if (isListInBrackets(piece) || cellsOfRow(piece)) rows = [piece];
    else boards.push(piece);
  }
  return [...boards, ...ofRows(rows)];
}

const isListInBrackets = ({ lines }) => lines.length === 1 && ROW_IN_BRACKETS.test(lines[0]);

/** How many cells a line by itself has; 0 where it is no row of signs. */
function cellsOfRow(piece) {
  if (piece.lines.length !== 1 || isJson(piece) || piece.lines[0].length > LONGEST_PARTED_ROW) return 0;
  const signs = piece.lines[0].split(/\s+/).filter(Boolean);
  if (signs.length === 1) return ROW_OF_SIGNS.test(signs[0]) ? lengthOf(signs[0]) : 0;
  return signs.every((sign) => lengthOf(sign) <= 2) ? signs.length : 0;
}

/** Whether a piece is the next row of a board whose rows come one by one. */
function isNextRow(row, piece) {
  const linesOn = piece.firstLine - row.firstLine;
  if (isListInBrackets(row)) return linesOn === 1 && isListInBrackets(piece);
  return linesOn === 2 && cellsOfRow(row) === cellsOfRow(piece);
}

/** The board of rows that came one by one; two that are parted by an empty line are boards themselves. */
function ofRows(rows) {
  const isOneBoard = rows.length >= FEWEST_PARTED_ROWS && rows.length <= MOST_PARTED_ROWS;
  if (!rows.length || (!isOneBoard && !isListInBrackets(rows[0]))) return rows;
  const lines = [];
  for (const row of rows) {
    const emptyCount = row.firstLine - rows[0].firstLine - lines.length;
    lines.push(...new Array(emptyCount).fill(""), ...row.lines);
  }
  return [{ ...rows[0], lines }];
}

function separatePieces(lines) {
  const cutter = new Cutter();
  for (const [index, line] of lines.entries()) cutter.take(index + 1, line);
  cutter.endPiece();
  return cutter.pieces;
}

/** What takes a text line by line and cuts it into pieces: at empty lines, and at the last bracket of JSON. */
class Cutter {
  pieces = [];
  lines = []; // of the piece that is not at its end
  firstLine = 1; // its number
  depth = 0; // of brackets
  blankRows = []; // of one length, which the first row of a board may follow

  endPiece() {
    if (this.lines.length) this.pieces.push({ lines: this.lines, firstLine: this.firstLine, ...NOTHING_SAID });
    this.lines = [];
  }

  take(number, original) {
    const line = original.replace(UNSEEN, "").replaceAll("\u00a0", " ").replace(DRESS, "");
    if (line.trim()) this.takeBlankRows(number, line);
    if (!this.lines.length) this.firstLine = number;
    const start = this.endOfLists(number, line);
    const lineAfter = line.slice(start);
    // Behind the last bracket of lists in other languages a stop may follow.
    const hasMore = start ? lineAfter.replace(/^[ \t;,.)]+$/, "") : lineAfter.trim();
    const isBlankCells = this.lines.length > 0 && isBlankRow(line, this.lines.at(-1));
    if (this.depth || hasMore || isBlankCells) this.lines.push(lineAfter);
    else this.endPiece();
    this.keepBlankRow(line);
  }

  /** Take rows of blanks before a line into its piece, where they are rows of its board. */
  takeBlankRows(number, line) {
    if (this.blankRows.length && !this.lines.length && isBlankRow(this.blankRows.at(-1), line)) {
      this.lines = this.blankRows;
      this.firstLine = number - this.blankRows.length;
    }
    this.blankRows = [];
  }

  /** Where in a line the last piece of JSON that ends in it is at its end; 0: none is. */
  endOfLists(number, line) {
    if (!beginsAsJson(this.lines[0] ?? line)) return 0;
    let start = 0;
    for (const sign of line.matchAll(BRACKETS)) {
      this.depth += (sign[1] ? 1 : 0) - (sign[2] ? 1 : 0);
      if (this.depth > 0 || !sign[2]) continue;
      const end = sign.index + sign[0].length;
      this.lines.push(line.slice(start, end));
      this.endPiece();
      this.firstLine = number;
      start = end;
      this.depth = 0;
    }
    return start;
  }

  /** Keep a line of blanks between pieces, as it may be a row of the next. */
  keepBlankRow(line) {
    const isKept = !this.lines.length && line && !line.trim() && this.blankRows.length < MOST_BLANK_ROWS;
    if (!isKept) {
      this.blankRows = [];
      return;
    }
    const goesOn = !this.blankRows.length || this.blankRows.at(-1).length === line.length;
    this.blankRows = goesOn ? [...this.blankRows, line] : [line];
  }
}

const beginsAsJson = (line) => /^\s*[[{]/.test(line) && !BOXES.test(line) && !SENTENCE.test(line);

/** Whether a line of blanks is a row of a board whose opened cells are blank, as the line beside it is. */
function isBlankRow(line, lineBeside) {
  if (line.trim()) return false;
  if (line.includes("\t")) return countOf(line, "\t") === countOf(lineBeside, "\t");
  const areCells = lineBeside.includes(" ") || lengthOf(line) >= SHORTEST_BLANK_ROW;
  return line !== "" && lengthOf(line) === lengthOf(lineBeside) && areCells;
}

/** The boards' texts, each with words and numbers beside it that tell its mine count. */
function withoutProse(pieces) {
  const boards = [];
  let words = null; // that tell the mine count of the board that follows
  for (const piece of pieces) {
    if (pieces.length === 1 || !isBesideABoard(piece)) {
      boards.push(words ? joined(words, piece) : piece);
      words = null;
    } else if (tellsMines(piece)) {
      if (boards.length && piece === pieces.at(-1)) boards.push(joined(boards.pop(), piece));
      else words = piece;
    }
  }
  if (words && boards.length === 1) boards[0] = joined(boards[0], words); // between the board and the last words
  return boards.length ? boards : pieces;
}

/** Two pieces of a text as one, with the empty lines between them; JSON with what the other says. */
function joined(piece, nextPiece) {
  const board = [piece, nextPiece].find(isJson);
  if (board) {
    const words = board === piece ? nextPiece : piece;
    const facts = words.lines.reduce((factsBefore, line) => merged(factsBefore, factsOf(line)), NO_FACTS);
    const [mineCount] = words.lines.map(numbersOf).find(({ length }) => length) ?? [];
    return { ...board, mines: mineCount ?? facts.mines, left: facts.left };
  }
  const emptyCount = Math.max(0, nextPiece.firstLine - piece.firstLine - piece.lines.length);
  return { ...piece, lines: [...piece.lines, ...new Array(emptyCount).fill(""), ...nextPiece.lines] };
}

/** Whether a piece of a text is words, or a single number, and no board. */
function isBesideABoard(piece) {
  const filled = piece.lines.filter((line) => line.trim());
  const isCode = filled.length > 0 && filled.every((line) => CODE.test(line));
  if (isJson(piece) || (piece.lines.some(isList) && !isCode)) return false;
  const filledLines = piece.lines.filter((line) => line.trim() && !line.startsWith("~~~"));
  const lines = filledLines.filter((line) => !isDrawn(line));
  if (filledLines.length && !lines.length) return true;
  const counts = lines.map(numbersOf).filter(({ length }) => length === 1);
  const words = lines.filter((line) => isProse(line) || isWord(line) || isHeading(line));
  if (counts.length > 1 || counts.length + words.length < lines.length) return false;
  // A row of zeros alone is a board; of other digits, without a hidden cell, none.
  return words.length > 0 || counts.some(([number]) => number > 0);
}

/** A line of a program without cells: `import sys`, `width = len(rows[0])`. */
const CODE_WORD = /(?:from|import|def|return|print|const|let|var)\b.*/;
const CODE_CALL = /[A-Za-z_]\w{0,30}\s*=\s*[A-Za-z_][\w.]{0,40}\(.{0,60}\);?/;
const CODE = new RegExp(`^\\s*(?:${CODE_WORD.source}|${CODE_CALL.source})\\s*$`);
const ASSIGNMENT = /^\s*[A-Za-z]\w{0,30}\s*=\s*\d{1,6}\s*;?\s*$/;
const LEAST_NAMES = 3;

/** Whether a line parts texts, `-----` or `=====`, or numbers what follows, `1)`. */
const isDrawn = (line) => /^(?:-{3,}|={3,}|\d{1,3}\))$/.test(line.trim());

/** Whether a line names the columns of the rows below an empty line. */
function isHeading(line) {
  const names = line.split(/\s+/).filter(Boolean);
  return names.length >= LEAST_NAMES && countsUp(names);
}

/** Whether a line is one word, such as a greeting: letters, three of them different; or `n = 6`. */
function isWord(line) {
  const isOfProgram = ASSIGNMENT.test(line) || CODE.test(line);
  return isOfProgram || (/^\s*\p{L}+\s*$/u.test(line) && new Set(line.trim().toLowerCase()).size > 2);
}

const tellsMines = ({ lines }) =>
  lines.some(isHeading) ||
  lines.some((line) => {
    const { mines, left } = factsOf(line);
    return numbersOf(line).length > 0 || (mines ?? left ?? null) !== null || rolesTold(line).size > 0;
  });
