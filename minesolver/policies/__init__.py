"""Registry of policies: how a cell is chosen where nothing is proved safe. One file a policy.

A policy is a module of this package with ``POLICY = Policy(...)`` and its name below, from the quickest to
the strongest, or an entry point of the group ``minesolver.policies`` of any installed package.
"""

from __future__ import annotations

from ..base.registry import Registry
from .policy import Policy

__all__ = ["POLICIES", "Policy"]

POLICIES = Registry(
    "policy",
    Policy,
    {
        name: f"{__name__}.{name}:POLICY"
        for name in ("safest", "pseq", "lookahead", "balanced", "strongest", "careful", "thorough")
    },
    "minesolver.policies",
)
