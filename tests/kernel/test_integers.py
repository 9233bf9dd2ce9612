"""The core's integers against brute force, closed forms and elimination in Python."""

from __future__ import annotations

import pickle
from collections import namedtuple
from fractions import Fraction
from itertools import product
from math import comb, inf
from typing import Any

import numpy as np
import pytest
from boards import isolated_clues
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import marginals
from strategies import arbitrary_boards, played_boards

import minesolver as ms
from minesolver import kernel
from minesolver.engine import kernel as compiled
from minesolver.kernel.core import Workspace
from minesolver.model.board import HIDDEN, MINE
from minesolver.model.lists import CorePosition, Lists

Count = namedtuple("Count", "solutions pairs places status")


def count(board, **limits):
    counted = Count(*kernel.count_grid(board._sums(), board.mines, board.density, **limits))
    return counted._replace(places=np.frombuffer(counted.places, np.int32))


def refusing(status):
    return lambda *_, **__: (0, [], b"", status)


def fraction(board, counted, *cell):
    return Fraction(*counted.pairs[counted.places[board.index(cell)]])


def agree(board):
    """With elimination in Python, on the count and on every cell."""
    counted, eliminated = count(board), ms.analyze(board, "elimination")
    assert counted.status == "done"
    assert counted.solutions == eliminated.solutions
    assert [
        fraction(board, counted, *cell) for cell in board
    ] == eliminated.fractions.ravel().tolist()
    return counted


@settings(max_examples=120)
@given(played_boards() | arbitrary_boards())
def test_agrees_with_brute_force(board):
    solutions, expected = marginals(board.grid.tolist(), board.mines, board.density)
    counted = count(board)
    assert counted.status == ("done" if solutions else "contradiction")
    assert counted.solutions == solutions
    if not solutions:
        return
    for cell in board:
        known_chance = Fraction(board[cell] == MINE)
        assert fraction(board, counted, *cell) == (
            expected[cell] if board[cell] == HIDDEN else known_chance
        )


def test_positions_of_played_games(expert_positions):
    for board, solutions in expert_positions:
        assert agree(board).solutions == solutions


def strip(length, density, free_columns, seed):
    """Many components side by side, most with common factors, and columns of cells beside no clue."""
    rng = np.random.default_rng(seed)
    mines = rng.random((5, length)) < density
    opened = (rng.random((5, length)) < 0.4) & ~mines
    opened[:, :free_columns] = False
    padded = np.pad(mines.astype(int), 1)
    clues = sum(
        padded[1 + down : 6 + down, 1 + right : length + 1 + right]
        for down, right in product((-1, 0, 1), repeat=2)
    )
    return ms.Board.from_array(np.where(opened, clues, HIDDEN), mines=int(mines.sum()))


@pytest.mark.parametrize("free_columns", [0, 20, 150])
@pytest.mark.parametrize("density", [0.1, 0.2, 0.5])
def test_many_components_and_free_cells(density, free_columns):
    for seed in range(3):
        board = strip(200, density, free_columns, seed)
        agree(board)
        # Equal pairs are reduced once; each fraction is what its own pair makes.
        analysis = ms.analyze(board, "kernel")
        counted = count(board)
        assert analysis.fractions.ravel().tolist() == [
            fraction(board, counted, *cell) for cell in board
        ]


def large(total=None, density=None):
    """Two components of more models than a float can hold, a small one, and free cells between them."""
    rows: list[Any] = []
    for seed in (1, 2):
        rows += [*isolated_clues(31, 3, seed, 0.5).grid, [HIDDEN] * 31, [HIDDEN] * 31]
    board = ms.Board.from_array(np.array([*rows, [HIDDEN] * 31]), density=density)
    return ms.Board.from_array(
        board.replace({(16, 5): 3, (0, 0): MINE}).grid, total, density=density
    )


@pytest.mark.parametrize("prior", [{"total": 200}, {"total": 276}, {}, {"density": "3/7"}])
def test_counts_beyond_floats(prior):
    assert agree(large(**prior)).solutions > 1 << 150


def test_layers_counted_again_where_not_all_fit():
    board = isolated_clues(31, 3, density=0.5)
    with_all_layers = agree(board)
    workspace, memory, status = Workspace(*board.shape), 1 << 20, "limit"
    workspace.grow(inf, kernel.MEMORY)
    while status == "limit":  # the least memory that will do: far less than all layers take
        memory += 1 << 15
        *counted_again, status = workspace.count(
            board._sums(), board.mines, states=1, memory=memory
        )
    assert memory < 2 << 20
    assert counted_again == [
        with_all_layers.solutions,
        with_all_layers.pairs,
        with_all_layers.places.tobytes(),
    ]


def test_ten_thousand_digits():
    board = ms.Board.from_array(np.full((210, 210), -1), 11_000).replace({(0, 0): 1, (100, 100): 2})
    counted = count(board)
    # Of the 44,098 hidden cells 3 + 8 are around a clue.
    assert counted.solutions == 3 * comb(8, 2) * comb(44_087, 10_997) > 10**10_000
    assert fraction(board, counted, 0, 1) == Fraction(1, 3)
    assert fraction(board, counted, 99, 99) == Fraction(1, 4)
    assert fraction(board, counted, 50, 50) == Fraction(10_997, 44_087)
    mines_only = ms.Board.from_array(np.full((3, 3), -1), 9)
    assert (count(mines_only).solutions, fraction(mines_only, count(mines_only), 1, 1)) == (1, 1)


def test_what_does_not_fit_is_left_to_elimination(monkeypatch):
    board = isolated_clues(21, 4, density=0.5)
    assert count(board, memory=1 << 20).status == "limit"
    assert count(isolated_clues(41, 9, density=0.5), seconds=0.01).status == "stopped"
    extreme = ms.Board.parse("#1##", density=Fraction(1, 10**30))
    assert count(extreme).status == "limit"
    assert ms.analyze(extreme, "kernel").exact(0, 0) == Fraction(1, 2)
    monkeypatch.setattr(kernel, "count_grid", refusing("limit"))
    refused, slow = ms.analyze(board, "kernel"), ms.analyze(board, "elimination")
    assert refused.solutions == slow.solutions
    assert all(refused.exact(cell) == slow.exact(cell) for cell in board.where(HIDDEN))


def test_what_engines_give_comes_from_the_core(monkeypatch):
    monkeypatch.setattr(compiled, "elimination", None)
    board = ms.Board.parse("2###\n####\n##31\n*#10", 6)
    for name in ("kernel", "auto"):
        analysis = ms.analyze(board, name)
        solutions, expected = marginals(board.grid.tolist(), 6)
        assert analysis.solutions == solutions
        assert {cell: analysis.exact(cell) for cell in expected} == expected
        assert analysis.exact(3, 0) == 1
        assert analysis.exact(0, 0) == 0
    batch = ms.analyze_many([board])
    assert batch[0].solutions == solutions
    assert pickle.loads(pickle.dumps(analysis)).solutions == solutions


def test_a_limit_of_time_holds_for_fractions(monkeypatch):
    analysis = ms.analyze(ms.Board.parse("1#\n##", 1), "kernel", limit=ms.Limit(seconds=600))
    monkeypatch.setattr(kernel, "count_grid", refusing("stopped"))
    with pytest.raises(ms.EngineLimitError, match="600 s"):
        _ = analysis.solutions


@settings(max_examples=120)
@given(st.randoms(use_true_random=False), st.booleans())
def test_clues_on_any_lists(random, weighted):
    """Random lists, with weights and sets of allowed sums or without, against all layouts."""
    size, extra_clues = random.randint(2, 9), random.randint(0, 3) if weighted else 0
    lists = [
        random.sample(range(size), random.randint(1, min(5, size)))
        for _ in range(size + extra_clues)
    ]
    weights = [
        [random.choice([1, 1, 2, -1]) if weighted else 1 for _ in clue_cells]
        for clue_cells in lists
    ]
    grid, allowed = np.full(size, -1, np.int8), np.full(size + extra_clues, 2**64 - 1, np.uint64)
    true_mines = [random.random() < 0.4 for _ in range(size)]

    def total(site, layout):
        return sum(
            weight * layout[i] if weight > 0 else -weight * (1 - layout[i])
            for i, weight in zip(lists[site], weights[site], strict=True)
        )

    # The first sites are cells of the board, which may show a clue; the others are clues without a cell.
    clues = {}
    for site in range(size + extra_clues):
        if site < size and (true_mines[site] or random.random() < 0.5):
            continue
        clues[site] = {total(site, true_mines), *random.sample(range(8), 2 if weighted else 0)}
        allowed[site] = sum(1 << value for value in clues[site])
        if site < size:
            grid[site] = total(site, true_mines)
    hidden = [i for i in range(size) if grid[i] < 0]
    mines = random.choice([-1, sum(true_mines)])
    models = []
    for number in range(1 << len(hidden)):
        layout = [0] * size
        for bit, i in enumerate(hidden):
            layout[i] = number >> bit & 1
        if mines in (-1, sum(layout)) and all(
            total(site, layout) in sums for site, sums in clues.items()
        ):
            models.append(layout)
    # Without a mine count a cell is a mine with the chance 3/5: odds of 3 to 2.
    model_weights = [
        3 ** sum(layout) * 2 ** (len(hidden) - sum(layout)) if mines < 0 else 1 for layout in models
    ]
    workspace = Workspace(1, size, Lists.of(lists, weights if weighted else None))
    core_position = CorePosition.of(grid, None, allowed if weighted else None)
    solutions, pairs, pair_places, status = workspace.count(
        core_position, None if mines < 0 else mines, Fraction(3, 5)
    )
    pair_of_cell = np.frombuffer(pair_places, np.int32)
    assert (status, solutions) == ("done", len(models))
    for i in hidden:
        weight_with_mine = sum(
            weight for weight, layout in zip(model_weights, models, strict=True) if layout[i]
        )
        assert Fraction(*pairs[pair_of_cell[i]]) == Fraction(weight_with_mine, sum(model_weights))


@pytest.mark.parametrize("name", [None, ["auto"], 1])
def test_an_engine_that_is_no_text_is_an_error_in_words(name):
    with pytest.raises(TypeError, match="the name of the engine is a text, not"):
        ms.analyze(ms.Board.parse("1#\n##"), name)


@pytest.mark.parametrize("bound", ["seconds", "states", "solutions"])
def test_a_limit_beyond_all_numbers_is_an_error_in_words(bound):
    with pytest.raises(ValueError, match=f"a limit of {bound} must be below"):
        ms.Limit(**{bound: 10**400})
    assert ms.analyze(ms.Board.parse("1#\n##"), limit=float("inf")).solutions == 3


def test_without_a_count_only_what_is_settled_is_exact():
    """The clue has its mine, which proves two cells, and says nothing of the two beside them."""
    analysis = ms.analyze(ms.Board.parse("1*#\n###"), "baseline")
    assert {cell: analysis.exact(cell) for cell in [(0, 0), (0, 1), (1, 0), (1, 1)]} == {
        (0, 0): 0,
        (0, 1): 1,
        (1, 0): 0,
        (1, 1): 0,
    }
    for cell in [(0, 2), (1, 2)]:
        with pytest.raises(ms.EngineLimitError, match="floats only"):
            analysis.exact(cell)
    with pytest.raises(ms.EngineLimitError, match="floats only"):
        _ = analysis.fractions
    settled = ms.analyze(ms.Board.parse("1*#\n###", mines=1), "layered_total")
    assert settled.fractions.tolist() == [[0, 1, 0], [0, 0, 0]]
    assert not settled.fractions.flags.writeable


def test_an_analysis_in_one_line_and_as_values():
    # One of (0,0) and (0,2) is a mine, so that the mine count leaves none for (0,3).
    analysis = ms.analyze(ms.Board.parse("#1##", mines=1))
    line = "1x4, 1 mine; 2 layouts; 1 safe and 0 mines proved; best (0,3) safe; engine auto"
    assert analysis.summary().startswith(line)
    values = analysis.to_dict(exact=True)
    assert values["probability"] == [[0.5, 0, 0.5, 0]]
    assert values["exact"] == [["1/2", "0", "1/2", "0"]]
    assert (values["solutions"], values["safe"], values["mine_cells"]) == ("2", [[0, 3]], [])
    assert (values["is_exact"], values["best"]) == (True, [0, 3])
    assert not values.keys() & {"proved_complete", "prior", "density", "note", "reasons"}
    # With another mine among the last three cells there are 6 layouts, and nothing is proved.
    line = (
        "1x6, 2 mines; 6 layouts; 0 safe and 0 mines proved; best (0,5) 33.33 % mine; engine auto"
    )
    assert ms.analyze(ms.Board.parse("#1####", mines=2)).summary().startswith(line)


@pytest.mark.parametrize("engine", ["layered_total", "elimination"])
@pytest.mark.parametrize(
    "text, mines, safe_cells, names",
    [
        ("1*#\n###", None, [(1, 0), (1, 1)], ("clue 1 at (0,0)",)),
        ("#1##", 1, [(0, 3)], ("clue 1 at (0,1)", "the mine count 1")),
    ],
)
def test_steps_name_what_they_use_by_the_reasons_of_an_engine_too(
    engine, text, mines, safe_cells, names
):
    """A layer's steps used no constraint, and their workload was less than none."""
    analysis = ms.analyze(ms.Board.parse(text, mines=mines), engine)
    steps = list(analysis.steps())
    assert [reason.cell for step in steps for reason in step.reasons] == safe_cells
    assert {(step.constraints, step.facts) for step in steps} == {(names, len(names))}
    hint = analysis.hint()
    assert hint is not None
    assert hint.reasons[0].cell == safe_cells[0]
    difficulty = analysis.difficulty()
    assert difficulty.hardest == len(names)
    assert difficulty.workload == len(steps) * (len(names) - 1)
    assert list(analysis.reasons) == safe_cells
    assert analysis.reason((0, 0)) is None
