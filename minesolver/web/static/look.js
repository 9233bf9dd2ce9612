// How a cell looks, and how numbers are written.

import { HIDDEN, MINE } from "./position.js";

// Blue (safe) over a neutral middle to orange (mine): colour-blind eyes tell these apart, and every cell
// carries its number as well.
const SAFE = [33, 102, 172];
const DANGER = [230, 97, 1];
const MIDDLE = { light: [228, 226, 220], dark: [66, 69, 76] };

export function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const cache = new Map();

// [background, ink] for a probability of a mine; the full colours are for what is proved.
export function colours(p, proved = false) {
  const key = `${Math.round(p * 200)}${dark() ? "d" : "l"}${proved}`;
  let found = cache.get(key);
  if (!found) {
    const middle = MIDDLE[dark() ? "dark" : "light"];
    const end = p < 0.5 ? SAFE : DANGER;
    const weight = proved ? 1 : 0.82 * Math.abs(2 * p - 1);
    const mixed = middle.map((from, i) => Math.round(from + (end[i] - from) * weight));
    const light = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
    found = [`rgb(${mixed})`, light > 125 ? "#000" : "#fff"];
    cache.set(key, found);
  }
  return found;
}

// Per cent in at most three signs, never rounding what is uncertain to 0 or 100.
export function short(p) {
  const percent = 100 * p;
  if (percent < 0.1) return "<.1";
  if (percent < 9.95) return percent.toFixed(1);
  return String(Math.min(99, Math.round(percent)));
}

export function long(p) {
  const percent = 100 * p;
  if (percent === 0 || percent === 100) return `${percent} %`;
  return `${percent < 0.01 || percent > 99.99 ? percent.toPrecision(4) : percent.toFixed(2)} %`;
}

// A whole number of any length: grouped while short, rounded beyond.
export function count(digits) {
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const power = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `≈ ${digits[0]}.${digits.slice(1, 4)} × 10${power}`;
}

export const name = ([r, c]) => `(${r},${c})`;

// What to draw for a cell: {text, kind, mark, back, ink, label}.
// `known`: {probability, safe, mines, best} of an analysis (sets of indices), or null.
export function face(code, index, known) {
  if (code === MINE) return { text: "✱", kind: "known", label: "known mine" };
  if (code !== HIDDEN) return { text: code ? String(code) : "", kind: `open n${code}`, label: code ? `${code}` : "0, empty" };
  if (!known) return { text: "", kind: "hidden", label: "hidden" };
  const best = known.best === index;
  const mark = best ? " best" : "";
  const tail = best ? ", best cell" : "";
  if (known.safe.has(index)) {
    const [back, ink] = colours(0, true);
    return { text: "0", kind: `hidden p safe${mark}`, back, ink, label: `hidden, 0 percent, proved safe${tail}` };
  }
  if (known.mines.has(index)) {
    const [back, ink] = colours(1, true);
    return { text: "100", kind: "hidden p mine", back, ink, label: "hidden, 100 percent, proved mine" };
  }
  const p = known.probability[index];
  if (p === null || p === undefined) return { text: "?", kind: `hidden${mark}`, label: `hidden, no estimate${tail}` };
  const [back, ink] = colours(p);
  return { text: short(p), kind: `hidden p${mark}`, back, ink, label: `hidden, ${short(p)} percent mine${tail}` };
}

// The server's analysis with cells as indices.
export function indexed(answer, cols) {
  const at = ([r, c]) => r * cols + c;
  return {
    probability: answer.probability,
    safe: new Set(answer.safe.map(at)),
    mines: new Set(answer.mines.map(at)),
    best: answer.best ? at(answer.best) : -1,
  };
}
