"""The text environment and the fair score: answers, rewards against layouts written out, levels, batches."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from fractions import Fraction
from itertools import combinations
from math import isnan, log10
from pathlib import Path
from types import ModuleType
from typing import Any

import learners
import numpy as np
import pytest

import minesolver as ms
from minesolver import cli
from minesolver.base.errors import ArgumentError, ArgumentTypeError
from minesolver.bench.dataset import DatasetPlan, make
from minesolver.bench.workers import in_this_process
from minesolver.env.text import AnswerError, Dense, TextEnv, TextEnvs, parse_answer
from minesolver.game.score import Score, judged, layer_needed
from minesolver.game.series import Series
from minesolver.io.formats import write
from minesolver.kernel import GUESS_WORTH
from minesolver.layers import deduce, proved

BOARD = ms.Board.parse("10x10x10\n" + "\n".join(["##########"] * 9 + ["1#########"]))


@pytest.mark.parametrize(
    "text, action, cell",
    [
        ("open 3,4", "open", (3, 4)),
        ("flag (1, 2)", "flag", (1, 2)),
        ("Reveal row 3, column 4.", "open", (3, 4)),
        ("I will mark the cell at (5; 6)", "flag", (5, 6)),
        ('{"action": "flag", "row": 2, "col": 7}', "flag", (2, 7)),
        ('```json\n{"cell": [0, 9]}\n```', "open", (0, 9)),
        ('{"action": "open", "position": [4, 4]}', "open", (4, 4)),
        ("(2,2) shows 1, so I could open (3,3)... better: open (4,5).", "open", (4, 5)),
        ("open (4,5), because (2,2) is a 1 and (2,3) is a 2", "open", (4, 5)),
        ("open 1,1\n<think>no, open 2,2</think>", "open", (1, 1)),
        ("open 2,2 first</think>open 1,1", "open", (1, 1)),
        ("<Think>2,2</Think> so <thinking>3,3</thinking> open 1,1", "open", (1, 1)),
        ("<think>open 2,2</think> <answer>3 3</answer>", "open", (3, 3)),
        ("<answer>open 1,2</answer> or so; 5,5", "open", (1, 2)),
        ("so \\boxed{flag 7,8}", "flag", (7, 8)),
        ("Open 1,2. Do not open 3,4, and don't flag (5,5).", "open", (1, 2)),
        ("(3, 4)", "open", (3, 4)),
        ("Answer: 3 4", "open", (3, 4)),
    ],
)
def test_free_answers(text, action, cell):
    assert parse_answer(text, BOARD) == (action, cell)


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "no move in ''"),
        ("I do not know", "no move"),
        ("open 3", "no move"),
        ("open 3.5, 4.5", "no move"),
        ("open 10,0", "not on the 10x10 board"),
        ("open -1,0", "not on the 10x10 board"),
        ("open 9,0", "open already"),
        ('{"row": "a", "col": 1}', "no move"),
        ("<think>open 0,0</think>", "no move"),
        ("<think>open 0,0", "no move"),
        ("<think>so <answer>open 0,0</answer>", "no move"),
        ("open 0,0</think>", "no move"),
    ],
)
def test_answers_that_are_no_moves(text, why):
    with pytest.raises(AnswerError, match=why):
        parse_answer(text, BOARD)


def risks_by_hand(board):
    """P(mine) of each hidden cell, over all layouts written out."""
    hidden = board.where(ms.HIDDEN)
    clues = [(cell, board[cell]) for cell in board.cells if 0 <= board[cell] <= 8]
    layouts = [
        {*mines}
        for mines in combinations(hidden, board.mines)
        if all(sum(n in mines for n in board.neighbours(cell)) == clue for cell, clue in clues)
    ]
    return {
        cell: Fraction(sum(cell in mines for mines in layouts), len(layouts)) for cell in hidden
    }


@pytest.mark.parametrize("seed", range(6))
def test_dense_rewards_are_what_all_layouts_say(seed):
    env = TextEnv("4x4/4", reward=Dense(risk=1, missed=0.5), first_click="none", seed=seed)
    env.reset()
    rng = np.random.default_rng(seed)
    done = False
    while not done:
        board = env.game.board
        risk = risks_by_hand(board)
        cell = tuple(rng.choice(list(risk)).tolist())
        turn = env.step(f"open {cell}")
        expected = -float(risk[cell] - min(risk.values())) - 0.5 * (
            min(risk.values()) == 0 < risk[cell]
        )
        done = turn.done
        if done:
            expected += 1 if turn.info["won"] else -1
        assert turn.reward == pytest.approx(expected)
        assert Fraction(turn.info["risk"]) == risk[cell]
    assert env.over
    with pytest.raises(ms.RuleError, match="over"):
        env.step("open 0,0")


@pytest.mark.parametrize(
    ("level", "words"), [("1x4/1", "1 mine is hidden"), ("1x4/2", "2 mines are")]
)
def test_the_prompt_counts_the_mines_in_words(level, words):
    assert f" {words} " in TextEnv(level).reset()


def test_a_bad_answer_has_a_second_chance_and_the_last_one_loses():
    env = TextEnv("5x5/3", chances=2, bad=-0.25)
    env.reset()
    turn = env.step("hm")
    assert (turn.reward, turn.done) == (-0.25, False)
    assert "error" in turn.info
    assert not env.step("flag 0,0").done  # and a good one gives all chances back
    assert "flags: (0,0)" in env.shown()
    assert not env.step("hm").done
    turn = env.step("hm")
    assert (turn.reward, turn.done, turn.info["won"]) == (-1.25, True, False)


@pytest.mark.parametrize("notation", ["canonical", "coordinates", "emoji", "framed", "json"])
def test_episodes_are_the_same_for_the_same_seed_in_every_notation(notation):
    env, same_env = (TextEnv("6x6/6", notation=notation, seed=5) for _ in range(2))
    assert env.reset() == same_env.reset(0)
    assert env.step("open 2,2") == same_env.step("open 2,2")
    assert env.reset() == same_env.reset(1)
    if notation not in ("coordinates", "framed"):
        assert ms.Board.parse(env.shown()).shape == (6, 6)


@pytest.mark.parametrize("layer", ["baseline", "subset", "counting"])
def test_every_board_of_a_layer_is_won_by_it_and_not_by_weaker_ones(layer):
    order = {"baseline": "baseline", "subset": "subset", "counting": None}
    weaker = {"baseline": None, "subset": "baseline", "counting": "layered_bounds"}[layer]
    env = TextEnv("6x6/9", layer=layer, seed=2)
    env.reset()
    for name, wins in ((order[layer], True), (weaker, False)):
        if name is None:
            continue
        env.reset(0)
        while safe := deduce(env.game.board, name).safe:
            for cell in safe:
                if not env.over and env.game.board[cell] == ms.HIDDEN:
                    env.step(f"open {cell}")
            if env.over:
                break
        assert (env.game is not None and env.game.won) == wins
    env.reset(1)
    while not env.over:  # exact play wins them all
        env.step(f"open {ms.analyze(env.game.board).best}")
    assert env.game.won


def test_boards_under_rules():
    env = TextEnv("4x4/5", board="hex", reward="dense", seed=1)
    assert "under the rules hex" in env.reset()
    assert env.step("open 1,1").reward in (0, 1)
    while not env.over:
        cell = ms.analyze(env.game.board).best
        turn = env.step(f"open {cell}")
        assert turn.reward == (0 if not turn.done else 1 if turn.info["won"] else -1)
    with pytest.raises(ms.RuleError, match="layer"):
        TextEnv("4x4/5", board="hex", layer="subset")


def test_a_batch_is_its_episodes():
    envs = TextEnvs(3, size="3x3/2", seed=4)
    prompts = envs.reset(10)
    alone = TextEnv("3x3/2", seed=4)
    assert prompts == [alone.reset(10 + i) for i in range(3)]
    for cell in ms.Board.hidden(3, 3, 2).cells:
        turns = envs.step([f"open {cell}"] * 3)
    assert turns == [None] * 3


def test_gymnasium_has_the_same_dense_reward(monkeypatch):
    gymnasium = pytest.importorskip("gymnasium")
    import minesolver.env

    config = {"rows": 4, "cols": 4, "mines": 4, "first_click": "none", "dense": Dense(1, 0.5)}
    env = gymnasium.make("minesolver/Minesweeper-v0", **config)
    env.reset(seed=1, options={"layout": [(0, 0), (0, 3), (3, 0), (3, 3)]})
    vector_env = gymnasium.make_vec("minesolver/Minesweeper-v0", num_envs=2, **config)
    vector_env.reset(seed=1)
    assert isinstance(vector_env, minesolver.env.VectorMinesweeper)
    monkeypatch.setattr(vector_env, "_deal", lambda games, first: None)
    vector_env._mine[:, [0, 3, 12, 15]] = True
    vector_env._clue[:] = vector_env._mine[:, vector_env._around].sum(axis=2)
    for action in (5, 6, 1, 4, 7):
        board = env.unwrapped.game.board
        risk = risks_by_hand(board)
        cell = divmod(action, 4)
        expected = -float(risk[cell] - min(risk.values())) - 0.5 * (
            min(risk.values()) == 0 < risk[cell]
        )
        assert env.step(action)[1] == pytest.approx(-0.04 + expected)
        assert vector_env.step(np.array([action, action]))[1] == pytest.approx(
            [-0.04 + expected] * 2
        )


def test_a_cell_after_the_protected_one_is_judged_in_games_stepped_together():
    gymnasium = pytest.importorskip("gymnasium")
    config = {"rows": 3, "cols": 4, "mines": 3, "reveal": "single", "dense": Dense(1, 0.5)}
    games = gymnasium.make_vec("minesolver/Minesweeper-v0", num_envs=8, **config)
    games.reset(seed=1)
    boards, rewards, *_ = games.step(np.full(8, 5))
    assert rewards == pytest.approx([-0.04] * 8)
    cells, expected = [], []
    for codes in boards:
        risk = risks_by_hand(ms.Board(codes, 3))
        worst = max(risk, key=lambda cell: risk[cell])
        cells.append(4 * worst[0] + worst[1])
        least_risk = min(risk.values())
        expected.append(-float(risk[worst] - least_risk) - 0.5 * (least_risk == 0 < risk[worst]))
    assert min(expected) < 0
    _, rewards, lost, *_ = games.step(np.array(cells))
    assert rewards == pytest.approx(np.where(lost, -1, -0.04) + expected)


@pytest.mark.parametrize("seed", range(30))
def test_the_weakest_rule_is_the_first_layer_that_finds_the_cell(seed):
    game = ms.Game(6, 6, 9, seed=seed)
    game.open((2, 2))
    chain = {
        "baseline": "baseline",
        "subset": "subset",
        "layered": "intersection",
        "layered_bounds": "bounds",
    }
    while not game.over:
        weakest_rules: dict[ms.Cell, str] = {}
        for layer, name in chain.items():
            for cell in deduce(game.board, layer).reasons:
                weakest_rules.setdefault(cell, name)
        assert dict(proved(game.board)) == weakest_rules
        game.open(ms.analyze(game.board).best)


def test_a_perfect_player_scores_all_and_a_random_one_less():
    series = Series("safest", 5, 5, 5, seed=3)
    perfect = judged(series.player(), map(series.game, range(24))).summary()
    assert perfect["proved moves found"].value == perfect["least-risk guesses"].value == 1
    assert perfect["risk above the least, a game"].value == 0
    random_series = Series("uniform_random", 5, 5, 5, seed=3)
    random_score = judged(random_series.player(), map(random_series.game, range(24)))
    random_figures = random_score.summary()
    assert random_figures["proved moves found"].high < 1
    assert random_figures["games won"].value < perfect["games won"].value
    assert {missed.cell in missed.analysis.safe for missed in random_score.missed} == {True}
    # The mean with luck removed estimates the same rate, and its interval is narrower for good play.
    plain, removed = perfect["games won"], perfect["games won, luck removed"]
    assert removed.high - removed.low < plain.high - plain.low
    assert abs(removed.value - plain.value) < 0.2


def test_luck_removed_has_the_same_mean_over_all_layouts():
    score = Score()
    series = Series("safest", 2, 3, 2, ms.Rules("none"))
    results = []
    for mines in combinations(ms.Board.hidden(2, 3, 2).cells, 2):
        one_game = judged(series.player(), [ms.Game(2, 3, 2, series.rules, layout=mines)])
        score.games += one_game.games
        results.append(one_game.games[0].won)
    summary = score.summary()
    assert summary["games won, luck removed"].value == pytest.approx(np.mean(results))


def test_figures_of_few_games_stay_in_their_range():
    series = Series("uniform_random", 5, 5, 5, seed=1)
    for number in (1, 2, 3, 10):
        summary = judged(series.player(), map(series.game, range(number))).summary()
        for name, figure in summary.items():
            highest = (
                float("inf") if name.startswith(("risk", "luck", "- needless", "winning")) else 1
            )
            values = [value for value in figure if value == value]  # without data: NaN
            assert all(0 <= value <= highest for value in values), name
            assert values == [] or figure.low <= figure.value <= figure.high, name


def test_what_a_whole_board_needs():
    game = ms.Game(1, 4, 1, layout=[(0, 3)])
    game.open((0, 0))
    assert layer_needed(game) == "baseline"
    game = ms.Game(1, 4, 1, ms.Rules("none"), layout=[(0, 0)])
    assert layer_needed(game) is None
    game = ms.Game(1, 5, 1, layout=[(0, 1)])  # the first cell shows where the only mine is
    game.open((0, 0))
    assert layer_needed(game) == "baseline"
    assert game.won
    game = ms.Game(1, 4, 1, layout=[(0, 0)])  # as in SAFE_END; what is safe there opens the rest
    game.open((0, 1))
    assert layer_needed(game) == "subset"
    assert game.won


def test_the_score_of_a_students_agent(tmp_path, capsys):
    student = Path(__file__).parents[3] / "examples" / "student.py"
    words = ["--level", "6x6/6", "--games", "8", "--seed", "1"]
    assert cli.main(["score", str(student), *words, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["- by baseline"]["value"] == 1 > figures["- by subset"]["value"]
    assert cli.main(["score", str(student), *words]) == 0
    assert "subset: missed" in capsys.readouterr().out
    small = ["--level", "4x4/4", "--games", "4", "--seed", "1"]
    assert cli.main(["score", "safest", *small, "--regret", "--json"]) == 0
    perfect = json.loads(capsys.readouterr().out)
    assert perfect["proved moves found"]["value"] == perfect["least-risk guesses"]["value"] == 1
    assert perfect["winning chance lost by guesses, a game"]["value"] >= 0
    for text, why in (
        ("x = 1", "no class"),
        ("1 / 0", "ZeroDivisionError"),
        (None, "No such file"),
    ):
        file = tmp_path / f"{why[:4]}.py"
        if text is not None:
            file.write_text(text)
        assert cli.main(["score", str(file), *words]) == 2
        assert why in capsys.readouterr().err
    assert cli.main(["score", "nobody", *words]) == 2


def test_boards_of_more_than_two_sizes():
    env = TextEnv("2x3x3/5", board="3d,liar", first_click="none", seed=3)
    assert env.over  # none was begun
    prompt = env.reset()
    assert not env.over
    assert "on 2x3x3 cells" in prompt
    assert "Cells are 3 numbers, counted from 0" in prompt
    assert env.game.mines == 5
    turn = env.step("open 1,2,0")
    assert turn.info["risk"] == "5/18"
    with pytest.raises(ms.RuleError, match="not 3 sizes"):
        TextEnv("2x3x3/5")


# Of (0,0) and (0,2) one is a mine, and one of the three cells at the end: chances of 1/2 and 1/3.
TWO_GUESSES = ms.Board.parse("1x6x2\n#1####")
# Of (0,0) and (0,2) one is a mine, so that the mine count leaves none for (0,3).
SAFE_END = ms.Board.parse("1x4x1\n#1##")


def sums_of(score):
    """What is written down of the last game, counts by layer one by one; the zeros are left out."""
    sums: dict[str, float] = {}
    for name, value in vars(score.games[-1]).items():
        if isinstance(value, dict):
            sums |= {f"{name} by {layer}": count for layer, count in value.items()}
        else:
            sums[name] = value
    return {name: value for name, value in sums.items() if value}


def test_guesses_are_scored_by_their_chances():
    score = Score()
    score.begin()
    graded = score.opened(TWO_GUESSES, (0, 0), False)
    assert (graded.proved, graded.risk, graded.least_risk) == (None, Fraction(1, 2), Fraction(1, 3))
    worse_guess = {
        "excess_risk": 1 / 2 - 1 / 3,
        "luck": GUESS_WORTH / 2,
        "luck_spent": log10(2),
        "needless": log10(2) - log10(3 / 2),
        "guesses": 1,
    }
    assert sums_of(score) == pytest.approx(worse_guess)
    # A mine is hit by a guess of least risk: no luck was spent on it.
    score.opened(TWO_GUESSES, (0, 5), True)
    both_guesses = worse_guess | {
        "luck": GUESS_WORTH / 2 + GUESS_WORTH * (1 / 3 - 1),
        "guesses": 2,
        "least_risk_guesses": 1,
    }
    assert sums_of(score) == pytest.approx(both_guesses)
    assert score.missed == []


def test_deductions_are_scored_by_the_weakest_layer_that_finds_one():
    score = Score()
    score.begin()
    score.opened(TWO_GUESSES, (0, 3), False)
    score.begin()
    score.opened(SAFE_END, (0, 2), False)
    missed_deduction = {
        "excess_risk": 1 / 2,
        "luck": GUESS_WORTH / 2,
        "luck_spent": log10(2),
        "needless": log10(2),
        "provable by subset": 1,
    }
    assert sums_of(score) == pytest.approx(missed_deduction)
    (missed,) = score.missed
    assert missed[:4] == (1, "subset", (0, 3), (0, 2))
    score.opened(SAFE_END, (0, 3), False)
    made = {"provable by subset": 2, "proved by subset": 1}
    assert sums_of(score) == pytest.approx(missed_deduction | made)
    # The known mine is all that the clue counts; what it proves takes no more than the clue itself.
    score.opened(ms.Board.parse("2x3\n1*#\n###"), (1, 0), False)
    made |= {"provable by baseline": 1, "proved by baseline": 1}
    assert sums_of(score) == pytest.approx(missed_deduction | made)
    assert len(score.missed) == 1
    score.end(True)
    assert [game.won for game in score.games] == [False, True]
    figures = score.summary()
    assert figures["proved moves found"].value == pytest.approx(2 / 3)
    assert figures["- by baseline"].value == 1
    assert figures["- by subset"].value == 1 / 2
    assert "- by intersection" not in figures
    assert figures["games won"].value == 1 / 2
    assert figures["least-risk guesses"].value == 1
    assert figures["risk above the least, a game"].value == pytest.approx(1 / 4)
    assert figures["luck spent, a game"].value == pytest.approx((log10(3 / 2) + log10(2)) / 2)
    assert figures["- needlessly"].value == pytest.approx(log10(2) / 2)
    luck = GUESS_WORTH * (1 / 3 + 1 / 2)
    assert figures["games won, luck removed"].value == pytest.approx((1 - luck) / 2)


@pytest.mark.parametrize(
    "deal, board, cell, risk",
    [
        ("hidden", TWO_GUESSES, (0, 3), 1 / 3),
        ("fair", TWO_GUESSES, (0, 3), 1 / 3),
        ("forgiving", TWO_GUESSES, (0, 3), 0),
        ("cruel", TWO_GUESSES, (0, 3), 1),
        ("hidden", SAFE_END, (0, 0), 1 / 2),
        ("fair", SAFE_END, (0, 0), 1),
        ("forgiving", SAFE_END, (0, 0), 1),
    ],
)
@pytest.mark.parametrize("hit", [True, False])
def test_what_the_deal_settles_is_no_luck(deal, board, cell, risk, hit):
    score = Score()
    score.begin()
    score.opened(board, cell, hit, deal)
    assert score.games[0].luck == pytest.approx(GUESS_WORTH * (risk - hit))


def test_the_score_under_rules_knows_counting_only():
    board = ms.Board.parse("1x4x1\n1###", rules="torus")  # the row is a ring: (0,2) is no neighbour
    score = Score()
    score.begin()
    score.opened(board, (0, 2), False)
    score.opened(board, (0, 1), True)
    expected: dict[str, float] = {"provable by counting": 2, "proved by counting": 1}
    expected |= {"excess_risk": 1 / 2, "luck": -GUESS_WORTH / 2}
    assert sums_of(score) == pytest.approx(expected)
    assert score.missed[0][:4] == (0, "counting", (0, 2), (0, 1))


def test_a_score_of_nothing_says_nothing_and_is_kept_on_with():
    score = Score()
    for name, figure in score.summary().items():
        assert name == "games won" or isnan(figure.value)
    series = Series("safest", 3, 3, 2, seed=2)
    for number in range(3):
        assert judged(series.player(), [series.game(number)], score) is score
    assert len(score.games) == 3


def test_weights_are_of_what_a_move_gives_away():
    # One mine is beside each clue; the cells after them are safe. A guess at (0,0) wins 2 of 4 layouts, a
    # safe cell first 3 of 4: where (0,3) is a mine, (0,0) and (0,2) stay an even guess.
    board = ms.Board.parse("1x9x2\n#1##1####")
    assert Dense(risk=4, missed=0, regret=0)(board, (0, 0)) == -4 / 2
    assert Dense(risk=0, missed=4, regret=0)(board, (0, 0)) == -4
    assert Dense(risk=0, missed=0, regret=4)(board, (0, 0)) == -4 / 4
    assert Dense(risk=4, missed=5, regret=4)(board, (0, 0)) == -2 - 5 - 1
    assert Dense(risk=4, missed=5, regret=4)(board, (0, 8)) == 0
    # Nothing is proved a mine: to flag (0,0) is the best of flags, to flag a safe cell the worst.
    assert Dense(risk=4, missed=5, regret=4)(board, (0, 0), flag=True) == 0
    assert Dense(risk=4, missed=5, regret=4)(board, (0, 8), flag=True) == -4 / 2
    assert Dense(risk=4, missed=5)(ms.Board.parse("1##", mines=1), (0, 2), flag=True) == -4 - 5


def test_boards_are_shown_in_the_notation_that_is_named():
    env = TextEnv("2x3/1", notation="coordinates", first_click="none", seed=1)
    assert "No guess is needed" not in env.reset()
    env.step("flag 1,0")
    rows = ["     0  1  2", "  0  #  #  #", "  1  #  #  #"]
    assert env.shown() == "\n".join([*rows, "flags: (1,0)"]) + "\n"
    env = TextEnv("4x4/2", notation="emoji", no_guess=True)
    prompt = env.reset()
    assert "opening a mine loses. No guess is needed.\n" in prompt
    assert prompt.endswith(f"\n{write(env.game.board, 'emoji')}\n")
    with pytest.raises(ms.UnknownNameError):
        TextEnv("2x3/1", notation="nothing")


def test_outcomes_alone_are_rewarded_where_no_weights_are_named():
    env = TextEnv("1x4/1", first_click="none")
    with pytest.raises(ms.RuleError, match="over"):
        env.step("open 0,0")
    rewards = set()
    for _ in range(8):
        assert "Cells are (row, column), counted from 0" in env.reset()
        for col in range(4):  # from one end on, which passes over safe cells
            if env.game.board[0, col] != ms.HIDDEN:
                continue
            turn = env.step(f"open 0,{col}")
            rewards.add((turn.done, env.game.won, turn.reward))
            if turn.done:
                break
    assert rewards == {(False, False, 0), (True, True, 1), (True, False, -1)}


class KeywordRecord:
    """What stands for a data class of OpenEnv's where that is not installed."""

    def __init__(self, **values):
        self.__dict__.update({"reward": None, "done": False, "step_count": 0} | values)


def openenv_stand_in():
    """A module with the five names that the adapter of the documentation takes from OpenEnv."""
    module = ModuleType("openenv.core.env_server")
    stand_ins: dict[str, Any] = {"Environment": object, "create_fastapi_app": lambda *parts: parts}
    for name in ("Action", "Observation", "State"):
        stand_ins[name] = type(name, (KeywordRecord,), {})
    module.__dict__.update(stand_ins)
    return module


def test_the_adapter_of_the_documentation_plays_an_episode(monkeypatch):
    page = Path(__file__).resolve().parents[3] / "docs/extras/env/language-models.md"
    (source,) = re.findall(
        r"```python\n(# minesweeper_server.py.*?)```", page.read_text(), re.DOTALL
    )
    if importlib.util.find_spec("openenv") is None:
        parents = {"openenv": ModuleType("openenv"), "openenv.core": ModuleType("openenv.core")}
        for name, module in (parents | {"openenv.core.env_server": openenv_stand_in()}).items():
            monkeypatch.setitem(sys.modules, name, module)
    names: dict[str, Any] = {"__name__": "minesweeper_server"}
    exec(compile(source, str(page), "exec"), names)

    arguments: dict[str, Any] = {"size": "5x5/4", "no_guess": True, "reward": "dense"}
    adapted, plain = names["Minesweeper"](), TextEnv(**arguments)
    assert adapted.reset(seed=7, **arguments).text == plain.reset(7)
    assert adapted.reset(**arguments).text == plain.reset()  # the next episode
    done = False
    turn_count = 0
    while not done:
        answer = names["Answer"](text=f"I open {ms.analyze(plain.game.board).best}")
        shown, turn = adapted.step(answer), plain.step(answer.text)
        assert (shown.text, shown.reward, shown.done) == (turn.text, turn.reward, turn.done)
        assert shown.metadata == turn.info
        done = turn.done
        turn_count += 1
    assert shown.reward == 1
    assert adapted.state.step_count == turn_count
    assert names["app"]


def test_an_answer_that_is_no_text_is_refused():
    answer: Any = 5
    with pytest.raises(TypeError, match="an answer is a text"):
        parse_answer(answer, BOARD)


def test_a_model_that_answers_nothing_has_no_move_in_the_table_of_baselines(tmp_path):
    plan = DatasetPlan("test", 3, ("5x5/5",))
    file = make(plan, tmp_path, 20, in_this_process)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    silent = learners.baseline(rows, learners.model_choice(lambda prompt: "I do not know"))
    assert silent[3] == str(len(rows))
    assert learners.baseline(rows, learners.model_choice(learners.stub))[3] == "0"


def test_what_episodes_side_by_side_cannot_have_is_an_error_that_a_bot_catches():
    number: Any = "2"
    with pytest.raises(ArgumentTypeError, match="the number of episodes is a whole number"):
        TextEnvs(number)
    envs = TextEnvs(2, size="4x4/2")
    envs.reset()
    with pytest.raises(ArgumentError, match="1 answer for 2 episodes"):
        envs.step(["open 0 0"])
    answers: Any = None
    with pytest.raises(ArgumentTypeError, match="answers are texts in a list"):
        envs.step(answers)
