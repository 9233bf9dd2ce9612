// Play: a game on the server's rules. A game is its size, rules and seed with the moves so far; the server replays
// them for every answer, so that it can be taken back, restarted, shared as a link and continued after anything.

import { fixed } from "./numbers.js";
import { actions, answered, explain, idle, played, quiet, showReview } from "./advice.js";
import {
  advice,
  analysed,
  announce,
  answer,
  at,
  count,
  enter,
  grid,
  known,
  lanes,
  lost,
  mark,
  nameOf,
  redraw,
  set,
  settings,
  state,
  take,
  tell,
  worded,
} from "./core.js";
import { $, toast } from "./dom.js";
import { figures, showEnd } from "./endcard.js";
import { alive } from "./engine.js";
import { indexed } from "./faces.js";
import { before } from "./finish.js";
import * as games from "./games.js";
import { chordCells } from "./games.js";
import { bbbv, zini } from "./measures.js";
import { cellsOf, suits, groundOf } from "./ground.js";
import { empty, fromModel, HIDDEN, isClue, MINE, nearOf, standing, toModel } from "./position.js";
import { download, png } from "./share.js";
import { play } from "./sound.js";
import { load, NO_GUESS, record, save, withGuesses } from "./stats.js";
import { keep, kept } from "./store.js";
import { learn, mistakes, soundExercises, soundMistakes } from "./trainer.js";
import { T } from "./texts.js";
import { comparison, cellCard, result } from "./analyser.js";
import { coached } from "./words.js";

/**
 * @typedef {{rows: number, cols: number, mines: number, first_click: string, seed: number, after_mine: string,
 *   win: string, reveal: string, no_guess: boolean, drawn_for: number[] | null, layout: number[][] | null,
 *   rules?: string, shape?: number[] | null, solution?: Int8Array, begun?: number[], deal?: string}} Spec
 *   solution: what each cell hides, of a game from a file; begun: cells that are open from the beginning; deal: how
 *   mines are dealt, see dealing.js
 * @typedef {[number, number, "open" | "flag" | "chord"]} Move
 */

const MISTAKES = 2000; // that are kept to be weighed
const LAST_MOVE = 100; // ms that a new game waits for a move of the one before
export const SPEEDS = [1, 2, 5, 10, 25, 60, Infinity]; // moves a second
const STANDARD = {
  first_click: "zero",
  after_mine: "lose",
  win: "open",
  reveal: "cascade",
  no_guess: false,
  deal: "hidden",
};
export const RULE_SETS = {
  standard: STANDARD,
  search: { ...STANDARD, first_click: "fixed:0,0", after_mine: "continue", reveal: "single" },
  inference: { ...STANDARD, first_click: "none", after_mine: "continue", win: "explore", reveal: "single" },
  cs50: { ...STANDARD, first_click: "none", win: "flag", reveal: "single" },
  decision: { ...STANDARD, first_click: "row-col" },
};

/** @type {Spec | null} */
export let spec = null;
/** @type {Move[]} */
export let moves = [];
/** @type {any} */
let latest = null; // the server's word on the game
let position = empty(9, 9, 10);
let flagging = false;
let assisted = false; // by a hint, a policy, or a move taken back
let helped = false; // told what to do: such a game shows nothing of the player
let recorded = false;
let clicks = 0;
let started = 0; // when the clock was started, ms
let stopped = 0; // what it showed at the end, ms
let signs = false;
/** @type {object | null} */
let running = null; // token of the run in progress
let queue = Promise.resolve();
/** @type {any} */
let review = null;
let waiting = ""; // the level that the next game will have
/** @type {Promise<string> | null} */
let opening = null; // the first game's: its problem, or ""

export const over = () => Boolean(latest?.won || latest?.lost);
const seconds = () => (started ? (over() ? stopped : performance.now() - started) / 1000 : 0);

// --- games -----------------------------------------------------------------------------------------------------------

export const drawSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The spec of the chosen level, under the rules of the game before. @returns {Spec} */
export function levelSpec(/** @type {string} */ level) {
  const found = state.options.levels.find((/** @type {any} */ one) => one.name === level) ?? state.options.levels[0];
  const rules = spec
    ? {
        first_click: spec.first_click,
        after_mine: spec.after_mine,
        win: spec.win,
        reveal: spec.reveal,
        no_guess: spec.no_guess,
        deal: spec.deal ?? "hidden",
      }
    : STANDARD;
  return {
    ...rules,
    rows: found.rows,
    cols: found.cols,
    mines: found.mines,
    seed: drawSeed(),
    drawn_for: null,
    layout: null,
  };
}

/** A level is chosen: a game that has begun is not thrown away by that, New game does it. @returns {Promise<string>} */
export async function choose(/** @type {string} */ level) {
  if (!moves.length || over()) return open(levelSpec(level), []);
  waiting = level;
  redraw();
  return "";
}

/** A game like the last one, other mines. */
export function again() {
  if (!spec || spec.layout) return open(levelSpec(settings.level), []);
  return open({ ...spec, seed: drawSeed(), drawn_for: null }, []);
}

/** Show a game after some moves; the problem, or "" (then the page keeps what it has). */
export async function open(/** @type {Spec} */ game, /** @type {Move[]} */ made) {
  halt();
  // A move that is on its way may end the game that is left, and is waited for. Only the first can take long: mines
  // may have to be dealt for it.
  const isDealing = !latest?.started;
  await (isDealing ? Promise.race([queue, new Promise((rested) => setTimeout(rested, LAST_MOVE))]) : queue);
  lanes.cancel("hint", "policy", "review");
  let found;
  try {
    found = await lanes.run("play", (signal) => games.play({ game, moves: made, signs }, signal));
    if (!found) return "";
  } catch (error) {
    return worded(error);
  }
  spec = game;
  moves = made;
  assisted = made.length > 0; // begun elsewhere
  helped = settings.assist !== "none";
  recorded = false;
  clicks = made.length;
  started = made.length ? performance.now() : 0;
  review = null;
  showEnd(null);
  idle();
  const size = state.options.levels.find(
    (/** @type {any} */ one) => one.rows === game.rows && one.cols === game.cols && one.mines === game.mines,
  );
  $("level").value = size?.name ?? "custom";
  waiting = "";
  if (state.mode !== "play") enter("play");
  arrived(found);
  return "";
}

/** @returns {[number, number] | null} */
function firstCell() {
  const opened = moves.find(([, , action]) => action === "open");
  return opened ? [opened[0], opened[1]] : null;
}

export function restart() {
  if (!spec) return;
  // The first cell decides where the mines may lie: the same mines need the same one.
  const drawn = spec.drawn_for ?? (spec.layout ? null : firstCell());
  open({ ...spec, drawn_for: drawn }, []).then((problem) => {
    assisted = true; // the mines are known by now
    if (problem) toast(problem, true);
  });
}

export function showSigns(/** @type {boolean} */ are) {
  signs = are;
}

/** The rules by which the game is played, by name. */
/** @returns {string} */
export function ruleSet(/** @type {any} */ rules) {
  const found = Object.entries(RULE_SETS).find(([, one]) =>
    Object.entries(one).every(([name, value]) => name === "no_guess" || { deal: "hidden", ...rules }[name] === value),
  );
  return found?.[0] ?? (rules.first_click === "safe" ? ruleSet({ ...rules, first_click: "zero" }) : "own");
}

/** The server's word on the game has come. */
function arrived(/** @type {any} */ found) {
  latest = found;
  position = fromModel(found.board);
  if (found.started && !started) started = performance.now();
  if (over() && !stopped) stopped = performance.now() - started;
  if (!over()) stopped = 0;
  const ending = over() ? counted() : null;
  if (state.mode === "play") onBoard();
  if (!ending) return;
  if (state.mode === "play") finished(ending);
  else countGuesses(ending, latest.won, moves);
}

/** Put the game on the board. */
function onBoard() {
  if (!latest || !spec) return;
  const index = (/** @type {number[]} */ [r, c]) => r * /** @type {Spec} */ (spec).cols + c;
  state.flags = new Set(latest.flags.map(index));
  state.layout = new Set((latest.layout ?? []).map(index));
  state.over = latest.won ? "won" : latest.lost ? "lost" : "";
  state.signs = latest.signs ? latest.signs.join("") : null;
  state.marks = {};
  if (state.over === "won") grid.wave(grid.cursor);
  take(position);
  redraw();
}

/** Whether its mines are dealt as cells are opened. */
const isDealt = (/** @type {Spec} */ game) => (game.deal ?? "hidden") !== "hidden";
/** The level under which a game is counted. */
function levelOf(/** @type {Spec} */ game) {
  const { rules, shape, rows, cols, mines, no_guess: noGuess } = game;
  const size = `${(shape ?? [rows, cols]).join("×")}/${mines}`;
  const deal = isDealt(game) ? ` ${game.deal}` : "";
  return (rules ? `${rules} ` : "") + size + (noGuess ? NO_GUESS : "") + deal;
}
const isPlain = (/** @type {Spec} */ game) => game.win === "open" && game.after_mine === "lose";

/**
 * What a finished game was worth, before any review. It is counted in the statistics here and at once: the next click
 * may be the next game.
 */
function counted() {
  const game = /** @type {Spec} */ (spec);
  const mines = new Set((latest.layout ?? []).map((/** @type {number[]} */ [r, c]) => r * game.cols + c));
  const time = seconds();
  const { near, plain: areSums } = groundOf(game); // 3BV is told where a 0 clears what is around it
  const total = areSums ? bbbv(game.rows, game.cols, mines, undefined, near) : 0;
  const solved =
    latest.won || !areSums ? total : bbbv(game.rows, game.cols, mines, (i) => isClue(position.codes[i]), near);
  const levels = load();
  const name = levelOf(game);
  const fastest = levels[name]?.best ?? null;
  const times = levels[name]?.times ?? [];
  const counts = !recorded && !assisted && isPlain(game);
  if (counts)
    save({ ...levels, [name]: record(levels[name], { won: latest.won, seconds: time, bbbv: total, solved, clicks }) });
  const isNew = !recorded;
  recorded = true;
  return {
    game,
    mines,
    time,
    total,
    solved,
    counts,
    isNew,
    /** @type {[number, number] | null} */
    place:
      counts && latest.won && times.length
        ? [1 + times.filter((other) => other < time).length, times.length + 1]
        : null,
    best: !assisted && isPlain(game) && latest.won && fastest !== null && time < fastest,
  };
}

/** @typedef {ReturnType<typeof counted>} Counted */

/** Add the guesses of a game to the statistics that have it: as they were reviewed, else by their risks alone. */
async function countGuesses(
  /** @type {Counted} */ { game, counts },
  /** @type {boolean} */ won,
  /** @type {Move[]} */ made,
  /** @type {any} */ graded = null,
) {
  if (!counts) return;
  const found = graded ?? (await games.review({ game, moves: made, weigh: false }).catch(() => ({})));
  const levels = load();
  const name = levelOf(game);
  if (levels[name])
    save({
      ...levels,
      [name]: withGuesses(levels[name], { won, guesses: found.guesses?.length ?? 0, luck: found.luck ?? 0 }),
    });
}

async function finished(/** @type {Counted} */ ending) {
  const { game, mines, time, total, solved, isNew, best, place } = ending;
  const numberOf = (/** @type {string} */ action) => moves.filter((one) => one[2] === action).length;
  const made = moves;
  const { won } = latest;
  announce(won ? T.won(fixed(time, 1)) : T.lost);
  const hasZini = !game.rules && game.rows * game.cols <= 1000 && game.reveal === "cascade";
  /** @type {import("./endcard.js").End} */
  const end = {
    won,
    seconds: assisted ? null : time,
    total,
    solved,
    zini: hasZini ? zini(game.rows, game.cols, mines) : null,
    clicks,
    actions: [numberOf("open"), numberOf("flag"), numberOf("chord")],
    best,
    place,
    review: null,
    back: backTo,
    share: () => shareEnd(end),
    analyse: actions.analyse,
  };
  play(won ? "won" : "lost");
  showReview({ grading: true });
  showEnd(end);
  try {
    review = await lanes.run("review", (signal) => games.review({ game, moves: made }, signal));
  } catch (error) {
    review = { problem: worded(error) };
  }
  countGuesses(ending, won, made, review);
  if (!review || made !== moves) return;
  if (isNew && isPlain(game) && !game.rules && review.guesses?.length && !helped) study(game, made, review);
  showReview({ ...review, game, moves: made, won });
  showEnd({ ...end, review });
  redraw();
}

/** Keep what went wrong as exercises. */
async function study(/** @type {Spec} */ game, /** @type {Move[]} */ made, /** @type {any} */ graded) {
  try {
    const recording = await games.replay({ game, moves: made });
    const proved = async (/** @type {import("./position.js").Position} */ one) =>
      indexed(await analysed(one), one.cols);
    const found = await mistakes(graded, {
      analysed: proved,
      at: (number) => standing(recording, number),
      total: recording.steps.length,
    });
    keep("exercises", learn(kept("exercises", soundExercises), found));
    const costs = found.map(({ kind, cost }) => ({ kind, cost }));
    keep("mistakes", [...kept("mistakes", soundMistakes), ...costs].slice(-MISTAKES));
  } catch {
    // no exercises from this game
  }
}

/** Take back all from this move on, as counted among those that opened something. */
function backTo(/** @type {number} */ number) {
  if (!spec) return;
  const drawnFor = spec.drawn_for ?? (spec.layout ? null : firstCell());
  open({ ...spec, drawn_for: drawnFor }, moves.slice(0, before(moves, number))).then(
    (problem) => problem && toast(problem, true),
  );
}

async function shareEnd(/** @type {import("./endcard.js").End} */ end) {
  const line = figures(end)
    .map(([what, value]) => `${what} ${value}`)
    .join(" · ");
  const blob = await png([end.won ? T.end.won : T.end.lost, line]);
  const file = new File([blob], "minesweeper.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => {});
  else download(blob, file.name);
}

// --- moves -----------------------------------------------------------------------------------------------------------

/** Moves are made one after the other, however fast they come. */
function move(/** @type {number} */ row, /** @type {number} */ col, /** @type {"open" | "flag" | "chord"} */ action) {
  halt();
  lanes.cancel("hint");
  clicks++;
  if (!started && action === "open") started = performance.now();
  queue = queue.then(async () => {
    if (!latest || over()) return;
    /** @type {Move[]} */
    const next = [...moves, [row, col, action]];
    try {
      const found = await lanes.run("play", (signal) =>
        games.play({ game: /** @type {Spec} */ (spec), moves: next, signs }, signal),
      );
      if (!found) return;
      moves = next;
      quiet(moves.length);
      play(action === "flag" ? "flag" : "open");
      arrived(found);
      const code = position.codes[row * position.cols + col];
      if (!over() && code !== HIDDEN)
        announce(T.cellAt(nameOf([row, col]), code === MINE ? T.faces.boom : T.faces.open(code)));
    } catch (error) {
      tell(error);
    }
  });
}

function openAt(/** @type {number} */ index) {
  const { cols } = position;
  const [row, col] = [Math.floor(index / cols), index % cols];
  const code = position.codes[index];
  if (!latest) return soon(() => openAt(index));
  if (over() || code === MINE) return;
  if (code === HIDDEN) {
    if (!state.flags.has(index)) move(row, col, "open");
  } else if (chordable(index)) move(row, col, "chord");
  else if (code > 0 && nearOf(position, index).some((i) => position.codes[i] === HIDDEN && !state.flags.has(i)))
    announce(T.needsFlags);
}

function chordable(/** @type {number} */ index) {
  return chordCells(position, state.flags, index).length > 0;
}

/** What is clicked while the first game is on its way is done when it is there. */
function soon(/** @type {() => void} */ act) {
  opening?.then((problem) => problem || act());
}

function flagAt(/** @type {number} */ index) {
  if (!latest) return soon(() => flagAt(index));
  if (!over() && position.codes[index] === HIDDEN)
    move(Math.floor(index / position.cols), index % position.cols, "flag");
}

export function takeBack() {
  if (!moves.length) return;
  halt();
  lanes.cancel("hint", "review");
  assisted = true;
  queue = queue.then(async () => {
    const next = moves.slice(0, -1);
    try {
      const found = await lanes.run("play", (signal) =>
        games.play({ game: /** @type {Spec} */ (spec), moves: next, signs }, signal),
      );
      if (!found) return;
      moves = next;
      review = null;
      showEnd(null);
      quiet(moves.length);
      arrived(found);
    } catch (error) {
      tell(error);
    }
  });
}

export function tapMode(/** @type {boolean} */ flags) {
  flagging = flags;
  $("tap-open").setAttribute("aria-checked", String(!flags));
  $("tap-flag").setAttribute("aria-checked", String(flags));
}

// --- help ------------------------------------------------------------------------------------------------------------

export async function hint() {
  if (!latest || over()) return;
  halt();
  await queue;
  assisted = helped = true;
  const asked = position;
  try {
    const found = await lanes.run("hint", (signal) => games.hint({ game: /** @type {Spec} */ (spec), moves }, signal));
    if (!found || asked !== position) return;
    mark("hint", found.cell ? [at(found.cell)] : []);
    mark(
      "clue",
      found.steps.flatMap((/** @type {any} */ one) => one.clues.map(at)),
    );
    const flagged =
      found.cell && state.flags.has(at(found.cell))
        ? (found.proved ? T.flagWrong : T.flagNotProved)(nameOf(found.cell))
        : "";
    explain(found, flagged);
    if (found.cell) grid.moveTo(at(found.cell), grid.hasFocus());
    if (!found.candidates.length) return;
    // A guess is by risk alone at first; a policy weighs what each would tell, a little later.
    const weighed = await lanes.ask("hint", "best_move", { position: asked });
    if (!weighed?.candidates.length || asked !== position) return;
    mark("hint", [at(weighed.cell)]);
    explain(
      { ...weighed, probability: 1 - weighed.candidates[0].safety, steps: [], weighed: true },
      state.flags.has(at(weighed.cell)) ? T.flagNotProved(nameOf(weighed.cell)) : "",
    );
    grid.moveTo(at(weighed.cell), grid.hasFocus());
  } catch (error) {
    if (asked === position && !state.marks.hint?.size) tell(error); // else the order by risk stands
  }
}

export function assist(/** @type {string} */ how) {
  set("assist", how);
  if (how !== "none") assisted = helped = true;
  $("assist").value = how;
  $("coach").setAttribute("aria-pressed", String(how !== "none"));
  count();
  redraw();
}

export const coach = () => assist(settings.assist === "none" ? "marks" : "none");

function halt() {
  running = null;
  lanes.cancel("policy");
  redraw();
}

/** Let a policy move: once, up to a guess, or on and on, shown one by one at the chosen speed. */
export async function policy(/** @type {number} */ most, /** @type {string} */ name, untilGuess = false) {
  if (!latest || over()) return;
  halt();
  await queue;
  const token = (running = {});
  assisted = helped = true;
  redraw();
  let left = most;
  while (left > 0 && running === token) {
    let found;
    try {
      found = await lanes.run("policy", (signal) =>
        games.policy(
          { game: /** @type {Spec} */ (spec), moves, policy: name, count: left, until_guess: untilGuess, signs },
          signal,
        ),
      );
    } catch (error) {
      if (/** @type {any} */ (error).kind === "missing" && name !== "safest") {
        toast(T.missing);
        name = "safest";
        continue;
      }
      tell(error);
      break;
    }
    if (!found || running !== token) return;
    if (!found.moves.length) {
      answered(untilGuess ? T.autoDone : T.noMove(T.policies[/** @type {"safest"} */ (name)]?.[0] ?? name));
      break;
    }
    const speed = untilGuess ? Infinity : SPEEDS[$("speed").value];
    for (const [i, one] of found.moves.entries()) {
      if (i > 0 && speed !== Infinity) await new Promise((ready) => setTimeout(ready, 1000 / speed));
      if (running !== token) return;
      if (!started) started = performance.now();
      moves = [...moves, [one.cell[0], one.cell[1], one.action]];
      played(one, moves.length);
      if (speed !== Infinity && i < found.moves.length - 1) step(one);
    }
    left -= found.moves.length;
    arrived(found.state);
    const last = found.moves.at(-1);
    mark("last", [at(last.cell)]);
    if (found.done) {
      if (untilGuess && !over()) answered(T.autoDone);
      break;
    }
  }
  if (running === token) halt();
}

/** Draw a move that the server has made already. */
function step(/** @type {any} */ one) {
  const index = at(one.cell);
  const next = { ...position, codes: position.codes.slice() };
  state.flags = new Set(state.flags);
  if (one.action === "flag") state.flags.add(index);
  for (const [r, c, code] of one.shown) {
    next.codes[at([r, c])] = code;
    state.flags.delete(at([r, c]));
  }
  if (state.signs) {
    const shown = [...state.signs];
    if (one.action === "flag" && shown[index] === "M") shown[index] = "T";
    for (const [r, c, code] of one.shown) shown[at([r, c])] = code === MINE ? "T" : String(code);
    state.signs = shown.join("");
  }
  position = next;
  latest = {
    ...latest,
    started: true,
    flags: [...state.flags].map((i) => [Math.floor(i / position.cols), i % position.cols]),
    board: toModel(position),
  };
  take(position);
  mark("last", [index]);
}

export function toggleRun() {
  if (running) halt();
  else policy(20_000, $("policy").value);
}

// --- links -----------------------------------------------------------------------------------------------------------

/** @type {Record<string, [string, any]>} */
const LETTER = {
  c: ["after_mine", "continue"],
  f: ["win", "flag"],
  e: ["win", "explore"],
  s: ["reveal", "single"],
  n: ["no_guess", true],
  a: ["deal", "fair"],
  g: ["deal", "forgiving"],
  u: ["deal", "cruel"],
};

/** Whether the address is that of the game as it stands. */
export const isHere = (/** @type {string} */ address) => spec !== null && address === hash();

export function hash() {
  if (!spec) return "play";
  const { rows, cols, mines, first_click: first, seed } = spec;
  const rules = Object.entries(LETTER)
    .filter(([, [name, value]]) => /** @type {any} */ (spec)[name] === value)
    .map(([letter]) => letter)
    .join("");
  const index = (/** @type {number[]} */ [r, c]) => (r * cols + c).toString(36);
  const drawn = spec.drawn_for ? `@${index(spec.drawn_for)}` : "";
  const layout = spec.layout ? `!${spec.layout.map(index).join(".")}` : "";
  const board = spec.rules ? `*${spec.rules}${spec.shape ? `*${spec.shape.join("x")}` : ""}*` : "";
  const more = rules || drawn || layout || board ? `~${rules}${drawn}${layout}${board}` : "";
  const made = moves.map(([r, c, action]) => action[0] + index([r, c])).join(".");
  return `play=${rows}x${cols}x${mines};${first}${more};${seed};${made}`;
}

// 9x9x10;zero~ls@2f!1.k*hex,liar*3x4x5*;7;o1f2: the size, the first click, what is not usual (~), where the mines were
// drawn for (@), the layout (!), the rules with their shape (*), the seed, the moves.
const UNUSUAL = String.raw`(?:~([a-z]*)(?:@([0-9a-z]+))?(?:!([0-9a-z.]*))?(?:\*([\w,-]+)(?:\*(\d+(?:x\d+)+))?\*)?)?`;
const LINK = new RegExp(String.raw`^(\d{1,3})x(\d{1,3})x(\d{1,5});([\w:,-]+)${UNUSUAL};(\d{1,16});([ofc0-9a-z.]*)$`);

/** @returns {[Spec, Move[]]} */
export function fromHash(/** @type {string} */ text) {
  const found = LINK.exec(text);
  if (!found || !/^(?:zero|safe|none|row-col|fixed:.+)$/.test(found[4])) throw new Error(T.brokenGame);
  const [rows, cols, mines] = found.slice(1, 4).map(Number);
  const cell = (/** @type {string} */ code) => [Math.floor(parseInt(code, 36) / cols), parseInt(code, 36) % cols];
  const kinds = { o: "open", f: "flag", c: "chord" };
  /** @type {any} */
  const game = {
    ...STANDARD,
    rows,
    cols,
    mines,
    first_click: found[4],
    seed: Number(found[10]),
    drawn_for: found[6] ? cell(found[6]) : null,
    layout: null,
  };
  if (found[8]) Object.assign(game, { rules: found[8], shape: found[9] ? found[9].split("x").map(Number) : null });
  if (
    cellsOf(game.rules ?? "", game.shape ?? [rows, cols]) !== rows * cols ||
    !suits(game.rules ?? "", game.shape ?? [rows, cols])
  )
    throw new Error(T.brokenGame);
  if (found[7] !== undefined) game.layout = found[7].split(".").filter(Boolean).map(cell);
  for (const letter of found[5] ?? "") {
    const rule = LETTER[letter];
    if (!rule) throw new Error(T.brokenGame);
    game[rule[0]] = rule[1];
  }
  const made = found[11]
    .split(".")
    .filter(Boolean)
    .map((one) => [...cell(one.slice(1)), kinds[/** @type {"o"} */ (one[0])]]);
  return [game, /** @type {any} */ (made)];
}

/** The position on the board, for the analyser: flags are the player's belief and stay behind. */
export const current = () => position;

/** @type {import("./core.js").Mode} */
export const player = {
  wants: () => settings.assist !== "none" && !over() && !signs,
  assist: () => (settings.assist === "none" || settings.assist === "marks" ? settings.assist : "chances"),
  overlay: () => (settings.assist === "safety" || settings.assist === "opening" ? settings.assist : "mine"),
  hash,
  enter() {
    if (spec) {
      onBoard();
      redraw();
    } else {
      const { rows, cols, mines } = levelSpec(settings.level);
      take((position = empty(rows, cols, mines)));
      opening = again();
      opening.then(async (problem) => {
        if (!problem) return;
        toast(problem, true);
        if (!(await alive())) lost({ kind: "offline" });
      });
    }
  },
  leave() {
    halt();
    lanes.cancel("hint", "play");
  },
  face: () => void again(),
  stroke() {},
  tap(index) {
    if (flagging && position.codes[index] === HIDDEN) flagAt(index);
    else openAt(index);
  },
  secondary(index) {
    if (position.codes[index] === HIDDEN) flagAt(index);
    else openAt(index);
  },
  press(index) {
    if (over()) return [];
    const { codes } = position;
    const near = codes[index] === HIDDEN ? [index] : codes[index] === MINE ? [] : nearOf(position, index);
    return near.filter((i) => codes[i] === HIDDEN && !state.flags.has(i));
  },
  wheel: () => false,
  key(event) {
    if (event.key === " " || event.key === "Enter") {
      openAt(grid.cursor);
      return true;
    }
    if (!settings.letters) return false;
    switch (event.key.toLowerCase()) {
      case "f":
        flagAt(grid.cursor);
        return true;
      case "h":
        hint();
        return true;
      case "a":
        policy(20_000, "safest", true);
        return true;
      case "n":
        policy(1, $("policy").value);
        return true;
      case "r":
        toggleRun();
        return true;
      case "p":
        assist({ none: "marks", marks: "chances" }[/** @type {"none"} */ (settings.assist)] ?? "none");
        return true;
      case "c":
        coach();
        return true;
      default:
        return false;
    }
  },
  leds() {
    const pressed = (state.marks.pressed?.size ?? 0) > 0;
    let hit = 0;
    for (const code of state.shown.codes) if (code === MINE) hit++;
    const time = Math.min(999, Math.floor(seconds()));
    return {
      left: spec ? spec.mines - state.flags.size - (state.over === "lost" ? 0 : hit) : 0,
      right: String(time).padStart(3, "0"),
      rightLabel: T.clock(time),
      face: state.over === "won" ? "cool" : state.over === "lost" ? "dead" : pressed ? "oh" : "smile",
    };
  },
  panel() {
    const done = over();
    for (const id of ["hint", "auto", "one", "dock-hint", "dock-auto"]) $(id).disabled = done || !latest;
    for (const id of ["run", "dock-run"]) {
      $(id).disabled = done || !latest;
      $(id).textContent = running ? T.stop : T.run;
    }
    $("back").disabled = $("restart").disabled = !moves.length;
    $("welcome").hidden = true;
    const chances = player.assist() === "chances" && !done;
    $("result").hidden = $("detail").hidden = !chances;
    if (chances) {
      result();
      cellCard();
    }
    $("compare").hidden = !chances;
    $("legend").hidden = settings.assist === "none" || done;
    comparison();
    $("review").hidden = $("finish").hidden = !done;
    $("advice").hidden = done || chances;
    message();
    if (!chances) {
      // Of a game under way the sheet of a phone has the last hint or move; without any there is nothing to open.
      const heading = $("advice").querySelector("h2")?.textContent ?? "";
      $("dock-answer").textContent = done ? T.reviewTitle : heading;
      $("dock-answer").hidden = !done && !heading;
    } else $("dock-answer").hidden = false;
  },
};

function message() {
  const box = $("message");
  let text = "";
  let kind = "";
  if (state.over === "won") {
    text = started && !assisted ? T.won(fixed(seconds(), 1)) : T.wonPlain;
    kind = "good";
  } else if (state.over === "lost") {
    text = T.lost;
    kind = "bad";
  } else if (spec?.first_click.startsWith("fixed:") && !latest?.started) {
    text = T.startAt(nameOf(spec.first_click.slice(6).split(",").map(Number)));
  } else if (spec?.win === "flag") text = T.flagToWin;
  else if (spec?.win === "explore") text = T.exploreToWin;
  else if (spec && isDealt(spec) && !moves.length) text = T.deals.about[/** @type {"fair"} */ (spec.deal)];
  else if (settings.assist !== "none" && known()) text = coached(answer(), advice());
  if (waiting) text = T.nextLevel(T.levels[/** @type {"expert"} */ (waiting)] ?? waiting);
  if (box.textContent !== text) box.textContent = text;
  box.className = `message ${kind}`;
  box.hidden = false;
}

setInterval(() => {
  if (state.mode === "play" && started && !over()) redraw();
}, 500);
