# 50/50s: pairs of cells, one of them a mine, that no clue will ever tell apart.
#
# Two neighbours, just one of them a mine, where each cell that touches only one of them is a mine; or a
# square of two by two, mines across, where each cell that touches only one of them is a mine. Half of these
# games are lost whatever is opened, so where a cell is a mine in such layouts only, opening it costs nothing.
# After DavidNHill's long-term risk.

cdef enum:
    _MOST_OUTSIDE = 3  # unknown cells that have to be mines, too

cdef extern from *:
    const double _RARE "0.002"  # 50/50s less likely than this are not counted
    const double _RARE_PLAIN "0.01"

cdef bint touches(const Board *board, int32_t cell, int32_t other_cell) noexcept nogil:
    if board.square:
        columns_apart = abs(cell % board.cols - other_cell % board.cols)
        return columns_apart <= 1 and abs(cell // board.cols - other_cell // board.cols) <= 1
    for k in range(board.degree[other_cell]):
        if board.neighbours[other_cell][k] == cell:
            return True
    return cell == other_cell

cdef void _pair(const Board *board, int32_t cell, int32_t neighbour, Pattern *pair) noexcept nogil:
    pair.size = 1
    pair.mines[0] = cell
    pair.safe[0] = neighbour
    for _side in range(2):
        for k in range(board.degree[cell]):
            if not touches(board, board.neighbours[cell][k], neighbour):
                pair.outside[pair.outside_count] = board.neighbours[cell][k]
                pair.outside_count += 1
        cell, neighbour = neighbour, cell

cdef void _square_of_two(const Board *board, int32_t corner, Pattern *square) noexcept nogil:
    square.size = 2
    square.mines[0] = corner
    square.mines[1] = corner + board.cols + 1
    square.safe[0] = corner + 1
    square.safe[1] = corner + board.cols
    for down in range(-1, 3, 3):
        for right in range(-1, 3, 3):
            row = corner // board.cols + down
            col = corner % board.cols + right
            if 0 <= row < board.rows and 0 <= col < board.cols:
                square.outside[square.outside_count] = row * board.cols + col
                square.outside_count += 1

cdef void list_patterns(const Board *board, Pattern (*patterns)[3]) noexcept nogil:
    """Of each cell of a square board; the arrays are zeroed."""
    if board.square:
        for i in range(board.cells):
            if i % board.cols < board.cols - 1:
                _pair(board, i, i + 1, &patterns[i][0])
            if i + board.cols < board.cells:
                _pair(board, i, i + board.cols, &patterns[i][1])
                if i % board.cols < board.cols - 1:
                    _square_of_two(board, i, &patterns[i][2])

cdef double _chance(Search *s, const Position *p, const Pattern *pattern, const int32_t *outside,
                    int32_t count) noexcept nogil:
    """The chance of a pattern with so many mines outside; the frontier is left changed."""
    cdef Analyzer *a = s.analyzer
    cdef Prior prior = p.prior
    cdef Supposition supposition
    copy_knowledge(&a.board, &s.snapshot, &a.knowledge)
    for k in range(count):
        if settle(a, outside[k], True) != DONE:
            return 0.0
    for k in range(pattern.size):
        if settle(a, pattern.mines[k], True) != DONE or settle(a, pattern.safe[k], False) != DONE:
            return 0.0
    count += pattern.size
    if take_off(&prior, count) != DONE:
        return 0.0
    supposition = conclude(a, prior, &s.supposed_marginals)
    if supposition.status != DONE:
        return 0.0
    if prior.mines < 0:
        supposition.log_models += count * prior.log_odds
    return exp(supposition.log_models - p.log_models)

cdef void _weigh_pattern(Search *s, const Position *p, const Pattern *pattern) noexcept nogil:
    """Add the chance of a 50/50 to that of its cells, and of the cell that makes it one by being a mine."""
    cdef const int8_t *state = s.snapshot.state
    cdef int32_t outside[_MOST_OUTSIDE]
    cdef int32_t count = 0
    cdef double bound = 1.0 if pattern.size else 0.0
    for k in range(pattern.size):
        if state[pattern.mines[k]] != UNKNOWN or state[pattern.safe[k]] != UNKNOWN:
            return
        bound = min(bound, min(p.probability[pattern.mines[k]], 1.0 - p.probability[pattern.safe[k]]))

    # The cells outside that are not known as mines have to be mines, too.
    for k in range(pattern.outside_count):
        mine = pattern.outside[k]
        if state[mine] == MINE:
            continue
        if state[mine] != UNKNOWN or count == _MOST_OUTSIDE:
            return
        outside[count] = mine
        count += 1
        bound = min(bound, p.probability[mine])
    if bound < _RARE:
        return

    # The chance of the pattern, and which cells it counts for.
    chance = _chance(s, p, pattern, outside, count)
    if pattern.size == 1 and count == 1:
        s.fifty_fifty[outside[0]] += chance
    for k in range(pattern.size):
        mine = pattern.mines[k]
        safe = pattern.safe[k]
        if pattern.size == 1:
            s.fifty_fifty[mine] += chance
            s.fifty_fifty[safe] += chance
        else:
            s.square[mine] = max(s.square[mine], chance)
            s.square[safe] = max(s.square[safe], chance)

cdef void fifty_fifty_risks(Search *s, const Position *p) noexcept nogil:
    """For each cell the chance that it is a mine and part of a 50/50, or what makes one: ``s.fifty_fifty``.
    The snapshot must be of this position; the frontier is left changed."""
    cdef int32_t cells = s.analyzer.board.cells
    for i in range(cells):
        s.fifty_fifty[i] = s.square[i] = 0.0
    for i in range(cells):
        for kind in range(3):
            _weigh_pattern(s, p, &s.patterns[i][kind])
    for i in range(cells):
        if s.snapshot.state[i] == UNKNOWN:
            risk = min(p.probability[i], 1.0 - p.probability[i])
            s.fifty_fifty[i] = min(s.fifty_fifty[i] + s.square[i], risk)

cdef double _plain_chance(Search *s, int32_t cell, const Pattern *pair) noexcept nogil:
    """The chance that a pair is a 50/50, if its cells were independent; 0 where it is rare."""
    cdef Marginals *marginals = &s.supposed_marginals
    cdef double mine_chance = marginals.probability[cell]
    cdef double other_mine_chance = marginals.probability[pair.safe[0]]
    cdef double chance = mine_chance + other_mine_chance - 2.0 * mine_chance * other_mine_chance
    for k in range(pair.outside_count):
        outside = pair.outside[k]
        if s.analyzer.knowledge.state[outside] == MINE:
            continue
        chance *= marginals.probability[outside] if s.analyzer.knowledge.state[outside] == UNKNOWN else 0.0
        if chance < _RARE_PLAIN:
            return 0.0
    return chance if chance >= _RARE_PLAIN else 0.0

cdef double plain_fifty_fifties(Search *s, double *greatest) noexcept nogil:
    """The sum of the chances that two neighbours are a 50/50, and the greatest of them. Of the position that
    was supposed. The chances of the cells are taken as independent: this is a feature, not a probability."""
    cdef double total = 0.0
    cdef const Pattern *pair
    greatest[0] = 0.0
    for i in range(s.analyzer.board.cells):
        if not is_uncertain(s.analyzer, &s.supposed_marginals, i):
            continue
        for kind in range(2):
            pair = &s.patterns[i][kind]
            if pair.size == 0 or not is_uncertain(s.analyzer, &s.supposed_marginals, pair.safe[0]):
                continue
            chance = _plain_chance(s, i, pair)
            total += chance
            greatest[0] = max(greatest[0], chance)
    return total
