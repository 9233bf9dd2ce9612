# Elimination orders of a component, priced by the states that they can need at most.

cdef extern from *:
    const double _CHEAP "64.0"  # states below which a better order cannot pay for the search
    const double _UNBOUNDED "1e+300"
    # Prices from which a beam of eight prefixes is searched, and one of 64. There are about a tenth of the
    # states that a price says, and a search takes as long as some thousand, or ten thousand, of them (random
    # boards of 30x30 to 100x100, 40 % open: all positions of a size together take a half to a sixth of the
    # time before; benchmarks/growth.py).
    const double _NARROW_BEAM_FROM "65536.0"
    const double _WIDE_BEAM_FROM "4000000.0"

cdef int order_component(Analyzer *a, int component_index) noexcept nogil:
    """Put the groups of one component into the cheapest of a few orders; returns its width: the most clues
    that are open at once."""
    cdef Frontier *f = &a.frontier
    cdef int start = f.group_start[component_index], stop = f.group_start[component_index + 1]
    cdef int width, trial_width
    cdef double cost = _price(a, f.order, component_index, stop, 1.0, &width)  # as found: breadth first
    cdef int beam_width
    if stop - start <= 2:
        return width

    # Orders that take little time to find.
    for attempt in range(4):
        if cost <= _CHEAP or a.clock.stopped:
            break
        memcpy(f.trial_order + start, f.order + start, (stop - start) * sizeof(int32_t))
        if attempt == 0 or attempt == 1:
            _sort(a, start, stop, attempt == 0)
        else:
            _greedy(a, start, stop, f.order[start if attempt == 2 else stop - 1])
        if _take_cheaper(a, component_index, &cost, &trial_width):
            width = trial_width

    # A search, where it takes less time than the states that it is likely to spare.
    for attempt in range(2):
        if cost < (_NARROW_BEAM_FROM if attempt == 0 else _WIDE_BEAM_FROM):
            break
        beam_width = 8 if attempt == 0 else 64
        if search_order(a, component_index, beam_width) and _take_cheaper(a, component_index, &cost,
                                                                          &trial_width):
            width = trial_width
    return width

cdef bint _take_cheaper(Analyzer *a, int component_index, double *cost, int *width) noexcept nogil:
    """Take ``trial_order`` if it costs less, with its cost and width; whether it does."""
    cdef Frontier *f = &a.frontier
    cdef int start = f.group_start[component_index], stop = f.group_start[component_index + 1]
    cdef double trial_cost = _price(a, f.trial_order, component_index, stop, 1.0, width)
    if trial_cost >= cost[0]:
        return False
    cost[0] = trial_cost
    memcpy(f.order + start, f.trial_order + start, (stop - start) * sizeof(int32_t))
    return True

cdef inline int32_t units_of(Frontier *f, int32_t group, int clue_index) noexcept nogil:
    """What the cells of a group are to one of its clues."""
    return f.group_size[group] * (1 if f.group_weights == NULL else abs(f.group_weights[group][clue_index]))

cdef double _price(Analyzer *a, int32_t *order, int component_index, int stop, double power,
                   int *width) noexcept nogil:
    """The states over all layers before ``stop`` at most, where an open clue can have any residual; those of
    each layer to some ``power``."""
    cdef Frontier *f = &a.frontier
    cdef Knowledge *knowledge = &a.knowledge
    cdef bint sums = a.board.sums
    cdef double cost = 0.0, states = 1.0
    cdef int open_clues = 0
    width[0] = 0

    # No clue is open.
    for k in range(f.clue_start[component_index], f.clue_start[component_index + 1]):
        clue = f.clue_order[k]
        f.clue_left[clue] = knowledge.unknown[f.clue_cell[clue]]
        f.clue_span[clue] = 1

    # Group by group.
    for order_index in range(f.group_start[component_index], stop):
        group = order[order_index]
        clues = f.group_clues[group]
        size = f.group_size[group]
        # Each of its clues opens, goes on or closes; its residuals multiply the states.
        for clue_index in range(f.group_degree[group]):
            clue = clues[clue_index]
            cell = f.clue_cell[clue]
            unknown = knowledge.unknown[cell]
            units_left = f.clue_left[clue]
            open_clues += units_left == unknown
            units_left -= size if sums else units_of(f, group, clue_index)
            f.clue_left[clue] = units_left
            if f.clue_span[clue] > 1:
                states /= f.clue_span[clue]
            f.clue_span[clue] = 1
            if units_left > 0:
                fewest_left = max(0, knowledge.min_needed[cell] - units_left)
                most_left = min(knowledge.max_needed[cell], unknown - units_left)
                f.clue_span[clue] = max(1, most_left - fewest_left + 1)
                states *= f.clue_span[clue]
            else:
                open_clues -= 1
        # The states after this group.
        width[0] = max(width[0], open_clues)
        cost += states if power == 1.0 else pow(states, power)
        if cost > _UNBOUNDED:
            break
    return cost

cdef void _sort(Analyzer *a, int start, int stop, bint by_column) noexcept nogil:
    """Sort ``trial_order``, which mostly is in order, by the place of each group's first cell."""
    cdef Frontier *f = &a.frontier
    for order_index in range(start, stop):
        cell = f.group_cell[f.trial_order[order_index]]
        if by_column:
            cell = cell % a.board.cols * a.board.rows + cell // a.board.cols
        f.sort_key[f.trial_order[order_index]] = cell
    sort_by(f.trial_order + start, stop - start, f.sort_key)

cdef void _greedy(Analyzer *a, int start, int stop, int32_t first_group) noexcept nogil:
    """Into ``trial_order``: next the group that opens fewest clues and closes most, the first such. Where the
    time is over it stays as it was."""
    cdef Frontier *f = &a.frontier
    cdef int32_t *order = f.greedy_order
    for order_index in range(start, stop):
        group = f.trial_order[order_index]
        f.group_seen[group] = 0
        clues = f.group_clues[group]
        for chosen_index in range(f.group_degree[group]):
            f.clue_seen[clues[chosen_index]] = 0
            f.clue_left[clues[chosen_index]] = f.clue_degree[clues[chosen_index]]
    f.group_seen[first_group] = 1
    order[start] = first_group
    # order[start:done] is chosen, order[done:border] may be chosen next.
    cdef int border = start + 1
    for order_index in range(start, stop):
        if look(&a.clock):
            return
        chosen_index = _best_next(f, order_index, border)
        order[order_index], order[chosen_index] = order[chosen_index], order[order_index]
        border = _widen(f, order[order_index], border)
    memcpy(f.trial_order + start, order + start, (stop - start) * sizeof(int32_t))

cdef int _best_next(Frontier *f, int done, int border) noexcept nogil:
    """The place of the group to choose next."""
    cdef int best = done, best_score = 1 << 30, score
    for order_index in range(done, border):
        group = f.greedy_order[order_index]
        clues = f.group_clues[group]
        score = 0
        for clue_index in range(f.group_degree[group]):
            score += f.clue_seen[clues[clue_index]] == 0
            score -= f.clue_left[clues[clue_index]] == 1
        if score < best_score:
            best_score = score
            best = order_index
    return best

cdef int _widen(Frontier *f, int32_t group, int border) noexcept nogil:
    """Let the groups beside a chosen one be chosen; returns the new border."""
    for clue_index in range(f.group_degree[group]):
        clue = f.group_clues[group][clue_index]
        f.clue_left[clue] -= 1
        if f.clue_seen[clue]:
            continue
        f.clue_seen[clue] = 1
        groups = f.clue_groups[clue]
        for k in range(f.clue_degree[clue]):
            neighbour_group = groups[k]
            if not f.group_seen[neighbour_group]:
                f.group_seen[neighbour_group] = 1
                f.greedy_order[border] = neighbour_group
                border += 1
    return border
