// Boards of any geometry under any rules: text in, a drawing and the next step out.

import { $, element, put } from "./dom.js";
import { Lanes } from "./net.js";
import { T } from "./texts.js";

const lanes = new Lanes();

async function show() {
  const box = $("ruled-answer");
  const mines = $("ruled-mines").value;
  box.setAttribute("aria-busy", "true");
  try {
    const answer = await lanes.ask("ruled", "ruled", { rules: $("ruled-rules").value, text: $("ruled-text").value, mines: mines === "" ? null : Number(mines) });
    if (answer === null) return;
    const drawing = new DOMParser().parseFromString(answer.drawing, "image/svg+xml").documentElement;
    put(box, element("figure", {}, document.adoptNode(drawing)), element("p", {}, answer.summary), answer.hint && element("p", {}, `${T.ruledNext} ${answer.hint}`));
  } catch (error) {
    put(box, element("p", { class: "error" }, /** @type {Error} */ (error).message));
  } finally {
    box.removeAttribute("aria-busy");
  }
}

export function begin(/** @type {{name: string, description: string}[]} */ rules) {
  $("ruled-names").append(...rules.map(({ name, description }) => element("option", { value: name }, description)));
  $("ruled-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    show();
  });
}
