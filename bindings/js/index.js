// Exact Minesweeper. The engine is WebAssembly, made of the same source as the Python package's core.
import { open } from "./core.js";
import { MinesolverError } from "./errors.js";

export { MinesolverError };

const loaders = {
  trees: async () => (await import("./dist/trees.js")).default,
  reader: () => import("./text.js"),
  judges: async () => (await import("./judges.js")).judges,
};

/**
 * Loads the engine; each call gives one of its own.
 * `module`: the compiled `minesolver/engine.wasm`, for hosts that forbid compiling.
 * `reader: false`: without what reads boards as people write them, a file of its own; canonical text is still read.
 */
export const load = (options = {}) => open(options, loaders);
