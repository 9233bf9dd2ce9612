"""The compiled core on any lists of cells, weights and sets of sums: against counting layout by layout."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from minesolver import kernel, policies
from minesolver.kernel import Lists
from minesolver.model.lists import CorePosition

pytestmark = pytest.mark.skipif(not kernel.available(), reason="the core was not built")
SILENT = 2**64 - 1


def sum_of(layout, cells, weights):
    """Of one clue: what mines add, and below 0 what no mine adds."""
    return sum(abs(w) * (layout[c] == (w > 0)) for c, w in zip(cells, weights, strict=True))


def brute_force(lists, weights, grid, allowed, mines):
    """Layouts, and those with a mine by cell."""
    hidden = [i for i, code in enumerate(grid) if code == -1]
    total, mined = 0, [0] * len(grid)
    for bits in itertools.product((0, 1), repeat=len(hidden)):
        layout = [int(code == -2) for code in grid]
        for i, bit in zip(hidden, bits, strict=True):
            layout[i] = bit
        clues = [s for s in range(len(lists)) if (s >= len(grid) or grid[s] >= 0) and allowed[s] != SILENT]
        if mines in (-1, sum(layout)) and all(
            allowed[s] >> sum_of(layout, lists[s], weights[s]) & 1 for s in clues
        ):
            total += 1
            mined = [a + b for a, b in zip(mined, layout, strict=True)]
    return total, mined


def position(rng):
    """Lists, weights, codes, allowed sums and mines of a random position, some of them impossible."""
    cells = rng.randint(4, 11)
    plain = rng.random() < 0.4
    lists = [
        rng.sample([j for j in range(cells) if j != i], rng.randint(0, min(cells - 1, 9)))
        for i in range(cells)
    ]
    if rng.random() < 0.4:
        lists = [sorted({*own, *(j for j in range(cells) if i in lists[j])}) for i, own in enumerate(lists)]
    if not plain:
        lists += [rng.sample(range(cells), rng.randint(1, cells)) for _ in range(rng.randint(0, 3))]
    lists = [sorted(own) for own in lists]
    kind = [1] if plain else rng.choice([[1], [1, 2], [1, -1], [1, 2, -3]])
    weights = [[rng.choice(kind) for _ in own] for own in lists]
    layout = [int(rng.random() < 0.35) for _ in range(cells)]
    grid = np.full(cells, -1, np.int8)
    allowed = [SILENT] * len(lists)
    for s, own in enumerate(lists):
        if s < cells and (layout[s] or rng.random() < 0.4):
            grid[s] = -2 if layout[s] and rng.random() < 0.2 else -1
            continue
        shown = sum_of(layout, own, weights[s]) if rng.random() < 0.97 else rng.randint(0, 4)
        allowed[s] = 1 << shown
        if plain:
            grid[s] = shown
            continue
        if s < cells:
            grid[s] = 0
        allowed[s] |= sum(1 << k for k in range(15) if rng.random() < 0.3)
        if rng.random() < 0.1:
            allowed[s] = SILENT
    return lists, weights, plain, grid, allowed, sum(layout) if rng.random() < 0.6 else -1


@pytest.mark.parametrize("seed", range(4))
def test_as_layout_by_layout(seed):
    from minesolver.kernel.core import Workspace

    rng = random.Random(seed)
    for _ in range(60):
        lists, weights, plain, grid, allowed, mines = position(rng)
        own = Workspace(1, len(grid), Lists.of(lists, None if plain else weights))
        sums = None if plain else np.array(allowed, np.uint64)
        for again in range(3):  # counted, then remembered, then with clues by twos
            if again == 2:
                own.forget()
                own.grow(0, 0)
            *found, _, status = own.analyze(CorePosition(grid, None, sums), None if mines < 0 else mines)
        total, mined = brute_force(lists, weights, grid, allowed, mines)
        assert status == ("done" if total else "contradiction")
        probability, proof = np.frombuffer(found[0]), found[1]
        for i in np.flatnonzero(grid == -1) if total else ():
            assert probability[i] == pytest.approx(mined[i] / total, abs=1e-9)
            assert proof[i] == (1 if mined[i] == 0 else 2 if mined[i] == total else 0)


def game_lists(lists, weights, shown):
    """Lists whose clues show, by the sum of the mines' weights, one of the symbols ``shown(sum)``."""
    kinds, rows = [], []
    for own in weights:
        least = sum(w for w in own if w < 0)
        row = [tuple(shown(least + units)) for units in range(sum(map(abs, own)) + 1)]
        if row not in rows:
            rows.append(row)
        kinds.append(rows.index(row))
    symbols = sorted({symbol for row in rows for ways in row for symbol in ways})
    ways = max(len(own) for row in rows for own in row)
    symbol = np.zeros((len(rows), max(map(len, rows)), ways), np.int8)
    sums = np.zeros((len(rows), len(symbols)), np.uint64)
    for kind, row in enumerate(rows):
        for units, own in enumerate(row):
            symbol[kind, units] = [symbols.index(own[way % len(own)]) for way in range(ways)]
            for value in own:
                sums[kind, symbols.index(value)] |= np.uint64(1 << units)
    return replace(Lists.of(lists, weights), kinds=np.array(kinds, np.int32), symbol=symbol, symbol_sums=sums)


def around(rows, cols):
    """The eight cells around each, by number."""
    near = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    cells = itertools.product(range(rows), range(cols))
    return [
        [(r + a) * cols + c + b for a, b in near if 0 <= r + a < rows and 0 <= c + b < cols] for r, c in cells
    ]


def played(lists, policy, games, rows=8, cols=8, mines=10):
    """Outcome, guesses, cells opened, guesses survived, variance-reduced result of each game."""
    from minesolver.kernel.core import Chooser, Workspace

    own = policies.get(policy)
    trees = np.zeros((0, 1), np.uint8)
    chooser = Chooser(Workspace(rows, cols, lists), own.kind, own.search.parameters(), trees)
    results = np.zeros((games, 5))
    assert chooser.play(mines, 1, rows * cols // 2, 7, 0, 0.5, results, math.inf) == games
    return results


@pytest.mark.parametrize("policy", ["safest", "pseq", "lookahead"])
def test_the_square_board_in_three_forms(policy):
    near = around(8, 8)
    ones = [[1] * len(own) for own in near]
    want = played(None, policy, 100)
    assert np.array_equal(want, played(Lists.of(near), policy, 100))
    by_sets = played(game_lists(near, ones, lambda count: (count,)), policy, 100)
    assert np.array_equal(want[:, :4], by_sets[:, :4])


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
    weight, shown = CLUES[name]
    near = around(8, 8)
    results = played(game_lists(near, [[weight(j) for j in own] for own in near], shown), policy, 400)
    assert set(results[:, 0]) == {0, 1}
    difference = results[:, 4] - results[:, 0]
    assert abs(difference.mean()) < 3.5 * difference.std() / 20
    assert difference.std() < results[:, 0].std()


def test_a_coin_in_each_clue():
    near = around(8, 8)
    ones = [[1] * len(own) for own in near]
    liar = game_lists(near, ones, lambda count: (count - 1, count + 1) if count else (1,))
    assert 0.5 < (played(liar, "safest", 200)[:, 0] == 1).mean() < 0.75


@pytest.mark.parametrize("weight", [1, 2])
def test_sums_too_large_are_refused(weight):
    with pytest.raises(ValueError, match="62"):
        Lists.of([range(63)], [[weight] * 63])
