// Starts what takes longest while the page's other scripts are still on their way: the words of the player's language,
// and the engine's first thread, which says when it is ready.

import { LANGUAGES, language } from "./languages.js";

LANGUAGES[language].load();
if (document.documentElement.dataset.engine !== undefined) {
  const page = /** @type {{firstWorker?: Worker, firstReady?: Promise<Event>}} */ (globalThis);
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  page.firstWorker = worker;
  page.firstReady = new Promise((ready) => worker.addEventListener("message", ready, { once: true }));
}
