"""Screenshots of Minesweeper programs that others wrote: taken, read, and counted.

    python programs.py take FOLDER --pages PAGES     # under X (Xvfb will do), some 15 minutes
    python programs.py score FOLDER [--mines] [--shape]        # the table, by program
    OPENBLAS_NUM_THREADS=1 python programs.py cost FOLDER      # processor time and memory, by picture

``take`` starts each program, plays it by clicks to positions in the middle of a game, flags none, some or all
of the proved mines, and keeps the picture of the whole screen, of the window or page, of the board with some
margin and of the board alone; at scales of 0.75 to 2, as PNG or JPEG, light or dark. The truth is what the
page's own elements say, or, for a program of the desktop, the symbol of each cell by its colours, in
``desktop-cells.txt``: where a theme or a size is another, ``take --label`` adds lines with ``?`` for
the symbol and draws ``labels-NAME.png``, to be named by eye once.

A page comes from PAGES/NAME, a checkout or an npm package, with the libraries that it links put beside;
desktop programs from the system (Debian: gnome-mines kmines xdemineur sgt-puzzles xbomb ace-of-penguins).
``programs.toml`` names the repository of each. Those in ``REPORTED`` are only for the report: no weights
are fitted to them.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageGrab

import minesolver as ms

HIDDEN, FLAG, LOST = "#", "F", "X"


@dataclass(frozen=True)
class Page:
    """``cells``: selector of the cells; ``code``: JavaScript from a cell ``e`` to its symbol; ``script``: one
    that gives boxes and symbols of all cells, where these two would not do; ``levels``: scripts that start a
    game; ``shift``: flags by Shift and a click; ``settle``: milliseconds after a click. Without any, the
    cells are the largest lattice of like elements, and their symbols are told by what a click changed
    (``_LOOK``)."""

    repository: str
    path: str
    cells: str = ""
    code: str = ""
    script: str = ""
    levels: tuple[str, ...] = ("1",)
    shift: bool = False
    settle: int = 60
    role: str = "fit"


PAGES = {
    name: Page(**{**page, "levels": tuple(page.get("levels", ("1",)))})
    for name, page in tomllib.loads(
        Path(__file__).with_name("programs.toml").read_text("utf-8")
    ).items()
}
REPORTED = tuple(name for name, page in PAGES.items() if page.role == "report")
"""Programs that came last: nothing is fitted to them."""
UNFIT = tuple(name for name, page in PAGES.items() if page.role == "unfit")
"""What these show nobody could read, or their elements are not what is seen: nothing is fitted to them."""


@dataclass(frozen=True)
class Program:
    """A program of the desktop: its command, where its cells are in its window, the clicks that start a
    game."""

    command: tuple[str, ...]
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    rows: int
    cols: int
    mines: int | None
    setup: tuple[tuple[int, int], ...] = ()
    dark: bool = False
    size: tuple[int, int] | None = None  # of its window, where it is not always the same


_GAMES = "/usr/games/"
_BUS = ("dbus-run-session", "--")
PROGRAMS = {
    "ace-minesweeper": [Program((_GAMES + "ace-minesweeper",), 7.5, 33.5, 12, 12, 32, 32, 200)],
    "gnome-mines": [
        Program(
            (*_BUS, _GAMES + "gnome-mines"), 23.4, 71.5, 48.7, 48.3, 8, 8, 10, ((202, 162),), True
        ),
    ],
    "kmines": [
        Program((*_BUS, _GAMES + "kmines"), 133.4, 105.5, 46, 46, 9, 9, 10, size=(680, 600))
    ],
    "sgt-mines": [
        Program((_GAMES + "sgt-mines", f"{w}x{h}n{m}"), 29.5, 54.5, 20, 20, h, w, m, (), True)
        for w, h, m in ((16, 16, 40), (9, 9, 10), (30, 16, 99))
    ],
    "xbomb": [Program((_GAMES + "xbomb",), 5, 36, 50, 50, 8, 8, 10)],
    "xdemineur": [
        Program(
            (_GAMES + "xdemineur", "-geometry", f"{w}x{h}", "-m", str(m)),
            14.9,
            79.9,
            21,
            21,
            h,
            w,
            m,
        )
        for w, h, m in ((16, 16, 30), (12, 9, 14), (30, 16, 90))
    ],
}
NAMES = sorted([*PAGES, *PROGRAMS])

SCALES = (0.75, 1.0, 1.0, 1.25, 1.5, 2.0)


# -- playing -------------------------------------------------------------------------------------------------


class Play(ABC):
    """A game on a screen: ``state`` gives symbols and the cells' boxes; ``open`` and ``flag`` click."""

    box: tuple[float, float, float, float]  # of the board, in the screen's picture
    window: tuple[float, float, float, float]

    @abstractmethod
    def state(self) -> list[str]: ...

    @abstractmethod
    def click(self, row: int, col: int, flag: bool) -> None: ...


MOST_MOVES, MOST_GUESSES = 60, 5
"""Of a game that is played up to a position: looks at the program, and clicks on cells that may be mines."""
CLICKS_A_LOOK = 12
"""Safe cells that are opened before the program is looked at again."""
LEAST_OPENED = 5
"""Opened cells of a position that is kept."""


def position(play: Play, rng: random.Random, mines: int | None) -> tuple[list[str], int] | None:
    """A natural position: rows of symbols and the number of flags, None where the game was lost or won."""
    rows = play.state()
    play.click(rng.randrange(len(rows)), rng.randrange(len(rows[0])), False)
    progress = _played(play, rng, rng.uniform(0.15, 0.75), mines)
    if progress is None:
        return None
    if progress.analysis is None:
        return progress.rows, 0
    text = "".join(progress.rows)
    if HIDDEN not in text or _opened_count(text) < LEAST_OPENED:
        return None

    # Some players flag no mines, some half of them, some all.
    flag_share = rng.choice([0.0, 0.5, 1.0])
    flags = [cell for cell in progress.analysis.mines if rng.random() < flag_share]
    for row, col in flags:
        play.click(row, col, True)

    # A game that was won shows more than it should.
    rows = play.state()
    if HIDDEN not in "".join(rows) or analysis_of(rows, "*", mines) is None:
        return None
    return rows, len(flags)


class _Progress(NamedTuple):
    """A game so far: rows of symbols, and their analysis, ``None`` where a symbol is not known."""

    rows: list[str]
    analysis: ms.Analysis | None


def _played(
    play: Play, rng: random.Random, opened_share: float, mines: int | None
) -> _Progress | None:
    """A game played until this share of its cells is opened; ``None``: it was lost, or has no layout."""
    guess_count = 0
    for _ in range(MOST_MOVES):
        rows = play.state()
        text = "".join(rows)
        if LOST in text:
            return None
        if "?" in text:
            return _Progress(rows, None)
        analysis = analysis_of(rows, HIDDEN, mines)
        if analysis is None:
            return None

        # Without a safe cell the best guess is made, a few times.
        has_enough = _opened_count(text) >= opened_share * len(text)
        if _opened_count(text) == 0 or not analysis.safe:
            if has_enough or guess_count > MOST_GUESSES:
                break
            guess_count += 1
            play.click(analysis.best[0], analysis.best[1], False)
            continue
        if has_enough:
            break
        for row, col in rng.sample(list(analysis.safe), min(len(analysis.safe), CLICKS_A_LOOK)):
            play.click(row, col, False)
    return _Progress(rows, analysis)


def _opened_count(text: str) -> int:
    return sum(symbol.isdigit() for symbol in text)


def analysis_of(rows: list[str], flag_sign: str, mines: int | None) -> ms.Analysis | None:
    """The analysis of a position with its flags written as this sign; ``None``: it has no layout."""
    text = "\n".join(rows).replace(FLAG, flag_sign)
    try:
        return ms.analyze(ms.Board.parse(text, mines=mines), limit=2.0)
    except ms.MinesolverError:
        return None


def grab(display: str) -> Image.Image:
    """The whole screen."""
    return ImageGrab.grab(xdisplay=display).convert("RGB")


def shown(
    screen: Image.Image, box: tuple[float, float, float, float], rows: list[str]
) -> list[str] | None:
    """The rows as the picture shows them: a flag that looks hidden is; ``None`` where cells of
    two symbols look alike, for then the program's state is not what it shows."""
    from minesolver.extras.screenshots.cells import cells_of
    from minesolver.extras.screenshots.lattice import Grid

    height, width = (box[3] - box[1]) / len(rows), (box[2] - box[0]) / len(rows[0])
    grid = Grid(box[0], box[1], width, height, len(rows), len(rows[0]))
    blocks = cells_of(np.asarray(screen), grid).reshape(-1, 10, 2, 10, 2, 3).mean(axis=(2, 4))
    symbols = np.array(list("".join(rows)))
    looks_alike = [np.abs(blocks - block).max(axis=(1, 2, 3)) < 6 for block in blocks]
    for i in np.flatnonzero(symbols == FLAG):
        if (symbols[looks_alike[i]] == HIDDEN).any():
            symbols[i] = HIDDEN
    if any(
        (symbols[like_this] != symbol).any()
        for like_this, symbol in zip(looks_alike, symbols, strict=True)
    ):
        return None
    return ["".join(row) for row in symbols.reshape(len(rows), -1)]


def keep(folder: Path, name: str, number: int, play: Play, rows: list[str], flags: int, mines: int | None,
         scale: float, look: str, rng: random.Random, resampled: bool) -> None:  # fmt: skip
    """Four cuts of one screen, scaled, with the truth of each."""
    inner = zip(play.box, play.window, (1, 1, -1, -1), strict=True)
    if any(sign * (edge - limit) < -2 for edge, limit, sign in inner):
        print(name, scale, "the board is larger than the window", file=sys.stderr)
        return
    screen = grab(os.environ["DISPLAY"])
    shown_rows = shown(screen, play.box, rows)
    if shown_rows is None or play.state() != rows:
        print(name, scale, "the picture does not show the state", file=sys.stderr)
        return
    rows, flags = shown_rows, "".join(shown_rows).count(FLAG)
    cuts = {
        "board": play.box,
        "margin": tuple(
            edge + sign * rng.uniform(2, 40)
            for edge, sign in zip(play.box, (-1, -1, 1, 1), strict=True)
        ),
        "window": play.window,
        "desktop": (0, 0, *screen.size),
    }
    for cut, edges in cuts.items():
        x0, y0, x1, y1 = (round(v) for v in edges)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(screen.width, x1), min(screen.height, y1)
        picture = screen.crop((x0, y0, x1, y1))
        factor = scale if resampled else 1.0
        if cut == "desktop" and factor * max(screen.size) > 3000:
            factor = 1.0
        if factor != 1.0:
            size = round(picture.width * factor), round(picture.height * factor)
            picture = picture.resize(
                size,
                rng.choice(
                    [Image.Resampling.BILINEAR, Image.Resampling.LANCZOS, Image.Resampling.BICUBIC]
                ),
            )
        suffix = rng.choice(["png", "png", "jpg"])
        file = f"{name}-{number:03}-{cut}.{suffix}"
        picture.save(folder / file, quality=rng.randint(60, 95))
        truth = {
            "file": file, "program": name, "cut": cut, "scale": scale, "look": look, "flags": flags,
            "mines": mines, "rows": rows,
            "box": [round((v - o) * factor, 1) for v, o in zip(play.box, (x0, y0, x0, y0), strict=True)],
        }  # fmt: skip
        with (folder / "truth.jsonl").open("a") as out:
            out.write(json.dumps(truth) + "\n")


# -- pages ---------------------------------------------------------------------------------------------------

_CELLS = """() => { const found = [];
  for (const e of %s) { const b = e.getBoundingClientRect(); found.push([b.x, b.y, b.width, b.height, %s]); }
  return found; }"""
_PAINTED = """
  window.drawn = new Map();
  for (const name of ['drawImage', 'fillRect', 'fillText']) {
    const paint = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      if (name === 'fillText') (window.painted ??= {}).text = given[0];
      else {
        const [x, y, w, h] = given.slice(-4);
        const fill = this.fillStyle, src = given[0].src ?? '';
        window.painted = { canvas: this.canvas, x, y, w, h, text: '', fill, src };
        drawn.set(`${x} ${y}`, window.painted);
      }
      return paint.apply(this, given);
    };
  }"""
"""What a canvas was last painted with, by place."""


_LOOK = """() => {
  const groups = new Map(), style = e => (s => [s.backgroundColor, s.backgroundImage, s.backgroundPosition,
    s.borderTopColor, s.borderTopStyle, s.opacity, s.visibility, s.boxShadow, s.filter, s.display].join())(
    getComputedStyle(e));
  for (const e of document.querySelectorAll('body *')) {
    const b = e.getBoundingClientRect();
    if (b.width < 9 || b.width > 130 || Math.abs(b.width - b.height) > .15 * b.width) continue;
    const key = [e.tagName, e.parentElement.tagName, e.parentElement.className].join();
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push([b.x, b.y, b.width, b.height, e]);
  }
  const full = found => {
    const xs = new Set(found.map(c => Math.round(c[0]))), ys = new Set(found.map(c => Math.round(c[1])));
    return Math.min(xs.size, ys.size) > 4 && xs.size * ys.size === found.length; };
  const alike = found => {
    const usual = found.map(c => c[2]).sort((a, b) => a - b)[found.length >> 1];
    return found.filter(c => Math.abs(c[2] - usual) < .08 * usual); };
  const fits = [...groups.values()].map(alike).filter(full).sort(
    (a, b) => b.length - a.length || b[0][2] - a[0][2]);
  if (!fits.length) return [];
  window.first ??= new Map();
  return fits[0].map(([x, y, w, h, e], place) => {
    const inner = [e, ...e.querySelectorAll('*')];
    const names = inner.flatMap(d => [...d.classList, ...Object.values(d.dataset),
      ...((d.getAttribute('src') ?? '') + getComputedStyle(d).backgroundImage).matchAll(
        /([^/]*)[.](?:png|gif|svg|jpe?g|webp)/g).map(m => m[1]), d.getAttribute('value') ?? '']);
    const drawn = inner.flatMap(d => ['::before', '::after'].map(p => getComputedStyle(d, p).content));
    const text = e.innerText.trim(), now = [inner.map(style), text, drawn, [...e.querySelectorAll('img')].map(
      d => d.src)].join();
    if (!first.has(place)) first.set(place, [now, new Set(names)]);
    const [was, old] = first.get(place);
    if (now === was) return [x, y, w, h, '#'];
    if (/^[0-8]$/.test(text)) return [x, y, w, h, text];
    if (text) return [x, y, w, h, 'X'];
    const fresh = names.filter(n => !old.has(n)).join(' ').toLowerCase();
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const digit = fresh.match(/(?:^|[^0-9])([0-8])(?: |$)/)?.[1]
      ?? 1 + words.findIndex(n => fresh.includes(n));
    return [x, y, w, h, /bomb|mine|explo/.test(fresh) && !+digit ? 'X' : '' + digit];
  }); }"""
"""Symbols of any page: a cell that looks as it did at first is hidden, and its number is its text, or in the
name of a class or a picture that it got. What is misjudged so has no layout, and is not kept."""
_LEFT = ("gozerxp", "minesweeper-for-web")  # flags by the left button


class PagePlay(Play):
    def __init__(self, page: Any, name: str, scale: float) -> None:
        self.page, self.name, self.scale, self.spec = page, name, scale, PAGES[name]
        self.flagged: set[tuple[int, int]] = set()

    def state(self) -> list[str]:
        spec = self.spec
        self.page.wait_for_timeout(spec.settle)
        script = spec.script or _LOOK
        if spec.cells and not spec.script:
            script = _CELLS % (f"document.querySelectorAll({json.dumps(spec.cells)})", spec.code)
        page_cells = self.page.evaluate(script)
        page_cells = [
            cell for cell in page_cells if cell[2] > 4 and abs(cell[2] - cell[3]) < 0.27 * cell[2]
        ]
        side = sorted(cell[2] for cell in page_cells)[len(page_cells) // 2]
        page_cells = [cell for cell in page_cells if abs(cell[2] - side) < 2]
        lines: list[Any] = []
        for cell in sorted(page_cells, key=lambda cell: cell[1]):
            if not lines or cell[1] - lines[-1][0][1] > side / 2:
                lines.append([])
            lines[-1].append(cell)
        self.cells = [sorted(line) for line in lines]
        if any(b[0] - a[0] > 1.6 * side for line in self.cells for a, b in pairwise(line)):
            raise ValueError("some columns are no elements like the others")
        first_cell, last_cell = self.cells[0][0], self.cells[-1][-1]
        ends = []  # with half a gap around, where cells have gaps
        for axis, number in ((0, len(lines[0]) - 1), (1, len(lines) - 1)):
            half = (last_cell[axis] - first_cell[axis]) / max(number, 1) / 2
            middles = [cell[axis] + cell[axis + 2] / 2 for cell in (first_cell, last_cell)]
            ends += [middles[0] - half, middles[1] + half]
        x0, x1, y0, y1 = ends
        sx, sy, ow, oh, iw, ih = self.page.evaluate(
            "[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]"
        )
        left, top = sx + (ow - iw) / 2, sy + oh - ih - (ow - iw) / 2
        s = self.scale
        self.box = (left + x0) * s, (top + y0) * s, (left + x1) * s, (top + y1) * s
        self.window = left * s, top * s, (left + iw) * s, (top + ih) * s
        assert len({len(line) for line in self.cells}) == 1, [len(line) for line in self.cells]
        rows = [[cell[4] for cell in line] for line in self.cells]
        for r, c in self.flagged:
            rows[r][c] = HIDDEN if rows[r][c] == HIDDEN else FLAG
        if not (spec.cells or spec.script):  # what opens nothing beside it is a mine, and no 0
            for r, c in np.argwhere(np.array(rows) == "0").tolist():
                edge_neighbours = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
                if any(
                    0 <= a < len(rows) and 0 <= b < len(rows[0]) and rows[a][b] == HIDDEN
                    for a, b in edge_neighbours
                ):
                    rows[r][c] = LOST
        return ["".join(row) for row in rows]

    def click(self, row: int, col: int, flag: bool) -> None:
        if flag and not (self.spec.cells or self.spec.script):
            self.flagged.add((row, col))
        x, y, w, h, _ = self.cells[row][col]
        if self.name == "gozerxp":
            self.page.evaluate(
                f"import('/gozerxp/src/game.js').then(m => m.game.flag_mode = {int(flag)})"
            )
        if flag and self.spec.shift:
            self.page.keyboard.down("Shift")
        if self.name == "minesweeper-for-web" and flag:
            self.page.keyboard.down("Control")
        self.page.mouse.click(
            x + w / 2, y + h / 2,
            button="right" if flag and not self.spec.shift and self.name not in _LEFT else "left",
        )  # fmt: skip
        for key in ("Shift", "Control") if flag else ():
            self.page.keyboard.up(key)
        self.page.mouse.move(2, 2)


def take_pages(folder: Path, pages: Path, names: list[str], each: int, seed: int) -> None:
    """Pictures of the pages, in a Chromium that is seen on the screen."""
    from playwright.sync_api import sync_playwright

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(pages))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        for run, (scale, dark) in enumerate(
            [(1.0, False), (1.25, False), (0.75, False), (2.0, False), (1.5, True), (1.0, True)]
        ):
            rng = random.Random(f"{seed} {run}")
            size = f"{round(1500 / max(1, scale))},{round(1300 / max(1, scale))}"
            arguments = ["--no-sandbox", f"--force-device-scale-factor={scale}"]
            arguments += ["--window-position=60,40", f"--window-size={size}"]
            arguments += (
                ["--force-dark-mode", "--enable-features=WebContentsForceDark"] if dark else []
            )
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), headless=False, args=arguments
            )
            page = browser.new_context(no_viewport=True).new_page()
            page.add_init_script("addEventListener('contextmenu', e => e.preventDefault())")
            page.add_init_script(_PAINTED)
            page.on(
                "dialog",
                lambda dialog: (
                    dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss()
                ),
            )
            page.route(
                "**/*",
                lambda route: (
                    route.continue_() if "127.0.0.1" in route.request.url else route.abort()
                ),
            )
            for name in names:
                spec = PAGES[name]
                for number in range(each):
                    for _ in range(8):
                        try:
                            page.goto(
                                f"http://127.0.0.1:{server.server_port}/{spec.path}",
                                wait_until="load",
                                timeout=8000,
                            )
                            page.wait_for_timeout(400)
                            level = rng.choice(spec.levels[:2] if scale > 1.3 else spec.levels)
                            mines = start_page(page, name, level)
                            page.wait_for_timeout(300)
                            play = PagePlay(page, name, scale)
                            position_found = position(play, rng, mines)
                        except Exception as error:  # the page's own fault: another game
                            print(name, scale, repr(error)[:200], file=sys.stderr)
                            continue
                        if position_found is not None:
                            break
                    else:
                        print(name, scale, "no position", file=sys.stderr)
                        continue
                    page.wait_for_timeout(400)
                    rows, flags = position_found
                    look = "dark" if dark else "light"
                    keep(
                        folder,
                        name,
                        run * 100 + number,
                        play,
                        rows,
                        flags,
                        mines,
                        scale,
                        look,
                        rng,
                        False,
                    )
            browser.close()
    server.shutdown()


def start_page(page: Any, name: str, level: str) -> int | None:
    """A new game of a level; its mine count where it is known."""
    if name == "jsminesweeper":
        width, height, mines = map(int, level.split(","))
        page.evaluate(
            "document.getElementById('overlay') && (document.getElementById('overlay').value = 'none')"
        )
        for box in ("showhints", "autoplay"):
            page.evaluate(f"document.getElementById('{box}').checked = false")
        page.evaluate(f"newGame({width}, {height}, {mines}, 0, false)")
        return mines
    if name == "minesweeper-for-web":
        rows, cols, mines = map(int, level.split(","))
        page.evaluate(
            f"g=document.querySelector('minesweeper-game');g.rows={rows};g.columns={cols};g.bombs={mines};"
            f"g.engine.createBoard({rows},{cols},{mines});g.requestUpdate()"
        )
        return mines
    if name == "gozerxp":
        page.evaluate(f"localStorage.setItem('mode', {level})")
        page.reload()
        page.wait_for_timeout(500)
    elif name == "minesweeper-friendly":
        page.get_by_text(level, exact=True).first.click()
    else:
        page.evaluate(level)
    return None


# -- programs of the desktop ---------------------------------------------------------------------------------


WINDOW_SECONDS = 60
"""How long a program may take to open its window: one with a bus of its own takes 15 on a busy machine."""


class NoWindowError(Exception):
    """A program opened no window: it ended, or there is no window manager that lists its window."""


class DesktopPlay(Play):
    """A program's window; cells are known by comparing them with pictures that were labelled by eye."""

    def __init__(
        self, name: str, program: Program, labels: Labels, environment: dict[str, str]
    ) -> None:
        self.name, self.program, self.labels = name, program, labels
        windows_before = self.windows()
        self.process = subprocess.Popen(
            program.command,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.id = self._new_window(windows_before)
        time.sleep(1.5)
        self._place()
        for x, y in program.setup:
            self._mouse(self.x + x, self.y + y, 1)
            time.sleep(2.0)
        self._place()

    def _new_window(self, windows_before: list[str]) -> str:
        """The program's window, once it is there. Raises NoWindowError: it is not, after all this time."""
        deadline = time.monotonic() + WINDOW_SECONDS
        while time.monotonic() < deadline:
            time.sleep(0.25)
            for window in self.windows():
                if window not in windows_before:
                    return window
        os.killpg(self.process.pid, signal.SIGKILL)
        status = self.process.wait()
        raise NoWindowError(f"{' '.join(self.program.command)}: no window (exit status {status})")

    def close(self) -> None:
        window_process = subprocess.run(
            ["xdotool", "getwindowpid", self.id], check=False, capture_output=True
        ).stdout
        if window_process.strip():  # some go on beside the process that was started
            os.kill(int(window_process), signal.SIGKILL)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while self.id in self.windows():
            time.sleep(0.1)

    @staticmethod
    def windows() -> list[str]:
        window_list = subprocess.run(
            ["wmctrl", "-l"], check=False, capture_output=True
        ).stdout.decode(errors="replace")
        return [line.split()[0] for line in window_list.splitlines()]

    def _place(self) -> None:
        subprocess.run(["wmctrl", "-ia", self.id], check=False)
        size = self.program.size or (-1, -1)
        subprocess.run(
            ["wmctrl", "-ir", self.id, "-e", f"0,90,110,{size[0]},{size[1]}"], check=False
        )
        time.sleep(0.5)
        window_facts = subprocess.run(
            ["xwininfo", "-id", self.id], check=True, capture_output=True
        ).stdout.decode(errors="replace")
        value = {
            line.split(":")[0].strip(): line.split(":")[1].strip()
            for line in window_facts.splitlines()
            if ":" in line
        }
        self.x, self.y = int(value["Absolute upper-left X"]), int(value["Absolute upper-left Y"])
        width, height = int(value["Width"]), int(value["Height"])
        p = self.program
        self.box = (
            self.x + p.left,
            self.y + p.top,
            self.x + p.left + p.pitch_x * p.cols,
            self.y + p.top + p.pitch_y * p.rows,
        )
        self.window = (self.x - 1, self.y - 20, self.x + width + 1, self.y + height + 5)

    @staticmethod
    def _mouse(x: float, y: float, button: int) -> None:
        subprocess.run(
            ["xdotool", "mousemove", str(round(x)), str(round(y)), "click", str(button)], check=True
        )

    def state(self) -> list[str]:
        subprocess.run(["xdotool", "mousemove", "3", "3"], check=True)
        time.sleep(0.35)
        screen = np.asarray(grab(os.environ["DISPLAY"])).astype(np.float32)
        p = self.program
        rows = []
        for r in range(p.rows):
            row = ""
            for c in range(p.cols):
                x0, y0 = self.box[0] + c * p.pitch_x, self.box[1] + r * p.pitch_y
                dx, dy = 0.14 * p.pitch_x, 0.14 * p.pitch_y
                cell = screen[
                    round(y0 + dy) : round(y0 + p.pitch_y - dy),
                    round(x0 + dx) : round(x0 + p.pitch_x - dx),
                ]
                row += self.labels.of(self.name, cell)
            rows.append(row)
        return rows

    def click(self, row: int, col: int, flag: bool) -> None:
        p = self.program
        x, y = self.box[0] + (col + 0.5) * p.pitch_x, self.box[1] + (row + 0.5) * p.pitch_y
        self._mouse(x, y, 3 if flag else 1)
        time.sleep(0.03)


class Labels:
    """Symbols of cells by program and look, of ``desktop-cells.txt``: a line is a program, a symbol and
    the mean colours of 4 x 4 parts of the cell; a cell like none there is ``?`` and gets a line."""

    FILE = Path(__file__).with_name("desktop-cells.txt")

    def __init__(self) -> None:
        self.known: dict[str, list[tuple[str, Any]]] = {}
        self.new: dict[str, list[Image.Image]] = {}
        for line in self.FILE.read_text().splitlines():
            name, symbol, colours = line.split()
            self.known.setdefault(name, []).append(
                (symbol, np.frombuffer(bytes.fromhex(colours), np.uint8))
            )

    def of(self, name: str, cell: Any) -> str:
        image = Image.fromarray(cell.astype(np.uint8))
        small_picture = np.asarray(image.resize((4, 4), Image.Resampling.BOX)).reshape(-1)
        labelled_cells = self.known.setdefault(name, [])
        distances = [
            float(np.abs(small_picture.astype(int) - colours).mean())
            for _, colours in labelled_cells
        ]
        if distances and min(distances) < 4:
            return labelled_cells[int(np.argmin(distances))][0]
        labelled_cells.append(("?", small_picture))
        self.new.setdefault(name, []).append(image)
        return "?"

    def save(self, folder: Path) -> None:
        """The lines, and ``labels-NAME.png`` with the new cells of each program in the order of theirs."""
        self.FILE.write_text(
            "".join(
                f"{name} {symbol} {colours.tobytes().hex()}\n"
                for name, known in sorted(self.known.items())
                for symbol, colours in known
            )
        )
        for name, cells in self.new.items():
            sheet = Image.new("RGB", (16 * 56, 56 * (len(cells) // 16 + 1)))
            for k, cell in enumerate(cells):
                sheet.paste(cell.resize((48, 48), 0), (k % 16 * 56, k // 16 * 56))
            sheet.save(folder / f"labels-{name}.png")


def take_programs(folder: Path, names: list[str], each: int, seed: int, labelling: bool) -> None:
    missing = [tool for tool in ("wmctrl", "xdotool", "xwininfo") if shutil.which(tool) is None]
    if missing:
        raise SystemExit(
            f"pictures of windows need {', '.join(missing)}, which is not on this machine"
        )
    labels = Labels()
    rng = random.Random(f"{seed} programs")
    for name in names:
        for number in range(each):
            variant = PROGRAMS[name][number % len(PROGRAMS[name])]
            dark = variant.dark and rng.random() < 0.4
            for _ in range(1 if labelling else 6):
                try:
                    play = DesktopPlay(
                        name, variant, labels, {"GTK_THEME": "Adwaita:dark"} if dark else {}
                    )
                except NoWindowError as error:
                    print(error, file=sys.stderr)
                    break
                try:
                    if labelling:
                        windows = len(play.windows())
                        play.state()
                        cells = [(r, c) for r in range(variant.rows) for c in range(variant.cols)]
                        for n, cell in enumerate(rng.sample(cells, 14)):
                            play.click(*cell, n % 4 == 1)
                            # A game that is over asks for the next.
                            if len(play.windows()) > windows:
                                break
                            play.state()
                        continue
                    position_found = position(play, rng, variant.mines)
                    if position_found is None or "?" in "".join(position_found[0]):
                        print(name, "no position", file=sys.stderr)
                        continue
                    keep(folder, name, number, play, *position_found, variant.mines, rng.choice(SCALES),
                         "dark" if dark else "light", rng, True)  # fmt: skip
                    break
                finally:
                    play.close()
    if labels.new:
        labels.save(folder)


# -- counting ------------------------------------------------------------------------------------------------

LIMIT = float(os.environ.get("LIMIT", "2"))
_CUTS = "board", "margin", "window", "desktop"


def judged(
    truth: dict[str, Any], folder: Path, with_mines: bool, with_shape: bool
) -> tuple[str, float]:
    """What the reader made of one picture, and its seconds: right, named (wrong, but the wrong cells are
    named or the reading calls itself doubtful), silent (wrong and not named), refused.

    with_mines: The reader is given the mine count, where it is known; ``with_shape``: the size
    """
    from minesolver.base.errors import BoardFormatError
    from minesolver.extras.screenshots import read

    data = (folder / truth["file"]).read_bytes()
    mine_count = truth["mines"] if with_mines else None
    shape = (len(truth["rows"]), len(truth["rows"][0])) if with_shape else None
    began = time.process_time()
    try:
        reading = read(data, mine_count, limit=LIMIT, shape=shape)
    except BoardFormatError:
        return "refused", time.process_time() - began
    seconds = time.process_time() - began
    rows = [list(str(row)) for row in truth["rows"]]
    symbols = [
        ["#" if code < 0 else str(code) for code in row] for row in reading.board.grid.tolist()
    ]
    for r, c in reading.flags:
        symbols[r][c] = FLAG
    if symbols == rows and not reading.doubtful:
        return "right", seconds
    if reading.doubtful:
        return "asked" if symbols != rows else "right, asked", seconds
    if len(symbols) != len(rows) or len(symbols[0]) != len(rows[0]):
        return "silent", seconds
    wrong = {
        (r, c)
        for r, row in enumerate(rows)
        for c, symbol in enumerate(row)
        if symbols[r][c] != symbol
    }
    return "named" if wrong <= {cell.cell for cell in reading.uncertain} else "silent", seconds


def score(
    folders: list[Path],
    names: list[str],
    cuts: list[str],
    show: bool,
    with_mines: bool,
    with_shape: bool,
) -> None:
    """The table: of each program's pictures, how many are read whole and without a question, how many are
    wrong with a wrong cell that is not named, and the seconds of the processor."""
    results: dict[str, list[tuple[str, str, float]]] = {}
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text().splitlines():
            truth = json.loads(line)
            if truth["program"] not in names or truth["cut"] not in cuts:
                continue
            verdict, seconds = judged(truth, folder, with_mines, with_shape)
            results.setdefault(truth["program"], []).append((truth["cut"], verdict, seconds))
            if show:
                print(
                    f"{seconds:6.2f} {verdict:12} {truth['file']} {truth['scale']} {truth['look']}",
                    flush=True,
                )
    if not results:
        raise SystemExit(
            "no picture of these programs and cuts in these folders; see --names and --cuts"
        )
    print("| program | " + " | ".join(cuts) + " | wrong, no cell named | median s | most s |")
    print("|---|" + "---|" * (len(cuts) + 3))
    for name in [*sorted(results), "all of these"]:
        program_results = results.get(name, [])
        if not program_results:  # the last row
            for picture_results in results.values():
                program_results += picture_results
        shares = [
            [verdict for cut, verdict, _ in program_results if cut == wanted_cut]
            for wanted_cut in cuts
        ]
        spent = [seconds for *_, seconds in program_results]
        silent = sum(verdict == "silent" for _, verdict, _ in program_results)
        print(
            f"| {name} | "
            + " | ".join(f"{share.count('right')}/{len(share)}" for share in shares)
            + f" | {silent} of {len(program_results)} | {np.median(spent):.2f} | {max(spent):.2f} |"
        )


def cost(folder: Path) -> None:
    """What ``minesolver solve`` takes for each picture of a folder, and for most of them."""
    pictures = []
    if folder.is_dir():
        pictures = sorted(path for path in folder.iterdir() if path.is_file())
    if not pictures:
        raise SystemExit(f"no picture in {folder}")
    spent = []
    for picture in pictures:
        seconds, megabytes = spent_on(picture)
        spent.append((seconds, megabytes))
        print(f"{seconds:6.2f} s {megabytes:4.0f} MB {picture.name}", flush=True)
    median, nearly_all, most = np.percentile(spent, [50, 95, 100], axis=0).tolist()
    print("| pictures | | median | 95 % | most |")
    print("|---|---|---|---|---|")
    for column, (unit, digits) in enumerate((("s", 2), ("MB", 0))):
        figures = [f"{row[column]:.{digits}f}" for row in (median, nearly_all, most)]
        print(f"| {len(spent)} | {unit} | {' | '.join(figures)} |")


def spent_on(picture: Path) -> tuple[float, float]:
    """Seconds of the processor and megabytes of a process that reads and solves one picture. What it imports
    is there already: it counts as memory, but not as time."""
    import minesolver.cli
    import minesolver.extras.screenshots

    Image.init()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            minesolver.cli.main(["solve", str(picture), "--json"])
        finally:
            os._exit(0)
    _, _, usage = os.wait4(process, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    take = commands.add_parser("take")
    take.add_argument("folder", type=Path)
    take.add_argument("--pages", type=Path)
    take.add_argument("--names", nargs="*", default=NAMES)
    take.add_argument("--each", type=int, default=2)
    take.add_argument("--seed", type=int, default=1)
    take.add_argument("--label", action="store_true")
    count = commands.add_parser("score")
    count.add_argument("folders", type=Path, nargs="+")
    count.add_argument("--names", nargs="*", default=list(REPORTED))
    count.add_argument("--cuts", nargs="*", default=["board", "window"], choices=_CUTS)
    count.add_argument("--show", action="store_true")
    count.add_argument(
        "--mines", action="store_true", help="give the reader each game's mine count"
    )
    count.add_argument("--shape", action="store_true", help="give the reader each board's size")
    costs = commands.add_parser("cost")
    costs.add_argument("folder", type=Path)
    options = parser.parse_args()
    if options.command == "cost":
        cost(options.folder)
        return
    if unknown := sorted({*options.names} - {*NAMES}):
        parser.error(f"no such program: {', '.join(unknown)}")
    if options.command == "score":
        names = options.names or NAMES
        score(options.folders, names, options.cuts, options.show, options.mines, options.shape)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.pages:
        take_pages(
            options.folder,
            options.pages,
            [n for n in options.names if n in PAGES],
            options.each,
            options.seed,
        )
    else:
        take_programs(
            options.folder,
            [n for n in options.names if n in PROGRAMS],
            options.each,
            options.seed,
            options.label,
        )


if __name__ == "__main__":
    main()
