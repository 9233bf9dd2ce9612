# Models of one component by mines, and the mines of its groups (forward and backward pass).
#
# A state is the residual of each open clue (of other clues than plain sums, its sum so far), a few bits
# each in two 64-bit words; its value is a polynomial in the number of mines, kept from its first to its
# last coefficient that can be other than zero. First come the states and the transitions between them,
# layer by layer, then the values. Where those of all layers do not fit, only those of every so many
# layers are kept, and the ones between are made again on the way back.
#
# All values are counts, at least 1 until a layer is scaled down by a power of two, so a coefficient is zero
# only where there is no model; scaling that could lose one refuses the component instead.

cdef enum:
    _DOWN_EXPONENT = 360

cdef extern from *:
    const double _LARGE "0x1p400"
    const double _SMALL "0x1p-400"
    const double _DOWN "0x1p-360"
    const double _FAINT "1e-280"  # products below this may have lost a factor to rounding to zero

cdef Status count_component(Analyzer *a, int component) noexcept nogil:
    """Count one component whose groups are in order: its models and the tallies of its groups, by mines."""
    cdef Elimination *e = &a.elimination
    cdef Counts *counts = &a.counts
    cdef Component *own = &counts.component[component]
    cdef int start = a.frontier.start[component], n = a.frontier.start[component + 1] - start
    cdef int64_t last
    e.wanted = INFINITY
    if e.work_left < 0:
        return LIMIT
    if not _plan_steps(a, component):
        return LIMIT
    e.wanted = 0.0
    status = _build_layers(a, component)
    if status != DONE:
        e.work_left -= e.state_capacity if status == LIMIT else 0
        return status
    e.work_left -= e.layer_start[n + 1]
    last = e.layer_start[n]  # the one state in which every clue is met
    own.low = e.least[last]
    own.length = e.most[last] - own.low + 1
    own.models_at = counts.models_size
    if counts.models_size + own.length > counts.models_capacity:
        return LIMIT
    if counts.tallies_size + n * own.length > counts.tally_capacity:
        return LIMIT
    status = _pass_values(a, start, n, own)
    if status != DONE:
        return status
    counts.models_size += own.length
    counts.tallies_size += n * own.length
    return DONE

cdef Status _pass_values(Analyzer *a, int start, int n, Component *own) noexcept nogil:
    """Forward to the models of the component, and back to the tallies of its groups."""
    cdef Elimination *e = &a.elimination
    cdef int block
    cdef int64_t room_at, tally_at = a.counts.tallies_size
    cdef Backward back
    room_at = _place_values(e, n, e.value_capacity, &block)
    if room_at < 0:
        return LIMIT
    e.values[e.value_start[0]] = 1.0
    e.layer_scale[0] = 0
    for t in range(n):
        if not _advance(a, start, t):
            return LIMIT
        if look(&a.clock):
            return STOPPED
    own.scale = e.layer_scale[n]
    for u in range(own.length):  # now: the way back may write over them
        a.counts.models[own.models_at + u] = e.values[e.value_start[n] + u]
    back = Backward(room_at=room_at, half=(e.value_capacity - room_at) // 2, side=0, filled=1, scale=0,
                    down=1.0)
    e.completions[0].at[0] = e.completions[0].least[0] = e.completions[0].most[0] = 0
    e.values[room_at] = 1.0
    for t in range(n - 1, -1, -1):
        if (t + 1) % block == 0 and t + 1 < n:  # the layers of this block were overwritten
            for u in range(t + 1 - block, t):
                _advance(a, start, u)
        if not _retreat(a, start, t, n, own, tally_at, &back):
            return LIMIT
        if look(&a.clock):
            return STOPPED
        a.counts.tally_at[start + t] = tally_at
        tally_at += own.length
    return DONE

cdef bint _plan_steps(Analyzer *a, int component) noexcept nogil:
    """What each step opens, takes and checks in the keys; False where a key has no room for the clues."""
    cdef Frontier *f = &a.frontier
    cdef Elimination *e = &a.elimination
    cdef Knowledge *known = &a.known
    cdef int vacancies = 0, used = 0, start = f.start[component]
    cdef int32_t most = 3
    cdef Step *step
    for k in range(f.clue_start[component], f.clue_start[component + 1]):
        clue = f.clue_order[k]
        f.clue_left[clue] = known.unknown[f.clue_cell[clue]]
        most = max(most, known.most[f.clue_cell[clue]])
        e.clue_slot[clue] = -1
    e.bits = 2
    while most >> e.bits:
        e.bits += 1
    e.places = 64 // e.bits
    for t in range(f.start[component + 1] - start):
        group = f.order[start + t]
        step = &e.steps[t]
        step.opens_low = step.opens_high = step.takes_low = step.takes_high = 0
        step.keeps_low = step.keeps_high = ~<uint64_t>0
        for k in range(f.group_degree[group]):
            clue = f.group_clues[group][k]
            if e.clue_slot[clue] < 0:
                if vacancies:
                    vacancies -= 1
                    e.clue_slot[clue] = e.vacant[vacancies]
                else:
                    e.clue_slot[clue] = used // e.places * 64 + used % e.places * e.bits
                    used += 1
                    if used > 2 * e.places:
                        return False
                if a.board.sums:
                    _add_at(e.clue_slot[clue], known.need[f.clue_cell[clue]], &step.opens_low,
                            &step.opens_high)
            step.slot[k] = e.clue_slot[clue]
            f.clue_left[clue] -= units_of(f, group, k)
            step.left[k] = f.clue_left[clue]
            if a.board.sums:
                _add_at(step.slot[k], 1, &step.takes_low, &step.takes_high)
                continue
            # Here a key has the sum of an open clue so far, and not what it still needs.
            weight = f.group_weights[group][k]
            step.allowed[k] = sums_left(known, f.clue_cell[clue])
            step.gain[k] = weight
            step.none[k] = max(0, -weight) * f.group_size[group]
            _add_at(step.slot[k], -weight, &step.takes_low, &step.takes_high)
            _add_at(step.slot[k], step.none[k], &step.opens_low, &step.opens_high)
        for k in range(f.group_degree[group]):
            if step.left[k] == 0:
                e.vacant[vacancies] = step.slot[k]
                vacancies += 1
                if not a.board.sums:  # a plain sum is then at zero
                    _add_at(step.slot[k], -up_to(e.bits - 1), &step.keeps_low, &step.keeps_high)
    return True

cdef inline void _add_at(int32_t slot, int64_t number, uint64_t *low, uint64_t *high) noexcept nogil:
    """Add to the bits of one clue in a key."""
    if slot < 64:
        low[0] += <uint64_t>number << slot
    else:
        high[0] += <uint64_t>number << (slot - 64)

cdef inline int32_t _read_at(int32_t slot, uint64_t low, uint64_t high, uint64_t mask) noexcept nogil:
    """What a key has of one clue."""
    return <int32_t>((low >> slot if slot < 64 else high >> (slot - 64)) & mask)

cdef bint _may_be(Step *step, int clues, uint64_t low, uint64_t high, uint64_t mask,
                  int mines) noexcept nogil:
    """Whether all clues of a group can hold that has so many mines, where they are no plain sums."""
    for k in range(clues):
        reached = _read_at(step.slot[k], low, high, mask) + step.none[k] + mines * step.gain[k]
        if not step.allowed[k] >> reached & up_to(step.left[k]):
            return False
    return True

cdef inline uint64_t _hash(uint64_t low, uint64_t high) noexcept nogil:
    cdef uint64_t z = (low ^ (high * <uint64_t>0x9E3779B97F4A7C15)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 32)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 29)

cdef Status _build_layers(Analyzer *a, int component) noexcept nogil:
    """States, transitions and the sizes of the values (``value_start``), layer by layer."""
    cdef Elimination *e = &a.elimination
    cdef Frontier *f = &a.frontier
    cdef int64_t values, fresh
    cdef int start = f.start[component], n = f.start[component + 1] - start
    e.key_low[0] = e.key_high[0] = e.least[0] = e.most[0] = e.value_at[0] = e.layer_start[0] = 0
    e.layer_start[1] = e.value_start[0] = 1
    e.edge_start[0] = 0
    for t in range(n):
        group = f.order[start + t]
        if look(&a.clock):
            return STOPPED
        fresh = _build_layer(a, t, f.group_size[group], f.group_degree[group])
        if fresh < 0 and a.clock.stopped:
            return STOPPED
        if fresh < 0:
            e.wanted = _foresee(a, component, t)
            return LIMIT
        if fresh == e.layer_start[t + 1]:
            return CONTRADICTION
        e.layer_start[t + 2] = fresh
        values = 0
        for s in range(e.layer_start[t + 1], fresh):
            e.value_at[s] = <int32_t>values
            values += e.most[s] - e.least[s] + 1
        e.value_start[t + 1] = values
    return DONE

cdef double _foresee(Analyzer *a, int component, int t) noexcept nogil:
    """How many states a component seems to need that found no room at step ``t``: the lesser of two guesses.

    The price bounds the states of each layer. Either all layers stay below it by the same factor, or, as the
    clues restrict each other more the more of them are open, by the same power."""
    cdef Elimination *e = &a.elimination
    cdef Frontier *f = &a.frontier
    cdef int start = f.start[component], stop = f.start[component + 1], width
    cdef double whole, done, bound, power, rest
    cdef double last = e.layer_start[t + 1] - e.layer_start[t]
    whole = _price(a, f.order, component, stop, 1.0, &width)
    done = _price(a, f.order, component, start + t + 1, 1.0, &width)
    bound = _price(a, f.order, component, start + t, 1.0, &width)
    bound -= _price(a, f.order, component, start + t - 1, 1.0, &width)
    power = min(1.0, log(max(2.0, last)) / log(max(2.0, bound)))
    rest = _price(a, f.order, component, stop, power, &width)
    rest -= _price(a, f.order, component, start + t + 1, power, &width)
    return min(e.state_capacity * whole / done, e.state_capacity + rest)

cdef int64_t _build_layer(Analyzer *a, int t, int size, int clues) noexcept nogil:
    """The states after step ``t``; returns their end, or -1 where there is no room or no time."""
    cdef Elimination *e = &a.elimination
    cdef Step *step = &e.steps[t]
    cdef int64_t begin = e.layer_start[t], end = e.layer_start[t + 1], edge = e.edge_start[t], table_mask
    cdef int64_t most_edges = (end - begin) * (size + 1), room, fresh = end
    cdef uint64_t low, high
    cdef uint64_t mask = up_to(e.bits - 1)
    cdef bint sums = a.board.sums
    if edge + most_edges > e.edge_capacity:
        return -1
    table_mask = _clear_table(e, 2 * most_edges)
    room = min(e.state_capacity, min(end + (table_mask + 1) // 2, begin + e.ring_mask + 1))
    for s in range(begin, end):
        if s & 4095 == 4095 and look(&a.clock):
            return -1
        low = e.key_low[s & e.ring_mask]
        high = e.key_high[s & e.ring_mask]
        least = 0
        most = size
        if sums:
            for k in range(clues):
                residual = _read_at(step.slot[k], low + step.opens_low, high + step.opens_high, mask)
                most = min(most, residual)
                least = max(least, residual - step.left[k])
        for x in range(size + 1):
            if x < least or x > most or not (sums or _may_be(step, clues, low, high, mask, x)):
                e.target[edge + x] = -1
                continue
            fresh = _reach_state(e, (low + step.opens_low - x * step.takes_low) & step.keeps_low,
                                 (high + step.opens_high - x * step.takes_high) & step.keeps_high, s, x,
                                 fresh, room, table_mask, edge + x)
            if fresh < 0:
                return -1
        edge += size + 1
    e.edge_start[t + 1] = edge
    return fresh

cdef int64_t _clear_table(Elimination *e, int64_t wanted) noexcept nogil:
    """An empty hash table of about twice as many places as there can be states; returns its mask."""
    cdef int64_t size = 16
    while size < wanted:
        size *= 2
    while size > e.table_size:
        size //= 2
    for h in range(size):
        e.table[h] = -1
    return size - 1

cdef inline int64_t _reach_state(Elimination *e, uint64_t low, uint64_t high, int64_t source, int mines,
                                 int64_t fresh, int64_t room, int64_t table_mask,
                                 int64_t edge) noexcept nogil:
    """A transition to the state of this key, a new one if need be; returns the end of the states, or -1."""
    cdef int64_t h = <int64_t>_hash(low, high) & table_mask
    cdef int64_t found
    while True:
        found = e.table[h]
        if found < 0:
            if fresh >= room:
                return -1
            found = fresh
            fresh += 1
            e.table[h] = <int32_t>found
            e.key_low[found & e.ring_mask] = low
            e.key_high[found & e.ring_mask] = high
            e.least[found] = e.least[source] + mines
            e.most[found] = e.most[source] + mines
            break
        if e.key_low[found & e.ring_mask] == low and e.key_high[found & e.ring_mask] == high:
            e.least[found] = min(e.least[found], e.least[source] + mines)
            e.most[found] = max(e.most[found], e.most[source] + mines)
            break
        h = (h + 1) & table_mask
    e.target[edge] = <int32_t>found
    return fresh

cdef int64_t _places(Elimination *e, int n, int block, int64_t *kept) noexcept nogil:
    """Places for values where only those of the first layer of each ``block`` stay, which are ``kept``; those
    between share the space of the largest block."""
    cdef int64_t shared = 0, own = 0
    kept[0] = 0
    for t in range(n + 1):
        if t % block == 0:
            kept[0] += e.value_start[t]
            own = 0
        else:
            own += e.value_start[t]
            shared = max(shared, own)
    return kept[0] + shared

cdef int64_t _place_values(Elimination *e, int n, int64_t capacity, int *block) noexcept nogil:
    """Turn the sizes in ``value_start`` into places; returns the end of the places, -1 without room."""
    cdef int64_t largest = 0, at = 0, between, size, kept
    cdef int64_t room = _places(e, n, n + 1, &kept)
    for t in range(n + 1):
        largest = max(largest, e.value_start[t])
    block[0] = n + 1
    if room + 3 * largest > capacity:  # the way back makes layers again that were written over
        for t in range(1, <int>(2 * sqrt(n)) + 1):
            if _places(e, n, t, &kept) < room:
                room = _places(e, n, t, &kept)
                block[0] = t
    if room + 3 * largest > capacity:
        return -1
    _places(e, n, block[0], &kept)
    between = kept
    for t in range(n + 1):
        size = e.value_start[t]
        if t % block[0] == 0:
            e.value_start[t] = at
            at += size
            between = kept
        else:
            e.value_start[t] = between
            between += size
    return room

cdef inline int64_t layer_values(Elimination *e, int t) noexcept nogil:
    """How many values a layer has."""
    cdef int64_t last = e.layer_start[t + 1] - 1
    return e.value_at[last] + e.most[last] - e.least[last] + 1

cdef bint _advance(Analyzer *a, int start, int t) noexcept nogil:
    """The values of layer t + 1 from those of layer t; False where scaling could lose one."""
    cdef Elimination *e = &a.elimination
    cdef int size = a.frontier.group_size[a.frontier.order[start + t]]
    cdef int64_t target = e.value_start[t + 1], edge = e.edge_start[t]
    cdef int64_t end = target + layer_values(e, t + 1)
    for v in range(target, end):
        e.values[v] = 0.0
    cdef double *choose = e.choose[size]
    for s in range(e.layer_start[t], e.layer_start[t + 1]):
        for x in range(size + 1):
            to = e.target[edge]
            edge += 1
            if to >= 0:
                _add_scaled(e.values + target + e.value_at[to] + e.least[s] + x - e.least[to],
                            e.values + e.value_start[t] + e.value_at[s], e.most[s] - e.least[s] + 1,
                            choose[x])
    more = _scale_down(e.values + target, end - target)
    e.layer_scale[t + 1] = e.layer_scale[t] + more
    return more >= 0

cdef inline void _add_scaled(double *to, double *source, int length, double weight) noexcept nogil:
    for v in range(length):
        to[v] += weight * source[v]

cdef int _scale_down(double *values, int64_t length) noexcept nogil:
    """Scale values down where they are large; returns the exponent, -1 where that could lose one."""
    cdef double largest = 0.0
    for v in range(length):
        largest = max(largest, values[v])
    if largest <= _LARGE:
        return 0
    for v in range(length):
        if values[v] > 0.0:
            if values[v] < _SMALL:
                return -1
            values[v] = values[v] * _DOWN
    return _DOWN_EXPONENT

cdef double _smallest(double *values, int64_t length) noexcept nogil:
    """The smallest of some values that is not zero."""
    cdef double smallest = 1e300
    for v in range(length):
        if values[v] > 0.0:
            smallest = min(smallest, values[v])
    return smallest

cdef bint _retreat(Analyzer *a, int start, int t, int n, Component *own, int64_t tally_at,
                   Backward *back) noexcept nogil:
    """The completions of the states of layer t from those of layer t + 1, and the tallies of step t.
    Completions are read from one half of the room and written to the other. False where they do not fit, or a
    float could have lost one."""
    cdef Elimination *e = &a.elimination
    cdef int size = a.frontier.group_size[a.frontier.order[start + t]]
    back.down = 1.0
    if e.layer_scale[n] > 0 or back.scale > 0:
        back.down = ldexp(1.0, <int>(e.layer_scale[t] + back.scale - e.layer_scale[n]))
        least = _smallest(e.values + e.value_start[t], layer_values(e, t))
        if (
            least * back.down * _smallest(e.values + back.room_at + back.half * back.side, back.filled)
            < _FAINT
        ):
            return False
    for v in range((size + 1) * own.length):
        e.step_models[v] = 0.0
    if not _complete_layer(e, t, size, own, back):
        return False
    _tally(a, size, own, tally_at)
    back.side = 1 - back.side
    more = _scale_down(e.values + back.room_at + back.half * back.side, back.filled)
    back.scale += more
    return more >= 0

cdef bint _complete_layer(Elimination *e, int t, int size, Component *own, Backward *back) noexcept nogil:
    """The completions of all states of layer t, and by the way ``step_models``."""
    cdef Completions *after = &e.completions[back.side]
    cdef Completions *now = &e.completions[1 - back.side]
    cdef double *old = e.values + back.room_at + back.half * back.side
    cdef double *new = e.values + back.room_at + back.half * (1 - back.side)
    cdef int64_t begin = e.layer_start[t], end = e.layer_start[t + 1], edge = e.edge_start[t], written = 0, b
    for s in range(begin, end):
        least = 1 << 30
        most = -1
        for x in range(size + 1):
            b = e.target[edge + x] - end
            if b >= 0 and after.most[b] >= after.least[b]:
                least = min(least, after.least[b] + x)
                most = max(most, after.most[b] + x)
        now.least[s - begin] = least
        now.most[s - begin] = most
        now.at[s - begin] = <int32_t>written
        if most >= least:  # there is a completion
            if written + most - least + 1 > back.half:
                return False
            for v in range(most - least + 1):
                new[written + v] = 0.0
            for x in range(size + 1):
                b = e.target[edge + x] - end
                if b >= 0 and after.most[b] >= after.least[b]:
                    _extend(new + written + after.least[b] + x - least, old + after.at[b],
                            after.most[b] - after.least[b] + 1, e.choose[size][x],
                            e.values + e.value_start[t] + e.value_at[s], e.most[s] - e.least[s] + 1,
                            e.step_models + x * own.length + e.least[s] + after.least[b] + x - own.low,
                            back.down)
            written += most - least + 1
        edge += size + 1
    back.filled = written
    return True

cdef inline void _extend(double *to, double *after, int length, double weight, double *before,
                         int before_length, double *models, double down) noexcept nogil:
    """Add one transition: to the completions of its state, and to the models of the step."""
    for v in range(length):
        value = weight * after[v]
        to[v] += value
        if value > 0.0:
            _add_scaled(models + v, before, before_length, value * down)

cdef void _tally(Analyzer *a, int size, Component *own, int64_t tally_at) noexcept nogil:
    """Mines and non-mines of the group of this step, over the models with each number of mines."""
    cdef double *models = a.elimination.step_models
    for v in range(own.length):
        mines = others = 0.0
        for x in range(size + 1):
            mines += x * models[x * own.length + v]
            others += (size - x) * models[x * own.length + v]
        a.counts.tallies[tally_at + v].mines = mines
        a.counts.tallies[tally_at + v].others = others
