"""A screenshot of a board, read: the grid by its period, symbols by small networks, exactness to mend them.

1. Grid: brightness changes at the borders of cells; what repeats at one distance both ways, and where, gives
   the pitch of the cells and the part of the picture to look at. No theme is assumed.
2. Board: cells of that grid are looked at by a network that also knows what is no cell (titles, counters);
   the board is the rectangle that gains most.
3. Symbols: each is seen in its cell, without what blank cells show (borders, gloss), and in both by a third
   network; all kinds of cells are then read at once (``symbols.py``), and each cell is trusted as far as what
   speaks against it allows (``doubts.py``).
4. Exactness: where no layout of mines fits, single cells are changed, the least costly change first. Every
   changed or doubtful cell is named; a reading that no change mends is given with its contradiction.

``benchmarks/fit_screenshots.py`` and ``fit_readings.py`` fit the networks and weights.
"""

import heapq
import io
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError, extra
from ..base.limits import Limit
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..solve import analyze
from .doubts import Doubts
from .symbols import (
    FLAG,
    JUNK,
    LABELS,
    SIDE,
    Kinds,
    broken,
    frames_of,
    grounds,
    likelihoods,
    line_odds,
    mixed,
    pictured,
    with_signs,
)

Array = npt.NDArray[Any]

_NAMES: Any = ("top", "height", "rows"), ("left", "width", "cols")

_SMALLEST, _LARGEST = 9.0, 120.0  # pixels of a cell's side
_SURE, _LIKELY = 0.98, 0.8  # cells held with less are named; over 5 % held with less are a question
_PIXELS, _EDGE = 9_000_000, 10_000
_LARGE = 250_000  # pixels of a picture that is looked at as a whole, if half of it will do
_CLEAR = 0.9  # gain of a board's cell
_FILLING = 60  # columns at most of a board that fills the picture, tried first
_GRIDS = 4  # of a picture that are looked at cell by cell
_READINGS = 200  # looked at for one that has a layout
_ENDS, _PAGE = 1.5, 3.5  # of the logarithm of odds: ends that differ less are doubtful; what is no cell
_MORE = 20  # lines that are looked for at an end
_LEAST = 1e-5  # symbols less likely than this are not tried


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
    ``chance``: how likely ``read`` is held; ``changed``: exactness forbade what was seen first."""

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
    """A board read from a picture.

    ``uncertain``: the cells that may be misread, the most doubtful first; ``flags``: the cells with a flag,
    which is the player's opinion; ``chances``: float (rows, cols), how likely each symbol is right;
    ``contradiction``: why no layout fits the reading, and ``against``: the cells of it; ``strange``: what
    hardly a game in course shows; ``counter``: what the mine counter shows, where the board's mine count is
    that and the flags.
    """

    board: Board
    grid: Grid
    uncertain: tuple[UncertainCell, ...]
    flags: tuple[Cell, ...]
    chances: Array
    contradiction: str | None = None
    against: tuple[Cell, ...] = ()
    strange: str | None = None
    counter: int | None = None

    @property
    def doubtful(self) -> bool:
        """Whether it is a question and not an answer: a contradiction, something strange, or over 5 % of the
        cells held with less than 80 %."""
        many = 20 * (self.chances < _LIKELY).sum() > self.chances.size
        return self.contradiction is not None or self.strange is not None or bool(many)


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
) -> ScreenshotReading:
    """The board in a screenshot: the likeliest reading that has a layout of mines, where one is found.

    picture: A file's name or its bytes: PNG, JPEG or whatever else Pillow reads
    mines, density: As for :meth:`minesolver.Board.parse`; without them a counter above the board is read
    flags: Flags are known mines; ``False``: they are hidden cells, as a player's flags may be wrong
    limit: Seconds (of the processor) to look for the board, and for a reading that has a layout
    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it;
        MissingDependencyError: Pillow is not installed.
    """
    image = _image(picture)
    deadline = thread_time() + limit
    found = _found(image, deadline - 0.2 * limit)
    if found is None:
        raise BoardFormatError("there is no grid of Minesweeper cells in this picture")
    grid, beside = _whole(image, *found[1:])
    cells = found[2] if grid == found[1] else cells_of(image, grid)
    plain, share, seen = cells, 1.0, found[3] if grid == found[1] else likelihoods(cells)
    nets = [seen, seen, seen]
    if len(cells) < 3000:  # of more it would take too much room
        plain, share = plain_cells(image, grid, cells)
        nets[1:] = likelihoods(plain, signs=True), pictured(cells, plain)
    deadline = max(deadline, thread_time() + 0.4)  # a board that was found late is looked at as well

    def board_of(chosen: Array) -> Board:
        codes = np.where(chosen == FLAG, MINE if flags else HIDDEN, np.where(chosen == 0, HIDDEN, chosen - 1))
        return Board(codes.astype(np.int8).reshape(grid.rows, grid.cols), mines, density)

    # The likeliest that has a layout.
    kept: list[tuple[float, Array, Array, MinesolverError | None]] = []
    for cost, first, chances in _agreed(cells, plain, share, nets, grid, deadline):
        solved = [total for total, *_, error in kept if error is None]
        if not kept or (thread_time() < deadline and cost < min(solved, default=np.inf) + 5):
            chosen, error = _consistent(first, chances, grid, board_of, deadline, _READINGS)
            held = np.log(np.take_along_axis(chances, np.stack([first, chosen], axis=1), axis=1) + 1e-300)
            kept.append((cost + float((held[:, 0] - held[:, 1]).sum()), chosen, chances, error))
    kept.sort(key=lambda one: (one[3] is not None, one[0]))
    _, chosen, chances, error = kept[0]
    odd = _strange(chosen.reshape(grid.rows, grid.cols), cells[chosen == 0])
    seen_flags = chances.argmax(axis=1) == FLAG
    against = tuple(error.clues) if isinstance(error, InconsistentBoardError) else ()
    places = tuple(divmod(int(i), grid.cols) for i in np.flatnonzero(seen_flags & (chosen == FLAG)))
    own = np.take_along_axis(chances, chosen[:, None], axis=1).reshape(grid.rows, grid.cols)
    uncertain, board = _uncertain_cells(chances, chosen, grid), board_of(chosen)
    counter = _counter(image, grid) if mines is None and density is None and error is None else None
    if counter is not None:  # what a counter shows is less by the flags; used where it fits what is sure
        total = counter + len(places)
        try:
            if not 20 * total > board.grid.size > 2.5 * total or LABELS[FLAG] in {
                symbol for cell in uncertain for symbol in (cell.read, cell.instead)
            }:
                raise BoardFormatError("a doubtful counter")
            board = Board(board.grid, total)
            analyze(board, limit=Limit(seconds=1.0))
        except MinesolverError:
            board, counter = board_of(chosen), None
    why = None if error is None else str(error)
    return ScreenshotReading(board, grid, uncertain, places, own, why, against, odd or beside, counter)


def _strange(symbols: Array, hidden: Array) -> str | None:
    """What hardly a game in course shows, though a layout may fit it: a misread kind of cell, mostly."""
    clues, flags = ((symbols > 1) & (symbols < FLAG)).sum(), (symbols == FLAG).sum()
    if max(symbols.shape) > 5 * min(symbols.shape) or symbols.size < (16 if clues else 25):
        return "a board is hardly as narrow or as small as this"
    if not len(hidden) and not flags:
        return "no hidden cell was seen"
    if not clues and (flags or (symbols == 1).any()):
        return "no clues were seen"
    # Hidden cells that look in two ways may be opened, and so many clues hardly ever lie beside no 0.
    two = len(hidden) and np.ptp(hidden.mean(axis=(1, 2)), axis=0).max() > 25
    if not (symbols == 1).any() and (two or clues > 12):
        return "no opened cell without a clue was seen"
    if flags > 0.25 * symbols.size or broken(symbols)[0].any():
        return "more flags than the clues allow were seen"
    return None


def _agreed(
    cells: Array, plain: Array, share: float, nets: list[Array], grid: Grid, deadline: float
) -> list[tuple[float, Array, Array]]:
    """Readings of a board's cells, the likeliest first: cost, symbols int (n,), chances float (n, JUNK)."""
    alone = mixed(with_signs(plain, share, *nets[:2]), nets[2])
    kinds = Kinds(cells, plain, alone, nets, grid.rows, grid.cols)
    doubts = Doubts(kinds, [*nets, alone], cells)
    room = np.array([len(near) for near in neighbours(grid.rows, grid.cols)])
    impossible = np.arange(-1, JUNK - 1)[None, :] > np.where(room < 8, room, 99)[:, None]
    impossible[:, FLAG] = False
    minima = kinds.search(deadline=deadline - 0.3)
    found = []
    for cost, choice, energy in minima:
        others = [(more - cost, other) for more, other, _ in minima if (other != choice).any()]
        wrong = np.clip(doubts.chances(choice, energy, others), 1e-4, 0.99)
        symbols = choice[kinds.kind]
        # If it is wrong: what its kind is, and what it is alone.
        chance = np.exp(-np.maximum(energy - energy.min(axis=1, keepdims=True), 0))[kinds.kind]
        own = np.where(impossible, 0.0, chance + alone[:, :JUNK] + 1e-6)
        np.put_along_axis(own, symbols[:, None], 0.0, axis=1)
        own *= (wrong / own.sum(axis=1))[:, None]
        np.put_along_axis(own, symbols[:, None], 1 - wrong[:, None], axis=1)
        own = np.where(impossible, 0.0, own)
        own /= own.sum(axis=1, keepdims=True)
        found.append((cost, own.argmax(axis=1), own))
    return found


def _uncertain_cells(chances: Array, chosen: Array, grid: Grid) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure."""
    found = []
    for i, (own, now) in enumerate(zip(chances, chosen.tolist(), strict=True)):
        first, second = np.argsort(-own)[:2].tolist()
        changed = now != first
        if changed or own[now] < _SURE:
            other = first if changed else second
            cell = divmod(i, grid.cols)
            found.append(UncertainCell(cell, LABELS[now], LABELS[other], float(own[now]), changed))
    return tuple(sorted(found, key=lambda cell: (not cell.changed, cell.chance)))


def _image(picture: str | Path | bytes) -> Array:
    """uint8 (height, width, 3). A small file may hold a picture of any size: that is asked for first."""
    with extra("screenshot", "reading pictures needs Pillow"):
        from PIL import Image
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    try:
        with Image.open(io.BytesIO(data)) as opened:
            width, height = opened.size
            if width * height > _PIXELS or max(width, height) > _EDGE:
                raise BoardFormatError(
                    f"over {_PIXELS:,} pixels, or {_EDGE:,} along a side: cut the board out of this picture"
                )
            whole = opened.convert("RGBA" if opened.mode in ("RGBA", "LA", "P", "PA") else "RGB")
            if whole.mode == "RGBA":
                whole = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole)
            return np.asarray(whole.convert("RGB"))
    except BoardFormatError:
        raise
    except Exception:  # Pillow's readers raise nearly anything
        raise BoardFormatError("this file is no picture that Pillow can read") from None


# -- the grid ------------------------------------------------------------------------------------------------


def _found(
    image: Array, deadline: float, known: Grid | None = None
) -> tuple[float, Grid, Array, Array] | None:
    """(gain, grid, cells, likelihoods): the board's grid, its cells uint8 (n, SIDE, SIDE, 3), and what the
    network sees in each: the best of all, or the first that is clear. ``known``: about where it is."""
    boards: list[tuple[float, Grid, Array, Array]] = []
    high, wide = image.shape[0] // 2, image.shape[1] // 2
    if known is None and high * wide > _LARGE:  # half its size shows where to look
        quarters = image[: 2 * high, : 2 * wide].reshape(high, 2, wide, 2, 3)
        soon = 0.4 * thread_time() + 0.6 * deadline
        half = _found(quarters.mean(axis=(1, 3), dtype=np.float32).astype(np.uint8), soon)
        if half is not None:
            grid = half[1]
            more = max(grid.rows, grid.cols) + 2
            left, top, *_ = (max(0, round(2 * at)) for at in grid.box(-more, -more))
            right, bottom, *_ = (round(2 * at) for at in grid.box(grid.rows + more, grid.cols + more))
            part = image[top:bottom, left:right]
            own = grid.left * 2 - left, grid.top * 2 - top, grid.width * 2, grid.height * 2
            whole = _found(part, deadline, Grid(*own, grid.rows, grid.cols))
            if whole is not None:
                there = replace(whole[1], left=whole[1].left + left, top=whole[1].top + top)
                boards = [(whole[0], there, *whole[2:])]
                sure = half[0] > _CLEAR * len(half[2]) and len(whole[2]) >= len(half[2])
                if whole[0] > (0.8 if sure else _CLEAR) * len(whole[2]):
                    return boards[0]
    if thread_time() > deadline:
        return boards[0] if boards else None
    changes = _changes(image)

    def worth(found: tuple[float, Grid, Array, Array]) -> float:  # the gain a cell before what is covered
        return max(found[0], 0) ** 2 * found[1].width / len(found[2]) ** 1.5

    filling = [_board_in(image, changes, grid, 0) for grid in _filling(changes)] if known is None else []
    boards += [found for found in filling if found is not None and found[0] > 0.2 * len(found[2])]
    first = max(boards, key=worth, default=None)
    if first and filling and first[0] > 0.6 * len(first[2]):
        return first
    grids: list[tuple[float, Grid]] = []
    for pitch in _pitches(changes) if known is None else [(known.width + known.height) / 2]:
        for region in _regions(changes, pitch) if thread_time() < deadline else ():
            new = _grid_in(changes, region, pitch) if thread_time() < deadline else None
            if new and min(new.rows, new.cols) > 2 and not any(_same(new, known) for _, known in grids):
                clear = float(_borders(changes, new).mean())
                unequal = abs(new.width / new.height - 1)
                grids.append((clear**2 * np.sqrt(new.rows * new.cols) * (1 - 2 * unequal), new))
    grids = sorted(grids, key=lambda found: -found[0])[:_GRIDS]
    for dx, dy in ((0.5, 0), (0, 0.5), (0.5, 0.5)):  # lines that are strokes of numbers
        for _, grid in grids[:2]:
            grids.append(
                (0.0, replace(grid, left=grid.left + dx * grid.width, top=grid.top + dy * grid.height))
            )
    for _, grid in grids:
        late = thread_time() - deadline  # a first board is worth a little more
        found = _board_in(image, changes, grid) if late < (0.0 if boards else 0.3) else None
        if found is not None:
            boards.append(found)
            if found[0] > _CLEAR * len(found[2]):
                break
    best = max(boards, key=worth, default=None)
    if known and best and known.rows * known.cols > len(best[2]) and thread_time() < deadline:
        larger = _board_in(image, changes, _refined(changes, known))  # a line is lost where a pitch is off
        if larger is not None and larger[0] > 0.9 * best[0]:
            return larger
    return best


def _filling(changes: tuple[Array, Array]) -> list[Grid]:
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
        parts = [k for k in range(2, 8) if number * k > _FILLING and width / number / k >= _SMALLEST]
        return any(repeats(0, number * k) > 0.8 * repeats(0, number) for k in parts)

    found = []
    for cols in range(4, min(_FILLING, int(width / _SMALLEST)) + 1):
        for rows in range(round(0.8 * height * cols / width), round(1.25 * height * cols / width) + 2):
            side, tall = width / cols, height / max(rows, 1)
            if rows > 3 and abs(side - tall) < 0.25 * side and tall >= _SMALLEST and side <= _LARGEST:
                unequal = abs(side - tall) / side
                score = min(repeats(0, cols), repeats(1, rows)) - (0.5 if unequal < 0.12 else 1.0) * unequal
                if score > 0.15 and not (divided(0, cols) and divided(1, rows)) and not finer(cols):
                    found.append((score, Grid(0.0, 0.0, side, tall, rows, cols)))
    return [grid for _, grid in sorted(found, key=lambda one: -one[0])[:3]]


def _same(a: Grid, b: Grid) -> bool:
    """Whether two grids are one, but for a row or a column at the ends, which are looked for later."""
    x, y = (a.left - b.left) / b.width, (a.top - b.top) / b.height
    alike = abs(a.width - b.width) * a.cols < 0.2 * b.width and abs(x - round(x)) + abs(y - round(y)) < 0.15
    return alike and max(abs(x), abs(y), abs(a.cols + x - b.cols), abs(a.rows + y - b.rows)) < 1.2


def _changes(image: Array) -> tuple[Array, Array]:
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


def _pitches(changes: tuple[Array, Array]) -> list[float]:
    """Distances at which the picture repeats itself both ways, the clearest first."""
    scores = []
    for lines in changes:
        size = lines.shape[1]
        strip = 10
        number = len(lines) // strip
        if number < 1 or size < 3 * _SMALLEST:
            return []
        profile = lines[: number * strip].reshape(number, strip, size).mean(axis=1, dtype=np.float32)
        profile -= profile.mean(axis=1, keepdims=True)
        length = 1 << int(2 * size - 1).bit_length()
        power = np.zeros(length // 2 + 1)
        for part in np.array_split(profile, max(1, number // 16)):
            power += (np.abs(np.fft.rfft(part, length, axis=1)) ** 2).sum(axis=0)
        auto = np.fft.irfft(power)[: int(_LARGEST) + 8]
        lags = np.arange(len(auto))
        auto = auto / np.maximum(size - lags, 1) * size / max(auto[0], 1e-9)
        auto[lags >= size / 2] = 0
        auto = np.pad(auto, (0, int(_LARGEST) + 8 - len(auto)))
        scores.append(np.maximum(auto, 0))
    both = np.zeros(int(_LARGEST) + 2)
    for lag in range(int(_SMALLEST), len(both)):
        reach = max(1, round(0.06 * lag))
        near = [score[lag - reach : lag + reach + 1] for score in scores]
        both[lag] = np.sqrt(near[0].max() * near[1].max()) + 0.01 * (scores[0][lag] + scores[1][lag])
    inner = both[1:-1]
    peaks = np.flatnonzero((inner >= both[:-2]) & (inner > both[2:]) & (inner > 0.25 * both.max())) + 1
    # A multiple of a clear pitch repeats as well: the least first.
    return sorted(map(float, sorted(peaks, key=lambda k: -both[k])[:7]))[:6]


def _regions(changes: tuple[Array, Array], pitch: float) -> list[tuple[slice, slice]]:
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
        for r0, r1, c0, c1, number in _parts(mask)[:2]:
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
    return found_regions + [whole] * (height * width < _LARGE and whole not in found_regions)


def _parts(mask: Array) -> list[tuple[int, int, int, int, int]]:
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


def _grid_in(changes: tuple[Array, Array], region: tuple[slice, slice], pitch: float) -> Grid | None:
    """The regular grid of nearly square cells of about this pitch in a part of a picture."""
    extents = [slice(None), slice(None)]  # of the rows and columns
    combs = [(0.0, pitch, 0), (0.0, pitch, 0)]  # across and down
    for axis in (0, 1, 0, 1):  # each direction's extent makes the other's profile clearer
        lines = changes[axis][region[axis], region[1 - axis]]
        found = _comb(lines[extents[axis]].mean(axis=0, dtype=np.float32) / 255, combs[axis][1])
        if found is None:
            return None
        combs[axis] = start, side, number = found
        extents[1 - axis] = slice(max(0, round(start)), max(2, round(start + side * number)))
    (left, width, cols), (top, height, rows) = combs
    if abs(width - height) > 0.25 * max(width, height):
        return None
    return Grid(left + region[1].start, top + region[0].start, width, height, rows, cols)


def _comb(profile: Array, side: float) -> tuple[float, float, int] | None:
    """(start, pitch, cells) of the regular peaks of a profile, at about this distance, or None."""
    size = len(profile)
    peak = np.maximum(profile, np.maximum(np.roll(profile, 1), np.roll(profile, -1)))
    pitches = np.arange(
        max(0.92 * side - 0.3, _SMALLEST - 1), 1.08 * side + 0.3, max(0.02, side * side / size / 6)
    )
    (score, offset), pitch = max((_fold(peak, pitch), pitch) for pitch in pitches.tolist())
    teeth = peak[np.minimum(np.rint(np.arange(offset, size - 1, pitch)).astype(int), size - 1)]
    if score <= 0.02 or len(teeth) < 2:
        return None
    gain = teeth - max(0.35 * float(np.sort(teeth)[len(teeth) // 2 :].mean()), 0.04)
    total = np.concatenate([[0.0], np.cumsum(gain)])
    end = int((total - np.minimum.accumulate(total)).argmax())
    begin = int(total[: end + 1].argmin())
    return (offset + begin * pitch + 0.5, pitch, end - begin - 1) if end - begin > 2 else None


def _fold(peak: Array, pitch: float) -> tuple[float, float]:
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


# -- the board -----------------------------------------------------------------------------------------------


def cells_of(image: Array, grid: Grid) -> Array:
    """Each cell of a grid as uint8 (n, SIDE, SIDE, 3): means over its parts, by sums along either side."""
    if grid.rows > 1 and grid.rows * grid.height * grid.cols * grid.width > _LARGE:
        half = grid.rows // 2
        lower = replace(grid, top=grid.top + half * grid.height, rows=grid.rows - half)
        return np.concatenate([cells_of(image, replace(grid, rows=half)), cells_of(image, lower)])
    x0, y0 = max(0, int(grid.left) - 1), max(0, int(grid.top) - 1)
    x1 = int(grid.left + grid.cols * grid.width) + 2
    y1 = int(grid.top + grid.rows * grid.height) + 2
    part: Array = image[y0:y1, x0:x1].astype(np.float32)
    far = -grid.top, y1 - image.shape[0], -grid.left, x1 - image.shape[1]
    out = [max(0, ceil(one)) for one in far]  # beyond the picture it goes on as at its edge
    part = np.pad(part, (out[:2], out[2:], (0, 0)), mode="edge") if any(out) else part
    y0, x0 = y0 - out[0], x0 - out[2]
    for axis, start, step, number in (
        (0, grid.top - y0, grid.height, grid.rows),
        (1, grid.left - x0, grid.width, grid.cols),
    ):
        total = np.cumsum(part, axis=axis, dtype=np.float64)
        total = np.concatenate([np.zeros_like(total.take([0], axis=axis)), total], axis=axis)
        at = np.clip(start + step / SIDE * np.arange(number * SIDE + 1), 0, part.shape[axis] - 1e-6)
        low = at.astype(int)
        share = (at - low).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        sums = total.take(low, axis=axis) * (1 - share) + total.take(low + 1, axis=axis) * share
        length = np.maximum(np.diff(at), 1e-6).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        part = np.diff(sums, axis=axis) / length
    cells = part.reshape(grid.rows, SIDE, grid.cols, SIDE, 3).swapaxes(1, 2)
    return np.clip(np.rint(cells), 0, 255).astype(np.uint8).reshape(-1, SIDE, SIDE, 3)


def _board_in(
    image: Array, changes: tuple[Array, Array], grid: Grid, around: int = 2
) -> tuple[float, Grid, Array, Array] | None:
    """(gain, grid, cells, likelihoods) of the rectangle of the lattice of a grid that is most likely the
    board; without ``around`` of all of it."""
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
    centred = _between(changes, grid) if around else grid
    dx, dy = centred.left - grid.left, centred.top - grid.top
    cells = cells_of(image, replace(wide, left=wide.left + dx, top=wide.top + dy))
    seen = likelihoods(cells)
    junk = seen[:, JUNK].reshape(rows, cols)
    symbol = seen[:, 2:JUNK].sum(axis=1).reshape(rows, cols)
    # A blank cell is one by its borders, as strong as those of the cells that are sure.
    sides = _borders(changes, wide)
    inner = sides[before_y : before_y + grid.rows, before_x : before_x + grid.cols]
    usual = max(float(np.median(inner)), 0.05)
    bordered = np.clip(sides / usual, 0, 1.5)
    blank = np.clip(1.0 - junk - symbol, 0, 1)
    border = np.clip(3.2 * (bordered - 0.55), -1.5 if around else 0.5, 1.0)
    gain = 1.5 * symbol + blank * border - 2.0 * junk
    if not around:
        return float(gain.sum()), grid, cells, seen
    best = _rectangle(np.where(_bars(cells).reshape(rows, cols), -2.0, gain))
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
        again = _board_in(image, changes, _refined(changes, own), around + 1)
        if again is not None and again[0] >= 0.8 * total:
            return again
    inside = np.arange(rows * cols).reshape(rows, cols)[r0:r1, c0:c1].ravel()
    return total, replace(own, left=own.left + dx, top=own.top + dy), cells[inside], seen[inside]


def plain_cells(image: Array, grid: Grid, cells: Array) -> tuple[Array, float]:
    """Each cell's sign alone, uint8 (n, SIDE, SIDE, 3), without what blank cells of its rim show (borders,
    shades, gloss), all cut to the part where signs are; and that part's share of a cell's side."""
    frames, twice = frames_of(cells), 2 * SIDE
    halves = replace(
        grid, width=grid.width / 2, height=grid.height / 2, rows=2 * grid.rows, cols=2 * grid.cols
    )
    fine = cells_of(image, halves).reshape(grid.rows, 2, grid.cols, 2, SIDE, SIDE, 3)
    fine = fine.transpose(0, 2, 1, 4, 3, 5, 6).reshape(-1, twice, twice, 3).astype(np.float32)
    some = np.linspace(0, len(cells) - 1, min(len(cells), 250)).astype(int)
    inside, rims = cells[some, 3:17, 3:17].astype(np.float32), frames[some]
    blocks = inside.reshape(-1, 7, 2, 7, 2, 3).mean(axis=(2, 4)).reshape(-1, 147)

    def apart(frames: Array, own: Array, share: int) -> Array:
        """How unlike a rim others are, but for those of their 64 parts that are most so."""
        return np.asarray(np.sort(np.abs(frames - own).max(axis=2), axis=1)[:, :share].mean(axis=1))

    looks = []
    left = np.ones(len(some), bool)
    while left.any():
        i = int(left.argmax())
        unlike = np.abs(blocks - blocks[i])
        near = left & (unlike.mean(axis=1) < 6) & (unlike.max(axis=1) < 40) & (apart(rims, rims[i], 51) < 10)
        left &= ~near
        left[i] = False
        if near.sum() > 2:  # its smoothest cells, as faint signs may be among them
            order = np.argsort(np.where(near, inside.std(axis=(1, 2)).max(axis=1), np.inf), kind="stable")
            smooth = order[: 3 + near.sum() // 4]
            usual = np.median(inside[smooth], axis=0)
            rough = max(float(np.abs(np.diff(usual, axis=axis)).max()) for axis in (0, 1))
            if rough <= (25 if 16 * near.sum() < len(some) else 60):
                looks.append((rough, some[smooth], np.median(rims[near], axis=0)))
    blank: list[tuple[float, Array, Array]] = []
    for look in sorted(looks, key=lambda look: look[0]):  # the smoothest of each rim has no sign
        same = apart(np.array([other[2] for other in blank]).reshape(-1, 64, 3), look[2], 48) < 12
        if not any(look[0] > 3 + 1.5 * other[0] for other, alike in zip(blank, same, strict=True) if alike):
            blank.append(look)
    ground = np.median(fine[:, 8:32, 8:32].reshape(len(cells), -1, 3), axis=1)
    place = np.minimum(np.arange(twice), np.arange(twice)[::-1])
    depth = np.minimum(place[:, None], place)
    far = np.array([np.full(len(cells), 12.0), *(apart(frames, own, 48) for _, _, own in blank)])
    nearest = far.argmin(axis=0) - 1
    for k, (_, own, _) in enumerate(blank):
        usual, mine = np.median(fine[own], axis=0), nearest == k
        ground[mine] = np.median(usual[6:34, 6:34].reshape(-1, 3), axis=0)
        fine[mine] += ground[mine][:, None, None] - usual
    differ = np.abs(fine - ground[:, None, None]).max(axis=3)
    other = nearest < 0  # nothing like these is blank: without their borders at least
    lined = [(differ[other][:, depth == k] > 25).mean() > 0.35 for k in range(8)] if other.any() else [False]
    outer = depth <= max([1, *np.flatnonzero(lined) + 1])
    for mine, border in ((other, outer), (~other, depth < 2)):
        fine[mine] = np.where(border[..., None], ground[mine][:, None, None], fine[mine])
        differ[mine] = np.where(border, 0, differ[mine])
    most = np.partition(differ.reshape(len(cells), -1), -24, axis=1)[:, -24:].mean(axis=1)
    ink = (differ > np.maximum(25, 0.4 * most)[:, None, None]) & (depth > 2)
    share, ends = ink.mean(axis=(1, 2)), [(0.0, float(twice)), (0.0, float(twice))]
    kept = (share > 0.01) & (share < 0.4)
    central = kept & ((ink & (depth > 7)).mean(axis=(1, 2)) > 0.01)
    near = place > (7 if central.sum() > max(2, kept.sum() / 8) else -1)
    signs, at = ink[central if near.sum() < twice else kept], np.arange(twice)
    for axis in (0, 1) if len(signs) > 2 else ():  # what lies apart from the middle is no sign
        line = (signs & (near[:, None] if axis else near)).any(axis=2 - axis)
        inner = line & near
        start, stop = inner.argmax(axis=1)[:, None], twice - 1 - inner[:, ::-1].argmax(axis=1)[:, None]
        first = np.where(~line & (at < start), at, -1).max(axis=1) + 1
        last = np.where(~line & (at > stop), at, twice).min(axis=1)
        ends[axis] = float(np.percentile(first, 10)), float(np.percentile(last, 90))
    side = float(np.clip(max(b - a for a, b in ends) / 0.62, 12, twice + 8))
    for axis, (a, b) in enumerate(ends, 1):
        at = np.clip(
            np.floor((a + b - side) / 2 + side / twice * (np.arange(twice) + 0.5)).astype(int), 0, twice - 1
        )
        beyond = np.abs((a + b - side) / 2 + side / twice * (np.arange(twice) + 0.5) - SIDE) > SIDE
        fine = fine.take(at, axis=axis)
        (fine if axis == 1 else fine.swapaxes(1, 2))[:, beyond] = ground[:, None, None]
    fine = fine.reshape(-1, SIDE, 2, SIDE, 2, 3).mean(axis=(2, 4))
    return np.clip(np.rint(fine), 0, 255).astype(np.uint8), side / twice


def _bars(cells: Array) -> Array:
    """bool (n,): what changes one way only: a frame looks like a column of ones."""
    down, across = (cells.std(axis=axis, dtype=np.float32).mean(axis=(1, 2)) for axis in (1, 2))
    most = np.maximum(down, across)
    return np.asarray((np.minimum(down, across) < 0.2 * most) & (most > 5))


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
        self.changes = _changes(image[self.y0 : y1, self.x0 : x1])
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
        return _borders(self.changes, replace(grid, left=grid.left - self.x0, top=grid.top - self.y0)).ravel()

    def _flat(self, grid: Grid) -> Array:
        """bool (n,): in which cells of a grid nothing is seen."""
        return np.asarray(np.ptp(cells_of(self.image, grid), axis=(1, 2)).max(axis=1) < 8)

    def described(self, grid: Grid, axis: int, end: int) -> Array | None:
        """float (33,): of the next line of rows (axis 0) or columns, before the grid or after its end (1);
        ``None`` where the picture ends."""
        at, size, number = _NAMES[axis]
        other, wide, many = _NAMES[1 - axis]
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
        signs = (sees[:, 2:JUNK].max(axis=1) > 0.8) & ~_bars(cells)
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


def _whole(image: Array, grid: Grid, cells: Array, seen: Array) -> tuple[Grid, str | None]:
    """The grid with the lines beside it that are likely its own, and what is doubtful about its size."""
    lines = Lines(image, grid, cells, seen)
    doubt = None
    margins, pages = [], []
    for axis, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
        at, size, number = _NAMES[axis]
        side = float(getattr(grid, size))
        odds, reached = [0.0], [grid]  # the logarithm of how much likelier the board goes so far
        while len(odds) <= _MORE and odds[-1] > max(odds) - 6:
            numbers = lines.described(reached[-1], axis, end)
            if numbers is None:
                break
            odds.append(odds[-1] + line_odds(numbers))
            reached.append(longer(reached[-1], axis, end))
        best = int(np.argmax(odds))
        grid = reached[best]
        if max(odds) - max(odds[:best] + odds[best + 1 :], default=-np.inf) < _ENDS:
            doubt = "where the board ends cannot be seen on one side"
        if best == _MORE:
            doubt = "more cells seem to lie beside those that were read"
        first = float(getattr(grid, at))
        margin = (image.shape[axis] - first) / side - getattr(grid, number) if end else first / side
        margins.append(margin)
        beyond = odds[best + 1] - odds[best] if best + 1 < len(odds) else 0.0
        pages.append(margin > 1.5 and beyond < -_PAGE)  # clearly no cells
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


def longer(grid: Grid, axis: int, end: int) -> Grid:
    """The grid with one more row (axis 0) or column, before it or at its end (1)."""
    at, size, number = _NAMES[axis]
    first = float(getattr(grid, at)) - (0 if end else float(getattr(grid, size)))
    changed: dict[str, Any] = {at: first, number: getattr(grid, number) + 1}
    return replace(grid, **changed)


def _refined(changes: tuple[Array, Array], grid: Grid) -> Grid:
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


def _between(changes: tuple[Array, Array], grid: Grid) -> Grid:
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


def _borders(changes: tuple[Array, Array], grid: Grid) -> Array:
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


def _rectangle(gain: Array) -> tuple[int, int, int, int, float] | None:
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


_SEGMENTS = {
    digit: number
    for number, digits in enumerate(
        ("1111110", "0110000", "1101101", "1111001", "0110011", "1011011", "1011111 0011111",
         "1110000 1110010", "1111111", "1111011 1110011")
    )
    for digit in digits.split()
}  # fmt: skip
"""The lit ones of a display's seven segments: round from the top to the right, and the middle."""


def _counter(image: Array, grid: Grid) -> int | None:
    """What the left one of two red displays of seven segments above the board shows, if that is sure."""
    top, left = max(0, round(grid.top - 5 * grid.height)), max(0, round(grid.left - grid.width))
    right = round(grid.left + (grid.cols + 1) * grid.width)
    part = image[top : max(0, round(grid.top)), left:right].astype(np.int16)
    if not part.size:
        return None
    red = part[..., 0] - part[..., 1:].max(axis=2)
    lit = red > max(90.0, 0.6 * float(red.max()))
    for y0, y1 in reversed(_runs(lit.any(axis=1), 2)):
        band, high = lit[y0:y1], y1 - y0
        strokes = _runs(band.any(axis=0), max(1, round(0.06 * high)))
        ends = [k for k, (a, b) in enumerate(pairwise(strokes), 1) if b[0] - a[1] > 0.8 * high]
        if not 0.5 < high / grid.height < 3 or not ends or not 2 <= ends[0] <= 4:
            continue
        text = ""
        for x0, x1 in strokes[: ends[0]]:
            digit, dim = band[:, x0:x1], part[y0:y1, x0:x1][~band[:, x0:x1]]
            rows = [round(share * high) for share in (0, 0.18, 0.42, 0.58, 0.82, 1)]
            third, wide = max(1, round(0.3 * (x1 - x0))), x1 - x0 > 0.35 * high
            core = digit[:, third : third + third] if wide else digit
            level = [core[a:b].mean(axis=1).max(initial=0) for a, b in pairwise(rows)][::2]
            sides = digit[:, -third:] if wide else digit, digit[:, :third] if wide else ~digit[:, :0]
            (b, c), (f, e) = (
                [side[rows[k] : rows[k + 1]].mean(axis=0).max(initial=0) for k in (1, 3)] for side in sides
            )
            shares = [level[0], b, c, level[2], e, f, level[1]] if wide else [0, b, c, 0, 0, 0, 0]
            if any(0.35 < share < 0.6 for share in shares) or (dim.size and dim.mean() > 90):
                return None
            number = _SEGMENTS.get("".join(str(int(share > 0.5)) for share in shares))
            text += "?" if number is None else str(number)
        return int(text) if text.isdigit() else None
    return None


def _runs(there: Array, gap: int) -> list[tuple[int, int]]:
    """Begin and end of each run of true, over gaps of up to so many."""
    at = np.flatnonzero(there)
    breaks = np.flatnonzero(np.diff(at) > gap + 1)
    starts, ends = at[np.r_[0, breaks + 1][: len(at)]], at[np.r_[breaks, len(at) - 1][: len(at)]]
    return list(zip(starts.tolist(), (ends + 1).tolist(), strict=True))


# -- exactness -----------------------------------------------------------------------------------------------


def _consistent(
    first: Array,
    chances: Array,
    grid: Grid,
    board_of: Callable[[Array], Board],
    deadline: float,
    readings: int,
) -> tuple[Array, MinesolverError | None]:
    """The likeliest choice of a symbol a cell that has a layout, by changing cells around each conflict.

    A contradiction names clues that cannot hold together: one of these or of their neighbours is misread. The
    cheapest sets of changes come first, so the first reading with a layout is the likeliest of those tried.
    Where none is found, the first reading and its contradiction.
    """
    held = np.take_along_axis(chances, first[:, None], axis=1)
    cost = np.maximum(np.log(held + 1e-300) - np.log(chances + 1e-300), 0)
    waiting: list[tuple[float, int, tuple[tuple[int, int], ...]]] = [(0.0, 0, ())]
    seen: set[tuple[tuple[int, int], ...]] = {()}
    around = neighbours(grid.rows, grid.cols)
    _, alike = np.unique(np.column_stack([first, chances.round(1)]), axis=0, return_inverse=True)
    members = [tuple(np.flatnonzero(alike == one).tolist()) for one in range(alike.max() + 1)]
    kinds = [members[one] for one in alike.ravel()]
    number = 0
    error: MinesolverError | None = None
    for _ in range(readings):
        left = deadline - thread_time()
        if not waiting or left <= 0:
            break
        price, _, changes = heapq.heappop(waiting)
        chosen = first.copy()
        for i, k in changes:
            chosen[i] = k
        try:
            analyze(board_of(chosen), limit=Limit(seconds=left))
            return np.asarray(chosen), None
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
        single: list[tuple[int, ...]] = [(i,) for i in sorted(suspects - done)]
        together = [kinds[i] for i, *_ in single if len(kinds[i]) > 1 and done.isdisjoint(kinds[i])]
        for own in dict.fromkeys(together + single):
            i = own[0]
            for k in np.flatnonzero(chances[i] > _LEAST).tolist():
                key = tuple(sorted((*changes, *((j, k) for j in own))))
                if k != first[i] and key not in seen:
                    seen.add(key)
                    number += 1
                    heapq.heappush(waiting, (price + float(cost[i, k]), number, key))
    return first, error or BoardFormatError("no time was left to look for a layout")
