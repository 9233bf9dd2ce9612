"""From a subject to independent counting problems: sums, reduction, groups, components."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, count
from typing import Any

import numpy as np
import numpy.typing as npt

from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.constraint import Automaton, Constraint, SumConstraint, Variable
from ..model.subject import Subject


class ContradictionError(Exception):
    """No layout fits. Internal: the caller turns it into an ``InconsistentBoardError`` that says why."""


@dataclass(frozen=True, slots=True)
class GroupConstraint:
    """A constraint that is no plain sum, on some groups of a component.

    groups: Indices of its groups in the component
    places: Where the first cell of each group stands in the constraint
    max_mines: The most mines that each group can hold
    values: What is known of its other cells, by place
    """

    constraint: Constraint
    groups: tuple[int, ...]
    places: tuple[int, ...]
    max_mines: tuple[int, ...]
    values: dict[int, int]

    @property
    def whole_board(self) -> bool:
        """Whether its groups are best read in their natural order."""
        return self.constraint.lazy

    def automaton(self, order: Sequence[int]) -> Automaton:
        """The automaton that reads its groups in this order."""
        variables = {}
        for group, index, max_value in zip(self.groups, self.places, self.max_mines, strict=True):
            variables[group] = Variable(index, max_value)
        return self.constraint.automaton([variables[group] for group in order], self.values)

    def states(self, room_read: int, room_left: int) -> int:
        """About how many states its automaton has, with so many places for mines read and left."""
        narrower_side = min(room_read, room_left)
        if isinstance(self.constraint, SumConstraint):
            return narrower_side + 1
        return int(min(2**narrower_side, 64))

    def broken(self, values: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Several times (group, value) of some groups that cannot all have these values."""
        cell_values = [self.values.get(index, 0) for index in range(len(self.constraint.cells))]
        for group, index in zip(self.groups, self.places, strict=True):
            cell_values[index] = values[group]
        if self.constraint.holds(cell_values):
            return []
        group_at = dict(zip(self.places, self.groups, strict=True))
        nogoods = self.constraint.nogoods(cell_values, known_positions=self.values.keys())
        broken = []
        for nogood in nogoods:
            broken.append(
                [(group_at[index], value) for index, value in nogood if index in group_at]
            )
        return broken


Values = list[tuple[int, int, int]]
"""(mines, layouts with as many, cells with mines summed over these) for each number of mines in a group."""


@lru_cache(maxsize=1024)
def values(size: int, capacity: int) -> Values:
    """The :data:`Values` of ``size`` cells of ``capacity`` mines each.

    With one mine a cell they are x, C(size, x) and x C(size, x).
    """
    layouts = without_one_cell = [1]
    for _ in range(size):
        without_one_cell = layouts
        layouts = []
        for x in range(len(without_one_cell) + capacity):
            layouts.append(sum(without_one_cell[max(0, x - capacity) : x + 1]))
    # A cell has a mine in all layouts but those in which the others hold all mines.
    without_one_cell = without_one_cell + [0] * capacity
    triples = []
    for x, (all_layouts, one_cell_empty) in enumerate(zip(layouts, without_one_cell, strict=True)):
        triples.append((x, all_layouts, size * (all_layouts - one_cell_empty)))
    return triples


@dataclass(frozen=True, slots=True)
class Component:
    """An independent part of the frontier, in groups of cells under exactly the same clues. A group of s
    cells is one variable from 0 to s; the value x stands for C(s, x) layouts.

    groups: The cells of each group
    constraints: (mines, indices of groups) of each plain sum
    clues: What each sum comes from: the clue's cell on a board, else the number of the constraint
    rules: Constraints of other kinds
    capacity: The most mines in each cell of a group; empty: 1 throughout, and all groups are cells
    uncounted: Groups whose values are hidden quantities, no mines
    """

    groups: tuple[tuple[int, ...], ...]
    constraints: tuple[tuple[int, tuple[int, ...]], ...]
    clues: tuple[int, ...]
    rules: tuple[GroupConstraint, ...] = ()
    capacity: tuple[int, ...] = ()
    uncounted: frozenset[int] = frozenset()

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return sum(map(len, self.groups))

    def most_of(self, group: int) -> int:
        """The most mines that a group can hold."""
        return len(self.groups[group]) * (self.capacity[group] if self.capacity else 1)

    @property
    def most(self) -> int:
        """The most mines that all its cells can hold."""
        if not self.capacity:
            return self.cells
        return sum(self.most_of(g) for g in range(len(self.groups)) if g not in self.uncounted)

    @property
    def slack(self) -> int:
        """Bits for the number of cells of one group."""
        return max(map(len, self.groups)).bit_length()

    @property
    def bits(self) -> int:
        """Bits that hold the layouts of its cells, times the cells of one group."""
        if not self.capacity:
            return self.cells + self.slack
        widths = (len(g) * c.bit_length() for g, c in zip(self.groups, self.capacity, strict=True))
        return sum(widths) + self.slack

    def values_of(self, group: int) -> Values:
        """:func:`values` of a group."""
        return values(len(self.groups[group]), self.capacity[group] if self.capacity else 1)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is left to count once the single-clue rule is applied; all cells are flat indices.

    size: How many cells there are, with those that are known
    marked: Cells known to have a mine from the start
    safe, mines: Hidden cells that the rule settled
    mine_values: How many mines each of ``mines`` holds
    components: The independent parts of the frontier
    free: Unconstrained cells: hidden cells under no constraint that is left
    remaining: Mines among the unconstrained cells and the components together; ``None`` where the mine count
        is unknown
    density: P(mine) of a cell by itself then; ``None`` is 1/2
    cols: How many cells lie in a row, for the orders that sweep the board
    """

    size: int
    marked: Sequence[int]
    safe: tuple[int, ...]
    mines: tuple[int, ...]
    mine_values: tuple[int, ...]
    components: tuple[Component, ...]
    free: tuple[int, ...]
    remaining: int | None
    density: Fraction | None
    cols: int


def count_around(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """How many of the eight neighbours of each cell are set; int8 (rows, cols)."""
    rows, cols = mask.shape
    padded = np.zeros((rows + 2, cols + 2), np.int8)
    padded[1:-1, 1:-1] = mask
    across = padded[:, :-2] + padded[:, 1:-1]
    across += padded[:, 2:]
    total = across[:-2] + across[1:-1]
    total += across[2:]
    total -= padded[1:-1, 1:-1]
    return np.asarray(total)


Incidence = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]


@dataclass(slots=True)
class Sums:
    """What a subject says, made ready: plain sums over unknown cells of one mine, and everything else.

    ``need[number]`` mines are among the hidden cells of the sum ``scope[number]``; ``over[cell]``: the sums
    over a cell, perhaps some that ``need`` has not. ``hidden[cell]``: whether a value is not known; from
    ``counted`` on it is that of a hidden quantity. ``mines``: in all hidden cells. ``others``: constraints of
    other kinds, by number; ``values``: what is known of their cells. ``capacity``: of each index; empty: 1
    throughout. ``marked``: cells known to have a mine.
    """

    need: dict[int, int]
    scope: Incidence
    over: Incidence
    hidden: list[bool]
    counted: int = 0
    mines: int | None = None
    marked: Sequence[int] = ()
    capacity: Sequence[int] = ()
    values: dict[int, int] = field(default_factory=dict)
    others: list[tuple[int, Constraint]] = field(default_factory=list)


def build(subject: Subject, proved: Iterable[tuple[int, int]] = ()) -> Problem:
    """Apply each sum by itself to a fixpoint, then group and split what is left.

    proved: More values that are known to be the same in every layout, by index
    Raises ContradictionError: A constraint cannot be satisfied.
    """
    if isinstance(subject, Board):
        sums, hidden_counts = _of_board(subject)
    else:
        sums, hidden_counts = _of_constraints(subject)
    settled = []
    for cell, value in sorted(_settle(sums, hidden_counts, proved)):
        if cell < sums.counted:
            settled.append((cell, value))
    unsettled_sums = [sum_number for sum_number, cells in hidden_counts.items() if cells]
    components, free = split(sums, unsettled_sums)
    remaining = sums.mines
    if remaining is not None:
        remaining -= sum([value for _, value in settled])
        if not 0 <= remaining <= len(free) + sum([component.most for component in components]):
            raise ContradictionError
    return Problem(
        sums.counted,
        sums.marked,
        tuple([cell for cell, value in settled if not value]),
        tuple([cell for cell, value in settled if value]),
        tuple([value for _, value in settled if value]),
        components,
        free,
        remaining,
        subject.density,
        subject._columns,
    )


def _of_board(board: Board) -> tuple[Sums, dict[int, int]]:
    """The sums of a board, and how many hidden cells each is over."""
    grid = board.grid
    is_hidden = grid == HIDDEN
    is_mine = grid == MINE
    hidden_around = count_around(is_hidden)
    mines_wanted = grid - count_around(is_mine)
    is_opened = ~(is_hidden | is_mine)
    if (is_opened & ((mines_wanted < 0) | (mines_wanted > hidden_around))).any():
        raise ContradictionError
    neighbour_lists = neighbours(board.rows, board.cols)
    need = mines_wanted.ravel().tolist()
    hidden_counts = hidden_around.ravel().tolist()
    clues = np.flatnonzero(is_opened & (hidden_around > 0)).tolist()
    marked = np.flatnonzero(is_mine).tolist()
    mines = None if board.mines is None else board.mines - len(marked)
    hidden = is_hidden.ravel().tolist()
    sums = Sums(
        {cell: need[cell] for cell in clues},
        neighbour_lists,
        neighbour_lists,
        hidden,
        len(board),
        mines,
        marked,
    )
    return sums, {cell: hidden_counts[cell] for cell in clues}


def _of_constraints(subject: Subject) -> tuple[Sums, dict[int, int]]:
    """The same of any subject; its constraints that are no plain sums of cells of one mine stand apart."""
    capacity = subject._capacity
    values = subject._values()
    need: dict[int, int] = {}
    scope: dict[int, list[int]] = {}
    over: defaultdict[int, list[int]] = defaultdict(list)
    hidden = [cell not in values for cell in range(len(capacity))]
    counted = len(subject.cells)
    mines = subject.mines
    if mines is not None:
        mines -= sum([value for cell, value in values.items() if cell < counted])
    marked = [cell for cell, value in values.items() if value and cell < counted]
    sums = Sums(need, scope, over, hidden, counted, mines, marked, capacity, values)
    of_one_mine = {cell for cell, cell_capacity in enumerate(capacity) if cell_capacity == 1}
    for number, constraint in enumerate(subject.constraints):
        mines_needed = _plain(constraint, values)
        cells = [cell for cell in constraint.cells if hidden[cell]]
        if mines_needed is None or not of_one_mine.issuperset(cells):
            sums.others.append((number, constraint))
        elif 0 <= mines_needed <= len(cells):
            need[number] = mines_needed
            scope[number] = cells
            for cell in cells:
                over[cell].append(number)
        else:
            raise ContradictionError
    return sums, {number: len(cells) for number, cells in scope.items()}


def _plain(constraint: Constraint, known_values: Mapping[int, int]) -> int | None:
    """The one number that an unweighted sum wants of its unknown cells; ``None`` for other constraints."""
    if not isinstance(constraint, SumConstraint) or not constraint.plain:
        return None
    (need,) = constraint.allowed
    return need - sum([known_values[cell] for cell in constraint.cells if cell in known_values])


def _settle(
    sums: Sums, hidden_counts: dict[int, int], proved: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Every value that one sum alone leaves; ``need`` and ``hidden_counts`` then are of the rest."""
    need = sums.need
    hidden = sums.hidden
    # Weighted sums are asked again each time that one of their cells becomes known.
    watching: defaultdict[int, list[int]] = defaultdict(list)
    for n, (_, constraint) in enumerate(sums.others):
        if isinstance(constraint, SumConstraint):
            for cell in constraint.cells:
                watching[cell].append(n)
    waiting = dict.fromkeys(chain.from_iterable(watching.values()))
    settled: list[tuple[int, int]] = []
    agenda = [
        sum_number
        for sum_number, mines in need.items()
        if mines == 0 or mines == hidden_counts[sum_number]
    ]
    new_values = [(cell, value) for cell, value in proved if hidden[cell]]
    while new_values or agenda or waiting:
        # What each new value changes comes to the agenda, or waits.
        settled += new_values
        for cell, value in new_values:
            hidden[cell] = False
            sums.values[cell] = value
            agenda += _take_off(sums, hidden_counts, cell, value)
            if watching:
                waiting.update(dict.fromkeys(watching[cell]))

        # Plain sums are quicker to ask.
        new_values = []
        if agenda:
            sum_number = agenda.pop()
            if hidden_counts[sum_number]:
                value = int(need[sum_number] > 0)
                new_values = [(cell, value) for cell in sums.scope[sum_number] if hidden[cell]]
        elif waiting:
            _, constraint = sums.others[waiting.popitem()[0]]
            new_values = _forced(constraint, sums.capacity, sums.values)
    return settled


def _take_off(sums: Sums, hidden_counts: dict[int, int], cell: int, value: int) -> list[int]:
    """Take a cell that is known now off the plain sums over it; returns those that this settles.

    Raises ContradictionError: what a sum has left does not go into its other cells.
    """
    need = sums.need
    settled_sums: list[int] = []
    for sum_number in sums.over[cell]:
        if sum_number not in need:
            continue
        mines_left = need[sum_number] = need[sum_number] - value
        cells_left = hidden_counts[sum_number] = hidden_counts[sum_number] - 1
        if 0 < mines_left < cells_left:
            continue
        if not 0 <= mines_left <= cells_left:
            raise ContradictionError
        if cells_left:
            settled_sums.append(sum_number)
    return settled_sums


def _span(
    constraint: SumConstraint, capacity: Sequence[int], known_values: Mapping[int, int]
) -> tuple[int, int, int]:
    """(the sum of the known cells, the least and the greatest sum of the others)."""
    known_sum = low = high = 0
    for cell, weight in zip(constraint.cells, constraint.weights, strict=True):
        if cell in known_values:
            known_sum += weight * known_values[cell]
        elif weight > 0:
            high += weight * capacity[cell]
        else:
            low += weight * capacity[cell]
    return known_sum, low, high


def _forced(
    constraint: Constraint, capacity: Sequence[int], known_values: Mapping[int, int]
) -> list[tuple[int, int]]:
    """The cells to which one sum leaves a single value, and the value."""
    assert isinstance(constraint, SumConstraint)
    known_sum, low, high = _span(constraint, capacity, known_values)
    sums_left = [
        allowed - known_sum for allowed in constraint.allowed if low <= allowed - known_sum <= high
    ]
    if not sums_left:
        raise ContradictionError
    possible_values: dict[tuple[int, int], list[int]] = {}  # by weight and capacity
    forced = []
    for cell, weight in zip(constraint.cells, constraint.weights, strict=True):
        if cell in known_values:
            continue
        kind = weight, capacity[cell]
        if kind not in possible_values:
            possible_values[kind] = _values_left(*kind, low, high, sums_left)
        values_left = possible_values[kind]
        if not values_left:
            raise ContradictionError
        if len(values_left) == 1:
            forced.append((cell, values_left[0]))
    return forced


def _values_left(
    weight: int, cell_capacity: int, low: int, high: int, sums_left: list[int]
) -> list[int]:
    """The values of a cell with which the others can give such a sum; it is in ``low`` to ``high``."""
    others_low = low - min(0, weight * cell_capacity)
    others_high = high - max(0, weight * cell_capacity)
    values_left = []
    for value in range(cell_capacity + 1):
        if any(others_low <= total - weight * value <= others_high for total in sums_left):
            values_left.append(value)
    return values_left


def _is_undecided(
    constraint: Constraint, capacity: Sequence[int], known_values: Mapping[int, int]
) -> bool:
    """Whether it still says something. Raises :class:`ContradictionError` where it fails already."""
    if all(cell in known_values for cell in constraint.cells):
        if not constraint.holds([known_values[cell] for cell in constraint.cells]):
            raise ContradictionError
        return False
    if not isinstance(constraint, SumConstraint):
        return True
    known_sum, low, high = _span(constraint, capacity, known_values)
    if high - low >= len(constraint.allowed):
        return True
    return not all(known_sum + count in constraint.allowed for count in range(low, high + 1))


def split(sums: Sums, clues: Iterable[int]) -> tuple[tuple[Component, ...], tuple[int, ...]]:
    """(components, unconstrained cells) of what is hidden; cells under the same constraints are a group.

    clues: The plain sums to split, by number
    Raises ContradictionError: Two sums over the same groups want different numbers.
    """
    need = {sum_number: sums.need[sum_number] for sum_number in clues}
    sums_over, rules = _sums_over_cells(sums, need)
    groups, free = _groups(sums, sums_over, rules)
    distinct = _distinct_sums(need, groups, sums_over)

    # What shares a group hangs together.
    group_places = _places_in_rules(rules, groups)
    scopes: list[tuple[int, ...]] = [*distinct, *map(tuple, group_places)]
    components = []
    for group_numbers, scope_numbers in _connected(len(groups), scopes):
        local = {group: n for n, group in enumerate(group_numbers)}
        plain = []
        clue_numbers = []
        component_rules = []
        for number in scope_numbers:
            if number < len(distinct):
                sum_number = distinct[scopes[number]]
                plain.append((need[sum_number], tuple([local[group] for group in scopes[number]])))
                clue_numbers.append(sum_number)
            else:
                rule = number - len(distinct)
                component_rules.append(
                    _on_groups(sums, rules[rule], group_places[rule], groups, local)
                )
        capacities, uncounted = _capacities(sums, [groups[group][0] for group in group_numbers])
        components.append(
            Component(
                tuple([tuple(groups[group]) for group in group_numbers]),
                tuple(plain),
                tuple(clue_numbers),
                tuple(component_rules),
                capacities,
                uncounted,
            )
        )
    return tuple(components), tuple(free)


def _sums_over_cells(
    sums: Sums, need: dict[int, int]
) -> tuple[dict[int, list[int]], list[Constraint]]:
    """(the plain sums over each hidden cell, the constraints of other kinds that still say something).

    need: The mines that each plain sum wants; those that have become plain are added
    """
    hidden = sums.hidden
    sums_over: defaultdict[int, list[int]] = defaultdict(list)
    for number in need:
        for cell in sums.scope[number]:
            if hidden[cell]:
                sums_over[cell].append(number)

    # Unweighted sums over cells of several mines stand among the others for :func:`_settle` alone.
    rules: list[Constraint] = []
    for number, constraint in sums.others:
        if not _is_undecided(constraint, sums.capacity, sums.values):
            continue
        mines_needed = _plain(constraint, sums.values)
        if mines_needed is None:
            rules.append(constraint)
            continue
        need[number] = mines_needed
        for cell in constraint.cells:
            if hidden[cell]:
                sums_over[cell].append(number)
    return sums_over, rules


def _distinct_sums(
    need: Mapping[int, int], groups: Sequence[list[int]], sums_over: Mapping[int, list[int]]
) -> dict[tuple[int, ...], int]:
    """The first sum over each set of groups: another one over the same says the same, or contradicts it."""
    groups_of: dict[int, list[int]] = {sum_number: [] for sum_number in need}
    for group, cells in enumerate(groups):
        for sum_number in sums_over.get(cells[0], ()):
            groups_of[sum_number].append(group)
    distinct: dict[tuple[int, ...], int] = {}
    for sum_number, group_numbers in groups_of.items():
        if not group_numbers:
            continue
        first_sum = distinct.setdefault(tuple(group_numbers), sum_number)
        if need[first_sum] != need[sum_number]:
            raise ContradictionError
    return distinct


def _places_in_rules(
    rules: Sequence[Constraint], groups: Sequence[list[int]]
) -> list[dict[int, int]]:
    """Of each rule: where the first cell of each of its groups stands."""
    group_of: dict[int, int] = {}
    if rules:
        for group, cells in enumerate(groups):
            group_of.update(dict.fromkeys(cells, group))
    places_by_rule: list[dict[int, int]] = []
    for constraint in rules:
        places_by_rule.append({})
        for index, cell in enumerate(constraint.cells):
            if cell in group_of:
                places_by_rule[-1].setdefault(group_of[cell], index)
    return places_by_rule


def _on_groups(
    sums: Sums,
    constraint: Constraint,
    place_of_group: Mapping[int, int],
    groups: Sequence[list[int]],
    local: Mapping[int, int],
) -> GroupConstraint:
    """A constraint on groups. ``local``: their numbers in the component."""
    return GroupConstraint(
        constraint,
        tuple([local[group] for group in place_of_group]),
        tuple(place_of_group.values()),
        tuple([len(groups[group]) * sums.capacity[groups[group][0]] for group in place_of_group]),
        {
            index: sums.values[cell]
            for index, cell in enumerate(constraint.cells)
            if cell in sums.values
        },
    )


def _capacities(sums: Sums, first_cells: Sequence[int]) -> tuple[tuple[int, ...], frozenset[int]]:
    """(the capacity of each group, which of them are no cells); empty where all are cells of one mine."""
    if not sums.capacity:
        return (), frozenset()
    capacities = tuple([sums.capacity[cell] for cell in first_cells])
    uncounted = frozenset([n for n, cell in enumerate(first_cells) if cell >= sums.counted])
    if not uncounted and all(capacity == 1 for capacity in capacities):
        return (), uncounted
    return capacities, uncounted


def _groups(
    sums: Sums, sums_over: Mapping[int, list[int]], rules: Sequence[Constraint]
) -> tuple[list[list[int]], list[int]]:
    """(the cells of each group, unconstrained cells)."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    if not sums.capacity:
        for cell, clue_numbers in sums_over.items():
            groups.setdefault(tuple(clue_numbers), []).append(cell)
        free = [
            cell
            for cell, is_hidden in enumerate(sums.hidden)
            if is_hidden and cell not in sums_over
        ]
        return list(groups.values()), free

    # Cells are alike if the same rules have them in the same part: of a sum, with the same weight.
    marks: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for n, constraint in enumerate(rules):
        kinds = constraint.weights if isinstance(constraint, SumConstraint) else count()
        for cell, kind in zip(constraint.cells, kinds, strict=False):
            marks[cell].append((n, kind))
    free = []
    for cell, is_hidden in enumerate(sums.hidden):
        if is_hidden:
            signature = (*sums_over.get(cell, ()), *marks.get(cell, ()))
            if signature and cell < sums.counted:
                groups.setdefault((*signature, -sums.capacity[cell]), []).append(cell)
            elif signature or cell >= sums.counted or sums.capacity[cell] > 1:
                groups[None, cell] = [cell]  # without a constraint, or no cell: stands alone
            else:
                free.append(cell)
    return list(groups.values()), free


def _connected(
    group_count: int, scopes: Sequence[Iterable[int]]
) -> Iterator[tuple[list[int], list[int]]]:
    """Groups that hang together, and the numbers of the scopes over them."""
    scopes_over: list[list[int]] = [[] for _ in range(group_count)]
    for number, scope in enumerate(scopes):
        for group in scope:
            scopes_over[group].append(number)
    unseen = set(range(group_count))
    for first_group in range(group_count):
        if first_group not in unseen:
            continue
        unseen.discard(first_group)
        component = [first_group]
        scope_numbers: dict[int, None] = {}
        for group in component:  # it grows on the way
            for number in scopes_over[group]:
                if number not in scope_numbers:
                    scope_numbers[number] = None
                    new_groups = unseen.intersection(scopes[number])
                    unseen -= new_groups
                    component += new_groups
        yield sorted(component), sorted(scope_numbers)
