"""The readings of a board that cost least: a symbol for each kind, in local minima from the best starts."""

from itertools import product

import numpy as np

from .arrays import Array
from .kind_groups import groups_by_appearance, groups_by_sign
from .kinds import Kinds
from .symbols import FLAG, HIDDEN, JUNK, ZERO, fitted
from .work import CELL_WEIGHED, Work

MOST_SWEEPS = 25
"""Of a search: in each the best moves are made."""
MOST_STARTS = 6
"""Readings that differ in what is hidden, from which a search goes on."""
SAME_START = 0.05
"""Of the cells: starts of which fewer are hidden in one and not in the other lead to the same minimum,
mostly."""
UNTRIED_COST = 50.0
"""What a change costs more that was not tried."""
MOST_MOVES = 40
"""Of a search: the best moves that are made together, if they are better so."""
LIKELY_SYMBOLS = 4
"""Symbols that are tried for a kind, the likeliest by its look."""
Move = tuple[list[int], int]
"""A change of a reading: some kinds, and the symbol that they become."""
BEST_SHOWN = 6
"""Starts, and moves from each minimum, that whoever fits the weights is shown."""


def search(
    kinds: Kinds,
    work: Work,
    work_limit: float = np.inf,
    weights: Array | None = None,
    looked_at: list[Array] | None = None,
) -> list[tuple[float, Array, Array]]:
    """(cost, reading, costs float (kinds, JUNK) with one kind changed), the best first: local minima from
    the best starts.

    work_limit: Of the work, after which no further minimum is looked for
    weights: Of the numbers of a reading; without them the fitted ones
    looked_at: Is given the readings that came close
    """
    descent = _Descent(kinds, work, fitted()["weights"] if weights is None else weights)

    # Starts that differ in what is hidden, opened or a flag: the cheapest ones first.
    base = kinds.sign.argmax(axis=1)
    groups = groups_by_appearance(kinds)
    starts = _starts(base, groups)
    first_costs = descent.costs(np.array(starts))
    order = np.argsort(first_costs)
    if looked_at is not None:
        looked_at += [starts[start_number] for start_number in order[:BEST_SHOWN]]
    moves = _moves(kinds, base, groups)

    # From each of them the best moves are made, while there are better ones.
    minima: list[tuple[float, Array, Array]] = []
    begun: list[Array] = []
    for start_number in order:
        # A start that hides the same cells as an earlier one leads to the same minimum, mostly.
        start = starts[start_number]
        is_hidden_cell = (start == HIDDEN)[kinds.kind]
        if any((is_hidden_cell != earlier).mean() < SAME_START for earlier in begun):
            continue
        begun.append(is_hidden_cell)
        start_cost = float(first_costs[start_number])
        choice, cost, costs = descent.descended(start, start_cost, moves, work_limit)
        if looked_at is not None:
            looked_at.append(choice)
            for move_number in np.argsort(costs)[:BEST_SHOWN]:
                looked_at.append(_moved(choice, moves[move_number]))
        if not any((choice == earlier).all() for _, earlier, _ in minima):
            energies = descent.energies(choice, cost, moves, costs)
            minima.append((cost, choice, energies))
        if len(begun) == MOST_STARTS or work.seconds > work_limit:
            break
    return sorted(minima, key=lambda minimum: minimum[0])


def _starts(base: Array, groups: list[list[int]]) -> list[Array]:
    """Readings in which each group of kinds is hidden, opened, a flag, or what it looks like."""
    group_options: list[tuple[int | None, ...]] = []
    for group in groups:
        options: tuple[int | None, ...] = (HIDDEN, ZERO, FLAG)
        if any(ZERO < base[kind] < FLAG for kind in group):
            options = (*options, None)
        group_options.append(options)
    starts = [base]
    for group_symbols in product(*group_options):
        start = base.copy()
        for symbol, group in zip(group_symbols, groups, strict=True):
            if symbol is not None:
                start[group] = symbol
        starts.append(start)
    return starts


def _moves(kinds: Kinds, base: Array, groups: list[list[int]]) -> list[Move]:
    """Changes of a reading: some kinds that become a symbol; those of single kinds come first."""
    options = [_options(kinds, kind, base) for kind in range(kinds.number)]
    moves: list[Move] = []
    for kind, symbols in enumerate(options):
        for symbol in symbols:
            moves.append(([kind], symbol))

    # Kinds of one group or one sign together, but for a clue that is sure.
    large_groups = [group for group in groups if len(group) > 1]
    for group in large_groups + groups_by_sign(kinds):
        if (kinds.sure_clue[group] >= 0).any():
            continue
        group_options: set[int] = set()
        for kind in group[:3]:
            group_options.update(options[kind])
        for symbol in sorted(group_options):
            moves.append((group, symbol))
    return moves


def _options(kinds: Kinds, kind: int, base: Array) -> list[int]:
    """The symbols that are tried for a kind."""
    if kinds.sure_clue[kind] >= 0:
        return [int(kinds.sure_clue[kind])]
    likeliest = np.argsort(-kinds.sign[kind])[:LIKELY_SYMBOLS]
    options = {*likeliest.tolist(), HIDDEN, ZERO}
    if kinds.size[kind] > 1 or base[kind] in (HIDDEN, ZERO, FLAG):
        options.add(FLAG)
    return sorted(options)


class _Descent:
    """The way from a reading to cheaper ones, by these weights of what speaks for and against each."""

    def __init__(self, kinds: Kinds, work: Work, weights: Array) -> None:
        self._kinds = kinds
        self._work = work
        self._weights = weights

    def costs(self, choices: Array) -> Array:
        """float (n,): what readings, int (n, kinds), cost."""
        self._work.spend(CELL_WEIGHED * len(choices) * len(self._kinds.kind))
        return -(self._kinds.described(choices) @ self._weights)

    def descended(
        self, choice: Array, cost: float, moves: list[Move], work_limit: float
    ) -> tuple[Array, float, Array]:
        """The reading to which the best moves lead, its cost, and that of each move from it."""
        for _ in range(MOST_SWEEPS):
            changed = np.array([_moved(choice, move) for move in moves])
            costs = self.costs(changed)
            cheapest = np.argsort(costs)[:MOST_MOVES].tolist()
            better_moves = [number for number in cheapest if costs[number] < cost - 1e-6]
            if not better_moves or self._work.seconds > work_limit:
                break

            # All that are better alone, if they are better together.
            joint_choice = choice.copy()
            for move_number in reversed(better_moves):
                kinds, symbol = moves[move_number]
                if len(kinds) == 1:
                    joint_choice[kinds] = symbol
            joint_cost = float(self.costs(joint_choice[None])[0])
            best_move = better_moves[0]
            best_cost = float(costs[best_move])
            if joint_cost < best_cost:
                choice, cost = joint_choice, joint_cost
            else:
                choice, cost = changed[best_move], best_cost
        return choice, cost, costs

    def energies(self, choice: Array, cost: float, moves: list[Move], costs: Array) -> Array:
        """float (kinds, JUNK): the cost with one kind changed; far above where that was not tried."""
        energies = np.full((self._kinds.number, JUNK), cost + UNTRIED_COST)
        for (kinds, symbol), changed_cost in zip(moves, costs, strict=True):
            if len(kinds) == 1:
                energies[kinds[0], symbol] = changed_cost
        energies[np.arange(self._kinds.number), choice] = cost
        return energies


def _moved(choice: Array, move: Move) -> Array:
    """A reading with one move made."""
    changed = choice.copy()
    changed[move[0]] = move[1]
    return changed
