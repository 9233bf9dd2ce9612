// A position that is a part of a board, which goes on beyond some of its edges (`position.cut`). There lies a ring of
// hidden cells that the clues share and of which nothing is told.

import { around } from "../../../protocol/scripts/measures.js";

/** @typedef {import("./position.js").Position} Position */

export const SIDES = ["left", "top", "right", "bottom"];

export const isCut = (/** @type {Position | null | undefined} */ position) => Boolean(position?.cut?.length);

/** The sides in their order; null where one is none. @returns {string[] | null} */
export function sidesOf(/** @type {string[]} */ names) {
  const sides = names.includes("all") ? SIDES : SIDES.filter((side) => names.includes(side));
  return names.every((name) => name === "all" || SIDES.includes(name)) ? sides : null;
}

/** The same position that goes on beyond these sides; it has no mine count then. @returns {Position} */
export function withCut(/** @type {Position} */ { cut: _, ...position }, /** @type {string[]} */ sides) {
  return sides.length ? { ...position, mines: null, cut: sides } : position;
}

/** How many cells of the ring lie beside a cell. */
export function besideRing(/** @type {Position} */ { rows, cols, cut = [] }, /** @type {number} */ index) {
  const [left, top, right, bottom] = SIDES.map((side) => Number(cut.includes(side)));
  const [row, col] = [Math.floor(index / cols), index % cols];
  const withRing = around(top + rows + bottom, left + cols + right, (row + top) * (left + cols + right) + col + left);
  return withRing.length - around(rows, cols, index).length;
}
