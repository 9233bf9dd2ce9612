"""The board in a picture: the rectangle of a lattice that gains most, and the lines beside it.

Cells of a lattice are looked at by a network that also knows what is no cell (titles, counters); the board
is the rectangle that gains most, and a small network says where it ends.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .cells import cells_of, one_way_changes
from .lattice import (
    AXIS_FIELDS,
    LARGE_PICTURE,
    Grid,
    between_cells,
    border_clearness,
    brightness_changes,
    grid_in_region,
    grids_that_fill,
    likely_pitches,
    longer,
    refined,
    regions_with_cells,
    same_grid,
)
from .symbols import FLAG, JUNK, broken, frames_of, grounds, likelihoods, line_odds
from .work import CELL_SEEN, LINE_SEEN, PIXEL_CHANGES, PIXEL_PITCHES, Work

Array = npt.NDArray[Any]

CLEAR_GAIN = 0.9
"""Gain of a cell of a board that is clearly one."""
MOST_GRIDS = 4
"""Lattices of a picture that are looked at cell by cell."""
CLEAR_END, CLEAR_PAGE = 1.5, 3.5
"""Of the logarithm of odds: ends that differ less are doubtful; what is clearly no cell."""
FIRST_BOARD_WORK = 0.3
"""Of the work: where no board has been seen yet, a little more is spent on one."""
BEYOND_EDGE, PART_OF_CELL, LEAST_LINE = 0.08, (0.12, 0.95), 0.1
"""Of a cell: how far a board that is cut lies beyond the picture's edge at least, and how much of another
line of cells can be seen there; and how clear its lines are then, 1 being the clearest."""
MOST_LINES = 20
"""Lines that are looked for at an end."""


class FoundBoard(NamedTuple):
    """A board in a picture: how clearly it is one, its grid, its cells uint8 (n, SIDE, SIDE, 3), and how
    likely the first network holds each symbol there, float (n, symbols)."""

    gain: float
    grid: Grid
    cells: Array
    seen: Array

    @property
    def clearness(self) -> float:
        """The gain a cell, about 1 where every cell is clearly one."""
        return self.gain / len(self.cells)

    @property
    def worth(self) -> float:
        """By what boards are compared: how clear they are comes before what they cover."""
        return max(self.gain, 0.0) ** 2 * self.grid.width / len(self.cells) ** 1.5


def find_board(pixels: Array, work: Work, until: float) -> FoundBoard | None:
    """The board in a picture: the best of all, or the first that is clear; ``None`` where there is none.

    until: Of the work, after which no further place is looked at
    """
    high, wide = pixels.shape[0] // 2, pixels.shape[1] // 2
    if high * wide <= LARGE_PICTURE:
        return _best_of(_boards_anywhere(pixels, None, work, until))
    near = _board_near_half(pixels, work, until)
    if near is not None and near[1]:
        return near[0]
    boards = [] if near is None else [near[0]]
    return _best_of(_boards_anywhere(pixels, boards, work, until))


def _board_near_half(pixels: Array, work: Work, until: float) -> tuple[FoundBoard, bool] | None:
    """The board where half the picture shows one, and whether it is clear enough to look no further."""
    half = find_board(half_size(pixels), work, 0.4 * work.seconds + 0.6 * until)
    if half is None:
        return None
    # The part of the picture with twice the board, for half of it may have been missed.
    grid = half.grid
    more = max(grid.rows, grid.cols) + 2
    left, top = (max(0, round(2 * edge)) for edge in grid.box(-more, -more)[:2])
    right, bottom = (round(2 * edge) for edge in grid.box(grid.rows + more, grid.cols + more)[:2])
    about = Grid(
        2 * grid.left - left, 2 * grid.top - top, 2 * grid.width, 2 * grid.height, grid.rows, grid.cols
    )
    board = _board_about(pixels[top:bottom, left:right], about, work, until)
    if board is None:
        return None
    moved = replace(board.grid, left=board.grid.left + left, top=board.grid.top + top)
    board = board._replace(grid=moved)
    sure = half.clearness > CLEAR_GAIN and len(board.cells) >= len(half.cells)
    return board, board.clearness > (0.8 if sure else CLEAR_GAIN)


def half_size(pixels: Array) -> Array:
    """The picture at half its size."""
    high, wide = pixels.shape[0] // 2, pixels.shape[1] // 2
    quarters = pixels[: 2 * high, : 2 * wide].reshape(high, 2, wide, 2, 3)
    return np.asarray(quarters.mean(axis=(1, 3), dtype=np.float32).astype(np.uint8))


def _board_about(pixels: Array, about: Grid, work: Work, until: float) -> FoundBoard | None:
    """The board near a grid that half the picture has shown."""
    if work.seconds > until:
        return None
    work.spend(PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1])
    changes = brightness_changes(pixels)
    grids = _lattices(changes, [(about.width + about.height) / 2], work, until)
    best = _best_of(_boards_in_grids(pixels, changes, grids, [], work, until))
    # A line is lost where the pitch is off.
    if best and about.rows * about.cols > len(best.cells) and work.seconds < until:
        larger = board_in_grid(pixels, changes, refined(changes, about), work)
        if larger is not None and larger.gain > 0.9 * best.gain:
            return larger
    return best


def _boards_anywhere(
    pixels: Array, boards: list[FoundBoard] | None, work: Work, until: float
) -> list[FoundBoard]:
    """Boards of any pitch, beside those that are known already."""
    boards = list(boards or [])
    if work.seconds > until:
        return boards
    area = pixels.shape[0] * pixels.shape[1]
    work.spend(PIXEL_CHANGES * area)
    changes = brightness_changes(pixels)

    # A board that fills the picture.
    filling = [board_in_grid(pixels, changes, grid, work, 0) for grid in grids_that_fill(changes)]
    boards += [board for board in filling if board is not None and board.clearness > 0.2]
    best = _best_of(boards)
    if best and filling and best.clearness > 0.6:
        return [best]

    # Boards of each pitch at which the picture repeats itself.
    work.spend(PIXEL_PITCHES * area)
    grids = _lattices(changes, likely_pitches(changes), work, until)
    return _boards_in_grids(pixels, changes, grids, boards, work, until)


def _lattices(changes: tuple[Array, Array], pitches: list[float], work: Work, until: float) -> list[Grid]:
    """Lattices of these pitches in the parts of a picture that repeat themselves, the clearest first."""
    grids: list[tuple[float, Grid]] = []
    for pitch in pitches:
        if work.seconds > until:
            break
        work.spend(PIXEL_PITCHES * changes[0].size)
        for region in regions_with_cells(changes, pitch):
            work.spend(PIXEL_PITCHES * changes[0][region].size)
            grid = grid_in_region(changes, region, pitch)
            if grid is None or min(grid.rows, grid.cols) < 3:
                continue
            if not any(same_grid(grid, other) for _, other in grids):
                clear = float(border_clearness(changes, grid).mean())
                unequal = abs(grid.width / grid.height - 1)
                grids.append((clear**2 * np.sqrt(grid.rows * grid.cols) * (1 - 2 * unequal), grid))
    grids.sort(key=lambda scored: -scored[0])
    clearest = [grid for _, grid in grids[:MOST_GRIDS]]
    # What was taken for lines may be the strokes of numbers in the middle of the cells.
    for right, down in ((0.5, 0), (0, 0.5), (0.5, 0.5)):
        for grid in clearest[:2]:
            moved = replace(grid, left=grid.left + right * grid.width, top=grid.top + down * grid.height)
            clearest.append(moved)
    return clearest


def _boards_in_grids(
    pixels: Array,
    changes: tuple[Array, Array],
    grids: list[Grid],
    boards: list[FoundBoard],
    work: Work,
    until: float,
) -> list[FoundBoard]:
    """The boards of lattices, up to the first that is clear, after those that are known already."""
    boards = list(boards)
    for grid in grids:
        allowed = until if boards else until + FIRST_BOARD_WORK
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
    image: Array, changes: tuple[Array, Array], grid: Grid, work: Work, around: int = 2
) -> FoundBoard | None:
    """The rectangle of the lattice of a grid that is most likely the board; without ``around`` all of it."""
    height, width = image.shape[:2]
    reach = 2 if around == 2 else 12 * (around > 0)
    before_x = min(reach, int((grid.left + 0.2 * grid.width) / grid.width))
    before_y = min(reach, int((grid.top + 0.2 * grid.height) / grid.height))
    wide = replace(grid, left=grid.left - before_x * grid.width, top=grid.top - before_y * grid.height)
    cols = min(grid.cols + before_x + reach, int((width - wide.left + 0.2 * grid.width) / grid.width))
    rows = min(grid.rows + before_y + reach, int((height - wide.top + 0.2 * grid.height) / grid.height))
    if min(rows, cols) < 1 or rows * cols > 20_000:
        return None
    wide = replace(wide, rows=rows, cols=cols)
    centred = between_cells(changes, grid) if around else grid
    dx, dy = centred.left - grid.left, centred.top - grid.top
    work.spend(CELL_SEEN * rows * cols)
    cells = cells_of(image, replace(wide, left=wide.left + dx, top=wide.top + dy))
    seen = likelihoods(cells)
    junk = seen[:, JUNK].reshape(rows, cols)
    symbol = seen[:, 2:JUNK].sum(axis=1).reshape(rows, cols)
    # A blank cell is one by its borders, as strong as those of the cells that are sure.
    sides = border_clearness(changes, wide)
    inner = sides[before_y : before_y + grid.rows, before_x : before_x + grid.cols]
    usual = max(float(np.median(inner)), 0.05)
    bordered = np.clip(sides / usual, 0, 1.5)
    blank = np.clip(1.0 - junk - symbol, 0, 1)
    border = np.clip(3.2 * (bordered - 0.55), -1.5 if around else 0.5, 1.0)
    gain = 1.5 * symbol + blank * border - 2.0 * junk
    if not around:
        return FoundBoard(float(gain.sum()), grid, cells, seen)
    best = best_rectangle(np.where(one_way_changes(cells).reshape(rows, cols), -2.0, gain))
    if best is None:
        return None
    r0, r1, c0, c1, total = best
    if r1 - r0 < 3 or c1 - c0 < 3:
        return None
    own = replace(
        wide, left=wide.left + c0 * wide.width, top=wide.top + r0 * wide.height, rows=r1 - r0, cols=c1 - c0
    )
    goes_on = 0 in (r0, c0, rows - r1, cols - c1)
    if around < 4 and (around == 2 or goes_on):  # again, in the lattice of the board's own lines
        again = board_in_grid(image, changes, refined(changes, own), work, around + 1)
        if again is not None and again.gain >= 0.8 * total:
            return again
    inside = np.arange(rows * cols).reshape(rows, cols)[r0:r1, c0:c1].ravel()
    moved = replace(own, left=own.left + dx, top=own.top + dy)
    return FoundBoard(total, moved, cells[inside], seen[inside])


def best_rectangle(gain: Array) -> tuple[int, int, int, int, float] | None:
    """The rectangle of the largest sum: rows r0 to r1, columns c0 to c1 (ends not in it), and the sum."""
    rows = len(gain)
    best = (0, 0, 0, 0, 0.0)
    total = np.concatenate([np.zeros((1, gain.shape[1])), np.cumsum(gain, axis=0)])
    for r0 in range(rows):
        strips = np.cumsum(total[r0 + 1 :] - total[r0], axis=1)
        padded = np.concatenate([np.zeros((len(strips), 1)), strips], axis=1)
        low = np.minimum.accumulate(padded, axis=1)
        run = padded - low
        k = int(run.argmax())
        height, end = divmod(k, run.shape[1])
        if run[height, end] > best[4]:
            begin = int(padded[height, : end + 1].argmin())
            best = (r0, r0 + 1 + height, begin, end, float(run[height, end]))
    return best if best[4] > 3 else None


class Lines:
    """What speaks for one more line of cells at an end of a board's grid."""

    def __init__(self, image: Array, grid: Grid, cells: Array, seen: Array) -> None:
        self.image = image
        blank = seen[:, 2:JUNK].max(axis=1) <= 0.8
        inner = np.pad(np.ones((grid.rows - 2, grid.cols - 2), bool), 1).ravel()
        known = np.flatnonzero(blank & (inner | (cells.std(axis=(1, 2)).max(axis=1) < 6)))
        known = known[np.linspace(0, len(known) - 1, min(len(known), 200)).astype(int)]
        ground = grounds(cells, seen)
        self.rough = (cells[known].std(axis=(1, 2, 3)) > 6) & (ground[known] > 0)
        symbols = np.where(~blank, 2, np.where(ground > 0.5, 0, np.where(ground < -0.5, 1, 2)))
        # Whether no 0 lies beside a hidden cell.
        self.floods = not broken(symbols.reshape(grid.rows, grid.cols))[1].any()
        self.known = frames_of(cells[known]), self._blocks(cells[known])
        self.far = 7.0, 20.0
        if len(known) > 1:
            rims, blocks = self.known
            apart = np.abs(rims[:, None] - rims).max(axis=3).mean(axis=2)
            also = np.abs(blocks[:, None] - blocks).max(axis=2)
            self.far = self._reach(apart, 3.5, 7), self._reach(also, 8, 20)
        self.x0, self.y0 = (max(0, int(at)) for at in grid.box(-21, -21)[:2])
        x1, y1 = (max(0, int(at)) for at in grid.box(grid.rows + 20, grid.cols + 20)[2:])
        self.changes = brightness_changes(image[self.y0 : y1, self.x0 : x1])
        clearness = self._edges(grid)
        self.usual = float(np.median(clearness))
        self.bare = clearness[known] < 0.5 * self.usual
        frame = image[:3].reshape(-1, 3), image[-3:].reshape(-1, 3), image[:, :3].reshape(-1, 3)
        self.page = np.median(np.concatenate([*frame, image[:, -3:].reshape(-1, 3)]), axis=0)

    @staticmethod
    def _blocks(cells: Array) -> Array:
        means = cells.reshape(-1, 4, 5, 4, 5, 3).mean(axis=(2, 4), dtype=np.float32)
        return np.asarray(means.reshape(-1, 48))

    @staticmethod
    def _reach(apart: Array, least: float, largest: float) -> float:
        """How far cells that look alike are apart: a dark board's differ little from the page's."""
        np.fill_diagonal(apart, np.inf)
        return float(np.clip(2 * np.percentile(apart.min(axis=1), 95) + least / 3, least, largest))

    def _edges(self, grid: Grid) -> Array:
        """float (n,): how clear each cell's borders are."""
        return border_clearness(
            self.changes, replace(grid, left=grid.left - self.x0, top=grid.top - self.y0)
        ).ravel()

    def _flat(self, grid: Grid) -> Array:
        """bool (n,): in which cells of a grid nothing is seen."""
        return np.asarray(np.ptp(cells_of(self.image, grid), axis=(1, 2)).max(axis=1) < 8)

    def described(self, grid: Grid, axis: int, end: int) -> Array | None:
        """float (33,): of the next line of rows (axis 0) or columns, before the grid or after its end (1);
        ``None`` where the picture ends."""
        at, size, number = AXIS_FIELDS[axis]
        other, wide, many = AXIS_FIELDS[1 - axis]
        side, first = float(getattr(grid, size)), float(getattr(grid, at))
        last = first + side * (getattr(grid, number) - 1)
        place = last + side if end else first - side
        margin = ((self.image.shape[axis] - place) if end else (place + side)) / side
        if margin <= 0.8:
            return None
        changed: dict[str, Any] = {at: place, number: 1}
        line = replace(grid, **changed)
        cells = cells_of(self.image, line)
        sees = likelihoods(cells)
        rims, blocks = self.known
        apart = np.abs(self._blocks(cells)[:, None] - blocks).max(axis=2)
        alike = apart < self.far[1]
        alike &= np.abs(frames_of(cells)[:, None] - rims).max(axis=3).mean(axis=2) < self.far[0]
        signs = (sees[:, 2:JUNK].max(axis=1) > 0.8) & ~one_way_changes(cells)
        clear = alike[:, self.rough].any(axis=1) & (cells.std(axis=(1, 2, 3)) > 3)
        edges = self._edges(line) / max(self.usual, 0.01)
        flat = []  # where no line is seen: at its near end, at its far end, across it
        for edge in (place, place + side)[:: 1 if end else -1]:
            changed = {at: edge - 0.2 * side, size: 0.4 * side}
            flat.append(self._flat(replace(line, **changed)).mean())
        half = float(getattr(grid, wide)) / 2  # every other one lies between two cells
        start = float(getattr(grid, other)) + 1.5 * half
        changed = {wide: half, many: 2 * getattr(grid, many) - 2, other: start}
        across = self._flat(replace(line, **changed))
        changed = {at: last if end else first, number: 1}  # the grid's own last line
        near = cells_of(self.image, replace(grid, **changed))
        clue = sees[:, 2:FLAG].max(axis=1)
        covered = alike[:, self.rough].any(axis=1) & (clue < 0.5)
        lies = likelihoods(near)
        rows, cols = grid.rows + (axis == 0), grid.cols + (axis == 1)
        tone = np.abs(np.median(cells, axis=(1, 2)) - self.page).max(axis=1)
        own = np.abs(np.median(near, axis=(1, 2)) - self.page).max(axis=1)
        strip = np.abs(cells.reshape(-1, 3) - np.median(cells.reshape(-1, 3), axis=0)).max(axis=1)
        inside = edges[1:-1] if len(edges) > 4 else edges
        return np.array([
            (signs | alike.any(axis=1)).mean(), (signs | clear).mean(), sees[:, JUNK].mean(), *flat,
            across[::2].mean(), across[1::2].mean(), (edges > 0.5).mean(), (edges > 0.6).mean(),
            min(edges.mean(), 2.0), min(inside.min(), 1.5), signs.mean(),
            (edges[signs] < 0.5).mean() if signs.any() else 0.0, alike[:, self.bare].any(axis=1).mean(),
            self.usual, self.usual > 0.2, sees[:, 0].mean(), sees[:, 1].mean(), clue.mean(),
            sees[:, FLAG].mean(), self.floods * covered.mean(), (covered & (lies[:, 1] > 0.5)).mean(),
            grid.rows == grid.cols, rows == cols, {rows, cols} == {16, 30}, np.log(len(cells)) / 3,
            (tone < 8).mean(), (own < 8).mean(), (strip < 8).mean(),
            min(float(np.median(apart.min(axis=1, initial=60.0))), 60.0) / 30, min(margin, 4.0) / 4,
            abs(margin - round(margin)) < 0.2, lies[:, JUNK].mean(),
        ], np.float32)  # fmt: skip


def with_lines_beside(
    image: Array, grid: Grid, cells: Array, seen: Array, work: Work
) -> tuple[Grid, str | None]:
    """The grid with the lines beside it that are likely its own, and what is doubtful about its size."""
    lines = Lines(image, grid, cells, seen)
    doubt = None
    margins, pages = [], []
    for axis, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
        at, size, number = AXIS_FIELDS[axis]
        side = float(getattr(grid, size))
        odds, reached = [0.0], [grid]  # the logarithm of how much likelier the board goes so far
        while len(odds) <= MOST_LINES and odds[-1] > max(odds) - 6:
            work.spend(LINE_SEEN)
            numbers = lines.described(reached[-1], axis, end)
            if numbers is None:
                break
            odds.append(odds[-1] + line_odds(numbers))
            reached.append(longer(reached[-1], axis, end))
        best = int(np.argmax(odds))
        grid = reached[best]
        if max(odds) - max(odds[:best] + odds[best + 1 :], default=-np.inf) < CLEAR_END:
            doubt = "where the board ends cannot be seen on one side"
        if best == MOST_LINES:
            doubt = "more cells seem to lie beside those that were read"
        first = float(getattr(grid, at))
        margin = (image.shape[axis] - first) / side - getattr(grid, number) if end else first / side
        margins.append(margin)
        beyond = odds[best + 1] - odds[best] if best + 1 < len(odds) else 0.0
        pages.append(margin > 1.5 and beyond < -CLEAR_PAGE)  # clearly no cells
    # A picture that ends with the board on three sides, or on two that meet, does so on the others.
    far = [k for k, margin in enumerate(margins) if abs(margin) > 0.2]
    one_way = 0 < len({k // 2 for k in far}) == len(far) and not any(pages[k] for k in far)
    if one_way and all(margins[k] > 0.6 for k in far):
        whole_cells = all(abs(margins[k] - round(margins[k])) < 0.25 and margins[k] < 3.5 for k in far)
        if not whole_cells and len(far) == 1:
            return grid, "there is room for more cells on one side only"
        for k in far if whole_cells else ():
            for _ in range(round(margins[k])):
                grid = longer(grid, k // 2, k % 2)
            doubt = None
    return grid, doubt


def cut_sides(pixels: Array, grid: Grid) -> tuple[str, ...]:
    """The sides, as "below" or "on the left", on which the picture's edge cuts cells of the board: its lines
    go on in what is left there of a line of cells."""
    cut = []
    for axis, end, name in ((0, 0, "above"), (0, 1, "below"), (1, 0, "on the left"), (1, 1, "on the right")):
        edge, size, number = AXIS_FIELDS[axis]
        first, side = float(getattr(grid, edge)), float(getattr(grid, size))
        last = first + side * getattr(grid, number)
        margin = pixels.shape[axis] - last if end else first
        if margin < -max(2.0, BEYOND_EDGE * side):
            cut.append(name)
        part = max(4.0, PART_OF_CELL[0] * side) < margin < PART_OF_CELL[1] * side
        if part and _lines_go_on(pixels, grid, axis, end, margin):
            cut.append(name)
    return tuple(cut)


def _lines_go_on(pixels: Array, grid: Grid, axis: int, end: int, margin: float) -> bool:
    """Whether the lines across the last row (axis 0) or column of a board are seen beyond it as well."""
    edge, size, number = AXIS_FIELDS[axis]
    other_edge, other_size, other_number = AXIS_FIELDS[1 - axis]
    first, side = float(getattr(grid, edge)), float(getattr(grid, size))
    last = first + side * getattr(grid, number)
    # From the last line of cells to the picture's edge: the changes along it, by place.
    start, stop = (last - side, last + margin) if end else (first - margin, first + side)
    start, stop = max(0, round(start)), round(stop)
    strip = pixels[start:stop] if axis == 0 else pixels[:, start:stop]
    lines = brightness_changes(strip)[axis]  # (places across, places along)
    boundary = round(last if end else first) - start
    begin, pitch = float(getattr(grid, other_edge)), float(getattr(grid, other_size))
    places = begin + pitch * np.arange(1, getattr(grid, other_number)) - 0.5
    middles = places - pitch / 2
    inside, outside = (lines[2 : boundary - 2], lines[boundary + 2 : -2])
    if not end:
        inside, outside = lines[boundary + 2 : -2], lines[2 : boundary - 2]
    if min(len(inside), len(outside)) < 2:
        return False

    def clear(part: Array) -> float:
        """How much more changes at the lines than between them."""
        profile = part.mean(axis=0, dtype=np.float64) / 255
        peaks = [profile[np.clip(np.rint(places + k).astype(int), 0, len(profile) - 1)] for k in (-1, 0, 1)]
        between = profile[np.clip(np.rint(middles).astype(int), 0, len(profile) - 1)]
        return float(np.max(peaks, axis=0).mean() - between.mean())

    return clear(inside) > LEAST_LINE and clear(outside) > 0.5 * clear(inside)
