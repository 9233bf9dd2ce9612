// Games on the page, replayed from their rules, seed and moves for every answer: nothing is kept, everything can be
// taken back and shared. Mines are drawn as minesolver.game.seeding says, so that the same seed is the same game in
// Python.

import { guessRisk, happens, layoutWith } from "./dealing.js";
import { able, ask, Refusal } from "./engine.js";
import { ranked } from "./faces.js";
import { clears, groundOf } from "./ground.js";
import { clueCode, clueOf, clues, empty, HIDDEN, isClue, MINE, standing, toModel } from "./position.js";
import { T } from "./texts.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./game.js").Spec} Spec
 * @typedef {import("./game.js").Move} Move
 * @typedef {{game: Spec, moves: Move[], signs?: boolean, lenient?: boolean}} Body lenient: a chord without its flags
 *   does nothing
 * @typedef {{cells: number[][], shown: number[][], seconds: number | null}} Step
 */

const TIE = 1e-9;
const TRIES = 2000; // layouts drawn for a game without guesses before mines are moved instead
const LAYOUTS = 50; // of Python, until the first cell is free
const AT_ONCE = 700; // ms of a policy's moves in one answer
const refused = (/** @type {string} */ message) => new Refusal({ kind: "rule", message });

// --- mines -----------------------------------------------------------------------------------------------------------

const mix = (/** @type {bigint} */ z) => {
  z = BigInt.asUintN(64, z);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
};

/** Numbers below a bound, by SplitMix64. */
function stream(/** @type {number | bigint} */ seed) {
  let now = mix(mix(BigInt(seed)));
  return (/** @type {number} */ below) => {
    const bound = BigInt(below);
    const top = ((1n << 64n) / bound) * bound;
    for (;;) {
      now = BigInt.asUintN(64, now + 0x9e3779b97f4a7c15n);
      const value = mix(now);
      if (value < top) return Number(value % bound);
    }
  };
}

/**
 * @typedef {{mines: Set<number>, ways: number[], codes?: Int8Array}} Deal the mines, and which of the possible clues
 *   each cell shows, or what
 */

/** The cells that a first click keeps free. */
function free(/** @type {Spec} */ spec, /** @type {number} */ first) {
  const at = groundOf(spec);
  if (spec.first_click === "none") return new Set();
  if (spec.first_click === "zero") return new Set([first, ...at.near[first]]);
  if (spec.first_click !== "row-col") return new Set([first]);
  const own = at.name(first);
  return new Set([...Array(at.cells).keys()].filter((i) => at.name(i).filter((n, d) => n !== own[d]).length <= 1));
}

/** @returns {Deal} */
function drawn(/** @type {Spec} */ spec, /** @type {number} */ first) {
  const at = groundOf(spec);
  const below = stream(spec.seed);
  const kept = free(spec, first);
  const cells = [...Array(at.cells).keys()].filter((i) => !kept.has(i));
  if (spec.mines > cells.length) throw refused(T.rules_.room(cells.length));
  for (let k = 0; k < spec.mines; k++) {
    const other = k + below(cells.length - k);
    [cells[k], cells[other]] = [cells[other], cells[k]];
  }
  return { mines: new Set(cells.slice(0, spec.mines)), ways: waysOf(at, below) };
}

const waysOf = (/** @type {import("./ground.js").Ground} */ at, /** @type {(below: number) => number} */ below) =>
  at.shows(2).length > 1 ? Array.from({ length: at.cells }, () => below(2)) : [];

/** @type {Map<string, Promise<Deal>>} */
const proved = new Map();

/** A layout that needs no guess from its first cell on, or any under rules of which only Python knows the layouts. */
function madeElsewhere(
  /** @type {Spec} */ spec,
  /** @type {number} */ first,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const { rows, cols, mines, seed, rules, shape, no_guess: noGuess, first_click: click } = spec;
  const key = JSON.stringify([rules, shape, rows, cols, mines, seed, first, noGuess || click]);
  const found = proved.get(key) ?? made();
  proved.set(key, found);
  found.catch(() => proved.delete(key));
  return found;

  async function made() {
    const start = [Math.floor(first / cols), first % cols];
    for (let index = 0; index < LAYOUTS && !noGuess; index++) {
      const { layout } = await ask(
        "generate",
        { rows, cols, mines, rules, shape, ...(click === "zero" && { start }), seed, index },
        signal,
      ).catch((error) => {
        throw click === "zero" && error.kind === "rule" ? refused(T.rules_.noZero) : error;
      });
      if (![...free(spec, first)].some((i) => layout[i]))
        return {
          mines: new Set([...layout.keys()].filter((i) => layout[i])),
          ways: waysOf(groundOf(spec), stream(seed)),
        };
    }
    for (const method of noGuess ? ["uniform", "repair"] : []) {
      try {
        const { layout } = await ask(
          "generate",
          { rows, cols, mines, rules, shape, start, no_guess: true, seed, method, tries: TRIES },
          signal,
        );
        const codes = [...layout];
        return { mines: new Set([...codes.keys()].filter((i) => codes[i] & 1)), ways: codes.map((code) => code >> 1) };
      } catch (error) {
        if (/** @type {any} */ (error).kind !== "limit") throw error;
      }
    }
    throw refused(noGuess ? T.rules_.noGuess : T.rules_.noLayout);
  }
}

/** @type {Map<string, Promise<Deal | null>>} */
const dealt = new Map(); // every answer replays its game: what a guess came to is worked out once
const MOST_DEALT = 5000; // some hundred games

/** The layout that goes on where mines are dealt when a cell is opened; null: the one that there is. */
function dealtAt(
  /** @type {Spec} */ spec,
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {Deal} */ deal,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const key = JSON.stringify([spec.seed, spec.deal, spec.mines, spec.rules, spec.shape, [...position.codes], cell]);
  const known = dealt.get(key) ?? dealNow(spec, position, cell, deal, signal);
  if (dealt.size > MOST_DEALT) dealt.clear();
  dealt.set(key, known);
  known.catch(() => dealt.delete(key));
  return known;
}

/**
 * The deal agrees with what is shown, each equally likely. So it stays where it has in the cell what the rules want,
 * and where chance decides that: it was drawn by the exact chances. Otherwise another one is drawn.
 * @returns {Promise<Deal | null>}
 */
async function dealNow(
  /** @type {Spec} */ spec,
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {Deal} */ deal,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const at = groundOf(spec);
  const risk = await guessRisk(position, cell, /** @type {string} */ (spec.deal), signal);
  const known = position.codes.filter((code) => code !== HIDDEN).length;
  const below = stream(mix(BigInt(spec.seed)) + BigInt(known)); // its own for each position
  let isMine = risk === "1";
  if (at.shows(2).length > 1) {
    // Clues as they were drawn make some layouts likelier than others, so the old one is no fair draw.
    isMine = happens(below, risk);
  } else if (!["0", "1"].includes(risk) || isMine === deal.mines.has(cell)) return null;
  const mines = await layoutWith(position, cell, isMine, below, signal);
  return mines && { mines, ways: waysOf(at, below), codes: position.codes.slice() };
}

// --- a game ----------------------------------------------------------------------------------------------------------

/** The cells that a chord on a clue opens; none where the flags do not match. */
export function chordCells(
  /** @type {Position} */ position,
  /** @type {Set<number>} */ flags,
  /** @type {number} */ i,
) {
  const { codes } = position;
  if (!isClue(codes[i])) return [];
  const at = groundOf(position);
  const known = new Map();
  for (const j of at.near[i])
    if (codes[j] !== HIDDEN || flags.has(j)) known.set(j, Number(codes[j] === MINE || flags.has(j)));
  return clears(at, i, clueOf(codes[i]), known).filter((j) => codes[j] === HIDDEN && !flags.has(j));
}

/** A game under way. */
class Game {
  /** @type {Deal | null} */
  deal = null;
  /** @type {Set<number>} */
  flags = new Set();
  opened = 0;
  hit = 0;
  exploded = false;
  /** @type {Step[]} */
  steps = [];

  constructor(/** @type {Spec} */ spec) {
    this.spec = spec;
    this.at = groundOf(spec);
    const { cells } = this.at;
    if (spec.mines > cells || (spec.win === "open" && spec.mines === cells) || (spec.win === "flag" && !spec.mines))
      throw refused(T.rules_.mines(cells - 1));
    this.position = { ...empty(spec.rows, spec.cols, spec.mines), rules: spec.rules ?? "", shape: spec.shape ?? null };
    const own = /^fixed:(\d+),(\d+)$/.exec(spec.first_click);
    // Where the first click is fixed or nothing is protected, the mines lie before it.
    if (!this.at.shown) throw refused(T.rules_.elsewhere(spec.rules ?? ""));
    if ((own || spec.first_click === "none") && !spec.no_guess && this.at.taken)
      this.deal = drawn(spec, own ? Number(own[1]) * spec.cols + Number(own[2]) : 0);
    if (spec.layout) this.deal = { mines: new Set(spec.layout.map(([r, c]) => r * spec.cols + c)), ways: [] };
    const { solution } = spec;
    if (solution)
      this.deal = {
        mines: new Set([...solution.keys()].filter((i) => solution[i] === MINE)),
        ways: [],
        codes: solution,
      };
    for (const i of spec.begun ?? []) {
      this.position.codes[i] = this.#shows(i);
      this.opened++;
    }
  }

  get started() {
    return this.steps.length > 0;
  }

  get lost() {
    return this.exploded;
  }

  get won() {
    const { win, mines } = this.spec;
    if (this.exploded) return false;
    if (win === "open") return this.opened === this.at.cells - mines;
    if (!this.deal) return false;
    if (win === "explore") return this.opened + this.hit + this.flags.size === this.at.cells;
    return this.flags.size + this.hit === mines && [...this.flags].every((i) => this.deal?.mines.has(i));
  }

  get over() {
    return this.lost || this.won;
  }

  #shows(/** @type {number} */ i) {
    const { mines, ways, codes } = /** @type {Deal} */ (this.deal);
    if (mines.has(i)) return MINE;
    if (codes && codes[i] !== HIDDEN) return codes[i];
    const sum = this.at.near[i].reduce(
      (all, j, k) => all + (mines.has(j) ? (this.at.weights ? this.at.weights[i][k] : 1) : 0),
      0,
    );
    const values = this.at.shows(sum);
    return clueCode(values[(ways[i] ?? 0) % values.length]);
  }

  /** What all cells hide, once that is decided. */
  get solution() {
    return Int8Array.from({ length: this.at.cells }, (_, i) => this.#shows(i));
  }

  /** Whether the rules kept the first move from a mine. */
  get protected() {
    const { layout, solution, first_click: click, drawn_for: from } = this.spec;
    const elsewhere = from && String(this.steps[0]?.cells[0]) !== String(from);
    return !layout && !solution && click !== "none" && !elsewhere;
  }

  async #begin(/** @type {number} */ first, /** @type {AbortSignal | undefined} */ signal) {
    const { spec } = this;
    const own = /^fixed:(.*)$/.exec(spec.first_click)?.[1];
    if (own !== undefined && !this.started && own !== this.at.name(first).join(","))
      throw refused(T.startAt(`(${own})`));
    if (this.deal) return;
    const from = spec.drawn_for ? spec.drawn_for[0] * spec.cols + spec.drawn_for[1] : first;
    this.deal = spec.no_guess || !this.at.taken ? await madeElsewhere(spec, from, signal) : drawn(spec, from);
  }

  /** Settle what a cell hides, where that is done when it is opened. */
  async #dealAt(/** @type {number} */ cell, /** @type {AbortSignal | undefined} */ signal) {
    const position = { ...this.position, codes: this.position.codes.slice() };
    const next = await dealtAt(this.spec, position, cell, /** @type {Deal} */ (this.deal), signal);
    if (next) this.deal = next;
  }

  async move(/** @type {Move} */ [row, col, action], /** @type {AbortSignal | undefined} */ signal = undefined) {
    const i = row * this.spec.cols + col;
    const { codes } = this.position;
    if (!(row >= 0 && col >= 0 && col < this.spec.cols && i < codes.length)) throw refused(T.rules_.off);
    if (this.over) throw refused(T.rules_.over);
    if (action === "flag") {
      if (codes[i] !== HIDDEN) throw refused(T.rules_.open);
      if (!this.flags.delete(i)) this.flags.add(i);
      return;
    }
    const chosen = action === "chord" ? chordCells(this.position, this.flags, i) : codes[i] === HIDDEN ? [i] : [];
    if (!chosen.length) throw refused(action === "chord" ? T.needsFlags : T.rules_.open);
    await this.#begin(chosen[0], signal);
    /** @type {number[][]} */
    const shown = [];
    for (const first of chosen) {
      const isDealt = (this.spec.deal ?? "hidden") !== "hidden" && codes[first] === HIDDEN && !this.over;
      if (isDealt && (this.started || this.spec.first_click === "none")) await this.#dealAt(first, signal);
      const pending = [first];
      while (pending.length && !this.over) {
        const cell = /** @type {number} */ (pending.pop());
        if (codes[cell] !== HIDDEN) continue;
        const code = (codes[cell] = this.#shows(cell));
        shown.push([Math.floor(cell / this.spec.cols), cell % this.spec.cols, code]);
        this.flags.delete(cell);
        if (code === MINE) {
          this.hit++;
          this.exploded = this.spec.after_mine === "lose";
        } else {
          this.opened++;
          if (this.spec.reveal === "cascade") pending.push(...clears(this.at, cell, clueOf(code), new Map()));
        }
      }
    }
    const named = (/** @type {number} */ cell) => [Math.floor(cell / this.spec.cols), cell % this.spec.cols];
    this.steps.push({ cells: chosen.filter((cell) => codes[cell] !== HIDDEN).map(named), shown, seconds: null });
  }

  /** What the page shows of it. */
  state(signs = false) {
    const { codes } = this.position;
    const pairs = (/** @type {Iterable<number>} */ cells) =>
      [...cells].sort((a, b) => a - b).map((i) => [Math.floor(i / this.spec.cols), i % this.spec.cols]);
    const mines = this.deal?.mines ?? new Set();
    const sign = (/** @type {number} */ code, /** @type {number} */ i) =>
      mines.has(i) ? (code === MINE || this.flags.has(i) ? "T" : "M") : code === HIDDEN ? "U" : String(code);
    return {
      board: { ...this.position, codes: codes.slice() },
      flags: pairs(this.flags),
      started: this.started,
      won: this.won,
      lost: this.lost,
      opened: this.opened,
      layout: this.over && this.deal ? pairs(this.deal.mines) : null,
      exploded: pairs([...codes.keys()].filter((i) => codes[i] === MINE)),
      signs: signs ? [[...codes].map(sign).join("")] : null,
    };
  }
}

async function replayed(
  /** @type {Body} */ { game, moves, lenient = false },
  /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  const made = new Game(game);
  for (const one of moves) {
    const idle =
      lenient && one[2] === "chord" && !chordCells(made.position, made.flags, one[0] * game.cols + one[1]).length;
    if (!idle) await made.move(one, signal);
  }
  return made;
}

/** The game after these moves. */
export async function play(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  return (await replayed(body, signal)).state(body.signs);
}

/** The cell to begin with where the first one is safe, or null. */
function protectedStart(/** @type {Game} */ game) {
  const { spec, at } = game;
  if (game.started || spec.layout) return null;
  if (spec.drawn_for) return spec.first_click === "none" ? null : spec.drawn_for;
  const own = /^fixed:(.*)$/.exec(spec.first_click)?.[1];
  if (own) return own.split(",").map(Number);
  if (spec.first_click === "none" && !spec.no_guess) return null;
  if (spec.rules)
    return spec.first_click === "zero" || spec.no_guess ? [Math.floor(spec.rows / 2), Math.floor(spec.cols / 2)] : null;
  // A corner wins most; where an area opens, a cell two or three from the edges.
  const far = spec.first_click !== "zero" ? 0 : spec.mines > 0.18 * at.cells ? 3 : 2;
  return [Math.min(far, Math.floor((spec.rows - 1) / 2)), Math.min(far, Math.floor((spec.cols - 1) / 2))];
}

/** A move, and why: of the proved ones that with the shortest proof, else the least risky guess. */
export async function hint(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const game = await replayed(body, signal);
  if (game.over) throw refused(T.rules_.over);
  const start = protectedStart(game);
  if (start) return { cell: start, proved: true, probability: 0, steps: [], candidates: [] };
  const { position } = game;
  const found = await ask("analyse", { position, reasons: true }, signal);
  if (!found.best) return { cell: null, proved: false, probability: null, steps: [], candidates: [] };
  if (!found.safe.length) {
    const candidates = ranked(found, position);
    const [first] = candidates;
    const p = first ? 1 - first.safety : null;
    return { cell: first?.cell ?? found.best, proved: false, probability: p, steps: [], candidates };
  }
  const key = String;
  const reasons = new Map(found.reasons.map((/** @type {any} */ one) => [key(one.cell), one]));
  const chains = found.safe.map((/** @type {number[]} */ cell) => chain(reasons, key(cell)));
  const weight = (/** @type {any[]} */ steps) =>
    steps.length
      ? 100 * steps.length + steps.reduce((sum, one) => sum + one.clues.length + Number(one.mine_count), 0)
      : Infinity;
  const best = chains.reduce(
    (/** @type {number} */ least, /** @type {any[]} */ steps, /** @type {number} */ k) =>
      weight(steps) < weight(chains[least]) ? k : least,
    0,
  );
  return { cell: found.safe[best], proved: true, probability: 0, steps: chains[best], candidates: [] };
}

/** All reasons that one rests on, each after those that it needs itself. */
function chain(/** @type {Map<string, any>} */ reasons, /** @type {string} */ cell, found = new Set()) {
  const reason = reasons.get(cell);
  if (!reason || found.has(reason)) return [...found];
  for (const before of reason.after) chain(reasons, String(before), found);
  found.add(reason);
  return [...found];
}

// --- policies --------------------------------------------------------------------------------------------------------

/**
 * Moves of a policy from here on: `count` at most, and what it makes in a moment; ask again for more until it is done.
 */
export async function policy(
  /** @type {Body & {policy: string, count: number, until_guess: boolean}} */ body,
  /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  const game = await replayed(body, signal);
  if (game.over) throw refused(T.rules_.over);
  const began = performance.now();
  const plays = able("best_move", { policy: body.policy }) === "worker";
  const moves = [];
  let done = false;
  /** @type {any[]} */
  let safe = [];
  while (!done && moves.length < body.count && performance.now() - began < AT_ONCE) {
    const start = protectedStart(game);
    const fixed = start && (plays || /^fixed/.test(body.game.first_click) || body.game.drawn_for || body.game.no_guess);
    /** @type {any} */
    let made = fixed ? { cell: start, proved: true, reason: T.firstIsSafe } : safe.pop();
    if (!made && plays) {
      // One count gives all safe cells; the policy is asked where there is none.
      const found = await ask(
        "analyse",
        { position: { ...game.position, codes: game.position.codes.slice() }, aside: true },
        signal,
      );
      safe = found.safe.reverse().map((/** @type {number[]} */ cell) => ({ cell, proved: true, reason: "" }));
      made = safe.pop();
      if (!made && !body.until_guess) {
        if (!found.best) made = null;
        else if (body.policy === "safest")
          made = {
            cell: found.best,
            proved: false,
            probability: found.probability[found.best[0] * game.spec.cols + found.best[1]],
            candidates: ranked(found, game.position),
            reason: "",
          };
      }
      if (!made && body.until_guess) {
        done = true;
        break;
      }
    }
    if (made === undefined || (made === null && body.policy !== "safest"))
      made = await ask(
        "best_move",
        { position: { ...game.position, codes: game.position.codes.slice() }, policy: body.policy },
        signal,
      );
    const cell = made?.cell;
    const action = made?.action ?? "open";
    const certain = Boolean(made?.proved) || (start !== null && action === "open");
    if (!cell || (body.until_guess && !certain)) {
      done = true;
      break;
    }
    const i = cell[0] * game.spec.cols + cell[1];
    if (game.position.codes[i] !== HIDDEN) continue; // an area has opened it meanwhile
    if (action === "flag" && game.flags.has(i)) continue; // a flag that the player set before stays
    const before = game.steps.length;
    await game.move([cell[0], cell[1], action], signal);
    const own = made.candidates?.find((/** @type {any} */ one) => String(one.cell) === String(cell));
    moves.push({
      cell,
      action,
      proved: certain,
      probability: certain ? 0 : (made.probability ?? (own ? 1 - own.safety : null)),
      reason: made.reason ?? "",
      candidates: made.candidates ?? [],
      shown: game.steps.slice(before).flatMap((one) => one.shown),
    });
    done = game.over;
  }
  return { moves, state: game.state(body.signs), done };
}

// --- review ----------------------------------------------------------------------------------------------------------

/** The moves of a game as a recorded one. */
export async function replay(/** @type {Body} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const { rows, cols, mines, seed, rules, shape, solution, begun } = body.game;
  const game = await replayed(body, signal);
  const start = (begun ?? []).map((i) => [Math.floor(i / cols), i % cols, /** @type {Int8Array} */ (solution)[i]]);
  return {
    rows,
    cols,
    mines,
    rules,
    shape,
    start,
    protected: game.protected,
    source: `seed ${seed}`,
    steps: game.steps,
  };
}

/** What all cells of a game hide, and whether its first click was protected. */
export async function finished(/** @type {Body} */ body) {
  const game = await replayed(body);
  return { solution: game.solution, protected: game.protected };
}

/** Every move that opened a cell without a proof: its risk, its rank, what it cost; of a game, or of a recording. */
export async function review(/** @type {any} */ body, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const played = body.recording ?? (await replay(body, signal));
  const { cols, mines, mineCount = mines, steps } = played;
  const index = (/** @type {number[]} */ [r, c]) => r * cols + c;
  let position = standing(played, 0);
  const guesses = [];
  const safe = new Set(); // what was proved once stays so
  let opened = 0;
  let revealed = 0;
  let hit = 0;
  let complete = true;
  for (const [number, step] of steps.entries()) {
    const cells = step.cells.map(index);
    opened += cells.length;
    if (!(number === 0 && played.protected) && cells.some((/** @type {number} */ i) => !safe.has(i))) {
      let found;
      try {
        found = await ask("analyse", { position, aside: true }, signal);
      } catch (error) {
        if (/** @type {any} */ (error).name === "AbortError") throw error;
        complete = false;
        break;
      }
      if (!found.is_exact) {
        complete = false;
        break;
      }
      for (const cell of found.safe) safe.add(index(cell));
      const doubtful = cells.filter((/** @type {number} */ i) => !safe.has(i));
      if (doubtful.length)
        guesses.push(await graded(number, step, doubtful, position, found, body.weigh !== false, signal));
    }
    const codes = position.codes.slice();
    for (const [r, c, code] of step.shown) {
      codes[r * cols + c] = code;
      if (code === MINE) hit++;
      else revealed++;
    }
    position = { ...position, codes };
  }
  const survived = guesses.filter((guess) => guess.survived);
  return {
    guesses,
    opened,
    proved: opened - guesses.reduce((sum, guess) => sum + guess.cells.length, 0),
    luck: survived.reduce((sum, guess) => sum - Math.log10(1 - guess.probability), 0),
    survival: survived.reduce((all, guess) => all * (1 - guess.probability), 1),
    complete,
    won: !hit && revealed === position.codes.length - mineCount,
  };
}

/**
 * @param {number} move
 * @param {Step} step
 * @param {number[]} doubtful
 * @param {Position} position
 * @param {any} found
 * @param {boolean} weigh
 * @param {AbortSignal | undefined} signal
 */
async function graded(move, step, doubtful, position, found, weigh, signal) {
  const { cols, codes } = position;
  const pair = (/** @type {number} */ i) => [Math.floor(i / cols), i % cols];
  const p = (/** @type {number[]} */ [r, c]) => found.probability[r * cols + c];
  const probability = doubtful.length === 1 ? p(pair(doubtful[0])) : await anyMine(position, found, doubtful, signal);
  const best = found.best ?? pair(doubtful[0]);
  const hidden = [...codes.keys()].filter((i) => codes[i] === HIDDEN);
  let weighed = null;
  if (weigh && !found.safe.length && doubtful.length === 1 && codes.length <= 1500) {
    weighed = await ask("grade", { position, cell: pair(doubtful[0]), seconds: 1 }, signal).catch((error) => {
      if (error.name === "AbortError") throw error;
      return null; // too hard: the risk is known all the same
    });
  }
  return {
    move,
    cell: pair(doubtful[0]),
    cells: doubtful.map(pair),
    probability,
    survived: step.cells.every((cell) =>
      step.shown.every(([r, c, code]) => code !== MINE || r !== cell[0] || c !== cell[1]),
    ),
    rank: 1 + hidden.filter((i) => found.probability[i] < probability - TIE).length,
    of: hidden.length,
    cost: Math.max(0, probability - p(best)),
    best,
    best_probability: p(best),
    missed: found.safe.length ? [...found.safe].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0] : null,
    board: position.rules ? { ...position, codes: [...position.codes] } : toModel(position),
    win: weighed?.chance ?? null,
    loss: weighed?.regret?.value ?? null,
    recommended: weighed !== null && String(weighed.best) === String(pair(doubtful[0])),
    choice: weighed?.best ?? null,
  };
}

/** The chance that one of several cells is a mine: of all clues that the others may show, one after the other. */
async function anyMine(
  /** @type {Position} */ position,
  /** @type {any} */ found,
  /** @type {number[]} */ cells,
  /** @type {AbortSignal | undefined} */ signal,
) {
  const [first, ...rest] = cells;
  const here = found.probability[first];
  if (!rest.length || here === 1) return here;
  let risky = 0;
  for (const clue of clues(position, first)) {
    const codes = position.codes.slice();
    codes[first] = clueCode(clue);
    const next = { ...position, codes };
    try {
      const known = await ask("analyse", { position: next, aside: true }, signal);
      const share = Number((BigInt(known.solutions) * 10n ** 18n) / BigInt(found.solutions)) / 1e18;
      risky += share * (await anyMine(next, known, rest, signal));
    } catch (error) {
      if (/** @type {any} */ (error).kind !== "inconsistent") throw error;
    }
  }
  return Math.min(1, here + risky);
}
