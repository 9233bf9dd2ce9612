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
from compare import PROTECTED, SIZES, contender
from run_facts import versions

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

            def image(moved_cell: int, turn: int = turn) -> int:
                row, col = divmod(moved_cell, cols)
                if turn & 1:
                    row = rows - 1 - row
                if turn & 2:
                    col = cols - 1 - col
                return col * cols + row if turn & 4 else row * cols + col

            if {(image(moved_cell), number) for moved_cell, number in self.opened} == {
                *self.opened
            }:
                yield image(cell)

    def cells(self, wished_cells: list[int], first_cell: int) -> list[int]:
        """One of each class, the cell that is opened now at first. ``wished_cells``: those of the command."""
        rows, cols, _ = SIZES[self.size]
        candidate_cells = wished_cells
        if not candidate_cells:
            width = NEAR[bool(self.opened)]
            rim_cols = _rim(cols, width)
            candidate_cells = [row * cols + col for row in _rim(rows, width) for col in rim_cols]

        # Of each class the first, with the cell that is opened now before all.
        classes = {
            min(self.images(cell)): cell for cell in reversed([first_cell, *candidate_cells])
        }
        open_cells = {cell for cell, _ in self.opened}
        return [
            cell
            for cell in dict.fromkeys([first_cell, *classes.values()])
            if cell not in open_cells
        ]

    def chance(self) -> float:
        """Of a game to come to this position, the cells opened in this order."""
        rows, cols, mines = SIZES[self.size]
        models = int(ms.analyze(self.board).solutions)
        return models / math.comb(rows * cols - 1, mines) if self.opened else 1.0


def _rim(size: int, width: int) -> list[int]:
    """The first and the last few rows or columns, and the middle one."""
    return sorted({*range(width), size // 2, *range(size - width, size)} & {*range(size)})


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
        row, col = compare.start_of(
            argparse.Namespace(size=self.question.size, rule=self.question.rule)
        )
        return row * self.cols + col

    def results(self, cells: list[int], seed: list[int], number: int) -> np.ndarray:
        """float64 (cells, layouts): variance-reduced; NaN where a game did not fit the core."""
        rng = np.random.default_rng(seed)
        if self.question.opened:
            results = np.zeros((len(cells), number))
            layouts = np.zeros((number, len(self.grid)), np.int8)
            self.chooser.draw(self.grid, self.mines, layouts, int(rng.integers(2**63)))
            self.chooser.play_on(self.grid, self.mines, cells, layouts, GUESS_WORTH, results)
            return results
        order = rng.random((number, len(self.grid))).argsort(1)
        return np.array([self._first(cell, order) for cell in cells])

    def layouts(self, cell: int, order: np.ndarray) -> np.ndarray:
        """int8 (games, cells): mines in the first cells of each order that may have one."""
        row, col = divmod(cell, self.cols)
        indices = np.arange(len(self.grid))
        distance = np.maximum(abs(indices // self.cols - row), abs(indices % self.cols - col))
        allowed = order[distance[order] >= PROTECTED[self.question.rule]].reshape(len(order), -1)
        layouts = np.zeros(order.shape, np.int8)
        np.put_along_axis(layouts, allowed[:, : self.mines], 1, 1)
        return layouts

    def _first(self, cell: int, order: np.ndarray) -> np.ndarray:
        results = np.zeros((len(order), 5))
        layouts, protected = self.layouts(cell, order), PROTECTED[self.question.rule]
        self.chooser.play(
            self.mines, protected, cell, 0, 0, GUESS_WORTH, results, math.inf, layouts
        )
        unfit = results[:, compare.OUTCOME] == compare.UNFINISHED
        return np.where(unfit, math.nan, results[:, compare.ADJUSTED])


def apart(
    points: list[float], other_points: list[float], risk: float = RISK
) -> tuple[float, float, float]:
    """Mean of the points less the other ones, over the turns that both were played in, its 95 % half-width,
    and the half-width that holds at all times, in points."""
    games_per_point = BATCH / 100  # of one turn
    scaled = games_per_point * np.array(points)
    other_scaled = games_per_point * np.array(other_points)[: len(points)]
    mean, half_width, anytime_width, _ = compare.difference(scaled, other_scaled, risk)
    return mean / games_per_point, half_width / games_per_point, anytime_width / games_per_point


def recorded_means(path: Path, key: list[object]) -> dict[int, dict[int, float]]:
    """By turn and cell, what earlier runs of the same question and player wrote."""
    means: dict[int, dict[int, float]] = {}
    if not path.exists():
        return means
    for line in path.read_text().splitlines():
        if not line.endswith("}]"):  # cut off by an interrupt
            continue
        line_key, turn, mean_of = json.loads(line)
        if line_key == key:
            means.setdefault(turn, {}).update({int(cell): mean for cell, mean in mean_of.items()})
    return means


def race(
    trial: Trial, options: argparse.Namespace
) -> tuple[dict[int, list[float]], list[int]] | None:
    """The mean result of each cell, what is opened now at first, a turn after another, in points, and the
    cells that are not out; None on Ctrl-C."""
    question = trial.question
    cells = question.cells(options.cells, trial.now())

    # Lines of the file count where the question, the seed and what the player does are the same.
    check_results = trial.results(cells[:1], [options.seed, 1], CHECKED).round(9)
    digest = hashlib.sha256(check_results.tobytes()).hexdigest()[:12]
    opened = [[*opened_cell] for opened_cell in question.opened]
    key = [question.size, question.rule, opened, options.policy, options.seed, digest]
    recorded = recorded_means(options.out, key)

    points: dict[int, list[float]] = {cell: [] for cell in cells}
    cells_racing = list(cells)
    chance = question.chance()
    with Progress(options.text, options.games) as bar, options.out.open("a") as file:
        for turn in range(options.games // BATCH):
            # Play what is not recorded, and record it.
            means = recorded.get(turn, {})
            cells_to_play = [cell for cell in cells_racing if cell not in means]
            if cells_to_play:
                try:
                    results = trial.results(cells_to_play, [options.seed, 0, turn], BATCH)
                except KeyboardInterrupt:
                    print("interrupted; the same command goes on from here", file=sys.stderr)
                    return None
                new_means = (100 * np.nanmean(results, 1)).round(5).tolist()
                played = dict(zip(cells_to_play, new_means, strict=True))
                means |= played
                file.write(json.dumps([key, turn, played]) + "\n")
                file.flush()
            for cell in cells_racing:
                points[cell].append(means[cell])
            bar.update((turn + 1) * BATCH, f"{len(cells_racing)} cells left")
            if turn + 1 < LEAST:
                continue

            # Who is behind the best for sure is out; what is opened now stays, to be compared with.
            cells_racing, widest = _still_racing(points, cells_racing, cells[0])
            if chance * widest <= options.within:
                break
    return points, cells_racing


def _still_racing(
    points: dict[int, list[float]], cells_racing: list[int], first_cell: int
) -> tuple[list[int], float]:
    """The cells that may still be the best, with ``first_cell``, and the widest interval of their lag."""
    best = max(cells_racing, key=lambda cell: np.mean(points[cell]))
    staying = []
    half_widths = []
    for cell in cells_racing:
        lead, half_width, anytime_width = apart(points[cell], points[best], RISK / len(points))
        if lead + anytime_width > 0.0 or cell == first_cell:
            staying.append(cell)
            half_widths.append(half_width)
    return staying, max(half_widths)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("rule", choices=PROTECTED)
    parser.add_argument(
        "--opened", nargs="+", default=[], metavar="ROW,COL=NUMBER", help="rule S only"
    )
    parser.add_argument("--cells", nargs="+", default=[], metavar="ROW,COL")
    parser.add_argument("--policy", default="lookahead", metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--within", type=float, default=0.05, help="points of the game")
    parser.add_argument(
        "--games", type=int, default=100_000, help=f"layouts, {LEAST * BATCH} at least"
    )
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/opening.jsonl")
    return parser


def main() -> int:
    parser = _parser()
    options = parser.parse_args()
    _, cols, _ = SIZES[options.size]
    options.games = max(options.games, LEAST * BATCH)
    options.text = f"{options.size} {options.rule}, {' '.join(options.opened) or 'the first cell'}"
    if options.opened and options.rule == "Z":
        parser.error("under rule Z the first cell opens too much to list: --opened is for rule S")

    # Cells that are not on the board and clues that cannot be are found by what is built from them.
    try:
        opened_words = [word.partition("=") for word in options.opened]
        if any(number not in [*"12345678"] for _, _, number in opened_words):
            raise ValueError("--opened takes ROW,COL=NUMBER, the number from 1 to 8")
        opened = tuple((_cell(text, options.size), int(number)) for text, _, number in opened_words)
        options.cells = [_cell(text, options.size) for text in options.cells]
        question = Question(options.size, options.rule, opened)
        weight = question.chance()
        trial = Trial(question, options.policy)
        outcome = race(trial, options)
    except (ValueError, argparse.ArgumentTypeError, ms.MinesolverError) as error:
        parser.error(str(error))
    if outcome is None:
        return 130

    points, cells_racing = outcome
    first_cell = next(iter(points))
    print(f"{versions()}\n{options.text}, {options.policy}, seed {options.seed}: ", end="")
    print(f"{100 * weight:.3f} % of the games come here\n")
    print("| cell | layouts | won from here, % | against now | points of the game | |")
    print("|---|---|---|---|---|---|")

    # Those that are still in the race come first, the best of them on top.
    def table_place(cell: int) -> tuple[bool, float]:
        lead, _, _ = apart(points[cell], points[first_cell])
        return cell not in cells_racing, -lead

    for cell in sorted(points, key=table_place):
        cell_points = points[cell]
        mean, half_width, _ = apart(cell_points, [0.0] * len(cell_points))
        lead, lead_width, _ = apart(cell_points, points[first_cell])
        gain = f"{lead:+.3f} +- {lead_width:.3f}"
        gain_of_game = f"{weight * lead:+.4f} +- {weight * lead_width:.4f}"
        note = "" if cell in cells_racing else "out"
        comparison = "now | | " if cell == first_cell else f"{gain} | {gain_of_game} | {note}"
        row, col = divmod(cell, cols)
        layout_count = len(cell_points) * BATCH
        print(
            f"| ({row}, {col}) | {layout_count} | {mean:.2f} +- {half_width:.2f} | {comparison} |"
        )

    # A cell stands for its images under the symmetries that the position has.
    measured = {image for cell in points for image in question.images(cell)}
    unmeasured = question.board.grid.size - len(measured) - len(opened)
    print(f"\nnot measured: {unmeasured} cells that are none of these nor an image of one")
    return 0


def _cell(text: str, size: str) -> int:
    rows, cols, _ = SIZES[size]
    row, _, col = text.partition(",")
    if not (row.isdigit() and col.isdigit() and int(row) < rows and int(col) < cols):
        raise ValueError(f"{text!r} is not ROW,COL of a cell, from 0,0 to {rows - 1},{cols - 1}")
    return int(row) * cols + int(col)


if __name__ == "__main__":
    sys.exit(main())
