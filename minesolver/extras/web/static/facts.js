// What the page is told of the package with its markup: names of levels, policies, layers, rules and formats,
// geometries and rules as data, what it takes, whether there is a server, and whether the engine for the browser was
// built.

const page = globalThis.document;

/** @type {any} */
export const facts = JSON.parse(page?.getElementById("facts")?.textContent ?? "{}");
export const hasServer = page?.documentElement.dataset.server !== undefined;
/** "?server" asks the server only, to compare the two. */
export const hasWorker =
  page?.documentElement.dataset.engine !== undefined &&
  !(hasServer && new URLSearchParams(location.search).has("server"));
