"""The most that anybody could win: an upper bound, proved, with a confidence limit.

    python benchmarks/ceiling.py                                            # the six standard boards, an hour
    python benchmarks/ceiling.py --boards 9x9/10 --quick                    # a coarser bound, some seconds
    python benchmarks/ceiling.py --recorded                                 # the table of what was run before
    python benchmarks/ceiling.py --check                                    # exactly, on small boards

A player who is told more than the game shows cannot do worse. Three such players bound all others, and can be
worked out (definitions and proofs: benchmarks/results/ceiling.md):

- T is told the class of the layout: the answers to questions that go on until what is left falls into small
  components, which are played by their game tree;
- N has to make the first guess before that, knowing the first position at which nothing is proved;
- G has to make the first clicks before that, where the first cell was no zero.

Rule S: the cell opened first is safe, and all layouts with it safe are equally likely; Z: it shows a zero.
The bound is the highest, over all first cells up to symmetry, of upper confidence limits whose risks are
``--risk`` together. How many layouts are drawn is settled before: nothing stops early. Every part that is
done is a line of ``--out``: a run that was stopped goes on from there, and gives the same.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import combinations
from math import comb, exp, inf, log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from compare import SIZES
from compile_beside import CannotCompile, compiled
from run_facts import print_facts

import minesolver as ms
from minesolver import policies
from minesolver.cli.progress import remark
from minesolver.model.board import HIDDEN, MINE
from minesolver.model.lists import CorePosition

Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

BATCHES = 20
"""In so many the layouts are drawn; one more, before them, only settles the constants of the limits."""
PILOT = 5
"""Of N: of the layouts drawn within a position, one in so many more, before them."""
LIKELY_SAVING = 0.02
"""Of N, of the mean over the mirror images: it counts among the values of a pilot, once above, once below."""
TREE_DEPTH = 4
"""Cells that G opens before the class is told."""
AT_ONCE = 10_000
"""Layouts that fit in memory with all that is worked out of them."""
CHECKED = 40
"""Layouts that tell whether a recorded line is of the same questions and the same game tree."""
WHOLE = 200
"""A position with no more layouts is listed, and played by its whole game tree."""
PARTS = {"Z": 2, "S": 3}
"""What the risk of a first cell is divided among: T and N, with rule S also G."""


@dataclass(frozen=True)
class Effort:
    """How many layouts are drawn: for T, for N, within each position of N, and for G. ``control``: up to
    this, what mines that were drawn too often at a cell cost, each, is put back in N. The limit of N pays for
    it, which is not worth it where N saves next to nothing."""

    told: int
    nested: int
    inner: int
    clicks: int
    control: float = 0.5

    def scaled(self, share: float) -> Effort:
        told, nested, clicks = (
            BATCHES * max(2, round(share * number / BATCHES))
            for number in (self.told, self.nested, self.clicks)
        )
        return Effort(told, nested, self.inner, clicks, self.control)


EFFORTS = {
    "9x9/10": Effort(told=3_000_000, nested=20_000, inner=400, clicks=40_000, control=0.0),
    "16x16/40": Effort(told=600_000, nested=1_600, inner=60, clicks=40_000),
    "16x30/99": Effort(told=300_000, nested=640, inner=60, clicks=40_000),
}

BEST_PLAYED = {
    ("9x9/10", "S"): 0.91711,
    ("9x9/10", "Z"): 0.97183,
    ("16x16/40", "S"): 0.78459,
    ("16x16/40", "Z"): 0.89259,
    ("16x30/99", "S"): 0.41217,
    ("16x30/99", "Z"): 0.54564,
}
"""What the policy ``strongest`` wins: benchmarks/results/players.md."""


# Confidence limits.


class Moments(NamedTuple):
    """Of values: their number, their sum and the sum of their squares, a column each."""

    number: int
    sums: Any
    squares: Any

    @classmethod
    def of(cls, values: Any) -> Moments:
        return cls(len(values), values.sum(0), (values * values).sum(0))

    def __add__(self, other: Any) -> Moments:
        return Moments(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def squares_about(self, centre: Any) -> Any:
        return self.squares - 2 * centre * self.sums + self.number * centre * centre


class UpperLimit:
    """An upper confidence limit of the mean of independent values that are ``highest`` or lower.

    For y >= -1 and 0 < r < 1, exp(r y - r^2 y^2 / (2 - 2 r)) <= 1 + r y (after Fan, Grama and Liu 2015).
    With y = (centre - value) / width and Markov's inequality: with probability 1 - risk at least, the mean is
    no more than the average of value + factor (value - centre)^2, plus width log(1 / risk) / (r n).
    ``centre`` and r are settled by a pilot, which takes no part otherwise. Values may be arrays, with a limit
    for each column.
    """

    def __init__(
        self,
        pilot: Moments,
        number: int,
        risk: float,
        highest: float,
        likely: tuple[float, float],
        largest_factor: float = inf,
    ) -> None:
        """``number``: of values to come. ``likely``: two that are counted among the pilot's, so that a pilot
        whose values are all the same is not taken at its word."""
        pilot += Moments.of(np.array(likely))
        self.centre = pilot.sums / pilot.number
        variance = np.maximum(pilot.squares_about(self.centre), 1e-12) / pilot.number
        self.width = highest - self.centre
        odds = np.sqrt(2 * log(1 / risk) / (number * variance)) * self.width  # the best r / (1 - r)
        self.rate = odds / (1 + odds)
        if largest_factor < inf:
            steepest = 2 * largest_factor * self.width
            self.rate = np.minimum(self.rate, steepest / (1 + steepest))
        self.factor = self.rate / (2 - 2 * self.rate) / self.width

    def raised(self, values: Any) -> Any:
        """What is averaged in place of each value."""
        return values + self.factor * (values - self.centre) ** 2

    def at(self, values: Moments, risk: float) -> Any:
        total = values.sums + self.factor * values.squares_about(self.centre)
        return self.of_raised(total, values.number, risk)

    def of_raised(self, total: Any, number: int, risk: float) -> Any:
        """The limit, of the sum of raised values."""
        return total / number + self.width * log(1 / risk) / (self.rate * number)


# Boards, and layouts drawn of them.


@dataclass(frozen=True)
class Level:
    """A board with its mines."""

    rows: int
    cols: int
    mines: int

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @cached_property
    def grid(self) -> Indices:
        return np.arange(self.cells).reshape(self.rows, self.cols)

    @cached_property
    def classes(self) -> list[Indices]:
        """First cells that are each other's mirror images, by the lowest of each class."""
        grids = [self.grid, *(np.flip(self.grid, axes) for axes in (0, 1, (0, 1)))]
        if self.rows == self.cols:
            grids += [grid.T for grid in grids]
        images = np.stack([grid.ravel() for grid in grids])
        return [np.unique(images[:, cell]) for cell in np.unique(images.min(0))]

    def around(self, cell: int) -> list[int]:
        """The cell and its neighbours."""
        row, col = divmod(cell, self.cols)
        block = self.grid[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
        return [int(other) for other in block.ravel()]

    @property
    def safe_cells(self) -> int:
        return self.cells - self.mines

    def zero_chance(self, cell: int) -> float:
        """Of a layout to show a zero there."""
        return comb(self.cells - len(self.around(cell)), self.mines) / comb(self.cells, self.mines)

    def layouts(self, number: int, rng: np.random.Generator) -> Bytes:
        """int8 (layouts, cells), 1 for a mine, all equally likely."""
        drawn = rng.random((number, self.cells))
        chosen = np.argpartition(drawn, self.mines, 1)[:, : self.mines]
        layouts = np.zeros((number, self.cells), np.int8)
        np.put_along_axis(layouts, chosen, 1, 1)
        return layouts


# The relaxations.


class Relaxation:
    """Who is told the class, and when, on one board."""

    def __init__(self, level: Level, told: Any = None) -> None:
        self.level = level
        self.told = told or _told_classes().ToldClasses(level.rows, level.cols)
        tree = policies.get("strongest")
        search = replace(tree.search, tree_layouts=WHOLE + 1, tree_nodes=10**7)
        self.chooser = replace(tree, search=search).chooser(level.rows, level.cols)

    def shares(self, layouts: Bytes) -> Floats:
        """T: float64 (layouts,), the share of each layout's class that is won."""
        values = np.zeros(len(layouts))
        self.told.evaluate(layouts, np.zeros(self.level.cells, np.int8), values)
        return values

    def regions(self, layouts: Bytes) -> npt.NDArray[np.int16]:
        """int16 (layouts, cells): the region of zeros that a click there opens, or -1."""
        numbers = np.zeros(layouts.shape, np.int16)
        self.told.regions(layouts, numbers)
        return numbers

    def position(self, layout: Bytes, first_cell: int) -> Stuck | None:
        """The first position where nothing more is proved; None where the game is won, or the core cannot
        tell."""
        opened = np.zeros(self.level.cells, np.int8)
        opened[first_cell] = 1
        codes = np.zeros(self.level.cells, np.int8)
        if self.chooser.workspace.judge(layout, opened, codes) != "stuck":
            return None
        shape = self.level.rows, self.level.cols
        position = CorePosition.of(codes.reshape(shape))
        probability, *_ = self.chooser.workspace.analyze(position, self.level.mines)
        mine_chances = np.frombuffer(probability).copy()
        codes[(codes == HIDDEN) & (mine_chances == 1.0)] = MINE
        return Stuck(codes, mine_chances)

    def shares_of_first_guess(self, codes: Bytes, layouts: Bytes) -> tuple[float, Floats, Floats]:
        """(T, share won where each cell is opened before the class is told, share of the class in which it is
        a mine), as means over layouts of a position; the cells are the hidden ones, proved mines left out."""
        values = np.zeros(len(layouts))
        first = np.zeros(layouts.shape, np.float32)
        safe = np.zeros(layouts.shape, np.float32)
        self.told.evaluate(layouts, np.zeros_like(codes), values, first, codes, None, None, safe)
        hidden = codes == HIDDEN
        return (
            float(values.mean()),
            first[:, hidden].mean(0, dtype=np.float64),
            1.0 - safe[:, hidden].mean(0, dtype=np.float64),
        )

    def gated(self, codes: Bytes, layouts: Bytes) -> tuple[float, float]:
        """(T, N) over all layouts of a position. The second is no more than the first."""
        share, by_cell, _ = self.shares_of_first_guess(codes, layouts)
        return share, min(float(by_cell.max()), share)

    def saving(
        self, layout: Bytes, first_cell: int, effort: Effort, rng: np.random.Generator
    ) -> float:
        """How much less N wins than T, from the position that this first cell leads to: an estimate, on
        average no more than the truth, and never below - ``largest_loss`` - ``excess``."""
        stuck = self.position(layout, first_cell)
        if stuck is None:
            return 0.0
        level = self.level
        won, number, _ = self.chooser.values(stuck.codes, level.mines, [])
        if won >= 0 and number <= WHOLE:
            board = ms.Board.from_array(stuck.codes.reshape(level.rows, level.cols), level.mines)
            layouts = np.zeros((number, level.cells), np.int8)
            for row, mines in zip(layouts, ms.analyze(board).layouts(), strict=True):
                row[[board.index(cell) for cell in mines]] = 1
            share, _ = self.gated(stuck.codes, layouts)
            return max(0.0, share - won / number)

        # The chance of a mine at each cell is known, and is its share of the class on average: what the
        # layouts drawn have too many there is put right, at what layouts are worth, of which some that are
        # not used otherwise give an idea.
        pilot = max(1, effort.inner // PILOT) if effort.control else 0
        drawn = np.zeros((pilot + effort.inner, level.cells), np.int8)
        self.chooser.draw(stuck.codes, level.mines, drawn, int(rng.integers(2**63)))
        share, by_cell, mine_shares = self.shares_of_first_guess(stuck.codes, drawn[pilot:])
        if pilot:
            worth, *_ = self.shares_of_first_guess(stuck.codes, drawn[:pilot])
            too_many = mine_shares - stuck.mine_chances[stuck.codes == HIDDEN]
            by_cell += min(worth, effort.control) * too_many
        saving = max(share - float(by_cell.max()), -largest_loss(effort))
        return saving - excess(effort, level.cells)


class Stuck(NamedTuple):
    """A position where nothing more is proved: its board codes, and the chance of a mine at each cell."""

    codes: Bytes
    mine_chances: Floats


def largest_loss(effort: Effort) -> float:
    """Where the first guess looks better than being told the class, by so many layouts drawn, it looks so by
    no more: there a saving is cut off."""
    return effort.control * sqrt(8 / effort.inner)


def excess(effort: Effort, cells: int) -> float:
    """No less than what a saving is raised on average where it is cut off: by Hoeffding's inequality, of the
    share of mines among the layouts drawn, at any of the cells."""
    return cells * effort.control * exp(-16)


@cache
def _told_classes() -> Any:
    return compiled(Path(__file__).with_name("told_classes.pyx"))


# The bounds of a board.


class Run:
    """The parts of the bounds of one board. Each batch of each part has random numbers of its own."""

    def __init__(self, size: str, effort: Effort, seed: int, risk: float) -> None:
        self.level = Level(*SIZES[size])
        self.effort = effort
        self.seed = seed
        self.relaxation = Relaxation(self.level)
        self.risk = risk
        checked = self.relaxation.shares(self.level.layouts(CHECKED, self._rng(0, 0)))
        self.digest = hashlib.sha256(checked.round(9).tobytes()).hexdigest()[:12]
        self.zero_chances = np.array(
            [self.level.zero_chance(int(cells[0])) for cells in self.level.classes]
        )

    def _rng(self, *part: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, self.level.cells, *part])

    def _by_class(self, values: npt.NDArray[Any]) -> Floats:
        """(layouts, cells) to (layouts, classes): the mean over the mirror images."""
        return np.stack([values[:, cells].mean(1) for cells in self.level.classes], 1)

    def told_batch(self, index: int, typical: float | None) -> dict[str, Any]:
        """T where a first cell shows a zero: moments by class of what the share is more than a typical one,
        and 0 where it shows no zero."""
        rng, number = self._rng(1, self.effort.told, index), self.effort.told // BATCHES
        parts = []
        for begin in range(0, number, AT_ONCE):
            layouts = self.level.layouts(min(AT_ONCE, number - begin), rng)
            shares = self.relaxation.shares(layouts)
            is_zero = self.relaxation.regions(layouts) >= 0
            if typical is None:
                typical = round(float(shares.mean()), 3)
            parts.append(Moments.of(self._by_class(is_zero * (shares - typical)[:, None])))
        return {"typical": typical, **_as_json(_total(parts))}

    def told_limits(self, batches: list[dict[str, Any]], rule: str) -> Floats:
        """T: upper limits by class."""
        pilot, *others = map(_moments, batches)
        typical = batches[0]["typical"]
        values = _total(others)
        ends = (-typical, 1.0 - typical)
        limit = UpperLimit(pilot, values.number, self.risk / 2, ends[1], ends)
        # The typical share is put back exactly: the chance of a zero is known.
        return np.asarray(typical + limit.at(values, self.risk / PARTS[rule]) / self.zero_chances)

    def nested_batch(self, index: int, typical: float | None) -> dict[str, Any]:
        """What N saves of T where a first cell shows a zero: moments by class of how much more that is than a
        typical saving, and 0 where it shows no zero."""
        rng = self._rng(6 if self.effort.control else 9, index)
        layouts = self.level.layouts(self.effort.nested // BATCHES, rng)
        regions = self.relaxation.regions(layouts)
        savings = np.zeros(layouts.shape)
        for layout, numbers, row in zip(layouts, regions, savings, strict=True):
            # All zeros of a region lead to the same position.
            for region in range(int(numbers.max()) + 1):
                cells = np.flatnonzero(numbers == region)
                row[cells] = self.relaxation.saving(layout, int(cells[0]), self.effort, rng)
        is_zero = regions >= 0
        if typical is None:
            typical = round(float(savings[is_zero].mean()), 3)
        return {
            "typical": typical,
            **_as_json(Moments.of(self._by_class(is_zero * (savings - typical)))),
        }

    def nested_limits(self, batches: list[dict[str, Any]], rule: str) -> Floats:
        """What N saves: lower limits by class."""
        typical = batches[0]["typical"]
        pilot, *others = [
            Moments(number, -sums, squares) for number, sums, squares in map(_moments, batches)
        ]
        values = _total(others)
        # One rate for all classes: each has few layouts of the pilot.
        typical_class = Moments(pilot.number, pilot.sums.mean(), pilot.squares.mean())
        limit = UpperLimit(
            typical_class,
            values.number,
            self.risk / 2,
            typical + largest_loss(self.effort) + excess(self.effort, self.level.cells),
            (-LIKELY_SAVING, LIKELY_SAVING),
        )
        upper = limit.at(values, self.risk / PARTS[rule])
        return np.maximum(0.0, typical - upper / self.zero_chances)

    def _first_shares(self, known: int | None) -> tuple[FirstShares, FirstShares]:
        """A pilot's, and those of the layouts that count; ``known``: the cell asked about before all."""
        number = self.effort.clicks
        rng = self._rng(7, number, 0 if known is None else 1 + known)
        cells = [int(of_class[0]) for of_class in self.level.classes]
        pilot = self.level.layouts(number // BATCHES, rng)
        layouts = self.level.layouts(number, rng)
        return (
            FirstShares.of(self.relaxation, pilot, cells, known),
            FirstShares.of(self.relaxation, layouts, cells, known),
        )

    @cached_property
    def first_shares(self) -> tuple[FirstShares, FirstShares]:
        """For all first cells but the corner."""
        return self._first_shares(None)

    def clicks_limit(self, index: int, enough: float) -> dict[str, Any]:
        """G at the first cell of a class, which is safe and shows no zero: an upper limit. Where it is no
        more than ``enough``, it need not be the least."""
        both = self.first_shares if index else self._first_shares(int(self.level.classes[0][0]))
        pilot, shares = (shares.of_first_cell(index) for shares in both)
        risk = self.risk / PARTS["S"]
        # The pilot's best click stands for all, in what it says of the mean and of the scatter. Raised values
        # rise with the values, so that what holds of the best clicks holds for them as well.
        means = pilot.worth.mean(0)
        means[shares.cell] = 0.0
        typical = Moments.of(pilot.worth[:, int(means.argmax())].astype(np.float64))
        limit = UpperLimit(typical, shares.number, risk, 1.0, (0.0, 1.0), largest_factor=0.5)
        raised = replace(
            shares,
            worth=limit.raised(shares.worth).astype(np.float32),
            opened=limit.raised(shares.opened),
        )
        total_enough = shares.number * (enough - float(limit.of_raised(0.0, shares.number, risk)))
        total = raised.most_after_clicks(self.level.safe_cells, TREE_DEPTH, total_enough)
        return {"limit": round(float(limit.of_raised(total, shares.number, risk)), 6)}


@dataclass(frozen=True)
class OfFirstCell:
    """Layouts whose first cell is safe and shows no zero."""

    cell: int
    opened: Floats
    """(layouts,) share won of the part of the class where the first cell is safe: of the layouts whose class
    does not tell what the first cell is."""
    worth: npt.NDArray[np.float32]
    """(layouts, cells) share won where that cell is opened next, and then the class told: of the others."""
    answers: npt.NDArray[np.int16]
    """(layouts, cells) what the class tells: of the others."""

    @property
    def number(self) -> int:
        return len(self.opened) + len(self.worth)

    def most_after_clicks(self, safe_cells: int, depth: int, enough: float = 0.0) -> float:
        """G: the worth of all layouts, summed, of a player who sees what the first cell shows, and opens so
        many more before being told the class. Where that is no more than ``enough``, it need not be the least
        that can be shown. ``safe_cells``: of each layout."""
        groups = [
            np.flatnonzero(self.answers[:, self.cell] == clue).astype(np.int32)
            for clue in range(1, 9)
        ]

        def worth(group: npt.NDArray[np.int32], clicks: int, enough: float) -> float:
            if not len(group):
                return 0.0
            return _told_classes().most_after_clicks(
                self.worth, self.answers, group, self.cell, safe_cells, clicks, max(0.0, enough)
            )

        # More clicks of one group after the other, until all together are worth little enough.
        worths = [worth(group, 1, 0.0) for group in groups]
        for k, group in enumerate(groups):
            enough_of_group = enough - float(self.opened.sum()) - (sum(worths) - worths[k])
            if worths[k] > enough_of_group and depth > 1:
                worths[k] = min(worths[k], worth(group, depth, enough_of_group))
        return float(self.opened.sum()) + sum(worths)


@dataclass(frozen=True)
class FirstShares:
    """Of layouts, told the class after a first cell, each of some, and one more."""

    first_cells: list[int]
    is_safe: npt.NDArray[np.bool_]
    """(layouts, first cells)"""
    opened: npt.NDArray[np.float32]
    """(layouts, first cells): the share won of the part of the class in which that cell is safe."""
    worth: npt.NDArray[np.float32]
    answers: npt.NDArray[np.int16]
    """(layouts, cells), as in ``OfFirstCell``"""

    @classmethod
    def of(
        cls, relaxation: Relaxation, layouts: Bytes, first_cells: list[int], known: int | None
    ) -> FirstShares:
        """``known``: the cell that the questions begin with, if it has to be one."""
        begin_with = np.zeros(layouts.shape[1], np.int8)
        if known is not None:
            begin_with[known] = 1
        worth = np.zeros(layouts.shape, np.float32)
        answers = np.zeros(layouts.shape, np.int16)
        opened = np.zeros((len(layouts), len(first_cells)), np.float32)
        for begin in range(0, len(layouts), AT_ONCE):
            rows = slice(begin, begin + AT_ONCE)
            of_rows = layouts[rows]
            safe = np.zeros(of_rows.shape, np.float32)
            relaxation.told.evaluate(
                of_rows,
                begin_with,
                np.zeros(len(of_rows)),
                worth[rows],
                None,
                answers[rows],
                None,
                safe,
            )
            safe = np.maximum(safe[:, first_cells], np.float32(1e-30))
            opened[rows] = np.minimum(worth[rows][:, first_cells] / safe, 1.0)
        return cls(first_cells, layouts[:, first_cells] == 0, opened, worth, answers)

    def of_first_cell(self, index: int) -> OfFirstCell:
        cell = self.first_cells[index]
        told = self.answers[:, cell]
        is_told = (told > 0) & (told <= 8)
        is_untold = self.is_safe[:, index] & (told > 8)
        return OfFirstCell(
            cell,
            self.opened[is_untold, index].astype(np.float64),
            self.worth[is_told],
            self.answers[is_told],
        )


def _as_json(moments: Moments) -> dict[str, Any]:
    return {
        "number": moments.number,
        "sums": [float(f"{value:.9g}") for value in moments.sums],
        "squares": [float(f"{value:.9g}") for value in moments.squares],
    }


def _moments(answer: dict[str, Any]) -> Moments:
    return Moments(answer["number"], np.array(answer["sums"]), np.array(answer["squares"]))


def _total(parts: list[Moments]) -> Moments:
    total = parts[0]
    for part in parts[1:]:
        total += part
    return total


# Small boards, where all layouts are gone through in place of drawing some.


def all_layouts(level: Level, rule: str, first_cell: int) -> Bytes:
    """int8 (layouts, cells): every layout that the rule allows, where there is one."""
    forbidden = level.around(first_cell) if rule == "Z" else [first_cell]
    allowed = np.setdiff1d(np.arange(level.cells), forbidden)
    mines = np.array([*combinations(allowed, level.mines)], int).reshape(-1, level.mines)
    layouts = np.zeros((len(mines), level.cells), np.int8)
    np.put_along_axis(layouts, mines, 1, 1)
    return layouts


def by_position(
    relaxation: Relaxation, layouts: Bytes, first_cell: int
) -> Iterator[tuple[Bytes | None, Bytes]]:
    """Layouts by the board codes of the first position where nothing more is proved; None where they are won
    without a guess."""
    positions: dict[bytes, Bytes | None] = {}
    rows: dict[bytes, list[int]] = {}
    for row, layout in enumerate(layouts):
        stuck = relaxation.position(layout, first_cell)
        key = b"" if stuck is None else stuck.codes.tobytes()
        positions[key] = None if stuck is None else stuck.codes
        rows.setdefault(key, []).append(row)
    for key, codes in positions.items():
        yield codes, layouts[rows[key]]


def exact_shares(
    relaxation: Relaxation, layouts: Bytes, first_cell: int, rule: str
) -> dict[str, float]:
    """T, N and with rule S also G, exactly, of all layouts that a rule allows; G' asks about the first cell
    first."""
    level = relaxation.level
    known = np.zeros(level.cells, np.int8)
    known[first_cell] = 1
    values = np.zeros(len(layouts))
    relaxation.told.evaluate(layouts, known, values)
    gated = 0.0
    for codes, of_position in by_position(relaxation, layouts, first_cell):
        share = 1.0 if codes is None else relaxation.gated(codes, of_position)[1]
        gated += len(of_position) * share
    number = len(layouts)
    shares = {"T": values.sum() / number, "N": gated / number}
    if rule == "S":
        for name, known_cell in (("G", None), ("G'", first_cell)):
            told = FirstShares.of(relaxation, layouts, [first_cell], known_cell)
            clicks = told.of_first_cell(0).most_after_clicks(level.safe_cells, TREE_DEPTH)
            is_zero = told.answers[:, first_cell] == 0  # told at once
            shares[name] = (clicks + float(told.opened[is_zero].sum())) / number
    return shares


RELAXATIONS = ["T", "N", "G", "G'"]


def check(most_layouts: int) -> int:
    """A line a board of the table of solved boards; how often a relaxation wins less than the best play."""
    print(
        f"| board | rule | best play | {' | '.join(RELAXATIONS)} |\n|---|---|---|---|---|---|---|"
    )
    compared = below = 0
    for level, rule, best in solved_boards():
        if comb(level.cells, level.mines) > most_layouts:
            continue
        relaxation = Relaxation(level)
        bounds_of_cells = []
        for cells in level.classes:
            layouts = all_layouts(level, rule, int(cells[0]))
            if len(layouts):
                bounds_of_cells.append(exact_shares(relaxation, layouts, int(cells[0]), rule))
        shares = {
            name: max(bound[name] for bound in bounds_of_cells) for name in bounds_of_cells[0]
        }
        compared += len(shares)
        below += sum(share < best - 1e-6 for share in shares.values())
        texts = " | ".join(f"{shares[name]:.4f}" if name in shares else "" for name in RELAXATIONS)
        board = f"{level.rows}x{level.cols}/{level.mines}"
        print(f"| {board} | {rule} | {best:.4f} | {texts} |", flush=True)
    print(f"\n{compared} comparisons, {below} below the best play")
    return below


def solved_boards() -> Iterator[tuple[Level, str, float]]:
    """(board, rule, share that the best play wins) of 3x3 to 5x5."""
    with (Path(__file__).parent / "results/optimal.csv").open() as file:
        for row in csv.DictReader(file):
            level = Level(int(row["rows"]), int(row["cols"]), int(row["mines"]))
            rule = {"safe": "S", "zero": "Z"}.get(row["first_click"])
            if rule and row["wins"] and level.rows >= 3 and level.cols <= 5:
                yield level, rule, int(row["wins"]) / int(row["layouts"])


# The command.


class Records:
    """Lines of a file, if there is one: what was asked, and what came of it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._answers: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                if line.endswith("}]"):  # else cut off by an interrupt
                    question, answer = json.loads(line)
                    self._answers[json.dumps(question)] = answer

    def answer(
        self, question: list[Any], work: Callable[[], dict[str, Any]] | None
    ) -> dict[str, Any] | None:
        """What is recorded, or what the work gives, which is then recorded; None: there is neither."""
        key = json.dumps(question)
        if key not in self._answers and work is not None:
            self._answers[key] = work()
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps([question, self._answers[key]]) + "\n")
        return self._answers.get(key)


class Bound(NamedTuple):
    """Of one board and rule."""

    limit: float
    first_cell: int
    """Of the class where it is highest."""
    told: float
    saved: float
    clicks: float | None
    """Limits of T, of what N saves of it, and of G, at this first cell."""


def bounds(
    size: str, effort: Effort, options: argparse.Namespace, records: Records
) -> dict[str, Bound]:
    """The bounds of a board, by rule; with ``--recorded`` those that there are."""
    run = Run(size, effort, options.seed, options.risk)
    classes = run.level.classes

    def answers(
        name: str, counts: list[int], indices: list[int], work: Callable[[int], dict[str, Any]]
    ) -> list[dict[str, Any]] | None:
        """Of each batch, or each first cell, of a part."""
        found = []
        for done, index in enumerate(indices):
            question = [size, options.seed, run.digest, name, *counts, index]
            answer = records.answer(question, None if options.recorded else partial(work, index))
            if answer is None:
                return None
            found.append(answer)
            if not options.recorded and (done + 1) % 5 == 0:
                remark(f"{size} {name}: {done + 1} of {len(indices)}")
        return found

    def batches(
        name: str, counts: list[int], work: Callable[[int, float | None], dict[str, Any]]
    ) -> list[dict[str, Any]] | None:
        """The pilot, which settles what is typical, and the others."""
        pilot = answers(name, counts, [0], lambda index: work(index, None))
        if pilot is None:
            return None
        others = answers(
            name, counts, [*range(1, BATCHES + 1)], lambda index: work(index, pilot[0]["typical"])
        )
        return None if others is None else pilot + others

    # Rule Z: the share that T wins, less what N saves of it.
    told = batches("T", [effort.told], run.told_batch)
    nested = batches("N", [effort.nested, effort.inner, WHOLE], run.nested_batch)
    if told is None or nested is None:
        return {}

    def zero_limits(rule: str) -> Floats:
        return run.told_limits(told, rule) - run.nested_limits(nested, rule)

    def bound(rule: str, limits: Floats, clicks: Floats | None) -> Bound:
        worst = int(limits.argmax())
        return Bound(
            min(1.0, float(limits[worst])),
            int(classes[worst][0]),
            float(run.told_limits(told, rule)[worst]),
            float(run.nested_limits(nested, rule)[worst]),
            None if clicks is None else float(clicks[worst]),
        )

    of_rule = {"Z": bound("Z", zero_limits("Z"), None)}

    # Rule S: with a known chance the first cell shows a zero, and it is rule Z; else G. The corner comes
    # first: of other cells, it is enough that they are no better.
    if "S" in options.rules:
        zero = zero_limits("S")
        chances = run.zero_chances * run.level.cells / run.level.safe_cells
        enough = np.zeros(len(classes))

        def clicks_limit(index: int) -> dict[str, Any]:
            return run.clicks_limit(index, float(enough[index]))

        counts = [effort.clicks, TREE_DEPTH, effort.nested, options.risk]
        corner = answers("G", counts, [0], clicks_limit)
        if corner is not None:
            best = chances[0] * zero[0] + (1 - chances[0]) * corner[0]["limit"]
            enough = (best - chances * zero) / (1 - chances)
            others = answers("G", counts, [*range(1, len(classes))], clicks_limit)
            if others is not None:
                clicks = np.array([answer["limit"] for answer in corner + others])
                of_rule["S"] = bound("S", chances * zero + (1 - chances) * clicks, clicks)
    return {rule: of_rule[rule] for rule in options.rules if rule in of_rule}


def table(options: argparse.Namespace) -> Iterator[str]:
    """The table, a row as soon as it is known."""
    records = Records(options.out)
    yield "| board | rule | best player, % | nobody wins more than, % | there: first cell | T | N saves | G |"
    yield "|---|---|---|---|---|---|---|---|"
    for size in options.boards:
        effort = EFFORTS[size].scaled(options.share)
        for rule, bound in bounds(size, effort, options, records).items():
            row, col = divmod(bound.first_cell, SIZES[size][1])
            clicks = "" if bound.clicks is None else f"{100 * bound.clicks:.2f}"
            yield (
                f"| {size} | {rule} | {100 * BEST_PLAYED[size, rule]:.2f} | **{100 * bound.limit:.2f}** "
                f"| ({row}, {col}) | {100 * bound.told:.2f} | {100 * bound.saved:.2f} | {clicks} |"
            )


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--boards", nargs="+", choices=EFFORTS, default=[*EFFORTS])
    parser.add_argument(
        "--rules", nargs="+", choices=["S", "Z"], default=["S", "Z"], help="Z alone is quicker"
    )
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument(
        "--risk", type=float, default=0.05, help="that a bound is wrong by bad luck (default: 0.05)"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of the layouts (default: 1)")
    parser.add_argument("--quick", action="store_true", help="a twentieth of the layouts")
    parser.add_argument("--recorded", action="store_true", help="run nothing")
    parser.add_argument("--check", action="store_true", help="small boards, against the best play")
    parser.add_argument(
        "--most-layouts", type=int, default=3000, help="of a board of --check (default: 3000)"
    )
    parser.add_argument(
        "--out", type=Path, help="default: results/ceiling.jsonl beside this; with --quick none"
    )
    return parser


def main() -> int:
    parser = _parser()
    options = parser.parse_args()
    if options.quick:
        options.share = 0.05
    elif options.out is None:
        options.out = Path(__file__).parent / "results/ceiling.jsonl"
    if options.out is not None and not options.out.parent.is_dir():
        parser.error(f"--out: there is no folder {options.out.parent}")
    if not 0 < options.share <= 1000 or not 0 < options.risk < 1 or options.seed < 0:
        parser.error("--share is above 0, --risk between 0 and 1, --seed not below 0")
    print_facts(options.seed)
    try:
        if options.check:
            return min(1, check(options.most_layouts))
        for line in table(options):
            print(line, flush=True)
    except (CannotCompile, ms.MinesolverError) as error:
        print(f"ceiling.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
