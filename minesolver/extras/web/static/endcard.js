// The card of a finished game: what it was worth, what decided it, and back to there.

import { analyse } from "./analyser.js";
import { redraw } from "./core.js";
import { $, bar, button, element, present, tiles } from "./dom.js";
import { decisive } from "./finish.js";
import { mini } from "./mini.js";
import { fixed, long } from "./numbers.js";
import { checkedPosition } from "./doors.js";
import { set, settings } from "./settings.js";
import { T } from "./texts.js";
import { cellLink } from "./words.js";

/**
 * @typedef {{won: boolean, seconds: number | null, total: number, solved: number, zini: number | null, clicks: number,
 *   actions: [number, number, number], best: boolean, place: [number, number] | null,
 *   review: Partial<import("./answers.js").Review> | null, back: (move: number) => void, share: () => void}} End
 *   seconds: null where it was helped; actions: cells opened, flagged, and clues around which all was opened; place:
 *   among the wins by time, of how many
 */

/** What it was worth: name, value, and more about it. @returns {[string, string, string?][]} */
export function figures(/** @type {End} */ end) {
  const { seconds, total, solved, zini, clicks, actions, place, review } = end;
  const isTimed = seconds !== null;
  const isPartial = !end.won && isTimed && solved > 0 && solved < total;
  /** @type {[string, string | null, string?][]} */
  const figureTexts = [
    [T.end.time, isTimed ? `${fixed(seconds, 1)} s` : null],
    [T.end.estimated, isPartial ? `${fixed((seconds * total) / solved, 0)} s` : null, T.end.estimatedTitle],
    [T.end.place, place ? `${place[0]} / ${place[1]}` : null, T.end.placeTitle],
    ["3BV", !total ? null : end.won ? String(total) : `${solved} / ${total}`, T.end.bbbvTitle],
    ["3BV/s", seconds && total ? fixed(solved / seconds, 2) : null],
    ["ZiNi", zini === null ? null : String(zini), T.end.ziniTitle],
    [T.end.clicks, isTimed && clicks ? String(clicks) : null, T.end.clicksTitle(...actions)],
    [T.end.efficiency, isTimed && clicks && total ? `${Math.round((100 * solved) / clicks)} %` : null],
    [T.end.luck, review?.guesses ? (review.luck ? fixed(review.luck, 2) : T.end.noLuck) : null],
  ];
  return /** @type {[string, string, string?][]} */ (figureTexts.filter(([, value]) => value !== null));
}

/** The one sentence: the guess that decided the game, or that there was none. */
function verdict(/** @type {End} */ end, /** @type {import("./answers.js").Guess | null} */ guess) {
  if (!end.review?.guesses) return element("p", { class: "dim" }, end.review?.problem ?? T.grading);
  if (!guess) return end.review.guesses.length ? null : element("p", {}, T.end.noGuess);
  const judgement = guess.missed
    ? T.end.missed
    : guess.cost > 1e-9
      ? T.end.better(long(guess.best_probability, 1))
      : T.end.forced;
  return element("p", {}, T.end.decisive, cellLink(guess.cell), ` ${long(guess.probability, 1)}. `, judgement);
}

/** The card: a sentence and what comes next; all else unfolds, and stays so for the next game. */
export function showEnd(/** @type {End | null} */ end) {
  const box = $("finish");
  box.hidden = !end;
  if (!end) return box.replaceChildren();
  const guess = end.review?.guesses ? decisive(end.review.guesses, end.won) : null;
  box.className = `card finish ${end.won ? "won" : "lost"}`;
  const unfold = (/** @type {Event} */ event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.target);
    if (open === settings.unfolded) return;
    set("unfolded", open);
    redraw();
  };
  const rows = [
    element(
      "p",
      { class: "headline" },
      end.won ? T.end.won : T.end.lost,
      end.best ? element("span", { class: "badge proved" }, T.end.best) : null,
    ),
    verdict(end, guess),
    button(T.newGame, () => $("face").click(), { class: "main" }),
    element(
      "details",
      { id: "figures", open: settings.unfolded, ontoggle: unfold },
      element("summary", {}, T.end.figures),
      tiles(figures(end)),
      end.review?.luck
        ? element("p", { class: "dim" }, T.reviewLuck(long(end.review.survival ?? 1, 1), fixed(end.review.luck, 2)))
        : null,
      guess ? mini(checkedPosition(guess.board), guess.cell, 3) : null,
      bar(
        guess && button(T.end.back, () => end.back(guess.move), { id: "step-to" }),
        guess && button(T.lookAt, () => analyse(checkedPosition(guess.board))),
        button(T.end.share, end.share, { id: "share-end" }),
      ),
    ),
  ];
  box.replaceChildren(...present(rows));
}
