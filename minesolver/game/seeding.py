"""Seeded, reproducible mine layouts.

The game of a seed and an index is the same on every machine and every version of Python and numpy: all
randomness comes from SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014),
on unsigned 64-bit integers:

- ``mix(z)``: ``z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB; z ^= z >> 31``.
- ``next``: ``state += 0x9E3779B97F4A7C15``, then ``mix(state)``.
- ``below(n)``: ``next`` until it is less than the greatest multiple of n up to 2**64; its remainder by n.
- Game ``(seed, index)``: ``key = mix(mix(seed) + index)``. The layout's stream starts at state ``key``; the
  agent's seed is ``mix(key + 1)``.
- Layout: the allowed cells in row-major order; for k = 0, 1, ... mines - 1, swap the k-th with the one
  ``below(left)`` places after it, where ``left`` counts the cells from the k-th on. The first ``mines`` cells
  are the mines. Every allowed layout is equally likely.
"""

from collections.abc import Sequence
from typing import TypeVar

from .. import kernel
from ..base.splitmix import SplitMix64 as SplitMix64
from ..base.splitmix import mix as mix

Item = TypeVar("Item")


def game_key(seed: int, index: int = 0) -> int:
    """The key of the game with this number in a series; any integers, taken modulo 2**64."""
    return mix(mix(seed) + index)


def agent_seed(seed: int, index: int = 0) -> int:
    """The seed of the agent in a game, 0 to 2**64 - 1; it has nothing to do with the layout."""
    return mix(game_key(seed, index) + 1)


def draw(allowed: list[int], mines: int, stream: SplitMix64) -> frozenset[int]:
    """The mines of a layout, among the allowed cells (flat indices, row-major)."""
    return frozenset(shuffle_first(allowed, mines, stream)[:mines])


def shuffle_first(items: Sequence[Item], number: int, stream: SplitMix64) -> list[Item]:
    """The items with so many first ones drawn at random, after Fisher and Yates; one less than all of them is
    a whole shuffle. By the core, where it was built: of a game played at random dealing is a third.
    """
    if kernel.available():
        shuffled, stream.state = kernel.shuffle_first(items, number, stream.state)
        return shuffled
    shuffled = list(items)
    for position in range(number):
        drawn_position = position + stream.below(len(shuffled) - position)
        shuffled[position], shuffled[drawn_position] = shuffled[drawn_position], shuffled[position]
    return shuffled


def draw_counts(cells: int, mines: int, capacity: int, random: SplitMix64) -> list[int]:
    """How many mines each cell holds, up to a capacity; each layout of so many mines is equally likely."""
    # How many layouts there are of so many cells (the list), with so many mines (the place in it).
    layout_counts = [[1] + [0] * mines]
    for _ in range(cells):
        counts = layout_counts[-1]  # of one cell less, which leaves up to the capacity for this one
        next_counts = [
            sum(counts[max(0, total - capacity) : total + 1]) for total in range(mines + 1)
        ]
        layout_counts.append(next_counts)

    # Cell by cell, a value by the share of the layouts that go on with it.
    layout = []
    mines_left = mines
    for cells_left in range(cells - 1, -1, -1):
        number = random.below(layout_counts[cells_left + 1][mines_left])
        value = 0
        while number >= layout_counts[cells_left][mines_left - value]:
            number -= layout_counts[cells_left][mines_left - value]
            value += 1
        layout.append(value)
        mines_left -= value
    return layout
