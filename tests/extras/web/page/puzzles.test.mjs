import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedPosition } from "../../../../minesolver/extras/web/static/doors.js";
import { facts } from "../../../../minesolver/extras/web/static/facts.js";
import { groundOf, HOLE } from "../../../../minesolver/protocol/scripts/ground.js";
import { BLANK, empty, HIDDEN, toHash, toText, withCells } from "../../../../minesolver/extras/web/static/position.js";
import {
  countsFrom,
  countsText,
  isPuzzle,
  lineOf,
  named,
  puzzleLists,
  withCellInGroup,
  withCounts,
  withLines,
  withoutGroup,
  withoutHoles,
} from "../../../../minesolver/extras/web/static/puzzles.js";

const NOTHING = { geometries: {}, sights: { eight: { steps: 1, edges: false } }, clues: {} };

/** 1 # _ over # # ?, one mine among the two cells beside the 1. */
function example() {
  const cells = [
    [0, 1],
    [2, HOLE],
    [5, BLANK],
  ];
  const board = named(withCells(empty(2, 3, 2), cells));
  return withCounts(withCellInGroup(withCellInGroup(board, 0, 3, true), 0, 1, true), 0, [0, 2]);
}

test("a puzzle goes into links and text and back", () => {
  [facts.shapes, facts.rules, facts.geometries] = [NOTHING, [], []];
  const puzzle = example();
  assert.equal(toHash(puzzle), "square;2x3x2:Bzoz2q;1.3=0.2");
  assert.deepEqual(checkedPosition(toHash(puzzle)), { ...puzzle, shape: null });
  const json = JSON.parse(toText(puzzle));
  assert.deepEqual(json.board, ["1 # _", "# # ?"]);
  assert.deepEqual(json.constraints, [
    {
      cells: [
        [0, 1],
        [1, 0],
      ],
      counts: [0, 2],
    },
  ]);
  const again = checkedPosition({ json });
  assert.deepEqual([[...again.codes], again.groups, again.rules], [[...puzzle.codes], puzzle.groups, "square"]);
  for (const link of ["2x3x2:Bzoz2A;1.3=0", "square;2x3x2:Bzoz2A;2=1", "square;2x3x2:Bzoz2A;9=1", "2x3:Bzoz2A;=1"])
    assert.throws(() => checkedPosition(link), /link/, link);
  for (const name of ["rules", "geometries", "shapes"]) delete facts[name];
});

test("what the reader says of cells together are groups, and what the page has not is refused", () => {
  [facts.shapes, facts.rules, facts.geometries] = [NOTHING, [], []];
  const board = (constraint) => ({ codes: [-1, -1], rules: "square", shape: [1, 2], constraints: [constraint] });
  assert.deepEqual(checkedPosition(board({ cells: [[0, 1]], range: [0, 1] })).groups, [{ cells: [1], counts: [0, 1] }]);
  for (const wrong of [
    { cells: [[0, 1]], mines: 1, weights: [2] },
    { cells: [[0, 2]], mines: 1 },
    { cells: [[0, 1], [0, 1]], mines: 1 },
    { cells: [[0, 1]], table: [[0]] },
    { cells: ["a"], mines: 1 },
  ]) // prettier-ignore
    assert.throws(() => checkedPosition(board(wrong)), { kind: "board" }, wrong);
  for (const name of ["rules", "geometries", "shapes"]) delete facts[name];
});

test("no clue sees a hole, and the engine gets the sums that clues and groups allow", () => {
  [facts.shapes, facts.rules, facts.geometries] = [NOTHING, [], []];
  const puzzle = example();
  assert.deepEqual(groundOf(puzzle).near[1], [0, 3, 4, 5]);
  assert.deepEqual(groundOf(puzzle).near[2], []);
  const { neighbours, allowed } = puzzleLists(puzzle);
  assert.deepEqual(neighbours.slice(6), [[1, 3]]);
  assert.deepEqual(allowed, [[1], null, null, null, null, null, [0, 2]]);
  for (const name of ["rules", "geometries", "shapes"]) delete facts[name];
});

test("what is no puzzle has no name of rules", () => {
  const puzzle = example();
  assert.ok(isPuzzle(puzzle));
  const bare = named(
    withoutGroup(
      withCells(puzzle, [
        [2, HIDDEN],
        [5, HIDDEN],
      ]),
      0,
    ),
  );
  assert.equal(bare.rules, "");
  assert.equal(isPuzzle(bare), false);
  assert.equal(named({ ...empty(2, 2, 1), rules: "hex" }).rules, "hex");
});

test("groups lose the cells that are no more, and go with the last", () => {
  const puzzle = example();
  const fewer = withoutHoles(withCells(puzzle, [[1, HOLE]]));
  assert.deepEqual(fewer.groups, [{ cells: [3], counts: [0, 2] }]);
  assert.deepEqual(withCellInGroup(fewer, 0, 3, false).groups, []);
});

test("mine counts as people write them", () => {
  for (const [text, counts] of [
    ["2", [2]],
    [" 1 - 3", [1, 2, 3]],
    ["0, 2", [0, 2]],
    ["3,1–2", [1, 2, 3]],
  ])
    assert.deepEqual(countsFrom(text), counts, text);
  for (const text of ["", "x", "1-", "3-1", "-1", "1 2"]) assert.equal(countsFrom(text), null, text);
  assert.equal(countsText([0, 2, 3, 4, 9]), "0, 2-4, 9");
});

test("rows and columns are groups of their own, which may hold any number of mines at first", () => {
  const puzzle = example(); // the last place of the first row has no cell
  const { groups } = withLines(puzzle);
  assert.deepEqual(groups[0], puzzle.groups[0]);
  assert.deepEqual(
    groups.slice(1).map(({ cells }) => cells),
    [
      [0, 1],
      [3, 4, 5],
      [0, 3],
      [1, 4],
      [5],
    ],
  );
  assert.deepEqual(groups[2].counts, [0, 1, 2, 3]);
  assert.deepEqual(withLines(withLines(puzzle)), withLines(puzzle));
  assert.equal(lineOf(puzzle, [3, 4, 5]).kind, "row");
  assert.equal(lineOf(puzzle, [1, 4]).number, 1);
  assert.equal(lineOf(puzzle, [3, 5]), undefined);
});
