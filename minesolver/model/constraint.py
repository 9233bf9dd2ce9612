"""What a constraint says of some cells: its definition, and the automaton by which exact counting follows it.

A constraint has two independent faces. :meth:`Constraint.holds` is the definition, read off the rule and used
by brute force. :meth:`Constraint.automaton` reads the cells one after the other in any order; its states are
what counting has to remember, so states that allow the same continuations should be equal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import prod
from operator import lt, mul
from typing import Any, NamedTuple

_DENSE = 4096  # sums up to which the states of a sum are bits of an integer

State = Hashable
Nogood = list[tuple[int, int]]
"""(place, value) of cells that cannot all have these values."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A group of interchangeable cells as one constraint reads it: where its first cell stands among those of
    the constraint, and the most mines that it can hold."""

    place: int
    most: int


class Automaton(NamedTuple):
    """Reads the variables in the order that it was made for, level by level.

    start: The first state; ``None`` where nothing can satisfy the constraint
    step: (which variable, from 0; state; its value) -> the next state; ``None`` where nothing can satisfy the
        constraint any more. After the last level it is one and the same for whatever satisfies it.
    """

    start: State | None
    step: Callable[[int, Any, int], State | None]


def transitions(automaton: Automaton, mosts: Sequence[int]) -> Iterator[tuple[int, int, int, int | None]]:
    """(level, state, value, next state or ``None``) of all states that can be reached, numbered from 0 on;
    what satisfies the constraint ends in one state.

    mosts: The most mines that each variable can hold
    """
    states: dict[State, int] = {} if automaton.start is None else {automaton.start: 0}
    used = 0
    for level, most in enumerate(mosts):
        following: dict[State, int] = {}
        for state, number in states.items():
            for value in range(most + 1):
                target = automaton.step(level, state, value)
                if target is None:
                    yield level, number, value, None
                    continue
                target = 0 if level == len(mosts) - 1 else target
                if target not in following:
                    used += 1
                    following[target] = used
                yield level, number, value, following[target]
        states = following


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
    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """The automaton that reads its variables.

        variables: Groups of interchangeable cells, in the order in which they are read
        known: Values of the cells that are known, by place
        """

    def nogoods(self, values: Sequence[int], mines: int = 0) -> list[Nogood]:
        """Why these values fail, in small parts of them, one at least; only asked where ``holds`` is false.

        values: Mines in each cell, in the order of ``cells``
        mines: How many there are in the cells, at least
        Returns: Of each (place, value) of some cells that cannot all have these values; with a place of -1
            because there are so many mines.
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
        return sum(w * v for w, v in zip(self.weights, values, strict=True)) in self.allowed

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: which sums of the variables to come are allowed, as their surplus over the least possible:
        the bits of one integer, or a sorted tuple where weights are so large that the integer would be."""
        have = sum(self.weights[place] * value for place, value in known.items())
        own = [(self.weights[v.place], v.most) for v in variables]
        weights = [(weight, min(0, weight * most)) for weight, most in own]
        spans = [abs(weight) * most for weight, most in own]
        rest, have = sum(spans), have + sum(least for _, least in weights)
        surplus = sorted({a - have for a in self.allowed if 0 <= a - have <= rest})
        sparse = rest > _DENSE
        start: State = tuple(surplus) if sparse else sum(1 << k for k in surplus)
        left = []
        for span in spans:
            rest -= span
            left.append(rest if sparse else (1 << rest + 1) - 1)

        def step(level: int, state: Any, value: int) -> State | None:
            weight, least = weights[level]
            taken = weight * value - least
            if sparse:
                return tuple([k - taken for k in state if 0 <= k - taken <= left[level]]) or None
            return state >> taken & left[level] or None

        return Automaton(start or None, step)


class TableConstraint(Constraint):
    """The values of a few cells, in order, are one of ``rows``."""

    def __init__(
        self, cells: Iterable[int], rows: Iterable[Sequence[int]], name: str, clue: int | None = None
    ) -> None:
        super().__init__(cells, name, clue)
        self.rows = frozenset(map(tuple, rows))

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: the truth table of the variables to come, as the bits of one integer."""
        sizes = [variable.most + 1 for variable in variables]
        blocks = [prod(sizes[level + 1 :]) for level in range(len(sizes))]
        places, given, table = [variable.place for variable in variables], list(known.items()), 0
        rows = [row for row in self.rows if not given or all(row[p] == value for p, value in given)]
        for row in rows:
            values = [row[p] for p in places]
            if all(map(lt, values, sizes)):
                table |= 1 << sum(map(mul, values, blocks))

        def step(level: int, state: Any, value: int) -> State | None:
            block = blocks[level]
            return state >> value * block & (1 << block) - 1 or None

        return Automaton(table or None, step)


class SightConstraint(Constraint):
    """What is seen along rays, together, is one of ``allowed``; a mine ends the view along its ray.

    rays: Places (indices into ``cells``) from the nearest to the farthest, of each ray
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
        whole = [{*ray} in map(set, self.rays[:r]) for r, ray in enumerate(self.rays)]
        counts = scores or [range(len(ray) + 1) for ray in self.rays]
        self.scores = tuple(
            (*own[:-1], 0 if again else own[-1]) for own, again in zip(counts, whole, strict=True)
        )

    def seen(self, values: Sequence[int]) -> int:
        """The sum of what the rays count."""
        nearest = (sum(1 for _ in takewhile(lambda p: not values[p], ray)) for ray in self.rays)
        return sum(scores[far] for scores, far in zip(self.scores, nearest, strict=True))

    def holds(self, values: Sequence[int]) -> bool:
        return self.seen(values) in self.allowed

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: what the settled rays show, and of each other its nearest mine so far, or its length."""
        levels = len(variables)
        places: list[list[tuple[int, int]]] = [[] for _ in variables]
        level_of = {v.place: i for i, v in enumerate(variables)}
        nearest = []
        # For each level, how far along each ray everything is read once the level is.
        read_by: list[list[int]] = [[] for _ in range(levels + 1)]
        for r, ray in enumerate(self.rays):
            nearest.append(next((k for k, place in enumerate(ray) if known.get(place)), len(ray)))
            read_after = -1
            upto = [0] * (levels + 1)
            for k, place in enumerate(ray):
                if place in level_of:
                    places[level_of[place]].append((r, k))
                    read_after = max(read_after, level_of[place])
                for level in range(read_after + 1, levels + 1):
                    upto[level] = k + 1
            for own, length in zip(read_by, upto, strict=True):
                own.append(length)

        def settled(level: int, shown: int, nearest: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
            least = most = 0
            open_rays = list(nearest)
            for r, (far, read, scores) in enumerate(zip(nearest, read_by[level], self.scores, strict=True)):
                if far < 0:
                    continue
                if far <= read:
                    shown += scores[far]
                    open_rays[r] = -1
                else:
                    least += min(scores[read : far + 1])
                    most += max(scores[read : far + 1])
            if not any(shown + least <= a <= shown + most for a in self.allowed):
                return None
            if level == levels:
                return (0, ()) if shown in self.allowed else None
            if self.allowed.issuperset(range(shown + least, shown + most + 1)):
                return shown + least, (-1,) * len(open_rays)  # met, whatever comes
            return shown, tuple(open_rays)

        def step(level: int, state: Any, value: int) -> State | None:
            shown, nearest = state
            if value:
                nearest = list(nearest)
                for r, k in places[level]:
                    if nearest[r] > k:
                        nearest[r] = k
            return settled(level + 1, shown, nearest)

        return Automaton(settled(0, 0, nearest), step)


class OneOf(Constraint):
    """One of several choices holds, each of one statement or of several together."""

    def __init__(self, choices: Iterable[Sequence[Constraint]], name: str, clue: int | None = None) -> None:
        self.choices = tuple(map(tuple, choices))
        place = {
            i: k for k, i in enumerate(dict.fromkeys(i for own in self.choices for c in own for i in c.cells))
        }
        super().__init__(place, name, clue)
        self.places = [[[place[i] for i in c.cells] for c in own] for own in self.choices]

    def holds(self, values: Sequence[int]) -> bool:
        return any(
            all(said.holds([values[k] for k in own]) for said, own in zip(choice, places, strict=True))
            for choice, places in zip(self.choices, self.places, strict=True)
        )

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: of each choice those of its statements, none where it cannot hold."""
        every: list[list[tuple[Automaton, dict[int, int]]]] = []
        for choice, places in zip(self.choices, self.places, strict=True):
            every.append([])
            for said, own in zip(choice, places, strict=True):
                place = {k: n for n, k in enumerate(own)}
                levels = [level for level, variable in enumerate(variables) if variable.place in place]
                read = [Variable(place[variables[level].place], variables[level].most) for level in levels]
                automaton = said.automaton(read, {place[k]: known[k] for k in place if k in known})
                every[-1].append((automaton, {level: n for n, level in enumerate(levels)}))

        def left(level: int, states: Iterable[Sequence[State | None]]) -> State | None:
            found = tuple([() if None in own else tuple(own) for own in states])
            return (() if level == len(variables) - 1 else found) if any(found) else None

        def step(level: int, state: Any, value: int) -> State | None:
            following = []
            for choice, states in zip(every, state, strict=True):
                pairs = zip(choice, states, strict=False)  # no states: it cannot hold
                following.append(
                    [own.step(at[level], s, value) if level in at else s for (own, at), s in pairs] or [None]
                )
            return left(level, following)

        return Automaton(left(-1, [[own.start for own, _ in choice] for choice in every]), step)
