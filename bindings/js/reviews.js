// Whole games judged: what did each guess of a player risk, and what did it miss?

import { around, HIDDEN, MINE, onBoard, reduced, written } from "./board.js";
import { checkOptions, shown, wrong } from "./errors.js";
import { LAYOUT } from "./layouts.js";
import { Opening } from "./opening.js";
import { cellName } from "./rules.js";

const MOVES = { moves: "list", text: "text", firstClick: "text", reveal: "text", afterMine: "text" };
const TIE = 1e-9; // chances that are this near are the same: they are doubles

/** A recorded game: its guesses, each with the exact risk, and what it missed. */
export function reviewed(engine, recorded) {
  const { text, ...others } = checkOptions("a game", recorded, { ...LAYOUT, ...MOVES });
  /** @type {any} */
  const game = text == null ? others : { ...readGame(text), ...others };
  const opening = new Opening(game);
  const guesses = [];
  const proved = new Set(); // what was proved once stays so
  let opened = 0;
  let hit = 0;
  for (const [number, move] of Array.from(game.moves ?? []).entries()) {
    const { cell, action = "open" } = Array.isArray(move) ? { cell: move } : (move ?? {});
    const index = onBoard(opening, cell);
    if (action === "flag") {
      if (!opening.flags.delete(index)) opening.flags.add(index);
      continue;
    }
    if (!["open", "chord"].includes(action)) throw wrong(`an action is open, flag or chord, not ${shown(action)}`);
    const cells = action === "chord" ? opening.chorded(index) : [index].filter((i) => opening.cells[i] === HIDDEN);
    if (!cells.length) continue;
    const isProtected = opened === 0 && (game.firstClick ?? "safe") !== "none";
    opened += cells.length;
    const doubtful = isProtected ? [] : doubts(engine, opening, cells, proved);
    const boardBefore = opening.board;
    for (const i of cells) opening.open(i);
    const lost = cells.filter((i) => opening.layout[i]).length;
    hit += lost;
    if (doubtful.length) guesses.push(guessOf(engine, boardBefore, doubtful, { number, survived: lost === 0 }));
  }
  const survived = guesses.filter((guess) => guess.survived);
  return {
    guesses,
    opened,
    proved: opened - guesses.reduce((sum, guess) => sum + guess.cells.length, 0),
    luck: survived.reduce((sum, guess) => sum - Math.log10(1 - guess.probability), 0),
    won: hit === 0 && opening.left === 0,
  };
}

/** The cells of a move that nothing had proved safe. */
function doubts(engine, opening, cells, proved) {
  if (cells.every((i) => proved.has(i))) return [];
  for (const [row, col] of engine.analyze(opening.board).safe) proved.add(row * opening.cols + col);
  return cells.filter((i) => !proved.has(i));
}

function guessOf(engine, boardBefore, doubtful, { number, survived }) {
  const { cols } = boardBefore;
  const analysis = engine.analyze(boardBefore);
  const pair = (i) => [Math.floor(i / cols), i % cols];
  const { best, safe, probability } = analysis;
  const risk =
    doubtful.length === 1 ? analysis.exact(...pair(doubtful[0])) : anyMine(engine, boardBefore, analysis, doubtful);
  const chance = Number((risk[0] * 10n ** 18n) / risk[1]) / 1e18;
  const names = doubtful.map((i) => cellName(boardBefore, i));
  const hidden = [...boardBefore.cells.keys()].filter((i) => boardBefore.cells[i] === HIDDEN);
  return {
    move: number,
    cells: doubtful.map(pair),
    risk,
    probability: chance,
    rank: 1 + hidden.filter((i) => probability[i] < chance - TIE).length,
    of: hidden.length,
    best,
    bestRisk: best ? analysis.exact(...best) : risk,
    missed: safe,
    survived,
    text: `${names.join(", ")} ${names.length > 1 ? "hit a mine" : "is a mine"} in ${written(risk)} of the layouts`,
  };
}

/**
 * The chance that one of several cells is a mine, exactly: of the layouts, those in which all of them are safe are
 * left out.
 */
function anyMine(engine, boardBefore, analysis, cells) {
  // Open one after the other without what it shows: the clue of a cell that is known to be safe says nothing.
  const count = boardBefore.cells.length;
  const { rows, cols, mines } = boardBefore;
  const lists = boardBefore.neighbours ?? Array.from({ length: count }, (_, i) => around(rows, cols, i));
  const mineCode = boardBefore.neighbours ? -2 : MINE;
  const coded = Int8Array.from(boardBefore.cells, (code, i) => (cells.includes(i) ? 0 : code === mineCode ? -2 : code));
  const allowed = lists.map((_, i) => (coded[i] < 0 || cells.includes(i) ? null : [boardBefore.cells[i]]));
  try {
    const safe = engine.analyze({ rows, cols, mines, cells: coded, neighbours: lists, allowed }).solutions;
    return reduced([analysis.solutions - safe, analysis.solutions]);
  } catch (error) {
    if (error.kind !== "InconsistentBoardError") throw error;
    return [1n, 1n];
  }
}

/** A game saved as JSON lines, with its layout (docs/files.md); of square boards. */
function readGame(text) {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line, k) => {
      try {
        return JSON.parse(line);
      } catch {
        throw wrong(`line ${k + 1} of the game is no JSON`, { line: k + 1 });
      }
    });
  const header = lines.find((line) => !("cell" in line));
  if (!header) throw wrong("no line tells rows, cols and mines of the game");
  const { rows, cols, rules = "square", layout, first_click: firstClick, reveal } = header;
  if (rules !== "square") throw wrong(`games on square boards alone are reviewed here; minesolver review and the page take one under ${rules}`);
  if (!Array.isArray(layout))
    throw wrong("a review needs to know all mines, and the game's line has no layout; minesolver review says more");
  const mines = new Set(layout.map((cell) => onBoard({ rows, cols }, cell)));
  const moves = lines.filter((line) => "cell" in line);
  return {
    rows,
    cols,
    layout: Int8Array.from({ length: rows * cols }, (_, i) => Number(mines.has(i))),
    moves,
    firstClick,
    reveal,
  };
}
