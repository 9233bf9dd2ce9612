"""The generator of games: every layout equally likely, nothing shared between games, indices and seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb, inf, sqrt

import numpy as np
import pytest

from minesolver import kernel, policies
from minesolver.game import seeding
from minesolver.game.seeding import SplitMix64, agent_seed, draw, game_key

SEEDS = (0, 1, 20261122)


def deviation(draws: Iterable[object], kinds: int) -> float:
    """How far counts are from equal ones, in standard deviations of chi-square."""
    counts = Counter(draws)
    expected = counts.total() / kinds
    assert expected >= 20, "too few draws for a chi-square test"
    chi = (
        sum((n - expected) ** 2 / expected for n in counts.values())
        + (kinds - len(counts)) * expected
    )
    return (chi - (kinds - 1)) / sqrt(2 * (kinds - 1))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("cells", "mines"), [(9, 2), (12, 3), (10, 9), (16, 2)])
def test_every_layout_is_equally_likely(seed, cells, mines):
    kinds = comb(cells, mines)
    games = (
        draw(list(range(cells)), mines, SplitMix64(game_key(seed, i))) for i in range(60 * kinds)
    )
    assert abs(deviation(games, kinds)) < 5


def test_the_test_would_notice_a_biased_shuffle():
    """The usual mistake: each place swapped with any place."""
    rng = np.random.default_rng(5)

    def biased() -> frozenset[int]:
        cells = list(range(6))
        for k in range(6):
            swapped = int(rng.integers(6))
            cells[k], cells[swapped] = cells[swapped], cells[k]
        return frozenset(cells[:2])

    assert deviation((biased() for _ in range(12_000)), comb(6, 2)) > 10


@pytest.mark.parametrize("lag", [1, 2, 64, 1 << 32])
@pytest.mark.parametrize("seed", SEEDS)
def test_games_of_one_seed_do_not_tell_of_each_other(seed, lag):
    def layout(index: int) -> frozenset[int]:
        return draw(list(range(5)), 2, SplitMix64(game_key(seed, index)))

    assert abs(deviation(((layout(i), layout(i + lag)) for i in range(3000)), 100)) < 5


@pytest.mark.parametrize(("seed", "other_seed"), list(combinations((0, 1, 2, 3, 1 << 63), 2)))
def test_seeds_do_not_tell_of_each_other(seed, other_seed):
    def layout(game_seed: int, index: int) -> frozenset[int]:
        return draw(list(range(5)), 2, SplitMix64(game_key(game_seed, index)))

    assert abs(deviation(((layout(seed, i), layout(other_seed, i)) for i in range(3000)), 100)) < 5


def test_a_player_s_seed_has_nothing_to_do_with_the_layout():
    layouts = (draw(list(range(5)), 2, SplitMix64(game_key(7, i))) for i in range(3000))
    pairs = ((layout, agent_seed(7, i) % 10) for i, layout in enumerate(layouts))
    assert abs(deviation(pairs, 100)) < 5


@pytest.mark.parametrize(("protected", "size", "mines"), [(0, 8, 10), (1, 8, 10), (2, 16, 60)])
@pytest.mark.parametrize("seed", [2026, (1 << 64) - 1])
def test_whole_games_are_of_these_layouts(protected, size, mines, seed):
    """What win rates rest on: the compiled games of a seed are those on the layouts that are tested here."""
    first_game, games, start = 4_999_900, 200, size + 1
    row, col = np.indices((size, size)).reshape(2, -1)
    distance = np.maximum(abs(row - start // size), abs(col - start % size))
    allowed = np.flatnonzero(distance >= protected).tolist()
    layouts = np.zeros((games, size * size), np.int8)
    for k in range(games):
        layouts[k, list(draw(allowed, mines, SplitMix64(game_key(seed, first_game + k))))] = 1
    chooser = policies.get("safest").chooser(size, size)
    by_seed, by_layouts = np.zeros((2, games, 5))
    chooser.play(mines, protected, start, seed, first_game, 0.5, by_seed, inf)
    chooser.play(mines, protected, start, 0, 0, 0.5, by_layouts, inf, layouts)
    assert (by_seed == by_layouts).all()
    assert len(np.unique(by_seed, axis=0)) > 30
    chooser.play(mines, protected, start, seed, first_game + 1, 0.5, by_seed, inf)
    assert (by_seed[:-1] == by_layouts[1:]).all()
    assert (by_seed != by_layouts).any(1).sum() > games / 3


def test_expert_cells_are_mines_equally_often_and_pairs_are_uncorrelated():
    games = 2000
    layouts = np.zeros((games, 480))
    for i in range(games):
        layouts[i, list(draw(list(range(480)), 99, SplitMix64(game_key(11, i))))] = 1
    p = 99 / 480
    scatter = (layouts.mean(axis=0) - p) / sqrt(p * (1 - p) / games)
    assert np.abs(scatter).max() < 5
    assert abs((scatter**2).mean() * 480 / 479 - 1) < 5 * sqrt(2 / 480)
    centred = layouts - p
    one_game_on = (centred[1:] * centred[:-1]).sum() / (p * (1 - p)) / sqrt((games - 1) * 480)
    assert abs(one_game_on) < 5
    neighbour = (centred[:, 1:] * centred[:, :-1]).mean() / (p * (1 - p))
    assert abs(neighbour + 1 / 479) < 5 / sqrt(games * 479)


@pytest.mark.parametrize("number", [0, 1, 5, 9, 10])
def test_the_core_shuffles_as_python_does(monkeypatch, number):
    streams = SplitMix64(2**63 + 11), SplitMix64(2**63 + 11)
    in_core = seeding.shuffle_first(range(10), number, streams[0])
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert in_core == seeding.shuffle_first(range(10), number, streams[1])
    assert streams[0].state == streams[1].state
