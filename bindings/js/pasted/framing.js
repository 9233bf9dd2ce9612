// The board among the rows of a text: its block of equal rows, without what numbers rows and columns.
// Function by function as minesolver/io/formats/pasted/framing.py. What is left over of the text has to be explained:
// words,
// a mine count, the size, a heading. A line that could be a row and does not fit is a slip, which is told.

import { BARS, BLANK, countsUp } from "./cutting.js";
import { factsOf, hasWords, isList, merged, NO_FACTS, numbersOf, saysNothing } from "./lines.js";
import { OTHER_WORDS } from "./table.js";

const NO_CELLS = `[](){}<>"${BARS}`;
const SHOWN = 40; // characters of a line in a message
export const ROWS_NAMED = "without what numbers the rows";
const COLUMNS_NAMED = "without what numbers the columns";
const LONE_NUMBERS = "a line of numbers may tell the mine count or be a row whose other cells are blank";

const quoted = (text) => `'${[...text].slice(0, SHOWN).join("")}'`;
const isSize = (sizes, height, width) =>
  Math.min(...sizes) === Math.min(height, width) && Math.max(...sizes) === Math.max(height, width);

/**
 * What may be the board of a text, the likeliest first ([{ rows, facts, taken, doubt }]), or what is wrong with its
 * rows
 * ({ line, column, message, symbol }).
 */
export function candidatesOf(rows, lines, told) {
  const block = largestBlock(rows);
  if (!block.length || block.some(({ cells }) => cells.some((sign) => sign && NO_CELLS.includes(sign))))
    return [[], null];
  const { heading, blocks } = withoutHeading(block);
  const shorter = blocks.flatMap((variant) => withoutLoneNumbers(variant, lines));
  const found = [];
  let slip = null;
  for (const variant of [...shorter, ...blocks]) {
    const beside = leftOver(variant, rows, lines, told);
    if (beside.slip) {
      slip ??= beside.slip;
      continue;
    }
    let { headingWidth, taken } = beside;
    if (heading && !variant.includes(heading)) {
      const blanks = heading.cells.filter((sign) => sign === BLANK).length;
      headingWidth = Math.max(headingWidth, heading.cells.length - (blanks || 1));
      taken = [...taken, COLUMNS_NAMED];
    }
    for (const candidate of withoutLabels(variant, beside.facts, headingWidth, taken)) {
      const wrong = wrongSize(candidate);
      if (!wrong) found.push(shorter.length ? { ...candidate, doubt: LONE_NUMBERS } : candidate);
      slip ??= wrong;
    }
  }
  return [found, found.length ? null : slip];
}

/** The row that names the columns; the block without it and, where it may be one of clues, with it. */
function withoutHeading(block) {
  // A heading is as long as the rows where these have a number in front.
  const [first, last] = [block[0], block.at(-1)];
  if (block.length > 3 && first.cells.join("\n") === last.cells.join("\n")) {
    const filled = first.cells.filter((sign) => sign !== BLANK);
    if (filled.length > 2 && countsUp(filled)) return { heading: first, blocks: [block.slice(1, -1)] };
  }
  if (block.length <= 2) return { heading: null, blocks: [block] };
  for (const [heading, others] of [
    [block[0], block.slice(1)],
    [block.at(-1), block.slice(0, -1)],
  ]) {
    const names = countsUp(heading.cells) ? heading.cells : heading.cells.slice(1);
    if (names.length > 2 && countsUp(names)) return { heading, blocks: isSure(names) ? [others] : [others, block] };
  }
  return { heading: null, blocks: [block] };
}

/** The block without its first or last row, where that is made of numbers and of blanks behind them. */
function withoutLoneNumbers(block, lines) {
  const textOf = new Map(lines.map(({ number, text }) => [number, text]));
  return [
    [block[0], block.slice(1)],
    [block.at(-1), block.slice(0, -1)],
  ]
    .filter(([end, others]) => others.length && end.cells.at(-1) === BLANK)
    .filter(([end]) => numbersOf(textOf.get(end.line) ?? "").length)
    .map(([, others]) => others)
    .reverse();
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

/** What the lines outside a block say: { facts, headingWidth (0: none), taken, slip }. */
function leftOver(block, rows, lines, told) {
  const inside = new Set(block.map(({ line }) => line));
  const cellsOf = new Map(rows.filter(({ cells }) => cells.length).map((row) => [row.line, row]));
  const signs = new Set(block.flatMap(({ cells }) => cells));
  const [first, last] = [block[0].line, block.at(-1).line];
  const width = block[0].cells.length;
  let facts = told;
  let headingWidth = 0;
  const taken = [];
  const ended = (slip) => ({ facts, headingWidth: 0, taken, slip });
  // What shares a line with a row of the board is one, too, or the board is not whole.
  const inBlock = new Set(block);
  const stray = rows.find((row) => inside.has(row.line) && !inBlock.has(row));
  if (stray) {
    const message = "a part of this line is no row of the board";
    return ended({ line: stray.line, column: stray.columns[0] ?? 1, message, symbol: null });
  }
  for (const line of lines) {
    const text = line.text.trim();
    if (inside.has(line.number) || !text) continue;
    const row = cellsOf.get(line.number) ?? null;
    const isBetween = first < line.number && line.number < last;
    const numbers = numbersOf(text);
    const names = headingOf(text);
    if (names.length > 1 && [width, width - 1, width - 2].includes(names.length) && !isBetween) {
      headingWidth = Math.max(headingWidth, names.length);
      if (!taken.includes(COLUMNS_NAMED)) taken.push(COLUMNS_NAMED);
    } else if (numbers.length && !isBetween && numbers.length <= 3 && numbers.length < Math.max(width, 2)) {
      let said = saidByNumbers(numbers, block.length, width);
      if (numbers.length === 1 && facts.mines !== null) said = null; // one line is the mine count, not two
      if (!said) {
        const message = `${quoted(text)} is no row of the board; if it is the mine count, give mines=`;
        return ended({ line: line.number, column: line.start + 1, message, symbol: text.slice(0, SHOWN) });
      }
      facts = merged(facts, said);
      if (said.mines !== null) taken.push(`${said.mines} in line ${line.number} as the mine count`);
    } else if (hasWords(text) && !isList(text) && (!saysNothing(text) || !isSlip(text, row, signs, width))) {
      const said = factsOf(text);
      if (said.mines !== null) taken.push(`${said.mines} in line ${line.number} as the mine count`);
      else if (said.left !== null) taken.push(`${said.left} in line ${line.number} as the mines that are left`);
      else if (isUnknownCount(text)) taken.push(`nothing of '${text}' in line ${line.number}`);
      facts = merged(facts, said);
    } else if (row || [...text].some((sign) => signs.has(sign) || /[\p{L}\p{N}]/u.test(sign))) {
      return ended(slipAt(line, row, width));
    } // else brackets, dots and the like
  }
  return { facts, headingWidth, taken, slip: null };
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
function saidByNumbers(numbers, height, width) {
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
    const message = `${quoted(text)} is no row of the board`;
    return { line: line.number, column: line.start + 1, message, symbol: text.slice(0, SHOWN) };
  }
  const { length } = row.cells;
  if (length === width) {
    return { line: line.number, column: row.columns[0], message: "a second board begins here", symbol: row.cells[0] };
  }
  const place = Math.min(width, length - 1);
  const column = row.columns[place] + (length < width ? 1 : 0);
  const cells = length === 1 ? "1 cell" : `${length} cells`;
  const message = `this row has ${cells}, where the others have ${width}`;
  return { line: line.number, column, message, symbol: row.cells[place] };
}

/** Whether names number rows; digits may be clues, unless three or more of them count up. */
function mayNumber(names, headingWidth) {
  if (names.length < 2 || !countsUp(names)) return false;
  return headingWidth > 0 || isSure(names) || (names.length > 2 && names[0] < names.at(-1));
}

/** A block without what numbers its rows, and with it where that may be clues. */
function withoutLabels(block, facts, headingWidth, taken) {
  const width = block[0].cells.length;
  const firsts = block.map(({ cells }) => cells[0]);
  const lasts = block.map(({ cells }) => cells.at(-1));
  let isLeft = width > 1 && mayNumber(firsts, headingWidth);
  let isRight = width > 1 && mayNumber(lasts, headingWidth);
  const whole = { rows: block, facts, taken, doubt: "" };
  if (headingWidth === width) return [whole];
  if (headingWidth && headingWidth === width - 2) isLeft = isRight = width > 2;
  else if (headingWidth && headingWidth === width - 1) {
    // The heading tells that each row has one number; it is where they count up. A last one that does not go on is no
    // number of a row.
    if (!isLeft && !isRight && firsts.length > 2 && countsUp(firsts.slice(0, -1))) return [];
    isLeft = isLeft || !isRight;
    isRight = !isLeft;
  } else if (isLeft && isRight) isRight = width > 2 && firsts.every((name, k) => name === lasts[k]);
  if (facts.sizes && facts.sizes[0] === block.length && width === facts.sizes[1]) return [whole];
  if (!isLeft && !isRight) return [whole];
  const start = isLeft ? 1 : 0;
  const end = isRight ? width - 1 : width;
  const cut = ({ line, cells, columns }) => ({
    line,
    cells: cells.slice(start, end),
    columns: columns.slice(start, end),
  });
  const stripped = { rows: block.map(cut), facts, taken: [...taken, ROWS_NAMED], doubt: "" };
  if (headingWidth || isSure(isLeft ? firsts : lasts) || (isLeft && isRight)) return [stripped];
  const doubt = `the ${isLeft ? "first" : "last"} column counts up: it may number the rows or be clues`;
  return [
    { ...stripped, doubt },
    { ...whole, doubt },
  ];
}
