"""What a constraint says of some cells: its definition, and the automaton by which exact counting follows it.

A constraint has two independent faces. :meth:`Constraint.holds` is the definition, read off the rule and used
by brute force. :meth:`Constraint.automaton` reads the cells one after the other in any order; its states are
what counting has to remember, so states that allow the same continuations should be equal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import lt, mul
from typing import Any, NamedTuple

_MAX_BITS = 4096
"""Larger sums are lists of numbers where smaller ones are the bits of an integer: only weights of users' own
puzzles are so large, and few sums of them are possible."""

AutomatonState = Hashable
Nogood = list[tuple[int, int]]
"""(position, value) of cells that cannot all have these values."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A group of interchangeable cells as one constraint reads it: where its first cell stands among those of
    the constraint, and the most mines that it can hold."""

    position: int
    max_mines: int


class Automaton(NamedTuple):
    """Reads the variables in the order that it was made for, level by level.

    start: The first state; ``None`` where nothing can satisfy the constraint
    step: (which variable, from 0; state; its value) -> the next state; ``None`` where nothing can satisfy the
        constraint any more. After the last level it is one and the same for whatever satisfies it.
    """

    start: AutomatonState | None
    step: Callable[[int, Any, int], AutomatonState | None]


def transitions(
    automaton: Automaton, capacities: Sequence[int]
) -> Iterator[tuple[int, int, int, int | None]]:
    """(level, state, value, next state or ``None``) of all states that can be reached, numbered from 0 on;
    what satisfies the constraint ends in one state.

    capacities: The most mines that each variable can hold
    """
    state_numbers: dict[AutomatonState, int] = {}
    if automaton.start is not None:
        state_numbers[automaton.start] = 0

    # Level by level, with the states that are reached; each has a number of its own.
    last_number = 0
    for level, max_mines in enumerate(capacities):
        next_numbers: dict[AutomatonState, int] = {}
        for state, state_number in state_numbers.items():
            for value in range(max_mines + 1):
                next_state = automaton.step(level, state, value)
                if next_state is None:
                    yield level, state_number, value, None
                    continue
                if level == len(capacities) - 1:
                    next_state = 0
                if next_state not in next_numbers:
                    last_number += 1
                    next_numbers[next_state] = last_number
                yield level, state_number, value, next_numbers[next_state]
        state_numbers = next_numbers


class Constraint(ABC):
    """A statement about some cells, by their indices in the puzzle.

    cells: Indices of the cells
    name: What errors and explanations call it
    clue: Index of the cell that it stands on, if any

    lazy: Solvers do not get it, but are asked again where it fails (for statements about a whole board)
    rule: The placement rule that it is a part of, all of which is one fact in an explanation
    """

    lazy = False
    rule = ""

    def __init__(self, cells: Iterable[int], name: str, clue: int | None = None) -> None:
        self.cells = tuple(cells)
        self.name = name
        self.clue = clue

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Whether it is satisfied by so many mines in each cell, in the order of ``cells``."""

    @abstractmethod
    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """The automaton that reads its variables.

        variables: Groups of interchangeable cells, in the order in which they are read
        known_values: Values of the cells that are known, by position
        """

    def nogoods(
        self, values: Sequence[int], mines: int = 0, known_positions: Collection[int] = ()
    ) -> list[Nogood]:
        """Why these values fail, in small parts of them, one at least; only asked where ``holds`` is false.

        values: Mines in each cell, in the order of ``cells``
        mines: How many there are in the cells, at least
        known_positions: Of cells that cannot have other values; they need not be named
        Returns: Of each (position, value) of some cells that cannot all have these values; with a position of
            -1 because there are so many mines.
        """
        return [list(enumerate(values))]

    def counts(self, mines: int) -> bool:
        """Whether so many mines on the whole board may satisfy it, as far as that is soon told."""
        return True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self.cells, self.name))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class SumConstraint(Constraint):
    """The number of mines is one of ``allowed``, where those of a cell count as often as its weight says."""

    def __init__(
        self,
        cells: Iterable[int],
        allowed: Iterable[int],
        name: str,
        clue: int | None = None,
        weights: Iterable[int] | None = None,
    ) -> None:
        super().__init__(cells, name, clue)
        self.allowed = frozenset(allowed)
        self.weights = (1,) * len(self.cells) if weights is None else tuple(weights)

    @property
    def plain(self) -> bool:
        """Whether it is one number of mines, each of which counts once."""
        return len(self.allowed) == 1 and set(self.weights) <= {1}

    def holds(self, values: Sequence[int]) -> bool:
        weighted_values = [
            weight * value for weight, value in zip(self.weights, values, strict=True)
        ]
        return sum(weighted_values) in self.allowed

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: which sums of the variables to come are allowed, as their surplus over the least possible:
        the bits of one integer, or a sorted tuple where weights are so large that the integer would be."""
        # What each variable adds is counted from the least that it can add, so that no sum is below 0.
        weights = []
        lowest_sum = sum(self.weights[position] * value for position, value in known_values.items())
        spans = []
        for variable in variables:
            weight = self.weights[variable.position]
            min_term = min(0, weight * variable.max_mines)
            weights.append((weight, min_term))
            lowest_sum += min_term
            spans.append(abs(weight) * variable.max_mines)

        # Allowed sums above the least one, as far as the variables can reach them.
        highest_surplus = sum(spans)
        surpluses = [total - lowest_sum for total in sorted(self.allowed)]
        surpluses = [surplus for surplus in surpluses if 0 <= surplus <= highest_surplus]

        # The most that is still to come after each variable.
        remaining_spans = []
        remaining_span = highest_surplus
        for span in spans:
            remaining_span -= span
            remaining_spans.append(remaining_span)
        if highest_surplus > _MAX_BITS:
            return _sum_by_numbers(weights, surpluses, remaining_spans)
        return _sum_by_bits(weights, surpluses, remaining_spans)


def _sum_by_numbers(
    weights: Sequence[tuple[int, int]], surpluses: Sequence[int], remaining_spans: Sequence[int]
) -> Automaton:
    """The automaton of a sum whose states are tuples of the sums still allowed.

    weights: Of each variable (its weight, the least that it adds)
    surpluses: The sums that are allowed, above the least of all
    remaining_spans: The most that is still to come after each variable
    """

    def step(level: int, state: Any, value: int) -> AutomatonState | None:
        weight, min_term = weights[level]
        added_surplus = weight * value - min_term
        surpluses_left = [surplus - added_surplus for surplus in state]
        max_surplus = remaining_spans[level]
        return tuple([surplus for surplus in surpluses_left if 0 <= surplus <= max_surplus]) or None

    return Automaton(tuple(surpluses) or None, step)


def _sum_by_bits(
    weights: Sequence[tuple[int, int]], surpluses: Sequence[int], remaining_spans: Sequence[int]
) -> Automaton:
    """The same, whose states have a bit for each sum still allowed."""
    level_masks = [(1 << (remaining_span + 1)) - 1 for remaining_span in remaining_spans]

    def step(level: int, state: Any, value: int) -> AutomatonState | None:
        weight, min_term = weights[level]
        return state >> (weight * value - min_term) & level_masks[level] or None

    return Automaton(sum(1 << surplus for surplus in surpluses) or None, step)


class TableConstraint(Constraint):
    """The values of a few cells, in order, are one of ``rows``."""

    def __init__(
        self,
        cells: Iterable[int],
        rows: Iterable[Sequence[int]],
        name: str,
        clue: int | None = None,
    ) -> None:
        super().__init__(cells, name, clue)
        self.rows = frozenset(map(tuple, rows))

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: the truth table of the variables to come, as the bits of one integer."""
        # A row of the table is a bit: its values are the digits of the bit's number, the last one the lowest.
        value_counts = [variable.max_mines + 1 for variable in variables]
        block_sizes = [prod(value_counts[level + 1 :]) for level in range(len(value_counts))]
        positions = [variable.position for variable in variables]
        known_items = list(known_values.items())
        table_bits = 0
        for row in self.rows:
            if any(row[position] != value for position, value in known_items):
                continue
            values = [row[position] for position in positions]
            if all(map(lt, values, value_counts)):
                table_bits |= 1 << sum(map(mul, values, block_sizes))

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            block_size = block_sizes[level]
            return state >> value * block_size & (1 << block_size) - 1 or None

        return Automaton(table_bits or None, step)


class SightConstraint(Constraint):
    """What is seen along rays, together, is one of ``allowed``; a mine ends the view along its ray.

    rays: Positions (indices into ``cells``) from the nearest to the farthest, of each ray
    scores: Of each ray, what it counts by how many cells come before its first mine; by default that number,
        but cells of two rays that meet from both sides count once
    """

    def __init__(
        self,
        cells: Iterable[int],
        rays: Iterable[Sequence[int]],
        allowed: Iterable[int],
        name: str,
        clue: int | None = None,
        scores: Iterable[Sequence[int]] | None = None,
    ) -> None:
        super().__init__(cells, name, clue)
        self.rays = tuple(map(tuple, rays))
        self.allowed = frozenset(allowed)

        # A ray over the cells of an earlier one, from the other side, adds nothing where all of it is seen.
        ray_scores = scores or [range(len(ray) + 1) for ray in self.rays]
        earlier_rays: list[set[int]] = []
        final_scores = []
        for ray, counts_by_length in zip(self.rays, ray_scores, strict=True):
            ray_cells = set(ray)
            full_score = 0 if ray_cells in earlier_rays else counts_by_length[-1]
            final_scores.append((*counts_by_length[:-1], full_score))
            earlier_rays.append(ray_cells)
        self.scores = tuple(final_scores)

    def seen(self, values: Sequence[int]) -> int:
        """The sum of what the rays count."""
        total = 0
        for ray, ray_scores in zip(self.rays, self.scores, strict=True):
            free_cells = 0
            while free_cells < len(ray) and not values[ray[free_cells]]:
                free_cells += 1
            total += ray_scores[free_cells]
        return total

    def holds(self, values: Sequence[int]) -> bool:
        return self.seen(values) in self.allowed

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: what the settled rays show, and of each other its nearest mine so far, or its length."""
        level_count = len(variables)
        level_of = {variable.position: level for level, variable in enumerate(variables)}

        # Of each variable where its cell lies: (ray, how far along it).
        spots_of_level: list[list[tuple[int, int]]] = [[] for _ in variables]
        # Of each ray its nearest mine as far as cells are known, or its length.
        known_nearest = []
        # For each level, how far along each ray everything is read once the level is.
        read_by: list[list[int]] = [[] for _ in range(level_count + 1)]
        for ray_number, ray in enumerate(self.rays):
            known_mines = (
                distance for distance, position in enumerate(ray) if known_values.get(position)
            )
            known_nearest.append(next(known_mines, len(ray)))
            last_level = -1
            read_lengths = [0] * (level_count + 1)
            for distance, position in enumerate(ray):
                if position in level_of:
                    spots_of_level[level_of[position]].append((ray_number, distance))
                    last_level = max(last_level, level_of[position])
                for level in range(last_level + 1, level_count + 1):
                    read_lengths[level] = distance + 1
            for lengths_at_level, read_length in zip(read_by, read_lengths, strict=True):
                lengths_at_level.append(read_length)

        def settled(
            level: int, settled_score: int, nearest: Sequence[int]
        ) -> tuple[int, tuple[int, ...]] | None:
            # A ray whose nearest mine lies within what is read counts what it counts; others may count less.
            min_open_score = max_open_score = 0
            open_rays = list(nearest)
            ray_states = zip(nearest, read_by[level], self.scores, strict=True)
            for ray_number, (distance, read_length, ray_scores) in enumerate(ray_states):
                if distance < 0:
                    continue
                if distance <= read_length:
                    settled_score += ray_scores[distance]
                    open_rays[ray_number] = -1
                else:
                    possible_scores = ray_scores[read_length : distance + 1]
                    min_open_score += min(possible_scores)
                    max_open_score += max(possible_scores)

            # Nothing more is to be read where no total can be met any more, or any that comes is one.
            min_score = settled_score + min_open_score
            max_score = settled_score + max_open_score
            if not any(min_score <= total <= max_score for total in self.allowed):
                return None
            if level == level_count:
                return (0, ()) if settled_score in self.allowed else None
            if self.allowed.issuperset(range(min_score, max_score + 1)):
                return min_score, (-1,) * len(open_rays)
            return settled_score, tuple(open_rays)

        # A mine is seen on the rays that it lies on, unless a nearer one hides it.
        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            settled_score, nearest = state
            if value:
                nearest = list(nearest)
                for ray_number, distance in spots_of_level[level]:
                    if nearest[ray_number] > distance:
                        nearest[ray_number] = distance
            return settled(level + 1, settled_score, nearest)

        return Automaton(settled(0, 0, known_nearest), step)


class _StatementReader(NamedTuple):
    """One statement of a choice: its automaton, and by level of the choice the level of its automaton."""

    automaton: Automaton
    level_of: dict[int, int]


class OneOf(Constraint):
    """One of several choices holds, each of one statement or of several together."""

    def __init__(
        self, choices: Iterable[Sequence[Constraint]], name: str, clue: int | None = None
    ) -> None:
        self.choices = tuple(map(tuple, choices))

        # All cells of all statements, each once.
        position_of: dict[int, int] = {}
        for choice in self.choices:
            for statement in choice:
                for cell in statement.cells:
                    position_of.setdefault(cell, len(position_of))
        super().__init__(position_of, name, clue)
        # Of each statement of each choice: where its cells stand among all.
        self.places = [
            [[position_of[cell] for cell in statement.cells] for statement in choice]
            for choice in self.choices
        ]

    def holds(self, values: Sequence[int]) -> bool:
        for choice, positions_by_statement in zip(self.choices, self.places, strict=True):
            placed_statements = zip(choice, positions_by_statement, strict=True)
            if all(
                statement.holds([values[position] for position in positions])
                for statement, positions in placed_statements
            ):
                return True
        return False

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: of each choice those of its statements, none where it cannot hold."""
        # Each statement has an automaton of its own, which reads only the variables of its cells.
        readers_by_choice = []
        for choice, positions_by_statement in zip(self.choices, self.places, strict=True):
            readers = []
            for statement, positions in zip(choice, positions_by_statement, strict=True):
                readers.append(_reader(statement, positions, variables, known_values))
            readers_by_choice.append(readers)

        # One choice that may hold is enough; after the last variable it is not asked which.
        def joined(
            level: int, states_by_choice: Iterable[Sequence[AutomatonState | None]]
        ) -> AutomatonState | None:
            states = tuple([() if None in states else tuple(states) for states in states_by_choice])
            if not any(states):
                return None
            return () if level == len(variables) - 1 else states

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            next_states_by_choice: list[list[AutomatonState | None]] = []
            for readers, states in zip(readers_by_choice, state, strict=True):
                next_states: list[AutomatonState | None] = []
                for reader, statement_state in zip(readers, states, strict=False):
                    if level in reader.level_of:
                        reader_level = reader.level_of[level]
                        statement_state = reader.automaton.step(
                            reader_level, statement_state, value
                        )
                    next_states.append(statement_state)
                next_states_by_choice.append(next_states or [None])  # no states: it cannot hold
            return joined(level, next_states_by_choice)

        start_states = []
        for readers in readers_by_choice:
            start_states.append([reader.automaton.start for reader in readers])
        return Automaton(joined(-1, start_states), step)


def _reader(
    statement: Constraint,
    positions: Sequence[int],
    variables: Sequence[Variable],
    known_values: Mapping[int, int],
) -> _StatementReader:
    """How a statement of a choice reads what all of them read.

    positions: Where its cells stand among all
    variables, known_values: Of all, as :meth:`Constraint.automaton` takes them
    """
    statement_position_of = {position: index for index, position in enumerate(positions)}
    statement_variables: list[Variable] = []
    level_of = {}
    for level, variable in enumerate(variables):
        if variable.position in statement_position_of:
            level_of[level] = len(statement_variables)
            statement_variables.append(
                Variable(statement_position_of[variable.position], variable.max_mines)
            )
    statement_known = {
        statement_position_of[position]: value
        for position, value in known_values.items()
        if position in statement_position_of
    }
    return _StatementReader(statement.automaton(statement_variables, statement_known), level_of)
