// Games that the page saves, for test_page_seam.py: the page's facts, then a game with its moves a line, or a
// file as text, in; the file, and what the page's review says of the game and of its file, out.
import { readFileSync } from "node:fs";

const [facts, ...lines] = readFileSync(0, "utf-8").trim().split("\n");
globalThis.document = { getElementById: () => ({ textContent: facts }), documentElement: { dataset: {} } };
const { answerHere } = await import("../../../../minesolver/extras/web/static/engine.js");
const { answers } = await import("../../../../minesolver/extras/web/static/questions.js");
const { load } = await import("../../../../bindings/js/index.js");
const { play, review } = await import("../../../../minesolver/extras/web/static/games.js");
const { read, written } = await import("../../../../minesolver/extras/web/static/records.js");
const engine = answers(await load());
answerHere(Object.fromEntries(Object.entries(engine).map(([name, answer]) => [name, async (keys) => answer(keys)])));

for (const line of lines) {
  const { game, moves: wanted, text } = JSON.parse(line);
  const moves = [];
  for (const move of wanted ?? []) {
    // What an area has opened, or what comes after the end, is no move.
    await play({ game, moves: [...moves, move] }).then(
      () => moves.push(move),
      () => {},
    );
  }
  try {
    const file = text ?? (await written({ game, moves }));
    const recording = await read(file);
    const own = game ? await review({ game, moves, weigh: false }) : null;
    console.log(JSON.stringify({ file, recording, own, again: await review({ recording, weigh: false }) }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
