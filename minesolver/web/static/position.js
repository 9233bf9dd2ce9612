// A board in the page: rows, cols, codes (Int8Array: -1 hidden, 0..8 clues, 10 known mine), mines, density.

export const HIDDEN = -1;
export const MINE = 10;
const SYMBOLS = "ABCDEFGHI"; // clues 0..8 in links; z hidden, m known mine

export function empty(rows, cols, mines, density = null) {
  return { rows, cols, codes: new Int8Array(rows * cols).fill(HIDDEN), mines, density };
}

export function copy(position) {
  return { ...position, codes: position.codes.slice() };
}

export function toModel(position) {
  const rows = [];
  for (let r = 0; r < position.rows; r++) {
    let row = "";
    for (let c = 0; c < position.cols; c++) {
      const code = position.codes[r * position.cols + c];
      row += code === HIDDEN ? "#" : code === MINE ? "*" : code;
    }
    rows.push(row);
  }
  return { rows, mines: position.mines, density: position.mines === null ? position.density : null };
}

export function fromModel(model) {
  const position = empty(model.rows.length, model.rows[0].length, model.mines, model.density);
  model.rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      position.codes[r * position.cols + c] = row[c] === "#" ? HIDDEN : row[c] === "*" ? MINE : Number(row[c]);
    }
  });
  return position;
}

export function toText(position) {
  const { rows, mines, density } = toModel(position);
  const size = `${position.rows}x${position.cols}`;
  const head = mines !== null ? [`${size}x${mines}`] : density ? [`${size}x~${density}`] : [];
  return [...head, ...rows].join("\n") + "\n";
}

// 16x30x99:z120A3B - a letter a cell, row by row, with its repetitions. Nothing in it needs escaping.
export function toHash(position) {
  const total = position.mines !== null ? `x${position.mines}` : position.density ? `x~${position.density}` : "";
  let cells = "";
  for (let i = 0; i < position.codes.length; ) {
    let j = i;
    while (j < position.codes.length && position.codes[j] === position.codes[i]) j++;
    const code = position.codes[i];
    cells += (code === HIDDEN ? "z" : code === MINE ? "m" : SYMBOLS[code]) + (j - i > 1 ? j - i : "");
    i = j;
  }
  return `${position.rows}x${position.cols}${total}:${cells}`;
}

export function fromHash(text) {
  const found = /^(\d+)x(\d+)(?:x(\d+|~[\d./]+))?:((?:[A-Izm]\d*)*)$/.exec(text);
  if (!found) throw new Error("this link holds no board");
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  if (!(rows >= 1 && cols >= 1 && rows <= 256 && cols <= 256 && rows * cols <= 10000)) {
    throw new Error(`this link holds a board of ${found[1]}x${found[2]} cells, which is too large`);
  }
  const density = found[3]?.startsWith("~") ? found[3].slice(1) : null;
  const position = empty(rows, cols, found[3] && !density ? Number(found[3]) : null, density);
  let i = 0;
  for (const [, letter, times] of found[4].matchAll(/([A-Izm])(\d*)/g)) {
    const code = letter === "z" ? HIDDEN : letter === "m" ? MINE : SYMBOLS.indexOf(letter);
    const end = i + (times === "" ? 1 : Number(times));
    if (end > rows * cols) throw new Error("this link holds more cells than its board has");
    position.codes.fill(code, i, end);
    i = end;
  }
  if (i !== rows * cols) throw new Error("this link holds fewer cells than its board has");
  return position;
}
