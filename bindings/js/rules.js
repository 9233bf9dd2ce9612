// Boards under rules by name: hexagons, tori, liars, with places that are no cell, open cells without a clue, and
// groups
// of cells. The names come as data from the Python package, and the lists that the core takes are made of them.

import { facts } from "./dist/facts.js";
import { cellsOf, ground, listsOf, parsed, suits, sumsOf } from "./dist/ground.js";
import { groupsFrom, problemOfNames, RulesError } from "./dist/ruletext.js";
import { signedBoard } from "./ruledTexts.js";
import { shown, unknown, wrong } from "./errors.js";

export const HIDDEN = -1;
/** A known mine; on Minesweeper's own board it is 10, which is a clue here. */
export const MINE = -2;
const SQUARE_MINE = 10;
/** A place that is no cell. */
export const HOLE = -3;
/** A cell that is open and says nothing. */
export const BLANK = -4;

const CODES = new Map([
  ["#", HIDDEN],
  ["*", MINE],
  ["_", HOLE],
  ["?", BLANK],
  [".", 0],
]);
const SIGNS = new Map([
  [HIDDEN, "#"],
  [MINE, "*"],
  [HOLE, "_"],
  [BLANK, "?"],
]);
/** Cells of a board. */
export const MAX_CELLS = 1_000_000;
const MAX_GROUP = 62; // cells of a group: the core has a bit for each sum

/** The names of geometries and rules that the core takes. */
export function ruleNames() {
  const { geometries, sights, clues } = facts.shapes;
  return facts.rules.map(({ name }) => name).filter((name) => name in geometries || name in sights || name in clues);
}

/** Whether a board names rules that are not Minesweeper's own, or has what only such boards have. */
export function isUnderRules({ rules, shape, constraints, cells }) {
  if ((rules && rules !== "square") || shape || constraints?.length) return true;
  return rules === "square" && Array.prototype.some.call(cells ?? [], (code) => code === HOLE || code === BLANK);
}

/** What is wrong, as a sentence that says what to do. */
function refusalOf({ problem, detail, line }) {
  if (problem === "unknown" && detail === "graph")
    return wrong(
      "a graph of cells is read by minesolver solve and the engine protocol alone; here it takes `neighbours`",
    );
  if (problem === "unknown") {
    const names = facts.rules.map(({ name }) => name);
    return unknown("rules", detail, names);
  }
  const location = line ? `row ${line} of the board: ` : "";
  const texts = {
    undrawn: `such boards (${detail}) are counted by minesolver solve and the engine protocol alone`,
    python: `such boards (${detail}) are counted by minesolver solve and the engine protocol alone`,
    clue: `clues such as ${detail} are read by minesolver solve and the engine protocol alone`,
    sign: `'${detail}' is no cell: # is hidden, a number a clue, * a known mine, _ no cell, ? open without a clue`,
    empty: "there are no rows of a board under its rules",
    uneven: "the rows are not of the size that the rules and the first line say",
    sphere: "a sphere has shape [6, n, 2n], the last layer with its two poles",
    cube: "a cube has six faces, each as high as wide",
    hole: "a hole is a place on the board",
  };
  return wrong(location + texts[problem], line ? { line, symbol: detail || undefined } : {});
}

/** The size, the lists and the codes that the core takes, of a board under rules. */
export function withLists(position) {
  const { rules = "square", constraints = [] } = position;
  const shape = Array.from(position.shape ?? [position.rows, position.cols]);
  const problem = problemOfNames(rules, true);
  if (problem) throw refusalOf(problem);
  if (!shape.every((size) => Number.isInteger(size) && size > 0) || shape.length !== parsed(rules).dimensions)
    throw wrong(`shape has ${parsed(rules).dimensions} whole numbers from 1 on under ${rules}, not [${shape}]`);
  if (!suits(rules, shape)) throw refusalOf(new RulesError(parsed(rules).sphere ? "sphere" : "cube"));

  const count = cellsOf(rules, shape);
  if (count > MAX_CELLS) throw wrong(`a board has at most ${MAX_CELLS} cells`);
  const cols = parsed(rules).sphere ? 1 : shape.at(-1);
  const size = { rows: count / cols, cols };
  const codes = position.cells ?? new Int8Array(count).fill(HIDDEN);
  if (codes.length !== count) throw wrong(`cells has ${codes.length} entries for ${count} cells of shape ${shape}`);
  const holes = Array.from({ length: count }, (_, i) => i).filter((i) => codes[i] === HOLE);
  const board = ground(rules, shape, holes);
  if (!board.taken) throw refusalOf(new RulesError("python", rules));
  checkCodes(codes, cols, board);

  const described = { ...position, ...size, rules, shape, cells: Int8Array.from(codes) };
  const isPuzzle = holes.length > 0 || codes.includes(BLANK) || constraints.length > 0;
  if (isPuzzle) return { ...described, ...puzzleLists(board, described.cells, constraints) };
  const { neighbours, weights, kinds, shows } = listsOf({ ...size, rules, shape });
  return { ...described, neighbours, weights, kinds, shows };
}

/** The name of a cell, `(row,col)`: with a number for each dimension of its board. */
export function cellName({ rules, shape, cols }, index) {
  const site = rules ? ground(rules, shape).name(index) : [Math.floor(index / cols), index % cols];
  return `(${site})`;
}

function checkCodes(codes, cols, board) {
  for (const [i, code] of Array.from(codes).entries()) {
    if ([HIDDEN, MINE, HOLE, BLANK].includes(code)) continue;
    if (!(Number.isInteger(code) && code >= 0 && sumsOf(board, i, code).length)) {
      const position = { row: Math.floor(i / cols), col: i % cols, symbol: shown(code) };
      throw wrong(`${shown(code)} at ${cellName(board, i)} is no clue under ${board.rules}`, position);
    }
  }
}

/** Each clue and each group as a list of cells with the sums that it allows. */
function puzzleLists(board, codes, constraints) {
  const groups = groupsFrom(Array.from(constraints), board);
  if (!groups)
    throw wrong(
      "a constraint is { cells: [[row, col], ...], mines } or with counts: [0, 2]; minesolver solve has more",
    );
  if (groups.some(({ cells }) => cells.length > MAX_GROUP))
    throw wrong(`a constraint has at most ${MAX_GROUP} cells here; minesolver solve has no such limit`);
  const neighbours = [...board.near, ...groups.map(({ cells }) => cells)];
  const ones = groups.map(({ cells }) => cells.map(() => 1));
  const weights = [...(board.weights ?? board.near.map((cells) => cells.map(() => 1))), ...ones];
  const clueSums = Array.from(codes, (code, i) => (code >= 0 ? sumsOf(board, i, code) : null));
  return { neighbours, weights, allowed: [...clueSums, ...groups.map(({ counts }) => counts)] };
}

/** The codes as the core takes them: what is no cell or says nothing is open there, and has no clue. */
export const coreCodes = ({ rules, cells }) =>
  rules ? cells.map((code) => (code === HOLE || code === BLANK ? 0 : code)) : cells;

/** What a text says of a board under rules; null where it names none. */
export function readUnderRules(text) {
  const board = signedOf(text);
  if (!board) return null;
  const { rules, shape, signs, mines, density, holes, constraints } = board;
  const cells = Int8Array.from(signs, (sign) => CODES.get(sign) ?? Number(sign));
  for (const hole of holes) {
    const index = Array.isArray(hole) ? ground(rules, shape).index(hole) : -1;
    if (index < 0) throw refusalOf(new RulesError("hole"));
    cells[index] = HOLE;
  }
  const prior = { mines, density };
  if (rules !== "square" || constraints.length || cells.includes(HOLE) || cells.includes(BLANK)) {
    const extraKeys = constraints.length ? { constraints } : {};
    return { rules, shape, cells, ...prior, ...extraKeys };
  }
  const [rows, cols] = shape;
  return { rows, cols, cells: cells.map((code) => (code === MINE ? SQUARE_MINE : code)), ...prior };
}

// `board=hex;4x4x3:z5Bz10;0.1=1`: rules, the sizes beyond two dimensions, rows, columns, mine count or density, a
// letter a
// cell with its repetitions, and groups of cells by index with their counts.
const LINK = new RegExp(
  /^\S*#board=([\w,-]+);(?:(\d+(?:x\d+)+);)?(\d+)x(\d+)(?:x(\d+|~[\d./]+))?/.source +
    /:((?:[A-Ya-kzmoq]\d*)+)((?:;[\d.]+=[\d.]+)*)$/.source,
);
const CLUE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijk";
const CODE_LETTERS = new Map([
  ["z", HIDDEN],
  ["m", MINE],
  ["o", HOLE],
  ["q", BLANK],
]);

/** The board of a link of the page under rules; null: it is none. */
export function readLink(text) {
  const [, rules, sizes, rows, cols, prior = "", letters, groupText] = LINK.exec(text) ?? [];
  if (!rules) return null;
  const problem = problemOfNames(rules, true);
  if (problem) throw refusalOf(problem);
  const shape = (sizes ?? `${rows}x${cols}`).split("x").map(Number);
  const count = Number(rows) * Number(cols);
  const codes = [];
  for (const [, letter, times] of letters.matchAll(/([A-Ya-kzmoq])(\d*)/g)) {
    const code = CODE_LETTERS.get(letter) ?? CLUE_LETTERS.indexOf(letter);
    for (let k = 0; k < Number(times || 1) && codes.length <= count; k++) codes.push(code);
  }
  if (codes.length !== count) throw wrong(`the link has not the cells of a board of ${rows}x${cols}`);
  const { name } = ground(rules, shape);
  const constraints = groupText
    .split(";")
    .filter(Boolean)
    .map((group) => {
      const [indices, counts] = group.split("=").map((list) => list.split(".").map(Number));
      return { cells: indices.map(name), counts };
    });
  const isDensity = prior.startsWith("~");
  return {
    rules,
    shape,
    cells: Int8Array.from(codes),
    mines: prior && !isDensity ? Number(prior) : null,
    density: isDensity ? prior.slice(1) : null,
    ...(constraints.length ? { constraints } : {}),
  };
}

function signedOf(text) {
  try {
    return signedBoard(text);
  } catch (error) {
    throw error instanceof RulesError ? refusalOf(error) : error;
  }
}

/** The rows of a board under rules, a line of dashes between layers and a dash more for each dimension above. */
function rowsOf({ shape, cells }) {
  const width = shape.at(-1);
  const siteCount = shape.reduce((product, size) => product * size, 1);
  const signs = Array.from({ length: siteCount }, (_, i) =>
    i < cells.length ? (SIGNS.get(cells[i]) ?? `${cells[i]}`) : "_",
  );
  const gap = signs.some((sign) => sign.length > 1) ? " " : "";
  const sizes = shape.slice(0, -1).reverse(); // rows of a layer, layers of a block, ...
  const lines = [];
  for (let row = 0; row < siteCount / width; row++) {
    let dashes = 0;
    let span = 1;
    for (const size of sizes.slice(0, -1)) {
      span *= size;
      if (row % span === 0) dashes += 1;
    }
    if (row && dashes) lines.push("-".repeat(dashes));
    lines.push(signs.slice(row * width, (row + 1) * width).join(gap));
  }
  return lines;
}

/** The text of a board under rules: its size and rules, then its rows; with groups it is JSON. */
export function textUnderRules(board) {
  const { rules, shape, mines, density, constraints } = board;
  const rows = rowsOf(board);
  if (constraints?.length) {
    const prior = mines === null && density !== null ? { density } : { mines };
    return `${JSON.stringify({ rules, ...prior, board: rows, constraints })}\n`;
  }
  const prior = mines ?? (density === null ? "?" : `~${density}`);
  return `${[`${shape.join("x")}x${prior} ${rules}`, ...rows].join("\n")}\n`;
}
