// Answers the questions of tests/test_bindings.py by the JavaScript module: node agreement.mjs QUESTIONS ANSWERS
import fs from "node:fs";
import { load } from "../../bindings/js/index.js";

const ms = await load();
const { positions, boards, games } = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const text = (big) => big.toString();

function analysed(given, k) {
  try {
    const a = ms.analyze({ ...given, cells: Int8Array.from(given.cells) });
    const found = { probability: [...a.probability], safe: a.safe, mines: a.mines, best: a.best };
    if (k % 4) return found; // fractions of each fourth: they take longest to write down
    const exact = given.cells.map((_, i) => a.exact(Math.floor(i / given.cols), i % given.cols).map(text));
    return { ...found, solutions: text(a.solutions), exact };
  } catch (error) {
    return error.kind;
  }
}

const answers = {
  positions: positions.map(analysed),
  boards: boards.map((given) => ms.generate({ ...given, repair: true }).layout.join("")),
  games: [],
};
for (const given of games) {
  const { won, guesses, opened, survived } = await ms.play(given);
  answers.games.push([won, guesses, opened, survived]);
}
fs.writeFileSync(process.argv[3], JSON.stringify(answers));
