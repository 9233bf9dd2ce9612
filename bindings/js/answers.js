// Answers: what is known of a position, and a move. Both survive JSON.stringify, and their data postMessage.

import { HIDDEN, onBoard, reduced, written } from "./board.js";
import { limit } from "./errors.js";

export class Analysis {
  #ask;
  #counted = null;

  constructor(board, { probability, safe, mines, best }, ask) {
    this.board = board;
    this.isExact = true;
    this.probability = probability;
    this.safe = safe;
    this.mines = mines;
    this.best = best;
    this.#ask = ask;
  }

  /** The clues that prove a cell, none of which can be left out; null where it is not proved. */
  reason(row, col) {
    onBoard(this.board, [row, col]);
    const isHere = ([r, c]) => r === row && c === col;
    const isMine = this.mines.some(isHere);
    if (!isMine && !this.safe.some(isHere)) return null;
    const reason = this.#ask.reason(row, col);
    if (!reason) throw limit(`why (${row}, ${col}) is proved needs more memory than the engine may take`);
    return { cell: [row, col], isMine, ...reason };
  }

  /** Mine layouts that agree with the board. */
  get solutions() {
    return this.#count().solutions;
  }

  /** P(mine) of a cell as [numerator, denominator] in lowest terms. */
  exact(row, col) {
    const index = onBoard(this.board, [row, col]);
    const { cells, known } = this.board;
    if (cells[index] !== HIDDEN) return [cells[index] === known ? 1n : 0n, 1n];
    const { part, fractions } = this.#count();
    return reduced(fractions[part[index]]);
  }

  /** All of it as plain data, for `postMessage` and `structuredClone`; `exact` has a fraction for each cell. */
  get data() {
    const { board, isExact, probability, safe, mines, best, solutions } = this;
    const exact = Array.from(board.cells, (_, i) => this.exact(Math.floor(i / board.cols), i % board.cols));
    return { board, isExact, probability, safe, mines, best, solutions, exact };
  }

  /** As `minesolver solve --json` prints it: the number of layouts is a decimal text. */
  toJSON() {
    const { rows, cols, mines, rules, shape, cut } = this.board;
    const probability = Array.from({ length: rows }, (_, r) => [...this.probability.slice(r * cols, (r + 1) * cols)]);
    return {
      rows,
      cols,
      mines,
      ...(rules ? { rules, shape } : {}),
      ...(cut ? { cut } : {}),
      engine: "kernel",
      is_exact: true,
      solutions: String(this.solutions),
      probability,
      safe: this.safe,
      mine_cells: this.mines,
      best: this.best,
    };
  }

  #count() {
    return (this.#counted ??= this.#ask.counted());
  }
}

/** A policy's move: plain data, whose fractions are texts in JSON. */
export class Recommendation {
  constructor({ candidates, ...facts }) {
    Object.assign(this, facts);
    this.candidates = candidates;
  }

  toJSON() {
    const inJson = (/** @type {any} */ { winning, ...values }) =>
      winning ? { ...values, winning: written(reduced(winning)) } : values;
    return { ...inJson(this), candidates: this.candidates.map(inJson) };
  }
}
