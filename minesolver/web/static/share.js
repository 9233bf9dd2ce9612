// The board on the screen as a picture, drawn from what the cells look like.

import { state } from "./core.js";
import { $ } from "./dom.js";

const SIDE = 32;

const BANNER = 34; // the height of a line above the board

/** A stand-alone SVG drawing of the board on the screen, these lines above it. */
export function svg(/** @type {string[]} */ lines = []) {
  const { rows, cols } = state.shown;
  const top = lines.length * BANNER;
  const cells = [...$("board").querySelectorAll("[data-i]")];
  /** @type {Map<string, string[]>} */
  const looks = new Map();
  const parts = cells.map((cell, i) => {
    const key = cell.className.replace(/ (cur|pointed|pressed|last)\b/g, "");
    let look = looks.get(key);
    if (!look) {
      const style = getComputedStyle(cell);
      looks.set(key, (look = [style.backgroundColor, style.color, picture(style.backgroundImage)]));
    }
    const [x, y] = [(i % cols) * SIDE, top + Math.floor(i / cols) * SIDE];
    const hidden = !/\bo\d|\bsign\b/.test(cell.className);
    const bevel = hidden
      ? `<path d="M${x} ${y + SIDE}V${y}H${x + SIDE}" stroke="#fff" stroke-opacity=".7" fill="none" stroke-width="3"/><path d="M${x} ${y + SIDE}H${x + SIDE}V${y}" stroke="#000" stroke-opacity=".35" fill="none" stroke-width="3"/>`
      : "";
    const best = /\bbest\b/.test(cell.className)
      ? `<rect x="${x + 2}" y="${y + 2}" width="${SIDE - 4}" height="${SIDE - 4}" fill="none" stroke="#1746d1" stroke-width="4"/>`
      : "";
    const text = cell.textContent
      ? `<text x="${x + SIDE / 2}" y="${y + SIDE / 2}" fill="${look[1]}" font-size="${/ p\b/.test(cell.className) ? 13 : 19}" font-weight="700">${cell.textContent.replace("<", "&lt;")}</text>`
      : "";
    const icon = look[2]
      ? `<svg x="${x + 5}" y="${y + 5}" width="${SIDE - 10}" height="${SIDE - 10}" viewBox="0 0 24 24">${look[2]}</svg>`
      : "";
    return `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${look[0]}" stroke="#8a919c" stroke-width=".7"/>${bevel}${icon}${best}${text}`;
  });
  const [width, height] = [cols * SIDE, rows * SIDE + top];
  const banner = lines.map(
    (line, i) =>
      `<text x="${width / 2}" y="${(i + 0.5) * BANNER}" fill="#15191f" font-size="${i ? 15 : 21}" font-weight="${i ? 400 : 700}"${line.length * 8 > width - 16 ? ` textLength="${width - 16}" lengthAdjust="spacingAndGlyphs"` : ""}>${line.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"))}</text>`,
  );
  const paper = lines.length ? `<rect width="${width}" height="${height}" fill="#fff"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" text-anchor="middle" dominant-baseline="central">${paper}${banner.join("")}${parts.join("")}</svg>`;
}

/** The drawing inside a data address of the style sheet. */
function picture(/** @type {string} */ image) {
  const found = /data:image\/svg\+xml,([^"]*)/.exec(image);
  return found ? decodeURIComponent(found[1]).replace(/^<svg[^>]*>|<\/svg>$/g, "") : "";
}

/** The same as PNG, at twice the size where that is not too large. @returns {Promise<Blob>} */
export async function png(/** @type {string[]} */ lines = []) {
  const drawing = svg(lines);
  const { rows, cols } = state.shown;
  const scale = rows * cols > 1600 ? 1 : 2;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = cols * SIDE * scale;
  canvas.height = (rows * SIDE + lines.length * BANNER) * scale;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

export function download(/** @type {Blob} */ blob, /** @type {string} */ name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
