"""Screenshots for the command and the page: the reader ``screenshot`` of :mod:`minesolver.io.readers`."""

from typing import Any

from ...io.formats import is_picture
from ...io.readers import PictureReading, Reader
from .answer import ScreenshotReading
from .answer_words import sentences
from .any_picture import read
from .lattice import Grid

_USUAL_SECONDS = 2.0


def _read(
    picture: bytes,
    *,
    mines: int | None = None,
    density: Any = None,
    limit: float | None = None,
    board: int | None = None,
    shape: tuple[int, int] | None = None,
    cut: str | None = None,
) -> PictureReading:
    """The board in a screenshot, with all that is said of it."""
    reading = read(
        picture,
        mines,
        density=density,
        limit=limit or _USUAL_SECONDS,
        board=board,
        shape=shape,
        cut=cut,
    )
    lines = sentences(reading, shape is not None)
    unsure_cells = [cell.cell for cell in reading.uncertain]
    return PictureReading(
        board=reading.board,
        sentences=lines,
        json_values=_json_values(reading, lines),
        picture_values=_picture_values(reading),
        is_question=reading.doubtful,
        contradiction=reading.contradiction,
        has_mine_count=reading.counter is not None,
        is_part=bool(reading.cut),
        uncertain_cells=tuple(dict.fromkeys([*unsure_cells, *reading.against])),
    )


def _json_values(reading: ScreenshotReading, lines: list[str]) -> dict[str, Any]:
    """How a picture was read, as the command's JSON has it."""
    rows_read = []
    for codes in reading.board.grid.tolist():
        rows_read.append("".join("#" if code < 0 else str(code) for code in codes))
    chances = []
    for row_chances in reading.chances.tolist():
        chances.append([round(chance, 4) for chance in row_chances])
    return {
        "read": rows_read,
        "flags": [list(cell) for cell in reading.flags],
        "uncertain": [cell.to_dict() for cell in reading.uncertain],
        "chances": chances,
        "doubtful": reading.doubtful,
        "counter": reading.counter,
        "part": list(reading.cut),
        "may_go_on": list(reading.may_go_on),
        "game_over": bool(reading.mines_shown),
        "notes": lines[1:],
    }


def _picture_values(reading: ScreenshotReading) -> dict[str, Any]:
    """How a picture was read, for who draws it beside the board."""
    first_size = None
    if reading.resized is not None:
        first_size = reading.resized.rows, reading.resized.cols
    boards = []
    for grid in reading.boards:
        boards.append({"size": (grid.rows, grid.cols), "box": _first_box(grid)})
    return {
        "box": _first_box(reading.grid),
        "flags": reading.flags,
        "instead": [(cell.cell, cell.instead) for cell in reading.uncertain],
        "doubtful": reading.doubtful,
        "contradiction": reading.contradiction,
        "counter": reading.counter,
        "strange": reading.strange,
        "cut": reading.cut,
        "may_go_on": reading.may_go_on,
        "mines_shown": len(reading.mines_shown),
        "frames": reading.frames,
        "first_size": first_size,
        "boards": boards,
        "board": reading.board_number,
    }


def _first_box(grid: Grid) -> tuple[float, float, float, float]:
    """Where the first cell of a grid is in its picture: left, top, width and height."""
    return grid.left, grid.top, grid.width, grid.height


READER = Reader("screenshot", is_picture, _read, __package__)
