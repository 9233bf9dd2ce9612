// Boards in text: the usual one at once, then JSON, links and boards under rules, else whatever people paste.
// Function by function as minesolver/io/formats/__init__.py, which has more formats.

import { degree, HIDDEN, MINE, textOf } from "./board.js";
import { problemOfNames } from "./dist/ruletext.js";
import { canonical, checkText, isSaidBeside, made, withPrior } from "./canonical.js";
import { MinesolverError, wrong } from "./errors.js";
import { checkFacts, jsonOf, readJson, withSignsOfAll } from "./reading/json.js";
import { foreignCharacter, inKnownCharacters } from "./reading/lines.js";
import { otherKind } from "./reading/otherTexts.js";
import { areWords, factsOf } from "./reading/outside.js";
import { beginsAsJson, linesOf, piecesOf, VARIANTS_LINE, withoutUnseen } from "./reading/pieces.js";
import { boardCount, joinedPiece, parseSigns, readFreely, severalBoards } from "./reading/readings.js";
import { isBlank, isDecimal, lengthOf } from "./reading/texts.js";
import { signsText } from "./reading/words.js";
import { statesCut, underStatedCut } from "./parts.js";
import { readLink, readUnderRules } from "./rules.js";

const RULES = String.raw`[^\s/,]*[^\W\d_][^\s/,]*(?:\s*,\s*[^\s/,]+)*`;
const HEADER = new RegExp(
  String.raw`^\s*((\d+)\s*[xX]\s*(\d+))(?:\s*[xX]\s*(\d+|\?|~\d+/\d+|~[^\s/]+))?(?:\s+(${RULES}))?\s*(?:/|$)`,
);
const LINK = /^\S*#board=(\d+)x(\d+)(?:x(\d+|~[\d./]+))?:((?:[A-Imz]\d*)+)$/;
const LINK_WITH_JSON = /^\S*#board=json:\S*$/;
const OTHER_LINK = /^\S*#board=\S*$/;
/** An address of puzz.link, or a file of its editor. */
const PUZZLE_ADDRESS = /^<?(?:https?:\/\/)?[\w./-]*\?mines(?:_edit|_play)?\/\d|^pzprv3(?:\.\d)?\/mines\//;
/** A clue by its row and column: `(0, 1): 2`, `clue(0, 1, 2)`. */
const PLACE = String.raw`\(\s*\d{1,4}\s*,\s*\d{1,4}\s*`;
const PLACED_CLUE = new RegExp(
  String.raw`${PLACE}\)\s*(?::|=>?|->)\s*\d|\b[a-z_]\w{0,40}${PLACE},\s*\w{1,20}\s*\)`,
  "gi",
);
const MOST_TITLE_LINES = 20;
const KEY_OF_JSON = /[{,]\s*"[\p{L}\p{N}_]{1,40}"\s*:/u;
const NOTHING_SAID = { mines: null, left: null, density: null, signs: null, reading: null, whole: false };

/**
 * The board in a text; `options`: a mine count, mines left or density that go before those of the text, and signs;
 * `isSingle`: whether one board is expected.
 */
export function read(text, options, checked, isSingle = true) {
  let prior = checkText(text, options);
  const usual = usualBoard(text, prior, checked);
  if (usual !== null) return usual;
  let pieces = split(text, prior.signs);
  const saidOfSigns = { ...NOTHING_SAID, signs: prior.signs ?? null };
  const joined = pieces.some(isByItself) ? null : joinedPiece(pieces, (piece) => sourceOf(piece, saidOfSigns));
  if (joined !== null) pieces = [joined];
  const number = prior.reading ?? null;
  if (number !== null && pieces.length > 1) {
    if (!(number >= 1 && number <= pieces.length))
      throw wrong(`there is no board ${number}: the text has ${pieces.length}`);
    prior = { ...prior, reading: null };
    pieces = [pieces[number - 1]];
  }
  // A slip in JSON breaks one board into several: its own error says more than their number.
  const isOne = pieces.length === 1 || (pieces.length > 0 && beginsAsJson(pieces[0]));
  const board = isOne ? interpret(pieces[0], { ...prior, isSingle }, checked) : null;
  if (pieces.length > 1) throw severalBoards(pieces.map((piece) => drawing(piece, prior, checked)));
  if (!pieces.length) throw wrong("no board in the input where one is expected", { line: 1 });
  return board;
}

/** All boards of a text, which blank lines part; words between them belong to the board beside them. */
export function readAll(text, options, checked) {
  const prior = checkText(text, options);
  const pieces = split(text, prior.signs);
  if (pieces.length < 2) return [read(text, prior, checked, false)];
  return pieces.map((piece) => interpret(piece, prior, checked));
}

/**
 * The board of a text that is surely canonical; null: it is not, or something is wrong with it, which is said with
 * its place.
 */
function usualBoard(text, prior, checked) {
  if (prior.signs || prior.reading != null || prior.cut?.length) return null;
  const usual = canonical(text);
  if (usual === null) return null;
  try {
    return made(usual, prior, checked, []);
  } catch (error) {
    if (error instanceof MinesolverError) return null;
    throw error;
  }
}

/** The boards' texts, each with the number of its first line. */
function split(text, signs = null) {
  const pieces = piecesOf(text);
  if (pieces.length === 1 && isByItself(pieces[0])) return pieces;
  if (pieces.length > 1 && pieces.some(hasDensity)) return pieces; // each with a density of its own
  const areCanonical = pieces.map(isCanonical);
  const hasBlankRows = linesOf(text).some((line) => line !== "" && isBlank(line));
  const areUsual = pieces.every(({ lines }, k) => areCanonical[k] || areDigits(lines));
  if (areCanonical.includes(true) && !hasBlankRows && areUsual) return pieces;

  // What has a format of its own stands by itself; all else is read together, so that a sign means the same in all
  // boards of a text.
  const lines = linesOf(withoutUnseen(text));
  const sources = [];
  let freeLine = 0; // the first line that belongs to no piece so far, from 0
  for (const piece of pieces) {
    if (!isByItself(piece)) continue;
    sources.push(...freeSources(lines.slice(freeLine, piece.firstLine - 1), freeLine + 1, signs), piece);
    freeLine = piece.firstLine - 1 + piece.lines.length;
  }
  sources.push(...freeSources(lines.slice(freeLine), freeLine + 1, signs));
  const boards = withoutWords(sources);
  return boards.length ? withSignsOfAll(boards) : pieces;
}

/** The boards of lines that have no format of their own; one source where nobody can say how many. */
function freeSources(lines, firstLine, signs) {
  const firstFilled = lines.findIndex((line) => line !== "");
  if (firstFilled < 0 || !lines.some((line) => line.trim())) return [];
  const piece = { lines: lines.slice(firstFilled), firstLine: firstLine + firstFilled };
  const saidOfSigns = { ...NOTHING_SAID, signs };
  const count = boardCount(sourceOf(piece, saidOfSigns));
  if (count === 1 || (count === 0 && areWords(piece.lines))) return [piece];
  if (count === 0) return paragraphs(piece, saidOfSigns);
  return Array.from({ length: count }, (_, k) => ({ ...piece, board: k + 1, boardCount: count }));
}

/** Whether a piece is surely canonical, with no clue above the number of its cell's neighbours. */
function isCanonical({ lines }) {
  const { codes } = canonical(lines.join("\n")) ?? { codes: [] };
  const mayBe = (code, row, col) => code === MINE || code <= degree(codes.length, codes[0].length, row, col);
  return codes.length > 0 && codes.every((rowCodes, row) => rowCodes.every((code, col) => mayBe(code, row, col)));
}

/** Whether a source has no line that is surely a row, and was not read as boards. */
const mayBeWords = (/** @type {any} */ { lines, board }) => board === undefined && areWords(lines) && !areDigits(lines);

/** Whether lines are rows of clues, as many in each. */
function areDigits(lines) {
  const rows = lines.map((line) => line.trim());
  return rows.length > 1 && rows.every(isDecimal) && new Set(rows.map(lengthOf)).size === 1;
}

const hasDensity = ({ lines }) => headerOf(lines)?.density != null;

/**
 * The parts of a text that cannot be read as a whole, so that one broken board does not hide the others; the text
 * itself, where one of two parts or less is a board.
 */
function paragraphs(piece, saidOfSigns) {
  const blocks = [];
  let lines = [];
  for (const [index, line] of [...piece.lines, ""].entries()) {
    if (line.trim()) {
      lines.push(line);
      continue;
    }
    const block = { lines, firstLine: piece.firstLine + index - lines.length };
    if (lines.length && !mayBeWords(block)) blocks.push(block);
    lines = [];
  }
  const readCount = blocks.filter((block) => boardCount(sourceOf(block, saidOfSigns)) === 1).length;
  return blocks.length > 2 && readCount > 1 ? blocks : [piece];
}

/** What words beside a board say of it. */
const factsIn = ({ lines }) => factsOf(lines.map(inKnownCharacters));

/** The boards of a text; words between them go, with what they tell of the next board or the last. */
function withoutWords(sources) {
  const boards = [];
  let words = null;
  for (const source of sources) {
    if (!isByItself(source) && mayBeWords(source) && sources.length > 1) {
      words = source;
      continue;
    }
    boards.push(words !== null && isByItself(source) ? withFacts(source, factsIn(words)) : source);
    words = null;
  }
  if (words !== null && boards.length === 1 && isByItself(boards[0]))
    boards[0] = withFacts(boards[0], factsIn(words));
  return boards;
}

/**
 * A board with the mine count that the words beside it tell, and JSON with the signs of their legend. Throws where
 * words on its other side tell another count, or JSON has not the size that they tell.
 */
function withFacts(withoutLegend, facts) {
  const { left, mines, loneCount, legend } = facts;
  const isOfJson = beginsAsJson(withoutLegend);
  if (isOfJson) checkFacts(withoutLegend, facts);
  const hasLegend = isOfJson && legend.length > 0;
  const piece = hasLegend ? { ...withoutLegend, signs: signsText(new Map(legend)) } : withoutLegend;
  const others = [...mines, ...(loneCount === null ? [] : [loneCount])].filter((count) => count !== piece.mines);
  if (piece.mines !== undefined && others.length)
    throw wrong(`the text tells ${piece.mines} mines and ${Math.min(...others)} mines`, { line: piece.firstLine });
  if (left.length) return { ...piece, left: Math.min(...left) };
  if (mines.length) return { ...piece, mines: Math.min(...mines) };
  return loneCount === null ? piece : { ...piece, mines: loneCount };
}

/** Whether a piece has a format of its own: what begins as JSON does, a board under rules, a link. */
function isByItself(piece) {
  const text = piece.lines.join("\n").trim();
  if (LINK.test(text) || LINK_WITH_JSON.test(text) || VARIANTS_LINE.test(text) || /^\S*#board=/.test(text)) return true;
  // An empty list is part of a type: [][]rune.
  if (jsonOf(piece) !== undefined) return piece.lines.join("").trim() !== "[]";
  if (statesCut(piece)) return true;
  if (mayBeSlipInJson(piece)) return true;
  return namesRules(piece.lines[0] ?? "", piece.lines);
}

/** Whether a text begins as JSON and has a key in quotes: no other language writes so. */
const mayBeSlipInJson = (piece) => beginsAsJson(piece) && piece.lines.some((line) => KEY_OF_JSON.test(line));

/** Whether a line of a text is a first line with the names of rules, such as `6x6x14 hex,liar`. */
function namesRules(line, lines) {
  const header = HEADER.exec(line);
  if (header === null || header[5] === undefined || isRow(header, lines)) return false;
  return problemOfNames(header[5], false)?.problem !== "unknown";
}

/** The board of one piece of a text. */
function interpret(statedPiece, askedPrior, checkedWhole) {
  const { piece, cut } = underStatedCut(statedPiece, askedPrior.cut);
  const prior = { ...askedPrior, cut };
  const checked = cut.length ? (board) => checkedWhole({ ...board, cut }) : checkedWhole;
  const { lines, firstLine } = piece;
  const text = lines.join("\n");
  const otherText = otherKind(lines);
  if (otherText !== null) throw wrong(otherText, { line: firstLine });
  for (const [index, line] of lines.entries()) {
    const foreign = foreignCharacter(line);
    if (foreign === null) continue;
    const { message, column, symbol } = foreign;
    throw wrong(message, { line: firstLine + index, column, symbol });
  }
  const usual = piece.board ? null : usualBoard(text, prior, checked);
  if (usual !== null) return usual;
  const source = sourceOf(piece, prior);
  const trimmed = text.trim();
  const link = LINK.exec(trimmed);
  if (link) return made(ofLink(link), prior, checked, []);
  const linked = readLink(trimmed);
  if (linked) return withPrior(linked, prior, checked, []);
  // A graph, several mines in a cell, ...: as signs of cells it would be tried for seconds.
  if (LINK_WITH_JSON.test(trimmed))
    throw wrong("a link with a board as JSON is read by minesolver solve", { line: firstLine });
  if (OTHER_LINK.test(trimmed)) throw wrong("this link has a puzzle, or is not whole", { line: firstLine });
  if (VARIANTS_LINE.test(text))
    throw wrong("a line of 14 Minesweeper Variants is read by minesolver solve and the engine protocol alone", {
      line: firstLine,
    });
  if (/^\s*<(?:svg|\?xml|!doctype|html)/i.test(text))
    throw wrong("a picture or a page is no text of a board: minesolver solve reads pictures", { line: firstLine });
  if (PUZZLE_ADDRESS.test(trimmed))
    throw wrong("an address of puzz.link is read by minesolver solve and in Python alone", { line: firstLine });
  const data = jsonOf(piece);
  if (data !== undefined) return readJson(data, source, prior, checked);
  const underRules = boardUnderRules(piece);
  if (underRules !== null) return withPrior(underRules, prior, checked, []);
  return ofSigns(piece, source, checked);
}

/** The board of a text whose signs are found out; of clues by their places it is said who reads them. */
function ofSigns(piece, source, checked) {
  const placedClues = piece.lines.join("\n").match(PLACED_CLUE) ?? [];
  try {
    return ofFreeSigns(piece, source, checked);
  } catch (caught) {
    /** @type {any} */
    const error = caught;
    const isQuestion = error.readings !== undefined;
    if (placedClues.length < 2 || !(error instanceof MinesolverError) || isQuestion) throw error;
    const message = "cells by their rows and columns are read by minesolver solve and in Python alone";
    throw wrong(message, { line: piece.firstLine });
  }
}

function ofFreeSigns(piece, source, checked) {
  if (!beginsAsJson(piece)) return readFreely(source, checked);
  if (mayBeSlipInJson(piece)) throw wrong("not JSON", { line: piece.firstLine });
  // A text in brackets that is no JSON may be lists of another language; if it is none, JSON has a slip.
  try {
    return readFreely(source, checked);
  } catch (caught) {
    /** @type {any} */
    const error = caught;
    const isOfACell = error.column !== undefined && !/^[[{"']/.test(error.symbol ?? "[");
    const isQuestion = error.readings !== undefined;
    if (!(error instanceof MinesolverError) || isQuestion || isOfACell) throw error;
    throw wrong("not JSON, nor lists of another language", { line: piece.firstLine });
  }
}

/** A board under rules, which the first line names or one below a title; null: none does. */
function boardUnderRules({ lines, firstLine }) {
  const board = underNamedRules(lines, firstLine);
  if (board) return board;
  for (const [index, line] of lines.slice(0, MOST_TITLE_LINES).entries()) {
    if (!namesRules(line, lines)) continue;
    const below = underNamedRules(lines.slice(index), firstLine + index);
    if (below) return below;
    throw wrong(`a board under ${HEADER.exec(line)[5]} has rows of signs after the line that says so`);
  }
  return null;
}

/** The board of lines of which the first names rules; throws where nobody knows these, with the line. */
function underNamedRules(lines, line) {
  try {
    return readUnderRules(lines.join("\n"));
  } catch (error) {
    throw error instanceof MinesolverError && error.kind === "UnknownNameError" ? wrong(error.message, { line }) : error;
  }
}

/** A piece with what was said beside it, which goes before what words in its text tell. */
function sourceOf(piece, prior) {
  const { mines = null, left = null, density = null, reading = null } = prior;
  const { whole = false, isSingle = false } = prior;
  const ofWords = { mines: piece.mines ?? null, left: piece.left ?? null };
  const counts = isSaidBeside(prior) ? { mines, left, density } : ofWords;
  const header = headerOf(piece.lines);
  return {
    lines: piece.lines,
    firstLine: piece.firstLine,
    board: piece.board ?? null,
    boardCount: piece.boardCount ?? 1,
    density: null,
    ...counts,
    signs: signsOf(piece, prior),
    signCounts: piece.signCounts ?? null,
    reading,
    whole,
    isSingle,
    cut: prior.cut ?? [],
    header,
    plainLines: plainLines(piece.lines, header),
  };
}

/** What is said of signs beside a piece, and by a legend in its text, which counts where nothing else was said. */
function signsOf(piece, { signs = null }) {
  if (piece.signs === undefined || signs === null) return piece.signs ?? signs;
  return signsText(new Map([...parseSigns(piece.signs), ...parseSigns(signs)]));
}

/** The first line, where it has sizes and perhaps a mine count, a density or `?`; else null. */
function headerOf(lines) {
  const header = HEADER.exec(lines[0] ?? "");
  if (header === null || isRow(header, lines)) return null;
  const [headerText, , rows, cols, prior] = header;
  return { rows, cols, density: prior?.startsWith("~") ? prior.slice(1) : null, end: headerText.length };
}

/** The lines, without a density in the first: what is left is read as any text. */
function plainLines(lines, header) {
  if (header === null || header.density === null) return lines;
  return [`${header.rows}x${header.cols}x?${lines[0].slice(header.end)}`, ...lines.slice(1)];
}

/** The board of a piece as canonical text, for a question; "" where it is none. */
function drawing(piece, prior, checked) {
  try {
    return textOf(interpret(piece, prior, checked), "canonical").replace(/\n$/, "");
  } catch (error) {
    if (error instanceof MinesolverError) return "";
    throw error;
  }
}

/** `board=16x30x99:z120A3B`: a letter a cell, with its repetitions; A to I are clues, z hidden, m a mine. */
function ofLink(/** @type {any} */ [, rows, cols, prior, letters]) {
  const codes = [];
  for (const [, letter, times] of letters.matchAll(/([A-Imz])(\d*)/g)) {
    const code = letter === "z" ? HIDDEN : letter === "m" ? MINE : letter.charCodeAt(0) - 65;
    for (let k = 0; k < Number(times || 1) && codes.length <= rows * cols; k++) codes.push(code);
  }
  if (codes.length !== rows * cols) throw wrong(`the link has ${codes.length} cells for a board of ${rows}x${cols}`);
  const lines = Array.from({ length: Number(rows) }, (_, r) => codes.slice(r * cols, (r + 1) * cols));
  if (prior?.startsWith("~")) return { codes: lines, density: prior.slice(1) };
  return { codes: lines, mines: prior === undefined ? null : Number(prior) };
}

/** Whether what looks like sizes is a row of clues and of x that are hidden cells: `1 x 2`. */
function isRow(header, lines) {
  const [, sizes, rows, cols, total, rules] = header;
  const rowsBelow = lines.filter((line) => line.trim() && line !== header.input);
  const isCount = total !== undefined && /^[0-9]+$/.test(total);
  const numbers = isCount ? [rows, cols, total] : [rows, cols];
  const areClues = numbers.every((number) => /^[0-8]$/.test(number));
  if (!areClues) {
    const isPlain = (total === undefined || isCount) && rules === undefined;
    return isPlain && isRowOfLength(header.input.length, [rows, cols], rowsBelow);
  }
  return sizes.includes("\t") || isRowOfClues(header, rowsBelow);
}

/** Whether all rows are as long as a first line, and other than it says: `12x1/` with 12 and 1 as clues. */
function isRowOfLength(lineLength, sizes, rowsBelow) {
  const isOfSize = sizes.some((size) => Number(size) === rowsBelow.length); // in .mine text the second is that of rows
  return rowsBelow.length > 0 && rowsBelow.every((line) => line.length === lineLength) && !isOfSize;
}

/** Whether a first line of clues with x between them is a row, by its blanks and the rows below it. */
function isRowOfClues({ input, 1: sizes, 2: rows, 5: rules }, rowsBelow) {
  // Sizes have no blanks between them, rules have longer names, and as many rows follow as the first says.
  const hasBlanks = sizes.includes(" ");
  const isOfSize = rowsBelow.length === Number(rows);
  if (rowsBelow.some((line) => /x/i.test(line))) {
    const hasShortName = rules !== undefined && rules.length < 3;
    return hasBlanks || hasShortName || !isOfSize;
  }
  const wordsOf = (line) => line.split(/\s+/).filter(Boolean).length;
  const areAlike = rowsBelow.every((line) => wordsOf(line) === wordsOf(input));
  return hasBlanks && !isOfSize && rowsBelow.length > 0 && areAlike;
}
