// Exact Minesweeper. The engine is WebAssembly, made of the same source as the Python package's core.
import { policies, treesShape, wasm } from "./dist/engine.js";

const HIDDEN = -1, MINE = 10, MAX_CELLS = 1_000_000;
const STATUS = ["done", "contradiction", "limit", "stopped"];
const DECISIONS = ["proof", "tree", "score", "undecided", "region"];

/** What went wrong. `kind`: "BoardFormatError", "InconsistentBoardError", "EngineLimitError", "UnknownNameError". */
export class MinesolverError extends Error {
  constructor(kind, message, where = {}) {
    super(message);
    this.name = "MinesolverError";
    this.kind = kind;
    Object.assign(this, where); // line, column, symbol of a text; row, col of a cell; clues, mineCount of a conflict
  }
}

const wrong = (message, where) => new MinesolverError("BoardFormatError", message, where);

/** Loads the engine; each call gives one of its own, which works for one caller at a time. */
export async function load() {
  const { instance } = await WebAssembly.instantiate(unpacked(wasm), {
    wasi_snapshot_preview1: new Proxy({ clock_time_get: (_clock, _precision, out) => now(instance, out) }, {
      get: (known, name) => known[name] ?? (() => 52), // "not here": nothing else is asked for
    }),
  });
  instance.exports._initialize?.();
  return new Minesolver(instance.exports);
}

function now(instance, out) {
  const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
  new DataView(instance.exports.memory.buffer).setBigUint64(out, nanoseconds, true);
  return 0;
}

function unpacked(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

class Minesolver {
  #core;
  #handle = 0;
  #rows = 0;
  #cols = 0;
  #lists = []; // neighbours, weights, kinds, shows
  #room = 0; // of the position and what is found about it
  #policy = "";
  #trees = 0;

  constructor(core) {
    this.#core = core;
  }

  /** The names of the policies, the quickest first. */
  get policies() {
    return Object.keys(policies);
  }

  /** Reads the canonical text: an optional line ROWSxCOLSxMINES, then a row a line; `#` hidden, `*` a known mine. */
  parse(text, mines = null) {
    return parse(text, mines);
  }

  /** Everything exact about a position. */
  analyze(given, { seconds = Infinity } = {}) {
    const board = checked(given);
    const { count, cells, probability, proof } = this.#place(board);
    const status = this.#core.minesolver_analyze(
      this.#handle, cells, BigInt(board.mines ?? -1), logOdds(board.density), seconds, probability, proof,
    );
    this.#raise(status, board);
    const best = this.#core.minesolver_best(this.#handle, cells, probability, proof);
    const memory = this.#core.memory.buffer;
    const proofs = new Int8Array(memory, proof, count);
    const pair = (i) => [Math.floor(i / board.cols), i % board.cols];
    const proved = [[], [], []];
    for (let i = 0; i < count; i++) if (proofs[i]) proved[proofs[i]].push(pair(i));
    return new Analysis(board, {
      probability: new Float64Array(memory.slice(probability, probability + 8 * count)),
      safe: proved[1],
      mines: proved[2],
      best: best < 0 ? null : pair(best),
    }, { exactly: () => this.#exact(board), reason: (row, col) => this.#reason(board, row * board.cols + col) });
  }

  /** The move of a policy. A proved-safe cell where there is one, else its guess with the candidates. */
  async recommend(given, { policy = "strongest", seconds = Infinity } = {}) {
    const board = checked(given);
    const analysis = this.analyze(board, { seconds });
    const { best, safe, probability } = analysis;
    if (best === null || safe.length || policy === "safest") {
      const chance = best === null ? null : 1 - probability[best[0] * board.cols + best[1]];
      return { policy, cell: best, proved: best === null || safe.length > 0, exact: safe.length > 0, safety: chance, candidates: [] };
    }
    await this.#withTrees(policy);
    // From here on nothing waits: calls in flight share the engine's memory.
    const { cells } = this.#place(board);
    this.#choose(policy, "single");
    const out = this.#core.malloc(20);
    try {
      const status = this.#core.minesolver_recommend(
        this.#handle, cells, board.mines ?? -1, logOdds(board.density), seconds, out,
      );
      if (STATUS[status] === "stopped") return { policy, cell: best, proved: false, exact: false, safety: 1 - probability[best[0] * board.cols + best[1]], candidates: [], note: "no look-ahead: no time is left" };
      this.#raise(status, board);
      const [decision, cell, won, layouts, count] = new Int32Array(this.#core.memory.buffer, out, 5);
      const candidates = this.#candidates(count, board.cols, DECISIONS[decision] === "tree" ? layouts : 0);
      const move = [Math.floor(cell / board.cols), cell % board.cols];
      const exact = DECISIONS[decision] === "tree";
      const found = { policy, cell: move, proved: false, exact, safety: 1 - probability[cell], candidates };
      return exact ? { ...found, winning: [BigInt(won), BigInt(layouts)] } : found;
    } finally {
      this.#core.free(out);
    }
  }

  /** A board: mines by cell, and where to begin. With `noGuess` it is proved to need none. */
  generate({ start = null, noGuess = true, seed = 0, index = 0, repair = false, tries = 100_000, seconds = Infinity, ...size }) {
    const { rows, cols, mines } = size;
    const board = closed(size);
    const first = start ?? [Math.floor(rows / 2), Math.floor(cols / 2)];
    const flat = onBoard(board, first);
    const around = 1 + (board.neighbours?.[flat].length ?? degree(rows, cols, ...first));
    if (mines > rows * cols - around) throw wrong(`${mines} mines do not fit beside an opening start`);
    const { count, proof } = this.#place(board);
    const status = noGuess
      ? this.#core.minesolver_no_guess(this.#handle, mines, flat, ...key(seed, index), BigInt(tries), repair ? 50 : 0, seconds, proof)
      : this.#core.minesolver_layout(this.#handle, mines, 2, flat, ...key(seed, index), proof);
    if (STATUS[status] === "stopped") this.#raise(status, board);
    if (STATUS[status] !== "done") throw new MinesolverError("EngineLimitError", `no no-guess board among ${tries} layouts; \`repair: true\` finds them on denser boards`);
    const layout = new Int8Array(this.#core.memory.buffer.slice(proof, proof + count));
    return { rows, cols, mines, start: first, noGuess, seed, index, layout };
  }

  /** One whole game of a policy: won, guesses, cells opened. `protection`: "safe" or "zero" for the first click. */
  async play({ policy = "strongest", start = [0, 0], protection = "safe", seed = 0, index = 0, seconds = Infinity, ...size }) {
    const board = closed(size);
    const first = onBoard(board, start);
    const protect = { none: 0, safe: 1, zero: 2 }[protection];
    if (protect === undefined) throw new MinesolverError("UnknownNameError", `unknown protection "${protection}"; known: none, safe, zero`);
    await this.#withTrees(policy);
    // From here on nothing waits: calls in flight share the engine's memory.
    this.#place(board);
    this.#choose(policy, "game");
    const out = this.#core.malloc(40);
    try {
      const status = this.#core.minesolver_play(
        this.#handle, board.mines, protect, first, ...key(seed, index), 0, seconds, out,
      );
      if (status) throw new MinesolverError("EngineLimitError", "the game could not be finished within its limit");
      const [outcome, guesses, opened, survived, adjusted] = new Float64Array(this.#core.memory.buffer, out, 5);
      return { won: outcome === 1, guesses, opened, survived, adjusted };
    } finally {
      this.#core.free(out);
    }
  }

  /** Gives the engine's memory back. */
  close() {
    if (this.#handle) this.#core.minesolver_close(this.#handle);
    if (this.#room) this.#core.free(this.#room);
    if (this.#trees) this.#core.free(this.#trees);
    this.#handle = this.#room = this.#trees = 0;
    this.#policy = "";
  }

  /** Why a cell is proved; or, for -1, why no layout fits: clues that prove it, and none of which can be left out. */
  #reason(board, cell) {
    const { cells } = this.#place(board);
    const { cols, neighbours } = board;
    const room = this.#core.malloc(4 * (neighbours?.length ?? board.cells.length) + 4);
    try {
      const found = this.#core.minesolver_reason(this.#handle, cells, BigInt(board.mines ?? -1), cell, cell < 0 ? 1 : Infinity, room + 4, room);
      if (found < 0) return null;
      const [needed, ...clues] = new Int32Array(this.#core.memory.buffer, room, found + 1);
      const onNoCell = clues.filter((i) => i >= board.cells.length);
      const where = { clues: clues.filter((i) => i < board.cells.length).map((i) => [Math.floor(i / cols), i % cols]), mineCount: needed !== 0 };
      return onNoCell.length ? { ...where, lists: onNoCell } : where;
    } finally {
      this.#core.free(room);
    }
  }

  #open({ rows, cols, neighbours, weights, kinds, shows }) {
    if (!neighbours) return this.#core.minesolver_open(rows, cols);
    const order = neighbours.map((own) => own.map((_, k) => k).sort((a, b) => own[a] - own[b]));
    const sorted = (lists) => order.flatMap((places, i) => places.map((k) => lists[i][k]));
    const starts = [0];
    for (const own of neighbours) starts.push(starts.at(-1) + own.length);
    const sums = shows ? Math.max(...shows.map((row) => row.length)) : 0;
    const ways = shows ? Math.max(...shows.flat().map((own) => [own].flat().length)) : 0;
    const symbols = shows ? 1 + Math.max(...shows.flat(2)) : 0;
    const shown = (shows ?? []).flatMap((row) => Array.from({ length: sums }, (_, sum) => [row[sum] ?? 0].flat())
      .flatMap((own) => Array.from({ length: ways }, (_, way) => own[way % own.length])));
    const allows = (shows ?? []).flatMap((row) => Array.from({ length: symbols }, (_, symbol) =>
      row.reduce((mask, own, sum) => ([own].flat().includes(symbol) ? mask | (1n << BigInt(sum)) : mask), 0n)));
    const parts = [
      BigUint64Array.from(allows), Int32Array.from(starts), Int32Array.from(sorted(neighbours)),
      Int32Array.from(kinds ?? []), Int8Array.from(weights ? sorted(weights) : []), Int8Array.from(shown),
    ];
    const room = this.#core.malloc(40 + parts.reduce((sum, part) => sum + part.byteLength, 0));
    if (!room) return 0;
    let at = room + 40;
    const [masks, starting, cells, kind, weight, symbol] = parts.map((part) => {
      new Uint8Array(this.#core.memory.buffer, at, part.byteLength).set(new Uint8Array(part.buffer));
      at += part.byteLength;
      return at - part.byteLength;
    });
    const fields = [neighbours.length, starting, cells, weights ? weight : 0, symbols, ways, sums, kind, symbol, masks];
    new Int32Array(this.#core.memory.buffer, room, 10).set(fields);
    const handle = this.#core.minesolver_open_lists(rows, cols, room);
    this.#core.free(room);
    return handle;
  }

  #place(board) {
    const count = board.rows * board.cols;
    const lists = [board.neighbours, board.weights, board.kinds, board.shows];
    if (!this.#handle || this.#rows !== board.rows || this.#cols !== board.cols || lists.some((own, k) => own !== this.#lists[k])) {
      if (this.#handle) this.#core.minesolver_close(this.#handle);
      if (this.#room) this.#core.free(this.#room);
      this.#policy = "";
      this.#handle = this.#open(board);
      this.#room = this.#handle && this.#core.malloc(10 * count + 8 * (board.weights?.length ?? 0) + 16);
      if (!this.#room) throw new MinesolverError("EngineLimitError", "out of memory");
      [this.#rows, this.#cols, this.#lists] = [board.rows, board.cols, lists];
    }
    const probability = this.#room, sums = probability + 8 * count, cells = sums + 8 * (board.weights?.length ?? 0), proof = cells + count;
    if (board.weights) {
      if (board.allowed) new BigUint64Array(this.#core.memory.buffer, sums, board.allowed.length).set(board.allowed);
      this.#core.minesolver_allow(this.#handle, board.allowed ? sums : 0);
    }
    new Int8Array(this.#core.memory.buffer, cells, count).set(board.cells);
    return { count, probability, cells, proof };
  }

  #exact(board) {
    const { count, cells } = this.#place(board);
    const [none, mine] = odds(board.density);
    let room = this.#core.malloc(4 * count + 32);
    const sizes = (room + 4 * count + 7) & ~7;
    const status = this.#core.minesolver_count(this.#handle, cells, BigInt(board.mines ?? -1), mine, none, Infinity, room, sizes);
    const part = new Int32Array(this.#core.memory.buffer, room, count).slice();
    const [solutionLimbs, width, parts] = Array.from(new BigInt64Array(this.#core.memory.buffer, sizes, 3), Number);
    this.#core.free(room);
    this.#raise(status, board);
    room = this.#core.malloc(4 * Math.max(solutionLimbs, 2 * width));
    const whole = (at, limbs) => new Uint32Array(this.#core.memory.buffer, at, limbs).reduceRight((sum, limb) => (sum << 32n) | BigInt(limb), 0n);
    this.#core.minesolver_solutions(this.#handle, room);
    const solutions = whole(room, solutionLimbs);
    const fractions = Array.from({ length: parts }, (_, k) => {
      const size = this.#core.minesolver_part(this.#handle, k, room, room + 4 * width);
      return [whole(room, width), whole(room + 4 * width, width) * size];
    });
    this.#core.free(room);
    return { solutions, part, fractions: [...fractions, [0n, 1n], [1n, 1n]] };
  }

  #candidates(count, cols, layouts) {
    if (!count) return [];
    const out = this.#core.malloc(32 * count);
    this.#core.minesolver_candidates(this.#handle, out);
    const rows = Array.from(new Float64Array(this.#core.memory.buffer, out, 4 * count));
    this.#core.free(out);
    return Array.from({ length: count }, (_, k) => {
      const [cell, safety, score, progress] = rows.slice(4 * k, 4 * k + 4);
      const value = layouts ? { winning: [BigInt(Math.round(score)), BigInt(layouts)], score: score / layouts } : { score, progress };
      return { cell: [Math.floor(cell / cols), cell % cols], safety, ...value };
    }).sort((a, b) => b.score - a.score);
  }

  /** Loads the boosted trees, where a policy asks them. */
  async #withTrees(name) {
    const policy = policies[name];
    if (!policy) throw new MinesolverError("UnknownNameError", `unknown policy "${name}"; known: ${this.policies.join(", ")}`);
    if (!policy.trees || this.#trees) return;
    const bytes = unpacked((await import("./dist/trees.js")).default);
    if (this.#trees) return; // another call has brought them meanwhile
    this.#trees = this.#core.malloc(bytes.length);
    new Uint8Array(this.#core.memory.buffer, this.#trees, bytes.length).set(bytes);
  }

  /** Makes the engine at hand follow a policy. */
  #choose(name, use) {
    const policy = policies[name];
    const wanted = `${name} ${policy[use] ? use : "game"}`;
    if (wanted === this.#policy) return;
    const [count, size] = policy.trees ? treesShape : [0, 0];
    const values = policy[use] ?? policy.game;
    const out = this.#core.malloc(8 * values.length);
    new Float64Array(this.#core.memory.buffer, out, values.length).set(values);
    const status = this.#core.minesolver_policy(this.#handle, policy.kind, out, this.#trees, count, size);
    this.#core.free(out);
    if (status) throw new MinesolverError("EngineLimitError", "out of memory");
    this.#policy = wanted;
  }

  #raise(status, board) {
    const size = `${board.rows}x${board.cols}`;
    if (STATUS[status] === "contradiction") {
      const conflict = this.#reason(board, -1);
      const named = conflict?.clues.map(([row, col]) => (board.weights ? "" : `${board.cells[row * board.cols + col]} at `) + `(${row},${col})`).join(", ");
      const message = named && `: ${conflict.clues.length > 1 ? "clues" : "clue"} ${named} cannot ${conflict.clues.length > 1 ? "hold together" : "be met"}${conflict.mineCount ? ` with ${board.mines} mines` : ""}`;
      throw new MinesolverError("InconsistentBoardError", `no mine layout fits this ${size} board${message || ""}`, conflict ?? {});
    }
    if (STATUS[status] === "limit") throw new MinesolverError("EngineLimitError", "the position needs more memory than the engine may take");
    if (STATUS[status] === "stopped") throw new MinesolverError("EngineLimitError", "the time is over; no answer is given");
  }
}

class Analysis {
  #ask;
  #counted = null;

  constructor(board, found, ask) {
    this.board = board;
    this.isExact = true;
    Object.assign(this, found);
    this.#ask = ask;
  }

  /** The clues that prove a cell, none of which can be left out; null where it is not proved. */
  reason(row, col) {
    const isMine = this.mines.some(([r, c]) => r === row && c === col);
    if (!isMine && !this.safe.some(([r, c]) => r === row && c === col)) return null;
    const reason = this.#ask.reason(row, col);
    if (!reason) throw new MinesolverError("EngineLimitError", `why (${row}, ${col}) is proved needs more memory than the engine may take`);
    return { cell: [row, col], isMine, ...reason };
  }

  /** Mine layouts that agree with the board. */
  get solutions() {
    return this.#count().solutions;
  }

  /** P(mine) of a cell as [numerator, denominator] in lowest terms. */
  exact(row, col) {
    const { rows, cols, cells, known } = this.board;
    if (!(row >= 0 && row < rows && col >= 0 && col < cols)) throw wrong(`(${row}, ${col}) is off the board`, { row, col });
    const at = row * cols + col;
    if (cells[at] !== HIDDEN) return [cells[at] === known ? 1n : 0n, 1n];
    const { part, fractions } = this.#count();
    const [numerator, denominator] = fractions[part[at]];
    const common = gcd(numerator, denominator);
    return [numerator / common, denominator / common];
  }

  #count() {
    return (this.#counted ??= this.#ask.exactly());
  }
}

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** A density as a number; NaN where it is none: 0.2 and "1/5" are the same. */
function chance(density) {
  const [over, under = 1] = String(density).split("/").map(Number);
  return over / under;
}

/** The odds of no mine and of a mine as whole numbers: a density is read by its decimal digits, as 0.2 is 1/5. */
function odds(density) {
  if (density == null) return [1, 1];
  const [over, under = "1"] = String(density).split("/");
  const digits = Math.max(...[over, under].map((part) => (part.split(".")[1] ?? "").length));
  const [p, q] = [over, under].map((part) => BigInt(Math.round(Number(part) * 10 ** digits)));
  const common = gcd(p, q);
  if (q / common >= 2n ** 32n) throw new MinesolverError("EngineLimitError", `the density ${density} has too many digits for fractions`);
  return [Number((q - p) / common), Number(p / common)];
}

function logOdds(density) {
  return density == null ? 0 : Math.log(chance(density)) - Math.log1p(-chance(density));
}

/** A board with nothing open. */
function closed(size) {
  if (!Number.isInteger(size.mines)) throw wrong(`mines is a whole number, not ${size.mines}`);
  return checked({ ...size, cells: new Int8Array(Math.max(0, Math.min(Math.floor(size.rows * size.cols) || 0, MAX_CELLS))).fill(HIDDEN) });
}

function key(seed, index) {
  for (const value of [seed, index]) if (typeof value !== "bigint" && !Number.isInteger(value)) throw wrong(`seed and index are whole numbers, not ${value}`);
  return [BigInt.asUintN(64, BigInt(seed)), BigInt(index)];
}

function onBoard({ rows, cols }, [row, col]) {
  if (!(Number.isInteger(row) && row >= 0 && row < rows && Number.isInteger(col) && col >= 0 && col < cols)) throw wrong(`(${row}, ${col}) is off the board`, { row, col });
  return row * cols + col;
}

function degree(rows, cols, row, col) {
  return (3 - (row === 0) - (row === rows - 1)) * (3 - (col === 0) - (col === cols - 1)) - 1;
}

function checked(given) {
  if (given.text !== undefined) return parse(given.text, given.mines ?? null, given.density ?? null);
  const { rows, cols, mines = null, cells, density = null } = given;
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows < 1 || cols < 1) throw wrong(`rows and cols are whole numbers from 1 on, not ${rows} and ${cols}`);
  const count = rows * cols;
  if (count > MAX_CELLS) throw wrong(`a board has at most ${MAX_CELLS} cells`);
  if (cells?.length !== count) throw wrong(`cells has ${cells?.length} entries for ${rows}x${cols} cells`);
  const lists = given.neighbours ? listed(given, count) : {};
  const known = given.neighbours ? -2 : MINE;
  let marked = 0, hidden = 0;
  for (let i = 0; i < count; i++) {
    const code = cells[i];
    if (code === HIDDEN) hidden += 1;
    else if (code === known) marked += 1;
    else {
      const row = Math.floor(i / cols), col = i - row * cols;
      const most = given.allowed ? 127 : lists.shows ? Math.max(...lists.shows[lists.kinds[i]].flat()) : given.neighbours?.[i].length ?? degree(rows, cols, row, col);
      if (!(Number.isInteger(code) && code >= 0 && code <= most)) throw wrong(`${code} at row ${row}, column ${col}: ${HIDDEN} is hidden, 0 to ${most} a clue, ${known} a known mine`, { row, col, symbol: String(code) });
    }
  }
  if (mines !== null && density !== null) throw wrong("a board takes a mine count or a mine density, not both");
  if (density !== null && !(chance(density) > 0 && chance(density) < 1)) throw wrong(`the density is between 0 and 1, not ${density}`);
  if (mines !== null && !(Number.isInteger(mines) && mines >= marked && mines <= marked + hidden)) {
    throw wrong(`mine count ${mines} is impossible: the board holds ${marked} to ${marked + hidden}`);
  }
  return { rows, cols, mines, density, ...lists, known, cells: Int8Array.from(cells) }; // a copy: fractions are asked for later
}

const ONES = new WeakMap(); // by the lists: weights of 1 that nobody gave

/** What is said about the clues of other boards than square ones; sums are given as they are, and kept as bits. */
function listed({ neighbours, weights, allowed, kinds, shows }, count) {
  const most = weights || allowed || shows ? Infinity : count;
  if (!(neighbours.length >= count && neighbours.length <= most)) throw wrong(`neighbours has ${neighbours.length} lists for ${count} cells`);
  const bad = neighbours.findIndex((own, i) => own.length > 62 || new Set(own).size < own.length || own.some((j) => !(Number.isInteger(j) && j >= 0 && j < count && j !== i)));
  if (bad >= 0) throw wrong(`the neighbours of cell ${bad} are other cells, each once, 62 at most`);
  if (most === count) return { neighbours };
  if (!weights && !ONES.has(neighbours)) ONES.set(neighbours, neighbours.map((own) => own.map(() => 1)));
  weights ??= ONES.get(neighbours);
  const size = (own) => own.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const uneven = neighbours.findIndex((own, i) => weights[i]?.length !== own.length || !weights[i].every(Number.isInteger) || size(weights[i]) > 62);
  if (uneven >= 0 || weights.length !== neighbours.length) throw wrong(`list ${uneven}: a weight is a whole number for each neighbour, 62 together at most`);
  if (allowed && allowed.length !== neighbours.length) throw wrong(`allowed has ${allowed.length} entries for ${neighbours.length} lists`);
  if (shows && !(kinds?.length === neighbours.length && kinds.every((kind, i) => shows[kind]?.length > size(weights[i])))) throw wrong("kinds has one number for each list, and shows of each kind what every sum of such a list is shown by");
  if (shows && !shows.flat(2).every((symbol) => Number.isInteger(symbol) && symbol >= 0 && symbol < 128)) throw wrong("symbols are whole numbers from 0 to 127");
  if (!allowed && !shows) throw wrong("clues with weights need the sums that they allow");
  const mask = (sums, i) => {
    if (sums == null) return 0xffffffffffffffffn;
    const least = weights[i].reduce((sum, weight) => sum + Math.min(weight, 0), 0);
    return sums.reduce((bits, sum) => (sum >= least && sum - least < 63 ? bits | (1n << BigInt(sum - least)) : bits), 0n);
  };
  return { neighbours, weights, kinds, shows, allowed: allowed && BigUint64Array.from(allowed, mask) };
}

const SYMBOLS = new Map([["#", HIDDEN], [".", 0], ["*", MINE], ...Array.from({ length: 9 }, (_, n) => [String(n), n])]);

function parse(text, mines, density = null) {
  const lines = text.split(/\r?\n/);
  let at = lines.findIndex((line) => line.trim());
  if (at < 0) throw wrong("the text has no board");
  const header = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(lines[at]);
  if (header) at += 1;
  const rows = [];
  for (; at < lines.length && lines[at].trim(); at++) {
    const line = lines[at].trim();
    rows.push(Array.from(line, (symbol, k) => {
      if (!SYMBOLS.has(symbol)) throw wrong(`line ${at + 1}, column ${k + 1}: "${symbol}" is no cell`, { line: at + 1, column: k + 1, symbol });
      return SYMBOLS.get(symbol);
    }));
    if (rows.at(-1).length !== rows[0].length) throw wrong(`line ${at + 1}: ${rows.at(-1).length} cells where the first row has ${rows[0].length}`, { line: at + 1 });
  }
  if (!rows.length) throw wrong("the text has no board");
  if (header && (Number(header[1]) !== rows.length || Number(header[2]) !== rows[0].length)) {
    throw wrong(`the header says ${header[1]}x${header[2]}, the rows are ${rows.length}x${rows[0].length}`, { line: 1 });
  }
  const total = mines ?? (header?.[3] ? Number(header[3]) : null);
  return checked({ rows: rows.length, cols: rows[0].length, mines: density === null ? total : null, density, cells: Int8Array.from(rows.flat()) });
}
