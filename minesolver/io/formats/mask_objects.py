"""A mask beside a board in JSON: ``{"board": [[1, 2, -1], ...], "revealed": [[true, false, false], ...]}``.

The keys ``revealed``, ``visible``, ``opened`` and their like have true or 1 for open cells, ``hidden`` and
its like for closed ones; of a ``mask`` the mines tell, as none is open. What the board has in closed cells is
not looked at, but to count its mines where it is a whole layout. A third list may tell the flags.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, counted, quoted
from ...model.board import HIDDEN, MINE
from ...model.cut import board_of
from ...model.layout import Layout
from .masks import exact_layout
from .reading.table import CELL_KEYS, KEYS
from .readings import Reading
from .source import Format, Source

_MASK_KEY = "mask"
_MINE_VALUES = (-1, 9, 10, "*", "-1", "9", "10", "x", "X", "M", "B", "mine", "bomb")
_FLAG_KEYS = (*CELL_KEYS["flag"], "flags")
_SIGNS_WITHOUT_CLUE = {".", "_", "-", ""}
"""What a cell without a mine may be in a layout that has no clues."""
_MAX_DEPTH = 6


class _Masked(NamedTuple):
    """An object with a board and a mask of its shape, and their keys; the rows of the board as lists."""

    values: dict[str, Any]
    board_key: str
    mask_key: str
    rows: list[list[Any]]


def _masked_objects(value: Any, depth: int = 0) -> Iterator[_Masked]:
    """All objects with a board and its mask within a value."""
    if not isinstance(value, dict) or depth > _MAX_DEPTH:
        return
    for board_key in KEYS["board"]:
        rows: Any = value.get(board_key)
        if isinstance(rows, list) and all(isinstance(row, str) for row in rows):
            rows = list(map(list, rows))
        if not _are_rows(rows):
            continue
        for mask_key in (_MASK_KEY, *CELL_KEYS["open"], *CELL_KEYS["closed"]):
            if mask_key != board_key and _is_mask(value.get(mask_key), rows):
                yield _Masked(value, board_key, mask_key, rows)
    for inner_value in value.values():
        yield from _masked_objects(inner_value, depth + 1)


def _are_rows(rows: Any) -> bool:
    """Whether it is a list of lists of one length."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        return False
    return len(rows[0]) > 0 and {*map(len, rows)} == {len(rows[0])}


def _is_mask(mask: Any, rows: Any) -> bool:
    """Whether it has a truth value, or 0 and 1, for each cell of rows."""
    if not _are_rows(mask) or len(mask) != len(rows) or len(mask[0]) != len(rows[0]):
        return False
    return all(type(sign) in (bool, int) and sign in (0, 1) for row in mask for sign in row)


def _has_mask(source: Source) -> bool:
    if not source.is_json or source.rules is not None:
        return False
    return any(True for _ in _masked_objects(source.json()))


def _interpret(source: Source) -> Reading:
    masked_objects = list(_masked_objects(source.json()))
    line = source.first_line
    if len(masked_objects) != 1:
        message = (
            'no board with one mask of its shape: {"board": [[1, -1]], "revealed": [[true, false]]}'
        )
        raise BoardFormatError(message, line=line)
    (masked,) = masked_objects
    masked = masked._replace(rows=_with_clues(masked.rows, line))
    rows, mask = masked.rows, masked.values[masked.mask_key]
    open_sign = _open_sign(masked, line)
    flags = next((key for key in _FLAG_KEYS if _is_mask(masked.values.get(key), rows)), None)

    # Places in JSON are row and column, from 1.
    grid: list[list[int]] = []
    for row_number, row in enumerate(rows):
        grid.append([])
        for column, value in enumerate(row):
            code = HIDDEN
            if mask[row_number][column] == open_sign:
                code = _shown(value, row_number, column)
            elif flags is not None and masked.values[flags][row_number][column]:
                code = MINE
            grid[-1].append(code)
    mine_count, density = source.stated_total
    if mine_count is None and density is None and source.left is None and not source.cut:
        mine_count = _mine_count(masked, open_sign)
    board = board_of(grid, mine_count, density, source.cut)
    closed_words = "all others as hidden, whatever lies there"
    taken = [f"{masked.mask_key} {open_sign} as opened cells of {masked.board_key}, {closed_words}"]
    if flags is not None:
        taken.append(f"{counted(len(board.where(MINE)), 'cell')} of {flags} as known mines")
    return Reading(board, tuple(taken))


def _with_clues(rows: list[list[Any]], line: int) -> list[list[Any]]:
    """Rows that only tell where the mines are with the clues of their layout; others as they are.

    Raises BoardFormatError: rows of 0 and 1 may be clues or mines.
    """
    signs = {str(value).strip() for row in rows for value in row if not _is_mine(value)}
    mine_cells = set()
    for row_number, row in enumerate(rows):
        for column, value in enumerate(row):
            if _is_mine(value):
                mine_cells.add((row_number, column))
    if not mine_cells and "1" in signs and signs <= {"0", "1"}:
        message = "0 and 1 may be clues, or tell where mines are: write -1 or * for a mine"
        raise BoardFormatError(message, line=line)
    if not mine_cells or len(signs) != 1 or not signs <= _SIGNS_WITHOUT_CLUE:
        return rows
    board = Layout(len(rows), len(rows[0]), frozenset(mine_cells)).board
    clue_rows: list[list[Any]] = []
    for row_number, row in enumerate(rows):
        clues = [board[row_number, column] for column in range(len(row))]
        clue_rows.append(
            [value if _is_mine(value) else clue for value, clue in zip(row, clues, strict=True)]
        )
    return clue_rows


def _open_sign(masked: _Masked, line: int) -> int:
    """Which of 0 and 1 in the mask is an open cell. Raises BoardFormatError: nothing tells."""
    if masked.mask_key != _MASK_KEY:
        return 0 if masked.mask_key in CELL_KEYS["closed"] else 1
    layout = _layout(masked)
    mask = masked.values[_MASK_KEY]
    signs_of_mines = {int(mask[row][col]) for row, col in layout.mine_cells} if layout else set()
    if len(signs_of_mines) != 1:
        message = (
            "no mines tell whether 0 or 1 of the mask is an open cell: call it revealed or hidden"
        )
        raise BoardFormatError(message, line=line, symbol=_MASK_KEY)
    return 1 - signs_of_mines.pop()


def _layout(masked: _Masked) -> Layout | None:
    """The layout that the board is, whatever is open of it; None: it is none, or a player's view."""
    sign_rows = []
    for row in masked.rows:
        sign_rows.append(["-1" if _is_mine(value) else str(value).strip() for value in row])
    return exact_layout(sign_rows)


def _is_mine(value: Any) -> bool:
    return type(value) in (int, str) and value in _MINE_VALUES


def _shown(value: Any, row: int, column: int) -> int:
    """The code of an open cell."""
    if _is_mine(value):
        return MINE
    if isinstance(value, str) and value.strip() in ("", "."):
        return 0
    if value is not None and str(value).strip() in list("012345678") and type(value) is not bool:
        return int(value)
    message = f"the open cell ({row}, {column}) shows {quoted(value)}, which is no clue"
    raise BoardFormatError(message, line=row + 1, column=column + 1, symbol=quoted(value))


def _mine_count(masked: _Masked, open_sign: int) -> int | None:
    """How many mines there are: by a key, else those of a whole layout."""
    for key in KEYS["mines"]:
        if type(masked.values.get(key)) is int:
            number: int = masked.values[key]
            return number
    layout = _layout(masked)
    if layout is None:
        return None
    # A player's view has -1 in every closed cell, which may look like a layout of mines.
    closed_cells = sum(_is_closed(masked, open_sign, row, col) for row, col in layout.board)
    return layout.mines if layout.mines < closed_cells else None


def _is_closed(masked: _Masked, open_sign: int, row: int, column: int) -> bool:
    return bool(masked.values[masked.mask_key][row][column] != open_sign)


FORMAT = Format(
    "mask-json",
    'JSON of a board and of which cells are open: {"board": [[1, -1]], "revealed": [[true, false]]}',
    lambda source: _interpret(source).subject,
    _has_mask,
    rank=-1,
    interprets=_interpret,
)
