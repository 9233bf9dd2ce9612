# Elimination orders of a component, priced by the states that they can need at most.

cdef extern from *:
    const double _CHEAP "64.0"  # states below which a better order cannot pay for the search
    const double _UNBOUNDED "1e+300"

cdef int order_component(Analyzer *a, int component) noexcept nogil:
    """Put the groups of one component into the cheapest of a few orders; returns its width: the most clues
    that are open at once."""
    cdef Frontier *f = &a.frontier
    cdef int start = f.start[component], stop = f.start[component + 1], width, own_width
    cdef double cost = _price(a, f.order, component, stop, 1.0, &width)  # as found: breadth first
    if stop - start <= 2:
        return width
    for attempt in range(4):
        if cost <= _CHEAP or a.clock.stopped:
            break
        memcpy(f.trial_order + start, f.order + start, (stop - start) * sizeof(int32_t))
        if attempt == 0 or attempt == 1:
            _sort(a, start, stop, attempt == 0)
        else:
            _greedy(a, start, stop, f.order[start if attempt == 2 else stop - 1])
        own_cost = _price(a, f.trial_order, component, stop, 1.0, &own_width)
        if own_cost < cost:
            cost = own_cost
            width = own_width
            memcpy(f.order + start, f.trial_order + start, (stop - start) * sizeof(int32_t))
    return width

cdef inline int32_t units_of(Frontier *f, int32_t group, int e) noexcept nogil:
    """What the cells of a group are to one of its clues."""
    return f.group_size[group] * (1 if f.group_weights == NULL else abs(f.group_weights[group][e]))

cdef double _price(Analyzer *a, int32_t *order, int component, int stop, double power,
                   int *width) noexcept nogil:
    """The states over all layers before ``stop`` at most, where an open clue can have any residual; those of
    each layer to some ``power``."""
    cdef Frontier *f = &a.frontier
    cdef Knowledge *known = &a.known
    cdef bint sums = a.board.sums
    cdef double cost = 0.0, states = 1.0
    cdef int open_clues = 0
    width[0] = 0
    for k in range(f.clue_start[component], f.clue_start[component + 1]):
        clue = f.clue_order[k]
        f.clue_left[clue] = known.unknown[f.clue_cell[clue]]
        f.clue_span[clue] = 1
    for p in range(f.start[component], stop):
        group = order[p]
        clues = f.group_clues[group]
        size = f.group_size[group]
        for e in range(f.group_degree[group]):
            clue = clues[e]
            cell = f.clue_cell[clue]
            unknown = known.unknown[cell]
            left = f.clue_left[clue]
            open_clues += left == unknown
            left -= size if sums else units_of(f, group, e)
            f.clue_left[clue] = left
            if f.clue_span[clue] > 1:
                states /= f.clue_span[clue]
            f.clue_span[clue] = 1
            if left > 0:
                least = max(0, known.need[cell] - left)
                most = min(known.most[cell], unknown - left)
                f.clue_span[clue] = max(1, most - least + 1)
                states *= f.clue_span[clue]
            else:
                open_clues -= 1
        width[0] = max(width[0], open_clues)
        cost += states if power == 1.0 else pow(states, power)
        if cost > _UNBOUNDED:
            break
    return cost

cdef void _sort(Analyzer *a, int start, int stop, bint by_column) noexcept nogil:
    """Sort ``trial_order``, which mostly is in order, by the place of each group's first cell."""
    cdef Frontier *f = &a.frontier
    for p in range(start, stop):
        cell = f.group_cell[f.trial_order[p]]
        if by_column:
            cell = cell % a.board.cols * a.board.rows + cell // a.board.cols
        f.sort_key[f.trial_order[p]] = cell
    sort_by(f.trial_order + start, stop - start, f.sort_key)

cdef void _greedy(Analyzer *a, int start, int stop, int32_t first) noexcept nogil:
    """Into ``trial_order``: next the group that opens fewest clues and closes most, the first such. Where the
    time is over it stays as it was."""
    cdef Frontier *f = &a.frontier
    cdef int32_t *order = f.greedy_order
    for p in range(start, stop):
        group = f.trial_order[p]
        f.group_seen[group] = 0
        clues = f.group_clues[group]
        for e in range(f.group_degree[group]):
            f.clue_seen[clues[e]] = 0
            f.clue_left[clues[e]] = f.clue_degree[clues[e]]
    f.group_seen[first] = 1
    order[start] = first
    # order[start:done] is chosen, order[done:border] may be chosen next.
    cdef int border = start + 1
    for p in range(start, stop):
        if look(&a.clock):
            return
        e = _best_next(f, p, border)
        order[p], order[e] = order[e], order[p]
        border = _widen(f, order[p], border)
    memcpy(f.trial_order + start, order + start, (stop - start) * sizeof(int32_t))

cdef int _best_next(Frontier *f, int done, int border) noexcept nogil:
    """The place of the group to choose next."""
    cdef int best = done, best_score = 1 << 30, score
    for p in range(done, border):
        group = f.greedy_order[p]
        clues = f.group_clues[group]
        score = 0
        for e in range(f.group_degree[group]):
            score += f.clue_seen[clues[e]] == 0
            score -= f.clue_left[clues[e]] == 1
        if score < best_score:
            best_score = score
            best = p
    return best

cdef int _widen(Frontier *f, int32_t group, int border) noexcept nogil:
    """Let the groups beside a chosen one be chosen; returns the new border."""
    for e in range(f.group_degree[group]):
        clue = f.group_clues[group][e]
        f.clue_left[clue] -= 1
        if f.clue_seen[clue]:
            continue
        f.clue_seen[clue] = 1
        groups = f.clue_groups[clue]
        for k in range(f.clue_degree[clue]):
            other = groups[k]
            if not f.group_seen[other]:
                f.group_seen[other] = 1
                f.greedy_order[border] = other
                border += 1
    return border
