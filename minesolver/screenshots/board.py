"""The board in a picture: the rectangle of a lattice that gains most, and the lines beside it.

Cells of a lattice are looked at by a network that also knows what is no cell (titles, counters); the board
is the rectangle that gains most, and a small network says where it ends. ``benchmarks/screenshots`` has
``fit_readings.py lines``, which fits it: what each number of :meth:`Lines.described` is, and its place, have
to stay until it is fitted anew.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .arrays import Array, block_means, evenly_spread, largest_of_colours
from .cells import cells_of, one_way_changes
from .lattice import (
    LARGE_PICTURE,
    CellRun,
    Changes,
    Grid,
    Sides,
    between_cells,
    border_clearness,
    brightness_changes,
    grid_in_region,
    grids_that_fill,
    likely_pitches,
    longer,
    refined,
    regions_with_cells,
    repeated_sides,
    same_grid,
)
from .symbols import FLAG, HIDDEN, JUNK, ZERO, broken, frames_of, grounds, likelihoods, line_odds
from .work import CELL_SEEN, LINE_SEEN, PIXEL_CHANGES, PIXEL_PITCHES, PIXEL_REPEATS, Work

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
CLEAR_END = 1.5
"""Of the logarithm of odds: ends that differ less are doubtful."""
END_UNSEEN = "where the board ends cannot be seen on one side"
CLEAR_PAGE = 3.5
"""Of the logarithm of odds against a line beside the board: what is clearly no cell."""
FIRST_BOARD_WORK = 0.3
"""Of the work: where no board has been seen yet, a little more is spent on one."""
WHOLE_CELLS = 0.25
"""Of a cell: how far the room for whole cells beside a board is from their number at most."""
MOST_OFF_EDGE = 0.2
"""Of a cell: how far a board ends from the picture's edge at most, if it ends with the picture."""
MOST_LINES = 20
"""Lines that are looked for at an end."""
HOPELESS = 6
"""Of the logarithm of odds: how much less likely than the best a board is to which no line is added."""
WHOLE_GRID, FIRST_LOOK, LAST_LOOK = 0, 2, 4
"""How a board is looked for in a lattice: all of it, and cells beside it, few and then more."""
MOST_LATTICE_CELLS = 20_000
LEAST_GAIN = 3
"""Of a rectangle: what gains less is no board."""
SIGN_SEEN = 0.8
"""How likely a sign is that is taken for one."""
MOST_KNOWN = 200
"""Blank cells of a board, evenly spread, with which those beside it are compared."""
LEAST_REACH, LARGEST_REACH = (3.5, 8.0), (7.0, 20.0)
"""How far cells that look alike are apart, of 255: in their rims, and in their parts."""


class FoundBoard(NamedTuple):
    """A board in a picture: how clearly it is one, its grid, its cells uint8 (n, SIDE, SIDE, 3), and how
    likely the first network holds each symbol there, float (n, symbols)."""

    gain: float
    grid: Grid
    cells: Array
    symbol_chances: Array

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.grid.rows, self.grid.cols

    @property
    def clearness(self) -> float:
        """The gain a cell, about 1 where every cell is clearly one."""
        return self.gain / len(self.cells)

    @property
    def worth(self) -> float:
        """By what boards are compared: how clear they are comes before what they cover."""
        return max(self.gain, 0.0) ** 2 * self.grid.width / len(self.cells) ** 1.5


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
        return _best_of(_boards_anywhere(pixels, None, work, work_limit))
    half_result = _board_near_half(pixels, work, work_limit, smaller_boards)
    if half_result is not None and half_result[1]:
        return half_result[0]
    boards = [] if half_result is None else [half_result[0]]
    return _best_of(_boards_anywhere(pixels, boards, work, work_limit))


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
    half_left, half_top, _, _ = grid.box(-extra_cells, -extra_cells)
    _, _, half_right, half_bottom = grid.box(grid.rows + extra_cells, grid.cols + extra_cells)
    left = max(0, round(2 * half_left))
    top = max(0, round(2 * half_top))
    right = round(2 * half_right)
    bottom = round(2 * half_bottom)
    expected_grid = replace(
        grid,
        left=2 * grid.left - left,
        top=2 * grid.top - top,
        width=2 * grid.width,
        height=2 * grid.height,
    )
    board = _board_about(pixels[top:bottom, left:right], expected_grid, work, work_limit)
    if board is None:
        return None
    moved = replace(board.grid, left=board.grid.left + left, top=board.grid.top + top)
    board = board._replace(grid=moved)
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
    grids = _lattices(changes, [_square_sides(expected_grid)], work, work_limit)
    best = _best_of(_boards_in_grids(pixels, changes, grids, [], work, work_limit))
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
    best = _best_of(boards)
    if best and filling and best.clearness > CLEAR_FILLING:
        return [best]

    # Boards of each pitch at which the picture repeats itself.
    work.spend(PIXEL_PITCHES * area)
    squares = [Sides(pitch, pitch) for pitch in likely_pitches(changes)]
    grids = _lattices(changes, squares, work, work_limit)
    found_boards = _boards_in_grids(pixels, changes, grids, boards, work, work_limit)
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
    grids = _lattices(changes, [sides], work, work.most)
    board = _best_of(_boards_in_grids(pixels, changes, grids, [], work, work.most))
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


def _square_sides(grid: Grid) -> Sides:
    """The sides of squares about as large as the cells of a grid."""
    pitch = (grid.width + grid.height) / 2
    return Sides(pitch, pitch)


def _lattices(
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
                grids.append((_score(changes, grid, sides), grid))
    grids.sort(key=lambda scored: -scored[0])
    clearest = [grid for _, grid in grids[:MOST_GRIDS]]

    # What was taken for lines may be the strokes of numbers in the middle of the cells.
    for right, down in ((0.5, 0), (0, 0.5), (0.5, 0.5)):
        for grid in clearest[:2]:
            left = grid.left + right * grid.width
            top = grid.top + down * grid.height
            clearest.append(replace(grid, left=left, top=top))
    return clearest


def _score(changes: Changes, grid: Grid, sides: Sides) -> float:
    """By what lattices are compared: how clear their lines are, how many, and how near to these sides, mostly
    of squares, their cells."""
    clearness = float(border_clearness(changes, grid).mean())
    unequal = abs(grid.width * sides.height / (grid.height * sides.width) - 1)
    return float(clearness**2 * np.sqrt(grid.rows * grid.cols) * (1 - 2 * unequal))


def _boards_in_grids(
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


def _best_of(boards: list[FoundBoard]) -> FoundBoard | None:
    return max(boards, key=lambda board: board.worth, default=None)


def board_in_grid(
    image: Array, changes: Changes, grid: Grid, work: Work, look: int = FIRST_LOOK
) -> FoundBoard | None:
    """The rectangle of the lattice of a grid that is most likely the board.

    look: ``WHOLE_GRID``: it is all of the grid; ``FIRST_LOOK`` and above: cells beside it are looked at
        too, few at first, more in each of up to two further looks
    """
    wide, before_rows, before_cols = _lengthened(image, grid, look)
    cell_count = wide.rows * wide.cols
    if min(wide.rows, wide.cols) < 1 or cell_count > MOST_LATTICE_CELLS:
        return None
    if not work.affords(CELL_SEEN * cell_count):
        return None
    centred = grid if look == WHOLE_GRID else between_cells(changes, grid)
    moved_right = centred.left - grid.left
    moved_down = centred.top - grid.top
    centred_wide = replace(wide, left=wide.left + moved_right, top=wide.top + moved_down)
    work.spend(CELL_SEEN * cell_count)
    cells = cells_of(image, centred_wide)
    symbol_chances = likelihoods(cells)
    own_rows = slice(before_rows, before_rows + grid.rows)
    own_cols = slice(before_cols, before_cols + grid.cols)
    own_part = own_rows, own_cols
    gain = _gain(symbol_chances, border_clearness(changes, wide), own_part, look)
    if look == WHOLE_GRID:
        return FoundBoard(float(gain.sum()), grid, cells, symbol_chances)

    # A frame or a title's edge is no cell.
    is_edge = one_way_changes(cells).reshape(wide.rows, wide.cols)
    best = best_rectangle(np.where(is_edge, -2.0, gain))
    if best is None:
        return None
    first_row, end_row, first_col, end_col, total = best
    rows = end_row - first_row
    cols = end_col - first_col
    if rows < 3 or cols < 3:
        return None
    left = wide.left + first_col * wide.width
    top = wide.top + first_row * wide.height
    board = replace(wide, left=left, top=top, rows=rows, cols=cols)

    # Once more in the lattice of the board's own lines; and again, while it goes on to the end of this one.
    goes_on = 0 in (first_row, first_col, wide.rows - end_row, wide.cols - end_col)
    if look < LAST_LOOK and (look == FIRST_LOOK or goes_on):
        next_board = board_in_grid(image, changes, refined(changes, board), work, look + 1)
        if next_board is not None and next_board.gain >= 0.8 * total:
            return next_board
    numbers = np.arange(len(cells)).reshape(wide.rows, wide.cols)
    inside = numbers[first_row:end_row, first_col:end_col].ravel()
    moved = replace(board, left=board.left + moved_right, top=board.top + moved_down)
    return FoundBoard(total, moved, cells[inside], symbol_chances[inside])


def _lengthened(image: Array, grid: Grid, look: int) -> tuple[Grid, int, int]:
    """The grid with some cells beside it on all sides, as far as the picture goes; and how many rows and
    columns lie before its own."""
    reach = {WHOLE_GRID: 0, FIRST_LOOK: 2}.get(look, 12)
    height, width = image.shape[:2]
    across, before_cols = _longer_run(grid.run(1), reach, width)
    down, before_rows = _longer_run(grid.run(0), reach, height)
    return grid.with_run(1, across).with_run(0, down), before_rows, before_cols


def _longer_run(run: CellRun, reach: int, picture_size: int) -> tuple[CellRun, int]:
    """Cells with up to so many more on both sides, as far as the picture goes, which may end a fifth of a
    cell too early; and how many lie before its own."""
    before = min(reach, int((run.start + 0.2 * run.pitch) / run.pitch))
    start = run.start - before * run.pitch
    room = int((picture_size - start + 0.2 * run.pitch) / run.pitch)
    return CellRun(start, run.pitch, min(run.cells + before + reach, room)), before


def _gain(symbol_chances: Array, borders: Array, own_part: tuple[slice, slice], look: int) -> Array:
    """float (rows, cols): how much each cell of a lattice speaks for a board with it, about 1 where it is
    clearly one and -2 where it is clearly none."""
    junk = symbol_chances[:, JUNK].reshape(borders.shape)
    symbol = symbol_chances[:, 2:JUNK].sum(axis=1).reshape(borders.shape)
    blank = np.clip(1.0 - junk - symbol, 0, 1)
    # A blank cell is one by its borders, as strong as those of the cells that are sure.
    usual = max(float(np.median(borders[own_part])), 0.05)
    bordered = np.clip(borders / usual, 0, 1.5)
    least_blank = 0.5 if look == WHOLE_GRID else -1.5
    of_blank = np.clip(3.2 * (bordered - 0.55), least_blank, 1.0)
    return np.asarray(1.5 * symbol + blank * of_blank - 2.0 * junk)


def best_rectangle(gain: Array) -> tuple[int, int, int, int, float] | None:
    """The rectangle of the largest sum: first row, end row, first column, end column (ends not in it), and
    the sum. Kadane's algorithm over the columns, for each pair of rows."""
    best = (0, 0, 0, 0, 0.0)
    above_first = np.zeros((1, gain.shape[1]))
    total = np.concatenate([above_first, np.cumsum(gain, axis=0)])
    for first_row in range(len(gain)):
        strips = np.cumsum(total[first_row + 1 :] - total[first_row], axis=1)
        padded = np.concatenate([np.zeros((len(strips), 1)), strips], axis=1)
        sums = padded - np.minimum.accumulate(padded, axis=1)
        strip, end_col = divmod(int(sums.argmax()), sums.shape[1])
        largest_sum = float(sums[strip, end_col])
        if largest_sum > best[4]:
            first_col = int(padded[strip, : end_col + 1].argmin())
            end_row = first_row + 1 + strip
            best = (first_row, end_row, first_col, end_col, largest_sum)
    return best if best[4] > LEAST_GAIN else None


MORE_BOARD_CLEARNESS = 0.5
"""Of another board in the picture: how clearly it is one, at least."""
MORE_BOARD_SIDE, MORE_BOARD_SIGNS, MORE_BOARD_WORK = 5, 6, 0.3
"""Of such a board: its rows and columns at least, its cells that surely show a sign, and the
work that is spent to look for it on one side."""


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
    grids = _lattices(changes, [_square_sides(grid)], work, work_limit)
    found = _best_of(_boards_in_grids(pixels, changes, grids[:2], [], work, work_limit))
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


# -- the lines beside a board ------------------------------------------------------------------------------


class Lines:
    """What speaks for one more line of cells at an end of a board's grid.

    ``known_rims``, ``known_blocks``: what the board's own blank cells look like, with ``bare`` those that
    have hardly a border, and ``textured`` those that are no page, as they have a texture or a gloss
    """

    def __init__(self, image: Array, grid: Grid, cells: Array, symbol_chances: Array) -> None:
        self.image = image
        ground = grounds(cells, symbol_chances)
        is_blank = symbol_chances[:, 2:JUNK].max(axis=1) <= SIGN_SEEN
        known_blanks = _known_blanks(grid, cells, is_blank)
        blank_cells = cells[known_blanks]
        has_texture = blank_cells.std(axis=(1, 2, 3)) > 6
        self.textured = has_texture & (ground[known_blanks] > 0)
        self._remember_looks(blank_cells)

        # Whether no 0 lies beside a hidden cell, as far as their grounds tell them.
        symbols = np.full(len(cells), ZERO + 1)
        symbols[is_blank & (ground > 0.5)] = HIDDEN
        symbols[is_blank & (ground < -0.5)] = ZERO
        _, is_beside_hidden = broken(symbols.reshape(grid.rows, grid.cols))
        self.floods = not is_beside_hidden.any()

        # Changes around the board, as far as lines are looked for.
        lines_beyond = MOST_LINES + 1
        left, top, _, _ = grid.box(-lines_beyond, -lines_beyond)
        _, _, right, bottom = grid.box(grid.rows + MOST_LINES, grid.cols + MOST_LINES)
        self.left = max(0, int(left))
        self.top = max(0, int(top))
        rows = slice(self.top, max(0, int(bottom)))
        cols = slice(self.left, max(0, int(right)))
        self.changes = brightness_changes(image[rows, cols])
        clearness = self._borders(grid)
        self.usual_border = float(np.median(clearness))
        self.bare = clearness[known_blanks] < 0.5 * self.usual_border
        self.page = _page_colour(image)

    def _remember_looks(self, cells: Array) -> None:
        """What blank cells look like, and how far those that look alike are apart."""
        self.known_rims = frames_of(cells)
        self.known_blocks = _blocks(cells)
        self.rim_reach, self.block_reach = LARGEST_REACH
        if len(cells) > 1:
            rims_apart, blocks_apart = self._apart_from_known(self.known_rims, self.known_blocks)
            self.rim_reach = _reach(rims_apart, LEAST_REACH[0], LARGEST_REACH[0])
            self.block_reach = _reach(blocks_apart, LEAST_REACH[1], LARGEST_REACH[1])

    def _apart_from_known(self, rims: Array, blocks: Array) -> tuple[Array, Array]:
        """float (n, known): how far the rims of cells, and their parts, are from those of the board."""
        rim_difference = np.abs(rims[:, None] - self.known_rims)
        block_difference = np.abs(blocks[:, None] - self.known_blocks)
        return largest_of_colours(rim_difference).mean(axis=2), block_difference.max(axis=2)

    def _borders(self, grid: Grid) -> Array:
        """float (n,): how clear each cell's borders are."""
        moved = replace(grid, left=grid.left - self.left, top=grid.top - self.top)
        return border_clearness(self.changes, moved).ravel()

    def _share_flat(self, grid: Grid, every: slice = slice(None)) -> float:
        """In which share of a grid's cells, or of every other one, nothing is seen."""
        contrast = np.ptp(cells_of(self.image, grid), axis=(1, 2)).max(axis=1)
        return float((contrast < 8)[every].mean())

    def _share_flat_at(self, line: Grid, axis: int, edge: float) -> float:
        """The same in the narrow strip about an edge of a line of cells."""
        side = line.run(axis).pitch
        strip = CellRun(edge - 0.2 * side, 0.4 * side, 1)
        return self._share_flat(line.with_run(axis, strip))

    def described(self, grid: Grid, axis: int, end: int) -> Array | None:
        """float (35,): of the next line of rows (axis 0) or columns, before the grid or after its end (1);
        ``None`` where the picture ends."""
        run = grid.run(axis)
        side = run.pitch
        last_edge = run.start + side * (run.cells - 1)
        line_edge = last_edge + side if end else run.start - side
        room = self.image.shape[axis] - line_edge if end else line_edge + side
        margin = room / side
        if margin <= 0.8:
            return None
        line = grid.with_run(axis, CellRun(line_edge, side, 1))
        own_last = grid.with_run(axis, CellRun(last_edge if end else run.start, side, 1))
        cells = cells_of(self.image, line)
        own_cells = cells_of(self.image, own_last)
        symbol_chances = likelihoods(cells)
        own_chances = likelihoods(own_cells)
        rims_apart, blocks_apart = self._apart_from_known(frames_of(cells), _blocks(cells))
        is_alike = (blocks_apart < self.block_reach) & (rims_apart < self.rim_reach)

        # What is seen in its cells, and whether they look like the board's.
        is_sign_seen = symbol_chances[:, 2:JUNK].max(axis=1) > SIGN_SEEN
        has_sign = is_sign_seen & ~one_way_changes(cells)
        like_textured = is_alike[:, self.textured].any(axis=1)
        like_known = is_alike.any(axis=1)
        clearly_alike = like_textured & (cells.std(axis=(1, 2, 3)) > 3)
        clue = symbol_chances[:, 2:FLAG].max(axis=1)
        covered = like_textured & (clue < 0.5)
        nearest_look = float(np.median(blocks_apart.min(axis=1, initial=60.0)))

        # Its borders: those of its cells, and where none is seen at its near end, at its far end, across it.
        borders = self._borders(line) / max(self.usual_border, 0.01)
        inner_borders = borders[1:-1] if len(borders) > 4 else borders
        near_edge, far_edge = line_edge, line_edge + side
        if not end:
            near_edge, far_edge = far_edge, near_edge
        halves = _half_cells(line, axis)
        flat = [
            self._share_flat_at(line, axis, near_edge),
            self._share_flat_at(line, axis, far_edge),
            self._share_flat(halves, slice(0, None, 2)),
            self._share_flat(halves, slice(1, None, 2)),
        ]

        # Whether it is the page's colour, or of one colour.
        off_page = self._off_page(cells)
        own_off_page = self._off_page(own_cells)
        pixels = cells.reshape(-1, 3)
        off_median = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1)

        # The size that the board would have.
        rows = grid.rows + (axis == 0)
        cols = grid.cols + (axis == 1)
        numbers = [
            (has_sign | like_known).mean(),
            (has_sign | clearly_alike).mean(),
            symbol_chances[:, JUNK].mean(),
            *flat,
            (borders > 0.5).mean(),
            (borders > 0.6).mean(),
            min(borders.mean(), 2.0),
            min(inner_borders.min(), 1.5),
            has_sign.mean(),
            (borders[has_sign] < 0.5).mean() if has_sign.any() else 0.0,
            is_alike[:, self.bare].any(axis=1).mean(),
            self.usual_border,
            self.usual_border > 0.2,
            symbol_chances[:, HIDDEN].mean(),
            symbol_chances[:, ZERO].mean(),
            clue.mean(),
            symbol_chances[:, FLAG].mean(),
            self.floods * covered.mean(),
            (covered & (own_chances[:, ZERO] > 0.5)).mean(),
            grid.rows == grid.cols,
            rows == cols,
            {rows, cols} == {16, 30},
            np.log(len(cells)) / 3,
            (off_page < 8).mean(),
            (own_off_page < 8).mean(),
            (off_median < 8).mean(),
            min(nearest_look, 60.0) / 30,
            min(margin, 4.0) / 4,
            abs(margin - round(margin)) < 0.2,
            own_chances[:, JUNK].mean(),
        ]
        return np.array(numbers, np.float32)

    def _off_page(self, cells: Array) -> Array:
        """float (n,): how far the colours of cells are from the page's, of 255."""
        colours = np.median(cells, axis=(1, 2))
        return np.asarray(largest_of_colours(np.abs(colours - self.page)))


def _known_blanks(grid: Grid, cells: Array, is_blank: Array) -> Array:
    """int (k,): blank cells of a board with which others are compared: those at its ends may be none of it,
    unless they are flat."""
    is_inner = np.pad(np.ones((grid.rows - 2, grid.cols - 2), bool), 1).ravel()
    is_flat = cells.std(axis=(1, 2)).max(axis=1) < 6
    known = np.flatnonzero(is_blank & (is_inner | is_flat))
    return np.asarray(known[evenly_spread(len(known), MOST_KNOWN)])


def _page_colour(image: Array) -> Array:
    """float (3,): the colour of most of the picture's edges."""
    edges = [image[:3], image[-3:], image[:, :3], image[:, -3:]]
    pixels = np.concatenate([edge.reshape(-1, 3) for edge in edges])
    return np.asarray(np.median(pixels, axis=0))


def _half_cells(line: Grid, axis: int) -> Grid:
    """The line in halves of cells that begin in the middle of one: every other one lies between two cells."""
    run = line.run(1 - axis)
    half = run.pitch / 2
    return line.with_run(1 - axis, CellRun(run.start + 1.5 * half, half, 2 * run.cells - 2))


def _blocks(cells: Array) -> Array:
    """float32 (n, 48): means over parts of 5 x 5 pixels of cells."""
    return block_means(cells, 5, np.float32).reshape(-1, 48)


def _reach(distances: Array, least_reach: float, largest_reach: float) -> float:
    """How far cells that look alike are apart: a dark board's differ little from the page's."""
    np.fill_diagonal(distances, np.inf)
    nearest = np.percentile(distances.min(axis=1), 95)
    return float(np.clip(2 * nearest + least_reach / 3, least_reach, largest_reach))


class _Side(NamedTuple):
    """One side of a board: its axis and end, the cells that would have room beyond it, and whether these are
    clearly none."""

    axis: int
    end: int
    margin: float
    is_page: bool


def with_lines_beside(
    image: Array, grid: Grid, cells: Array, symbol_chances: Array, work: Work
) -> tuple[Grid, str | None]:
    """The grid with the lines beside it that are likely its own, and what is doubtful about its size."""
    lines = Lines(image, grid, cells, symbol_chances)
    doubt = None
    sides = []
    for axis, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
        odds, reached = _odds_of_lines(lines, grid, axis, end, work)
        best = int(np.argmax(odds))
        grid = reached[best]
        second = max(odds[:best] + odds[best + 1 :], default=-np.inf)
        if odds[best] - second < CLEAR_END:
            doubt = END_UNSEEN
        if best == MOST_LINES:
            doubt = "more cells seem to lie beside those that were read"
        next_odds = odds[best + 1] - odds[best] if best + 1 < len(odds) else 0.0
        margin = _margin(image, grid, axis, end)
        is_page = margin > 1 + WHOLE_CELLS and next_odds < -CLEAR_PAGE
        sides.append(_Side(axis, end, margin, is_page))
    return _up_to_the_edge(grid, sides, doubt)


def _odds_of_lines(
    lines: Lines, grid: Grid, axis: int, end: int, work: Work
) -> tuple[list[float], list[Grid]]:
    """The logarithm of how much likelier the board goes on by 0, 1, 2, ... lines at an end, and its grids
    then; as far as that is not hopeless."""
    odds, reached = [0.0], [grid]
    while len(odds) <= MOST_LINES and odds[-1] > max(odds) - HOPELESS:
        work.spend(LINE_SEEN)
        numbers = lines.described(reached[-1], axis, end)
        if numbers is None:
            break
        odds.append(odds[-1] + line_odds(numbers))
        reached.append(longer(reached[-1], axis, end))
    return odds, reached


def _margin(image: Array, grid: Grid, axis: int, end: int) -> float:
    """The cells, whole and parts, that would have room between a side of the grid and the picture's edge."""
    run = grid.run(axis)
    if end:
        return float((image.shape[axis] - run.start) / run.pitch - run.cells)
    return run.start / run.pitch


def _up_to_the_edge(grid: Grid, sides: list[_Side], doubt: str | None) -> tuple[Grid, str | None]:
    """A picture that ends with the board on three sides, or on two that meet, does so on the others."""
    open_sides = [side for side in sides if abs(side.margin) > MOST_OFF_EDGE]
    axes = {side.axis for side in open_sides}
    if not open_sides or len(axes) < len(open_sides):
        return grid, doubt
    if any(side.is_page or side.margin <= 1 - WHOLE_CELLS for side in open_sides):
        return grid, doubt
    if all(_has_whole_cells(side.margin) for side in open_sides):
        for side in open_sides:
            for _ in range(round(side.margin)):
                grid = longer(grid, side.axis, side.end)
        return grid, None
    if len(open_sides) == 1:
        return grid, "there is room for more cells on one side only"
    return grid, doubt


def longer_up_to_the_edge(image: Array, grid: Grid) -> Grid:
    """The grid with all the whole cells that have room on one side, if it ends with the picture on the three
    others; else the same grid."""
    open_sides = []
    for axis, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
        margin = _margin(image, grid, axis, end)
        if abs(margin) > MOST_OFF_EDGE:
            open_sides.append((axis, end, margin))
    if len(open_sides) != 1:
        return grid
    axis, end, margin = open_sides[0]
    if abs(margin - round(margin)) < WHOLE_CELLS:
        for _ in range(round(margin)):
            grid = longer(grid, axis, end)
    return grid


def _has_whole_cells(margin: float) -> bool:
    """Whether about one, two or three whole cells have room there."""
    return abs(margin - round(margin)) < WHOLE_CELLS and margin < 3.5
