"""Blank cells of a reading: hidden ones that may be opened, and those that look like the other kind."""

import numpy as np

from .arrays import Array, largest_of_colours, neighbour_counts
from .kinds import Kinds
from .symbols import FLAG, HIDDEN, ZERO

MANY_CLUES = 12
"""Clues of a board without any 0 that is strange."""
LEAST_BLANKS = 8
"""Cells of a kind that may be the 0s of such a board."""
SAME_EDGES, SAME_RANGE, RAISED_EDGES = 8.0, 20.0, 100.0
"""How far the edges, and the darkest and the lightest shades, of blank cells are apart at most that look the
same, of 255; and how far the product of opposite edges, from the middle's shade, is below 0 in a raised
rim."""
SAME_GROUND, LEAST_CLUES_IN_GROUND = 4.0, 4
"""How far the rims of blank cells and of clues are apart at most, of 255, that lie in one ground; and the
clues of a ground at least."""


def with_opened_blanks(kinds: Kinds, choice: Array) -> Array | None:
    """A reading that has many clues, with kinds of its hidden cells opened that lie beside no other covered
    cell; ``None``: none do. So a position looks that someone has set up in an analyser, without any 0; and so
    does a game with blank cells in the ground of clues beside those that are read as 0s."""
    symbols = choice[kinds.kind_at]
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    if is_clue.sum() < MANY_CLUES:
        return None
    for kind in kinds.order.tolist():
        if choice[kind] != HIDDEN or not _may_be_opened(kinds, choice, kind):
            continue
        opened, has_flag_beside = _with_opened_kind(kinds, choice, kind)
        is_covered = np.isin(opened[kinds.kind_at], (HIDDEN, FLAG))
        if is_covered.any() and not has_flag_beside:
            return opened
    return None


def blanks_like_others(kinds: Kinds, choice: Array) -> Array:
    """bool (kinds,): which kinds of 0s are more like some hidden cells than like any larger kind of 0s, or
    the reverse. So look cells that a game lights up for a hint, and both where a picture grows dark to one
    side.
    """
    is_like_others = np.zeros(kinds.number, bool)
    for kind in np.flatnonzero((choice == ZERO) | (choice == HIDDEN)).tolist():
        other_symbol = HIDDEN if choice[kind] == ZERO else ZERO
        is_other = choice == other_symbol
        is_larger_of_its_symbol = (choice == choice[kind]) & (kinds.size > kinds.size[kind])
        if is_other.any() and is_larger_of_its_symbol.any():
            distances = kinds.unlike_appearance(kind)
            nearest_other = distances[is_other].min()
            is_like_others[kind] = nearest_other < distances[is_larger_of_its_symbol].min()
    return is_like_others


def _may_be_opened(kinds: Kinds, choice: Array, kind: int) -> bool:
    """Whether a kind of hidden cells looks like opened 0s: like those that were read, or, where many cells
    look so, as if it lay in the ground of clues or there are no 0s yet."""
    if _like_zeros(kinds, choice, kind):
        return True
    if kinds.size[kind] < LEAST_BLANKS:
        return False
    return not (choice == ZERO).any() or _lies_in_ground_of_clues(kinds, choice, kind)


def _like_zeros(kinds: Kinds, choice: Array, kind: int) -> bool:
    """Whether a kind of blank cells has the colours of one of the opened 0s, and the same edges, or none that
    are raised: where cells have lines between them, what is seen of these differs by where the lines fall
    between pixels."""
    middle_distance = np.abs(kinds.middle_shade - kinds.middle_shade[kind])
    range_distance = np.abs(kinds.shade_range - kinds.shade_range[kind]).max(axis=1)
    edge_distance = np.abs(kinds.edge_shades - kinds.edge_shades[kind]).max(axis=1)

    # A raised rim is lighter than the middle on one side and darker on the other.
    edge_above_middle = kinds.edge_shades[kind] - kinds.middle_shade[kind]
    upper_edge, lower_edge, left_edge, right_edge = edge_above_middle
    is_raised = min(upper_edge * lower_edge, left_edge * right_edge) < -RAISED_EDGES
    has_same_rim = edge_distance < SAME_EDGES
    if not is_raised:
        has_same_rim |= range_distance < SAME_RANGE
    is_alike = (choice == ZERO) & (middle_distance < SAME_GROUND) & has_same_rim
    return bool(is_alike.any())


def _with_opened_kind(kinds: Kinds, choice: Array, kind: int) -> tuple[Array, bool]:
    """A reading with a kind of cells opened, and all kinds of hidden cells beside a 0 until there are no
    more; and whether a flag is beside a 0 then."""
    opened = choice.copy()
    opened[kind] = ZERO
    while True:
        symbols = opened[kinds.kind_at]
        is_zero = symbols == ZERO
        is_beside_zero = neighbour_counts(is_zero[None])[0] > 0
        kinds_beside = np.unique(kinds.kind_at[is_beside_zero & (symbols == HIDDEN)])
        if not len(kinds_beside):
            return opened, bool((is_beside_zero & (symbols == FLAG)).any())
        opened[kinds_beside] = ZERO


def _lies_in_ground_of_clues(kinds: Kinds, choice: Array, kind: int) -> bool:
    """Whether the rim of a kind of cells is that of some clues of a reading."""
    is_clue = (choice > ZERO) & (choice < FLAG)
    rim_distance = largest_of_colours(np.abs(kinds.rim - kinds.rim[kind]))
    return bool(kinds.size[is_clue & (rim_distance < SAME_GROUND)].sum() >= LEAST_CLUES_IN_GROUND)
