"""Environments of games that are dealt as they are played, and of boards under rules."""

from __future__ import annotations

from itertools import compress
from typing import Any

import gymnasium
import numpy as np
import pytest
from depth import thorough

import minesolver as ms
from minesolver.env import MinesweeperEnv
from minesolver.env.text import TextEnv
from minesolver.extras.env.vector import VectorMinesweeper
from minesolver.game.dealing import DEALS, guess_risk


def test_environments_deal():
    env = MinesweeperEnv(4, 4, 5, first_click="none", deal="cruel")
    env.reset(seed=1)
    assert env.step(0)[2]
    text = TextEnv("4x4/5", first_click="none", deal="forgiving")
    text.reset()
    turn = text.step("open 0,0")
    assert (turn.done, turn.info["risk"]) == (False, "5/16")
    with pytest.raises(ms.RuleError, match="stepped together"):
        VectorMinesweeper(2, deal="fair")


GROUNDS = {
    "square": (3, 4, ()),
    "torus": (3, 4, ()),
    "cylinder": (3, 4, ()),
    "hex": (3, 4, ()),
    "triangle": (3, 4, ()),
    "moebius": (3, 4, ()),
    "klein": (3, 4, ()),
    "projective": (3, 4, ()),
    "3d": (2, 3, (2,)),
    "4d": (2, 2, (2, 2)),
    "boards": (2, 3, (2,)),
    "cube": (2, 2, (6,)),
    "geodesic": (1, 2, (6,)),
}


def test_every_geometry_is_tried():
    from minesolver.model.geometries import GEOMETRIES

    assert set(GEOMETRIES) == set(GROUNDS)


def _fits(game: ms.Game[Any]) -> bool:
    """Whether the layout that goes on has all that is shown: clues count the mines beside them."""
    board: Any = game.board
    layout = game.layout
    assert layout is not None
    for cell in board.cells:
        state = board[cell]
        if state in ("#", ms.HIDDEN):
            continue
        is_mine = state in ("*", ms.MINE)
        value = getattr(state, "value", state)
        beside = sum(other in layout for other in board.neighbours(cell))
        if is_mine != (cell in layout) or (not is_mine and value != beside):
            return False
    return len(layout) == game.mines


def geometries_and_deals() -> list[Any]:
    """Each geometry under each deal; in a quick run under one, which it shares with every third."""
    cases = []
    for geometry_number, geometry in enumerate(GROUNDS):
        for deal_number, deal in enumerate(DEALS[1:]):
            is_quick = (geometry_number + deal_number) % len(DEALS[1:]) == 0
            cases.append((geometry, deal) if is_quick else thorough(geometry, deal))
    return cases


@pytest.mark.parametrize("geometry, deal", geometries_and_deals())
def test_environments_deal_layouts_that_fit_on_every_geometry(geometry, deal):
    rows, cols, layers = GROUNDS[geometry]
    size = "x".join(map(str, (*layers, rows, cols)))
    env = MinesweeperEnv(
        rows, cols, 3, layers=layers, board=geometry, deal=deal, first_click="none"
    )
    text_env = TextEnv(f"{size}/3", board=geometry, deal=deal, first_click="none", seed=5)
    outcomes = set()
    for episode in range(6):
        _, info = env.reset(seed=episode)
        done = False
        while not done:
            hidden = [index for index, is_hidden in enumerate(info["action_mask"]) if is_hidden]
            cell = env.game.board.cells[hidden[episode % len(hidden)]]
            risk = guess_risk(env.game.board, cell, deal)
            _, _, done, _, info = env.step(hidden[episode % len(hidden)])
            assert _fits(env.game)
            assert (cell in env.game.layout) == (risk == 1) or 0 < risk < 1
        outcomes.add(info["won"])
        text_env.reset()
        while not text_env.over:
            game = text_env.game
            assert game is not None
            best = ms.analyze(game.board).best
            text_env.step(f"open {best}")
            assert _fits(game)
    # Against who opens what comes first: cruel mines always win, as the first cell is not proved.
    assert outcomes == {False} or deal != "cruel"


def test_cells_that_hold_several_mines():
    env = MinesweeperEnv(3, 4, 4, board="multi-2", first_click="none")
    hits = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        done = False
        while not done:
            action = int(info["action_mask"].argmax())
            observation, _, done, _, info = env.step(action)
            assert env.observation_space.contains(observation)
        hits |= set(observation.ravel().tolist()) & {127}
        game = env.game
        is_opened = [game.board[cell] != "#" for cell in game.board.cells]
        is_lost = any(map(game.mines_in, compress(game.board.cells, is_opened)))
        assert info["won"] == (not is_lost)
    assert hits
    text_env = TextEnv("3x3/3", board="multi-2", seed=2)
    assert "multi-2" in text_env.reset()
    text_env.step("flag 0,0")
    assert "flags: (0,0)*2" in text_env.step("flag 0,0").text


def test_a_place_without_a_cell_has_no_action():
    env = MinesweeperEnv(2, 4, 8, board="geodesic", layers=(6,), first_click="safe")
    assert env.observation_space.shape == (42,)
    assert env.action_space == gymnasium.spaces.Discrete(42)
    observation, _ = env.reset(seed=1)
    observation, *_ = env.step(np.int64(41))
    assert observation[41] in range(6)


@pytest.mark.parametrize("rules", ["hex", "torus,liar", "quad", "encrypted"])
def test_the_environment_takes_rules(rules):
    env: Any = MinesweeperEnv(4, 4, 5, board=rules, first_click="none")
    assert env.observation_space.shape == (4, 4)
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        while True:
            assert observation.tolist() == [
                [
                    -1 if (s := env.game.board[r, c]) == "#" else 127 if s == "*" else s.value
                    for c in range(4)
                ]
                for r in range(4)
            ]
            assert env.observation_space.contains(observation)
            action = int(env.action_space.sample(info["action_mask"]))
            observation, reward, over, _, info = env.step(action)
            if over:
                assert reward == (10.0 if info["won"] else -1.0)
                break
    with pytest.raises(ms.RuleError, match="wall"):
        MinesweeperEnv(4, 4, 5, board="wall")
    silent = MinesweeperEnv(4, 4, 5, board="self-referential", first_click="none")
    observation, _ = silent.reset(
        seed=1, options={"layout": [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]}
    )
    codes = [silent.step(np.int64(cell))[0].flat[cell] for cell in (14, 7, 4)]
    assert codes[0] in range(4)  # any letter: the top row has a mine in every column
    assert codes[1:] == [126, 127]
    with pytest.raises(ms.RuleError, match="sync"):
        gymnasium.make_vec("minesolver/Minesweeper-v0", 2, board=rules, rows=4, cols=4, mines=5)
