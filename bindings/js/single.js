// The same with everything in one file: for workers and hosts that cannot load a second one.
import { open } from "./core.js";
import trees from "./dist/trees.js";
import { MinesolverError } from "./errors.js";

export { MinesolverError };

/**
 * Loads the engine; each call gives one of its own.
 * `module`: the compiled `minesolver/engine.wasm`, for hosts that forbid compiling.
 */
export const load = (options = {}) => open(options, () => trees);
