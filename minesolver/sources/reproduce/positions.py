"""What the documents did not know, position by position: layers and likelihoods against the exact engine.

A task plays one game of the exact agent (mine count known, a random first cell, mines hit are knowledge) and
looks at the board each time that another twelfth of its cells has been opened or marked as hit: from nothing
known to the end, at the same share of every game, whoever would have moved next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from ...base.intervals import ratio_interval
from ...bench.figure import ChartLine, Figure, Panel
from ...game import Game, PlayedMove, play_episode
from ...game.series import Opening
from ...layers import LAYERS, KnowledgeBase, deduce
from ...layers.likelihood import LikelihoodRule, likelihoods
from ...model.board import HIDDEN, Board, neighbours
from ...players import PLAYERS
from ...solve import analyze
from ..rules import INFERENCE
from .plan import ReproductionPlan, mines_at
from .table import TEXTS, Build, Making, Results, TableRow, by, line, table

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
RULES = tuple((f"{rule}, {what}", rule, total, board) for what, total, board in _KNOWN for rule in _RULES)
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
        seen = 0

        def look(game: Game, _: PlayedMove) -> None:
            nonlocal seen
            known = game.opened + game.mines_hit
            if not game.over and known >= (seen + 1) * step:
                seen = int(known / step)
                snapshots.take(game)

        game = Game(self.size, self.size, self.mines, INFERENCE, seed=self.seed, index=self.index)
        play_episode(game, Opening(PLAYERS.get("safest").make()), on_move=look, keep_moves=False)
        return snapshots


@dataclass
class Snapshots:
    """Sums over the positions of one game.

    ``found``: by (layer, total used): positions; cells provable, missed; positions with a miss; with a
    provable safe cell; with one of those but none found. ``estimates``: by (estimate, area): sums over cells
    (bin by the estimate) of number, estimate, mines, exact probability, squared error against the outcome,
    squared distance from the exact probability.
    """

    found: dict[tuple[str, bool], PooledSums] = field(default_factory=dict)
    estimates: dict[tuple[str, str], PooledSums] = field(default_factory=dict)

    def take(self, game: Game) -> None:
        for total in (False, True):
            board = game.board if total else Board(game.board.grid)
            exact = analyze(board)
            for name in _NAMES:
                deduction = deduce(board, name, total=total)
                safe, mines = exact.safe - set(deduction.safe), exact.mines - set(deduction.mines)
                missed, provable = len(safe) + len(mines), len(exact.safe) + len(exact.mines)
                if provable - missed != len(deduction.safe) + len(deduction.mines):
                    raise AssertionError(f"layer {name!r} claims a cell that is not provable")
                needless = bool(exact.safe) and not deduction.safe
                new = np.array([1, provable, missed, missed > 0, bool(exact.safe), needless], np.float64)
                self.found[name, total] = self.found.get((name, total), 0) + new
        self._estimate(game)

    def _estimate(self, game: Game) -> None:
        """Compare estimates on the cells that no layer of either kind decides, each on the same cells."""
        board = game.board
        density = str(round(game.mines / board.grid.size, 6))
        exact = analyze(board).probability
        given = {EXACT_KNOWN: exact, EXACT_UNKNOWN: analyze(Board(board.grid)).probability}
        given[EXACT_DENSITY] = analyze(Board(board.grid, density=density)).probability
        bases = [KnowledgeBase.of(board, total=total) for total in (False, True)]
        for base in bases:
            LAYERS.get("layered").start(base, False).run()
        for name, rule, total, counted in RULES:
            given[name] = likelihoods(bases[total], rule, total=total, board_equation_in_average=counted)
        codes = board.grid.ravel()
        open_cells = np.all([np.array(base.state) == HIDDEN for base in bases], axis=0)
        around = neighbours(board.rows, board.cols)
        near = np.array([any(0 <= codes[i] <= 8 for i in cells) for cells in around])
        mines = np.array([game.is_mine(divmod(i, board.cols)) for i in range(codes.size)], np.float64)
        for name, estimate in given.items():
            for area, there in zip(AREAS, (near, ~near), strict=True):
                shown = open_cells & there & ~np.isnan(estimate.ravel())
                if shown.any():
                    p, mine, true = (values.ravel()[shown] for values in (estimate, mines, exact))
                    parts = np.stack(
                        [np.ones(len(p)), p, mine, true, (p - mine) ** 2, (p - true) ** 2], axis=1
                    )
                    sums = self.estimates.setdefault((name, area), np.zeros((BINS, 6)))
                    np.add.at(sums, np.minimum(BINS - 1, (p * BINS).astype(int)), parts)


def tasks(plan: ReproductionPlan) -> list[SnapshotTask]:
    """The games of all densities."""
    return [task for density in plan.position_densities for task in _at(plan, density)]


def _at(plan: ReproductionPlan, density: float) -> list[SnapshotTask]:
    size, mines = plan.position_size, mines_at(plan.position_size, density)
    return [SnapshotTask(size, mines, plan.seed, index) for index in range(plan.position_games)]


def _missed(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows = []
    for density in plan.position_densities:
        games = [results[task].found for task in _at(plan, density)]
        for total in (False, True):
            for name in _NAMES:
                counts = [game[name, total].astype(int).tolist() for game in games if game]
                sums = [sum(column) for column in zip(*counts, strict=True)]
                if not sums or not sums[1]:
                    continue
                row: TableRow = {"density": density, "total": "known" if total else "unknown", "layer": name}
                row |= dict(zip(("positions", "provable", "missed"), sums[:3], strict=True))
                row |= _ratio("recall", "recall ", [(c[1] - c[2], c[1]) for c in counts], sums[0])
                row |= _ratio("positions with a miss", "miss ", [(c[3], c[0]) for c in counts], sums[0])
                row |= _ratio(
                    "safe exists, none found", "none found ", [(c[5], c[4]) for c in counts], sums[4]
                )
                rows.append(row)
    size = f"{plan.position_size}x{plan.position_size}"
    title = f"Provable cells that a layer misses, {size}, {plan.position_games} games a density"
    return table("missed", rows, _missed_plot(title, rows))


def _ratio(name: str, of: str, parts: Sequence[tuple[float, float]], trials: int) -> TableRow:
    return dict(zip((name, f"{of}low", f"{of}high"), ratio_interval(parts, trials), strict=True))


def _missed_plot(title: str, rows: Sequence[TableRow]) -> Figure:
    lines = {
        key: ChartLine(
            key[1].replace("_", " "),
            [(r["density"], 1 - r["recall"], 1 - r["recall high"], 1 - r["recall low"]) for r in own],
            style=_NAMES.index(key[1]),
        )
        for key, own in by(rows, "total", "layer").items()
    }
    panels = [
        Panel(
            f"mine count {total}{more}",
            "mine density (mines / cells)",
            "provable cells missed (share)",
            [lines[total, name] for name in shown if (total, name) in lines],
        )
        for more, shown in (("", _NAMES), (", the stronger layers", _STRONGER))
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
                row |= _ratio("brier", "", [(s[4], s[0]) for s in sums], int(number))
                bias = (total[1] - total[2]) / number
                rows.append(row | {"distance from exact": sqrt(distance / number), "bias": bias})
    return table("brier", rows)


def _calibration(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows = []
    for name in ESTIMATES:
        games = _pooled(plan, results, name, AREAS[0])
        for place in range(BINS):
            bins = [game[place] for game in games]
            number, estimate, _, true, *_ = np.sum(bins, axis=0).tolist() if bins else (0, 0, 0, 0)
            if number:
                row: TableRow = {
                    "estimate": name,
                    "from": place / BINS,
                    "to": (place + 1) / BINS,
                    "number": int(number),
                }
                row |= {"mean estimate": estimate / number}
                row |= _ratio("share of mines", "", [(s[2], s[0]) for s in bins], int(number))
                rows.append(row | {"mean exact": true / number})
    return table("calibration", rows, _calibration_plot(rows))


def _calibration_plot(rows: Sequence[TableRow]) -> Figure:
    groups = {
        "total unknown": (*ESTIMATES[:2], EXACT_UNKNOWN, EXACT_DENSITY),
        "total known": (*ESTIMATES[2:6], EXACT_KNOWN),
    }
    found = by(rows, "estimate")
    columns = ("mean estimate", "share of mines", "low", "high")
    panels = [
        Panel(
            title,
            "estimated mine probability",
            "share of mines",
            [line(name, found[name], *columns) for name in names if name in found],
            diagonal=True,
        )
        for title, names in groups.items()
    ]
    return Figure("calibration", TEXTS["calibration"]["figure"], panels)


SPECS: dict[str, Build] = {"missed": _missed, "brier": _brier, "calibration": _calibration}
