// Boards in text: the usual one at once, then JSON and links, else whatever people paste.

import { around, HIDDEN, MINE } from "./board.js";
import { canonical, checkText, made, withPrior } from "./canonical.js";
import { MinesolverError, wrong } from "./errors.js";
import { NO_FACTS } from "./pasted/lines.js";
import { isJson, piecesOf } from "./pasted/pieces.js";
import { INDENTATIONS, MOST_OUTER_BLANKS, partedByDots, readPasted, readRows } from "./pasted/reading.js";
import {
  CHOICES,
  COLUMNS_KEYS,
  ELEMENTS,
  LEFT_KEYS,
  MINES_KEYS,
  NAMES,
  OTHER_KEYS,
  ROWS_KEYS,
} from "./pasted/table.js";
import { boardKeyOf, rowsOf, signOfObject, sizeIn } from "./pasted/values.js";
import { readLink, readUnderRules } from "./rules.js";
import { letterTable, mineTable, numberTable, truthTable } from "./tables.js";

const RULES = String.raw`[^\s/,]*[^\W\d_][^\s/,]*(?:\s*,\s*[^\s/,]+)*`;
const HEADER = new RegExp(
  String.raw`^\s*((\d+)\s*[xX]\s*(\d+))(?:\s*[xX]\s*(\d+|\?|~\d+/\d+|~[^\s/]+))?(?:\s+(${RULES}))?\s*(?:/|$)`,
);
const LINK = /^\S*#board=(\d+)x(\d+)(?:x(\d+|~[\d./]+))?:((?:[A-Imz]\d*)+)$/;
const VARIANTS_LINE = /^\s*(?:\[[^[\]]+\])+!*\d+x\d+-\d+-\S+\s+\w/;
const LONGEST = 100_000; // characters of a text that is read freely: a board of 100x100 in drawn boxes
const SECONDS = 1; // for one reading; one that cannot be counted within it may be consistent
const BESIDE = [
  "density",
  "rules",
  "solution",
  "engine",
  "is_exact",
  "note",
  "probability",
  "safe",
  "mine_cells",
  "best",
  "exact",
  "solutions",
  "seconds",
];
/** What makes another board of the same rows, which only Python reads; constraints and holes are read with rules. */
const PUZZLE_KEYS = ["neighbours", "capacity", "outlines", "row_sums", "column_sums", "regions", "region_sums", "printed"];
const ROLES = {
  hidden: "h",
  closed: "h",
  covered: "h",
  unknown: "h",
  zero: "0",
  0: "0",
  opened: "0",
  empty: "0",
  mine: "m",
  mines: "m",
  flag: "m",
  flags: "m",
  bomb: "m",
  safe: "s",
};
const BLANKS = ["blank", "space"];

/** The board in a text; `prior`: a mine count, mines left or density that go before those of the text, and signs. */
export function read(text, prior, checked, engine) {
  checkText(text, prior);
  const usual = prior.signs ? null : canonical(text);
  if (usual) return made(usual, prior, checked, []);
  const link = LINK.exec(text.trim());
  if (link) return made(ofLink(link), prior, checked, []);
  const linked = readLink(text.trim());
  if (linked) return withPrior(linked, prior, checked, []);
  if (VARIANTS_LINE.test(text))
    throw wrong("a line of 14 Minesweeper Variants is read by minesolver solve and the engine protocol alone", {
      line: 1,
    });
  const pieces = piecesOf(text);
  // A slip in JSON breaks one board into several.
  if (pieces.length === 1 || (pieces.length && isJson(pieces[0]))) return ofPiece(pieces[0], prior, checked, engine);
  const what = pieces.length ? `${pieces.length} boards, separated by blank lines,` : "no board";
  throw wrong(`${what} in the input where one is expected`, { line: 1 });
}

/** All boards of a text, which blank lines part; words between them belong to the board beside them. */
export function readAll(text, prior, checked, engine) {
  const pieces = piecesOf(text);
  if (pieces.length < 2) return [read(text, prior, checked, engine)];
  return pieces.map((piece) => ofPiece(piece, prior, checked, engine));
}

/** The board of one piece of a text. */
function ofPiece(piece, prior, checked, engine) {
  const text = piece.lines.join("\n");
  const usual = prior.signs ? null : canonical(text);
  if (usual) return made(usual, prior, checked, []);
  const underRules = readUnderRules(text);
  if (underRules) return withPrior(underRules, prior, checked, []);
  const isSaid = ["mines", "left", "density"].some((name) => prior[name] != null);
  const said = isSaid ? prior : { ...prior, mines: piece.mines, left: piece.mines === null ? piece.left : null };
  if (isJson(piece)) {
    const data = jsonOf(text);
    if (data !== undefined) return ofJson(data, said, checked, engine);
  }
  return freely(piece.lines, piece.first, said, checked, engine);
}

/** `board=16x30x99:z120A3B`: a letter a cell, with its repetitions; A to I are clues, z hidden, m a mine. */
function ofLink([, rows, cols, prior, letters]) {
  const codes = [];
  for (const [, letter, times] of letters.matchAll(/([A-Imz])(\d*)/g)) {
    const code = letter === "z" ? HIDDEN : letter === "m" ? MINE : letter.charCodeAt(0) - 65;
    for (let k = 0; k < Number(times || 1); k++) codes.push(code);
  }
  if (codes.length !== rows * cols) throw wrong(`the link has ${codes.length} cells for a board of ${rows}x${cols}`);
  const lines = Array.from({ length: Number(rows) }, (_, r) => codes.slice(r * cols, (r + 1) * cols));
  return { codes: lines, ...priorOf(prior) };
}

/** The mine count or the density of a header. */
function priorOf(text) {
  if (!text || text === "?") return { mines: null, density: null };
  return text.startsWith("~") ? { mines: null, density: text.slice(1) } : { mines: Number(text), density: null };
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // lists of other languages are read freely
  }
}

function ofJson(outer, prior, checked, engine) {
  const data = Array.isArray(outer) ? outer : innerObject(outer);
  let rows = rowsOf(data, null);
  let said = {};
  let passedOver = [];
  if (!Array.isArray(data)) {
    const underRules = data === outer ? null : readUnderRules(JSON.stringify(data));
    if (underRules) return withPrior(underRules, prior, checked, []);
    const puzzleKey = PUZZLE_KEYS.find((name) => name in data);
    if (puzzleKey)
      throw wrong(`a puzzle with '${puzzleKey}' is read by minesolver solve and the engine protocol alone`);
    const key = boardKeyOf(data);
    const known = [key, ...MINES_KEYS, ...LEFT_KEYS, ...OTHER_KEYS, ...ROWS_KEYS, ...COLUMNS_KEYS, ...BESIDE];
    passedOver = Object.keys(data).filter((name) => !known.includes(name));
    // A number may be the mine count, with a slip in its key; nothing else would change the board.
    const strange = passedOver.find((name) => typeof data[name] === "number");
    if (!key || strange) {
      throw wrong(
        `an object needs the key "board" and may have "mines", "left" or "density"${strange ? `, not '${strange}'` : ""}`,
      );
    }
    const mines = firstOf(data, MINES_KEYS);
    said = {
      mines,
      left: mines === null ? firstOf(data, LEFT_KEYS) : null,
      density: mines === null ? (data.density ?? null) : null,
    };
    rows = rowsOf(data[key], sizeIn(data));
  }
  if (!Array.isArray(rows) || !rows.length || !rows.every((row) => Array.isArray(row) || typeof row === "string")) {
    throw wrong("a board in JSON is a list of rows, each a list or a string");
  }
  const pitch = rows.every(isSpaced) ? 2 : 1;
  const signsOf = (row) => (Array.isArray(row) ? row.map(symbolOf) : [...row].filter((_, k) => k % pitch === 0));
  const placed = rows.map((row, k) => {
    const cells = signsOf(row);
    return { line: k + 1, cells, columns: cells.map((_, c) => c + 1) };
  });
  const isSaid = ["mines", "left", "density"].some((name) => prior[name] != null);
  const options = optionsOf(isSaid ? prior : { ...said, signs: prior.signs }, NO_FACTS);
  const found = readRows(placed, options, proverOf(engine));
  const keys = passedOver.length ? [`without the keys ${passedOver.sort().join(", ")}`] : [];
  return ofReading({ ...found, taken: [...(found.taken ?? []), ...keys] }, isSaid ? prior : said, checked);
}

/**
 * An object with the rows of its board and all that is said beside them, at whichever depth they stand; of an object
 * without a board the one value that is an object with one, if there is one.
 */
function innerObject(values) {
  if (PUZZLE_KEYS.some((key) => key in values) || "rules" in values) return values;
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const hasBoard = (value) => isObject(value) && boardKeyOf(value) !== undefined;
  const boardKey = boardKeyOf(values);
  if (boardKey === undefined) {
    const innerObjects = Object.values(values).filter(hasBoard);
    return innerObjects.length === 1 ? innerObject(innerObjects[0]) : values;
  }
  // A board that is an object around its rows, {"grid": {"rows": [...]}, "mines": 3}: both say what it is.
  const { [boardKey]: board, ...outerValues } = values;
  if (!hasBoard(board)) return values;
  const [outerCount, innerCount] = [firstOf(outerValues, MINES_KEYS), firstOf(board, MINES_KEYS)];
  if (outerCount !== null && innerCount !== null && outerCount !== innerCount)
    throw wrong(`the object says ${outerCount} mines and ${innerCount} mines`, { line: 1 });
  return innerObject({ ...outerValues, ...board });
}

/** What an object has under the first of some keys under which it has something; else null. */
function firstOf(values, keys) {
  return values[keys.find((key) => values[key] != null)] ?? null;
}

/** Whether a row is a string in which a blank stands after each cell but the last: `1 # #`. */
function isSpaced(row) {
  const signs = typeof row === "string" ? [...row] : [];
  return signs.length > 2 && signs.length % 2 === 1 && signs.every((sign, k) => k % 2 === 0 || sign === " ");
}

/** A sign out of a list of JSON: a text, a number, or a name such as `null`. */
function symbolOf(value) {
  if (typeof value === "object" && value !== null) return signOfObject(value) ?? JSON.stringify(value);
  if (typeof value !== "string") return String(value);
  const sign = value.trim();
  return sign.length > 2 ? (ELEMENTS.get(sign.toLowerCase()) ?? sign) : sign;
}

/** Whatever people paste. */
function freely(lines, first, prior, checked, engine) {
  if (/^\s*<(?:svg|\?xml|!doctype|html)/i.test(lines.join("\n")))
    throw wrong("a picture or a page is no text of a board: minesolver solve reads pictures", { line: first });
  if (lines.join("\n").length > LONGEST)
    throw wrong(`a text in a form that is not known has at most ${LONGEST} characters`);
  const start = lines.findIndex((line) => line.trim());
  const header = HEADER.exec(lines[start] ?? "");
  let told = NO_FACTS;
  let density = null;
  if (header && !isRow(header, lines, start)) {
    const [whole, , rows, cols, total, rules] = header;
    if (rules && rules !== "square") {
      const underRules = readUnderRules(lines.slice(start).join("\n"));
      if (underRules) return withPrior(underRules, prior, checked, []);
      throw wrong(`a board under ${rules} has rows of signs after the line that says so`, { line: first + start });
    }
    const said = priorOf(total);
    density = said.density;
    told = { ...NO_FACTS, mines: said.mines, sizes: [Number(rows), Number(cols)] };
    const rest = lines[start].slice(whole.length);
    lines = lines.map((line, k) => (k === start ? rest.trim() && " ".repeat(whole.length) + rest : line));
  }
  const chat = withoutSpoilers(lines);
  if (chat) {
    lines = chat.lines;
    told = { ...told, mines: told.mines ?? chat.mines };
  }
  refuseHoles(lines, prior);
  const isParted = partedByDots(lines);
  if (!prior.signs && !isParted) {
    const ofMineText = header && mineTable(lines, told.sizes, first + start + 1);
    if (ofMineText) return made({ codes: ofMineText, mines: told.mines, density }, prior, checked, []);
    const numbers = numberTable(lines, told.sizes, first);
    if (numbers) return made({ codes: numbers, mines: told.mines, density }, prior, checked, []);
    // Letters may be signs as well: where no layout fits what they would be here, they are, if any reading does.
    const named = truthTable(lines, told.sizes) ?? letterTable(lines, told.sizes);
    if (named) {
      const mines = told.mines ?? named.mines ?? null;
      const asNamed = () => made({ codes: named.codes, mines, density }, prior, checked, []);
      if (named.mayNameRows) {
        const namesRows = rowNamesIn(named.codes, lines, first, prior, told, engine);
        return namesRows ? ofReading(namesRows, { density, ...prior }, checked) : asNamed();
      }
      if (proverOf(engine)(named.codes, prior.mines ?? mines)) return asNamed();
      const unnamed = readPasted(lines, first, optionsOf(prior, told), proverOf(engine));
      return unnamed.kind ? asNamed() : ofReading(unnamed, { density, ...prior }, checked);
    }
  }
  const sure = prior.signs || isParted ? null : ofKnownSigns(lines, told.sizes);
  if (sure && (lines.join("").includes("#") || proverOf(engine)(sure, prior.mines ?? told.mines))) {
    return made({ codes: sure, mines: told.mines, density }, prior, checked, []);
  }
  const found = readPasted(lines, first, optionsOf(prior, told), proverOf(engine));
  return ofReading(found, { density, ...prior }, checked);
}

/**
 * The reading of rows that begin with A, B, C, ... where these name the rows; null: they are hidden cells. Raises where
 * they may be either.
 */
function rowNamesIn(codes, lines, first, prior, told, engine) {
  const asNames = readPasted(lines, first, optionsOf(prior, told), proverOf(engine));
  if (asNames.kind === "ask") return asNames;
  if (asNames.kind || !asNames.isConsistent) return null;
  const [rows, cols] = [codes.length, codes[0].length];
  const flat = codes.flat();
  const isOpen = flat.every((code, i) => code !== 0 || around(rows, cols, i).every((j) => flat[j] !== HIDDEN));
  if (!isOpen || !proverOf(engine)(codes, prior.mines ?? told.mines)) return asNames;
  if (asNames.isLayout) return null; // a layout of 0 and 1 is only what is left where they are no clues
  const readings = [`${rows}x${asNames.codes[0].length}`, `${rows}x${cols}`];
  const sizes = readings.join(" or ");
  const message = `the first letters may name the rows or hidden cells; say the size in a first line: ${sizes}`;
  throw new MinesolverError("BoardFormatError", message, { line: first, column: 1, readings });
}

/** A row in which double bars part the cells: `1||#||1`. */
const DOUBLE_BARS = /^\s*(?::\w+:|[^\s|])(?:\s*\|\|\s*(?::\w+:|[^\s|]))+\s*$/u;

/**
 * What chats cover as `||1||` is hidden, as it is to the reader; where nothing else is, the text shows the whole
 * truth, and
 * the mine count is that of its bombs and flags. null: nothing is covered.
 */
function withoutSpoilers(lines) {
  const text = lines.join("\n");
  if (!text.includes("||")) return null;
  // Double bars between the cells of all rows only part them.
  const filled = lines.filter((line) => line.trim());
  if (filled.every((line) => DOUBLE_BARS.test(line)))
    return { lines: lines.map((line) => line.replaceAll("||", "  ")), mines: null };
  const cover = /\|\|\s*(:[a-z_]{1,30}:|[^\s|])\s*\|\|/gu;
  const covered = lines.map((line) => line.replace(cover, "⬜").replaceAll("||", ""));
  const shown = text.replace(/:[a-z_]{1,30}:/g, (name) => NAMES.get(name) ?? name);
  const isWholeTruth = cover.test(text) && /^[0-8🟫□.🚩⚑💣💥*|\s\ufe0f\u20e3]*$/u.test(shown);
  const mines = !isWholeTruth ? null : (shown.match(/[🚩⚑💣💥*]/gu) ?? []).length;
  return { lines: covered, mines };
}

/** The codes of rows of one length in the usual signs: clues, `#`, `*`, `.`, and pictures of cells; else null. */
function ofKnownSigns(lines, sizes) {
  // Blanks before every row, and rows of blanks, may be cells.
  const outer = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/[^ ]/)));
  const isIndented = outer > MOST_OUTER_BLANKS && INDENTATIONS.includes(outer);
  if (lines.every((line) => !line.trim() || /^[ \t]/.test(line)) && !isIndented) return null;
  if (lines.some((line) => line && !line.trim())) return null;
  const filled = lines.filter((line) => line.trim());
  if (filled.every((line) => /[ \t]$/.test(line)) && new Set(filled.map((line) => [...line].length)).size === 1)
    return null;
  const rows = lines
    .map((line) => [...line.replace(/[\ufe0e\ufe0f\u20e3\u200b-\u200d]/gu, "").trim()])
    .filter((row) => row.length);
  const isKnown = (sign) => /^[0-8#*.]$/.test(sign) || (sign > "\u007f" && CHOICES.has(sign));
  if (!rows.length || rows.some((row) => row.length !== rows[0].length || !row.every(isKnown))) return null;
  if (sizes && (sizes[0] !== rows.length || sizes[1] !== rows[0].length)) return null;
  // Where two signs would be the same, somebody may mean two things by them.
  const hidden = new Set(rows.flat().filter((sign) => CHOICES.get(sign)?.[0] === "h"));
  if (hidden.size > 1) return null;
  const all = new Set(rows.flat());
  if (all.has("0") && all.has(".") && !all.has("#")) return null; // one of them may be hidden
  const code = { h: HIDDEN, 0: 0, m: MINE };
  return rows.map((row) => row.map((sign) => (CHOICES.has(sign) ? code[CHOICES.get(sign)[0]] : Number(sign))));
}

/** Whether what looks like sizes is a row of clues and of x that are hidden cells: `1 x 2`. */
function isRow([text, sizes, rows, cols, total, rules], lines, start) {
  const line = lines[start];
  const others = lines.filter((other, k) => k !== start && other.trim());
  const isOfSize = others.length === Number(rows);
  const isTurned = others.length === Number(cols); // as in .mine text
  const numbers = total && /^[0-9]+$/.test(total) ? [rows, cols, total] : [rows, cols];
  // Rows as long as this line, and other than it says: 12x1/ with 12 and 1 as clues.
  if (!numbers.every((number) => /^[0-8]$/.test(number))) {
    const isPlain = (!total || /^[0-9]+$/.test(total)) && !rules;
    const areAlike = others.length > 0 && others.every((other) => other.length === line.length);
    return isPlain && areAlike && !isOfSize && !isTurned;
  }
  if (sizes.includes("\t")) return true;
  const isLoose = sizes.includes(" ");
  if (!others.some((other) => /x/i.test(other))) {
    const wordsOf = (other) => other.split(/\s+/).filter(Boolean).length;
    return isLoose && !isOfSize && others.length > 0 && others.every((other) => wordsOf(other) === wordsOf(text));
  }
  return isLoose || (rules ?? "???").length < 3 || !isOfSize;
}

/** `_` is an opened zero to some and no cell to others: where it is beside a hidden cell, it has to be said. */
function refuseHoles(lines, { signs }) {
  const rows = lines.map((line) => line.trim()).filter(Boolean);
  if (signs || !rows.length || rows.some((row) => row.length !== rows[0].length || !/^[#_B1-8]+$/.test(row))) return;
  const isHidden = (r, c) => rows[r]?.[c] === "#";
  for (const [r, row] of rows.entries()) {
    for (let c = 0; c < row.length; c++) {
      const near = [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => isHidden(r + down, c + right)));
      if (row[c] === "_" && near) {
        const what = "'_' beside a hidden cell is an opened zero to some and no cell to others: say signs=zero=_";
        throw wrong(what, { line: lines.findIndex((line) => line.trim() === row) + 1, column: c + 1, symbol: "_" });
      }
    }
  }
}

function optionsOf({ signs = null, mines = null, left = null }, told) {
  return { signs: rolesOf(signs), mines, left, told };
}

function ofReading(found, prior, checked) {
  if (found.kind) {
    const { message, line, column, symbol, readings } = found;
    throw new MinesolverError("BoardFormatError", message, { line, column, symbol, readings });
  }
  const { codes, mines, left, taken, isLayout } = found;
  if (isLayout)
    return made(
      { codes: opened(codes), mines: codes.flat().filter((code) => code === MINE).length },
      {},
      checked,
      taken,
    );
  return made({ codes, mines, left }, prior, checked, taken);
}

/** A whole layout with every cell open. */
function opened(codes) {
  const [rows, cols] = [codes.length, codes[0].length];
  const flat = codes.flat();
  const clueOf = (i) => around(rows, cols, i).filter((j) => flat[j] === MINE).length;
  return codes.map((row, r) => row.map((code, c) => (code === MINE ? MINE : clueOf(r * cols + c))));
}

/**
 * Asks the exact counter: the proved mines of a board; none where they take too long to find; null: it has no layout.
 */
function proverOf(engine) {
  return (codes, mines) => {
    try {
      const [rows, cols] = [codes.length, codes[0].length];
      return engine.analyze({ rows, cols, mines, cells: codes.flat() }, { seconds: SECONDS }).mines;
    } catch (error) {
      if (error.kind === "EngineLimitError") return [];
      if (error.kind === "InconsistentBoardError" || error.kind === "BoardFormatError") return null;
      throw error;
    }
  };
}

/** Roles by sign of what was said: `hidden=x mine=!`. */
function rolesOf(signs) {
  const roles = new Map();
  for (const part of (signs ?? "").split(/\s+/).filter(Boolean)) {
    const [, first, second] = /^([^=]+|=)=(.+)$/s.exec(part) ?? [];
    if (!second) throw wrong(`'${part}' tells no sign: write such as hidden=x mine=! zero=blank`, { symbol: part });
    const [word, names] = first.toLowerCase() in ROLES ? [first, second] : [second, first];
    const role = ROLES[word.toLowerCase()];
    if (!role) throw wrong(`'${part}' has no role: hidden, zero, mine or safe`, { symbol: word });
    for (const sign of signsNamed(names)) {
      if ((roles.get(sign) ?? role) !== role) throw wrong(`'${sign}' was said to be two things`, { symbol: sign });
      roles.set(sign, role);
    }
  }
  return roles;
}

/** The signs of one part: words between commas, numbers and words as they are, else each character. */
function signsNamed(names) {
  return (names.length > 1 ? names.split(",") : [names]).flatMap((name) => {
    if (BLANKS.includes(name) || !name.trim()) return [""];
    if (/^-*[0-9]+$/.test(name) && name.length > 1) return [String(Number(name))];
    return ["null", "None", "nan", "true", "false"].includes(name) ? [name] : [...name];
  });
}
