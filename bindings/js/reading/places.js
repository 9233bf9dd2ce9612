// Where a cell stands in the line that it was cut from, as minesolver/io/formats/reading/places.py.

import { lengthOf } from "./texts.js";

/**
 * The column of a cell, from 1, in a line as it was pasted; behind the last cell for one that is missing. null: its
 * signs are not found there, as they stand under other names.
 */
export function columnOf(line, signs, cell) {
  // From the right end, as what is left out stands mostly before a row.
  const columns = [];
  let end = line.length;
  for (const sign of [...signs].reverse()) {
    if (!sign) {
      columns.push(end);
      continue;
    }
    const start = end < sign.length ? -1 : line.lastIndexOf(sign, end - sign.length);
    if (start < 0) return null;
    columns.push(start + 1);
    end = start;
  }
  columns.reverse();
  const inSigns = (column) => (column < 1 ? column : lengthOf(line.slice(0, column - 1)) + 1);
  if (cell < columns.length) return inSigns(columns[cell]);
  return columns.length ? inSigns(columns[columns.length - 1]) + lengthOf(signs[signs.length - 1]) : null;
}
