import type { Minesolver } from "./index.js";

/** An engine; `trees` brings the weights of the policies that want them. */
export function open(
  options: { module?: WebAssembly.Module },
  trees: () => Promise<string> | string,
): Promise<Minesolver>;
