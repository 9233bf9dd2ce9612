"""Registry of agents. One file an agent or a small family of them.

An agent is an entry of ``AGENTS`` in a module of this package, with its name and that module's in
``_MODULES``, or an entry point of the group ``minesolver.players`` of any installed package. Names are listed
without importing the agents; getting one imports its module only. Agents see boards and never import
:mod:`minesolver.game`.
"""

from __future__ import annotations

from importlib.util import resolve_name
from typing import Any

from ..base.registry import Registry
from .player import Agent, Move, Player

__all__ = ["Agent", "Move", "Player", "get", "make", "names"]

_MODULES = {
    "uniform_random": ".uniform_random",
    "baseline": ".layered",
    "basic": ".layered",
    "advanced": ".layered",
    "advanced_total": ".layered",
    "likelihood_max": ".likelihood",
    "likelihood_average": ".likelihood",
    "likelihood_max_total": ".likelihood",
    "likelihood_average_total": ".likelihood",
    "likelihood_max_total_board": ".likelihood",
    "likelihood_average_total_board": ".likelihood",
    "safest": ".safest",
    "pseq": ".policies",
    "lookahead": ".policies",
    "balanced": ".policies",
    "strongest": ".policies",
    "careful": ".policies",
    "thorough": ".policies",
}

PLAYERS = Registry(
    "agent",
    Agent,
    {name: f"{resolve_name(module, __name__)}:AGENTS" for name, module in _MODULES.items()},
    "minesolver.players",
)


def names() -> tuple[str, ...]:
    """All agent names."""
    return PLAYERS.names()


def get(name: str) -> Agent:
    """The agent of a name.

    name: One of :func:`names`, or ``optimal:FILE`` with a file that ``minesolver optimal --save`` wrote
    Raises UnknownNameError: no such agent.
    """
    if name.startswith("optimal:"):
        from .optimal import agent

        return agent(name.removeprefix("optimal:"))
    return PLAYERS.get(name)


def make(name: str, **options: Any) -> Player:
    """A new player.

    options: Keyword options, where the agent has any
    Raises UnknownNameError: no such agent.
    """
    return get(name).make(**options)
