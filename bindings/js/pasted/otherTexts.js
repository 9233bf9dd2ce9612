// Texts that look like something else than a board at sight, and what to do with them.
// Function by function as minesolver/io/formats/pasted/other_texts.py.

import { ELEMENTS } from "./table.js";

const SECTION = /^\[\s{0,20}([\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,80})\]$/u;
const SETTING = /^[\p{L}\p{N}_ ,.-]{1,80}=/u;
const COMMENT_SIGNS = [";", "#", "//"];
const OFFSET = /^[0-9a-fA-F]{6,16}:?$/; // what numbers the bytes in front of a row of a hex dump
const HEX_WORD = /^(?:(?:[0-9a-fA-F]{2}){1,4}|[0-7]{6})$/;
const HEX_BYTES = /^[0-9a-fA-F]{2}(?:\s{1,4}[0-9a-fA-F]{2})+$/;
const BYTES_IN_ROW = [8, 16, 32, 64];
const MOST_LINES = 1000; // that are looked at: more of them say nothing else

const IS_SETTINGS =
  "this looks like a file of settings, a [section] with lines such as key = value, not like a board: " +
  "give its rows of cells alone";
const IS_DUMP =
  "this looks like a hex dump of a file, not like a board: give the file itself, or rows of cells " +
  "with # for hidden ones";

/** What a text looks like that is no board, and what to do; null: it may be one. */
export function otherKind(lines) {
  const filled = lines
    .slice(0, MOST_LINES)
    .map((line) => line.trim())
    .filter(Boolean);
  if (areSettings(filled)) return IS_SETTINGS;
  return areOffsetsAndBytes(filled) || areBytes(filled) ? IS_DUMP : null;
}

/** Whether the first line but for comments names a section, and those below it have keys and values. */
function areSettings(lines) {
  const isComment = (line) => COMMENT_SIGNS.some((sign) => line.startsWith(sign));
  const sectionIndex = lines.findIndex((line) => SECTION.test(line) || !isComment(line));
  const section = SECTION.exec(lines[sectionIndex] ?? "");
  if (!section) return false;
  // A bracket that closes ends a piece of a text: what is below is another one.
  const isName = section[1].length > 2 && !ELEMENTS.has(section[1].toLowerCase());
  const isAlone = lines.length === sectionIndex + 1;
  return (isName && isAlone) || lines.slice(sectionIndex + 1).some((line) => SETTING.test(line));
}

/** Whether each line has the number of its first byte and then bytes, as many in each but the last. */
function areOffsetsAndBytes(lines) {
  const offsets = [];
  let hasMark = false; // of a dump of one row
  for (const line of lines) {
    const [name, byte] = line.split(/\s+/, 2);
    if (!OFFSET.test(name)) return false;
    // The step of octal numbers is that of a dump as well where they are read so.
    const offset = parseInt(name, 16);
    if (byte === undefined) {
      // The last line has the number of all bytes alone.
      hasMark = offset >= 1 && offset <= Math.max(...BYTES_IN_ROW);
      continue;
    }
    if (!HEX_WORD.test(byte)) return false;
    hasMark ||= name.endsWith(":") || line.endsWith("|");
    offsets.push(offset);
  }
  if (offsets.length < 2) return hasMark && offsets.length === 1 && offsets[0] === 0;
  const steps = new Set(offsets.slice(1).map((offset, index) => offset - offsets[index]));
  return steps.size === 1 && BYTES_IN_ROW.includes([...steps][0]);
}

/** Whether all words are bytes in hexadecimal, which a letter and a 0 in front tell from other signs. */
function areBytes(lines) {
  if (!lines.every((line) => HEX_BYTES.test(line))) return false;
  const words = lines.flatMap((line) => line.split(/\s+/));
  return words.some((word) => /\D/.test(word)) && words.some((word) => word.startsWith("0"));
}
