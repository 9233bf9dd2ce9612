// Sentences with cells in them, proofs, tables of guesses: what every card is made of.

import { at, cellNamed, cellOf, nameOf, point, state } from "./core.js";
import { button, element, table } from "./dom.js";
import { advise } from "./coach.js";
import { fixed, long, step } from "./numbers.js";
import { shownName } from "./graph.js";
import { clueText } from "./position.js";
import { argumentOf } from "./proofs.js";
import { lineOf } from "./puzzles.js";
import { language, T } from "./texts.js";

/** What a group is called: the row or column that it is, or its number. */
export function groupName(/** @type {import("./position.js").Position} */ position, /** @type {number} */ number) {
  const line = lineOf(position, (position.groups ?? [])[number]?.cells ?? []);
  return line ? T.groups[line.kind](line.number) : T.groups.name(number + 1);
}

/** @typedef {import("./answers.js").Candidate} Candidate */

/** A button that shows and goes to a cell. */
export function cellLink(/** @type {number[]} */ cell) {
  const link = button(nameOf(cell), () => point(cell, true), { class: "cellref" });
  for (const event of ["mouseenter", "focus"]) link.addEventListener(event, () => point(cell));
  for (const event of ["mouseleave", "blur"]) link.addEventListener(event, () => point(null));
  return link;
}

/** A sentence in which every "(r,c)" is such a button. */
export function sentence(/** @type {string} */ text) {
  const texts = [];
  let from = 0;
  for (const match of text.matchAll(/\((\d+), ?(\d+)\)/g)) {
    const cell = cellNamed([Number(match[1]), Number(match[2])]);
    texts.push(text.slice(from, match.index), cell ? cellLink(cell) : match[0]);
    from = match.index + match[0].length;
  }
  texts.push(text.slice(from));
  return element("span", {}, ...texts);
}

/** The coach's sentence on an answer. */
export function coached(
  /** @type {Parameters<typeof advise>[0]} */ answer,
  /** @type {import("./answers.js").Advice | null} */ advised,
) {
  const { kind, ...values } = advise(answer, advised);
  /** @type {Record<string, unknown>} */
  const words = { ...values };
  for (const name of ["cell", "other"]) if (words[name]) words[name] = nameOf(/** @type {number[]} */ (words[name]));
  for (const name of ["p", "q", "more", "less"]) if (words[name] !== undefined) words[name] = long(/** @type {number} */ (words[name]), 1);
  return T.coach[kind](/** @type {import("./answers.js").CoachWords} */ (/** @type {unknown} */ (words)));
}

/** What a level is called. */
export const levelName = (/** @type {string} */ name) => T.levels[/** @type {"expert"} */ (name)] ?? name;

export function badge(/** @type {boolean} */ proved, /** @type {number | null} */ probability) {
  const text = proved ? T.provedBadge : probability === null ? T.guess : T.guessBadge(long(probability));
  return element("span", { class: `badge ${proved ? "proved" : "guess"}` }, text);
}

export function chip(/** @type {number} */ p) {
  return element("span", { class: `chip r${step(p)}` }, long(p));
}

/** A cell as Python's sentences name it, which `sentence` makes a link. */
export const pair = (/** @type {number[]} */ cell) =>
  state.shown.more?.graph ? shownName(state.shown.more.graph.names[at(cell)]) : `(${cell[0]},${cell[1]})`;

/** A step of a proof in words, its cells as pairs for `sentence`. `facts`: what earlier steps have proved. */
function because(
  /** @type {import("./answers.js").Step} */ { cell, is_mine: isMine, clues, groups = [], mine_count: counted },
  /** @type {Map<number, boolean>} */ facts,
) {
  const clueName = (/** @type {number} */ index) => T.clueAt(clueText(state.shown, index), pair(cellOf(index)));
  const argued = argumentOf(
    state.shown,
    { cell: at(cell), isMine, clues: clues.map(at), isAlone: !groups.length && !counted },
    facts,
  );
  const { reasons } = T;
  if (argued.kind === "hasAll") return reasons.hasAll(clueName(argued.clue), pair(cell));
  if (argued.kind === "needsAll") return reasons.needsAll(clueName(argued.clue), pair(cell));
  if (argued.kind === "needsSame")
    return reasons.needsSame(clueName(argued.clue), clueName(argued.than), pair(cell));
  if (argued.kind === "needsMore") {
    const names = argued.cells.map((index) => pair(cellOf(index)));
    const [clue, second] = [clueName(argued.clue), clueName(argued.than)];
    return reasons.needsMore(clue, second, argued.count, names, pair(cell), isMine);
  }
  const from = [
    ...clues.map((/** @type {number[]} */ clue) => clueName(at(clue))),
    ...groups.map((/** @type {number} */ number) => groupName(state.shown, number)),
    ...(counted ? [T.theCount] : []),
  ];
  return T.because(from, pair(cell), isMine);
}

/** Whether Python's sentence, in English, says more than the page's: a rule settles cells that no clue names. */
function isBeyondClues(/** @type {import("./answers.js").Step} */ { constraints = [], clues, groups = [], mine_count: counted }) {
  return constraints.length > clues.length + groups.length + Number(counted);
}

/** The sentences of a proof, each resting on those before it. */
function sentencesOf(/** @type {import("./answers.js").Step[]} */ steps) {
  /** @type {Map<number, boolean>} */
  const facts = new Map();
  return steps.map((reason) => {
    const isPythons = reason.text && (language === "en" || isBeyondClues(reason));
    const text = isPythons ? reason.text : because(reason, facts);
    facts.set(at(reason.cell), reason.is_mine);
    return text;
  });
}

export function proof(/** @type {import("./answers.js").Step[]} */ steps) {
  if (!steps.length) return null;
  const sentences = sentencesOf(steps);
  return element(
    "ol",
    { class: "proof", tabindex: "0", "aria-label": T.provedBadge },
    ...steps.map(({ rule }, number) =>
      element(
        "li",
        {},
        sentence(sentences[number]),
        " ",
        rule ? element("span", { class: "rule" }, T.reasons.rules[rule] ?? rule) : null,
      ),
    ),
  );
}

export function guesses(/** @type {Candidate[]} */ list, /** @type {string} */ caption) {
  if (!list.length) return null;
  /** @type {[string, string, (candidate: Candidate) => string][]} */
  const sentences = [
    [T.columns.win, T.winTitle, chanceOf],
    [T.columns.frees, T.freesTitle, ({ progress }) => (Number.isFinite(progress) ? `${fixed(100 * Number(progress), 0)} %` : "")],
  ];
  const columns = sentences.filter(([, , value]) => list.some(value));
  const valuesOf = (/** @type {Candidate} */ candidate) => columns.map(([, , value]) => value(candidate));
  const rows = alike(list, (candidate) => valuesOf(candidate).join()).map(([candidate, ...similar]) => [
    [cellLink(candidate.cell), similar.length ? more(similar) : null],
    chip(1 - candidate.safety),
    ...valuesOf(candidate),
  ]);
  return table([T.columns.cell, T.columns.mine, ...columns], rows, caption);
}

/** Candidates of which the same is told, together. @returns {Candidate[][]} */
function alike(/** @type {Candidate[]} */ list, /** @type {(candidate: Candidate) => string} */ sentenceOf) {
  /** @type {Map<string, Candidate[]>} */
  const groups = new Map();
  for (const candidate of list) {
    const key = `${long(1 - candidate.safety)} ${sentenceOf(candidate)}`;
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()];
}

/** The other cells of a group. */
function more(/** @type {Candidate[]} */ similar) {
  const names = similar.map(({ cell }) => nameOf(cell)).join(", ");
  return element("span", { class: "dim", title: names }, ` ${T.alike(similar.length)}`);
}

/** The chance to win with a guess: exact, or estimated. */
function chanceOf(/** @type {Candidate} */ { exact, win, playouts }) {
  const share = win ?? playouts;
  return exact ?? (share === null || share === undefined ? "" : `${fixed(100 * share, 1)} %`);
}

export function fraction(/** @type {string} */ text) {
  const [top, bottom = "1"] = text.split("/");
  const cut = (/** @type {string} */ digits) =>
    digits.length <= 40 ? digits : T.digits(digits.slice(0, 16), digits.slice(-8), digits.length);
  return element(
    "span",
    {
      class: "fraction",
      title: text.length < 2000 ? text : null,
      role: "img",
      "aria-label": T.over(cut(top), cut(bottom)),
    },
    element("span", {}, cut(top)),
    element("span", {}, cut(bottom)),
  );
}
