# Where an analysis gets its arrays.

cdef extern from *:
    const int64_t _LEAST_RING "(int64_t)(1 << 12)"  # states of two layers, at first
    const int64_t AT_FIRST "(int64_t)(1 << 12)"  # states: these stay in the processor's cache
    const int64_t _KEPT "(int64_t)(1 << 17)"  # states that are not given back after a large board
    # Products as long as the board has cells: halving 2**24 components takes one each time (see joining.pyx).
    const int64_t _PREFIXES "(int64_t)24"
    # What seems to need so many times the states that there can be will not do: at `_KEPT` states, where that
    # is known to a factor of ten or so, and less the more states it is estimated from (on random boards).
    const double _HOPELESS "20.0"
    const double _SURELY_HOPELESS "4.0"
    const int64_t ANY_STATES "((int64_t)1 << 62)"
    const int64_t AHEAD_STATES "(int64_t)24000000"  # of all analyses of one look-ahead: a second or two
    const int64_t BYTES_PER_STATE "(int64_t)(72)"  # of all the arrays that `allocate_states` makes, at most

cdef bint allocate_analyzer(Analyzer *a, int rows, int cols, const Lists *lists) noexcept nogil:
    """Everything for boards of one size; False where memory is short. ``lists``: NULL: a square board."""
    cdef Arena *arena = &a.arena
    cdef Board *board = &a.board
    board.rows = rows
    board.cols = cols
    board.cells = board.sites = rows * cols
    if lists == NULL:
        _square(board, arena)
    else:
        _listed(board, arena, lists)
    if not arena.failed:
        take_knowledge(&a.knowledge, arena, board)
        _frontier(&a.frontier, arena, board)
        _steps(&a.elimination, arena, board)
        _joining(a, board.cells)
        allocate_cache(&a.cache, arena)
    a.elimination.work_left = ANY_STATES
    if arena.failed or not allocate_states(a, _at_first(board)):
        release_analyzer(a)
        return False
    return True

cdef void release_analyzer(Analyzer *a) noexcept nogil:
    release(&a.states_arena)
    release(&a.arena)

cdef void _square(Board *board, Arena *arena) noexcept nogil:
    board.square = board.sums = True
    board.mine_code = 10
    board.max_degree = board.max_covering = 8
    take(arena, board.degree, board.cells)
    take_rows(arena, board.neighbours, board.cells, 8)
    board.covering_count = board.degree
    board.covering_clues = board.neighbours
    if arena.failed:
        return
    for row in range(board.rows):
        for col in range(board.cols):
            cell = row * board.cols + col
            for down in range(-1, 2):
                for right in range(-1, 2):
                    if (down or right) and 0 <= row + down < board.rows and 0 <= col + right < board.cols:
                        board.neighbours[cell][board.degree[cell]] = cell + down * board.cols + right
                        board.degree[cell] += 1

cdef void _listed(Board *board, Arena *arena, const Lists *lists) noexcept nogil:
    # The number of cells of each clue, and of clues over each cell.
    board.sites = lists.sites
    board.sums = lists.weights == NULL
    board.mine_code = -2
    take(arena, board.degree, board.sites)
    take(arena, board.covering_count, board.cells)
    if arena.failed:
        return
    for i in range(board.sites):
        board.degree[i] = lists.starts[i + 1] - lists.starts[i]
        board.max_degree = max(board.max_degree, board.degree[i])
        for k in range(lists.starts[i], lists.starts[i + 1]):
            board.covering_count[lists.cells[k]] += 1
    for i in range(board.cells):
        board.max_covering = max(board.max_covering, board.covering_count[i])
        board.covering_count[i] = 0

    # Room for the lists both ways.
    take_rows(arena, board.neighbours, board.sites, board.max_degree)
    take_rows(arena, board.covering_clues, board.cells, board.max_covering)
    if not board.sums:
        take_rows(arena, board.weight, board.sites, board.max_degree)
        take_rows(arena, board.covering_weights, board.cells, board.max_covering)
    if arena.failed:
        return
    for i in range(board.sites):
        for k in range(board.degree[i]):
            cell = lists.cells[lists.starts[i] + k]
            index = board.covering_count[cell]
            board.covering_count[cell] += 1
            board.neighbours[i][k] = cell
            board.covering_clues[cell][index] = i
            if not board.sums:
                board.weight[i][k] = board.covering_weights[cell][index] = lists.weights[lists.starts[i] + k]
    for i in range(board.cells):
        if board.sums and board.covering_count[i] == board.degree[i]:
            k = memcmp(board.covering_clues[i], board.neighbours[i], board.degree[i] * sizeof(int32_t))
        if not board.sums or board.covering_count[i] != board.degree[i] or k:
            break
    else:
        board.covering_clues = board.neighbours

    # What clues of games show.
    if lists.symbols:
        _games(board, arena, lists)

cdef void _games(Board *board, Arena *arena, const Lists *lists) noexcept nogil:
    """What the clues of games show."""
    cdef int32_t kinds = 0
    board.display_ways = lists.display_ways
    board.symbols = lists.symbols
    take(arena, board.kind, board.sites)
    if arena.failed:
        return
    for i in range(board.sites):
        board.kind[i] = lists.kinds[i]
        kinds = max(kinds, 1 + lists.kinds[i])
    take_rows(arena, board.symbol, kinds, lists.sums * lists.display_ways)
    take_rows(arena, board.symbol_sums, kinds, lists.symbols)
    if arena.failed:
        return
    # The rows lie side by side.
    memcpy(board.symbol[0], lists.symbol, kinds * lists.sums * lists.display_ways)
    memcpy(board.symbol_sums[0], lists.symbol_sums, kinds * lists.symbols * sizeof(uint64_t))

cdef void take_knowledge(Knowledge *knowledge, Arena *arena, Board *board) noexcept nogil:
    take4(arena, board.sites, knowledge.state, knowledge.min_needed, knowledge.unknown, knowledge.agenda)
    take(arena, knowledge.queued, board.sites)
    take(arena, knowledge.settled, board.cells)
    take(arena, knowledge.scratch, 3 * (board.cells + 1) + 2 * board.cols)
    knowledge.max_needed = knowledge.min_needed
    if not board.sums:
        take3(arena, board.sites, knowledge.max_needed, knowledge.allowed, knowledge.sum_so_far)

cdef void _frontier(Frontier *f, Arena *arena, Board *board) noexcept nogil:
    cdef int64_t cells = board.cells
    cdef int64_t groups = cells + 1  # a new one is written down before it is known to be new
    take4(arena, board.sites, f.clue_of, f.clue_cell, f.clue_degree, f.clue_kept)
    take4(arena, board.sites, f.clue_seen, f.clue_left, f.clue_span, f.clue_order)
    take_rows(arena, f.clue_groups, board.sites, board.max_degree)
    take4(arena, groups, f.group_cell, f.group_size, f.group_degree, f.group_start)
    take_rows(arena, f.group_clues, groups, board.max_covering)
    if not board.sums:
        take_rows(arena, f.group_weights, groups, board.max_covering)
    take4(arena, cells, f.group_of, f.group_seen, f.order, f.order_place)
    take4(arena, groups, f.trial_order, f.greedy_order, f.sort_key, f.clue_start)

cdef void _steps(Elimination *e, Arena *arena, Board *board) noexcept nogil:
    cdef int cells = board.cells, max_mines = board.max_degree + 1
    cdef int32_t **numbers = NULL
    cdef uint64_t **sums = NULL
    take(arena, e.steps, cells)
    take4(arena, cells + 2, e.layer_start, e.edge_start, e.value_start, e.layer_scale)
    take(arena, e.clue_slot, board.sites)
    take(arena, e.vacant, board.sites + 128)
    take(arena, e.step_models, max_mines * (cells + 1))
    take_rows(arena, e.choose, max_mines, max_mines)
    take_rows(arena, numbers, (2 if board.sums else 4) * cells, board.max_covering)
    if not board.sums:
        take_rows(arena, sums, cells, board.max_covering)
    if arena.failed:
        return
    for n in range(cells):
        e.steps[n].slot = numbers[n]
        e.steps[n].cells_left = numbers[n + cells]
        if not board.sums:
            e.steps[n].sum_without_mines = numbers[n + 2 * cells]
            e.steps[n].sum_per_mine = numbers[n + 3 * cells]
            e.steps[n].allowed = sums[n]
    for n in range(max_mines):
        e.choose[n][0] = 1.0
        for k in range(1, n + 1):
            e.choose[n][k] = e.choose[n - 1][k - 1] + e.choose[n - 1][k]

cdef void _joining(Analyzer *a, int64_t cells) noexcept nogil:
    cdef Counts *counts = &a.counts
    cdef Joint *joint = &a.joint
    joint.capacity = cells + 1
    joint.prefix_capacity = _PREFIXES * joint.capacity
    counts.models_capacity = 8 * cells + 64
    counts.tally_capacity = 64 * cells + (1 << 13)
    take(&a.arena, counts.models, counts.models_capacity)
    take(&a.arena, counts.tallies, counts.tally_capacity)
    take4(&a.arena, cells, counts.component, counts.tally_start, joint.probability, joint.proof)
    take4(&a.arena, joint.capacity, joint.running_product, joint.suffix_product, joint.product, joint.weight)
    take(&a.arena, joint.reachable, joint.capacity)
    take(&a.arena, joint.prefixes, joint.prefix_capacity)

cdef bint allocate_states(Analyzer *a, int64_t states) noexcept nogil:
    """Room for so many states. Where memory is short the room of before stays, and the answer is False."""
    cdef Arena arena
    cdef Elimination e = a.elimination
    cdef int64_t ring = _LEAST_RING
    while 2 * ring <= states // 4:
        ring *= 2

    # New arrays, in proportion to the states.
    memset(&arena, 0, sizeof(Arena))
    e.state_capacity = states
    e.ring_mask = ring - 1
    take(&arena, e.key_low, ring)
    take(&arena, e.key_high, ring)
    take3(&arena, states, e.fewest_mines, e.most_mines, e.value_place)
    e.value_capacity = 4 * states + (1 << 14)
    take(&arena, e.values, e.value_capacity)
    e.edge_capacity = 3 * states + (1 << 10)
    take(&arena, e.target, e.edge_capacity)
    e.table_size = max(_LEAST_RING, states)
    take(&arena, e.table, e.table_size)
    for side in range(2):
        take3(&arena, ring, e.completions[side].value_place, e.completions[side].fewest_mines,
              e.completions[side].most_mines)

    # Where they are there, those of before are released.
    if arena.failed:
        release(&arena)
        return False
    release(&a.states_arena)  # only now: what is pointed to is always there
    a.states_arena = arena
    a.elimination = e
    return True

cdef int64_t _at_first(Board *board) noexcept nogil:
    """Of others than square boards as many as are kept: games, and their guesses, want one size."""
    return AT_FIRST if board.square else _KEPT

cdef bint grow(Analyzer *a, double states, int64_t memory) noexcept nogil:
    """Two or four times the states, within both limits, if the memory and some hope are there. Before that,
    on others than square boards, clues by twos: where they see many cells, that leaves far less to count."""
    if a.board.sums and not a.board.square and not a.comparing:
        a.comparing = True
        return True
    cdef int64_t capacity = a.elimination.state_capacity
    cdef int64_t larger = min(memory // BYTES_PER_STATE, (4 if capacity < _KEPT else 2) * capacity)
    cdef double hopeless = max(_SURELY_HOPELESS, _HOPELESS * sqrt(<double>_KEPT / capacity))
    cdef double limit = min(states, <double>memory / BYTES_PER_STATE)
    if capacity >= _KEPT and a.elimination.states_needed > hopeless * limit:
        return False
    if states < larger:
        larger = <int64_t>states
    return larger > capacity and allocate_states(a, larger)

cdef void shrink(Analyzer *a) noexcept nogil:
    """Give back what one large board needed."""
    a.comparing = False
    if a.elimination.state_capacity > _KEPT:
        allocate_states(a, _at_first(&a.board))
