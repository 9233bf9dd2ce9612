"""The optimum of a whole small board: the game tree over all its layouts, as an exact fraction.

All layouts that the first-click rule leaves are equally likely. Cells that a symmetry of the board turns
into each other win equally often, so one of each kind is searched; so do sets of layouts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from time import perf_counter

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..board import Cell, neighbours
from ..errors import EngineLimitError, RuleError

MOST_LAYOUTS = 300_000
FIRST_CLICKS = ("none", "safe", "zero")
_MINE = 9


@dataclass(frozen=True)
class Optimum:
    """Best play from the first click on. ``nodes``: sets of layouts that were searched.

    ``win_probability`` is conditional on the layouts that the rule leaves for the first cell.
    """

    rows: int
    cols: int
    mines: int
    first_click: str
    win_probability: Fraction
    best_first: tuple[Cell, ...]
    layouts: int
    nodes: int
    seconds: float


def optimal(
    rows: int,
    cols: int,
    mines: int,
    first_click: str = "safe",
    *,
    nodes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Optimum:
    """The greatest winning chance, and the first cells that have it.

    ``first_click``: ``"none"`` (it may be a mine), ``"safe"`` (never a mine) or ``"zero"`` (no mine around it
    either). ``nodes``: most sets of layouts to search. ``progress``: called with (kinds of first cells done,
    kinds). Raises :class:`RuleError` for what cannot be played and :class:`EngineLimitError` where the board
    has too many layouts or the nodes ran out.
    """
    kernel.require()
    from ..kernel.driver import play_layouts

    began = perf_counter()
    if first_click not in FIRST_CLICKS:
        raise RuleError(f"first click {first_click!r}: one of {', '.join(FIRST_CLICKS)}")
    if rows < 1 or cols < 1 or not 0 <= mines <= rows * cols:
        raise RuleError(f"{mines} mines do not fit on {rows}x{cols} cells")
    total = comb(rows * cols, mines)
    if total > MOST_LAYOUTS:
        raise EngineLimitError(
            f"{rows}x{cols} with {mines} mines has {total} layouts; at most {MOST_LAYOUTS} can be searched"
        )
    shown = _all_layouts(rows, cols, mines)
    budget = 1 << 62 if nodes is None else nodes
    kinds = _kinds(rows, cols)
    best: Fraction | None = None
    first: list[Cell] = []
    used = 0
    for done, kind in enumerate(kinds):
        cell = kind[0]
        part = _permitted(shown, first_click, cell, rows, cols)
        if len(part):
            least = -1
            if best is not None:  # as many as the best so far is wanted, less is not looked into
                least = -(-best.numerator * len(part) // best.denominator) - 1
            won, _, searched = play_layouts(
                part,
                first=cell,
                nodes=budget - used,
                slots=1 << (22 if total > 5000 else 16),
                least=least,
                images=_images(part, first_click, cell, rows, cols),
            )
            if won < 0:
                raise EngineLimitError(f"the search was not over after {budget} sets of layouts")
            used += searched
            chance = Fraction(won, len(part))
            if won > least and (best is None or chance >= best):
                first = first if chance == best else []
                first += [divmod(k, cols) for k in kind]
                best = chance
        if progress is not None:
            progress(done + 1, len(kinds))
    if best is None:
        raise RuleError(f"no first click fits rule {first_click!r} on {rows}x{cols} with {mines} mines")
    return Optimum(
        rows, cols, mines, first_click, best, tuple(sorted(first)), total, used, perf_counter() - began
    )


def _all_layouts(rows: int, cols: int, mines: int) -> npt.NDArray[np.int8]:
    """int8 (layouts, cells): what each cell shows in each layout, 9 for a mine."""
    n = rows * cols
    total = comb(n, mines)
    mined = np.zeros((total, n), np.int8)
    if mines:
        where = np.array(list(combinations(range(n), mines)))
        mined[np.arange(total)[:, None], where] = 1
    shown = np.zeros((total, n), np.int8)
    for cell, near in enumerate(neighbours(rows, cols)):
        shown[:, cell] = mined[:, list(near)].sum(axis=1)
    shown[mined == 1] = _MINE
    return shown


def _permitted(
    shown: npt.NDArray[np.int8], first_click: str, cell: int, rows: int, cols: int
) -> npt.NDArray[np.int8]:
    if first_click == "none":
        return shown
    if first_click == "safe":
        return np.ascontiguousarray(shown[shown[:, cell] != _MINE])
    return np.ascontiguousarray(shown[shown[:, cell] == 0])


def _symmetries(rows: int, cols: int) -> list[npt.NDArray[np.int64]]:
    """The symmetries of the rectangle but for the identity: the cell that comes to the place of each."""
    plain = np.arange(rows * cols).reshape(rows, cols)
    turned = [plain, plain.T] if rows == cols else [plain]
    return [own[::down, ::right].ravel() for own in turned for down in (1, -1) for right in (1, -1)][1:]


def _images(
    shown: npt.NDArray[np.int8], first_click: str, cell: int, rows: int, cols: int
) -> npt.NDArray[np.int32]:
    """int32 (symmetries, layouts): which layout each is turned into, by what leaves the first cell in place.

    Where nothing is protected, every symmetry turns the layouts into each other.
    """
    mined = shown == _MINE
    index = {row.tobytes(): i for i, row in enumerate(np.packbits(mined, axis=1))}
    found = [
        [index[row.tobytes()] for row in np.packbits(mined[:, symmetry], axis=1)]
        for symmetry in _symmetries(rows, cols)
        if first_click == "none" or symmetry[cell] == cell
    ]
    return np.array(found, np.int32).reshape(len(found), len(shown))


def _kinds(rows: int, cols: int) -> list[list[int]]:
    """Cells that the symmetries of the rectangle turn into each other."""
    seen: dict[frozenset[int], list[int]] = {}
    for r in range(rows):
        for c in range(cols):
            images = {(x, y) for x in (r, rows - 1 - r) for y in (c, cols - 1 - c)}
            if rows == cols:
                images |= {(y, x) for x, y in images}
            key = frozenset(x * cols + y for x, y in images)
            seen.setdefault(key, sorted(key))
    return sorted(seen.values())
