// Games as files: a line of JSON on the game, then one for each move, as `minesolver play --json` and Game.record()
// write them and `minesolver review` reads them (docs/files.md).

import { checkedGame, checkedPosition, checkSizes, STANDARD } from "./doors.js";
import { Refusal } from "./engine.js";
import * as games from "./games.js";
import { groundOf } from "../../../protocol/scripts/ground.js";
import {
  clueCode,
  gridOf,
  HIDDEN,
  layered,
  MINE,
  mineCode,
  minesAt,
  moreOfSeveral,
} from "./position.js";
import { T } from "./texts.js";

/**
 * @typedef {import("./games.js").Body} Body
 * @typedef {import("./games.js").Step} Step
 * @typedef {import("./answers.js").RecordedMove} RecordedMove
 */

const refused = (/** @type {number} */ line, reason = T.reading.noGame) =>
  new Refusal({ kind: "board", message: T.reading.gameLine(line, reason), line });

/** A finished game as text. @returns {Promise<string>} */
export async function written(/** @type {Body} */ body) {
  const { game, moves } = body;
  const { solution, protected: isProtected } = await games.finished(body);
  const { rows, cols, mines, after_mine, win, reveal, seed, deal = "hidden", rules = "", shape } = game;
  const ground = groundOf(game);
  // The name of a cell is its place: of a board of more dimensions than two it has as many numbers.
  const nameOf = (/** @type {number} */ row, /** @type {number} */ col) => ground.name(row * cols + col);
  const sizes = shape ?? [rows, cols];
  const board = { rows, cols, rules, shape, ...moreOfSeveral(rules) };
  const header = {
    rows: sizes.at(-2),
    cols: sizes.at(-1),
    mines,
    first_click: isProtected ? game.first_click : "none",
    after_mine,
    win,
    reveal,
    ...(deal === "hidden" ? {} : { deal }),
    seed,
    ...(rules
      ? { rules, shape: sizes, layout: layered({ ...board, codes: solution, mines, density: null }) }
      : { layout: [...solution.keys()].filter((i) => solution[i] === MINE).map(ground.name) }),
  };
  const lines = [header, ...moves.map(([row, col, action]) => ({ cell: nameOf(row, col), action }))];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** Whether a text is a recorded game. */
export const isRecord = (/** @type {string} */ text) =>
  text.trimStart().startsWith("{") && text.includes('"cell"') && !text.includes('"board"');

/** A recorded game, to step through. Raises Refusal: it is none, with the line. */
export async function read(/** @type {string} */ text) {
  /** @type {import("./answers.js").RecordedHeader | null} */
  let header = null;
  /** @type {RecordedMove[]} */
  const moves = [];
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue;
    const value = jsonOf(line, number + 1);
    if ("cell" in value) moves.push(/** @type {RecordedMove} */ ({ action: "open", seconds: null, ...value, line: number + 1 }));
    else if (header) throw refused(number + 1, T.reading.oneGame);
    else header = checkedHeader(value, number + 1);
  }
  if (!header || !moves.length) throw refused(1);
  const { mines, rules, shape, layout, line } = header;
  const board = { ...gridOf(rules, shape), rules, shape: shape.length > 2 ? shape : null };
  const ground = groundOf(board);
  if (!ground.shown) throw refused(line, T.rulesNeedPython(rules));
  const index = (/** @type {unknown} */ cell, /** @type {number} */ cellLine) => {
    const cellIndex =
      Array.isArray(cell) && cell.length === shape.length && cell.every(Number.isInteger) ? ground.index(cell) : -1;
    if (cellIndex < 0) throw refused(cellLine, T.rules_.off);
    return cellIndex;
  };
  const pair = (/** @type {number} */ i) => [Math.floor(i / board.cols), i % board.cols];
  /** @type {number[]} */
  const begun = (header.shown ?? []).map((cell) => index(cell, line));
  const isKnown = header.mine_count_known !== false;
  const recordingValues = {
    ...board,
    mines: isKnown ? mines : null,
    mineCount: mines,
    protected: header.first_click !== "none",
    source: T.reading.file,
  };
  if (!layout)
    return {
      ...recordingValues,
      steps: moves.filter(({ action }) => action !== "flag").map((move) => stepOf(move, index, pair)),
    };
  const solution = solutionOf(header, board, index);
  const { after_mine, win, reveal } = { ...STANDARD, ...header };
  const played = { ...STANDARD, after_mine, win, reveal, first_click: "none", seed: 0, drawn_for: null, layout: null };
  const spec = { ...played, ...board, mines, solution, begun };
  const movesMade = moves.map(
    (move) => /** @type {import("./game.js").Move} */ ([...pair(index(move.cell, move.line)), move.action]),
  );
  const replayed = await games.replay({ ...checkedGame({ game: spec, moves: movesMade }), lenient: true });
  return { ...recordingValues, start: replayed.start, steps: replayed.steps };
}

/** @returns {Record<string, unknown>} */
function jsonOf(/** @type {string} */ line, /** @type {number} */ number) {
  try {
    const value = JSON.parse(line);
    if (value && typeof value === "object" && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw refused(number, T.reading.noJson);
}

/** @returns {import("./answers.js").RecordedHeader} */
function checkedHeader(/** @type {Record<string, unknown>} */ value, /** @type {number} */ line) {
  const { rows, cols, mines, layout = null } = value;
  const whole = (/** @type {unknown} */ size) => Number.isInteger(size) && Number(size) >= 0;
  if (![rows, cols, mines].every(whole) || (layout !== null && !Array.isArray(layout))) throw refused(line);
  if ((value.games ?? 1) !== 1) throw refused(line, T.reading.summary);
  const rules = value.rules && value.rules !== "square" ? String(value.rules) : "";
  const shape = Array.isArray(value.shape) && value.shape.every(whole) ? value.shape : [rows, cols];
  checkSizes(shape);
  return /** @type {import("./answers.js").RecordedHeader} */ ({ ...value, rules, shape, layout, line });
}

/** A move that says itself what it showed. @returns {Step} */
function stepOf(
  /** @type {RecordedMove} */ { cell, action, shown, seconds, line },
  /** @type {(cell: unknown, line: number) => number} */ index,
  /** @type {(i: number) => number[]} */ pair,
) {
  if (action !== "open" || !Array.isArray(shown)) throw refused(line, T.reading.noLayout);
  const entries = shown.map((entry) => {
    const value = entry.at(-1);
    const code = value === "*" || value === MINE ? MINE : typeof value === "number" ? value : clueCode(Number(value));
    if (!Number.isInteger(code)) throw refused(line);
    return [...pair(index(entry.slice(0, -1), line)), code];
  });
  return { cells: [pair(index(cell, line))], shown: entries, seconds };
}

/** What each cell of a game hides: mines, and clues where the file has them. */
function solutionOf(
  /** @type {import("./answers.js").RecordedHeader} */ header,
  /** @type {{rows: number, cols: number}} */ board,
  /** @type {(cell: unknown, line: number) => number} */ index,
) {
  if (header.rules) {
    const position = checkedPosition({ json: { rules: header.rules, board: header.layout, mines: header.mines } });
    return position.codes.map((code, i) => (minesAt(position, i) ? mineCode(minesAt(position, i)) : code));
  }
  const mines = new Set((header.layout ?? []).map((cell) => index(cell, header.line)));
  if (mines.size !== header.mines) throw refused(header.line);
  return Int8Array.from({ length: board.rows * board.cols }, (_, i) => (mines.has(i) ? MINE : HIDDEN));
}
