"""The JavaScript module beside the compiled core: first answers of a cold start, and expert analyses.

    python bindings/build.py js && python benchmarks/bindings.py [--games 40] [--runs 5]

Positions are the guesses of games 16x30/99. Analyses are timed from an array to all that an analysis holds,
warm (30 passes over all before), in turns, the best of ``--runs`` times 10 passes; of the core also without
Python's objects. "First answer" is from the import, in a new process and in a new page of Chromium, to the
first analysis (5x5), medians. Needs Node, and for Chromium the extra ``test`` and a ``chromium`` on the path.
"""

from __future__ import annotations

import argparse
import http.server
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from run_facts import print_facts

import minesolver as ms
from minesolver import kernel
from minesolver.game import Game, Rules
from minesolver.model.lists import CorePosition

FOLDER = Path(__file__).resolve().parent.parent / "bindings/js"
SMALL = "5x5x7\n##3#*\n#####\n###31\n##210\n#2100"
COLD = f"""
const began = performance.now();
const {{ load }} = await import(at + "/index.js");
(await load()).analyze({{ text: {json.dumps(SMALL)} }});
const first = performance.now() - began;
"""
MANY = """
const { load } = await import(at + "/index.js");
const ms = await load();
const boards = positions.map((cells) => ({ rows: 16, cols: 30, mines: 99, cells: Int8Array.from(cells) }));
const pass = () => {
  const began = performance.now();
  for (const board of boards) ms.analyze(board);
  return (performance.now() - began) / boards.length;
};
const passes = (number) => Math.min(...Array.from({ length: number }, pass));
passes(30);
"""


def guesses(games: int) -> list[list[int]]:
    """The positions where nothing is proved."""
    positions = []
    for seed in range(games):
        game = Game(16, 30, 99, Rules("zero"), seed=seed)
        game.open((8, 15))
        while not game.over:
            analysis = ms.analyze(game.board)
            if not analysis.safe:
                positions.append(game.board.grid.ravel().tolist())
            for cell in analysis.safe or {analysis.best}:
                if not game.over and game.board[cell] == -1:
                    game.open(cell)
    return positions


def native(positions: list[list[int]]) -> tuple[float, float]:
    """Milliseconds an analysis by the compiled core, from an array: its own, and as a Python object."""
    workspace = kernel.workspace_for(16, 30)
    grids = [np.array(cells, np.int8) for cells in positions]

    def analyze_bare(grid: Any) -> None:
        workspace.analyze(CorePosition.of(grid), 99)

    def analyze_whole(grid: Any) -> None:
        analysis = ms.analyze(ms.Board(grid.reshape(16, 30), 99), "kernel")
        _ = analysis.probability, analysis.safe, analysis.mines, analysis.best

    milliseconds = []
    for call in (analyze_bare, analyze_whole):
        times = []
        for _ in range(13):
            began = time.perf_counter()
            for grid in grids:
                call(grid)
            times.append(time.perf_counter() - began)
        milliseconds.append(1000 * min(times[3:]) / len(grids))
    return milliseconds[0], milliseconds[1]


def node(program: str) -> float:
    """What the program prints."""
    command = ["node", "--input-type=module", "-"]
    return float(
        subprocess.run(command, input=program, capture_output=True, text=True, check=True).stdout
    )


@contextmanager
def served() -> Any:
    """The folder of the module on a port of this machine."""
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(quiet, directory=str(FOLDER))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def report(
    name: str,
    first_answers: list[float],
    core_times: list[tuple[float, float]],
    host_times: list[float],
) -> None:
    bare_time, whole_time = map(min, zip(*core_times, strict=True))
    host_time = min(host_times)
    print(
        f"{name}: first answer after {statistics.median(first_answers):.0f} ms "
        f"({min(first_answers):.0f} to {max(first_answers):.0f})"
    )
    print(
        f"  an expert analysis {1000 * host_time:.0f} us: {host_time / bare_time:.2f} times the core alone "
        f"({1000 * bare_time:.0f} us), "
        f"{host_time / whole_time:.2f} times ms.analyze ({1000 * whole_time:.0f} us)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if not (FOLDER / "dist" / "engine.js").exists():
        sys.exit("the engine is not here: python bindings/build.py js builds it")
    print_facts(seed=0)
    positions = guesses(options.games)
    print(f"{len(positions)} positions of {options.games} games 16x30/99, {options.runs} runs")
    address_constant = f"const at = {json.dumps(FOLDER.as_uri())};"
    first_answers = [
        node(f"{address_constant}{COLD}console.log(first)") for _ in range(options.runs)
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as stored:
        json.dump(positions, stored)
        stored.flush()
        read_positions = (
            'import fs from "node:fs"; '
            f'const positions = JSON.parse(fs.readFileSync("{stored.name}"));'
        )
        core_times, host_times = [], []
        for _ in range(options.runs):
            core_times.append(native(positions))
            host_times.append(
                node(f"{read_positions}{address_constant}{MANY}console.log(passes(10))")
            )
    report("Node", first_answers, core_times, host_times)
    chromium = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if chromium is None:
        sys.exit("no Chromium on the path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, served() as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        first_answers, core_times, host_times = [], [], []
        for _ in range(options.runs):
            page = browser.new_context().new_page()  # nothing is cached
            page.goto(f"{address}/package.json")
            first_answers.append(page.evaluate(f"async (at) => {{{COLD} return first; }}", address))
            core_times.append(native(positions))
            script = "async ([at, positions]) => {" + MANY + " return passes(10); }"
            host_times.append(page.evaluate(script, [address, positions]))
            page.context.close()
        browser.close()
    report("Chromium", first_answers, core_times, host_times)


if __name__ == "__main__":
    main()
