from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from strategies import played_boards

import minesolver as ms
from minesolver.cli import main

HALF: Any = [1, 0.5]


def example():
    p = ms.Puzzle(["a", "b", "c", "d"], mines=2)
    p.add(["a", "b"], 1)
    p.add(["b", "c", "d"], {0, 2})
    p.add(["a", "c"], range(2), weights=[1, 2])
    return p


def test_the_example_of_the_design():
    analysis = ms.analyze(example())
    # By hand: b + c + d is 0 or 2 and a + b + c + d = 2, so a = 0, b = 1, and c costs 2: only d is left.
    assert analysis.solutions == 1
    assert analysis.safe == {"a", "c"}
    assert analysis.mines == {"b", "d"}
    assert analysis.exact("d") == 1
    assert "1 layout;" in analysis.summary()


@settings(max_examples=60)
@given(played_boards())
def test_a_board_is_a_puzzle(board):
    puzzle = ms.Puzzle.from_board(board)
    of_board, of_puzzle = ms.analyze(board, "elimination"), ms.analyze(puzzle)
    assert of_puzzle.solutions == of_board.solutions
    for r in range(board.rows):
        for c in range(board.cols):
            assert of_puzzle.exact(r, c) == of_puzzle.exact((r, c)) == of_board.exact(r, c)
            assert of_puzzle.fractions[r, c] == of_board.fractions[r, c] == of_board.exact(r, c)
    assert (of_puzzle.safe, of_puzzle.mines) == (of_board.safe, of_board.mines)


def test_analysis_is_of_the_puzzle_as_it_was():
    puzzle = ms.Puzzle("ab")
    first_analysis = ms.analyze(puzzle)
    puzzle.add("ab", 2)
    assert not first_analysis.reasons
    assert ms.analyze(puzzle).mines == {"a", "b"}


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: ms.Puzzle([]), "at least one cell"),
        (lambda: ms.Puzzle(["a", "a"]), "cell a is named twice"),
        (lambda: ms.Puzzle("ab", 3), "mine count 3 is impossible: the cells hold 0 to 2"),
        (lambda: ms.Puzzle("ab", 1, density=0.5), "not both"),
        (lambda: ms.Puzzle("ab", density=2), "between 0 and 1"),
        (lambda: ms.Puzzle("ab", capacity={"c": 2}), "c is no cell"),
        (lambda: ms.Puzzle("ab", capacity=0), "at least 1 and at most 10000, not 0"),
        (
            lambda: ms.Puzzle("ab", known={"a": 2}),
            "known value of cell a is at least 0 and at most 1",
        ),
        (lambda: ms.Puzzle("ab").add("ax", 1), r"constraint 1 \(a, x\): x is no cell"),
        (lambda: ms.Puzzle("ab").add("aa", 1), "cell a stands twice"),
        (lambda: ms.Puzzle("ab").add("ab", 3), "no count of 3 is possible: the cells give 0 to 2"),
        (lambda: ms.Puzzle("ab").add("ab", []), "no count at all"),
        (lambda: ms.Puzzle("ab").add("ab", cast(Any, "1")), "no number of mines"),
        (lambda: ms.Puzzle("ab").add("ab", cast(Any, 1.5)), "no number of mines"),
        (lambda: ms.Puzzle("ab").add("ab", 1, weights=[1]), "1 weight for 2 cells"),
        (
            lambda: ms.Puzzle("ab").add("ab", 1, name="top", weights=HALF),
            "top: a weight is a whole",
        ),
        (lambda: ms.Puzzle("ab").add("ab", 1, weights=cast(Any, 2)), "no list of weights"),
        (
            lambda: ms.Puzzle.from_json('{"cells": ["a"], "hidden_quantities": 1}'),
            "a list of names",
        ),
        (lambda: ms.Puzzle("ab").add_table("ab", ["011"]), "has 3 values for 2 cells"),
        (lambda: ms.Puzzle.from_json("{"), "not a puzzle in JSON"),
        (lambda: ms.Puzzle.from_json("[]"), "is an object"),
        (lambda: ms.Puzzle.from_json("{}"), "needs the key cells"),
        (lambda: ms.Puzzle.from_json('{"cells": ["a"], "mine": 1}'), "unknown key 'mine'"),
        (
            lambda: ms.Puzzle.from_json('{"cells": ["a"], "constraints": [{"cells": ["a"]}]}'),
            "exactly one of",
        ),
        (lambda: ms.Puzzle.from_json('{"cells": [1.5]}'), "a cell's name"),
    ],
)
def test_malformed_puzzles_are_named(make, message):
    with pytest.raises(ms.PuzzleError, match=message):
        make()


def test_a_conflict_names_the_constraints():
    puzzle = ms.Puzzle("abcd")
    puzzle.add("ab", 2, name="left")
    puzzle.add("bc", 0, name="middle")
    puzzle.add("cd", 1, name="right")
    with pytest.raises(
        ms.InconsistentPuzzleError, match="left and middle cannot hold together"
    ) as error:
        ms.analyze(puzzle)
    assert error.value.constraints == ("left", "middle")
    puzzle = ms.Puzzle("abcd", 3)
    puzzle.add("abc", 1, name="three")
    with pytest.raises(ms.InconsistentPuzzleError, match="mine count 3") as error:
        ms.analyze(puzzle)
    assert error.value.total


def test_engines_that_know_boards_only_say_so():
    with pytest.raises(ms.EngineLimitError, match="knows square boards only"):
        ms.analyze(example(), "layered")


def test_policies_need_to_know_what_a_cell_shows():
    subjects: list[Any] = [example(), ms.analyze(example())]
    for subject in subjects:
        with pytest.raises(ms.PuzzleError, match="what an opened cell shows"):
            ms.recommend(subject)


def test_limits_are_kept():
    puzzle = ms.Puzzle(range(40))
    for i in range(38):
        puzzle.add([i, i + 1, i + 2], {0, 1, 3})
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(puzzle, "brute_force")
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(puzzle, "pysat", limit=ms.Limit(solutions=5))
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(puzzle, "cpsat", limit=ms.Limit(solutions=5))
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(puzzle, "elimination", limit=ms.Limit(states=5))


def test_steps_are_the_smallest():
    # Both constraints alone leave a open; together they settle it.
    puzzle = ms.Puzzle("abc")
    puzzle.add("ab", 1, name="first")
    puzzle.add("abc", {1}, name="second")
    (step,) = ms.analyze(puzzle).steps()
    assert [reason.cell for reason in step.reasons] == ["c"]
    assert step.reasons[0].constraints == ("first", "second")
    assert step.smallest
    assert (
        ms.analyze(puzzle).hint().text
        == "First needs as many mines as second and shares all its cells with it, so c is safe."
    )
    assert ms.analyze(puzzle).difficulty().steps == (2,)


def run(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_solve_reads_puzzles(tmp_path, capsys):
    path = tmp_path / "puzzle.json"
    path.write_text(example().to_json())
    status, out, _ = run(capsys, "solve", str(path), "--json", "--exact", "--explain")
    answer = json.loads(out)
    assert status == 0
    assert answer["solutions"] == "1"
    assert answer["probability"] == {"a": 0.0, "b": 1.0, "c": 0.0, "d": 1.0}
    assert answer["exact"]["d"] == "1"
    assert answer["safe"] == ["a", "c"]
    assert answer["mine_cells"] == ["b", "d"]
    assert answer["best"] == "a"
    assert {reason["cell"] for reason in answer["reasons"]} == set("abcd")
    status, out, _ = run(capsys, "solve", str(path), "--explain")
    assert status == 0
    assert "can be met in no other way, so c is safe" in out
    status, _, err = run(capsys, "solve", str(path), "--engine", "layered")
    assert status == 3
    path.write_text('{"cells": ["a"], "constraints": [{"cells": ["b"], "mines": 1}]}')
    status, _, err = run(capsys, "solve", str(path))
    assert status == 2
    assert "b is no cell of the puzzle" in err
    path.write_text(
        '{"cells": ["a"], "constraints": [{"cells": ["a"], "mines": 1}, {"cells": ["a"], "mines": 0}]}'
    )
    status, _, err = run(capsys, "solve", str(path))
    assert status == 1
    assert "constraint 1 (a) and constraint 2 (a) cannot hold together" in err


def test_fractions_of_a_prior():
    puzzle = ms.Puzzle("ab", density="1/10")
    puzzle.add("ab", {1, 2})
    # P(a) = 1/10 given at least one: (1/10) / (19/100).
    assert ms.analyze(puzzle).exact("a") == Fraction(10, 19)


def test_options_say_the_mines_of_a_puzzle_in_a_file(tmp_path, capsys):
    path = tmp_path / "puzzle.json"
    path.write_text(
        '{"cells": ["a", "b"], "constraints": [{"cells": ["a", "b"], "counts": [1, 2]}]}'
    )
    _, out, _ = run(capsys, "solve", str(path), "--json", "--exact", "--density", "1/10")
    assert json.loads(out)["exact"]["a"] == "10/19"  # (1/10) / (19/100)
    _, out, _ = run(capsys, "solve", str(path), "--json", "--exact", "--mines", "1")
    assert json.loads(out)["exact"]["a"] == "1/2"
    _, out, _ = run(capsys, "solve", str(path), "--json", "--exact")
    assert json.loads(out)["exact"]["a"] == "2/3"


def test_large_weights_and_capacities():
    for engine in ("elimination", "pysat", "cpsat", "brute_force"):
        puzzle = ms.Puzzle("abcd")
        puzzle.add("abcd", {10**12, 10**12 + 7}, weights=[10**12, 7, -7, 10**9])
        # a and no d, with b - c = 0 or 1.
        assert ms.analyze(puzzle, engine).solutions == 3
    with pytest.raises(ms.PuzzleError, match="at most 10000"):
        ms.Puzzle("ab", capacity=10**9)
    with pytest.raises(ms.PuzzleError, match="whole number or a mapping"):
        ms.Puzzle("ab", capacity=cast(Any, 1.5))
    with pytest.raises(ms.PuzzleError, match="more than 1000000 counts"):
        ms.Puzzle("ab").add("ab", range(10**12))


def test_an_analysis_prints_and_draws_itself(capsys, tmp_path):
    analysis = ms.analyze(example())
    assert str(analysis).startswith("safe: a c\nmine: b d\n")
    assert analysis._repr_svg_() is None
    assert "<pre>safe: a c" in analysis._repr_html_()
    assert "1 layout" in repr(analysis)
    board = ms.Board.parse("#1#\n###", rules="hex")
    assert "<svg" in ms.analyze(board)._repr_html_()
    assert board._repr_svg_().count("<polygon") == 6
    assert ms.analyze(board)[0, 1] == 0.0
    with pytest.raises(ms.CellError):
        analysis["e"]
    assert analysis == ms.analyze(example(), "pysat")
    path = tmp_path / "board.txt"
    path.write_text(str(board))
    status, out, _ = run(
        capsys, "solve", "--rules", "hex", "--mines", "2", "--recommend", "strongest", str(path)
    )
    assert (status, "strongest: guess (" in out, "by the whole game tree" in out) == (0, True, True)


@pytest.mark.parametrize(
    "size, count", [(3, 63), (4, 1234), (5, 55447), (6, 5598861), (7, 1280128950)]
)
def test_published_counts_of_mines_that_share_no_edge(size, count):
    """OEIS A006506: independent sets of the n x n grid."""
    board = ms.Board.parse("\n".join(["#" * size] * size), rules="unary")
    assert ms.analyze(board).solutions == count


def test_cpsat_ends_no_process_on_an_automaton():
    # The presolve of OR-Tools 9.15 aborts on it: "Check failed: context_->VarToConstraints(var).empty()".
    puzzle = ms.Puzzle("abcdefghi", mines=8, capacity={"a": 3, "b": 3, "c": 2}, known={"a": 3})
    puzzle.add_table("gaedi", [(0, 3, 1, 0, 1), (1, 3, 1, 0, 1)])
    puzzle.add("ecihg", 3)
    puzzle.add("bch", {-6, -1, 2}, weights=(-3, -2, 4))
    puzzle.add("id", {-2, 3, 4}, weights=(4, 2))
    analysis = ms.analyze(puzzle, "cpsat")
    assert (analysis.solutions, analysis.mines) == (1, frozenset("begi"))
