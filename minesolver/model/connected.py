"""Statements about a whole board: that its mines, or its other cells, hang together.

The automaton keeps, for the cells read so far that still have unread neighbours, which of them belong to one
component: the frontier (or broken-profile) method, S. Minato et al.; for paths, D. Knuth, TAOCP 7.1.4,
Simpath.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import gcd
from typing import Any, NamedTuple

from .constraint import Automaton, AutomatonState, Constraint, Nogood, Variable

_OUTSIDE = 1  # label of what is connected with the outside, where there is one

_WayNode = tuple[int, bool]
"""A position on a way, and whether it is passed, not only entered."""


class _CellRead(NamedTuple):
    """How a cell is read: which of the frontier it lies beside, and who leaves the frontier after it.

    A slot is a position in the list of the frontier's cells.

    value: Its value; ``None`` that of the variable
    slots_beside: Slots of the cells next to it
    leaving_slots, staying_slots: Slots, the cell's own the last, of those without and with neighbours that
        are still to be read
    outside: The label of the outside where the cell touches it
    """

    value: int | None
    slots_beside: list[int]
    leaving_slots: list[int]
    staying_slots: list[int]
    outside: frozenset[int]


def components(
    adjacent: Sequence[Sequence[int]], values: Sequence[int], kind: int = 1
) -> list[list[int]]:
    """The positions whose values are (or with ``kind`` 0 are not) mines, by what hangs together."""
    unvisited = {position for position, value in enumerate(values) if bool(value) == bool(kind)}

    # Each cell is visited once, from any cell of its component.
    all_components = []
    while unvisited:
        component = [unvisited.pop()]
        for position in component:
            for neighbour in adjacent[position]:
                if neighbour in unvisited:
                    unvisited.discard(neighbour)
                    component.append(neighbour)
        all_components.append(component)
    return all_components


def _narrowest_cut(
    next_positions: Sequence[Sequence[int]],
    start_positions: Iterable[int],
    goal_positions: Collection[int],
) -> tuple[list[int], list[int]]:
    """(the fewest positions that every way from the start to a goal goes through, those passed before them).

    As many ways there are that have no position in common (K. Menger, 1927); one more way at a time is found
    among them, as by L. Ford and D. Fulkerson, 1956. A goal may be in the cut, the start may not.

    next_positions: Of each position, where a way may go from it
    """
    position_before: dict[int, int] = {}  # of each position that some way goes through
    while True:
        node_before: dict[_WayNode, _WayNode | None] = {}
        for position in start_positions:
            node_before[position, True] = None
        pending_nodes = list(node_before)
        goal_node = None
        for node in pending_nodes:
            position, is_passed = node
            if is_passed and position in goal_positions:
                goal_node = node
                break

            # Where a way goes through already, the new one takes its place, and that way goes elsewhere.
            if is_passed:
                next_nodes = [(beside, False) for beside in next_positions[position]]
                if position in position_before:
                    next_nodes.append((position, False))
            else:
                next_nodes = [(position_before.get(position, position), True)]
            for next_node in next_nodes:
                if next_node not in node_before:
                    node_before[next_node] = node
                    pending_nodes.append(next_node)

        # Without one way more, the cut is what is entered and cannot be passed.
        if goal_node is None:
            passed_positions = [position for position, is_passed in node_before if is_passed]
            entered_positions = {position for position, is_passed in node_before if not is_passed}
            return sorted(entered_positions.difference(passed_positions)), passed_positions

        # Follow the new way back, and note where ways go through now.
        node = goal_node
        while (earlier_node := node_before[node]) is not None:
            position, is_passed = node
            earlier_position, _ = earlier_node
            if not is_passed and earlier_position == position:
                del position_before[position]
            elif not is_passed:
                position_before[position] = earlier_position
            node = earlier_node


def _renumbered(labels: Sequence[int]) -> tuple[list[int], dict[int, int]]:
    """Labels numbered by their first appearance, so that equal partitions are equal states, and the number of
    each. The label 0, and that of the outside, stay."""
    number_of = {0: 0, _OUTSIDE: _OUTSIDE}
    return [number_of.setdefault(label, len(number_of)) for label in labels], number_of


def _joined(labels: Sequence[int], cell_read: _CellRead) -> tuple[list[int], int, set[int]]:
    """The labels after a cell that belongs to all that it lies beside, the cell's own the last; that label;
    and the labels that it joins."""
    joined_labels = {labels[slot] for slot in cell_read.slots_beside if labels[slot]}
    joined_labels |= cell_read.outside
    joint_label = min(joined_labels, default=len(labels) + 2)
    new_labels = [joint_label if label in joined_labels else label for label in labels]
    return [*new_labels, joint_label], joint_label, joined_labels


def _reading_batches(
    variables: Sequence[Variable], known_values: Mapping[int, int]
) -> list[list[tuple[int, int | None]]]:
    """(position, known value) of the cells read up to the first variable, and of those read with each: cells
    with known values are read between the variables, in their natural order."""
    waiting_positions = sorted(known_values)
    batches: list[list[tuple[int, int | None]]] = [[]]
    for variable in variables:
        while waiting_positions and waiting_positions[0] < variable.position:
            position = waiting_positions.pop(0)
            batches[-1].append((position, known_values[position]))
        batches.append([(variable.position, None)])
    batches[-1] += [(position, known_values[position]) for position in waiting_positions]
    return batches


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

    def _reads(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> list[list[_CellRead]]:
        """What is read up to the first variable, and with each variable."""
        batches = _reading_batches(variables, known_values)

        # A cell stays in the frontier until it and all its neighbours are read. All others are forgotten:
        # that keeps the states few.
        reading_order = [position for batch in batches for position, _ in batch]
        read_at = {position: read_number for read_number, position in enumerate(reading_order)}
        last_use = {}
        for position in reading_order:
            last_use[position] = max(
                [read_at[position], *(read_at[neighbour] for neighbour in self.adjacent[position])]
            )

        # Follow the frontier: of each cell where its neighbours stand in it, and who leaves it thereafter.
        frontier: list[int] = []
        reads: list[list[_CellRead]] = []
        for batch in batches:
            batch_reads = []
            for position, value in batch:
                cells_beside = self.adjacent[position]
                slots_beside = [slot for slot, cell in enumerate(frontier) if cell in cells_beside]
                frontier.append(position)
                leaving_slots: list[int] = []
                staying_slots: list[int] = []
                for slot, cell in enumerate(frontier):
                    if last_use[cell] > read_at[position]:
                        staying_slots.append(slot)
                    else:
                        leaving_slots.append(slot)
                frontier = [frontier[slot] for slot in staying_slots]

                # A cell at the outside is connected with all others there.
                touches_outside = self.anchors is not None and position in self.anchors
                outside = frozenset([_OUTSIDE] if touches_outside else [])
                batch_reads.append(
                    _CellRead(value, slots_beside, leaving_slots, staying_slots, outside)
                )
            reads.append(batch_reads)
        return reads

    def _around(self, component: Sequence[int]) -> set[int]:
        """The positions next to a component."""
        positions_beside: set[int] = set()
        for position in component:
            positions_beside.update(self.adjacent[position])
        return positions_beside.difference(component)


class Connected(_Hanging):
    """All cells of one kind are connected, and there is at least one.

    adjacent: The neighbours of each position
    kind: 1: the cells with mines; 0: those without
    anchors: Positions that touch the outside. With them, each component must have one, and there may be
        several components, or none.
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
        all_components = components(self.adjacent, values, self.kind)
        if self.anchors is None:
            return len(all_components) == 1
        return not any(self.anchors.isdisjoint(component) for component in all_components)

    def nogoods(
        self, values: Sequence[int], mines: int = 0, known_positions: Collection[int] = ()
    ) -> list[Nogood]:
        all_components = components(self.adjacent, values, self.kind)
        if self.anchors is None:
            wrong_components = all_components
        else:
            wrong_components = [
                component for component in all_components if self.anchors.isdisjoint(component)
            ]

        # A component could be joined with others through cells that are not of the kind and may be.
        can_join = [
            bool(value) != bool(self.kind) and position not in known_positions
            for position, value in enumerate(values)
        ]
        next_positions = []
        for cells_beside in self.adjacent:
            next_positions.append([cell for cell in cells_beside if can_join[cell]])

        # Of a component one cell is named: a known one, if there is any, as that leaves nothing to change.
        def example_of(positions: Iterable[int]) -> tuple[int, int]:
            example = min(positions, key=lambda cell: (cell not in known_positions, cell))
            return example, values[example]

        # It is cut off by as few cells as do it, which is wrong where there is more elsewhere.
        nogoods: list[Nogood] = []
        for component in sorted(wrong_components, key=len):
            positions_elsewhere: list[int] = []
            for further_component in all_components:
                if further_component is not component:
                    positions_elsewhere += further_component
            goal_positions = set(self.anchors or ())
            for position in positions_elsewhere:
                goal_positions.update(next_positions[position])
            cut, cut_off = _narrowest_cut(next_positions, component, goal_positions)
            nogood = [example_of(component)]
            nogood += [(position, values[position]) for position in cut]
            if self.anchors is None:
                if self.kind and len(cut_off) < mines:
                    nogood.append((-1, len(cut_off)))  # there are other mines, wherever they are
                else:
                    nogood.append(example_of(positions_elsewhere))
            nogoods.append(nogood)
        return nogoods or super().nogoods(values)

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: the labels, and whether the one component is complete."""
        reads = self._reads(variables, known_values)
        is_anchored = self.anchors is not None
        kind = bool(self.kind)

        def read(batch_number: int, state: Any, value: int) -> tuple[tuple[int, ...], bool] | None:
            labels, is_complete = state
            for cell_read in reads[batch_number]:
                # Join what the cell lies beside; once the one component is complete, nothing more may come.
                cell_value = value if cell_read.value is None else cell_read.value
                if bool(cell_value) == kind:
                    if is_complete:
                        return None
                    new_labels, _, _ = _joined(labels, cell_read)
                else:
                    new_labels = [*labels, 0]

                # A component of which nothing stays in the frontier is complete: it must touch the outside,
                # or else be the only one.
                kept_labels = [new_labels[slot] for slot in cell_read.staying_slots]
                for slot in cell_read.leaving_slots:
                    label = new_labels[slot]
                    if not label or label in kept_labels:
                        continue
                    if not is_anchored:
                        if any(kept_labels) or not {0, label}.issuperset(new_labels):
                            return None
                        is_complete = True
                    elif label != _OUTSIDE:
                        return None
                labels = tuple(_renumbered(kept_labels)[0])
            return labels, is_complete

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            next_state = read(level + 1, state, value)
            if next_state is None:
                return None

            # After the last cell there must be a component, where none touches the outside.
            is_last = level + 2 == len(reads)
            _, is_complete = next_state
            if is_last and not is_anchored and not is_complete:
                return None
            return next_state

        return Automaton(read(0, ((), False), 0), step)


class Path(Connected):
    """The mines are one path that touches itself nowhere else, and there is at least one."""

    def holds(self, values: Sequence[int]) -> bool:
        return super().holds(values) and not self._bends_back(values)

    def _bends_back(self, values: Sequence[int]) -> list[Nogood]:
        """Mines with three others beside them, and cycles."""
        mines_beside = {}
        for position, value in enumerate(values):
            if value:
                cells_beside = self.adjacent[position]
                mines_beside[position] = [cell for cell in cells_beside if values[cell]]

        # A mine has two others beside it at most, and not all of a component have two.
        wrong_mines = []
        for position, neighbour_mines in mines_beside.items():
            if len(neighbour_mines) > 2:
                wrong_mines.append([position, *neighbour_mines[:3]])
        for component in components(self.adjacent, values):
            if all(len(mines_beside[position]) == 2 for position in component):
                wrong_mines.append(component)
        return [[(position, 1) for position in mine_positions] for mine_positions in wrong_mines]

    def nogoods(
        self, values: Sequence[int], mines: int = 0, known_positions: Collection[int] = ()
    ) -> list[Nogood]:
        nogoods = self._bends_back(values)
        if not super().holds(values):
            nogoods += super().nogoods(values, mines, known_positions)
        return nogoods

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: how many ends are behind, and of each cell with unread neighbours 0, 1 for a mine with two
        others beside it, else twice the label of its path, and one more for an end beside another mine."""
        reads = self._reads(variables, known_values)

        def read(batch_number: int, state: Any, value: int) -> tuple[int, tuple[int, ...]] | None:
            end_count, marks = state
            for known_value, slots_beside, leaving_slots, staying_slots, _ in reads[batch_number]:
                # A mine goes on at the ends that it lies beside: two at most, of different paths.
                new_marks = [*marks, 0]
                if value if known_value is None else known_value:
                    touched_slots = [slot for slot in slots_beside if marks[slot]]
                    touched_paths = {marks[slot] // 2 for slot in touched_slots}
                    is_finished = end_count == 2 and max(marks, default=0) < 2
                    is_same_path = len(touched_paths) < len(touched_slots)
                    is_crossing = 0 in touched_paths or is_same_path or len(touched_slots) > 2
                    if is_finished or is_crossing:
                        return None
                    joined_mark = 2 * min(touched_paths, default=len(new_marks) + 1)
                    new_marks = [
                        joined_mark + mark % 2 if mark // 2 in touched_paths else mark
                        for mark in new_marks
                    ]
                    for slot in touched_slots:
                        new_marks[slot] = 1 if marks[slot] % 2 else joined_mark + 1
                    new_marks[-1] = (
                        1 if len(touched_slots) == 2 else joined_mark + len(touched_slots)
                    )

                # An end that leaves the frontier is an end of the path; a lonely mine is two of them.
                final_marks = [new_marks[slot] for slot in leaving_slots if new_marks[slot] > 1]
                kept_marks = [new_marks[slot] for slot in staying_slots]
                end_count += sum([2 - mark % 2 for mark in final_marks])
                open_paths = {mark // 2 for mark in kept_marks if mark > 1}
                final_paths = [mark // 2 for mark in final_marks]
                if end_count > 2 or (open_paths and not open_paths.issuperset(final_paths)):
                    return None

                # Number the paths by first appearance, so that equal frontiers are equal states.
                path_numbers: dict[int, int] = {0: 0}
                numbered_marks = []
                for mark in kept_marks:
                    path_number = path_numbers.setdefault(mark // 2, len(path_numbers))
                    numbered_marks.append(2 * path_number + mark % 2)
                marks = tuple(numbered_marks)
            is_last = batch_number + 1 == len(reads)
            return None if is_last and end_count < 2 else (end_count, marks)

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            return read(level + 1, state, value)

        return Automaton(read(0, (0, ()), 0), step)


class Sized(_Hanging):
    """Each group of mines that hang together has one of some sizes; or all that touch the anchors, together.

    adjacent: The neighbours of each position
    anchors: Positions; with them, only the mines that hang together with one of these count, all together
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
        """The groups of mines whose size counts; each begins with some that hang together."""
        if self.anchors is None:
            return components(self.adjacent, values)
        group_cells = [anchor for anchor in sorted(self.anchors) if values[anchor]]
        visited_cells = set(group_cells)
        for position in group_cells:
            for neighbour in self.adjacent[position]:
                if values[neighbour] and neighbour not in visited_cells:
                    visited_cells.add(neighbour)
                    group_cells.append(neighbour)
        return [group_cells]

    def holds(self, values: Sequence[int]) -> bool:
        return all(len(group) in self.allowed for group in self.groups(values))

    def nogoods(
        self, values: Sequence[int], mines: int = 0, known_positions: Collection[int] = ()
    ) -> list[Nogood]:
        nogoods = []
        for group in self.groups(values):
            if len(group) not in self.allowed:
                nogoods.append(
                    [(position, values[position]) for position in self._wrong_cells(group)]
                )
        return nogoods

    def _wrong_cells(self, group: list[int]) -> list[int]:
        """Positions of which some must change, as the group has not one of the sizes."""
        max_size = max(self.allowed, default=0)
        if len(group) > max(self.allowed, default=-1):
            return group[: max_size + 1]  # which are too many already

        # It may grow, or else shrink where a smaller size is allowed.
        positions_around = self._around(group).union(self.anchors or ()).difference(group)
        if len(group) > min(self.allowed):
            return [*group, *sorted(positions_around)]
        first_mine = group[:1] if self.anchors is None else []
        return [*first_mine, *sorted(positions_around)]

    def counts(self, mines: int) -> bool:
        return self.anchors is not None or mines % (gcd(*self.allowed) or 1) == 0

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: the labels, and the size of the group of each label so far."""
        reads = self._reads(variables, known_values)
        max_size = max(self.allowed, default=0)

        def read(batch_number: int, state: Any, value: int) -> AutomatonState | None:
            labels, group_sizes = state[0], dict(state[1])
            for cell_read in reads[batch_number]:
                # Join the groups that the mine lies beside.
                new_labels = [*labels, 0]
                if value if cell_read.value is None else cell_read.value:
                    new_labels, label, joined_labels = _joined(labels, cell_read)
                    group_size = 1 + sum([group_sizes.pop(joined, 0) for joined in joined_labels])
                    if group_size > max_size:
                        if self.anchors is None or label == _OUTSIDE:
                            return None
                        group_size = max_size + 1  # what it is ever connected with is too large
                    group_sizes[label] = group_size

                # A group of which nothing stays in the frontier has its size.
                kept_labels = [new_labels[slot] for slot in cell_read.staying_slots]
                for slot in cell_read.leaving_slots:
                    label = new_labels[slot]
                    if label in (0, _OUTSIDE, *kept_labels):
                        continue
                    final_size = group_sizes.pop(label, 0)
                    if final_size and final_size not in self.allowed and self.anchors is None:
                        return None

                # Number the labels anew, so that equal frontiers are equal states.
                new_numbers, number_of = _renumbered(kept_labels)
                labels = tuple(new_numbers)
                group_sizes = {number_of[label]: size for label, size in group_sizes.items()}

            # After the last cell, what touches the anchors has its size as well.
            if batch_number + 1 < len(reads):
                return labels, tuple(sorted(group_sizes.items()))
            if self.anchors is not None and group_sizes.get(_OUTSIDE, 0) not in self.allowed:
                return None
            return (), ()

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            return read(level + 1, state, value)

        return Automaton(read(0, ((), ()), 0), step)
