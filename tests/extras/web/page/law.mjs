// Texts as the page reads them without a server, for test_page_law.py: the page's facts, then a text a line, in; the
// board that it is, or why it is none, out.
import { readFileSync } from "node:fs";

const [facts, ...texts] = readFileSync(0, "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
globalThis.document = {
  getElementById: () => ({ textContent: JSON.stringify(facts) }),
  documentElement: { dataset: {} },
};
const { read } = await import("../../../../minesolver/extras/web/static/reading.js");
const { answerHere } = await import("../../../../minesolver/extras/web/static/engine.js");
const { answers, failure } = await import("../../../../minesolver/extras/web/static/questions.js");
const { load } = await import("../../../../bindings/js/index.js");
const engine = answers(await load());
answerHere({
  read: async (keys) => {
    try {
      return engine.read(keys);
    } catch (error) {
      throw Object.assign(error, failure(error));
    }
  },
});
for (const text of texts) {
  try {
    const found = await read({ text });
    const [board] = found.boards;
    const { rows, cols, codes, mines, density = null, rules = null, shape = null, groups } = board;
    const values = { rows, cols, codes: [...codes], mines, density: density ?? null, rules: rules || null, shape };
    console.log(JSON.stringify(groups?.length ? { ...values, groups } : values));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message, kind: error.kind ?? null }));
  }
}
