// What a finished game is worth: its figures, the guess that decided it, the least clicks with chords. Pure.

import { around } from "./position.js";

/**
 * Clicks with flags and chords by the greedy rule of players (ZiNi): where flagging around a cell and opening the rest saves most,
 * that is done, as long as it saves anything; else one click of 3BV.
 */
export function zini(/** @type {number} */ rows, /** @type {number} */ cols, /** @type {Set<number>} */ mines) {
  const size = rows * cols;
  const near = Array.from({ length: size }, (_, i) => around(rows, cols, i));
  const clue = near.map((cells, i) => (mines.has(i) ? -1 : cells.filter((j) => mines.has(j)).length));
  const open = new Uint8Array(size);
  const flagged = new Uint8Array(size);
  const area = new Int32Array(size).fill(-1); // of a 0: its opening
  let areas = 0;
  for (let i = 0; i < size; i++) {
    if (clue[i] !== 0 || area[i] >= 0) continue;
    const pending = [i];
    while (pending.length) {
      const cell = /** @type {number} */ (pending.pop());
      if (clue[cell] !== 0 || area[cell] >= 0) continue;
      area[cell] = areas;
      pending.push(...near[cell]);
    }
    areas++;
  }
  // What a click on a cell would count in 3BV: 1 for a clue beside no opening, and its openings.
  const beside = near.map((cells, i) => new Set([i, ...cells].map((j) => area[j]).filter((a) => a >= 0)));
  const lone = (/** @type {number} */ i) => clue[i] > 0 && beside[i].size === 0;
  const show = (/** @type {number} */ i) => {
    const pending = [i];
    while (pending.length) {
      const cell = /** @type {number} */ (pending.pop());
      if (open[cell] || mines.has(cell)) continue;
      open[cell] = 1;
      if (clue[cell] === 0) pending.push(...near[cell]);
    }
  };
  const premium = (/** @type {number} */ i) => {
    if (mines.has(i)) return -Infinity;
    const openings = new Set();
    let gain = 0;
    for (const j of [i, ...near[i]]) {
      if (mines.has(j) || open[j]) continue;
      if (lone(j)) gain++;
      else if (clue[j] === 0) openings.add(area[j]);
    }
    const unflagged = near[i].filter((j) => mines.has(j) && !flagged[j]).length;
    return gain + openings.size - unflagged - Number(!open[i]) - 1;
  };
  let clicks = 0;
  for (;;) {
    let best = -1;
    let most = -1;
    for (let k = 0; k < size; k++) { // of equal ones the first by columns, as other programs have it
      const i = (k % rows) * cols + Math.floor(k / rows);
      const value = premium(i);
      if (value > most) [best, most] = [i, value];
    }
    if (best < 0) break;
    if (!open[best]) clicks++;
    show(best);
    for (const j of near[best]) {
      if (!mines.has(j) || flagged[j]) continue;
      flagged[j] = 1;
      clicks++;
    }
    if (near[best].some((j) => !mines.has(j) && !open[j])) clicks++;
    near[best].forEach(show);
  }
  // What no chord was worth: one click each.
  for (const wanted of [(/** @type {number} */ i) => clue[i] === 0, lone]) {
    for (let i = 0; i < size; i++) {
      if (open[i] || mines.has(i) || !wanted(i)) continue;
      clicks++;
      show(i);
    }
  }
  return clicks;
}

/**
 * The guess that decided a game: of a lost one the last that hit a mine, of a won one the riskiest that went well; null without any.
 */
export function decisive(/** @type {any[]} */ guesses, /** @type {boolean} */ won) {
  const fatal = guesses.filter((guess) => !guess.survived).at(-1);
  if (fatal || !won) return fatal ?? null;
  return guesses.reduce((worst, guess) => (!worst || guess.probability > worst.probability ? guess : worst), null);
}

/** How many of the moves to keep to stand before the move with this number among those that opened something. */
export function before(/** @type {[number, number, string][]} */ moves, /** @type {number} */ number) {
  let opened = -1;
  const found = moves.findIndex(([, , action]) => action !== "flag" && ++opened === number);
  return found < 0 ? moves.length : found;
}
