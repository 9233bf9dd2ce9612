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
    _LARGE_EXPONENT = 400

cdef extern from *:
    const double _LARGE "0x1p400"
    const double _SMALL "0x1p-400"
    const double _DOWN "0x1p-360"
    const double _FAINT "1e-280"  # products below this may have lost a factor to rounding to zero

cdef Status count_component(Analyzer *a, int component_index) noexcept nogil:
    """Count one component whose groups are in order: its models and the tallies of its groups, by mines."""
    cdef Elimination *e = &a.elimination
    cdef Counts *counts = &a.counts
    cdef Component *component = &counts.component[component_index]
    cdef int start = a.frontier.group_start[component_index]
    cdef int group_count = a.frontier.group_start[component_index + 1] - start
    cdef int64_t final_state
    # The states and their transitions. Until it is known why there is no room, more room is of no use.
    e.states_needed = INFINITY
    if e.work_left < 0:
        return LIMIT
    if not _plan_steps(a, component_index):
        return LIMIT
    e.states_needed = 0.0
    status = _build_layers(a, component_index)
    if status != DONE:
        e.work_left -= e.state_capacity if status == LIMIT else 0
        return status
    e.work_left -= e.layer_start[group_count + 1]

    # The mine counts that can occur, and whether what is counted by them finds room.
    final_state = e.layer_start[group_count]  # the one state in which every clue is met
    component.fewest_mines = e.fewest_mines[final_state]
    component.length = e.most_mines[final_state] - component.fewest_mines + 1
    component.models_start = counts.models_size
    if counts.models_size + component.length > counts.models_capacity:
        return LIMIT
    if counts.tallies_size + group_count * component.length > counts.tally_capacity:
        return LIMIT

    # The values.
    status = _pass_values(a, start, group_count, component)
    if status != DONE:
        return status
    counts.models_size += component.length
    counts.tallies_size += group_count * component.length
    return DONE

cdef Status _pass_values(Analyzer *a, int start, int group_count, Component *component) noexcept nogil:
    """Forward to the models of the component, and back to the tallies of its groups."""
    cdef Elimination *e = &a.elimination
    cdef int block
    cdef int64_t room_start, tally_start = a.counts.tallies_size, cell_count = 0
    cdef Backward backward
    # No value is above two to the number of cells: few components have values that need scaling down.
    for q in range(start, start + group_count):
        cell_count += a.frontier.group_size[a.frontier.order[q]]
    e.values_may_be_large = cell_count > _LARGE_EXPONENT

    # Forward, from the one state of the first layer to the one of the last.
    room_start = _place_values(e, group_count, e.value_capacity, &block)
    if room_start < 0:
        return LIMIT
    e.values[e.value_start[0]] = 1.0
    e.layer_scale[0] = 0
    for layer in range(group_count):
        if not _advance(a, start, layer):
            return LIMIT
        if look(&a.clock):
            return STOPPED

    # Its values are the models. They are kept now, as the way back may write over them.
    component.scale = e.layer_scale[group_count]
    for k in range(component.length):
        a.counts.models[component.models_start + k] = e.values[e.value_start[group_count] + k]

    # Back, from a completion of the last layer that has no more mines.
    backward = Backward(room_start=room_start, half_size=(e.value_capacity - room_start) // 2, side=0,
                        value_count=1, scale=0, product_scale=1.0)
    e.completions[0].value_place[0] = e.completions[0].fewest_mines[0] = e.completions[0].most_mines[0] = 0
    e.values[room_start] = 1.0
    for layer in range(group_count - 1, -1, -1):
        if (layer + 1) % block == 0 and layer + 1 < group_count:  # the layers of this block were overwritten
            for remade_layer in range(layer + 1 - block, layer):
                _advance(a, start, remade_layer)
        if not _retreat(a, start, layer, group_count, component, tally_start, &backward):
            return LIMIT
        if look(&a.clock):
            return STOPPED
        a.counts.tally_start[start + layer] = tally_start
        tally_start += component.length
    return DONE

cdef bint _plan_steps(Analyzer *a, int component_index) noexcept nogil:
    """What each step opens, takes and checks in the keys; False where a key has no room for the clues."""
    cdef Frontier *f = &a.frontier
    cdef Elimination *e = &a.elimination
    cdef Knowledge *knowledge = &a.knowledge
    cdef int vacant_slots = 0, used_slots = 0, start = f.group_start[component_index]
    cdef int32_t max_sum = 3
    cdef Step *step
    # How many bits the clue with the greatest sum takes in a key; then all clues take so many.
    for k in range(f.clue_start[component_index], f.clue_start[component_index + 1]):
        clue = f.clue_order[k]
        f.clue_left[clue] = knowledge.unknown[f.clue_cell[clue]]
        max_sum = max(max_sum, knowledge.max_needed[f.clue_cell[clue]])
        e.clue_slot[clue] = -1
    e.slot_bits = 2
    while max_sum >> e.slot_bits:
        e.slot_bits += 1
    e.slots_per_word = 64 // e.slot_bits
    for step_number in range(f.group_start[component_index + 1] - start):
        group = f.order[start + step_number]
        step = &e.steps[step_number]
        # A clue that this group opens gets a slot that is vacant, or one behind those used so far.
        step.opens_low = step.opens_high = step.takes_low = step.takes_high = 0
        step.keeps_low = step.keeps_high = ~<uint64_t>0
        for k in range(f.group_degree[group]):
            clue = f.group_clues[group][k]
            if e.clue_slot[clue] < 0:
                if vacant_slots:
                    vacant_slots -= 1
                    e.clue_slot[clue] = e.vacant[vacant_slots]
                else:
                    e.clue_slot[clue] = used_slots // e.slots_per_word * 64
                    e.clue_slot[clue] += used_slots % e.slots_per_word * e.slot_bits
                    used_slots += 1
                    if used_slots > 2 * e.slots_per_word:
                        return False
                if a.board.sums:
                    _add_to_slot(e.clue_slot[clue], knowledge.min_needed[f.clue_cell[clue]], &step.opens_low,
                                 &step.opens_high)
            # What a mine of the group takes from the residual.
            step.slot[k] = e.clue_slot[clue]
            f.clue_left[clue] -= units_of(f, group, k)
            step.cells_left[k] = f.clue_left[clue]
            if a.board.sums:
                _add_to_slot(step.slot[k], 1, &step.takes_low, &step.takes_high)
                continue
            # Here a key has the sum of an open clue so far, and not what it still needs.
            weight = f.group_weights[group][k]
            step.allowed[k] = sums_left(knowledge, f.clue_cell[clue])
            step.sum_per_mine[k] = weight
            step.sum_without_mines[k] = max(0, -weight) * f.group_size[group]
            _add_to_slot(step.slot[k], -weight, &step.takes_low, &step.takes_high)
            _add_to_slot(step.slot[k], step.sum_without_mines[k], &step.opens_low, &step.opens_high)
        # A clue that this group closes leaves its slot.
        for k in range(f.group_degree[group]):
            if step.cells_left[k] == 0:
                e.vacant[vacant_slots] = step.slot[k]
                vacant_slots += 1
                if not a.board.sums:  # a plain sum is then at zero
                    _add_to_slot(step.slot[k], -up_to(e.slot_bits - 1), &step.keeps_low, &step.keeps_high)
    return True

cdef inline void _add_to_slot(int32_t slot, int64_t number, uint64_t *low, uint64_t *high) noexcept nogil:
    """Add to the bits of one clue in a key."""
    if slot < 64:
        low[0] += <uint64_t>number << slot
    else:
        high[0] += <uint64_t>number << (slot - 64)

cdef inline int32_t _read_slot(int32_t slot, uint64_t low, uint64_t high, uint64_t mask) noexcept nogil:
    """What a key has of one clue."""
    return <int32_t>((low >> slot if slot < 64 else high >> (slot - 64)) & mask)

cdef bint _group_fits(Step *step, int clue_count, uint64_t low, uint64_t high, uint64_t mask,
                      int group_mines) noexcept nogil:
    """Whether all clues of a group can hold that has so many mines, where they are no plain sums."""
    for k in range(clue_count):
        clue_sum = _read_slot(step.slot[k], low, high, mask) + step.sum_without_mines[k]
        clue_sum += group_mines * step.sum_per_mine[k]
        if not step.allowed[k] >> clue_sum & up_to(step.cells_left[k]):
            return False
    return True

cdef inline uint64_t _hash(uint64_t low, uint64_t high) noexcept nogil:
    cdef uint64_t z = (low ^ (high * <uint64_t>0x9E3779B97F4A7C15)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 32)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 29)

cdef Status _build_layers(Analyzer *a, int component_index) noexcept nogil:
    """States, transitions and the sizes of the values (``value_start``), layer by layer."""
    cdef Elimination *e = &a.elimination
    cdef Frontier *f = &a.frontier
    cdef int64_t value_count, states_end
    cdef int start = f.group_start[component_index], group_count = f.group_start[component_index + 1] - start
    # At first there is one state, of no open clue and no mines.
    e.key_low[0] = e.key_high[0] = e.layer_start[0] = e.value_place[0] = 0
    e.fewest_mines[0] = e.most_mines[0] = 0
    e.layer_start[1] = e.value_start[0] = 1
    e.edge_start[0] = 0
    for layer in range(group_count):
        group = f.order[start + layer]
        if look(&a.clock):
            return STOPPED

        # The states of the next layer, and the transitions to them.
        states_end = _build_layer(a, layer, f.group_size[group], f.group_degree[group])
        if states_end < 0 and a.clock.stopped:
            return STOPPED
        if states_end < 0:
            e.states_needed = _foresee(a, component_index, layer)
            return LIMIT
        if states_end == e.layer_start[layer + 1]:
            return CONTRADICTION
        e.layer_start[layer + 2] = states_end

        # A state has a value for each number of mines that it can have so far.
        value_count = 0
        for state in range(e.layer_start[layer + 1], states_end):
            e.value_place[state] = <int32_t>value_count
            value_count += e.most_mines[state] - e.fewest_mines[state] + 1
        e.value_start[layer + 1] = value_count
    return DONE

cdef double _foresee(Analyzer *a, int component_index, int layer) noexcept nogil:
    """How many states a component seems to need that found no room in a layer: the lesser of two guesses.

    The price bounds the states of each layer. Either all layers stay below it by the same factor, or, as the
    clues restrict each other more the more of them are open, by the same power."""
    cdef Elimination *e = &a.elimination
    cdef Frontier *f = &a.frontier
    cdef int start = f.group_start[component_index], stop = f.group_start[component_index + 1], width
    cdef double full_price, price_so_far, layer_price, price_power, states_ahead
    cdef double layer_states = e.layer_start[layer + 1] - e.layer_start[layer]
    full_price = _price(a, f.order, component_index, stop, 1.0, &width)
    price_so_far = _price(a, f.order, component_index, start + layer + 1, 1.0, &width)
    layer_price = _price(a, f.order, component_index, start + layer, 1.0, &width)
    layer_price -= _price(a, f.order, component_index, start + layer - 1, 1.0, &width)
    price_power = min(1.0, log(max(2.0, layer_states)) / log(max(2.0, layer_price)))
    states_ahead = _price(a, f.order, component_index, stop, price_power, &width)
    states_ahead -= _price(a, f.order, component_index, start + layer + 1, price_power, &width)
    return min(e.state_capacity * full_price / price_so_far, e.state_capacity + states_ahead)

cdef int64_t _build_layer(Analyzer *a, int layer, int size, int clue_count) noexcept nogil:
    """The states after step ``layer``; returns their end, or -1 where there is no room or no time."""
    cdef Elimination *e = &a.elimination
    cdef Step *step = &e.steps[layer]
    cdef int64_t begin = e.layer_start[layer], end = e.layer_start[layer + 1]
    cdef int64_t edge = e.edge_start[layer], table_mask
    cdef int64_t max_edges = (end - begin) * (size + 1), room, states_end = end
    cdef uint64_t low, high
    cdef uint64_t next_low, next_high
    cdef uint64_t mask = up_to(e.slot_bits - 1)
    cdef bint sums = a.board.sums, fits
    # Room for all the transitions there can be, and for the states that they lead to.
    if edge + max_edges > e.edge_capacity:
        return -1
    table_mask = _clear_table(e, 2 * max_edges)
    room = min(e.state_capacity, min(end + (table_mask + 1) // 2, begin + e.ring_mask + 1))
    for state in range(begin, end):
        if state & 4095 == 4095 and look(&a.clock):
            return -1
        low = e.key_low[state & e.ring_mask]
        high = e.key_high[state & e.ring_mask]
        # Plain sums: between which numbers of mines of the group none of its clues is broken.
        fewest_mines = 0
        most_mines = size
        if sums:
            for k in range(clue_count):
                residual = _read_slot(step.slot[k], low + step.opens_low, high + step.opens_high, mask)
                most_mines = min(most_mines, residual)
                fewest_mines = max(fewest_mines, residual - step.cells_left[k])
        for group_mines in range(size + 1):
            fits = fewest_mines <= group_mines <= most_mines
            if fits and not sums:
                fits = _group_fits(step, clue_count, low, high, mask, group_mines)
            if not fits:
                e.target[edge + group_mines] = -1
                continue
            next_low = (low + step.opens_low - group_mines * step.takes_low) & step.keeps_low
            next_high = (high + step.opens_high - group_mines * step.takes_high) & step.keeps_high
            states_end = _reach_state(e, next_low, next_high, state, group_mines, states_end, room,
                                      table_mask, edge + group_mines)
            if states_end < 0:
                return -1
        edge += size + 1
    e.edge_start[layer + 1] = edge
    return states_end

cdef int64_t _clear_table(Elimination *e, int64_t needed_places) noexcept nogil:
    """An empty hash table of about twice as many places as there can be states; returns its mask."""
    cdef int64_t size = 16
    while size < needed_places:
        size *= 2
    while size > e.table_size:
        size //= 2
    for table_place in range(size):
        e.table[table_place] = -1
    return size - 1

cdef inline int64_t _reach_state(Elimination *e, uint64_t low, uint64_t high, int64_t source, int mines,
                                 int64_t states_end, int64_t room, int64_t table_mask,
                                 int64_t edge) noexcept nogil:
    """A transition to the state of this key, a new one if need be; returns the end of the states, or -1."""
    cdef int64_t table_place = <int64_t>_hash(low, high) & table_mask
    cdef int64_t state
    while True:
        state = e.table[table_place]
        if state < 0:
            if states_end >= room:
                return -1
            state = states_end
            states_end += 1
            e.table[table_place] = <int32_t>state
            e.key_low[state & e.ring_mask] = low
            e.key_high[state & e.ring_mask] = high
            e.fewest_mines[state] = e.fewest_mines[source] + mines
            e.most_mines[state] = e.most_mines[source] + mines
            break
        if e.key_low[state & e.ring_mask] == low and e.key_high[state & e.ring_mask] == high:
            e.fewest_mines[state] = min(e.fewest_mines[state], e.fewest_mines[source] + mines)
            e.most_mines[state] = max(e.most_mines[state], e.most_mines[source] + mines)
            break
        table_place = (table_place + 1) & table_mask
    e.target[edge] = <int32_t>state
    return states_end

cdef int64_t _room_of_values(Elimination *e, int group_count, int block, int64_t *kept_values) noexcept nogil:
    """Places for values where only those of the first layer of each ``block`` stay, which are
    ``kept_values``; those between share the space of the largest block."""
    cdef int64_t shared_values = 0, block_values = 0
    kept_values[0] = 0
    for layer in range(group_count + 1):
        if layer % block == 0:
            kept_values[0] += e.value_start[layer]
            block_values = 0
        else:
            block_values += e.value_start[layer]
            shared_values = max(shared_values, block_values)
    return kept_values[0] + shared_values

cdef int64_t _place_values(Elimination *e, int group_count, int64_t capacity, int *block) noexcept nogil:
    """Turn the sizes in ``value_start`` into places; returns the end of the places, -1 without room."""
    cdef int64_t largest_layer = 0, next_kept = 0, next_shared, layer_size, kept_values
    cdef int64_t room = _room_of_values(e, group_count, group_count + 1, &kept_values)
    for layer in range(group_count + 1):
        largest_layer = max(largest_layer, e.value_start[layer])
    # Where all layers do not fit, the blocks that take the least room.
    block[0] = group_count + 1
    if room + 3 * largest_layer > capacity:  # the way back makes layers again that were written over
        for length in range(1, <int>(2 * sqrt(group_count)) + 1):
            if _room_of_values(e, group_count, length, &kept_values) < room:
                room = _room_of_values(e, group_count, length, &kept_values)
                block[0] = length
    if room + 3 * largest_layer > capacity:
        return -1

    # From sizes to places: first the layers that stay, then the space that those between share.
    _room_of_values(e, group_count, block[0], &kept_values)
    next_shared = kept_values
    for layer in range(group_count + 1):
        layer_size = e.value_start[layer]
        if layer % block[0] == 0:
            e.value_start[layer] = next_kept
            next_kept += layer_size
            next_shared = kept_values
        else:
            e.value_start[layer] = next_shared
            next_shared += layer_size
    return room

cdef inline int64_t layer_values(Elimination *e, int layer) noexcept nogil:
    """How many values a layer has."""
    cdef int64_t last_state = e.layer_start[layer + 1] - 1
    return e.value_place[last_state] + e.most_mines[last_state] - e.fewest_mines[last_state] + 1

cdef bint _advance(Analyzer *a, int start, int layer) noexcept nogil:
    """The values of layer t + 1 from those of layer t; False where scaling could lose one."""
    cdef Elimination *e = &a.elimination
    cdef int size = a.frontier.group_size[a.frontier.order[start + layer]]
    cdef int64_t target_start = e.value_start[layer + 1], edge = e.edge_start[layer]
    cdef int64_t target_end = target_start + layer_values(e, layer + 1)
    for k in range(target_start, target_end):
        e.values[k] = 0.0
    cdef double *choose = e.choose[size]
    for state in range(e.layer_start[layer], e.layer_start[layer + 1]):
        for group_mines in range(size + 1):
            successor = e.target[edge]
            edge += 1
            if successor >= 0:
                mines_offset = e.fewest_mines[state] + group_mines - e.fewest_mines[successor]
                _add_scaled(e.values + target_start + e.value_place[successor] + mines_offset,
                            e.values + e.value_start[layer] + e.value_place[state],
                            e.most_mines[state] - e.fewest_mines[state] + 1, choose[group_mines])
    if not e.values_may_be_large:
        e.layer_scale[layer + 1] = 0
        return True
    exponent = _scale_down(e.values + target_start, target_end - target_start)
    e.layer_scale[layer + 1] = e.layer_scale[layer] + exponent
    return exponent >= 0

cdef inline void _add_scaled(double *sums, double *terms, int length, double weight) noexcept nogil:
    for k in range(length):
        sums[k] += weight * terms[k]

cdef int _scale_down(double *values, int64_t length) noexcept nogil:
    """Scale values down where they are large; returns the exponent, -1 where that could lose one."""
    cdef double largest = 0.0
    for k in range(length):
        largest = max(largest, values[k])
    if largest <= _LARGE:
        return 0
    for k in range(length):
        if values[k] > 0.0:
            if values[k] < _SMALL:
                return -1
            values[k] = values[k] * _DOWN
    return _DOWN_EXPONENT

cdef double _smallest(double *values, int64_t length) noexcept nogil:
    """The smallest of some values that is not zero."""
    cdef double smallest = 1e300
    for k in range(length):
        if values[k] > 0.0:
            smallest = min(smallest, values[k])
    return smallest

cdef bint _retreat(Analyzer *a, int start, int layer, int group_count, Component *component,
                   int64_t tally_start, Backward *backward) noexcept nogil:
    """The completions of the states of layer t from those of layer t + 1, and the tallies of step t.
    Completions are read from one half of the room and written to the other. False where they do not fit, or a
    float could have lost one."""
    cdef Elimination *e = &a.elimination
    cdef int size = a.frontier.group_size[a.frontier.order[start + layer]]
    backward.product_scale = 1.0
    if e.layer_scale[group_count] > 0 or backward.scale > 0:
        exponent = <int>(e.layer_scale[layer] + backward.scale - e.layer_scale[group_count])
        backward.product_scale = ldexp(1.0, exponent)
        least_value = _smallest(e.values + e.value_start[layer], layer_values(e, layer))
        completions = e.values + backward.room_start + backward.half_size * backward.side
        least_completion = _smallest(completions, backward.value_count)
        if least_value * backward.product_scale * least_completion < _FAINT:
            return False
    for k in range((size + 1) * component.length):
        e.step_models[k] = 0.0
    if not _complete_layer(e, layer, size, component, backward):
        return False
    _tally(a, size, component, tally_start)
    backward.side = 1 - backward.side
    if not e.values_may_be_large:
        return True
    exponent = _scale_down(e.values + backward.room_start + backward.half_size * backward.side,
                           backward.value_count)
    backward.scale += exponent
    return exponent >= 0

cdef bint _complete_layer(Elimination *e, int layer, int size, Component *component,
                          Backward *backward) noexcept nogil:
    """The completions of all states of layer t, and by the way ``step_models``."""
    cdef Completions *following = &e.completions[backward.side]
    cdef Completions *current = &e.completions[1 - backward.side]
    cdef double *following_values = e.values + backward.room_start + backward.half_size * backward.side
    cdef double *current_values = e.values + backward.room_start + backward.half_size * (1 - backward.side)
    cdef int64_t begin = e.layer_start[layer], end = e.layer_start[layer + 1]
    cdef int64_t edge = e.edge_start[layer], written = 0, successor
    cdef double *completions
    cdef double *models
    for state in range(begin, end):
        # The mines that may follow: the fewest and the most over all transitions that lead to an end.
        fewest_mines = 1 << 30
        most_mines = -1
        for group_mines in range(size + 1):
            successor = e.target[edge + group_mines] - end
            if successor >= 0 and following.most_mines[successor] >= following.fewest_mines[successor]:
                fewest_mines = min(fewest_mines, following.fewest_mines[successor] + group_mines)
                most_mines = max(most_mines, following.most_mines[successor] + group_mines)
        current.fewest_mines[state - begin] = fewest_mines
        current.most_mines[state - begin] = most_mines
        current.value_place[state - begin] = <int32_t>written
        # The completions: those of the states that follow, one after the other.
        if most_mines >= fewest_mines:  # there is one
            if written + most_mines - fewest_mines + 1 > backward.half_size:
                return False
            for k in range(most_mines - fewest_mines + 1):
                current_values[written + k] = 0.0
            for group_mines in range(size + 1):
                successor = e.target[edge + group_mines] - end
                if successor >= 0 and following.most_mines[successor] >= following.fewest_mines[successor]:
                    mines_here = following.fewest_mines[successor] + group_mines
                    completions = current_values + written + mines_here - fewest_mines
                    models = e.step_models + group_mines * component.length
                    models += e.fewest_mines[state] + mines_here - component.fewest_mines
                    _extend(completions, following_values + following.value_place[successor],
                            following.most_mines[successor] - following.fewest_mines[successor] + 1,
                            e.choose[size][group_mines],
                            e.values + e.value_start[layer] + e.value_place[state],
                            e.most_mines[state] - e.fewest_mines[state] + 1, models,
                            backward.product_scale)
            written += most_mines - fewest_mines + 1
        edge += size + 1
    backward.value_count = written
    return True

cdef inline void _extend(double *completions, double *following, int length, double weight, double *prefix,
                         int prefix_length, double *models, double product_scale) noexcept nogil:
    """Add one transition: to the completions of its state, and to the models of the step."""
    for k in range(length):
        value = weight * following[k]
        completions[k] += value
        if value > 0.0:
            _add_scaled(models + k, prefix, prefix_length, value * product_scale)

cdef void _tally(Analyzer *a, int size, Component *component, int64_t tally_start) noexcept nogil:
    """Mines and non-mines of the group of this step, over the models with each number of mines."""
    cdef double *models = a.elimination.step_models
    for extra_mines in range(component.length):
        mines = non_mines = 0.0
        for group_mines in range(size + 1):
            mines += group_mines * models[group_mines * component.length + extra_mines]
            non_mines += (size - group_mines) * models[group_mines * component.length + extra_mines]
        a.counts.tallies[tally_start + extra_mines].mines = mines
        a.counts.tallies[tally_start + extra_mines].non_mines = non_mines
