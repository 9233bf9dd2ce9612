# Where an analysis gets its arrays.

cdef extern from *:
    const int64_t _LEAST_RING "(int64_t)(1 << 12)"  # states of two layers, at first


cdef bint allocate_analyzer(Analyzer *a, int rows, int cols, int64_t states) noexcept nogil:
    """Everything for boards of one size, with room for so many states; False where memory is short.

    ``a.lists`` is read, and not needed afterwards.
    """
    cdef Arena *arena = &a.arena
    cdef Board *board = &a.board
    board.rows = rows
    board.cols = cols
    board.cells = board.sites = rows * cols
    if a.lists == NULL:
        _square(board, arena)
    else:
        _listed(board, arena, a.lists)
    if not arena.failed:
        _knowledge(&a.known, arena, board)
        _frontier(&a.frontier, arena, board)
        _steps(&a.elimination, arena, board)
        _counts(&a.counts, arena, board.cells)
        _joint(&a.joint, arena, board.cells)
        allocate_cache(&a.cache, arena)
    if arena.failed or not allocate_states(a, states):
        release_analyzer(a)
        return False
    return True


cdef void release_analyzer(Analyzer *a) noexcept nogil:
    release(&a.states_arena)
    release(&a.arena)


cdef void _square(Board *board, Arena *arena) noexcept nogil:
    cdef int r, c, down, right, i
    board.square = board.sums = True
    board.mine_code = 10
    board.most_around = board.most_over = 8
    take(arena, board.degree, board.cells)
    take_rows(arena, board.around, board.cells, 8)
    board.over_degree = board.degree
    board.over = board.around
    if arena.failed:
        return
    for r in range(board.rows):
        for c in range(board.cols):
            i = r * board.cols + c
            for down in range(-1, 2):
                for right in range(-1, 2):
                    if (down or right) and 0 <= r + down < board.rows and 0 <= c + right < board.cols:
                        board.around[i][board.degree[i]] = i + down * board.cols + right
                        board.degree[i] += 1


cdef void _listed(Board *board, Arena *arena, const Lists *lists) noexcept nogil:
    cdef int i, k, at
    cdef int32_t cell
    board.sites = lists.sites
    board.sums = lists.weights == NULL
    board.mine_code = -2
    take(arena, board.degree, board.sites)
    take(arena, board.over_degree, board.cells)
    if arena.failed:
        return
    for i in range(board.sites):
        board.degree[i] = lists.starts[i + 1] - lists.starts[i]
        board.most_around = max(board.most_around, board.degree[i])
        for k in range(lists.starts[i], lists.starts[i + 1]):
            board.over_degree[lists.cells[k]] += 1
    for i in range(board.cells):
        board.most_over = max(board.most_over, board.over_degree[i])
        board.over_degree[i] = 0
    take_rows(arena, board.around, board.sites, board.most_around)
    take_rows(arena, board.over, board.cells, board.most_over)
    if not board.sums:
        take_rows(arena, board.weight, board.sites, board.most_around)
        take_rows(arena, board.over_weight, board.cells, board.most_over)
    if arena.failed:
        return
    for i in range(board.sites):
        for k in range(board.degree[i]):
            cell = lists.cells[lists.starts[i] + k]
            at = board.over_degree[cell]
            board.over_degree[cell] += 1
            board.around[i][k] = cell
            board.over[cell][at] = i
            if not board.sums:
                board.weight[i][k] = board.over_weight[cell][at] = lists.weights[lists.starts[i] + k]
    for i in range(board.cells):
        if board.sums and board.over_degree[i] == board.degree[i]:
            k = memcmp(board.over[i], board.around[i], board.degree[i] * sizeof(int32_t))
        if not board.sums or board.over_degree[i] != board.degree[i] or k:
            break
    else:
        board.over = board.around
    if lists.symbols:
        _games(board, arena, lists)


cdef void _games(Board *board, Arena *arena, const Lists *lists) noexcept nogil:
    """What the clues of games show."""
    cdef int32_t kinds = 0
    cdef int i, k
    board.ways = lists.ways
    board.symbols = lists.symbols
    take(arena, board.kind, board.sites)
    if arena.failed:
        return
    for i in range(board.sites):
        board.kind[i] = lists.kinds[i]
        kinds = max(kinds, 1 + lists.kinds[i])
    take_rows(arena, board.symbol, kinds, lists.sums * lists.ways)
    take_rows(arena, board.symbol_sums, kinds, lists.symbols)
    if arena.failed:
        return
    for i in range(kinds):
        for k in range(lists.sums * lists.ways):
            board.symbol[i][k] = lists.symbol[i * lists.sums * lists.ways + k]
        for k in range(lists.symbols):
            board.symbol_sums[i][k] = lists.symbol_sums[i * lists.symbols + k]


cdef void _knowledge(Knowledge *known, Arena *arena, Board *board) noexcept nogil:
    take(arena, known.state, board.sites)
    take(arena, known.need, board.sites)
    take(arena, known.unknown, board.sites)
    take(arena, known.agenda, board.sites)
    take(arena, known.queued, board.sites)
    take(arena, known.settled, board.cells)
    known.most = known.need
    if not board.sums:
        take(arena, known.most, board.sites)
        take(arena, known.allowed, board.sites)
        take(arena, known.reached, board.sites)


cdef void _frontier(Frontier *f, Arena *arena, Board *board) noexcept nogil:
    cdef int cells = board.cells
    cdef int clues = board.sites
    take(arena, f.clue_of, clues)
    take(arena, f.clue_cell, clues)
    take(arena, f.clue_degree, clues)
    take_rows(arena, f.clue_groups, clues, board.most_around)
    take(arena, f.clue_kept, clues)
    # One group more than there are cells: a new one is written down before it is known to be new.
    take(arena, f.group_of, cells)
    take(arena, f.group_cell, cells + 1)
    take(arena, f.group_size, cells + 1)
    take(arena, f.group_degree, cells + 1)
    take_rows(arena, f.group_clues, cells + 1, board.most_over)
    if not board.sums:
        take_rows(arena, f.group_weights, cells + 1, board.most_over)
    take(arena, f.start, cells + 1)
    take(arena, f.order, cells)
    take(arena, f.place, cells)
    take(arena, f.trial_order, cells)
    take(arena, f.greedy_order, cells)
    take(arena, f.sort_key, cells)
    take(arena, f.group_seen, cells)
    take(arena, f.clue_seen, clues)
    take(arena, f.clue_left, clues)
    take(arena, f.clue_span, clues)


cdef void _steps(Elimination *e, Arena *arena, Board *board) noexcept nogil:
    cdef int cells = board.cells
    cdef int most = board.most_around + 1
    cdef int32_t **numbers = NULL
    cdef uint64_t **sums = NULL
    cdef int n, k
    take(arena, e.steps, cells)
    take(arena, e.layer_start, cells + 2)
    take(arena, e.edge_start, cells + 2)
    take(arena, e.value_start, cells + 2)
    take(arena, e.layer_scale, cells + 2)
    take(arena, e.clue_slot, board.sites)
    take(arena, e.vacant, board.sites + 128)
    take(arena, e.step_models, most * (cells + 1))
    take_rows(arena, e.choose, most, most)
    take_rows(arena, numbers, (2 if board.sums else 4) * cells, board.most_over)
    if not board.sums:
        take_rows(arena, sums, cells, board.most_over)
    if arena.failed:
        return
    for n in range(cells):
        e.steps[n].slot = numbers[n]
        e.steps[n].left = numbers[n + cells]
        if not board.sums:
            e.steps[n].none = numbers[n + 2 * cells]
            e.steps[n].gain = numbers[n + 3 * cells]
            e.steps[n].allowed = sums[n]
    for n in range(most):
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
