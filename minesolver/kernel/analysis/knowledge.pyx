# What is known of each cell, and the single-clue rule.


cdef Status load(Analyzer *a, const int8_t *grid, int32_t *marked, int32_t *hidden) noexcept nogil:
    """Set up from the codes of a grid; counts the known mines (``marked``) and the hidden cells."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int i, k
    marked[0] = hidden[0] = 0
    known.agenda_size = 0
    for i in range(board.cells):
        known.queued[i] = 0
        known.unknown[i] = 0
        known.need[i] = grid[i]
        known.state[i] = OPEN
        if grid[i] == -1:
            known.state[i] = UNKNOWN
            hidden[0] += 1
        elif grid[i] == 10:
            known.state[i] = MINE
            marked[0] += 1
    # From the few cells that are not open to the clues around them.
    for i in range(board.cells):
        if known.state[i] == UNKNOWN:
            for k in range(board.degree[i]):
                known.unknown[board.around[i][k]] += 1
        elif known.state[i] == MINE:
            for k in range(board.degree[i]):
                known.need[board.around[i][k]] -= 1
    for i in range(board.cells):
        if known.state[i] == OPEN and (known.need[i] < 0 or known.need[i] > known.unknown[i]):
            return CONTRADICTION
    return DONE


cdef inline void enqueue(Knowledge *known, int32_t clue) noexcept nogil:
    """Put a clue on the agenda, if it is not there."""
    if not known.queued[clue]:
        known.queued[clue] = 1
        known.agenda[known.agenda_size] = clue
        known.agenda_size += 1


cdef inline void enqueue_decided(Knowledge *known, int32_t clue) noexcept nogil:
    """The same, if it decides something."""
    if known.unknown[clue] and (known.need[clue] == 0 or known.need[clue] == known.unknown[clue]):
        enqueue(known, clue)


cdef void enqueue_all(Analyzer *a) noexcept nogil:
    """Put every clue that decides something on the agenda."""
    cdef int i
    a.known.agenda_size = 0
    for i in range(a.board.cells):
        if a.known.state[i] == OPEN:
            enqueue_decided(&a.known, i)


cdef Status settle(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil:
    """An unknown cell is known now: the clues around it want less, and may decide something."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int k
    cdef int32_t clue
    known.state[cell] = MINE if is_mine else SAFE
    for k in range(board.degree[cell]):
        clue = board.around[cell][k]
        if known.state[clue] != OPEN:
            continue
        known.unknown[clue] -= 1
        known.need[clue] -= is_mine
        if known.need[clue] < 0 or known.need[clue] > known.unknown[clue]:
            return CONTRADICTION
        enqueue_decided(known, clue)
    return DONE


cdef Status propagate(Analyzer *a) noexcept nogil:
    """The single-clue rule to its fixpoint; ``known.settled`` has the cells that it settled, in order."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int k
    cdef int32_t clue, cell
    cdef bint is_mine
    known.settled_size = known.settled_mines = 0
    while known.agenda_size > 0:
        known.agenda_size -= 1
        clue = known.agenda[known.agenda_size]
        known.queued[clue] = 0
        if known.unknown[clue] == 0:
            continue
        is_mine = known.need[clue] > 0
        if is_mine and known.need[clue] != known.unknown[clue]:
            continue
        for k in range(board.degree[clue]):
            cell = board.around[clue][k]
            if known.state[cell] != UNKNOWN:
                continue
            known.settled[known.settled_size] = cell
            known.settled_size += 1
            known.settled_mines += is_mine
            if settle(a, cell, is_mine) != DONE:
                return CONTRADICTION
    return DONE
