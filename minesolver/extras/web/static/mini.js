// A small drawing of a position, or of the cells around one of it; colours are those of the board.

import { drawn } from "./dom.js";
import { HOLE } from "../../../protocol/scripts/ground.js";
import { clueOf, HIDDEN, MINE } from "./position.js";

/** `at`: the cell in the middle and a ring around it; `radius`: how far is shown. */
export function mini(
  /** @type {import("./position.js").Position} */ position,
  /** @type {number[] | null} */ middleCell = null,
  radius = Infinity,
) {
  const { rows, cols, codes } = position;
  const [row, col] = middleCell ?? [0, 0];
  const span = (/** @type {number} */ middle, /** @type {number} */ end) => {
    const shownLength = Math.min(end, 2 * radius + 1);
    const from = Math.max(0, Math.min(end - shownLength, middle - radius));
    return radius === Infinity ? [0, end] : [from, from + shownLength];
  };
  const [top, bottom] = span(row, rows);
  const [firstColumn, right] = span(col, cols);
  const cells = [];
  for (let r = top; r < bottom; r++) {
    for (let c = firstColumn; c < right; c++) {
      const code = codes[r * cols + c];
      if (code === HOLE) continue;
      const kind = code === HIDDEN ? "h" : code === MINE ? "m" : "o";
      cells.push(
        drawn("rect", { class: kind, x: c - firstColumn + 0.04, y: r - top + 0.04, width: 0.92, height: 0.92, rx: 0.08 }),
      );
      if (code > 0)
        cells.push(
          drawn(
            "text",
            { class: code === MINE ? "" : `o${Math.min(8, clueOf(code))}`, x: c - firstColumn + 0.5, y: r - top + 0.76 },
            code === MINE ? "✹" : String(clueOf(code)),
          ),
        );
    }
  }
  if (middleCell)
    cells.push(drawn("rect", { class: "at", x: col - firstColumn + 0.06, y: row - top + 0.06, width: 0.88, height: 0.88 }));
  return drawn(
    "svg",
    { class: "mini", viewBox: `0 0 ${right - firstColumn} ${bottom - top}`, "aria-hidden": "true" },
    ...cells,
  );
}
