// The words of the page in the player's language: that of the settings, else the browser's, else English.

import * as de from "./texts-de.js";
import * as en from "./texts-en.js";
import * as zh from "./texts-zh.js";

/** By code: what the language calls itself, and its words. */
export const LANGUAGES = {
  en: { name: "English", words: en },
  zh: { name: "中文", words: zh },
  de: { name: "Deutsch", words: de },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** The first of some languages, as browsers name them, that the page has. @returns {Language} */
export function firstOf(/** @type {readonly string[]} */ names) {
  const known = names.map((name) => name.toLowerCase().split("-")[0]).find((name) => name in LANGUAGES);
  return /** @type {Language} */ (known ?? "en");
}

/** The language that the settings name, or "". */
function chosen() {
  try {
    const { language = "" } = JSON.parse(localStorage.getItem("minesolver.settings") ?? "{}");
    return language in LANGUAGES ? language : "";
  } catch {
    return ""; // without storage, or in a program without a page
  }
}

const asked = globalThis.document ? [chosen(), ...(globalThis.navigator?.languages ?? [])].filter(Boolean) : ["en"];
export const language = firstOf(asked);
const { words } = LANGUAGES[language];
export const STATIC = words.STATIC;
export const T = words.T;
if (globalThis.document?.documentElement) document.documentElement.lang = language;
