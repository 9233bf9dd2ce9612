"""How quick the page is, in a real Chromium: a cold load, edit to paint, a drag, the first bytes, memory.

    python benchmarks/page.py [--cold 9] [--edits 25] [--drags 4] [--requests 2000]

Needs the extras ``web`` and ``test`` and a Chromium (``chromium`` on the path). Each edit changes one clue of
a position out of a real game and waits for the numbers; the times are those that the page itself takes
(``minesolverTimings``: asked, answered, drawn, and the task after the frame in which it was painted). A cold
load is that of the exported folder by a browser that is up and knows nothing of it, from the navigation on. A
drag draws a brush over sixty places of the board, with the processor as it is and slowed down fourfold; its
figure is the share of frames that came more than 34 ms after the one before, two of a screen of 60 Hz.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from itertools import pairwise
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


def point_at(page: Page, row: int, col: int) -> None:
    """Move the mouse to a cell, in the document or in the picture of a large board: keys go there then."""
    x, y = page.evaluate(
        """([row, col]) => {
          const board = document.querySelector("#board");
          const size = parseInt(board.style.getPropertyValue("--cell"), 10);
          board.scrollTo(size * (col - 3), size * (row - 3));
          const { left, top } = board.querySelector(".rows").getBoundingClientRect();
          return [left + size * (col + 0.5), top + size * (row + 0.5)];
        }""",
        [row, col],
    )
    page.mouse.move(x, y)


def edits(page: Page, link: str, number: int) -> list[dict[str, float]]:
    """Times of this many edits: a clue hidden and set again, in turn."""
    page.wait_for_function("() => (window.minesolverTimings ?? []).length > 0", timeout=60_000)
    size, letters = link.removeprefix("#board=").split(":")
    cols = int(size.split("x")[1])
    opened = [
        (index, str("ABCDEFGHI".index(letter)))
        for index, letter in enumerate(letters)
        if letter != "z"
    ]
    page.evaluate("window.minesolverTimings = []")
    page.click("#settings")
    page.set_checked("#advance", False)
    page.click("#settings-dialog button.main")
    for edit in range(number):
        index, clue = opened[edit // 2 * 7 % len(opened)]
        point_at(page, *divmod(index, cols))
        page.wait_for_timeout(60)
        page.keyboard.press("Delete" if edit % 2 == 0 else clue)
        page.wait_for_function("n => window.minesolverTimings.length > n", arg=edit, timeout=60_000)
    return page.evaluate("window.minesolverTimings")


DRAG_BOARDS = ((9, 9, 10), (16, 30, 99), (100, 100, 2000))
DRAG_POINTS = 60
SLOW_FRAME = 34  # ms
COUNT_FRAMES = """() => {
  window.frameTimes = [];
  const frame = (time) => { window.frameTimes.push(time); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def drag(page: Page) -> list[float]:
    """Milliseconds from frame to frame while a brush is drawn over what is seen of the board."""
    box = page.locator("#board .rows").bounding_box()
    frame = page.locator("#board").bounding_box()
    assert box is not None
    assert frame is not None
    left, top = box["x"] + 4, box["y"] + 4
    width = min(box["width"], frame["x"] + frame["width"] - left, 1280 - left) - 24
    height = min(box["height"], frame["y"] + frame["height"] - top, 800 - top) - 24
    page.mouse.move(left, top)
    page.evaluate("window.frameTimes.length = 0")
    page.mouse.down()
    for point in range(DRAG_POINTS):
        along = point / DRAG_POINTS
        across = 4 * along % 1  # four strokes over the width, each further down
        page.mouse.move(left + across * width, top + along * height)
        page.wait_for_timeout(16)
    page.mouse.up()
    page.wait_for_timeout(300)  # what the drag has left to do counts as well
    times = page.evaluate("window.frameTimes")
    return [after - before for before, after in pairwise(times)]


def measure_drags(browser: Browser, address: str, number: int) -> None:
    """Print for each board, and for two speeds of the processor, the share of slow frames while dragging."""
    print(
        f"{'drag':16}{'slowed':>7}{'frames':>8}{'slow':>7}{'share':>8}{'slowest':>9}   ({number} drags)"
    )
    for rows, cols, mines in DRAG_BOARDS:
        for slowdown in (1, 4):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(address + position(rows, cols, mines, 0.0))
            page.wait_for_selector("html[data-ready]")
            page.wait_for_selector("#result .headline")
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            page.evaluate(COUNT_FRAMES)
            page.wait_for_timeout(500)
            times = [time for _ in range(number) for time in drag(page)]
            slow_frames = sum(time > SLOW_FRAME for time in times)
            share = f"{slow_frames / len(times):.1%}"
            board_name = f"{rows}x{cols}/{mines}"
            print(
                f"{board_name:16}{slowdown:6}x{len(times):8}{slow_frames:7}{share:>8}{max(times):6.0f} ms",
                flush=True,
            )
            page.close()


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
    parser.add_argument("--edits", type=int, default=25, metavar="N", help="0: not measured")
    parser.add_argument(
        "--drags", type=int, default=4, metavar="N", help="on each board; 0: not measured"
    )
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
            if options.edits:
                measure(browser, address, options.edits)
            if options.drags:
                measure_drags(browser, address, options.drags)
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
        link = position(rows, cols, mines, share)
        page.goto(address + link)
        page.wait_for_selector("html[data-ready]")
        times = edits(page, link, number)
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
