"""Statements about a row or a ring of cells: that the mines in it are one run, or that they are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .constraint import Automaton, AutomatonState, Constraint, Variable

_DONE = 0  # the one state after the last cell


class TogetherConstraint(Constraint):
    """So many mines among cells in a row, or in a ring, and whether they are one run.

    Fewer than two mines are one run. In Hexcells ``{3}`` are three together, and ``-3-`` three that are not.

    cells: Indices in the order in which they lie; ``None`` where nothing lies, which ends a run
    allowed: The numbers of mines that there may be
    is_run: Whether the mines are one run, or are not
    ring: Whether the last cell lies beside the first
    """

    def __init__(
        self,
        cells: Iterable[int | None],
        allowed: Iterable[int],
        name: str,
        clue: int | None = None,
        *,
        is_run: bool,
        ring: bool = False,
    ) -> None:
        cells_in_order = tuple(cells)
        super().__init__([index for index in cells_in_order if index is not None], name, clue)
        self.order = cells_in_order
        self.allowed = frozenset(allowed)
        self.is_run = is_run
        self.ring = ring
        self._links = self._links_between_places()

    def _links_between_places(self) -> tuple[tuple[int, int], ...]:
        """The pairs of places in ``cells`` that lie beside each other."""
        position_of = {index: position for position, index in enumerate(self.cells)}
        next_cells = self.order[1:]
        if self.ring and len(self.order) > 2:
            next_cells += self.order[:1]
        links = []
        for cell, next_cell in zip(self.order, next_cells, strict=False):
            if cell is not None and next_cell is not None:
                links.append((position_of[cell], position_of[next_cell]))
        return tuple(links)

    def holds(self, values: Sequence[int]) -> bool:
        mine_count = sum(values)
        joined_pairs = 0
        for position, next_position in self._links:
            if values[position] and values[next_position]:
                joined_pairs += 1
        # Runs are as many as there are mines, less the pairs that hang together; but a closed ring is one.
        is_run = mine_count - joined_pairs <= 1
        return mine_count in self.allowed and is_run == self.is_run

    def is_possible(self) -> bool:
        """Whether any mines in these cells are so."""
        variables = [Variable(position, 1) for position in range(len(self.cells))]
        automaton = self.automaton(variables, {})
        reached_states = {automaton.start}
        for level in range(len(variables)):
            next_states = set()
            for state in reached_states - {None}:
                next_states |= {automaton.step(level, state, 0), automaton.step(level, state, 1)}
            reached_states = next_states
        return bool(reached_states - {None})

    def _windows(self) -> list[int]:
        """Every set of places that the mines can be if they are one run, as bits."""
        next_position: dict[int, int] = dict(self._links)
        window_bits = {0} if 0 in self.allowed else set()
        for start in range(len(self.cells)):
            mine_bits, position = 0, start
            while not mine_bits >> position & 1:
                mine_bits |= 1 << position
                if mine_bits.bit_count() in self.allowed:
                    window_bits.add(mine_bits)
                if position not in next_position:
                    break
                position = next_position[position]
        return sorted(window_bits)

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: which runs the cells read so far may be a part of; and where the mines must be no run, how
        many there are."""
        # Of each place a bit for each run that has a mine there.
        all_windows = self._windows()
        windows_with_mine = []
        for position in range(len(self.cells)):
            window_bits = 0
            for window_number, window in enumerate(all_windows):
                if window >> position & 1:
                    window_bits |= 1 << window_number
            windows_with_mine.append(window_bits)
        last_level = len(variables) - 1
        min_mines = min(self.allowed, default=0)
        max_mines = max(self.allowed, default=-1)

        # A cell that is read leaves the runs that have a mine there, or those that have none.
        def read(possible_windows: int, position: int, value: int) -> int:
            if value:
                return possible_windows & windows_with_mine[position]
            return possible_windows & ~windows_with_mine[position]

        def settled(mine_count: int, possible_windows: int, level: int) -> AutomatonState | None:
            if self.is_run:
                mine_count = 0  # a run tells how many mines it has
                is_possible = possible_windows != 0
            else:
                cells_to_come = last_level - level
                is_possible = mine_count <= max_mines and mine_count + cells_to_come >= min_mines
            if not is_possible:
                return None
            if level < last_level:
                return mine_count, possible_windows
            holds = self.is_run or (mine_count in self.allowed and not possible_windows)
            return _DONE if holds else None

        # Known cells are read before all others.
        start_mines = 0
        start_windows = (1 << len(all_windows)) - 1
        for position, value in known_values.items():
            start_mines += value
            start_windows = read(start_windows, position, value)

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            mine_count, possible_windows = state
            windows_left = read(possible_windows, variables[level].position, value)
            return settled(mine_count + value, windows_left, level)

        return Automaton(settled(start_mines, start_windows, -1), step)
