"""Registry of policies: how a cell is chosen where nothing is proved safe. One file a policy.

A policy is a module of this package with ``POLICY = Policy(...)`` and its name below, from the quickest to
the strongest, or an entry point of the group ``minesolver.policies`` of any installed package.
"""

from __future__ import annotations

from ..base.registry import Registry
from .policy import Policy
from .recommend import Candidate, Outcome, Recommendation, advise, recommend

__all__ = ["Candidate", "Outcome", "Policy", "Recommendation", "advise", "get", "names", "recommend"]

POLICIES = Registry(
    "policy",
    Policy,
    {
        name: f"{__name__}.{name}:POLICY"
        for name in ("safest", "pseq", "lookahead", "balanced", "strongest", "careful", "thorough")
    },
    "minesolver.policies",
)


def names() -> tuple[str, ...]:
    """All policy names, the quickest first."""
    return POLICIES.names()


def get(name: str) -> Policy:
    """The policy of a name.

    name: One of :func:`names`
    Raises UnknownNameError: no such policy.
    """
    return POLICIES.get(name)
