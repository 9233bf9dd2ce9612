import type { Minesolver } from "./index.js";

/** What build.py has deflated, and how many bytes it has. */
export interface Packed {
  packed: string;
  size: number;
}

/** What is in files of their own: the weights of the policies that want them, what reads texts, and what judges moves,
 * layouts and games. */
export interface Parts {
  trees: () => Promise<Packed> | Packed;
  reader: () => object;
  judges: () => object;
}

/** An engine. */
export function open(options: { module?: WebAssembly.Module; reader?: boolean }, parts: Parts): Promise<Minesolver>;
