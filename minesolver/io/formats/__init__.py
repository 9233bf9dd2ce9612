"""Text <-> :class:`~minesolver.model.board.Board`. One file a format; the module's name is the format's name.

A format is a module of this package with ``FORMAT = Format(...)`` and its name below, or an entry point of
the group ``minesolver.formats`` of any installed package, recognised after the ones of this package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from json import JSONDecodeError, JSONDecoder
from pathlib import Path

from ...base.errors import BoardFormatError, counted
from ...base.registry import Registry
from ...model.board import Board
from .source import Format, Reading, Source

_TRIES = 20  # to see whether a text in JSON is whole, before that is tried at every doubling only

FORMATS = Registry(
    "format",
    Format,
    {
        name: f"{__name__}.{name}:FORMAT"
        for name in ("canonical", "grid", "indexed", "underscore", "umt", "letters", "mine", "json")
    },
    "minesolver.formats",
)


def names() -> tuple[str, ...]:
    """All format names, the canonical one first."""
    return FORMATS.names()


def get(name: str) -> Format:
    """The format of a name.

    name: One of :func:`names`
    Raises UnknownNameError: no such format.
    """
    return FORMATS.get(name)


def read_text(path: str | Path) -> str:
    """The text of a UTF-8 file.

    Raises BoardFormatError: the file is not text; OSError: the file cannot be read.
    """
    return decode_text(Path(path).read_bytes(), str(path))


def decode_text(data: bytes, name: str) -> str:
    """UTF-8 text; :class:`BoardFormatError` naming the source where it is not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BoardFormatError(f"{name} is not text in UTF-8 (byte {error.start})", line=line) from None


def parse(
    text: str,
    *,
    mines: int | None = None,
    density: float | str | Fraction | None = None,
    format: str | None = None,
) -> Board:
    """Read the one board of a text.

    mines, density: As for :class:`~minesolver.model.board.Board`; they override the text
    format: Name of the format, where it is not recognised
    Raises BoardFormatError: the text is no board, or several; UnknownNameError: no such format.
    """
    pieces = split(text)
    if len(pieces) != 1:
        what = f"{len(pieces)} boards, separated by blank lines," if pieces else "no board"
        raise BoardFormatError(f"{what} in the input where one is expected", line=1)
    return read(pieces[0], mines=mines, density=density, format=format)


def parse_many(
    text: str,
    *,
    mines: int | None = None,
    density: float | str | Fraction | None = None,
    format: str | None = None,
) -> list[Board]:
    """Read all boards of a text, separated by blank lines.

    mines, density, format: As for :func:`parse`
    Raises BoardFormatError: one of them is no board; with its line; UnknownNameError: no such format.
    """
    return [read(piece, mines=mines, density=density, format=format) for piece in split(text)]


def split(text: str) -> list[Source]:
    """The boards' texts, each remembering the line at which it starts."""
    if text.lstrip().startswith(("[", "{")):
        return _split_json(text)
    pieces: list[Source] = []
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            lines.append(line)
        elif lines:
            pieces.append(Source(tuple(lines), number - len(lines)))
            lines = []
    return pieces


def _split_json(text: str) -> list[Source]:
    pieces: list[Source] = []
    decoder = JSONDecoder(parse_int=str)
    black = re.compile(r"\S")
    line, end = 1, 0
    while found := black.search(text, end):
        start = found.start()
        line += text.count("\n", end, start)
        try:
            _, end = decoder.raw_decode(text, start)
        except (JSONDecodeError, RecursionError):
            end = len(text)  # the json format says what is wrong, and where
        pieces.append(Source(tuple(text[start:end].splitlines()), line))
        line += text.count("\n", start, end)
    return pieces


def arriving(lines: Iterable[bytes], name: str) -> Iterator[tuple[Source, bool]]:
    """Each board's text as soon as its last line has come, and whether more may follow.

    A board ends with an empty line or with the input, one in JSON with its last bracket. Raises
    :class:`BoardFormatError`, naming the source, at the first line that is not UTF-8.
    """
    pending: list[str] = []
    number = tries = 0
    for line in _decoded(lines, name):
        number += 1
        if line.strip():
            pending.append(line)
        if not pending:
            continue
        if not pending[0].lstrip().startswith(("[", "{")):
            if not line.strip():
                yield Source(tuple(pending), number - len(pending)), True
                pending = []
        elif line.rstrip().endswith(("]", "}")) and len(pending) >= 2 ** (tries - _TRIES):
            tries += 1
            pieces = _split_json("\n".join(pending))
            if all(_is_json(piece) for piece in pieces):
                start = number - len(pending)
                yield from ((Source(piece.lines, start + piece.first_line), True) for piece in pieces)
                pending = []
                tries = 0
    if pending:
        first = number - len(pending)
        for piece in split("\n".join(pending)):
            yield Source(piece.lines, first + piece.first_line), False


def _decoded(lines: Iterable[bytes], name: str) -> Iterator[str]:
    before = 0
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise BoardFormatError(
                f"{name} is not text in UTF-8 (byte {before + error.start})", line=number
            ) from None
        before += len(line)
        yield from text.splitlines() or [""]


def _is_json(piece: Source) -> bool:
    try:
        JSONDecoder().decode("\n".join(piece.lines))
    except (JSONDecodeError, RecursionError):
        return False
    return True


def read(
    source: Source,
    *,
    mines: int | None = None,
    density: float | str | Fraction | None = None,
    format: str | None = None,
) -> Board:
    """Read one piece of :func:`split`, in the named format or the one that recognises it."""
    reading = get(format or recognise(source)).read(source)
    if mines is not None or density is not None:
        total, prior = mines, density
    else:
        total, prior = reading.mines, reading.density
    if mines is not None and reading.shown_mines is not None and mines != reading.shown_mines:
        raise BoardFormatError(
            f"mine count {mines} contradicts the {counted(reading.shown_mines, 'mine')} that the text shows",
            line=source.first_line,
            symbol=str(mines),
        )
    return _board(reading, total, prior, source)


def recognise(source: Source) -> str:
    """The name of the one format that this text is in; where none fits, the nearest, to name its defect."""
    for name in ("json", "mine", "indexed", "grid", "umt", "letters", "underscore", "canonical"):
        if get(name).recognises(source):
            return name
    for name in names():
        if name not in FORMATS.own and get(name).recognises(source):
            return name
    # Numbers stand apart: a text without white space in its rows is meant as symbols.
    apart = any(len(row) > 1 for row in source.words)
    nearest = [name for name in FORMATS.own[:-1] if apart or name not in ("grid", "indexed")]
    return min(nearest, key=lambda name: get(name).foreign(source))


def _board(
    reading: Reading, mines: int | None, density: float | str | Fraction | None, source: Source
) -> Board:
    try:
        return Board(reading.codes, mines, density)
    except BoardFormatError as error:
        if error.line is None or error.column is None:
            raise BoardFormatError(error.message, line=source.first_line, symbol=error.symbol) from None
        token = reading.tokens[error.line - 1][error.column - 1]
        raise BoardFormatError(
            error.message, line=token.line, column=token.column, symbol=token.text
        ) from None
