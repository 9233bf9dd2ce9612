// The page's frame: connects the controls with the modes, and the dialogs, links, pasted and dropped files.

import { actions, showReview } from "./advice.js";
import * as analyse from "./analyser.js";
import {
  address,
  answer,
  at,
  begin,
  compare,
  enter,
  grid,
  lanes,
  mark,
  mode,
  modes,
  nameOf,
  overlay,
  plain,
  raise,
  redraw,
  sizeCells,
  state,
  tell,
  worded,
} from "./core.js";
import { options, RULE_FIELDS } from "./dialogs.js";
import { $, bar, button, element, toast, working } from "./dom.js";
import * as game from "./game.js";
import * as games from "./games.js";
import { ASKED, set, settings } from "./settings.js";
import { facts } from "./facts.js";
import { ask as askEngine, kindOf } from "./engine.js";
import { ground, parsed } from "../../../protocol/scripts/ground.js";
import { draw as icons } from "./icons.js";
import * as judge from "./judge.js";
import { backup, restore } from "./backup.js";
import { clearStats, keepShown, openBoards, openStats } from "./figures.js";
import { SIDES } from "./cut.js";
import { checkedGame, checkedPosition, problemOfRules, STANDARD } from "./doors.js";
import { empty, gridOf, MINE, toHash, toText } from "./position.js";
import { beside, close as closePicture, PICTURE, refused, sendable } from "./picture.js";
import { mbfOf, read as reads, unescaped } from "./reading.js";
import * as records from "./records.js";
import * as replay from "./replay.js";
import { download, png, svg } from "./share.js";
import { keepInTab, keptInTab } from "./store.js";
import * as train from "./train.js";
import { T } from "./texts.js";
import { levelName } from "./words.js";

// --- texts -----------------------------------------------------------------------------------------------------------

const elementsOf = (/** @type {string} */ selector) =>
  /** @type {import("./answers.js").Control[]} */ ([...document.querySelectorAll(selector)]);
const text = (/** @type {string | undefined} */ key) => String(T[/** @type {keyof typeof T} */ (key)]);
for (const labelled of elementsOf("[data-t]")) labelled.textContent = text(labelled.dataset.t);
for (const one of elementsOf("[data-label]")) one.setAttribute("aria-label", text(one.dataset.label));
for (const one of elementsOf("[data-title]")) one.title = text(one.dataset.title);
for (const one of elementsOf("[data-short]")) one.dataset.short = text(one.dataset.short); // where there is little room
icons(document);

// --- modes -----------------------------------------------------------------------------------------------------------

Object.assign(modes, { analyse: analyse.analyser, play: game.player, replay: replay.replayer, train: train.trainer });
begin();
/**
 * @template {keyof HTMLElementEventMap} Name
 * @param {string} id
 * @param {Name} event
 * @param {(event: HTMLElementEventMap[Name]) => void} act
 */
const on = (id, event, act) => $(id).addEventListener(event, act);
const click = (/** @type {Record<string, () => void>} */ acts) =>
  Object.entries(acts).forEach(([id, act]) => on(id, "click", act));

const ZOOM = 1.2; // times by which cells grow at a step
const ENGINE = 60; // ms in which it may begin before the first drawing
const NAMES = ["analyse", "play", "train", "replay"];
for (const [i, name] of NAMES.entries()) {
  on(`tab-${name}`, "click", () => enter(name));
  on(`tab-${name}`, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: NAMES.length - 1 }[/** @type {string} */ (event.key)];
    if (!by) return;
    const next = NAMES[(i + by) % NAMES.length];
    enter(next);
    $(`tab-${next}`).focus();
  });
}
click({
  skip: () => grid.moveTo(grid.cursor),
  face: () => mode().face(),
  smaller: () => sizeCells(grid.size / ZOOM),
  fit: () => sizeCells(0),
  larger: () => sizeCells(grid.size * ZOOM),
});
on("skip", "click", (event) => event.preventDefault());

// --- analyse ---------------------------------------------------------------------------------------------------------

analyse.makeBrushes();
// The wheel over a digit of the counter changes that digit.
on("led-mines", "wheel", (event) => {
  if (state.mode !== "analyse" || !(event.altKey || settings.wheel)) return;
  event.preventDefault();
  const { left, width } = $("led-mines").getBoundingClientRect();
  const power = 2 - Math.max(0, Math.min(2, Math.floor((3 * (event.clientX - left)) / width)));
  analyse.changeTotal((event.deltaY < 0 ? 1 : -1) * 10 ** power);
});
let totalTimer = 0;
for (const id of ["mines", "density"]) {
  on(id, "input", () => {
    clearTimeout(totalTimer);
    totalTimer = window.setTimeout(analyse.total, 200);
  });
  on(id, "change", () => {
    clearTimeout(totalTimer);
    analyse.total();
    analyse.settle();
  });
}
click({
  undo: () => analyse.travel(-1),
  redo: () => analyse.travel(1),
  clear: analyse.clear,
  previous: () => analyse.turn(-1),
  next: () => analyse.turn(1),
  paste: openPaste,
  open: () => $("file").click(),
  "open-replay": () => $("file").click(),
  "dock-best": analyse.goToBest,
});
on("file", "change", () => {
  if ($("file").files[0]) readFile($("file").files[0]);
  $("file").value = "";
});
const swatch = (/** @type {string} */ kind, /** @type {string} */ what) =>
  element("span", {}, element("i", { class: `swatch ${kind}` }), what);
$("welcome").append(
  ...T.welcome.map((line) => element("p", {}, line)),
  bar(button(T.gotIt, analyse.startEmpty, { class: "main" }), button(T.close, seen)),
);
// A phone has no room for that card: what its signs mean, and what a finger does, stands below the board.
function seen() {
  set("welcome", false);
  redraw();
  grid.fit();
}
$("first-visit").append(
  element(
    "p",
    { class: "signs" },
    ...Object.entries({ safe: "safe", proved: "mine", chance: "chance", best: "best" }).map(([kind, name]) =>
      swatch(kind, T.signs_[/** @type {"safe"} */ (name)]),
    ),
  ),
  element("p", {}, T.fingers),
  button(T.understood, seen, { class: "main" }),
);
$("layer").append(
  ...facts.layers.map(({ name, description: title }) => element("option", { value: name, title }, name)),
);
$("layer").value = "layered";
on("compare", "toggle", compare);
on("layer", "change", compare);
on("lens", "change", redraw);

/** What the fields of a board say: rules, sizes, or the problem. */
function boardOf(/** @type {"v" | "w"} */ prefix) {
  const [rows, cols] = ["rows", "cols"].map((name) => Number($(`${prefix}-${name}`).value));
  const names = $(`${prefix}-rules`)
    .value.toLowerCase()
    .split(",")
    .map((/** @type {string} */ ruleName) => ruleName.trim())
    .filter((/** @type {string} */ ruleName) => ruleName && ruleName !== "square");
  const { dimensions, faces, sphere } = parsed(names.join(","));
  const problem = problemOfRules(names.join(","));
  if (problem || (faces && !sphere && rows !== cols)) return { problem: problem || T.cubeSides, rows, cols, rules: "", shape: null };
  const layers = faces || Number($(`${prefix}-layers`).value);
  const shape = dimensions === 2 ? null : [...new Array(dimensions - 2).fill(layers), rows, sphere ? 2 * rows : cols];
  const rules = names.join(",");
  return { problem: "", rules, shape, ...gridOf(rules, shape ?? [rows, cols]) };
}
/** Whether no number of layers is to be chosen. */
const flat = (/** @type {string} */ rules) => parsed(rules).dimensions === 2 || parsed(rules).faces > 0;
for (const prefix of ["v", "w"])
  on(`${prefix}-rules`, "input", () => ($(`${prefix}-layers-label`).hidden = flat($(`${prefix}-rules`).value)));
const fillBoard = (
  /** @type {"v" | "w"} */ prefix,
  /** @type {{rows: number, cols: number, rules?: string, shape?: number[] | null}} */ { rows, cols, rules = "", shape = null },
) => {
  $(`${prefix}-rows`).value = shape?.at(-2) ?? rows;
  $(`${prefix}-cols`).value = shape?.at(-1) ?? cols;
  $(`${prefix}-rules`).value = rules;
  $(`${prefix}-layers`).value = shape?.[0] ?? 3;
  $(`${prefix}-layers-label`).hidden = flat(rules);
};
click({
  size: () => {
    fillBoard("v", state.position);
    for (const side of SIDES) $(`cut-${side}`).checked = (state.position.cut ?? []).includes(side);
    $("cut").hidden = Boolean(state.position.rules);
    $("size-error").textContent = "";
    $("size-dialog").showModal();
  },
});
on("v-rules", "input", () => ($("cut").hidden = $("v-rules").value.trim() !== ""));
const setUp = (/** @type {import("./position.js").Position} */ position) => {
  $("size-dialog").close();
  analyse.load(position);
};
$("presets").append(
  ...facts.levels.map(({ name, rows, cols, mines }) =>
    button(`${levelName(name)} ${rows}×${cols}`, () => setUp(empty(rows, cols, mines))),
  ),
  button(T.presets.example, () => setUp(checkedPosition(analyse.EXAMPLE))),
  button(T.presets.open, openAll, { title: T.presets.openTitle }),
);
function openAll() {
  $("size-dialog").close();
  analyse.openAll();
  toast(T.presets.openTitle);
}
on("size-form", "submit", (event) => {
  const asked = boardOf("v");
  const problem = asked.problem || analyse.resize(asked.rows, asked.cols, asked.rules, asked.shape);
  $("size-error").textContent = problem;
  if (problem) event.preventDefault();
  else if (!asked.rules) analyse.cutAt(SIDES.filter((side) => $(`cut-${side}`).checked));
});

// --- play ------------------------------------------------------------------------------------------------------------

const levels = facts.levels.map(({ name }) => [name, levelName(name)]);
const { daily, custom } = T.levels;
$("level").append(...options({ ...Object.fromEntries(levels), daily, custom }));
$("level").value = settings.level;
$("assist").append(
  ...Object.entries(T.assist).map(([value, name]) => {
    const choice = element("input", { type: "radio", name: "assist", value, onchange: () => game.assist(value) });
    return element("label", { class: "check" }, choice, " ", name);
  }),
);
$("overlay").append(...options({ mine: T.assist.chances, safety: T.assist.safety, opening: T.assist.opening }));
$("overlay").value = settings.overlay;
on("overlay", "change", () => {
  set("overlay", $("overlay").value);
  overlay();
});
const known = facts.policies.map(({ name }) => name);
const explained = Object.entries(T.policies).filter(([name]) => known.includes(name));
const others = known.filter((name) => !(name in T.policies)).map((name) => [name, name]);
$("policy").append(
  ...options(Object.fromEntries(explained)),
  element("optgroup", { label: T.morePolicies }, ...options(Object.fromEntries(others))),
);
const policyAbout = () => {
  const name = $("policy").value;
  $("policy-about").textContent =
    T.policies[/** @type {"safest"} */ (name)]?.[1] ??
    facts.policies.find((policy) => policy.name === name)?.description ??
    "";
};
on("policy", "change", policyAbout);
policyAbout();
const speed = () => {
  $("speed-out").textContent = T.speedOf(game.SPEEDS[Number($("speed").value)]);
  $("speed").setAttribute("aria-valuetext", $("speed-out").textContent);
};
on("speed", "input", speed);
speed();
const newGame = (/** @type {Promise<string>} */ opened) =>
  opened.then((problem) => problem && toast(plain(problem), true));
on("level", "change", () => {
  const level = $("level").value;
  if (level === "custom") return openRules();
  set("level", level);
  newGame(game.choose(level));
});
on("guessless", "change", () => newGame(game.withoutGuesses($("guessless").checked)));
$("fast").checked = settings.fast;
on("fast", "change", () => game.setFast($("fast").checked));
click({
  "new-game": () =>
    $("level").value === "custom" ? newGame(game.again()) : newGame(game.begin($("level").value)),
  rules: openRules,
  restart: game.restart,
  back: game.takeBack,
  hint: game.hint,
  auto: () => game.policy(20_000, "safest", true),
  watch: game.watch,
  one: () => game.policy(1, $("policy").value),
  run: game.toggleRun,
  "tap-open": () => game.tapMode(false),
  "tap-flag": () => game.tapMode(true),
});
// The menu of help opens beside its button, where there is room for it.
on("help-menu", "toggle", (event) => {
  if (event.newState !== "open") return;
  const [opener, menu] = [$("helping").getBoundingClientRect(), $("help-menu")];
  const room = Math.max(opener.top, innerHeight - opener.bottom) - 14;
  const isAbove = opener.top > innerHeight - opener.bottom;
  const isTooHigh = menu.scrollHeight > room; // on a phone on its side it has the whole height, over its button
  menu.style.left = `${Math.max(8, Math.min(opener.left, document.documentElement.clientWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = isTooHigh ? "8px" : isAbove ? "auto" : `${opener.bottom + 6}px`;
  menu.style.bottom = isAbove && !isTooHigh ? `${innerHeight - opener.top + 6}px` : "auto";
  menu.style.maxHeight = `${isTooHigh ? innerHeight - 16 : room}px`;
});
on("help-menu", "click", () => $("help-menu").popover && $("help-menu").hidePopover());
// Controls that fold behind one button where there is little room.
for (const opener of elementsOf("[data-fold]")) {
  const unfold = (/** @type {boolean} */ isOpen) => {
    $(opener.dataset.fold ?? "").classList.toggle("open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  addEventListener("click", (event) =>
    unfold(opener.contains(/** @type {Node} */ (event.target)) && opener.getAttribute("aria-expanded") === "false"),
  );
}

/** The rules that the game's dialog says. */
const chosenRules = () =>
  Object.fromEntries(RULE_FIELDS.map(({ id, rule, choices }) => [rule, choices ? $(id).value : $(id).checked]));

/** Have the game's dialog say these rules; of some that are not all, the others stay. */
function fillRules(/** @type {Partial<import("./game.js").Spec>} */ rules) {
  for (const { id, rule, choices } of RULE_FIELDS) {
    const value = rules[/** @type {keyof typeof STANDARD} */ (rule)];
    if (value === undefined) continue;
    if (choices) $(id).value = String(value);
    else $(id).checked = Boolean(value);
  }
}

function openRules() {
  const rules = game.spec ?? game.levelSpec(settings.level);
  fillBoard("w", rules);
  $("w-mines").value = rules.mines;
  fillRules({ ...STANDARD, ...rules });
  $("seed").value = "";
  $("rules-error").textContent = "";
  $("rule-set").value = game.ruleSet(rules);
  ruleAbout();
  $("rules-dialog").showModal();
}
const ruleAbout = () => {
  $("rule-about").textContent = T.ruleSets[/** @type {"own"} */ ($("rule-set").value)][1];
  const area = ["safe", "zero"].includes($("first-click").value) && $("after-mine").value === "lose";
  const isHidden = $("deal").value === "hidden";
  $("deal-about").textContent = isHidden ? "" : T.deals.about[/** @type {"fair"} */ ($("deal").value)];
  $("no-guess").disabled = !area || !isHidden;
  if ($("no-guess").disabled) $("no-guess").checked = false;
  $("hardness").disabled = !$("no-guess").checked;
};
on("rule-set", "change", () => {
  const rules = Object.entries(game.RULE_SETS[/** @type {"search"} */ ($("rule-set").value)] ?? {});
  fillRules(Object.fromEntries(rules.filter(([name]) => !game.OF_NO_SET.includes(name))));
  $("signs").checked = $("rule-set").value === "search";
  ruleAbout();
});
on("how-to-play", "change", () => {
  $("rule-set").value = game.ruleSet(chosenRules());
  ruleAbout();
});
on("rules-form", "submit", async (event) => {
  event.preventDefault();
  const seed = $("seed").value.trim();
  const { problem: boardProblem, ...board } = boardOf("w");
  $("rules-error").textContent = boardProblem;
  if (boardProblem) return;
  const size = { ...board, mines: Number($("w-mines").value) };
  const rules = chosenRules();
  game.showSigns($("signs").checked);
  const problem = await game.open(
    /** @type {import("./game.js").Spec} */ ({
      ...size,
      ...rules,
      hardness: rules.no_guess ? rules.hardness : "",
      seed: seed === "" ? game.drawSeed() : Number(seed),
      drawn_for: null,
      layout: null,
    }),
    [],
  );
  $("rules-error").textContent = plain(problem);
  if (problem) return;
  const level = game.levelNamed(size);
  if (level) set("level", level);
  $("rules-dialog").close();
});

// --- replay, review --------------------------------------------------------------------------------------------------

click({
  first: () => replay.stepTo(0),
  "step-back": () => replay.stepBy(-1),
  "step-play": replay.togglePlay,
  "step-on": () => replay.stepBy(1),
  last: () => replay.stepTo(-1),
});
on("steps", "input", () => replay.stepTo(Number($("steps").value)));
on("replay-assist", "change", () => replay.showChances($("replay-assist").checked));
click({
  "to-analyse": () => {
    const position = replay.current();
    if (position) analyse.analyse(position);
  },
});
actions.seek = (step) => {
  if (state.mode === "replay") replay.stepTo(step);
};
/** The game that was reviewed, with its moves. */
const gameOf = (/** @type {Partial<import("./answers.js").Review>} */ review) =>
  /** @type {import("./games.js").Body} */ ({ game: review.game, moves: review.moves });
actions.replay = async (review) => {
  try {
    replay.open(await games.replay(gameOf(review)), null, review);
  } catch (error) {
    tell(error);
  }
};
actions.save = async (review) => {
  const { rows, cols, mines, seed } = gameOf(review).game;
  const lines = await records.written(gameOf(review));
  download(new Blob([lines], { type: "application/jsonl" }), `game-${rows}x${cols}x${mines}-${seed}.jsonl`);
};

// --- reading: pasted, opened, dropped --------------------------------------------------------------------------------

/** @typedef {{way: string, board: string}} Reading one of several of a text: how to say it, and its board as text */

/**
 * Load what the server reads; the problem, or "", and of a text with several readings which there are.
 * @returns {Promise<{problem: string, readings: Reading[]}>}
 */
async function read(/** @type {import("./reading.js").Source} */ source, /** @type {Blob | null} */ file = null) {
  const withProblem = (/** @type {string} */ problem) => ({ problem, readings: [] });
  let reading;
  // What is dropped or pasted later takes over.
  const done = working(T.reading.busy(source.name ?? ""), T.cancel, () => lanes.cancel("read"));
  try {
    reading = await lanes.run("read", (signal) => reads(source, signal));
  } catch (error) {
    // What takes long in a picture is its pixels, not the board.
    const isSlowPicture = file?.type.startsWith("image/") && kindOf(error) === "limit";
    const { readings = [], boards = [] } = /** @type {Partial<import("./engine.js").Refusal>} */ (error);
    const problem = isSlowPicture ? T.picture.slow : worded(error);
    return { problem, readings: readings.map((way, k) => ({ way, board: boards[k] })) };
  } finally {
    done();
  }
  if (!reading) return withProblem("");
  if (reading.replay) replay.open(reading.replay, source);
  else if (reading.layout) {
    const { rows, cols, mines, layout } = reading.layout;
    const size = { rows, cols, mines, layout };
    const problem = await game.open({ ...size, ...STANDARD, first_click: "none", seed: 0, drawn_for: null }, []);
    if (problem) return withProblem(plain(problem));
  } else {
    analyse.loadAll(reading.boards);
    if (state.mode !== "analyse") enter("analyse");
    if (!reading.picture) closePicture();
    if (reading.taken.length) toast(T.readAs(reading.taken));
    if (reading.uncertain.length || /\.(png|jpe?g|webp|bmp|gif)$/i.test(source.name ?? "")) {
      const counted = (reading.picture?.counter ?? null) !== null;
      toast(T.fromPicture(reading.uncertain.map(nameOf), counted), Boolean(reading.picture?.doubtful));
      mark("last", reading.uncertain.map(at));
      if (file && reading.picture) {
        await picturedBeside(file, reading.picture, source);
      }
    }
  }
  return withProblem("");
}

/** Show a picture beside its board, also after a reload of the page. */
async function picturedBeside(
  /** @type {Blob} */ file,
  /** @type {import("./answers.js").Picture} */ picture,
  /** @type {import("./reading.js").Source} */ source,
) {
  await beside(file, picture, source.board, (wish) => readAgain(source, file, wish));
  const { rows, cols } = state.position;
  keepInTab(PICTURE, { type: file.type, picture, source, rows, cols });
}

/**
 * @typedef {{type: string, picture: import("./answers.js").Picture, source: import("./reading.js").Source,
 *   rows: number, cols: number}} KeptPicture
 */

/** The picture that was beside the board before a reload. */
async function picturedBefore() {
  const kept = /** @type {KeptPicture | null} */ (keptInTab(PICTURE));
  const { rows, cols } = state.position;
  if (state.mode !== "analyse" || kept?.rows !== rows || kept.cols !== cols) return;
  const bytes = Uint8Array.from(atob(kept.source.data ?? ""), (character) => character.charCodeAt(0));
  await picturedBeside(new Blob([bytes], { type: kept.type }), kept.picture, kept.source);
}

/**
 * Read a picture once more, with what its user knows of it.
 * @param {import("./reading.js").Source} source
 * @param {Blob} file
 * @param {{board?: number, shape?: number[]}} wish
 */
async function readAgain(source, file, wish) {
  const { problem } = await read({ ...source, ...wish }, file);
  if (problem) toast(problem, true);
}

async function readFile(/** @type {File} */ chosenFile) {
  const file = await sendable(chosenFile, 1_000_000).catch(() => chosenFile);
  const { name } = chosenFile;
  if (file.size > 1_000_000) return toast(T.tooLarge(name), true);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  const source = { data: btoa(binary), name };
  const { problem } = await read(source, file);
  if (!problem) return;
  toast(problem, true);
  if (file.type.startsWith("image/")) await refused(file, problem, (wish) => readAgain(source, file, wish));
}

function openPaste() {
  $("paste-text").value = toText(state.position);
  saysOfPaste("", { text: "" }, []);
  $("paste-dialog").showModal();
  $("paste-text").select();
}

/** Say what is wrong with a text, and offer its readings where it has several. */
function saysOfPaste(
  /** @type {string} */ problem,
  /** @type {import("./reading.js").Source} */ source,
  /** @type {Reading[]} */ readings,
) {
  const isQuestion = readings.length > 0;
  $("paste-error").textContent = isQuestion ? T.whichReading : problem;
  const buttons = readings.map(({ way, board }, k) =>
    button([element("pre", {}, board), new Text(way)], () => load({ ...source, reading: k + 1 })),
  );
  $("paste-readings").replaceChildren(...buttons);
  $("paste-readings").hidden = !isQuestion;
}

/** Load a text of the dialog. */
async function load(/** @type {import("./reading.js").Source} */ source) {
  const { problem, readings } = await read(source);
  saysOfPaste(problem, source, readings);
  if (!problem) $("paste-dialog").close();
}
click({ "paste-load": () => load({ text: $("paste-text").value }) });
click({
  "paste-judge": () => {
    $("paste-dialog").close();
    judge.openJudge($("paste-text").value);
  },
});
const writing = (/** @type {EventTarget | null} */ target) =>
  Boolean(/** @type {Element | null} */ (target)?.closest?.("textarea, input:not([type=checkbox], [type=radio], [type=range])"));
addEventListener("paste", async (event) => {
  if (writing(event.target) || document.querySelector("dialog[open]")) return;
  const picture = event.clipboardData?.files[0];
  if (picture) {
    event.preventDefault();
    return void readFile(picture);
  }
  const pasted = event.clipboardData?.getData("text") ?? "";
  if (!pasted.trim()) return;
  event.preventDefault();
  const { problem, readings } = await read({ text: pasted });
  if (problem && !readings.length) return toast(problem, true);
  if (!problem) return;
  openPaste();
  $("paste-text").value = pasted;
  saysOfPaste(problem, { text: pasted }, readings);
});
addEventListener("copy", (event) => {
  if (writing(event.target) || !getSelection()?.isCollapsed) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", toText(state.position));
  toast(T.copied(T.what.board));
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) readFile(file);
});

// --- sharing, settings, statistics, help -----------------------------------------------------------------------------

for (const one of elementsOf(".share")) {
  one.addEventListener("click", () => {
    history.replaceState(null, "", `#${mode().hash()}`);
    $("share-link").value = location.href;
    $("share-text").value = toText(state.position);
    $("save-mbf").hidden = layoutFile() === null;
    $("share-dialog").showModal();
  });
}

/** Where all mines of the board on the screen are known: a file that other programs play. */
function layoutFile() {
  const { rows, cols, codes, rules } = state.position;
  const isKnown = state.over || codes.every((/** @type {number} */ code) => code === MINE || (code >= 0 && code <= 8));
  if (rules || !isKnown) return null;
  const isMine = (/** @type {number} */ index) => codes[index] === MINE || state.layout.has(index);
  return mbfOf(rows, cols, [...codes.keys()].filter(isMine));
}
async function toClipboard(/** @type {string} */ field, /** @type {string} */ what) {
  $(field).select();
  try {
    await navigator.clipboard.writeText($(field).value);
    toast(T.copied(what));
  } catch {
    toast(T.notCopied);
  }
}
click({
  "copy-link": () => toClipboard("share-link", T.what.link),
  "copy-text": () => toClipboard("share-text", T.what.text),
  "save-mbf": () => {
    const { rows, cols } = state.position;
    download(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (layoutFile())]), `board-${rows}x${cols}.mbf`);
  },
  "save-svg": () => download(new Blob([svg()], { type: "image/svg+xml" }), "board.svg"),
  "save-png": () => png().then((blob) => download(blob, "board.png"), tell),
  settings: openSettings,
  help: () => $("help-dialog").showModal(),
  about: () => $("about-dialog").showModal(),
  stats: openStats,
  "stats-clear": clearStats,
  "backup-save": () => download(new Blob([backup()], { type: "application/json" }), "minesolver-kept.json"),
  "backup-load": () => $("backup-file").click(),
  boards: openBoards,
  "dock-answer": () => raise(!$("panel").classList.contains("up")),
});
on("backup-file", "change", async () => {
  const [file] = $("backup-file").files;
  $("backup-file").value = "";
  const isTaken = restore(await file.text());
  toast(isTaken ? T.backup.taken : T.backup.nothing, !isTaken);
  if (isTaken) openStats();
});
click({ "send-link": () => navigator.share({ url: $("share-link").value }).catch(() => {}) });

function theme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
const edges = () => {
  $("board").classList.toggle("bare", !settings.edges || matchMedia("(max-width: 560px), (max-height: 520px)").matches);
  grid.fit();
};
function openSettings() {
  for (const [name, { choices }] of ASKED) {
    const value = settings[/** @type {import("./settings.js").Name} */ (name)];
    if (choices) $(name).value = String(value);
    else $(name).checked = Boolean(value);
  }
  $("settings-dialog").showModal();
}
for (const [name, { choices }] of ASKED) {
  on(name, "change", () => {
    set(/** @type {import("./settings.js").Name} */ (name), choices ? $(name).value : $(name).checked);
    if (name === "language") location.reload(); // the address has the board or the game
    theme();
    edges();
    redraw();
  });
}
addEventListener("resize", edges);

$("legend").append(
  swatch("safe", T.provedSafe),
  element(
    "span",
    {},
    "0 %",
    element("span", { class: "ramp" }, ...Array.from({ length: 12 }, (_, i) => element("i", { class: `r${i}` }))),
    T.legend.scale,
  ),
  swatch("proved", T.provedMine),
  swatch("best", T.legend.best),
);

// --- keys, address ---------------------------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || writing(event.target)) return;
  const key = event.key.toLowerCase();
  const onBoard = grid.hasFocus();
  document.documentElement.classList.add("keys");
  if (event.ctrlKey || event.metaKey) {
    if (key === "s" && !event.shiftKey && (state.mode === "analyse" || state.mode === "play")) {
      event.preventDefault();
      return keepShown();
    }
    const by = key === "z" && !event.shiftKey ? -1 : key === "y" || key === "z" ? 1 : 0;
    if (by && (state.mode === "analyse" || state.mode === "play")) {
      event.preventDefault();
      if (state.mode === "analyse") analyse.travel(by);
      else if (by < 0) game.takeBack();
      return;
    }
  } else if (event.key === "?" && settings.letters) return $("help-dialog").showModal();
  else if (key === "escape") raise(false);
  // Any other key is for the board, and only while nothing else has the focus.
  if (event.altKey || (!onBoard && event.target !== document.body)) return;
  if (!event.ctrlKey && !event.metaKey && mode().key(event)) return event.preventDefault();
  const target = onBoard ? grid.moved(event) : null;
  if (target === null) return;
  event.preventDefault();
  grid.moveTo(target);
});
addEventListener("pointermove", () => document.documentElement.classList.remove("keys"), { passive: true });

/** The part of the address after "#". */
const fragment = () => unescaped(location.hash.slice(1));

async function follow() {
  const hash = game.continued(fragment());
  try {
    if (game.isHere(hash)) enter("play", false);
    else if (hash === analyse.analyser.hash()) enter("analyse", false);
    else if (hash.startsWith("play=")) {
      const linked = checkedGame(hash.slice(5));
      const problem = await game.open(linked.game, linked.moves);
      if (problem) throw new Error(problem);
    } else if (hash.startsWith("board=")) {
      analyse.load(checkedPosition(hash.slice(6)));
      enter("analyse", false);
    } else if (hash === "" || NAMES.includes(hash)) enter(hash || "analyse", false);
    else throw new Error(T.unknownLink(hash.slice(0, 40)));
  } catch (error) {
    tell(error);
    enter(hash.startsWith("play") ? "play" : "analyse", false);
  }
}
addEventListener("hashchange", (event) => {
  const link = new URL(event.newURL).hash;
  if (location.hash !== link) history.replaceState(null, "", link); // our own was written over it before this came
  if (fragment() !== mode().hash()) follow();
});
const ADDRESS = "address";
// Cached pages come back with an old state of fields and a new script.
const remember = () => {
  analyse.remember();
  replay.remember();
  game.remember();
  train.remember();
  keepInTab(ADDRESS, location.hash);
  judge.remember();
};
addEventListener("pagehide", remember);
// A phone ends what is in the background without a word.
document.addEventListener("visibilitychange", () => document.hidden && remember());
addEventListener("pageshow", (event) => event.persisted && redraw());

theme();
edges();
// The engine's thread begins only while this one rests. With its answer soon the page is laid out once, with the
// numbers.
await Promise.race([/** @type {{firstReady?: Promise<Event>}} */ (globalThis).firstReady, new Promise((rested) => setTimeout(rested, ENGINE))]);
const isReloaded = keptInTab(ADDRESS) === location.hash;
await follow();
analyse.forget();
if (isReloaded) {
  judge.recall();
  picturedBefore().catch(() => {}); // anybody may have written there
} else closePicture();
showReview(null);
address();
document.documentElement.dataset.ready = "true";
// Kept for later when the first answer is there: it works without as well.
if (isSecureContext) setTimeout(() => navigator.serviceWorker?.register("sw.js").catch(() => {}), 1500);

// For whoever looks at the page from outside, as its tests do: import("./static/app.js").
export { answer, askEngine, checkedPosition, ground, mode, state, toHash, toText };
