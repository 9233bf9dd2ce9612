// What the side panels of both views share: proofs, ranked guesses, the comparison.

import { cellLink, element, sentence } from "./dom.js";
import { colours, long, name } from "./look.js";

export function proof(steps, point) {
  if (!steps.length) return null;
  return element(
    "ol",
    { class: "proof" },
    ...steps.map((step) => element("li", {}, sentence(step.text, point), " ", element("span", { class: "rule" }, step.rule))),
  );
}

export function guesses(list, point) {
  if (!list.length) return null;
  const columns = [
    ["wins", "chance to win the game from here; an estimate unless a fraction", (candidate) => candidate.win],
    ["frees", "chance that some cell is proved safe afterwards", (candidate) => candidate.progress !== null && candidate.progress !== undefined && `${(100 * candidate.progress).toFixed(0)} %`],
  ].filter(([, , value]) => list.some(value));
  const rows = list.map((candidate, i) => {
    const [back, ink] = colours(candidate.probability);
    return element(
      "tr",
      { onmouseenter: () => point(candidate.cell, false), onmouseleave: () => point(null, false) },
      element("td", {}, String(i + 1)),
      element("td", {}, cellLink(candidate.cell, point)),
      element("td", {}, element("span", { class: "chip", style: `background:${back};color:${ink}` }, long(candidate.probability))),
      ...columns.map(([, , value]) => element("td", {}, value(candidate) || "")),
    );
  });
  return element(
    "table",
    { class: "ranked" },
    element("caption", {}, "No cell is proved safe. Guesses, best first:"),
    element("thead", {}, element("tr", {}, ...["", "cell", "mine"].map((t) => element("th", { scope: "col" }, t)), ...columns.map(([title, what]) => element("th", { scope: "col", title: what }, title)))),
    element("tbody", {}, ...rows),
  );
}

export function comparison(answer, point) {
  const box = element("div", {}, element("h2", {}, "What the heuristics miss"));
  const missed = answer.missed_safe.length + answer.missed_mines.length;
  const proved = answer.safe.length + answer.mines.length;
  const list = (cells) => cells.slice(0, 24).flatMap((cell) => [cellLink(cell, point), " "]).concat(cells.length > 24 ? [`and ${cells.length - 24} more`] : []);
  box.append(
    element("p", {}, `${answer.engine} proves ${proved} of the ${proved + missed} cells that the exact engine proves.` + (missed ? " What it misses is ringed in violet." : "")),
    answer.missed_safe.length ? element("p", {}, `Missed safe (${answer.missed_safe.length}): `, ...list(answer.missed_safe)) : "",
    answer.missed_mines.length ? element("p", {}, `Missed mines (${answer.missed_mines.length}): `, ...list(answer.missed_mines)) : "",
    element("p", { class: "dim" }, `Its likelihoods are off by up to ${(100 * answer.largest_error).toFixed(1)} points.` + (answer.best ? ` It would open ${name(answer.best)}.` : "")),
  );
  return box;
}
