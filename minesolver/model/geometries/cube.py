"""Cells in three or four dimensions."""

from functools import partial
from itertools import product
from operator import add

from ...base.errors import PuzzleError
from ..declared import described
from . import plane
from .geometry import Kind, Place, Point


def _corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """Layers beside each other, blocks of layers below each other, a cell's width apart."""
    down = place[0] * (shape[-2] + 1) if len(shape) == 4 else 0
    return plane.corners((down + place[-2], place[-3] * (shape[-1] + 1) + place[-1]), shape)


def _cubes(dimensions: int) -> Kind:
    moves = [move for move in product((-1, 0, 1), repeat=dimensions) if any(move)]

    def around(place: Place) -> list[Place]:
        return [tuple(map(add, place, move)) for move in moves]

    return Kind(
        **described(f"{dimensions}d"),
        around=around,
        edges=tuple(direction for direction, move in enumerate(moves) if sum(map(abs, move)) == 1),
        corners=_corners,
        dimensions=dimensions,
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

    # The middle of the cell by the ways of its face, in half cells from the middle of the cube.
    out, down, right = FACES[place[0]][:3]
    position = {out: size, down: 2 * place[1] + 1 - size, right: 2 * place[2] + 1 - size}
    ways_beyond = []
    for way in (down, right):
        if abs(position[way]) > size:
            ways_beyond.append(way if position[way] > 0 else -way)
    if not ways_beyond:
        return place
    if len(ways_beyond) > 1:
        return (-1, *place[1:])

    # On the next face, the way that led beyond the edge is the way out.
    position[out] = size - 1
    (next_out,) = ways_beyond
    next_face = next(number for number, face in enumerate(FACES) if face[0] == next_out)
    next_place = [next_face]
    for way in FACES[next_face][1:3]:
        half_cells = position[way] if way in position else -position.get(-way, 0)
        next_place.append((half_cells + size - 1) // 2)
    return tuple(next_place)


def _net(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    down, right = FACES[place[0]][3:]
    return plane.corners((down * shape[1] + place[1], right * shape[2] + place[2]), shape)


def _around_in_layer(place: Place) -> list[Place]:
    layer, *square = place
    return [(layer, *beside) for beside in plane.around(tuple(square))]


_layers = partial(
    Kind,
    around=_around_in_layer,
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
