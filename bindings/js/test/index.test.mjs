import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { MinesolverError, load } from "../index.js";

const ms = await load();

/** All layouts of a small position, one by one: [layouts, layouts with a mine in each cell]. */
function bruteForce({ rows, cols, mines, cells }) {
  const hidden = [...cells.keys()].filter((i) => cells[i] === -1);
  const around = (i) =>
    [-1, 0, 1]
      .flatMap((r) => [-1, 0, 1].map((c) => [Math.floor(i / cols) + r, (i % cols) + c]))
      .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols && r * cols + c !== i)
      .map(([r, c]) => r * cols + c);
  let total = 0n;
  const held = new Array(cells.length).fill(0n);
  for (let bits = 0; bits < 2 ** hidden.length; bits++) {
    const layout = Array.from(cells, (code) => Number(code === 10));
    hidden.forEach((i, k) => (layout[i] = (bits >> k) & 1));
    const count = layout.reduce((sum, mine) => sum + mine, 0);
    if (mines !== null && count !== mines) continue;
    if (
      [...cells.keys()].some(
        (i) => cells[i] >= 0 && cells[i] <= 8 && around(i).reduce((sum, j) => sum + layout[j], 0) !== cells[i],
      )
    )
      continue;
    total += 1n;
    layout.forEach((mine, i) => (held[i] += BigInt(mine)));
  }
  return [total, held];
}

test("other geometries and other sums, against all layouts", () => {
  const below = random(5);
  for (let k = 0; k < 150; k++) {
    const plain = k % 3 === 0;
    const count = 5 + below(6);
    const pairs = Array.from({ length: 2 * count }, () => [below(count), below(count)]).filter(([i, j]) => i !== j);
    const neighbours = Array.from({ length: count }, (_, i) => [
      ...new Set(pairs.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : []))),
    ]);
    if (!plain) neighbours.push(Array.from({ length: count }, (_, i) => i)); // a clue on no cell
    const weights = neighbours.map((own) => own.map(() => (plain ? 1 : [1, 2, -1, -2][below(4)])));
    const sum = (i, layout) => neighbours[i].reduce((total, j, at) => total + weights[i][at] * layout[j], 0);
    const layout = Array.from({ length: count }, () => Number(below(3) === 0));
    const allowed = neighbours.map((_, i) =>
      below(8) === 0 && !plain ? null : plain ? [sum(i, layout)] : [sum(i, layout), below(9) - 4],
    );
    const cells = layout.map((mine, i) => (mine ? (below(6) ? -1 : -2) : below(2) ? -1 : plain ? sum(i, layout) : 0));
    const mines = layout.reduce((total, mine) => total + mine, 0);
    const open = (i) => i >= count || cells[i] >= 0;
    const layouts = [];
    for (let bits = 0; bits < 2 ** count; bits++) {
      const tried = cells.map((code, i) => (code === -2 ? 1 : code >= 0 ? 0 : (bits >> i) & 1));
      if (!cells.some((code, i) => code !== -1 && (bits >> i) & 1)) layouts.push(tried);
    }
    const fits = (tried, clues, counted) =>
      (!counted || tried.reduce((total, mine) => total + mine, 0) === mines) &&
      clues.every((i) => !open(i) || !allowed[i] || allowed[i].includes(sum(i, tried)));
    const found = layouts.filter((tried) => fits(tried, [...neighbours.keys()], true));
    const a = ms.analyze({ rows: 1, cols: count, mines, cells, neighbours, ...(plain ? {} : { weights, allowed }) });
    assert.equal(a.solutions, BigInt(found.length));
    for (let i = 0; i < count; i++) {
      const [n, d] = a.exact(0, i);
      assert.equal(n * BigInt(found.length), BigInt(found.filter((tried) => tried[i]).length) * d);
    }
    for (const [, i] of [...a.safe, ...a.mines]) {
      const { clues, lists = [], mineCount, isMine } = a.reason(0, i);
      const used = [...clues.map(([, c]) => c), ...lists];
      assert.ok(layouts.every((tried) => !fits(tried, used, mineCount) || tried[i] === Number(isMine)));
      for (const spared of used) {
        assert.ok(
          layouts.some(
            (tried) =>
              fits(
                tried,
                used.filter((c) => c !== spared),
                mineCount,
              ) && tried[i] !== Number(isMine),
          ),
        );
      }
    }
  }
});

test("the clues that cannot hold together", () => {
  const conflict = (board) => {
    try {
      return ms.analyze(board).solutions;
    } catch (error) {
      return [error.kind, error.message, error.clues, error.mineCount];
    }
  };
  assert.deepEqual(conflict({ text: "1#1\n###\n1#3", mines: 3 }), [
    "InconsistentBoardError",
    "no mine layout fits this 3x3 board: clues 1 at (0,2), 3 at (2,2) cannot hold together",
    [
      [0, 2],
      [2, 2],
    ],
    false,
  ]);
  const [, , clues, mineCount] = conflict({ text: "1###1\n#####\n#####\n#####\n1###1", mines: 3 });
  assert.deepEqual(
    [clues, mineCount],
    [
      [
        [0, 0],
        [0, 4],
        [4, 0],
        [4, 4],
      ],
      true,
    ],
  );
});

test("cells of a board of three dimensions are named by three numbers", () => {
  const cells = new Int8Array(24).fill(-1);
  const cube = { rules: "3d", shape: [6, 2, 2], cells };
  cells.set([7, 0], 12);
  assert.throws(() => ms.analyze(cube), {
    message: "no mine layout fits this 6x2x2 board: clues 7 at (3,0,0), 0 at (3,0,1) cannot hold together",
  });
  cells.set([30], 12);
  assert.throws(() => ms.analyze(cube), { message: /^30 at \(3,0,0\) is no clue under 3d/ });
});

test("games under other rules", async () => {
  // Each clue shows one too many or one too few, a coin decides.
  const size = { rows: 4, cols: 5, mines: 4 };
  const neighbours = Array.from({ length: 20 }, (_, i) =>
    Array.from({ length: 20 }, (__, j) => j).filter(
      (j) => j !== i && Math.abs(Math.floor(i / 5) - Math.floor(j / 5)) < 2 && Math.abs((i % 5) - (j % 5)) < 2,
    ),
  );
  const shows = [[1, ...Array.from({ length: 8 }, (_, k) => [k, k + 2])]];
  const rules = { neighbours, kinds: new Array(20).fill(0), shows };
  const cells = new Array(20).fill(-1);
  cells[7] = 1;
  assert.equal(ms.analyze({ ...size, cells, ...rules }).solutions, 330n + 28n * 55n); // none around, or two
  assert.ok((await ms.recommend({ ...size, cells, ...rules }, { policy: "lookahead" })).cell);
  assert.ok((await ms.play({ ...size, ...rules, policy: "lookahead", seed: 1 })).opened > 0);
});

/** A stream of random numbers below n, always the same. */
function random(seed) {
  let state = seed;
  return (n) => (((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * n) | 0;
}

function position(below, rows, cols, known) {
  const layout = Array.from({ length: rows * cols }, () => Number(below(10) < 3));
  const cells = Int8Array.from(layout, (mine, i) => {
    if (mine) return known && below(8) === 0 ? 10 : -1;
    if (below(2)) return -1;
    const [r, c] = [Math.floor(i / cols), i % cols];
    let count = 0;
    for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y++)
      for (let x = Math.max(0, c - 1); x <= Math.min(cols - 1, c + 1); x++) count += layout[y * cols + x];
    return count;
  });
  const mines = below(4) ? layout.reduce((sum, mine) => sum + mine, 0) : null;
  return { rows, cols, mines, cells };
}

test("every fraction, count and proof is that of all layouts", () => {
  const below = random(11);
  for (let k = 0; k < 300; k++) {
    const board = position(below, 2 + below(3), 2 + below(3), true);
    const [total, held] = bruteForce(board);
    const a = ms.analyze(board);
    assert.equal(a.solutions, total);
    for (let i = 0; i < held.length; i++) {
      const [row, col] = [Math.floor(i / board.cols), i % board.cols];
      const [n, d] = a.exact(row, col);
      if (board.cells[i] !== -1) continue;
      assert.equal(n * total, held[i] * d);
      assert.ok(Math.abs(a.probability[i] - Number(n) / Number(d)) < 1e-12);
      const proved = (cells) => cells.some(([r, c]) => r === row && c === col);
      assert.equal(proved(a.safe), held[i] === 0n);
      assert.equal(proved(a.mines), held[i] === total);
      const reason = a.reason(row, col);
      assert.equal(reason !== null, held[i] === 0n || held[i] === total);
      if (reason) {
        // The clues alone force it: the other ones are hidden from brute force.
        const kept = new Set(reason.clues.map(([r, c]) => r * board.cols + c));
        assert.ok(forced(board, kept, reason.mineCount, i, Number(reason.isMine)));
      }
    }
  }
});

function forced(board, kept, mineCount, cell, value) {
  // An opened cell that shows nothing holds no mine, and says nothing.
  const hidden = [...board.cells.keys()].filter((i) => board.cells[i] === -1);
  const { cols } = board;
  const near = (i, j) =>
    i !== j && Math.abs(Math.floor(i / cols) - Math.floor(j / cols)) < 2 && Math.abs((i % cols) - (j % cols)) < 2;
  for (let bits = 0; bits < 2 ** hidden.length; bits++) {
    const layout = Array.from(board.cells, (code) => Number(code === 10));
    hidden.forEach((i, k) => (layout[i] = (bits >> k) & 1));
    if (layout[cell] === value) continue;
    if (mineCount && layout.reduce((sum, mine) => sum + mine, 0) !== board.mines) continue;
    if ([...kept].every((i) => layout.reduce((sum, mine, j) => sum + (near(i, j) ? mine : 0), 0) === board.cells[i]))
      return false;
  }
  return true;
}

test("the README's example", () => {
  const a = ms.analyze({ text: "5x5x7\n##3#*\n#####\n###31\n##210\n#2100" });
  assert.equal(a.solutions, 6n);
  assert.deepEqual(a.exact(0, 1), [1n, 3n]);
  assert.deepEqual(a.safe, [
    [0, 0],
    [1, 0],
    [1, 4],
    [2, 0],
    [2, 1],
  ]);
  assert.deepEqual(a.best, [1, 4]);
});

test("a board as hard as is wanted is found, or what cannot be said", async () => {
  const size = { rows: 9, cols: 9, mines: 10, seed: 1 };
  const board = await ms.generate({ ...size, difficulty: [2, 3], layer: "subset" });
  const { noGuess, layer, facts } = await ms.judge(board);
  assert.deepEqual([noGuess, layer, facts], [true, "subset", 2]);
  await assert.rejects(ms.generate({ ...size, layer: "guess" }), { kind: "UnknownNameError", message: /counting/ });
  assert.throws(() => ms.generate({ ...size, difficulty: [3, 2] }), { kind: "BoardFormatError" });
  await assert.rejects(ms.generate({ ...size, layer: "subset", rules: "hex" }), { kind: "BoardFormatError" });
  await assert.rejects(ms.generate({ ...size, difficulty: [40, 50], tries: 5 }), { kind: "EngineLimitError" });
  await assert.rejects(ms.generate({ ...size, difficulty: [40, 50], seconds: 0 }), { kind: "EngineLimitError" });
});

test("a no-guess board is solved by proved cells alone", () => {
  const { rows, cols, start, layout, mines } = ms.generate({ rows: 9, cols: 9, mines: 10, start: [4, 4], seed: 3 });
  const cells = new Int8Array(rows * cols).fill(-1);
  const count = (i) =>
    layout.reduce(
      (sum, mine, j) =>
        sum +
        (mine &&
        i !== j &&
        Math.abs(Math.floor(i / cols) - Math.floor(j / cols)) < 2 &&
        Math.abs((i % cols) - (j % cols)) < 2
          ? 1
          : 0),
      0,
    );
  let open = [start];
  while (open.length) {
    for (const [r, c] of open) {
      assert.equal(layout[r * cols + c], 0);
      cells[r * cols + c] = count(r * cols + c);
    }
    open = cells.includes(-1) ? ms.analyze({ rows, cols, mines, cells }).safe : [];
  }
  assert.equal(cells.filter((code) => code === -1).length, mines);
});

test("every policy recommends a cell and plays", async () => {
  const board = ms.parse("8x8x10\n##1000##\n##2110##\n########\n########\n########\n########\n########\n########");
  for (const policy of ms.policies) {
    const found = await ms.recommend(board, { policy });
    const [row, col] = found.cell;
    assert.equal(board.cells[row * 8 + col], -1);
    if (policy !== "thorough") assert.ok((await ms.play({ rows: 8, cols: 8, mines: 10, policy, seed: 5 })).opened > 0);
  }
  const end = await ms.recommend({ text: "2x2x1\n1#\n##" });
  assert.deepEqual(end.winning, [1n, 3n]); // two cells left, one clue that says nothing more
});

test("calls in flight at once answer as if alone", async () => {
  const blank = (rows, cols, mines) => ({ rows, cols, mines, cells: new Int8Array(rows * cols).fill(-1) });
  const games = [];
  for (const policy of ms.policies.filter((name) => name !== "thorough")) {
    for (const size of [5, 6]) games.push((engine) => engine.recommend(blank(size, size, 5), { policy }));
    games.push((engine) => engine.play({ rows: 7, cols: 7, mines: 7, policy, seed: 3 }));
  }
  const alone = [];
  for (const game of games) alone.push(await game(ms));
  const fresh = await load();
  assert.deepEqual(await Promise.all(games.map((game) => game(fresh))), alone);
  fresh.close();
  fresh.close();
  assert.throws(() => fresh.analyze({ text: "1#" }), { kind: "EngineClosedError", message: /load\(\)/ });
  await assert.rejects(fresh.play({ rows: 4, cols: 4, mines: 2 }), { kind: "EngineClosedError" });
});

test("options that do not exist or have a wrong type are refused", async () => {
  const size = { rows: 5, cols: 5, mines: 4 };
  const bad = [
    () => ms.generate({ ...size, sedd: 3 }),
    () => ms.generate({ ...size, tries: 1.5 }),
    () => ms.generate({ ...size, start: 4 }),
    () => ms.generate({ ...size, noGuess: 1 }),
    () => ms.generate({ ...size, difficulty: 2 }),
    () => ms.generate({ ...size, difficulty: [2, -1] }),
    () => ms.generate({ ...size, difficulty: [2, 3], noGuess: false }),
    () => ms.generate({ ...size, mines: 23 }),
    () => ms.generate(),
    () => ms.analyze(undefined),
    () => ms.analyze("1#"),
    () => ms.analyze({ text: 5 }),
    () => ms.analyze({ text: "1#", mine: 1 }),
    () => ms.analyze({ text: "1#" }, { seconds: "1" }),
    () => ms.analyze({ text: "1#" }, { second: 1 }),
    () => ms.parse(null),
    () => ms.sample({ text: "1#" }, "2"),
    () => ms.sample({ text: "1#" }, -1),
    () => ms.text({ text: "1#" }, { format: "png" }),
  ];
  for (const call of bad) assert.throws(call, MinesolverError, String(call));
  for (const call of [
    () => ms.review(undefined),
    () => ms.review({ rows: 1, cols: 1 }),
    () => ms.review({ rows: 1, cols: 2, layout: [0, 1], moves: [{ cell: 0 }] }),
    () => ms.judge(undefined),
    () => ms.judge({ rows: 1, cols: 2, layout: [0, 1] }, 0),
    () => load({ readr: false }),
  ])
    await assert.rejects(call, MinesolverError);
  const small = await load({ reader: false });
  assert.equal(small.parse("2x2x1\n1#\n##").mines, 1);
  assert.throws(() => small.parse("1 ?"), /reader: false/);
  assert.throws(() => ms.estimate({ text: "1#", mines: 1 }, [1]), MinesolverError);
  assert.throws(() => ms.analyze("1#"), /not a text alone/);
  await assert.rejects(ms.play({ ...size, mines: 25 }), {
    message: "25 mines do not fit beside a safe first cell: there is room for 24",
  });
  await assert.rejects(ms.play({ ...size, mines: 24, protection: "zero" }), MinesolverError);
  await assert.rejects(ms.recommend({ text: "1#" }, { polcy: "pseq" }), { kind: "UnknownNameError" });
  await assert.rejects(load({ module: 5 }), MinesolverError);
  assert.deepEqual((await ms.play({ ...size, mines: 24 })).opened >= 1, true);
});

test("without a seed each board is a new one, and tells its seed", () => {
  const size = { rows: 9, cols: 9, mines: 10 };
  const [first, second] = [ms.generate(size), ms.generate(size)];
  assert.notEqual(first.seed, second.seed);
  assert.notDeepEqual(first.layout, second.layout);
  assert.deepEqual(ms.generate({ ...size, seed: first.seed }).layout, first.layout);
});

test("answers survive JSON and postMessage", async () => {
  const a = ms.analyze({ text: "1##\n###\n##1", mines: 2 });
  const inJson = JSON.parse(JSON.stringify(a));
  assert.deepEqual([inJson.solutions, inJson.probability.length, inJson.is_exact], [String(a.solutions), 3, true]);
  const { data } = a;
  assert.deepEqual(structuredClone(data), data);
  assert.deepEqual(data.exact[1], a.exact(0, 1));
  const move = await ms.recommend({ text: "2x2x1\n1#\n##" });
  assert.equal(JSON.parse(JSON.stringify(move)).winning, "1/3");
  assert.deepEqual(structuredClone(move).winning, [1n, 3n]);
});

test("a hint is the easiest proof in a sentence, or a guess", async () => {
  const proved = await ms.hint({ text: "01#\n01#\n01#", mines: 1 });
  assert.deepEqual([proved.cell, proved.clues.length], [[0, 2], 2]);
  assert.match(
    proved.text,
    /^\(0,2\) is safe: with a mine there, the 1 at \(\d,1\) and the 1 at \(\d,1\) could not hold together\.$/,
  );
  const guess = await ms.hint({ text: "2x2x1\n1#\n##" });
  assert.equal(guess.proved, false);
  assert.match(guess.text, /is a mine in 1\/3 of the layouts\. With it the best play wins 1\/3 of the layouts\.$/);
  assert.equal(await ms.hint({ text: "1x2x1\n1*" }), null);
});

test("a hint names the chord that saves clicks, where known mines are flags", async () => {
  const rows = "011##\n001##\n001##";
  const opens = [[0, 3], [1, 3], [2, 3]]; // prettier-ignore
  const hinted = await ms.hint({ text: `4x5x4\n01###\n${rows}` });
  assert.deepEqual(hinted.chord, { cell: [1, 2], flags: [[0, 2]], opens });
  assert.deepEqual((await ms.hint({ text: `4x5x4\n01*##\n${rows}` })).chord, { cell: [1, 2], flags: [], opens });
  assert.equal((await ms.hint({ text: "1x3x1\n1##" })).chord, undefined); // one opening is as good
});

test("samples are uniform among the layouts that agree", () => {
  const board = { rows: 2, cols: 4, mines: 3, cells: [1, -1, -1, -1, -1, -1, -1, 2] };
  const drawn = ms.sample(board, 3000, { seed: 1 });
  const counts = {};
  for (const layout of drawn) counts[layout.join("")] = (counts[layout.join("")] ?? 0) + 1;
  const layouts = Number(ms.analyze(board).solutions);
  assert.equal(Object.keys(counts).length, layouts);
  const expected = 3000 / layouts;
  const chiSquare = Object.values(counts).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.ok(chiSquare < layouts - 1 + 5 * Math.sqrt(2 * layouts), String(chiSquare));
  assert.deepEqual(ms.sample(board, 2, { seed: 7 }), ms.sample(board, 2, { seed: 7 }));
  const ring = {
    rows: 1,
    cols: 4,
    mines: 1,
    neighbours: [
      [1, 3],
      [0, 2],
      [1, 3],
      [2, 0],
    ],
    cells: [1, -1, -1, -1],
  };
  for (const layout of ms.sample(ring, 20)) assert.equal(layout[1] + layout[3], 1);
});

test("an estimate is near the chance of the best play", async () => {
  const board = ms.parse("4x4x3\n1###\n####\n####\n####");
  const { winning, candidates } = await ms.recommend(board);
  const exact = Number(winning[0]) / Number(winning[1]);
  const [best, other] = ms.estimate(board, [candidates[0].cell, [1, 1]], { playouts: 400, seed: 1 });
  assert.ok(Math.abs(best.chance - exact) < 2 * best.error, `${best.chance} for ${exact}`);
  assert.deepEqual([best.loss, best.playouts], [0, 400]);
  assert.ok(other.loss > 0 && other.chance < best.chance);
});

test("layouts are judged, games reviewed", async () => {
  const made = ms.generate({ rows: 9, cols: 9, mines: 10, seed: 3 });
  const judgement = await ms.judge(made);
  assert.equal(judgement.noGuess, true);
  assert.equal(judgement.stuck, null);
  assert.ok(judgement.numbers["3BV"] >= judgement.numbers.openings + judgement.numbers.islands);
  // Of a layout a star is a mine; of a board it could be a hidden cell as well.
  const stars = "1*10\n2210\n*100";
  assert.throws(() => ms.parse(stars), /2 ways/);
  const shown = { rows: 3, cols: 4, layout: [0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] };
  assert.deepEqual((await ms.judge({ text: stars }, [0, 3])).toJSON(), (await ms.judge(shown, [0, 3])).toJSON());
  const stuck = await ms.judge({ rows: 1, cols: 6, layout: [0, 0, 1, 0, 0, 1] }, [0, 0]);
  assert.equal(stuck.noGuess, false);
  assert.equal(ms.text(stuck.stuck), "1x6x2\n01####\n");
  await assert.rejects(ms.judge({ rows: 1, cols: 2, layout: [1, 0] }, [0, 0]), MinesolverError);
  await assert.rejects(ms.judge(ms.parse("4x4x4\n2*2*\n*323\n2*11\n1110"), [3, 3]), /\(1,2\) shows 2, and by the mines around it 3/);
  // The example of minesolver.io.replays (docs/files.md).
  const text =
    '{"rows": 1, "cols": 6, "mines": 2, "layout": [[0, 1], [0, 4]]}\n{"cell": [0, 0]}\n{"cell": [0, 2]}\n{"cell": [0, 5]}';
  const { guesses, luck, won } = await ms.review({ text });
  assert.deepEqual(
    guesses.map(({ cells, risk, missed }) => [cells, risk, missed]),
    [
      [[[0, 2]], [1n, 4n], []],
      [[[0, 5]], [1n, 2n], [[0, 3]]],
    ],
  );
  assert.deepEqual([luck.toFixed(3), won], ["0.426", false]);
});

/** All sets of so many of these. */
function* choices(cells, size, from = 0) {
  if (size === 0) yield [];
  else
    for (let k = from; k <= cells.length - size; k++)
      for (const rest of choices(cells, size - 1, k + 1)) yield [cells[k], ...rest];
}

test("the fewest guesses are those of all sets of cells that may be opened", async () => {
  let guessed = 0;
  for (let seed = 0; seed < 12; seed++) {
    const made = ms.generate({ rows: 4, cols: 4, mines: 5, start: [0, 0], seed, noGuess: false });
    const judgement = await ms.judge(made);
    assert.equal(judgement.noGuess, judgement.guesses === 0);
    guessed += judgement.guesses;
    const safe = [...made.layout.keys()].filter((i) => !made.layout[i]);
    const isEnough = (cells) => opensAll(made, cells);
    assert.ok(isEnough(judgement.guessCells.map(([row, col]) => 4 * row + col)), `seed ${seed}`);
    const fewer = [...choices(safe, Math.max(0, judgement.guesses - 1))];
    assert.ok(judgement.guesses === 0 || !fewer.some(isEnough), `seed ${seed}`);
  }
  assert.ok(guessed > 3);
});

/** Whether proved cells open all of a layout once these cells are open, move by move. */
function opensAll({ rows, cols, mines, layout }, cells) {
  const around = (i) =>
    [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].flatMap((right) => {
        const [row, col] = [Math.floor(i / cols) + down, (i % cols) + right];
        return row >= 0 && row < rows && col >= 0 && col < cols ? [row * cols + col] : [];
      }),
    );
  const clueOf = (i) => around(i).reduce((sum, j) => sum + layout[j], 0);
  const codes = new Int8Array(rows * cols).fill(-1);
  let fresh = [0, ...cells];
  while (fresh.length) {
    for (const i of fresh) codes[i] = clueOf(i);
    fresh = ms.analyze({ rows, cols, mines, cells: codes }).safe.map(([row, col]) => row * cols + col);
  }
  return codes.every((code, i) => code >= 0 || layout[i]);
}

test("boards under rules by name are those of their lists", async () => {
  const text = "4x4x5 hex\n1###\n ####\n##2#\n ####\n";
  const board = ms.parse(text);
  assert.deepEqual([board.rules, board.shape, board.mines], ["hex", [4, 4], 5]);
  const { solutions } = ms.analyze(board);
  const lists = { rows: 4, cols: 4, mines: 5, cells: board.cells, neighbours: board.neighbours };
  assert.equal(ms.analyze(lists).solutions, solutions);
  assert.equal(ms.text(ms.parse(ms.text(board))), ms.text(board));
  assert.ok(ms.rules.includes("hex") && !ms.rules.includes("snake"));

  // A ring of four cells, of which one is none: the others see two each.
  const ring = { rules: "torus,four", rows: 1, cols: 5, mines: 1, cells: [-3, 1, -1, -1, -1] };
  assert.deepEqual(ms.analyze(ring).mines, [[0, 2]]);
  const group = { rules: "square", rows: 1, cols: 3, mines: 1, cells: [-1, -1, -1] };
  assert.deepEqual(
    ms.analyze({
      ...group,
      constraints: [
        {
          cells: [
            [0, 0],
            [0, 2],
          ],
          mines: 0,
        },
      ],
    }).mines,
    [[0, 1]],
  );

  const made = ms.generate({ rules: "hex", rows: 6, cols: 6, mines: 6, seed: 3 });
  assert.equal((await ms.judge(made)).noGuess, true);
  assert.equal(made.rules, "hex");
  const cube = ms.analyze({ rules: "3d", shape: [2, 2, 2], mines: 1 });
  assert.deepEqual([cube.solutions, cube.board.rows, cube.board.cols], [8n, 4, 2]);
  assert.equal((await ms.play({ rules: "hex,modulo", rows: 5, cols: 5, mines: 4, seed: 1 })).seed, 1);
  assert.match((await ms.hint({ text: "1x3x1 hex\n1##\n" })).text, /is safe/);

  for (const [wrongBoard, message] of [
    [{ text: "2x2x1 hexx\n##\n##" }, /unknown rules/],
    [{ text: "2x2x1 hex,snake\n##\n##" }, /minesolver solve/],
    [{ text: '{"rules": "hex", "board": ["1##", "###"], "row_sums": [1, null]}' }, /row_sums.* minesolver solve/],
    [{ text: '{"board": ["1##", "###"], "row_sums": [1, null]}' }, /row_sums.* minesolver solve/],
    [{ text: '{"result": {"board": ["1##", "###"], "regions": ["AAB", "ABB"]}}' }, /regions.* minesolver solve/],
    [{ text: "2x2x1 hex\n#x\n##" }, /row 1 of the board: 'x'/],
    [{ text: "2x2x1 hex\n#\n##" }, /size/],
    [{ rules: "hex", rows: 2, cols: 2, cells: [9, -1, -1, -1] }, /9 at \(0,0\)/],
    [{ rules: "3d", shape: [2, 2] }, /3 whole numbers/],
    [{ rows: 2, cols: 2, mines: 1 }, /cells has no entries for 2x2 cells/],
    [{ rules: "hex", rows: 2, cols: 2, cells: [-1] }, /1 entries for 4 cells/],
  ])
    assert.throws(
      () => ms.analyze(wrongBoard),
      (error) => error.name === "MinesolverError" && message.test(error.message),
    );
  await assert.rejects(ms.judge({ rules: "liar", rows: 2, cols: 2, layout: [0, 0, 0, 1] }, [0, 0]), /several clues/);
});

test("a board is written as it is read", () => {
  const text = "2x3x2\n1#*\n##0\n";
  assert.equal(ms.text({ text }), text);
  assert.deepEqual(ms.parse(text, { mines: 3 }).mines, 3);
  assert.deepEqual(ms.parse("1#*\n###", { left: 1 }).mines, 2);

  // Without a first line the one may be a whole layout, and `*` of the other hidden cells.
  for (const cells of [
    [0, 0, 1, 0, 1, 0],
    [10, 1, 10, 1, 1, 10],
  ]) {
    const board = { rows: 1, cols: 6, cells };
    assert.deepEqual([...ms.parse(ms.text(board)).cells], cells);
    assert.throws(() => ms.parse(ms.text(board).replace(/^.*\n/, "")), { kind: "BoardFormatError" });
  }
  // No layout fits this: it is the board that is written there.
  assert.deepEqual([...ms.parse("230\n101\n332").cells], [2, 3, 0, 1, 0, 1, 3, 3, 2]);
});

test("a host that forbids compiling gives the module, and require loads the package", async () => {
  const module = new WebAssembly.Module(readFileSync(new URL("../dist/engine.wasm", import.meta.url)));
  assert.equal((await load({ module })).analyze({ text: "1#\n##", mines: 1 }).solutions, 3n);
  const { load: required, MinesolverError: Required } = createRequire(import.meta.url)("../index.cjs");
  const other = await required();
  assert.throws(() => other.analyze({ text: "hello there" }), Required);
  const { load: single } = await import("../single.js");
  assert.equal((await (await single()).recommend({ text: "2x2x1\n1#\n##" })).cell.length, 2);
});

test("a text that may be read in several ways is a question, and its reading can be said", () => {
  const text = "x1oo\nx1oo";
  assert.throws(
    () => ms.parse(text),
    ({ kind, readings, boards }) => {
      assert.equal(kind, "BoardFormatError");
      assert.ok(boards.length > 1 && boards.length === readings.length);
      for (const [k, board] of boards.entries()) assert.equal(ms.text(ms.parse(text, { reading: k + 1 })), `${board}\n`);
      return true;
    },
  );
  assert.deepEqual(ms.parse(text, { signs: "hidden=x zero=o" }).taken, ["x as hidden", "o as 0"]);
  assert.throws(() => ms.parse(text, { reading: 9 }), /there is no reading 9/);
});

test("what is wrong is said, with its place", () => {
  const kinds = [
    [() => ms.analyze({ text: "1#\n#§" }), "BoardFormatError", { line: 2, column: 2, symbol: "§" }],
    [() => ms.parseAll(null), "BoardFormatError", {}],
    [() => ms.analyze({ rows: 2, cols: 2, mines: 1, cells: [1, -1, 9, -1] }), "BoardFormatError", { row: 1, col: 0 }],
    [() => ms.analyze({ rows: 2, cols: 2, mines: 9, cells: [1, -1, -1, -1] }), "BoardFormatError", {}],
    [() => ms.analyze({ text: "#board=json:eyJtaW5lcyI6MX0" }), "BoardFormatError", { line: 1 }],
    [() => ms.analyze({ text: "3#\n#1", mines: 1 }), "InconsistentBoardError", {}],
    [() => ms.generate({ rows: 3, cols: 3, mines: 1, start: [1, 1] }), "BoardFormatError", {}],
    [() => ms.generate({ rows: 9, cols: 9, mines: 40, tries: 20 }), "EngineLimitError", {}],
    [() => ms.generate({ rows: 9, cols: 9, mines: 10, seed: 1.5 }), "BoardFormatError", {}],
    [() => ms.generate({ rows: -1, cols: 9, mines: 10 }), "BoardFormatError", {}],
    [() => ms.generate({ rows: 9, cols: 9, mines: 10, start: [9, 0] }), "BoardFormatError", { row: 9, col: 0 }],
    [() => ms.analyze({ rows: 1, cols: 2, cells: [-1, -1], neighbours: [[1], [2]] }), "BoardFormatError", {}],
    [
      () => ms.analyze({ rows: 1, cols: 2, cells: [-1, -1], neighbours: [[1], [0]], weights: [[2], [2]] }),
      "BoardFormatError",
      {},
    ],
  ];
  for (const [call, kind, where] of kinds) {
    assert.throws(
      call,
      (error) =>
        error instanceof MinesolverError &&
        error.kind === kind &&
        Object.entries(where).every(([key, value]) => error[key] === value),
    );
  }
  return assert.rejects(ms.recommend({ text: "1#\n##", mines: 1 }, { policy: "best" }), { kind: "UnknownNameError" });
});

test("a count of many digits, and a limit", () => {
  const rows = 60,
    cols = 60;
  const cells = new Int8Array(rows * cols).fill(-1);
  cells[0] = 1;
  const a = ms.analyze({ rows, cols, mines: 700, cells });
  assert.ok(a.solutions.toString().length > 700);
  assert.deepEqual(a.exact(0, 1), [1n, 3n]);
  assert.throws(() => ms.analyze({ rows, cols, mines: 700, cells }, { seconds: 0 }), { kind: "EngineLimitError" });
});

test("it works in a worker", async () => {
  const code = `import { load } from ${JSON.stringify(new URL("../index.js", import.meta.url).href)};
    import { parentPort } from "node:worker_threads";
    parentPort.postMessage((await load()).analyze({ text: "1#\\n##", mines: 1 }).solutions);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  assert.equal(await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)), 3n);
  await worker.terminate();
});

test("a link that is no board is never read as another board", () => {
  assert.throws(() => ms.parse("https://x/#board=2x3x2:Bzoz2q"), { name: "MinesolverError" });
});

test("a part of a board goes on beyond its edges, where the clues count as well", async () => {
  const text = "2x3x? cut=left\n##1\n311\n";
  const part = ms.analyze({ text });
  assert.deepEqual([part.safe, part.mines, part.solutions], [[[0, 0]], [[0, 1]], 1n]);
  assert.deepEqual([part.exact(0, 1), part.reason(0, 1)?.clues], [[1n, 1n], [[0, 2]]]);
  assert.equal(ms.text(part.board), text);
  assert.deepEqual(JSON.parse(JSON.stringify(part)).cut, ["left"]);
  assert.deepEqual(ms.analyze({ text: "##1\n311", cut: ["left"] }).data, part.data);
  assert.deepEqual(ms.parseAll("2x1x? cut=top\n1\n#\n\n1x2x? cut=left\n1#\n").map(({ cut }) => cut), [["top"], ["left"]]);
  // As likely as not there is a mine beyond: eight cells share it.
  const { cell, note, safety } = await ms.recommend({ rows: 1, cols: 1, cells: [-1], cut: ["all"] });
  assert.deepEqual([cell, safety], [[0, 0], 0.5]);
  assert.match(note ?? "", /beyond its edges/);
  assert.equal((await ms.hint({ text }))?.chord, undefined);
});

test("what needs a whole board says so of a part, and a part has no mine count and no rules", async () => {
  const part = { rows: 2, cols: 2, cells: [1, -1, -1, -1], cut: ["left"] };
  assert.throws(() => ms.sample(part), /beyond its edges/);
  assert.throws(() => ms.estimate(part, [[0, 1]]), /beyond its edges/);
  await assert.rejects(() => ms.judge({ text: "2x2x? cut=left\n1*\n11" }, [0, 0]), /beyond its edges/);
  assert.throws(() => ms.analyze({ ...part, mines: 1 }), /no mine count/);
  assert.throws(() => ms.analyze({ ...part, rules: "hex" }), /square board/);
  assert.throws(() => ms.analyze({ ...part, cut: ["up"] }), /'up' is no side/);
  assert.throws(() => ms.parse("2x2x? cut=left\n1#\n##", { cut: ["top"] }), { line: 1, column: 7 });
  const conflict = { ...part, cells: [1, 0, 0, 0], cut: ["top"] };
  assert.throws(() => ms.analyze(conflict), { kind: "InconsistentBoardError", clues: [[0, 0], [0, 1]] }); // prettier-ignore
});
