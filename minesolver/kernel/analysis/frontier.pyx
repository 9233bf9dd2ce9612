# Groups of unknown cells under the same clues, and the components that share no clue.


cdef Status find_groups(Analyzer *a) noexcept nogil:
    """The clues with unknown neighbours, and the groups under them."""
    cdef Board *board = &a.board
    cdef Knowledge *known = &a.known
    cdef Frontier *f = &a.frontier
    cdef int i, clue, k
    cdef int32_t cell
    f.clue_count = f.group_count = 0
    for i in range(board.cells):
        f.clue_of[i] = f.group_of[i] = -1
        if known.state[i] == OPEN and known.unknown[i] > 0:
            f.clue_of[i] = f.clue_count
            f.clue_cell[f.clue_count] = i
            f.clue_degree[f.clue_count] = 0
            f.clue_kept[f.clue_count] = 1
            f.clue_count += 1
    for clue in range(f.clue_count):
        i = f.clue_cell[clue]
        for k in range(board.degree[i]):
            cell = board.around[i][k]
            if known.state[cell] == UNKNOWN and f.group_of[cell] < 0:
                _enter_group(board, f, clue, cell)
    return _drop_repeated_clues(known, f)


cdef void _enter_group(Board *board, Frontier *f, int clue, int32_t cell) noexcept nogil:
    """Put a cell under ``clue`` into its group, a new one if there is none."""
    cdef int32_t fresh = f.group_count
    cdef int degree = 0
    cdef int k
    cdef int32_t other, group
    for k in range(board.degree[cell]):
        other = f.clue_of[board.around[cell][k]]
        if other >= 0:
            f.group_clues[fresh][degree] = other
            degree += 1
    for k in range(f.clue_degree[clue]):  # cells of the same group share this clue
        group = f.clue_groups[clue][k]
        if f.group_degree[group] == degree and _same(f.group_clues[group], f.group_clues[fresh], degree):
            f.group_of[cell] = group
            f.group_size[group] += 1
            return
    f.group_of[cell] = fresh
    f.group_degree[fresh] = degree
    f.group_cell[fresh] = cell
    f.group_size[fresh] = 1
    for k in range(degree):
        other = f.group_clues[fresh][k]
        f.clue_groups[other][f.clue_degree[other]] = fresh
        f.clue_degree[other] += 1
    f.group_count += 1


cdef bint _same(int32_t *one, int32_t *other, int length) noexcept nogil:
    cdef int k
    for k in range(length):
        if one[k] != other[k]:
            return False
    return True


cdef Status _drop_repeated_clues(Knowledge *known, Frontier *f) noexcept nogil:
    """Of two clues over the same groups only one counts, and they must agree."""
    cdef int clue, group, k, degree
    cdef int32_t other
    for clue in range(f.clue_count):
        group = f.clue_groups[clue][0]
        for k in range(f.group_degree[group]):
            other = f.group_clues[group][k]
            if other >= clue or not f.clue_kept[other] or f.clue_degree[other] != f.clue_degree[clue]:
                continue
            if _same(f.clue_groups[clue], f.clue_groups[other], f.clue_degree[clue]):
                if known.need[f.clue_cell[clue]] != known.need[f.clue_cell[other]]:
                    return CONTRADICTION
                f.clue_kept[clue] = 0
                break
    for group in range(f.group_count):
        degree = 0
        for k in range(f.group_degree[group]):
            if f.clue_kept[f.group_clues[group][k]]:
                f.group_clues[group][degree] = f.group_clues[group][k]
                degree += 1
        f.group_degree[group] = degree
    return DONE


cdef void find_components(Analyzer *a) noexcept nogil:
    """Connected components: their groups follow each other in ``order``, breadth first."""
    cdef Frontier *f = &a.frontier
    cdef int first, ahead, e, k
    cdef int end = 0
    cdef int32_t clue, group
    for first in range(f.group_count):
        f.group_seen[first] = 0
    f.component_count = 0
    for first in range(f.group_count):
        if f.group_seen[first]:
            continue
        f.start[f.component_count] = end
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
                for k in range(f.clue_degree[clue]):
                    if not f.group_seen[f.clue_groups[clue][k]]:
                        f.group_seen[f.clue_groups[clue][k]] = 1
                        f.order[end] = f.clue_groups[clue][k]
                        end += 1
    f.start[f.component_count] = end
