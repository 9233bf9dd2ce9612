"""Which cells a clue sees.

Each way of seeing is a small object: what it holds says all of it, so that the page's scripts, which have no
Python, see the same cells on a board of any size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from ..declared import described
from ..geometries import Geometry
from .rule import Neighbourhood

Seen = Sequence[tuple[int, ...]]
"""Of each cell, by index, the cells that a clue there sees."""


@dataclass(frozen=True)
class Steps:
    """The cells within so many steps, each to a neighbour or only through an edge."""

    number: int = 1
    edges: bool = False

    def __call__(self, geometry: Geometry) -> Seen:
        nearest = geometry.edges if self.edges else geometry.neighbours
        reached: Seen = nearest
        for _ in range(self.number - 1):
            reached = [_one_step_on(cell, cells, nearest) for cell, cells in enumerate(reached)]
        return reached


def _one_step_on(cell: int, reached_cells: tuple[int, ...], nearest: Seen) -> tuple[int, ...]:
    """The cells reached from a cell, and those next to them, without the cell itself."""
    cells_beside = [nearest[reached_cell] for reached_cell in reached_cells]
    all_cells = set(reached_cells).union(*cells_beside)
    return tuple(sorted(all_cells - {cell}))


@dataclass(frozen=True)
class Block:
    """The cell itself and its neighbours."""

    def __call__(self, geometry: Geometry) -> Seen:
        seen_by_cell = []
        for cell, neighbours in enumerate(geometry.neighbours):
            seen_by_cell.append(tuple(sorted({cell, *neighbours})))
        return seen_by_cell


@dataclass(frozen=True)
class Ahead:
    """The cells straight on through each edge: so many, or all up to the edge of the board."""

    number: int | None = None

    def __call__(self, geometry: Geometry) -> Seen:
        seen_by_cell = []
        for cell in range(len(geometry.cells)):
            cells: dict[int, None] = {}
            for ray in geometry.rays(cell):
                cells |= dict.fromkeys(ray[: self.number])
            seen_by_cell.append(tuple(cells))
        return seen_by_cell


@dataclass(frozen=True)
class Moves:
    """The cells so far (down, to the right) of each cell, where cells are squares in rows and columns."""

    moves: tuple[tuple[int, int], ...]

    def __call__(self, geometry: Geometry) -> Seen:
        seen_by_cell = []
        for cell in range(len(geometry.cells)):
            targets = dict.fromkeys(
                geometry.offset(cell, down, right) for down, right in self.moves
            )
            seen_by_cell.append(tuple(target for target in targets if target not in (-1, cell)))
        return seen_by_cell


knights = Moves(((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)))
"""The cells a knight's move away from each cell."""

_SIGHTS: dict[str, Callable[[Geometry], Seen]] = {
    "eight": Steps(),
    "four": Steps(edges=True),
    "cross": Ahead(2),
    "knight": knights,
    "radius-2": Steps(2),
    "deviation": Moves(tuple(product((-2, -1, 0), (-1, 0, 1)))),
    "kinsho": Moves(((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1))),
    "diamond": Steps(2, edges=True),
    "lines": Ahead(),
}
RULES = {name: Neighbourhood(**described(name), sees=sees) for name, sees in _SIGHTS.items()}
RULES["mosaic"] = Neighbourhood(**described("mosaic"), sees=Block(), printed=True)
