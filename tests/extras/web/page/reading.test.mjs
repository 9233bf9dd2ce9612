import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../../../minesolver/extras/web/static/reading.js";

test("layouts, game files, links, and what needs Python", async () => {
  const data = btoa(String.fromCharCode(3, 2, 0, 1, 2, 0));
  assert.deepEqual((await read({ data, name: "a.mbf" })).layout, { rows: 2, cols: 3, mines: 1, layout: [[0, 2]] });
  await assert.rejects(read({ data: btoa("abc"), name: "a.mbf" }), { kind: "board" });
  const text = '{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 1]]}\n{"cell": [0, 3]}\n{"cell": [0, 1]}';
  const { replay } = await read({ text });
  assert.deepEqual(
    replay.steps.map(({ cells }) => cells),
    [[[0, 3]], [[0, 1]]],
  );
  assert.deepEqual(
    replay.steps.map(({ shown }) => shown.length),
    [2, 1],
  );
  const { boards } = await read({ text: "https://example.org/page/#board=2x2x1:Bz3" });
  assert.deepEqual([boards[0].rows, boards[0].mines, boards[0].codes[0]], [2, 1, 1]);
  await assert.rejects(read({ text: "#board=%E0%A4%A" }), { kind: "board" });
  await assert.rejects(read({ data, name: "a.png" }), { kind: "missing" });
});

test("a recorded game is one that can be", async () => {
  const lines = (header, ...moves) => [header, ...moves].map((line) => JSON.stringify(line)).join("\n");
  const header = { rows: 1, cols: 4, mines: 1, layout: [[0, 1]] };
  for (const wrong of [
    lines({ ...header, rows: 300 }, { cell: [0, 0] }),
    lines({ ...header, layout: [[0, 9]] }, { cell: [0, 0] }),
    lines({ ...header, mines: 2, layout: [[0, 1], [0, 1]] }, { cell: [0, 0] }),
    lines(header, { cell: [5, 5] }),
    lines(header, { cell: [0, 0], action: "look" }),
  ]) // prettier-ignore
    await assert.rejects(read({ text: wrong }), (error) => ["board", "rule"].includes(error.kind), wrong);
});
