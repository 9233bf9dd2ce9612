"""Statements about a whole board: that its mines, or its other cells, hang together.

The automaton keeps, for the cells read so far that still have unread neighbours, which of them belong to one
component: the frontier (or broken-profile) method, S. Minato et al.; for paths, D. Knuth, TAOCP 7.1.4,
Simpath.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import gcd
from typing import Any

from .constraint import Automaton, Constraint, Nogood, State, Variable

_OUTSIDE = 1  # label of what is connected with the outside, where there is one
_Read = tuple[int | None, list[int], list[int], list[int], frozenset[int]]
"""How a cell is read: its value, ``None`` of the variable's; by places in the frontier the cells near it,
those that leave and those that stay; what it is connected with as an anchor."""


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


class _Hanging(Constraint):
    """A statement about what hangs together, read cell by cell: states have labels of those that still have
    unread neighbours (0: of the other kind)."""

    lazy = True

    def __init__(
        self,
        cells: Iterable[int],
        adjacent: Sequence[Sequence[int]],
        name: str,
        clue: int | None,
        anchors: Iterable[int] | None,
    ) -> None:
        super().__init__(cells, name, clue)
        self.adjacent = tuple(map(tuple, adjacent))
        self.anchors = None if anchors is None else frozenset(anchors)

    def _reads(self, variables: Sequence[Variable], known: Mapping[int, int]) -> list[list[_Read]]:
        """What is read up to the first variable, and with each variable."""
        # Cells with known values are read between the variables, in their natural order.
        waiting = sorted(known)
        batches: list[list[tuple[int, int | None]]] = [[]]
        for variable in variables:
            while waiting and waiting[0] < variable.place:
                batches[-1].append((waiting[0], known[waiting.pop(0)]))
            batches.append([(variable.place, None)])
        batches[-1] += [(place, known[place]) for place in waiting]
        when = {place: i for i, (place, _) in enumerate(chain.from_iterable(batches))}
        last = {place: max([when[place], *(when[j] for j in self.adjacent[place])]) for place in when}
        frontier: list[int] = []
        found: list[list[_Read]] = []
        for batch in batches:
            found.append([])
            for place, value in batch:
                near = [k for k, other in enumerate(frontier) if other in self.adjacent[place]]
                frontier.append(place)
                gone = [k for k, other in enumerate(frontier) if last[other] <= when[place]]
                stay = [k for k in range(len(frontier)) if k not in gone]
                frontier = [frontier[k] for k in stay]
                outside = frozenset([_OUTSIDE] if place in (self.anchors or ()) else ())
                found[-1].append((value, near, gone, stay, outside))
        return found


class Connected(_Hanging):
    """All cells of one kind are connected, and there is at least one.

    adjacent: The neighbours of each place
    kind: 1: the cells with mines; 0: those without
    anchors: Places that touch the outside. With them, each component must have one, and there may be several
        components, or none.
    """

    def __init__(
        self,
        cells: Iterable[int],
        adjacent: Sequence[Sequence[int]],
        name: str,
        *,
        kind: int = 1,
        anchors: Iterable[int] | None = None,
    ) -> None:
        super().__init__(cells, adjacent, name, None, anchors)
        self.kind = kind

    def holds(self, values: Sequence[int]) -> bool:
        found = components(self.adjacent, values, self.kind)
        if self.anchors is None:
            return len(found) == 1
        return all(self.anchors & set(component) for component in found)

    def nogoods(self, values: Sequence[int], mines: int = 0) -> list[Nogood]:
        found = sorted(components(self.adjacent, values, self.kind), key=len)
        why: list[Nogood] = []
        if self.anchors is not None:
            found = [own for own in found if not self.anchors & set(own)]
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
        """State: the labels, and whether the one component is complete."""
        reads, anchored = self._reads(variables, known), self.anchors is not None
        kind = bool(self.kind)

        def read(batch: int, state: Any, value: int) -> tuple[tuple[int, ...], bool] | None:
            labels, complete = state
            for known, near, gone, stay, outside in reads[batch]:
                everything = [*labels, 0]
                if bool(value if known is None else known) == kind:
                    joined = {labels[k] for k in near if labels[k]} | outside
                    if complete:
                        return None
                    own = min(joined) if joined else len(everything) + 1
                    everything = [own if label in joined else label for label in labels]
                    everything.append(own)
                kept = [everything[k] for k in stay]
                for k in gone:
                    label = everything[k]
                    if label and label not in kept:
                        if anchored and label != _OUTSIDE:
                            return None
                        if not anchored:
                            if any(kept) or any(other not in (0, label) for other in everything):
                                return None
                            complete = True
                # Number the labels by first appearance, so that equal partitions are equal states.
                names = {0: 0, _OUTSIDE: _OUTSIDE}
                labels = tuple([names.setdefault(label, len(names)) for label in kept])
            return labels, complete

        def step(level: int, state: Any, value: int) -> State | None:
            following = read(level + 1, state, value)
            if following is not None and level + 2 == len(reads) and not anchored:
                return following if following[1] else None
            return following

        return Automaton(read(0, ((), False), 0), step)


class Path(Connected):
    """The mines are one path that touches itself nowhere else, and there is at least one."""

    def holds(self, values: Sequence[int]) -> bool:
        return super().holds(values) and not self._within(values)

    def _within(self, values: Sequence[int]) -> list[Nogood]:
        """Mines with three others beside them, and cycles."""
        near = {i: [j for j in self.adjacent[i] if values[j]] for i, value in enumerate(values) if value}
        crowded = [[i, *beside[:3]] for i, beside in near.items() if len(beside) > 2]
        cycles = [own for own in components(self.adjacent, values) if all(len(near[i]) == 2 for i in own)]
        return [[(i, 1) for i in why] for why in (*crowded, *cycles)]

    def nogoods(self, values: Sequence[int], mines: int = 0) -> list[Nogood]:
        apart = [] if super().holds(values) else super().nogoods(values, mines)
        return [*self._within(values), *apart]

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: how many ends are behind, and of each cell with unread neighbours 0, 1 for a mine with two
        others beside it, else twice the label of its path, and one more for an end beside another mine."""
        reads = self._reads(variables, known)

        def read(batch: int, state: Any, value: int) -> tuple[int, tuple[int, ...]] | None:
            ends, marks = state
            for known, near, gone, stay, _ in reads[batch]:
                everything = [*marks, 0]
                if value if known is None else known:
                    touched = [k for k in near if marks[k]]
                    paths = {marks[k] // 2 for k in touched}
                    whole = ends == 2 and max(marks, default=0) < 2
                    if whole or 0 in paths or len(paths) < len(touched) or len(touched) > 2:
                        return None
                    own = 2 * min(paths, default=len(everything) + 1)
                    everything = [own + mark % 2 if mark // 2 in paths else mark for mark in everything]
                    for k in touched:
                        everything[k] = 1 if marks[k] % 2 else own + 1
                    everything[-1] = 1 if len(touched) == 2 else own + len(touched)
                left = [everything[k] for k in gone if everything[k] > 1]
                kept = [everything[k] for k in stay]
                ends += sum([2 - mark % 2 for mark in left])
                paths = {mark // 2 for mark in kept if mark > 1}
                if ends > 2 or (paths and not paths.issuperset([mark // 2 for mark in left])):
                    return None
                names: dict[int, int] = {0: 0}
                marks = tuple([2 * names.setdefault(mark // 2, len(names)) + mark % 2 for mark in kept])
            return None if batch + 1 == len(reads) and ends < 2 else (ends, marks)

        return Automaton(read(0, (0, ()), 0), lambda level, state, value: read(level + 1, state, value))


class Sized(_Hanging):
    """Each group of mines that hang together has one of some sizes; or all that touch the anchors, together.

    adjacent: The neighbours of each place
    anchors: Places; with them, only the mines that hang together with one of these count, all together
    """

    def __init__(
        self,
        cells: Iterable[int],
        adjacent: Sequence[Sequence[int]],
        allowed: Iterable[int],
        name: str,
        clue: int | None = None,
        anchors: Iterable[int] | None = None,
    ) -> None:
        super().__init__(cells, adjacent, name, clue, anchors)
        self.allowed = frozenset(allowed)

    def groups(self, values: Sequence[int]) -> list[list[int]]:
        """The groups of mines that are told the size of; each begins with some that hang together."""
        if self.anchors is None:
            return components(self.adjacent, values)
        found = dict.fromkeys(i for i in sorted(self.anchors) if values[i])
        last = [*found]
        for i in last:
            more = [j for j in self.adjacent[i] if values[j] and j not in found]
            found |= dict.fromkeys(more)
            last += more
        return [last]

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

    def counts(self, mines: int) -> bool:
        return self.anchors is not None or mines % (gcd(*self.allowed) or 1) == 0

    def automaton(self, variables: Sequence[Variable], known: Mapping[int, int]) -> Automaton:
        """State: the labels, and the size of the group of each label so far."""
        reads, most = self._reads(variables, known), max(self.allowed, default=0)

        def read(batch: int, state: Any, value: int) -> State | None:
            labels, sizes = state[0], dict(state[1])
            for known, near, gone, stay, outside in reads[batch]:
                everything = [*labels, 0]
                if value if known is None else known:
                    joined = {labels[k] for k in near if labels[k]} | outside
                    own = min(joined, default=len(everything) + 1)
                    everything = [own if label in joined else label for label in labels] + [own]
                    sizes[own] = 1 + sum(sizes.pop(label, 0) for label in joined)
                    if sizes[own] > most:
                        if self.anchors is None or own == _OUTSIDE:
                            return None
                        sizes[own] = most + 1  # what it is connected with, if ever, is too large
                kept = [everything[k] for k in stay]
                for k in gone:
                    label = everything[k]
                    size = 0 if label in (0, _OUTSIDE, *kept) else sizes.pop(label, 0)
                    if size and size not in self.allowed and self.anchors is None:
                        return None
                names = {0: 0, _OUTSIDE: _OUTSIDE}
                labels = tuple([names.setdefault(label, len(names)) for label in kept])
                sizes = {names[label]: size for label, size in sizes.items()}
            if batch + 1 == len(reads):
                if self.anchors is not None and sizes.get(_OUTSIDE, 0) not in self.allowed:
                    return None
                return (), ()
            return labels, tuple(sorted(sizes.items()))

        return Automaton(read(0, ((), ()), 0), lambda level, state, value: read(level + 1, state, value))
