// The table of signs: how people write cells, the same for every host (minesolver/io/formats/reading/signs.json).

import { table } from "../dist/signs.js";

export const HIDDEN = "hidden";
export const ZERO = "zero";
export const MINE = "mine";
/** A cell of a whole layout without a mine, whatever its clue. */
export const SAFE = "safe";

export const CLUES = new Set(table.clues);
export const COSTS = table.costs;
export const NAMES = new Map(Object.entries(table.names));
export const WORDS = new Map(Object.entries(table.words));
export const CHARACTERS = new Map(Object.entries(table.characters));
export const UNSEEN = new Set(table.unseen);
/** The sign of a cell that a chat covers. */
export const COVERED = "covered";
/** Names that programs give a board, its sizes and its counts in JSON. */
export const KEYS = table.keys;
/** Of a cell that is an object: keys that tell whether it is open, its clue, and words of states. */
export const CELL_KEYS = table.cells;

/** What each sign costs in each role that it may have. */
export const ROLE_COSTS = new Map();
for (const group of table.signs) {
  const roles = [HIDDEN, ZERO, MINE].filter((role) => role in group);
  for (const sign of group.signs) ROLE_COSTS.set(sign, new Map(roles.map((role) => [role, group[role]])));
}
