"""The text of a terminal by lines and columns, and what else it may be: a part of it, or with other signs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..lattice import Grid
from .alphabet import LARGE_CLUES, PANEL_SIGNS, UNKNOWN_SIGNS
from .boards_of_text import likely_boxes

MOST_STRAY = 0.01
"""The share of a board of text that is neither ground nor about a sign at most: one with borders is none."""
LEAST_LABELS, SHARE_OF_LABELS = 6, 0.7
"""How many labels of rows or columns have contents of their own, at least, and what share of them."""


class TextGrid(NamedTuple):
    """The text of a terminal, by lines and columns. ``signs``: one character each; ``chances``: float, how
    sure each is; ``ground``: int, the number of what it stands on; ``stray``: float, the share of each place
    that is neither ground nor about a sign; ``cell``: where the first line's first sign is in the picture."""

    signs: Array
    chances: Array
    ground: Array
    stray: Array
    cell: Grid

    @property
    def lines(self) -> list[str]:
        """Its text."""
        return ["".join(line).rstrip() for line in self.signs.tolist()]

    def boards(self) -> Iterator["TextGrid"]:
        """Parts of it that may be a board, the likeliest first."""
        for box in likely_boxes(self.signs, self.ground):
            inside = box.inside
            is_inked = self.signs[inside] != " "
            if not is_inked.any() or self.stray[inside][is_inked].mean() > MOST_STRAY:
                continue
            lines_above = box.first_line * self.cell.height
            columns_before = box.first_column * self.cell.width
            cell = self.cell.moved(columns_before, lines_above)
            block = TextGrid(
                self.signs[inside],
                self.chances[inside],
                self.ground[inside],
                self.stray[inside],
                cell,
            )
            yield block
            if are_labels(block.lines[0].split()):
                yield block.without_first_line()

    def without_first_line(self) -> "TextGrid":
        """The same without the numbers of its columns, some of which may be misread."""
        next_cell = self.cell.moved(0, self.cell.height)
        signs, chances = self.signs[1:], self.chances[1:]
        return TextGrid(signs, chances, self.ground[1:], self.stray[1:], next_cell)

    def without_grounds(self) -> "TextGrid | None":
        """The same with blanks alike on all grounds, where what is on a ground between two bars always has a
        sign: then that says what the cell is. ``None``: it is not so."""
        blanks = PANEL_SIGNS[1:] + " "
        for line in self.lines:
            if not any(sign in line for sign in PANEL_SIGNS[1:]):
                continue
            cells = line.split("|")[1:-1]
            if not cells or any(not cell.strip(blanks) for cell in cells):
                return None
        is_ground = np.isin(self.signs, list(PANEL_SIGNS[1:]))
        return self._replace(signs=np.where(is_ground, " ", self.signs))

    def cursors(self) -> Iterator[tuple[int, int]]:
        """Places with a sign of their own that is no digit: a cursor may cover what one of them shows."""
        count = Counter(self.signs.ravel().tolist())
        for sign in PANEL_SIGNS[1:] + UNKNOWN_SIGNS:
            if count[sign] == 1:
                line, column = np.argwhere(self.signs == sign)[0].tolist()
                yield line, column

    def without_doubtful_digits(self, sure: float) -> Iterator["TextGrid"]:
        """The same with one of the large clues taken for another sign, where none of these is surely one."""
        free_signs = [sign for sign in UNKNOWN_SIGNS if sign not in self.signs]
        for digit in LARGE_CLUES:
            is_digit = self.signs == digit
            if free_signs and is_digit.any() and self.chances[is_digit].max() < sure:
                yield self._replace(signs=np.where(is_digit, free_signs[0], self.signs))

    def grid_of(
        self, line: int, column: float, line_step: int, column_step: int, shape: tuple[int, int]
    ) -> Grid:
        """The cells of a board in this text, by where its first sign is and how far its signs are apart."""
        width, height = column_step * self.cell.width, line_step * self.cell.height
        middle_x = self.cell.left + (column + 0.5) * self.cell.width
        middle_y = self.cell.top + (line + 0.5) * self.cell.height
        return Grid(middle_x - width / 2, middle_y - height / 2, width, height, *shape)


def are_labels(contents: Iterable[str]) -> bool:
    """Whether cells are numbers or letters of rows or columns: nearly each is another one."""
    filled = [content for content in contents if content]
    kinds = len(set(filled))
    return kinds >= LEAST_LABELS and kinds >= SHARE_OF_LABELS * len(filled)
