"""Where the cells of a board lie in a picture: the lattice of the lines between them.

Brightness changes at the borders of cells; what repeats at one distance both ways, and where, gives the
pitch of the cells and the part of the picture to look at. No theme is assumed.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

AXIS_FIELDS: Any = ("top", "height", "rows"), ("left", "width", "cols")
"""Names of a grid's first edge, pitch and number of lines, down and across."""
SMALLEST_SIDE, LARGEST_SIDE = 9.0, 120.0
"""Pixels of a cell's side."""
LARGE_PICTURE = 250_000
"""Pixels of a picture that is looked at as a whole, if half of it will do."""
MOST_FILLING_COLUMNS = 60
"""Columns of a board that fills the picture, tried first."""


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


def brightness_changes(image: Array) -> tuple[Array, Array]:
    """Where brightness or colour changes, along x and along y: uint8 (height, width) and (width, height)."""
    found = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
    for k in range(3):
        channel = image[:, :, k].astype(np.int16)
        for way in ((1, 0), (0, 1)):  # smoothed by 1 2 1
            padded = np.pad(channel, [(size, size) for size in way], mode="edge")
            low, high = (padded[:-2], padded[2:]) if way[0] else (padded[:, :-2], padded[:, 2:])
            channel = (2 * channel + low + high + 2) >> 2
        for axis, part in ((1, found[0][:, :-1]), (0, found[1][:-1])):
            steps = np.diff(channel, axis=axis)
            for length in (1, 1 + (image.size > 600_000)):  # a texture's steps cancel along a line
                later = np.roll(steps, -length, axis=1 - axis)
                steps += later
            steps = np.roll(steps, 1, axis=1 - axis)
            np.maximum(part, (np.abs(steps) >> 2).astype(np.uint8), out=part)
    table = (np.clip((np.arange(256) - 1.2) / 4.0, 0.0, 1.0) * 255).astype(np.uint8)
    return table[found[0]], table[found[1]].T


def likely_pitches(changes: tuple[Array, Array]) -> list[float]:
    """Distances at which the picture repeats itself both ways, the clearest first."""
    scores = []
    for lines in changes:
        size = lines.shape[1]
        strip = 10
        number = len(lines) // strip
        if number < 1 or size < 3 * SMALLEST_SIDE:
            return []
        profile = lines[: number * strip].reshape(number, strip, size).mean(axis=1, dtype=np.float32)
        profile -= profile.mean(axis=1, keepdims=True)
        length = 1 << int(2 * size - 1).bit_length()
        power = np.zeros(length // 2 + 1)
        for part in np.array_split(profile, max(1, number // 16)):
            power += (np.abs(np.fft.rfft(part, length, axis=1)) ** 2).sum(axis=0)
        auto = np.fft.irfft(power)[: int(LARGEST_SIDE) + 8]
        lags = np.arange(len(auto))
        auto = auto / np.maximum(size - lags, 1) * size / max(auto[0], 1e-9)
        auto[lags >= size / 2] = 0
        auto = np.pad(auto, (0, int(LARGEST_SIDE) + 8 - len(auto)))
        scores.append(np.maximum(auto, 0))
    both = np.zeros(int(LARGEST_SIDE) + 2)
    for lag in range(int(SMALLEST_SIDE), len(both)):
        reach = max(1, round(0.06 * lag))
        near = [score[lag - reach : lag + reach + 1] for score in scores]
        both[lag] = np.sqrt(near[0].max() * near[1].max()) + 0.01 * (scores[0][lag] + scores[1][lag])
    inner = both[1:-1]
    peaks = np.flatnonzero((inner >= both[:-2]) & (inner > both[2:]) & (inner > 0.25 * both.max())) + 1
    # A multiple of a clear pitch repeats as well: the least first.
    return sorted(map(float, sorted(peaks, key=lambda k: -both[k])[:7]))[:6]


def regions_with_cells(changes: tuple[Array, Array], pitch: float) -> list[tuple[slice, slice]]:
    """Parts of a picture, (rows, columns), in which both kinds of lines repeat at this distance."""
    height, width = changes[0].shape
    block = max(4, round(pitch / 2))
    down, across = height // block, width // block
    if down < 4 or across < 4:
        return [(slice(0, height), slice(0, width))]
    strengths = []
    for axis, lines in enumerate(changes):
        rows, cols = (down, across) if axis == 0 else (across, down)
        mean = lines[: rows * block].reshape(rows, block, -1).mean(axis=1, dtype=np.float32) / 255
        lag = round(pitch)
        # Lines are narrow: where there is change all the way from one to the next it is a texture.
        total = np.cumsum(np.pad(mean, ((0, 0), (lag // 2 + 1, (lag - 1) // 2)), mode="edge"), axis=1)
        mean = np.maximum(mean - min(1.5, 0.2 * lag - 1.2) * (total[:, lag:] - total[:, :-lag]) / lag, 0)
        there = np.maximum(mean[:, 2:], np.maximum(mean[:, 1:-1], mean[:, :-2]))
        there = np.pad(there, ((0, 0), (1, 1)))
        pair = np.zeros_like(mean)
        pair[:, :-lag] = np.minimum(mean[:, :-lag], there[:, lag:])
        pair[:, lag:] = np.maximum(pair[:, lag:], np.minimum(mean[:, lag:], there[:, :-lag]))
        peak = pair[:, : cols * block].reshape(rows, cols, block).max(axis=2)
        peak = np.maximum(peak, np.pad(peak[:, 1:], ((0, 0), (0, 1))))  # a cell is two blocks wide
        strengths.append(peak if axis == 0 else peak.T)
    both = np.minimum(*strengths)
    found_regions = []
    for least in (0.4, 0.15, 0.05):
        mask = both > least
        for r0, r1, c0, c1, number in connected_parts(mask)[:2]:
            if number < 12:
                continue
            pad = 3
            region = (
                slice(max(0, (r0 - pad) * block), min(height, (r1 + 1 + pad) * block)),
                slice(max(0, (c0 - pad) * block), min(width, (c1 + 1 + pad) * block)),
            )
            if region not in found_regions:
                found_regions.append(region)
    whole = slice(0, height), slice(0, width)
    return found_regions + [whole] * (height * width < LARGE_PICTURE and whole not in found_regions)


def connected_parts(mask: Array) -> list[tuple[int, int, int, int, int]]:
    """Connected parts of a bool array: first and last row and column, and cells; the largest first."""
    if mask.sum() > 40_000:  # no board has so many, and it would take seconds
        return []
    left = {(int(r), int(c)) for r, c in np.argwhere(mask)}
    found = []
    while left:
        pending = [left.pop()]
        cells = []
        while pending:
            r, c = pending.pop()
            cells.append((r, c))
            near = {cell for k in (-2, -1, 1, 2) for cell in ((r + k, c), (r, c + k))} & left
            left -= near
            pending += near
        rows, cols = zip(*cells, strict=True)
        found.append((min(rows), max(rows), min(cols), max(cols), len(cells)))
    return sorted(found, key=lambda part: -part[4])


def grid_in_region(changes: tuple[Array, Array], region: tuple[slice, slice], pitch: float) -> Grid | None:
    """The regular grid of nearly square cells of about this pitch in a part of a picture."""
    extents = [slice(None), slice(None)]  # of the rows and columns
    combs = [(0.0, pitch, 0), (0.0, pitch, 0)]  # across and down
    for axis in (0, 1, 0, 1):  # each direction's extent makes the other's profile clearer
        lines = changes[axis][region[axis], region[1 - axis]]
        found = regular_peaks(lines[extents[axis]].mean(axis=0, dtype=np.float32) / 255, combs[axis][1])
        if found is None:
            return None
        combs[axis] = start, side, number = found
        extents[1 - axis] = slice(max(0, round(start)), max(2, round(start + side * number)))
    (left, width, cols), (top, height, rows) = combs
    if abs(width - height) > 0.25 * max(width, height):
        return None
    return Grid(left + region[1].start, top + region[0].start, width, height, rows, cols)


def regular_peaks(profile: Array, side: float) -> tuple[float, float, int] | None:
    """(start, pitch, cells) of the regular peaks of a profile, at about this distance, or None."""
    size = len(profile)
    peak = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))
    pitches = np.arange(
        max(0.92 * side - 0.3, SMALLEST_SIDE - 1), 1.08 * side + 0.3, max(0.02, side * side / size / 6)
    )
    (score, offset), pitch = max((comb_score(peak, pitch), pitch) for pitch in pitches.tolist())
    teeth = peak[np.minimum(np.rint(np.arange(offset, size - 1, pitch)).astype(int), size - 1)]
    if score <= 0.02 or len(teeth) < 2:
        return None
    gain = teeth - max(0.35 * float(np.sort(teeth)[len(teeth) // 2 :].mean()), 0.04)
    total = np.concatenate([[0.0], np.cumsum(gain)])
    end = int((total - np.minimum.accumulate(total)).argmax())
    begin = int(total[: end + 1].argmin())
    return (offset + begin * pitch + 0.5, pitch, end - begin - 1) if end - begin > 2 else None


def comb_score(peak: Array, pitch: float) -> tuple[float, float]:
    """(score, offset) of the comb of this pitch: its mean above that of the places between its teeth."""
    size = len(peak)
    offsets = np.arange(0.0, pitch, 1.0)
    number = int((size - 1) / pitch)
    if number < 2:
        return 0.0, 0.0
    places = offsets[:, None] + pitch * np.arange(number)[None, :]
    teeth = peak[np.minimum(np.rint(places).astype(int), size - 1)]
    between = [
        peak[np.clip(np.rint(places + share * pitch).astype(int), 0, size - 1)] for share in (0.35, 0.5, 0.65)
    ]
    # The best run counts: the page around the board has no teeth. Long runs weigh more, with the square root.
    gain = teeth - np.minimum(np.mean(between, axis=0), 0.9)
    total = np.cumsum(np.pad(gain - 0.06, ((0, 0), (1, 0))), axis=1)
    run = (total - np.minimum.accumulate(total, axis=1)).max(axis=1)
    k = int(run.argmax())
    return float(run[k] / np.sqrt(number)), float(offsets[k])


def grids_that_fill(changes: tuple[Array, Array]) -> list[Grid]:
    """Grids that fill the picture from end to end, those in which it repeats itself most first."""
    height, width = changes[0].shape
    profiles = [lines.mean(axis=0, dtype=np.float64) for lines in changes]

    def repeats(axis: int, number: int) -> float:
        """The share of a profile's variance that lies in its mean over so many cells, above chance."""
        profile = profiles[axis]
        place = (np.arange(len(profile)) + 0.5) * number / len(profile) % 1
        bins = max(4, min(16, len(profile) // number // 2))
        at = np.minimum((place * bins).astype(int), bins - 1)
        means = np.bincount(at, profile, bins) / np.maximum(np.bincount(at, minlength=bins), 1)
        rest = ((profile - means[at]) ** 2).sum() / max(len(profile) - bins, 1)
        return float(1 - rest / profile.var()) if profile.var() > 1 else 0.0

    def divided(axis: int, number: int) -> bool:
        """Whether lines are missing at regular distances: those are parts of cells."""
        profile = profiles[axis]
        at = np.rint(np.arange(1, number) * len(profile) / number - 1).astype(int)
        lines = np.max([profile[np.clip(at + k, 0, len(profile) - 1)] for k in (-1, 0, 1)], axis=0)
        means = [[lines[k::parts].mean() for k in range(parts)] for parts in (2, 3) if number % parts == 0]
        return any(min(one) < 0.4 * max(one) for one in means)

    def finer(number: int) -> bool:
        """Whether parts of these cells repeat themselves as much: it has more cells than are tried."""
        parts = [
            k
            for k in range(2, 8)
            if number * k > MOST_FILLING_COLUMNS and width / number / k >= SMALLEST_SIDE
        ]
        return any(repeats(0, number * k) > 0.8 * repeats(0, number) for k in parts)

    found = []
    for cols in range(4, min(MOST_FILLING_COLUMNS, int(width / SMALLEST_SIDE)) + 1):
        for rows in range(round(0.8 * height * cols / width), round(1.25 * height * cols / width) + 2):
            side, tall = width / cols, height / max(rows, 1)
            if rows > 3 and abs(side - tall) < 0.25 * side and tall >= SMALLEST_SIDE and side <= LARGEST_SIDE:
                unequal = abs(side - tall) / side
                score = min(repeats(0, cols), repeats(1, rows)) - (0.5 if unequal < 0.12 else 1.0) * unequal
                if score > 0.15 and not (divided(0, cols) and divided(1, rows)) and not finer(cols):
                    found.append((score, Grid(0.0, 0.0, side, tall, rows, cols)))
    return [grid for _, grid in sorted(found, key=lambda one: -one[0])[:3]]


def same_grid(a: Grid, b: Grid) -> bool:
    """Whether two grids are one, but for a row or a column at the ends, which are looked for later."""
    x, y = (a.left - b.left) / b.width, (a.top - b.top) / b.height
    alike = abs(a.width - b.width) * a.cols < 0.2 * b.width and abs(x - round(x)) + abs(y - round(y)) < 0.15
    return alike and max(abs(x), abs(y), abs(a.cols + x - b.cols), abs(a.rows + y - b.rows)) < 1.2


def refined(changes: tuple[Array, Array], grid: Grid) -> Grid:
    """The grid at the pitch at which the changes stand out most, with its lines where these are."""
    x0, y0, x1, y1 = (*grid.box(0, 0)[:2], *grid.box(grid.rows - 1, grid.cols - 1)[2:])
    sides = (y0, y1, x0, x1, grid.cols), (x0, x1, y0, y1, grid.rows)
    profiles: list[tuple[int, Array]] = []
    best: list[float] = []

    def placed(axis: int, pitch: float) -> tuple[float, float]:
        """How clear the lines of this pitch are, at most, and where their middle is then."""
        _, _, first, last, number = sides[axis]
        side, (begin, profile) = (last - first) / number, profiles[axis]
        far = np.arange(-0.15 * side, 0.15 * side + 0.5, 0.5)
        places = (first + last) / 2 + far[:, None] + pitch * (np.arange(number + 1) - number / 2) - begin - 1
        there = np.interp(places, np.arange(len(profile)), profile)
        clear = there.mean(axis=1) * (1 - 0.3 * np.abs(far) / side)
        return float(clear.max()), (first + last) / 2 + float(far[clear.argmax()])

    for axis, (low, high, first, last, number) in enumerate(sides):
        side = (last - first) / number
        lines = changes[axis][max(0, round(low)) : max(1, round(high))]
        begin = max(0, round(first - 0.3 * side))
        profile = lines[:, begin : max(begin + 2, round(last + 0.3 * side))].mean(axis=0, dtype=np.float32)
        soft = np.pad(profile, 1, mode="edge")
        profiles.append((begin, (soft[:-2] + 2 * soft[1:-1] + soft[2:]) / 4))
        at = begin + 1 + np.arange(len(profile)) - (first + last) / 2
        pitches = side * (1 + np.linspace(-0.3, 0.3, 61) / number)
        turns = np.exp(2j * np.pi * at / pitches[:, None])
        weighted = (profile - profile.mean())[None, :] * turns
        waves = [weighted.sum(axis=1)]
        for _ in range(5):
            weighted = weighted * turns
            waves.append(weighted.sum(axis=1))
        best.append(float(pitches[int((np.abs(waves) ** 2).sum(axis=0).argmax())]))
    if abs(best[0] - best[1]) > 0.003 * best[0]:  # cells are square, unless the lines say no
        clear = [placed(axis, best[axis])[0] + 1e-6 for axis in (0, 1)]
        share, pitch = max((min(placed(axis, one)[0] / clear[axis] for axis in (0, 1)), one) for one in best)
        best = [pitch, pitch] if share > 0.9 else best
    ends = []
    for axis, pitch in enumerate(best):
        number, size, middle = sides[axis][4], changes[axis].shape[1], placed(axis, pitch)[1]
        start, end = middle - number * pitch / 2, middle + number * pitch / 2
        near = abs(start) + abs(end - size) < 0.4 * pitch  # a board may go from end to end of a picture
        near &= placed(axis, size / number)[0] > 0.97 * placed(axis, pitch)[0]
        ends.append((0.0, float(size)) if near else (start, end))
    (x0, x1), (y0, y1) = ends
    return Grid(x0, y0, (x1 - x0) / grid.cols, (y1 - y0) / grid.rows, grid.rows, grid.cols)


def between_cells(changes: tuple[Array, Array], grid: Grid) -> Grid:
    """The grid with its lines in the middle between cells, where they are one of the two sides of a gap."""
    down = slice(max(0, round(grid.top)), round(grid.top + grid.rows * grid.height))
    along = slice(max(0, round(grid.left)), round(grid.left + grid.cols * grid.width))
    starts, shares = [grid.left, grid.top], np.arange(-25, 26) * 0.02
    sizes = (down, grid.width, grid.cols), (along, grid.height, grid.rows)
    for axis, (part, pitch, number) in enumerate(sizes):
        lines = changes[axis][part]  # those of most cells: not a raised edge of the hidden ones
        profile = np.median(lines[:: len(lines) // 60 + 1], axis=0)
        there = np.rint(starts[axis] - 1 + pitch * (np.arange(number + 1) + shares[:, None])).astype(int)
        inside = (there >= 0) & (there < len(profile))
        clear = (profile[there * inside] * inside).sum(axis=1) / np.maximum(inside.sum(axis=1), 1)
        k = int(np.where((abs(shares) > 0.23) & (abs(shares) < 0.33), clear, 0).argmax())
        least = max(64, 0.6 * clear[22:29].max(), 2 * clear[:5].mean())  # a number's strokes are less
        peak = clear[k] >= clear[max(0, k - 3) : k + 4].max()  # not the slope of a raised edge
        if peak and clear[k] > least and clear[::-1][max(0, k - 2) : k + 3].max() < 0.6 * clear[k]:
            starts[axis] += pitch * float(shares[k]) / 2
    return replace(grid, left=starts[0], top=starts[1])


def border_clearness(changes: tuple[Array, Array], grid: Grid) -> Array:
    """float (rows, cols): how clear the weakest three of the four borders of each cell are, 0 to 1."""
    lines = []
    for axis, image in enumerate(changes):
        sides = (grid.top, grid.height, grid.rows), (grid.left, grid.width, grid.cols)
        (top, high, rows), (left, wide, cols) = sides[axis], sides[1 - axis]
        ys = np.clip(
            np.rint(top + high * (np.arange(rows)[:, None] + np.linspace(0.2, 0.8, 9))), 0, len(image) - 1
        )
        xs = np.rint(left + wide * np.arange(cols + 1) - 0.5)
        best = np.zeros((rows, cols + 1), np.float32)
        for shift in (-1, 0, 1):
            at = np.clip(xs + shift, 0, image.shape[1] - 1).astype(int)
            outside = (xs < 1) | (xs > image.shape[1] - 3)  # the picture's own end
            value = image[ys.astype(int)[:, :, None], at[None, None, :]].mean(axis=1) / 255
            best = np.maximum(best, np.where(outside, 0.6, value))
        lines.append(best if axis == 0 else best.T)
    four = np.stack([lines[0][:, :-1], lines[0][:, 1:], lines[1][:-1], lines[1][1:]])
    return np.asarray(np.sort(four, axis=0)[:3].mean(axis=0))


def shorter(grid: Grid, axis: int, end: int) -> Grid:
    """The grid without its first row (axis 0) or column, or without its last (end 1)."""
    edge, side, number = AXIS_FIELDS[axis]
    first = float(getattr(grid, edge)) + (0 if end else float(getattr(grid, side)))
    changed: dict[str, Any] = {edge: first, number: getattr(grid, number) - 1}
    return replace(grid, **changed)


def longer(grid: Grid, axis: int, end: int) -> Grid:
    """The grid with one more row (axis 0) or column, before it or at its end (1)."""
    at, size, number = AXIS_FIELDS[axis]
    first = float(getattr(grid, at)) - (0 if end else float(getattr(grid, size)))
    changed: dict[str, Any] = {at: first, number: getattr(grid, number) + 1}
    return replace(grid, **changed)
