"""Compiled: where the arrays of an analysis are allocated and released, each in a block of its own.

A block for each array lets a sanitizer see every step outside of it.
"""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.minesolver.kernel.analysis.component_cache import allocate_cache
from cython.cimports.minesolver.kernel.types import (
    Analyzer,
    Arena,
    Board,
    Component,
    Counts,
    Elimination,
    Frontier,
    Joint,
    Knowledge,
    Step,
    Tally,
)

_LEAST_RING = cython.declare(int64_t, 1 << 12)  # states of two layers, at first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take(arena: cython.pointer(Arena), count: int64_t, size: cython.size_t) -> cython.p_void:
    """A zeroed block of ``count`` items; on failure NULL, and ``arena.failed`` is set."""
    capacity: cython.int
    blocks: cython.pp_void
    block: cython.p_void
    if arena.failed:
        return cython.NULL
    if arena.count == arena.capacity:
        capacity = 2 * arena.capacity + 32
        blocks = cython.cast(cython.pp_void, realloc(arena.blocks, capacity * cython.sizeof(cython.p_void)))
        if blocks == cython.NULL:
            arena.failed = True
            return cython.NULL
        arena.blocks = blocks
        arena.capacity = capacity
    block = calloc(count if count > 0 else 1, size)  # untouched pages of a large one cost no memory
    if block == cython.NULL:
        arena.failed = True
        return cython.NULL
    arena.blocks[arena.count] = block
    arena.count += 1
    return block


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def release(arena: cython.pointer(Arena)) -> cython.void:
    """Free all blocks of an arena."""
    i: cython.int
    for i in range(arena.count):
        free(arena.blocks[i])
    free(arena.blocks)
    arena.blocks = cython.NULL
    arena.count = 0
    arena.capacity = 0
    arena.failed = False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_bytes(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(int8_t):
    return cython.cast(cython.pointer(int8_t), take(arena, count, cython.sizeof(int8_t)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_ints(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(int32_t):
    return cython.cast(cython.pointer(int32_t), take(arena, count, cython.sizeof(int32_t)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_longs(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(int64_t):
    return cython.cast(cython.pointer(int64_t), take(arena, count, cython.sizeof(int64_t)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_words(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(uint64_t):
    return cython.cast(cython.pointer(uint64_t), take(arena, count, cython.sizeof(uint64_t)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_doubles(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(cython.double):
    return cython.cast(cython.pointer(cython.double), take(arena, count, cython.sizeof(cython.double)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_eights(arena: cython.pointer(Arena), count: int64_t) -> cython.pointer(int32_t[8]):
    return cython.cast(cython.pointer(int32_t[8]), take(arena, count, 8 * cython.sizeof(int32_t)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_analyzer(
    a: cython.pointer(Analyzer), rows: cython.int, cols: cython.int, states: int64_t
) -> cython.bint:
    """Everything for boards of one size, with room for so many states; False where memory is short."""
    arena: cython.pointer(Arena) = cython.address(a.arena)
    _board(cython.address(a.board), arena, rows, cols)
    _knowledge(cython.address(a.known), arena, rows * cols)
    _frontier(cython.address(a.frontier), arena, rows * cols)
    _steps(cython.address(a.elimination), arena, rows * cols)
    _counts(cython.address(a.counts), arena, rows * cols)
    _joint(cython.address(a.joint), arena, rows * cols)
    allocate_cache(cython.address(a.cache), arena)
    if arena.failed or not allocate_states(a, states):
        release_analyzer(a)
        return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def release_analyzer(a: cython.pointer(Analyzer)) -> cython.void:
    release(cython.address(a.states_arena))
    release(cython.address(a.arena))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _board(
    board: cython.pointer(Board), arena: cython.pointer(Arena), rows: cython.int, cols: cython.int
) -> cython.void:
    r: cython.int
    c: cython.int
    down: cython.int
    right: cython.int
    i: cython.int
    board.rows = rows
    board.cols = cols
    board.cells = rows * cols
    board.degree = take_ints(arena, board.cells)
    board.around = take_eights(arena, board.cells)
    if arena.failed:
        return
    for r in range(rows):
        for c in range(cols):
            i = r * cols + c
            for down in range(-1, 2):
                for right in range(-1, 2):
                    if (down or right) and 0 <= r + down < rows and 0 <= c + right < cols:
                        board.around[i][board.degree[i]] = i + down * cols + right
                        board.degree[i] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _knowledge(
    known: cython.pointer(Knowledge), arena: cython.pointer(Arena), cells: cython.int
) -> cython.void:
    known.state = take_bytes(arena, cells)
    known.need = take_ints(arena, cells)
    known.unknown = take_ints(arena, cells)
    known.agenda = take_ints(arena, cells)
    known.queued = take_bytes(arena, cells)
    known.settled = take_ints(arena, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _frontier(f: cython.pointer(Frontier), arena: cython.pointer(Arena), cells: cython.int) -> cython.void:
    f.clue_of = take_ints(arena, cells)
    f.clue_cell = take_ints(arena, cells)
    f.clue_degree = take_ints(arena, cells)
    f.clue_groups = take_eights(arena, cells)
    f.clue_kept = take_bytes(arena, cells)
    # One group more than there are cells: a new one is written down before it is known to be new.
    f.group_of = take_ints(arena, cells)
    f.group_cell = take_ints(arena, cells + 1)
    f.group_size = take_ints(arena, cells + 1)
    f.group_degree = take_ints(arena, cells + 1)
    f.group_clues = take_eights(arena, cells + 1)
    f.start = take_ints(arena, cells + 1)
    f.order = take_ints(arena, cells)
    f.place = take_ints(arena, cells)
    f.trial_order = take_ints(arena, cells)
    f.greedy_order = take_ints(arena, cells)
    f.sort_key = take_ints(arena, cells)
    f.group_seen = take_bytes(arena, cells)
    f.clue_seen = take_bytes(arena, cells)
    f.clue_left = take_ints(arena, cells)
    f.clue_span = take_ints(arena, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _steps(e: cython.pointer(Elimination), arena: cython.pointer(Arena), cells: cython.int) -> cython.void:
    e.steps = cython.cast(cython.pointer(Step), take(arena, cells, cython.sizeof(Step)))
    e.layer_start = take_longs(arena, cells + 2)
    e.edge_start = take_longs(arena, cells + 2)
    e.value_start = take_longs(arena, cells + 2)
    e.layer_scale = take_longs(arena, cells + 2)
    e.clue_slot = take_ints(arena, cells)
    e.vacant = take_ints(arena, cells + 32)
    e.step_models = take_doubles(arena, 9 * (cells + 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _counts(counts: cython.pointer(Counts), arena: cython.pointer(Arena), cells: cython.int) -> cython.void:
    counts.component = cython.cast(cython.pointer(Component), take(arena, cells, cython.sizeof(Component)))
    counts.models_capacity = 8 * cells + 64
    counts.models = take_doubles(arena, counts.models_capacity)
    counts.tally_at = take_longs(arena, cells)
    counts.tally_capacity = 64 * cells + (1 << 13)
    counts.tallies = cython.cast(
        cython.pointer(Tally), take(arena, counts.tally_capacity, cython.sizeof(Tally))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _joint(joint: cython.pointer(Joint), arena: cython.pointer(Arena), cells: cython.int) -> cython.void:
    joint.capacity = cells + 1
    joint.before = take_doubles(arena, joint.capacity)
    joint.after = take_doubles(arena, joint.capacity)
    joint.product = take_doubles(arena, joint.capacity)
    joint.weight = take_doubles(arena, joint.capacity)
    joint.reachable = take_bytes(arena, joint.capacity)
    joint.probability = take_doubles(arena, cells)
    joint.proof = take_bytes(arena, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_states(a: cython.pointer(Analyzer), states: int64_t) -> cython.bint:
    """Room for so many states. Where memory is short the room of before stays, and the answer is False."""
    arena: Arena
    e: Elimination = a.elimination
    ring: int64_t = _LEAST_RING
    side: cython.int
    while 2 * ring <= states // 4:
        ring *= 2
    arena.blocks = cython.NULL
    arena.count = 0
    arena.capacity = 0
    arena.failed = False
    e.state_capacity = states
    e.ring_mask = ring - 1
    e.key_low = take_words(cython.address(arena), ring)
    e.key_high = take_words(cython.address(arena), ring)
    e.least = take_ints(cython.address(arena), states)
    e.most = take_ints(cython.address(arena), states)
    e.value_at = take_ints(cython.address(arena), states)
    e.value_capacity = 4 * states + (1 << 14)
    e.values = take_doubles(cython.address(arena), e.value_capacity)
    e.edge_capacity = 3 * states + (1 << 10)
    e.target = take_ints(cython.address(arena), e.edge_capacity)
    e.table_size = max(_LEAST_RING, states)
    e.table = take_ints(cython.address(arena), e.table_size)
    for side in range(2):
        e.completions[side].at = take_ints(cython.address(arena), ring)
        e.completions[side].least = take_ints(cython.address(arena), ring)
        e.completions[side].most = take_ints(cython.address(arena), ring)
    if arena.failed:
        release(cython.address(arena))
        return False
    release(cython.address(a.states_arena))  # only now: what is pointed to is always there
    a.states_arena = arena
    a.elimination = e
    return True
