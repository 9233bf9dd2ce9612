// How each cell looks: a pure function of the state. A look is one number, so that only what changed is drawn.

import { fixed, short, shown, step } from "./numbers.js";
import { HOLE } from "../../../protocol/scripts/ground.js";
import { BLANK, clueOf, HIDDEN, MINE, TEXT } from "./position.js";
import { T } from "./texts.js";

/** Marks that may lie on any cell, as bits of the look. */
export const MARKS = ["best", "hint", "pointed", "clue", "conflict", "missed", "last", "cur", "pressed", "group"];

const [HID, FLAG, WRONG, SHOWN, BOOM, KNOWN, SAFE, PROVED, NONE, OPEN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10];
const SIGN = 20; // those of SIGNS, then the clues
// Small letters: available, a star in the colour of what it hides; "t": a mine that is marked, not opened.
const SIGNS = "UMTumt";
const CHANCE = 40; // a number: its kind, and 4 for each overlay before the one that is on
const [PLACE, EMPTY, SIGNED, MINES] = [52, 53, 54, 55]; // no cell, open without a clue, another sign, several mines
const NOTE = 2 ** 32; // what the number of a note on a cell is multiplied by
/** The signs and notes that looks are made of, by their numbers. @type {string[]} */
const words = [""];
const [MARK, CHANCES] = [64, 65536]; // what the bits of the marks, and a number, are multiplied by
const KINDS = ["", " far", " dead", " rough"]; // beside clues; away from them; would tell nothing; an estimate
const OVERLAYS = ["mine", "safety", "opening"];

const CLASSES = ["hid", "hid flag", "wrong", "mine", "boom", "known", "hid safe", "hid proved", "hid"];

/**
 * @typedef {{probability: (number | null)[], safe: Set<number>, mines: Set<number>, best: number, exact?: boolean,
 *   far?: Set<number>, dead?: Set<number>, opening?: (number | null)[] | null}} Known
 * @typedef {{codes: Int8Array, known: Known | null, assist: "none" | "marks" | "chances",
 *   overlay?: "mine" | "safety" | "opening", flags: Set<number>, layout: Set<number>,
 *   over: "" | "won" | "lost", playing: boolean, signs: string | null, marks: Record<string, Set<number>>,
 *   texts?: string[], notes?: Map<number, string> | null, flagCounts?: Map<number, number> | null,
 *   mineCounts?: Map<number, number> | null}} View
 */

/** The number of a sign or a note. */
function numberOf(/** @type {string} */ word) {
  const wordNumber = words.indexOf(word);
  return wordNumber >= 0 ? wordNumber : words.push(word) - 1;
}

/** The look of cell i as one number: what it shows, its chance, its marks, a note. */
export function look(/** @type {View} */ view, /** @type {number} */ i) {
  const note = noteOf(view, i);
  return lookWithoutNote(view, i) + (note ? NOTE * numberOf(note) : 0);
}

/** What stands on a cell beside what it shows: a note of the board, or how many mines a flag or a mine is. */
function noteOf(/** @type {View} */ view, /** @type {number} */ i) {
  const flagged = view.over !== "won" && view.flags.has(i) ? view.flagCounts?.get(i) : undefined;
  const mines = view.over && view.layout.has(i) ? view.mineCounts?.get(i) : undefined;
  const count = flagged ?? mines ?? 1;
  return count > 1 && view.codes[i] === HIDDEN ? `${count}` : (view.notes?.get(i) ?? "");
}

function lookWithoutNote(/** @type {View} */ view, /** @type {number} */ i) {
  const code = view.codes[i];
  let base = HID;
  let chance = 0;
  let best = 0;
  if (code === HOLE) base = PLACE;
  else if (code === BLANK) base = EMPTY;
  else if (code <= TEXT) {
    const sign = view.texts?.[TEXT - code] ?? "";
    base = sign.startsWith("*") ? MINES : SIGNED;
    chance = numberOf(sign.startsWith("*") && !view.playing ? sign.slice(1) : sign);
  } else if (view.signs) {
    const signNumber = SIGNS.indexOf(view.signs[i] === "T" && code !== MINE ? "t" : view.signs[i]);
    base = SIGN + (signNumber >= 0 ? signNumber : SIGNS.length + Number(view.signs[i]));
  } else if (code === MINE) base = view.playing ? BOOM : KNOWN;
  else if (code > 8) {
    base = OPEN + 9; // clues of other rules: the number itself is where chances are else
    chance = clueOf(code);
  } else if (code !== HIDDEN) base = OPEN + code;
  else if (view.over === "lost" && view.flags.has(i) && !view.layout.has(i)) base = WRONG;
  else if (view.over === "won" && view.layout.has(i)) base = FLAG;
  else if (view.flags.has(i)) base = FLAG;
  else if (view.over && view.layout.has(i)) base = SHOWN;
  else if (view.known && !view.over && view.assist !== "none") {
    const { known } = view;
    const rough = known.exact === false;
    const dead = known.dead?.has(i);
    const overlay = view.overlay ?? "mine";
    const p = known.probability[i];
    if (known.safe.has(i)) base = SAFE;
    else if (known.mines.has(i)) base = PROVED;
    else if (view.assist === "chances" || (known.best === i && !rough)) {
      const value = overlay === "opening" ? known.opening?.[i] : overlay === "safety" && p !== null ? 1 - p : p;
      base = NONE;
      if (value !== null && value !== undefined) {
        base = CHANCE + (rough ? 3 : dead ? 2 : known.far?.has(i) ? 1 : 0) + 4 * OVERLAYS.indexOf(overlay);
        chance = 1 + shown(value) * 16 + step(overlay === "opening" ? 1 - value : (p ?? 0));
      }
    } else if (dead) base = CHANCE + 2;
    if (known.best === i && (base === SAFE || !rough)) best = 1;
  }
  const marks = best | (bitsOf(view.marks).get(i) ?? 0);
  return base + MARK * marks + CHANCES * chance;
}

/** @type {{marks: Record<string, Set<number>> | null, bits: Map<number, number>}} */
let lastMarks = { marks: null, bits: new Map() };

/** The bits of each cell that is marked: few are, and all cells are looked at. */
function bitsOf(/** @type {Record<string, Set<number>>} */ marks) {
  if (lastMarks.marks === marks) return lastMarks.bits;
  lastMarks = { marks, bits: new Map() };
  for (const [bit, name] of MARKS.entries())
    for (const i of marks[name] ?? []) lastMarks.bits.set(i, (lastMarks.bits.get(i) ?? 0) | (1 << bit));
  return lastMarks.bits;
}

/** What to put into the document for a look. */
export function face(/** @type {number} */ key) {
  const note = words[Math.floor(key / NOTE)];
  const bareFace = faceWithoutNote(key % NOTE);
  if (!note) return bareFace;
  const isBlank = bareFace.classes.startsWith("c o blank");
  const text = bareFace.text && !isBlank ? `${note} ${bareFace.text}` : note;
  return { classes: `${bareFace.classes} noted`, text, label: `${text}: ${bareFace.label}${T.faces.note(note)}` };
}

function faceWithoutNote(/** @type {number} */ key) {
  const base = key % MARK;
  const marks = Math.floor(key / MARK) % (CHANCES / MARK);
  const chance = Math.floor(key / CHANCES);
  let kind;
  let text = "";
  let label;
  if (base === PLACE || base === EMPTY) {
    kind = base === PLACE ? "hole" : "o blank";
    text = base === PLACE ? "" : "?";
    label = base === PLACE ? T.faces.hole : T.faces.blank;
  } else if (base === SIGNED) {
    kind = "o o8 text";
    text = label = words[chance];
  } else if (base === MINES) {
    const isHit = words[chance].startsWith("*");
    text = words[chance].replace("*", "");
    kind = isHit ? "boom several" : "known several";
    label = isHit ? T.faces.boomSeveral(text) : T.faces.knownSeveral(text);
  } else if (base >= CHANCE) {
    const tenths = Math.floor((chance - 1) / 16);
    const tint = (base - CHANCE) % 4;
    kind = `hid${KINDS[tint]}`;
    label = T.faces.hidden;
    if (chance) {
      kind = `hid p r${(chance - 1) % 16}${KINDS[tint]}`;
      const number =
        tint === 3
          ? String(Math.max(1, Math.round(tenths / 10)))
          : tenths === 0
            ? short(0)
            : tenths < 100
              ? fixed(tenths / 10, 1)
              : String(tenths / 10);
      text = tint === 3 ? `~${number}` : number;
      label = T.faces[/** @type {"mine"} */ (OVERLAYS[Math.floor((base - CHANCE) / 4)])](
        tint === 3 ? T.faces.about(number) : number,
      );
    }
    if (tint === 2) label += T.faces.dead;
  } else if (base >= SIGN) {
    const clue = base - SIGN - SIGNS.length;
    const sign = SIGNS[base - SIGN] ?? "V";
    const marked = sign === "t";
    const star = !marked && sign !== sign.toUpperCase();
    kind = `sign s${sign.toUpperCase()}${star ? " sA" : marked ? " marked" : ""}`;
    text = star ? "*" : clue < 0 ? sign.toUpperCase() : String(clue);
    label = clue < 0 ? T.faces.signs[/** @type {"U"} */ (star ? "A" : sign)] : T.faces.open(clue);
  } else if (base >= OPEN) {
    const clue = base === OPEN + 9 ? chance : base - OPEN;
    kind = `o o${Math.min(8, clue)}`;
    text = clue ? String(clue) : "";
    label = T.faces.open(clue);
  } else {
    kind = CLASSES[base];
    const { hidden, flag, wrong, boom, known, safe, proved, noEstimate } = T.faces;
    label = [hidden, flag, wrong, T.brushes.mine, boom, known, safe, proved, noEstimate][base];
    if (base === NONE) text = "?";
  }
  let classes = `c ${kind}`;
  for (let bit = 0; bit < MARKS.length; bit++) if (marks & (1 << bit)) classes += ` ${MARKS[bit]}`;
  if (marks & 1) label += T.faces.best;
  return { classes, text, label };
}

/** The server's analysis with cells as indices. @returns {Known} */
export function indexed(/** @type {import("./answers.js").Analysis} */ answer, /** @type {number} */ cols) {
  const indexOf = (/** @type {number[]} */ [r, c]) => r * cols + c;
  return {
    probability: answer.probability,
    safe: new Set(answer.safe.map(indexOf)),
    mines: new Set(answer.mine_cells.map(indexOf)),
    best: answer.best && (answer.is_exact !== false || answer.safe.length) ? indexOf(answer.best) : -1,
    exact: answer.is_exact !== false,
  };
}

/** Small letters for the search report's "*": hidden cells beside a visited clue. */
export function available(/** @type {string} */ signs, /** @type {(i: number) => number[]} */ neighboursOf) {
  return [...signs]
    .map((sign, i) =>
      "UM".includes(sign) && neighboursOf(i).some((j) => signs[j] >= "0" && signs[j] <= "8") ? sign.toLowerCase() : sign,
    )
    .join("");
}

const GUESSES = 10; // of a table

/** The cells to guess, the least risky first and the best before its equals; none where a safe cell is proved. */
export function ranked(/** @type {import("./answers.js").Analysis} */ analysis, /** @type {import("./position.js").Position} */ { codes, cols }) {
  if (!analysis.best || analysis.safe.length) return [];
  const best = analysis.best[0] * cols + analysis.best[1];
  const mines = new Set(analysis.mine_cells.map((/** @type {number[]} */ [r, c]) => r * cols + c));
  const risk = (/** @type {number} */ i) => Math.round(1e12 * (analysis.probability[i] ?? 0));
  const isCandidate = (/** @type {number} */ i) =>
    codes[i] === HIDDEN && analysis.probability[i] !== null && !mines.has(i);
  const cells = [...codes.keys()].filter(isCandidate);
  cells.sort((a, b) => risk(a) - risk(b) || Number(b === best) - Number(a === best) || a - b);
  return cells
    .slice(0, GUESSES)
    .map((i) => ({ cell: [Math.floor(i / cols), i % cols], safety: 1 - (analysis.probability[i] ?? 0) }));
}

/** How many hidden cells are less likely a mine than this one, and how many there are. */
export function rank(
  /** @type {(number | null)[]} */ probability,
  /** @type {import("./position.js").Position} */ { codes },
  /** @type {number} */ index,
) {
  let [less, of] = [0, 0];
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== HIDDEN) continue;
    of++;
    if ((probability[i] ?? 0) < (probability[index] ?? 0) - 1e-9) less++;
  }
  return { less, of };
}

/** What a layer misses of what is proved: safe cells, and mines. */
export function missed(/** @type {Known | null | undefined} */ exact, /** @type {Known} */ layer) {
  return [
    [...(exact?.safe ?? [])].filter((i) => !layer.safe.has(i)),
    [...(exact?.mines ?? [])].filter((i) => !layer.mines.has(i)),
  ];
}
