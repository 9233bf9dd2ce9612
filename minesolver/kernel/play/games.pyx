# Whole games of a policy, for Monte-Carlo work.
#
# Layouts are those of :mod:`minesolver.game`: the same seed and number give the same game.
#
# Beside its outcome each game has a variance-reduced result. Whether a guess is survived is chance with an
# exactly known probability, so that part can be subtracted without changing the mean: for each guess,
# ``worth`` x (survived - probability); and where a game comes to a position that is played by the whole game
# tree, the exact winning chance stands in for the rest. That is a martingale control variate, as in AIVAT
# (Burch et al. 2018): any ``worth`` is unbiased, the nearer to the winning chance the less variance is left.

cdef struct GameResult:
    Outcome outcome
    int32_t guesses, opened
    int32_t survived  # guesses that were survived
    double adjusted  # the result with the luck of the guesses subtracted, see the head of this file

cdef void write_result(GameResult game_result, double *row) noexcept nogil:
    row[0] = <int>game_result.outcome
    row[1] = game_result.guesses
    row[2] = game_result.opened
    row[3] = game_result.survived
    row[4] = game_result.adjusted

cdef void choose(Search *s, Game *g, Choice *choice) noexcept nogil:
    """The guess of the policy; must follow the analysis of the position, as `proceed` leaves it."""
    cdef Position p
    cdef Words key
    p.prior = Prior(mines=g.mines - g.proved_mines, log_odds=0.0)
    p.log_models = s.analyzer.summary.log_models
    p.probability = g.marginals.probability
    if s.parameters.kind == SAFEST:  # as quick as to look it up
        choice[0] = choose_guess(s, &p, False)
        return
    key = key_of_choice(s.analyzer, &p)
    if not find_choice(&s.choices, key, choice):
        s.analyzer.elimination.work_left = AHEAD_STATES
        choice[0] = choose_guess(s, &p, False)
        s.analyzer.elimination.work_left = ANY_STATES
        if not s.analyzer.clock.stopped and choice.status == DONE:  # else it was broken off
            remember_choice(&s.choices, key, choice)

cdef GameResult play_on(Search *s, Game *g, int32_t cell, double risk, double worth,
                        bint to_the_end) noexcept nogil:
    """Open a cell that is a mine with the chance ``risk``, and play the game to its end. ``worth``: of a
    guess survived. Not ``to_the_end``: up to the position that the game tree plays, whose winning chance is
    enough for the variance-reduced result (the outcome is then GUESS)."""
    cdef Analyzer *a = s.analyzer
    cdef GameResult result
    cdef Choice choice
    cdef double luck = 0.0
    cdef double winning_chance = -1.0  # of winning, once the game tree knows it
    result.survived = 0
    result.guesses = 1 if risk > 0.0 else 0
    while True:
        # The luck of this guess.
        if risk > 0.0:
            result.survived += not g.layout[cell]
            if winning_chance < 0.0:
                luck += worth * (risk - g.layout[cell])
        # All that follows from it.
        result.outcome = proceed(a, g, cell)
        if result.outcome != GUESS:
            break
        # The next guess.
        look(&a.clock)
        choose(s, g, &choice)
        if a.clock.stopped or choice.status == LIMIT and not a.board.square:
            result.outcome = UNFINISHED
            break
        if choice.decision == BY_TREE and winning_chance < 0.0:
            winning_chance = <double>choice.won / choice.layouts
            if not to_the_end:
                break
        cell = choice.cell
        risk = g.marginals.probability[cell]
        result.guesses += 1

    # The result, less the luck.
    result.opened = g.opened
    if winning_chance < 0.0:
        winning_chance = 1.0 if result.outcome == WON else 0.0
    result.adjusted = winning_chance - luck
    return result

cdef GameResult play_game(Search *s, Game *g, int32_t protected_, int32_t start_cell, uint64_t key,
                          double worth, const int8_t *layout) noexcept nogil:
    """Play one game. ``protected_``: what the first click protects, as in `lay`. ``layout``: instead of the
    key, 1 for a mine, and above that in which way the cell shows its sum; all such layouts are equally
    likely."""
    cdef GameResult unfinished
    cdef Prior prior = Prior(mines=g.mines, log_odds=0.0)
    cdef int cell
    if layout == NULL:
        begin_game(s.analyzer, g, protected_, start_cell, key)
        risk = 0.0 if protected_ else <double>g.mines / s.analyzer.board.cells
        return play_on(s, g, start_cell, risk, worth, True)
    for cell in range(s.analyzer.board.cells):
        g.layout[cell] = layout[cell] & 1
        g.display_way[cell] = layout[cell] >> 1
    start_position(s.analyzer, g)
    if protected_ == 0 and analyze_frontier(s.analyzer, prior, &g.marginals) != DONE:
        memset(&unfinished, 0, sizeof(unfinished))
        unfinished.outcome = UNFINISHED
        return unfinished
    return play_on(s, g, start_cell, 0.0 if protected_ else g.marginals.probability[start_cell], worth, True)
