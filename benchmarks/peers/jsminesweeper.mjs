// The player of DavidNHill/JSMinesweeper, behind lines of JSON, for jsminesweeper.py beside this.
//
//   node jsminesweeper.mjs FOLDER      a checkout of it: git clone https://github.com/DavidNHill/JSMinesweeper
//
// A line is {"rows", "cols", "mines"}, which begins a game, or {"cells": [clue or -1 where hidden, row by row]}.
// The answer to cells is a list of [row, column, chance of being safe]: cells to open in this order.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";

// The scripts of its page without the page itself: what the solver asks of that is given here.
const SCRIPTS = [
  ...["Board", "Tile", "solver_main", "solver_probability_engine", "Brute_force", "BruteForceAnalysis"],
  ...["MinesweeperGame", "SolutionCounter", "EfficiencyHelper", "FiftyFiftyHelper", "LongTermRiskHelper"],
].map((name) => `client/${name}`);
SCRIPTS.push("Utility/PrimeSieve", "Utility/Binomial");
const silent = () => {};
const context = createContext({
  console: { log: silent, warn: silent, error: silent },
  performance,
  showMessage: silent,
  sleep: () => Promise.resolve(),
  analysisMode: false,
  BOMB: 9,
  HIDDEN: 10,
});
for (const name of SCRIPTS) {
  const file = join(process.argv[2], "Minesweeper", `${name}.js`);
  runInContext(readFileSync(file, "utf8"), context, { filename: file });
}

// Tables for boards of up to 5,000 cells, and the options with which its author plays many games (bulkRun).
runInContext(
  `const binomialCache = new BinomialCache(5000, 500, new Binomial(5000, 500));
  let board; // its page has the board under this name too, and one of its files asks for it
  solver();
  function begin({ rows, cols, mines }) {
    board = new Board(0, cols, rows, mines, 0, "safe");
  }
  async function answer({ cells }) {
    cells.forEach((value, index) => {
      if (value >= 0) board.getTile(index).setValue(value);
    });
    const options = {
      playStyle: PLAY_STYLE_NOFLAGS, verbose: false, advancedGuessing: true, fullProbability: true, hardcore: false,
    };
    const { actions } = await solver(board, options);
    return actions
      .filter((action) => action.action === ACTION_CLEAR)
      .filter((action, index) => index === 0 || action.prob === 1)
      .map((action) => [action.y, action.x, action.prob]);
  }`,
  context,
);

for await (const line of createInterface({ input: process.stdin })) {
  context.message = JSON.parse(line);
  if (context.message.cells) {
    process.stdout.write(`${JSON.stringify(await runInContext("answer(message)", context))}\n`);
  } else {
    runInContext("begin(message)", context);
  }
}
