"""Sentences as CS50 writes them, one a line: ``{(0, 0), (0, 1)} = 1`` or ``{A, B} = 1``; a puzzle."""

import re
from typing import Any

from ...base.errors import BoardFormatError
from ...base.limits import whole
from .source import Format, Source

SENTENCE = re.compile(r"\s*\{([^{}]*)\}\s*=\s*(\d+)\s*,?\s*")
_CELL = re.compile(r"\(\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*\)|(\w+)")


def _read(source: Source) -> Any:
    from ...model.puzzle import Puzzle  # few texts are puzzles

    sentences: list[tuple[list[Any], int]] = []
    names: dict[Any, None] = {}
    for line_number, line in enumerate(source.lines, source.first_line):
        if not line.strip():
            continue
        match = SENTENCE.fullmatch(line)
        if match is None:
            raise BoardFormatError("no sentence such as {A, B, C} = 1", line=line_number)
        cells = [
            (int(cell[1]), int(cell[2])) if cell[3] is None else cell[3]
            for cell in _CELL.finditer(match[1])
        ]
        sentences.append((cells, whole(match[2], line_number)))
        names.update(dict.fromkeys(cells))
    puzzle = Puzzle(names, source.mines, density=source.density)
    for line_number, (cells, count) in enumerate(sentences, 1):
        puzzle.add(cells, count, name=f"sentence {line_number}")
    return puzzle


FORMAT = Format(
    "sentences",
    "sentences of CS50's course, a puzzle of named cells: {A, B, C} = 1",
    _read,
    lambda source: (
        bool(source.lines) and all(map(SENTENCE.fullmatch, filter(str.strip, source.lines)))
    ),
    rank=-1,
)
