"""Registry of rules. A rule stands in ``RULES`` of a module of this package, with its name below, or is an
entry point of the group ``minesolver.rules``.
"""

from __future__ import annotations

from functools import cache

from ...base.errors import PuzzleError
from ...base.registry import Registry
from .combined import combined
from .rule import ClueRule, ClueView, Neighbourhood, PlacementRule, Quantity, Rule, Value

__all__ = [
    "MIXES",
    "RULES",
    "ClueRule",
    "ClueView",
    "Neighbourhood",
    "PlacementRule",
    "Quantity",
    "Rule",
    "Value",
    "of_tag",
]

_MODULES = {
    "neighbourhoods": (
        "eight",
        "four",
        "cross",
        "knight",
        "radius-2",
        "deviation",
        "kinsho",
        "diamond",
        "lines",
    ),
    "sums": ("vanilla", "multiple", "negation", "two-colours", "one-colour", "modulo", "liar"),
    "rings": ("wall", "longest-wall", "partition"),
    "rays": ("eyesight", "eyesight-difference", "queen", "product"),
    "groups": ("area", "group-4", "group-3"),
    "apart": ("quad", "triplet", "mixed-triplets", "anti-knight", "horizontal", "unary", "battleship"),
    "shapes": (
        "balance",
        "zero-sum",
        "dual",
        "flower",
        "accompanied",
        "in-triplets",
        "segment",
        "bridge",
        "connected",
        "rectangles",
        "outside",
        "snake",
    ),
}

MIXES = {
    "#": "vanilla,multiple,liar,wall,negation,cross+vanilla,partition,eyesight",
    "#'": "four+vanilla,knight+vanilla,longest-wall,eyesight-difference",
}
"""Names of several rules at once: in the game, the mixed boards of its first clue rules and of the others."""


@cache
def _named(name: str) -> Rule | None:
    """What another name, a tag, or several names joined by + stand for."""
    if "+" in name:
        return combined([RULES.get(part) for part in name.split("+")])
    rules = map(RULES.get, RULES.own)
    return next((rule for rule in rules if name and name in (rule.also, rule.tag.lower())), None)


RULES = Registry(
    "rule",
    Rule,
    {name: f"{__name__}.{module}:RULES" for module, names in _MODULES.items() for name in names},
    "minesolver.rules",
    fallback=_named,
)
"""Neighbourhoods, clue rules, placement rules."""


@cache
def of_tag(tag: str) -> ClueRule:
    """The rule of a clue with a tag, or with several tags. Raises PuzzleError: there is none."""
    known = {rule.tag: rule for rule in map(RULES.get, RULES.own) if not isinstance(rule, PlacementRule)}

    def split(rest: str) -> list[Rule] | None:
        ends = (end for end in range(len(rest), 0, -1) if rest[:end] in known)
        found = ((known[rest[:end]], split(rest[end:])) for end in ends)
        return next(([first, *after] for first, after in found if after is not None), None if rest else [])

    parts = split(tag)
    if not parts:
        raise PuzzleError(f"unknown tag {tag!r} of a clue; known: {', '.join(filter(None, known))}")
    if not any(isinstance(part, ClueRule) for part in parts):
        parts.append(RULES.get("vanilla"))
    return parts[0] if len(parts) == 1 and isinstance(parts[0], ClueRule) else combined(parts)
