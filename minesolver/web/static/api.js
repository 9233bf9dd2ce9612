// Questions to the server. Every answer is JSON; a refusal becomes a Refusal with the server's sentence.

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
    this.kind = problem.kind;
    this.cell = problem.cell;
  }
}

export async function ask(question, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${question}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { kind: "offline", message: "the server does not answer; is minesolver web still running?" });
  }
  let data;
  try {
    data = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    data = { error: { kind: "server", message: `the server failed (${response.status})` } };
  }
  if (!response.ok) throw new Refusal(response.status, data.error);
  return data;
}

// Only the newest question of a channel matters: asking again gives up the one before.
export class Channel {
  #controller = null;

  async ask(question, body) {
    this.cancel();
    const controller = (this.#controller = new AbortController());
    try {
      return await ask(question, body, controller.signal);
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }
}
