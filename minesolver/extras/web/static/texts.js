// The words of the page in the player's language.

import { LANGUAGES, language as spoken } from "./languages.js";

export const language = spoken;
// early.js has begun to load them. The engine's threads say nothing, and load none.
const isThread = "WorkerGlobalScope" in globalThis;
const words = /** @type {typeof import("./texts-en.js")} */ (isThread ? {} : await LANGUAGES[language].load());
export const T = words.T;
export const MESSAGES = words.MESSAGES;
if (globalThis.document?.documentElement) document.documentElement.lang = language;
