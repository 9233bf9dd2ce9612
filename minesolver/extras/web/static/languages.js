// The languages of the page, and which one it speaks: that of the settings, else the browser's, else English. The words
// of a language are a file, and only that of the one that is spoken is loaded.

/** By code: what the language calls itself, and what loads its words. */
export const LANGUAGES = {
  en: { name: "English", load: () => import("./texts-en.js") },
  zh: { name: "中文", load: () => import("./texts-zh.js") },
  de: { name: "Deutsch", load: () => import("./texts-de.js") },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** The first of some languages, as browsers name them, that the page has. @returns {Language} */
export function firstOf(/** @type {readonly string[]} */ names) {
  const foundLanguage = names.map((name) => name.toLowerCase().split("-")[0]).find((name) => name in LANGUAGES);
  return /** @type {Language} */ (foundLanguage ?? "en");
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

const wishes = globalThis.document ? [chosen(), ...(globalThis.navigator?.languages ?? [])].filter(Boolean) : ["en"];
export const language = firstOf(wishes);
