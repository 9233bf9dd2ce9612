// A screenshot beside its reading: a tap on a cell of the picture mends it.

import { load, total } from "./analyser.js";
import { nameOf, state } from "./core.js";
import { $, button, element, penOf } from "./dom.js";
import { edit, HIDDEN, withCells } from "./position.js";
import { keepInTab } from "./store.js";
import { T } from "./texts.js";

const AROUND = 2.6; // cells of the picture that are seen above the board: its counters
const SYMBOLS = [HIDDEN, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A picture that the server takes: a large one as JPEG. @returns {Promise<Blob>} */
export async function sendable(/** @type {File} */ file, /** @type {number} */ maxBytes) {
  if (file.size <= maxBytes || !file.type.startsWith("image/")) return file;
  const image = await createImageBitmap(file);
  const canvas = element("canvas", { width: image.width, height: image.height });
  penOf(canvas).drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.9));
}

/** What there is to know of a reading before anyone trusts it, a sentence each. @returns {string[]} */
function remarks(/** @type {import("./answers.js").Picture} */ reading, /** @type {boolean} */ isToBeChosen) {
  const sentences = [];
  // Where it is not chosen yet which board is meant, that alone is the question, and asked elsewhere.
  if (reading.doubtful && !isToBeChosen) sentences.push(T.picture.question);
  if (reading.cut.length) sentences.push(T.picture.cut(reading.cut));
  else if (reading.strange && !isToBeChosen) sentences.push(T.picture.strange(reading.strange));
  if (reading.may_go_on.length) sentences.push(T.picture.mayGoOn(reading.may_go_on));
  if (reading.contradiction) sentences.push(T.picture.contradiction(reading.contradiction));
  if (reading.mines_shown) sentences.push(T.picture.over(reading.mines_shown));
  if (reading.frames > 1) sentences.push(T.picture.frames(reading.frames));
  if (reading.first_size) sentences.push(T.picture.resized(reading.first_size.join("×")));
  if (reading.counter !== null) sentences.push(T.picture.counter(reading.counter));
  if (reading.flags.length) sentences.push(T.picture.flags(reading.flags.length));
  sentences.push(reading.instead.length ? T.picture.unsure(reading.instead.length) : T.picture.mend);
  return sentences;
}

/** @typedef {(wish: {board?: number, shape?: number[]}) => void} ReadAgain asks for another reading of a picture */

export const PICTURE = "picture"; // under which it is kept over a reload

/**
 * The card of a picture. Read once more, the picture keeps it: only what was read is drawn anew, and what its user has
 * written in the fields meanwhile stays there, as the focus does.
 * @type {{file: Blob, card: HTMLElement, reading: HTMLElement, size: HTMLInputElement[], mines: HTMLInputElement,
 *   readAgain: ReadAgain} | null}
 */
let shown = null;
let turn = 0; // of several pictures that are drawn at a time the last one is shown

/** The picture's board is analysed no longer: put its card away. */
export function close() {
  turn++;
  keepInTab(PICTURE, null);
  shown?.card.remove();
  shown = null;
}

/** Whether its user has written something else there than what was read. */
const isWritten = (/** @type {HTMLInputElement} */ field) => field.value !== field.defaultValue;

/** Read the shown picture once more: another board has another size and count than what was written for this one. */
function askAgain(/** @type {{board?: number, shape?: number[]}} */ wish) {
  if (!shown) return;
  if (wish.board) for (const field of [...shown.size, shown.mines]) field.defaultValue = field.value;
  shown.readAgain(wish);
}

/**
 * The card of a picture, with the size of its board and the mine count in fields, to be put right.
 * @param {Blob} file
 * @param {(number | string)[]} size as it was read; empty texts: it was not
 * @param {ReadAgain} readAgain
 */
function cardOf(file, size, readAgain) {
  if (shown?.file !== file) {
    close();
    const numberField = (/** @type {string} */ label, /** @type {object} */ limits) =>
      element("input", { type: "number", "aria-label": label, ...limits });
    const [rows, cols] = [T.rows, T.cols].map((label) => numberField(label, { min: 1, max: 256, required: true }));
    const mines = numberField(T.picture.mines, { min: 0, oninput: () => ($("mines").value = mines.value, total()) });
    const read = (/** @type {Event} */ event) => {
      event.preventDefault();
      askAgain({ shape: [rows, cols].map((field) => Number(field.value)) });
    };
    const again = element("button", {}, T.picture.again);
    const reading = element("div");
    const card = element(
      "section",
      { class: "card", id: "picture", "data-mode": "analyse", "aria-label": T.picture.label },
      reading,
      element("form", { class: "bar", onsubmit: read }, `${T.sizeTitle} `, rows, " × ", cols, " ", again),
      element("label", { class: "bar" }, T.picture.mines, " ", mines),
      button(T.picture.done, close, { class: "quiet" }),
    );
    shown = { file, card, reading, size: [rows, cols], mines, readAgain };
    $("panel").prepend(card);
  }
  shown.readAgain = readAgain;
  for (const [axis, field] of shown.size.entries())
    if (!isWritten(field)) field.defaultValue = field.value = String(size[axis]);
  return shown;
}

/**
 * Keep a picture in sight in which no board was found, with the reason and what to do.
 * @param {Blob} file
 * @param {string} reason
 * @param {ReadAgain} readAgain
 */
export async function refused(file, reason, readAgain) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return; // no picture at all
  const canvas = element("canvas", { width: image.width, height: image.height, "aria-label": T.picture.label });
  canvas.style.maxWidth = "100%";
  penOf(canvas).drawImage(image, 0, 0);
  const { reading, mines } = cardOf(file, ["", ""], readAgain);
  reading.replaceChildren(element("p", { class: "error" }, reason), element("p", {}, T.picture.refused), canvas);
  /** @type {HTMLElement} */ (mines.parentElement).hidden = true; // of no board
}

/**
 * Which board of several is meant: a question where that is to be chosen, and a button for each.
 * @param {import("./answers.js").Picture} reading
 * @param {boolean} isToBeChosen
 */
function boardChoice(reading, isToBeChosen) {
  const question = isToBeChosen ? T.picture.several(reading.boards.length, reading.board) : "";
  const buttons = reading.boards.map(({ size }, index) =>
    button(`${index + 1}: ${size.join("×")}`, () => askAgain({ board: index + 1, shape: undefined }), {
      "aria-pressed": String(index + 1 === reading.board),
    }),
  );
  const group = element("div", { class: "bar", role: "group", "aria-label": T.picture.boards }, ...buttons);
  return [element("p", {}, question), group];
}

/**
 * Show the picture that a board was read from.
 * @param {Blob} file
 * @param {import("./answers.js").Picture} reading
 * @param {number | undefined} chosenBoard which board was asked for, of a picture that has several
 * @param {ReadAgain} readAgain
 */
export async function beside(file, reading, chosenBoard, readAgain) {
  const {
    box: [left, top, wide, high],
    instead,
  } = reading;
  const { rows, cols } = state.position;
  const drawing = ++turn;
  const image = await createImageBitmap(file);
  if (drawing !== turn) return;
  const hasSeveral = reading.boards.length > 1;
  const isToBeChosen = hasSeveral && !chosenBoard && reading.doubtful; // one alone may have the size that was given

  // What is seen of the picture: its boards, with some cells around them.
  const boards = hasSeveral ? reading.boards : [{ size: [rows, cols], box: reading.box }];
  /** @type {number[][]} left, top, width and height of each */
  const outlines = boards.map(({ size, box: [x, y, w, h] }) => [x, y, size[1] * w, size[0] * h]);
  const x0 = Math.max(0, Math.min(...outlines.map(([x]) => x)) - wide);
  const y0 = Math.max(0, Math.min(...outlines.map(([, y]) => y)) - AROUND * high);
  const x1 = Math.min(image.width, Math.max(...outlines.map(([x, , w]) => x + w)) + wide);
  const y1 = Math.min(image.height, Math.max(...outlines.map(([, y, , h]) => y + h)) + high);
  const canvas = element("canvas", {
    width: Math.ceil(x1 - x0),
    height: Math.ceil(y1 - y0),
    "aria-label": T.picture.label,
  });
  canvas.style.maxWidth = "100%";
  canvas.style.touchAction = "manipulation";
  const choices = element("div", { class: "bar", role: "group" });
  let chosen = -1;

  /** Frame a board of several, with its number. */
  const number = (/** @type {number[]} */ [x, y, w, h], /** @type {number} */ index) => {
    const pen = penOf(canvas);
    const isRead = index + 1 === reading.board;
    pen.strokeStyle = pen.fillStyle = isRead ? "#0060ff" : "#505050";
    pen.lineWidth = Math.max(2, wide / 8);
    pen.strokeRect(x - x0, y - y0, w, h);
    pen.fillRect(x - x0, y - y0, wide, high);
    pen.fillStyle = "#ffffff";
    pen.font = `bold ${Math.round(0.8 * high)}px sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(index + 1), x - x0 + wide / 2, y - y0 + high / 2);
  };
  const draw = () => {
    const pen = penOf(canvas);
    pen.drawImage(image, -x0, -y0);
    if (hasSeveral) outlines.forEach(number);
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
    const alternative = instead.find(([[r, c]]) => r === cell[0] && c === cell[1])?.[1];
    choices.replaceChildren(
      element("span", {}, `${nameOf(cell)}${alternative ? ` ${T.picture.or(alternative)}` : ""}`),
      ...SYMBOLS.map((code) => {
        const mend = () => {
          load(withCells(state.position, edit(state.position, index, code)));
          choose(index);
        };
        const [sign, label] = code === HIDDEN ? ["■", T.faces.hidden] : [String(code), String(code)];
        const isPressed = String(state.position.codes[index] === code);
        return button(sign, mend, { "aria-pressed": isPressed, "aria-label": label });
      }),
    );
  };
  canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const shownBox = canvas.getBoundingClientRect();
    const scale = canvas.width / shownBox.width;
    const c = Math.floor(((event.clientX - shownBox.left) * scale + x0 - left) / wide);
    const r = Math.floor(((event.clientY - shownBox.top) * scale + y0 - top) / high);
    const { rows: height, cols: width } = state.position;
    if (r >= 0 && c >= 0 && r < rows && c < cols && height === rows && width === cols) choose(r * cols + c);
  });
  const card = cardOf(file, [rows, cols], readAgain);
  card.reading.replaceChildren(
    ...(hasSeveral ? boardChoice(reading, isToBeChosen) : []),
    ...remarks(reading, isToBeChosen).map((sentence) => element("p", {}, sentence)),
    canvas,
    choices,
  );
  /** @type {HTMLElement} */ (card.mines.parentElement).hidden = false;
  if (isWritten(card.mines)) card.mines.dispatchEvent(new Event("input")); // this reading of the board has that count, too
  else card.mines.defaultValue = card.mines.value = String(state.position.mines ?? "");
  draw();
  if (instead.length) choose(instead[0][0][0] * cols + instead[0][0][1]);
}
