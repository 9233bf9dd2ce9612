// For `require`: the package is an ES module, and is loaded when it is first asked.
"use strict";

exports.load = async (options) => (await import("./index.js")).load(options);

/** Of what kind an error is: the class itself is in the ES module. */
exports.MinesolverError = class MinesolverError extends Error {
  static [Symbol.hasInstance](error) {
    return error instanceof Error && error.name === "MinesolverError";
  }
};
