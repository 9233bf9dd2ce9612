"""Registry of rules. One file a rule, named in ``_MODULES``, or an entry point of the group
``minesolver.rules`` of any installed package.
"""

from __future__ import annotations

from functools import cache

from ...base.registry import Registry
from .rule import ClueRule, ClueView, Neighbourhood, PlacementRule, Rule, Value

_MODULES = (
    *("eight", "four", "cross", "knight", "radius"),
    *("vanilla", "multiple", "negation", "liar", "modulo"),
    *("wall", "longest_wall", "partition", "eyesight"),
    *("quad", "triplet", "anti_knight", "horizontal", "unary", "balance", "dual", "battleship"),
    *("connected", "outside", "snake"),
)
_NAMES = {"radius": "radius-2", "longest_wall": "longest-wall", "anti_knight": "anti-knight"}

RULES = Registry(
    "rule",
    Rule,
    {_NAMES.get(module, module): f"{__name__}.{module}:RULE" for module in _MODULES},
    "minesolver.rules",
)


def names() -> tuple[str, ...]:
    """All rule names: neighbourhoods, clue rules, placement rules."""
    return RULES.names()


def get(name: str) -> Rule:
    """The rule of this name (or other name). Raises :class:`~minesolver.base.errors.UnknownNameError`."""
    for rule in map(RULES.get, RULES.own):
        if name in (rule.name, rule.also):
            return rule
    return RULES.get(name)


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


__all__ = [
    "ClueRule",
    "ClueView",
    "Neighbourhood",
    "PlacementRule",
    "Rule",
    "Value",
    "get",
    "names",
    "tagged",
]
