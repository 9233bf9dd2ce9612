// Whole layouts judged: does a player who opens proved cells only get through, and with how few guesses at best?

import { closed, groundOf, HIDDEN, MINE, onBoard, textOf } from "./board.js";
import { numbersOf } from "./dist/measures.js";
import { checkOptions, wrong } from "./errors.js";
import { smallestHittingSet } from "./hitting.js";
import { hardestLayer } from "./layers.js";
import { checkLayout, checkShown, countOf, LAYOUT } from "./layouts.js";
import { Opening } from "./opening.js";
import { BLANK, HOLE } from "./rules.js";
import { hardestStep } from "./steps.js";

/** What a board says besides, which shows all its mines. */
const SOLVED_BOARD = { cells: "numbers", density: "text or number", known: "whole", taken: "list" };

/** The layout of a board that shows all mines: with every safe cell open, or without any clue. */
function layoutOf({ cells, known = MINE, mines = null }) {
  const codes = Array.from(cells);
  if (codes.includes(HOLE) || codes.includes(BLANK))
    throw wrong("each place has a clue or a mine here; layouts with others are judged by the command minesolver judge");
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
  const trueCells = play.boardOf(new Set(play.safeCells)).cells;
  const index = codes.findIndex((code, cell) => code >= 0 && code !== known && code !== trueCells[cell]);
  if (index < 0) return;
  const cell = `(${Math.floor(index / play.board.cols)},${index % play.board.cols})`;
  throw wrong(`this is no layout: ${cell} shows ${codes[index]}, and by the mines around it ${trueCells[index]}`);
}

/**
 * @typedef {object} Engine
 * @property {(board: any) => {safe: number[][]}} analyze
 * @property {(board: any, layout: Int8Array, opened: Int8Array) => Int8Array} playOn from what is open to where it ends
 * @property {(board: any) => Int8Array} prove 1 for a safe cell, 2 for a mine
 */

/** A layout from a start cell on, by proved cells only. @param {Engine} engine */
export function judged(request, start, engine) {
  /** @type {any} */
  const subject = checkOptions("a layout", request, { ...LAYOUT, ...SOLVED_BOARD });
  const layout = Int8Array.from(subject.layout ?? layoutOf(subject.cells ? subject : { cells: [] }));
  checkLayout(subject, layout);
  const board = closed({ ...groundOf(subject), mines: countOf(layout) });
  if (layout.length !== board.cells.length)
    throw wrong(`the layout has ${layout.length} entries for a board of ${board.cells.length} cells`);
  checkShown(board);

  const cell = start ?? subject.start;
  if (!cell) throw wrong("judge takes a layout and the cell to begin with, [row, col]");
  const startIndex = onBoard(board, cell);
  if (layout[startIndex]) throw wrong(`the start cell (${cell}) is a mine of this layout`);
  const play = new LayoutPlay(board, layout, engine);
  if (!subject.layout) checkClues(subject, play);
  return new Judgement(play, cell);
}

/** Whether clues count mines, and cells see each other: other boards have no 3BV. */
const hasNumbers = ({ neighbours, weights }) =>
  !weights && (!neighbours || neighbours.every((list, i) => list.every((j) => neighbours[j].includes(i))));

class Judgement {
  #play;
  #opened;
  #guesses = null;
  #layer = undefined;
  #facts = null;

  constructor(play, start) {
    const { board, layout } = play;
    this.#play = play;
    this.#opened = this.#play.closure(new Set([start[0] * board.cols + start[1]]));
    this.start = start;
    this.noGuess = this.#opened.size === this.#play.safeCells.length;
    this.stuck = this.noGuess ? null : this.#play.boardOf(this.#opened);
    this.numbers = hasNumbers(board) ? numbersOf(board.rows, board.cols, layout, board.neighbours) : {};
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

  /** The weakest layer of deduction that comes as far, of a square board; null where the start opens all. */
  get layer() {
    const { board, engine } = this.#play;
    if (this.#layer === undefined) this.#layer = board.neighbours ? null : hardestLayer(engine, this.#begun());
    return this.#layer;
  }

  /** The clues, the mine count as one more, that the hardest step takes, where each is the easiest at hand. */
  get facts() {
    this.#facts ??= hardestStep(this.#begun(), this.#play.engine.prove);
    return this.#facts;
  }

  /** The layout with the start cell open. */
  #begun() {
    const { board, layout } = this.#play;
    const opening = new Opening({ ...groundOf(board), layout });
    opening.open(onBoard(board, this.start));
    return opening;
  }

  /** The keys of `minesolver judge --json`. */
  toJSON() {
    const { start, noGuess, stuck, guesses, guessCells, layer, facts, numbers } = this;
    const text = stuck && (stuck.neighbours && !stuck.rules ? null : textOf(stuck, "canonical").trimEnd());
    return { start, no_guess: noGuess, stuck: text, guesses, guess_cells: guessCells, layer, facts, numbers };
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

  constructor(board, layout, engine) {
    this.board = board;
    this.layout = layout;
    this.engine = engine;
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
    return this.engine.playOn(
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
    const candidatesLeft = candidates.slice(half).filter((cell) => !grown.has(cell));
    return this.#grown(grown, candidatesLeft);
  }
}
