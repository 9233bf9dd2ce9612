"""The ink of a picture of text: what stands on its grounds, parted into glyphs line by line."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..counter import runs
from ..work import PIXEL_CHANGES, Work
from .glyphs import Box, Glyphs, digit_height_of

FLAT_BLOCK, FLAT_CONTRAST, LEAST_FLAT_SHARE = 8, 10, 0.01
"""Side of the squares of one colour by which grounds are known, how far its colours are apart at most, of
255, and the share of a picture that a ground takes at least."""
MOST_GROUNDS = 6
"""Grounds of a picture, the most common ones."""
INK_CONTRAST = 50
"""How far ink is from every ground, of 255."""
LEAST_GLYPHS, MOST_GLYPHS = 20, 3000
"""Signs of a picture with a board of text."""
GLYPH_HEIGHTS = (6, 80)
"""Pixels of a digit's height."""
TALLEST_SIGN = 1.4
"""Of a digit's height: how high a sign of two pieces is at most, as ``j`` is."""
LINE_REACH = 0.6
"""Of a digit's height: how far below the highest middle of a line's signs the others have theirs."""


class Ink(NamedTuple):
    """What a picture of a terminal shows.

    ``grounds``: int16 (k, 3), the colours of its grounds, the most common first; ``ground_distances``: uint8
    (k, height, width), how far each pixel is from each of these; ``glyphs``: what stands on them;
    ``digit_height``: how high a digit is, in pixels
    """

    grounds: Array
    ground_distances: Array
    glyphs: Glyphs
    digit_height: float


def ink_of(pixels: Array, work: Work) -> Ink | None:
    """The signs of a picture; ``None``: it has none of a height that can be read."""
    work.spend(PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1])
    grounds = _grounds(pixels)
    if not len(grounds):
        return None
    ground_distances = np.stack([_distance_from(pixels, ground) for ground in grounds])
    is_ink = ground_distances.min(axis=0) > INK_CONTRAST
    glyphs = _glyphs(is_ink & ~_long_strokes(is_ink) & ~_long_strokes(is_ink.T).T)
    if glyphs is None:
        return None

    # Most signs are as high as a digit.
    digit_height = digit_height_of(glyphs.heights)
    if not GLYPH_HEIGHTS[0] <= digit_height <= GLYPH_HEIGHTS[1]:
        return None
    return Ink(grounds, ground_distances, glyphs, digit_height)


def _distance_from(pixels: Array, ground: Array) -> Array:
    """uint8 (height, width): how far the pixels of a picture are from a colour, at most of the three."""
    distance = np.zeros(pixels.shape[:2], np.uint8)
    for colour in range(3):
        difference = np.abs(pixels[..., colour].astype(np.int16) - ground[colour])
        np.maximum(distance, difference.astype(np.uint8), out=distance)
    return distance


def _grounds(pixels: Array) -> Array:
    """int16 (k, 3): the colours of what is of one colour, the most common first."""
    block_rows, block_cols = (side // FLAT_BLOCK for side in pixels.shape[:2])
    whole_blocks = pixels[: block_rows * FLAT_BLOCK, : block_cols * FLAT_BLOCK]
    by_block = whole_blocks.reshape(block_rows, FLAT_BLOCK, block_cols, FLAT_BLOCK, 3).swapaxes(
        1, 2
    )
    blocks = by_block.reshape(-1, FLAT_BLOCK**2, 3)
    is_flat = np.ptp(blocks, axis=1).max(axis=1) <= FLAT_CONTRAST
    if not is_flat.any():
        return np.zeros((0, 3), np.int16)
    flat_blocks = blocks[is_flat]

    # Colours that differ by less than 16 of 255 are counted as one.
    coarse_colours = flat_blocks.mean(axis=1).round().astype(np.int16) // 16
    _, example, count = np.unique(coarse_colours, axis=0, return_index=True, return_counts=True)
    is_common = count >= LEAST_FLAT_SHARE * len(blocks)
    by_count = np.argsort(-count)
    common = by_count[is_common[by_count]]
    colours = flat_blocks[example].mean(axis=1).round().astype(np.int16)
    return np.asarray(colours[common[:MOST_GROUNDS]])


def _long_strokes(ink: Array) -> Array:
    """bool (height, width): ink that goes straight down for longer than any digit: lines, a window's edge."""
    length = GLYPH_HEIGHTS[1] + 1
    height, width = ink.shape
    if height < length:
        return np.zeros_like(ink)
    # No edge of a picture is so long that a count of its pixels would not fit in two bytes.
    ink_above = np.zeros((height + 1, width), np.int16)
    np.cumsum(ink, axis=0, dtype=np.int16, out=ink_above[1:])
    stroke_starts = ink_above[length:] - ink_above[:-length] == length
    # A pixel is in such a stroke where one begins at it or less than the length above.
    starts_above = np.zeros((height + length, width), np.int16)
    np.cumsum(stroke_starts, axis=0, dtype=np.int16, out=starts_above[length : height + 1])
    starts_above[height + 1 :] = starts_above[height]
    return np.asarray(starts_above[length:] - starts_above[:-length] > 0)


def _glyphs(ink: Array) -> Glyphs | None:
    """What stands apart in each line of ink; ``None`` where that is too little or too much for a text."""
    stacks = _stacks_of_pieces(ink)
    if stacks is None or len(stacks) < LEAST_GLYPHS:
        return None

    # Two pieces one above the other are one sign, as in ``:``, where that is no higher than one.
    all_pieces = [piece for _, pieces in stacks for piece in pieces]
    digit_height = digit_height_of(np.array([piece.height for piece in all_pieces]))
    boxes_of_line: dict[int, list[Box]] = {}
    for ink_line, pieces in stacks:
        boxes_of_line.setdefault(ink_line, []).extend(_stacked(pieces, digit_height))

    # A cursor or a scroll bar reaches from one line of text to the next: that ink is several lines.
    boxes: list[Box] = []
    lines: list[int] = []
    for ink_line_boxes in boxes_of_line.values():
        for line_boxes in _lines_of_text(ink_line_boxes, digit_height):
            line_number = lines[-1] + 1 if lines else 0
            lines += [line_number] * len(line_boxes)
            boxes += line_boxes
    return Glyphs.of(boxes, lines)


def _stacks_of_pieces(ink: Array) -> list[tuple[int, list[Box]]] | None:
    """Each column of ink without a gap across: the number of its line, and its pieces one above the other;
    ``None``: there are too many for a text."""
    stacks = []
    piece_count = 0
    ink_lines = runs(np.asarray(ink.any(axis=1)), 0)
    for ink_line, (first_row, end_row) in enumerate(ink_lines):
        line_ink = ink[first_row:end_row]
        for first_column, end_column in runs(np.asarray(line_ink.any(axis=0)), 0):
            has_ink = np.asarray(line_ink[:, first_column:end_column].any(axis=1))
            pieces = [
                Box(first_column, first_row + top, end_column, first_row + bottom)
                for top, bottom in runs(has_ink, 0)
            ]
            stacks.append((ink_line, pieces))
            piece_count += len(pieces)
            if piece_count > MOST_GLYPHS:
                return None
    return stacks


def _stacked(pieces: list[Box], digit_height: float) -> list[Box]:
    """Pieces of ink one above the other, those of one sign as one."""
    stacked = pieces[:1]
    for piece in pieces[1:]:
        if piece.bottom - stacked[-1].top <= TALLEST_SIGN * digit_height:
            stacked[-1] = stacked[-1]._replace(bottom=piece.bottom)
        else:
            stacked.append(piece)
    return stacked


def _lines_of_text(boxes: list[Box], digit_height: float) -> list[list[Box]]:
    """The signs of one line of ink by lines of text, each from left to right."""
    lines: list[list[Box]] = []
    line_end = -np.inf
    for box in sorted(boxes, key=lambda box: box.top + box.bottom):
        middle = (box.top + box.bottom) / 2
        if middle > line_end:
            lines.append([])
            line_end = middle + LINE_REACH * digit_height
        lines[-1].append(box)
    return [sorted(line) for line in lines]
