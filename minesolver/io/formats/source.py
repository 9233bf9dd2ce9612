"""What the text formats share: tokens that know their place, header lines, rectangular rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import overload

from ...base.errors import BoardFormatError, counted, quoted
from ...base.limits import whole
from ...model.board import MAX_CELLS

_HEADER = re.compile(r"\s*(\d+)\s*[xX]\s*(\d+)(?:\s*[xX]\s*(\d+|\?|~\d+/\d+|~[^\s/]+))?\s*(?:/|$)")
_WORD = re.compile(r"[^\s,;]+")
_SYMBOL = re.compile(r"\S")
_BLANK = str.maketrans(",;", "  ")


@dataclass(frozen=True)
class Token:
    """A symbol with its place in the input, both counted from 1."""

    text: str
    line: int
    column: int


class Row(Sequence[Token]):
    """The symbols of one line. ``texts``: one a cell; ``column``: the column of the one at this index.

    A row of a million cells is a string or a list of strings; tokens are made where they are asked for.
    """

    __slots__ = ("_column", "line", "texts")

    def __init__(self, texts: Sequence[str], line: int, column: Callable[[int], int]) -> None:
        self.texts = texts
        self.line = line
        self._column = column

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> Row: ...
    def __getitem__(self, index: int | slice) -> Token | Row:
        if isinstance(index, slice):
            kept = range(len(self.texts))[index]
            return Row(self.texts[index], self.line, lambda i: self._column(kept[i]))
        return Token(self.texts[index], self.line, self._column(range(len(self.texts))[index]))


@dataclass(frozen=True)
class Header:
    """A first line such as ``16x30x99``: two sizes, in the order of the format, and a mine count."""

    first: int
    second: int
    total: str | None
    line: int

    @property
    def mines(self) -> int | None:
        return whole(self.total, self.line) if self.total and self.total.isdigit() else None

    @property
    def density(self) -> str | None:
        return self.total[1:] if self.total and self.total.startswith("~") else None


@dataclass(frozen=True)
class Source:
    """One board's text: its lines, and the number of the first within the whole input."""

    lines: tuple[str, ...]
    first_line: int = 1

    @cached_property
    def _rows(self) -> list[tuple[int, int, str]]:
        """(line, columns before it, text) of each row; ``/`` ends a row as a line break does."""
        rows = []
        for number, line in enumerate(self.lines, self.first_line):
            column = 0
            if number == self.first_line and (match := _HEADER.match(line)):
                column = match.end()  # a density such as ~1/5 has a slash of its own
            for part in line[column:].split("/"):
                if part.strip():
                    rows.append((number, column, part))
                    if len(rows) > MAX_CELLS:
                        raise BoardFormatError(f"more rows than a board may have cells ({MAX_CELLS:,})")
                column += len(part) + 1
        return rows

    @cached_property
    def header(self) -> Header | None:
        match = _HEADER.match(self.lines[0])
        if match is None:
            return None
        first, second = (whole(match[i], self.first_line) for i in (1, 2))
        return Header(first, second, match[3], self.first_line)

    @cached_property
    def words(self) -> list[Row]:
        """The body's rows, split at white space, commas and semicolons."""
        return [
            Row(words, line, _words(text, before, _WORD))
            for line, before, text in self._rows
            if (words := text.translate(_BLANK).split())
        ]

    @cached_property
    def symbols(self) -> list[Row]:
        """The body's rows, one character each; white space only where it separates all symbols of a row."""
        rows = []
        for line, before, text in self._rows:
            words = text.split()
            if len(words) > 1 and all(len(word) == 1 for word in words):
                rows.append(Row("".join(words), line, _words(text, before, _SYMBOL)))
            else:
                start = before + len(text) - len(text.lstrip()) + 1
                rows.append(Row(text.strip(), line, start.__add__))
        return rows

    @cached_property
    def characters(self) -> frozenset[str]:
        """The distinct symbols of the body."""
        return frozenset().union(*(row.texts for row in self.symbols))


def _words(text: str, before: int, word: re.Pattern[str]) -> Callable[[int], int]:
    """The column of the word at an index, found again when it is asked for."""
    return lambda index: before + next(islice(word.finditer(text), index, None)).start() + 1


@dataclass(frozen=True)
class Reading:
    """What a format found. ``shown_mines``: a total that follows from the cells and may not be overridden."""

    codes: list[list[int]]
    tokens: Sequence[Row]
    mines: int | None = None
    density: str | None = None
    shown_mines: int | None = None


@dataclass(frozen=True)
class Format:
    """``recognises``: is the text surely this; ``foreign``: symbols that the format does not have."""

    name: str
    description: str
    recognises: Callable[[Source], bool]
    foreign: Callable[[Source], int]
    read: Callable[[Source], Reading]


def foreign_to(alphabet: Collection[str]) -> Callable[[Source], int]:
    """Counts the symbols outside ``alphabet``."""
    return lambda source: sum(len(row) - sum(map(row.texts.count, alphabet)) for row in source.symbols)


def decode(rows: Sequence[Row], codes: Mapping[str, int], name: str, wanted: str) -> list[list[int]]:
    """Each token's grid code.

    Raises :class:`BoardFormatError` at the first symbol not in ``codes``, and for more than ``MAX_CELLS``.
    """
    cells = sum(map(len, rows))
    if cells > MAX_CELLS:
        raise BoardFormatError(
            f"{cells:,} cells are more than a board may have ({MAX_CELLS:,})", line=rows[0].line
        )
    try:
        return [list(map(codes.__getitem__, row.texts)) for row in rows]
    except KeyError:
        token = next(row[i] for row in rows for i, text in enumerate(row.texts) if text not in codes)
        raise BoardFormatError(
            f"{quoted(token.text)} is no symbol of the {name} format ({wanted})",
            line=token.line,
            column=token.column,
            symbol=token.text,
        ) from None


def check_shape(rows: Sequence[Row], source: Source, header: tuple[int, int] | None = None) -> None:
    """All rows of one length, and as many of them and as long as the header says."""
    if not rows:
        raise BoardFormatError("no row of cells in the input", line=source.first_line)
    width = header[1] if header else len(rows[0])
    for row in rows:
        if len(row) != width:
            place = row[min(width, len(row) - 1)]
            raise BoardFormatError(
                f"this row has {counted(len(row), 'cell')}, where "
                f"{'the header' if header else 'the first row'} "
                f"has {width}",
                line=place.line,
                column=place.column + (len(row) < width),
                symbol=place.text,
            )
    if header and len(rows) != header[0]:
        assert source.header is not None
        raise BoardFormatError(
            f"the header promises {counted(header[0], 'row')}, and {len(rows)} follow",
            line=source.header.line,
            column=1,
            symbol=f"{header[0]}",
        )


def headed(
    source: Source, codes: list[list[int]], tokens: Sequence[Row], *, shown_mines: int | None = None
) -> Reading:
    """A reading with what the optional ``ROWSxCOLSxMINES`` line adds."""
    header = source.header
    if header is None:
        return Reading(codes, tokens, shown_mines, None, shown_mines)
    if shown_mines is not None and header.mines not in (None, shown_mines):
        raise BoardFormatError(
            f"the header says {counted(header.mines, 'mine')}, and the cells show {shown_mines}",
            line=header.line,
            column=1,
            symbol=str(header.mines),
        )
    mines = header.mines if header.mines is not None else shown_mines
    return Reading(codes, tokens, mines, header.density, shown_mines)


def symbol_format(
    name: str,
    description: str,
    codes: Mapping[str, int],
    wanted: str,
    recognises: Callable[[Source], bool],
) -> Format:
    """A format of one character a cell, with an optional ``ROWSxCOLSxMINES`` line."""

    def read(source: Source) -> Reading:
        rows = source.symbols
        grid = decode(rows, codes, name, wanted)
        header = source.header
        check_shape(rows, source, (header.first, header.second) if header else None)
        return headed(source, grid, rows)

    return Format(name, description, recognises, foreign_to(codes), read)
