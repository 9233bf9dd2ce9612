"""Integers: ``-1`` hidden, ``0``-``8`` clues, ``10`` a mine; perhaps framed by row and column numbers."""

from collections.abc import Sequence
from operator import eq

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE
from .source import Format, Reading, Row, Source, check_shape, decode, headed

CODES = {"-1": HIDDEN, "10": MINE, **{str(n): n for n in range(9)}}
WANTED = "-1 hidden, 0-8 clues, 10 a mine"


def counts_up(texts: Sequence[str]) -> bool:
    return bool(texts) and all(map(eq, texts, map(str, range(len(texts)))))


def without_index_row(rows: list[Row]) -> list[Row] | None:
    """The other rows, where the first or the last row numbers the columns, one short of the rest."""
    if len(rows) < 2:
        return None
    for index, rest in ((rows[-1], rows[:-1]), (rows[0], rows[1:])):
        if counts_up(index.texts) and all(len(row) == len(index) + 1 for row in rest):
            return rest
    return None


def without_index_column(rows: list[Row]) -> list[Row] | None:
    """The rows without their first numbers, where those count from 0."""
    if any(len(row) < 2 for row in rows) or not counts_up([row.texts[0] for row in rows]):
        return None
    return [row[1:] for row in rows]


def _is_integers(source: Source) -> bool:
    return bool(source.words) and all(
        text.removeprefix("-").isdigit() for row in source.words for text in set(row.texts)
    )


def _recognises(source: Source) -> bool:
    if not _is_integers(source):
        return False
    words = frozenset().union(*(row.texts for row in source.words))
    if "-1" in words or without_index_row(source.words) is not None:
        return True
    # "10" alone on its line may be two symbols: not so where the other lines, or the header, have one.
    lengths = {len(row) for row in source.symbols}
    several = any(len(row) > 1 for row in source.words)
    one = len(lengths) > 1 or (source.header is not None and source.header.second == 1)
    return "10" in words and (several or one)


def _foreign(source: Source) -> int:
    return sum(text not in CODES for row in source.words for text in row.texts)


def _read(source: Source) -> Reading:
    rows = source.words
    body = without_index_row(rows)
    if body is not None:
        stripped = without_index_column(body)
        if stripped is None:
            raise BoardFormatError(
                "the last or first row numbers the columns, but the first column does not number the rows",
                line=rows[0][0].line,
                column=rows[0][0].column,
                symbol=rows[0][0].text,
            )
        rows = stripped
    codes = decode(rows, CODES, "grid", WANTED)
    header = source.header
    check_shape(rows, source, (header.first, header.second) if header else None)
    return headed(source, codes, rows)


FORMAT = Format(
    "grid",
    "numbers with white space between: -1 hidden, 0-8 clues, 10 mine; index row and column may frame them",
    _recognises,
    _foreign,
    _read,
)
