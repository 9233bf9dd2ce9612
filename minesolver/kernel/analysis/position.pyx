# A position from the codes of its cells to probabilities.

cdef Status analyze_position(Analyzer *a, const int8_t *grid, int64_t mines, double log_odds,
                             Marginals *out) noexcept nogil:
    """Probabilities and proofs of all cells. ``mines``: on the board, or -1 with the prior ``log_odds``."""
    cdef Prior prior = Prior(mines=-1, log_odds=log_odds)
    cdef const int8_t *state = a.knowledge.state
    cdef int8_t *proof = out.proof
    cdef double *probability = out.probability
    cdef int8_t cell_proof
    cdef int32_t mine_count, unknown
    cdef int64_t remaining

    # What the clues prove one by one.
    a.frontier.component_count = a.summary.width = a.summary.states = 0
    if load(a, grid, &mine_count, &unknown) != DONE:
        return CONTRADICTION
    for i in range(a.board.cells):
        cell_proof = PROVED_MINE if state[i] == MINE else PROVED_SAFE if state[i] == SAFE else NOT_PROVED
        proof[i] = cell_proof if grid[i] == -1 else 0
    for i in range(a.board.cells):
        probability[i] = state[i] == MINE

    # The mines among the cells that are still unknown.
    if mines >= 0:
        remaining = mines - mine_count
        if remaining < 0 or remaining > unknown:
            return CONTRADICTION
        prior.mines = <int32_t>remaining

    # Counting.
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
    cdef int64_t initial_capacity = a.elimination.state_capacity
    status = analyze_position(a, grid, mines, log_odds, out)
    while status == LIMIT and grow(a, states, memory):
        status = analyze_position(a, grid, mines, log_odds, out)
    if a.elimination.state_capacity > initial_capacity or a.comparing:
        shrink(a)
    return status

cdef int best_cell(Board *board, const int8_t *grid, const Marginals *marginals) noexcept nogil:
    """The safest hidden cell, or -1. Ties go to a cell beside an opened one, then to fewest neighbours, then
    to fewest hidden ones; then to the first."""
    cdef double offset, least_risk = 2.0
    cdef int touches_clue, hidden
    cdef int rank, best = -1, best_rank = 1 << 30
    # By proof, of hidden cells and of others: without a branch, for nobody could foretell it.
    cdef double[6] risk_offset = [0.0, -1.0, 2.0, 2.0, 2.0, 2.0]
    for i in range(board.cells):
        offset = risk_offset[marginals.proof[i] + 3 * (grid[i] != -1)]
        least_risk = min(least_risk, marginals.probability[i] + offset)
    if least_risk == 2.0:
        return -1
    for i in range(board.cells):
        offset = risk_offset[marginals.proof[i] + 3 * (grid[i] != -1)]
        if marginals.probability[i] + offset > least_risk + TIE:
            continue
        touches_clue = hidden = 0
        for k in range(board.degree[i]):
            code = grid[board.neighbours[i][k]]
            touches_clue |= code >= 0 and code != board.mine_code
            hidden += code == -1
        rank = ((not touches_clue) << 20) + (board.degree[i] << 10) + hidden
        if rank < best_rank:
            best = i
            best_rank = rank
    return best

cdef Status count_models(Analyzer *a, Exact *exact, const int8_t *grid, double states,
                         int64_t memory) noexcept nogil:
    """The models of each component of a position in integers, in ``exact.models``; ``exact.free`` and
    ``exact.mines_known`` are the unconstrained cells, and the mines that the single-clue rule knows."""
    cdef Status status = LIMIT
    cdef int64_t initial_capacity = a.elimination.state_capacity
    while status == LIMIT:
        # What an attempt took is released before the next.
        _begin_exact(a, exact, memory)
        status = _count_models_once(a, exact, grid)
        if status != LIMIT or not grow(a, states, memory):
            break
    if a.elimination.state_capacity > initial_capacity or a.comparing:
        shrink(a)
    return status

cdef Status _count_models_once(Analyzer *a, Exact *exact, const int8_t *grid) noexcept nogil:
    cdef double bits = 0.0
    cdef int32_t unknown
    if load(a, grid, &exact.mines_known, &unknown) != DONE:
        return CONTRADICTION
    status = count_components(a, &exact.free)
    if status != DONE:
        return status
    take(&exact.arena, exact.models, a.frontier.component_count)
    if exact.arena.failed:
        return LIMIT
    for c in range(a.frontier.component_count):
        status = count_component_exactly(exact, c, False, &bits)
        if status != DONE:
            return status
    return DONE

cdef void _begin_exact(Analyzer *a, Exact *exact, int64_t memory) noexcept nogil:
    """Forget what was counted in integers before."""
    release(&exact.arena)
    memset(exact, 0, sizeof(Exact))
    exact.analyzer = a
    exact.memory = memory - a.elimination.state_capacity * BYTES_PER_STATE
    exact.counted_last = -1

cdef Status count_position(Analyzer *a, Exact *exact, const int8_t *grid, int64_t mines,
                           uint32_t odds_of_mine, uint32_t odds_of_none, double states,
                           int64_t memory) noexcept nogil:
    """The same in integers, into ``exact``."""
    cdef Marginals out
    cdef Status status = LIMIT
    cdef int64_t initial_capacity = a.elimination.state_capacity
    while status == LIMIT:
        # What an attempt took is released before the next.
        _begin_exact(a, exact, memory)
        exact.odds_of_mine = odds_of_mine
        exact.odds_of_none = odds_of_none
        take(&exact.arena, out.probability, a.board.cells)
        take(&exact.arena, out.proof, a.board.cells)
        a.exact = exact
        if not exact.arena.failed:
            status = analyze_position(a, grid, mines, 0.0, &out)
        a.exact = NULL
        if status != LIMIT:
            break
        # More room for states would leave less for the numbers; comparing clues by twos may still help.
        if exact.arena.failed and (a.board.square or not a.board.sums or a.comparing):
            break
        if not grow(a, states, memory):
            break
    if a.elimination.state_capacity > initial_capacity or a.comparing:
        shrink(a)
    return status
