// Texts as the page reads them without a server, for tests/conformance/test_law.py: the page's facts, then a text a
// line, in; the board that it is, or why it is none, out.
import { readFileSync } from "node:fs";

const [facts, ...texts] = readFileSync(0, "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
globalThis.document = {
  getElementById: () => ({ textContent: JSON.stringify(facts) }),
  documentElement: { dataset: {} },
};
const { read } = await import("../../minesolver/web/static/reading.js");
const { fromModel } = await import("../../minesolver/web/static/position.js");
for (const text of texts) {
  try {
    const found = await read({ text });
    const { rows, cols, codes, mines, density = null, rules = null, shape = null } = fromModel(found.boards[0]);
    console.log(JSON.stringify({ rows, cols, codes: [...codes], mines, density: density ?? null, rules, shape }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message, kind: error.kind ?? null }));
  }
}
