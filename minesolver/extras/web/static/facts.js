// What the page is told of the package with its markup: names of levels, policies, layers, rules and formats,
// geometries and rules as data, what it takes, whether there is a server, and whether the engine for the browser was
// built.

import { facts as documentFacts } from "../../../protocol/scripts/facts.js";

const page = globalThis.document;

/** @type {import("./answers.js").Facts} */
export const facts = documentFacts;
/** Which build of the page's scripts the document is for; a program without a page has none. */
export const build = page?.documentElement.dataset.build;
export const hasServer = page?.documentElement.dataset.server !== undefined;
/** "?server" asks the server only, to compare the two. */
export const hasWorker =
  page?.documentElement.dataset.engine !== undefined &&
  !(hasServer && new URLSearchParams(location.search).has("server"));
