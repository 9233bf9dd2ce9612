"""The text of a terminal in a picture: its signs, in the lines and columns in which a terminal sets them.

Where a board is printed as text there are no borders of cells. The signs of such a picture stand at equal
distances all the same, and equal signs look equal: digits are told by the networks, a dot and a dash by their
shape, and any other sign becomes a letter of its own. What that letter means is left to the reader of pasted
text, which tries what the rules of the game allow.

Numbers that name no source were set by hand on pictures of eight fonts at 9 to 40 pixels a line
(``tests/test_screenshots.py`` draws such ones) and on three published ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from .arrays import Array, shares_side_with_any
from .cells import cells_of
from .counter import runs
from .lattice import Grid
from .symbols import FLAG, ZERO, likelihoods, mixed, pictured, with_signs
from .work import CELL_SEEN, CELL_SIGNS, PIXEL_CHANGES, Work

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
ONE_COLUMN = 1.25, 1.0
"""Of a digit's height: how wide one column of a typeface is at most, and of most of them; signs may have more
between them."""
HEIGHT_REACH, MOST_WIDTH = 0.15, 1.0
"""Of a digit's height: by how much those of digits differ, and how wide one sign is at most."""
LEAST_COLUMN, LEAST_LINE_HEIGHT = 0.4, 1.1
"""Of a digit's height: the least distance of columns, and of lines."""
COHERENCE, SHARE_OF_BEST, AS_GOOD = 0.6, 0.85, 0.95
"""How well the middles of signs agree with one distance: 1 is that all do; of the best, how well a multiple
of it does, and how well any other one does that is larger."""
FIT_REACH = 0.2
"""How far from its place a sign is that is not of the same text, of the distance."""
BRACKETS_APART = 1.2
"""Of a column of the board: how far the two signs of a cursor around one place are apart at most."""
MULTIPLES, MULTIPLE_REACH = (2, 3, 4), 0.02
"""Multiples of a distance that are looked for, and how far around each of them, of itself."""
OVERHANG = 0.3
"""Of a column: how far a sign reaches into the next one without being cut."""
PHASE_STEP = 0.1
"""How finely distances are tried: by what share of one the last sign of a line is moved."""
GLYPH_SHARE = 0.62
"""Of a cell: the height of a sign, as the networks are used to."""
SAME_GLYPH = 0.1
"""How far signs of one kind are apart at most, of the ink of both."""
SAME_LETTER = 0.2
"""The same of signs that are no digits."""
OTHER_GLYPH = 0.35
"""How far signs are apart that are not one digit, of the ink of both."""
SURE_DIGIT = 0.6
"""How likely a digit is that is taken for one."""
LEAST_DIGIT = 0.3
"""The same of one that another kind of sign is already taken for."""
TALLEST_SIGN = 1.4
"""Of a digit's height: how high a sign of two pieces is at most, as ``j`` is."""
LINE_REACH = 0.6
"""Of a digit's height: how far below the highest middle of a line's signs the others have theirs."""
SIX = ZERO + 6
SOLID_BLOCK, HIDDEN_BY_CURSOR = 0.9, 0.5
"""The share of ink from which a sign is a block, as the cursor is; and how sure what is under that is."""
BAR_WIDTH, BLOCK_WIDTH, DASH_WIDTH = 0.2, 0.3, 1.6
"""Of its height: how wide a bar between cells is at most, and a block and a dash at least."""
SAMPLED_MEMBERS = 4
"""Signs of one kind that the networks look at."""
LARGE_CLUES = "45678"
LOW_GLYPH = 0.45
"""Of a digit's height: what is lower is a dot or a dash."""
LOW_DASH = 0.3
"""Of a digit's height: how far below a line's middle a dash is that is a low one."""
UNKNOWN_SIGNS = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
"""Names of signs that are neither digits nor dots: the reader of text knows no meaning of these."""
KNOWN_SIGNS = set("0123456789.-_|")
COMMON_SIGN, KNOWN_SHARE, LEAST_LINES = 0.2, 0.7, 4
"""Of the lines: in how many a sign is no letter of a word; of a line's signs, how many are known or such
ones; and lines of a board."""
PAGE, PANEL_SIGNS = 0, " цшщэю"
"""The number of the most common ground; and what a blank on each is called."""
WHOLE_PANEL = 0.97
"""How much of its rectangle a board on grounds of its own fills at least: only the cursor is missing."""
OFTEN_BESIDE = 0.05
"""Of the places beside clues: how many a ground of the board has at least."""
CORNER = 0.15
"""Of a place: how far from its edges its ground is looked at, across and down."""
GROUND_REACH = 0.6
"""Of a digit's height: how far above and below its middle that is at most."""
LEAST_LABELS, SHARE_OF_LABELS = 6, 0.7
"""How many labels of rows or columns have contents of their own, at least, and what share of them."""
STRAY_CONTRAST, MOST_STRAY = 12, 0.01
"""How far from every ground what is no sign is, of 255, and the share of a board of text that is so at most:
one with borders is none."""
MOST_KINDS = 120
"""Kinds of signs in a picture of text."""


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
        panel = self._panel()
        boxes = [panel] if panel else self._blocks()
        for first_line, end_line, first_column, end_column in boxes:
            box = slice(first_line, end_line), slice(first_column, end_column)
            is_inked = self.signs[box] != " "
            if not is_inked.any() or self.stray[box][is_inked].mean() > MOST_STRAY:
                continue
            cell = replace(
                self.cell,
                top=self.cell.top + first_line * self.cell.height,
                left=self.cell.left + first_column * self.cell.width,
            )
            block = TextGrid(
                self.signs[box], self.chances[box], self.ground[box], self.stray[box], cell
            )
            yield block
            if are_labels(block.lines[0].split()):
                yield block.without_first_line()

    def without_first_line(self) -> "TextGrid":
        """The same without the numbers of its columns, some of which may be misread."""
        cell = replace(self.cell, top=self.cell.top + self.cell.height)
        return TextGrid(self.signs[1:], self.chances[1:], self.ground[1:], self.stray[1:], cell)

    def _panel(self) -> tuple[int, int, int, int] | None:
        """Where a board is that lies on other grounds than the page; ``None``: it does not."""
        is_clue = np.isin(self.signs, list("12345678"))
        if not is_clue.any():
            return None
        opened_ground = int(np.bincount(self.ground[is_clue]).argmax())
        if opened_ground == PAGE:
            return None

        # Its hidden cells have a ground that is often beside clues; frames are beside none.
        beside_clue = self.ground[_shares_side(is_clue)]
        count_beside = np.bincount(beside_clue, minlength=MOST_GROUNDS)
        is_board_ground = count_beside >= OFTEN_BESIDE * count_beside.sum()
        is_board_ground[PAGE] = False
        is_board = np.isin(self.ground, np.flatnonzero(is_board_ground))

        # The board is what hangs together with the middle one of its clues.
        lines, columns = np.nonzero(is_clue & (self.ground == opened_ground))
        middle = int(np.argsort(lines, kind="stable")[len(lines) // 2])
        reached = _connected(is_board, (int(lines[middle]), int(columns[middle])))
        reached_lines = np.flatnonzero(reached.any(axis=1))
        reached_columns = np.flatnonzero(reached.any(axis=0))
        first_line, end_line = int(reached_lines[0]), int(reached_lines[-1]) + 1
        first_column, end_column = int(reached_columns[0]), int(reached_columns[-1]) + 1
        share = reached[first_line:end_line, first_column:end_column].mean()
        return (first_line, end_line, first_column, end_column) if share > WHOLE_PANEL else None

    def _blocks(self) -> Iterator[tuple[int, int, int, int]]:
        """Lines without a blank one between them, most signs of which are none that only a few lines have."""
        line_count = Counter(sign for line in self.signs for sign in set(line.tolist()))
        common = {
            sign for sign, count in line_count.items() if count >= COMMON_SIGN * len(self.signs)
        }
        is_known = np.isin(self.signs, list((common | KNOWN_SIGNS) - {" "}))
        is_sign = self.signs != " "

        # Above or below any sign of a board there is another one: around clues are hidden cells, and around
        # those are clues. What stands alone in its columns is a text beside the board.
        may_be_column = is_known.sum(axis=0) > 1
        sign_count = is_sign[:, may_be_column].sum(axis=1)
        known_count = is_known[:, may_be_column].sum(axis=1)
        is_of_board = (sign_count > 0) & (known_count >= KNOWN_SHARE * sign_count)
        by_length = sorted(runs(is_of_board, 0), key=lambda block: block[0] - block[1])
        for first_line, end_line in by_length:
            columns = np.flatnonzero(is_sign[first_line:end_line].sum(axis=0) > 1)
            if end_line - first_line >= LEAST_LINES and len(columns):
                first_column, end_column = int(columns[0]), int(columns[-1]) + 1
                # A number of two digits may begin or go on where no other line has a sign: ``10``.
                is_sign_of_block = is_sign[first_line:end_line]
                if (
                    is_sign_of_block[:, max(first_column - 1, 0) : first_column + 1]
                    .all(axis=1)
                    .any()
                ):
                    first_column = max(first_column - 1, 0)
                if is_sign_of_block[:, end_column - 1 : end_column + 1].all(axis=1).any():
                    end_column += 1
                yield first_line, end_line, first_column, end_column

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


class _Box(NamedTuple):
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


class _Glyphs(NamedTuple):
    """Signs of a picture: ``boxes`` int (n, 4), where each is, as in ``_Box``; ``lines`` int (n,): which line
    of ink each is in."""

    boxes: Array
    lines: Array

    @classmethod
    def of(cls, boxes: list[_Box], lines: list[int]) -> "_Glyphs":
        """The signs that are here, each in the line of the same number."""
        return cls(np.array(boxes), np.array(lines))

    def box(self, number: int) -> _Box:
        """Where one of them is."""
        return _Box(*self.boxes[number].tolist())

    def each_box(self) -> list[_Box]:
        """Where they are."""
        return [_Box(*box) for box in self.boxes.tolist()]

    @property
    def middles(self) -> Array:
        """float (n, 2): across and down."""
        return np.asarray((self.boxes[:, :2] + self.boxes[:, 2:]) / 2)

    @property
    def widths(self) -> Array:
        """int (n,)."""
        return np.asarray(self.boxes[:, 2] - self.boxes[:, 0])

    @property
    def heights(self) -> Array:
        """int (n,)."""
        return np.asarray(self.boxes[:, 3] - self.boxes[:, 1])

    def column_places(self, across: "_Pitch") -> Array:
        """float (n,): in which column of the text the middle of each is; no whole number between two."""
        return np.asarray((self.middles[:, 0] - across.phase) / across.distance)


class _Pitch(NamedTuple):
    """Pixels: a distance at which signs stand again and again, and where the middle of one of them is."""

    distance: float
    phase: float


class _Ink(NamedTuple):
    """What a picture of a terminal shows: the colours of its grounds, how far each pixel is from each of
    these, its glyphs, and how high a digit is."""

    grounds: Array
    nearest: Array
    glyphs: _Glyphs
    digit_height: float


def texts_in(pixels: Array, work: Work) -> Iterator[TextGrid]:
    """The texts that a picture of a terminal may show: where all signs have gaps between them a column of a
    board is taken for one of the text, at first, and for several then. None: its signs do not stand in lines
    and columns."""
    ink = _ink_of(pixels, work)
    if ink is None:
        return
    pitches_tried = []
    for widest in (np.inf, *ONE_COLUMN):
        pitches = _pitches(ink.glyphs, ink.digit_height, widest * ink.digit_height)
        if pitches is None or pitches in pitches_tried:
            continue
        pitches_tried.append(pitches)
        text = _text_at(pixels, ink, *pitches, work)
        if text is not None:
            yield text


def _ink_of(pixels: Array, work: Work) -> _Ink | None:
    """The signs of a picture; ``None``: it has none of a height that can be read."""
    work.spend(PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1])
    grounds = _grounds(pixels)
    if not len(grounds):
        return None
    nearest = np.stack([_distance_from(pixels, ground) for ground in grounds])
    is_ink = nearest.min(axis=0) > INK_CONTRAST
    glyphs = _glyphs(is_ink & ~_long_strokes(is_ink) & ~_long_strokes(is_ink.T).T)
    if glyphs is None:
        return None

    # Most signs are as high as a digit.
    digit_height = _digit_height(glyphs.heights)
    if not GLYPH_HEIGHTS[0] <= digit_height <= GLYPH_HEIGHTS[1]:
        return None
    return _Ink(grounds, nearest, glyphs, digit_height)


def _distance_from(pixels: Array, ground: Array) -> Array:
    """uint8 (height, width): how far the pixels of a picture are from a colour, at most of the three."""
    distance = np.zeros(pixels.shape[:2], np.uint8)
    for colour in range(3):
        difference = np.abs(pixels[..., colour].astype(np.int16) - ground[colour])
        np.maximum(distance, difference.astype(np.uint8), out=distance)
    return distance


def _text_at(pixels: Array, ink: _Ink, across: _Pitch, down: _Pitch, work: Work) -> TextGrid | None:
    """The text whose columns and lines stand at these distances; ``None``: its signs cannot be told."""
    nearest = ink.nearest
    glyphs = _joined(_split(_without_cursor(ink.glyphs, across), across), across)
    lines, columns, cell = _lines_and_columns(glyphs, ink.digit_height, across, down)
    signs = _signs(pixels, glyphs, ink.grounds, nearest, ink.digit_height, work)
    if signs is None:
        return None

    # A table of the signs: blanks where there are none, up to the picture's end.
    picture_height, picture_width = nearest.shape[1:]
    shape = (
        max(int(lines.max()) + 1, int((picture_height - cell.top) / cell.height)),
        max(int(columns.max()) + 1, int((picture_width - cell.left) / cell.width)),
    )
    ground = _ground_table(cell, nearest, shape, ink.digit_height)
    table = np.array(list(PANEL_SIGNS))[ground]
    chances = np.ones(shape)
    # A dash that lies low is another sign than one in the middle: one may be hidden cells, the other 0s.
    middle_of_line = cell.top + (lines + 0.5) * cell.height
    is_low = glyphs.middles[:, 1] - middle_of_line > LOW_DASH * ink.digit_height
    for line, column, lies_low, (sign, chance) in zip(lines, columns, is_low, signs, strict=True):
        table[line, column] = "_" if sign == "-" and lies_low else sign
        chances[line, column] = chance
    return TextGrid(table, chances, ground, _stray(cell, nearest, glyphs, shape), cell)


def _digit_height(heights: Array) -> float:
    """Pixels: how high most glyphs of these heights are that are no dots."""
    highest = np.percentile(heights, 90)
    return float(np.median(heights[heights > LOW_GLYPH * highest]))


def _is_digit_high(heights: Array, digit_height: float) -> Array:
    """bool (n,): which glyphs are as high as a digit."""
    return np.asarray(np.abs(heights - digit_height) <= max(1, HEIGHT_REACH * digit_height))


def _pitches(glyphs: _Glyphs, digit_height: float, widest: float) -> tuple[_Pitch, _Pitch] | None:
    """The distances of columns and of lines; ``None``: there are none."""
    is_narrow = glyphs.widths <= MOST_WIDTH * digit_height
    is_single = _is_digit_high(glyphs.heights, digit_height) & is_narrow
    if is_single.sum() < LEAST_GLYPHS:
        return None
    middles = glyphs.middles[is_single]
    across = _pitch(middles[:, 0], LEAST_COLUMN * digit_height, widest)
    down = _pitch(middles[:, 1], LEAST_LINE_HEIGHT * digit_height, np.inf)
    if across is None or down is None:
        return None
    return across, down


def _lines_and_columns(
    glyphs: _Glyphs, digit_height: float, across: _Pitch, down: _Pitch
) -> tuple[Array, Array, Grid]:
    """int (n,): the line and the column of each glyph; and the place of line 0 and column 0."""
    columns = _columns_of(glyphs, across)

    # A line's signs lie where its high ones do, for dots and dashes lie above or below the middle.
    is_high = _is_digit_high(glyphs.heights, digit_height)
    lines = np.empty(len(columns), int)
    for ink_line in np.unique(glyphs.lines):
        in_line = glyphs.lines == ink_line
        high_in_line = in_line & is_high
        deciding = high_in_line if high_in_line.any() else in_line
        middle = np.median(glyphs.middles[deciding, 1])
        lines[in_line] = round((middle - down.phase) / down.distance)

    # Lines and columns are counted from the picture's edge, or from the first sign where that lies before it.
    first_line = min(round(-down.phase / down.distance), lines.min())
    first_column = min(round(-across.phase / across.distance), columns.min())
    cell = Grid(
        across.phase + (first_column - 0.5) * across.distance,
        down.phase + (first_line - 0.5) * down.distance,
        across.distance,
        down.distance,
        1,
        1,
    )
    return lines - first_line, columns - first_column, cell


def _columns_of(glyphs: _Glyphs, across: _Pitch) -> Array:
    """int (n,): the column of each glyph. One that is two columns wide, as pictures in text are, has its
    middle between them: it takes that of the two in which more signs of one column stand."""
    places = glyphs.column_places(across)
    columns = np.rint(places).astype(int)
    stands_between = np.abs(places - columns) > FIT_REACH
    sign_count = Counter(columns[~stands_between].tolist())
    for glyph in np.flatnonzero(stands_between).tolist():
        column_before = int(np.floor(places[glyph]))
        both_columns = column_before, column_before + 1
        columns[glyph] = max(both_columns, key=sign_count.__getitem__)
    return columns


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


def _glyphs(ink: Array) -> _Glyphs | None:
    """What stands apart in each line of ink; ``None`` where that is too little or too much for a text."""
    stacks = []
    piece_count = 0
    ink_lines = runs(np.asarray(ink.any(axis=1)), 0)
    for ink_line, (first_row, end_row) in enumerate(ink_lines):
        line_ink = ink[first_row:end_row]
        for first_column, end_column in runs(np.asarray(line_ink.any(axis=0)), 0):
            has_ink = np.asarray(line_ink[:, first_column:end_column].any(axis=1))
            pieces = [
                _Box(first_column, first_row + top, end_column, first_row + bottom)
                for top, bottom in runs(has_ink, 0)
            ]
            stacks.append((ink_line, pieces))
            piece_count += len(pieces)
            if piece_count > MOST_GLYPHS:
                return None
    if len(stacks) < LEAST_GLYPHS:
        return None

    # Two pieces one above the other are one sign, as in ``:``, where that is no higher than one.
    all_pieces = [piece for _, pieces in stacks for piece in pieces]
    digit_height = _digit_height(np.array([piece.height for piece in all_pieces]))
    boxes_of_line: dict[int, list[_Box]] = {}
    for ink_line, pieces in stacks:
        boxes_of_line.setdefault(ink_line, []).extend(_stacked(pieces, digit_height))

    # A cursor or a scroll bar reaches from one line of text to the next: that ink is several lines.
    boxes: list[_Box] = []
    lines: list[int] = []
    for ink_line_boxes in boxes_of_line.values():
        for line_boxes in _lines_of_text(ink_line_boxes, digit_height):
            lines += [lines[-1] + 1 if lines else 0] * len(line_boxes)
            boxes += line_boxes
    return _Glyphs.of(boxes, lines)


def _stacked(pieces: list[_Box], digit_height: float) -> list[_Box]:
    """Pieces of ink one above the other, those of one sign as one."""
    stacked = pieces[:1]
    for piece in pieces[1:]:
        if piece.bottom - stacked[-1].top <= TALLEST_SIGN * digit_height:
            stacked[-1] = stacked[-1]._replace(bottom=piece.bottom)
        else:
            stacked.append(piece)
    return stacked


def _lines_of_text(boxes: list[_Box], digit_height: float) -> list[list[_Box]]:
    """The signs of one line of ink by lines of text, each from left to right."""
    lines: list[list[_Box]] = []
    line_end = -np.inf
    for box in sorted(boxes, key=lambda box: box.top + box.bottom):
        middle = (box.top + box.bottom) / 2
        if middle > line_end:
            lines.append([])
            line_end = middle + LINE_REACH * digit_height
        lines[-1].append(box)
    return [sorted(line) for line in lines]


def _split(glyphs: _Glyphs, across: _Pitch) -> _Glyphs:
    """The same with those cut at their columns' ends that touch their neighbours."""
    column_width, phase = across
    overhang = OVERHANG * column_width
    boxes: list[_Box] = []
    lines: list[int] = []
    for box, line in zip(glyphs.each_box(), glyphs.lines.tolist(), strict=True):
        first_column = round((box.left + overhang - phase) / column_width)
        last_column = round((box.right - overhang - phase) / column_width)
        if box.width <= column_width:
            last_column = first_column  # it is one sign, wherever it stands
        edges = [box.left]
        for column in range(first_column, last_column):
            edges.append(round(phase + (column + 0.5) * column_width))
        edges.append(box.right)
        for left_edge, right_edge in pairwise(edges):
            boxes.append(box._replace(left=left_edge, right=right_edge))
            lines.append(line)
    return _Glyphs.of(boxes, lines)


def _joined(glyphs: _Glyphs, across: _Pitch) -> _Glyphs:
    """The same with parts of one sign as one: neighbours in a line that stand in one column together."""
    boxes: list[_Box] = []
    lines: list[int] = []
    columns = np.rint(glyphs.column_places(across)).astype(int)
    previous_column = None
    for box, line, column in zip(
        glyphs.each_box(), glyphs.lines.tolist(), columns.tolist(), strict=True
    ):
        is_in_same_place = bool(lines) and lines[-1] == line and column == previous_column
        if is_in_same_place:
            previous = boxes[-1]
            joined = _Box(
                previous.left,
                min(box.top, previous.top),
                box.right,
                max(box.bottom, previous.bottom),
            )
            if joined.width <= across.distance:
                boxes[-1] = joined
                continue
        boxes.append(box)
        lines.append(line)
        previous_column = column
    return _Glyphs.of(boxes, lines)


def _without_cursor(glyphs: _Glyphs, across: _Pitch) -> _Glyphs:
    """The same without the two signs of a cursor, as ``[1]`` or ``>1<``: the only two of their line that
    stand between the columns, at both sides of one, where no other line has such a pair."""
    places = glyphs.column_places(across)
    stands_between = np.abs(places - np.rint(places)) > FIT_REACH
    pairs = []
    for line in np.unique(glyphs.lines):
        signs_between = np.flatnonzero(stands_between & (glyphs.lines == line))
        if len(signs_between) != 2:
            continue
        left_bracket, right_bracket = np.sort(places[signs_between])
        middle = (left_bracket + right_bracket) / 2
        is_around_a_column = abs(middle - round(middle)) < FIT_REACH
        if is_around_a_column and right_bracket - left_bracket < BRACKETS_APART:
            pairs.append(signs_between)

    # Where many cells have a pair, it is a part of their looks.
    if len(pairs) != 1:
        return glyphs
    brackets = pairs[0]
    boxes = np.delete(glyphs.boxes, brackets, axis=0)
    lines = np.delete(glyphs.lines, brackets)
    return _Glyphs(boxes, lines)


def _pitch(middles: Array, least_distance: float, most_distance: float) -> _Pitch | None:
    """The largest distance of which the differences of these places are multiples, and where one of them is;
    ``None``: there is none. The length of the mean of what they are on a circle of that length (Rayleigh)."""
    extent = float(np.ptp(middles))
    most_distance = min(most_distance, extent / 3)
    if most_distance <= least_distance:
        return None
    tried = _distances(least_distance, most_distance, extent)
    start = float(middles.min())
    # Of thousands of signs many stand at one place.
    places, sign_counts = np.unique(middles - start, return_counts=True)
    angles = 2j * np.pi * places / tried[:, None]
    circle = np.exp(angles) @ sign_counts / len(middles)
    coherence = np.abs(circle)
    if coherence.max() < COHERENCE:
        return None
    chosen = _largest_coherent(tried, coherence)
    distance = float(tried[chosen])
    phase = start + float(np.angle(circle[chosen])) / (2 * np.pi) * distance

    # More exactly, by a line through those that stand there (least squares).
    number = np.rint((middles - phase) / distance)
    fits = np.abs(middles - phase - number * distance) < FIT_REACH * distance
    if np.ptp(number[fits]) > 0:
        slope, intercept = np.polyfit(number[fits], middles[fits], 1)
        return _Pitch(float(slope), float(intercept))
    return _Pitch(distance, phase)


def _distances(least_distance: float, most_distance: float, extent: float) -> Array:
    """float (n,): distances that are tried, so close that no good one lies between two of them."""
    distances = [least_distance]
    while distances[-1] < most_distance:
        step = PHASE_STEP * distances[-1] ** 2 / extent
        distances.append(distances[-1] + step)
    return np.array(distances)


def _largest_coherent(tried: Array, coherence: Array) -> int:
    """The number of the distance that the signs agree with best, or of the largest multiple of it that they
    agree with nearly as well: signs at every distance stand at every half of it too."""
    # At a third and a quarter of their distance as well: the largest that is about as good.
    falls = coherence[:-1] > coherence[1:]
    is_peak = np.r_[True, ~falls] & np.r_[falls, True]
    is_as_good = coherence >= AS_GOOD * coherence.max()
    best = int(np.flatnonzero(is_peak & is_as_good)[-1])
    least_coherence = SHARE_OF_BEST * float(coherence[best])
    chosen = best
    for multiple in MULTIPLES:
        is_multiple = np.abs(tried / (multiple * tried[best]) - 1) < MULTIPLE_REACH
        if is_multiple.any() and coherence[is_multiple].max() >= least_coherence:
            chosen = int(np.where(is_multiple, coherence, 0).argmax())
    return chosen


def _signs(
    pixels: Array, glyphs: _Glyphs, grounds: Array, nearest: Array, digit_height: float, work: Work
) -> list[tuple[str, float]] | None:
    """The sign of each glyph, and how sure it is; ``None`` where there are too many kinds for a board."""
    work.spend(CELL_SEEN * len(glyphs.boxes))
    cells = _glyph_cells(pixels, glyphs, grounds, nearest)
    kinds, examples = _kinds_of_glyphs(cells)
    if len(examples) > MOST_KINDS:
        return None
    members = [np.flatnonzero(kinds == kind) for kind in range(len(examples))]
    evidence = _evidence(cells, members, work)
    digit_height = _height_of_digits(glyphs, members, evidence) or digit_height
    shapes = []
    for kind_members in members:
        box = glyphs.box(kind_members[0])
        shapes.append(_shape_of(box, nearest, digit_height))
    names = _names_of_kinds(examples, members, evidence, shapes)
    return [names[kind] for kind in kinds]


def _kinds_of_glyphs(cells: Array) -> tuple[Array, Array]:
    """int (n,): the kind of each glyph; and the look of the first glyph of each kind, as far as there are not
    too many for a board. Signs that look alike are one, whatever their colour."""
    contrast = np.abs(cells.astype(np.float32) - cells[:, :1, :1]).max(axis=3)
    strongest = np.maximum(contrast.max(axis=(1, 2)), 1)
    looks = (contrast / strongest[:, None, None]).reshape(len(cells), -1)
    kinds = np.full(len(cells), -1)
    examples = np.empty((MOST_KINDS + 1, looks.shape[1]), looks.dtype)
    kind_count = 0
    for number, look in enumerate(looks):
        distances = _apart(look, examples[:kind_count])
        if kind_count and distances.min() <= SAME_GLYPH:
            kinds[number] = distances.argmin()
            continue
        examples[kind_count] = look
        kinds[number] = kind_count
        kind_count += 1
        if kind_count > MOST_KINDS:
            break
    return kinds, examples[:kind_count]


class _Evidence(NamedTuple):
    """What the networks see in the kinds of signs: ``digits`` float (kinds, 9), how likely each of 0 to 8
    is; and ``upturned_six`` float (kinds,), how likely a 6 is when the sign is turned upside down."""

    digits: Array
    upturned_six: Array


def _evidence(cells: Array, members: list[Array], work: Work) -> _Evidence:
    """What the networks see, the mean of a few members of each kind."""
    sampled = [kind_members[:SAMPLED_MEMBERS] for kind_members in members]
    symbols = _symbols_seen(cells[np.concatenate(sampled)], work)
    ends = np.cumsum([len(sample) for sample in sampled])
    digits = []
    for sample_symbols in np.split(symbols, ends[:-1]):
        digits.append(sample_symbols.mean(axis=0)[ZERO:FLAG])
    turned_cells = np.stack([cells[sample[0], ::-1, ::-1] for sample in sampled])
    turned_symbols = _symbols_seen(turned_cells, work)
    return _Evidence(np.stack(digits), turned_symbols[:, SIX])


def _height_of_digits(glyphs: _Glyphs, members: list[Array], evidence: _Evidence) -> float | None:
    """Pixels: the height that most of the digits 1 to 8 have, as all of a typeface are equally high. Other
    signs may be more than the digits, and higher or lower, and one of them, such as a bracket, may look like
    a digit; ``None``: there are no digits."""
    height_of: dict[int, list[float]] = {}
    for kind_members, chances in zip(members, evidence.digits, strict=True):
        box = glyphs.box(kind_members[0])
        digit = int(chances.argmax())
        is_bar = box.width < BAR_WIDTH * box.height
        if not is_bar and digit > 0 and chances[digit] > SURE_DIGIT:
            height_of.setdefault(digit, []).append(float(np.median(glyphs.heights[kind_members])))
    if not height_of:
        return None
    heights = sorted(height for digit_heights in height_of.values() for height in digit_heights)
    votes = []
    for height in heights:
        has_digit = [
            bool(_is_digit_high(np.array(digit_heights), height).any())
            for digit_heights in height_of.values()
        ]
        votes.append(sum(has_digit))
    best = [height for height, vote in zip(heights, votes, strict=True) if vote == max(votes)]
    return float(np.median(best))


class _Shape(NamedTuple):
    """What a glyph is by its outline: ``name``, that of a block, a bar, a dash or a dot, with how sure it is,
    ``None``: none of these; and whether it may be a digit: it is as high as one, and no box with ink in all
    four corners."""

    name: tuple[str, float] | None
    may_be_digit: bool


def _shape_of(box: _Box, nearest: Array, digit_height: float) -> _Shape:
    """What the glyph in this box is by its outline."""
    contrast = nearest[(slice(None), *box.inside)].min(axis=0)
    is_ink = contrast > INK_CONTRAST
    corners = is_ink[[0, 0, -1, -1], [0, -1, 0, -1]]
    is_digit_high = bool(_is_digit_high(np.array(box.height), digit_height))
    has_width_of_block = box.width > BLOCK_WIDTH * box.height
    has_width_of_bar = box.width < BAR_WIDTH * box.height
    has_width_of_dash = box.width > DASH_WIDTH * box.height

    # A cursor is a block; a bar between cells is higher than a digit, a dash and a dot are lower.
    name = None
    if is_ink.mean() > SOLID_BLOCK and box.height > digit_height and has_width_of_block:
        name = PANEL_SIGNS[1], HIDDEN_BY_CURSOR
    elif box.height > (1 + HEIGHT_REACH) * digit_height and has_width_of_bar:
        name = "|", 1.0
    elif box.height < LOW_GLYPH * digit_height:
        name = ("-" if has_width_of_dash else "."), 1.0
    return _Shape(name, is_digit_high and not corners.all())


def _names_of_kinds(
    examples: Array, members: list[Array], evidence: _Evidence, shapes: list[_Shape]
) -> list[tuple[str, float]]:
    """The sign of each kind and how sure it is: its shape, a digit, or a letter of its own."""
    counts = np.array([len(kind_members) for kind_members in members])
    may_be_digit = np.array([shape.name is None and shape.may_be_digit for shape in shapes])
    while True:
        digits = _digits_of_kinds(examples, counts, evidence, may_be_digit)

        # Large clues are rare: what is more common than 1s and 2s is no such one, but a sign of hidden cells.
        # What that was taken for may then be another kind.
        glyph_count: Counter[str] = Counter()
        for kind, (digit, _) in digits.items():
            glyph_count[digit] += int(counts[kind])
        most_small = max(glyph_count["1"], glyph_count["2"])
        too_common = {digit for digit in LARGE_CLUES if glyph_count[digit] > most_small}
        if not too_common:
            break
        for digit in too_common:
            kinds_of_digit = [kind for kind, (sign, _) in digits.items() if sign == digit]
            may_be_digit[max(kinds_of_digit, key=counts.item)] = False

    # The most common ones first: there are not names for all letters of a long text.
    unknown_signs = iter(UNKNOWN_SIGNS)
    names = [shape.name or digits.get(kind) for kind, shape in enumerate(shapes)]
    named_letters: list[int] = []
    for kind in np.argsort(-counts, kind="stable").tolist():
        if names[kind] is not None:
            continue
        # Compression and cuts change a sign a bit; which letter of a word it is makes no difference.
        distances = _apart(examples[kind], examples[named_letters])
        if named_letters and distances.min() <= SAME_LETTER:
            names[kind] = names[named_letters[int(distances.argmin())]]
            continue
        names[kind] = next(unknown_signs, "?"), 1.0
        named_letters.append(kind)
    return [name for name in names if name is not None]


def _digits_of_kinds(
    examples: Array, counts: Array, evidence: _Evidence, may_be_digit: Array
) -> dict[int, tuple[str, float]]:
    """The digit that each kind is that is one, and how sure it is."""
    # The most common digits come first, as letters are rare: what looks unlike them later is no such digit.
    digits: dict[int, tuple[str, float]] = {}
    digit_examples: dict[int, Array] = {}
    digit_count = counts * evidence.digits.max(axis=1)
    for kind in np.argsort(-digit_count).tolist():
        if may_be_digit[kind]:
            digit = _digit_of(examples[kind], evidence, kind, digit_examples)
            if digit is not None:
                digits[kind] = digit
    return digits


def _digit_of(
    example: Array, evidence: _Evidence, kind: int, digit_examples: dict[int, Array]
) -> tuple[str, float] | None:
    """The digit that a kind is, and how sure it is; ``None``: it is none. A first look at a digit is kept in
    ``digit_examples``."""
    chances = evidence.digits[kind]
    if evidence.upturned_six[kind] > max(chances.max(), SURE_DIGIT):
        return "9", 1.0  # no clue, but rows and columns have numbers
    for digit in np.argsort(-chances)[:2].tolist():
        chance = float(chances[digit])
        if digit not in digit_examples:
            if chance > SURE_DIGIT:
                digit_examples[digit] = example
                return str(digit), chance
        elif chance > LEAST_DIGIT and _apart(digit_examples[digit], example) <= OTHER_GLYPH:
            return str(digit), chance
    return None


def _apart(look: Array, examples: Array) -> Array:
    """How unlike a sign and others are, or one other: the ink that only one has, of the ink of both."""
    ink_of_one = np.abs(look - examples).sum(axis=-1)
    return np.asarray(ink_of_one / (look + examples).sum(axis=-1))


def _glyph_cells(pixels: Array, glyphs: _Glyphs, grounds: Array, nearest: Array) -> Array:
    """uint8 (n, SIDE, SIDE, 3): each sign in the middle of a cell of its ground. Signs whose pixels and those
    around them are equal are cut out once."""
    cell_of_look: dict[tuple[int, bytes, bytes], Array] = {}
    cells = []
    for box in glyphs.each_box():
        sign_pixels = pixels[box.inside].tobytes()
        pixels_around = pixels[box.surrounding].tobytes()
        look = box.width, sign_pixels, pixels_around
        if look not in cell_of_look:
            cell_of_look[look] = _glyph_cell(pixels, box, grounds, nearest)
        cells.append(cell_of_look[look])
    return np.stack(cells)


def _glyph_cell(pixels: Array, box: _Box, grounds: Array, nearest: Array) -> Array:
    """uint8 (SIDE, SIDE, 3): a sign in the middle of a cell of its ground."""
    distance_around = nearest[(slice(None), *box.surrounding)]
    ground_area = (distance_around <= INK_CONTRAST).sum(axis=(1, 2))
    side = max(round(box.height / GLYPH_SHARE), box.width + 2)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = grounds[int(ground_area.argmax())]
    margin_left = (side - box.width) // 2
    margin_top = (side - box.height) // 2
    canvas_rows = slice(margin_top, margin_top + box.height)
    canvas_columns = slice(margin_left, margin_left + box.width)
    canvas[canvas_rows, canvas_columns] = pixels[box.inside]
    return np.asarray(cells_of(canvas, Grid(0, 0, side, side, 1, 1))[0])


def _symbols_seen(cells: Array, work: Work) -> Array:
    """float (n, symbols): what the networks see in signs on their grounds."""
    work.spend(CELL_SIGNS * len(cells))
    symbol_chances = likelihoods(cells)
    signs = likelihoods(cells, signs=True)
    return mixed(with_signs(cells, GLYPH_SHARE, symbol_chances, signs), pictured(cells, cells))


def _ground_table(cell: Grid, nearest: Array, shape: tuple[int, int], digit_height: float) -> Array:
    """int (lines, columns): the number of each place's ground, by its corners, where hardly a sign is; that
    of the page where they differ. Where lines are far apart a ground ends not far above and below a digit."""
    picture_height, picture_width = nearest.shape[1:]
    line_count, column_count = shape
    smallest = np.full(shape, MOST_GROUNDS)
    largest = np.full(shape, -1)
    above_middle = min(0.5 - CORNER, GROUND_REACH * digit_height / cell.height)
    for down, across in product((0.5 - above_middle, 0.5 + above_middle), (CORNER, 1 - CORNER)):
        corner_tops = cell.top + (np.arange(line_count) + down) * cell.height
        corner_lefts = cell.left + (np.arange(column_count) + across) * cell.width
        rows = np.clip(np.rint(corner_tops).astype(int), 0, picture_height - 1)
        columns = np.clip(np.rint(corner_lefts).astype(int), 0, picture_width - 1)
        corners = nearest[:, rows[:, None], columns]
        ground = corners.argmin(axis=0)
        is_ground = corners.min(axis=0) <= INK_CONTRAST
        smallest = np.where(is_ground, np.minimum(smallest, ground), smallest)
        largest = np.where(is_ground, np.maximum(largest, ground), largest)
    return np.where(smallest == largest, smallest, PAGE)


def _stray(cell: Grid, nearest: Array, glyphs: _Glyphs, shape: tuple[int, int]) -> Array:
    """float (lines, columns): the share of each place that is neither a ground nor about a sign."""
    is_stray = nearest.min(axis=0) > STRAY_CONTRAST
    for box in glyphs.each_box():
        is_stray[box.surrounding] = False

    # How many lie above and before each pixel: those of a place are the difference of four such numbers.
    height, width = is_stray.shape
    stray_before = np.zeros((height + 1, width + 1), np.int32)
    stray_before[1:, 1:] = is_stray
    np.cumsum(stray_before, axis=0, out=stray_before)
    np.cumsum(stray_before, axis=1, out=stray_before)
    tops, bottoms = _ends_of_places(cell.top, cell.height, shape[0], height)
    lefts, rights = _ends_of_places(cell.left, cell.width, shape[1], width)
    upper = stray_before[tops]
    lower = stray_before[bottoms]
    stray_count = lower[:, rights] - lower[:, lefts] - upper[:, rights] + upper[:, lefts]
    area = (bottoms - tops)[:, None] * (rights - lefts)
    return np.asarray(stray_count / np.maximum(area, 1))


def _ends_of_places(
    start: float, pitch: float, number: int, picture_size: int
) -> tuple[Array, Array]:
    """int (number,) each: the pixels at which places of a text begin and end, within the picture."""
    begins = start + pitch * np.arange(number)
    edges = np.rint([begins, begins + pitch]).astype(int)
    first_pixels, end_pixels = np.clip(edges, 0, picture_size)
    return first_pixels, end_pixels
