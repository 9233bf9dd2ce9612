import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { MinesolverError, load } from "../index.js";

const ms = await load();

/** All layouts of a small position, one by one: [layouts, layouts with a mine in each cell]. */
function bruteForce({ rows, cols, mines, cells }) {
  const hidden = [...cells.keys()].filter((i) => cells[i] === -1);
  const around = (i) => [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [Math.floor(i / cols) + r, (i % cols) + c]))
    .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols && r * cols + c !== i).map(([r, c]) => r * cols + c);
  let total = 0n;
  const held = new Array(cells.length).fill(0n);
  for (let bits = 0; bits < 2 ** hidden.length; bits++) {
    const layout = Array.from(cells, (code) => Number(code === 10));
    hidden.forEach((i, k) => (layout[i] = (bits >> k) & 1));
    const count = layout.reduce((sum, mine) => sum + mine, 0);
    if (mines !== null && count !== mines) continue;
    if ([...cells.keys()].some((i) => cells[i] >= 0 && cells[i] <= 8 && around(i).reduce((sum, j) => sum + layout[j], 0) !== cells[i])) continue;
    total += 1n;
    layout.forEach((mine, i) => (held[i] += BigInt(mine)));
  }
  return [total, held];
}

test("other geometries by their neighbours", () => {
  const below = random(5);
  for (let k = 0; k < 60; k++) {
    const count = 5 + below(6);
    const pairs = Array.from({ length: 2 * count }, () => [below(count), below(count)]).filter(([i, j]) => i !== j);
    const neighbours = Array.from({ length: count }, (_, i) => [...new Set(pairs.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])))]);
    const layout = Array.from({ length: count }, () => Number(below(3) === 0));
    const cells = layout.map((mine, i) => (mine ? (below(6) ? -1 : -2) : below(2) ? -1 : neighbours[i].reduce((sum, j) => sum + layout[j], 0)));
    const mines = layout.reduce((sum, mine) => sum + mine, 0);
    let total = 0n;
    const held = new Array(count).fill(0n);
    for (let bits = 0; bits < 2 ** count; bits++) {
      const tried = cells.map((code, i) => (code === -2 ? 1 : code >= 0 ? 0 : (bits >> i) & 1));
      if (cells.some((code, i) => code !== -1 && ((bits >> i) & 1)) || tried.reduce((sum, mine) => sum + mine, 0) !== mines) continue;
      if (cells.some((code, i) => code >= 0 && neighbours[i].reduce((sum, j) => sum + tried[j], 0) !== code)) continue;
      total += 1n;
      tried.forEach((mine, i) => (held[i] += BigInt(mine)));
    }
    const a = ms.analyze({ rows: 1, cols: count, mines, cells, neighbours });
    assert.equal(a.solutions, total);
    for (let i = 0; i < count; i++) {
      const [n, d] = a.exact(0, i);
      assert.equal(n * total, held[i] * d);
    }
    for (const [, i] of [...a.safe, ...a.mines]) assert.ok(a.reason(0, i));
  }
});

/** A stream of random numbers below n, always the same. */
function random(seed) {
  let state = seed;
  return (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 * n) | 0;
}

function position(below, rows, cols, known) {
  const layout = Array.from({ length: rows * cols }, () => Number(below(10) < 3));
  const cells = Int8Array.from(layout, (mine, i) => {
    if (mine) return known && below(8) === 0 ? 10 : -1;
    if (below(2)) return -1;
    const [r, c] = [Math.floor(i / cols), i % cols];
    let count = 0;
    for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y++) for (let x = Math.max(0, c - 1); x <= Math.min(cols - 1, c + 1); x++) count += layout[y * cols + x];
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
  const near = (i, j) => i !== j && Math.abs(Math.floor(i / cols) - Math.floor(j / cols)) < 2 && Math.abs((i % cols) - (j % cols)) < 2;
  for (let bits = 0; bits < 2 ** hidden.length; bits++) {
    const layout = Array.from(board.cells, (code) => Number(code === 10));
    hidden.forEach((i, k) => (layout[i] = (bits >> k) & 1));
    if (layout[cell] === value) continue;
    if (mineCount && layout.reduce((sum, mine) => sum + mine, 0) !== board.mines) continue;
    if ([...kept].every((i) => layout.reduce((sum, mine, j) => sum + (near(i, j) ? mine : 0), 0) === board.cells[i])) return false;
  }
  return true;
}

test("the README's example", () => {
  const a = ms.analyze({ text: "5x5x7\n##3#*\n#####\n###31\n##210\n#2100" });
  assert.equal(a.solutions, 6n);
  assert.deepEqual(a.exact(0, 1), [1n, 3n]);
  assert.deepEqual(a.safe, [[0, 0], [1, 0], [1, 4], [2, 0], [2, 1]]);
  assert.deepEqual(a.best, [1, 4]);
});

test("a no-guess board is solved by proved cells alone", () => {
  const { rows, cols, start, layout, mines } = ms.generate({ rows: 9, cols: 9, mines: 10, start: [4, 4], seed: 3 });
  const cells = new Int8Array(rows * cols).fill(-1);
  const count = (i) => layout.reduce((sum, mine, j) => sum + (mine && i !== j && Math.abs(Math.floor(i / cols) - Math.floor(j / cols)) < 2 && Math.abs((i % cols) - (j % cols)) < 2 ? 1 : 0), 0);
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

test("what is wrong is said, with its place", () => {
  const kinds = [
    [() => ms.analyze({ text: "1#\n#x" }), "BoardFormatError", { line: 2, column: 2, symbol: "x" }],
    [() => ms.analyze({ rows: 2, cols: 2, mines: 1, cells: [1, -1, 9, -1] }), "BoardFormatError", { row: 1, col: 0 }],
    [() => ms.analyze({ rows: 2, cols: 2, mines: 9, cells: [1, -1, -1, -1] }), "BoardFormatError", {}],
    [() => ms.analyze({ text: "3#\n#1", mines: 1 }), "InconsistentBoardError", {}],
    [() => ms.generate({ rows: 3, cols: 3, mines: 1, start: [1, 1] }), "BoardFormatError", {}],
    [() => ms.generate({ rows: 9, cols: 9, mines: 40, tries: 20 }), "EngineLimitError", {}],
  ];
  for (const [call, kind, where] of kinds) {
    assert.throws(call, (error) => error instanceof MinesolverError && error.kind === kind && Object.entries(where).every(([key, value]) => error[key] === value));
  }
  return assert.rejects(ms.recommend({ text: "1#\n##", mines: 1 }, { policy: "best" }), { kind: "UnknownNameError" });
});

test("a count of many digits, and a limit", () => {
  const rows = 60, cols = 60;
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
