"""Where a board of a known size lies in the lattice of one that was found: the likeliest place first."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..found_board import FoundBoard, Lines
from ..lattice import CellRun, Grid, longer
from ..symbols import line_odds
from ..work import LINE_SEEN, Work

MOST_DROPPED = 6
"""Lines of a grid that are no cells of its board, at most."""
LEAST_CORE = 3
"""Rows and columns of which a board is sure to have all."""


class Placement(NamedTuple):
    """A grid of the known size, and how much less likely it is than the likeliest grid of any size, as the
    logarithm of odds."""

    grid: Grid
    loss: float


def placements(
    image: Array, board: FoundBoard, shape: tuple[int, int], work: Work
) -> list[Placement]:
    """Where a board of this size lies in the lattice of the one that was found, the likeliest place first."""
    grid = board.grid
    cores = []
    for axis in (0, 1):
        core = _core(grid.run(axis), shape[axis])
        if core is None:
            return []
        cores.append(core)
    core_grid = grid.with_run(0, cores[0]).with_run(1, cores[1])
    is_core = _is_within(grid, core_grid)
    lines = Lines(image, core_grid, board.cells[is_core], board.symbol_chances[is_core])

    runs = [_runs(lines, core_grid, axis, shape[axis], work) for axis in (0, 1)]
    placed = []
    for rows, rows_loss in runs[0]:
        for cols, cols_loss in runs[1]:
            placed.append(
                Placement(grid.with_run(0, rows).with_run(1, cols), rows_loss + cols_loss)
            )
    return sorted(placed, key=lambda placement: placement.loss)


def _core(run: CellRun, line_count: int) -> CellRun | None:
    """The lines of a run that a board of so many has, wherever in the run it lies."""
    dropped = max(0, run.cells - line_count)
    core_count = run.cells - 2 * dropped
    if dropped > MOST_DROPPED or core_count < LEAST_CORE:
        return None
    return CellRun(run.start + dropped * run.pitch, run.pitch, core_count)


def _is_within(grid: Grid, core: Grid) -> Array:
    """bool (n,): which cells of a grid are those of one within it."""
    is_core = np.zeros((grid.rows, grid.cols), bool)
    first_row = (grid.rows - core.rows) // 2
    first_col = (grid.cols - core.cols) // 2
    is_core[first_row : first_row + core.rows, first_col : first_col + core.cols] = True
    return is_core.ravel()


def _runs(
    lines: Lines, grid: Grid, axis: int, line_count: int, work: Work
) -> list[tuple[CellRun, float]]:
    """The runs of so many lines around those of a grid, each with how much less likely it is than the
    likeliest of any length."""
    run = grid.run(axis)
    lines_beside = line_count - run.cells
    odds_before = _odds(lines, grid, axis, 0, lines_beside, work)
    odds_after = _odds(lines, grid, axis, 1, lines_beside, work)
    best_odds = max(odds_before) + max(odds_after)
    runs = []
    for count_before, odds in enumerate(odds_before):
        count_after = lines_beside - count_before
        if 0 <= count_after < len(odds_after):
            start = run.start - count_before * run.pitch
            loss = best_odds - odds - odds_after[count_after]
            runs.append((CellRun(start, run.pitch, line_count), loss))
    return runs


def _odds(
    lines: Lines, grid: Grid, axis: int, end: int, most_lines: int, work: Work
) -> list[float]:
    """The logarithm of how much likelier a board goes on by 0, 1, 2, ... lines at an end, as far as the
    picture goes."""
    odds = [0.0]
    for _ in range(most_lines):
        work.spend(LINE_SEEN)
        numbers = lines.described(grid, axis, end)
        if numbers is None:
            break
        odds.append(odds[-1] + line_odds(numbers))
        grid = longer(grid, axis, end)
    return odds
