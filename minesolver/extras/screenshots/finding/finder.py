"""The board in a picture: of squares, in a smaller picture if that is clearer, or of cells of any sides."""

from ..found_board import FoundBoard
from ..lattice import SMALLEST_SIDE, Grid, scaled
from ..size.sizes import LEAST_LINES
from ..task import Task
from ..work import Work
from .board_candidates import (
    CLEAR_GAIN,
    MUCH_CLEARER,
    board_of_repeated_sides,
    find_board,
    half_size,
)

CLEAR_ENOUGH, CLEAR_SMALLER = 0.5, 0.8
"""The clearness of a board that is read at once, and of one that is taken from a smaller picture: 1 is every
cell clearly one."""
FINDING_SHARE = 0.8
"""Of the limit: what may be spent before the board is found."""
SMALLER_SHARE = 0.3
"""Of the limit: what is spent on a smaller picture in which none was looked for yet."""
LEAST_ENLARGED = 0.5
"""Of the board in the whole picture: how much one from a smaller picture covers at least."""
REPETITION_WORK = 0.5
"""Of the limit: what is spent to look for a board of cells of any sides, where no other is an answer."""
MOST_OF_AREA = 0.9
"""Of the board of squares: how much a board of other cells covers at least. One whose columns are not all as
wide is a part of it."""


class BoardFinder:
    """What has been found in a picture: ``found_board`` is the board that :meth:`find` gave."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._is_repetition_known = False
        self._repeated_board: FoundBoard | None = None
        self.found_board: FoundBoard | None = None

    def find(self) -> FoundBoard | None:
        """The board in the picture, of cells that are about squares; where it is not clear, that of cells of
        any sides if it is clearer."""
        self.found_board = squares = self._board_of_squares()
        least_clearness = 0.0
        if squares is not None:
            if squares.clearness > CLEAR_GAIN:
                return squares
            least_clearness = squares.clearness + MUCH_CLEARER
        other_board = self.board_of_other_sides(squares)
        if other_board is not None and other_board.clearness > least_clearness:
            self.found_board = other_board
        return self.found_board

    def _board_of_squares(self) -> FoundBoard | None:
        """The board of cells that are about squares; where it is not clear, and clearer in a half or a
        quarter of the picture, that one: smaller pictures have no dither and no texture."""
        task = self._task
        smaller_boards: list[FoundBoard | None] = []
        work_limit = FINDING_SHARE * task.limit
        found_board = find_board(task.pixels, task.work, work_limit, smaller_boards)
        if found_board is not None and found_board.clearness > CLEAR_ENOUGH:
            return found_board
        for halvings in (1, 2):
            scale = 2**halvings
            if min(task.pixels.shape[:2]) // scale < LEAST_LINES * SMALLEST_SIDE:
                break
            if len(smaller_boards) < halvings:
                smaller_boards.append(self._board_in_smaller(halvings))
            board = smaller_boards[halvings - 1]
            if board is not None and board.clearness > CLEAR_SMALLER:
                enlarged = task.board_in(scaled(board.grid, scale, scale), board.gain)
                if found_board is None:
                    return enlarged
                if enlarged.grid.area > LEAST_ENLARGED * found_board.grid.area:
                    return enlarged
        return found_board

    def _board_in_smaller(self, halvings: int) -> FoundBoard | None:
        """The board of squares in the picture at half its size, so many times."""
        task = self._task
        pixels = task.pixels
        for _ in range(halvings):
            pixels = half_size(pixels)
        work_limit = task.work.seconds + SMALLER_SHARE * task.limit
        return find_board(pixels, task.work, work_limit)

    def board_of_other_sides(self, known_board: FoundBoard | None) -> FoundBoard | None:
        """The board of cells of any sides at which the picture repeats itself, if they are others than those
        of the board that is known: buttons with a text are no squares often, and of a board of which no cell
        is opened several cells may have been taken for one."""
        if not self._is_repetition_known:
            self._is_repetition_known = True
            known_grid = None if known_board is None else known_board.grid
            self._repeated_board = self._board_of_repeated_sides(known_grid)
        return self._repeated_board

    def _board_of_repeated_sides(self, known_grid: Grid | None) -> FoundBoard | None:
        task = self._task
        remaining_work = task.work.most - task.work.seconds
        work = Work(most=min(REPETITION_WORK * task.limit, remaining_work))
        board = board_of_repeated_sides(task.pixels, known_grid, work)
        task.work.spend(work.seconds)
        least_area = 0.0 if known_grid is None else MOST_OF_AREA * known_grid.area
        if board is None or board.grid.area <= least_area:
            return None
        return task.board_in(board.grid, board.gain)
