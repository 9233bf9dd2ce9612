// The table of signs: how people write cells, the same for every host (minesolver/io/formats/pasted/signs.json).

import { table } from "../dist/signs.js";

/** What each sign may be, the usual first: `h` hidden, `0` opened, `m` a known mine. */
export const CHOICES = new Map(Object.entries(table.signs));
export const NAMES = new Map(Object.entries(table.names));
export const LAYOUT_MINES = table.layout.mine;
export const LAYOUT_SAFE = table.layout.safe;
export const COUNT_WORDS = table.words.mines;
export const LEFT_WORDS = table.words.left;
export const OTHER_WORDS = table.words.other;
export const TITLE_WORDS = table.words.title;
/** Words of a legend, each with the role that it gives a sign. */
export const LEGEND_WORDS = new Map([..."h0m"].flatMap((role) => table.legend[role].map((word) => [word, role])));
/** Names that stand for cells in lists of programs. */
export const ELEMENTS = new Map(Object.entries(table.elements));
/** Signs that may be something else beside another: [the sign, the other, what it may be]. */
export const BESIDE = table.beside;
/** Of programming languages: [a text that a line has to have, a pattern, what stands for it]. */
export const REWRITES = table.rewrites;
/** Of a cell that is an object: the keys that tell whether it is open, flagged, its clue, and words of states. */
export const CELL_KEYS = table.cells;
export const ROWS_KEYS = table.keys.rows;
export const COLUMNS_KEYS = table.keys.columns;
export const DIGITS = new Map(Object.entries(table.digits));
export const BOARD_KEYS = table.keys.board;
export const MINES_KEYS = table.keys.mines;
export const LEFT_KEYS = table.keys.left;
export const OTHER_KEYS = table.keys.other;
