// Sentences with cells in them, proofs, tables of guesses: what every card is made of.

import { at, nameOf, point, state } from "./core.js";
import { element } from "./dom.js";
import { advise } from "./coach.js";
import { fixed, long, step } from "./numbers.js";
import { clueOf } from "./position.js";
import { T } from "./texts.js";

/** A button that shows and goes to a cell. */
export function cellLink(/** @type {number[]} */ cell) {
  return element(
    "button",
    {
      type: "button",
      class: "cellref",
      onmouseenter: () => point(cell),
      onmouseleave: () => point(null),
      onfocus: () => point(cell),
      onblur: () => point(null),
      onclick: () => point(cell, true),
    },
    nameOf(cell),
  );
}

/** A sentence in which every "(r,c)" is such a button. */
export function sentence(/** @type {string} */ text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(/\((\d+), ?(\d+)\)/g)) {
    parts.push(text.slice(from, found.index), cellLink([Number(found[1]), Number(found[2])]));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return element("span", {}, ...parts);
}

/** The coach's sentence on an answer. */
export function coached(/** @type {any} */ found, /** @type {any} */ advised) {
  const { kind, ...said } = advise(found, advised);
  /** @type {Record<string, any>} */
  const words = { ...said };
  for (const name of ["cell", "other"]) if (words[name]) words[name] = nameOf(words[name]);
  for (const name of ["p", "q", "more", "less"]) if (words[name] !== undefined) words[name] = long(words[name], 1);
  return T.coach[kind](words);
}

export function badge(/** @type {boolean} */ proved, /** @type {number | null} */ probability) {
  const text = proved ? T.provedBadge : probability === null ? T.guess : T.guessBadge(long(probability));
  return element("span", { class: `badge ${proved ? "proved" : "guess"}` }, text);
}

export function chip(/** @type {number} */ p) {
  return element("span", { class: `chip r${step(p)}` }, long(p));
}

/** A step of a proof in words, its cells as pairs for `sentence`. */
function because(/** @type {any} */ { cell, is_mine: isMine, clues, groups = [], mine_count: counted }) {
  const pair = (/** @type {number[]} */ [r, c]) => `(${r},${c})`;
  const from = [
    ...clues.map((/** @type {number[]} */ one) => T.clueAt(clueOf(state.shown.codes[at(one)]), pair(one))),
    ...groups.map((/** @type {number} */ number) => T.groups.name(number + 1)),
    ...(counted ? [T.theCount] : []),
  ];
  return T.because(from, pair(cell), isMine);
}

export function proof(/** @type {any[]} */ steps) {
  if (!steps.length) return null;
  return element(
    "ol",
    { class: "proof", tabindex: "0", "aria-label": T.provedBadge },
    ...steps.map((one) =>
      element(
        "li",
        {},
        sentence(one.text || because(one)),
        " ",
        one.rule ? element("span", { class: "rule" }, one.rule) : null,
      ),
    ),
  );
}

export function guesses(/** @type {any[]} */ list, /** @type {string} */ caption) {
  if (!list.length) return null;
  /** @type {[string, string, (candidate: any) => string][]} */
  const all = [
    [T.columns.win, T.winTitle, chanceOf],
    [
      T.columns.frees,
      T.freesTitle,
      (candidate) =>
        candidate.progress === null || candidate.progress === undefined
          ? ""
          : `${(100 * candidate.progress).toFixed(0)} %`,
    ],
  ];
  const columns = all.filter(([, , value]) => list.some(value));
  return element(
    "table",
    { class: "table" },
    element("caption", {}, caption),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...[T.columns.cell, T.columns.mine].map((t) => element("th", { scope: "col" }, t)),
        ...columns.map(([title, what]) => element("th", { scope: "col", title: what }, title)),
      ),
    ),
    element(
      "tbody",
      {},
      ...alike(list, (candidate) => columns.map(([, , value]) => value(candidate)).join()).map(
        ([candidate, ...others]) =>
          element(
            "tr",
            {},
            element("td", {}, cellLink(candidate.cell), others.length ? more(others) : null),
            element("td", {}, chip(1 - candidate.safety)),
            ...columns.map(([, , value]) => element("td", {}, value(candidate))),
          ),
      ),
    ),
  );
}

/** Candidates of which the same is told, together. @returns {any[][]} */
function alike(/** @type {any[]} */ list, /** @type {(candidate: any) => string} */ told) {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const candidate of list) {
    const key = `${long(1 - candidate.safety)} ${told(candidate)}`;
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()];
}

/** The other cells of a group. */
function more(/** @type {any[]} */ others) {
  const names = others.map(({ cell }) => nameOf(cell)).join(", ");
  return element("span", { class: "dim", title: names }, ` ${T.alike(others.length)}`);
}

/** The chance to win with a guess: exact, or estimated. */
function chanceOf(/** @type {any} */ { exact, win, playouts }) {
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
