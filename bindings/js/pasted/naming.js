// What the signs of a board stand for: by the table, or by trying what the exact counter finds consistent.
// Function by function as minesolver/io/formats/pasted/naming.py. Each sign that is no clue is hidden ("h"), an opened
// cell without a mine around it ("0"), or a known mine ("m"). All ways to give the signs these roles are tried; what
// the clues rule out at sight goes first, what is left is asked of the counter. Of the consistent readings in which no
// 0 touches a hidden cell (else of all of them), the one with most roles is taken, then the one that is usual.

import { BESIDE, CHOICES, LAYOUT_MINES, LAYOUT_SAFE } from "./table.js";

export const CLUES = new Set("012345678");
export const ROLE_WORDS = { h: "hidden", 0: "0", m: "a mine" };
const CODES = { h: -1, 0: 0, m: 10 };
const ANY_ROLE = "h0m";
const MOST_ASSIGNMENTS = 2187; // seven signs of which nothing is known
const MOST_QUESTIONS = 24; // readings of one text that are put to the exact counter

/** What lies around the clues and around each sign: all that a reading is checked with at sight. */
function neighboursOf(rows) {
  const clues = new Map(); // by what is around: [clue, number of each sign]
  const touching = new Map(); // of each sign, those around it
  const zeros = new Set(); // the signs around clues of 0
  const counts = new Map(); // how many cells each sign has
  for (const [r, row] of rows.entries()) {
    for (const [c, sign] of row.entries()) {
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
      const signCounts = signsAround(rows, r, c);
      if (!CLUES.has(sign)) {
        const touchingThis = touching.get(sign) ?? new Set();
        for (const neighbourSign of signCounts.keys()) touchingThis.add(neighbourSign);
        touching.set(sign, touchingThis);
        continue;
      }
      // Of a clue only what is no clue matters, since that alone can have a role.
      const unnamed = [...signCounts].filter(([neighbourSign]) => !CLUES.has(neighbourSign));
      clues.set(`${sign} ${JSON.stringify([...unnamed].sort())}`, [Number(sign), new Map(unnamed)]);
      if (sign === "0") for (const [neighbourSign] of unnamed) zeros.add(neighbourSign);
    }
  }
  return { clues: [...clues.values()], touching, zeros, counts };
}

/** How many of each sign are around a cell. */
function signsAround(rows, row, col) {
  const signCounts = new Map();
  for (let r = Math.max(0, row - 1); r <= Math.min(rows.length - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(rows[0].length - 1, col + 1); c++) {
      if (r !== row || c !== col) signCounts.set(rows[r][c], (signCounts.get(rows[r][c]) ?? 0) + 1);
    }
  }
  return signCounts;
}

/** The roles that a sign may have, the usual first; any, where the table does not know it. */
const choicesOf = (sign) => CHOICES.get(sign) ?? ANY_ROLE;

/** What the known ones of the signs of a board may be: some mean something else beside another. */
function choicesAmong(signs) {
  const choices = new Map(signs.filter((sign) => CHOICES.has(sign)).map((sign) => [sign, CHOICES.get(sign)]));
  for (const [sign, otherSign, roles] of BESIDE) {
    if (choices.has(sign) && choices.has(otherSign)) choices.set(sign, roles);
  }
  return choices;
}

/**
 * All ways to give roles to the signs that the clues do not rule out at sight, the best first. `saidRoles`: roles that
 * were said.
 */
function assignmentsOf(neighbours, saidRoles) {
  const signs = [...neighbours.counts.keys()].filter((sign) => !CLUES.has(sign) || saidRoles.has(sign));
  const choices = choicesAmong(signs);

  // All combinations, sign by sign.
  let combinations = [new Map()];
  for (const [sign, signRoles] of possibleRoles(signs, choices, saidRoles)) {
    const longerCombinations = [];
    for (const rolesBefore of combinations) {
      for (const role of signRoles) longerCombinations.push(new Map([...rolesBefore, [sign, role]]));
    }
    combinations = longerCombinations.slice(0, MOST_ASSIGNMENTS);
  }

  // Without those that the clues rule out at sight.
  const assignments = [];
  for (const roles of combinations) {
    if (!fits(neighbours, roles)) continue;
    const distinctRoles = new Set(roles.values());
    if (neighbours.counts.has("0")) distinctRoles.add("0");
    let cost = 0;
    for (const [sign, role] of roles) {
      if (choices.has(sign) && !saidRoles.has(sign)) cost += choices.get(sign).indexOf(role);
    }
    assignments.push({ roles, distinct: distinctRoles.size, cost, strict: isStrict(neighbours, roles) });
  }
  return assignments.sort((a, b) => Number(b.strict) - Number(a.strict) || b.distinct - a.distinct || a.cost - b.cost);
}

/** The roles of each sign that are tried: the one that was said, else what the table has, else any. */
function possibleRoles(signs, choices, saidRoles) {
  const hasHidden = signs.some((sign) => choices.get(sign) === "h");
  const rolesOf = new Map();
  let combinationCount = 1;
  for (const sign of signs) {
    let roles = saidRoles.get(sign) ?? choices.get(sign) ?? ANY_ROLE;
    if (sign === "" && hasHidden && roles.length > 1) roles = roles.replace("h", ""); // where # is hidden, a blank is not
    rolesOf.set(sign, roles);
    combinationCount *= roles.length;
  }
  if (combinationCount <= MOST_ASSIGNMENTS) return rolesOf;
  // Of too many combinations the table alone decides about what it knows.
  return new Map(signs.map((sign) => [sign, saidRoles.get(sign) ?? choices.get(sign)?.[0] ?? ANY_ROLE]));
}

/** Whether each clue has at most as many mines around it as it says, and enough with the hidden cells. */
function fits(neighbours, roles) {
  for (const [clue, signs] of neighbours.clues) {
    if (roles.has(String(clue))) continue;
    let mines = 0;
    let hidden = 0;
    for (const [sign, number] of signs) {
      if (roles.get(sign) === "m") mines += number;
      else if (roles.get(sign) === "h") hidden += number;
    }
    if (clue < mines || clue > mines + hidden) return false;
  }
  return !touches(neighbours, roles, "m");
}

/** Whether an opened cell without a clue touches one of a role. */
function touches(neighbours, roles, role) {
  for (const [sign, neighbourSigns] of neighbours.touching) {
    const isOpened = roles.get(sign) === "0";
    if (isOpened && [...neighbourSigns].some((neighbourSign) => roles.get(neighbourSign) === role)) return true;
  }
  return false;
}

/** Whether no 0 touches a hidden cell: games open all cells around it. */
const isStrict = (neighbours, roles) =>
  ![...neighbours.zeros].some((sign) => roles.get(sign) === "h") && !touches(neighbours, roles, "h");

/** The board as codes: -1 hidden, 0 to 8 clues, 10 a known mine. */
export function codesOf(rows, roles) {
  return rows.map((row) => row.map((sign) => (roles.has(sign) ? CODES[roles.get(sign)] : Number(sign))));
}

/**
 * The roles of the signs of a board: { roles (empty: there is none), readings (several: they have to be asked about),
 * strict }. `prover(codes, mineCount)` asks the exact counter: the proved mines, or null where no layout fits.
 */
export function nameSigns(rows, saidRoles, mineCount, minesLeft, prover) {
  const neighbours = neighboursOf(rows);
  let possible = []; // each with the signs of its proved mines
  for (const assignment of assignmentsOf(neighbours, saidRoles).slice(0, MOST_QUESTIONS)) {
    if (possible.length && possible[0].strict && !assignment.strict && !isUsual(assignment)) continue;
    const total = minesLeft === null ? mineCount : minesLeft + knownMines(neighbours, assignment.roles);
    const provedMines = prover(codesOf(rows, assignment.roles), total);
    if (provedMines) possible.push({ ...assignment, provedSigns: new Set(provedMines.map(([r, c]) => rows[r][c])) });
  }
  if (!possible.length) return { roles: new Map(), readings: [], strict: false };
  const usual = usualWithMoreRoles(possible);
  if (usual.length) possible = usual.map((assignment) => ({ ...assignment, provedSigns: new Set() }));

  // The best is taken where no other is about as good; a board of mines alone is no position of a game.
  const [best, ...others] = possible;
  if (neighbours.counts.size === 1 && others.length && [...best.roles.values()].includes("m"))
    return { roles: new Map(), readings: possible.map(({ roles }) => roles), strict: false };
  const rivals = others.filter((rival) => isRival(best, rival, neighbours));
  if (rivals.length)
    return { roles: new Map(), readings: [best.roles, ...rivals.map(({ roles }) => roles)], strict: false };
  return { roles: best.roles, readings: [best.roles], strict: best.strict };
}

/** How many cells have a sign that is a known mine. */
function knownMines(neighbours, roles) {
  let cellCount = 0;
  for (const [sign, role] of roles) if (role === "m") cellCount += neighbours.counts.get(sign);
  return cellCount;
}

/**
 * The usual readings that have more roles than the best one, if this is strict: a game need not open all cells around a
 * 0, and signs that all are known then mean what they usually do.
 */
function usualWithMoreRoles(possible) {
  const [best] = possible;
  if (!best.strict) return [];
  return possible.filter((assignment) => isUsual(assignment) && assignment.distinct > best.distinct);
}

/** Whether the table knows all signs and each has its usual role. */
const isUsual = ({ roles, cost }) => cost === 0 && [...roles.keys()].every((sign) => CHOICES.has(sign));

/** Whether another reading is about as good as the best, so that it has to be asked about. */
function isRival(best, rival, neighbours) {
  const differing = [...best.roles.keys()].filter((sign) => best.roles.get(sign) !== rival.roles.get(sign));
  const hasAsManyRoles = rival.distinct === best.distinct;
  if (hasAsManyRoles && rival.cost === best.cost) return true;
  if (rival.strict && opensAll(best, rival, differing)) {
    // Where flags meet all clues, the cells that nobody would have left hidden may be opened ones.
    if (isDone(neighbours, best.roles)) return true;
    // Hidden and opened cells may be the other way round: nothing but custom tells, which differs here.
    const isSwap = differing.length === 2 && opensAll(rival, best, differing);
    if (isSwap && hasAsManyRoles) return true;
  }
  if (hasUnknownRival(best, rival, neighbours, differing)) return true;
  // Where 0 touches hidden cells, the rule that tells most readings apart is no help.
  if (!best.strict && differing.some((sign) => choicesOf(sign).length > 1)) return hasAsManyRoles;
  // One cell is too little to take a sign for another than is usual, unless it is a mine in any case.
  const cellCount = differing.reduce((sum, sign) => sum + neighbours.counts.get(sign), 0);
  if (cellCount === 1) {
    const [sign] = differing;
    if (best.roles.get(sign) === "m" && rival.provedSigns.has(sign)) return false;
  }
  return cellCount < 2 && rival.cost <= best.cost;
}

/** Whether another reading is about as good as the best, as nobody knows a sign that they differ in. */
function hasUnknownRival(best, rival, neighbours, differing) {
  if (differing.every((sign) => CHOICES.has(sign))) return false;
  // Without a clue nothing tells what such a sign means.
  if (!neighbours.clues.length) return true;
  // It is no worse in another role, where that takes one step from what is usual.
  const isNear = rival.distinct === best.distinct && rival.cost <= best.cost + 1;
  return differing.length > 1 && isNear && rival.strict === best.strict;
}

/** Whether all signs that are hidden in one reading are 0 in the other. */
function opensAll(best, rival, differing) {
  const hidden = differing.filter((sign) => best.roles.get(sign) === "h");
  return hidden.length > 0 && hidden.every((sign) => rival.roles.get(sign) === "0");
}

/** Whether known mines meet all clues, and hidden cells are beside some of them. */
function isDone({ clues }, roles) {
  const withRole = (signs, role) => [...signs].filter(([sign]) => roles.get(sign) === role);
  const minesOf = (signs) => withRole(signs, "m").reduce((sum, [, number]) => sum + number, 0);
  return (
    clues.every(([clue, signs]) => minesOf(signs) === clue) && clues.some(([, signs]) => withRole(signs, "h").length)
  );
}

/**
 * [signs of mines, signs of other cells] of a board that is a whole layout: no clue, no sign of a hidden cell; else
 * empty.
 */
export function layoutSigns(rows) {
  const signs = [...new Set(rows.flat())];
  const mines = signs.filter((sign) => LAYOUT_MINES.includes(sign));
  const safe = signs.filter((sign) => LAYOUT_SAFE.includes(sign));
  return mines.length === 1 && safe.length && mines.length + safe.length === signs.length ? [mines, safe] : [[], []];
}
