// Texts as the npm package reads them, for text_readers.py: a text with its options a line, in; its board, or its error
// with the boards of its readings, out.
import { createInterface } from "node:readline";
import { load } from "../bindings/js/index.js";

const CRASH = "crash"; // an error that is none of the package's
const ms = await load();

function boardOf(text, options) {
  const { rows, cols, mines, cells, taken } = ms.parse(text, options);
  return { rows, cols, mines, cells: [...cells], taken };
}

// The board of a reading; null where its clues or its mine count are impossible.
function boardOfReading(text, options) {
  try {
    return boardOf(text, options);
  } catch (error) {
    if (!error.kind) throw error;
    return null;
  }
}

function answer({ text, ...options }) {
  try {
    return boardOf(text, options);
  } catch (error) {
    const { kind = CRASH, message, line = null, column = null, readings = [] } = error;
    const numbers = "reading" in options ? [] : readings.map((_, index) => index + 1);
    const boards = numbers.map((reading) => boardOfReading(text, { ...options, reading }));
    return { error: kind, message, line, column, readings, boards };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
