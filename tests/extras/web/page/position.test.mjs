import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedPosition } from "../../../../minesolver/extras/web/static/doors.js";
import { around } from "../../../../minesolver/protocol/scripts/measures.js";
import {
  DENSITY,
  edit,
  empty,
  HIDDEN,
  MINE,
  possible,
  resized,
  toHash,
  toModel,
  toText,
  wheeled,
  withCells,
} from "../../../../minesolver/extras/web/static/position.js";

test("links, wire and text hold the same board", () => {
  let seed = 1;
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 50; round++) {
    const [rows, cols] = [1 + next(9), 1 + next(9)];
    const total = [null, next(20)][next(2)];
    const position = empty(rows, cols, total, total === null ? [null, "1/5", "0.25"][next(3)] : null);
    position.codes.forEach((_, i) => (position.codes[i] = [HIDDEN, MINE, next(9)][next(3)]));
    assert.deepEqual(checkedPosition(toHash(position)), position);
    assert.deepEqual(checkedPosition(toModel(position)), position);
    assert.deepEqual(toText(position).trim().split("\n").slice(-rows), toModel(position).rows);
  }
});

test("a text that would be a layout, or have hidden cells, has a first line that says what it is", () => {
  for (const [codes, text] of [
    [[0, 1, 1], "1x3x?\n011\n"],
    [[1, MINE, 1], "1x3x?\n1*1\n"],
    [[1, MINE, HIDDEN], "1*#\n"],
    [[0, 0, 0], "000\n"],
  ])
    assert.equal(toText({ ...empty(1, 3, null, null), codes }), text);
});

test("broken links are refused with a sentence", () => {
  for (const text of ["", "x", "0x1:", "2x2:z9", "2x2:z3", "900x900x1:z810000", "2x2x~abc:z4", "2x2x~20%:z4", "2x2:y4"])
    assert.throws(() => checkedPosition(text), /link|chance|rows and columns/, text);
  assert.equal(toHash(empty(2, 2, null, "~x")), "2x2:z4"); // what could not be read back is not written
});

test("chances are numbers between 0 and 1 as people write them", () => {
  for (const text of ["1/5", "0.2", ".2", "1", "0.2063492063492063"]) assert.match(text, DENSITY);
  for (const text of ["", "-1", "1e-9", "abc", "20%", "1e-999999999", "1/" + "9".repeat(400)])
    assert.doesNotMatch(text, DENSITY);
});

test("an edit changes no position but makes another", () => {
  const before = empty(2, 2, 1);
  const after = withCells(before, edit(before, 0, 3));
  assert.equal(before.codes[0], HIDDEN);
  assert.equal(after.codes[0], 3);
  assert.deepEqual(edit(after, 0, 3), []);
});

test("a mine adds one to the clues around it, if wished", () => {
  const before = withCells(empty(1, 3, 1), [[1, 0]]);
  const cells = edit(before, 0, MINE, true);
  const after = withCells(before, cells);
  assert.deepEqual([...after.codes], [MINE, 1, HIDDEN]);
  assert.deepEqual([...withCells(after, edit(after, 0, HIDDEN, true)).codes], [HIDDEN, 0, HIDDEN]);
  assert.deepEqual(edit(before, 0, MINE), [[0, MINE]]);
});

test("the wheel gives possible values only, all of them, and comes round", () => {
  const corner = withCells(empty(3, 3, 2), [
    [1, MINE],
    [3, 1],
  ]);
  assert.deepEqual(possible(corner, 0), [1, 2]);
  const seen = [];
  let position = corner;
  for (let i = 0; i < 4; i++) {
    position = withCells(position, [[0, wheeled(position, 0, true)]]);
    seen.push(position.codes[0]);
  }
  assert.deepEqual(seen, [1, 2, MINE, HIDDEN]);
  assert.equal(wheeled(corner, 0, false), MINE);
});

test("neighbours and sizes", () => {
  assert.deepEqual(around(3, 3, 4), [0, 1, 2, 3, 5, 6, 7, 8]);
  assert.deepEqual(around(1, 3, 0), [1]);
  const grown = resized(withCells(empty(2, 2, 1), [[3, 2]]), 3, 3);
  assert.equal(grown.codes[4], 2);
  assert.equal(resized(grown, 2, 2).codes[3], 2);
});
