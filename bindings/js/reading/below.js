// Boards that stand one below the other, each written in its own way. Function by function as
// minesolver/io/formats/reading/below.py.

import { withRowsApart } from "./candidates.js";
import { hasWords, isHeading, isListLabel, isRule, isRuler } from "./outside.js";
import { isBlank, lengthOf } from "./texts.js";

const MOST_CUTS = 6;

/**
 * A text cut in two where another board may begin, in the middle first; `parts`: the lines of each, where all other
 * lines are empty.
 */
export function* partedBelow(text) {
  const { texts, numbers } = text;
  for (const lineIndex of cutsOf(texts)) {
    const upper = withRowsApart({ ...text, texts: texts.slice(0, lineIndex), numbers: numbers.slice(0, lineIndex) });
    const lower = withRowsApart({ ...text, texts: texts.slice(lineIndex), numbers: numbers.slice(lineIndex) });
    const upperLines = [...upper.texts, ...lower.texts.map(() => "")];
    const lowerLines = [...upper.texts.map(() => ""), ...lower.texts];
    const joined = { ...text, texts: [...upper.texts, ...lower.texts], numbers: [...upper.numbers, ...lower.numbers] };
    yield { text: joined, parts: [upperLines, lowerLines] };
  }
}

/** The lines with which another board may begin: an empty one, words, or a drawn line that comes once. */
function cutsOf(lines) {
  let filledBefore = 0;
  const filledCount = lines.filter((line) => !isBlank(line)).length;
  // Words before each row, as a log has them, part none.
  const areWorded = 2 * lines.filter(hasWords).length > filledCount;
  const lineCounts = new Map();
  for (const line of lines) lineCounts.set(line, (lineCounts.get(line) ?? 0) + 1);
  const cuts = [];
  for (const [lineIndex, line] of lines.entries()) {
    const lineAbove = lines[lineIndex - 1] ?? "";
    // A line of as many blanks as the line above has characters is a row of blank cells.
    const isEnd = isBlank(line) && lengthOf(line) < lengthOf(lineAbove);
    const partsBoards = !areWorded && mayPart(line, lineCounts.get(line));
    if (filledBefore && (isEnd || partsBoards))
      cuts.push({ lineIndex, distance: Math.abs(filledCount - 2 * filledBefore) });
    if (!isBlank(line)) filledBefore += 1;
  }
  cuts.sort((a, b) => a.distance - b.distance);
  return cuts.slice(0, MOST_CUTS).map(({ lineIndex }) => lineIndex);
}

/** Whether a line may stand between two boards and in no other place. */
function mayPart(line, lineCount) {
  if (isBlank(line) || isRuler(line)) return false;
  const isSingleRule = lineCount === 1 && isRule(line);
  return isSingleRule || hasWords(line) || isHeading(line) || isListLabel(line);
}
