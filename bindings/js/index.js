// Exact Minesweeper. The engine is WebAssembly, made of the same source as the Python package's core.
import { open } from "./core.js";
import { MinesolverError } from "./errors.js";

export { MinesolverError };

/**
 * Loads the engine; each call gives one of its own.
 * `module`: the compiled `minesolver/engine.wasm`, for hosts that forbid compiling.
 */
export const load = (options = {}) => open(options, async () => (await import("./dist/trees.js")).default);
