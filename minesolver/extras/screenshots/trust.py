"""How far the symbol of each cell of a board is trusted, beside what the networks and kinds say."""

import numpy as np

from .answer import LIKELY, MOST_UNLIKELY
from .arrays import Array, beside_any
from .consistency import lookalikes, without_alternative
from .fitting_symbols import OTHER_APPEARANCE
from .lattice import Grid
from .margin import MarginCells
from .marks import of_rare_colour
from .shown_position import Position
from .strangeness import clues_against_flags
from .symbols import FLAG, HIDDEN, ZERO
from .task import Task

MOST_WITHOUT_APPEARANCE = 0.25
"""Of a board's cells: where more are held with less than ``LIKELY``, that they can be nothing else is asked
of a board that may be none."""


def trust_in_cells(
    task: Task, position: Position, margin_cells: MarginCells, has_layout: bool
) -> Array:
    """float (n,): how far the symbol of each cell is trusted, as it is seen and as the rest allows it."""
    symbols, chances = position.shown_symbols, position.chances
    trust = np.take_along_axis(chances, symbols[:, None], axis=1)[:, 0]
    is_rare = of_rare_colour(position.cells, position.chosen)
    trust[is_rare] = np.minimum(trust[is_rare], 1 - OTHER_APPEARANCE)
    trust[position.mines] = 1.0
    if has_layout:
        trust[_only_symbols(task, position, trust, margin_cells)] = LIKELY
        is_hidden = hidden_by_mines(position.grid, symbols, chances, position.mines)
        trust[is_hidden] = np.maximum(trust[is_hidden], LIKELY)
    return trust


def _only_symbols(task: Task, position: Position, trust: Array, margin_cells: MarginCells) -> Array:
    """bool (n,): the unlikely cells that can be nothing else, as the rest of the board is read."""
    symbols = position.shown_symbols
    unlikely_cells = np.flatnonzero(trust < LIKELY)
    is_question = len(unlikely_cells) > MOST_UNLIKELY * len(symbols)
    if not is_question or len(unlikely_cells) > MOST_WITHOUT_APPEARANCE * len(symbols):
        return np.zeros(len(symbols), bool)
    return without_alternative(
        unlikely_cells,
        symbols,
        position.chances,
        lambda choice: task.board_of(position.grid, choice, margin_cells),
        task.work,
    )


def hidden_by_mines(grid: Grid, chosen: Array, chances: Array, mines: Array) -> Array:
    """bool (n,): the cells that were read as hidden, or else as 0, of which one that looks the same lies
    beside a mine that is shown: that one is no 0.

    chosen: int (n,), as what they were read; ``chances``: float (n, JUNK); ``mines``: bool (n,)
    """
    next_chances = chances.copy()
    np.put_along_axis(next_chances, chosen[:, None], 0.0, axis=1)
    may_be_zero = (chosen == HIDDEN) & (next_chances.argmax(axis=1) == ZERO) & ~mines
    is_beside_mine = beside_any(mines.reshape(grid.rows, grid.cols)).ravel()
    is_hidden = np.zeros(len(chosen), bool)
    for alike_cells in set(lookalikes(chosen, chances)):
        group = list(alike_cells)
        if may_be_zero[group].all() and is_beside_mine[group].any():
            is_hidden[group] = True
    return is_hidden


def doubt_flags_against_clues(position: Position, trust: Array) -> None:
    """Hold less, float (n,), what clues with too many flags and these flags were read as: one of them is
    misread, or the player was wrong."""
    if position.mines.any():
        return
    symbol_table = position.by_cell(position.chosen)
    changed_table = position.by_cell(position.was_changed)
    against_flags = clues_against_flags(symbol_table, changed_table)
    flags_against = (symbol_table == FLAG) & beside_any(against_flags)
    is_against = (against_flags | flags_against).ravel()
    trust[is_against] = np.minimum(trust[is_against], LIKELY)
