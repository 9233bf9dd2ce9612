# Features of a position that was supposed.

cdef extern from *:
    const double _LEAST_RISK "1e-09"  # keeps logarithms finite
    const double _NEAR_RISK "0.03"  # of the least risk

cdef struct Totals:
    int32_t safe, proved_mines, uncertain, on_frontier
    int32_t even  # cells that could as well be mines as not
    int32_t near_least
    Risks least_risks
    double entropy, errors

cdef void _add_uncertain(Totals *totals, double probability) noexcept nogil:
    """Add a cell whose content is uncertain."""
    cdef double risk = min(max(probability, _LEAST_RISK), 1.0 - _LEAST_RISK)
    totals.uncertain += 1
    _insert(&totals.least_risks, risk)
    totals.entropy -= risk * log(risk) + (1.0 - risk) * log(1.0 - risk)
    totals.errors += min(risk, 1.0 - risk)
    totals.even += risk > 0.4 and risk < 0.6

cdef Totals _sum_up(Analyzer *a, Marginals *m) noexcept nogil:
    cdef Totals totals
    memset(&totals, 0, sizeof(totals))
    totals.least_risks.first = totals.least_risks.second = totals.least_risks.third = 1.0
    for i in range(a.board.cells):
        if a.knowledge.state[i] == SAFE:
            totals.safe += 1
        elif a.knowledge.state[i] == UNKNOWN:
            if m.proof[i] == PROVED_SAFE:
                totals.safe += 1
            elif m.proof[i] == PROVED_MINE:
                totals.proved_mines += 1
            else:
                totals.on_frontier += a.frontier.group_of[i] >= 0
                _add_uncertain(&totals, m.probability[i])
    for i in range(a.board.cells):
        if a.knowledge.state[i] == UNKNOWN and m.proof[i] == NOT_PROVED:
            totals.near_least += m.probability[i] <= totals.least_risks.first + _NEAR_RISK
    if totals.uncertain == 0:
        totals.least_risks.first = totals.least_risks.second = totals.least_risks.third = 0.0
    return totals

cdef void describe(Search *s, Prior prior, double log_models, Features *out) noexcept nogil:
    """Features of the position that was supposed; their scales are those that the trees were fitted to."""
    cdef Totals totals = _sum_up(s.analyzer, &s.supposed_marginals)
    cdef int32_t mines = prior.mines - totals.proved_mines
    cdef double greatest = 0.0, fifty_fifties = plain_fifty_fifties(s, &greatest)
    out[0] = Features(log_safe_cells=log(1.0 + totals.safe), least_risk=totals.least_risks.first,
                      second_risk=totals.least_risks.second, third_risk=totals.least_risks.third,
                      log_near_least=log(1.0 + totals.near_least), log_unknown=log(1.0 + totals.uncertain),
                      unknown=totals.uncertain / 100.0, mines=mines / 20.0,
                      density=<double>mines / totals.uncertain if totals.uncertain else 0.0,
                      log_models=log_models / 40.0, log_log_models=log(1.0 + max(0.0, log_models)),
                      entropy=totals.entropy / 20.0, expected_errors=totals.errors / 10.0,
                      even_chances=totals.even / 10.0, frontier=totals.on_frontier / 40.0,
                      unconstrained=(totals.uncertain - totals.on_frontier) / 100.0,
                      fifty_fifties=fifty_fifties, greatest_fifty_fifty=greatest,
                      any_safe_cell=totals.safe > 0, root_entropy=sqrt(totals.entropy))
