# Solution counts and fractions in integers of any length, over the states that the floats were counted over.
#
# A number is an array of 32-bit limbs, the lowest first, long enough by a bound from the floats (measured:
# for small factors faster than a residue for each 62-bit prime). The floats of a component are integers
# where they stay below 2**52, for then so did all sums on the way; a larger one is counted again.
#
# The components are joined by halves: each is told what the other half and the free cells weigh by its own
# mines. All numbers are sums of products, so that one is zero only where there is no model.

cdef extern from *:
    """
    /* Add a number of `width` limbs, times a factor, to another; 64 bits at a time where the machine
       multiplies these, which is three times as fast. */
    static void minesolver_add_times(uint32_t *to, const uint32_t *number, int64_t width, uint64_t factor) {
        int64_t used = width, i = 0;
        while (used && number[used - 1] == 0) used--;
    #if defined(__SIZEOF_INT128__) && (defined(__x86_64__) || defined(__aarch64__)) && \
        defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        unsigned __int128 sum = 0;
        uint64_t two, sums;
        for (; i + 2 <= used; i += 2) {
            memcpy(&two, number + i, 8);
            memcpy(&sums, to + i, 8);
            sum += (unsigned __int128)two * factor + sums;
            sums = (uint64_t)sum;
            memcpy(to + i, &sums, 8);
            sum >>= 64;
        }
        for (; i < used; i++) {
            sum += (unsigned __int128)number[i] * factor + to[i];
            to[i] = (uint32_t)sum;
            sum >>= 32;
        }
        for (; sum && i < width; i++) {
            sum += to[i];
            to[i] = (uint32_t)sum;
            sum >>= 32;
        }
    #else
        int half;
        for (half = 0; half < 2 && width > 0; half++) {
            uint64_t low = (uint32_t)factor, sum = 0;
            for (i = 0; i < used; i++) {
                sum += number[i] * low + to[i];
                to[i] = (uint32_t)sum;
                sum >>= 32;
            }
            for (; sum && i < width; i++) {
                sum += to[i];
                to[i] = (uint32_t)sum;
                sum >>= 32;
            }
            factor >>= 32;
            to++;
            width--;
            if (used > width) used = width;
            if (!factor) break;
        }
    #endif
    }
    """
    void _add_times "minesolver_add_times"(uint32_t *to, const uint32_t *number, int64_t width,
                                           uint64_t factor) noexcept nogil
    const double _EXACT_FLOAT "0x1p52"

cdef enum:
    _EXACT_BINOMIALS = 56  # up to these the floats of `choose` are integers

cdef Status count_exactly(Exact *exact, int64_t free, Prior prior) noexcept nogil:
    """Mines of all groups and of the ``free`` unconstrained cells, after the components were counted."""
    cdef Frontier *f = &exact.analyzer.frontier
    cdef int64_t mines_left = prior.mines, rows = 2
    cdef double bits = 96.0  # more than what the joint numbers are multiplied by in the end
    exact.free = free
    exact.span = 0
    take(&exact.arena, exact.models, f.component_count)
    if exact.arena.failed:
        return LIMIT

    # The models of each component, and what the mines can be beyond the fewest.
    for c in range(f.component_count):
        status = count_component_exactly(exact, c, prior.mines >= 0, &bits)
        if status != DONE:
            return status
        mines_left -= exact.analyzer.counts.component[c].fewest_mines
        exact.span += exact.analyzer.counts.component[c].length - 1
        rows += 1 << (rows - 2) < f.component_count

    # How many limbs what all weighs together can have, by a bound from the floats.
    if prior.mines < 0:
        bits += exact.span * log2(max(exact.odds_of_mine, exact.odds_of_none))
    elif 0 <= mines_left <= exact.span + free:
        bits += _divide_free_weights(exact, mines_left)
    else:
        return CONTRADICTION
    exact.width = <int64_t>(bits / 32) + 1

    # Room, and on to what the mine count leaves.
    exact.spare = _limbs(exact, exact.width)
    exact.mines_beyond = _limbs(exact, exact.width)
    exact.mines = _limbs(exact, (f.group_count + 1) * exact.width)
    exact.totals = _limbs(exact, (f.component_count + 1) * exact.width)
    exact.weights = _limbs(exact, rows * (exact.span + 1) * exact.width)
    if exact.arena.failed:
        return LIMIT
    return _join_by_odds(exact) if prior.mines < 0 else _join_by_rest(exact, mines_left)

cdef double _divide_free_weights(Exact *exact, int64_t mines_left) noexcept nogil:
    """Find how often each prime is in the weight of the fewest mines in the free cells, into ``free_powers``,
    where all weights are divided by all that they have in common. Returns the bits of the largest weight."""
    cdef int64_t fewest_beyond = max(0, mines_left - exact.free), most_beyond = min(exact.span, mines_left)
    cdef int64_t fewest_in_free = mines_left - most_beyond
    cdef int64_t largest_number = max(mines_left, exact.free), number
    cdef uint32_t *prime_of = _limbs(exact, largest_number + 1)
    cdef int32_t *powers = <int32_t *>_limbs(exact, largest_number + 1)
    cdef uint32_t prime
    cdef double bits = 0.0
    exact.free_powers = <int32_t *>_limbs(exact, largest_number + 1)
    exact.largest_prime = largest_number
    if exact.arena.failed:
        return bits
    _find_primes(prime_of, largest_number)
    # From each weight to the next: times one number, through another; no prime is in a weight less than no
    # time.
    for k in range(most_beyond, fewest_beyond, -1):
        number = exact.free - mines_left + k
        while number > 1:
            prime = prime_of[number]
            powers[prime] += 1
            number //= prime
        number = mines_left - k + 1
        while number > 1:
            prime = prime_of[number]
            powers[prime] -= 1
            exact.free_powers[prime] = max(exact.free_powers[prime], -powers[prime])
            number //= prime

    # The bits of that weight, and of the greatest of all as a multiple of it.
    for number in range(2, largest_number + 1):
        if exact.free_powers[number]:
            bits += exact.free_powers[number] * log2(<double>number)
    bits += _log2_choose(exact.free, max(fewest_in_free, min(exact.free // 2, mines_left - fewest_beyond)))
    return bits - _log2_choose(exact.free, fewest_in_free)

cdef void _find_primes(uint32_t *prime_of, int64_t largest) noexcept nogil:
    """A prime of each number from 2 on; ``prime_of`` is all zero before."""
    cdef int64_t number, multiple
    for number in range(2, largest + 1):
        if prime_of[number] == 0:
            multiple = number
            while multiple <= largest:
                prime_of[multiple] = <uint32_t>number
                multiple += number

cdef double _log2_choose(int64_t cells, int64_t mines) noexcept nogil:
    """The logarithm of how many layouts some cells have."""
    return (log_gamma(cells + 1.0) - log_gamma(mines + 1.0) - log_gamma(cells - mines + 1.0)) / _LOG_TWO

cdef uint32_t *_limbs(Exact *exact, int64_t count) noexcept nogil:
    """So many limbs, all zero; without room NULL, and ``arena.failed``."""
    cdef uint32_t *taken = NULL
    exact.memory -= 4 * count
    if exact.memory < 0:
        exact.arena.failed = True
    else:
        take(&exact.arena, taken, count)
    return taken

cdef void _set(uint32_t *result, uint64_t value) noexcept nogil:
    result[0] = <uint32_t>value
    result[1] = <uint32_t>(value >> 32)

cdef void _add_product(uint32_t *result, const uint32_t *number, int64_t width, const uint32_t *multiplier,
                       int64_t multiplier_limbs) noexcept nogil:
    """The same times a number of any length."""
    cdef int64_t k = 0, used_limbs = min(multiplier_limbs, width)
    cdef uint64_t factor
    while k < used_limbs:
        factor = multiplier[k]
        if k + 1 < used_limbs:
            factor |= <uint64_t>multiplier[k + 1] << 32
        if factor:
            _add_times(result + k, number, width - k, factor)
        k += 2

cdef void _subtract(uint32_t *from_number, const uint32_t *number, int64_t width) noexcept nogil:
    """Take a number from another that is not less."""
    cdef int64_t borrow = 0
    for i in range(width):
        borrow += <int64_t>from_number[i] - number[i]
        from_number[i] = <uint32_t>borrow
        borrow >>= 32

cdef void _scale(uint32_t *number, int64_t width, uint64_t factor, uint64_t divisor) noexcept nogil:
    """Times one and through another number of 32 bits, which leaves no remainder."""
    cdef uint64_t carry = 0
    while width > 2 and number[width - 1] == number[width - 2] == 0:
        width -= 1
    for k in range(width):
        carry += number[k] * factor
        number[k] = <uint32_t>carry
        carry >>= 32
    for k in range(width - 1, -1, -1):
        carry = carry << 32 | number[k]
        number[k] = <uint32_t>(carry // divisor)
        carry %= divisor

cdef Status count_component_exactly(Exact *exact, int c, bint divided, double *bits) noexcept nogil:
    """The models of one component by mines, perhaps divided by what all have in common; adds to ``bits``
    those of their sum."""
    cdef Frontier *f = &exact.analyzer.frontier
    cdef Component *component = &exact.analyzer.counts.component[c]
    cdef Models *models = &exact.models[c]
    cdef double *float_counts = exact.analyzer.counts.models + component.models_start
    cdef double largest_count = 0.0, total_count = 0.0
    cdef int largest_group = 1
    for k in range(component.length):
        largest_count = max(largest_count, float_counts[k])
        total_count += float_counts[k]
    for q in range(f.group_start[c], f.group_start[c + 1]):
        largest_group = max(largest_group, f.group_size[f.order[q]])
    bits[0] += log2(total_count) + component.scale

    # Floats are exact below a size; else the component is counted again in integers.
    models.common_factor = 1
    models.counted_again = component.scale > 0 or largest_count * largest_group >= _EXACT_FLOAT
    models.limbs = max(2, <int64_t>((log2(largest_count) + component.scale + 1.0) / 32) + 1)
    models.counts = _limbs(exact, component.length * models.limbs)
    if exact.arena.failed or models.counted_again and largest_group > _EXACT_BINOMIALS:
        return LIMIT

    # From exact floats to limbs; smaller ones where all have a factor in common.
    if not models.counted_again:
        if divided:
            models.common_factor = _common_factor(float_counts, component.length)
            bits[0] -= log2(<double>models.common_factor)
        for k in range(component.length):
            _set(models.counts + k * models.limbs, <uint64_t>float_counts[k] // models.common_factor)
        return DONE

    # From the last layer of the count in integers.
    status = _count_again(exact, c)
    if status == DONE:
        memcpy(models.counts, _layer(exact, c, f.group_start[c + 1] - f.group_start[c]),
               4 * component.length * models.limbs)
    return status

cdef uint32_t _common_factor(const double *float_counts, int length) noexcept nogil:
    """The greatest common divisor of some integers; 1 where it is longer than 32 bits."""
    cdef uint64_t common = 0, number
    for k in range(length):
        number = <uint64_t>float_counts[k]
        while number:
            common, number = number, common % number
        if common == 1:
            break
    return <uint32_t>common if common >> 32 == 0 else 1

cdef Status _join_by_odds(Exact *exact) noexcept nogil:
    """Where the mine count is unknown each component is by itself, and each mine has a weight."""
    cdef int component_count = exact.analyzer.frontier.component_count

    # The free cells: of each, a mine weighs one odds and none the other.
    _set(exact.totals + component_count * exact.width, <uint64_t>exact.odds_of_mine + exact.odds_of_none)
    _set(exact.mines + exact.analyzer.frontier.group_count * exact.width,
         exact.odds_of_mine * <uint64_t>exact.free)
    exact.solution_limbs = exact.width + exact.free // 32
    exact.solutions = _limbs(exact, exact.solution_limbs)
    if exact.arena.failed:
        return LIMIT

    # The layouts: all models, and two for each free cell.
    if not _multiply_models(exact, exact.spare):
        return STOPPED
    _add_times(exact.solutions + exact.free // 32, exact.spare, exact.width, <uint64_t>1 << exact.free % 32)

    # Each component by itself: a weight for each number of its mines.
    for c in range(component_count):
        if look(&exact.analyzer.clock):
            return STOPPED
        weight = exact.weights
        memset(weight, 0, 4 * exact.width)
        weight[0] = 1
        for _ in range(1, exact.analyzer.counts.component[c].length):
            _scale(weight, exact.width, exact.odds_of_none, 1)
        for _ in range(1, exact.analyzer.counts.component[c].length):
            memcpy(weight + exact.width, weight, 4 * exact.width)
            weight += exact.width
            _scale(weight, exact.width, exact.odds_of_mine, exact.odds_of_none)
        status = _count_mines(exact, c, exact.weights)
        if status != DONE:
            return status
    return DONE

cdef Status _join_by_rest(Exact *exact, int64_t mines_left) noexcept nogil:
    """Where it is known: ``mines_left`` mines are in the free cells or beyond the fewest of the components.
    With k of the latter the free cells weigh C(free, rest - k), divided by all that these have in common."""
    cdef int component_count = exact.analyzer.frontier.component_count
    cdef int64_t fewest_beyond = max(0, mines_left - exact.free), most_beyond = min(exact.span, mines_left)
    cdef uint32_t *mines_in_free = exact.mines + exact.analyzer.frontier.group_count * exact.width
    cdef uint32_t *weight = exact.weights + most_beyond * exact.width
    cdef uint32_t *total = exact.totals + component_count * exact.width

    # The weight of the most mines beyond the fewest is made of its primes.
    weight[0] = 1
    for prime in range(2, exact.largest_prime + 1):
        for _ in range(exact.free_powers[prime]):
            if look(&exact.analyzer.clock):
                return STOPPED
            _scale(weight, exact.width, prime, 1)

    # From it, one mine fewer at a time.
    for k in range(most_beyond, fewest_beyond, -1):
        if look(&exact.analyzer.clock):
            return STOPPED
        memcpy(weight - exact.width, weight, 4 * exact.width)
        weight -= exact.width
        _scale(weight, exact.width, exact.free - mines_left + k, mines_left - k + 1)
    if component_count:
        # Each component against what all else weighs.
        status = _join_by_halves(exact, 0, component_count, exact.weights, exact.span + 1)
        if status != DONE:
            return status
    # What all weighs together is the same from each component; what the components have not is in the free
    # cells.
    memcpy(total, exact.totals if component_count else exact.weights, 4 * exact.width)
    if component_count:
        _scale(total, exact.width, 1, exact.models[0].common_factor)
    _add_times(mines_in_free, total, exact.width, mines_left)
    _subtract(mines_in_free, exact.mines_beyond, exact.width)
    return _count_solutions(exact, total, mines_left - most_beyond)

cdef Status _count_solutions(Exact *exact, const uint32_t *total, int64_t fewest) noexcept nogil:
    """The layouts of the board, from what all weighs together; ``fewest``: mines in the free cells."""
    cdef double bits = _log2_choose(exact.free, fewest)
    for c in range(exact.analyzer.frontier.component_count):
        bits += log2(<double>exact.models[c].common_factor)
    exact.solution_limbs = exact.width + 3 + <int64_t>(bits / 32)
    exact.solutions = _limbs(exact, exact.solution_limbs)
    if exact.arena.failed:
        return LIMIT
    memcpy(exact.solutions, total, 4 * exact.width)
    for c in range(exact.analyzer.frontier.component_count):
        if look(&exact.analyzer.clock):
            return STOPPED
        _scale(exact.solutions, exact.solution_limbs, exact.models[c].common_factor, 1)
    for k in range(1, min(fewest, exact.free - fewest) + 1):  # C(free, fewest)
        if look(&exact.analyzer.clock):
            return STOPPED
        _scale(exact.solutions, exact.solution_limbs, exact.free - k + 1, k)
    for prime in range(2, exact.largest_prime + 1):  # through the weight that stood for it
        for _ in range(exact.free_powers[prime]):
            if look(&exact.analyzer.clock):
                return STOPPED
            _scale(exact.solutions, exact.solution_limbs, 1, prime)
    return DONE

cdef bint _multiply_models(Exact *exact, uint32_t *result) noexcept nogil:
    """The models of all components together, whatever their mines; False where the time is over."""
    cdef uint32_t *product = exact.weights
    cdef uint32_t *larger = exact.weights + exact.width
    memset(product, 0, 4 * exact.width)
    product[0] = 1
    for c in range(exact.analyzer.frontier.component_count):
        models = &exact.models[c]
        memset(larger, 0, 4 * exact.width)
        for k in range(exact.analyzer.counts.component[c].length):
            if look(&exact.analyzer.clock):
                return False
            _add_product(larger, product, exact.width, models.counts + k * models.limbs, models.limbs)
        product, larger = larger, product
    memcpy(result, product, 4 * exact.width)
    return True

cdef Status _join_by_halves(Exact *exact, int begin, int stop, uint32_t *weights,
                            int64_t size) noexcept nogil:
    """Count components by what all else weighs, by their mines together; ``size``: numbers of mines."""
    cdef int middle = (begin + stop) // 2
    cdef uint32_t *row = weights + size * exact.width
    if look(&exact.analyzer.clock):
        return STOPPED
    if stop - begin == 1:
        return _count_mines(exact, begin, weights)
    status = _join_by_halves(exact, begin, middle, row, _weigh_in(exact, middle, stop, weights, row, size))
    if status != DONE:
        return status
    return _join_by_halves(exact, middle, stop, row, _weigh_in(exact, begin, middle, weights, row, size))

cdef int64_t _weigh_in(Exact *exact, int begin, int stop, const uint32_t *weights, uint32_t *row,
                       int64_t size) noexcept nogil:
    """Into ``row``: what all else weighs together with these components; returns its size. Where the time is
    over it ends at once: whoever looks at the clock next says so."""
    for c in range(begin, stop):
        models = &exact.models[c]
        # No further than the numbers reach: those of the weights grow with each component.
        width = min(exact.width, _longest(weights, size, exact.width) + models.limbs + 1)
        size -= exact.analyzer.counts.component[c].length - 1
        for extra_mines in range(size):
            if look(&exact.analyzer.clock):
                return size
            memset(exact.spare, 0, 4 * exact.width)
            for k in range(exact.analyzer.counts.component[c].length):
                _add_product(exact.spare, weights + (extra_mines + k) * exact.width, width,
                             models.counts + k * models.limbs, models.limbs)
            memcpy(row + extra_mines * exact.width, exact.spare, 4 * exact.width)
        weights = row
    return size

cdef int64_t _longest(const uint32_t *numbers, int64_t count, int64_t width) noexcept nogil:
    """The limbs of the longest of some numbers that have room for ``width``."""
    cdef int64_t longest = 0
    for _ in range(count):
        limbs = width
        while limbs > longest and numbers[limbs - 1] == 0:
            limbs -= 1
        longest = max(longest, limbs)
        numbers += width
    return longest

cdef Status _count_mines(Exact *exact, int c, const uint32_t *weights) noexcept nogil:
    """What the models of one component weigh, and by it the mines of each of its groups."""
    cdef Counts *counts = &exact.analyzer.counts
    cdef Models *models = &exact.models[c]
    cdef uint32_t *total = exact.totals + c * exact.width
    cdef const uint32_t *weight = weights
    for k in range(counts.component[c].length):
        memset(exact.spare, 0, 4 * exact.width)
        _add_product(exact.spare, weight, exact.width, models.counts + k * models.limbs, models.limbs)
        _add_times(total, exact.spare, exact.width, 1)
        _add_times(exact.mines_beyond, exact.spare, exact.width, k)
        if not models.counted_again:
            for q in range(exact.analyzer.frontier.group_start[c],
                           exact.analyzer.frontier.group_start[c + 1]):
                _add_times(exact.mines + q * exact.width, weight, exact.width,
                           <uint64_t>counts.tallies[counts.tally_start[q] + k].mines)
        weight += exact.width
    _scale(total, exact.width, models.common_factor, 1)
    return _count_mines_again(exact, c, weights) if models.counted_again else DONE

cdef Status _count_again(Exact *exact, int c) noexcept nogil:
    """The states of one component, and their values."""
    cdef Frontier *f = &exact.analyzer.frontier
    cdef int64_t limbs = exact.models[c].limbs, value_places
    cdef int group_count = f.group_start[c + 1] - f.group_start[c]
    if not _plan_steps(exact.analyzer, c):
        return LIMIT
    status = _build_layers(exact.analyzer, c)
    if status != DONE:
        return status
    value_places = _place_values(&exact.analyzer.elimination, group_count,
                                 max(exact.memory // 4, exact.room) // limbs, &exact.block)
    if value_places * limbs > exact.room:
        exact.room = value_places * limbs
        exact.values = _limbs(exact, exact.room)
    if value_places < 0 or exact.arena.failed:
        return LIMIT
    memset(_layer(exact, c, 0), 0, 4 * limbs)
    _layer(exact, c, 0)[0] = 1
    for layer in range(group_count):
        if not _advance_exactly(exact, c, layer):
            return STOPPED
    exact.counted_last = c
    return DONE

cdef inline uint32_t *_layer(Exact *exact, int c, int layer) noexcept nogil:
    """The values of layer t."""
    return exact.values + exact.analyzer.elimination.value_start[layer] * exact.models[c].limbs

cdef bint _advance_exactly(Exact *exact, int c, int layer) noexcept nogil:
    """The values of layer t + 1 from those of layer t; False where the time is over."""
    cdef Elimination *e = &exact.analyzer.elimination
    cdef Frontier *f = &exact.analyzer.frontier
    cdef int size = f.group_size[f.order[f.group_start[c] + layer]]
    cdef int64_t limbs = exact.models[c].limbs, edge = e.edge_start[layer]
    cdef uint32_t *source_value = _layer(exact, c, layer)
    memset(_layer(exact, c, layer + 1), 0, 4 * limbs * layer_values(e, layer + 1))
    for state in range(e.layer_start[layer], e.layer_start[layer + 1]):
        if look(&exact.analyzer.clock):  # at each state: its numbers may be long
            return False
        for k in range(e.most_mines[state] - e.fewest_mines[state] + 1):
            for group_mines in range(size + 1):
                successor = e.target[edge + group_mines]
                if successor >= 0:
                    mines_offset = e.fewest_mines[state] + k + group_mines - e.fewest_mines[successor]
                    target_value = _layer(exact, c, layer + 1)
                    target_value += (e.value_place[successor] + mines_offset) * limbs
                    _add_times(target_value, source_value, limbs, <uint64_t>e.choose[size][group_mines])
            source_value += limbs
        edge += size + 1
    return True

cdef Status _count_mines_again(Exact *exact, int c, const uint32_t *weights) noexcept nogil:
    """The mines of each group without tallies: back over the states, from what the last one weighs."""
    cdef Elimination *e = &exact.analyzer.elimination
    cdef int group_count = exact.analyzer.frontier.group_start[c + 1] - exact.analyzer.frontier.group_start[c]
    cdef int64_t largest_layer = 0
    cdef uint32_t *following
    cdef uint32_t *current
    cdef Status status = DONE if exact.counted_last == c else _count_again(exact, c)
    if status != DONE:
        return status
    for layer in range(group_count + 1):
        largest_layer = max(largest_layer, layer_values(e, layer))
    following = _limbs(exact, largest_layer * exact.width)
    current = _limbs(exact, largest_layer * exact.width)
    if exact.arena.failed:
        return LIMIT
    memcpy(following, weights, 4 * exact.width * exact.analyzer.counts.component[c].length)
    for layer in range(group_count - 1, -1, -1):
        # The layers of this block were overwritten.
        if (layer + 1) % exact.block == 0 and layer + 1 < group_count:
            for remade_layer in range(layer + 1 - exact.block, layer):
                if not _advance_exactly(exact, c, remade_layer):
                    return STOPPED
        if not _retreat_exactly(exact, c, layer, following, current):
            return STOPPED
        following, current = current, following
    return DONE

cdef bint _retreat_exactly(Exact *exact, int c, int layer, const uint32_t *following,
                           uint32_t *current) noexcept nogil:
    """What may follow each state of layer t, by mines so far, and by it the mines of step t."""
    cdef Elimination *e = &exact.analyzer.elimination
    cdef Frontier *f = &exact.analyzer.frontier
    cdef int group_place = f.group_start[c] + layer, size = f.group_size[f.order[group_place]]
    cdef int64_t edge = e.edge_start[layer]
    cdef uint32_t *prefix = _layer(exact, c, layer)
    cdef const uint32_t *following_value
    cdef uint64_t weight
    memset(current, 0, 4 * exact.width * layer_values(e, layer))
    for state in range(e.layer_start[layer], e.layer_start[layer + 1]):
        if look(&exact.analyzer.clock):
            return False
        # By the mines of the state: what follows it, and of that the mines of this group.
        for k in range(e.most_mines[state] - e.fewest_mines[state] + 1):
            memset(exact.spare, 0, 4 * exact.width)
            for group_mines in range(size + 1):
                successor = e.target[edge + group_mines]
                if successor >= 0:
                    weight = <uint64_t>e.choose[size][group_mines]
                    mines_offset = e.fewest_mines[state] + k + group_mines - e.fewest_mines[successor]
                    following_value = following + (e.value_place[successor] + mines_offset) * exact.width
                    _add_times(current, following_value, exact.width, weight)
                    _add_times(exact.spare, following_value, exact.width, group_mines * weight)
            # Together with the ways that lead to it these are mines of whole models.
            _add_product(exact.mines + group_place * exact.width, exact.spare, exact.width, prefix,
                         exact.models[c].limbs)
            prefix += exact.models[c].limbs
            current += exact.width
        edge += size + 1
    return True
