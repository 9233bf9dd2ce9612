// A layout being opened cell by cell: what a player sees of it.

import { around, closed, groundOf, HIDDEN } from "./board.js";
import { checkLayout, checkShown, countOf } from "./layouts.js";

/** A layout being opened: what a player sees of it. */
export class Opening {
  constructor(/** @type {any} */ { layout, reveal = "cascade", cells = null, ...size }) {
    checkLayout(size, layout);
    this.mines = countOf(layout);
    this.ground = closed({ ...groundOf(size), mines: this.mines });
    checkShown(this.ground);
    const { rows, cols, neighbours, weights } = this.ground;
    this.rows = rows;
    this.cols = cols;
    this.layout = layout;
    this.reveal = weights ? "single" : reveal;
    this.neighbours = neighbours ?? Array.from(this.ground.cells, (_, i) => around(rows, cols, i));
    this.known = this.ground.known;
    this.cells = cells ? cells.slice() : this.ground.cells.slice();
    this.flags = new Set();
    /** How many cells without a mine are still hidden. */
    this.left = this.cells.reduce((sum, code, i) => sum + (code === HIDDEN && !layout[i] ? 1 : 0), 0);
  }

  /** What a player knows now. */
  get board() {
    return { ...this.ground, cells: this.cells.slice() };
  }

  /** What a cell shows when it is opened. */
  shownBy(index) {
    const { weights, kinds, shows } = this.ground;
    if (!weights) return this.neighbours[index].reduce((sum, j) => sum + this.layout[j], 0);
    const leastSum = weights[index].reduce((sum, weight) => sum + Math.min(weight, 0), 0);
    const sum = this.neighbours[index].reduce((total, j, k) => total + this.layout[j] * weights[index][k], 0);
    return [shows[kinds[index]][sum - leastSum]].flat()[0];
  }

  /** Opens a cell and what follows; the cells that it showed. */
  open(index) {
    const shownCells = [];
    const pending = [index];
    while (pending.length) {
      const i = pending.pop();
      if (this.cells[i] !== HIDDEN) continue;
      shownCells.push(i);
      if (this.layout[i]) {
        this.cells[i] = this.known;
        continue;
      }
      this.cells[i] = this.shownBy(i);
      this.left -= 1;
      if (this.cells[i] === 0 && this.reveal === "cascade") pending.push(...this.neighbours[i]);
    }
    return shownCells;
  }

  /** The cells that a chord opens: none where the flags do not match. */
  chorded(index) {
    const isMarked = (j) => this.flags.has(j) || this.cells[j] === this.known;
    if (this.cells[index] < 0 || this.neighbours[index].filter(isMarked).length !== this.cells[index]) return [];
    return this.neighbours[index].filter((j) => this.cells[j] === HIDDEN && !this.flags.has(j));
  }
}
