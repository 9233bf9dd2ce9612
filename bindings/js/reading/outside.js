// The lines around a board: why each is no row, and what it says of the board's size, mines and signs. Function by
// function as minesolver/io/formats/reading/outside.py.

import { countsUp } from "./lines.js";
import { table } from "../dist/signs.js";
import { HIDDEN, MINE, ROLE_COSTS, ZERO } from "./table.js";
import { isAscii, isOneSign, keptByLine, lengthOf, LETTER, matchesOf, WORD, wordsOf } from "./texts.js";

const whole = (source, flags = "u") => new RegExp(`^(?:${source})$`, flags);

const DRAWN = /^[\s\-=+_|~*:\u2500-\u257f]*$/;
const SURELY_DRAWN = /[-=_─━═~*+]{3}|[\u2500-\u257f]|\+-/;
/** Single signs with blanks between: cells, if they are between walls. */
const DRAWN_CELLS = /\s[-=_~*]\s[-=_~*]\s/;
const BRACKETS = /^[[\](){},;.\s'"`+]*$/;
const DOTS_IN_BOXES = /(?:[[({]\.[\])}]\s*){2}/; // cells in brackets of their own
const BRACKET = /[[\](){};,"'`]/;
/** `Mines: 10`, `rows = 9;`, a prompt. */
const FACT = whole(
  String.raw`[${LETTER}]{2,}[${WORD} ]{0,20}\s*[:=]\s*[0-9]{1,4}[^${WORD}]?` +
    String.raw`|[A-Za-z][${WORD}]* ?= ?[0-9]{1,4};?|[$>]`,
);
const CELL_IN_HEADING = /[0-9#?■*]/u;
const A_LETTER = new RegExp(`[${LETTER}]`, "u");
/** Characters of a line in which facts are looked for; a longer one is a row, or prose. */
const LONGEST_SENTENCE = 300;
/** What begins and ends a comment of several lines. */
export const BLOCK_COMMENTS = ["/*", "*/", "/**", "**/", "<!--", "-->", "{-", "-}", "(*", "*)", "#=", "=#"];
const MARKS = ["$", ":", ">", ">>>", "...", "'''", '"""', "```", "%", "#", ...BLOCK_COMMENTS];
/** What begins and ends a text in a comment. */
const TEXT_QUOTES = ["# '''", '# """', "# ```"];
/** Up to three numbers, behind a prompt perhaps. */
const ONE_TO_THREE_NUMBERS = /^(?:[>$] )?[0-9]{1,4}(?:[ \t,]+[0-9]{1,4}){0,2}$/;
/** Numbers with a name each: `3BV: 12  3BV/s: 0.8`. */
const STATUS = /^(?:[0-9]?[A-Za-z]{2,12}(?:\/[a-z]{1,3})?: ?[0-9.:/]+%?\s*){2,9}$/u;
/** Single signs behind a bar, with blanks or bars between. */
const BARRED_CELLS =
  /^(?:(?=\|)(?:[\s|]+[=_~*+](?=[\s|]))+[\s|]*|(?=[│┃║])(?:[\s│┃║]+[-=_~*+](?=[\s│┃║]))+[\s│┃║]*)$/u;
/** Single signs at the beginning of a line: cells, whatever words follow. */
const CELLS_FIRST = /^(?:\S\s+){4}/u;
/** Words in brackets: `[PLAYING]`. */
const TITLE = /^\[[A-Za-z][A-Za-z ]{2,20}\]$/;
const ASSIGNMENT = whole(String.raw`[${WORD}]+ ?= ?[${WORD}]+;?|[${WORD}.\s]+[=:]+`);
const OPENING = /[[({|\\]$|(?:^|[\s=(+,:])[`"']+$/;
const TWO_LETTERS = new RegExp(`[A-Za-z][${WORD}]`, "u");
const COUNTER = whole(
  String.raw`🚩\s*[0-9]+(?:\/[0-9]+)?(?:[^${WORD}]{1,6}?[⏱⏰⏲⌛][^${WORD}]{0,3}[0-9:]+)?|(?:size[^${WORD}]*)?[0-9]+\s*[x×X]\s*[0-9]+.{0,12}`,
  "iu",
);
/** What may be a cell in a line of words: no letter. */
const CELLS = new Set([
  ..."012345678#?.*_-",
  ...[...ROLE_COSTS.keys()].filter((sign) => isOneSign(sign) && !isAscii(sign)),
]);
const SIGNS = new Set([..."012345678", ...[...ROLE_COSTS.keys()].filter(isOneSign)]);
const CLUE_OR_RUN = /[1-8]|([A-Za-z*+])\1\1/;
/** `0-8` among words. */
const RANGE = /(?<!\S)[0-9]-[0-9](?!\S)/gu;
const BETWEEN_CELLS = /[[\](){},;|│┃║]/gu;
const HIDDEN_CELLS = new Set(
  [...CELLS].filter((sign) => "#?".includes(sign) || (!isAscii(sign) && ROLE_COSTS.get(sign)?.get(HIDDEN) === 0)),
);
/** What programs print for a hidden cell. */
const NO_VALUES = ["null", "none", "nil", "nan", "-1", "-2"];
const DOTS = /^(?:\.+|[0-9.]+)$/;
const DATA = /^\s*[[{][^",]*[",].*[\]}][,;]?\s*$/u;
/** How JSON over several lines begins. */
const OPEN_DATA = ["{", "[", "[["];
/** What follows a bullet, or a number before bold words, where it begins with a word. */
const LIST_ENTRY = new RegExp(String.raw`^(?:[-*•]|[0-9]{1,2}[.)](?=\s+\*\*))\s+([^${WORD}]{0,2}[${LETTER}]{3}.*)`, "u");
const LIST_LABEL = /^\(?[0-9]{1,3}[).]$/;
/** Letters in a row, as words have them. */
export const PROSE = new RegExp(String.raw`[${LETTER}]{3,}|[\u3040-\u30ff\u4e00-\u9fff]{2,}`, "u");
const ALL_PROSE = new RegExp(PROSE, "gu");

/** How a sheet names its columns: `col0,col1`. */
const NAMED_COLUMNS = /^\s*([A-Za-z_]{1,8})[01]\s*[,;\t]/;

const MINE_WORDS = [...table.counts.mines].sort((a, b) => lengthOf(b) - lengthOf(a)).join("|");
const LEFT_WORDS = new Set(table.counts.left.map((word) => word.toLowerCase()));
const OTHER_WORDS = new Set(table.counts.other.map((word) => word.toLowerCase()));
const PART_WORDS = new Set(table.counts.of_a_part.map((word) => word.toLowerCase()));
const WORDS_BESIDE_LEFT = new Set(
  [...table.counts.mines, ...table.counts.beside_left].map((word) => word.toLowerCase()),
);
const NUMBER_BEHIND =
  String.raw`[^${WORD}]{0,12}?(?:left|remaining|rest|count|total|in all)?[^${WORD}]{0,6}?([0-9]{1,4})` +
  String.raw`(?!\s*[x×0-9]|\.[0-9]|\s*%)`;
const MINE_COUNT = [
  {
    pattern: new RegExp(`[${WORD}]{0,20}(?:${MINE_WORDS})[${WORD}]{0,12}${NUMBER_BEHIND}`, "iuy"),
    before: (sign) => !/[\p{L}\p{N}]/u.test(sign),
  },
  { pattern: new RegExp(`💣${NUMBER_BEHIND}`, "iuy") },
  {
    pattern: new RegExp(String.raw`([0-9]{1,4})\s*(?:[${WORD}]{1,12} )?(?:${MINE_WORDS})(?![${LETTER}]|\s*(?:[${WORD}]+\s*)?[=:]\s*[0-9])`, "iuy"),
    before: (sign) => !/[\p{L}\p{N}_.,]/u.test(sign),
  },
];
const LEFT_COUNT = whole(
  String.raw`[^${WORD}]*([${WORD}][${WORD} ]{0,20}?)[^${WORD}]{1,6}([0-9]{1,4})[^${WORD}]*`,
);
const CLAUSE_END = /[.;!?,]/;
const CLAUSE_ENDS = [...".;!?,"];
/** A share, a list of cells, the number of a thing, a range: no count of the mines. */
const OF_A_PART = /[0-9]\s?\/\s?[0-9]|[=:]\s*[[(]|#[0-9]|[0-9]\s*-\s*[0-9]/u;
const LEFT_REACH = 12; // characters around a count in which a word such as "left" belongs to it
const SIZE = whole(
  String.raw`((?:(?:.*?[^${WORD}])?size[^${WORD}]*)?([0-9]{1,4})\s*[xX×*]\s*([0-9]{1,4})` +
    String.raw`(?:\s*[xX×\/,]\s*([0-9]{1,6}|\?))?)[^${WORD}]*(?:[^0-9].*)?`,
  "iu",
);
const SIDE = "(?:rows?|height|col(?:umn)?s?|width)";
/** `rows=8 cols=9`, `Height: 8, Width: 9`. */
const NAMED_SIDES = new RegExp(
  String.raw`^([^${WORD}]*${SIDE}[^${WORD}]{0,3}([0-9]{1,4})[^${WORD}]{1,4}${SIDE}[^${WORD}]{0,3}([0-9]{1,4}))(?![0-9])`,
  "iu",
);
/** `8 rows, 9 columns`. */
const COUNTED_SIDES = new RegExp(
  String.raw`^([^${WORD}]*([0-9]{1,4})\s*${SIDE}[^${WORD}]{1,4}(?:and\s)?([0-9]{1,4})\s*${SIDE})(?![${WORD}])`,
  "iu",
);
const SIZE_ALONE = /^(?:size )?[0-9\s]+[xX×*][0-9\s]+(?:[xX×/,]\s*[0-9?]+)?$/u;
const SIZE_OF_NUMBERS = /^([0-9]{1,4})[ \t,]+([0-9]{1,4})(?:[ \t,]+([0-9]{1,6}))?$/;
const FLAGS_OF_MINES = /^🚩\s*[0-9]+\/([0-9]+)$/u;
const LONE_COUNT = /^(?:([0-9]{1,4})(?:\s*-\s.*)?|\(([0-9]{1,4})\)|\[([0-9]{1,4})\])$/u;
/** A sign and up to four words for it. */
const LEGEND = new RegExp(
  String.raw`(?:^|[\s,;(:|\x60'"])([^\s${WORD},;()\x60'"|]|[A-Za-z_])[\x60'"]?` +
    String.raw`(?:\s{0,3}(?:=|:|->|=>|→|–|—|\b(?:is|are|means|denotes)(?![${WORD}]))\s{0,3}|\s-\s(?=[${LETTER}]{4}))` +
    String.raw`(?:an?\s+|the\s+)?((?:[${LETTER}]{1,20}[ -]?){1,4})`,
  "giu",
);
const DENIALS = new Set(table.legend.denials);
const LEGEND_ROLES = new Map(
  [HIDDEN, ZERO, MINE].flatMap((role) => table.legend[role].map((word) => [word, role])),
);
const LEGEND_WORDS = [...LEGEND_ROLES.keys()].sort((a, b) => b.length - a.length).join("|");
/** Of a list of several: `hidden = #`, or `# hidden`. */
const LISTED_ROLES = new RegExp(
  String.raw`(?:^|[\s,;(])(${LEGEND_WORDS})\s?[=:]\s?(?=([^\s${WORD},;()|]|[A-Za-z_])(?:[\s,;)]|$))` +
    String.raw`|(?:^|[,;:(])\s*(?=([^\s${WORD},;()|:=]|[A-Za-z_])\s)\S\s(${LEGEND_WORDS})(?=[\s,;.)]|$)`,
  "giu",
);

/**
 * How a size is told: in a line of its own, 9x9; with a mine count, 9x9x10, as this package writes it; in a
 * sentence; as two or three numbers, which may be something else.
 */
export const ALONE = "alone";
export const COUNTED = "counted";
export const IN_WORDS = "words";
export const NUMBERS = "numbers";

/** What the lines around a board say, where they say nothing. */
export const NO_FACTS = {
  size: null,
  sizeKind: "",
  isSizeSure: true,
  mines: [],
  left: [],
  loneCount: null,
  loneCounts: 0,
  legend: [],
  rulerWidths: [],
};

/** Whether a line only names a number, as `Mines: 10` does. */
export const isFact = (line) => lengthOf(line) <= LONGEST_SENTENCE && FACT.test(line.trim());

/** Whether a line is words with a colon behind them and no clue or sign of a hidden cell. */
export function isHeading(line) {
  const text = line.trim();
  if (!text.endsWith(":") || lengthOf(text) > LONGEST_SENTENCE) return false;
  return !CELL_IN_HEADING.test(text) && A_LETTER.test(text);
}

/** Whether a line is a number of a list alone: `2.`, `(3)`. */
export const isListLabel = (line) => LIST_LABEL.test(line.trim());

/** Whether a line may be drawn between rows: of nothing but the signs of lines. */
export const isRule = (line) => DRAWN.test(line);

/** Whether a line may be drawn between rows, and has no bars in which its signs would be cells. */
export const mayBeDrawn = (line) => isRule(line) && !/[|│┃║]/.test(line);

/**
 * Whether a line numbers columns: 0 1 2 ..., A B C ..., with blanks or bars between, or nothing; c0,c1,c2 ... in a
 * sheet.
 */
export const isRuler = (line) => numberedColumns(line).length > 0;

/** The names of columns in a ruler; none: the line is none. */
export const numberedColumns = keptByLine(columnsNumberedBy, LONGEST_SENTENCE);

function columnsNumberedBy(line) {
  const tokens = line.match(/[^\s|│┃║]+/gu) ?? [];
  if (countsUp(tokens, 3, { mayFall: false })) return tokens;
  const tight = [...line.replace(/^[ |│┃║\t]+|[ |│┃║\t]+$/g, "")];
  if (countsUp(tight, 3, { mayFall: false })) return tight;
  const named = NAMED_COLUMNS.exec(line);
  if (named === null) return [];
  const names = line.trim().split(/\s*[,;\t]\s*/);
  const numbers = names.map((name) => (name.startsWith(named[1]) ? name.slice(named[1].length) : name));
  return countsUp(numbers) ? numbers : [];
}

/** Whether letters in a row are words, and no cells such as `xxx` or `null`. */
export function hasWords(text) {
  // A letter that comes again and again is no word.
  if ((text.match(ALL_PROSE) ?? []).every((word) => lettersIn(word) < 2)) return false;
  if (CELLS_FIRST.test(text) || lettersIn(text) < 3) return false;
  if (areTightCells(text.trim())) return false;
  if (cellsIn(text) < 3) return true;
  // In an entry of a list numbers among words are no row.
  const entry = LIST_ENTRY.exec(text);
  if (entry === null || [...text].some((sign) => HIDDEN_CELLS.has(sign))) return false;
  return cellsIn(entry[1]) <= (entry[1].match(ALL_PROSE) ?? []).length;
}

/** Whether a word is signs of cells alone, with a clue or a sign three times in a row: `EEM3B`. */
export const areTightCells = (text) => isOfSigns(text) && CLUE_OR_RUN.test(text);

/** Whether each character of a text may be a cell. */
export const isOfSigns = (text) => [...text].every((sign) => SIGNS.has(sign));

/** What it costs to leave a line out of the board; null: it may well be a row. */
export const excuse = keptByLine(excuseOf, LONGEST_SENTENCE);

function excuseOf(line) {
  const text = line.trim();
  if (!text || isOfBrackets(text)) return 0;
  if (isDrawn(text)) return 0;
  if (isRuler(line)) return 0;
  if (lengthOf(text) > LONGEST_SENTENCE) {
    const isProse = PROSE.test(text) && cellsIn(text) < 3 && text.includes(" ");
    return isProse && lettersIn(text) > 2 ? 0.1 : null;
  }
  if (isFact(text) || isHeading(text) || isListLabel(text)) return 0.05;
  if (MARKS.includes(text) || TEXT_QUOTES.includes(text)) return 0.05;
  const patterns = [ONE_TO_THREE_NUMBERS, STATUS, TITLE, ASSIGNMENT, COUNTER];
  if (patterns.some((pattern) => pattern.test(text))) return 0.05;
  if (OPENING.test(text) && TWO_LETTERS.test(text) && text[0] !== "|") return 0.05;
  if (hasWords(text)) return 0.1;
  if (!matchesOf(text, MINE_COUNT).next().done || text.search(LEGEND) >= 0) return 0.05;
  if (listedRoles(text).size) return 0.05;
  return null;
}

/** Whether a line only opens and closes lists and texts of a program, and is no row of dots or blanks. */
export function isOfBrackets(text) {
  if (!BRACKETS.test(text) || !BRACKET.test(text)) return false;
  const countOf = (sign) => text.split(sign).length - 1;
  if (DOTS_IN_BOXES.test(text) || (text.includes(".") && !/[[\](){}]/.test(text))) return false;
  return countOf(",") < 2 && countOf("+") < 2;
}

/** Whether a line of the signs of lines is surely drawn, and no row of such signs. */
export function isDrawn(line) {
  const text = line.trim();
  if (!isRule(text) || BARRED_CELLS.test(text)) return false;
  const isLong = new Set(text).size === 2 && [...text].filter((sign) => sign === text[0]).length > 3;
  const hasWalls = "+|".includes(text[0]) && !DRAWN_CELLS.test(text);
  return SURELY_DRAWN.test(text) || isLong || hasWalls;
}

/** How many words of a line could be cells; a word of cells alone counts for two. */
export function cellsIn(text) {
  let cellCount = 0;
  for (const word of wordsOf(text.replace(RANGE, " ").replace(BETWEEN_CELLS, " "))) {
    if (CELLS.has(word) || NO_VALUES.includes(word.toLowerCase())) {
      cellCount += 1;
      continue;
    }
    const signs = [...word];
    const isOfCells = signs.length > 2 && signs.every((sign) => CELLS.has(sign));
    const isHidden = signs.length > 4 && signs.some((sign) => HIDDEN_CELLS.has(sign));
    const isNoWord = isOfCells && (new Set(signs).size > 1 || isHidden) && !DOTS.test(word);
    if (isNoWord) cellCount += signs.some((sign) => HIDDEN_CELLS.has(sign)) ? 3 : 2;
  }
  return cellCount;
}

/** How many different letters a text has. */
const lettersIn = (text) => new Set(text.toLowerCase().match(new RegExp(`[${LETTER}]`, "gu")) ?? []).size;

/** What the lines around a board say of it, all together. */
export function factsOf(lines) {
  let facts = NO_FACTS;
  for (const line of lines) {
    let text = line.trim();
    if (!text || lengthOf(text) > LONGEST_SENTENCE) continue;
    const columns = numberedColumns(line);
    if (columns.length) {
      // A first 0 may stand above the names of rows.
      const widths = [columns.length, columns.length - Number(columns[0] === "0")];
      facts = { ...facts, rulerWidths: [...facts.rulerWidths, ...widths] };
      continue;
    }
    const size = sizeIn(text);
    if (size !== null && (size.kind !== NUMBERS || ["", NUMBERS].includes(facts.sizeKind))) {
      const isSame = facts.size === null || isSameSize(facts.size, size.size);
      const isSizeSure = facts.isSizeSure && (isSame || [size.kind, facts.sizeKind].includes(NUMBERS));
      facts = { ...facts, size: size.size, sizeKind: size.kind, isSizeSure };
      text = text.slice(size.end);
      if (size.mines !== null) facts = { ...facts, mines: withNumber(facts.mines, size.mines) };
    }
    facts = withCounts(facts, text);
    // It may name a column as well, so that nobody knows a count.
    if (isFarNumber(line)) facts = { ...facts, loneCount: null, loneCounts: facts.loneCounts + 1 };
    facts = { ...facts, legend: [...facts.legend, ...legendRoles(text)] };
  }
  return facts;
}

/** Whether a line tells how many mines there are, and no size. */
export const tellsMines = keptByLine(tellsOnlyMines, LONGEST_SENTENCE);

function tellsOnlyMines(line) {
  const { size, mines } = factsOf([line]);
  return size === null && mines.length > 0;
}

/** Whether a number alone stands as far from the margin as a column of cells may. */
const isFarNumber = (line) => /^\s{4}/u.test(line) && LONE_COUNT.test(line.trim());

/** Whether two sizes have the same numbers; some tell the columns first. */
function isSameSize(/** @type {any} */ [height, width], /** @type {any} */ [first, second]) {
  return (height === first && width === second) || (height === second && width === first);
}

const withNumber = (numbers, number) => (numbers.includes(number) ? numbers : [...numbers, number]);

/** The size that a line tells, how, the mine count beside it and where it ends; null: it tells none. */
export function sizeIn(text) {
  const numbers = SIZE_OF_NUMBERS.exec(text);
  if (numbers !== null) {
    const mines = numbers[3] === undefined ? null : Number(numbers[3]);
    return { size: [Number(numbers[1]), Number(numbers[2])], kind: NUMBERS, mines, end: text.length };
  }
  const sides = NAMED_SIDES.exec(text) ?? COUNTED_SIDES.exec(text);
  if (sides !== null) {
    const [, sidesText, first, second] = sides;
    return { size: [Number(first), Number(second)], kind: IN_WORDS, mines: null, end: sidesText.length };
  }
  const match = SIZE.exec(text);
  if (match === null) return null;
  const [, sizeText, rows, columns, count] = match;
  const mines = count === undefined || count === "?" ? null : Number(count);
  const kindAlone = count === undefined ? ALONE : COUNTED;
  const kind = SIZE_ALONE.test(text) ? kindAlone : IN_WORDS;
  return { size: [Number(rows), Number(columns)], kind, mines, end: sizeText.length };
}

/** With the mine counts that a line of words tells, or a number alone in its line. */
function withCounts(facts, text) {
  const flags = FLAGS_OF_MINES.exec(text);
  if (flags !== null) return { ...facts, mines: withNumber(facts.mines, Number(flags[1])) };
  const lone = LONE_COUNT.exec(text);
  if (lone !== null) {
    const number = Number(lone[1] ?? lone[2] ?? lone[3]);
    const loneCount = facts.loneCounts === 0 ? number : null;
    return { ...facts, loneCount, loneCounts: facts.loneCounts + 1 };
  }

  const counts = [...matchesOf(text, MINE_COUNT)];
  let [mines, numbersLeft] = [[], []];
  for (const match of counts) {
    const number = Number(match[1]);
    const [textBefore, textBehind] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    const clauseStart = Math.max(...CLAUSE_ENDS.map((mark) => textBefore.lastIndexOf(mark))) + 1;
    const clause = textBefore.slice(clauseStart) + match[0] + textBehind.split(CLAUSE_END, 1)[0];
    if (hasWordOf(PART_WORDS, clause) || OF_A_PART.test(clause)) continue;
    const before = [...textBefore].slice(-LEFT_REACH).join("");
    const behind = [...textBehind].slice(0, LEFT_REACH).join("");
    if (hasWordOf(LEFT_WORDS, before + match[0] + behind)) numbersLeft = withNumber(numbersLeft, number);
    else if (!hasWordOf(OTHER_WORDS, match[0])) mines = withNumber(mines, number);
  }
  // A sentence with several counts tells cases: 1 mine on the left, 2 mines on the right.
  if (mines.length < 2 && numbersLeft.length < 2) {
    const withAll = (before, numbers) => numbers.reduce(withNumber, before);
    facts = { ...facts, mines: withAll(facts.mines, mines), left: withAll(facts.left, numbersLeft) };
  }
  const left = LEFT_COUNT.exec(text);
  if (!counts.length && left !== null && isLeftLabel(left[1]))
    facts = { ...facts, left: withNumber(facts.left, Number(left[2])) };
  return facts;
}

/** Whether a label says that its number is how many are left, and names nothing but mines: no lives. */
function isLeftLabel(label) {
  const words = label.match(new RegExp(`[${LETTER}_]+`, "gu")) ?? [];
  const others = words.filter((word) => !hasWordOf(LEFT_WORDS, word));
  return others.length < words.length && others.every((word) => WORDS_BESIDE_LEFT.has(word.toLowerCase()));
}

/** Whether one of these words stands in a text; of scripts without blanks, anywhere. */
function hasWordOf(words, text) {
  const wordsInText = text.match(new RegExp(`[${LETTER}_]+`, "gu")) ?? [];
  if (wordsInText.some((word) => words.has(word.toLowerCase()))) return true;
  return [...words].some((word) => !isAscii(word) && text.includes(word));
}

/** What a legend in a line says of signs, [sign, role] each: `# = mine, - = unknown`; digits are clues in any case. */
export function legendRoles(text) {
  const roles = new Map();
  for (const match of text.matchAll(LEGEND)) {
    const words = match[2].toLowerCase().match(new RegExp(`[${LETTER}]+`, "gu")) ?? [];
    if (words.some((word) => DENIALS.has(word))) continue;
    for (const word of words) {
      if (!LEGEND_ROLES.has(word)) continue;
      if (!roles.has(match[1])) roles.set(match[1], LEGEND_ROLES.get(word));
      break;
    }
  }
  return roles.size ? roles : listedRoles(text);
}

/** Roles of several signs in a list, `hidden = #, empty = .` or `# hidden, . empty`; of one sign none. */
function listedRoles(text) {
  const roles = new Map();
  for (const [, word, sign, listedSign, listedWord] of text.matchAll(LISTED_ROLES)) {
    const key = sign ?? listedSign;
    if (!roles.has(key)) roles.set(key, LEGEND_ROLES.get((word ?? listedWord).toLowerCase()));
  }
  return new Set(roles.values()).size > 1 ? roles : new Map();
}

/** Whether no line of a text may be a row of a board, or JSON. */
export const areWords = (lines) =>
  !lines.some((line) => DATA.test(line) || OPEN_DATA.includes(line.trim())) &&
  lines.every((line) => excuse(line) !== null);
