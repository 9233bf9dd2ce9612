// A text as somebody pastes it: rows of cells, the roles of their signs, and what was taken for what.
// Function by function as minesolver/io/formats/pasted/reading.py.

import { cutArrays, hasArrays, linesOutside, quotedLines } from "./arrays.js";
import {
  BARS,
  countsUp,
  cutBars,
  cutBelowHeading,
  cutBoxes,
  cutCharacters,
  cutColumns,
  cutEachColumn,
  cutFields,
  cutWords,
  endsWithSeparators,
  fieldSeparator,
  hasBlankEnds,
  hasBlankFields,
  hasBlankInside,
  hasBoxes,
  hasSingleSigns,
  outerBlanks,
  PITCHES,
  signOf,
} from "./cutting.js";
import { candidatesOf, NO_ROW_NUMBERS } from "./framing.js";
import {
  cleanLines,
  hasWords,
  isFrame,
  isList,
  isProse,
  isRule,
  NO_FACTS,
  numbersOf,
  rolesTold,
  RULE_SIGNS,
  saysNothing,
} from "./lines.js";
import { CLUES, codesOf, layoutSigns, nameSigns, ROLE_WORDS } from "./naming.js";
import { CHOICES, ELEMENTS } from "./table.js";

/** Blanks before all rows that may be cells; more of them set a text apart from prose or code. */
export const MOST_OUTER_BLANKS = 3;
export const INDENTATIONS = [2, 4, 8, 12];
const ALL_INDENTATIONS = Array.from({ length: Math.max(...INDENTATIONS) - 1 }, (_, k) => k + 1);
const lengthOf = (text) => [...text].length;
const hasBar = (text) => [...text].some((sign) => BARS.includes(sign));

/**
 * The board in the lines of a text: { codes, rows, mines, left, taken, isLayout, isConsistent, isStrict }; or why there
 * is none: { kind: "slip" | "sign" | "ask" | "nothing", message, line, column, symbol, readings }.
 * @param options { signs: Map of roles that were said, mines, left, headerFacts: what was read before of the mines and
 * the size }
 */
export function readPasted(lines, firstNumber, options, prover) {
  const moving = lines.findIndex((line) => (line.match(CURSOR_MOVE)?.length ?? 0) > 1);
  if (moving >= 0) {
    const message = "this line moves the cursor about: what the screen then shows is not known";
    return { kind: "slip", message, line: firstNumber + moving, column: null, symbol: null, readings: [] };
  }
  const cleaned = withoutEmptyLinesBetween(cleanLines(lines, firstNumber));
  // Roles of signs that a legend in the text tells; of two lines the first goes before the second.
  const legend = new Map(cleaned.toReversed().flatMap(({ text }) => [...rolesTold(text)]));
  const search = new Search({ ...options, legend }, prover);
  for (const group of candidateGroups(cleaned, options.headerFacts)) {
    if (!Array.isArray(group)) {
      search.slip ??= group;
      continue;
    }
    const answer = search.answerOf(group);
    if (answer) return rowWithWords(cleaned, answer) ?? answer;
  }
  const failure = search.bestFailure();
  return failure ? (rowWithWords(cleaned, failure) ?? failure) : nothingIn(cleaned);
}

// eslint-disable-next-line no-control-regex
const CURSOR_MOVE = /\x1b\[\d{1,4};\d{1,4}[Hf]/g;
const NARROWEST_ROW = 3; // cells of a row that are surely no signs of a legend or a sentence

/** That a line was taken for words which begins with as many cells as a row of the board has; else null. */
function rowWithWords(lines, { kind, codes, rows }) {
  if (kind) return null;
  const width = codes[0].length;
  const signs = new Set(rows.flatMap(({ cells }) => cells));
  const lineNumbers = new Set(rows.map(({ line }) => line));
  if (width < NARROWEST_ROW) return null;
  for (const { number, text } of lines) {
    const words = text.trim().split(/[\s,]+/);
    const hasWordsBeside = isProse(text.replaceAll("\t", " ")); // a cell of a sheet may hold words as well
    if (lineNumbers.has(number) || words.length < 2 || !hasWordsBeside) continue;
    // A number in front may be that of the row.
    const beginnings = [[...words[0]], words.slice(0, width), words.slice(1, width + 1)];
    let areCells = beginnings.some((cells) => cells.length === width && cells.every((sign) => signs.has(sign)));
    if (words.length === width) areCells ||= 2 * words.filter((word) => signs.has(word)).length > width;
    if (areCells && [...words, ...words[0]].some((word) => !CLUES.has(word) && signs.has(word))) {
      const message = "cells and words stand in one line: take the words off";
      return { kind: "slip", message, line: number, column: null, symbol: null, readings: [] };
    }
  }
  return null;
}

/** The rows of a board that has an empty line between each two; else all lines. */
function withoutEmptyLinesBetween(lines) {
  const rows = lines.filter((_, index) => index % 2 === 0);
  const linesBetween = lines.filter((_, index) => index % 2 === 1);
  const areRows = rows.length > 2 && rows.every(({ text }) => text.trim());
  return areRows && linesBetween.every(({ text }) => !text) ? rows : lines;
}

/** The way from candidates to one board, and what is to be said where none is. */
class Search {
  slip = null; // of the first way to cut the text that leaves something unexplained
  hopeless = null; // the first board that no reading makes consistent
  problem = null; // of the first candidate that is no board; a question goes before other problems
  question = null; // which reading of the likeliest board is meant

  constructor(options, prover) {
    this.options = options;
    this.prover = prover;
  }

  /** The board of candidates that have to be told apart, a question about them, or nothing. */
  answerOf(group) {
    let readings = [];
    let isHopeless = false; // whether the likeliest board has a contradiction
    const sizesInQuestion = []; // of boards whose signs have several readings
    for (const candidate of group) {
      // Once there is a board of signs that are known, nobody means a board of brackets and bars.
      if (this.hopeless && !isKnown(candidate, this.options)) continue;
      const reading = readCells(candidate, this.options, this.prover);
      if (reading.kind) {
        if (reading.kind === "ask" && candidate.doubt) sizesInQuestion.push(sizeOf(candidate.rows));
        this.noteProblem(reading, isHopeless);
      } else if (!reading.isConsistent) {
        this.hopeless ??= reading;
        isHopeless = true;
      } else if (readings.every((earlierReading) => !isSameBoard(earlierReading, reading))) {
        readings.push(reading);
      }
    }

    // What is read by strict rules goes before what is guessed at.
    if (readings.some(({ isStrict }) => isStrict)) readings = readings.filter(({ isStrict }) => isStrict);
    if (readings.length > 1 || (readings.length && sizesInQuestion.length)) {
      return askedAbout(group[0].doubt, readings, sizesInQuestion);
    }
    return readings[0] ?? this.question;
  }

  /** Keep the first problem; and the first question, unless a likelier board has a contradiction. */
  noteProblem(reading, isHopeless) {
    const isQuestion = reading.kind === "ask";
    if (isQuestion && !isHopeless) this.question ??= reading;
    if (!this.problem || (isQuestion && this.problem.kind !== "ask")) this.problem = reading;
  }

  /** What is said where nothing fits: a board with a contradiction says more than a slip, and that more than a sign. */
  bestFailure() {
    if (this.hopeless && (!this.problem || this.slip)) return this.hopeless;
    if (this.slip && this.problem?.kind !== "sign") return { kind: "slip", ...this.slip, readings: [] };
    return this.problem;
  }
}

const isSameBoard = (reading, otherReading) =>
  reading.codes.length === otherReading.codes.length && String(reading.codes) === String(otherReading.codes);

/** That a text has no row of cells. */
function nothingIn(lines) {
  const firstLine = lines.find(({ text }) => text.trim());
  const message = firstLine ? "there is no row of cells in this text" : "no board";
  return { kind: "nothing", message, line: firstLine?.number ?? null, column: null, symbol: null, readings: [] };
}

/** Whether the table, or what was said, has each sign of a board. */
function isKnown({ rows }, { signs }) {
  return rows.every(({ cells }) => cells.every((sign) => CLUES.has(sign) || CHOICES.has(sign) || signs.has(sign)));
}

/** What may be the board, way by way to cut the text; those of one group have to be told apart. */
class CandidateGroups {
  groups = [];

  constructor(headerFacts) {
    this.headerFacts = headerFacts;
    this.hasSize = headerFacts.sizes !== null; // which then tells them apart
  }

  /**
   * Add the boards of one way to cut lines, or what is wrong with it. `doubt`: why the same lines have other readings,
   * which make one group with this.
   */
  add(rows, used, doubt = "", otherReadings = []) {
    const [candidates, slip] = candidatesOf(rows, used, this.headerFacts);
    if (slip) this.groups.push(slip);
    for (const otherRows of otherReadings) candidates.push(...candidatesOf(otherRows, used, this.headerFacts)[0]);
    if (candidates.length) {
      this.groups.push(otherReadings.length ? candidates.map((candidate) => ({ ...candidate, doubt })) : candidates);
    }
  }

  /** The groups that were added since the last time. */
  newGroups() {
    return this.groups.splice(0);
  }

  /** The same, with the words that names of rows were cut off. */
  newGroupsWithoutRowNames() {
    const withWords = (candidate) => ({ ...candidate, taken: [...candidate.taken, NO_ROW_NUMBERS] });
    return this.newGroups().map((group) => (Array.isArray(group) ? group.map(withWords) : group));
  }
}

/** The groups of candidates of a text and slips, the likeliest way to cut it first. */
function* candidateGroups(allLines, headerFacts) {
  const candidates = new CandidateGroups(headerFacts);
  const lines = withoutTens(allLines);
  const padded = withWideSignsPadded(lines);
  if (padded.length) {
    candidates.add(cutColumns(padded, 2, true, true), padded);
    yield* candidates.newGroups();
    return;
  }
  const single = undoubled(lines);
  const partedRows = single.length ? [] : rowsAtBlanks(lines);
  if (single.length || partedRows.length) {
    if (single.length) candidates.add(cutColumns(single, 1, true, true), single);
    else candidates.add(cutCharacters(partedRows), partedRows);
    yield* candidates.newGroups();
    return;
  }
  const dotless = withoutDots(lines);
  if (dotless.length) addPartedByDots(candidates, dotless, lines);
  if (hasArrays(lines)) {
    addQuoted(candidates, lines);
    if (hasBoxes(lines)) {
      const nameless = withoutRowNames(lines) ?? lines;
      candidates.add(cutBoxes(nameless), nameless);
    }
    addArrays(candidates, lines);
  }
  yield* candidates.newGroups();
  yield* drawnGroups(candidates, lines);
}

/** Rows of signs, with the frame or the names of rows that may stand around them. */
function* drawnGroups(candidates, lines) {
  const nameless = withoutRowNames(lines);
  if (nameless) {
    const framed = withoutFrame(nameless).inside;
    if (framed.length) addWays(candidates, framed, { isFramed: true });
    addWays(candidates, nameless, { hasRowNames: true });
    yield* candidates.newGroupsWithoutRowNames();
    return;
  }

  // A frame of one sign around all rows, which may be that of hidden cells.
  const { inside: rowsWithin, isSure } = withoutUniformFrame(lines);
  if (isSure) {
    addWays(candidates, rowsWithin);
    yield* candidates.newGroups();
    return;
  }
  if (rowsWithin.length) {
    const doubt = "# stands around the cells: it may be a frame or be hidden cells";
    const hasBlanks = rowsWithin.some(({ text }) => !isProse(text) && text.includes(" "));
    const cut = hasBlanks ? cutEachColumn : cutCharacters;
    candidates.add(cut(rowsWithin), rowsWithin, doubt, [cut(lines)]);
  }

  // A last row of dashes alone, or what ends the drawing.
  const endless = withoutDrawnEnd(lines);
  if (endless.length) {
    const doubt = "a line of one sign at the end of the rows may be drawn or be cells";
    candidates.add(cutCharacters(endless), endless, doubt, [cutCharacters(lines)]);
  }
  yield* candidates.newGroups();

  // A frame of bars; then the lines as they are, in case it is none.
  const { inside: framed, hasRowNames } = withoutFrame(lines);
  if (framed.length) addWays(candidates, framed, { isFramed: true });
  yield* hasRowNames ? candidates.newGroupsWithoutRowNames() : candidates.newGroups();
  addWays(candidates, lines);
  yield* candidates.newGroups();
}

/**
 * The lines without their last one, where that is as long as all rows, made of one sign such as a dash, and there is no
 * other line like it; else none.
 */
function withoutDrawnEnd(lines) {
  const filled = lines.filter(({ text }) => text.trim());
  const rows = filled.filter(({ text }) => !isProse(text));
  if (rows.length < 3 || rows.at(-1) !== filled.at(-1)) return [];
  const end = rows.at(-1).text.trim();
  const isOneSign = "-=_".includes(end[0]) && [...end].every((sign) => sign === end[0]) && isRule(end);
  const areRows = rows.slice(0, -1).every(({ text }) => {
    const row = text.trim();
    return lengthOf(row) === end.length && !isRule(row) && !row.includes(end[0]) && !/[ \t]/.test(row);
  });
  return isOneSign && areRows ? lines.filter((line) => line !== rows.at(-1)) : [];
}

/** The lines with a character a cell, where two stand for each: `## 1  FF`; else none. */
function undoubled(lines) {
  const singleLines = [];
  const pairs = [];
  for (const line of lines) {
    const isCount = line.text === line.text.trim() && numbersOf(line.text).length === 1;
    if (isProse(line.text) || isCount) {
      singleLines.push(line);
      continue;
    }
    const signs = [...line.text];
    if (signs.length % 2 || !signs.length) return [];
    for (let offset = 0; offset < signs.length; offset += 2) pairs.push(signs.slice(offset, offset + 2));
    const text = signs.filter((_, offset) => offset % 2).join("");
    singleLines.push({ number: line.number, text, start: line.start });
  }
  const isDouble = ([left, right]) => left === right && !" 0123456789".includes(left);
  const isClue = ([left, right]) => left === " " && CLUES.has(right);
  const isBlank = ([left, right]) => left === " " && right === " ";
  const areCells = pairs.every((pair) => isDouble(pair) || isClue(pair) || isBlank(pair));
  return areCells && pairs.some(isDouble) && pairs.some(isClue) ? singleLines : [];
}

/** The lines without the first of two that number the columns, which has the tens of 10, 11, ... alone. */
function withoutTens(lines) {
  const wordsOf = ({ text }) => text.split(/\s+/).filter(Boolean);
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const tens = wordsOf(line);
    const names = wordsOf(lines[index + 1]);
    for (const firstNumber of [0, 1]) {
      const numbers = names.map((_, k) => String(firstNumber + k));
      const expectedTens = numbers.filter(({ length }) => length === 2).map((number) => number[0]);
      const isNumbered = names.length > 10 && names.every((name, k) => name === numbers[k].at(-1));
      const isTens = tens.length === expectedTens.length && tens.every((digit, k) => digit === expectedTens[k]);
      if (isNumbered && tens.length && isTens) return lines.filter((otherLine) => otherLine !== line);
    }
  }
  return lines;
}

const FIRST_WIDE = 0x1f000; // pictures such as a flag, from this character on, are as wide as two others

/**
 * The lines with a blank behind each picture, where that makes a cell of every two characters, `. 1 🚩. `; else none.
 */
function withWideSignsPadded(lines) {
  const paddedLines = [];
  let hasWide = false;
  let hasNarrow = false;
  for (const line of lines) {
    if (isProse(line.text) || numbersOf(line.text).length === 1) {
      paddedLines.push(line);
      continue;
    }
    const signs = [...line.text];
    const wideCount = signs.filter((sign) => sign.codePointAt(0) >= FIRST_WIDE).length;
    const padded = [...signs.map((sign) => (sign.codePointAt(0) >= FIRST_WIDE ? `${sign} ` : sign)).join("")];
    if (padded.some((sign, offset) => offset % 2 && sign !== " ")) return [];
    hasWide ||= wideCount > 0;
    hasNarrow ||= padded.filter((sign) => sign === " ").length > wideCount;
    paddedLines.push({ number: line.number, text: padded.join(""), start: line.start });
  }
  return hasWide && hasNarrow ? paddedLines : [];
}

/** The rows of a text that has them all in one line, `##1 ##2 ###`, with the lines of words; else none. */
function rowsAtBlanks(lines) {
  const linesBeside = [];
  const rows = [];
  for (const line of lines) {
    if (isProse(line.text) || !line.text || numbersOf(line.text).length === 1) {
      linesBeside.push(line);
      continue;
    }
    const words = line.text.split(/[\s,|]+/).filter(Boolean);
    const isRowEach = words.length > 1 && new Set(words.map(lengthOf)).size === 1;
    if (rows.length || !isRowEach || NO_ROW_IN_A_LINE.test(line.text)) return [];
    // Words that all have a meaning are cells: -1, 10, :one:, or a sign written twice.
    const isSign = (word) => {
      const [firstSign] = word;
      return signOf(word) !== null || ELEMENTS.has(word.toLowerCase()) || firstSign + firstSign === word;
    };
    if (words.every(isSign)) return [];
    let offset = 0;
    for (const word of words) {
      offset = line.text.indexOf(word, offset);
      rows.push({ number: line.number, text: word, start: line.start + lengthOf(line.text.slice(0, offset)) });
      offset += word.length;
    }
  }
  return rows.length ? [...linesBeside, ...rows] : [];
}

const NO_ROW_IN_A_LINE = /[[\](){}<>"';:/│┃║]/u;
const DOTS = ".·•∙⋅";

/** The lines with blanks for the dots that part all signs of all rows, `#.#.1`; else none. */
function withoutDots(lines) {
  const blanked = [];
  const dots = new Set();
  const signs = new Set();
  for (const line of lines) {
    const text = [...line.text.trim()];
    if (!text.length || isProse(line.text) || numbersOf(line.text).length) {
      blanked.push(line);
      continue;
    }
    if (text.length % 2 === 0 || text.length < 3) return [];
    const cells = text.filter((_, k) => k % 2 === 0);
    for (const [k, sign] of text.entries()) (k % 2 ? dots : signs).add(sign);
    const start = lengthOf(line.text) - lengthOf(line.text.trimStart());
    blanked.push({ number: line.number, text: cells.join(" "), start: line.start + start });
  }
  const [dot] = dots;
  const isParted = dots.size === 1 && DOTS.includes(dot) && !signs.has(dot) && !signs.has(" ");
  // Dots among mines alone are a whole layout.
  return isParted && [...signs].some((sign) => CLUES.has(sign)) ? blanked : [];
}

/** Whether dots part all signs of all rows of a text. */
export function partedByDots(lines) {
  return withoutDots(cleanLines(lines, 1)).length > 0;
}

/** Cells between dots; without another sign of a hidden cell the dots may be the hidden ones. */
function addPartedByDots(candidates, dotless, lines) {
  const words = cutWords(dotless);
  const hasHidden = words.some(({ cells }) => cells.some((sign) => CHOICES.get(sign)?.[0] === "h"));
  if (hasHidden) return candidates.add(words, dotless);
  const doubt = "every second sign of each row is a dot: it may part the cells or be one";
  return candidates.add(words, dotless, doubt, [cutCharacters(lines)]);
}

/** Rows in quotes: `"##1", "#21"`. */
function addQuoted(candidates, lines) {
  const texts = quotedLines(lines);
  if (!texts.length) return;
  const quoted = new Set(texts.map(({ number }) => number));
  const used = [...texts, ...linesOutside(lines).filter(({ number }) => !quoted.has(number))];
  // Blanks in texts of one length are cells, but for those that stand after each cell.
  if (new Set(texts.map(({ text }) => lengthOf(text))).size === 1) {
    const columns = PITCHES.map((pitch) => cutColumns(texts, pitch, true, true)).find(({ length }) => length);
    if (columns) candidates.add(columns, used);
  }
  candidates.add(cutWords(texts), used);
}

/** Rows in brackets, unless these belong to a sentence beside rows without any. */
function addArrays(candidates, lines) {
  const arrays = cutArrays(lines);
  if (!arrays.some(({ cells }) => cells.some(Boolean))) return;
  const rowsInside = new Set(arrays.filter(({ cells }) => cells.length > 1).map(({ line }) => line));
  if (!rowsInside.size || areOfSentences(rowsInside, lines)) return;

  // Of the lines without brackets only what tells the mine count is of interest.
  const outside = linesOutside(lines).filter(({ number }) => !rowsInside.has(number));
  const isAlone = outside.every(({ text }) => hasNoCells(text));
  if (rowsInside.size === 1 && !isAlone) return;

  // A list with an element that is no sign of a cell is a slip, not to be left out.
  const unread = new Set(arrays.filter(({ cells }) => !cells.length).map(({ line }) => line));
  for (const { number } of outside) unread.delete(number);
  const linesOfArrays = lines.filter(({ number }) => rowsInside.has(number) || unread.has(number));
  candidates.add(arrays, [...linesOfArrays, ...outside]);
}

/** Whether all brackets are those of sentences, above or below rows without any. */
function areOfSentences(rowsInside, lines) {
  const sentences = new Set(lines.filter(({ text }) => hasWords(text) && !isList(text)).map(({ number }) => number));
  const hasOtherRows = lines.some(({ text, number }) => /[^ \t()[\]{};,]/.test(text) && !sentences.has(number));
  return hasOtherRows && [...rowsInside].every((number) => sentences.has(number));
}

/** Whether a line outside brackets is words, a call or a number: it is no row beside those in brackets. */
const hasNoCells = (text) => isProse(text) || text.includes("(") || numbersOf(text).length > 0;

/**
 * The ways to cut lines at bars, separators, blanks, columns, slashes, or after each character. `isFramed`: whether
 * blanks at the ends of lines stand within a frame, and so are cells or beside cells.
 */
function addWays(candidates, lines, { isFramed = false, hasRowNames = false } = {}) {
  const used = hasRowNames ? lines : undrawn(lines);
  if (used.some(({ text }) => !isProse(text) && hasBar(text))) candidates.add(cutBars(used), used);
  const separator = fieldSeparator(used);
  if (separator) addFields(candidates, used, separator);
  const hasBlankRows = used.some(({ text }) => text && !text.trim());
  if (hasSingleSigns(used) && (outerBlanks(used) || hasBlankRows || hasBlankEnds(used)))
    addColumns(candidates, used, isFramed);
  const words = cutWords(used);
  const hasNumbers = words.some(({ cells }) => cells.some((cell) => lengthOf(cell) > 1));
  const isAligned = hasNumbers || areAligned(words);
  if (isAligned) candidates.add(words, used);
  candidates.add(cutBelowHeading(used), used);
  addColumns(candidates, used, isFramed);
  if (!isAligned) candidates.add(words, used);
  addSlashes(candidates, used);
}

const ROW_WORD = /(?:row|line)\s{0,3}([0-9]{1,2}|[A-Za-z])\s{0,3}[:=.)]?/u;
const ROW_MARK = /([0-9]{1,2}|[A-Za-z])(?:[:.)](?=\s|:?\S\S)|\s{0,3}[|│┃║](?=\s{0,3}[|│┃║][^|│┃║]*[|│┃║]\s*$))/u;
const ROW_NAME = new RegExp(`^\\s{0,20}(?:${ROW_WORD.source}|${ROW_MARK.source})\\s?(.*)$`, "iu");
const TIGHT_ROW_NAME = /^\s{0,20}([0-9]{1,2}|[A-Za-z])\s{1,9}(\S{2,999})\s{0,99}$/u;

/** The lines without what names their rows, `row 3: # # 1`, `0 ##12`; null: not every row has its number or letter. */
function withoutRowNames(lines) {
  for (const pattern of [ROW_NAME, TIGHT_ROW_NAME]) {
    const names = [];
    const lengths = new Set();
    const bodies = lines.flatMap((line) => {
      const match = pattern.exec(line.text);
      if (!match) return isRule(line.text) ? [] : [line];
      names.push(match.slice(1, -1).find((name) => name !== undefined));
      const isTight = pattern === TIGHT_ROW_NAME;
      const start = isTight ? line.text.trimEnd().length - match.at(-1).length : line.text.length - match.at(-1).length;
      const text = line.text.slice(start);
      lengths.add(lengthOf(text.trimEnd()));
      return { number: line.number, text, start: line.start + lengthOf(line.text.slice(0, start)) };
    });
    if (names.length > 2 && countsUp(names) && (pattern === ROW_NAME || lengths.size === 1)) return bodies;
  }
  return null;
}

/** Cells between separators; one at the end of each line ends it, or the last column is blank. */
function addFields(candidates, used, separator) {
  // Behind a tab stands a cell, and where no 0 is written it may be one that is blank.
  const mayBeBlank = separator === "\t" && !used.some(({ text }) => text.includes("0"));
  const uncut = () => cutFields(used, separator, false);
  if (!endsWithSeparators(used, separator)) return candidates.add(uncut(), used);
  const ended = cutFields(used, separator, true);
  if (!hasBlankFields(used, separator) && !mayBeBlank) return candidates.add(ended, used);
  const doubt = "every row ends with a separator: it may end the row, or a blank cell follows";
  return candidates.add(ended, used, doubt, [uncut()]);
}

const widthOf = (rows) => Math.max(...rows.map(({ cells }) => cells.length));

/** Cells every so many columns; blanks before all rows or behind them may be cells, too. */
function addColumns(candidates, used, isFramed) {
  const endsMayBeCells = isFramed || hasBlankEnds(used);
  const leftMayBeCells = candidates.hasSize || leftBlanksMayBeCells(used, isFramed, endsMayBeCells);
  const columns = new Set(used.flatMap(({ text }) => [...text].flatMap((sign, k) => (sign === " " ? [] : [k]))));
  for (const pitch of columns.size > 1 ? PITCHES : [1]) {
    const inner = cutColumns(used, pitch, false, false);
    if (!inner.length) continue;
    const isBlankInside = hasBlankInside(inner);
    if (!isBlankInside && !endsMayBeCells && !leftMayBeCells) return;
    // Where blanks are cells inside the board, those before it may be, too, however many there are.
    const withLeft = leftMayBeCells || (outerBlanks(used) > 0 && isBlankInside);
    // A size tells how far the text is indented; else it is as far as code usually is.
    const indentations = candidates.hasSize ? ALL_INDENTATIONS : INDENTATIONS;
    const otherCuts = cutsOfOtherWidths(used, pitch, inner, withLeft, endsMayBeCells, indentations);
    const doubt = "every row begins or ends with a blank: it may be white space or a column of opened cells";
    if (otherCuts.length) candidates.add(inner, used, doubt, otherCuts);
    else if (isBlankInside || endsMayBeCells) candidates.add(inner, used);
    return;
  }
}

/** Whether blanks before all rows may be cells: there are few, or something tells that edges are. */
function leftBlanksMayBeCells(used, isFramed, endsMayBeCells) {
  const outer = outerBlanks(used);
  // Rows of blanks alone are as long as the others, and so tell that blanks at the edges may be cells.
  const isPadded = endsMayBeCells && used.some(({ text }) => text && !text.trim());
  if (outer > 0 && (outer <= MOST_OUTER_BLANKS || isPadded || isFramed)) return true;
  if (outer <= MOST_OUTER_BLANKS || INDENTATIONS.includes(outer)) return false;
  return !used.some(({ text }) => text.includes("0"));
}

/** The ways to cut the same lines into boards of other widths, with blanks at their edges as cells. */
function cutsOfOtherWidths(used, pitch, inner, leftMayBeCells, endsMayBeCells, indentations) {
  // Few signs may stand in columns of several widths: 0, 6 and 12 are every second and every third.
  const pitches = [pitch, ...[3, 2].filter((divisor) => divisor < pitch && pitch % divisor)];
  const leftChoices = leftMayBeCells ? [false, true] : [false];
  const rightChoices = endsMayBeCells ? [false, true] : [false];
  const waysToCut = [];
  for (const withLeft of leftChoices) {
    for (const withRight of rightChoices) {
      for (const otherPitch of pitches) waysToCut.push([used, otherPitch, withLeft, withRight]);
    }
  }
  // Behind the blanks that set code apart there may be blank cells.
  const outer = leftMayBeCells ? outerBlanks(used) : 0;
  for (const indentation of indentations.filter((length) => length < outer)) {
    const moved = used.map((line) => cutBefore(line, indentation));
    for (const withRight of rightChoices) waysToCut.push([moved, pitch, true, withRight]);
  }
  const cuts = [inner];
  for (const [lines, otherPitch, withLeft, withRight] of waysToCut) {
    const rows = cutColumns(lines, otherPitch, withLeft, withRight);
    if (rows.length && cuts.every((otherRows) => widthOf(rows) !== widthOf(otherRows))) cuts.push(rows);
  }
  return cuts.slice(1);
}

/** A cell a character; a slash ends a row in a text of one line, and may do so at the end of each line. */
function addSlashes(candidates, used) {
  const slashed = used.filter(({ text }) => text.includes("/"));
  if (!slashed.length) return candidates.add(cutCharacters(used), used);
  const rows = rowsAtSlashes(used);
  if (used.filter(({ text }) => text.trim()).length === 1) {
    candidates.add(cutCharacters(rows), rows);
    return candidates.add(cutWords(rows), rows);
  }
  const areAllEnds = slashed.every(({ text }) => text.trimEnd().endsWith("/"));
  if (areAllEnds && rows.length === slashed.length) {
    const doubt = "every row ends with a slash: it may end the row or be a column of opened cells";
    return candidates.add(cutCharacters(used), used, doubt, [cutCharacters(rows)]);
  }
  candidates.add(cutCharacters(used), used);
  return candidates.add(cutCharacters(rows), rows);
}

/** The lines that are not only drawn between rows; dashes are cells where they stand beside digits. */
function undrawn(lines) {
  const signsBesideDigits = lines
    .filter(({ text }) => /[0-8]/.test(text) && !hasWords(text))
    .map(({ text }) => text)
    .join("");
  const hasBarredRows = lines.filter(({ text }) => hasBar(text)).length > 1;
  const headingRuleIndex = headingRule(lines);
  return lines.filter(({ text }, index) => {
    if (index === headingRuleIndex) return false;
    // Two lines that are drawn alike, one below the other, are rows.
    const isRepeated = lines[index - 1]?.text === text || lines[index + 1]?.text === text;
    return (isRepeated && !isFrame(text)) || !isDrawn(text, signsBesideDigits, hasBarredRows);
  });
}

/**
 * Whether a line is drawn between rows, and none of dashes that are cells. `hasBarredRows`: whether cells lie between
 * bars: a line without a bar is then no row of theirs.
 */
function isDrawn(text, signsBesideDigits, hasBarredRows) {
  if (!isRule(text)) return false;
  if (hasBarredRows && !hasBar(text)) return true;
  const areCells = ["-", "=", "_"].some((sign) => text.includes(sign) && signsBesideDigits.includes(sign));
  return !areCells || isFrame(text) || hasWideDashes(text);
}

const HEADING_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** The line that Markdown has below the names of the columns, `|-|-|`; -1: there is none. */
function headingRule(lines) {
  const barred = [...lines.keys()].filter((index) => lines[index].text.includes("|"));
  if (barred.length < 3 || !HEADING_RULE.test(lines[barred[1]].text)) return -1;
  const [heading, rule, ...rows] = barred;
  const names = lines[heading].text
    .trim()
    .replace(/^\|+|\|+$/g, "")
    .split("|")
    .map((name) => name.trim());
  const isNamed = countsUp(names) || (names.length > 2 && countsUp(names.slice(1)));
  const hasDashes = [heading, ...rows].some((index) => lines[index].text.includes("-"));
  return isNamed || !hasDashes ? rule : -1;
}

/** Whether dashes fill the room between several bars: `|---|---|`. */
const hasWideDashes = (text) => text.includes("--") && [...text].filter((sign) => BARS.includes(sign)).length > 2;

/** Whether the cells of each column start in the same place in all rows, or end there. */
function areAligned(rows) {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const block = rows.filter(({ cells }) => cells.length && cells.length === width);
  if (!block.length) return false;
  for (let k = 0; k < width; k++) {
    const starts = new Set(block.map(({ columns }) => columns[k]));
    const ends = new Set(block.map(({ columns, cells }) => columns[k] + lengthOf(cells[k])));
    if (starts.size > 1 && ends.size > 1) return false;
  }
  return true;
}

/**
 * The lines within a frame of bars around whole rows, `1|.1///1...|` (none: there is no such frame), and whether the
 * rows have names.
 */
function withoutFrame(lines) {
  const none = { inside: [], hasRowNames: false };
  const rowNumbers = new Set(undrawn(lines).map(({ number }) => number));
  const inside = [];
  const framed = new Set();
  const lengthsBefore = new Set(); // of what stands before the rows, up to the first bar
  const labels = [];
  for (const line of lines) {
    const signs = [...line.text];
    const barOffsets = [...signs.keys()].filter((k) => BARS.includes(signs[k]));
    // Words, such as Level 3 | Flags: 2/10, and numbers may stand beside the frame.
    if (!rowNumbers.has(line.number) || !barOffsets.length || isProse(line.text)) {
      if (isWorthKeeping(line.text)) inside.push(line);
      continue;
    }
    // Between several bars are cells, not rows; but a line of facts, Mines:5|Time:034, may have bars, too.
    if (barOffsets.length > 2) {
      if (saysNothing(line.text)) return none;
      inside.push(line);
      continue;
    }
    const { label, row } = withinBars(line, signs, barOffsets);
    if (lengthOf(row.text) < 2) return none;
    if (isOfTheFrame(label, row.text)) continue;
    labels.push(label);
    inside.push(row);
    framed.add(row);
    lengthsBefore.add(row.start - line.start);
  }
  const hasRowNames = labels.some(Boolean);
  if (!labels.length || (hasRowNames && !countsUp(labels))) return none;
  // What names the columns stands above them: it loses as many blanks as the rows lose signs.
  if (lengthsBefore.size > 1) return { inside, hasRowNames };
  const [length] = lengthsBefore;
  return { inside: inside.map((line) => (framed.has(line) ? line : cutBefore(line, length))), hasRowNames };
}

/** Whether a line beside the rows has words or numbers, which may tell the size or the mine count. */
const isWorthKeeping = (text) => !isRule(text) && (hasWords(text) || numbersOf(text).length > 0);

/** What stands outside the one or two bars of a line, which numbers the row; and what stands within. */
function withinBars(line, signs, barOffsets) {
  const textOf = (start, end) => signs.slice(start, end).join("");
  const firstBar = barOffsets[0];
  const lastBar = barOffsets.length === 2 ? barOffsets[1] : signs.length;
  const label = textOf(0, firstBar).trim() || textOf(lastBar + 1).trim();
  const body = textOf(firstBar + 1, lastBar);
  return { label, row: { number: line.number, text: body, start: line.start + firstBar + 1 } };
}

/** Whether a line with a bar names the columns, or is drawn, and so is no row. */
function isOfTheFrame(label, body) {
  if (label) return [...label].every((sign) => RULE_SIGNS.includes(sign));
  const words = body.split(/\s+/).filter(Boolean);
  const names = words.length > 1 ? words : [...body.trim()];
  return names.length > 2 && countsUp(names);
}

/**
 * { the lines within a frame of one sign around all rows (none: there is no such frame), whether it is surely one }.
 */
function withoutUniformFrame(lines) {
  const none = { inside: [], isSure: false };
  const rows = lines.filter(({ text }) => text.trim() && !isProse(text));
  const sign = frameSign(rows);
  const inside = sign ? withinSigns(rows, sign) : [];
  if (!inside.length) return none;
  // Cells without a hidden one among them are a whole board with those around them.
  const signsInside = inside.flatMap(({ text }) => [...text]).filter((cell) => cell !== " " && !CLUES.has(cell));
  if (!signsInside.some((cell) => usualRole(cell) === "h")) return none;
  const areApart = inside.every(({ text }) => text.trim().includes(" "));
  const insideNumbers = new Set(inside.map(({ number }) => number));
  const isBeside = ({ number, text }) => !insideNumbers.has(number) && (isProse(text) || numbersOf(text).length > 0);
  inside.push(...lines.filter(isBeside));
  return { inside: inside.sort((a, b) => a.number - b.number), isSure: areApart || sign !== "#" };
}

const usualRole = (sign) => (CHOICES.get(sign) ?? "h")[0];

/** The sign of which the first and the last row are made, where it may be that of a frame; else empty. */
function frameSign(rows) {
  if (rows.length < 3) return "";
  const [firstText, lastText] = [rows[0], rows.at(-1)].map(({ text }) => text.trim());
  const signs = [...firstText];
  const [sign] = signs;
  const isOneSign = signs.length > 2 && firstText === lastText && signs.every((other) => other === sign);
  const mayBeClue = CLUES.has(sign) || usualRole(sign) === "0";
  return isOneSign && !mayBeClue && !BARS.includes(sign) ? sign : "";
}

/**
 * What stands between the first sign and the last of each row but the outer two, where all rows are as long as those
 * and have this sign there and nowhere else; else none.
 */
function withinSigns(rows, sign) {
  const width = lengthOf(rows[0].text.trim());
  const inside = [];
  for (const row of rows.slice(1, -1)) {
    const signs = [...row.text.trim()];
    const body = signs.slice(1, -1);
    const isFramed = signs[0] === sign && signs.at(-1) === sign && !body.includes(sign);
    if (signs.length !== width || !isFramed) return [];
    const start = lengthOf(row.text) - lengthOf(row.text.trimStart());
    inside.push({ number: row.number, text: body.join(""), start: row.start + start + 1 });
  }
  return inside;
}

/** A line without blanks at its beginning, as many of them; as it is, where it has not so many. */
function cutBefore(line, length) {
  if (line.text.slice(0, length).trim() || isProse(line.text)) return line;
  return { number: line.number, text: line.text.slice(length), start: line.start + length };
}

/** The rows of lines in which a slash ends each row. */
function rowsAtSlashes(lines) {
  return lines.flatMap(({ number, text, start }) => {
    let offset = 0;
    return text.split("/").flatMap((rowText) => {
      const row = { number, text: rowText, start: start + offset };
      offset += lengthOf(rowText) + 1;
      return rowText.trim() ? [row] : [];
    });
  });
}

/** The board of rows of cells, or why it is none. */
export function readCells(candidate, options, prover) {
  const rows = candidate.rows.map(({ cells }) => cells);
  const layout = asLayout(candidate, rows, options.signs);
  if (layout) return layout;
  let facts = factsWith(candidate.facts, options);
  let { taken } = candidate;
  const saidRoles = new Map([...options.signs].filter(([, role]) => role !== "s"));
  // A legend names the signs where they then make a board; else it tells of something else.
  const legend = options.legend ?? new Map();
  let naming = nameSigns(rows, new Map([...legend, ...saidRoles]), facts.mines, facts.left, prover);
  if (legend.size && !naming.readings.length) naming = nameSigns(rows, saidRoles, facts.mines, facts.left, prover);
  if (!naming.readings.length && facts.isBare) {
    // A number alone in its line may be how many mines are left as well.
    const asLeft = { ...NO_FACTS, left: facts.mines, sizes: facts.sizes };
    naming = nameSigns(rows, saidRoles, null, asLeft.left, prover);
    if (naming.readings.length) {
      facts = asLeft;
      taken = taken.filter((words) => !words.includes("as the mine count"));
      taken = [...taken, `${facts.left} in a line of its own as the mines that are left`];
    }
  }
  if (naming.readings.length > 1) return several(candidate, naming.readings);
  if (naming.readings.length) {
    const allTaken = [...named(naming.roles, options.signs), ...taken];
    return readingOf(candidate, codesOf(rows, naming.roles), facts, allTaken, { isStrict: naming.strict });
  }
  const signs = new Set(rows.flat());
  // As clues no mine would be left for them: 0 and 1 alone are how programs write mines.
  if (!options.signs.size && signs.size === 2 && signs.has("0") && signs.has("1")) {
    return layoutOf(candidate, rows, ["1"]);
  }
  return inconsistent(candidate, rows, facts, saidRoles);
}

/** A board that was read. */
function readingOf({ rows }, codes, { mines, left }, taken, { isConsistent = true, isLayout = false, isStrict }) {
  return { codes, rows, mines, left, taken, isLayout, isConsistent, isStrict };
}

/** What is known of the mines: what was said beside the text goes before what the text says. */
function factsWith(textFacts, { mines, left }) {
  if (mines === null && left === null) return textFacts;
  return { ...NO_FACTS, mines, left, sizes: textFacts.sizes };
}

/** A whole layout, where the rows are one; else null. */
function asLayout(candidate, rows, saidRoles) {
  const isSaid = [...saidRoles.values()].includes("s");
  if (!isSaid && saidRoles.size) return null;
  let [mineSigns] = layoutSigns(rows);
  if (isSaid) mineSigns = [...saidRoles].filter(([, role]) => role === "m").map(([sign]) => sign);
  return !isSaid && !mineSigns.length ? null : layoutOf(candidate, rows, mineSigns);
}

/** A whole layout, in which some signs are mines and all others safe cells. */
function layoutOf(candidate, rows, mineSigns) {
  const codes = rows.map((row) => row.map((sign) => (mineSigns.includes(sign) ? 10 : 0)));
  const taken = [...candidate.taken, `a whole layout: ${mineSigns.map(shown).join(", ")} a mine`];
  return readingOf(candidate, codes, NO_FACTS, taken, { isLayout: true, isStrict: true });
}

/** A board that no reading makes consistent: by the table, else where the first sign is that it lacks. */
function inconsistent(candidate, rows, facts, saidRoles) {
  const roles = new Map(saidRoles);
  for (const row of candidate.rows) {
    for (const [k, sign] of row.cells.entries()) {
      if (CLUES.has(sign) || roles.has(sign)) continue;
      if (!CHOICES.has(sign)) {
        const message = `'${sign}' is no sign of a cell that is known here, and no role of it fits the clues`;
        return { kind: "sign", message, line: row.line, column: row.columns[k], symbol: sign, readings: [] };
      }
      roles.set(sign, CHOICES.get(sign)[0]);
    }
  }
  const taken = [...named(roles, saidRoles), ...candidate.taken];
  return readingOf(candidate, codesOf(rows, roles), facts, taken, { isConsistent: false, isStrict: false });
}

/** A sign in words and for `signs`. */
const shown = (sign) => sign || "blank";

/** What was taken for what, but for signs of which it was said, and that have one meaning everywhere. */
function named(roles, saidRoles) {
  const signsOfRole = new Map();
  for (const [sign, role] of roles) {
    if (saidRoles.has(sign) || sign === "#" || (sign === "*" && role === "m")) continue;
    signsOfRole.set(role, [...(signsOfRole.get(role) ?? []), shown(sign)]);
  }
  return [...signsOfRole].map(([role, signs]) => `${signs.join(" ")} as ${ROLE_WORDS[role]}`);
}

/** Roles as `signs` takes them: `hidden=x mine=!`. */
function saidAs(roles) {
  const roleNames = { h: "hidden", 0: "zero", m: "mine" };
  const signsOfRole = new Map();
  for (const [sign, role] of roles) signsOfRole.set(role, [...(signsOfRole.get(role) ?? []), shown(sign)]);
  const written = [];
  for (const [role, signs] of signsOfRole) {
    const separator = signs.some((sign) => lengthOf(sign) > 1) ? "," : "";
    written.push(`${roleNames[role]}=${signs.join(separator)}`);
  }
  return written.join(" ");
}

/** The question which of several readings is meant, at the first sign that they read differently. */
function several(candidate, readings) {
  const [firstReading, ...otherReadings] = readings;
  const differing = [...firstReading.keys()].filter((sign) =>
    otherReadings.some((reading) => reading.get(sign) !== firstReading.get(sign)),
  );
  const unknown = differing.filter((sign) => !CHOICES.has(sign));
  const inQuestion = unknown.length ? unknown : differing;
  const row = candidate.rows.find(({ cells }) => cells.some((sign) => inQuestion.includes(sign)));
  const cellIndex = row.cells.findIndex((sign) => inQuestion.includes(sign));
  const sign = row.cells[cellIndex];
  const choices = readings.map((roles) => saidAs(new Map(differing.map((name) => [name, roles.get(name)]))));
  const options = choices.map((choice) => `signs="${choice}"`).join(" or ");
  const message = `'${shown(sign)}' may be read in ${readings.length} ways; say which: ${options}`;
  return { kind: "ask", message, line: row.line, column: row.columns[cellIndex], symbol: sign, readings: choices };
}

/** The question which of several boards is meant. */
function askedAbout(doubt, readings, otherSizes) {
  const [row] = readings[0].rows;
  const sizes = [...readings.map(({ rows }) => sizeOf(rows)), ...otherSizes];
  const message = `${doubt}; say the size in a first line: ${[...new Set(sizes)].join(" or ")}`;
  return { kind: "ask", message, line: row.line, column: row.columns[0], symbol: row.cells[0], readings: sizes };
}

const sizeOf = (rows) => `${rows.length}x${rows[0].cells.length}`;

/** The board of rows of signs, such as lists hold them, or why it is none. */
export function readRows(rows, options, prover) {
  const width = rows[0].cells.length;
  const uneven = rows.find(({ cells }) => cells.length !== width);
  if (uneven) {
    const { length } = uneven.cells;
    const message = `this row has ${length} cells, where the first row has ${width}`;
    return {
      kind: "slip",
      message,
      line: uneven.line,
      column: Math.min(length, width) + 1,
      symbol: null,
      readings: [],
    };
  }
  return readCells({ rows, facts: options.headerFacts, taken: [], doubt: "" }, options, prover);
}
