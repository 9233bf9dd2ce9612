// Texts as the npm package reads them, for test_one_reader_js.py: a text with its options a line, in; its board
// or error, out.
import { readFileSync } from "node:fs";
import { load } from "../../bindings/js/index.js";

const ms = await load();
for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const { text, ...options } = JSON.parse(line);
  try {
    const { rows, cols, mines, cells, taken } = ms.parse(text, options);
    console.log(JSON.stringify({ rows, cols, mines, cells: [...cells], taken }));
  } catch (error) {
    if (!error.kind) throw error;
    const { kind, message, line: number = null, column = null, readings = [] } = error;
    console.log(JSON.stringify({ error: kind, message, line: number, column, readings }));
  }
}
