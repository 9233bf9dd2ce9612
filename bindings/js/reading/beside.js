// Boards that stand side by side: before and after, a board and its solution. Function by function as
// minesolver/io/formats/reading/beside.py; places are counted in signs.

import { countsUp } from "./lines.js";
import { hasWords, isOfBrackets, isRule } from "./outside.js";
import { table } from "../dist/signs.js";
import { greatestDivisor, isBlank, lengthOf, matchesOf, wordsOf } from "./texts.js";

const WALL = /^\s*(?:[|│┃┌└├]|\+-).*(?:[|│┃┐┘┤]|-\+)\s*$/u;
const WALL_SIGNS = /[|│┃]/;
const CORNERS = /-\+|\+(?=-)/g;
const END_OF_WALL = "|│┃┐┘┤";
const isFilled = (sign) => /\S/u.test(sign);
const BETWEEN_WALLS = [{ pattern: / +(?=[|│┃┌└├]|\+-)/uy, before: (sign) => sign !== "" && "|│┃+┐┘┤".includes(sign) }];
const BAR_IN_SPACE = [{ pattern: /[|│┃║](?=\s{2})/uy, before: (_, text) => /\s{2}$/u.test(text) }];
/** What stands between two boards, once in every row, whatever blanks are between cells. */
const MARKS_BETWEEN_BOARDS = [
  [{ pattern: /->|=>|→/uy }],
  [{ pattern: /\t+/uy, before: (sign) => sign !== ":" && sign !== "\t" }], // behind a colon it parts a name and its row
  BAR_IN_SPACE,
];
const TWO_HEADINGS = /^(\s*\S+(?: \S+){0,2}\s{3,})\S+(?: \S+){0,2}\s*$/u;
const GAP = [{ pattern: /\s{3,}(?=\S)/uy, before: isFilled }];
const BLANKS = [{ pattern: /[ \t]+(?=\S)/uy, before: isFilled }];
const BLANKS_ALONE = [{ pattern: / {2,}(?=\S)/uy, before: isFilled }];
const BLANK_RUN = / +/g;
/** What stands before a second board whose rows a log, or a name with a mark, begins. */
const GAP_BEFORE_NAME = [
  {
    pattern: new RegExp(
      String.raw`\s{2,}(?=\[?\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d\s|[A-Z]{4,}:\s` +
        String.raw`|(?:[Rr]ow )?\[?(?<number>\d{1,2})(?:[:)|\]]|[. ](?=[|\s]))\s?)`,
      "uy",
    ),
    before: isFilled,
  },
];
const NARROWEST_GAP = 3;
/** Rows from which on numbers in a column are names. */
const FEWEST_NUMBERS = 4;
const COMMENT_SIGN = /^(?:\/\/+!?|--|;+|%+|#+|\*+|>+|!+|REM)$/;
const BRACKETS = /[[\](){}]/g;
const BARS = "|│┃║";
const A_BAR = /[|│┃║]/u;
/** What a program waits with, and what stands between two of them. */
const PROMPTS = ["$", ">", ">>>", "->", "=>", "→"];

/** A part of a line, by places in signs. */
const partOf = (line, start, end = undefined) => [...line].slice(start, end).join("");

/** The lines of each of two boards side by side, as many as in the text; none: there is one board. */
export function sideBySide(lines) {
  const rows = rowsOf(lines);
  for (const cutsOf of rows.size < 2 ? [atNames] : WAYS_TO_CUT) {
    const cuts = cutsOf(rows, lines);
    if (cuts.size) return areInsideQuotes(lines, cuts) ? [] : halvesOf(lines, cuts);
  }
  return [];
}

/** Whether every cut is between two quotes: then what is cut is one text of a program. */
function areInsideQuotes(lines, cuts) {
  const lefts = [...cuts].map(([index, [end]]) => partOf(lines[index], 0, end));
  return ["'", '"'].some((quote) => lefts.every((left) => (left.split(quote).length - 1) % 2 === 1));
}

/**
 * The lines of each of two boards of one width with blank columns between them; none: there are none. One board may
 * have these columns as well, with opened cells that are blank.
 */
export function besideBlankColumns(lines) {
  const rows = rowsOf(lines);
  if (rows.size < 3 || [...rows.values()].some((row) => row.includes("\t"))) return [];
  const signsOfRows = [...rows.values()].map((row) => [...row]);
  const width = Math.max(...signsOfRows.map((signs) => signs.length));
  const signed = signsOfRows.flatMap((signs) => [...signs.keys()].filter((place) => signs[place] !== " "));
  const middle = Math.floor(width / 2);
  const leftEnd = signed.reduce((end, place) => (place < middle ? Math.max(end, place + 1) : end), 0);
  const rightStart = signed.reduce((start, place) => (place < middle ? start : Math.min(start, place)), width);
  const leftStart = signed.reduce((start, place) => Math.min(start, place), width);
  const gaps = [...rows.values()].flatMap((row) => Array.from(matchesOf(row, BLANKS), (match) => match[0].length));
  const isWider = rightStart - leftEnd > 2 * gaps.reduce((least, gap) => Math.min(least, gap), width) + 1;
  if (leftEnd - leftStart !== width - rightStart || !isWider || leftEnd - leftStart < 3) return [];
  return halvesOf(lines, new Map([...rows.keys()].map((index) => [index, [leftEnd, rightStart]])));
}

/**
 * The lines cut in two: those of the cuts, and others where all rows are cut at one place. `cuts`: by the index of a
 * line where the left board ends in it, and where the right one begins.
 */
function halvesOf(lines, cuts) {
  const ends = [...cuts.values()].map(([end]) => end);
  const leftEnd = Math.max(...ends);
  const rightStart = Math.min(...[...cuts.values()].map(([, start]) => start));
  const leftTexts = [...cuts].map(([index, [end]]) => partOf(lines[index], 0, end).trim());
  if (new Set(leftTexts).size === 1 && mayBeCommentSign(leftTexts[0])) return [];
  if (countsUp(leftTexts, 3)) return []; // names of rows
  // Behind a comment sign alone a wide gap is blank cells.
  const comments = leftTexts.filter((text) => COMMENT_SIGN.test(text));
  if (comments.some((comment) => leftTexts.every((text) => text.startsWith(comment)))) return [];
  const isBlankBetween = ([index, [end, start]]) =>
    isBlank(partOf(lines[index], end, leftEnd)) && isBlank(partOf(lines[index], rightStart, start));
  const isAligned = leftEnd <= rightStart && [...cuts].every(isBlankBetween);
  const gaps = [...cuts].flatMap(([index, [end]]) =>
    Array.from(matchesOf(partOf(lines[index], 0, end), BLANKS), (match) => match[0].length),
  );
  const hasBlanks = new Set(gaps).size > 1;
  const [leftPart, rightPart] = [[], []];
  for (const [index, line] of lines.entries()) {
    let [left, right] = [line, line]; // what tells of both boards
    const cut = cuts.get(index);
    if (isAligned && (cut || isBlank(partOf(line, leftEnd, rightStart))))
      [left, right] = [partOf(line, 0, leftEnd), partOf(line, rightStart)];
    else if (cut) [left, right] = [partOf(line, 0, cut[0]), partOf(line, cut[1])];
    else if (isAligned && isBlank(partOf(line, Math.max(0, rightStart - 2), rightStart)))
      [left, right] = [partOf(line, 0, rightStart).trimEnd(), partOf(line, rightStart)];
    if (!cuts.has(index) && !isBlank(right)) right = right.trimStart(); // words may stand far behind the rows
    const isRow = cuts.has(index) && right !== ""; // perhaps of blank cells
    const isPrompt = wordsOf(right).every((word) => PROMPTS.includes(word)) && !hasBlanks && !isRow;
    if (isBlank(left) && (lengthOf(line) < rightStart || isPrompt)) left = right = "";
    leftPart.push(left);
    rightPart.push(right);
  }
  return [leftPart, rightPart];
}

/** Whether a text that is the same before all rows is no board, but one sign or that of a comment. */
const mayBeCommentSign = (text) => cellCount(text) < 2 || COMMENT_SIGN.test(text);

/** The places of the names of columns in a line that has them twice; else none. */
function namesTwice(line) {
  const texts = wordsOf(line);
  const half = Math.floor(texts.length / 2);
  // One board may have the last digits of the other's numbers.
  const lastSigns = texts.map((text) => [...text].pop());
  const areAlike = lastSigns.slice(0, half).every((sign, k) => sign === lastSigns[half + k]);
  const isTwice = texts.length === 2 * half && areAlike;
  if (!texts.length || !isTwice) return [];
  const areNames = [texts.slice(0, half), texts.slice(half)].every((names) => countsUp(names, 3, { mayFall: false }));
  return areNames ? spansOf([...line]) : [];
}

/** Two boards of one usual size, of which blank cells may stand beside the gap. */
function atUsualSize(_, lines) {
  const counts = new Map();
  for (const line of lines) counts.set(lengthOf(line), (counts.get(lengthOf(line)) ?? 0) + 1);
  const mostLines = Math.max(...counts.values());
  const [length] = [...counts.keys()].filter((key) => counts.get(key) === mostLines);
  const block = new Map(lines.map((line, index) => [index, [...line]]).filter(([, signs]) => signs.length === length));
  const others = lines.filter((line, index) => !isBlank(line) && !block.has(index));
  if (!others.every((line) => hasWords(line) || isRule(line) || namesTwice(line).length)) return new Map();
  const firstSigns = [...block.keys()].map((index) => wordsOf(lines[index])[0]).filter((word) => word !== undefined);
  if (countsUp(firstSigns, 2)) return new Map(); // names of rows
  const rows = [...block.values()];
  const widths = table.usual_sizes.filter(([height]) => height === rows.length).map(([, width]) => width);
  for (const step of [4, 3, 2, 1])
    for (const boardLength of widths.flatMap((width) => [step * (width - 1) + 1, step * width])) {
      const rightStart = length - boardLength;
      const gaps = new Set(rows.map((signs) => signs.slice(boardLength, rightStart).join("")));
      if (rightStart <= boardLength || gaps.size > 1) continue;
      // All signs stand in the columns of the cells of either board.
      const parts = rows.flatMap((signs) => [signs.slice(0, boardLength), signs.slice(rightStart)]);
      const placesOf = (part) => [...part.keys()].filter((place) => part[place] !== " ");
      const places = parts.flatMap(placesOf);
      const start = places.reduce((least, place) => Math.min(least, place), places[0] ?? 0) % step;
      const hasStep = greatestDivisor(places.map((place) => place - start)) === step;
      const hasTabs = rows.some((signs) => signs.slice(0, boardLength).includes("\t"));
      const [gap] = gaps;
      if (hasStep && !hasTabs && isGapOfBoards(gap))
        return new Map([...block.keys()].map((index) => [index, [boardLength, rightStart]]));
    }
  return new Map();
}

/** Whether three blanks or more, tabs, or one mark of those between boards make a gap. */
function isGapOfBoards(gap) {
  const mark = gap.replace(/^ +| +$/g, "");
  return mark ? /^(?:->|=>|→|\t+)$/u.test(mark) : lengthOf(gap) >= NARROWEST_GAP;
}

/** Two boards whose columns have the same names in one line. */
function atRulers(_, lines) {
  for (const line of lines) {
    const names = namesTwice(line);
    const half = names.length / 2;
    if (!names.length) continue;
    // As far before its first name begins the second board as the first one.
    const start = names[half].start - names[0].start;
    const end = Math.max(...lines.map((row) => lengthOf(partOf(row, 0, start).trimEnd())));
    if (start > names[half - 1].end && end < start - 1)
      return new Map([...lines.keys()].flatMap((index) => (lines[index] ? [[index, [end, start]]] : [])));
  }
  return new Map();
}

/** Two boards with a heading each in one line: the second begins with its board, behind blanks alone. */
function atHeadings(rows, lines) {
  const rowLines = [...rows.values()];
  for (const line of lines) {
    const headings = TWO_HEADINGS.exec(line);
    if (headings === null || !hasWords(line)) continue;
    const start = lengthOf(headings[1]);
    const areParted = rowLines.every((row) => isBlank(partOf(row, start - 2, start)));
    let leftEnd = Math.max(...rowLines.map((row) => lengthOf(partOf(row, 0, start).trimEnd())));
    // Boards that keep their blanks are as wide as each other.
    const lengths = new Set(rowLines.map(lengthOf));
    const rightWidth = Math.max(...lengths) - start;
    if (lengths.size === 1 && leftEnd < rightWidth && rightWidth < start - 1) leftEnd = rightWidth;
    if (areParted && leftEnd && rowLines.some((row) => !isBlank(partOf(row, start, start + 1))))
      return new Map([...rows.keys()].map((index) => [index, [leftEnd, start]]));
  }
  return new Map();
}

/** Two boards whose columns have the same names in one line, and each row as many cells in both. */
function atHalfOfCells(rows, lines) {
  const columnCount = Math.max(...lines.map((line) => namesTwice(line).length));
  const bodies = [...rows.values()].filter((row) => !namesTwice(row).length).map(wordsOf);
  const counts = new Set(bodies.map((cells) => cells.length));
  if (!columnCount || counts.size !== 1) return new Map();
  // Names may stand before the rows of both.
  const areNamed = countsUp(
    bodies.map(([name]) => name),
    2,
  );
  if (!counts.has(columnCount + 2 * Number(areNamed))) return new Map();
  const cuts = new Map();
  for (const [index, row] of rows) {
    const cells = spansOf([...row]);
    const middle = Math.floor(cells.length / 2);
    cuts.set(index, [cells[middle - 1].end, cells[middle].start]);
  }
  return cuts;
}

/** Two boards whose rows have names with marks, or what a log writes before them. */
function atNames(_, lines) {
  const gaps = new Map();
  const numbers = [];
  for (const [index, line] of lines.entries()) {
    const names = [...matchesOf(line, GAP_BEFORE_NAME)];
    if (names.length === 1) {
      const start = lengthOf(line.slice(0, names[0].index));
      gaps.set(index, [start, start + lengthOf(names[0][0])]);
      numbers.push(names[0].groups.number);
    } else if (names.length || !(isRule(line) || hasWords(line) || namesTwice(line).length)) return new Map();
  }
  const areNumbered = numbers.map((number) => number !== undefined);
  const areStamps = numbers.length > 1 && !areNumbered.includes(true);
  const countUp = !areNumbered.includes(false) && countsUp(numbers, 2);
  if (!areStamps && !countUp) return new Map();
  const cuts = beforeNames(gaps);
  for (const [index, line] of lines.entries()) {
    const columns = namesTwice(line);
    if (columns.length) cuts.set(index, [columns[columns.length / 2 - 1].end, columns[columns.length / 2].start]);
  }
  return cuts;
}

/** Where boards end that have as many blanks behind them as the narrowest gap; others are cells, perhaps. */
function beforeNames(gaps) {
  const narrowest = Math.min(...[...gaps.values()].map(([start, end]) => end - start));
  return new Map([...gaps].map(([index, [, end]]) => [index, [end - narrowest, end]]));
}

/** Two boards whose rows are numbered: numbers that count up end at one column of all rows. */
function atNumbers(rows) {
  const cells = new Map([...rows].map(([index, row]) => [index, spansOf([...row])]));
  const firstEnds = [...cells.values()].map(([first]) => first.end);
  const [firstCells] = cells.values();
  for (const { end } of firstCells) {
    const numbers = new Map([...cells].map(([index, spans]) => [index, spans.find((span) => span.end === end)]));
    if (firstEnds.includes(end) || [...numbers.values()].includes(undefined)) continue;
    const texts = [...numbers].map(([index, { start }]) => partOf(rows.get(index), start, end));
    if (!countsUp(texts, FEWEST_NUMBERS)) continue;
    const gaps = new Map();
    for (const [index, { start }] of numbers)
      gaps.set(index, [lengthOf(partOf(rows.get(index), 0, start).trimEnd()), start]);
    if ([...gaps.values()].every(([start, stop]) => stop - start > 2)) return beforeNames(gaps);
  }
  return new Map();
}

/** Two boards with an arrow, a tab, or a bar in much space between them in every row. */
function atMarks(rows, lines) {
  for (const mark of MARKS_BETWEEN_BOARDS) {
    let marks = lines.map((line) => [...matchesOf(line, mark)]);
    // Walls before blank cells may be such bars as well: the one between the boards is in every row.
    const placeOf = (line, match) => lengthOf(line.slice(0, match.index));
    const placesOf = (index) => marks[index].map((match) => placeOf(lines[index], match));
    const rowIndices = [...rows.keys()];
    const commonPlaces = placesOf(rowIndices[0]).filter((place) =>
      rowIndices.every((index) => placesOf(index).includes(place)),
    );
    if (mark === BAR_IN_SPACE && commonPlaces.length === 1)
      marks = marks.map((lineMarks, index) =>
        lineMarks.filter((match) => commonPlaces.includes(placeOf(lines[index], match))),
      );
    if ([...rows.keys()].some((index) => marks[index].length !== 1)) continue;
    const leftPart = [...rows].map(([index, row]) => row.slice(0, marks[index][0].index));
    const rightPart = [...rows].map(([index, row]) => row.slice(marks[index][0].index + marks[index][0][0].length));
    if (Math.min(Math.max(...leftPart.map(cellCount)), Math.max(...rightPart.map(cellCount))) < 3) continue;
    // As many blanks stand on both sides of the mark; others may be cells, or how wide the rows are.
    const behindLeft = Math.min(...leftPart.map((left) => / *$/.exec(left)[0].length));
    const beforeRight = Math.min(...rightPart.map((right) => /^ */.exec(right)[0].length));
    const gap = Math.min(behindLeft, beforeRight);
    const cuts = new Map();
    for (const [index, line] of lines.entries()) {
      if (marks[index].length !== 1) continue;
      const start = lengthOf(line.slice(0, marks[index][0].index));
      cuts.set(index, [start - gap, start + lengthOf(marks[index][0][0]) + gap]);
    }
    return cuts;
  }
  return new Map();
}

/** Two boards with walls around each, a gap between them at the same place of every line. */
function betweenWalls(_, lines) {
  let walls = [...lines.entries()].filter(([, line]) => WALL.test(line));
  if (!walls.length) return new Map();
  const lengths = walls.map(([, line]) => lengthOf(line.trimEnd()));
  const length = [...new Set(lengths)].reduce((a, b) => (countOf(lengths, b) > countOf(lengths, a) ? b : a));
  walls = walls.filter((_wall, k) => lengths[k] === length);
  if (walls.length < 3 || 2 * walls.length <= lines.filter((line) => !isBlank(line)).length) return new Map();
  const [[, firstWall]] = walls;
  const walled = firstWall.trim().replace(CORNERS, (corner) => corner.replace("+", "|"));
  const widths = walled.split(WALL_SIGNS).slice(1, -1).map(lengthOf);
  const isDrawn = walls.some(([, line]) => line.includes("-") || line.includes("─"));
  for (const gap of matchesOf(firstWall, BETWEEN_WALLS)) {
    const start = lengthOf(firstWall.slice(0, gap.index));
    const end = start + lengthOf(gap[0]);
    const isGap = walls.every(
      ([, line]) => isBlank(partOf(line, start, end)) && endsWall(partOf(line, 0, start).trim() || "|"),
    );
    const isWider = widths.length > 0 && end - start !== commonest(widths);
    if (isGap && (isDrawn || isWider)) return new Map(walls.map(([index]) => [index, [start, end]]));
  }
  return new Map();
}

/** Whether a wall ends where a text does; `+` is a corner of it beside a dash. */
const endsWall = (text) => text.endsWith("-+") || (text !== "" && END_OF_WALL.includes([...text].pop()));

const countOf = (numbers, number) => numbers.filter((other) => other === number).length;

/** The number that is there most often; of several the smallest. */
function commonest(numbers) {
  const ordered = [...new Set(numbers)].sort((a, b) => a - b);
  return ordered.reduce((a, b) => (countOf(numbers, b) > countOf(numbers, a) ? b : a));
}

/** Two boards with a gap in every row that is much wider than those between cells. */
function atGaps(rows) {
  const cuts = new Map();
  for (const [index, row] of rows) {
    const gaps = [...matchesOf(row, GAP)];
    if (!gaps.length) return new Map();
    const gap = gaps.reduce((widest, other) => (other[0].length >= widest[0].length ? other : widest));
    const left = row.slice(0, gap.index);
    const right = row.slice(gap.index + gap[0].length);
    const blanks = Array.from(matchesOf(`${left}\t${right}`, BLANKS), (match) => match[0].length);
    const widestBlank = blanks.length ? Math.max(...blanks) : 1;
    const isWider = gap[0].length >= widestBlank + 2;
    if (!isWider || Math.min(cellCount(left), cellCount(right)) < 2) return new Map();
    cuts.set(index, [lengthOf(left), lengthOf(left) + gap[0].length]);
  }
  return cuts;
}

/** The lines that may be rows, by their index: neither words nor drawn nor prompts nor brackets. */
function rowsOf(lines) {
  const mayBeRow = (line) =>
    !isRule(line) &&
    !hasWords(line) &&
    !wordsOf(line).every((word) => PROMPTS.includes(word)) &&
    !isOfBrackets(line.trim());
  return new Map([...lines.entries()].filter(([, line]) => mayBeRow(line)));
}

/** Two boards whose cells bars part, with more blanks around one bar of every row than around the others. */
function atBars(rows) {
  const bars = new Map([...rows].map(([index, row]) => [index, placesOf([...row], (sign) => BARS.includes(sign))]));
  const barCounts = new Set([...bars.values()].map((places) => places.length));
  const [barCount] = barCounts;
  if (barCounts.size !== 1 || barCount < 3) return new Map();
  // Of blank cells nobody knows how many blanks are around the bar.
  const cells = [...rows].map(([index, row]) => partsAt([...row], bars.get(index)));
  const widthsAt = (bar) => cells.map((parts) => blanksAround(parts, bar)).filter(Number.isInteger);
  const widths = Array.from({ length: barCount }, (_, bar) => widthsAt(bar));
  const narrowest = widths.map((column) => (column.length ? Math.min(...column) : 0));
  const gap = narrowest.indexOf(Math.max(...narrowest));
  const others = widths.filter((_, bar) => bar !== gap).flat();
  if (gap === 0 || gap === widths.length - 1 || narrowest[gap] < 4) return new Map();
  if (narrowest[gap] <= Math.max(0, ...others)) return new Map();
  // One number before each row is its name.
  const cellCounts = cells.map((parts) => wordsOf(parts.slice(0, gap + 1).join(" ")).length);
  if (Math.max(...cellCounts) < 2) return new Map();
  return new Map([...bars].map(([index, places]) => [index, [places[gap], places[gap] + 1]]));
}

const placesOf = (signs, isOne) => [...signs.keys()].filter((place) => isOne(signs[place]));

/** What stands before, between and behind places. */
const partsAt = (signs, places) =>
  [...places, signs.length].map((end, k) => signs.slice(k ? places[k - 1] + 1 : 0, end).join(""));

/** Two boards with nothing between two tabs of every row, and between no others. */
function atTabs(rows) {
  const cellsOfRows = [...rows].map(([index, row]) => ({ index, cells: row.split("\t") }));
  const [{ cells: firstCells }] = cellsOfRows;
  if (new Set(cellsOfRows.map(({ cells }) => cells.length)).size !== 1) return new Map();
  const gap = firstCells.indexOf("");
  if (gap < 1 || gap === firstCells.length - 1) return new Map();
  if (cellsOfRows.some(({ cells }) => cells[gap] || cells.filter((cell) => cell === "").length > 1)) return new Map();
  return new Map(
    cellsOfRows.map(({ index, cells }) => {
      const end = lengthOf(cells.slice(0, gap).join("\t"));
      return [index, [end, end + 2]];
    }),
  );
}

/** Two boards whose cells tabs part, with blanks alone between them in every row. */
function atBlanksAmongTabs(rows) {
  const cuts = new Map();
  for (const [index, row] of rows) {
    const gaps = [...matchesOf(row, BLANKS_ALONE)];
    if (!row.includes("\t") || gaps.length !== 1) return new Map();
    const start = lengthOf(row.slice(0, gaps[0].index));
    cuts.set(index, [start, start + gaps[0][0].length]);
  }
  return cuts;
}

/** Two boards with bars at both ends, and between them more space in every row than any cell has. */
function atSpaceBetweenBars(rows) {
  const cellsOfRows = new Map([...rows].map(([index, row]) => [index, row.split(A_BAR)]));
  const [first] = cellsOfRows.values();
  const count = first.length;
  const isWalled = (cells) => isBlank(cells[0]) && isBlank(cells[count - 1]);
  if (count < 5 || [...cellsOfRows.values()].some((cells) => cells.length !== count || !isWalled(cells)))
    return new Map();
  const gap = Math.floor(count / 2);
  const cuts = new Map();
  for (const [index, cells] of cellsOfRows) {
    const widths = cells.slice(1, -1).map(widestBlank);
    const [space] = widths.splice(gap - 1, 1);
    if (space !== lengthOf(cells[gap]) || space < Math.max(...widths) + 2) return new Map();
    const start = cells.slice(0, gap).reduce((sum, cell) => sum + lengthOf(cell) + 1, 0);
    cuts.set(index, [start, start + space]);
  }
  return cuts;
}

/** Two boards whose cells a mark parts, and much space one cell of every row, at the same place. */
function atWideCell(rows) {
  for (const separator of ["\t", ",", ";"]) {
    const cellsOfRows = [...rows.values()].map((row) => row.split(separator));
    const count = cellsOfRows[0].length;
    if (count < 4 || cellsOfRows.some((cells) => cells.length !== count)) continue;
    const columns = cellsOfRows[0].map((_, column) => cellsOfRows.map((cells) => widestBlank(cells[column])));
    const narrowest = columns.map((widths) => Math.min(...widths));
    const gap = narrowest.indexOf(Math.max(...narrowest));
    const others = columns.flatMap((widths, column) => (column === gap ? [] : widths));
    if ([0, count - 1].includes(gap) || narrowest[gap] < Math.max(...others) + 3) continue;
    const cuts = new Map();
    for (const [k, [index]] of [...rows].entries()) {
      const cell = cellsOfRows[k][gap];
      const start = cellsOfRows[k].slice(0, gap).reduce((sum, text) => sum + lengthOf(text) + 1, 0);
      const runs = [...cell.matchAll(BLANK_RUN)];
      const blanks = runs.reduce((best, run) => (run[0].length > best[0].length ? run : best));
      const [left, right] = [cell.slice(0, blanks.index), cell.slice(blanks.index + blanks[0].length)];
      // A blank at either end of the gap is a cell.
      const leftEnd = start + lengthOf(left) + Number(left === "");
      const rightStart = start + lengthOf(left) + blanks[0].length - Number(right === "");
      cuts.set(index, [leftEnd, rightStart]);
    }
    return cuts;
  }
  return new Map();
}

const widestBlank = (text) => Math.max(0, ...(text.match(BLANK_RUN) ?? []).map(({ length }) => length));

/** Two boards whose cells end, or begin, in columns that are equally far apart, but for one of them. */
function atWiderStep(rows) {
  if ([...rows.values()].some((row) => row.includes("\t"))) return new Map();
  const cells = [...rows].map(([index, row]) => ({ index, spans: spansOf([...row]) }));
  for (const edge of ["end", "start"]) {
    const [columns, ...others] = cells.map(({ spans }) => spans.map((cell) => cell[edge]));
    const steps = columns.slice(1).map((column, k) => column - columns[k]);
    const widest = Math.max(...steps);
    const isWider = new Set(steps).size === 2 && steps.filter((step) => step === widest).length === 1;
    if (!isWider || others.some((other) => other.join() !== columns.join())) continue;
    const number = steps.indexOf(widest) + 1;
    if (number < 2 || number >= steps.length) continue;
    // One blank parts cells of several signs as well.
    if (cells.some(({ spans }) => spans[number].start - spans[number - 1].end < 2)) continue;
    return new Map(cells.map(({ index, spans }) => [index, [spans[number - 1].end, spans[number].start]]));
  }
  return new Map();
}

/** Where each word of a line starts and ends. */
function spansOf(/** @type {string[]} */ signs) {
  const starts = [...signs.keys()].filter((k) => isFilled(signs[k]) && !(k && isFilled(signs[k - 1])));
  return starts.map((start) => {
    const length = signs.slice(start).findIndex((sign) => !isFilled(sign));
    return { start, end: length < 0 ? signs.length : start + length };
  });
}

/** How many blanks are before and behind a bar; null: one of its cells is blank. */
function blanksAround(parts, bar) {
  const [before, behind] = [parts[bar], parts[bar + 1]];
  if (isBlank(before) || isBlank(behind)) return null;
  return before.length - before.trimEnd().length + behind.length - behind.trimStart().length;
}

function cellCount(text) {
  if (text.trim().includes(" ")) return wordsOf(text).length;
  // A time is no row, and a number in brackets is a name.
  return text.includes(":") ? 0 : lengthOf(text.replace(BRACKETS, ""));
}

/** The ways to find where the second board begins, the surest first. */
const WAYS_TO_CUT = [
  atHalfOfCells,
  atUsualSize,
  atMarks,
  atNames,
  atRulers,
  atHeadings,
  atSpaceBetweenBars,
  betweenWalls,
  atNumbers,
  atWideCell,
  atGaps,
  atBars,
  atTabs,
  atBlanksAmongTabs,
  atWiderStep,
];
