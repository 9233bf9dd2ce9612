// The board on the screen as a picture, drawn from what the cells look like.

import { grid, state } from "./core.js";
import { $, element, penOf } from "./dom.js";
import { areaOf, boxOf, middle } from "./graph.js";
import { groundOf } from "../../../protocol/scripts/ground.js";

const SIDE = 32; // of a cell, in pixels
const BANNER = 34; // the height of a line above the board
const TITLE = { size: 21, weight: 700 }; // of the first line above the board
const SUBTITLE = { size: 15, weight: 400 }; // of the lines after it
const INNER = 0.88; // of a cell: the frame of the best move
const LARGE = 1600 * SIDE ** 2; // pixels: larger pictures are not drawn at twice the size
const LETTER = 8; // pixels that a letter of a line takes: one that would not fit is drawn narrower

/** What the style sheet gives to cells of one class. @typedef {{paper: string, ink: string, icon: string}} Look */

/** An element of a drawing. */
function tag(
  /** @type {string} */ name,
  /** @type {Record<string, string | number>} */ attributes,
  /** @type {string | null} */ content = null,
) {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return content === null ? `<${name}${words.join("")}/>` : `<${name}${words.join("")}>${content}</${name}>`;
}

const escaped = (/** @type {string} */ text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** The corners of each cell in pixels, from the top left of the board, and how wide and high the board is. */
function corners() {
  const ground = groundOf(state.shown);
  const drawn = Array.from({ length: ground.cells }, (_, index) => ground.outline(index));
  const box = boxOf(drawn.flat());
  const outlines = drawn.map((points) => points.map(([x, y]) => [(x - box.x) * SIDE, (y - box.y) * SIDE]));
  return { outlines, width: Math.ceil(box.width * SIDE), height: Math.ceil(box.height * SIDE) };
}

/** A stand-alone SVG drawing of the board on the screen, these lines above it. */
export function svg(/** @type {string[]} */ lines = []) {
  return drawing(lines).text;
}

/** The drawing, and how wide and high it is. */
function drawing(/** @type {string[]} */ lines) {
  const top = lines.length * BANNER;
  const { outlines, width, height: boardHeight } = corners();
  const height = boardHeight + top;
  const lookOf = looks();
  const cells = grid.looks.map((cell, index) => drawnCell(cell, lookOf(cell), outlines[index]));
  const paper = lines.length ? tag("rect", { width, height, fill: "#fff" }) : "";
  const banner = lines.map((line, number) => drawnLine(line, number, width));
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "sans-serif",
    "text-anchor": "middle",
    "dominant-baseline": "central",
  };
  const board = tag("g", { transform: `translate(0 ${top})` }, cells.join(""));
  return { text: tag("svg", attributes, [paper, ...banner, board].join("")), width, height };
}

/** A function: the look of a cell. The browser is asked once for each class, not for each cell. */
function looks() {
  /** @type {Map<string, Look>} */
  const fills = new Map();
  return (/** @type {{className: string}} */ cell) => {
    const key = cell.className.replace(/ (cur|pointed|pressed|last)\b/g, "");
    let look = fills.get(key);
    if (!look) {
      const probe = element("div", { class: `${key} probe` });
      $("board").append(probe);
      const style = getComputedStyle(probe);
      look = { paper: style.backgroundColor, ink: style.color, icon: pictureIn(style.backgroundImage) };
      probe.remove();
      fills.set(key, look);
    }
    return look;
  };
}

function drawnCell(
  /** @type {{className: string, textContent: string | null}} */ cell,
  /** @type {Look} */ { paper, ink, icon },
  /** @type {number[][]} */ points,
) {
  if (/\bhole\b/.test(cell.className)) return "";
  const isSquare = points.length === 4 && points[0][1] === points[1][1] && points[0][0] === points[3][0];
  const path = `M${points.map(([x, y]) => `${tenths(x)} ${tenths(y)}`).join("L")}Z`;
  const tags = [tag("path", { d: path, fill: paper, stroke: "#8a919c", "stroke-width": 0.7 })];

  // A hidden square stands out: light falls on it from the top left.
  const isHidden = !/\bo\d|\bsign\b/.test(cell.className);
  if (isHidden && isSquare) {
    const [[x, y]] = points;
    const bevel = { fill: "none", "stroke-width": 3 };
    const [lit, shaded] = [`M${x} ${y + SIDE}V${y}H${x + SIDE}`, `M${x} ${y + SIDE}H${x + SIDE}V${y}`];
    tags.push(tag("path", { d: lit, stroke: "#fff", "stroke-opacity": 0.7, ...bevel }));
    tags.push(tag("path", { d: shaded, stroke: "#000", "stroke-opacity": 0.35, ...bevel }));
  }

  // Signs stand in the middle of the cell, in its size.
  const [middleX, middleY] = middle(points).map(tenths);
  const scale = Math.sqrt(areaOf(points)) / SIDE;
  if (icon) {
    const side = tenths((SIDE - 10) * scale);
    const corner = { x: tenths(middleX - side / 2), y: tenths(middleY - side / 2) };
    tags.push(tag("image", { ...corner, width: side, height: side, href: icon }));
  }
  if (/\bbest\b/.test(cell.className)) {
    const inner = points.map(([x, y]) => [middleX + (x - middleX) * INNER, middleY + (y - middleY) * INNER]);
    const frame = `M${inner.map(([x, y]) => `${tenths(x)} ${tenths(y)}`).join("L")}Z`;
    tags.push(tag("path", { d: frame, fill: "none", stroke: "#1746d1", "stroke-width": 4 }));
  }
  if (cell.textContent) {
    const size = tenths((/ p\b/.test(cell.className) ? 13 : 19) * scale);
    const attributes = { x: middleX, y: middleY, fill: ink, "font-size": size, "font-weight": 700 };
    tags.push(tag("text", attributes, escaped(cell.textContent)));
  }
  return tags.join("");
}

const tenths = (/** @type {number} */ value) => Math.round(10 * value) / 10;

/** A line of words above the board. */
function drawnLine(/** @type {string} */ line, /** @type {number} */ number, /** @type {number} */ width) {
  const { size, weight } = number ? SUBTITLE : TITLE;
  const room = width - 16;
  /** @type {Record<string, string | number>} */
  const narrow = line.length * LETTER > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  const attributes = { x: width / 2, y: (number + 0.5) * BANNER, fill: "#15191f" };
  return tag("text", { ...attributes, "font-size": size, "font-weight": weight, ...narrow }, escaped(line));
}

/** The address of the picture that the style sheet puts on a cell, or "". */
const pictureIn = (/** @type {string} */ image) => /data:[^"]*/.exec(image)?.[0] ?? "";

/** The same as PNG, at twice the size where that is not too large. @returns {Promise<Blob>} */
export async function png(/** @type {string[]} */ lines = []) {
  const { text, width, height } = drawing(lines);
  const scale = width * height > LARGE ? 1 : 2;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  penOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

export function download(/** @type {Blob} */ blob, /** @type {string} */ name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
