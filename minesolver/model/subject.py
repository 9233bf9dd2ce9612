"""What engines, explanations and drawings ask of whatever is analysed: a board, a puzzle.

Cells are known by index, in the order of :attr:`Subject.cells`; hidden quantities follow after them.
A constraint is over *all* of its cells, known ones included, and says what the clue says: nothing is
subtracted. What is known of single cells stands apart, in :meth:`Subject.values`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from .constraint import Constraint

if TYPE_CHECKING:
    from .board import Board


class Subject(Protocol):
    """Cells, what is known of them, the constraints over them, and the prior."""

    @property
    def cells(self) -> tuple[Any, ...]:
        """Names of the cells: (row, column) row by row on a board."""
        ...

    @property
    def hidden_quantities(self) -> tuple[Any, ...]:
        """Names of the unknowns that are no cells; none on a board."""
        ...

    @property
    def capacity(self) -> tuple[int, ...]:
        """The most mines in each cell, and the most of each hidden quantity."""
        ...

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All statements about the cells; of a board one for each opened clue."""
        ...

    @property
    def mines(self) -> int | None:
        """All mines, the known ones included; ``None`` where that is not known."""
        ...

    @property
    def density(self) -> Fraction | None:
        """P(mine) of a cell by itself where no mine count is known; ``None``: every layout alike."""
        ...

    @property
    def prior(self) -> str:
        """The prior over layouts, in words."""
        ...

    @property
    def title(self) -> str:
        """What it is, in a few words."""
        ...

    @property
    def columns(self) -> int:
        """How many cells lie in a row where the cells come row by row: a hint for the order of counting."""
        ...

    def values(self) -> dict[int, int]:
        """Known values by index: 0 for opened cells, 1 for known mines."""
        ...

    @property
    def unknown(self) -> npt.NDArray[np.bool_]:
        """bool (cells,): whether a cell's value is not known."""
        ...

    @property
    def plain(self) -> Board | None:
        """The square board with plain clues that says the same of as many cells, if there is one."""
        ...

    def named(self, indices: Sequence[int]) -> list[Any]:
        """Names of cells."""
        ...

    def preferred(self, indices: Sequence[int]) -> int:
        """Which of several equally good cells to open."""
        ...

    def index(self, name: Any) -> int:
        """The index of a cell. Raises an error that names it where there is none."""
        ...

    def arranged(self, values: Sequence[Any]) -> Any:
        """One value a cell, by index, in the shape that users get.

        Returns: float64 (rows, cols) for a board; else a mapping from the cells' names.
        """
        ...

    def listed(self, values: Sequence[Any]) -> Any:
        """The same in the shape that JSON gets.

        Returns: Rows, with ``None`` where there is no cell, for what lies in rows and columns; else an
            object.
        """
        ...

    def described(self) -> dict[str, Any]:
        """What the JSON of an analysis says of the subject itself."""
        ...
