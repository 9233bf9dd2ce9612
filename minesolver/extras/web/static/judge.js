// Judge: whole layouts, and whether they need a guess from a start cell; where they get stuck is opened to be analysed.

import { analyse } from "./analyser.js";
import { lanes, nameOf, worded } from "./core.js";
import { $, button, element } from "./dom.js";
import { able, ask, isAborted, kindOf, Refusal } from "./engine.js";
import { mini } from "./mini.js";
import { MINE } from "./position.js";
import { read } from "./reading.js";
import { keepInTab, keptInTab } from "./store.js";
import { T } from "./texts.js";

/** @typedef {number[]} Cell */
/** @typedef {import("./answers.js").Judgement & {problem?: string}} Judgement */

const MOST_DRAWN = 30; // layouts, or rows and columns of a map, that are drawn one by one
const LANE = "judge";
const ONLY_PYTHON = /^(?:\d+x\d+(?:n\d+)?:|Hexcells level|<)/; // game IDs and levels of other games

/** The layouts of a text: apart by empty lines, but for JSON and levels, which may have some. */
function layoutsIn(/** @type {string} */ text) {
  const trimmed = text.trim();
  if (/^(?:[{[<]|Hexcells level)/.test(trimmed)) return [trimmed];
  return trimmed
    .split(/\n[ \t\r]*\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The numbers of a cell such as "2,3" or "(2, 3)"; null where there are none. @returns {Cell | null} */
function cellIn(/** @type {string} */ text) {
  const numbers = text.match(/\d+/g);
  return numbers && numbers.length > 1 ? numbers.map(Number) : null;
}

/** A layout judged from a start cell; without one from that which the text names. */
async function judged(
  /** @type {string} */ board,
  /** @type {Cell | null} */ start,
  /** @type {boolean} */ quick,
  /** @type {AbortSignal} */ signal,
) {
  if (able("judge") !== "server" && ONLY_PYTHON.test(board))
    throw new Refusal({ kind: "missing", message: T.problems.missing() });
  return ask("judge", { board, ...(start ? { start } : {}), ...(quick ? { quick } : {}) }, signal);
}

/** The dialog, with this text in it. */
export function openJudge(/** @type {string} */ text) {
  $("judge-text").value = text;
  $("judge-text").setSelectionRange(0, 0); // which has the focus: a long text begins with its beginning
  $("judge-error").textContent = "";
  $("judge-result").replaceChildren();
  progress("");
  $("judge-dialog").showModal();
  $("judge-run").onclick = () => run((signal) => judgeAll(layoutsIn($("judge-text").value), signal));
  $("judge-starts").onclick = () => run((signal) => judgeStarts($("judge-text").value.trim(), signal));
  $("judge-stop").onclick = stop;
  $("judge-dialog").onclose = stop;
}

const KEPT = "judge";

/** Keep what stands in an open dialog over a reload of the page. */
export const remember = () =>
  keepInTab(KEPT, $("judge-dialog").open ? [$("judge-text").value, $("judge-start").value] : null);

/** Open the dialog that was open before a reload. */
export function recall() {
  const stored = keptInTab(KEPT);
  if (!Array.isArray(stored)) return;
  openJudge(String(stored[0]));
  $("judge-start").value = String(stored[1]);
}

function stop() {
  lanes.cancel(LANE);
  progress("");
}

/** What is being done; nothing: nothing. */
function progress(/** @type {string} */ words) {
  $("judge-progress").textContent = words;
  $("judge-stop").hidden = words === "";
}

async function run(/** @type {(signal: AbortSignal) => Promise<void>} */ work) {
  $("judge-error").textContent = "";
  $("judge-result").replaceChildren();
  await lanes.run(LANE, work).catch(tell);
  progress("");
}

/** Tell what went wrong. */
function tell(/** @type {unknown} */ error) {
  $("judge-error").textContent = kindOf(error) === "request" ? T.judging.needsStart : worded(error);
}

/** Every layout of a text from the start cell of the field. */
async function judgeAll(/** @type {string[]} */ layouts, /** @type {AbortSignal} */ signal) {
  if (!layouts.length) throw new Error(T.judging.empty);
  const start = cellIn($("judge-start").value);
  const isMany = layouts.length > MOST_DRAWN;
  let without = 0;
  for (const [number, layout] of layouts.entries()) {
    progress(T.judging.progress(number + 1, layouts.length));
    /** @type {Judgement} */
    const judgement = await judged(layout, start, isMany, signal).catch((error) => {
      if (isAborted(error) || layouts.length === 1) throw error;
      return { no_guess: false, start: null, guess_cells: [], problem: worded(error) };
    });
    without += Number(Boolean(judgement.no_guess));
    const title = layouts.length > 1 ? T.judging.layout(number + 1) : "";
    const isShown = !isMany || judgement.problem || !judgement.no_guess;
    if (isShown) $("judge-result").append(await card(judgement, title));
  }
  if (layouts.length > 1) $("judge-result").prepend(element("p", {}, T.judging.summary(without, layouts.length)));
}

/** What is told of one layout. */
async function card(/** @type {Judgement} */ judgement, /** @type {string} */ title) {
  const heading = title ? [element("h3", {}, title)] : [];
  if (judgement.problem) return element("section", {}, ...heading, element("p", { class: "error" }, judgement.problem));
  const lines = [element("p", { class: `headline ${judgement.no_guess ? "good" : "bad"}` }, verdict(judgement))];
  if (judgement.guesses)
    lines.push(element("p", {}, T.judging.guesses(judgement.guesses, judgement.guess_cells.map(nameOf).join(", "))));
  if (judgement.facts) {
    const hardest = T.judging.hardest(judgement.facts, judgement.layer ?? "");
    lines.push(element("p", { class: "dim" }, hardest));
  }
  const numbers = Object.entries(judgement.numbers ?? {}).map(([name, value]) => `${name} ${value}`);
  if (numbers.length) lines.push(element("p", { class: "dim" }, numbers.join(" · ")));
  return element("section", {}, ...heading, ...lines, ...(await stuckAt(judgement.stuck ?? null)));
}

function verdict(/** @type {Judgement} */ { no_guess: noGuess, start }) {
  if (!start) return noGuess ? T.judging.levelSolved : T.judging.levelStuck;
  return noGuess ? T.judging.noGuess(nameOf(start)) : T.judging.guess(nameOf(start));
}

/** The position where the first guess is: drawn, and to be opened. */
async function stuckAt(/** @type {string | null} */ text) {
  if (!text) return [];
  const reading = await read({ text }).catch(() => null);
  if (!reading?.boards.length) return [element("p", { class: "dim" }, T.judging.notDrawn)];
  const [position] = reading.boards;
  const open = () => {
    $("judge-dialog").close();
    analyse(position);
  };
  return [mini(position), button(T.judging.open, open, { class: "main" })];
}

/** One layout from each of its cells, as a map. */
async function judgeStarts(/** @type {string} */ layout, /** @type {AbortSignal} */ signal) {
  const { boards } = await read({ text: layout, whole: true });
  const { rows, cols, codes } = boards[0];
  const details = element("div", {});
  const map = element("div", { class: "start-map", role: "group", "aria-label": T.judging.map });
  map.style.setProperty("--cols", String(cols));
  const headline = element("p", { class: "headline" });
  $("judge-result").append(headline, element("p", { class: "dim" }, T.judging.mapAbout), map, details);
  let without = 0;
  let starts = 0;
  for (let index = 0; index < rows * cols; index++) {
    progress(T.judging.starts(index + 1, rows * cols));
    const start = [Math.floor(index / cols), index % cols];
    const judgement = codes[index] === MINE ? null : await judgedUnlessMine(layout, start, signal);
    starts += Number(judgement !== null);
    without += Number(Boolean(judgement?.no_guess));
    const show = async () =>
      details.replaceChildren(await card(await judged(layout, start, false, signal), ""));
    map.append(startButton(start, judgement, () => void show().catch(tell)));
  }
  headline.textContent = T.judging.without(without, starts);
}

/** Whether a cell needs a guess; null where it is a mine, of a game ID, whose board does not show it. */
const judgedUnlessMine = (
  /** @type {string} */ layout,
  /** @type {Cell} */ start,
  /** @type {AbortSignal} */ signal,
) =>
  judged(layout, start, true, signal).catch((error) => {
    if (kindOf(error) !== "rule") throw error;
    return null;
  });

/** A start in the map: a tick, a question mark or a mine. */
function startButton(/** @type {Cell} */ start, /** @type {Judgement | null} */ judgement, /** @type {() => void} */ show) {
  if (!judgement) return element("span", { class: "m", title: nameOf(start) }, "✹");
  const words = verdict({ ...judgement, start });
  const kind = judgement.no_guess ? "good" : "bad";
  return button(judgement.no_guess ? "✓" : "?", show, { class: kind, title: words, "aria-label": words });
}
