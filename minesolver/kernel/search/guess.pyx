# Which cell to guess where none is proved safe.

cdef extern from *:
    const double _UNINFORMATIVE "0.001"  # share of its score that such a cell keeps
    const double _CLOSE "0.06"  # how far below the best score, as a share of it
    # Of the states that a look-ahead may store: from there it is seen how many all candidates will need.
    const double _FORESEEN_FROM "0.1"
    const double _FORESEEN_TOO_MANY "1.5"  # times the states: candidates differ

cdef struct Bound:
    # what a candidate needs to be of interest
    double value  # of the look-ahead, or chance of a safe cell; less, and it is given up
    double safety

cdef bint _remote(Analyzer *a, int32_t cell) noexcept nogil:
    """Whether the cell and all around it are unknown and away from the clues."""
    if a.frontier.group_of[cell] >= 0:
        return False
    for k in range(a.board.degree[cell]):
        neighbour = a.board.neighbours[cell][k]
        if a.knowledge.state[neighbour] != UNKNOWN or a.frontier.group_of[neighbour] >= 0:
            return False
    return True

cdef void _sort_candidates(Search *s, int32_t count) noexcept nogil:
    """By risk; equals by their rank."""
    cdef Analyzer *a = s.analyzer
    for k in range(1, count):
        cell = s.cells[k]
        sorted_index = k
        while sorted_index > 0:
            previous = s.cells[sorted_index - 1]
            if s.risk[previous] < s.risk[cell] - TIE:
                break
            if s.risk[previous] <= s.risk[cell] + TIE and rank_of(a, previous) <= rank_of(a, cell):
                break
            s.cells[sorted_index] = previous
            sorted_index -= 1
        s.cells[sorted_index] = cell

cdef int32_t list_candidates(Search *s, double share) noexcept nogil:
    """Unknown cells with at least this share of the best safety, the safest first; returns their number. Of
    cells that are alike whatever happens (all around unknown, away from the clues), one of each degree. The
    frontier must be at the position, ``s.risk`` have its risks."""
    cdef Analyzer *a = s.analyzer
    cdef double least_risk = 2.0
    cdef uint64_t degrees_listed = 0
    cdef int32_t count = 0
    for i in range(a.board.cells):
        if a.knowledge.state[i] == UNKNOWN:
            least_risk = min(least_risk, s.risk[i])
    greatest_risk = 1.0 - share * (1.0 - least_risk) + TIE
    for i in range(a.board.cells):
        if a.knowledge.state[i] != UNKNOWN or s.risk[i] > greatest_risk or s.risk[i] >= 1.0:
            continue
        if _remote(a, i):
            if degrees_listed >> (a.board.degree[i] & 63) & 1:
                continue
            degrees_listed |= <uint64_t>1 << (a.board.degree[i] & 63)
        s.cells[count] = i
        count += 1
    _sort_candidates(s, count)
    return count

cdef double _worth(Search *s) noexcept nogil:
    """What the supposed position is worth: the safety of the next guess, less what stays uncertain."""
    cdef Parameters *parameters = &s.parameters
    cdef Risks risks = least_risks(s.analyzer, &s.supposed_marginals, parameters.skip_uninformative)
    cdef double value = 1.0 - risks.first - parameters.second_best_weight * (risks.second - risks.first) - (
        parameters.third_best_weight * (risks.third - risks.first)
    )
    if parameters.expected_errors_weight > 0.0:
        errors = expected_errors(s.analyzer, &s.supposed_marginals)
        value -= parameters.expected_errors_weight * log(1.0 + errors)
    return value

cdef ShownValue *_add_value(Candidate *candidate, int32_t value, double chance,
                            int32_t safe_count) noexcept nogil:
    """Add one of the values that a candidate may show."""
    cdef ShownValue *shown_value = &candidate.outcomes[min(value, VALUES)]
    shown_value.chance = chance
    shown_value.safe_cells = safe_count
    candidate.value_count += 1
    if safe_count:
        candidate.progress += chance
        candidate.expected_safe += chance * safe_count
    if chance > 0.0:
        candidate.entropy -= chance * log(chance)
    return shown_value

cdef Status _look_ahead(Search *s, const Position *p, Candidate *candidate, Bound bound) noexcept nogil:
    """What opening a candidate brings, its score the expected worth; given up where that cannot be enough.
    The frontier is left at one of the positions that were supposed."""
    cdef int32_t cell = candidate.cell
    cdef Supposition supposition
    cdef double remaining_chance = 2.0  # chance of the values to come; at first not even bounded
    cdef double chance
    cdef int32_t first_value, last_value
    values_of(s, cell, &first_value, &last_value)
    for value in range(first_value, last_value + 1):
        # The position where it shows this value, and the chance that it does.
        supposition = suppose(s, p, cell, value)
        if supposition.status == CONTRADICTION:
            continue
        chance = exp(supposition.log_models - p.log_models)
        if s.analyzer.board.display_ways > 1 and supposition.status == DONE:
            supposition = suppose_ways(s, p, cell, value, &chance)
        if supposition.status != DONE:
            return supposition.status
        # What that brings.
        if value == first_value:
            candidate.zero_chance = chance
        shown_value = _add_value(candidate, value, chance, safe_cells(s.analyzer, &s.supposed_marginals))
        if remaining_chance > 1.0:
            remaining_chance = bound.safety
        remaining_chance -= chance
        # Whether what is still to come can be enough.
        if s.parameters.kind == LOOKAHEAD:
            shown_value.worth = _worth(s)
            candidate.score += chance * shown_value.worth
            if candidate.score + remaining_chance <= bound.value:
                break
        elif candidate.progress + remaining_chance < bound.value:
            break
    if candidate.value_count == 1 and s.parameters.skip_uninformative:
        candidate.score *= _UNINFORMATIVE
    return DONE

cdef struct Methods:
    # that tell close candidates apart
    bint trees, playouts
    double reach  # share of the best score from which a candidate is of interest

cdef struct Close:
    int32_t count
    int32_t candidates[MOST_CLOSE]

cdef bint _by_tree(Search *s, Choice *choice, int decision, int32_t won) noexcept nogil:
    """Take what a game tree found; False where it ran out of nodes."""
    if won < 0 or s.tree.first_cell < 0:
        return False
    choice.decision = BY_TREE if decision == BY_TREE else BY_REGION
    choice.cell = s.tree.cells[s.tree.first_cell]
    choice.won = won
    choice.layouts = s.tree.layout_count
    return True

cdef bint decide_by_tree(Search *s, const Position *p, Choice *choice) noexcept nogil:
    """Decide by the game tree of the board, or of a region; False where there are too many layouts."""
    cdef Parameters *parameters = &s.parameters
    if parameters.kind != LOOKAHEAD:
        return False
    if (
        p.prior.mines >= 0
        and p.log_models <= parameters.tree_log_layouts
        and list_layouts(s.analyzer, &s.tree, p.prior.mines)
        and _by_tree(s, choice, BY_TREE, play_out(&s.tree, parameters.tree_nodes))
    ):
        return True
    if parameters.solve_regions:
        return _by_tree(s, choice, BY_REGION, play_region(s.analyzer, &s.tree, parameters.tree_nodes))
    return False

cdef Status _set_risks(Search *s, const Position *p) noexcept nogil:
    """What each cell risks; the frontier comes back to the position."""
    cdef Analyzer *a = s.analyzer
    cdef double credit = s.parameters.fifty_fifty_credit
    for i in range(a.board.cells):
        s.on_frontier[i] = a.frontier.group_of[i] >= 0
        s.risk[i] = p.probability[i]
    if s.parameters.kind != LOOKAHEAD or credit <= 0.0:
        return DONE
    fifty_fifty_risks(s, p)
    for i in range(a.board.cells):
        s.risk[i] = p.probability[i] - credit * s.fifty_fifty[i]
    copy_knowledge(&a.board, &s.snapshot, &a.knowledge)
    return analyze_frontier(a, p.prior, &s.supposed_marginals)

cdef Bound _bound(Search *s, double safety, double max_score, const Candidate *best,
                  double reach) noexcept nogil:
    """What a candidate needs to be of interest; ``max_score``: what its score is at the most."""
    cdef Bound bound
    bound.safety = safety
    bound.value = -1.0
    if s.parameters.kind == PSEQ:
        bound.value = best.progress - 2.0 * TIE
    elif best.score > 0.0:
        bound.value = safety * pow(reach * best.score / max_score, 1.0 / s.parameters.lookahead_exponent)
    return bound

cdef double _score(Search *s, Candidate *candidate) noexcept nogil:
    """The score of a candidate, whose ``score`` is the expected worth of what follows."""
    cdef Parameters *parameters = &s.parameters
    cdef double worth = candidate.score / candidate.safety
    cdef double score = (1.0 - s.risk[candidate.cell]) * pow(worth, parameters.lookahead_exponent)
    if s.on_frontier[candidate.cell]:
        return score * (1.0 + parameters.frontier_bonus)
    return score * (1.0 + parameters.zero_bonus * candidate.zero_chance / candidate.safety)

cdef bint _is_better(Search *s, Candidate *candidate, const Candidate *best) noexcept nogil:
    if s.parameters.kind != PSEQ:
        return candidate.score > best.score + TIE
    if not -TIE < candidate.progress - best.progress <= TIE:
        return candidate.progress > best.progress
    if not -TIE < candidate.expected_safe - best.expected_safe <= TIE:
        return candidate.expected_safe > best.expected_safe
    return candidate.entropy > best.entropy + TIE

cdef Candidate *_begin_candidate(Search *s, const Position *p, int32_t index) noexcept nogil:
    cdef Candidate *candidate = &s.candidates[index]
    cdef double credit = max(s.parameters.fifty_fifty_credit, 1e-9)
    memset(candidate, 0, sizeof(Candidate))
    candidate.cell = s.cells[index]
    candidate.safety = 1.0 - p.probability[candidate.cell]
    candidate.fifty_fifty = (p.probability[candidate.cell] - s.risk[candidate.cell]) / credit
    candidate.playouts = -1.0
    candidate.multiplier = 1.0
    return candidate

cdef Status _evaluate(Search *s, const Position *p, int32_t begin, int32_t *count, double reach,
                      bint recording, Candidate *best) noexcept nogil:
    """Look ahead from the candidates from ``begin`` on; ``count`` is less where the others cannot be best."""
    cdef Parameters *parameters = &s.parameters
    cdef double max_bonus = max(parameters.frontier_bonus, parameters.zero_bonus)
    cdef Bound bound
    for k in range(begin, count[0]):
        if look(&s.analyzer.clock):
            return STOPPED
        # Candidates are the safest first: from here on none can be best.
        candidate = _begin_candidate(s, p, k)
        max_score = (1.0 - s.risk[candidate.cell]) * (1.0 + max_bonus)
        if parameters.kind == LOOKAHEAD and max_score <= reach * best.score and not recording:
            count[0] = k
            return DONE
        # Look ahead, as far as it takes to see that it cannot be best.
        bound = _bound(s, candidate.safety, max_score, best, reach)
        if recording:
            bound.value = -1.0
        status = _look_ahead(s, p, candidate, bound)
        if status != DONE:
            return status
        if recording and _is_too_dear(s, k + 1, count[0]):
            s.analyzer.elimination.work_left = -1
            return LIMIT
        # Its score.
        if parameters.kind == LOOKAHEAD:
            candidate.score = _score(s, candidate)
        if _is_better(s, candidate, best):
            best[0] = candidate[0]
    return DONE

cdef bint _is_too_dear(Search *s, int32_t done, int32_t count) noexcept nogil:
    """Whether the candidates, of which so many are done, will need far more states than may be stored."""
    cdef double allowed = AHEAD_STATES
    cdef double stored = allowed - s.analyzer.elimination.work_left
    return stored > _FORESEEN_FROM * allowed and stored * count > _FORESEEN_TOO_MANY * allowed * done

cdef Close _find_close(Search *s, int32_t count, double best_score) noexcept nogil:
    """The candidates with a score close to the ``best_score``, the best first."""
    cdef Close close
    close.count = 0
    for k in range(count):
        score = s.candidates[k].score
        if score < (1.0 - _CLOSE) * best_score:
            continue
        sorted_index = min(close.count, MOST_CLOSE - 1)
        if close.count < MOST_CLOSE:
            close.count += 1
        elif score <= s.candidates[close.candidates[sorted_index]].score:
            continue
        while sorted_index > 0 and s.candidates[close.candidates[sorted_index - 1]].score < score:
            close.candidates[sorted_index] = close.candidates[sorted_index - 1]
            sorted_index -= 1
        close.candidates[sorted_index] = k
    return close

cdef Status _ask_trees(Search *s, const Position *p, Close *close) noexcept nogil:
    """Correct the scores of the close candidates by what the boosted trees see of them."""
    cdef Traits table[MOST_CLOSE]
    cdef CandidateFeatures features
    describe_shared(s, p, &features.shared)
    for k in range(close.count):
        candidate = &s.candidates[close.candidates[k]]
        status = describe_candidate(s, p, candidate, &table[k])
        if status != DONE:
            return status
    for k in range(close.count):
        compare(table, close.count, k, &features)
        candidate = &s.candidates[close.candidates[k]]
        correction = boosted(&s.trees, <double *>&features)
        candidate.multiplier = exp(s.parameters.trees_weight * correction / SCORE_SCALE)
        candidate.score *= candidate.multiplier
    return DONE

cdef Status _play_out_close(Search *s, const Position *p, Close *close, int32_t *best) noexcept nogil:
    """The best of the close candidates, by playouts; their scores change."""
    cdef Racer racers[MOST_CLOSE]
    cdef Status status
    for k in range(close.count):
        racers[k].cell = s.candidates[close.candidates[k]].cell
        racers[k].score = s.candidates[close.candidates[k]].score
    leader = race(s, p, racers, close.count, &status)
    if status != DONE:
        return status
    for k in range(close.count):
        s.candidates[close.candidates[k]].score = racers[k].score
        s.candidates[close.candidates[k]].playouts = max(0.0, racers[k].won)
    best[0] = racers[leader].cell
    return DONE

cdef Status _tell_apart(Search *s, const Position *p, int32_t count, Methods *methods,
                        Candidate *best) noexcept nogil:
    """Tell the close candidates apart by boosted trees and by playouts; ``best`` gets the cell."""
    cdef Close close = _find_close(s, count, best.score)
    cdef double top = 0.0
    if methods.trees and close.count > 1:
        status = _ask_trees(s, p, &close)
        if status != DONE:
            return status
        for k in range(close.count):
            top = max(top, s.candidates[close.candidates[k]].score)
        close = _find_close(s, count, max(best.score, top))
        if close.count == 0:  # the trees think little of all of them
            close = _find_close(s, count, top)
        best.cell = s.candidates[close.candidates[0]].cell
    if methods.playouts and close.count > 1:
        return _play_out_close(s, p, &close, &best.cell)
    return DONE

cdef Methods _methods(Search *s, const Position *p) noexcept nogil:
    cdef Parameters *parameters = &s.parameters
    cdef Methods methods
    cdef bint looks_ahead = parameters.kind == LOOKAHEAD and p.prior.mines >= 0
    methods.trees = looks_ahead and parameters.trees_weight > 0.0 and s.trees.count > 0
    methods.trees = methods.trees and s.analyzer.board.square
    methods.playouts = looks_ahead and parameters.playouts > 0
    methods.playouts = methods.playouts and p.log_models <= parameters.playout_log_layouts
    methods.reach = 1.0 - _CLOSE if methods.trees or methods.playouts else 1.0
    return methods

cdef Status _decide_by_scores(Search *s, const Position *p, bint recording, Choice *choice) noexcept nogil:
    cdef Parameters *parameters = &s.parameters
    cdef Methods methods = _methods(s, p)
    cdef Candidate best
    cdef bint uninformative
    cdef int32_t count
    cdef Status status = _set_risks(s, p)
    if status != DONE:
        return status

    # The candidates; without any score the safest is best.
    count = list_candidates(s, 1.0 if parameters.kind == PSEQ else parameters.min_relative_safety)
    evaluated = count
    best.cell = choice.cell = s.cells[0]
    best.score = best.progress = best.expected_safe = best.entropy = -1.0
    choice.candidate_count = count
    if count == 1 and not recording:
        return DONE

    # Look ahead from each.
    status = _evaluate(s, p, 0, &count, methods.reach, recording, &best)
    uninformative = parameters.kind == LOOKAHEAD and parameters.skip_uninformative
    uninformative = uninformative and best.score <= _UNINFORMATIVE
    if status == DONE and evaluated > 1 and uninformative:
        # A riskier cell that tells something goes first: these are as good later.
        copy_knowledge(&s.analyzer.board, &s.snapshot, &s.analyzer.knowledge)
        status = analyze_frontier(s.analyzer, p.prior, &s.supposed_marginals)
        evaluated = count
        count = list_candidates(s, 0.0)
        if status == DONE:
            status = _evaluate(s, p, evaluated, &count, methods.reach, recording, &best)
    choice.cell = best.cell
    choice.candidate_count = count

    # What is close is told apart by other means.
    if status == DONE and (methods.trees or methods.playouts) and best.score > _UNINFORMATIVE:
        status = _tell_apart(s, p, count, &methods, &best)
        choice.cell = best.cell
    return status

cdef Status _decide_by_safety(Search *s, const Position *p, bint recording, Choice *choice) noexcept nogil:
    choice.cell = safest(s.analyzer, p.probability)
    if not recording:
        return DONE
    _set_risks(s, p)
    choice.candidate_count = list_candidates(s, 0.0)
    for k in range(choice.candidate_count):
        candidate = _begin_candidate(s, p, k)
        candidate.score = candidate.safety
    return DONE

cdef Choice choose_guess(Search *s, const Position *p, bint recording) noexcept nogil:
    """The cell to guess where none is proved safe; what is known comes back as it was. Must follow the
    analysis of the position. ``choice.cell`` is a cell whatever the status. With ``recording`` no candidate
    is given up before all of its values are looked at: the choice is the same, and ``s.candidates`` has what
    speaks for each of them."""
    cdef Choice choice = Choice(decision=BY_LOOKAHEAD, cell=-1, status=DONE, candidate_count=0, won=0,
                                layouts=0)
    copy_knowledge(&s.analyzer.board, &s.analyzer.knowledge, &s.snapshot)
    if s.parameters.kind == SAFEST:
        choice.status = _decide_by_safety(s, p, recording, &choice)
        return choice
    if decide_by_tree(s, p, &choice):
        return choice
    choice.status = _decide_by_scores(s, p, recording, &choice)
    copy_knowledge(&s.analyzer.board, &s.snapshot, &s.analyzer.knowledge)
    if s.analyzer.clock.stopped:
        choice.status = STOPPED
    if choice.status != DONE:
        choice.decision = NOT_DECIDED
    return choice
