// What goes wrong, as one kind of error.

/**
 * What went wrong. `kind`: "BoardFormatError", "InconsistentBoardError", "EngineLimitError", "EngineClosedError",
 * "UnknownNameError".
 * More is told by `line`, `column`, `symbol` of a text; `row`, `col` of a cell; `clues`, `mineCount` of a conflict.
 */
export class MinesolverError extends Error {
  constructor(kind, message, position = {}) {
    super(message);
    this.name = "MinesolverError";
    this.kind = kind;
    Object.assign(this, position);
  }
}

/** A board, a text or an option that cannot be. */
export const wrong = (message, position) => new MinesolverError("BoardFormatError", message, position);

/** Something that has no such name. */
export const unknown = (kind, name, allowedNames) =>
  new MinesolverError("UnknownNameError", `unknown ${kind} "${name}"; known: ${[...allowedNames].join(", ")}`);

/** A limit that was reached: of time, memory or tries. */
export const limit = (message) => new MinesolverError("EngineLimitError", message);

const MAX_LENGTH = 10_000_000; // entries of a list: ten for each cell of the largest board
const isWhole = Number.isInteger;
const isCount = (value) => value === Infinity || (Number.isSafeInteger(value) && value >= 0);
const isList = (value) =>
  value !== null && typeof value === "object" && isWhole(value.length) && value.length >= 0 && value.length <= MAX_LENGTH;

/** @type {Record<string, [(value: any) => boolean, string]>} by type: whether a value is of it, and what it is */
const CHECKS = {
  whole: [isWhole, "a whole number"],
  "whole from 0": [(value) => Number.isSafeInteger(value) && value >= 0, "a whole number from 0 on"],
  "whole or bigint": [(value) => typeof value === "bigint" || isWhole(value), "a whole number"],
  seconds: [(value) => typeof value === "number" && value >= 0, "a number of seconds"],
  text: [(value) => typeof value === "string", "a text"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  cell: [(value) => Array.isArray(value) && value.length === 2 && value.every(isWhole), "[row, col]"],
  list: [isList, "a list"],
  range: [
    (value) => Array.isArray(value) && value.length === 2 && value.every(isCount) && value[0] <= value[1],
    "[least, most]",
  ],
  numbers: [(value) => isList(value) && Array.from(value).every(isWhole), "a list of whole numbers"],
  lists: [(value) => isList(value) && Array.from(value).every(Array.isArray), "a list of lists"],
  module: [(value) => value instanceof WebAssembly.Module, "a WebAssembly.Module"],
  "text or number": [(value) => ["string", "number"].includes(typeof value), 'a number or a text such as "1/5"'],
};

/**
 * The options that are given, after a check that they are known and of the right type; null is not given.
 * @param {string} subject they are of, for the message
 * @param {any} options
 * @param {Record<string, string>} types by name, of `CHECKS`
 * @returns {Record<string, any>}
 */
export function checkOptions(subject, options, types) {
  if (options === null || typeof options !== "object")
    throw wrong(`the options of ${subject} are an object, not ${shown(options)}`);
  const checked = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(types, name)) throw unknown(`option of ${subject}`, name, Object.keys(types));
    if (value === undefined || value === null) continue;
    const [holds, form] = CHECKS[types[name]];
    if (!holds(value)) throw wrong(`${name} is ${form}, not ${shown(value)}`);
    checked[name] = value;
  }
  return checked;
}

/** Check that a value is one of some names. */
export function checkName(kind, name, allowedNames) {
  if (!allowedNames.includes(name)) throw unknown(kind, shown(name).replace(/^"|"$/g, ""), allowedNames);
}

const MAX_SHOWN = 40; // characters of a value in a message

/** A value as a message has it, whatever it is. */
export function shown(value) {
  if (typeof value === "string") return `"${shortened(value)}"`;
  try {
    return shortened(Array.isArray(value) ? `[${value.slice(0, MAX_SHOWN)}]` : String(value));
  } catch {
    return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`; // it has no text
  }
}

const shortened = (text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
