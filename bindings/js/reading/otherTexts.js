// Texts that look like something else than a board at sight, and what to do with them. Function by function as
// minesolver/io/formats/reading/other_texts.py.

import { WORDS } from "./table.js";
import { isBlank, isDecimal, lengthOf, WORD, wordsOf } from "./texts.js";

const SECTION = new RegExp(String.raw`^\[\s{0,20}([${WORD}][${WORD} .-]{0,80})\]$`, "u");
const SETTING = new RegExp(`^[${WORD} ,.-]{1,80}=(?!\\s*(?:[\\[({]?$|"\\\\?$|"""|'''|\`))`, "u");
const COMMENT_SIGNS = [";", "#", "//"];
/** What numbers the bytes in front of a row of a hex dump. */
const OFFSET = /^[0-9a-fA-F]{6,16}:?$/;
const HEX_WORD = /^(?:(?:[0-9a-fA-F]{2}){1,4}|[0-7]{6})$/;
const HEX_BYTES = /^[0-9a-fA-F]{2}(?:\s{1,4}[0-9a-fA-F]{2})+$/;
const BYTES_IN_ROW = [8, 16, 32, 64];
const MOST_LINES = 1000; // that are looked at: more of them say nothing else

const IS_SETTINGS =
  "this looks like a file of settings, a [section] with lines such as key = value, not like a board: " +
  "give its rows of cells alone";
const IS_DUMP =
  "this looks like a hex dump of a file, not like a board: give the file itself, or rows of cells with # for hidden ones";

/** What a text looks like that is no board, and what to do; null: it may be one. */
export function otherKind(lines) {
  const filled = lines
    .slice(0, MOST_LINES)
    .filter((line) => !isBlank(line))
    .map((line) => line.trim());
  if (areSettings(filled)) return IS_SETTINGS;
  return areOffsetsAndBytes(filled) || areBytes(filled) ? IS_DUMP : null;
}

/** Whether the first line but for comments names a section, and those below it have keys and values. */
function areSettings(lines) {
  for (const [lineIndex, line] of lines.entries()) {
    const section = SECTION.exec(line);
    if (section !== null) {
      // A bracket that closes ends a piece of a text: what is below is another one.
      const isName = lengthOf(section[1]) > 2 && !WORDS.has(section[1].toLowerCase());
      const isAlone = lines.length === lineIndex + 1;
      return (isName && isAlone) || lines.slice(lineIndex + 1).some((other) => SETTING.test(other));
    }
    if (!COMMENT_SIGNS.some((sign) => line.startsWith(sign))) return false;
  }
  return false;
}

/** Whether each line has the number of its first byte and then bytes, as many in each but the last. */
function areOffsetsAndBytes(lines) {
  const offsets = [];
  let hasMark = false; // of a dump of one row
  for (const line of lines) {
    const words = wordsOf(line);
    if (!OFFSET.test(words[0])) return false;
    // The step of octal numbers is that of a dump as well where they are read so.
    const offset = parseInt(words[0], 16);
    if (words.length === 1) {
      // The last line has the number of all bytes alone.
      hasMark = offset >= 1 && offset <= Math.max(...BYTES_IN_ROW);
      continue;
    }
    if (!HEX_WORD.test(words[1])) return false;
    hasMark = hasMark || words[0].endsWith(":") || line.endsWith("|");
    offsets.push(offset);
  }
  if (offsets.length < 2) return hasMark && offsets.length === 1 && offsets[0] === 0;
  const steps = new Set(offsets.slice(1).map((offset, k) => offset - offsets[k]));
  return steps.size === 1 && BYTES_IN_ROW.includes([...steps][0]);
}

/** Whether all words are bytes in hexadecimal, which a letter and a 0 in front tell from other signs. */
function areBytes(lines) {
  if (!lines.every((line) => HEX_BYTES.test(line))) return false;
  const words = lines.flatMap(wordsOf);
  return words.some((word) => !isDecimal(word)) && words.some((word) => word.startsWith("0"));
}
