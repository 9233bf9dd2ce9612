// The table of all finished games.

import { keep, kept } from "./store.js";

/**
 * times: of the last wins; recent: the last games, 1 won, 0 lost; rate: best 3BV/s; days: by date, such as 2026-11-29
 * @typedef {{games: number, wins: number, streak: number, bestStreak: number, best: number | null, seconds: number,
 *   bbbv: number, clicks: number, solved: number, guesses: number, luck: number, times?: number[], recent?: string,
 *   rate?: number | null, days?: Record<string, Day>}} Level
 */
/** @typedef {{games: number, wins: number, best: number | null}} Day */
/** @typedef {{won: boolean, seconds: number, bbbv: number, solved: number, clicks: number}} Result */

/**
 * Behind the name of a level whose games need no guess, as the statistics keep it; the page says it in the player's
 * language.
 */
export const NO_GUESS = " no-guess";
/** Behind the name of a level whose games were played with the moves that one clue settles made by the page. */
export const FAST = " fast";

const COUNTS = Object.freeze({
  games: 0,
  wins: 0,
  streak: 0,
  bestStreak: 0,
  seconds: 0,
  bbbv: 0,
  clicks: 0,
  solved: 0,
  guesses: 0,
  luck: 0,
});
/** The figures of no game. @type {Level} */
const NONE = { ...COUNTS, best: null };

/** The date where the player is, such as 2026-11-29. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
}

const quicker = (/** @type {number | null} */ best, /** @type {Result} */ game) =>
  game.won && (best === null || game.seconds < best) ? game.seconds : best;

/** @returns {Level} the level's figures with one more game, played on this day */
export function record(/** @type {Level | undefined} */ earlier, /** @type {Result} */ game, day = today()) {
  const level = earlier ?? NONE;
  const { games, wins, best } = level.days?.[day] ?? { games: 0, wins: 0, best: null };
  const days = { ...level.days, [day]: { games: games + 1, wins: wins + Number(game.won), best: quicker(best, game) } };
  const streak = game.won ? level.streak + 1 : 0;
  return {
    ...level,
    games: level.games + 1,
    wins: level.wins + Number(game.won),
    streak,
    bestStreak: Math.max(level.bestStreak, streak),
    best: quicker(level.best, game),
    days: Object.fromEntries(Object.entries(days).sort().slice(-DAYS)),
    seconds: level.seconds + (game.won ? game.seconds : 0),
    bbbv: level.bbbv + (game.won ? game.bbbv : 0),
    clicks: level.clicks + game.clicks,
    solved: level.solved + game.solved,
    times: game.won ? [...(level.times ?? []), game.seconds].slice(-TIMES) : (level.times ?? []),
    recent: `${level.recent ?? ""}${Number(game.won)}`.slice(-RECENT),
    rate: game.won && game.seconds > 0 ? Math.max(level.rate ?? 0, game.bbbv / game.seconds) : (level.rate ?? null),
  };
}

/** @returns {Level} the figures with the guesses of a game that is counted already: its review comes later, or never */
export function withGuesses(
  /** @type {Level} */ level,
  /** @type {{won: boolean, guesses: number, luck: number}} */ { won, guesses, luck },
) {
  return { ...level, guesses: level.guesses + guesses, luck: level.luck + (won ? luck : 0) };
}

const TIMES = 500;
const DAYS = 366;
const RECENT = 100;

/** Times in equal steps from the fastest to the slowest. @returns {{from: number, to: number, count: number}[]} */
export function histogram(/** @type {number[]} */ times, bars = 12) {
  if (!times.length) return [];
  const [low, high] = [Math.min(...times), Math.max(...times)];
  const wide = (high - low) / bars || 1;
  const timeBars = Array.from({ length: high > low ? bars : 1 }, (_, i) => ({
    from: low + i * wide,
    to: low + (i + 1) * wide,
    count: 0,
  }));
  for (const time of times) timeBars[Math.min(timeBars.length - 1, Math.floor((time - low) / wide))].count++;
  return timeBars;
}

/** @returns {value is number} */
const isCount = (/** @type {unknown} */ value) => typeof value === "number" && Number.isFinite(value) && value >= 0;

const isDay = (/** @type {[string, Partial<Day> | null]} */ [day, figures]) =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  isCount(figures?.games) &&
  isCount(figures?.wins) &&
  (figures?.best === null || isCount(figures?.best));

/** Figures of which each is what it has to be, or null where there are none. @returns {Level | null} */
function soundLevel(/** @type {Record<string, unknown>} */ stored) {
  if (!isCount(stored?.games) || !stored.games) return null;
  const counts = Object.entries(COUNTS).map(([name]) => [name, isCount(stored[name]) ? stored[name] : 0]);
  return {
    ...Object.fromEntries(counts),
    best: isCount(stored.best) ? stored.best : null,
    rate: isCount(stored.rate) ? stored.rate : null,
    times: Array.isArray(stored.times) ? stored.times.filter(isCount) : [],
    recent: String(stored.recent ?? "").replace(/[^01]/g, ""),
    days: Object.fromEntries(Object.entries(stored.days ?? {}).filter(isDay)),
  };
}

/** @returns {Record<string, Level>} */
export function soundLevels(/** @type {unknown} */ stored) {
  const levels = Object.entries(stored ?? {}).map(([name, level]) => [name, soundLevel(level)]);
  return Object.fromEntries(levels.filter(([, level]) => level !== null));
}

export const load = () => kept("statistics", soundLevels);

export const save = (/** @type {Record<string, Level>} */ levels) => keep("statistics", levels);
