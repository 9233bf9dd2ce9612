"""Boosted trees over traits of close candidates: what they see is exact, and they are read as fitted."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import playouts
import pytest
import ranking
from numba import njit
from oracle import around, models
from test_playouts import BOARDS, MINES, begin

from minesolver import compiled, policies
from minesolver.compiled import _workspace
from minesolver.compiled.looking import FEATURES
from minesolver.compiled.ranking import COMMON, OWN, TRAITS, boosted, common, compare, traits
from minesolver.compiled.solving import MODELS


@njit(error_model="numpy")
def describe(table, cols, grid, mines, cell, own, out, shared):
    n = grid.size
    risk = np.empty(n)
    proof = np.empty(n, np.int8)
    f, b, remaining = begin(table, cols, grid, mines, risk, proof)
    models = f.report[MODELS]
    common(f, b, remaining, models, risk, proof, shared)
    beside = np.int64(f.group_of[cell] >= 0)
    return traits(f, b, cols, remaining, 1.0, models, cell, beside, own, np.empty(FEATURES), out)


@njit
def evaluate(trees, x):
    return boosted(trees, x)


@njit
def seen(table, number, k, shared, out):
    compare(table, number, k, shared, out)


def grown(rng, features, nodes):
    """A random tree of ``nodes`` nodes, an odd number, as lists."""
    tree = [[-1.0, rng.normal(), 0.0, 0.0]]
    while len(tree) < nodes:
        leaves = [k for k, node in enumerate(tree) if node[0] < 0]
        at = leaves[rng.integers(len(leaves))]
        tree[at] = [float(rng.integers(features)), rng.normal(), len(tree), len(tree) + 1]
        tree += [[-1.0, rng.normal(), 0.0, 0.0], [-1.0, rng.normal(), 0.0, 0.0]]
    return tree


def leaf_of(tree, x, at=0):
    feature, value, low, high = tree[at]
    return value if feature < 0 else leaf_of(tree, x, low if x[int(feature)] <= value else high)


def nested(tree, at=0):
    """As LightGBM dumps it."""
    feature, value, low, high = tree[at]
    if feature < 0:
        return {"leaf_value": value}
    sides = {"left_child": nested(tree, low), "right_child": nested(tree, high)}
    return {"split_feature": int(feature), "threshold": value, **sides}


class Model:
    """A fitted model, as far as it is packed."""

    def __init__(self, trees):
        self.booster_ = self
        self.trees = trees

    def dump_model(self):
        return {"tree_info": [{"tree_structure": nested(tree)} for tree in self.trees]}


def test_trees_are_packed_and_read_as_they_were_fitted():
    rng = np.random.default_rng(5)
    trees = [grown(rng, 6, nodes) for nodes in (1, 3, 15, 31, 9)]
    packed = ranking.packed(Model(trees))
    assert packed.shape == (5, 31, 4)
    for x in rng.normal(size=(200, 6)):
        assert evaluate(packed, x) == pytest.approx(sum(leaf_of(tree, x) for tree in trees), abs=1e-5)


def test_no_trees_say_nothing():
    assert evaluate(np.zeros((0, 1, 4), np.float32), np.zeros(3)) == 0.0


@pytest.mark.parametrize("text", BOARDS)
def test_what_is_seen_of_a_candidate_is_exact(text):
    grid = [[-1 if symbol == "?" else int(symbol) for symbol in row] for row in text.split("|")]
    rows, cols = len(grid), len(grid[0])
    hidden, layouts = models(grid, MINES)
    own = np.arange(1.0, OWN + 1)
    for r, c in hidden:
        out, shared = np.zeros(TRAITS), np.zeros(COMMON)
        status = describe(
            _workspace(rows, cols).table, cols, np.array(grid, np.int8).ravel(), MINES, r * cols + c, own,
            out, shared,
        )  # fmt: skip
        assert status == 0
        near = around(r, c, rows, cols)
        values = Counter(sum(k in laid for k in near) for laid in layouts if (r, c) not in laid)
        chances = [values[v] / len(layouts) for v in values]
        assert out[0] == pytest.approx(math.log(own[0]))
        assert out[1:OWN] == pytest.approx(own[1:])
        opened = [(rr, cc) for rr in range(rows) for cc in range(cols) if grid[rr][cc] >= 0]
        edges = sorted((min(r, rows - 1 - r), min(c, cols - 1 - c)))
        assert out[OWN : OWN + 6].tolist() == [
            any(k in opened for k in near),
            len(near),
            sum(k in hidden for k in near),
            sum(abs(rr - r) <= 2 and abs(cc - c) <= 2 for rr, cc in opened),
            *edges,
        ]
        assert out[OWN + 6] == pytest.approx(values[0] / len(layouts))
        assert out[OWN + 7] == pytest.approx(sum(chance**2 for chance in chances))
        # Of what is left after each value, the log of the layouts: the tenth of ``looking.describe``.
        after = sum(x * math.log(x * len(layouts)) for x in chances)
        assert 40 * out[OWN + 13 + 9] == pytest.approx(after, abs=1e-6)
        risks = [sum(cell in laid for laid in layouts) / len(layouts) for cell in hidden]
        assert shared == pytest.approx(
            [
                math.log(len(layouts)), len(opened), MINES, len(hidden),
                sum(min(risk, 1 - risk) for risk in risks),
            ]
        )  # fmt: skip


def test_candidates_are_compared_with_their_mean():
    rng = np.random.default_rng(2)
    table, shared = rng.normal(size=(5, TRAITS)), rng.normal(size=COMMON)
    out = np.zeros(2 * TRAITS + COMMON)
    for k in range(3):
        seen(table, 3, k, shared, out)
        assert out[:TRAITS] == pytest.approx(table[k])
        assert out[TRAITS:-COMMON] == pytest.approx(table[k] - table[:3].mean(axis=0))
        assert out[-COMMON:] == pytest.approx(shared)


def register(share, trees=True):
    own = policies.get("strongest")
    search = replace(own.search, playouts=0, ranking=share)
    return replace(own, search=search, ranking=own.ranking if trees else None)


def candidates(share, trees=True):
    grid = np.full(64, -1, np.int8)
    grid[0] = 1
    _, cells, out, _, (_, _, chosen), status = compiled.advise_grid(
        grid.reshape(8, 8), 10, 1.0, register(share, trees).arguments()
    )
    assert status == compiled.DONE
    scores = {int(cell): float(row[0]) for cell, row in zip(cells, out, strict=True)}
    assert scores[chosen] == max(scores.values())
    return scores


def test_the_trees_correct_the_scores_of_close_candidates_alone():
    plain, ranked = candidates(0.0), candidates(1.0)
    assert set(plain) == set(ranked)
    top = max(plain.values())
    moved = {cell for cell in plain if abs(ranked[cell] - plain[cell]) > 1e-12}
    assert moved
    assert all(plain[cell] >= (1 - 0.06) * top for cell in moved)
    for cell in moved:  # half the share is half the correction
        half = candidates(0.5)[cell]
        assert math.log(half / plain[cell]) == pytest.approx(math.log(ranked[cell] / plain[cell]) / 2)
    assert candidates(1.0, trees=False) == pytest.approx(plain)


def guesses(rng, number, of):
    """Candidates that differ by their second trait alone, of which the scores know nothing."""
    found = np.zeros((number * of, playouts.COLUMNS))
    found[:, playouts.ROOT] = np.repeat(np.arange(number) * 64, of)
    found[::of, playouts.CHOSEN] = 1
    described = np.zeros((number * of, TRAITS))
    described[:, 1] = rng.uniform(-1, 1, number * of)
    shared = np.full((number * of, COMMON), 40.0 * math.log(10))
    worth = 0.02 * described[:, 1]
    for half in (playouts.FIRST_HALF, playouts.SECOND_HALF):
        found[:, half] = 0.5 + worth + rng.normal(0, 0.01, number * of)
    return ranking.Guesses(found, described, shared), worth


def test_the_gain_of_knowing_more_is_found():
    own, worth = guesses(np.random.default_rng(9), 3000, 4)
    assert abs(own.told).max() == 0  # by the scores all are alike
    count, mean, half, changed = own.gain(worth, 25.0, 95.0)
    best = worth.reshape(-1, 4)
    assert count == 3000
    assert abs(mean - 100 * (best.max(axis=1) - best[:, 0]).mean()) < 3 * half
    assert changed == pytest.approx(0.75, abs=0.05)
    assert own.gain(np.zeros(len(worth)), 25.0, 95.0)[1:] == (0.0, 0.0, 0.0)
    assert own.gain(worth, 95.0, math.inf)[0] == 0
    assert own.less_mean(worth).reshape(-1, 4).sum(axis=1) == pytest.approx(0, abs=1e-12)


def test_candidates_played_on_are_kept(tmp_path, capsys, monkeypatch):
    path = tmp_path / "part.npz"
    arguments = ["play", "--size", "8x8/10", "--games", "30", "--share", "1", "--layouts", "4"]
    monkeypatch.setattr("sys.argv", ["ranking.py", *arguments, str(path)])
    assert ranking.main() == 0
    kept = np.load(path)
    assert len(kept["found"]) == len(kept["described"]) == len(kept["shared"]) > 20
    own = ranking.Guesses(kept["found"], kept["described"], kept["shared"])
    assert own.size.min() > 1
    # The safety is of both, by different ways.
    assert kept["described"][:, 1] == pytest.approx(kept["found"][:, playouts.SAFETY], abs=1e-6)
    assert f"{len(own.size)} guesses, {len(own.guess)} candidates" in capsys.readouterr().out
