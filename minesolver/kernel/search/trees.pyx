# What tells close candidates apart beyond their scores, by boosted trees over traits of each.
#
# The trees are fitted to playouts by ``benchmarks/ranking.py``. They see a candidate, what its values would
# leave on average, and how it differs from the other candidates.

cdef enum:
    _FAR = 6  # as far from the edge as any
    _NEAR_CELLS = 2  # rows and columns

cdef extern from *:
    const double _LEAST_SCORE "1e-06"  # keeps its logarithm finite

def feature_names():
    """The names of all that the trees see of a candidate, in order: the fields of ``CandidateFeatures``."""
    cdef Traits traits
    cdef Shared shared
    memset(&traits, 0, sizeof(Traits))
    memset(&shared, 0, sizeof(Shared))
    cdef dict fields = traits
    cdef list trait_names = []
    for name, value in fields.items():
        trait_names += [f"{name}_{field}" for field in value] if isinstance(value, dict) else [name]
    cdef dict shared_fields = shared
    return (*trait_names, *(f"{name}_over_mean" for name in trait_names),
            *(f"position_{name}" for name in shared_fields))

cdef void _describe_place(Search *s, int32_t cell, Traits *out) noexcept nogil:
    """Where on the board the candidate is."""
    cdef Board *board = &s.analyzer.board
    cdef int32_t row = cell // board.cols, col = cell % board.cols, down = min(row, board.rows - 1 - row)
    cdef int32_t right = min(col, board.cols - 1 - col), opened = 0
    for r in range(max(0, row - _NEAR_CELLS), min(board.rows, row + _NEAR_CELLS + 1)):
        for c in range(max(0, col - _NEAR_CELLS), min(board.cols, col + _NEAR_CELLS + 1)):
            opened += s.snapshot.state[r * board.cols + c] == OPEN
    out.on_frontier = s.on_frontier[cell]
    out.degree = board.degree[cell]
    out.opened_near = opened
    out.edge_distance = min(min(down, right), _FAR)
    out.other_edge_distance = min(max(down, right), _FAR)

cdef void _add_after(Search *s, Supposition *supposition, double chance, Traits *out) noexcept nogil:
    """Add what one of the values that a candidate may show leaves."""
    cdef Features features
    cdef Risks risks = least_risks(s.analyzer, &s.supposed_marginals, True)
    cdef double *feature_values = <double *>&features
    cdef double *means = <double *>&out.after
    cdef int count = sizeof(Features) // sizeof(double)
    out.collision += chance * chance
    out.next_least_risk += chance * risks.first
    out.next_second_risk += chance * risks.second
    out.next_third_risk += chance * risks.third
    describe(s, supposition.prior, supposition.log_models, &features)
    out.next_log_entropy += chance * log(1.0 + 20.0 * features.entropy)
    out.next_log_errors += chance * log(1.0 + 10.0 * features.expected_errors)
    for k in range(count):
        means[k] += chance * feature_values[k]

cdef Status describe_candidate(Search *s, const Position *p, const Candidate *candidate,
                               Traits *out) noexcept nogil:
    """The traits of a candidate; the snapshot must be of its position, the frontier is left changed."""
    cdef int32_t cell = candidate.cell, first_value, last_value
    cdef Supposition supposition
    memset(out, 0, sizeof(Traits))
    values_of(s, cell, &first_value, &last_value)
    out.log_score = log(max(candidate.score, _LEAST_SCORE))
    out.safety = candidate.safety
    out.progress = candidate.progress
    out.expected_safe = candidate.expected_safe
    out.entropy = candidate.entropy
    out.fifty_fifty = candidate.fifty_fifty
    out.unknown_neighbours = last_value - first_value
    _describe_place(s, cell, out)
    for value in range(first_value, last_value + 1):
        supposition = suppose(s, p, cell, value)
        if supposition.status == CONTRADICTION:
            continue
        if supposition.status != DONE:
            return supposition.status
        chance = exp(supposition.log_models - p.log_models)
        if value == first_value:
            out.least_value_chance = chance
        _add_after(s, &supposition, chance, out)
    return DONE

cdef void describe_shared(Search *s, const Position *p, Shared *out) noexcept nogil:
    """What the candidates of a position share."""
    out.log_models = p.log_models
    out.mines = p.prior.mines
    out.opened = count_of(&s.analyzer.board, s.snapshot.state, OPEN)
    out.unknown = count_of(&s.analyzer.board, s.snapshot.state, UNKNOWN)
    out.expected_errors = 0.0
    for i in range(s.analyzer.board.cells):
        if s.snapshot.state[i] == UNKNOWN:
            out.expected_errors += min(p.probability[i], 1.0 - p.probability[i])

cdef void compare(const Traits *table, int32_t count, int32_t index, CandidateFeatures *out) noexcept nogil:
    """The traits of one of the candidates, and how they differ from their mean over all."""
    cdef int size = sizeof(Traits) // sizeof(double)
    cdef const double *values = <const double *>table
    cdef double *traits = <double *>&out.traits
    cdef double *over_mean = <double *>&out.over_mean
    for t in range(size):
        mean = 0.0
        for k in range(count):
            mean += values[k * size + t] / count
        traits[t] = values[index * size + t]
        over_mean[t] = traits[t] - mean

cdef double boosted(const BoostedTrees *trees, const double *features) noexcept nogil:
    """The sum of all trees over the doubles of a ``CandidateFeatures``."""
    cdef double total = 0.0
    cdef const TreeNode *nodes
    cdef const TreeNode *node
    for t in range(trees.count):
        nodes = trees.nodes + t * trees.size
        node = nodes
        while node.feature >= 0:
            node = nodes + (node.below if features[node.feature] <= node.value else node.above)
        total += node.value
    return total
