"""Intervals hold the truth as often as they say, by the exact chances of all outcomes; formulas by SciPy."""

from __future__ import annotations

from itertools import product
from math import comb, inf, isnan, sqrt

import numpy as np
import pytest
import scipy

from minesolver.base.intervals import (
    mean_interval,
    mean_interval_of_sums,
    paired_rate_interval,
    rate_interval,
    ratio_interval,
    student_quantile,
)

RATES = [0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95, 0.98, 0.992, 0.999]


def chances(number, rate):
    """The chance of each number of successes."""
    return [comb(number, k) * rate**k * (1 - rate) ** (number - k) for k in range(number + 1)]


@pytest.mark.parametrize("trials", [1, 2, 3, 7, 20, 50, 200])
def test_a_rate_is_held_at_least_95_percent_of_the_time(trials):
    """Wilson's interval holds 0.992 in 85 % of samples of 20."""
    intervals = [rate_interval(successes, trials) for successes in range(trials + 1)]
    for rate in RATES:
        held = sum(
            chance
            for chance, (low, high) in zip(chances(trials, rate), intervals, strict=True)
            if low <= rate <= high
        )
        assert held >= 0.95


@pytest.mark.parametrize("successes, trials", [(0, 9), (9, 9), (1, 40), (17, 60), (5231, 10_000)])
def test_a_rate_is_the_exact_interval_of_scipy(successes, trials):
    expected = scipy.stats.binomtest(successes, trials).proportion_ci(method="exact")
    assert rate_interval(successes, trials) == pytest.approx(
        (expected.low, expected.high), abs=1e-9
    )


@pytest.mark.parametrize("pairs", [2, 3, 5, 10, 20, 40])
def test_a_paired_difference_is_held_93_percent_of_the_time(pairs):
    """The interval of a mean held a difference of nearly equal players in 4 % of samples of two games."""
    outcomes = [(b, c) for b in range(pairs + 1) for c in range(pairs + 1 - b)]
    intervals = {outcome: paired_rate_interval(*outcome, pairs) for outcome in outcomes}
    for gain, loss in product([0.003, 0.02, 0.1, 0.2, 0.45], repeat=2):
        held = 0.0
        for (b, c), (_, low, high) in intervals.items():
            if low <= gain - loss <= high:
                ways = comb(pairs, b) * comb(pairs - b, c)
                held += ways * gain**b * loss**c * (1 - gain - loss) ** (pairs - b - c)
        assert held >= 0.93
        assert all(-1 <= low <= high <= 1 for _, low, high in intervals.values())


@pytest.mark.parametrize("number", [2, 3, 10, 30, 100, 300])
def test_the_mean_of_what_seldom_differs_is_held(number):
    """A value of 1, but in few games of 0.4: most samples have no scatter."""
    for rate in (0.003, 0.01, 0.03, 0.1, 0.3):
        truth = 1 - 0.6 * rate
        held = 0.0
        for differing, chance in enumerate(chances(number, rate)):
            mean, low, high = mean_interval(
                [0.4] * differing + [1.0] * (number - differing), 0.0, 1.0
            )
            assert 0 <= low <= mean <= high <= 1
            assert high > low
            held += chance * (low <= truth <= high)
        assert held >= 0.93


def test_a_share_of_moves_is_held_over_games():
    """Games of three moves, of which now and then one makes all three mistakes."""
    for number, rate in product([2, 5, 20, 100], [0.01, 0.05, 0.3]):
        held = 0.0
        for failing, chance in enumerate(chances(number, rate)):
            games = [(0, 3)] * failing + [(3, 3)] * (number - failing) + [(0, 0)]
            share, low, high = ratio_interval(games)
            assert 0 <= low <= share <= high <= 1
            held += chance * (low <= 1 - rate <= high)
        assert held >= 0.93


def test_many_values_have_the_usual_interval_of_a_mean():
    values = np.random.default_rng(1).uniform(0.2, 0.9, 5000)
    expected = scipy.stats.t.interval(0.95, 4999, values.mean(), scipy.stats.sem(values))
    assert mean_interval(values.tolist(), 0.0, 1.0)[1:] == pytest.approx(expected, abs=2e-4)
    assert mean_interval(values.tolist())[1:] == pytest.approx(expected, abs=1e-12)


def test_large_values_keep_their_scatter():
    """50 values about 1e8 had an interval without width."""
    values = [1e8 + offset for offset in range(-25, 25)]
    half_width = scipy.stats.t.ppf(0.975, 49) * np.std(values, ddof=1) / sqrt(50)
    mean, low, high = mean_interval(values)
    assert (mean, high - mean, mean - low) == pytest.approx((1e8 - 0.5, half_width, half_width))


def test_too_little_to_say():
    assert mean_interval([0.7], 0.0, 1.0) == (0.7, 0.0, 1.0)
    assert ratio_interval([(1, 2)]) == (0.5, 0.0, 1.0)
    assert paired_rate_interval(1, 0, 1) == (1.0, -1.0, 1.0)
    for mean, low, high in (mean_interval([1.0] * 9), mean_interval([3.0] * 90)):
        assert mean in (1.0, 3.0)
        assert isnan(low)
        assert isnan(high)
    assert mean_interval_of_sums(0, 0.0, 0.0, 0.0, 1.0)[1:] == (0.0, 1.0)
    assert rate_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 9, 30, 99, 100, 101, 150, 10**6])
def test_the_quantile_of_student_is_that_of_scipy(degrees):
    assert student_quantile(degrees) == pytest.approx(scipy.stats.t.ppf(0.975, degrees), rel=1e-8)
    assert student_quantile(0) == inf
