// Play: a game on the server's rules. A game is its size, rules and seed with the moves so far; the server replays
// them for every answer, so that it can be taken back, restarted, shared as a link and continued after anything.

import { fixed, inSeconds } from "./numbers.js";
import { answered, explain, idle, played, quiet, showReview } from "./advice.js";
import {
  advice,
  analysed,
  announce,
  answer,
  at,
  cellOf,
  count,
  enter,
  grid,
  known,
  lanes,
  lost,
  mark,
  nameOf,
  raise,
  redraw,
  say,
  sayInDock,
  state,
  take,
  tell,
  worded,
} from "./core.js";
import { trivial } from "./coach.js";
import { $, toast } from "./dom.js";
import { checkedGame, gameLink, STANDARD } from "./doors.js";
import { figures, showEnd } from "./endcard.js";
import { alive, kindOf } from "./engine.js";
import { indexed } from "./faces.js";
import { facts } from "./facts.js";
import { before } from "./finish.js";
import * as games from "./games.js";
import { chordCells } from "./games.js";
import { bbbv, zini } from "../../../protocol/scripts/measures.js";
import { groundOf } from "../../../protocol/scripts/ground.js";
import { empty, HIDDEN, isClue, minesOf, nearOf, standing } from "./position.js";
import { set, settings } from "./settings.js";
import { download, png } from "./share.js";
import { play } from "./sound.js";
import { FAST, load, NO_GUESS, record, save, today, withGuesses } from "./stats.js";
import { keep, keepInTab, kept, keptInTab } from "./store.js";
import { learn, mistakes, soundExercises, soundMistakes } from "./trainer.js";
import { T } from "./texts.js";
import { comparison, cellCard, result } from "./analyser.js";
import { coached, levelName as nameOfLevel } from "./words.js";

/**
 * @typedef {{rows: number, cols: number, mines: number, first_click: string, seed: number, after_mine: string,
 *   win: string, reveal: string, no_guess: boolean, hardness?: string, drawn_for: number[] | null,
 *   layout: number[][] | null, rules?: string, shape?: number[] | null, solution?: Int8Array, begun?: number[],
 *   deal?: string}} Spec
 *   hardness: how many clues the hardest step of a game without guesses takes together, "" for any;
 *   solution: what each cell hides, of a game from a file; begun: cells that are open from the beginning; deal: how
 *   mines are dealt, see dealing.js
 * @typedef {[number, number, "open" | "flag" | "chord"]} Move
 */

const MISTAKES = 2000; // that are kept to be weighed
const LAST_MOVE = 100; // ms that a new game waits for a move of the one before
export const SPEEDS = [1, 2, 5, 10, 25, 60, Infinity]; // moves a second
export const RULE_SETS = {
  standard: STANDARD,
  search: { ...STANDARD, first_click: "fixed:0,0", after_mine: "continue", reveal: "single" },
  inference: { ...STANDARD, first_click: "none", after_mine: "continue", win: "explore", reveal: "single" },
  cs50: { ...STANDARD, first_click: "none", win: "flag", reveal: "single" },
  decision: { ...STANDARD, first_click: "row-col" },
};

/** What any of these may have beside. */
export const OF_NO_SET = ["no_guess", "hardness"];

/** @type {Spec | null} */
export let spec = null;
/** @type {Move[]} */
export let moves = [];
/** @type {import("./answers.js").GameState | null} */
let gameState = null; // the server's word on the game
let position = empty(9, 9, 10);
let isFlagging = false;
let isAssisted = false; // by a hint, a policy, or a move taken back
let isHelped = false; // told what to do: such a game shows nothing of the player
let isRecorded = false;
let isFast = false; // whether moves that a single clue settles were made by the page
/** How many moves there were before each of the player's own. @type {number[]} */
let ownMoves = [];
let clicks = 0;
let startTime = 0; // when the clock was started, ms
let stopTime = 0; // what it showed at the end, ms
let showsSigns = false;
/** @type {object | null} */
let runToken = null; // token of the run in progress
let moveQueue = Promise.resolve();
/** @type {Partial<import("./answers.js").Review> | null} */
let review = null;
let nextLevel = ""; // the level that the next game will have
/** Whether the next games need no guess, where that was chosen beside the level. @type {boolean | null} */
let isGuessless = null;
/** @type {Promise<string> | null} */
let firstOpening = null; // the first game's: its problem, or ""

export const over = () => Boolean(gameState?.won || gameState?.lost);
const seconds = () => (startTime ? (over() ? stopTime : performance.now() - startTime) / 1000 : 0);

// --- games -----------------------------------------------------------------------------------------------------------

export const drawSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const DAILY = { rows: 16, cols: 16, mines: 40, drawn_for: [8, 8], no_guess: true };

/** The board of a day, the same for everybody: its date is its seed, and it is open in the middle. @returns {Spec} */
const dailySpec = (/** @type {string} */ day) => ({
  ...STANDARD,
  ...DAILY,
  seed: Number(day.replaceAll("-", "")),
  layout: null,
});

/** The day whose board this is, or "". */
function dayOf(/** @type {Spec} */ game) {
  const [year, month, day] = [String(game.seed).slice(0, 4), String(game.seed).slice(4, 6), String(game.seed).slice(6)];
  const isDaily = Object.entries(DAILY).every(([name, value]) => String(game[/** @type {keyof Spec} */ (name)]) === String(value));
  return isDaily && day.length === 2 ? `${year}-${month}-${day}` : "";
}

/** A new game of a level. */
export function begin(/** @type {string} */ level) {
  if (level === "daily") return open(dailySpec(today()), [[8, 8, "open"]]);
  return open(levelSpec(level), []);
}

/** The spec of the chosen level, under the rules of the game before. @returns {Spec} */
export function levelSpec(/** @type {string} */ level) {
  const { rows, cols, mines } = facts.levels.find(({ name }) => name === level) ?? facts.levels[0];
  const rules = Object.entries(STANDARD).map(([name, value]) => [name, spec?.[/** @type {keyof Spec} */ (name)] ?? value]);
  const size = { rows, cols, mines };
  const chosen = isGuessless === null ? rules : [...rules, ["no_guess", isGuessless]];
  return { ...STANDARD, ...Object.fromEntries(chosen), ...size, seed: drawSeed(), drawn_for: null, layout: null };
}

/** The name of the level of this size, or undefined. */
export const levelNamed = (/** @type {{rows: number, cols: number, mines: number}} */ { rows, cols, mines }) =>
  facts.levels.find((level) => level.rows === rows && level.cols === cols && level.mines === mines)?.name;

/** Whether games of these rules can be without a guess: they open an area, a mine ends them, and is dealt before. */
const mayNeedNoGuess = (/** @type {Spec} */ { first_click: firstClick, after_mine: afterMine, deal = "hidden" }) =>
  ["safe", "zero"].includes(firstClick) && afterMine === "lose" && deal === "hidden";

/** A level is chosen: a game that has begun is not thrown away by that, New game does it. @returns {Promise<string>} */
export async function choose(/** @type {string} */ level) {
  if (!moves.length || over()) return begin(level);
  nextLevel = level;
  redraw();
  return "";
}

/** Games of this level that need no guess, or any: like a level, for the next game where one has begun. */
export function withoutGuesses(/** @type {boolean} */ isChosen) {
  isGuessless = isChosen;
  const level = $("level").value;
  if (level !== "custom" || (moves.length && !over())) return choose(level);
  return again();
}

/** A game like the last one, other mines. */
export function again() {
  if (!spec || spec.layout) return begin(settings.level);
  return open({ ...spec, no_guess: isGuessless ?? spec.no_guess, seed: drawSeed(), drawn_for: null }, []);
}

/** Show a game after some moves; the problem, or "" (then the page keeps what it has). */
export async function open(/** @type {Spec} */ game, /** @type {Move[]} */ movesMade) {
  halt();
  // A move that is on its way may end the game that is left, and is waited for. Only the first can take long: mines
  // may have to be dealt for it.
  const isDealing = !gameState?.started;
  await (isDealing ? Promise.race([moveQueue, new Promise((rested) => setTimeout(rested, LAST_MOVE))]) : moveQueue);
  lanes.cancel("hint", "policy", "review");
  let newState;
  try {
    checkedGame({ game, moves: movesMade });
    newState = await after(movesMade, game);
    if (!newState) return "";
  } catch (error) {
    return worded(error);
  }
  spec = game;
  isGuessless = null;
  moves = movesMade;
  isAssisted = movesMade.length > (dayOf(game) ? 1 : 0); // begun elsewhere
  isFast = settings.fast;
  ownMoves = [];
  isHelped = settings.assist !== "none";
  isRecorded = false;
  clicks = movesMade.length;
  startTime = movesMade.length ? performance.now() : 0;
  resume();
  review = null;
  showEnd(null);
  idle();
  $("level").value = dayOf(game) ? "daily" : (levelNamed(game) ?? "custom");
  nextLevel = "";
  if (state.mode !== "play") enter("play");
  takeState(newState);
  return "";
}

/** The game after these moves; null where something newer was asked. */
const after = (/** @type {Move[]} */ movesMade, game = /** @type {Spec} */ (spec)) =>
  lanes.run("play", (signal) => games.play({ game, moves: movesMade, signs: showsSigns }, signal));

const UNDER_WAY = "game";
let isLoading = true; // the first game of the page may be the one that a reload interrupted

/** Keep what no link says of the game: its clock, and whether it counts. */
export function remember() {
  const gameUnderWay = { link: hash(), seconds: seconds(), clicks, isAssisted, isHelped, isRecorded, isFast };
  if (spec) keepInTab(UNDER_WAY, gameUnderWay);
}

/** What was kept of the game that the page was left with. */
const leftBehind = () => /** @type {Record<string, unknown>} */ (keptInTab(UNDER_WAY) ?? {});

/** The link of the game that the page was left with, where this one is it: the address may lack its last moves. */
export function continued(/** @type {string} */ link) {
  const earlierLink = isLoading && link.startsWith("play=") ? String(leftBehind().link) : "";
  return earlierLink.startsWith(link) ? earlierLink : link;
}

/** A game that the page was left with goes on as it was. */
function resume() {
  const game = isLoading ? leftBehind() : {};
  isLoading = false;
  const [secondsBefore, clicksBefore] = [Number(game.seconds), Number(game.clicks)];
  if (game.link !== hash() || !(secondsBefore >= 0 && clicksBefore >= 0)) return;
  [isAssisted, isHelped] = [Boolean(game.isAssisted), Boolean(game.isHelped)];
  [isRecorded, isFast] = [Boolean(game.isRecorded), Boolean(game.isFast)];
  clicks = clicksBefore;
  startTime = secondsBefore ? performance.now() - 1000 * secondsBefore : 0;
}

/** @returns {[number, number] | null} */
function firstCell() {
  const firstOpened = moves.find(([, , action]) => action === "open");
  return firstOpened ? [firstOpened[0], firstOpened[1]] : null;
}

export function restart() {
  if (!spec) return;
  // The first cell decides where the mines may lie: the same mines need the same one.
  const drawnFor = spec.drawn_for ?? (spec.layout ? null : firstCell());
  open({ ...spec, drawn_for: drawnFor }, []).then((problem) => {
    isAssisted = true; // the mines are known by now
    if (problem) toast(problem, true);
  });
}

export function showSigns(/** @type {boolean} */ isShown) {
  showsSigns = isShown;
}

/** The rules by which the game is played, by name. */
/** @returns {string} */
export function ruleSet(/** @type {Partial<Spec>} */ rules) {
  const playedRules = { deal: "hidden", ...rules };
  const namedRules = Object.entries(RULE_SETS).find(([, ruleValues]) =>
    Object.entries(ruleValues).every(
      ([name, value]) =>
        OF_NO_SET.includes(name) || playedRules[/** @type {keyof Spec} */ (name)] === value,
    ),
  );
  return namedRules?.[0] ?? (rules.first_click === "safe" ? ruleSet({ ...rules, first_click: "zero" }) : "own");
}

/** The server's word on the game has come. */
function takeState(/** @type {import("./answers.js").GameState} */ newState) {
  gameState = newState;
  position = newState.board;
  if (newState.started && !startTime) startTime = performance.now();
  if (over() && !stopTime) stopTime = performance.now() - startTime;
  if (!over()) stopTime = 0;
  const ending = over() ? countGame() : null;
  if (state.mode === "play") putOnBoard();
  if (!ending) return;
  if (state.mode === "play") finishGame(ending);
  else countGuesses(ending, newState.won, moves);
}

/** Put the game on the board. */
function putOnBoard() {
  if (!gameState || !spec) return;
  const index = (/** @type {number[]} */ [r, c]) => r * /** @type {Spec} */ (spec).cols + c;
  state.flags = new Set(gameState.flags.map(index));
  state.layout = new Set((gameState.layout ?? []).map(index));
  state.flagCounts = new Map(gameState.flag_counts ?? []);
  state.mineCounts = gameState.mine_counts ? new Map(gameState.mine_counts) : null;
  state.over = gameState.won ? "won" : gameState.lost ? "lost" : "";
  state.signs = gameState.signs ? gameState.signs.join("") : null;
  state.marks = {};
  if (state.over === "won") grid.wave(grid.cursor);
  take(position);
  redraw();
}

/** Whether its mines are dealt as cells are opened. */
const isDealt = (/** @type {Spec} */ game) => (game.deal ?? "hidden") !== "hidden";
/** The level under which a game is counted. */
function levelOf(/** @type {Spec} */ game) {
  const { rules, shape, rows, cols, mines, no_guess: noGuess, hardness } = game;
  const size = `${(shape ?? [rows, cols]).join("×")}/${mines}`;
  const deal = isDealt(game) ? ` ${game.deal}` : "";
  const name = dayOf(game) ? `daily ${size}` : (rules ? `${rules} ` : "") + size + (noGuess ? NO_GUESS : "") + (hardness ? ` ${hardness}` : "") + deal;
  return name + (isFast ? FAST : "");
}
const isPlain = (/** @type {Spec} */ game) => game.win === "open" && game.after_mine === "lose";

/**
 * What a finished game was worth, before any review. It is counted in the statistics here and at once: the next click
 * may be the next game.
 */
function countGame() {
  const { won, layout } = /** @type {import("./answers.js").GameState} */ (gameState);
  const game = /** @type {Spec} */ (spec);
  const mines = new Set((layout ?? []).map(([r, c]) => r * game.cols + c));
  const gameSeconds = seconds();
  const { near, plain: areSums } = groundOf(game); // 3BV is told where a 0 clears what is around it
  const totalBbbv = areSums ? bbbv(game.rows, game.cols, mines, undefined, near) : 0;
  const solvedBbbv =
    won || !areSums ? totalBbbv : bbbv(game.rows, game.cols, mines, (i) => isClue(position.codes[i]), near);
  const levels = load();
  const levelName = levelOf(game);
  const fastest = levels[levelName]?.best ?? null;
  const times = levels[levelName]?.times ?? [];
  const day = dayOf(game) || today();
  const isKnown = Boolean(dayOf(game) && levels[levelName]?.days?.[day]); // it counts once
  const isCounted = !isRecorded && !isAssisted && isPlain(game) && !isKnown;
  if (isCounted) {
    const gameResult = { won, seconds: gameSeconds, bbbv: totalBbbv, solved: solvedBbbv, clicks };
    save({ ...levels, [levelName]: record(levels[levelName], gameResult, day) });
  }
  const isNew = !isRecorded;
  isRecorded = true;
  return {
    game,
    levelName,
    mines,
    time: gameSeconds,
    total: totalBbbv,
    solved: solvedBbbv,
    counts: isCounted,
    isNew,
    /** @type {[number, number] | null} */
    place:
      isCounted && won && times.length
        ? [1 + times.filter((otherTime) => otherTime < gameSeconds).length, times.length + 1]
        : null,
    best: !isAssisted && isPlain(game) && won && fastest !== null && gameSeconds < fastest,
  };
}

/** @typedef {ReturnType<typeof countGame>} Counted */

/** Add the guesses of a game to the statistics that have it: as they were reviewed, else by their risks alone. */
async function countGuesses(
  /** @type {Counted} */ { game, levelName, counts: isCounted },
  /** @type {boolean} */ won,
  /** @type {Move[]} */ movesMade,
  /** @type {Partial<import("./answers.js").Review> | null} */ graded = null,
) {
  if (!isCounted) return;
  const reviewed = graded ?? (await games.review({ game, moves: movesMade, weigh: false }).catch(() => null));
  const levels = load();
  if (levels[levelName]) {
    const guesses = { won, guesses: reviewed?.guesses?.length ?? 0, luck: reviewed?.luck ?? 0 };
    save({ ...levels, [levelName]: withGuesses(levels[levelName], guesses) });
  }
}

async function finishGame(/** @type {Counted} */ ending) {
  const { game, mines, time, total, solved, isNew, best, place } = ending;
  const numberOf = (/** @type {string} */ action) => moves.filter((madeMove) => madeMove[2] === action).length;
  const movesMade = moves;
  const { won } = /** @type {import("./answers.js").GameState} */ (gameState);
  announce(won ? T.won(fixed(time, 1)) : T.lost);
  const hasZini = !game.rules && game.rows * game.cols <= 1000 && game.reveal === "cascade";
  /** @type {import("./endcard.js").End} */
  const end = {
    won,
    seconds: isAssisted ? null : time,
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
  };
  play(won ? "won" : "lost");
  showReview({ grading: true });
  showEnd(end);
  try {
    review = await lanes.run("review", (signal) => games.review({ game, moves: movesMade }, signal));
  } catch (error) {
    review = { problem: worded(error) };
  }
  countGuesses(ending, won, movesMade, review);
  if (!review || movesMade !== moves) return;
  if (isNew && isPlain(game) && !game.rules && review.guesses?.length && !isHelped) study(game, movesMade, review);
  showReview({ ...review, game, moves: movesMade, won });
  showEnd({ ...end, review });
  redraw();
}

/** Keep what went wrong as exercises. */
async function study(/** @type {Spec} */ game, /** @type {Move[]} */ movesMade, /** @type {Partial<import("./answers.js").Review>} */ graded) {
  try {
    const recording = await games.replay({ game, moves: movesMade });
    const analysedFaces = async (/** @type {import("./position.js").Position} */ analysedPosition) =>
      indexed(await analysed(analysedPosition), analysedPosition.cols);
    const exercises = await mistakes(/** @type {import("./answers.js").Review} */ (graded), {
      analysed: analysedFaces,
      at: (number) => standing(recording, number),
      total: recording.steps.length,
    });
    keep("exercises", learn(kept("exercises", soundExercises), exercises));
    const costs = exercises.map(({ kind, cost }) => ({ kind, cost }));
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
  const figuresLine = figures(end)
    .map(([label, value]) => `${label} ${value}`)
    .join(" · ");
  const blob = await png([end.won ? T.end.won : T.end.lost, figuresLine]);
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
  if (!startTime && action === "open") startTime = performance.now();
  moveQueue = moveQueue.then(async () => {
    if (!gameState || over()) return;
    /** @type {Move[]} */
    const nextMoves = [...moves, [row, col, action]];
    try {
      let newState = await after(nextMoves);
      // What a single clue settles is opened at once, if the player wants so.
      while (settings.fast && newState && !newState.won && !newState.lost) {
        const { board, flags } = newState;
        const flagged = new Set(flags.map((/** @type {number[]} */ [r, c]) => r * board.cols + c));
        const index = hasSums(board) ? [...trivial(board)].find((i) => !flagged.has(i)) : undefined;
        if (index === undefined) break;
        nextMoves.push([Math.floor(index / board.cols), index % board.cols, "open"]);
        newState = await after(nextMoves);
      }
      if (!newState) return;
      ownMoves.push(moves.length);
      moves = nextMoves;
      quiet(moves.length);
      play(action === "flag" ? "flag" : "open");
      takeState(newState);
      const code = position.codes[row * position.cols + col];
      if (!over() && code !== HIDDEN)
        announce(T.cellAt(nameOf([row, col]), minesOf(code) ? T.faces.boom : T.faces.open(code)));
    } catch (error) {
      tell(error);
    }
  });
}

function openAt(/** @type {number} */ index) {
  const { cols } = position;
  const [row, col] = [Math.floor(index / cols), index % cols];
  const code = position.codes[index];
  if (!gameState) return soon(() => openAt(index));
  if (over() || minesOf(code)) return;
  if (code === HIDDEN) {
    if (!state.flags.has(index)) move(row, col, "open");
  } else if (chordable(index)) move(row, col, "chord");
  else if (code > 0 && nearOf(position, index).some((i) => position.codes[i] === HIDDEN && !state.flags.has(i)))
    announce(T.needsFlags);
}

function chordable(/** @type {number} */ index) {
  return chordCells(position, state.flags, index, state.flagCounts).length > 0;
}

/** What is clicked while the first game is on its way is done when it is there. */
function soon(/** @type {() => void} */ act) {
  firstOpening?.then((problem) => problem || act());
}

function flagAt(/** @type {number} */ index) {
  if (!gameState) return soon(() => flagAt(index));
  if (!over() && position.codes[index] === HIDDEN)
    move(Math.floor(index / position.cols), index % position.cols, "flag");
}

export function takeBack() {
  if (!moves.length) return;
  halt();
  lanes.cancel("hint", "review");
  isAssisted = true;
  moveQueue = moveQueue.then(async () => {
    const earlier = ownMoves.pop() ?? Infinity; // with the moves that followed it by themselves
    const nextMoves = moves.slice(0, Math.min(earlier, moves.length - 1));
    try {
      const newState = await after(nextMoves);
      if (!newState) return;
      moves = nextMoves;
      review = null;
      showEnd(null);
      quiet(moves.length);
      takeState(newState);
    } catch (error) {
      tell(error);
    }
  });
}

export function tapMode(/** @type {boolean} */ flags) {
  isFlagging = flags;
  $("tap-open").setAttribute("aria-checked", String(!flags));
  $("tap-flag").setAttribute("aria-checked", String(flags));
}

// --- help ------------------------------------------------------------------------------------------------------------

export async function hint() {
  if (!gameState || over()) return;
  halt();
  await moveQueue;
  isAssisted = isHelped = true;
  const askedPosition = position;
  try {
    const hinted = await lanes.run("hint", (signal) => games.hint({ game: /** @type {Spec} */ (spec), moves }, signal));
    if (!hinted || askedPosition !== position) return;
    mark("hint", hinted.cell ? [at(hinted.cell)] : []);
    mark(
      "clue",
      hinted.steps.flatMap((proofStep) => proofStep.clues.map(at)),
    );
    const flagRemark =
      hinted.cell && state.flags.has(at(hinted.cell))
        ? (hinted.proved ? T.flagWrong : T.flagNotProved)(nameOf(hinted.cell))
        : "";
    explain(hinted, flagRemark);
    if (hinted.cell) grid.moveTo(at(hinted.cell), grid.hasFocus());
    if (!hinted.candidates.length) return;
    // A guess is by risk alone at first; a policy weighs what each would tell, a little later.
    const weighed = await lanes.ask("hint", "best_move", { position: askedPosition });
    if (!weighed?.candidates.length || askedPosition !== position) return;
    mark("hint", [at(weighed.cell)]);
    const risk = 1 - weighed.candidates[0].safety;
    explain(
      { ...weighed, proved: Boolean(weighed.proved), probability: risk, steps: [], weighed: true },
      state.flags.has(at(weighed.cell)) ? T.flagNotProved(nameOf(weighed.cell)) : "",
    );
    grid.moveTo(at(weighed.cell), grid.hasFocus());
  } catch (error) {
    if (askedPosition === position && !state.marks.hint?.size) tell(error); // else the order by risk stands
  }
}

export function assist(/** @type {string} */ assistKind) {
  set("assist", assistKind);
  if (assistKind !== "none") isAssisted = isHelped = true;
  count();
  redraw();
}

/** The coach's advice of fewest clicks: the best cell is the one to open, or the clue of the chord is marked. */
function adviseClicks(/** @type {import("./answers.js").Answer} */ boardAnswer) {
  const { known: byIndex, safe, best, position: asked } = boardAnswer;
  const isWanted = settings.assist === "fewest";
  if (!byIndex || !safe.length || !(isWanted || boardAnswer.clicks)) return;
  const plan = isWanted ? games.fewestClicks({ position: asked, flags: state.flags }, boardAnswer) : null;
  boardAnswer.clicks = plan;
  byIndex.best = plan?.isChord ? -1 : (plan?.cell ?? at(best ?? safe[0]));
  mark("hint", plan?.isChord ? [plan.cell] : []);
}

/** What the coach says. */
function coachedText(/** @type {import("./answers.js").Answer} */ boardAnswer) {
  const plan = boardAnswer.clicks;
  const name = (/** @type {number} */ index) => nameOf(cellOf(index));
  if (plan?.isChord) return T.hintChord(name(plan.cell), plan.flags.map(name), plan.opens.length);
  return coached(plan ? { ...boardAnswer, best: cellOf(plan.cell) } : boardAnswer, advice());
}

export const coach = () => assist(settings.assist === "none" ? "marks" : "none");

/** Have the page open what a single clue settles, or no longer. */
export function setFast(/** @type {boolean} */ fast) {
  set("fast", fast);
  isFast ||= fast;
}

/** Whether a clue is the sum of the mines around it. */
const hasSums = (/** @type {import("./position.js").Position} */ board) =>
  groundOf(board).plain && !board.more && !board.rules?.includes("multi");

let isWatching = false; // whether the card of the policies is open

/** Have a policy play, in a card of its own. */
export function watch() {
  isWatching = true;
  $("policies").open = true;
  redraw();
  raise(true);
}

function halt() {
  runToken = null;
  lanes.cancel("policy");
  redraw();
}

/** Let a policy move: once, up to a guess, or on and on, shown one by one at the chosen speed. */
export async function policy(/** @type {number} */ maxMoves, /** @type {string} */ policyName, untilGuess = false) {
  if (!gameState || over()) return;
  halt();
  await moveQueue;
  const token = (runToken = {});
  isAssisted = isHelped = true;
  redraw();
  let movesLeft = maxMoves;
  while (movesLeft > 0 && runToken === token) {
    let policyAnswer;
    try {
      const game = /** @type {Spec} */ (spec);
      const wish = { game, moves, policy: policyName, count: movesLeft, until_guess: untilGuess, signs: showsSigns };
      policyAnswer = await lanes.run("policy", (signal) => games.policy(wish, signal));
    } catch (error) {
      if (kindOf(error) === "missing" && policyName !== "safest") {
        toast(T.missing);
        policyName = "safest";
        continue;
      }
      tell(error);
      break;
    }
    if (!policyAnswer || runToken !== token) return;
    if (!policyAnswer.moves.length) {
      answered(untilGuess ? T.autoDone : T.noMove(T.policies[/** @type {"safest"} */ (policyName)]?.[0] ?? policyName));
      break;
    }
    const speed = untilGuess ? Infinity : SPEEDS[Number($("speed").value)];
    for (const [i, policyMove] of policyAnswer.moves.entries()) {
      if (i > 0 && speed !== Infinity) await new Promise((ready) => setTimeout(ready, 1000 / speed));
      if (runToken !== token) return;
      if (!startTime) startTime = performance.now();
      moves = [...moves, [policyMove.cell[0], policyMove.cell[1], policyMove.action]];
      played(policyMove, moves.length);
      if (speed !== Infinity && i < policyAnswer.moves.length - 1) drawMove(policyMove);
    }
    movesLeft -= policyAnswer.moves.length;
    takeState(policyAnswer.state);
    const lastMove = policyAnswer.moves.at(-1);
    if (lastMove) mark("last", [at(lastMove.cell)]);
    if (policyAnswer.done) {
      if (untilGuess && !over()) answered(T.autoDone);
      break;
    }
  }
  if (runToken === token) halt();
}

/** Draw a move that the server has made already. */
function drawMove(/** @type {import("./answers.js").PolicyMove} */ policyMove) {
  const index = at(policyMove.cell);
  const nextPosition = { ...position, codes: position.codes.slice() };
  state.flags = new Set(state.flags);
  if (policyMove.action === "flag") state.flags.add(index);
  for (const [r, c, code] of policyMove.shown) {
    nextPosition.codes[at([r, c])] = code;
    state.flags.delete(at([r, c]));
  }
  if (state.signs) {
    const newSigns = [...state.signs];
    if (policyMove.action === "flag" && newSigns[index] === "M") newSigns[index] = "T";
    for (const [r, c, code] of policyMove.shown) newSigns[at([r, c])] = minesOf(code) ? "T" : String(code);
    state.signs = newSigns.join("");
  }
  position = nextPosition;
  gameState = {
    .../** @type {import("./answers.js").GameState} */ (gameState),
    started: true,
    flags: [...state.flags].map((i) => [Math.floor(i / position.cols), i % position.cols]),
    board: position,
  };
  take(position);
  mark("last", [index]);
}

export function toggleRun() {
  if (runToken) halt();
  else policy(20_000, $("policy").value);
}

// --- links -----------------------------------------------------------------------------------------------------------

/** Whether the address is that of the game as it stands. */
export const isHere = (/** @type {string} */ address) => spec !== null && address === hash();

export const hash = () => (spec ? gameLink(spec, moves) : "play");

/** The position on the board, for the analyser: flags are the player's belief and stay behind. */
export const current = () => position;

/** @type {import("./core.js").Mode} */
export const player = {
  wants: () => settings.assist !== "none" && !over() && !showsSigns,
  assist: () => /** @type {const} */ ({ none: "none", marks: "marks", fewest: "marks" })[/** @type {"none"} */ (settings.assist)] ?? "chances",
  answered: adviseClicks,
  overlay: () => (settings.assist === "safety" || settings.assist === "opening" ? settings.assist : "mine"),
  hash,
  enter() {
    if (spec) {
      putOnBoard();
      redraw();
    } else {
      const { rows, cols, mines } = levelSpec(settings.level);
      take((position = empty(rows, cols, mines)));
      firstOpening = again();
      firstOpening.then(async (problem) => {
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
  tap(index) {
    if (isFlagging && position.codes[index] === HIDDEN) flagAt(index);
    else openAt(index);
  },
  secondary(index) {
    if (position.codes[index] === HIDDEN) flagAt(index);
    else openAt(index);
  },
  press(index) {
    if (over()) return [];
    const { codes } = position;
    const pressedCells = codes[index] === HIDDEN ? [index] : minesOf(codes[index]) ? [] : nearOf(position, index);
    return pressedCells.filter((i) => codes[i] === HIDDEN && !state.flags.has(i));
  },
  key(event) {
    if (event.key === " " || event.key === "Enter") {
      openAt(grid.cursor);
      return true;
    }
    /** @type {Record<string, () => unknown>} */
    const acts = {
      f: () => flagAt(grid.cursor),
      h: hint,
      a: () => policy(20_000, "safest", true),
      n: () => policy(1, $("policy").value),
      r: toggleRun,
      p: () => assist({ none: "marks", marks: "chances" }[/** @type {"none"} */ (settings.assist)] ?? "none"),
      c: coach,
    };
    const act = settings.letters ? acts[event.key.toLowerCase()] : undefined;
    act?.();
    return act !== undefined;
  },
  leds() {
    const isPressed = (state.marks.pressed?.size ?? 0) > 0;
    let minesHit = 0;
    for (const code of state.shown.codes) minesHit += minesOf(code);
    let flaggedMines = 0;
    for (const index of state.flags) flaggedMines += state.flagCounts?.get(index) ?? 1;
    const time = Math.min(999, Math.floor(seconds()));
    return {
      left: spec && state.over !== "won" ? spec.mines - flaggedMines - (state.over === "lost" ? 0 : minesHit) : 0,
      right: time,
      rightLabel: inSeconds(time),
      face: state.over === "won" ? "cool" : state.over === "lost" ? "dead" : isPressed ? "oh" : "smile",
    };
  },
  panel() {
    const isDone = over();
    for (const id of ["hint", "auto", "one", "run"]) $(id).disabled = isDone || !gameState;
    $("run").textContent = runToken ? T.stop : T.run;
    $("policies").hidden = !isWatching;
    $("tap-open").closest(".dock")?.classList.toggle("over", isDone);
    for (const choice of $("assist").querySelectorAll("input")) choice.checked = choice.value === settings.assist;
    $("helping").setAttribute("aria-pressed", String(settings.assist !== "none"));
    $("back").disabled = $("restart").disabled = !moves.length;
    $("guessless").checked = isGuessless ?? Boolean(spec?.no_guess);
    $("guessless").disabled = !spec || Boolean(dayOf(spec)) || !mayNeedNoGuess(spec);
    $("welcome").hidden = true;
    const chances = player.assist() === "chances" && !isDone;
    $("result").hidden = $("detail").hidden = !chances;
    if (chances) {
      result();
      cellCard();
    }
    $("compare").hidden = !chances;
    $("legend").hidden = settings.assist === "none" || isDone;
    comparison();
    $("finish").hidden = !isDone;
    $("review").hidden = !isDone || !settings.unfolded;
    $("advice").hidden = isDone || chances;
    message();
    // Of a game under way the sheet of a phone has the last hint or move; without any there is nothing to open.
    const heading = [...($("advice").querySelector("h2")?.childNodes ?? [])].map((node) => node.textContent?.trim());
    if (!chances) sayInDock(isDone ? T.review : heading.filter(Boolean).join(": "));
  },
};

function message() {
  let text = "";
  let kind = "";
  if (state.over === "won") {
    text = startTime && !isAssisted ? T.won(fixed(seconds(), 1)) : T.end.won;
    kind = "good";
  } else if (state.over === "lost") {
    text = T.lost;
    kind = "bad";
  } else if (spec?.first_click.startsWith("fixed:") && !gameState?.started) {
    text = T.startAt(nameOf(spec.first_click.slice(6).split(",").map(Number)));
  } else if (spec?.win === "flag") text = T.flagToWin;
  else if (spec?.win === "explore") text = T.exploreToWin;
  else if (spec && !moves.length && matchMedia("(pointer: coarse)").matches) text = T.tapToPlay;
  else if (spec && isDealt(spec) && !moves.length) text = T.deals.about[/** @type {"fair"} */ (spec.deal)];
  else if (settings.assist !== "none" && known()) text = coachedText(/** @type {import("./answers.js").Answer} */ (answer()));
  if (nextLevel) text = T.nextLevel(nameOfLevel(nextLevel));
  say(text, kind);
}

setInterval(() => {
  if (state.mode === "play" && startTime && !over()) redraw();
}, 500);
