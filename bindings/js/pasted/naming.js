// What the signs of a board stand for: by the table, or by trying what the exact counter finds consistent.
// Function by function as minesolver/io/formats/pasted/naming.py. Each sign that is no clue is hidden ("h"), an opened
// cell
// without a mine around it ("0"), or a known mine ("m"). All ways to give the signs these roles are tried; what the
// clues rule
// out at sight goes first, what is left is asked of the counter. Of the consistent readings in which no 0 touches a
// hidden cell
// (else of all of them), the one with most roles is taken, then the one that is usual.

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
      const around = signsAround(rows, r, c);
      if (!CLUES.has(sign)) {
        const kept = touching.get(sign) ?? new Set();
        for (const other of around.keys()) kept.add(other);
        touching.set(sign, kept);
        continue;
      }
      const unnamed = [...around].filter(([other]) => !CLUES.has(other));
      clues.set(`${sign} ${JSON.stringify([...unnamed].sort())}`, [Number(sign), new Map(unnamed)]);
      if (sign === "0") for (const [other] of unnamed) zeros.add(other);
    }
  }
  return { clues: [...clues.values()], touching, zeros, counts };
}

/** How many of each sign are around a cell. */
function signsAround(rows, row, col) {
  const around = new Map();
  for (let r = Math.max(0, row - 1); r <= Math.min(rows.length - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(rows[0].length - 1, col + 1); c++) {
      if (r !== row || c !== col) around.set(rows[r][c], (around.get(rows[r][c]) ?? 0) + 1);
    }
  }
  return around;
}

/** The roles that a sign may have, the usual first; any, where the table does not know it. */
const choicesOf = (sign) => CHOICES.get(sign) ?? ANY_ROLE;

/** What the known ones of the signs of a board may be: some mean something else beside another. */
function choicesAmong(signs) {
  const choices = new Map(signs.filter((sign) => CHOICES.has(sign)).map((sign) => [sign, CHOICES.get(sign)]));
  for (const [sign, other, roles] of BESIDE) if (choices.has(sign) && choices.has(other)) choices.set(sign, roles);
  return choices;
}

/**
 * All ways to give roles to the signs that the clues do not rule out at sight, the best first. `given`: roles that were
 * said.
 */
function assignmentsOf(around, given) {
  const signs = [...around.counts.keys()].filter((sign) => !CLUES.has(sign) || given.has(sign));
  const choices = choicesAmong(signs);
  const hasHidden = signs.some((sign) => choices.get(sign) === "h");
  let options = signs.map((sign) => {
    const roles = given.get(sign) ?? choices.get(sign) ?? ANY_ROLE;
    return sign === "" && hasHidden && roles.length > 1 ? roles.replace("h", "") : roles; // where # is hidden, a blank is not
  });
  if (options.reduce((product, roles) => product * roles.length, 1) > MOST_ASSIGNMENTS) {
    // Then the table alone decides about what it knows.
    options = signs.map((sign) => given.get(sign) ?? choices.get(sign)?.[0] ?? ANY_ROLE);
  }
  let partial = [[]];
  for (const roles of options) {
    partial = partial.flatMap((done) => [...roles].map((role) => [...done, role])).slice(0, MOST_ASSIGNMENTS);
  }
  const found = [];
  for (const roleList of partial) {
    const roles = new Map(signs.map((sign, k) => [sign, roleList[k]]));
    if (!fits(around, roles)) continue;
    const distinct = new Set([...roleList, ...(around.counts.has("0") ? ["0"] : [])]).size;
    const isCounted = (sign) => choices.has(sign) && !given.has(sign);
    const cost = signs.reduce(
      (sum, sign) => sum + (isCounted(sign) ? choices.get(sign).indexOf(roles.get(sign)) : 0),
      0,
    );
    found.push({ roles, distinct, cost, strict: isStrict(around, roles) });
  }
  return found.sort((a, b) => Number(b.strict) - Number(a.strict) || b.distinct - a.distinct || a.cost - b.cost);
}

/** Whether each clue has at most as many mines around it as it says, and enough with the hidden cells. */
function fits(around, roles) {
  for (const [clue, signs] of around.clues) {
    if (roles.has(String(clue))) continue;
    let mines = 0;
    let hidden = 0;
    for (const [sign, number] of signs) {
      if (roles.get(sign) === "m") mines += number;
      else if (roles.get(sign) === "h") hidden += number;
    }
    if (clue < mines || clue > mines + hidden) return false;
  }
  return !touches(around, roles, "m");
}

/** Whether an opened cell without a clue touches one of a role. */
function touches(around, roles, role) {
  for (const [sign, others] of around.touching) {
    if (roles.get(sign) === "0" && [...others].some((other) => roles.get(other) === role)) return true;
  }
  return false;
}

/** Whether no 0 touches a hidden cell: games open all cells around it. */
const isStrict = (around, roles) =>
  ![...around.zeros].some((sign) => roles.get(sign) === "h") && !touches(around, roles, "h");

/** The board as codes: -1 hidden, 0 to 8 clues, 10 a known mine. */
export function codesOf(rows, roles) {
  return rows.map((row) => row.map((sign) => (roles.has(sign) ? CODES[roles.get(sign)] : Number(sign))));
}

/**
 * The roles of the signs of a board: { roles (empty: there is none), readings (several: they have to be asked about),
 * strict }.
 * `prover(codes, mines)` asks the exact counter: the proved mines, or null where no layout fits.
 */
export function nameSigns(rows, given, mines, left, prover) {
  const around = neighboursOf(rows);
  let possible = []; // each with the signs of its proved mines
  for (const assignment of assignmentsOf(around, given).slice(0, MOST_QUESTIONS)) {
    if (possible.length && possible[0].strict && !assignment.strict && !isUsual(assignment)) continue;
    let flags = 0;
    for (const [sign, role] of assignment.roles) if (role === "m") flags += around.counts.get(sign);
    const proved = prover(codesOf(rows, assignment.roles), left === null ? mines : left + flags);
    if (proved) possible.push({ ...assignment, provedSigns: new Set(proved.map(([r, c]) => rows[r][c])) });
  }
  if (!possible.length) return { roles: new Map(), readings: [], strict: false };
  const usual = possible.filter((one) => isUsual(one) && one.distinct > possible[0].distinct);
  // A game need not open all cells around a 0: signs that all are known then mean what they usually do.
  if (usual.length && possible[0].strict) possible = usual.map((one) => ({ ...one, provedSigns: new Set() }));
  const [best, ...others] = possible;
  const rivals = others.filter((other) => isRival(best, other, around));
  if (rivals.length)
    return { roles: new Map(), readings: [best.roles, ...rivals.map(({ roles }) => roles)], strict: false };
  return { roles: best.roles, readings: [best.roles], strict: best.strict };
}

/** Whether the table knows all signs and each has its usual role. */
const isUsual = ({ roles, cost }) => cost === 0 && [...roles.keys()].every((sign) => CHOICES.has(sign));

/** Whether another reading is about as good as the best, so that it has to be asked about. */
function isRival(best, other, around) {
  const differing = [...best.roles.keys()].filter((sign) => best.roles.get(sign) !== other.roles.get(sign));
  const cells = differing.reduce((sum, sign) => sum + around.counts.get(sign), 0);
  // One cell is too little to take a sign for another than is usual, unless it is a mine in any case.
  const [sign] = differing;
  const isMine = cells === 1 && best.roles.get(sign) === "m" && other.provedSigns.has(sign);
  if (other.distinct === best.distinct && other.cost === best.cost) return true;
  if (other.strict && isOtherWayRound(best, other, differing, around)) return true;
  // A sign that nobody knows is no worse in another role, where that takes one step from what is usual.
  const isUnknown = differing.length > 1 && differing.some((one) => !CHOICES.has(one));
  const isNear = other.distinct === best.distinct && other.cost <= best.cost + 1;
  if (isUnknown && isNear && other.strict === best.strict) return true;
  // Without a clue nothing tells what a sign means that the table does not know.
  if (!around.clues.length && differing.some((one) => !CHOICES.has(one))) return true;
  // Where 0 touches hidden cells, the rule that tells most readings apart is no help.
  if (!best.strict && differing.some((one) => choicesOf(one).length > 1)) return other.distinct === best.distinct;
  if (isMine) return false;
  return cells < 2 && other.cost <= best.cost;
}

/** Whether cells that are hidden in one reading are opened in the other, and only custom tells these two apart. */
function isOtherWayRound(best, other, differing, around) {
  const opensAll = (one, another) => {
    const hidden = differing.filter((sign) => one.roles.get(sign) === "h");
    return hidden.length > 0 && hidden.every((sign) => another.roles.get(sign) === "0");
  };
  // Where flags meet all clues, the cells that nobody would have left hidden may be opened ones.
  if (isDone(around, best.roles) && opensAll(best, other)) return true;
  const isSwap = opensAll(best, other) && opensAll(other, best);
  return isSwap && differing.length === 2 && other.distinct === best.distinct;
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
