// A text as lines of plain signs: what hosts, chats and terminals add is taken off, and names become signs. Nothing is
// chosen here. Function by function as minesolver/io/formats/reading/lines.py.

import { CHARACTERS, NAMES, UNSEEN, WORDS } from "./table.js";
import { digitOf, isAscii, isBlank, isOneSign, lengthOf, quoted, WORD } from "./texts.js";

// eslint-disable-next-line no-control-regex
const TERMINAL = /\x1b(?:\[[0-9;]*m|\[\?[0-9]+[hl]|[()][0-9A-B]|[=>78]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\))/gu;
const LOST_COLOURS = /\[[0-9]{1,3}(?:;[0-9]{1,3}){0,4}m/g;
/** A character that moves a cursor, rings a bell, ...: of files that are no text, or pasted by a slip. */
const CONTROL = new RegExp(String.raw`${TERMINAL.source}|([\x00-\x08\x0e-\x1f\x7f-\x9f])`, "gu");
const BOLD_CELL = new RegExp(String.raw`\|(\s*)\*\*([${WORD}]{1,2})\*\*(?=\s*\|)`, "gu");
const NAME = /:[a-z_]{1,30}:/g;
const SPOILERS = [/>!([^!<>\n]{1,40})!</gu, /\|\|([^|\n]{1,200}?)\|\|/gu];
/** A row whose cells double bars part: `1||#||1`, `|1||#||1|`; a chat would have four between two covered cells. */
const PARTED_BY_BARS = /^[\s"'[(]*(?:\|(?!\|))?[^|]{1,3}(?:\|\|[^|]{1,3})+\|?[\s"'\]),]*$/u;
/** Bars between cells of which some are blank: a chat covers cells with two bars at each end. */
const TIGHT_BARS = /(?:^|[^|])\|{3}(?!\|)|\|{5}|[^|\s]\|(?=[^|\s])/u;
const COVERED_HIDDEN = /[⬜⬛🟦🟩🔲■#?]/u;
const COVERED_MINE = /[💣💥*]/gu;
const BREAKS = /<br\s*\/?>|<\/?div>|<\/p>\s*<p>|<\/?pre>|<\/?code>/i;
/** What Node's `console.table` writes above the numbers of rows. */
const INDEX = "(index)";
const TAGS = /\[\/?(?:code|quote|spoiler)[^\]\n]{0,60}\]/giu;
const FENCE = new RegExp(String.raw`^\s*(?:\x60\x60\x60|~~~)\s*[${WORD}]*\s*$`, "u");
const QUOTES = "`'\"";
const QUOTE = /^(?:\s*>)+ ?(?![<>]|\S<)/;
/** A mark of quotation without a blank behind it: then a blank behind others is a cell. */
const TIGHT_QUOTE = /^(?:\s*>)+(?![<>\s]|\S<)/u;
const CODE = /`([^`]*)`/g;
const ESCAPED = /(?:\\u[0-9a-fA-F]{4})+/g;
const ESCAPED_END = /\\n\\?\s*$/;
const JOINED_END = /\\\s*$/;
const CURSOR = /\[(\S)\]|>([^\s<>!])</gu;
const CURSOR_ALONE = /^(?:\[(\S)\]|>([^\s<>!])<)$/u;
const CURSOR_INSIDE = /(\S)[ ]?[[>](\S)[\]<][ ]?(?=\S)/gu;
const CURSOR_LAST = /(\S)[ ]?[[>](\S)[\]<](\s*)$/u;
const CURSOR_FIRST = /^(\s*)[[>](\S)[\]<][ ]?(?=\S)/u;
/** One character for a cell that a chat covers. */
export const COVERED_CELL = "\ue000";
const WIDEST_BLANK = 3; // in quotes
/** One character for a comma in quotes, which is a cell and parts none. */
const COMMA_CELL = "\ue001";
const QUOTED_COMMA = /((?:^|[[({,;\t])[ ]*)(["']),\2(?=[ ]*(?:[\])},;\t]|$))/gmu;
const LATIN = "abcdefghijklmnopqrstuvwxyz";
const ALPHABETS = [LATIN, "абвгдежзиклмнопрстуфхцчшщ"];
const FIRST_NAMES = new Set(["0", "1", "00", "01", ...ALPHABETS.map(([letter]) => letter)]);
const COLUMNS_OF_SHEET = ["", "A"].flatMap((first) => [...LATIN.toUpperCase()].map((second) => first + second));
/** A to Z, and then a, b, ... or AA, AB, ... */
const LONG_ALPHABETS = [[...(LATIN.toUpperCase() + LATIN)], [...(LATIN + LATIN.toUpperCase())], COLUMNS_OF_SHEET];

/** The first character of a line that no board has, with its column from 1, and what is wrong; null: it has none. */
export function foreignCharacter(line) {
  if (/^[\x20-\x7e]*$/.test(line)) return null;
  line = withoutFileEnd(line);
  for (const { 1: control, index } of line.matchAll(CONTROL)) {
    if (control === undefined || UNSEEN.has(control)) continue;
    const name = control === "\0" ? " (NUL)" : "";
    const message = `a character of number ${control.codePointAt(0)}${name}, which no text has: is this a text file?`;
    return { column: lengthOf(line.slice(0, index)) + 1, symbol: control, message };
  }

  // On letters there are accents in titles, and marks on marks in other scripts.
  const signs = [...line];
  for (let k = 0; k + 1 < signs.length; k++) {
    const [sign, mark] = [signs[k], signs[k + 1]];
    if (!isMark(mark) || /[\p{L}\p{M}]/u.test(sign)) continue;
    const number = mark.codePointAt(0);
    const message = `${quoted(sign)} has an accent (a character of number ${number}), as no sign of a cell has`;
    return { column: k + 1, symbol: sign + mark, message };
  }
  return null;
}

/** Whether a character is an accent or the like of the one before it, and says not only how that looks. */
function isMark(character) {
  return !UNSEEN.has(character) && /\p{M}/u.test(character);
}

/** The lines without what is no part of any board, in the characters that the table knows. */
export function plainText(lines, firstNumber = 1) {
  let text = inKnownCharacters(lines.map(withoutFileEnd).join("\n"));
  if (text.includes("','") || text.includes('","')) text = text.replace(QUOTED_COMMA, `$1$2${COMMA_CELL}$2`);
  text = withoutCursor(text.split("\n")).join("\n");
  const { text: shownText, coveredMines } = uncovered(text);
  const shownLines = shownText.split("\n");
  const bareLines = new Set(bareLinesOf(shownLines).map((k) => firstNumber + k));
  // Of a board with cells of ~ a line of three is a row.
  const hasTildeCells = shownLines.some((line) => line.includes("~") && !FENCE.test(line));
  const hasTightQuotes = shownLines.some((line) => TIGHT_QUOTE.test(line));
  let texts = [];
  let numbers = [];
  for (const [index, line] of shownLines.entries()) {
    for (const part of partsOfLine(line, hasTildeCells, hasTightQuotes)) {
      texts.push(part);
      numbers.push(firstNumber + index);
    }
  }
  const endCounts = texts.map((line) => line.split("\\n").length - 1);
  if (endCounts.some((count) => count > 1) || (texts.length === 1 && endCounts[0])) {
    const partsOfLines = texts.map((line) => line.replace(/\\r/g, "").split("\\n"));
    numbers = partsOfLines.flatMap((parts, k) => parts.map(() => numbers[k]));
    texts = partsOfLines.flat();
  }
  if (texts.some((line) => ESCAPED_END.test(line))) texts = texts.map((line) => line.replace(ESCAPED_END, ""));
  if (texts.some((line) => line.includes('"')) || texts.filter((line) => line.endsWith("\\")).length > 2)
    texts = texts.map((line) => line.replace(JOINED_END, ""));
  return { texts, numbers, coveredMines, bareLines };
}

/**
 * The indices of lines of nothing but a mark of quotation, where all lines have one; of empty lines behind the begin of
 * a block of code or of a text in quotes, and before its end.
 */
function bareLinesOf(lines) {
  const filled = [...lines.keys()].filter((k) => !isBlank(lines[k]));
  const areQuoted = filled.every((k) => QUOTE.test(lines[k]));
  const bareLines = areQuoted ? filled.filter((k) => lines[k].trim() === ">") : [];
  for (const [k, below] of filled.slice(1).entries()) {
    const above = filled[k];
    const isQuotation = beginsQuotation(lines[above]) || endsQuotation(lines[below]);
    for (let index = above + 1; isQuotation && index < below; index++) bareLines.push(index);
  }
  return bareLines;
}

/** Whether a quotation mark stands an odd number of times in a text. */
const isOdd = (text, mark) => QUOTES.includes(mark) && (text.split(mark).length - 1) % 2 === 1;

/** Whether a block of code or a text in quotes begins at the end of a line. */
const beginsQuotation = (line) => line.trim().startsWith("```") || isOdd(line, line.trim().slice(-1));

/** Whether a block of code or a text in quotes ends at the begin of a line. */
const endsQuotation = (line) => isOdd(line, line.trim().slice(0, 1));

/** A line without the sign that ended files of old. */
// eslint-disable-next-line no-control-regex
const withoutFileEnd = (line) => line.replace(/\x1a+$/, "");

/** A text without colours and what nobody sees; other digits, wide signs and names as the usual signs. */
export function inKnownCharacters(text) {
  if (text.includes("\\u")) text = text.replace(ESCAPED, unescaped);
  if (text.includes("**")) text = text.replace(BOLD_CELL, "|$1$2");
  if (text.includes("\x1b")) text = text.replace(TERMINAL, "");
  else if (text.includes("[0m")) text = text.replace(LOST_COLOURS, "");
  if (text.includes(":")) text = text.replace(NAME, (name) => NAMES.get(name) ?? name);
  if (isAscii(text) && !text.includes("\r")) return text;
  // Beside digits that are as wide, a wide blank is one cell.
  text = text.replace(/\u3000/g, /[ 0-9]/.test(text) ? "  " : " ");
  return Array.from(text, knownCharacter).join("");
}

/** The characters of `\u25a0` and the like; those beyond 16 bits are written as two. */
function unescaped(escapes) {
  const units = escapes.slice(2).split("\\u").map((unit) => parseInt(unit, 16));
  return Array.from(String.fromCharCode(...units), (sign) => (/[\ud800-\udfff]/u.test(sign) ? "\ufffd" : sign)).join("");
}

function knownCharacter(character) {
  if (character <= "\x7f" && character !== "\r") return character;
  if (UNSEEN.has(character)) return "";
  return CHARACTERS.get(character) ?? String(digitOf(character) ?? character);
}

/** The text with a sign for each cell that a chat covers, and how many mines it covers; null: it does not show all. */
function uncovered(text) {
  const hasCoveringBars = text.includes("||") && !TIGHT_BARS.test(text);
  if (!hasCoveringBars && !text.includes(">!")) return { text, coveredMines: 0 };
  let rows = text
    .split("\n")
    .filter((line) => !isBlank(line))
    .map((line) => line.trim());
  if (rows.every((row) => row.startsWith("||") && row.endsWith("||")))
    rows = rows.map((row) => row.slice(2).replace(/\|\|$/, ""));
  const barredRows = rows.filter((row) => row.includes("||"));
  const areMost = 2 * barredRows.length > rows.length && barredRows.length > 1;
  if (areMost && barredRows.every((row) => PARTED_BY_BARS.test(row))) return { text: text.replace(/\|\|/g, "|"), coveredMines: 0 };
  let coveredMines = 0;
  for (const pattern of SPOILERS) {
    for (const match of text.matchAll(pattern)) {
      if (COVERED_HIDDEN.test(match[1])) coveredMines = null;
      if (coveredMines !== null) coveredMines += [...match[1].matchAll(COVERED_MINE)].length;
    }
    text = text.replace(pattern, (_, inner) => asCovered(inner));
  }
  // Covered cells stand beside each other without blanks, and others of the same board with some.
  if (text.includes(COVERED_CELL + COVERED_CELL) && text.includes(` ${COVERED_CELL}`)) {
    const withoutBlanks = (line) => (line.includes(COVERED_CELL) ? line.replace(/ /g, "") : line);
    text = text.split("\n").map(withoutBlanks).join("\n");
  }
  return { text, coveredMines };
}

/** A covered cell for each sign; blanks beside the signs go with what covers them. */
const asCovered = (inner) => inner.trim().replace(/\S/gu, COVERED_CELL);

/** Lines without what a program shows its cursor by: brackets or arrows around one cell of all. */
export function withoutCursor(lines) {
  const cursors = lines.map((line) => [...line.matchAll(CURSOR)].length);
  const index = cursors.indexOf(1);
  if (cursors.reduce((sum, count) => sum + count, 0) !== 1 || CURSOR_ALONE.test(lines[index].trim())) return lines;
  const inside = lines[index].replace(CURSOR_INSIDE, "$1 $2 ");
  const line = inside.replace(CURSOR_LAST, "$1 $2$3").replace(CURSOR_FIRST, "$1$2 ");
  return [...lines.slice(0, index), line, ...lines.slice(index + 1)];
}

/** A line without fences, tags and marks of a quotation; the lines that breaks of HTML make of it. */
function partsOfLine(line, hasTildeCells, hasTightQuotes) {
  if (line.includes("<") && BREAKS.test(line)) {
    // Several blanks are a row of blank cells, perhaps.
    const parts = line.split(BREAKS).filter((part) => !isBlank(part) || part.length > 2);
    return parts.length ? parts : [""];
  }
  line = line.replaceAll(INDEX, " ".repeat(INDEX.length));
  if (line.includes("[")) line = line.replace(TAGS, "");
  const hasFence = line.includes("```") || (line.includes("~~~") && !hasTildeCells);
  if (hasFence && FENCE.test(line)) return [""];
  if (line.includes(">") && !line.startsWith(">>>")) {
    const [mark] = QUOTE.exec(line) ?? [""];
    line = line.slice((hasTightQuotes ? mark.trimEnd() : mark).length);
  }
  if (line.includes("`")) line = line.replace(CODE, "$1");
  return [line];
}

/**
 * Whether texts count: 0 1 2 ..., 1 2 3 ..., a b c ..., or down; perhaps only the last digit of each. `mayFall`:
 * whether they may count down, as rows do that are numbered from below.
 */
export function countsUp(tokens, fewest = 3, { mayFall = true } = {}) {
  if (tokens.length < fewest) return false;
  if (!mayBegin(tokens[0].trim()) && !mayBegin(tokens[tokens.length - 1].trim())) return false;
  const names = tokens.map((token) => token.trim());
  if (names.includes("")) return false;
  return counts(names) || (mayFall && counts([...names].reverse()));
}

/** Numbers of one character: letters go on behind 9, as in hexadecimal ones. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Whether a text is one with which names count up. */
const mayBegin = (name) => FIRST_NAMES.has(name.toLowerCase());

function counts(names) {
  const [firstName] = names;
  if (["0", "1", "00", "01"].includes(firstName)) {
    const first = Number(firstName);
    const areNumbers = names.every((name, k) => {
      const number = first + k;
      return [String(number), String(number % 10), String(number).padStart(2, "0")].includes(name);
    });
    return areNumbers || names.every((name, k) => name.toLowerCase() === DIGITS[first + k]);
  }
  for (const alphabet of ALPHABETS)
    if (firstName.toLowerCase() === alphabet[0] && names.length <= alphabet.length)
      return names.every((name, k) => name.toLowerCase() === alphabet[k]);
  return LONG_ALPHABETS.some((alphabet) => names.every((name, k) => name === alphabet[k]));
}

/** The sign that the text of a cell stands for; null: it is no cell. */
export function signOf(token) {
  let text = token.trim();
  if (text.length > 1 && text[0] === text[text.length - 1] && "'\"".includes(text[0])) {
    const inner = text.slice(1, -1);
    text = inner.trim();
    if (!text && inner.length > WIDEST_BLANK) return null; // a row of blanks
  }
  if (text === COVERED_CELL) return "covered";
  if (text === COMMA_CELL) return ",";
  if (text === "" || isOneSign(text)) return text;
  const number = /^[+-]?([0-9]{1,3})(?:\.0*)?$/.exec(text);
  if (number !== null) {
    const digits = String(Number(number[1]));
    return text.startsWith("-") && digits !== "0" ? `-${digits}` : digits;
  }
  const lastWord = text.split(/[.:]+/).pop().toLowerCase();
  return WORDS.get(lastWord) ?? null;
}
