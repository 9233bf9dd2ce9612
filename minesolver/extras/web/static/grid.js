// A board on the screen: an ARIA grid with one cell in the tab order. It draws the looks that it is given and says
// what the user does to a cell; it knows nothing of Minesweeper.

import { PaintedCells } from "./cells.js";
import { drawn, element } from "./dom.js";
import { areaOf, boxOf, middle } from "./graph.js";
import { edgeName } from "./numbers.js";

const HALF = 0.5; // of a cell
const INNER = 0.84; // of a cell: what a frame leaves of it
const SMALLEST = 15;
const LARGEST = 72;
const EASY = { finger: 24, mouse: 20 }; // pixels that a cell has where nobody chose: it is hit without care
const ALL_BUT_EASY = 2; // pixels less are no reason to hide a column
const TOUCHED = 16; // the least that a finger can still hit
const BOARD_HIGH = 260; // pixels of a board that is to be seen on any screen
/** Pixels of the controls beside a board, and beside one that is to be seen whole. */
const CONTROLS_WIDE = { any: 168, whole: 144 };
const PANEL = 360; // pixels of the panel beside a board, as the style sheet has it
const LARGE = 2500; // cells; more are one picture
const LONG_PRESS = 450; // ms
const NOTCH = 50; // pixels of scrolling that are one step of the wheel

/**
 * @typedef {object} Handlers
 * @property {(index: number) => void} cursor the cursor has moved
 * @property {(index: number) => void} look the pointer or the cursor is on this cell
 * @property {(index: number, first: boolean) => void} stroke the main button is down on it, or dragged over it
 * @property {() => void} end the main button came up after a stroke
 * @property {(index: number) => void} tap the main button came up on the cell where it went down, or a finger touched
 * it
 * @property {(index: number) => void} secondary right button or long press
 * @property {(index: number) => void} press a button is held on this cell; -1: no longer
 * @property {(index: number, up: boolean, alt: boolean) => boolean} wheel whether the step was used
 * @property {(size: number) => void} resized two fingers gave the cells this size
 * @property {(hasPanel: boolean) => void} fitted the board has its size; whether a panel has room beside it in any case
 */

export class Grid {
  /** @type {HTMLElement} */
  // @ts-ignore: there from the beginning on
  element;
  rows = 0;
  cols = 0;
  cursor = 0;
  /** @type {HTMLElement[]} */
  #cells = []; // of a large board none
  /** @type {PaintedCells | null} */
  #painted = null; // the cells of a large board
  /** @type {HTMLElement[]} */
  #cursorCells = []; // of a large board: the cell with the cursor, and the one that it moves to
  /** What the cell with the cursor is called. */
  #label = (/** @type {number} */ _index) => "";
  /** Whether a brush is drawn over the cells. */
  isDrawing = false;
  /** @type {number[]} */
  #drawn = [];
  #isNew = false; // nothing was drawn since the cells were made
  /** @type {number | null} */
  #size = null; // pixels of a cell; 0: as many as the whole board leaves; null: the same, but easy to hit
  /** @type {Handlers} */
  // @ts-ignore: as above
  #on;
  #style = "";
  /** @type {number[] | null} */
  #extent = null; // of a board whose cells lie in no rows of squares
  #origin = [0, 0]; // where such a drawing begins

  begin(/** @type {HTMLElement} */ board, /** @type {string} */ label, /** @type {Handlers} */ on) {
    this.element = board;
    this.#on = on;
    board.setAttribute("role", "grid");
    board.setAttribute("aria-label", label);
    this.#listen();
    addEventListener("resize", () => this.fit());
    // The panel beside the board comes and goes.
    new ResizeObserver(() => this.fit()).observe(/** @type {Element} */ (board.closest("main")?.lastElementChild));
    board.addEventListener("scroll", () => this.#showMore(), { passive: true });
  }

  /**
   * `outlines`: of cells that lie in no rows of squares, the corners of each; a cell is 1 wide. `names`: of each of
   * these cells its
   * place, so that rows and columns are named beside them. `statements`: numbers beside cells, and lines round regions.
   */
  resize(
    /** @type {number} */ rows,
    /** @type {number} */ cols,
    /** @type {string} */ style,
    /** @type {number[][][] | null} */ outlines = null,
    kind = "",
    /** @type {number[][]} */ names = [],
    /** @type {import("./graph.js").Statements | null} */ statements = null,
  ) {
    const naming = style;
    style += kind + (statements?.key ?? "");
    if (rows === this.rows && cols === this.cols && style === this.#style) return;
    if (rows !== this.rows || cols !== this.cols) this.cursor = 0;
    const focused = this.hasFocus();
    this.rows = rows;
    this.cols = cols;
    this.#style = style;
    this.#drawn = new Array(rows * cols).fill(0);
    this.#cells = [];
    const numbers = (/** @type {number} */ count, /** @type {boolean} */ isCol) =>
      Array.from({ length: count }, (_, place) => edge(edgeName(place, isCol, style)));
    const head = element("div", { class: "row head", "aria-hidden": "true" }, edge(""), ...numbers(cols, true));
    // One for all rows: each that stays in place costs the browser a layer.
    const side = element("div", { class: "side", "aria-hidden": "true" }, ...numbers(rows, false));
    const body = element("div", { class: "rows", role: "rowgroup" });
    const isLarge = rows * cols > LARGE && !outlines;
    this.#painted = isLarge ? new PaintedCells(this.element, rows, cols) : null;
    for (let r = 0; !isLarge && r < rows; r++) {
      const row = element("div", { class: "row", role: "row", "aria-rowindex": r + 1 });
      for (let c = 0; c < cols; c++) {
        // With its class from the start: giving thousands of cells their first one later takes seconds.
        const place = { role: "gridcell", "aria-colindex": c + 1, tabindex: -1, "data-i": this.#cells.length };
        const cell = element("div", { class: "c hid", ...place });
        this.#cells.push(cell);
        row.append(cell);
      }
      body.append(row);
    }
    this.element.style.setProperty("--cols", String(cols));
    this.element.setAttribute("aria-rowcount", String(rows));
    this.element.setAttribute("aria-colcount", String(cols));
    this.element.replaceChildren(head, side, body);
    this.#drawn.fill(-1);
    this.#isNew = true;
    body.classList.toggle("painted", isLarge);
    if (this.#painted) {
      body.style.setProperty("--rows", String(rows));
      this.#painted.putInto(body);
      this.#cursorCells = [this.#cursorCell(body), this.#cursorCell(body)];
      this.#putCursor();
    } else this.#cells[this.cursor].tabIndex = 0;
    this.#lay(outlines, statements);
    if (outlines && names.length) this.element.append(...this.#labels(outlines, names, naming));
    if (statements) this.element.append(this.#drawing(statements));
    this.fit();
    if (focused) this.#cellAt(this.cursor).focus({ preventScroll: true });
  }

  /** The element of a cell; of a large board that of the cursor. */
  #cellAt(/** @type {number} */ index) {
    return this.#painted ? this.#cursorCells[0] : this.#cells[index];
  }

  /** An element that can have the cursor, over the picture of a large board. */
  #cursorCell(/** @type {HTMLElement} */ body) {
    const cell = element("div", { class: "c cur", role: "gridcell", tabindex: -1 });
    body.append(element("div", { role: "row" }, cell));
    return cell;
  }

  /** Put the cursor of a large board where it is; `isRead`: by another element than before, so that it is read out. */
  #putCursor(isRead = true) {
    if (isRead) this.#cursorCells.reverse();
    const [cell, before] = this.#cursorCells;
    const [row, col] = [Math.floor(this.cursor / this.cols), this.cursor % this.cols];
    cell.parentElement?.setAttribute("aria-rowindex", String(row + 1));
    cell.setAttribute("aria-colindex", String(col + 1));
    cell.dataset.i = String(this.cursor);
    cell.style.cssText = `--row:${row};--col:${col}`;
    cell.ariaLabel = this.#label(this.cursor);
    cell.tabIndex = 0;
    cell.hidden = false;
    if (!isRead) return;
    // What has the focus is hidden only when the other one has it.
    before.tabIndex = -1;
    if (document.activeElement === before) cell.focus({ preventScroll: true });
    before.hidden = true;
  }

  /** Put each cell where its outline is. */
  #lay(
    /** @type {number[][][] | null} */ outlines,
    /** @type {import("./graph.js").Statements | null} */ statements,
  ) {
    // Half a cell beyond the middle of each number beside the cells belongs to the drawing.
    const around = (statements?.labels ?? []).flatMap(({ x, y }) => [
      [x - HALF, y - HALF],
      [x + HALF, y + HALF],
    ]);
    const drawing = boxOf([...(outlines?.flat() ?? []), ...around]);
    const { x: left, y: top } = drawing;
    this.#origin = [left, top];
    this.#extent = outlines && [drawing.width, drawing.height];
    this.element.classList.toggle("free", outlines !== null);
    outlines?.forEach((corners, i) => {
      const { x, y, width, height } = boxOf(corners);
      const cellStyle = this.#cells[i].style;
      const percent = (/** @type {number[]} */ [px, py]) =>
        `${((100 * (px - x)) / width).toFixed(2)}% ${((100 * (py - y)) / height).toFixed(2)}%`;
      const shape = corners.map(percent);
      // A frame is what lies between the outline and the same outline, a little smaller.
      const [middleX, middleY] = middle(corners);
      const inner = corners.map(([px, py]) =>
        percent([middleX + INNER * (px - middleX), middleY + INNER * (py - middleY)]),
      );
      const ring = [...shape, shape[0], ...inner, inner[0]].join(",");
      // Signs stand in the middle of the area, in its size.
      const sizes = `--x:${x - left};--y:${y - top};--w:${width};--h:${height}`;
      const signs = `--dy:${(middleY - y - height / 2).toFixed(3)};--s:${Math.sqrt(areaOf(corners)).toFixed(3)}`;
      cellStyle.cssText = `${sizes};${signs};--ring:polygon(evenodd,${ring});clip-path:polygon(${shape.join(",")})`;
    });
    const [wide, high] = this.#extent ?? [0, 0];
    this.element.style.setProperty("--wide", String(wide));
    this.element.style.setProperty("--high", String(high));
  }

  /** What is said beside the cells, as a drawing that lies over them. */
  #drawing(/** @type {import("./graph.js").Statements} */ { labels, edges }) {
    const [left, top] = this.#origin;
    const [wide, high] = this.#extent ?? [1, 1];
    const lines = edges.map(({ from, to, colour }) =>
      drawn("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: `region${colour}` }),
    );
    const numbers = labels.map(({ x, y, text, colour }) =>
      drawn("text", { x, y, class: colour < 0 ? "of-line" : `region${colour}` }, text),
    );
    const viewBox = `${left} ${top} ${wide} ${high}`;
    return drawn("svg", { class: "statements", viewBox, "aria-hidden": "true" }, ...lines, ...numbers);
  }

  /**
   * The names of rows and columns beside cells that lie in no rows of squares: of each layer those of its first row
   * and column.
   */
  #labels(/** @type {number[][][]} */ outlines, /** @type {number[][]} */ names, /** @type {string} */ style) {
    const [left, top] = this.#origin;
    /** @type {HTMLElement[]} */
    const visibleCells = [];
    for (const [i, corners] of outlines.entries()) {
      const [row, col] = names[i].slice(-2);
      const { x, y, width, height } = boxOf(corners);
      const place = (
        /** @type {HTMLElement} */ box,
        /** @type {string} */ side,
        /** @type {number} */ at,
        /** @type {number} */ by,
      ) => {
        box.className = `number ${side}`;
        box.setAttribute("aria-hidden", "true");
        box.style.cssText = `--x:${at - left};--y:${by - top}`;
        visibleCells.push(box);
      };
      if (col === 0) place(edge(edgeName(row, false, style)), "of-row", x, y + height / 2);
      if (row === 0) place(edge(edgeName(col, true, style)), "of-col", x + width / 2, y);
    }
    return visibleCells;
  }

  /** Draw the cells, all or those that may look otherwise; only what changed touches the document. */
  draw(
    /** @type {(i: number) => number} */ look,
    /** @type {(key: number) => {classes: string, text: string, label: string}} */ face,
    /** @type {(i: number, label: string) => string} */ named,
    /** @type {Set<number> | null} */ changed = null,
  ) {
    const faces = new Map();
    const painted = this.#painted;
    const cells = changed && !this.#isNew ? changed : this.#drawn.keys();
    this.#isNew = false;
    for (const i of cells) {
      const key = look(i);
      if (this.#drawn[i] === key) continue;
      this.#drawn[i] = key;
      let cellFace = faces.get(key);
      if (!cellFace) faces.set(key, (cellFace = face(key)));
      if (painted) {
        painted.set(i, cellFace);
        continue;
      }
      const cell = this.#cells[i];
      if (cell.className !== cellFace.classes) cell.className = cellFace.classes;
      if (cell.textContent !== cellFace.text) cell.textContent = cellFace.text;
      cell.ariaLabel = named(i, cellFace.label);
    }
    if (!painted) return;
    this.#label = (i) => named(i, face(this.#drawn[i]).label);
    this.#cursorCells[0].ariaLabel = this.#label(this.cursor);
    painted.ask();
  }

  /** The classes and the text of each cell. @returns {{className: string, textContent: string | null}[]} */
  get looks() {
    return this.#painted?.looks ?? this.#cells;
  }

  moveTo(/** @type {number} */ index, focus = true) {
    if (!(index >= 0 && index < this.#drawn.length)) return;
    if (index !== this.cursor) {
      if (!this.#painted) this.#cells[this.cursor].tabIndex = -1;
      this.cursor = index;
      if (this.#painted) this.#putCursor(focus);
      else this.#cells[index].tabIndex = 0;
      this.#on.cursor(index);
    }
    if (focus) this.#cellAt(index).focus();
  }

  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Of each cell of a winning wave, how late it comes. */
  wave(/** @type {number} */ from) {
    const [r0, c0] = [Math.floor(from / this.cols), from % this.cols];
    this.#cells.forEach((cell, i) =>
      cell.style.setProperty(
        "--wave",
        String(Math.round(Math.hypot(Math.floor(i / this.cols) - r0, (i % this.cols) - c0))),
      ),
    );
  }

  // --- size of the cells -------------------------------------------------------------------------------------

  /** Give the cells the size that is chosen, or the one that the screen has room for, by width as by height. */
  fit() {
    if (!this.cols) return;
    const stage = /** @type {HTMLElement} */ (this.element.closest("#stage"));
    const frame = /** @type {HTMLElement} */ (this.element.closest(".frame"));
    const pixels = (/** @type {Element} */ box, /** @type {string[]} */ ...names) =>
      names.reduce((sum, name) => sum + (parseFloat(getComputedStyle(box).getPropertyValue(name)) || 0), 0);

    // The screen: controls beside the board, or a panel beside both, or all in one column.
    const main = /** @type {HTMLElement} */ (stage.parentElement);
    main.classList.remove("keeps-panel");
    const isLandscape = getComputedStyle(stage).display === "grid";
    const isDesktop = !isLandscape && matchMedia("(min-width: 901px) and (min-height: 521px)").matches;
    const coarse = matchMedia("(pointer: coarse)").matches;
    const leds = /** @type {HTMLElement} */ (frame.querySelector(".leds"));
    const margins = this.element.classList.contains("bare") ? [0, 0] : [22, 18];
    const rim = 6 + pixels(frame, "padding-left", "padding-right", "border-left-width", "border-right-width");
    const beside = isLandscape ? leds.offsetWidth + CONTROLS_WIDE[this.#size === 0 ? "whole" : "any"] + 16 : 0;
    let wide = stage.clientWidth - rim - margins[0] - beside;

    // What stands above and below the board; a phone's legend may be scrolled to.
    let other = isLandscape ? 0 : leds.offsetHeight + pixels(leds, "margin-bottom");
    for (const child of isLandscape ? [] : stage.children) {
      const box = /** @type {HTMLElement} */ (child);
      const counts = isDesktop || !box.classList.contains("under");
      if (box.offsetHeight && box !== frame && counts) other += box.offsetHeight + pixels(stage, "row-gap");
    }
    const footer = /** @type {HTMLElement} */ (main.nextElementSibling);
    const below = pixels(main, "padding-bottom") + (isDesktop ? footer.offsetHeight : 0);
    const high = innerHeight - stage.getBoundingClientRect().top - scrollY - other - rim - margins[1] - below;

    // A finger needs room: a board that would be tiny on its screen scrolls in its frame instead, unless it is made to
    // fit, which stops where a cell can no longer be hit.
    const [across, down] = this.#extent ?? [this.cols, this.rows];
    // Where it grows by the panel's room, it has that until the panel has something to say.
    const withPanel = main.clientWidth - pixels(main, "padding-left", "padding-right", "column-gap") - PANEL - rim - margins[0];
    const largest = Math.min(LARGEST, Math.floor(Math.min(wide / across, high / down)));
    const isAsLarge = Math.floor(withPanel / across) >= largest;
    main.classList.toggle("keeps-panel", isDesktop && (this.#size ? this.#size * across <= withPanel : isAsLarge));
    wide = stage.clientWidth - rim - margins[0] - beside;
    const whole = Math.floor(Math.min(wide / across, high / down));
    const easy = this.cols * this.rows > 2500 ? SMALLEST : coarse ? EASY.finger : EASY.mouse;
    const least = this.#size === 0 ? (coarse ? TOUCHED : 6) : easy;
    const fitting = whole + ALL_BUT_EASY >= least ? whole : least;
    const size = this.#size || Math.min(LARGEST, fitting);
    this.element.style.setProperty("--cell", `${size}px`);
    this.element.style.maxHeight = `${Math.max(Math.min(BOARD_HIGH, innerHeight - 72), high + margins[1] + 6)}px`;
    this.element.style.maxWidth = isLandscape ? `${wide + margins[0] + 6}px` : "";
    this.element.classList.toggle("tiny", size < 20);
    this.element.classList.toggle("small", size < 30);
    this.#showMore();
    this.#on.fitted(main.classList.contains("keeps-panel"));
  }

  /** Show at which edges the board goes on beyond what is seen of it. */
  #showMore() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.element;
    const isBeyond = {
      left: scrollLeft > 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
      top: scrollTop > 1,
      bottom: scrollTop + clientHeight < scrollHeight - 1,
    };
    const view = /** @type {HTMLElement} */ (this.element.parentElement);
    for (const [side, beyond] of Object.entries(isBeyond)) view.classList.toggle(`more-${side}`, beyond);
  }

  /** Give each cell this size in pixels; 0: the whole board fits. */
  setSize(/** @type {number | null} */ size) {
    this.#size = size ? Math.max(SMALLEST, Math.min(LARGEST, Math.round(size))) : size;
    this.fit();
    return this.#size;
  }

  /** The size of a cell, in pixels. */
  get size() {
    return parseInt(this.element.style.getPropertyValue("--cell"), 10);
  }

  // --- what the user does ------------------------------------------------------------------------------------

  #at(/** @type {Event} */ event) {
    if (this.#painted && event instanceof MouseEvent) {
      const isOnCells = this.#painted.canvas.parentElement?.contains(/** @type {Node} */ (event.target));
      return isOnCells ? this.#under(event.clientX, event.clientY) : -1;
    }
    const cell = /** @type {HTMLElement} */ (event.target).closest?.("[data-i]");
    return cell && this.element.contains(cell) ? Number(/** @type {HTMLElement} */ (cell).dataset.i) : -1;
  }

  /** The cell at a point of the window, or -1. */
  #under(/** @type {number} */ x, /** @type {number} */ y) {
    if (this.#extent) {
      const cell = /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest("[data-i]"));
      return cell && this.element.contains(cell) ? Number(cell.dataset.i) : -1;
    }
    const box = /** @type {Element} */ (this.element.querySelector(".rows")).getBoundingClientRect();
    const [r, c] = [
      Math.floor(((y - box.top) / box.height) * this.rows),
      Math.floor(((x - box.left) / box.width) * this.cols),
    ];
    return r >= 0 && c >= 0 && r < this.rows && c < this.cols ? r * this.cols + c : -1;
  }

  #listen() {
    const box = this.element;
    let painting = false;
    let down = -1;
    /** @type {{index: number, timer: number, x: number, y: number} | null} */
    let touch = null;
    let last = -1;
    let at = [NaN, NaN];
    const letGo = () => {
      if (touch) clearTimeout(touch.timer);
      touch = null;
      this.#on.press(-1);
    };
    box.addEventListener("pointerdown", (event) => {
      const index = this.#at(event);
      at = [event.clientX, event.clientY];
      if (index < 0) return;
      if (event.pointerType === "touch") {
        letGo();
        if (!event.isPrimary) return; // a second finger presses no cell, nor does the first one any longer
        const timer = window.setTimeout(() => {
          touch = null;
          this.#on.press(-1);
          this.#on.secondary(index);
          navigator.vibrate?.(15);
        }, LONG_PRESS);
        touch = { index, timer, x: event.clientX, y: event.clientY };
        this.#on.press(index);
        return;
      }
      event.preventDefault(); // no text selection while dragging
      this.moveTo(index);
      if (event.button === 2) this.#on.secondary(index);
      else if (event.button === 0 || event.button === 1) {
        this.isDrawing = painting = event.button === 0;
        down = last = index;
        if (painting) this.#on.stroke(index, true);
        this.#on.press(index);
      }
    });
    box.addEventListener("pointermove", (event) => {
      // A redraw under a resting pointer is reported as a movement too, at the same place.
      if (event.clientX === at[0] && event.clientY === at[1]) return;
      at = [event.clientX, event.clientY];
      if (touch && Math.hypot(event.clientX - touch.x, event.clientY - touch.y) > 10) letGo(); // a scroll
      if (event.pointerType === "touch") return;
      if (painting) {
        const steps = event.getCoalescedEvents?.() ?? [];
        for (const one of steps.length ? steps : [event])
          this.#line(last, this.#under(one.clientX, one.clientY), (i) => this.#on.stroke((last = i), false));
      }
      const index = this.#at(event);
      if (down >= 0) this.#on.press(index);
      if (index < 0) return;
      // Keys go to the cell under the pointer, unless the user is writing into a field.
      const active = document.activeElement;
      const writing = active?.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])");
      if (index !== this.cursor || !this.hasFocus()) {
        this.moveTo(index, false);
        if (!writing && active !== this.#cellAt(index)) this.#cellAt(index).focus({ preventScroll: true });
      }
      this.#on.look(index);
    });
    addEventListener("pointerup", (event) => {
      if (touch) {
        clearTimeout(touch.timer);
        this.moveTo(touch.index);
        this.#on.stroke(touch.index, true);
        this.#on.tap(touch.index);
      } else if (down >= 0 && this.#at(event) === down) this.#on.tap(down);
      if (down >= 0 || touch) this.#on.press(-1);
      touch = null;
      this.isDrawing = painting = false;
      if (down >= 0) this.#on.end();
      down = -1;
    });
    addEventListener("pointercancel", () => {
      if (touch) clearTimeout(touch.timer);
      if (down >= 0 || touch) this.#on.press(-1);
      touch = null;
      this.isDrawing = painting = false;
      down = -1;
    });
    this.#listenToPinch(letGo);
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    box.addEventListener("focusin", (event) => {
      const index = this.#at(event);
      if (index < 0) return;
      this.moveTo(index, false);
      this.#on.look(index);
    });
    let turned = 0;
    box.addEventListener(
      "wheel",
      (event) => {
        const index = this.#at(event);
        if (index < 0 || event.ctrlKey || event.deltaY === 0) return;
        const pixels = event.deltaY * (event.deltaMode === 1 ? 17 : event.deltaMode === 2 ? 400 : 1);
        if (Math.sign(pixels) !== Math.sign(turned)) turned = 0;
        turned += pixels;
        if (Math.abs(turned) < NOTCH) {
          if (this.#on.wheel(-1, false, event.altKey)) event.preventDefault();
          return;
        }
        const up = turned < 0;
        turned = 0;
        if (this.#on.wheel(index, up, event.altKey)) event.preventDefault();
      },
      { passive: false },
    );
  }

  /** Two fingers that part or meet change the size of the cells; what one of them had begun ends. */
  #listenToPinch(/** @type {() => void} */ end) {
    const box = this.element;
    let [apart, size] = [0, 0];
    const distance = (/** @type {TouchEvent} */ { touches: [one, other] }) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const between = (/** @type {TouchEvent} */ { touches: [one, other] }) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    box.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length !== 2) return;
        event.preventDefault(); // the page itself keeps its size
        [apart, size] = [distance(event), this.size];
        end();
      },
      { passive: false },
    );
    box.addEventListener(
      "touchmove",
      (event) => {
        if (!apart || event.touches.length !== 2) return;
        event.preventDefault();
        // What lies between the fingers stays there.
        const [x, y] = between(event);
        const { left, top } = box.getBoundingClientRect();
        const before = this.size;
        this.#on.resized(this.setSize((size * distance(event)) / apart) ?? 0);
        const grown = this.size / before;
        box.scrollLeft = (box.scrollLeft + x - left) * grown - (x - left);
        box.scrollTop = (box.scrollTop + y - top) * grown - (y - top);
      },
      { passive: false },
    );
    for (const name of ["touchend", "touchcancel"]) box.addEventListener(name, () => (apart = 0));
  }

  /** Every cell on the way from one to another, the first left out. */
  #line(/** @type {number} */ from, /** @type {number} */ to, /** @type {(i: number) => void} */ visit) {
    if (to < 0 || to === from) return;
    const [r0, c0, r1, c1] = [
      Math.floor(from / this.cols),
      from % this.cols,
      Math.floor(to / this.cols),
      to % this.cols,
    ];
    const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
    for (let s = 1; s <= steps; s++)
      visit(Math.round(r0 + ((r1 - r0) * s) / steps) * this.cols + Math.round(c0 + ((c1 - c0) * s) / steps));
  }

  /** The cell to which a key moves the cursor, or null. */
  moved(/** @type {KeyboardEvent} */ event) {
    const [r, c] = [Math.floor(this.cursor / this.cols), this.cursor % this.cols];
    const [lastRow, lastCol] = [this.rows - 1, this.cols - 1];
    const isOfBoard = event.ctrlKey || event.metaKey;
    /** @type {Record<string, number[]>} */
    const targets = {
      ArrowLeft: [r, Math.max(0, c - 1)],
      ArrowRight: [r, Math.min(lastCol, c + 1)],
      ArrowUp: [Math.max(0, r - 1), c],
      ArrowDown: [Math.min(lastRow, r + 1), c],
      Home: [isOfBoard ? 0 : r, 0],
      End: [isOfBoard ? lastRow : r, lastCol],
      PageUp: [0, c],
      PageDown: [lastRow, c],
    };
    const target = targets[event.key];
    return target ? target[0] * this.cols + target[1] : null;
  }
}

const edge = (/** @type {string} */ text) => element("span", { class: "number" }, text);
