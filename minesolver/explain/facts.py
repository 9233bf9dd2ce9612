"""What questions to an oracle are made of."""

from collections.abc import Iterable, Mapping

from ..model.subject import Subject

TOTAL = -1
"""Stands for the mine count among the numbers of constraints."""
Facts = Mapping[int, bool]
"""Cells by index: true for a mine."""


def grounds(subject: Subject, members: Iterable[int]) -> list[int]:
    """These constraints, and all that makes the mine count settle hidden quantities that they speak of."""
    own = [*members]
    said = {i for k in own if k != TOTAL for i in subject.constraints[k].cells} & subject.by_count
    more = [k for k, c in enumerate(subject.constraints) if not said.isdisjoint(c.cells)] if said else []
    return [*sorted({*own, *more} - {TOTAL}), *[TOTAL] * (TOTAL in own or bool(more))]
