// What Python's strings and patterns do and JavaScript's do not: signs are counted by code points, words have
// letters of all scripts, and a pattern may look at the sign before it in browsers that cannot.

import { digitRuns, wideRanges } from "../dist/characters.js";

/**
 * A letter or number that is no digit, as `[^\W\d_]` of Python; a sign of a word, as `\w`: the inner part of a
 * class.
 */
export const LETTER = String.raw`\p{L}\p{Nl}\p{No}`;
export const WORD = String.raw`\p{L}\p{N}_`;

/** What was made of a key lately, or is made of it now; the cache, a map, keeps the last eight. */
export function recently(cache, key, make) {
  const value = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > MOST_RECENT) cache.delete(cache.keys().next().value);
  return value;
}

const MOST_RECENT = 8;

/** A function that keeps its answers of short lines: each way to cut a text asks about all lines. */
export function keptByLine(ofLine, longest) {
  const answers = new Map();
  return (line) => {
    if (line.length > longest) return ofLine(line);
    if (answers.size > MOST_LINES) answers.clear();
    if (!answers.has(line)) answers.set(line, ofLine(line));
    return answers.get(line);
  };
}

const MOST_LINES = 2048;

/** The greatest number that divides all of some numbers; 0: all are 0. */
export const greatestDivisor = (numbers) =>
  numbers.reduce((divisor, number) => {
    while (number) [divisor, number] = [number, divisor % number];
    return divisor;
  }, 0);

/** How many signs a text has. */
export const lengthOf = (text) => [...text].length;
export const isAscii = (text) => !/[^\x00-\x7f]/.test(text); // eslint-disable-line no-control-regex
export const isBlank = (text) => !/\S/.test(text);
/** The words of a text, between blanks. */
export const wordsOf = (text) => text.split(/\s+/).filter(Boolean);
export const isDecimal = (text) => /^\p{Nd}+$/u.test(text);
export const isAlphabetic = (text) => /^\p{L}+$/u.test(text);
/** Whether a text is one sign. */
export const isOneSign = (text) => text !== "" && (text.length === 1 || lengthOf(text) === 1);

/** The order of texts by their code points. */
export function inOrder(first, second) {
  const [a, b] = [[...first], [...second]];
  for (let k = 0; k < Math.min(a.length, b.length); k++)
    if (a[k] !== b[k]) return a[k].codePointAt(0) - b[k].codePointAt(0);
  return a.length - b.length;
}

/** A text in quotes, as messages show it. */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const names = { "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r" };
  // eslint-disable-next-line no-control-regex
  const inner = text.replace(/[\\\x00-\x1f\x7f]/g, (sign) => {
    return names[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return quote + (quote === "'" ? inner.replace(/'/g, "\\'") : inner) + quote;
}

/** The value of a sign that is a digit in some script, or in a circle; null: it is none. */
export function digitOf(sign) {
  const code = sign.codePointAt(0);
  for (const [start, first, count] of digitRuns) if (code >= start && code < start + count) return first + code - start;
  return null;
}

/** Whether a sign takes two columns of a terminal. */
export function isWide(sign) {
  const code = sign.codePointAt(0);
  if (code < wideRanges[0][0]) return false;
  return wideRanges.some(([first, last]) => code >= first && code <= last);
}

/**
 * All matches of patterns one after another, of the first that matches at each place. `branches`: each has a sticky
 * pattern and may have `before`, which says whether it may follow a sign, "" at the start, and the text up to there.
 */
export function* matchesOf(text, branches) {
  let index = 0;
  while (index <= text.length) {
    const match = matchAt(text, branches, index);
    if (match === null) {
      index += lengthAt(text, index);
      continue;
    }
    yield match;
    index = match.index + Math.max(match[0].length, lengthAt(text, match.index) * Number(match[0] === ""));
  }
}

const lengthAt = (text, index) => (text.codePointAt(index) > 0xffff ? 2 : 1);

/** The sign before a place of a text; "" at its start. */
export const signBefore = (text, index) => [...text.slice(Math.max(0, index - 2), index)].pop() ?? "";

function matchAt(text, branches, index) {
  const before = signBefore(text, index);
  for (const { pattern, before: mayFollow } of branches) {
    if (mayFollow !== undefined && !mayFollow(before, text.slice(0, index))) continue;
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

/**
 * A text with each match of the branches replaced by a text, or by what a function makes of the match.
 * @param {string | ((match: any) => string)} replacement
 */
export function replaced(text, branches, replacement = "") {
  const parts = [];
  let end = 0;
  for (const match of matchesOf(text, branches)) {
    parts.push(text.slice(end, match.index), typeof replacement === "string" ? replacement : replacement(match));
    end = match.index + match[0].length;
  }
  return parts.join("") + text.slice(end);
}
