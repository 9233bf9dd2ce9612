// A screenshot beside its reading: a tap on a cell of the picture mends it.

import { load, total } from "./analyser.js";
import { nameOf, state } from "./core.js";
import { $, element } from "./dom.js";
import { edit, HIDDEN, withCells } from "./position.js";
import { T } from "./texts.js";

const AROUND = 2.6; // cells of the picture that are seen above the board: its counters
const SYMBOLS = [HIDDEN, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A picture that the server takes: a large one as JPEG. @returns {Promise<Blob>} */
export async function sendable(/** @type {File} */ file, /** @type {number} */ most) {
  if (file.size <= most || !file.type.startsWith("image/")) return file;
  const image = await createImageBitmap(file);
  const canvas = element("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob((/** @type {Blob} */ blob) => done(blob ?? file), "image/jpeg", 0.9));
}

/** What there is to know of a reading before anyone trusts it, a sentence each. @returns {string[]} */
function remarks(/** @type {any} */ reading) {
  const sentences = [];
  if (reading.doubtful) sentences.push(T.picture.question);
  if (reading.strange) sentences.push(T.picture.strange(reading.strange));
  if (reading.contradiction) sentences.push(T.picture.contradiction(reading.contradiction));
  if (reading.mines_shown) sentences.push(T.picture.over(reading.mines_shown));
  if (reading.frames > 1) sentences.push(T.picture.frames(reading.frames));
  if (reading.first_size) sentences.push(T.picture.resized(reading.first_size.join("×")));
  if (reading.counter !== null) sentences.push(T.picture.counter(reading.counter));
  if (reading.flags.length) sentences.push(T.picture.flags(reading.flags.length));
  sentences.push(reading.instead.length ? T.picture.unsure(reading.instead.length) : T.picture.mend);
  return sentences;
}

/** Keep a picture in sight in which no board was found, with the reason and what to do. */
export async function refused(/** @type {Blob} */ file, /** @type {string} */ reason) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return; // no picture at all
  const canvas = element("canvas", { width: image.width, height: image.height, "aria-label": T.picture.label });
  canvas.style.maxWidth = "100%";
  canvas.getContext("2d").drawImage(image, 0, 0);
  $("picture")?.remove();
  const card = element(
    "section",
    { class: "card", id: "picture", "aria-label": T.picture.label },
    element("p", { class: "error" }, reason),
    element("p", {}, T.picture.refused),
    canvas,
    element("button", { class: "quiet", onclick: () => card.remove() }, T.picture.done),
  );
  $("panel").prepend(card);
}

/** Show the picture that a board was read from. */
export async function beside(/** @type {Blob} */ file, /** @type {any} */ reading) {
  const {
    box: [left, top, wide, high],
    instead,
  } = reading;
  const { rows, cols } = state.position;
  const image = await createImageBitmap(file);
  const [x0, y0] = [Math.max(0, left - wide), Math.max(0, top - AROUND * high)];
  const [x1, y1] = [Math.min(image.width, left + (cols + 1) * wide), Math.min(image.height, top + (rows + 1) * high)];
  const canvas = element("canvas", {
    width: Math.ceil(x1 - x0),
    height: Math.ceil(y1 - y0),
    "aria-label": T.picture.label,
  });
  canvas.style.maxWidth = "100%";
  canvas.style.touchAction = "manipulation";
  const choices = element("div", { class: "bar", role: "group" });
  const mines = element("input", {
    type: "number",
    min: 0,
    "aria-label": T.picture.mines,
    value: state.position.mines ?? "",
  });
  mines.addEventListener("input", () => {
    $("mines").value = mines.value;
    total();
  });
  let chosen = -1;

  const draw = () => {
    const pen = canvas.getContext("2d");
    pen.drawImage(image, -x0, -y0);
    const ring = (/** @type {number} */ r, /** @type {number} */ c, /** @type {string} */ colour) => {
      pen.lineWidth = Math.max(2, wide / 10);
      pen.strokeStyle = colour;
      pen.strokeRect(left - x0 + c * wide + 1, top - y0 + r * high + 1, wide - 2, high - 2);
    };
    for (const [[r, c]] of instead) ring(r, c, "#d06000");
    if (chosen >= 0) ring(Math.floor(chosen / cols), chosen % cols, "#0060ff");
  };
  const choose = (/** @type {number} */ index) => {
    chosen = index;
    draw();
    const cell = [Math.floor(index / cols), index % cols];
    const alternative = instead.find((/** @type {any} */ [[r, c]]) => r === cell[0] && c === cell[1])?.[1];
    choices.replaceChildren(
      element("span", {}, `${nameOf(cell)}${alternative ? ` ${T.picture.or(alternative)}` : ""}`),
      ...SYMBOLS.map((code) =>
        element(
          "button",
          {
            "aria-pressed": state.position.codes[index] === code,
            "aria-label": code === HIDDEN ? T.picture.hidden : String(code),
            onclick: () => {
              load(withCells(state.position, edit(state.position, index, code)));
              choose(index);
            },
          },
          code === HIDDEN ? "■" : String(code),
        ),
      ),
    );
  };
  canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const seen = canvas.getBoundingClientRect();
    const scale = canvas.width / seen.width;
    const c = Math.floor(((event.clientX - seen.left) * scale + x0 - left) / wide);
    const r = Math.floor(((event.clientY - seen.top) * scale + y0 - top) / high);
    const { rows: height, cols: width } = state.position;
    if (r >= 0 && c >= 0 && r < rows && c < cols && height === rows && width === cols) choose(r * cols + c);
  });
  $("picture")?.remove();
  const card = element(
    "section",
    { class: "card", id: "picture", "aria-label": T.picture.label },
    ...remarks(reading).map((sentence) => element("p", {}, sentence)),
    canvas,
    choices,
    element("label", { class: "bar" }, T.picture.mines, " ", mines),
    element("button", { class: "quiet", onclick: () => card.remove() }, T.picture.done),
  );
  $("panel").prepend(card);
  draw();
  if (instead.length) choose(instead[0][0][0] * cols + instead[0][0][1]);
}
