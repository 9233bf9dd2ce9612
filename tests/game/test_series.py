"""What counts over many games say."""

from __future__ import annotations

from math import isnan, sqrt
from statistics import fmean, pstdev

import pytest

from minesolver.game.series import Tally

STUDENT_39 = 2.022691
"""97.5 % quantile of Student's t with 39 degrees of freedom, from the tables."""


def tally_of(results: list[float]) -> Tally:
    squares = sum(result * result for result in results)
    return Tally(
        games=len(results),
        adjusted=sum(results),
        adjusted_squares=squares,
        adjusted_games=len(results),
    )


def test_the_interval_without_luck_is_that_of_the_games_and_one_more_at_each_end():
    results = [0.1 * (index % 11) for index in range(40)]
    mean, low, high = tally_of(results).variance_reduced
    with_ends = [*results, 0.0, 1.0]
    half_width = STUDENT_39 * pstdev(with_ends) / sqrt(42)
    assert mean == pytest.approx(fmean(results))
    assert low == pytest.approx(fmean(with_ends) - half_width, abs=1e-6)
    assert high == pytest.approx(fmean(with_ends) + half_width, abs=1e-6)


def test_few_games_without_scatter_are_not_sure():
    for result in (0.0, 1.0):
        mean, low, high = tally_of([result] * 3).variance_reduced
        assert mean == result
        assert 0 <= low < high <= 1
        assert high - low > 0.5


def test_a_rate_without_luck_is_of_all_games_or_of_none():
    tally = tally_of([0.5] * 3)
    tally.add(Tally(games=1, wins=1))
    assert all(map(isnan, tally.variance_reduced))
    assert all(map(isnan, Tally().variance_reduced))
