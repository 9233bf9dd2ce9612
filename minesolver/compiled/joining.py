"""Compiled: components and free cells joined by the number of mines, in floats scaled to their greatest.

Which cells are proved is settled apart from the weights: by which numbers of mines can occur at all.
"""

from __future__ import annotations

import math

import numpy as np

from .frontier import CONTRADICTION, LIMIT
from .jit import compiled, inlined

_LOG_TWO = math.log(2.0)


@inlined
def _gap(p, at, length):
    """Longest run between two mine counts that can occur, plus one."""
    longest = 1
    last = 0
    for v in range(length):
        if p.models[at + v] > 0.0:
            longest = max(longest, v - last)
            last = v
    return longest


@compiled
def _tilt(f, p, components, free, rest):
    """log z such that, with z for every mine, the expected number of mines is ``rest``."""
    low, high = -60.0, 60.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        odds = math.exp(middle)
        expected = free * odds / (1.0 + odds)
        for c in range(components):
            at = f.model_at[c]
            total = first = 0.0
            # Relative to the greatest term, so that neither sum overflows.
            greatest = -1e300
            for v in range(f.length[c]):
                if p.models[at + v] > 0.0:
                    greatest = max(greatest, math.log(p.models[at + v]) + v * middle)
            for v in range(f.length[c]):
                if p.models[at + v] > 0.0:
                    term = math.exp(math.log(p.models[at + v]) + v * middle - greatest)
                    total += term
                    first += v * term
            expected += first / total
        if expected < rest:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@inlined
def join(f, p, components, free, remaining, odds):
    """Probabilities and proofs of all groups and of the free cells.

    ``remaining``: mines left, or -1 with the prior ``odds`` p / (1 - p) of each cell. Writes
    ``f.probability`` by position in ``f.order`` and ``f.mark`` (1 safe, 2 mine, else 0) alike; returns
    (probability, proof) of a free cell, the log of the weight of all models, and the status.
    """
    scale = 0.0  # log of what the weights were divided by
    for c in range(components):
        scale += f.scale[c] * _LOG_TWO
    if remaining < 0:
        scale += free * math.log1p(odds)
        for c in range(components):
            length = np.int64(f.length[c])
            z = 1.0
            for v in range(length):
                p.joint[v] = z
                z *= odds
            total = 0.0
            for v in range(length):
                total += p.joint[v] * p.models[f.model_at[c] + v]
            scale += math.log(total) + f.low[c] * math.log(odds)
            for q in range(f.first[c], f.first[c + 1]):
                _settle(f, p, np.int64(q), length, np.int64(0))
        return odds / (1.0 + odds), 0, scale, 0

    low = span = np.int64(0)
    gap = 1
    for c in range(components):
        low += f.low[c]
        span += f.length[c] - 1
        gap = max(gap, _gap(p, f.model_at[c], f.length[c]))
    rest = remaining - low  # mines for the free cells when every component has its fewest
    size = np.int64(span + 1)
    # Layout of the scratch: three polynomials over all mines, one of one component.
    if 4 * size + 64 > p.joint.size:
        return 0.0, 0, 0.0, LIMIT
    if rest < 0 or rest - span > free:
        return 0.0, 0, 0.0, CONTRADICTION
    # With gaps, a window of free cells too short to bridge them needs an exact check of the sums.
    exact_sums = gap > free + 1
    tilt = 0.0
    if span > 120 or min(rest, free) > 400:
        tilt = _tilt(f, p, components, free, rest)
        for c in range(components):
            at = f.model_at[c]
            greatest = -1e300
            for v in range(f.length[c]):
                if p.models[at + v] > 0.0:
                    greatest = max(greatest, math.log(p.models[at + v]) + v * tilt)
            scale += greatest
            for v in range(f.length[c]):
                factor = math.exp(v * tilt - greatest)
                if p.models[at + v] > 0.0 and p.models[at + v] * factor < 1e-300:
                    return 0.0, 0, 0.0, LIMIT
                p.models[at + v] *= factor
                for q in range(f.first[c], f.first[c + 1]):
                    t = f.tally_at[q] + v
                    p.tallies[t, 0] *= factor
                    p.tallies[t, 1] *= factor
    # After: weight of the free cells and of the components still to come, by mines so far.
    after = np.int64(0)
    before = np.int64(size)
    saved = np.int64(2 * size)
    greatest = -1e300
    value = 0.0
    fresh = True
    for k in range(max(np.int64(0), rest - free), min(size, rest + 1)):
        if fresh:
            fresh = False
            value = (
                math.lgamma(free + 1.0)
                - math.lgamma(rest - k + 1.0)
                - math.lgamma(free - rest + k + 1.0)
                - k * tilt
            )
        else:  # one mine fewer
            value += math.log((rest - k + 1.0) / (free - rest + k)) - tilt
        p.joint[after + k] = value
        greatest = max(greatest, value)
    scale += greatest
    for k in range(size):
        p.joint[after + k] = math.exp(p.joint[after + k] - greatest) if 0 <= rest - k <= free else 0.0
    # Before: product of the components so far. First all of them, for the total and the free cells.
    p.joint[before] = 1.0
    length = np.int64(1)
    for c in range(components):
        length, greatest = _product(f, p, before, saved, length, np.int64(c))
        scale += math.log(greatest)
    total = in_free = 0.0
    for k in range(size):
        weight = p.joint[before + k] * p.joint[after + k]
        total += weight
        in_free += weight * (rest - k)
    if exact_sums and not _reach(f, p, components, np.int64(-1), size, saved, rest - free, rest):
        return 0.0, 0, 0.0, CONTRADICTION
    if total > 0.0:
        scale += math.log(total)
    else:
        return 0.0, 0, 0.0, LIMIT
    probability_free = in_free / (total * free) if free else 0.0
    proof_free = 0
    if free:
        if not _occurs(f, p, components, np.int64(-1), size, saved, exact_sums, span, rest - free, rest - 1):
            proof_free = 1
        elif not _occurs(
            f, p, components, np.int64(-1), size, saved, exact_sums, span, rest - free + 1, rest
        ):
            proof_free = 2

    # Each component against all others: the products before it anew, the weights after it peeled off.
    for c in range(components - 1, -1, -1):
        own = np.int64(f.length[c])
        p.joint[before] = 1.0
        length = np.int64(1)
        for other in range(c):
            length, _ = _product(f, p, before, saved, length, np.int64(other))
        others = span - (own - 1)
        for k in range(own):
            weight = 0.0
            for j in range(length):
                weight += p.joint[before + j] * p.joint[after + j + k]
            p.joint[saved + k] = weight
        for k in range(own):
            p.joint[3 * size + k] = 0.0
        for k in range(own):
            window_low, window_high = rest - k - free, rest - k
            possible = _occurs(
                f, p, components, np.int64(c), size, 3 * size, exact_sums, others, window_low, window_high
            )
            # A weight that is possible may be too small for a float; that it is not zero still counts.
            if not possible:
                p.joint[saved + k] = -1.0
        for q in range(f.first[c], f.first[c + 1]):
            _settle(f, p, np.int64(q), own, saved)
        # What comes after the component before: this one joins those that follow.
        at = f.model_at[c]
        rest_length = size
        greatest = 0.0
        for k in range(rest_length - own + 1):
            weight = 0.0
            for j in range(own):
                weight += p.models[at + j] * p.joint[after + k + j]
            p.joint[after + k] = weight
            greatest = max(greatest, weight)
        for k in range(rest_length - own + 1, rest_length):
            p.joint[after + k] = 0.0
        if greatest > 0.0:
            for k in range(rest_length):
                p.joint[after + k] /= greatest
    return probability_free, proof_free, scale, 0


@inlined
def _product(f, p, into, spare, length, c):
    """Multiply the polynomial at ``into`` by a component's; returns (length, what it was divided by)."""
    at, own = f.model_at[c], np.int64(f.length[c])
    for k in range(length + own - 1):
        p.joint[spare + k] = 0.0
    for i in range(length):
        x = p.joint[into + i]
        if x > 0.0:
            for j in range(own):
                p.joint[spare + i + j] += x * p.models[at + j]
    length += own - 1
    greatest = 0.0
    for k in range(length):
        greatest = max(greatest, p.joint[spare + k])
    for k in range(length):
        p.joint[into + k] = p.joint[spare + k] / greatest
    return length, greatest


@inlined
def _occurs(f, p, components, skip, size, spare, exact_sums, span, low, high):
    """Can the components, all but ``skip``, hold more than their fewest by something in low..high?"""
    low = max(low, 0)
    high = min(high, span)
    if low > high:
        return False
    if not exact_sums or low == 0 or high == span:
        return True
    return _reach(f, p, components, skip, size, spare, low, high)


@compiled
def _reach(f, p, components, skip, size, spare, low, high):
    """The same by listing all sums, for components whose mine counts have gaps."""
    for k in range(size):
        p.joint[spare + k] = 0.0
    p.joint[spare] = 1.0
    for c in range(components):
        if c == skip:
            continue
        at, own = f.model_at[c], f.length[c]
        for k in range(size - 1, -1, -1):
            hit = False
            for j in range(min(own, k + 1)):
                if p.models[at + j] > 0.0 and p.joint[spare + k - j] > 0.0:
                    hit = True
                    break
            p.joint[spare + k] = 1.0 if hit else 0.0
    hits = 0
    for k in range(max(low, 0), min(high, size - 1) + 1):
        hits += p.joint[spare + k] > 0.0
    return hits > 0


@inlined
def _settle(f, p, q, length, weights):
    """Probability and proof of the group at one position, from weights by the component's mines."""
    mines = others = 0.0
    may = may_not = False
    for k in range(length):
        weight = p.joint[weights + k]
        if weight < 0.0:
            continue
        t = f.tally_at[q] + k
        if p.tallies[t, 0] > 0.0:
            may = True
            mines += weight * p.tallies[t, 0]
        if p.tallies[t, 1] > 0.0:
            may_not = True
            others += weight * p.tallies[t, 1]
    if not may:
        f.probability[q] = 0.0
        f.mark[q] = 1
    elif not may_not:
        f.probability[q] = 1.0
        f.mark[q] = 2
    else:
        f.probability[q] = mines / (mines + others)
        f.mark[q] = 0
