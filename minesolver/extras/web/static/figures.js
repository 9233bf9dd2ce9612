// The dialogs of what is kept in this browser: statistics, and boards.

import { fixed } from "./numbers.js";
import { analyse } from "./analyser.js";
import { state } from "./core.js";
import { $, button, drawn, element, present, table, tiles, toast } from "./dom.js";
import { mini } from "./mini.js";
import { checkedPosition, isPositionLink } from "./doors.js";
import { toHash } from "./position.js";
import { FAST, histogram, load, NO_GUESS, save } from "./stats.js";
import { entries, isLasting, keep, kept } from "./store.js";
import { T } from "./texts.js";

/** @returns {[string, string][]} */
function figures(/** @type {import("./stats.js").Level} */ level) {
  return [
    [T.stats.games, `${level.games}`],
    [T.stats.wins, `${level.wins}`],
    [T.stats.rate, fixed((100 * level.wins) / level.games, 1)],
    [T.stats.streak, `${level.streak}`],
    [T.stats.bestStreak, `${level.bestStreak}`],
    [T.end.best, level.best === null ? "–" : `${fixed(level.best, 1)} s`],
    ["3BV/s", level.seconds && level.bbbv ? fixed(level.bbbv / level.seconds, 2) : "–"],
    [T.stats.rate_, level.rate ? fixed(level.rate, 2) : "–"],
    [T.end.efficiency, level.clicks && level.solved ? `${Math.round((100 * level.solved) / level.clicks)} %` : "–"],
    [T.stats.guesses, fixed(level.guesses / level.games, 1)],
    [T.stats.luck, level.wins ? fixed(level.luck / level.wins, 2) : "–"],
  ];
}

/** Times of wins as bars. */
function bars(/** @type {number[]} */ times) {
  const timeBars = histogram(times);
  if (times.length < 2) return null;
  const mostWins = Math.max(...timeBars.map((bar) => bar.count));
  return drawn(
    "svg",
    { class: "graph", viewBox: "0 0 300 82", role: "img", "aria-label": T.histogram(times.length) },
    drawn("title", {}, T.histogram(times.length)),
    ...timeBars.map((bar, i) =>
      drawn("rect", {
        class: "bar-of",
        x: (i * 300) / timeBars.length + 1,
        y: 64 - (60 * bar.count) / mostWins,
        width: 300 / timeBars.length - 2,
        height: (60 * bar.count) / mostWins,
      }),
    ),
    drawn("text", { x: 0, y: 79 }, fixed(timeBars[0].from, 0)),
    drawn("text", { x: 300, y: 79, "text-anchor": "end" }, `${fixed(timeBars[timeBars.length - 1].to, 0)} s`),
  );
}

function strip(/** @type {string} */ recent) {
  if (recent.length < 2) return null;
  const recentText = T.recent([...recent].map((outcome) => (outcome === "1" ? "✓" : "✗")).join(""));
  return element(
    "p",
    { class: "strip", role: "img", "aria-label": recentText, title: recentText },
    ...[...recent].map((outcome) => element("i", { class: outcome === "1" ? "won" : "" })),
  );
}

/** The last days on which the level was played. */
function days(/** @type {Record<string, import("./stats.js").Day>} */ byDay) {
  const rows = Object.entries(byDay).sort().reverse().slice(0, DAYS_SHOWN);
  if (!rows.length) return null;
  const heads = [T.stats.day, T.stats.games, T.stats.wins, T.end.best];
  const cells = (/** @type {[string, import("./stats.js").Day]} */ [day, { games, wins, best }]) => [day, `${games}`, `${wins}`, best === null ? "–" : `${fixed(best, 1)} s`];
  return table(heads, rows.map(cells));
}

const levelName = (/** @type {string} */ name) =>
  name.replace(NO_GUESS, T.noGuessLevel).replace(FAST, T.fastLevel).replace(/^daily/, T.levels.daily);

const DAYS_SHOWN = 7;

export function openStats() {
  const rows = Object.entries(load());
  const levels = rows.flatMap(([name, level]) => [
    element("h3", {}, levelName(name)),
    tiles(figures(level)),
    bars(level.times ?? []),
    strip(level.recent ?? ""),
    days(level.days ?? {}),
  ]);
  const warning = isLasting() ? null : element("p", { class: "warn" }, T.notLasting);
  const body = rows.length ? levels : [element("p", {}, T.statsNone)];
  $("stats-body").replaceChildren(...present([warning, ...body]));
  $("stats-clear").disabled = !rows.length;
  if (!$("stats-dialog").open) $("stats-dialog").showModal();
}

export function clearStats() {
  save({});
  openStats();
}

// --- boards ----------------------------------------------------------------------------------------------------------

const BOARDS = "boards";
const KEPT_BOARDS = 100;

/** The boards of a list that was kept. @returns {{hash: string, date: string}[]} */
const soundBoards = (/** @type {unknown} */ stored) =>
  entries(stored, ({ hash, date }) => isPositionLink(hash) && typeof date === "string");

export const keptBoards = () => kept(BOARDS, soundBoards);

/** Keep these boards of anybody's list, each once. @returns {boolean} whether it will last */
export function keepBoards(/** @type {unknown} */ list) {
  const byLink = new Map(soundBoards(list).map((board) => [board.hash, board]));
  return keep(BOARDS, [...byLink.values()].slice(0, KEPT_BOARDS));
}

/** The boards that are kept, with the one on the screen, which is the first of them where it is new. */
function boardsWithShown() {
  const list = keptBoards();
  const hash = toHash(state.position);
  if (list.some((board) => board.hash === hash)) return list;
  return [{ hash, date: new Date().toISOString().slice(0, 10) }, ...list];
}

/** Keep the board on the screen without a dialog. */
export function keepShown() {
  const isKept = keepBoards(boardsWithShown());
  toast(isKept ? T.savedNow : T.notLasting, !isKept);
}

/** The dialog of the boards that are kept. */
export function openBoards() {
  const list = keptBoards();
  const change = (/** @type {{hash: string, date: string}[]} */ next) => {
    if (!keepBoards(next)) toast(T.notLasting, true);
    openBoards();
  };
  const boardEntry = (/** @type {{hash: string, date: string}} */ { hash, date }) => {
    const position = checkedPosition(hash);
    const name = `${position.rows}×${position.cols}${position.mines === null ? "" : `/${position.mines}`}, ${date}`;
    const drop = () => change(list.filter((board) => board.hash !== hash));
    const show = () => {
      $("boards-dialog").close();
      analyse(position);
    };
    return element(
      "li",
      {},
      button([mini(position), element("span", {}, name)], show, { class: "board-of" }),
      button("×", drop, { class: "quiet", "aria-label": T.savedDrop(name) }),
    );
  };
  const hash = toHash(state.position);
  $("boards-list").replaceChildren(...(list.length ? list.map(boardEntry) : [element("li", {}, T.savedNone)]));
  $("boards-keep").disabled = list.some((board) => board.hash === hash);
  $("boards-keep").onclick = () => change(boardsWithShown());
  if (!$("boards-dialog").open) $("boards-dialog").showModal();
}
