"""Registry of policies: how a cell is chosen where nothing is proved safe. One file a policy.

A policy is a module of this package with ``POLICY = Policy(...)`` and its name in ``_NAMES``, from the
quickest to the strongest.
"""

from __future__ import annotations

from importlib import import_module

from ..errors import UnknownNameError
from .policy import Policy
from .recommend import Candidate, Outcome, Recommendation, advise, recommend

__all__ = ["Candidate", "Outcome", "Policy", "Recommendation", "advise", "get", "names", "recommend"]

_NAMES = ("safest", "pseq", "lookahead", "strongest")


def names() -> tuple[str, ...]:
    """All policy names, the quickest first."""
    return _NAMES


def get(name: str) -> Policy:
    """The policy of this name. Raises :class:`UnknownNameError`."""
    if name not in _NAMES:
        raise UnknownNameError(f"unknown policy {name!r}; known: {', '.join(_NAMES)}")
    policy = import_module(f".{name}", __name__).POLICY
    assert isinstance(policy, Policy)
    return policy
