// Boards: what is given is checked once, copied, and written as text.

import { checkOptions, limit, shown, wrong } from "./errors.js";
import { checkedCut, withRing } from "./parts.js";
import { isUnderRules, MAX_CELLS, textUnderRules, withLists } from "./rules.js";

export const HIDDEN = -1;
export const MINE = 10;
const MAX_WEIGHT = 62; // of the weights of one clue together: the core has a bit for each sum
const LISTS = { neighbours: "lists", weights: "lists", allowed: "list", kinds: "numbers", shows: "lists" };
/** What says the size of a board and what its clues are about. */
export const GROUND = { rows: "whole", cols: "whole", rules: "text", shape: "numbers", constraints: "list", ...LISTS };
const BOARD = {
  ...GROUND,
  text: "text",
  cells: "list",
  mines: "whole",
  left: "whole",
  density: "text or number",
  known: "whole",
  cut: "list",
  taken: "list",
  signs: "text",
  reading: "whole",
  whole: "flag",
};

/** The index of each cell around one of a square board. */
export function around(rows, cols, index) {
  const [row, col] = [Math.floor(index / cols), index % cols];
  const indices = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) indices.push(r * cols + c);
    }
  }
  return indices;
}

/** How many cells are around one of a square board. */
export function degree(rows, cols, row, col) {
  const rowsAround = 3 - Number(row === 0) - Number(row === rows - 1);
  const colsAround = 3 - Number(col === 0) - Number(col === cols - 1);
  return rowsAround * colsAround - 1;
}

/** The index of a cell. */
export function onBoard({ rows, cols }, cell) {
  if (!Array.isArray(cell) || cell.length !== 2 || !cell.every(Number.isInteger))
    throw wrong(`a cell is [row, col], not ${shown(cell)}`);
  const [row, col] = cell;
  const isThere = row >= 0 && row < rows && col >= 0 && col < cols;
  if (!isThere) throw wrong(`(${row}, ${col}) is off the board`, { row, col });
  return row * cols + col;
}

/** A board of a user, as the engine takes it. */
export function checked(position, read) {
  if (position === null || typeof position !== "object") {
    const value = typeof position === "string" ? "a text alone" : shown(position);
    throw wrong(`a board is { rows, cols, mines, cells } or { text }, not ${value}`);
  }
  const { text, ...given } = checkOptions("a board", position, BOARD);
  if (text !== undefined) return read(text, given);
  return checkedPosition(given);
}

function checkedPosition(position) {
  return isUnderRules(position) ? checkedUnderRules(position) : checkedByLists(position);
}

/** A board whose clues come with lists of cells, or Minesweeper's own. */
function checkedByLists(position) {
  const { rows, cols, cells } = position;
  const count = checkedSize(rows, cols);
  if (cells?.length !== count) throw wrong(`cells has ${cells?.length ?? "no"} entries for ${rows}x${cols} cells`);
  const lists = position.neighbours ? checkedLists(position, count) : {};
  const mineCode = position.neighbours ? -2 : MINE;
  const cut = checkedCut(position.cut);
  if (cut.length) checkPart(position);
  const [marked, hidden] = checkedCells({ ...position, cut }, lists, mineCode);
  const { mines, density } = checkedPrior(position, marked, hidden);
  // Of the cells a copy: fractions come later.
  const board = { rows, cols, mines, density, ...lists, known: mineCode, cells: Int8Array.from(cells) };
  return cut.length ? { ...board, cut } : board;
}

/** Check that a board may be a part of another one. */
function checkPart({ neighbours, mines = null, left = null }) {
  if (neighbours) throw wrong("only a square board with Minesweeper's own rules goes on beyond its edges");
  if (mines !== null || left !== null)
    throw wrong("a board that goes on beyond its edges has no mine count, as other mines may lie there");
}

/** A board under rules by name. */
function checkedUnderRules(position) {
  if (position.cut?.length) checkPart({ neighbours: true });
  if (position.shape == null) checkedSize(position.rows, position.cols);
  const board = withLists(position);
  const { rows, cols, rules, shape, cells, neighbours, weights, kinds, shows } = board;
  const marked = cells.filter((code) => code === -2).length;
  const hidden = cells.filter((code) => code === HIDDEN).length;
  const { mines, density } = checkedPrior(position, marked, hidden);
  const allowed = board.allowed && BigUint64Array.from(board.allowed, (sums, i) => maskOf(sums, weights[i]));
  const lists = { neighbours, weights, kinds, shows, allowed };
  const named = { rules, shape, ...(position.constraints?.length ? { constraints: position.constraints } : {}) };
  return { rows, cols, mines, density, ...named, ...lists, known: -2, cells };
}

function checkedSize(rows, cols) {
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows < 1 || cols < 1) {
    throw wrong(`rows and cols are whole numbers from 1 on, not ${shown(rows)} and ${shown(cols)}`);
  }
  if (rows * cols > MAX_CELLS) throw wrong(`a board has at most ${MAX_CELLS} cells`);
  return rows * cols;
}

/** [known mines, hidden cells]. */
function checkedCells({ rows, cols, cells, allowed, neighbours, cut }, lists, mineCode) {
  const whole = withRing({ rows, cols, cells: [], cut });
  let marked = 0;
  let hidden = 0;
  for (let i = 0; i < rows * cols; i++) {
    const code = cells[i];
    if (code === HIDDEN) hidden += 1;
    else if (code === mineCode) marked += 1;
    else {
      const [row, col] = [Math.floor(i / cols), i % cols];
      let highestClue = neighbours ? neighbours[i].length : degree(whole.rows, whole.cols, ...whole.placeOf(i));
      if (lists.shows) highestClue = Math.max(...lists.shows[lists.kinds[i]].flat());
      if (allowed) highestClue = 127;
      if (!(Number.isInteger(code) && code >= 0 && code <= highestClue)) {
        const legend = `${HIDDEN} is hidden, 0 to ${highestClue} a clue, ${mineCode} a known mine`;
        throw wrong(`${shown(code)} at row ${row}, column ${col}: ${legend}`, { row, col, symbol: shown(code) });
      }
    }
  }
  return [marked, hidden];
}

/** The mine count, or the density. `left`: mines left, known ones not counted. */
function checkedPrior({ mines = null, left = null, density = null }, marked, hidden) {
  if (left !== null && mines !== null) throw wrong("a board takes its mine count or the mines left, not both");
  const total = left === null ? mines : left + marked;
  if (total !== null && density !== null) throw wrong("a board takes a mine count or a mine density, not both");
  if (density !== null && !(chance(density) > 0 && chance(density) < 1)) {
    throw wrong(`the density is between 0 and 1, not ${density}`);
  }
  if (total !== null && !(total >= marked && total <= marked + hidden)) {
    throw wrong(`mine count ${total} is impossible: the board holds ${marked} to ${marked + hidden}`);
  }
  return { mines: total, density };
}

/** A board with nothing open, for a game. */
export function closed(size) {
  if (!Number.isInteger(size.mines)) throw wrong(`mines is a whole number, not ${shown(size.mines)}`);
  if (isUnderRules(size)) return checked({ ...size, cells: undefined });
  const count = checkedSize(size.rows, size.cols);
  return checked({ ...size, cells: new Int8Array(count).fill(HIDDEN) });
}

/** What says the board of a game. */
export function groundOf(options) {
  const names = [...Object.keys(GROUND), "mines"];
  return Object.fromEntries(names.filter((name) => options[name] != null).map((name) => [name, options[name]]));
}

/** The lists of cells that clues of other boards than square ones are about. */
const ONES = new WeakMap(); // by the lists: weights of 1 that nobody gave

function checkedLists({ neighbours, weights, allowed, kinds, shows }, count) {
  const mostLists = weights || allowed || shows ? Infinity : count;
  if (!(neighbours.length >= count && neighbours.length <= mostLists)) {
    throw wrong(`neighbours has ${neighbours.length} lists for ${count} cells`);
  }
  const isCell = (j, i) => Number.isInteger(j) && j >= 0 && j < count && j !== i;
  const isBad = (list, i) =>
    list.length > MAX_WEIGHT || new Set(list).size < list.length || !list.every((j) => isCell(j, i));
  const bad = neighbours.findIndex(isBad);
  if (bad >= 0) throw wrong(`the neighbours of cell ${bad} are other cells, each once, ${MAX_WEIGHT} at most`);
  if (mostLists === count) return { neighbours };
  if (!weights && !ONES.has(neighbours))
    ONES.set(
      neighbours,
      neighbours.map((list) => list.map(() => 1)),
    );
  weights ??= ONES.get(neighbours);
  checkWeights(neighbours, weights);
  checkSymbols({ neighbours, weights, allowed, kinds, shows });
  return {
    neighbours,
    weights,
    kinds,
    shows,
    allowed: allowed && BigUint64Array.from(allowed, (sums, i) => maskOf(sums, weights[i])),
  };
}

const sizeOf = (weights) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0);

function checkWeights(neighbours, weights) {
  const isUneven = (list, i) =>
    weights[i]?.length !== list.length || !weights[i].every(Number.isInteger) || sizeOf(weights[i]) > MAX_WEIGHT;
  const uneven = neighbours.findIndex(isUneven);
  if (uneven >= 0 || weights.length !== neighbours.length) {
    throw wrong(`list ${uneven}: a weight is a whole number for each neighbour, ${MAX_WEIGHT} together at most`);
  }
}

function checkSymbols({ neighbours, weights, allowed, kinds, shows }) {
  if (allowed && allowed.length !== neighbours.length) {
    throw wrong(`allowed has ${allowed.length} entries for ${neighbours.length} lists`);
  }
  const isSums = (sums) =>
    sums == null || typeof sums === "bigint" || (Array.isArray(sums) && sums.every(Number.isInteger));
  if (allowed && !Array.prototype.every.call(allowed, isSums))
    throw wrong("allowed has for each list the sums that its clue allows, or null");
  const isTold = (kind, i) => shows[kind]?.length > sizeOf(weights[i]);
  if (shows && !(kinds?.length === neighbours.length && Array.from(kinds).every(isTold))) {
    throw wrong("kinds has one number for each list, and shows of each kind what every sum of such a list is shown by");
  }
  const isSymbol = (symbol) => Number.isInteger(symbol) && symbol >= 0 && symbol < 128;
  if (shows && !shows.flat(2).every(isSymbol)) throw wrong("symbols are whole numbers from 0 to 127");
  if (!allowed && !shows) throw wrong("clues with weights need the sums that they allow");
}

/** The sums that a clue allows, a bit each from the least sum on; all bits where it says nothing. */
function maskOf(sums, weights) {
  if (sums == null) return 0xffffffffffffffffn;
  if (typeof sums === "bigint") return sums; // of a board that was checked before
  const leastSum = weights.reduce((sum, weight) => sum + Math.min(weight, 0), 0);
  const bitOf = (sum) => (sum >= leastSum && sum - leastSum < 63 ? 1n << BigInt(sum - leastSum) : 0n);
  return sums.reduce((bits, sum) => bits | bitOf(sum), 0n);
}

/** A density as a number; NaN where it is none: 0.2 and "1/5" are the same. */
export function chance(density) {
  const [over, under = 1] = String(density).split("/").map(Number);
  return over / under;
}

/** The odds of no mine and of a mine as whole numbers: a density is read by its decimal digits, as 0.2 is 1/5. */
export function odds(density) {
  if (density == null) return [1, 1];
  const [over, under = "1"] = String(density).split("/");
  const digits = Math.max(...[over, under].map((digitText) => (digitText.split(".")[1] ?? "").length));
  const [p, q] = [over, under].map((digitText) => BigInt(Math.round(Number(digitText) * 10 ** digits)));
  const common = gcd(p, q);
  if (q / common >= 2n ** 32n) throw limit(`the density ${density} has too many digits for fractions`);
  return [Number((q - p) / common), Number(p / common)];
}

export function logOdds(density) {
  return density == null ? 0 : Math.log(chance(density)) - Math.log1p(-chance(density));
}

export function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** A fraction in lowest terms. */
export function reduced(/** @type {bigint[]} */ [top, bottom]) {
  const common = gcd(top, bottom) || 1n;
  return [top / common, bottom / common];
}

/** A fraction as "1/3", or "1". */
export const written = (/** @type {bigint[]} */ [top, bottom]) => (bottom === 1n ? String(top) : `${top}/${bottom}`);

const CANONICAL = { [HIDDEN]: "#", [MINE]: "*", [-2]: "*" };
const EMOJI = { [HIDDEN]: "⬜", [MINE]: "🚩", [-2]: "🚩" };

/** The text of a board: `format` "canonical" (with its size and mine count) or, of a square one, "emoji". */
export function textOf(board, format) {
  const { rows, cols, mines, density, cells, neighbours } = board;
  if (board.rules && format === "canonical") return textUnderRules(board);
  if (neighbours) throw wrong(`a board with ${board.rules ? "rules" : "neighbours"} of its own has no ${format} text`);
  const sign =
    format === "emoji" ? (code) => EMOJI[code] ?? `${code}\ufe0f\u20e3` : (code) => CANONICAL[code] ?? String(code);
  const lines = Array.from({ length: rows }, (_, r) =>
    Array.from(cells.slice(r * cols, (r + 1) * cols), sign).join(""),
  );
  const prior = mines !== null ? mines : density !== null ? `~${density}` : null;
  // Without a first line `*` are hidden cells where none else are, and 0 and 1 a layout.
  const hasMines = cells.includes(MINE) || cells.includes(-2);
  const isZerosAndOnes = cells.includes(1) && cells.every((code) => code === 0 || code === 1);
  const isMeantOtherwise = !cells.includes(HIDDEN) && (hasMines || isZerosAndOnes);
  const needsHead = prior !== null || (isMeantOtherwise && format === "canonical") || board.cut;
  const head = needsHead ? [`${rows}x${cols}x${prior ?? "?"}${board.cut ? ` cut=${board.cut.join(",")}` : ""}`] : [];
  return `${[...head, ...lines].join("\n")}\n`;
}
