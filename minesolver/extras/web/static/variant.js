// Boards under rules as text: JSON, or rows after a line of rules.

import { Refusal } from "./engine.js";
import { hasServer } from "./facts.js";
import { groundOf, HOLE, parsed } from "./ground.js";
import { BLANK, clueCode, HIDDEN, MINE } from "./position.js";
import { named } from "./puzzles.js";
import { groupsFrom, problemOfNames, RulesError, signedBoard } from "./ruletext.js";
import { T } from "./texts.js";

const refused = (/** @type {string} */ message, place = {}) => new Refusal({ kind: "board", message, ...place });

/** What is wrong, in the player's language. */
function sentenceOf(/** @type {RulesError} */ { problem, detail, line }) {
  switch (problem) {
    case "unknown":
      return T.unknownRules(detail);
    case "python":
      return T.rulesNeedPython(detail);
    case "sign":
      return T.reading.sign(line);
    case "empty":
      return T.reading.nothing;
    case "uneven":
      return T.reading.uneven(line);
    case "sphere":
      return T.sphereSides;
    case "cube":
      return T.cubeSides;
    default:
      return T.noSuchGeometry(detail);
  }
}

/** What is wrong with these names of a geometry and of rules on the page, or "". */
export function problemOfRules(/** @type {string} */ rules) {
  const problem = problemOfNames(rules, !hasServer);
  return problem ? sentenceOf(problem) : "";
}

const CODES = new Map([
  ["#", HIDDEN],
  ["*", MINE],
  [".", 0],
  ["_", HOLE],
  ["?", BLANK],
]);

/** What a text says of a board under rules, or null. Raises Refusal: what it says is wrong. */
function signed(/** @type {string} */ text) {
  try {
    return signedBoard(text, !hasServer);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    if (hasServer && ["clue", "sign"].includes(error.problem)) return null; // it knows more signs
    const isPlaced = error.problem === "sign" || (error.problem === "uneven" && error.line === 1);
    throw refused(sentenceOf(error), isPlaced ? { line: error.line, column: 1 } : {});
  }
}

/**
 * A board under rules: text whose first line names them, JSON that says them, or rows after a line of their names (and
 * one of the size, if you like). Null: it is none.
 * @returns {any}
 */
export function underRules(/** @type {string} */ text) {
  const board = signed(text);
  if (!board) return null;
  const { rules, shape, signs, mines, density, holes, constraints } = board;
  const { dimensions, sphere } = parsed(rules);
  const cols = /** @type {number} */ (shape.at(-1));
  const position = {
    ...(sphere ? { rows: signs.length, cols: 1 } : { rows: signs.length / cols, cols }),
    codes: Int8Array.from(signs, (sign) => CODES.get(sign) ?? clueCode(Number(sign))),
    mines,
    density,
    rules,
    shape: dimensions === 2 ? null : shape,
  };
  const withPlaces = withHoles(position, holes);
  if (!constraints.length) return named(withPlaces);
  const groups = groupsFrom(constraints, groundOf(withPlaces));
  if (!groups && hasServer) return null; // it knows more of what can be said of cells
  if (!groups) throw refused(T.noSuchGeometry("constraints"));
  return named({ ...withPlaces, groups });
}

/** The position with places that have no cell. */
function withHoles(/** @type {any} */ position, /** @type {number[][]} */ holes) {
  if (!holes.length) return position;
  const { index } = groundOf({ ...position, codes: undefined });
  const places = holes.map((hole) => index(hole));
  if (places.some((place) => !(place >= 0))) throw refused(T.noSuchGeometry(T.brushes.hole));
  const codes = position.codes.slice();
  for (const place of places) codes[place] = HOLE;
  return { ...position, codes };
}
