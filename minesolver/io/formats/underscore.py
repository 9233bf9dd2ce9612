"""The decision-process notebook's board: ``#`` hidden, ``_`` an opened zero, digits, ``B`` a bomb."""

from ...model.board import HIDDEN, MINE
from .source import DIGITS, symbol_format

FORMAT = symbol_format(
    "underscore",
    "# hidden, _ opened zero, 1-8 clues, B a bomb that was opened",
    {"#": HIDDEN, "B": MINE, "_": 0, **DIGITS},
    "# hidden, _ or 0-8 opened, B a bomb",
    rank=4,
    only="_B",
)
