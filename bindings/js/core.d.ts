import type { Minesolver } from "./index.js";

/** What is in files of their own: the weights of the policies that want them, what reads texts, and what judges moves,
 * layouts and games. */
export interface Parts {
  /** What build.py has deflated. */
  trees: () => Promise<string> | string;
  reader: () => object;
  judges: () => object;
}

/** An engine. */
export function open(options: { module?: WebAssembly.Module; reader?: boolean }, parts: Parts): Promise<Minesolver>;
