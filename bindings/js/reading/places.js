// Where a cell stands in the line that it was cut from, as minesolver/io/formats/reading/places.py.

import { lengthOf } from "./texts.js";

/**
 * The column of a cell, from 1, in a line as it was pasted; behind the last cell for one that is missing. null: its
 * signs are not found there, as they stand under other names.
 */
export function columnOf(line, signs, cell) {
  // From the right end, as what is left out stands mostly before a row.
  const places = [];
  let end = line.length;
  for (const sign of [...signs].reverse()) {
    if (!sign) {
      places.push({ before: end, column: 0 });
      continue;
    }
    const start = end < sign.length ? -1 : line.lastIndexOf(sign, end - sign.length);
    if (start < 0) return null;
    places.push({ before: start, column: 1 });
    end = start;
  }
  places.reverse();
  const inSigns = ({ before, column }) => lengthOf(line.slice(0, before)) + column;
  if (cell < places.length) return inSigns(places[cell]);
  return places.length ? inSigns(places.at(-1)) + lengthOf(signs.at(-1)) : null;
}
