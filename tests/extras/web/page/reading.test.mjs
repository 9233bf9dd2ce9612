import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../../../../minesolver/extras/web/static/facts.js";
import { fromModel, toText } from "../../../../minesolver/extras/web/static/position.js";
import { read } from "../../../../minesolver/extras/web/static/reading.js";
import { underRules } from "../../../../minesolver/extras/web/static/variant.js";

test("boards under rules, as the page and Python write them", () => {
  facts.rules = ["hex", "liar", "3d", "4d", "cube", "geodesic"].map((name) => ({ name }));
  facts.geometries = ["hex", "3d", "4d", "cube", "geodesic"];
  facts.shapes = {
    geometries: {
      square: { dimensions: 2 },
      hex: { dimensions: 2 },
      "3d": { dimensions: 3 },
      "4d": { dimensions: 4 },
      geodesic: { dimensions: 3, strips: 5 },
    },
    sights: {},
    clues: { liar: {} },
  };
  const told = { rows: 2, cols: 2, mines: null, density: null, rules: "hex,liar", shape: null };
  const codes = Int8Array.of(22, -1, -1, 10);
  for (const text of [
    "hex, liar\n12 #\n# *",
    "rules: hex,liar\r\n12 #\r\n# *\r\n",
    '{"rules": "hex,liar", "board": ["12 #", "#*"]}',
  ])
    assert.deepEqual(underRules(text), { ...told, codes }, text);
  assert.equal(underRules("hex\n2x2x3\n1#\n##").mines, 3);
  assert.deepEqual(underRules("2x2x3 hex,liar\n12 #\n# *").mines, 3);
  assert.deepEqual(underRules("2x2x? hex,liar\n12 #\n# *"), { ...told, codes });
  assert.equal(underRules("2x2x~1/5 hex\n1#\n##").density, "1/5");
  assert.equal(underRules("2x2x3\n1#\n##"), null);
  const cube = { ...fromModel(underRules("3d\n2x1x2x1\n1#\n-\n##")) };
  assert.deepEqual([cube.rows, cube.cols, cube.shape], [2, 2, [2, 1, 2]]);
  assert.deepEqual(fromModel(underRules(toText(cube))), cube);
  const indented = underRules('{"rules": "hex", "board": ["1#", " #*"]}'); // as Python writes it
  assert.deepEqual([...indented.codes], [1, -1, -1, 10]);
  const four = fromModel(underRules("4d\n1#\n-\n##\n-\n##\n--\n##\n-\n##\n-\n2#"));
  assert.deepEqual([four.rows, four.cols, four.shape], [6, 2, [2, 3, 1, 2]]);
  assert.deepEqual(fromModel(underRules(toText(four))), four);
  const sphere = underRules(`geodesic\n1#${"\n-\n##".repeat(5)}`);
  assert.deepEqual([sphere.rows, sphere.cols, sphere.codes.length, sphere.shape], [12, 1, 12, [6, 1, 2]]);
  for (const text of [`geodesic\n_#${"\n-\n##".repeat(5)}`, `geodesic\n1#${"\n-\n##".repeat(4)}\n-\n#_`])
    assert.throws(() => underRules(text), { kind: "board" }, text);
  for (const text of ["1#\n##", "hello\n1#", '{"board": ["1#"]}', "[1]"]) assert.equal(underRules(text), null, text);
  for (const text of ["hex\n1#\n#", "hex\n1a", "hex,none\n1#", "cube\n1#", "hex\n", "3d\n1#\n-\n##\n##"])
    assert.throws(() => underRules(text), { kind: "board" }, text);
  for (const name of ["rules", "geometries", "shapes"]) delete facts[name];
});

test("layouts, game files, and what needs Python", async () => {
  facts.max_cells = 10_000;
  const data = btoa(String.fromCharCode(3, 2, 0, 1, 2, 0));
  assert.deepEqual((await read({ data, name: "a.mbf" })).layout, { rows: 2, cols: 3, mines: 1, layout: [[0, 2]] });
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
  await assert.rejects(read({ data, name: "a.png" }), { kind: "missing" });
});
