"""Kinds of a board's cells in groups: those that are likely of one symbol, by their looks or their signs."""

import numpy as np

from .arrays import Array
from .kinds import CLUES, Kinds
from .symbols import FLAG, HIDDEN, ZERO

MOST_GROUPS = 6
"""Groups of kinds that are hidden, opened or flags together in the starts of a search: with three or four
ways each there are up to 4096."""
MOST_SINGLE_GROUPS = 20
"""Kinds that are no digits, the largest ones, that begin a group of their own."""
CLEARLY_DIGIT = 4
"""How much more a kind looks like a digit than like any other symbol, as logarithms, that is clearly one."""
JOINING_ROUNDS = 4
"""How often pairs of signs that look alike are joined: longer chains of such pairs stay apart."""


def groups_by_appearance(kinds: Kinds) -> list[list[int]]:
    """Kinds that are not clearly digits, in a few groups by their looks."""
    other_chance = kinds.sign[:, [HIDDEN, ZERO, FLAG]].max(axis=1)
    clue_chance = kinds.sign[:, CLUES].max(axis=1)
    no_digits = []
    for kind in kinds.order.tolist():
        if clue_chance[kind] < other_chance[kind] + CLEARLY_DIGIT:
            no_digits.append(kind)

    # Each large kind begins as a group; the most alike are joined, the small ones join the nearest.
    groups = [[kind] for kind in no_digits[:MOST_SINGLE_GROUPS]]
    while len(groups) > MOST_GROUPS:
        first_group, second_group = _most_alike(kinds, groups)
        groups[first_group] += groups.pop(second_group)
    for kind in no_digits[MOST_SINGLE_GROUPS:]:
        distances = []
        for group in groups:
            difference = _mean_appearance(kinds, group) - kinds.appearance[kind]
            distances.append(np.abs(difference).mean())
        groups[int(np.argmin(distances))].append(kind)
    return groups


def _mean_appearance(kinds: Kinds, group: list[int]) -> Array:
    """The mean look of a group of kinds."""
    appearances, sizes = kinds.appearance[group], kinds.size[group]
    return np.asarray(np.average(appearances, axis=0, weights=sizes))


def _most_alike(kinds: Kinds, groups: list[list[int]]) -> tuple[int, int]:
    """The two groups whose union differs least from them (Ward's method), the first one first."""
    mean_appearances = np.array([_mean_appearance(kinds, group) for group in groups])
    sizes = np.array([kinds.size[group].sum() for group in groups])
    weight = np.sqrt(1 / (1 / sizes[:, None] + 1 / sizes))
    distances = np.abs(mean_appearances[:, None] - mean_appearances).mean(axis=2)
    distances *= weight
    np.fill_diagonal(distances, np.inf)
    first_group, second_group = sorted(divmod(int(distances.argmin()), len(groups)))
    return first_group, second_group


def groups_by_sign(kinds: Kinds) -> list[list[int]]:
    """Sets of several kinds whose signs look alike."""
    leader = np.arange(kinds.number)
    for _ in range(JOINING_ROUNDS):
        for pair in kinds.sign_pairs:
            leader[pair] = leader[pair].min()
    groups = [np.flatnonzero(leader == kind).tolist() for kind in np.unique(leader)]
    return [group for group in groups if len(group) > 1]
