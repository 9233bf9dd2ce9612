// Rows out of what programming languages write: lists of lists, arrays, terms, lists of texts.
// Function by function as minesolver/io/formats/pasted/arrays.py.

import { signOf } from "./cutting.js";

const OPENING = "[({";
const CLOSING = "])}";

/** What stands in one innermost pair of brackets: its elements, row by row. */
class Group {
  rows = [];
  elements = [];
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

/** A row is what stands in an innermost pair of brackets, or in one line of it; texts are rows as well. */
export const cutArrays = (lines) =>
  groupsOf(lines).flatMap(({ rows }) => rows.flatMap(({ line, elements }) => rowsOf(elements, line)));

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
  if (areTexts && elements.some(({ text }) => [...text.trim()].length > 2)) {
    return elements.map(({ text, column }) => rowOfText(text, line, column));
  }
  const cells = elements.map(({ text }) => signOfName(text));
  if (cells.includes(null)) return [{ line, cells: [], columns: [] }];
  return [{ line, cells, columns: elements.map(({ column }) => column) }];
}

/** The sign that an element is: variables such as `_12` are one, names such as `FLAG` their letter. */
function signOfName(text) {
  if (text.startsWith("_")) return "_";
  return signOf(text) ?? (/^[A-Z]+$/.test(text) ? text[0] : null);
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
  for (const line of lines) {
    const signs = [...line.text];
    let place = 0;
    while (place < signs.length) {
      const sign = signs[place];
      const group = open.at(-1);
      const column = line.start + place + 1;
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
          if (closed.isInnermost && closed.rows.length) found.push(closed);
        }
        place += 1;
      } else if (sign === "|") {
        group.endRow(line.number);
        place += 1;
      } else if (" \t,;".includes(sign)) {
        if (sign === "," && isEmptyElement(signs, place) && open.length > 1) group.add("", column, false);
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

/** Whether nothing stands between a comma and the comma or bracket before it. */
function isEmptyElement(signs, comma) {
  const before = signs
    .slice(0, comma)
    .join("")
    .replace(/[ \t]+$/, "");
  return before !== "" && "[({,".includes(before.at(-1));
}
