// The page's frame: tabs, theme, dialogs, links, pasted and dropped boards. The views do the rest.

import { Analyse } from "./analyse.js";
import { ask } from "./api.js";
import { $, element, toast } from "./dom.js";
import { Play } from "./play.js";

const options = await ask("options").catch((error) => {
  toast(error.message, true);
  throw error;
});

const analyse = new Analyse(options);
const play = new Play(options, (position) => {
  analyse.load(position);
  $("to-play").hidden = false;
  show("analyse");
});
const views = { analyse, play };
let current = "analyse";

function show(which, focus = false) {
  current = which;
  for (const name of Object.keys(views)) {
    const chosen = name === which;
    $(`tab-${name}`).setAttribute("aria-selected", chosen);
    $(`tab-${name}`).tabIndex = chosen ? 0 : -1;
    $(`view-${name}`).hidden = !chosen;
  }
  $("skip").href = `#board-${which}`;
  if (focus) $(`tab-${which}`).focus();
  views[which].shown();
}

for (const name of Object.keys(views)) {
  $(`tab-${name}`).addEventListener("click", () => show(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") show(name === "analyse" ? "play" : "analyse", true);
  });
}
$("to-play").addEventListener("click", () => show("play"));
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  views[current].grid.moveTo(views[current].grid.cursor);
});

// --- theme -----------------------------------------------------------------------------------------------------

const THEMES = ["auto", "light", "dark"];
function theme(chosen) {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  $("theme").textContent = `Theme: ${chosen}`;
  try {
    localStorage.setItem("theme", chosen);
  } catch {
    // without storage the choice lasts as long as the page
  }
  for (const view of Object.values(views)) view.draw();
}
let chosenTheme = "auto";
try {
  chosenTheme = THEMES.includes(localStorage.getItem("theme")) ? localStorage.getItem("theme") : "auto";
} catch {
  // as above
}
$("theme").addEventListener("click", () => {
  chosenTheme = THEMES[(THEMES.indexOf(chosenTheme) + 1) % THEMES.length];
  theme(chosenTheme);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme(chosenTheme));

// --- dialogs, files, links -------------------------------------------------------------------------------------

$("help").addEventListener("click", () => $("help-dialog").showModal());
$("formats").append(
  ...options.formats.flatMap(({ name, description }) => [element("dt", {}, name), element("dd", {}, description)]),
);

addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea") || current !== "analyse") return;
  const text = event.clipboardData.getData("text");
  if (text.trim()) {
    event.preventDefault();
    analyse.read({ text });
  }
});
addEventListener("copy", (event) => {
  if (event.target.closest?.("input, textarea") || !getSelection().isCollapsed || current !== "analyse") return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", analyse.text());
  toast("board copied");
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) {
    show("analyse");
    analyse.readFile(file);
  }
});
addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea, select, dialog") || document.querySelector("dialog[open]")) return;
  if (event.key === "?") $("help-dialog").showModal();
  else if (views[current].key(event)) event.preventDefault();
});

// The part of the address after "#"; as it is where it is no valid escaping.
function fragment() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function follow() {
  const hash = fragment();
  try {
    if (hash.startsWith("play=")) {
      play.fromHash(hash.slice(5));
      show("play");
    } else {
      if (hash.startsWith("board=")) analyse.fromHash(hash.slice(6));
      show("analyse");
    }
  } catch (error) {
    toast(error.message, true);
    show("analyse");
  }
}
addEventListener("hashchange", () => {
  const own = current === "play" ? `play=${play.hash()}` : `board=${analyse.hash()}`;
  if (fragment() !== own) follow();
});
theme(chosenTheme);
follow();
document.documentElement.dataset.ready = "true";
