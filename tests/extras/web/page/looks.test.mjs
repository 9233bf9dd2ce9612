import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { available, face, look, MARKS } from "../../../../minesolver/extras/web/static/faces.js";
import { cellName, count, edgeName, long, short, shown, step } from "../../../../minesolver/extras/web/static/numbers.js";
import { around } from "../../../../minesolver/protocol/scripts/measures.js";
import { HIDDEN, MINE } from "../../../../minesolver/extras/web/static/position.js";

const view = (more) => ({
  codes: Int8Array.from([HIDDEN, HIDDEN, HIDDEN, 2, MINE]),
  known: null,
  assist: "chances",
  flags: new Set(),
  layout: new Set(),
  over: "",
  playing: false,
  signs: null,
  marks: {},
  ...more,
});
const known = { probability: [0, 1, 0.123, 0, 1], safe: new Set([0]), mines: new Set([1]), best: 0 };
const all = (v) => [...v.codes].map((_, i) => face(look(v, i)));

test("without an answer no cell shows a number", () => {
  for (const one of all(view({})).slice(0, 3)) assert.deepEqual([one.text, one.label], ["", "hidden"]);
});

test("an answer shows a tick, a flag, a chance", () => {
  const [safe, mine, risk, open, set] = all(view({ known }));
  assert.match(safe.classes, /\bsafe\b.*\bbest\b/);
  assert.equal(safe.label, "hidden, proved safe, best move");
  assert.match(mine.classes, /\bproved\b/);
  assert.equal(mine.text, "");
  assert.equal(risk.text, "12");
  assert.match(risk.classes, /\bp r4\b/);
  assert.equal(open.label, "2");
  assert.match(set.classes, /\bknown\b/);
  const rough = face(look(view({ known: { ...known, exact: false } }), 2));
  assert.deepEqual([rough.text, rough.label], ["~12", "hidden, about 12 percent mine"]);
  assert.match(rough.classes, /\brough\b/);
  assert.equal(face(look(view({ known, overlay: "safety" }), 2)).text, "88");
  const marksOnly = all(view({ known, assist: "marks" }));
  assert.match(marksOnly[0].classes, /\bsafe\b/);
  assert.equal(marksOnly[2].text, "");
});

test("no mark is ever lost, whatever the cell shows", () => {
  for (const known_ of [null, known]) {
    for (let bits = 0; bits < 1 << MARKS.length; bits += 37) {
      const chosen = MARKS.filter((_, i) => bits & (1 << i));
      const marks = Object.fromEntries(chosen.map((name) => [name, new Set([0, 1, 2, 3, 4])]));
      for (const one of all(view({ known: known_, marks })))
        for (const name of chosen) assert.ok(one.classes.split(" ").includes(name), `${name} in ${one.classes}`);
    }
  }
});

test("the end of a game", () => {
  const flags = new Set([0]);
  const layout = new Set([1]);
  const lost = all(view({ over: "lost", flags, layout, playing: true, known }));
  assert.deepEqual(
    lost.map((one) => one.classes.split(" ")[1]),
    ["wrong", "mine", "hid", "o", "boom"],
  );
  const won = all(view({ over: "won", flags: new Set(), layout, playing: true }));
  assert.match(won[1].classes, /\bflag\b/);
});

test("the search report's signs", () => {
  assert.equal(
    available("0UUMUUUUU", (i) => around(3, 3, i)),
    "0uUmuUUUU",
  );
  const signs = all(view({ signs: "UMTmT" }));
  assert.deepEqual(
    signs.map((one) => one.text),
    ["U", "M", "T", "*", "T"],
  );
  assert.deepEqual(
    signs.map((one) => one.classes),
    ["c sign sU", "c sign sM", "c sign sT marked", "c sign sM sA", "c sign sT"],
  ); // a star keeps the colour of what it hides
});

test("numbers never round what is uncertain to 0 or 100", () => {
  assert.deepEqual([0.0004, 0.033, 0.12, 0.999].map(short), ["<.1", "3.3", "12", "99"]);
  for (let p = 0.0001; p < 1; p += 0.00037) {
    const tenths = shown(p);
    const text = tenths === 0 ? "<.1" : tenths < 100 ? (tenths / 10).toFixed(1) : String(tenths / 10);
    assert.equal(text, short(p));
  }
  assert.deepEqual([long(0.99999), long(0.00001), long(0.2, 1)], ["99.999 %", "0.001000 %", "20.0 %"]);
  assert.equal(count("1234567"), "1\u202f234\u202f567");
  assert.equal(count("9".repeat(30)), "≈ 9.999 × 10²⁹");
});

test("cells by the names that users prefer", () => {
  assert.deepEqual(
    ["zero", "one", "letters"].map((style) => cellName([2, 27], style)),
    ["(2,27)", "(3,28)", "AB3"],
  );
  assert.equal(edgeName(0, true, "letters"), "A");
});

// --- colours: read from the style sheet, so that it cannot drift from what is checked ---

const css = readFileSync(new URL("../../../../minesolver/extras/web/static/style.css", import.meta.url), "utf8");
const variable = (name, dark) => {
  const found = new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(css);
  return found[3] ?? found[dark ? 2 : 1];
};
const channels = (hex) =>
  [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a, b) => {
  const [x, y] = [luminance(channels(a)), luminance(channels(b))].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
// Full protanopia, deuteranopia, tritanopia: Machado, Oliveira, Fernandes (2009), severity 1.
const BLIND = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const lab = (rgb) => {
  const [r, g, b] = rgb.map((v) => Math.min(1, Math.max(0, v)));
  const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map(f);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const apart = (a, b, matrix) => {
  const seen = (hex) => lab(matrix.map((row) => row.reduce((sum, weight, i) => sum + weight * channels(hex)[i], 0)));
  return Math.hypot(...seen(a).map((value, i) => value - seen(b)[i]));
};

for (const dark of [false, true]) {
  const theme = dark ? "dark" : "light";
  const scale = Array.from({ length: 12 }, (_, i) => variable(`r${i}`, dark));

  test(`${theme}: text is readable on every step and mark`, () => {
    const inkOn = (i) => variable(i < 5 ? "on-pale" : i < 7 ? "on-middle" : "on-deep", dark);
    scale.forEach((back, i) => assert.ok(contrast(back, inkOn(i)) >= 4.5, `r${i}`));
    assert.ok(contrast(variable("safe", dark), variable("safe-ink", dark)) >= 4.5);
    for (let n = 1; n <= 8; n++)
      assert.ok(contrast(variable(`n${n}`, dark), variable("open", dark)) >= 4.5, `clue ${n}`);
    for (const name of ["ink", "dim", "bad", "warn", "good", "accent"])
      for (const back of ["page", "panel"])
        assert.ok(contrast(variable(name, dark), variable(back, dark)) >= 4.5, `${name} on ${back}`);
    assert.ok(contrast(variable("accent", dark), variable("accent-ink", dark)) >= 4.5);
  });

  test(`${theme}: lightness goes one way along the scale`, () => {
    const light = scale.map((hex) => luminance(channels(hex)));
    for (let i = 1; i < light.length; i++) assert.ok(dark ? light[i] > light[i - 1] : light[i] < light[i - 1], `r${i}`);
  });

  test(`${theme}: 3, 12, 20 and 26 % differ, and all from safe, for every kind of eye`, () => {
    const chances = [0.03, 0.12, 0.2, 0.26].map((p) => scale[step(p)]);
    for (const [kind, matrix] of Object.entries(BLIND)) {
      for (let i = 1; i < chances.length; i++)
        assert.ok(
          apart(chances[i - 1], chances[i], matrix) >= 7,
          `${kind} ${i}: ${apart(chances[i - 1], chances[i], matrix)}`,
        );
      for (const colour of scale)
        assert.ok(
          apart(colour, variable("safe", dark), matrix) >= 15,
          `${kind} safe and ${colour}: ${apart(colour, variable("safe", dark), matrix)}`,
        );
    }
  });
}
