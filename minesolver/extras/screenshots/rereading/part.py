"""A reading as a part of a board: the picture may be cut between two of its cells."""

from dataclasses import replace

from ....model.board import Cell
from ..answer import ScreenshotReading
from ..margin import ENDS_WITH_PICTURE, NO_LAYOUT_UNLESS_CUT, MarginCells
from ..one_board import read_grid
from ..size.edge import lies_at, may_go_on, sides_at_the_edge, sides_likely_cut
from ..size.sizes import has_game_size
from ..task import SHORT_WORK, Task
from ..work import CELL_SEEN

CLEAR_CHANGE = 0.005
"""How likely the symbol of a changed cell is at most, where something else was clearly seen there."""


def as_part(
    task: Task, reading: ScreenshotReading, first_reading: ScreenshotReading
) -> ScreenshotReading:
    """A reading that fits no layout, or only against what is clearly seen, as a part of a board that goes
    on beyond the picture's edge, where that helps. The first reading is rather a part than a whole board of
    another size that no usual game has."""
    if reading.resized is not None and not has_game_size(reading.grid):
        part_reading = _part_against(task, first_reading)
        if part_reading is not None:
            return part_reading
    return _part_against(task, reading) or reading


def up_to_the_edge(task: Task, reading: ScreenshotReading) -> ScreenshotReading:
    """The reading with the sides at which its board ends with the picture and may go on; as a part, and a
    question, where it most likely does."""
    if reading.cut:
        return reading
    likely_cut = sides_likely_cut(task.pixels, reading.grid)
    if likely_cut and not reading.doubtful:
        part_reading = _read_as_part(task, reading, MarginCells(likely_cut), ENDS_WITH_PICTURE)
        if part_reading is not None:
            return part_reading
    sides = may_go_on(task.pixels, reading.grid)
    return replace(reading, may_go_on=MarginCells(sides).names)


def _part_against(task: Task, reading: ScreenshotReading) -> ScreenshotReading | None:
    """The reading as a part of a board, where something at the picture's edge speaks against it, and
    nothing against the part; ``None``: it is not so."""
    cells_against = {*reading.against, *_clear_changes(reading)}
    sides = sides_at_the_edge(task.pixels, reading.grid)
    if reading.cut or not lies_at(sides, reading.grid, cells_against):
        return None
    part_reading = _read_as_part(task, reading, MarginCells(sides), NO_LAYOUT_UNLESS_CUT)
    if part_reading is None or part_reading.contradiction is not None:
        return None
    return None if _clear_changes(part_reading) else part_reading


def _read_as_part(
    task: Task, reading: ScreenshotReading, margin_cells: MarginCells, cause: str
) -> ScreenshotReading | None:
    """The board of a reading as a part, with hidden cells beyond it; ``None``: there is no work left."""
    if not task.work.affords(CELL_SEEN * reading.chances.size + SHORT_WORK):
        return None
    part_reading = read_grid(task, reading.grid, margin_cells)
    return replace(part_reading, strange=margin_cells.description(cause))


def _clear_changes(reading: ScreenshotReading) -> set[Cell]:
    """The cells in which something else was clearly seen, which no layout allows."""
    return {cell.cell for cell in reading.uncertain if cell.changed and cell.chance < CLEAR_CHANGE}
