// What these scripts know of geometries and rules, as data of the package: a page carries it in its markup, and the npm
// package has a generated file in the place of this one.

/** @type {any} */
export const facts = JSON.parse(globalThis.document?.getElementById("facts")?.textContent ?? "{}");
