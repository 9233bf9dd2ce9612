// The questions of the engine protocol (docs/howto/engine-protocol.md), answered by the engine in the browser.

import { clueCode, MINE } from "./position.js";
import { engineCodes } from "./puzzles.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {{key: string, allowed?: unknown}} Lists of a board that is no square one, for the engine
 * @typedef {{position: Position, stamp?: number, lists?: Lists | null, cell?: Cell, reasons?: boolean, policy?: string,
 *   engine?: string, seconds?: number, move?: string}} Asked
 * @typedef {{rows: number, cols: number, mines: number, start?: Cell, seed: number, index?: number, tries?: number,
 *   seconds?: number, no_guess?: boolean, method?: string, difficulty?: string, lists?: Lists | null}} Wish for a game
 */

/**
 * The npm package's engine, and what it takes and gives.
 * @typedef {import("../../../../bindings/js/index.js").Minesolver} Engine
 * @typedef {import("../../../../bindings/js/index.js").MinesolverError} EngineError
 * @typedef {import("../../../../bindings/js/index.js").Cell} Cell
 * @typedef {import("../../../../bindings/js/index.js").Position} Board
 * @typedef {import("../../../../bindings/js/index.js").Candidate} Candidate
 * @typedef {import("../../../../bindings/js/index.js").Recommendation} Recommendation
 * @typedef {NonNullable<ReturnType<import("../../../../bindings/js/index.js").Analysis["reason"]>>} Reason
 */

/** Why the page's engine cannot answer, in the protocol's kinds. */
const KINDS = /** @type {Record<string, string>} */ ({
  BoardFormatError: "board",
  InconsistentBoardError: "inconsistent",
  EngineLimitError: "limit",
  UnknownNameError: "name",
});

const MOST_KEPT = 50; // grounds: each edit of a puzzle's groups or holes makes another
const KNOWN_MINE = -2; // of a board under rules
const SEED = 1; // of estimates: the same question has the same answer

/** An error as it goes over the wire; `cells` of the board in question. */
export function failure(/** @type {EngineError} */ error, cells = 0) {
  const { row, col, line, column, clues, mineCount, message, readings, boards, lists = [] } = error;
  if (!(error.kind in KINDS)) return { kind: "internal", message: `${error.name}: ${message}` };
  return {
    kind: KINDS[error.kind],
    message,
    cell: row === undefined ? null : [row, col],
    line: line ?? null,
    column: column ?? null,
    clues: clues ?? [],
    groups: lists.map((/** @type {number} */ site) => site - cells),
    mine_count_needed: Boolean(mineCount),
    readings: readings ?? [],
    boards: boards ?? [],
  };
}

/** @type {Map<string, object>} */
const listsByKey = new Map(); // the engine reads lists again that are not the same objects

function kept(/** @type {Lists} */ lists) {
  const { key, allowed = null, ...own } = lists;
  if (listsByKey.size > MOST_KEPT) listsByKey.clear();
  if (!listsByKey.has(key)) listsByKey.set(key, own);
  return allowed ? { ...listsByKey.get(key), allowed } : listsByKey.get(key);
}

/** The engine's board of a position: with lists, a known mine is -2 and clues are what they show. */
function boardOf(/** @type {Asked} */ { position: { rows, cols, codes, mines, density, cut }, lists = null }) {
  const sides = /** @type {Board["cut"]} */ (cut);
  const board = { rows, cols, mines, density: mines === null ? density : null, ...(cut?.length && { cut: sides }) };
  return lists ? { ...board, ...kept(lists), cells: engineCodes(codes) } : { ...board, cells: codes };
}

const written = (/** @type {bigint[]} */ [top, bottom]) => (bottom === 1n ? String(top) : `${top}/${bottom}`);
/** A step of a proof; the page words it. */
const step = (/** @type {Reason} */ { cell, isMine, clues, mineCount, lists = [] }, cells = 0) => ({
  cell,
  is_mine: isMine,
  rule: "",
  clues,
  groups: lists.map((/** @type {number} */ site) => site - cells),
  mine_count: mineCount,
  after: [],
  text: "",
});

/** A board of the engine as the page reads it. */
function modelOf(/** @type {Board} */ { rows, cols, cells, mines, density, rules, shape, constraints, cut }) {
  if (!rules) return { rows, cols, codes: Array.from(cells), mines, density, cut };
  // Under rules a known mine is -2, and 10 a clue.
  const codes = Array.from(cells, (code) => (code === KNOWN_MINE ? MINE : code >= 0 ? clueCode(code) : code));
  return { rows, cols, codes, mines, density, rules, shape: shape && shape.length > 2 ? shape : null, constraints };
}

/** What a guess loses against the best play, where a game tree tells both; else null. */
function lostExactly(/** @type {Recommendation} */ { winning, candidates }, /** @type {number[]} */ [row, col]) {
  const isOfCell = (/** @type {Candidate} */ candidate) => candidate.cell[0] === row && candidate.cell[1] === col;
  const ownCandidate = candidates.find(isOfCell);
  if (!winning || !ownCandidate?.winning) return null;
  const [won, layoutCount] = ownCandidate.winning;
  const lost = reduced([winning[0] * layoutCount - won * winning[1], winning[1] * layoutCount]);
  const regret = { value: Number(lost[0]) / Number(lost[1]), exact: written(lost), error: 0 };
  return { chance: Number(winning[0]) / Number(winning[1]), regret };
}

/** The answers of an engine, by question. */
export function answers(/** @type {Engine} */ ms) {
  /** @type {{stamp: number, analysis: ReturnType<Engine["analyze"]>} | null} */
  let last = null; // the position on the screen is asked about again and again

  function analysed(/** @type {Asked} */ request) {
    const { stamp = 0, seconds = Infinity } = request;
    if (last?.stamp !== stamp || !stamp) last = { stamp, analysis: ms.analyze(boardOf(request), { seconds }) };
    return last.analysis;
  }

  /**
   * The chance to win of the best cell and what another loses against it, by layouts played on; null where they cannot
   * be.
   */
  function estimatedLoss(
    /** @type {Asked} */ request,
    /** @type {Recommendation | null} */ advised,
    /** @type {Cell} */ best,
    /** @type {Cell} */ cell,
    /** @type {number} */ seconds,
  ) {
    const unknown = { chance: null, regret: null };
    const board = boardOf(request);
    if (request.position.mines === null || seconds <= 0) return unknown;
    const isBest = String(best) === String(cell);
    try {
      const [first, second] = ms.estimate(board, isBest ? [best] : [best, cell], { seconds, seed: SEED });
      const regret = isBest
        ? { value: 0, exact: null, error: 0 }
        : { value: Math.max(0, second.loss), exact: null, error: second.lossError };
      const winning = advised?.winning;
      if (!winning) return { chance: first.chance, chance_error: first.error, regret };
      return { chance: Number(winning[0]) / Number(winning[1]), chance_error: 0, regret };
    } catch (error) {
      if (/** @type {{kind?: string}} */ (error).kind !== "EngineLimitError") throw error;
      return unknown;
    }
  }

  return {
    analyse(/** @type {Asked} */ request) {
      const { cell, reasons } = request;
      const startTime = performance.now();
      const analysis = analysed(request);
      const cells = request.position.codes.length;
      const stepsOf = (/** @type {Cell[]} */ list) =>
        list.flatMap(([row, col]) => analysis.reason(row, col) ?? []).map((reason) => step(reason, cells));
      return {
        engine: "kernel",
        is_exact: true,
        note: "",
        solutions: String(analysis.solutions),
        probability: analysis.probability,
        safe: analysis.safe,
        mine_cells: analysis.mines,
        best: analysis.best,
        ...(reasons && { reasons: stepsOf([...analysis.safe, ...analysis.mines]) }),
        ...(cell && { about: { cell, exact: written(analysis.exact(...cell)), proof: stepsOf([cell]) } }),
        seconds: (performance.now() - startTime) / 1000,
      };
    },

    async best_move(/** @type {Asked} */ request) {
      const { policy = "strongest", seconds } = request;
      const recommendation = await ms.recommend(boardOf(request), { policy, seconds });
      const candidates = recommendation.candidates.slice(0, 10).map((candidate) => ({
        cell: candidate.cell,
        safety: candidate.safety,
        progress: candidate.progress ?? null,
        exact: candidate.winning ? written(reduced(candidate.winning)) : null,
        win: candidate.winning ? Number(candidate.winning[0]) / Number(candidate.winning[1]) : null,
      }));
      const { cell, proved, exact, note = "" } = recommendation;
      return { policy, cell, proved, exact, candidates, reason: note };
    },

    async grade(/** @type {Asked} */ request) {
      const { cell, policy = "strongest", seconds = Infinity } = request;
      const startTime = performance.now();
      const analysis = analysed(request);
      const [row, col] = /** @type {Cell} */ (cell);
      const isHere = (/** @type {number[][]} */ cells) => cells.some(([r, c]) => r === row && c === col);
      const proved = isHere(analysis.safe) ? "safe" : isHere(analysis.mines) ? "mine" : null;
      const risk = written(analysis.exact(row, col));
      const gradeValues = {
        cell,
        proved,
        risk,
        least_risk: analysis.best ? written(analysis.exact(...analysis.best)) : "1",
        layer: null,
      };
      if (proved === "safe") {
        return { ...gradeValues, best: analysis.best, chance: null, regret: { value: 0, exact: "0", error: 0 } };
      }
      const isGuess = !analysis.safe.length && analysis.best;
      const advised = isGuess ? await ms.recommend(boardOf(request), { policy, seconds }) : null;
      const best = advised ? advised.cell : analysis.best;
      const exact = advised && lostExactly(advised, [row, col]);
      if (exact) return { ...gradeValues, best, ...exact };
      const secondsLeft = seconds - (performance.now() - startTime) / 1000;
      return { ...gradeValues, best, ...(best && estimatedLoss(request, advised, best, [row, col], secondsLeft)) };
    },

    /** The boards in a text, however it is written, and what was taken for what in the first. */
    read(/** @type {{text: string, signs?: string, reading?: number, whole?: boolean}} */ { text, signs, reading, whole }) {
      const boards = ms.parseAll(text, { signs, reading, whole });
      return { boards: boards.map(modelOf), taken: boards[0].taken };
    },

    /** A layout from a start cell: whether it takes a guess, and where; `quick`: no more than that. */
    async judge(/** @type {{board: string, start?: Cell, quick?: boolean, seconds?: number}} */ request) {
      const { board, start, quick = false, seconds = Infinity } = request;
      const judgement = await ms.judge({ text: board }, start, { seconds });
      if (quick) return { start: judgement.start, no_guess: judgement.noGuess };
      return judgement.toJSON();
    },

    async generate(/** @type {Wish} */ wish) {
      const { rows, cols, mines, start, seed, index = 0, tries, seconds, no_guess: noGuess = false, difficulty } = wish;
      const [least, most] = String(difficulty).split("-");
      const generated = await ms.generate({
        ...(wish.lists && kept(wish.lists)),
        rows,
        cols,
        mines,
        start,
        noGuess,
        seed: BigInt(seed),
        index,
        repair: wish.method === "repair",
        tries,
        seconds,
        ...(difficulty && { difficulty: [Number(least), most === "" ? Infinity : Number(most ?? least)] }),
      });
      return { rows, cols, mines, start: generated.start, no_guess: noGuess, seed, index, layout: generated.layout };
    },
  };
}

/** @returns {bigint[]} */
function reduced(/** @type {bigint[]} */ [top, bottom]) {
  let [a, b] = [top, bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  return a ? [top / a, bottom / a] : [top, bottom];
}
