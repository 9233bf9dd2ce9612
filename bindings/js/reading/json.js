// Boards in JSON: a list of rows, each a list of numbers or signs, or a text; or an object with them and a mine count.
// Function by function as minesolver/io/formats/json.py.

import { degree, HIDDEN, MINE } from "../board.js";
import { isSaidBeside, made, withPrior } from "../canonical.js";
import { MinesolverError, wrong } from "../errors.js";
import { checkedCut, withRing } from "../parts.js";
import { readUnderRules } from "../rules.js";
import { boardKeyOf, rowsOf, signOfObject, sizeIn, statedSize } from "./jsonCells.js";
import { inKnownCharacters } from "./lines.js";
import { NUMBERS } from "./outside.js";
import { beginsAsJson, jsonValue } from "./pieces.js";
import { readValues } from "./readings.js";
import { countCells } from "./search.js";
import { CELL_KEYS, HIDDEN as HIDDEN_ROLE, KEYS, ROLE_COSTS, WORDS } from "./table.js";
import { lengthOf, quoted } from "./texts.js";

/** @type {[string, number][]} */
const DIGITS = Array.from({ length: 9 }, (_, number) => [String(number), number]);
const CODES = new Map([["#", HIDDEN], ["-1", HIDDEN], ["*", MINE], ["10", MINE], ...DIGITS, [".", 0]]);
const HIDDEN_SIGNS = ["#", "-1"];
const SIGNS_OF_OTHERS = ["*", ".", "10"];
const WRITTEN_SIGNS = new Set(["#", "*", ...DIGITS.map(([sign]) => sign)]);
/** Signs that mean the same on every board. */
const SETTLED_SIGNS = new Set([...HIDDEN_SIGNS, ...DIGITS.map(([sign]) => sign)]);
const MAX_FREE_CELLS = 50_000; // of which the signs are found out
const LONGEST_UNKNOWN_SIGN = 2; // characters
/** Keys of an object that is a puzzle, which only Python reads; constraints and holes are read with rules. */
const PUZZLE_KEYS = ["neighbours", "capacity", "outlines", "row_sums", "column_sums", "regions", "region_sums", "printed"];
/** Keys: what our own commands and the protocol tell of a board in the same object. */
const BESIDE = new Set(
  (
    "rows cols shape engine is_exact solutions probability safe mine_cells best prior note exact reasons recommend " +
    "solution difficulty start no_guess seed index tries uncertain read flags chances doubtful counter strange seconds " +
    "proved_complete layouts numbers"
  ).split(" "),
);
const GAME_KEYS = ["layout", "games", "first_click", "policy"];
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const counted = (number, name) => (number === 1 ? `1 ${name}` : `${number} ${name}s`);

/** Whether a value has a list of opened cells by their places: {"row": 0, "col": 1, "value": 2}. */
function holdsPlacedCells(value) {
  if (!Array.isArray(value)) return isObject(value) && Object.values(value).some(holdsPlacedCells);
  const stateKeys = [CELL_KEYS.open, CELL_KEYS.closed, CELL_KEYS.state, CELL_KEYS.mine].flat();
  const placeKeys = [CELL_KEYS.row, CELL_KEYS.column, CELL_KEYS.clue];
  const isPlaced = (cell) => isObject(cell) && placeKeys.every((keys) => keys.some((key) => key in cell));
  return value.length > 0 && value.every(isPlaced) && !value.some((cell) => stateKeys.some((key) => key in cell));
}

/** Whether it has a truth value, or 0 and 1, for each cell of rows. */
function isMask(rows) {
  if (!Array.isArray(rows) || !rows.length || !rows.every(Array.isArray)) return false;
  return rows.flat().every((sign) => [true, false, 0, 1].includes(sign));
}

/** What a piece of a text says, if it is JSON: an object, or a list that is no row of signs; else undefined. */
export function jsonOf(piece) {
  if (!beginsAsJson(piece)) return undefined;
  const value = piece.value ?? jsonValue(piece.lines.join("\n"));
  if (!Array.isArray(value)) return isObject(value) || !value ? value : undefined;
  if (!value.length) return value;
  const isNoCell = (item) => !Number.isInteger(item) && (typeof item === "object" || lengthOf(String(item)) > 1);
  return value.some(isNoCell) ? value : undefined;
}

/** The board of JSON: of rows, or of an object that has them. */
export function readJson(data, source, prior, checked) {
  if (!isObject(data)) return ofRows(rowsOf(data, null), [], source, false, checked);
  const values = innerObject(resultOf(data, source), source);
  const underRules = readUnderRules(JSON.stringify(values));
  return underRules ? withPrior(underRules, prior, checked, []) : ofObject(values, source, checked);
}

/** The board of an object that has its rows, and may tell the mines. */
function ofObject(values, source, checked) {
  const puzzleKey = PUZZLE_KEYS.find((key) => key in values);
  if (puzzleKey)
    throw wrong(`a puzzle with '${puzzleKey}' is read by minesolver solve and the engine protocol alone`);
  if ("constraints" in values)
    throw wrong("a puzzle of named cells is read by minesolver solve and the engine protocol alone");
  if (holdsPlacedCells(values))
    throw wrong("cells by their rows and columns are read by minesolver solve and in Python alone");
  const maskKey = ["mask", ...CELL_KEYS.open, ...CELL_KEYS.closed].find((key) => isMask(values[key]));
  if (maskKey) throw wrong(`a board with a mask '${maskKey}' is read by minesolver solve and in Python alone`);
  // Texts of the signs that we write, under the key that we give them: "*" is a mine, whatever clues say. Of "*"
  // without "#", or 0 and 1, others may mean something else, unless "mines" stands beside them.
  const { board } = values;
  const areTexts = Array.isArray(board) && board.every((row) => typeof row === "string");
  const signs = new Set(areTexts ? board.join("") : "");
  const hasOurSigns = areTexts && [...signs].every((sign) => WRITTEN_SIGNS.has(sign));
  const isOurs = !source.signs && hasOurSigns && ("mines" in values || !mayBeOthers([...signs]));
  const boardKey = boardKeyOf(values);
  const knownKeys = new Set([
    ...[KEYS.mines, KEYS.left, KEYS.other, KEYS.rows, KEYS.columns].flat(),
    ...BESIDE,
    boardKey,
    "cut",
    "density",
  ]);
  const passedOver = Object.keys(values)
    .filter((key) => !knownKeys.has(key))
    .sort();
  // In an answer of ours they stand beside a board that has them.
  if ("flags" in values && !("engine" in values)) passedOver.push("flags");
  // A number may be the mine count, with a slip in its key; nothing else would change the board.
  const unknown = passedOver.filter((key) => boardKey === undefined || typeof values[key] === "number");
  if (unknown.length || boardKey === undefined) {
    const unlike = unknown.length ? `, not ${unknown.map(quoted).join(", ")}` : "";
    throw wrong(`an object needs the key "board" and may have "mines", "left" or "density"${unlike}`, {
      line: source.firstLine,
      symbol: unknown[0],
    });
  }
  const rows = rowsOf(values[boardKey], sizeIn(values));
  const keys = passedOver.length ? [`without the keys ${passedOver.join(", ")}`] : [];
  const cut = source.cut.length ? source.cut : checkedCut(values.cut);
  const part = { ...withCounts(source, values), cut };
  const rowBoard = ofRows(rows, keys, part, isOurs, cut.length ? (other) => checked({ ...other, cut }) : checked);
  const size = statedSize(values);
  if (size !== null && !hasSize(rowBoard, size)) {
    const message = `the object says ${size[0]}x${size[1]}, and its board has ${rowBoard.rows} rows of ${rowBoard.cols}`;
    throw wrong(message, { line: source.firstLine });
  }
  return rowBoard;
}

/** Whether a board is so high and so wide, or the other way round. */
const hasSize = ({ rows, cols }, /** @type {any} */ [height, width]) =>
  (rows === height && cols === width) || (rows === width && cols === height);

/** The source with the mine count of an object, unless one is said beside it. */
function withCounts(source, values) {
  if (isSaidBeside(source)) return source;
  const mines = firstOf(values, KEYS.mines);
  const left = mines === null ? firstOf(values, KEYS.left) : null;
  if (left !== null && !Number.isInteger(left))
    throw wrong(`left is a whole number, not ${quoted(String(left))}`, { line: source.firstLine });
  return { ...source, mines, left, density: values.density ?? null };
}

/** The signs of rows of JSON. */
function signRowsOf(data, { firstLine: line }) {
  const areRows = Array.isArray(data) && data.every((row) => Array.isArray(row) || typeof row === "string");
  if (!areRows) throw wrong("a board in JSON is a list of rows, each a list or a string", { line });
  // JSON keeps no positions: line and column are the row and column of the board, from 1.
  const pitch = data.length && data.every(isSpaced) ? 2 : 1;
  const rows = data.map((row) =>
    Array.isArray(row) ? row.map(symbolOf) : [...inKnownCharacters(row)].filter((_, k) => k % pitch === 0),
  );
  const emptyRow = rows.findIndex((row) => !row.length);
  if (emptyRow >= 0) throw wrong("a row has no cells", { line: emptyRow + 1 });
  return rows;
}

/**
 * The boards of a text; those in JSON that share signs, each with the signs of all of these. So has a board without
 * hidden cells that stands beside one other board.
 */
export function withSignsOfAll(pieces) {
  const dataOfPieces = pieces.map(jsonOf);
  if (dataOfPieces.filter((data) => data !== undefined).length < 2) return pieces;
  const cellsOfPieces = pieces.map((piece, k) => cellsAlone(dataOfPieces[k], piece));
  const allSigns = cellsOfPieces.map((rows) => [...new Set(rows.flat())]);
  const signsOfPieces = allSigns.map((signs) => signs.filter((sign) => !SETTLED_SIGNS.has(sign)));
  const pieceCounts = new Map();
  for (const sign of signsOfPieces.flat()) pieceCounts.set(sign, (pieceCounts.get(sign) ?? 0) + 1);
  let areJoined = signsOfPieces.map((signs) => signs.some((sign) => pieceCounts.get(sign) > 1));
  const areBoards = cellsOfPieces.map((rows) => rows.length > 0);
  const signsOfBoards = allSigns.filter((_, k) => areBoards[k]);
  if (signsOfBoards.length === 2 && !signsOfBoards.every(mayHaveHidden)) areJoined = areBoards;
  if (!areJoined.includes(true)) return pieces;
  const signCounts = countCells(cellsOfPieces.filter((_, k) => areJoined[k]));
  return pieces.map((piece, k) => (areJoined[k] ? { ...piece, signCounts } : piece));
}

/** Whether one of the signs of a board is rather that of hidden cells, or nobody knows it. */
function mayHaveHidden(signs) {
  const others = signs.filter((sign) => !DIGITS.some(([digit]) => digit === sign));
  return others.some((sign) => {
    const costs = [...(ROLE_COSTS.get(sign) ?? [])];
    return !costs.length || costs.reduce((best, other) => (other[1] < best[1] ? other : best))[0] === HIDDEN_ROLE;
  });
}

/** Throws where a board in JSON has another size than the words beside it tell. */
export function checkFacts(piece, { size, sizeKind, mines, loneCount }) {
  const jsonMines = minesInJson(piece);
  const others = [...mines, ...(loneCount === null ? [] : [loneCount])].filter((count) => count !== jsonMines);
  if (jsonMines !== null && others.length)
    throw wrong(`the text tells ${jsonMines} mines and ${Math.min(...others)} mines`, { line: piece.firstLine });
  const cells = size === null ? [] : cellsAlone(jsonOf(piece), piece);
  if (!cells.length) return;
  const [height, width] = [cells.length, cells[0].length];
  const [rows, columns] = size;
  const areNumbers = sizeKind === NUMBERS;
  const isSize = !areNumbers || mayBeSize(size, [height, width]);
  if (!isSize || (rows === height && columns === width) || (rows === width && columns === height)) return;
  const message = `the text says ${rows}x${columns}, and the board has ${height} rows of ${width}`;
  const advice = areNumbers ? "; numbers that are no size are to be left out" : "";
  throw wrong(message + advice, { line: piece.firstLine });
}

/** Whether two numbers beside a board of a size may tell another size, and are rather no move on it. */
function mayBeSize(numbers, size) {
  const sizes = [size, [...size].reverse()];
  const isNear = sizes.some((sides) => numbers.every((number, k) => Math.abs(number - sides[k]) <= 1));
  const isPlace = sizes.some((sides) => numbers.every((number, k) => number <= sides[k]));
  const hasSide = numbers.some((number) => size.includes(number));
  return !numbers.includes(0) && hasSide && (isNear || !isPlace);
}

/** The mine count that an object of JSON tells; null: it tells none. */
function minesInJson(piece) {
  const data = jsonOf(piece);
  if (!isObject(data)) return null;
  try {
    const mineCount = firstOf(innerObject(resultOf(data, piece), piece), KEYS.mines);
    return Number.isInteger(mineCount) ? mineCount : null;
  } catch (error) {
    if (error instanceof MinesolverError) return null;
    throw error;
  }
}

/** The signs of a board in JSON; none where it is another thing, or none. */
function cellsAlone(data, piece) {
  if (data === undefined) return [];
  try {
    if (!isObject(data)) return signRowsOf(rowsOf(data, null), piece);
    const values = innerObject(resultOf(data, piece), piece);
    if (PUZZLE_KEYS.some((key) => key in values) || "rules" in values || "constraints" in values) return [];
    const boardKey = boardKeyOf(values);
    return boardKey === undefined ? [] : signRowsOf(rowsOf(values[boardKey], sizeIn(values)), piece);
  } catch (error) {
    if (error instanceof MinesolverError) return [];
    throw error;
  }
}

/** Whether signs are `*` without `#`, or 0 and 1: others may write hidden cells so, or a layout. */
function mayBeOthers(signs) {
  const hasMinesAlone = signs.includes("*") && !signs.some((sign) => HIDDEN_SIGNS.includes(sign));
  return hasMinesAlone || (signs.includes("1") && signs.every((sign) => "01".includes(sign)));
}

/** The board of rows of JSON. `words`: what was passed over; `isOurs`: whether we wrote them. */
function ofRows(data, words, source, isOurs, checked) {
  const rows = signRowsOf(data, source);
  // Others use some of our signs otherwise, but with a hidden cell of ours among them they are ours.
  const signs = [...new Set(rows.flat())];
  const areOurs = !source.signs && signs.every((sign) => CODES.has(sign));
  const mayBeLayout = signs.includes(".") && !signs.some((sign) => /^[1-8]$/.test(sign));
  const hasOurHidden = signs.some((sign) => HIDDEN_SIGNS.includes(sign));
  const hasSignsOfOthers = signs.some((sign) => SIGNS_OF_OTHERS.includes(sign));
  const isCertain = !mayBeLayout && !mayBeOthers(signs) && (hasOurHidden || !hasSignsOfOthers);
  if (!rows.length || isOurs || (areOurs && isCertain)) return ofOurSigns(rows, words, source, checked);
  // Where no meaning can be found out, the sign is named that is not known.
  const hasWord = signs.some((sign) => !ROLE_COSTS.has(sign) && lengthOf(sign) > LONGEST_UNKNOWN_SIGN);
  if (rows.flat().length > MAX_FREE_CELLS || hasWord) return ofOurSigns(rows, words, source, checked);
  return readValues(source, rows, words, checked);
}

/** The board of rows of our signs. */
function ofOurSigns(rows, words, source, checked) {
  if (!rows.length) throw wrong("no row of cells in the input", { line: source.firstLine });
  for (const [r, row] of rows.entries()) {
    const column = row.findIndex((sign) => !CODES.has(sign));
    if (column < 0) continue;
    const symbol = row[column];
    const message = `${quoted(symbol)} is no symbol of the json format (-1 or "#" hidden, 0-8 opened, 10 or "*" a mine)`;
    throw wrong(message, { line: r + 1, column: column + 1, symbol });
  }
  const width = rows[0].length;
  for (const [r, row] of rows.entries()) {
    if (row.length === width) continue;
    // A long row is marked at its first cell too many, a short one behind its last.
    const message = `this row has ${counted(row.length, "cell")}, where the first row has ${width}`;
    const symbol = row[Math.min(width, row.length - 1)];
    throw wrong(message, { line: r + 1, column: Math.min(width, row.length) + 1, symbol });
  }
  const codes = rows.map((row) => row.map((sign) => CODES.get(sign)));
  checkClues(codes, rows, source.cut);
  return made({ codes, ...countsOf(codes, source) }, {}, checked, words);
}

/** Throws where a clue is more than its cell has neighbours. */
function checkClues(codes, rows, cut) {
  const whole = withRing({ rows: rows.length, cols: rows[0].length, cells: [], cut });
  for (const [row, rowCodes] of codes.entries()) {
    for (const [col, code] of rowCodes.entries()) {
      const neighbours = degree(whole.rows, whole.cols, ...whole.placeOf(row * rowCodes.length + col));
      if (code === MINE || code <= neighbours) continue;
      const neighboursText = counted(neighbours, "neighbour");
      const message = `clue ${code} at row ${row}, column ${col} (from 0) is impossible: the cell has ${neighboursText}`;
      throw wrong(message, { line: row + 1, column: col + 1, symbol: rows[row][col] });
    }
  }
}

function countsOf(codes, { mines, left, density }) {
  if (left === null) return { mines, density };
  return { mines: left + codes.flat().filter((code) => code === MINE).length, density };
}

/**
 * An object with the rows of its board and all that is said beside them, at whichever depth they stand; of an object
 * without a board the one value that is an object with one, if there is one.
 */
function innerObject(values, source) {
  if (PUZZLE_KEYS.some((key) => key in values) || "rules" in values) return values;
  const hasBoard = (value) => isObject(value) && boardKeyOf(value) !== undefined;
  const boardKey = boardKeyOf(values);
  if (boardKey === undefined) {
    const innerObjects = Object.values(values).filter(hasBoard);
    return innerObjects.length === 1 ? innerObject(innerObjects[0], source) : values;
  }
  // A board that is an object around its rows, {"grid": {"rows": [...]}, "mines": 3}: both say what it is.
  const { [boardKey]: board, ...outerValues } = values;
  if (!hasBoard(board)) return values;
  const [outerCount, innerCount] = [firstOf(outerValues, KEYS.mines), firstOf(board, KEYS.mines)];
  if (outerCount !== null && innerCount !== null && outerCount !== innerCount)
    throw wrong(`the object says ${outerCount} mines and ${innerCount} mines`, { line: source.firstLine });
  return innerObject({ ...outerValues, ...board }, source);
}

/**
 * What says a board: of an answer of the protocol its result. Throws where it is something else that this package
 * writes.
 */
function resultOf(values, { firstLine: line }) {
  const has = (key) => key in values;
  if (has("id") && has("ok")) {
    const { result } = values;
    if (isObject(result) && ("board" in result || "cells" in result) && !("candidates" in result)) return result;
    throw wrong("an answer of minesolver engine without a board: ask it to analyse or generate one", { line });
  }
  if (has("error") && Object.keys(values).length === 1)
    throw wrong(`solve --json could not answer there: ${values.error}`, { line });
  if (has("cell") && !has("board")) throw wrong("a move of a saved game, which minesolver review reads", { line });
  if (!has("board") && ["rows", "cols", "mines"].every(has) && GAME_KEYS.some(has))
    throw wrong("a game, not a board: minesolver review reads what play --json and Save game write", { line });
  if (has("verdicts"))
    throw wrong("a review of a game, which is read by people; minesolver review makes it from a saved game", { line });
  return values;
}

/** What an object has under the first of some keys under which it has something; else null. */
const firstOf = (values, keys) => values[keys.find((key) => (values[key] ?? null) !== null)] ?? null;

/** Whether a row is a text in which a blank stands after each cell but the last: `1 # #`. */
function isSpaced(row) {
  const signs = typeof row === "string" ? [...row] : [];
  return signs.length > 2 && signs.length % 2 === 1 && signs.every((sign, k) => k % 2 === 0 || sign === " ");
}

/** The sign that a value is: a text, a number, or a name such as `null`. */
function symbolOf(value) {
  if (isObject(value)) return signOfObject(value) ?? JSON.stringify(value);
  if (typeof value !== "string") return JSON.stringify(value);
  const sign = inKnownCharacters(value).trim();
  return lengthOf(sign) > LONGEST_UNKNOWN_SIGN ? (WORDS.get(sign.toLowerCase()) ?? sign) : sign;
}
