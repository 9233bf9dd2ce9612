// What is kept in this browser, by name. Where it keeps nothing (a private window, no room) it lasts as long as the
// page.

const PREFIX = "minesolver.";

/** What could not be stored, as JSON. @type {Map<string, string>} */
const memory = new Map();

function stored(/** @type {string} */ name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** What is kept under a name, or null: nothing is, or what is there is no JSON. */
function parsed(/** @type {string} */ name) {
  try {
    return JSON.parse(memory.get(name) ?? stored(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * What is kept under a name. Anybody may have written there, an older version of the page as well: `sound` takes
 * whatever it is and gives what of it can be used.
 * @template T
 * @param {string} name
 * @param {(value: unknown) => T} sound
 */
export const kept = (name, sound) => sound(parsed(name));

/** Keep a value under a name. @returns {boolean} whether it will still be there when the page is closed */
export function keep(/** @type {string} */ name, /** @type {unknown} */ value) {
  const json = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, json);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, json);
    return false;
  }
}

/** Keep a value for as long as this tab is there, over a reload. */
export function keepInTab(/** @type {string} */ name, /** @type {unknown} */ value) {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // without storage it lasts as long as the page
  }
}

/** What this tab has kept under a name, or null. @returns {unknown} */
export function keptInTab(/** @type {string} */ name) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Whether all of it will still be there when the page is closed. */
export const isLasting = () => memory.size === 0;

/**
 * The entries of a list, where it is one, that pass a check: of each anything may be there.
 * @template T
 * @param {unknown} value
 * @param {(entry: Record<keyof T, unknown>) => boolean} isSound
 * @returns {T[]}
 */
export const entries = (value, isSound) =>
  Array.isArray(value) ? value.filter((entry) => entry !== null && typeof entry === "object" && isSound(entry)) : [];
