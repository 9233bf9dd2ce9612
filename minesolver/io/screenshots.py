"""A screenshot of a board, read: a grid, symbols by a small network, and exactness to mend the reading.

1. Grid: every column of pixels gets the share of rows in which brightness changes there; cell borders are the
   regular comb in that profile (the same for rows). No theme is assumed.
2. Symbols: a network with one hidden layer sees each cell's inside relative to its own background: blank,
   1 to 8, a flag. It is fitted to drawings in random themes by ``benchmarks/fit_screenshots.py``.
3. Hidden or opened: a blank cell is opened where its background, border included, is that of a cell with a
   clue, hidden where it is that of a flag, and else by the two kinds of background on the board.
4. Exactness: where the reading has no layout of mines, cells are changed to their next likely symbols, the
   least costly change first, until a layout exists. Every changed or unsure cell is named.
"""

from __future__ import annotations

import heapq
import os
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError, MissingDependencyError
from ..base.limits import Limit
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..solve import analyze

Array = npt.NDArray[Any]

INSIDE = 16
"""Side of the square that a cell's inside is scaled to."""
LABELS = ("blank", "1", "2", "3", "4", "5", "6", "7", "8", "flag")
_SMALLEST, _LARGEST = 9.0, 120.0  # pixels of a cell's side


@dataclass(frozen=True)
class Grid:
    """Where the cells are: left, top and side of a cell, in pixels; rows and columns."""

    left: float
    top: float
    width: float
    height: float
    rows: int
    cols: int

    def box(self, row: int, col: int) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of a cell."""
        x, y = self.left + col * self.width, self.top + row * self.height
        return x, y, x + self.width, y + self.height


@dataclass(frozen=True)
class UncertainCell:
    """A cell that may be misread. ``read``: its symbol on the board; ``instead``: the next likely one;
    ``chance``: how likely the network holds ``read``; ``changed``: exactness forbade what was seen first."""

    cell: Cell
    read: str
    instead: str
    chance: float
    changed: bool

    def to_dict(self) -> dict[str, Any]:
        """The cell as JSON values."""
        return {**asdict(self), "cell": list(self.cell)}

    def __str__(self) -> str:
        r, c = self.cell
        why = f"looked like {self.instead}, which no layout allows" if self.changed else f"or {self.instead}?"
        return f"({r},{c}) {self.read}: {why}"


@dataclass(frozen=True)
class ScreenshotReading:
    """A board read from a picture. ``uncertain``: the cells that may be misread, the most doubtful first."""

    board: Board
    grid: Grid
    uncertain: tuple[UncertainCell, ...]


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = True,
) -> ScreenshotReading:
    """The board in a screenshot: the likeliest reading that has a layout of mines at all.

    picture: A file's name or its bytes: PNG, JPEG or whatever else OpenCV reads
    mines, density: As for :meth:`minesolver.Board.parse`; a picture's counters are not read
    flags: Flags are known mines; ``False``: they are hidden cells, as a player's flags may be wrong
    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it, or no reading near it
        has a layout; MissingDependencyError: openCV is not installed.
    """
    image = _image(picture)
    grid = find_grid(image)
    if grid is None or grid.rows < 1 or grid.cols < 1:
        raise BoardFormatError("there is no grid of Minesweeper cells in this picture")
    insides, wholes = cells_of(image, grid)
    seen = likelihoods(insides)
    likeliest = seen.argmax(axis=1)
    shape = grid.rows, grid.cols
    alone = opened_chance(wholes, likeliest).reshape(shape)
    opened = agreed(alone, (likeliest == 0).reshape(shape)).reshape(-1)
    chances = np.concatenate(
        [seen[:, :1] * (1 - opened[:, None]), seen[:, :1] * opened[:, None], seen[:, 1:]], axis=1
    )
    if not flags:
        chances[:, 0] += chances[:, -1]
        chances[:, -1] = 0.0
    chosen = _consistent(chances, grid, mines, density)
    return ScreenshotReading(
        _board(chosen, grid, mines, density), grid, _uncertain_cells(chances, chosen, grid)
    )


def _uncertain_cells(chances: Array, chosen: Array, grid: Grid) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure."""
    found = []
    for i, (own, now) in enumerate(zip(chances, chosen.tolist(), strict=True)):
        first, second = np.argsort(-own)[:2].tolist()
        changed = now != first
        if changed or own[now] < _SURE:
            other = first if changed else second
            cell = divmod(i, grid.cols)
            found.append(UncertainCell(cell, _NAMES[now], _NAMES[other], float(own[now]), changed))
    return tuple(sorted(found, key=lambda cell: (not cell.changed, cell.chance)))


_CODES = (HIDDEN, *range(9), MINE)
_NAMES = ("hidden", *map(str, range(9)), "a flag")
_SURE = 0.9  # cells read with less are named
_PIXELS = 20_000_000
_SECONDS = 30.0  # for all of a picture's readings
_READINGS = 400  # looked at for one that has a layout
_LEAST = 1e-5  # symbols less likely than this are not tried


def _image(picture: str | Path | bytes) -> Array:
    # A small file may hold a picture of any size. OpenCV reads its own limit when it is loaded.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(_PIXELS))
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    try:
        import cv2
    except ImportError:
        raise MissingDependencyError(
            "reading pictures needs OpenCV: pip install 'minesolver[screenshot]'"
        ) from None
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    too_large = f"this picture has more than {_PIXELS:,} pixels: cut the board out of it"
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error as error:
        why = too_large if "pixels" in str(error) else "this file is no picture that OpenCV can read"
        raise BoardFormatError(why) from None
    if image is None:
        raise BoardFormatError("this file is no picture that OpenCV can read")
    if image.shape[0] * image.shape[1] > _PIXELS:
        raise BoardFormatError(too_large)
    return np.asarray(image)


def _board(chosen: Array, grid: Grid, mines: int | None, density: float | str | Fraction | None) -> Board:
    codes = np.array([_CODES[k] for k in chosen], np.int8).reshape(grid.rows, grid.cols)
    return Board(codes, mines, density)


def _consistent(
    chances: Array, grid: Grid, mines: int | None, density: float | str | Fraction | None
) -> Array:
    """The likeliest choice of a symbol a cell that has a layout, by changing cells around each conflict.

    A contradiction names clues that cannot hold together: one of these or of their neighbours is misread. The
    cheapest sets of changes come first, so the first reading with a layout is the likeliest of those tried.
    """
    first = chances.argmax(axis=1)
    cost = np.log(chances.max(axis=1, keepdims=True) + 1e-300) - np.log(chances + 1e-300)
    waiting: list[tuple[float, int, tuple[tuple[int, int], ...]]] = [(0.0, 0, ())]
    seen: set[tuple[tuple[int, int], ...]] = {()}
    around = neighbours(grid.rows, grid.cols)
    number = 0
    error: MinesolverError | None = None
    deadline = perf_counter() + _SECONDS
    for _ in range(_READINGS):
        left = deadline - perf_counter()
        if not waiting or left <= 0:
            break
        price, _, changes = heapq.heappop(waiting)
        chosen = first.copy()
        for i, k in changes:
            chosen[i] = k
        try:
            analyze(_board(chosen, grid, mines, density), limit=Limit(seconds=left))
            return np.asarray(chosen)
        except InconsistentBoardError as found:
            error = error or found
            clues = [r * grid.cols + c for r, c in found.clues]
            suspects = (
                {i for clue in clues for i in (clue, *around[clue])} if clues else set(range(len(first)))
            )
        except BoardFormatError as found:
            error = error or found
            if found.line is None or found.column is None:
                raise  # not a cell: the mine count
            suspects = {(found.line - 1) * grid.cols + found.column - 1}
        done = {i for i, _ in changes}
        for i in sorted(suspects - done):
            for k in np.flatnonzero(chances[i] > _LEAST).tolist():
                key = tuple(sorted((*changes, (i, k))))
                if k != first[i] and key not in seen:
                    seen.add(key)
                    number += 1
                    heapq.heappush(waiting, (price + float(cost[i, k]), number, key))
    raise BoardFormatError(
        f"this looks like a {grid.rows}x{grid.cols} board, but no likely reading of it has a layout: {error}"
    )


def find_grid(image: Array) -> Grid | None:
    """The regular grid of square cells in a picture; None where there is none.

    ``image``: uint8 (height, width, 3).
    """
    changes = _changes(image)
    height, width = image.shape[:2]
    rows = slice(0, height)
    pitch: float | None = None
    for _ in range(3):  # each direction's extent makes the other's profile clearer
        across = _comb(changes[0][rows].mean(axis=0), pitch)
        if across is None:
            return None
        down = _comb(changes[1][:, _extent(across, width)].mean(axis=1), across[1])
        if down is None:
            return None
        rows = _extent(down, height)
        pitch = down[1]
    assert across is not None
    assert down is not None
    return _to_the_edge(changes, Grid(across[0], down[0], across[1], down[1], down[2], across[2]))


def _to_the_edge(changes: tuple[Array, Array], grid: Grid) -> Grid:
    """With the outer rows and columns of a board at which the picture ends: these have no border there."""
    height, width = changes[0].shape
    x0, y0, _, _ = grid.box(0, 0)
    _, _, x1, y1 = grid.box(grid.rows - 1, grid.cols - 1)
    across = y0 + grid.height * np.arange(
        1, grid.rows
    )  # borders between rows, seen in a strip beside the grid
    down = x0 + grid.width * np.arange(1, grid.cols)

    def cells(axis: int, start: float, end: float, side: float, borders: Array) -> bool:
        """Whether the strip from ``start`` to ``end`` is a row or a column of cells."""
        if abs(end - start - side) >= 0.05 * side + 1.0 or not len(borders):
            return False
        inner = slice(round(start + 0.25 * side), round(end - 0.25 * side))
        profile = changes[axis].take(range(inner.start, inner.stop), axis=axis).mean(axis=axis)
        peak = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))
        at = np.clip(np.rint(borders).astype(int), 0, len(peak) - 1)
        between = np.clip(np.rint(borders - side / 2).astype(int), 0, len(peak) - 1)
        return bool(np.median(peak[at]) > max(0.2, 2 * np.median(peak[between])))

    if cells(1, 0.0, x0, grid.width, across):
        grid = replace(grid, left=grid.left - grid.width, cols=grid.cols + 1)
    if cells(1, x1, width, grid.width, across):
        grid = replace(grid, cols=grid.cols + 1)
    if cells(0, 0.0, y0, grid.height, down):
        grid = replace(grid, top=grid.top - grid.height, rows=grid.rows + 1)
    if cells(0, y1, height, grid.height, down):
        grid = replace(grid, rows=grid.rows + 1)
    return grid


def _extent(comb: tuple[float, float, int], size: int) -> slice:
    return slice(max(0, round(comb[0])), min(size, round(comb[0] + comb[1] * comb[2])))


def _changes(image: Array) -> tuple[Array, Array]:
    """Where brightness or colour changes, along x and along y: float (height, width) of 0 to 1."""
    import cv2

    smooth = cv2.GaussianBlur(image, (3, 3), 0.6).astype(np.float32)
    found = []
    for axis in (1, 0):
        step = np.abs(np.diff(smooth, axis=axis)).max(axis=2)
        step = np.pad(step, [(0, 1) if k == axis else (0, 0) for k in (0, 1)])
        found.append(np.clip((step - 1.2) / 4.0, 0.0, 1.0))
    return found[0], found[1]


def _comb(profile: Array, side: float | None) -> tuple[float, float, int] | None:
    """(start, pitch, cells) of the regular peaks of a profile, or None."""
    size = len(profile)
    peak = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))
    low, high = (_SMALLEST, min(_LARGEST, size / 2)) if side is None else (0.94 * side, 1.06 * side)
    candidates: list[tuple[float, float, float]] = []  # (score, pitch, offset)
    pitch = low
    while pitch <= high:
        score, offset = _fold(peak, pitch)
        candidates.append((score, pitch, offset))
        pitch += max(0.02, pitch * pitch / size / 6)
    top = max((score for score, _, _ in candidates), default=0.0)
    if top <= 0.02:
        return None
    # The least pitch that explains as much: not two cells for one.
    least = next(pitch for score, pitch, _ in candidates if score >= 0.8 * top)
    _, pitch, offset = max(found for found in candidates if abs(found[1] - least) < 0.06 * least)
    return _ends(peak, pitch, offset)


def _fold(peak: Array, pitch: float) -> tuple[float, float]:
    """(score, offset) of the comb of this pitch: its mean above that of the places between its teeth."""
    size = len(peak)
    offsets = np.arange(0.0, pitch, 1.0)
    number = int((size - 1) / pitch)
    if number < 2:
        return 0.0, 0.0
    places = offsets[:, None] + pitch * np.arange(number)[None, :]
    teeth = peak[np.minimum(np.rint(places).astype(int), size - 1)]
    # The best run counts: the page around the board has no teeth. Long runs weigh more, with the square root.
    gain = teeth - _between(peak, places, pitch)
    total = np.cumsum(np.pad(gain - 0.12, ((0, 0), (1, 0))), axis=1)
    run = (total - np.minimum.accumulate(total, axis=1)).max(axis=1)
    score = run / np.sqrt(number)
    k = int(score.argmax())
    return float(score[k]), float(offsets[k])


def _between(peak: Array, places: Array, pitch: float) -> Array:
    """What the profile shows half a cell and a third of a cell after each tooth."""
    found = [
        peak[np.clip(np.rint(places + share * pitch).astype(int), 0, len(peak) - 1)]
        for share in (0.35, 0.5, 0.65)
    ]
    return np.asarray(np.minimum(np.mean(found, axis=0), 0.9))


def _ends(peak: Array, pitch: float, offset: float) -> tuple[float, float, int] | None:
    """The run of teeth that are there, followed from the strongest on, and a line through them."""
    size = len(peak)
    number = int((size - 1 - offset) / pitch) + 1
    places = offset + pitch * np.arange(number)
    teeth = peak[np.minimum(np.rint(places).astype(int), size - 1)]
    if len(teeth) < 2:
        return None
    gain = teeth - max(0.35 * float(np.sort(teeth)[len(teeth) // 2 :].mean()), 0.04)
    total = np.concatenate([[0.0], np.cumsum(gain)])
    low = np.minimum.accumulate(total)
    end = int((total - low).argmax())
    begin = int(total[: end + 1].argmin())
    seed = (begin + end - 1) // 2
    # Follow the teeth one by one: the pitch is not a whole number of pixels, and errors would add up.
    points: dict[int, float] = {}
    for direction in (1, -1):
        place = float(places[seed])
        step = pitch
        k = seed
        missed = 0
        while 0 <= place < size and missed < 2:
            reach = max(1, round(0.12 * pitch))
            a, b = max(0, round(place) - reach), min(size, round(place) + reach + 1)
            window = peak[a:b]
            if window.size and window.max() > max(0.4 * float(np.median(teeth[begin:end])), 0.05):
                weights = window - window.min() + 1e-9
                weights = weights * (window >= 0.7 * window.max())
                found = float((np.arange(a, b) * weights).sum() / weights.sum())
                points[k] = found
                place = found
                missed = 0
            else:
                missed += 1
            place += direction * step
            k += direction
    if len(points) < 3:
        return None
    ks = np.array(sorted(points))
    xs = np.array([points[k] for k in ks])
    # The median slope of all pairs (Theil and Sen): a frame beside the board moves one point, not the line.
    first, second = np.triu_indices(len(ks), 1)
    slope = float(np.median((xs[second] - xs[first]) / (ks[second] - ks[first])))
    start = float(np.median(xs - slope * ks))
    borders = start + slope * np.arange(int(ks[0]), int(ks[-1]) + 1)
    heights = peak[np.clip(np.rint(borders).astype(int), 0, size - 1)]
    even, odd = float(heights[::2].mean()), float(heights[1::2].mean())
    if len(heights) > 4 and min(even, odd) < 0.5 * max(even, odd):  # every other one is no border
        keep = 0 if even > odd else 1
        number = len(heights[keep::2]) - 1
        return float(borders[keep]) + 0.5, 2 * slope, number
    return float(borders[0]) + 0.5, slope, len(borders) - 1


def cells_of(image: Array, grid: Grid) -> tuple[Array, Array]:
    """Each cell's inside, uint8 (n, INSIDE, INSIDE, 3), and the whole of it, uint8 (n, 8, 8, 3)."""
    import cv2

    insides: list[Array] = []
    wholes: list[Array] = []
    for r in range(grid.rows):
        for c in range(grid.cols):
            x0, y0, x1, y1 = grid.box(r, c)
            for share, side, into in ((0.1, INSIDE, insides), (0.0, 8, wholes)):
                dx, dy = share * (x1 - x0), share * (y1 - y0)
                a, b = max(0, round(x0 + dx)), max(0, round(y0 + dy))
                piece = image[b : max(b + 2, round(y1 - dy)), a : max(a + 2, round(x1 - dx))]
                way = cv2.INTER_AREA if piece.shape[0] >= side else cv2.INTER_LINEAR
                into.append(cv2.resize(piece, (side, side), interpolation=way))
    return np.array(insides), np.array(wholes)


def features(insides: Array) -> Array:
    """float32 (n, k): how each inside differs from its own background: shape, colour, contrast."""
    n = len(insides)
    pixels = insides.astype(np.float32) / 255.0
    ring = np.concatenate(
        [pixels[:, 1, 1:-1], pixels[:, -2, 1:-1], pixels[:, 1:-1, 1], pixels[:, 1:-1, -2]], axis=1
    )
    background = np.median(ring, axis=1)
    difference = pixels - background[:, None, None, :]
    strength = np.abs(difference).max(axis=3)
    inner = strength[:, 2:-2, 2:-2].reshape(n, -1)
    contrast = np.sort(inner, axis=1)[:, -8:].mean(axis=1)
    shape = strength / np.maximum(contrast, 0.08)[:, None, None]
    weights = np.clip(shape, 0, 1)[..., None] ** 2
    colour = (difference * weights).sum(axis=(1, 2)) / (weights.sum(axis=(1, 2)) + 1e-3)
    ink = (pixels * weights).sum(axis=(1, 2)) / (weights.sum(axis=(1, 2)) + 1e-3)
    hue = ink - ink.mean(axis=1, keepdims=True)
    # The colours of the lower and the upper half: a flag has a pole, a digit one ink.
    halves = []
    for part in (slice(0, INSIDE // 2), slice(INSIDE // 2, INSIDE)):
        w = weights[:, part]
        own = (pixels[:, part] * w).sum(axis=(1, 2)) / (w.sum(axis=(1, 2)) + 1e-3)
        halves.append(own - own.mean(axis=1, keepdims=True))
    return np.concatenate(
        [
            np.clip(shape, 0, 1.5).reshape(n, -1),
            2 * colour,
            3 * hue,
            3 * halves[0],
            3 * halves[1],
            np.minimum(contrast, 0.5)[:, None] * 4,
        ],
        axis=1,
    ).astype(np.float32)


@lru_cache(maxsize=1)
def _network() -> tuple[tuple[Array, Array], ...]:
    with (files(__package__) / "screenshots.npz").open("rb") as file:
        data = np.load(file)
        return tuple(
            (data[f"w{k}"].astype(np.float32), data[f"b{k}"].astype(np.float32))
            for k in range(len(data.files) // 2)
        )


def likelihoods(insides: Array) -> Array:
    """float (n, len(LABELS)): how likely each cell shows each symbol, by the network."""
    layer = features(insides)
    network = _network()
    for k, (weights, bias) in enumerate(network):
        layer = layer @ weights + bias
        if k + 1 < len(network):
            layer = np.maximum(layer, 0)
    layer -= layer.max(axis=1, keepdims=True)
    odds = np.exp(layer)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def opened_chance(wholes: Array, symbols: Array) -> Array:
    """float (n,): how likely each cell's background is that of an opened one.

    ``wholes``: uint8 (n, 8, 8, 3). ``symbols``: int (n,), the likeliest label of each. Cells with a clue show
    what an opened background is, flags what a hidden one is.
    """
    n = len(wholes)
    pixels = wholes.astype(np.float32)
    border = np.concatenate(
        [
            pixels[:, 0],
            pixels[:, -1],
            pixels[:, 1:-1, 0],
            pixels[:, 1:-1, -1],
            pixels[:, 1, 1:-1],
            pixels[:, -2, 1:-1],
        ],
        axis=1,
    ).reshape(n, -1)
    clue = (symbols >= 1) & (symbols <= 8)
    flag = symbols == LABELS.index("flag")
    blank = symbols == 0
    chance = np.where(clue, 1.0, 0.0)
    if not clue.any():
        return chance
    distance = _nearest(border, np.flatnonzero(clue))
    own = distance[clue]
    usual = float(np.quantile(own[np.isfinite(own)], 0.9)) if np.isfinite(own).any() else 3.0
    if flag.any():
        other = _nearest(border, np.flatnonzero(flag))
        apart, near = np.minimum(other, 1e6), np.minimum(distance, 1e6)
        margin = (apart - near) / (apart + near + 2.0)
        from_flags = 1 / (1 + np.exp(-12 * margin))
    known = np.log(np.concatenate([distance[blank], own[np.isfinite(own)]]) + 1.0)
    border_at = max(_split(known), float(np.log(1.15 * usual + 2.0)))
    by_itself = 1 / (1 + np.exp(8 * (np.log(distance + 1.0) - border_at)))
    if flag.any():
        by_itself = np.sqrt(by_itself * from_flags) / (
            np.sqrt(by_itself * from_flags) + np.sqrt((1 - by_itself) * (1 - from_flags)) + 1e-12
        )
    return np.asarray(np.where(blank, by_itself, chance))


def agreed(opened: Array, blank: Array) -> Array:
    """The same once blank cells side by side agree: a zero opens all around it, so they are of one kind.

    ``opened``: float (rows, cols). ``blank``: bool (rows, cols). One with evidence for both stays uncertain.
    """
    import cv2

    number, part = cv2.connectedComponents(blank.astype(np.uint8), connectivity=8)
    odds = np.clip(np.log(opened + 1e-9) - np.log(1 - opened + 1e-9), -3, 3)
    found = opened.copy()
    for k in range(1, number):
        own = part == k
        together = 1 / (1 + np.exp(-np.clip(odds[own].sum(), -50, 50)))
        against = ((odds[own] > 0) != (together > 0.5)) & (np.abs(odds[own]) > 2)
        found[own] = np.where(against, 0.5 + 0.6 * (together - 0.5), together)
    return found


def _nearest(points: Array, references: Array) -> Array:
    """Mean absolute difference of each point to its nearest reference but itself."""
    found = np.full(len(points), np.inf)
    for i in references:
        apart = np.abs(points - points[i]).mean(axis=1)
        apart[i] = np.inf
        found = np.minimum(found, apart)
    return found


def _split(values: Array) -> float:
    """Otsu's threshold between two kinds of values; above them all where there is one kind only."""
    ordered = np.sort(values[np.isfinite(values)])
    if len(ordered) < 2:
        return np.inf if len(ordered) == 0 else float(ordered[-1]) + 1.0
    best, at = 0.0, float(ordered[-1]) + 1.0
    total = ordered.var() * len(ordered)
    for k in range(1, len(ordered)):
        low, high = ordered[:k], ordered[k:]
        between = total - low.var() * k - high.var() * (len(ordered) - k)
        if between > best:
            best, at = between, (low[-1] + high[0]) / 2
    lower, upper = ordered[ordered < at], ordered[ordered >= at]
    if upper.size and upper.mean() - lower.mean() < 0.5:  # a factor of 1.6 in difference: one kind
        return float(ordered[-1]) + 1.0
    return float(at)
