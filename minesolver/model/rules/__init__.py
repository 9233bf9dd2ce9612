"""Registry of rules. A rule stands in ``RULES`` of a module of this package, with its name below, or is an
entry point of the group ``minesolver.rules``.
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

_MODULES = {
    "neighbourhoods": ("eight", "four", "cross", "knight", "radius-2"),
    "sums": ("vanilla", "multiple", "negation", "liar", "modulo"),
    "rings": ("wall", "longest-wall", "partition"),
    "eyesight": ("eyesight",),
    "apart": ("quad", "triplet", "anti-knight", "horizontal", "unary", "battleship"),
    "shapes": ("balance", "dual", "connected", "outside", "snake"),
}


def _also(name: str) -> Rule | None:
    return next((rule for rule in map(RULES.get, RULES.own) if rule.also == name), None)


RULES = Registry(
    "rule",
    Rule,
    {name: f"{__name__}.{module}:RULES" for module, names in _MODULES.items() for name in names},
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
