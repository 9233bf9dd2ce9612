// Ways to cut lines into cells: at bars, brackets, commas, blanks, every so many columns, or after each character.
// Function by function as minesolver/io/formats/pasted/cutting.py. A way gives the rows of a text, each with its line
// and the columns where its cells stand; a line that cannot be cut so has no cells.

import { isNamedCount, isProse, isRule, numbersOf } from "./lines.js";
import { CHOICES, ELEMENTS, NAMES } from "./table.js";

export const BARS = "|│┃║";
/** The sign of a cell in which nothing stands. */
export const BLANK = "";

const NUMERAL = /^[+-]?(?:0?[0-9]|[1-9][0-9])(?:\.0{0,9})?$/;
const BOX = /[[(<{]([^[\](){}<>,]?)[\])>}]/gu;

const lengthOf = (text) => [...text].length;
const hasBar = (text) => [...text].some((sign) => BARS.includes(sign));

/** The sign that a piece of text is, if it is one: a character, a number, or a name such as `null`; else null. */
export function signOf(text) {
  let piece = text.trim();
  if (lengthOf(piece) > 1 && piece[0] === piece.at(-1) && "'\"".includes(piece[0])) piece = piece.slice(1, -1).trim();
  if (lengthOf(piece) <= 1) return piece;
  if (["None", "undefined", "NaN", "nan", "nil", "Nil", "NULL", "NA", "<NA>"].includes(piece)) return "null";
  if (piece === "True" || piece === "False") return piece.toLowerCase();
  if (NUMERAL.test(piece)) return String(parseInt(piece, 10));
  if (CHOICES.has(piece)) return piece;
  return NAMES.get(piece) ?? null;
}

const rowOf = (line, cells, columns) => ({ line: line.number, cells, columns: cells.length ? columns : [] });

/** The signs of pieces with their columns, or no row where one is no sign. */
function rowOfPieces(line, pieces, signOfPiece = signOf) {
  const cells = pieces.map(([, text]) => signOfPiece(text));
  if (cells.includes(null)) return rowOf(line, [], []);
  return rowOf(
    line,
    cells,
    pieces.map(([start]) => line.start + start + 1),
  );
}

/** The words of a line, each with where it starts; commas, semicolons and blanks part them. */
function wordsOf(text) {
  const words = [];
  let start = -1;
  const signs = [...text, " "];
  for (const [offset, sign] of signs.entries()) {
    if (" \t,;".includes(sign)) {
      if (start >= 0) words.push([start, signs.slice(start, offset).join("")]);
      start = -1;
    } else if (start < 0) start = offset;
  }
  return words;
}

/** A cell is a word; one alone in its line is a row of characters, or a number beside the board. */
export const cutWords = (lines) =>
  lines.map((line) => {
    const words = wordsOf(line.text);
    const isAlone = words.length === 1 && lengthOf(line.text.trim()) > 1;
    return isAlone ? rowOf(line, [], []) : rowOfPieces(line, words, signOfWord);
  });

/** The sign of a word; two alike are one, as wide as numbers of two digits. */
function signOfWord(word) {
  const sign = signOf(word) ?? ELEMENTS.get(word.toLowerCase()) ?? null;
  if (sign !== null) return sign;
  const signs = [...word];
  return signs.length === 2 && signs[0] === signs[1] ? signs[0] : null;
}

/** A cell is a character, in lines without a blank. */
export function cutCharacters(lines) {
  return lines.map((line) => {
    const text = line.text.trim();
    const charactersBefore = line.start + lengthOf(line.text) - lengthOf(line.text.trimStart());
    const cells = /[ \t]/.test(text) || isNamedCount(text) ? [] : [...text];
    return rowOf(
      line,
      cells,
      cells.map((_, k) => charactersBefore + k + 1),
    );
  });
}

/** A cell is what stands in brackets: `[1] [ ] [!]`. */
export function cutBoxes(lines) {
  return lines.flatMap((line) => {
    const cells = [];
    const columns = [];
    let end = 0;
    let outside = "";
    for (const box of line.text.matchAll(BOX)) {
      outside += line.text.slice(end, box.index);
      end = box.index + box[0].length;
      cells.push(box[1].trim());
      columns.push(line.start + lengthOf(line.text.slice(0, box.index)) + 2);
    }
    outside += line.text.slice(end);
    if (!cells.length) return cutWords([line]); // a heading, perhaps
    // What stands before or behind the boxes may number the row.
    const label = signOf(outside.replace(/^[ \t,;:|]+|[ \t,;:|]+$/g, ""));
    if (label === null) return [rowOf(line, [], [])];
    return [label ? rowOf(line, [label, ...cells], [line.start + 1, ...columns]) : rowOf(line, cells, columns)];
  });
}

/** Whether most cells may stand in brackets of their own. */
export function hasBoxes(lines) {
  const boxes = lines.reduce((sum, { text }) => sum + (text.match(BOX) ?? []).length, 0);
  const brackets = lines.reduce((sum, { text }) => sum + (text.match(/[[(]/g) ?? []).length, 0);
  return boxes >= 2 && boxes >= brackets - 2;
}

/** The pieces of a line between separators, each with where it starts. */
function piecesBetween(text, separators) {
  const pieces = [];
  const signs = [...text];
  let start = 0;
  for (const [offset, sign] of signs.entries()) {
    if (!separators.includes(sign)) continue;
    pieces.push([start, signs.slice(start, offset).join("")]);
    start = offset + 1;
  }
  return [...pieces, [start, signs.slice(start).join("")]];
}

/** Whether bars stand between cells only: as many in each line, and none before or behind all cells. */
function endsWithCells(lines) {
  const barred = lines.map(({ text }) => text).filter((text) => hasBar(text) && !isProse(text));
  const counts = new Set(barred.map((text) => [...text].filter((sign) => BARS.includes(sign)).length));
  if (counts.size !== 1) return false;
  const isFirst = (text) => !BARS.includes([...text.trim()][0]);
  const isLast = (text) => !BARS.includes([...text.trim()].at(-1));
  return barred.some(isFirst) && barred.some(isLast);
}

/** A cell is what stands between two bars; one with nothing in it is blank. */
export function cutBars(lines) {
  const isOpen = endsWithCells(lines);
  return lines.flatMap((line) => {
    if (!hasBar(line.text)) return cutWords([line]);
    let pieces = piecesBetween(line.text, BARS);
    // Outside the first and the last bar nothing stands, or what numbers the row.
    if (!pieces[0][1].trim() && !isOpen) pieces = pieces.slice(1);
    if (pieces.length > 1 && !pieces.at(-1)[1].trim() && !isOpen) pieces = pieces.slice(0, -1);
    const placed = pieces.map(([start, piece]) => [start + lengthOf(piece) - lengthOf(piece.trimStart()), piece]);
    return [rowOfPieces(line, placed)];
  });
}

/**
 * A cell is a field of a sheet: between separators; blank where it has nothing. `isEnded`: one stands behind the last,
 * too.
 */
export function cutFields(lines, separator, isEnded) {
  return lines.flatMap((line) => {
    if (!line.text.includes(separator)) return cutWords([line]);
    const pieces = piecesBetween(line.text, separator);
    return [rowOfPieces(line, isEnded ? pieces.slice(0, -1) : pieces)];
  });
}

/** Whether a separator stands at the end of every line that has one. */
export function endsWithSeparators(lines, separator) {
  const parted = lines.map(({ text }) => text).filter((text) => text.includes(separator));
  const bodyOf = (text) => (separator === "\t" ? text : text.replace(/ +$/, "")); // behind a tab a blank is a cell
  return parted.length > 0 && parted.every((text) => bodyOf(text).endsWith(separator));
}

/** Whether a field but the last of its line has nothing in it. */
export function hasBlankFields(lines, separator) {
  const fieldsOf = ({ text }) => piecesBetween(text, separator).slice(0, -1);
  return lines
    .filter(({ text }) => text.includes(separator))
    .some((line) => fieldsOf(line).some(([, piece]) => !piece.trim()));
}

/** Of a sheet: what stands between its fields in most lines; empty where there is none. */
export function fieldSeparator(lines) {
  const filled = lines.filter(({ text }) => text.trim());
  const isMost = (separator) => {
    const parted = filled.filter(({ text }) => text.includes(separator)).length;
    return parted > 0 && 2 * parted >= filled.length;
  };
  return ["\t", ";", ","].find(isMost) ?? "";
}

/** A cell is what stands below or above a number of the line that numbers the columns, or is blank there. */
export function cutBelowHeading(lines) {
  const headingIndex = lines.findIndex(({ text }) => columnNames(text).length > 0);
  if (headingIndex < 0) return [];
  const names = columnNames(lines[headingIndex].text);
  const firstColumn = names[0][0];
  const ends = names.map(([start, name]) => start + lengthOf(name) - 1);
  const areTight = names[1][0] === firstColumn + 1;
  const rows = [];
  for (const [index, line] of lines.entries()) {
    if (index === headingIndex) {
      rows.push({ line: line.number, cells: names.map(([, name]) => name), columns: ends.map((end) => end + 1) });
      continue;
    }
    const before = [...line.text].slice(0, firstColumn).join("");
    const label = signOf(before.replace(/^[ \t|:.)]+|[ \t|:.)]+$/g, ""));
    // Names without blanks between them may be a row of clues.
    if (areTight && !label && line.text.trim() && !isProse(line.text)) return [];
    rows.push(rowBelowNames(line, label, firstColumn, ends, rows.at(-1)));
  }
  return rows;
}

/** The names of columns with where each stands, where a line has nothing else: `0 1 2`, `  012345`. */
function columnNames(text) {
  let words = wordsOf(text.replaceAll("|", " "));
  if (words.length === 1 && words[0][0] > 0 && countsUp([...words[0][1]])) {
    const [[start, word]] = words;
    words = [...word].map((sign, k) => [start + k, sign]);
  }
  const names = words.map(([, word]) => word);
  return names.length >= 3 && countsUp(names) && names.every((name) => lengthOf(name) <= 2) ? words : [];
}

/**
 * The cells of a line that end at the same offsets as the names of the columns; none where it has others. `label`: the
 * sign before the first column, which may be blank; null: it is no sign.
 */
function rowBelowNames(line, label, firstColumn, ends, rowBefore) {
  let signs = [...line.text];
  // What numbers the row in front may number it behind its last cell as well.
  const behind = signs.slice(ends.at(-1) + 1).join("");
  if (label && signOf(behind.replace(/^[ \t|]+|[ \t|]+$/g, "")) === label) signs = signs.slice(0, ends.at(-1) + 1);
  const [cells, starts] = cellsEndingAt(signs, ends);
  const columns = starts.map((start) => line.start + start + 1);
  // A number alone below the last row is a mine count, unless it goes on with what numbers the rows.
  const isAlone = cells.every((cell) => cell === BLANK) && line.text.trimEnd() === line.text;
  if (label && isAlone && !goesOn(rowBefore, line, label)) return rowOf(line, [], []);
  // Every sign of the line has to be one of its cells, or its label.
  const body = signs.slice(Math.max(firstColumn - 1, 0)).filter((sign) => sign.trim() && !BARS.includes(sign));
  if (label === null || body.length !== lengthOf(cells.join(""))) return rowOf(line, [], []);
  if (label) return { line: line.number, cells: [label, ...cells], columns: [line.start + 1, ...columns] };
  return { line: line.number, cells, columns };
}

/** [the cells that end at some offsets of a line, where they start]. */
function cellsEndingAt(signs, ends) {
  const cells = [];
  const starts = [];
  for (const end of ends) {
    let sign = (signs[end] ?? "").trim();
    let start = end;
    // A number of two characters ends below the number of its column.
    if (sign && end > 0 && "-1".includes(signs[end - 1]) && (end < 2 || " |".includes(signs[end - 2]))) {
      sign = signs[end - 1] + sign;
      start = end - 1;
    }
    cells.push(sign && BARS.includes(sign) ? BLANK : sign);
    starts.push(start);
  }
  return [cells, starts];
}

/** Whether a label that has no cells beside it is the next after that of the row before it, below it. */
function goesOn(rowBefore, line, label) {
  if (!rowBefore?.cells.length) return false;
  const [labelBefore] = rowBefore.cells;
  const end = line.start + lengthOf(line.text);
  const areNumbers = /^[0-9]+$/.test(label) && /^[0-9]+$/.test(labelBefore);
  const isNext = countsUp([labelBefore, label]) || (areNumbers && Number(label) === Number(labelBefore) + 1);
  return isNext && end <= rowBefore.columns[1] - 1 && end !== lengthOf(labelBefore) - 1;
}

const blanksBefore = (text) => text.length - text.replace(/^ +/, "").length;

/** The first and the last line, where they have one number and are not as long as the others. */
function loneNumbers(lines) {
  const isLone = (endLine, otherLines) =>
    endLine.text.trim().split(/\s+/).length === 1 &&
    numbersOf(endLine.text).length > 0 &&
    !otherLines.some(({ text }) => lengthOf(text) === lengthOf(endLine.text));
  return [
    ...lines.slice(0, 1).filter((endLine) => isLone(endLine, lines.slice(1))),
    ...lines.slice(-1).filter((endLine) => isLone(endLine, lines.slice(0, -1))),
  ];
}

/** The lines that may be rows, but for mine counts above and below them. */
function rowTextsOf(lines) {
  const rowLines = lines.filter(({ text }) => mayBeRow(text));
  const counts = loneNumbers(rowLines);
  return rowLines.filter((line) => !counts.includes(line)).map(({ text }) => text);
}

/**
 * Columns from one cell to the next, from `| 1 ` to a character a cell. The widest comes first: cells in every fourth
 * column stand in every second as well, where the columns between them would be blank cells.
 */
export const PITCHES = [4, 3, 2, 1];

const FEWEST_PAIRS = 4; // words of a row that are more than a board's cells beside blank ones

/** Whether all words of all lines are of two characters, and as many in each: bytes as 0F, no cells. */
function arePairs(texts) {
  const rows = texts.map((text) => text.split(/\s+/).filter(Boolean));
  const counts = new Set(rows.map(({ length }) => length));
  if (counts.size !== 1 || rows[0].length < FEWEST_PAIRS) return false;
  return rows.flat().every((word) => [...word].length === 2);
}

/**
 * A cell is each `pitch`-th column; blanks there are cells. `withLeftBlanks`, `withRightBlanks`: whether blanks before
 * the first sign of all rows are cells, too, and those behind the last.
 */
export function cutColumns(lines, pitch, withLeftBlanks, withRightBlanks) {
  // A mine count above or below the rows need not stand in their columns.
  const rowLines = lines.filter(({ text }) => mayBeRow(text));
  const counts = pitch > 1 ? loneNumbers(rowLines) : [];
  const rowTexts = rowLines.filter((line) => !counts.includes(line)).map(({ text }) => text);
  const columns = columnsOf(rowTexts, pitch, withLeftBlanks, withRightBlanks);
  if (!columns.length || rowLines.some(({ text }) => text.includes("\t"))) return [];
  if (pitch === 1 && arePairs(rowTexts)) return [];
  const [firstColumn] = columns;
  const rows = [];
  for (const line of lines) {
    const signs = [...line.text];
    const isCount = counts.includes(line);
    const isBeforeCells = isCount && signs.slice(0, firstColumn).join("").trim();
    const hasSignsBetween = signs.some((sign, k) => k >= firstColumn && (k - firstColumn) % pitch && sign !== " ");
    if (!mayBeRow(line.text) || isBeforeCells) rows.push(rowOf(line, [], []));
    else if (!hasSignsBetween) {
      const cells = columns.map((column) => (signs[column] ?? "").trim());
      rows.push({ line: line.number, cells, columns: columns.map((column) => line.start + column + 1) });
    } else if (isCount) rows.push(rowOf(line, [], []));
    else return [];
  }
  return rows;
}

/** The offsets at which the cells of rows stand; none where all rows are blank. */
function columnsOf(texts, pitch, withLeftBlanks, withRightBlanks) {
  // They begin at the first sign of any row, or where blanks before it are cells at the pitch.
  const starts = texts.filter((text) => text.trim()).map(blanksBefore);
  if (!starts.length) return [];
  const firstColumn = withLeftBlanks ? Math.min(...starts) % pitch : Math.min(...starts);
  const width = Math.max(...texts.map((text) => lengthOf(withRightBlanks ? text : text.trimEnd())));
  const columns = [];
  for (let column = firstColumn; column < Math.max(width, firstColumn + 1); column += pitch) columns.push(column);
  return columns;
}

/** A cell is each character, also a blank one. */
export const cutEachColumn = (lines) => cutColumns(lines, 1, true, true);

/** Whether a cell before a sign of its row is blank, or all cells of a row are. */
export function hasBlankInside(rows) {
  return rows.some(({ cells }) => {
    const filled = [...cells.keys()].filter((k) => cells[k] !== BLANK);
    return cells.length > 0 && (!filled.length || filled.length <= filled.at(-1));
  });
}

/** Whether lines of one length end with blanks, more in some than in others: these are cells, then. */
export function hasBlankEnds(lines) {
  const texts = rowTextsOf(lines);
  if (new Set(texts.map(lengthOf)).size !== 1) return false;
  const ends = new Set(texts.map((text) => text.length - text.replace(/ +$/, "").length));
  const hasZero = texts.some((text) => text.includes("0"));
  const areApart = texts.some((text) => text.trim().includes(" "));
  return ends.size > 1 || (texts.length > 1 && !hasZero && Math.min(...ends) > Number(areApart));
}

/** Whether all words of the lines that may be rows are single characters, and there are several. */
export function hasSingleSigns(lines) {
  const words = lines.filter(({ text }) => mayBeRow(text)).map(({ text }) => text.split(/\s+/).filter(Boolean));
  return words.every((list) => list.every((word) => lengthOf(word) === 1)) && words.some((list) => list.length > 1);
}

const mayBeRow = (text) => text !== "" && !(isRule(text) && text.includes("+")) && !isProse(text);

/** How many columns at the left are blank in every line that may be a row. */
export function outerBlanks(lines) {
  const texts = rowTextsOf(lines.filter(({ text }) => text.trim()));
  return texts.length ? Math.min(...texts.map(blanksBefore)) : 0;
}

/**
 * Whether names number something: 0, 1, 2, ... or 1, 2, 3, ..., also from the last, by their last digit, or by letters.
 */
export function countsUp(names) {
  const prefixed = names.map((name) => /^([A-Za-z_]{1,6})([0-9]{1,3})$/.exec(name) ?? []);
  const isPrefixed = names.length > 1 && prefixed[0][1] && new Set(prefixed.map(([, word]) => word)).size === 1;
  const numbers = isPrefixed ? prefixed.map(([, , number]) => number) : names; // V1 V2 V3
  return countUpwards(numbers) || countUpwards([...numbers].reverse());
}

function countUpwards(names) {
  if (!names.length) return false;
  const [firstName] = names;
  const areAs = (expected) => names.every((name, k) => name === expected[k]);
  if (["0", "1", "00", "01"].includes(firstName)) {
    const numbers = names.map((_, k) => String(Number(firstName) + k));
    const stripped = names.map((name) => name.replace(/^0+/, "") || "0");
    if (stripped.every((name, k) => name === numbers[k])) return true;
    return names.length > 9 && areAs(numbers.map((number) => number.at(-1)));
  }
  // Of the Latin and the Cyrillic alphabet.
  if (["a", "A", "а", "А"].includes(firstName)) {
    return names.length <= 26 && areAs(names.map((_, k) => String.fromCharCode(firstName.charCodeAt(0) + k)));
  }
  return false;
}
