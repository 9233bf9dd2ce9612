// Ways to cut a line into its cells; null where the line cannot be a row cut so. Function by function as
// minesolver/io/formats/reading/cuts.py.

import { countsUp, signOf } from "./lines.js";
import {
  excuse,
  hasWords,
  isFact,
  isHeading,
  isListLabel,
  isOfBrackets,
  isRule,
  isRuler,
  numberedColumns,
  PROSE,
  tellsMines,
} from "./outside.js";
import { COMMENT_ALONE, isSizeOfGame, isUsualSize } from "./strips.js";
import { table } from "../dist/signs.js";
import { CLUES } from "./table.js";
import {
  greatestDivisor,
  isAscii,
  isBlank,
  isWide,
  lengthOf,
  matchesOf,
  replaced,
  WORD,
  wordsOf,
} from "./texts.js";

const BOX = /[[(<{](,|[^[\](){}<>,]?|\s*(?:-?[0-9]{1,2}|[A-Za-z]{4}|[^\s[\](){}<>,])\s*)[\])>}]/gu;
export const BAR = /[|│┃║]/;
const BAR_AT_START = /^\s*[|│┃║]/;
const BAR_AT_END = /[|│┃║]\s*$/;
const OTHER_RULE = /[-=+\u2500-\u257f]{2}/u;
const BARRED_BLANKS = /^\s+[|│┃║].*[|│┃║]\s+$/u;
/** A row of hidden cells between walls, where other lines are of dashes. */
const PLUSES = /^\s*[|│┃║]\++[|│┃║]\s*$/u;
const WALLED = new RegExp(String.raw`^\s*(?:[${WORD}]{1,2}\s*)?[|│┃║](.*)[|│┃║]\s*(?:[${WORD}]{1,2}\s*)?$`, "u");
const STRUCTURE = /^[,\s]*[[\](){};][[\](){},;\s]*$|[[({`"'=]\s*$/;
const END_OF_ROW = new RegExp(String.raw`^(?:\s*[|│┃║]\s*|\s+[${WORD}]{1,2}\s*)$`, "u");
const AROUND_NAME = new RegExp(`[Rr]ow |[^${WORD}]`, "gu");
const LONGEST_NAME = 4; // characters before the first bar that may name a row

/** Cells with blanks between; where tabs are, no cell between two may be blank. */
export function byBlanks(line) {
  if (line.includes("\t")) {
    const parts = line
      .trimStart()
      .split("\t")
      .map((part) => part.trim());
    if (parts.slice(0, -1).includes("") || (parts.length > 2 && !parts[parts.length - 1])) return null;
  }
  const words = wordsOf(line);
  return words.length ? words : null;
}

/** A cell a character, without any blank. */
export function byCharacters(line) {
  const row = line.trim();
  const isSheet = row.split(";").length > 3 || row.split("','").length > 2;
  return row && !isSheet && !/\s/.test(row) ? [...row] : null;
}

/** Each cell in brackets of its own: `[1] [ ] [!]`. */
export function byBoxes(line) {
  const cells = Array.from(line.matchAll(BOX), (match) => match[1]);
  return cells.length > 1 && isBlank(line.replace(BOX, "")) ? cells : null;
}

/** Bars between cells, and perhaps at both ends; what stands before the first may name the row. */
export function byBars(line) {
  let parts = line.split(BAR).map((part) => part.trim());
  if (parts.length < 3) return null;
  if (!parts[0]) parts = parts.slice(1);
  else if (lengthOf(parts[0]) >= LONGEST_NAME && signOf(parts[0]) === null) return null;
  if (parts.length && !parts[parts.length - 1]) parts = parts.slice(0, -1);
  return parts.length ? parts : null;
}

/** Bars between cells, where the last cell is blank: `1|#|` has three. */
export function byBarsBehind(line) {
  if (!BAR_AT_END.test(line) || BAR_AT_START.test(line)) return null;
  return line.split(BAR).map((part) => part.trim());
}

/** A bar before each cell, the last of which may be blank: `|1|#|` has three. */
export function byBarsBefore(line) {
  const parts = line.split(BAR).map((part) => part.trim());
  return parts.length > 3 && !parts[0] ? parts.slice(1) : null;
}

/** Bars between cells, where the first cell and the last are blank. */
export const byBarsInside = (line) =>
  BARRED_BLANKS.test(line) ? line.split(BAR).map((part) => part.trim()) : null;

/** Bars between cells and at neither end: the first cell and the last may be blank. */
export function byOpenBars(line) {
  const parts = line.split(BAR).map((part) => part.trim());
  return parts.length > 2 ? parts : null;
}

/**
 * Whether rows have as many bars each, and in some alone a sign before, or behind, all of them; or none before and one
 * behind; or cells without any width; or blanks before the first, and else no usual size.
 */
export function hasOpenBars(lines) {
  const rows = lines.filter((line) => !OTHER_RULE.test(line)).map(byOpenBars).filter((cells) => cells !== null);
  if (new Set(rows.map((cells) => cells.length)).size !== 1) return false;
  const begin = new Set(rows.map((cells) => cells[0] !== ""));
  const end = new Set(rows.map((cells) => cells[cells.length - 1] !== ""));
  const hasNoWidth = lines.some((line) => line.includes("||"));
  const areClosedBehind = !end.has(false) && !begin.has(true);
  const cellCount = rows[0].length;
  const isUsual = isUsualSize(rows.length, cellCount);
  const beginsBlank = (line) => byOpenBars(line) !== null && line.startsWith(" ");
  const areWalled = isUsualSize(rows.length, cellCount - 2) || !lines.some(beginsBlank);
  if (isUsual && !areWalled) return true;
  return begin.size > 1 || end.size > 1 || areClosedBehind || hasNoWidth;
}

/** The cut of what stands between a bar at each end, beside which the row may have its name. */
export function insideWalls(cut) {
  return (line) => {
    const match = WALLED.exec(line);
    if (match === null || BAR.test(match[1])) return null;
    // More blanks at one end than at the other are cells, where as many stand from one cell to the next.
    const inner = match[1];
    const [blanksBefore, blanksBehind] = [inner.trimStart(), inner.trimEnd()].map((rest) => inner.length - rest.length);
    const step = cut === byCharacters ? 1 : widestStep(inner);
    return Math.abs(blanksBefore - blanksBehind) >= step ? null : cut(inner);
  };
}

/** How many characters it is at most from one cell of a row to the next. */
function widestStep(text) {
  const areFilled = Array.from(text, (sign) => !isBlank(sign));
  const starts = [...areFilled.keys()].filter((place) => areFilled[place] && !areFilled[place - 1]);
  const steps = starts.slice(1).map((start, k) => start - starts[k]);
  return steps.length ? steps.reduce((widest, step) => Math.max(widest, step)) : 2;
}

/** A sign between cells, as in sheets: there a cell may be blank. */
export function bySeparator(separator) {
  return (line) => {
    if (!line.includes(separator)) return null;
    return line
      .replace(/[\n ]+$/, "")
      .split(separator)
      .map((cell) => cell.trim());
  };
}

/** Cells of one sign with a comma between, where commas are cells as well: `#,1,,,1`. */
export function byTightCommas(line) {
  const signs = [...line.trim()];
  const isBetween = (_, place) => place % 2 === 1;
  const areCommas = signs.length > 1 && signs.filter(isBetween).every((sign) => sign === ",");
  return signs.length % 2 === 1 && areCommas ? signs.filter((_, place) => place % 2 === 0) : null;
}

const CUT_OFF = 3.0; // a question, whatever else is likely
const TWO_BOARDS = 2.2;
const UNSHOWN_STEP = 2.6;
const COST_OF_USUAL_SIZE = 0.4;
const INDENTATIONS = [0, 2, 4, 8];
const COUNT_ALONE = /^[1-9]\p{Nd}+$/u;
const COST_BELOW_RULER = 0.3; // surer than columns that only the cells show
/**
 * Where rows stand in their lines: the part of `pattern` that is the third group. `hasBareNames`: whether nothing but a
 * blank stands behind the names of rows.
 */
const FRAMES = [
  { pattern: /^()()(.*)$/u, hasWalls: false, hasNames: false, hasBareNames: false, hasBothWalls: false },
  {
    pattern: new RegExp(
      String.raw`^(\s*(?:[Rr]ow )?\[?[${WORD}]{1,2}(?:\s*[|│┃║:)]|\]|\.))()(.*?)(?:[|│┃║]\s*[${WORD}]{0,2}\s*)?$`,
      "u",
    ),
    hasWalls: true,
    hasNames: true,
    hasBareNames: false,
    hasBothWalls: false,
  },
  {
    pattern: /^(\s*)([|│┃║])(.*)[|│┃║]\s*$/u,
    hasWalls: true,
    hasNames: false,
    hasBareNames: false,
    hasBothWalls: true,
  },
  {
    pattern: new RegExp(String.raw`^(\s*[|│┃║]\s*[${WORD}]{1,2}\s)()(.*)[|│┃║]\s*$`, "u"),
    hasWalls: true,
    hasNames: true,
    hasBareNames: false,
    hasBothWalls: true,
  },
  {
    pattern: new RegExp(String.raw`^(\s*[${WORD}]{1,2}(?:\s|$))()(.*)$`, "u"),
    hasWalls: true,
    hasNames: true,
    hasBareNames: true,
    hasBothWalls: false,
  },
  {
    pattern: new RegExp(String.raw`^(\s*([${WORD}]{1,2})\s)(.*)\s\2\s*$`, "u"),
    hasWalls: true,
    hasNames: true,
    hasBareNames: false,
    hasBothWalls: false,
  },
];

/**
 * Cells of one width where every sign of every row stands in a column of its own: the cost, the rows by the line that
 * they stand in, whether bars or names show where they begin, and the doubt: what it costs besides that cells may be
 * cut off at the ends of rows, unless a ruler shows them. `wideSigns`: signs such as 🚩 take two columns.
 */
export function* byColumns(lines, { wideSigns = false } = {}) {
  if (lines.some((line) => line.replace(/^\t+/, "").includes("\t"))) return;
  lines = lines.map((line) => line.replace(/^\t+/, ""));
  const mayBeRows = lines.map(mayBeRow);
  markOtherRows(lines, mayBeRows);
  // A line of three tildes begins and ends a text, unless they are cells of other rows.
  const fences = [...lines.keys()].filter((index) => lines[index].trim() === "~~~");
  if (lines.filter((line) => line.includes("~")).length === fences.length)
    for (const index of fences) mayBeRows[index] = false;
  if (wideSigns) lines = lines.map(withWideSigns);
  for (const frame of FRAMES) {
    const bodies = bodiesOf(lines, mayBeRows, frame);
    if (bodies === null) continue;
    // Behind a name without a bar blanks in all rows are cells, or stand between it and them.
    const areBarred = partsBefore(lines, bodies, frame).every((part) => BAR.test(part));
    for (const cut of cutAtColumns(bodies, frame)) {
      const beginsBlank = frame.hasNames && ![...cut.rows.values()].some((row) => row[0]);
      yield { ...cut, hasWalls: cut.hasWalls && (areBarred || !beginsBlank) };
    }
    if (arePartedBoards(bodies)) yield* cutAtColumns(bodies.filter(({ text }) => text), frame);
    // A number alone below the rows names a blank row, or is a mine count.
    const endsInName = frame.hasBareNames && !bodies[bodies.length - 1].text;
    if (endsInName && bodies.length > 2) yield* cutAtColumns(bodies.slice(0, -1), frame);
  }
}

/**
 * Cells of one width in lines of one length, that follow each other, where both make a usual size: then each of them is
 * a row, also one of blanks alone, or of clues that count up.
 */
export function* inUsualSizes(lines) {
  lines = lines.map((line) => line.replace(/^\t+/, ""));
  const signsOfLines = lines.map((line) => [...line]);
  const usualHeights = new Set(table.usual_sizes.map(([height]) => height));
  let lineIndex = 0;
  while (lineIndex < lines.length) {
    const firstIndex = lineIndex;
    const { length } = signsOfLines[firstIndex];
    while (lineIndex < lines.length && signsOfLines[lineIndex].length === length) lineIndex++;
    // The names of columns may stand above.
    const heights = [lineIndex - firstIndex, lineIndex - firstIndex - 1];
    const block = signsOfLines.slice(firstIndex, lineIndex);
    if (!heights.some((height) => usualHeights.has(height)) || block.some((signs) => signs.includes("\t"))) continue;
    const [linesAbove, linesBelow] = [lines.slice(0, firstIndex), lines.slice(lineIndex)];
    if ([...linesAbove, ...linesBelow].some((line) => line && !isBesideRows(line, length))) continue;
    const cuts = [];
    for (const indentation of INDENTATIONS) {
      const bodies = block.map((signs, k) => ({ lineIndex: firstIndex + k, signs: signs.slice(indentation) }));
      const areIndented = block.every((signs) => isBlank(signs.slice(0, indentation).join("")));
      if (indentation < length && areIndented) cuts.push(...inUsualSize(bodies));
    }
    // Blanks before all rows may be blank cells, or how far they are indented; so may those behind all. Empty lines at
    // an end of the text may be rows that were cut off. A drawn line is no row, perhaps.
    const beginsEmpty = lines[0] === "" && !linesAbove.some(Boolean);
    const endsEmpty = lines[lines.length - 1] === "" && !linesBelow.some(Boolean);
    const edges = [firstIndex, lineIndex - 1].map((index) => lines[index]);
    const hasDrawnEdge = edges.some((line) => !isBlank(line) && isRule(line));
    const hasBlankEdge = [0, length - 1].some((place) => length && block.every((signs) => signs[place] === " "));
    const isDoubtful = beginsEmpty || endsEmpty || hasDrawnEdge || hasBlankEdge;
    for (const cut of cuts) yield { ...cut, doubt: isDoubtful ? CUT_OFF : cut.doubt };
  }
}

/** Whether a line is surely no row of this length: words, a drawn line, a bracket or a count. */
function isBesideRows(line, length) {
  const isBehindBlanks = lengthOf(line) - lengthOf(line.trimStart()) >= length;
  const isOther = hasWords(line) || isRule(line) || isOfBrackets(line.trim());
  return !isBehindBlanks && (isOther || COUNT_ALONE.test(line));
}

/** The cells of lines of one length, if they have a usual size. */
function* inUsualSize(bodies) {
  const { length } = bodies[0].signs;
  for (const step of [4, 3, 2, 1]) {
    const width = Math.floor((length + step - 1) / step);
    // The names of columns may stand above.
    const hasRuler = numberedColumns(bodies[0].signs.join("")).length > width - 2;
    const rowBodies = hasRuler ? bodies.slice(1) : bodies;
    if (!isSizeOfGame(rowBodies.length, width)) continue;
    // Each cell has its column of the text: blanks may stand before all signs, or behind all.
    const placesOf = ({ signs }) => [...signs.keys()].filter((place) => signs[place] !== " ");
    const places = rowBodies.flatMap(placesOf);
    const start = places.reduce((least, place) => Math.min(least, place), places[0] ?? 0) % step;
    const distance = greatestDivisor(places.map((place) => place - start));
    const rows = new Map();
    for (const { lineIndex, signs } of rowBodies) {
      const cells = signs.filter((_, place) => place >= start && (place - start) % step === 0);
      rows.set(
        lineIndex,
        cells.map((sign) => sign.trim()),
      );
    }
    const allRows = [...rows.values()];
    const hasBlanks = allRows.some((row) => row.includes(""));
    const haveWidth = allRows.every((row) => row.length === width);
    // Cells may be as far from each other as their signs are.
    const doubt = distance === step ? 0 : CUT_OFF;
    if (places.length && distance % step === 0 && hasBlanks && haveWidth)
      yield { cost: COST_OF_USUAL_SIZE + 0.1 * step, rows, hasWalls: true, doubt };
  }
}

/** Mark the rows that look like something else: clues that count up, names with a mark and blank cells. */
function markOtherRows(lines, mayBeRows) {
  const signCounts = lines.map((line) => wordsOf(line).length);
  const highestCount = Math.max(0, ...signCounts.filter((_, lineIndex) => mayBeRows[lineIndex]));
  for (let lineIndex = 1; lineIndex < lines.length; lineIndex++) {
    const [above, line] = [lines[lineIndex - 1], lines[lineIndex]];
    const below = lines[lineIndex + 1] ?? above;
    // Names of columns are as many as another row has signs, behind its name perhaps.
    const isBetween = lengthOf(above) === lengthOf(line) && lengthOf(line) === lengthOf(below);
    const isRow = isBetween || signCounts[lineIndex] < highestCount - 1;
    if (isRuler(line) && isRow) mayBeRows[lineIndex] = true;
    const goesOn = lineIndex + 1 < lines.length && (mayBeRows[lineIndex + 1] || isListLabel(below));
    if (isListLabel(line) && mayBeRows[lineIndex - 1] && goesOn) mayBeRows[lineIndex] = true;
  }
}

/** Whether a text has signs that take two columns. */
export const hasWideSigns = (lines) => lines.some((line) => !isAscii(line) && [...line].some(isWide));

const withWideSigns = (line) => Array.from(line, (sign) => (isWide(sign) ? `${sign} ` : sign)).join("");

/** Whether empty lines part groups of as many rows, each of a usual size if its cells are apart. */
function arePartedBoards(bodies) {
  const groups = [];
  for (const [k, body] of bodies.entries()) {
    if (!body.text) continue;
    if (k && bodies[k - 1].text) groups[groups.length - 1].push(body);
    else groups.push([body]);
  }
  const heights = new Set(groups.map((group) => group.length));
  if (groups.length < 2 || heights.size > 1) return false;
  const length = Math.max(...bodies.map(({ text }) => lengthOf(text.trimEnd())));
  return isUsualSize(groups[0].length, Math.floor((length + 1) / 2));
}

/** The parts of all rows that have cells, each with its line; null: they do not stand so. */
function bodiesOf(lines, mayBeRows, frame) {
  let bodies = [];
  for (const [lineIndex, line] of lines.entries()) {
    const match = frame.pattern.exec(line);
    if (match !== null && !isBlank(line) && mayBeRows[lineIndex]) bodies.push({ lineIndex, text: match[3] });
  }

  // Numbers alone below the rows are a count, or a size: they are much shorter than the rows.
  const longest = Math.max(0, ...bodies.map(({ text }) => lengthOf(text)));
  const lastText = bodies.length ? bodies[bodies.length - 1].text : "";
  if (lastText && 2 * lengthOf(lastText) < longest && isCount(lastText, frame)) bodies = bodies.slice(0, -1);
  // A number alone above or below the rows is a count, unless it begins with the name of the next row.
  const rowCount = bodies.length ? bodies[bodies.length - 1].lineIndex - bodies[0].lineIndex + 1 : 0;
  const areTogether = bodies.length === rowCount;
  if (!(frame.hasNames && areTogether && countsUp(namesOf(lines, bodies, frame), 2))) {
    if (bodies.length && isCount(bodies[0].text, frame)) bodies = bodies.slice(1);
    if (bodies.length && isCount(bodies[bodies.length - 1].text, frame)) bodies = bodies.slice(0, -1);
  }
  if (bodies.length < 2 || bodies.every(({ text }) => isRule(text))) return null;
  if (frame.hasNames) {
    if (!countsUp(namesOf(lines, bodies, frame), 2)) return null;
    // Between walls no row ends before its last cell.
    const areClosed = bodies.every(({ lineIndex }) => isClosed(lines[lineIndex].trimEnd(), frame));
    if (areClosed && new Set(bodies.map(({ text }) => lengthOf(text))).size > 1) return null;
  }

  // Between rows a line of blanks is a row of blank cells, behind which there may be a remark.
  if (!frame.hasWalls) {
    const width = Math.max(...bodies.map(({ text }) => lengthOf(text.trimEnd())));
    const isFarRight = (line) => !isBlank(line) && lengthOf(line) - lengthOf(line.trimStart()) >= width;
    if (lines.some((line, lineIndex) => !mayBeRows[lineIndex] && isFarRight(line))) return null;
    const firstLine = bodies[0].lineIndex;
    const lastLine = bodies[bodies.length - 1].lineIndex;
    const lengths = new Set(bodies.map(({ text }) => lengthOf(text)));
    for (const [lineIndex, line] of lines.entries()) {
      const isBetween = firstLine < lineIndex && lineIndex < lastLine;
      let isBlankRow = lineIndex > firstLine - 2 || lengths.has(lengthOf(line));
      if (["", COMMENT_ALONE].includes(line)) isBlankRow = isBetween; // it was cut off
      if (isBlank(line) && isBlankRow) bodies.push({ lineIndex, text: line });
    }
    bodies.sort((a, b) => a.lineIndex - b.lineIndex);
  }
  return bodies;
}

/** The names of rows; empty: a row has none. */
const namesOf = (lines, bodies, frame) =>
  partsBefore(lines, bodies, frame).map((part) => part.replace(AROUND_NAME, ""));

/** What stands before the cells of rows. */
const partsBefore = (lines, bodies, frame) =>
  bodies.map(({ lineIndex }) => frame.pattern.exec(lines[lineIndex])?.[1] ?? "");

/** Whether a wall stands behind the cells of a row. */
function isClosed(line, frame) {
  const match = frame.pattern.exec(line);
  // Other digits than those of ASCII may be wider than one column. The second group is empty or in the first.
  const end = match !== null && isAscii(line) ? match[1].length + match[3].length : line.length - 1;
  return BAR.test(line.slice(end));
}

function mayBeRow(line) {
  if (PROSE.test(line) || isRuler(line) || STRUCTURE.test(line)) return false;
  if (isFact(line) || isHeading(line)) return false;
  const isLabel = (isListLabel(line) && line === line.trim()) || line === ":";
  const isDrawn = isRule(line) && /[-=+─━═]{2}/.test(line) && !PLUSES.test(line);
  return !(isLabel || isDrawn);
}

/** Whether behind the name of a line stand numbers alone, or how many mines there are, or nothing. */
const isCount = (text, frame) =>
  (frame.hasBareNames && !text) || /^[0-9]+( [0-9]+){0,2}$/.test(text) || tellsMines(text);

function* cutAtColumns(bodies, frame) {
  const hasBlankEnds = bodies.some(({ text }) => text !== text.trimEnd());
  // An empty line between rows may be a row of blank cells that was cut off, or part two boards.
  const hasEmptyRow = bodies.some(({ text }) => ["", COMMENT_ALONE].includes(text));
  const costOfEmptyRows = hasEmptyRow && !frame.hasWalls ? TWO_BOARDS : 0;
  // Behind a comment sign a row of blanks is cut off, where all others keep their blanks.
  const otherLengths = new Set(bodies.filter(({ text }) => text !== COMMENT_ALONE).map(({ text }) => lengthOf(text)));
  if (hasBlankEnds && otherLengths.size === 1) {
    const [fullLength] = otherLengths;
    const padded = (text) => (text === COMMENT_ALONE ? text.padEnd(fullLength) : text);
    bodies = bodies.map((body) => ({ ...body, text: padded(body.text) }));
  }
  const lengths = new Set(bodies.map(({ text }) => lengthOf(text)));
  const hasOneLength = lengths.size === 1;
  // Blanks kept at some ends, and rows of several lengths.
  if (!hasOneLength && (frame.hasBothWalls || (!frame.hasWalls && hasBlankEnds))) return;
  const width = hasOneLength ? [...lengths][0] : Math.max(...bodies.map(({ text }) => lengthOf(text.trimEnd())));
  // Blanks at an end alone are no cells: some row needs one inside.
  const mayBePadded = !frame.hasWalls || !hasOneLength;
  const blanksBefore = ({ text }) => text.length - text.trimStart().length;
  const firstSigns = new Set(bodies.filter(({ text }) => !isBlank(text)).map(blanksBefore));
  const hasBlankRows = hasOneLength && hasBlankEnds && firstSigns.size > 1;
  const rowsWithBlanks = bodies.filter(({ text }) => text.trim().includes(" ")).length;
  if (mayBePadded && !hasBlankRows && rowsWithBlanks < 2) return;

  const places = new Set(bodies.flatMap(({ text }) => [...text].flatMap((sign, place) => (sign === " " ? [] : [place]))));
  const hasNumbers = bodies.some(({ text }) => new RegExp(String.raw`(^|\s)-[0-9](?![${WORD}])`, "u").test(text));
  for (const step of [4, 3, 2, 1]) {
    const starts = new Set([...places].map((place) => place % step));
    if (starts.size === 1 && !(step === 1 && hasNumbers)) {
      const cut = cutAtStep(bodies, frame, step, [...starts][0], width, hasOneLength);
      if (cut !== null) yield { ...cut, cost: cut.cost + costOfEmptyRows };
      // A few signs that are far apart may stand at a smaller step.
      if (cut === null || bodies.some(({ text }) => showsStep(text, step))) return;
    }
  }
}

/** The cells at every `step`-th column from `start` on. */
function cutAtStep(bodies, frame, step, start, width, hasOneLength) {
  if (hasOneLength && frame.hasWalls && step > 1)
    width = Math.max(width, lengthOf(bodies[0].text) - (step - 1 - start));
  // Behind the blank that follows a name.
  if (step === 1 && frame.hasNames && bodies.every(({ text }) => text.startsWith(" "))) start = 1;
  const rows = new Map();
  for (const { lineIndex, text } of bodies) {
    const signs = [...text];
    const cells = [];
    for (let place = start; place < width; place += step) cells.push((signs[place] ?? "").trim());
    rows.set(lineIndex, cells);
  }
  let cost = 0.6 + 0.1 * step;
  // Signs so far apart may have cells of another width between them.
  if (!bodies.some(({ text }) => showsStep(text, step))) cost += UNSHOWN_STEP;
  if (frame.hasWalls && hasOneLength) return { cost, rows, hasWalls: true, doubt: 0 };

  // One row that ends early among whole ones lacks a cell.
  const allRows = [...rows.values()];
  const unevenRows = allRows.filter((row) => row.includes(""));
  if (unevenRows.length === 1 && rows.size > 2 && lacksOneCell(unevenRows[0])) return null;

  // Without walls blank cells are cells only where they stand between others in some rows.
  const drawnRows = allRows.map((row) => row.map((cell) => cell || " ").join(""));
  const inside = drawnRows.map((row) => [...row].slice(1, -1));
  let doubt = bodies.some(({ text }, k) => mayBeCutOff(text, allRows[k])) ? CUT_OFF : 0;
  if (frame.hasWalls) return allRows.some((row) => row.includes("")) ? { cost, rows, hasWalls: true, doubt } : null;
  const hasPadding = hasOneLength && bodies.some(({ text }) => text !== text.trim());
  const rowsWithBlanks = drawnRows.filter((row) => row.trim().includes(" ")).length;
  // A single blank among cells of rows that all end below each other is a cell, perhaps.
  const ends = new Set(bodies.map(({ text }) => lengthOf(text.trimEnd())));
  const isSingleBlank = rowsWithBlanks === 1 && step > 1 && ends.size === 1 && !hasPadding;
  const areShown = rowsWithBlanks > 1 || isSingleBlank;
  if (isSingleBlank) doubt = CUT_OFF;
  if (!areShown && !(hasPadding && bodies.length > 2)) {
    if (step === 1 || !(beginInBlanks(drawnRows) || endInOpenedCells(allRows))) return null;
    doubt = CUT_OFF;
  }
  if (inside.length > 2 && hasBlankColumns(inside, step > 1 ? 1 : 2)) cost += TWO_BOARDS;
  return { cost, rows, hasWalls: false, doubt: isSingleBlank ? doubt : 2 * doubt };
}

/** Whether two signs of a row stand beside each other at this distance. */
function showsStep(text, step) {
  const places = [...text].flatMap((sign, place) => (sign === " " ? [] : [place]));
  return places.some((place, k) => k > 0 && place - places[k - 1] === step);
}

/** Whether the last cell of a row alone is blank. */
const lacksOneCell = (row) => row[row.length - 1] === "" && row.filter((cell) => !cell).length === 1;

/** Whether a blank stands before a sign of a row where another row has a sign, or between two signs. */
function beginInBlanks(rows) {
  const filledRows = rows.filter((row) => !isBlank(row));
  const indentation = Math.min(...filledRows.map((row) => row.length - row.trimStart().length));
  return rows.some((row) => row.slice(indentation).trimEnd().includes(" "));
}

/** Whether rows without 0 have only clues before blanks that may be cut off, and some have other signs. */
function endInOpenedCells(rows) {
  const cells = rows.flat().filter(Boolean);
  const endingEarly = rows.filter((row) => row[row.length - 1] === "" && row.some(Boolean));
  const ends = endingEarly.map((row) => [...row.join("")].pop());
  return !cells.includes("0") && !cells.every((cell) => CLUES.has(cell)) && ends.every((cell) => CLUES.has(cell));
}

/** Whether between signs so many columns that are blank in all rows stand side by side, or two apart. */
function hasBlankColumns(rows, together) {
  const width = Math.min(...rows.map((row) => row.length));
  const areBlank = Array.from({ length: width }, (_, k) => rows.every((row) => isBlank(row[k])));
  const isBlankAt = areBlank.slice(areBlank.indexOf(false), areBlank.lastIndexOf(false));
  if (together === 1) return isBlankAt.includes(true);
  const areTwo = isBlankAt.some((blank, k) => blank && isBlankAt[k + 1]);
  return areTwo || isBlankAt.filter(Boolean).length > 1;
}

/** Whether a row ends before its last cells at a sign that is no clue: one of them may be missing. */
function mayBeCutOff(text, row) {
  const endsEarly = text !== "" && text === text.trimEnd() && row[row.length - 1] === "";
  const lastSign = [...row.join("")].pop() ?? "";
  return endsEarly && !CLUES.has(lastSign);
}

// Rows below a line that names their columns.

/** Cells below the names of their columns, also blank ones that were cut off at the ends of rows; null: no names. */
export function belowRuler(lines) {
  const rulers = [...lines.keys()].filter((index) => isRuler(lines[index]));
  // The names of columns may stand below the rows as well.
  if (new Set(rulers.map((index) => lines[index].trim())).size !== 1) return null;
  const places = placesOfNames(lines[rulers[0]]);
  const [firstPlace] = places;
  const rows = new Map();
  const names = new Map();
  for (let lineIndex = rulers[0] + 1; lineIndex < lines.length; lineIndex++) {
    if (rulers.includes(lineIndex)) break;
    const signs = [...lines[lineIndex]];
    if (isBlank(signs.slice(firstPlace).join("")) || signsStandAt(signs, places)) {
      rows.set(lineIndex, places.map((place) => (signs[place] ?? "").trim()));
      names.set(lineIndex, signs.slice(0, firstPlace).join("").replace(AROUND_NAME, ""));
    } else if (!isRule(lines[lineIndex])) break;
  }

  // Where rows have names, a line without one is no row; else an empty line is one between others.
  const hasNames = [...names.values()].some(Boolean);
  const lastLine = Math.max(0, ...[...rows.keys()].filter((index) => rows.get(index).some(Boolean)));
  for (const lineIndex of [...rows.keys()]) {
    const isRow = hasNames ? names.get(lineIndex) : lines[lineIndex] || lineIndex < lastLine;
    if (!isRow) rows.delete(lineIndex);
  }
  const namesOfRows = [...rows.keys()].map((index) => names.get(index));
  if (rows.size < 2 || (hasNames && !countsUp(namesOfRows, 2))) return null;

  // Blanks kept at some ends, and rows of several lengths: cells are missing.
  const lineIndices = [...rows.keys()];
  const endingEarly = lineIndices.filter((index) => lengthOf(lines[index]) <= places[places.length - 1]);
  if (endingEarly.length && lineIndices.some((index) => lines[index].endsWith(" "))) return null;
  const areShown = [...rows.values()].some((row) => !row.some(Boolean) || hasBlankBeforeSign(row));
  const lacksCells = endingEarly.filter((index) => rows.get(index).some(Boolean)).length === 1;
  // A last row of blanks may have been cut off as a whole, with the end of its line or without.
  const isUsual = isUsualSize(rows.size, places.length);
  const wouldBeUsual = !isUsual && isUsualSize(rows.size + 1, places.length);
  const isFollowed = wouldBeUsual || lines[lastLine + 1] === "";
  const mayBeFollowed = endingEarly.length > 0 && !hasNames && isFollowed;
  // A number alone at the end names a blank row, or is a mine count.
  const lastRow = lineIndices[lineIndices.length - 1];
  const hasBareName = hasNames && lines[lastRow].trim() === names.get(lastRow);
  const endsInNumber = hasBareName && !isUsual;
  const isDoubtful = !areShown || lacksCells || mayBeFollowed || endsInNumber;
  return { cost: COST_BELOW_RULER, rows, hasWalls: true, doubt: isDoubtful ? CUT_OFF : 0 };
}

/** The columns of a line in which the names end that number the columns of a board. */
function placesOfNames(ruler) {
  const ends = [...ruler.matchAll(/[^\s|│┃║]+/gu)].map(({ index, 0: name }) => lengthOf(ruler.slice(0, index) + name));
  if (ends.length > 1) return ends.map((end) => end - 1);
  const start = lengthOf(ruler) - lengthOf(ruler.replace(/^[\s|│┃║]+/u, ""));
  return Array.from({ length: ends[0] - start }, (_, k) => start + k);
}

/** Whether all signs from the first of these columns on stand in them, but for a wall or a name behind. */
function signsStandAt(signs, places) {
  const [start, end] = [places[0], places[places.length - 1] + 1];
  const behind = signs.slice(end).join("");
  const endsRow = isBlank(behind) || END_OF_ROW.test(behind);
  return endsRow && signs.slice(start, end).every((sign, k) => sign === " " || places.includes(start + k));
}

/** Whether a blank cell stands before another one of a row, so that blanks surely are cells. */
const hasBlankBeforeSign = (cells) => cells.some((cell, k) => !cell && cells.slice(k).some(Boolean));

// Lists of programming languages, whose rows may go over line ends.

const isNoWord = (sign) => !new RegExp(`[${WORD}]`, "u").test(sign);
const LIST_TYPES = [
  {
    pattern: new RegExp(String.raw`(?=[${WORD}]*(?:[Aa]rray|[Ll]ist))[${WORD}]+(?:\.of)?\s*(?=\()`, "uy"),
    before: isNoWord,
  },
];
const LIST_NAMES = [
  { pattern: /\[[0-9]{1,4}\]\s*(?=[[=;{])/uy },
  { pattern: new RegExp(String.raw`[${WORD}]+!(?=\[)`, "uy"), before: isNoWord },
  { pattern: /'(?=\()/uy },
];
/** A clue that a language wraps: `Some(1)`, `Revealed(1)`. */
const VALUE = [
  {
    pattern: new RegExp(
      String.raw`(?:Some|[A-Z][a-z]{2,12})(?:\(\s*(-?[${WORD}]+|'.')\s*\)| ([0-8])(?=\s*[,\])]))`,
      "uy",
    ),
    before: isNoWord,
  },
];
const ONE_NAME = new RegExp(String.raw`^\s*[A-Za-z_][${WORD}]*(?:\.+[${WORD}]+)*(?:\s*[=:]+)?[\s.]*$`, "u");
const INNER_LISTS = [
  [{ pattern: /\[([^[\](){}]*)\]/uy }],
  [{ pattern: /\{([^[\](){}]*)\}/uy }],
  [{ pattern: /\(([^[\](){}]*)\)/uy, before: (sign, textBefore) => isNoWord(sign) || textBefore.endsWith("Array") }],
];
const QUOTED_BLANK = /(["'])\s+\1/gu;
/** Of a list whose cells blanks part: a blank in quotes is one. */
const CELL_OF_LIST = /'[^']*'|"[^"]*"|[^\s'"]+/gu;
const ENDS_BOARD = /[^\s,;]|\n\s*\n/u;
/** All rows in one pair of brackets, as MiniZinc and MATLAB have them, and what stands between two rows. */
const MATRICES = [
  { matrix: /\[\|([^[\]]*?)\|?\s*\]/u, separator: /\|/gu },
  { matrix: /^[^[\](){}]*\[(?!\s*\n)([^[\](){}'"|]*)\][^[\](){}]*$/u, separator: /;\s*|(?<!,)\n/gu },
];

/**
 * The rows in brackets of each board, whatever lines they go over; the lines around them, empty where rows are; and
 * what is left of all lines. null: there are none.
 */
export function byLists(lines) {
  let text = lines.join("\n");
  if (!/[[{(]/.test(text)) return null;
  text = replaced(replaced(text, LIST_TYPES), LIST_NAMES);
  text = replaced(text, VALUE, (match) => match[1] ?? match[2]);
  let innerLists = [];
  let rest = text;
  const rowsOfMatrix = matrixRows(text);
  if (rowsOfMatrix.length) {
    innerLists = rowsOfMatrix;
    const [{ start }, { end }] = [rowsOfMatrix[0], rowsOfMatrix[rowsOfMatrix.length - 1]];
    rest = text.slice(0, start) + lineEnds([text.slice(start, end)]) + text.slice(end);
  } else {
    for (const branches of INNER_LISTS) {
      innerLists = Array.from(matchesOf(text, branches), ({ index, 0: list, 1: content }) => ({
        start: index,
        end: index + list.length,
        content,
      }));
      rest = replaced(text, branches, lineEnds);
      if (innerLists.filter(({ content }) => lengthOf(content.trim()) > 2).length > 1) break;
    }
  }
  const hasRoundBrackets = !rowsOfMatrix.length && !/[[{]/.test(text);
  const outside = [];
  for (const original of rest.split("\n")) {
    const line = original.replace(/[[\](){},;]/g, " ");
    const isOfAProgram = line !== original && ONE_NAME.test(line);
    // A comma may part the entries of a legend.
    if (excuse(line) === null && excuse(original) === null && !isOfAProgram) return null;
    if ((original.match(QUOTED_BLANK) ?? []).length > 1) return null; // cells of a row without its bracket
    outside.push(line);
  }

  // What stands between two rows of a board is a comma; a bracket or a word ends the board.
  let boards = [[]];
  const linesBetween = []; // line ends between two boards
  // Of lists in several lines each is a board of its own, unless they are one of a list, or others are rows.
  const isRow = ({ content }) => wordsOf(content).length > 1 && !content.trim().includes("\n");
  const mayWrap = /\[\s*\[/.test(text) || innerLists.some(isRow);
  const hasBlanks = innerLists.some(({ content }) => /,\s*,|^\s*,/.test(content));
  let endOfLast = null;
  for (const { start, end, content } of innerLists) {
    if (content.length > 1 && isBlank(content)) return null; // a row of blank cells, perhaps
    const cells = cellsOfList(content, hasBlanks, mayWrap);
    if (cells.length < (rowsOfMatrix.length ? 1 : 2)) continue;
    const between = endOfLast === null ? "" : text.slice(endOfLast, start);
    if (!rowsOfMatrix.length && ENDS_BOARD.test(between)) {
      boards.push([]);
      linesBetween.push(lineOf(between, between.length));
    }
    boards[boards.length - 1].push({ cells, lineIndex: lineOf(text, start), lastLine: lineOf(text, end) });
    endOfLast = end;
  }
  // Numbers in round brackets may be of a sentence.
  if (hasRoundBrackets) {
    const rowsAlone = boards.filter((board) => board.length === 1);
    const widths = boards.filter((board) => board.length > 1).map(([{ cells }]) => cells.length);
    boards = boards.filter((board) => board.length > 1 || widths.includes(board[0]?.cells.length));
    const allWidths = (boards.length ? boards : rowsAlone).map(([{ cells }]) => cells.length);
    if (rowsAlone.length && Math.min(...allWidths) < 3) return null;
  }
  const rows = boards.flat();
  if (rows.length < 2) return null;
  if (boards.every((board) => board.length === 1) && boards.length === linesBetween.length + 1) {
    boards = boardsOfRowsAlone(rows, linesBetween);
    if (!boards.length) return null;
  }
  if (boards.some((board) => board.length < 2)) boards = [rows];
  const around = lines.map((line) => (/[[{]/.test(line) ? "" : line));
  for (const { lineIndex, lastLine } of rows) around.fill("", lineIndex, lastLine + 1);
  return { boards, around, rest: outside };
}

/** The boards of rows with a name each, parted by further lines; none: two stand side by side. */
function boardsOfRowsAlone(rows, linesBetween) {
  if (linesBetween.includes(0) && Math.max(...linesBetween) > 0) return [];
  const boards = [[rows[0]]];
  for (const [index, lineCount] of linesBetween.entries()) {
    if (lineCount > 1) boards.push([]);
    boards[boards.length - 1].push(rows[index + 1]);
  }
  return boards;
}

/** The rows that stand in one pair of brackets; none where a text is written otherwise. */
function matrixRows(text) {
  for (const { matrix, separator } of MATRICES) {
    const match = matrix.exec(text);
    if (match === null) continue;
    const before = match.index + match[0].lastIndexOf(match[1], match[0].lastIndexOf("]"));
    const ends = [...match[1].matchAll(separator)];
    const starts = [0, ...ends.map((end) => end.index + end[0].length)];
    const stops = [...ends.map((end) => end.index), match[1].length];
    const rows = starts.map((start, k) => {
      return { start: before + start, end: before + stops[k], content: match[1].slice(start, stops[k]) };
    });
    return rows.length > 1 ? rows : [];
  }
  return [];
}

/** The line of a place in a text, counted from 0. */
const lineOf = (text, place) => text.slice(0, place).split("\n").length - 1;

const lineEnds = (match) => "\n".repeat(match[0].split("\n").length - 1);

/** The texts between commas, or blanks; a comma at the end is none, unless cells are blank. */
function cellsOfList(content, hasBlanks, mayWrap) {
  const text = content.trim();
  if (!text.includes(",")) {
    const cellsIn = (line) => line.match(CELL_OF_LIST) ?? [];
    // A long row is wrapped: only its last line is shorter.
    const rowLengths = text.split("\n").map((line) => cellsIn(line).length);
    const lastLength = rowLengths.pop();
    const hasShortEnd = new Set(rowLengths).size === 1 && lastLength < rowLengths[0];
    // Of two lines that are as long the second may be a row of its own, unless it may go on with the row.
    const isWrapped = hasShortEnd || (mayWrap && rowLengths.length === 1);
    return isWrapped || !rowLengths.length ? cellsIn(text) : [];
  }
  return (hasBlanks ? text : text.replace(/,$/, "")).split(",").map((cell) => cell.trim());
}
