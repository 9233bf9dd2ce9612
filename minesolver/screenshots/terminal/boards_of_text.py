"""Where in a text a board may be: on grounds of its own, or in lines that have the signs of one."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import Array, shares_side_with_any
from ..counter import runs
from .alphabet import KNOWN_SIGNS, PAGE
from .ink import MOST_GROUNDS

COMMON_SIGN = 0.2
"""Of the lines of a text: in how many a sign is no letter of a word."""
KNOWN_SHARE = 0.7
"""Of a line's signs: how many are known or such ones in a board."""
LEAST_LINES = 4
"""Lines of a board."""
OFTEN_BESIDE = 0.05
"""Of the places beside clues: how many a ground of the board has at least."""
WHOLE_PANEL = 0.97
"""How much of its rectangle a board on grounds of its own fills at least: only the cursor is missing."""


class TextBox(NamedTuple):
    """Some lines and columns of a text; the ends are the first ones behind it."""

    first_line: int
    end_line: int
    first_column: int
    end_column: int

    @property
    def inside(self) -> tuple[slice, slice]:
        """The lines and the columns."""
        return slice(self.first_line, self.end_line), slice(self.first_column, self.end_column)


def likely_boxes(signs: Array, grounds: Array) -> Iterator[TextBox]:
    """Where a board may be, the likeliest place first.

    signs: (lines, columns), one character each; ``grounds``: int, the number of what each stands on
    """
    panel = _panel(signs, grounds)
    if panel is not None:
        yield panel
    else:
        yield from _blocks(signs)


def _panel(signs: Array, grounds: Array) -> TextBox | None:
    """Where a board is that lies on other grounds than the page; ``None``: it does not."""
    is_clue = np.isin(signs, list("12345678"))
    if not is_clue.any():
        return None
    opened_ground = int(np.bincount(grounds[is_clue]).argmax())
    if opened_ground == PAGE:
        return None

    # Its hidden cells have a ground that is often beside clues; frames are beside none.
    beside_clue = grounds[_shares_side(is_clue)]
    count_beside = np.bincount(beside_clue, minlength=MOST_GROUNDS)
    is_board_ground = count_beside >= OFTEN_BESIDE * count_beside.sum()
    is_board_ground[PAGE] = False
    is_board = np.isin(grounds, np.flatnonzero(is_board_ground))

    # The board is what hangs together with the middle one of its clues.
    lines, columns = np.nonzero(is_clue & (grounds == opened_ground))
    middle = int(np.argsort(lines, kind="stable")[len(lines) // 2])
    reached = _connected(is_board, (int(lines[middle]), int(columns[middle])))
    reached_lines = np.flatnonzero(reached.any(axis=1))
    reached_columns = np.flatnonzero(reached.any(axis=0))
    box = TextBox(
        first_line=int(reached_lines[0]),
        end_line=int(reached_lines[-1]) + 1,
        first_column=int(reached_columns[0]),
        end_column=int(reached_columns[-1]) + 1,
    )
    return box if reached[box.inside].mean() > WHOLE_PANEL else None


def _blocks(signs: Array) -> Iterator[TextBox]:
    """Lines without a blank one between them, most signs of which are none that only a few lines have; the
    longest block first."""
    is_sign = signs != " "
    by_length = sorted(
        runs(_may_be_of_board(signs), 0), key=lambda block_ends: block_ends[0] - block_ends[1]
    )
    for first_line, end_line in by_length:
        is_sign_of_block = is_sign[first_line:end_line]
        columns = np.flatnonzero(is_sign_of_block.sum(axis=0) > 1)
        if end_line - first_line < LEAST_LINES or not len(columns):
            continue
        first_column, end_column = int(columns[0]), int(columns[-1]) + 1

        # A number of two digits may begin or go on where no other line has a sign: ``10``.
        column_before = max(first_column - 1, 0)
        begins_before = is_sign_of_block[:, column_before : first_column + 1].all(axis=1)
        if begins_before.any():
            first_column = column_before
        goes_on = is_sign_of_block[:, end_column - 1 : end_column + 1].all(axis=1)
        if goes_on.any():
            end_column += 1
        yield TextBox(first_line, end_line, first_column, end_column)


def _may_be_of_board(signs: Array) -> Array:
    """bool (lines,): in which lines most signs are known, or such as many lines have."""
    line_count = Counter(sign for line in signs for sign in set(line.tolist()))
    common_signs = {sign for sign, count in line_count.items() if count >= COMMON_SIGN * len(signs)}
    is_known = np.isin(signs, list((common_signs | KNOWN_SIGNS) - {" "}))
    is_sign = signs != " "

    # Above or below any sign of a board there is another one: around clues are hidden cells, and around
    # those are clues. What stands alone in its columns is a text beside the board.
    may_be_column = is_known.sum(axis=0) > 1
    sign_count = is_sign[:, may_be_column].sum(axis=1)
    known_count = is_known[:, may_be_column].sum(axis=1)
    return np.asarray((sign_count > 0) & (known_count >= KNOWN_SHARE * sign_count))


def _shares_side(flags: Array) -> Array:
    """bool (lines, columns): which places are above, below, left or right of one of these."""
    return np.asarray(shares_side_with_any(flags[None])[0])


def _connected(is_board: Array, start: tuple[int, int]) -> Array:
    """bool (lines, columns): the places of a board that hang together with one of them."""
    reached = np.zeros_like(is_board)
    reached[start] = True
    while True:
        grown = (_shares_side(reached) | reached) & is_board
        if (grown == reached).all():
            return reached
        reached = grown
