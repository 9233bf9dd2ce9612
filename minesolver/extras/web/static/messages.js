// What the readers and the engine say, in English everywhere, in the language of the page.

import { MESSAGES } from "./texts.js";

/** In a message `{}` stands for a value, `{#}` for a number. */
const PLACES = new Map([
  ["{}", "(.+?)"],
  ["{#}", "(\\d+)"],
]);
const literal = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function patternOf(/** @type {string} */ english) {
  const parts = english.split(/(\{#?\})/).map((part) => PLACES.get(part) ?? literal(part));
  return new RegExp(`^${parts.join("")}$`, "su");
}

/**
 * What says a message with its values in another language, and leaves alone what that has no words for.
 * @param {Record<string, string>} messages
 */
export function translator(messages) {
  const templates = Object.entries(messages).map(([english, said]) => ({ pattern: patternOf(english), said }));

  /** @returns {string} */
  return function translated(/** @type {string} */ message) {
    for (const { pattern, said } of templates) {
      const [whole, ...values] = pattern.exec(message) ?? [];
      // A value may be words in turn: what is wrong in a line, how many cells a row has.
      if (whole !== undefined) return said.replace(/\{(\d)\}/g, (_, place) => translated(values[Number(place) - 1]));
    }
    return message;
  };
}

export const inLanguage = translator(MESSAGES);
