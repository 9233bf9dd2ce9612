# Layouts that need no guess, each proved so by playing it from the start with proved cells only.
#
# Layouts are drawn as :mod:`minesolver.game` says; try ``k`` of board ``i`` has the key
# ``game_key(game_key(seed, i), k)``.

cdef enum Generated:
    SOLVED = 0
    STUCK = 1
    TOO_WIDE = 2  # a position did not fit
    INTERRUPTED = 3

cdef struct Trial:
    # How far the search for one board has come.
    Generated status
    int64_t tries  # layouts drawn
    int64_t repairs  # mines moved

cdef void find_board(Analyzer *a, Game *g, int32_t start_cell, uint64_t key, int64_t tries, int32_t repairs,
                     Trial *trial) noexcept nogil:
    """Draw up to ``tries`` more layouts until one needs no guess from ``start_cell``; it is then in
    ``g.layout``. A layout with a position that does not fit is not counted, and is tried again by the next
    call."""
    cdef uint64_t stream
    cdef int64_t end = trial.tries + tries
    trial.status = STUCK
    while trial.status == STUCK and trial.tries < end:
        stream = key_of_game(key, trial.tries)
        lay(a, g, 2, start_cell, stream)
        stream = mix(stream + 1)
        trial.status = _prove(a, g, start_cell)
        moved_mines = 0
        while trial.status == STUCK and moved_mines < repairs and _repair(a, g, start_cell, &stream):
            moved_mines += 1
            trial.status = _prove(a, g, start_cell)
        if trial.status == TOO_WIDE or trial.status == INTERRUPTED:
            return
        trial.tries += 1
        trial.repairs += moved_mines

cdef Generated _prove(Analyzer *a, Game *g, int32_t start_cell) noexcept nogil:
    """Play the layout with proved cells only; where it is STUCK, ``a.known`` is the position."""
    if look(&a.clock):
        return INTERRUPTED
    start_position(a, g)
    return judgement_of(a, proceed(a, g, start_cell))

cdef bint _repair(Analyzer *a, Game *g, int32_t start_cell, uint64_t *stream) noexcept nogil:
    """Move one mine of a stuck position across its edge; whether that could be done. A cell that is not
    settled and touches an opened one (the edge) changes places with one that is not."""
    cdef int edge_cells = 0, inside_cells = 0, choice_count = 0
    for i in range(a.board.cells):
        if a.knowledge.state[i] != UNKNOWN:
            continue
        if _touches_open(a, i):
            g.stack[edge_cells] = i
            edge_cells += 1
        else:
            g.deck[inside_cells] = i
            inside_cells += 1

    # A cell of the edge, and one inside that has a mine where it has none, or the other way.
    if edge_cells == 0:
        return False
    cell = g.stack[below(stream, edge_cells)]
    for i in range(inside_cells):
        if g.layout[g.deck[i]] != g.layout[cell]:
            g.stack[choice_count] = g.deck[i]
            choice_count += 1
    if choice_count == 0:  # nothing left inside: across the settled cells, away from the first click
        for i in range(a.board.cells):
            if g.layout[i] != g.layout[cell] and i != cell and not touches(&a.board, i, start_cell):
                g.stack[choice_count] = i
                choice_count += 1
        if choice_count == 0:
            return False
    i = g.stack[below(stream, choice_count)]
    g.layout[cell] = 1 - g.layout[cell]
    g.layout[i] = 1 - g.layout[i]
    return True

cdef bint _touches_open(Analyzer *a, int32_t cell) noexcept nogil:
    for k in range(a.board.degree[cell]):
        if a.knowledge.state[a.board.neighbours[cell][k]] == OPEN:
            return True
    return False
