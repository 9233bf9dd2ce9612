import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { firstOf, LANGUAGES } from "../../../../minesolver/extras/web/static/languages.js";
import { translator } from "../../../../minesolver/extras/web/static/messages.js";
import { T } from "../../../../minesolver/extras/web/static/texts.js";

// What npm installs lies in bindings/.
const { parse } = createRequire(new URL("../../../../bindings/", import.meta.url))("acorn");
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
  if (path.endsWith(".cut") || path.endsWith(".mayGoOn")) {
    const edges = [["left"], ["top", "right"]];
    return Object.fromEntries(edges.map((sides, k) => [`${path}(${k})`, value(sides)]));
  }
  if (path.endsWith(".cut.facts")) return { [path]: value(["left"]), [`${path}(2)`]: value(["top", "right"]) };
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

const PAGE = new URL("../../../../minesolver/extras/web/static/", import.meta.url);
const fileOf = (name) => readFileSync(new URL(name, PAGE), "utf-8");
const MARKUP = [...fileOf("index.html").matchAll(/data-(?:t|label|title|short)="([^"]+)"/g)].map(([, name]) => name);

/** The words that a script names, as paths in T; of what it takes by a name that it works out, the path of all. */
function pathsIn(source) {
  const paths = [];
  const keyOf = ({ computed, property }) => (!computed ? property.name : property.type === "Literal" ? property.value : null);

  /** The path of an expression such as T.end.won, or null. */
  function pathOf(node) {
    if (node.type === "Identifier") return node.name === "T" ? [] : null;
    if (node.type === "ChainExpression") return pathOf(node.expression);
    const path = node.type === "MemberExpression" ? pathOf(node.object) : null;
    if (!path) return null;
    const key = keyOf(node);
    if (key !== null) return [...path, key];
    paths.push(path);
    return null;
  }

  function visit(node) {
    if (node === null || typeof node !== "object") return;
    const path = node.type === "MemberExpression" ? pathOf(node) : null;
    if (path) return paths.push(path);
    // const { move, rank } = T.reviewColumns names these two.
    const isTaken = node.type === "VariableDeclarator" && node.init && node.id.type === "ObjectPattern";
    const whole = isTaken ? pathOf(node.init) : null;
    if (whole) return paths.push(...node.id.properties.map(({ key }) => [...whole, key.name]));
    for (const part of Object.values(node)) visit(part);
  }
  visit(parse(source, { ecmaVersion: 2024, sourceType: "module" }));
  return paths.map((names) => names.join("."));
}

test("every word is said somewhere", () => {
  const scripts = readdirSync(PAGE).filter((name) => name.endsWith(".js") && !name.startsWith("texts"));
  const named = [...MARKUP, ...scripts.flatMap((name) => pathsIn(fileOf(name)))];
  const taken = named.map((path) => path.replace(/\.(?:map|length)$/, "")); // all of a list
  const isSaid = (path) => taken.some((name) => path === name || path.startsWith(`${name}.`));
  const paths = (words, before = "") =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" && !Array.isArray(value) ? paths(value, `${before}${key}.`) : [before + key],
    );
  const words = paths(en.T);
  assert.ok(words.length > 400);
  assert.deepEqual(words.filter((path) => !isSaid(path)), []);
});

test("the page's markup names words that there are", () => {
  for (const name of MARKUP) assert.equal(typeof T[name], "string", name);
  assert.equal(T.play, "Play");
});

test("the browser's languages choose, English where none is known", () => {
  assert.equal(firstOf(["fr-FR", "zh-Hans-CN", "de"]), "zh");
  assert.equal(firstOf(["de-AT", "en"]), "de");
  assert.equal(firstOf(["fr"]), "en");
});

const BINDINGS = new URL("../../../../bindings/js/", import.meta.url);
/** Where the readers' messages are made. */
const READING = readdirSync(new URL("reading", BINDINGS)).map((name) => `reading/${name}`);
const READERS = ["text.js", "rules.js", "parts.js", ...READING];
/** Parts that are no message alone, and what a program alone can do wrong: the page asks nothing of that kind. */
const PARTS =
  /^(?:7 (?:boards, .*|in the input .*)|, not '7'| or |(?:shape|cells) has 7 .*|the 7 column .*|an object .*7)$/;
const PUT_TOGETHER = [
  "no board in the input where one is expected",
  'an object needs the key "board" and may have "mines", "left" or "density", not \'mine\'',
];

/** The messages in a script: what `wrong` says, and what is called a message or a doubt, with 7 for each value. */
function messagesIn(source) {
  const found = [];
  const isMessage = (node) =>
    (node.type === "CallExpression" && node.callee.name === "wrong") ||
    (node.type === "NewExpression" && ["MinesolverError", "Refusal"].includes(node.callee.name)) ||
    (node.type === "VariableDeclarator" && ["message", "doubt", "texts", "what"].includes(node.id.name)) ||
    (node.type === "Property" && node.key.name === "message");

  function visit(node, isInside) {
    if (node === null || typeof node !== "object") return;
    const isHere = isInside || isMessage(node);
    if (isHere && node.type === "TemplateLiteral") found.push(node.quasis.map(({ value }) => value.cooked).join("7"));
    if (isHere && node.type === "Literal" && typeof node.value === "string") found.push(node.value);
    for (const part of Object.values(node)) visit(part, isHere);
  }
  visit(parse(source, { ecmaVersion: 2024, sourceType: "module" }), false);
  return found.filter((text) => text.includes(" ") && !PARTS.test(text));
}

for (const [code, { MESSAGES }] of Object.entries(others)) {
  const inLanguage = translator(MESSAGES);

  test(`${code} has every message of the readers`, () => {
    const messages = READERS.flatMap((name) => messagesIn(readFileSync(new URL(name, BINDINGS), "utf-8")));
    assert.ok(messages.length > 40);
    const isMissing = (text) => inLanguage(text) === text;
    assert.deepEqual([...messages, ...PUT_TOGETHER].filter(isMissing), []);
  });

  test(`${code} says the values of a message`, () => {
    assert.deepEqual(Object.keys(MESSAGES).sort(), Object.keys(others.de.MESSAGES).sort());
    for (const [template, words] of Object.entries(MESSAGES)) {
      const places = template.split(/\{#?\}/).length - 1;
      const used = [...words.matchAll(/\{(\d)\}/g)].map(([, place]) => Number(place));
      assert.deepEqual(used.sort(), Array.from({ length: places }, (_, k) => k + 1), template);
    }
    const nested = inLanguage("line 2, column 3: this row has 1 cell, where the others have 4");
    const inGerman = /^Zeile 2, Spalte 3: Diese Zeile hat 1 Zelle, die anderen haben 4/;
    assert.match(nested, code === "de" ? inGerman : /^第 2 行第 3 列：这一行有 1 格/);
    assert.equal(inLanguage("what nobody has said"), "what nobody has said");
  });
}
