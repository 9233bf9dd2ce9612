// The next move and why, as one sentence.

import { written } from "./board.js";
import { cellName } from "./rules.js";

/** Of several proofs the one that a reader follows soonest: the fewest clues, the mine count as one more. */
const difficulty = ({ clues, lists = [], mineCount }) => clues.length + lists.length + (mineCount ? 1 : 0);

/** @returns {Promise<any>} null where no cell is left to open */
export async function hintOf(engine, analysis, options) {
  const { safe, best, board } = analysis;
  if (best === null) return null;
  if (safe.length) {
    const proofs = safe.map(([row, col]) => analysis.reason(row, col));
    const proof = proofs.reduce((easiest, rival) => (difficulty(rival) < difficulty(easiest) ? rival : easiest));
    const { cell, clues, mineCount } = proof;
    return { cell, proved: true, risk: [0n, 1n], clues, mineCount, text: proofSentence(board, proof) };
  }
  const move = await engine.recommend(board, options);
  const [row, col] = move.cell;
  const risk = analysis.exact(row, col);
  const winning = move.winning ? { winning: move.winning } : {};
  return {
    cell: move.cell,
    proved: false,
    risk,
    ...winning,
    clues: [],
    mineCount: false,
    text: guessSentence(board, move, risk),
  };
}

const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
function proofSentence(board, { cell, clues, mineCount }) {
  const { cols, cells, weights, neighbours } = board;
  const nameOf = ([row, col]) => cellName(board, row * cols + col);
  const clueName = ([row, col]) =>
    `the ${weights || neighbours ? "clue" : cells[row * cols + col]} at ${nameOf([row, col])}`;
  const names = [...clues.map(clueName), ...(mineCount ? ["the mine count"] : [])];
  if (!names.length) return `${nameOf(cell)} is safe in every layout.`;
  return `${nameOf(cell)} is safe: with a mine there, ${listed(names)} could not ${names.length > 1 ? "hold together" : "hold"}.`;
}

function guessSentence(board, { cell, winning }, risk) {
  const [row, col] = cell;
  const chance = winning ? ` With it the best play wins ${written(winning)} of the layouts.` : "";
  return `No cell is proved safe. ${cellName(board, row * board.cols + col)} is a mine in ${written(risk)} of the layouts.${chance}`;
}
