"""Clues by their coordinates, all other cells hidden: ``{(0, 1): 2, (3, 4): 1}``, ``clue(1, 2, 3).``

A first line ROWSxCOLS, or ROWSxCOLSxMINES, gives the size. Rows and columns count from 0, or from 1 where no
number is 0 and one of them is the last row or column.
"""

import re

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MAX_CELLS, Board
from .reading.outside import Facts, facts_of, is_words
from .source import Format, Source

_NUMBERS = r"\(\s{0,9}(\d{1,4})\s{0,9},\s{0,9}(\d{1,4})\s{0,9}"
_CLUE = re.compile(
    rf"{_NUMBERS}\)\s{{0,9}}(?::|=>?|->)\s{{0,9}}(\d)(?!\d)|\b[A-Za-z]\w{{0,20}}{_NUMBERS},\s{{0,9}}(\d)\s{{0,9}}\)"
)
_BRACKETS_AS_BLANKS = str.maketrans("{}[]", "    ")
_BETWEEN = " \t,;.{}[]"
"""What may stand between clues."""


def _text(source: Source) -> str:
    """The lines below the first, where that has the size."""
    return "\n".join(source.lines if source.header is None else source.lines[1:])


def _is_clues(source: Source) -> bool:
    text = _text(source)
    if "(" not in text or len(text) > MAX_CELLS:
        return False
    text_between = _CLUE.sub("", text)
    if len(text_between) == len(text):
        return False
    # Words may tell the size, and the mine count, among the clues.
    words = text_between.strip(_BETWEEN + "\n")
    if not words:
        return True
    is_between = "(" not in words and is_words(_lines_of(words))
    return is_between and _facts_of(words).size is not None


def _facts_of(words: str) -> Facts:
    """What the words between clues say."""
    return facts_of(_lines_of(words))


def _lines_of(words: str) -> list[str]:
    return words.translate(_BRACKETS_AS_BLANKS).split("\n")


def _read(source: Source) -> Board:
    if not _is_clues(source):
        message = "no clues by their coordinates, such as {(0, 1): 2}, and nothing else"
        raise BoardFormatError(message, line=source.first_line)
    text = _text(source)
    facts = _facts_of(_CLUE.sub("", text))
    rows, cols = _board_size(source, facts)
    clues = []
    for match in _CLUE.finditer(text):
        row, col, clue = (int(number) for number in match.groups() if number is not None)
        clues.append((row, col, clue))

    first_index = _first_index(clues, rows, cols, source.first_line)
    grid = [[HIDDEN] * cols for _ in range(rows)]
    for row, col, clue in clues:
        if row - first_index >= rows or col - first_index >= cols:
            message = f"the cell ({row}, {col}) is not on the {rows}x{cols} board"
            raise BoardFormatError(message, line=source.first_line + 1)
        grid[row - first_index][col - first_index] = clue
    mine_count, density = source.stated_total
    if mine_count is None and density is None:
        mine_count = min(facts.mines, default=None)
    return Board(grid, mine_count, density)


def _board_size(source: Source, facts: Facts) -> tuple[int, ...]:
    """(rows, columns), as the first line says or else words. Raises BoardFormatError: neither does."""
    sizes = facts.size if source.header is None else source.header.sizes
    if sizes is None:
        message = "these are clues by their coordinates: say the size in a first line, such as 9x9 or 9x9x10"
        raise BoardFormatError(message, line=source.first_line)
    rows, cols = sizes
    if not 0 < rows * cols <= MAX_CELLS:
        raise BoardFormatError(f"{rows}x{cols} is no size of a board", line=source.first_line)
    return sizes


def _first_index(clues: list[tuple[int, int, int]], rows: int, cols: int, first_line: int) -> int:
    """0 or 1, from where the coordinates of clues count. Raises BoardFormatError: nothing tells."""
    # Only a 0, or a number as large as the size, tells it.
    if any(row == 0 or col == 0 for row, col, _ in clues):
        return 0
    if any(row == rows or col == cols for row, col, _ in clues):
        return 1
    message = (
        "do these coordinates count from 0 or from 1? No clue is in a first or last row or column"
    )
    raise BoardFormatError(message, line=first_line + 1)


FORMAT = Format(
    "clues",
    "clues by their coordinates below a line ROWSxCOLS: {(0, 1): 2, (3, 4): 1} or clue(1, 2, 3).",
    _read,
    _is_clues,
    rank=-1,
)
