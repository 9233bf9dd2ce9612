"""Registry of agents. One file an agent or a small family of them.

An agent is an entry of ``AGENTS`` in a module of this package, with its name and that module's in
``_MODULES``. Names are listed without importing the agents; getting one imports its module only. Agents see
boards and never import :mod:`minesolver.game`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..errors import UnknownNameError
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
    "bfs": "..sources.search_agents",
    "dfs": "..sources.search_agents",
    "best_first": "..sources.search_agents",
    "best_first_literal": "..sources.search_agents",
    "cs50": "..sources.cs50_player",
    "safest": ".safest",
    "pseq": ".policies",
    "lookahead": ".policies",
    "strongest": ".policies",
}


def names() -> tuple[str, ...]:
    """All agent names."""
    return tuple(_MODULES)


def get(name: str) -> Agent:
    """The agent of this name. Raises :class:`UnknownNameError`."""
    if name not in _MODULES:
        raise UnknownNameError(f"unknown agent {name!r}; known: {', '.join(_MODULES)}")
    agent = import_module(_MODULES[name], __name__).AGENTS[name]
    assert isinstance(agent, Agent)
    return agent


def make(name: str, **options: Any) -> Player:
    """A new player of this name, with the options that its agent has. Raises :class:`UnknownNameError`."""
    return get(name).make(**options)
