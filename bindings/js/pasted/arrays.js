// Rows out of what programming languages write: lists of lists, arrays, terms, lists of texts.
// Function by function as minesolver/io/formats/pasted/arrays.py.

import { signOf } from "./cutting.js";
import { hasWords, numbersOf } from "./lines.js";
import { ELEMENTS } from "./table.js";

const OPENING = "[({";
const CLOSING = "])}";

/** What stands in one innermost pair of brackets: its elements, row by row. */
class Group {
  rows = [];
  elements = [];
  rowsWithComma = [];
  isInnermost = true;

  add(text, column, isQuoted) {
    this.elements.push({ text, column, isQuoted });
  }

  endRow(line) {
    if (!this.elements.length) return;
    this.rows.push({ line, elements: this.elements });
    this.elements = [];
  }
}

/** Whether there are brackets or quotes that may hold rows. */
export const hasArrays = (lines) => lines.some(({ text }) => /[[({'"]/.test(text));

/**
 * A row is what stands in an innermost pair of brackets; of a flat array, in one line of it; texts are rows as well.
 */
export function cutArrays(lines) {
  if (lines.some(({ text }) => isSentence(text))) return [];
  const groups = groupsOf(lines);
  addBlankEnds(groups);
  // Where each row has brackets of its own, it may be broken at the end of a line.
  const hasCells = (group) => unbroken(group).elements.every(({ text }) => signOfName(text) !== null);
  const areRows = groups.filter((group) => group.rows.length && hasCells(group)).length > 1;
  return groups.flatMap((group) => {
    const parts = areRows && !holdsTexts(group) ? [unbroken(group)] : group.rows;
    return parts.flatMap(({ line, elements }) => rowsOf(elements, line));
  });
}

/** Whether words stand between two brackets of a line, or a number after `=`: `clue 2 at (1,1)`. */
function isSentence(text) {
  let depth = 0;
  let between = ""; // of the text outside all brackets, what follows the last closing one
  let hasClosed = false;
  for (const sign of text) {
    if (OPENING.includes(sign)) {
      if (depth === 0 && hasClosed && hasWords(between) && !between.includes("=")) return true;
      depth += 1;
    } else if (CLOSING.includes(sign)) {
      depth = Math.max(depth - 1, 0);
      if (depth > 0) continue;
      hasClosed = true;
      between = "";
    } else if (depth === 0 && hasClosed) {
      if (/^[0-9]$/.test(sign) && ["=", ":", "=>", "->"].includes(between.trim())) return true;
      between += sign;
    }
  }
  return false;
}

/** All elements of a group as one row, in its first line. */
const unbroken = ({ rows }) => ({ line: rows[0].line, elements: rows.flatMap(({ elements }) => elements) });

/** Whether all elements are texts that may be rows. */
const holdsTexts = ({ rows }) =>
  rows.every(({ elements }) => elements.every(({ text, isQuoted }) => isQuoted && [...text.trim()].length > 1));

/** A comma before a closing bracket ends a list, unless lists of this text have blank elements. */
function addBlankEnds(groups) {
  const isBlank = ({ text, isQuoted }) => !text && !isQuoted;
  if (!groups.some(({ rows }) => rows.some(({ elements }) => elements.some(isBlank)))) return;
  for (const { rows, rowsWithComma } of groups) {
    for (const index of rowsWithComma) {
      const { elements } = rows[index];
      elements.push({ text: "", column: elements.at(-1).column + 1, isQuoted: false });
    }
  }
}

/** The lines outside all brackets that have words or numbers, which may tell the mine count. */
export function linesOutside(lines) {
  let depth = 0;
  return lines.filter(({ text }) => {
    const isOutside = depth === 0 && (hasWords(text) || numbersOf(text).length > 0);
    for (const sign of text) depth += OPENING.includes(sign) ? 1 : CLOSING.includes(sign) ? -1 : 0;
    depth = Math.max(depth, 0);
    return isOutside;
  });
}

/** The texts in quotes, where these are rows: several, of more than two characters; else none. */
export function quotedLines(lines) {
  const elements = groupsOf(lines).flatMap(({ rows }) =>
    rows.flatMap((row) => row.elements.map((one) => ({ ...one, line: row.line }))),
  );
  if (elements.length < 2 || elements.some(({ text, isQuoted }) => !isQuoted || [...text].length < 3)) return [];
  return elements.map(({ line, text, column }) => ({ number: line, text, start: column - 1 }));
}

function rowsOf(elements, line) {
  const areTexts = elements.every(({ isQuoted }) => isQuoted);
  const areLong = elements.some(({ text }) => [...text.trim()].length > 2);
  if (areTexts && areLong && elements.some(({ text }) => signOfName(text) === null)) {
    return elements.map(({ text, column }) => rowOfText(text, line, column));
  }
  const cells = elements.map(({ text }) => signOfName(text));
  if (cells.includes(null)) return [{ line, cells: [], columns: [] }];
  return [{ line, cells, columns: elements.map(({ column }) => column) }];
}

/** The sign that an element is: variables such as `_12` are one, names such as `FLAG` their letter. */
function signOfName(text) {
  if (text.startsWith("_")) return "_";
  return signOf(text) ?? ELEMENTS.get(text.toLowerCase()) ?? (/^[A-Z]+$/.test(text) ? text[0] : null);
}

function rowOfText(text, line, column) {
  if (text.trim().includes(" ")) {
    const cells = text.replaceAll(",", " ").split(/\s+/).filter(Boolean).map(signOf);
    return cells.includes(null) ? { line, cells: [], columns: [] } : { line, cells, columns: cells.map(() => column) };
  }
  const cells = [...text.trim()];
  return { line, cells, columns: cells.map((_, k) => column + k) };
}

/** The innermost brackets with their elements; a bar or the end of a line ends a row of a flat array. */
function groupsOf(lines) {
  const found = [];
  const outside = new Group(); // texts in lines of their own, without brackets
  const open = [outside];
  let lastSign = "";
  for (const line of lines) {
    const signs = [...line.text];
    let place = 0;
    while (place < signs.length) {
      const sign = signs[place];
      const group = open.at(-1);
      const column = line.start + place + 1;
      const before = lastSign;
      if (!" \t".includes(sign)) lastSign = sign;
      if (sign === "'" || sign === '"') {
        const closing = signs.indexOf(sign, place + 1);
        const end = closing < 0 ? signs.length : closing;
        group.add(signs.slice(place + 1, end).join(""), column + 1, true);
        place = end + 1;
      } else if (OPENING.includes(sign)) {
        group.isInnermost = false;
        open.push(new Group());
        place += 1;
      } else if (CLOSING.includes(sign)) {
        if (open.length > 1) {
          const closed = open.pop();
          closed.endRow(line.number);
          const isHere = signs.slice(0, place).some((other) => other.trim());
          if (before === "," && closed.rows.length && isHere) closed.rowsWithComma.push(closed.rows.length - 1);
          if (closed.isInnermost && closed.rows.length) found.push(closed);
        }
        place += 1;
      } else if (sign === "|") {
        group.endRow(line.number);
        if (before === "," && group.rows.length) group.rowsWithComma.push(group.rows.length - 1);
        place += 1;
      } else if (" \t,;".includes(sign)) {
        // Nothing stands between this comma and the comma or bracket before it.
        const isEmpty = sign === "," && before !== "" && "[({,|".includes(before);
        if (isEmpty && open.length > 1) group.add("", column, false);
        place += 1;
      } else {
        let end = place;
        while (end < signs.length && !" \t,;|'\"[](){}".includes(signs[end])) end += 1;
        if (open.length > 1) group.add(signs.slice(place, end).join(""), column, false);
        place = end;
      }
    }
    for (const group of open) group.endRow(line.number);
  }
  if (!found.length && outside.rows.length) found.push(outside);
  return found;
}
