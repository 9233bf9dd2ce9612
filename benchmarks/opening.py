"""Which cell to open first, and which next: each played on, on the same layouts, until the best are known.

    python benchmarks/opening.py 9x9/10 S                                   # the first cell
    python benchmarks/opening.py 16x30/99 S --opened 0,0=1                  # the next, where that one shows 1
    python benchmarks/opening.py 16x30/99 Z --cells 3,3 2,3 3,2 --policy strongest --games 400000 --seed 1

Rule S: the cell opened first is safe, and all layouts with it safe are equally likely; Z: it shows a zero,
and all layouts without a mine in it or around it are. One cell stands for all that are its mirror images.
Under test are the cells of ``--cells``, by default the first and last few rows and columns, the middle ones,
and what the policy opens now. Each is opened in ``BATCH`` layouts a turn, the same for all (with as few mines
moved as may be where the rule forbids some), and played on by the policy to a variance-reduced result (see
``minesolver/kernel/play/games.pyx``). A cell is out once it is behind the best by an interval that holds at
all times; it ends where all others are known to ``--within`` points of the game, or after ``--games``
layouts. Every turn is a line of ``--out``: a run that was stopped goes on from there, and gives the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import compare
import numpy as np
from compare import PROTECTED, SIZES, contender, versions

import minesolver as ms
from minesolver.cli.progress import Progress
from minesolver.kernel import GUESS_WORTH

BATCH = 250  # layouts a turn
LEAST = 12  # turns before a cell is out: the interval rests on their scatter
RISK = 0.05  # that bad luck puts any cell out
NEAR = 5, 3  # rows and columns from each edge: of the first cell, of the next
CHECKED = 40  # layouts that tell whether a line is of the same player


@dataclass(frozen=True)
class Question:
    """A position of few open cells: which next? ``opened``: each with what it shows; none: which first?"""

    size: str
    rule: str
    opened: tuple[tuple[int, int], ...]

    @property
    def board(self) -> ms.Board:
        rows, cols, mines = SIZES[self.size]
        grid = np.full(rows * cols, -1, np.int8)
        for cell, number in self.opened:
            grid[cell] = number
        return ms.Board.from_array(grid.reshape(rows, cols), mines)

    def images(self, cell: int) -> Iterator[int]:
        """The cell under the board's symmetries that leave what is open as it is."""
        rows, cols, _ = SIZES[self.size]
        for turn in range(8 if rows == cols else 4):

            def image(at: int, turn: int = turn) -> int:
                row, col = divmod(at, cols)
                row, col = (rows - 1 - row if turn & 1 else row), (cols - 1 - col if turn & 2 else col)
                return col * cols + row if turn & 4 else row * cols + col

            if {(image(at), number) for at, number in self.opened} == {*self.opened}:
                yield image(cell)

    def cells(self, asked: list[int], now: int) -> list[int]:
        """One of each class, what is opened now at first."""
        rows, cols, _ = SIZES[self.size]
        near = NEAR[bool(self.opened)]
        rims = [{*range(near), n // 2, *range(n - near, n)} & {*range(n)} for n in (rows, cols)]
        chosen = asked or [row * cols + col for row in sorted(rims[0]) for col in sorted(rims[1])]
        classes = {min(self.images(cell)): cell for cell in reversed([now, *chosen])}
        hidden = {*range(rows * cols)} - {cell for cell, _ in self.opened}
        return [cell for cell in dict.fromkeys([now, *classes.values()]) if cell in hidden]

    def chance(self) -> float:
        """Of a game to come to this position, the cells opened in this order."""
        rows, cols, mines = SIZES[self.size]
        models = int(ms.analyze(self.board).solutions)
        return models / math.comb(rows * cols - 1, mines) if self.opened else 1.0


class Trial:
    """Plays the cells of one question."""

    def __init__(self, question: Question, policy: str) -> None:
        self.question = question
        self.rows, self.cols, self.mines = SIZES[question.size]
        self.chooser = contender(policy).policy.chooser(self.rows, self.cols)
        self.grid = question.board.grid.ravel().astype(np.int8)

    def now(self) -> int:
        """What games open."""
        if self.question.opened:
            return self.chooser.guess(self.grid, self.mines)
        row, col = compare.start_of(argparse.Namespace(size=self.question.size, rule=self.question.rule))
        return row * self.cols + col

    def results(self, cells: list[int], seed: list[int], number: int) -> np.ndarray:
        """float64 (cells, layouts): variance-reduced; NaN where a game did not fit the core."""
        rng = np.random.default_rng(seed)
        if self.question.opened:
            results = np.zeros((len(cells), number))
            laid = np.zeros((number, len(self.grid)), np.int8)
            self.chooser.draw(self.grid, self.mines, laid, int(rng.integers(2**63)))
            self.chooser.play_on(self.grid, self.mines, cells, laid, GUESS_WORTH, results)
            return results
        order = rng.random((number, len(self.grid))).argsort(1)
        return np.array([self._first(cell, order) for cell in cells])

    def layouts(self, cell: int, order: np.ndarray) -> np.ndarray:
        """int8 (games, cells): mines in the first cells of each order that may have one."""
        row, col = divmod(cell, self.cols)
        at = np.arange(len(self.grid))
        distance = np.maximum(abs(at // self.cols - row), abs(at % self.cols - col))
        allowed = order[distance[order] >= PROTECTED[self.question.rule]].reshape(len(order), -1)
        laid = np.zeros(order.shape, np.int8)
        np.put_along_axis(laid, allowed[:, : self.mines], 1, 1)
        return laid

    def _first(self, cell: int, order: np.ndarray) -> np.ndarray:
        found = np.zeros((len(order), 5))
        laid, protected = self.layouts(cell, order), PROTECTED[self.question.rule]
        self.chooser.play(self.mines, protected, cell, 0, 0, GUESS_WORTH, found, math.inf, laid)
        unfit = found[:, compare.OUTCOME] == compare.UNFINISHED
        return np.where(unfit, math.nan, found[:, compare.ADJUSTED])


def apart(own: list[float], other: list[float], risk: float = RISK) -> tuple[float, float, float]:
    """Mean of own - other over the turns that both were played in, its 95 % half-width, and the half-width
    that holds at all times, in points."""
    games = BATCH / 100  # of a point of one turn
    scaled = games * np.array(own), games * np.array(other)[: len(own)]
    mean, half, always, _ = compare.difference(*scaled, risk)
    return mean / games, half / games, always / games


def race(trial: Trial, options: argparse.Namespace) -> tuple[dict[int, list[float]], list[int]] | None:
    """The mean result of each cell, what is opened now at first, a turn after another, in points, and the
    cells that are not out; None on Ctrl-C."""
    question = trial.question
    cells = question.cells(options.cells, trial.now())
    player = trial.results(cells[:1], [options.seed, 1], CHECKED).round(9)
    digest = hashlib.sha256(player.tobytes()).hexdigest()[:12]
    key = [question.size, question.rule, [[*own] for own in question.opened], options.policy, options.seed]
    key.append(digest)
    done: dict[int, dict[int, float]] = {}
    for line in options.out.read_text().splitlines() if options.out.exists() else []:
        if line.endswith("}]") and (row := json.loads(line))[0] == key:
            done.setdefault(row[1], {}).update({int(cell): mean for cell, mean in row[2].items()})
    points: dict[int, list[float]] = {cell: [] for cell in cells}
    racing, weight = list(cells), question.chance()
    with Progress(options.text, options.games) as bar, options.out.open("a") as file:
        for turn in range(options.games // BATCH):
            known = done.get(turn, {})
            fresh = [cell for cell in racing if cell not in known]
            if fresh:
                try:
                    found = 100 * np.nanmean(trial.results(fresh, [options.seed, 0, turn], BATCH), 1)
                except KeyboardInterrupt:
                    print("interrupted; the same command goes on from here", file=sys.stderr)
                    return None
                known |= dict(zip(fresh, found.round(5).tolist(), strict=True))
                file.write(json.dumps([key, turn, {cell: known[cell] for cell in fresh}]) + "\n")
                file.flush()
            for cell in racing:
                points[cell].append(known[cell])
            bar.update((turn + 1) * BATCH, f"{len(racing)} cells left")
            if turn + 1 < LEAST:
                continue
            best = max(racing, key=lambda cell: np.mean(points[cell]))
            behind = {cell: apart(points[cell], points[best], RISK / len(cells)) for cell in racing}
            racing = [cell for cell in racing if behind[cell][0] + behind[cell][2] > 0.0 or cell == cells[0]]
            if weight * max(behind[cell][1] for cell in racing) <= options.within:
                break
    return points, racing


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("rule", choices=PROTECTED)
    parser.add_argument("--opened", nargs="+", default=[], metavar="ROW,COL=NUMBER", help="rule S only")
    parser.add_argument("--cells", nargs="+", default=[], metavar="ROW,COL")
    parser.add_argument("--policy", default="lookahead", metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--within", type=float, default=0.05, help="points of the game")
    parser.add_argument("--games", type=int, default=100_000, help=f"layouts, {LEAST * BATCH} at least")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/opening.jsonl")
    options = parser.parse_args()
    _, cols, _ = SIZES[options.size]
    options.games = max(options.games, LEAST * BATCH)
    options.text = f"{options.size} {options.rule}, {' '.join(options.opened) or 'the first cell'}"
    if options.opened and options.rule == "Z":
        parser.error("under rule Z the first cell opens too much to list: --opened is for rule S")
    try:
        shown = [own.partition("=") for own in options.opened]
        if any(number not in [*"12345678"] for _, _, number in shown):
            raise ValueError("--opened takes ROW,COL=NUMBER, the number from 1 to 8")
        opened = tuple((_cell(text, options.size), int(number)) for text, _, number in shown)
        options.cells = [_cell(text, options.size) for text in options.cells]
        question = Question(options.size, options.rule, opened)
        weight = question.chance()
        trial = Trial(question, options.policy)
        found = race(trial, options)
    except (ValueError, argparse.ArgumentTypeError, ms.MinesolverError) as error:
        parser.error(str(error))
    if found is None:
        return 130
    points, racing = found
    now = next(iter(points))
    print(f"{versions()}\n{options.text}, {options.policy}, seed {options.seed}: ", end="")
    print(f"{100 * weight:.3f} % of the games come here\n")
    print("| cell | layouts | won from here, % | against now | points of the game | |")
    print("|---|---|---|---|---|---|")
    for cell in sorted(points, key=lambda cell: (cell not in racing, -apart(points[cell], points[now])[0])):
        own = points[cell]
        mean, half, _ = apart(own, [0.0] * len(own))
        ahead, width, _ = apart(own, points[now])
        gain = f"{ahead:+.3f} +- {width:.3f} | {weight * ahead:+.4f} +- {weight * width:.4f}"
        note = "" if cell in racing else "out"
        text = "now | | " if cell == now else f"{gain} | {note}"
        row, col = divmod(cell, cols)
        print(f"| ({row}, {col}) | {len(own) * BATCH} | {mean:.2f} +- {half:.2f} | {text} |")
    measured = {at for cell in points for at in question.images(cell)}
    left = question.board.grid.size - len(measured) - len(opened)
    print(f"\nnot measured: {left} cells that are none of these nor an image of one")
    return 0


def _cell(text: str, size: str) -> int:
    rows, cols, _ = SIZES[size]
    row, _, col = text.partition(",")
    if not (row.isdigit() and col.isdigit() and int(row) < rows and int(col) < cols):
        raise ValueError(f"{text!r} is not ROW,COL of a cell, from 0,0 to {rows - 1},{cols - 1}")
    return int(row) * cols + int(col)


if __name__ == "__main__":
    sys.exit(main())
