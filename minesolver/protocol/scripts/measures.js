// The numbers that players know of a square layout. Pure: the npm package has this file too.

/** The indices of the cells around one. */
export function around(/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number} */ index) {
  const [row, col] = [Math.floor(index / cols), index % cols];
  const neighbours = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++)
      if (r !== row || c !== col) neighbours.push(r * cols + c);
  }
  return neighbours;
}

/**
 * 3BV of a layout: the least clicks that open every safe cell (openings, and clues that border none).
 * With `opened`, only those that are done; `neighbours`: of each cell those around it.
 * @param {number} rows @param {number} cols @param {Set<number>} mines @param {(i: number) => boolean} opened
 */
export function bbbv(
  rows,
  cols,
  mines,
  opened = () => true,
  neighbours = Array.from({ length: rows * cols }, (_, i) => around(rows, cols, i)),
) {
  const size = rows * cols;
  const zero = neighbours.map((cells, i) => !mines.has(i) && !cells.some((j) => mines.has(j)));
  const visited = new Uint8Array(size);
  let clicks = 0;
  for (let i = 0; i < size; i++) {
    if (!zero[i] || visited[i]) continue;
    if (opened(i)) clicks++;
    const pending = [i];
    while (pending.length) {
      const cell = /** @type {number} */ (pending.pop());
      if (visited[cell]) continue;
      visited[cell] = 1;
      if (zero[cell]) pending.push(...neighbours[cell]);
    }
  }
  for (let i = 0; i < size; i++) if (!mines.has(i) && !visited[i] && opened(i)) clicks++;
  return clicks;
}

/**
 * Clicks with flags and chords by the greedy rule of players (ZiNi): where flagging around a cell and opening the rest
 * saves most,
 * that is done, as long as it saves anything; else one click of 3BV.
 */
export function zini(
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  /** @type {Set<number>} */ mines,
  /** @type {number[][] | null} */ lists = null,
) {
  const size = rows * cols;
  const neighbours = lists ?? Array.from({ length: size }, (_, i) => around(rows, cols, i));
  const clue = neighbours.map((cells, i) => (mines.has(i) ? -1 : cells.filter((j) => mines.has(j)).length));
  const open = new Uint8Array(size);
  const flagged = new Uint8Array(size);
  const area = new Int32Array(size).fill(-1); // of a 0: its opening
  let areas = 0;
  for (let i = 0; i < size; i++) {
    if (clue[i] !== 0 || area[i] >= 0) continue;
    const pending = [i];
    while (pending.length) {
      const cell = /** @type {number} */ (pending.pop());
      if (clue[cell] !== 0 || area[cell] >= 0) continue;
      area[cell] = areas;
      pending.push(...neighbours[cell]);
    }
    areas++;
  }
  // What a click on a cell would count in 3BV: 1 for a clue beside no opening, and its openings.
  const openingsBeside = neighbours.map((cells, i) => new Set([i, ...cells].map((j) => area[j]).filter((a) => a >= 0)));
  const lone = (/** @type {number} */ i) => clue[i] > 0 && openingsBeside[i].size === 0;
  const show = (/** @type {number} */ i) => {
    const pending = [i];
    while (pending.length) {
      const cell = /** @type {number} */ (pending.pop());
      if (open[cell] || mines.has(cell)) continue;
      open[cell] = 1;
      if (clue[cell] === 0) pending.push(...neighbours[cell]);
    }
  };
  const premium = (/** @type {number} */ i) => {
    if (mines.has(i)) return -Infinity;
    const openings = new Set();
    let gain = 0;
    for (const j of [i, ...neighbours[i]]) {
      if (mines.has(j) || open[j]) continue;
      if (lone(j)) gain++;
      else if (clue[j] === 0) openings.add(area[j]);
    }
    const unflagged = neighbours[i].filter((j) => mines.has(j) && !flagged[j]).length;
    return gain + openings.size - unflagged - Number(!open[i]) - 1;
  };
  let clicks = 0;
  for (;;) {
    let best = -1;
    let bestPremium = -1;
    for (let k = 0; k < size; k++) {
      // Of equal ones the first by columns, as other programs have it on square boards.
      const i = lists ? k : (k % rows) * cols + Math.floor(k / rows);
      const value = premium(i);
      if (value > bestPremium) [best, bestPremium] = [i, value];
    }
    if (best < 0) break;
    if (!open[best]) clicks++;
    show(best);
    for (const j of neighbours[best]) {
      if (!mines.has(j) || flagged[j]) continue;
      flagged[j] = 1;
      clicks++;
    }
    if (neighbours[best].some((j) => !mines.has(j) && !open[j])) clicks++;
    neighbours[best].forEach(show);
  }
  // What no chord was worth: one click each.
  for (const isWanted of [(/** @type {number} */ i) => clue[i] === 0, lone]) {
    for (let i = 0; i < size; i++) {
      if (open[i] || mines.has(i) || !isWanted(i)) continue;
      clicks++;
      show(i);
    }
  }
  return clicks;
}

/**
 * The numbers of a layout by the names that players use.
 * @param {number} rows @param {number} cols @param {ArrayLike<number>} layout 1 for a mine
 * @param {number[][] | null} lists of each cell those around it, where it is no square board
 */
export function numbersOf(rows, cols, layout, lists = null) {
  const neighbours = lists ?? Array.from({ length: rows * cols }, (_, i) => around(rows, cols, i));
  const mines = new Set([...neighbours.keys()].filter((i) => layout[i]));
  const isZero = (/** @type {number} */ i) => !layout[i] && !neighbours[i].some((j) => layout[j]);
  const isBare = (/** @type {number} */ i) => !layout[i] && !isZero(i) && !neighbours[i].some(isZero);
  const openings = componentCount(neighbours, isZero);
  const islands = componentCount(neighbours, isBare);
  const [clicks, chords] = [bbbv(rows, cols, mines, () => true, neighbours), zini(rows, cols, mines, lists)];
  return { "3BV": clicks, openings, islands, ZiNi: chords };
}

/** How many connected components the cells of a kind have. @param {number[][]} neighbours @param {(i: number) => boolean} has */
function componentCount(neighbours, has) {
  const visited = new Set();
  let components = 0;
  for (const start of neighbours.keys()) {
    if (!has(start) || visited.has(start)) continue;
    components += 1;
    const pending = [start];
    while (pending.length) {
      const i = /** @type {number} */ (pending.pop());
      if (visited.has(i) || !has(i)) continue;
      visited.add(i);
      pending.push(...neighbours[i]);
    }
  }
  return components;
}
