"""The mine count of a board, where its counter and the flags on it say it."""

import numpy as np

from ...base.errors import MinesolverError
from ...base.limits import Limit
from ...game.board_sizes import LEVELS
from ...model.board import Board
from ...solver import analyze
from .answer import LIKELY
from .arrays import Array
from .counter import read_counter
from .marks import SURE
from .shown_position import Position

STANDARD_DENSITIES = (0.05, 0.4)
"""Mines a cell: a counter and flags that say fewer or more are misread."""
COUNTER_STATES = 1_000_000
"""What may be counted to ask whether a counter's mine count has a layout: states, not time."""


def with_counted_mines(
    pixels: Array, board: Board, position: Position, trust: Array
) -> tuple[Board, int | None]:
    """The board with the mine count that a counter shows, and what that shows: how many mines a whole
    board has, while its game goes on. Flags that are no mines by it are held less.

    trust: float (n,), how far each symbol is trusted
    """
    if position.mines.any():
        return board, None
    counter = read_counter(pixels, position.grid)
    if counter is None:
        return board, None
    mine_count = _likely_count(counter, position)
    counted_board = None if mine_count is None else _with_layout(board, mine_count)
    if counted_board is None:
        return board, None

    is_flag = position.is_flag
    if mine_count == counter and is_flag.any():
        trust[is_flag] = np.minimum(trust[is_flag], LIKELY)
    return counted_board, counter


def _likely_count(counter: int, position: Position) -> int | None:
    """The mine count of a board by what its counter shows and the flags on it; ``None``: it is hardly that.
    A board of a standard size has the standard one, if the counter says it with or without the flags."""
    grid = position.grid
    mine_count = counter + int(position.is_flag.sum())
    for rows, cols, standard_count in LEVELS.values():
        is_level_size = (rows, cols) == (grid.rows, grid.cols)
        if is_level_size and standard_count in (mine_count, counter):
            return standard_count
    flag_chances = position.flag_chances
    has_unsure_flags = bool(((flag_chances > 1 - SURE) & (flag_chances < SURE)).any())
    least_density, most_density = STANDARD_DENSITIES
    cell_count = grid.rows * grid.cols
    is_usual = least_density * cell_count < mine_count < most_density * cell_count
    return mine_count if is_usual and not has_unsure_flags else None


def _with_layout(board: Board, mine_count: int) -> Board | None:
    """The board with so many mines; ``None``: it has no layout then, or that cannot be said soon."""
    try:
        counted_board = Board(board.grid, mine_count)
        analyze(counted_board, limit=Limit(states=COUNTER_STATES))
    except MinesolverError:
        return None
    return counted_board
