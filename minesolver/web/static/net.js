// Questions to the server. A question belongs to a lane; of each lane only the newest counts.

import { T } from "./texts.js";

export class Refusal extends Error {
  constructor(/** @type {number} */ status, /** @type {{kind: string, message: string, cell?: number[] | null, line?: number | null, column?: number | null}} */ problem) {
    super(problem.message);
    this.status = status;
    this.kind = problem.kind;
    this.cell = problem.cell ?? null;
    this.line = problem.line ?? null;
    this.column = problem.column ?? null;
  }
}

/** @returns {Promise<any>} */
export async function ask(/** @type {string} */ question, /** @type {any} */ body = undefined, /** @type {AbortSignal | undefined} */ signal = undefined) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api/${question}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Refusal(0, { kind: "offline", message: T.problems.offline() });
  }
  let data;
  try {
    data = await response.json();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    data = null;
  }
  if (!response.ok || data === null) throw new Refusal(response.status, data?.error ?? { kind: "server", message: T.failed(response.status) });
  return data;
}

export class Lanes {
  /** @type {Map<string, AbortController>} */
  #lanes = new Map();

  /** The answer, or null where a newer question has taken over or the lane was cancelled. @returns {Promise<any>} */
  async ask(/** @type {string} */ lane, /** @type {string} */ question, /** @type {any} */ body) {
    this.cancel(lane);
    const controller = new AbortController();
    this.#lanes.set(lane, controller);
    try {
      const answer = await ask(question, body, controller.signal);
      return this.#lanes.get(lane) === controller ? answer : null;
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return null;
      throw error;
    } finally {
      if (this.#lanes.get(lane) === controller) this.#lanes.delete(lane);
    }
  }

  cancel(/** @type {string[]} */ ...lanes) {
    for (const lane of lanes) {
      this.#lanes.get(lane)?.abort();
      this.#lanes.delete(lane);
    }
  }
}
