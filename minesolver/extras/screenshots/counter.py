"""The mine counter above a board: the left one of two displays of seven segments.

The numbers were set by hand on the displays of seven programs of ``benchmarks/screenshots/programs.toml`` and
of published pictures of Windows' Minesweeper and its clones: ``programs.py score`` there says what is read.
"""

from itertools import pairwise

import numpy as np

from .arrays import Array
from .lattice import Grid

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


LEAST_RED = 90.0
"""By how much the red of a lit pixel is more than its green and blue at least, of 255."""
DISPLAY_HEIGHTS, DISPLAY_GAP = (0.5, 3), 0.8
"""How high a display is, in cells; and how far apart two of them are at least, of their height."""
STROKE_GAP, ROW_GAP = 0.06, 2
"""Gaps within one digit: of the height across, pixels down."""
NARROW_DIGIT, SEGMENT_WIDTH = 0.35, 0.3
"""Of its height, how wide a 1 is at most; of its width, how wide the segments at the sides are."""
UNCLEAR_SHARES, LIT_SHARE = (0.35, 0.6), 0.5
"""Of a segment's pixels: shares between the first two may be lit or not; more than the last is lit."""
DARKEST_GROUND = 90
"""The brightest mean of what lies under a display, of 255: it is dark."""


def read_counter(pixels: Array, grid: Grid) -> int | None:
    """What the left one of two red displays above the board shows, if that is sure."""
    board_top = max(0, round(grid.top))
    area_top = max(0, round(grid.top - DISPLAY_ABOVE * grid.height))
    area_left = max(0, round(grid.left - DISPLAY_BESIDE * grid.width))
    area_right = round(grid.left + (grid.cols + DISPLAY_BESIDE) * grid.width)
    above_board = pixels[area_top:board_top, area_left:area_right].astype(np.int16)
    if not above_board.size:
        return None
    redness = above_board[..., 0] - above_board[..., 1:].max(axis=2)
    is_lit = redness > max(LEAST_RED, LIT * float(redness.max()))

    # Bands of lit pixels from below: the first in which strokes stand apart as two displays do.
    for first_row, end_row in reversed(runs(is_lit.any(axis=1), ROW_GAP)):
        height = end_row - first_row
        band = slice(first_row, end_row)
        stroke_gap = max(1, round(STROKE_GAP * height))
        strokes = runs(is_lit[band].any(axis=0), stroke_gap)
        digit_count = _digits_before_gap(strokes, DISPLAY_GAP * height)
        # A display that begins further to the left.
        is_cut = bool(strokes) and strokes[0][0] == 0 < area_left
        has_display_height = DISPLAY_HEIGHTS[0] < height / grid.height < DISPLAY_HEIGHTS[1]
        if not is_cut and has_display_height and 2 <= digit_count <= 4:
            return _number(above_board[band], is_lit[band], strokes[:digit_count])
    return None


def _digits_before_gap(strokes: list[tuple[int, int]], least_gap: float) -> int:
    """How many digits the left one of two displays has; 0 where there are no two."""
    for number, ((_, stroke_end), (next_start, _)) in enumerate(pairwise(strokes), 1):
        if next_start - stroke_end > least_gap:
            return number
    return 0


def _number(display: Array, is_lit: Array, strokes: list[tuple[int, int]]) -> int | None:
    """The number of some digits, ``None`` where one of them is not clear."""
    number = 0
    for first_column, end_column in strokes:
        digit = _digit(display[:, first_column:end_column], is_lit[:, first_column:end_column])
        if digit is None:
            return None
        number = 10 * number + digit
    return number


def _digit(display: Array, is_lit: Array) -> int | None:
    """The digit of a display, int16 (height, width, 3) and which of its pixels are lit."""
    height, width = is_lit.shape
    unlit = display[~is_lit]
    if unlit.size and unlit.mean() > DARKEST_GROUND:
        return None
    edges = [round(share * height) for share in LEVELS]
    top_segment = slice(edges[0], edges[1])
    upper_half = slice(edges[1], edges[2])
    centre_segment = slice(edges[2], edges[3])
    lower_half = slice(edges[3], edges[4])
    bottom_segment = slice(edges[4], edges[5])

    # A narrow digit has the two segments on the right alone.
    if width <= NARROW_DIGIT * height:
        upper_right = _lit_down(is_lit[upper_half])
        lower_right = _lit_down(is_lit[lower_half])
        shares = [0, upper_right, lower_right, 0, 0, 0, 0]
    else:
        side_width = max(1, round(SEGMENT_WIDTH * width))
        left_side = is_lit[:, :side_width]
        middle = is_lit[:, side_width : 2 * side_width]
        right_side = is_lit[:, -side_width:]
        shares = [
            _lit_across(middle[top_segment]),
            _lit_down(right_side[upper_half]),
            _lit_down(right_side[lower_half]),
            _lit_across(middle[bottom_segment]),
            _lit_down(left_side[lower_half]),
            _lit_down(left_side[upper_half]),
            _lit_across(middle[centre_segment]),
        ]
    if any(UNCLEAR_SHARES[0] < share < UNCLEAR_SHARES[1] for share in shares):
        return None
    return SEGMENTS.get("".join(str(int(share > LIT_SHARE)) for share in shares))


def _lit_down(segment: Array) -> float:
    """The largest share of a column of pixels that is lit."""
    return float(segment.mean(axis=0).max(initial=0))


def _lit_across(segment: Array) -> float:
    """The largest share of a row of pixels that is lit."""
    return float(segment.mean(axis=1).max(initial=0))


def runs(flags: Array, gap: int) -> list[tuple[int, int]]:
    """Begin and end of each run of true, over gaps of up to so many."""
    indices = np.flatnonzero(flags)
    breaks = np.flatnonzero(np.diff(indices) > gap + 1)
    starts = indices[np.r_[0, breaks + 1][: len(indices)]]
    ends = indices[np.r_[breaks, len(indices) - 1][: len(indices)]]
    return list(zip(starts.tolist(), (ends + 1).tolist(), strict=True))
