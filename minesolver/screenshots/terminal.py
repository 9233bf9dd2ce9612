"""The text of a terminal in a picture: its signs, in the lines and columns in which a terminal sets them.

Where a board is printed as text there are no borders of cells. The signs of such a picture stand at equal
distances all the same, and equal signs look equal: digits are told by the networks, a dot and a dash by their
shape, and any other sign becomes a letter of its own. What that letter means is left to the reader of pasted
text, which tries what the rules of the game allow.

Numbers that name no source were set by hand on pictures of eight fonts at 9 to 40 pixels a line
(``tests/test_screenshots.py`` draws such ones) and on three published ones.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .cells import cells_of
from .counter import runs
from .lattice import Grid
from .symbols import FLAG, ZERO, likelihoods, mixed, pictured, with_signs
from .work import CELL_SEEN, CELL_SIGNS, PIXEL_CHANGES, Work

Array = npt.NDArray[Any]

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
ONE_COLUMN = 1.25
"""Of a digit's height: how wide one column of a typeface is at most; signs may have more between them."""
HEIGHT_REACH, MOST_WIDTH = 0.15, 1.0
"""Of a digit's height: by how much those of digits differ, and how wide one sign is at most."""
COHERENCE, SHARE_OF_BEST = 0.6, 0.85
"""How well the middles of signs agree with one distance: 1 is that all do; and how well a multiple of it
does, of the best."""
FIT_REACH = 0.2
"""How far from its place a sign is that is not of the same text, of the distance."""
MULTIPLE_REACH = 0.02
"""How far a multiple of a distance is looked for around it, of itself."""
PHASE_STEP = 0.1
"""How finely distances are tried: by what share of one the last sign of a line is moved."""
GLYPH_SHARE = 0.62
"""Of a cell: the height of a sign, as the networks are used to."""
SAME_GLYPH = 0.1
"""How far signs of one kind are apart at most, of the ink of both."""
OTHER_GLYPH = 0.35
"""How far signs are apart that are not one digit, of the ink of both."""
SURE_DIGIT = 0.6
"""How likely a digit is that is taken for one."""
LEAST_DIGIT = 0.3
"""The same of one that another kind of sign is already taken for."""
SIX = ZERO + 6
SOLID_BLOCK, HIDDEN_BY_CURSOR = 0.9, 0.5
"""The share of ink from which a sign is a block, as the cursor is; and how sure what is under that is."""
BAR_WIDTH = 0.2
"""Of its height: how wide a bar between cells is at most."""
LOW_GLYPH = 0.45
"""Of a digit's height: what is lower is a dot or a dash."""
UNKNOWN_SIGNS = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
"""Names of signs that are neither digits nor dots: the reader of text knows no meaning of these."""
KNOWN_SIGNS = set("0123456789.-|")
COMMON_SIGN, KNOWN_SHARE, LEAST_LINES = 0.2, 0.7, 4
"""Of the lines: in how many a sign is no letter of a word; of a line's signs, how many are known or such
ones; and lines of a board."""
PAGE, PANEL_SIGNS = 0, " цшщэю"
"""The number of the most common ground; and what a blank on each is called."""
WHOLE_PANEL = 0.97
"""How much of its rectangle a board on grounds of its own fills at least: only the cursor is missing."""
CORNER = 0.15
"""Of a place: how far from its edges its ground is looked at, across and down."""
STRAY_CONTRAST, MOST_STRAY = 12, 0.01
"""How far from every ground what is no sign is, of 255, and the share of a board of text that is so at most:
one with borders is none."""
MOST_KINDS = 80
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
        parts = [panel] if panel else self._blocks()
        for first_line, end_line, first_column, end_column in parts:
            part = slice(first_line, end_line), slice(first_column, end_column)
            inked = self.signs[part] != " "
            if inked.any() and self.stray[part][inked].mean() <= MOST_STRAY:
                cell = replace(
                    self.cell,
                    top=self.cell.top + first_line * self.cell.height,
                    left=self.cell.left + first_column * self.cell.width,
                )
                tables = (self.signs, self.chances, self.ground, self.stray)
                signs, chances, ground, stray = (table[part] for table in tables)
                yield TextGrid(signs, chances, ground, stray, cell)

    def _panel(self) -> tuple[int, int, int, int] | None:
        """Where a board is that lies on other grounds than the page; ``None``: it does not."""
        is_clue = np.isin(self.signs, list("12345678"))
        if not is_clue.any():
            return None
        opened = int(np.bincount(self.ground[is_clue]).argmax())
        if opened == PAGE:
            return None
        # Its hidden cells have a ground that is often beside clues; frames are beside none.
        padded = np.pad(is_clue, 1)
        beside_clue = padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
        beside = np.bincount(self.ground[beside_clue], minlength=MOST_GROUNDS)
        grounds = [ground for ground in np.flatnonzero(beside >= 0.05 * beside.sum()) if ground != PAGE]
        is_board = np.isin(self.ground, grounds)

        # What hangs together with most clues.
        part = is_clue & (self.ground == opened)
        lines, columns = np.nonzero(part)
        middle = int(np.argsort(lines, kind="stable")[len(lines) // 2])
        reached = np.zeros_like(is_board)
        reached[lines[middle], columns[middle]] = True
        while True:
            padded = np.pad(reached, 1)
            more = padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
            more = (more | reached) & is_board
            if (more == reached).all():
                break
            reached = more
        in_lines, in_columns = np.flatnonzero(reached.any(axis=1)), np.flatnonzero(reached.any(axis=0))
        box = int(in_lines[0]), int(in_lines[-1]) + 1, int(in_columns[0]), int(in_columns[-1]) + 1
        whole = reached[box[0] : box[1], box[2] : box[3]].mean()
        return box if whole > WHOLE_PANEL else None

    def _blocks(self) -> Iterator[tuple[int, int, int, int]]:
        """Lines without a blank one between them, most signs of which are none that only a few lines have."""
        line_count = Counter(sign for line in self.signs for sign in set(line.tolist()))
        common = {sign for sign, count in line_count.items() if count >= COMMON_SIGN * len(self.signs)}
        is_of_board = []
        for line in self.signs:
            signs = [sign for sign in line.tolist() if sign != " "]
            known = sum(sign in common or sign in KNOWN_SIGNS for sign in signs)
            is_of_board.append(bool(signs) and known >= KNOWN_SHARE * len(signs))
        for first, end in sorted(runs(np.array(is_of_board), 0), key=lambda part: part[0] - part[1]):
            if end - first >= LEAST_LINES:
                inked = np.flatnonzero((self.signs[first:end] != " ").any(axis=0))
                yield first, end, int(inked[0]), int(inked[-1]) + 1

    def grid_of(
        self, line: int, column: int, line_step: int, column_step: int, shape: tuple[int, int]
    ) -> Grid:
        """The cells of a board in this text, by where its first sign is and how far its signs are apart."""
        width, height = column_step * self.cell.width, line_step * self.cell.height
        middle_x = self.cell.left + (column + 0.5) * self.cell.width
        middle_y = self.cell.top + (line + 0.5) * self.cell.height
        return Grid(middle_x - width / 2, middle_y - height / 2, width, height, *shape)


class _Glyphs(NamedTuple):
    """Signs of a picture: ``boxes`` int (n, 4): left, top, right, bottom; ``lines`` int (n,): which line of
    ink each is in."""

    boxes: Array
    lines: Array

    @property
    def middles(self) -> Array:
        """float (n, 2): across and down."""
        return np.asarray((self.boxes[:, :2] + self.boxes[:, 2:]) / 2)

    @property
    def heights(self) -> Array:
        """int (n,)."""
        return np.asarray(self.boxes[:, 3] - self.boxes[:, 1])


def read_text(pixels: Array, work: Work, widest: float = np.inf) -> TextGrid | None:
    """The text in a picture of a terminal; ``None`` where its signs do not stand in lines and columns.

    widest: How wide a column is at most, of a digit's height
    """
    work.spend(PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1])
    grounds = _grounds(pixels)
    if not len(grounds):
        return None
    nearest = np.stack([np.abs(pixels.astype(np.int16) - ground).max(axis=2) for ground in grounds])
    ink = nearest.min(axis=0) > INK_CONTRAST
    glyphs = _glyphs(ink & ~_long_strokes(ink) & ~_long_strokes(ink.T).T)
    if glyphs is None:
        return None

    # Most signs of a line are as high as a digit; their middles stand at the distance of lines and columns.
    highest = np.percentile(glyphs.heights, 90)
    digit_height = float(np.median(glyphs.heights[glyphs.heights > LOW_GLYPH * highest]))
    if not GLYPH_HEIGHTS[0] <= digit_height <= GLYPH_HEIGHTS[1]:
        return None
    widths = glyphs.boxes[:, 2] - glyphs.boxes[:, 0]
    is_single = np.abs(glyphs.heights - digit_height) <= max(1, HEIGHT_REACH * digit_height)
    is_single &= widths <= MOST_WIDTH * digit_height
    if is_single.sum() < LEAST_GLYPHS:
        return None
    across = _pitch(glyphs.middles[is_single, 0], 0.4 * digit_height, widest * digit_height)
    down = _pitch(glyphs.middles[is_single, 1], 1.1 * digit_height, np.inf)
    if across is None or down is None:
        return None
    glyphs = _split(glyphs, *across)
    is_high = np.abs(glyphs.heights - digit_height) <= max(1, HEIGHT_REACH * digit_height)

    # The line and the column of each sign; a line's signs lie where its high ones do.
    (column_width, column_phase), (line_height, line_phase) = across, down
    columns = np.rint((glyphs.middles[:, 0] - column_phase) / column_width).astype(int)
    lines = np.empty(len(columns), int)
    for number in np.unique(glyphs.lines):
        of_line = glyphs.lines == number
        high = of_line & is_high
        middle = np.median(glyphs.middles[high if high.any() else of_line, 1])
        lines[of_line] = round((middle - line_phase) / line_height)
    first_line, first_column = round(-line_phase / line_height), round(-column_phase / column_width)
    first_line, first_column = min(first_line, lines.min()), min(first_column, columns.min())
    lines -= first_line
    columns -= first_column
    cell = Grid(
        column_phase + (first_column - 0.5) * column_width,
        line_phase + (first_line - 0.5) * line_height,
        column_width,
        line_height,
        1,
        1,
    )
    signs = _signs(pixels, glyphs, grounds, nearest, digit_height, work)
    if signs is None:
        return None
    high, wide = ink.shape
    shape = (
        max(int(lines.max()) + 1, int((high - cell.top) / cell.height)),
        max(int(columns.max()) + 1, int((wide - cell.left) / cell.width)),
    )
    ground = _ground_table(cell, nearest, shape)
    table, chances = np.array(list(PANEL_SIGNS))[ground], np.ones(shape)
    for line, column, (sign, chance) in zip(lines, columns, signs, strict=True):
        table[line, column], chances[line, column] = sign, chance
    return TextGrid(table, chances, ground, _stray(cell, nearest, glyphs, shape), cell)


def _grounds(pixels: Array) -> Array:
    """int16 (k, 3): the colours of what is of one colour, the most common first."""
    high, wide = (side // FLAT_BLOCK for side in pixels.shape[:2])
    whole = pixels[: high * FLAT_BLOCK, : wide * FLAT_BLOCK]
    blocks = whole.reshape(high, FLAT_BLOCK, wide, FLAT_BLOCK, 3).swapaxes(1, 2).reshape(-1, FLAT_BLOCK**2, 3)
    is_flat = np.ptp(blocks, axis=1).max(axis=1) <= FLAT_CONTRAST
    if not is_flat.any():
        return np.zeros((0, 3), np.int16)
    coarse = blocks[is_flat].mean(axis=1).round().astype(np.int16) // 16
    _, first, count = np.unique(coarse, axis=0, return_index=True, return_counts=True)
    common = [k for k in np.argsort(-count) if count[k] >= LEAST_FLAT_SHARE * len(blocks)]
    exact = blocks[is_flat][first].mean(axis=1).round().astype(np.int16)
    return np.asarray(exact[common[:MOST_GROUNDS]])


def _long_strokes(ink: Array) -> Array:
    """bool (height, width): ink that goes straight down for longer than any digit: lines, a window's edge."""
    length = GLYPH_HEIGHTS[1] + 1
    if len(ink) < length:
        return np.zeros_like(ink)
    total = np.concatenate([np.zeros((1, ink.shape[1]), int), np.cumsum(ink, axis=0)])
    begins = total[length:] - total[:-length] == length
    # A pixel is in such a stroke where one begins at it or less than the length above.
    begun = np.concatenate([np.zeros((length, ink.shape[1]), int), np.cumsum(begins, axis=0)])
    begun = np.concatenate([begun, np.repeat(begun[-1:], length - 1, axis=0)])
    return np.asarray(begun[length:] - begun[:-length] > 0)


def _glyphs(ink: Array) -> _Glyphs | None:
    """What stands apart in each line of ink; ``None`` where that is too little or too much for a text."""
    boxes, lines = [], []
    for number, (top, bottom) in enumerate(runs(np.asarray(ink.any(axis=1)), 0)):
        for left, right in runs(np.asarray(ink[top:bottom].any(axis=0)), 0):
            rows = np.flatnonzero(ink[top:bottom, left:right].any(axis=1))
            boxes.append((left, top + int(rows[0]), right, top + int(rows[-1]) + 1))
            lines.append(number)
            if len(boxes) > MOST_GLYPHS:
                return None
    if len(boxes) < LEAST_GLYPHS:
        return None
    return _Glyphs(np.array(boxes), np.array(lines))


def _split(glyphs: _Glyphs, width: float, phase: float) -> _Glyphs:
    """The same with those cut at their columns' ends that touch their neighbours."""
    boxes, lines = [], []
    for (left, top, right, bottom), line in zip(glyphs.boxes.tolist(), glyphs.lines.tolist(), strict=True):
        first = round((left + 0.3 * width - phase) / width)
        last = round((right - 0.3 * width - phase) / width)
        cuts = [round(phase + (column + 0.5) * width) for column in range(first, last)]
        for begin, end in pairwise([left, *cuts, right]):
            boxes.append((begin, top, end, bottom))
            lines.append(line)
    return _Glyphs(np.array(boxes), np.array(lines))


def _pitch(middles: Array, least: float, most: float) -> tuple[float, float] | None:
    """The largest distance of which the differences of these places are multiples, and where one of them is;
    ``None``: there is none. The length of the mean of what they are on a circle of that length (Rayleigh)."""
    extent = float(np.ptp(middles))
    most = min(most, extent / 3)
    if most <= least:
        return None
    distances = [least]
    while distances[-1] < most:
        distances.append(distances[-1] + PHASE_STEP * distances[-1] ** 2 / extent)
    tried = np.array(distances)
    circle = np.exp(2j * np.pi * (middles - middles.min()) / tried[:, None]).mean(axis=1)
    coherence = np.abs(circle)
    best = float(coherence.max())
    if best < COHERENCE:
        return None
    # Signs at every distance stand at every half of it too; of the multiples the largest that all agree with.
    chosen = int(coherence.argmax())
    for multiple in (2, 3, 4):
        beside = np.abs(tried / (multiple * tried[coherence.argmax()]) - 1) < MULTIPLE_REACH
        if beside.any() and coherence[beside].max() >= SHARE_OF_BEST * best:
            chosen = int(np.where(beside, coherence, 0).argmax())
    distance = float(tried[chosen])
    phase = float(middles.min()) + float(np.angle(circle[chosen])) / (2 * np.pi) * distance

    # More exactly, by a line through those that stand there (least squares).
    number = np.rint((middles - phase) / distance)
    fits = np.abs(middles - phase - number * distance) < FIT_REACH * distance
    if np.ptp(number[fits]) > 0:
        distance, phase = (float(value) for value in np.polyfit(number[fits], middles[fits], 1))
    return distance, phase


def _signs(
    pixels: Array, glyphs: _Glyphs, grounds: Array, nearest: Array, digit_height: float, work: Work
) -> list[tuple[str, float]] | None:
    """The sign of each glyph, and how sure it is; ``None`` where there are too many kinds for a board."""
    work.spend(CELL_SEEN * len(glyphs.boxes))
    cells = np.stack([_glyph_cell(pixels, box, grounds, nearest) for box in glyphs.boxes])
    contrast = np.abs(cells.astype(np.float32) - cells[:, :1, :1]).max(axis=3)
    looks = (contrast / np.maximum(contrast.max(axis=(1, 2)), 1)[:, None, None]).reshape(len(cells), -1)

    # Signs that look alike are one, whatever their colour: the likeliest of all of these.
    kinds = np.full(len(cells), -1)
    examples: list[Array] = []
    for number, look in enumerate(looks):
        apart = [_apart(look, example) for example in examples]
        if not apart or min(apart) > SAME_GLYPH:
            examples.append(look)
            kinds[number] = len(examples) - 1
        else:
            kinds[number] = int(np.argmin(apart))
    if len(examples) > MOST_KINDS:
        return None
    sampled = [np.flatnonzero(kinds == kind)[:4] for kind in range(len(examples))]
    seen = _symbols_seen(cells[np.concatenate(sampled)], work)
    ends = np.cumsum([len(members) for members in sampled])
    means = [part.mean(axis=0) for part in np.split(seen, ends[:-1])]
    turned = _symbols_seen(np.stack([cells[members[0], ::-1, ::-1] for members in sampled]), work)

    names = [("?", 1.0)] * len(examples)
    unknown = iter(UNKNOWN_SIGNS)
    digits: dict[int, Array] = {}
    # The most common first, as letters are rare: signs that do not look alike are not one digit.
    evidence = np.bincount(kinds) * np.array([mean[ZERO:FLAG].max() for mean in means])
    for kind in np.argsort(-evidence).tolist():
        left, top, right, bottom = glyphs.boxes[sampled[kind][0]].tolist()
        width, height = right - left, bottom - top
        is_ink = nearest[:, top:bottom, left:right].min(axis=0) > INK_CONTRAST
        is_digit = abs(height - digit_height) <= max(1, HEIGHT_REACH * digit_height)
        if is_ink.mean() > SOLID_BLOCK and height > digit_height and width > 0.3 * height:
            names[kind] = PANEL_SIGNS[1], HIDDEN_BY_CURSOR
            continue
        if height > (1 + HEIGHT_REACH) * digit_height and width < BAR_WIDTH * height:
            names[kind] = "|", 1.0
            continue
        if height < LOW_GLYPH * digit_height:
            names[kind] = ("-" if width > 1.6 * height else "."), 1.0
            continue
        if is_digit and turned[kind, SIX] > max(means[kind][ZERO:FLAG].max(), SURE_DIGIT):
            names[kind] = "9", 1.0  # no clue, but rows and columns have numbers
            continue
        for digit in np.argsort(-means[kind][ZERO:FLAG])[:2].tolist() if is_digit else []:
            chance = float(means[kind][ZERO + digit])
            is_other = digit in digits and _apart(digits[digit], examples[kind]) > OTHER_GLYPH
            if not is_other and chance > (SURE_DIGIT if digit not in digits else LEAST_DIGIT):
                digits.setdefault(digit, examples[kind])
                names[kind] = str(digit), chance
                break
        else:
            names[kind] = next(unknown, "?"), 1.0
    # Large clues are rare: what is more common than 1s and 2s is no such one, but a sign of hidden cells.
    count = Counter(names[kind][0] for kind in kinds)
    too_common = {digit for digit in "45678" if count[digit] > max(count["1"], count["2"])}
    for kind, (sign, _) in enumerate(names):
        if sign in too_common:
            names[kind] = next(unknown, "?"), 1.0
    return [names[kind] for kind in kinds]


def _apart(one: Array, other: Array) -> float:
    """How unlike two signs are: the ink that only one has, of the ink of both."""
    return float(np.abs(one - other).sum() / (one + other).sum())


def _glyph_cell(pixels: Array, box: Array, grounds: Array, nearest: Array) -> Array:
    """uint8 (SIDE, SIDE, 3): a sign in the middle of a cell of its ground."""
    left, top, right, bottom = box.tolist()
    around = nearest[:, max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] <= INK_CONTRAST
    ground = grounds[int(around.sum(axis=(1, 2)).argmax())]
    side = max(round((bottom - top) / GLYPH_SHARE), right - left + 2)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = ground
    y, x = (side - (bottom - top)) // 2, (side - (right - left)) // 2
    canvas[y : y + bottom - top, x : x + right - left] = pixels[top:bottom, left:right]
    return np.asarray(cells_of(canvas, Grid(0, 0, side, side, 1, 1))[0])


def _symbols_seen(cells: Array, work: Work) -> Array:
    """float (n, symbols): what the networks see in signs on their grounds."""
    work.spend(CELL_SIGNS * len(cells))
    seen = likelihoods(cells)
    signs = likelihoods(cells, signs=True)
    return mixed(with_signs(cells, GLYPH_SHARE, seen, signs), pictured(cells, cells))


def _ground_table(cell: Grid, nearest: Array, shape: tuple[int, int]) -> Array:
    """int (lines, columns): the number of each place's ground, by its corners, where hardly a sign is; that
    of the page where they differ."""
    high, wide = nearest.shape[1:]
    smallest = np.full(shape, MOST_GROUNDS)
    largest = np.full(shape, -1)
    for down, across in product((CORNER, 1 - CORNER), repeat=2):
        ys = np.rint(cell.top + (np.arange(shape[0]) + down) * cell.height).astype(int)
        xs = np.rint(cell.left + (np.arange(shape[1]) + across) * cell.width).astype(int)
        corners = nearest[:, np.clip(ys, 0, high - 1)[:, None], np.clip(xs, 0, wide - 1)]
        ground = corners.argmin(axis=0)
        is_ground = corners.min(axis=0) <= INK_CONTRAST
        smallest = np.where(is_ground, np.minimum(smallest, ground), smallest)
        largest = np.where(is_ground, np.maximum(largest, ground), largest)
    return np.where(smallest == largest, smallest, PAGE)


def _stray(cell: Grid, nearest: Array, glyphs: _Glyphs, shape: tuple[int, int]) -> Array:
    """float (lines, columns): the share of each place that is neither a ground nor about a sign."""
    is_stray = nearest.min(axis=0) > STRAY_CONTRAST
    for left, top, right, bottom in glyphs.boxes.tolist():
        is_stray[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = False
    shares = np.zeros(shape)
    for line in range(shape[0]):
        for column in range(shape[1]):
            left, top, right, bottom = (max(0, round(edge)) for edge in cell.box(line, column))
            shares[line, column] = (
                is_stray[top:bottom, left:right].mean() if right > left and bottom > top else 0
            )
    return shares
