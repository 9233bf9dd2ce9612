// A pasted text as lines, without what mail, chats and terminals put around it; and what lines of words say.
// Function by function as minesolver/io/formats/pasted/lines.py.

import { COUNT_WORDS, LEFT_WORDS, OTHER_WORDS } from "./table.js";

// eslint-disable-next-line no-control-regex
const COLOURS = /\x1b\[[0-9;]{0,20}[A-Za-z]/g;
const INVISIBLE = /[\ufe0e\ufe0f\u20e3\u200b-\u200d\u2060\ufeff]/gu;
const TAGS = /\[\/?(?:code|spoiler|pre|quote)[^\]\n]{0,40}\]|<\/?(?:pre|code|p|div|br)\s{0,3}\/?>/gi;
const FENCE = /^\s{0,9}(?:```|~~~)\s{0,9}\w{0,20}\s*$/;
const PROMPT = /^\s{0,9}(?:>>>|\.\.\.(?=\s+\S)|In \[\d{0,6}\]:|Out\[\d{0,6}\]:|\$\s)\s{0,9}/;
const QUOTE = /^[> \t]{0,40}>[ \t]?/;
const NUMBER = /[0-9]+/g;
const WORD = /[\p{L}\p{M}_]+|[0-9]+/gu;
const SIZES = /\s{0,40}(\d{1,6})\s{0,9}[xX×*]\s{0,9}(\d{1,6})\b/;
const LETTERS = /\p{L}{2}/u;
const MOST_WORDS = 60; // of a line that are looked at

/** What lines between rows are drawn with. */
const RULE_SIGNS = "+-=_|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┄┅┈┉: \t";
const CORNERS = "+─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰";

const countOf = (text, sign) => text.split(sign).length - 1;
const lengthOf = (text) => [...text].length;

/**
 * The lines without quote marks, fences, prompts, colours and characters that nobody sees: each with its number in the
 * text, what is left of it, and how many characters were cut before that.
 */
export function cleanLines(lines, firstNumber) {
  return lines.map((original, index) => {
    let text = original
      .replace(COLOURS, "")
      .replace(INVISIBLE, "")
      .replaceAll("\u00a0", " ")
      .replaceAll("\u3000", "  ");
    text = text.replace(TAGS, "");
    let start = 0;
    const mark = PROMPT.exec(text) ?? QUOTE.exec(text);
    if (mark) {
      start = lengthOf(mark[0]);
      text = text.slice(mark[0].length);
    }
    if (text.includes("`") || text.includes("~")) {
      text = FENCE.test(text) ? "" : text.replaceAll("```", "");
      const trimmed = text.trim();
      if (countOf(text, "`") === 2 && trimmed.startsWith("`") && trimmed.endsWith("`")) text = text.replaceAll("`", "");
    }
    return { number: firstNumber + index, text: text.replace(/[\r\n]+$/, ""), start };
  });
}

const isDrawn = (drawn) => [...drawn].every((sign) => RULE_SIGNS.includes(sign));

/** Whether a line is only drawn between rows: `+---+`, `├───┤`, `|---|`, `=====`. */
export function isRule(text) {
  const drawn = text.trim();
  if (lengthOf(drawn) < 2 || !isDrawn(drawn)) return false;
  return isFrame(drawn) || drawn.includes("--") || drawn.includes("==") || drawn.includes("__");
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

const isNumber = (word) => /^[0-9]+$/.test(word);

/** Whether a line is surely words and no cells: one of three different letters, and blanks or a stop. */
export function isProse(text) {
  const stripped = text.trim();
  if (!stripped.includes(" ") && ![":", ".", "?", "!"].includes(stripped.at(-1))) return false;
  const words = (stripped.match(WORD) ?? []).slice(0, MOST_WORDS);
  return words.some((word) => lengthOf(word) > 2 && new Set(word.toLowerCase()).size > 2 && !isNumber(word));
}

/** Nothing is said: of the mine count, of how many mines are left, of the size. `isBare`: the count is a lone number. */
export const NO_FACTS = { mines: null, left: null, sizes: null, isBare: false };

/** The words around a number, up to the next number, the nearest first; three at most. */
function nearestWords(words) {
  const found = [];
  for (const word of words) {
    if (isNumber(word) || found.length === 3) break;
    found.push(word);
  }
  return found;
}

/** What a line of words says of the mines: `Mines: 10`, `3 bombs left`, `Rest: 17`. */
export function factsOf(text) {
  const words = (text.match(WORD) ?? []).slice(0, MOST_WORDS).map((word) => word.toLowerCase());
  const match = SIZES.exec(text);
  const sizes = match ? [Number(match[1]), Number(match[2])] : null;
  for (const [place, word] of words.entries()) {
    if (!isNumber(word) || word.length > 6) continue;
    const before = nearestWords(words.slice(0, place).reverse());
    const after = nearestWords(words.slice(place + 1));
    const kind = countedBy(before, after, text);
    if (kind === "mines") return { ...NO_FACTS, mines: Number(word), sizes };
    if (kind === "left") return { ...NO_FACTS, left: Number(word), sizes };
  }
  return { ...NO_FACTS, sizes };
}

/** What a number counts, by the words before it (the nearest first) and after it. */
function countedBy(before, after, text) {
  const isNamedBefore = text.includes(":") || text.includes("=");
  const usesBefore = isNamedBefore && before.length > 0;
  let around = usesBefore ? before : after.length ? after : before;
  if (!around.some((word) => COUNT_WORDS.includes(word) || LEFT_WORDS.includes(word)))
    around = usesBefore ? after : before;
  if (around.some((word) => OTHER_WORDS.includes(word))) return "";
  if (around.some((word) => LEFT_WORDS.includes(word))) return "left";
  return around.some((word) => COUNT_WORDS.includes(word)) ? "mines" : "";
}

/** Both; the first goes before the second. */
export function merged(first, second) {
  return {
    mines: first.mines ?? second.mines,
    left: first.left ?? second.left,
    sizes: first.sizes ?? second.sizes,
    isBare: first.isBare || second.isBare,
  };
}

/** The numbers of a line that has nothing else, such as `10`, `4 4` or `[10]`; else none. */
export function numbersOf(text) {
  const bare = text.trim().replace(/^[[\](){};,.]+|[[\](){};,.]+$/g, "");
  if (!bare || bare.length > 40 || !/^[0-9 ,\t;xX]+$/.test(bare)) return [];
  const numbers = (bare.match(NUMBER) ?? []).map(Number);
  return Math.max(0, ...numbers) < 1_000_000 ? numbers : [];
}
