// Boards that stand side by side: before and after, a board and its solution. Function by function as
// minesolver/io/formats/reading/beside.py.

import { isRule, PROSE } from "./outside.js";
import { isBlank, lengthOf, matchesOf, wordsOf } from "./texts.js";

const WALL = /^\s*[|│┃+┌└├].*[|│┃+┐┘┤]\s*$/u;
const WALL_SIGNS = /[|│┃+]/;
const END_OF_WALL = "|│┃+┐┘┤";
const endsWall = (sign) => sign !== "" && END_OF_WALL.includes(sign);
const isFilled = (sign) => /\S/u.test(sign);
const BETWEEN_WALLS = [{ pattern: / +(?=[|│┃+┌└├])/uy, before: endsWall }];
const GAP = [{ pattern: /(?:\s*(?:->|=>|→)\s*|\s{3,}|\t+)(?=\S)/uy, before: isFilled }];
const BLANKS = [{ pattern: / +(?=\S)/uy, before: isFilled }];

/** The lines of each of two boards side by side; none where there is one board. */
export function sideBySide(lines) {
  const halves = betweenWalls(lines);
  return halves.length ? halves : atGaps(lines);
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

/** Two boards with an arrow in every row, or a gap that is much wider than those between cells. */
function atGaps(lines) {
  const rows = lines.filter((line) => !isBlank(line) && !PROSE.test(line) && !isRule(line));
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
    const isOtherSign = !(left + right).includes("\t") && (gap[0].includes("\t") || !isBlank(gap[0]));
    if (!isWider && !(isOtherSign && widestBlank === 1)) return [];
    if (Math.min(cellCount(left), cellCount(right)) < 2) return [];
    leftPart.push(left);
    rightPart.push(right);
  }
  return [leftPart, rightPart];
}

const cellCount = (text) => (text.trim().includes(" ") ? wordsOf(text).length : lengthOf(text));
