"""The boards that a picture may show: those in lattices of each pitch at which it repeats itself."""

import numpy as np

from ..arrays import Array
from ..found_board import FoundBoard
from ..lattice import (
    LARGE_PICTURE,
    Changes,
    Grid,
    Sides,
    border_clearness,
    brightness_changes,
    grid_in_region,
    grids_that_fill,
    likely_pitches,
    refined,
    regions_with_cells,
    repeated_sides,
    same_grid,
    scaled,
)
from ..work import PIXEL_CHANGES, PIXEL_PITCHES, PIXEL_REPEATS, Work
from .rectangle import WHOLE_GRID, board_in_grid

CLEAR_GAIN = 0.9
"""Gain of a cell of a board that is clearly one."""
CLEAR_FILLING, LEAST_FILLING, MUCH_CLEARER = 1.2, 0.6, 0.1
"""The same of one that fills the picture: quarters of its cells may be the cells, or its ends a page. Above
the second it is taken where no other is by the third clearer."""
CLEAR_AS_HALF = 0.8
"""The same where the picture at half its size shows the board clearly, and no more of it."""
CLEAR_BY_REPETITION = 0.5
"""The same of one of cells of any sides at which the picture repeats itself."""
LEAST_BORDER = 0.5
"""How clear the borders of such cells are at least, in the mean: those of published boards have 0.89, and the
signs of a text 0.25."""
SAME_SIDE = 0.04
"""Of a cell's side: cells that differ less are the same."""
MOST_GRIDS = 4
"""Lattices of a picture that are looked at cell by cell."""
FIRST_BOARD_WORK = 0.3
"""Of the work: where no board has been seen yet, a little more is spent on one."""


def find_board(
    pixels: Array,
    work: Work,
    work_limit: float,
    smaller_boards: list[FoundBoard | None] | None = None,
) -> FoundBoard | None:
    """The board in a picture: the best of all, or the first that is clear; ``None`` where there is none.

    work_limit: Of the work, after which no further place is looked at
    smaller_boards: Is given what the picture shows at half its size, at a quarter, ..., as far as that is
        looked at
    """
    smaller_boards = [] if smaller_boards is None else smaller_boards
    high, wide = pixels.shape[0] // 2, pixels.shape[1] // 2
    if high * wide <= LARGE_PICTURE:
        return best_of(_boards_anywhere(pixels, None, work, work_limit))
    half_result = _board_near_half(pixels, work, work_limit, smaller_boards)
    if half_result is not None and half_result[1]:
        return half_result[0]
    boards = [] if half_result is None else [half_result[0]]
    return best_of(_boards_anywhere(pixels, boards, work, work_limit))


def _board_near_half(
    pixels: Array, work: Work, work_limit: float, smaller_boards: list[FoundBoard | None]
) -> tuple[FoundBoard, bool] | None:
    """The board where half the picture shows one, and whether it is clear enough to look no further."""
    half_limit = 0.4 * work.seconds + 0.6 * work_limit
    half = find_board(half_size(pixels), work, half_limit, smaller_boards)
    smaller_boards.insert(0, half)
    if half is None:
        return None
    # The part of the picture with twice the board, for half of it may have been missed.
    grid = half.grid
    extra_cells = max(grid.rows, grid.cols) + 2
    first_x, first_y, _, _ = grid.box(-extra_cells, -extra_cells)
    _, _, end_x, end_y = grid.box(grid.rows + extra_cells, grid.cols + extra_cells)
    across = slice(max(0, round(2 * first_x)), round(2 * end_x))
    down = slice(max(0, round(2 * first_y)), round(2 * end_y))
    expected_grid = scaled(grid, 2, 2).moved(-across.start, -down.start)
    board = _board_about(pixels[down, across], expected_grid, work, work_limit)
    if board is None:
        return None
    board = board._replace(grid=board.grid.moved(across.start, down.start))
    is_as_large = len(board.cells) >= len(half.cells)
    is_sure = half.clearness > CLEAR_GAIN and is_as_large
    least_clearness = CLEAR_AS_HALF if is_sure else CLEAR_GAIN
    return board, board.clearness > least_clearness


def half_size(pixels: Array) -> Array:
    """The picture at half its size."""
    high = pixels.shape[0] // 2
    wide = pixels.shape[1] // 2
    even = pixels[: 2 * high, : 2 * wide]
    of_two = np.add(even[::2], even[1::2], dtype=np.uint16)
    of_four = of_two[:, ::2] + of_two[:, 1::2]
    return (of_four >> 2).astype(np.uint8)


def _board_about(
    pixels: Array, expected_grid: Grid, work: Work, work_limit: float
) -> FoundBoard | None:
    """The board near a grid that half the picture has shown."""
    pixels_cost = PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1]
    if work.seconds > work_limit or not work.affords(pixels_cost):
        return None
    work.spend(pixels_cost)
    changes = brightness_changes(pixels)
    grids = lattices_of(changes, [square_sides(expected_grid)], work, work_limit)
    best = best_of(boards_in_grids(pixels, changes, grids, [], work, work_limit))
    if best is None or work.seconds >= work_limit:
        return best

    # A line is lost where the pitch is off.
    if expected_grid.rows * expected_grid.cols > len(best.cells):
        larger = board_in_grid(pixels, changes, refined(changes, expected_grid), work)
        if larger is not None and larger.gain > 0.9 * best.gain:
            return larger
    return best


def _boards_anywhere(
    pixels: Array, boards: list[FoundBoard] | None, work: Work, work_limit: float
) -> list[FoundBoard]:
    """Boards of any pitch, beside those that are known already."""
    boards = list(boards or [])
    area = pixels.shape[0] * pixels.shape[1]
    if work.seconds > work_limit or not work.affords(PIXEL_CHANGES * area):
        return boards
    work.spend(PIXEL_CHANGES * area)
    changes = brightness_changes(pixels)

    # A board that fills the picture.
    filling = []
    for grid in grids_that_fill(changes):
        filling.append(board_in_grid(pixels, changes, grid, work, WHOLE_GRID))
    for board in filling:
        if board is not None and board.clearness > 0.2:
            boards.append(board)
    best = best_of(boards)
    if best and filling and best.clearness > CLEAR_FILLING:
        return [best]

    # Boards of each pitch at which the picture repeats itself.
    work.spend(PIXEL_PITCHES * area)
    squares = [Sides(pitch, pitch) for pitch in likely_pitches(changes)]
    grids = lattices_of(changes, squares, work, work_limit)
    found_boards = boards_in_grids(pixels, changes, grids, boards, work, work_limit)
    if best is None or not filling or best.clearness < LEAST_FILLING:
        return found_boards
    # What is hardly clearer is the same board, with its lines a little off.
    clearest = max(board.clearness for board in found_boards)
    return [best] if clearest < best.clearness + MUCH_CLEARER else found_boards


def board_of_repeated_sides(
    pixels: Array, known_grid: Grid | None, work: Work
) -> FoundBoard | None:
    """A clear board of cells as wide and as high as the distances at which the picture repeats itself, where
    these are no squares or of another size than the cells of the grid that is known already."""
    cost = PIXEL_REPEATS * pixels.shape[0] * pixels.shape[1]
    if not work.affords(cost):
        return None
    work.spend(cost)
    changes = brightness_changes(pixels)
    sides = repeated_sides(changes)
    if sides is None or (known_grid is not None and _has_sides(known_grid, sides)):
        return None
    grids = lattices_of(changes, [sides], work, work.most)
    board = best_of(boards_in_grids(pixels, changes, grids, [], work, work.most))
    if board is None or board.clearness < CLEAR_BY_REPETITION:
        return None
    # The signs of a text stand at equal distances as well, without borders.
    if border_clearness(changes, board.grid).mean() < LEAST_BORDER:
        return None
    return board._replace(grid=refined(changes, board.grid))


def _has_sides(grid: Grid, sides: Sides) -> bool:
    """Whether the cells of a grid are about as wide and as high as these."""
    off_width = abs(grid.width / sides.width - 1)
    off_height = abs(grid.height / sides.height - 1)
    return max(off_width, off_height) < SAME_SIDE


def square_sides(grid: Grid) -> Sides:
    """The sides of squares about as large as the cells of a grid."""
    pitch = (grid.width + grid.height) / 2
    return Sides(pitch, pitch)


def lattices_of(
    changes: Changes, likely_sides: list[Sides], work: Work, work_limit: float
) -> list[Grid]:
    """Lattices of cells of these sides in the parts of a picture that repeat themselves, the clearest
    first."""
    grids: list[tuple[float, Grid]] = []
    for sides in likely_sides:
        if work.seconds > work_limit:
            break
        work.spend(PIXEL_PITCHES * changes[0].size)
        for region in regions_with_cells(changes, sides):
            work.spend(PIXEL_PITCHES * changes[0][region].size)
            grid = grid_in_region(changes, region, sides)
            if grid is None or min(grid.rows, grid.cols) < 3:
                continue
            if not any(same_grid(grid, known_grid) for _, known_grid in grids):
                grids.append((_lattice_score(changes, grid, sides), grid))
    grids.sort(key=lambda scored: -scored[0])
    clearest = [grid for _, grid in grids[:MOST_GRIDS]]

    # What was taken for lines may be the strokes of numbers in the middle of the cells.
    for right, down in ((0.5, 0), (0, 0.5), (0.5, 0.5)):
        for grid in clearest[:2]:
            clearest.append(grid.moved(right * grid.width, down * grid.height))
    return clearest


def _lattice_score(changes: Changes, grid: Grid, sides: Sides) -> float:
    """By what lattices are compared: how clear their lines are, how many, and how near to these sides, mostly
    of squares, their cells."""
    clearness = float(border_clearness(changes, grid).mean())
    size_weight = np.sqrt(grid.rows * grid.cols)
    unequal = abs(grid.width * sides.height / (grid.height * sides.width) - 1)
    return float(clearness**2 * size_weight * (1 - 2 * unequal))


def boards_in_grids(
    pixels: Array,
    changes: Changes,
    grids: list[Grid],
    boards: list[FoundBoard],
    work: Work,
    work_limit: float,
) -> list[FoundBoard]:
    """The boards of lattices, up to the first that is clear, after those that are known already."""
    boards = list(boards)
    for grid in grids:
        allowed = work_limit if boards else work_limit + FIRST_BOARD_WORK
        if work.seconds > allowed:
            break
        board = board_in_grid(pixels, changes, grid, work)
        if board is not None:
            boards.append(board)
            if board.clearness > CLEAR_GAIN:
                break
    return boards


def best_of(boards: list[FoundBoard]) -> FoundBoard | None:
    """The board that is worth most; ``None``: there is none."""
    return max(boards, key=lambda board: board.worth, default=None)
