"""A board that was found in a picture, and where it ends: the lines of cells beside it.

A small network says whether one more line is a line of the board. ``benchmarks/screenshots`` has
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
    GRID_ENDS,
    CellRun,
    Grid,
    border_clearness,
    brightness_changes,
    longer,
    pixels_to_the_edge,
)
from .symbols import FLAG, HIDDEN, JUNK, ZERO, broken, frames_of, grounds, likelihoods, line_odds
from .work import LINE_SEEN, Work

CLEAR_END = 1.5
"""Of the logarithm of odds: ends that differ less are doubtful."""
END_UNSEEN = "where the board ends cannot be seen on one side"
ROOM_ON_ONE_SIDE = "there is room for more cells on one side only"
CLEAR_PAGE = 3.5
"""Of the logarithm of odds against a line beside the board: what is clearly no cell."""
WHOLE_CELLS = 0.25
"""Of a cell: how far the room for whole cells beside a board is from their number at most."""
MOST_OFF_EDGE = 0.2
"""Of a cell: how far a board ends from the picture's edge at most, if it ends with the picture."""
MOST_LINES = 20
"""Lines that are looked for at an end."""
HOPELESS = 6
"""Of the logarithm of odds: how much less likely than the best a board is to which no line is added."""
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
        self._remember_appearance(blank_cells)

        # Whether no 0 lies beside a hidden cell, as far as their grounds tell them.
        symbols = np.full(len(cells), ZERO + 1)
        symbols[is_blank & (ground > 0.5)] = HIDDEN
        symbols[is_blank & (ground < -0.5)] = ZERO
        _, is_beside_hidden = broken(symbols.reshape(grid.rows, grid.cols))
        self.floods = not is_beside_hidden.any()

        # Changes around the board, as far as lines are looked for.
        margin_lines = MOST_LINES + 1
        left, top, _, _ = grid.box(-margin_lines, -margin_lines)
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

    def _remember_appearance(self, cells: Array) -> None:
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
        """float (33,): of the next line of rows (axis 0) or columns, before the grid or after its end (1);
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
        nearest_appearance = float(np.median(blocks_apart.min(axis=1, initial=60.0)))

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
            min(nearest_appearance, 60.0) / 30,
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
    for axis, end in GRID_ENDS:
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
    return pixels_to_the_edge(image, grid, axis, end) / grid.run(axis).pitch


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
        return grid, ROOM_ON_ONE_SIDE
    return grid, doubt


def longer_up_to_the_edge(image: Array, grid: Grid) -> Grid:
    """The grid with all the whole cells that have room on one side, if it ends with the picture on the three
    others; else the same grid."""
    open_sides = []
    for axis, end in GRID_ENDS:
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
