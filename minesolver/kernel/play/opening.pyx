# A game on from an opened cell, with all that is proved, to the next guess or the end.

cdef void start_position(Analyzer *a, Game *g) noexcept nogil:
    """Nothing open."""
    cdef Knowledge *known = &a.known
    memset(known.state, UNKNOWN, a.board.cells)
    memset(known.queued, 0, a.board.sites)
    known.agenda_size = 0
    g.opened = g.proved_mines = 0
    for i in range(a.board.cells, a.board.sites):
        known.state[i] = OPEN
        read_clue(a, i, clue_of_game(a, g, i))
        enqueue_decided(known, i)

cdef uint64_t clue_of_game(Analyzer *a, Game *g, int32_t site) noexcept nogil:
    """The sums that the clue at a site allows, where clues are no plain sums."""
    cdef Board *board = &a.board
    cdef int32_t kind = board.kind[site], way = g.way[site] if site < board.cells else 0
    cdef int32_t sum = sum_of_game(board, g, site)
    return board.symbol_sums[kind][board.symbol[kind][sum * board.ways + way]]

cdef int32_t sum_of_game(Board *board, Game *g, int32_t site) noexcept nogil:
    """The sum that the clue at a site is about, over the layout."""
    cdef int32_t sum = 0
    for k in range(board.degree[site]):
        if board.sums:
            sum += g.layout[board.around[site][k]]
        elif g.layout[board.around[site][k]] == (board.weight[site][k] > 0):
            sum += abs(board.weight[site][k])
    return sum

cdef void reveal(Analyzer *a, Game *g, int32_t cell) noexcept nogil:
    """Open a safe cell, and the region around a zero of plain sums; clues that decide go on the agenda."""
    cdef const int8_t *state = a.known.state  # bytes: every other pointer would be read again after each
    cdef int8_t *stacked = g.stacked
    cdef int32_t *stack = g.stack
    cdef int depth = 1
    stack[0] = cell
    while depth:
        depth -= 1
        i = stack[depth]
        stacked[i] = 0
        if state[i] == OPEN or _open_one(a, g, i):
            continue
        around = a.board.around[i]
        for k in range(a.board.degree[i]):
            other = around[k]
            if state[other] != OPEN and not stacked[other]:
                stacked[other] = 1  # once on the stack is enough: it holds as many as there are cells
                stack[depth] = other
                depth += 1

cdef bint _open_one(Analyzer *a, Game *g, int32_t cell) noexcept nogil:
    """Open one cell; whether there may be mines around it."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef bint fresh = known.state[cell] == UNKNOWN, symmetric = board.over == board.around
    cdef int32_t *around = board.around[cell]
    cdef const int8_t *state = known.state
    cdef const int8_t *layout = g.layout
    cdef int shown = 0, mines = 0, unknown = 0
    known.state[cell] = OPEN
    g.opened += 1
    if fresh and not symmetric:
        for k in range(board.over_degree[cell]):
            other = board.over[cell][k]
            if known.state[other] == OPEN:
                count_in(a, other, weight_over(board, cell, k), False, 1)
                if not board.sums or known.need[other] > 0:  # else what is around it is being opened
                    enqueue_decided(known, other)
    if not board.sums:
        read_clue(a, cell, clue_of_game(a, g, cell))
        enqueue_decided(known, cell)
        return True
    fresh = fresh and symmetric
    for k in range(board.degree[cell]):
        other = around[k]
        shown += layout[other]
        if state[other] == UNKNOWN:
            unknown += 1
        elif state[other] == MINE:
            mines += 1
        elif fresh and state[other] == OPEN:
            known.unknown[other] -= 1
            if known.unknown[other] > 0 and known.need[other] == known.unknown[other]:
                enqueue(known, other)
    known.need[cell] = shown - mines
    known.unknown[cell] = unknown
    if shown > 0:
        enqueue_decided(known, cell)
    return shown > 0

cdef bint advance(Analyzer *a, Game *g) noexcept nogil:
    """The single-clue rule, opening what it proves, until it has nothing left; whether it opened a cell."""
    cdef Knowledge *known = &a.known
    cdef int before = g.opened
    while True:
        propagate(a)
        if known.settled_size == 0:
            return g.opened > before
        g.proved_mines += known.settled_mines
        for k in range(known.settled_size):
            if known.state[known.settled[k]] == SAFE:
                reveal(a, g, known.settled[k])

cdef void open_proved(Analyzer *a, Game *g) noexcept nogil:
    """Settle what counting proved, then open its safe cells."""
    cdef Knowledge *known = &a.known
    cdef int found = 0
    for i in range(a.board.cells):
        if known.state[i] != UNKNOWN or g.marginals.proof[i] == NOT_PROVED:
            continue
        settle(a, i, g.marginals.proof[i] == PROVED_MINE)
        if g.marginals.proof[i] == PROVED_MINE:
            g.proved_mines += 1
        else:
            g.deck[found] = i
            found += 1
    for i in range(found):
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
        hidden += a.known.state[a.board.around[cell][k]] != OPEN
    return (1 << 20 if hidden == degree else 0) + (degree << 10) + hidden

cdef int32_t safest(Analyzer *a, double *probability) noexcept nogil:
    """The unknown cell to guess, by the rule of ``Analysis.best``."""
    cdef double least = 2.0
    cdef int32_t best = -1, best_rank = 1 << 30
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN:
            least = min(least, probability[i])
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and probability[i] <= least + TIE:
            rank = rank_of(a, i)
            if rank < best_rank:
                best = i
                best_rank = rank
    return best
