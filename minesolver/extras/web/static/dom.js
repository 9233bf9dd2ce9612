// Small pieces of the document.

/** The element of this id. */
export const $ = (/** @type {string} */ id) =>
  /** @type {import("./answers.js").Control} */ (document.getElementById(id));

/**
 * element("p", {class: "dim"}, "text", child, ...): text is text, never markup.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** A button that does this, with these words or signs on it. */
export const button = (
  /** @type {string | Node[]} */ words,
  /** @type {() => void} */ onclick,
  /** @type {Record<string, string>} */ attributes = {},
) => element("button", { type: "button", onclick, ...attributes }, ...[words].flat());

/** Controls beside each other. */
export const bar = (/** @type {any[]} */ ...controls) => element("div", { class: "bar" }, ...controls);

/** A table: what stands above its columns, its rows, each a list of cells or an element. */
export const table = (
  /** @type {any[]} */ heads,
  /** @type {any[]} */ rows,
  /** @type {string | null} */ caption = null,
) => {
  const cellOf = (/** @type {any} */ cell) => element("td", {}, ...[cell].flat());
  const columns = heads.map((head) => element("th", { scope: "col", title: [head].flat()[1] }, [head].flat()[0]));
  return element(
    "table",
    { class: "table" },
    caption && element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...columns)),
    element("tbody", {}, ...rows.map((row) => (Array.isArray(row) ? element("tr", {}, ...row.map(cellOf)) : row))),
  );
};

/** The same for drawings. @param {string} tag @param {Record<string, any>} attributes @param {...any} children */
export function drawn(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(/** @type {any} */ target, /** @type {Record<string, any>} */ attributes, /** @type {any[]} */ children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) target.addEventListener(key.slice(2), value);
    else if (value === true) target.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) target.setAttribute(key, value);
  }
  const isNothing = (/** @type {any} */ child) =>
    child === null || child === undefined || child === false || child === "";
  target.append(...children.filter((child) => !isNothing(child)));
  return target;
}

/** Put these in, if anything differs: what the user has in focus or has scrolled stays so. */
export function put(/** @type {Element} */ box, /** @type {any[]} */ ...children) {
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
