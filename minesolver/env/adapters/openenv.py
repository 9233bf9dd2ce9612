"""OpenEnv: a server by ``uvicorn minesolver.env.adapters.openenv:app``, and ``Minesweeper`` without one."""

from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

from ..text import TextEnv


class Answer(Action):  # type: ignore[misc]
    """What a player answers."""

    text: str


class Shown(Observation):  # type: ignore[misc]
    """What a player is shown; ``metadata`` has the rest of a :class:`Turn`."""

    text: str


class Minesweeper(Environment):  # type: ignore[misc]
    """Episodes of :class:`TextEnv`: ``reset`` takes its arguments, but ``seed`` is the episode, or the next
    one.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True
    state = State()

    def __init__(self) -> None:
        super().__init__()
        self._env = TextEnv()
        self._config: dict[str, Any] = {}
        self.state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **config: Any) -> Shown:
        """The prompt of a new episode."""
        if config != self._config:
            self._env = TextEnv(**config)
            self._config = config
        self.state = State(episode_id=episode_id)
        return Shown(text=self._env.reset(seed))

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Shown:
        """What an answer leads to."""
        turn = self._env.step(action.text)
        self.state.step_count += 1
        return Shown(text=turn.text, reward=turn.reward, done=turn.done, metadata=turn.info)


app = create_fastapi_app(Minesweeper, Answer, Shown)
