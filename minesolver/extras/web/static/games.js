// Games on the page, replayed from their rules, seed and moves for every answer: nothing is kept, everything can be
// taken back and shared. Mines are drawn as minesolver.game.seeding says, so that the same seed is the same game in
// Python.

import { guessRisk, happens, layoutWith } from "./dealing.js";
import { able, ask, isAborted, kindOf, Refusal, unlessContradicted } from "./engine.js";
import { ranked } from "./faces.js";
import { clickPlan } from "../../../protocol/scripts/clicks.js";
import { capacityOf, clears, groundOf } from "../../../protocol/scripts/ground.js";
import { around } from "../../../protocol/scripts/measures.js";
import {
  clueCode,
  clueOf,
  clues,
  empty,
  HIDDEN,
  isClue,
  mineCode,
  minesOf,
  moreOfSeveral,
  standing,
  toHash,
  withCells,
} from "./position.js";
import { ratio } from "./overlays.js";
import { T } from "./texts.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./game.js").Spec} Spec
 * @typedef {import("./game.js").Move} Move
 * @typedef {{game: Spec, moves: Move[], signs?: boolean, lenient?: boolean}} Body lenient: a chord without its flags
 *   does nothing
 * @typedef {import("./answers.js").RecordedStep} Step
 * @typedef {import("./answers.js").Recording} Recording
 * @typedef {Pick<import("./answers.js").PolicyMove, "cell"> & Partial<import("./answers.js").PolicyMove>} Chosen a move that a policy chose
 */

const TIE = 1e-9;
const TRIES = 2000; // layouts drawn for a game without guesses before mines are moved instead
const LAYOUTS = 50; // of Python, until the first cell is free
const AT_ONCE = 700; // ms of a policy's moves in one answer
const refused = (/** @type {string} */ message) => new Refusal({ kind: "rule", message });

// --- mines -----------------------------------------------------------------------------------------------------------

const mix = (/** @type {bigint} */ z) => {
  z = BigInt.asUintN(64, z);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
};

/** The key of a game of a seed: the first of a series, or that of a number. */
const gameKey = (/** @type {number | bigint} */ seed, number = 0) => mix(mix(BigInt(seed)) + BigInt(number));

/** Numbers below a bound, by SplitMix64 from a state on. @returns {import("./dealing.js").Below} */
function stream(/** @type {bigint} */ streamState) {
  const next = () => mix((streamState = BigInt.asUintN(64, streamState + 0x9e3779b97f4a7c15n)));
  /** A number below a bound that may have more bits than one draw. */
  const belowLarge = (/** @type {bigint} */ bound) => {
    const words = Math.max(1, Math.ceil(bound.toString(2).length / 64));
    const top = ((1n << BigInt(64 * words)) / bound) * bound;
    for (;;) {
      let value = 0n;
      for (let word = 0; word < words; word++) value = (value << 64n) | next();
      if (value < top) return value % bound;
    }
  };
  return Object.assign((/** @type {number} */ below) => Number(belowLarge(BigInt(below))), { large: belowLarge });
}

/**
 * @typedef {{mines: Set<number>, ways: number[], codes?: Int8Array, counts?: Map<number, number>}} Deal the cells with
 *   mines, and which of the possible clues each cell shows, or what; `counts`: how many mines there are in each cell,
 *   where that may be several
 */

/** The cells that a first click keeps free. */
function freeCells(/** @type {Spec} */ spec, /** @type {number} */ firstCell) {
  const ground = groundOf(spec);
  if (spec.first_click === "none") return new Set();
  if (spec.first_click === "zero") return new Set([firstCell, ...ground.near[firstCell]]);
  if (spec.first_click !== "row-col") return new Set([firstCell]);
  // Of the first cell's row and column: names that differ in one coordinate at most.
  const firstName = ground.name(firstCell);
  const rowAndColumn = new Set();
  for (let cell = 0; cell < ground.cells; cell++) {
    const differences = ground.name(cell).filter((coordinate, axis) => coordinate !== firstName[axis]);
    if (differences.length <= 1) rowAndColumn.add(cell);
  }
  return rowAndColumn;
}

/** @returns {Deal} */
function drawDeal(/** @type {Spec} */ spec, /** @type {number} */ firstCell) {
  const ground = groundOf(spec);
  const below = stream(gameKey(spec.seed));
  const protectedCells = freeCells(spec, firstCell);
  const cells = [...Array(ground.cells).keys()].filter((cell) => !protectedCells.has(cell));
  const capacity = capacityOf(spec.rules ?? "");
  if (spec.mines > capacity * cells.length) throw refused(T.rules_.room(capacity * cells.length));
  if (capacity > 1) {
    const drawnCounts = countsDrawn(cells.length, spec.mines, capacity, below.large);
    const counts = new Map(cells.map((cell, k) => /** @type {[number, number]} */ ([cell, drawnCounts[k]])));
    const mines = new Set(cells.filter((cell) => counts.get(cell)));
    return { mines, counts, ways: waysOf(ground, below) };
  }
  for (let k = 0; k < spec.mines; k++) {
    const drawnPlace = k + below(cells.length - k);
    [cells[k], cells[drawnPlace]] = [cells[drawnPlace], cells[k]];
  }
  return { mines: new Set(cells.slice(0, spec.mines)), ways: waysOf(ground, below) };
}

/** How many mines each cell holds, up to a capacity; each layout of so many is equally likely. @returns {number[]} */
function countsDrawn(
  /** @type {number} */ cells,
  /** @type {number} */ mines,
  /** @type {number} */ capacity,
  /** @type {(bound: bigint) => bigint} */ below,
) {
  // How many layouts there are of so many cells (the list), with so many mines (the place in it).
  const layouts = [[1n, ...new Array(mines).fill(0n)]];
  for (let cell = 0; cell < cells; cell++) {
    const smallerCounts = layouts[cell];
    const sum = (/** @type {number} */ total) =>
      smallerCounts.slice(Math.max(0, total - capacity), total + 1).reduce((layoutSum, count) => layoutSum + count, 0n);
    layouts.push(smallerCounts.map((_, total) => sum(total)));
  }
  // Cell by cell, a value by the share of the layouts that go on with it.
  const counts = [];
  let minesLeft = mines;
  for (let cell = cells - 1; cell >= 0; cell--) {
    let number = below(layouts[cell + 1][minesLeft]);
    let value = 0;
    while (number >= layouts[cell][minesLeft - value]) number -= layouts[cell][minesLeft - value++];
    counts.push(value);
    minesLeft -= value;
  }
  return counts;
}

const waysOf = (/** @type {import("../../../protocol/scripts/ground.js").Ground} */ ground, /** @type {(below: number) => number} */ below) =>
  ground.shows(2).length > 1 ? Array.from({ length: ground.cells }, () => below(2)) : [];

/** @type {Map<string, Promise<Deal>>} */
const dealsMade = new Map();

/** A layout that needs no guess from its first cell on, or any under rules of which only Python knows the layouts. */
function dealMadeElsewhere(/** @type {Game} */ { spec, signal }, /** @type {number} */ firstCell) {
  const { rows, cols, mines, seed, rules, shape, no_guess: noGuess, first_click: click, hardness } = spec;
  const dealKey = JSON.stringify([rules, shape, rows, cols, mines, seed, firstCell, noGuess || click, hardness]);
  const promisedDeal = dealsMade.get(dealKey) ?? makeDeal();
  dealsMade.set(dealKey, promisedDeal);
  promisedDeal.catch(() => dealsMade.delete(dealKey));
  return promisedDeal;

  async function makeDeal() {
    const startCell = [Math.floor(firstCell / cols), firstCell % cols];
    const size = { rows, cols, mines, rules, shape, seed };
    for (let index = 0; index < LAYOUTS && !noGuess; index++) {
      const { layout } = await ask(
        "generate",
        { ...size, ...(click === "zero" && { start: startCell }), index },
        signal,
      ).catch((error) => {
        throw click === "zero" && error.kind === "rule" ? refused(T.rules_.noZero) : error;
      });
      if (![...freeCells(spec, firstCell)].some((i) => layout[i]))
        return {
          mines: new Set([...layout.keys()].filter((i) => layout[i])),
          ways: waysOf(groundOf(spec), stream(gameKey(seed))),
        };
    }
    for (const method of noGuess ? ["uniform", "repair"] : []) {
      try {
        const difficulty = hardness ? { difficulty: hardness } : {};
        const wish = { ...size, start: startCell, no_guess: true, method, tries: TRIES, ...difficulty };
        const { layout } = await ask("generate", wish, signal);
        const codes = [...layout];
        return { mines: new Set([...codes.keys()].filter((i) => codes[i] & 1)), ways: codes.map((code) => code >> 1) };
      } catch (error) {
        if (kindOf(error) !== "limit") throw error;
      }
    }
    throw refused(hardness ? T.rules_.hardness : noGuess ? T.rules_.noGuess : T.rules_.noLayout);
  }
}

/** @type {Map<string, Promise<Deal | null>>} */
const dealsByPosition = new Map(); // every answer replays its game: what a guess came to is worked out once
const MOST_DEALT = 5000; // some hundred games

/** The layout that goes on where mines are dealt when a cell is opened; null: the one that there is. */
function dealtAt(/** @type {Game} */ game, /** @type {number} */ cell) {
  const { spec, board: position } = game;
  const dealKey = JSON.stringify([spec.seed, spec.deal, spec.mines, spec.rules, spec.shape, [...position.codes], cell]);
  const promisedDeal = dealsByPosition.get(dealKey) ?? dealNow(game, position, cell);
  if (dealsByPosition.size > MOST_DEALT) dealsByPosition.clear();
  dealsByPosition.set(dealKey, promisedDeal);
  promisedDeal.catch(() => dealsByPosition.delete(dealKey));
  return promisedDeal;
}

/**
 * The deal agrees with what is shown, each equally likely. So it stays where it has in the cell what the rules want,
 * and where chance decides that: it was drawn by the exact chances. Otherwise another one is drawn.
 * @returns {Promise<Deal | null>}
 */
async function dealNow(/** @type {Game} */ game, /** @type {Position} */ position, /** @type {number} */ cell) {
  const { spec, at: ground, deal, signal } = game;
  const risk = await guessRisk(position, cell, /** @type {string} */ (spec.deal), signal);
  const knownCells = position.codes.filter((code) => code !== HIDDEN).length;
  const below = stream(gameKey(gameKey(spec.seed), knownCells)); // its own for each position
  let isMine = risk === "1";
  if (ground.shows(2).length > 1) {
    // Clues as they were drawn make some layouts likelier than others, so the old one is no fair draw.
    isMine = happens(below, risk);
  } else if (!["0", "1"].includes(risk) || isMine === deal?.mines.has(cell)) return null;
  const mines = await layoutWith(position, cell, isMine, below, signal);
  return mines && { mines, ways: waysOf(ground, below), codes: position.codes.slice() };
}

// --- a game ----------------------------------------------------------------------------------------------------------

/** The cells that a chord on a clue opens; none where the flags do not match. */
export function chordCells(
  /** @type {Position} */ position,
  /** @type {Set<number>} */ flags,
  /** @type {number} */ clueCell,
  /** @type {Map<number, number> | null} */ flagCounts = null, // of flags that are of several mines
) {
  const { codes } = position;
  if (!isClue(codes[clueCell])) return [];
  const ground = groundOf(position);
  const mineMarks = new Map();
  for (const neighbour of ground.near[clueCell]) {
    if (flags.has(neighbour)) mineMarks.set(neighbour, flagCounts?.get(neighbour) ?? 1);
    else if (codes[neighbour] !== HIDDEN) mineMarks.set(neighbour, minesOf(codes[neighbour]));
  }
  const clearedCells = clears(ground, clueCell, clueOf(codes[clueCell]), mineMarks);
  return clearedCells.filter((cell) => codes[cell] === HIDDEN && !flags.has(cell));
}

/** A game under way. */
class Game {
  /** @type {Deal | null} */
  deal = null;
  /** @type {Set<number>} */
  flags = new Set();
  /** How many mines a flag is of, where a cell may hold several. @type {Map<number, number>} */
  flagCounts = new Map();
  opened = 0;
  hit = 0;
  exploded = false;
  /** @type {Step[]} */
  steps = [];

  constructor(/** @type {Spec} */ spec, /** @type {AbortSignal | undefined} */ signal = undefined) {
    this.spec = spec;
    this.signal = signal; // of whoever asked for it
    this.at = groundOf(spec);
    this.capacity = capacityOf(spec.rules ?? "");
    const room = this.capacity * this.at.cells;
    if (spec.mines > room || (spec.win === "open" && spec.mines === room) || (spec.win === "flag" && !spec.mines))
      throw refused(T.rules_.mines(room - 1));
    // Mines that are dealt cell by cell are of one in a cell here.
    if (this.capacity > 1 && (spec.deal ?? "hidden") !== "hidden") throw refused(T.rules_.elsewhere(spec.rules ?? ""));
    const { rules = "", shape = null } = spec;
    this.position = { ...empty(spec.rows, spec.cols, spec.mines), rules, shape, ...moreOfSeveral(rules) };
    // Where the first click is fixed or nothing is protected, the mines lie before it.
    if (!this.at.shown) throw refused(T.rules_.elsewhere(spec.rules ?? ""));
    const isBefore = this.fixedStart !== null || spec.first_click === "none";
    if (isBefore && !spec.no_guess && this.isDrawnHere) this.deal = drawDeal(spec, this.fixedStart ?? 0);
    if (spec.layout) this.deal = { mines: new Set(spec.layout.map(([r, c]) => r * spec.cols + c)), ways: [] };
    const { solution } = spec;
    if (solution) {
      const mines = [...solution.keys()].filter((i) => minesOf(solution[i]));
      const counts = new Map(mines.map((i) => /** @type {[number, number]} */ ([i, minesOf(solution[i])])));
      this.deal = { mines: new Set(mines), ways: [], codes: solution, counts };
    }
    for (const cell of spec.begun ?? []) {
      this.position.codes[cell] = this.#shows(cell);
      this.opened++;
    }
  }

  get started() {
    return this.steps.length > 0;
  }

  /** The cell with which the game has to begin, or null: any. */
  get fixedStart() {
    const name = /^fixed:(.*)$/.exec(this.spec.first_click)?.[1];
    return name === undefined ? null : this.at.index(name.split(",").map(Number));
  }

  /** What is shown now. */
  get board() {
    return { ...this.position, codes: this.position.codes.slice() };
  }

  /** The cells that a chord on a clue opens. */
  chorded(/** @type {number} */ clueCell) {
    return chordCells(this.position, this.flags, clueCell, this.flagCounts);
  }

  /** The row and column of a cell. */
  placeOf(/** @type {number} */ cell) {
    return [Math.floor(cell / this.spec.cols), cell % this.spec.cols];
  }

  /** Whether its layouts are drawn here: by Python only where rules say how mines lie. */
  get isDrawnHere() {
    return this.at.taken || this.capacity > 1;
  }

  /** How many mines a cell holds. */
  #minesIn(/** @type {number} */ i) {
    const { mines, counts } = /** @type {Deal} */ (this.deal);
    return mines.has(i) ? (counts?.get(i) ?? 1) : 0;
  }

  get lost() {
    return this.exploded;
  }

  get won() {
    const { win, mines } = this.spec;
    if (this.exploded) return false;
    if (!this.deal) return false;
    if (win === "open") return this.opened > 0 && this.opened === this.at.cells - this.deal.mines.size;
    if (win === "explore") return this.opened + this.hit + this.flags.size === this.at.cells;
    const flagged = [...this.flags].map((i) => /** @type {[number, number]} */ ([i, this.flagCounts.get(i) ?? 1]));
    let marked = flagged.reduce((sum, [, count]) => sum + count, 0);
    for (const code of this.position.codes) marked += minesOf(code);
    return marked === mines && flagged.every(([i, count]) => this.#minesIn(i) === count);
  }

  get over() {
    return this.lost || this.won;
  }

  #shows(/** @type {number} */ cell) {
    const { mines, ways, codes } = /** @type {Deal} */ (this.deal);
    if (mines.has(cell)) return mineCode(this.#minesIn(cell));
    if (codes && codes[cell] !== HIDDEN) return codes[cell];
    const sum = this.at.near[cell].reduce(
      (total, j, k) => total + this.#minesIn(j) * (this.at.weights ? this.at.weights[cell][k] : 1),
      0,
    );
    const values = this.at.shows(sum);
    return clueCode(values[(ways[cell] ?? 0) % values.length]);
  }

  /** What all cells hide, once that is decided. */
  get solution() {
    return Int8Array.from({ length: this.at.cells }, (_, i) => this.#shows(i));
  }

  /** Whether the rules kept the first move from a mine. */
  get protected() {
    const { layout, solution, first_click: click, drawn_for: drawnFor } = this.spec;
    const startedElsewhere = drawnFor && String(this.steps[0]?.cells[0]) !== String(drawnFor);
    return !layout && !solution && click !== "none" && !startedElsewhere;
  }

  async #begin(/** @type {number} */ firstCell) {
    const { spec } = this;
    const { fixedStart } = this;
    if (fixedStart !== null && fixedStart !== firstCell && !this.started)
      throw refused(T.startAt(`(${this.at.name(fixedStart)})`));
    if (this.deal) return;
    const drawnFor = spec.drawn_for ? spec.drawn_for[0] * spec.cols + spec.drawn_for[1] : firstCell;
    const isMadeElsewhere = spec.no_guess || !this.isDrawnHere;
    this.deal = isMadeElsewhere ? await dealMadeElsewhere(this, drawnFor) : drawDeal(spec, drawnFor);
  }

  async move(/** @type {Move} */ [row, col, action]) {
    const index = row * this.spec.cols + col;
    const { codes } = this.position;
    if (!(row >= 0 && col >= 0 && col < this.spec.cols && index < codes.length)) throw refused(T.rules_.off);
    if (this.over) throw refused(T.rules_.over);
    if (action === "flag") {
      if (codes[index] !== HIDDEN) throw refused(T.rules_.open);
      this.#flag(index);
      return;
    }
    let chosenCells = codes[index] === HIDDEN ? [index] : [];
    if (action === "chord") chosenCells = this.chorded(index);
    if (!chosenCells.length) throw refused(action === "chord" ? T.needsFlags : T.rules_.open);
    await this.#begin(chosenCells[0]);
    /** @type {number[][]} */
    const shownCells = [];
    for (const chosenCell of chosenCells) {
      const isDealt = (this.spec.deal ?? "hidden") !== "hidden" && codes[chosenCell] === HIDDEN && !this.over;
      const isGuess = isDealt && (this.started || this.spec.first_click === "none");
      if (isGuess) this.deal = (await dealtAt(this, chosenCell)) ?? this.deal;
      const cellsToOpen = [chosenCell];
      while (cellsToOpen.length && !this.over) {
        const cell = /** @type {number} */ (cellsToOpen.pop());
        if (codes[cell] !== HIDDEN) continue;
        const code = (codes[cell] = this.#shows(cell));
        shownCells.push([...this.placeOf(cell), code]);
        this.flags.delete(cell);
        this.flagCounts.delete(cell);
        if (minesOf(code)) {
          this.hit++;
          this.exploded = this.spec.after_mine === "lose";
        } else {
          this.opened++;
          if (this.spec.reveal === "cascade") cellsToOpen.push(...clears(this.at, cell, clueOf(code), new Map()));
        }
      }
    }
    const openedCells = chosenCells.filter((cell) => codes[cell] !== HIDDEN).map((cell) => this.placeOf(cell));
    this.steps.push({ cells: openedCells, shown: shownCells, seconds: null });
  }

  /** A flag, or one mine more of it; after the most that a cell may hold none. */
  #flag(/** @type {number} */ i) {
    const count = this.flags.has(i) ? (this.flagCounts.get(i) ?? 1) + 1 : 1;
    const isMost = count > this.capacity;
    if (isMost) this.flags.delete(i);
    else this.flags.add(i);
    if (isMost || count === 1) this.flagCounts.delete(i);
    else this.flagCounts.set(i, count);
  }

  /** What the page shows of it. */
  state(signs = false) {
    const { codes } = this.position;
    const placesOf = (/** @type {Iterable<number>} */ cells) =>
      [...cells].sort((a, b) => a - b).map((cell) => this.placeOf(cell));
    const mines = this.deal?.mines ?? new Set();
    const sign = (/** @type {number} */ code, /** @type {number} */ i) =>
      mines.has(i) ? (minesOf(code) || this.flags.has(i) ? "T" : "M") : code === HIDDEN ? "U" : String(code);
    return {
      board: this.board,
      flags: placesOf(this.flags),
      started: this.started,
      won: this.won,
      lost: this.lost,
      opened: this.opened,
      flag_counts: [...this.flagCounts],
      layout: this.over && this.deal ? placesOf(this.deal.mines) : null,
      mine_counts: this.over && this.capacity > 1 ? [...(this.deal?.counts ?? [])] : null,
      exploded: placesOf([...codes.keys()].filter((i) => minesOf(codes[i]))),
      signs: signs ? [[...codes].map(sign).join("")] : null,
    };
  }
}

/** The game after these moves. */
async function replayedGame(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const { game, moves, lenient = false } = body;
  const replayed = new Game(game, signal);
  for (const move of moves) {
    const [row, col, action] = move;
    const isIdle = () => !replayed.chorded(row * game.cols + col).length;
    if (!(lenient && action === "chord" && isIdle())) await replayed.move(move);
  }
  return replayed;
}

/** The game after these moves. */
export async function play(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  return (await replayedGame(body, signal)).state(body.signs);
}

/** The cell to begin with where the first one is safe, or null. */
function protectedStart(/** @type {Game} */ game) {
  const { spec, at } = game;
  if (game.started || spec.layout) return null;
  if (spec.drawn_for) return spec.first_click === "none" ? null : spec.drawn_for;
  if (game.fixedStart !== null) return game.placeOf(game.fixedStart);
  if (spec.first_click === "none" && !spec.no_guess) return null;
  if (spec.rules)
    return spec.first_click === "zero" || spec.no_guess ? [Math.floor(spec.rows / 2), Math.floor(spec.cols / 2)] : null;
  // A corner wins most; where an area opens, a cell two or three from the edges.
  let edgeDistance = 0;
  if (spec.first_click === "zero") edgeDistance = spec.mines > 0.18 * at.cells ? 3 : 2;
  const middleRow = Math.floor((spec.rows - 1) / 2);
  const middleCol = Math.floor((spec.cols - 1) / 2);
  return [Math.min(edgeDistance, middleRow), Math.min(edgeDistance, middleCol)];
}

/** A move, and why: of the proved ones that with the shortest proof, else the least risky guess. */
export async function hint(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const game = await replayedGame(body, signal);
  if (game.over) throw refused(T.rules_.over);
  const startCell = protectedStart(game);
  if (startCell) return { cell: startCell, proved: true, probability: 0, steps: [], candidates: [] };
  const { position } = game;
  const analysis = await ask("analyse", { position, reasons: true }, signal);
  if (!analysis.best) return { cell: null, proved: false, probability: null, steps: [], candidates: [] };
  if (!analysis.safe.length) {
    const candidates = ranked(analysis, position);
    const [safest] = candidates;
    const risk = safest ? 1 - safest.safety : null;
    return { cell: safest?.cell ?? analysis.best, proved: false, probability: risk, steps: [], candidates };
  }
  const cellKey = String;
  const reasons = new Map((analysis.reasons ?? []).map((reason) => [cellKey(reason.cell), reason]));
  const chains = analysis.safe.map((/** @type {number[]} */ cell) => chain(reasons, cellKey(cell)));
  const proofWeight = (/** @type {import("./answers.js").Step[]} */ steps) =>
    steps.length
      ? 100 * steps.length + steps.reduce((sum, reason) => sum + reason.clues.length + Number(reason.mine_count), 0)
      : Infinity;
  const shortest = chains.reduce(
    (least, steps, index) => (proofWeight(steps) < proofWeight(chains[least]) ? index : least),
    0,
  );
  return {
    cell: analysis.safe[shortest],
    proved: true,
    probability: 0,
    steps: chains[shortest],
    candidates: [],
    chord: chordHint(game, analysis),
  };
}

/**
 * The cell to open, or the chord with the flags that it needs, that saves most clicks (see clicks.js); null where
 * nothing is proved safe, under rules, and where a flag too many would keep the chord from opening anything.
 * @param {{position: Position, flags: Set<number>}} game
 * @param {import("./answers.js").Analysis} analysis
 */
export function fewestClicks({ position, flags }, analysis) {
  const { rows, cols, codes } = position;
  if (position.rules || position.more || (position.shape?.length ?? 2) > 2) return null;
  const indexOf = (/** @type {number[]} */ [row, col]) => row * cols + col;
  const mines = [...analysis.mine_cells.map(indexOf), ...[...codes.keys()].filter((cell) => minesOf(codes[cell]))];
  const rightFlags = new Set([...flags].filter((cell) => mines.includes(cell)));
  const plan = clickPlan(position, analysis.safe.map(indexOf), mines, analysis.probability, rightFlags);
  const isWrong = (/** @type {number} */ cell) => flags.has(cell) && !rightFlags.has(cell);
  return plan?.isChord && around(rows, cols, plan.cell).some(isWrong) ? null : plan;
}

/** The chord that saves clicks; null where single openings are as good. */
function chordHint(/** @type {Game} */ game, /** @type {import("./answers.js").Analysis} */ analysis) {
  const plan = fewestClicks(game, analysis);
  if (!plan?.isChord || plan.opens.length <= plan.flags.length + 1) return null;
  const [cell, ...flagged] = [plan.cell, ...plan.flags].map((index) => game.placeOf(index));
  return { cell, flags: flagged, opens: plan.opens.length };
}

/** All reasons that one rests on, each after those that it needs itself. */
function chain(/** @type {Map<string, import("./answers.js").Step>} */ reasons, /** @type {string} */ cell, reasonsBefore = new Set()) {
  const reason = reasons.get(cell);
  if (!reason || reasonsBefore.has(reason)) return [...reasonsBefore];
  for (const cellBefore of reason.after) chain(reasons, String(cellBefore), reasonsBefore);
  reasonsBefore.add(reason);
  return [...reasonsBefore];
}

// --- policies --------------------------------------------------------------------------------------------------------

/**
 * Moves of a policy from here on: `count` at most, and what it makes in a moment; ask again for more until it is done.
 */
export async function policy(
  /** @type {Body & {policy: string, count: number, until_guess: boolean}} */ body,
  /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  const game = await replayedGame(body, signal);
  if (game.over) throw refused(T.rules_.over);
  const startTime = performance.now();
  const playsHere = able("best_move", { policy: body.policy }) === "worker";
  const moves = [];
  let isDone = false;
  /** @type {Chosen[]} */
  let safeMoves = [];
  while (!isDone && moves.length < body.count && performance.now() - startTime < AT_ONCE) {
    const startCell = protectedStart(game);
    const { game: spec } = body;
    const needsStart = game.fixedStart !== null || spec.drawn_for || spec.no_guess;
    const opensStart = startCell && (playsHere || needsStart);
    /** @type {Chosen | null | undefined} */
    let nextMove = opensStart ? { cell: startCell, proved: true, reason: T.firstIsSafe } : safeMoves.pop();
    if (!nextMove && playsHere) {
      // One count gives all safe cells; the policy is asked where there is none.
      const analysis = await ask("analyse", { position: game.board, aside: true }, signal);
      safeMoves = analysis.safe.reverse().map((/** @type {number[]} */ cell) => ({ cell, proved: true, reason: "" }));
      nextMove = safeMoves.pop();
      if (!nextMove && !body.until_guess) {
        if (!analysis.best) nextMove = null;
        else if (body.policy === "safest")
          nextMove = {
            cell: analysis.best,
            proved: false,
            probability: analysis.probability[analysis.best[0] * game.spec.cols + analysis.best[1]],
            candidates: ranked(analysis, game.position),
            reason: "",
          };
      }
      if (!nextMove && body.until_guess) {
        isDone = true;
        break;
      }
    }
    if (nextMove === undefined || (nextMove === null && body.policy !== "safest"))
      nextMove = await ask("best_move", { position: game.board, policy: body.policy }, signal);
    const { cell, proved, probability } = nextMove ?? {};
    const action = nextMove?.action ?? "open";
    const candidates = nextMove?.candidates ?? [];
    const isCertain = Boolean(proved) || (startCell !== null && action === "open");
    if (!cell || (body.until_guess && !isCertain)) {
      isDone = true;
      break;
    }
    const index = cell[0] * game.spec.cols + cell[1];
    if (game.position.codes[index] !== HIDDEN) continue; // an area has opened it meanwhile
    if (action === "flag" && game.flags.has(index)) continue; // a flag that the player set before stays
    const stepsBefore = game.steps.length;
    await game.move([cell[0], cell[1], action]);
    const candidate = candidates.find((weighed) => String(weighed.cell) === String(cell));
    moves.push({
      cell,
      action,
      proved: isCertain,
      probability: isCertain ? 0 : (probability ?? (candidate ? 1 - candidate.safety : null)),
      reason: nextMove?.reason ?? "",
      candidates,
      shown: game.steps.slice(stepsBefore).flatMap((step) => step.shown),
    });
    isDone = game.over;
  }
  return { moves, state: game.state(body.signs), done: isDone };
}

// --- review ----------------------------------------------------------------------------------------------------------

/** The moves of a game as a recorded one. */
export async function replay(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const { rows, cols, mines, seed, rules, shape, solution, begun } = body.game;
  const game = await replayedGame(body, signal);
  const startCells = (begun ?? []).map((i) => [Math.floor(i / cols), i % cols, /** @type {Int8Array} */ (solution)[i]]);
  return {
    rows,
    cols,
    mines,
    rules,
    shape,
    start: startCells,
    protected: game.protected,
    source: `seed ${seed}`,
    steps: game.steps,
    won: game.won,
  };
}

/** What all cells of a game hide, and whether its first click was protected. */
export async function finished(/** @type {Body} */ body) {
  const game = await replayedGame(body);
  return { solution: game.solution, protected: game.protected };
}

/** Every move that opened a cell without a proof: its risk, its rank, what it cost; of a game, or of a recording. */
export async function review(
  /** @type {{recording?: Recording, game?: Spec, moves?: Move[], weigh?: boolean}} */ body,
  /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  /** @type {Recording} */
  const recording = body.recording ?? (await replay(/** @type {Body} */ (body), signal));
  const { cols, mines, mineCount = mines, steps } = recording;
  const index = (/** @type {number[]} */ [r, c]) => r * cols + c;
  let position = standing(recording, 0);
  const guesses = [];
  const provedSafe = new Set(); // what was proved once stays so
  let openedCells = 0;
  let revealedCells = 0;
  let minesHit = 0;
  let isComplete = true;
  for (const [number, step] of steps.entries()) {
    const cells = step.cells.map(index);
    openedCells += cells.length;
    if (!(number === 0 && recording.protected) && cells.some((/** @type {number} */ i) => !provedSafe.has(i))) {
      const analysis = await ask("analyse", { position, aside: true }, signal).catch((error) => {
        if (isAborted(error)) throw error;
        return null;
      });
      if (!analysis?.is_exact) {
        isComplete = false;
        break;
      }
      for (const cell of analysis.safe) provedSafe.add(index(cell));
      const doubtfulCells = cells.filter((/** @type {number} */ i) => !provedSafe.has(i));
      if (doubtfulCells.length)
        guesses.push(await gradedGuess(number, step, doubtfulCells, position, analysis, body.weigh !== false, signal));
    }
    const codes = position.codes.slice();
    for (const [r, c, code] of step.shown) {
      codes[r * cols + c] = code;
      if (minesOf(code)) minesHit++;
      else revealedCells++;
    }
    position = { ...position, codes };
  }
  const survivedGuesses = guesses.filter((guess) => guess.survived);
  return {
    guesses,
    opened: openedCells,
    proved: openedCells - guesses.reduce((sum, guess) => sum + guess.cells.length, 0),
    luck: survivedGuesses.reduce((sum, guess) => sum - Math.log10(1 - guess.probability), 0),
    survival: survivedGuesses.reduce((product, guess) => product * (1 - guess.probability), 1),
    complete: isComplete,
    won: position.more ? recording.won : !minesHit && revealedCells === position.codes.length - Number(mineCount),
  };
}

/**
 * @param {number} move
 * @param {Step} step
 * @param {number[]} doubtfulCells
 * @param {Position} position
 * @param {import("./answers.js").Analysis} analysis
 * @param {boolean} isWeighed
 * @param {AbortSignal | undefined} signal
 */
async function gradedGuess(move, step, doubtfulCells, position, analysis, isWeighed, signal) {
  const { cols, codes } = position;
  const placeOf = (/** @type {number} */ i) => [Math.floor(i / cols), i % cols];
  const riskOf = (/** @type {number[]} */ [r, c]) => analysis.probability[r * cols + c] ?? 0;
  const isSingle = doubtfulCells.length === 1;
  const probability = isSingle
    ? riskOf(placeOf(doubtfulCells[0]))
    : await anyMine(position, analysis, doubtfulCells, signal);
  const best = analysis.best ?? placeOf(doubtfulCells[0]);
  const hiddenCells = [...codes.keys()].filter((i) => codes[i] === HIDDEN);
  let weighed = null;
  if (isWeighed && !analysis.safe.length && isSingle && codes.length <= 1500) {
    weighed = await ask("grade", { position, cell: placeOf(doubtfulCells[0]), seconds: 1 }, signal).catch((error) => {
      if (isAborted(error)) throw error;
      return null; // too hard: the risk is known all the same
    });
  }
  return {
    move,
    cell: placeOf(doubtfulCells[0]),
    cells: doubtfulCells.map(placeOf),
    probability,
    survived: step.cells.every((cell) =>
      step.shown.every(([r, c, code]) => !minesOf(code) || r !== cell[0] || c !== cell[1]),
    ),
    rank: 1 + hiddenCells.filter((i) => (analysis.probability[i] ?? 0) < probability - TIE).length,
    of: hiddenCells.length,
    cost: Math.max(0, probability - riskOf(best)),
    best,
    best_probability: riskOf(best),
    missed: analysis.safe.length ? [...analysis.safe].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0] : null,
    board: toHash(position),
    win: weighed?.chance ?? null,
    loss: weighed?.regret?.value ?? null,
    recommended: weighed !== null && String(weighed.best) === String(placeOf(doubtfulCells[0])),
    choice: weighed?.best ?? null,
  };
}

/** The chance that one of several cells is a mine: of all clues that the others may show, one after the other. */
async function anyMine(
  /** @type {Position} */ position,
  /** @type {import("./answers.js").Analysis} */ analysis,
  /** @type {number[]} */ cells,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const [firstCell, ...otherCells] = cells;
  const firstRisk = analysis.probability[firstCell] ?? 0;
  if (!otherCells.length || firstRisk === 1) return firstRisk;
  let laterRisk = 0;
  for (const clue of clues(position, firstCell)) {
    const nextPosition = withCells(position, [[firstCell, clueCode(clue)]]);
    const nextAnalysis = await unlessContradicted(ask("analyse", { position: nextPosition, aside: true }, signal));
    if (!nextAnalysis) continue; // no layout has this clue here
    const clueShare = ratio(nextAnalysis.solutions ?? "0", analysis.solutions ?? "1");
    laterRisk += clueShare * (await anyMine(nextPosition, nextAnalysis, otherCells, signal));
  }
  return Math.min(1, firstRisk + laterRisk);
}
