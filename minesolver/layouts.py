"""Layouts (where the mines are) as values and as files."""

from .game.layout import Layout
from .io.layouts import FORMATS, encode, read, write_text

__all__ = ["FORMATS", "Layout", "encode", "read", "write_text"]
