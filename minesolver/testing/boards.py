"""Boards on which laws are tried: small ones that brute force can judge, and positions of games, whose mines
are known.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from ..model.board import HIDDEN, MINE, Board
from .oracle import Cell, around

_CELLS = 16
_HIDDEN = 10
_LEVELS = ((16, 30, 99), (16, 30, 99), (16, 16, 40), (16, 30, 99), (9, 9, 10))
"""Rows, columns and mines of what people play; mostly expert, whose clues have most to do with each other."""
_OPENED = 0.15, 0.7
"""How much of a game is over: three clues meet most often between these shares (of 900 positions tried)."""


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


def of_games(number: int, seed: int) -> Iterator[tuple[Board, frozenset[Cell]]]:
    """Positions of games at the usual levels, each with its mines, on the way from the first opening.

    They are far too large for brute force, but what is proved has to be true of the mines that are there; and
    rules about several clues, which small boards seldom give a chance, find their work here.
    """
    random = Random(seed)
    for index in range(number):
        rows, cols, mine_count = _LEVELS[index % len(_LEVELS)]
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        start = random.choice(cells)
        start_block = {start, *around(*start, rows, cols)}
        mines = frozenset(random.sample([cell for cell in cells if cell not in start_block], mine_count))
        wanted = random.uniform(*_OPENED) * (len(cells) - mine_count)
        opened = _opened(rows, cols, mines, start, wanted, random)
        grid = [[opened.get((r, c), HIDDEN) for c in range(cols)] for r in range(rows)]
        yield Board.from_array(grid, mine_count if index % 4 else None), mines


def _opened(
    rows: int, cols: int, mines: frozenset[Cell], start: Cell, wanted: float, random: Random
) -> dict[Cell, int]:
    """The clues of a game in which at least so many cells are open: from the start on always a cell beside
    those that are, and with a 0 all around it."""
    opened: dict[Cell, int] = {}
    to_open = [start]
    beside: dict[Cell, None] = {}
    while len(opened) < wanted:
        if not to_open:
            to_open.append(random.choice(list(beside)))
        cell = to_open.pop()
        beside.pop(cell, None)
        if cell in opened:
            continue
        neighbours = around(*cell, rows, cols)
        opened[cell] = len(mines.intersection(neighbours))
        closed = [other for other in neighbours if other not in opened and other not in mines]
        if opened[cell] == 0:
            to_open += closed
        else:
            beside.update(dict.fromkeys(closed))
    return opened


def contradicting() -> Iterator[Board]:
    """Boards that no layout fits."""
    for text, mines in (("1#1\n###\n3#3", None), ("1#\n##", 2), ("3#\n*#", 1), ("#1#\n1*1\n#2#", None)):
        yield Board.parse(text, mines=mines)
