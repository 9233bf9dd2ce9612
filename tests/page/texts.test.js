import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { firstOf, LANGUAGES } from "../../minesolver/web/static/languages.js";
import { STATIC, T } from "../../minesolver/web/static/texts.js";

const loaded = Object.entries(LANGUAGES).map(async ([code, { load }]) => [code, await load()]);
const { en, ...others } = Object.fromEntries(await Promise.all(loaded));
const CELLS = { cell: "(1,2)", other: "(3,4)", p: "5 %", q: "6 %", more: "7 %", less: "8 %", count: 2 };

/** Every word by its path; of a function what it says of each of some things. */
function said(value, path = "") {
  if (typeof value === "string") return { [path]: value };
  if (typeof value !== "function")
    return Object.assign({}, ...Object.entries(value).map(([key, one]) => said(one, `${path}.${key}`)));
  const kinds = path.startsWith(".coach.")
    ? [[CELLS], [{ ...CELLS, count: 1 }]]
    : [
        [1, 1, 1],
        [2, 0, 3],
        [3, 1, "(1,2)"],
        [7200, 5, "x"],
      ];
  const lists = /conflict|because|fromPicture|readAs|wouldShow/.test(path);
  const isStep = /^\.reasons\.[hn]/.test(path);
  const calls = isStep
    ? path.endsWith("More")
      ? [
          ["the 2 at (1,2)", "the 1 at (3,4)", 1, ["(5,6)"], "(5,6)", true],
          ["the 4 at (1,2)", "the 1 at (3,4)", 2, ["(5,6)", "(7,8)"], "(1,2)", false],
        ]
      : [["the 2 at (1,2)", "(3,4)", "(5,6)"]]
    : lists
    ? [
        [["(1,2)"], false, false],
        [["(1,2)", "(3,4)"], "(5,6)", true],
        [[], "(5,6)", false],
      ]
    : kinds;
  return Object.fromEntries(calls.map((given, k) => [`${path}(${k})`, value(...given)]));
}

const english = said(en.T);

for (const [code, words] of Object.entries(others)) {
  test(`${code} says all that English says`, () => {
    const found = said({ ...words.T, ruleTexts: {} }); // English has these from the package
    assert.deepEqual(Object.keys(found).sort(), Object.keys(english).sort());
    for (const [path, text] of Object.entries(found)) {
      assert.equal(typeof text, "string", path);
      assert.equal(text === "", english[path] === "", path);
      assert.doesNotMatch(text, /undefined|NaN|\[object/, path);
      // Cells and numbers of a sentence are in it in every language.
      for (const cell of ["(1,2)", "(3,4)", "(5,6)"])
        assert.equal(text.includes(cell), english[path].includes(cell), path);
    }
  });
}

test("Chinese is Chinese", () => {
  const latin = Object.entries(said(others.zh.T)).filter(
    ([, text]) => /[a-z]{4}/i.test(text) && !/\p{Script=Han}/u.test(text),
  );
  // Names of keys and of a measure are the same everywhere.
  const names = latin.filter(
    ([path, text]) => !(path.startsWith(".keys.") && /Ctrl|Home/.test(text)) && text !== "ZiNi",
  );
  assert.deepEqual(names, []);
});

test("the page's markup names words that there are", () => {
  const page = readFileSync(new URL("../../minesolver/web/static/index.html", import.meta.url), "utf-8");
  for (const [, name] of page.matchAll(/data-(?:t|label|title|ph|short)="([^"]+)"/g)) assert.ok(name in STATIC, name);
  assert.equal(T.play, "Play");
});

test("the browser's languages choose, English where none is known", () => {
  assert.equal(firstOf(["fr-FR", "zh-Hans-CN", "de"]), "zh");
  assert.equal(firstOf(["de-AT", "en"]), "de");
  assert.equal(firstOf(["fr"]), "en");
});
