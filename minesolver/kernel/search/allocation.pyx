# Where the arrays of the search are allocated and released.

cdef extern from *:
    const uint64_t _SEED "0x243F6A8885A308D3ull"


cdef void allocate_snapshot(Snapshot *snapshot, Arena *arena, Board *board) noexcept nogil:
    take(arena, snapshot.state, board.sites)
    take(arena, snapshot.need, board.sites)
    take(arena, snapshot.unknown, board.sites)
    if not board.sums:
        take(arena, snapshot.most, board.sites)
        take(arena, snapshot.allowed, board.sites)
        take(arena, snapshot.reached, board.sites)


cdef void _allocate_listing(Tree *t, Board *board, int32_t places) noexcept nogil:
    cdef Arena *arena = &t.arena
    take(arena, t.cells, board.cells)
    take(arena, t.place, board.cells)
    take(arena, t.choice, board.cells)
    take(arena, t.tail, board.cells + 1)
    take(arena, t.known_mines, places)
    take(arena, t.near_count, places)
    take_rows(arena, t.near, places, board.most_around)
    take_rows(arena, t.near_weight, places, board.most_around)
    take(arena, t.in_component, board.cells)


cdef void _draw_words(Words *words, int32_t count, uint64_t seed) noexcept nogil:
    """Random words, always the same."""
    cdef int i
    for i in range(count):
        seed += GOLDEN
        words[i].low = mix(seed)
        seed += GOLDEN
        words[i].high = mix(seed)


cdef bint allocate_tree(Tree *t, Clock *clock, Board *board, const Parameters *p) noexcept nogil:
    """Room for the layouts of positions; False where memory is short."""
    cdef Arena *arena = &t.arena
    cdef int32_t layouts = p.tree_room
    cdef int32_t places = p.tree_cells
    cdef int32_t width = (places + PLACES_OF_WORD - 1) // PLACES_OF_WORD * PLACES_OF_WORD
    cdef int d
    t.clock = clock
    t.layout_room = layouts
    t.place_room = places
    t.stride = width
    take(arena, t.shown, <int64_t>layouts * width)
    take(arena, t.layouts, layouts)
    take(arena, t.spare, layouts)
    take(arena, t.words, layouts)
    take(arena, t.place_words, places)
    take(arena, t.rank, places)
    take(arena, t.counts, places)
    t.table_mask = p.tree_slots - 1
    take(arena, t.table, p.tree_slots)
    for d in range(TREE_DEPTH):
        take(arena, t.frames[d].open, places)
        take(arena, t.frames[d].survivors, places)
        take(arena, t.frames[d].order, places)
    _allocate_listing(t, board, places)
    if not arena.failed:
        _draw_words(t.place_words, places, mix(_SEED))
    return not arena.failed


cdef bint _allocate_cells(Search *s, Board *board) noexcept nogil:
    cdef int32_t cells = board.cells
    cdef Arena *arena = &s.arena
    allocate_snapshot(&s.snapshot, arena, board)
    allocate_snapshot(&s.root, arena, board)
    take(arena, s.here.probability, cells)
    take(arena, s.here.proof, cells)
    take(arena, s.ahead.probability, cells)
    take(arena, s.ahead.proof, cells)
    take(arena, s.pairs, cells)
    take(arena, s.candidates, cells)
    take(arena, s.cells, cells)
    take(arena, s.risk, cells)
    take(arena, s.fifty_fifty, cells)
    take(arena, s.square, cells)
    take(arena, s.on_frontier, cells)
    allocate_choices(&s.choices, arena)
    return not arena.failed


cdef bint allocate_search(Search *s, Analyzer *a, const Parameters *p) noexcept nogil:
    """The arrays of a policy's search on the boards of an analyzer; False where memory is short.

    The boosted trees, where it has any, are to be set afterwards: they are not the search's own.
    """
    memset(s, 0, sizeof(Search))
    s.analyzer = a
    s.parameters = p[0]
    if (
        _allocate_cells(s, &a.board)
        and allocate_game(&s.playout, &a.board)
        and allocate_tree(&s.tree, &a.clock, &a.board, p)
    ):
        list_pairs(&a.board, s.pairs)
        return True
    release_search(s)
    return False


cdef void release_search(Search *s) noexcept nogil:
    release(&s.tree.arena)
    release_game(&s.playout)
    release(&s.arena)
