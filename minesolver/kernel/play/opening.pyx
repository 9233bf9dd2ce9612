# A game on from an opened cell, with all that is proved, to the next guess or the end.

cdef void start_position(Analyzer *a, Game *g) noexcept nogil:
    """Nothing open."""
    cdef Knowledge *knowledge = &a.knowledge
    memset(knowledge.state, UNKNOWN, a.board.cells)
    memset(knowledge.queued, 0, a.board.sites)
    knowledge.agenda_size = 0
    g.opened = g.proved_mines = 0
    for i in range(a.board.cells, a.board.sites):
        knowledge.state[i] = OPEN
        read_clue(a, i, clue_of_game(a, g, i))
        enqueue_decided(knowledge, i)

cdef uint64_t clue_of_game(Analyzer *a, Game *g, int32_t site) noexcept nogil:
    """The sums that the clue at a site allows, where clues are no plain sums."""
    cdef Board *board = &a.board
    cdef int32_t kind = board.kind[site], way = g.display_way[site] if site < board.cells else 0
    cdef int32_t sum = sum_of_game(board, g, site)
    return board.symbol_sums[kind][board.symbol[kind][sum * board.display_ways + way]]

cdef int32_t sum_of_game(Board *board, Game *g, int32_t site) noexcept nogil:
    """The sum that the clue at a site is about, over the layout."""
    cdef int32_t sum = 0
    for k in range(board.degree[site]):
        if board.sums:
            sum += g.layout[board.neighbours[site][k]]
        elif g.layout[board.neighbours[site][k]] == (board.weight[site][k] > 0):
            sum += abs(board.weight[site][k])
    return sum

cdef void reveal(Analyzer *a, Game *g, int32_t cell) noexcept nogil:
    """Open a safe cell, and the region around a zero of plain sums; clues that decide go on the agenda."""
    cdef const int8_t *state = a.knowledge.state  # bytes: every other pointer would be read again after each
    cdef int8_t *stacked = g.stacked
    cdef int32_t *stack = g.stack
    cdef int depth = 1
    stack[0] = cell
    while depth:
        depth -= 1
        opened = stack[depth]
        stacked[opened] = 0
        if state[opened] == OPEN or _open_one(a, g, opened):
            continue
        neighbours = a.board.neighbours[opened]
        for k in range(a.board.degree[opened]):
            neighbour = neighbours[k]
            if state[neighbour] != OPEN and not stacked[neighbour]:
                stacked[neighbour] = 1  # once on the stack is enough: it holds as many as there are cells
                stack[depth] = neighbour
                depth += 1

cdef bint _open_one(Analyzer *a, Game *g, int32_t cell) noexcept nogil:
    """Open one cell; whether there may be mines around it."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef bint was_unknown = knowledge.state[cell] == UNKNOWN
    cdef bint symmetric = board.covering_clues == board.neighbours
    cdef int32_t *neighbours = board.neighbours[cell]
    cdef const int8_t *state = knowledge.state
    cdef const int8_t *layout = g.layout
    cdef int mine_sum = 0, known_mines = 0, unknown_cells = 0
    knowledge.state[cell] = OPEN
    g.opened += 1

    # The clues over the cell, where they are not those of its neighbours; its own is read below.
    if was_unknown and not symmetric:
        for k in range(board.covering_count[cell]):
            neighbour = board.covering_clues[cell][k]
            if knowledge.state[neighbour] == OPEN and neighbour != cell:
                count_in(a, neighbour, weight_over(board, cell, k), False, 1)
                # Else what is around it is being opened.
                if not board.sums or knowledge.min_needed[neighbour] > 0:
                    enqueue_decided(knowledge, neighbour)

    # A clue that is no plain sum is read anew.
    if not board.sums:
        read_clue(a, cell, clue_of_game(a, g, cell))
        enqueue_decided(knowledge, cell)
        return True

    # A plain sum, and by the way what the neighbours' clues lose.
    was_unknown = was_unknown and symmetric
    for k in range(board.degree[cell]):
        neighbour = neighbours[k]
        mine_sum += layout[neighbour]
        if state[neighbour] == UNKNOWN:
            unknown_cells += 1
        elif state[neighbour] == MINE:
            known_mines += 1
        elif was_unknown and state[neighbour] == OPEN:
            knowledge.unknown[neighbour] -= 1
            unknown_left = knowledge.unknown[neighbour]
            if unknown_left > 0 and knowledge.min_needed[neighbour] == unknown_left:
                enqueue(knowledge, neighbour)

    # What it still needs.
    knowledge.min_needed[cell] = mine_sum - known_mines
    knowledge.unknown[cell] = unknown_cells
    if mine_sum > 0:
        enqueue_decided(knowledge, cell)
    return mine_sum > 0

cdef bint advance(Analyzer *a, Game *g) noexcept nogil:
    """The single-clue rule, opening what it proves, until it has nothing left; whether it opened a cell."""
    cdef Knowledge *knowledge = &a.knowledge
    cdef int opened_before = g.opened
    while True:
        propagate(a)
        if knowledge.settled_size == 0:
            return g.opened > opened_before
        g.proved_mines += knowledge.settled_mines
        for k in range(knowledge.settled_size):
            if knowledge.state[knowledge.settled[k]] == SAFE:
                reveal(a, g, knowledge.settled[k])

cdef void open_proved(Analyzer *a, Game *g) noexcept nogil:
    """Settle what counting proved, then open its safe cells."""
    cdef Knowledge *knowledge = &a.knowledge
    cdef int safe_count = 0
    for i in range(a.board.cells):
        if knowledge.state[i] != UNKNOWN or g.marginals.proof[i] == NOT_PROVED:
            continue
        settle(a, i, g.marginals.proof[i] == PROVED_MINE)
        if g.marginals.proof[i] == PROVED_MINE:
            g.proved_mines += 1
        else:
            g.deck[safe_count] = i
            safe_count += 1
    for i in range(safe_count):
        reveal(a, g, g.deck[i])

cdef Outcome proceed(Analyzer *a, Game *g, int32_t cell) noexcept nogil:
    """Open a cell (-1: none) and all that is then proved safe, to the end or to a guess. At a guess
    ``g.marginals``, ``a.frontier``, ``a.counts`` and ``a.summary`` are of the position."""
    if cell >= 0:
        if g.layout[cell]:
            return LOST
        reveal(a, g, cell)
    while True:
        advance(a, g)
        if g.opened == a.board.cells - g.mines:
            return WON
        if analyze_frontier(a, Prior(mines=g.mines - g.proved_mines, log_odds=0.0), &g.marginals) != DONE:
            return UNFINISHED
        if a.summary.proved == 0:
            return GUESS
        open_proved(a, g)  # proved mines alone change what is counted, too

cdef int32_t rank_of(Analyzer *a, int32_t cell) noexcept nogil:
    """Among equals, as ``Analysis.best``: beside a clue, few neighbours, few of them hidden."""
    cdef int32_t degree = a.board.degree[cell], hidden = 0
    for k in range(degree):
        hidden += a.knowledge.state[a.board.neighbours[cell][k]] != OPEN
    return (1 << 20 if hidden == degree else 0) + (degree << 10) + hidden

cdef int32_t safest(Analyzer *a, double *probability) noexcept nogil:
    """The unknown cell to guess, by the rule of ``Analysis.best``."""
    cdef double least_risk = 2.0
    cdef int32_t best = -1, best_rank = 1 << 30
    for i in range(a.board.cells):
        if a.knowledge.state[i] == UNKNOWN:
            least_risk = min(least_risk, probability[i])
    for i in range(a.board.cells):
        if a.knowledge.state[i] == UNKNOWN and probability[i] <= least_risk + TIE:
            rank = rank_of(a, i)
            if rank < best_rank:
                best = i
                best_rank = rank
    return best
