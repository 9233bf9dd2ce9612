// Small pieces of the document.

export const $ = (id) => document.getElementById(id);

// element("p", {class: "dim"}, "text", child, ...): text is text, never markup.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A sentence in which every "(r,c)" is a button that points at the cell.
export function sentence(text, point) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(/\((\d+),(\d+)\)/g)) {
    parts.push(text.slice(from, found.index), cellLink([Number(found[1]), Number(found[2])], point));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return element("span", {}, ...parts);
}

export function cellLink(cell, point) {
  return element(
    "button",
    {
      type: "button",
      class: "cellref",
      onmouseenter: () => point(cell, false),
      onmouseleave: () => point(null, false),
      onclick: () => point(cell, true),
    },
    `(${cell[0]},${cell[1]})`,
  );
}

let hiding = 0;

export function toast(message, bad = false) {
  const box = $("toast");
  box.textContent = message;
  box.className = bad ? "shown bad" : "shown";
  clearTimeout(hiding);
  hiding = setTimeout(() => (box.className = ""), bad ? 7000 : 2500);
}

export async function toClipboard(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
    return true;
  } catch {
    return false;
  }
}
