# A layout that somebody has, played with proved cells only: whether it needs a guess, and where.

cdef Generated judge_layout(Analyzer *a, Game *g, const int8_t *layout,
                            const int8_t *opened) noexcept nogil:
    """Open the safe cells of ``opened`` and all that is then proved, again and again. Where it is STUCK,
    ``a.known`` is the position of the first guess. ``layout``: 1 for a mine, and above that in which way the
    cell shows its sum."""
    g.mines = 0
    for i in range(a.board.cells):
        g.layout[i] = layout[i] & 1
        g.display_way[i] = layout[i] >> 1
        g.mines += g.layout[i]
    if look(&a.clock):
        return INTERRUPTED

    start_position(a, g)
    for i in range(a.board.cells):
        # An opened zero has opened its neighbours already.
        if opened[i] and not g.layout[i] and a.knowledge.state[i] != OPEN:
            reveal(a, g, i)
    return judgement_of(a, proceed(a, g, -1))

cdef Generated judgement_of(Analyzer *a, Outcome outcome) noexcept nogil:
    """What a game with proved cells only says of its layout."""
    if outcome == UNFINISHED:
        return INTERRUPTED if a.clock.stopped else TOO_WIDE
    return SOLVED if outcome == WON else STUCK

cdef void write_open_cells(Analyzer *a, Game *g, int8_t *cells) noexcept nogil:
    """The position as a grid: -1 for what is not open, else the clue, or the symbol that stands for it."""
    cdef Board *board = &a.board
    cdef int32_t sum
    for i in range(board.cells):
        cells[i] = -1
        if a.knowledge.state[i] == OPEN or a.knowledge.state[i] == SILENT:
            sum = sum_of_game(board, g, i)
            cells[i] = <int8_t>sum
            if not board.sums:
                cells[i] = board.symbol[board.kind[i]][sum * board.display_ways + g.display_way[i]]
