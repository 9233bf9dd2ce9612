"""Boards as people paste them: with titles, frames, numbers, prompts and arrays around them, and any signs.

The algorithm is small functions over plain data, written so that it reads the same in JavaScript: ``lines``
takes off what is around a text, ``cutting`` and ``arrays`` cut lines into cells, ``framing`` finds the board
among the rows, ``naming`` tells what the signs stand for, by ``signs.json`` and by what is consistent.
``reading`` puts it together; ``tests/reading_cases.json`` has cases for every host.
"""

from .reading import Options, Pasted, Unread, read_pasted, read_rows

__all__ = ["Options", "Pasted", "Unread", "read_pasted", "read_rows"]
