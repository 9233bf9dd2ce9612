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

cdef void find_board(Analyzer *a, Game *g, int32_t start, uint64_t key, int64_t tries, int32_t repairs,
                     Trial *trial) noexcept nogil:
    """Draw up to ``tries`` more layouts until one needs no guess from ``start``; it is then in ``g.layout``.
    A layout with a position that does not fit is not counted, and is tried again by the next call."""
    cdef uint64_t stream
    cdef int64_t end = trial.tries + tries
    trial.status = STUCK
    while trial.status == STUCK and trial.tries < end:
        stream = key_of_game(key, trial.tries)
        lay(a, g, 2, start, stream)
        stream = mix(stream + 1)
        trial.status = _prove(a, g, start)
        moved = 0
        while trial.status == STUCK and moved < repairs and _repair(a, g, start, &stream):
            moved += 1
            trial.status = _prove(a, g, start)
        if trial.status == TOO_WIDE or trial.status == INTERRUPTED:
            return
        trial.tries += 1
        trial.repairs += moved

cdef Generated _prove(Analyzer *a, Game *g, int32_t start) noexcept nogil:
    """Play the layout with proved cells only; where it is STUCK, ``a.known`` is the position."""
    if look(&a.clock):
        return INTERRUPTED
    start_position(a, g)
    return judgement_of(a, proceed(a, g, start))

cdef bint _repair(Analyzer *a, Game *g, int32_t start, uint64_t *stream) noexcept nogil:
    """Move one mine of a stuck position across its edge; whether that could be done. A cell that is not
    settled and touches an opened one (the edge) changes places with one that is not."""
    cdef int edge = 0, inside = 0, size = 0
    for i in range(a.board.cells):
        if a.known.state[i] != UNKNOWN:
            continue
        if _touches_open(a, i):
            g.stack[edge] = i
            edge += 1
        else:
            g.deck[inside] = i
            inside += 1
    if edge == 0:
        return False
    cell = g.stack[below(stream, edge)]
    for i in range(inside):
        if g.layout[g.deck[i]] != g.layout[cell]:
            g.stack[size] = g.deck[i]
            size += 1
    if size == 0:  # nothing left inside: across the settled cells, away from the first click
        for i in range(a.board.cells):
            if g.layout[i] != g.layout[cell] and i != cell and not touches(&a.board, i, start):
                g.stack[size] = i
                size += 1
        if size == 0:
            return False
    i = g.stack[below(stream, size)]
    g.layout[cell] = 1 - g.layout[cell]
    g.layout[i] = 1 - g.layout[i]
    return True

cdef bint _touches_open(Analyzer *a, int32_t cell) noexcept nogil:
    for k in range(a.board.degree[cell]):
        if a.known.state[a.board.around[cell][k]] == OPEN:
            return True
    return False
