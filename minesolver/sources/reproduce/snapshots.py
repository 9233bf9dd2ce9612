"""What the documents did not know, position by position: layers and likelihoods against the exact engine.

A task plays one game of the exact agent (mine count known, a random first cell, mines hit are knowledge) and
looks at the board each time that another twelfth of its cells has been opened or marked as hit: from nothing
known to the end, at the same share of every game, whoever would have moved next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...base.intervals import ratio_interval
from ...bench.figure import ChartLine, Figure, Panel
from ...game import Game, PlayedMove, play_episode
from ...game.series import Opening
from ...layers import LAYERS, KnowledgeBase, deduce
from ...layers.likelihood import LikelihoodRule, likelihoods
from ...model.board import HIDDEN, Board, neighbours
from ...players import PLAYERS
from ...solver import analyze
from ..document_rules import INFERENCE
from .reproduced_table import TEXTS, Build, Making, Results, TableRow, by, line, table
from .reproduction_plan import ReproductionPlan, mines_at

_SNAPSHOTS = 12
BINS = 10
_NAMES = LAYERS.names()
_STRONGER = tuple(name for name in _NAMES if name not in ("baseline", "intersection"))
_KNOWN = (
    ("total unknown", False, False),
    ("total known", True, False),
    ("board equation counted", True, True),
)
_RULES: tuple[LikelihoodRule, ...] = ("max", "average")
RULES = tuple(
    (f"{rule}, {knowledge_text}", rule, total, board)
    for knowledge_text, total, board in _KNOWN
    for rule in _RULES
)
EXACT_UNKNOWN = "exact, total unknown (prior 1/2)"
EXACT_DENSITY = "exact, density known (prior = density)"
EXACT_KNOWN = "exact, total known"
ESTIMATES = (*(name for name, *_ in RULES), EXACT_UNKNOWN, EXACT_DENSITY, EXACT_KNOWN)
AREAS = ("next to a clue", "elsewhere")
PooledSums = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class SnapshotTask:
    """One game of a seed and what its positions say; see the fields of :class:`Snapshots`."""

    size: int
    mines: int
    seed: int
    index: int

    def run(self) -> Snapshots:
        snapshots = Snapshots()
        step = self.size * self.size / _SNAPSHOTS
        snapshot_count = 0

        def look(game: Game, _: PlayedMove) -> None:
            nonlocal snapshot_count
            known_cells = game.opened + game.mines_hit
            if not game.over and known_cells >= (snapshot_count + 1) * step:
                snapshot_count = int(known_cells / step)
                snapshots.take(game)

        game = Game(self.size, self.size, self.mines, INFERENCE, seed=self.seed, index=self.index)
        play_episode(game, Opening(PLAYERS.get("safest").make()), on_move=look, keep_moves=False)
        return snapshots


@dataclass
class Snapshots:
    """Sums over the positions of one game.

    ``deductions``: by (layer, total used): positions; cells provable, missed; positions with a miss; with a
    provable safe cell; with one of those but none found. ``estimates``: by (estimate, area): sums over cells
    (bin by the estimate) of number, estimate, mines, exact probability, squared error against the outcome,
    squared distance from the exact probability.
    """

    deductions: dict[tuple[str, bool], PooledSums] = field(default_factory=dict)
    estimates: dict[tuple[str, str], PooledSums] = field(default_factory=dict)

    def take(self, game: Game) -> None:
        for total in (False, True):
            board = game.board if total else Board(game.board.grid)
            exact = analyze(board)
            for name in _NAMES:
                deduction = deduce(board, name, total=total)
                missed_safe = exact.safe - set(deduction.safe)
                missed_mines = exact.mines - set(deduction.mines)
                missed = len(missed_safe) + len(missed_mines)
                provable = len(exact.safe) + len(exact.mines)

                # A layer that claims too much would make its own recall look better.
                if provable - missed != len(deduction.safe) + len(deduction.mines):
                    raise AssertionError(f"layer {name!r} claims a cell that is not provable")
                needless_guess = bool(exact.safe) and not deduction.safe
                counts = [1, provable, missed, missed > 0, bool(exact.safe), needless_guess]
                sums = self.deductions.get((name, total), 0)
                self.deductions[name, total] = sums + np.array(counts, np.float64)
        self._estimate(game)

    def _estimate(self, game: Game) -> None:
        """Compare estimates on the cells that no layer of either kind decides, each on the same cells."""
        # The estimates, the exact ones first.
        board = game.board
        density = str(round(game.mines / board.grid.size, 6))
        exact = analyze(board).probability
        estimates = {
            EXACT_KNOWN: exact,
            EXACT_UNKNOWN: analyze(Board(board.grid)).probability,
            EXACT_DENSITY: analyze(Board(board.grid, density=density)).probability,
        }
        base_without_total = KnowledgeBase.of(board, total=False)
        base_with_total = KnowledgeBase.of(board, total=True)
        for base in (base_without_total, base_with_total):
            LAYERS.get("layered").start(base, False).run()
        for name, rule, total, counted in RULES:
            base = base_with_total if total else base_without_total
            estimates[name] = likelihoods(
                base, rule, total=total, board_equation_in_average=counted
            )

        # The cells that neither decides, by where they lie, and what they turn out to be.
        undecided = np.array(base_without_total.state) == HIDDEN
        undecided &= np.array(base_with_total.state) == HIDDEN
        codes = board.grid.ravel()
        is_clue = (codes >= 0) & (codes <= 8)
        cells_around = neighbours(board.rows, board.cols)
        next_to_clue = np.array([is_clue[list(cells)].any() for cells in cells_around])
        truths = [game.is_mine(divmod(cell, board.cols)) for cell in range(codes.size)]
        mines = np.array(truths, np.float64)

        # Beside a clue and away from any an estimate works quite differently: one sum would hide both.
        for name, estimate in estimates.items():
            for area, in_area in zip(AREAS, (next_to_clue, ~next_to_clue), strict=True):
                compared = undecided & in_area & ~np.isnan(estimate.ravel())
                if compared.any():
                    self._add_estimates(
                        name,
                        area,
                        estimate.ravel()[compared],
                        mines[compared],
                        exact.ravel()[compared],
                    )

    def _add_estimates(
        self, name: str, area: str, estimates: PooledSums, mines: PooledSums, exact: PooledSums
    ) -> None:
        """Add some cells to the sums of an estimate in an area."""
        columns = [
            np.ones(len(estimates)),
            estimates,
            mines,
            exact,
            (estimates - mines) ** 2,
            (estimates - exact) ** 2,
        ]
        bins = np.minimum(BINS - 1, (estimates * BINS).astype(int))
        sums = self.estimates.setdefault((name, area), np.zeros((BINS, 6)))
        np.add.at(sums, bins, np.stack(columns, axis=1))


class _Counts(NamedTuple):
    """The sums of ``found`` in :class:`Snapshots`, of one game."""

    positions: int
    provable: int
    missed: int
    with_miss: int
    with_safe: int
    none_found: int


def tasks(plan: ReproductionPlan) -> list[SnapshotTask]:
    """The games of all densities."""
    all_tasks: list[SnapshotTask] = []
    for density in plan.position_densities:
        all_tasks += _tasks_at(plan, density)
    return all_tasks


def _tasks_at(plan: ReproductionPlan, density: float) -> list[SnapshotTask]:
    """The games of one density."""
    size = plan.position_size
    mines = mines_at(size, density)
    return [SnapshotTask(size, mines, plan.seed, index) for index in range(plan.position_games)]


def _missed(plan: ReproductionPlan) -> Making:
    """Of each layer at each density the cells that it misses."""
    # A pair of each game, not a sum of all: positions of one game are alike, so the games are the sample.
    results = yield tasks(plan)
    rows = []
    for density in plan.position_densities:
        games = [results[task].deductions for task in _tasks_at(plan, density)]
        for total, name in product((False, True), _NAMES):
            counts = []
            for game in games:
                if game:
                    sums = game[name, total].astype(int).tolist()
                    counts.append(_Counts(*sums))
            if not sum(count.provable for count in counts):
                continue
            positions = sum(count.positions for count in counts)
            proved = [(count.provable - count.missed, count.provable) for count in counts]
            with_miss = [(count.with_miss, count.positions) for count in counts]
            none_found = [(count.none_found, count.with_safe) for count in counts]
            row: TableRow = {
                "density": density,
                "total": "known" if total else "unknown",
                "layer": name,
                "positions": positions,
                "provable": sum(count.provable for count in counts),
                "missed": sum(count.missed for count in counts),
                **_ratio("recall", "recall ", proved),
                **_ratio("positions with a miss", "miss ", with_miss),
                **_ratio("safe exists, none found", "none found ", none_found),
            }
            rows.append(row)
    size = f"{plan.position_size}x{plan.position_size}"
    title = f"Provable cells that a layer misses, {size}, {plan.position_games} games a density"
    return table("missed", rows, _missed_plot(title, rows))


def _ratio(name: str, prefix: str, pairs: Sequence[tuple[float, float]]) -> TableRow:
    """A ratio of sums, from a pair of each game, and its interval."""
    ratio, low, high = ratio_interval(pairs)
    return {name: ratio, f"{prefix}low": low, f"{prefix}high": high}


def _missed_plot(title: str, rows: Sequence[TableRow]) -> Figure:
    lines = {
        key: ChartLine(
            key[1].replace("_", " "),
            [
                (r["density"], 1 - r["recall"], 1 - r["recall high"], 1 - r["recall low"])
                for r in layer_rows
            ],
            style=_NAMES.index(key[1]),
        )
        for key, layer_rows in by(rows, "total", "layer").items()
    }
    panels = [
        Panel(
            f"mine count {total}{title_end}",
            "mine density (mines / cells)",
            "provable cells missed (share)",
            [lines[total, name] for name in layer_names if (total, name) in lines],
        )
        for title_end, layer_names in (("", _NAMES), (", the stronger layers", _STRONGER))
        for total in ("known", "unknown")[::-1]
    ]
    return Figure("missed", title, panels)


def _pooled(plan: ReproductionPlan, results: Results, name: str, area: str) -> list[PooledSums]:
    """One array of sums a game."""
    games = [results[task].estimates for task in tasks(plan)]
    return [game[name, area] for game in games if (name, area) in game]


def _brier(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows = []
    for area in AREAS:
        for name in ESTIMATES:
            sums = [game.sum(axis=0) for game in _pooled(plan, results, name, area)]
            if sums:
                number, *_, distance = total = np.sum(sums, axis=0).tolist()
                row: TableRow = {"cells": area, "estimate": name, "number": int(number)}
                squared_errors = [(s[4], s[0]) for s in sums]
                row |= _ratio("brier", "", squared_errors)
                bias = (total[1] - total[2]) / number
                rows.append(row | {"distance from exact": sqrt(distance / number), "bias": bias})
    return table("brier", rows)


def _calibration(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows = []
    for name in ESTIMATES:
        games = _pooled(plan, results, name, AREAS[0])
        for bin_number in range(BINS):
            bins = [game[bin_number] for game in games]
            number, estimate, _, true, *_ = np.sum(bins, axis=0).tolist() if bins else (0, 0, 0, 0)
            if number:
                row: TableRow = {
                    "estimate": name,
                    "from": bin_number / BINS,
                    "to": (bin_number + 1) / BINS,
                    "number": int(number),
                }
                row |= {"mean estimate": estimate / number}
                row |= _ratio("share of mines", "", [(s[2], s[0]) for s in bins])
                rows.append(row | {"mean exact": true / number})
    return table("calibration", rows, _calibration_plot(rows))


def _calibration_plot(rows: Sequence[TableRow]) -> Figure:
    groups = {
        "total unknown": (*ESTIMATES[:2], EXACT_UNKNOWN, EXACT_DENSITY),
        "total known": (*ESTIMATES[2:6], EXACT_KNOWN),
    }
    estimate_rows = by(rows, "estimate")
    columns = ("mean estimate", "share of mines", "low", "high")
    panels = [
        Panel(
            title,
            "estimated mine probability",
            "share of mines",
            [line(name, estimate_rows[name], *columns) for name in names if name in estimate_rows],
            diagonal=True,
        )
        for title, names in groups.items()
    ]
    return Figure("calibration", TEXTS["calibration"]["figure"], panels)


SPECS: dict[str, Build] = {"missed": _missed, "brier": _brier, "calibration": _calibration}
