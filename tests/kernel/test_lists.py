"""The compiled core on any lists of cells, weights and sets of sums: against counting layout by layout."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from minesolver import kernel, policies
from minesolver.model.lists import CorePosition, Lists

pytestmark = pytest.mark.skipif(not kernel.available(), reason="the core was not built")
SILENT = 2**64 - 1


def sum_of(layout, cells, weights):
    """Of one clue: what mines add, and below 0 what no mine adds."""
    return sum(
        abs(weight) * (layout[cell] == (weight > 0))
        for cell, weight in zip(cells, weights, strict=True)
    )


def brute_force(lists, weights, grid, allowed, mines):
    """Layouts, and those with a mine by cell."""
    hidden = [i for i, code in enumerate(grid) if code == -1]
    total, mine_layouts = 0, [0] * len(grid)
    for bits in itertools.product((0, 1), repeat=len(hidden)):
        layout = [int(code == -2) for code in grid]
        for i, bit in zip(hidden, bits, strict=True):
            layout[i] = bit
        clues = [
            site
            for site in range(len(lists))
            if (site >= len(grid) or grid[site] >= 0) and allowed[site] != SILENT
        ]
        if mines in (-1, sum(layout)) and all(
            allowed[site] >> sum_of(layout, lists[site], weights[site]) & 1 for site in clues
        ):
            total += 1
            mine_layouts = [a + b for a, b in zip(mine_layouts, layout, strict=True)]
    return total, mine_layouts


def position(rng):
    """Lists, weights, codes, allowed sums and mines of a random position, some of them impossible."""
    cells = rng.randint(4, 11)
    plain = rng.random() < 0.4
    lists = [
        rng.sample([j for j in range(cells) if j != i], rng.randint(0, min(cells - 1, 9)))
        for i in range(cells)
    ]
    if rng.random() < 0.4:  # who is seen sees as well, as on a board
        seen_by = [[j for j in range(cells) if i in lists[j]] for i in range(cells)]
        lists = [sorted({*sees, *seers}) for sees, seers in zip(lists, seen_by, strict=True)]
    if not plain:
        lists += [rng.sample(range(cells), rng.randint(1, cells)) for _ in range(rng.randint(0, 3))]
    lists = [sorted(seen_cells) for seen_cells in lists]
    kind = [1] if plain else rng.choice([[1], [1, 2], [1, -1], [1, 2, -3]])
    weights = [[rng.choice(kind) for _ in seen_cells] for seen_cells in lists]
    layout = [int(rng.random() < 0.35) for _ in range(cells)]
    grid = np.full(cells, -1, np.int8)
    allowed = [SILENT] * len(lists)
    # Most clues say the truth, some of them among other sums; a few say what may not be possible.
    for site, seen_cells in enumerate(lists):
        if site < cells and (layout[site] or rng.random() < 0.4):
            grid[site] = -2 if layout[site] and rng.random() < 0.2 else -1
            continue
        true_sum = (
            sum_of(layout, seen_cells, weights[site]) if rng.random() < 0.97 else rng.randint(0, 4)
        )
        allowed[site] = 1 << true_sum
        if plain:
            grid[site] = true_sum
            continue
        if site < cells:
            grid[site] = 0
        allowed[site] |= sum(1 << k for k in range(15) if rng.random() < 0.3)
        if rng.random() < 0.1:
            allowed[site] = SILENT
    return lists, weights, plain, grid, allowed, sum(layout) if rng.random() < 0.6 else -1


@pytest.mark.parametrize("seed", range(4))
def test_as_layout_by_layout(seed):
    from minesolver.kernel.core import Workspace

    rng = random.Random(seed)
    for _ in range(60):
        lists, weights, plain, grid, allowed, mines = position(rng)
        workspace = Workspace(1, len(grid), Lists.of(lists, None if plain else weights))
        sums = None if plain else np.array(allowed, np.uint64)
        for round_number in range(3):  # counted, then remembered, then with clues by twos
            if round_number == 2:
                workspace.forget()
                workspace.grow(0, 0)
            *answers, _, status = workspace.analyze(
                CorePosition.of(grid, None, sums), None if mines < 0 else mines
            )
        total, mine_layouts = brute_force(lists, weights, grid, allowed, mines)
        assert status == ("done" if total else "contradiction")
        probability, proof = np.frombuffer(answers[0]), answers[1]
        if not total:
            continue
        for i in np.flatnonzero(grid == -1):
            assert probability[i] == pytest.approx(mine_layouts[i] / total, abs=1e-9)
            assert proof[i] == (1 if mine_layouts[i] == 0 else 2 if mine_layouts[i] == total else 0)


def game_lists(lists, weights, symbols_of):
    """Lists whose clues show, by the sum of the mines' weights, one of ``symbols_of(sum)``."""
    kinds, rows = [], []
    for clue_weights in weights:
        least_sum = sum(weight for weight in clue_weights if weight < 0)
        sum_count = sum(map(abs, clue_weights)) + 1
        row = [tuple(symbols_of(least_sum + units)) for units in range(sum_count)]
        if row not in rows:
            rows.append(row)
        kinds.append(rows.index(row))
    all_options = [options for row in rows for options in row]
    symbols = sorted(set().union(*all_options))
    # Each sum has as many equally likely symbols as any: where it has fewer, they come round again.
    option_count = max(map(len, all_options))
    symbol = np.zeros((len(rows), max(map(len, rows)), option_count), np.int8)
    sums = np.zeros((len(rows), len(symbols)), np.uint64)
    for kind, row in enumerate(rows):
        for units, options in enumerate(row):
            repeated = itertools.islice(itertools.cycle(options), option_count)
            symbol[kind, units] = [symbols.index(value) for value in repeated]
            for value in options:
                sums[kind, symbols.index(value)] |= np.uint64(1 << units)
    return replace(
        Lists.of(lists, weights), kinds=np.array(kinds, np.int32), symbol=symbol, symbol_sums=sums
    )


def around(rows, cols):
    """The eight cells around each, by number."""
    moves = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col]
    cells = itertools.product(range(rows), range(cols))
    return [
        [
            (row + down) * cols + col + right
            for down, right in moves
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]
        for row, col in cells
    ]


def played(lists, policy_name, games, rows=8, cols=8, mines=10):
    """Outcome, guesses, cells opened, guesses survived, variance-reduced result of each game."""
    from minesolver.kernel.core import Chooser, Workspace

    policy = policies.get(policy_name)
    trees = np.zeros((0, 1), np.uint8)
    chooser = Chooser(Workspace(rows, cols, lists), policy.kind, policy.search.parameters(), trees)
    results = np.zeros((games, 5))
    assert chooser.play(mines, 1, rows * cols // 2, 7, 0, 0.5, results, math.inf) == games
    return results


@pytest.mark.parametrize("policy", ["safest", "pseq", "lookahead"])
def test_the_square_board_in_three_forms(policy):
    neighbours = around(8, 8)
    ones = [[1] * len(cells) for cells in neighbours]
    expected = played(None, policy, 100)
    assert np.array_equal(expected, played(Lists.of(neighbours), policy, 100))
    by_sets = played(game_lists(neighbours, ones, lambda count: (count,)), policy, 100)
    assert np.array_equal(expected[:, :4], by_sets[:, :4])


COLOUR = [(i // 8 + i % 8) % 2 for i in range(64)]
CLUES = {
    "modulo": (lambda j: 1, lambda count: (count % 3,)),
    "multiple": (lambda j: 1 + COLOUR[j], lambda count: (count,)),
    "negation": (lambda j: 2 * COLOUR[j] - 1, lambda difference: (abs(difference),)),
}


@pytest.mark.parametrize("policy", ["safest", "lookahead"])
@pytest.mark.parametrize("name", CLUES)
def test_risks_of_games_under_rules(name, policy):
    """The variance-reduced result has the mean of the games won only if every risk taken was what it was said
    to be."""
    weight, symbols_of = CLUES[name]
    neighbours = around(8, 8)
    results = played(
        game_lists(neighbours, [[weight(j) for j in cells] for cells in neighbours], symbols_of),
        policy,
        400,
    )
    assert set(results[:, 0]) == {0, 1}
    difference = results[:, 4] - results[:, 0]
    assert abs(difference.mean()) < 3.5 * difference.std() / 20
    assert difference.std() < results[:, 0].std()


def test_a_coin_in_each_clue():
    neighbours = around(8, 8)
    ones = [[1] * len(cells) for cells in neighbours]
    liar = game_lists(neighbours, ones, lambda count: (count - 1, count + 1) if count else (1,))
    assert 0.5 < (played(liar, "safest", 200)[:, 0] == 1).mean() < 0.75


@pytest.mark.parametrize("weight", [1, 2])
def test_sums_too_large_are_refused(weight):
    with pytest.raises(ValueError, match="62"):
        Lists.of([range(63)], [[weight] * 63])
