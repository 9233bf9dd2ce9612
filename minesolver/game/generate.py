"""Layouts for play: any, or such that no guess is needed from the start cell, each proved so.

A layout needs no guess where a player who opens the start cell, and then proved-safe cells only, opens every
safe cell. The proofs are those of the exact engine, with the mine count (``kernel/play/no_guess.pyx``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError, RuleError, counted
from ..model.board import Cell
from ..model.layout import Layout
from .levels import size_text
from .rules import Rules
from .seeding import draw, game_key

Method = Literal["uniform", "repair"]

_ZERO = Rules(first_click="zero")
_REPAIRS = 50  # of one drawn layout; most that can be repaired have been by then


@dataclass(frozen=True)
class GeneratedBoard:
    """A generated layout.

    start: The start cell, (row, column); it is a zero
    no_guess: Whether it was proved to need no guess
    seed, index: Which board it is
    tries: Layouts drawn until there was this one
    repairs: Mines moved in all of them
    """

    layout: Layout
    start: Cell
    no_guess: bool
    seed: int
    index: int
    tries: int
    repairs: int


def generate(
    rows: int,
    cols: int,
    mines: int,
    start: Cell | None = None,
    *,
    no_guess: bool = True,
    seed: int = 0,
    first: int = 0,
    method: Method = "uniform",
    tries: int = 100_000,
) -> Iterator[GeneratedBoard]:
    """Boards ``first``, ``first + 1``, ... of a seed, without end; the start cell is a zero. The same
    arguments give the same boards, whatever ``first`` is.

    start: The start cell, (row, column); by default the middle
    no_guess: Only no-guess boards. Otherwise board i is the layout of game (seed, i) under first click
        ``zero``.
    first: The first board of the series
    method: ``"uniform"`` draws layouts until one needs no guess, so that every no-guess board is equally
        likely. ``"repair"`` moves mines where a drawn layout gets stuck, and proves it again from the start:
        faster on dense boards, not uniform.
    tries: Layouts drawn for one board before giving up
    Raises RuleError: no such board can be; EngineLimitError: none was found in ``tries`` layouts;
        MissingDependencyError: the core was not built, which no-guess boards need.
    """
    start = (rows // 2, cols // 2) if start is None else start
    if method not in ("uniform", "repair"):
        raise RuleError(f"method is uniform or repair, not {method!r}")
    _ZERO.check(rows, cols, mines)
    if not (0 <= start[0] < rows and 0 <= start[1] < cols):
        raise RuleError(f"the start cell {start} is not on the {rows}x{cols} board")
    _ZERO.check_click(rows, cols, mines, start)
    if mines == rows * cols:
        raise RuleError("with a mine on every cell there is no start cell")
    if no_guess:
        return _proved(rows, cols, mines, start, seed, first, _REPAIRS if method == "repair" else 0, tries)
    return _any(rows, cols, mines, start, seed, first)


def _any(rows: int, cols: int, mines: int, start: Cell, seed: int, index: int) -> Iterator[GeneratedBoard]:
    allowed = _ZERO.allowed(rows, cols, start)
    while True:
        flat = draw(allowed, mines, game_key(seed, index))
        layout = Layout(rows, cols, frozenset(divmod(i, cols) for i in flat))
        yield GeneratedBoard(layout, start, False, seed, index, 1, 0)
        index += 1


def _proved(
    rows: int, cols: int, mines: int, start: Cell, seed: int, index: int, repairs: int, tries: int
) -> Iterator[GeneratedBoard]:
    kernel.require()
    layout = np.zeros(rows * cols, np.int8)
    while True:
        drawn = moved = 0
        solved = False
        while not solved:
            if drawn >= tries:
                raise EngineLimitError(
                    f"no no-guess board among {counted(tries, 'layout')} of {size_text(rows, cols, mines)}"
                    + ("" if repairs else "; method 'repair' finds them on denser boards")
                )
            own = kernel.workspace_for(rows, cols)
            flat = start[0] * cols + start[1]
            status, drawn, more = own.find_no_guess(
                mines, flat, seed % 2**64, index, drawn, tries - drawn, repairs, layout
            )
            moved += more
            solved = status == "solved"
            if status == "too wide" and not own.grow(inf, kernel.MEMORY):
                raise EngineLimitError("a position of this size does not fit the core's memory")
        cells = frozenset(divmod(i, cols) for i in np.flatnonzero(layout).tolist())
        yield GeneratedBoard(Layout(rows, cols, cells), start, True, seed, index, drawn, moved)
        index += 1
