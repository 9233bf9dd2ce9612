"""Registry of policies: how a cell is chosen where nothing is proved safe.

A policy is a table of ``policies.toml``, or an entry point of the group ``minesolver.policies``
of any installed package. Every policy is a player as well, see :data:`minesolver.players.PLAYERS`.
"""

from ..base.registry import Registry
from .policy import Policy, Search

__all__ = ["POLICIES", "Policy", "Search"]

POLICIES = Registry(
    "policy",
    Policy,
    {
        "safest": f"{__name__}.declared_policies:POLICIES",
        "pseq": f"{__name__}.declared_policies:POLICIES",
        "lookahead": f"{__name__}.declared_policies:POLICIES",
        "balanced": f"{__name__}.declared_policies:POLICIES",
        "strongest": f"{__name__}.declared_policies:POLICIES",
        "careful": f"{__name__}.declared_policies:POLICIES",
        "thorough": f"{__name__}.declared_policies:POLICIES",
        "efficient": f"{__name__}.declared_policies:POLICIES",
    },
    "minesolver.policies",
)
"""From the quickest to the strongest; ``efficient`` is as strong as ``strongest``."""
policies = POLICIES
"""As :mod:`minesolver` exports it."""
