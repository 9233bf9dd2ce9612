// Boards in text.

import { HIDDEN, MINE } from "./board.js";
import { wrong } from "./errors.js";

const DIGITS = Array.from({ length: 9 }, (_, n) => [String(n), n]);
const SYMBOLS = new Map([["#", HIDDEN], [".", 0], ["*", MINE], ...DIGITS]);

/** The board in a text; `prior`: a mine count or density that goes before that of the text. */
export function read(text, { mines = null, left = null, density = null }, checked) {
  if (typeof text !== "string") throw wrong(`a text of a board is a text, not ${text}`);
  const lines = text.split(/\r?\n/);
  let line = lines.findIndex((one) => one.trim());
  if (line < 0) throw wrong("the text has no board");
  const header = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(lines[line]);
  if (header) line += 1;
  const rows = [];
  for (; line < lines.length && lines[line].trim(); line++) {
    rows.push(
      Array.from(lines[line].trim(), (symbol, k) => {
        const place = { line: line + 1, column: k + 1, symbol };
        if (!SYMBOLS.has(symbol))
          throw wrong(`line ${place.line}, column ${place.column}: "${symbol}" is no cell`, place);
        return SYMBOLS.get(symbol);
      }),
    );
    const [length, first] = [rows.at(-1).length, rows[0].length];
    if (length !== first)
      throw wrong(`line ${line + 1}: ${length} cells where the first row has ${first}`, { line: line + 1 });
  }
  if (!rows.length) throw wrong("the text has no board");
  if (header && (Number(header[1]) !== rows.length || Number(header[2]) !== rows[0].length)) {
    throw wrong(`the header says ${header[1]}x${header[2]}, the rows are ${rows.length}x${rows[0].length}`, {
      line: 1,
    });
  }
  const isGiven = mines !== null || left !== null || density !== null;
  const total = isGiven ? mines : header?.[3] ? Number(header[3]) : null;
  return checked({
    rows: rows.length,
    cols: rows[0].length,
    mines: total,
    left,
    density,
    cells: Int8Array.from(rows.flat()),
  });
}
