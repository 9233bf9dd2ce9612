"""Boards on which laws are tried: small ones that brute force can judge, and positions of games, whose mines
are known.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from ..model.board import HIDDEN, MINE, Board
from .oracle import Cell, around

_MAX_CELLS = 16
_MAX_HIDDEN_CELLS = 10  # brute force tries 2^10 layouts of each board
_LEVELS = ((16, 30, 99), (16, 30, 99), (16, 16, 40), (16, 30, 99), (9, 9, 10))
"""Rows, columns and mines of what people play; mostly expert, whose clues have most to do with each other."""
_LEAST_OPENED, _MOST_OPENED = 0.15, 0.7
"""How much of a game is over: three clues meet most often between these shares (of 900 positions tried)."""


def played(number: int, seed: int) -> Iterator[Board]:
    """Boards that at least one layout fits, of all sizes up to 16 cells: some cells of a random layout are
    opened, some mines known; the mine count known, unknown, or replaced by a density."""
    random = Random(seed)
    for _ in range(number):
        rows = random.randint(1, 5)
        cols = random.randint(1, _MAX_CELLS // rows)
        cells = list(product(range(rows), range(cols)))
        mines = {cell for cell in cells if random.random() < random.choice((0.1, 0.25, 0.5))}

        # Not too many cells are hidden for brute force.
        opened_count = max(len(cells) - _MAX_HIDDEN_CELLS, random.randint(0, len(cells)))
        grid = [[HIDDEN] * cols for _ in range(rows)]
        for row, col in random.sample(cells, opened_count):
            clue = len(mines.intersection(around(row, col, rows, cols)))
            grid[row][col] = MINE if (row, col) in mines else clue

        prior = random.choice(("mine count", "uniform", "density"))
        yield Board.from_array(
            grid,
            len(mines) if prior == "mine count" else None,
            density=Fraction(random.randint(1, 9), 10) if prior == "density" else None,
        )


def of_games(number: int, seed: int) -> Iterator[tuple[Board, frozenset[Cell]]]:
    """Positions of games at the usual levels, each with its mines, on the way from the first opening.

    They are far too large for brute force, but what is proved has to be true of the mines that are there; and
    rules about several clues, which small boards seldom give a chance, find their work here.
    """
    random = Random(seed)
    for index in range(number):
        rows, cols, mine_count = _LEVELS[index % len(_LEVELS)]
        cells = list(product(range(rows), range(cols)))
        start = random.choice(cells)
        start_block = {start, *around(*start, rows, cols)}
        mines = frozenset(
            random.sample([cell for cell in cells if cell not in start_block], mine_count)
        )
        opened_share = random.uniform(_LEAST_OPENED, _MOST_OPENED)
        opened_count = opened_share * (len(cells) - mine_count)
        clue_of = _open_cells(rows, cols, mines, start, opened_count, random)
        grid = [[clue_of.get((row, col), HIDDEN) for col in range(cols)] for row in range(rows)]
        yield Board.from_array(grid, mine_count if index % 4 else None), mines


def _open_cells(
    rows: int, cols: int, mines: frozenset[Cell], start: Cell, opened_count: float, random: Random
) -> dict[Cell, int]:
    """The clues of a game in which at least so many cells are open: from the start on always a cell beside
    those that are, and with a 0 all around it."""
    clue_of: dict[Cell, int] = {}
    to_open = [start]
    beside_open: dict[Cell, None] = {}
    while len(clue_of) < opened_count:
        if not to_open:
            to_open.append(random.choice(list(beside_open)))
        cell = to_open.pop()
        beside_open.pop(cell, None)
        if cell in clue_of:
            continue
        neighbours = around(*cell, rows, cols)
        clue_of[cell] = len(mines.intersection(neighbours))
        closed_neighbours = [
            neighbour
            for neighbour in neighbours
            if neighbour not in clue_of and neighbour not in mines
        ]
        if clue_of[cell] == 0:
            to_open += closed_neighbours
        else:
            beside_open.update(dict.fromkeys(closed_neighbours))
    return clue_of


def contradicting() -> Iterator[Board]:
    """Boards that no layout fits."""
    for text, mines in (
        ("1#1\n###\n3#3", None),
        ("1#\n##", 2),
        ("3#\n*#", 1),
        ("#1#\n1*1\n#2#", None),
    ):
        yield Board.parse(text, mines=mines)
