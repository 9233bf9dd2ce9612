"""How ``Board.parse`` reads: canonical text at once, all else with the reader of :mod:`.formats`."""

from typing import Any

from .canonical import canonical_board


def parse(content: Any, **options: Any) -> Any:
    """The one board of a text or a file, as :func:`minesolver.io.formats.parse`."""
    if isinstance(content, str):
        board = canonical_board(content, options)
        if board is not None:
            return board
    from . import formats  # with the whole reader, which takes a while to load

    return formats.parse(content, **options)
