import assert from "node:assert/strict";
import { test } from "node:test";

import { empty, HIDDEN, nearOf } from "../../../../minesolver/extras/web/static/position.js";
import { argumentOf } from "../../../../minesolver/extras/web/static/proofs.js";

/** A board of rows such as "1#2": # is hidden. */
function board(...rows) {
  const codes = [...rows.join("")].map((sign) => (sign === "#" ? HIDDEN : Number(sign)));
  return { ...empty(rows.length, rows[0].length, null), codes: Int8Array.from(codes) };
}

/** What the cells around some clues may be, so that these clues and the facts hold: one map for each way. */
function waysOf(position, clues, facts) {
  const around = [...new Set(clues.flatMap((clue) => nearOf(position, clue)))];
  const hidden = around.filter((cell) => position.codes[cell] === HIDDEN);
  const ways = [];
  for (let bits = 0; bits < 1 << hidden.length; bits++) {
    const way = new Map(hidden.map((cell, k) => [cell, Boolean(bits & (1 << k))]));
    const minesOf = (clue) => nearOf(position, clue).filter((cell) => way.get(cell)).length;
    const holds = clues.every((clue) => minesOf(clue) === position.codes[clue]);
    if (holds && [...facts].every(([cell, isMine]) => !way.has(cell) || way.get(cell) === isMine)) ways.push(way);
  }
  return ways;
}

test("one clue and two clues are put as such", () => {
  const argued = (rows, cell, isMine, clues, facts = []) =>
    argumentOf(board(...rows), { cell, isMine, clues, isAlone: true }, new Map(facts));
  assert.deepEqual(argued(["0#"], 1, false, [0]), { kind: "hasAll", clue: 0 });
  assert.deepEqual(argued(["1#"], 1, true, [0]), { kind: "needsAll", clue: 0 });
  assert.deepEqual(argued(["1#", "##"], 1, false, [0], [[2, true]]), { kind: "hasAll", clue: 0 });
  assert.deepEqual(argued(["121", "###"], 3, true, [1, 2]), { kind: "needsMore", clue: 1, than: 2, count: 1, cells: [3] });
  assert.deepEqual(argued(["11#", "###"], 5, false, [0, 1]), { kind: "needsSame", clue: 0, than: 1 });
  assert.deepEqual(argued(["1#", "##"], 1, true, [0]), { kind: "together" });
});

test("what is said follows from these clues alone, on any board", () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const seen = {};
  for (let round = 0; round < 400; round++) {
    const position = { ...empty(3, 4, null), codes: new Int8Array(12).fill(HIDDEN) };
    const mines = new Set(Array.from({ length: 1 + random(5) }, () => random(12)));
    for (let cell = 0; cell < 12; cell++) {
      const count = nearOf(position, cell).filter((one) => mines.has(one)).length;
      if (!mines.has(cell) && random(2)) position.codes[cell] = count;
    }
    const clues = [...position.codes.keys()].filter((cell) => position.codes[cell] !== HIDDEN);
    const hidden = [...position.codes.keys()].filter((cell) => position.codes[cell] === HIDDEN);
    const facts = new Map(hidden.filter(() => random(5) === 0).map((cell) => [cell, mines.has(cell)]));
    for (const cell of hidden.filter((one) => !facts.has(one)))
      for (const first of clues)
        for (const second of clues) {
          const used = first === second ? [first] : [first, second];
          const isMine = mines.has(cell);
          const { kind } = argumentOf(position, { cell, isMine, clues: used, isAlone: true }, facts);
          if (kind === "together") continue;
          seen[kind] = (seen[kind] ?? 0) + 1;
          const ways = waysOf(position, used, facts);
          const isForced = ways.length > 0 && ways.every((way) => way.get(cell) === isMine);
          assert.ok(isForced, `${kind} ${position.codes} ${used} ${cell}`);
        }
  }
  for (const kind of ["hasAll", "needsAll", "needsMore", "needsSame"]) assert.ok(seen[kind] > 20, `${kind}: ${seen[kind]}`);
});
