// Boards in JSON as programs keep them: cells that are objects, a flat list with its size, one long text.
// Function by function as minesolver/io/formats/json_cells.py.

import { linesOf } from "./pieces.js";
import { CELL_KEYS, KEYS } from "./table.js";
import { lengthOf } from "./texts.js";

const MOST_ROWS = 10_000;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const firstOf = (values, keys) => values[keys.find((key) => values[key] != null)] ?? null;
const firstWhole = (values, keys) => values[keys.find((key) => Number.isInteger(values[key]))] ?? null;

/** [rows, columns] that an object tells beside its board; null: it does not. */
export function sizeIn(values) {
  const countOf = (keys) =>
    values[keys.find((key) => Number.isInteger(values[key]) && values[key] > 0 && values[key] <= MOST_ROWS)] ?? null;
  const size = [countOf(KEYS.rows), countOf(KEYS.columns)];
  return size.includes(null) ? null : size;
}

/** The same, told by keys that name nothing else: x and y may be a move. */
export const statedSize = (values) =>
  sizeIn(Object.fromEntries(Object.entries(values).filter(([key]) => lengthOf(key) > 1)));

/** The rows of a board, where it is no list of rows; what is none of these comes back as it is. */
export function rowsOf(data, size) {
  const [height, width] = size ?? [0, 0];
  const isOfSize = (length) => size !== null && length === height * width;
  if (typeof data === "string") {
    const lines = linesOf(data).filter((line) => line.trim());
    if (lines.length > 1) return lines;
    const signs = [...data];
    return isOfSize(signs.length) ? inRows(signs, width) : data;
  }
  if (!Array.isArray(data) || !data.length || data.some(Array.isArray)) return data;
  const named = data.every(isObject) ? rowsOfObjects(data) : null;
  if (named) return named;
  const placed = data.every(isObject) ? placedRows(data) : null;
  if (placed) return placed;
  const areSigns = data.every((cell) => typeof cell !== "string" || cell.length < 3);
  return isOfSize(data.length) && height * width > 1 && areSigns ? inRows(data, width) : data;
}

/** Rows that are objects with a list of cells each, such as `{"cells": [1, "#"]}`; null: they are none. */
function rowsOfObjects(rows) {
  const keys = rows.map((row) => KEYS.board.filter((key) => Array.isArray(row[key])));
  return keys.every(({ length }) => length === 1) ? rows.map((row, k) => row[keys[k][0]]) : null;
}

/** The key under which an object has its board: one that says so, else `rows` with a list; undefined: there is none. */
export function boardKeyOf(values) {
  return KEYS.board.find((key) => key in values) ?? (Array.isArray(values.rows) ? "rows" : undefined);
}

function inRows(cells, width) {
  const rows = [];
  for (let start = 0; start < cells.length; start += width) rows.push(cells.slice(start, start + width));
  return rows;
}

/** Cells by their own rows and columns; null: they do not tell, or do not fill a board. */
function placedRows(cells) {
  const places = cells.map((cell) => [firstWhole(cell, CELL_KEYS.row), firstWhole(cell, CELL_KEYS.column)]);
  if (places.some((place) => place.includes(null))) return null;
  const rowNumbers = places.map(([row]) => row);
  const columnNumbers = places.map(([, column]) => column);
  const [firstRow, firstColumn] = [Math.min(...rowNumbers), Math.min(...columnNumbers)];
  const height = Math.max(...rowNumbers) - firstRow + 1;
  const width = Math.max(...columnNumbers) - firstColumn + 1;
  if (height * width !== cells.length || height > MOST_ROWS) return null;
  const cellAt = new Map(places.map(([row, column], k) => [(row - firstRow) * width + column - firstColumn, cells[k]]));
  if (cellAt.size !== cells.length) return null;
  return inRows(
    cells.map((_, index) => cellAt.get(index)),
    width,
  );
}

/**
 * The sign of a cell that is an object, as its player sees it; null: it does not tell whether it is open, or its clue.
 */
export function signOfObject(cell) {
  const word = firstOf(cell, CELL_KEYS.state);
  const state = typeof word === "string" ? word.toLowerCase() : "";
  if (firstOf(cell, CELL_KEYS.flag) === true || CELL_KEYS.flag_words.includes(state)) return "*";
  let isOpen = firstOf(cell, CELL_KEYS.open);
  const isClosed = firstOf(cell, CELL_KEYS.closed);
  if (typeof isOpen !== "boolean") {
    if (typeof isClosed === "boolean") isOpen = !isClosed;
    else if (CELL_KEYS.open_words.includes(state)) isOpen = true;
    else if (CELL_KEYS.closed_words.includes(state)) isOpen = false;
    else return null;
  }
  if (!isOpen) return "#";
  if (firstOf(cell, CELL_KEYS.mine) === true) return "*";
  const clue = firstOf(cell, CELL_KEYS.clue);
  if (!CELL_KEYS.clue.some((key) => key in cell) || typeof clue === "boolean") return null;
  const text = String(clue ?? 0).trim();
  return text === "" || text === "." ? "0" : text;
}
