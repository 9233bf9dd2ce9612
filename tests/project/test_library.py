"""What a program that plays or studies Minesweeper asks of the library, end to end."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE
from strategies import played_boards

import minesolver as ms
from minesolver.base.errors import counted
from minesolver.cli import main
from minesolver.game.board_sizes import parse_size, size_text
from minesolver.players import PLAYERS
from minesolver.policy import recommend as advice

SMALL = "5x5x7\n##3#*\n#####\n###31\n##210\n#2100"


def test_a_bot_in_ten_lines_plays_a_game_to_its_end():
    game = ms.Game(9, 9, 10, ms.Rules(first_click="zero"))
    while not game.over:
        move = ms.recommend(game.board, "safest")
        assert move.cell is not None
        game.open(move.cell)
    assert game.won is not game.lost
    assert game.status in ("won", "lost")
    assert len(game.moves) >= 1


def test_a_game_without_a_seed_is_a_new_game():
    seeds = {ms.Game(9, 9, 10).seed for _ in range(20)}
    assert len(seeds) == 20
    seed = ms.Game(9, 9, 10).seed
    games = [ms.Game(9, 9, 10, seed=seed) for _ in range(2)]
    assert games[0].open((4, 4)) == games[1].open((4, 4))
    assert games[0].layout == games[1].layout


def test_a_game_of_a_level():
    game = ms.Game.level("expert", seed=1)
    assert (game.rows, game.cols, game.mines) == (16, 30, 99)
    with pytest.raises(ms.UnknownNameError, match="beginner, intermediate, expert"):
        ms.Game.level("hard")


@pytest.mark.parametrize("text", ["16x30/99", "16x30x99", "expert"])
def test_a_size_is_rows_columns_and_mines_after_a_slash(text):
    assert parse_size(text) == (16, 30, 99)
    assert size_text(*parse_size(text)) == "16x30/99"
    game = ms.Game.level(text, seed=1)
    assert (game.rows, game.cols, game.mines) == (16, 30, 99)


@pytest.mark.parametrize(
    "command", ["play --games 2 --seed 1 --json", "generate --seed 1", "optimal --first-click none"]
)
def test_commands_take_a_size_in_the_one_form(command, capsys):
    name, *options = command.split()
    assert main([name, "--level", "3x4/3", *options]) == 0
    by_level = capsys.readouterr().out
    assert main([name, "--rows", "3", "--cols", "4", "--mines", "3", *options]) == 0
    assert re.sub(r'"?seconds.*|[\d.]+ s\b', "", by_level) == re.sub(
        r'"?seconds.*|[\d.]+ s\b', "", capsys.readouterr().out
    )
    assert main([name, "--level", "3x4", *options]) == 2
    assert "3x4 has no mine count" in capsys.readouterr().err


def test_chord_undo_and_moves():
    game = ms.Game(3, 3, layout=[(0, 0)], rules=ms.Rules("none"))
    game.open((0, 1))
    with pytest.raises(ms.MoveError, match="has 0 flags"):
        game.chord((0, 1))
    game.flag((0, 0))
    opened = game.chord((0, 1))
    assert game.won
    assert opened[0, 2] == 0
    assert [str(move) for move in game.moves] == ["open (0,1)", "flag (0,0)", "chord (0,1)"]
    assert game.undo().action == "chord"
    assert not game.over
    assert str(game) == "3x3x1\nF1#\n###\n###"
    assert game.undo().action == "flag"
    assert game.flags == set()
    game.undo()
    assert game.board == ms.Board.hidden(3, 3, 1)
    assert game.opened == 0
    with pytest.raises(ms.MoveError, match="no move"):
        game.undo()


def test_a_chord_with_a_wrong_flag_can_lose_and_be_taken_back():
    game = ms.Game(1, 4, layout=[(0, 0)], rules=ms.Rules("none"))
    game.open((0, 1))
    game.flag((0, 2))
    assert game.chord((0, 1)) == {(0, 0): 10}
    assert game.lost
    game.undo()
    assert not game.lost
    assert game.mines_hit == 0


@given(
    st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12)
)
def test_undo_restores_every_state(seed, cells):
    game = ms.Game(5, 5, 5, seed=seed)

    def state():
        return game.board, set(game.flags), game.opened, game.mines_hit, game.lost, game.layout

    states = [state()]
    for number, cell in enumerate(cells):
        try:
            game.flag(cell) if number % 3 == 2 else game.open(cell)
        except ms.MoveError:
            continue
        states.append(state())
    assert len(states) == len(game.moves) + 1
    while game.moves:
        assert state() == states.pop()
        game.undo()
    assert state() == states[0]


@pytest.mark.parametrize(
    "call", [lambda g: g.open((9, 0)), lambda g: g.flag((0, -1)), lambda g: g.chord(3)]
)
def test_moves_off_the_board_are_cell_errors(call):
    with pytest.raises(ms.CellError):
        call(ms.Game(3, 3, 1))


def test_a_record_is_a_replay_that_can_be_reviewed():
    from minesolver.game.review import review
    from minesolver.io.replays import parse

    game = ms.Game(6, 6, 6, seed=4)
    game.open((0, 0))
    while not game.over:
        game.open(ms.analyze(game.board).best)
    graded = review(parse(game.record()))
    assert graded.won == game.won
    assert graded.moves == len(game.moves)
    with pytest.raises(ms.MoveError):
        ms.Game(2, 2, 1).record()


def test_a_hidden_board():
    board = ms.Board.hidden(2, 3, 1)
    assert str(board) == "2x3x1\n###\n###"
    assert ms.Board.hidden(1, 1, density="1/5").density == Fraction(1, 5)
    bad: list[Any] = [0, -1, 1.5, True]
    for rows in bad:
        with pytest.raises(ms.BoardFormatError, match="rows is a whole number"):
            ms.Board.hidden(rows, 3)


def test_cells_neighbours_iteration():
    board = ms.Board.parse("1#\n##\n##", mines=1)
    assert list(board) == [(r, c) for r in range(3) for c in range(2)]
    assert len(board) == 6
    assert (2, 1) in board
    assert (3, 0) not in board
    assert (-1, 0) not in board
    assert "x" not in board
    assert board.neighbours((0, 0)) == ((0, 1), (1, 0), (1, 1))
    assert dict(board.items())[0, 0] == 1
    bad: list[Any] = [(-1, 0), (0, 2), (0, 0, 0), 3, ("a", 0), (0.0, 0), (True, 0)]
    for cell in bad:
        with pytest.raises(ms.CellError):
            board[cell]
        with pytest.raises(ms.CellError):
            board.neighbours(cell)
    scalar: Any = np.int64(0)
    assert board[scalar, scalar] == 1


def test_open_flag_and_replace_are_strict():
    board = ms.Board.hidden(2, 2, 1)
    assert str(board.open((0, 0), 1).flag((1, 1))) == "2x2x1\n1#\n#*"
    assert board.open({(0, 0): 1, (0, 1): 1}) == board.open((0, 0), 1).open((0, 1), 1)
    with pytest.raises(ms.CellError, match="open and shows 1"):
        board.open((0, 0), 1).open((0, 0), 1)
    with pytest.raises(ms.CellError, match="known mine"):
        board.flag((0, 0)).flag((0, 0))
    with pytest.raises(ms.BoardFormatError):
        board.open((0, 0), -1)
    codes: list[Any] = [300, -7, 9, "2", 1.0, True]
    for code in codes:
        with pytest.raises(ms.BoardFormatError):
            board.replace({(0, 0): code})
    with pytest.raises(ms.CellError):
        board.replace({(-1, 0): 1})
    misspelt: dict[str, Any] = {"mine": 3}
    with pytest.raises(TypeError):
        board.replace({}, **misspelt)
    assert board.replace(mines=2).mines == 2
    assert board.replace({(0, 0): 1}).mines == 1
    assert board.replace(mines=None).mines is None
    assert board.replace(density="1/3").density == Fraction(1, 3)
    assert board.replace(density="1/3").replace(mines=1) == board


@given(played_boards())
def test_text_formats_are_read_back(board):
    for name in ("canonical", "json"):
        if name == "canonical" or board.density is None:
            assert ms.Board.parse(board.text(name)) == board


def test_an_analysis_prints_compares_indexes_and_exports():
    board = ms.Board.parse(SMALL)
    analysis = ms.analyze(board)
    assert analysis.exact((0, 1)) == analysis.exact(0, 1) == Fraction(1, 3)
    assert analysis[0, 1] == float(analysis.probability[0, 1])
    assert analysis.reason((2, 1)).text == analysis.reason(2, 1).text
    assert analysis == ms.analyze(board, "brute_force")
    assert analysis != ms.analyze(board.replace(mines=None))
    assert len({analysis, ms.analyze(board)}) == 1
    assert "5x5, 7 mines; 6 layouts" in repr(analysis)
    assert str(analysis).splitlines()[1].split() == ["0", "s", "33", "3", "33", "*"]
    values = json.loads(json.dumps(analysis.to_dict(exact=True, reasons=True)))
    assert values["exact"][0][1] == "1/3"
    assert {tuple(reason["cell"]) for reason in values["reasons"]} == analysis.safe | analysis.mines
    assert ms.Board.parse(json.dumps(values)) == board
    with pytest.raises(ms.CellError):
        analysis.exact((5, 0))
    with pytest.raises(IndexError):
        analysis.exact(0, -1)


def test_a_dict_of_a_board_without_a_mine_count_keeps_the_density():
    board = ms.Board.parse("1#\n##", density="0.2")
    assert ms.Board.parse(json.dumps(ms.analyze(board).to_dict())) == board


def test_a_recommendation_of_a_proved_cell_is_the_analysis_own_and_explains_itself_late():
    board = ms.Board.parse(SMALL)
    analysis = ms.analyze(board)
    recommendation = ms.recommend(board)
    assert recommendation.cell == analysis.best
    assert recommendation.proved
    assert "reasons" not in analysis.__dict__
    assert "so (1,4) is safe" in recommendation.reason
    assert recommendation == ms.recommend(analysis)
    assert pickle.loads(pickle.dumps(recommendation)) == recommendation
    assert recommendation.to_dict()["cell"] == list(analysis.best)
    assert str(recommendation).startswith("strongest: open (1,4): ")


def test_safest_needs_nothing_but_the_analysis():
    board = ms.Board.parse("3x3x2\n1##\n###\n###")
    analysis = ms.analyze(board)
    recommendation = ms.recommend(analysis, "safest")
    assert recommendation.cell == analysis.best
    assert not recommendation.proved
    assert recommendation.candidates[0].cell == analysis.best
    assert recommendation[analysis.best].safety == pytest.approx(1 - analysis[analysis.best])
    with pytest.raises(ms.CellError):
        recommendation[0, 0]


def test_recommend_keeps_its_limit():
    """31x31 with a 2 at every odd place takes the exact count minutes."""
    rows = ["#" * 31 if r % 2 == 0 else "#2" * 15 + "#" for r in range(31)]
    board = ms.Board.parse("\n".join(rows))
    recommendation = ms.recommend(board, limit=0.3)
    assert not recommendation.exact
    assert "not exact" in recommendation.reason


def test_only_counting_and_looking_ahead_share_the_time(monkeypatch):
    """Not what a first call in a process loads."""
    analysis = ms.analyze(ms.Board.parse("1#\n##", mines=1))
    time_limits = []
    monkeypatch.setattr(advice, "analyze", lambda *_, **__: analysis)
    monkeypatch.setattr(advice, "guess", lambda *_, seconds, **__: time_limits.append(seconds))
    for subject in (analysis, analysis.board):
        assert "no time is left" in ms.recommend(subject, limit=PATIENCE).reason
    assert time_limits == [PATIENCE, PATIENCE - analysis.statistics.seconds]


@pytest.mark.parametrize(
    "policy, stages",
    [
        ("pseq", ["pseq"]),
        ("lookahead", ["lookahead"]),
        ("balanced", ["lookahead", "balanced"]),
        ("strongest", ["lookahead", "strongest", "strongest"]),
    ],
)
def test_recommend_keeps_the_best_that_was_there_in_time(policy, stages, monkeypatch):
    board = ms.Board.parse("16x30x99\n" + "#" * 29 + "1\n" + ("#" * 30 + "\n") * 15)
    alone = {name: advice.recommend(board, name) for name in stages}
    find = advice._advice
    for number in range(len(stages) + 1):
        stages_asked: list[str] = []

        def late(board, stage, single, seconds, number=number, stages_asked=stages_asked):
            stages_asked.append(stage.name)
            return find(board, stage, single, seconds) if len(stages_asked) <= number else None

        monkeypatch.setattr(advice, "_advice", late)
        recommendation = ms.recommend(board, policy, limit=PATIENCE)
        assert recommendation.policy == policy
        assert stages_asked == stages[: number + 1]
        if number == 0:
            assert "no time is left" in recommendation.reason
        else:
            assert recommendation.candidates == alone[stages[number - 1]].candidates
            assert ("by lookahead" in recommendation.reason) == (stages[number - 1] != policy)


def test_agents_can_move_before_a_start():
    assert PLAYERS.get("safest").make().move(ms.Board.parse("1#\n##", mines=1)) is not None


def test_a_batch_prints_compares_and_indexes():
    boards = [ms.Board.parse(text, mines=1) for text in ("1#\n##", "##\n##", "2#\n##", "1#\n#1")]
    batch = ms.analyze_many(boards)
    assert repr(batch) == "<Batch of 4 boards of 2x2, 1 inconsistent>"
    assert len(batch) == 4
    assert batch[0] == ms.analyze(boards[0])
    assert batch[0].exact((0, 1)) == Fraction(1, 3)
    assert batch[-1] == ms.analyze(boards[-1])
    assert batch[1:] == ms.analyze_many(boards[1:])
    assert batch != batch[1:]
    assert [analysis is None for analysis in batch] == [False, False, True, False]
    assert batch.best[2] is None
    assert batch.best[0] == ms.analyze(boards[0]).best
    with pytest.raises(ms.InconsistentBoardError, match="clue 2"):
        batch[2]
    with pytest.raises(TypeError):
        hash(batch)


def test_a_batch_comes_from_lists_and_generators_too():
    rows = [[[1, -1], [-1, -1]], [[0, -1], [-1, -1]]]
    assert ms.analyze_many(rows, mines=1) == ms.analyze_many(np.array(rows, np.int8), mines=1)
    assert ms.analyze_many(ms.Board(row, 1) for row in rows) == ms.analyze_many(rows, mines=1)
    assert len(ms.analyze_many([])) == 0
    with pytest.raises(ms.BoardFormatError, match="3 mine counts for 2 boards"):
        ms.analyze_many(np.full((2, 2, 2), -1), mines=[1, 1, 1])
    wrong: list[Any] = [[[1, -1]], [[[1, -1]], [[1]]], [[["#"]]], [ms.Board([[1, -1]]), [[1, -1]]]]
    for bad in wrong:
        with pytest.raises(ms.BoardFormatError):
            ms.analyze_many(bad)
    numbers: list[Any] = [0, -1, True, 1.5]
    for jobs in numbers:
        with pytest.raises(ValueError, match="jobs"):
            ms.analyze_many(rows, jobs=jobs)


@pytest.mark.parametrize(
    "number, noun, text",
    [
        (0, "mine", "0 mines"),
        (1, "mine", "1 mine"),
        (2, "safe cell", "2 safe cells"),
        (3, "guess", "3 guesses"),
    ],
)
def test_plurals(number, noun, text):
    assert counted(number, noun) == text
