// The cells of a large board as one picture of what is seen of it: a browser takes too long to lay out and paint ten
// thousand elements at each change. The style sheet says how a cell looks here too: it is asked once for each look, by
// an element that nobody sees.

import { penOf } from "./dom.js";

/** @typedef {{classes: string, text: string, label: string}} Face */

const COLOUR = /(?:rgba?|color|oklab|oklch)\([^()]*\)/g;
const STOP = /((?:rgba?|color|oklab|oklch)\([^()]*\)) ([\d.]+)px(?: ([\d.]+)px)?/g;
const SIDES = /** @type {const} */ (["Top", "Right", "Bottom", "Left"]);

export class PaintedCells {
  canvas = document.createElement("canvas");
  #probe = document.createElement("div");
  #board;
  #rows;
  #cols;
  /** @type {Face[]} */
  #faces = [];
  /** @type {Set<number>} */
  #changed = new Set();
  /** Of each look in this theme and size its picture. @type {Map<string, HTMLCanvasElement>} */
  #sprites = new Map();
  /** The classes of cells whose text is too small to be drawn. @type {Set<string>} */
  #textless = new Set();
  /** @type {Map<string, HTMLImageElement>} */
  #images = new Map();
  #drawnTheme = "";
  #drawnWindow = "";
  #isAsked = false;
  #darkness = matchMedia("(prefers-color-scheme: dark)");
  /** Where the picture lies in the board, and how far that is scrolled; null: to be measured, which costs a layout. */
  #place = /** @type {{left: number, top: number, wide: number, high: number, x0: number, y0: number} | null} */ (null);

  constructor(/** @type {HTMLElement} */ board, /** @type {number} */ rows, /** @type {number} */ cols) {
    this.#board = board;
    this.#rows = rows;
    this.#cols = cols;
    this.canvas.setAttribute("aria-hidden", "true");
    this.#probe.setAttribute("aria-hidden", "true");
  }

  /** Into the element that has the size of all cells. */
  putInto(/** @type {HTMLElement} */ box) {
    box.append(this.canvas, this.#probe);
    const ask = () => {
      this.#place = null;
      this.ask();
    };
    this.#board.addEventListener("scroll", ask, { passive: true });
    new ResizeObserver(ask).observe(box);
    new ResizeObserver(ask).observe(this.#board);
    new MutationObserver(ask).observe(document.documentElement, { attributes: true });
    this.#darkness.addEventListener("change", ask);
  }

  /** Give a cell another face, which is drawn with the next picture. */
  set(/** @type {number} */ index, /** @type {Face} */ face) {
    this.#faces[index] = face;
    this.#changed.add(index);
  }

  /** The classes and the text of each cell. */
  get looks() {
    return this.#faces.map(({ classes, text }) => ({ className: classes, textContent: text }));
  }

  /** Draw with the next frame. */
  ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      if (this.canvas.isConnected) this.#draw();
    });
  }

  /** Draw what has changed; where the board was scrolled, or looks otherwise now, all that is seen. */
  #draw() {
    const board = this.#board;
    const box = /** @type {HTMLElement} */ (this.canvas.parentElement);
    const cell = parseInt(board.style.getPropertyValue("--cell"), 10);
    const scale = devicePixelRatio;
    const theme = [document.documentElement.dataset.theme, this.#darkness.matches, board.className, cell, scale].join(" ");
    if (theme !== this.#drawnTheme) {
      this.#place = null;
      this.#sprites.clear();
      this.#textless.clear();
    }
    this.#place ??= {
      left: box.offsetLeft,
      top: box.offsetTop,
      wide: board.clientWidth,
      high: board.clientHeight,
      x0: board.scrollLeft,
      y0: board.scrollTop,
    };
    const { left, top, wide, high, x0, y0 } = this.#place;
    const width = Math.min(this.#cols * cell, wide - left);
    const height = Math.min(this.#rows * cell, high - top);
    const view = [x0, y0, left, top, width, height].join(" ");
    const isWhole = theme !== this.#drawnTheme || view !== this.#drawnWindow;
    [this.#drawnTheme, this.#drawnWindow] = [theme, view];

    const pixels = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) {
      [this.canvas.width, this.canvas.height] = pixels;
      this.canvas.style.cssText = `width:${width}px;height:${height}px;left:${left}px;top:${top}px`;
    }
    const context = penOf(this.canvas);
    const [firstRow, firstCol] = [Math.floor(y0 / cell), Math.floor(x0 / cell)];
    const lastRow = Math.min(this.#rows, Math.ceil((y0 + height) / cell));
    const lastCol = Math.min(this.#cols, Math.ceil((x0 + width) / cell));
    const side = Math.round(cell * scale);
    const drawCell = (/** @type {number} */ row, /** @type {number} */ col) => {
      const face = this.#faces[row * this.#cols + col];
      if (!face) return;
      const [x, y] = [Math.round((col * cell - x0) * scale), Math.round((row * cell - y0) * scale)];
      context.clearRect(x, y, side, side);
      context.drawImage(this.#spriteOf(face, cell, scale), x, y);
    };
    const isSeen = (/** @type {number} */ row, /** @type {number} */ col) =>
      row >= firstRow && row < lastRow && col >= firstCol && col < lastCol;
    if (isWhole) {
      for (let row = firstRow; row < lastRow; row++) for (let col = firstCol; col < lastCol; col++) drawCell(row, col);
    } else {
      for (const index of this.#changed) {
        const [row, col] = [Math.floor(index / this.#cols), index % this.#cols];
        if (isSeen(row, col)) drawCell(row, col);
      }
    }
    this.#changed.clear();
  }

  /** The picture of a look; the cursor is an element of its own. */
  #spriteOf(/** @type {Face} */ face, /** @type {number} */ cell, /** @type {number} */ scale) {
    const classes = face.classes.replace(/ cur\b/, "");
    const text = this.#textless.has(classes) ? "" : face.text;
    const key = `${classes}|${text}`;
    let sprite = this.#sprites.get(key);
    if (!sprite) {
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = Math.round(cell * scale);
      this.#paint(sprite, classes, text, cell, scale);
      this.#sprites.set(key, sprite);
    }
    return sprite;
  }

  /** Draw a cell as the style sheet has it: ground, pattern or picture, borders, text, rings. */
  #paint(
    /** @type {HTMLCanvasElement} */ sprite,
    /** @type {string} */ classes,
    /** @type {string} */ text,
    /** @type {number} */ cell,
    /** @type {number} */ scale,
  ) {
    this.#probe.className = `${classes} probe`;
    const style = getComputedStyle(this.#probe);
    const context = penOf(sprite);
    context.scale(scale, scale);
    context.fillStyle = style.backgroundColor;
    context.fillRect(0, 0, cell, cell);
    if (style.backgroundImage.includes("gradient")) stripe(context, style.backgroundImage, cell);
    else this.#paintImages(context, style, cell);
    border(context, style, cell);
    if (parseFloat(style.fontSize) === 0) this.#textless.add(classes);
    else if (text) {
      context.fillStyle = style.color;
      context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      context.textAlign = "center";
      context.textBaseline = "alphabetic";
      const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText("0");
      context.fillText(text, cell / 2, (cell + up - down) / 2);
    }
    ring(context, style.boxShadow, cell);
    for (const pseudo of ["::before", "::after"]) {
      const borders = getComputedStyle(this.#probe, pseudo);
      if (borders.content === "none" || borders.content === "normal" || borders.display === "none") continue;
      ring(context, borders.boxShadow, cell);
      border(context, borders, cell);
    }
  }

  /** Draw the pictures of a style: the last lies lowest. A picture that is not there yet comes with the next frame. */
  #paintImages(
    /** @type {CanvasRenderingContext2D} */ context,
    /** @type {CSSStyleDeclaration} */ style,
    /** @type {number} */ cell,
  ) {
    const addresses = [...style.backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map((match) => match[1]);
    const sizes = style.backgroundSize.split(",").map((size) => parseFloat(size) / 100 || 0.68);
    for (const [number, address] of [...addresses.entries()].reverse()) {
      let image = this.#images.get(address);
      if (!image) {
        image = new Image();
        image.onload = () => {
          this.#sprites.clear();
          this.#drawnWindow = "";
          this.ask();
        };
        image.src = address;
        this.#images.set(address, image);
      }
      const side = cell * sizes[number % sizes.length];
      const corner = (cell - side) / 2;
      if (image.complete && image.naturalWidth) context.drawImage(image, corner, corner, side, side);
    }
  }
}

/** Fill with the stripes of a gradient that repeats itself; a round one is a dot in the corner. */
function stripe(
  /** @type {CanvasRenderingContext2D} */ context,
  /** @type {string} */ gradient,
  /** @type {number} */ cell,
) {
  if (gradient.startsWith("radial")) {
    context.fillStyle = gradient.match(COLOUR)?.[0] ?? "red";
    context.beginPath();
    context.arc(cell * 0.78, cell * 0.22, cell * 0.1, 0, 7);
    context.fill();
    return;
  }
  const stops = [...gradient.matchAll(STOP)];
  const period = Math.max(2, ...stops.map((stop) => Number(stop[3] ?? stop[2])));
  context.save();
  context.beginPath();
  context.rect(0, 0, cell, cell);
  context.clip();
  context.translate(cell / 2, cell / 2);
  context.rotate(gradient.includes("135deg") ? Math.PI / 4 : -Math.PI / 4);
  // Each stop is a colour from its first place to its second, or from the place of the stop before.
  for (let start = -2 * period * Math.ceil(cell / period); start < 2 * cell; start += period)
    for (const [number, stop] of stops.entries()) {
      const from = stop[3] === undefined ? Number(stops[number - 1]?.[2] ?? 0) : Number(stop[2]);
      context.fillStyle = stop[1];
      context.fillRect(start + from, -cell, Number(stop[3] ?? stop[2]) - from, 2 * cell);
    }
  context.restore();
}

/** Draw the four sides of a border; they meet in its corners. */
function border(
  /** @type {CanvasRenderingContext2D} */ context,
  /** @type {CSSStyleDeclaration} */ style,
  /** @type {number} */ cell,
) {
  const widths = SIDES.map((side) => (style[`border${side}Style`] === "none" ? 0 : parseFloat(style[`border${side}Width`])));
  const [top, right, bottom, left] = widths;
  const outer = [[0, 0], [cell, 0], [cell, cell], [0, cell]];
  const inner = [[left, top], [cell - right, top], [cell - right, cell - bottom], [left, cell - bottom]];
  for (const [number, side] of SIDES.entries()) {
    if (!widths[number]) continue;
    const nextSide = (number + 1) % 4;
    context.fillStyle = style[`border${side}Color`];
    context.beginPath();
    for (const [x, y] of [outer[number], outer[nextSide], inner[nextSide], inner[number]]) context.lineTo(x, y);
    context.fill();
  }
}

/** Draw the rings of a shadow that lies inside; the first lies highest. */
function ring(
  /** @type {CanvasRenderingContext2D} */ context,
  /** @type {string} */ shadow,
  /** @type {number} */ cell,
) {
  const rings = [...shadow.matchAll(/((?:rgba?|color|oklab|oklch)\([^()]*\)) 0px 0px 0px ([\d.]+)px inset/g)];
  for (const [, colour, width] of rings.reverse()) {
    context.strokeStyle = colour;
    context.lineWidth = Number(width);
    context.strokeRect(Number(width) / 2, Number(width) / 2, cell - Number(width), cell - Number(width));
  }
}
