"""Which cells a first click keeps free of bombs, and when that can be played at all.

``none`` protects nothing and ``cell`` the clicked cell. ``neighbourhood`` protects its neighbours as well.
``row-col`` protects the clicked row and the clicked column, as the notebook's code does. ``safe`` and
``zero``, as the rest of this package calls the second and third, are understood too.
"""

from __future__ import annotations

from collections.abc import Callable

from ...base.errors import RuleError, UnknownNameError
from ...model.board import Cell

_NEAR: dict[str, Callable[[int, int], bool]] = {
    "cell": lambda down, right: down == right == 0,
    "none": lambda down, right: False,
    "neighbourhood": lambda down, right: abs(down) <= 1 and abs(right) <= 1,
    "row-col": lambda down, right: down == 0 or right == 0,
}
FIRST_CLICKS = tuple(_NEAR)
_NEAR |= {"safe": _NEAR["cell"], "zero": _NEAR["neighbourhood"]}


def protected(rule: str, cell: Cell, rows: int, cols: int) -> frozenset[Cell]:
    """The cells that hold no bomb once ``cell`` is the first one opened."""
    x, y = cell
    return frozenset((r, c) for r in range(rows) for c in range(cols) if _NEAR[rule](r - x, c - y))


def permits(rule: str, cell: Cell, rows: int, cols: int, bombs: int) -> bool:
    """Whether the bombs have room if ``cell`` is opened first."""
    return bombs <= rows * cols - len(protected(rule, cell, rows, cols))


def check(rule: str, rows: int, cols: int, bombs: int) -> None:
    """Raise :class:`RuleError` where no first click can be played, :class:`UnknownNameError` for no rule."""
    if rule not in _NEAR:
        raise UnknownNameError(f"no first-click rule {rule!r}; there are: {', '.join(FIRST_CLICKS)}")
    if rows < 1 or cols < 1:
        raise RuleError(f"a board has at least one row and one column, not {rows} x {cols}")
    if not 0 <= bombs <= rows * cols:
        raise RuleError(f"{bombs} bombs do not fit on {rows} x {cols} = {rows * cols} cells")
    # A corner click protects the fewest cells under every rule.
    if not permits(rule, (0, 0), rows, cols, bombs):
        room = rows * cols - len(protected(rule, (0, 0), rows, cols))
        raise RuleError(
            f"first-click rule {rule!r} leaves at most {room} cells of a {rows} x {cols} board "
            f"for {bombs} bombs"
        )
