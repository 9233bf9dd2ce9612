"""What the documents did not know, position by position: layers and likelihoods against the exact engine.

A task plays one game of the exact agent (mine count known, a random first cell, mines hit are knowledge) and
looks at the board each time that another twelfth of its cells has been opened or marked as hit: from nothing
known to the end, at the same share of every game, whoever would have moved next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, sqrt

import numpy as np

from ...base.intervals import ratio_interval
from ...bench.figure import Figure, Line, Panel
from ...bench.table import Table, Value
from ...game import Game, PlayedMove, play_episode
from ...layers import LAYERS, deduce
from ...layers.knowledge import KnowledgeBase
from ...layers.likelihood import LikelihoodRule, likelihoods
from ...model.board import HIDDEN, Board, Cell, neighbours
from ...players import PLAYERS
from ...solve import analyze
from ..rules import INFERENCE
from .games import RandomStart
from .plan import ReproductionPlan, mines_at
from .spec import Spec
from .work import Results

_SNAPSHOTS = 12
BINS = 10
_NAMES = LAYERS.names()
_STRONGER = tuple(name for name in _NAMES if name not in ("baseline", "intersection"))
RULES: tuple[tuple[str, LikelihoodRule, bool, bool], ...] = (
    ("max, total unknown", "max", False, False),
    ("average, total unknown", "average", False, False),
    ("max, total known", "max", True, False),
    ("average, total known", "average", True, False),
    ("max, board equation counted", "max", True, True),
    ("average, board equation counted", "average", True, True),
)
EXACT_UNKNOWN = "exact, total unknown (prior 1/2)"
EXACT_DENSITY = "exact, density known (prior = density)"
EXACT_KNOWN = "exact, total known"
ESTIMATES = (*(name for name, *_ in RULES), EXACT_UNKNOWN, EXACT_DENSITY, EXACT_KNOWN)
AREAS = ("next to a clue", "elsewhere")


@dataclass(frozen=True)
class SnapshotTask:
    """One game of a seed and what its positions say; see the fields of :class:`Snapshots`."""

    size: int
    mines: int
    seed: int
    index: int

    def run(self) -> Snapshots:
        snapshots = Snapshots({}, {})
        step = self.size * self.size / _SNAPSHOTS
        seen = 0

        def look(game: Game, _: PlayedMove) -> None:
            nonlocal seen
            known = game.opened + game.mines_hit
            if not game.over and known >= (seen + 1) * step:
                seen = int(known / step)
                snapshots.take(game)

        game = Game(self.size, self.size, self.mines, INFERENCE, seed=self.seed, index=self.index)
        play_episode(game, RandomStart(PLAYERS.get("safest").make()), on_move=look, keep_moves=False)
        return snapshots


@dataclass
class Snapshots:
    """Sums over the positions of one game.

    ``found``: by (layer, total used): positions; cells provable, missed; positions with a miss; with a
    provable safe cell; with one of those but none found. ``estimates``: by (estimate, area): sums over cells
    of an array (bin by the estimate) of number, estimate, mines, exact probability, squared error against
    the outcome, squared distance from the exact probability.
    """

    found: dict[tuple[str, bool], tuple[int, ...]]
    estimates: dict[tuple[str, str], np.ndarray[tuple[int, int], np.dtype[np.float64]]]

    def take(self, game: Game) -> None:
        board = game.board
        untold = Board(board.grid)
        for total, told in ((False, untold), (True, board)):
            exact = analyze(told)
            for name in _NAMES:
                deduction = deduce(told, name, total=total)
                self._missed(name, total, exact.safe, exact.mines, deduction.safe, deduction.mines)
        self._estimate(game)

    def _missed(
        self,
        name: str,
        total: bool,
        safe: frozenset[Cell],
        mines: frozenset[Cell],
        safe_found: Iterable[Cell],
        mines_found: Iterable[Cell],
    ) -> None:
        found_safe, found_mines = frozenset(safe_found), frozenset(mines_found)
        if not (found_safe <= safe and found_mines <= mines):
            raise AssertionError(f"layer {name!r} claims a cell that is not provable")
        missed = len(safe - found_safe) + len(mines - found_mines)
        new = (1, len(safe) + len(mines), missed, missed > 0, bool(safe), bool(safe) and not found_safe)
        old = self.found.get((name, total), (0,) * len(new))
        self.found[name, total] = tuple(int(a + b) for a, b in zip(old, new, strict=True))

    def _estimate(self, game: Game) -> None:
        """Compare estimates on the cells that no layer of either kind decides, each on the same cells."""
        board = game.board
        density = game.mines / (board.rows * board.cols)
        exact = analyze(board).probability
        given = {EXACT_KNOWN: exact, EXACT_UNKNOWN: analyze(Board(board.grid)).probability}
        given[EXACT_DENSITY] = analyze(Board(board.grid, density=str(round(density, 6)))).probability
        bases = {}
        for total in (False, True):
            base = KnowledgeBase.of(board, total=total)
            LAYERS.get("layered").start(base, False).run()
            bases[total] = base
        for name, rule, total, counted in RULES:
            given[name] = likelihoods(bases[total], rule, total=total, board_equation_in_average=counted)
        around = neighbours(board.rows, board.cols)
        codes = board.grid.ravel()
        for index, state in enumerate(bases[True].state):
            if state != HIDDEN or bases[False].state[index] != HIDDEN:
                continue
            cell = divmod(index, board.cols)
            near = any(0 <= codes[i] <= 8 for i in around[index])
            mine = float(game.is_mine(cell))
            for name, estimate in given.items():
                p = float(estimate[cell])
                if not isnan(p):
                    self._add(name, AREAS[not near], p, mine, float(exact[cell]))

    def _add(self, name: str, area: str, p: float, mine: float, true: float) -> None:
        sums = self.estimates.setdefault((name, area), np.zeros((BINS, 6)))
        place = min(BINS - 1, int(p * BINS))
        sums[place] += (1.0, p, mine, true, (p - mine) ** 2, (p - true) ** 2)


def tasks(plan: ReproductionPlan) -> list[SnapshotTask]:
    """The games of all densities."""
    return [task for density in plan.position_densities for task in _at(plan, density)]


def _at(plan: ReproductionPlan, density: float) -> list[SnapshotTask]:
    size = plan.position_size
    return [
        SnapshotTask(size, mines_at(size, density), plan.seed, index) for index in range(plan.position_games)
    ]


def _missed(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    lines: dict[tuple[str, bool], list[tuple[float, float, float, float]]] = {}
    for density in plan.position_densities:
        games = [results[task] for task in _at(plan, density)]
        for total in (False, True):
            for name in _NAMES:
                counts = [game.found[name, total] for game in games if game.found]
                sums = [sum(column) for column in zip(*counts, strict=True)]
                if not sums or not sums[1]:
                    continue
                positions, provable, missed, _, with_safe, _ = sums
                recall = ratio_interval([(c[1] - c[2], c[1]) for c in counts], positions)
                miss = ratio_interval([(c[3], c[0]) for c in counts], positions)
                needless = ratio_interval([(c[5], c[4]) for c in counts], with_safe)
                rows.append(
                    (
                        density,
                        "known" if total else "unknown",
                        name,
                        positions,
                        provable,
                        missed,
                        *recall,
                        *miss,
                        *needless,
                    )
                )
                lines.setdefault((name, total), []).append(
                    (density, 1 - recall[0], 1 - recall[2], 1 - recall[1])
                )
    panels = [
        Panel(
            f"mine count {'known' if total else 'unknown'}{', the stronger layers' * (kind > 0)}",
            "mine density (mines / cells)",
            "provable cells missed (share)",
            [
                Line(name.replace("_", " "), lines[name, total], style=_NAMES.index(name))
                for name in shown
                if (name, total) in lines
            ],
        )
        for kind, shown in enumerate((_NAMES, _STRONGER))
        for total in (False, True)
    ]
    size = plan.position_size
    title = f"Provable cells that a layer misses, {size}x{size}, {plan.position_games} games a density"
    return Table(
        (
            "density",
            "total",
            "layer",
            "positions",
            "provable",
            "missed",
            "recall",
            "recall low",
            "recall high",
            "positions with a miss",
            "miss low",
            "miss high",
            "safe exists, none found",
            "none found low",
            "none found high",
        ),
        rows,
        notes=(
            "Recall is over hidden cells that the exact engine proves with the same knowledge (total or "
            "not). Intervals are over games, since the cells of one game are not independent. *Safe exists, "
            "none found*: of the positions with a provable safe cell, those where the layer finds none, so "
            "that a player by this layer guesses without need.",
            "*intersection* is the document's rule alone, which concludes mines only. *bounds* and *layered* "
            "mostly lie on one line. Where nothing was missed the interval is that of so many positions.",
            "No layer ever claimed a cell that is not provable: the run stops with an error if one does.",
        ),
        shown=(
            "density",
            "total",
            "layer",
            "positions",
            "provable",
            "missed",
            "recall",
            "recall low",
            "recall high",
            "safe exists, none found",
        ),
        figures=(Figure("missed", title, panels),),
    )


def _pooled(
    plan: ReproductionPlan, results: Results, name: str, area: str
) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """One array of sums a game."""
    games = [results[task].estimates for task in tasks(plan)]
    return [game[name, area] for game in games if (name, area) in game]


def _brier(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    for area in AREAS:
        for name in ESTIMATES:
            games = _pooled(plan, results, name, area)
            if not games:
                continue
            sums = [game.sum(axis=0) for game in games]
            number = sum(s[0] for s in sums)
            score = ratio_interval([(s[4], s[0]) for s in sums], int(number))
            distance = sqrt(sum(s[5] for s in sums) / number)
            bias = sum(s[1] - s[2] for s in sums) / number
            rows.append((area, name, int(number), *score, distance, bias))
    return Table(
        ("cells", "estimate", "number", "brier", "low", "high", "distance from exact", "bias"),
        rows,
        notes=(
            "Over hidden cells that the layered engine leaves open, both with and without the total, at all "
            "densities; the outcome is whether the cell held a mine. *Brier*: mean squared error (less is "
            "better; intervals over games). *Distance from exact*: root mean square difference from the "
            "exact probability with the total known. *Bias*: mean estimate less share of mines.",
            "Cells away from every clue have no likelihood where the total is unknown. The exact engine "
            "without total or density takes every layout as equally likely, which at low density is a poor "
            "prior: what it proves stays right, what it estimates does not.",
        ),
    )


def _calibration(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    lines: dict[str, list[tuple[float, float, float, float]]] = {}
    area = AREAS[0]
    for name in ESTIMATES:
        games = _pooled(plan, results, name, area)
        for place in range(BINS):
            parts = [(float(game[place, 2]), float(game[place, 0])) for game in games]
            number = sum(whole for _, whole in parts)
            if not number:
                continue
            share, low, high = ratio_interval(parts, int(number))
            mean = sum(float(game[place, 1]) for game in games) / number
            true = sum(float(game[place, 3]) for game in games) / number
            rows.append((name, place / BINS, (place + 1) / BINS, int(number), mean, share, low, high, true))
            lines.setdefault(name, []).append((mean, share, low, high))
    groups = (
        ("total unknown", (*ESTIMATES[:2], EXACT_UNKNOWN, EXACT_DENSITY)),
        ("total known", (*ESTIMATES[2:6], EXACT_KNOWN)),
    )
    panels = [
        Panel(
            title,
            "estimated mine probability",
            "share of mines",
            [Line(name, lines[name]) for name in names if name in lines],
            diagonal=True,
        )
        for title, names in groups
    ]
    return Table(
        ("estimate", "from", "to", "number", "mean estimate", "share of mines", "low", "high", "mean exact"),
        rows,
        notes=(
            "Undecided cells next to a clue, all densities together. On the diagonal an estimate says what "
            "happens. Bands: 95 % intervals over games.",
        ),
        shown=None,
        figures=(Figure("calibration", "Calibration of likelihoods and of exact probabilities", panels),),
    )


SPECS = (
    Spec("missed", "cells that the layers miss, by density", tasks, _missed),
    Spec("brier", "how far likelihoods are from the truth", tasks, _brier),
    Spec("calibration", "calibration of likelihoods and exact probabilities", tasks, _calibration),
)
