"""Compiled: a frontier from clues to probabilities."""

import cython
from cython.cimports.libc.stdint import int32_t, int64_t
from cython.cimports.minesolver.kernel.analysis.component_cache import Key, find, recall, store, write_key
from cython.cimports.minesolver.kernel.analysis.counting import count_component
from cython.cimports.minesolver.kernel.analysis.frontier import find_components, find_groups
from cython.cimports.minesolver.kernel.analysis.joining import join
from cython.cimports.minesolver.kernel.analysis.ordering import order_component
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.types import (
    DONE,
    LIMIT,
    NOT_PROVED,
    STOPPED,
    UNKNOWN,
    Analyzer,
    CacheSlot,
    Frontier,
    Joint,
    Marginals,
    Prior,
    Status,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def analyze_frontier(a: cython.pointer(Analyzer), prior: Prior, out: cython.pointer(Marginals)) -> Status:
    """Fill in the unknown cells of a position that the single-clue rule has been through."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    status: Status
    c: cython.int
    i: cython.int
    free: int64_t = 0
    a.summary.width = 0
    a.summary.states = 0
    a.summary.proved = 0
    a.counts.models_size = 0
    a.counts.tallies_size = 0
    status = find_groups(a)
    if status != DONE:
        return status
    find_components(a)
    if look(cython.address(a.clock)):
        return STOPPED
    for c in range(f.component_count):
        status = _count(a, c)
        if status != DONE:
            return status
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and f.group_of[i] < 0:
            free += 1
    status = join(a, free, prior)
    if status == DONE:
        _write(a, out)
    return status


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(a: cython.pointer(Analyzer), component: cython.int) -> Status:
    """Count a component, unless it was counted before."""
    key: Key = write_key(a, component)
    slot: int64_t = find(cython.address(a.cache), key) if key.length else -1
    kept: cython.pointer(CacheSlot)
    status: Status
    width: int32_t
    states: int64_t
    if slot >= 0:
        if not recall(a, slot, component):
            return LIMIT
        kept = cython.address(a.cache.slots[slot])
        width = kept.width
        states = kept.states
    else:
        width = order_component(a, component)
        status = count_component(a, component)
        if status != DONE:
            return status
        states = a.elimination.layer_start[a.frontier.start[component + 1] - a.frontier.start[component] + 1]
        if key.length:
            store(a, key, component, states, width)
    a.summary.width = max(a.summary.width, width)
    a.summary.states += states
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(a: cython.pointer(Analyzer), out: cython.pointer(Marginals)) -> cython.void:
    """From places in the order to cells, by way of the groups."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    joint: cython.pointer(Joint) = cython.address(a.joint)
    q: cython.int
    i: cython.int
    for q in range(f.group_count):
        f.place[f.order[q]] = q
    for i in range(a.board.cells):
        if a.known.state[i] != UNKNOWN:
            continue
        if f.group_of[i] >= 0:
            q = f.place[f.group_of[i]]
            out.probability[i] = joint.probability[q]
            out.proof[i] = joint.proof[q]
        else:
            out.probability[i] = joint.free_probability
            out.proof[i] = joint.free_proof
        a.summary.proved += out.proof[i] != NOT_PROVED
