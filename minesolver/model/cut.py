"""A cut-out: a part of a square board, which goes on beyond some of its edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, is_iterable, quoted
from .board import (
    HIDDEN,
    Board,
    Cell,
    checked_codes,
    checked_density,
    clue_limits,
    neighbours,
    numbers,
)
from .constraint import Constraint, SumConstraint
from .lists import CorePosition

SIDES = ("left", "top", "right", "bottom")
"""The edges beyond which a board may go on, in the order in which they are written."""
_ALL_SIDES = "all"

NO_MINE_COUNT = (
    "a board that goes on beyond its edges has no mine count, as other mines may lie there; "
    "where a count is known of the board and the cells next to it, draw these as hidden cells, without cut"
)


def checked_cut(cut: str | Iterable[str] | None) -> tuple[str, ...]:
    """The sides of a cut in their order: of names in a text, with commas or blanks between them, or of
    several. ``all`` are all four. Raises BoardFormatError: one is no side.
    """
    if cut is None:
        return ()
    sides: set[str] = set()
    names: list[Any] = [cut]
    if isinstance(cut, str):
        names = cut.replace(",", " ").split()
    elif is_iterable(cut):
        names = list(cut)
    for name in names:
        side = name.strip().lower() if isinstance(name, str) else name
        if side == _ALL_SIDES:
            sides.update(SIDES)
        elif side in SIDES:
            sides.add(side)
        else:
            message = f"{quoted(name)} is no side of a board: {', '.join(SIDES)} or {_ALL_SIDES}"
            raise BoardFormatError(message, symbol=quoted(name))
    return tuple(side for side in SIDES if side in sides)


def board_of(
    grid: npt.ArrayLike,
    mines: int | None = None,
    density: float | str | Fraction | None = None,
    cut: str | Iterable[str] | None = (),
) -> Board:
    """A board, or a cut board where there is a cut. Raises BoardFormatError: the arguments describe none."""
    sides = checked_cut(cut)
    return CutBoard(grid, sides, mines, density) if sides else Board(grid, mines, density)


class CutBoard(Board):
    """A board that goes on beyond some of its edges.

    There lies a ring of hidden cells of which nothing else is known, and which the clues next to it share.
    What is proved holds for every whole board of which this one is a part. Probabilities are those of the
    layouts of board and ring together, all alike or by the density; ``solutions`` counts these. Nothing is
    said of the cells of the ring, but that layouts have those of them that hold mines: their names, such as
    (-1, 2), lie off the board.

    grid, density: As for :class:`~minesolver.model.board.Board`
    cut: Some of ``SIDES``
    mines: ``None``: how many lie on a part of a board is not known
    Raises BoardFormatError: the arguments describe no board, or say a mine count.
    """

    # No slots: few boards are cut, and these keep what is made of them.

    def __init__(
        self,
        grid: npt.ArrayLike,
        cut: str | Iterable[str],
        mines: int | None = None,
        density: float | str | Fraction | None = None,
    ) -> None:
        self._cut = checked_cut(cut)
        if mines is not None:
            raise BoardFormatError(NO_MINE_COUNT, symbol=str(mines))
        number_array = numbers(grid, 2)
        self._shape = cast(tuple[int, int], number_array.shape)

        # A clue at a cut edge has neighbours beyond it.
        limits = clue_limits(*self._whole_shape)[self._window]
        codes = checked_codes(number_array, limits=limits)
        self._core_position = CorePosition(codes.tobytes(), self._shape)
        self._grid = None
        self._mines = None
        self._density = checked_density(density)

    @property
    def cut(self) -> tuple[str, ...]:
        return self._cut

    @property
    def _cut_text(self) -> str:
        return f"cut={','.join(self._cut)}"

    @property
    def _whole_shape(self) -> tuple[int, int]:
        rows, cols = self._shape
        return (
            rows + ("top" in self._cut) + ("bottom" in self._cut),
            cols + ("left" in self._cut) + ("right" in self._cut),
        )

    @property
    def _window(self) -> tuple[slice, slice]:
        """Where the board lies in the board with the ring."""
        first_row, first_col = self._first_cell
        rows, cols = self._shape
        return slice(first_row, first_row + rows), slice(first_col, first_col + cols)

    @property
    def _first_cell(self) -> Cell:
        return int("top" in self._cut), int("left" in self._cut)

    @cached_property
    def whole(self) -> Board:
        """The board with the ring of hidden cells around it."""
        codes = np.full(self._whole_shape, HIDDEN, np.int8)
        codes[self._window] = self.grid
        return Board(codes, None, self._density)

    @cached_property
    def places(self) -> npt.NDArray[np.int_]:
        """int (cells,): the index in ``whole`` of each cell of the board."""
        indices = np.arange(len(self.whole)).reshape(self._whole_shape)
        return indices[self._window].ravel()

    def whole_names(self, indices: Sequence[int]) -> list[Cell]:
        """Names of cells of ``whole``, by index, as this board counts rows and columns."""
        first_row, first_col = self._first_cell
        names = []
        for row, col in self.whole._named(indices):
            names.append((row - first_row, col - first_col))
        return names

    # To whatever counts nothing, as explanations, the cells of the ring are quantities that nobody sees.

    @cached_property
    def _ring(self) -> list[int]:
        """The cells of the ring, by their index in ``whole``."""
        return sorted(set(range(len(self.whole))).difference(self.places.tolist()))

    @property
    def _hidden_quantities(self) -> tuple[Cell, ...]:
        return tuple(self.whole_names(self._ring))

    @property
    def _capacity(self) -> tuple[int, ...]:
        return (1,) * len(self.whole)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        index_of_place = {
            place: index for index, place in enumerate([*self.places.tolist(), *self._ring])
        }
        neighbour_lists = neighbours(*self._whole_shape)
        constraints = []
        for index, (place, code) in enumerate(
            zip(self.places.tolist(), self.grid.ravel().tolist(), strict=True)
        ):
            if 0 <= code <= 8:
                row, col = divmod(index, self.cols)
                cells = [index_of_place[neighbour] for neighbour in neighbour_lists[place]]
                name = f"clue {code} at ({row},{col})"
                constraints.append(SumConstraint(cells, (code,), name, index))
        return tuple(constraints)

    def _sums(self) -> CorePosition | None:  # type: ignore[override]
        return None  # the core knows no quantities besides cells

    @property
    def _plain(self) -> Board | None:  # type: ignore[override]
        return None

    @property
    def _title(self) -> str:
        return f"{super()._title} {self._cut_text}"

    @property
    def prior(self) -> str:
        cells = f"the board and the cells next to its cut edges ({', '.join(self._cut)})"
        if self._density is not None:
            return f"each hidden cell of {cells} a mine with probability {self._density}"
        return f"uniform over layouts of {cells}"

    def _preferred(self, indices: Sequence[int]) -> int:
        places = self.places.tolist()
        index_of_place = {places[index]: index for index in indices}
        return index_of_place[self.whole._preferred(list(index_of_place))]

    def _described(self) -> dict[str, Any]:
        return {**super()._described(), "cut": list(self._cut)}

    def _replaced(self, changes: Mapping[Cell, int], mines: int | None, density: Any) -> CutBoard:
        return CutBoard(self._changed_grid(changes), self._cut, mines, density)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._cut == other.cut and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((super().__hash__(), self._cut))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (np.array(self.grid), self._cut, self._density, self.taken)

    def __str__(self) -> str:
        prior = "?" if self._density is None else f"~{self._density}"
        text_lines = super().__str__().splitlines()[-self.rows :]
        first_line = f"{self.rows}x{self.cols}x{prior} {self._cut_text}"
        return "\n".join([first_line, *text_lines])


def _restored(
    grid: npt.ArrayLike, cut: tuple[str, ...], density: Fraction | None, taken: tuple[str, ...]
) -> CutBoard:
    """A cut board that is unpickled."""
    board = CutBoard(grid, cut, None, density)
    if taken:
        board._taken = taken
    return board


def cuts() -> Iterable[tuple[str, ...]]:
    """All cuts there are, those of fewest sides first."""
    return chain.from_iterable(
        combinations(SIDES, side_count) for side_count in range(1, len(SIDES) + 1)
    )
