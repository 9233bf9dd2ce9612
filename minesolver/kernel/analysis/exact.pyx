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

cdef Status count_exactly(Exact *x, int64_t free, Prior prior) noexcept nogil:
    """Mines of all groups and of the ``free`` unconstrained cells, after the components were counted."""
    cdef Frontier *f = &x.a.frontier
    cdef int64_t rest = prior.mines, rows = 2
    cdef double bits = 96.0  # more than what the joint numbers are multiplied by in the end
    x.free = free
    x.span = 0
    take(&x.arena, x.models, f.component_count)
    if x.arena.failed:
        return LIMIT
    for c in range(f.component_count):
        status = _count_models(x, c, prior.mines >= 0, &bits)
        if status != DONE:
            return status
        rest -= x.a.counts.component[c].low
        x.span += x.a.counts.component[c].length - 1
        rows += 1 << (rows - 2) < f.component_count
    if prior.mines < 0:
        bits += x.span * log2(max(x.odds_of_mine, x.odds_of_none))
    elif 0 <= rest <= x.span + free:
        bits += _divide_free_weights(x, rest)
    else:
        return CONTRADICTION
    x.width = <int64_t>(bits / 32) + 1
    x.spare = _limbs(x, x.width)
    x.mines_beyond = _limbs(x, x.width)
    x.mines = _limbs(x, (f.group_count + 1) * x.width)
    x.totals = _limbs(x, (f.component_count + 1) * x.width)
    x.weights = _limbs(x, rows * (x.span + 1) * x.width)
    if x.arena.failed:
        return LIMIT
    return _join_by_odds(x) if prior.mines < 0 else _join_by_rest(x, rest)

cdef double _divide_free_weights(Exact *x, int64_t rest) noexcept nogil:
    """Find how often each prime is in the weight of the fewest mines in the free cells, into ``free_powers``,
    where all weights are divided by all that they have in common. Returns the bits of the largest weight."""
    cdef int64_t first = max(0, rest - x.free), last = min(x.span, rest), fewest = rest - last
    cdef int64_t largest = max(rest, x.free), number
    cdef uint32_t *prime_of = _limbs(x, largest + 1)
    cdef int32_t *powers = <int32_t *>_limbs(x, largest + 1)
    cdef uint32_t prime
    cdef double bits = 0.0
    x.free_powers = <int32_t *>_limbs(x, largest + 1)
    x.largest_prime = largest
    if x.arena.failed:
        return bits
    _find_primes(prime_of, largest)
    # From each weight to the next: times one number, through another; no prime is in a weight less than no
    # time.
    for k in range(last, first, -1):
        number = x.free - rest + k
        while number > 1:
            prime = prime_of[number]
            powers[prime] += 1
            number //= prime
        number = rest - k + 1
        while number > 1:
            prime = prime_of[number]
            powers[prime] -= 1
            x.free_powers[prime] = max(x.free_powers[prime], -powers[prime])
            number //= prime
    for number in range(2, largest + 1):
        if x.free_powers[number]:
            bits += x.free_powers[number] * log2(<double>number)
    bits += _log2_choose(x.free, max(fewest, min(x.free // 2, rest - first)))
    return bits - _log2_choose(x.free, fewest)

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

cdef uint32_t *_limbs(Exact *x, int64_t count) noexcept nogil:
    """So many limbs, all zero; without room NULL, and ``arena.failed``."""
    cdef uint32_t *taken = NULL
    x.memory -= 4 * count
    if x.memory < 0:
        x.arena.failed = True
    else:
        take(&x.arena, taken, count)
    return taken

cdef void _set(uint32_t *to, uint64_t value) noexcept nogil:
    to[0] = <uint32_t>value
    to[1] = <uint32_t>(value >> 32)

cdef void _add_product(uint32_t *to, const uint32_t *one, int64_t width, const uint32_t *other,
                       int64_t limbs) noexcept nogil:
    """The same times a number of any length."""
    cdef int64_t j = 0, used = min(limbs, width)
    cdef uint64_t factor
    while j < used:
        factor = other[j]
        if j + 1 < used:
            factor |= <uint64_t>other[j + 1] << 32
        if factor:
            _add_times(to + j, one, width - j, factor)
        j += 2

cdef void _subtract(uint32_t *from_number, const uint32_t *number, int64_t width) noexcept nogil:
    """Take a number from another that is not less."""
    cdef int64_t borrow = 0
    for i in range(width):
        borrow += <int64_t>from_number[i] - number[i]
        from_number[i] = <uint32_t>borrow
        borrow >>= 32

cdef void _scale(uint32_t *to, int64_t width, uint64_t factor, uint64_t divisor) noexcept nogil:
    """Times one and through another number of 32 bits, which leaves no remainder."""
    cdef uint64_t carry = 0
    while width > 2 and to[width - 1] == to[width - 2] == 0:
        width -= 1
    for i in range(width):
        carry += to[i] * factor
        to[i] = <uint32_t>carry
        carry >>= 32
    for i in range(width - 1, -1, -1):
        carry = carry << 32 | to[i]
        to[i] = <uint32_t>(carry // divisor)
        carry %= divisor

cdef Status _count_models(Exact *x, int c, bint divided, double *bits) noexcept nogil:
    """The models of one component by mines, perhaps divided by what all have in common; adds to ``bits``
    those of their sum."""
    cdef Frontier *f = &x.a.frontier
    cdef Component *own = &x.a.counts.component[c]
    cdef Models *models = &x.models[c]
    cdef double *counted = x.a.counts.models + own.models_at
    cdef double largest = 0.0, total = 0.0
    cdef int size = 1
    for v in range(own.length):
        largest = max(largest, counted[v])
        total += counted[v]
    for q in range(f.start[c], f.start[c + 1]):
        size = max(size, f.group_size[f.order[q]])
    bits[0] += log2(total) + own.scale
    models.common_factor = 1
    models.counted_again = own.scale > 0 or largest * size >= _EXACT_FLOAT
    models.limbs = max(2, <int64_t>((log2(largest) + own.scale + 1.0) / 32) + 1)
    models.counts = _limbs(x, own.length * models.limbs)
    if x.arena.failed or models.counted_again and size > _EXACT_BINOMIALS:
        return LIMIT
    if not models.counted_again:
        if divided:
            models.common_factor = _common_factor(counted, own.length)
            bits[0] -= log2(<double>models.common_factor)
        for v in range(own.length):
            _set(models.counts + v * models.limbs, <uint64_t>counted[v] // models.common_factor)
        return DONE
    status = _count_again(x, c)
    if status == DONE:
        memcpy(models.counts, _layer(x, c, f.start[c + 1] - f.start[c]), 4 * own.length * models.limbs)
    return status

cdef uint32_t _common_factor(const double *counted, int length) noexcept nogil:
    """The greatest common divisor of some integers; 1 where it is longer than 32 bits."""
    cdef uint64_t common = 0, number
    for v in range(length):
        number = <uint64_t>counted[v]
        while number:
            common, number = number, common % number
        if common == 1:
            break
    return <uint32_t>common if common >> 32 == 0 else 1

cdef Status _join_by_odds(Exact *x) noexcept nogil:
    """Where the mine count is unknown each component is by itself, and each mine has a weight."""
    cdef int parts = x.a.frontier.component_count
    _set(x.totals + parts * x.width, <uint64_t>x.odds_of_mine + x.odds_of_none)
    _set(x.mines + x.a.frontier.group_count * x.width, x.odds_of_mine * <uint64_t>x.free)
    x.solution_limbs = x.width + x.free // 32
    x.solutions = _limbs(x, x.solution_limbs)
    if x.arena.failed:
        return LIMIT
    if not _multiply_models(x, x.spare):
        return STOPPED
    _add_times(x.solutions + x.free // 32, x.spare, x.width, <uint64_t>1 << x.free % 32)
    for c in range(parts):
        if look(&x.a.clock):
            return STOPPED
        weight = x.weights
        memset(weight, 0, 4 * x.width)
        weight[0] = 1
        for _ in range(1, x.a.counts.component[c].length):
            _scale(weight, x.width, x.odds_of_none, 1)
        for _ in range(1, x.a.counts.component[c].length):
            memcpy(weight + x.width, weight, 4 * x.width)
            weight += x.width
            _scale(weight, x.width, x.odds_of_mine, x.odds_of_none)
        status = _count_mines(x, c, x.weights)
        if status != DONE:
            return status
    return DONE

cdef Status _join_by_rest(Exact *x, int64_t rest) noexcept nogil:
    """Where it is known: ``rest`` mines are in the free cells or beyond the fewest of the components. With k
    of the latter the free cells weigh C(free, rest - k), divided by all that these have in common."""
    cdef int components = x.a.frontier.component_count
    cdef int64_t first = max(0, rest - x.free), last = min(x.span, rest)
    cdef uint32_t *mines_in_free = x.mines + x.a.frontier.group_count * x.width
    cdef uint32_t *weight = x.weights + last * x.width
    cdef uint32_t *total = x.totals + components * x.width
    weight[0] = 1
    for prime in range(2, x.largest_prime + 1):
        for _ in range(x.free_powers[prime]):
            if look(&x.a.clock):
                return STOPPED
            _scale(weight, x.width, prime, 1)
    for k in range(last, first, -1):
        if look(&x.a.clock):
            return STOPPED
        memcpy(weight - x.width, weight, 4 * x.width)
        weight -= x.width
        _scale(weight, x.width, x.free - rest + k, rest - k + 1)
    if components:
        status = _join_by_halves(x, 0, components, x.weights, x.span + 1)
        if status != DONE:
            return status
    # What all weighs together is the same from each component; what the components have not is in the free
    # cells.
    memcpy(total, x.totals if components else x.weights, 4 * x.width)
    if components:
        _scale(total, x.width, 1, x.models[0].common_factor)
    _add_times(mines_in_free, total, x.width, rest)
    _subtract(mines_in_free, x.mines_beyond, x.width)
    return _count_solutions(x, total, rest - last)

cdef Status _count_solutions(Exact *x, const uint32_t *total, int64_t fewest) noexcept nogil:
    """The layouts of the board, from what all weighs together; ``fewest``: mines in the free cells."""
    cdef double bits = _log2_choose(x.free, fewest)
    for c in range(x.a.frontier.component_count):
        bits += log2(<double>x.models[c].common_factor)
    x.solution_limbs = x.width + 3 + <int64_t>(bits / 32)
    x.solutions = _limbs(x, x.solution_limbs)
    if x.arena.failed:
        return LIMIT
    memcpy(x.solutions, total, 4 * x.width)
    for c in range(x.a.frontier.component_count):
        if look(&x.a.clock):
            return STOPPED
        _scale(x.solutions, x.solution_limbs, x.models[c].common_factor, 1)
    for k in range(1, min(fewest, x.free - fewest) + 1):  # C(free, fewest)
        if look(&x.a.clock):
            return STOPPED
        _scale(x.solutions, x.solution_limbs, x.free - k + 1, k)
    for prime in range(2, x.largest_prime + 1):  # through the weight that stood for it
        for _ in range(x.free_powers[prime]):
            if look(&x.a.clock):
                return STOPPED
            _scale(x.solutions, x.solution_limbs, 1, prime)
    return DONE

cdef bint _multiply_models(Exact *x, uint32_t *to) noexcept nogil:
    """The models of all components together, whatever their mines; False where the time is over."""
    cdef uint32_t *product = x.weights
    cdef uint32_t *larger = x.weights + x.width
    memset(product, 0, 4 * x.width)
    product[0] = 1
    for c in range(x.a.frontier.component_count):
        models = &x.models[c]
        memset(larger, 0, 4 * x.width)
        for k in range(x.a.counts.component[c].length):
            if look(&x.a.clock):
                return False
            _add_product(larger, product, x.width, models.counts + k * models.limbs, models.limbs)
        product, larger = larger, product
    memcpy(to, product, 4 * x.width)
    return True

cdef Status _join_by_halves(Exact *x, int first, int stop, uint32_t *weights, int64_t size) noexcept nogil:
    """Count components by what all else weighs, by their mines together; ``size``: numbers of mines."""
    cdef int middle = (first + stop) // 2
    cdef uint32_t *row = weights + size * x.width
    if look(&x.a.clock):
        return STOPPED
    if stop - first == 1:
        return _count_mines(x, first, weights)
    status = _join_by_halves(x, first, middle, row, _weigh_in(x, middle, stop, weights, row, size))
    if status != DONE:
        return status
    return _join_by_halves(x, middle, stop, row, _weigh_in(x, first, middle, weights, row, size))

cdef int64_t _weigh_in(Exact *x, int first, int stop, const uint32_t *weights, uint32_t *row,
                       int64_t size) noexcept nogil:
    """Into ``row``: what all else weighs together with these components; returns its size. Where the time is
    over it ends at once: whoever looks at the clock next says so."""
    for c in range(first, stop):
        models = &x.models[c]
        # No further than the numbers reach: those of the weights grow with each component.
        width = min(x.width, _longest(weights, size, x.width) + models.limbs + 1)
        size -= x.a.counts.component[c].length - 1
        for d in range(size):
            if look(&x.a.clock):
                return size
            memset(x.spare, 0, 4 * x.width)
            for k in range(x.a.counts.component[c].length):
                _add_product(x.spare, weights + (d + k) * x.width, width, models.counts + k * models.limbs,
                             models.limbs)
            memcpy(row + d * x.width, x.spare, 4 * x.width)
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

cdef Status _count_mines(Exact *x, int c, const uint32_t *weights) noexcept nogil:
    """What the models of one component weigh, and by it the mines of each of its groups."""
    cdef Counts *counts = &x.a.counts
    cdef Models *models = &x.models[c]
    cdef uint32_t *total = x.totals + c * x.width
    cdef const uint32_t *weight = weights
    for k in range(counts.component[c].length):
        memset(x.spare, 0, 4 * x.width)
        _add_product(x.spare, weight, x.width, models.counts + k * models.limbs, models.limbs)
        _add_times(total, x.spare, x.width, 1)
        _add_times(x.mines_beyond, x.spare, x.width, k)
        if not models.counted_again:
            for q in range(x.a.frontier.start[c], x.a.frontier.start[c + 1]):
                _add_times(x.mines + q * x.width, weight, x.width,
                           <uint64_t>counts.tallies[counts.tally_at[q] + k].mines)
        weight += x.width
    _scale(total, x.width, models.common_factor, 1)
    return _count_mines_again(x, c, weights) if models.counted_again else DONE

cdef Status _count_again(Exact *x, int c) noexcept nogil:
    """The states of one component, and their values."""
    cdef Frontier *f = &x.a.frontier
    cdef int64_t limbs = x.models[c].limbs, places
    cdef int n = f.start[c + 1] - f.start[c]
    if not _plan_steps(x.a, c):
        return LIMIT
    status = _build_layers(x.a, c)
    if status != DONE:
        return status
    places = _place_values(&x.a.elimination, n, max(x.memory // 4, x.room) // limbs, &x.block)
    if places * limbs > x.room:
        x.room = places * limbs
        x.values = _limbs(x, x.room)
    if places < 0 or x.arena.failed:
        return LIMIT
    memset(_layer(x, c, 0), 0, 4 * limbs)
    _layer(x, c, 0)[0] = 1
    for t in range(n):
        if not _advance_exactly(x, c, t):
            return STOPPED
    x.counted_last = c
    return DONE

cdef inline uint32_t *_layer(Exact *x, int c, int t) noexcept nogil:
    """The values of layer t."""
    return x.values + x.a.elimination.value_start[t] * x.models[c].limbs

cdef bint _advance_exactly(Exact *x, int c, int t) noexcept nogil:
    """The values of layer t + 1 from those of layer t; False where the time is over."""
    cdef Elimination *e = &x.a.elimination
    cdef int size = x.a.frontier.group_size[x.a.frontier.order[x.a.frontier.start[c] + t]]
    cdef int64_t limbs = x.models[c].limbs, edge = e.edge_start[t]
    cdef uint32_t *source = _layer(x, c, t)
    memset(_layer(x, c, t + 1), 0, 4 * limbs * layer_values(e, t + 1))
    for s in range(e.layer_start[t], e.layer_start[t + 1]):
        if look(&x.a.clock):  # at each state: its numbers may be long
            return False
        for v in range(e.most[s] - e.least[s] + 1):
            for k in range(size + 1):
                to = e.target[edge + k]
                if to >= 0:
                    target = _layer(x, c, t + 1) + (e.value_at[to] + e.least[s] + v + k - e.least[to]) * limbs
                    _add_times(target, source, limbs, <uint64_t>e.choose[size][k])
            source += limbs
        edge += size + 1
    return True

cdef Status _count_mines_again(Exact *x, int c, const uint32_t *weights) noexcept nogil:
    """The mines of each group without tallies: back over the states, from what the last one weighs."""
    cdef Elimination *e = &x.a.elimination
    cdef int n = x.a.frontier.start[c + 1] - x.a.frontier.start[c]
    cdef int64_t largest = 0
    cdef uint32_t *after
    cdef uint32_t *now
    cdef Status status = DONE if x.counted_last == c else _count_again(x, c)
    if status != DONE:
        return status
    for t in range(n + 1):
        largest = max(largest, layer_values(e, t))
    after = _limbs(x, largest * x.width)
    now = _limbs(x, largest * x.width)
    if x.arena.failed:
        return LIMIT
    memcpy(after, weights, 4 * x.width * x.a.counts.component[c].length)
    for t in range(n - 1, -1, -1):
        if (t + 1) % x.block == 0 and t + 1 < n:  # the layers of this block were overwritten
            for u in range(t + 1 - x.block, t):
                if not _advance_exactly(x, c, u):
                    return STOPPED
        if not _retreat_exactly(x, c, t, after, now):
            return STOPPED
        after, now = now, after
    return DONE

cdef bint _retreat_exactly(Exact *x, int c, int t, const uint32_t *after, uint32_t *now) noexcept nogil:
    """What may follow each state of layer t, by mines so far, and by it the mines of step t."""
    cdef Elimination *e = &x.a.elimination
    cdef int place = x.a.frontier.start[c] + t, size = x.a.frontier.group_size[x.a.frontier.order[place]]
    cdef int64_t edge = e.edge_start[t]
    cdef uint32_t *before = _layer(x, c, t)
    cdef const uint32_t *following
    cdef uint64_t weight
    memset(now, 0, 4 * x.width * layer_values(e, t))
    for s in range(e.layer_start[t], e.layer_start[t + 1]):
        if look(&x.a.clock):
            return False
        for v in range(e.most[s] - e.least[s] + 1):
            memset(x.spare, 0, 4 * x.width)
            for k in range(size + 1):
                to = e.target[edge + k]
                if to >= 0:
                    weight = <uint64_t>e.choose[size][k]
                    following = after + (e.value_at[to] + e.least[s] + v + k - e.least[to]) * x.width
                    _add_times(now, following, x.width, weight)
                    _add_times(x.spare, following, x.width, k * weight)
            _add_product(x.mines + place * x.width, x.spare, x.width, before, x.models[c].limbs)
            before += x.models[c].limbs
            now += x.width
        edge += size + 1
    return True
