// The exported page without a network: its files are kept when it is first loaded, and replaced when they have
// changed. What stands before this, VERSION and FILES, is written by `minesolver web --export`.

const { VERSION, FILES } = /** @type {{VERSION: string, FILES: string[]}} */ (/** @type {any} */ (globalThis).PAGE);
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () =>
    Promise.all(
      (await caches.keys())
        .filter((name) => name.startsWith("minesolver ") && name !== VERSION)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(old().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(VERSION)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
