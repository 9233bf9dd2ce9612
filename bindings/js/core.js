// The engine: WebAssembly made of the same source as the Python package's core, and what is asked of it.

import { Analysis, Recommendation } from "./answers.js";
import { checked, closed, degree, GROUND, groundOf, logOdds, odds, onBoard, textOf } from "./board.js";
import { readCanonical } from "./canonical.js";
import { parameters, policies, treesShape, wasm } from "./dist/engine.js";
import { checkName, checkOptions, limit, MinesolverError, wrong } from "./errors.js";
import { inflated } from "./inflate.js";
import { preferred, withRing } from "./parts.js";
import { estimated } from "./playouts.js";
import { cellName, coreCodes, ruleNames } from "./rules.js";
import { sampled } from "./samples.js";

const STATUS = ["done", "contradiction", "limit", "stopped"];
const DECISIONS = ["proof", "tree", "score", "undecided", "region"];
const PROTECTIONS = { none: 0, safe: 1, zero: 2 };
const REPAIRS = 50; // the most mines that `repair` moves in one drawn layout
const CONFLICT_SECONDS = 1; // for the clues of a contradiction to be found
const PROVED_SAFE = 1;
const PROVED_MINE = 2;
const NOT_HERE = 52; // what WASI calls a function that a host has not

const NEVER = Infinity; // a deadline, in milliseconds

const SEED = { seed: "whole or bigint" };
const MOVE = { policy: "text", seconds: "seconds" };
const ESTIMATE = { ...SEED, playouts: "whole from 0", seconds: "seconds" };
const GAME = { ...GROUND, ...SEED, mines: "whole", start: "cell", index: "whole from 0", seconds: "seconds" };
const GENERATE = {
  ...GAME,
  noGuess: "flag",
  repair: "flag",
  tries: "whole from 0",
  layer: "text",
  difficulty: "range",
};
const PLAY = { ...GAME, policy: "text", protection: "text" };

/**
 * Make an engine of its own.
 * @param {{module?: WebAssembly.Module, reader?: boolean}} options `module`: compiled, for hosts that forbid compiling;
 *   `reader`: whether it reads texts that are not canonical
 * @param {import("./core.js").Parts} loaders what brings files of their own
 */
export async function open(options, loaders) {
  checkOptions("load", options, { module: "module", reader: "flag" });
  const reading = options.reader === false ? null : loaders.reader(); // comes while the module is compiled
  const module = options.module ?? null;
  let memory = null;
  const systemCalls = { clock_time_get: (_clock, _precision, out) => writeTime(memory, out) };
  const imports = {
    wasi_snapshot_preview1: new Proxy(systemCalls, { get: (functions, name) => functions[name] ?? (() => NOT_HERE) }),
  };
  /** @type {any} */
  const instantiated = await WebAssembly.instantiate(module ?? (await inflated(wasm)), imports);
  const { exports } = instantiated.instance ?? instantiated; // a module gives an instance, bytes give both
  memory = exports.memory;
  exports._initialize?.();
  return new Minesolver(exports, loaders, await reading);
}

const secondsUntil = (deadline) => Math.max(0, deadline - performance.now()) / 1000;

function writeTime(memory, out) {
  const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
  new DataView(memory.buffer).setBigUint64(out, nanoseconds, true);
  return 0;
}

/** A seed of 32 bits, for who gives none. */
const drawSeed = () => Math.floor(Math.random() * 2 ** 32);
const keyOf = (seed, index) => [BigInt.asUintN(64, BigInt(seed)), BigInt(index)];

/** What is in the place of an engine that was closed. */
const CLOSED = new Proxy(
  {},
  {
    get() {
      throw new MinesolverError("EngineClosedError", "this engine was closed: load() gives another");
    },
  },
);

class Minesolver {
  #core;
  #parts;
  #reader; // null: canonical text only
  #handle = 0;
  #rows = 0;
  #cols = 0;
  #lists = []; // neighbours, weights, kinds, shows of the handle
  #room = 0; // of the position and what is known about it
  #policy = ""; // that of the handle
  #trees = 0;

  constructor(core, loaders, reader) {
    this.#core = core;
    this.#parts = loaders;
    this.#reader = reader;
  }

  /** The names of the policies, the quickest first. */
  get policies() {
    return Object.keys(policies);
  }

  /** The names of geometries and rules that boards may have here; Python has more. */
  get rules() {
    return ruleNames();
  }

  /** The board in a text, however it is written; `taken` says what was taken for what. */
  parse(text, options = {}) {
    return this.#read(text, asPrior(options));
  }

  /** All boards of a text, which blank lines part. */
  parseAll(text, options = {}) {
    const prior = asPrior(options);
    return this.#reader ? this.#reader.readAll(text, prior, checkedBoard) : [this.#read(text, prior)];
  }

  /** A board as text: "canonical", or "emoji" for a chat. */
  text(board, options = {}) {
    const { format = "canonical" } = checkOptions("text", options, { format: "text" });
    checkName("format", format, ["canonical", "emoji"]);
    return textOf(this.#checked(board), format);
  }

  /** Everything exact about a position. */
  analyze(position, options = {}) {
    const { seconds = Infinity } = checkOptions("analyze", options, { seconds: "seconds" });
    const board = this.#checked(position);
    const { count, cells, probability, proof } = this.#place(board);
    const whole = withRing(board);
    const mines = BigInt(board.mines ?? -1);
    const status = this.#core.minesolver_analyze(
      this.#handle,
      cells,
      mines,
      logOdds(board.density),
      seconds,
      probability,
      proof,
    );
    this.#raise(status, board);
    const best = this.#core.minesolver_best(this.#handle, cells, probability, proof);
    const memory = this.#core.memory.buffer;
    const safe = [];
    const provedMines = [];
    for (const [i, proved] of new Int8Array(memory, proof, count).entries()) {
      const cell = whole.cellOf(i);
      if (proved === PROVED_SAFE && whole.isOn(cell)) safe.push(cell);
      else if (proved === PROVED_MINE && whole.isOn(cell)) provedMines.push(cell);
    }
    const chances = new Float64Array(memory.slice(probability, probability + 8 * count));
    const facts = { probability: onBoardOnly(board, chances), safe, mines: provedMines };
    let bestCell = best < 0 ? null : whole.cellOf(best);
    if (board.cut) bestCell = preferred(board, facts);
    return new Analysis(board, { ...facts, best: bestCell }, {
      counted: () => this.#counted(board),
      reason: (row, col) => this.#reason(board, row * board.cols + col),
    });
  }

  /** The move of a policy: a proved-safe cell where there is one, else its guess with the candidates. */
  async recommend(position, options = {}) {
    const { policy = "strongest", seconds = Infinity } = checkOptions("recommend", options, MOVE);
    checkName("policy", policy, this.policies);
    const board = this.#checked(position);
    const analysis = this.analyze(board, { seconds });
    const { best, safe, probability } = analysis;
    const safety = best === null ? null : 1 - probability[best[0] * board.cols + best[1]];
    if (best === null || safe.length || policy === "safest" || board.cut) {
      const proved = best === null || safe.length > 0;
      const move = { policy, cell: best, proved, exact: safe.length > 0, safety, candidates: [] };
      const isOfPart = !proved && policy !== "safest";
      return new Recommendation(isOfPart ? { ...move, note: "no look-ahead: the board goes on beyond its edges" } : move);
    }
    await this.#withTrees(policy);
    // From here on nothing waits: calls in flight share the engine's memory.
    return this.#advised(board, policy, seconds, { best, probability, safety });
  }

  #advised(board, policy, seconds, { best, probability, safety }) {
    const { cells } = this.#place(board);
    this.#choose(policy, "single");
    const out = this.#core.malloc(20);
    try {
      const mines = board.mines ?? -1;
      const status = this.#core.minesolver_recommend(this.#handle, cells, mines, logOdds(board.density), seconds, out);
      if (STATUS[status] === "stopped") {
        const note = "no look-ahead: no time is left";
        return new Recommendation({ policy, cell: best, proved: false, exact: false, safety, candidates: [], note });
      }
      this.#raise(status, board);
      const [decision, cell, won, layouts, count] = new Int32Array(this.#core.memory.buffer, out, 5);
      const exact = DECISIONS[decision] === "tree";
      const candidates = this.#candidates(count, board.cols, exact ? layouts : 0);
      const move = [Math.floor(cell / board.cols), cell % board.cols];
      const facts = { policy, cell: move, proved: false, exact, safety: 1 - probability[cell], candidates };
      return new Recommendation(exact ? { ...facts, winning: [BigInt(won), BigInt(layouts)] } : facts);
    } finally {
      this.#core.free(out);
    }
  }

  /** The next move with its reason as a sentence: the easiest proof, else the best guess. */
  async hint(board, options = {}) {
    const settings = checkOptions("hint", options, MOVE);
    if (settings.policy) checkName("policy", settings.policy, this.policies);
    const analysis = this.analyze(board, { seconds: settings.seconds });
    const { hintOf } = await this.#parts.judges();
    return hintOf(this, analysis, settings);
  }

  /** Layouts that agree with the board, each as likely as all others: 1 for a mine, row by row. */
  sample(board, number = 1, options = {}) {
    const { seed = drawSeed() } = checkOptions("sample", options, SEED);
    return sampled(this, this.#wholly(board), number ?? 1, seed);
  }

  /** The chance to win with each of some cells as the next move, by playing layouts on; with its error. */
  estimate(board, cells, options = {}) {
    const settings = checkOptions("estimate", options, ESTIMATE);
    return estimated(this, this.#wholly(board), cells, { seed: drawSeed(), ...settings });
  }

  /** A whole layout played from a start cell by proved cells only. */
  async judge(layout, start, options = {}) {
    const { seconds = Infinity } = checkOptions("judge", options, { seconds: "seconds" });
    const subject = layout?.text == null ? layout : this.#wholly({ ...layout, whole: true });
    const { judged } = await this.#parts.judges();
    return judged(subject, start, {
      analyze: (board) => this.analyze(board, { seconds }),
      playOn: (board, mines, opened) => this.#playedOn(board, mines, opened, seconds),
      prove: (board) => this.#proved(board, seconds),
    });
  }

  /** A recorded game, graded: every guess, its risk, what it missed. */
  async review(game) {
    const { reviewed } = await this.#parts.judges();
    return reviewed(this, game);
  }

  /**
   * A board: mines by cell, and where to begin. With `noGuess` it is proved to need none; as hard as `layer` and
   * `difficulty` say it comes as a promise.
   */
  generate(options) {
    const settings = checkOptions("generate", options, GENERATE);
    const { noGuess = true, layer = null, difficulty = null, seed = drawSeed() } = settings;
    if (layer === null && difficulty === null) {
      const layouts = this.#layouts({ ...settings, noGuess, seed }, NEVER);
      return layouts.next().value;
    }
    if (!noGuess) throw wrong("layer and difficulty are of boards that need no guess: leave noGuess out");
    return this.#asHard({ ...settings, noGuess, seed });
  }

  /** The first board of a seed and index that is as hard as is wanted. */
  async #asHard(settings) {
    const { layer = null, difficulty = [0, Infinity], seconds = Infinity } = settings;
    const [least, most] = difficulty;
    const { layers } = await this.#parts.judges();
    if (layer !== null) checkName("layer", layer, layers);
    if (layer !== null && settings.rules) throw wrong("layers are of square boards: leave layer or rules out");
    const deadline = performance.now() + 1000 * seconds;
    for (const board of this.#layouts(settings, deadline)) {
      const judgement = await this.judge(board, board.start, { seconds: secondsUntil(deadline) });
      // The layer is seen sooner than the facts: single clues solve what takes one fact, and nothing else.
      const isTooEasy = !board.rules && least > 1 && [null, "baseline"].includes(judgement.layer);
      if (isTooEasy || ![null, judgement.layer].includes(layer)) continue;
      if (least <= judgement.facts && judgement.facts <= most) return board;
    }
    throw limit("no board as hard as is wanted among these layouts");
  }

  /** Boards of a seed and index, one after another; all that are wanted need no guess. @returns {Generator<any>} */
  *#layouts(settings, deadline) {
    const { start = null, noGuess, seed, index = 0, repair = false, tries = 100_000, seconds = Infinity } = settings;
    const board = closed(groundOf(settings));
    const { rows, cols, mines } = board;
    const startCell = start ?? [Math.floor(rows / 2), Math.floor(cols / 2)];
    const cell = onBoard(board, startCell);
    checkRoom(board, cell, "zero");
    const [high, low] = keyOf(seed, index);
    for (let drawn = 0n; ; ) {
      const { count, proof } = this.#place(board); // anew: whoever takes the boards asks the engine as well
      let status;
      if (noGuess) {
        const counter = this.#core.malloc(8);
        new DataView(this.#core.memory.buffer).setBigInt64(counter, drawn, true);
        status = this.#core.minesolver_no_guess(
          this.#handle,
          mines,
          cell,
          high,
          low,
          BigInt(tries) - drawn,
          repair ? REPAIRS : 0,
          Math.min(seconds, secondsUntil(deadline)),
          counter,
          proof,
        );
        drawn = new DataView(this.#core.memory.buffer).getBigInt64(counter, true);
        this.#core.free(counter);
      } else {
        status = this.#core.minesolver_layout(this.#handle, mines, PROTECTIONS.zero, cell, high, low, proof);
      }
      if (STATUS[status] === "stopped") this.#raise(status, board);
      if (STATUS[status] !== "done") {
        throw limit(`no such no-guess board among ${tries} layouts; \`repair: true\` finds them on denser boards`);
      }
      const layout = new Int8Array(this.#core.memory.buffer.slice(proof, proof + count));
      yield { ...groundOf(settings), rows, cols, mines, start: startCell, noGuess, seed, index, layout };
    }
  }

  /**
   * One whole game of a policy: won, guesses, cells opened. `protection`: "none", "safe" or "zero" for the first
   * click.
   */
  async play(options) {
    const settings = checkOptions("play", options, PLAY);
    const { policy = "strongest", start = [0, 0], protection = "safe", index = 0, seconds = Infinity } = settings;
    const { seed = drawSeed() } = settings;
    const board = closed(groundOf(settings));
    const cell = onBoard(board, start);
    checkName("protection", protection, Object.keys(PROTECTIONS));
    checkName("policy", policy, this.policies);
    checkRoom(board, cell, protection);
    await this.#withTrees(policy);
    // From here on nothing waits: calls in flight share the engine's memory.
    this.#place(board);
    this.#choose(policy, "game");
    const out = this.#core.malloc(40);
    try {
      const key = keyOf(seed, index);
      const protect = PROTECTIONS[protection];
      const status = this.#core.minesolver_play(this.#handle, board.mines, protect, cell, ...key, 0, seconds, out);
      if (status) throw limit("the game could not be finished within its limit");
      const [outcome, guesses, opened, survived, adjusted] = new Float64Array(this.#core.memory.buffer, out, 5);
      return { won: outcome === 1, guesses, opened, survived, adjusted, seed, index };
    } finally {
      this.#core.free(out);
    }
  }

  /** Gives the engine's memory back; what asks the engine afterwards is an error. */
  close() {
    this.#forget();
    if (this.#trees) this.#core.free(this.#trees);
    this.#trees = 0;
    this.#core = CLOSED; // whose memory nothing holds any more
  }

  /** Gives back what is held for boards of one ground. */
  #forget() {
    if (this.#handle) this.#core.minesolver_close(this.#handle);
    if (this.#room) this.#core.free(this.#room);
    this.#handle = this.#room = 0;
    this.#policy = "";
  }

  #checked(position) {
    return checked(position, (text, prior) => this.#read(text, prior));
  }

  /** A board that goes on beyond no edge, as layouts and games need it. */
  #wholly(position) {
    const board = this.#checked(position);
    if (board.cut) throw wrong("layouts and games are of whole boards, and this one goes on beyond its edges");
    return board;
  }

  #read(text, prior) {
    if (!this.#reader) return readCanonical(text, prior, checkedBoard);
    return this.#reader.read(text, prior, checkedBoard);
  }

  /** The position where nothing more is proved, of a layout (1 for a mine) from the cells that are `opened`, 1 each. */
  #playedOn(board, layout, opened, seconds) {
    const { count, probability, cells } = this.#place(board);
    const memory = () => new Int8Array(this.#core.memory.buffer);
    memory().set(layout, probability);
    memory().set(opened, probability + count);
    const status = this.#core.minesolver_judge(this.#handle, probability, probability + count, seconds, cells);
    this.#raise(status, board);
    return memory().slice(cells, cells + count);
  }

  /** What a board proves of each cell: 1 that it is safe, 2 that it is a mine. */
  #proved(board, seconds) {
    const { count, cells, probability, proof } = this.#place(board);
    const mines = BigInt(board.mines ?? -1);
    this.#raise(
      this.#core.minesolver_analyze(this.#handle, cells, mines, 0, seconds, probability, proof),
      board,
    );
    return new Int8Array(this.#core.memory.buffer, proof, count).slice();
  }

  /** Why a cell is proved; or, for -1, why no layout fits: clues that prove it, and none of which can be left out. */
  #reason(board, cell) {
    const { cells, count } = this.#place(board);
    const { neighbours } = board;
    const whole = withRing(board);
    const place = cell < 0 ? cell : whole.indexOf(cell);
    const room = this.#core.malloc(4 * (neighbours?.length ?? count) + 4);
    try {
      const mines = BigInt(board.mines ?? -1);
      const seconds = cell < 0 ? CONFLICT_SECONDS : Infinity;
      const number = this.#core.minesolver_reason(this.#handle, cells, mines, place, seconds, room + 4, room);
      if (number < 0) return null;
      const [needed, ...sites] = new Int32Array(this.#core.memory.buffer, room, number + 1);
      const clues = sites.filter((i) => i < count).map(whole.cellOf);
      const lists = sites.filter((i) => i >= count); // clues on no cell
      return { clues, mineCount: needed !== 0, ...(lists.length ? { lists } : {}) };
    } finally {
      this.#core.free(room);
    }
  }

  /** A handle for boards of this ground. */
  #open({ rows, cols, neighbours, weights, kinds, shows }) {
    if (!neighbours) return this.#core.minesolver_open(rows, cols);
    // The core wants the cells of each list in rising order.
    const order = neighbours.map((list) => list.map((_, k) => k).sort((a, b) => list[a] - list[b]));
    const sorted = (lists) => order.flatMap((positions, i) => positions.map((k) => lists[i][k]));
    const starts = [0];
    for (const list of neighbours) starts.push(starts.at(-1) + list.length);
    const { sums, ways, symbols, shown, allows } = symbolsOf(shows ?? []);
    const arrays = [
      BigUint64Array.from(allows),
      Int32Array.from(starts),
      Int32Array.from(sorted(neighbours)),
      Int32Array.from(kinds ?? []),
      Int8Array.from(weights ? sorted(weights) : []),
      Int8Array.from(shown),
    ];
    // One block of memory: the struct of `minesolver_lists`, then what its pointers point to.
    const room = this.#core.malloc(40 + arrays.reduce((sum, array) => sum + array.byteLength, 0));
    if (!room) return 0;
    let next = room + 40;
    const [masks, starting, cells, kind, weight, symbol] = arrays.map((array) => {
      new Uint8Array(this.#core.memory.buffer, next, array.byteLength).set(new Uint8Array(array.buffer));
      next += array.byteLength;
      return next - array.byteLength;
    });
    const fields = [neighbours.length, starting, cells, weights ? weight : 0, symbols, ways, sums, kind, symbol, masks];
    new Int32Array(this.#core.memory.buffer, room, 10).set(fields);
    const handle = this.#core.minesolver_open_lists(rows, cols, room);
    this.#core.free(room);
    return handle;
  }

  /** Puts a position into the engine's memory, with a handle for its ground. */
  #place(board) {
    const { rows, cols, codes } = withRing({ ...board, cells: coreCodes(board) });
    const count = rows * cols;
    const sites = board.weights?.length ?? 0;
    const lists = [board.neighbours, board.weights, board.kinds, board.shows];
    const isOther = lists.some((list, k) => list !== this.#lists[k]);
    if (!this.#handle || this.#rows !== rows || this.#cols !== cols || isOther) {
      this.#forget();
      this.#handle = this.#open({ ...board, rows, cols });
      this.#room = this.#handle && this.#core.malloc(10 * count + 8 * sites + 16);
      if (!this.#room) throw limit("out of memory");
      [this.#rows, this.#cols, this.#lists] = [rows, cols, lists];
    }
    const probability = this.#room;
    const sums = probability + 8 * count;
    const cells = sums + 8 * sites;
    if (board.weights) {
      if (board.allowed) new BigUint64Array(this.#core.memory.buffer, sums, board.allowed.length).set(board.allowed);
      this.#core.minesolver_allow(this.#handle, board.allowed ? sums : 0);
    }
    new Int8Array(this.#core.memory.buffer, cells, count).set(codes);
    return { count, probability, cells, proof: cells + count };
  }

  /** The number of layouts, and each cell's part with the fraction of each part. */
  #counted(board) {
    const { count, cells } = this.#place(board);
    const [emptyOdds, mine] = odds(board.density);
    let room = this.#core.malloc(4 * count + 32);
    const sizes = (room + 4 * count + 7) & ~7;
    const mines = BigInt(board.mines ?? -1);
    const status = this.#core.minesolver_count(this.#handle, cells, mines, mine, emptyOdds, Infinity, room, sizes);
    const part = new Int32Array(this.#core.memory.buffer, room, count).slice();
    const [solutionLimbs, width, parts] = Array.from(new BigInt64Array(this.#core.memory.buffer, sizes, 3), Number);
    this.#core.free(room);
    this.#raise(status, board);
    room = this.#core.malloc(4 * Math.max(solutionLimbs, 2 * width));
    const bigIntAt = (address, limbs) =>
      new Uint32Array(this.#core.memory.buffer, address, limbs).reduceRight(
        (sum, limb) => (sum << 32n) | BigInt(limb),
        0n,
      );
    this.#core.minesolver_solutions(this.#handle, room);
    const solutions = bigIntAt(room, solutionLimbs);
    const fractions = Array.from({ length: parts }, (_, k) => {
      const size = this.#core.minesolver_part(this.#handle, k, room, room + 4 * width);
      return [bigIntAt(room, width), bigIntAt(room + 4 * width, width) * size];
    });
    this.#core.free(room);
    return { solutions, part: onBoardOnly(board, part), fractions: [...fractions, [0n, 1n], [1n, 1n]] };
  }

  #candidates(count, cols, layouts) {
    if (!count) return [];
    const out = this.#core.malloc(32 * count);
    this.#core.minesolver_candidates(this.#handle, out);
    const rows = Array.from(new Float64Array(this.#core.memory.buffer, out, 4 * count));
    this.#core.free(out);
    const candidates = Array.from({ length: count }, (_, k) => {
      const [index, safety, score, progress] = rows.slice(4 * k, 4 * k + 4);
      const cell = [Math.floor(index / cols), index % cols];
      if (!layouts) return { cell, safety, score, progress };
      return { cell, safety, score: score / layouts, winning: [BigInt(Math.round(score)), BigInt(layouts)] };
    });
    return candidates.sort((a, b) => b.score - a.score);
  }

  /** Brings the boosted trees, where a policy asks them. */
  async #withTrees(name) {
    if (!policies[name].trees || this.#trees) return;
    const bytes = await inflated(await this.#parts.trees());
    if (this.#trees) return; // another call has brought them meanwhile
    this.#trees = this.#core.malloc(bytes.length);
    new Uint8Array(this.#core.memory.buffer, this.#trees, bytes.length).set(bytes);
  }

  /** Makes the engine at hand follow a policy, as it is in games or for one recommendation. */
  #choose(name, use) {
    const policy = policies[name];
    const policySetting = `${name} ${policy[use] ? use : "game"}`;
    if (policySetting === this.#policy) return;
    const [count, size] = policy.trees ? treesShape : [0, 0];
    const named = policy[use] ?? policy.game;
    const values = parameters.map((parameter) => named[parameter]);
    const out = this.#core.malloc(8 * values.length);
    new Float64Array(this.#core.memory.buffer, out, values.length).set(values);
    const status = this.#core.minesolver_policy(this.#handle, policy.kind, out, this.#trees, count, size);
    this.#core.free(out);
    if (status) throw limit("out of memory");
    this.#policy = policySetting;
  }

  #raise(status, board) {
    const name = STATUS[status];
    if (name === "contradiction") throw this.#contradiction(board);
    if (name === "limit") throw limit("the position needs more memory than the engine may take");
    if (name === "stopped") throw limit("the time is over; no answer is given");
  }

  #contradiction(board) {
    const conflict = this.#reason(board, -1);
    const clueAt = ([row, col]) => {
      const index = row * board.cols + col;
      return (board.weights ? "" : `${board.cells[index]} at `) + cellName(board, index);
    };
    const isPlural = conflict && conflict.clues.length > 1;
    const names = conflict?.clues.map(clueAt).join(", ");
    const total = conflict?.mineCount ? ` with ${board.mines} mines` : "";
    const why = names
      ? `: ${isPlural ? "clues" : "clue"} ${names} cannot ${isPlural ? "hold together" : "be met"}${total}`
      : "";
    const size = (board.shape ?? [board.rows, board.cols]).join("x");
    const message = `no mine layout fits this ${size} board${why}`;
    return new MinesolverError("InconsistentBoardError", message, conflict ?? {});
  }
}

/** What clues show, as the core takes it: by kind, sum and way the symbol; by kind and symbol the sums, a bit each. */
function symbolsOf(shows) {
  if (!shows.length) return { sums: 0, ways: 0, symbols: 0, shown: [], allows: [] };
  const kinds = shows.map((row) => row.map((symbols) => [symbols].flat()));
  const sums = Math.max(...kinds.map((row) => row.length));
  const symbolsEach = Math.max(...kinds.flat().map((list) => list.length));
  const symbols = 1 + Math.max(...kinds.flat(2));
  const shown = kinds.flatMap((row) =>
    Array.from({ length: sums }, (_, sum) => row[sum] ?? [0]).flatMap((list) =>
      Array.from({ length: symbolsEach }, (_, turn) => list[turn % list.length]),
    ),
  );
  const allows = kinds.flatMap((row) => Array.from({ length: symbols }, (_, symbol) => sumsOf(row, symbol)));
  return { sums, ways: symbolsEach, symbols, shown, allows };
}

/** The sums that show a symbol, a bit each. */
function sumsOf(row, symbol) {
  return row.reduce((bits, list, sum) => (list.includes(symbol) ? bits | (1n << BigInt(sum)) : bits), 0n);
}

const checkedBoard = (board) => checked(board);

/** Of a list of values of a board and its ring those of the board. */
function onBoardOnly(board, values) {
  if (!board.cut) return values;
  const { indexOf } = withRing(board);
  return values.constructor.from(board.cells, (_, index) => values[indexOf(index)]);
}

/** What is said of a text: a mine count alone, or several things. */
const asPrior = (options) => (typeof options === "number" ? { mines: options } : (options ?? {}));

/** Check that the mines fit beside what the first click keeps free. */
function checkRoom({ rows, cols, mines, neighbours }, cell, protection) {
  const neighbourCount = neighbours?.[cell].length ?? degree(rows, cols, Math.floor(cell / cols), cell % cols);
  const free = { none: 0, safe: 1, zero: 1 + neighbourCount }[protection];
  const room = rows * cols - free;
  if (mines > room) {
    const start = { none: "on the board", safe: "beside a safe first cell", zero: "beside an opening start" }[
      protection
    ];
    throw wrong(`${mines} ${mines === 1 ? "mine does" : "mines do"} not fit ${start}: there is room for ${room}`);
  }
}
