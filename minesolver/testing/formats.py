"""The laws of board formats."""

from __future__ import annotations

from collections.abc import Iterable

from ..base.errors import BoardFormatError
from ..io import formats
from ..io.formats.source import Format, Source
from ..model.board import Board


def check_format(format: str | Format, examples: Iterable[tuple[str, Board]]) -> None:
    """Check a format on texts whose boards are known.

    Each text gives its board, and so it does with blank lines around it; the format recognises it, or has no
    symbol foreign to it; a symbol that no format has is refused with its line and column.

    format: A registered name, or the format
    examples: Texts, each with the board that it stands for
    Raises AssertionError: with the law that is broken, and the text.
    """
    chosen = formats.get(format) if isinstance(format, str) else format
    for text, board in examples:

        def law(holds: bool, what: str, text: str = text) -> None:
            if not holds:
                raise AssertionError(f"format {chosen.name!r}: {what}; not so for\n{text}")

        for given in (text, f"\n\n{text}\n\n", text.replace("\n", "\r\n")):
            pieces = formats.split(given)
            law(len(pieces) == 1, "the text is one board")
            law(_read(chosen, pieces[0]) == board, f"the text is the board\n{board}\nand not another")
        law(
            chosen.recognises(pieces[0]) or chosen.foreign(pieces[0]) == 0,
            "the format recognises its own text, or finds no foreign symbol in it",
        )
        lines = text.splitlines()
        broken = "\n".join([*lines[:-1], lines[-1][:-1] + "\u2620"])
        try:
            _read(chosen, formats.split(broken)[0])
        except BoardFormatError as error:
            law(error.line is not None, "what cannot be read is refused with its line")
        else:
            law(False, "a symbol that no format has is refused")


def _read(format: Format, source: Source) -> Board:
    reading = format.read(source)
    return Board(reading.codes, reading.mines, reading.density)
