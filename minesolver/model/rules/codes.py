"""Clues that another rule's clue stands behind: in a code, of a liar, without one direction, or pointing at a
mine. What is hidden belongs to the board, and is counted with its mines.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..constraint import Constraint, OneOf, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .rule import ClueRule, ClueView, Layout, Value
from .shapes import Index, rows_and_columns
from .sums import VANILLA

Behind = Iterable[tuple[int, int, ClueView, int]]
"""What may stand behind a clue: where an unknown (by index) has this value, another rule's clue."""
_LETTERS = 26


def _code_rule(
    name: str,
    behind: Callable[[ClueView, int], Behind],
    says: Callable[[Geometry, Index], Iterable[Constraint]] = lambda geometry, index: (),
    **more: Any,
) -> ClueRule:
    """The rule of a clue that others stand behind, Minesweeper's own where none are named.

    behind: Those of a value
    says: What is known of hidden quantities; each is 0 or 1
    """

    def hidden(geometry: Geometry) -> dict[str, int]:
        names: dict[str, int] = {}
        [*says(geometry, lambda name: names.setdefault(name, 1))]
        return names

    def wraps(base: ClueRule) -> ClueRule:
        def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
            shown = {own.sees: base.values(own, layout) for _, _, own, _ in behind(view, 0)}

            def can(value: int) -> bool:  # as far as the layout says
                choices = behind(view, value)
                return any(
                    (at >= len(layout) or layout[at] == x) and true in shown[own.sees]
                    for at, x, own, true in choices
                )

            return tuple(filter(can, range(len(layout) + 2)))

        def constraint(view: ClueView, value: Any, name: str) -> Constraint:
            every = [(at, x, own, true) for at, x, own, true in behind(view, value) if true >= 0]
            choices = [
                (SumConstraint([at], [x], name), base.constraint(own, true, name))
                for at, x, own, true in every
            ]
            return OneOf(choices, name, view.cell)

        return replace(
            base,
            **described(name),
            **more,
            values=values,
            constraint=constraint,
            weights=None,
            wraps=wraps,
            quantities=lambda geometry, mines: [
                *base.quantities(geometry, mines),
                *((name, 1, None) for name in hidden(geometry)),
            ],
            constraints=lambda geometry, index: [*base.constraints(geometry, index), *says(geometry, index)],
        )

    return wraps(VANILLA)


def _liars(name: str, what: str, shown: int) -> ClueRule:
    """One mark in each row and column, on clues: those marked (1) or all others (0) lie."""

    def behind(view: ClueView, value: int) -> Behind:
        mark = view.hidden[f"{what} at {show(view.geometry.cells[view.cell])}"]
        return [(mark, (k == 0) ^ shown, view, value + k) for k in (-1, 0, 1)]

    def says(geometry: Geometry, index: Index) -> Iterator[Constraint]:
        names = [f"{what} at {show(cell)}" for cell in geometry.cells]
        for i, mark in enumerate(names):
            yield SumConstraint((i, index(mark)), [0, 1], f"{mark} is no mine")
        for line, own in rows_and_columns(geometry):
            for number, cells in own.items():
                yield SumConstraint([index(names[i]) for i in cells], [1], f"one {what} in {line} {number}")

    return _code_rule(name, behind, says)


def _letter(value: Any) -> str:
    return chr(ord("A") + value)


def read_letter(text: str) -> Value:
    """A clue that is a letter."""
    if len(text) != 1 or not "A" <= text <= "Z":
        raise ValueError("a letter")
    return ord(text) - ord("A")


def _encrypted(name: str, times: int) -> ClueRule:
    """So many numbers for each letter, and letters for each number."""
    verb = "is" if times == 1 else "stands for"  # a board may have codes of both kinds

    def every(geometry: Geometry) -> range:
        return range(min(9, *geometry.shape[-2:-1], 9))

    def behind(view: ClueView, value: int) -> Behind:
        numbers = every(view.geometry)
        return [
            (view.hidden[f"{_letter(value)} {verb} {k}"], 1, view, k) for k in numbers if value in numbers
        ]

    def says(geometry: Geometry, index: Index) -> Iterator[Constraint]:
        for a in every(geometry):
            for what in (f"{_letter(a)} {verb} {{}}", f"{{}} {verb} {a}"):
                pairs = [what.format(_letter(b) if what[0] == "{" else b) for b in every(geometry)]
                yield SumConstraint(map(index, pairs), [times], what.format("something"))

    return _code_rule(name, behind, says, read=read_letter, show=_letter)


def _without(view: ClueView, value: int) -> Iterator[tuple[int, int, ClueView, int]]:
    ring = view.geometry.ring[view.cell]
    for d in range(len(ring)):
        others = dict.fromkeys(i for i in (*ring[:d], *ring[d + 1 :]) if i not in (-1, view.cell))
        yield view.hidden[f"neighbour {d + 1} left out"], 1, replace(view, sees=tuple(others)), value


def _one_left_out(geometry: Geometry, index: Index) -> list[Constraint]:
    names = [f"neighbour {d + 1} left out" for d in range(len(geometry.ring[0]))]
    return [SumConstraint(map(index, names), [1], "one direction is left out")]


def _pointing(view: ClueView, value: int) -> Iterator[tuple[int, int, ClueView, int]]:
    for row in range(view.geometry.shape[0] if value < _LETTERS else 0):
        at = view.geometry.index.get((row, value), view.cell)  # which holds no mine
        yield at, 1, view, row


RULES = (
    _code_rule("incomplete", _without, _one_left_out, looks=False),
    _liars("one-liar", "liar", 1),
    _liars("one-honest", "honest clue", 0),
    _code_rule("self-referential", _pointing, read=read_letter, show=_letter, most=9),
    _encrypted("encrypted", 1),
    _encrypted("encrypted-twice", 2),
)
