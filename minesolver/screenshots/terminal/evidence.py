"""What the networks of a board's symbols see in the kinds of glyphs of a text."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..cells import cells_of
from ..lattice import Grid
from ..symbols import FLAG, ZERO, likelihoods, mixed, pictured, with_signs
from ..work import CELL_SIGNS, Work
from .glyphs import Box, Glyphs
from .ink import INK_CONTRAST, Ink

GLYPH_SHARE = 0.62
"""Of a cell: the height of a sign, as the networks are used to."""
SAMPLED_MEMBERS = 4
"""Signs of one kind that the networks look at."""
SIX = ZERO + 6
"""The symbol of a 6: a 9 is one turned upside down."""


class Evidence(NamedTuple):
    """What the networks see in the kinds of signs: ``digits`` float (kinds, 9), how likely each of 0 to 8
    is; and ``upturned_six`` float (kinds,), how likely a 6 is when the sign is turned upside down."""

    digits: Array
    upturned_six: Array


def evidence_of(cells: Array, members: list[Array], work: Work) -> Evidence:
    """What the networks see, the mean of a few members of each kind."""
    sampled = [kind_members[:SAMPLED_MEMBERS] for kind_members in members]
    symbols = _symbols_seen(cells[np.concatenate(sampled)], work)
    ends = np.cumsum([len(sample) for sample in sampled])
    digits = []
    for sample_symbols in np.split(symbols, ends[:-1]):
        digits.append(sample_symbols.mean(axis=0)[ZERO:FLAG])
    first_cells = cells[[sample[0] for sample in sampled]]
    turned_cells = np.ascontiguousarray(first_cells[:, ::-1, ::-1])
    turned_symbols = _symbols_seen(turned_cells, work)
    return Evidence(np.stack(digits), turned_symbols[:, SIX])


def _symbols_seen(cells: Array, work: Work) -> Array:
    """float (n, symbols): what the networks see in signs on their grounds."""
    work.spend(CELL_SIGNS * len(cells))
    symbol_chances = likelihoods(cells)
    signs = likelihoods(cells, signs=True)
    return mixed(with_signs(cells, GLYPH_SHARE, symbol_chances, signs), pictured(cells, cells))


def glyph_cells(pixels: Array, ink: Ink, glyphs: Glyphs) -> Array:
    """uint8 (n, SIDE, SIDE, 3): each sign in the middle of a cell of its ground. Signs whose pixels and those
    around them are equal are cut out once."""
    cell_of_look: dict[tuple[int, bytes, bytes], Array] = {}
    cells = []
    for box in glyphs.each_box():
        sign_pixels = pixels[box.inside].tobytes()
        pixels_around = pixels[box.surrounding].tobytes()
        look = box.width, sign_pixels, pixels_around
        if look not in cell_of_look:
            cell_of_look[look] = _glyph_cell(pixels, ink, box)
        cells.append(cell_of_look[look])
    return np.stack(cells)


def _glyph_cell(pixels: Array, ink: Ink, box: Box) -> Array:
    """uint8 (SIDE, SIDE, 3): a sign in the middle of a cell of its ground."""
    distance_around = ink.ground_distances[(slice(None), *box.surrounding)]
    ground_area = (distance_around <= INK_CONTRAST).sum(axis=(1, 2))
    side = max(round(box.height / GLYPH_SHARE), box.width + 2)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = ink.grounds[int(ground_area.argmax())]
    margin_left = (side - box.width) // 2
    margin_top = (side - box.height) // 2
    canvas_rows = slice(margin_top, margin_top + box.height)
    canvas_columns = slice(margin_left, margin_left + box.width)
    canvas[canvas_rows, canvas_columns] = pixels[box.inside]
    return np.asarray(cells_of(canvas, Grid(0, 0, side, side, 1, 1))[0])
