// Ways to cut lines into cells: at bars, brackets, commas, blanks, every so many columns, or after each character.
// Function by function as minesolver/io/formats/pasted/cutting.py. A way gives the rows of a text, each with its line
// and
// the columns where its cells stand; a line that cannot be cut so has no cells.

import { isProse, isRule, numbersOf } from "./lines.js";
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
  for (const [place, sign] of signs.entries()) {
    if (" \t,;".includes(sign)) {
      if (start >= 0) words.push([start, signs.slice(start, place).join("")]);
      start = -1;
    } else if (start < 0) start = place;
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
  const [first, second, ...others] = word;
  return first === second && !others.length ? first : null;
}

/** A cell is a character, in lines without a blank. */
export function cutCharacters(lines) {
  return lines.map((line) => {
    const text = line.text.trim();
    const before = line.start + lengthOf(line.text) - lengthOf(line.text.trimStart());
    const cells = /[ \t]/.test(text) ? [] : [...text];
    return rowOf(
      line,
      cells,
      cells.map((_, k) => before + k + 1),
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
function between(text, separators) {
  const pieces = [];
  const signs = [...text];
  let start = 0;
  for (const [place, sign] of signs.entries()) {
    if (!separators.includes(sign)) continue;
    pieces.push([start, signs.slice(start, place).join("")]);
    start = place + 1;
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
    let pieces = between(line.text, BARS);
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
    const pieces = between(line.text, separator);
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
  const fieldsOf = ({ text }) => between(text, separator).slice(0, -1);
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
  const heading = lines.findIndex(({ text }) => columnNames(text).length > 0);
  if (heading < 0) return [];
  const words = columnNames(lines[heading].text);
  const areTight = words[1][0] === words[0][0] + 1;
  const ends = words.map(([start, word]) => start + lengthOf(word) - 1);
  const [[first]] = words;
  const rows = [];
  for (const [index, line] of lines.entries()) {
    if (index === heading) {
      rows.push({ line: line.number, cells: words.map(([, word]) => word), columns: ends.map((end) => end + 1) });
      continue;
    }
    const row = belowHeading(line, ends, first, rows.at(-1));
    // Names without blanks between them may be a row of clues.
    if (areTight && row.label === "" && line.text.trim() && !isProse(line.text)) return [];
    rows.push({ line: row.line, cells: row.cells, columns: row.columns });
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

function belowHeading(line, ends, first, rowBefore) {
  let signs = [...line.text];
  const before = signs.slice(0, first).join("");
  const label = signOf(before.replace(/^[ \t|:.)]+|[ \t|:.)]+$/g, ""));
  // What numbers the row in front may number it behind its last cell as well.
  const behind = signs.slice(ends.at(-1) + 1).join("");
  if (label && signOf(behind.replace(/^[ \t|]+|[ \t|]+$/g, "")) === label) signs = signs.slice(0, ends.at(-1) + 1);
  const cells = [];
  const columns = [];
  for (const end of ends) {
    let sign = (signs[end] ?? "").trim();
    let start = end;
    // A number of two characters ends below the number of its column.
    if (sign && end > 0 && "-1".includes(signs[end - 1]) && (end < 2 || " |".includes(signs[end - 2]))) {
      sign = signs[end - 1] + sign;
      start = end - 1;
    }
    cells.push(sign && BARS.includes(sign) ? BLANK : sign);
    columns.push(line.start + start + 1);
  }
  const none = { ...rowOf(line, [], []), label };
  // A number alone below the last row is a mine count, unless it goes on with what numbers the rows.
  const isAlone = label && cells.every((cell) => cell === BLANK) && line.text.trimEnd() === line.text;
  if (isAlone && !goesOn(rowBefore, line, label)) return none;
  // Every sign of the line has to be one of its cells, or its label.
  const body = signs.slice(first ? first - 1 : 0).filter((sign) => sign.trim() && !BARS.includes(sign));
  if (label === null || body.length !== lengthOf(cells.join(""))) return none;
  return label
    ? { line: line.number, cells: [label, ...cells], columns: [line.start + 1, ...columns], label }
    : { line: line.number, cells, columns, label };
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
  const isLone = (end, others) =>
    end.text.trim().split(/\s+/).length === 1 &&
    numbersOf(end.text).length > 0 &&
    !others.some(({ text }) => lengthOf(text) === lengthOf(end.text));
  return [
    ...lines.slice(0, 1).filter((end) => isLone(end, lines.slice(1))),
    ...lines.slice(-1).filter((end) => isLone(end, lines.slice(0, -1))),
  ];
}

/** The lines that may be rows, and the mine counts above and below them. */
function rowsAndCounts(lines) {
  const kept = lines.filter(({ text }) => mayBeRow(text));
  const counts = loneNumbers(kept);
  return { kept, counts, texts: kept.filter((line) => !counts.includes(line)).map(({ text }) => text) };
}

/**
 * A cell is each `pitch`-th column; blanks there are cells. `isLeft`, `isRight`: whether blanks before the first sign
 * of all
 * rows are cells, too, and those behind the last.
 */
export function cutColumns(lines, pitch, isLeft, isRight) {
  const { kept, ...others } = rowsAndCounts(lines);
  const counts = pitch > 1 ? others.counts : [];
  const texts = pitch > 1 ? others.texts : kept.map(({ text }) => text);
  const starts = texts.filter((text) => text.trim()).map(blanksBefore);
  if (!starts.length || kept.some(({ text }) => text.includes("\t"))) return [];
  const first = isLeft ? Math.min(...starts) % pitch : Math.min(...starts);
  const width = Math.max(...texts.map((text) => lengthOf(isRight ? text : text.trimEnd())));
  const places = [];
  for (let k = first; k < Math.max(width, first + 1); k += pitch) places.push(k);
  const rows = [];
  for (const line of lines) {
    const signs = [...line.text];
    const isCount = counts.includes(line);
    const isOff = signs.some((sign, k) => k >= first && (k - first) % pitch && sign !== " ");
    if (!mayBeRow(line.text) || (isCount && (isOff || signs.slice(0, first).join("").trim()))) {
      rows.push(rowOf(line, [], []));
      continue;
    }
    if (isOff) return [];
    const cells = places.map((k) => (signs[k] ?? "").trim());
    rows.push({ line: line.number, cells, columns: places.map((k) => line.start + k + 1) });
  }
  return rows;
}

/** Whether a cell before a sign of its row is blank, or all cells of a row are. */
export function hasBlankInside(rows) {
  return rows.some(({ cells }) => {
    const filled = [...cells.keys()].filter((k) => cells[k] !== BLANK);
    return cells.length > 0 && (!filled.length || filled.length <= filled.at(-1));
  });
}

/** Whether lines of one length end with blanks, more in some than in others: these are cells, then. */
export function hasBlankEnds(lines) {
  const { texts } = rowsAndCounts(lines);
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
  const { texts } = rowsAndCounts(lines.filter(({ text }) => text.trim()));
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
  const [first] = names;
  const isSame = (expected) => names.every((name, k) => name === expected[k]);
  if (["0", "1", "00", "01"].includes(first)) {
    const numbers = names.map((_, k) => String(Number(first) + k));
    const stripped = names.map((name) => name.replace(/^0+/, "") || "0");
    if (stripped.every((name, k) => name === numbers[k])) return true;
    return names.length > 9 && isSame(numbers.map((number) => number.at(-1)));
  }
  if (first === "a" || first === "A") {
    return names.length <= 26 && isSame(names.map((_, k) => String.fromCharCode(first.charCodeAt(0) + k)));
  }
  return false;
}
