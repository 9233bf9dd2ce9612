"""Integers: ``-1`` hidden, ``0``-``8`` clues, ``10`` a mine; perhaps framed by row and column numbers.

Three formats: ``grid``, ``indexed`` (a leading column of row numbers) and ``framed`` (that, and a last row of
column numbers, both apart by tabs as the inference report prints its boards).
A first line ``ROWSxCOLSxMINES`` has the mine count.
"""

from collections.abc import Sequence

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Format, Row, Source, headed, table

_CODES = {"-1": HIDDEN, "10": MINE, **DIGITS}


def _counts_up(texts: Sequence[str]) -> bool:
    return bool(texts) and all(text == str(number) for number, text in enumerate(texts))


def _without_index_row(rows: list[Row]) -> list[Row] | None:
    """The other rows, where the first or the last row numbers the columns, one short of the rest."""
    if len(rows) < 2:
        return None
    for index_row, other_rows in ((rows[-1], rows[:-1]), (rows[0], rows[1:])):
        width = len(index_row.texts) + 1
        if _counts_up(index_row.texts) and all(len(row.texts) == width for row in other_rows):
            return other_rows
    return None


def _without_index_column(rows: list[Row]) -> list[Row] | None:
    """The rows without their first numbers, where those count from 0."""
    if any(len(row.texts) < 2 for row in rows) or not _counts_up([row.texts[0] for row in rows]):
        return None
    return [row.without_first() for row in rows]


def _read(source: Source) -> Board:
    """A grid, framed or not."""
    body = _without_index_row(source.words)
    if body is None:
        return table(source, source.words, _GRID)
    if (rows := _without_index_column(body)) is None:
        message = "the last or first row numbers the columns, but the first column does not number the rows"
        raise BoardFormatError(message, **source.words[0].at(0))
    return table(source, rows, _GRID)


def _read_indexed(source: Source) -> Board:
    rows = _without_index_column(source.words)
    if rows is None:
        raise BoardFormatError(
            "the first column does not number the rows from 0", line=source.first_line
        )
    return table(source, rows, _INDEXED)


def _numbers(board: Board) -> list[list[str]]:
    return [list(map(str, row)) for row in board.grid.tolist()]


def _write(board: Board) -> str:
    return headed(board, [" ".join(f"{number:>2}" for number in row) for row in _numbers(board)])


def _indexed_rows(board: Board) -> list[str]:
    return ["\t".join((str(row_number), *row)) for row_number, row in enumerate(_numbers(board))]


def _write_indexed(board: Board) -> str:
    return headed(board, _indexed_rows(board))


def _write_framed(board: Board) -> str:
    column_numbers = "\t".join(["", *map(str, range(board.cols))])
    return headed(board, [*_indexed_rows(board), column_numbers])


FORMATS = (
    Format("grid", "numbers with blanks between: -1 hidden, 0-8 clues, 10 a mine; index row and column "
           "may frame them", _read, writes=_write, codes=_CODES),
    Format("indexed", "the grid format with a first column that numbers the rows from 0",
           _read_indexed, writes=_write_indexed, codes=_CODES),
    Format("framed", "the grid format with a first column and a last row that number the rows and the "
           "columns", _read, writes=_write_framed, codes=_CODES),
)  # fmt: skip
_GRID, _INDEXED, _ = FORMATS
