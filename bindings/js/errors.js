// What goes wrong, as one kind of error.

/**
 * What went wrong. `kind`: "BoardFormatError", "InconsistentBoardError", "EngineLimitError", "UnknownNameError".
 * More is told by `line`, `column`, `symbol` of a text; `row`, `col` of a cell; `clues`, `mineCount` of a conflict.
 */
export class MinesolverError extends Error {
  constructor(kind, message, where = {}) {
    super(message);
    this.name = "MinesolverError";
    this.kind = kind;
    Object.assign(this, where);
  }
}

/** A board, a text or an option that cannot be. */
export const wrong = (message, where) => new MinesolverError("BoardFormatError", message, where);

/** Something that has no such name. */
export const unknown = (what, name, known) =>
  new MinesolverError("UnknownNameError", `unknown ${what} "${name}"; known: ${[...known].join(", ")}`);

/** A limit that was reached: of time, memory or tries. */
export const limit = (message) => new MinesolverError("EngineLimitError", message);

const CHECKS = {
  whole: [Number.isInteger, "a whole number"],
  "whole or bigint": [(value) => typeof value === "bigint" || Number.isInteger(value), "a whole number"],
  seconds: [(value) => typeof value === "number" && value >= 0, "a number of seconds"],
  text: [(value) => typeof value === "string", "a text"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  cell: [(value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger), "[row, col]"],
  list: [(value) => value !== null && typeof value === "object" && "length" in value, "a list"],
  module: [(value) => value instanceof WebAssembly.Module, "a WebAssembly.Module"],
  "text or number": [(value) => ["string", "number"].includes(typeof value), 'a number or a text such as "1/5"'],
};

/**
 * Check that options are known and of the right type; what is left out or null is not given.
 * @param {string} what they are of, for the message
 * @param {Record<string, any>} options
 * @param {Record<string, keyof typeof CHECKS>} types by name
 */
export function checkOptions(what, options, types) {
  if (options === null || typeof options !== "object")
    throw wrong(`the options of ${what} are an object, not ${options}`);
  for (const [name, value] of Object.entries(options)) {
    if (!(name in types)) throw unknown(`option of ${what}`, name, Object.keys(types));
    const [holds, form] = CHECKS[types[name]];
    if (value !== undefined && value !== null && !holds(value)) throw wrong(`${name} is ${form}, not ${shown(value)}`);
  }
}

function shown(value) {
  return typeof value === "string" ? `"${value}"` : Array.isArray(value) ? `[${value}]` : String(value);
}
