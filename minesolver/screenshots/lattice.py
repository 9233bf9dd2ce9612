"""Where the cells of a board lie in a picture: the lattice of the lines between them.

Brightness changes at the borders of cells; what repeats at one distance both ways, and where, gives the
pitch of the cells and the part of the picture to look at. No theme is assumed.

The numbers that name no source were set by hand, one after another, on the programs of
``benchmarks/screenshots/programs.toml``: ``programs.py score`` beside it says what another value reads.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array

Changes = tuple[Array, Array]
"""Where brightness or colour changes along x, uint8 (height, width), and along y, uint8 (width, height). In
both the direction of the change is the last axis, so that what is asked of one is asked of the other."""
Region = tuple[slice, slice]
"""Rows and columns of a picture."""

AXIS_FIELDS: Any = ("top", "height", "rows"), ("left", "width", "cols")
"""Names of a grid's first edge, pitch and number of lines, down and across."""
SMALLEST_SIDE, LARGEST_SIDE = 9.0, 120.0
"""Pixels of a cell's side."""
LARGE_PICTURE = 250_000
"""Pixels of a picture that is looked at as a whole, if half of it will do."""

FINE_PICTURE = 600_000
"""Values of a picture in which steps are added up over one more pixel: its textures are coarser."""
FAINTEST_STEP, FULL_STEP = 1.2, 5.2
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
TOOTH_SHARE, LEAST_TOOTH = 0.35, 0.04
"""Of the clearer half of a comb's teeth, and at least: how clear a tooth is that belongs to the board."""
BETWEEN_TEETH = (0.35, 0.5, 0.65)
"""Shares of a pitch at which a comb has no lines."""
TOOTH_COST = 0.06
"""How clear a tooth has to be for a longer comb to be better."""

MOST_FILLING_COLUMNS = 60
"""Columns of a board that fills the picture, tried first."""
LEAST_FILLING_SCORE, MOST_FILLING_GRIDS = 0.15, 3
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
        x, y = self.left + col * self.width, self.top + row * self.height
        return x, y, x + self.width, y + self.height


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
    steps = np.arange(256)
    strength = np.clip((steps - FAINTEST_STEP) / (FULL_STEP - FAINTEST_STEP), 0.0, 1.0)
    table = (strength * 255).astype(np.uint8)
    return table[along_x], table[along_y].T


def _smoothed(channel: Array) -> Array:
    """One colour of a picture, int16 (height, width), smoothed by 1 2 1 down and across."""
    padded = np.pad(channel, ((1, 1), (0, 0)), mode="edge")
    channel = (2 * channel + padded[:-2] + padded[2:] + 2) >> 2
    padded = np.pad(channel, ((0, 0), (1, 1)), mode="edge")
    return (2 * channel + padded[:, :-2] + padded[:, 2:] + 2) >> 2


def _keep_steps(channel: Array, axis: int, lengths: tuple[int, int], largest: Array) -> None:
    """Keep in ``largest``, uint8, the steps of a colour along an axis where they are larger."""
    steps = np.diff(channel, axis=axis)
    for length in lengths:
        shifted_steps = np.roll(steps, -length, axis=1 - axis)
        steps += shifted_steps
    steps = np.roll(steps, 1, axis=1 - axis)
    np.maximum(largest, (np.abs(steps) >> 2).astype(np.uint8), out=largest)


def likely_pitches(changes: Changes) -> list[float]:
    """Distances at which the picture repeats itself both ways, the clearest first."""
    across, down = (_repetition(lines) for lines in changes)
    if across is None or down is None:
        return []
    # Cells need not be quite square: near distances count for one another.
    both_ways = np.zeros(int(LARGEST_SIDE) + 2)
    for pitch in range(int(SMALLEST_SIDE), len(both_ways)):
        reach = max(1, round(PITCH_TOLERANCE * pitch))
        window = slice(pitch - reach, pitch + reach + 1)
        both_ways[pitch] = np.sqrt(across[window].max() * down[window].max())
        both_ways[pitch] += 0.01 * (across[pitch] + down[pitch])
    inner = both_ways[1:-1]
    is_clear = inner > LEAST_REPETITION * both_ways.max()
    is_peak = (inner >= both_ways[:-2]) & (inner > both_ways[2:]) & is_clear
    peaks = np.flatnonzero(is_peak) + 1
    # A multiple of a clear pitch repeats as well: the least first.
    clearest = sorted(peaks, key=lambda pitch: -both_ways[pitch])[: MOST_PITCHES + 1]
    return sorted(map(float, clearest))[:MOST_PITCHES]


def _repetition(lines: Array) -> Array | None:
    """float (pitches,): how much changes along one direction repeat themselves at each distance in pixels, 1
    at distance 0; ``None`` where there is too little of them."""
    size = lines.shape[1]
    strips = len(lines) // STRIP_LINES
    if strips < 1 or size < 3 * SMALLEST_SIDE:
        return None
    profile = (
        lines[: strips * STRIP_LINES]
        .reshape(strips, STRIP_LINES, size)
        .mean(axis=1, dtype=np.float32)
    )
    profile -= profile.mean(axis=1, keepdims=True)

    # The autocorrelation of all strips, by their spectrum (Wiener and Khinchin), padded so that it does not
    # go round.
    length = 1 << int(2 * size - 1).bit_length()
    power = np.zeros(length // 2 + 1)
    for strip_batch in np.array_split(profile, max(1, strips // 16)):
        power += (np.abs(np.fft.rfft(strip_batch, length, axis=1)) ** 2).sum(axis=0)
    longest = int(LARGEST_SIDE) + 8
    correlation = np.fft.irfft(power)[:longest]

    # At longer distances less of the picture lies on itself.
    distances = np.arange(len(correlation))
    correlation = correlation / np.maximum(size - distances, 1) * size / max(correlation[0], 1e-9)
    correlation[distances >= size / 2] = 0
    return np.maximum(np.pad(correlation, (0, longest - len(correlation))), 0)


def regions_with_cells(changes: Changes, pitch: float) -> list[Region]:
    """Parts of a picture, (rows, columns), in which both kinds of lines repeat at this distance."""
    height, width = changes[0].shape
    block = max(4, round(pitch / 2))
    down, across = height // block, width // block
    if down < 4 or across < 4:
        return [(slice(0, height), slice(0, width))]
    repeats_across = _block_repetition(changes[0], pitch, block, down, across)
    repeats_down = _block_repetition(changes[1], pitch, block, across, down).T
    repeats_both = np.minimum(repeats_across, repeats_down)
    regions: list[Region] = []
    for level in REGION_LEVELS:
        for component in connected_parts(repeats_both > level)[:REGIONS_A_LEVEL]:
            if component.size < LEAST_BLOCKS:
                continue
            top = max(0, (component.first_row - REGION_MARGIN) * block)
            bottom = min(height, (component.last_row + 1 + REGION_MARGIN) * block)
            left = max(0, (component.first_col - REGION_MARGIN) * block)
            right = min(width, (component.last_col + 1 + REGION_MARGIN) * block)
            region = slice(top, bottom), slice(left, right)
            if region not in regions:
                regions.append(region)
    whole_picture = slice(0, height), slice(0, width)
    if height * width < LARGE_PICTURE and whole_picture not in regions:
        regions.append(whole_picture)
    return regions


def _block_repetition(lines: Array, pitch: float, block: int, rows: int, cols: int) -> Array:
    """float (rows, cols): how clearly lines stand at this distance from one another, in each block of
    pixels."""
    mean = lines[: rows * block].reshape(rows, block, -1).mean(axis=1, dtype=np.float32) / 255

    # Lines are narrow: where there is change all the way from one to the next it is a texture.
    distance = round(pitch)
    padding = (0, 0), (distance // 2 + 1, (distance - 1) // 2)
    total = np.cumsum(np.pad(mean, padding, mode="edge"), axis=1)
    texture = (total[:, distance:] - total[:, :-distance]) / distance
    mean = np.maximum(mean - min(1.5, 0.2 * distance - 1.2) * texture, 0)

    # A line has a partner before or after it, a pixel off at most.
    partner = np.maximum(mean[:, 2:], np.maximum(mean[:, 1:-1], mean[:, :-2]))
    partner = np.pad(partner, ((0, 0), (1, 1)))
    paired = np.zeros_like(mean)
    paired[:, :-distance] = np.minimum(mean[:, :-distance], partner[:, distance:])
    paired_before = np.minimum(mean[:, distance:], partner[:, :-distance])
    paired[:, distance:] = np.maximum(paired[:, distance:], paired_before)
    clearest = paired[:, : cols * block].reshape(rows, cols, block).max(axis=2)
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
        components.append(Part(min(rows), max(rows), min(cols), max(cols), len(cells)))
    return sorted(components, key=lambda component: -component.size)


class Comb(NamedTuple):
    """Regular lines: where the first is, how far they are apart, and how many cells lie between them."""

    start: float
    pitch: float
    cells: int


def grid_in_region(changes: Changes, region: Region, pitch: float) -> Grid | None:
    """The regular grid of nearly square cells of about this pitch in a part of a picture."""
    rows_looked_at, cols_looked_at = slice(None), slice(None)
    across, down = Comb(0.0, pitch, 0), Comb(0.0, pitch, 0)
    for _ in range(2):  # each direction's extent makes the other's profile clearer
        lines = changes[0][region[0], region[1]][rows_looked_at]
        comb = regular_peaks(lines.mean(axis=0, dtype=np.float32) / 255, across.pitch)
        if comb is None:
            return None
        across = comb
        cols_looked_at = _extent(across)
        lines = changes[1][region[1], region[0]][cols_looked_at]
        comb = regular_peaks(lines.mean(axis=0, dtype=np.float32) / 255, down.pitch)
        if comb is None:
            return None
        down = comb
        rows_looked_at = _extent(down)
    if abs(across.pitch - down.pitch) > MOST_UNEQUAL * max(across.pitch, down.pitch):
        return None
    left, top = across.start + region[1].start, down.start + region[0].start
    return Grid(left, top, across.pitch, down.pitch, down.cells, across.cells)


def _extent(comb: Comb) -> slice:
    return slice(max(0, round(comb.start)), max(2, round(comb.start + comb.pitch * comb.cells)))


def regular_peaks(profile: Array, side: float) -> Comb | None:
    """The regular peaks of a profile, at about this distance, or None."""
    size = len(profile)
    peak = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))

    # The clearest comb of the pitches that differ enough to be another one at the profile's end.
    shortest = max(0.92 * side - 0.3, SMALLEST_SIDE - 1)
    pitches = np.arange(shortest, 1.08 * side + 0.3, max(0.02, side * side / size / 6))
    (score, offset), pitch = max((comb_score(peak, pitch), pitch) for pitch in pitches.tolist())
    tooth_places = np.minimum(np.rint(np.arange(offset, size - 1, pitch)).astype(int), size - 1)
    teeth = peak[tooth_places]
    if score <= LEAST_COMB_SCORE or len(teeth) < 2:
        return None

    # Its best run of teeth is the board.
    clearer_half = np.sort(teeth)[len(teeth) // 2 :]
    gain = teeth - max(TOOTH_SHARE * float(clearer_half.mean()), LEAST_TOOTH)
    total = np.concatenate([[0.0], np.cumsum(gain)])
    end = int((total - np.minimum.accumulate(total)).argmax())
    begin = int(total[: end + 1].argmin())
    if end - begin <= 2:
        return None
    return Comb(offset + begin * pitch + 0.5, pitch, end - begin - 1)


def comb_score(peak: Array, pitch: float) -> tuple[float, float]:
    """(score, offset) of the comb of this pitch: its mean above that of the places between its teeth."""
    size = len(peak)
    offsets = np.arange(0.0, pitch, 1.0)
    number = int((size - 1) / pitch)
    if number < 2:
        return 0.0, 0.0
    tooth_places = offsets[:, None] + pitch * np.arange(number)[None, :]
    teeth = peak[np.minimum(np.rint(tooth_places).astype(int), size - 1)]
    gaps = []
    for share in BETWEEN_TEETH:
        gap_places = np.clip(np.rint(tooth_places + share * pitch).astype(int), 0, size - 1)
        gaps.append(peak[gap_places])
    # The best run counts: the page around the board has no teeth. Long runs weigh more, with the square root.
    gain = teeth - np.minimum(np.mean(gaps, axis=0), 0.9)
    total = np.cumsum(np.pad(gain - TOOTH_COST, ((0, 0), (1, 0))), axis=1)
    run = (total - np.minimum.accumulate(total, axis=1)).max(axis=1)
    best = int(run.argmax())
    return float(run[best] / np.sqrt(number)), float(offsets[best])


def grids_that_fill(changes: Changes) -> list[Grid]:
    """Grids that fill the picture from end to end, those in which it repeats itself most first."""
    height, width = changes[0].shape
    across, down = (lines.mean(axis=0, dtype=np.float64) for lines in changes)
    scored: list[tuple[float, Grid]] = []
    for cols in range(4, min(MOST_FILLING_COLUMNS, int(width / SMALLEST_SIDE)) + 1):
        fewest_rows = round(0.8 * height * cols / width)
        most_rows = round(1.25 * height * cols / width) + 1
        for rows in range(max(fewest_rows, 4), most_rows + 1):
            side, tall = width / cols, height / rows
            if (
                abs(side - tall) >= MOST_UNEQUAL * side
                or tall < SMALLEST_SIDE
                or side > LARGEST_SIDE
            ):
                continue
            unequal = abs(side - tall) / side
            penalty = (0.5 if unequal < NEARLY_SQUARE else 1.0) * unequal
            score = min(_repeats(across, cols), _repeats(down, rows)) - penalty
            if score <= LEAST_FILLING_SCORE:
                continue
            if _lacks_lines(across, cols) and _lacks_lines(down, rows):
                continue
            if not _repeats_in_parts(across, cols):
                scored.append((score, Grid(0.0, 0.0, side, tall, rows, cols)))
    scored.sort(key=lambda pair: -pair[0])
    return [grid for _, grid in scored[:MOST_FILLING_GRIDS]]


def _repeats(profile: Array, number: int) -> float:
    """The share of a profile's variance that lies in its mean over so many cells, above chance."""
    place_in_cell = (np.arange(len(profile)) + 0.5) * number / len(profile) % 1
    bins = max(4, min(16, len(profile) // number // 2))
    bin_of = np.minimum((place_in_cell * bins).astype(int), bins - 1)
    means = np.bincount(bin_of, profile, bins) / np.maximum(np.bincount(bin_of, minlength=bins), 1)
    unexplained = ((profile - means[bin_of]) ** 2).sum() / max(len(profile) - bins, 1)
    return float(1 - unexplained / profile.var()) if profile.var() > 1 else 0.0


def _lacks_lines(profile: Array, number: int) -> bool:
    """Whether lines are missing at regular distances: those are parts of cells."""
    line_places = np.rint(np.arange(1, number) * len(profile) / number - 1).astype(int)
    shifted = [profile[np.clip(line_places + shift, 0, len(profile) - 1)] for shift in (-1, 0, 1)]
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
    right = (grid.left - other_grid.left) / other_grid.width
    down = (grid.top - other_grid.top) / other_grid.height
    same_pitch = abs(grid.width - other_grid.width) * grid.cols < 0.2 * other_grid.width
    same_lines = abs(right - round(right)) + abs(down - round(down)) < 0.15
    ends_apart = max(
        abs(right),
        abs(down),
        abs(grid.cols + right - other_grid.cols),
        abs(grid.rows + down - other_grid.rows),
    )
    return same_pitch and same_lines and ends_apart < 1.2


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
        strip = lines[max(0, round(crossing[0])) : max(1, round(crossing[1])), self.begin : stop]
        profile = strip.mean(axis=0, dtype=np.float32)
        padded = np.pad(profile, 1, mode="edge")
        self.smooth_profile = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
        self.best_pitch = self._best_pitch(profile)

    def _best_pitch(self, profile: Array) -> float:
        """The pitch of the strongest waves: the sum over the first six harmonics, a line being narrow."""
        from_middle = self.begin + 1 + np.arange(len(profile)) - self.middle
        pitches = self.side * (1 + np.linspace(-0.3, 0.3, 61) / self.cells)
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
        clearness = values.mean(axis=1) * (1 - 0.3 * np.abs(shifts) / self.side)
        return float(clearness.max()), self.middle + float(shifts[clearness.argmax()])

    def ends(self, pitch: float) -> tuple[float, float]:
        """Where the lines of this pitch begin and end; at the picture's ends where they nearly do."""
        clearness, middle = self.clearest(pitch)
        start = middle - self.cells * pitch / 2
        end = middle + self.cells * pitch / 2
        close = abs(start) + abs(end - self.picture_size) < 0.4 * pitch
        if close and self.clearest(self.picture_size / self.cells)[0] > 0.97 * clearness:
            return 0.0, float(self.picture_size)
        return start, end


def refined(changes: Changes, grid: Grid) -> Grid:
    """The grid at the pitch at which the changes stand out most, with its lines where these are."""
    left, top = grid.box(0, 0)[:2]
    right, bottom = grid.box(grid.rows - 1, grid.cols - 1)[2:]
    across = _Direction(changes[0], (top, bottom), (left, right), grid.cols)
    down = _Direction(changes[1], (left, right), (top, bottom), grid.rows)
    width, height = across.best_pitch, down.best_pitch

    # Cells are square, unless the lines say no.
    if abs(width - height) > 0.003 * width:
        clear_across = across.clearest(width)[0] + 1e-6
        clear_down = down.clearest(height)[0] + 1e-6
        shares = []
        for pitch in (width, height):
            share = min(
                across.clearest(pitch)[0] / clear_across, down.clearest(pitch)[0] / clear_down
            )
            shares.append((share, pitch))
        share, pitch = max(shares)
        if share > 0.9:
            width = height = pitch
    left, right = across.ends(width)
    top, bottom = down.ends(height)
    return Grid(
        left, top, (right - left) / grid.cols, (bottom - top) / grid.rows, grid.rows, grid.cols
    )


def between_cells(changes: Changes, grid: Grid) -> Grid:
    """The grid with its lines in the middle between cells, where they are one of the two sides of a gap."""
    rows = slice(max(0, round(grid.top)), round(grid.top + grid.rows * grid.height))
    cols = slice(max(0, round(grid.left)), round(grid.left + grid.cols * grid.width))
    return replace(
        grid,
        left=grid.left + _half_gap(changes[0][rows], grid.left, grid.width, grid.cols),
        top=grid.top + _half_gap(changes[1][cols], grid.top, grid.height, grid.rows),
    )


def _half_gap(lines: Array, start: float, pitch: float, number: int) -> float:
    """Half of the distance from a board's lines to those of the other side of a gap between its cells; 0:
    there is no gap."""
    # The lines of most cells: not a raised edge of the hidden ones.
    profile = np.median(lines[:: len(lines) // 60 + 1], axis=0)
    shares = np.arange(-25, 26) * 0.02
    line_places = np.rint(start - 1 + pitch * (np.arange(number + 1) + shares[:, None])).astype(int)
    inside = (line_places >= 0) & (line_places < len(profile))
    clearness = (profile[line_places * inside] * inside).sum(axis=1) / np.maximum(
        inside.sum(axis=1), 1
    )

    # The other side of a gap is a quarter to a third of a cell away, is as clear as the lines themselves, and
    # no number's strokes, which are less; and it is a peak, not the slope of a raised edge.
    is_gap = (abs(shares) > 0.23) & (abs(shares) < 0.33)
    other_side = int(np.where(is_gap, clearness, 0).argmax())
    at_lines, in_the_middle = clearness[22:29].max(), clearness[:5].mean()
    enough = clearness[other_side] > max(64, 0.6 * at_lines, 2 * in_the_middle)
    peak = clearness[other_side] >= clearness[max(0, other_side - 3) : other_side + 4].max()
    mirrored = clearness[::-1][max(0, other_side - 2) : other_side + 3].max()
    if peak and enough and mirrored < 0.6 * clearness[other_side]:
        return pitch * float(shares[other_side]) / 2
    return 0.0


def border_clearness(changes: Changes, grid: Grid) -> Array:
    """float (rows, cols): how clear the weakest three of the four borders of each cell are, 0 to 1."""
    upright = _line_clearness(
        changes[0], (grid.top, grid.height, grid.rows), (grid.left, grid.width, grid.cols)
    )
    level = _line_clearness(
        changes[1], (grid.left, grid.width, grid.cols), (grid.top, grid.height, grid.rows)
    ).T
    borders = np.stack([upright[:, :-1], upright[:, 1:], level[:-1], level[1:]])
    return np.asarray(np.sort(borders, axis=0)[:3].mean(axis=0))


def _line_clearness(
    lines: Array, along: tuple[float, float, int], across: tuple[float, float, int]
) -> Array:
    """float32 (cells along, lines): how clear each piece of a line is that borders a cell, the clearest of
    three neighbouring pixels; a line at the picture's own end is fairly clear.

    along, across: First edge, pitch and number of the cells that a line passes, and of those between lines
    """
    start, side, number = along
    first_line, pitch, cells = across
    # A piece is looked at in nine places, without its ends, where other lines cross.
    samples = start + side * (np.arange(number)[:, None] + np.linspace(0.2, 0.8, 9))
    samples = np.clip(np.rint(samples), 0, len(lines) - 1).astype(int)
    line_places = np.rint(first_line + pitch * np.arange(cells + 1) - 0.5)
    at_end = (line_places < 1) | (line_places > lines.shape[1] - 3)
    clearest = np.zeros((number, cells + 1), np.float32)
    for shift in (-1, 0, 1):
        shifted = np.clip(line_places + shift, 0, lines.shape[1] - 1).astype(int)
        value = lines[samples[:, :, None], shifted[None, None, :]].mean(axis=1) / 255
        clearest = np.maximum(clearest, np.where(at_end, 0.6, value))
    return clearest


def shorter(grid: Grid, axis: int, end: int) -> Grid:
    """The grid without its first row (axis 0) or column, or without its last (end 1)."""
    edge, side, number = AXIS_FIELDS[axis]
    first_edge = float(getattr(grid, edge)) + (0 if end else float(getattr(grid, side)))
    changed: dict[str, Any] = {edge: first_edge, number: getattr(grid, number) - 1}
    return replace(grid, **changed)


def longer(grid: Grid, axis: int, end: int) -> Grid:
    """The grid with one more row (axis 0) or column, before it or at its end (1)."""
    edge, side, number = AXIS_FIELDS[axis]
    first_edge = float(getattr(grid, edge)) - (0 if end else float(getattr(grid, side)))
    changed: dict[str, Any] = {edge: first_edge, number: getattr(grid, number) + 1}
    return replace(grid, **changed)
