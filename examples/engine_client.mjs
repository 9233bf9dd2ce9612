// A client of `minesolver engine` for Node: asks for the probabilities of a board and for the best move.
//
//   node examples/engine_client.mjs examples/small.mines
//
// MINESOLVER names the command where it is not on the path, as in MINESOLVER="python -m minesolver".
import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export class Engine {
  #next = 1;
  #open = new Map();

  constructor(command = process.env.MINESOLVER ?? "minesolver") {
    const [program, ...first] = command.split(" ");
    this.process = spawn(program, [...first, "engine"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const answer = JSON.parse(line);
      const { resolve, reject } = this.#open.get(answer.id);
      this.#open.delete(answer.id);
      answer.ok ? resolve(answer.result) : reject(Object.assign(new Error(answer.error.message), answer.error));
    });
    this.process.on("exit", () => {
      for (const { reject } of this.#open.values()) reject(new Error("the engine has ended"));
    });
  }

  /** Send a request; a promise of its result. Several may be in flight. */
  ask(command, more = {}) {
    const id = this.#next++;
    this.process.stdin.write(JSON.stringify({ id, command, ...more }) + "\n");
    const answer = new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
    answer.id = id;
    return answer;
  }

  close() {
    this.process.stdin.end();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const engine = new Engine();
  const board = readFileSync(process.argv[2] ?? "/dev/stdin", "utf8");
  try {
    const { name, protocol } = await engine.ask("identify");
    await engine.ask("position", { position: "game", board });
    const [analysis, move] = await Promise.all([
      engine.ask("analyse", { position: "game", exact: true }),
      engine.ask("best_move", { position: "game", policy: "safest", seconds: 5 }),
    ]);
    console.log(`${name}, protocol ${protocol}`);
    console.log(`${analysis.solutions} layouts, ${analysis.safe.length} safe, ${analysis.mine_cells.length} mines`);
    console.log(`open (${move.cell}): ${move.reason}`);
  } catch (error) {
    console.error(`${error.kind ?? "error"}: ${error.message}`);
    process.exitCode = 1;
  }
  engine.close();
}
