// Layouts drawn from all that agree with a board.

import { around, HIDDEN, odds } from "./board.js";
import { shown, wrong } from "./errors.js";
import { coreCodes } from "./rules.js";

const MASK = (1n << 64n) - 1n;
const MINE = -2; // the code of a known mine, where clues are sets of sums
const MAX_LAYOUTS = 1_000_000; // of one answer, which holds them all
const SAFE = 0; // the code of a cell without a mine, whose own clue says nothing: it was hidden

/** Numbers of 64 bits by SplitMix64. */
function stream(seed) {
  let state = BigInt.asUintN(64, BigInt(seed));
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
}

/** Whether something happens that has this chance, without bias. */
function below(next, /** @type {bigint[]} */ [top, bottom]) {
  const words = Math.ceil(bottom.toString(2).length / 64) + 1;
  const size = 1n << BigInt(64 * words);
  const end = size - (size % bottom);
  for (;;) {
    let value = 0n;
    for (let k = 0; k < words; k++) value = (value << 64n) | next();
    if (value < end) return value % bottom < top;
  }
}

/**
 * Each cell is drawn with its exact chance, given the cells before it: so every layout is as likely as all others (or,
 * with a density, as likely as it is).
 */
export function sampled(engine, board, number, seed) {
  if (!Number.isInteger(number) || number < 0 || number > MAX_LAYOUTS)
    throw wrong(`a number of layouts is a whole one from 0 to ${MAX_LAYOUTS}, not ${shown(number)}`);
  const next = stream(seed);
  const lists = asLists(board); // once: the engine makes itself ready for these lists, not for others like them
  return Array.from({ length: number }, () => drawn(engine, board, lists, next));
}

function drawn(engine, board, lists, next) {
  const cells = Int8Array.from(coreCodes(board), (code) => (code === board.known ? MINE : code));
  for (;;) {
    const analysis = engine.analyze({ ...lists, cells, mines: board.mines, density: board.density });
    for (const [row, col] of analysis.mines) cells[row * board.cols + col] = MINE;
    for (const [row, col] of analysis.safe) cells[row * board.cols + col] = SAFE;
    const index = seenCell(lists, cells);
    if (index < 0) break;
    const isMine = below(next, analysis.exact(Math.floor(index / board.cols), index % board.cols));
    cells[index] = isMine ? MINE : SAFE;
  }
  dealRest(board, cells, next);
  return Int8Array.from(cells, (code) => Number(code === MINE));
}

/** A hidden cell that a clue is about, or -1. */
function seenCell({ neighbours, allowed }, cells) {
  for (const [i, list] of neighbours.entries()) {
    const index = allowed[i] ? list.find((j) => cells[j] === HIDDEN) : undefined;
    if (index !== undefined) return index;
  }
  return -1;
}

/** The cells that no clue is about: any of them is as likely a mine as any other. */
function dealRest(board, cells, next) {
  const hidden = [...cells.keys()].filter((index) => cells[index] === HIDDEN);
  let minesLeft = (board.mines ?? 0) - cells.filter((code) => code === MINE).length;
  const [safeWeight, mineWeight] = odds(board.density).map(BigInt);
  for (const [dealtCount, index] of hidden.entries()) {
    let chance = [mineWeight, safeWeight + mineWeight];
    if (board.mines !== null) chance = [BigInt(minesLeft), BigInt(hidden.length - dealtCount)];
    const isMine = below(next, chance);
    if (isMine) minesLeft -= 1;
    cells[index] = isMine ? MINE : SAFE;
  }
}

/** The board with its clues as sets of sums: there a cell can be known to be safe without a clue of its own. */
function asLists({ rows, cols, cells, neighbours, weights, kinds, shows, allowed, known }) {
  const lists = neighbours ?? Array.from(cells, (_, i) => around(rows, cols, i));
  const sums = lists.map((list, i) => {
    if (allowed) return sumsOf(allowed[i], weights[i]);
    if (i >= cells.length || cells[i] === HIDDEN || cells[i] === known) return null;
    return shows ? sumsShown(shows[kinds[i]], weights[i], cells[i]) : [cells[i]];
  });
  return { rows, cols, neighbours: lists, weights: weights ?? lists.map((list) => list.map(() => 1)), allowed: sums };
}

const leastOf = (weights) => weights.reduce((sum, weight) => sum + Math.min(weight, 0), 0);

/** The sums of a mask, a bit each from the least on; null where it says nothing. */
function sumsOf(mask, weights) {
  if (mask === MASK) return null;
  return Array.from({ length: 63 }, (_, k) => k)
    .filter((k) => (mask >> BigInt(k)) & 1n)
    .map((k) => k + leastOf(weights));
}

function sumsShown(row, weights, symbol) {
  return row.flatMap((symbols, k) => ([symbols].flat().includes(symbol) ? [k + leastOf(weights)] : []));
}
