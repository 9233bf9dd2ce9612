// Which rule of players a proof takes: the layers of deduction of a square board, as in minesolver/layers, where each
// step is explained. Every order of search is the same as there, for what the board equation says is cut short where
// it would be too much.

import { around, HIDDEN } from "./board.js";

/** What proves a cell, the weakest first; the last is counting, which proves whatever can be proved. */
export const LAYERS_NEEDED = ["baseline", "subset", "intersection", "bounds", "counting"];

/** The most cells, mines or safe cells of a remainder of the board equation that can be of use. */
const REACH = 8;
/** Families of disjoint equations that are tried from each end. */
const FAMILIES = 32;

/** So many mines are in these cells. */
class Equation {
  /** @param {number[]} cells @param {number} mines */
  constructor(cells, mines) {
    this.become(cells, mines);
  }

  become(cells, mines) {
    this.cells = new Set(cells);
    this.mines = mines;
    this.key = keyOf(cells);
  }

  /** Whether all its cells are mines, or none. */
  get isDecided() {
    return this.mines === 0 || this.mines === this.cells.size;
  }

  get density() {
    return this.mines / this.cells.size;
  }
}

const inOrder = (cells) => [...cells].sort((a, b) => a - b);
const keyOf = (cells) => inOrder(cells).join();
const without = (cells, excluded) => [...cells].filter((cell) => !excluded.has(cell));
const sharedBy = (cells, members) => [...cells].filter((cell) => members.has(cell));

/** Equations that a rule has yet to look at; the last to come is the first to go. */
class Agenda {
  #order = [];
  #members = new Set();

  add(equation) {
    if (this.#members.has(equation)) return;
    this.#members.add(equation);
    this.#order.push(equation);
  }

  take() {
    const equation = this.#order.pop();
    this.#members.delete(equation);
    return equation;
  }
}

/** Equations over the undecided cells of one position, by their cells and by each cell. */
class KnowledgeBase {
  version = 0;
  #agendas = [];

  constructor({ rows, cols, mines, cells }) {
    this.undecided = new Set([...cells.keys()].filter((index) => cells[index] === HIDDEN));
    this.remaining = mines;
    this.equations = new Map();
    this.equationsAt = Array.from(cells, () => new Set());
    for (const [index, clue] of cells.entries()) {
      if (clue === HIDDEN) continue;
      const open = around(rows, cols, index).filter((cell) => cells[cell] === HIDDEN);
      this.add(open, clue);
    }
  }

  add(cells, mines) {
    const equation = new Equation(cells, mines);
    if (!equation.cells.size || !this.#enter(equation)) return;
    for (const cell of cells) this.equationsAt[cell].add(equation);
  }

  /** Files an equation under its cells; false: there is one of these cells. */
  #enter(equation) {
    if (this.equations.has(equation.key)) return false;
    this.equations.set(equation.key, equation);
    this.version += 1;
    for (const agenda of this.#agendas) agenda.add(equation);
    return true;
  }

  /** A cell becomes known, and leaves its equations. */
  settle(index, isMine) {
    this.version += 1;
    this.undecided.delete(index);
    if (this.remaining !== null) this.remaining -= Number(isMine);

    // All equations of the cell shrink before any is compared with another.
    const touched = this.equationsAt[index];
    this.equationsAt[index] = new Set();
    for (const equation of touched) {
      this.equations.delete(equation.key);
      equation.become(without(equation.cells, new Set([index])), equation.mines - Number(isMine));
    }
    for (const equation of touched) {
      if (!equation.cells.size || this.#enter(equation)) continue;
      for (const cell of equation.cells) this.equationsAt[cell].delete(equation);
    }
  }

  /** All equations now, and from now on every new or changed one. */
  agenda() {
    const agenda = new Agenda();
    for (const equation of this.equations.values()) agenda.add(equation);
    this.#agendas.push(agenda);
    return agenda;
  }

  holds(equation) {
    return this.equations.get(equation.key) === equation;
  }

  /** All other equations that share a cell with this one. */
  overlapping(equation) {
    const neighbours = new Set();
    for (const cell of inOrder(equation.cells)) {
      for (const neighbour of this.equationsAt[cell]) neighbours.add(neighbour);
    }
    neighbours.delete(equation);
    return neighbours;
  }
}

/** What the whole board says: the mines left are in its undecided cells. null: the mine count is unknown. */
function wholeOf(base) {
  if (base.remaining === null || !base.undecided.size) return null;
  return new Equation([...base.undecided], base.remaining);
}

/** Which of two equations comes first: by their cells in rising order. */
function byCells(first, second) {
  const firstCells = inOrder(first.cells);
  const secondCells = inOrder(second.cells);
  const place = firstCells.findIndex((cell, index) => cell !== secondCells[index]);
  // No two equations have the same cells; where one has all of the other, the shorter one comes first.
  return place < 0 ? -1 : place >= secondCells.length ? 1 : firstCells[place] - secondCells[place];
}

/** The board equation, and what is left of it without disjoint equations, where a rule could use that. */
function remaindersOf(base) {
  const boardEquation = wholeOf(base);
  if (!boardEquation) return [];
  // In an order of their own: which families are tried is no matter of how the equations came to be known.
  const equations = [...base.equations.values()].sort(byCells);
  const cellCount = ({ cells }) => cells.size;
  const mineCount = ({ mines }) => mines;
  const safeCount = ({ cells, mines }) => cells.size - mines;
  const fewCells = isInReach(boardEquation.cells.size, equations, cellCount);
  const remainders = new Map();
  if (fewCells || isInReach(boardEquation.mines, equations, mineCount)) {
    const densestFirst = [...equations].sort((a, b) => b.density - a.density);
    collect(boardEquation, densestFirst, remainders);
  }
  if (fewCells || isInReach(safeCount(boardEquation), equations, safeCount)) {
    const densestLast = [...equations].sort((a, b) => a.density - b.density);
    collect(boardEquation, densestLast, remainders);
  }
  return [...remainders.values()];
}

/** Whether disjoint equations might cover all but a few of so many mines, safe cells or cells. */
function isInReach(count, equations, sizeOf) {
  const toCover = count - REACH;
  if (toCover <= 0) return true;
  if (toCover > equations.reduce((sum, equation) => sum + sizeOf(equation), 0)) return false;
  // Of each cell no more is covered than its share in the equation that gives it most.
  const shares = new Map();
  for (const equation of equations) {
    const share = sizeOf(equation) / equation.cells.size;
    for (const cell of equation.cells) shares.set(cell, Math.max(share, shares.get(cell) ?? 0));
  }
  return toCover <= [...shares.values()].reduce((sum, share) => sum + share, 0) + 1e-6;
}

/** Adds the remainders of families of these equations that a rule could use. */
function collect(boardEquation, equations, remainders) {
  let families = 0;
  for (const family of familiesOf(equations)) {
    families += 1;
    if (families > FAMILIES) return;
    const taken = new Set(family.flatMap(({ cells }) => [...cells]));
    const cells = without(boardEquation.cells, taken);
    const mines = family.reduce((minesLeft, equation) => minesLeft - equation.mines, boardEquation.mines);
    const isOfUse = Math.min(cells.length, mines, cells.length - mines) <= REACH;
    if (!cells.length || !isOfUse || remainders.has(keyOf(cells))) continue;
    remainders.set(keyOf(cells), new Equation(cells, mines));
  }
}

/** All families of disjoint equations: the greedy one first, then those that differ late, none at last. */
function* familiesOf(equations, start = 0, family = [], taken = new Set()) {
  for (let number = start; number < equations.length; number++) {
    const { cells } = equations[number];
    if (sharedBy(cells, taken).length) continue;
    yield* familiesOf(equations, number + 1, [...family, equations[number]], new Set([...taken, ...cells]));
  }
  yield family;
}

/** @typedef {{cells: number[], isMine: boolean}} Finding */

/** What an equation decides. @returns {Finding} */
const decided = ({ cells, mines }) => ({ cells: [...cells], isMine: mines > 0 });

/** Subset: what a larger equation has beyond one that lies within it. @returns {Finding | null} */
function subset(base, smaller, two) {
  const [small, large] = smaller.cells.size < two.cells.size ? [smaller, two] : [two, smaller];
  if (small.cells.size === large.cells.size || without(small.cells, large.cells).length) return null;
  const difference = new Equation(without(large.cells, small.cells), large.mines - small.mines);
  if (difference.isDecided) return decided(difference);
  base.add([...difference.cells], difference.mines);
  return null;
}

/** Intersection: mines for which the shared cells have no room. @returns {Finding | null} */
function intersection(_base, equation, two) {
  const [richer, poorer] = equation.mines < two.mines ? [two, equation] : [equation, two];
  const surplus = richer.mines - poorer.mines;
  const outside = without(richer.cells, poorer.cells);
  return surplus && outside.length === surplus ? { cells: outside, isMine: true } : null;
}

/** Bounds: the fewest and most mines of the shared cells, and of what each has alone. @returns {Finding | null} */
function bounds(base, equation, two, isKept = true) {
  const shared = sharedBy(equation.cells, two.cells);
  const [onlyOne, onlyTwo] = [without(equation.cells, two.cells), without(two.cells, equation.cells)];
  const low = Math.max(0, equation.mines - onlyOne.length, two.mines - onlyTwo.length);
  const high = Math.min(shared.length, equation.mines, two.mines);
  const regions = [
    { cells: shared, fewest: low, most: high },
    { cells: onlyOne, fewest: equation.mines - high, most: equation.mines - low },
    { cells: onlyTwo, fewest: two.mines - high, most: two.mines - low },
  ];
  for (const { cells, fewest, most } of regions) {
    if (!cells.length) continue;
    if (most === 0 || fewest === cells.length) return { cells, isMine: fewest > 0 };
    if (fewest === most && isKept) base.add(cells, fewest);
  }
  return null;
}

/** Each equation of the agenda against those that share a cell with it. @returns {Finding | null} */
function searchPairs(compare, base, agenda) {
  for (let equation = agenda.take(); equation; equation = agenda.take()) {
    if (!base.holds(equation)) continue;
    for (const partner of base.overlapping(equation)) {
      const finding = compare(base, equation, partner);
      if (!finding) continue;
      agenda.add(equation); // its other partners are still to be seen
      return finding;
    }
  }
  return null;
}

/** Remainders of the board equation against equations; `alone`: and by themselves. @returns {Finding | null} */
function searchRemainders(compare, base, alone) {
  for (const remainder of remaindersOf(base)) {
    if (alone && remainder.isDecided) return decided(remainder);
    for (const equation of base.equations.values()) {
      const finding = sharedBy(equation.cells, remainder.cells).length ? compare(base, remainder, equation) : null;
      if (finding) return finding;
    }
    if (alone && remainder.cells.size <= REACH) base.add([...remainder.cells], remainder.mines);
  }
  return null;
}

function searchSingly(base, agenda) {
  for (let equation = agenda.take(); equation; equation = agenda.take()) {
    if (equation.isDecided && base.holds(equation)) return decided(equation);
  }
  return null;
}

function searchWhole(base) {
  const boardEquation = wholeOf(base);
  return boardEquation?.isDecided ? decided(boardEquation) : null;
}

/** The rules, the simplest first: what they see in equations, and in the board equation. */
const RULES = [
  { search: searchSingly, onBoard: searchWhole },
  {
    search: (base, agenda) => searchPairs(subset, base, agenda),
    onBoard: (base) => searchRemainders(() => null, base, true),
  },
  {
    search: (base, agenda) => searchPairs(intersection, base, agenda),
    onBoard: (base) => searchRemainders(intersection, base, false),
  },
  {
    search: (base, agenda) => searchPairs(bounds, base, agenda),
    onBoard: (base) => searchRemainders((rules, large, small) => bounds(rules, large, small, false), base, true),
  },
];

/** What the rule finds on the board equation, or then in what that has added. @returns {Finding | null} */
function foundOnBoard(rule, base, agenda) {
  if (base.remaining === null) return null;
  const { version } = base;
  const finding = rule.onBoard(base);
  return finding ?? (base.version === version ? null : rule.search(base, agenda));
}

/**
 * The cells that rules prove on a square board whose known mines are not marked, as they are found: for each
 * the place in `LAYERS_NEEDED` of the weakest rule with which it is.
 */
export function provedByRules(board) {
  const base = new KnowledgeBase(board);
  const agendas = RULES.map(() => base.agenda());
  const layers = new Map();
  let hardest = 0;
  for (let number = 0; number < RULES.length; ) {
    const [rule, agenda] = [RULES[number], agendas[number]];
    const finding = rule.search(base, agenda) ?? foundOnBoard(rule, base, agenda);
    if (!finding) {
      number += 1;
      continue;
    }
    hardest = Math.max(hardest, number);
    const cells = finding.cells.sort((a, b) => a - b);
    for (const cell of cells) layers.set(cell, hardest);
    for (const cell of cells) base.settle(cell, finding.isMine);
    number = 0; // after each gain back to the simplest
  }
  return layers;
}

/** The weakest layer that comes as far as counting does from what is open; null where nothing is left to prove. */
export function hardestLayer(engine, opening) {
  const counting = LAYERS_NEEDED.length - 1;
  let hardest = -1;
  while (opening.left) {
    const board = opening.board;
    const safe = engine.analyze(board).safe.map(([row, col]) => row * board.cols + col);
    if (!safe.length) break;
    const layers = provedByRules(board);
    const provedCell = [...layers.keys()].find((cell) => safe.includes(cell));
    const layer = provedCell === undefined ? counting : layers.get(provedCell);
    hardest = Math.max(hardest, layer);
    for (const cell of safe) if ((layers.get(cell) ?? counting) === layer) opening.open(cell);
  }
  return hardest < 0 ? null : LAYERS_NEEDED[hardest];
}
