// What the readers and the engine say, in English everywhere, in the language of the page.

import { MESSAGES } from "./texts.js";

/** In a message `{}` stands for a value, `{#}` for a number. */
const PLACES = new Map([
  ["{}", "(.+?)"],
  ["{#}", "(\\d+)"],
]);
const literal = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function patternOf(/** @type {string} */ english) {
  const patterns = english.split(/(\{#?\})/).map((piece) => PLACES.get(piece) ?? literal(piece));
  return new RegExp(`^${patterns.join("")}$`, "su");
}

/**
 * What says a message with its values in another language, and leaves alone what that has no words for.
 * @param {Record<string, string>} messages
 */
export function translator(messages) {
  const templates = Object.entries(messages).map(([english, said]) => ({ pattern: patternOf(english), said }));

  /** @returns {string} */
  return function translated(/** @type {string} */ message) {
    for (const { pattern, said: translation } of templates) {
      const [matched, ...values] = pattern.exec(message) ?? [];
      // A value may be words in turn: what is wrong in a line, how many cells a row has.
      if (matched === undefined) continue;
      return translation.replace(/\{(\d)\}/g, (_, number) => translated(values[Number(number) - 1]));
    }
    return message;
  };
}

export const inLanguage = translator(MESSAGES);
