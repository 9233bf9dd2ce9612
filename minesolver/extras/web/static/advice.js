// What is said beside a game: hints, a policy's moves, and the review with its graph.

import { analyse } from "./analyser.js";
import { nameOf, redraw } from "./core.js";
import { $, bar, button, drawn, element, present, put, table } from "./dom.js";
import { fixed, long } from "./numbers.js";
import { checkedPosition } from "./doors.js";
import { language, T } from "./texts.js";
import { badge, cellLink, coached, guesses, proof, sentence } from "./words.js";

const LOGGED = 400;
const LOSS = 0.03; // of the games: what a guess must cost to be marked; less may be chance

/** @typedef {import("./answers.js").Review} Review */
/** @typedef {import("./answers.js").Guess} Guess */
/** @typedef {import("./answers.js").PolicyMove} PolicyMove */

/** What the cards' buttons do; the page connects them. */
export const actions = {
  /** @type {(review: Partial<Review>) => void} */ replay: () => {},
  /** @type {(step: number) => void} */ seek: () => {},
  /** @type {(review: Partial<Review>) => void} */ save: () => {},
};

export function idle() {
  $("log").replaceChildren();
  $("log").hidden = true;
  quiet(0);
}

/** No advice any more; of what was played, these moves stay in the list. */
export function quiet(/** @type {number} */ moves) {
  for (const child of [...$("log").children]) if (Number(child.value) > moves) child.remove();
  put($("advice"));
}

export function answered(/** @type {string} */ text) {
  put($("advice"), element("p", {}, text));
}

/** A hint; `flags`: what it says of the player's own flags. */
export function explain(/** @type {import("./answers.js").Hint} */ hint, flags = "") {
  const name = hint.cell ? nameOf(hint.cell) : "";
  const text = !hint.cell
    ? T.coach.none()
    : !hint.proved
      ? coached({ safe: [], candidates: hint.candidates, opened: true }, null)
      : hint.steps.length
        ? T.hintProved(name, hint.steps.length)
        : T.hintStart(name);
  put(
    $("advice"),
    element(
      "h2",
      {},
      hint.proved || !hint.cell ? T.hintTitle_ : T.hintGuess(name),
      hint.cell ? badge(hint.proved, hint.probability) : null,
    ),
    flags ? element("p", { class: "warn" }, flags) : null,
    element("p", {}, text),
    proof(hint.steps ?? []),
    hint.chord
      ? element("p", {}, T.hintChord(nameOf(hint.chord.cell), hint.chord.flags.map(nameOf), hint.chord.opens))
      : null,
    guesses(hint.candidates, hint.weighed ? T.guessesPolicy : T.guesses),
  );
  redraw();
}

/** Why a policy chose a guess: Python's sentence, which is English, else what its candidates say. */
function reasonOf(/** @type {PolicyMove} */ { cell, proved, reason, candidates = [] }) {
  const isRanked = !proved && String(candidates[0]?.cell) === String(cell);
  if (isRanked && (!reason || language !== "en")) return coached({ safe: [], candidates, opened: true }, null);
  return sentence(reason);
}

/** A policy has moved. */
export function played(/** @type {PolicyMove} */ move, /** @type {number} */ number) {
  const actionText = T.action[/** @type {"open"} */ (move.action)];
  put(
    $("advice"),
    element("h2", {}, `${actionText} ${nameOf(move.cell)} `, badge(move.proved, move.probability)),
    element("p", {}, reasonOf(move)),
  );
  const log = $("log");
  log.hidden = false;
  log.prepend(
    element(
      "li",
      { value: number },
      `${actionText} `,
      cellLink(move.cell),
      " ",
      badge(move.proved, move.probability),
      element("span", { class: "dim" }, ` ${move.reason}`),
    ),
  );
  while (log.children.length > LOGGED) log.lastChild?.remove();
}

/** @type {Partial<Review> | null} */
let lastKey = null;

/** The graded game; `step` of a replay is the move before which the board stands. */
export function showReview(/** @type {Partial<Review> | null} */ review, step = -1) {
  const box = $("review");
  if (review === lastKey && Number(box.dataset.step) === step) return;
  lastKey = review;
  box.dataset.step = String(step);
  if (!review) return box.replaceChildren();
  box.replaceChildren(element("h2", {}, T.review));
  if (review.grading) return box.append(element("p", { class: "dim" }, T.grading));
  if (review.problem) return box.append(element("p", { class: "error" }, review.problem));
  const list = review.guesses ?? [];
  box.append(
    ...present([
      element("p", {}, T.reviewSum(review.opened ?? 0, review.proved ?? 0, list.length)),
      review.luck && step >= 0 ? element("p", {}, T.reviewLuck(long(review.survival ?? 1), fixed(review.luck, 2))) : null,
      review.complete ? null : element("p", { class: "warn" }, T.incomplete),
      list.some((/** @type {Guess} */ guess) => guess.win !== null) ? graph(/** @type {Review} */ (review), step) : null,
      list.length ? guessTable(list, step) : null,
      step < 0
        ? bar(
            button(T.replayGame, () => actions.replay(review), { id: "replay-game" }),
            button(T.saveGame, () => actions.save(review)),
          )
        : null,
    ]),
  );
}

function guessTable(/** @type {Guess[]} */ list, /** @type {number} */ step) {
  const { move, rank, cost, look } = T.reviewColumns;
  const { cell, mine } = T.columns;
  /** @type {Parameters<typeof table>[0]} */
  const heads = [move, cell, mine, [rank, T.rankTitle], [cost, T.costTitle], look];
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": T.guessTable },
    table(heads, list.flatMap((guess) => graded(guess, step))),
  );
}

function graded(/** @type {Guess} */ guess, /** @type {number} */ step) {
  const costly = guess.cost > 1e-9;
  const rows = [
    element(
      "tr",
      { class: [guess.survived ? "" : "lost", guess.move === step ? "now" : ""].join(" ") },
      element("td", {}, String(guess.move + 1)),
      element("td", {}, ...guess.cells.flatMap((cell) => [cellLink(cell), " "])),
      element("td", {}, long(guess.probability)),
      element("td", {}, `${guess.rank}/${guess.of}`),
      element("td", { class: costly ? "warn" : "" }, costly ? `+${fixed(100 * guess.cost, 2)}` : "0"),
      element("td", {}, button(T.lookAt, () => analyse(checkedPosition(guess.board)), { class: "cellref" })),
    ),
  ];
  let note = null;
  if (guess.missed) note = [cellLink(guess.missed), T.missed];
  else if ((guess.loss ?? 0) > LOSS && !costly)
    note = [...(guess.choice ? [T.sameRisk, cellLink(guess.choice), "; "] : []), T.loss(long(/** @type {number} */ (guess.loss), 1))];
  else if ((guess.loss ?? 0) > LOSS)
    note = [T.better, cellLink(guess.best), ` ${long(guess.best_probability)}; `, T.loss(long(/** @type {number} */ (guess.loss), 1))];
  else if (costly && guess.recommended) note = [T.policyChoice];
  else if (costly) note = [T.better, cellLink(guess.best), ` ${long(guess.best_probability)}`];
  if (note) rows.push(element("tr", { class: "note" }, element("td", { colspan: "6" }, ...note)));
  return rows;
}

const [WIDE, HIGH, LEFT, BOTTOM] = [320, 120, 34, 16];

/** The winning chance along the game: known before each guess, 0 or 1 at the end. */
function graph(/** @type {Review} */ review, /** @type {number} */ step) {
  const total = Math.max(1, review.moves_made ?? review.moves?.length ?? (review.guesses.at(-1)?.move ?? 0) + 1);
  const x = (/** @type {number} */ move) => LEFT + ((WIDE - LEFT - 8) * move) / total;
  const y = (/** @type {number} */ p) => 8 + (HIGH - BOTTOM - 8) * (1 - p);
  const countedGuesses = review.guesses.filter((/** @type {Guess} */ guess) => guess.win !== null);
  const points = countedGuesses.map((/** @type {Guess} */ guess) => [x(guess.move), y(guess.win ?? 0)]);
  if (review.won !== null && review.won !== undefined) points.push([x(total), y(review.won ? 1 : 0)]);
  // Between guesses nothing is risked: the chance stays until the next one is known.
  let line = "";
  points.forEach(
    (/** @type {number[]} */ [px, py], /** @type {number} */ i) =>
      (line += i ? `H${px}V${py}` : `M${LEFT} ${py}H${px}`),
  );
  const label = T.graphTitle;
  return drawn(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": label,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
        const move = Math.round((((event.clientX - box.left) / box.width) * WIDE - LEFT) / ((WIDE - LEFT - 8) / total));
        actions.seek(Math.max(0, Math.min(total, move)));
      },
    },
    drawn("title", {}, label),
    ...[0, 0.5, 1].flatMap((p) => [
      drawn("line", { class: "axis", x1: LEFT, x2: WIDE - 8, y1: y(p), y2: y(p) }),
      drawn("text", { x: 2, y: y(p) + 4 }, `${100 * p} %`),
    ]),
    line ? drawn("path", { class: "area", d: `${line}V${y(0)}H${LEFT}Z` }) : null,
    line ? drawn("path", { class: "line", d: line }) : null,
    ...countedGuesses.map((/** @type {Guess} */ guess) =>
      drawn(
        "circle",
        {
          class: `guess ${guess.missed || (guess.loss ?? 0) > LOSS ? "costly" : ""}`,
          cx: x(guess.move),
          cy: y(guess.win ?? 0),
          r: 4,
        },
        drawn("title", {}, `${guess.move + 1}: ${nameOf(guess.cell)} ${long(guess.probability)}`),
      ),
    ),
    step >= 0 ? drawn("line", { class: "now", x1: x(step), x2: x(step), y1: 4, y2: HIGH - BOTTOM }) : null,
    drawn("text", { x: WIDE - 8, y: HIGH - 2, "text-anchor": "end" }, `${T.reviewColumns.move} ${total}`),
  );
}
