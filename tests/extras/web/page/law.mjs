// Texts as the page reads them without a server, for tests/io/test_law.py: the page's facts, then a text a
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
const { read } = await import("../../../../minesolver/extras/web/static/reading.js");
const { fromModel } = await import("../../../../minesolver/extras/web/static/position.js");
for (const text of texts) {
  try {
    const found = await read({ text });
    const board = fromModel(found.boards[0]);
    const { rows, cols, codes, mines, density = null, rules = null, shape = null, groups } = board;
    const values = { rows, cols, codes: [...codes], mines, density: density ?? null, rules: rules || null, shape };
    console.log(JSON.stringify(groups?.length ? { ...values, groups } : values));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message, kind: error.kind ?? null }));
  }
}
