"""Which sign each glyph of a text is: a digit, a dot, a dash, a bar, a block, or a letter of its own."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..work import CELL_SEEN, Work
from .alphabet import BLOCK, LARGE_CLUES, UNKNOWN_SIGNS
from .evidence import Evidence, evidence_of, glyph_cells
from .glyphs import HEIGHT_REACH, LOW_GLYPH, Box, Glyphs, is_digit_high
from .ink import INK_CONTRAST, Ink

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
SOLID_BLOCK, HIDDEN_BY_CURSOR = 0.9, 0.5
"""The share of ink from which a sign is a block, as the cursor is; and how sure what is under that is."""
BAR_WIDTH, BLOCK_WIDTH, DASH_WIDTH = 0.2, 0.3, 1.6
"""Of its height: how wide a bar between cells is at most, and a block and a dash at least."""
MOST_KINDS = 120
"""Kinds of signs in a picture of text."""


def signs_of(pixels: Array, ink: Ink, glyphs: Glyphs, work: Work) -> list[tuple[str, float]] | None:
    """The sign of each glyph, and how sure it is; ``None`` where there are too many kinds for a board.

    glyphs: Those of the picture's ink, as they stand in the columns of its text
    """
    work.spend(CELL_SEEN * len(glyphs.boxes))
    cells = glyph_cells(pixels, ink, glyphs)
    kinds, examples = _kinds_of_glyphs(cells)
    if len(examples) > MOST_KINDS:
        return None
    members = [np.flatnonzero(kinds == kind) for kind in range(len(examples))]
    evidence = evidence_of(cells, members, work)
    digit_height = _height_of_digits(glyphs, members, evidence) or ink.digit_height
    shapes = []
    for kind_members in members:
        box = glyphs.box(kind_members[0])
        shapes.append(_shape_of(box, ink.ground_distances, digit_height))
    names = _names_of_kinds(examples, members, evidence, shapes)
    return [names[kind] for kind in kinds]


def _kinds_of_glyphs(cells: Array) -> tuple[Array, Array]:
    """int (n,): the kind of each glyph; and the look of the first glyph of each kind, as far as there are not
    too many for a board. Signs that look alike are one, whatever their colour."""
    corner_colours = cells[:, :1, :1]
    contrast = np.abs(cells.astype(np.float32) - corner_colours).max(axis=3)
    strongest = np.maximum(contrast.max(axis=(1, 2)), 1)
    looks = (contrast / strongest[:, None, None]).reshape(len(cells), -1)
    kinds = np.full(len(cells), -1)
    examples = np.empty((MOST_KINDS + 1, looks.shape[1]), looks.dtype)
    kind_count = 0
    for number, look in enumerate(looks):
        distances = _unlikeness(look, examples[:kind_count])
        if kind_count and distances.min() <= SAME_GLYPH:
            kinds[number] = distances.argmin()
            continue
        examples[kind_count] = look
        kinds[number] = kind_count
        kind_count += 1
        if kind_count > MOST_KINDS:
            break
    return kinds, examples[:kind_count]


def _height_of_digits(glyphs: Glyphs, members: list[Array], evidence: Evidence) -> float | None:
    """Pixels: the height that most of the digits 1 to 8 have, as all of a typeface are equally high. Other
    signs may be more than the digits, and higher or lower, and one of them, such as a bracket, may look like
    a digit; ``None``: there are no digits."""
    height_of: dict[int, list[float]] = {}
    for kind_members, chances in zip(members, evidence.digits, strict=True):
        box = glyphs.box(kind_members[0])
        digit = int(chances.argmax())
        is_bar = box.width < BAR_WIDTH * box.height
        if not is_bar and digit > 0 and chances[digit] > SURE_DIGIT:
            usual_height = float(np.median(glyphs.heights[kind_members]))
            height_of.setdefault(digit, []).append(usual_height)
    if not height_of:
        return None
    heights = sorted(height for digit_heights in height_of.values() for height in digit_heights)
    votes = []
    for height in heights:
        has_digit = [
            bool(is_digit_high(np.array(digit_heights), height).any())
            for digit_heights in height_of.values()
        ]
        votes.append(sum(has_digit))
    most_votes = max(votes)
    best = [height for height, vote in zip(heights, votes, strict=True) if vote == most_votes]
    return float(np.median(best))


class _Shape(NamedTuple):
    """What a glyph is by its outline: ``name``, that of a block, a bar, a dash or a dot, with how sure it is,
    ``None``: none of these; and whether it may be a digit: it is as high as one, and no box with ink in all
    four corners."""

    name: tuple[str, float] | None
    may_be_digit: bool


def _shape_of(box: Box, ground_distances: Array, digit_height: float) -> _Shape:
    """What the glyph in this box is by its outline."""
    contrast = ground_distances[(slice(None), *box.inside)].min(axis=0)
    is_ink = contrast > INK_CONTRAST
    corners = is_ink[[0, 0, -1, -1], [0, -1, 0, -1]]
    has_height_of_digit = bool(is_digit_high(np.array(box.height), digit_height))
    has_width_of_block = box.width > BLOCK_WIDTH * box.height
    has_width_of_bar = box.width < BAR_WIDTH * box.height
    has_width_of_dash = box.width > DASH_WIDTH * box.height

    # A cursor is a block; a bar between cells is higher than a digit, a dash and a dot are lower.
    name = None
    if is_ink.mean() > SOLID_BLOCK and box.height > digit_height and has_width_of_block:
        name = BLOCK, HIDDEN_BY_CURSOR
    elif box.height > (1 + HEIGHT_REACH) * digit_height and has_width_of_bar:
        name = "|", 1.0
    elif box.height < LOW_GLYPH * digit_height:
        name = ("-" if has_width_of_dash else "."), 1.0
    return _Shape(name, has_height_of_digit and not corners.all())


def _names_of_kinds(
    examples: Array, members: list[Array], evidence: Evidence, shapes: list[_Shape]
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
        distances = _unlikeness(examples[kind], examples[named_letters])
        if named_letters and distances.min() <= SAME_LETTER:
            names[kind] = names[named_letters[int(distances.argmin())]]
            continue
        names[kind] = next(unknown_signs, "?"), 1.0
        named_letters.append(kind)
    return [name for name in names if name is not None]


def _digits_of_kinds(
    examples: Array, counts: Array, evidence: Evidence, may_be_digit: Array
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
    example: Array, evidence: Evidence, kind: int, digit_examples: dict[int, Array]
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
        elif chance > LEAST_DIGIT and _unlikeness(digit_examples[digit], example) <= OTHER_GLYPH:
            return str(digit), chance
    return None


def _unlikeness(look: Array, examples: Array) -> Array:
    """How unlike a sign and others are, or one other: the ink that only one has, of the ink of both."""
    ink_of_one = np.abs(look - examples).sum(axis=-1)
    return np.asarray(ink_of_one / (look + examples).sum(axis=-1))
