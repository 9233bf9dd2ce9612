"""All boards of a picture: two that were taken for one are parted, and others are looked for beside one."""

from typing import NamedTuple

from ..arrays import Array
from ..found_board import SIGN_SEEN, FoundBoard
from ..lattice import Grid, brightness_changes
from ..symbols import JUNK
from ..task import Task
from ..work import PIXEL_CHANGES, Work
from .board_candidates import best_of, boards_in_grids, lattices_of, square_sides
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
    other_boards: list[FoundBoard] = []
    for strip in _strips_beside(board.grid, pixels.shape[:2]):
        if min(strip.rows, strip.cols) < MORE_BOARD_SIDE:
            continue
        board_in_strip = _board_like(pixels[strip.inside], board.grid, work)
        if board_in_strip is not None:
            grid = board_in_strip.grid.moved(strip.left_edge, strip.top_edge)
            # One in a corner is seen in two of the strips.
            known_grids = [known_board.grid for known_board in (board, *other_boards)]
            if not any(grid.overlaps(known_grid) for known_grid in known_grids):
                other_boards.append(board_in_strip._replace(grid=grid))
    return other_boards


class _Strip(NamedTuple):
    """A part of a picture: its edges in pixels, and how many rows and columns of cells have room in it."""

    top_edge: int
    bottom_edge: int
    left_edge: int
    right_edge: int
    rows: float
    cols: float

    @property
    def inside(self) -> tuple[slice, slice]:
        """Its pixels."""
        return slice(self.top_edge, self.bottom_edge), slice(self.left_edge, self.right_edge)


def _strips_beside(grid: Grid, picture_size: tuple[int, int]) -> list[_Strip]:
    """What lies above, below, on the left and on the right of a board, up to the picture's edges."""
    height, width = picture_size
    down, across = grid.run(0), grid.run(1)
    edges = [
        (0, _pixel(down.start), 0, width),
        (_pixel(down.end), height, 0, width),
        (0, height, 0, _pixel(across.start)),
        (0, height, _pixel(across.end), width),
    ]
    strips = []
    for top, bottom, left_edge, right_edge in edges:
        rows = (bottom - top) / grid.height
        cols = (right_edge - left_edge) / grid.width
        strips.append(_Strip(top, bottom, left_edge, right_edge, rows, cols))
    return strips


def _pixel(place_in_picture: float) -> int:
    """The nearest pixel of the picture, as far as it does not begin later."""
    return max(0, round(place_in_picture))


def _board_like(pixels: Array, grid: Grid, work: Work) -> FoundBoard | None:
    """A clear board in a part of a picture whose cells are about as large as those of a grid."""
    cost = PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1]
    if cost > MORE_BOARD_WORK or not work.affords(cost):
        return None
    work.spend(cost)
    changes = brightness_changes(pixels)
    work_limit = work.seconds + MORE_BOARD_WORK
    grids = lattices_of(changes, [square_sides(grid)], work, work_limit)
    board = best_of(boards_in_grids(pixels, changes, grids[:2], [], work, work_limit))
    if board is None or board.clearness < MORE_BOARD_CLEARNESS:
        return None
    if min(board.shape) < MORE_BOARD_SIDE:
        return None
    has_sign = board.symbol_chances[:, 2:JUNK].max(axis=1) > SIGN_SEEN
    return board if has_sign.sum() >= MORE_BOARD_SIGNS else None
