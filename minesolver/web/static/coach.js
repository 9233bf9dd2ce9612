// What a coach sees in an answer: cells away from the clues, cells that would tell nothing, and the sentence on the
// next move. Pure: the page draws and words it.

import { around } from "./measures.js";
import { capacityOf } from "./ground.js";
import { HIDDEN, isClue, minesSet, nearOf } from "./position.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./faces.js").Known} Known */

/**
 * Hidden cells beside no clue (`far`), and those whose own clue is known already (`dead`): every cell around is open
 * or proved,
 * so that opening one tells nothing but that it is no mine.
 */
export function regions(/** @type {Position} */ position, /** @type {Known} */ known) {
  const far = new Set();
  const dead = new Set();
  let other = false;
  const grouped = new Set(position.groups?.flatMap(({ cells }) => cells));
  position.codes.forEach((code, i) => {
    if (code !== HIDDEN) return;
    const near = nearOf(position, i);
    if (!grouped.has(i) && !near.some((j) => isClue(position.codes[j]))) far.add(i);
    if (known.safe.has(i) || known.mines.has(i)) return;
    if (near.every((j) => position.codes[j] !== HIDDEN || known.safe.has(j) || known.mines.has(j))) dead.add(i);
    else other = true;
  });
  return { far, dead: other ? dead : new Set() }; // where each guess is like that, one has to be made
}

/** The chance to win with a guess, where it is known. */
function share(/** @type {any} */ { win, playouts }) {
  return win ?? playouts ?? null;
}

/**
 * What to say: a kind, its cell and numbers. `advised` is what a policy weighed, or null.
 * @returns {{kind: "safe" | "rough" | "none" | "start" | "wins" | "frees" | "least" | "equal", cell?: number[],
 * other?: number[] | null, count?: number, p?: number, q?: number, more?: number, less?: number}}
 */
export function advise(/** @type {any} */ found, /** @type {any} */ advised) {
  if (found.safe.length) return { kind: "safe", cell: found.best ?? found.safe[0], count: found.safe.length };
  if (found.is_exact === false) return { kind: "rough" };
  const list = advised?.candidates?.length ? advised.candidates : (found.candidates ?? []);
  if (!list.length) return { kind: "none" };
  const [first, second] = list;
  if (!found.opened) return { kind: "start", cell: first.cell, p: 1 - first.safety };
  const one = { cell: first.cell, p: 1 - first.safety, other: second?.cell ?? null, q: second && 1 - second.safety };
  if (!second) return { ...one, kind: "least" };
  const [win, next] = [share(first), share(second)];
  if (win !== null && next !== null && win - next > 0.0005) return { ...one, kind: "wins", more: win, less: next };
  if (first.progress > second.progress + 0.005 && second.safety > first.safety - 0.03)
    return { ...one, kind: "frees", more: first.progress, less: second.progress };
  return { ...one, kind: first.safety - second.safety < 1e-9 ? "equal" : "least" };
}

/** What is wrong with a position before anybody counts, or null: {kind, cell?, low?, high?}. */
export function problemOf(/** @type {Position} */ position) {
  const { rows, cols, codes, mines, rules } = position;
  const set = minesSet(position);
  const hidden = capacityOf(rules ?? "") * codes.filter((code) => code === HIDDEN).length;
  if (mines !== null && mines < set) return { kind: "fewer", low: set, high: set + hidden };
  if (mines !== null && mines > set + hidden) return { kind: "more", low: set, high: set + hidden };
  for (let i = 0; i < codes.length; i++) {
    if (rules || codes[i] < 0 || codes[i] > 8) continue;
    const near = around(rows, cols, i).length;
    if (codes[i] > near) return { kind: "clue", cell: [Math.floor(i / cols), i % cols], low: 0, high: near };
  }
  return null;
}
