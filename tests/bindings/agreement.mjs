// Answers the questions of tests/bindings/test_bindings.py by the JavaScript module:
// node agreement.mjs QUESTIONS ANSWERS
import fs from "node:fs";
import { ground } from "../../bindings/js/dist/ground.js";
import { load } from "../../bindings/js/index.js";
import { LAYERS_NEEDED, provedByRules } from "../../bindings/js/layers.js";

const ms = await load();
const questions = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { positions = [], boards = [], games = [], layouts = [], texts = [], ruled = [] } = questions;
const text = (big) => big.toString();

function analysed({ why, ...given }) {
  const place = (i) => [Math.floor(i / given.cols), i % given.cols];
  const flat = ({ clues, mineCount, lists = [] }) => [
    [...clues.map(([r, c]) => r * given.cols + c), ...lists],
    mineCount,
  ];
  try {
    const a = ms.analyze({ ...given, cells: Int8Array.from(given.cells) });
    const proof = new Array(given.cells.length).fill(0);
    for (const [row, col] of a.safe) proof[row * given.cols + col] = 1;
    for (const [row, col] of a.mines) proof[row * given.cols + col] = 2;
    const exact = given.cells.map((_, i) => a.exact(...place(i)).map(text));
    const reasons = why.map((i) => flat(a.reason(...place(i))));
    return { probability: [...a.probability], proof, solutions: text(a.solutions), exact, reasons };
  } catch (error) {
    const [clues, mineCount] = flat(error);
    return { error: error.kind, clues, mineCount };
  }
}

/** The best cell of the board in a text, by its name; or what is wrong. */
function bestOf(boardText) {
  try {
    const { best, board } = ms.analyze({ text: boardText });
    return board.rules ? ground(board.rules, board.shape).name(best[0] * board.cols + best[1]) : best;
  } catch (error) {
    return error.kind;
  }
}

const answers = {
  rules: ms.rules,
  bests: texts.map(bestOf),
  positions: positions.map(analysed),
  boards: boards.map((given) => ms.generate({ ...given, repair: true }).layout.join("")),
  games: [],
  judgements: [],
  proved: ruled.map((board) => [...provedByRules(board)].map(([cell, rule]) => [cell, LAYERS_NEEDED[rule]])),
};
for (const { start, ...layout } of layouts) answers.judgements.push(await ms.judge(layout, start));
for (const given of games) {
  const { won, guesses, opened, survived, adjusted } = await ms.play(given);
  answers.games.push([won, guesses, opened, survived, adjusted]);
}
fs.writeFileSync(process.argv[3], JSON.stringify(answers));
