# What is known of each cell, and the single-clue rule.

cdef enum:
    _SWEEPS = 4

cdef Status load(Analyzer *a, const int8_t *grid, int32_t *mines, int32_t *unknown) noexcept nogil:
    """Set up from the codes of a grid, and settle what the single-clue rule proves; counts the mines that are
    known then, and the cells that are not."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef int8_t *state = knowledge.state
    cdef int8_t mine_code = board.mine_code
    knowledge.agenda_size = 0
    memset(knowledge.queued, 0, board.sites)
    for i in range(board.cells):
        state[i] = OPEN - (OPEN - UNKNOWN) * (grid[i] == -1) - (OPEN - MINE) * (grid[i] == mine_code)
    if not (_sweep(board, knowledge, grid) if board.square else _read_clues(a, grid)) or propagate(a) != DONE:
        return CONTRADICTION
    mines[0] = count_of(board, state, MINE)
    unknown[0] = count_of(board, state, UNKNOWN)
    return DONE

cdef int32_t count_of(Board *board, const int8_t *state, int8_t cell_state) noexcept nogil:
    """How many cells are in one state."""
    cdef int32_t cell_count = 0
    for i in range(board.cells):
        cell_count += state[i] == cell_state
    return cell_count

cdef bint _sweep(Board *board, Knowledge *knowledge, const int8_t *grid) noexcept nogil:
    """The clues of a square board, without its lists, and the single-clue rule on all of them at once, some
    times: what it still decides then is put on the agenda. False where a clue cannot hold. Bytes alone, and
    no branch within a loop: a processor does sixteen cells at a time."""
    cdef int32_t cells = board.cells
    cdef int8_t *state = knowledge.state
    cdef int32_t *need = knowledge.min_needed
    cdef int32_t *unknown = knowledge.unknown
    cdef uint8_t *around_counts = knowledge.scratch + 1  # unknown cells around each, and 16 times the mines
    # Of each clue whether it says that the unknown cells around it are safe (1) or mines (16).
    cdef uint8_t *verdicts = around_counts + cells + 1
    cdef uint8_t any_wrong, any_verdict, unknown_count, mines_missing
    for sweep in range(_SWEEPS):
        for i in range(cells):
            around_counts[i] = (state[i] == UNKNOWN) + 16 * (state[i] == MINE)
        _add_around(board, knowledge, around_counts)
        # What each clue says, given what is around it.
        any_wrong = any_verdict = 0
        for i in range(cells):
            unknown_count = around_counts[i] & 15
            mines_missing = <uint8_t>(grid[i] - (around_counts[i] >> 4))
            any_wrong |= (state[i] == OPEN) & (mines_missing > unknown_count)
            verdicts[i] = (1 if mines_missing == 0 else 0) | (16 if mines_missing == unknown_count else 0)
            verdicts[i] = verdicts[i] if (state[i] == OPEN) & (unknown_count != 0) else 0
            any_verdict |= verdicts[i]
        if any_wrong:
            return False
        if not any_verdict or sweep == _SWEEPS - 1:
            break
        # What the clues around an unknown cell say of it.
        _add_around(board, knowledge, verdicts)
        for i in range(cells):
            unknown_count = MINE if verdicts[i] > 15 else SAFE if verdicts[i] else UNKNOWN
            state[i] = unknown_count if state[i] == UNKNOWN else state[i]
    for i in range(cells):
        need[i] = grid[i] - (around_counts[i] >> 4)
        unknown[i] = around_counts[i] & 15

    # What is left to decide goes to the agenda.
    for i in range(cells if any_verdict else 0):
        if verdicts[i]:
            enqueue(knowledge, i)
    return True

cdef void _add_around(Board *board, Knowledge *knowledge, uint8_t *counts) noexcept nogil:
    """For each cell the sum of those around it: over three cells of a row, then over three rows. Before and
    after the board there is nothing."""
    cdef int32_t cells = board.cells, cols = board.cols
    cdef uint8_t *row_sums = knowledge.scratch + 2 * cells + 3 + cols
    cdef uint8_t *sums_above = row_sums - cols
    cdef uint8_t *sums_below = row_sums + cols
    for i in range(cells):
        row_sums[i] = counts[i - 1] + counts[i] + counts[i + 1]
    for row in range(board.rows):  # the cells beside the ends of a row are those of other rows
        row_sums[row * cols] -= counts[row * cols - 1]
        row_sums[row * cols + cols - 1] -= counts[row * cols + cols]
    for i in range(cells):
        counts[i] = sums_above[i] + row_sums[i] + sums_below[i] - counts[i]

cdef bint _read_clues(Analyzer *a, const int8_t *grid) noexcept nogil:
    """The clues of other boards; False where one cannot hold."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef uint64_t clue_value
    for i in range(board.cells, board.sites):
        knowledge.state[i] = OPEN
    for i in range(board.sites):
        if knowledge.state[i] != OPEN:
            continue
        if board.sums:
            clue_value = <uint64_t>grid[i]
        elif a.allowed != NULL:
            clue_value = a.allowed[i]
        else:
            clue_value = board.symbol_sums[board.kind[i]][grid[i] if i < board.cells else 0]
        if not board.sums and clue_value == ~<uint64_t>0:
            knowledge.state[i] = SILENT
        elif not read_clue(a, i, clue_value):
            return False
        else:
            enqueue_decided(knowledge, i)
    return True

cdef void count_around(Board *board, const int8_t *state, int32_t cell, int32_t *mines,
                       int32_t *unknown) noexcept nogil:
    """Known mines and unknown cells around a cell."""
    mines[0] = unknown[0] = 0
    for k in range(board.degree[cell]):
        mines[0] += state[board.neighbours[cell][k]] == MINE
        unknown[0] += state[board.neighbours[cell][k]] == UNKNOWN

cdef bint read_clue(Analyzer *a, int32_t site, uint64_t clue_value) noexcept nogil:
    """What a clue means, given what is known; False where it cannot hold. ``clue_value``: a plain sum, or a
    bit for each sum that is allowed."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef int32_t mines = 0
    if board.sums:
        count_around(board, knowledge.state, site, &mines, &knowledge.unknown[site])
        knowledge.min_needed[site] = <int32_t>clue_value - mines
        return not cannot_hold(knowledge, site)
    knowledge.allowed[site] = clue_value
    knowledge.unknown[site] = knowledge.sum_so_far[site] = 0
    for k in range(board.degree[site]):
        state = knowledge.state[board.neighbours[site][k]]
        if state == UNKNOWN:
            knowledge.unknown[site] += abs(board.weight[site][k])
        elif (state == MINE) == (board.weight[site][k] > 0):
            knowledge.sum_so_far[site] += abs(board.weight[site][k])
    narrow(knowledge, site)
    return not cannot_hold(knowledge, site)

cdef inline uint64_t up_to(int32_t highest) noexcept nogil:
    """The bits of the numbers from 0 to ``highest``, up to 63."""
    return (<uint64_t>2 << highest) - 1

cdef inline uint64_t sums_left(Knowledge *knowledge, int32_t clue) noexcept nogil:
    """The sums that the unknown cells of a clue may have."""
    return (knowledge.allowed[clue] >> knowledge.sum_so_far[clue]) & up_to(knowledge.unknown[clue])

cdef void narrow(Knowledge *knowledge, int32_t clue) noexcept nogil:
    """The least and the most of what a clue still needs; where it cannot hold, more than there is."""
    cdef uint64_t possible_sums = sums_left(knowledge, clue)
    cdef int32_t smallest_sum = 0, greatest_sum = 0
    if possible_sums == 0:
        knowledge.min_needed[clue] = knowledge.max_needed[clue] = knowledge.unknown[clue] + 1
        return
    while not possible_sums >> smallest_sum & 1:
        smallest_sum += 1
    while possible_sums >> greatest_sum > 1:
        greatest_sum += 1
    knowledge.min_needed[clue] = smallest_sum
    knowledge.max_needed[clue] = greatest_sum

cdef inline void count_in(Analyzer *a, int32_t clue, int32_t weight, bint is_mine,
                          int32_t sign) noexcept nogil:
    """A cell under a clue is known now; with ``sign`` -1, no longer."""
    cdef Knowledge *knowledge = &a.knowledge
    cdef int32_t units = sign
    if a.board.sums:
        knowledge.unknown[clue] -= sign
        knowledge.min_needed[clue] -= sign * is_mine
        return
    units = sign * abs(weight)
    knowledge.unknown[clue] -= units
    if (weight > 0) == is_mine:
        knowledge.sum_so_far[clue] += units
    narrow(knowledge, clue)

cdef inline int32_t weight_over(Board *board, int32_t cell, int k) noexcept nogil:
    """The weight of a cell in the clue ``board.over[cell][k]``."""
    return 1 if board.sums else board.covering_weights[cell][k]

cdef inline uint64_t clue_word(Analyzer *a, int32_t site) noexcept nogil:
    """What an open clue still says, in a word: for hashes."""
    if a.board.sums:
        return <uint64_t>a.knowledge.min_needed[site]
    return mix(sums_left(&a.knowledge, site))

cdef inline bint cannot_hold(Knowledge *knowledge, int32_t clue) noexcept nogil:
    return knowledge.min_needed[clue] < 0 or knowledge.min_needed[clue] > knowledge.unknown[clue]

cdef inline void enqueue(Knowledge *knowledge, int32_t clue) noexcept nogil:
    """Put a clue on the agenda, if it is not there."""
    if not knowledge.queued[clue]:
        knowledge.queued[clue] = 1
        knowledge.agenda[knowledge.agenda_size] = clue
        knowledge.agenda_size += 1

cdef inline void enqueue_decided(Knowledge *knowledge, int32_t clue) noexcept nogil:
    """The same, if it decides something."""
    cdef bint all_safe = knowledge.max_needed[clue] == 0
    if knowledge.unknown[clue] and (all_safe or knowledge.min_needed[clue] == knowledge.unknown[clue]):
        enqueue(knowledge, clue)

cdef Status settle(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil:
    """An unknown cell is known now: the clues around it want less, and may decide something."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef const int8_t *state = knowledge.state
    cdef int32_t *covering_clues = board.covering_clues[cell]
    knowledge.state[cell] = MINE if is_mine else SAFE
    for k in range(board.covering_count[cell]):
        clue = covering_clues[k]
        if state[clue] != OPEN:
            continue
        count_in(a, clue, weight_over(board, cell, k), is_mine, 1)
        if cannot_hold(knowledge, clue):
            return CONTRADICTION
        enqueue_decided(knowledge, clue)
    return DONE

cdef Status propagate(Analyzer *a) noexcept nogil:
    """The single-clue rule to its fixpoint; ``knowledge.settled`` has the cells that it settled, in order."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef bint all_mines
    cdef int32_t settled_before = -1
    knowledge.settled_size = knowledge.settled_mines = 0
    while settled_before < knowledge.settled_size:
        while knowledge.agenda_size > 0:
            knowledge.agenda_size -= 1
            clue = knowledge.agenda[knowledge.agenda_size]
            knowledge.queued[clue] = 0
            if knowledge.unknown[clue] == 0:
                continue
            all_mines = knowledge.max_needed[clue] > 0
            if all_mines and knowledge.min_needed[clue] != knowledge.unknown[clue]:
                continue
            neighbours = board.neighbours[clue]
            for k in range(board.degree[clue]):
                if knowledge.state[neighbours[k]] == UNKNOWN and _learn(
                    a, neighbours[k], all_mines == (board.sums or board.weight[clue][k] > 0)
                ) != DONE:
                    return CONTRADICTION
        settled_before = knowledge.settled_size
        if a.comparing and _compare_clues(a) != DONE:
            return CONTRADICTION
    return DONE

cdef inline Status _learn(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil:
    cdef Knowledge *knowledge = &a.knowledge
    knowledge.settled[knowledge.settled_size] = cell
    knowledge.settled_size += 1
    knowledge.settled_mines += is_mine
    return settle(a, cell, is_mine)

cdef Status _compare_clues(Analyzer *a) noexcept nogil:
    """Plain sums by twos: where one wants as many more mines than another as it has cells of its own, these
    are mines, and the other's own are safe."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef int32_t common_unknown, extra_mines
    cdef bint only_in_one
    for clue in range(board.sites):
        memset(knowledge.scratch, 0, board.cells)
        for k in range(board.degree[clue]):
            knowledge.scratch[board.neighbours[clue][k]] = 1
        # Clues that want no more than this one, and not by as much as it has cells.
        for other_clue in range(board.sites if knowledge.state[clue] == OPEN else 0):
            extra_mines = knowledge.min_needed[clue] - knowledge.min_needed[other_clue]
            if knowledge.state[other_clue] != OPEN:
                continue
            if extra_mines < 0 or extra_mines >= knowledge.unknown[clue]:
                continue
            # All that it wants more must fit in the cells that only it has.
            common_unknown = 0
            for k in range(board.degree[other_clue]):
                cell = board.neighbours[other_clue][k]
                common_unknown += knowledge.scratch[cell] & (knowledge.state[cell] == UNKNOWN)
            if common_unknown == 0 or extra_mines != knowledge.unknown[clue] - common_unknown:
                continue
            for k in range(board.degree[other_clue]):
                knowledge.scratch[board.neighbours[other_clue][k]] += 2
            # Then these are mines (1), and those that only the other has are safe (2).
            for cell in range(board.cells):
                only_in_one = knowledge.scratch[cell] == 1 or knowledge.scratch[cell] == 2
                if knowledge.state[cell] == UNKNOWN and only_in_one:
                    if _learn(a, cell, knowledge.scratch[cell] == 1) != DONE:
                        return CONTRADICTION
            for k in range(board.degree[other_clue]):
                knowledge.scratch[board.neighbours[other_clue][k]] -= 2
    return DONE
