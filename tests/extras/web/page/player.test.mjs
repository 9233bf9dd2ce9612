import assert from "node:assert/strict";
import { test } from "node:test";

import { advise, problemOf, regions } from "../../../../minesolver/extras/web/static/coach.js";
import { zini } from "../../../../minesolver/protocol/scripts/measures.js";
import { before, decisive } from "../../../../minesolver/extras/web/static/finish.js";
import { openings, questions, ratio } from "../../../../minesolver/extras/web/static/overlays.js";
import { around } from "../../../../minesolver/protocol/scripts/measures.js";
import { empty, HIDDEN, MINE, withCells } from "../../../../minesolver/extras/web/static/position.js";
import { bbbv } from "../../../../minesolver/protocol/scripts/measures.js";
import { histogram, record } from "../../../../minesolver/extras/web/static/stats.js";
import {
  answered,
  due,
  learn,
  mistakes,
  pairOf,
  RESTS,
  simplest,
  soundExercises,
  stuck,
  weaknesses,
} from "../../../../minesolver/extras/web/static/trainer.js";

const board = (rows, mines = null) =>
  withCells(
    empty(rows.length, rows[0].length, mines),
    rows
      .join("")
      .split("")
      .map((sign, i) => [i, sign === "#" ? HIDDEN : sign === "*" ? MINE : Number(sign)]),
  );

/** Every layout of a small board, as lists of cells with mines. */
function layouts(position) {
  const hidden = [...position.codes.keys()].filter((i) => position.codes[i] === HIDDEN);
  const found = [];
  for (let bits = 0; bits < 1 << hidden.length; bits++) {
    const mines = new Set([
      ...hidden.filter((_, k) => bits & (1 << k)),
      ...[...position.codes.keys()].filter((i) => position.codes[i] === MINE),
    ]);
    if (position.mines !== null && mines.size !== position.mines) continue;
    const near = (i) => around(position.rows, position.cols, i).filter((j) => mines.has(j)).length;
    if (position.codes.every((code, i) => code < 0 || code > 8 || near(i) === code)) found.push(mines);
  }
  return found;
}
function answer(position) {
  const all = layouts(position);
  const probability = [...position.codes.keys()].map((i) =>
    position.codes[i] === HIDDEN ? all.filter((mines) => mines.has(i)).length / all.length : 0,
  );
  const hidden = [...position.codes.keys()].filter((i) => position.codes[i] === HIDDEN);
  const known = {
    probability,
    safe: new Set(hidden.filter((i) => probability[i] === 0)),
    mines: new Set(hidden.filter((i) => probability[i] === 1)),
    best: -1,
  };
  return { solutions: String(all.length), known: Object.assign(known, regions(position, known)) };
}

test("cells away from the clues, and cells that would tell nothing", () => {
  const position = board(["1##", "###", "###"], 3);
  assert.deepEqual([...answer(position).known.far], [2, 5, 6, 7, 8]);
  // Where a cell is dead, every layout without a mine there shows the same clue on it.
  for (const rows of [
    ["1#1#", "1#1#", "####"],
    ["2##", "##1", "11#"],
    ["#2#", "121", "###"],
    ["##1#", "2###", "#1#1"],
  ]) {
    for (let mines = 1; mines < 6; mines++) {
      const one = board(rows, mines);
      const all = layouts(one);
      if (!all.length) continue;
      for (const i of answer(one).known.dead) {
        const clues = new Set(
          all.filter((m) => !m.has(i)).map((m) => around(one.rows, one.cols, i).filter((j) => m.has(j)).length),
        );
        assert.equal(clues.size, 1);
      }
    }
  }
});

test("the chance of an opening is the share of the layouts with a 0 there", async () => {
  for (const rows of [
    ["1##", "###", "###"],
    ["####", "####", "1###"],
    ["#2#", "###", "###"],
  ]) {
    for (let mines = 1; mines < 5; mines++) {
      const position = board(rows, mines);
      const all = layouts(position);
      if (!all.length) continue;
      const found = answer(position);
      const chances = await openings(
        position,
        found,
        async (one) => (layouts(one).length ? String(layouts(one).length) : null),
        () => false,
      );
      for (let i = 0; i < position.codes.length; i++) {
        if (position.codes[i] !== HIDDEN) continue;
        const zero = all.filter(
          (m) => !m.has(i) && !around(position.rows, position.cols, i).some((j) => m.has(j)),
        ).length;
        assert.ok(Math.abs(chances[i] - zero / all.length) < 1e-12, `${rows} ${mines} ${i}`);
      }
    }
  }
  const wide = empty(9, 9, 10);
  assert.equal(questions(wide, answer_far(wide)).length, 3); // corners, edges, the rest
  assert.equal(ratio("1", "3").toFixed(6), "0.333333");
});
const answer_far = (position) => ({ mines: new Set(), safe: new Set(), far: new Set([...position.codes.keys()]) });

test("the coach names the next move and why", () => {
  const one = (cell, probability, win = null, progress = null) => ({ cell, safety: 1 - probability, win, progress });
  assert.equal(advise({ safe: [[0, 1]], best: [0, 1] }, null).kind, "safe");
  assert.equal(advise({ safe: [], is_exact: false }, null).kind, "rough");
  assert.equal(advise({ safe: [], candidates: [] }, null).kind, "none");
  const guess = { safe: [], opened: true, candidates: [one([0, 0], 0.2), one([0, 1], 0.3)] };
  assert.equal(advise(guess, null).kind, "least");
  assert.equal(advise({ ...guess, opened: false }, null).kind, "start");
  assert.equal(advise(guess, { candidates: [one([0, 1], 0.3, 0.5), one([0, 0], 0.2, 0.45)] }).kind, "wins");
  assert.equal(
    advise(guess, { candidates: [one([0, 1], 0.21, null, 0.6), one([0, 0], 0.2, null, 0.1)] }).kind,
    "frees",
  );
  assert.equal(advise({ ...guess, candidates: [one([0, 0], 0.2), one([0, 1], 0.2)] }, null).kind, "equal");
});

test("what no board can be is said before anybody counts", () => {
  assert.equal(problemOf(board(["1#", "##"], 1)), null);
  assert.equal(problemOf(board(["*#", "##"], 0)).kind, "fewer");
  assert.deepEqual(problemOf(board(["1#", "##"], 4)), { kind: "more", low: 0, high: 3 });
  assert.deepEqual(problemOf(board(["4#", "##"])).cell, [0, 0]);
});

test("clicks with chords: never more than 3BV, and what the rule says of small boards", () => {
  assert.equal(zini(1, 3, new Set()), 1);
  assert.equal(zini(3, 3, new Set([4])), 5); // open an edge, flag, and chord three times
  assert.equal(zini(2, 2, new Set([0])), 3); // open one, flag the mine, chord
  assert.equal(zini(4, 4, new Set([0])), 1);
  // As other programs count it, of equal cells the first by columns: by rows it would be 19.
  assert.equal(zini(9, 9, new Set([6, 9, 15, 18, 21, 32, 46, 49, 66, 72, 77, 79])), 18);
  let seed = 7;
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 20; round++) {
    const mines = new Set();
    while (mines.size < 10) mines.add(next(81));
    assert.ok(zini(9, 9, mines) <= bbbv(9, 9, mines));
  }
});

test("the guess that decided, and the way back to it", () => {
  const guesses = [
    { move: 1, probability: 0.2, survived: true },
    { move: 3, probability: 0.5, survived: true },
    { move: 5, probability: 0.1, survived: false },
  ];
  assert.equal(decisive(guesses, false).move, 5);
  assert.equal(decisive(guesses.slice(0, 2), true).move, 3);
  assert.equal(decisive([], true), null);
  assert.equal(
    before(
      [
        [0, 0, "open"],
        [0, 1, "flag"],
        [0, 2, "chord"],
        [0, 3, "open"],
      ],
      1,
    ),
    2,
  );
});

test("times as bars, and what a level keeps", () => {
  assert.deepEqual(histogram([]), []);
  assert.deepEqual(
    histogram([5, 5]).map((bar) => bar.count),
    [2],
  );
  const bars = histogram([1, 2, 2, 9, 10], 3);
  assert.deepEqual(
    bars.map((bar) => bar.count),
    [3, 0, 2],
  );
  const game = { won: true, seconds: 10, bbbv: 20, solved: 20, clicks: 22, guesses: 0, luck: 0 };
  const level = record(
    record(
      {
        games: 1,
        wins: 1,
        streak: 1,
        bestStreak: 1,
        best: 30,
        seconds: 30,
        bbbv: 20,
        clicks: 20,
        solved: 20,
        guesses: 0,
        luck: 0,
      },
      game,
    ),
    { ...game, won: false },
  );
  assert.deepEqual([level.times, level.recent, level.rate, level.best], [[10], "10", 2, 10]);
});

test("a 50/50 that nothing can resolve", () => {
  assert.deepEqual(pairOf(board(["##", "11", "00"]), 0), [0, 1]);
  assert.equal(pairOf(board(["###", "111", "000"]), 0), null); // the third cell resolves it
  assert.equal(pairOf(board(["###", "000"]), 0), null);
  assert.deepEqual(
    pairOf(board(["###", "121"]), 0, (i) => i === 2),
    null,
  ); // clues that see one of them
});

test("the simplest proof: sound, and complete for what it claims", () => {
  const kind = (rows, mine) => simplest(board(rows), mine).kind;
  assert.equal(kind(["1#", "1#", "1*"]), "one clue");
  assert.deepEqual(simplest(board(["1##", "###", "###"])), { cell: -1, kind: "more clues" });
  assert.deepEqual(simplest(board(["##1", "##2", "##1"]), 3), { cell: -1, kind: "more clues" }); // not proved
  assert.equal(kind(["1##", "1##", "###"]), "two clues");
  assert.equal(kind(["#1#", "1##", "##1"]), "more clues"); // (0,0) is safe, by all three
  let seed = 3;
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 200; round++) {
    const mines = new Set([...Array(12).keys()].filter(() => next(4) === 0));
    const codes = [...Array(12).keys()].map((i) =>
      !mines.has(i) && next(2) ? around(3, 4, i).filter((j) => mines.has(j)).length : HIDDEN,
    );
    const position = { rows: 3, cols: 4, codes: Int8Array.from(codes), mines: null, density: null };
    const all = layouts(position);
    const safe = simplest(position);
    if (safe.cell >= 0) assert.ok(all.every((m) => !m.has(safe.cell)));
    for (let i = 0; i < 12; i++)
      if (codes[i] === HIDDEN && simplest(position, i).cell === i) assert.ok(all.every((m) => m.has(i)));
  }
});

test("exercises come back until they stick", async () => {
  const guess = {
    move: 4,
    cell: [0, 1],
    cells: [[0, 1]],
    probability: 0.3,
    survived: true,
    cost: 0.2,
    best: [0, 0],
    missed: null,
    board: { rows: ["###", "121"], mines: 2 },
    win: null,
    loss: null,
    recommended: false,
    choice: null,
  };
  const known = { analysed: async () => ({ safe: new Set(), mines: new Set() }), at: () => null, total: 9 };
  const found = await mistakes(
    {
      guesses: [
        guess,
        { ...guess, cost: 0, loss: 0.1, win: 0.6, choice: [0, 2] },
        { ...guess, cost: 0 },
        { ...guess, recommended: true },
        { ...guess, missed: [0, 2] },
      ],
    },
    known,
  );
  assert.deepEqual(
    found.map((one) => one.kind),
    ["riskier", "blind", "two clues"],
  );
  assert.deepEqual(
    weaknesses(found).map((one) => one.kind),
    ["two clues", "riskier", "blind"],
  );
  let list = learn(learn([], found, 0), found, 0);
  assert.equal(list.length, 1); // one position is one exercise
  let now = 0;
  for (let i = 0; i < RESTS.length; i++) {
    assert.equal(due(list, now).length, 1);
    list = [answered(list[0], true, now)];
    assert.equal(due(list, now).length, 0);
    now = list[0].due;
  }
  assert.ok(stuck(list[0]));
  // It stays in the list over a reload, so that the same position is not learnt again; as it was kept before, too.
  for (const kept of [list[0], { ...list[0], due: Infinity }])
    assert.equal(soundExercises(JSON.parse(JSON.stringify([{ ...kept, board: "1x3x1:zBz" }]))).length, 1);
  assert.equal(answered({ ...list[0], box: 3 }, false, 0).box, 0);
});
