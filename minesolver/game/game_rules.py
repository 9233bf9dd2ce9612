"""The rules of a game: first click, what a mine does, the end, a reveal, whether the mine count is known."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import ne
from typing import Any, Literal

from ..base.errors import (
    ArgumentError,
    CellError,
    RuleError,
    UnknownNameError,
    check_type,
    counted,
    quoted,
)
from ..base.limits import whole_number, whole_numbers
from ..base.registry import Registry, meant
from ..model.board import MAX_CELLS, Board, Cell
from .ground import Ground

_FIXED = "fixed:ROW,COL"  # the form of such a value, for messages
_CHOICES = {
    "first_click": ("none", "safe", "zero", "row-col", "given", _FIXED),
    "after_mine": ("lose", "continue"),
    "win": ("open", "flag", "explore"),
    "reveal": ("cascade", "single"),
    "deal": ("hidden", "fair", "forgiving", "cruel"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game.

    >>> import minesolver as ms
    >>> game = ms.Game(9, 9, 10, ms.Rules(first_click="zero"), seed=1)
    >>> len(game.open((4, 4))) > 1
    True

    first_click: Where no mine can be. ``"none"``: nothing is protected; ``"safe"``: the clicked cell;
        ``"zero"``: that cell and its neighbours, so that it opens a zero; ``"row-col"``: its whole row and
        column; ``"fixed:R,C"``: the cell (R, C), at which the game must start; ``"given"``: one cell without
        a mine, drawn with the layout, is open from the beginning.
    after_mine: ``"lose"``: a mine ends the game; ``"continue"``: it is shown and the game goes on
    win: ``"open"``: all safe cells are open; ``"flag"``: the flags, with the mines opened, are exactly the
        mines; ``"explore"``: every cell is open or flagged
    reveal: ``"cascade"``: a clue that proves all cells safe that it sees opens them, and so on (Minesweeper's
        zero); ``"single"``: one cell opens
    mine_count_known: Whether the player knows the mine count
    board: Names of the board's geometry and rules, such as ``"hex,liar"``; ``"square"`` is Minesweeper's
    deal: ``"hidden"``: a layout that is drawn once. Otherwise whether a cell holds a mine is settled when it
        is opened, and a guess where a safe cell was proved meets one. Where nothing is proved safe a guess is
        ``"forgiving"``: never a mine unless it was proved one; ``"fair"``: a mine by its exact chance;
        ``"cruel"``: always a mine.
    Raises RuleError: A value that is none of these.
    """

    first_click: str = "safe"
    after_mine: Literal["lose", "continue"] = "lose"
    win: Literal["open", "flag", "explore"] = "open"
    reveal: Literal["cascade", "single"] = "cascade"
    mine_count_known: bool = True
    board: str = "square"
    deal: Literal["hidden", "fair", "forgiving", "cruel"] = "hidden"

    def __post_init__(self) -> None:
        for field_name, choices in _CHOICES.items():
            chosen_value = getattr(self, field_name)
            if field_name == "first_click" and self.start is not None:
                continue
            is_text = isinstance(chosen_value, str)
            if not is_text or chosen_value not in choices or chosen_value == _FIXED:
                message = f"{field_name} is one of {', '.join(choices)}, not {quoted(chosen_value)}"
                raise RuleError(message + (meant(chosen_value, choices) if is_text else ""))
        if self.deal != "hidden" and self.win == "flag":
            raise RuleError(
                f"win='flag' needs hidden mines, for flags to be right: not deal={self.deal!r}"
            )
        check_type(self.board, str, "rules are names")
        if self.board != "square":
            from ..model.variant import RuleSet

            object.__setattr__(self, "board", str(RuleSet.parse(self.board)))

    @property
    def start(self) -> tuple[int, ...] | None:
        """The cell at which the game must start, if the rules name one."""
        if not isinstance(self.first_click, str):
            return None
        match = re.fullmatch(r"fixed:(\d{1,18}(?:,\d{1,18})+)", self.first_click)
        return tuple(map(int, match[1].split(","))) if match else None

    def play_keys(self) -> dict[str, Any]:
        """The rules but those of the board, as the keys of a saved game; see docs/files.md."""
        rule_keys: dict[str, Any] = {
            "first_click": self.first_click,
            "reveal": self.reveal,
            "after_mine": self.after_mine,
            "win": self.win,
            "mine_count_known": self.mine_count_known,
        }
        if self.deal != "hidden":
            rule_keys["deal"] = self.deal
        return rule_keys

    def check(self, rows: int, cols: int, mines: int | None, layers: Sequence[int] = ()) -> Ground:
        """What a game of this size is played on.

        mines: The mine count; may be left out under rules of a board
        Raises RuleError: it cannot be played; with the reason. PuzzleError, EngineLimitError: as
            :class:`~minesolver.game.under_rules.UnderRules`.
        """
        try:
            layer_sizes = whole_numbers(layers, "a board's size")
            shape = (*layer_sizes, *whole_numbers((rows, cols), "a board's size"))
            if mines is not None:
                mines = whole_number(mines, "the mine count")
        except (TypeError, ArgumentError) as error:
            raise RuleError(str(error)) from None
        size_text = "x".join(map(str, shape))
        self._check_shape(shape, size_text, mines)
        ground = ground_of(self.board, shape, mines)
        cells = ground.cells  # which may be fewer than the shape has places
        max_mines = ground.capacity * cells
        if ground.mines > max_mines:
            raise RuleError(f"{ground.mines} mines do not fit on {cells} cells")
        if self.win == "open" and ground.mines == max_mines:
            raise RuleError(
                "with a mine on every cell there is no safe cell to open: use win='explore'"
            )
        if self.win == "flag" and not ground.mines:
            raise RuleError("without a mine there is nothing to flag: use win='open'")

        # No cell of a rectangle leaves more room than a corner.
        click_cells = range(1 if self.board == "square" else cells)
        least_protected = min(len(self.protected(ground, cell)) for cell in click_cells)
        if self.first_click == "given" and ground.capacity > 1:
            least_protected = 1  # the given cell is drawn before the layout
        mine_room = max_mines - ground.capacity * least_protected
        if ground.mines > mine_room:
            raise RuleError(
                f"no room for {counted(ground.mines, 'mine')}: first_click={self.first_click!r} leaves "
                f"room for {mine_room} on a {size_text} board"
            )
        return ground

    def _check_shape(self, shape: tuple[int, ...], size_text: str, mines: int | None) -> None:
        """What can be said of a size before anything is made of it. Raises RuleError."""
        if min(shape) < 1:
            raise RuleError(f"a board has at least one row and one column, not {size_text}")
        cells = prod(shape)
        if cells > MAX_CELLS:
            raise RuleError(f"{size_text} are more cells than a game may have ({MAX_CELLS:,})")
        if mines is not None and not 0 <= mines <= self.capacity * cells:
            raise RuleError(f"{mines} mines do not fit on {cells} cells")
        if self.board == "square" and len(shape) > 2:
            raise RuleError(f"a square board has rows and columns, not {len(shape)} sizes")
        if self.start is None:
            return
        is_on_board = len(self.start) == len(shape)
        for coordinate, length in zip(self.start, shape, strict=False):
            is_on_board = is_on_board and coordinate < length
        if not is_on_board:
            raise RuleError(f"the first cell {self.start} is not on a {size_text} board")

    @property
    def capacity(self) -> int:
        """The most mines that a cell may hold."""
        if self.board == "square":
            return 1
        from ..model.variant import RuleSet

        return RuleSet.parse(self.board).capacity

    def check_click(self, ground: Ground, cell: int) -> frozenset[int]:
        """The cells without mines where a game starts here. Raises RuleError: it cannot; with the reason;
        ArgumentTypeError, CellError: there is no such cell."""
        cell = _checked_cell(ground, cell)
        start_name = ground.name(cell)
        if self.start not in (None, start_name):
            raise RuleError(f"the first cell is {self.start} by the rules, not {start_name}")
        free_cells = self.protected(ground, cell)
        mine_room = ground.capacity * (ground.cells - len(free_cells))
        if ground.mines > mine_room:
            raise RuleError(
                f"the game cannot start at {start_name}: first_click={self.first_click!r} leaves room "
                f"for {mine_room} mines there, not for {ground.mines}"
            )
        return free_cells

    def protected(self, ground: Ground, cell: int) -> frozenset[int]:
        """The cells that a first click here keeps free of mines. Raises RuleError: they cannot be told;
        ArgumentTypeError, CellError: there is no such cell."""
        cell = _checked_cell(ground, cell)
        if self.first_click in ("none", "given"):
            return frozenset()
        if self.first_click == "zero":
            return frozenset((cell, *ground.clue_cells(cell)))
        if self.first_click == "row-col":
            return self._row_and_column(ground, cell)
        return frozenset((cell,))

    def _row_and_column(self, ground: Ground, cell: int) -> frozenset[int]:
        """The cells whose names differ from that of this one in one coordinate at most."""
        clicked_name = ground.name(cell)
        if not isinstance(clicked_name, tuple):
            raise RuleError(
                f"first_click='row-col' needs rows and columns, which {self.board} has not"
            )
        free_cells = []
        for index in range(ground.cells):
            differing_coordinates = sum(map(ne, clicked_name, ground.name(index)))
            if differing_coordinates <= 1:
                free_cells.append(index)
        return frozenset(free_cells)

    def allowed(self, rows: int, cols: int, click: Cell) -> list[int]:
        """The cells of a square board, by index, that may hold a mine after this first click.

        Raises BoardFormatError, CellError: there is no such board, or cell; RuleError: as
            :meth:`protected`.
        """
        clicked_cell = Board.hidden(rows, cols).index(click)
        free_cells = self.protected(ground_of("square", (rows, cols), 0), clicked_cell)
        return [index for index in range(rows * cols) if index not in free_cells]


def _checked_cell(ground: Ground, cell: int) -> int:
    """The index of a cell. Raises ArgumentTypeError, CellError: there is no such cell."""
    check_type(ground, Ground, "a game starts on a Ground")
    index = whole_number(cell, "the index of a cell")
    if not 0 <= index < ground.cells:
        raise CellError(f"there is no cell {index}: the board has {ground.cells}")
    return index


RULE_SETS: Registry[Rules] = Registry("set of rules", Rules, {}, "minesolver.rule_sets")
"""Rules by name."""


def rules_of(name: str) -> Rules:
    """The rules of a name, of a first click, or of a board, where a safe cell is given. Raises RuleError."""
    if name in RULE_SETS:
        return RULE_SETS.get(name)
    if name not in _CHOICES["first_click"]:
        with suppress(UnknownNameError):
            return Rules("given", board=name)
    return Rules(name)


@lru_cache(maxsize=16)
def ground_of(board: str, shape: tuple[int, ...], mines: int | None) -> Ground:
    """The ground of a size under rules by name; "square" is Minesweeper's, which needs a mine count.

    Raises PuzzleError: as :class:`~minesolver.game.under_rules.UnderRules`; RuleError: without a mine count.
    """
    if board != "square":
        from ..model.variant import Field
        from .under_rules import UnderRules

        return UnderRules(Field.parse(board, shape), mines)
    if mines is None:
        raise RuleError("a game needs a number of mines, or a layout")
    return Ground(shape, mines)
