"""A board as a table of Markdown, as wikis have it: ``?`` hidden, ``x`` a mine, the digits."""

from dataclasses import replace

from minesolver import HIDDEN, MINE, Board
from minesolver.io.formats.source import DIGITS, Format, Source, signs, table


def _cells(source: Source) -> Source:
    """The text without its rules and bars; the lines stay where they are, for the errors."""
    rules = "|-: "
    lines = (line.replace("|", " ") if set(line) - set(rules) else "" for line in source.lines)
    return replace(source, lines=tuple(lines))


def read(source: Source) -> Board:
    cells = _cells(source)
    return table(cells, cells.symbols, FORMAT)


def recognises(source: Source) -> bool:
    return all(line.lstrip().startswith("|") for line in source.lines)


def write(board: Board) -> str:
    rows = [f"| {' | '.join(row)} |" for row in signs(board, FORMAT)]
    return "\n".join(["|" + "   |" * board.cols, "|" + "---|" * board.cols, *rows])


FORMAT = Format(
    "markdown",
    "a table of Markdown: ? hidden, x a mine, 0-8 opened",
    read,
    recognises,
    write,
    codes={"?": HIDDEN, "x": MINE, **DIGITS},
)
