// Games without hidden mines: every outcome against all layouts of small boards, counted here by their definition.

import assert from "node:assert/strict";
import { test } from "node:test";

const { answerHere } = await import("../../../../minesolver/extras/web/static/engine.js");
const { happens } = await import("../../../../minesolver/extras/web/static/dealing.js");
const { play } = await import("../../../../minesolver/extras/web/static/games.js");

const [HIDDEN, MINE, BLANK] = [-1, 10, -4];

/** The cells around one. */
const around = (rows, cols, i) =>
  [...Array(rows * cols).keys()].filter((j) => {
    const [down, right] = [Math.floor(j / cols) - Math.floor(i / cols), (j % cols) - (i % cols)];
    return j !== i && Math.abs(down) < 2 && Math.abs(right) < 2;
  });

const known = new Map(); // the layouts of each board that was asked for: a game asks again at every move

/** All layouts with so many mines that agree with what is shown, as sets of cells. */
function layouts(board) {
  const name = [board.rows, board.cols, board.mines, ...board.codes].join();
  if (!known.has(name)) known.set(name, allLayouts(board));
  return known.get(name);
}

function allLayouts({ rows, cols, codes, mines }) {
  const found = [];
  const cells = [...codes.keys()];
  const near = cells.map((i) => around(rows, cols, i));
  for (let bits = 0; bits < 2 ** (rows * cols); bits++) {
    const layout = new Set(cells.filter((i) => (bits >> i) & 1));
    if (layout.size !== mines) continue;
    const fits = cells.every((i) => {
      if (codes[i] === HIDDEN) return true;
      if (codes[i] === MINE) return layout.has(i);
      const clue = near[i].filter((j) => layout.has(j)).length;
      return !layout.has(i) && (codes[i] === BLANK || codes[i] === clue);
    });
    if (fits) found.push(layout);
  }
  return found;
}

/** The page's question, answered by counting all layouts. */
async function analyse({ position, cell }) {
  const all = layouts(position);
  if (!all.length) throw Object.assign(new Error("none"), { kind: "inconsistent" });
  const { cols, codes } = position;
  const pair = (i) => [Math.floor(i / cols), i % cols];
  const number = (i) => all.filter((layout) => layout.has(i)).length;
  const hidden = [...codes.keys()].filter((i) => codes[i] === HIDDEN);
  return {
    is_exact: true,
    safe: hidden.filter((i) => number(i) === 0).map(pair),
    mine_cells: hidden.filter((i) => number(i) === all.length).map(pair),
    about: { exact: `${number(cell[0] * cols + cell[1])}/${all.length}` },
  };
}
answerHere({ analyse });

const GAME = {
  ...{ after_mine: "lose", win: "open", reveal: "cascade", no_guess: false, drawn_for: null, layout: null },
  first_click: "none",
};

test("what has a chance happens as often", () => {
  let state = 1;
  const large = (bound) => {
    state = (state * 48271) % 2147483647; // MINSTD
    return (BigInt(state) * bound) / 2147483647n;
  };
  for (const [fraction, share] of [
    ["0", 0],
    ["1", 1],
    ["1/3", 1 / 3],
    ["123456789012345678901/200000000000000000000", 0.617283945],
  ]) {
    const times = Array.from({ length: 4000 }, () => happens({ large }, fraction)).filter(Boolean).length;
    assert.ok(Math.abs(times / 4000 - share) < 0.04, `${fraction}: ${times}`);
  }
});

for (const deal of ["fair", "forgiving", "cruel"]) {
  test(`${deal}: every move comes out as its rule says, on a layout that fits`, async () => {
    for (let seed = 0; seed < 60; seed++) {
      const [rows, cols, mines] = [3, 3 + (seed % 2), 2 + (seed % 3)];
      const game = { ...GAME, rows, cols, mines, seed, deal };
      const moves = [];
      let before = await play({ game, moves });
      while (!before.won && !before.lost) {
        const { codes } = before.board;
        const hidden = [...codes.keys()].filter((i) => codes[i] === HIDDEN);
        const cell = hidden[(7 * seed + 5 * moves.length) % hidden.length];
        const all = layouts(before.board);
        const isSafe = (i) => all.every((layout) => !layout.has(i));
        const isMine = all.every((layout) => layout.has(cell));
        moves.push([Math.floor(cell / cols), cell % cols, "open"]);
        const after = await play({ game, moves });
        assert.ok(layouts(after.board).length > 0);
        const hit = after.board.codes[cell] === MINE;
        if (isSafe(cell)) assert.equal(hit, false);
        else if (isMine || hidden.some(isSafe)) assert.equal(hit, true);
        else if (deal !== "fair") assert.equal(hit, deal === "cruel");
        assert.deepEqual((await play({ game, moves })).board, after.board);
        before = after;
      }
      const layout = new Set(before.layout.map(([r, c]) => r * cols + c));
      assert.ok(layouts(before.board).some((one) => equal(one, layout)));
    }
  });
}

const equal = (one, other) => one.size === other.size && [...one].every((cell) => other.has(cell));

test("fair guesses hit as often as their chance says, forced ones leave all layouts equally likely", async () => {
  const [rows, cols, mines, games] = [2, 3, 2, 1500];
  let hits = 0;
  const ends = new Map();
  for (let seed = 0; seed < games; seed++) {
    const game = { ...GAME, rows, cols, mines, seed };
    const fair = await play({ game: { ...game, deal: "fair" }, moves: [[0, 0, "open"]] });
    hits += Number(fair.lost);
    const cruel = await play({ game: { ...game, deal: "cruel" }, moves: [[0, 0, "open"]] });
    assert.equal(cruel.lost, true);
    ends.set(String(cruel.layout), (ends.get(String(cruel.layout)) ?? 0) + 1);
  }
  assert.ok(Math.abs(hits / games - 1 / 3) < 0.04, `${hits}`);
  assert.equal(ends.size, 5); // the second mine
  for (const number of ends.values()) assert.ok(Math.abs(number / games - 1 / 5) < 0.04, `${number}`);
});
