"""The text environment in the programs of others, each run by the package itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import minesolver as ms
from minesolver.env.text import TextEnv

CONFIG: dict[str, Any] = {"size": "5x5/4", "no_guess": True, "reward": "dense", "seed": 2}


def best_answer(env: TextEnv) -> str:
    return f"I open {ms.analyze(env.game.board).best}"


def test_gem():
    gem = pytest.importorskip("gem")
    pytest.importorskip("minesolver.env.adapters.gem")
    env = gem.make("minesolver-v0", **CONFIG)
    prompt, _ = env.reset(seed=7)
    assert prompt == TextEnv(**CONFIG).reset(7)
    done = False
    while not done:
        _, reward, done, truncated, info = env.step(best_answer(env.env))
        assert not truncated
    assert (reward, info["won"]) == (1, True)


def test_textarena():
    textarena = pytest.importorskip("textarena")
    pytest.importorskip("minesolver.env.adapters.textarena")
    env = textarena.make("Minesolver-v0", **CONFIG)
    env.reset(num_players=1, seed=3)
    player, observation = env.get_observation()
    assert "5x5 cells" in str(observation)
    done = False
    while not done:
        done, info = env.step(action=best_answer(env.env))
    rewards, info = env.close()
    assert rewards == {player: 1}
    assert info[0]["reason"] == "You won."
    env.reset(num_players=1, seed=3)
    for _ in range(3):
        done, info = env.step(action="hm")
    assert done
    assert "no move" in info["error"]


def test_reasoning_gym():
    reasoning_gym = pytest.importorskip("reasoning_gym")
    pytest.importorskip("minesolver.env.adapters.reasoning_gym")
    data = reasoning_gym.create_dataset("minesolver", size=6, seed=5, boards=("5x5/4", "6x6/7"))
    entries = list(data)
    assert len(entries) == 6
    assert entries == list(
        reasoning_gym.create_dataset("minesolver", size=6, seed=5, boards=("5x5/4", "6x6/7"))
    )
    for entry in entries:
        assert data.score_answer(entry["answer"], entry) == 1
        assert data.score_answer(None, entry) == data.score_answer("hm", entry) == 0
        analysis = ms.analyze(ms.Board.parse(entry["metadata"]["board"]))
        for cell in analysis.mines:
            assert data.score_answer(f"open {cell}", entry) < 0.99


def test_inspect(tmp_path, monkeypatch):
    inspect_ai = pytest.importorskip("inspect_ai")
    model = pytest.importorskip("inspect_ai.model")
    adapter = pytest.importorskip("minesolver.env.adapters.inspect_ai")
    words = SimpleNamespace(encode=lambda text, **_: text.split())
    monkeypatch.setattr("tiktoken.get_encoding", lambda name: words)  # its own are downloaded
    env = TextEnv(**CONFIG)
    answers = []
    for episode in range(2):
        env.reset(episode)
        while not env.over:
            answers.append(best_answer(env))
            env.step(answers[-1])
    outputs = [model.ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    played = model.get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(
        adapter.minesolver(2, **CONFIG), model=played, log_dir=str(tmp_path), display="none", max_samples=1
    )
    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["mean"].value == 1
    assert log.samples[0].scores["rewarded"].metadata["proved moves found"] == 1
