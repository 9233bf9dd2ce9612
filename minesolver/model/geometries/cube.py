"""Cells in three or four dimensions."""

from functools import partial
from itertools import product

from ...base.errors import PuzzleError
from ..declared import described
from . import plane
from .geometry import Kind, Place, Point


def _corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """Layers beside each other, blocks of layers below each other, a cell's width apart."""
    down = place[0] * (shape[-2] + 1) if len(shape) == 4 else 0
    return plane.corners((down + place[-2], place[-3] * (shape[-1] + 1) + place[-1]), shape)


def _cubes(size: int) -> Kind:
    moves = [move for move in product((-1, 0, 1), repeat=size) if any(move)]
    return Kind(
        **described(f"{size}d"),
        around=lambda place: [tuple(a + b for a, b in zip(place, move, strict=True)) for move in moves],
        edges=tuple(d for d, move in enumerate(moves) if sum(map(abs, move)) == 1),
        corners=_corners,
        dimensions=size,
        ring=False,
    )


# Of each face of a cube: which way is out, down, and to the right (1 to 3: an axis, below 0: backwards); its
# row and column in the drawing.
FACES = (
    (2, 3, 1, 0, 1),
    (3, -2, 1, 1, 1),
    (1, -2, -3, 1, 2),
    (-3, -2, -1, 1, 3),
    (-1, -2, 3, 1, 0),
    (-2, -3, 1, 2, 1),
)


def _folded(place: Place, shape: tuple[int, ...]) -> Place:
    """The place on the next face that one beyond an edge stands for; beyond a corner there is none."""
    faces, size, cols = shape
    if (faces, size) != (len(FACES), cols):
        raise PuzzleError(f"a cube has six faces, each as high as wide: 6x{size}x{size}")
    out, *ways = FACES[place[0]][:3]
    at = {out: size}  # the middle of the cell, in half cells from that of the cube
    for way, k in zip(ways, place[1:], strict=True):
        at[way] = 2 * k + 1 - size
    beyond = [way if at[way] > 0 else -way for way in ways if abs(at[way]) > size]
    if len(beyond) != 1:
        return (-1, *place[1:]) if beyond else place
    at[out] = size - 1
    face = next(number for number, own in enumerate(FACES) if own[0] == beyond[0])
    there = [at.get(way, -at.get(-way, 0)) for way in FACES[face][1:3]]
    return (face, *((k + size - 1) // 2 for k in there))


def _net(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    down, right = FACES[place[0]][3:]
    return plane.corners((down * shape[1] + place[1], right * shape[2] + place[2]), shape)


_layers = partial(
    Kind,
    around=lambda place: [(place[0], *beside) for beside in plane.around(place[1:])],
    edges=(1, 3, 5, 7),
    dimensions=3,
    coloured=False,
)

GEOMETRIES = {
    "3d": _cubes(3),
    "4d": _cubes(4),
    "boards": _layers(**described("boards"), corners=_corners),
    "cube": _layers(**described("cube"), corners=_net, joined=_folded, rays=False),
}
