"""Compiled: components and unconstrained cells joined by the number of mines, in floats scaled to their
greatest.

Which cells are proved is settled apart from the weights: by which numbers of mines can occur at all.
"""

import cython
from cython.cimports.libc.math import exp, lgamma, log, log1p
from cython.cimports.libc.stdint import int8_t, int64_t
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    LIMIT,
    NOT_PROVED,
    PROVED_MINE,
    PROVED_SAFE,
    Analyzer,
    Component,
    Counts,
    Joint,
    Prior,
    Status,
    Tally,
    Window,
)

_LOG_TWO = cython.declare(cython.double, 0.6931471805599453)
_LEAST = cython.declare(cython.double, -1e300)  # below any logarithm
_WIDE = cython.declare(cython.int, 120)  # mine counts beyond which weights are tilted towards the likely ones
_MANY = cython.declare(cython.int, 400)  # the same for mines in unconstrained cells


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def join(a: cython.pointer(Analyzer), free: int64_t, prior: Prior) -> Status:
    """Probabilities and proofs of all groups and of the ``free`` unconstrained cells, in ``a.joint``, and the
    log of the weight of all models."""
    c: cython.int
    a.summary.log_models = 0.0
    for c in range(a.frontier.component_count):
        a.summary.log_models += a.counts.component[c].scale * _LOG_TWO
    if prior.mines < 0:
        _join_independent(a, free, prior.log_odds)
        return DONE
    return _join_by_mines(a, free, prior.mines)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join_independent(a: cython.pointer(Analyzer), free: int64_t, log_odds: cython.double) -> cython.void:
    """Where the mine count is unknown, each component is by itself: a mine has weight p / (1 - p)."""
    joint: cython.pointer(Joint) = cython.address(a.joint)
    own: cython.pointer(Component)
    models: cython.p_double
    c: cython.int
    v: cython.int
    q: cython.int
    greatest: cython.double
    total: cython.double
    # log(1 + odds), that neither overflows nor loses small odds
    a.summary.log_models += free * (
        log1p(exp(log_odds)) if log_odds < 0 else log_odds + log1p(exp(-log_odds))
    )
    for c in range(a.frontier.component_count):
        own = cython.address(a.counts.component[c])
        models = a.counts.models + own.models_at
        greatest = _LEAST
        for v in range(own.length):
            if models[v] > 0.0:
                greatest = max(greatest, log(models[v]) + v * log_odds)
        total = 0.0
        for v in range(own.length):
            # Relative to the greatest term: extreme odds neither overflow nor vanish altogether.
            joint.weight[v] = 0.0
            if models[v] > 0.0:
                joint.weight[v] = exp(log(models[v]) + v * log_odds - greatest) / models[v]
            total += joint.weight[v] * models[v]
        a.summary.log_models += log(total) + greatest + own.low * log_odds
        for q in range(a.frontier.start[c], a.frontier.start[c + 1]):
            _settle_group(a, q, own)
    joint.free_probability = 1.0 / (1.0 + exp(-log_odds))
    joint.free_proof = NOT_PROVED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join_by_mines(a: cython.pointer(Analyzer), free: int64_t, mines: int64_t) -> Status:
    """Where the mine count is known: each component against what all others and the free cells can hold."""
    counts: cython.pointer(Counts) = cython.address(a.counts)
    own: cython.pointer(Component)
    window: Window
    c: cython.int
    gap: int64_t = 1
    window.free = free
    window.rest = mines
    window.span = 0
    for c in range(a.frontier.component_count):
        own = cython.address(counts.component[c])
        window.rest -= own.low
        window.span += own.length - 1
        gap = max(gap, _longest_gap(counts.models + own.models_at, own.length))
    if window.rest < 0 or window.rest - window.span > free:
        return CONTRADICTION
    # With gaps, a window of free cells too short to bridge them needs an exact check of the sums.
    window.listed = gap > free + 1
    if not _tilt_models(a, cython.address(window)):
        return LIMIT
    return _weigh(a, cython.address(window))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(a: cython.pointer(Analyzer), window: cython.pointer(Window)) -> Status:
    """The unconstrained cells first, then each component, the last one first."""
    joint: cython.pointer(Joint) = cython.address(a.joint)
    low: int64_t = window.rest - window.free
    length: int64_t = 1
    total: cython.double = 0.0
    in_free: cython.double = 0.0
    weight: cython.double
    k: int64_t
    c: cython.int
    _weigh_free(a, window)
    joint.before[0] = 1.0
    for c in range(a.frontier.component_count):
        a.summary.log_models += log(_multiply(a, cython.address(length), c))
    for k in range(window.span + 1):
        weight = joint.before[k] * joint.after[k]
        total += weight
        in_free += weight * (window.rest - k)
    if window.listed and not _lists_sum(a, -1, window.span + 1, low, window.rest):
        return CONTRADICTION
    if not total > 0.0:
        return LIMIT
    a.summary.log_models += log(total)
    joint.free_probability = in_free / (total * window.free) if window.free else 0.0
    joint.free_proof = NOT_PROVED
    if window.free:
        if not _can_hold(a, window, -1, window.span, low, window.rest - 1):
            joint.free_proof = PROVED_SAFE
        elif not _can_hold(a, window, -1, window.span, low + 1, window.rest):
            joint.free_proof = PROVED_MINE
    for c in range(a.frontier.component_count - 1, -1, -1):
        _weigh_component(a, window, c)
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh_free(a: cython.pointer(Analyzer), window: cython.pointer(Window)) -> cython.void:
    """Into ``after``: the ways to lay the other mines in the free cells, by mines of the components."""
    after: cython.p_double = a.joint.after
    free: int64_t = window.free
    rest: int64_t = window.rest
    size: int64_t = window.span + 1
    tilt: cython.double = a.joint.tilt
    greatest: cython.double = _LEAST
    value: cython.double = 0.0
    first: int64_t = max(0, rest - free)
    k: int64_t
    for k in range(first, min(size, rest + 1)):
        if k == first:
            value = lgamma(free + 1.0) - lgamma(rest - k + 1.0) - lgamma(free - rest + k + 1.0) - k * tilt
        else:  # one mine fewer
            value += log((rest - k + 1.0) / (free - rest + k)) - tilt
        after[k] = value
        greatest = max(greatest, value)
    a.summary.log_models += greatest
    for k in range(size):
        after[k] = exp(after[k] - greatest) if 0 <= rest - k <= free else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh_component(
    a: cython.pointer(Analyzer), window: cython.pointer(Window), c: cython.int
) -> cython.void:
    """One component against all others: the products before it anew, the weights after it peeled off."""
    joint: cython.pointer(Joint) = cython.address(a.joint)
    own: cython.pointer(Component) = cython.address(a.counts.component[c])
    others: int64_t = window.span - (own.length - 1)
    length: int64_t = 1
    weight: cython.double
    k: int64_t
    j: int64_t
    q: cython.int
    other: cython.int
    joint.before[0] = 1.0
    for other in range(c):
        _multiply(a, cython.address(length), other)
    for k in range(own.length):
        weight = 0.0
        for j in range(length):
            weight += joint.before[j] * joint.after[j + k]
        joint.weight[k] = weight
    for k in range(own.length):
        # A weight that is possible may be too small for a float; that it is not zero still counts.
        if not _can_hold(a, window, c, others, window.rest - k - window.free, window.rest - k):
            joint.weight[k] = -1.0
    for q in range(a.frontier.start[c], a.frontier.start[c + 1]):
        _settle_group(a, q, own)
    _fold_in(a, window, own)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fold_in(
    a: cython.pointer(Analyzer), window: cython.pointer(Window), own: cython.pointer(Component)
) -> cython.void:
    """What comes after the component before: this one joins those that follow."""
    after: cython.p_double = a.joint.after
    models: cython.p_double = a.counts.models + own.models_at
    size: int64_t = window.span + 1
    greatest: cython.double = 0.0
    weight: cython.double
    k: int64_t
    j: int64_t
    for k in range(size - own.length + 1):
        weight = 0.0
        for j in range(own.length):
            weight += models[j] * after[k + j]
        after[k] = weight
        greatest = max(greatest, weight)
    for k in range(size - own.length + 1, size):
        after[k] = 0.0
    if greatest > 0.0:
        for k in range(size):
            after[k] /= greatest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _multiply(a: cython.pointer(Analyzer), length: cython.pointer(int64_t), c: cython.int) -> cython.double:
    """Multiply ``before`` by a component's polynomial; returns what the product was divided by."""
    joint: cython.pointer(Joint) = cython.address(a.joint)
    own: cython.pointer(Component) = cython.address(a.counts.component[c])
    models: cython.p_double = a.counts.models + own.models_at
    greatest: cython.double = 0.0
    x: cython.double
    k: int64_t
    j: int64_t
    for k in range(length[0] + own.length - 1):
        joint.product[k] = 0.0
    for k in range(length[0]):
        x = joint.before[k]
        if x > 0.0:
            for j in range(own.length):
                joint.product[k + j] += x * models[j]
    length[0] += own.length - 1
    for k in range(length[0]):
        greatest = max(greatest, joint.product[k])
    for k in range(length[0]):
        joint.before[k] = joint.product[k] / greatest
    return greatest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _longest_gap(models: cython.p_double, length: cython.int) -> cython.int:
    """The longest step from one mine count that can occur to the next."""
    longest: cython.int = 1
    last: cython.int = 0
    v: cython.int
    for v in range(length):
        if models[v] > 0.0:
            longest = max(longest, v - last)
            last = v
    return longest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tilt_models(a: cython.pointer(Analyzer), window: cython.pointer(Window)) -> cython.bint:
    """On large boards, weigh each mine so that the likely numbers of mines have the greatest weights.

    False where a float could lose a model.
    """
    counts: cython.pointer(Counts) = cython.address(a.counts)
    models: cython.p_double
    tally: cython.pointer(Tally)
    greatest: cython.double
    factor: cython.double
    c: cython.int
    v: cython.int
    q: cython.int
    a.joint.tilt = 0.0
    if window.span <= _WIDE and min(window.rest, window.free) <= _MANY:
        return True
    a.joint.tilt = _find_tilt(a, window)
    for c in range(a.frontier.component_count):
        models = counts.models + counts.component[c].models_at
        greatest = _LEAST
        for v in range(counts.component[c].length):
            if models[v] > 0.0:
                greatest = max(greatest, log(models[v]) + v * a.joint.tilt)
        a.summary.log_models += greatest
        for v in range(counts.component[c].length):
            factor = exp(v * a.joint.tilt - greatest)
            if models[v] > 0.0 and models[v] * factor < 1e-300:
                return False
            models[v] *= factor
            for q in range(a.frontier.start[c], a.frontier.start[c + 1]):
                tally = cython.address(counts.tallies[counts.tally_at[q] + v])
                tally.mines *= factor
                tally.others *= factor
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_tilt(a: cython.pointer(Analyzer), window: cython.pointer(Window)) -> cython.double:
    """log z such that, with z for every mine, the expected number of mines is ``rest``."""
    low: cython.double = -60.0
    high: cython.double = 60.0
    middle: cython.double
    expected: cython.double
    odds: cython.double
    c: cython.int
    step: cython.int
    for step in range(50):
        middle = 0.5 * (low + high)
        odds = exp(middle)
        expected = window.free * odds / (1.0 + odds)
        for c in range(a.frontier.component_count):
            expected += _expected_mines(cython.address(a.counts), c, middle)
        if expected < window.rest:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expected_mines(counts: cython.pointer(Counts), c: cython.int, tilt: cython.double) -> cython.double:
    """Mines of a component beyond its fewest, where each has the weight exp(tilt)."""
    models: cython.p_double = counts.models + counts.component[c].models_at
    greatest: cython.double = _LEAST  # neither sum overflows, relative to the greatest term
    total: cython.double = 0.0
    first: cython.double = 0.0
    term: cython.double
    v: cython.int
    for v in range(counts.component[c].length):
        if models[v] > 0.0:
            greatest = max(greatest, log(models[v]) + v * tilt)
    for v in range(counts.component[c].length):
        if models[v] > 0.0:
            term = exp(log(models[v]) + v * tilt - greatest)
            total += term
            first += v * term
    return first / total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _can_hold(
    a: cython.pointer(Analyzer),
    window: cython.pointer(Window),
    skip: cython.int,
    span: int64_t,
    low: int64_t,
    high: int64_t,
) -> cython.bint:
    """Can the components, all but ``skip``, hold more than their fewest by something in low..high?"""
    low = max(low, 0)
    high = min(high, span)
    if low > high:
        return False
    if not window.listed or low == 0 or high == span:
        return True
    return _lists_sum(a, skip, window.span + 1, low, high)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lists_sum(
    a: cython.pointer(Analyzer), skip: cython.int, size: int64_t, low: int64_t, high: int64_t
) -> cython.bint:
    """The same by listing all sums, for components whose mine counts have gaps."""
    reachable: cython.pointer(int8_t) = a.joint.reachable
    models: cython.p_double
    length: int64_t
    c: cython.int
    k: int64_t
    j: int64_t
    hit: cython.bint
    for k in range(size):
        reachable[k] = k == 0
    for c in range(a.frontier.component_count):
        if c == skip:
            continue
        models = a.counts.models + a.counts.component[c].models_at
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle_group(a: cython.pointer(Analyzer), q: cython.int, own: cython.pointer(Component)) -> cython.void:
    """Probability and proof of the group at one place, from the weights by its component's mines."""
    joint: cython.pointer(Joint) = cython.address(a.joint)
    tallies: cython.pointer(Tally) = a.counts.tallies + a.counts.tally_at[q]
    mines: cython.double = 0.0
    others: cython.double = 0.0
    may: cython.bint = False
    may_not: cython.bint = False
    k: cython.int
    for k in range(own.length):
        if joint.weight[k] < 0.0:
            continue
        if tallies[k].mines > 0.0:
            may = True
            mines += joint.weight[k] * tallies[k].mines
        if tallies[k].others > 0.0:
            may_not = True
            others += joint.weight[k] * tallies[k].others
    if not may:
        joint.probability[q] = 0.0
        joint.proof[q] = PROVED_SAFE
    elif not may_not:
        joint.probability[q] = 1.0
        joint.proof[q] = PROVED_MINE
    else:
        joint.probability[q] = mines / (mines + others)
        joint.proof[q] = NOT_PROVED
