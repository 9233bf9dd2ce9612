// The dialogs, each as the list of what is in it; what their fields are filled with and what their buttons do is said
// where they are opened.

import { SIDES } from "./cut.js";
import { bar, element } from "./dom.js";
import { facts } from "./facts.js";
import { ASKED } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {Record<string, string | number | boolean | null>} Attributes */
/** @typedef {Record<string, string | string[]>} Choices of a select: by value its name, or a list that begins with it */

/** The rules of a game, by the names that its spec has for them. */
export const RULE_FIELDS = [
  { id: "first-click", rule: "first_click", text: T.firstClick, choices: T.firstClicks },
  { id: "no-guess", rule: "no_guess", text: T.noGuess },
  { id: "hardness", rule: "hardness", text: T.hardness, choices: T.hardnesses },
  { id: "after-mine", rule: "after_mine", text: T.afterMine, choices: T.afterMineChoices },
  { id: "to-win", rule: "win", text: T.toWin, choices: T.toWinChoices },
  { id: "reveal", rule: "reveal", text: T.reveal, choices: T.revealChoices },
  { id: "deal", rule: "deal", text: T.deal, choices: T.deals.choices },
];

// --- what dialogs are made of ----------------------------------------------------------------------------------------

const about = (/** @type {string} */ text, id = /** @type {string | null} */ (null)) => element("p", { class: "dim", id }, text);
const error = (/** @type {string} */ id) => element("p", { class: "error", id, role: "alert" });
const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {Attributes} */ attributes = {}) =>
  element("button", { type: "button", id, ...attributes }, text);
/** The button of a form. */
const submit = (/** @type {string} */ text, id = /** @type {string | null} */ (null)) => element("button", { class: "main", id }, text);
const cancel = () => element("button", { type: "button", class: "cancel" }, T.close);
const area = (/** @type {string} */ id, /** @type {number} */ rows, /** @type {Attributes} */ attributes) =>
  element("textarea", { id, rows, cols: 44, spellcheck: "false", ...attributes });
const input = (/** @type {string} */ type, /** @type {string} */ id, /** @type {Attributes} */ attributes = {}) =>
  element("input", { type, id, ...attributes });
const labelled = (/** @type {string} */ text, /** @type {Element} */ control, /** @type {Attributes} */ attributes = {}) =>
  element("label", attributes, element("span", {}, text), " ", control);
const check = (/** @type {string} */ id, /** @type {string} */ text) =>
  element("label", { class: "check" }, input("checkbox", id), " ", element("span", {}, text));
const group = (/** @type {string} */ title, /** @type {Attributes} */ attributes, /** @type {Element[]} */ ...rows) =>
  element("fieldset", attributes, element("legend", { title: attributes.title }, title), ...rows);

/** Names and what they are. */
const terms = (/** @type {string[][]} */ list, tag = /** @type {"span" | "kbd"} */ ("span")) =>
  element(
    "dl",
    { class: "list" },
    ...list.flatMap(([name, what]) => [element("dt", {}, element(tag, {}, name)), element("dd", {}, what)]),
  );

/** The choices of a select. */
export const options = (/** @type {Choices} */ choices) =>
  Object.entries(choices).map(([value, name]) => element("option", { value }, [name].flat()[0]));

/** A field with its words: a select, or a box to check. */
const field = (/** @type {string} */ id, /** @type {string} */ text, /** @type {Choices | undefined} */ choices = undefined) =>
  choices ? labelled(text, element("select", { id }, ...options(choices)), { class: "bar" }) : check(id, text);

/** The fields of a board's size and rules, and of the mines of a game. */
function boardFields(/** @type {"v" | "w"} */ prefix, hasMines = false) {
  const size = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ min, /** @type {number} */ max) =>
    labelled(text, input("number", `${prefix}-${name}`, { min, max, required: true }));
  const rules = { list: "rule-names", maxlength: 200, size: 16, placeholder: "square", autocomplete: "off", spellcheck: "false" };
  return [
    bar(size("rows", T.rows, 1, 256), size("cols", T.cols, 1, 256), hasMines ? size("mines", T.mines, 0, 10_000) : null),
    bar(
      labelled(T.boardRules, input("text", `${prefix}-rules`, rules)),
      labelled(T.layers, input("number", `${prefix}-layers`, { min: 1, max: 16, value: 3 }), { id: `${prefix}-layers-label`, hidden: true }),
    ),
  ];
}

// --- the dialogs -----------------------------------------------------------------------------------------------------

/** Put a dialog into the document. */
function dialog(/** @type {string} */ name, /** @type {string} */ title, /** @type {Element[]} */ ...rows) {
  const heading = element("h2", { id: `${name}-title` }, title);
  const form = element("form", { method: "dialog", id: `${name}-form` }, heading, ...rows);
  // What is only read begins with its heading: the first control, which else has the focus, is at its end.
  const isRead = form.querySelector("select, textarea, input:not([hidden])") === null;
  if (isRead) for (const [key, value] of [["autofocus", ""], ["tabindex", "-1"]]) heading.setAttribute(key, value);
  const box = element("dialog", { id: `${name}-dialog`, "aria-labelledby": `${name}-title` }, form);
  for (const one of box.querySelectorAll(".cancel")) one.addEventListener("click", () => box.close());
  document.body.append(box);
}

dialog(
  "size",
  T.sizeTitle,
  element("div", { class: "bar", id: "presets" }),
  ...boardFields("v"),
  group(T.goesOn, { id: "cut", title: T.goesOnTitle }, bar(...SIDES.map((side) => check(`cut-${side}`, T.cut.sides[side])))),
  about(T.rulesHint),
  element(
    "datalist",
    { id: "rule-names" },
    ...facts.rules.map(({ name, description }) => element("option", { value: name }, T.ruleTexts[name] ?? description)),
  ),
  error("size-error"),
  bar(submit(T.set, "size-set"), cancel()),
);
dialog(
  "rules",
  T.rulesTitle,
  field("rule-set", T.ruleSet, T.ruleSets),
  about("", "rule-about"),
  group(T.sizeTitle, {}, ...boardFields("w", true)),
  group(
    T.howToPlay,
    { id: "how-to-play" },
    ...RULE_FIELDS.map(({ id, text, choices }) => field(id, text, choices)),
    about("", "deal-about"),
    check("signs", T.signs),
  ),
  labelled(T.seed, input("number", "seed", { min: 0, max: Number.MAX_SAFE_INTEGER, placeholder: T.seedDrawn }), { class: "bar" }),
  error("rules-error"),
  bar(submit(T.newGame, "rules-start"), cancel()),
);
dialog(
  "paste",
  T.boardAsText,
  about(T.pasteAbout),
  element(
    "details",
    {},
    element("summary", {}, T.formats),
    terms(facts.formats.map(({ name, description }) => [name, description])),
  ),
  area("paste-text", 12, { "aria-label": T.boardText }),
  error("paste-error"),
  element("div", { class: "bar", id: "paste-readings", role: "group", "aria-labelledby": "paste-error", hidden: true }),
  bar(
    button("paste-load", T.load, { class: "main" }),
    button("paste-judge", T.judgeLayout, { title: T.judgeTitle }),
    cancel(),
  ),
);
dialog(
  "judge",
  T.judgeTitle,
  about(T.judgeAbout),
  area("judge-text", 8, { "aria-label": T.boardText }),
  bar(
    labelled(T.firstClick, input("text", "judge-start", { size: 6, placeholder: "0,0", autocomplete: "off" })),
    button("judge-run", T.judge, { class: "main" }),
    button("judge-starts", T.judgeStarts),
  ),
  element("p", { class: "bar" }, element("output", { id: "judge-progress" }), " ", button("judge-stop", T.stop, { hidden: true })),
  error("judge-error"),
  element("div", { id: "judge-result", "aria-live": "polite" }),
  bar(cancel()),
);
dialog(
  "share",
  T.share,
  element("label", { for: "share-link" }, T.link),
  bar(
    input("text", "share-link", { readonly: true, size: 40 }),
    button("copy-link", T.copy),
    button("send-link", T.sendLink, { class: "main", hidden: !navigator.share }), // to another device, where the system can
  ),
  about(T.linkAbout),
  element("label", { for: "share-text" }, T.asText),
  area("share-text", 10, { readonly: true }),
  bar(
    button("copy-text", T.copyText, { class: "main" }),
    button("save-png", T.savePng),
    button("save-svg", T.saveSvg),
    button("save-mbf", T.saveMbf, { title: T.saveMbfTitle, hidden: true }),
    cancel(),
  ),
);
const [general, ofAnalysis] = [false, true].map((isOfAnalysis) =>
  ASKED.filter(([, setting]) => Boolean(setting.ofAnalysis) === isOfAnalysis).map(([name, { text, choices }]) => field(name, text ?? "", choices)),
);
dialog("settings", T.settings, ...general, group(T.analyse, {}, ...ofAnalysis), about("", "timing"), bar(submit(T.close)));
dialog(
  "stats",
  T.statistics,
  about(T.statsAbout),
  element("div", { id: "stats-body" }),
  bar(
    submit(T.close),
    button("backup-save", T.backupSave, { title: T.backupTitle }),
    button("backup-load", T.backupLoad, { title: T.backupTitle }),
    button("stats-clear", T.statsClear),
  ),
  input("file", "backup-file", { accept: ".json", "aria-label": T.backupLoad, hidden: true }),
);
dialog(
  "boards",
  T.saved,
  element("ul", { id: "boards-list" }),
  bar(button("boards-keep", T.keepThis, { class: "main" }), cancel()),
);
dialog(
  "help",
  T.helpTitle,
  element(
    "div",
    { class: "two", id: "keys" },
    ...Object.entries(T.keys).map(([mode, list]) =>
      element("div", {}, element("h3", {}, T[/** @type {keyof typeof T.keys} */ (mode)]), terms(list, "kbd")),
    ),
  ),
  bar(submit(T.close)),
);
dialog("about", T.about, ...T.aboutBody.map((line) => element("p", {}, line)), bar(submit(T.close)));
