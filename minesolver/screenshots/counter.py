"""The mine counter above a board: the left one of two displays of seven segments."""

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .lattice import Grid

Array = npt.NDArray[Any]

SEGMENTS = {
    "1111110": 0, "0110000": 1, "1101101": 2, "1111001": 3, "0110011": 4, "1011011": 5,
    "1011111": 6, "0011111": 6, "1110000": 7, "1110010": 7, "1111111": 8, "1111011": 9, "1110011": 9,
}  # fmt: skip
"""The lit ones of a digit's segments: round from the top to the right, and the middle."""
DISPLAY_ABOVE, DISPLAY_BESIDE = 5, 1
"""How far from the board a display is looked for, in cells: above its first row, beside its first and last
column."""
LIT = 0.75
"""How red a lit pixel is, of the reddest: the dots of segments that are not lit have 0.5 to 0.7."""
LEVELS = (0, 0.18, 0.42, 0.58, 0.82, 1)
"""Where the horizontal segments of a digit begin and end, as shares of its height."""


def read_counter(pixels: Array, grid: Grid) -> int | None:
    """What the left one of two red displays above the board shows, if that is sure."""
    top = max(0, round(grid.top - DISPLAY_ABOVE * grid.height))
    left = max(0, round(grid.left - DISPLAY_BESIDE * grid.width))
    right = round(grid.left + (grid.cols + DISPLAY_BESIDE) * grid.width)
    part = pixels[top : max(0, round(grid.top)), left:right].astype(np.int16)
    if not part.size:
        return None
    red = part[..., 0] - part[..., 1:].max(axis=2)
    lit = red > max(90.0, LIT * float(red.max()))

    # Bands of lit pixels from below: the first in which strokes stand apart as two displays do.
    for first, end in reversed(runs(lit.any(axis=1), 2)):
        height = end - first
        strokes = runs(lit[first:end].any(axis=0), max(1, round(0.06 * height)))
        gaps = [
            number
            for number, (one, other) in enumerate(pairwise(strokes), 1)
            if other[0] - one[1] > 0.8 * height
        ]
        cut = bool(strokes) and strokes[0][0] == 0 < left  # a display that begins further to the left
        if not cut and 0.5 < height / grid.height < 3 and gaps and 2 <= gaps[0] <= 4:
            return _number(part[first:end], lit[first:end], strokes[: gaps[0]])
    return None


def _number(part: Array, lit: Array, strokes: list[tuple[int, int]]) -> int | None:
    """The number of some digits, ``None`` where one of them is not clear."""
    number = 0
    for first, end in strokes:
        digit = _digit(part[:, first:end], lit[:, first:end])
        if digit is None:
            return None
        number = 10 * number + digit
    return number


def _digit(part: Array, lit: Array) -> int | None:
    """The digit of a display, int16 (height, width, 3) and which of its pixels are lit."""
    height, width = lit.shape
    rows = [round(share * height) for share in LEVELS]
    unlit = part[~lit]
    if unlit.size and unlit.mean() > 90:  # a display is dark
        return None
    if width <= 0.35 * height:  # a narrow one: the two segments on the right alone
        right = [lit[rows[k] : rows[k + 1]].mean(axis=0).max(initial=0) for k in (1, 3)]
        shares = [0, right[0], right[1], 0, 0, 0, 0]
    else:
        third = max(1, round(0.3 * width))
        middle = lit[:, third : 2 * third]
        top, centre, bottom = (middle[rows[k] : rows[k + 1]].mean(axis=1).max(initial=0) for k in (0, 2, 4))
        right, left = (
            [side[rows[k] : rows[k + 1]].mean(axis=0).max(initial=0) for k in (1, 3)]
            for side in (lit[:, -third:], lit[:, :third])
        )
        shares = [top, right[0], right[1], bottom, left[1], left[0], centre]
    if any(0.35 < share < 0.6 for share in shares):
        return None
    return SEGMENTS.get("".join(str(int(share > 0.5)) for share in shares))


def runs(there: Array, gap: int) -> list[tuple[int, int]]:
    """Begin and end of each run of true, over gaps of up to so many."""
    places = np.flatnonzero(there)
    breaks = np.flatnonzero(np.diff(places) > gap + 1)
    starts = places[np.r_[0, breaks + 1][: len(places)]]
    ends = places[np.r_[breaks, len(places) - 1][: len(places)]]
    return list(zip(starts.tolist(), (ends + 1).tolist(), strict=True))
