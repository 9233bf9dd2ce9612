// Boards in text: the usual one at once, then JSON and links, else whatever people paste.

import { around, HIDDEN, MINE } from "./board.js";
import { canonical, checkText, isSaidBeside, made, withPrior } from "./canonical.js";
import { MinesolverError, wrong } from "./errors.js";
import { foreignCharacter, NO_FACTS } from "./pasted/lines.js";
import { otherKind } from "./pasted/otherTexts.js";
import { isJson, piecesOf } from "./pasted/pieces.js";
import { INDENTATIONS, MOST_OUTER_BLANKS, partedByDots, readPasted, readRows } from "./pasted/reading.js";
import {
  CHOICES,
  COLUMNS_KEYS,
  ELEMENTS,
  LEFT_KEYS,
  MINES_KEYS,
  NAMES,
  OTHER_KEYS,
  ROWS_KEYS,
} from "./pasted/table.js";
import { boardKeyOf, rowsOf, signOfObject, sizeIn } from "./pasted/values.js";
import { readLink, readUnderRules } from "./rules.js";
import { letterTable, mineTable, numberTable, truthTable } from "./tables.js";

const RULES = String.raw`[^\s/,]*[^\W\d_][^\s/,]*(?:\s*,\s*[^\s/,]+)*`;
const HEADER = new RegExp(
  String.raw`^\s*((\d+)\s*[xX]\s*(\d+))(?:\s*[xX]\s*(\d+|\?|~\d+/\d+|~[^\s/]+))?(?:\s+(${RULES}))?\s*(?:/|$)`,
);
const LINK = /^\S*#board=(\d+)x(\d+)(?:x(\d+|~[\d./]+))?:((?:[A-Imz]\d*)+)$/;
const LINK_WITH_JSON = /^\S*#board=json:\S*$/;
const VARIANTS_LINE = /^\s*(?:\[[^[\]]+\])+!*\d+x\d+-\d+-\S+\s+\w/;
const LONGEST = 100_000; // characters of a text that is read freely: a board of 100x100 in drawn boxes
const SECONDS = 1; // for one reading; one that cannot be counted within it may be consistent
const BESIDE = [
  "density",
  "rules",
  "solution",
  "engine",
  "is_exact",
  "note",
  "probability",
  "safe",
  "mine_cells",
  "best",
  "exact",
  "solutions",
  "seconds",
];
/** What makes another board of the same rows, which only Python reads; constraints and holes are read with rules. */
const PUZZLE_KEYS = ["neighbours", "capacity", "outlines", "row_sums", "column_sums", "regions", "region_sums", "printed"];
const ROLES = {
  hidden: "h",
  closed: "h",
  covered: "h",
  unknown: "h",
  zero: "0",
  0: "0",
  opened: "0",
  empty: "0",
  mine: "m",
  mines: "m",
  flag: "m",
  flags: "m",
  bomb: "m",
  safe: "s",
};
const BLANKS = ["blank", "space"];

/** The board in a text; `prior`: a mine count, mines left or density that go before those of the text, and signs. */
export function read(text, prior, checked, engine) {
  checkText(text, prior);
  const usual = prior.signs ? null : canonical(text);
  if (usual) return made(usual, prior, checked, []);
  const link = LINK.exec(text.trim());
  if (link) return made(ofLink(link), prior, checked, []);
  const linked = readLink(text.trim());
  if (linked) return withPrior(linked, prior, checked, []);
  // A graph, several mines in a cell, ...: as signs of cells it would be tried for seconds.
  if (LINK_WITH_JSON.test(text.trim())) throw wrong("a link with a board as JSON is read by minesolver solve", { line: 1 });
  if (VARIANTS_LINE.test(text))
    throw wrong("a line of 14 Minesweeper Variants is read by minesolver solve and the engine protocol alone", {
      line: 1,
    });
  const pieces = piecesOf(text);
  // A slip in JSON breaks one board into several.
  if (pieces.length === 1 || (pieces.length && isJson(pieces[0]))) return ofPiece(pieces[0], prior, checked, engine);
  const number = pieces.length ? `${pieces.length} boards, separated by blank lines,` : "no board";
  throw wrong(`${number} in the input where one is expected`, { line: 1 });
}

/** All boards of a text, which blank lines part; words between them belong to the board beside them. */
export function readAll(text, prior, checked, engine) {
  const pieces = piecesOf(text);
  if (pieces.length < 2) return [read(text, prior, checked, engine)];
  return pieces.map((piece) => ofPiece(piece, prior, checked, engine));
}

/** The board of one piece of a text. */
function ofPiece(piece, prior, checked, engine) {
  const text = piece.lines.join("\n");
  const usual = prior.signs ? null : canonical(text);
  if (usual) return made(usual, prior, checked, []);
  const otherText = otherKind(piece.lines);
  if (otherText) throw wrong(otherText, { line: piece.firstLine });
  for (const [index, line] of piece.lines.entries()) {
    const error = foreignCharacter(line, piece.firstLine + index);
    if (error) throw error;
  }
  const underRules = readUnderRules(text);
  if (underRules) return withPrior(underRules, prior, checked, []);
  // Words beside the board, which is a piece of its own, may have told the mines.
  const left = piece.mines === null ? piece.left : null;
  const priorOfPiece = isSaidBeside(prior) ? prior : { ...prior, mines: piece.mines, left };
  if (isJson(piece)) {
    const data = jsonOf(text);
    if (data !== undefined) return ofJson(data, priorOfPiece, checked, engine);
  }
  return freely(piece.lines, piece.firstLine, priorOfPiece, checked, engine);
}

/** `board=16x30x99:z120A3B`: a letter a cell, with its repetitions; A to I are clues, z hidden, m a mine. */
function ofLink([, rows, cols, prior, letters]) {
  const codes = [];
  for (const [, letter, times] of letters.matchAll(/([A-Imz])(\d*)/g)) {
    const code = letter === "z" ? HIDDEN : letter === "m" ? MINE : letter.charCodeAt(0) - 65;
    for (let k = 0; k < Number(times || 1); k++) codes.push(code);
  }
  if (codes.length !== rows * cols) throw wrong(`the link has ${codes.length} cells for a board of ${rows}x${cols}`);
  const lines = Array.from({ length: Number(rows) }, (_, r) => codes.slice(r * cols, (r + 1) * cols));
  return { codes: lines, ...priorOf(prior) };
}

/** The mine count or the density of a header. */
function priorOf(text) {
  if (!text || text === "?") return { mines: null, density: null };
  return text.startsWith("~") ? { mines: null, density: text.slice(1) } : { mines: Number(text), density: null };
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // lists of other languages are read freely
  }
}

/** The board of JSON: of rows, or of an object that has them. */
function ofJson(data, prior, checked, engine) {
  if (Array.isArray(data)) return ofRows(rowsOf(data, null), {}, [], prior, checked, engine);
  const inner = innerObject(data);
  const underRules = inner === data ? null : readUnderRules(JSON.stringify(inner));
  if (underRules) return withPrior(underRules, prior, checked, []);
  return ofObject(inner, prior, checked, engine);
}

/** The board of an object that has its rows, and may tell the mines. */
function ofObject(values, prior, checked, engine) {
  const puzzleKey = PUZZLE_KEYS.find((key) => key in values);
  if (puzzleKey)
    throw wrong(`a puzzle with '${puzzleKey}' is read by minesolver solve and the engine protocol alone`);
  const boardKey = boardKeyOf(values);
  const knownKeys = [boardKey, ...MINES_KEYS, ...LEFT_KEYS, ...OTHER_KEYS, ...ROWS_KEYS, ...COLUMNS_KEYS, ...BESIDE];
  const passedOver = Object.keys(values).filter((key) => !knownKeys.includes(key));
  // A number may be the mine count, with a slip in its key; nothing else would change the board.
  const unknownCount = passedOver.find((key) => typeof values[key] === "number");
  if (!boardKey || unknownCount) {
    const unlike = unknownCount ? `, not '${unknownCount}'` : "";
    throw wrong(`an object needs the key "board" and may have "mines", "left" or "density"${unlike}`);
  }
  const mines = firstOf(values, MINES_KEYS);
  const counts = {
    mines,
    left: mines === null ? firstOf(values, LEFT_KEYS) : null,
    density: mines === null ? (values.density ?? null) : null,
  };
  return ofRows(rowsOf(values[boardKey], sizeIn(values)), counts, passedOver, prior, checked, engine);
}

/** The board of rows of JSON. `counts`: what is said of its mines beside them; `passedOver`: keys without meaning. */
function ofRows(rows, counts, passedOver, prior, checked, engine) {
  const areRows = Array.isArray(rows) && rows.every((row) => Array.isArray(row) || typeof row === "string");
  if (!areRows || !rows.length) throw wrong("a board in JSON is a list of rows, each a list or a string");
  // JSON keeps no positions: line and column are the row and column of the board, from 1.
  const pitch = rows.every(isSpaced) ? 2 : 1;
  const placedRows = [];
  for (const [r, row] of rows.entries()) {
    const cells = Array.isArray(row) ? row.map(symbolOf) : [...row].filter((_, k) => k % pitch === 0);
    placedRows.push({ line: r + 1, cells, columns: cells.map((_, c) => c + 1) });
  }
  const isSaid = isSaidBeside(prior);
  const options = optionsOf(isSaid ? prior : { ...counts, signs: prior.signs }, NO_FACTS);
  const reading = readRows(placedRows, options, proverOf(engine));
  const keyWords = passedOver.length ? [`without the keys ${passedOver.sort().join(", ")}`] : [];
  const taken = [...(reading.taken ?? []), ...keyWords];
  return ofReading({ ...reading, taken }, isSaid ? prior : counts, checked);
}

/**
 * An object with the rows of its board and all that is said beside them, at whichever depth they stand; of an object
 * without a board the one value that is an object with one, if there is one.
 */
function innerObject(values) {
  if (PUZZLE_KEYS.some((key) => key in values) || "rules" in values) return values;
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const hasBoard = (value) => isObject(value) && boardKeyOf(value) !== undefined;
  const boardKey = boardKeyOf(values);
  if (boardKey === undefined) {
    const innerObjects = Object.values(values).filter(hasBoard);
    return innerObjects.length === 1 ? innerObject(innerObjects[0]) : values;
  }
  // A board that is an object around its rows, {"grid": {"rows": [...]}, "mines": 3}: both say what it is.
  const { [boardKey]: board, ...outerValues } = values;
  if (!hasBoard(board)) return values;
  const [outerCount, innerCount] = [firstOf(outerValues, MINES_KEYS), firstOf(board, MINES_KEYS)];
  if (outerCount !== null && innerCount !== null && outerCount !== innerCount)
    throw wrong(`the object says ${outerCount} mines and ${innerCount} mines`, { line: 1 });
  return innerObject({ ...outerValues, ...board });
}

/** What an object has under the first of some keys under which it has something; else null. */
function firstOf(values, keys) {
  return values[keys.find((key) => values[key] != null)] ?? null;
}

/** Whether a row is a string in which a blank stands after each cell but the last: `1 # #`. */
function isSpaced(row) {
  const signs = typeof row === "string" ? [...row] : [];
  return signs.length > 2 && signs.length % 2 === 1 && signs.every((sign, k) => k % 2 === 0 || sign === " ");
}

/** A sign out of a list of JSON: a text, a number, or a name such as `null`. */
function symbolOf(value) {
  if (typeof value === "object" && value !== null) return signOfObject(value) ?? JSON.stringify(value);
  if (typeof value !== "string") return String(value);
  const sign = value.trim();
  return sign.length > 2 ? (ELEMENTS.get(sign.toLowerCase()) ?? sign) : sign;
}

/** Whatever people paste. */
function freely(lines, first, prior, checked, engine) {
  const text = lines.join("\n");
  if (/^\s*<(?:svg|\?xml|!doctype|html)/i.test(text))
    throw wrong("a picture or a page is no text of a board: minesolver solve reads pictures", { line: first });
  if (text.length > LONGEST) throw wrong(`a text in a form that is not known has at most ${LONGEST} characters`);

  // A first line with the size is taken off; under rules all is read elsewhere.
  const start = lines.findIndex((line) => line.trim());
  const header = HEADER.exec(lines[start] ?? "");
  let headerFacts = NO_FACTS;
  let density = null;
  const hasHeader = header && !isRow(header, lines, start);
  if (hasHeader) {
    const [whole, , rows, cols, total, rules] = header;
    if (rules && rules !== "square") return ofRuledText(rules, lines, first, start, prior, checked);
    const counts = priorOf(total);
    density = counts.density;
    headerFacts = { ...NO_FACTS, mines: counts.mines, sizes: [Number(rows), Number(cols)] };
    const textAfter = lines[start].slice(whole.length);
    const lineAfter = textAfter.trim() && " ".repeat(whole.length) + textAfter;
    lines = lines.map((line, k) => (k === start ? lineAfter : line));
  }
  const chat = withoutSpoilers(lines);
  if (chat) {
    lines = chat.lines;
    headerFacts = { ...headerFacts, mines: headerFacts.mines ?? chat.mines };
  }
  refuseHoles(lines, prior);

  // Signs of known formats, unless something else was said of them; else they are found out.
  const pasted = { lines, first, prior, headerFacts, density, checked, engine };
  if (!prior.signs && !partedByDots(lines)) {
    const board = inKnownFormat(pasted, header ? first + start + 1 : null) ?? ofSureSigns(pasted);
    if (board) return board;
  }
  return ofReading(freeReading(pasted), { density, ...prior }, checked);
}

/** A text whose first line names rules. */
function ofRuledText(rules, lines, first, start, prior, checked) {
  const underRules = readUnderRules(lines.slice(start).join("\n"));
  if (underRules) return withPrior(underRules, prior, checked, []);
  throw wrong(`a board under ${rules} has rows of signs after the line that says so`, { line: first + start });
}

function freeReading({ lines, first, prior, headerFacts, engine }) {
  return readPasted(lines, first, optionsOf(prior, headerFacts), proverOf(engine));
}

/**
 * The board of a text in numbers, letters or the like; null: it is in none of these formats. `mineTextLine`: where the
 * rows of .mine text would begin; null: it has no first line.
 */
function inKnownFormat(pasted, mineTextLine) {
  const { lines, first, prior, headerFacts, density, checked, engine } = pasted;
  const boardOf = (codes, mines) => made({ codes, mines, density }, prior, checked, []);
  const mineText = mineTextLine === null ? null : mineTable(lines, headerFacts.sizes, mineTextLine);
  const numbers = mineText ?? numberTable(lines, headerFacts.sizes, first);
  if (numbers) return boardOf(numbers, headerFacts.mines);

  // Letters may be signs as well: where no layout fits what they would be here, they are, if any reading does.
  const named = truthTable(lines, headerFacts.sizes) ?? letterTable(lines, headerFacts.sizes);
  if (!named) return null;
  const mines = headerFacts.mines ?? named.mines ?? null;
  if (named.mayNameRows) {
    const asRowNames = rowNamesIn(named.codes, pasted);
    return asRowNames ? ofReading(asRowNames, { density, ...prior }, checked) : boardOf(named.codes, mines);
  }
  if (proverOf(engine)(named.codes, prior.mines ?? mines)) return boardOf(named.codes, mines);
  const reading = freeReading(pasted);
  return reading.kind ? boardOf(named.codes, mines) : ofReading(reading, { density, ...prior }, checked);
}

/** The board of a text in the usual signs, where these go together; null: they do not, or it has others. */
function ofSureSigns(pasted) {
  const { lines, prior, headerFacts, density, checked, engine } = pasted;
  const codes = ofKnownSigns(lines, headerFacts.sizes);
  if (!codes) return null;
  const text = lines.join("");
  const board = () => made({ codes, mines: headerFacts.mines, density }, prior, checked, []);
  if (text.includes("#")) return board();
  // Below a first line with the size, as we write it, our signs mean what they mean to us; a dot has other meanings.
  if (headerFacts.sizes && /^[0-8*\s]*$/.test(text)) {
    try {
      return board();
    } catch {
      return null; // with this mine count they are something else
    }
  }
  if (proverOf(engine)(codes, prior.mines ?? headerFacts.mines)) return board();

  // Other people use these signs otherwise: what has no layout may be meant so, if that has one.
  const reading = freeReading(pasted);
  const isAnswer = reading.kind === "ask" || (!reading.kind && reading.isConsistent);
  return isAnswer ? ofReading(reading, { density, ...prior }, checked) : board();
}

/**
 * The reading of rows that begin with A, B, C, ... where these name the rows; null: they are hidden cells. Raises where
 * they may be either.
 */
function rowNamesIn(codes, pasted) {
  const { first, prior, headerFacts, engine } = pasted;
  const asNames = freeReading(pasted);
  if (asNames.kind === "ask") return asNames;
  if (asNames.kind || !asNames.isConsistent) return null;
  const [rows, cols] = [codes.length, codes[0].length];
  const flat = codes.flat();
  const isOpen = flat.every((code, i) => code !== 0 || around(rows, cols, i).every((j) => flat[j] !== HIDDEN));
  if (!isOpen || !proverOf(engine)(codes, prior.mines ?? headerFacts.mines)) return asNames;
  if (asNames.isLayout) return null; // a layout of 0 and 1 is only what is left where they are no clues
  const readings = [`${rows}x${asNames.codes[0].length}`, `${rows}x${cols}`];
  const sizes = readings.join(" or ");
  const message = `the first letters may name the rows or hidden cells; say the size in a first line: ${sizes}`;
  throw new MinesolverError("BoardFormatError", message, { line: first, column: 1, readings });
}

/** A row in which double bars part the cells: `1||#||1`. */
const DOUBLE_BARS = /^\s*(?::\w+:|[^\s|])(?:\s*\|\|\s*(?::\w+:|[^\s|]))+\s*$/u;

/**
 * What chats cover as `||1||` is hidden, as it is to the reader; where nothing else is, the text shows the whole truth,
 * and the mine count is that of its bombs and flags. null: nothing is covered.
 */
function withoutSpoilers(lines) {
  const text = lines.join("\n");
  if (!text.includes("||")) return null;
  // Double bars between the cells of all rows only part them.
  const filled = lines.filter((line) => line.trim());
  if (filled.every((line) => DOUBLE_BARS.test(line)))
    return { lines: lines.map((line) => line.replaceAll("||", "  ")), mines: null };
  const cover = /\|\|\s*(:[a-z_]{1,30}:|[^\s|])\s*\|\|/gu;
  const covered = lines.map((line) => line.replace(cover, "⬜").replaceAll("||", ""));
  const uncovered = text.replace(/:[a-z_]{1,30}:/g, (name) => NAMES.get(name) ?? name);
  const isWholeTruth = cover.test(text) && /^[0-8🟫□.🚩⚑💣💥*|\s\ufe0f\u20e3]*$/u.test(uncovered);
  const mines = !isWholeTruth ? null : (uncovered.match(/[🚩⚑💣💥*]/gu) ?? []).length;
  return { lines: covered, mines };
}

/** The codes of rows of one length in the usual signs: clues, `#`, `*`, `.`, and pictures of cells; else null. */
function ofKnownSigns(lines, sizes) {
  if (hasDoubtfulEdge(lines)) return null;
  const rows = lines
    .map((line) => [...line.replace(/[\ufe0e\ufe0f\u20e3\u200b-\u200d]/gu, "").trim()])
    .filter((row) => row.length);
  const isKnown = (sign) => /^[0-8#*.]$/.test(sign) || (sign > "\u007f" && CHOICES.has(sign));
  if (!rows.length || rows.some((row) => row.length !== rows[0].length || !row.every(isKnown))) return null;
  if (sizes && (sizes[0] !== rows.length || sizes[1] !== rows[0].length)) return null;
  // Where two signs would be the same, somebody may mean two things by them.
  const signs = new Set(rows.flat());
  const hiddenSigns = [...signs].filter((sign) => CHOICES.get(sign)?.[0] === "h");
  if (hiddenSigns.length > 1) return null;
  if (signs.has("0") && signs.has(".") && !signs.has("#")) return null; // one of them may be hidden
  const codeOfRole = { h: HIDDEN, 0: 0, m: MINE };
  const codeOf = (sign) => (CHOICES.has(sign) ? codeOfRole[CHOICES.get(sign)[0]] : Number(sign));
  return rows.map((row) => row.map(codeOf));
}

/** Whether blanks before every row or behind it, or rows of blanks, may be cells. */
function hasDoubtfulEdge(lines) {
  if (lines.some((line) => line && !line.trim())) return true;
  const filled = lines.filter((line) => line.trim());
  const blanks = Math.min(...filled.map((line) => line.search(/[^ ]/)));
  const isIndented = blanks > MOST_OUTER_BLANKS && INDENTATIONS.includes(blanks);
  if (filled.every((line) => /^[ \t]/.test(line)) && !isIndented) return true;
  const lengths = new Set(filled.map((line) => [...line].length));
  return lengths.size === 1 && filled.every((line) => /[ \t]$/.test(line));
}

/** Whether what looks like sizes is a row of clues and of x that are hidden cells: `1 x 2`. */
function isRow(header, lines, start) {
  const [, sizes, rows, cols, total, rules] = header;
  const rowsBelow = lines.filter((line, k) => k !== start && line.trim());
  const isCount = total && /^[0-9]+$/.test(total);
  const numbers = isCount ? [rows, cols, total] : [rows, cols];
  const areClues = numbers.every((number) => /^[0-8]$/.test(number));
  if (!areClues) {
    const isPlain = (!total || isCount) && !rules;
    return isPlain && isRowOfLength(lines[start].length, [rows, cols], rowsBelow);
  }
  return sizes.includes("\t") || isRowOfClues(header, rowsBelow);
}

/** Whether all rows are as long as a first line, and other than it says: `12x1/` with 12 and 1 as clues. */
function isRowOfLength(lineLength, sizes, rowsBelow) {
  const isOfSize = sizes.some((size) => Number(size) === rowsBelow.length); // in .mine text the second is that of rows
  return rowsBelow.length > 0 && rowsBelow.every((line) => line.length === lineLength) && !isOfSize;
}

/** Whether a first line of clues with x between them is a row, by its blanks and the rows below it. */
function isRowOfClues([text, sizes, rows, , , rules], rowsBelow) {
  // Sizes have no blanks between them, rules have longer names, and as many rows follow as the first says.
  const hasBlanks = sizes.includes(" ");
  const isOfSize = rowsBelow.length === Number(rows);
  if (rowsBelow.some((line) => /x/i.test(line))) {
    const hasShortName = rules !== undefined && rules.length < 3;
    return hasBlanks || hasShortName || !isOfSize;
  }
  const wordsOf = (line) => line.split(/\s+/).filter(Boolean).length;
  const areAlike = rowsBelow.every((line) => wordsOf(line) === wordsOf(text));
  return hasBlanks && !isOfSize && rowsBelow.length > 0 && areAlike;
}

/** `_` is an opened zero to some and no cell to others: where it is beside a hidden cell, it has to be said. */
function refuseHoles(lines, { signs }) {
  const rows = lines.map((line) => line.trim()).filter(Boolean);
  const isOfTheseSigns = (row) => row.length === rows[0].length && /^[#_B1-8]+$/.test(row);
  if (signs || !rows.length || !rows.every(isOfTheseSigns)) return;
  const isHidden = (r, c) => rows[r]?.[c] === "#";
  for (const [r, row] of rows.entries()) {
    for (let c = 0; c < row.length; c++) {
      const isBeside = [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => isHidden(r + down, c + right)));
      if (row[c] === "_" && isBeside) {
        const message = "'_' beside a hidden cell is an opened zero to some and no cell to others: say signs=zero=_";
        throw wrong(message, { line: lines.findIndex((line) => line.trim() === row) + 1, column: c + 1, symbol: "_" });
      }
    }
  }
}

function optionsOf({ signs = null, mines = null, left = null }, headerFacts) {
  return { signs: rolesOf(signs), mines, left, headerFacts };
}

function ofReading(reading, prior, checked) {
  if (reading.kind) {
    const { message, line, column, symbol, readings } = reading;
    throw new MinesolverError("BoardFormatError", message, { line, column, symbol, readings });
  }
  const { codes, mines, left, taken, isLayout } = reading;
  if (!isLayout) return made({ codes, mines, left }, prior, checked, taken);
  const mineCount = codes.flat().filter((code) => code === MINE).length;
  return made({ codes: opened(codes), mines: mineCount }, {}, checked, taken);
}

/** A whole layout with every cell open. */
function opened(codes) {
  const [rows, cols] = [codes.length, codes[0].length];
  const flat = codes.flat();
  const clueOf = (i) => around(rows, cols, i).filter((j) => flat[j] === MINE).length;
  return codes.map((row, r) => row.map((code, c) => (code === MINE ? MINE : clueOf(r * cols + c))));
}

/**
 * Asks the exact counter: the proved mines of a board; none where they take too long to find; null: it has no layout.
 */
function proverOf(engine) {
  return (codes, mines) => {
    try {
      const [rows, cols] = [codes.length, codes[0].length];
      return engine.analyze({ rows, cols, mines, cells: codes.flat() }, { seconds: SECONDS }).mines;
    } catch (error) {
      if (error.kind === "EngineLimitError") return [];
      if (error.kind === "InconsistentBoardError" || error.kind === "BoardFormatError") return null;
      throw error;
    }
  };
}

/** Roles by sign of what was said: `hidden=x mine=!`. */
function rolesOf(signs) {
  const roles = new Map();
  for (const item of (signs ?? "").split(/\s+/).filter(Boolean)) {
    const [, leftSide, rightSide] = /^([^=]+|=)=(.+)$/s.exec(item) ?? [];
    if (!rightSide) throw wrong(`'${item}' tells no sign: write such as hidden=x mine=! zero=blank`, { symbol: item });
    // Either side may be the role: "hidden=x" and "x=hidden" say the same.
    const [word, names] = leftSide.toLowerCase() in ROLES ? [leftSide, rightSide] : [rightSide, leftSide];
    const role = ROLES[word.toLowerCase()];
    if (!role) throw wrong(`'${item}' has no role: hidden, zero, mine or safe`, { symbol: word });
    for (const sign of signsNamed(names)) {
      if ((roles.get(sign) ?? role) !== role) throw wrong(`'${sign}' was said to be two things`, { symbol: sign });
      roles.set(sign, role);
    }
  }
  return roles;
}

/** The signs of one part: words between commas, numbers and words as they are, else each character. */
function signsNamed(names) {
  return (names.length > 1 ? names.split(",") : [names]).flatMap((name) => {
    if (BLANKS.includes(name) || !name.trim()) return [""];
    if (/^-*[0-9]+$/.test(name) && name.length > 1) return [String(Number(name))];
    return ["null", "None", "nan", "true", "false"].includes(name) ? [name] : [...name];
  });
}
