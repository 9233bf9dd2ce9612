# Close candidates told apart by playing on from each, on the same layouts drawn at random.
#
# After each guess of a playout the chance to have survived it is known, so its luck is subtracted from the
# result (a martingale control variate, as in AIVAT, Burch et al. 2018); a playout ends where a small game
# tree takes over. Its guesses are the safest cell: four times as quick as looking ahead
# (``benchmarks/players.py --plot``), though what follows is then valued by a weaker player.

cdef struct Racer:
    # A candidate that is played out.
    int32_t cell
    double score  # before; then less what it is behind the best
    double total  # of its results
    double won  # share of games won, or -1
    double behind
    bint racing

cdef enum:
    _BATCH = 16  # layouts between two looks at how it stands

cdef extern from *:
    const double _SURVIVAL_WEIGHT "0.57"  # in games: near the winning chance after a guess
    const double _PRIOR_WEIGHT "70.0"  # of the scores, in playouts, up to 10^12 layouts
    const double _PRIOR_LOG_LAYOUTS "27.63102111592855"  # beyond, more in proportion
    const double SCORE_SCALE "0.75"  # share of the winning chance for a unit of log score
    const double _VARIANCE "0.034"  # of the difference between two playouts on a layout
    const double _OUT_OF_REACH "1.2"  # standard deviations of what the playouts to come may change
    const double _LEAST_MEAN "0.02"  # winning chance
    const double _TREE_LOG_LAYOUTS "3.2386784521643803"  # what the game tree takes over
    const int64_t _TREE_NODES "(int64_t)(4000)"

score_scale = SCORE_SCALE

cdef uint64_t key_of_position(Analyzer *a) noexcept nogil:
    """Where the random numbers of a position start: the same position is always played out alike."""
    cdef uint64_t key = a.board.cells, word
    for i in range(a.board.cells):
        word = a.knowledge.state[i]
        if a.knowledge.state[i] == OPEN:
            word |= clue_word(a, i) << 8
        key = mix(key ^ (word << 32) ^ <uint64_t>i)
    return key

cdef int32_t _draw_frontier(Search *s, int32_t mines, uint64_t *stream) noexcept nogil:
    """Settle one frontier cell after another, by its probability given those before. Returns the mines that
    are left for the unconstrained cells, or -1 where a position did not fit."""
    cdef Analyzer *a = s.analyzer
    cdef Frontier *f = &a.frontier
    cdef Marginals *m = &s.playout.marginals
    cdef Prior prior = Prior(mines=mines, log_odds=0.0)
    cdef int32_t cell = 0
    cdef bint is_mine
    while True:
        if analyze_frontier(a, prior, m) != DONE:
            return -1
        while cell < a.board.cells and (a.knowledge.state[cell] != UNKNOWN or f.group_of[cell] < 0):
            cell += 1
        if cell == a.board.cells:
            return prior.mines
        is_mine = chance(stream) < m.probability[cell]  # which is 1 of a proved mine, and 0 of a safe cell
        if settle(a, cell, is_mine) != DONE or propagate(a) != DONE:
            return -1
        prior.mines -= is_mine + a.knowledge.settled_mines

cdef Status draw(Search *s, int32_t mines, uint64_t *stream) noexcept nogil:
    """Lay the mines of ``s.playout``: a layout of the snapshot's position, each equally likely. ``mines``: in
    its unknown cells. The frontier is left changed."""
    cdef Analyzer *a = s.analyzer
    cdef Game *g = &s.playout
    cdef int32_t free = 0
    copy_knowledge(&a.board, &s.snapshot, &a.knowledge)
    mines = _draw_frontier(s, mines, stream)
    if mines < 0:
        return STOPPED if a.clock.stopped else LIMIT
    for i in range(a.board.cells):
        g.layout[i] = a.knowledge.state[i] == MINE
        if a.knowledge.state[i] == UNKNOWN:
            g.deck[free] = i
            free += 1
    s.passages.count = s.passages.finished = 0
    deal(a, g, mines, free, stream)
    return DONE

cdef void begin_playout(Search *s, const Position *p, const Knowledge *source, Game *g) noexcept nogil:
    """Put a position on the board of a game, whose layout is given."""
    copy_knowledge(&s.analyzer.board, source, &s.analyzer.knowledge)
    g.opened = count_of(&s.analyzer.board, source.state, OPEN)
    g.proved_mines = count_of(&s.analyzer.board, source.state, MINE)
    g.mines = p.prior.mines + g.proved_mines

cdef uint64_t _key_of_open(Analyzer *a) noexcept nogil:
    """A hash of the cells that are open: on one layout it stands for the position."""
    cdef uint64_t key = 1
    for i in range(a.board.cells):
        if a.knowledge.state[i] == OPEN:
            key += mix(<uint64_t>i)
    return key

cdef bint _met(Search *s, double *result) noexcept nogil:
    """Whether another playout on this layout was here: then ``result`` gets what it did from here on."""
    cdef Passages *passages = &s.passages
    cdef uint64_t key = _key_of_open(s.analyzer)
    for k in range(passages.finished):
        if passages.passed[k].key == key:
            result[0] += passages.passed[k].result
            return True
    if passages.count < PASSAGES:
        passages.passed[passages.count].key = key
        passages.passed[passages.count].result = result[0]
        passages.count += 1
    return False

cdef void _finish_passages(Passages *passages, double result) noexcept nogil:
    """The playout is over: what it did from each of its guesses on."""
    for k in range(passages.finished, passages.count):
        passages.passed[k].result = result - passages.passed[k].result
    passages.finished = passages.count

cdef Status play_out_safest(Search *s, int32_t cell, double risk, double *result) noexcept nogil:
    """Open ``cell``, a mine with the chance ``risk``, and play ``s.playout`` to the end. ``result``: 1 for a
    game won, 0 for a game lost, less the luck of its guesses."""
    cdef Analyzer *a = s.analyzer
    cdef Game *g = &s.playout
    result[0] = 0.0
    while True:
        result[0] -= _SURVIVAL_WEIGHT * (risk - g.layout[cell])
        outcome = proceed(a, g, cell)
        if outcome == UNFINISHED:
            return STOPPED if a.clock.stopped else LIMIT
        if outcome != GUESS:
            result[0] += outcome == WON
            break
        if _met(s, result):
            break
        if a.summary.log_models <= _TREE_LOG_LAYOUTS and list_layouts(a, &s.tree, g.mines - g.proved_mines):
            won = play_out(&s.tree, _TREE_NODES)
            if won >= 0:
                result[0] += <double>won / s.tree.layout_count
                break
        cell = safest(a, g.marginals.probability)
        risk = g.marginals.probability[cell]
    _finish_passages(&s.passages, result[0])
    return DONE

cdef Status _play_batch(Search *s, const Position *p, Racer *racers, int32_t count,
                        uint64_t *stream) noexcept nogil:
    """Play all that are in the race on some more layouts."""
    cdef double result
    for _layout in range(_BATCH):
        status = draw(s, p.prior.mines, stream)
        if status != DONE:
            return status
        for k in range(count):
            if racers[k].racing:
                begin_playout(s, p, &s.snapshot, &s.playout)
                status = play_out_safest(s, racers[k].cell, p.probability[racers[k].cell], &result)
                if status != DONE:
                    return status
                racers[k].total += result
        if look(&s.analyzer.clock):
            return STOPPED
    return DONE

cdef int32_t _compare(Racer *racers, int32_t count, int32_t racing_count, int32_t layouts,
                      int64_t max_layouts, double prior, double *scale) noexcept nogil:
    """How far each is behind the best, by score and results; returns the best.

    ``max_layouts``: layouts in the end. ``prior``: the weight of the scores, in layouts. ``scale``: what a
    unit of log score is worth in games."""
    cdef double mean = 0.0, share = layouts / (layouts + prior), best_value = -2.0
    cdef double final_share = max_layouts / (max_layouts + prior)
    cdef double reach = _OUT_OF_REACH * sqrt(_VARIANCE / prior * max(0.0, final_share - share))
    cdef int32_t leader = 0
    for k in range(count):
        if racers[k].racing:
            mean += racers[k].total / (layouts * racing_count)
    scale[0] = SCORE_SCALE * max(mean, _LEAST_MEAN)
    for k in range(count):
        if racers[k].racing:
            score_difference = scale[0] * log(racers[k].score / racers[0].score)
            racers[k].won = racers[k].total / layouts
            racers[k].behind = (1.0 - share) * score_difference + share * racers[k].won
            if racers[k].behind > best_value:
                best_value = racers[k].behind
                leader = k
    for k in range(count):
        if racers[k].racing:
            racers[k].behind = best_value - racers[k].behind
            if racers[k].behind > reach:
                racers[k].racing = False
    return leader

cdef int32_t race(Search *s, const Position *p, Racer *racers, int32_t count, Status *status) noexcept nogil:
    """Which of the candidates wins most often, by playouts on at most as many layouts as the policy says.
    ``racers``: the best first, with their cells and scores. Those that are out of the race are not played out
    any more. The snapshot must be of this position; the frontier is left changed."""
    cdef uint64_t stream
    cdef double scale = SCORE_SCALE, prior = _PRIOR_WEIGHT * max(1.0, p.log_models / _PRIOR_LOG_LAYOUTS)
    cdef int32_t racing_count = count, layouts = 0, leader = 0
    copy_knowledge(&s.analyzer.board, &s.snapshot, &s.analyzer.knowledge)
    stream = key_of_position(s.analyzer)
    for k in range(count):
        racers[k].total = racers[k].behind = 0.0
        racers[k].won = -1.0
        racers[k].racing = True
    while layouts < s.parameters.playouts and racing_count > 1:
        status[0] = _play_batch(s, p, racers, count, &stream)
        if status[0] != DONE:
            return leader
        layouts += _BATCH
        leader = _compare(racers, count, racing_count, layouts, s.parameters.playouts, prior, &scale)
        racing_count = 0
        for k in range(count):
            racing_count += racers[k].racing
    status[0] = DONE
    for k in range(count - 1, -1, -1):
        racers[k].score = racers[0].score * exp(-racers[k].behind / scale)
    return leader
