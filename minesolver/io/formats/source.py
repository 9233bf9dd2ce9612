"""What the text formats share: tokens that know their place, header lines, rectangular rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...errors import BoardFormatError

_HEADER = re.compile(r"\s*(\d+)\s*[xX]\s*(\d+)(?:\s*[xX]\s*(\d+|\?|~\d+/\d+|~[^\s/]+))?\s*(?:/|$)")


@dataclass(frozen=True)
class Token:
    """A symbol with its place in the input, both counted from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Header:
    """A first line such as ``16x30x99``: two sizes, in the order of the format, and a mine total."""

    first: int
    second: int
    total: str | None
    line: int

    @property
    def mines(self) -> int | None:
        return int(self.total) if self.total and self.total.isdigit() else None

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
                column += len(part) + 1
        return rows

    @cached_property
    def header(self) -> Header | None:
        match = _HEADER.match(self.lines[0])
        return Header(int(match[1]), int(match[2]), match[3], self.first_line) if match else None

    @cached_property
    def words(self) -> list[list[Token]]:
        """The body's rows, split at white space and at commas."""
        return [
            [Token(m[0], line, before + m.start() + 1) for m in re.finditer(r"[^\s,;]+", text)]
            for line, before, text in self._rows
        ]

    @cached_property
    def symbols(self) -> list[list[Token]]:
        """The body's rows, one character each; white space only where it separates all symbols of a row."""
        rows = []
        for line, before, text in self._rows:
            bare = [Token(c, line, before + i) for i, c in enumerate(text, 1) if not c.isspace()]
            inside = text.strip()
            spaced = all(len(word) == 1 for word in inside.split())
            if not spaced and any(c.isspace() for c in inside):
                bare = [
                    Token(c, line, before + i)
                    for i, c in enumerate(text.rstrip(), 1)
                    if i > len(text) - len(text.lstrip())
                ]
            rows.append(bare)
        return rows

    @cached_property
    def characters(self) -> frozenset[str]:
        """The distinct symbols of the body."""
        return frozenset(token.text for row in self.symbols for token in row)


@dataclass(frozen=True)
class Reading:
    """What a format found. ``told_mines``: a total that follows from the cells and may not be overridden."""

    codes: list[list[int]]
    tokens: list[list[Token]]
    mines: int | None = None
    density: str | None = None
    told_mines: int | None = None


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
    return lambda source: sum(token.text not in alphabet for row in source.symbols for token in row)


def decode(
    rows: Sequence[Sequence[Token]], codes: Mapping[str, int], name: str, wanted: str
) -> list[list[int]]:
    """Each token's grid code. Raises :class:`BoardFormatError` at the first symbol not in ``codes``."""
    for row in rows:
        for token in row:
            if token.text not in codes:
                raise BoardFormatError(
                    f"{token.text!r} is no symbol of the {name} format ({wanted})",
                    line=token.line,
                    column=token.column,
                    symbol=token.text,
                )
    return [[codes[token.text] for token in row] for row in rows]


def check_shape(
    rows: Sequence[Sequence[Token]], source: Source, header: tuple[int, int] | None = None
) -> None:
    """All rows of one length, and as many of them and as long as the header says."""
    if not rows:
        raise BoardFormatError("no row of cells in the input", line=source.first_line)
    width = header[1] if header else len(rows[0])
    for row in rows:
        if len(row) != width:
            place = row[min(width, len(row) - 1)]
            raise BoardFormatError(
                f"this row has {len(row)} cells, where {'the header' if header else 'the first row'} "
                f"has {width}",
                line=place.line,
                column=place.column + (len(row) < width),
                symbol=place.text,
            )
    if header and len(rows) != header[0]:
        assert source.header is not None
        raise BoardFormatError(
            f"the header promises {header[0]} rows, and {len(rows)} follow",
            line=source.header.line,
            column=1,
            symbol=f"{header[0]}",
        )


def headed(
    source: Source, codes: list[list[int]], tokens: list[list[Token]], *, told_mines: int | None = None
) -> Reading:
    """A reading with what the optional ``ROWSxCOLSxMINES`` line adds."""
    header = source.header
    if header is None:
        return Reading(codes, tokens, told_mines, None, told_mines)
    if told_mines is not None and header.mines not in (None, told_mines):
        raise BoardFormatError(
            f"the header says {header.mines} mines, and the cells show {told_mines}",
            line=header.line,
            column=1,
            symbol=str(header.mines),
        )
    mines = header.mines if header.mines is not None else told_mines
    return Reading(codes, tokens, mines, header.density, told_mines)


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
