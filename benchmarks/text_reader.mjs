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

// What each answer to a question leads to: a board, or those of the next question; null where its clues or its mine count
// are impossible.
function* boardsOfQuestion(text, options, names) {
  if ("reading" in options) return;
  for (const name of names) {
    const [, key, value] = /^(\w+)="?(.*?)"?$/.exec(name);
    if (key in options) continue;
    const answered = { ...options, [key]: key === "reading" ? Number(value) : value };
    try {
      yield boardOf(text, answered);
    } catch (error) {
      if (!error.kind) throw error;
      if (key === "signs" && error.readings?.length) yield* boardsOfQuestion(text, answered, error.readings);
      else yield null;
    }
  }
}

function answer({ text, ...options }) {
  try {
    return boardOf(text, options);
  } catch (error) {
    const { kind = CRASH, message, line = null, column = null, readings = [] } = error;
    const boards = [...boardsOfQuestion(text, options, readings)];
    return { error: kind, message, line, column, readings, boards };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
