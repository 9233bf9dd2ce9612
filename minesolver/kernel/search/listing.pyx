# All layouts that agree with a position, for the game tree, where these are few.
#
# The cells of the components in elimination order, then the unconstrained ones, each first a mine and then
# not; a choice is taken back as soon as a clue cannot hold, or the mines of what follows cannot add up.

cdef extern from *:
    const int64_t _STEPS_PER_LAYOUT "(int64_t)(400)"  # a position that takes more is given up
    const int64_t _STEPS "(int64_t)(20000)"
    const int64_t _STEPS_BETWEEN_LOOKS "(int64_t)(1023)"  # a mask

cdef int32_t _collect(Analyzer *a, Tree *t, int32_t first, int32_t last, bint whole) noexcept nogil:
    """Places for the cells of the components ``first`` to ``last - 1``, and the unconstrained ones. Returns
    how many of them are in components, or -1 where the tree has no room."""
    cdef Board *board = &a.board
    cdef Frontier *frontier = &a.frontier
    cdef int32_t count = 0
    for q in range(frontier.start[first], frontier.start[last]):
        # The cells of a group: unknown, around its first clue.
        group = frontier.order[q]
        clue = frontier.clue_cell[frontier.group_clues[group][0]]
        for k in range(board.degree[clue]):
            cell = board.around[clue][k]
            if a.known.state[cell] == UNKNOWN and frontier.group_of[cell] == group:
                t.cells[count] = cell
                count += 1
    constrained = count
    if whole:
        for cell in range(board.cells):
            if a.known.state[cell] == UNKNOWN and frontier.group_of[cell] < 0:
                t.cells[count] = cell
                count += 1
    t.sets.place_count = count
    return constrained if count <= t.place_room else -1

cdef void _bound_tails(Analyzer *a, Tree *t, int32_t first, int32_t last, int32_t constrained) noexcept nogil:
    """How many mines the places from each one on can hold: bounds for the total."""
    cdef Frontier *frontier = &a.frontier
    cdef int32_t least = 0, most = t.sets.place_count - constrained
    for at in range(constrained, t.sets.place_count + 1):
        t.tail[at].least = 0
        t.tail[at].most = t.sets.place_count - at
    at = constrained
    for c in range(last - 1, first - 1, -1):
        size = 0
        for q in range(frontier.start[c], frontier.start[c + 1]):
            size += frontier.group_size[frontier.order[q]]
        for k in range(1, size):  # within the component
            t.tail[at - k].least = least
            t.tail[at - k].most = most + k
        at -= size
        least += a.counts.component[c].low
        most += a.counts.component[c].low + a.counts.component[c].length - 1
        t.tail[at].least = least
        t.tail[at].most = most

cdef bint _try(Analyzer *a, int32_t cell, bint is_mine, int32_t sign) noexcept nogil:
    """Choose what is in a cell (``sign`` -1: take that back); False where a clue then cannot hold."""
    cdef Board *board = &a.board
    cdef bint good = True
    for k in range(board.over_degree[cell]):
        clue = board.over[cell][k]
        if a.frontier.clue_of[clue] >= 0:
            count_in(a, clue, weight_over(board, cell, k), is_mine, sign)
            good &= not cannot_hold(&a.known, clue)
    return good

cdef bint _go_on(Tree *t) noexcept nogil:
    """Whether listing may take one more step."""
    t.sets.nodes += 1
    if t.sets.nodes > _STEPS_PER_LAYOUT * t.layout_room + _STEPS:
        return False
    return (t.sets.nodes & _STEPS_BETWEEN_LOOKS) != 0 or not look(t.sets.clock)

cdef bint _enumerate(Analyzer *a, Tree *t, int32_t at, int32_t mines) noexcept nogil:
    """Write the layouts of the places from ``at`` on into ``shown``, 1 for a mine; False without room."""
    cdef bint good
    if not _go_on(t):
        return False
    if at == t.sets.place_count:
        if mines == 0:
            if t.layout_count == t.layout_room:
                return False
            memcpy(t.sets.shown + t.layout_count * t.sets.stride, t.choice, at)
            t.layout_count += 1
        return True
    for is_mine in range(1, -1, -1):
        t.choice[at] = is_mine
        good = _try(a, t.cells[at], is_mine, 1)
        if good and t.tail[at + 1].least <= mines - is_mine <= t.tail[at + 1].most:
            good = _enumerate(a, t, at + 1, mines - is_mine)
        else:
            good = True
        _try(a, t.cells[at], is_mine, -1)
        if not good or not _go_on(t):
            return False
    return True

cdef bint _add_safe_cells(Analyzer *a, Tree *t) noexcept nogil:
    """Places for the cells that are proved safe and not yet open; False where the tree has no room."""
    for cell in range(a.board.cells):
        if a.known.state[cell] != SAFE:
            continue
        if t.sets.place_count == t.place_room:
            return False
        t.cells[t.sets.place_count] = cell
        t.place[cell] = t.sets.place_count
        for layout in range(t.layout_count):
            t.sets.shown[layout * t.sets.stride + t.sets.place_count] = 0
        t.sets.place_count += 1
    return True

cdef void _find_near(Analyzer *a, Tree *t) noexcept nogil:
    """The places around each place, and the sum of the clue there over the known cells."""
    cdef Board *board = &a.board
    for place in range(t.sets.place_count):
        t.known_mines[place] = t.near_count[place] = 0
        own = t.cells[place]
        for k in range(board.degree[own]):
            cell = board.around[own][k]
            weight = 1 if board.sums else board.weight[own][k]
            if t.place[cell] >= 0:
                t.near[place][t.near_count[place]] = t.place[cell]
                t.near_weight[place][t.near_count[place]] = weight
                t.near_count[place] += 1
            elif (a.known.state[cell] == MINE) == (weight > 0):
                t.known_mines[place] += abs(weight)

cdef bint _show(Board *board, Tree *t) noexcept nogil:
    """From mines to what is shown; False where there is no room for that many symbols."""
    if not board.sums and (board.symbols == 0 or board.ways > 1):
        return False
    for layout in range(t.layout_count):
        t.sets.layouts[layout] = layout
        shown = t.sets.shown + layout * t.sets.stride
        for place in range(t.sets.place_count):
            t.choice[place] = shown[place]
        for place in range(t.sets.place_count):
            value = SHOWN_MINE
            if t.choice[place] == 0:
                # More than eight: without the known mines, which are the same in all layouts.
                value = t.known_mines[place] if board.most_around <= 8 or not board.sums else 0
                for k in range(t.near_count[place]):
                    if board.sums:
                        value += t.choice[t.near[place][k]]
                    elif t.choice[t.near[place][k]] == (t.near_weight[place][k] > 0):
                        value += abs(t.near_weight[place][k])
                if not board.sums:
                    value = board.symbol[board.kind[t.cells[place]]][value]
                if value >= VALUES:
                    return False
            shown[place] = value
        memset(shown + t.sets.place_count, 0, -t.sets.place_count & (PLACES_OF_WORD - 1))
    return True

cdef bint _list(Analyzer *a, Tree *t, int32_t first, int32_t last, bint whole, int32_t mines) noexcept nogil:
    cdef int32_t constrained = _collect(a, t, first, last, whole)
    if constrained < 0:
        return False
    _bound_tails(a, t, first, last, constrained)
    for cell in range(a.board.cells):
        t.place[cell] = -1
    for place in range(t.sets.place_count):
        t.place[t.cells[place]] = place
    t.layout_count = t.sets.nodes = 0
    if not _enumerate(a, t, 0, mines):
        return False
    if whole and not _add_safe_cells(a, t):
        return False
    _find_near(a, t)
    return _show(&a.board, t)

cdef bint list_layouts(Analyzer *a, Tree *t, int32_t mines) noexcept nogil:
    """All layouts of the position with so many mines in unknown cells; False where there is no room."""
    return _list(a, t, 0, a.frontier.component_count, True, mines)

cdef bint list_component(Analyzer *a, Tree *t, int32_t component) noexcept nogil:
    """All layouts of a component by itself, with its fewest mines; False where there is no room."""
    return _list(a, t, component, component + 1, False, a.counts.component[component].low)
