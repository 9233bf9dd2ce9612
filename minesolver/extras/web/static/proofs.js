// How a step of a proof is put: by one clue, by what one clue needs more than another, else by all clues together.

import { besideRing } from "./cut.js";
import { capacityOf, groundOf } from "../../../protocol/scripts/ground.js";
import { clueOf, HIDDEN, isClue, MINE, nearOf } from "./position.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {{cell: number, isMine: boolean, clues: number[], isAlone: boolean}} Proved isAlone: by these clues alone,
 *   without the mine count and groups
 * @typedef {{kind: "hasAll" | "needsAll", clue: number}
 *   | {kind: "needsMore", clue: number, than: number, count: number, cells: number[]}
 *   | {kind: "needsSame", clue: number, than: number}
 *   | {kind: "together"}} Argument
 */

/** The cells around a clue that are still open, and the mines that they hold. `facts`: true for a mine. */
export function openPart(
  /** @type {Position} */ position,
  /** @type {Map<number, boolean>} */ facts,
  /** @type {number} */ clue,
) {
  let mines = clueOf(position.codes[clue]);
  const cells = [];
  for (const neighbor of nearOf(position, clue)) {
    const isMine = position.codes[neighbor] === MINE || facts.get(neighbor);
    if (isMine) mines--;
    else if (position.codes[neighbor] === HIDDEN && !facts.has(neighbor)) cells.push(neighbor);
  }
  return { mines, cells };
}

/**
 * How the clues of a step prove its cell. `facts`: the cells that earlier steps have proved, true for a mine.
 * @returns {Argument}
 */
export function argumentOf(
  /** @type {Position} */ position,
  /** @type {Proved} */ { cell, isMine, clues, isAlone },
  /** @type {Map<number, boolean>} */ facts,
) {
  const ground = groundOf(position);
  const areSums = ground.plain && !ground.weights && !position.more && capacityOf(ground.rules) === 1;
  // The cells beyond the edges of a part have no names, so that an argument could not be followed.
  const areOnBoard = clues.every((clue) => besideRing(position, clue) === 0);
  const isPlain = areSums && areOnBoard && clues.every((clue) => isClue(position.codes[clue]));
  if (!isAlone || !isPlain || clues.length > 2) return { kind: "together" };
  if (clues.length === 1) {
    const { mines, cells } = openPart(position, facts, clues[0]);
    if (cells.includes(cell) && mines === (isMine ? cells.length : 0))
      return { kind: isMine ? "needsAll" : "hasAll", clue: clues[0] };
  }
  if (clues.length === 2) {
    for (const [clue, than] of [clues, [clues[1], clues[0]]]) {
      const cells = compared(position, facts, clue, than);
      const settled = isMine ? cells.onlyFirst : cells.onlySecond;
      if (cells.more !== cells.onlyFirst.length || !settled.includes(cell)) continue;
      if (!cells.more) return { kind: "needsSame", clue, than };
      return { kind: "needsMore", clue, than, count: cells.more, cells: cells.onlyFirst };
    }
  }
  return { kind: "together" };
}

/** How many more mines one clue needs than another, and the open cells that each has alone. */
function compared(
  /** @type {Position} */ position,
  /** @type {Map<number, boolean>} */ facts,
  /** @type {number} */ clue,
  /** @type {number} */ than,
) {
  const [openCells, second] = [openPart(position, facts, clue), openPart(position, facts, than)];
  return {
    more: openCells.mines - second.mines,
    onlyFirst: openCells.cells.filter((cell) => !second.cells.includes(cell)),
    onlySecond: second.cells.filter((cell) => !openCells.cells.includes(cell)),
  };
}
