"""Which engine when: each rung of engine ``auto`` by itself, and what it costs to ask the layers first.

The first table has processor times, the median of some boards, and how much of what can be proved each rung
proves: positions of games, boards under a rule that is no sum (half of the safe cells opened), and random
boards that are too wide to be counted in one piece (40 % of all cells asked for). "refused" is what a rung
does not take, or not within the limits of ``auto``.

The second table is paired, on every position of games in which somebody has to move: the time until a safe
cell or all chances are known, with a layer asked first and without, and the difference with its 95 %
interval.

examples:
  python benchmarks/ladder.py
  python benchmarks/ladder.py --svg docs/images/ladder.svg
  python benchmarks/ladder.py --number 5 --positions 50
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from boards import SIZES, reveal
from rules import position
from run_facts import print_facts
from wide import random_board

import minesolver as ms
from minesolver import layers
from minesolver.base.limits import NO_LIMIT, Budget, Limit
from minesolver.base.palette import DARK, LIGHT, RISKS
from minesolver.counting.problem import build
from minesolver.engine import auto, heuristic, windows
from minesolver.engine.backbone import backbone
from minesolver.engine.engine import Backbone
from minesolver.engine.estimate import outcome
from minesolver.game.under_rules import UnderRules
from minesolver.model.board import HIDDEN, neighbours
from minesolver.model.subject import Subject
from minesolver.model.variant import Field

REPEATS = 3  # of each measurement; the least counts, as other work on the machine only adds


class Rung(NamedTuple):
    """One step of ``auto``.

    gives: What is known of a board that it answers
    run: (board) -> how many cells it proves
    """

    name: str
    gives: str
    run: Callable[[Subject], int]


class Measured(NamedTuple):
    """What a rung did on the boards of one kind; ``None`` where it refused most of them.

    proved_share: Of the cells that can be proved
    """

    milliseconds: float | None
    proved_share: float | None


def core(board: Subject) -> int:
    return proved_by("kernel", board, Limit(states=auto._CORE_STATES))


def core_in_windows(board: Subject) -> int:
    problem = windows.narrowed(board, build(board), Budget(NO_LIMIT, "auto"))
    proof = np.frombuffer(bytes(windows.run(problem, NO_LIMIT, auto._CORE_STATES).proof), np.int8)
    return int(np.count_nonzero(proof[board._unknown]))


def elimination(board: Subject) -> int:
    return proved_by("elimination", board, Limit(states=auto._QUICK_STATES))


def strongest_layer(board: Subject) -> int:
    problem = build(board)
    proved_by_layer = heuristic.proved_by_layer(problem, Budget(NO_LIMIT, "auto"))
    return len(problem.safe) + len(problem.mines) + len(proved_by_layer)


def sat(board: Subject) -> int:
    proofs = backbone(build(board), Budget(NO_LIMIT, "auto"), auto._PROPAGATIONS_OF_WIDE_BOARDS)
    return len(proofs.safe) + len(proofs.mines)


def estimates(board: Subject) -> int:
    problem = build(board)
    outcome(board, problem, Backbone(problem.safe, problem.mines, False), 0.0)
    return len(problem.safe) + len(problem.mines)


def proved_by(engine: str, board: Subject, limit: Limit) -> int:
    analysis = ms.analyze(board, engine, limit=limit)
    return len(analysis.safe) + len(analysis.mines)


RUNGS = (
    Rung("core", "exact chances", core),
    Rung("core, in windows first", "exact chances", core_in_windows),
    Rung("elimination (Python)", "exact chances", elimination),
    Rung("layers", "proofs by rules", strongest_layer),
    Rung("SAT", "every proof", sat),
    Rung("estimates", "no more proofs", estimates),
)


def positions_of_games(rows: int, cols: int, mines: int, number: int, seed: int) -> list[ms.Board]:
    """Boards before each move of games in which all safe cells are opened, or else the least risky one."""
    rng = random.Random(seed)
    neighbour_lists = neighbours(rows, cols)
    boards: list[ms.Board] = []
    while len(boards) < number:
        start = rng.randrange(rows * cols)
        allowed_cells = sorted({*range(rows * cols)} - {start, *neighbour_lists[start]})
        layout = [False] * (rows * cols)
        for cell in rng.sample(allowed_cells, mines):
            layout[cell] = True
        grid = [HIDDEN] * (rows * cols)
        reveal(layout, grid, rows, cols, start)
        while grid.count(HIDDEN) > mines:
            board = ms.Board.from_array(np.array(grid, np.int8).reshape(rows, cols), mines)
            boards.append(board)
            analysis = ms.analyze(board)
            cells = [board.index(cell) for cell in analysis.safe or [analysis.best]]
            if any(layout[cell] for cell in cells):
                break
            for cell in cells:
                reveal(layout, grid, rows, cols, cell)
    return boards[:number]


def least_milliseconds(run: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = process_time()
        run()
        times.append(process_time() - start)
    return 1000 * min(times)


def measured(rung: Rung, boards: Sequence[Subject]) -> Measured:
    times = []
    proved_cells = provable_cells = 0
    for board in boards:
        try:
            proved_cells += rung.run(board)
            times.append(least_milliseconds(partial(rung.run, board)))
        except ms.EngineLimitError:
            continue
        analysis = ms.analyze(board)
        assert analysis.proved_complete
        provable_cells += len(analysis.safe) + len(analysis.mines)
    if 2 * len(times) < len(boards):
        return Measured(None, None)
    return Measured(statistics.median(times), proved_cells / provable_cells)


def asked_first(layer: str, engine: str, board: ms.Board) -> None:
    """A safe cell by a layer, else everything by an engine."""
    if not layers.deduce(board, layer).safe:
        ms.analyze(board, engine)


def paired_row(level: str, layer: str, engine: str, boards: Sequence[ms.Board]) -> str:
    """The time with a layer first and without on the same boards; a row of the table."""
    with_layer = []
    without_layer = []
    for board in boards:
        with_layer.append(least_milliseconds(partial(asked_first, layer, engine, board)))
        without_layer.append(least_milliseconds(partial(ms.analyze, board, engine)))
    differences = [first - second for first, second in zip(with_layer, without_layer, strict=True)]
    error = 1.96 * statistics.stdev(differences) / len(differences) ** 0.5
    figures = [
        f"{statistics.mean(without_layer):.3f}",
        f"{statistics.mean(with_layer):.3f}",
        f"{statistics.mean(differences):+.3f} ± {error:.3f}",
    ]
    return f"| {level} | {engine} | {layer} | {len(boards)} | {' | '.join(figures)} |"


def in_words(figures: Measured) -> tuple[str, str]:
    """(the time, what is proved) of a cell of the table."""
    if figures.milliseconds is None or figures.proved_share is None:
        return "refused", ""
    time_text = f"{figures.milliseconds:.3g} ms"
    if figures.milliseconds >= 1000:
        time_text = f"{figures.milliseconds / 1000:.2g} s"
    share_text = f"{figures.proved_share:.1%}".replace(".0%", "%")
    return time_text, f"{share_text} proved"


# The colours of the page, light and dark.
_STYLE = f"""\
text {{ font: 13px system-ui, sans-serif; fill: {LIGHT["ink"]} }}
.dim {{ fill: {LIGHT["dim"]}; font-size: 12px }}
.head {{ font-weight: 600 }}
.rail {{ stroke: {LIGHT["frame-dark"]}; stroke-width: 3 }}
.page {{ fill: {LIGHT["panel"]} }}
.count {{ fill: {LIGHT["safe"]} }} .proof {{ fill: {RISKS[2]} }} .guess {{ fill: {LIGHT["line"]} }}
.none {{ fill: none; stroke: {LIGHT["line"]} }}
.cell {{ fill: {LIGHT["safe-ink"]} }}
@media (prefers-color-scheme: dark) {{
text {{ fill: {DARK["ink"]} }}
.dim {{ fill: {DARK["dim"]} }}
.rail {{ stroke: {DARK["frame-light"]} }}
.page {{ fill: {DARK["panel"]} }}
.none {{ stroke: {DARK["line"]} }} .cell {{ fill: {LIGHT["safe-ink"]} }} }}"""
_KINDS = {"exact chances": "count", "proofs by rules": "proof", "every proof": "proof"}
_LEFT, _COLUMN, _TOP, _RUNG = 220, 140, 58, 52  # pixels


def svg(kinds: Sequence[str], table: Sequence[Sequence[Measured]]) -> str:
    """The ladder: a rung of ``auto`` a row, a kind of boards a column."""
    width = _LEFT + _COLUMN * len(kinds) + 10
    height = _TOP + _RUNG * len(RUNGS) + 10
    parts = [f"<style>{_STYLE}</style>", f'<rect class="page" width="{width}" height="{height}"/>']
    for x in (12, 206):
        parts.append(f'<path class="rail" d="M{x} {_TOP - 14}V{height - 4}"/>')
    for column, kind in enumerate(kinds):
        for line, words in enumerate(kind.split(", ")):
            style = "dim" if line else "head"
            x = _LEFT + _COLUMN * column
            parts.append(_text(x, 20 + 16 * line, words, style))
    for number, (rung, figures_of_kinds) in enumerate(zip(RUNGS, table, strict=True)):
        y = _TOP + _RUNG * number
        parts.append(f'<path class="rail" d="M12 {y + 42}H206"/>')
        parts.append(_text(24, y + 16, f"{number + 1}  {rung.name}", "head"))
        parts.append(_text(24, y + 33, rung.gives, "dim"))
        for column, figures in enumerate(figures_of_kinds):
            x = _LEFT + _COLUMN * column
            time_text, proved_text = in_words(figures)
            style = _KINDS.get(rung.gives, "guess") if proved_text else "none"
            parts.append(
                f'<rect class="{style}" x="{x}" y="{y}" width="{_COLUMN - 10}" height="42" rx="6"/>'
            )
            text_style = "cell" if proved_text else "dim"
            parts.append(_text(x + 10, y + 18, time_text, text_style))
            parts.append(_text(x + 10, y + 34, proved_text, text_style))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="The rungs of engine auto, from the top down">\n{body}\n</svg>\n'
    )


def _text(x: int, y: int, words: str, style: str) -> str:
    return f'<text class="{style}" x="{x}" y="{y}">{escape(words)}</text>'


def table_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=20, help="boards of each kind (default: 20)")
    parser.add_argument(
        "--positions",
        type=int,
        default=400,
        help="of each level (default: 400; 0: no second table)",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="the first table as a picture")
    options = parser.parse_args()
    print_facts(options.seed)

    # Each rung by itself.
    kinds: dict[str, Sequence[Subject]] = {
        "expert game, 16x30/99": positions_of_games(*SIZES["expert"], options.number, options.seed)
    }
    ground = UnderRules(Field.parse("eyesight", (7, 7)))
    ruled_boards = [position(ground, options.seed, index) for index in range(options.number)]
    kinds["eyesight, 7x7"] = ruled_boards
    for density in (0.2, 0.35):
        seeds = range(options.seed, options.seed + max(1, options.number // 4))
        wide_boards = [random_board(100, density, seed, True)[0] for seed in seeds]
        kinds[f"100x100, random, {density:.0%} mines"] = wide_boards
    print(table_row(["rung", "gives", *kinds]))
    print(f"{'|---' * (len(kinds) + 2)}|")
    table = []
    for rung in RUNGS:
        table.append([measured(rung, boards) for boards in kinds.values()])
        cells = [", ".join(filter(None, in_words(figures))) for figures in table[-1]]
        print(table_row([rung.name, rung.gives, *cells]), flush=True)
    if options.svg:
        options.svg.write_text(svg([*kinds], table), encoding="utf-8")

    # The layers first, or not.
    if not options.positions:
        return
    print()
    print(table_row(["level", "engine", "layer", "positions", "ms", "layer first", "difference"]))
    print(f"{'|---' * 7}|")
    for level in ("beginner", "intermediate", "expert"):
        boards = positions_of_games(*SIZES[level], options.positions, options.seed)
        for engine in ("auto", "elimination"):
            for layer in ("baseline", "layered_bounds"):
                print(paired_row(level, layer, engine, boards), flush=True)


if __name__ == "__main__":
    main()
