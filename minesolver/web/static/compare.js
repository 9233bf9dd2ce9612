// The same position twice: the exact engine's knowledge, and beside it a heuristic layer's.

import { Channel } from "./api.js";
import { $, element } from "./dom.js";
import { Grid } from "./grid.js";
import { face, indexed } from "./look.js";
import { comparison } from "./panels.js";
import { toModel } from "./position.js";

export class Compare {
  #channel = new Channel();
  #known = null;
  #position = null;
  #answer = null;

  // `main`: the grid beside it. `ids`: {toggle, layer, box, caption, exactCaption, board, panel}; `changed`: called when switched on or off
  constructor(ids, main, layers, point, changed) {
    this.ids = ids;
    this.point = point;
    this.grid = new Grid($(ids.board), "The layered engine's knowledge", {});
    this.grid.follow(main);
    $(ids.layer).append(...layers.map(({ name, description }) => element("option", { value: name, title: description }, name)));
    $(ids.layer).value = "layered";
    $(ids.toggle).addEventListener("change", changed);
    $(ids.layer).addEventListener("change", () => {
      $(ids.toggle).checked = true;
      changed();
    });
  }

  get on() {
    return $(this.ids.toggle).checked;
  }

  async update(position) {
    this.#position = position;
    for (const id of [this.ids.box, this.ids.exactCaption, this.ids.panel]) $(id).hidden = !this.on || !position;
    if (!this.on || !position) return;
    this.grid.resize(position.rows, position.cols);
    let answer;
    try {
      answer = await this.#channel.ask("compare", { board: toModel(position), layer: $(this.ids.layer).value });
    } catch (error) {
      this.#fail(error.message);
      return;
    }
    if (!answer || position !== this.#position) return;
    if (!answer.consistent) {
      this.#fail(answer.conflict.message);
      return;
    }
    this.#known = indexed(answer, position.cols);
    this.#answer = answer;
    $(this.ids.caption).textContent = answer.engine;
    $(this.ids.panel).replaceChildren(comparison(answer, this.point));
    this.draw();
  }

  #fail(message) {
    this.#known = null;
    this.#answer = null;
    $(this.ids.panel).replaceChildren(element("p", { class: "error" }, message));
    this.draw();
  }

  draw() {
    if (!this.on || !this.#position) return;
    const { codes, cols } = this.#position;
    this.grid.draw((i) => face(codes[i], i, this.#known));
    const missed = this.#answer ? [...this.#answer.missed_safe, ...this.#answer.missed_mines] : [];
    this.grid.mark("missed", missed.map(([r, c]) => r * cols + c));
  }
}
