// Rows out of what programming languages write: lists of lists, arrays, terms, lists of texts.
// Function by function as minesolver/io/formats/pasted/arrays.py.

import { signOf } from "./cutting.js";
import { hasWords, numbersOf } from "./lines.js";
import { ELEMENTS } from "./table.js";

const OPENING = "[({";
const CLOSING = "])}";
const SEPARATORS = " \t,;|" + OPENING + CLOSING;
const ENDS_OF_ELEMENTS = SEPARATORS + "'\"";

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
  const hasCells = (group) => asOneRow(group).elements.every(({ text }) => signOfName(text) !== null);
  const hasRowBrackets = groups.filter((group) => group.rows.length && hasCells(group)).length > 1;
  return groups.flatMap((group) => {
    const elementRows = hasRowBrackets && !holdsTexts(group) ? [asOneRow(group)] : group.rows;
    return elementRows.flatMap(({ line, elements }) => rowsOf(elements, line));
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
const asOneRow = ({ rows }) => ({ line: rows[0].line, elements: rows.flatMap(({ elements }) => elements) });

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
  const texts = [];
  for (const group of groupsOf(lines)) {
    for (const { line, elements } of group.rows) {
      for (const { text, column, isQuoted } of elements) {
        if (!isQuoted || [...text].length < 3 || !text.replace(/["']/g, "")) return [];
        texts.push({ number: line, text, start: column - 1 });
      }
    }
  }
  return texts.length > 1 ? texts : [];
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
  const reader = new BracketReader();
  for (const line of lines) reader.readLine(line);
  return reader.groups();
}

/** What reads lines sign by sign: quotes and brackets are kept apart from the elements between them. */
class BracketReader {
  closedGroups = [];
  outside = new Group(); // texts in lines of their own, without brackets
  openGroups = [this.outside];
  signBefore = " "; // the last one that is no blank, where there is one

  /** The innermost brackets; where there are none, the texts outside. */
  groups() {
    return !this.closedGroups.length && this.outside.rows.length ? [this.outside] : this.closedGroups;
  }

  readLine(line) {
    const signs = [...line.text];
    let offset = 0;
    while (offset < signs.length) {
      const sign = signs[offset];
      let end = offset + 1;
      if (sign === "'" || sign === '"') end = this.readQuoted(line, signs, offset);
      else if (SEPARATORS.includes(sign)) this.readSeparator(line, signs, offset);
      else end = this.readElement(line, signs, offset);
      if (!" \t".includes(sign)) this.signBefore = sign;
      offset = end;
    }
    for (const group of this.openGroups) group.endRow(line.number);
  }

  /** Read an element in quotes; where the next begins. */
  readQuoted(line, signs, offset) {
    const closing = signs.indexOf(signs[offset], offset + 1);
    const end = closing < 0 ? signs.length : closing;
    this.openGroups.at(-1).add(signs.slice(offset + 1, end).join(""), line.start + offset + 2, true);
    return end + 1;
  }

  /** Read an element without quotes, which counts within brackets; where the next begins. */
  readElement(line, signs, offset) {
    let end = offset;
    while (end < signs.length && !ENDS_OF_ELEMENTS.includes(signs[end])) end += 1;
    const text = signs.slice(offset, end).join("");
    if (this.openGroups.length > 1) this.openGroups.at(-1).add(text, line.start + offset + 1, false);
    return end;
  }

  readSeparator(line, signs, offset) {
    const sign = signs[offset];
    const group = this.openGroups.at(-1);
    const isInBrackets = this.openGroups.length > 1;
    if (OPENING.includes(sign)) {
      group.isInnermost = false;
      this.openGroups.push(new Group());
    } else if (CLOSING.includes(sign) && isInBrackets) {
      const hasTextBefore = signs.slice(0, offset).some((other) => other.trim());
      this.closeGroup(line, hasTextBefore);
    } else if (sign === "|") {
      group.endRow(line.number);
      if (this.signBefore === "," && group.rows.length) group.rowsWithComma.push(group.rows.length - 1);
    } else if (sign === "," && isInBrackets && "[({,|".includes(this.signBefore)) {
      // Nothing stands between this comma and the comma or bracket before it.
      group.add("", line.start + offset + 1, false);
    }
  }

  /** End the last open group, which is kept where it is an innermost one. */
  closeGroup(line, hasTextBefore) {
    const closed = this.openGroups.pop();
    closed.endRow(line.number);
    // A comma at the end of the line before ends that row alone.
    if (this.signBefore === "," && closed.rows.length && hasTextBefore) {
      closed.rowsWithComma.push(closed.rows.length - 1);
    }
    if (closed.isInnermost && closed.rows.length) this.closedGroups.push(closed);
  }
}
