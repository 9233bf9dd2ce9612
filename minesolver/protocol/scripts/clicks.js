// The chord that saves most clicks, with the flags that it needs: minesolver/policy/clicks.py, which says what counts.
// Pure: the npm package has this file too.

import { around } from "./measures.js";

const HIDDEN = -1;
const MINE = 10;
const isClue = (/** @type {number} */ code) => code >= 0 && code < MINE;
const TIE = 1e-9;
/** ClickWeights of the package. */
const WEIGHTS = { flagCost: 0.64, zeroBonus: 0.5, chordBonus: 0.05, closedCost: 0.2, spoiltShare: 0.1 };

/**
 * What to click next on a square board: `cell` is opened, or is the clue of a chord after `flags`; `opens`: the cells
 * that this opens, without those around a zero. All by index; null where no cell is proved safe.
 * @param {{rows: number, cols: number, codes: Int8Array | number[]}} position
 * @param {number[]} safeCells
 * @param {number[]} mineCells known ones among them
 * @param {(number | null)[]} risks
 * @param {Set<number>} flags that are right
 */
export function clickPlan({ rows, cols, codes }, safeCells, mineCells, risks, flags) {
  const safe = new Set(safeCells);
  const mines = new Set(mineCells);
  if (!safe.size) return null;
  /** @type {Map<number, number[]>} */
  const neighbourLists = new Map();
  const near = (/** @type {number} */ cell) => {
    if (!neighbourLists.has(cell)) neighbourLists.set(cell, around(rows, cols, cell));
    return /** @type {number[]} */ (neighbourLists.get(cell));
  };
  const risk = (/** @type {number} */ cell) => risks[cell] ?? 0;
  const isHidden = (/** @type {number} */ cell) => codes[cell] === HIDDEN;

  // The chance that a hidden cell is a zero, taking the cells around it as independent.
  /** @type {Map<number, number>} */
  const zeroChances = new Map();
  const zeroChance = (/** @type {number} */ cell) => {
    if (!zeroChances.has(cell)) {
      const besideMine = near(cell).some((other) => mines.has(other));
      const hidden = near(cell).filter(isHidden);
      const chance = hidden.reduce((product, other) => product * (1 - risk(other)), 1 - risk(cell));
      zeroChances.set(cell, besideMine ? 0 : chance);
    }
    return /** @type {number} */ (zeroChances.get(cell));
  };

  /** The chance that a safe cell is a zero, and that it is none and borders none that is hidden. */
  const brings = (/** @type {number} */ cell) => {
    const zero = zeroChance(cell);
    const others = near(cell).filter((other) => isHidden(other) && !mines.has(other));
    return { zero, lonely: (1 - zero) * others.reduce((product, other) => product * (1 - zeroChance(other)), 1) };
  };

  /** The expected openings of 3BV that cells bring together; zeros side by side are one. */
  const broughtBy = (/** @type {number[]} */ cells) => {
    let brought = 0;
    /** @type {[number, number][]} */
    const zerosBefore = [];
    for (const cell of cells) {
      const { zero, lonely } = brings(cell);
      const beside = zerosBefore.filter(([other]) => near(cell).includes(other));
      brought += zero * beside.reduce((product, [, otherZero]) => product * (1 - otherZero), 1) + lonely;
      zerosBefore.push([cell, zero]);
    }
    return brought;
  };

  /** The most that a chord around a cell saves without it, as far as its other cells are likely safe. */
  const spoilt = (/** @type {number} */ cell) => {
    let most = 0;
    for (const clueCell of near(cell)) {
      if (!isClue(codes[clueCell]) || codes[clueCell] === 0) continue;
      let saved = 0;
      for (const other of near(clueCell)) {
        if (!isHidden(other) || other === cell || flags.has(other)) continue;
        saved += mines.has(other) ? -1 : 1 - 2 * risk(other);
      }
      most = Math.max(most, saved);
    }
    return most;
  };

  /** What a chord saves, less its clicks; null where it may open a mine, or opens nothing. */
  const chordWorth = (/** @type {number} */ clueCell) => {
    const hidden = near(clueCell).filter(isHidden);
    const opened = hidden.filter((cell) => safe.has(cell));
    const mined = hidden.filter((cell) => mines.has(cell));
    if (!opened.length || opened.length + mined.length < hidden.length) return null;
    const clicks = 1 + WEIGHTS.flagCost * mined.filter((cell) => !flags.has(cell)).length;
    if (!safe.has(clueCell)) return broughtBy(opened) - clicks + WEIGHTS.chordBonus;
    if (!mined.length) return null; // a zero, which opens them by itself
    return broughtBy([...opened, clueCell]) - clicks - 1 - WEIGHTS.closedCost;
  };

  // The best cell opened alone, then the chords; of equals a chord, and the first on the board.
  const byIndex = (/** @type {Iterable<number>} */ cells) => [...cells].sort((a, b) => a - b);
  let cell = -1;
  let worth = 0;
  for (const opened of byIndex(safe)) {
    const { zero, lonely } = brings(opened);
    const openedWorth = zero + lonely - 1 + WEIGHTS.zeroBonus * zero - WEIGHTS.spoiltShare * spoilt(opened);
    if (cell >= 0 && openedWorth <= worth + TIE) continue;
    cell = opened;
    worth = openedWorth;
  }
  let plan = { cell, isChord: false, flags: /** @type {number[]} */ ([]), opens: [cell] };
  const clueCells = new Set(safe);
  for (const opened of safe) {
    for (const other of near(opened)) if (isClue(codes[other])) clueCells.add(other);
  }
  for (const clueCell of byIndex(clueCells)) {
    const chord = chordWorth(clueCell);
    if (chord === null || chord < worth - TIE || (plan.isChord && chord <= worth + TIE)) continue;
    worth = chord;
    const hidden = near(clueCell).filter(isHidden);
    const newFlags = hidden.filter((other) => mines.has(other) && !flags.has(other));
    const opens = hidden.filter((other) => safe.has(other));
    if (safe.has(clueCell)) plan = { cell: clueCell, isChord: false, flags: [], opens: [clueCell] };
    else if (opens.length === 1 && !newFlags.length) plan = { cell: opens[0], isChord: false, flags: [], opens };
    else plan = { cell: clueCell, isChord: true, flags: newFlags, opens };
  }
  return plan;
}
