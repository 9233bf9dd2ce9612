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


cdef struct Pattern:
    int32_t mine_count
    int32_t mines[8]
    int32_t safe_count
    int32_t safe[2]
    double bound  # the chance is at most this


cdef bint touches(const Board *board, int32_t one, int32_t other) noexcept nogil:
    cdef int k
    for k in range(board.degree[other]):
        if board.around[other][k] == one:
            return True
    return one == other


cdef void _pair(const Board *board, int32_t one, int32_t other, CellPair *pair) noexcept nogil:
    cdef int k
    pair.partner = other
    for k in range(board.degree[one]):
        if not touches(board, board.around[one][k], other):
            pair.outside[pair.outside_count] = board.around[one][k]
            pair.outside_count += 1
    for k in range(board.degree[other]):
        if not touches(board, board.around[other][k], one):
            pair.outside[pair.outside_count] = board.around[other][k]
            pair.outside_count += 1


cdef void list_pairs(const Board *board, CellPair (*pairs)[2]) noexcept nogil:
    """The pairs of each cell: with the one to its right, and the one below."""
    cdef int i
    for i in range(board.cells):
        pairs[i][0].partner = pairs[i][1].partner = -1
        pairs[i][0].outside_count = pairs[i][1].outside_count = 0
        if not board.square:
            continue
        if i % board.cols < board.cols - 1:
            _pair(board, i, i + 1, &pairs[i][0])
        if i + board.cols < board.cells:
            _pair(board, i, i + board.cols, &pairs[i][1])


cdef double _chance(Search *s, const Position *p, Pattern *pattern) noexcept nogil:
    """The chance of a pattern; the frontier is left changed."""
    cdef Analyzer *a = s.analyzer
    cdef Prior prior = p.prior
    cdef Supposition found
    cdef int k
    restore(a, &s.snapshot)
    for k in range(pattern.mine_count):
        if settle(a, pattern.mines[k], True) != DONE:
            return 0.0
    for k in range(pattern.safe_count):
        if settle(a, pattern.safe[k], False) != DONE:
            return 0.0
    if prior.mines >= 0:
        prior.mines -= pattern.mine_count
        if prior.mines < 0:
            return 0.0
    found = conclude(a, prior, &s.ahead)
    if found.status != DONE:
        return 0.0
    if prior.mines < 0:
        found.log_models += pattern.mine_count * prior.log_odds
    return exp(found.log_models - p.log_models)


cdef inline void _want_mine(Search *s, const Position *p, Pattern *pattern, int32_t cell) noexcept nogil:
    """A pattern needs a mine in a cell."""
    if s.snapshot.state[cell] == UNKNOWN:
        pattern.mines[pattern.mine_count] = cell
        pattern.mine_count += 1
        pattern.bound = min(pattern.bound, p.probability[cell])
    elif s.snapshot.state[cell] != MINE:
        pattern.bound = 0.0


cdef void _weigh_pair(Search *s, const Position *p, int32_t one, int kind) noexcept nogil:
    """Add the chance of a pair to that of its cells, and of the cell that makes it one by being a mine."""
    cdef CellPair *pair = &s.pairs[one][kind]
    cdef int32_t other = pair.partner
    cdef Pattern pattern
    cdef int32_t outside
    cdef double chance
    cdef int k
    if other < 0 or s.snapshot.state[other] != UNKNOWN:
        return
    pattern.mine_count = 0
    pattern.bound = min(p.probability[one], 1.0 - p.probability[other])
    for k in range(pair.outside_count):
        if pattern.bound < _RARE:
            return
        _want_mine(s, p, &pattern, pair.outside[k])
    outside = pattern.mine_count
    if pattern.bound < _RARE or outside > _MOST_OUTSIDE:
        return
    pattern.mines[outside] = one
    pattern.mine_count = outside + 1
    pattern.safe[0] = other
    pattern.safe_count = 1
    chance = _chance(s, p, &pattern)
    s.fifty_fifty[one] += chance
    s.fifty_fifty[other] += chance
    if outside == 1:
        s.fifty_fifty[pattern.mines[0]] += chance


cdef void _weigh_square(Search *s, const Position *p, int32_t corner) noexcept nogil:
    """The chance of the square of two by two with this upper left corner, mines there and across."""
    cdef int32_t cols = s.analyzer.board.cols
    cdef int32_t across = corner + cols + 1
    cdef Pattern pattern
    cdef int down, right
    cdef int32_t row, col
    cdef double chance
    if not s.analyzer.board.square or corner % cols == cols - 1 or across >= s.analyzer.board.cells:
        return
    if s.snapshot.state[corner + 1] != UNKNOWN or s.snapshot.state[corner + cols] != UNKNOWN:
        return
    if s.snapshot.state[across] != UNKNOWN:
        return
    pattern.mine_count = 0
    pattern.bound = min(
        min(p.probability[corner], p.probability[across]),
        min(1.0 - p.probability[corner + 1], 1.0 - p.probability[corner + cols]),
    )
    for down in range(-1, 3, 3):
        for right in range(-1, 3, 3):
            row = corner // cols + down
            col = corner % cols + right
            if 0 <= row < s.analyzer.board.rows and 0 <= col < cols:
                _want_mine(s, p, &pattern, row * cols + col)
    if pattern.bound < _RARE or pattern.mine_count > _MOST_OUTSIDE:
        return
    pattern.mines[pattern.mine_count] = corner
    pattern.mines[pattern.mine_count + 1] = across
    pattern.mine_count += 2
    pattern.safe[0] = corner + 1
    pattern.safe[1] = corner + cols
    pattern.safe_count = 2
    chance = _chance(s, p, &pattern)
    s.square[corner] = max(s.square[corner], chance)
    s.square[corner + 1] = max(s.square[corner + 1], chance)
    s.square[corner + cols] = max(s.square[corner + cols], chance)
    s.square[across] = max(s.square[across], chance)


cdef void fifty_fifty_risks(Search *s, const Position *p) noexcept nogil:
    """For each cell the chance that it is a mine and part of a 50/50, or what makes one: ``s.fifty_fifty``.

    The snapshot must be of this position; the frontier is left changed.
    """
    cdef int32_t cells = s.analyzer.board.cells
    cdef double risk
    cdef int i
    for i in range(cells):
        s.fifty_fifty[i] = s.square[i] = 0.0
    for i in range(cells):
        if s.snapshot.state[i] == UNKNOWN:
            _weigh_pair(s, p, i, 0)
            _weigh_pair(s, p, i, 1)
            _weigh_square(s, p, i)
    for i in range(cells):
        if s.snapshot.state[i] == UNKNOWN:
            risk = min(p.probability[i], 1.0 - p.probability[i])
            s.fifty_fifty[i] = min(s.fifty_fifty[i] + s.square[i], risk)


cdef double _plain_chance(Search *s, int32_t one, CellPair *pair) noexcept nogil:
    """The chance that a pair is a 50/50, if its cells were independent; 0 where it is rare."""
    cdef Marginals *m = &s.ahead
    cdef double x = m.probability[one]
    cdef double y = m.probability[pair.partner]
    cdef double chance = x + y - 2.0 * x * y
    cdef int32_t outside
    cdef int k
    for k in range(pair.outside_count):
        outside = pair.outside[k]
        if s.analyzer.known.state[outside] == MINE:
            continue
        chance *= m.probability[outside] if s.analyzer.known.state[outside] == UNKNOWN else 0.0
        if chance < _RARE_PLAIN:
            return 0.0
    return chance if chance >= _RARE_PLAIN else 0.0


cdef double plain_fifty_fifties(Search *s, double *greatest) noexcept nogil:
    """The sum of the chances that two neighbours are a 50/50, and the greatest of them.

    Of the position that was supposed. The chances of the cells are taken as independent: this is a feature,
    not a probability.
    """
    cdef double total = 0.0
    cdef double chance
    cdef int32_t partner
    cdef int i, kind
    greatest[0] = 0.0
    for i in range(s.analyzer.board.cells):
        if not is_uncertain(s.analyzer, &s.ahead, i):
            continue
        for kind in range(2):
            partner = s.pairs[i][kind].partner
            if partner < 0 or not is_uncertain(s.analyzer, &s.ahead, partner):
                continue
            chance = _plain_chance(s, i, &s.pairs[i][kind])
            total += chance
            greatest[0] = max(greatest[0], chance)
    return total
