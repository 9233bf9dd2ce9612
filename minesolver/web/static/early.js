// Starts the engine's first thread while the page's other scripts are still on their way. It says when it is ready.

if (document.documentElement.dataset.engine !== undefined) {
  const page = /** @type {any} */ (globalThis);
  page.firstWorker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  page.firstReady = new Promise((ready) => page.firstWorker.addEventListener("message", ready, { once: true }));
}
