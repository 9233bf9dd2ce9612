"""The glyphs of a picture of text: where each is, as pixels of ink."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array

LOW_GLYPH = 0.45
"""Of a digit's height: what is lower is a dot or a dash."""
HEIGHT_REACH = 0.15
"""Of a digit's height: by how much those of digits differ."""


class Box(NamedTuple):
    """Where one sign is in a picture, in pixels: ``right`` and ``bottom`` are the first ones behind it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels."""
        return self.bottom - self.top

    @property
    def inside(self) -> tuple[slice, slice]:
        """The rows and columns of the sign."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def surrounding(self) -> tuple[slice, slice]:
        """The rows and columns of the sign and of two pixels around it."""
        rows = slice(max(0, self.top - 2), self.bottom + 2)
        columns = slice(max(0, self.left - 2), self.right + 2)
        return rows, columns


class Glyphs(NamedTuple):
    """Signs of a picture: ``boxes`` int (n, 4), where each is, as in ``Box``; ``lines`` int (n,): which line
    of ink each is in."""

    boxes: Array
    lines: Array

    @classmethod
    def of(cls, boxes: list[Box], lines: list[int]) -> "Glyphs":
        """The signs that are here, each in the line of the same number."""
        return cls(np.array(boxes), np.array(lines))

    def box(self, number: int) -> Box:
        """Where one of them is."""
        return Box(*self.boxes[number].tolist())

    def each_box(self) -> list[Box]:
        """Where they are."""
        return [Box(*box) for box in self.boxes.tolist()]

    @property
    def middles(self) -> Array:
        """float (n, 2): across and down."""
        first_corners, end_corners = self.boxes[:, :2], self.boxes[:, 2:]
        return np.asarray((first_corners + end_corners) / 2)

    @property
    def widths(self) -> Array:
        """int (n,)."""
        return np.asarray(self.boxes[:, 2] - self.boxes[:, 0])

    @property
    def heights(self) -> Array:
        """int (n,)."""
        return np.asarray(self.boxes[:, 3] - self.boxes[:, 1])


def digit_height_of(heights: Array) -> float:
    """Pixels: how high most glyphs of these heights are that are no dots."""
    highest = np.percentile(heights, 90)
    return float(np.median(heights[heights > LOW_GLYPH * highest]))


def is_digit_high(heights: Array, digit_height: float) -> Array:
    """bool (n,): which glyphs are as high as a digit."""
    return np.asarray(np.abs(heights - digit_height) <= max(1, HEIGHT_REACH * digit_height))
