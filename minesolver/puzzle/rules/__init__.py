"""Registry of rules. One file a rule; its name is in ``_MODULES``."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ...errors import UnknownNameError
from .rule import ClueRule, Neighbourhood, PlacementRule, Rule, Value, View

_MODULES = (
    *("eight", "four", "cross", "knight", "radius"),
    *("vanilla", "multiple", "negation", "liar", "modulo"),
    *("wall", "longest_wall", "partition", "eyesight"),
    *("quad", "triplet", "anti_knight", "horizontal", "unary", "balance", "dual", "battleship"),
    *("connected", "outside", "snake"),
)


@cache
def _all() -> dict[str, Rule]:
    rules = [import_module(f".{module}", __name__).RULE for module in _MODULES]
    return {rule.name: rule for rule in rules}


def names() -> tuple[str, ...]:
    """All rule names: neighbourhoods, clue rules, placement rules."""
    return tuple(_all())


def get(name: str) -> Rule:
    """The rule of this name (or other name). Raises :class:`UnknownNameError`."""
    rules = _all()
    for rule in rules.values():
        if name in (rule.name, rule.also):
            return rule
    raise UnknownNameError(f"unknown rule {name!r}; known: {', '.join(rules)}")


@cache
def tagged() -> dict[str, tuple[str, str]]:
    """(neighbourhood, clue rule) that each tag before a clue stands for."""
    found = {}
    for rule in _all().values():
        if isinstance(rule, Neighbourhood):
            found[rule.tag] = (rule.name, "vanilla")
        elif isinstance(rule, ClueRule):
            found.setdefault(rule.tag, ("", rule.name))
    return found


__all__ = ["ClueRule", "Neighbourhood", "PlacementRule", "Rule", "Value", "View", "get", "names", "tagged"]
