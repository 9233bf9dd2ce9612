# Groups of unknown cells under the same clues, and the components that share no clue.

cdef Status find_groups(Analyzer *a) noexcept nogil:
    """The clues with unknown neighbours, and the groups under them."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef Frontier *f = &a.frontier
    cdef const int8_t *state = known.state
    cdef const int32_t *unknown = known.unknown
    cdef int32_t *clue_cell = f.clue_cell
    cdef int32_t clue = 0, found = 0
    memset(f.group_of, -1, board.cells * sizeof(int32_t))
    memset(f.clue_of, -1, board.sites * sizeof(int32_t))
    for i in range(board.sites):  # without a branch: nobody could foretell it
        clue_cell[found] = i
        found += (state[i] == OPEN) & (unknown[i] > 0)
    for k in range(found):
        i = clue_cell[k]
        if board.sums or sums_left(known, i) != up_to(unknown[i]):
            f.clue_of[i] = clue
            clue_cell[clue] = i
            f.clue_degree[clue] = 0
            f.clue_kept[clue] = 1
            clue += 1
    f.clue_count = clue
    f.group_count = 0
    for clue in range(f.clue_count):
        i = f.clue_cell[clue]
        around = board.around[i]
        for k in range(board.degree[i]):
            cell = around[k]
            if state[cell] == UNKNOWN and f.group_of[cell] < 0:
                _enter_group(board, f, clue, cell)
    return _drop_repeated_clues(board, known, f)

cdef void _enter_group(Board *board, Frontier *f, int clue, int32_t cell) noexcept nogil:
    """Put a cell under ``clue`` into its group, a new one if there is none."""
    cdef int32_t fresh = f.group_count
    cdef int degree = 0
    cdef int32_t *over = board.over[cell]
    cdef int32_t *clues = f.group_clues[fresh]
    cdef int32_t *groups = f.clue_groups[clue]
    for k in range(board.over_degree[cell]):
        other = f.clue_of[over[k]]
        clues[degree] = other  # stays where it is a clue: a branch could not be foretold
        if not board.sums:
            f.group_weights[fresh][degree] = board.over_weight[cell][k]
        degree += other >= 0
    for k in range(f.clue_degree[clue]):  # cells of the same group share this clue
        group = groups[k]
        if (
            f.group_degree[group] == degree
            and _same(f.group_clues[group], clues, degree)
            and (board.sums or _same(f.group_weights[group], f.group_weights[fresh], degree))
        ):
            f.group_of[cell] = group
            f.group_size[group] += 1
            return
    f.group_of[cell] = fresh
    f.group_degree[fresh] = degree
    f.group_cell[fresh] = cell
    f.group_size[fresh] = 1
    for k in range(degree):
        other = clues[k]
        f.clue_groups[other][f.clue_degree[other]] = fresh
        f.clue_degree[other] += 1
    f.group_count += 1

cdef bint _same(int32_t *one, int32_t *other, int length) noexcept nogil:
    for k in range(length):
        if one[k] != other[k]:
            return False
    return True

cdef Status _drop_repeated_clues(Board *board, Knowledge *known, Frontier *f) noexcept nogil:
    """Of two clues over the same groups only one counts, and they must agree."""
    cdef bint dropped = False
    for clue in range(f.clue_count):
        group = f.clue_groups[clue][0]
        clues = f.group_clues[group]
        for k in range(f.group_degree[group]):
            other = clues[k]
            if other >= clue or not f.clue_kept[other] or f.clue_degree[other] != f.clue_degree[clue]:
                continue
            if _same(f.clue_groups[clue], f.clue_groups[other], f.clue_degree[clue]):
                if board.sums and known.need[f.clue_cell[clue]] != known.need[f.clue_cell[other]]:
                    return CONTRADICTION
                if not board.sums and not _merge(board, known, f.clue_cell[other], f.clue_cell[clue]):
                    continue
                if cannot_hold(known, f.clue_cell[other]):
                    return CONTRADICTION
                f.clue_kept[clue] = 0
                dropped = True
                break
    for group in range(f.group_count if dropped else 0):
        degree = 0
        clues = f.group_clues[group]
        for k in range(f.group_degree[group]):
            if f.clue_kept[clues[k]]:
                clues[degree] = clues[k]
                if not board.sums:
                    f.group_weights[group][degree] = f.group_weights[group][k]
                degree += 1
        f.group_degree[group] = degree
    return DONE

cdef bint _merge(Board *board, Knowledge *known, int32_t one, int32_t other) noexcept nogil:
    """Let one of two clues over the same cells say what both say; False where their weights differ."""
    cdef int32_t i = 0, k = 0
    while i < board.degree[one] and k < board.degree[other]:
        if known.state[board.around[one][i]] != UNKNOWN:
            i += 1
        elif known.state[board.around[other][k]] != UNKNOWN:
            k += 1
        elif board.weight[one][i] != board.weight[other][k]:
            return False
        else:
            i += 1
            k += 1
    known.allowed[one] &= sums_left(known, other) << known.reached[one]
    narrow(known, one)
    return True

cdef void find_components(Analyzer *a) noexcept nogil:
    """Connected components: their groups follow each other in ``order``, breadth first, and their clues."""
    cdef Frontier *f = &a.frontier
    cdef int end = 0, clues_end = 0
    memset(f.group_seen, 0, f.group_count)
    memset(f.clue_seen, 0, f.clue_count)
    f.component_count = 0
    for first in range(f.group_count):
        if f.group_seen[first]:
            continue
        f.start[f.component_count] = end
        f.clue_start[f.component_count] = clues_end
        f.component_count += 1
        f.group_seen[first] = 1
        f.order[end] = first
        ahead = end
        end += 1
        while ahead < end:
            group = f.order[ahead]
            ahead += 1
            for e in range(f.group_degree[group]):
                clue = f.group_clues[group][e]
                if f.clue_seen[clue]:
                    continue
                f.clue_seen[clue] = 1
                f.clue_order[clues_end] = clue
                clues_end += 1
                groups = f.clue_groups[clue]
                for k in range(f.clue_degree[clue]):
                    if not f.group_seen[groups[k]]:
                        f.group_seen[groups[k]] = 1
                        f.order[end] = groups[k]
                        end += 1
    f.start[f.component_count] = end
    f.clue_start[f.component_count] = clues_end
