// How chances, counts and cells are written, and which step of the risk scale a chance is on.

import { language } from "./texts.js";

const DECIMAL = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** A number in digits as the player's language writes it. */
const local = (/** @type {string} */ digits) => digits.replace(".", DECIMAL);

/** A number with so many digits behind the decimal mark. */
export const fixed = (/** @type {number} */ value, /** @type {number} */ digits) => local(value.toFixed(digits));

/**
 * Upper ends of the steps r0 to r10 of the risk scale; r11 is the rest. 3 %, 12 %, 20 % and 26 % are on steps of their
 * own.
 */
export const STEPS = [0.005, 0.02, 0.05, 0.09, 0.14, 0.18, 0.23, 0.3, 0.42, 0.58, 0.78];

/** The step, 0 to 11, of a chance of a mine. */
export function step(/** @type {number} */ p) {
  const stepIndex = STEPS.findIndex((end) => p < end);
  return stepIndex < 0 ? STEPS.length : stepIndex;
}

/** Per cent in at most three signs, never rounding what is uncertain to 0 or 100. */
export function short(/** @type {number} */ p) {
  const percent = 100 * p;
  if (percent < 0.1) return local("<.1");
  if (percent < 9.95) return fixed(percent, 1);
  return String(Math.min(99, Math.round(percent)));
}

/** A whole number that is the same for chances that `short` writes the same. */
export function shown(/** @type {number} */ p) {
  const percent = 100 * p;
  if (percent < 0.1) return 0;
  return percent < 9.95 ? Math.round(10 * percent) : 10 * Math.min(99, Math.round(percent));
}

export function long(/** @type {number} */ p, digits = 2) {
  const percent = 100 * p;
  if (percent === 0 || percent === 100) return `${percent} %`;
  const end = 10 ** -digits;
  if (percent > 100 - end) return `${local(String(100 - Number((100 - percent).toPrecision(2))))} %`;
  return `${local(percent < end ? percent.toPrecision(digits === 2 ? 4 : 2) : percent.toFixed(digits))} %`;
}

/** A whole number of any length, in decimal: grouped while short, rounded beyond. */
export function count(/** @type {string} */ digits) {
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const power = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `≈ ${local(`${digits[0]}.${digits.slice(1, 4)}`)} × 10${power}`;
}

const SECONDS = new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "long" });

/** A time of so many seconds, in words. */
export const inSeconds = (/** @type {number} */ seconds) => SECONDS.format(seconds);

/** So many minutes from now, in words. */
export function soon(/** @type {number} */ minutes) {
  const time = new Intl.RelativeTimeFormat(language);
  if (minutes < 90) return time.format(Math.max(1, Math.round(minutes)), "minute");
  if (minutes < 2160) return time.format(Math.round(minutes / 60), "hour");
  return time.format(Math.round(minutes / 1440), "day");
}

/** A column as letters: A to Z, AA, AB, ... */
function letters(/** @type {number} */ col) {
  let text = "";
  for (let n = col + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}

/** A cell by the name that the user prefers: "zero", "one" or "letters". */
export function cellName(/** @type {number[]} */ [row, col], style = "zero") {
  if (style === "letters") return `${letters(col)}${row + 1}`;
  const firstNumber = style === "one" ? 1 : 0;
  return `(${row + firstNumber},${col + firstNumber})`;
}

/** What stands along the edges: [row, column]. */
export function edgeName(/** @type {number} */ index, /** @type {boolean} */ isCol, style = "zero") {
  return style === "letters" ? (isCol ? letters(index) : String(index + 1)) : String(index + (style === "one" ? 1 : 0));
}
