"""What questions to an oracle are made of."""

from collections.abc import Iterable, Mapping

from ..model.subject import Subject

TOTAL = -1
"""Stands for the mine count among the numbers of constraints."""
Facts = Mapping[int, bool]
"""Cells by index: true for a mine."""


def grounds(subject: Subject, members: Iterable[int]) -> list[int]:
    """These constraints, and all that makes the mine count settle hidden quantities that they speak of."""
    numbers = set(members)
    uses_total = TOTAL in numbers
    numbers.discard(TOTAL)

    # A hidden quantity that the mine count settles rests on it, and on all that speaks of that quantity.
    if subject._by_count:
        constraints = subject.constraints  # of a board they are made anew each time
        cells = {cell for number in numbers for cell in constraints[number].cells}
        quantities = cells & subject._by_count
        for number, constraint in enumerate(constraints):
            if not quantities.isdisjoint(constraint.cells):
                numbers.add(number)
                uses_total = True
    return [*sorted(numbers), TOTAL] if uses_total else sorted(numbers)
