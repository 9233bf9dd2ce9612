"""The text of a terminal in a picture: its signs, in the lines and columns in which a terminal sets them.

Where a board is printed as text there are no borders of cells. The signs of such a picture stand at equal
distances all the same, and equal signs look equal: digits are told by the networks, a dot and a dash by their
shape, and any other sign becomes a letter of its own. What that letter means is left to the reader of pasted
text, which tries what the rules of the game allow.

Numbers that name no source were set by hand on pictures of eight fonts at 9 to 40 pixels a line
(``tests/test_screenshots.py`` draws such ones) and on three published ones.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .cells import cells_of
from .counter import runs
from .lattice import Grid
from .symbols import FLAG, SIDE, ZERO, likelihoods, mixed, pictured, with_signs
from .work import CELL_SEEN, CELL_SIGNS, PIXEL_CHANGES, Work

Array = npt.NDArray[Any]

FLAT_BLOCK, FLAT_CONTRAST, LEAST_FLAT_SHARE = 8, 10, 0.01
"""Side of the squares of one colour by which grounds are known, how far its colours are apart at most, of 255,
and the share of a picture that a ground takes at least."""
MOST_GROUNDS = 4
INK_CONTRAST = 50
"""How far ink is from every ground, of 255."""
LEAST_GLYPHS, MOST_GLYPHS = 20, 3000
"""Signs of a picture with a board of text."""
GLYPH_HEIGHTS = (6, 80)
"""Pixels of a digit's height."""
COHERENCE, SHARE_OF_BEST = 0.6, 0.85
"""How well the middles of signs agree with one distance: 1 is that all do; and how well the largest such distance
does, of the best."""
PHASE_STEP = 0.1
"""How finely distances are tried: by what share of one the last sign of a line is moved."""
GLYPH_SHARE = 0.62
"""Of a cell: the height of a sign, as the networks are used to."""
SAME_GLYPH = 0.3
"""How far signs of one kind are apart at most, of the ink of both."""
SURE_DIGIT = 0.6
LOW_GLYPH = 0.45
"""Of a digit's height: what is lower is a dot or a dash."""
UNKNOWN_SIGNS = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩбгджзилпфцчшщэюя"
PANEL_SIGN = "□"
"""A blank sign on another ground than most of the picture's."""


class TextGrid(NamedTuple):
    """The text of a terminal. ``lines``: its signs; ``chances``: float (lines, columns), how sure each is;
    ``cell``: the first line's first sign in the picture."""

    lines: list[str]
    chances: Array
    cell: Grid

    def grid_of(self, line: int, column: int, line_step: int, column_step: int, shape: tuple[int, int]) -> Grid:
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


def read_text(pixels: Array, work: Work) -> TextGrid | None:
    """The text in a picture of a terminal; ``None`` where its signs do not stand in lines and columns."""
    work.spend(PIXEL_CHANGES * pixels.shape[0] * pixels.shape[1])
    grounds = _grounds(pixels)
    if not len(grounds):
        return None
    nearest = np.stack([np.abs(pixels.astype(np.int16) - ground).max(axis=2) for ground in grounds])
    ink = nearest.min(axis=0) > INK_CONTRAST
    glyphs = _glyphs(ink)
    if glyphs is None:
        return None

    # Most signs of a line are as high as a digit; their middles stand at the distance of lines and columns.
    digit_height = float(np.median(glyphs.heights))
    if not GLYPH_HEIGHTS[0] <= digit_height <= GLYPH_HEIGHTS[1]:
        return None
    is_high = np.abs(glyphs.heights - digit_height) <= max(1, 0.15 * digit_height)
    if is_high.sum() < LEAST_GLYPHS:
        return None
    across = _pitch(glyphs.middles[is_high, 0], 0.4 * digit_height)
    down = _pitch(glyphs.middles[is_high, 1], 1.1 * digit_height)
    if across is None or down is None:
        return None

    # The line and the column of each sign; a line's signs lie where its high ones do.
    (column_width, column_phase), (line_height, line_phase) = across, down
    columns = np.rint((glyphs.middles[:, 0] - column_phase) / column_width).astype(int)
    lines = np.empty(len(columns), int)
    for number in np.unique(glyphs.lines):
        of_line = glyphs.lines == number
        high = of_line & is_high
        middle = np.median(glyphs.middles[high if high.any() else of_line, 1])
        lines[of_line] = round((middle - line_phase) / line_height)
    first_line, first_column = int(lines.min()), int(columns.min())
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
    signs, sureness = _signs(pixels, glyphs, grounds, nearest, digit_height, work)
    return _laid_out(signs, sureness, lines, columns, cell, nearest)


def _grounds(pixels: Array) -> Array:
    """int16 (k, 3): the colours of what is of one colour, the most common first."""
    high, wide = (side // FLAT_BLOCK for side in pixels.shape[:2])
    whole = pixels[: high * FLAT_BLOCK, : wide * FLAT_BLOCK]
    blocks = whole.reshape(high, FLAT_BLOCK, wide, FLAT_BLOCK, 3).swapaxes(1, 2).reshape(-1, FLAT_BLOCK**2, 3)
    is_flat = np.ptp(blocks, axis=1).max(axis=1) <= FLAT_CONTRAST
    if not is_flat.any():
        return np.zeros((0, 3), np.int16)
    coarse = blocks[is_flat].mean(axis=1).round().astype(np.int16) // 16
    colours, first, count = np.unique(coarse, axis=0, return_index=True, return_counts=True)
    common = [k for k in np.argsort(-count) if count[k] >= LEAST_FLAT_SHARE * len(blocks)]
    exact = blocks[is_flat][first].mean(axis=1).round().astype(np.int16)
    return np.asarray(exact[common[:MOST_GROUNDS]])


def _glyphs(ink: Array) -> _Glyphs | None:
    """What stands apart in each line of ink; ``None`` where that is too little or too much for a text."""
    boxes, lines = [], []
    for number, (top, bottom) in enumerate(runs(ink.any(axis=1), 0)):
        for left, right in runs(ink[top:bottom].any(axis=0), 0):
            rows = np.flatnonzero(ink[top:bottom, left:right].any(axis=1))
            boxes.append((left, top + int(rows[0]), right, top + int(rows[-1]) + 1))
            lines.append(number)
            if len(boxes) > MOST_GLYPHS:
                return None
    if len(boxes) < LEAST_GLYPHS:
        return None
    return _Glyphs(np.array(boxes), np.array(lines))


def _pitch(middles: Array, least: float) -> tuple[float, float] | None:
    """The largest distance of which the differences of these places are multiples, and where one of them is;
    ``None``: there is none. The length of the mean of what they are on a circle of that length (Rayleigh)."""
    extent = float(np.ptp(middles))
    most = extent / 3
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
    # The top of the last peak that is about as high as the best one.
    last = int(np.flatnonzero(coherence >= SHARE_OF_BEST * best)[-1])
    while last > 0 and coherence[last - 1] >= coherence[last]:
        last -= 1
    distance = float(tried[last])
    phase = float(np.angle(circle[last])) / (2 * np.pi) * distance
    return distance, float(middles.min()) + phase


def _signs(
    pixels: Array, glyphs: _Glyphs, grounds: Array, nearest: Array, digit_height: float, work: Work
) -> tuple[list[str], Array]:
    """The sign of each glyph, and how sure it is."""
    work.spend(CELL_SEEN * len(glyphs.boxes))
    cells = np.stack([_glyph_cell(pixels, box, grounds, nearest) for box in glyphs.boxes])
    contrast = np.abs(cells.astype(np.float32) - cells[:, :1, :1]).max(axis=3)
    looks = (contrast / np.maximum(contrast.max(axis=(1, 2)), 1)[:, None, None]).reshape(len(cells), -1)

    # Signs that look alike are one, whatever their colour: the likeliest of all of these.
    kinds = np.full(len(cells), -1)
    examples: list[Array] = []
    for number, look in enumerate(looks):
        apart = [float(np.abs(look - other).sum() / (look + other).sum()) for other in examples]
        if not apart or min(apart) > SAME_GLYPH:
            examples.append(look)
            kinds[number] = len(examples) - 1
        else:
            kinds[number] = int(np.argmin(apart))
    sampled = [np.flatnonzero(kinds == kind)[:8] for kind in range(len(examples))]
    seen = _symbols_seen(cells[np.concatenate(sampled)], work)
    ends = np.cumsum([len(members) for members in sampled])
    means = [part.mean(axis=0) for part in np.split(seen, ends[:-1])]

    signs, sureness = [], []
    unknown = iter(UNKNOWN_SIGNS)
    names: dict[int, tuple[str, float]] = {}
    for kind, height, box in zip(kinds.tolist(), glyphs.heights, glyphs.boxes, strict=True):
        if kind not in names:
            digit = int(means[kind][ZERO:FLAG].argmax())
            chance = float(means[kind][ZERO + digit])
            width = int(box[2] - box[0])
            if height < LOW_GLYPH * digit_height:
                names[kind] = "-" if width > 1.6 * height else ".", 1.0
            elif chance > SURE_DIGIT:
                names[kind] = str(digit), chance
            else:
                names[kind] = next(unknown, "?"), 1.0
        signs.append(names[kind][0])
        sureness.append(names[kind][1])
    return signs, np.array(sureness)


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


def _laid_out(
    signs: list[str], sureness: Array, lines: Array, columns: Array, cell: Grid, nearest: Array
) -> TextGrid:
    """Signs in their lines and columns; blanks on another ground than the page's are signs as well."""
    shape = int(lines.max()) + 1, int(columns.max()) + 1
    table = np.full(shape, " ")
    chances = np.ones(shape)
    # The page is the most common ground; a panel on it is of cells that nothing is written in.
    for line in range(shape[0]):
        for column in range(shape[1]):
            y = round(cell.top + (line + 0.5) * cell.height)
            x = round(cell.left + (column + 0.5) * cell.width)
            if 0 <= y < nearest.shape[1] and 0 <= x < nearest.shape[2] and nearest[0, y, x] > INK_CONTRAST:
                if nearest[1:, y, x].min(initial=255) <= INK_CONTRAST:
                    table[line, column] = PANEL_SIGN
    for sign, sure, line, column in zip(signs, sureness, lines, columns, strict=True):
        table[line, column] = sign
        chances[line, column] = sure
    return TextGrid(["".join(row).rstrip() for row in table], chances, cell)
