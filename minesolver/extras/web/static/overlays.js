// The chance that a cell opens an area (no mine in it or around it): the share of the layouts in which it is a 0.

import { HIDDEN, MINE, nearOf, withCells } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/**
 * For each hidden cell the position to count, one for all cells that are alike: away from the clues only the number of
 * cells
 * around matters. Cells that cannot be a 0 are left out.
 * @returns {[number[], Position][]}
 */
export function questions(/** @type {Position} */ position, /** @type {import("./faces.js").Known} */ known) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  position.codes.forEach((code, i) => {
    if (code !== HIDDEN || known.mines.has(i)) return;
    const neighbours = nearOf(position, i);
    if (neighbours.some((j) => position.codes[j] === MINE || known.mines.has(j))) return;
    const free = known.far?.has(i) && neighbours.every((j) => known.far?.has(j));
    const key = free ? `far ${neighbours.length}` : `cell ${i}`;
    groups.set(key, [...(groups.get(key) ?? []), i]);
  });
  return [...groups.values()].map((cells) => [cells, withCells(position, [[cells[0], 0]])]);
}

/** Whether layouts without a mine count are not all alike: their number says nothing of chances then. */
export const isWeighted = (/** @type {Position} */ { mines, density }) =>
  mines === null && density !== null && density !== "1/2";

/** One count over another, as a number. */
export function ratio(/** @type {string} */ numerator, /** @type {string} */ denominator) {
  const scale = 10n ** 18n;
  return Number((BigInt(numerator) * scale) / BigInt(denominator)) / 1e18;
}

/**
 * The chance of an opening of every cell, null where it is not told; `count` gives the layouts of a position in
 * decimal, null
 * where there is none, and throws where it cannot count. Ends early, with null, once `stopped` says so.
 */
export async function openings(
  /** @type {Position} */ position,
  /** @type {import("./answers.js").Answer} */ answer,
  /** @type {(position: Position) => Promise<string | null>} */ count,
  /** @type {() => boolean} */ stopped,
) {
  const chances = new Array(position.codes.length).fill(null);
  const { solutions } = answer;
  if (solutions === null || isWeighted(position)) return chances;
  position.codes.forEach((code, i) => {
    if (code === HIDDEN) chances[i] = 0;
  });
  const open = questions(position, /** @type {import("./faces.js").Known} */ (answer.known));
  const work = async () => {
    for (let next = open.pop(); next && !stopped(); next = open.pop()) {
      const layouts = await count(next[1]).catch(() => undefined);
      for (const i of next[0])
        chances[i] = layouts === undefined ? null : layouts === null ? 0 : ratio(layouts, solutions);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return stopped() ? null : chances;
}
