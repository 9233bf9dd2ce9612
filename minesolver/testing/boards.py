"""Boards on which laws are tried: small ones that brute force can judge, and positions of games, whose mines
are known.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from ..model.board import HIDDEN, MINE, Board
from .brute_force import Cell, around

_MAX_CELLS = 16
_MAX_HIDDEN_CELLS = 10  # brute force tries 2^10 layouts of each board
_EXPERT = (16, 30, 99)
_INTERMEDIATE = (16, 16, 40)
_BEGINNER = (9, 9, 10)
_LEVELS = (_EXPERT, _EXPERT, _INTERMEDIATE, _EXPERT, _BEGINNER)
"""Rows, columns and mines of what people play; mostly expert, whose clues have most to do with each other."""
_MINE_CHANCES = (
    0.1,
    0.25,
    0.5,
)  # from a thin board, whose zeros open a lot, to one that is all clues
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
        mines = {cell for cell in cells if random.random() < random.choice(_MINE_CHANCES)}

        # Not too many cells are hidden for brute force.
        least_opened = len(cells) - _MAX_HIDDEN_CELLS
        opened_count = max(least_opened, random.randint(0, len(cells)))
        grid = [[HIDDEN] * cols for _ in range(rows)]
        for row, col in random.sample(cells, opened_count):
            clue = len(mines.intersection(around(row, col, rows, cols)))
            grid[row][col] = MINE if (row, col) in mines else clue

        # Each prior weighs the same layouts otherwise, and an engine may be wrong under one of them only.
        prior = random.choice(("mine count", "uniform", "density"))
        mine_count = len(mines) if prior == "mine count" else None
        density = None
        if prior == "density":
            density = Fraction(random.randint(1, 9), 10)
        yield Board.from_array(grid, mine_count, density=density)


def of_games(number: int, seed: int) -> Iterator[tuple[Board, frozenset[Cell]]]:
    """Positions of games at the usual levels, each with its mines, on the way from the first opening.

    They are far too large for brute force, but what is proved has to be true of the mines that are there; and
    rules about several clues, which small boards seldom give a chance, find their work here.
    """
    random = Random(seed)
    for index in range(number):
        rows, cols, mine_count = _LEVELS[index % len(_LEVELS)]
        cells = list(product(range(rows), range(cols)))

        # A game begins with a zero: a first clue of more would leave nothing to reason about.
        start = random.choice(cells)
        start_block = {start, *around(*start, rows, cols)}
        mine_sites = [cell for cell in cells if cell not in start_block]
        mines = frozenset(random.sample(mine_sites, mine_count))

        opened_share = random.uniform(_LEAST_OPENED, _MOST_OPENED)
        opened_count = opened_share * (len(cells) - mine_count)
        clue_of = _open_cells(rows, cols, mines, start, opened_count, random)
        grid = [[HIDDEN] * cols for _ in range(rows)]
        for (row, col), clue in clue_of.items():
            grid[row][col] = clue

        # Without the mine count in some games: what rests on clues alone has to be proved by them.
        known_count = mine_count if index % 4 else None
        yield Board.from_array(grid, known_count), mines


def _open_cells(
    rows: int, cols: int, mines: frozenset[Cell], start: Cell, opened_count: float, random: Random
) -> dict[Cell, int]:
    """The clues of a game in which at least so many cells are open: from the start on always a cell beside
    those that are, and with a 0 all around it."""
    clue_of: dict[Cell, int] = {}
    to_open = [start]
    beside_open: dict[Cell, None] = {}
    while len(clue_of) < opened_count:
        # Zeros go on by themselves; a chance cell is opened only where they have come to an end.
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
