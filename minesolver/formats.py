"""Text <-> :class:`~minesolver.board.Board`; see :mod:`minesolver.io.formats`."""

from .io.formats import decode_text, get, names, parse, parse_many, read, read_text, recognise, split

__all__ = ["decode_text", "get", "names", "parse", "parse_many", "read", "read_text", "recognise", "split"]
