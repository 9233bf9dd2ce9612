# All layouts that agree with a position, for the game tree, where these are few.
#
# The cells of the components in elimination order, then the unconstrained ones, each first a mine and then
# not; a choice is taken back as soon as a clue cannot hold, or the mines of what follows cannot add up.

cdef extern from *:
    const int64_t _STEPS_PER_LAYOUT "(int64_t)(400)"  # a position that takes more is given up
    const int64_t _STEPS "(int64_t)(20000)"
    const int64_t _STEPS_BETWEEN_LOOKS "(int64_t)(1023)"  # a mask

cdef int32_t _collect(Analyzer *a, Tree *t, int32_t begin, int32_t end,
                      bint with_unconstrained) noexcept nogil:
    """Columns for the cells of the components ``begin`` to ``end - 1``, and the unconstrained ones. Returns
    how many of them are in components, or -1 where the tree has no room."""
    cdef Board *board = &a.board
    cdef Frontier *frontier = &a.frontier
    cdef int32_t count = 0
    for q in range(frontier.group_start[begin], frontier.group_start[end]):
        # The cells of a group: unknown, around its first clue.
        group = frontier.order[q]
        clue = frontier.clue_cell[frontier.group_clues[group][0]]
        for k in range(board.degree[clue]):
            cell = board.neighbours[clue][k]
            if a.knowledge.state[cell] == UNKNOWN and frontier.group_of[cell] == group:
                t.cells[count] = cell
                count += 1
    constrained_count = count
    if with_unconstrained:
        for cell in range(board.cells):
            if a.knowledge.state[cell] == UNKNOWN and frontier.group_of[cell] < 0:
                t.cells[count] = cell
                count += 1
    t.sets.column_count = count
    return constrained_count if count <= t.column_room else -1

cdef void _bound_tails(Analyzer *a, Tree *t, int32_t begin, int32_t end,
                       int32_t constrained_count) noexcept nogil:
    """How many mines the columns from each one on can hold: bounds for the total."""
    cdef Frontier *frontier = &a.frontier
    cdef int32_t min_mines = 0, max_mines = t.sets.column_count - constrained_count
    for column in range(constrained_count, t.sets.column_count + 1):
        t.tail[column].min_mines = 0
        t.tail[column].max_mines = t.sets.column_count - column
    column = constrained_count
    for c in range(end - 1, begin - 1, -1):
        size = 0
        for q in range(frontier.group_start[c], frontier.group_start[c + 1]):
            size += frontier.group_size[frontier.order[q]]
        for k in range(1, size):  # within the component
            t.tail[column - k].min_mines = min_mines
            t.tail[column - k].max_mines = max_mines + k
        column -= size
        min_mines += a.counts.component[c].fewest_mines
        max_mines += a.counts.component[c].fewest_mines + a.counts.component[c].length - 1
        t.tail[column].min_mines = min_mines
        t.tail[column].max_mines = max_mines

cdef bint _choose(Analyzer *a, int32_t cell, bint is_mine, int32_t sign) noexcept nogil:
    """Choose what is in a cell (``sign`` -1: take that back); False where a clue then cannot hold."""
    cdef Board *board = &a.board
    cdef bint consistent = True
    for k in range(board.covering_count[cell]):
        clue = board.covering_clues[cell][k]
        if a.frontier.clue_of[clue] >= 0:
            count_in(a, clue, weight_over(board, cell, k), is_mine, sign)
            consistent &= not cannot_hold(&a.knowledge, clue)
    return consistent

cdef bint _go_on(Tree *t) noexcept nogil:
    """Whether listing may take one more step."""
    t.sets.nodes += 1
    if t.sets.nodes > _STEPS_PER_LAYOUT * t.layout_room + _STEPS:
        return False
    return (t.sets.nodes & _STEPS_BETWEEN_LOOKS) != 0 or not look(t.sets.clock)

cdef bint _enumerate(Analyzer *a, Tree *t, int32_t column, int32_t mines) noexcept nogil:
    """Write the layouts of the columns from ``column`` on into ``shown_values``, 1 for a mine; False without
    room."""
    cdef bint has_room
    if not _go_on(t):
        return False
    if column == t.sets.column_count:
        if mines == 0:
            if t.layout_count == t.layout_room:
                return False
            memcpy(t.sets.shown_values + t.layout_count * t.sets.stride, t.choice, column)
            t.layout_count += 1
        return True
    for is_mine in range(1, -1, -1):
        t.choice[column] = is_mine
        has_room = _choose(a, t.cells[column], is_mine, 1)
        if has_room and t.tail[column + 1].min_mines <= mines - is_mine <= t.tail[column + 1].max_mines:
            has_room = _enumerate(a, t, column + 1, mines - is_mine)
        else:
            has_room = True
        _choose(a, t.cells[column], is_mine, -1)
        if not has_room or not _go_on(t):
            return False
    return True

cdef bint _add_safe_cells(Analyzer *a, Tree *t) noexcept nogil:
    """Columns for the cells that are proved safe and not yet open; False where the tree has no room."""
    for cell in range(a.board.cells):
        if a.knowledge.state[cell] != SAFE:
            continue
        if t.sets.column_count == t.column_room:
            return False
        t.cells[t.sets.column_count] = cell
        t.column_of[cell] = t.sets.column_count
        for layout in range(t.layout_count):
            t.sets.shown_values[layout * t.sets.stride + t.sets.column_count] = 0
        t.sets.column_count += 1
    return True

cdef void _find_neighbour_columns(Analyzer *a, Tree *t) noexcept nogil:
    """The columns around each column, and the sum of the clue there over the known cells."""
    cdef Board *board = &a.board
    for column in range(t.sets.column_count):
        t.known_mines[column] = t.neighbour_count[column] = 0
        cell = t.cells[column]
        for k in range(board.degree[cell]):
            neighbour = board.neighbours[cell][k]
            weight = 1 if board.sums else board.weight[cell][k]
            if t.column_of[neighbour] >= 0:
                t.neighbour_columns[column][t.neighbour_count[column]] = t.column_of[neighbour]
                t.neighbour_weights[column][t.neighbour_count[column]] = weight
                t.neighbour_count[column] += 1
            elif (a.knowledge.state[neighbour] == MINE) == (weight > 0):
                t.known_mines[column] += abs(weight)

cdef bint _show(Board *board, Tree *t) noexcept nogil:
    """From mines to what is shown; False where there is no room for that many symbols."""
    if not board.sums and (board.symbols == 0 or board.display_ways > 1):
        return False
    for layout in range(t.layout_count):
        t.sets.layouts[layout] = layout
        row = t.sets.shown_values + layout * t.sets.stride
        for column in range(t.sets.column_count):
            t.choice[column] = row[column]
        for column in range(t.sets.column_count):
            value = SHOWN_MINE
            if t.choice[column] == 0:
                # More than eight: without the known mines, which are the same in all layouts.
                value = t.known_mines[column] if board.max_degree <= 8 or not board.sums else 0
                for k in range(t.neighbour_count[column]):
                    if board.sums:
                        value += t.choice[t.neighbour_columns[column][k]]
                    elif t.choice[t.neighbour_columns[column][k]] == (t.neighbour_weights[column][k] > 0):
                        value += abs(t.neighbour_weights[column][k])
                if not board.sums:
                    value = board.symbol[board.kind[t.cells[column]]][value]
                if value >= VALUES:
                    return False
            row[column] = value
        memset(row + t.sets.column_count, 0, -t.sets.column_count & (COLUMNS_OF_WORD - 1))
    return True

cdef bint _list(Analyzer *a, Tree *t, int32_t begin, int32_t end, bint with_unconstrained,
                int32_t mines) noexcept nogil:
    cdef int32_t constrained_count = _collect(a, t, begin, end, with_unconstrained)
    if constrained_count < 0:
        return False
    _bound_tails(a, t, begin, end, constrained_count)
    for cell in range(a.board.cells):
        t.column_of[cell] = -1
    for column in range(t.sets.column_count):
        t.column_of[t.cells[column]] = column
    t.layout_count = t.sets.nodes = 0
    if not _enumerate(a, t, 0, mines):
        return False
    if with_unconstrained and not _add_safe_cells(a, t):
        return False
    _find_neighbour_columns(a, t)
    return _show(&a.board, t)

cdef bint list_layouts(Analyzer *a, Tree *t, int32_t mines) noexcept nogil:
    """All layouts of the position with so many mines in unknown cells; False where there is no room."""
    return _list(a, t, 0, a.frontier.component_count, True, mines)

cdef bint list_component(Analyzer *a, Tree *t, int32_t component) noexcept nogil:
    """All layouts of a component by itself, with its fewest mines; False where there is no room."""
    return _list(a, t, component, component + 1, False, a.counts.component[component].fewest_mines)
