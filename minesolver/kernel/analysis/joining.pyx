# Components and unconstrained cells joined by the number of mines, in floats scaled to their
# greatest.
#
# Which cells are proved is settled apart from the weights: by which numbers of mines can occur at all.

cdef enum:
    _WIDE = 120  # mine counts beyond which weights are tilted towards the likely ones
    _MANY = 400  # the same for mines in unconstrained cells

cdef extern from *:
    const double _LOG_TWO "0.6931471805599453"
    const double _LEAST_LOG "-1e+300"  # below any logarithm

cdef Status join(Analyzer *a, int64_t free, Prior prior) noexcept nogil:
    """Probabilities and proofs of all groups and of the ``free`` unconstrained cells, in ``a.joint``, and the
    log of the weight of all models."""
    a.summary.log_models = 0.0
    for c in range(a.frontier.component_count):
        a.summary.log_models += a.counts.component[c].scale * _LOG_TWO
    if prior.mines < 0:
        _join_independent(a, free, prior.log_odds)
        return DONE
    status = _join_by_mines(a, free, prior.mines)
    return STOPPED if a.clock.stopped else status

cdef double _greatest(double *models, int length, double tilt) noexcept nogil:
    """The log of the greatest term, each mine weighted: sums relative to it do not overflow."""
    cdef double greatest = _LEAST_LOG
    for k in range(length):
        if models[k] > 0.0:
            greatest = max(greatest, log(models[k]) + k * tilt)
    return greatest

cdef void _join_independent(Analyzer *a, int64_t free, double log_odds) noexcept nogil:
    """Where the mine count is unknown, each component is by itself: a mine has weight p / (1 - p)."""
    cdef Joint *joint = &a.joint
    # log(1 + odds), that neither overflows nor loses small odds
    a.summary.log_models += free * (
        log1p(exp(log_odds)) if log_odds < 0 else log_odds + log1p(exp(-log_odds))
    )
    for c in range(a.frontier.component_count):
        component = &a.counts.component[c]
        models = a.counts.models + component.models_start
        greatest = _greatest(models, component.length, log_odds)
        total = 0.0
        for k in range(component.length):
            # Relative to the greatest term: extreme odds neither overflow nor vanish altogether.
            joint.weight[k] = 0.0
            if models[k] > 0.0:
                joint.weight[k] = exp(log(models[k]) + k * log_odds - greatest) / models[k]
            total += joint.weight[k] * models[k]
        a.summary.log_models += log(total) + greatest + component.fewest_mines * log_odds
        for q in range(a.frontier.group_start[c], a.frontier.group_start[c + 1]):
            _settle_group(a, q, component)
    joint.free_probability = 1.0 / (1.0 + exp(-log_odds))
    joint.free_proof = NOT_PROVED

cdef Status _join_by_mines(Analyzer *a, int64_t free, int64_t mines) noexcept nogil:
    """Where the mine count is known: each component against what all others and the free cells can hold."""
    cdef Counts *counts = &a.counts
    cdef Window window
    cdef int64_t gap = 1
    window.free = free
    window.mines_left = mines
    window.span = 0
    for c in range(a.frontier.component_count):
        component = &counts.component[c]
        component.mines_before = window.span
        window.mines_left -= component.fewest_mines
        window.span += component.length - 1
        gap = max(gap, _longest_gap(counts.models + component.models_start, component.length))
    if window.mines_left < 0 or window.mines_left - window.span > free:
        return CONTRADICTION
    # With gaps, a window of free cells too short to bridge them needs an exact check of the sums.
    window.listed = gap > max(1, free)
    if not _tilt_models(a, &window):
        return LIMIT
    return _weigh(a, &window)

cdef Status _weigh(Analyzer *a, Window *window) noexcept nogil:
    """The unconstrained cells first, then each component, the last one first."""
    cdef Joint *joint = &a.joint
    cdef int64_t fewest_beyond = window.mines_left - window.free, length = 1
    cdef double total = 0.0, in_free = 0.0

    # Forward over all components: the product of their polynomials.
    _weigh_free(a, window)
    joint.running_product[0] = 1.0
    for c in range(a.frontier.component_count):
        if look(&a.clock):
            return STOPPED
        a.summary.log_models += log(_multiply(a, &length, c))

    # With the free cells, what all weighs together, and the mines in these.
    for k in range(window.span + 1):
        weight = joint.running_product[k] * joint.suffix_product[k]
        total += weight
        in_free += weight * (window.mines_left - k)
    if window.listed and not _lists_sum(a, -1, window.span + 1, fewest_beyond, window.mines_left):
        return CONTRADICTION
    if not total > 0.0:
        return LIMIT

    # The free cells: their probability, and what is proved of them.
    a.summary.log_models += log(total)
    joint.free_probability = in_free / (total * window.free) if window.free else 0.0
    joint.free_proof = NOT_PROVED
    if window.free:
        if not _can_hold(a, window, -1, window.span, fewest_beyond, window.mines_left - 1):
            joint.free_proof = PROVED_SAFE
        elif not _can_hold(a, window, -1, window.span, fewest_beyond + 1, window.mines_left):
            joint.free_proof = PROVED_MINE

    # Back over the components: each against all others.
    if a.frontier.component_count:
        joint.prefixes[0] = 1.0
        _weigh_components(a, window, 0, a.frontier.component_count, joint.prefixes, joint.prefixes + 1)
    return DONE

cdef void _weigh_free(Analyzer *a, Window *window) noexcept nogil:
    """Into ``suffix_product``: the ways to lay the other mines in the free cells, by mines of the
    components."""
    cdef double *suffix_product = a.joint.suffix_product
    cdef int64_t free = window.free, mines_left = window.mines_left, size = window.span + 1
    cdef int64_t fewest_beyond = max(0, mines_left - free)
    cdef double tilt = a.joint.tilt, greatest = _LEAST_LOG, log_weight = 0.0
    for k in range(fewest_beyond, min(size, mines_left + 1)):
        if k == fewest_beyond:
            log_weight = log_gamma(free + 1.0) - log_gamma(mines_left - k + 1.0)
            log_weight = log_weight - log_gamma(free - mines_left + k + 1.0) - k * tilt
        else:  # one mine fewer
            log_weight += log((mines_left - k + 1.0) / (free - mines_left + k)) - tilt
        suffix_product[k] = log_weight
        greatest = max(greatest, log_weight)
    a.summary.log_models += greatest
    for k in range(size):
        suffix_product[k] = exp(suffix_product[k] - greatest) if 0 <= mines_left - k <= free else 0.0

cdef void _weigh_components(Analyzer *a, Window *window, int begin, int stop, const double *prefix,
                            double *room) noexcept nogil:
    """Each of some components against all others, the last one first; ``prefix``: the product of those before
    them. The products before each block of them are kept in ``room``, and the blocks weighed in turn: where
    there is room for all products a block is one component. Ends at once where the time is over."""
    cdef Joint *joint = &a.joint
    cdef Component *components = a.counts.component
    cdef int block, start
    cdef int64_t length = components[begin].mines_before + 1
    if look(&a.clock):
        return

    # One is weighed at once.
    if stop - begin == 1:
        _weigh_component(a, window, begin, prefix)
        return

    # The products before each block, side by side.
    block = _block_length(joint, stop - begin, components[stop - 1].mines_before + 1, room)
    memcpy(joint.running_product, prefix, length * sizeof(double))
    start = begin
    while start + block < stop:
        for c in range(start, start + block):
            if look(&a.clock):
                return
            _multiply(a, &length, c)
        start += block
        memcpy(room, joint.running_product, length * sizeof(double))
        room += length

    # Then the blocks, the last one first: what is weighed joins the product of those behind.
    while start > begin:
        length = components[start].mines_before + 1
        _weigh_components(a, window, start, min(start + block, stop), room - length, room)
        room -= length
        start -= block
    _weigh_components(a, window, begin, begin + block, prefix, room)

cdef int _block_length(Joint *joint, int component_count, int64_t length, const double *room) noexcept nogil:
    """How many components are weighed between two products that are kept, each of ``length`` at most."""
    cdef int64_t products = (joint.prefixes + joint.prefix_capacity - room) // length
    cdef int64_t blocks, halvings = 0
    if products >= component_count - 1:
        return 1
    # Blocks are halved at the worst, each time with one product more; half of what that spares is for now.
    while component_count > <int64_t>1 << halvings:
        halvings += 1
    blocks = max(2, (products - halvings) // 2 + 1)
    return <int>((component_count + blocks - 1) // blocks)

cdef void _weigh_component(Analyzer *a, Window *window, int c, const double *prefix) noexcept nogil:
    """One component against all others: the product before it, and what the weights after it leave."""
    cdef Joint *joint = &a.joint
    cdef Component *component = &a.counts.component[c]
    cdef int64_t span_of_others = window.span - (component.length - 1)
    for k in range(component.length):
        weight = 0.0
        for j in range(component.mines_before + 1):
            weight += prefix[j] * joint.suffix_product[j + k]
        joint.weight[k] = weight
    for k in range(component.length):
        # A weight that is possible may be too small for a float; that it is not zero still counts.
        if not _can_hold(a, window, c, span_of_others, window.mines_left - k - window.free,
                         window.mines_left - k):
            joint.weight[k] = -1.0
    for q in range(a.frontier.group_start[c], a.frontier.group_start[c + 1]):
        _settle_group(a, q, component)
    _fold_in(a, window, component)

cdef void _fold_in(Analyzer *a, Window *window, Component *component) noexcept nogil:
    """What comes after the component before: this one joins those that follow."""
    cdef double *suffix_product = a.joint.suffix_product
    cdef double *models = a.counts.models + component.models_start
    cdef int64_t size = window.span + 1
    cdef double greatest = 0.0
    for k in range(size - component.length + 1):
        weight = 0.0
        for j in range(component.length):
            weight += models[j] * suffix_product[k + j]
        suffix_product[k] = weight
        greatest = max(greatest, weight)
    for k in range(size - component.length + 1, size):
        suffix_product[k] = 0.0
    if greatest > 0.0:
        for k in range(size):
            suffix_product[k] /= greatest

cdef double _multiply(Analyzer *a, int64_t *length, int c) noexcept nogil:
    """Multiply ``before`` by a component's polynomial; returns what the product was divided by."""
    cdef Joint *joint = &a.joint
    cdef Component *component = &a.counts.component[c]
    cdef double *models = a.counts.models + component.models_start
    cdef double greatest = 0.0
    for k in range(length[0] + component.length - 1):
        joint.product[k] = 0.0
    for k in range(length[0]):
        coefficient = joint.running_product[k]
        if coefficient > 0.0:
            for j in range(component.length):
                joint.product[k + j] += coefficient * models[j]
    length[0] += component.length - 1
    for k in range(length[0]):
        greatest = max(greatest, joint.product[k])
    for k in range(length[0]):
        joint.running_product[k] = joint.product[k] / greatest
    return greatest

cdef int _longest_gap(double *models, int length) noexcept nogil:
    """The longest step from one mine count that can occur to the next."""
    cdef int longest = 1, last_possible = 0
    for k in range(length):
        if models[k] > 0.0:
            longest = max(longest, k - last_possible)
            last_possible = k
    return longest

cdef bint _tilt_models(Analyzer *a, Window *window) noexcept nogil:
    """On large boards, weigh each mine so that the likely numbers of mines have the greatest weights. False
    where a float could lose a model."""
    cdef Counts *counts = &a.counts
    a.joint.tilt = 0.0
    if window.span <= _WIDE and min(window.mines_left, window.free) <= _MANY:
        return True
    a.joint.tilt = _find_tilt(a, window)
    for c in range(a.frontier.component_count):
        models = counts.models + counts.component[c].models_start
        greatest = _greatest(models, counts.component[c].length, a.joint.tilt)
        a.summary.log_models += greatest
        for k in range(counts.component[c].length):
            factor = exp(k * a.joint.tilt - greatest)
            if models[k] > 0.0 and models[k] * factor < 1e-300:
                return False
            models[k] *= factor
            for q in range(a.frontier.group_start[c], a.frontier.group_start[c + 1]):
                tally = &counts.tallies[counts.tally_start[q] + k]
                tally.mines *= factor
                tally.non_mines *= factor
    return True

cdef double _find_tilt(Analyzer *a, Window *window) noexcept nogil:
    """log z such that, with z for every mine, the expected number of mines is ``mines_left``."""
    cdef double low = -60.0, high = 60.0
    for _step in range(50):
        if look(&a.clock):
            break
        middle = 0.5 * (low + high)
        odds = exp(middle)
        expected = window.free * odds / (1.0 + odds)
        for c in range(a.frontier.component_count):
            expected += _expected_mines(&a.counts, c, middle)
        if expected < window.mines_left:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)

cdef double _expected_mines(Counts *counts, int c, double tilt) noexcept nogil:
    """Mines of a component beyond its fewest, where each has the weight exp(tilt)."""
    cdef double *models = counts.models + counts.component[c].models_start
    cdef double greatest = _greatest(models, counts.component[c].length, tilt)
    cdef double total = 0.0, weighted_mines = 0.0
    for k in range(counts.component[c].length):
        if models[k] > 0.0:
            term = exp(log(models[k]) + k * tilt - greatest)
            total += term
            weighted_mines += k * term
    return weighted_mines / total

cdef bint _can_hold(Analyzer *a, Window *window, int skip, int64_t span, int64_t low,
                    int64_t high) noexcept nogil:
    """Can the components, all but ``skip``, hold more than their fewest by something in low..high?"""
    low = max(low, 0)
    high = min(high, span)
    if low > high:
        return False
    if not window.listed or low == 0 or high == span:
        return True
    return _lists_sum(a, skip, window.span + 1, low, high)

cdef bint _lists_sum(Analyzer *a, int skip, int64_t size, int64_t low, int64_t high) noexcept nogil:
    """The same by listing all sums, for components whose mine counts have gaps. Where the time is over the
    answer means nothing."""
    cdef int8_t *reachable = a.joint.reachable
    cdef int64_t length
    cdef bint hit
    for k in range(size):
        reachable[k] = k == 0
    for c in range(a.frontier.component_count):
        if c == skip:
            continue
        if look(&a.clock):
            return False
        models = a.counts.models + a.counts.component[c].models_start
        length = a.counts.component[c].length
        for k in range(size - 1, -1, -1):
            hit = False
            for j in range(min(length, k + 1)):
                if models[j] > 0.0 and reachable[k - j]:
                    hit = True
                    break
            reachable[k] = hit
    for k in range(max(low, 0), min(high, size - 1) + 1):
        if reachable[k]:
            return True
    return False

cdef void _settle_group(Analyzer *a, int q, Component *component) noexcept nogil:
    """Probability and proof of the group at one place, from the weights by its component's mines."""
    cdef Joint *joint = &a.joint
    cdef Tally *tallies = a.counts.tallies + a.counts.tally_start[q]
    cdef double mines = 0.0, non_mines = 0.0
    cdef bint can_be_mine = False, can_be_safe = False
    for k in range(component.length):
        if joint.weight[k] < 0.0:
            continue
        if tallies[k].mines > 0.0:
            can_be_mine = True
            mines += joint.weight[k] * tallies[k].mines
        if tallies[k].non_mines > 0.0:
            can_be_safe = True
            non_mines += joint.weight[k] * tallies[k].non_mines
    if not can_be_mine:
        joint.probability[q] = 0.0
        joint.proof[q] = PROVED_SAFE
    elif not can_be_safe:
        joint.probability[q] = 1.0
        joint.proof[q] = PROVED_MINE
    else:
        joint.probability[q] = mines / (mines + non_mines)
        joint.proof[q] = NOT_PROVED
