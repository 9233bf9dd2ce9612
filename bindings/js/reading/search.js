// The search: every way to take off, cut, trim and name the signs, added up; the cheapest is the board. If another
// is as cheap, both are the question. No reading is chosen by whether a layout of mines fits it. Function by
// function as minesolver/io/formats/reading/search.py.

import { partedBelow } from "./below.js";
import { besideBlankColumns, sideBySide } from "./beside.js";
import { NO_ROW, Refusal, UNEVEN } from "./blocks.js";
import { candidates, withRowsApart } from "./candidates.js";
import { leavesCells } from "./leftovers.js";
import { plainText, withoutCursor } from "./lines.js";
import { mineCounts } from "./mineCounts.js";
import { ALONE, COUNTED, factsOf, IN_WORDS, NO_FACTS, NUMBERS } from "./outside.js";
import { readSigns, unknownSign } from "./roles.js";
import { DOUBT, isUsualSize } from "./strips.js";
import { COSTS, HIDDEN, MINE, ROLE_COSTS, SAFE, ZERO } from "./table.js";
import { inOrder, isBlank, quoted } from "./texts.js";
import { nameOf, takenFor } from "./words.js";

const CODE_OF_ROLE = { [HIDDEN]: -1, [ZERO]: 0, [MINE]: 10, [SAFE]: 0 };
/** Ranks of refusals: a sign that nobody knows; rows of another size than the text says. */
const [UNKNOWN_SIGN, OTHER_SIZE] = [3, 4];
const AROUND_CELLS = [...'|[](){}"'];
const COMMENT_SIGNS = new Set("#*%;>!+");
const ONE_ROW = 6; // a board of one row in a text of several lines
const ONE_COLUMN = 1;
/** Readings of a question: nobody compares more. */
const DEAREST_BESIDE = 4 * DOUBT; // of two boards side by side not each is doubted twice
const MOST_READINGS = 3;
const MOST_ROLE_READINGS = 12;
/** Cells from which on a board is rather of a game than an example. */
const FEWEST_OF_GAME = 16;
/** Cells from which on it says something that most are alike. */
const FEWEST_CELLS = 25;

/**
 * What the caller says beside a text, which wins over what the text says: roles of signs, whether a mine count, the
 * mines left or a density is stated, and which of the boards that stand side by side is meant.
 */
export const NOTHING_STATED = { roles: new Map(), hasCount: false, board: null };

/** Readings of which none is surely meant, three at most, the likeliest first; others that cost more. */
export class Question {
  constructor(readings, rivals = []) {
    this.readings = readings;
    this.rivals = rivals;
  }
}

/** The boards of a text, and other ways to read it that cost more. */
export class Answer {
  constructor(reading, rivals = []) {
    this.reading = reading;
    this.rivals = rivals;
  }
}

/** What a text says, and its lines as they were read. */
export function readText(lines, stated = NOTHING_STATED) {
  const text = withRowsApart(plainText(lines, 0));
  let halves = sideBySide(text.texts);
  let beside = halves.length ? readingsByPart(halves, text, stated, { areBeside: true }) : [];
  if (beside.length && beside.every(hasLoneRow)) halves = beside = []; // parts of the rows of one board
  const besideCost = beside.length ? Math.min(...beside.map(({ cost }) => cost)) : DEAREST_BESIDE;
  const areBoards = besideCost < DEAREST_BESIDE;
  const areSurelyBoards = areBoards && isOfUsualSize(beside[0]) && !hasBlanks(beside[0]);
  if (areBoards && (stated.board !== null || areSurelyBoards))
    return { outcome: ofBeside(beside, stated), text };
  const { readings: allReadings, refusals } = readingsOfText(text, stated);
  let readings = allReadings;
  // Blank columns may part two boards, or a board of a usual size has them.
  const usualReadings = readings.filter(isOfUsualSize);
  if (areBoards && !usualReadings.some((reading) => reading.cost + DOUBT < besideCost)) {
    const leastCost = Math.min(...readings.map(({ cost }) => cost));
    const areLikely = usualReadings.some((reading) => reading.cost < leastCost + DOUBT / 2);
    const whole = decide(areLikely ? usualReadings : readings, []);
    return { outcome: withWhole(ofBeside(beside, stated), whole), text };
  }
  if (halves.length) readings = readings.map((reading) => ({ ...reading, cost: reading.cost + DOUBT }));
  if (stated.roles.size) readings = withCellsOf([...stated.roles.keys()], readings);
  const outcome = settled(decide(readings, refusals), text, stated);
  const parts = halves.length || stated.board !== null ? [] : besideBlankColumns(text.texts);
  const readingsOfParts = parts.length ? readingsByPart(parts, text, stated, { areBeside: true }) : [];
  if (readingsOfParts.length && !readingsOfParts.every(hasLoneRow))
    return { outcome: withWhole(ofBeside(readingsOfParts, stated), outcome), text };
  const cost = outcome instanceof Question ? outcome.readings[0].cost : null;
  if (outcome instanceof Answer) return { outcome, text };
  // Two lines that have all rows of a board each may be boards of one row as well.
  const areRows = outcome instanceof Question && areRowsAlone(outcome.readings[0]);
  if (cost !== null && cost <= COSTS.believed && !areRows) return { outcome, text };

  // Boards that are written in different ways are each read by themselves.
  for (const parted of partedBelow(text)) {
    const partReadings = readingsByPart(parted.parts, parted.text, stated, { areBeside: false }).filter(({ boards }) =>
      boards.every(({ rows }) => rows.length > 1),
    );
    const isCheaper = cost === null || partReadings.some((reading) => reading.cost < cost);
    if (partReadings.length && isCheaper) {
      const whole = outcome instanceof Refusal ? [] : askedReadings(outcome);
      return { outcome: decide([...partReadings, ...whole], []), text: parted.text };
    }
  }
  return { outcome, text };
}

/** Whether each board of a reading has a usual size. */
const isOfUsualSize = ({ boards }) => boards.every(({ rows }) => isUsualSize(rows.length, rows[0].signs.length));

/** Whether a reading has several boards of one row each. */
const areRowsAlone = ({ boards }) => boards.length > 1 && boards.every(({ rows }) => rows.length === 1);

/** Whether one of two boards has a single row beside several of the other: it is a part of their rows. */
function hasLoneRow({ boards }) {
  const heights = boards.map(({ rows }) => rows.length);
  return Math.min(...heights) === 1 && Math.max(...heights) > 1;
}

/** The question which of the boards side by side is meant, and before it that of their signs. */
function ofBeside(readings, stated) {
  if (stated.board !== null) readings = ofBoard(eachBoard(readings), stated.board);
  if (stated.roles.size) readings = withCellsOf([...stated.roles.keys()], readings);
  const outcome = decide(readings, []);
  if (!(outcome instanceof Answer) || stated.board !== null) return byBoard(outcome);
  return new Question(eachBoard([outcome.reading, ...outcome.rivals]).slice(0, MOST_READINGS));
}

/** The question which of two boards is meant, or one with all that is between them. */
function withWhole(outcome, whole) {
  if (!(outcome instanceof Question) || whole instanceof Refusal) return outcome;
  const readingOfBoard = new Map();
  for (const reading of outcome.readings)
    if (!readingOfBoard.has(reading.beside)) readingOfBoard.set(reading.beside, reading);
  const isOfBoards = outcome.readings.every(({ boards }) => boards.length === 1);
  if (readingOfBoard.size !== 2 || !isOfBoards) return outcome;
  const readings = askedReadings(whole);
  const reading = readings.find(({ dropped }) => !dropped) ?? readings[0];
  return new Question([...readingOfBoard.values(), reading]);
}

/** The outcome; the question whether it is meant, where it leaves out what could be cells as well. */
function settled(outcome, text, stated) {
  if (!(outcome instanceof Answer)) return outcome;
  const { reading, rivals } = outcome;
  if (!reading.hasStatedRoles && reading.boards.some(hasLoneZero))
    return new Question([reading, ...rivals].slice(0, MOST_READINGS), rivals);
  const boards = reading.boards.map((board) => board.rows);
  const hasZero = reading.boards.some(({ codes }) => codes.flat().includes(0));
  if (reading.cut === null || !leavesCells(boards, reading.cut.lines, text, stated.roles, hasZero)) return outcome;
  return new Question([reading, ...rivals].slice(0, MOST_READINGS), rivals);
}

/** Whether a sign of a single cell is a zero beside a hidden cell, which no game leaves: a slip. */
function hasLoneZero({ rows, roles, codes }) {
  const counts = new Map();
  for (const sign of rows.flatMap((row) => row.signs)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) < FEWEST_OF_GAME) return false;
  const loneSigns = [...roles.keys()].filter((sign) => roles.get(sign) === ZERO && counts.get(sign) === 1);
  for (const [rowIndex, row] of rows.entries()) {
    for (const [column, sign] of row.signs.entries()) {
      if (!loneSigns.includes(sign)) continue;
      const around = codes.slice(Math.max(0, rowIndex - 1), rowIndex + 2);
      const isHidden = (code) => code === CODE_OF_ROLE[HIDDEN];
      if (around.some((ofRow) => ofRow.slice(Math.max(0, column - 1), column + 2).some(isHidden))) return true;
    }
  }
  return false;
}

/** The readings of all boards of a text that are written alike, and why others fail. */
function readingsOfText(text, stated) {
  const readings = [];
  const refusals = [];
  for (const parts of candidates(text.texts)) {
    const outcome = parts instanceof Refusal ? parts : readingsOf(parts, stated, text);
    if (outcome instanceof Refusal) refusals.push(outcome);
    else readings.push(...outcome);
  }
  return { readings, refusals };
}

/** The boards of all parts of a text, each part cut by itself; none where one of them is no board. */
function cutsOfParts(parts, text, stated) {
  let choices = [[]];
  for (const lines of parts) {
    const { readings, refusals } = readingsOfText({ ...text, texts: withoutCursor(lines) }, stated);
    const outcome = decide(readings, refusals);
    if (outcome instanceof Refusal) return [];
    const cuts = new Map(askedReadings(outcome).map(({ cut }) => [JSON.stringify(cut), cut]));
    choices = choices.flatMap((choice) => [...cuts.values()].map((cut) => [...choice, cut]));
  }
  return choices.map((choice) => ({
    cost: choice.reduce((sum, { cost }) => sum + cost, 0),
    boards: choice.flatMap(({ boards }) => boards),
    outside: choice.flatMap(({ outside }) => outside),
    dropped: [...new Set(choice.map(({ dropped }) => dropped).filter(Boolean))].join("; "),
    bonus: 0,
    lines: [],
  }));
}

/**
 * Boards side by side, and before them the same as wide as each other, where blanks are cells: the one at the left may
 * have lost blank cells to the space between them.
 */
function withEqualWidths(parts) {
  const rowsOfBoards = parts.boards.map(([trim]) => trim.rows);
  const [leftRows] = rowsOfBoards;
  const [leftWidth, rightWidth] = rowsOfBoards.map((rows) => rows[0].signs.length);
  const hasBlankCells = leftRows.some((row) => row.signs.includes(""));
  const haveOneHeight = new Set(rowsOfBoards.map((rows) => rows.length)).size === 1;
  if (rowsOfBoards.length !== 2 || leftWidth >= rightWidth || !haveOneHeight || !hasBlankCells) return [parts];
  const moreCells = Array(rightWidth - leftWidth).fill("");
  const wider = leftRows.map((row) => ({ ...row, signs: [...row.signs, ...moreCells] }));
  const [[leftTrim], ...otherBoards] = parts.boards;
  return [{ ...parts, boards: [[{ ...leftTrim, rows: wider }], ...otherBoards] }, parts];
}

/** The readings of all parts of a text, each cut by itself; none where one of them is no board. */
function readingsByPart(parts, text, stated, { areBeside }) {
  const cuts = cutsOfParts(parts, text, stated);
  const cutsOfBoards = areBeside ? cuts.flatMap(withEqualWidths) : cuts;
  const outcomes = cutsOfBoards.map((cut) => readingsOf(cut, stated, text));
  return outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : outcome));
}

/**
 * A question of readings that have several boards, as a question which of the boards is meant. What signs stand for is
 * asked before that, where it is all that differs. Boards that may be groups of one board's rows are such a question
 * too.
 */
export function byBoard(outcome) {
  if (outcome instanceof Refusal || (outcome instanceof Answer && !mayBeJoined(outcome))) return outcome;
  const readings = askedReadings(outcome);
  if (readings.every(({ boards }) => boards.length === 1)) return outcome;
  // Other cells that a reading may have are asked about once the signs are told.
  const signs = signsOfReading(readings[0]);
  const alike = readings.filter((reading) => signsOfReading(reading) === signs);
  const isOfSigns = readings[0].boards.length > 1 && distinguishingRoles(alike) !== null;
  return isOfSigns ? new Question(alike, outcome.rivals) : whichBoard(outcome);
}

/** The question which of all boards of the readings is meant. */
export function whichBoard(outcome) {
  const readingOfBoard = new Map();
  for (const reading of askedReadings(outcome)) {
    for (const board of boardsToChoose(reading, outcome.rivals))
      if (!readingOfBoard.has(keyOf(board))) readingOfBoard.set(keyOf(board), board);
  }
  return new Question([...readingOfBoard.values()].slice(0, MOST_READINGS));
}

/** Each board of a reading, and first the one that all its rows may be. */
export function boardsToChoose(reading, rivals) {
  const joined = joinedOf(reading, rivals);
  return eachBoard(joined === null ? [reading] : [joined, reading]);
}

/** The readings that a question asks about; that of an answer. */
export const askedReadings = (outcome) => (outcome instanceof Question ? outcome.readings : [outcome.reading]);

/** Whether several boards of an outcome may be groups of one board's rows. */
export const mayBeJoined = (outcome) =>
  askedReadings(outcome).some((reading) => joinedOf(reading, outcome.rivals) !== null);

/** The reading of the rows of several boards as one board; null: there is none. */
function joinedOf(reading, rivals) {
  const roles = sortedRoles(reading);
  const rowLines = rowLinesOf(reading);
  const hasAllRows = (rival) => [...rowLines].every((lineIndex) => rowLinesOf(rival).has(lineIndex));
  const isJoined = (rival) => rival.boards.length === 1 && hasAllRows(rival) && sortedRoles(rival) === roles;
  return reading.boards.length > 1 ? (rivals.find(isJoined) ?? null) : null;
}

/** The lines that the rows of a reading stand in. */
const rowLinesOf = ({ boards }) => new Set(boards.flatMap(({ rows }) => rows.map(({ lineIndex }) => lineIndex)));

const sortedRoles = (reading) => JSON.stringify([...rolesIn(reading)].sort());

/** The roles that tell each reading of the same cells from the others; null: they differ otherwise. */
export function distinguishingRoles(readings) {
  const differing = differingSigns(readings);
  const statedRoles = readings.map(
    (reading) =>
      new Map([...rolesIn(reading)].filter(([sign]) => differing.has(sign)).sort(([a], [b]) => inOrder(a, b))),
  );
  const keys = new Set(statedRoles.map((pairs) => JSON.stringify([...pairs].sort())));
  const haveSameCells = new Set(readings.map(signsOfReading)).size === 1;
  const areDistinguished = keys.size === readings.length && statedRoles.every((pairs) => pairs.size);
  return readings.length > 1 && haveSameCells && areDistinguished ? statedRoles : null;
}

/** The signs that have not the same role in all readings. */
export function differingSigns(readings) {
  const roles = readings.map(rolesIn);
  const signs = new Set(roles.flatMap((readingRoles) => [...readingRoles.keys()]));
  return new Set([...signs].filter((sign) => new Set(roles.map((other) => other.get(sign))).size > 1));
}

/** The roles of the signs of all boards of a reading. */
export const rolesIn = (reading) => new Map(reading.boards.flatMap((board) => [...board.roles]));

/** The signs of all rows of a reading, as a text. */
export const signsOfReading = ({ boards }) =>
  JSON.stringify(boards.flatMap((board) => board.rows.map((row) => row.signs)));

/** Each of the boards of readings alone, the boards of the first reading first. */
function eachBoard(readings) {
  return readings.flatMap((reading) => {
    if (reading.boards.length === 1) return [reading];
    const words = `without the other board${reading.boards.length > 2 ? "s" : ""}`;
    const dropped = [words, reading.dropped].filter(Boolean).join("; ");
    return reading.boards.map((board, k) => ({ ...reading, boards: [board], beside: k + 1, dropped }));
  });
}

/** The readings of one of the boards side by side; all, where there is one board. */
function ofBoard(readings, number) {
  const chosen = readings.filter((reading) => reading.beside === number);
  return chosen.length ? chosen : readings;
}

/** The readings in which most of these signs are cells: what the caller names is not left out. */
function withCellsOf(signs, readings) {
  const counts = readings.map((reading) => {
    const used = new Set(reading.boards.flatMap((board) => board.rows.flatMap((row) => row.signs)));
    return signs.filter((sign) => used.has(sign)).length;
  });
  const highestCount = Math.max(0, ...counts);
  return readings.filter((_, k) => counts[k] === highestCount);
}

const rowsOfCells = (rows) => rows.map((signs, lineIndex) => ({ signs: [...signs], lineIndex }));

/** The signs of boards that stand in lists. */
export const countCells = (boards) => countSigns(boards.map(rowsOfCells), NO_FACTS);

/**
 * The board of signs that stand in lists, such as those of JSON: only their roles are found out. `signCounts`: the
 * signs of all boards of its text, as one sign has one role in all of them.
 */
export function readCells(rows, stated = NOTHING_STATED, signCounts = null) {
  const boardRows = rowsOfCells(rows);
  const counts = countSigns([boardRows], NO_FACTS);
  let roleReadings = signCounts === null ? [] : readSigns(signCounts, stated.roles);
  if (!roleReadings.length) roleReadings = readSigns(counts, stated.roles);
  if (!roleReadings.length) return refusalOfSigns([boardRows], counts, stated);
  const readings = roleReadings
    .slice(0, MOST_ROLE_READINGS)
    .map((roleReading) => textReading(roleReading.cost, [boardReading(boardRows, roleReading)]));
  return decide(readings, []);
}

/**
 * A way to read a whole text: its boards, and what it costs. `beside`: the number of this one of several
 * boards; 0: the text is all of these boards; `dropped`: words for what is left out; `isDoubtful`: whether the text
 * says something else as well: it is asked about, however cheap it is; `hasStatedRoles`: whether the text or the
 * caller says what signs are; `cut`: how its boards were cut and trimmed, before their signs were named; null: they
 * stand in lists.
 */
const textReading = (cost, boards, { dropped = "", isDoubtful = false, hasStatedRoles = false, cut = null } = {}) => ({
  cost,
  boards,
  beside: 0,
  dropped,
  isDoubtful,
  hasStatedRoles,
  cut,
});

/** What makes two readings the same boards. */
export function keyOf({ boards }) {
  return JSON.stringify(boards.map(({ codes, mines, isLayout }) => [codes, mines, isLayout]));
}

/** The cheapest reading, if no other board is nearly as cheap; else the question. */
export function decide(readings, refusals) {
  const cheapestOfBoard = new Map();
  for (const reading of [...readings].sort((a, b) => a.cost - b.cost)) {
    const key = keyOf(reading);
    if (!cheapestOfBoard.has(key)) cheapestOfBoard.set(key, reading);
  }
  const ranked = [...cheapestOfBoard.values()];
  if (!ranked.length) return [...refusals].sort((a, b) => b.rank - a.rank)[0] ?? new Refusal("no row of cells");

  // A text whose rows differ in length is broken, unless something else is surely meant.
  const [cheapest] = ranked;
  const isDoubtful = cheapest.cost > COSTS.believed;
  const uneven = refusals.find((refusal) => refusal.rank === UNEVEN);
  if (cheapest.cost > COSTS.broken && uneven !== undefined && !hasBlanks(cheapest)) return uneven;
  const dearestOfTie = Math.round((cheapest.cost + COSTS.tie) * 1000) / 1000;
  const near = ranked.filter((reading) => reading.cost <= dearestOfTie);
  const rivals = ranked.slice(1).filter((reading) => reading.cost < cheapest.cost + COSTS.rival);
  if (near.length > 1) {
    // A question names the other role that blank cells may have as well.
    const dearestNamed = Math.round((cheapest.cost + COSTS.named) * 1000) / 1000;
    const cells = signsOfReading(cheapest);
    const rolesOfBlank = new Set(near.map((reading) => rolesIn(reading).get("")));
    const named = ranked
      .slice(near.length)
      .filter(
        (reading) =>
          reading.cost <= dearestNamed &&
          signsOfReading(reading) === cells &&
          !rolesOfBlank.has(rolesIn(reading).get("")),
      );
    return new Question(listedOf([...near, ...named]), rivals);
  }
  if (isDoubtful || cheapest.isDoubtful) return new Question(ranked.slice(0, MOST_READINGS), rivals);
  return new Answer(cheapest, rivals);
}

/** Three readings at most: where there are more, those of other roles rather than those of other cells. */
function listedOf(readings) {
  const roleSets = new Set();
  const [ofOtherRoles, ofOtherCells] = [[], []];
  for (const reading of readings) {
    const roles = JSON.stringify([...rolesIn(reading)].filter(([sign]) => sign).sort(([a], [b]) => inOrder(a, b)));
    (roleSets.has(roles) ? ofOtherCells : ofOtherRoles).push(reading);
    roleSets.add(roles);
  }
  return [...ofOtherRoles, ...ofOtherCells].slice(0, MOST_READINGS).sort((a, b) => a.cost - b.cost);
}

/** Whether there are blank cells: other cuts find rows of several lengths there. One at an end is none. */
function hasBlanks({ boards }) {
  const rows = boards.flatMap((board) => board.rows.map((row) => row.signs));
  return rows.some((signs) => signs.slice(0, -1).includes("")) || rows.flat().filter((sign) => !sign).length > 1;
}

/** The readings of boards that are cut out of a text: each way to trim them, each role of their signs; or a refusal. */
function readingsOf(parts, stated, text) {
  const facts = parts.outside.map(factsOf);
  let lineCount = text.texts.filter((line) => !isBlank(line)).length;
  const widths = new Set(parts.boards.flatMap(([trim]) => trim.rows.slice(0, 1).map((row) => row.signs.length)));
  // Of groups of rows one may have one row.
  if (parts.boards.length > 1 && widths.size === 1) lineCount = 1;
  const readings = [];
  let refusal = null;
  const trimCount = Math.max(...parts.boards.map((ways) => ways.length));
  for (let trimIndex = 0; trimIndex < trimCount; trimIndex++) {
    // Several boards are trimmed alike.
    const trimmed = parts.boards.map((ways) => ways[Math.min(trimIndex, ways.length - 1)]);
    const boards = trimmed.map((trim) => trim.rows);
    if (!boards.every((rows) => rows.length && rows[0].signs.length)) continue;
    const wrongSize = boards.map((rows, k) => refusalOfSize(rows, facts[k])).find((size) => size !== null);
    if (wrongSize !== undefined) {
      refusal = wrongSize;
      continue;
    }
    const allFacts = merged(facts);
    const counts = countSigns(boards, allFacts);
    const statedRoles = new Map([...allFacts.legend, ...stated.roles]);
    const roleReadings = readSigns(counts, statedRoles);
    if (!roleReadings.length) refusal ??= refusalOfSigns(boards, counts, stated);
    const trimCost = Math.max(...trimmed.map((trim, k) => costOfTrim(stated, trim, facts[k])));
    const dropped = [...new Set([parts.dropped, trimmed[0].dropped].filter(Boolean))].join("; ");
    const cut = { ...parts, boards: trimmed.map((trim) => [trim]) };
    for (const roleReading of roleReadings.slice(0, MOST_ROLE_READINGS)) {
      const { roles } = roleReading;
      const doubts = boards.map((rows, k) => doubtOf(rows, facts[k], roles, stated, lineCount));
      const doubt = doubts.reduce((sum, boardDoubt) => sum + boardDoubt, 0);
      const cost = Math.round((parts.cost + trimCost + roleReading.cost + doubt) * 1000) / 1000;
      const isDoubtful = Math.max(...doubts) >= COSTS.question || cost + parts.bonus > COSTS.believed;
      const hasStatedRoles = statedRoles.size > 0 || allFacts.sizeKind === COUNTED;
      for (const chosen of withCounts(boards, facts, roleReading, text.coveredMines))
        readings.push(textReading(cost, chosen, { dropped, isDoubtful, hasStatedRoles, cut }));
    }
  }
  return readings.length || refusal === null ? readings : refusal;
}

/** The legends of all boards of a text, and whether any has a whole size. */
function merged(facts) {
  const hasCount = facts.some(({ sizeKind }) => sizeKind === COUNTED);
  return { ...NO_FACTS, sizeKind: hasCount ? COUNTED : "", legend: facts.flatMap(({ legend }) => legend) };
}

/** The signs of all boards together: one sign has one role in all of them. */
function countSigns(boards, facts) {
  const cells = boards.flatMap((board) => board.flatMap((row) => row.signs));
  const signs = new Set(cells);
  const capitals = [...signs].filter((sign) => /^[A-Z]$/.test(sign));
  const unknown = [...signs].filter((sign) => /^[a-z]$/.test(sign) && !ROLE_COSTS.has(sign));
  return {
    signs,
    singleLetters: new Set(capitals.filter((sign) => isSingle(sign, boards))),
    repeatedLetters: new Set([...capitals, ...unknown].filter((sign) => !isSingle(sign, boards))),
    hasSize: facts.sizeKind === COUNTED,
    mostFrequent: mostFrequent(cells),
  };
}

/** The sign of more than half of all cells; null: there is none, or there are few cells. */
function mostFrequent(cells) {
  if (cells.length < FEWEST_CELLS) return null;
  const counts = new Map();
  for (const sign of cells) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.keys()].find((sign) => 2 * counts.get(sign) > cells.length) ?? null;
}

/** Whether a sign stands in one cell of each board at most. */
function isSingle(sign, boards) {
  const countIn = (board) => board.flatMap((row) => row.signs.filter((other) => other === sign)).length;
  return boards.every((board) => countIn(board) <= 1);
}

/** Where the sign stands that nobody knows. */
function refusalOfSigns(boards, counts, stated) {
  const sign = unknownSign(counts, stated.roles);
  if (sign === null) {
    const message = "no digit from 1 to 8, so no board; say what the signs are: --signs";
    return new Refusal(message, { lineIndex: boards[0][0].lineIndex, rank: UNKNOWN_SIGN });
  }
  const { lineIndex, signs } = boards.flat().find((row) => row.signs.includes(sign));
  const message = counts.repeatedLetters.has(sign)
    ? `letter ${quoted(sign)} names two cells`
    : `${quoted(sign)} is no sign that is known; say what it is, such as --signs hidden=${nameOf(sign)}`;
  // What stands around cells is rather the mark of a slip in how they are parted.
  const rank = AROUND_CELLS.includes(sign) ? NO_ROW : UNKNOWN_SIGN;
  return new Refusal(message, { lineIndex, symbol: sign, cell: signs.indexOf(sign), rank, signs });
}

/** Whether rows have the size that the text tells, if it tells one; some tell the columns first. */
function hasStatedSize(rows, { size }) {
  if (size === null) return true;
  const [height, width] = [rows.length, rows[0].signs.length];
  return (size[0] === height && size[1] === width) || (size[0] === width && size[1] === height);
}

/** Whether a line tells the width of rows, or how many there are, and another number with it. */
function hasOneSize(rows, { size }) {
  if (size === null || Math.min(...size) < 2) return false;
  return [rows.length, rows[0].signs.length].some((length) => size.includes(length));
}

/** Whether two numbers may name a cell of a board, counted from 0 or 1, in either order. */
function isPlace(numbers, height, width) {
  if (numbers === null) return false;
  const [first, second] = numbers;
  return (first <= height && second <= width) || (first <= width && second <= height);
}

/** What a trim costs beside what the caller says of its marks, and the text of the size of its rows. */
function costOfTrim(stated, trim, facts) {
  if (trim.marks.length && trim.marks.every((mark) => stated.roles.has(mark))) return 0;
  // Two numbers that are the size of fewer columns may be a move; where rows are missing a text tells the size of more
  // than there are.
  const isTold = facts.size !== null && hasStatedSize(trim.rows, facts);
  const mayBeMove = trim.hasFewerColumns && facts.sizeKind === NUMBERS;
  if (isTold && (mayBeMove || trim.hasMoreRows)) return trim.cost + COSTS.question;
  return [ALONE, COUNTED].includes(facts.sizeKind) ? trim.costWithSize : trim.cost;
}

/** Where rows differ from the size in a line above them; null: they have it. */
function refusalOfSize(rows, facts) {
  if (![ALONE, COUNTED].includes(facts.sizeKind) || hasStatedSize(rows, facts)) return null;
  const [height, width] = facts.size;
  const { lineIndex, signs } = rows[0];
  if (signs.length === width) {
    const promised = height === 1 ? "1 row" : `${height} rows`;
    const message = `the first line promises ${promised}, and ${rows.length} follow`;
    return new Refusal(message, { symbol: String(height), rank: OTHER_SIZE });
  }
  const cells = signs.length === 1 ? "1 cell" : `${signs.length} cells`;
  return new Refusal(`this row has ${cells}, where the first line says ${width}`, {
    lineIndex,
    symbol: signs[Math.min(width, signs.length - 1)],
    cell: Math.min(width, signs.length),
    rank: OTHER_SIZE,
    signs,
  });
}

/** What speaks against rows as a board: another size, two counts, a column that is none, a single row. */
function doubtOf(rows, facts, roles, stated, lineCount) {
  let cost = 0;
  const [height, width] = [rows.length, rows[0].signs.length];
  // Two numbers that are no size of the board are something else, such as the last move.
  if (!hasStatedSize(rows, facts)) {
    const isInWords = facts.sizeKind === IN_WORDS || facts.mines.length > 0;
    const isSize = isInWords || hasOneSize(rows, facts) || !isPlace(facts.size, height, width);
    cost += isSize ? COSTS.question : 0;
  }
  if (!facts.isSizeSure) cost += COSTS.question;
  const hasTwoCounts = facts.mines.length > 1 || facts.left.length > 1 || facts.loneCounts > 1;
  if (hasTwoCounts && !stated.hasCount) cost += COSTS.question;
  if (facts.rulerWidths.length && !facts.rulerWidths.includes(width)) cost += COSTS.question;
  if (height > 2 && (hasGap(rows) || hasCommentBeforeGap(rows))) cost += COSTS.question;
  const isStated = facts.size !== null && hasStatedSize(rows, facts);
  if (height === 1 && lineCount > 1 && !isStated) cost += ONE_ROW;
  if (width === 1 && !isStated) cost += ONE_COLUMN;
  return cost;
}

/** Whether blanks stand in whole columns only, between others: two boards, perhaps. */
function hasGap(rows) {
  const width = Math.min(...rows.map((row) => row.signs.length));
  const columns = Array.from({ length: width }, (_, k) => rows.map((row) => row.signs[k]));
  const isBlankColumn = columns.map((column) => !column.some(Boolean));
  const isInside = isBlankColumn.slice(isBlankColumn.indexOf(false), isBlankColumn.lastIndexOf(false)).includes(true);
  return isInside && !columns.some((column) => column.includes("") && column.some(Boolean));
}

/** Whether each row begins with one comment sign and a blank: the sign may be no cell. */
function hasCommentBeforeGap(rows) {
  const firstSigns = new Set(rows.map((row) => row.signs[0]));
  const areParted = rows[0].signs.length > 2 && !rows.some((row) => row.signs[1]);
  return areParted && firstSigns.size === 1 && COMMENT_SIGNS.has(rows[0].signs[0]);
}

/** The boards with each mine count that the text may tell. */
function withCounts(boards, facts, roleReading, coveredMines) {
  const { roles, isLayout, formatName } = roleReading;
  const choices = boards.map((rows, k) =>
    mineCounts(rows, facts[k], roles, { isLayout, formatName, coveredMines }).map((count) =>
      boardReading(rows, roleReading, count),
    ),
  );
  const wayCount = Math.max(...choices.map((ways) => ways.length));
  return Array.from({ length: wayCount }, (_, k) => choices.map((ways) => ways[Math.min(k, ways.length - 1)]));
}

/**
 * A board that a text may be. `codes`: -1 hidden, 0 to 8 a clue, 10 a known mine, row by row; of a layout 10 and 0;
 * `mines`: the mine count that the text tells, known mines included; `taken`: what was taken for what, in words;
 * `rows`: the signs of the cells; `roles`: what each sign that is no clue stands for.
 */
function boardReading(rows, { roles, isLayout }, { mines, words } = { mines: null, words: [] }) {
  const codeOf = (sign) => (roles.has(sign) ? CODE_OF_ROLE[roles.get(sign)] : Number(sign));
  const codes = rows.map((row) => row.signs.map(codeOf));
  const used = new Set(rows.flatMap((row) => row.signs));
  const usedRoles = new Map([...roles].filter(([sign]) => used.has(sign)));
  return { codes, mines, isLayout, taken: [...takenFor(usedRoles, { isLayout }), ...words], rows, roles: usedRoles };
}
