"""Where the cells of a board lie in a picture: the lattice of the lines between them.

Brightness changes at the borders of cells (``changes.py``); what repeats at one distance both ways
(``distances.py``), and where (``regions.py``), gives the pitch of the cells and the part of the picture to
look at, in which lines stand like the teeth of a comb (``combs.py``), unless they fill the picture
(``filling.py``). Where exactly they lie, and how clear they are, is said by ``borders.py``. No theme is
assumed, and nothing here looks at what the cells show.

The numbers that name no source were set by hand, one after another, on the programs of
``benchmarks/screenshots/programs.toml``: ``programs.py score`` beside it says what another value reads.
"""

from .borders import between_cells, border_clearness, refined
from .cell_grid import (
    GRID_ENDS,
    SMALLEST_SIDE,
    CellRun,
    Grid,
    Sides,
    longer,
    pixels_to_the_edge,
    same_grid,
    scaled,
    shorter,
)
from .changes import Changes, brightness_changes, values_at
from .combs import grid_in_region
from .distances import likely_pitches, repeated_sides
from .filling import grids_that_fill
from .regions import LARGE_PICTURE, regions_with_cells

__all__ = [
    "GRID_ENDS",
    "LARGE_PICTURE",
    "SMALLEST_SIDE",
    "CellRun",
    "Changes",
    "Grid",
    "Sides",
    "between_cells",
    "border_clearness",
    "brightness_changes",
    "grid_in_region",
    "grids_that_fill",
    "likely_pitches",
    "longer",
    "pixels_to_the_edge",
    "refined",
    "regions_with_cells",
    "repeated_sides",
    "same_grid",
    "scaled",
    "shorter",
    "values_at",
]
