# What is known of each cell, and the single-clue rule.

cdef enum:
    _SWEEPS = 4

cdef Status load(Analyzer *a, const int8_t *grid, int32_t *mines, int32_t *unknown) noexcept nogil:
    """Set up from the codes of a grid, and settle what the single-clue rule proves; counts the mines that are
    known then, and the cells that are not."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int8_t *state = known.state
    cdef int8_t mine_code = board.mine_code
    known.agenda_size = 0
    memset(known.queued, 0, board.sites)
    for i in range(board.cells):
        state[i] = OPEN - (OPEN - UNKNOWN) * (grid[i] == -1) - (OPEN - MINE) * (grid[i] == mine_code)
    if not (_sweep(board, known, grid) if board.square else _read_clues(a, grid)) or propagate(a) != DONE:
        return CONTRADICTION
    mines[0] = count_of(board, state, MINE)
    unknown[0] = count_of(board, state, UNKNOWN)
    return DONE

cdef int32_t count_of(Board *board, const int8_t *state, int8_t one) noexcept nogil:
    """How many cells are in one state."""
    cdef int32_t found = 0
    for i in range(board.cells):
        found += state[i] == one
    return found

cdef bint _sweep(Board *board, Knowledge *known, const int8_t *grid) noexcept nogil:
    """The clues of a square board, without its lists, and the single-clue rule on all of them at once, some
    times: what it still decides then is put on the agenda. False where a clue cannot hold. Bytes alone, and
    no branch within a loop: a processor does sixteen cells at a time."""
    cdef int32_t cells = board.cells
    cdef int8_t *state = known.state
    cdef int32_t *need = known.need
    cdef int32_t *unknown = known.unknown
    cdef uint8_t *seen = known.seen + 1  # unknown cells around each, and 16 times the mines
    cdef uint8_t *says = seen + cells + 1  # whether a clue says that these are safe; 16: are mines
    cdef uint8_t wrong, decided, left, wanted
    for sweep in range(_SWEEPS):
        for i in range(cells):
            seen[i] = (state[i] == UNKNOWN) + 16 * (state[i] == MINE)
        _add_around(board, known, seen)
        wrong = decided = 0
        for i in range(cells):
            left = seen[i] & 15
            wanted = <uint8_t>(grid[i] - (seen[i] >> 4))
            wrong |= (state[i] == OPEN) & (wanted > left)
            says[i] = (1 if wanted == 0 else 0) | (16 if wanted == left else 0)
            says[i] = says[i] if (state[i] == OPEN) & (left != 0) else 0
            decided |= says[i]
        if wrong:
            return False
        if not decided or sweep == _SWEEPS - 1:
            break
        _add_around(board, known, says)
        for i in range(cells):
            left = MINE if says[i] > 15 else SAFE if says[i] else UNKNOWN
            state[i] = left if state[i] == UNKNOWN else state[i]
    for i in range(cells):
        need[i] = grid[i] - (seen[i] >> 4)
        unknown[i] = seen[i] & 15
    for i in range(cells if decided else 0):
        if says[i]:
            enqueue(known, i)
    return True

cdef void _add_around(Board *board, Knowledge *known, uint8_t *own) noexcept nogil:
    """For each cell the sum of those around it: over three cells of a row, then over three rows. Before and
    after the board there is nothing."""
    cdef int32_t cells = board.cells, cols = board.cols
    cdef uint8_t *three = known.seen + 2 * cells + 3 + cols
    cdef uint8_t *above = three - cols
    cdef uint8_t *below = three + cols
    for i in range(cells):
        three[i] = own[i - 1] + own[i] + own[i + 1]
    for r in range(board.rows):  # the cells beside the ends of a row are those of other rows
        three[r * cols] -= own[r * cols - 1]
        three[r * cols + cols - 1] -= own[r * cols + cols]
    for i in range(cells):
        own[i] = above[i] + three[i] + below[i] - own[i]

cdef bint _read_clues(Analyzer *a, const int8_t *grid) noexcept nogil:
    """The clues of other boards; False where one cannot hold."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef uint64_t says
    for i in range(board.cells, board.sites):
        known.state[i] = OPEN
    for i in range(board.sites):
        if known.state[i] != OPEN:
            continue
        if board.sums:
            says = <uint64_t>grid[i]
        elif a.allowed != NULL:
            says = a.allowed[i]
        else:
            says = board.symbol_sums[board.kind[i]][grid[i] if i < board.cells else 0]
        if not board.sums and says == ~<uint64_t>0:
            known.state[i] = SILENT
        elif not read_clue(a, i, says):
            return False
        else:
            enqueue_decided(known, i)
    return True

cdef void count_around(Board *board, const int8_t *state, int32_t cell, int32_t *mines,
                       int32_t *unknown) noexcept nogil:
    """Known mines and unknown cells around a cell."""
    mines[0] = unknown[0] = 0
    for k in range(board.degree[cell]):
        mines[0] += state[board.around[cell][k]] == MINE
        unknown[0] += state[board.around[cell][k]] == UNKNOWN

cdef bint read_clue(Analyzer *a, int32_t site, uint64_t says) noexcept nogil:
    """What a clue means, given what is known; False where it cannot hold. ``says``: a plain sum, or a bit for
    each sum that is allowed."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int32_t mines = 0
    if board.sums:
        count_around(board, known.state, site, &mines, &known.unknown[site])
        known.need[site] = <int32_t>says - mines
        return not cannot_hold(known, site)
    known.allowed[site] = says
    known.unknown[site] = known.reached[site] = 0
    for k in range(board.degree[site]):
        state = known.state[board.around[site][k]]
        if state == UNKNOWN:
            known.unknown[site] += abs(board.weight[site][k])
        elif (state == MINE) == (board.weight[site][k] > 0):
            known.reached[site] += abs(board.weight[site][k])
    narrow(known, site)
    return not cannot_hold(known, site)

cdef inline uint64_t up_to(int32_t most) noexcept nogil:
    """The bits of the numbers from 0 to ``most``, up to 63."""
    return (<uint64_t>2 << most) - 1

cdef inline uint64_t sums_left(Knowledge *known, int32_t clue) noexcept nogil:
    """The sums that the unknown cells of a clue may have."""
    return (known.allowed[clue] >> known.reached[clue]) & up_to(known.unknown[clue])

cdef void narrow(Knowledge *known, int32_t clue) noexcept nogil:
    """The least and the most of what a clue still needs; where it cannot hold, more than there is."""
    cdef uint64_t left = sums_left(known, clue)
    cdef int32_t least = 0, most = 0
    if left == 0:
        known.need[clue] = known.most[clue] = known.unknown[clue] + 1
        return
    while not left >> least & 1:
        least += 1
    while left >> most > 1:
        most += 1
    known.need[clue] = least
    known.most[clue] = most

cdef inline void count_in(Analyzer *a, int32_t clue, int32_t weight, bint is_mine,
                          int32_t sign) noexcept nogil:
    """A cell under a clue is known now; with ``sign`` -1, no longer."""
    cdef Knowledge *known = &a.known
    cdef int32_t units = sign
    if a.board.sums:
        known.unknown[clue] -= sign
        known.need[clue] -= sign * is_mine
        return
    units = sign * abs(weight)
    known.unknown[clue] -= units
    if (weight > 0) == is_mine:
        known.reached[clue] += units
    narrow(known, clue)

cdef inline int32_t weight_over(Board *board, int32_t cell, int k) noexcept nogil:
    """The weight of a cell in the clue ``board.over[cell][k]``."""
    return 1 if board.sums else board.over_weight[cell][k]

cdef inline uint64_t clue_word(Analyzer *a, int32_t site) noexcept nogil:
    """What an open clue still says, in a word: for hashes."""
    if a.board.sums:
        return <uint64_t>a.known.need[site]
    return mix(sums_left(&a.known, site))

cdef inline bint cannot_hold(Knowledge *known, int32_t clue) noexcept nogil:
    return known.need[clue] < 0 or known.need[clue] > known.unknown[clue]

cdef inline void enqueue(Knowledge *known, int32_t clue) noexcept nogil:
    """Put a clue on the agenda, if it is not there."""
    if not known.queued[clue]:
        known.queued[clue] = 1
        known.agenda[known.agenda_size] = clue
        known.agenda_size += 1

cdef inline void enqueue_decided(Knowledge *known, int32_t clue) noexcept nogil:
    """The same, if it decides something."""
    if known.unknown[clue] and (known.most[clue] == 0 or known.need[clue] == known.unknown[clue]):
        enqueue(known, clue)

cdef Status settle(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil:
    """An unknown cell is known now: the clues around it want less, and may decide something."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef const int8_t *state = known.state
    cdef int32_t *over = board.over[cell]
    known.state[cell] = MINE if is_mine else SAFE
    for k in range(board.over_degree[cell]):
        clue = over[k]
        if state[clue] != OPEN:
            continue
        count_in(a, clue, weight_over(board, cell, k), is_mine, 1)
        if cannot_hold(known, clue):
            return CONTRADICTION
        enqueue_decided(known, clue)
    return DONE

cdef Status propagate(Analyzer *a) noexcept nogil:
    """The single-clue rule to its fixpoint; ``known.settled`` has the cells that it settled, in order."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef bint all_in
    cdef int32_t before = -1
    known.settled_size = known.settled_mines = 0
    while before < known.settled_size:
        while known.agenda_size > 0:
            known.agenda_size -= 1
            clue = known.agenda[known.agenda_size]
            known.queued[clue] = 0
            if known.unknown[clue] == 0:
                continue
            all_in = known.most[clue] > 0
            if all_in and known.need[clue] != known.unknown[clue]:
                continue
            around = board.around[clue]
            for k in range(board.degree[clue]):
                if known.state[around[k]] == UNKNOWN and _learn(
                    a, around[k], all_in == (board.sums or board.weight[clue][k] > 0)
                ) != DONE:
                    return CONTRADICTION
        before = known.settled_size
        if a.comparing and _compare_clues(a) != DONE:
            return CONTRADICTION
    return DONE

cdef inline Status _learn(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil:
    cdef Knowledge *known = &a.known
    known.settled[known.settled_size] = cell
    known.settled_size += 1
    known.settled_mines += is_mine
    return settle(a, cell, is_mine)

cdef Status _compare_clues(Analyzer *a) noexcept nogil:
    """Plain sums by twos: where one wants as many more mines than another as it has cells of its own, these
    are mines, and the other's own are safe."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef int32_t common, more
    for one in range(board.sites):
        memset(known.seen, 0, board.cells)
        for k in range(board.degree[one]):
            known.seen[board.around[one][k]] = 1
        for other in range(board.sites if known.state[one] == OPEN else 0):
            more = known.need[one] - known.need[other]
            if known.state[other] != OPEN or more < 0 or more >= known.unknown[one]:
                continue
            common = 0
            for k in range(board.degree[other]):
                cell = board.around[other][k]
                common += known.seen[cell] & (known.state[cell] == UNKNOWN)
            if common == 0 or more != known.unknown[one] - common:
                continue
            for k in range(board.degree[other]):
                known.seen[board.around[other][k]] += 2
            for cell in range(board.cells):
                if known.state[cell] == UNKNOWN and (known.seen[cell] == 1 or known.seen[cell] == 2):
                    if _learn(a, cell, known.seen[cell] == 1) != DONE:
                        return CONTRADICTION
            for k in range(board.degree[other]):
                known.seen[board.around[other][k]] -= 2
    return DONE
