"""The text environment in the programs of others, each run by the package itself."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
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
        adapter.minesolver(2, **CONFIG),
        model=played,
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["mean"].value == 1
    assert log.samples[0].scores["rewarded"].metadata["proved moves found"] == 1


def test_openenv():
    pytest.importorskip("openenv")
    adapter = pytest.importorskip("minesolver.env.adapters.openenv")
    from openenv.core import GenericEnvClient
    from uvicorn import Config, Server

    server = Server(Config(adapter.app, port=0, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
            env = TextEnv(**CONFIG)
            arguments = {name: value for name, value in CONFIG.items() if name != "seed"}
            plain = TextEnv(**arguments)
            assert client.reset(seed=7, **arguments).observation["text"] == plain.reset(7)
            assert client.reset(**arguments).observation["text"] == plain.reset()
            assert env.reset(7) != plain.reset(7)
            result = client.reset(seed=7, **arguments)
            while not result.done:
                answer = best_answer(plain)
                result = client.step({"text": answer})
                turn = plain.step(answer)
                assert (result.observation["text"], result.reward) == (turn.text, turn.reward)
            assert result.reward == 1
            assert client.state()["step_count"] > 1
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def served(answer):
    """The address of a model that completes chats with ``answer(messages)``."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = {"role": "assistant", "content": answer(request["messages"])}
            choice = {"index": 0, "delta": message, "finish_reason": "stop"}
            chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            chunk |= {"choices": [choice]}
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()


def test_verifiers(tmp_path, monkeypatch):
    vf = pytest.importorskip("verifiers.v1")
    pytest.importorskip("minesolver.env.adapters.verifiers")
    from verifiers.v1.utils.loaders import load_environment, resolve_env_config

    names = "MinesweeperEnv, MinesweeperTaskset, __all__"
    (tmp_path / "my_mines.py").write_text(
        f"from minesolver.env.adapters.verifiers import {names}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    player = {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}
    config = resolve_env_config({"taskset": {"id": "my_mines", "game": CONFIG}, "player": player})
    env = load_environment(config)
    tasks = [*env.taskset.skip(1).take(1)]
    text_env = TextEnv(**CONFIG)
    assert tasks[0].data.prompt == text_env.reset(1)

    def answer(messages):
        text = best_answer(text_env)
        text_env.step(text)
        return text

    async def play(address):
        client = vf.EvalClientConfig(base_url=address, api_key_var="NONE")
        context = vf.ModelContext(model="m", client=client, sampling=vf.SamplingConfig())
        async with env.serving():
            return await env.run_slot(env.slots(tasks[0])[0], context)

    with served(answer) as address:
        episode = asyncio.run(play(address))
    assert episode.ok, episode.errors
    (trace,) = episode.traces
    assert trace.reward == 1
    assert trace.metrics["proved moves found"] == 1
