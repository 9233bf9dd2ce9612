import assert from "node:assert/strict";
import { test } from "node:test";

import { bbbv } from "../../../../minesolver/protocol/scripts/measures.js";
import { record, soundLevels, withGuesses } from "../../../../minesolver/extras/web/static/stats.js";

test("3BV: openings, and clues that border none", () => {
  assert.equal(bbbv(3, 3, new Set()), 1);
  assert.equal(bbbv(3, 3, new Set([4])), 8);
  assert.equal(bbbv(1, 7, new Set([3])), 2); // 0 0 1 * 1 0 0
  assert.equal(bbbv(1, 5, new Set([1])), 2); // 1 * 1 0 0: the first clue alone, then the opening with its border
  assert.equal(
    bbbv(3, 3, new Set([4]), (i) => i < 3),
    3,
  );
});

test("figures of a day", () => {
  const game = { won: true, seconds: 10, bbbv: 5, solved: 5, clicks: 8 };
  let level = record(undefined, game, "2026-11-28");
  level = record(level, { ...game, seconds: 7 }, "2026-11-28");
  level = record(level, { ...game, won: false, seconds: 3 }, "2026-11-29");
  assert.deepEqual(level.days, {
    "2026-11-28": { games: 2, wins: 2, best: 7 },
    "2026-11-29": { games: 1, wins: 0, best: null },
  });
  assert.deepEqual(soundLevels({ a: { games: 1, days: { x: level.days["2026-11-28"], "2026-11-28": { games: "x" } } } }).a.days, {});
});

test("a level's figures", () => {
  const game = { won: true, seconds: 10, bbbv: 5, solved: 5, clicks: 8 };
  let level = record(undefined, game);
  level = record(level, { ...game, seconds: 7 });
  assert.deepEqual([level.games, level.wins, level.streak, level.best, level.seconds], [2, 2, 2, 7, 17]);
  level = record(level, { ...game, won: false, seconds: 3, solved: 2 });
  assert.deepEqual(
    [level.games, level.wins, level.streak, level.bestStreak, level.best, level.seconds, level.solved],
    [3, 2, 0, 2, 7, 17, 12],
  );
  const [after, lost] = [true, false].map((won) => withGuesses(level, { won, guesses: 2, luck: 0.3 }));
  assert.deepEqual([after.games, after.guesses, after.luck, lost.guesses, lost.luck], [3, 2, 0.3, 2, 0]);
});
