"""How likely each cell of a reading is wrong: what speaks against it, weighed by a small network.

``fit_readings.py doubts`` of ``benchmarks/screenshots`` fits it to readings by networks that had not seen the
programs read. The scales of the numbers (a third of a logarithm, costs cut at 20) only bring them near 1.
What each number is and its place have to stay until the network is fitted anew.
"""

from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, block_means, neighbour_counts
from .kinds import Kinds
from .symbols import FLAG, HIDDEN, JUNK, ZERO, broken, fitted

OtherReadings = list[tuple[float, Array]]
"""What other readings cost more than this one, and these, int (kinds,)."""
LEAST_COST, MOST_COST = -3, 20
"""Of a change of the reading: what differs beyond these is equally sure."""
MOST_UNLIKE = 80
"""How far cells are apart, of 255, that are as different as can be."""


class _Seen(NamedTuple):
    """What one network sees in each cell, float (n, JUNK): the symbols, and with hidden and 0 as one, for
    blank is blank; and how likely a cell is blank, float (n,)."""

    symbols: Array
    merged: Array
    blank: Array


class _Costs(NamedTuple):
    """What a reading costs, float (kinds,), and how much more it costs to change one kind of cells: to the
    next likely symbol, between hidden and a flag, and between hidden and 0."""

    reading: Array
    next_symbol: Array
    flagged: Array
    opened: Array


class Doubts:
    """What speaks for and against the symbols of one board's cells, in any reading of it."""

    def __init__(self, kinds: Kinds, nets: list[Array], cells: Array) -> None:
        """nets: float (n, LABELS), how likely each symbol is by each network, and by all together."""
        self.kinds = kinds
        self.networks = [_seen_by(net) for net in nets]
        appearances = block_means(cells[:, 1:-1, 1:-1], 3, np.float32).reshape(len(cells), -1)
        unlike = []
        for kind in range(kinds.number):
            usual = np.median(appearances[kinds.kind == kind], axis=0)
            # The eight parts that differ most, for a sign is a small part of a cell.
            unlike.append(
                np.partition(np.abs(appearances - usual), -8, axis=1)[:, -8:].mean(axis=1)
            )
        self.unlike_kind = np.minimum(np.stack(unlike, axis=1), MOST_UNLIKE) / 20
        """float (n, kinds): how unlike each kind a cell is."""

    def described(self, choice: Array, energy: Array, other_readings: OtherReadings) -> Array:
        """float32 (n, 56): of each cell of a reading, int (kinds,).

        energy: float (kinds, JUNK), the costs with one kind changed
        """
        symbols = choice[self.kinds.kind]
        costs = self._costs(choice, energy)
        shares = np.bincount(choice, self.kinds.size, JUNK) / len(symbols)
        board = symbols.reshape(self.kinds.rows, self.kinds.cols)
        impossible, beside_hidden = broken(board)
        disagreement, cheapest, weight = self._other_readings(symbols, other_readings)
        board_numbers = self._of_the_whole(
            choice, costs, shares, impossible, beside_hidden, cheapest, weight
        )
        columns = [
            *self._change_columns(costs),
            *self._network_columns(symbols),
            *self._kind_columns(symbols, shares),
            *self._appearance_columns(choice, symbols, shares),
            *_neighbour_columns(board, impossible, beside_hidden),
            disagreement,
            cheapest / 10,
            *(np.full(len(symbols), number) for number in board_numbers),
        ]
        return np.stack([np.asarray(column, np.float32) for column in columns], axis=1)

    def _costs(self, choice: Array, energy: Array) -> _Costs:
        every_kind = np.arange(self.kinds.number)
        reading = energy[every_kind, choice]
        extra_costs = energy - reading[:, None]
        extra_costs[every_kind, choice] = np.inf
        is_hidden = choice == HIDDEN
        hidden_cost = extra_costs[:, HIDDEN]
        unflagged = np.where(choice == FLAG, hidden_cost, MOST_COST)
        flagged = np.where(is_hidden, extra_costs[:, FLAG], unflagged)
        covered = np.where(choice == ZERO, hidden_cost, MOST_COST)
        opened = np.where(is_hidden, extra_costs[:, ZERO], covered)
        next_symbol = np.clip(extra_costs.min(axis=1), LEAST_COST, MOST_COST)
        return _Costs(reading, next_symbol, flagged, opened)

    def _change_columns(self, costs: _Costs) -> list[Array]:
        """What it costs to change a cell's kind."""
        kind = self.kinds.kind
        columns = [costs.next_symbol[kind] / 10, np.log1p(np.maximum(costs.next_symbol, 0))[kind]]
        for cost in (costs.flagged, costs.opened):
            columns.append(np.clip(cost, LEAST_COST, MOST_COST)[kind] / 10)
        return columns

    def _network_columns(self, symbols: Array) -> list[Array]:
        """Of each network: how likely it holds the symbol, the next likely one, hidden rather than 0 or the
        reverse, and the symbol in all cells of the kind."""
        kinds, every_cell = self.kinds, np.arange(len(symbols))
        is_blank = symbols < 2
        columns = []
        for network in self.networks:
            held_chances = network.merged[every_cell, symbols]
            rest_chances = network.merged.copy()
            rest_chances[every_cell, symbols] = 0
            rest_chances[is_blank, :2] = 0
            of_blank = network.symbols[every_cell, symbols] / np.maximum(network.blank, 1e-6)
            hint = np.where(is_blank, of_blank, 1.0)
            log_held = np.log(np.maximum(held_chances, 1e-4))
            in_kind = np.bincount(kinds.kind, log_held, kinds.number) / kinds.size
            columns += [
                log_held / 3,
                np.log(np.maximum(rest_chances.max(axis=1), 1e-4)) / 3,
                np.log(np.maximum(hint, 1e-3)) / 3,
                in_kind[kinds.kind] / 3,
            ]
        return columns

    def _kind_columns(self, symbols: Array, shares: Array) -> list[Array]:
        """The symbol, how many cells its kind has, and its share of the board."""
        kinds = self.kinds
        is_hidden, is_zero, is_flag = symbols == HIDDEN, symbols == ZERO, symbols == FLAG
        return [
            is_hidden,
            is_zero,
            is_flag,
            ~(is_hidden | is_zero | is_flag),
            np.log(kinds.size)[kinds.kind] / 3,
            (kinds.size / len(symbols))[kinds.kind],
            shares[symbols],
        ]

    def _appearance_columns(self, choice: Array, symbols: Array, shares: Array) -> list[Array]:
        """How unlike a cell is its own kind, any kind of another symbol, its symbol's largest kind, and, of a
        blank one, the largest kind of the other blank symbol."""
        kinds, every_cell = self.kinds, np.arange(len(symbols))
        largest = np.zeros(JUNK, int)
        for symbol in range(JUNK):
            largest[symbol] = np.where(choice == symbol, kinds.size, -1).argmax()
        another_symbol = choice[None, :] != symbols[:, None]
        opposite = 1 - np.minimum(symbols, 1)
        unlike_opposite = self.unlike_kind[every_cell, largest[opposite]] * (shares[opposite] > 0)
        return [
            self.unlike_kind[every_cell, kinds.kind],
            np.where(another_symbol, self.unlike_kind, 4).min(axis=1),
            self.unlike_kind[every_cell, largest[symbols]],
            np.where(symbols < 2, unlike_opposite, 4),
        ]

    def _other_readings(
        self, symbols: Array, other_readings: OtherReadings
    ) -> tuple[Array, Array, float]:
        """Of each cell the share of other readings that read it otherwise, the likelier ones more, and what
        the first of those costs more; and how likely these readings are together."""
        total_weight = 0.0
        disagreeing = np.zeros(len(symbols))
        cheapest = np.full(len(symbols), float(MOST_COST))
        for extra_cost, other_reading in other_readings:
            weight = float(np.exp(-max(extra_cost, 0.0)))
            differs = other_reading[self.kinds.kind] != symbols
            total_weight += weight
            disagreeing = disagreeing + weight * differs
            cheapest[differs] = np.minimum(cheapest[differs], max(extra_cost, float(LEAST_COST)))
        return disagreeing / (1 + total_weight), cheapest, total_weight

    def _of_the_whole(
        self,
        choice: Array,
        costs: _Costs,
        shares: Array,
        impossible: Array,
        beside_hidden: Array,
        cheapest: Array,
        weight: float,
    ) -> list[Any]:
        """What speaks against the reading as a whole, the same for all its cells."""
        kinds = self.kinds
        symbols = choice[kinds.kind]
        is_clue = (symbols != HIDDEN) & (symbols != ZERO) & (symbols != FLAG)

        # How easily it is changed, how it breaks the rules, what it shows, and what it competes with.
        change = costs.next_symbol
        held_by_all = self.networks[-1].symbols[np.arange(len(symbols)), symbols]
        return [
            change.min() / 10,
            (kinds.size * change).sum() / len(symbols) / 10,
            np.log1p(np.maximum(change, 0))[kinds.kind].mean(),
            (change[kinds.kind] < 2).mean(),
            impossible.sum() / max(is_clue.sum(), 1),
            beside_hidden.sum() / max((symbols == ZERO).sum(), 1),
            beside_hidden.any(),
            *shares[[HIDDEN, ZERO, FLAG]],
            is_clue.mean(),
            np.clip(costs.reading.min(), -50, 50) / 20,
            cheapest.min() / 10,
            weight / (1 + weight),
            (held_by_all < 0.5).mean(),
            len(np.unique(choice)) / 10,
        ]

    def chances(self, choice: Array, energy: Array, other_readings: OtherReadings) -> Array:
        """float (n,): how likely each cell of a reading is wrong."""
        weights = fitted()
        numbers = self.described(choice, energy, other_readings)
        numbers = (numbers - weights["doubtmiddle"]) / weights["doubtscale"]
        layer = np.tanh(np.clip(numbers, -5, 5) @ weights["doubt0"] + weights["doubt0bias"])
        log_odds = (layer @ weights["doubt1"] + weights["doubt1bias"])[:, 0]
        return np.asarray(1 / (1 + np.exp(-log_odds)))


def _seen_by(net: Array) -> _Seen:
    """What a network sees, float (n, LABELS), where each cell is one of a board."""
    symbols = net[:, :JUNK] / np.maximum(net[:, :JUNK].sum(axis=1, keepdims=True), 1e-9)
    blank = symbols[:, :2].sum(axis=1, keepdims=True)
    merged = np.concatenate([blank, blank, symbols[:, 2:]], axis=1)
    return _Seen(symbols, merged, blank[:, 0])


def _neighbour_columns(board: Array, impossible: Array, beside_hidden: Array) -> list[Array]:
    """What lies around a cell: 0s beside hidden cells, clues that could not be, covered cells and clues. The
    weights are fitted to these numbers in this order."""
    is_covered = (board == HIDDEN) | (board == FLAG)
    is_clue = ~is_covered & (board != ZERO)
    covered_count = _counts_around(is_covered)
    is_zero_beside_hidden = beside_hidden.ravel()
    is_impossible_clue = impossible.ravel()
    clue_value = board.ravel() - 1
    return [
        is_zero_beside_hidden,
        is_covered.ravel() & (_counts_around(beside_hidden) > 0),
        is_impossible_clue,
        _counts_around(impossible) > 0,
        covered_count / 9,
        _counts_around(is_clue) / 9,
        is_clue.ravel() & (clue_value == covered_count),  # all that are covered around it are mines
    ]


def _counts_around(flags: Array) -> Array:
    """int8 (n,): how many of the 3x3 cells around each cell of a board, itself among them, are so."""
    return np.asarray(neighbour_counts(flags[None])[0] + flags).ravel()
