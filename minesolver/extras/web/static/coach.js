// What a coach sees in an answer: cells away from the clues, cells that would tell nothing, and the sentence on the
// next move. Pure: the page draws and words it.

import { besideRing } from "./cut.js";
import { around } from "../../../protocol/scripts/measures.js";
import { capacityOf } from "../../../protocol/scripts/ground.js";
import { HIDDEN, isClue, minesSet, nearOf } from "./position.js";
import { openPart } from "./proofs.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./faces.js").Known} Known */

/**
 * Hidden cells beside no clue (`far`), and those whose own clue is known already (`dead`): every cell around is open
 * or proved,
 * so that opening one tells nothing but that it is no mine.
 */
export function regions(/** @type {Position} */ position, /** @type {Known} */ known) {
  const farCells = new Set();
  const dead = new Set();
  let hasOther = false;
  const grouped = new Set(position.groups?.flatMap(({ cells }) => cells));
  position.codes.forEach((code, i) => {
    if (code !== HIDDEN) return;
    const neighbours = nearOf(position, i);
    if (!grouped.has(i) && !neighbours.some((j) => isClue(position.codes[j]))) farCells.add(i);
    if (known.safe.has(i) || known.mines.has(i)) return;
    if (neighbours.every((j) => position.codes[j] !== HIDDEN || known.safe.has(j) || known.mines.has(j))) dead.add(i);
    else hasOther = true;
  });
  return { far: farCells, dead: hasOther ? dead : new Set() }; // where each guess is like that, one has to be made
}

/**
 * Cells that are safe by single clues, one after the other, with the mines that single clues settle: what is opened
 * without a thought.
 * @returns {Set<number>}
 */
export function trivial(/** @type {Position} */ position) {
  const clueCells = [...position.codes.keys()].filter((i) => isClue(position.codes[i]));
  /** @type {Map<number, boolean>} */
  const facts = new Map();
  for (let settled = -1; settled !== facts.size;) {
    settled = facts.size;
    for (const clue of clueCells) {
      const { mines, cells } = openPart(position, facts, clue);
      if (mines === 0 || mines === cells.length) for (const cell of cells) facts.set(cell, mines > 0);
    }
  }
  return new Set([...facts].flatMap(([cell, isMine]) => (isMine ? [] : [cell])));
}

/** The chance to win with a guess, where it is known. */
function share(/** @type {import("./answers.js").Candidate} */ { win, playouts }) {
  return win ?? playouts ?? null;
}

/**
 * What to say: a kind, its cell and numbers. `advised` is what a policy weighed, or null.
 * @returns {{kind: "safe" | "rough" | "none" | "start" | "wins" | "frees" | "least" | "equal", cell?: number[],
 * other?: number[] | null, count?: number, p?: number, q?: number, more?: number, less?: number}}
 */
export function advise(
  /** @type {Pick<import("./answers.js").Answer, "safe" | "candidates" | "opened"> & Partial<import("./answers.js").Answer>} */ answer,
  /** @type {import("./answers.js").Advice | null} */ advised,
) {
  if (answer.safe.length) return { kind: "safe", cell: answer.best ?? answer.safe[0], count: answer.safe.length };
  if (answer.is_exact === false) return { kind: "rough" };
  const list = advised?.candidates?.length ? advised.candidates : (answer.candidates ?? []);
  if (!list.length) return { kind: "none" };
  const [best, nextBest] = list;
  if (!answer.opened) return { kind: "start", cell: best.cell, p: 1 - best.safety };
  const guessFacts = {
    cell: best.cell,
    p: 1 - best.safety,
    other: nextBest?.cell ?? null,
    q: nextBest && 1 - nextBest.safety,
  };
  if (!nextBest) return { ...guessFacts, kind: "least" };
  const [win, nextWin] = [share(best), share(nextBest)];
  if (win !== null && nextWin !== null && win - nextWin > 0.0005)
    return { ...guessFacts, kind: "wins", more: win, less: nextWin };
  const [progress, nextProgress] = [best.progress ?? 0, nextBest.progress ?? 0];
  if (progress > nextProgress + 0.005 && nextBest.safety > best.safety - 0.03)
    return { ...guessFacts, kind: "frees", more: progress, less: nextProgress };
  return { ...guessFacts, kind: best.safety - nextBest.safety < 1e-9 ? "equal" : "least" };
}

/** What is wrong with a position before anybody counts, or null: {kind, cell?, low?, high?}. */
export function problemOf(/** @type {Position} */ position) {
  const { rows, cols, codes, mines, rules } = position;
  const set = minesSet(position);
  const hidden = capacityOf(rules ?? "") * codes.filter((code) => code === HIDDEN).length;
  if (mines !== null && mines < set) return { kind: "fewer", low: set, high: set + hidden };
  if (mines !== null && mines > set + hidden) return { kind: "more", low: set, high: set + hidden };
  for (let i = 0; i < codes.length; i++) {
    if (rules || codes[i] < 1 || codes[i] > 8) continue; // no clue, or one that any cell may show
    const neighbourCount = around(rows, cols, i).length + besideRing(position, i);
    const cell = [Math.floor(i / cols), i % cols];
    if (codes[i] > neighbourCount) return { kind: "clue", cell, low: 0, high: neighbourCount };
  }
  return null;
}
