"""Registry of rules. One file a rule, with its name below, or an entry point of the group
``minesolver.rules`` of any installed package.
"""

from __future__ import annotations

from functools import cache

from ...base.registry import Registry
from .rule import ClueRule, ClueView, Neighbourhood, PlacementRule, Quantity, Rule, Value

__all__ = [
    "RULES",
    "ClueRule",
    "ClueView",
    "Neighbourhood",
    "PlacementRule",
    "Quantity",
    "Rule",
    "Value",
    "tagged",
]

_NAMES = (
    *("eight", "four", "cross", "knight", "radius-2"),
    *("vanilla", "multiple", "negation", "liar", "modulo"),
    *("wall", "longest-wall", "partition", "eyesight"),
    *("quad", "triplet", "anti-knight", "horizontal", "unary", "balance", "dual", "battleship"),
    *("connected", "outside", "snake"),
)


def _also(name: str) -> Rule | None:
    return next((rule for rule in map(RULES.get, RULES.own) if rule.also == name), None)


RULES = Registry(
    "rule",
    Rule,
    {name: f"{__name__}.{name.replace('-', '_')}:RULE" for name in _NAMES},
    "minesolver.rules",
    fallback=_also,
)
"""Neighbourhoods, clue rules, placement rules."""


@cache
def tagged() -> dict[str, tuple[str, str]]:
    """(neighbourhood, clue rule) that each tag before a clue stands for."""
    found = {}
    for rule in map(RULES.get, RULES.own):
        if isinstance(rule, Neighbourhood):
            found[rule.tag] = (rule.name, "vanilla")
        elif isinstance(rule, ClueRule):
            found.setdefault(rule.tag, ("", rule.name))
    return found
