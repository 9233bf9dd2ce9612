import assert from "node:assert/strict";
import { test } from "node:test";
import { boards, read } from "../../minesolver/web/static/reading.js";

test("boards as people paste them", () => {
  const plain = { rows: ["1#", "##"], mines: 1, density: null };
  for (const text of ["2x2x1\n1#\n##", "```\n2x2x1\n1 #\n# #\n```", "> 2x2x1\n> 1️⃣⬜\n> ⬜⬜", "2x2x1\n1,-1\n-1,-1"]) assert.deepEqual(boards(text), [plain], text);
  assert.deepEqual(boards("1🚩\n\n.#").map(({ rows }) => rows), [["1*"], ["0#"]]);
  assert.throws(() => boards("1#\n#"), { kind: "board", line: 2 });
  assert.throws(() => boards("hello"), { kind: "board", line: 1 });
  assert.throws(() => boards(" "), { kind: "board" });
});

test("layouts, game files, and what needs Python", async () => {
  const data = btoa(String.fromCharCode(3, 2, 0, 1, 2, 0));
  assert.deepEqual((await read({ data, name: "a.mbf" })).layout, { rows: 2, cols: 3, mines: 1, layout: [[0, 2]] });
  const text = '{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 1]]}\n{"cell": [0, 3]}\n{"cell": [0, 1]}';
  const { replay } = await read({ text });
  assert.deepEqual(replay.steps.map(({ cells }) => cells), [[[0, 3]], [[0, 1]]]);
  assert.deepEqual(replay.steps.map(({ shown }) => shown.length), [2, 1]);
  await assert.rejects(read({ data, name: "a.png" }), { kind: "missing" });
});
