// Texts as the npm package reads them, for tests/io/test_law.py: a text a line, in; the board as the page
// keeps
// it, or why it is none, out.
import { readFileSync } from "node:fs";
import { load } from "../../bindings/js/index.js";

const KNOWN_MINE = -2; // of boards under rules
const PAGE_MINE = 10; // clues from 10 on come after it

const pageCode = (code) => (code === KNOWN_MINE ? PAGE_MINE : code < PAGE_MINE ? code : code + PAGE_MINE);

/** The groups of a board by the indices of their cells. */
function groupsOf({ constraints = [], shape }) {
  const indexOf = (cell) => cell.reduce((index, place, axis) => index * shape[axis] + place, 0);
  return constraints.map(({ cells, mines, counts, range }) => {
    const [low, high] = range ?? [];
    const between = range && Array.from({ length: high - low + 1 }, (_, k) => low + k);
    const indices = cells.map(indexOf).sort((a, b) => a - b);
    return { cells: indices, counts: [...(between ?? counts ?? [mines])].sort((a, b) => a - b) };
  });
}

function asPageBoard(board) {
  const { rows, cols, cells, mines, density, rules = null, shape = null } = board;
  const codes = Array.from(cells, rules ? pageCode : (code) => code);
  const layered = shape?.length > 2 ? shape : null;
  const told = { rows, cols, codes, mines, density: density === null ? null : String(density), rules, shape: layered };
  const groups = groupsOf(board);
  return groups.length ? { ...told, groups } : told;
}

const ms = await load();
for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const text = JSON.parse(line);
  try {
    const board = ms.parse(text);
    const written = ms.text(board);
    console.log(JSON.stringify({ ...asPageBoard(board), written }));
  } catch (error) {
    if (error.name !== "MinesolverError") throw error;
    console.log(JSON.stringify({ error: error.message, kind: error.kind, line: error.line ?? null }));
  }
}
