// Layouts drawn from all that agree with a board.

import { around, HIDDEN } from "./board.js";

const MASK = (1n << 64n) - 1n;

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

/** A whole number below a bound, without bias. */
function below(next, bound) {
  const words = Math.ceil(bound.toString(2).length / 64) + 1;
  const top = 1n << BigInt(64 * words);
  const end = top - (top % bound);
  for (;;) {
    let value = 0n;
    for (let k = 0; k < words; k++) value = (value << 64n) | next();
    if (value < end) return value % bound;
  }
}

/**
 * Each cell is drawn with its exact chance, given the cells before it: so every layout is as likely as all others (or,
 * with a
 * density, as likely as it is).
 */
export function sampled(engine, board, number, seed) {
  const next = stream(seed);
  return Array.from({ length: number }, () => drawn(engine, board, next));
}

function drawn(engine, board, next) {
  const lists = asLists(board);
  const cells = Int8Array.from(board.cells, (code) => (code === board.known ? -2 : code));
  const layout = Int8Array.from(cells, (code) => Number(code === -2));
  for (;;) {
    const analysis = engine.analyze({ ...lists, cells, mines: board.mines, density: board.density });
    for (const [row, col] of analysis.mines) {
      layout[row * board.cols + col] = 1;
      cells[row * board.cols + col] = -2;
    }
    for (const [row, col] of analysis.safe) cells[row * board.cols + col] = 0; // its own clue says nothing: it was hidden
    const index = cells.indexOf(HIDDEN);
    if (index < 0) return layout;
    const [top, bottom] = analysis.exact(Math.floor(index / board.cols), index % board.cols);
    const isMine = below(next, bottom) < top;
    layout[index] = Number(isMine);
    cells[index] = isMine ? -2 : 0;
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
  return row.flatMap((shown, k) => ([shown].flat().includes(symbol) ? [k + leastOf(weights)] : []));
}
