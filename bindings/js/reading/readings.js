// What a text was read as: boards and questions of the search, with their places. Function by function as
// minesolver/io/formats/readings.py.

import { around, degree, HIDDEN, MINE } from "../board.js";
import { withRing } from "../parts.js";
import { isSaidBeside, made } from "../canonical.js";
import { wrong } from "../errors.js";
import { columnOf } from "./places.js";
import { Refusal } from "./blocks.js";
import {
  Answer,
  askedReadings,
  boardsToChoose,
  byBoard,
  differingSigns,
  keyOf,
  mayBeJoined,
  Question,
  readCells,
  readText,
  rolesIn,
  signsOfReading,
  distinguishingRoles,
  whichBoard,
} from "./search.js";
import { table } from "../dist/signs.js";
import { inOrder, isDecimal, lengthOf, quoted, recently } from "./texts.js";
import { signsText } from "./words.js";

const ROLES = new Map(Object.entries(table.roles));
const BLANKS = ["blank", "space"];
const NAMED_SIGNS = ["null", "None", "nan", "true", "false"];
const MAX_CELLS = 1_000_000;
/** Groups that the rows of one board may stand in. */
const MOST_GROUPS = 50;
const MOST_BOARDS = 3; // that a question lists

/** Roles by sign of what was said: `hidden=x mine=!`. Throws where it cannot be understood. */
export function parseSigns(signs) {
  const roles = new Map();
  for (const item of (signs ?? "").split(/\s+/).filter(Boolean)) {
    const equals = item.indexOf("=");
    const [leftSide, rightSide] = [item.slice(0, equals), item.slice(equals + 1)];
    if (equals < 1 || !rightSide)
      throw wrong(`${quoted(item)} tells no sign: write such as hidden=x mine=! zero=blank`, { symbol: item });
    // Either side may be the role: "hidden=x" and "x=hidden" say the same.
    const [word, names] = ROLES.has(leftSide.toLowerCase()) ? [leftSide, rightSide] : [rightSide, leftSide];
    const role = ROLES.get(word.toLowerCase());
    if (role === undefined)
      throw wrong(`${quoted(item)} has no role: hidden, zero, mine or safe`, { symbol: word });
    for (const sign of signsIn(names)) {
      if ((roles.get(sign) ?? role) !== role) throw wrong(`${quoted(sign)} was said to be two things`, { symbol: sign });
      roles.set(sign, role);
    }
  }
  return roles;
}

/** The signs of one part: words between commas, numbers and words as they are, else each character. */
function signsIn(names) {
  const signs = [];
  for (const name of lengthOf(names) > 1 ? names.split(",") : [names]) {
    if (BLANKS.includes(name) || !name.trim()) signs.push("");
    else if (isDecimal(name.replace(/^-+/, "")) && name.length > 1) signs.push(String(Number(name)));
    else if (NAMED_SIGNS.includes(name)) signs.push(["true", "false"].includes(name) ? name : "null");
    else signs.push(...name);
  }
  return signs;
}

// How many boards a text is, what it was read as and each reading of a question are asked one after the other.
const searches = new Map();

/** What is seen in a text; answered: roles that a question was answered with. */
function search(source, answered = []) {
  const board = source.boardCount === 1 ? source.board : null;
  const roles = new Map([...parseSigns(source.signs), ...answered]);
  const hasCount = isSaidBeside(source);
  const key = JSON.stringify([source.plainLines, [...roles], hasCount, board]);
  return recently(searches, key, () => readText(source.plainLines, { roles, hasCount, board }));
}

/** How many boards a text is; 0 where it is none; 1 where it is asked about as a whole. */
export function boardCount(source) {
  const { outcome } = search(source);
  if (outcome instanceof Refusal) return 0;
  return outcome instanceof Question ? 1 : outcome.reading.boards.length;
}

/** The text of several boards that may be one, or groups of its rows, as one piece; else null. */
export function joinedPiece(pieces, sourceOf) {
  if (pieces.length < 2 || pieces.length > MOST_GROUPS) return null;
  const [first, ...others] = pieces;
  const lines = [...first.lines];
  for (const piece of others) {
    // Of one text that was read as several boards each piece has all lines.
    if (piece.firstLine === first.firstLine) continue;
    while (lines.length < piece.firstLine - first.firstLine) lines.push("");
    lines.push(...piece.lines);
  }
  const joined = { lines, firstLine: first.firstLine };
  const { outcome } = search(sourceOf(joined));
  if (outcome instanceof Refusal) return null;
  const isAsked = outcome instanceof Question && askedReadings(outcome).every(({ boards }) => boards.length === 1);
  return isAsked || mayBeJoined(outcome) ? joined : null;
}

/** The board of a text, whatever its signs are. Throws where there is none, with the place. */
export function readFreely(source, checked) {
  const { outcome: found, text } = search(source);
  const searched = (roles) => search(source, roles).outcome;
  const outcome = source.isSingle ? askedBySignsOrBoard(found, searched) : found;
  // Of several boards in one reading the number is that of a board.
  if (source.board === null && hasSeveralBoards(outcome))
    source = { ...source, board: source.reading, reading: null };
  const chosen = chosenOf(source.whole ? wholeOf(outcome) : outcome, source.reading, source.firstLine);
  if (chosen instanceof Question) throw questionError(chosen, source, text, searched);
  if (chosen instanceof Refusal) throw refusalError(chosen, source, text);
  const { boards, dropped } = chosen.reading;
  const number = source.board ?? 1;
  if (boards.length > 1 && source.board === null) throw severalBoards(boards.map(drawn));
  if (!(number >= 1 && number <= boards.length)) throw wrong(`there is no board ${number}: the text has ${boards.length}`);
  return madeOf(boards[number - 1], source, text, dropped ? dropped.split("; ") : [], checked);
}

/** A question of several boards: first what signs mean, where they settle it; else which board is meant. */
function askedBySignsOrBoard(outcome, searched) {
  const bySigns = byBoard(outcome);
  if (!(bySigns instanceof Question) || !hasSeveralBoards(bySigns)) return bySigns;
  return signsToSay(bySigns.readings, searched) === null ? whichBoard(outcome) : bySigns;
}

/** Whether an answer, or each reading of a question, has several boards. */
function hasSeveralBoards(outcome) {
  if (outcome instanceof Refusal) return false;
  return askedReadings(outcome).every(({ boards }) => boards.length > 1);
}

/** The board of signs that stand in lists, such as those of JSON; places are row and column, from 1. */
export function readValues(sourceOfRows, rows, passedOver, checked) {
  const source = { ...sourceOfRows, lines: [], firstLine: 1 };
  const searched = (answered) => {
    const roles = new Map([...parseSigns(source.signs), ...answered]);
    return readCells(rows, { roles, hasCount: isSaidBeside(source), board: null }, source.signCounts);
  };
  const outcome = searched([]);
  const text = { texts: [], numbers: rows.map((_, k) => k), coveredMines: 0 };
  const chosen = chosenOf(outcome, source.reading, 1);
  if (chosen instanceof Question) throw questionError(chosen, source, text, searched);
  if (chosen instanceof Refusal) {
    const fromOne = (index) => (index === null ? undefined : index + 1);
    const { message, lineIndex, cell, symbol } = chosen;
    throw wrong(message, { line: fromOne(lineIndex), column: fromOne(cell), symbol: symbol ?? undefined });
  }
  return madeOf(chosen.reading.boards[0], source, text, passedOver, checked);
}

/** Of a question the only reading that has no hidden cell; else the question. */
function wholeOf(outcome) {
  if (!(outcome instanceof Question)) return outcome;
  const whole = outcome.readings.filter(({ boards }) => !boards.some((board) => board.codes.flat().includes(HIDDEN)));
  return whole.length === 1 ? new Answer(whole[0]) : outcome;
}

/** The reading of a number, as the question counts them; without one what was found. */
function chosenOf(outcome, number, firstLine) {
  if (number === null || outcome instanceof Refusal) return outcome;
  const readings = askedReadings(outcome);
  if (!(number >= 1 && number <= readings.length)) {
    const count = readings.length === 1 ? "1 reading" : `${readings.length} readings`;
    throw wrong(`there is no reading ${number}: this text has ${count}`, { line: firstLine });
  }
  return new Answer(readings[number - 1]);
}

/** The board of a reading. Throws where its clues or its mine count are impossible. */
function madeOf(boardReading, source, text, dropped, checked) {
  const { codes } = boardReading;
  const cellCount = codes.length * codes[0].length;
  if (cellCount > MAX_CELLS)
    throw wrong(`${grouped(cellCount)} cells are more than a board may have (${grouped(MAX_CELLS)})`, {
      line: source.firstLine,
    });

  // A layout has no hidden cells: it is a board that is solved.
  if (boardReading.isLayout) {
    const layout = opened(codes);
    const mines = countOf(codes.flat(), MINE);
    if (boardReading.mines !== null && boardReading.mines !== mines) {
      const message = `the layout has ${mines} mines, and the text says ${boardReading.mines}`;
      throw wrong(message, { line: source.firstLine });
    }
    return made({ codes: layout, mines }, {}, checked, [...boardReading.taken, ...dropped]);
  }

  const prior = priorOf(boardReading, source);
  let { taken } = boardReading;
  if (prior.mines !== boardReading.mines) taken = taken.filter((words) => !words.includes(" as the mine"));
  checkClues(boardReading, source, text);
  checkMines(codes, prior.mines, taken, source);
  return made({ codes, ...prior }, {}, checked, [...taken, ...dropped]);
}

const grouped = (number) => String(number).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
const countOf = (items, item) => items.filter((other) => other === item).length;
const counted = (number, name) => (number === 1 ? `1 ${name}` : `${number} ${name}s`);

/** A whole layout with every cell open. */
function opened(codes) {
  const [rows, cols] = [codes.length, codes[0].length];
  const flat = codes.flat();
  const clueOf = (index) => around(rows, cols, index).filter((other) => flat[other] === MINE).length;
  return codes.map((row, r) => row.map((code, c) => (code === MINE ? MINE : clueOf(r * cols + c))));
}

/** The mine count or the density: what the caller says, else what the text says. */
function priorOf({ codes, mines }, source) {
  if (source.density !== null) return { mines: null, density: source.density };
  if (source.mines !== null) return { mines: source.mines, density: null };
  if (source.left !== null) return { mines: source.left + countOf(codes.flat(), MINE), density: null };
  const density = source.header?.density ?? null;
  return density !== null && mines === null ? { mines: null, density } : { mines, density: null };
}

/** Throws where a clue is more than its cell has neighbours. */
function checkClues({ codes, rows: signRows }, source, text) {
  const [rows, cols] = [codes.length, codes[0].length];
  const whole = withRing({ rows, cols, cells: [], cut: source.cut });
  for (const [row, rowCodes] of codes.entries()) {
    if (rowCodes.length !== cols) throw wrong("the rows of the array are not all of one length", lineOf(source));
    for (const [col, code] of rowCodes.entries()) {
      const neighbours = degree(whole.rows, whole.cols, ...whole.placeOf(row * cols + col));
      if (code === HIDDEN || code === MINE || code <= neighbours) continue;
      const neighboursText = counted(neighbours, "neighbour");
      const message = `clue ${code} at row ${row}, column ${col} (from 0) is impossible: the cell has ${neighboursText}`;
      throw wrong(message, placeOf(source, text, signRows[row].lineIndex, signRows[row].signs, col));
    }
  }
}

/** Throws where a board cannot have so many mines. */
function checkMines(codes, mines, taken, source) {
  const cells = codes.flat();
  const [known, hidden] = [countOf(cells, MINE), countOf(cells, HIDDEN)];
  if (mines === null || !Number.isInteger(mines) || (known <= mines && mines <= known + hidden)) return;
  const hiddenText = counted(hidden, "hidden cell");
  const message = `mine count ${mines} is impossible: the board has ${known} known mines and ${hiddenText}`;
  const counts = taken.filter((words) => words.includes(" as the mine"));
  if (counts.length) throw wrong(`${message}; read ${counts[0]}`, { symbol: String(mines) });
  throw wrong(message, { ...lineOf(source), symbol: String(mines) });
}

/** The first line of a text, unless what is said beside it is to blame. */
const lineOf = (source) => (isSaidBeside(source) ? {} : { line: source.firstLine });

/** What an error says of a cell: its line and column in the text as it was pasted, and its sign. */
function placeOf(source, text, lineIndex, signs, cell) {
  const number = text.numbers[Math.min(lineIndex, text.numbers.length - 1)];
  const symbol = signs[Math.min(cell, signs.length - 1)];
  if (!source.lines.length) return { line: number + 1, column: cell + 1, symbol };
  return { line: source.firstLine + number, column: columnOf(source.lines[number], signs, cell) ?? undefined, symbol };
}

function refusalError(refusal, source, text) {
  const { message, lineIndex, cell, signs } = refusal;
  const symbol = refusal.symbol ?? undefined;
  if (lineIndex === null)
    return wrong(message, { line: source.firstLine, column: symbol === undefined ? undefined : 1, symbol });
  const number = text.numbers[Math.min(lineIndex, text.numbers.length - 1)];
  const line = source.lines[number];
  let column;
  if (cell !== null && signs.length) column = columnOf(line, signs, cell) ?? undefined;
  else if (symbol && line.includes(symbol)) column = lengthOf(line.slice(0, line.indexOf(symbol))) + 1;
  return wrong(message, { line: source.firstLine + number, column, symbol });
}

// Questions.

/** What is wrong with a text of several boards where one is expected. */
export function severalBoards(drawings) {
  const boards = drawings.slice(0, MOST_BOARDS);
  const readings = boards.map((_, k) => `reading=${k + 1}`);
  const ways = readings.map((way, k) => `board ${k + 1}: ${way}`).join(", ");
  const message = `${drawings.length} boards in the input where one is expected; say which: ${ways}`;
  return wrong(message, { line: 1, readings, boards });
}

/**
 * The error that lists the readings of a text, each drawn, with the way to say which is meant; searched: what is seen
 * in the text once the question is answered with these roles.
 */
function questionError(question, source, text, searched) {
  const ways = waysToSay(question.readings, searched);
  // Where the board was told, and what signs mean is asked, that board is drawn.
  const isOfBoard = source.board !== null && hasSeveralBoards(question);
  const readings = isOfBoard
    ? question.readings.map((reading) => boardOf(reading, question, source.board))
    : question.readings;
  const list = readings.map((reading, k) => `${k + 1}. ${described(reading)} (${ways[k]})`).join("; ");
  const message =
    readings.length === 1
      ? `is this meant? ${list}`
      : `this may be read in ${readings.length} ways; say which: ${list}`;
  return wrong(message, {
    ...placeOfQuestion(readings, source, text),
    readings: ways,
    boards: readings.map((reading) => reading.boards.map(drawn).join("\n\n")),
  });
}

/** One board of a reading, as the question which of them is meant numbers them. Throws where it has no such board. */
function boardOf(reading, question, number) {
  const boards = boardsToChoose(reading, question.rivals);
  if (!(number >= 1 && number <= boards.length)) throw wrong(`there is no board ${number}: the text has ${boards.length}`);
  return boards[number - 1];
}

/** The first cell whose sign has several roles; the first line, where the readings differ otherwise. */
function placeOfQuestion(readings, source, text) {
  const differing = differingSigns(readings);
  const rows = readings[0].boards.flatMap((board) => board.rows);
  if (new Set(readings.map(signsOfReading)).size === 1) {
    for (const { lineIndex, signs } of rows) {
      const cell = signs.findIndex((sign) => differing.has(sign));
      if (cell >= 0) return placeOf(source, text, lineIndex, signs, cell);
    }
  }
  return { line: source.firstLine };
}

/** How to say each reading: by its signs, or else by its number. */
const waysToSay = (readings, searched) =>
  signsToSay(readings, searched) ?? readings.map((_, k) => `reading=${k + 1}`);

/** How to say each reading by the signs that differ, or by all; null: neither settles it. */
function signsToSay(readings, searched) {
  const differingRoles = distinguishingRoles(readings);
  if (differingRoles === null) return null;
  const allRoles = readings.map((reading) => new Map([...rolesIn(reading)].sort(([a], [b]) => inOrder(a, b))));
  for (const signRoles of [differingRoles, allRoles])
    if (signRoles.every((pairs, k) => leadsTo(searched(pairs), readings[k])))
      return signRoles.map((pairs) => `signs="${signsText(pairs)}"`);
  return null;
}

/** Whether an outcome is a reading, or a question which of its boards is meant. */
function leadsTo(outcome, { boards }) {
  if (outcome instanceof Refusal) return false;
  const readings = askedReadings(outcome);
  const isOfBoards = !(outcome instanceof Question) || readings.every((other) => other.boards.length === 1);
  if (!isOfBoards || (outcome instanceof Question && boards.length === 1)) return false;
  const listed = new Set(readings.flatMap((other) => other.boards.map((board) => keyOf({ boards: [board] }))));
  return boards.every((board) => listed.has(keyOf({ boards: [board] })));
}

/** What a reading takes for what, in a few words. */
function described(reading) {
  const [board] = reading.boards;
  const words = [...board.taken];
  if (reading.beside) words.unshift(`board ${reading.beside}`);
  if (reading.boards.length > 1) words.unshift(`${reading.boards.length} boards`);
  if (reading.dropped) words.push(reading.dropped);
  const size = `${board.codes.length}x${board.codes[0].length}`;
  return words.length ? `${size}: ${words.join("; ")}` : `${size}, all cells as they stand`;
}

/** The canonical text of a reading, with its first line where the mine count is known. */
function drawn(board) {
  const codes = board.isLayout ? opened(board.codes) : board.codes;
  const mines = board.isLayout ? countOf(codes.flat(), MINE) : board.mines;
  const signOf = (code) => ({ [HIDDEN]: "#", [MINE]: "*" })[code] ?? String(code);
  const rows = codes.map((row) => row.map(signOf).join(""));
  return [...(mines === null ? [] : [`${codes.length}x${codes[0].length}x${mines}`]), ...rows].join("\n");
}
