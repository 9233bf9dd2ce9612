"""The arrays that the compiled code works in: allocated once a thread, grown when a board asks for it.

The compiled code is given one table with the addresses of few large blocks, and cuts these into named views:
crossing the border costs by the array.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import carray  # type: ignore[attr-defined]

from ..board import neighbours
from .jit import compiled, pointer
from .remembering import COLUMNS, EPOCH, SLOTS, VALUES, WORDS

Array = npt.NDArray[Any]


class Frontier(NamedTuple):
    """Views whose size follows from the board: cells, clues, groups, components."""

    around: Array  # (n, 8) flat neighbours
    clue_groups: Array  # (n, 8)
    group_clues: Array  # (n, 8)
    degree: Array  # neighbours of a cell
    need: Array  # mines that an opened cell still wants among its unknown neighbours
    left: Array  # unknown neighbours of an opened cell
    agenda: Array  # clues to look at
    found: Array  # cells that were settled, in order
    clue_of: Array  # index of a clue, or -1
    clues: Array  # cells of the clues
    clue_degree: Array
    group_of: Array  # group of a cell, or -1
    group_cell: Array  # first cell
    group_size: Array
    group_degree: Array
    order: Array  # groups by component, each component in elimination order
    trial: Array
    chosen: Array
    mark: Array  # scratch by group
    mark_clue: Array  # scratch by clue
    room: Array  # scratch by clue
    low: Array  # least mines of a component
    length: Array  # mine counts of a component
    scale: Array  # its models are times two to this
    stack: Array  # cells to open
    deck: Array  # cells in drawing order
    place: Array  # position in order of a group
    first: Array  # (n + 1) first position of each component in order
    tally_at: Array  # by position in order
    model_at: Array  # by component
    state: Array  # what is known of a cell, see frontier.py
    queued: Array
    clue_kept: Array
    layout: Array  # hidden mines of a game
    probability: Array  # by position in order
    report: Array  # of the last analysis, see solving.py
    addresses: Array  # of the table, and of solve_frontier


class Pools(NamedTuple):
    """Views whose size follows from the counting: states, polynomials, transitions."""

    low_key: Array
    high_key: Array
    least: Array  # mines of a state's first coefficient
    most: Array
    at: Array  # its place in values
    values: Array
    target: Array  # state in the next layer, by state and mines of the group
    table: Array
    models: Array  # polynomials of the components
    tallies: Array  # mines and non-mines of the groups, by mines of the component
    joint: Array  # scratch of the join


class Memory(NamedTuple):
    """Components counted before, see remembering.py."""

    slots: Array
    ends: Array
    words: Array
    values: Array


@compiled
def bind_frontier(t):
    """The blocks by cells at the addresses of ``Workspace.table``, cut into views."""
    n = t[0]
    i = carray(pointer(t[2]), (24, n), np.int32)
    e = carray(pointer(t[3]), (3, n, 8), np.int32)
    q = carray(pointer(t[4]), (3, n + 1), np.int64)
    s = carray(pointer(t[5]), (4, n), np.int8)
    return Frontier(
        e[0], e[1], e[2], i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8], i[9], i[10], i[11], i[12],
        i[13], i[14], i[15], i[16], i[17], i[18], i[19], i[20], i[21], i[22], i[23], q[0], q[1], q[2],
        s[0], s[1], s[2], s[3], carray(pointer(t[6]), (n,), np.float64),
        carray(pointer(t[26]), (8,), np.float64), carray(pointer(t[27]), (2,), np.int64),
    )  # fmt: skip


@compiled
def bind(t):
    """All blocks at the addresses of ``Workspace.table``, cut into views."""
    states = t[1]
    frontier = bind_frontier(t)
    keys = carray(pointer(t[7]), (2, states), np.uint64)
    spans = carray(pointer(t[8]), (2, states), np.int32)
    pools = Pools(
        keys[0],
        keys[1],
        spans[0],
        spans[1],
        carray(pointer(t[9]), (states,), np.int64),
        carray(pointer(t[10]), (t[16],), np.float64),
        carray(pointer(t[11]), (t[17],), np.int32),
        carray(pointer(t[12]), (t[18],), np.int32),
        carray(pointer(t[13]), (t[19],), np.float64),
        carray(pointer(t[14]), (t[20], 2), np.float64),
        carray(pointer(t[15]), (t[21],), np.float64),
    )
    memory = Memory(
        carray(pointer(t[22]), (SLOTS, COLUMNS), np.int64),
        carray(pointer(t[23]), (4,), np.int64),
        carray(pointer(t[24]), (WORDS,), np.int64),
        carray(pointer(t[25]), (VALUES,), np.float64),
    )
    return frontier, pools, memory


_STATES = 1 << 12  # at first: stays in the cache
_KEEP = 1 << 17
_BYTES_PER_STATE = 16 + 8 + 8 + 8 * 16 + 4 * 4 + 4 * 4 + 16 * 2


class Workspace:
    """The blocks for boards of one size."""

    def __init__(self, rows: int, cols: int) -> None:
        self.shape = rows, cols
        n = rows * cols
        eights = np.zeros((3, n, 8), np.int32)
        ints = np.zeros((24, n), np.int32)
        for i, near in enumerate(neighbours(rows, cols)):
            eights[0, i, : len(near)] = near
            ints[0, i] = len(near)
        self._by_cells = (
            ints,
            eights,
            np.zeros((3, n + 1), np.int64),
            np.zeros((4, n), np.int8),
            np.zeros(n),
        )
        self._memory = (
            np.zeros((SLOTS, COLUMNS), np.int64),
            (np.arange(4) == EPOCH).astype(np.int64),
            np.empty(WORDS, np.int64),
            np.empty(VALUES),
            np.zeros(8),
            np.zeros(2, np.int64),
        )
        self._states = _STATES
        self._allocate()

    def grow(self, states: float, memory: int) -> bool:
        """Four times the states, if the blocks then stay below both limits."""
        if self._states >= states or self._states * _BYTES_PER_STATE >= memory:
            return False
        self._states = int(min(4 * self._states, states, memory // _BYTES_PER_STATE))
        self._allocate()
        return True

    def shrink(self) -> None:
        """Give back what one large board needed."""
        if self._states > _KEEP:
            self._states = _STATES
            self._allocate()

    def _allocate(self) -> None:
        """Make the blocks by states, and the table of addresses and sizes that compiled code is given."""
        cells, states = len(self._by_cells[4]), self._states
        self._by_states: tuple[Array, ...] = ()  # let go of the old ones first
        # Untouched pages of these cost no memory.
        self._by_states = (
            np.empty((2, states), np.uint64),
            np.empty((2, states), np.int32),
            np.empty(states, np.int64),
            np.empty(16 * states),
            np.empty(4 * states, np.int32),
            np.empty(4 * states, np.int32),
            np.empty(8 * cells + 64),
            np.empty((max(2 * states, 64 * cells), 2)),
            np.empty(40 * cells + 4096),
        )
        blocks = self._by_cells + self._by_states
        sizes = [len(block) for block in self._by_states[3:]]
        memory = (block.ctypes.data for block in self._memory)
        self.table = np.array(
            [cells, states, *(block.ctypes.data for block in blocks), *sizes, *memory], np.int64
        )
        from .solving import solve_frontier  # which binds what is allocated here

        if not hasattr(solve_frontier, "_library") or solve_frontier._library is None:
            solve_frontier.compile()
        self._memory[5][:] = self.table.ctypes.data, solve_frontier.address

    def forget(self) -> None:
        """Empty the memory of components: for fair measurements."""
        ends = self._memory[1]
        ends[:EPOCH] = 0
        ends[EPOCH] += 1
