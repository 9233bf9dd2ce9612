// The board among the rows of a text: its block of equal rows, without what numbers rows and columns.
// Function by function as minesolver/io/formats/pasted/framing.py. What is left over of the text has to be explained:
// words, a mine count, the size, a heading. A line that could be a row and does not fit is a slip, which is told.

import { BARS, BLANK, countsUp } from "./cutting.js";
import { factsOf, hasWords, isList, merged, NO_FACTS, numbersOf, saysNothing } from "./lines.js";
import { OTHER_WORDS } from "./table.js";

const NO_CELLS = `[](){}<>"${BARS}`;
const SHOWN_LENGTH = 40; // characters of a line in a message
export const NO_ROW_NUMBERS = "without what numbers the rows";
const NO_COLUMN_NUMBERS = "without what numbers the columns";
const LONE_NUMBERS = "a line of numbers may tell the mine count or be a row whose other cells are blank";

/** The beginning of a line, as a message has it. */
const shownText = (text) => [...text].slice(0, SHOWN_LENGTH).join("");
const isSize = (sizes, height, width) =>
  Math.min(...sizes) === Math.min(height, width) && Math.max(...sizes) === Math.max(height, width);

/**
 * What may be the board of a text, the likeliest first ([{ rows, facts, taken, doubt }]), or what is wrong with its
 * rows ({ line, column, message, symbol }).
 */
export function candidatesOf(rows, lines, headerFacts) {
  const block = largestBlock(rows);
  const hasNoCells = ({ cells }) => cells.some((sign) => sign && NO_CELLS.includes(sign));
  if (!block.length || block.some(hasNoCells)) return [[], null];
  const { heading, variants } = withoutHeading(block);
  const shorterVariants = variants.flatMap((variant) => withoutLoneNumbers(variant, lines));

  // Each variant has to explain all lines outside it, and to have the size that the text says.
  const candidates = [];
  let slip = null;
  for (const variant of [...shorterVariants, ...variants]) {
    const isHeaded = heading && !variant.includes(heading);
    let outside = saidOutside(variant, rows, lines, headerFacts);
    // Names of columns in quotes are those of a heading only as cells.
    if (isHeaded && outside.slip) {
      const otherLines = lines.filter(({ number }) => number !== heading.line);
      outside = saidOutside(variant, rows, otherLines, headerFacts);
    }
    if (outside.slip) {
      slip ??= outside.slip;
      continue;
    }
    if (isHeaded) {
      const blanks = heading.cells.filter((sign) => sign === BLANK).length;
      outside.headingWidth = Math.max(outside.headingWidth, heading.cells.length - (blanks || 1));
      outside.taken.push(NO_COLUMN_NUMBERS);
    }
    for (const candidate of withoutLabels(variant, outside)) {
      const wrong = wrongSize(candidate);
      if (!wrong) candidates.push(shorterVariants.length ? { ...candidate, doubt: LONE_NUMBERS } : candidate);
      slip ??= wrong;
    }
  }
  return [candidates, candidates.length ? null : slip];
}

/** The row that names the columns; the block without it and, where it may be one of clues, with it. */
function withoutHeading(block) {
  // A heading is as long as the rows where these have a number in front.
  const [firstRow, lastRow] = [block[0], block.at(-1)];
  if (block.length > 3 && firstRow.cells.join("\n") === lastRow.cells.join("\n")) {
    const filled = firstRow.cells.filter((sign) => sign !== BLANK);
    if (filled.length > 2 && countsUp(filled)) return { heading: firstRow, variants: [block.slice(1, -1)] };
  }
  if (block.length <= 2) return { heading: null, variants: [block] };
  for (const [heading, otherRows] of [
    [firstRow, block.slice(1)],
    [lastRow, block.slice(0, -1)],
  ]) {
    const names = countsUp(heading.cells) ? heading.cells : heading.cells.slice(1);
    if (names.length > 2 && countsUp(names))
      return { heading, variants: isSure(names) ? [otherRows] : [otherRows, block] };
  }
  return { heading: null, variants: [block] };
}

/** The block without its first or last row, where that is made of numbers and of blanks behind them. */
function withoutLoneNumbers(block, lines) {
  const textOf = new Map(lines.map(({ number, text }) => [number, text]));
  const variants = [];
  for (const [endRow, otherRows] of [
    [block.at(-1), block.slice(0, -1)],
    [block[0], block.slice(1)],
  ]) {
    const hasNumbers = numbersOf(textOf.get(endRow.line) ?? "").length > 0;
    if (otherRows.length && endRow.cells.at(-1) === BLANK && hasNumbers) variants.push(otherRows);
  }
  return variants;
}

/** What to say where a board has not the size that its text says. */
function wrongSize({ facts: { sizes }, rows }) {
  const [height, width] = [rows.length, rows[0].cells.length];
  if (!sizes || isSize(sizes, height, width)) return null;
  const message = `the text says ${sizes[0]}x${sizes[1]}, and the board is ${height}x${width}`;
  return { line: rows[0].line, column: rows[0].columns[0], message, symbol: null };
}

/** Of all runs of rows of one length the one with most cells; of equals the last. */
function largestBlock(rows) {
  const sizeOf = (block) => block.length * (block[0]?.cells.length ?? 0);
  let best = [];
  let current = [];
  for (const row of rows) {
    if (current.length && row.cells.length !== current[0].cells.length) current = [];
    if (!row.cells.length) continue;
    current.push(row);
    if (sizeOf(current) >= sizeOf(best)) best = current;
  }
  return best;
}

/** Whether names that count up cannot be clues. */
const isSure = (names) => names.length > 1 && names.some((name) => !/^[0-8]$/.test(name));

/** What the lines outside a block say: { facts, headingWidth (0: none), taken }, or { slip }. */
function saidOutside(block, rows, lines, headerFacts) {
  const slip = strayPart(block, rows);
  if (slip) return { slip };
  let facts = headerFacts;
  let headingWidth = 0;
  const taken = [];

  // All that is not the block is looked at line by line, and has to be explained.
  const inside = new Set(block.map(({ line }) => line));
  const rowOfLine = new Map(rows.filter(({ cells }) => cells.length).map((row) => [row.line, row]));
  const signs = new Set(block.flatMap(({ cells }) => cells));
  for (const line of lines) {
    if (inside.has(line.number) || !line.text.trim()) continue;
    const row = rowOfLine.get(line.number) ?? null;
    const said = saidByLine(line, row, block, signs, facts.mines !== null);
    if (said.slip) return said;
    facts = merged(facts, said.facts);
    headingWidth = Math.max(headingWidth, said.headingWidth);
    taken.push(...said.taken.filter((words) => !taken.includes(words)));
  }
  return { facts, headingWidth, taken };
}

/** What shares a line with a row of the board and is none: it is one, too, or the board is not whole. */
function strayPart(block, rows) {
  const inside = new Set(block.map(({ line }) => line));
  const inBlock = new Set(block);
  const stray = rows.find((row) => inside.has(row.line) && !inBlock.has(row));
  if (!stray) return null;
  const message = "a part of this line is no row of the board";
  return { line: stray.line, column: stray.columns[0] ?? 1, message, symbol: null };
}

/**
 * What a line outside a block says: it names the columns, tells the size or the mine count, or is words. `row`: the
 * line, cut into cells as the block is, where it could be; `signs`: those of the block; `hasMineCount`: whether
 * something else has told the mine count.
 */
function saidByLine(line, row, block, signs, hasMineCount) {
  const text = line.text.trim();
  const width = block[0].cells.length;
  const isBetween = block[0].line < line.number && line.number < block.at(-1).line;
  if (!isBetween) {
    const names = headingOf(text);
    if (names.length > 1 && width - 2 <= names.length && names.length <= width)
      return { facts: NO_FACTS, headingWidth: names.length, taken: [NO_COLUMN_NUMBERS] };
    const numbers = numbersOf(text);
    if (numbers.length && numbers.length <= 3 && numbers.length < Math.max(width, 2))
      return saidByNumbers(line, numbers, block, hasMineCount);
  }
  if (isCaption(text, row, signs, width))
    return { facts: factsOf(text), headingWidth: 0, taken: takenOfCaption(text, line.number) };
  const isDrawn = [...text].every((sign) => !signs.has(sign) && !/[\p{L}\p{N}]/u.test(sign));
  if (!row && isDrawn) return { facts: NO_FACTS, headingWidth: 0, taken: [] }; // brackets, dots and the like
  return { slip: slipAt(line, row, width) };
}

/** What a line of one to three numbers outside a block says. */
function saidByNumbers(line, numbers, block, hasMineCount) {
  const isSecondCount = numbers.length === 1 && hasMineCount; // one line is the mine count, not two
  const facts = isSecondCount ? null : factsOfNumbers(numbers, block.length, block[0].cells.length);
  if (!facts) {
    const text = line.text.trim();
    const message = `'${shownText(text)}' is no row of the board; if it is the mine count, give mines=`;
    return { slip: { line: line.number, column: line.start + 1, message, symbol: text.slice(0, SHOWN_LENGTH) } };
  }
  const taken = facts.mines === null ? [] : [`${facts.mines} in line ${line.number} as the mine count`];
  return { facts, headingWidth: 0, taken };
}

/** Whether a line outside the board is words, and no row that has slipped out of it. */
function isCaption(text, row, signs, width) {
  if (!hasWords(text) || isList(text)) return false;
  return !saysNothing(text) || !isSlip(text, row, signs, width);
}

/** What was taken of a line of words, for whoever pasted it; nothing where it says nothing. */
function takenOfCaption(text, lineNumber) {
  const { mines, left } = factsOf(text);
  if (mines !== null) return [`${mines} in line ${lineNumber} as the mine count`];
  if (left !== null) return [`${left} in line ${lineNumber} as the mines that are left`];
  return isUnknownCount(text) ? [`nothing of '${text}' in line ${lineNumber}`] : [];
}

/** Whether a line is a word or two with a number, of which nobody here knows what it counts. */
function isUnknownCount(text) {
  const words = text.split(/[:：=\s]+/).filter(Boolean);
  if (![2, 3].includes(words.length) || !saysNothing(text)) return false;
  const numbers = words.filter((word) => /^[0-9]+$/.test(word));
  const areKnown = words.some((word) => OTHER_WORDS.includes(word.toLowerCase()));
  return numbers.length === 1 && !areKnown && words[0] !== numbers[0];
}

/** The names of the columns, where a line has nothing else: words or, without blanks, characters. */
function headingOf(text) {
  const words = [...text]
    .map((sign) => (BARS.includes(sign) || sign === "," ? " " : sign))
    .join("")
    .split(/\s+/)
    .filter(Boolean);
  if (words.length > 1 && countsUp(words)) return words;
  const isCorner = [...(words[0] ?? "")].length > 1 || !/^[\p{L}\p{N}]$/u.test(words[0]);
  if (words.length > 2 && countsUp(words.slice(1)) && isCorner) return words.slice(1);
  if (words.length === 1 && words[0].length > 2 && countsUp([...words[0]])) return [...words[0]];
  return [];
}

/** What a line of one to three numbers says: the mine count, the size, or both; null: nothing that fits. */
function factsOfNumbers(numbers, height, width) {
  if (numbers.length === 1) return { ...NO_FACTS, mines: numbers[0], isBare: true };
  // What names rows and columns may be a row and one or two columns of the block; the size is checked later.
  for (const rows of [height, height - 1]) {
    for (const columns of [width, width - 1, width - 2]) {
      const mines = numbers.length === 3 ? numbers[2] : null;
      if (isSize(numbers.slice(0, 2), rows, columns)) return { ...NO_FACTS, mines, sizes: [rows, columns] };
    }
  }
  return null;
}

/** Whether a line with letters is rather a row with a slip: all its signs are those of the board. */
function isSlip(text, row, signs, width) {
  if (row && Math.abs(row.cells.length - width) <= 1 && row.cells.length > 2) return true;
  return [...text].every((sign) => signs.has(sign) || " \t,;".includes(sign));
}

/** The words for a line that could be a row and is not. */
function slipAt(line, row, width) {
  if (!row) {
    const text = line.text.trim();
    const message = `'${shownText(text)}' is no row of the board`;
    return { line: line.number, column: line.start + 1, message, symbol: text.slice(0, SHOWN_LENGTH) };
  }
  const { length } = row.cells;
  if (length === width) {
    return { line: line.number, column: row.columns[0], message: "a second board begins here", symbol: row.cells[0] };
  }
  const cellIndex = Math.min(width, length - 1);
  const column = row.columns[cellIndex] + (length < width ? 1 : 0);
  const cells = length === 1 ? "1 cell" : `${length} cells`;
  const message = `this row has ${cells}, where the others have ${width}`;
  return { line: line.number, column, message, symbol: row.cells[cellIndex] };
}

/** Whether names number rows; digits may be clues, unless three or more of them count up. */
function mayNumber(names, headingWidth) {
  if (names.length < 2 || !countsUp(names)) return false;
  return headingWidth > 0 || isSure(names) || (names.length > 2 && names[0] < names.at(-1));
}

/** A block without what numbers its rows, and with it where that may be clues. */
function withoutLabels(block, { facts, headingWidth, taken }) {
  const width = block[0].cells.length;
  const asItIs = { rows: block, facts, taken, doubt: "" };
  if (headingWidth === width) return [asItIs];
  const sides = sidesOfLabels(block, headingWidth);
  if (!sides) return [];
  const { isOnTheLeft, isOnTheRight } = sides;
  const isOfSize = facts.sizes && facts.sizes[0] === block.length && facts.sizes[1] === width;
  if (isOfSize || !(isOnTheLeft || isOnTheRight)) return [asItIs];

  // Numbers that cannot be clues are taken off; of others both boards are kept, and asked about.
  const start = isOnTheLeft ? 1 : 0;
  const end = isOnTheRight ? width - 1 : width;
  const rows = block.map(({ line, cells, columns }) => ({
    line,
    cells: cells.slice(start, end),
    columns: columns.slice(start, end),
  }));
  const stripped = { rows, facts, taken: [...taken, NO_ROW_NUMBERS], doubt: "" };
  const labels = block.map(({ cells }) => cells.at(isOnTheLeft ? 0 : -1));
  if (headingWidth || isSure(labels) || (isOnTheLeft && isOnTheRight)) return [stripped];
  const doubt = `the ${isOnTheLeft ? "first" : "last"} column counts up: it may number the rows or be clues`;
  return [
    { ...stripped, doubt },
    { ...asItIs, doubt },
  ];
}

/** Whether the first column and the last one number the rows; null: the last number does not go on. */
function sidesOfLabels(block, headingWidth) {
  const width = block[0].cells.length;
  if (headingWidth && headingWidth === width - 2) return { isOnTheLeft: true, isOnTheRight: true };
  const firstColumn = block.map(({ cells }) => cells[0]);
  const lastColumn = block.map(({ cells }) => cells.at(-1));
  const isFirst = width > 1 && mayNumber(firstColumn, headingWidth);
  const isLast = width > 1 && mayNumber(lastColumn, headingWidth);
  if (headingWidth && headingWidth === width - 1) {
    // The heading tells that each row has one number; it is where they count up, else in front.
    if (isLast && !isFirst) return { isOnTheLeft: false, isOnTheRight: true };
    const isBroken = firstColumn.length > 2 && countsUp(firstColumn.slice(0, -1));
    return isBroken && !isFirst ? null : { isOnTheLeft: true, isOnTheRight: false };
  }
  if (isFirst && isLast) {
    const areAlike = firstColumn.every((name, k) => name === lastColumn[k]);
    return { isOnTheLeft: true, isOnTheRight: areAlike && width > 2 };
  }
  return { isOnTheLeft: isFirst, isOnTheRight: isLast };
}
