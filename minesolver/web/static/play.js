// The player: a game on the server's rules, hints, policies that move, and the review at the end.
// A game is its size, rules and seed with the moves so far; the server replays them for every answer.

import { ask, Channel } from "./api.js";
import { Compare } from "./compare.js";
import { $, cellLink, element, sentence, toast, toClipboard } from "./dom.js";
import { Grid } from "./grid.js";
import { face, indexed, long, name } from "./look.js";
import { guesses, proof } from "./panels.js";
import { fromModel, HIDDEN, MINE, toModel } from "./position.js";

const SPEEDS = [1, 2, 5, 10, 25, 60, Infinity]; // moves a second
const LOGGED = 400;

export class Play {
  #game = null;
  #moves = [];
  #state = null;
  #position = null;
  #flags = new Set();
  #layout = new Set();
  #known = null;
  #flagging = false;
  #running = null; // token of the run in progress
  #queue = Promise.resolve();
  #analysis = new Channel();

  constructor(options, analyse) {
    this.options = options;
    this.analyse = analyse;
    this.grid = new Grid($("board-play"), "Game board", {
      follows: true,
      paint: (index, first) => first && this.#tap(index),
      secondary: (index) => this.#flag(index),
    });
    this.compare = new Compare(
      { toggle: "p-compare", layer: "p-layer", box: "p-compare-box", caption: "p-compare-caption", exactCaption: "p-exact-caption", board: "board-p-compare", panel: "p-comparison" },
      this.grid,
      options.layers,
      this.point,
      () => {
        if (this.compare.on) $("assist").checked = true;
        this.#assist();
      },
    );
    this.#makeControls();
  }

  // --- controls --------------------------------------------------------------------------------------------------

  #makeControls() {
    const { levels, first_clicks: clicks, policies } = this.options;
    $("level").append(...levels.map((level) => element("option", { value: level.name }, level.name)), element("option", { value: "custom" }, "custom"));
    $("first-click").append(...clicks.map(({ name: value, description }) => element("option", { value, title: description }, value)));
    $("policy").append(...policies.map(({ name: value }) => element("option", { value }, value)));
    $("policy").value = policies.some(({ name: value }) => value === "strongest") ? "strongest" : "safest";
    const about = () => ($("policy-about").textContent = policies.find(({ name: value }) => value === $("policy").value).description);
    $("policy").addEventListener("change", about);
    about();
    $("level").addEventListener("change", () => {
      this.#fill();
      if ($("level").value === "custom") $("g-rows").select();
      else this.#start();
    });
    this.#fill();
    for (const id of ["g-rows", "g-cols", "g-mines"]) $(id).addEventListener("input", () => ($("level").value = "custom"));
    $("game-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    $("hint").addEventListener("click", () => this.#hint());
    $("back").addEventListener("click", () => this.#takeBack());
    $("one").addEventListener("click", () => this.#policy(1));
    $("run").addEventListener("click", () => this.#toggleRun());
    $("speed").addEventListener("input", () => this.#speed());
    this.#speed();
    $("assist").addEventListener("change", () => this.#assist());
    $("p-analyse").addEventListener("click", () => this.analyse(this.#position));
    $("p-link").addEventListener("click", async () => {
      this.#address();
      if (!(await toClipboard(location.href, "link"))) toast("the address of this page is the link");
    });
    for (const flag of [false, true]) $(flag ? "tap-flag" : "tap-open").addEventListener("click", () => this.#mode(flag));
    $("p-smaller").addEventListener("click", () => this.#zoom(-1));
    $("p-fit").addEventListener("click", () => this.#zoom(0));
    $("p-larger").addEventListener("click", () => this.#zoom(1));
  }

  #fill() {
    const level = this.options.levels.find((one) => one.name === $("level").value);
    if (!level) return;
    $("g-rows").value = level.rows;
    $("g-cols").value = level.cols;
    $("g-mines").value = level.mines;
  }

  #zoom(step) {
    this.grid.zoom(step);
    this.compare.grid.zoom(step);
  }

  #mode(flagging) {
    this.#flagging = flagging;
    $("tap-open").setAttribute("aria-checked", !flagging);
    $("tap-flag").setAttribute("aria-checked", flagging);
  }

  #speed() {
    const speed = SPEEDS[$("speed").value];
    $("speed-out").textContent = speed === Infinity ? "at once" : `${speed} a second`;
    $("speed").setAttribute("aria-valuetext", $("speed-out").textContent);
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      this.#takeBack();
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const onBoard = this.grid.hasFocus();
    switch (event.key.toLowerCase()) {
      case " ":
      case "enter":
        if (!onBoard) return false;
        this.#open(this.grid.cursor);
        return true;
      case "f":
        this.#flag(this.grid.cursor);
        return true;
      case "h":
        this.#hint();
        return true;
      case "n":
        this.#policy(1);
        return true;
      case "r":
        this.#toggleRun();
        return true;
      case "p":
        $("assist").checked = !$("assist").checked;
        this.#assist();
        return true;
      default:
        return false;
    }
  }

  // --- the game --------------------------------------------------------------------------------------------------

  shown() {
    if (!this.#game) this.#start();
    else {
      this.#address();
      this.grid.fit();
    }
  }

  #start() {
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0];
    const game = {
      rows: Number($("g-rows").value),
      cols: Number($("g-cols").value),
      mines: Number($("g-mines").value),
      first_click: $("first-click").value,
      seed: $("seed").value === "" ? drawn : Number($("seed").value),
    };
    return this.#load(game, []);
  }

  // Show a game after some moves; an impossible one is refused and the page keeps what it has.
  async #load(game, moves) {
    this.#halt();
    let state;
    try {
      state = await ask("play", { game, moves });
    } catch (error) {
      toast(error.message, true);
      return false;
    }
    this.#game = game;
    this.#moves = moves;
    $("log").replaceChildren();
    $("log-panel").hidden = true;
    this.#idle();
    this.#take(state);
    return true;
  }

  hash() {
    if (!this.#game) return "";
    const { rows, cols, mines, first_click: first, seed } = this.#game;
    const moves = this.#moves.map(([r, c, action]) => action[0] + (r * cols + c).toString(36)).join(".");
    return [`${rows}x${cols}x${mines}`, first, seed, moves].join(";");
  }

  fromHash(hash) {
    const found = /^(\d+)x(\d+)x(\d+);([\w:,-]+);(\d+);([ofc0-9a-z.]*)$/.exec(hash);
    if (!found) throw new Error("this link holds no game");
    const [rows, cols, mines] = found.slice(1, 4).map(Number);
    const actions = { o: "open", f: "flag", c: "chord" };
    const moves = found[6].split(".").filter(Boolean).map((text) => {
      const index = parseInt(text.slice(1), 36);
      return [Math.floor(index / cols), index % cols, actions[text[0]]];
    });
    $("level").value = this.options.levels.find((one) => one.rows === rows && one.cols === cols && one.mines === mines)?.name ?? "custom";
    $("g-rows").value = rows;
    $("g-cols").value = cols;
    $("g-mines").value = mines;
    $("first-click").value = found[4];
    const before = [this.#game, this.#moves];
    this.#game = { rows, cols, mines, first_click: found[4], seed: Number(found[5]) };
    this.#moves = moves;
    this.#load(this.#game, moves).then((loaded) => {
      if (loaded) return;
      [this.#game, this.#moves] = before;
      if (this.#game) this.#address();
      else {
        // There has to be some game to play.
        $("level").value = this.options.levels[0].name;
        $("first-click").value = this.options.first_clicks[0].name;
        this.#fill();
        this.#start();
      }
    });
  }

  #address() {
    if (!$("view-play").hidden) history.replaceState(null, "", `#play=${this.hash()}`);
  }

  #take(state) {
    const { cols } = this.#game;
    const at = ([r, c]) => r * cols + c;
    this.#state = state;
    this.#position = fromModel(state.board);
    this.#flags = new Set(state.flags.map(at));
    this.#layout = new Set((state.layout ?? []).map(at));
    this.#known = null;
    this.grid.resize(this.#position.rows, this.#position.cols);
    this.grid.mark("hinted", []);
    this.grid.mark("clue", []);
    this.grid.mark("pointed", []);
    this.draw();
    this.#score();
    this.#address();
    this.#assist();
    const over = state.won || state.lost;
    for (const id of ["hint", "one", "run"]) $(id).disabled = over;
    $("back").disabled = !this.#moves.length;
    if (over) this.#review();
    else $("review").hidden = true;
  }

  // Moves are made one after the other, however fast they come.
  #move(row, col, action) {
    this.#halt();
    this.#queue = this.#queue.then(async () => {
      if (!this.#state || this.#state.won || this.#state.lost) return;
      const moves = [...this.#moves, [row, col, action]];
      try {
        const state = await ask("play", { game: this.#game, moves });
        this.#moves = moves;
        this.#idle();
        this.#take(state);
      } catch (error) {
        toast(error.message.replace(/^move \d+: /, ""), true);
      }
    });
    return this.#queue;
  }

  #tap(index) {
    if (this.#flagging && this.#position?.codes[index] === HIDDEN) this.#flag(index);
    else this.#open(index);
  }

  #open(index) {
    if (!this.#position) return;
    const { cols } = this.#position;
    const [row, col] = [Math.floor(index / cols), index % cols];
    const code = this.#position.codes[index];
    if (code === HIDDEN) {
      if (!this.#flags.has(index)) this.#move(row, col, "open");
    } else if (code !== MINE && this.#chordable(row, col, code)) this.#move(row, col, "chord");
  }

  #chordable(row, col, code) {
    const { rows, cols, codes } = this.#position;
    let flags = 0;
    let left = 0;
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        const i = r * cols + c;
        if (this.#flags.has(i)) flags++;
        else if (codes[i] === HIDDEN) left++;
      }
    }
    return flags === code && left > 0;
  }

  #flag(index) {
    if (this.#position?.codes[index] !== HIDDEN) return;
    this.#move(Math.floor(index / this.#position.cols), index % this.#position.cols, "flag");
  }

  #takeBack() {
    if (!this.#moves.length) return;
    this.#halt();
    this.#queue = this.#queue.then(async () => {
      const moves = this.#moves.slice(0, -1);
      try {
        const state = await ask("play", { game: this.#game, moves });
        this.#moves = moves;
        this.#take(state);
      } catch (error) {
        toast(error.message, true);
      }
    });
  }

  #idle() {
    $("advice").replaceChildren(element("p", { class: "dim idle" }, "Ask for a hint, or let a policy move: it says whether its move is proved or a guess."));
  }

  // --- help ------------------------------------------------------------------------------------------------------

  async #hint() {
    if (!this.#state || this.#state.won || this.#state.lost) return;
    this.#halt();
    let hint;
    try {
      hint = await ask("hint", { game: this.#game, moves: this.#moves });
    } catch (error) {
      toast(error.message, true);
      return;
    }
    const cols = this.#position.cols;
    const at = ([r, c]) => r * cols + c;
    this.grid.mark("hinted", hint.cell ? [at(hint.cell)] : []);
    this.grid.mark("clue", hint.steps.flatMap((step) => step.clues.map(at)));
    $("advice").replaceChildren(
      element("h2", {}, "Hint ", badge(hint.proved, hint.probability)),
      element("p", {}, sentence(hint.text, this.point)),
      proof(hint.steps, this.point) ?? "",
      guesses(hint.candidates, this.point) ?? "",
    );
    if (hint.cell) this.grid.moveTo(at(hint.cell), this.grid.hasFocus());
    if (hint.candidates.length) this.#weigh(this.#position, at);
  }

  // A hint to guess is by risk alone at first; a policy weighs what each guess would tell, a little later.
  async #weigh(position, at) {
    let found;
    try {
      found = await ask("recommend", { board: toModel(position) });
    } catch {
      return; // not compiled yet, or too hard: the ranking by risk stands
    }
    if (position !== this.#position || !found.candidates.length) return;
    this.grid.mark("hinted", [at(found.cell)]);
    this.grid.moveTo(at(found.cell), this.grid.hasFocus());
    $("advice").replaceChildren(
      element("h2", {}, `Hint: guess ${name(found.cell)} `, badge(false, found.candidates[0].probability)),
      element("p", {}, sentence(found.reason, this.point)),
      guesses(found.candidates, this.point),
    );
  }

  point = (cell, go) => {
    const index = cell ? cell[0] * this.#position.cols + cell[1] : -1;
    this.grid.mark("pointed", cell ? [index] : []);
    if (cell && go) this.grid.moveTo(index);
  };

  #halt() {
    this.#running = null;
    $("run").textContent = "Run";
  }

  #toggleRun() {
    if (this.#running) {
      this.#halt();
      this.#sync();
    } else this.#policy(20_000);
  }

  // Ask the policy for moves from here on, and show them one by one at the chosen speed.
  async #policy(count) {
    if (!this.#state || this.#state.won || this.#state.lost) return;
    const token = (this.#running = {});
    if (count > 1) $("run").textContent = "Stop";
    const game = this.#game;
    let left = count;
    while (left > 0 && this.#running === token) {
      let answer;
      try {
        answer = await ask("policy", { game, moves: this.#moves, policy: $("policy").value, count: left });
      } catch (error) {
        toast(error.message, true);
        break;
      }
      if (this.#running !== token) return;
      if (!answer.moves.length) {
        $("advice").replaceChildren(element("p", {}, `${$("policy").value} has no move left.`));
        break;
      }
      for (const [i, move] of answer.moves.entries()) {
        const speed = SPEEDS[$("speed").value];
        if (i > 0 && speed !== Infinity) await new Promise((done) => setTimeout(done, 1000 / speed));
        if (this.#running !== token) return;
        this.#moves.push([...move.cell, move.action]);
        this.#say(move);
        if (speed !== Infinity) this.#showMove(move);
      }
      left -= answer.moves.length;
      this.#take(answer.state);
      this.#keepAdvice(answer.moves.at(-1));
      if (answer.done) break;
    }
    if (this.#running === token) this.#halt();
  }

  #keepAdvice(move) {
    this.grid.mark("hinted", [move.cell[0] * this.#position.cols + move.cell[1]]);
  }

  // Draw a move that the server has already made.
  #showMove(move) {
    const { cols } = this.#position;
    const index = move.cell[0] * cols + move.cell[1];
    if (move.action === "flag") this.#flags.add(index);
    for (const [r, c, code] of move.shown) {
      this.#position.codes[r * cols + c] = code;
      this.#flags.delete(r * cols + c);
    }
    this.grid.mark("hinted", [index]);
    this.draw();
    this.#score();
  }

  // After a run was stopped: the server's word on where the game is.
  async #sync() {
    try {
      this.#take(await ask("play", { game: this.#game, moves: this.#moves }));
    } catch (error) {
      toast(error.message, true);
    }
  }

  #say(move) {
    const line = element("li", { value: this.#moves.length }, `${move.action} `, cellLink(move.cell, this.point), " ", badge(move.proved, move.probability), element("span", { class: "dim" }, ` ${move.reason}`));
    $("advice").replaceChildren(
      element("h2", {}, `${move.action} ${name(move.cell)} `, badge(move.proved, move.probability)),
      element("p", {}, sentence(move.reason, this.point)),
    );
    $("log-panel").hidden = false;
    $("log").prepend(line);
    while ($("log").children.length > LOGGED) $("log").lastChild.remove();
  }

  // --- output ----------------------------------------------------------------------------------------------------

  draw() {
    if (!this.#position) return;
    const { codes } = this.#position;
    const over = this.#state.won || this.#state.lost;
    this.grid.draw((i) => {
      const known = !over && $("assist").checked ? this.#known : null;
      if (codes[i] === MINE) return { text: "✱", kind: "boom", label: "the mine that was opened" };
      const plain = face(codes[i], i, known);
      if (codes[i] !== HIDDEN) return plain;
      if (over && this.#state.lost && this.#flags.has(i) && !this.#layout.has(i)) return { text: "⚑", kind: "hidden wrong", label: "wrong flag" };
      if (this.#flags.has(i)) return { ...plain, text: "⚑", kind: `${plain.kind} flag`, label: `flagged, ${plain.label}` };
      if (over && this.#layout.has(i)) return { text: "✱", kind: "hidden shown", label: "mine" };
      return plain;
    });
    this.compare.draw();
  }

  #score() {
    const { rows, cols, mines, seed } = this.#game;
    const codes = this.#position.codes;
    let opened = 0;
    for (const code of codes) if (code !== HIDDEN && code !== MINE) opened++;
    const state = this.#state.won ? "won" : this.#state.lost ? "lost" : "";
    $("score").replaceChildren(
      state ? element("strong", { class: state }, state === "won" ? "Won" : "Lost") : "",
      element("span", {}, element("b", {}, String(mines - this.#flags.size)), " mines left"),
      element("span", {}, element("b", {}, `${opened}`), ` of ${rows * cols - mines} opened`),
      element("span", { class: "dim" }, `seed ${seed}`),
    );
  }

  async #assist() {
    const position = this.#position;
    const over = !this.#state || this.#state.won || this.#state.lost;
    if (!$("assist").checked || over) {
      this.#known = null;
      this.draw();
      this.compare.update(over ? null : position);
      return;
    }
    this.compare.update(position);
    try {
      const answer = await this.#analysis.ask("analyze", { board: toModel(position) });
      if (!answer || position !== this.#position) return;
      this.#known = answer.consistent ? indexed(answer, position.cols) : null;
      this.draw();
    } catch (error) {
      toast(error.message, true);
    }
  }

  async #review() {
    const moves = this.#moves;
    let review;
    try {
      review = await ask("review", { game: this.#game, moves });
    } catch (error) {
      toast(error.message, true);
      return;
    }
    if (moves !== this.#moves) return;
    const box = $("review");
    box.hidden = false;
    const { guesses: list } = review;
    const mistakes = list.filter((guess) => guess.cost > 1e-9).length;
    box.replaceChildren(
      element("h2", {}, "Review"),
      element(
        "p",
        {},
        `${review.opened} cells chosen: ${review.proved} proved safe, ${list.length} guess${list.length === 1 ? "" : "es"}` +
          (list.length ? `, ${mistakes} of them not the safest. ` : ". ") +
          (list.length ? `All would go well in ${long(review.survival)} of games. Luck used: ${review.luck.toFixed(2)}.` : ""),
      ),
      review.complete ? "" : element("p", { class: "warn" }, "Time ran out: later moves are not graded."),
      list.length
        ? element(
            "table",
            { class: "ranked" },
            element("thead", {}, element("tr", {}, ...["move", "cell", "mine", "rank", "cost", ""].map((t) => element("th", { scope: "col" }, t)))),
            element("tbody", {}, ...list.flatMap((guess) => this.#graded(guess))),
          )
        : "",
      element("p", { class: "dim" }, "Rank 1: no cell was less likely a mine. Cost: points of risk beyond the least. Luck: sum of −log₁₀ of the chance of each guess that went well."),
    );
  }

  #graded(guess) {
    const rows = [
      element(
        "tr",
        { class: guess.survived ? "" : "lost" },
        element("td", {}, String(guess.move + 1)),
        element("td", {}, cellLink(guess.cell, this.point)),
        element("td", {}, `${long(guess.probability)}${guess.survived ? "" : " ✱"}`),
        element("td", {}, `${guess.rank}/${guess.of}`),
        element("td", { class: guess.cost > 1e-9 ? "cost" : "" }, guess.cost > 1e-9 ? `+${(100 * guess.cost).toFixed(2)}` : "0"),
        element("td", {}, element("button", { type: "button", onclick: () => this.analyse(fromModel(guess.board)) }, "Look")),
      ),
    ];
    if (guess.missed) {
      rows.push(element("tr", { class: "note" }, element("td", {}), element("td", { colspan: "5" }, cellLink(guess.missed, this.point), " was proved safe")));
    } else if (guess.cost > 1e-9) {
      rows.push(element("tr", { class: "note" }, element("td", {}), element("td", { colspan: "5" }, "better: ", cellLink(guess.best, this.point), ` ${long(guess.best_probability)}`)));
    }
    return rows;
  }
}

function badge(proved, probability) {
  const text = proved ? "proved" : probability === null ? "guess" : `guess, ${long(probability)} mine`;
  return element("span", { class: `badge ${proved ? "safe" : "guess"}` }, text);
}
