// Rows as programming languages and markup write them: rows as anybody writes them, before a text is cut.
// Function by function as minesolver/io/formats/pasted/markup.py.

import { REWRITES } from "./table.js";

const PATTERNS = REWRITES.map(([sign, pattern, by]) => [sign, new RegExp(pattern, "g"), by]);
const CELL = /<t[dh]\b[^>]{0,400}>(.*?)(?=<\/?t[dhr]\b|<\/?table|<\/tbody|$)/gis;
const ROW = /<tr\b/i;
const TABLE_END = /<\/table\s*>/i;
const TAG = /<[^<>]{0,400}>/g;
const BREAK = /<br\s{0,3}\/?>|(?<=<\/div>)(?=<)|(?<=<\/p>)(?=<)|(?<=<\/li>)(?=<)/i;
const MOST_TABLE_LINES = 20_000;
const WIKI_CELLS = /\|\||!!/;
const WIKI_STYLE = /^[^|[{]{0,400}\|(?!\|)/;
const FRAME_SIZE = /^\s*shape: \(\d+, \d+\)\s*$/;
const MOST_HEAD_LINES = 20;
const LATEX_ROW = /^\s*[^&]{0,9}(?:&[^&]{0,9})+$/;
const LATEX_END = /\s*\\\\(?:\[[^\]]{0,9}\])?\s*(?:\\hline)?\s*$/;
const LATEX_COMMAND = /\\(?:begin|end)\{[^}]{0,20}\}(?:\[[^\]]{0,9}\])?(?:\{[^}]{0,99}\})?|\\[a-z]*(?:line|rule)\b/g;
const ESCAPED_END = /\\n(?=["'])/g;
const ESCAPED_BREAK = /(?:\\r)?\\n/;
const TEXT_HEAD = /^\s*(?:[\w. ]{1,40}=\s*)?[A-Za-z]?["'`]|["'`]\s*[;,)]*\s*$/g;
const MATRIX_HEAD = /^\s*(?:[\w.]{1,40}\s*=\s*)?\[?|\]?\s*;?\s*$/g;
const LINK = /\b(?:board|play)=|:\/\//;
const NUMBER = /^[-+]?[0-9]{1,2}$/;

/** The lines of a text, with rows as anybody writes them. */
export function plainLines(lines) {
  const plain = [];
  let isLatex = false;
  for (let index = 0; index < lines.length; index++) {
    let line = lines[index];
    for (const [sign, pattern, by] of PATTERNS) if (line.includes(sign)) line = line.replace(pattern, by);
    if (/<(?:table|tr|td)/i.test(line)) {
      const table = tableFrom(lines, index);
      plain.push(...rowsOfHtml(table));
      index += table.length - 1;
      continue;
    }
    if (line.trimStart().startsWith("{|")) {
      const table = wikiFrom(lines, index);
      plain.push(...rowsOfWiki(table));
      index += table.length - 1;
      continue;
    }
    if (FRAME_SIZE.test(line)) {
      const head = headOfFrame(lines, index + 1);
      plain.push("", ...head);
      index += head.length;
      continue;
    }
    if (line.includes("\\begin{") || line.includes("\\end{")) isLatex = true;
    if (line.includes("&") && (isLatex || line.includes("\\\\"))) {
      const row = rowOfLatex(line);
      isLatex = isLatex || row !== line;
      line = row;
    } else if (isLatex) line = line.replace(LATEX_COMMAND, "");
    if (line.includes("<") && BREAK.test(line)) {
      const parts = line.split(BREAK).filter((part) => part.replace(TAG, "").trim());
      plain.push(...(parts.length ? parts : [line]));
    } else if (line.includes("\\n")) plain.push(...broken(line));
    else if (line.includes(";")) plain.push(...parted(line));
    else plain.push(line);
  }
  return plain;
}

/** The lines of a table of HTML, to its end tag. */
function tableFrom(lines, start) {
  const length = lines.slice(start, start + MOST_TABLE_LINES).findIndex((line) => TABLE_END.test(line));
  return lines.slice(start, length < 0 ? start + MOST_TABLE_LINES : start + length + 1);
}

/** The rows of a table, its cells between bars, and empty lines for the others: later lines keep their number. */
function rowsOfHtml(lines) {
  const rows = [];
  for (const part of lines.join("\n").split(ROW)) {
    const contentOf = (text) => text.replace(TAG, "").replace(/&nbsp;|&#160;|\n/g, " ");
    const cells = [...part.matchAll(CELL)].map(([, text]) => contentOf(text).trim() || " ");
    if (cells.length) rows.push(`|${cells.join("|")}|`);
  }
  return [...rows, ...new Array(Math.max(0, lines.length - rows.length)).fill("")];
}

/** The lines of a table of MediaWiki, to its end. */
function wikiFrom(lines, start) {
  const isEnd = (line) => line.trimStart().startsWith("|}");
  const length = lines.slice(start, start + MOST_TABLE_LINES).findIndex(isEnd);
  return lines.slice(start, length < 0 ? start + MOST_TABLE_LINES : start + length + 1);
}

/** The rows of such a table, its cells between bars, and empty lines for the others, likewise. */
function rowsOfWiki(lines) {
  const rows = [[]];
  const captions = [];
  for (const line of lines.slice(1)) {
    const marked = line.trim();
    if (marked.startsWith("|}")) break;
    if (marked.startsWith("|-")) rows.push([]);
    else if (marked.startsWith("|+")) captions[0] = marked.slice(2).trim();
    else if (/^[|!]/.test(marked)) {
      const contents = marked.slice(1).split(WIKI_CELLS);
      rows.at(-1).push(...contents.map((content) => content.replace(WIKI_STYLE, "").trim() || " "));
    }
  }
  const tableRows = rows.filter((cells) => cells.length).map((cells) => `|${cells.join("|")}|`);
  const tableLines = [...captions.filter(Boolean), ...tableRows];
  return [...tableLines, ...new Array(Math.max(0, lines.length - tableLines.length)).fill("")];
}

/** Empty lines for the names and types of the columns that Polars prints above a frame's rows. */
function headOfFrame(lines, start) {
  const isBelow = (line) => !/^\s*[┌│]/.test(line);
  const length = lines.slice(start, start + MOST_HEAD_LINES).findIndex(isBelow) + 1;
  const head = lines.slice(start, start + length);
  // They end with a double line; a text without one is no such frame.
  return length && head.at(-1).trimStart().startsWith("╞") ? head.map(() => "") : head;
}

/** A row of a LaTeX table with bars between its cells; any other line as it is. */
function rowOfLatex(line) {
  const row = line.replace(LATEX_END, "").replace(LATEX_COMMAND, "");
  return LATEX_ROW.test(row) ? `|${row.replaceAll("&", "|").replaceAll("$", " ")}|` : line;
}

/** The lines of a text that a program writes in one: `"1#\n##"`. */
function broken(line) {
  const text = line.replace(ESCAPED_END, "");
  if (!text.includes("\\n") || /^\s*[[{]/.test(text)) return [text];
  return text.replace(TEXT_HEAD, "").split(ESCAPED_BREAK);
}

/** The rows of a line in which `;` parts them: `0,1,?;0,1,?` or `[0 1 -1; 0 1 -1]`. */
function parted(line) {
  if (LINK.test(line)) return [line];
  const body = line.replace(MATRIX_HEAD, "");
  const rows = body.split(";").map((row) => row.trim());
  const wordsOf = (row) => row.replaceAll(",", " ").split(/\s+/).filter(Boolean).length;
  let areRows = rows.length > 1 && !/[[\](){}"']/.test(body);
  let widths = new Set(rows.map(wordsOf));
  if (widths.size === 1 && widths.has(1)) {
    // Tight rows, not numbers that the sign rows: -1;10;2.
    widths = new Set(rows.map((row) => [...row].length));
    areRows = areRows && !rows.every((row) => NUMBER.test(row));
  }
  return areRows && widths.size === 1 && Math.min(...widths) > 1 ? rows : [line];
}
