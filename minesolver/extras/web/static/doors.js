// What comes from outside becomes a position or a game here, or is refused: links, what the reader gives, JSON, files,
// dialogs, what the browser has kept. The limits are those of Python.

import { sidesOf } from "./cut.js";
import { Refusal } from "./engine.js";
import { facts, hasServer } from "./facts.js";
import { graphFrom } from "./graph.js";
import { capacityOf, cellsOf, groundOf, HOLE, parsed, prints, suits } from "../../../protocol/scripts/ground.js";
import {
  BLANK,
  CODE_OF_SIGN,
  clueCode,
  DENSITY,
  empty,
  gridOf,
  HIDDEN,
  isClue,
  JSON_LINK,
  LETTERS,
  MINE,
  NOTHING_MORE,
  SYMBOLS,
  TEXT,
  withPrinted,
  withText,
} from "./position.js";
import { groupsFrom, layersOf, problemOfNames, RulesError, shapeOf } from "../../../protocol/scripts/ruletext.js";
import { T } from "./texts.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./game.js").Spec} Spec
 * @typedef {import("./game.js").Move} Move
 * @typedef {import("./answers.js").JsonBoard} JsonBoard
 * @typedef {import("./answers.js").CodedBoard} CodedBoard
 */

const refused = (/** @type {string} */ message, kind = "board") => new Refusal({ kind, message });

/** @returns {value is number} */
const isWhole = (/** @type {unknown} */ value, low = 0, high = Number.MAX_SAFE_INTEGER) =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;

/** Refuse sizes beyond what the page takes: before anything of such a size is made. */
export function checkSizes(/** @type {number[]} */ sizes) {
  const { max_side: side = 256, max_cells: maxCells = 10_000 } = facts;
  const product = sizes.reduce((cells, size) => cells * size, 1);
  if (!sizes.every((size) => isWhole(size, 1, side)) || product > maxCells) throw refused(T.sizeLimits(side, maxCells));
}

/** Refuse rules that there are not, and sizes that a board of such rules cannot have. */
function checkShape(/** @type {string} */ rules, /** @type {number[]} */ sizes) {
  checkSizes(sizes);
  const { others, sphere } = parsed(rules);
  const unknown = others.length && facts.rules ? problemOfNames(rules, false) : null;
  if (unknown) throw unknown;
  if (!suits(rules, sizes)) throw new RulesError(sphere ? "sphere" : "cube");
}

/** What is wrong with rules or with a board under them, in the player's language. */
function sentenceOf(/** @type {RulesError} */ { problem, detail, line }) {
  /** @type {Partial<Record<typeof problem, string>>} */
  const sentences = {
    unknown: T.unknownRules(detail),
    python: T.rulesNeedPython(detail),
    empty: T.reading.nothing,
    uneven: T.reading.uneven(line),
    sphere: T.sphereSides,
    cube: T.cubeSides,
  };
  return sentences[problem] ?? T.noSuchGeometry(detail);
}

/** What is wrong with these names of a geometry and of rules on the page, or "". */
export function problemOfRules(/** @type {string} */ rules) {
  const problem = problemOfNames(rules, !hasServer);
  return problem ? sentenceOf(problem) : "";
}

// --- positions -------------------------------------------------------------------------------------------------------

/**
 * The position of a link (what stands after `board=`), or of what a reader gives: rows of signs, codes, or JSON. Raises
 * Refusal: it is none, or none that the page takes.
 * @returns {Position}
 */
export function checkedPosition(/** @type {unknown} */ source) {
  try {
    return checked(positionOf(source));
  } catch (error) {
    throw error instanceof RulesError ? refused(sentenceOf(error)) : error;
  }
}

/** @returns {Position} */
function positionOf(/** @type {unknown} */ source) {
  if (typeof source === "string") return source.startsWith(JSON_LINK) ? ofJsonLink(source) : ofLink(source);
  const board = /** @type {Partial<{json: JsonBoard, codes: unknown, rows: unknown}>} */ (source ?? {});
  if (board.json) return ofJson(board.json);
  if (board.codes) return ofCodes(/** @type {CodedBoard} */ (board));
  if (Array.isArray(board.rows)) return ofRows(/** @type {import("./position.js").BoardModel} */ (board));
  throw refused(T.reading.nothing);
}

/** Whether this is the link of a position, as the browser keeps it. */
export function isPositionLink(/** @type {unknown} */ text) {
  try {
    return typeof text === "string" && Boolean(checkedPosition(text));
  } catch {
    return false;
  }
}

/** The same position. Raises Refusal: something of it cannot be. @returns {Position} */
function checked(/** @type {Position} */ position) {
  const { rows, cols, codes, mines, density, rules = "", shape, groups = [], more, cut } = position;
  if (!more?.graph) checkShape(rules, shape ?? [rows, cols]);
  else if (codes.length > (facts.max_cells ?? 10_000)) throw refused(T.sizeLimits(facts.max_side, facts.max_cells));
  if (codes.length !== rows * cols || (!more?.graph && codes.length !== cellsOf(rules, shape ?? [rows, cols])))
    throw refused(T.brokenLink);

  // Of a square board a cell is hidden, a mine or a clue up to 8; only puzzles and rules have more.
  const isOfRules = (/** @type {number} */ code) =>
    code === HOLE || code === BLANK || isClue(code) || TEXT - code in (more?.texts ?? []);
  const isSquares = (/** @type {number} */ code) => code >= 0 && code <= 8;
  const isSign = rules ? isOfRules : isSquares;
  if (!codes.every((code) => code === HIDDEN || code === MINE || isSign(code))) throw refused(T.brokenLink);
  if (mines !== null && !isWhole(mines, 0, 99_999)) throw refused(T.minesLimits(facts.max_cells ?? 10_000));
  if (density !== null && !DENSITY.test(String(density))) throw refused(T.badDensity);
  if (groups.length && !rules) throw refused(T.brokenLink);
  const hasCell = (/** @type {number} */ cell) => isWhole(cell, 0, codes.length - 1) && codes[cell] !== HOLE;
  const isGroup = (/** @type {import("./puzzles.js").Group} */ { cells, counts }) =>
    cells.length > 0 &&
    new Set(cells).size === cells.length &&
    cells.every(hasCell) &&
    counts.length > 0 &&
    counts.every((count) => isWhole(count));
  if (!groups.every(isGroup)) throw refused(T.brokenLink);
  if (cut && (!sidesOf(cut) || rules)) throw refused(T.cut.squares);
  if (cut && mines !== null) throw refused(T.cut.noMines);
  return position;
}

/** Rows of a square board, as the reader gives them. @returns {Position} */
function ofRows(/** @type {import("./position.js").BoardModel} */ { rows, mines = null, density = null, cut = [] }) {
  const cols = rows[0]?.length ?? 0;
  checkSizes([rows.length, cols]);
  const uneven = rows.findIndex((/** @type {string} */ row) => row.length !== cols);
  if (uneven >= 0) throw refused(T.reading.uneven(uneven + 1));
  if (!rows.every((/** @type {string} */ row) => /^[#*.0-8]*$/.test(row))) throw refused(T.reading.nothing);
  const position = empty(rows.length, cols, mines, density);
  if (cut.length) position.cut = cut;
  for (const [index, sign] of [...rows.join("")].entries()) position.codes[index] = CODE_OF_SIGN.get(sign) ?? Number(sign);
  return position;
}

/** A board by the code of each cell; what a group is, may be said as in JSON. @returns {Position} */
function ofCodes(/** @type {CodedBoard} */ { codes, mines = null, density = null, rules, shape = null, constraints, ...model }) {
  if (shape) checkSizes(shape);
  if (!Array.from(codes).every((code) => isWhole(code, -128, 127))) throw refused(T.reading.nothing);
  const { rows, cols } = shape ? gridOf(rules ?? "", shape) : model;
  const squares = { ...model, rows, cols, codes: Int8Array.from(codes), mines, density };
  if (!rules) return squares;
  const position = { ...squares, rules, shape };
  if (!constraints?.length) return position;
  const groups = groupsFrom(constraints, groundOf(position));
  if (!groups) throw refused(T.noSuchGeometry("constraints"));
  return { ...position, groups };
}

/** A board under rules, as JSON has it. @returns {Position} */
function ofJson(/** @type {JsonBoard} */ values) {
  const { rules = "square", mines = null, density = null, neighbours } = values;
  const isGraph = neighbours !== undefined;
  const { dimensions } = parsed(rules);
  const graph = isGraph ? graphFrom({ ...values, neighbours }) : null;
  const { layers, parts } = isGraph
    ? { layers: [[/** @type {[unknown, unknown][]} */ (values.board).map(([, sign]) => String(sign))]], parts: [] }
    : layersOf(values.board, dimensions);
  const shape = isGraph ? null : shapeOf(layers, parts, dimensions);
  if (shape) checkSizes(shape);
  const allSigns = layers.flat(2);
  const signs = shape ? allSigns.slice(0, cellsOf(rules, shape)) : allSigns;
  const { rows, cols } = shape ? gridOf(rules, shape) : { rows: signs.length, cols: 1 };

  // Of each sign what the cell is, and a clue that is printed on it.
  const blank = { ...empty(rows, cols, mines, density), rules };
  /** @type {Position} */
  let position = { ...blank, shape: dimensions === 2 || isGraph ? null : shape, more: { ...NOTHING_MORE, graph } };
  const codes = position.codes.slice();
  for (const [index, sign] of signs.entries()) {
    const [, clue, cellState] = /^(.*?)(#|\?|\*[2-9]?)?$/.exec(sign) ?? [];
    const isPrinted = clue && clue !== "_" && (cellState ? cellState !== "?" : prints(rules));
    const shownSign = isPrinted ? (cellState ?? "#") : clue || cellState;
    if (isPrinted) position = withPrinted(position, index, clue);
    const code = CODE_OF_SIGN.get(shownSign) ?? (/^\d{1,3}$/.test(shownSign) ? clueCode(Number(shownSign)) : undefined);
    if (code === undefined || code > 127) [position, codes[index]] = withText(position, shownSign);
    else codes[index] = code;
  }
  position = { ...position, codes };

  // Mine counts of groups can be edited; what else is said of cells is kept as it is.
  const otherConstraints = [];
  const groups = [];
  for (const constraint of values.constraints ?? []) {
    const group = isGraph ? null : groupsFrom([constraint], groundOf(position));
    if (group) groups.push(...group);
    else otherConstraints.push(constraint);
  }
  return {
    ...position,
    more: { .../** @type {import("./position.js").More} */ (position.more), constraints: otherConstraints },
    ...(groups.length ? { groups } : {}),
  };
}

/** @returns {Position} */
function ofJsonLink(/** @type {string} */ text) {
  try {
    const bytes = atob(text.slice(JSON_LINK.length).replace(/-/g, "+").replace(/_/g, "/"));
    return ofJson(JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))));
  } catch (error) {
    throw error instanceof Refusal || error instanceof RulesError ? error : refused(T.brokenLink);
  }
}

// Rules and sizes, rows, columns, mine count or density, cells, groups, the sides of a part of a board.
const BOARD_LINK = new RegExp(
  /^(?:([\w,-]+);(?:(\d+(?:x\d+)+);)?)?(\d+)x(\d+)(?:x(\d{1,5}|~[\d./]+))?/.source +
    /:((?:[A-Ya-kzmoq]\d*)*)((?:;[\d.]+=[\d.]+)*)(?:;cut=([a-z.]+))?$/.source,
);
const CODE_OF_LETTER = new Map([...LETTERS].map(([code, letter]) => [letter, code]));
const numbersIn = (/** @type {string} */ list, separator = ".") => list.split(separator).map(Number);

/** @returns {Position} */
function ofLink(/** @type {string} */ text) {
  const [matched, rules = "", sizes, rowCount, colCount, prior = "", cells, groupTexts, cut] = BOARD_LINK.exec(text) ?? [];
  if (!matched) throw refused(T.brokenLink);
  const [rows, cols] = [Number(rowCount), Number(colCount)];
  const shape = sizes ? numbersIn(sizes, "x") : null;
  checkSizes(shape ?? [rows, cols]);
  if (shape && String(Object.values(gridOf(rules, shape))) !== `${rows},${cols}`) throw refused(T.brokenLink);
  const density = prior.startsWith("~") ? prior.slice(1) : null;
  const plain = empty(rows, cols, prior && density === null ? Number(prior) : null, density);
  const position = /** @type {Position} */ (rules ? { ...plain, rules, shape } : plain);
  if (cut) position.cut = sidesOf(cut.split(".")) ?? cut.split(".");

  // A letter for each cell, with its repetitions.
  let filled = 0;
  for (const [, letter, times] of cells.matchAll(/([A-Ya-kzmoq])(\d*)/g)) {
    const code = CODE_OF_LETTER.get(letter) ?? clueCode(SYMBOLS.indexOf(letter));
    const end = filled + (times === "" ? 1 : Number(times));
    if (end > rows * cols) throw refused(T.linkMore);
    position.codes.fill(code, filled, end);
    filled = end;
  }
  if (filled !== rows * cols) throw refused(T.linkFewer);
  if (!groupTexts) return position;
  const groups = groupTexts
    .slice(1)
    .split(";")
    .map((group) => ({ cells: numbersIn(group.split("=")[0]), counts: numbersIn(group.split("=")[1]) }));
  return { ...position, groups };
}

// --- games -----------------------------------------------------------------------------------------------------------

/** The rules of a game, of which a spec says those that it has not as they are here. */
export const STANDARD = {
  first_click: "zero",
  after_mine: "lose",
  win: "open",
  reveal: "cascade",
  no_guess: false,
  hardness: "",
  deal: "hidden",
};
/** @type {Record<string, readonly string[]>} */
const CHOICES = {
  after_mine: ["lose", "continue"],
  win: ["open", "flag", "explore"],
  reveal: ["cascade", "single"],
  deal: ["hidden", "fair", "forgiving", "cruel"],
  hardness: ["", "1", "2", "3-"],
};

/**
 * The game of a link (what stands after `play=`), or one of a file or a dialog. Raises Refusal: it is none that can be
 * played.
 * @returns {{game: Spec, moves: Move[]}}
 */
export function checkedGame(/** @type {string | {game: Spec, moves: Move[]}} */ source) {
  try {
    return soundGame(typeof source === "string" ? ofGameLink(source) : source);
  } catch (error) {
    throw error instanceof RulesError ? refused(sentenceOf(error), "rule") : error;
  }
}

/** @returns {{game: Spec, moves: Move[]}} */
function soundGame(/** @type {{game: Spec, moves: Move[]}} */ { game, moves }) {
  const { rows, cols, mines, seed, rules = "", shape, layout, solution, drawn_for: drawnFor, first_click: click } = game;
  checkShape(rules, shape ?? [rows, cols]);
  const cells = rows * cols;
  if (cells !== cellsOf(rules, shape ?? [rows, cols])) throw refused(T.brokenGame, "rule");
  if (!isWhole(mines, 0, capacityOf(rules) * cells)) throw refused(T.rules_.mines(capacityOf(rules) * cells - 1), "rule");
  if (!isWhole(seed)) throw refused(T.seedLimits, "rule");
  for (const [name, values] of Object.entries(CHOICES))
    if (!values.includes(String(game[/** @type {keyof Spec} */ (name)] ?? values[0]))) throw refused(T.brokenGame, "rule");

  // Every cell that is named is on the board: where it begins, where mines lie, what was opened.
  const isCell = (/** @type {unknown} */ cell) =>
    Array.isArray(cell) && isWhole(cell[0], 0, rows - 1) && isWhole(cell[1], 0, cols - 1);
  const start = /^fixed:(\d+(?:,\d+)+)$/.exec(click)?.[1];
  const isStart = start && groundOf(game).index(numbersIn(start, ",")) >= 0;
  if (!isStart && click.startsWith("fixed:")) throw refused(T.rules_.off, "rule");
  if (!isStart && !["zero", "safe", "none", "row-col"].includes(click)) throw refused(T.brokenGame, "rule");
  if (drawnFor && !isCell(drawnFor)) throw refused(T.rules_.off, "rule");
  if (layout && !layout.every(isCell)) throw refused(T.rules_.off, "rule");
  if (layout && (new Set(layout.map(String)).size !== mines || layout.length !== mines))
    throw refused(T.layoutMines, "rule");
  if (solution && solution.length !== cells) throw refused(T.brokenGame, "rule");
  for (const [row, col, action] of moves) {
    if (!isCell([row, col])) throw refused(T.rules_.off, "rule");
    if (!["open", "flag", "chord"].includes(action)) throw refused(T.brokenGame, "rule");
  }
  return { game, moves };
}

/** The letters of rules that are not usual. @type {Record<string, [keyof Spec, string | boolean]>} */
const LETTER_OF_RULE = {
  c: ["after_mine", "continue"],
  f: ["win", "flag"],
  e: ["win", "explore"],
  s: ["reveal", "single"],
  n: ["no_guess", true],
  x: ["hardness", "1"],
  y: ["hardness", "2"],
  z: ["hardness", "3-"],
  a: ["deal", "fair"],
  g: ["deal", "forgiving"],
  u: ["deal", "cruel"],
};

// 9x9x10;zero~ls@2f!1.k*hex,liar*3x4x5*;7;o1f2: the size, the first click, what is not usual (~), where the mines were
// drawn for (@), the layout (!), the rules with their shape (*), the seed, the moves.
const UNUSUAL = String.raw`(?:~([a-z]*)(?:@([0-9a-z]+))?(?:!([0-9a-z.]*))?(?:\*([\w,-]+)(?:\*(\d+(?:x\d+)+))?\*)?)?`;
const GAME_LINK = new RegExp(
  String.raw`^(\d{1,5})x(\d{1,5})x(\d{1,5});([\w:,-]+)${UNUSUAL};(\d{1,16});((?:[ofc][0-9a-z]+(?:\.|$))*)$`,
);

/** A game with its moves as a link has it. */
export function gameLink(/** @type {Spec} */ spec, /** @type {Move[]} */ moves) {
  const { rows, cols, mines, first_click: firstClick, seed } = spec;
  const ruleLetters = Object.entries(LETTER_OF_RULE)
    .filter(([, [name, value]]) => spec[name] === value)
    .map(([letter]) => letter)
    .join("");
  const index = (/** @type {number[]} */ [r, c]) => (r * cols + c).toString(36);
  const drawnPart = spec.drawn_for ? `@${index(spec.drawn_for)}` : "";
  const layoutPart = spec.layout ? `!${spec.layout.map(index).join(".")}` : "";
  const rulesPart = spec.rules ? `*${spec.rules}${spec.shape ? `*${spec.shape.join("x")}` : ""}*` : "";
  const unusual = `${ruleLetters}${drawnPart}${layoutPart}${rulesPart}`;
  const unusualPart = unusual ? `~${unusual}` : "";
  const movesPart = moves.map(([r, c, action]) => action[0] + index([r, c])).join(".");
  return `play=${rows}x${cols}x${mines};${firstClick}${unusualPart};${seed};${movesPart}`;
}

/** @returns {{game: Spec, moves: Move[]}} */
function ofGameLink(/** @type {string} */ text) {
  const [matched, rowCount, colCount, mineCount, click, letters = "", start, layout, rules, sizes, seed, moveTexts] =
    GAME_LINK.exec(text) ?? [];
  if (!matched) throw refused(T.brokenGame, "rule");
  const cols = Number(colCount);
  const cellOf = (/** @type {string} */ code) => [Math.floor(parseInt(code, 36) / cols), parseInt(code, 36) % cols];
  /** @type {Record<string, unknown>} */
  const game = {
    ...STANDARD,
    rows: Number(rowCount),
    cols,
    mines: Number(mineCount),
    first_click: click,
    seed: Number(seed),
    drawn_for: start ? cellOf(start) : null,
    layout: layout === undefined ? null : layout.split(".").filter(Boolean).map(cellOf),
  };
  if (rules) Object.assign(game, { rules, shape: sizes ? numbersIn(sizes, "x") : null });
  for (const letter of letters) {
    const rule = LETTER_OF_RULE[letter];
    if (!rule) throw refused(T.brokenGame, "rule");
    game[rule[0]] = rule[1];
  }
  const actionOf = { o: "open", f: "flag", c: "chord" };
  const moves = moveTexts
    .split(".")
    .filter(Boolean)
    .map((text_) => [...cellOf(text_.slice(1)), actionOf[/** @type {"o"} */ (text_[0])]]);
  return /** @type {{game: Spec, moves: Move[]}} */ (/** @type {unknown} */ ({ game, moves }));
}
