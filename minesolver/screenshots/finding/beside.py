"""All boards of a picture: two that were taken for one are parted, and others are looked for beside one."""

from dataclasses import replace

from ..arrays import Array
from ..board import SIGN_SEEN, FoundBoard
from ..lattice import Grid, brightness_changes
from ..symbols import JUNK
from ..task import Task
from ..work import PIXEL_CHANGES, Work
from .candidates import best_of, boards_in_grids, lattices_of, square_sides
from .gap import boards_beside_a_gap

WORK_BESIDE = 0.2
"""Of the limit: what is spent to look for other boards in the picture."""
SIDE_BY_SIDE = 3
"""Of a cell's height: boards that begin at heights less far apart lie side by side."""
MORE_BOARD_CLEARNESS = 0.5
"""Of another board in the picture: how clearly it is one, at least."""
MORE_BOARD_SIDE = 5
"""Rows and columns of such a board at least."""
MORE_BOARD_SIGNS = 6
"""Cells of such a board that surely show a sign at least."""
MORE_BOARD_WORK = 0.3
"""Seconds that are spent to look for one on one side."""


def parted_at_a_gap(task: Task, found_board: FoundBoard) -> list[FoundBoard]:
    """The board, or the two of which it is, where a gap breaks the distances of its lines."""
    grids = boards_beside_a_gap(task.pixels, found_board.grid)
    if grids is None:
        return [found_board]
    boards = []
    for grid in grids:
        gain = found_board.clearness * grid.rows * grid.cols
        boards.append(task.board_in(grid, gain))
    return boards


def all_boards(task: Task, parted_boards: list[FoundBoard]) -> list[FoundBoard]:
    """The board, or those that were parted, and others in the picture, the highest first, those side by
    side from the left."""
    boards = list(parted_boards)
    if len(boards) == 1:
        # Counted apart: what is looked at beside a board is not to be missed by its reading.
        work = Work(most=WORK_BESIDE * task.limit)
        boards += boards_beside(task.pixels, boards[0], work)
    highest_top = min(board.grid.top for board in boards)
    strip_height = SIDE_BY_SIDE * boards[0].grid.height

    def place_in_picture(board: FoundBoard) -> tuple[int, float]:
        return int((board.grid.top - highest_top) / strip_height), board.grid.left

    return sorted(boards, key=place_in_picture)


def boards_beside(pixels: Array, board: FoundBoard, work: Work) -> list[FoundBoard]:
    """Other boards, with cells of about the same size, above, below, on the left and on the right of one."""
    grid = board.grid
    left, top, _, _ = (max(0, round(edge)) for edge in grid.box(0, 0))
    _, _, right, bottom = (max(0, round(edge)) for edge in grid.box(grid.rows - 1, grid.cols - 1))
    height, width = pixels.shape[:2]
    strips = [
        (0, top, 0, width),
        (bottom, height, 0, width),
        (0, height, 0, left),
        (0, height, right, width),
    ]
    others: list[FoundBoard] = []
    for first_row, end_row, first_col, end_col in strips:
        rows = (end_row - first_row) / grid.height
        cols = (end_col - first_col) / grid.width
        if min(rows, cols) < MORE_BOARD_SIDE:
            continue
        other = _board_like(pixels[first_row:end_row, first_col:end_col], grid, work)
        if other is not None:
            moved = replace(
                other.grid, left=other.grid.left + first_col, top=other.grid.top + first_row
            )
            # One in a corner is seen in two of the strips.
            if not any(_overlap(moved, known.grid) for known in (board, *others)):
                others.append(other._replace(grid=moved))
    return others


def _board_like(pixels: Array, grid: Grid, work: Work) -> FoundBoard | None:
    """A clear board in a part of a picture whose cells are about as large as those of a grid."""
    cost = PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1]
    if cost > MORE_BOARD_WORK or not work.affords(cost):
        return None
    work.spend(cost)
    changes = brightness_changes(pixels)
    work_limit = work.seconds + MORE_BOARD_WORK
    grids = lattices_of(changes, [square_sides(grid)], work, work_limit)
    found = best_of(boards_in_grids(pixels, changes, grids[:2], [], work, work_limit))
    if found is None or found.clearness < MORE_BOARD_CLEARNESS:
        return None
    if min(found.grid.rows, found.grid.cols) < MORE_BOARD_SIDE:
        return None
    has_sign = found.symbol_chances[:, 2:JUNK].max(axis=1) > SIGN_SEEN
    return found if has_sign.sum() >= MORE_BOARD_SIGNS else None


def _overlap(grid: Grid, other_grid: Grid) -> bool:
    """Whether two grids have pixels in common."""
    apart_across = grid.run(1).end <= other_grid.left + 1 or other_grid.run(1).end <= grid.left + 1
    apart_down = grid.run(0).end <= other_grid.top + 1 or other_grid.run(0).end <= grid.top + 1
    return not (apart_across or apart_down)
