// Smallest hitting sets: as few cells, or clues, as can be with one of each of some sets.

import { limit } from "./errors.js";

const MAX_NODES = 200_000; // choices that are weighed, as in Python; the guesses of a board of 24x30 need some hundred

/** As few members as can be with one of each trap. @template T @param {T[][]} traps @returns {Set<T>} */
export function smallestHittingSet(traps) {
  let nodes = 0;

  /** With at most `depth` cells; null where that is not enough. */
  function search(missed, depth) {
    nodes += 1;
    if (nodes > MAX_NODES) throw limit(`the fewest guesses are more than ${MAX_NODES} choices to weigh`);
    if (!missed.length) return [];
    if (disjointTraps(missed) > depth) return null;

    // One trap has to be hit by one of its cells: each in turn, first those that are in many traps.
    const smallest = missed.reduce((best, trap) => (trap.length < best.length ? trap : best));
    const trapsOf = (cell) => missed.filter((trap) => trap.includes(cell)).length;
    const ranked = smallest.map((cell) => ({ cell, traps: trapsOf(cell) }));
    ranked.sort((a, b) => b.traps - a.traps || a.cell - b.cell);
    for (const { cell } of ranked) {
      const others = search(
        missed.filter((trap) => !trap.includes(cell)),
        depth - 1,
      );
      if (others) return [...others, cell];
    }
    return null;
  }

  for (let depth = disjointTraps(traps); ; depth++) {
    const hittingSet = search(traps, depth);
    if (hittingSet) return new Set(hittingSet);
  }
}

/** How many traps have no cell in common, the small ones taken first: so many cells it takes at least. */
function disjointTraps(traps) {
  const covered = new Set();
  let number = 0;
  for (const trap of [...traps].sort((a, b) => a.length - b.length)) {
    if (trap.some((cell) => covered.has(cell))) continue;
    for (const cell of trap) covered.add(cell);
    number += 1;
  }
  return number;
}
