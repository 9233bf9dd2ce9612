"""One clue that follows several rules: a liar's multiple clues (``liar+multiple``), or clues that see a cross
on a board where others do not (``cross+vanilla``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import prod
from typing import Any

from ...base.errors import PuzzleError
from ..constraint import Constraint, OneOf
from .rule import CellValues, ClueRule, ClueView, Neighbourhood, Rule, Value, read_number
from .sums import VANILLA, weighed_rule

_WEIGHING = ("vanilla", "multiple", "negation")
"""What these make of mines is multiplied."""
_RETELLING = ("modulo", "liar")
"""These tell the number that the others show, in this order."""

_APART = (
    ("neighbourhood", "neighbourhood"),
    ("neighbourhood", "sightless"),  # it says itself which cells it is about
    ("statement", "statement"),  # a clue has one thing to say
    ("statement", "weights"),  # it is no sum that a mine could count twice in
    ("statement", "modulo"),
    ("wordy statement", "liar"),  # no number is one more or one less
    ("wordy statement", "code"),
    ("letter code", "letter code"),  # a letter stands for a number, not for another letter
    ("sightless code", "sightless statement"),  # neither says which cells the other means
)
"""Traits of two rules that mean nothing together in one clue."""


def _traits(rule: Rule) -> set[str]:
    """What a rule is as a part of a clue: the words of :data:`_APART`."""
    if isinstance(rule, Neighbourhood):
        return {"neighbourhood"}
    assert isinstance(rule, ClueRule)
    traits = set() if rule.sees_neighbours else {"sightless"}
    shows_number = rule.read is read_number
    if rule.wraps:
        traits |= {"code"}
        traits |= {"letter code"} if not shows_number else set()
        traits |= {"sightless code"} if not rule.sees_neighbours else set()
    elif rule.name in _RETELLING:
        traits |= {rule.name}
    elif rule.name in _WEIGHING:
        traits |= {"weights"} if rule.name != "vanilla" else set()
    else:
        traits |= {"statement"}
        traits |= {"wordy statement"} if not shows_number else set()
        traits |= {"sightless statement"} if not rule.sees_neighbours else set()
    return traits


def _go_together(rules: Sequence[Rule]) -> bool:
    """Whether rules, all different and at least one of them of clues, make one clue."""
    if len({rule.name for rule in rules}) < len(rules):
        return False
    if not all(isinstance(rule, Neighbourhood | ClueRule) for rule in rules):
        return False
    if not any(isinstance(rule, ClueRule) for rule in rules):
        return False
    for rule, other_rule in combinations(rules, 2):
        traits, other_traits = _traits(rule), _traits(other_rule)
        for trait, unfit_trait in _APART:
            if trait in traits and unfit_trait in other_traits:
                return False
            if trait in other_traits and unfit_trait in traits:
                return False
    return True


def combined(rules: Sequence[Rule]) -> ClueRule:
    """The rule of a clue that follows all of some rules: what mines count is multiplied, and what one shows
    is what the next speaks of.

    Raises PuzzleError: they mean nothing together.
    """
    if not _go_together(rules):
        raise PuzzleError(
            f"{' and '.join(rule.name for rule in rules)} do not make one clue together"
        )
    neighbourhoods = [rule for rule in rules if isinstance(rule, Neighbourhood)]
    clue_rules = sorted([rule for rule in rules if isinstance(rule, ClueRule)], key=_retelling_rank)

    # How the combination is called and described.
    named_rules = [*neighbourhoods, *clue_rules]
    tags = sorted(rule.tag for rule in named_rules if rule.name != "vanilla")
    needs: list[str] = []
    for rule in named_rules:
        needs += rule.needs
    described: dict[str, Any] = {
        "name": "+".join(rule.name for rule in named_rules),
        "tag": "".join(tags) or "V",
        "definition": " ".join(rule.definition for rule in named_rules),
        "needs": tuple(dict.fromkeys(needs)),
        "near": neighbourhoods[0] if neighbourhoods else None,
    }

    # First what the mines say, then, around it, one code after the other; letters are the last to be shown.
    code_rules = [rule for rule in clue_rules if rule.wraps]
    code_rules.sort(key=_wrapping_rank)
    combination = _retold([rule for rule in clue_rules if not rule.wraps], described)
    for code_rule in code_rules:
        assert code_rule.wraps
        combination = code_rule.wraps(combination)
    return replace(combination, **described)


def _retelling_rank(rule: ClueRule) -> int:
    """Rules that tell the number of others come after them, in their order."""
    return 1 + _RETELLING.index(rule.name) if rule.name in _RETELLING else 0


def _wrapping_rank(code_rule: ClueRule) -> tuple[bool, bool]:
    """Codes that show letters are put around those that show numbers."""
    return code_rule.read is not read_number, code_rule.sees_neighbours


def _retold(rules: Sequence[ClueRule], described: dict[str, Any]) -> ClueRule:
    """The rule of a clue whose value is that of the first, as the others tell it.

    described: What the rule is called
    """
    # Beside another rule, Minesweeper's own has nothing to say.
    rules = [rule for rule in rules if rule.name != "vanilla"] or [VANILLA]
    first_rule, retelling_rules = rules[0], rules[1:]
    if not retelling_rules:
        return first_rule
    if all(rule.weights for rule in rules):
        return _of_one_sum(rules, described)

    def values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
        return _shown(retelling_rules, first_rule.values(view, layout), 1)

    def constraint(view: ClueView, value: Value, name: str) -> Constraint:
        assert isinstance(value, int)
        choices = []
        for true_value in (value - 1, value + 1):
            if value in _shown(retelling_rules, [max(0, true_value)], 1):
                choices.append([first_rule.constraint(view, true_value, name)])
        return OneOf(choices, name, view.cell)

    return replace(first_rule, values=values, constraint=constraint)


def _of_one_sum(rules: Sequence[ClueRule], described: dict[str, Any]) -> ClueRule:
    """The rule of a clue that tells one sum, in which a mine counts what it counts for all of the rules."""

    def shows(total: int, max_weight: int) -> tuple[Value, ...]:
        return _shown(rules, [total], max_weight)

    def weights(view: ClueView) -> list[int]:
        weights_of_rules = [rule.weights(view) for rule in rules if rule.weights]
        return [prod(cell_weights) for cell_weights in zip(*weights_of_rules, strict=True)]

    return weighed_rule(shows, weights, **described)


def _shown(rules: Sequence[ClueRule], totals: Iterable[Any], max_weight: int) -> tuple[Value, ...]:
    """What rules may show, each of what the one before it showed; the first of them of some totals."""
    possible_values = dict.fromkeys(totals)
    for rule in rules:
        shown_values: dict[Value, None] = {}
        for value in possible_values:
            shown_values |= dict.fromkeys(rule.shows(value, max_weight))
        possible_values = shown_values
    return tuple(possible_values)
