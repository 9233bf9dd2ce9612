// Both roads of the page's seam, for test_page_scripts.py: an address and the page's facts, then a question a
// line, in; what the engine of the browser and what the server answers, out.
import { readFileSync } from "node:fs";

const [{ address, facts }, ...questions] = readFileSync(0, "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
globalThis.document = {
  getElementById: () => ({ textContent: JSON.stringify(facts) }),
  documentElement: { dataset: { server: "" } },
};
globalThis.location = { search: "?server" };
const { fetch } = globalThis;
globalThis.fetch = (path, options) => fetch(`${address}/${path}`, options);
const { answerHere, ask } = await import("../../../../minesolver/extras/web/static/engine.js");
const { answers, failure } = await import("../../../../minesolver/extras/web/static/questions.js");
const { load } = await import("../../../../bindings/js/index.js");
const { play } = await import("../../../../minesolver/extras/web/static/games.js");
const engine = answers(await load());
const own = Object.fromEntries(Object.entries(engine).map(([name, answer]) => [name, async (keys) => answer(keys)]));

/** An answer, or what was wrong, in the words that the page sees. */
async function told(command, keys) {
  const cells = keys.position?.codes.length;
  try {
    return await ask(command, keys);
  } catch (error) {
    const {
      kind,
      cell,
      clues,
      groups,
      mineCount = error.mine_count_needed,
    } = "kind" in error && "status" in error ? error : failure(error, cells);
    return { error: { kind, cell, clues, groups, mineCount } };
  }
}

for (const { command, keys, game, moves } of questions) {
  if (game) keys.position = { ...(await play({ game, moves })).board, ...keys.position };
  else if (keys.position) keys.position = { ...keys.position, codes: Int8Array.from(keys.position.codes) };
  answerHere(own);
  const browser = await told(command, { ...keys });
  answerHere(null);
  const server = await told(command, { ...keys });
  for (const one of [browser, server]) {
    if (one.layout) one.layout = [...one.layout];
    if (one.probability) one.probability = [...one.probability];
  }
  console.log(JSON.stringify([browser, server]));
}
