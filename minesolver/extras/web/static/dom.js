// Small pieces of the document.

/** The element of this id. */
export const $ = (/** @type {string} */ id) =>
  /** @type {import("./answers.js").Control} */ (document.getElementById(id));

/** @typedef {string | number | boolean | null | undefined | ((event: never) => void)} Attribute true: it is there */
/** @typedef {Node | string | false | null | undefined} Child */

/**
 * element("p", {class: "dim"}, "text", child, ...): text is text, never markup; `onclick` and the like listen.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} attributes
 * @param {...Child} children
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for drawings.
 * @param {keyof SVGElementTagNameMap} tag
 * @param {Record<string, Attribute>} attributes
 * @param {...Child} children
 */
export function drawn(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} Target
 * @param {Target} target
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function fill(target, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") target.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) target.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) target.setAttribute(key, String(value));
  }
  target.append(...present(children));
  return target;
}

/** Of these what is there. */
export const present = (/** @type {Child[]} */ children) =>
  children.flatMap((child) => (child === null || child === undefined || child === false || child === "" ? [] : [child]));

/** What draws on a canvas. */
export const penOf = (/** @type {HTMLCanvasElement} */ canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** A button that does this, with these words or signs on it. */
export const button = (
  /** @type {string | Node[]} */ words,
  /** @type {() => void} */ onclick,
  /** @type {Record<string, string>} */ attributes = {},
) => element("button", { type: "button", onclick, ...attributes }, ...[words].flat());

/** Controls beside each other. */
export const bar = (/** @type {Child[]} */ ...controls) => element("div", { class: "bar" }, ...controls);

/** Figures, each with what it is and more about that. */
export const tiles = (/** @type {[string, string, string?][]} */ figures) =>
  element("div", { class: "cards" }, ...figures.map(([name, value, title]) => element("div", { title }, element("b", {}, value), name)));

/** A table: what stands above its columns, its rows, each a list of cells or an element. */
export const table = (
  /** @type {(string | [string, string, ...unknown[]])[]} */ heads,
  /** @type {(Element | (Child | Child[])[])[]} */ rows,
  /** @type {string | null} */ caption = null,
) => {
  const cellOf = (/** @type {Child | Child[]} */ cell) => element("td", {}, ...[cell].flat());
  const columns = heads.map((head) => {
    const [name, title] = typeof head === "string" ? [head] : head;
    return element("th", { scope: "col", title }, name);
  });
  return element(
    "table",
    { class: "table" },
    caption && element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...columns)),
    element("tbody", {}, ...rows.map((row) => (Array.isArray(row) ? element("tr", {}, ...row.map(cellOf)) : row))),
  );
};

/** Put these in, if anything differs: what the user has in focus or has scrolled stays so. */
export function put(/** @type {Element} */ box, /** @type {(Child | Child[])[]} */ ...children) {
  const fresh = element("div", {}, ...children.flat());
  if (box.innerHTML === fresh.innerHTML) return;
  box.replaceChildren(...fresh.childNodes);
}

let hiding = 0;

export function toast(/** @type {string} */ message, bad = false) {
  const box = $("toast");
  box.textContent = message;
  box.className = bad ? "shown bad" : "shown";
  clearTimeout(hiding);
  hiding = setTimeout(() => (box.className = ""), bad ? 7000 : 2500);
}

const WORKING = 700; // ms of work before it is told: what is done sooner needs no word

/**
 * Tell what is being worked on, if it takes a while, with a button that stops it.
 * @param {string} message
 * @param {string} stopText
 * @param {() => void} stop
 * @returns {() => void} to be called when it is done
 */
export function working(message, stopText, stop) {
  const box = $("toast");
  const notice = element("span", {}, message, " ", button(stopText, stop));
  const timer = setTimeout(() => {
    clearTimeout(hiding);
    box.replaceChildren(notice);
    box.className = "shown working";
  }, WORKING);
  return () => {
    clearTimeout(timer);
    if (box.firstChild === notice) box.className = "";
  };
}

const SEGMENTS = [
  "M2 .8h11l-2.6 3.2h-5.8z",
  "M14 1.6v11.6l-3.2-1.7v-6.8z",
  "M14 14.8v11.6l-3.2-3.1v-6.8z",
  "M2 27.2h11l-2.6-3.2h-5.8z",
  "M1 14.8v11.6l3.2-3.1v-6.8z",
  "M1 1.6v11.6l3.2-1.7v-6.8z",
  "M2 14l2.4-1.6h6.2l2.4 1.6-2.4 1.6h-6.2z",
];
const LIT = {
  0: "012345",
  1: "12",
  2: "01346",
  3: "01236",
  4: "1256",
  5: "02356",
  6: "023456",
  7: "012",
  8: "0123456",
  9: "012356",
  "-": "6",
  " ": "",
};

/** A number in seven-segment digits. */
export function led(/** @type {HTMLElement} */ box, /** @type {string} */ text, /** @type {string} */ label) {
  if (box.dataset.text === text && box.getAttribute("aria-label") === label) return;
  box.dataset.text = text;
  box.setAttribute("aria-label", label);
  box.replaceChildren(
    ...[...text].map((sign) => {
      const lit = LIT[/** @type {keyof typeof LIT} */ (sign)] ?? "";
      return drawn(
        "svg",
        { viewBox: "0 0 15 28", "aria-hidden": "true" },
        ...SEGMENTS.map((d, i) => drawn("path", { d, class: lit.includes(String(i)) ? "on" : "off" })),
      );
    }),
  );
}
