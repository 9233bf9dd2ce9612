// What a board is drawn and counted on: its cells, what the clue on each sees, what it shows. Geometries and rules
// come as data from the package (facts.shapes): nothing of them is written twice.

import { facts } from "./facts.js";

/**
 * @typedef {object} Ground
 * @property {string} rules geometry and rules by name, "" for Minesweeper's own
 * @property {number[]} shape
 * @property {number} cells
 * @property {Set<number>} holes places without a cell
 * @property {number[][]} near of each cell those that its clue sees
 * @property {number[][] | null} weights what a mine in each of them adds; null: 1
 * @property {(i: number) => number[]} name
 * @property {(cell: Name) => number} index -1 off the board
 * @property {(sum: number) => number[]} shows what a clue may show for a sum
 * @property {number[]} wraps of each dimension how its ends are joined: 0 not, 1 as they lie, -1 turned over
 * @property {boolean} folded whether it is the net of a cube
 * @property {boolean} square whether the cells lie as squares in rows and columns
 * @property {boolean} plain whether clues are plain sums
 * @property {boolean} taken whether the core takes it; else Python counts
 * @property {boolean} shown whether its clues are known here; else its games are played elsewhere
 * @property {(i: number) => number[][]} outline [x, y] of the corners; a cell is 1 wide
 */

const SQUARE = "square";
/** The code of a place without a cell. */
export const HOLE = -3;
const EIGHT = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
];
/** @type {any} */
const OWN = {
  dimensions: 2,
  wraps: [0, 0],
  coloured: true,
  around: [EIGHT],
  edges: [1, 3, 5, 7],
  sees: ["eight"],
  corners: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  steps: [[[0, 1]], [[1, 0]]],
};
const MOST = 62; // of the weights of one clue, in the core
/** @type {Map<string, Ground>} */
const groundsMade = new Map();
/** @type {number[]} */
const NO_HOLES = [];
/** @type {WeakMap<Int8Array, number[]>} */
const holesOf = new WeakMap(); // by the codes of a position, which are never changed

/** The parts of names such as "hex,liar"; `others`: what only Python knows. */
export function parsed(/** @type {string} */ rules) {
  const { geometries, clues, sights } = facts.shapes ?? { geometries: {}, clues: {}, sights: {} };
  const namedRules = { geometry: SQUARE, near: "eight", clue: "", others: /** @type {string[]} */ ([]) };
  for (const ruleText of rules.split(",")) {
    const name = ruleText.trim().toLowerCase();
    if (!name) continue;
    if (name in geometries) namedRules.geometry = name;
    else if (name in sights) namedRules.near = name;
    else if (name in clues && !namedRules.clue) namedRules.clue = name;
    else if (name !== SQUARE) namedRules.others.push(name);
  }
  const { dimensions, fold = null, strips = 0 } = geometries[namedRules.geometry] ?? OWN;
  return {
    ...namedRules,
    clue: namedRules.clue || "vanilla",
    dimensions,
    faces: fold?.length ?? (strips && strips + 1),
    sphere: strips > 0,
  };
}

/** Whether a board of these rules can have this shape. */
export function suits(/** @type {string} */ rules, /** @type {number[]} */ shape) {
  const { dimensions, faces, sphere } = parsed(rules);
  return shape.length === dimensions && (!faces || (shape[0] === faces && (sphere ? 2 : 1) * shape[1] === shape[2]));
}

/** How many cells a board of these rules has in this shape; the last layer of a sphere are its poles. */
export function cellsOf(/** @type {string} */ rules, /** @type {number[]} */ shape) {
  const siteCount = shape.reduce((a, b) => a * b, 1);
  return parsed(rules).sphere ? siteCount - shape[1] * shape[2] + 2 : siteCount;
}

/** @returns {Ground} */
export function ground(
  /** @type {string} */ rules,
  /** @type {number[]} */ shape,
  /** @type {number[]} */ holes = NO_HOLES,
) {
  const key = `${rules} ${shape} ${holes}`;
  const cached = groundsMade.get(key);
  if (cached) return cached;
  const newGround = make(rules, shape, new Set(holes));
  if (groundsMade.size > 30) groundsMade.clear();
  groundsMade.set(key, newGround);
  return newGround;
}

/**
 * The cells of a board on a graph; the name of one is a word, a number, or several.
 * @typedef {string | number | (string | number | (string | number)[])[]} Name
 * @typedef {object} Graph
 * @property {Name[]} names of the cells, as JSON has them
 * @property {Map<string, number>} indices of the cells by their names, as text of JSON
 * @property {number[][]} near the neighbours of each cell, by index
 * @property {number[][][]} outlines the corners [x, y] of each cell, about 1 wide
 */

/**
 * Of a position or a game.
 * @param {{rows: number, cols: number, rules?: string, shape?: number[] | null, codes?: Int8Array,
 *   more?: {graph: Graph | null}}} position
 */
export const groundOf = ({ rows, cols, rules = "", shape = null, codes, more }) =>
  more?.graph
    ? groundOfGraph(more.graph, rules)
    : ground(rules, shape ?? [rows, cols], codes && rules ? holesIn(codes) : NO_HOLES);

/** @type {WeakMap<Graph, Ground>} */
const ofGraphs = new WeakMap();

/** @returns {Ground} */
function groundOfGraph(/** @type {Graph} */ graph, /** @type {string} */ rules) {
  const cached = ofGraphs.get(graph);
  if (cached) return cached;
  /** @type {Ground} */
  const graphGround = {
    rules,
    shape: [graph.names.length],
    cells: graph.names.length,
    holes: new Set(),
    near: graph.near,
    weights: null,
    name: (i) => /** @type {number[]} */ (graph.names[i]),
    index: (cell) => graph.indices.get(JSON.stringify(cell)) ?? -1,
    shows: (sum) => [sum],
    wraps: [],
    folded: false,
    square: false,
    plain: true,
    taken: false,
    shown: false,
    outline: (i) => graph.outlines[i],
  };
  ofGraphs.set(graph, graphGround);
  return graphGround;
}

/** The most mines in a cell under these rules. */
export function capacityOf(/** @type {string} */ rules) {
  const [, byName, byTag] = /(?:^|,)(?:multi-([2-9])|m([2-9]))(?:,|$)/.exec(rules) ?? [];
  return Number(byName ?? byTag ?? 1);
}

/** Whether clues stand on cells that are not open, by these rules. */
export const prints = (/** @type {string} */ rules) =>
  rules.split(",").some((name) => facts.printed?.includes(name.trim()));

function holesIn(/** @type {Int8Array} */ codes) {
  let holes = holesOf.get(codes);
  if (!holes) {
    holes = codes.includes(HOLE) ? [...codes.keys()].filter((i) => codes[i] === HOLE) : NO_HOLES;
    holesOf.set(codes, holes);
  }
  return holes;
}

/** @returns {Ground} */
function make(/** @type {string} */ rules, /** @type {number[]} */ shape, /** @type {Set<number>} */ holes) {
  const { geometry, near: sightName, clue, others } = parsed(rules);
  const kind = facts.shapes?.geometries[geometry] ?? OWN;
  const rule = facts.shapes?.clues[clue];
  const cells = cellsOf(rules, shape);
  const strips = kind.strips ?? 0;
  const index = (/** @type {number[]} */ site) => {
    const isOutside = site.some((n, d) => n < 0 || n >= shape[d]);
    const cellIndex = isOutside ? -1 : site.reduce((offset, n, d) => offset * shape[d] + n, 0);
    return cellIndex < cells && !holes.has(cellIndex) ? cellIndex : -1;
  };
  const name = (/** @type {number} */ i) => {
    const site = new Array(shape.length);
    for (let d = shape.length - 1; d >= 0; d--) {
      site[d] = i % shape[d];
      i = Math.floor(i / shape[d]);
    }
    return site;
  };
  const isBeyond = (/** @type {number} */ n, /** @type {number} */ d) => Math.floor(n / shape[d]) % 2 !== 0;
  /** The place that one beyond the edges stands for. */
  const joined = (/** @type {number[]} */ site) =>
    kind.fold
      ? folded(site)
      : strips
        ? rolled(site)
        : site.map((n, d) => {
            const over = site.filter((m, e) => e !== d && kind.wraps[e] < 0 && isBeyond(m, e)).length % 2;
            const coordinate = over ? shape[d] - 1 - n : n;
            return kind.wraps[d] ? (coordinate + 2 * shape[d]) % shape[d] : coordinate;
          });
  /**
   * The same on a cube: of each face which way is out, down and right, and where it is in the drawing; beyond a corner
   * is nothing.
   */
  const folded = (/** @type {number[]} */ [face, ...onFace]) => {
    const size = shape[1];
    const directions = kind.fold[face].slice(1, 3);
    const [rightHalf, second] = onFace.map((coordinate) => 2 * coordinate + 1 - size);
    /** @type {Record<string, number>} */
    const halves = { [kind.fold[face][0]]: size - 1, [directions[0]]: rightHalf, [directions[1]]: second };
    const over = directions
      .filter((/** @type {number} */ direction) => Math.abs(halves[direction]) > size)
      .map((/** @type {number} */ direction) => (halves[direction] > 0 ? direction : -direction));
    if (over.length !== 1) return [over.length ? -1 : face, ...onFace];
    const nextFace = kind.fold.findIndex((/** @type {number[]} */ faceWays) => faceWays[0] === over[0]);
    return [
      nextFace,
      ...kind.fold[nextFace]
        .slice(1, 3)
        .map((/** @type {number} */ direction) => ((halves[direction] ?? -halves[-direction]) + size - 1) / 2),
    ];
  };
  /** The same on a sphere, where beyond a strip is the one before or after it, or a pole. */
  const rolled = (/** @type {number[]} */ [strip, r, c]) => {
    const [size, nextStrip, previousStrip] = [shape[1], (strip + 1) % strips, (strip + strips - 1) % strips];
    if (strip === strips || (r >= 0 && r < size && c >= 0 && c < 2 * size)) return [strip, r, c];
    if ((r === -1 && c === 0) || (r === size - 1 && c === 2 * size)) return [strips, 0, r < 0 ? 0 : 1];
    if (c === 2 * size) return [nextStrip, size - 1, size + r + 1];
    if (r === -1) return c <= size ? [nextStrip, c - 1, 0] : [nextStrip, size - 1, c - size];
    if (c === -1) return [previousStrip, 0, r];
    return c < size ? [previousStrip, 0, size + c] : [previousStrip, c - size, 2 * size - 1];
  };
  /**
   * Where a sphere's cell is drawn: the poles above and below the middle strip, and as pentagons like all ends of the
   * strips.
   */
  const onNet = (/** @type {number[]} */ [strip, r, c]) => {
    const size = shape[1];
    const pole = strip === strips;
    if (pole) [strip, r, c] = [2, c * size - 1, c * 2 * size];
    const sides = pole || (r === size - 1 && c % size === 0) ? 5 : 6;
    const [x, y] = [strip * size + (size + c - r) / 2, ((r + c + 1) * Math.sqrt(3)) / 2 + 1 / Math.sqrt(3)];
    return Array.from({ length: sides }, (_, k) => [
      x + Math.sin((k * 2 * Math.PI) / sides) / Math.sqrt(3),
      y - Math.cos((k * 2 * Math.PI) / sides) / Math.sqrt(3),
    ]);
  };
  const parity = (/** @type {number[]} */ site) => site.reduce((bits, n) => 2 * bits + (n % 2), 0);
  const byParity = (/** @type {any[]} */ choices, /** @type {number[]} */ site) => (choices.length === 1 ? choices[0] : choices[parity(site)]);
  /** The place so far from one, of which a pole has the nearest of each strip. @returns {number[][]} */
  const sitesAround = (/** @type {number[]} */ site) => {
    if (strips && site[0] === strips)
      return Array.from({ length: strips }, (_, strip) => [
        strip,
        site[2] * (shape[1] - 1),
        site[2] * (shape[2] - 1),
      ]);
    return byParity(kind.around, site).map((/** @type {number[]} */ move) => joined(move.map((distance, d) => site[d] + distance)));
  };
  const sight = kind.sees.includes(sightName) ? (facts.shapes?.sights[sightName] ?? { steps: 1, edges: false }) : null;
  const seenCells = sight ? seen(sight) : Array.from({ length: cells }, () => []);
  for (const hole of holes) seenCells[hole] = [];
  /** Of each cell those that its clue sees. @returns {number[][]} */
  function seen(
    /** @type {{steps?: number, edges?: boolean, ahead?: number | null, moves?: number[][]}} */ {
      steps,
      edges,
      ahead,
      moves,
    },
  ) {
    const sites = Array.from({ length: cells }, (_, i) => name(i));
    if (moves)
      return sites.map((site, i) =>
        tidy(
          moves.map((move) => index(joined(move.map((distance, d) => site[d] + distance)))),
          i,
        ),
      );
    // Of each cell the next one in each direction, -1 where there is none.
    const next = sites.map((site) => sitesAround(site).map(index));
    const through = next.map((directions) => kind.edges.map((/** @type {number} */ d) => directions[d] ?? -1));
    if (steps) return reached((edges ? through : next).map(tidy), steps);
    return through.map((_, i) =>
      tidy(
        kind.edges.flatMap((/** @type {number} */ _direction, /** @type {number} */ k) =>
          straight(through, i, k, ahead ?? Infinity),
        ),
        i,
      ),
    );
  }
  const coloured = (/** @type {number} */ i) => name(i).reduce((a, b) => a + b, 0) % 2;
  const unknownNames = others.filter((ruleName) => !facts.placements?.includes(ruleName) && capacityOf(ruleName) === 1);
  const even = !rule || (rule.weights[0] === 1 && rule.weights[1] === 1);
  const weights = even ? null : seenCells.map((neighbours) => neighbours.map((j) => rule.weights[coloured(j)]));
  const size = (/** @type {number} */ i) =>
    (weights?.[i] ?? seenCells[i].map(() => 1)).reduce((sum, weight) => sum + Math.abs(weight), 0);
  const counted = Array.from({ length: cells }, (_, i) => i).every((i) => size(i) <= MOST);
  const isTold = Boolean(sight) && Boolean(rule || clue === "vanilla") && (even || kind.coloured) && counted;
  return {
    rules,
    shape,
    cells,
    holes,
    near: seenCells,
    weights,
    name,
    index: /** @type {Ground["index"]} */ (index),
    shows: (sum) => rule?.shows[sum + (rule.shows.length - 1) / 2] ?? [sum],
    wraps: kind.wraps,
    folded: Boolean(kind.fold),
    square: geometry === SQUARE || (shape.length === 2 && kind.wraps.some(Boolean)),
    plain: clue === "vanilla",
    taken: isTold && !others.length,
    shown: isTold && !unknownNames.length,
    outline(i) {
      const site = name(i);
      if (strips) return onNet(site);
      if (kind.fold) {
        const [x, y] = [kind.fold[site[0]][4] * shape[2] + site[2], kind.fold[site[0]][3] * shape[1] + site[1]];
        return OWN.corners[0].map((/** @type {number[]} */ [right, down]) => [x + right, y + down]);
      }
      /** How far one step along a dimension goes. @param {number[][]} steps @param {number} axis */
      const step = (steps, axis) => steps.reduce((sum, sizes, k) => sum + sizes[axis] * (k ? shape[k - 1] : 1), 0);
      const shift = [0, 1].map((axis) => site.reduce((sum, n, d) => sum + n * step(kind.steps[d], axis), 0));
      return byParity(kind.corners, site).map((/** @type {number[]} */ [x, y]) => [x + shift[0], y + shift[1]]);
    },
  };
}

/** Indices of cells in rising order, each once, without one and without what is off the board. */
const tidy = (/** @type {number[]} */ cells, /** @type {number} */ cell) =>
  [...new Set(cells)].filter((j) => j >= 0 && j !== cell).sort((a, b) => a - b);

/** The cells within so many steps from each. */
function reached(/** @type {number[][]} */ nearest, /** @type {number} */ steps) {
  let reachedCells = nearest;
  for (let step = 1; step < steps; step++)
    reachedCells = reachedCells.map((cells, i) =>
      tidy(
        [i, ...cells].flatMap((j) => [j, ...nearest[j]]),
        i,
      ),
    );
  return reachedCells;
}

/** The cells straight ahead of one in a direction, until the edge or where they come round again. */
function straight(
  /** @type {number[][]} */ next,
  /** @type {number} */ cell,
  /** @type {number} */ direction,
  /** @type {number} */ maxLength,
) {
  const rayCells = new Set();
  for (
    let j = next[cell][direction];
    j >= 0 && j !== cell && !rayCells.has(j) && rayCells.size < maxLength;
    j = next[j][direction]
  )
    rayCells.add(j);
  return [...rayCells];
}

/** The cells that a clue proves safe where `knownMines` (mines by cell) holds: all that are not known, or none. */
export function clears(
  /** @type {Ground} */ boardGround,
  /** @type {number} */ i,
  /** @type {number} */ clue,
  /** @type {Map<number, number>} */ knownMines,
) {
  let base = 0;
  let sums = new Set([0]);
  let minedSums = new Set(); // of these, those with a mine in a cell that is not known
  const free = [];
  const capacity = capacityOf(boardGround.rules);
  for (const [k, j] of boardGround.near[i].entries()) {
    const weight = boardGround.weights ? boardGround.weights[i][k] : 1;
    const value = knownMines.get(j);
    if (value !== undefined) {
      base += weight * value;
      continue;
    }
    free.push(j);
    const withMines = [...minedSums, ...sums].flatMap((sum) =>
      Array.from({ length: capacity }, (_, further) => sum + (further + 1) * weight),
    );
    minedSums = new Set([...minedSums, ...withMines]);
    sums = new Set([...sums, ...minedSums]);
  }
  const fits = (/** @type {number} */ sum) => boardGround.shows(base + sum).includes(clue);
  return fits(0) && ![...minedSums].some(fits) ? free : [];
}

/** The sums of mines that a cell shows as this clue. */
export function sumsOf(/** @type {Ground} */ boardGround, /** @type {number} */ cell, /** @type {number} */ clue) {
  const weights = boardGround.weights?.[cell] ?? boardGround.near[cell].map(() => 1);
  const sums = [];
  const leastSum = weights.reduce((sum, weight) => sum + Math.min(weight, 0), 0);
  const greatestSum = weights.reduce((sum, weight) => sum + Math.max(weight, 0), 0);
  for (let sum = leastSum; sum <= greatestSum; sum++) if (boardGround.shows(sum).includes(clue)) sums.push(sum);
  return sums;
}

/** @type {WeakMap<Ground, any>} */
const lists = new WeakMap();

/**
 * A board as the engine takes it: what each clue sees and, where it is no plain sum of mines, what it shows for a sum.
 */
export function listsOf(/** @type {any} */ position) {
  const boardGround = groundOf(position);
  if (!lists.has(boardGround))
    lists.set(boardGround, {
      key: `${boardGround.rules} ${boardGround.shape}`,
      neighbours: boardGround.near,
      ...(boardGround.plain && !boardGround.weights ? {} : shown(boardGround)),
    });
  return lists.get(boardGround);
}

function shown(/** @type {Ground} */ boardGround) {
  /** @type {string[]} */
  const spans = [];
  const kinds = boardGround.near.map((neighbours, i) => {
    const weights = neighbours.map((_, k) => (boardGround.weights ? boardGround.weights[i][k] : 1));
    const span = [-1, 1]
      .map((sign) => weights.filter((weight) => weight * sign > 0).reduce((a, b) => a + b, 0))
      .join(" ");
    if (!spans.includes(span)) spans.push(span);
    return spans.indexOf(span);
  });
  const shows = spans.map((span) => {
    const [low, high] = span.split(" ").map(Number);
    return Array.from({ length: high - low + 1 }, (_, k) => boardGround.shows(low + k));
  });
  const weights = boardGround.weights ?? boardGround.near.map((neighbours) => neighbours.map(() => 1));
  return { weights, kinds, shows };
}
