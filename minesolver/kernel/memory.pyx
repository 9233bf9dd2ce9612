# Where an analysis gets its arrays.

cdef extern from *:
    const int64_t _LEAST_RING "(int64_t)(1 << 12)"  # states of two layers, at first


cdef bint allocate_analyzer(Analyzer *a, int rows, int cols, int64_t states) noexcept nogil:
    """Everything for boards of one size, with room for so many states; False where memory is short."""
    cdef Arena *arena = &a.arena
    _board(&a.board, arena, rows, cols)
    _knowledge(&a.known, arena, rows * cols)
    _frontier(&a.frontier, arena, rows * cols)
    _steps(&a.elimination, arena, rows * cols)
    _counts(&a.counts, arena, rows * cols)
    _joint(&a.joint, arena, rows * cols)
    allocate_cache(&a.cache, arena)
    if arena.failed or not allocate_states(a, states):
        release_analyzer(a)
        return False
    return True


cdef void release_analyzer(Analyzer *a) noexcept nogil:
    release(&a.states_arena)
    release(&a.arena)


cdef void _board(Board *board, Arena *arena, int rows, int cols) noexcept nogil:
    cdef int r, c, down, right, i
    board.rows = rows
    board.cols = cols
    board.cells = rows * cols
    take(arena, board.degree, board.cells)
    take(arena, board.around, board.cells)
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


cdef void _knowledge(Knowledge *known, Arena *arena, int cells) noexcept nogil:
    take(arena, known.state, cells)
    take(arena, known.need, cells)
    take(arena, known.unknown, cells)
    take(arena, known.agenda, cells)
    take(arena, known.queued, cells)
    take(arena, known.settled, cells)


cdef void _frontier(Frontier *f, Arena *arena, int cells) noexcept nogil:
    take(arena, f.clue_of, cells)
    take(arena, f.clue_cell, cells)
    take(arena, f.clue_degree, cells)
    take(arena, f.clue_groups, cells)
    take(arena, f.clue_kept, cells)
    # One group more than there are cells: a new one is written down before it is known to be new.
    take(arena, f.group_of, cells)
    take(arena, f.group_cell, cells + 1)
    take(arena, f.group_size, cells + 1)
    take(arena, f.group_degree, cells + 1)
    take(arena, f.group_clues, cells + 1)
    take(arena, f.start, cells + 1)
    take(arena, f.order, cells)
    take(arena, f.place, cells)
    take(arena, f.trial_order, cells)
    take(arena, f.greedy_order, cells)
    take(arena, f.sort_key, cells)
    take(arena, f.group_seen, cells)
    take(arena, f.clue_seen, cells)
    take(arena, f.clue_left, cells)
    take(arena, f.clue_span, cells)


cdef void _steps(Elimination *e, Arena *arena, int cells) noexcept nogil:
    cdef int n, k
    take(arena, e.steps, cells)
    take(arena, e.layer_start, cells + 2)
    take(arena, e.edge_start, cells + 2)
    take(arena, e.value_start, cells + 2)
    take(arena, e.layer_scale, cells + 2)
    take(arena, e.clue_slot, cells)
    take(arena, e.vacant, cells + 32)
    take(arena, e.step_models, 9 * (cells + 1))
    take(arena, e.choose, 9)
    if arena.failed:
        return
    for n in range(9):
        e.choose[n][0] = 1.0
        for k in range(1, n + 1):
            e.choose[n][k] = e.choose[n - 1][k - 1] + e.choose[n - 1][k]


cdef void _counts(Counts *counts, Arena *arena, int cells) noexcept nogil:
    take(arena, counts.component, cells)
    counts.models_capacity = 8 * cells + 64
    take(arena, counts.models, counts.models_capacity)
    take(arena, counts.tally_at, cells)
    counts.tally_capacity = 64 * cells + (1 << 13)
    take(arena, counts.tallies, counts.tally_capacity)


cdef void _joint(Joint *joint, Arena *arena, int cells) noexcept nogil:
    joint.capacity = cells + 1
    take(arena, joint.before, joint.capacity)
    take(arena, joint.after, joint.capacity)
    take(arena, joint.product, joint.capacity)
    take(arena, joint.weight, joint.capacity)
    take(arena, joint.reachable, joint.capacity)
    take(arena, joint.probability, cells)
    take(arena, joint.proof, cells)


cdef bint allocate_states(Analyzer *a, int64_t states) noexcept nogil:
    """Room for so many states. Where memory is short the room of before stays, and the answer is False."""
    cdef Arena arena
    cdef Elimination e = a.elimination
    cdef int64_t ring = _LEAST_RING
    cdef int side
    while 2 * ring <= states // 4:
        ring *= 2
    memset(&arena, 0, sizeof(Arena))
    e.state_capacity = states
    e.ring_mask = ring - 1
    take(&arena, e.key_low, ring)
    take(&arena, e.key_high, ring)
    take(&arena, e.least, states)
    take(&arena, e.most, states)
    take(&arena, e.value_at, states)
    e.value_capacity = 4 * states + (1 << 14)
    take(&arena, e.values, e.value_capacity)
    e.edge_capacity = 3 * states + (1 << 10)
    take(&arena, e.target, e.edge_capacity)
    e.table_size = max(_LEAST_RING, states)
    take(&arena, e.table, e.table_size)
    for side in range(2):
        take(&arena, e.completions[side].at, ring)
        take(&arena, e.completions[side].least, ring)
        take(&arena, e.completions[side].most, ring)
    if arena.failed:
        release(&arena)
        return False
    release(&a.states_arena)  # only now: what is pointed to is always there
    a.states_arena = arena
    a.elimination = e
    return True
