"""Inspect: ``inspect eval`` of ``minesolver(...)``, a task of episodes with a score that removes the luck."""

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

from ..text import TextEnv


@solver  # type: ignore[untyped-decorator]
def play(**config: Any) -> Any:
    """Play the episode of a sample to its end."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        env = TextEnv(**config)
        env.reset(state.metadata["episode"])
        state.metadata["reward"] = 0.0
        done = False
        while not done:
            state = await generate(state)
            turn = env.step(state.output.completion)
            done = turn.done
            state.metadata["reward"] += turn.reward
            state.messages.append(ChatMessageUser(content=turn.text))
        state.metadata |= {name: value.value for name, value in env.score.summary().items()}
        return state

    return solve


@scorer(metrics=[mean(), stderr()])  # type: ignore[untyped-decorator]
def rewarded() -> Any:
    """The sum of the rewards of an episode; the figures of its score are in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=state.metadata["reward"], metadata=state.metadata)

    return score


@task  # type: ignore[untyped-decorator]
def minesolver(episodes: int = 20, **config: Any) -> Task:
    """Episodes of :class:`TextEnv`, whose arguments it takes."""
    env = TextEnv(**config)
    samples = [
        Sample(input=env.reset(episode), metadata={"episode": episode})
        for episode in range(episodes)
    ]
    return Task(dataset=samples, solver=play(**config), scorer=rewarded())
