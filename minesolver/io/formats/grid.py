"""Integers: ``-1`` hidden, ``0``-``8`` clues, ``10`` a mine; perhaps framed by row and column numbers.

Three formats: ``grid``, ``indexed`` (a leading column of row numbers) and ``framed`` (that, and a last row of
column numbers, both apart by tabs as the inference report prints its boards).
A first line ``ROWSxCOLSxMINES`` has the mine count.
"""

from collections.abc import Sequence

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE, Board, neighbours
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


def _possible(rows: list[Row]) -> bool:
    """Can these be cells: known symbols, a rectangle, no clue above or below what its neighbours allow."""
    if len({len(row.texts) for row in rows}) != 1 or any(
        not _CODES.keys() >= set(row.texts) for row in rows
    ):
        return False
    codes = [_CODES[text] for row in rows for text in row.texts]
    for code, cells in zip(codes, neighbours(len(rows), len(rows[0].texts)), strict=True):
        if 0 <= code <= 8:
            known_mines = sum(codes[cell_index] == MINE for cell_index in cells)
            hidden_cells = sum(codes[cell_index] == HIDDEN for cell_index in cells)
            if not known_mines <= code <= known_mines + hidden_cells:
                return False
    return True


def _is_grid(source: Source) -> bool:
    rows = source.words
    words = frozenset().union(*(row.texts for row in rows))
    if not words or not all(word.removeprefix("-").isdecimal() for word in words):
        return False
    if "-1" in words or _without_index_row(rows) is not None:
        return True
    # "10" alone on its line may be two symbols: not so where the other lines, or the header, have one.
    header = source.header
    is_uneven = len({len(row.texts) for row in source.symbols}) > 1  # as symbols
    is_one_column = header is not None and header.sizes[1] == 1
    are_apart = any(len(row.texts) > 1 for row in rows)
    return "10" in words and (is_uneven or is_one_column or are_apart)


def _is_indexed(source: Source) -> bool:
    rows = source.words
    header = source.header
    if not _is_grid(source) or _without_index_row(rows) is not None:
        return False
    if header is not None:
        return all(len(row.texts) == header.sizes[1] + 1 for row in rows)
    body = _without_index_column(rows)
    if body is None or len(rows) < 2 or not _possible(body):
        return False
    if _possible(rows):
        message = (
            "the first column counts 0, 1, 2, ...: it may number the rows or be clues; "
            "name the format, indexed or grid"
        )
        raise BoardFormatError(message, **rows[0].at(0))
    return True


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
           "may frame them", _read, _is_grid, _write, _CODES, rank=3),
    Format("indexed", "the grid format with a first column that numbers the rows from 0",
           _read_indexed, _is_indexed, _write_indexed, _CODES, rank=2),
    Format("framed", "the grid format with a first column and a last row that number the rows and the "
           "columns", _read, writes=_write_framed, codes=_CODES),
)  # fmt: skip
_GRID, _INDEXED, _ = FORMATS
