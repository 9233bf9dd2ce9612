// What the signs of a board stand for: each way to read them, with its cost. Signs are looked at, and never a clue's
// neighbours: what a sign means does not hang on whether a layout fits. Function by function as
// minesolver/io/formats/reading/roles.py.

import { CLUES, COSTS, COVERED, HIDDEN, MINE, ROLE_COSTS, SAFE, ZERO } from "./table.js";
import { table } from "../dist/signs.js";
import { inOrder, isDecimal, isOneSign } from "./texts.js";

const LAYOUT_MINES = new Set(table.layout.mine);
const LAYOUT_SAFE = new Set(table.layout.safe);
const SHOWN_MINES = new Set(table.shown_mines);
const CANONICAL = new Set(["#", "*", "-1", "10"]);
const UPPERCASE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_COMBINATIONS = 4096;
/** Capital letters, one a cell, that are the names of hidden cells whatever each may mean elsewhere. */
const FEWEST_NAMES = 4;
/** Letters that are read, or typed, for digits. */
const LIKE_DIGITS = new Set("lIiOoSsZzB");
/** Up to which cost a sign is often a hidden cell, whatever else stands beside it. */
const OFTEN_HIDDEN = 0.5;
/** Up to which cost a sign is usually a hidden cell: for a board on which nothing else stands. */
const USUAL = 0.3;
const DOTS = [...".·∙⋅・･"];

/** What the signs of a text stand for, and what it costs to read them so; the known format whose marks it has. */
const roleReading = (cost, roles, { isLayout = false, formatName = "" } = {}) => ({
  cost,
  roles: roles instanceof Map ? roles : new Map(roles),
  isLayout,
  formatName,
});

/** The first sign of which nobody knows what it may stand for; null: all may stand for something. */
export function unknownSign(counts, statedRoles) {
  for (const sign of [...counts.signs].sort(inOrder)) {
    if (CLUES.has(sign) || statedRoles.has(sign)) continue;
    if (optionsOf(sign, counts.signs, statedRoles).size === 0) return sign;
    // Among the names of single cells one that stands in two is a slip.
    if (counts.repeatedLetters.has(sign) && !ROLE_COSTS.has(sign) && counts.singleLetters.size > 1) return sign;
  }
  return null;
}

/**
 * The ways to read the signs, the cheapest first; none where a sign is known to nobody. `counts`: the signs of all
 * boards, the capital letters that stand in one cell each, others of several cells, and the sign of more than half of
 * the cells; `statedRoles`: what the text or the caller says, which wins.
 */
export function readSigns(counts, allStatedRoles) {
  const statedRoles = new Map([...allStatedRoles].filter(([sign]) => counts.signs.has(sign)));
  if (unknownSign(counts, statedRoles) !== null) return [];
  const signs = [...counts.signs].filter((sign) => !CLUES.has(sign)).sort(inOrder);
  const clues = [...counts.signs].filter((sign) => CLUES.has(sign)).sort();
  if ([...statedRoles.values()].includes(SAFE)) {
    const roles = [...signs, ...clues].map((sign) => [sign, statedRoles.get(sign) ?? SAFE]);
    return [roleReading(0, roles, { isLayout: true })];
  }

  // A format is known by marks that only it has; then its signs mean what they mean there.
  const formatReading = readAsFormat(signs, statedRoles, counts.hasSize);
  if (formatReading !== null) return [formatReading];
  if (signs.length === 1 && signs[0] === "*" && !clues.length && !statedRoles.size)
    return [roleReading(0, [["*", MINE]]), roleReading(0, [["*", HIDDEN]])];
  const hasClues = clues.some((clue) => clue !== "0");
  const isCanonical = signs.every((sign) => CANONICAL.has(sign));
  // Cells with names of their own are hidden, whatever the clues are.
  const names = namesOfCells(counts, statedRoles);
  const isFigure = clues.join("") === "0" && signs.every((sign) => names.has(sign));
  if (!statedRoles.size && !signs.includes(COVERED) && !isFigure && !hasClues && !isCanonical)
    return readWithoutClues(signs, clues);
  if (!signs.length && clues.includes("1") && clues.every((clue) => clue === "0" || clue === "1")) {
    const asLayout = [
      ["0", SAFE],
      ["1", MINE],
    ];
    return [roleReading(0, []), roleReading(0, asLayout, { isLayout: true })];
  }

  const readings = [];
  for (const roles of combinations(counts, signs, statedRoles)) {
    const cost = costOf(roles, counts, clues, statedRoles);
    readings.push(roleReading(Math.round(cost * 1000) / 1000, roles));
  }
  readings.sort((a, b) => a.cost - b.cost);
  // Of more signs than anybody tells apart there are no readings.
  return readings.length ? withRivalsOfZero(readings, { hasZero: clues.includes("0") }) : [];
}

/**
 * The readings, each likely one as dear as another that has a sign more for zeros: one slip tells which. `hasZero`:
 * whether zeros are 0.
 */
function withRivalsOfZero(readings, { hasZero }) {
  const dearestOfTie = readings[0].cost + COSTS.tie;
  const likely = readings.filter((reading) => reading.cost <= dearestOfTie);
  const others = readings.filter((reading) => reading.cost > dearestOfTie);
  for (const first of likely) {
    const number = others.findIndex((other) => hasRivalZero(first, other, { hasZero }));
    if (number >= 0) others[number] = { ...others[number], cost: first.cost };
  }
  return [...likely, ...others].sort((a, b) => a.cost - b.cost);
}

/**
 * Whether of two readings with hidden cells and zeros one has a sign more for zeros: a sign beside the hidden one, or
 * what mostly is a zero beside a blank that is one. `hasZero`: whether zeros are 0.
 */
function hasRivalZero(first, other, { hasZero }) {
  for (const { roles } of [first, other]) {
    const isIn = (role) => [...roles.values()].includes(role);
    if (!isIn(HIDDEN) || !(hasZero || isIn(ZERO))) return false;
  }
  const changed = [...first.roles.keys()].filter((sign) => first.roles.get(sign) !== other.roles.get(sign));
  if (changed.length === 1) {
    const ways = [first, other].map(({ roles }) => roles.get(changed[0]));
    return ways.includes(HIDDEN) && ways.includes(ZERO);
  }
  // A sign that is rarely hidden is rather a mine than the only one that is.
  const isUsualHidden = [...other.roles].some(
    ([sign, role]) => role === HIDDEN && (ROLE_COSTS.get(sign)?.get(HIDDEN) ?? 1) <= OFTEN_HIDDEN,
  );
  if (!isUsualHidden) return false;
  const usualZeros = [...first.roles.keys()].filter((sign) => ROLE_COSTS.get(sign)?.get(ZERO) === 0);
  const [areZeros, areRivalZeros] = [first, other].map(({ roles }) =>
    usualZeros.every((sign) => roles.get(sign) === ZERO),
  );
  return first.roles.get("") === ZERO && !areZeros && areRivalZeros;
}

/** Signs that are no more than the names of hidden cells, as in figures: A, B, C, D. */
export function namesOfCells(counts, statedRoles) {
  const unknownLetters = [...counts.signs].filter((sign) => isLetter(sign) && !ROLE_COSTS.has(sign));
  // A letter of several cells names none; the only one may be the sign of hidden cells.
  const areSeveral = unknownLetters.length > 1;
  const names = new Set(unknownLetters.filter((sign) => !areSeveral || !counts.repeatedLetters.has(sign)));
  const letters = [...counts.singleLetters].sort().join("");
  const areFirstLetters = letters.startsWith("AB") && UPPERCASE.startsWith(letters);
  const areNames = counts.singleLetters.size >= FEWEST_NAMES || areFirstLetters;
  if (areNames && !counts.repeatedLetters.size)
    for (const letter of counts.singleLetters) names.add(letter);
  for (const sign of statedRoles.keys()) names.delete(sign);
  return names;
}

const isLetter = (sign) => /^[A-Za-z]$/.test(sign);

const isNumber = (sign) => isDecimal(sign.replace(/^-/, ""));

/** Whether a sign is a number from 9 on. */
const isLargeNumber = (sign) => isDecimal(sign) && !CLUES.has(sign);

/** The roles that one sign may have, with their costs. */
function optionsOf(sign, signs, statedRoles) {
  if (statedRoles.has(sign)) return new Map([[statedRoles.get(sign), 0]]);
  // Numbers such as 9 stand for a mine in arrays; beside other signs they are a slip.
  if (isLargeNumber(sign) && [...signs].some(isSymbol)) return new Map();
  if (ROLE_COSTS.has(sign)) return ROLE_COSTS.get(sign);
  return new Map(isLetter(sign) ? [[HIDDEN, COSTS.unknown_letter]] : []);
}

/** Whether a sign is one character and no digit. */
const isSymbol = (sign) => isOneSign(sign) && !isDecimal(sign) && sign !== "?";

/** Each choice of a role for every sign. */
function combinations(counts, signs, statedRoles) {
  const names = namesOfCells(counts, statedRoles);
  const hasOtherHidden = signs.some(
    (sign) => !names.has(sign) && optionsOf(sign, counts.signs, statedRoles).has(HIDDEN),
  );
  const options = [];
  let combinationCount = 1;
  for (const sign of signs) {
    let roles = [...optionsOf(sign, counts.signs, statedRoles).keys()];
    // One letter beside signs that are hidden may mark a mine as well.
    if (names.has(sign)) roles = names.size === 1 && hasOtherHidden ? [HIDDEN, MINE] : [HIDDEN];
    options.push(roles);
    combinationCount *= roles.length;
  }
  if (combinationCount > MOST_COMBINATIONS) return [];
  let choices = [[]];
  for (const roles of options) choices = choices.flatMap((choice) => roles.map((role) => [...choice, role]));
  return choices.map((choice) => new Map(signs.map((sign, k) => [sign, choice[k]])));
}

const countIn = (items, item) => items.filter((other) => other === item).length;

/** What it costs to read the signs so: the sum of what each costs, and of what they are together. */
function costOf(roles, counts, clues, statedRoles) {
  const names = namesOfCells(counts, statedRoles);
  const signCosts = new Map();
  for (const [sign, role] of roles) {
    const cost = names.has(sign)
      ? costOfName(sign, counts, names)
      : optionsOf(sign, counts.signs, statedRoles).get(role);
    signCosts.set(sign, cost);
  }

  // Some pairs mean something else than their signs alone.
  let cost = [...signCosts.values()].reduce((sum, signCost) => sum + signCost, 0);
  for (const pair of table.together) {
    if (pair.signs.some((sign) => !roles.has(sign) || names.has(sign) || statedRoles.has(sign))) continue;
    for (const sign of pair.signs) cost -= signCosts.get(sign);
    cost += costOfPair(pair, pair.signs.map((sign) => roles.get(sign)));
  }

  // One sign is hidden cells, one is mines, one is zeros: a second one is less usual.
  const allRoles = [...roles.values()];
  const unnamedHidden = [...roles].filter(
    ([sign, role]) => role === HIDDEN && !names.has(sign) && !statedRoles.has(sign) && sign !== COVERED,
  );
  let secondHidden = Math.max(0, unnamedHidden.length - 1);
  const hasStatedHidden = [...roles.keys()].some((sign) => statedRoles.get(sign) === HIDDEN);
  const hasNamedHidden = names.size > 1 && [...names].some((name) => roles.get(name) === HIDDEN);
  if (unnamedHidden.length && (hasNamedHidden || hasStatedHidden)) secondHidden += 1;
  if (unnamedHidden.length && names.size > 1 && [...names].every((name) => LIKE_DIGITS.has(name)))
    cost += COSTS.question;
  const mineSigns = [...roles].filter(([sign, role]) => role === MINE && !names.has(sign)).length;
  const zeroSigns = countIn(allRoles, ZERO);
  cost += COSTS.second_hidden_sign * secondHidden;
  cost += COSTS.second_mine_sign * Math.max(0, mineSigns - 1);
  // A blank beside another zero may be no cell.
  const costOfZero = roles.get("") === ZERO ? COSTS.question : COSTS.second_zero_sign;
  cost += costOfZero * Math.max(0, zeroSigns - 1);
  if (zeroSigns && clues.includes("0")) cost += costOfZero;

  // What most cells are is rarely a known mine.
  if (isNumber(counts.mostFrequent ?? "") && roles.get(counts.mostFrequent) === MINE) cost += COSTS.mine_of_most;

  // A board on which nothing is left to open is rarely asked about, and never one of mines alone.
  if (!allRoles.includes(HIDDEN)) {
    cost += clues.length ? 0 : COSTS.question;
    const mightBeHidden = new Set(
      [...roles].flatMap(([sign, role]) => (optionsOf(sign, counts.signs, statedRoles).has(HIDDEN) ? [role] : [])),
    );
    const hasShownMine = [...roles].some(([sign, role]) => role === MINE && SHOWN_MINES.has(sign));
    if (mightBeHidden.has(ZERO) && !hasShownMine) cost += COSTS.nothing_hidden;
    else if (mightBeHidden.size) cost += COSTS.only_mines;
  }
  return cost;
}

function costOfName(sign, counts, names) {
  return names.size > 1 || counts.singleLetters.has(sign) ? 0 : COSTS.unknown_letter;
}

function costOfPair(pair, roles) {
  const reading = pair.readings.find((other) => other.roles.every((role, k) => role === roles[k]));
  return reading === undefined ? COSTS.unnamed_pair : reading.cost;
}

/** The roles that a known format gives its signs, where all of a set of its marks are there; else null. */
function readAsFormat(signs, statedRoles, hasSize) {
  if (statedRoles.size) return null;
  for (const format of table.formats) {
    if (format.needs_size && !hasSize) continue;
    if (!signs.every((sign) => sign in format.signs)) continue;
    if (!format.marks.some((marks) => marks.every((mark) => signs.includes(mark)))) continue;
    return roleReading(0, signs.map((sign) => [sign, format.signs[sign]]), { formatName: format.name });
  }
  return null;
}

/** A text without a digit from 1 to 8: hidden cells alone, or a whole layout; else a question. */
function readWithoutClues(signs, clues) {
  if (signs.length === 1 && !clues.length) {
    const [sign] = signs;
    const roles = ROLE_COSTS.get(sign) ?? new Map(isLetter(sign) ? [[HIDDEN, COSTS.unknown_letter]] : []);
    if (!roles.has(HIDDEN)) return [];
    const isUsual = roles.get(HIDDEN) < USUAL || DOTS.includes(sign);
    const doubt = sign ? COSTS.question : 2 * COSTS.question; // blanks may be anything
    return [roleReading(isUsual ? 0 : doubt, [[sign, HIDDEN]])];
  }

  const cells = [...signs, ...clues];
  const mines = cells.filter((sign) => LAYOUT_MINES.has(sign));
  const safe = cells.filter((sign) => LAYOUT_SAFE.has(sign));
  // A blank may be no cell at all.
  if (cells.length === 2 && mines.length === 1 && safe.length === 1 && !clues.length)
    return [{ ...layoutReading(mines[0], cells), cost: safe[0] ? 0 : COSTS.second_zero_sign }];
  if (cells.length > 3 || cells.some((sign) => !ROLE_COSTS.has(sign) && !clues.includes(sign))) return [];

  // What the signs would be on a board is a reading too; of layouts the usual mine is first.
  const rank = (sign) => 2 * Number(!LAYOUT_MINES.has(sign)) + Number(LAYOUT_SAFE.has(sign));
  const ordered = [...signs].sort((a, b) => rank(a) - rank(b));
  const readings = ordered.slice(0, 2).map((sign) => layoutReading(sign, cells));
  const usual = signs.map((sign) => [sign, usualRole(sign)]);
  if (usual.some(([, role]) => role === HIDDEN)) readings.unshift(roleReading(0, usual));
  return readings;
}

function usualRole(sign) {
  return [...ROLE_COSTS.get(sign)].reduce((usual, other) => (other[1] < usual[1] ? other : usual))[0];
}

function layoutReading(mineSign, signs) {
  return roleReading(0, signs.map((sign) => [sign, sign === mineSign ? MINE : SAFE]), { isLayout: true });
}
