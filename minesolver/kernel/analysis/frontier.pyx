# Groups of unknown cells under the same clues, and the components that share no clue.

cdef Status find_groups(Analyzer *a) noexcept nogil:
    """The clues with unknown neighbours, and the groups under them."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    cdef Frontier *f = &a.frontier
    cdef const int8_t *state = knowledge.state
    cdef const int32_t *unknown = knowledge.unknown
    cdef int32_t *clue_cell = f.clue_cell
    cdef int32_t clue = 0, candidate_count = 0

    # The open clues with unknown cells; of these, the ones that say anything.
    memset(f.group_of, -1, board.cells * sizeof(int32_t))
    memset(f.clue_of, -1, board.sites * sizeof(int32_t))
    for i in range(board.sites):  # without a branch: nobody could foretell it
        clue_cell[candidate_count] = i
        candidate_count += (state[i] == OPEN) & (unknown[i] > 0)
    for k in range(candidate_count):
        i = clue_cell[k]
        if board.sums or sums_left(knowledge, i) != up_to(unknown[i]):
            f.clue_of[i] = clue
            clue_cell[clue] = i
            f.clue_degree[clue] = 0
            f.clue_kept[clue] = 1
            clue += 1
    f.clue_count = clue

    # The unknown cells under them, each into its group.
    f.group_count = 0
    for clue in range(f.clue_count):
        i = f.clue_cell[clue]
        neighbours = board.neighbours[i]
        for k in range(board.degree[i]):
            cell = neighbours[k]
            if state[cell] == UNKNOWN and f.group_of[cell] < 0:
                _enter_group(board, f, clue, cell)
    return _drop_repeated_clues(board, knowledge, f)

cdef void _enter_group(Board *board, Frontier *f, int clue, int32_t cell) noexcept nogil:
    """Put a cell under ``clue`` into its group, a new one if there is none."""
    cdef int32_t new_group = f.group_count
    cdef int degree = 0
    cdef int32_t *covering_clues = board.covering_clues[cell]
    cdef int32_t *clues = f.group_clues[new_group]
    cdef int32_t *groups = f.clue_groups[clue]

    # The clues over the cell are written down as those of a new group.
    for k in range(board.covering_count[cell]):
        other_clue = f.clue_of[covering_clues[k]]
        clues[degree] = other_clue  # stays where it is a clue: a branch could not be foretold
        if not board.sums:
            f.group_weights[new_group][degree] = board.covering_weights[cell][k]
        degree += other_clue >= 0
    for k in range(f.clue_degree[clue]):  # cells of the same group share this clue
        group = groups[k]
        if (
            f.group_degree[group] == degree
            and _are_equal(f.group_clues[group], clues, degree)
            and (board.sums or _are_equal(f.group_weights[group], f.group_weights[new_group], degree))
        ):
            f.group_of[cell] = group
            f.group_size[group] += 1
            return

    # There is none like it: it is a new one, and its clues hear of it.
    f.group_of[cell] = new_group
    f.group_degree[new_group] = degree
    f.group_cell[new_group] = cell
    f.group_size[new_group] = 1
    for k in range(degree):
        other_clue = clues[k]
        f.clue_groups[other_clue][f.clue_degree[other_clue]] = new_group
        f.clue_degree[other_clue] += 1
    f.group_count += 1

cdef bint _are_equal(int32_t *numbers, int32_t *other_numbers, int length) noexcept nogil:
    for k in range(length):
        if numbers[k] != other_numbers[k]:
            return False
    return True

cdef Status _drop_repeated_clues(Board *board, Knowledge *knowledge, Frontier *f) noexcept nogil:
    """Of two clues over the same groups only one counts, and they must agree."""
    cdef bint dropped = False

    # A clue over the same groups is among the clues of this one's first group.
    for clue in range(f.clue_count):
        group = f.clue_groups[clue][0]
        clues = f.group_clues[group]
        for k in range(f.group_degree[group]):
            other_clue = clues[k]
            if other_clue >= clue or not f.clue_kept[other_clue]:
                continue
            if f.clue_degree[other_clue] != f.clue_degree[clue]:
                continue
            if _are_equal(f.clue_groups[clue], f.clue_groups[other_clue], f.clue_degree[clue]):
                site = f.clue_cell[clue]
                other_site = f.clue_cell[other_clue]
                if board.sums and knowledge.min_needed[site] != knowledge.min_needed[other_site]:
                    return CONTRADICTION
                if not board.sums and not _merge(board, knowledge, other_site, site):
                    continue
                if cannot_hold(knowledge, other_site):
                    return CONTRADICTION
                f.clue_kept[clue] = 0
                dropped = True
                break

    # The groups forget the clues that were dropped.
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

cdef bint _merge(Board *board, Knowledge *knowledge, int32_t clue, int32_t other_clue) noexcept nogil:
    """Let one of two clues over the same cells say what both say; False where their weights differ."""
    cdef int32_t i = 0, k = 0
    while i < board.degree[clue] and k < board.degree[other_clue]:
        if knowledge.state[board.neighbours[clue][i]] != UNKNOWN:
            i += 1
        elif knowledge.state[board.neighbours[other_clue][k]] != UNKNOWN:
            k += 1
        elif board.weight[clue][i] != board.weight[other_clue][k]:
            return False
        else:
            i += 1
            k += 1
    knowledge.allowed[clue] &= sums_left(knowledge, other_clue) << knowledge.sum_so_far[clue]
    narrow(knowledge, clue)
    return True

cdef void find_components(Analyzer *a) noexcept nogil:
    """Connected components: their groups follow each other in ``order``, breadth first, and their clues."""
    cdef Frontier *f = &a.frontier
    cdef int groups_end = 0, clues_end = 0
    memset(f.group_seen, 0, f.group_count)
    memset(f.clue_seen, 0, f.clue_count)
    f.component_count = 0

    # Each group that none before has led to begins a component.
    for first_group in range(f.group_count):
        if f.group_seen[first_group]:
            continue
        f.group_start[f.component_count] = groups_end
        f.clue_start[f.component_count] = clues_end
        f.component_count += 1
        f.group_seen[first_group] = 1
        f.order[groups_end] = first_group
        # Breadth first: `order` is the queue, too.
        next_place = groups_end
        groups_end += 1
        while next_place < groups_end:
            group = f.order[next_place]
            next_place += 1
            for clue_index in range(f.group_degree[group]):
                clue = f.group_clues[group][clue_index]
                if f.clue_seen[clue]:
                    continue
                f.clue_seen[clue] = 1
                f.clue_order[clues_end] = clue
                clues_end += 1
                groups = f.clue_groups[clue]
                for k in range(f.clue_degree[clue]):
                    if not f.group_seen[groups[k]]:
                        f.group_seen[groups[k]] = 1
                        f.order[groups_end] = groups[k]
                        groups_end += 1
    f.group_start[f.component_count] = groups_end
    f.clue_start[f.component_count] = clues_end
