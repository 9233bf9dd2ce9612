"""Seeded positions to measure on: stuck boards of played games, and grids of isolated clues.

A position is *stuck* when no hidden cell is proved safe: the moment at which a player needs probabilities.
"""

from __future__ import annotations

import argparse
import math
import random
from array import array

import numpy as np
from wide import random_board

import minesolver as ms
from minesolver.game import Game, Rules
from minesolver.game.board_sizes import LEVELS
from minesolver.model.board import HIDDEN, MINE, neighbours

SIZES = LEVELS | {"50x50": (50, 50, 500), "100x100": (100, 100, 1800)}
"""name -> (rows, cols, mines); the large boards at densities 0.20 and 0.18."""


def reveal(layout: list[bool], grid: list[int], rows: int, cols: int, start: int) -> None:
    """Open a cell of the flat ``grid``, and the region around it where it is a zero."""
    neighbour_lists = neighbours(rows, cols)
    agenda = [start]
    while agenda:
        cell = agenda.pop()
        if grid[cell] != HIDDEN:
            continue
        grid[cell] = sum(layout[neighbour] for neighbour in neighbour_lists[cell])
        if grid[cell] == 0:
            agenda.extend(
                neighbour for neighbour in neighbour_lists[cell] if grid[neighbour] == HIDDEN
            )


def stuck_positions(rows: int, cols: int, mines: int, number: int, seed: int) -> list[ms.Board]:
    """One stuck position from each of ``number`` games, the first click opening a zero.

    In each game all proved-safe cells are opened, then the least dangerous cell among those that hold no
    mine, and so on to the end (or to the 60th stuck position): one of the game's stuck positions is drawn at
    random. Games that never get stuck give none.
    """
    positions: list[ms.Board] = []
    game = 0
    while len(positions) < number:
        rng = random.Random(f"{seed}/{rows}x{cols}x{mines}/{game}")
        game += 1
        stuck = _play(rows, cols, mines, rng)
        if stuck:
            positions.append(rng.choice(stuck))
    return positions


def _play(rows: int, cols: int, mines: int, rng: random.Random) -> list[ms.Board]:
    # The first click protects its neighbours, as most programs do now.
    neighbour_lists = neighbours(rows, cols)
    start = rng.randrange(rows * cols)
    allowed = sorted(set(range(rows * cols)) - {start, *neighbour_lists[start]})
    layout = [False] * (rows * cols)
    for cell in rng.sample(allowed, mines):
        layout[cell] = True
    grid = [HIDDEN] * (rows * cols)
    reveal(layout, grid, rows, cols, start)
    stuck: list[ms.Board] = []
    while True:
        board = ms.Board.from_array(np.array(grid, np.int8).reshape(rows, cols), mines)
        analysis = ms.analyze(board, "elimination")
        unopened_safe_cells = sum(code == HIDDEN for code in grid) - mines
        if analysis.best is None or len(analysis.safe) == unopened_safe_cells:
            return stuck
        if analysis.safe:
            for r, c in analysis.safe:
                reveal(layout, grid, rows, cols, r * cols + c)
            continue
        stuck.append(board)
        if len(stuck) == 60:
            return stuck

        # The game never ends by a guess: of the cells without a mine the one of least risk is opened.
        risks = analysis.probability.ravel()
        survivors = [i for i, code in enumerate(grid) if code == HIDDEN and not layout[i]]
        reveal(layout, grid, rows, cols, min(survivors, key=lambda cell: (risks[cell], cell)))


class Driver:
    """Plays games of one kind, all that is proved by itself, and stops at each guess. ``begin`` lays the
    mines; ``next_guess`` plays to the next guess, at ``grid`` (the codes of all cells, proved mines among
    them), where ``choose`` says which cell is opened.

    protected, first_cell: What the first click protects, 0 nothing, 1 the cell, 2 all around too; and where
        that click is
    """

    def __init__(self, rows: int, cols: int, mines: int, protected: int, first_cell: int) -> None:
        self._kind = rows, cols, mines, Rules(first_click=("none", "safe", "zero")[protected])
        self._first = divmod(first_cell, cols)

    def begin(self, seed: int, number: int) -> None:
        """Game ``number`` of a seed."""
        self._game = Game(*self._kind, seed=seed, index=number)
        self._cell = self._first

    @property
    def won(self) -> bool:
        return self._game.won

    @property
    def log_models(self) -> float:
        """The logarithm of the number of layouts."""
        return math.log(self._analysis.solutions)

    def next_guess(self) -> bool:
        """Open the chosen cell and all that is proved; whether there is something to guess then."""
        self._game.open(self._cell)
        while not self._game.over:
            self._analysis = ms.analyze(self._game.board)
            for cell in self._analysis.safe:
                if self._game.board[cell] == HIDDEN:
                    self._game.open(cell)
            if not self._analysis.safe:
                codes = self._game.board.grid.astype(np.int8)
                for cell in self._analysis.mines:
                    codes[cell] = MINE
                self.grid = array("b", codes.tobytes())
                return True
        return False

    def choose(self, cell: int) -> None:
        """Which cell ``next_guess`` is to open."""
        self._cell = divmod(cell, self._kind[1])


def isolated_clues(cols: int, clue_rows: int, seed: int = 1, density: float = 0.25) -> ms.Board:
    """Opened clues at every second row and column of a hidden board, (2 * clue_rows + 1) x cols.

    The clues are those of a random layout, so that the board is consistent; the mine count is that layout's.
    """
    rows = 2 * clue_rows + 1
    rng = random.Random(f"{seed}/isolated/{cols}x{clue_rows}")
    clues = {row * cols + col for row in range(1, rows, 2) for col in range(1, cols, 2)}
    layout = [cell not in clues and rng.random() < density for cell in range(rows * cols)]
    neighbour_lists = neighbours(rows, cols)
    grid = [
        sum(layout[neighbour] for neighbour in neighbour_lists[cell]) if cell in clues else HIDDEN
        for cell in range(rows * cols)
    ]
    return ms.Board.from_array(np.array(grid, np.int8).reshape(rows, cols), sum(layout))


def speed_board() -> ms.Board:
    """The board on which ``ms_toollib`` tests its speed (its ``test_probability_speed.rs``): clues at every
    second cell of the upper half, 75 mines.
    """
    clues = {0: "23333333331", 2: "34444444441", 4: "3444"}
    rows = [["#"] * 21 for _ in range(10)]
    for row, values in clues.items():
        for number, clue in enumerate(values):
            rows[row][2 * number] = clue
    return ms.Board.parse("10x21x75\n" + "\n".join(map("".join, rows)))


def grids(seed: int = 1) -> list[ms.Board]:
    """The grids that solvers are compared on: 11 to 41 wide, 1 to 9 rows of clues; and the speed board."""
    widths = (11, 21, 31, 41)
    grid_boards = [
        isolated_clues(cols, rows, seed, density=0.5) for cols in widths for rows in range(1, 10)
    ]
    return [*grid_boards, speed_board()]


def dense(size: int, number: int = 6) -> list[ms.Board]:
    """Random boards on which most clues are open at once: a quarter mines, 40 % of all cells asked for."""
    return [random_board(size, 0.25, seed, has_mine_count=True)[0] for seed in range(number)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Prints positions/grids.mines, or dense-SIZE.mines."
    )
    parser.add_argument("--dense", type=int, metavar="SIZE", help="six random boards, SIZExSIZE")
    options = parser.parse_args()
    boards = grids() if options.dense is None else dense(options.dense)
    print("\n\n".join(map(str, boards)))
