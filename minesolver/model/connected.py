"""Statements about a whole board: that its mines, or its other cells, hang together.

The automaton keeps, for the cells read so far that still have unread neighbours, which of them belong to one
component: the frontier (or broken-profile) method, S. Minato et al.; for paths, D. Knuth, TAOCP 7.1.4,
Simpath.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .constraint import Automaton, Constraint, Nogood, State, Variable

_OUTSIDE = 1  # label of what is connected with the outside, where there is one


def components(adjacent: Sequence[Sequence[int]], values: Sequence[int], kind: int = 1) -> list[list[int]]:
    """The places whose values are (or with ``kind`` 0 are not) mines, by what hangs together."""
    left = {i for i, value in enumerate(values) if bool(value) == bool(kind)}
    found = []
    while left:
        component = [left.pop()]
        for i in component:
            for j in adjacent[i]:
                if j in left:
                    left.discard(j)
                    component.append(j)
        found.append(component)
    return found


class Connected(Constraint):
    """All cells of one kind are connected, and there is at least one.

    cells, name: As for :class:`~minesolver.model.constraint.Constraint`
    adjacent: The neighbours of each place
    kind: 1: the cells with mines; 0: those without
    anchors: Places that touch the outside. With them, each component must have one, and there may be several
        components, or none.
    acyclic: No cell may close a cycle
    """

    lazy = True

    def __init__(
        self,
        cells: Iterable[int],
        adjacent: Sequence[Sequence[int]],
        name: str,
        *,
        kind: int = 1,
        anchors: Iterable[int] | None = None,
        acyclic: bool = False,
    ) -> None:
        super().__init__(cells, name)
        self.adjacent = tuple(map(tuple, adjacent))
        self.kind = kind
        self.anchors = None if anchors is None else frozenset(anchors)
        self.acyclic = acyclic

    def _cyclic(self, component: list[int]) -> bool:
        inside = set(component)
        edges = sum(j in inside for i in component for j in self.adjacent[i]) // 2
        return edges >= len(component)

    def holds(self, values: Sequence[int]) -> bool:
        found = components(self.adjacent, values, self.kind)
        if self.acyclic and any(map(self._cyclic, found)):
            return False
        if self.anchors is None:
            return len(found) == 1
        return all(self.anchors & set(component) for component in found)

    def nogoods(self, values: Sequence[int], mines: int = 0) -> list[Nogood]:
        found = sorted(components(self.adjacent, values, self.kind), key=len)
        why = [[(i, values[i]) for i in own] for own in found if self.acyclic and self._cyclic(own)]
        if self.anchors is not None:
            found = [own for own in found if not self.anchors & set(own)]
        elif len(found) == 1:
            found = []
        for k, own in enumerate(found):
            around = sorted({j for i in own for j in self.adjacent[i]}.difference(own))
            why.append([(i, values[i]) for i in (min(own), *around)])
            if self.anchors is None and self.kind and len(own) < mines:
                why[-1].append((-1, len(own)))  # there are others, wherever they are
            elif self.anchors is None:
                other = found[k - 1][0]
                why[-1].append((other, values[other]))
        return why or super().nogoods(values)

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        return _ConnectedAutomaton(self, variables, known)


class _Frontier(ABC):
    """Reads cells one after the other, and keeps labels of those that still have unread neighbours."""

    _FIRST: Any

    def __init__(self, given: Any, variables: Sequence[Variable], known: Mapping[int, int]) -> None:
        self._given = given
        # Cells with known values are read between the variables, in their natural order.
        waiting = sorted(known)
        order: list[int] = []
        batches: list[list[tuple[int, int | None]]] = [[]]
        for variable in variables:
            while waiting and waiting[0] < variable.place:
                batches[-1].append((waiting[0], known[waiting[0]]))
                order.append(waiting.pop(0))
            batches.append([(variable.place, None)])
            order.append(variable.place)
        batches[-1] += [(place, known[place]) for place in waiting]
        order += waiting
        when = {place: i for i, place in enumerate(order)}
        last = {place: max([when[place], *(when[j] for j in given.adjacent[place])]) for place in order}
        frontier: list[int] = []
        self._reads = []
        for batch in batches:
            reads = []
            for place, value in batch:
                near = [k for k, other in enumerate(frontier) if other in given.adjacent[place]]
                frontier.append(place)
                gone = [k for k, other in enumerate(frontier) if last[other] <= when[place]]
                stay = [k for k in range(len(frontier)) if k not in gone]
                frontier = [frontier[k] for k in stay]
                anchored = given.anchors is not None and place in given.anchors
                reads.append((value, tuple(near), tuple(gone), tuple(stay), anchored))
            self._reads.append(reads)
        self.start = self._read(0, self._FIRST, 0)

    @abstractmethod
    def _read(self, batch: int, state: Any, value: int) -> tuple[tuple[int, ...], Any] | None:
        """The state after one variable and the cells with known values that follow it."""


class _ConnectedAutomaton(_Frontier):
    """State: labels of the frontier's cells (0: of the other kind), and whether the one component is
    complete."""

    _FIRST = ((), False)

    def step(self, level: int, state: State, value: int) -> State | None:
        assert isinstance(state, tuple)
        following = self._read(level + 1, state, value)
        if following is not None and level + 2 == len(self._reads) and self._given.anchors is None:
            return following if following[1] else None
        return following

    def _read(
        self, batch: int, state: tuple[tuple[int, ...], bool], value: int
    ) -> tuple[tuple[int, ...], bool] | None:
        labels, complete = state
        given = self._given
        for known, near, gone, stay, anchored in self._reads[batch]:
            coloured = bool(value if known is None else known) == bool(given.kind)
            if not coloured:
                everything = [*labels, 0]
            elif complete:
                return None
            else:
                touched = [labels[k] for k in near if labels[k]]
                distinct = set(touched)
                if given.acyclic and len(distinct) < len(touched):
                    return None
                if anchored:
                    distinct.add(_OUTSIDE)
                own = min(distinct) if distinct else len(labels) + 2
                everything = [own if label in distinct else label for label in labels]
                everything.append(own)
            kept = [everything[k] for k in stay]
            for k in gone:
                label = everything[k]
                if label and label not in kept:
                    if given.anchors is not None:
                        if label != _OUTSIDE:
                            return None
                    elif any(kept) or any(other not in (0, label) for other in everything):
                        return None
                    else:
                        complete = True
            # Number the labels by first appearance, so that equal partitions are equal states.
            names = {0: 0, _OUTSIDE: _OUTSIDE}
            labels = tuple([names.setdefault(label, len(names)) for label in kept])
        return labels, complete


class Sized(Constraint):
    """Each group of mines that hang together has one of some sizes; or all that touch the anchors, together.

    cells, name, clue: As for :class:`~minesolver.model.constraint.Constraint`
    adjacent: The neighbours of each place
    allowed: The sizes
    anchors: Places; with them, only the mines that hang together with one of these count, all together
    """

    lazy = True

    def __init__(
        self,
        cells: Iterable[int],
        adjacent: Sequence[Sequence[int]],
        allowed: Iterable[int],
        name: str,
        clue: int | None = None,
        anchors: Iterable[int] | None = None,
    ) -> None:
        super().__init__(cells, name, clue)
        self.adjacent = tuple(map(tuple, adjacent))
        self.allowed = frozenset(allowed)
        self.anchors = None if anchors is None else frozenset(anchors)

    def groups(self, values: Sequence[int]) -> list[list[int]]:
        """The groups of mines that are told the size of; each begins with some that hang together."""
        if self.anchors is None:
            return components(self.adjacent, values)
        found = [i for i in sorted(self.anchors) if values[i]]
        for i in found:
            found += [j for j in self.adjacent[i] if values[j] and j not in found]
        return [found]

    def holds(self, values: Sequence[int]) -> bool:
        return all(len(own) in self.allowed for own in self.groups(values))

    def nogoods(self, values: Sequence[int], mines: int = 0) -> list[Nogood]:
        why = []
        for own in self.groups(values):
            if len(own) > max(self.allowed, default=-1):
                part = own[: max(self.allowed, default=0) + 1]  # which is too large already
            elif len(own) in self.allowed:
                continue
            else:
                around = {j for i in own for j in self.adjacent[i]}.union(self.anchors or ()).difference(own)
                inside = own if len(own) > min(self.allowed) else own[:1] if self.anchors is None else []
                part = [*inside, *sorted(around)]
            why.append([(i, values[i]) for i in part])
        return why

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        return _SizedAutomaton(self, variables, known)


class _SizedAutomaton(_Frontier):
    """State: labels of the frontier's cells (0: no mine), and the size of the group of each label so far."""

    _FIRST = ((), ())

    def step(self, level: int, state: State, value: int) -> State | None:
        assert isinstance(state, tuple)
        return self._read(level + 1, state, value)

    def _read(
        self, batch: int, state: tuple[tuple[int, ...], tuple[tuple[int, int], ...]], value: int
    ) -> tuple[tuple[int, ...], Any] | None:
        labels, sizes = state[0], dict(state[1])
        given = self._given
        most = max(given.allowed, default=0)
        for known, near, gone, stay, anchored in self._reads[batch]:
            everything = [*labels, 0]
            if value if known is None else known:
                joined = {labels[k] for k in near if labels[k]} | ({_OUTSIDE} if anchored else set())
                own = min(joined) if joined else len(labels) + 2
                sizes[own] = 1 + sum(sizes.pop(label, 0) for label in joined)
                if sizes[own] > most:
                    if given.anchors is None or own == _OUTSIDE:
                        return None
                    sizes[own] = most + 1  # what it is connected with, if ever, is too large
                everything = [own if label in joined else label for label in everything]
                everything[-1] = own
            kept = [everything[k] for k in stay]
            for k in gone:
                label = everything[k]
                size = 0 if label in (0, _OUTSIDE, *kept) else sizes.pop(label, 0)
                if size and size not in given.allowed and given.anchors is None:
                    return None
            names = {0: 0, _OUTSIDE: _OUTSIDE}
            labels = tuple([names.setdefault(label, len(names)) for label in kept])
            sizes = {names[label]: size for label, size in sizes.items()}
        if batch + 1 == len(self._reads):
            if given.anchors is not None and sizes.get(_OUTSIDE, 0) not in given.allowed:
                return None
            return (), ()
        return labels, tuple(sorted(sizes.items()))
