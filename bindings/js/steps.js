// The hardest step of a layout: how many clues (and the mine count, as one more) a player has to see together, where
// each step is the easiest at hand. As `facts` of minesolver/game/judge.py; which of several steps as easy comes first
// makes no difference to it.

import { checked, HIDDEN } from "./board.js";
import { smallestHittingSet } from "./hitting.js";

const KNOWN_MINE = -2;
const SILENT = 0xffffffffffffffffn; // a clue that says nothing
const MOST_QUESTIONS = 2000; // to the engine, for one step; as in Python
/** Smaller sets than these are all tried before. */
const FEWEST = 3;
const TOTAL = -1; // stands for the mine count among the clues

/**
 * @typedef {{cells: number[], mines: number | null, allowed: bigint}} Statement about the cells still unknown;
 *   `mines`: how many of them are mines, where it says just that
 */

/**
 * The most clues that a step takes, from the cells that are open to where nothing more is proved or all safe cells
 * are open.
 * @param {any} opening the layout and what is open of it
 * @param {(board: any) => Int8Array | null} prove what a board proves: 1 safe, 2 a mine; null: it has no layout
 */
export function hardestStep(opening, prove) {
  const search = new StepSearch(opening, prove);
  let hardest = 0;
  while (search.hiddenSafeCells) {
    const { size, cells } = search.easiest();
    if (!size) break;
    hardest = Math.max(hardest, size);
    search.learn(cells);
  }
  return hardest;
}

class StepSearch {
  #opening;
  #prove;
  #ground;
  #known = new Map(); // index -> whether it is a mine

  constructor(opening, prove) {
    const { rows, cols, weights } = opening.ground;
    this.#opening = opening;
    this.#prove = prove;
    this.isPlain = !weights;
    const neighbours = opening.neighbours.slice(0, rows * cols);
    const anything = neighbours.map(() => null);
    const cells = new Int8Array(rows * cols).fill(HIDDEN);
    const ones = weights ? { weights: weights.slice(0, rows * cols) } : {};
    this.#ground = checked({ rows, cols, cells, neighbours, allowed: anything, ...ones });
    for (const [index, code] of opening.cells.entries()) if (code !== HIDDEN) this.#known.set(index, false);
  }

  get hiddenSafeCells() {
    return this.#opening.layout.length - this.#opening.mines - this.#safeKnown();
  }

  #safeKnown() {
    return [...this.#known.values()].filter((isMine) => !isMine).length;
  }

  /** What is settled is known, and shows what it shows. */
  learn(cells) {
    for (const cell of cells) this.#known.set(cell, Boolean(this.#opening.layout[cell]));
  }

  /** The fewest clues that settle a cell together, and the cells; size 0: none is settled. */
  easiest() {
    const statements = this.#statements();
    return this.#bySingle(statements) ?? this.#byPair(statements) ?? this.#bySmallestSet(statements);
  }

  /** What clues, and last the mine count, still say, by the cell of each. @returns {Map<number, Statement>} */
  #statements() {
    const { layout, neighbours, mines } = this.#opening;
    const isUnknown = (cell) => !this.#known.has(cell);
    const minesIn = (cells) => cells.reduce((sum, cell) => sum + layout[cell], 0);
    const statements = new Map();
    for (const [index, isMine] of this.#known) {
      const cells = neighbours[index].filter(isUnknown);
      if (isMine || !cells.length) continue;
      statements.set(index, { cells, mines: this.isPlain ? minesIn(cells) : null });
    }
    const hidden = [...layout.keys()].filter(isUnknown);
    const minesLeft = mines - [...this.#known.values()].filter(Boolean).length;
    if (hidden.length) statements.set(TOTAL, { cells: hidden, mines: minesLeft });
    return statements;
  }

  /** All that single statements settle. */
  #bySingle(statements) {
    const cells = new Set();
    for (const [name, statement] of statements) for (const cell of this.#settled([[name, statement]])) cells.add(cell);
    return cells.size ? { size: 1, cells } : null;
  }

  /** The first two statements that settle a cell together. */
  #byPair(statements) {
    const over = new Map(); // of each cell the statements about it
    for (const entry of statements) {
      for (const cell of entry[1].cells) over.set(cell, [...(over.get(cell) ?? []), entry]);
    }
    for (const entry of statements) {
      const partners = new Set(entry[1].cells.flatMap((cell) => over.get(cell)));
      partners.delete(entry);
      for (const partner of partners) {
        const cells = this.#settled([entry, partner]);
        if (cells.length) return { size: 2, cells };
      }
    }
    return null;
  }

  /** What one or two statements settle. */
  #settled(entries) {
    const [one, two = null] = entries.map(([, statement]) => statement);
    if (one.mines === null || two?.mines === null) return this.#settledBy(entries.map(([name]) => name));
    if (!two) return one.mines === 0 || one.mines === one.cells.length ? one.cells : [];
    // One wants all the difference from cells of its own; or they settle nothing.
    const [isOfOne, isOfTwo] = [new Set(one.cells), new Set(two.cells)];
    const onlyOne = one.cells.filter((cell) => !isOfTwo.has(cell));
    const onlyTwo = two.cells.filter((cell) => !isOfOne.has(cell));
    const difference = one.mines - two.mines;
    return difference === onlyOne.length || -difference === onlyTwo.length ? [...onlyOne, ...onlyTwo] : [];
  }

  /** A smallest set of three statements or more that settles a cell, and all that it settles. */
  #bySmallestSet(statements) {
    const names = [...statements.keys()];
    const provable = this.#settledBy(names);
    if (!provable.length) return { size: 0, cells: [] };

    // A set of which none can be left out for each cell: the shortest is the first guess at the smallest.
    const cores = provable.map((cell) => ({ cell, core: this.#shrunk(names, cell) }));
    cores.sort((a, b) => a.core.length - b.core.length);
    let best = cores[0].core;
    const budget = { questions: MOST_QUESTIONS };
    for (const { cell } of cores) {
      if (best.length <= FEWEST || budget.questions <= 0) break;
      best = this.#smallerThan(best, cell, names, budget) ?? best;
    }
    return { size: best.length, cells: this.#settledBy(best) };
  }

  /** What of the statements is left when each that can be spared for a cell is left out, many at a time at first. */
  #shrunk(names, cell) {
    const settles = (trial) => this.#settledBy(trial).includes(cell);
    let needed = [...names].reverse(); // the mine count first
    for (let size = Math.ceil(needed.length / 2); size; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let start = 0; start < needed.length; ) {
        const trial = [...needed.slice(0, start), ...needed.slice(start + size)];
        if (settles(trial)) needed = trial;
        else start += size;
      }
    }
    return needed;
  }

  /**
   * A smaller set for a cell, or null: a set that settles it has one of each set of statements without which all
   * others do not (Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015).
   */
  #smallerThan(best, cell, names, budget) {
    const settles = (trial) => {
      budget.questions -= 1;
      return this.#settledBy(trial).includes(cell);
    };
    const traps = [];
    while (budget.questions > 0) {
      const trial = [...smallestHittingSet(traps)];
      if (trial.length >= best.length) return null;
      if (settles(trial)) return trial;
      const unusedNames = names.filter((name) => !trial.includes(name));
      const keptNames = grown(trial, unusedNames, settles);
      traps.push(names.filter((name) => !keptNames.includes(name)));
    }
    return null;
  }

  /** The cells that some statements settle, by the engine. */
  #settledBy(names) {
    const allowed = new BigUint64Array(this.#known.size ? this.#ground.allowed.length : 0).fill(SILENT);
    for (const name of names) if (name !== TOTAL) allowed[name] = this.#sumsOf(name);
    const cells = this.#ground.cells.slice();
    for (const [index, isMine] of this.#known) cells[index] = isMine ? KNOWN_MINE : 0;
    const mines = names.includes(TOTAL) ? this.#opening.mines : null;
    const proof = this.#prove({ ...this.#ground, cells, allowed, mines });
    return [...proof.keys()].filter((cell) => proof[cell]);
  }

  /** The sums that a clue allows, a bit each. */
  #sumsOf(index) {
    const { kinds, shows } = this.#opening.ground;
    const symbol = this.#opening.shownBy(index);
    if (this.isPlain) return 1n << BigInt(symbol);
    return shows[kinds[index]].reduce(
      (bits, symbols, sum) => ([symbols].flat().includes(symbol) ? bits | (1n << BigInt(sum)) : bits),
      0n,
    );
  }
}

/** As many more of some statements as can be without settling the cell: by halves. */
function grown(names, candidates, settles) {
  if (!candidates.length) return names;
  const everyName = [...names, ...candidates];
  if (!settles(everyName)) return everyName;
  if (candidates.length === 1) return names;
  const half = Math.floor(candidates.length / 2);
  const grownNames = grown(names, candidates.slice(0, half), settles);
  return grown(grownNames, candidates.slice(half), settles);
}
