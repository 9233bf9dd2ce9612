"""Boosted trees over traits of close candidates: what they see is exact, and they are read as fitted."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import playouts
import pytest
import ranking
from oracle import around, models
from playouts import SEEN, TRAIT, TRAITS
from test_playouts import BOARDS, MINES, grid_of

from minesolver import policies
from minesolver.base.errors import WeightsError
from minesolver.kernel import workspace_for
from minesolver.kernel.core import Chooser, feature_names, score_scale
from minesolver.policy import boosted_trees

SHARED = len(SEEN) - 2 * TRAITS


def grown(rng, features, nodes):
    """A random tree of ``nodes`` nodes, an odd number, as lists."""
    tree = [[-1.0, rng.normal(), 0.0, 0.0]]
    while len(tree) < nodes:
        leaves = [k for k, node in enumerate(tree) if node[0] < 0]
        split = leaves[rng.integers(len(leaves))]
        tree[split] = [float(rng.integers(features)), rng.normal(), len(tree), len(tree) + 1]
        tree += [[-1.0, rng.normal(), 0.0, 0.0], [-1.0, rng.normal(), 0.0, 0.0]]
    return tree


def leaf_of(tree, values, node=0):
    feature, value, low, high = tree[node]
    return (
        value
        if feature < 0
        else leaf_of(tree, values, low if values[int(feature)] <= value else high)
    )


def nested(tree, node=0):
    """As LightGBM dumps it."""
    feature, value, low, high = tree[node]
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
    """What they say of each of the close candidates is in its multiplier."""
    rng = np.random.default_rng(5)
    trees = [grown(rng, len(SEEN), nodes) for nodes in (1, 3, 15, 31, 9)]
    lists = ranking.packed(Model(trees))
    assert lists.shape == (5, 31, 4)
    policy = policies.get("strongest")
    parameters = replace(policy.search, playouts=0, trees_weight=score_scale).parameters()
    packed = boosted_trees.packed(lists, len(SEEN))
    chooser = Chooser(workspace_for(8, 8), policy.kind, parameters, packed)
    without_trees = Chooser(workspace_for(8, 8), policy.kind, parameters, packed[:0])
    grid = np.full((8, 8), -1, np.int8)
    for clue in (1, 2):
        grid[0, 0] = clue
        ranked = chooser.advise(grid, 10, 0.0, math.inf)["candidates"]
        close = [k for k, candidate in enumerate(ranked) if candidate["multiplier"] != 1.0]
        assert len(close) > 1
        unranked = without_trees.advise(grid, 10, 0.0, math.inf)["candidates"]
        assert all(candidate["multiplier"] == 1.0 for candidate in unranked)
        # What is seen of a candidate depends on which it is compared with, the best first.
        best = sorted(close, key=lambda k: -unranked[k]["score"])
        for k, row in zip(best, without_trees.see(grid, 10, best), strict=True):
            sum_of_leaves = sum(leaf_of(tree, row) for tree in trees)
            assert math.log(ranked[k]["multiplier"]) == pytest.approx(sum_of_leaves, abs=1e-5)


@pytest.mark.parametrize(
    "damage", [{"features": None}, {"features": "order"}, {"trees": "feature"}]
)
def test_trees_of_other_features_are_refused(tmp_path, damage):
    """Weights belong to the features that they were fitted to, by name and in order."""
    trees = np.full((1, 3, 4), -1, np.float32)
    trees[0, 0] = [4, 0.5, 1, 2]
    path = tmp_path / "trees.npz"
    boosted_trees.save(path, trees)
    assert boosted_trees.load(str(path)).shape[0] == 1
    content = dict(np.load(path))
    if damage == {"features": None}:
        del content["features"]
    elif damage == {"features": "order"}:
        content["features"] = content["features"][::-1]
    else:
        content["trees"][0, 0, 0] = len(feature_names())
    damaged = tmp_path / "other.npz"
    np.savez(damaged, **content)
    with pytest.raises(WeightsError):
        boosted_trees.load(str(damaged))


def test_each_feature_has_a_name_of_its_own():
    assert len(set(SEEN)) == len(SEEN) == 2 * TRAITS + SHARED == 83


def all_candidates(text):
    """The candidates of a position, every hidden cell, with what the trees see of each."""
    policy = policies.get("strongest")
    search_of_all = replace(
        policy.search, tree_layouts=0, min_relative_safety=0.0, playouts=0, trees_weight=0.0
    )
    chooser = replace(policy, search=search_of_all).chooser(*grid_of(text).shape)
    candidate_rows = chooser.advise(grid_of(text), MINES, 0.0, math.inf)["candidates"]
    return candidate_rows, np.array(
        chooser.see(grid_of(text), MINES, list(range(len(candidate_rows))))
    )


@pytest.mark.parametrize("text", BOARDS)
def test_what_is_seen_of_a_candidate_is_exact(text):
    grid = grid_of(text).tolist()
    rows, cols = len(grid), len(grid[0])
    hidden, layouts = models(grid, MINES)
    candidate_rows, features = all_candidates(text)
    traits, shared = features[:, :TRAITS], features[0, -SHARED:].tolist()
    assert len(candidate_rows) > 5
    assert (features[:, -SHARED:] == shared).all()
    assert features[:, TRAITS:-SHARED] == pytest.approx(traits - traits.mean(axis=0))
    opened = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] >= 0]
    for candidate, values in zip(candidate_rows, traits, strict=True):
        r, c = divmod(candidate["cell"], cols)
        trait_values = dict(zip(TRAIT, values, strict=True))
        neighbours = around(r, c, rows, cols)
        value_counts = Counter(
            sum(near_cell in layout for near_cell in neighbours)
            for layout in layouts
            if (r, c) not in layout
        )
        chances = [value_counts[value] / len(layouts) for value in value_counts]
        assert trait_values["log_score"] == pytest.approx(math.log(candidate["score"]))
        for name in ("safety", "progress", "expected_safe", "entropy", "fifty_fifty"):
            assert trait_values[name] == candidate[name]
        assert trait_values["safety"] == pytest.approx(sum(chances))
        edges = sorted((min(r, rows - 1 - r), min(c, cols - 1 - c)))
        names = list(TRAIT)[6:12]
        assert [trait_values[name] for name in names] == [
            any(near_cell in opened for near_cell in neighbours),
            len(neighbours),
            sum(near_cell in hidden for near_cell in neighbours),
            sum(abs(rr - r) <= 2 and abs(cc - c) <= 2 for rr, cc in opened),
            *edges,
        ]
        assert trait_values["least_value_chance"] == pytest.approx(value_counts[0] / len(layouts))
        assert trait_values["collision"] == pytest.approx(sum(chance**2 for chance in chances))
        # Of what is left after each value: how uncertain its cells are.
        log_entropy = log_errors = 0.0
        for value, number in value_counts.items():
            layouts_left = [
                layout
                for layout in layouts
                if (r, c) not in layout
                and sum(near_cell in layout for near_cell in neighbours) == value
            ]
            chances_left = [
                sum(cell in layout for layout in layouts_left) / number for cell in hidden
            ]
            uncertain = [chance for chance in chances_left if 0 < chance < 1]
            entropy = -sum(p * math.log(p) + (1 - p) * math.log(1 - p) for p in uncertain)
            errors = sum(min(p, 1 - p) for p in uncertain)
            log_entropy += number / len(layouts) * math.log(1 + entropy)
            log_errors += number / len(layouts) * math.log(1 + errors)
        assert trait_values["next_log_entropy"] == pytest.approx(log_entropy)
        assert trait_values["next_log_errors"] == pytest.approx(log_errors)
        # And the log of its layouts.
        entropy_after = sum(chance * math.log(chance * len(layouts)) for chance in chances)
        assert 40 * trait_values["after_log_models"] == pytest.approx(entropy_after, abs=1e-6)
    risks = [sum(cell in layout for layout in layouts) / len(layouts) for cell in hidden]
    assert shared == pytest.approx(
        [
            math.log(len(layouts)), len(opened), MINES, len(hidden),
            sum(min(risk, 1 - risk) for risk in risks),
        ]
    )  # fmt: skip


def test_of_cells_away_from_all_clues_one_of_each_degree_is_a_candidate():
    """Whatever happens, those with as many neighbours are alike."""
    candidate_rows, _ = all_candidates("|".join(["?" * 6] * 7))
    degrees = []
    for candidate in candidate_rows:
        row, col = divmod(candidate["cell"], 6)
        degrees.append(len(around(row, col, 7, 6)))
    assert sorted(degrees) == [3, 5, 8]


def candidates(share, trees=True):
    strongest = policies.get("strongest")
    search = replace(strongest.search, playouts=0, trees_weight=share)
    policy = replace(strongest, search=search, trees=strongest.trees if trees else None)
    grid = np.full((8, 8), -1, np.int8)
    grid[0, 0] = 1
    advice = policy.chooser(8, 8).advise(grid, 10, 0.0, math.inf)
    assert advice["status"] == "done"
    scores = {row["cell"]: row["score"] for row in advice["candidates"]}
    assert scores[advice["cell"]] == max(scores.values())
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
        assert math.log(half / plain[cell]) == pytest.approx(
            math.log(ranked[cell] / plain[cell]) / 2
        )
    assert candidates(1.0, trees=False) == pytest.approx(plain)


def guesses(rng, guess_count, candidates_each):
    """Candidates that differ by their second trait alone, of which the scores know nothing."""
    rows = np.zeros((guess_count * candidates_each, len(playouts.COLUMNS)))
    rows[:, playouts.ROOT] = np.repeat(np.arange(guess_count) * 64, candidates_each)
    rows[::candidates_each, playouts.CHOSEN] = 1
    features = np.zeros((guess_count * candidates_each, len(SEEN)))
    features[:, 1] = rng.uniform(-1, 1, guess_count * candidates_each)
    features[:, -SHARED:] = 40.0 * math.log(10)
    worth = 0.02 * features[:, 1]
    for half in (playouts.FIRST_HALF, playouts.SECOND_HALF):
        rows[:, half] = 0.5 + worth + rng.normal(0, 0.01, guess_count * candidates_each)
    return ranking.Guesses(rows, features), worth


def test_the_gain_of_knowing_more_is_found():
    known_guesses, worth = guesses(np.random.default_rng(9), 3000, 4)
    assert abs(known_guesses.predicted).max() == 0  # by the scores all are alike
    count, mean, error, changed = known_guesses.gain(worth, 25.0, 95.0)
    best = worth.reshape(-1, 4)
    assert count == 3000
    assert abs(mean - 100 * (best.max(axis=1) - best[:, 0]).mean()) < 3 * error
    assert changed == pytest.approx(0.75, abs=0.05)
    assert known_guesses.gain(np.zeros(len(worth)), 25.0, 95.0)[1:] == (0.0, 0.0, 0.0)
    assert known_guesses.gain(worth, 95.0, math.inf)[0] == 0
    assert known_guesses.less_mean(worth).reshape(-1, 4).sum(axis=1) == pytest.approx(0, abs=1e-12)


def test_candidates_played_on_are_kept(tmp_path, capsys, monkeypatch):
    path = tmp_path / "part.npz"
    arguments = ["play", "--size", "8x8/10", "--games", "30", "--share", "1", "--layouts", "4"]
    monkeypatch.setattr("sys.argv", ["ranking.py", *arguments, str(path)])
    assert ranking.main() == 0
    saved = np.load(path)
    assert len(saved["found"]) == len(saved["seen"]) > 20
    read_guesses = ranking.Guesses(saved["found"], saved["seen"])
    assert read_guesses.size.min() > 1
    assert saved["seen"][:, 1] == pytest.approx(saved["found"][:, playouts.SAFETY], abs=1e-6)
    assert (
        f"{len(read_guesses.size)} guesses, {len(read_guesses.guess)} candidates"
        in capsys.readouterr().out
    )
