"""Clues that another rule's clue stands behind: in a code, of a liar, without one direction, or pointing at a
mine. What is hidden belongs to the board, and is counted with its mines.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..constraint import Chosen, Constraint, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .rule import ClueRule, ClueView, Layout, Quantity, Value
from .shapes import Index, rows_and_columns
from .sums import RULES as SUMS

Behind = Iterable[tuple[int, int, ClueView, int]]
"""What may stand behind a clue: where an unknown (by index) has this value, another rule's clue."""
_LETTERS = 26


def code_rule(
    behind: Callable[[ClueView, int], Behind],
    hides: Callable[[Geometry], list[str]] = lambda geometry: [],
    says: Callable[[Geometry, Index], list[Constraint]] = lambda geometry, index: [],
    **more: Any,
) -> ClueRule:
    """The rule of a clue that others stand behind, Minesweeper's own where none are named.

    behind: Those of a value
    hides: The names of hidden quantities, each 0 or 1
    says: What is known of these
    """

    def wraps(base: ClueRule) -> ClueRule:
        def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
            found: dict[tuple[int, ...], tuple[Value, ...]] = {}

            def shown(own: ClueView) -> tuple[Value, ...]:
                if own.sees not in found:
                    found[own.sees] = base.values(own, layout)
                return found[own.sees]

            def can(value: int) -> bool:  # as far as is known
                choices = behind(view, value)
                return any(
                    layout[at : at + 1] in ([x], []) and true in shown(own) for at, x, own, true in choices
                )

            return tuple(filter(can, range(len(layout) + 2)))

        def constraint(view: ClueView, value: Value, name: str) -> Constraint:
            assert isinstance(value, int)
            choices = (
                (at, x, base.constraint(own, true, name))
                for at, x, own, true in behind(view, value)
                if true >= 0
            )
            return _either(list(choices), name, view.cell)

        def quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
            return [*base.quantities(geometry, mines), *((name, 1, None) for name in hides(geometry))]

        return replace(
            base,
            **more,
            values=values,
            constraint=constraint,
            weights=None,
            wraps=wraps,
            quantities=quantities,
            constraints=lambda *where: [*base.constraints(*where), *says(*where)],
        )

    return wraps(SUMS["vanilla"])


def _either(choices: list[tuple[int, int, Constraint]], name: str, clue: int) -> Constraint:
    """That one of them holds; of sums over the same cells one sum, which is counted faster."""
    sums = [(at, x, c) for at, x, c in choices if isinstance(c, SumConstraint)]
    if len(sums) < len(choices) or len({(at, c.cells, c.weights) for at, _, c in sums}) != 1:
        return Chosen(choices, name, clue)
    at, _, one = sums[0]
    low, high = (sum(limit(0, weight) for weight in one.weights) for limit in (min, max))
    more = 1 + high - low
    allowed = {a + more * x for _, x, c in sums for a in c.allowed if low <= a <= high}
    return SumConstraint((*one.cells, at), allowed, name, clue, (*one.weights, more))


def _liars(shown: int, what: str) -> dict[str, Any]:
    """One mark in each row and column, on clues: those marked (1) or all others (0) lie."""

    def hides(geometry: Geometry) -> list[str]:
        return [f"{what} at {show(cell)}" for cell in geometry.cells]

    def behind(view: ClueView, value: int) -> Behind:
        mark = view.hidden[f"{what} at {show(view.geometry.cells[view.cell])}"]
        return [(mark, 1 - shown, view, value), *((mark, shown, view, value + k) for k in (-1, 1))]

    def says(geometry: Geometry, index: Index) -> list[Constraint]:
        names = hides(geometry)
        found: list[Constraint] = [
            SumConstraint((i, index(name)), [0, 1], f"{name} is no mine") for i, name in enumerate(names)
        ]
        for line, own in rows_and_columns(geometry):
            for number, cells in own.items():
                marks = [index(names[i]) for i in cells]
                found.append(SumConstraint(marks, [1], f"one {what} in {line} {number}"))
        return found

    return {"behind": behind, "hides": hides, "says": says}


def _letter(value: Any) -> str:
    return chr(ord("A") + value)


def _read_letter(text: str) -> Value:
    value = ord(text) - ord("A") if len(text) == 1 else _LETTERS
    if not 0 <= value < _LETTERS:
        raise ValueError("a letter")
    return value


def _code(times: int) -> dict[str, Any]:
    """So many numbers for each letter, and letters for each number."""

    def every(geometry: Geometry) -> range:
        return range(min(9, *geometry.shape[-2:-1], 9))

    def pair(letter: int, number: int) -> str:
        return f"{_letter(letter)} is {number}"

    def behind(view: ClueView, value: int) -> Behind:
        numbers = every(view.geometry)
        return [(view.hidden[pair(value, k)], 1, view, k) for k in numbers if value in numbers]

    def hides(geometry: Geometry) -> list[str]:
        return [pair(letter, k) for letter in every(geometry) for k in every(geometry)]

    def says(geometry: Geometry, index: Index) -> list[Constraint]:
        found: list[Constraint] = []
        for a in every(geometry):
            numbers, letters = [pair(a, b) for b in every(geometry)], [pair(b, a) for b in every(geometry)]
            found.append(SumConstraint(map(index, numbers), [times], f"what {_letter(a)} is"))
            found.append(SumConstraint(map(index, letters), [times], f"what is {a}"))
        return found

    return {"behind": behind, "hides": hides, "says": says, "read": _read_letter, "show": _letter}


def _left_out(geometry: Geometry) -> list[str]:
    return [f"neighbour {d + 1} left out" for d in range(len(geometry.ring[0]))]


def _incomplete(view: ClueView, value: int) -> Iterator[tuple[int, int, ClueView, int]]:
    ring = view.geometry.ring[view.cell]
    for d, name in enumerate(_left_out(view.geometry)):
        others = dict.fromkeys(i for i in (*ring[:d], *ring[d + 1 :]) if i not in (-1, view.cell))
        yield view.hidden[name], 1, replace(view, sees=tuple(others)), value


def _one_left_out(geometry: Geometry, index: Index) -> list[Constraint]:
    return [SumConstraint(map(index, _left_out(geometry)), [1], "one direction is left out")]


def _pointing(view: ClueView, value: int) -> Iterator[tuple[int, int, ClueView, int]]:
    for row in range(view.geometry.shape[0]):
        at = view.geometry.index.get((row, value))
        if at is not None and value < _LETTERS:
            yield at, 1, view, row


RULES = {
    "incomplete": code_rule(_incomplete, _left_out, _one_left_out, **described("incomplete"), looks=False),
    "one-liar": code_rule(**_liars(1, "liar"), **described("one-liar")),
    "one-honest": code_rule(**_liars(0, "honest clue"), **described("one-honest")),
    "self-referential": code_rule(
        _pointing, **described("self-referential"), read=_read_letter, show=_letter, most=9
    ),
    "encrypted": code_rule(**_code(1), **described("encrypted")),
    "encrypted-twice": code_rule(**_code(2), **described("encrypted-twice")),
}
