"""Cells in three or four dimensions."""

from functools import partial
from itertools import product
from operator import add

from ...base.errors import PuzzleError
from ..declared import described
from . import plane
from .geometry import Kind, Place, Point


def _corners(coordinates: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """Layers beside each other, blocks of layers below each other, a cell's width apart."""
    top_row = coordinates[0] * (shape[-2] + 1) if len(shape) == 4 else 0
    left_column = coordinates[-3] * (shape[-1] + 1)
    return plane.corners((top_row + coordinates[-2], left_column + coordinates[-1]), shape)


def _cubes(dimensions: int) -> Kind:
    moves = [move for move in product((-1, 0, 1), repeat=dimensions) if any(move)]
    edge_directions = []
    for direction, move in enumerate(moves):
        if sum(map(abs, move)) == 1:
            edge_directions.append(direction)

    def around(coordinates: Place) -> list[Place]:
        return [tuple(map(add, coordinates, move)) for move in moves]

    return Kind(
        **described(f"{dimensions}d"),
        around=around,
        edges=tuple(edge_directions),
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


def _folded(coordinates: Place, shape: tuple[int, ...]) -> Place:
    """The place on the next face that one beyond an edge stands for; beyond a corner there is none."""
    faces, size, cols = shape
    if (faces, size) != (len(FACES), cols):
        raise PuzzleError(f"a cube has six faces, each as high as wide: 6x{size}x{size}")

    # The middle of the cell by the ways of its face, in half cells from the middle of the cube.
    out, down, right = FACES[coordinates[0]][:3]
    position = {
        out: size,
        down: 2 * coordinates[1] + 1 - size,
        right: 2 * coordinates[2] + 1 - size,
    }
    directions_outside = []
    for face_direction in (down, right):
        if abs(position[face_direction]) > size:
            directions_outside.append(
                face_direction if position[face_direction] > 0 else -face_direction
            )
    if not directions_outside:
        return coordinates
    if len(directions_outside) > 1:
        return (-1, *coordinates[1:])

    # On the next face, the way that led beyond the edge is the way out.
    position[out] = size - 1
    (next_out,) = directions_outside
    next_face = next(face_number for face_number, face in enumerate(FACES) if face[0] == next_out)
    next_coordinates = [next_face]
    for face_direction in FACES[next_face][1:3]:
        half_cells = (
            position[face_direction]
            if face_direction in position
            else -position.get(-face_direction, 0)
        )
        next_coordinates.append((half_cells + size - 1) // 2)
    return tuple(next_coordinates)


def _net(coordinates: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    face, row, col = coordinates
    net_row, net_column = FACES[face][3:]
    return plane.corners((net_row * shape[1] + row, net_column * shape[2] + col), shape)


def _around_in_layer(coordinates: Place) -> list[Place]:
    layer, *square_place = coordinates
    return [(layer, *neighbour) for neighbour in plane.around(tuple(square_place))]


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
