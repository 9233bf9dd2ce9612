"""How quick the page is, in a real Chromium: a cold load, edit to paint, the bytes of the first page, memory.

    python benchmarks/page.py [--cold 9] [--edits 25] [--requests 2000]

Needs the extras ``web`` and ``test`` and a Chromium (``chromium`` on the path). Each edit changes one clue of
a position out of a real game and waits for the numbers; the times are those that the page itself takes
(``minesolverTimings``: asked, answered, drawn, and the task after the frame in which it was painted). A cold
load is that of the exported folder by a browser that is up and knows nothing of it, from the navigation on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from run_facts import print_facts

from minesolver.extras.web.page import ENGINE, export
from minesolver.game import Game, Rules

BOARDS = ((9, 9, 10, 0.3), (16, 30, 99, 0.4), (100, 100, 2000, 0.0), (100, 100, 2000, 0.4))
GOAL = {(9, 9): 16, (16, 30): 16, (100, 100): 50}
FIRST = """new MutationObserver((_, seen) => {
  if (!document.querySelector("#board .p")) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstNumber = performance.now(); }));
}).observe(document, { subtree: true, childList: true, attributes: true })"""


def position(rows: int, cols: int, mines: int, share: float) -> str:
    """A link to a position whose upper part is open, this share of the rows, and one area more."""
    game = Game(rows, cols, mines, Rules("zero"), seed=1)
    game.open((rows // 2, cols // 2))
    for row in range(int(share * rows)):
        for col in range(cols):
            if not game.is_mine((row, col)) and game.board[row, col] == -1:
                game.open((row, col))
    letters = "".join(
        "z" if code < 0 else "ABCDEFGHI"[code] for code in game.board.grid.ravel().tolist()
    )
    return f"#board={rows}x{cols}x{mines}:{letters}"


def edits(page: Page, number: int) -> list[dict[str, float]]:
    """Times of this many edits: a clue hidden and set again, in turn."""
    page.wait_for_function("() => (window.minesolverTimings ?? []).length > 0", timeout=60_000)
    opened = page.eval_on_selector_all(
        "#board .o", "cells => cells.map(c => [+c.dataset.i, c.textContent || '0'])"
    )
    page.evaluate("window.minesolverTimings = []")
    page.click("#settings")
    page.set_checked("#advance", False)
    page.click("#settings-dialog button.main")
    for edit in range(number):
        index, clue = opened[edit // 2 * 7 % len(opened)]
        page.evaluate(
            "i => document.querySelector(`#board [data-i='${i}']`).focus({preventScroll: true})",
            index,
        )
        page.wait_for_timeout(60)
        page.keyboard.press("Delete" if edit % 2 == 0 else clue)
        page.wait_for_function("n => window.minesolverTimings.length > n", arg=edit, timeout=60_000)
    return page.evaluate("window.minesolverTimings")


def memory(pid: int) -> float:
    """MB of a process and its children (resident), where the system tells."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(
                line.split(":", 1) for line in status.read_text().splitlines() if ":" in line
            )
        except OSError:
            continue
        if str(pid) in (fields["Pid"].strip(), fields["PPid"].strip()):
            total += int(fields.get("VmRSS", "0 kB").split()[0])
    return total / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cold", type=int, default=9, metavar="N", help="cold loads; 0: none")
    parser.add_argument("--edits", type=int, default=25, metavar="N")
    parser.add_argument(
        "--requests", type=int, default=2000, metavar="N", help="for the memory; 0: not measured"
    )
    options = parser.parse_args()
    if not (ENGINE / "dist" / "engine.js").exists():
        sys.exit("the engine is not here: python bindings/build.py js builds it")
    print_facts(seed=1)
    chromium = (
        shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    command = [sys.executable, "-m", "minesolver", "web", "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            cold(browser, options.cold)
            measure(browser, address, options.edits)
            browser.close()
            ask(address, server.pid, options.requests)
        finally:
            server.terminate()


def cold(browser: Browser, number: int) -> None:
    """Print when the first number of the exported page was painted."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        export(Path(folder))
        command = [
            sys.executable,
            "-u",
            "-m",
            "http.server",
            "0",
            "--bind",
            "127.0.0.1",
            "-d",
            folder,
        ]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            port = server.stdout.readline().split("port ")[1].split()[0]
            for _ in range(number):
                context = browser.new_context()
                page = context.new_page()
                page.add_init_script(FIRST)
                page.wait_for_timeout(1000)  # the window is up
                page.goto(f"http://127.0.0.1:{port}/")
                page.wait_for_function("() => window.firstNumber", polling=100)
                times.append(page.evaluate("window.firstNumber"))
                context.close()
            server.terminate()
    if times:
        middle = f"{statistics.median(times):.0f} ms, at best {min(times):.0f}"
        print(
            f"load {os.getloadavg()[0]:.1f}; cold load to the first number: {middle} (goal: 300)",
            flush=True,
        )


def measure(browser: Browser, address: str, number: int) -> None:
    """Print the first page's size and the times of this many edits on each board."""
    page = browser.new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(address)
    page.wait_for_selector("#board .p")
    page.wait_for_timeout(500)
    page.close()
    print(
        f"load {os.getloadavg()[0]:.1f}; first page: {sum(sizes) / 1000:.0f} KB in {len(sizes)} answers"
    )
    print(
        f"{'board':16}{'open':>6}{'median':>9}{'slowest':>9}{'counted':>9}{'goal':>7}   (ms, {number} edits)"
    )
    for rows, cols, mines, share in BOARDS:
        page = browser.new_page()
        page.goto(address + position(rows, cols, mines, share))
        page.wait_for_selector("html[data-ready]")
        times = edits(page, number)
        total = [edit["total"] for edit in times]
        middle = (
            statistics.median(total),
            max(total),
            statistics.median(edit["server"] for edit in times),
        )
        figures = "".join(f"{value:9.0f}" for value in middle)
        print(f"{f'{rows}x{cols}/{mines}':16}{share:6.0%}{figures}{GOAL[rows, cols]:7}", flush=True)
        page.close()


def ask(address: str, pid: int, number: int) -> None:
    """Print the memory early in a run of this many questions, and at its end."""
    early_megabytes = 0.0
    with httpx.Client(base_url=address) as client:
        for i in range(number):
            rows = ["#" * 30] * 8 + ["1" + "#" * 29] + ["#" * 30] * 7
            keys = {"board": "\n".join(rows), "mines": 60 + i % 60}
            client.post("/api/analyse", json=keys).raise_for_status()
            if i == number // 10:
                early_megabytes = memory(pid)
    if number:
        print(
            f"memory: {early_megabytes:.0f} MB after {number // 10} requests, "
            f"{memory(pid):.0f} MB after {number}"
        )


if __name__ == "__main__":
    main()
