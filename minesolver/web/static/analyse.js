// The analyser: edit a position, see what is known of it.

import { ask, Channel } from "./api.js";
import { Compare } from "./compare.js";
import { $, cellLink, element, toast, toClipboard } from "./dom.js";
import { Grid } from "./grid.js";
import { count, face, indexed, long, name } from "./look.js";
import { guesses, proof } from "./panels.js";
import { copy, empty, fromHash, fromModel, HIDDEN, MINE, toHash, toModel, toText } from "./position.js";
import { begin, finish } from "./timing.js";

const EXAMPLE = "9x9x10:z19Dz3B2z4C2B2z4CBA2BCz4B4z4C2z2B2z20";
const ORDER = [HIDDEN, 0, 1, 2, 3, 4, 5, 6, 7, 8, MINE];
const BRUSHES = [
  ["look", "Look", "a click only shows the cell"],
  [HIDDEN, "#", "hidden"],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, n ? String(n) : "0", n ? `clue ${n}` : "opened, no mine around"]),
  [MINE, "✱", "known mine"],
];
const HISTORY = 500;
const SLOW = 300; // ms after which the page says that it counts

export class Analyse {
  position = empty(9, 9, 10);
  #answer = null;
  #known = null;
  #undo = [];
  #redo = [];
  #brush = 1;
  #stroke = HIDDEN;
  #channel = new Channel();
  #details = new Channel();
  #advice = new Channel();
  #advised = null; // the position that a policy weighs; null once it is edited
  #cells = new Map(); // answers about single cells of this position
  #looking = -1;
  #lookTimer = 0;
  #scheduled = false;
  #times = null;
  #slow = 0;
  #addressing = 0;

  constructor(options) {
    this.options = options;
    this.grid = new Grid($("board-analyse"), "Board to analyse", {
      drags: true,
      follows: true,
      paint: (index, first) => this.#paint(index, first),
      secondary: (index) => this.#edit(index, this.position.codes[index] === MINE ? HIDDEN : MINE),
      wheel: (index, up) => this.#wheel(index, up),
      look: (index) => this.#look(index),
    });
    this.compare = new Compare(
      { toggle: "compare", layer: "layer", box: "compare-box", caption: "compare-caption", exactCaption: "exact-caption", board: "board-compare", panel: "comparison" },
      this.grid,
      options.layers,
      this.point,
      () => this.compare.update(this.position),
    );
    this.#makeBrushes();
    this.#makeControls();
    this.#changed(false);
  }

  // --- controls --------------------------------------------------------------------------------------------------

  #makeBrushes() {
    $("brushes").append(
      ...BRUSHES.map(([code, sign, what]) =>
        element("button", { type: "button", role: "radio", class: `brush n${code}`, "data-code": String(code), title: what, "aria-label": what, onclick: () => this.#choose(code) }, sign),
      ),
    );
    $("brushes").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = BRUSHES.findIndex(([code]) => code === this.#brush);
      const next = BRUSHES[(at + step + BRUSHES.length) % BRUSHES.length][0];
      this.#choose(next);
      $("brushes").querySelector(`[data-code="${next}"]`).focus();
    });
    this.#choose(matchMedia("(pointer: coarse)").matches ? "look" : 1); // a finger looks before it changes
  }

  #choose(code) {
    this.#brush = code;
    for (const button of $("brushes").children) {
      const chosen = button.dataset.code === String(code);
      button.setAttribute("aria-checked", chosen);
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  #makeControls() {
    const levels = this.options.levels;
    $("preset").append(
      ...levels.map((level) => element("option", { value: level.name }, `${level.name} ${level.rows}×${level.cols}`)),
      element("option", { value: "example" }, "example"),
      element("option", { value: "custom" }, "own size"),
    );
    $("preset").addEventListener("change", () => {
      const level = levels.find((one) => one.name === $("preset").value);
      if (level) this.load(empty(level.rows, level.cols, level.mines));
      else if ($("preset").value === "example") this.load(fromHash(EXAMPLE));
      else $("rows").select();
    });
    $("size-form").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["rows", "cols"]) $(id).addEventListener("change", () => this.#resize());
    $("mines").addEventListener("input", () => this.#total());
    $("density").addEventListener("change", () => this.#total());
    $("undo").addEventListener("click", () => this.#travel(this.#undo, this.#redo));
    $("redo").addEventListener("click", () => this.#travel(this.#redo, this.#undo));
    $("clear").addEventListener("click", () => this.load(empty(this.position.rows, this.position.cols, this.position.mines, this.position.density)));
    $("open").addEventListener("click", () => $("file").click());
    $("file").addEventListener("change", () => {
      if ($("file").files[0]) this.readFile($("file").files[0]);
      $("file").value = "";
    });
    $("copy").addEventListener("click", async () => {
      if (!(await toClipboard(this.text(), "board"))) this.#dialog();
    });
    $("paste").addEventListener("click", () => this.#dialog());
    $("paste-copy").addEventListener("click", () => {
      $("paste-text").select();
      toClipboard($("paste-text").value, "board");
    });
    $("paste-load").addEventListener("click", async () => {
      const problem = await this.read({ text: $("paste-text").value }, false);
      $("paste-error").textContent = problem ?? "";
      if (!problem) $("paste-dialog").close();
    });
    $("link").addEventListener("click", async () => {
      this.#address();
      if (!(await toClipboard(location.href, "link"))) toast("the address of this page is the link");
    });
    $("smaller").addEventListener("click", () => this.#zoom(-1));
    $("fit").addEventListener("click", () => this.#zoom(0));
    $("larger").addEventListener("click", () => this.#zoom(1));
  }

  #zoom(step) {
    this.grid.zoom(step);
    this.compare.grid.zoom(step);
  }

  #dialog() {
    $("paste-text").value = this.text();
    $("paste-error").textContent = "";
    $("paste-dialog").showModal();
    $("paste-text").select();
  }

  // --- input -----------------------------------------------------------------------------------------------------

  // Load what the server reads from {text} or {data, name}; the problem, if there is one.
  async read(source, tell = true) {
    try {
      this.load(fromModel(await ask("parse", source)));
      return null;
    } catch (error) {
      if (tell) toast(error.message, true);
      return error.message;
    }
  }

  async readFile(file) {
    if (file.size > 290_000) {
      toast(`${file.name} is too large for a board`, true);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    await this.read({ data: btoa(binary), name: file.name });
  }

  load(position) {
    this.#remember();
    this.position = position;
    this.#changed();
  }

  text() {
    return toText(this.position);
  }

  hash() {
    return toHash(this.position);
  }

  fromHash(hash) {
    this.load(fromHash(hash));
  }

  shown() {
    this.#address();
    this.grid.fit();
  }

  #address() {
    clearTimeout(this.#addressing);
    if (!$("view-analyse").hidden) history.replaceState(null, "", `#board=${this.hash()}`);
  }

  #remember() {
    this.#undo.push(copy(this.position));
    if (this.#undo.length > HISTORY) this.#undo.shift();
    this.#redo = [];
  }

  #travel(from, to) {
    if (!from.length) return;
    to.push(copy(this.position));
    this.position = from.pop();
    this.#changed();
  }

  #resize() {
    const [rows, cols] = [Number($("rows").value), Number($("cols").value)];
    const { max_side: side, max_cells: most } = this.options;
    if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows < 1 || cols < 1 || rows > side || cols > side || rows * cols > most) {
      toast(`a board has 1 to ${side} rows and columns and at most ${most} cells`, true);
      this.#fields();
      return;
    }
    this.#remember();
    const old = this.position;
    const position = empty(rows, cols, old.mines, old.density);
    for (let r = 0; r < Math.min(rows, old.rows); r++) {
      for (let c = 0; c < Math.min(cols, old.cols); c++) position.codes[r * cols + c] = old.codes[r * old.cols + c];
    }
    this.position = position;
    this.#changed();
  }

  #total() {
    const text = $("mines").value.trim();
    if (!$("mines").validity.valid) return;
    this.#remember();
    const density = $("density").value.trim();
    this.position = { ...copy(this.position), mines: text === "" ? null : Number(text), density: density || null };
    this.#changed();
  }

  #paint(index, first) {
    if (this.#brush === "look") return;
    if (first) {
      // The first cell of a stroke decides: set, or clear what is set already.
      this.#stroke = this.position.codes[index] === this.#brush ? HIDDEN : this.#brush;
      this.#remember();
    }
    this.#set(index, this.#stroke);
  }

  #edit(index, code) {
    if (this.position.codes[index] === code) return;
    this.#remember();
    this.#set(index, code);
  }

  #wheel(index, up) {
    const at = ORDER.indexOf(this.position.codes[index]);
    this.#edit(index, ORDER[(at + (up ? 1 : -1) + ORDER.length) % ORDER.length]);
  }

  #set(index, code) {
    if (this.position.codes[index] === code) return;
    this.position.codes[index] = code;
    if (this.#known) {
      this.#known.probability[index] = undefined; // not known again until the answer comes
      this.#known.safe.delete(index);
      this.#known.mines.delete(index);
    }
    this.#changed();
  }

  // Keys that reach the view; whether one was used.
  key(event) {
    if (event.ctrlKey || event.metaKey) {
      const letter = event.key.toLowerCase();
      if (letter === "z" && !event.shiftKey) this.#travel(this.#undo, this.#redo);
      else if (letter === "y" || letter === "z") this.#travel(this.#redo, this.#undo);
      else return false;
      return true;
    }
    if (event.altKey) return false;
    const index = this.grid.cursor;
    const onBoard = this.grid.hasFocus();
    let code = null;
    if (/^[0-8]$/.test(event.key)) code = Number(event.key);
    else if (event.key === ".") code = 0;
    else if (["#", "h", "H", "Delete", "Backspace"].includes(event.key)) code = HIDDEN;
    else if (["*", "m", "M", "f", "F"].includes(event.key)) code = MINE;
    else if ((event.key === " " || event.key === "Enter") && onBoard) {
      this.#paint(index, true);
      return true;
    } else if (event.key === "b" || event.key === "B") {
      if (this.#known?.best >= 0) this.grid.moveTo(this.#known.best);
      return true;
    }
    if (code === null) return false;
    this.#edit(index, code);
    if ($("advance").checked && event.key !== "Backspace") this.grid.moveTo(Math.min(index + 1, this.position.codes.length - 1));
    else if ($("advance").checked) this.grid.moveTo(Math.max(index - 1, 0));
    return true;
  }

  // --- output ----------------------------------------------------------------------------------------------------

  #fields() {
    const { rows, cols, mines, density } = this.position;
    $("rows").value = rows;
    $("cols").value = cols;
    if (document.activeElement !== $("mines")) $("mines").value = mines ?? "";
    if (document.activeElement !== $("density")) $("density").value = density ?? "";
    $("density-label").hidden = mines !== null;
    const level = this.options.levels.find((one) => one.rows === rows && one.cols === cols && one.mines === mines);
    $("preset").value = level ? level.name : "custom";
    $("undo").disabled = !this.#undo.length;
    $("redo").disabled = !this.#redo.length;
  }

  #changed(visible = true) {
    this.#times ??= begin();
    this.#cells.clear();
    this.#advised = null;
    this.#advice.cancel();
    const { rows, cols } = this.position;
    if (rows !== this.grid.rows || cols !== this.grid.cols) this.#known = null;
    this.grid.resize(rows, cols);
    this.#fields();
    // Many edits of one frame (a drag) are one question.
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (visible) {
        // Browsers refuse to change the address hundreds of times in a row.
        clearTimeout(this.#addressing);
        this.#addressing = setTimeout(() => this.#address(), 120);
      }
      this.#update();
    });
  }

  async #update() {
    const position = copy(this.position);
    const times = this.#times;
    this.#times = null;
    const asked = this.#channel.ask("analyze", { board: toModel(position) });
    this.compare.update(position);
    this.draw(); // the edit itself shows at once
    clearTimeout(this.#slow);
    this.#slow = setTimeout(() => this.#counting(), SLOW);
    let answer = null;
    let problem = null;
    try {
      answer = await asked;
      if (!answer) return; // a newer edit has taken over
    } catch (error) {
      problem = error;
    }
    clearTimeout(this.#slow);
    times.answered = performance.now();
    this.grid.busy(false);
    this.#answer = answer;
    this.#known = answer?.consistent ? indexed(answer, position.cols) : null;
    const at = ([r, c]) => r * position.cols + c;
    this.grid.mark("conflict", answer?.conflict?.clues.map(at) ?? (problem?.cell ? [at(problem.cell)] : []));
    const total = Boolean(answer?.conflict?.total) || (problem?.kind === "board" && !problem.cell);
    $("mines").setAttribute("aria-invalid", total);
    this.draw();
    this.#summary(problem);
    this.#recommend(position);
    $("announce").textContent = [...$("summary").querySelectorAll("h2, .error, .facts dd:first-of-type")].map((part) => part.textContent).join(", ");
    this.#look(this.#looking);
    finish(times, answer?.milliseconds ?? 0);
  }

  #counting() {
    this.grid.busy(true);
    $("summary").replaceChildren(
      element("p", {}, "counting… ", element("button", { type: "button", onclick: () => this.#stop() }, "Cancel")),
    );
  }

  #stop() {
    this.#channel.cancel();
    clearTimeout(this.#slow);
    this.grid.busy(false);
    $("summary").replaceChildren(
      element("p", {}, "cancelled ", element("button", { type: "button", onclick: () => this.#changed() }, "Count again")),
    );
  }

  draw() {
    const { codes } = this.position;
    this.grid.draw((i) => face(codes[i], i, this.#known));
    this.compare.draw();
  }

  #summary(problem) {
    const box = $("summary");
    const answer = this.#answer;
    if (problem) {
      box.replaceChildren(element("h2", { class: "bad" }, problem.kind === "board" ? "Not a board" : "No answer"), element("p", { class: "error" }, problem.message));
      return;
    }
    if (!answer.consistent) {
      box.replaceChildren(
        element("h2", { class: "bad" }, "Contradiction"),
        element("p", { class: "error" }, ...this.#sentenced(answer.conflict.message)),
        element("p", { class: "dim" }, answer.conflict.smallest ? "No smaller set of clues is in conflict." : "Leaving any one of these out would resolve it."),
      );
      return;
    }
    const facts = [
      ["Layouts", answer.solutions === null ? "not counted" : count(answer.solutions)],
      ["Proved", `${answer.safe.length} safe, ${answer.mines.length} mine${answer.mines.length === 1 ? "" : "s"}`],
    ];
    if (this.position.mines === null) facts.push(["Mine total", `not told; ${answer.prior}`]);
    let title = "Nothing left to open";
    let list = null;
    if (answer.best) {
      const index = answer.best[0] * this.position.cols + answer.best[1];
      const safe = this.#known.safe.has(index);
      const p = answer.probability[index];
      title = [safe ? "Open " : "Best guess ", cellLink(answer.best, this.point), " ", element("span", { class: `badge ${safe ? "safe" : "guess"}` }, safe ? "safe" : p === null ? "guess" : `${long(p)} mine`)];
      list = guesses(answer.candidates, this.point);
    }
    box.replaceChildren(
      element("h2", {}, ...[title].flat()),
      answer.note ? element("p", { class: "warn" }, answer.note) : "",
      element("dl", { class: "facts" }, ...facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", { title: term === "Layouts" ? answer.solutions : null }, value)])),
      answer.reason ? element("p", {}, ...this.#sentenced(answer.reason)) : "",
      list ?? "",
    );
  }

  // The table of guesses is by risk alone at first; a policy weighs what each would tell, a little later.
  async #recommend(position) {
    if (!this.#answer?.candidates.length || !this.#answer.is_exact) return;
    this.#advised = position;
    let found = null;
    try {
      found = await this.#advice.ask("recommend", { board: toModel(position) });
    } catch {
      return; // not compiled yet, or too hard: the ranking by risk stands
    }
    if (!found?.candidates.length || this.#advised !== position) return; // edited meanwhile
    this.#answer = { ...this.#answer, ...found, best: found.cell };
    this.#known.best = found.cell[0] * position.cols + found.cell[1];
    this.draw();
    this.#summary(null);
  }

  #sentenced(text) {
    return text.split(/(?=\(\d+,\d+\))|(?<=\(\d+,\d+\))/).map((part) => {
      const found = /^\((\d+),(\d+)\)$/.exec(part);
      return found ? cellLink([Number(found[1]), Number(found[2])], this.point) : part;
    });
  }

  // Highlight a cell that a text names; go there if it was clicked.
  point = (cell, go) => {
    const index = cell ? cell[0] * this.position.cols + cell[1] : -1;
    this.grid.mark("pointed", cell ? [index] : []);
    if (cell && go) this.grid.moveTo(index);
  };

  #look(index) {
    this.#looking = index;
    clearTimeout(this.#lookTimer);
    if (index < 0 || index >= this.position.codes.length) {
      this.grid.mark("clue", []);
      this.#detail(null);
      return;
    }
    const known = this.#cells.get(index);
    this.#detail(index, known);
    if (known || !this.#known || this.position.codes[index] !== HIDDEN) return;
    this.#lookTimer = setTimeout(() => this.#askCell(index), 40);
  }

  async #askCell(index) {
    const [row, col] = [Math.floor(index / this.position.cols), index % this.position.cols];
    let found;
    try {
      found = await this.#details.ask("cell", { board: toModel(this.position), row, col });
    } catch (error) {
      found = { problem: error.message };
    }
    if (!found) return;
    this.#cells.set(index, found);
    if (index === this.#looking) this.#detail(index, found);
  }

  #detail(index, answer) {
    const box = $("detail");
    if (index === null) {
      box.replaceChildren(element("p", { class: "dim idle" }, "Point at a cell, or move the cursor to it, for its exact probability and the reason."));
      return;
    }
    const { cols, codes } = this.position;
    const cell = [Math.floor(index / cols), index % cols];
    const code = codes[index];
    this.grid.mark("clue", answer?.steps?.flatMap((step) => step.clues.map(([r, c]) => r * cols + c)) ?? []);
    if (code !== HIDDEN) {
      box.replaceChildren(element("h2", {}, `Cell ${name(cell)}`), element("p", {}, code === MINE ? "A known mine." : `Opened: ${code} mine${code === 1 ? "" : "s"} around it.`));
      return;
    }
    const p = this.#known?.probability[index];
    const parts = [element("h2", {}, `Cell ${name(cell)}`)];
    if (p === null || p === undefined) parts.push(element("p", {}, this.#known ? "No estimate." : "Hidden."));
    else {
      const proved = this.#known.safe.has(index) ? "proved safe" : this.#known.mines.has(index) ? "proved mine" : "";
      parts.push(element("p", { class: "big" }, proved ? proved : `${long(p)} mine`));
      if (answer?.problem) parts.push(element("p", { class: "error" }, answer.problem));
      else if (answer) {
        if (answer.exact !== null && !proved) parts.push(element("p", { class: "exact" }, "exactly ", fraction(answer.exact)));
        if (answer.exact === null && !proved) parts.push(element("p", { class: "warn" }, "an estimate: the exact count took too long"));
        if (!proved && answer.rank) parts.push(element("p", { class: "dim" }, answer.rank === 1 ? "No hidden cell is less likely a mine." : `${answer.rank - 1} of ${answer.of} hidden cells are less likely a mine.`));
        parts.push(proof(answer.steps, this.point) ?? "");
      } else parts.push(element("p", { class: "dim" }, "…"));
    }
    box.replaceChildren(...parts);
  }
}

function fraction(text) {
  const [top, bottom = "1"] = text.split("/");
  const cut = (digits) => (digits.length <= 40 ? digits : `${digits.slice(0, 16)}…${digits.slice(-8)} (${digits.length} digits)`);
  return element("span", { class: "fraction", title: text.length < 2000 ? text : null, role: "math", "aria-label": `${cut(top)} over ${cut(bottom)}` }, element("span", {}, cut(top)), element("span", {}, cut(bottom)));
}
