// Signs in place of words: buttons with `data-icon` get one; their name stays for screen readers and as a tip.

import { drawn } from "./dom.js";

const PATHS = {
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  clear: "M4 20h16M7 20l-3-4L13 6l6 6-8 8",
  paste: "M8 5H5v16h14V5h-3M8 3h8v4H8zM9 12h6M9 16h6",
  open: "M3 6h6l2 3h10v10H3z",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  restart: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  rules: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.500h4v5h-4zM7 14.500h4v5H7z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900V16h7v-2.100A6 6 0 0 0 12 3z",
  auto: "M13 3L5 14h6l-1 7 8-11h-6z",
  fold: "M6 9l6 6 6-6",
  more: "M5 11v2h1v-2zM11.500 11v2h1v-2zM18 11v2h1v-2z",
  keep: "M6 3h12v18l-6-5-6 5z",
  statistics: "M5 21V11M12 21V4M19 21v-7M3 21h18",
  settings:
    "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 2v4M12 18v4M2 12h4M18 12h4" +
    "M5 5l2.800 2.800M16.200 16.200L19 19M19 5l-2.800 2.800M7.800 16.200L5 19",
  help: "M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .6-1.500 1.300-1.500 2.800M12 19v.5",
  flag: "M7 21V4l11 4.500L7 13",
};

/** Draw the sign of every such button; the words that it has stay beside it where there is room. */
export function draw(/** @type {Document | Element} */ box) {
  for (const button of /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-icon]")])) {
    const sign = drawn(
      "svg",
      { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      drawn("path", { d: PATHS[/** @type {"undo"} */ (button.dataset.icon)] }),
    );
    const text = button.textContent;
    button.replaceChildren(sign);
    if (!text) continue;
    const word = document.createElement("span");
    word.className = "word";
    word.textContent = text;
    button.append(word);
    button.ariaLabel ??= text;
  }
}
