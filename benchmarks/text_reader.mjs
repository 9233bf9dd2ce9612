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

// The board of a reading, where it is one.
function boardsOf(text, options) {
  try {
    return [boardOf(text, options)];
  } catch {
    return [];
  }
}

function answer({ text, ...options }) {
  try {
    return boardOf(text, options);
  } catch (error) {
    const { kind = CRASH, message, line = null, column = null, readings = [] } = error;
    const boards = kind === CRASH ? [] : readings.flatMap((signs) => boardsOf(text, { ...options, signs }));
    return { error: kind, message, line, column, readings, boards };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
