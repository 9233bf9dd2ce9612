"""The laws of board formats."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..base.errors import BoardFormatError
from ..io.formats import FORMATS, parse, sources
from ..io.formats.source import Format
from ..model.board import Board

_BOARDS = (
    ("2x3x2\n#10\n*10", None),
    ("1#\n##", None),
    ("2x2x~1/5\n1#\n##", None),
    ("1x1x0\n0", None),
    ("2x3x2\n*21\n2*1", None),
    ("12x11x100" + "\n###########" * 12, None),
    ("2x2x1\n1 L2\n# #", "square"),
    ("3x3x2\n#2#\n_?#\n###", "hex"),
    ("2x3x?\n#4#\n2##", "mosaic"),
    ("2x2x3x2\n##1\n3##\n-\n##?\n*##", "3d"),
    (
        '{"neighbours": [[[0, 0], [[2, 0]]], [[2, 0], []]], "mines": 1, "board": [[[0, 0], 1]]}',
        None,
    ),
    ('{"neighbours": [[0, [1]], [1, []]], "mines": 1, "board": [[0, 1]]}', None),
)
"""Texts of boards of all kinds, and their rules."""


def check_format(format: str | Format, examples: Iterable[tuple[str | bytes, Board]] = ()) -> None:
    """Check a format on texts whose boards are known, and on boards that it writes.

    Each text gives its board, and so it does with blank lines around it; the format recognises it, or has no
    symbol foreign to it; a symbol that no format has is refused with its line and column. What the format
    writes it reads back: each cell, and the mine count or density where it is written.

    examples: Texts, each with the board that it stands for
    """
    checked_format = FORMATS.entry_of(format)
    boards = []
    for text, board in examples:
        _check_read(checked_format, text, board)
        boards.append(board)
    if checked_format.writes is not None:
        boards += [parse(text, rules=rules) for text, rules in _BOARDS]
        is_written = [_check_written(checked_format, board) for board in boards]
        _law(checked_format, any(is_written), "some board can be written", "all that were tried")


def _check_written(format: Format, board: Any) -> bool:
    try:
        text = format.write(board)
    except BoardFormatError:  # it has no sign for something
        return False
    # Not every format writes its rules; a reader would be told them, as with --rules.
    rules = None if isinstance(board, Board) else str(board.rules)
    read_back = _read(format, text, rules)
    has_same_cells = _cells(read_back) == _cells(board)
    has_same_count = _agree(read_back.mines, board.mines)
    has_same_density = _agree(read_back.density, board.density)
    law = f"what is written is read back, not as\n{read_back}"
    is_same = has_same_cells and has_same_count and has_same_density
    _law(format, is_same, law, f"{board}\nin\n{text!r}")
    return True


def _agree(value: Any, other: Any) -> bool:
    """Whether two mine counts or densities are the same, where both are told."""
    return value is None or other is None or value == other


def _cells(board: Any) -> list[str]:
    """The lines of a board's canonical text without its heading."""
    lines = str(board).splitlines()
    if isinstance(board, Board):
        return lines[-board.rows :]
    return lines[1:]


def _law(format: Format, holds: bool, law: str, case: Any) -> None:
    if not holds:
        raise AssertionError(f"format {format.name!r}: {law}; not so for\n{case}")


def _read(format: Format, text: str | bytes, rules: str | None = None) -> Any:
    # Some formats know their files by the suffix alone.
    file_name = f"file{format.suffixes[0]}" if format.suffixes else "text"
    boards_in_text = sources(text, file_name)
    _law(format, len(boards_in_text) == 1, "the text is one board", text)
    return format.reads(replace(boards_in_text[0], rules=rules))


def _check_read(format: Format, text: str | bytes, board: Board) -> None:
    # Blank lines mean nothing in a file of bytes: it is read as it is.
    if isinstance(text, bytes):
        is_same = _read(format, text) == board
        _law(format, is_same, f"the file is the board\n{board}\nand not another", text)
        return

    # People paste texts with lines around them, and from Windows.
    with_blank_lines = f"\n\n{text}\n\n"
    with_windows_lines = text.replace("\n", "\r\n")
    for pasted_text in (text, with_blank_lines, with_windows_lines):
        is_same = _read(format, pasted_text) == board
        _law(format, is_same, f"the text is the board\n{board}\nand not another", text)

    # Else a board whose format nobody names would be read as another.
    (source,) = sources(text)
    is_recognised = format.recognises(source) or format.foreign(source) == 0
    _law(
        format,
        is_recognised,
        "the format recognises its own text, or finds no foreign symbol in it",
        text,
    )
    # A skull is a symbol of no format.
    unreadable_text = f"{text.rstrip()[:-1]}\u2620"
    try:
        _read(format, unreadable_text)
    except BoardFormatError as error:
        _law(format, error.line is not None, "what cannot be read is refused with its line", text)
    else:
        _law(format, False, "a symbol that no format has is refused", text)
