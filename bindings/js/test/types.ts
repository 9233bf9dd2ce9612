// Read by tsc only: what a user may write, and what not.
import { load, MinesolverError, type Analysis, type Cell, type Exact, type Recommendation } from "minesolver";

const ms = await load();
const a: Analysis = ms.analyze({ rows: 1, cols: 2, mines: 1, cells: Int8Array.of(1, -1) });
const chance: Exact = a.exact(0, 1);
const layouts: bigint = a.solutions * chance[0];
const cells: Cell[] = [...a.safe, ...a.mines, ...(a.best ? [a.best] : [])];
const clues: Cell[] | undefined = a.reason(0, 1)?.clues;
const move: Recommendation = await ms.recommend({ text: "1#" }, { policy: "strongest", seconds: 1 });
const { layout, start } = ms.generate({ rows: 9, cols: 9, mines: 10, seed: 7n, noGuess: true });
const ring = ms.analyze({
  rows: 1,
  cols: 3,
  cells: [1, -1, -1],
  neighbours: [
    [1, 2],
    [0, 2],
    [0, 1],
  ],
  allowed: [[0, 1], null, null],
});
const { won } = await ms.play({ rows: 8, cols: 8, mines: 10, policy: "pseq", protection: "zero" });
try {
  ms.parse("1x");
} catch (error) {
  if (error instanceof MinesolverError && error.kind === "BoardFormatError")
    console.log(error.line, error.column, error.symbol);
}
console.log(layouts, cells, clues, move.cell, layout.length, start, ring.probability[1], won);
// @ts-expect-error: cells or text
ms.analyze({ rows: 1, cols: 2 });
// @ts-expect-error: no such kind of protection
await ms.play({ rows: 8, cols: 8, mines: 10, protection: "all" });
// @ts-expect-error: an analysis does not change
a.isExact = false;
