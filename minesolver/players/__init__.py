"""Registry of players: who plays, by the names that ``--policy`` takes.

A player is an :class:`Agent` in a module of this package, by its name below; an entry point of the group
``minesolver.players`` of any installed package; a policy (every one of
:data:`minesolver.policy.POLICIES`); ``optimal:FILE``, a file that ``minesolver optimal --save`` wrote; or
``FILE.py``, a Python file with a player.
Names are listed without importing the players. Players see boards and never import :mod:`minesolver.game`.
"""

from ..base.errors import UnknownNameError
from ..base.registry import Registry
from ..policy import POLICIES
from .player import Agent, Move, Player

__all__ = ["PLAYERS", "Agent", "Move", "Player"]


def _cs50() -> Agent:
    return PLAYERS.get("cs50")


def _agent_elsewhere(name: str) -> Agent | None:
    """A policy, a file of best play or the player of a Python file, as an agent."""
    if name.endswith(".py"):  # SUFFIX of that module, which few need
        from .from_file import agent as agent_of_file

        return agent_of_file(name, _cs50)
    if name.startswith("optimal:"):
        from .saved_best_play import agent

        return agent(name.removeprefix("optimal:"))
    try:
        policy = POLICIES.get(name)
    except UnknownNameError:
        return None
    if policy.saves_clicks:
        from . import efficient

        return efficient.agent_of(name, policy)
    from . import safest

    return safest.agent_of(name, policy)


PLAYERS = Registry(
    "policy",
    Agent,
    {
        "uniform_random": f"{__name__}.uniform_random:AGENT",
        "baseline": f"{__name__}.layered:agent",
        "basic": f"{__name__}.layered:agent",
        "advanced": f"{__name__}.layered:agent",
        "advanced_total": f"{__name__}.layered:agent",
        "likelihood_max": f"{__name__}.layered:agent",
        "likelihood_average": f"{__name__}.layered:agent",
        "likelihood_max_total": f"{__name__}.layered:agent",
        "likelihood_average_total": f"{__name__}.layered:agent",
        "likelihood_max_total_board": f"{__name__}.layered:agent",
        "likelihood_average_total_board": f"{__name__}.layered:agent",
    },
    "minesolver.players",
    fallback=_agent_elsewhere,
    other_names=POLICIES.names,
)
