"""What scripts are told of rules: the geometries, the neighbourhoods and the clues that they know."""

from __future__ import annotations

from minesolver.protocol.rule_data import shapes


def test_neighbourhoods_and_clues_are_told_apart():
    values = shapes()
    assert values["sights"]["knight"]["moves"][0] == (-2, -1)
    assert values["sights"]["four"] == {"steps": 1, "edges": True}
    assert "liar" not in values["sights"]
    assert {"vanilla", "liar", "multiple"} <= values["clues"].keys()
    assert values["clues"]["multiple"]["weights"] == [1, 2]
    assert "knight" not in values["clues"]


def test_moves_that_are_the_same_everywhere_stand_once():
    geometries = shapes()["geometries"]
    assert len(geometries["square"]["around"]) == len(geometries["torus"]["around"]) == 1
    assert sorted(geometries["square"]["around"][0]) == [
        [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]
    ]  # fmt: skip
    # Rows of hexagons are shifted by turns, triangles point up and down: a list for each parity.
    assert len(geometries["hex"]["around"]) == len(geometries["triangle"]["around"]) == 4
    assert [len(moves) for moves in geometries["hex"]["around"]] == [6] * 4
