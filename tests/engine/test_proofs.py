"""Every proved cell without a count: against brute force, under limits, and at every door."""

from __future__ import annotations

import json
import pickle
from itertools import product
from math import inf
from random import Random

import numpy as np
import pytest
from command import run
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import marginals
from pysat.formula import IDPool
from pysat.solvers import Solver
from strategies import played_boards

import minesolver as ms
from minesolver import kernel, layers
from minesolver.base.errors import MissingDependencyError
from minesolver.base.limits import NO_LIMIT, Budget, Limit
from minesolver.counting.problem import ContradictionError, build, count_around
from minesolver.engine import auto, backbone, cnf, estimate, heuristic, windows
from minesolver.engine.engine import Backbone
from minesolver.io.formats import variant_lines
from minesolver.layers.layer import Inference
from minesolver.model.lists import CellSum
from minesolver.model.variant import MINE

# Made by: minesolver generate --rules in-triplets --shape 8x8 --mines 26 --progressive --seed 1 --format 14mv
WIDE = (
    "[T']8x8-26-1.1\tqfffffofqfOqqqfoOfffofqqqffqoooOOofoofffOfOfOoqffqfoqqOfqfqooOof\t4x1,2x6,1x25"
)
TWINS = "8x8x12\n" + "\n".join(
    ["#" * 8, "#2#2#2##", "#" * 8, "########", "#3##2###", "########", "##2##1##", "########"]
)


def proofs_by_brute_force(board):
    _, expected = marginals(board.grid.tolist(), board.mines, board.density)
    return {cell for cell, p in expected.items() if p == 0}, {
        cell for cell, p in expected.items() if p == 1
    }


@given(board=played_boards())
@settings(max_examples=120)
def test_every_proved_cell_is_found_and_no_other(board):
    safe, mines = proofs_by_brute_force(board)
    analysis = ms.analyze(board, "estimate")
    assert analysis.proved_complete
    assert (analysis.safe, analysis.mines) == (safe, mines)


@given(board=played_boards())
@settings(max_examples=120)
def test_components_by_themselves_prove_the_same(board):
    """As on boards where the mine count is not told to the solver at once."""
    safe, mines = proofs_by_brute_force(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backbone, "_FEW_CELLS", -1)
        analysis = ms.analyze(board, "estimate")
    assert (analysis.safe, analysis.mines) == (safe, mines)


@pytest.mark.parametrize("size", [0, 1, 5, 8, 9])  # from 9 on with variables of its own
def test_the_clauses_of_a_sum_hold_for_its_bound_alone(size):
    literals = range(1, size + 1)
    for bound in range(-1, size + 2):
        with Solver("minisat22", cnf.exactly(literals, bound, IDPool(size + 1))) as solver:
            for signs in product((1, -1), repeat=size):
                signed = [sign * literal for sign, literal in zip(signs, literals, strict=True)]
                assert solver.solve(signed) == (signs.count(1) == bound)


@pytest.fixture
def narrow_windows(monkeypatch):
    """Windows of few clues, so that small boards have several, and a core that refuses whole boards."""
    monkeypatch.setattr(windows, "_CLUES", 4)
    monkeypatch.setattr(windows, "_MIDDLE_CLUES", 2)
    monkeypatch.setattr(windows, "_SIZES_OF_A_CHANGE", ((3, 1), (6, 2)))
    monkeypatch.setattr(backbone, "_FEW_CELLS", -1)


def refused(*_):
    raise ms.EngineLimitError("states")


@given(board=played_boards())
@settings(max_examples=120)
def test_what_windows_prove_is_counted_as_by_brute_force(narrow_windows, board):
    """Chances, proved cells, layouts and fractions, with the board as a whole refused at first."""
    solutions, expected = marginals(board.grid.tolist(), board.mines, board.density)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "outcome_of_grid", refused)
        analysis = ms.analyze(board)
    assert analysis.is_exact
    for cell, probability in expected.items():
        assert analysis[cell] == pytest.approx(float(probability))
        assert analysis.exact(*cell) == probability
    assert analysis.solutions == solutions
    proved = (
        {cell for cell, p in expected.items() if p == 0},
        {cell for cell, p in expected.items() if p == 1},
    )
    assert (analysis.safe, analysis.mines) == proved


@given(board=played_boards())
@settings(max_examples=120)
def test_layouts_changed_in_one_place_show_what_can_be(narrow_windows, board):
    safe, mines = proofs_by_brute_force(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "outcome_of_grid", refused)
        patch.setattr(windows, "run", refused)
        patch.setattr(auto, "_LISTED_VALUES", 0)
        found = ms.analyze(board)
    assert found.proved_complete
    assert (found.safe, found.mines) == (safe, mines)


@pytest.mark.parametrize("seed", range(20))
def test_how_many_mines_a_change_may_make(seed):
    """All ways to change the cells of some clues: none has more or fewer mines than is said."""
    random = Random(seed)
    cell_count = 7
    clues = [random.sample(range(cell_count), random.randint(1, 4)) for _ in range(4)]
    cells = sorted({cell for clue in clues for cell in clue})
    clues_over = [sum(cell in clue for clue in clues) for cell in cells]

    def seen_by_clues(layout):
        return [sum(layout[cells.index(cell)] for cell in clue) for clue in clues]

    layout = [random.random() < 0.4 for _ in cells]
    fewer, more = windows._possible_change(clues_over, layout, True)
    fewest_mines, most_mines = windows._possible_change(clues_over, layout, False)
    assert (fewest_mines, most_mines) == (sum(layout), len(cells) - sum(layout))
    for changed in product((False, True), repeat=len(cells)):
        if seen_by_clues(changed) == seen_by_clues(layout):
            assert -fewer <= sum(changed) - sum(layout) <= more


@pytest.mark.parametrize(
    "weights, allowed, is_count",
    [
        ((1, 1, 1), {2}, True),
        ((1, 1, 1), {0}, True),
        ((1, 1, 1), {0, 2}, False),  # as many whatever changes? no: two more or fewer
        ((2, 1, 1), {2}, False),
        ((1, -1), {1}, False),
    ],
)
def test_what_says_how_many_mines_its_cells_hold(weights, allowed, is_count):
    """By the definition: one number of mines in all choices of the cells that the sum allows."""
    allowed_bits = sum(1 << surplus for surplus in allowed)
    clue = CellSum(tuple(range(len(weights))), weights, allowed_bits)
    least = sum(min(0, weight) for weight in weights)
    mine_counts = set()
    for chosen in product((0, 1), repeat=len(weights)):
        total = sum(weight * mine for weight, mine in zip(weights, chosen, strict=True))
        if total - least in allowed:
            mine_counts.add(sum(chosen))
    assert windows._is_count(clue) == is_count
    assert not is_count or len(mine_counts) == 1


def test_a_changed_layout_says_nothing_where_the_mine_count_is_asked(narrow_windows, monkeypatch):
    """Boards without unconstrained cells, all of whose clues hang together."""
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    monkeypatch.setattr(windows, "run", refused)
    monkeypatch.setattr(auto, "_LISTED_VALUES", 0)
    random = Random(5)
    compared = 0
    while compared < 8:
        text = "\n".join("".join(random.choice("#####0112234") for _ in range(5)) for _ in range(4))
        try:
            board = ms.Board.parse(f"4x5x{random.randint(3, 8)}\n{text}", rules="liar")
            exact = ms.analyze(board, "elimination")
        except (ms.InconsistentBoardError, ms.BoardFormatError, ms.PuzzleError):
            continue
        analysis = ms.analyze(board)
        assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)
        compared += 1


@pytest.mark.slow
def test_a_board_that_the_core_refuses_is_narrow_once_windows_are_known():
    # Random boards of 100x100 cells, 40 % of them asked for, are too wide for the core in one piece.
    random = np.random.default_rng(3)
    mines = random.random((100, 100)) < 0.2
    grid = np.where((random.random((100, 100)) < 0.4) & ~mines, count_around(mines), -1)
    board = ms.Board.from_array(grid, int(mines.sum()))
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(board, "kernel", limit=ms.Limit(states=4_000_000))
    analysis = ms.analyze(board)
    assert analysis.is_exact
    assert analysis.probability.sum() == pytest.approx(mines.sum())
    assert not any(mines[cell] for cell in analysis.safe)
    assert all(mines[cell] for cell in analysis.mines)
    assert pickle.loads(pickle.dumps(analysis)).solutions == analysis.solutions > 10**100


def test_a_mine_count_that_only_a_sum_over_components_settles():
    # Three pairs with one mine each: what is left for the two cells between is nothing, or all.
    text = "1##\n1##\n###"
    for mines in range(1, 7):
        board = ms.Board.parse(text, mines=mines)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(backbone, "_FEW_CELLS", -1)
            try:
                analysis = ms.analyze(board, "estimate")
            except ms.InconsistentBoardError:
                with pytest.raises(ms.InconsistentBoardError):
                    ms.analyze(board)
                continue
        exact = ms.analyze(board, "brute_force")
        assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)


@given(st.frozensets(st.integers(0, 200)), st.frozensets(st.integers(0, 200)))
def test_sums_of_two_sets_of_mine_counts(first_set, second_set):
    as_bits = [sum(1 << number for number in numbers) for numbers in (first_set, second_set)]
    expected = {first + second for first in first_set for second in second_set}
    assert backbone._sums(*as_bits) == sum(1 << number for number in expected)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(1, 300))
def test_sums_of_a_set_with_a_run_of_mine_counts(number, first_of_run, length):
    run_of_numbers = (1 << length) - 1 << first_of_run
    expected = (1 << length) - 1 << first_of_run + number
    assert backbone._sums(1 << number, run_of_numbers) == expected
    assert backbone._sums(run_of_numbers, 1 << number) == expected


def test_whether_the_mine_count_fits_is_asked_within_the_limit():
    problem = build(ms.Board.parse("#1##1##1#", mines=3))  # three components
    budget = Budget(Limit(seconds=3600), "test")
    search = backbone._BackboneSearch(problem, budget, inf, by_core=False)
    for number, component in enumerate(problem.components):
        search._component_apart(number, component)
    budget.seconds = 0
    with pytest.raises(ms.EngineLimitError):
        search._mine_count_fits()


def test_a_contradiction_is_found_without_a_count():
    with pytest.raises(ms.InconsistentBoardError):
        ms.analyze(ms.Board.parse("1#\n#3", mines=2), "estimate")
    with pytest.raises(ContradictionError):
        backbone.backbone(build(ms.Board.parse("#1#\n1#1\n#1#", mines=4)), Budget(NO_LIMIT, "test"))


def test_what_was_proved_in_time_is_true_and_never_passed_off_as_whole():
    board = ms.Board.parse("1#1##1\n######\n2##2##\n######", mines=7)
    whole_backbone = backbone.backbone(build(board), Budget(NO_LIMIT, "test"))
    for propagations in (0, 1, 50, 200):
        partial_backbone = backbone.backbone(build(board), Budget(NO_LIMIT, "test"), propagations)
        assert {*partial_backbone.safe} <= {*whole_backbone.safe}
        assert {*partial_backbone.mines} <= {*whole_backbone.mines}
        assert partial_backbone.complete or {*partial_backbone.safe, *partial_backbone.mines} <= {
            *whole_backbone.safe,
            *whole_backbone.mines,
        }
    assert not backbone.backbone(build(board), Budget(NO_LIMIT, "test"), 0).complete


@pytest.fixture
def nothing_is_counted(monkeypatch):
    monkeypatch.setattr(auto, "_count", refused)
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    monkeypatch.setattr(windows, "run", refused)
    monkeypatch.setattr(auto, "_LISTED_VALUES", 0)


BOARD = "1##\n###\n#1#\n###"


@pytest.mark.usefixtures("nothing_is_counted")
def test_what_is_proved_is_told_where_nothing_can_be_counted():
    board = ms.Board.parse("3x5x4\n11#1#\n#####\n#####")
    exact = ms.analyze(board, "brute_force")
    analysis = ms.analyze(board)
    assert (analysis.is_exact, analysis.proved_complete) == (False, True)
    assert (
        (analysis.safe, analysis.mines) == (exact.safe, exact.mines) != (frozenset(), frozenset())
    )
    assert {*analysis.reasons} == analysis.safe | analysis.mines
    assert analysis.hint().facts <= 2
    assert "nothing was counted (it would take too much" in analysis.note
    assert analysis.best in analysis.safe
    assert "proved_complete" in analysis.to_dict()
    with pytest.raises(ms.EngineLimitError):
        analysis.solutions  # noqa: B018
    assert ms.Board.parse(json.dumps(analysis.to_dict())) == board


@pytest.mark.usefixtures("nothing_is_counted")
def test_advice_and_grades_where_nothing_can_be_counted():
    board = ms.Board.parse("3x5x4\n11#1#\n#####\n#####")
    safe = min(ms.analyze(board).safe)
    assert ms.recommend(board).proved
    assert ms.grade(board, safe).proved == "safe"
    guess = min(cell for cell in board.where(-1) if cell not in ms.analyze(board).safe)
    graded = ms.grade(board, guess)
    if graded.proved is None:
        assert "by an estimate" in graded.reason
    assert graded.least_risk == 0
    blank = ms.Board.parse("4x5x5\n#####\n#2#2#\n#####\n#####")
    advised = ms.recommend(blank)
    assert "least estimated mine probability" in advised.reason
    assert ms.grade(blank, advised.cell, limit=1).regret is None


@pytest.mark.usefixtures("nothing_is_counted")
def test_a_limit_that_ends_before_the_proofs_is_told(monkeypatch):
    board = ms.Board.parse("3x5x4\n11#1#\n#####\n#####")
    monkeypatch.setattr(auto, "_PROPAGATIONS", 0)
    analysis = ms.analyze(board)
    assert (analysis.is_exact, analysis.proved_complete) == (False, False)
    assert "what layer layered_bounds and a SAT solver proved in time is given" in analysis.note
    puzzle = ms.Puzzle("abcdef", mines=2)
    puzzle.add("abc", 1)
    with pytest.raises(ms.EngineLimitError):  # nothing at all is proved of it
        ms.analyze(puzzle)


@given(board=played_boards())
@settings(max_examples=120)
def test_a_layer_on_what_is_left_of_a_board_proves_what_it_proves_on_the_board(board):
    problem = build(board)
    proved_cells = dict.fromkeys(problem.safe, 0) | dict.fromkeys(problem.mines, 1)
    proved_cells |= dict(heuristic.proved_by_layer(problem, Budget(NO_LIMIT, "test")))
    on_the_board = layers.deduce(board, heuristic.STRONGEST).reasons
    assert proved_cells == {board.index(cell): why.is_mine for cell, why in on_the_board.items()}


@pytest.fixture
def layer_runs(monkeypatch):
    """One entry for each time that a layer is set to work: whatever starts one goes through this method."""
    runs = []
    steps = Inference.steps

    def noted_steps(inference):
        runs.append(inference)
        return steps(inference)

    monkeypatch.setattr(Inference, "steps", noted_steps)
    return runs


def wide_board():
    """A board of 40x40 cells, 35 % of them mines, of which 40 % are asked for."""
    random = np.random.default_rng(3)
    mines = random.random((40, 40)) < 0.35
    grid = np.where((random.random((40, 40)) < 0.4) & ~mines, count_around(mines), -1)
    return ms.Board.from_array(grid, int(mines.sum()))


@pytest.mark.parametrize(
    "limit",
    [ms.Limit(states=1), ms.Limit(states=5, solutions=1), ms.Limit(seconds=1e-4), None],
    ids=["states", "states and solutions", "seconds", "its own"],
)
@pytest.mark.parametrize("has_core", [True, False], ids=["core", "no core"])
def test_layers_prove_what_they_can_where_a_limit_stops_the_count(
    limit, has_core, layer_runs, monkeypatch
):
    board = wide_board()
    rules_prove = layers.deduce(board, "layered_bounds", total=False)
    layer_runs.clear()
    if limit is None:
        monkeypatch.setattr(auto, "_CORE_STATES", 1)
        monkeypatch.setattr(auto, "_QUICK_STATES", 1)
    if not has_core:
        monkeypatch.setattr(kernel, "outcome_of_grid", without_core)
        monkeypatch.setattr(kernel, "warn_of_absence", lambda: None)
    analysis = ms.analyze(board, limit=limit)
    assert len(layer_runs) == 1
    assert not analysis.is_exact
    if limit is None or limit.seconds is None:
        assert analysis.safe >= {*rules_prove.safe}
        assert analysis.mines >= {*rules_prove.mines}


def test_what_layers_prove_stays_where_the_sat_solver_is_stopped(nothing_is_counted, monkeypatch):
    def stopped_at_once(problem, *_):
        return Backbone(problem.safe, problem.mines, complete=False)

    board = wide_board()
    rules_prove = layers.deduce(board, "layered_bounds", total=False)
    monkeypatch.setattr(auto, "_proofs", stopped_at_once)
    analysis = ms.analyze(board, limit=ms.Limit(states=1000))
    assert len(rules_prove.safe) + len(rules_prove.mines) > 100
    assert analysis.safe >= {*rules_prove.safe}
    assert analysis.mines >= {*rules_prove.mines}
    assert not analysis.is_exact
    assert not analysis.proved_complete
    assert "layer layered_bounds and a SAT solver proved in time" in analysis.note


def without_core(*_):
    raise MissingDependencyError("the core is not built")


def without_pysat(*_):
    raise MissingDependencyError("it needs python-sat: pip install python-sat")


def test_nothing_goes_before_a_count_that_works(layer_runs):
    assert ms.analyze(ms.Board.parse(TWINS)).is_exact
    assert ms.analyze(ms.Board.parse(TWINS), limit=60).is_exact
    assert not layer_runs


@given(board=played_boards())
@settings(max_examples=60)
def test_without_a_sat_solver_the_layers_have_the_last_word(nothing_is_counted, board):
    safe, mines = proofs_by_brute_force(board)
    rules_prove = layers.deduce(board, "layered_bounds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "_proofs", without_pysat)
        analysis = ms.analyze(board)
    assert {*rules_prove.safe} <= analysis.safe <= safe
    assert {*rules_prove.mines} <= analysis.mines <= mines
    hidden_cells = len(board.where(-1))
    is_settled = len(analysis.safe | analysis.mines) == hidden_cells
    assert analysis.proved_complete == analysis.is_exact == is_settled
    if not is_settled:
        assert "what layer layered_bounds proved" in analysis.note
        assert "pip install python-sat" in analysis.note


def test_proofs_only_at_the_command_line(monkeypatch):
    text = "3x5x4\n11#1#\n#####\n#####\n"
    exact = ms.analyze(ms.Board.parse(text))
    status, out, _ = run("solve", "--proofs-only", "--json", text=text)
    counted = json.loads(out)
    assert (status, counted["engine"], counted["is_exact"]) == (0, "kernel", True)
    assert int(counted["solutions"]) == exact.solutions
    assert run("solve", "--proofs-only", "--engine", "kernel", text=text)[0] == 2
    with pytest.raises(ValueError, match="engine of its own"):
        ms.analyze(ms.Board.parse(text), "kernel", proofs_only=True)

    # Where a count is not cheap nothing is counted.
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    status, out, _ = run("solve", "--proofs-only", text=text)
    assert status == 0
    assert (
        "NOT EXACT: nothing was counted: every proved cell is given, all other chances are estimates"
        in out
    )
    status, out, _ = run("solve", "--proofs-only", "--json", text=text)
    answer = json.loads(out)
    assert status == 0
    assert (answer["engine"], answer["is_exact"], answer["proved_complete"]) == (
        "estimate",
        False,
        True,
    )
    assert {tuple(cell) for cell in answer["safe"]} == exact.safe
    assert answer["solutions"] is None
    # Fractions are what nothing gives then: what is proved is printed, and the status says so.
    status, out, _ = run("solve", "--proofs-only", "--exact", "--json", text=text)
    assert (status, "exact" in json.loads(out)) == (3, False)


def test_estimates_add_up_to_the_mine_count():
    analysis = ms.analyze(ms.Board.parse(TWINS), "estimate")
    assert np.nansum(analysis.probability) == pytest.approx(12, abs=0.05)


def test_estimates_that_there_was_no_time_for_say_so(monkeypatch):
    monkeypatch.setattr(estimate, "_LEAST_SECONDS", 0)
    board = ms.Board.parse(TWINS)
    nothing = Backbone([], [], complete=False)
    hurried = estimate.outcome(board, build(board), nothing, 0.0, Limit(seconds=1e-9))
    assert hurried.note.endswith("all other chances are estimates after 0 of 100 rounds")
    unhurried = estimate.outcome(board, build(board), nothing, 0.0)
    assert unhurried.note.endswith("all other chances are estimates")


def test_clauses_of_rules_are_made_within_the_limit():
    """Those of one rule may take a tenth of a second."""
    component = build(ms.Board.parse("##\n#2", 2, rules="eyesight")).components[0]
    assert component.rules
    assert not component.constraints
    with pytest.raises(ms.EngineLimitError):
        backbone.ladders_of(component, IDPool(), lambda: Budget(NO_LIMIT, "test").exceeded("time"))


def test_a_count_may_cost_more_where_somebody_has_to_guess(monkeypatch):
    """Where all that is proved safe is no cell, as that a letter is not 0, there is a guess as well."""
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    monkeypatch.setattr(auto, "_QUICK_STATES", 1)
    monkeypatch.setattr(auto, "_STATES_WITH_SAFE_CELL", 1)
    with_safe_cell = ms.Board.parse("0##\n###\n###", 3, rules="connected")
    listed = ms.analyze(with_safe_cell)  # what is too wide to count may have few layouts
    assert listed.solutions == ms.analyze(with_safe_cell, "brute_force").solutions

    monkeypatch.setattr(auto, "_LISTED_VALUES", 0)
    analysis = ms.analyze(with_safe_cell)
    assert analysis.safe
    assert not analysis.is_exact
    for text, mine_count, rules in (
        ("1##\n###\n###", 2, "connected"),
        ("###\n###\n#A#", 1, "encrypted"),
    ):
        analysis = ms.analyze(ms.Board.parse(text, mine_count, rules=rules))
        assert not analysis.safe
        assert analysis.is_exact


@pytest.mark.slow
def test_a_puzzle_that_is_too_wide_to_count_is_played_without_a_guess(monkeypatch):
    """What a count may cost where a cell is safe is a hundredth here: more positions are too wide for it."""
    monkeypatch.setattr(auto, "_STATES_WITH_SAFE_CELL", 2000)
    level = variant_lines.read(WIDE)
    board, counted = level.board, []
    while hidden := [
        cell for cell, unknown in zip(board.cells, board._unknown, strict=True) if unknown
    ]:
        analysis = ms.analyze(board)
        counted.append(analysis.is_exact)
        assert analysis.proved_complete
        proved = analysis.safe | analysis.mines
        assert analysis.safe or len(analysis.mines) == len(hidden)
        for cell in analysis.safe:
            assert level.solution[cell] != MINE
        board = board.replace({cell: level.solution[cell] for cell in proved})
    assert not all(counted)


def test_proofs_only_counts_what_is_cheap_and_proves_the_rest(monkeypatch):
    board = ms.Board.parse(BOARD, mines=3)
    counted = ms.analyze(board, proofs_only=True)
    assert (counted.engine, counted.solutions) == ("kernel", ms.analyze(board).solutions)
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    proved = ms.analyze(board, proofs_only=True)
    assert proved == ms.analyze(board, "estimate")
    assert (proved.safe, proved.mines) == (counted.safe, counted.mines)
