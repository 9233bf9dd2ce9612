"""A geometry: a helix, each row of which goes on in the next."""

from minesolver.model.geometries.geometry import Kind, Place
from minesolver.model.geometries.plane import around, corners


def joined(place: Place, shape: tuple[int, ...]) -> Place:
    row, col = place
    _, cols = shape
    return (row + col // cols, col % cols)


KIND = Kind(
    name="helix",
    definition="Squares; the right edge of each row is joined to the left edge of the next.",
    around=around,
    edges=(1, 3, 5, 7),
    corners=corners,
    source="minesolver's example",
    joined=joined,
    ring=False,
    coloured=False,
)
