"""Compiled: models of one component by mines, and the mines of its groups (forward and backward pass).

A state is the residual of each open clue, 4 bits a clue in two 64-bit words; its value is a polynomial in the
number of mines, kept from its first to its last coefficient that can be other than zero. First come the
states and the transitions between them, layer by layer, then the values. Where those of all layers do not
fit, only those of every so many layers are kept, and the ones between are made again on the way back.

All values are counts, at least 1 until a layer is scaled down by a power of two, so a coefficient is zero
only where there is no model; scaling that could lose one refuses the component instead.
"""

import cython
from cython.cimports.libc.math import ldexp, sqrt
from cython.cimports.libc.stdint import int32_t, int64_t, uint64_t
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    LIMIT,
    STOPPED,
    Analyzer,
    Backward,
    Completions,
    Component,
    Counts,
    Elimination,
    Frontier,
    Knowledge,
    Status,
    Step,
)

_LARGE = cython.declare(cython.double, 2.0**400)
_SMALL = cython.declare(cython.double, 2.0**-400)
_DOWN = cython.declare(cython.double, 2.0**-360)
_DOWN_EXPONENT = cython.declare(cython.int, 360)
_FAINT = cython.declare(
    cython.double, 1e-280
)  # products below this may have lost a factor to rounding to zero
_BINOMIAL = cython.declare(cython.double[9][9])


def _fill_binomials() -> None:
    n: cython.int
    k: cython.int
    for n in range(9):
        for k in range(9):
            if k == 0:
                _BINOMIAL[n][k] = 1.0
            elif n == 0:
                _BINOMIAL[n][k] = 0.0
            else:
                _BINOMIAL[n][k] = _BINOMIAL[n - 1][k - 1] + _BINOMIAL[n - 1][k]


_fill_binomials()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_component(a: cython.pointer(Analyzer), component: cython.int) -> Status:
    """Count one component whose groups are in order: its models and the tallies of its groups, by mines."""
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    counts: cython.pointer(Counts) = cython.address(a.counts)
    own: cython.pointer(Component) = cython.address(counts.component[component])
    start: cython.int = a.frontier.start[component]
    n: cython.int = a.frontier.start[component + 1] - start
    status: Status
    last: int64_t
    if not _plan_steps(a, start, n):
        return LIMIT
    status = _build_layers(a, start, n)
    if status != DONE:
        return status
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass_values(
    a: cython.pointer(Analyzer), start: cython.int, n: cython.int, own: cython.pointer(Component)
) -> Status:
    """Forward to the models of the component, and back to the tallies of its groups."""
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    block: cython.int
    room_at: int64_t
    t: cython.int
    u: cython.int
    tally_at: int64_t = a.counts.tallies_size
    back: Backward
    room_at = _place_values(e, n, cython.address(block))
    if room_at < 0:
        return LIMIT
    e.values[e.value_start[0]] = 1.0
    e.layer_scale[0] = 0
    for t in range(n):
        if not _advance(a, start, t):
            return LIMIT
        if look(cython.address(a.clock)):
            return STOPPED
    own.scale = e.layer_scale[n]
    for u in range(own.length):  # now: the way back may write over them
        a.counts.models[own.models_at + u] = e.values[e.value_start[n] + u]
    back.room_at = room_at
    back.half = (e.value_capacity - room_at) // 2
    back.side = 0
    back.filled = 1
    back.scale = 0
    e.completions[0].at[0] = e.completions[0].least[0] = e.completions[0].most[0] = 0
    e.values[room_at] = 1.0
    for t in range(n - 1, -1, -1):
        if (t + 1) % block == 0 and t + 1 < n:  # the layers of this block were overwritten
            for u in range(t + 1 - block, t):
                _advance(a, start, u)
        if not _retreat(a, start, t, n, own, tally_at, cython.address(back)):
            return LIMIT
        if look(cython.address(a.clock)):
            return STOPPED
        a.counts.tally_at[start + t] = tally_at
        tally_at += own.length
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plan_steps(a: cython.pointer(Analyzer), start: cython.int, n: cython.int) -> cython.bint:
    """What each step opens, takes from and checks in the keys; False where 32 open clues are not enough."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    vacancies: cython.int = 0
    used: cython.int = 0
    t: cython.int
    k: cython.int
    slot: int32_t
    group: int32_t
    clue: int32_t
    step: cython.pointer(Step)
    for t in range(n):
        group = f.order[start + t]
        for k in range(f.group_degree[group]):
            clue = f.group_clues[group][k]
            f.clue_left[clue] = known.unknown[f.clue_cell[clue]]
            e.clue_slot[clue] = -1
    for t in range(n):
        group = f.order[start + t]
        step = cython.address(e.steps[t])
        step.opens_low = step.opens_high = step.takes_low = step.takes_high = 0
        for k in range(f.group_degree[group]):
            clue = f.group_clues[group][k]
            slot = e.clue_slot[clue]
            if slot < 0:
                if vacancies:
                    vacancies -= 1
                    slot = e.vacant[vacancies]
                else:
                    slot = used
                    used += 1
                    if used > 32:
                        return False
                e.clue_slot[clue] = slot
                _add_at(
                    slot,
                    known.need[f.clue_cell[clue]],
                    cython.address(step.opens_low),
                    cython.address(step.opens_high),
                )
            _add_at(slot, 1, cython.address(step.takes_low), cython.address(step.takes_high))
            f.clue_left[clue] -= f.group_size[group]
            step.slot[k] = slot
            step.left[k] = f.clue_left[clue]
        for k in range(f.group_degree[group]):
            if step.left[k] == 0:
                e.vacant[vacancies] = step.slot[k]
                vacancies += 1
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_at(
    slot: int32_t, number: int32_t, low: cython.pointer(uint64_t), high: cython.pointer(uint64_t)
) -> cython.void:
    """Add to the 4 bits of one clue in a key."""
    if slot < 16:
        low[0] += cython.cast(uint64_t, number) << (4 * slot)
    else:
        high[0] += cython.cast(uint64_t, number) << (4 * (slot - 16))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(low: uint64_t, high: uint64_t) -> uint64_t:
    z: uint64_t = (low ^ (high * cython.cast(uint64_t, 0x9E3779B97F4A7C15))) * cython.cast(
        uint64_t, 0xBF58476D1CE4E5B9
    )
    z = (z ^ (z >> 32)) * cython.cast(uint64_t, 0x94D049BB133111EB)
    return z ^ (z >> 29)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _build_layers(a: cython.pointer(Analyzer), start: cython.int, n: cython.int) -> Status:
    """States, transitions and the sizes of the values (``value_start``), layer by layer."""
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    t: cython.int
    s: int64_t
    values: int64_t
    fresh: int64_t
    group: int32_t
    e.key_low[0] = e.key_high[0] = 0
    e.least[0] = e.most[0] = e.value_at[0] = 0
    e.layer_start[0] = 0
    e.layer_start[1] = 1
    e.value_start[0] = 1
    e.edge_start[0] = 0
    for t in range(n):
        group = f.order[start + t]
        if look(cython.address(a.clock)):
            return STOPPED
        fresh = _build_layer(a, t, f.group_size[group], f.group_degree[group])
        if fresh < 0:
            return STOPPED if a.clock.stopped else LIMIT
        if fresh == e.layer_start[t + 1]:
            return CONTRADICTION
        e.layer_start[t + 2] = fresh
        values = 0
        for s in range(e.layer_start[t + 1], fresh):
            e.value_at[s] = cython.cast(int32_t, values)
            values += e.most[s] - e.least[s] + 1
        e.value_start[t + 1] = values
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _build_layer(a: cython.pointer(Analyzer), t: cython.int, size: cython.int, clues: cython.int) -> int64_t:
    """The states after step ``t``; returns their end, or -1 where there is no room or no time."""
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    step: cython.pointer(Step) = cython.address(e.steps[t])
    begin: int64_t = e.layer_start[t]
    end: int64_t = e.layer_start[t + 1]
    edge: int64_t = e.edge_start[t]
    most_edges: int64_t = (end - begin) * (size + 1)
    table_mask: int64_t
    room: int64_t
    fresh: int64_t = end
    s: int64_t
    low: uint64_t
    high: uint64_t
    least: cython.int
    most: cython.int
    x: cython.int
    k: cython.int
    residual: cython.int
    if edge + most_edges > e.edge_capacity:
        return -1
    table_mask = _clear_table(e, 2 * most_edges)
    room = min(e.state_capacity, min(end + (table_mask + 1) // 2, begin + e.ring_mask + 1))
    for s in range(begin, end):
        if s & 4095 == 4095 and look(cython.address(a.clock)):
            return -1
        low = e.key_low[s & e.ring_mask] + step.opens_low
        high = e.key_high[s & e.ring_mask] + step.opens_high
        least = 0
        most = size
        for k in range(clues):
            if step.slot[k] < 16:
                residual = (low >> (4 * step.slot[k])) & 15
            else:
                residual = (high >> (4 * (step.slot[k] - 16))) & 15
            most = min(most, residual)
            least = max(least, residual - step.left[k])
        for x in range(size + 1):
            if x < least or x > most:
                e.target[edge + x] = -1
                continue
            fresh = _reach_state(
                e,
                low - x * step.takes_low,
                high - x * step.takes_high,
                s,
                x,
                fresh,
                room,
                table_mask,
                edge + x,
            )
            if fresh < 0:
                return -1
        edge += size + 1
    e.edge_start[t + 1] = edge
    return fresh


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _clear_table(e: cython.pointer(Elimination), wanted: int64_t) -> int64_t:
    """An empty hash table of about twice as many places as there can be states; returns its mask."""
    size: int64_t = 16
    h: int64_t
    while size < wanted:
        size *= 2
    while size > e.table_size:
        size //= 2
    for h in range(size):
        e.table[h] = -1
    return size - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _reach_state(
    e: cython.pointer(Elimination),
    low: uint64_t,
    high: uint64_t,
    source: int64_t,
    mines: cython.int,
    fresh: int64_t,
    room: int64_t,
    table_mask: int64_t,
    edge: int64_t,
) -> int64_t:
    """A transition to the state of this key, a new one if need be; returns the end of the states, or -1."""
    h: int64_t = cython.cast(int64_t, _hash(low, high)) & table_mask
    found: int64_t
    while True:
        found = e.table[h]
        if found < 0:
            if fresh >= room:
                return -1
            found = fresh
            fresh += 1
            e.table[h] = cython.cast(int32_t, found)
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
    e.target[edge] = cython.cast(int32_t, found)
    return fresh


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place_values(
    e: cython.pointer(Elimination), n: cython.int, block: cython.pointer(cython.int)
) -> int64_t:
    """Turn the sizes in ``value_start`` into places; returns the end of the places, -1 without room.

    The values of the first layer of each ``block`` stay; those between share the space of the largest block.
    """
    total: int64_t = 0
    largest: int64_t = 0
    kept: int64_t = 0
    shared: int64_t = 0
    own: int64_t = 0
    at: int64_t = 0
    between: int64_t
    size: int64_t
    t: cython.int
    for t in range(n + 1):
        total += e.value_start[t]
        largest = max(largest, e.value_start[t])
    block[0] = n + 1
    if total + 3 * largest > e.value_capacity:
        block[0] = max(1, cython.cast(cython.int, sqrt(n)))
    for t in range(n + 1):
        if t % block[0] == 0:
            kept += e.value_start[t]
            own = 0
        else:
            own += e.value_start[t]
            shared = max(shared, own)
    if kept + shared + 3 * largest > e.value_capacity:
        return -1
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
    return kept + shared


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _advance(a: cython.pointer(Analyzer), start: cython.int, t: cython.int) -> cython.bint:
    """The values of layer t + 1 from those of layer t; False where scaling could lose one."""
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    size: cython.int = a.frontier.group_size[a.frontier.order[start + t]]
    target: int64_t = e.value_start[t + 1]
    last: int64_t = e.layer_start[t + 2] - 1
    end: int64_t = target + e.value_at[last] + e.most[last] - e.least[last] + 1
    edge: int64_t = e.edge_start[t]
    s: int64_t
    v: int64_t
    x: cython.int
    to: int32_t
    more: cython.int
    for v in range(target, end):
        e.values[v] = 0.0
    for s in range(e.layer_start[t], e.layer_start[t + 1]):
        for x in range(size + 1):
            to = e.target[edge]
            edge += 1
            if to >= 0:
                _add_scaled(
                    e.values + target + e.value_at[to] + e.least[s] + x - e.least[to],
                    e.values + e.value_start[t] + e.value_at[s],
                    e.most[s] - e.least[s] + 1,
                    _BINOMIAL[size][x],
                )
    more = _scale_down(e.values + target, end - target)
    e.layer_scale[t + 1] = e.layer_scale[t] + more
    return more >= 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_scaled(
    to: cython.p_double, source: cython.p_double, length: cython.int, weight: cython.double
) -> cython.void:
    v: cython.int
    for v in range(length):
        to[v] += weight * source[v]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _scale_down(values: cython.p_double, length: int64_t) -> cython.int:
    """Scale values down where they are large; returns the exponent, -1 where that could lose one."""
    largest: cython.double = 0.0
    v: int64_t
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _smallest(values: cython.p_double, length: int64_t) -> cython.double:
    """The smallest of some values that is not zero."""
    smallest: cython.double = 1e300
    v: int64_t
    for v in range(length):
        if values[v] > 0.0:
            smallest = min(smallest, values[v])
    return smallest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retreat(
    a: cython.pointer(Analyzer),
    start: cython.int,
    t: cython.int,
    n: cython.int,
    own: cython.pointer(Component),
    tally_at: int64_t,
    back: cython.pointer(Backward),
) -> cython.bint:
    """The completions of the states of layer t from those of layer t + 1, and the tallies of step t.

    Completions are read from one half of the room and written to the other. False where they do not fit, or
    a float could have lost one.
    """
    e: cython.pointer(Elimination) = cython.address(a.elimination)
    size: cython.int = a.frontier.group_size[a.frontier.order[start + t]]
    v: cython.int
    last: int64_t
    least: cython.double
    more: cython.int
    back.down = 1.0
    if e.layer_scale[n] > 0 or back.scale > 0:
        back.down = ldexp(1.0, cython.cast(cython.int, e.layer_scale[t] + back.scale - e.layer_scale[n]))
        last = e.layer_start[t + 1] - 1
        least = _smallest(e.values + e.value_start[t], e.value_at[last] + e.most[last] - e.least[last] + 1)
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _complete_layer(
    e: cython.pointer(Elimination),
    t: cython.int,
    size: cython.int,
    own: cython.pointer(Component),
    back: cython.pointer(Backward),
) -> cython.bint:
    """The completions of all states of layer t, and by the way ``step_models``."""
    after: cython.pointer(Completions) = cython.address(e.completions[back.side])
    now: cython.pointer(Completions) = cython.address(e.completions[1 - back.side])
    old: cython.p_double = e.values + back.room_at + back.half * back.side
    new: cython.p_double = e.values + back.room_at + back.half * (1 - back.side)
    begin: int64_t = e.layer_start[t]
    end: int64_t = e.layer_start[t + 1]
    edge: int64_t = e.edge_start[t]
    written: int64_t = 0
    s: int64_t
    b: int64_t
    x: cython.int
    v: cython.int
    least: int32_t
    most: int32_t
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
        now.at[s - begin] = cython.cast(int32_t, written)
        if most >= least:  # there is a completion
            if written + most - least + 1 > back.half:
                return False
            for v in range(most - least + 1):
                new[written + v] = 0.0
            for x in range(size + 1):
                b = e.target[edge + x] - end
                if b >= 0 and after.most[b] >= after.least[b]:
                    _extend(
                        new + written + after.least[b] + x - least,
                        old + after.at[b],
                        after.most[b] - after.least[b] + 1,
                        _BINOMIAL[size][x],
                        e.values + e.value_start[t] + e.value_at[s],
                        e.most[s] - e.least[s] + 1,
                        e.step_models + x * own.length + e.least[s] + after.least[b] + x - own.low,
                        back.down,
                    )
            written += most - least + 1
        edge += size + 1
    back.filled = written
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _extend(
    to: cython.p_double,
    after: cython.p_double,
    length: cython.int,
    weight: cython.double,
    before: cython.p_double,
    before_length: cython.int,
    models: cython.p_double,
    down: cython.double,
) -> cython.void:
    """Add one transition: to the completions of its state, and to the models of the step."""
    v: cython.int
    value: cython.double
    for v in range(length):
        value = weight * after[v]
        to[v] += value
        if value > 0.0:
            _add_scaled(models + v, before, before_length, value * down)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tally(
    a: cython.pointer(Analyzer), size: cython.int, own: cython.pointer(Component), tally_at: int64_t
) -> cython.void:
    """Mines and non-mines of the group of this step, over the models with each number of mines."""
    models: cython.p_double = a.elimination.step_models
    x: cython.int
    v: cython.int
    mines: cython.double
    others: cython.double
    for v in range(own.length):
        mines = others = 0.0
        for x in range(size + 1):
            mines += x * models[x * own.length + v]
            others += (size - x) * models[x * own.length + v]
        a.counts.tallies[tally_at + v].mines = mines
        a.counts.tallies[tally_at + v].others = others
