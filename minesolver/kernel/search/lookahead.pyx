# What a position becomes by one more open cell, and what that leaves to guess.

cdef void copy_knowledge(const Board *board, const Knowledge *source, Knowledge *target) noexcept nogil:
    """Keep a position where no clue is on the agenda, or come back to it."""
    cdef size_t sites = board.sites
    memcpy(target.state, source.state, sites * sizeof(int8_t))
    memcpy(target.min_needed, source.min_needed, sites * sizeof(int32_t))
    memcpy(target.unknown, source.unknown, sites * sizeof(int32_t))
    memset(target.queued, 0, sites * sizeof(int8_t))
    target.agenda_size = 0
    if not board.sums:
        memcpy(target.max_needed, source.max_needed, sites * sizeof(int32_t))
        memcpy(target.allowed, source.allowed, sites * sizeof(uint64_t))
        memcpy(target.sum_so_far, source.sum_so_far, sites * sizeof(int32_t))

cdef bint _open_showing(Analyzer *a, int32_t cell, uint64_t clue_value) noexcept nogil:
    """Open an unknown cell, see `read_clue`; False where a clue cannot hold."""
    cdef Board *board = &a.board
    cdef Knowledge *knowledge = &a.knowledge
    knowledge.state[cell] = OPEN
    for k in range(board.covering_count[cell]):
        clue = board.covering_clues[cell][k]
        if knowledge.state[clue] == OPEN:
            count_in(a, clue, weight_over(board, cell, k), False, 1)
            if cannot_hold(knowledge, clue):
                return False
            enqueue_decided(knowledge, clue)
    if not read_clue(a, cell, clue_value):
        return False
    enqueue_decided(knowledge, cell)
    return True

cdef void values_of(Search *s, int32_t cell, int32_t *first_value, int32_t *last_value) noexcept nogil:
    """The first and the last of what a cell of the snapshot may show."""
    cdef Board *board = &s.analyzer.board
    first_value[0] = 0
    last_value[0] = board.symbols - 1
    if board.sums:
        count_around(board, s.snapshot.state, cell, first_value, last_value)
        last_value[0] += first_value[0]

cdef Status take_off(Prior *prior, int32_t mine_count) noexcept nogil:
    """So many mines were found."""
    if prior.mines >= 0:
        prior.mines -= mine_count
        if prior.mines < 0:
            return CONTRADICTION
    return DONE

cdef Supposition conclude(Analyzer *a, Prior prior, Marginals *out) noexcept nogil:
    """All that follows from what was just opened or settled; ``out`` and the frontier are of that position.
    ``prior``: of the cells that were unknown then."""
    cdef Supposition supposition = Supposition(status=CONTRADICTION, prior=prior, log_models=0.0)
    if propagate(a) != DONE:
        return supposition
    mines = a.knowledge.settled_mines
    if take_off(&supposition.prior, mines) != DONE:
        return supposition
    supposition.status = analyze_frontier(a, supposition.prior, out)
    supposition.log_models = a.summary.log_models
    if prior.mines < 0:  # the weight of the mines by the prior
        supposition.log_models += mines * prior.log_odds
    return supposition

cdef Supposition _suppose(Search *s, const Position *p, int32_t cell, uint64_t clue_value) noexcept nogil:
    cdef Supposition contradiction = Supposition(status=CONTRADICTION, prior=p.prior, log_models=0.0)
    copy_knowledge(&s.analyzer.board, &s.snapshot, &s.analyzer.knowledge)
    if not _open_showing(s.analyzer, cell, clue_value):
        return contradiction
    return conclude(s.analyzer, p.prior, &s.supposed_marginals)

cdef Supposition suppose(Search *s, const Position *p, int32_t cell, int32_t value) noexcept nogil:
    """Open an unknown cell of the snapshot's position that shows ``value``, with all that follows."""
    cdef Board *board = &s.analyzer.board
    return _suppose(s, p, cell, <uint64_t>value if board.sums else board.symbol_sums[board.kind[cell]][value])

cdef Supposition suppose_ways(Search *s, const Position *p, int32_t cell, int32_t value,
                              double *chance) noexcept nogil:
    """The same where a sum is shown in one of several ways, with the ``chance`` that it is in this one."""
    cdef Board *board = &s.analyzer.board
    cdef int32_t kind = board.kind[cell]
    cdef uint64_t sums = board.symbol_sums[kind][value]
    cdef Supposition supposition
    chance[0] = 0.0
    for sum in range(64):
        if sums >> sum & 1:
            supposition = _suppose(s, p, cell, <uint64_t>1 << sum)
            for display_way in range(board.display_ways if supposition.status == DONE else 0):
                if board.symbol[kind][sum * board.display_ways + display_way] == value:
                    chance[0] += exp(supposition.log_models - p.log_models) / board.display_ways
            if supposition.status != DONE and supposition.status != CONTRADICTION:
                return supposition
    return _suppose(s, p, cell, sums)

cdef inline bint is_uncertain(Analyzer *a, const Marginals *m, int32_t cell) noexcept nogil:
    return a.knowledge.state[cell] == UNKNOWN and m.proof[cell] == NOT_PROVED

cdef bint informative(Analyzer *a, const Marginals *m, int32_t cell) noexcept nogil:
    """Whether opening ``cell`` can tell anything, as far as the clues around it show. It cannot where no cell
    around it is uncertain, or where these are just those of one clue: then what it would show is known, if it
    is no mine."""
    cdef Board *board = &a.board
    cdef int32_t uncertain = 0, last_uncertain = -1
    for k in range(board.degree[cell]):
        if is_uncertain(a, m, board.neighbours[cell][k]):
            uncertain += 1
            last_uncertain = board.neighbours[cell][k]
    if uncertain == 0:
        return False
    if not board.sums:
        return True
    for k in range(board.covering_count[last_uncertain]):
        clue = board.covering_clues[last_uncertain][k]
        if a.knowledge.state[clue] != OPEN:
            continue
        shared_cells = 0
        for j in range(board.degree[clue]):
            clue_cell = board.neighbours[clue][j]
            if clue_cell != cell and is_uncertain(a, m, clue_cell):
                if not touches(board, clue_cell, cell):
                    shared_cells = -1
                    break
                shared_cells += 1
        if shared_cells == uncertain:
            return False
    return True

cdef int32_t safe_cells(Analyzer *a, const Marginals *m) noexcept nogil:
    """How many cells are proved safe and not yet open."""
    cdef const int8_t *state = a.knowledge.state
    cdef const int8_t *proof = m.proof
    cdef int32_t safe = 0
    for i in range(a.board.cells):
        safe += (state[i] == SAFE) | ((state[i] == UNKNOWN) & (proof[i] == PROVED_SAFE))
    return safe

cdef inline void _insert(Risks *risks, double risk) noexcept nogil:
    """Sort a risk in among the three least."""
    if risk < risks.first:
        risks.third = risks.second
        risks.second = risks.first
        risks.first = risk
    elif risk < risks.second:
        risks.third = risks.second
        risks.second = risk
    elif risk < risks.third:
        risks.third = risk

cdef Risks least_risks(Analyzer *a, const Marginals *m, bint only_informative) noexcept nogil:
    """The three least risks of a guess, 0 for a cell proved safe. With ``only_informative`` a cell that can
    tell nothing does not count, as long as there is another."""
    cdef Risks no_risk = Risks(first=0.0, second=0.0, third=0.0)
    cdef Risks risks = Risks(first=1.0, second=1.0, third=1.0)
    cdef Risks uninformative = risks  # of cells that can tell nothing
    cdef const int8_t *state = a.knowledge.state
    cdef const int8_t *proof = m.proof
    cdef int32_t cells = a.board.cells, safe = 0

    # The risks of all cells, sorted in; of those that can tell nothing by themselves.
    for i in range(cells):
        if state[i] >= MINE:
            continue
        if state[i] == SAFE or proof[i] == PROVED_SAFE:
            safe += not only_informative or informative(a, m, i)
            if safe > 2:
                return no_risk
        elif proof[i] == NOT_PROVED and m.probability[i] < risks.third:
            if not only_informative or informative(a, m, i):
                _insert(&risks, m.probability[i])
            else:
                _insert(&uninformative, m.probability[i])
    if risks.first >= 1.0:
        risks = uninformative
    if risks.first >= 1.0:  # nothing is uncertain
        return no_risk

    # Safe cells come first.
    for _k in range(safe):
        risks.third = risks.second
        risks.second = risks.first
        risks.first = 0.0
    return risks

cdef double expected_errors(Analyzer *a, const Marginals *m) noexcept nogil:
    """Expected number of cells that are wrong if each is called what it most likely is."""
    cdef double total = 0.0
    for i in range(a.board.cells):
        if is_uncertain(a, m, i):
            total += min(m.probability[i], 1.0 - m.probability[i])
    return total
