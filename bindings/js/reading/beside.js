// Boards that stand side by side: before and after, a board and its solution. Function by function as
// minesolver/io/formats/reading/beside.py.

import { hasWords, isRule } from "./outside.js";
import { isBlank, lengthOf, matchesOf, wordsOf } from "./texts.js";

const WALL = /^\s*[|│┃+┌└├].*[|│┃+┐┘┤]\s*$/u;
const WALL_SIGNS = /[|│┃+]/;
const END_OF_WALL = "|│┃+┐┘┤";
const endsWall = (sign) => sign !== "" && END_OF_WALL.includes(sign);
const isFilled = (sign) => /\S/u.test(sign);
const BETWEEN_WALLS = [{ pattern: / +(?=[|│┃+┌└├])/uy, before: endsWall }];
/** What stands between two boards, once in every row, whatever blanks are between cells. */
const MARKS_BETWEEN_BOARDS = [
  [{ pattern: /->|=>|→/uy }],
  [{ pattern: /\t+/uy }],
  [{ pattern: /[|│┃║](?=\s{2})/uy, before: (_, text) => /\s{2}$/u.test(text) }],
];
const GAP = [{ pattern: /\s{3,}(?=\S)/uy, before: isFilled }];
const BAR = /[|│┃║]/;
const BLANKS = [{ pattern: / +(?=\S)/uy, before: isFilled }];

/** The lines of each of two boards side by side; none where there is one board. */
export function sideBySide(lines) {
  for (const halvesOf of [atMarks, betweenWalls, atGaps, atBars, atTabs, atWiderStep]) {
    const halves = halvesOf(lines);
    if (halves.length) return halves;
  }
  return [];
}

/** Two boards with an arrow, a tab, or a bar in much space between them in every row. */
function atMarks(lines) {
  const rows = rowsOf(lines);
  if (rows.length < 2) return [];
  for (const mark of MARKS_BETWEEN_BOARDS) {
    const marks = rows.map((row) => [...matchesOf(row, mark)]);
    if (marks.some((marksOfRow) => marksOfRow.length !== 1)) continue;
    const leftPart = rows.map((row, k) => row.slice(0, marks[k][0].index));
    const rightPart = rows.map((row, k) => row.slice(marks[k][0].index + marks[k][0][0].length));
    if (Math.min(Math.max(...leftPart.map(cellCount)), Math.max(...rightPart.map(cellCount))) < 3) continue;
    // As many blanks stand on both sides of the mark; others may be cells, or how wide the rows are.
    const behindLeft = Math.min(...leftPart.map((left) => / *$/.exec(left)[0].length));
    const beforeRight = Math.min(...rightPart.map((right) => /^ */.exec(right)[0].length));
    const gap = Math.min(behindLeft, beforeRight);
    return [leftPart.map((left) => left.slice(0, left.length - gap)), rightPart.map((right) => right.slice(gap))];
  }
  return [];
}

/** Two boards with walls around each, a gap between them at the same place of every line. */
function betweenWalls(lines) {
  const walls = lines.filter((line) => !isBlank(line) && WALL.test(line));
  if (walls.length < 3 || new Set(walls.map((line) => lengthOf(line.trimEnd()))).size !== 1) return [];
  const widths = walls[0].trim().split(WALL_SIGNS).slice(1, -1).map(lengthOf);
  const isDrawn = walls.some((line) => line.includes("-") || line.includes("─"));
  const wallSigns = walls.map((line) => [...line]);
  for (const gap of matchesOf(walls[0], BETWEEN_WALLS)) {
    const start = lengthOf(walls[0].slice(0, gap.index));
    const end = start + lengthOf(gap[0]);
    const isGap = wallSigns.every(
      (signs) => isBlank(signs.slice(start, end).join("")) && endsWall(signs[start - 1] ?? ""),
    );
    const isWider = widths.length > 0 && end - start !== commonest(widths);
    if (isGap && (isDrawn || isWider))
      return [
        wallSigns.map((signs) => signs.slice(0, start).join("")),
        wallSigns.map((signs) => signs.slice(end).join("")),
      ];
  }
  return [];
}

const countOf = (numbers, number) => numbers.filter((other) => other === number).length;

/** The number that is there most often; of several the smallest. */
function commonest(numbers) {
  const ordered = [...new Set(numbers)].sort((a, b) => a - b);
  return ordered.reduce((a, b) => (countOf(numbers, b) > countOf(numbers, a) ? b : a));
}

/** Two boards with a gap in every row that is much wider than those between cells. */
function atGaps(lines) {
  const rows = rowsOf(lines);
  if (rows.length < 2) return [];
  const [leftPart, rightPart] = [[], []];
  for (const row of rows) {
    const gaps = [...matchesOf(row, GAP)];
    if (!gaps.length) return [];
    const gap = gaps.reduce((widest, other) => (other[0].length >= widest[0].length ? other : widest));
    const left = row.slice(0, gap.index);
    const right = row.slice(gap.index + gap[0].length);
    const blanks = Array.from(matchesOf(`${left}\t${right}`, BLANKS), (match) => match[0].length);
    const widestBlank = blanks.length ? Math.max(...blanks) : 1;
    const isWider = gap[0].length >= widestBlank + 2;
    if (!isWider || Math.min(cellCount(left), cellCount(right)) < 2) return [];
    leftPart.push(left);
    rightPart.push(right);
  }
  return [leftPart, rightPart];
}

/** The lines that may be rows: neither words nor drawn. */
const rowsOf = (lines) => lines.filter((line) => !isBlank(line) && !isRule(line) && !hasWords(line));

/** Two boards whose cells bars part, with more blanks around one bar of every row than around the others. */
function atBars(lines) {
  const cells = rowsOf(lines).map((row) => row.split(BAR));
  if (cells.length < 2 || new Set(cells.map((parts) => parts.length)).size !== 1 || cells[0].length < 4) return [];
  // Of blank cells nobody knows how many blanks are around the bar.
  const widthsAt = (bar) => cells.map((parts) => blanksAround(parts, bar)).filter(Number.isInteger);
  const widths = cells[0].slice(1).map((_, bar) => widthsAt(bar));
  const narrowest = widths.map((column) => (column.length ? Math.min(...column) : 0));
  const gap = narrowest.indexOf(Math.max(...narrowest));
  const others = widths.filter((_, bar) => bar !== gap).flat();
  if (gap === 0 || gap === widths.length - 1 || narrowest[gap] < 4) return [];
  if (narrowest[gap] <= Math.max(0, ...others)) return [];
  return [cells.map((parts) => parts.slice(0, gap + 1).join("|")), cells.map((parts) => parts.slice(gap + 1).join("|"))];
}

/** Two boards with nothing between two tabs of every row, where blank cells are blanks between tabs. */
function atTabs(lines) {
  const rows = rowsOf(lines).map((row) => row.split("\t"));
  if (rows.length < 2 || new Set(rows.map((cells) => cells.length)).size !== 1) return [];
  const gap = rows[0].indexOf("");
  if (gap < 1 || gap === rows[0].length - 1) return [];
  if (rows.some((cells) => cells[gap] || cells.filter((cell) => cell === "").length > 1)) return [];
  if (!rows.flat().some((cell) => cell && isBlank(cell))) return [];
  return [rows.map((cells) => cells.slice(0, gap).join("\t")), rows.map((cells) => cells.slice(gap + 1).join("\t"))];
}

/** Two boards whose cells end, or begin, in columns that are equally far apart, but for one of them. */
function atWiderStep(lines) {
  const rows = rowsOf(lines).map((row) => [...row]);
  if (rows.length < 2 || rows.some((row) => row.includes("\t"))) return [];
  const cells = rows.map(spansOf);
  for (const edge of ["end", "start"]) {
    const [columns, ...others] = cells.map((cellsOfRow) => cellsOfRow.map((cell) => cell[edge]));
    const steps = columns.slice(1).map((column, k) => column - columns[k]);
    const widest = Math.max(...steps);
    const isWider = new Set(steps).size === 2 && steps.filter((step) => step === widest).length === 1;
    if (!isWider || others.some((other) => other.join() !== columns.join())) continue;
    const index = steps.indexOf(widest) + 1;
    if (index < 2 || index >= steps.length) continue;
    const ends = cells.map((cellsOfRow) => cellsOfRow[index - 1].end);
    // One blank parts cells of several signs as well.
    if (cells.some((cellsOfRow, k) => cellsOfRow[index].start - ends[k] < 2)) continue;
    return [rows.map((row, k) => row.slice(0, ends[k]).join("")), rows.map((row, k) => row.slice(ends[k]).join(""))];
  }
  return [];
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

const cellCount = (text) => (text.trim().includes(" ") ? wordsOf(text).length : lengthOf(text));
