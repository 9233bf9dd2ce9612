# A better elimination order for a component that would need many states: a beam search over prefixes of
# orders.
#
# The price of an order is the sum, over its prefixes, of the states that there can be after each. What
# follows a prefix depends only on the set of its groups, so that of two prefixes of the same groups the
# cheaper one will do. Of each length the best few are kept, and extended by the groups of their open clues.
# (Like greedy orders for path decompositions, but with the states counted, and more than one of them.)

cdef enum:
    _MAX_OPEN = 64  # clues: a key of two words has no more slots
    _MAX_BORDER = 1024  # groups of the open clues that a prefix does not have yet

cdef extern from *:
    # How much the states after a prefix count beside those before: they are what it has to go on with.
    # Between 2 and 100 there was no difference on 28 wide components; at 0 a third of the gain was lost.
    const double _STATES_AHEAD "4.0"

cdef struct Prefix:
    # Of an order: its groups are eliminated.
    double cost  # states after all shorter prefixes of it
    double states  # that there can be after it
    uint64_t hash  # of the set of its groups
    int32_t open_count, border_count
    int32_t *open_clues  # [_MAX_OPEN]
    int32_t *units_left  # [_MAX_OPEN] of each open clue: what its other groups are to it
    int32_t *border  # [_MAX_BORDER] groups of the open clues that are still to come

cdef struct Extension:
    # A prefix with one more group.
    double score, cost, states
    uint64_t hash
    int32_t prefix, group

cdef struct Beam:
    int32_t width  # prefixes of a length that are kept
    int32_t size
    Prefix *prefixes  # [width] of one length
    Prefix *longer  # [width] of the next
    int32_t extension_count
    Extension *extensions  # [width] the best so far, the best first
    int32_t *chosen_group  # [groups * width] by length: the last group of each prefix
    int32_t *parent  # [groups * width] and the prefix that it extends
    Arena arena

cdef bint search_order(Analyzer *a, int component_index, int width) noexcept nogil:
    """Into ``trial_order``: the cheapest order that a beam of a width finds. False where there is none, the
    memory is short or the time is over."""
    cdef Frontier *f = &a.frontier
    cdef int start = f.group_start[component_index], group_count = f.group_start[component_index + 1] - start
    cdef Beam beam
    cdef bint complete = False
    if _begin_beam(a, &beam, component_index, width):
        complete = True
        for length in range(group_count):
            if look(&a.clock) or not _lengthen(a, &beam, length):
                complete = False
                break
    if complete:
        _write_order(&beam, group_count, f.trial_order + start)
    release(&beam.arena)
    return complete

cdef bint _begin_beam(Analyzer *a, Beam *beam, int component_index, int width) noexcept nogil:
    """A beam of the empty prefix, which begins at either end of the order that there is; False where memory
    is short."""
    cdef Frontier *f = &a.frontier
    cdef int start = f.group_start[component_index], stop = f.group_start[component_index + 1]
    cdef Prefix *prefix
    memset(beam, 0, sizeof(Beam))
    beam.width = width
    take3(&beam.arena, width, beam.prefixes, beam.longer, beam.extensions)
    take(&beam.arena, beam.chosen_group, (stop - start) * width)
    take(&beam.arena, beam.parent, (stop - start) * width)
    for k in range(2 * width if not beam.arena.failed else 0):
        prefix = &beam.prefixes[k] if k < width else &beam.longer[k - width]
        take(&beam.arena, prefix.open_clues, _MAX_OPEN)
        take(&beam.arena, prefix.units_left, _MAX_OPEN)
        take(&beam.arena, prefix.border, _MAX_BORDER)
    if beam.arena.failed:
        return False

    # No clue is open.
    for k in range(f.clue_start[component_index], f.clue_start[component_index + 1]):
        clue = f.clue_order[k]
        f.clue_left[clue] = a.knowledge.unknown[f.clue_cell[clue]]
    beam.size = 1
    beam.prefixes[0].states = 1.0
    beam.prefixes[0].border[0] = f.order[start]
    beam.prefixes[0].border[1] = f.order[stop - 1]
    beam.prefixes[0].border_count = 2
    return True

cdef bint _lengthen(Analyzer *a, Beam *beam, int length) noexcept nogil:
    """From the best prefixes of a length to those of the next; False where none finds room."""
    beam.extension_count = 0
    for k in range(beam.size):
        _extend_prefix(a, beam, k)
    for k in range(beam.extension_count):
        extension = &beam.extensions[k]
        beam.chosen_group[length * beam.width + k] = extension.group
        beam.parent[length * beam.width + k] = extension.prefix
        _build_prefix(a, &beam.prefixes[extension.prefix], extension, &beam.longer[k], length == 0)
    beam.size = beam.extension_count
    beam.prefixes, beam.longer = beam.longer, beam.prefixes
    return beam.size > 0

cdef inline double _residual_count(Analyzer *a, int32_t clue, int32_t units_left) noexcept nogil:
    """The values that the residual of a clue can have where so many of its units are to come."""
    cdef Knowledge *knowledge = &a.knowledge
    cdef int32_t cell = a.frontier.clue_cell[clue]
    cdef int32_t unknown = knowledge.unknown[cell]
    if units_left == 0 or units_left == unknown:
        return 1.0
    fewest_left = max(0, knowledge.min_needed[cell] - units_left)
    most_left = min(knowledge.max_needed[cell], unknown - units_left)
    return max(1, most_left - fewest_left + 1)

cdef void _extend_prefix(Analyzer *a, Beam *beam, int32_t prefix_index) noexcept nogil:
    """Each of its extensions, into the best of all."""
    cdef Frontier *f = &a.frontier
    cdef Prefix *prefix = &beam.prefixes[prefix_index]
    cdef Extension extension
    cdef int32_t opened
    for k in range(prefix.open_count):
        f.clue_left[prefix.open_clues[k]] = prefix.units_left[k]
    for b in range(prefix.border_count):
        group = prefix.border[b]
        opened = 0
        extension.states = prefix.states
        for k in range(f.group_degree[group]):
            clue = f.group_clues[group][k]
            units_left = f.clue_left[clue]
            opened += units_left == a.knowledge.unknown[f.clue_cell[clue]]
            extension.states /= _residual_count(a, clue, units_left)
            extension.states *= _residual_count(a, clue, units_left - units_of(f, group, k))
        if prefix.open_count + opened > _MAX_OPEN:
            continue
        extension.prefix = prefix_index
        extension.group = group
        extension.hash = prefix.hash + mix(<uint64_t>group + 1)
        extension.cost = prefix.cost + extension.states
        extension.score = extension.cost + _STATES_AHEAD * extension.states
        _keep_extension(beam, &extension)
    for k in range(prefix.open_count):
        clue = prefix.open_clues[k]
        f.clue_left[clue] = a.knowledge.unknown[f.clue_cell[clue]]

cdef void _keep_extension(Beam *beam, const Extension *extension) noexcept nogil:
    """Sort an extension in among the best, once for each set of groups."""
    cdef int32_t place = beam.extension_count
    cdef Extension *kept = beam.extensions
    if place == beam.width and extension.score >= kept[place - 1].score:
        return
    for k in range(beam.extension_count):
        if kept[k].hash == extension.hash:
            if kept[k].score <= extension.score:
                return
            place = k
            break
    else:
        if place == beam.width:
            place -= 1
        else:
            beam.extension_count += 1
    while place > 0 and kept[place - 1].score > extension.score:
        kept[place] = kept[place - 1]
        place -= 1
    kept[place] = extension[0]

cdef void _build_prefix(Analyzer *a, const Prefix *shorter, const Extension *extension, Prefix *prefix,
                        bint is_first) noexcept nogil:
    """The open clues and the border of an extension."""
    cdef Frontier *f = &a.frontier
    cdef int32_t group = extension.group, open_count = 0, border_count = 0, units_left
    cdef bint is_new
    prefix.cost = extension.cost
    prefix.states = extension.states
    prefix.hash = extension.hash

    # What was open, less this group; a clue without any group left is closed.
    for k in range(shorter.open_count):
        units_left = shorter.units_left[k]
        for e in range(f.group_degree[group]):
            if f.group_clues[group][e] == shorter.open_clues[k]:
                units_left -= units_of(f, group, e)
        if units_left > 0:
            prefix.open_clues[open_count] = shorter.open_clues[k]
            prefix.units_left[open_count] = units_left
            open_count += 1
    for k in range(shorter.border_count if not is_first else 0):
        if shorter.border[k] != group:
            prefix.border[border_count] = shorter.border[k]
            border_count += 1

    # A clue that it opens brings its groups: none of them was chosen before.
    for e in range(f.group_degree[group]):
        clue = f.group_clues[group][e]
        is_new = True
        for k in range(shorter.open_count):
            is_new = is_new and shorter.open_clues[k] != clue
        units_left = f.clue_left[clue] - units_of(f, group, e)
        if not is_new or units_left == 0:
            continue
        prefix.open_clues[open_count] = clue
        prefix.units_left[open_count] = units_left
        open_count += 1
        for k in range(f.clue_degree[clue]):
            other_group = f.clue_groups[clue][k]
            is_new = other_group != group and border_count < _MAX_BORDER
            for b in range(border_count):
                is_new = is_new and prefix.border[b] != other_group
            if is_new:
                prefix.border[border_count] = other_group
                border_count += 1
    prefix.open_count = open_count
    prefix.border_count = border_count

cdef void _write_order(const Beam *beam, int group_count, int32_t *order) noexcept nogil:
    """The order of the best prefix of all groups, from its end."""
    cdef int32_t place = 0
    for length in range(group_count - 1, -1, -1):
        order[length] = beam.chosen_group[length * beam.width + place]
        place = beam.parent[length * beam.width + place]
