"""JSON that lists the opened cells by their places: ``{"rows": 9, "cols": 9, "revealed_cells": [{"row": 0,
"col": 1, "value": 2}, ...]}``, with x and y for col and row as well; all other cells are hidden.

The list, the size, the mine count and a list of flags may stand at any depth, as in a task of a benchmark.
Rows and columns count from 0; from 1 where no number is 0 and one is that of the last row or column.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, counted, quoted
from ...model.board import HIDDEN, MAX_CELLS, MINE
from ...model.cut import board_of
from .reading.table import CELL_KEYS, KEYS
from .readings import Reading
from .source import Format, Source

_LIST_OF_OBJECTS = re.compile(r"\[\s*\{")
_SIZE_KEYS = ("board_size", "boardSize", "grid_size", "gridSize", "dimensions", "shape", "size")
_SIZE_TEXT = re.compile(r"\s*(\d{1,4})\s*[xX]\s*(\d{1,4})\s*")
_FLAG_LISTS = ("flagged_cells", "flaggedCells", "flagged", "flags")
_MAX_DEPTH = 6
_STATE_KEYS = {*CELL_KEYS["open"], *CELL_KEYS["closed"], *CELL_KEYS["state"], *CELL_KEYS["mine"]}
"""Keys of cells that say themselves whether they are open: these are read with the rows of a board."""


class _CellList(NamedTuple):
    """A list of opened cells: its key, the objects around it from the outermost, and which keys it uses."""

    key: str
    cells: list[dict[str, Any]]
    enclosing: tuple[dict[str, Any], ...]
    row_key: str
    column_key: str
    clue_key: str


def _cell_lists(value: Any, key: str = "", enclosing: tuple[Any, ...] = ()) -> Iterator[_CellList]:
    """All lists of opened cells within a value."""
    if len(enclosing) > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for inner_key, inner_value in value.items():
            yield from _cell_lists(inner_value, inner_key, (*enclosing, value))
    elif isinstance(value, list) and value and all(isinstance(cell, dict) for cell in value):
        shared_keys = set(value[0]).intersection(*value[1:])
        row_key = _first_key(CELL_KEYS["row"], shared_keys)
        column_key = _first_key(CELL_KEYS["column"], shared_keys)
        clue_key = _first_key(CELL_KEYS["clue"], shared_keys)
        has_states = any(not _STATE_KEYS.isdisjoint(cell) for cell in value)
        if row_key and column_key and clue_key and not has_states:
            yield _CellList(key, value, enclosing, row_key, column_key, clue_key)


def _first_key(keys: list[str], present_keys: set[str]) -> str:
    return next((key for key in keys if key in present_keys), "")


def holds_cells(value: Any) -> bool:
    """Whether what JSON says has a list of opened cells by their places."""
    return any(True for _ in _cell_lists(value))


def lists_cells(source: Source) -> bool:
    """Whether a text is JSON with a list of opened cells by their places."""
    if not source.is_json or _LIST_OF_OBJECTS.search("\n".join(source.lines)) is None:
        return False
    return holds_cells(source.json())


def _interpret(source: Source) -> Reading:
    cell_lists = list(_cell_lists(source.json()))
    line = source.first_line
    if len(cell_lists) != 1:
        message = "no list of cells such as "
        message += '{"rows": 3, "cols": 3, "cells": [{"row": 0, "col": 1, "value": 2}]}'
        if cell_lists:
            names = ", ".join(cell_list.key or "the outermost" for cell_list in cell_lists)
            message = f"which of these lists of cells is the board: {names}? Give one of them"
        raise BoardFormatError(message, line=line)
    (cell_list,) = cell_lists
    size, size_words = _size(cell_list, line)
    rows, cols = size
    if not 0 < rows * cols <= MAX_CELLS:
        raise BoardFormatError(f"{rows}x{cols} is no size of a board", line=line)

    # Opened cells, and flags on others.
    positions = [_place(cell, cell_list, line) for cell in cell_list.cells]
    flags = [_place(cell, cell_list, line) for cell in _flags(cell_list)]
    first_index = _first_index([*positions, *flags], size)
    grid = [[HIDDEN] * cols for _ in range(rows)]
    codes = [_clue(cell, cell_list, line) for cell in cell_list.cells] + [MINE] * len(flags)
    for position, code in zip([*positions, *flags], codes, strict=True):
        row, col = position[0] - first_index, position[1] - first_index
        if not (0 <= row < rows and 0 <= col < cols):
            message = f"the cell {position} is not on the {rows}x{cols} board"
            raise BoardFormatError(
                f"{message} (rows and columns count from {first_index})", line=line
            )
        if grid[row][col] not in (HIDDEN, code):
            raise BoardFormatError(f"the cell {position} is said to be two things", line=line)
        grid[row][col] = code

    mine_count, density = source.stated_total
    if mine_count is None and density is None and source.left is None:
        mine_count = _mine_count(cell_list)
    board = board_of(grid, mine_count, density, source.cut)
    columns_and_rows = f"{cell_list.row_key} as the row, {cell_list.column_key} as the column"
    taken = [
        f"{counted(len(positions), 'cell')} of {cell_list.key or 'the list'} as opened, all others as hidden",
        f"{columns_and_rows}, from {first_index}",
        *size_words,
    ]
    if flags:
        taken.append(f"{counted(len(flags), 'flag')} as known mines")
    return Reading(board, tuple(taken))


def _size(cell_list: _CellList, line: int) -> tuple[tuple[int, int], list[str]]:
    """Rows and columns, as the nearest object around the list says, and how it was understood."""
    for values in reversed(cell_list.enclosing):
        rows, cols = _whole(values, KEYS["rows"]), _whole(values, KEYS["columns"])
        if rows is not None and cols is not None:
            return (rows, cols), []
        for key in _SIZE_KEYS:
            size = _size_of(values.get(key))
            if size is not None:
                return size, [f"{key} as {size[0]} rows and {size[1]} columns"]
    message = 'these cells are without the size of their board: add "rows" and "cols"'
    raise BoardFormatError(message, line=line)


def _size_of(value: Any) -> tuple[int, int] | None:
    """The size that one value says: 9, [9, 9], {"rows": 9, "cols": 9} or "9x9"."""
    if isinstance(value, Mapping):
        rows, cols = _whole(value, KEYS["rows"]), _whole(value, KEYS["columns"])
        return None if rows is None or cols is None else (rows, cols)
    if isinstance(value, str):
        match = _SIZE_TEXT.fullmatch(value)
        return None if match is None else (int(match[1]), int(match[2]))
    if type(value) is int:
        return value, value
    is_pair = isinstance(value, list) and len(value) == 2 and {*map(type, value)} == {int}
    return (value[0], value[1]) if is_pair else None


def _whole(values: Mapping[str, Any], keys: list[str]) -> int | None:
    for key in keys:
        number = values.get(key)
        if type(number) is int:
            return number
    return None


def _flags(cell_list: _CellList) -> list[dict[str, Any]]:
    """The cells of a list of flags beside the opened ones."""
    for key in _FLAG_LISTS:
        flags = cell_list.enclosing[-1].get(key) if cell_list.enclosing else None
        if isinstance(flags, list) and all(isinstance(flag, dict) for flag in flags):
            return flags
    return []


def _place(cell: dict[str, Any], cell_list: _CellList, line: int) -> tuple[int, int]:
    row, col = cell.get(cell_list.row_key), cell.get(cell_list.column_key)
    if type(row) is not int or type(col) is not int:
        message = f"a cell has a row and a column, whole numbers, not {quoted(cell)}"
        raise BoardFormatError(message, line=line, symbol=quoted(cell))
    return row, col


def _clue(cell: dict[str, Any], cell_list: _CellList, line: int) -> int:
    value = cell[cell_list.clue_key]
    if isinstance(value, str) and value.strip() in list("012345678"):
        value = int(value)
    if type(value) is not int or not 0 <= value <= 8:
        position = _place(cell, cell_list, line)
        message = f"the cell {position} has {cell_list.clue_key} {quoted(value)}: an opened cell shows 0 to 8"
        raise BoardFormatError(message, line=line, symbol=quoted(value))
    return value


def _first_index(positions: list[tuple[int, int]], size: tuple[int, int]) -> int:
    """From where rows and columns count: 0, as in nearly all programs, or 1 where they cannot from 0."""
    has_zero = any(0 in position for position in positions)
    is_past_end = any(position[0] == size[0] or position[1] == size[1] for position in positions)
    return int(is_past_end and not has_zero)


def _mine_count(cell_list: _CellList) -> int | None:
    for values in reversed(cell_list.enclosing):
        mine_count = _whole(values, KEYS["mines"])
        if mine_count is not None:
            return mine_count
    return None


FORMAT = Format(
    "cells",
    'JSON that lists the opened cells: {"rows": 3, "cols": 3, "cells": [{"row": 0, "col": 1, "value": 2}]}',
    lambda source: _interpret(source).subject,
    lists_cells,
    rank=-1,
    interprets=_interpret,
)
