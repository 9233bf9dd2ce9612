"""Values of a wrong type are refused where they come in."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver import policies
from minesolver.base.errors import ArgumentTypeError
from minesolver.bench import Store
from minesolver.cs50 import Minesweeper
from minesolver.engine import ENGINES
from minesolver.explain import steps
from minesolver.game.generate import generate
from minesolver.game.ground import Deal, Ground
from minesolver.game.review import replay_of
from minesolver.game.series import Series
from minesolver.io import formats, replays
from minesolver.layers import deduce
from minesolver.layers.likelihood import likelihoods
from minesolver.mdp import Environment, value_iteration
from minesolver.model.variant import VariantBoard
from minesolver.policy.optimal import SmallBoard, optimal
from minesolver.policy.recommend import guess
from minesolver.policy.saved import best_play
from minesolver.sources.inference import records
from minesolver.sources.search import evidence_at, goal_test, move_gen


class OneMove:
    """A player that always answers the same."""

    def __init__(self, move: object) -> None:
        self.answer = move

    def start(self, *size_and_seed: object) -> None: ...

    def move(self, board: object) -> Any:
        return self.answer


WRONG: Any = 5
"""What is of a wrong type wherever it is given below."""


ARRAY: Any = np.arange(2)
BOARD = ms.Board.parse("1#/##", 1)
GROUND = Ground((1, 2), 1)
DEAL = Deal(frozenset({0}))
SMALL = SmallBoard(2, 2, 1)
PUZZLE = ms.Puzzle("ab", mines=1)


@pytest.mark.parametrize(
    "message, call",
    [
        ("rules are names", lambda: ms.Board.parse("##", 1, rules=WRONG)),
        ("rules are names", lambda: ms.Rules(board=WRONG)),
        ("signs are a text", lambda: ms.Board.parse("##", 1, signs=WRONG)),
        ("changes are a mapping", lambda: ms.Board.hidden(2, 2).replace(WRONG)),
        ("made from a Board, not 'text'", lambda: ms.Layout.from_board("text")),  # type: ignore
        ("cols is a whole number", lambda: ms.Layout(2, None, frozenset())),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, WRONG)),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({WRONG}))),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({()}))),  # type: ignore
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({("a", 0)}))),  # type: ignore
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({(0, 0.5)}))),  # type: ignore
        ("rules of a game", lambda: ms.Game(9, 9, 10, WRONG)),
        ("a layout is the cells", lambda: ms.Game(9, 9, layout=WRONG)),
        ("a level is a name", lambda: ms.Game.level(WRONG)),
        ("a game is made of a board", lambda: ms.Game.of(WRONG)),
        ("cells of a puzzle are", lambda: ms.Puzzle(WRONG)),
        ("name of a puzzle is", lambda: ms.Puzzle([[]])),  # type: ignore
        ("hidden quantities are names", lambda: ms.Puzzle("ab", hidden_quantities=WRONG)),
        ("cells of a puzzle are", lambda: ms.Puzzle("ab").add(WRONG, 1)),
        ("cells of a puzzle are", lambda: ms.Puzzle("ab").add_table(WRONG, [])),
        ("rows of a table are", lambda: ms.Puzzle("ab").add_table("ab", WRONG)),
        ("takes a Constraint", lambda: ms.Puzzle("ab").constrain(WRONG)),
        ("takes a board", lambda: ms.Puzzle.from_board(WRONG)),
        ("a puzzle in JSON", lambda: ms.Puzzle.from_json(WRONG)),
        ("a batch is boards", lambda: ms.analyze_many(WRONG)),
        ("cell is supposed to hold", lambda: ms.analyze(ms.Board.hidden(2, 2)).chance({(0, 0): 0.5})),  # type: ignore
        ("known is a mapping", lambda: ms.Puzzle("ab", known=["a"])),  # type: ignore
        ("given by its path", lambda: ms.Board.from_file(WRONG)),
        ("given by its path", lambda: ms.Puzzle.from_file(WRONG)),
        ("a results file is given by its path", lambda: Store(WRONG)),
        ("read from a text", lambda: replays.parse(WRONG)),
        ("boards are read from a text", lambda: formats.parse_many(WRONG)),
        ("what is replayed is a Game", lambda: replay_of(WRONG)),
        ("layers read a Board", lambda: deduce(ms.Board.parse("1#", 1, rules="hex"))),  # type: ignore
        ("layers read a Board", lambda: likelihoods(WRONG, "max")),
        ("the mine count is a whole number", lambda: Minesweeper(2, 2, 1.5)),  # type: ignore
        ("the number of rows", lambda: optimal(None, 2, 1)),
        ("the number of nodes", lambda: optimal(2, 2, 1, nodes=0.5)),  # type: ignore
        ("the number of tries", lambda: generate(4, 4, 3, tries="many")),  # type: ignore
        ("is made of a Board", lambda: VariantBoard.of(WRONG)),
        ("the rules of a series", lambda: Series("safest", 3, 3, 2, WRONG).check()),
        ("a seed is a whole number", lambda: Series("safest", 3, 3, 2, seed=0.5).check()),  # type: ignore
        ("what is written is", lambda: formats.write(WRONG)),
        ("what is supposed", lambda: ms.analyze(ms.Board.hidden(2, 2)).chance(WRONG)),
        ("what is played is a Game", lambda: ms.play_episode(WRONG, OneMove(None))),
        ("name of the policy is", lambda: ms.grade(ms.Board.parse("0#"), (0, 1), policy=WRONG)),
        ("the mines of a cell", lambda: ms.Game(2, 2, layout={(0, 0): math.nan})),
        ("cells that are open", lambda: ms.Game.of(ms.Layout(1, 2, frozenset()), WRONG)),
        ("rules of a game", lambda: ms.Game.of(ms.Layout(1, 2, frozenset()), (), WRONG)),
        ("a player has a method move", lambda: ms.play_episode(ms.Game(5, 5, 3), WRONG)),
        ("a player's move", lambda: ms.play_episode(ms.Game(5, 5, 3), OneMove([0, 0]))),
        ("name of an objective is", lambda: optimal(2, 2, 1, objective=WRONG)),
        ("a board's size: a list", lambda: optimal(2, 2, 1, layers=WRONG)),
        ("rules are names", lambda: optimal(2, 2, 1, board=WRONG)),
        ("rules are names", lambda: generate(4, 4, 3, board=WRONG)),
        ("hardest is a range", lambda: generate(4, 4, 3, hardest=WRONG)),
        ("clues is a range", lambda: generate(4, 4, 3, clues=("few", "many"))),  # type: ignore
        ("name of a constraint is", lambda: ms.Puzzle("ab").add("ab", 1, name=WRONG)),
        ("clues are a mapping", lambda: ms.Board.parse("##", 1, rules="liar").with_printed(WRONG)),  # type: ignore
        ("the name of the engine is", lambda: ENGINES.register(WRONG, WRONG)),
        ("is dealt on a Ground", lambda: ms.Game.dealt(WRONG, DEAL)),
        ("is dealt from a Deal", lambda: ms.Game.dealt(GROUND, WRONG)),
        ("rules of a game", lambda: ms.Game.dealt(GROUND, DEAL, WRONG)),
        ("starts on a Ground", lambda: ms.Rules().check_click(WRONG, 0)),
        ("index of a cell", lambda: ms.Rules().check_click(GROUND, (0, 0))),  # type: ignore
        ("index of a cell", lambda: ms.Rules().protected(GROUND, [0])),  # type: ignore
        ("index of a position", lambda: ms.analyze_many([BOARD])["0"]),  # type: ignore
        ("no part of a batch", lambda: ms.analyze_many([BOARD])[0.5:]),
        ("progress is a function", lambda: optimal(2, 2, 1, progress=WRONG)),
        ("progress is a function", lambda: best_play(SMALL, SMALL.optimum(), WRONG)),
        ("that of a SmallBoard", lambda: best_play(WRONG, SMALL.optimum())),
        ("the value of a board", lambda: best_play(SMALL, WRONG)),
        ("on_move is a function", lambda: ms.play_episode(ms.Game(5, 5, 3), OneMove(None), on_move=WRONG)),
        ("the number of rows", lambda: generate(None, 4, 3)),
        ("the mine count", lambda: generate(4, 4, "3")),  # type: ignore
        ("name of the format is", lambda: ms.Board.parse("1#", format=np.arange(2))),  # type: ignore
        ("rules are names", lambda: ms.Board.parse("1#", rules=np.arange(2))),  # type: ignore
        ("moves are those of a Board", lambda: move_gen(WRONG)),
        ("the goal is that of a Board", lambda: goal_test(WRONG)),
        ("evidence is that of a Board", lambda: evidence_at(WRONG, (0, 0))),
        ("records are those of a Board", lambda: records(WRONG)),
        ("steps are those of an Analysis", lambda: next(steps(WRONG))),
        ("read from a Source", lambda: formats.read(WRONG)),
        ("a policy plays boards", lambda: guess(ms.analyze(PUZZLE), policies.get("strongest"))),
        ("on_sweep is a function", lambda: value_iteration(Environment(2, 2, 1, seed=1), on_sweep=WRONG)),
        # Arrays are neither true nor false.
        ("proofs_only is", lambda: ms.analyze(BOARD, proofs_only=ARRAY)),
        ("flag is", lambda: ms.grade(BOARD, (0, 1), flag=ARRAY)),
        ("regret is", lambda: ms.grade(BOARD, (0, 1), regret=ARRAY)),
        ("details is", lambda: ms.judge(ms.Layout(1, 2, frozenset({(0, 0)})), (0, 1)).to_dict(details=ARRAY)),
        ("exact is", lambda: ms.analyze(BOARD).to_dict(exact=ARRAY)),
        ("reasons is", lambda: ms.analyze(BOARD).to_dict(reasons=ARRAY)),
        ("proofs is", lambda: ms.analyze(BOARD).certificate(proofs=ARRAY)),
        ("counts is", lambda: ms.analyze(BOARD).certificate(proofs=False, counts=ARRAY)),
        ("total is", lambda: deduce(BOARD, total=ARRAY)),
        ("trace is", lambda: deduce(BOARD, trace=ARRAY)),
        ("no_guess is", lambda: generate(4, 4, 3, no_guess=ARRAY)),
        ("unique is", lambda: generate(4, 4, 3, unique=ARRAY)),
        ("keep_moves is", lambda: ms.play_episode(ms.Game(5, 5, 3), OneMove(None), keep_moves=ARRAY)),
        ("cut is", lambda: ms.Board.from_array([[1, -1]], cut=ARRAY)),
        # What has no dimensions can be gone through as little as a number.
        ("cells of a puzzle are", lambda: ms.Puzzle(np.array(2))),
    ],
)  # fmt: skip
def test_values_of_a_wrong_type_are_refused_where_they_are_given(message, call):
    """They failed deep inside: "'int' object has no attribute 'lower'". A bot catches one kind of error."""
    with pytest.raises(TypeError, match=message) as caught:
        call()
    assert isinstance(caught.value, ms.MinesolverError)


HUGE = 10**5000
"""Python writes no integer of so many digits."""
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "call",
    [
        lambda: ms.Board.hidden(2, 2)[HUGE, 0],
        lambda: ms.Board.hidden(2, 2)[(HUGE,)],  # type: ignore
        lambda: ms.Board.hidden(2, 2).replace(mines=HUGE),
        lambda: ms.Board.parse("##/##", 1, rules="hex")[HUGE, 0],
        lambda: ms.Board.parse("##/##", 1, rules="hex").open((0, 0), HUGE),
        lambda: ms.Board.parse("##/##", 1, rules="hex").replace(mines=HUGE),
        lambda: ms.Puzzle("ab").add("ab", HUGE),
        lambda: ms.Puzzle("ab").add("ab", 1, weights=HUGE),  # type: ignore
        lambda: ms.Puzzle("ab").index(HUGE),
        lambda: ms.Puzzle("ab", mines=HUGE),
        lambda: ms.analyze_many([BOARD])[1],
        lambda: ms.analyze_many([BOARD])[HUGE],
        lambda: ms.Rules().check_click(GROUND, 2),
        lambda: BOARD.open((0, 1), ARRAY),
        lambda: ms.Board.parse("1#", mines=ARRAY),
        lambda: ms.Board.parse(DEEP),
        lambda: formats.write({}),
        lambda: ms.Game(HUGE, 2, 1),
        lambda: ms.Game(2, 2, HUGE),
        lambda: ms.Game(2, 2, 1, seed=HUGE),
        lambda: ms.Rules(HUGE),  # type: ignore
        lambda: ms.Rules(f"fixed:{'9' * 5000},1"),
        lambda: ms.judge(ms.Layout(2, 2, frozenset({(0, 0)})), (HUGE, 0)),
        lambda: ms.analyze(ms.Board.hidden(2, 2)).sample(HUGE),
        lambda: generate(HUGE, 4, 3),
        lambda: generate(4, 4, 3, first=10**30),
        lambda: generate(4, 4, 3, first=-1),
        lambda: generate(4, 4, 3, hardest=(3, 2)),
        lambda: generate(4, 4, 3, hardest=(math.nan, 2)),
        lambda: next(generate(10**30, 4, 3, board="connected", unique=True)),
        lambda: optimal(2, 2, 1, nodes=-1),
        lambda: optimal(2, 2, HUGE),
        lambda: SmallBoard(2, 2, 1, slots=-1),
        lambda: next(SmallBoard(2, 2, 1).guesses((2, 0))),
        lambda: next(SmallBoard(2, 2, 1).guesses((0, 0), "kind")),
        lambda: Minesweeper(10**30, 8),
        lambda: Minesweeper(-1, -1, 0),
        lambda: ms.analyze_many(np.full((2, 2, 2), -1), mines=[[1, 2], [3]]),
        lambda: ms.recommend(ms.Board.hidden(2, 2, 1))[np.int64(3)],
        lambda: formats.write(ms.Puzzle("ab")),
        lambda: ms.Board.parse("1#", left="x"),  # type: ignore
        lambda: ms.Board.parse("1#", left=0.5),  # type: ignore
        lambda: ms.Board.from_file("\ud800"),
        lambda: ms.Puzzle.from_file("a\0b"),
    ],
)
def test_values_that_cannot_be_are_errors_that_a_bot_catches(call):
    with pytest.raises(ValueError) as caught:
        call()
    assert isinstance(caught.value, ms.MinesolverError)
    assert str(caught.value)


class Unwritable:
    """What can be neither written nor asked whether it is true."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __bool__(self) -> bool:
        raise RuntimeError


@pytest.mark.parametrize("value", [DEEP, Unwritable()], ids=["deep", "unwritable"])
def test_values_that_cannot_be_written_are_no_other_error(value):
    for call in (
        lambda: ms.analyze(BOARD, limit=value),
        lambda: ms.Board.hidden(2, 2, density=value),
        lambda: ms.Board.hidden(2, 2)[value],
        lambda: ms.analyze_many([BOARD], jobs=value),
        lambda: ms.Puzzle("ab").index(value),
    ):
        with pytest.raises(ms.MinesolverError):
            call()


def test_the_position_that_a_batch_does_not_have_is_an_index_error_too():
    with pytest.raises(IndexError, match="the batch has 1 position, none 1"):
        ms.analyze_many([BOARD])[1]


@pytest.mark.parametrize("sizes", [(10**30, 2, 1), (2, 10**30, 1)])
def test_a_board_that_is_too_large_to_search_is_refused_at_once(sizes):
    with pytest.raises(ms.EngineLimitError, match="boards of up to 64 cells"):
        optimal(*sizes)


# What catches the package's errors while it tries readings must not take these for boards that are none.
@pytest.mark.parametrize(
    "message, call",
    [
        ("signs are a text", lambda: ms.Board.parse("##\n\n##", signs=WRONG)),
        ("rules are names", lambda: ms.Board.parse("##\n\n##", rules=WRONG)),
        ("rules are names", lambda: formats.parse_many("##\n\n##", rules=WRONG)),
        ("a seed is a whole number", lambda: ms.Game(5, 5, 3, seed=0.5)),  # type: ignore
        ("a cell and its clue, or one mapping", lambda: ms.Board.hidden(2, 2).open({(0, 0): 1}, 1)),
        ("needs the clue", lambda: ms.Board.hidden(2, 2).open((0, 0))),
        ("not Engine", lambda: ENGINES.register("wrong", WRONG)),
        ("takes a Board or a Puzzle", lambda: ms.analyze(WRONG)),
        ("the name of the engine is a text", lambda: ms.analyze(ms.Board.parse("1#", 1), WRONG)),
        ("limit of seconds is a number", lambda: ms.Limit(seconds="1")),  # type: ignore
        ("a player, not its name", lambda: ms.play_episode(ms.Game(5, 5, 3), "safest")),  # type: ignore
    ],
)
def test_wrong_types_are_no_other_error_of_the_package(message, call):
    with pytest.raises(ArgumentTypeError, match=message):
        call()
