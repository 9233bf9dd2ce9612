import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedPosition } from "../../../../minesolver/extras/web/static/doors.js";
import {
  besideRing,
  cutIn,
  errorWithoutRing,
  inRing,
  withCut,
  withoutRing,
  withRing,
} from "../../../../minesolver/extras/web/static/cut.js";
import {
  empty,
  HIDDEN,
  possible,
  resized,
  toHash,
  toModel,
  toText,
} from "../../../../minesolver/extras/web/static/position.js";

const part = (/** @type {string[]} */ cut) => withCut({ ...empty(2, 3, 4), codes: Int8Array.of(-1, 3, -1, 1, -1, 2) }, cut);

test("a part has no mine count, and is the same in links, on the wire and in text", () => {
  for (const cut of [["left"], ["left", "top"], ["left", "top", "right", "bottom"]]) {
    const position = part(cut);
    assert.equal(position.mines, null);
    assert.deepEqual(checkedPosition(toHash(position)), position);
    assert.deepEqual(checkedPosition(toModel(position)), position);
    assert.equal(toText(position).split("\n")[0], `2x3x? cut=${cut.join(",")}`);
    assert.deepEqual(cutIn(toText(position))?.cut, cut);
    assert.deepEqual(resized(position, 3, 3).cut, cut);
  }
  assert.equal(toHash(part(["top"])), "2x3:zDzBzC;cut=top");
  assert.deepEqual(withCut(part(["top"]), []).cut, undefined);
  for (const hash of ["2x3:zDzBzC;cut=up", "2x3x4:zDzBzC;cut=top", "hex;2x3:zDzBzC;cut=top"])
    assert.throws(() => checkedPosition(hash));
});

test("the ring lies beyond the cut edges alone", () => {
  const whole = withRing(part(["left", "top"]));
  assert.deepEqual([whole.rows, whole.cols], [3, 4]);
  assert.deepEqual([...whole.codes], [-1, -1, -1, -1, -1, -1, 3, -1, -1, 1, -1, 2]);
  assert.deepEqual(inRing(part(["left", "top"]), [1, 2]), [2, 3]);
  assert.equal(besideRing(part(["left", "top"]), 0), 5);
  assert.equal(besideRing(part(["left", "top"]), 2), 2);
  assert.equal(besideRing(part(["left", "top"]), 5), 0);
  assert.equal(besideRing(empty(2, 3, 1), 0), 0);
  // A clue counts what may lie there.
  assert.deepEqual(possible({ ...empty(1, 1, null), cut: ["left", "top", "right", "bottom"] }, 0), [0, 8]);
  assert.deepEqual(possible({ ...empty(1, 1, null), cut: ["top"] }, 0), [0, 1]);
});

test("an answer about the ring is one about the part", () => {
  const position = part(["left", "top"]);
  const answer = withoutRing(position, {
    probability: Array.from({ length: 12 }, (_, i) => i / 100),
    safe: [[0, 0], [2, 2]],
    mine_cells: [[1, 3], [2, 0]],
    best: [0, 0],
    reasons: [
      { cell: [0, 0], clues: [[1, 2]], after: [] },
      { cell: [2, 2], clues: [[1, 2], [2, 1]], after: [] },
    ],
  }); // prettier-ignore
  assert.deepEqual(answer.probability, [0.05, 0.06, 0.07, 0.09, 0.1, 0.11]);
  assert.deepEqual([answer.safe, answer.mine_cells, answer.best], [[[1, 1]], [[0, 2]], [1, 1]]);
  assert.deepEqual(answer.reasons, [{ cell: [1, 1], clues: [[0, 1], [1, 0]], after: [] }]); // prettier-ignore
  assert.deepEqual(errorWithoutRing(position, { clues: [[1, 2]], cell: null }).clues, [[0, 1]]);
  // Without a safe cell the least risk, of equals one that touches a clue.
  const even = { ...empty(1, 3, null), codes: Int8Array.of(HIDDEN, HIDDEN, 0), cut: ["left"] };
  const risks = { probability: [0.5, 0.5, 0.5, 0], safe: [], mine_cells: [] };
  assert.deepEqual(withoutRing(even, risks).best, [0, 1]);
});

test("the first line of a text says the sides", () => {
  assert.deepEqual(cutIn("2x2x? cut=left,top\n1#\n##"), { cut: ["left", "top"], text: "2x2x?\n1#\n##" });
  assert.deepEqual(cutIn("cut=top left\n1#\n##"), { cut: ["left", "top"], text: "1#\n##" });
  assert.deepEqual(cutIn("CUT = all / 1# / ##")?.text, " 1# / ##");
  for (const text of ["1#\n##", "2x2x? cut=up\n1#\n##", "1#\ncut=left", "a cut above"]) assert.equal(cutIn(text), null);
});
