"""Clues that another rule's clue stands behind: in a code, of a liar, without one direction, or pointing at a
mine. What is hidden belongs to the board, and is counted with its mines.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ..constraint import Constraint, OneOf, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .rule import CellValues, ClueRule, ClueView, Quantity, Value
from .shapes import Index, rows_and_columns
from .sums import VANILLA

_LETTERS = 26
_MOST_LETTERS = 9  # of a code: one for each number that a clue may be


class Behind(NamedTuple):
    """What may stand behind a clue: where an unknown has a value, the clue of another rule.

    unknown: The index of the cell or of the hidden quantity
    value: What it is then
    view: What the other clue sees
    clue: What the other clue says then; below 0: it cannot be
    """

    unknown: int
    value: int
    view: ClueView
    clue: int


def _nothing_known(geometry: Geometry, index: Index) -> Iterable[Constraint]:
    return ()


def _code_rule(
    name: str,
    behind: Callable[[ClueView, int], Iterable[Behind]],
    says: Callable[[Geometry, Index], Iterable[Constraint]] = _nothing_known,
    **fields: Any,
) -> ClueRule:
    """The rule of a clue that others stand behind, Minesweeper's own where none are named.

    behind: Those of a value
    says: What is known of hidden quantities; each is 0 or 1
    fields: More of the rule, as :class:`ClueRule` takes it
    """

    def hidden_names(geometry: Geometry) -> list[str]:
        # Each name that is asked for is one: so they are all of which anything is known.
        asked_names: dict[str, None] = {}

        def any_index(name: str) -> int:
            asked_names[name] = None
            return 1

        for _ in says(geometry, any_index):
            pass
        return list(asked_names)

    def wraps(base: ClueRule) -> ClueRule:
        def values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
            # A layout without the hidden quantities says nothing of them: then all that they can be counts.
            shown_by = {
                choice.view.sees: base.values(choice.view, layout) for choice in behind(view, 0)
            }

            def is_possible(choice: Behind) -> bool:
                is_unsaid = choice.unknown >= len(layout)
                may_be = is_unsaid or layout[choice.unknown] == choice.value
                return may_be and choice.clue in shown_by[choice.view.sees]

            possible_values = []
            for value in range(len(layout) + 2):
                if any(map(is_possible, behind(view, value))):
                    possible_values.append(value)
            return tuple(possible_values)

        # One that may stand behind the clue does: its unknown has the value, and the other clue holds.
        def constraint(view: ClueView, value: Any, name: str) -> Constraint:
            choices = []
            for choice in behind(view, value):
                if choice.clue >= 0:
                    condition = SumConstraint([choice.unknown], [choice.value], name)
                    choices.append((condition, base.constraint(choice.view, choice.clue, name)))
            return OneOf(choices, name, view.cell)

        # What the code hides is counted with what the other rule hides.
        def quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
            hidden_quantities: list[Quantity] = [(name, 1, None) for name in hidden_names(geometry)]
            return [*base.quantities(geometry, mines), *hidden_quantities]

        def constraints(geometry: Geometry, index: Index) -> list[Constraint]:
            return [*base.constraints(geometry, index), *says(geometry, index)]

        return replace(
            base,
            **described(name),
            **fields,
            values=values,
            constraint=constraint,
            weights=None,
            wraps=wraps,
            quantities=quantities,
            constraints=constraints,
        )

    return wraps(VANILLA)


def _liars(name: str, mark_name: str, marked_lie: bool) -> ClueRule:
    """One mark in each row and column, on clues: those marked, or else all others, lie."""

    def behind(view: ClueView, value: int) -> list[Behind]:
        mark_index = view.hidden[f"{mark_name} at {show(view.geometry.cells[view.cell])}"]
        lie_value, truth_value = int(marked_lie), int(not marked_lie)
        return [
            Behind(mark_index, lie_value, view, value - 1),
            Behind(mark_index, truth_value, view, value),
            Behind(mark_index, lie_value, view, value + 1),
        ]

    def says(geometry: Geometry, index: Index) -> Iterator[Constraint]:
        mark_names = [f"{mark_name} at {show(cell)}" for cell in geometry.cells]
        for cell, mark_text in enumerate(mark_names):
            yield SumConstraint((cell, index(mark_text)), [0, 1], f"{mark_text} is no mine")
        for line_name, lines in rows_and_columns(geometry):
            for line_number, cells in lines.items():
                line_marks = [index(mark_names[cell]) for cell in cells]
                yield SumConstraint(
                    line_marks, [1], f"one {mark_name} in {line_name} {line_number}"
                )

    return _code_rule(name, behind, says)


def _letter(value: Any) -> str:
    return chr(ord("A") + value)


def read_letter(text: str) -> Value:
    """A clue that is a letter."""
    if len(text) != 1 or not "A" <= text <= "Z":
        raise ValueError("a letter")
    return ord(text) - ord("A")


def _code_size(geometry: Geometry) -> int:
    """How many letters, and as many numbers from 0 on, a code has: the rows of cells, at most nine."""
    row_counts = geometry.shape[-2:-1]  # none, where the cells are a single row
    return min([_MOST_LETTERS, *row_counts])


def _encrypted(name: str, numbers_each: int) -> ClueRule:
    """A code between letters and numbers: so many numbers for each letter, and letters for each number."""
    verb = "is" if numbers_each == 1 else "stands for"  # a board may have codes of both kinds

    def behind(view: ClueView, value: int) -> list[Behind]:
        size = _code_size(view.geometry)
        if value not in range(size):
            return []
        letter = _letter(value)
        return [
            Behind(view.hidden[f"{letter} {verb} {number}"], 1, view, number)
            for number in range(size)
        ]

    def says(geometry: Geometry, index: Index) -> Iterator[Constraint]:
        numbers = range(_code_size(geometry))
        letters = [_letter(number) for number in numbers]
        for letter in letters:
            its_numbers = [index(f"{letter} {verb} {number}") for number in numbers]
            yield SumConstraint(its_numbers, [numbers_each], f"{letter} {verb} something")
        for number in numbers:
            its_letters = [index(f"{letter} {verb} {number}") for letter in letters]
            yield SumConstraint(its_letters, [numbers_each], f"something {verb} {number}")

    return _code_rule(name, behind, says, read=read_letter, show=_letter)


def _without_one(view: ClueView, value: int) -> Iterator[Behind]:
    """The neighbours without the one in each direction in turn."""
    ring = view.geometry.ring[view.cell]
    for direction in range(len(ring)):
        remaining_cells = dict.fromkeys((*ring[:direction], *ring[direction + 1 :]))
        seen_cells = tuple(cell for cell in remaining_cells if cell not in (-1, view.cell))
        omitted_direction = view.hidden[f"neighbour {direction + 1} left out"]
        yield Behind(omitted_direction, 1, replace(view, sees=seen_cells), value)


def _one_left_out(geometry: Geometry, index: Index) -> list[Constraint]:
    direction_count = range(len(geometry.ring[0]))
    quantities = [index(f"neighbour {direction + 1} left out") for direction in direction_count]
    return [SumConstraint(quantities, [1], "one direction is left out")]


def _pointing(view: ClueView, value: int) -> Iterator[Behind]:
    """Of each row the cell in the column of the letter."""
    if value >= _LETTERS:
        return
    for row in range(view.geometry.shape[0]):
        target_cell = view.geometry.index.get((row, value), view.cell)  # its own cell holds no mine
        yield Behind(target_cell, 1, view, row)


RULES = (
    _code_rule("incomplete", _without_one, _one_left_out, sees_neighbours=False),
    _liars("one-liar", "liar", marked_lie=True),
    _liars("one-honest", "honest clue", marked_lie=False),
    _code_rule("self-referential", _pointing, read=read_letter, show=_letter, most=9),
    _encrypted("encrypted", 1),
    _encrypted("encrypted-twice", 2),
)
