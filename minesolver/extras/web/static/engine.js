// Whom the page asks. The questions are those of the engine protocol (docs/howto/engine-protocol.md): analyse,
// best_move, grade, generate. The engine in a worker of the browser answers what it can; the server, where there is
// one, the rest and what only Python does. Both give the same answers and the same kinds of errors. Boards are given
// as the page's own positions; probabilities come back as one list, cell by cell.

import { isCut } from "./cut.js";
import { build, facts, hasServer, hasWorker } from "./facts.js";
import { groundOf, listsOf } from "../../../protocol/scripts/ground.js";
import { layered, toModel, toText } from "./position.js";
import { isCountedHere, isPuzzle, puzzleLists } from "./puzzles.js";
import { signsIn } from "../../../protocol/scripts/ruletext.js";
import { T } from "./texts.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./answers.js").Cell} Cell */
/** @typedef {import("./answers.js").Question} Question */
/** @typedef {import("./answers.js").Answers} Answers */

/**
 * A problem as the engine and the server say it.
 * @typedef {object} Said
 * @property {string} kind
 * @property {string} message
 * @property {Cell | null} [cell]
 * @property {number | null} [line]
 * @property {number | null} [column]
 * @property {Cell[]} [clues]
 * @property {number[]} [groups]
 * @property {boolean} [mine_count_needed]
 * @property {boolean} [smallest]
 * @property {string[]} [readings]
 * @property {string[]} [boards]
 */

/**
 * What went wrong; `kind`: that of the protocol (board, inconsistent, rule, limit, name, ...), "missing" (needs
 * Python), "offline", "busy", "outdated" (the page is older than its engine).
 */
export class Refusal extends Error {
  constructor(/** @type {Said} */ problem, status = 0) {
    super(problem.message);
    this.status = status;
    this.kind = problem.kind;
    this.cell = problem.cell ?? (problem.line && problem.column ? [problem.line - 1, problem.column - 1] : null);
    this.line = problem.line ?? null;
    this.column = problem.column ?? null;
    this.clues = problem.clues ?? [];
    this.groups = problem.groups ?? []; // of a puzzle, by number
    this.mineCount = Boolean(problem.mine_count_needed);
    this.smallest = problem.smallest !== false;
    this.readings = problem.readings ?? []; // of a text that has several: how to say each
    this.boards = problem.boards ?? []; // and the board of each, as text
  }
}

/** The kind of an error, or "": it is none of the protocol. */
export const kindOf = (/** @type {unknown} */ error) => String(/** @type {Partial<Refusal>} */ (error)?.kind ?? "");

/** An answer, or null where the clues contradict each other. @template T @param {Promise<T>} answer */
export const unlessContradicted = (answer) =>
  answer.catch((error) => {
    if (kindOf(error) !== "inconsistent") throw error;
    return null;
  });

/** Whether something newer was asked meanwhile. */
export const isAborted = (/** @type {unknown} */ error) => /** @type {Error} */ (error)?.name === "AbortError";

const aborted = () => new DOMException("a newer question has come", "AbortError");

// --- the worker ------------------------------------------------------------------------------------------------------

const PATIENCE = 120; // ms in which a question that nobody waits for any more may still end by itself
/** Seconds for one answer: the worker does not stop for anything else. @type {Record<string, number>} */
const SECONDS = { analyse: 6, best_move: 10, grade: 10, generate: 20, read: 20, judge: 20 };

/** A worker; one that is busy with what nobody wants is replaced. */
class Thread {
  /** @type {Map<number, {message: object, resolve: (value: unknown) => void, reject: (error: unknown) => void}>} */
  #open = new Map();
  #next = 1;
  #isReady = false;
  #isOutdated = false; // an upgrade has come, and this page was open
  /** @type {Worker} */
  #worker = this.#start();

  /** A worker that is asked what is open once it has loaded: what is given up before need not be asked at all. */
  #start() {
    const page = /** @type {{firstWorker?: Worker, firstReady?: Promise<Event>}} */ (globalThis);
    const isFirst = page.firstWorker !== undefined;
    const worker = page.firstWorker ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    delete page.firstWorker;
    const ready = isFirst
      ? page.firstReady
      : new Promise((loaded) => worker.addEventListener("message", loaded, { once: true }));
    this.#isReady = false;
    ready?.then((event) => {
      if (/** @type {MessageEvent} */ (event).data.build !== build) {
        this.#isOutdated = true;
        return this.#refuseAll({ kind: "outdated", message: T.problems.outdated() });
      }
      this.#isReady = true;
      for (const { message } of this.#open.values()) worker.postMessage(message);
    });
    worker.onmessage = ({ data }) => {
      const request = this.#open.get(data.id);
      this.#open.delete(data.id);
      if (data.ok) request?.resolve(data.result);
      else request?.reject(new Refusal(data.error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#refuseAll({ kind: "internal", message: event.message || T.noWorker });
    };
    return worker;
  }

  #refuseAll(/** @type {Said} */ problem) {
    for (const { reject } of this.#open.values()) reject(new Refusal(problem));
    this.#open.clear();
  }

  #replace() {
    this.#worker.terminate();
    this.#worker = this.#start();
  }

  /** @returns {Promise<unknown>} */
  ask(/** @type {string} */ command, /** @type {object} */ keys, /** @type {AbortSignal | undefined} */ signal) {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      const message = { id, command, keys };
      this.#open.set(id, { message, resolve, reject });
      if (this.#isOutdated) this.#refuseAll({ kind: "outdated", message: T.problems.outdated() });
      else if (this.#isReady) this.#worker.postMessage(message);
      signal?.addEventListener("abort", () => {
        reject(aborted());
        if (!this.#isReady) {
          this.#open.delete(id);
          return;
        }
        // Only the oldest is worked on: the others just wait, and are forgotten.
        setTimeout(() => {
          if (!this.#open.has(id)) return;
          const isOldest = this.#open.keys().next().value === id;
          this.#open.delete(id);
          if (isOldest) this.#replace();
        }, PATIENCE);
      });
    });
  }
}

// --- who answers -----------------------------------------------------------------------------------------------------

/** @type {Record<string, Thread>} */
const threads = {};
/** What the worker answers: each question has its thread, so that numbers never wait for a search. */
const BY_WORKER = ["analyse", "best_move", "grade", "generate", "read", "judge"];

/** @typedef {Record<string, (keys: Question) => unknown>} Here */
/** @type {Here | null} */
let here = null;
/** Answer in this thread, for programs without workers. */
export const answerHere = (/** @type {Here} */ answers) => (here = answers);

/** Who answers this: "worker", "server" or "" (it needs Python, and there is none). */
export function able(/** @type {string} */ command, /** @type {Question} */ keys = {}) {
  const ownWorker =
    BY_WORKER.includes(command) &&
    (keys.engine ?? "auto") === "auto" &&
    (keys.policy === undefined || facts.in_browser.includes(keys.policy)) &&
    !keys.unique;
  const { position } = keys;
  // Of puzzles the engine in the browser knows what is proved and counted; no policy there plays them.
  const refusal =
    position && (position.more || (isPuzzle(position) && (command !== "analyse" || !isCountedHere(position))));
  // Games go on beyond the edges of a part: no policy there looks ahead.
  const isOfPart = isCut(position) && command !== "analyse";
  const taken = !refusal && !isOfPart && (!(position ?? keys).rules || groundOf(/** @type {Position} */ (position ?? keys)).taken);
  if (here && ownWorker && taken) return "worker";
  // The server estimates chances to win as well, and knows the layers of deduction, levels and game IDs.
  const isServers = hasServer && ["grade", "judge"].includes(command);
  if (hasWorker && ownWorker && taken && !isServers) return "worker";
  return hasServer ? "server" : "";
}

/** @type {WeakMap<object, number>} */
const stamps = new WeakMap();
let stamped = 0;

function stampOf(/** @type {Position | undefined} */ position) {
  if (!position) return 0;
  if (!stamps.has(position)) stamps.set(position, ++stamped);
  return stamps.get(position);
}

/**
 * The answer to a question; `aside`: not about the position on the screen, so that it may wait.
 * @template {keyof Answers} K
 * @param {K} command
 * @param {Question} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[K]>}
 */
export async function ask(command, { aside = false, ...keys } = {}, signal = undefined) {
  const answerer = able(command, keys);
  if (signal?.aborted) throw aborted();
  const request = keys;
  if (answerer === "worker") {
    const board = keys.position ?? keys;
    if (keys.position && isPuzzle(keys.position)) keys = { ...keys, lists: puzzleLists(keys.position) };
    else if (board.rules) keys = { ...keys, lists: listsOf(/** @type {Position} */ (board)) };
    const stamp = stampOf(keys.position);
    if (here) return /** @type {Answers[K]} */ (await here[command]({ ...keys, stamp }));
    const thread = (threads[command === "analyse" && !aside ? "now" : "later"] ??= new Thread());
    try {
      const answer = await thread.ask(command, { seconds: SECONDS[command], ...keys, stamp }, signal);
      return /** @type {Answers[K]} */ (answer);
    } catch (error) {
      // Too hard to count here. Python counts some of these, and proves what can be proved of the others.
      const isTooHard = command === "analyse" && hasServer && kindOf(error) === "limit";
      if (!isTooHard) throw error;
      return /** @type {Promise<Answers[K]>} */ (/** @type {unknown} */ (atServer(command, request, signal)));
    }
  }
  if (answerer === "server")
    return /** @type {Promise<Answers[K]>} */ (/** @type {unknown} */ (atServer(command, keys, signal)));
  throw new Refusal({ kind: "missing", message: T.problems.missing() });
}

// --- the server ------------------------------------------------------------------------------------------------------

/** @returns {Promise<import("./answers.js").ServerAnswer>} */
async function atServer(
  /** @type {string} */ command,
  /** @type {Question} */ { position, ...keys },
  /** @type {AbortSignal | undefined} */ signal,
) {
  if (keys.rules === "") delete keys.rules;
  const { shape, rows = 0, cols = 0, mines, start } = keys;
  if (shape && shape.length > 2) {
    const { name: nameOf } = groundOf({ ...keys, rows, cols });
    keys = { ...keys, level: `${shape.join("x")}/${mines}`, ...(start && { start: nameOf(start[0] * cols + start[1]) }) };
    for (const name of ["rows", "cols", "mines"]) delete keys[name];
  }
  delete keys.shape;
  const isNamed = position?.more?.graph || (position?.shape ?? []).length > 2; // cells are no pairs there
  const named = isNamed ? position : undefined;
  /** @template {Cell | null | undefined} C @param {C} cell */
  const flat = (cell) => (cell && named ? /** @type {C} */ (pairOf(named, cell)) : cell);
  if (keys.cell && named) keys.cell = groundOf(named).name(keys.cell[0] * named.cols + keys.cell[1]);
  const question = position ? { ...keys, ...boardOf(position) } : keys;
  /** @type {import("./answers.js").ServerAnswer} */
  const result = await post(command, question, signal).catch((error) => {
    // Clues in conflict have the names of cells, too.
    if (error.clues) error.clues = error.clues.map(flat);
    if (error.cell !== null) error.cell = flat(error.cell);
    throw error;
  });
  if (position && command === "analyse") {
    // Row by row, or by the names of cells; there places without a cell have none.
    const chances = Object.values(result.probability ?? []).flat(Infinity);
    const holes = chances.length < position.codes.length ? groundOf(position).holes : new Set();
    const next = chances.values();
    result.probability = Array.from(position.codes, (_, i) => (holes.has(i) ? 0 : (next.next().value ?? null)));
    for (const name of /** @type {const} */ (["safe", "mine_cells"])) result[name] = result[name]?.map(flat);
    for (const step of [...(result.reasons ?? []), ...(result.about?.proof ?? [])])
      Object.assign(step, { cell: flat(step.cell), clues: step.clues.map(flat), after: step.after.map(flat) });
    result.best = flat(result.best);
    if (result.about) result.about.cell = flat(result.about.cell);
  }
  if (result.cell !== undefined) result.cell = flat(result.cell);
  for (const candidate of result.candidates ?? []) candidate.cell = flat(candidate.cell);
  if (command === "generate") {
    const signs = (result.board ?? []).filter((row) => !/^-+$/.test(String(row))).flatMap(signsIn);
    result.layout = Int8Array.from(signs.filter((sign) => sign !== "_"), (sign) => Number(sign === "*"));
  }
  return result;
}

function boardOf(/** @type {import("./position.js").Position} */ position) {
  const { rows, mines, density, cut } = toModel(position);
  if (position.more || isPuzzle(position)) return { board: toText(position) };
  if (!position.rules) return { board: rows.join("\n"), format: "canonical", mines, ...(density ? { density } : {}), ...(cut ? { cut } : {}) };
  return { board: layered(position).join("\n"), rules: position.rules, mines, ...(density ? { density } : {}) };
}

function pairOf(/** @type {Position} */ position, /** @type {Cell} */ cell) {
  const index = groundOf(position).index(cell);
  return [Math.floor(index / position.cols), index % position.cols];
}

/**
 * A question to the server: its answer as it came.
 * @template T
 * @param {string} question
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function post(question, body, signal) {
  /** @type {Response} */
  let response;
  let data = null;
  try {
    response = await fetch(`api/${question}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    data = await response.json().catch((error) => {
      if (error.name === "AbortError") throw error;
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal({ kind: "offline", message: T.problems.offline() });
  }
  // The server may have been upgraded while this page was open.
  const answeredBy = response.headers.get("x-minesolver-build");
  if (build && answeredBy && answeredBy !== build)
    throw new Refusal({ kind: "outdated", message: T.problems.outdated() });
  if (!response.ok || !data)
    throw new Refusal(data?.error ?? { kind: "server", message: T.failed(response.status) }, response.status);
  return data;
}

/** Whether the server answers. */
export async function alive() {
  return (await fetch("", { method: "HEAD" }).catch(() => null))?.ok === true;
}

// --- lanes -----------------------------------------------------------------------------------------------------------

/** A question belongs to a lane; of each lane only the newest counts. */
export class Lanes {
  /** @type {Map<string, AbortController>} */
  #lanes = new Map();

  /**
   * The answer, or null where a newer question has taken over or the lane was cancelled.
   * @template {keyof Answers} K
   * @param {string} lane
   * @param {K} command
   * @param {Question} keys
   */
  async ask(lane, command, keys) {
    return this.run(lane, (signal) => ask(command, keys, signal));
  }

  /**
   * The same for work of several questions.
   * @template T
   * @param {string} lane
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async run(lane, work) {
    this.cancel(lane);
    const controller = new AbortController();
    this.#lanes.set(lane, controller);
    try {
      const answer = await work(controller.signal);
      return this.#lanes.get(lane) === controller ? answer : null;
    } catch (error) {
      if (isAborted(error)) return null;
      throw error;
    } finally {
      if (this.#lanes.get(lane) === controller) this.#lanes.delete(lane);
    }
  }

  cancel(/** @type {string[]} */ ...lanes) {
    for (const lane of lanes) {
      this.#lanes.get(lane)?.abort();
      this.#lanes.delete(lane);
    }
  }
}
