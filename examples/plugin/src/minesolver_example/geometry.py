"""A geometry: a Moebius strip, whose left edge is joined to the right one upside down."""

from minesolver.model.geometries.geometry import Kind, Place
from minesolver.model.geometries.square import around, corners


def joined(place: Place, shape: tuple[int, ...]) -> Place:
    (row, col), (rows, cols) = place, shape
    return (rows - 1 - row if col // cols % 2 else row, col % cols)


KIND = Kind(
    name="moebius",
    definition="Squares; the left edge is joined to the right one upside down.",
    around=around,
    edges=(1, 3, 5, 7),
    corners=corners,
    source="minesolver's example",
    joined=joined,
    ring=False,
    coloured=False,
)
