import assert from "node:assert/strict";
import { test } from "node:test";

import { bbbv, record } from "../../minesolver/web/static/stats.js";

test("3BV: openings, and clues that border none", () => {
  assert.equal(bbbv(3, 3, new Set()), 1);
  assert.equal(bbbv(3, 3, new Set([4])), 8);
  assert.equal(bbbv(1, 7, new Set([3])), 2); // 0 0 1 * 1 0 0
  assert.equal(bbbv(1, 5, new Set([1])), 2); // 1 * 1 0 0: the first clue alone, then the opening with its border
  assert.equal(bbbv(3, 3, new Set([4]), (i) => i < 3), 3);
});

test("a level's figures", () => {
  const won = { won: true, seconds: 10, bbbv: 5, solved: 5, clicks: 8, guesses: 1, luck: 0.3 };
  let level = record(undefined, won);
  level = record(level, { ...won, seconds: 7 });
  assert.deepEqual([level.games, level.wins, level.streak, level.best, level.seconds], [2, 2, 2, 7, 17]);
  level = record(level, { ...won, won: false, seconds: 3, solved: 2 });
  assert.deepEqual([level.games, level.wins, level.streak, level.bestStreak, level.best, level.seconds, level.solved], [3, 2, 0, 2, 7, 17, 12]);
});
