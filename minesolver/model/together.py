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
        following = self.order[1:] + (self.order[:1] if self.ring and len(self.order) > 2 else ())
        links = []
        for cell, next_cell in zip(self.order, following, strict=False):
            if cell is not None and next_cell is not None:
                links.append((position_of[cell], position_of[next_cell]))
        return tuple(links)

    def holds(self, values: Sequence[int]) -> bool:
        mine_count = sum(values)
        joined = sum(
            1
            for position, next_position in self._links
            if values[position] and values[next_position]
        )
        # Runs are as many as there are mines, less the pairs that hang together; but a closed ring is one.
        is_run = mine_count - joined <= 1
        return mine_count in self.allowed and is_run == self.is_run

    def is_possible(self) -> bool:
        """Whether any mines in these cells are so."""
        variables = [Variable(position, 1) for position in range(len(self.cells))]
        automaton = self.automaton(variables, {})
        states = {automaton.start}
        for level in range(len(variables)):
            following = set()
            for state in states - {None}:
                following |= {automaton.step(level, state, 0), automaton.step(level, state, 1)}
            states = following
        return bool(states - {None})

    def _windows(self) -> list[int]:
        """Every set of places that the mines can be if they are one run, as bits."""
        next_position: dict[int, int] = dict(self._links)
        windows = {0} if 0 in self.allowed else set()
        for start in range(len(self.cells)):
            window, position = 0, start
            while not window >> position & 1:
                window |= 1 << position
                if window.bit_count() in self.allowed:
                    windows.add(window)
                if position not in next_position:
                    break
                position = next_position[position]
        return sorted(windows)

    def automaton(
        self, variables: Sequence[Variable], known_values: Mapping[int, int]
    ) -> Automaton:
        """State: which runs the cells read so far may be a part of; and where the mines must be no run, how
        many there are."""
        windows = self._windows()
        with_mine = []
        for position in range(len(self.cells)):
            with_mine.append(
                sum(1 << bit for bit, window in enumerate(windows) if window >> position & 1)
            )
        every_window = (1 << len(windows)) - 1
        last_level = len(variables) - 1
        min_mines, max_mines = min(self.allowed, default=0), max(self.allowed, default=-1)

        def read(possible_windows: int, position: int, value: int) -> int:
            return possible_windows & (with_mine[position] if value else ~with_mine[position])

        def settled(mines: int, possible_windows: int, level: int) -> AutomatonState | None:
            if self.is_run:
                # A run tells how many mines it has.
                possible, mines = possible_windows != 0, 0
            else:
                possible = mines <= max_mines and mines + last_level - level >= min_mines
            if not possible:
                return None
            if level < last_level:
                return mines, possible_windows
            return (
                _DONE if self.is_run or (mines in self.allowed and not possible_windows) else None
            )

        start_mines, start_windows = 0, every_window
        for position, value in known_values.items():
            start_mines += value
            start_windows = read(start_windows, position, value)

        def step(level: int, state: Any, value: int) -> AutomatonState | None:
            mines, possible_windows = state
            return settled(
                mines + value, read(possible_windows, variables[level].position, value), level
            )

        return Automaton(settled(start_mines, start_windows, -1), step)
