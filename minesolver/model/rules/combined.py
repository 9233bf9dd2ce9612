"""One clue that follows several rules: a liar's multiple clues (``liar+multiple``), or clues that see a cross
on a board where others do not (``cross+vanilla``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from math import prod
from typing import Any

from ...base.errors import PuzzleError
from ..constraint import Constraint, OneOf
from .rule import ClueRule, ClueView, Layout, Neighbourhood, Rule, Value, read_number
from .sums import VANILLA, weighed_rule

_WEIGHED = ("vanilla", "multiple", "negation")
_SAID = ("modulo", "liar")  # of the number that the others show, in this order


def combined(parts: Sequence[Rule]) -> ClueRule:
    """The rule of a clue that follows all of some rules: what mines count is multiplied, and what one shows
    is what the next speaks of.

    Raises PuzzleError: they mean nothing together.
    """
    near = [part for part in parts if isinstance(part, Neighbourhood)]
    clues = [part for part in parts if isinstance(part, ClueRule)]
    clues.sort(key=lambda part: part.name in _SAID and 1 + _SAID.index(part.name))
    codes = [part for part in clues if part.wraps]
    codes.sort(key=lambda part: (part.read is not read_number, part.looks))
    plain = [part for part in clues if not part.wraps] or [VANILLA]
    said = [part for part in plain if part.name != "vanilla"] or plain
    own = [part for part in said if part.name not in (*_WEIGHED, *_SAID)]
    number = not own or own[0].read is read_number
    if (
        len({part.name for part in (*near, *clues)}) < len(parts)
        or len(near) > 1
        or not clues
        or (near and not all(part.looks for part in clues))
        or len(own) > 1
        or (own and len(said) > 1 and (not number or said[-1].name != "liar" or said[2:]))
        or (codes and not number)
        or any(part.read is not read_number for part in codes[:-1])
        or not (all(part.looks for part in codes) or said[0].looks)
    ):
        raise PuzzleError(f"{' and '.join(part.name for part in parts)} do not make one clue together")
    whole = [*near, *clues]
    described: dict[str, Any] = {
        "name": "+".join(part.name for part in whole),
        "tag": "".join(sorted(part.tag for part in whole if part.name != "vanilla")) or "V",
        "definition": " ".join(part.definition for part in whole),
        "needs": tuple(dict.fromkeys(chain.from_iterable(part.needs for part in whole))),
        "near": near[0] if near else None,
    }
    found = _together(said, described)
    for part in codes:
        assert part.wraps
        found = part.wraps(found)
    return replace(found, **described)


def _together(said: Sequence[ClueRule], described: dict[str, Any]) -> ClueRule:
    """The rule of a clue whose value is that of the first, as the others tell it."""
    if len(said) == 1:
        return said[0]

    def shows(totals: Iterable[Any], most: int, rules: Sequence[ClueRule]) -> tuple[Value, ...]:
        for rule in rules:
            totals = dict.fromkeys(chain.from_iterable(rule.shows(total, most) for total in totals))
        return tuple(totals)

    if all(part.weights for part in said):

        def weights(view: ClueView) -> list[int]:
            return list(map(prod, zip(*(part.weights(view) for part in said if part.weights), strict=True)))

        return weighed_rule(lambda total, most: shows([total], most, said), weights, **described)

    def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
        return shows(said[0].values(view, layout), 1, said[1:])

    def constraint(view: ClueView, value: Value, name: str) -> Constraint:
        assert isinstance(value, int)
        truths = [truth for truth in (value - 1, value + 1) if value in shows([max(0, truth)], 1, said[1:])]
        return OneOf([(said[0].constraint(view, truth, name),) for truth in truths], name, view.cell)

    return replace(said[0], values=values, constraint=constraint)
