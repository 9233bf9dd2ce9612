// The chance to win where no game tree tells it: layouts drawn from all that agree, each played on to its end.

import { onBoard } from "./board.js";
import { limit, shown, wrong } from "./errors.js";
import { Opening } from "./opening.js";
import { sampled } from "./samples.js";

const PLAYOUTS = 128; // as Python's estimates: an error of some four in a hundred
const DEVIATIONS = 1.96; // of a normal distribution, for 95 in a hundred

/** The chance to win with each of some cells as the next move, played on by proved cells, else the least risky one. */
export function estimated(engine, board, cells, { playouts = PLAYOUTS, seconds = Infinity, seed }) {
  if (board.weights) throw limit("games whose clues are no plain counts are not played on");
  const end = performance.now() + 1000 * seconds;
  if (!Array.isArray(cells)) throw wrong(`estimate takes a list of cells, [row, col] each, not ${shown(cells)}`);
  const indices = Array.from(cells, (cell) => onBoard(board, cell));
  const won = cells.map(() => []);
  for (let k = 0; k < playouts && (k < 2 || performance.now() < end); k++) {
    // All cells are tried on the same layouts, so that their difference is told by fewer of them.
    const [layout] = sampled(engine, board, 1, BigInt(seed) + (BigInt(k) << 32n));
    for (const [i, index] of indices.entries()) won[i].push(playedOn(engine, board, layout, index));
  }
  const [reference] = won; // the others are compared with it
  return cells.map((cell, i) => {
    const chance = mean(won[i]);
    const lost = reference.map((win, k) => win - won[i][k]);
    const losses = { loss: mean(lost), lossError: errorOf(lost) };
    return { cell, chance, error: errorOf(won[i]), ...losses, playouts: reference.length };
  });
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half of the interval in which the mean is, 95 times in a hundred. */
function errorOf(values) {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return (DEVIATIONS * Math.sqrt(squares / Math.max(1, values.length - 1))) / Math.sqrt(values.length);
}

/** 1 for a game won from here, else 0. */
function playedOn(engine, { rows, cols, cells, neighbours }, layout, firstCell) {
  const opening = new Opening({ rows, cols, layout, neighbours, cells });
  if (layout[firstCell]) return 0;
  opening.open(firstCell);
  while (opening.left) {
    const { safe, best } = engine.analyze(opening.board);
    const moves = safe.length ? safe : [best];
    for (const [row, col] of moves) {
      const index = row * cols + col;
      if (layout[index]) return 0;
      opening.open(index);
    }
  }
  return 1;
}
