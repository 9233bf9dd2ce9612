# A game on a square board that opens what single clues prove, round by round.

cdef void begin_on_grid(Board *board, Game *g, const int8_t *layout, const int8_t *codes) noexcept nogil:
    """A game at a position. ``layout``: 1 for a mine. ``codes``: of its cells."""
    g.mines = g.opened = 0
    for i in range(board.cells):
        g.layout[i] = layout[i]
        g.mines += layout[i]
        g.opened += codes[i] >= 0

cdef bint open_on_grid(Board *board, Game *g, int8_t *codes, int32_t cell) noexcept nogil:
    """Open a cell, and the region around a zero; False where it is a mine."""
    cdef int32_t *stack = g.stack
    cdef int depth = 0
    if g.layout[cell]:
        return False
    if codes[cell] == -1:
        depth = _open_and_stack(board, g, codes, cell, depth)
    while depth:
        depth -= 1
        opened = stack[depth]
        for k in range(board.degree[opened]):
            if codes[board.neighbours[opened][k]] == -1:
                depth = _open_and_stack(board, g, codes, board.neighbours[opened][k], depth)
    return True

cdef int _open_and_stack(Board *board, Game *g, int8_t *codes, int32_t cell, int depth) noexcept nogil:
    """Open one cell, and put a zero on the stack; how many are there then."""
    codes[cell] = <int8_t>sum_of_game(board, g, cell)
    g.opened += 1
    if codes[cell] == 0:
        g.stack[depth] = cell
        return depth + 1
    return depth

cdef bint prove_on_grid(Board *board, Game *g, const int8_t *codes, int8_t *proof) noexcept nogil:
    """What single clues prove at one look: mines around a clue that wants all hidden cells there, then safe
    cells around a clue that has all its mines among these; whether there is a safe one. ``proof``: gets a
    `Proof` of each cell."""
    cdef int32_t *open_clues = g.stack  # those that want fewer mines than they have hidden cells
    cdef int32_t *neighbours
    cdef int32_t open_count = 0, degree, hidden_count, mine_count, clue
    cdef bint any_safe = False
    memset(proof, NOT_PROVED, board.cells)
    for clue in range(board.cells):
        if codes[clue] <= 0:
            continue
        neighbours, degree = board.neighbours[clue], board.degree[clue]
        hidden_count = 0
        for k in range(degree):
            hidden_count += codes[neighbours[k]] == -1
        if hidden_count > codes[clue]:
            open_clues[open_count] = clue
            open_count += 1
            continue
        for k in range(degree):
            if codes[neighbours[k]] == -1:
                proof[neighbours[k]] = PROVED_MINE
    for i in range(open_count):
        clue = open_clues[i]
        neighbours, degree = board.neighbours[clue], board.degree[clue]
        mine_count = 0
        for k in range(degree):
            mine_count += proof[neighbours[k]] == PROVED_MINE
        for k in range(degree if mine_count == codes[clue] else 0):
            if codes[neighbours[k]] == -1 and proof[neighbours[k]] != PROVED_MINE:
                proof[neighbours[k]] = PROVED_SAFE
                any_safe = True
    return any_safe
