// Whole layouts judged: does a player who opens proved cells only get through, and with how few guesses at best?

import { closed, GROUND, groundOf, HIDDEN, MINE, onBoard, textOf } from "./board.js";
import { numbersOf } from "./dist/measures.js";
import { checkOptions, limit, wrong } from "./errors.js";
import { BLANK, HOLE } from "./rules.js";

/** What a layout may say, of `generate` as well. */
export const LAYOUT = {
  ...GROUND,
  layout: "list",
  mines: "whole",
  start: "cell",
  noGuess: "flag",
  seed: "whole or bigint",
  index: "whole",
};
/** What a board says besides, which shows all its mines. */
const SOLVED_BOARD = { cells: "list", density: "text or number", known: "whole", taken: "list" };
const MAX_NODES = 200_000; // choices of guesses that are weighed, as in Python; a board of 24x30 needs some hundred

/** How many mines a layout has. */
export const countOf = (layout) => Array.prototype.reduce.call(layout, (sum, mine) => sum + mine, 0);

/** Check that a layout says of each cell whether it is a mine. */
export function checkLayout({ rows, cols, shape }, layout) {
  const count = shape ? layout?.length : rows * cols;
  if (!(layout?.length === count && Array.prototype.every.call(layout, (mine) => mine === 0 || mine === 1)))
    throw wrong(`a layout has 1 for a mine and 0 for none, for each of ${rows}x${cols} cells`);
}

/** Check that a layout alone says what its cells show. */
export function checkShown({ weights, shows }) {
  if (!weights) return;
  if (!shows) throw wrong("a layout under sets of sums does not say what its cells show: give kinds and shows");
  if (shows.flat().some((symbols) => symbols.length > 1))
    throw wrong(
      "cells under these rules show one of several clues, and a layout does not say which: see minesolver judge",
    );
}

/** The layout of a board that shows all mines: with every safe cell open, or without any clue. */
function layoutOf({ cells, known = MINE, mines = null }) {
  const codes = Array.from(cells);
  if (codes.includes(HOLE) || codes.includes(BLANK))
    throw wrong("layouts with holes, or cells without a clue, are judged by minesolver judge");
  const marked = codes.filter((code) => code === known).length;
  const isMap = marked > 0 && !codes.some((code) => code > 0 && code !== known) && [null, marked].includes(mines);
  const hidden = codes.filter((code) => code === HIDDEN).length;
  if (!isMap && hidden) throw wrong("a layout shows all its mines: with every safe cell open, or without any clue");
  return codes.map((code) => Number(code === known));
}

/** Check that the clues of a board with all its mines are those that the mines make; a map of mines has none. */
function checkClues({ cells, known = MINE }, play) {
  const codes = Array.from(cells);
  if (!codes.some((code) => code > 0 && code !== known)) return;
  const made = play.boardOf(new Set(play.safeCells)).cells;
  const index = codes.findIndex((code, cell) => code >= 0 && code !== known && code !== made[cell]);
  if (index < 0) return;
  const cell = `(${Math.floor(index / play.board.cols)},${index % play.board.cols})`;
  throw wrong(`this is no layout: ${cell} shows ${codes[index]}, and by the mines around it ${made[index]}`);
}

/**
 * @typedef {(board: any, layout: Int8Array, opened: Int8Array) => Int8Array} PlayOn from what is open to where it ends
 */

/** A layout from a start cell on, by proved cells only. @param {PlayOn} playOn */
export function judged(subject, start, playOn) {
  checkOptions("a layout", subject, { ...LAYOUT, ...SOLVED_BOARD });
  const layout = Int8Array.from(subject.layout ?? layoutOf(subject.cells ? subject : { cells: [] }));
  checkLayout(subject, layout);
  const board = closed({ ...groundOf(subject), mines: countOf(layout) });
  if (layout.length !== board.cells.length)
    throw wrong(`the layout has ${layout.length} entries for a board of ${board.cells.length} cells`);
  checkShown(board);

  const cell = start ?? subject.start;
  if (!cell) throw wrong("judge takes a layout and the cell to begin with, [row, col]");
  const first = onBoard(board, cell);
  if (layout[first]) throw wrong(`the start cell (${cell}) is a mine of this layout`);
  const play = new LayoutPlay(board, layout, playOn);
  if (!subject.layout) checkClues(subject, play);
  return new Judgement(play, cell);
}

class Judgement {
  #play;
  #opened;
  #guesses = null;

  constructor(play, start) {
    const { board, layout } = play;
    this.#play = play;
    this.#opened = this.#play.closure(new Set([start[0] * board.cols + start[1]]));
    this.start = start;
    this.noGuess = this.#opened.size === this.#play.safeCells.length;
    this.stuck = this.noGuess ? null : this.#play.boardOf(this.#opened);
    this.numbers = board.neighbours ? {} : numbersOf(board.rows, board.cols, layout);
  }

  /** As few safe cells as can be with which a player gets through; nothing proves them before. */
  get guessCells() {
    const { cols } = this.#play.board;
    this.#guesses ??= [...this.#play.fewestGuesses(this.#opened)].sort((a, b) => a - b);
    return this.#guesses.map((index) => [Math.floor(index / cols), index % cols]);
  }

  /** How many guesses it takes at best, with luck in each. */
  get guesses() {
    return this.guessCells.length;
  }

  /** The keys of `minesolver judge --json`, less those of the layers of deduction, which only Python has. */
  toJSON() {
    const { start, noGuess, stuck, guesses, guessCells, numbers } = this;
    const text = stuck && (stuck.neighbours && !stuck.rules ? null : textOf(stuck, "canonical").trimEnd());
    return { start, no_guess: noGuess, stuck: text, guesses, guess_cells: guessCells, numbers };
  }
}

/**
 * A layout that is played with proved cells only, from any cells that are open.
 *
 * What is proved only grows with the cells that are open. So there are traps: sets of safe cells such that with all
 * others open none of them is proved. Every set of cells from which a player gets through has a cell of each trap, and
 * a set that has one of each is enough: the fewest guesses are a smallest hitting set of the traps, which are found as
 * they are needed (the implicit hitting sets of Moreno-Centeno and Karp). As in minesolver/game/judge.py.
 */
class LayoutPlay {
  #traps = [];

  constructor(board, layout, playOn) {
    [this.board, this.layout, this.playOn] = [board, layout, playOn];
    this.safeCells = [...layout.keys()].filter((index) => !layout[index]);
  }

  /** The cells that are open when nothing more is proved. */
  closure(opened) {
    const cells = this.#position(opened);
    return new Set(this.safeCells.filter((index) => cells[index] >= 0));
  }

  /** What a player sees where these cells are open. */
  boardOf(opened) {
    const cells = this.#position(opened).map((code) => (code < 0 ? HIDDEN : code));
    return { ...this.board, cells };
  }

  #position(opened) {
    return this.playOn(
      this.board,
      this.layout,
      Int8Array.from(this.layout, (_, i) => Number(opened.has(i))),
    );
  }

  /** Safe cells, as few as can be, with which a player gets through; `opened` is what was proved. */
  fewestGuesses(opened) {
    for (;;) {
      const missed = this.#traps.filter((trap) => !trap.some((cell) => opened.has(cell)));
      const guesses = smallestHittingSet(missed);
      const reached = this.closure(new Set([...opened, ...guesses]));
      if (reached.size === this.safeCells.length) return guesses;
      const candidates = this.safeCells.filter((cell) => !reached.has(cell));
      const grown = this.#grown(reached, candidates);
      this.#traps.push(this.safeCells.filter((cell) => !grown.has(cell)));
    }
  }

  /** As many cells open as can be without proving all: by halves, for few make a trap. */
  #grown(opened, candidates) {
    if (!candidates.length) return opened;
    const reached = this.closure(new Set([...opened, ...candidates]));
    if (reached.size < this.safeCells.length) return reached;
    if (candidates.length === 1) return opened;
    const half = Math.floor(candidates.length / 2);
    const grown = this.#grown(opened, candidates.slice(0, half));
    const others = candidates.slice(half).filter((cell) => !grown.has(cell));
    return this.#grown(grown, others);
  }
}

/** As few cells as can be with one of each trap. */
function smallestHittingSet(traps) {
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
