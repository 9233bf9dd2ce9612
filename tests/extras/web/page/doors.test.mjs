// The doors of the page: what Python refuses is refused, before anything of its size is made.

import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedGame, checkedPosition, gameLink } from "../../../../minesolver/extras/web/static/doors.js";
import { facts } from "../../../../minesolver/extras/web/static/facts.js";
import { HOLE } from "../../../../minesolver/protocol/scripts/ground.js";
import { HIDDEN, toHash, toText } from "../../../../minesolver/extras/web/static/position.js";

const GEODESIC = { dimensions: 3, strips: 5, sees: ["eight"], around: [[]], edges: [], wraps: [0, 0, 0] };

/** Run with what the page knows of rules. */
function withRules(work) {
  [facts.shapes, facts.rules] = [
    { geometries: { square: { dimensions: 2 }, geodesic: GEODESIC }, sights: { eight: {} }, clues: {} },
    [{ name: "geodesic" }, { name: "hex" }],
  ];
  facts.geometries = ["geodesic"];
  work();
  for (const name of ["shapes", "rules", "geometries"]) delete facts[name];
}

test("links of games that cannot be are refused", () => {
  for (const link of [
    "999x999x99999;zero;7;",
    "300x300x9999;zero;7;",
    "9x9x10;fixed:99,99;7;",
    "9x9x10;fixed:1;7;",
    "9x9x10;zero~s@zz;7;",
    "9x9x10;zero~v;7;",
    "9x9x82;zero;7;",
    "9x9x10;luck;7;",
    "9x9x10;zero;9999999999999999;",
    "9x9x10;zero;7;o99",
    "9x9x10;zero;7;x0",
    "2x2x2;none~!0.0;7;",
    "2x2x1;none~!9;7;",
    "2x2x2;none~!0;7;",
    "0x9x1;zero;7;",
    "9x9;zero;7;",
  ])
    assert.throws(() => checkedGame(link), ({ kind }) => kind === "rule" || kind === "board", link);
});

test("links of games are those that the page writes", () => {
  for (const link of [
    "9x9x10;zero;7;",
    "9x9x10;fixed:8,8;9007199254740991;o0.f1.c2",
    "16x30x99;row-col~cfsn@2a;0;o2a",
    "2x3x1;none~!2;0;",
  ]) {
    const { game, moves } = checkedGame(link);
    assert.equal(gameLink(game, moves), `play=${link}`);
  }
});

test("boards that cannot be are refused", () => {
  for (const link of [
    "999x999x99999:z998001",
    "1x257:z257",
    "2x2x1:Jz3", // a 9 on squares
    "2x2x1:oz3", // a place without a cell, of no puzzle
    "2x2;cut=left",
    "2x2x1:z4;cut=left",
  ])
    assert.throws(() => checkedPosition(link), { kind: "board" }, link);
  for (const model of [
    null,
    {},
    { rows: [] },
    { rows: ["##", "#"] },
    { rows: ["#x"] },
    { rows: ["##"], mines: -1 },
    { rows: ["##"], mines: 1.5 },
    { rows: ["##"], density: "many" },
    { codes: [-1, -1], rows: 1, cols: 3 },
    { codes: [-1, 77], rows: 1, cols: 2 },
    { codes: [-1, -1], rows: 1, cols: 2, groups: [{ cells: [0], counts: [1] }] },
  ])
    assert.throws(() => checkedPosition(model), { kind: "board" }, JSON.stringify(model));
});

test("a sphere is written and read by its geometry, whatever its size", () => {
  withRules(() => {
    const codes = new Array(12).fill(HIDDEN);
    const [small] = [checkedPosition({ codes: [1, ...codes.slice(1)], rules: "geodesic", shape: [6, 1, 2] })];
    assert.deepEqual([small.rows, small.cols], [12, 1]);
    assert.deepEqual(JSON.parse(toText(small)).board.filter((row) => row !== "-"), ["1#", ...new Array(5).fill("##")]);
    assert.deepEqual([...checkedPosition({ json: JSON.parse(toText(small)) }).codes], [...small.codes]);
    assert.deepEqual([...checkedPosition(toHash(small)).codes], [...small.codes]);
    // A hole of one's own is one; several mines in a cell are kept.
    const json = { rules: "geodesic,multi-2", mines: null, board: ["_ *2", ...new Array(5).fill(["-", "# #"]).flat()] };
    const several = checkedPosition({ json });
    assert.deepEqual([several.rows, several.cols, several.codes[0]], [12, 1, HOLE]);
    assert.equal(JSON.parse(toText(several)).board[0], "_ *2");
    assert.throws(() => checkedPosition("nowhere;2x2x1:z4"), { kind: "board" });
    assert.throws(() => checkedPosition("geodesic;6x2x3;6x2x1:z12"), { kind: "board" });
  });
});

test("a place without a cell on a board of printed clues stays one", () => {
  facts.printed = ["mosaic"];
  [facts.rules, facts.geometries] = [[{ name: "mosaic" }], []];
  const position = checkedPosition({ json: { rules: "mosaic", mines: 3, board: ["2? 2*", "3* _"] } });
  assert.equal(position.codes[3], HOLE);
  assert.deepEqual(position.more.printed, { 1: "2", 2: "3" });
  for (const name of ["printed", "rules", "geometries"]) delete facts[name];
});
