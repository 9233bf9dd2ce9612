// A board on the screen: an ARIA grid with one cell in the tab order. It draws what it is told and says what
// the user does to a cell; it knows nothing of Minesweeper.

const SMALLEST = 15;
const LARGEST = 60;
const LONG_PRESS = 450; // ms

export class Grid {
  rows = 0;
  cols = 0;
  cursor = 0;
  #cells = [];
  #drawn = [];
  #marked = new Map(); // class -> cells that carry it
  #size = null; // null: fits
  #on;

  // `on`: {paint(index, first), secondary(index), wheel(index, up), look(index)}, and {drags, follows}: whether
  // paint is called along a drag, and whether the cursor follows the pointer
  constructor(element, label, on = {}) {
    this.element = element;
    this.#on = on;
    element.classList.add("grid");
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", label);
    this.#listen();
    new ResizeObserver(() => this.fit()).observe(element.parentElement.parentElement);
  }

  resize(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    this.rows = rows;
    this.cols = cols;
    this.cursor = 0;
    this.#marked.clear();
    this.#drawn = new Array(rows * cols);
    const fragment = document.createDocumentFragment();
    const head = document.createElement("div");
    head.className = "row head";
    head.setAttribute("aria-hidden", "true");
    head.append(this.#number(""));
    for (let c = 0; c < cols; c++) head.append(this.#number(c));
    fragment.append(head);
    this.#cells = [];
    for (let r = 0; r < rows; r++) {
      const row = document.createElement("div");
      row.className = "row";
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", r + 1);
      const number = this.#number(r);
      number.setAttribute("aria-hidden", "true");
      row.append(number);
      for (let c = 0; c < cols; c++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", c + 1);
        cell.tabIndex = -1;
        cell.className = "cell hidden"; // from the start: giving 10 000 cells their first class later takes seconds
        cell.dataset.i = this.#cells.length;
        this.#cells.push(cell);
        row.append(cell);
      }
      fragment.append(row);
    }
    // Two boards stand side by side where they fit so.
    this.element.parentElement.style.flexBasis = `${cols * 24 + 36}px`;
    this.element.setAttribute("aria-rowcount", rows);
    this.element.setAttribute("aria-colcount", cols);
    this.element.replaceChildren(fragment);
    this.#cells[0].tabIndex = 0;
    this.fit();
  }

  #number(text) {
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = text;
    return number;
  }

  // Draw face(index) for every cell; only what changed touches the document.
  draw(face) {
    for (let i = 0; i < this.#cells.length; i++) {
      const { text, kind, back = "", ink = "", label } = face(i);
      const key = `${text}|${kind}|${back}|${label}`;
      if (this.#drawn[i] === key) continue;
      this.#drawn[i] = key;
      const cell = this.#cells[i];
      if (cell.textContent !== text) cell.textContent = text;
      cell.className = `cell ${kind}`;
      cell.style.background = back;
      cell.style.color = ink;
      cell.setAttribute("aria-label", `row ${Math.floor(i / this.cols)} column ${i % this.cols}: ${label}`);
    }
    for (const [name, cells] of this.#marked) for (const i of cells) this.#cells[i]?.classList.add(name);
  }

  // Give these cells, and no others, a class.
  mark(name, indices) {
    for (const i of this.#marked.get(name) ?? []) this.#cells[i]?.classList.remove(name);
    this.#marked.set(name, [...indices]);
    for (const i of indices) this.#cells[i]?.classList.add(name);
  }

  busy(is) {
    this.element.setAttribute("aria-busy", is);
  }

  moveTo(index, focus = true) {
    this.#cells[this.cursor].tabIndex = -1;
    this.#cells[this.cursor].classList.remove("cursor");
    this.cursor = index;
    this.#cells[index].tabIndex = 0;
    this.#cells[index].classList.add("cursor");
    if (focus) this.#cells[index].focus({ preventScroll: false });
  }

  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  // --- size of the cells -------------------------------------------------------------------------------------

  fit() {
    if (!this.cols) return;
    const width = this.element.parentElement.clientWidth - 34;
    if (width <= 0) return;
    const least = matchMedia("(pointer: coarse)").matches ? 26 : this.cols * this.rows > 2500 ? SMALLEST : 24;
    const high = (0.76 * innerHeight - 60) / this.rows;
    const size = this.#size ?? Math.max(least, Math.floor(Math.min(44, width / this.cols, Math.max(30, high))));
    this.element.style.setProperty("--cell", `${size}px`);
    this.element.classList.toggle("tiny", size < 20);
    this.element.classList.toggle("small", size < 34);
  }

  zoom(step) {
    const now = parseInt(this.element.style.getPropertyValue("--cell"), 10);
    this.#size = step === 0 ? null : Math.max(SMALLEST, Math.min(LARGEST, Math.round(now * (step > 0 ? 1.2 : 1 / 1.2))));
    this.fit();
  }

  // Scroll together with another board.
  follow(other) {
    const copy = (from, to) => () => {
      to.scrollLeft = from.scrollLeft;
      to.scrollTop = from.scrollTop;
    };
    this.element.addEventListener("scroll", copy(this.element, other.element), { passive: true });
    other.element.addEventListener("scroll", copy(other.element, this.element), { passive: true });
  }

  get scrolls() {
    const box = this.element;
    return box.scrollHeight > box.clientHeight + 4;
  }

  // --- what the user does ------------------------------------------------------------------------------------

  #at(event) {
    const cell = event.target.closest?.("[data-i]");
    return cell && this.element.contains(cell) ? Number(cell.dataset.i) : -1;
  }

  #listen() {
    const box = this.element;
    let painting = false;
    let press = null;
    let last = -1;
    box.addEventListener("pointerdown", (event) => {
      const index = this.#at(event);
      if (index < 0) return;
      if (event.pointerType === "touch") {
        const timer = setTimeout(() => {
          press = null;
          this.#on.secondary?.(index);
          navigator.vibrate?.(15);
        }, LONG_PRESS);
        press = { index, timer, x: event.clientX, y: event.clientY };
        return;
      }
      if (event.button === 2) {
        this.moveTo(index);
        this.#on.secondary?.(index);
      } else if (event.button === 0) {
        event.preventDefault(); // no text selection while dragging
        this.moveTo(index);
        painting = true;
        last = index;
        this.#on.paint?.(index, true);
      }
    });
    box.addEventListener("pointermove", (event) => {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 10) {
        clearTimeout(press.timer); // a scroll, not a press
        press = null;
      }
      if (!painting || !this.#on.drags) return;
      const index = this.#at(event);
      if (index >= 0 && index !== last) {
        last = index;
        this.#on.paint?.(index, false);
      }
    });
    const release = (event) => {
      painting = false;
      if (press && event.type === "pointerup") {
        clearTimeout(press.timer);
        this.moveTo(press.index);
        this.#on.paint?.(press.index, true);
      } else if (press) clearTimeout(press.timer);
      press = null;
    };
    addEventListener("pointerup", release);
    addEventListener("pointercancel", release);
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    box.addEventListener("pointerover", (event) => {
      const index = this.#at(event);
      if (index < 0 || event.pointerType === "touch") return;
      // Keys go to the cell under the pointer, unless the user is typing elsewhere.
      const active = document.activeElement;
      const typing = active && active !== document.body && !box.contains(active) && active.matches("input, textarea, select");
      if (!typing && this.#on.follows) this.moveTo(index, this.hasFocus());
      this.#on.look?.(index);
    });
    box.addEventListener("focusin", (event) => {
      const index = this.#at(event);
      if (index < 0) return;
      if (index !== this.cursor) this.moveTo(index, false);
      this.#cells[index].classList.add("cursor");
      this.#on.look?.(index);
    });
    box.addEventListener(
      "wheel",
      (event) => {
        const index = this.#at(event);
        if (index < 0 || !this.#on.wheel || event.ctrlKey || (this.scrolls && !event.altKey) || event.deltaY === 0) return;
        event.preventDefault();
        this.#on.wheel(index, event.deltaY < 0);
      },
      { passive: false },
    );
    box.addEventListener("keydown", (event) => {
      if (event.altKey || event.metaKey) return;
      const target = this.#moved(event);
      if (target !== null) {
        event.preventDefault();
        this.moveTo(target);
      }
    });
  }

  #moved(event) {
    const [r, c] = [Math.floor(this.cursor / this.cols), this.cursor % this.cols];
    const end = event.ctrlKey;
    switch (event.key) {
      case "ArrowLeft":
        return c > 0 ? this.cursor - 1 : this.cursor;
      case "ArrowRight":
        return c < this.cols - 1 ? this.cursor + 1 : this.cursor;
      case "ArrowUp":
        return r > 0 ? this.cursor - this.cols : this.cursor;
      case "ArrowDown":
        return r < this.rows - 1 ? this.cursor + this.cols : this.cursor;
      case "Home":
        return end ? 0 : r * this.cols;
      case "End":
        return end ? this.rows * this.cols - 1 : (r + 1) * this.cols - 1;
      case "PageUp":
        return c;
      case "PageDown":
        return (this.rows - 1) * this.cols + c;
      default:
        return null;
    }
  }
}
