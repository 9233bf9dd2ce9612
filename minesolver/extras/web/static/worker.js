// The engine in the browser, in a thread of its own: a question in, its answer or error out.

// @ts-ignore: bindings/build.py makes it
import { open } from "./solver/core.js";
// @ts-ignore: bindings/build.py makes it
import { judges } from "./solver/judges.js";
// @ts-ignore: bindings/build.py makes it
import * as reader from "./solver/text.js";
import { empty } from "./position.js";
import { answers, failure } from "./questions.js";

const loaders = {
  // @ts-ignore: bindings/build.py makes it
  trees: async () => (await import("./solver/dist/trees.js")).default,
  reader: () => reader,
  judges: () => judges,
};

const loaded = open({}, loaders).then(
  (/** @type {import("./questions.js").Engine} */ engine) => {
    const answersOf = answers(engine);
    // A browser compiles what is run first: while the page is put together, not when it asks.
    answersOf.analyse({ position: empty(2, 3, 1), cell: [0, 1] });
    // First of which build this is: the page may be older.
    postMessage({ build: /** @type {{BUILD?: string}} */ (globalThis).BUILD });
    return answersOf;
  },
);

addEventListener("message", async ({ data: { id, command, keys } }) => {
  try {
    const answersOf = /** @type {Record<string, (keys: unknown) => unknown>} */ (await loaded);
    postMessage({ id, ok: true, result: await answersOf[command](keys) });
  } catch (error) {
    postMessage({ id, ok: false, error: failure(/** @type {import("./questions.js").EngineError} */ (error), keys.position?.codes.length) });
  }
});
