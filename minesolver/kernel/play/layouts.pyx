# The mines of a game, as :mod:`minesolver.game` lays them: the same seed gives the same game.

cdef bint allocate_game(Game *g, Board *board) noexcept nogil:
    """The arrays of a game; False where memory is short."""
    take4(&g.arena, board.cells, g.layout, g.deck, g.display_way, g.stack)
    take3(&g.arena, board.cells, g.stacked, g.marginals.probability, g.marginals.proof)
    return not g.arena.failed

cdef void lay(Analyzer *a, Game *g, int32_t protected_, int32_t start_cell, uint64_t key) noexcept nogil:
    """Lay the mines where the first click allows. ``protected_``: 0 nothing, 1 the cell, 2 all around too."""
    cdef int64_t size = 0
    for i in range(a.board.cells):
        g.layout[i] = protected_ > 0 and i == start_cell
    if protected_ == 2:
        for k in range(a.board.degree[start_cell]):
            g.layout[a.board.neighbours[start_cell][k]] = 1
    for i in range(a.board.cells):
        if not g.layout[i]:
            g.deck[size] = i
            size += 1
        g.layout[i] = 0
    deal(a, g, g.mines, size, &key)

cdef void deal(Analyzer *a, Game *g, int32_t mines, int64_t size, uint64_t *stream) noexcept nogil:
    """Lay mines in some of the first ``size`` cells of the deck, and draw how clues show their sums."""
    cdef int64_t drawn
    for i in range(mines):
        drawn = i + below(stream, size - i)
        cell = g.deck[drawn]
        g.deck[drawn] = g.deck[i]
        g.deck[i] = cell
        g.layout[cell] = 1
    if a.board.display_ways > 1:
        for i in range(a.board.cells):
            g.display_way[i] = <int8_t>below(stream, a.board.display_ways)

cdef uint64_t key_of_game(uint64_t seed, int64_t number) noexcept nogil:
    """Where the random numbers of a game start."""
    return mix(mix(seed) + <uint64_t>number)

cdef void begin_game(Analyzer *a, Game *g, int32_t protected_, int32_t start_cell,
                     uint64_t key) noexcept nogil:
    """Lay the mines, nothing open."""
    lay(a, g, protected_, start_cell, key)
    start_position(a, g)
