// Train: positions from one's own games in which winning chance was lost, until they are answered right.

import { answer, at, cellOf, count, grid, lookAt, nameOf, redraw, say, sayInDock, state, take } from "./core.js";
import { cellCard, result } from "./analyser.js";
import { $, bar, button, element, put } from "./dom.js";
import { fixed, long, soon } from "./numbers.js";
import { checkedPosition } from "./doors.js";
import { empty, HIDDEN } from "./position.js";
import { keep, keepInTab, kept, keptInTab } from "./store.js";
import { T } from "./texts.js";
import { answered, due, RESTS, soundExercises, soundMistakes, stuck, weaknesses } from "./trainer.js";
import { cellLink, coached } from "./words.js";

/** @type {import("./trainer.js").Exercise | null} */
let now = null;
let chosen = -1;
/** @type {boolean | null} */
let right = null;

/** @returns {import("./trainer.js").Exercise[]} */
const list = () => kept("exercises", soundExercises);

function next() {
  now = due(list())[0] ?? null;
  chosen = -1;
  right = null;
  state.marks = {};
  state.looking = -1;
  take(now ? checkedPosition(now.board) : empty(9, 9, 10));
  redraw();
}

const KEPT = "exercise";
let isReloaded = true; // until the first exercise

/** Keep an exercise that was judged, with its verdict, over a reload of the page. */
export const remember = () => keepInTab(KEPT, now && right !== null ? { board: now.board, chosen, right } : null);

/** The exercise that was on the screen before a reload, or the next one. */
async function begin() {
  const stored = /** @type {{board: string, chosen: number, right: boolean} | null} */ (isReloaded ? keptInTab(KEPT) : null);
  isReloaded = false;
  const exercise = list().find(({ board }) => board === stored?.board);
  next();
  if (!exercise || !stored) return;
  now = exercise;
  take(checkedPosition(exercise.board));
  chosen = stored.chosen;
  await count();
  if (exercise !== now || !answer()?.known) return;
  right = stored.right;
  lookAt(at(exercise.answers[0]));
  redraw();
}

/** The cell that was chosen is judged by the exact answer. */
async function choose(/** @type {number} */ index) {
  if (!now || chosen >= 0 || state.position.codes[index] !== HIDDEN) return;
  const exercise = now;
  chosen = index;
  await count();
  const boardAnswer = answer();
  if (exercise !== now || !boardAnswer?.known) return;
  const p = boardAnswer.probability[index];
  const leastRisk = Math.min(
    ...Array.from(boardAnswer.probability).flatMap((risk, i) =>
      risk !== null && state.position.codes[i] === HIDDEN ? [risk] : [],
    ),
  );
  const isAnswer = exercise.answers.some((cell) => at(cell) === index);
  const isLeastRisk = exercise.kind === "riskier" && p !== null && p < leastRisk + 1e-9;
  right = boardAnswer.safe.length ? boardAnswer.known.safe.has(index) : isAnswer || isLeastRisk;
  const verdict = Boolean(right);
  keep(
    "exercises",
    list().map((listed) => (listed.board === exercise.board ? answered(listed, verdict) : listed)),
  );
  grid.moveTo(index, grid.hasFocus());
  lookAt(at(exercise.answers[0]));
  redraw();
}

export function forget() {
  keep("exercises", []);
  keep("mistakes", []);
  next();
}

function summary() {
  const costs = weaknesses(kept("mistakes", soundMistakes));
  if (!costs.length) return [];
  const greatestCost = costs[0].cost;
  return [
    element("h2", {}, T.learning.costs),
    element(
      "dl",
      { class: "costs" },
      ...costs.flatMap(({ kind, times, cost }) => [
        element("dt", { title: T.learning.kinds[kind][1] }, T.learning.kinds[kind][0]),
        element(
          "dd",
          {},
          element("meter", { min: 0, max: greatestCost, value: cost, "aria-label": T.learning.kinds[kind][0] }),
          ` ${T.learning.cost(fixed(cost, 2), times)}`,
        ),
      ]),
    ),
    button(T.learning.forget, forget, { class: "quiet" }),
  ];
}

function card() {
  const exercises = list();
  if (!now) {
    const nextDue = Math.min(...exercises.filter((exercise) => !stuck(exercise)).map((exercise) => exercise.due));
    return [
      element(
        "p",
        {},
        !exercises.length
          ? T.learning.none
          : nextDue === Infinity
            ? T.learning.allDone
            : T.learning.done(soon((nextDue - Date.now()) / 60_000)),
      ),
    ];
  }
  const [title, explanation] = T.learning.kinds[now.kind];
  if (right === null)
    return [
      element("p", { class: "headline" }, T.learning.ask),
      element("p", { class: "dim" }, T.learning.due(due(exercises).length, exercises.length)),
    ];
  const listed = exercises.find((exercise) => exercise.board === now?.board);
  return [
    element("p", { class: `headline ${right ? "good" : "bad"}` }, right ? T.learning.right : T.learning.wrong),
    element("p", {}, coached(/** @type {import("./answers.js").Answer} */ (answer()), null)),
    element("p", {}, element("b", {}, `${title}. `), explanation),
    element(
      "p",
      { class: "dim" },
      T.learning.then(nameOf(now.cell), long(now.risk, 1)),
      " ",
      T.learning.sticks(listed?.box ?? 0, RESTS.length),
    ),
    bar(
      button(T.trainNext, next, { class: "main", id: "train-next" }),
      ...now.answers.slice(0, 1).map(cellLink),
    ),
  ];
}

/** @type {import("./core.js").Mode} */
export const trainer = {
  wants: () => now !== null && chosen >= 0,
  assist: () => (right === null ? "none" : "chances"),
  hash: () => "train",
  enter: begin,
  isEmpty: () => now === null,
  face: next,
  tap: choose,
  press: (index) => (chosen < 0 && now && state.position.codes[index] === HIDDEN ? [index] : []),
  key(event) {
    if (event.key !== " " && event.key !== "Enter") return false;
    if (right === null) choose(grid.cursor);
    else next();
    return true;
  },
  leds() {
    const dueCount = due(list()).length;
    const { mines, codes } = state.shown;
    return {
      left: mines === null ? null : mines - codes.filter((/** @type {number} */ code) => code === 10).length,
      right: dueCount,
      rightLabel: T.learning.due(dueCount, list().length),
      green: true,
      face: right === null ? "smile" : right ? "cool" : "dead",
    };
  },
  panel() {
    $("result").hidden = $("detail").hidden = right === null;
    $("welcome").hidden = $("review").hidden = true;
    $("legend").hidden = right === null;
    if (right !== null) {
      result();
      cellCard();
    }
    if (chosen >= 0) state.marks.last = new Set([chosen]);
    put($("training"), ...card());
    put($("weakness"), ...summary());
    if (right === null) say(now ? T.learning.ask : "");
    else say(right ? T.learning.right : T.learning.wrong, right ? "good" : "bad");
    sayInDock(right === null ? T.train : nameOf(cellOf(chosen)));
  },
};
