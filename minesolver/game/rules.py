"""The rules of a game: first click, what a mine does, the end, a reveal, whether the mine count is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..base.errors import RuleError, counted
from ..base.registry import Registry
from ..model.board import MAX_CELLS, Cell, neighbours

_CHOICES = {
    "after_mine": ("lose", "continue"),
    "win": ("open", "flag", "explore"),
    "reveal": ("cascade", "single"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game.

    Attributes
    ----------
    first_click
        Where no mine can be. ``"none"``: nothing is protected; ``"safe"``: the clicked cell; ``"zero"``: that
        cell and its neighbours, so that it opens a zero; ``"row-col"``: its whole row and column;
        ``"fixed:R,C"``: the cell (R, C), at which the game must start.
    after_mine
        ``"lose"``: a mine ends the game; ``"continue"``: it is shown and the game goes on.
    win
        ``"open"``: all safe cells are open; ``"flag"``: the flags, with the mines opened, are exactly the
        mines; ``"explore"``: every cell is open or flagged.
    reveal
        ``"cascade"``: a zero opens its neighbours, and so on; ``"single"``: one cell opens.
    mine_count_known
        Whether the player knows the mine count.

    Raises
    ------
    RuleError
        A value that is none of these.
    """

    first_click: str = "safe"
    after_mine: Literal["lose", "continue"] = "lose"
    win: Literal["open", "flag", "explore"] = "open"
    reveal: Literal["cascade", "single"] = "cascade"
    mine_count_known: bool = True

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise RuleError(f"{name} is one of {', '.join(choices)}, not {getattr(self, name)!r}")
        if self.first_click not in ("none", "safe", "zero", "row-col") and self.start is None:
            raise RuleError(
                f"first_click is none, safe, zero, row-col or fixed:ROW,COL, not {self.first_click!r}"
            )

    @property
    def start(self) -> Cell | None:
        """The cell at which the game must start, if the rules fix one."""
        found = re.fullmatch(r"fixed:(\d+),(\d+)", self.first_click)
        return (int(found[1]), int(found[2])) if found else None

    def check(self, rows: int, cols: int, mines: int) -> None:
        """Check that a game of this size can be played.

        Raises RuleError: it cannot; with the reason.
        """
        cells = rows * cols
        if rows < 1 or cols < 1:
            raise RuleError(f"a board has at least one row and one column, not {rows}x{cols}")
        if cells > MAX_CELLS:
            raise RuleError(f"{rows}x{cols} are more cells than a game may have ({MAX_CELLS:,})")
        if not 0 <= mines <= cells:
            raise RuleError(f"{mines} mines do not fit on {cells} cells")
        if self.start is not None and not (self.start[0] < rows and self.start[1] < cols):
            raise RuleError(f"the first cell {self.start} is not on a {rows}x{cols} board")
        if self.win == "open" and mines == cells:
            raise RuleError("with a mine on every cell there is no safe cell to open: use win='explore'")
        if self.win == "flag" and not mines:
            raise RuleError("without a mine there is nothing to flag: use win='open'")
        room = len(self.allowed(rows, cols, self.start or (0, 0)))  # no cell leaves more than a corner
        if mines > room:
            raise RuleError(
                f"no room for {counted(mines, 'mine')}: first_click={self.first_click!r} leaves "
                f"room for {room} "
                f"on a {rows}x{cols} board"
            )

    def check_click(self, rows: int, cols: int, mines: int, cell: Cell) -> None:
        """Check that a game can start at this cell.

        cell: (row, column) of the first click
        Raises RuleError: it cannot; with the reason.
        """
        if self.start not in (None, cell):
            raise RuleError(f"the first cell is {self.start} by the rules, not {cell}")
        room = len(self.allowed(rows, cols, cell))
        if mines > room:
            raise RuleError(
                f"the game cannot start at {cell}: first_click={self.first_click!r} leaves room for {room} "
                f"mines there, not for {mines}"
            )

    def allowed(self, rows: int, cols: int, click: Cell) -> list[int]:
        """The cells that may hold a mine after this first click.

        click: (row, column) of the first click
        Returns: Flat indices, row * cols + col, ascending.
        """
        row, col = click
        index = row * cols + col
        everywhere = range(rows * cols)
        if self.first_click == "none":
            return list(everywhere)
        if self.first_click == "zero":
            protected = {index, *neighbours(rows, cols)[index]}
            return [i for i in everywhere if i not in protected]
        if self.first_click == "row-col":
            return [i for i in everywhere if i // cols != row and i % cols != col]
        return [i for i in everywhere if i != index]


RULE_SETS: Registry[Rules] = Registry("set of rules", Rules, {}, "minesolver.rule_sets")
"""Rules by name."""


def rules_of(name: str) -> Rules:
    """The rules of a name, or of a first click. Raises :class:`RuleError`."""
    return RULE_SETS.get(name) if name in RULE_SETS else Rules(name)
