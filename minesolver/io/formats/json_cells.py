"""Boards in JSON as programs keep them: cells that are objects, a flat list with its size, one long text."""

from typing import Any

from .reading.table import CELL_KEYS, KEYS

_MOST_ROWS = 10_000


def size_in(values: dict[str, Any]) -> tuple[int, int] | None:
    """(rows, columns) that an object tells beside its board."""
    height, width = _first_count(values, KEYS["rows"]), _first_count(values, KEYS["columns"])
    return None if height is None or width is None else (height, width)


def stated_size(values: dict[str, Any]) -> tuple[int, int] | None:
    """The same, told by keys that name nothing else: x and y may be a move."""
    return size_in({key: value for key, value in values.items() if len(key) > 1})


def _first_count(values: dict[str, Any], keys: list[str]) -> int | None:
    for key in keys:
        value = values.get(key)
        if type(value) is int and 0 < value <= _MOST_ROWS:
            return value
    return None


def rows_of(data: Any, size: tuple[int, int] | None) -> Any:
    """The rows of a board, where it is no list of rows; what is none of these comes back as it is."""
    if isinstance(data, str):
        return _rows_of_text(data, size)
    if not isinstance(data, list) or not data or any(isinstance(cell, list) for cell in data):
        return data
    if all(isinstance(cell, dict) for cell in data):
        rows = _rows_of_objects(data) or _placed(data)
        if rows is not None:
            return rows
    # A flat list of cells; texts of more signs are rows, though there be as many of them.
    are_rows = any(isinstance(cell, str) and len(cell) > 2 for cell in data)
    if size is None or size == (1, 1) or len(data) != size[0] * size[1] or are_rows:
        return data
    return _in_rows(data, size[1])


def _rows_of_text(text: str, size: tuple[int, int] | None) -> Any:
    """The rows of one long text, by its line breaks or by its size; the text itself, where it has neither."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return lines
    if size is not None and len(text) == size[0] * size[1]:
        return _in_rows(text, size[1])
    return text


def _rows_of_objects(rows: list[dict[str, Any]]) -> list[Any] | None:
    """Rows that are objects with a list of cells each, such as ``{"cells": [1, "#"]}``; else None."""
    lists = []
    for row in rows:
        values = [row[key] for key in KEYS["board"] if isinstance(row.get(key), list)]
        if len(values) != 1:
            return None
        lists.append(values[0])
    return lists


def board_key_of(values: dict[str, Any]) -> str | None:
    """The key under which an object has its board: one that says so, else ``rows`` with a list."""
    for key in KEYS["board"]:
        if key in values:
            return key
    return "rows" if isinstance(values.get("rows"), list) else None


def _in_rows(cells: Any, width: int) -> list[Any]:
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _placed(cells: list[dict[str, Any]]) -> list[list[Any]] | None:
    """Cells by their own rows and columns; None: they do not tell, or do not fill a board."""
    cell_at: dict[tuple[int, int], Any] = {}
    for cell in cells:
        row, column = _first_whole(cell, CELL_KEYS["row"]), _first_whole(cell, CELL_KEYS["column"])
        if row is None or column is None:
            return None
        cell_at[row, column] = cell
    first_row = min(row for row, _ in cell_at)
    first_column = min(column for _, column in cell_at)
    height = max(row for row, _ in cell_at) - first_row + 1
    width = max(column for _, column in cell_at) - first_column + 1
    if len(cell_at) != len(cells) or height * width != len(cells) or height > _MOST_ROWS:
        return None
    rows = []
    for row in range(first_row, first_row + height):
        rows.append([cell_at[row, column] for column in range(first_column, first_column + width)])
    return rows


def _first_whole(values: dict[str, Any], keys: list[str]) -> int | None:
    for key in keys:
        if type(values.get(key)) is int:
            number: int = values[key]
            return number
    return None


def sign_of_object(cell: dict[str, Any]) -> str | None:
    """The sign of a cell that is an object, as its player sees it: where a hidden mine lies is not looked at.

    None: it does not tell whether it is open, or what it shows.
    """
    # A flag covers whatever is below it.
    word = _first_of(cell, CELL_KEYS["state"])
    state = word.lower() if isinstance(word, str) else ""
    if _first_of(cell, CELL_KEYS["flag"]) is True or state in CELL_KEYS["flag_words"]:
        return "*"

    # Programs say it as opened, as hidden, or in a word; what says none of these is not guessed at.
    is_open = _first_of(cell, CELL_KEYS["open"])
    is_closed = _first_of(cell, CELL_KEYS["closed"])
    clue = _first_of(cell, CELL_KEYS["clue"])
    if not isinstance(is_open, bool):
        if isinstance(is_closed, bool):
            is_open = not is_closed
        elif state in CELL_KEYS["open_words"]:
            is_open = True
        elif state in CELL_KEYS["closed_words"]:
            is_open = False
        else:
            return None
    if not is_open:
        return "#"

    # An empty clue is a zero, but a cell without the key has not said what it shows.
    if _first_of(cell, CELL_KEYS["mine"]) is True:
        return "*"
    if isinstance(clue, str) and clue.strip() in ("", "."):
        clue = 0
    has_clue = any(key in cell for key in CELL_KEYS["clue"])
    if not has_clue or isinstance(clue, bool):
        return None
    if clue is None:
        return "0"
    return str(clue).strip()


def _first_of(values: dict[str, Any], keys: list[str]) -> Any:
    for key in keys:
        if values.get(key) is not None:
            return values[key]
    return None
