# The candidates of one position with what speaks for them, and game trees over given layouts.

cdef extern from *:
    const int64_t _WORK "(int64_t)(64000000)"  # of all game trees: half a second to a whole one

cdef Status _settle_proved(Search *s, int32_t *mines) noexcept nogil:
    """Settle what counting proved, and what follows; ``mines``: those that were found, are added."""
    cdef Analyzer *a = s.analyzer
    cdef bint is_mine
    for i in range(a.board.cells):
        if a.knowledge.state[i] == UNKNOWN and s.position_marginals.proof[i] != NOT_PROVED:
            is_mine = s.position_marginals.proof[i] == PROVED_MINE
            mines[0] += is_mine
            if settle(a, i, is_mine) != DONE:
                return CONTRADICTION
    if propagate(a) != DONE:
        return CONTRADICTION
    mines[0] += a.knowledge.settled_mines
    return DONE

cdef Status read_position(Search *s, const int8_t *grid, Position *p) noexcept nogil:
    """To a position, and what the single-clue rule proves of it; ``p.prior``: at first of the whole board."""
    cdef Analyzer *a = s.analyzer
    cdef int32_t mines, unknown
    p.probability = s.position_marginals.probability
    if load(a, grid, &mines, &unknown) != DONE:
        return CONTRADICTION
    return take_off(&p.prior, mines)

cdef Status _analyze(Search *s, const int8_t *grid, Position *p) noexcept nogil:
    """To the position where nothing is proved, as a game comes to it; or one with a safe cell."""
    cdef Analyzer *a = s.analyzer
    cdef int32_t proved_mines
    cdef Status status = read_position(s, grid, p)
    while status == DONE and count_of(&a.board, a.knowledge.state, SAFE) == 0:
        status = analyze_frontier(a, p.prior, &s.position_marginals)
        p.log_models = a.summary.log_models
        if status != DONE or a.summary.proved == 0:
            break
        proved_mines = 0
        status = _settle_proved(s, &proved_mines)
        if status == DONE:
            status = take_off(&p.prior, proved_mines)
    return status

cdef void _add_valued(Search *s, Position *p, Choice *choice, int32_t column, int32_t won) noexcept nogil:
    """Add a cell with the layouts that are won when it is opened first."""
    cdef Candidate *candidate = &s.candidates[choice.candidate_count]
    candidate.cell = s.tree.cells[column]
    candidate.score = won
    candidate.safety = 1.0 - p.probability[candidate.cell]
    choice.candidate_count += 1

cdef void _value_all(Search *s, Position *p, Choice *choice) noexcept nogil:
    """Value the other cells by the game tree, too, the safest first, as far as the work lasts."""
    cdef Tree *t = &s.tree
    cdef int32_t best_column = t.first_cell
    for column in range(t.sets.column_count):
        s.cells[column] = column
        s.risk[column] = p.probability[t.cells[column]]
    sort_by(s.cells, t.sets.column_count, s.risk)
    _add_valued(s, p, choice, best_column, choice.won)
    begin_tree(t, t.work_left)
    for k in range(t.sets.column_count):
        column = s.cells[k]
        if column == best_column or p.probability[t.cells[column]] >= 1.0:
            continue
        won = wins_opening(t, column, -1)
        if won < 0:
            return
        _add_valued(s, p, choice, column, won)

cdef Choice advise(Search *s, const int8_t *grid, Prior prior) noexcept nogil:
    """What the policy makes of a position, with its candidates in ``s.candidates``. ``grid``: codes of the
    cells. ``prior``: of the mines on the whole board. The cell is the one that a game would open. Where a
    game tree decided, a candidate's ``score`` is the number of layouts that are won."""
    cdef Board *board = &s.analyzer.board
    cdef const int8_t *state = s.analyzer.knowledge.state
    cdef Position p
    cdef Choice choice = Choice(decision=BY_PROOF, status=DONE, cell=-1, candidate_count=0, won=0, layouts=0)
    p.prior = prior
    choice.status = _analyze(s, grid, &p)
    if choice.status != DONE:
        choice.decision = NOT_DECIDED
        return choice
    if count_of(board, state, SAFE) or not count_of(board, state, UNKNOWN):
        return choice
    s.tree.work_left = _WORK
    s.analyzer.elimination.work_left = AHEAD_STATES
    choice = choose_guess(s, &p, True)
    if s.analyzer.elimination.work_left < 0:
        s.analyzer.elimination.states_needed = INFINITY  # more room for states, see `grow`, is of no use
    s.analyzer.elimination.work_left = ANY_STATES
    if choice.decision == BY_TREE or choice.decision == BY_REGION:
        _value_all(s, &p, &choice)
    s.tree.work_left = ANY_WORK
    return choice
