"""Registry of rules. A rule stands in ``RULES`` of a module of this package, with its texts in
``declared.toml``, or is an entry point of the group ``minesolver.rules``.
"""

from functools import cache

from ...base.errors import PuzzleError
from ...base.registry import Registry
from ..declared import places
from .combined import combined
from .rule import ClueRule, ClueView, Neighbourhood, PlacementRule, Quantity, Rule, Value

__all__ = [
    "MIXES", "RULES", "ClueRule", "ClueView", "Neighbourhood", "PlacementRule", "Quantity", "Rule", "Value",
    "of_tag",
]  # fmt: skip

MIXES = {
    "#": "vanilla,multiple,liar,wall,negation,cross+vanilla,partition,eyesight",
    "#'": "four+vanilla,knight+vanilla,longest-wall,eyesight-difference",
    "lm": "liar+multiple", "mn": "multiple+negation", "mx": "cross,multiple", "nx": "cross,negation",
    "uw": "unary,wall", "cd": "connected,dual", "cq": "connected,quad", "ct": "connected,triplet",
    "oq": "outside,quad", "ot": "outside,triplet", "qt": "quad,triplet",
}  # fmt: skip
"""Names of several rules at once: in the first game, its mixed boards and its combinations."""


@cache
def _other_name(name: str) -> Rule | None:
    """What another name, a tag, or several names joined by + stand for."""
    if "+" in name:
        return combined([RULES.get(single_name) for single_name in name.split("+")])
    for rule in map(RULES.get, RULES.own):
        if name and name in (rule.also, rule.tag.lower()):
            return rule
    if name.startswith("m"):
        from .multi_mine import of_name  # few boards have cells of several mines

        return of_name(name)
    return None


RULES = Registry(
    "rule",
    Rule,
    places("rules"),
    "minesolver.rules",
    fallback=_other_name,
)
"""Neighbourhoods, clue rules, placement rules."""


@cache
def of_tag(tag: str) -> ClueRule:
    """The rule of a clue with a tag. Raises PuzzleError: there is none."""
    rule_of = {}
    for rule in map(RULES.get, RULES.own):
        if not isinstance(rule, PlacementRule):
            rule_of[rule.tag] = rule
    if tag not in rule_of:
        known_tags = ", ".join(known_tag for known_tag in rule_of if known_tag)
        raise PuzzleError(f"unknown tag {tag!r} of a clue; known: {known_tags}")
    rule = rule_of[tag]
    return rule if isinstance(rule, ClueRule) else combined([rule, RULES.get("vanilla")])
