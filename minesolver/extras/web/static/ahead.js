// What comes after a guess: how safe the best cell of the next move is then, and how often there is a proved one.

import { groundOf } from "../../../protocol/scripts/ground.js";
import { unlessContradicted } from "./engine.js";
import { isWeighted, ratio } from "./overlays.js";
import { clueCode, clues, HIDDEN, withCells } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/** Whether a layout shows one clue on a cell, so that layouts by clue are all layouts, each once. */
function isPlainClue(/** @type {Position} */ position) {
  if (!position.rules) return true;
  const ground = groundOf(position);
  const mostNeighbours = Math.max(...ground.near.map((cells) => cells.length));
  const hasOneClue = Array.from({ length: mostNeighbours + 1 }, (_, sum) => ground.shows(sum).length === 1);
  return !ground.weights && hasOneClue.every(Boolean);
}

/** The chance that the safest hidden cell of an answer is no mine; 1 where only mines are hidden. */
function safestOf(/** @type {import("./answers.js").Analysis} */ answer, /** @type {Position} */ { codes }) {
  if (answer.safe.length || !answer.best) return 1;
  const risks = [...codes.keys()].filter((i) => codes[i] === HIDDEN).map((i) => answer.probability[i] ?? 0);
  return 1 - Math.min(...risks);
}

/**
 * What opening a hidden cell brings, each as a chance: `secondSafety`, that it is no mine and the safest cell after it
 * is none either; `progress`, that it is no mine and a cell is then proved safe, or the game is won; `shown`, each clue
 * that it may show and how likely. Null where layouts cannot be counted clue by clue, or it is no longer wanted.
 * @returns {Promise<{secondSafety: number, progress: number, shown: [number, number][]} | null>}
 */
export async function lookAhead(
  /** @type {Position} */ position,
  /** @type {number} */ index,
  /** @type {string | null} */ solutions,
  /** @type {(position: Position) => Promise<import("./answers.js").Analysis>} */ analyse,
  /** @type {() => boolean} */ isStopped,
) {
  if (solutions === null || isWeighted(position) || !isPlainClue(position)) return null;
  let secondSafety = 0;
  let progress = 0;
  /** @type {[number, number][]} */
  const clueShares = [];
  for (const clue of clues(position, index)) {
    if (isStopped()) return null;
    const nextPosition = withCells(position, [[index, clueCode(clue)]]);
    const nextAnswer = await unlessContradicted(analyse(nextPosition));
    if (!nextAnswer) continue; // no layout has this clue here
    if (!nextAnswer.is_exact) return null;
    const clueShare = ratio(nextAnswer.solutions ?? "0", solutions);
    if (clueShare > 0) clueShares.push([clue, clueShare]);
    secondSafety += clueShare * safestOf(nextAnswer, nextPosition);
    if (nextAnswer.safe.length || !nextAnswer.best) progress += clueShare;
  }
  return { secondSafety, progress, shown: clueShares };
}
