// A pasted text as lines, without what mail, chats and terminals put around it; and what lines of words say.
// Function by function as minesolver/io/formats/pasted/lines.py.

import { wrong } from "../errors.js";
import { COUNT_WORDS, DIGITS, ELEMENTS, LEFT_WORDS, LEGEND_WORDS, NAMES, OTHER_WORDS, TITLE_WORDS } from "./table.js";

// eslint-disable-next-line no-control-regex
const COLOURS = /\x1b(?:\[[0-?]{0,20}[A-Za-z]|[()][0-9A-B]|[=>78]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\))/g;
/** A character that moves a cursor, rings a bell, ...: of files that are no text, or pasted by a slip. */
const CONTROL = new RegExp(String.raw`${COLOURS.source}|([\x00-\x08\x0e-\x1f\x7f-\x9f])`, "g");
const ACCENT = /([^\p{L}\p{M}])((?![\ufe0e\ufe0f\u20e3])\p{M})/u;
/** What ends a line, as Python's `splitlines` has it. */
// eslint-disable-next-line no-control-regex
export const LINE_BREAK = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const INVISIBLE = /[\ufe0e\ufe0f\u20e3\u200b-\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/gu;
const TAGS = /\[\/?(?:code|spoiler|pre|quote)[^\]\n]{0,40}\]|<\/?(?:pre|code|p|div|br)\s{0,3}\/?>/gi;
const FENCE = /^\s{0,9}(?:```\s{0,9}\w{0,20}|~~~\s{0,9}(?:text|txt|plain|python|py)?)\s*$/;
const PROMPT = /^\s{0,9}(?:>>>|\.\.\.(?=\s+\S)|In \[\d{0,6}\]:|Out\[\d{0,6}\]:|\$\s{1,9}(?=[\w./~-]{2}))\s{0,9}/;
const TILDE_CELLS = /~[ \t]*[^~ \t]|[^~ \t][ \t]*~/; // a tilde beside another sign: no row of tildes is a fence then
// Typed at a prompt to have a board shown.
const CALL =
  /^\s{0,9}[\w.]{1,60}\((?!.{0,60}\d\s*,\s*-?\d)(?!\s*['"].?['"]\s*,)(?!(?:[^,]{0,60},){2})[^[\]{}]{0,60}\)\s{0,9}$/u;
const ESCAPES = /(?:\\u[0-9a-fA-F]{4})+/g;
const QUOTE_ENDS = /^\s{0,99}(?:(?:"{3}|'{3}|`)\s{0,9}[;)\],]{0,3}|;)\s{0,9}$/;
const QUOTE_BEGINS = /^.{0,99}[=(,]\s{0,9}[a-zA-Z]?(?:"{3}|'{3}|`)\\?\s{0,9}$/;
const QUOTE = /^[> \t]{0,40}>[ \t]?/;
const NUMBER = /[0-9]+/g;
const WORD = /[\p{L}\p{M}_]+|[0-9]+/gu;
const NUMBERS = /^[0-9]+(?:\s{0,9}[xX,;\s]\s{0,9}[0-9]+)*$/;
const NAME_OF_A_SIGN = /:[a-z_]{1,30}:/g;
const NUMBER_OF_ROW = /^\s{0,40}(?:row|line)\s{0,3}\d{1,3}\s{0,3}[:=]?/i;
const NAMES_WITH_DIGITS = /[\p{L}_][\p{L}\p{N}_]{0,40}\p{N}[\p{L}\p{N}_]{0,40}/gu; // python3, b2: they count nothing
const FIELD_ENDS = /[|;,\t()]|\s{2,40}|\s-\s/; // what parts the things that one line tells
const NO_COUNTS = // numbers of sentences that count nothing: that of a list's item, cells, shares
  /^\s{0,9}\d{1,6}[.)]\s|\(\d{1,6}(?:, ?\d{1,6}){1,4}\)|\d{1,6}(?:[.,]\d{1,9})? ?%|\d{1,6}\.\d{1,9}/g;
const LIST_LABEL = /^\s*\d{1,3}\)\s*$/; // alone in its line
const MOST_CAPTION_WORDS = 8; // of a line that captions a board; with more it is a sentence
const TEXT_BEGINS = /^(?:[^"'`]{0,99}[=(]\s{0,9}[@$a-zA-Z]{0,2}|\s{0,9}(?="))("{3}|'{3}|["'`])\\?/;
// Where such a text has rows in the lines of its quotes, too.
const TEXT_ENDS = /("{3}|'{3}|["'`])\s{0,9}[;,)]{0,3}\s{0,9}$/;
const SIZES = /\s{0,40}(\d{1,6})\s{0,9}[xX×*]\s{0,9}(\d{1,6})\b/;
const NAMED_COUNT = /^\p{L}[\p{L}_]{1,19}\s?[:：=]\s?\d{1,6}$/u; // a word and its number: 雷数：10
const NARROW = /[ 0-9]/;
const LONGEST_PREFIX = 100; // characters of a line that may be what a log writes before each
const PREFIX = /^.*[\p{L}]{2}[:.\])>[_-]*(?:[0-9]{1,9}(?:[:\])>-]+|(?= *\|)))*[ \t]*(?:\|[ \t]*)?/u;
const PREFIX_MARKS = ":]>|";
// The time before a line, of a shape of zeros.
const CLOCK = /^\[?(?:0000[-/]00[-/]00[T ])?00:00(?::00)?(?:[.,]0{1,9})?(?:Z|[+-]00:?00)?\]?[ \t]+(?=\S)/;
const LAST_SIGN_OF_LOG = /[ \t]*[:-][ \t]+(?=\S)/y;
const OF_LOGS = ["00:00", " - "]; // a prefix with them is of a program; a sign between it and the row is none of it
const NO_PREFIX_WORDS = ["row", "line", "null", "none", "nil", "nan", "undefined"];
const EQUALS_APART = /^=(?: +=){2,99}$/;
const OF_LISTS = "{(\"'|";
const TOLD_SIGN = /(?:^|(?<=[\s,;(|`'"]))([^\s\p{L}\p{N}_,;()`'"|]|[A-Za-z])[`'"]?\s{0,3}/u;
const TELLS = /(?:=|:|->|=>|→|–|—|\bis\b|\bmeans\b)\s{0,3}((?:[\p{L}\p{M}_]{1,20}[ -]?){1,4})/u;
const LEGEND = new RegExp(TOLD_SIGN.source + TELLS.source, "gu"); // a sign and up to four words for it
const LETTERS = /\p{L}{2}/u;
const MOST_WORDS = 60; // of a line that are looked at

/** What lines between rows are drawn with. */
export const RULE_SIGNS = "+-=_|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┄┅┈┉┏┓┗┛┣┫┳┻╋: \t";
const CORNERS = "+─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┏┓┗┛┣┫┳┻╋";

const countOf = (text, sign) => text.split(sign).length - 1;
const lengthOf = (text) => [...text].length;

/** The first control character of a line, or accent on a sign that is no letter, as an error; null: it has none. */
export function foreignCharacter(text, line) {
  for (const { 1: control, index } of text.matchAll(CONTROL)) {
    if (control === undefined) continue;
    const number = control === "\0" ? "0 (NUL)" : control.codePointAt(0);
    const message = `a character of number ${number}, which no text has: is this a text file?`;
    return wrong(message, { line, column: lengthOf(text.slice(0, index)) + 1, symbol: control });
  }
  // On letters there are accents in titles, and marks on marks in other scripts.
  const accent = ACCENT.exec(text);
  if (!accent) return null;
  const [symbol, sign, mark] = accent;
  const message = `'${sign}' has an accent (a character of number ${mark.codePointAt(0)}), as no sign of a cell has`;
  return wrong(message, { line, column: lengthOf(text.slice(0, accent.index)) + 1, symbol });
}

/**
 * The lines without quote marks, fences, prompts, colours and characters that nobody sees: each with its number in the
 * text, what is left of it, and how many characters were cut before that.
 */
export function cleanLines(lines, firstNumber) {
  const fenceCount = lines.reduce((sum, line) => sum + countOf(line, "~~~"), 0);
  const hasTildeCells = fenceCount > 2 || lines.some((line) => TILDE_CELLS.test(line));
  const cleaned = lines.map((original, index) => {
    let text = original.replace(COLOURS, "");
    // Beside digits that are as wide, a wide blank is one cell.
    const wideBlank = NARROW.test(text) ? "  " : " ";
    text = text.replace(INVISIBLE, "").replaceAll("\u00a0", " ");
    text = [...text.replaceAll("\u3000", wideBlank)].map((sign) => DIGITS.get(sign) ?? sign).join("");
    text = text.replace(NAME_OF_A_SIGN, (name) => NAMES.get(name) ?? name);
    const untagged = text.replace(TAGS, "");
    text = untagged.trim() || !text.trim() ? untagged : "";
    let start = 0;
    const mark = PROMPT.exec(text) ?? QUOTE.exec(text);
    if (mark) {
      start = lengthOf(mark[0]);
      text = text.slice(mark[0].length);
    }
    if (CALL.test(text)) text = "";
    text = text.replaceAll("vec![", "    [").replace(ESCAPES, unescaped); // lists of Rust, numbers of characters
    if (QUOTE_BEGINS.test(text) || QUOTE_ENDS.test(text)) text = "";
    if (text.includes("`") || text.includes("~")) {
      const isFence = FENCE.test(text) && !(text.includes("~") && hasTildeCells);
      text = isFence ? "" : text.replaceAll("```", "");
      const trimmed = text.trim();
      if (countOf(text, "`") === 2 && trimmed.startsWith("`") && trimmed.endsWith("`")) text = text.replaceAll("`", "");
    }
    return { number: firstNumber + index, text: text.replace(/[\r\n]+$/, ""), start };
  });
  return withoutSharedPrefix(withoutQuotes(withoutLastTabs(cleaned)));
}

/** The lines without a tab that ends each row of several signs, where no other tab parts them. */
function withoutLastTabs(lines) {
  const filled = lines.map(({ text }) => text).filter((text) => text.trim());
  if (!filled.every((text) => text.endsWith("\t"))) return lines;
  const bodies = filled.map((text) => text.trimEnd());
  const widths = new Set(bodies.map(lengthOf));
  const [width] = widths;
  if (widths.size !== 1 || width < 2 || bodies.some((body) => body.includes("\t"))) return lines;
  return lines.map((line) => ({ ...line, text: line.text.trimEnd() }));
}

/** The lines without the quotes of a text of several lines in a program: `x = @"1#` and `##";`. */
function withoutQuotes(lines) {
  const filled = lines.filter(({ text }) => text.trim());
  if (filled.length < 2) return lines;
  const head = TEXT_BEGINS.exec(filled[0].text);
  const end = TEXT_ENDS.exec(filled.at(-1).text);
  if (!head || !end || head[1] !== end[1]) return lines;
  if (filled.reduce((sum, { text }) => sum + countOf(text, head[1]), 0) !== 2) return lines;
  return lines.map((line) => {
    if (line === filled.at(-1)) return { ...line, text: line.text.slice(0, end.index) };
    if (line !== filled[0]) return line;
    return { ...line, text: line.text.slice(head[0].length), start: line.start + lengthOf(head[0]) };
  });
}

/** The lines without what stands before the cells of each, but for its numbers: `12:00:01 main.py:7] # # 1`. */
function withoutSharedPrefix(lines) {
  const texts = lines.filter(({ text }) => text.trim()).map(({ text }) => text);
  if (texts.length < 2) return lines;
  // Numbers count on from line to line; a prefix ends behind its last word and the marks that follow it.
  const shapes = texts.map((text) => [...text].slice(0, LONGEST_PREFIX).join("").replace(/[0-9]/g, "0"));
  const shared = commonPrefix(shapes);
  let [prefix] = PREFIX.exec(shared) ?? CLOCK.exec(shared) ?? [""];
  if (![...PREFIX_MARKS].some((mark) => prefix.includes(mark))) return withoutSignsOfADiff(lines, texts);
  if (OF_LOGS.some((sign) => prefix.includes(sign))) {
    LAST_SIGN_OF_LOG.lastIndex = prefix.trimEnd().length;
    if (LAST_SIGN_OF_LOG.test(shared)) prefix = shared.slice(0, LAST_SIGN_OF_LOG.lastIndex);
  }
  const words = (prefix.match(WORD) ?? []).map((word) => word.toLowerCase());
  if (words.some((word) => ELEMENTS.has(word) || NO_PREFIX_WORDS.includes(word))) return lines;
  // A bar may stand at the end, as programs part their names from what they write.
  const head = countOf(prefix, "|") === 1 ? prefix.replace(/[ |]+$/, "") : prefix;
  if (head.match(NAME_OF_A_SIGN) || [...OF_LISTS].some((sign) => head.includes(sign))) return lines;
  if (texts.some((text) => !text.slice(prefix.length).trim())) return lines;
  const start = lengthOf(prefix);
  const cut = (line) => ({ number: line.number, text: line.text.slice(prefix.length), start: line.start + start });
  return lines.map((line) => (line.text.trim() ? cut(line) : line));
}

/** The lines without the `+` that a diff writes before each, where there is no other in the text. */
function withoutSignsOfADiff(lines, texts) {
  const isAdded = (text) => text.startsWith("+") && countOf(text, "+") === 1 && lengthOf(text) > 2;
  if (!texts.every(isAdded) || texts.some(isRule)) return lines;
  return lines.map((line) => (line.text.trim() ? { ...line, text: line.text.slice(1), start: line.start + 1 } : line));
}

/** What all texts begin with. */
function commonPrefix(texts) {
  const firstText = [...texts[0]];
  const isShared = (length) => texts.every((text) => text.startsWith(firstText.slice(0, length).join("")));
  let length = 0;
  while (length < firstText.length && isShared(length + 1)) length++;
  return firstText.slice(0, length).join("");
}

/** The characters that JSON writes as their numbers. */
function unescaped(escapes) {
  const characters = JSON.parse(`"${escapes}"`);
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(characters) ? escapes : characters;
}

const isDrawn = (drawn) => [...drawn].every((sign) => RULE_SIGNS.includes(sign));

/** Whether a line is only drawn between rows: `+---+`, `├───┤`, `|---|`, `=====`. */
export function isRule(text) {
  const drawn = text.trim();
  if (lengthOf(drawn) < 2 || !isDrawn(drawn)) return false;
  return isFrame(drawn) || EQUALS_APART.test(drawn) || drawn.includes("--") || drawn.includes("==") || drawn.includes("__");
}

/** Whether a line of these signs has corners or is drawn: such a line is never one of cells. */
export function isFrame(text) {
  const drawn = text.trim();
  if (!isDrawn(drawn)) return false;
  const isBoxed = [...drawn].some((sign) => CORNERS.includes(sign) && sign !== "+");
  return isBoxed || (drawn.startsWith("+") && drawn.includes("+-")) || drawn.includes("-+-") || drawn.includes("=+=");
}

/** Whether two letters stand together: it may be prose. */
export const hasWords = (text) => LETTERS.test(text);

/** Whether a line has a list in square brackets, which no sentence has. */
export const isList = (text) => text.includes("[") && text.slice(text.indexOf("[")).includes(",");

const isNumber = (word) => /^[0-9]+$/.test(word);

/** Whether a line is a word and its number, without a blank: `雷数：10`. */
export const isNamedCount = (text) => NAMED_COUNT.test(text.trim());

/** Whether a line is surely words and no cells: one of three different letters, and blanks or a stop. */
export function isProse(text) {
  const stripped = text.replace(NAME_OF_A_SIGN, " ").replace(NUMBER_OF_ROW, " ").trim();
  if (isNamedCount(stripped)) return true;
  const words = (stripped.match(WORD) ?? []).slice(0, MOST_WORDS);
  if (words.some((word) => TITLE_WORDS.includes(word.toLowerCase()))) return true;
  if (!stripped.includes(" ") && ![":", ".", "?", "!"].includes(stripped.at(-1))) return false;
  return words.some((word) => new Set(word.toLowerCase()).size > 2 && !isNumber(word));
}

/**
 * Nothing is said: of the mine count, of how many mines are left, of the size. `isBare`: the count is a lone number.
 */
export const NO_FACTS = { mines: null, left: null, sizes: null, isBare: false };

/** The words around a number, up to the next number, the nearest first; three at most. */
function nearestWords(words) {
  const nearest = [];
  for (const word of words) {
    if (isNumber(word) || nearest.length === 3) break;
    nearest.push(word);
  }
  return nearest;
}

/** What a line of words says of the mines: `Mines: 10`, `3 bombs left`, `Rest: 17`. */
export function factsOf(line) {
  const match = SIZES.exec(line);
  const sizes = match ? [Number(match[1]), Number(match[2])] : null;
  let text = match ? `${line.slice(0, match.index)} , ${line.slice(match.index + match[0].length)}` : line;
  text = text.replace(NO_COUNTS, " ").replace(NAMES_WITH_DIGITS, " ");
  // A line may tell several things; each number belongs to the words of its own field.
  const fields = text.split(FIELD_ENDS);
  if ((text.match(NUMBER) ?? []).length === 1) fields.push(text);
  const counts = fields.map(countIn);
  for (const kind of ["mines", "left"]) {
    const numbers = new Set(counts.filter((count) => count.kind === kind).map(({ number }) => number));
    // A sentence with several counts tells cases: 1 mine on the left, 2 mines on the right.
    if (numbers.size > 1) return { ...NO_FACTS, sizes };
    const [number] = numbers;
    if (numbers.size) return { ...NO_FACTS, [kind]: number, sizes };
  }
  return { ...NO_FACTS, sizes };
}

const namesMines = (word) => COUNT_WORDS.includes(word) || LEFT_WORDS.includes(word);

/** The number of a piece of text that counts mines, and what it counts: mines, left, or nothing. */
function countIn(text) {
  const words = (text.match(WORD) ?? []).slice(0, MOST_WORDS).map((word) => word.toLowerCase());
  for (const [wordIndex, word] of words.entries()) {
    if (!isNumber(word) || word.length > 6) continue;
    // The words around a number, up to the next number on either side, say what it counts.
    const wordsBefore = nearestWords(words.slice(0, wordIndex).reverse());
    const wordsAfter = nearestWords(words.slice(wordIndex + 1));
    // In a long sentence only what stands beside a number is counted by it.
    const wordsBeside = [...wordsBefore.slice(0, 1), ...wordsAfter.slice(0, 1)];
    if (words.length > MOST_CAPTION_WORDS && !wordsBeside.some(namesMines)) continue;
    const kind = countedBy(wordsBefore, wordsAfter, text);
    if (kind) return { number: Number(word), kind };
  }
  return { number: 0, kind: "" };
}

/** Whether a line says nothing of the mines or the size. */
export const saysNothing = (text) => {
  const { mines, left, sizes } = factsOf(text);
  return mines === null && left === null && sizes === null;
};

/** What a number counts, by the words before it (the nearest first) and after it. */
function countedBy(wordsBefore, wordsAfter, text) {
  // "mines: 10" has the word before the number, "10 mines" after it; the other side comes second.
  const hasSign = text.includes(":") || text.includes("=") || text.includes("：");
  const isNamedBefore = wordsBefore.length > 0 && (hasSign || !wordsAfter.length);
  let words = isNamedBefore ? wordsBefore : wordsAfter;
  if (!words.some(namesMines)) words = isNamedBefore ? wordsAfter : wordsBefore;
  if (words.some((word) => OTHER_WORDS.includes(word))) return "";
  if ([...words, ...wordsBefore.slice(0, 1)].some((word) => LEFT_WORDS.includes(word))) return "left";
  return words.some((word) => COUNT_WORDS.includes(word)) ? "mines" : "";
}

/** What a legend in a line says of signs, `# = mine, - = unknown`: a Map of roles; digits are clues in any case. */
export function rolesTold(text) {
  const roles = new Map();
  if (!hasWords(text)) return roles;
  for (const [, sign, phrase] of text.matchAll(LEGEND)) {
    const words = (phrase.match(WORD) ?? []).map((word) => word.toLowerCase());
    const word = words.find((candidate) => LEGEND_WORDS.has(candidate));
    if (word && !roles.has(sign)) roles.set(sign, LEGEND_WORDS.get(word));
  }
  return roles;
}

/** Both; what the first say goes before what the others say. */
export function merged(facts, fallback) {
  return {
    mines: facts.mines ?? fallback.mines,
    left: facts.left ?? fallback.left,
    sizes: facts.sizes ?? fallback.sizes,
    isBare: facts.isBare || fallback.isBare,
  };
}

/** The numbers of a line that has nothing else, such as `10`, `4 4` or `[10]`; else none. */
export function numbersOf(text) {
  if (LIST_LABEL.test(text)) return [];
  const bare = text.trim().replace(/^[[\](){};,.]+|[[\](){};,.]+$/g, "");
  if (bare.length > 40 || !NUMBERS.test(bare)) return [];
  const numbers = (bare.match(NUMBER) ?? []).map(Number);
  return Math.max(0, ...numbers) < 1_000_000 ? numbers : [];
}
