// Games of the page, for test_page_scripts.py: the page's facts, then a game a line, in; its states or
// neighbours out.
import { readFileSync } from "node:fs";

const [facts, ...lines] = readFileSync(0, "utf-8").trim().split("\n");
globalThis.document = { getElementById: () => ({ textContent: facts }), documentElement: { dataset: {} } };
const { play } = await import("../../../../minesolver/extras/web/static/games.js");
const { groundOf } = await import("../../../../minesolver/protocol/scripts/ground.js");
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
    const { board, won, lost } = await play({ game, moves });
    console.log(JSON.stringify({ codes: [...board.codes], won, lost }));
  }
}
