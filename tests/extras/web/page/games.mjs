// Games of the page, for test_page_scripts.py: the page's facts, then a game a line, in; its states or
// neighbours out.
import { readFileSync } from "node:fs";

const [facts, ...lines] = readFileSync(0, "utf-8").trim().split("\n");
globalThis.document = { getElementById: () => ({ textContent: facts }), documentElement: { dataset: {} } };
const { answerHere } = await import("../../../../minesolver/extras/web/static/engine.js");
const { answers } = await import("../../../../minesolver/extras/web/static/questions.js");
const { play } = await import("../../../../minesolver/extras/web/static/games.js");
const { groundOf } = await import("../../../../minesolver/protocol/scripts/ground.js");
let isCounted = false; // only games without hidden mines need an engine
async function countHere() {
  const { load } = await import("../../../../bindings/js/index.js");
  const engine = answers(await load());
  answerHere({ analyse: async (keys) => engine.analyse(keys) });
  isCounted = true;
}
for (const line of lines) {
  const { game, moves, drawn } = JSON.parse(line);
  if (moves === undefined) {
    const { near, weights, cells, outline, taken, shown, shows: showsOf } = groundOf(game);
    const shows = Array.from({ length: 125 }, (_, k) => showsOf(k - 62));
    console.log(
      JSON.stringify({
        near,
        weights,
        taken,
        shown,
        shows,
        corners: drawn ? Array.from({ length: cells }, (_, i) => outline(i)) : null,
      }),
    );
  } else {
    if (game.deal && !isCounted) await countHere();
    const { board, won, lost } = await play({ game, moves });
    console.log(JSON.stringify({ codes: [...board.codes], won, lost }));
  }
}
