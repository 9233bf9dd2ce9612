// Boards that need more than a code for each cell: graphs, several mines a cell, printed clues, clues of other rules.

import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedPosition } from "../../../../minesolver/extras/web/static/doors.js";
import { graphFrom, labelOf, statementsBeside } from "../../../../minesolver/extras/web/static/graph.js";
import { capacityOf, groundOf } from "../../../../minesolver/protocol/scripts/ground.js";
import {
  HIDDEN,
  MINE,
  minesAt,
  minesSet,
  notesOf,
  signOf,
  statementsOf,
  toHash,
  withPrinted,
  withText,
} from "../../../../minesolver/extras/web/static/position.js";

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const at = (x, y) => SQUARE.map(([dx, dy]) => [x + dx, y + dy]);
const ROW = {
  rules: "graph",
  mines: 2,
  neighbours: [
    ["a", ["b"]],
    ["b", ["c"]],
    [[0, 7], ["c"]],
    ["c", []],
  ],
  outlines: [
    ["a", at(0, 0)],
    ["b", at(1, 0)],
    ["c", at(2, 0)],
    [[0, 7], at(0, 1)],
  ],
  board: [
    ["a", "#"],
    ["b", "1"],
    [[0, 7], "*"],
    ["c", "?"],
  ],
  constraints: [
    { name: "line", cells: ["a", "b", "c"], mines: 1 },
    { name: "at c", cells: ["a", null, "b"], at: "c", together: true, ring: true, mines: 2 },
    { name: "corner", cells: ["a", "b", [0, 7]], counts: [1, 2] },
  ],
};

test("an edge is one from either end, and cells keep the order of their names", () => {
  const graph = graphFrom(ROW);
  assert.deepEqual(graph.names, ["a", "b", [0, 7], "c"]);
  assert.deepEqual(graph.near, [[1], [0, 3], [3], [1, 2]]);
  assert.deepEqual(graph.outlines[2], at(0, 1));
});

test("cells without a place lie round a circle, apart from each other", () => {
  const { outlines } = graphFrom({ neighbours: [...Array(9)].map((_, name) => [name, []]) });
  const middles = outlines.map((corners) => [0, 1].map((k) => corners.reduce((sum, p) => sum + p[k], 0) / 12));
  for (const [i, [x, y]] of middles.entries())
    for (const [px, py] of middles.slice(0, i)) assert.ok(Math.hypot(x - px, y - py) > 1);
});

test("constraints are labels as Hexcells writes them", () => {
  assert.equal(labelOf({ mines: 3, together: true }), "{3}");
  assert.equal(labelOf({ mines: 3, apart: true }), "-3-");
  assert.equal(labelOf({ range: [1, 3] }), "1..3");
  assert.equal(labelOf({ counts: [1, 3] }), "1/3");
  assert.equal(labelOf({ mines: 3, weights: [1, 2] }), "");
});

test("a line's number stands before its cells, a region has an outline and a colour", () => {
  const graph = graphFrom(ROW);
  const indexOf = (name) => graph.names.findIndex((one) => String(one) === String(name));
  const { labels, edges } = statementsBeside(ROW.constraints, indexOf, graph.outlines);
  assert.deepEqual(
    labels.map(({ text, colour }) => [text, colour]),
    [
      ["1", -1],
      ["1/2", 0],
    ],
  );
  assert.deepEqual([labels[0].x, labels[0].y], [-0.5, 0.5]);
  assert.equal(edges.length, 8); // three squares in an L have eight sides outside
});

test("a board on a graph comes from JSON and goes through a link", () => {
  const position = checkedPosition({ json: ROW });
  assert.deepEqual([...position.codes], [HIDDEN, 1, MINE, -4]);
  assert.equal(groundOf(position).index([0, 7]), 2);
  assert.deepEqual([...notesOf(position)], [[3, "{2}"]]);
  assert.equal(statementsOf(position, position.more.graph.outlines).labels.length, 2);
  const again = checkedPosition(toHash(position));
  assert.deepEqual(again, position);
});

const SEVERAL = { rules: "multi-3", mines: 6, board: ["3 # *2", "* # #"] };

test("cells of several mines are counted with all of them", () => {
  const position = checkedPosition({ json: SEVERAL });
  assert.equal(capacityOf(position.rules), 3);
  assert.equal(signOf(position, 2), "*2");
  assert.deepEqual([minesAt(position, 2), minesAt(position, 3), minesAt(position, 0)], [2, 1, 0]);
  assert.equal(minesSet(position), 3);
  const [next, code] = withText(position, "*3");
  assert.notEqual(code, position.codes[2]);
  assert.equal(withText(next, "*2")[1], position.codes[2]);
  assert.deepEqual(checkedPosition(toHash(position)), position);
});

test("printed clues stand on hidden cells and on mines, and can be set and taken away", () => {
  const position = checkedPosition({ json: { rules: "square", mines: null, board: ["3# 1* 2", "# # ?"] } });
  assert.deepEqual([...position.codes], [HIDDEN, MINE, 2, HIDDEN, HIDDEN, -4]);
  assert.deepEqual([...notesOf(position)].sort(), [
    [0, "3"],
    [1, "1"],
  ]);
  const next = withPrinted(withPrinted(position, 4, "5"), 0, null);
  assert.deepEqual(next.more.printed, { 1: "1", 4: "5" });
  assert.deepEqual(checkedPosition(toHash(next)), next);
});

test("clues of other rules keep their signs, and constraints that are no groups what they say", () => {
  const constraints = [
    { cells: [[0, 0]], mines: 1 },
    { cells: [[0, 0], [0, 1]], mines: 2, weights: [1, 2] },
  ];
  const position = checkedPosition({ json: { rules: "hex,liar", mines: 3, board: ["1 L1 1+2", "# # #"], constraints } });
  assert.deepEqual([0, 1, 2].map((index) => signOf(position, index)), ["1", "L1", "1+2"]);
  assert.deepEqual(position.groups, [{ cells: [0], counts: [1] }]);
  assert.deepEqual(position.more.constraints, [constraints[1]]);
  assert.deepEqual(checkedPosition(toHash(position)).more, position.more);
});

test("a damaged link is refused", () => {
  for (const link of ["json:", "json:%%%", "json:e30", "json:eyJib2FyZCI6IFsxXX0"])
    assert.throws(() => checkedPosition(link));
});
