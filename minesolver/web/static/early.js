// Starts the engine's first thread while the page's other scripts are still on their way.

if (document.documentElement.dataset.engine !== undefined) /** @type {any} */ (globalThis).firstWorker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
