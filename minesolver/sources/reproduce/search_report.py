"""The search report (Lodha, Jalan 2024): cells visited and time of three searches, from (0, 0).

Its game: the first cell is safe; a mine hit is marked and the game goes on until every safe cell is open.
"""

from functools import partial
from math import comb, sqrt

from ...base.intervals import Z95
from .game_tasks import EXACT, EXACT_TOTAL, PlayTask, measured, point
from .reproduced_table import LABELS, TEXTS, Build, Making, TableRow, bars, table, verdict
from .reproduction_plan import ReproductionPlan

SEARCHES = ("bfs", "dfs", "best_first")
PLAYERS = (*SEARCHES, "best_first_literal", EXACT, EXACT_TOTAL)
_DOCUMENT = {"best_first_literal": "best_first"}
_RUNS = 100  # of each search, as the document says
_SAMPLE = "100 runs"


def blind(size: int, mines: int) -> tuple[float, float]:
    """Exact (mean, standard deviation) of the cells visited by a search that is blind to clues.

    It knows of the unopened cells nothing but how many are mines, so each next one is a mine with the same
    chance whichever it is: mines and safe cells (but the first, which is fixed) come in random order. The
    last safe cell ends the game. At least k mines are left over with probability C(mines, k) / C(all, k).
    """
    cells = size * size - 1
    at_least = [comb(mines, k) / comb(cells, k) for k in range(1, mines + 1)]
    mean_left = sum(at_least)
    mean_square = sum((2 * k - 1) * probability for k, probability in enumerate(at_least, 1))
    return size * size - mean_left, sqrt(mean_square - mean_left * mean_left)


def tasks(plan: ReproductionPlan, search_index: int, player: str) -> list[PlayTask]:
    """The games of one search."""
    size, mines = plan.searches[search_index]
    runs = plan.runs if search_index == 0 else min(plan.runs, plan.large_runs)
    return point(player, "search", size, mines, plan.seed, runs)


def _all_tasks(plan: ReproductionPlan, search_index: int) -> list[PlayTask]:
    """The games of all searches."""
    all_tasks: list[PlayTask] = []
    for player in PLAYERS:
        all_tasks += tasks(plan, search_index, player)
    return all_tasks


def _visited(name: str, search_index: int, plan: ReproductionPlan) -> Making:
    """The cells that each search visits, beside the document's figures and the formula of blind ones."""
    # Blind searches have a formula, beside which a reported figure can be judged without any game of ours.
    size, mines = plan.searches[search_index]
    mean, deviation = blind(size, mines)
    texts = TEXTS[name]["reported"]
    results = yield _all_tasks(plan, search_index)
    rows = []
    for player in PLAYERS:
        visited = measured(results, tasks(plan, search_index, player), "visited")
        hit = measured(results, tasks(plan, search_index, player), "mines_hit")
        reported_player = _DOCUMENT.get(player, player)
        reported = texts.get(reported_player)
        formula = mean if player in ("bfs", "dfs") else None
        comparison = verdict(_SAMPLE, otherwise=None if reported else "not in the document")
        if reported is not None and visited.number >= _RUNS:
            fits = visited.compatible(reported, _RUNS)
            otherwise = "the other form fits better: see below"
            if formula is not None:  # which is more certain than what we measured
                errors = abs(reported - formula) / (deviation / sqrt(_RUNS))
                fits = errors <= Z95
                otherwise = f"{errors:.1f} standard errors of 100 runs from the formula: see below"
            comparison = verdict(_SAMPLE, visited.low <= reported <= visited.high, fits, otherwise)
        row: TableRow = {
            "reported of": LABELS[reported_player] if reported else None,
            "player": player,
            "reported": reported,
            **visited.columns("ours", number="runs"),
            "formula": formula,
            **comparison,
            **hit.columns("mines hit", "mines hit "),
        }
        rows.append(row)
    cells = size * size
    title = f"Cells visited on {size}x{size} with {mines} mines"
    unit = f"visited cells a game (of {cells})"
    figure = bars(name, title, "search", unit, rows, kind="dot")
    values = {"cells": cells, "mines": mines, "safe": cells - mines, "formula": mean}
    errors = (mean - texts["bfs"]) / (deviation / sqrt(_RUNS))
    return table(name, rows, figure, values=values | {"deviation": deviation, "errors": errors})


def _time(name: str, search_index: int, plan: ReproductionPlan) -> Making:
    """The time that each search takes, beside the document's."""
    size, mines = plan.searches[search_index]
    results = yield _all_tasks(plan, search_index)
    rows = []
    for player in PLAYERS:
        seconds = measured(results, tasks(plan, search_index, player), "seconds")
        row: TableRow = {"player": player, "reported ms": TEXTS[name]["reported"].get(player)}
        rows.append(row | seconds.columns("ours ms", times=1000, number="runs"))
    title = f"Time on {size}x{size} with {mines} mines"
    return table(name, rows, bars(name, title, "search", "time a game (ms)", rows, "ours ms"))


SPECS: dict[str, Build] = {
    "B1.1": partial(_visited, "B1.1", 0),
    "B1.2": partial(_time, "B1.2", 0),
    "B1.3": partial(_visited, "B1.3", 1),
    "B1.4": partial(_time, "B1.4", 1),
}
