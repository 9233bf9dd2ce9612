"""Small random boards that brute force can judge."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from ..model.board import HIDDEN, MINE, Board
from .oracle import around

_CELLS = 16
_HIDDEN = 10


def played(number: int, seed: int) -> Iterator[Board]:
    """Boards that at least one layout fits, of all sizes up to 16 cells: some cells of a random layout are
    opened, some mines known; the mine count known, unknown, or replaced by a density."""
    random = Random(seed)
    for _ in range(number):
        rows = random.randint(1, 5)
        cols = random.randint(1, _CELLS // rows)
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        layout = {cell for cell in cells if random.random() < random.choice((0.1, 0.25, 0.5))}
        shown = random.sample(cells, max(len(cells) - _HIDDEN, random.randint(0, len(cells))))
        grid = [[HIDDEN] * cols for _ in range(rows)]
        for r, c in shown:
            grid[r][c] = MINE if (r, c) in layout else len(layout.intersection(around(r, c, rows, cols)))
        kind = random.choice(("known", "unknown", "density"))
        yield Board.from_array(
            grid,
            len(layout) if kind == "known" else None,
            density=Fraction(random.randint(1, 9), 10) if kind == "density" else None,
        )


def contradicting() -> Iterator[Board]:
    """Boards that no layout fits."""
    for text, mines in (("1#1\n###\n3#3", None), ("1#\n##", 2), ("3#\n*#", 1), ("#1#\n1*1\n#2#", None)):
        yield Board.parse(text, mines=mines)
