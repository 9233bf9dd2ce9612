// Games without hidden mines: whether a guess meets a mine is settled when the cell is opened. Opening a cell where
// another one was proved safe is punished; where nothing is proved it is forgiven, dealt by the exact chances, or
// always punished. Whatever comes out, the layouts that agree with it are equally likely. By the random numbers of
// minesolver.game.dealing: the same clicks are the same game there.

import { ask, kindOf, Refusal } from "./engine.js";
import { groundOf } from "../../../protocol/scripts/ground.js";
import { BLANK, HIDDEN, isClue, MINE } from "./position.js";
import { named } from "./puzzles.js";
import { T } from "./texts.js";

/** @typedef {import("./position.js").Position} Position */
/**
 * A random whole number below a bound; `large`: that may have more bits than one draw.
 * @typedef {((bound: number) => number) & {large: (bound: bigint) => bigint}} Below
 */

/** Whether something happens that has this chance. */
export function happens(/** @type {Below} */ below, /** @type {string} */ fraction) {
  const [numerator, denominator = 1n] = fraction.split("/").map(BigInt);
  return below.large(denominator) < numerator;
}

/**
 * The chance that a mine is met by opening a hidden cell, as a fraction.
 * @returns {Promise<string>}
 */
export async function guessRisk(
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {string} */ deal,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const analysis = await exactly(position, cell, signal);
  const isHere = (/** @type {number[][]} */ cells) => cells.some(([r, c]) => r * position.cols + c === cell);
  if (isHere(analysis.safe)) return "0";
  if (isHere(analysis.mine_cells) || analysis.safe.length) return "1"; // a guess that nobody needed
  if (deal === "fair") return analysis.about?.exact ?? "0";
  return deal === "cruel" ? "1" : "0";
}

/**
 * The mines of a layout of the position in which a cell is a mine or none, each equally likely: cell by cell, with its
 * exact chance given those before it. Null where there is none.
 * @returns {Promise<Set<number> | null>}
 */
export async function layoutWith(
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {boolean} */ isMine,
  /** @type {Below} */ below,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const { cols } = position;
  const codes = position.codes.slice();
  codes[cell] = isMine ? MINE : BLANK;
  try {
    // Settle a cell by its chance, and what is proved besides.
    for (let next = seenCell(position, codes); next >= 0; next = seenCell(position, codes)) {
      const analysis = await exactly(named({ ...position, codes: codes.slice() }), next, signal);
      for (const [row, col] of analysis.safe) codes[row * cols + col] = BLANK;
      for (const [row, col] of analysis.mine_cells) codes[row * cols + col] = MINE;
      if (codes[next] === HIDDEN) codes[next] = happens(below, analysis.about?.exact ?? "0") ? MINE : BLANK;
    }
  } catch (error) {
    if (kindOf(error) !== "inconsistent") throw error;
    return null;
  }
  return withRest(position, codes, below);
}

/** What is known of a position, and of one of its cells. Raises Refusal: it is too wide to be counted. */
async function exactly(
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const pair = [Math.floor(cell / position.cols), cell % position.cols];
  const analysis = await ask("analyse", { position, cell: pair, aside: true }, signal);
  if (!analysis.is_exact) throw new Refusal({ kind: "limit", message: T.deals.tooWide });
  return analysis;
}

/** A hidden cell that some clue is about; any hidden one where rules of the whole board are; or -1. */
function seenCell(/** @type {Position} */ position, /** @type {Int8Array} */ codes) {
  const ground = groundOf(position);
  if (!ground.taken) return codes.indexOf(HIDDEN);
  for (const [i, neighbours] of ground.near.entries()) {
    const cell = isClue(codes[i]) ? neighbours.find((neighbour) => codes[neighbour] === HIDDEN) : undefined;
    if (cell !== undefined) return cell;
  }
  return -1;
}

/** The mines, with those that are left on cells that no clue is about: any is as likely as any other. */
function withRest(/** @type {Position} */ position, /** @type {Int8Array} */ codes, /** @type {Below} */ below) {
  const cells = [...codes.keys()];
  const mines = new Set(cells.filter((i) => codes[i] === MINE));
  const free = cells.filter((i) => codes[i] === HIDDEN);
  const minesLeft = Number(position.mines) - mines.size;
  if (minesLeft < 0 || minesLeft > free.length) return null;
  for (let k = 0; k < minesLeft; k++) mines.add(free.splice(below(free.length), 1)[0]);
  return mines;
}
