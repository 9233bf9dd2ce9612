"""The integer grid with a leading column of row numbers and no row of column numbers."""

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE, neighbours
from .grid import CODES, WANTED, without_index_column, without_index_row
from .grid import FORMAT as GRID
from .source import Format, Reading, Row, Source, check_shape, decode, headed


def _possible(rows: list[Row]) -> bool:
    """Can these be cells: known symbols, a rectangle, no clue above or below what its neighbours allow."""
    if len({len(row) for row in rows}) != 1 or any(not CODES.keys() >= set(row.texts) for row in rows):
        return False
    codes = [CODES[text] for row in rows for text in row.texts]
    around = neighbours(len(rows), len(rows[0]))
    for code, cells in zip(codes, around, strict=True):
        if 0 <= code <= 8:
            known = sum(codes[i] == MINE for i in cells)
            if not known <= code <= known + sum(codes[i] == HIDDEN for i in cells):
                return False
    return True


def _recognises(source: Source) -> bool:
    rows = source.words
    if not GRID.recognises(source) or without_index_row(rows) is not None:
        return False
    if source.header is not None:
        return all(len(row) == source.header.second + 1 for row in rows)
    body = without_index_column(rows)
    if body is None or len(rows) < 2 or not _possible(body):
        return False
    if _possible(rows):
        raise BoardFormatError(
            "the first column counts 0, 1, 2, ...: it may number the rows or be clues; "
            "name the format, indexed or grid",
            line=rows[0][0].line,
            column=rows[0][0].column,
            symbol=rows[0][0].text,
        )
    return True


def _read(source: Source) -> Reading:
    rows = without_index_column(source.words)
    if rows is None:
        raise BoardFormatError("the first column does not number the rows from 0", line=source.first_line)
    codes = decode(rows, CODES, "indexed", WANTED)
    header = source.header
    check_shape(rows, source, (header.first, header.second) if header else None)
    return headed(source, codes, rows)


FORMAT = Format(
    "indexed",
    "the grid format with a first column that numbers the rows from 0",
    _recognises,
    lambda source: GRID.foreign(source) + 1,
    _read,
)
