# A frontier from clues to probabilities.

cdef Status analyze_frontier(Analyzer *a, Prior prior, Marginals *out) noexcept nogil:
    """Fill in the unknown cells of a position that the single-clue rule has been through."""
    cdef int64_t free
    status = count_components(a, &free)
    if status == DONE and a.exact != NULL:
        status = count_exactly(a.exact, free, prior)
    if status == DONE:
        status = join(a, free, prior)
    if status == DONE:
        _write(a, out)
    return status

cdef Status count_components(Analyzer *a, int64_t *free) noexcept nogil:
    """The models of all components by their mines, in ``a.counts``, and the number of unconstrained cells."""
    cdef Frontier *f = &a.frontier
    a.summary.width = a.summary.states = a.summary.proved = a.counts.models_size = a.counts.tallies_size = 0
    status = find_groups(a)
    if status != DONE:
        return status
    find_components(a)
    if look(&a.clock):
        return STOPPED
    for c in range(f.component_count):
        status = _count(a, c)
        if status != DONE:
            return status
    free[0] = count_of(&a.board, a.knowledge.state, UNKNOWN)
    for group in range(f.group_count):
        free[0] -= f.group_size[group]
    return DONE

cdef Status _count(Analyzer *a, int component_index) noexcept nogil:
    """Count a component, unless it was counted before."""
    cdef Key key = write_key(a, component_index)
    cdef int64_t slot = find(&a.cache, key) if key.length else -1
    cdef int64_t states
    if slot >= 0:
        if not recall(a, slot, component_index):
            return LIMIT
        cached = &a.cache.slots[slot]
        width = cached.width
        states = cached.states
    else:
        width = order_component(a, component_index)
        status = count_component(a, component_index)
        if status != DONE:
            return status
        groups = a.frontier.group_start[component_index + 1] - a.frontier.group_start[component_index]
        states = a.elimination.layer_start[groups + 1]
        if key.length:
            store(a, key, component_index, states, width)
    a.summary.width = max(a.summary.width, width)
    a.summary.states += states
    return DONE

cdef void _write(Analyzer *a, Marginals *out) noexcept nogil:
    """From places in the order to groups, of which the free cells are number -1, and to cells: without a
    branch, for nobody could foretell it."""
    cdef Frontier *f = &a.frontier
    cdef Joint *joint = &a.joint
    cdef const int8_t *state = a.knowledge.state
    cdef const int32_t *group_of = f.group_of
    cdef double *probability_by_group = joint.weight + 1
    cdef int8_t *proof_by_group = joint.reachable + 1
    cdef int32_t proved = 0
    joint.weight[0] = joint.free_probability
    joint.reachable[0] = joint.free_proof
    for q in range(f.group_count):
        f.order_place[f.order[q]] = q
        probability_by_group[f.order[q]] = joint.probability[q]
        proof_by_group[f.order[q]] = joint.proof[q]
    for i in range(a.board.cells):
        group_probability = probability_by_group[group_of[i]]
        group_proof = proof_by_group[group_of[i]]
        out.probability[i] = group_probability if state[i] == UNKNOWN else out.probability[i]
        out.proof[i] = group_proof if state[i] == UNKNOWN else out.proof[i]
        proved += (state[i] == UNKNOWN) & (group_proof != NOT_PROVED)
    a.summary.proved = proved
