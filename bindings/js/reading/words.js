// What was taken for what, in words, and how to say which of several readings is meant. Function by function as
// minesolver/io/formats/reading/words.py.

import { HIDDEN, MINE, SAFE, ZERO } from "./table.js";

const CANONICAL_ROLES = { "#": HIDDEN, "*": MINE, ".": ZERO };
const USUAL = { "#": HIDDEN, "*": MINE };
const NUMBERS = { "-1": HIDDEN, 10: MINE, null: HIDDEN };
const ROLE_WORDS = { [HIDDEN]: "hidden", [ZERO]: "0", [MINE]: "a mine", [SAFE]: "no mine" };
const ROLE_ORDER = [HIDDEN, ZERO, MINE, SAFE];

/** A sign as it is named in words and in `signs`. */
export const nameOf = (sign) => sign || "blank";

/** What signs were taken for; nothing where all mean what they mean in canonical text. */
export function takenFor(roles, { isLayout }) {
  const signsOfRole = (role) => [...roles.keys()].filter((sign) => roles.get(sign) === role);
  if (isLayout) {
    const mines = signsOfRole(MINE).map(nameOf);
    return mines.length ? [`a whole layout: ${mines.join(" ")} a mine`] : ["a whole layout"];
  }
  if ([...roles].every(([sign, role]) => CANONICAL_ROLES[sign] === role)) return [];
  const words = [];
  for (const role of ROLE_ORDER) {
    const signs = signsOfRole(role).filter((sign) => USUAL[sign] !== role && NUMBERS[sign] !== role);
    if (signs.length) words.push(`${signs.map(nameOf).join(" ")} as ${ROLE_WORDS[role]}`);
  }
  return words;
}

/** Roles as `signs` takes them: `hidden=x zero=blank`. */
export function signsText(roles) {
  const parts = [];
  for (const role of ROLE_ORDER) {
    const names = [...roles.keys()].filter((sign) => roles.get(sign) === role).map(nameOf);
    if (names.length) parts.push(`${role}=${names.join(",")}`);
  }
  return parts.join(" ");
}
