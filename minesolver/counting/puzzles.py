"""From a puzzle to independent counting problems: what single constraints settle, groups, components."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model.constraint import Automaton, Constraint, SumConstraint, Variable
from ..model.puzzle import Puzzle
from .problem import Component, ContradictionError, Problem


@dataclass(frozen=True, slots=True)
class PuzzleProblem(Problem):
    """The problem of a puzzle. Cells of more than one mine are never ``free``; nor are hidden quantities."""

    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class LocalRule:
    """A puzzle's constraint on the groups of one component.

    ``places``: where the first cell of each group stands in the constraint. ``values``: what is known of its
    other cells, by place.
    """

    constraint: Constraint
    groups: tuple[int, ...]
    places: tuple[int, ...]
    mosts: tuple[int, ...]
    values: dict[int, int]

    @property
    def whole_board(self) -> bool:
        return self.constraint.lazy

    def automaton(self, order: Sequence[int]) -> Automaton:
        at = {g: Variable(p, m) for g, p, m in zip(self.groups, self.places, self.mosts, strict=True)}
        return self.constraint.automaton([at[g] for g in order], self.values)

    def states(self, read: int, left: int) -> int:
        fewer = min(read, left)
        return fewer + 1 if isinstance(self.constraint, SumConstraint) else int(min(2**fewer, 64))

    def broken(self, values: Sequence[int]) -> list[tuple[int, int]] | None:
        everything = [self.values.get(place, 0) for place in range(len(self.constraint.cells))]
        for group, place in zip(self.groups, self.places, strict=True):
            everything[place] = values[group]
        if self.constraint.holds(everything):
            return None
        group_at = dict(zip(self.places, self.groups, strict=True))
        return [(group_at[place], v) for place, v in self.constraint.nogood(everything) if place in group_at]


def build(puzzle: Puzzle) -> PuzzleProblem:
    """Settle what single sums settle, to a fixpoint; then group and split what is left.

    Raises :class:`ContradictionError` where a constraint cannot be met.
    """
    constraints = puzzle.constraints
    capacity = puzzle.capacity
    cells = len(puzzle.cells)
    known = puzzle.values()
    given = dict(known)
    _settle(constraints, capacity, known)
    kept = [c for c in constraints if _matters(c, capacity, known)]

    signature: dict[int, list[tuple[int, int]]] = {i: [] for i in range(len(capacity)) if i not in known}
    for k, constraint in enumerate(kept):
        for place, i in enumerate(constraint.cells):
            if i not in known:
                mark = constraint.weights[place] if isinstance(constraint, SumConstraint) else place
                signature[i].append((k, mark))
    groups: dict[tuple[object, ...], list[int]] = {}
    free = []
    for i, marks in signature.items():
        if not marks and capacity[i] == 1 and i < cells:
            free.append(i)
        else:
            # Without a constraint, cells of several mines, and hidden quantities, stand alone.
            alone = i if not marks or i >= cells else -1
            groups.setdefault((*marks, capacity[i], alone), []).append(i)
    settled = [i for i in known if i not in given and i < cells]
    remaining = None
    if puzzle.mines is not None:
        remaining = puzzle.mines - sum(value for i, value in known.items() if i < cells)
        if not 0 <= remaining <= sum(capacity[i] for i in signature if i < cells):
            raise ContradictionError
    return PuzzleProblem(
        tuple(sorted(i for i in settled if known[i] == 0)),
        tuple(sorted(i for i in settled if known[i] > 0)),
        _components(list(groups.values()), kept, capacity, cells, known),
        tuple(free),
        remaining,
        puzzle.density,
        puzzle.columns,
        puzzle,
    )


def _settle(constraints: Iterable[Constraint], capacity: Sequence[int], known: dict[int, int]) -> None:
    """Add to ``known`` every cell that one sum alone leaves a single value."""
    sums = [c for c in constraints if isinstance(c, SumConstraint)]
    of_cell: dict[int, list[int]] = {}
    for k, constraint in enumerate(sums):
        for i in constraint.cells:
            of_cell.setdefault(i, []).append(k)
    agenda = list(range(len(sums)))
    waiting = set(agenda)
    while agenda:
        k = agenda.pop()
        waiting.discard(k)
        for i, value in _forced(sums[k], capacity, known):
            known[i] = value
            for other in of_cell[i]:
                if other not in waiting:
                    waiting.add(other)
                    agenda.append(other)


def _forced(
    constraint: SumConstraint, capacity: Sequence[int], known: dict[int, int]
) -> list[tuple[int, int]]:
    have = 0
    unknown: dict[tuple[int, int], list[int]] = {}
    for i, weight in zip(constraint.cells, constraint.weights, strict=True):
        if i in known:
            have += weight * known[i]
        else:
            unknown.setdefault((weight, capacity[i]), []).append(i)
    low = sum(min(0, w * most) * len(cells) for (w, most), cells in unknown.items())
    high = sum(max(0, w * most) * len(cells) for (w, most), cells in unknown.items())
    possible = [a - have for a in constraint.allowed if low <= a - have <= high]
    if not possible:
        raise ContradictionError
    forced = []
    for (weight, most), cells in unknown.items():
        least, largest = low - min(0, weight * most), high - max(0, weight * most)
        values = [x for x in range(most + 1) if any(least <= p - weight * x <= largest for p in possible)]
        if not values:
            raise ContradictionError
        if len(values) == 1:
            forced += [(i, values[0]) for i in cells]
    return forced


def _matters(constraint: Constraint, capacity: Sequence[int], known: dict[int, int]) -> bool:
    """Whether it still says something. Raises :class:`ContradictionError` where it fails already."""
    values = [known.get(i) for i in constraint.cells]
    if None not in values:
        if not constraint.holds([value for value in values if value is not None]):
            raise ContradictionError
        return False
    if not isinstance(constraint, SumConstraint):
        return True
    pairs = list(zip(constraint.cells, constraint.weights, strict=True))
    have = sum(w * known[i] for i, w in pairs if i in known)
    low = have + sum(min(0, w * capacity[i]) for i, w in pairs if i not in known)
    high = have + sum(max(0, w * capacity[i]) for i, w in pairs if i not in known)
    if high - low >= len(constraint.allowed):
        return True
    return not all(count in constraint.allowed for count in range(low, high + 1))


def _components(
    groups: list[list[int]],
    constraints: list[Constraint],
    capacity: Sequence[int],
    cells: int,
    known: dict[int, int],
) -> tuple[Component, ...]:
    group_of = {i: g for g, members in enumerate(groups) for i in members}
    parent = list(range(len(groups)))

    def root(g: int) -> int:
        while parent[g] != g:
            parent[g] = parent[parent[g]]
            g = parent[g]
        return g

    scopes = []
    for constraint in constraints:
        scope: dict[int, int] = {}
        for place, i in enumerate(constraint.cells):
            if i in group_of:
                scope.setdefault(group_of[i], place)
        scopes.append(scope)
        first, *others = scope
        for g in others:
            parent[root(g)] = root(first)
    parts: dict[int, list[int]] = {}
    for g in range(len(groups)):
        parts.setdefault(root(g), []).append(g)
    members_of: dict[int, list[int]] = {}
    for k, scope in enumerate(scopes):
        members_of.setdefault(root(next(iter(scope))), []).append(k)

    components = []
    for top, part in parts.items():
        local = {g: n for n, g in enumerate(part)}
        sums: dict[tuple[int, ...], tuple[int, int]] = {}
        rules = []
        for k in members_of.get(top, ()):
            constraint, scope = constraints[k], scopes[k]
            own = tuple(local[g] for g in scope)
            need = _plain(constraint, known)
            if need is not None:
                own = tuple(sorted(own))
                # Two sums over the same groups say the same, or contradict each other.
                if sums.setdefault(own, (need, k))[0] != need:
                    raise ContradictionError
                continue
            values = {place: known[i] for place, i in enumerate(constraint.cells) if i in known}
            mosts = tuple(len(groups[g]) * capacity[groups[g][0]] for g in scope)
            rules.append(LocalRule(constraint, own, tuple(scope.values()), mosts, values))
        components.append(
            Component(
                tuple(tuple(groups[g]) for g in part),
                tuple((need, own) for own, (need, _) in sums.items()),
                tuple(k for _, k in sums.values()),
                tuple(rules),
                tuple(capacity[groups[g][0]] for g in part),
                frozenset(local[g] for g in part if groups[g][0] >= cells),
            )
        )
    return tuple(components)


def _plain(constraint: Constraint, known: dict[int, int]) -> int | None:
    """The one number that an unweighted sum wants of its unknown cells; ``None`` for other constraints."""
    if (
        not isinstance(constraint, SumConstraint)
        or len(constraint.allowed) != 1
        or set(constraint.weights) != {1}
    ):
        return None
    return next(iter(constraint.allowed)) - sum(known.get(i, 0) for i in constraint.cells)
