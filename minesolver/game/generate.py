"""Layouts for play: any, or such that no guess is needed from the start cell, each proved so.

A layout needs no guess where a player who opens the start cell, and then proved-safe cells only, opens every
safe cell. The proofs are those of the exact engine (:mod:`minesolver.compiled.dealing`), with the mine total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, Literal

import numpy as np

from .. import compiled
from ..board import Cell
from ..errors import EngineLimitError, MissingDependencyError, RuleError
from .layout import Layout
from .rules import Rules
from .seeding import draw, game_key

Method = Literal["uniform", "repair"]

_ZERO = Rules(first_click="zero")
_SOLVED, _LIMIT = 0, 2  # as in minesolver.compiled.dealing
_REPAIRS = 50  # of one drawn layout; most that can be repaired have been by then
_STEP = 1 << 17  # cells dealt in one call: a keyboard interrupt waits for no more


@dataclass(frozen=True)
class Dealt:
    """A generated layout. ``tries``: layouts drawn; ``repairs``: mines moved in all of them."""

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
) -> Iterator[Dealt]:
    """Boards ``first``, ``first + 1``, ... of a seed, without end; the start cell (or the middle) is a zero.

    ``method``: ``"uniform"`` draws layouts until one needs no guess, so that every such layout is equally
    likely; ``"repair"`` moves mines at the place where a drawn layout gets stuck, and proves it again from
    the start: faster on dense boards, not uniform. The same arguments give the same boards, whatever
    ``first`` is. With ``no_guess=False`` board i is the layout of game (seed, i) under first click ``zero``.

    Raises :class:`RuleError` for a board that cannot be, :class:`EngineLimitError` when ``tries`` layouts
    held none, :class:`MissingDependencyError` without Numba.
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


def _any(rows: int, cols: int, mines: int, start: Cell, seed: int, index: int) -> Iterator[Dealt]:
    allowed = _ZERO.allowed(rows, cols, start)
    while True:
        flat = draw(allowed, mines, game_key(seed, index))
        layout = Layout(rows, cols, frozenset(divmod(i, cols) for i in flat))
        yield Dealt(layout, start, False, seed, index, 1, 0)
        index += 1


def _proved(
    rows: int, cols: int, mines: int, start: Cell, seed: int, index: int, repairs: int, tries: int
) -> Iterator[Dealt]:
    deal = _deal()
    most = max(1, _STEP // (rows * cols))
    number = 1  # boards asked for in one call: twice as many each time, so that the first comes at once
    while True:
        workspace = compiled._workspace(rows, cols)
        flat = np.zeros((number, rows * cols), np.int8)
        report = np.zeros((number, 3), np.int64)
        report[:, 0] = _SOLVED + 1
        ready = 0
        while ready < number:
            step = min(max(1, most // (1 + repairs)), tries - int(report[ready, 1]))
            size = workspace.table, cols, mines, start[0] * cols + start[1]
            key = np.uint64(seed % 2**64), index, ready
            ready = int(deal(*size, *key, step, repairs, flat, report))
            if ready == number:
                break
            if report[ready, 0] == _LIMIT and not workspace.grow(inf, compiled.MEMORY):
                raise EngineLimitError("a position of this size does not fit the kernel's memory")
            if report[ready, 1] >= tries:
                break
        for i in range(ready):
            at = np.nonzero(flat[i].reshape(rows, cols))
            cells = frozenset(zip(at[0].tolist(), at[1].tolist(), strict=True))
            yield Dealt(
                Layout(rows, cols, cells),
                start,
                True,
                seed,
                index + i,
                int(report[i, 1]),
                int(report[i, 2]),
            )
        if ready < number:
            raise EngineLimitError(
                f"no board without a guess among {tries} layouts of {rows}x{cols} with {mines} mines"
                + ("" if repairs else "; method 'repair' finds them on denser boards")
            )
        index += number
        number = min(2 * number, most)


@lru_cache(maxsize=1)
def _deal() -> Any:
    """The compiled function, warm. Raises :class:`MissingDependencyError` without Numba."""
    if not compiled.available():
        raise MissingDependencyError("boards without a guess need Numba: pip install numba")
    with compiled._notice():
        from ..compiled.dealing import deal

        none = np.zeros((0, 1), np.int8), np.zeros((0, 3), np.int64)
        deal(compiled._workspace(1, 1).table, 1, 0, 0, np.uint64(0), 0, 0, 1, 0, *none)
    return deal
