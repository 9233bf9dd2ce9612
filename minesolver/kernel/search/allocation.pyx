# Where the arrays of the search are allocated and released.

cdef extern from *:
    const uint64_t _SEED "0x243F6A8885A308D3ull"

cdef bint _allocate_tree(Tree *t, Clock *clock, Board *board, const Parameters *p) noexcept nogil:
    """Room for the layouts of positions; False where memory is short."""
    cdef Arena *arena = &t.arena
    cdef int32_t columns = p.tree_cells
    cdef uint64_t seed = mix(_SEED)

    # Sizes and limits.
    t.sets.clock = clock
    t.work_left = ANY_WORK
    t.layout_room = p.tree_room
    t.column_room = columns
    t.sets.stride = (columns + COLUMNS_OF_WORD - 1) // COLUMNS_OF_WORD * COLUMNS_OF_WORD
    t.sets.table_mask = p.tree_slots - 1

    # Arrays: of layouts, of columns, of sets, of cells.
    take(arena, t.sets.shown_values, t.layout_room * t.sets.stride)
    take3(arena, t.layout_room, t.sets.layouts, t.sets.spare, t.words)
    take3(arena, columns, t.column_words, t.rank, t.counts)
    take(arena, t.sets.table, p.tree_slots)
    for k in range(TREE_DEPTH):
        take3(arena, columns, t.frames[k].open, t.frames[k].survivors, t.frames[k].order)
    take4(arena, board.cells + 1, t.cells, t.column_of, t.choice, t.tail)
    take3(arena, max(board.cells, columns), t.in_component, t.known_mines, t.neighbour_count)
    take_rows(arena, t.neighbour_columns, columns, board.max_degree)
    take_rows(arena, t.neighbour_weights, columns, board.max_degree)

    # A random word for each column.
    if not arena.failed:
        for k in range(columns):
            seed += GOLDEN
            t.column_words[k].low = mix(seed)
            seed += GOLDEN
            t.column_words[k].high = mix(seed)
    return not arena.failed

cdef bint _allocate_cells(Search *s, Board *board) noexcept nogil:
    cdef int32_t cells = board.cells
    cdef Arena *arena = &s.arena
    take_knowledge(&s.snapshot, arena, board)
    take_knowledge(&s.root, arena, board)
    take4(arena, cells, s.position_marginals.probability, s.position_marginals.proof,
          s.supposed_marginals.probability, s.supposed_marginals.proof)
    take4(arena, cells, s.patterns, s.candidates, s.cells, s.risk)
    take3(arena, cells, s.fifty_fifty, s.square, s.on_frontier)
    allocate_choices(&s.choices, arena)
    return not arena.failed

cdef bint allocate_search(Search *s, Analyzer *a, const Parameters *p) noexcept nogil:
    """The arrays of a policy's search on the boards of an analyzer; False where memory is short. The boosted
    trees, where it has any, are to be set afterwards: they are not the search's own."""
    memset(s, 0, sizeof(Search))
    s.analyzer = a
    s.parameters = p[0]
    if (
        _allocate_cells(s, &a.board)
        and allocate_game(&s.playout, &a.board)
        and _allocate_tree(&s.tree, &a.clock, &a.board, p)
    ):
        list_patterns(&a.board, s.patterns)
        return True
    release_search(s)
    return False

cdef void release_search(Search *s) noexcept nogil:
    release(&s.tree.arena)
    release(&s.playout.arena)
    release(&s.arena)
