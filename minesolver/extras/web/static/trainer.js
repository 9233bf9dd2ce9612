// A trainer out of one's own games: which positions cost winning chance and by what kind of mistake, when they come
// back, and which weakness costs most. Pure; train.js puts it on the screen.
//
// Costs are in games: what a move left of the chance to win less. A 50/50 that nothing can ever resolve costs no
// chance wherever it is guessed, but time: half of the share of the game's moves that were made between its arising
// and the guess.

import { around } from "../../../protocol/scripts/measures.js";
import { checkedPosition, isPositionLink } from "./doors.js";
import { HIDDEN, isClue, toHash } from "./position.js";
import { openPart } from "./proofs.js";
import { entries } from "./store.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {"one clue" | "two clues" | "more clues" | "mine count" | "riskier" | "blind" | "late 50/50"} Kind */
/** @typedef {{kind: Kind, cost: number, board: string, cell: number[], answers: number[][], risk: number}} Mistake */
/** @typedef {Mistake & {due: number, box: number, tries: number, right: number}} Exercise */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How long an exercise rests: once it was answered wrong, right, right again, ...; after the last it has stuck. */
export const RESTS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
/** @type {unknown[]} */
const KINDS = ["one clue", "two clues", "more clues", "mine count", "riskier", "blind", "late 50/50"];
const LOSS = 0.02; // of the games: less is no mistake, and may be chance where it was estimated
const KEPT = 400; // exercises; those that cost least go first

/** The mistakes of a list that was kept. @returns {{kind: Kind, cost: number}[]} */
export const soundMistakes = (/** @type {unknown} */ stored) =>
  entries(stored, ({ kind, cost }) => KINDS.includes(kind) && Number.isFinite(cost));

/** The exercises of a list that was kept. @returns {Exercise[]} */
export const soundExercises = (/** @type {unknown} */ stored) =>
  entries(
    stored,
    ({ kind, cost, board, cell, answers, due: when, box }) =>
      KINDS.includes(kind) &&
      [cost, box].every(Number.isFinite) &&
      (Number.isFinite(when) || Number(box) >= RESTS.length) && // which was kept without a time
      isPositionLink(board) &&
      Array.isArray(cell) &&
      Array.isArray(answers) &&
      answers.length > 0,
  );

/**
 * The two cells of a 50/50 that nothing can resolve: every cell around either is open or known but the other one, and
 * no clue
 * sees only one of them. Null if this cell is in none. `closed`: cells that are proved.
 */
export function pairOf(
  /** @type {Position} */ { rows, cols, codes },
  /** @type {number} */ index,
  /** @type {(i: number) => boolean} */ closed = () => false,
) {
  const open = (/** @type {number} */ i) => codes[i] === HIDDEN && !closed(i);
  if (codes[index] !== HIDDEN) return null;
  const clues = (/** @type {number} */ i) => around(rows, cols, i).filter((j) => codes[j] >= 0 && codes[j] <= 8);
  const cellClues = clues(index);
  if (!cellClues.length) return null;
  for (const otherCell of new Set(cellClues.flatMap((j) => around(rows, cols, j)))) {
    if (otherCell === index || !open(otherCell)) continue;
    const otherClues = clues(otherCell);
    if (otherClues.length !== cellClues.length || otherClues.some((j) => !cellClues.includes(j))) continue;
    // Whatever is opened around later would tell them apart, unless it sees both.
    const resolving = [...around(rows, cols, index), ...around(rows, cols, otherCell)].filter(
      (j) => j !== index && j !== otherCell && open(j),
    );
    if (resolving.every((j) => around(rows, cols, j).includes(index) && around(rows, cols, j).includes(otherCell)))
      return [index, otherCell].sort((a, b) => a - b);
  }
  return null;
}

/**
 * The simplest way to see what the clues prove: one clue at a time (with the mines found so), then two that overlap.
 * Stops at the
 * first safe cell, or once `mine` is seen to be one; {cell: -1} where neither suffices.
 * @returns {{cell: number, kind: Kind}}
 */
export function simplest(/** @type {Position} */ position, mine = -1) {
  const clues = [...position.codes.keys()].filter((i) => isClue(position.codes[i]));
  /** @type {Map<number, boolean>} */
  const mines = new Map(); // each of them true
  /** @type {Kind} */
  let kind = "one clue";
  for (;;) {
    const sums = clues.map((clue) => openPart(position, mines, clue));
    const mineCount = mines.size;
    /** @type {number[]} */
    const safe = [];
    const say = (/** @type {number[]} */ cells, /** @type {number} */ minMines, /** @type {number} */ maxMines) => {
      if (cells.length && maxMines <= 0) safe.push(...cells);
      else if (cells.length && minMines >= cells.length) cells.forEach((i) => mines.set(i, true));
    };
    for (const { cells, mines: count } of sums) say(cells, count, count);
    if (!safe.length && mines.size === mineCount) {
      kind = "two clues";
      for (const [i, a] of sums.entries()) {
        for (const b of sums.slice(i + 1)) {
          const sharedCells = a.cells.filter((cell) => b.cells.includes(cell));
          if (!sharedCells.length) continue;
          const [onlyFirst, onlySecond] = [a, b].map((sum) => sum.cells.filter((cell) => !sharedCells.includes(cell)));
          const mostShared = Math.min(sharedCells.length, a.mines, b.mines);
          const leastShared = Math.max(0, a.mines - onlyFirst.length, b.mines - onlySecond.length);
          say(sharedCells, leastShared, mostShared);
          say(onlyFirst, a.mines - mostShared, a.mines - leastShared);
          say(onlySecond, b.mines - mostShared, b.mines - leastShared);
        }
      }
    }
    if (mine >= 0 ? mines.has(mine) : safe.length) return { cell: mine >= 0 ? mine : Math.min(...safe), kind };
    if (mines.size === mineCount) return { cell: -1, kind: "more clues" };
  }
}

/**
 * The mistakes of a graded game. `analysed`: the proved cells of a position; `at`: the position before a move;
 * `total`: how many
 * moves there were.
 * @typedef {{analysed: (position: Position) => Promise<{safe: Set<number>, mines: Set<number>}>,
 *   at: (move: number) => Position | null, total: number}} Known
 * @returns {Promise<Mistake[]>}
 */
export async function mistakes(/** @type {import("./answers.js").Review} */ review, /** @type {Known} */ knownOf) {
  const { analysed, total } = knownOf;
  const mistakesMade = [];
  for (const guess of review.guesses) {
    const position = checkedPosition(guess.board);
    const index = guess.cell[0] * position.cols + guess.cell[1];
    const worth = guess.win ?? 1;
    /** @type {[Kind, number, number[][]] | null} */
    let mistake = null;
    const even = Math.abs(guess.probability - 0.5) < 1e-9;
    const mines = even ? (await analysed(position)).mines : new Set();
    if (even && pairOf(position, index, (i) => mines.has(i))) {
      // No mistake whenever it is guessed: at once is best.
      const late = await arisen(guess.move, index, position, knownOf, mines);
      if (guess.move - late > 3)
        mistake = ["late 50/50", (0.5 * (guess.move - late)) / Math.max(1, total), [guess.cell]];
    } else if (guess.missed || guess.probability === 1) {
      const safe = simplest(position);
      let { kind } = guess.probability === 1 ? simplest(position, index) : safe;
      if (kind === "more clues") {
        const uncounted = await analysed({ ...position, mines: null, density: null });
        if (!(guess.probability === 1 ? uncounted.mines.has(index) : uncounted.safe.size)) kind = "mine count";
      }
      const answer =
        safe.cell >= 0
          ? [Math.floor(safe.cell / position.cols), safe.cell % position.cols]
          : (guess.missed ?? guess.best);
      mistake = [kind, guess.probability * worth, [answer]];
    } else if (!guess.recommended) {
      const cost = guess.loss ?? guess.cost * worth;
      if (cost > LOSS) mistake = [guess.cost > 1e-9 ? "riskier" : "blind", cost, [guess.choice ?? guess.best]];
    }
    if (mistake)
      mistakesMade.push({
        kind: mistake[0],
        cost: mistake[1],
        board: toHash(position),
        cell: guess.cell,
        answers: mistake[2],
        risk: guess.probability,
      });
  }
  return mistakesMade;
}

/**
 * The first move before which the 50/50 of this cell stood as it stands, and could be seen: its walls were proved by
 * then.
 */
async function arisen(
  /** @type {number} */ move,
  /** @type {number} */ index,
  /** @type {Position} */ position,
  /** @type {Known} */ { analysed, at },
  /** @type {Set<number>} */ mines,
) {
  const pair = String(pairOf(position, index, (i) => mines.has(i)));
  const stood = (/** @type {Position | null} */ exercised, /** @type {Set<number>} */ walls) =>
    exercised !== null && String(pairOf(exercised, index, (i) => walls.has(i))) === pair;
  let firstMove = move;
  while (firstMove > 0 && stood(at(firstMove - 1), mines)) firstMove--;
  while (firstMove < move) {
    const { mines: provedMines } = await analysed(/** @type {Position} */ (at(firstMove)));
    if (stood(at(firstMove), provedMines)) break;
    firstMove++;
  }
  return firstMove;
}

// --- exercises -------------------------------------------------------------------------------------------------------

/** The list with these mistakes in it; one position is one exercise. @returns {Exercise[]} */
export function learn(/** @type {Exercise[]} */ list, /** @type {Mistake[]} */ newMistakes, now = Date.now()) {
  const exerciseOf = new Map(list.map((exercise) => [exercise.board, exercise]));
  for (const mistake of newMistakes)
    if (!exerciseOf.has(mistake.board) && mistake.kind !== "late 50/50")
      exerciseOf.set(mistake.board, { ...mistake, due: now, box: 0, tries: 0, right: 0 });
  const exercises = [...exerciseOf.values()];
  return exercises.length <= KEPT ? exercises : exercises.sort((a, b) => b.cost - a.cost).slice(0, KEPT);
}

/** The exercise once it is answered. @returns {Exercise} */
export function answered(/** @type {Exercise} */ exercise, /** @type {boolean} */ right, now = Date.now()) {
  const box = right ? exercise.box + 1 : 0;
  return {
    ...exercise,
    box,
    tries: exercise.tries + 1,
    right: exercise.right + Number(right),
    due: now + (RESTS[box] ?? 0), // one that has stuck is not due again
  };
}

export const stuck = (/** @type {Exercise} */ exercise) => exercise.box >= RESTS.length;

/** What is to be done now, the costliest first. */
export function due(/** @type {Exercise[]} */ list, now = Date.now()) {
  return list.filter((exercise) => !stuck(exercise) && exercise.due <= now).sort((a, b) => b.cost - a.cost);
}

/** Of each kind how often and how much, the costliest first. @returns {{kind: Kind, times: number, cost: number}[]} */
export function weaknesses(/** @type {{kind: Kind, cost: number}[]} */ list) {
  /** @type {Map<Kind, {kind: Kind, times: number, cost: number}>} */
  const costByKind = new Map();
  for (const { kind, cost } of list) {
    const sum = costByKind.get(kind) ?? { kind, times: 0, cost: 0 };
    costByKind.set(kind, { kind, times: sum.times + 1, cost: sum.cost + cost });
  }
  return [...costByKind.values()].sort((a, b) => b.cost - a.cost);
}
