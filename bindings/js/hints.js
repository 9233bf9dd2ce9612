// The next move and why, as one sentence.

import { MINE, written } from "./board.js";
import { clickPlan } from "./dist/clicks.js";
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
    const hint = { cell, proved: true, risk: [0n, 1n], clues, mineCount, text: proofSentence(board, proof) };
    const chord = chordOf(analysis);
    return chord ? { ...hint, chord } : hint;
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

/** The chord that saves clicks, after its flags; known mines are flags. None where single openings are as good. */
function chordOf({ safe, mines, probability, board }) {
  const { rows, cols, cells, neighbours, weights, cut } = board;
  if (neighbours || weights || cut) return null;
  const indexOf = ([row, col]) => row * cols + col;
  const pair = (index) => [Math.floor(index / cols), index % cols];
  const known = [...cells.keys()].filter((index) => cells[index] === MINE);
  const position = { rows, cols, codes: cells };
  const plan = clickPlan(position, safe.map(indexOf), [...mines.map(indexOf), ...known], probability, new Set(known));
  if (!plan?.isChord || plan.opens.length <= plan.flags.length + 1) return null;
  return { cell: pair(plan.cell), flags: plan.flags.map(pair), opens: plan.opens.map(pair) };
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
