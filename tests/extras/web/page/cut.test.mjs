import assert from "node:assert/strict";
import { test } from "node:test";

import { checkedPosition } from "../../../../minesolver/extras/web/static/doors.js";
import { besideRing, withCut } from "../../../../minesolver/extras/web/static/cut.js";
import { empty, possible, resized, toHash, toModel, toText } from "../../../../minesolver/extras/web/static/position.js";

const part = (/** @type {string[]} */ cut) => withCut({ ...empty(2, 3, 4), codes: Int8Array.of(-1, 3, -1, 1, -1, 2) }, cut);

test("a part has no mine count, and is the same in links, on the wire and in text", () => {
  for (const cut of [["left"], ["left", "top"], ["left", "top", "right", "bottom"]]) {
    const position = part(cut);
    assert.equal(position.mines, null);
    assert.deepEqual(checkedPosition(toHash(position)), position);
    assert.deepEqual(checkedPosition(toModel(position)), position);
    assert.equal(toText(position).split("\n")[0], `2x3x? cut=${cut.join(",")}`);
    assert.deepEqual(resized(position, 3, 3).cut, cut);
  }
  assert.equal(toHash(part(["top"])), "2x3:zDzBzC;cut=top");
  assert.deepEqual(withCut(part(["top"]), []).cut, undefined);
  for (const hash of ["2x3:zDzBzC;cut=up", "2x3x4:zDzBzC;cut=top", "hex;2x3:zDzBzC;cut=top"])
    assert.throws(() => checkedPosition(hash));
});

test("the ring lies beyond the cut edges alone", () => {
  assert.equal(besideRing(part(["left", "top"]), 0), 5);
  assert.equal(besideRing(part(["left", "top"]), 2), 2);
  assert.equal(besideRing(part(["left", "top"]), 5), 0);
  assert.equal(besideRing(empty(2, 3, 1), 0), 0);
  // A clue counts what may lie there.
  assert.deepEqual(possible({ ...empty(1, 1, null), cut: ["left", "top", "right", "bottom"] }, 0), [0, 8]);
  assert.deepEqual(possible({ ...empty(1, 1, null), cut: ["top"] }, 0), [0, 1]);
});
