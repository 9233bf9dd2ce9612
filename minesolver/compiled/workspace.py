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
from .jit import inlined, pointer
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
    # By step of an elimination, see counting.py.
    opens_low: Array
    opens_high: Array
    takes_low: Array
    takes_high: Array
    check_slot: Array  # (n, 8)
    check_room: Array  # (n, 8)
    layer_at: Array
    edge_at: Array
    value_at: Array
    scales: Array
    stop: Array  # not 0: give up, the time is over


class Pools(NamedTuple):
    """Views whose size follows from the counting: states, polynomials, transitions."""

    low_key: Array  # a ring: those of two layers are needed at a time
    high_key: Array
    least: Array  # mines of a state's first coefficient
    most: Array
    at: Array  # its place among the values of its layer
    values: Array
    target: Array  # state in the next layer, by state and mines of the group
    table: Array
    behind: Array  # (6, ring) of the completions of two layers: place, least, most
    models: Array  # polynomials of the components
    tallies: Array  # mines and non-mines of the groups, by mines of the component
    joint: Array  # scratch of the join


class Memory(NamedTuple):
    """Components counted before, see remembering.py."""

    slots: Array
    ends: Array
    words: Array
    values: Array


@inlined
def bind_frontier(t):
    """The blocks by cells at the addresses of ``Workspace.table``, cut into views."""
    n = t[0]
    i = carray(pointer(t[2]), (24, n), np.int32)
    e = carray(pointer(t[3]), (5, n, 8), np.int32)
    q = carray(pointer(t[4]), (7, n + 2), np.int64)
    s = carray(pointer(t[5]), (4, n), np.int8)
    u = carray(pointer(t[6]), (4, n), np.uint64)
    return Frontier(
        e[0], e[1], e[2], i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8], i[9], i[10], i[11], i[12],
        i[13], i[14], i[15], i[16], i[17], i[18], i[19], i[20], i[21], i[22], i[23], q[0], q[1], q[2],
        s[0], s[1], s[2], s[3], carray(pointer(t[7]), (n,), np.float64),
        carray(pointer(t[12]), (8,), np.float64), carray(pointer(t[13]), (2,), np.int64),
        u[0], u[1], u[2], u[3], e[3], e[4], q[3], q[4], q[5], q[6], carray(pointer(t[14]), (1,), np.int64),
    )  # fmt: skip


@inlined
def bind(t):
    """All blocks at the addresses of ``Workspace.table``, cut into views."""
    states, ring = t[1], t[15]
    keys = carray(pointer(t[16]), (2, ring), np.uint64)
    spans = carray(pointer(t[17]), (3, states), np.int32)
    pools = Pools(
        keys[0],
        keys[1],
        spans[0],
        spans[1],
        spans[2],
        carray(pointer(t[18]), (t[25],), np.float64),
        carray(pointer(t[19]), (t[26],), np.int32),
        carray(pointer(t[20]), (t[27],), np.int32),
        carray(pointer(t[21]), (6, ring), np.int32),
        carray(pointer(t[22]), (t[28],), np.float64),
        carray(pointer(t[23]), (t[29], 2), np.float64),
        carray(pointer(t[24]), (t[30],), np.float64),
    )
    memory = Memory(
        carray(pointer(t[8]), (SLOTS, COLUMNS), np.int64),
        carray(pointer(t[9]), (4,), np.int64),
        carray(pointer(t[10]), (WORDS,), np.int64),
        carray(pointer(t[11]), (VALUES,), np.float64),
    )
    return bind_frontier(t), pools, memory


_STATES = 1 << 12  # at first: stays in the cache
_KEEP = 1 << 17
_RING = 1 << 12  # states of two layers, at first
_BYTES_PER_STATE = 3 * 4 + 3 * 4 + 4 * 8 + 4 + (2 * 8 + 6 * 4) // 4


class Workspace:
    """The blocks for boards of one size."""

    def __init__(self, rows: int, cols: int) -> None:
        n = rows * cols
        eights = np.zeros((5, n, 8), np.int32)
        ints = np.zeros((24, n), np.int32)
        for i, near in enumerate(neighbours(rows, cols)):
            eights[0, i, : len(near)] = near
            ints[0, i] = len(near)
        self.stop = np.zeros(1, np.int64)
        self._cells = n
        self._ends = (np.arange(4) == EPOCH).astype(np.int64)
        self._addresses = np.zeros(2, np.int64)
        self._fixed: tuple[Array, ...] = (
            ints,
            eights,
            np.zeros((7, n + 2), np.int64),
            np.zeros((4, n), np.int8),
            np.zeros((4, n), np.uint64),
            np.zeros(n),
            np.zeros((SLOTS, COLUMNS), np.int64),
            self._ends,
            np.empty(WORDS, np.int64),
            np.empty(VALUES),
            np.zeros(8),
            self._addresses,
            self.stop,
        )
        self._states = _STATES
        self._allocate()

    def grow(self, states: float, memory: int) -> bool:
        """Four times the states, if the blocks then stay below both limits and no one said stop."""
        more = int(min(4 * self._states, states, memory // _BYTES_PER_STATE))
        if self.stop[0] or more <= self._states:
            return False
        self._states = more
        self._allocate()
        return True

    def shrink(self) -> None:
        """Give back what one large board needed."""
        if self._states > _KEEP:
            self._states = _STATES
            self._allocate()

    def _allocate(self) -> None:
        """Make the blocks by states, and the table of addresses and sizes that compiled code is given."""
        cells, states = self._cells, self._states
        ring = max(_RING, 1 << (states // 4).bit_length() - 1)
        self._by_states: tuple[Array, ...] = ()  # let go of the old ones first
        # Untouched pages of these cost no memory.
        self._by_states = (
            np.empty((2, ring), np.uint64),
            np.empty((3, states), np.int32),
            np.empty(4 * states + (1 << 14)),
            np.empty(3 * states + (1 << 10), np.int32),
            np.empty(max(_RING, states), np.int32),
            np.empty((6, ring), np.int32),
            np.empty(8 * cells + 64),
            np.empty((64 * cells + (1 << 13), 2)),
            np.empty(40 * cells + 4096),
        )
        addresses = [block.ctypes.data for block in (*self._fixed, *self._by_states)]
        fixed = len(self._fixed)
        sizes = [len(self._by_states[i]) for i in (2, 3, 4, 6, 7, 8)]
        self.table = np.array([cells, states, *addresses[:fixed], ring, *addresses[fixed:], *sizes], np.int64)
        from .building import ensure  # which compiles what binds the views here
        from .solving import solve_frontier

        ensure()
        self._addresses[:] = self.table.ctypes.data, solve_frontier.address

    def forget(self) -> None:
        """Empty the memory of components: for fair measurements."""
        self._ends[:EPOCH] = 0
        self._ends[EPOCH] += 1
