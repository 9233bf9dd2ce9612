"""The page's trainer names the fault that a bot was given."""

from __future__ import annotations

import shutil

import pytest
from trainer import BOTS, games, judged


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.parametrize("name", BOTS)
def test_the_planted_weakness_costs_most(name):
    choose, kinds = BOTS[name]
    rare = {"more clues", "mine count"} & set(kinds)  # few positions call for them
    judged_mistakes = judged(list(games(choose, (9, 9, 18), 24 if rare else 10)))
    assert judged_mistakes[0]["kind"] in kinds, judged_mistakes
