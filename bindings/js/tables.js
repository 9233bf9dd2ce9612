// Boards whose form alone says what they are: numbers with blanks between, framed by the numbers of rows and columns or
// not, hidden cells named by distinct letters, and the U, M and T of boards that show the whole truth. As
// minesolver/io/formats/grid.py and symbols.py read them.

import { around, HIDDEN, MINE } from "./board.js";
import { wrong } from "./errors.js";

const NUMBERS = new Map([["-1", HIDDEN], ["10", MINE], ...Array.from({ length: 9 }, (_, n) => [String(n), n])]);
const OTHER_LETTERS = /[UMTBHF]/; // of formats in which they are no names: one of these alone says nothing

const wordsOf = (line) => line.split(/[\s,;]+/).filter(Boolean);
const countsUp = (words) => words.every((word, k) => word === String(k));

/**
 * The codes of a table of numbers by rows, or null. `sizes`: rows and columns that were said; `first`: the first line.
 */
export function numberTable(lines, sizes, first) {
  const places = [...lines.keys()].filter((k) => wordsOf(lines[k]).length);
  const rows = places.map((k) => wordsOf(lines[k]));
  if (!isNumberTable(rows, sizes)) return null;
  const body = withoutColumnNumbers(rows);
  if (body) {
    const cells = withoutRowNumbers(body);
    return cells && codesOf(cells, sizes);
  }
  if (!isNumbered(rows, sizes, first + places[0])) return codesOf(rows, sizes);
  const cells = withoutRowNumbers(rows);
  return cells && codesOf(cells, sizes);
}

/** Whether all words are numbers, some of which stand for a hidden cell or a mine. */
function isNumberTable(rows, sizes) {
  const words = rows.flat();
  if (!words.length || !words.every((word) => /^-?\d+$/.test(word))) return false;
  if (words.includes("-1") || withoutColumnNumbers(rows)) return true;
  // A 10 alone on its line may be two signs: not so where there is but one column, or other lines have several words.
  return words.includes("10") && (sizes?.[1] === 1 || rows.some((row) => row.length > 1));
}

/** The other rows, where the first or the last row numbers the columns, one short of the rest. */
function withoutColumnNumbers(rows) {
  if (rows.length < 2) return null;
  const halves = [
    [rows.at(-1), rows.slice(0, -1)],
    [rows[0], rows.slice(1)],
  ];
  for (const [numbers, others] of halves)
    if (countsUp(numbers) && others.every((row) => row.length === numbers.length + 1)) return others;
  return null;
}

/** The rows without their first numbers, where those count from 0. */
function withoutRowNumbers(rows) {
  const areNumbered = rows.every((row) => row.length > 1) && countsUp(rows.map((row) => row[0]));
  return areNumbered ? rows.map((row) => row.slice(1)) : null;
}

/** Whether the first column numbers the rows. Raises where it may as well be clues. */
function isNumbered(rows, sizes, line) {
  if (sizes) return rows.every((row) => row.length === sizes[1] + 1);
  const body = withoutRowNumbers(rows);
  if (!body || rows.length < 2 || !arePossible(body)) return false;
  if (arePossible(rows)) {
    const header = `${rows.length}x${rows[0].length}x10`;
    const doubt = "the first column counts 0, 1, 2, ...: it may number the rows or be clues";
    throw wrong(`${doubt}; a first line such as ${header}, with the mine count, says which`, { line, column: 1 });
  }
  return true;
}

/** Whether these can be cells: known numbers, a rectangle, no clue beyond what its neighbours allow. */
function arePossible(rows) {
  const cells = codesOf(rows, null)?.flat();
  if (!cells) return false;
  return cells.every((code, i) => {
    if (code === HIDDEN || code === MINE) return true;
    const neighbours = around(rows.length, rows[0].length, i).map((j) => cells[j]);
    const marked = neighbours.filter((other) => other === MINE).length;
    return marked <= code && code <= marked + neighbours.filter((other) => other === HIDDEN).length;
  });
}

/** The codes of a rectangle of known numbers of the size that was said, or null. */
function codesOf(rows, sizes) {
  const cols = rows[0].length;
  const isWhole = rows.every((row) => row.length === cols && row.every((word) => NUMBERS.has(word)));
  if (!isWhole || (sizes && (sizes[0] !== rows.length || sizes[1] !== cols))) return null;
  return rows.map((row) => row.map((word) => NUMBERS.get(word)));
}

/** The rows of single signs of one length, of the size that was said; or null. */
function signRows(lines, sizes) {
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  const areSpaced = filled.every((line) => /^\S(?:[ \t]+\S)+$/.test(line));
  const rows = areSpaced ? filled.map((line) => line.replace(/[ \t]/g, "")) : filled;
  if (!rows.length || rows.some((row) => row.length !== rows[0].length)) return null;
  if (sizes && (sizes[0] !== rows.length || sizes[1] !== rows[0].length)) return null;
  return rows;
}

/**
 * The codes of rows in which distinct capital letters, or question marks, name the hidden cells, and whether they may
 * name the rows; or null.
 */
export function letterTable(lines, sizes) {
  const rows = signRows(lines, sizes);
  const text = rows?.join("") ?? "";
  const letters = [...text].filter((sign) => /[A-Z]/.test(sign));
  const areNames = letters.some((letter) => !OTHER_LETTERS.test(letter)) || (!letters.length && text.includes("?"));
  if (!areNames || !/^[?A-Z0-8.]+$/.test(text) || new Set(letters).size < letters.length) return null;
  const codeOf = (sign) => (sign === "." ? 0 : /\d/.test(sign) ? Number(sign) : HIDDEN);
  // Letters A, B, C down the first column may as well name the rows.
  const areApart = lines.every((line) => !line.trim() || /^\s*\S\s/.test(line));
  const countUp = rows.length > 1 && rows.every((row, k) => row[0] === String.fromCharCode(65 + k));
  return { codes: rows.map((row) => [...row].map(codeOf)), mayNameRows: !sizes && areApart && countUp };
}

/**
 * The codes of `.mine` text, `H`, `F` and `?` an exploded mine, below its line WIDTHxHEIGHTxMINES; null: it is none.
 * Raises where `?` may be such a mine or a hidden cell.
 */
export function mineTable(lines, sizes, line) {
  const rows = signRows(lines, null);
  const text = rows?.join("") ?? "";
  if (!sizes || !/^[HF?0-8]+$/.test(text)) return null;
  const isMineText = /[HF]/.test(text) && sizes[0] === rows[0].length && sizes[1] === rows.length;
  if (text.includes("?") && !isMineText) {
    throw wrong("'?' is an exploded mine in .mine text, hidden elsewhere: say signs=hidden=? or mine=?", {
      line,
      symbol: "?",
    });
  }
  if (!isMineText) return null;
  const codeOf = (sign) => (sign === "H" ? HIDDEN : /\d/.test(sign) ? Number(sign) : MINE);
  return rows.map((row) => [...row].map(codeOf));
}

/**
 * The codes of rows that show the whole truth, with the mine count; or null. U is unvisited and safe, M unvisited and a
 * mine, both hidden to a player, T a visited mine, `*` a move that is to be made.
 */
export function truthTable(lines, sizes) {
  const rows = signRows(lines, sizes);
  const text = rows?.join("") ?? "";
  if (!/^[UMT*0-8]+$/.test(text) || !/[UMT]/.test(text)) return null;
  const codeOf = (sign) => (sign === "T" ? MINE : /\d/.test(sign) ? Number(sign) : HIDDEN);
  // Without an M each U may be any hidden cell, and a `*` does not say what it is.
  const mines = text.includes("M") && !text.includes("*") ? text.replace(/[^MT]/g, "").length : null;
  return { codes: rows.map((row) => [...row].map(codeOf)), mines };
}
