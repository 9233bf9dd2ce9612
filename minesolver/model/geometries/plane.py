"""Squares, also with opposite edges joined; hexagons; triangles."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin, sqrt

from ..declared import described
from .geometry import Kind, Place, Point

# Directions as (rows down, columns to the right), in cyclic order but for triangles.
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
# Right, down right, down left, left, up left, up right.
_AROUND_HEXAGON_OF_EVEN_ROW = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
_AROUND_HEXAGON_OF_ODD_ROW = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))
_AROUND_TRIANGLE_UP = (
    (0, -2),
    (0, -1),
    (0, 1),
    (0, 2),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (1, -2),
    (1, -1),
    (1, 0),
    (1, 1),
    (1, 2),
)
_AROUND_TRIANGLE_DOWN = tuple((-down, right) for down, right in _AROUND_TRIANGLE_UP)


def _moved(coordinates: Place, moves: Sequence[Place]) -> list[Place]:
    row, col = coordinates
    return [(row + down, col + right) for down, right in moves]


def corners(coordinates: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """Those of a square."""
    row, col = coordinates
    return ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))


def around(coordinates: Place) -> list[Place]:
    """The eight squares around one."""
    return _moved(coordinates, _AROUND)


def _around_hexagon(coordinates: Place) -> list[Place]:
    is_odd_row = coordinates[0] % 2 == 1
    return _moved(
        coordinates, _AROUND_HEXAGON_OF_ODD_ROW if is_odd_row else _AROUND_HEXAGON_OF_EVEN_ROW
    )


def _around_triangle(coordinates: Place) -> list[Place]:
    return _moved(
        coordinates, _AROUND_TRIANGLE_UP if _points_up(coordinates) else _AROUND_TRIANGLE_DOWN
    )


def _points_up(coordinates: Place) -> bool:
    """Whether the triangle does: where row and column are both even or both odd."""
    row, col = coordinates
    return (row + col) % 2 == 0


def _of_hexagon(coordinates: Place, shape: tuple[int, ...]) -> list[Point]:
    """In rows, every second row half a cell to the right."""
    row, col = coordinates
    x = col + 0.5 + (row % 2) / 2
    y = (row * 1.5 + 1) / sqrt(3)
    angles = [corner * pi / 3 for corner in range(6)]
    return [(x + sin(angle) / sqrt(3), y - cos(angle) / sqrt(3)) for angle in angles]


def _of_triangle(coordinates: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    row, col = coordinates
    height = sqrt(3) / 2
    left_edge = col / 2
    right_edge = left_edge + 1
    middle = left_edge + 0.5
    top_edge = row * height
    bottom_edge = top_edge + height
    if _points_up(coordinates):
        return (middle, top_edge), (right_edge, bottom_edge), (left_edge, bottom_edge)
    return (left_edge, top_edge), (right_edge, top_edge), (middle, bottom_edge)


def _joined(down: int, right: int) -> Callable[[Place, tuple[int, ...]], Place]:
    """Joins top and bottom (``down``), left and right: 0 not at all, 1 as they lie, -1 turned over."""

    def joined(coordinates: Place, shape: tuple[int, ...]) -> Place:
        row, col = coordinates
        rows, cols = shape
        # Beyond an edge that is turned over, every second board is turned in the other direction.
        turns_columns = down == -1 and row // rows % 2 == 1
        turns_rows = right == -1 and col // cols % 2 == 1
        if turns_rows:
            row = rows - 1 - row
        if turns_columns:
            col = cols - 1 - col
        return (row % rows if down else row, col % cols if right else col)

    return joined


_JOINED_EDGES = {
    "square": (0, 0),
    "torus": (1, 1),
    "cylinder": (0, 1),
    "moebius": (0, -1),
    "klein": (-1, 1),
    "projective": (-1, -1),
}
"""How top and bottom, and left and right, are joined: see :func:`_joined`."""

GEOMETRIES = {
    "hex": Kind(
        **described("hex"),
        around=_around_hexagon,
        edges=(0, 1, 2, 3, 4, 5),
        corners=_of_hexagon,
        coloured=False,
    ),
    "triangle": Kind(
        **described("triangle"),
        around=_around_triangle,
        edges=(1, 2, 9),  # left, right, and the one across the base
        corners=_of_triangle,
        ring=False,
        rays=False,
    ),
}
for _name, (_down, _right) in _JOINED_EDGES.items():
    GEOMETRIES[_name] = Kind(
        **described(_name),
        around=around,
        edges=(1, 3, 5, 7),
        corners=corners,
        joined=_joined(_down, _right),
        rays=-1 not in (_down, _right),
        offset=True,
    )
