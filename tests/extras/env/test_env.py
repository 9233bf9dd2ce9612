"""The environment: Gymnasium's own checker, rewards by hand, arrays against the game itself."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from command import without_module
from gymnasium.utils.env_checker import check_env

import minesolver.env.text
from minesolver.base.errors import ArgumentTypeError, RuleError
from minesolver.env import MinesweeperEnv, VectorMinesweeper
from minesolver.game import Game, Rules
from minesolver.model.board import HIDDEN

# Mines at (0, 0) and (2, 2) of
#   *10
#   121
#   01*
LAYOUT = [(0, 0), (2, 2)]


def unwrapped(env: gymnasium.Env) -> MinesweeperEnv:
    inner_env = env.unwrapped
    assert isinstance(inner_env, MinesweeperEnv)
    return inner_env


def layout_env(**config):
    env = MinesweeperEnv(3, 3, 2, **config)
    env.reset(seed=0, options={"layout": LAYOUT})
    return env


@pytest.mark.parametrize("name", minesolver.env.IDS)
def test_gymnasium_accepts_it_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name).unwrapped)


def test_sizes():
    shapes = [gymnasium.make(name).observation_space.shape for name in minesolver.env.IDS]
    assert shapes == [(9, 9), (9, 9), (16, 16), (16, 30)]
    mines = [unwrapped(gymnasium.make(name)).config.mines for name in minesolver.env.IDS]
    assert mines == [10, 10, 40, 99]


def test_default_rewards_are_the_notebooks():
    env = layout_env()
    board, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated) == (-0.04, False, False)
    assert board.tolist() == [[-1, -1, -1], [-1, 2, -1], [-1, -1, -1]]
    assert info["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    board, reward, terminated, _, info = env.step(2)  # a zero
    assert (reward, terminated, info["won"], info["opened"]) == (-0.04, False, False, 4)
    board, reward, terminated, _, info = env.step(6)
    assert (reward, terminated, info["won"]) == (10.0, True, True)
    assert board.tolist() == [[-1, 1, 0], [1, 2, 1], [0, 1, -1]]
    assert not info["action_mask"].any()
    env = layout_env()
    board, reward, terminated, _, info = env.step(8)
    assert (reward, terminated, info["won"]) == (-1.0, True, False)
    assert board[2, 2] == 10
    with pytest.raises(RuleError, match="over"):
        env.step(0)


def test_rewards_of_ones_own():
    env = layout_env(win_reward=1, loss_reward=-5, step_reward=0.5, repeat_reward=-2)
    assert [env.step(action)[1] for action in (4, 4, 2, 6)] == [0.5, -2, 0.5, 1]
    env.reset(options={"layout": LAYOUT})
    assert env.step(0)[1] == -5


def test_an_open_cell_again_changes_nothing_and_costs_a_step():
    env = layout_env(max_steps=3)
    first_board = env.step(4)[0]
    second_board, reward, terminated, truncated, _ = env.step(4)
    assert (first_board == second_board).all()
    assert (reward, terminated, truncated) == (-0.04, False, False)
    assert env.step(4)[2:4] == (False, True)
    assert env.action_masks().sum() == 8


def test_an_episode_of_one_step():
    env = layout_env(max_steps=1)
    assert env.step(4)[2:4] == (False, True)


def test_seeds():
    env = gymnasium.make("minesolver/Minesweeper-expert-v0")

    def layouts(seed):
        drawn_layouts = []
        for k in range(3):
            env.reset(seed=seed if k == 0 else None)
            env.step(100)
            drawn_layouts.append(unwrapped(env).game.layout)
        return drawn_layouts

    assert layouts(5) == layouts(5)
    assert len(set(layouts(5) + layouts(6))) == 6
    env.reset(options={"seed": 12, "index": 3})
    env.step(100)
    game = Game(16, 30, 99, seed=12, index=3)
    game.open((3, 10))
    assert unwrapped(env).game.layout == game.layout


def test_no_path_to_the_hidden_mines_in_what_the_agent_sees():
    env = MinesweeperEnv(4, 4, 5, first_click="none")
    board, info = env.reset(seed=1)
    assert (board == HIDDEN).all()
    assert info["action_mask"].all()
    assert set(info) == {"action_mask", "won", "opened"}


def test_pictures():
    env = layout_env(render_mode="ansi")
    env.step(2)
    assert env.render() == "#10\n#21\n###\n"
    env.step(0)
    assert env.render() == "*10\n#21\n###\n"
    env = layout_env(render_mode="rgb_array")
    unopened = env.render()
    env.step(2)
    opened = env.render()
    assert unopened.dtype == np.uint8
    assert unopened.shape == opened.shape == (97, 97, 3)
    changed = (unopened != opened).any(axis=2)
    assert changed[:60, 40:].any()
    assert not changed[70:, :].any()


@pytest.mark.parametrize(
    "config",
    [
        {"mines": 9},
        {"first_click": "zero", "mines": 1},
        {"first_click": "fixed:0,0"},
        {"first_click": "never"},
        {"first_click": "given"},
        {"max_steps": 0},
        {"max_steps": True},
        {"max_steps": 2.5},
        {"win_reward": "much"},
        {"loss_reward": float("nan")},
        {"dense": "dense"},
        {"rows": "3"},
        {"render_mode": "human"},
        {"rows": 0},
    ],
)
def test_what_cannot_be_played_is_refused(config):
    with pytest.raises(RuleError):
        MinesweeperEnv(**({"rows": 3, "cols": 3, "mines": 2} | config))
    with pytest.raises(RuleError):
        VectorMinesweeper(2, **({"rows": 3, "cols": 3, "mines": 2} | config))


def test_misuse():
    env = MinesweeperEnv(3, 3, 2)
    with pytest.raises(RuleError, match="reset"):
        env.step(0)
    env.reset()
    for action in (9, -1, 1.5):
        with pytest.raises(RuleError, match="0 to 8"):
            env.step(action)
    with pytest.raises(RuleError, match="options"):
        env.reset(options={"colour": 1})
    no_options: Any = "seed"
    with pytest.raises(RuleError, match="options are seed, index and layout, not 'seed'"):
        env.reset(options=no_options)
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        env.reset(options={"seed": "x"})
    games = VectorMinesweeper(2, 3, 3, 2)
    with pytest.raises(RuleError, match="reset"):
        games.step(np.zeros(2, int))
    games.reset()
    for options in ("reset_mask", {"reset_mask": np.ones(3, bool)}, {"reset_mask": [0, 1]}):
        with pytest.raises(RuleError, match="reset_mask"):
            games.reset(options=options)
    with pytest.raises(RuleError, match=r"whole numbers of shape \(2,\), not float64 of \(2,\)"):
        games.step(np.zeros(2))
    for actions in (np.zeros(3, int), np.zeros(2), np.array([0, 9]), np.array([-1, 0])):
        with pytest.raises(RuleError):
            games.step(actions)


def test_true_is_the_action_one_and_no_mask():
    """Gymnasium's action space has it."""
    env, env_of_one = MinesweeperEnv(3, 3, 2), MinesweeperEnv(3, 3, 2)
    env.reset(seed=1)
    env_of_one.reset(seed=1)
    assert np.array_equal(env.step(True)[0], env_of_one.step(1)[0])


@pytest.mark.parametrize(
    "config",
    [
        {"rows": 4, "cols": 5, "mines": 2},
        {"rows": 5, "cols": 5, "mines": 4, "first_click": "zero", "max_steps": 6},
        {
            "rows": 4,
            "cols": 6,
            "mines": 5,
            "first_click": "none",
            "reveal": "single",
            "repeat_reward": -3.0,
        },
        {"rows": 1, "cols": 7, "mines": 2, "first_click": "row-col", "reveal": "cascade"}
        | {"rows": 3, "cols": 3},
    ],
)
def test_games_by_arrays_are_games(config):
    """Every step of every game replayed with the scalar game on the same layout."""
    number = 12
    games = VectorMinesweeper(number, **config)
    rules = Rules(config.get("first_click", "safe"), reveal=config.get("reveal", "cascade"))
    limit = config.get("max_steps", 2 * config["rows"] * config["cols"])
    rng = np.random.default_rng(2)
    boards, _ = games.reset(seed=4)
    assert (boards == HIDDEN).all()
    twins: list[Game | None] = [None] * number
    steps = [0] * number
    ended = [False] * number
    ends: Counter[tuple[bool, bool, bool]] = Counter()
    for _ in range(150):
        actions = rng.integers(0, config["rows"] * config["cols"], number)
        boards, rewards, terminated, truncated, info = games.step(actions)
        for i, action in enumerate(actions.tolist()):
            if ended[i]:
                assert (boards[i] == HIDDEN).all()
                assert (rewards[i], terminated[i], truncated[i]) == (0, False, False)
                twins[i], steps[i], ended[i] = None, 0, False
                continue
            cell = divmod(action, config["cols"])
            if twins[i] is None:
                mines = [(row, col) for row, col in np.argwhere(games.layouts[i]).tolist()]
                assert len(mines) == config["mines"]
                allowed = rules.allowed(config["rows"], config["cols"], cell)
                assert {r * config["cols"] + c for r, c in mines} <= set(allowed)
                # The layout is told: the first click moves nothing any more.
                twins[i] = Game(
                    config["rows"],
                    config["cols"],
                    rules=Rules("none", reveal=rules.reveal),
                    layout=mines,
                )
            twin = twins[i]
            steps[i] += 1
            expected = config.get("repeat_reward", -0.04)
            if twin.board.grid[cell] == HIDDEN:
                twin.open(cell)
                expected = 10 if twin.won else -1 if twin.lost else -0.04
            assert (boards[i] == twin.board.grid).all()
            assert rewards[i] == expected
            assert terminated[i] == twin.over
            assert truncated[i] == (not twin.over and steps[i] >= limit)
            hidden = (twin.board.grid == HIDDEN).ravel() & (not twin.over)
            assert (info["action_mask"][i] == hidden).all()
            assert (info["won"][i], info["opened"][i]) == (twin.won, twin.opened)
            ended[i] = bool(terminated[i] or truncated[i])
            ends[(bool(twin.won), bool(twin.lost), bool(truncated[i]))] += 1
    assert ends[False, True, False] > 0
    assert ends[True, False, False] > 0 or "max_steps" in config or config.get("reveal") == "single"


def test_layouts_by_arrays_are_uniform():
    number = 12_000
    games = VectorMinesweeper(number, 2, 3, 2)
    games.reset(seed=9)
    games.step(np.full(number, 4))
    counts = Counter(tuple(np.flatnonzero(layout).tolist()) for layout in games.layouts)
    possible = set(combinations([0, 1, 2, 3, 5], 2))
    assert counts.keys() == possible
    expected_count = number / len(possible)
    assert (
        sum((counts[key] - expected_count) ** 2 / expected_count for key in possible)
        < 9 + 4 * 18**0.5
    )


def test_games_by_arrays_repeat_with_a_seed_and_reset_in_part():
    def run(seed):
        games = VectorMinesweeper(5)
        games.reset(seed=seed)
        rng = np.random.default_rng(0)
        return [games.step(rng.integers(0, 81, 5))[0] for _ in range(10)], games

    first_boards, games = run(3)
    assert np.array_equal(first_boards, run(3)[0])
    assert not np.array_equal(first_boards, run(4)[0])
    boards, info = games.reset(options={"reset_mask": np.array([True, False, False, True, False])})
    assert (boards[[0, 3]] == HIDDEN).all()
    assert (boards[[1, 2, 4]] == first_boards[-1][[1, 2, 4]]).all()
    assert info["action_mask"].shape == (5, 81)


@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
def test_made_by_gymnasium(mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games = gymnasium.make_vec(
            "minesolver/Minesweeper-expert-v0", num_envs=2, vectorization_mode=mode
        )
        boards, _ = games.reset(seed=1)
        assert boards.shape == (2, 16, 30)
        assert boards.dtype == np.int8
        boards, rewards, *_ = games.step(np.array([0, 479]))
        assert (boards != HIDDEN).any(axis=(1, 2)).all()
        assert rewards.tolist() == [-0.04, -0.04]
        games.close()


def test_the_trained_agent_stays_behind_safest():
    script = Path(__file__).resolve().parents[3] / "examples" / "train_tabular.py"
    run = subprocess.run(
        [sys.executable, str(script), "--episodes", "4000", "--games", "300"],
        capture_output=True,
        text=True,
        check=True,
    )
    rates = [float(line.split("wins")[1].split("%")[0]) for line in run.stdout.splitlines()[1:]]
    uniform, learned, safest = rates
    assert uniform < learned < safest


def test_the_short_names_show_what_they_stand_for():
    assert {"IDS", "EnvConfig", "MinesweeperEnv", "VectorMinesweeper"} <= set(dir(minesolver.env))
    assert "TextEnv" in dir(minesolver.env.text)


def test_what_it_needs_is_named_where_it_is_not_installed():
    status, error = without_module("gymnasium", "from minesolver.env import MinesweeperEnv")
    assert re.fullmatch(r"minesolver: .*pip install .*\[gym\]'\n", error), error
    assert status == 1


def test_a_number_of_games_or_a_way_to_render_that_is_none_is_an_error_that_a_bot_catches():
    wrong: Any = np.arange(2)
    with pytest.raises(ArgumentTypeError, match="num_envs is a whole number"):
        VectorMinesweeper(wrong)
    with pytest.raises(RuleError, match="render_mode is ansi or rgb_array"):
        MinesweeperEnv(render_mode=wrong)
