// Boards of any geometry under any rules: text in, a drawing and the next step out.

import { $, element, put } from "./dom.js";
import { Lanes } from "./net.js";
import { T } from "./texts.js";

const lanes = new Lanes();

async function show() {
  const box = $("variant-answer");
  const mines = $("variant-mines").value;
  box.setAttribute("aria-busy", "true");
  try {
    const answer = await lanes.ask("variant", "analyze", { board: { rules: $("variant-rules").value, text: $("variant-text").value, mines: mines === "" ? null : Number(mines) } });
    if (answer === null) return;
    const drawing = new DOMParser().parseFromString(answer.drawing, "image/svg+xml").documentElement;
    put(box, element("figure", {}, document.adoptNode(drawing)), element("p", {}, answer.summary), answer.hint && element("p", {}, `${T.variantNext} ${answer.hint}`));
  } catch (error) {
    put(box, element("p", { class: "error" }, /** @type {Error} */ (error).message));
  } finally {
    box.removeAttribute("aria-busy");
  }
}

export function begin(/** @type {{name: string, description: string}[]} */ rules) {
  $("variant-names").append(...rules.map(({ name, description }) => element("option", { value: name }, description)));
  $("variant-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    show();
  });
}
