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
  signOf,
} from "./cutting.js";
import { candidatesOf, ROWS_NAMED } from "./framing.js";
import {
  cleanLines,
  hasWords,
  isFrame,
  isList,
  isProse,
  isRule,
  NO_FACTS,
  numbersOf,
  RULE_SIGNS,
  saysNothing,
} from "./lines.js";
import { CLUES, codesOf, layoutSigns, nameSigns, ROLE_WORDS } from "./naming.js";
import { CHOICES, ELEMENTS } from "./table.js";

/** Blanks before all rows that may be cells; more of them set a text apart from prose or code. */
export const MOST_OUTER_BLANKS = 3;
/** Blanks by which code and lists are set apart. */
export const INDENTATIONS = [2, 4, 8, 12];
const lengthOf = (text) => [...text].length;
const hasBar = (text) => [...text].some((sign) => BARS.includes(sign));

/**
 * The board in the lines of a text: { codes, rows, mines, left, taken, isLayout, isConsistent, isStrict }; or why
 * there is none:
 * { kind: "slip" | "sign" | "ask" | "nothing", message, line, column, symbol, readings }.
 * @param options { signs: Map of roles that were said, mines, left, told: what was read before of the mines and the
 * size }
 */
export function readPasted(lines, firstNumber, options, prover) {
  const cleaned = cleanLines(lines, firstNumber);
  let slip = null;
  let hopeless = null;
  let problem = null;
  let question = null; // of the likeliest board
  for (const group of candidateGroups(cleaned, options.told)) {
    if (!Array.isArray(group)) {
      slip ??= group;
      continue;
    }
    let found = [];
    let isHopeless = false; // whether the likeliest board has a contradiction
    const sizesInQuestion = []; // of boards whose signs have several readings
    for (const candidate of group) {
      // Once there is a board of signs that are known, nobody means a board of brackets and bars.
      if (hopeless && !isKnown(candidate, options)) continue;
      const reading = readCells(candidate, options, prover);
      if (reading.kind) {
        if (reading.kind === "ask" && candidate.doubt) sizesInQuestion.push(sizeOf(candidate.rows));
        if (reading.kind === "ask" && !isHopeless) question ??= reading;
        if (!problem || (reading.kind === "ask" && problem.kind !== "ask")) problem = reading;
      } else if (!reading.isConsistent) {
        hopeless ??= reading;
        isHopeless = true;
      } else if (
        found.every(
          (other) => String(other.codes) !== String(reading.codes) || other.codes.length !== reading.codes.length,
        )
      ) {
        found.push(reading);
      }
    }
    if (found.some(({ isStrict }) => isStrict)) found = found.filter(({ isStrict }) => isStrict);
    if (found.length > 1 || (found.length && sizesInQuestion.length)) {
      return askedAbout(group[0].doubt, found, sizesInQuestion);
    }
    if (found.length) return found[0];
    if (question) return question;
  }
  if (hopeless && (!problem || slip)) return hopeless;
  if (slip && problem?.kind !== "sign") return { kind: "slip", ...slip, readings: [] };
  if (problem) return problem;
  const first = cleaned.find(({ text }) => text.trim());
  const message = first ? "there is no row of cells in this text" : "no board";
  return { kind: "nothing", message, line: first?.number ?? null, column: null, symbol: null, readings: [] };
}

/** Whether the table, or what was said, has each sign of a board. */
function isKnown({ rows }, { signs }) {
  return rows.every(({ cells }) => cells.every((sign) => CLUES.has(sign) || CHOICES.has(sign) || signs.has(sign)));
}

/** What may be the board, way by way to cut the text: slips, and groups of candidates that have to be told apart. */
function* candidateGroups(lines, told) {
  const groups = [];
  const add = (rows, used, doubt = "", others = []) => {
    const [candidates, slip] = candidatesOf(rows, used, told);
    if (slip) groups.push(slip);
    let found = candidates;
    for (const other of others) {
      found = [...found, ...candidatesOf(other, used, told)[0]].map((one) => ({ ...one, doubt }));
    }
    if (found.length) groups.push(found);
  };
  add.hasSize = told.sizes !== null;
  const singles = undoubled(lines);
  if (singles.length) {
    add(cutColumns(singles, 1, true, true), singles);
    yield* groups;
    return;
  }
  const partedRows = rowsAtBlanks(lines);
  if (partedRows.length) {
    add(cutCharacters(partedRows), partedRows);
    yield* groups;
    return;
  }
  const dotless = withoutDots(lines);
  if (dotless.length) addPartedByDots(add, dotless, lines);
  if (hasArrays(lines)) addArrays(add, lines);
  yield* groups.splice(0);
  const rowless = withoutRowNames(lines);
  if (rowless) {
    const framed = withoutFrame(rowless).inside;
    if (framed.length) addWays(add, framed, true);
    addWays(add, rowless, false, true);
    yield* groups.map(withRowNames);
    return;
  }
  const uniform = withoutUniformFrame(lines);
  if (uniform.isSure) {
    addWays(add, uniform.inside, false);
    yield* groups;
    return;
  }
  if (uniform.inside.length) {
    const doubt = "# stands around the cells: it may be a frame or be hidden cells";
    add(cutCharacters(uniform.inside), uniform.inside, doubt, [cutCharacters(lines)]);
  }
  const drawnEndless = withoutDrawnEnd(lines);
  if (drawnEndless.length) {
    const doubt = "a line of one sign at the end of the rows may be drawn or be cells";
    add(cutCharacters(drawnEndless), drawnEndless, doubt, [cutCharacters(lines)]);
  }
  const { inside, hasNames } = withoutFrame(lines);
  if (inside.length) {
    addWays(add, inside, true);
    yield* groups.splice(0).map((group) => (hasNames ? withRowNames(group) : group));
  }
  addWays(add, lines, false);
  yield* groups;
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
  const isDrawn = "-=_".includes(end[0]) && [...end].every((sign) => sign === end[0]) && isRule(end);
  const areRows = rows.slice(0, -1).every(({ text }) => {
    const row = text.trim();
    return lengthOf(row) === end.length && !isRule(row) && !row.includes(end[0]) && !/[ \t]/.test(row);
  });
  return isDrawn && areRows ? lines.filter((line) => line !== rows.at(-1)) : [];
}

/** The lines with a character a cell, where two stand for each: `## 1  FF`; else none. */
function undoubled(lines) {
  const kept = [];
  const pairs = [];
  for (const line of lines) {
    const isCount = line.text === line.text.trim() && numbersOf(line.text).length === 1;
    if (isProse(line.text) || isCount) {
      kept.push(line);
      continue;
    }
    const signs = [...line.text];
    if (signs.length % 2 || !signs.length) return [];
    for (let place = 0; place < signs.length; place += 2) pairs.push(signs.slice(place, place + 2));
    kept.push({ number: line.number, text: signs.filter((_, place) => place % 2).join(""), start: line.start });
  }
  const isDouble = ([first, second]) => first === second && !" 0123456789".includes(first);
  const isClue = ([first, second]) => first === " " && CLUES.has(second);
  const isBlank = ([first, second]) => first === " " && second === " ";
  const areCells = pairs.every((pair) => isDouble(pair) || isClue(pair) || isBlank(pair));
  return areCells && pairs.some(isDouble) && pairs.some(isClue) ? kept : [];
}

/** The rows of a text that has them all in one line, `##1 ##2 ###`, with the lines of words; else none. */
function rowsAtBlanks(lines) {
  const beside = [];
  const parts = [];
  for (const line of lines) {
    if (isProse(line.text) || !line.text || numbersOf(line.text).length === 1) {
      beside.push(line);
      continue;
    }
    const words = line.text.split(/[\s,|]+/).filter(Boolean);
    const isRowEach = words.length > 1 && new Set(words.map(lengthOf)).size === 1;
    if (parts.length || !isRowEach || NO_ROW_IN_A_LINE.test(line.text)) return [];
    // Words that all have a meaning are cells: -1, 10, :one:, or a sign written twice.
    const isSign = (word) => {
      const [first] = word;
      return signOf(word) !== null || ELEMENTS.has(word.toLowerCase()) || first + first === word;
    };
    if (words.every(isSign)) return [];
    let offset = 0;
    for (const word of words) {
      offset = line.text.indexOf(word, offset);
      parts.push({ number: line.number, text: word, start: line.start + lengthOf(line.text.slice(0, offset)) });
      offset += word.length;
    }
  }
  return parts.length ? [...beside, ...parts] : [];
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
function addPartedByDots(add, dotless, lines) {
  const words = cutWords(dotless);
  if (words.some(({ cells }) => cells.some((sign) => CHOICES.get(sign)?.[0] === "h"))) return add(words, dotless);
  const doubt = "every second sign of each row is a dot: it may part the cells or be one";
  return add(words, dotless, doubt, [cutCharacters(lines)]);
}

/** A group with the words that names of rows were cut off. */
const withRowNames = (group) =>
  Array.isArray(group) ? group.map((one) => ({ ...one, taken: [...one.taken, ROWS_NAMED] })) : group;

/** Rows in brackets and quotes. */
function addArrays(add, lines) {
  const texts = quotedLines(lines);
  const areQuoted = new Set(texts.map(({ number }) => number));
  const outside = linesOutside(lines);
  if (texts.length) {
    const used = [...texts, ...outside.filter(({ number }) => !areQuoted.has(number))];
    if (new Set(texts.map(({ text }) => lengthOf(text))).size === 1) {
      // Blanks in texts of one length are cells, but for those that stand after each cell.
      const columns = [4, 3, 2, 1].map((pitch) => cutColumns(texts, pitch, true, true)).find(({ length }) => length);
      if (columns) add(columns, used);
    }
    add(cutWords(texts), used);
  }
  if (hasBoxes(lines)) add(cutBoxes(lines), lines);
  const arrays = cutArrays(lines);
  const inside = new Set(arrays.filter(({ cells }) => cells.length > 1).map(({ line }) => line));
  // Brackets in a sentence above rows of cells are the sentence's own.
  const sentences = new Set(lines.filter(({ text }) => hasWords(text) && !isList(text)).map(({ number }) => number));
  const hasOtherRows = lines.some(({ text, number }) => /[^ \t()[\]{};,]/.test(text) && !sentences.has(number));
  if (!inside.size || (hasOtherRows && [...inside].every((number) => sentences.has(number)))) return;
  // Of the lines without brackets only what tells the mine count is of interest.
  const others = outside.filter(({ number }) => !inside.has(number));
  if (inside.size > 1 || others.every(({ text }) => hasNoCells(text))) {
    // A list with an element that is no sign of a cell is a slip, not to be left out.
    const unread = new Set(arrays.filter(({ cells }) => !cells.length).map(({ line }) => line));
    for (const { number } of others) unread.delete(number);
    add(arrays, [...lines.filter(({ number }) => inside.has(number) || unread.has(number)), ...others]);
  }
}

/** Whether a line outside brackets is words, a call or a number: it is no row beside those in brackets. */
const hasNoCells = (text) => isProse(text) || text.includes("(") || numbersOf(text).length > 0;

/** The ways to cut lines at bars, separators, blanks, columns, slashes, or after each character. */
function addWays(add, lines, isFramed, hasRowNames = false) {
  const used = hasRowNames ? lines : undrawn(lines);
  if (used.some(({ text }) => !isProse(text) && hasBar(text))) add(cutBars(used), used);
  const separator = fieldSeparator(used);
  if (separator) addFields(add, used, separator);
  const hasBlankRows = used.some(({ text }) => text && !text.trim());
  if (hasSingleSigns(used) && (outerBlanks(used) || hasBlankRows || hasBlankEnds(used)))
    addColumns(add, used, isFramed);
  const words = cutWords(used);
  const hasNumbers = words.some(({ cells }) => cells.some((cell) => lengthOf(cell) > 1));
  const isAligned = hasNumbers || areAligned(words);
  if (isAligned) add(words, used);
  add(cutBelowHeading(used), used);
  addColumns(add, used, isFramed);
  if (!isAligned) add(words, used);
  addSlashes(add, used);
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
function addFields(add, used, separator) {
  if (!endsWithSeparators(used, separator)) return add(cutFields(used, separator, false), used);
  const mayEndBlank = separator === "\t" && !used.some(({ text }) => text.includes("0"));
  if (!hasBlankFields(used, separator) && !mayEndBlank) return add(cutFields(used, separator, true), used);
  const doubt = "every row ends with a separator: it may end the row, or a blank cell follows";
  return add(cutFields(used, separator, true), used, doubt, [cutFields(used, separator, false)]);
}

const widthOf = (rows) => Math.max(...rows.map(({ cells }) => cells.length));

/** Cells every so many columns; blanks before all rows or behind them may be cells, too. */
function addColumns(add, used, isFramed) {
  const outer = outerBlanks(used);
  const hasEnds = isFramed || hasBlankEnds(used);
  // Rows of blanks alone are as long as the others, and so tell that blanks at the edges may be cells.
  const isPadded = hasEnds && used.some(({ text }) => text && !text.trim());
  let mayBeLeft = outer > 0 && (add.hasSize || outer <= MOST_OUTER_BLANKS || isPadded || isFramed);
  if (outer > MOST_OUTER_BLANKS && !INDENTATIONS.includes(outer)) {
    mayBeLeft = mayBeLeft || !used.some(({ text }) => text.includes("0"));
  }
  const places = new Set(used.flatMap(({ text }) => [...text].flatMap((sign, k) => (sign === " " ? [] : [k]))));
  for (const pitch of places.size > 1 ? [4, 3, 2, 1] : [1]) {
    const inner = cutColumns(used, pitch, false, false);
    if (!inner.length) continue;
    const isBlankInside = hasBlankInside(inner);
    if (!isBlankInside && !hasEnds && !mayBeLeft) return;
    // Where blanks are cells inside the board, those before it may be, too, however many there are.
    mayBeLeft = mayBeLeft || (outer > 0 && isBlankInside);
    const variants = [inner];
    const addVariant = (rows) => {
      if (rows.length && variants.every((known) => widthOf(rows) !== widthOf(known))) variants.push(rows);
    };
    // Few signs may stand in columns of several widths: 0, 6 and 12 are every second and every third.
    const pitches = [pitch, ...[3, 2].filter((other) => other < pitch && pitch % other)];
    const edges = [false, true].flatMap((isLeft) => [false, true].map((isRight) => [isLeft, isRight]));
    for (const [isLeft, isRight] of edges.filter(([left, right]) => (!left || mayBeLeft) && (!right || hasEnds))) {
      for (const other of pitches) addVariant(cutColumns(used, other, isLeft, isRight));
    }
    // Behind the blanks that set code apart there may be blank cells.
    // A size tells how far the text is indented; else it is as far as code usually is.
    const lengths = Array.from({ length: Math.max(...INDENTATIONS) - 1 }, (_, k) => k + 1);
    const indentations = add.hasSize ? lengths : INDENTATIONS;
    for (const indentation of indentations.filter((length) => mayBeLeft && length < outer)) {
      const moved = used.map((line) => cutBefore(line, indentation));
      for (const isRight of new Set([false, hasEnds])) addVariant(cutColumns(moved, pitch, true, isRight));
    }
    const doubt = "every row begins or ends with a blank: it may be white space or a column of opened cells";
    if (variants.length > 1) add(inner, used, doubt, variants.slice(1));
    else if (isBlankInside || hasEnds) add(inner, used);
    return;
  }
}

/** A cell a character; a slash ends a row in a text of one line, and may do so at the end of each line. */
function addSlashes(add, used) {
  const slashed = used.filter(({ text }) => text.includes("/"));
  if (!slashed.length) return add(cutCharacters(used), used);
  const parts = rowsAtSlashes(used);
  if (used.filter(({ text }) => text.trim()).length === 1) {
    add(cutCharacters(parts), parts);
    return add(cutWords(parts), parts);
  }
  if (slashed.every(({ text }) => text.trimEnd().endsWith("/")) && parts.length === slashed.length) {
    const doubt = "every row ends with a slash: it may end the row or be a column of opened cells";
    return add(cutCharacters(used), used, doubt, [cutCharacters(parts)]);
  }
  add(cutCharacters(used), used);
  return add(cutCharacters(parts), parts);
}

/** The lines that are not only drawn between rows; dashes are cells where they stand beside digits. */
function undrawn(lines) {
  const besideDigits = lines
    .filter(({ text }) => /[0-8]/.test(text) && !hasWords(text))
    .map(({ text }) => text)
    .join("");
  const barred = lines.filter(({ text }) => hasBar(text)).length;
  // Two lines that are drawn alike, one below the other, are rows.
  const isTwice = (text, index) => lines[index - 1]?.text === text || lines[index + 1]?.text === text;
  const headingRuleIndex = headingRule(lines);
  return lines.filter(({ text }, index) => {
    if (index === headingRuleIndex) return false;
    if (isTwice(text, index) && !isFrame(text)) return true;
    if (barred > 1 && isRule(text) && !hasBar(text)) return false; // between rows whose cells lie between bars
    const areCells = ["-", "=", "_"].some((sign) => text.includes(sign) && besideDigits.includes(sign));
    return !isRule(text) || (areCells && !isFrame(text) && !hasWideDashes(text));
  });
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
 * rows
 * have names.
 */
function withoutFrame(lines) {
  const none = { inside: [], hasNames: false };
  const areCells = new Set(undrawn(lines).map(({ number }) => number));
  const inside = [];
  const labels = [];
  for (const line of lines) {
    const { text } = line;
    const signs = [...text];
    const places = [...signs.keys()].filter((k) => BARS.includes(signs[k]));
    if (!areCells.has(line.number) || !places.length) {
      if (!isRule(text) && (hasWords(text) || numbersOf(text).length)) inside.push(line);
      continue;
    }
    if (isProse(text)) {
      inside.push(line); // such as Level 3 | Flags: 2/10
      continue;
    }
    if (places.length > 2) {
      if (saysNothing(text)) return none;
      inside.push(line); // such as Mines:5|Time:034|Flags:1
      continue;
    }
    const [first] = places;
    const last = places.length === 2 ? places[1] : signs.length;
    const body = signs.slice(first + 1, last).join("");
    if (lengthOf(body) < 2) return none;
    const label =
      first === last
        ? ""
        : signs.slice(0, first).join("").trim() ||
          signs
            .slice(last + 1)
            .join("")
            .trim();
    const words = body.split(/\s+/).filter(Boolean);
    const heading = words.length > 1 ? words : [...body.trim()];
    if (!label && heading.length > 2 && countsUp(heading)) continue; // the names of the columns
    if (label && [...label].every((sign) => RULE_SIGNS.includes(sign))) continue; // a line that is drawn
    labels.push(label);
    inside.push({ number: line.number, text: body, start: line.start + first + 1 });
  }
  const hasNames = labels.some(Boolean);
  if (!labels.length || (hasNames && !countsUp(labels))) return none;
  // What names the columns stands above them: it loses as many blanks as the rows lose signs.
  const startOf = new Map(lines.map(({ number, start }) => [number, start]));
  const framed = inside.filter((line) => !lines.includes(line));
  const starts = new Set(framed.map(({ number, start }) => start - startOf.get(number)));
  if (starts.size > 1) return { inside, hasNames };
  const [length] = starts;
  const moved = inside.map((line) => (framed.includes(line) ? line : cutBefore(line, length)));
  return { inside: moved, hasNames };
}

/**
 * { the lines within a frame of one sign around all rows (none: there is no such frame), whether it is surely one }.
 */
function withoutUniformFrame(lines) {
  const none = { inside: [], isSure: false };
  const filled = lines.filter(({ text }) => text.trim() && !isProse(text));
  if (filled.length < 3) return none;
  const [first, last] = [filled[0], filled.at(-1)].map(({ text }) => [...text.trim()]);
  const [sign] = first;
  const isDrawn = first.length > 2 && first.every((other) => other === sign) && first.join("") === last.join("");
  const roleOf = (other) => (CHOICES.get(other) ?? "h")[0];
  if (!isDrawn || CLUES.has(sign) || roleOf(sign) === "0" || BARS.includes(sign)) return none;
  const inside = [];
  for (const line of filled.slice(1, -1)) {
    const signs = [...line.text.trim()];
    const body = signs.slice(1, -1);
    const isEdged = signs.length === first.length && signs[0] === sign && signs.at(-1) === sign;
    if (!isEdged || body.includes(sign)) return none;
    const before = lengthOf(line.text) - lengthOf(line.text.trimStart());
    inside.push({ number: line.number, text: body.join(""), start: line.start + before + 1 });
  }
  // Cells without a hidden one among them are a whole board with those around them.
  const others = inside.flatMap(({ text }) => [...text]).filter((other) => other !== " " && !CLUES.has(other));
  if (!others.some((other) => roleOf(other) === "h")) return none;
  const areApart = inside.every(({ text }) => text.trim().includes(" "));
  const areInside = new Set(inside.map(({ number }) => number));
  const isBeside = ({ number, text }) => !areInside.has(number) && (isProse(text) || numbersOf(text).length > 0);
  const kept = [...inside, ...lines.filter(isBeside)].sort((a, b) => a.number - b.number);
  return { inside: kept, isSure: areApart || sign !== "#" };
}

/** A line without blanks at its beginning, as many of them; as it is, where it has not so many. */
function cutBefore(line, length) {
  if (line.text.slice(0, length).trim() || isProse(line.text)) return line;
  return { number: line.number, text: line.text.slice(length), start: line.start + length };
}

/** The rows of lines in which a slash ends each row. */
function rowsAtSlashes(lines) {
  return lines.flatMap(({ number, text, start }) => {
    let place = 0;
    return text.split("/").flatMap((part) => {
      const row = { number, text: part, start: start + place };
      place += lengthOf(part) + 1;
      return part.trim() ? [row] : [];
    });
  });
}

/** The board of rows of cells, or why it is none. */
export function readCells(candidate, options, prover) {
  const rows = candidate.rows.map(({ cells }) => cells);
  const isSaid = options.mines !== null || options.left !== null;
  // What was said beside the text goes before what the text says.
  let facts = isSaid
    ? { ...NO_FACTS, mines: options.mines, left: options.left, sizes: candidate.facts.sizes }
    : candidate.facts;
  const given = new Map([...options.signs].filter(([, role]) => role !== "s"));
  const layout = layoutOf(candidate, rows, options.signs);
  if (layout) return layout;
  let naming = nameSigns(rows, given, facts.mines, facts.left, prover);
  let { taken } = candidate;
  if (!naming.readings.length && facts.isBare) {
    // A number alone in its line may be how many mines are left as well.
    const asLeft = { ...NO_FACTS, left: facts.mines, sizes: facts.sizes };
    naming = nameSigns(rows, given, null, asLeft.left, prover);
    if (naming.readings.length) {
      facts = asLeft;
      taken = taken.filter((words) => !words.includes("as the mine count"));
      taken = [...taken, `${facts.left} in a line of its own as the mines that are left`];
    }
  }
  if (!naming.readings.length && !options.signs.size) {
    const signs = new Set(rows.flat());
    // As clues no mine would be left for them: 0 and 1 alone are how programs write mines.
    if (signs.size === 2 && signs.has("0") && signs.has("1")) return wholeLayout(candidate, rows, ["1"]);
  }
  if (!naming.readings.length) return inconsistent(candidate, rows, facts, given);
  if (naming.readings.length > 1) return several(candidate, naming.readings);
  return {
    codes: codesOf(rows, naming.roles),
    rows: candidate.rows,
    mines: facts.mines,
    left: facts.left,
    taken: [...named(naming.roles, options.signs), ...taken],
    isLayout: false,
    isConsistent: true,
    isStrict: naming.strict,
  };
}

/** A whole layout, where the rows are one; else null. */
function layoutOf(candidate, rows, signs) {
  const isSaid = [...signs.values()].includes("s");
  if (!isSaid && signs.size) return null;
  const mines = isSaid ? [...signs].filter(([, role]) => role === "m").map(([sign]) => sign) : layoutSigns(rows)[0];
  return !isSaid && !mines.length ? null : wholeLayout(candidate, rows, mines);
}

function wholeLayout(candidate, rows, mines) {
  const codes = rows.map((row) => row.map((sign) => (mines.includes(sign) ? 10 : 0)));
  const taken = [...candidate.taken, `a whole layout: ${mines.map(shown).join(", ")} a mine`];
  return {
    codes,
    rows: candidate.rows,
    mines: null,
    left: null,
    taken,
    isLayout: true,
    isConsistent: true,
    isStrict: true,
  };
}

/** A board that no reading makes consistent: by the table, else where the first sign is that it lacks. */
function inconsistent(candidate, rows, facts, given) {
  const roles = new Map(given);
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
  return {
    codes: codesOf(rows, roles),
    rows: candidate.rows,
    mines: facts.mines,
    left: facts.left,
    taken: [...named(roles, given), ...candidate.taken],
    isLayout: false,
    isConsistent: false,
    isStrict: false,
  };
}

/** A sign in words and for `signs`. */
const shown = (sign) => sign || "blank";

/** What was taken for what, but for signs of which it was said, and that have one meaning everywhere. */
function named(roles, given) {
  const byRole = new Map();
  for (const [sign, role] of roles) {
    if (given.has(sign) || sign === "#" || (sign === "*" && role === "m")) continue;
    byRole.set(role, [...(byRole.get(role) ?? []), shown(sign)]);
  }
  return [...byRole].map(([role, signs]) => `${signs.join(" ")} as ${ROLE_WORDS[role]}`);
}

/** Roles as `signs` takes them: `hidden=x mine=!`. */
function saidAs(roles) {
  const names = { h: "hidden", 0: "zero", m: "mine" };
  const parts = new Map();
  for (const [sign, role] of roles) parts.set(role, [...(parts.get(role) ?? []), shown(sign)]);
  const written = [...parts].map(
    ([role, signs]) => `${names[role]}=${signs.join(signs.some((sign) => lengthOf(sign) > 1) ? "," : "")}`,
  );
  return written.join(" ");
}

/** The question which of several readings is meant, at the first sign that they read differently. */
function several(candidate, readings) {
  const [first, ...others] = readings;
  const differing = [...first.keys()].filter((sign) => others.some((other) => other.get(sign) !== first.get(sign)));
  const strange = differing.filter((sign) => !CHOICES.has(sign));
  const unknown = strange.length ? strange : differing;
  const row = candidate.rows.find(({ cells }) => cells.some((sign) => unknown.includes(sign)));
  const place = row.cells.findIndex((sign) => unknown.includes(sign));
  const sign = row.cells[place];
  const choices = readings.map((roles) => saidAs(new Map(differing.map((one) => [one, roles.get(one)]))));
  const ways = choices.map((choice) => `signs="${choice}"`).join(" or ");
  const message = `'${shown(sign)}' may be read in ${readings.length} ways; say which: ${ways}`;
  return { kind: "ask", message, line: row.line, column: row.columns[place], symbol: sign, readings: choices };
}

/** The question which of several boards is meant. */
function askedAbout(doubt, found, otherSizes) {
  const [first] = found[0].rows;
  const sizes = [...found.map(({ rows }) => sizeOf(rows)), ...otherSizes];
  const message = `${doubt}; say the size in a first line: ${[...new Set(sizes)].join(" or ")}`;
  return { kind: "ask", message, line: first.line, column: first.columns[0], symbol: first.cells[0], readings: sizes };
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
  return readCells({ rows, facts: options.told, taken: [], doubt: "" }, options, prover);
}
