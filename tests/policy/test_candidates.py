"""Candidates that are known by their probability alone."""

from __future__ import annotations

import pytest

import minesolver as ms


@pytest.mark.parametrize("engine, policy", [("auto", "safest"), ("estimate", "strongest")])
def test_candidates_by_probability_alone_are_ranked_by_their_safety(engine, policy):
    analysis = ms.analyze(ms.Board.parse("3x4x3\n1###\n####\n####"), engine)
    recommendation = ms.recommend(analysis, policy)
    assert len(recommendation.candidates) == 11
    for candidate in recommendation.candidates:
        assert (
            candidate.safety
            == candidate.score
            == pytest.approx(1 - analysis.probability[candidate.cell])
        )
    assert [c.score for c in recommendation.candidates] == sorted(
        (c.score for c in recommendation.candidates), reverse=True
    )
