"""The search report (Lodha, Jalan 2024): cells visited and time of three searches, from (0, 0).

Its game: the first cell is safe; a mine hit is marked and the game goes on until every safe cell is open.
"""

from __future__ import annotations

from functools import partial
from math import comb, sqrt

from ...base.intervals import Z95
from ...bench.figure import Figure, Line, Panel
from ...bench.table import Table, Value
from .games import EXACT, EXACT_TOTAL, PlayTask, measured, point
from .plan import ReproductionPlan
from .spec import Spec
from .work import Results

SEARCHES = ("bfs", "dfs", "best_first")
PLAYERS = (*SEARCHES, "best_first_literal", EXACT, EXACT_TOTAL)
_DOCUMENT = {"best_first_literal": "best_first"}
REPORTED: dict[int, dict[str, tuple[float, float]]] = {
    6: {"bfs": (35.54, 0.733), "dfs": (35.77, 0.731), "best_first": (29.38, 1.47)},
    20: {"bfs": (399.91, 50.322), "dfs": (399.89, 50.722), "best_first": (360.17, 68.370)},
}
_RUNS = 100
_LABELS = {
    "bfs": "breadth first",
    "dfs": "depth first",
    "best_first": "best first",
    "best_first_literal": "best first, literal",
    EXACT: "exact",
    EXACT_TOTAL: "exact, total known",
}
_NOTES = {
    6: (
        "The document's text says 5 mines, the caption of its table 8. With 5 mines there are 31 safe cells, "
        "so 29.38 visited cells are impossible: 8 mines it is.",
        "Neither blind search looks at a clue, so for both every next cell is a mine with the same chance, "
        "and both visit 36 - 8/28 = 35.71 cells on average (*formula*; exact, standard deviation 0.59). The "
        "reported difference between them cannot come from the method. Nor does 35.54 look like a mean of "
        "100 such games, being 3 standard errors low: rare chance, or a rule the document does not state.",
    ),
    20: (
        "Both blind searches visit 400 - 40/360 = 399.89 cells on average (*formula*), whatever the order: "
        "the reported difference between them is noise.",
        "Without the mine count, the exact agent takes all layouts as equally likely: a cell away from every "
        "clue is then a mine with probability 1/2, although here it is one in ten. What it proves is right "
        "all the same; what it guesses can be worse than a random pick.",
    ),
}
_LITERAL = (
    "*best_first* leaves proved mines out of its naive moves; *best_first_literal* draws them too, as the "
    "pseudo-code does, and so visits more. The reported figure is compared with both."
)


def blind(size: int, mines: int) -> tuple[float, float]:
    """Exact (mean, standard deviation) of the cells visited by a search that is blind to clues.

    It knows of the unopened cells nothing but how many are mines, so each next one is a mine with the same
    chance whichever it is: mines and safe cells (but the first, which is fixed) come in random order. The
    last safe cell ends the game. At least k mines are left over with probability C(mines, k) / C(all, k).
    """
    cells = size * size - 1
    left = [comb(mines, k) / comb(cells, k) for k in range(1, mines + 1)]
    mean = sum(left)
    square = sum((2 * k - 1) * p for k, p in enumerate(left, 1))
    return size * size - mean, sqrt(square - mean * mean)


def tasks(plan: ReproductionPlan, which: int, player: str) -> list[PlayTask]:
    """The games of one search."""
    size, mines = plan.searches[which]
    runs = plan.runs if which == 0 else min(plan.runs, plan.large_runs)
    return point(player, "search", size, mines, plan.seed, runs)


def _all_tasks(which: int, plan: ReproductionPlan) -> list[PlayTask]:
    return [task for player in PLAYERS for task in tasks(plan, which, player)]


def _visited(which: int, plan: ReproductionPlan, results: Results) -> Table:
    size, mines = plan.searches[which]
    rows: list[tuple[Value, ...]] = []
    lines: list[Line] = []
    stars = []
    for player in PLAYERS:
        found = measured(results, tasks(plan, which, player), "visited")
        hit = measured(results, tasks(plan, which, player), "mines_hit")
        reported = REPORTED[size].get(_DOCUMENT.get(player, player), (None, None))[0]
        formula, deviation = blind(size, mines) if player in ("bfs", "dfs") else (None, 0.0)
        judged: tuple[Value, ...] = (None, None, None if reported else "not in the document")
        if reported is not None and found.number >= _RUNS:
            inside, fits = found.low <= reported <= found.high, found.compatible(reported, _RUNS)
            other = "the other form fits better: see below"
            if formula is not None:
                errors = abs(reported - formula) / (deviation / sqrt(_RUNS))
                fits = errors <= Z95
                other = f"{errors:.1f} standard errors of 100 runs from the formula: see below"
            why = "" if inside and fits else "noise of 100 reported runs" if fits else other
            judged = (inside, fits, why)
        if reported is not None:
            stars.append((float(len(lines)), reported, reported, reported))
        rows.append(
            (
                None if reported is None else _LABELS[_DOCUMENT.get(player, player)],
                player,
                reported,
                found.mean,
                found.low,
                found.high,
                found.number,
                formula,
                *judged,
                hit.mean,
                hit.low,
                hit.high,
            )
        )
        lines.append(Line(_LABELS[player], [(0.0, found.mean, found.low, found.high)]))
    name = ("B1.1", "B1.3")[which]
    if stars:
        lines.append(Line("reported", stars, reported=True))
    panel = Panel("", "search", f"visited cells a game (of {size * size})", lines, kind="dot")
    return Table(
        (
            "reported of",
            "player",
            "reported",
            "ours",
            "low",
            "high",
            "runs",
            "formula",
            "inside",
            "fits 100 runs",
            "why",
            "mines hit",
            "mines hit low",
            "mines hit high",
        ),
        rows,
        notes=(*_NOTES[size], _LITERAL),
        figures=(Figure(name, f"Cells visited on {size}x{size} with {mines} mines", [panel]),),
    )


def _time(which: int, plan: ReproductionPlan, results: Results) -> Table:
    size, mines = plan.searches[which]
    rows: list[tuple[Value, ...]] = []
    lines = []
    for player in PLAYERS:
        found = measured(results, tasks(plan, which, player), "seconds")
        reported = REPORTED[size].get(player, (None, None))[1]
        mean, low, high = (1000 * value for value in (found.mean, found.low, found.high))
        rows.append((player, reported, mean, low, high, found.number))
        lines.append(Line(_LABELS[player], [(0.0, mean, low, high)]))
    name = ("B1.2", "B1.4")[which]
    panel = Panel("", "search", "time a game (ms)", lines, kind="bar")
    return Table(
        ("player", "reported ms", "ours ms", "low", "high", "runs"),
        rows,
        notes=(
            "Processor time. Another machine and another language: only the order can be compared. Reported: "
            "best-first is the slowest of the three.",
        ),
        seconds=frozenset({"ours ms", "low", "high"}),
        figures=(Figure(name, f"Time on {size}x{size} with {mines} mines", [panel]),),
    )


SPECS = tuple(
    spec
    for which in (0, 1)
    for spec in (
        Spec(
            ("B1.1", "B1.3")[which],
            f"cells visited by three searches, {('6x6 with 8 mines', '20x20 with 40 mines')[which]}",
            partial(_all_tasks, which),
            partial(_visited, which),
        ),
        Spec(
            ("B1.2", "B1.4")[which],
            f"time of three searches, {('6x6 with 8 mines', '20x20 with 40 mines')[which]}",
            partial(_all_tasks, which),
            partial(_time, which),
        ),
    )
)
