"""The search report (Lodha, Jalan 2024): cells visited and time of three searches, from (0, 0).

Its game: the first cell is safe; a mine hit is marked and the game goes on until every safe cell is open.
"""

from functools import partial
from math import comb, sqrt

from ...base.intervals import Z95
from .games import EXACT, EXACT_TOTAL, PlayTask, measured, point
from .plan import ReproductionPlan
from .table import LABELS, TEXTS, Build, Making, TableRow, bars, table, verdict

SEARCHES = ("bfs", "dfs", "best_first")
PLAYERS = (*SEARCHES, "best_first_literal", EXACT, EXACT_TOTAL)
_DOCUMENT = {"best_first_literal": "best_first"}
_RUNS, _SAMPLE = 100, "100 runs"


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


def _visited(name: str, which: int, plan: ReproductionPlan) -> Making:
    size, mines = plan.searches[which]
    mean, deviation = blind(size, mines)
    texts = TEXTS[name]["reported"]
    results = yield [task for player in PLAYERS for task in tasks(plan, which, player)]
    rows = []
    for player in PLAYERS:
        found = measured(results, tasks(plan, which, player), "visited")
        in_document = _DOCUMENT.get(player, player)
        reported = texts.get(in_document)
        formula = mean if player in ("bfs", "dfs") else None
        judged = verdict(_SAMPLE, other=None if reported else "not in the document")
        if reported is not None and found.number >= _RUNS:
            fits, other = found.compatible(reported, _RUNS), "the other form fits better: see below"
            if formula is not None:
                errors = abs(reported - formula) / (deviation / sqrt(_RUNS))
                fits = errors <= Z95
                other = f"{errors:.1f} standard errors of 100 runs from the formula: see below"
            judged = verdict(_SAMPLE, found.low <= reported <= found.high, fits, other)
        row: TableRow = {"reported of": LABELS[in_document] if reported else None, "player": player}
        row |= {"reported": reported} | found.columns("ours", number="runs") | {"formula": formula} | judged
        hit = measured(results, tasks(plan, which, player), "mines_hit")
        rows.append(row | hit.columns("mines hit", "mines hit "))
    title = f"Cells visited on {size}x{size} with {mines} mines"
    figure = bars(name, title, "search", f"visited cells a game (of {size * size})", rows, kind="dot")
    values = {"cells": size * size, "mines": mines, "safe": size * size - mines, "formula": mean}
    errors = (mean - texts["bfs"]) / (deviation / sqrt(_RUNS))
    return table(name, rows, figure, values=values | {"deviation": deviation, "errors": errors})


def _time(name: str, which: int, plan: ReproductionPlan) -> Making:
    size, mines = plan.searches[which]
    results = yield [task for player in PLAYERS for task in tasks(plan, which, player)]
    rows = []
    for player in PLAYERS:
        found = measured(results, tasks(plan, which, player), "seconds")
        row: TableRow = {"player": player, "reported ms": TEXTS[name]["reported"].get(player)}
        rows.append(row | found.columns("ours ms", times=1000, number="runs"))
    title = f"Time on {size}x{size} with {mines} mines"
    return table(name, rows, bars(name, title, "search", "time a game (ms)", rows, "ours ms"))


SPECS: dict[str, Build] = {
    "B1.1": partial(_visited, "B1.1", 0),
    "B1.2": partial(_time, "B1.2", 0),
    "B1.3": partial(_visited, "B1.3", 1),
    "B1.4": partial(_time, "B1.4", 1),
}
