"""The symbols of a board's cells: the likeliest that have a layout of mines, where some have."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...base.errors import MinesolverError
from .appearance import LEAST_WORK, CellAppearance
from .arrays import Array
from .blanks import blanks_like_others, with_opened_blanks
from .cheapest_readings import search
from .consistency import nearest_consistent
from .doubts import Doubts
from .kinds import Kinds
from .lattice import Grid
from .margin import MarginCells
from .marks import flat_cells, none_opened
from .size.sizes import has_game_size, has_usual_shape
from .symbols import FLAG, HIDDEN, JUNK, ZERO, mixed, with_signs
from .task import SHORT_WORK, Task
from .work import Work

MOST_COST_ABOVE = 5
"""How much more than a reading that has a layout one costs at most that is looked at, as logarithms. Set by
hand."""
MOST_READINGS = 200
"""Readings looked at for one that has a layout."""
LAYOUT_WORK = 0.3
"""Seconds that are kept of the work for layouts, where the kinds of cells take all else."""
OPENED_GAIN = 0.01
"""Of the cost: by how much a reading is preferred in which strange hidden cells are opened, if it fits."""
OTHER_APPEARANCE = 0.1
"""How likely a 0 is wrong, at least, that looks more like hidden cells than like other 0s, and a hidden cell
of a colour that hardly another has: it is named, and alone makes no question. Set by hand."""
LEAST_WRONG, MOST_WRONG = 1e-4, 0.99
"""How likely a cell is wrong at least and at most: nothing that is seen is quite sure."""


@dataclass(frozen=True)
class Symbols:
    """The symbols of a board's cells in one reading: ``chosen`` int (n,), ``chances`` float (n, JUNK), what
    it costs, and why it has no layout."""

    cost: float
    chosen: Array
    chances: Array
    error: MinesolverError | None


def likeliest_symbols(
    task: Task, grid: Grid, appearance: CellAppearance, margin_cells: MarginCells
) -> Symbols:
    """The likeliest symbols of a board's cells that have a layout, where some are found."""
    # A board that was found late is looked at as well.
    work_limit = max(
        task.limit,
        min(task.work.seconds + LEAST_WORK, task.work.most),
        task.work.seconds + SHORT_WORK,
    )
    tried: list[Symbols] = []
    least_cost = np.inf
    for cost, first_choice, chances in likely_readings(
        appearance, grid, task.work, work_limit, margin_cells
    ):
        # Once one has a layout, those that cost much more are not looked at.
        if tried and (task.work.seconds > work_limit or cost > least_cost + MOST_COST_ABOVE):
            continue
        chosen, error = nearest_consistent(
            first_choice,
            chances,
            grid,
            lambda choice: task.board_of(grid, choice, margin_cells),
            task.work,
            work_limit,
            MOST_READINGS,
        )
        symbols = Symbols(
            cost + _cost_of_changes(first_choice, chosen, chances), chosen, chances, error
        )
        tried.append(symbols)
        if error is None:
            least_cost = min(least_cost, symbols.cost)
    return min(tried, key=lambda symbols: (symbols.error is not None, symbols.cost))


def _cost_of_changes(first_choice: Array, chosen: Array, chances: Array) -> float:
    """How much less likely a choice of symbols, int (n,), is than the first one, as logarithms."""
    both_choices = np.stack([first_choice, chosen], axis=1)
    logs = np.log(np.take_along_axis(chances, both_choices, axis=1) + 1e-300)
    return float((logs[:, 0] - logs[:, 1]).sum())


def likely_readings(
    appearance: CellAppearance, grid: Grid, work: Work, work_limit: float, margin_cells: MarginCells
) -> Iterator[tuple[float, Array, Array]]:
    """Readings of a board's cells, the likeliest first: cost, symbols int (n,), chances float (n, JUNK)."""
    nets = appearance.nets
    by_cell_and_sign = with_signs(appearance.plain, appearance.sign_share, *nets[:2])
    by_all = mixed(by_cell_and_sign, nets[2])
    kinds = Kinds(appearance.cells, appearance.plain, by_all, nets, grid.rows, grid.cols)
    doubts = Doubts(kinds, [*nets, by_all], appearance.cells)
    impossible = _impossible_symbols(appearance.cells, grid, margin_cells)

    minima = search(kinds, work, work_limit - LAYOUT_WORK)
    for cost, choice, energy in minima:
        other_readings = []
        for other_cost, other_choice, _ in minima:
            if (other_choice != choice).any():
                other_readings.append((other_cost - cost, other_choice))
        wrong = np.clip(doubts.chances(choice, energy, other_readings), LEAST_WRONG, MOST_WRONG)
        is_like_others = blanks_like_others(kinds, choice)[kinds.kind]
        wrong[is_like_others] = np.maximum(wrong[is_like_others], OTHER_APPEARANCE)

        # If a cell is wrong: what its kind is, and what it is alone.
        above_least = np.maximum(energy - energy.min(axis=1, keepdims=True), 0)
        of_kind = np.exp(-above_least)[kinds.kind]
        instead = np.where(impossible, 0.0, of_kind + by_all[:, :JUNK] + 1e-6)
        opened = with_opened_blanks(kinds, choice)
        if opened is not None:
            chances = _weighed(opened[kinds.kind], wrong, instead, impossible)
            yield cost - OPENED_GAIN, chances.argmax(axis=1), chances
        chances = _weighed(choice[kinds.kind], wrong, instead, impossible)
        yield cost, chances.argmax(axis=1), chances

    # However its cells look, a board that shows nothing in any may be one in which none was opened: that is
    # looked at where nothing else has a layout, as with a mine count.
    all_hidden = np.full(len(appearance.cells), HIDDEN)
    if none_opened(appearance.cells, all_hidden, has_usual_shape(grid) or has_game_size(grid)):
        yield np.inf, all_hidden, chances


def _impossible_symbols(cells: Array, grid: Grid, margin_cells: MarginCells) -> Array:
    """bool (n, JUNK): no clue is larger than its neighbourhood, and a cell of one colour has none."""
    neighbour_count = margin_cells.neighbour_counts(grid)
    largest_clue = np.where(neighbour_count < 8, neighbour_count, JUNK)
    impossible = np.arange(-1, JUNK - 1)[None, :] > largest_clue[:, None]
    impossible[:, FLAG] = False
    impossible[flat_cells(cells), ZERO + 1 : FLAG] = True
    return np.asarray(impossible)


def _weighed(symbols: Array, wrong: Array, instead: Array, impossible: Array) -> Array:
    """float (n, JUNK): how likely each symbol is in cells that were read as these symbols.

    wrong: float (n,), how likely a cell is another; ``instead``: float (n, JUNK), how likely is what then;
    ``impossible``: bool (n, JUNK)
    """
    chances = instead.copy()
    np.put_along_axis(chances, symbols[:, None], 0.0, axis=1)
    chances *= (wrong / chances.sum(axis=1))[:, None]
    np.put_along_axis(chances, symbols[:, None], 1 - wrong[:, None], axis=1)
    chances = np.where(impossible, 0.0, chances)
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances)
