// A part of a square board, which goes on beyond some of its edges: there lies a ring of hidden cells that the clues
// share and of which nothing is told. As minesolver/model/cut.py.

import { around, HIDDEN } from "./board.js";
import { wrong } from "./errors.js";

const SIDES = ["left", "top", "right", "bottom"];
const TIE = 1e-9; // chances that are this near are the same: they are doubles

/** The sides of a cut in their order: of names in a list, or in a text with commas or blanks between them. */
export function checkedCut(cut, place = {}) {
  const names = [cut ?? []].flat().flatMap((name) => String(name).toLowerCase().split(/[, \t]+/)).filter(Boolean);
  const strange = names.find((name) => name !== "all" && !SIDES.includes(name));
  if (strange !== undefined) throw wrong(`'${strange}' is no side of a board: left, top, right, bottom or all`, place);
  return names.includes("all") ? SIDES : SIDES.filter((side) => names.includes(side));
}

/** A board with its ring, if it has one: the size of both, the place of a cell in them, and the cell at a place. */
export function withRing({ rows, cols, cells, cut = [] }) {
  const [left, top, right, bottom] = SIDES.map((side) => Number(cut.includes(side)));
  const [allRows, allCols] = [top + rows + bottom, left + cols + right];
  const placeOf = (index) => [Math.floor(index / cols) + top, (index % cols) + left];
  const indexOf = (index) => placeOf(index)[0] * allCols + placeOf(index)[1];
  /** @returns {[number, number]} */
  const cellOf = (place) => [Math.floor(place / allCols) - top, (place % allCols) - left];
  const isOn = ([row, col]) => row >= 0 && row < rows && col >= 0 && col < cols;
  return { rows: allRows, cols: allCols, codes: cut.length ? ringed() : cells, placeOf, indexOf, cellOf, isOn };

  function ringed() {
    const codes = new Int8Array(allRows * allCols).fill(HIDDEN);
    for (const [index, code] of cells.entries()) codes[indexOf(index)] = code;
    return codes;
  }
}

/**
 * The cell to open: a safe one, else one of least risk; of equals one next to an opened one, with fewest neighbours,
 * with fewest hidden ones, the first.
 * @returns {[number, number] | null}
 */
export function preferred(board, { probability, safe, mines }) {
  const { cols, cells, known } = board;
  const whole = withRing(board);
  const indexOf = ([row, col]) => row * cols + col;
  const provedMines = new Set(mines.map(indexOf));
  let candidates = safe.map(indexOf);
  if (!candidates.length) {
    const open = [...cells.keys()].filter((index) => cells[index] === HIDDEN && !provedMines.has(index));
    const least = Math.min(...open.map((index) => probability[index]));
    candidates = open.filter((index) => probability[index] <= least + TIE);
  }
  const rank = (index) => {
    const codes = around(whole.rows, whole.cols, whole.indexOf(index)).map((place) => whole.codes[place]);
    const isAlone = !codes.some((code) => code >= 0 && code !== known);
    return [Number(isAlone), codes.length, codes.filter((code) => code === HIDDEN).length, index];
  };
  const ranked = candidates.map(rank).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  const best = ranked[0]?.[3];
  return best === undefined ? null : [Math.floor(best / cols), best % cols];
}

const STATED = /(?:^|(?<=\s))cut\s*=\s*([a-z,]*)\s*(?=\/|$)/i;

/** Whether the first line of a text says beyond which edges its board goes on, such as `2x3x? cut=left,top`. */
export const statesCut = ({ lines }) => STATED.test(lines[0] ?? "");

/** The sides of a part that a text is, and the text without what its first line says of them. `asked`: beside it. */
export function underStatedCut(piece, asked) {
  const [firstLine = "", ...below] = piece.lines;
  const stated = STATED.exec(firstLine);
  if (!stated) return { piece, cut: checkedCut(asked) };
  const [said, names] = stated;
  const place = { line: piece.firstLine, column: stated.index + 1, symbol: names };
  const cut = checkedCut(names, place);
  if (asked && String(checkedCut(asked)) !== String(cut))
    throw wrong(`the text says ${said.trim()}, and cut=${checkedCut(asked)} was asked for`, place);

  // Blanks in its place keep the columns of what may follow in the line.
  const rest = firstLine.replace(said, " ".repeat(said.length)).trimEnd();
  if (rest) return { piece: { ...piece, lines: [rest, ...below] }, cut };
  return { piece: { ...piece, lines: below, firstLine: piece.firstLine + 1 }, cut };
}
