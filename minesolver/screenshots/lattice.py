"""Where the cells of a board lie in a picture: the lattice of the lines between them.

Brightness changes at the borders of cells; what repeats at one distance both ways, and where, gives the
pitch of the cells and the part of the picture to look at. No theme is assumed.

The numbers that name no source were set by hand, one after another, on the programs of
``benchmarks/screenshots/programs.toml``: ``programs.py score`` beside it says what another value reads.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from .arrays import Array

Changes = tuple[Array, Array]
"""Where brightness or colour changes along x, uint8 (height, width), and along y, uint8 (width, height). In
both the direction of the change is the last axis, so that what is asked of one is asked of the other."""
Region = tuple[slice, slice]
"""Rows and columns of a picture."""


SMALLEST_SIDE = 9.0
LARGEST_SIDE = 120.0
"""Pixels of a cell's side, least and most."""
LARGE_PICTURE = 250_000
"""Pixels of a picture that is looked at as a whole, if half of it will do."""

FINE_PICTURE = 600_000
"""Values of a picture in which steps are added up over one more pixel: its textures are coarser."""
FAINTEST_STEP = 1.2
FULL_STEP = 5.2
"""Steps of brightness, a quarter of those between neighbours, that are no change and a whole one."""

STRIP_LINES = 10
"""Lines of a picture that are added up to one profile, in which repetition is looked for."""
MOST_PITCHES = 6
"""Pitches of a picture that are tried."""
LEAST_REPETITION = 0.25
"""Of the clearest pitch: how much a picture repeats itself at another one that is tried."""
PITCH_TOLERANCE = 0.06
"""Of a pitch: how much it may differ down and across."""

REGION_LEVELS = (0.4, 0.15, 0.05)
"""Clearness of the repetition by which regions are told apart: boards with clear lines, then faint ones."""
REGIONS_A_LEVEL = 2
LEAST_BLOCKS = 12
"""Blocks, of half a cell, of a region with cells: six cells, if all were seen."""
REGION_MARGIN = 3
"""Blocks around a region that are looked at too."""
MOST_BLOCKS = 40_000
"""Blocks of a picture in which something repeats: no board has more, and joining them would take seconds."""

MOST_UNEQUAL = 0.25
"""Of the longer side of a cell: how much the other one may be shorter."""
LEAST_COMB_SCORE = 0.02
TOOTH_SHARE = 0.35
"""Of the clearer half of a comb's teeth: how clear a tooth is that belongs to the board."""
LEAST_TOOTH = 0.04
"""How clear it is at least."""
BETWEEN_TEETH = (0.35, 0.5, 0.65)
"""Shares of a pitch at which a comb has no lines."""
TOOTH_COST = 0.06
"""How clear a tooth has to be for a longer comb to be better."""

MOST_FILLING_COLUMNS = 60
"""Columns of a board that fills the picture, tried first."""
LEAST_FILLING_SCORE = 0.15
MOST_FILLING_GRIDS = 3
"""Of grids that fill the picture: what one scores at least, and how many are looked at."""
MOST_OBLONG = 2.0
"""A cell's longer side is less than so many times its shorter one: cells twice as high as wide are mostly
those of a terminal, whose text another reader reads."""
CLEAR_REPETITION = 0.8
"""Of the clearest distance at which a picture repeats itself: the first as clear one is a cell's side."""
LEAST_REPETITION_OF_SIDES = 0.25
"""How much a picture repeats itself at the sides of its cells at least, 1 being exactly."""
NEARLY_SQUARE = 0.12
"""Of a cell's side: by how much its height differs where that counts half."""


@dataclass(frozen=True)
class Grid:
    """Where the cells are: left, top and side of a cell, in pixels; rows and columns."""

    left: float
    top: float
    width: float
    height: float
    rows: int
    cols: int

    @property
    def area(self) -> float:
        """The pixels that it covers."""
        return self.rows * self.height * self.cols * self.width

    def box(self, row: int, col: int) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of a cell."""
        left = self.left + col * self.width
        top = self.top + row * self.height
        return left, top, left + self.width, top + self.height

    def run(self, axis: int) -> "CellRun":
        """Its cells down (axis 0) or across, as one run of them."""
        if axis == 0:
            return CellRun(self.top, self.height, self.rows)
        return CellRun(self.left, self.width, self.cols)

    def with_run(self, axis: int, run: "CellRun") -> "Grid":
        """The grid with other cells down (axis 0) or across."""
        if axis == 0:
            return replace(self, top=run.start, height=run.pitch, rows=run.cells)
        return replace(self, left=run.start, width=run.pitch, cols=run.cells)


class Sides(NamedTuple):
    """The width and height of a cell, in pixels, about."""

    width: float
    height: float

    def unequal(self, width: float, height: float) -> float:
        """By which share of the longer side other cells are more or less oblong than these."""
        times_wider, times_higher = width / self.width, height / self.height
        return abs(times_wider - times_higher) / max(times_wider, times_higher)


class CellRun(NamedTuple):
    """Cells of one size beside one another: where the first begins, their size in pixels, and how many."""

    start: float
    pitch: float
    cells: int

    @property
    def end(self) -> float:
        """Where the last one ends."""
        return self.start + self.pitch * self.cells


def brightness_changes(image: Array) -> Changes:
    """Where brightness or colour changes, along x and along y."""
    height, width = image.shape[:2]
    along_x = np.zeros((height, width), np.uint8)
    along_y = np.zeros((height, width), np.uint8)
    # A texture's steps cancel where they are added up along a line; those of a border do not.
    lengths = (1, 2) if image.size > FINE_PICTURE else (1, 1)
    for colour in range(3):
        channel = _smoothed(image[:, :, colour].astype(np.int16))
        _keep_steps(channel, 1, lengths, along_x[:, :-1])
        _keep_steps(channel, 0, lengths, along_y[:-1])

    # A step below the faintest is none, and one above the full one is no more than that.
    steps = np.arange(256)
    share_of_full = (steps - FAINTEST_STEP) / (FULL_STEP - FAINTEST_STEP)
    strength = np.clip(share_of_full, 0.0, 1.0)
    table = (strength * 255).astype(np.uint8)
    return table[along_x], table[along_y].T


def _smoothed(channel: Array) -> Array:
    """One colour of a picture, int16 (height, width), smoothed by 1 2 1 down and across."""
    padded = np.concatenate([channel[:1], channel, channel[-1:]])
    channel = (2 * channel + padded[:-2] + padded[2:] + 2) >> 2
    padded = np.concatenate([channel[:, :1], channel, channel[:, -1:]], axis=1)
    return (2 * channel + padded[:, :-2] + padded[:, 2:] + 2) >> 2


def _keep_steps(channel: Array, axis: int, lengths: tuple[int, int], largest: Array) -> None:
    """Keep in ``largest``, uint8, the steps of a colour along an axis where they are larger."""
    steps = np.diff(channel, axis=axis)
    for length in lengths:
        shifted_steps = np.roll(steps, -length, axis=1 - axis)
        steps += shifted_steps
    steps = np.roll(steps, 1, axis=1 - axis)
    quarter_steps = (np.abs(steps) >> 2).astype(np.uint8)
    np.maximum(largest, quarter_steps, out=largest)


def likely_pitches(changes: Changes) -> list[float]:
    """Distances at which the picture repeats itself both ways, the clearest first."""
    across, down = (_repetition(lines) for lines in changes)
    if across is None or down is None:
        return []
    both_ways = _both_ways(across, down)
    inner = both_ways[1:-1]
    is_clear = inner > LEAST_REPETITION * both_ways.max()
    is_peak = is_clear & (inner >= both_ways[:-2]) & (inner > both_ways[2:])
    peaks = np.flatnonzero(is_peak) + 1
    # A multiple of a clear pitch repeats as well: the least first.
    clearest = sorted(peaks, key=lambda pitch: -both_ways[pitch])[: MOST_PITCHES + 1]
    return sorted(map(float, clearest))[:MOST_PITCHES]


def repeated_sides(changes: Changes) -> Sides | None:
    """The sides of a picture's cells, whether or not they are squares: the first distance at which it clearly
    repeats itself across, and the first one down; ``None``: there is none."""
    across, down = (_first_clear_distance(lines) for lines in changes)
    if across is None or down is None:
        return None
    return Sides(across, down) if max(across, down) < MOST_OBLONG * min(across, down) else None


def _first_clear_distance(lines: Array) -> float | None:
    """The first distance at which changes along one direction repeat themselves about as much as at any; of
    several times a cell's side they do so as well. ``None``: they hardly do at any."""
    repetition = _repetition(lines)
    if repetition is None:
        return None
    first, end = int(SMALLEST_SIDE), int(LARGEST_SIDE)
    inner = repetition[first:end]
    is_peak = (inner >= repetition[first - 1 : end - 1]) & (inner > repetition[first + 1 : end + 1])
    is_clear = inner > max(LEAST_REPETITION_OF_SIDES, CLEAR_REPETITION * inner.max())
    clear_peaks = np.flatnonzero(is_peak & is_clear)
    return first + float(clear_peaks[0]) if len(clear_peaks) else None


def _both_ways(across: Array, down: Array) -> Array:
    """float (pitches,): how much a picture repeats itself across and down, near distances counting for one
    another, as cells need not be quite square."""
    both_ways = np.zeros(int(LARGEST_SIDE) + 2)
    for pitch in range(int(SMALLEST_SIDE), len(both_ways)):
        reach = max(1, round(PITCH_TOLERANCE * pitch))
        window = slice(pitch - reach, pitch + reach + 1)
        both_ways[pitch] = np.sqrt(across[window].max() * down[window].max())
        both_ways[pitch] += 0.01 * (across[pitch] + down[pitch])
    return both_ways


def _repetition(lines: Array) -> Array | None:
    """float (pitches,): how much changes along one direction repeat themselves at each distance in pixels, 1
    at distance 0; ``None`` where there is too little of them."""
    size = lines.shape[1]
    strips = len(lines) // STRIP_LINES
    if strips < 1 or size < 3 * SMALLEST_SIDE:
        return None
    whole_strips = lines[: strips * STRIP_LINES].reshape(strips, STRIP_LINES, size)
    profile = whole_strips.mean(axis=1, dtype=np.float32)
    profile -= profile.mean(axis=1, keepdims=True)

    # The autocorrelation of all strips, by their spectrum (Wiener and Khinchin), padded so that it does not
    # go round.
    length = 1 << int(2 * size - 1).bit_length()
    power = np.zeros(length // 2 + 1)
    for strip_batch in np.array_split(profile, max(1, strips // 16)):
        spectrum = np.fft.rfft(strip_batch, length, axis=1)
        power += (np.abs(spectrum) ** 2).sum(axis=0)
    longest = int(LARGEST_SIDE) + 8
    correlation = np.fft.irfft(power)[:longest]

    # At longer distances less of the picture lies on itself.
    distances = np.arange(len(correlation))
    overlap = np.maximum(size - distances, 1)
    at_no_distance = max(correlation[0], 1e-9)
    correlation = correlation / overlap * size / at_no_distance
    correlation[distances >= size / 2] = 0
    padded = np.pad(correlation, (0, longest - len(correlation)))
    return np.maximum(padded, 0)


def regions_with_cells(changes: Changes, sides: Sides) -> list[Region]:
    """Parts of a picture, (rows, columns), in which both kinds of lines repeat at these distances."""
    height, width = changes[0].shape
    block_width = max(4, round(sides.width / 2))
    block_height = max(4, round(sides.height / 2))
    down = height // block_height
    across = width // block_width
    if down < 4 or across < 4:
        return [(slice(0, height), slice(0, width))]
    repeats_across = _block_repetition(
        changes[0], sides.width, (block_height, block_width), (down, across)
    )
    repeats_down = _block_repetition(
        changes[1], sides.height, (block_width, block_height), (across, down)
    ).T
    repeats_both = np.minimum(repeats_across, repeats_down)
    regions: list[Region] = []
    for level in REGION_LEVELS:
        for component in connected_parts(repeats_both > level)[:REGIONS_A_LEVEL]:
            if component.size < LEAST_BLOCKS:
                continue
            rows = _with_margin(component.first_row, component.last_row, block_height, height)
            cols = _with_margin(component.first_col, component.last_col, block_width, width)
            region = rows, cols
            if region not in regions:
                regions.append(region)
    whole_picture = slice(0, height), slice(0, width)
    if height * width < LARGE_PICTURE and whole_picture not in regions:
        regions.append(whole_picture)
    return regions


def _with_margin(first_block: int, last_block: int, block: int, size: int) -> slice:
    """The pixels of some blocks and of those around them, up to the picture's ends."""
    begin = max(0, (first_block - REGION_MARGIN) * block)
    end = min(size, (last_block + 1 + REGION_MARGIN) * block)
    return slice(begin, end)


def _block_repetition(
    lines: Array, pitch: float, block: tuple[int, int], shape: tuple[int, int]
) -> Array:
    """float (rows, cols): how clearly lines stand at this distance from one another, in each block of
    pixels.

    block: The pixels of a block across the direction of change and along it; ``shape``: so many blocks
    """
    block_across, block_along = block
    rows, cols = shape
    by_block = lines[: rows * block_across].reshape(rows, block_across, -1)
    mean = by_block.mean(axis=1, dtype=np.float32) / 255

    # Lines are narrow: where there is change all the way from one to the next it is a texture.
    distance = round(pitch)
    padding = (0, 0), (distance // 2 + 1, (distance - 1) // 2)
    total = np.cumsum(np.pad(mean, padding, mode="edge"), axis=1)
    texture = (total[:, distance:] - total[:, :-distance]) / distance
    texture_weight = min(1.5, 0.2 * distance - 1.2)
    mean = np.maximum(mean - texture_weight * texture, 0)

    # A line has a partner before or after it, a pixel off at most.
    pixel_around = np.maximum(mean[:, 1:-1], mean[:, :-2])
    partner = np.maximum(mean[:, 2:], pixel_around)
    partner = np.pad(partner, ((0, 0), (1, 1)))
    paired = np.zeros_like(mean)
    paired[:, :-distance] = np.minimum(mean[:, :-distance], partner[:, distance:])
    paired_before = np.minimum(mean[:, distance:], partner[:, :-distance])
    paired[:, distance:] = np.maximum(paired[:, distance:], paired_before)
    clearest = paired[:, : cols * block_along].reshape(rows, cols, block_along).max(axis=2)
    next_block = np.pad(clearest[:, 1:], ((0, 0), (0, 1)))  # a cell is two blocks wide
    return np.asarray(np.maximum(clearest, next_block))


class Part(NamedTuple):
    """A connected part of a mask: where it lies, ends included, and how many cells it has."""

    first_row: int
    last_row: int
    first_col: int
    last_col: int
    size: int


def connected_parts(mask: Array) -> list[Part]:
    """Connected parts of a bool array, over gaps of one cell; the largest first."""
    if mask.sum() > MOST_BLOCKS:
        return []
    unvisited = {(int(row), int(col)) for row, col in np.argwhere(mask)}
    components = []
    while unvisited:
        pending = [unvisited.pop()]
        cells = []
        while pending:
            row, col = pending.pop()
            cells.append((row, col))
            for step in (-2, -1, 1, 2):
                for neighbour in ((row + step, col), (row, col + step)):
                    if neighbour in unvisited:
                        unvisited.remove(neighbour)
                        pending.append(neighbour)
        rows, cols = zip(*cells, strict=True)
        component = Part(
            first_row=min(rows),
            last_row=max(rows),
            first_col=min(cols),
            last_col=max(cols),
            size=len(cells),
        )
        components.append(component)
    return sorted(components, key=lambda component: -component.size)


def grid_in_region(changes: Changes, region: Region, sides: Sides) -> Grid | None:
    """The regular grid of cells of about these sides in a part of a picture."""
    rows, cols = region
    lines_across = changes[0][rows, cols]
    lines_down = changes[1][cols, rows]
    across = CellRun(0.0, sides.width, 0)
    down = CellRun(0.0, sides.height, 0)
    rows_looked_at = slice(None)
    for _ in range(2):  # each direction's extent makes the other's profile clearer
        comb_across = _comb_in(lines_across[rows_looked_at], across.pitch)
        if comb_across is None:
            return None
        across = comb_across
        comb_down = _comb_in(lines_down[_extent(across)], down.pitch)
        if comb_down is None:
            return None
        down = comb_down
        rows_looked_at = _extent(down)
    if sides.unequal(across.pitch, down.pitch) > MOST_UNEQUAL:
        return None
    return Grid(
        left=across.start + cols.start,
        top=down.start + rows.start,
        width=across.pitch,
        height=down.pitch,
        rows=down.cells,
        cols=across.cells,
    )


def _comb_in(lines: Array, pitch: float) -> CellRun | None:
    """The regular lines in the mean over a part of a picture, at about this distance."""
    profile = lines.mean(axis=0, dtype=np.float32) / 255
    return regular_peaks(profile, pitch)


def _extent(comb: CellRun) -> slice:
    """The pixels of its cells."""
    return slice(max(0, round(comb.start)), max(2, round(comb.end)))


def regular_peaks(profile: Array, side: float) -> CellRun | None:
    """The regular peaks of a profile, at about this distance, or None."""
    size = len(profile)
    pixel_beside = np.maximum(np.roll(profile, 1), np.roll(profile, -1))
    peak = np.maximum(profile, pixel_beside)

    # The clearest comb of the pitches that differ enough to be another one at the profile's end.
    shortest = max(0.92 * side - 0.3, SMALLEST_SIDE - 1)
    longest = 1.08 * side + 0.3
    step = max(0.02, side * side / size / 6)
    pitches = np.arange(shortest, longest, step)
    (score, offset), pitch = max((comb_score(peak, pitch), pitch) for pitch in pitches.tolist())
    tooth_places = np.rint(np.arange(offset, size - 1, pitch)).astype(int)
    teeth = peak[np.minimum(tooth_places, size - 1)]
    if score <= LEAST_COMB_SCORE or len(teeth) < 2:
        return None

    # Its best run of teeth is the board.
    clearer_half = np.sort(teeth)[len(teeth) // 2 :]
    least_tooth = max(TOOTH_SHARE * float(clearer_half.mean()), LEAST_TOOTH)
    gain = teeth - least_tooth
    total = np.concatenate([[0.0], np.cumsum(gain)])
    best_run = total - np.minimum.accumulate(total)
    end = int(best_run.argmax())
    begin = int(total[: end + 1].argmin())
    if end - begin <= 2:
        return None
    return CellRun(offset + begin * pitch + 0.5, pitch, end - begin - 1)


def comb_score(peak: Array, pitch: float) -> tuple[float, float]:
    """(score, offset) of the comb of this pitch: its mean above that of the places between its teeth."""
    size = len(peak)
    offsets = np.arange(0.0, pitch, 1.0)
    number = int((size - 1) / pitch)
    if number < 2:
        return 0.0, 0.0
    tooth_places = offsets[:, None] + pitch * np.arange(number)[None, :]
    teeth = _at(peak, tooth_places)
    gaps = [_at(peak, tooth_places + share * pitch) for share in BETWEEN_TEETH]

    # The best run counts: the page around the board has no teeth. Long runs weigh more, with the square root.
    gain = teeth - np.minimum(np.mean(gaps, axis=0), 0.9)
    total = np.zeros((len(offsets), number + 1), gain.dtype)
    np.cumsum(gain - TOOTH_COST, axis=1, out=total[:, 1:])
    best_runs = (total - np.minimum.accumulate(total, axis=1)).max(axis=1)
    best = int(best_runs.argmax())
    score = best_runs[best] / np.sqrt(number)
    return float(score), float(offsets[best])


def _at(profile: Array, places: Array) -> Array:
    """The values of a profile at the pixels nearest to these places, those beyond its ends being at them."""
    return np.asarray(profile.take(np.rint(places).astype(int), mode="clip"))


def grids_that_fill(changes: Changes) -> list[Grid]:
    """Grids that fill the picture from end to end, those in which it repeats itself most first."""
    height, width = changes[0].shape
    across, down = (lines.mean(axis=0, dtype=np.float64) for lines in changes)
    # Most numbers of rows and of columns are tried together with several of the others.
    repeats_across = cache(partial(_repeats, across))
    repeats_down = cache(partial(_repeats, down))
    scored: list[tuple[float, Grid]] = []
    for rows, cols in _likely_shapes(height, width):
        side = width / cols
        tall = height / rows
        unequal = abs(side - tall) / side
        penalty = (0.5 if unequal < NEARLY_SQUARE else 1.0) * unequal
        score = min(repeats_across(cols), repeats_down(rows)) - penalty
        if score <= LEAST_FILLING_SCORE:
            continue
        if _lacks_lines(across, cols) and _lacks_lines(down, rows):
            continue
        if not _repeats_in_parts(across, cols):
            scored.append((score, Grid(0.0, 0.0, side, tall, rows, cols)))
    scored.sort(key=lambda pair: -pair[0])
    return [grid for _, grid in scored[:MOST_FILLING_GRIDS]]


def _likely_shapes(height: int, width: int) -> Iterator[tuple[int, int]]:
    """Rows and columns of nearly square cells that fill a picture of this size."""
    most_cols = min(MOST_FILLING_COLUMNS, int(width / SMALLEST_SIDE))
    for cols in range(4, most_cols + 1):
        fewest_rows = round(0.8 * height * cols / width)
        most_rows = round(1.25 * height * cols / width) + 1
        for rows in range(max(fewest_rows, 4), most_rows + 1):
            side = width / cols
            tall = height / rows
            is_square = abs(side - tall) < MOST_UNEQUAL * side
            if is_square and tall >= SMALLEST_SIDE and side <= LARGEST_SIDE:
                yield rows, cols


def _repeats(profile: Array, number: int) -> float:
    """The share of a profile's variance that lies in its mean over so many cells, above chance."""
    place_in_cell = (np.arange(len(profile)) + 0.5) * number / len(profile) % 1
    bins = max(4, min(16, len(profile) // number // 2))
    bin_of = np.minimum((place_in_cell * bins).astype(int), bins - 1)
    pixel_count = np.bincount(bin_of, minlength=bins)
    means = np.bincount(bin_of, profile, bins) / np.maximum(pixel_count, 1)
    squares = (profile - means[bin_of]) ** 2
    unexplained = squares.sum() / max(len(profile) - bins, 1)
    variance = profile.var()
    return float(1 - unexplained / variance) if variance > 1 else 0.0


def _lacks_lines(profile: Array, number: int) -> bool:
    """Whether lines are missing at regular distances: those are parts of cells."""
    line_places = np.rint(np.arange(1, number) * len(profile) / number - 1)
    shifted = [_at(profile, line_places + shift) for shift in (-1, 0, 1)]
    lines = np.max(shifted, axis=0)
    for divisor in (2, 3):
        if number % divisor == 0:
            means = [lines[first_line::divisor].mean() for first_line in range(divisor)]
            if min(means) < 0.4 * max(means):
                return True
    return False


def _repeats_in_parts(profile: Array, number: int) -> bool:
    """Whether parts of these cells repeat themselves as much: it has more cells than are tried."""
    whole_score = _repeats(profile, number)
    for divisor in range(2, 8):
        side = len(profile) / number / divisor
        untried = number * divisor > MOST_FILLING_COLUMNS and side >= SMALLEST_SIDE
        if untried and _repeats(profile, number * divisor) > 0.8 * whole_score:
            return True
    return False


def same_grid(grid: Grid, other_grid: Grid) -> bool:
    """Whether two grids are one, but for a row or a column at the ends, which are looked for later."""
    # In cells of the other grid: how far each of the four ends is moved.
    right = (grid.left - other_grid.left) / other_grid.width
    down = (grid.top - other_grid.top) / other_grid.height
    right_end = grid.cols + right - other_grid.cols
    lower_end = grid.rows + down - other_grid.rows
    ends_apart = max(abs(right), abs(down), abs(right_end), abs(lower_end))

    # A pitch that differs a little moves the last lines much.
    pitch_apart = abs(grid.width - other_grid.width)
    has_same_pitch = pitch_apart * grid.cols < 0.2 * other_grid.width
    lines_apart = abs(right - round(right)) + abs(down - round(down))
    return has_same_pitch and lines_apart < 0.15 and ends_apart < 1.2


class _Direction:
    """One direction of a grid: its lines' profile, and how clear lines of some pitch are in it."""

    def __init__(
        self, lines: Array, crossing: tuple[float, float], ends: tuple[float, float], cells: int
    ):
        """lines: Where brightness changes along this direction, of the whole picture
        crossing, ends: Where the grid begins and ends the other way, and this way
        """
        self.cells = cells
        self.middle = (ends[0] + ends[1]) / 2
        self.side = (ends[1] - ends[0]) / cells
        self.picture_size = lines.shape[1]
        self.begin = max(0, round(ends[0] - 0.3 * self.side))
        stop = max(self.begin + 2, round(ends[1] + 0.3 * self.side))
        first_line = max(0, round(crossing[0]))
        end_line = max(1, round(crossing[1]))
        strip = lines[first_line:end_line, self.begin : stop]
        profile = strip.mean(axis=0, dtype=np.float32)
        padded = np.pad(profile, 1, mode="edge")
        self.smooth_profile = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
        self.best_pitch = self._best_pitch(profile)

    def _best_pitch(self, profile: Array) -> float:
        """The pitch of the strongest waves: the sum over the first six harmonics, a line being narrow."""
        from_middle = self.begin + 1 + np.arange(len(profile)) - self.middle
        stretches = np.linspace(-0.3, 0.3, 61) / self.cells
        pitches = self.side * (1 + stretches)
        turns = np.exp(2j * np.pi * from_middle / pitches[:, None])
        weighted = (profile - profile.mean())[None, :] * turns
        waves = [weighted.sum(axis=1)]
        for _ in range(5):
            weighted = weighted * turns
            waves.append(weighted.sum(axis=1))
        power = (np.abs(waves) ** 2).sum(axis=0)
        return float(pitches[int(power.argmax())])

    def clearest(self, pitch: float) -> tuple[float, float]:
        """How clear the lines of this pitch are, at most, and where their middle is then."""
        shifts = np.arange(-0.15 * self.side, 0.15 * self.side + 0.5, 0.5)
        from_middle = pitch * (np.arange(self.cells + 1) - self.cells / 2)
        line_places = self.middle + shifts[:, None] + from_middle - self.begin - 1
        profile = self.smooth_profile
        values = np.interp(line_places, np.arange(len(profile)), profile)
        nearness = 1 - 0.3 * np.abs(shifts) / self.side
        clearness = values.mean(axis=1) * nearness
        best_shift = float(shifts[clearness.argmax()])
        return float(clearness.max()), self.middle + best_shift

    def ends(self, pitch: float) -> tuple[float, float]:
        """Where the lines of this pitch begin and end; at the picture's ends where they nearly do."""
        clearness, middle = self.clearest(pitch)
        start = middle - self.cells * pitch / 2
        end = middle + self.cells * pitch / 2
        off_picture = abs(start) + abs(end - self.picture_size)
        if off_picture < 0.4 * pitch:
            filling_clearness, _ = self.clearest(self.picture_size / self.cells)
            if filling_clearness > 0.97 * clearness:
                return 0.0, float(self.picture_size)
        return start, end


def refined(changes: Changes, grid: Grid) -> Grid:
    """The grid at the pitch at which the changes stand out most, with its lines where these are."""
    left, top = grid.box(0, 0)[:2]
    right, bottom = grid.box(grid.rows - 1, grid.cols - 1)[2:]
    across = _Direction(changes[0], (top, bottom), (left, right), grid.cols)
    down = _Direction(changes[1], (left, right), (top, bottom), grid.rows)
    width = across.best_pitch
    height = down.best_pitch

    # Cells are square, unless the lines say no.
    if abs(width - height) > 0.003 * width:
        clear_across = across.clearest(width)[0] + 1e-6
        clear_down = down.clearest(height)[0] + 1e-6
        shares = []
        for pitch in (width, height):
            share_across = across.clearest(pitch)[0] / clear_across
            share_down = down.clearest(pitch)[0] / clear_down
            shares.append((min(share_across, share_down), pitch))
        share, pitch = max(shares)
        if share > 0.9:
            width = height = pitch
    left, right = across.ends(width)
    top, bottom = down.ends(height)
    return replace(
        grid,
        left=left,
        top=top,
        width=(right - left) / grid.cols,
        height=(bottom - top) / grid.rows,
    )


def between_cells(changes: Changes, grid: Grid) -> Grid:
    """The grid with its lines in the middle between cells, where they are one of the two sides of a gap."""
    rows = slice(max(0, round(grid.top)), round(grid.top + grid.rows * grid.height))
    cols = slice(max(0, round(grid.left)), round(grid.left + grid.cols * grid.width))
    right = _half_gap(changes[0][rows], grid.run(1))
    down = _half_gap(changes[1][cols], grid.run(0))
    return replace(grid, left=grid.left + right, top=grid.top + down)


def _half_gap(changes_along: Array, run: CellRun) -> float:
    """Half of the distance from a board's lines to those of the other side of a gap between its cells; 0:
    there is no gap."""
    # The lines of most cells: not a raised edge of the hidden ones.
    every_so_many = len(changes_along) // 60 + 1
    profile = np.median(changes_along[::every_so_many], axis=0)

    # How clear lines are that are moved by shares of a cell, as far as they are inside the picture.
    shares = np.arange(-25, 26) * 0.02
    line_numbers = np.arange(run.cells + 1) + shares[:, None]
    line_places = np.rint(run.start - 1 + run.pitch * line_numbers).astype(int)
    is_inside = (line_places >= 0) & (line_places < len(profile))
    values = profile[line_places * is_inside] * is_inside
    clearness = values.sum(axis=1) / np.maximum(is_inside.sum(axis=1), 1)

    # The other side of a gap is a quarter to a third of a cell away, is as clear as the lines themselves, and
    # no number's strokes, which are less; and it is a peak, not the slope of a raised edge.
    is_gap = (abs(shares) > 0.23) & (abs(shares) < 0.33)
    far_side = int(np.where(is_gap, clearness, 0).argmax())
    clear_there = clearness[far_side]
    at_lines = clearness[22:29].max()
    in_the_middle = clearness[:5].mean()
    is_clear = clear_there > max(64, 0.6 * at_lines, 2 * in_the_middle)
    is_peak = clear_there >= clearness[max(0, far_side - 3) : far_side + 4].max()
    mirrored = clearness[::-1][max(0, far_side - 2) : far_side + 3].max()
    if is_peak and is_clear and mirrored < 0.6 * clear_there:
        return run.pitch * float(shares[far_side]) / 2
    return 0.0


def border_clearness(changes: Changes, grid: Grid) -> Array:
    """float (rows, cols): how clear the weakest three of the four borders of each cell are, 0 to 1."""
    down = grid.run(0)
    across = grid.run(1)
    upright = _line_clearness(changes[0], down, across)
    level = _line_clearness(changes[1], across, down).T
    borders = np.stack([upright[:, :-1], upright[:, 1:], level[:-1], level[1:]])
    weakest_first = np.sort(borders, axis=0)
    return np.asarray(weakest_first[:3].mean(axis=0))


def _line_clearness(lines: Array, along: CellRun, across: CellRun) -> Array:
    """float32 (cells along, lines): how clear each piece of a line is that borders a cell, the clearest of
    three neighbouring pixels; a line at the picture's own end is fairly clear.

    along, across: The cells that a line passes, and those between lines
    """
    # A piece is looked at in nine places, without its ends, where other lines cross.
    shares = np.linspace(0.2, 0.8, 9)
    samples = along.start + along.pitch * (np.arange(along.cells)[:, None] + shares)
    samples = np.clip(np.rint(samples), 0, len(lines) - 1).astype(int)
    line_numbers = np.arange(across.cells + 1)
    line_places = np.rint(across.start + across.pitch * line_numbers - 0.5)
    last_place = lines.shape[1] - 1
    is_at_end = (line_places < 1) | (line_places > last_place - 2)
    clearest = np.zeros((along.cells, len(line_numbers)), np.float32)
    for shift in (-1, 0, 1):
        shifted = np.clip(line_places + shift, 0, last_place).astype(int)
        pieces = lines[samples[:, :, None], shifted[None, None, :]]
        value = pieces.mean(axis=1) / 255
        clearest = np.maximum(clearest, np.where(is_at_end, 0.6, value))
    return clearest


def scaled(grid: Grid, times_wider: float, times_higher: float) -> Grid:
    """The grid in the picture made so many times wider and higher."""
    return replace(
        grid,
        left=times_wider * grid.left,
        top=times_higher * grid.top,
        width=times_wider * grid.width,
        height=times_higher * grid.height,
    )


def shorter(grid: Grid, axis: int, end: int) -> Grid:
    """The grid without its first row (axis 0) or column, or without its last (end 1)."""
    run = grid.run(axis)
    start = run.start + (0 if end else run.pitch)
    return grid.with_run(axis, CellRun(start, run.pitch, run.cells - 1))


def longer(grid: Grid, axis: int, end: int) -> Grid:
    """The grid with one more row (axis 0) or column, before it or at its end (1)."""
    run = grid.run(axis)
    start = run.start - (0 if end else run.pitch)
    return grid.with_run(axis, CellRun(start, run.pitch, run.cells + 1))
