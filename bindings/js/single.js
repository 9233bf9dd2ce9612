// The same with everything in one file: for workers and hosts that cannot load a second one.
import { open } from "./core.js";
import trees from "./dist/trees.js";
import { MinesolverError } from "./errors.js";
import { judges } from "./judges.js";
import * as reader from "./text.js";

export { MinesolverError };

const loaders = { trees: () => trees, reader: () => reader, judges: () => judges };

/** Loads the engine, as `load` of "minesolver" does. */
export const load = (options = {}) => open(options, loaders);
