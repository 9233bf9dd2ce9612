// The page without a network: its files are kept when it is first loaded, and replaced when they have changed. What
// stands before this is written by the server (page.py): VERSION, which names what is kept; FILES; DOCUMENT, the one
// of them that is the page without a server; IS_SERVED, whether a server answers at other times.

/**
 * @typedef {{VERSION: string, FILES: string[], DOCUMENT: string, IS_SERVED: boolean}} Kept
 * @typedef {{request: Request, waitUntil: (done: Promise<unknown>) => void,
 *   respondWith: (response: Promise<Response>) => void}} WorkerEvent
 * @typedef {{PAGE: Kept, addEventListener: (name: string, act: (event: WorkerEvent) => void) => void,
 *   skipWaiting: () => Promise<void>, clients: {claim: () => Promise<void>}}} Scope
 */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
const { VERSION, FILES, DOCUMENT, IS_SERVED } = worker.PAGE;
const START = new URL("./", location.href).href;
const PLACES = new Set([START, ...FILES.map((name) => new URL(name, location.href).href)]);

worker.addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = async () =>
    Promise.all(
      (await caches.keys())
        .filter((name) => name.startsWith("minesolver ") && name !== VERSION)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(old().then(() => worker.clients.claim()));
});

/** What is kept of the page's own files. @returns {Promise<Response | undefined>} */
async function kept(/** @type {string} */ path) {
  const cache = await caches.open(VERSION);
  return cache.match(path === START ? DOCUMENT : path);
}

/** A server has the newest files, and whoever upgrades it wants to see them: what is kept is for when it is away. */
const fromServer = (/** @type {Request} */ request, /** @type {string} */ path) =>
  fetch(request).catch(async () => (await kept(path)) ?? Response.error());

/** A host of plain files may be far away: what is kept comes first, and another version replaces it as a whole. */
const fromFiles = async (/** @type {Request} */ request, /** @type {string} */ path) =>
  (await kept(path).catch(() => undefined)) ?? fetch(request);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const path = origin + pathname;
  if (request.method !== "GET" || !PLACES.has(path)) return;
  event.respondWith(IS_SERVED ? fromServer(request, path) : fromFiles(request, path));
});
