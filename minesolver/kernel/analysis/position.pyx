# A position from the codes of its cells to probabilities.

cdef Status analyze_position(Analyzer *a, const int8_t *grid, int64_t mines, double log_odds,
                             Marginals *out) noexcept nogil:
    """Probabilities and proofs of all cells. ``mines``: on the board, or -1 with the prior ``log_odds``."""
    cdef Prior prior = Prior(mines=-1, log_odds=log_odds)
    cdef const int8_t *state = a.known.state
    cdef int8_t *proof = out.proof
    cdef double *probability = out.probability
    cdef int8_t found
    cdef int32_t mines_found, unknown
    cdef int64_t remaining
    a.frontier.component_count = a.summary.width = a.summary.states = 0
    if load(a, grid, &mines_found, &unknown) != DONE:
        return CONTRADICTION
    for i in range(a.board.cells):
        found = PROVED_MINE if state[i] == MINE else PROVED_SAFE if state[i] == SAFE else NOT_PROVED
        proof[i] = found if grid[i] == -1 else 0
    for i in range(a.board.cells):
        probability[i] = state[i] == MINE
    if mines >= 0:
        remaining = mines - mines_found
        if remaining < 0 or remaining > unknown:
            return CONTRADICTION
        prior.mines = <int32_t>remaining
    status = analyze_frontier(a, prior, out)
    if status == DONE:
        for q in range(a.frontier.group_count):  # a float that is no probability never leaves the core
            if not 0.0 <= a.joint.probability[q] <= 1.0:
                return LIMIT
        if not 0.0 <= a.joint.free_probability <= 1.0:
            return LIMIT
    return status

cdef Status analyze_with_room(Analyzer *a, const int8_t *grid, int64_t mines, double log_odds, Marginals *out,
                              double states, int64_t memory) noexcept nogil:
    """The same with more states where it takes them, within both limits; afterwards they are given back."""
    cdef int64_t before = a.elimination.state_capacity
    status = analyze_position(a, grid, mines, log_odds, out)
    while status == LIMIT and grow(a, states, memory):
        status = analyze_position(a, grid, mines, log_odds, out)
    if a.elimination.state_capacity > before or a.comparing:
        shrink(a)
    return status

cdef int best_cell(Board *board, const int8_t *grid, const Marginals *found) noexcept nogil:
    """The safest hidden cell, or -1. Ties go to a cell beside an opened one, then to fewest neighbours, then
    to fewest hidden ones; then to the first."""
    cdef double least = 2.0
    cdef int near, hidden
    cdef int rank, best = -1, best_rank = 1 << 30
    # By proof, of hidden cells and of others: without a branch, for nobody could foretell it.
    cdef double[6] more = [0.0, -1.0, 2.0, 2.0, 2.0, 2.0]
    for i in range(board.cells):
        least = min(least, found.probability[i] + more[found.proof[i] + 3 * (grid[i] != -1)])
    for i in range(board.cells):
        if least == 2.0 or found.probability[i] + more[found.proof[i] + 3 * (grid[i] != -1)] > least + TIE:
            continue
        near = hidden = 0
        for k in range(board.degree[i]):
            code = grid[board.around[i][k]]
            near |= code >= 0 and code != board.mine_code
            hidden += code == -1
        rank = ((not near) << 20) + (board.degree[i] << 10) + hidden
        if rank < best_rank:
            best = i
            best_rank = rank
    return best

cdef Status count_position(Analyzer *a, Exact *x, const int8_t *grid, int64_t mines, uint32_t odds_of_mine,
                           uint32_t odds_of_none, double states, int64_t memory) noexcept nogil:
    """The same in integers, into ``x``."""
    cdef Marginals out
    cdef Status status = LIMIT
    cdef int64_t before = a.elimination.state_capacity
    while status == LIMIT:
        release(&x.arena)
        memset(x, 0, sizeof(Exact))
        x.a = a
        x.memory = memory - a.elimination.state_capacity * BYTES_PER_STATE
        x.odds_of_mine = odds_of_mine
        x.odds_of_none = odds_of_none
        x.counted_last = -1
        take(&x.arena, out.probability, a.board.cells)
        take(&x.arena, out.proof, a.board.cells)
        a.exact = x
        if not x.arena.failed:
            status = analyze_position(a, grid, mines, 0.0, &out)
        a.exact = NULL
        if status != LIMIT:
            break
        # More room for states would leave less for the numbers; comparing clues by twos may still help.
        if x.arena.failed and (a.board.square or not a.board.sums or a.comparing):
            break
        if not grow(a, states, memory):
            break
    if a.elimination.state_capacity > before or a.comparing:
        shrink(a)
    return status
