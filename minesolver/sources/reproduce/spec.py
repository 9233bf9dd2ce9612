"""What a reproduced table is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...bench.table import Table
from .plan import ReproductionPlan
from .work import Results, Task


@dataclass(frozen=True)
class Spec:
    """A table to reproduce. ``tasks``: the work that it needs; ``build``: the table from the results."""

    id: str
    title: str
    tasks: Callable[[ReproductionPlan], Sequence[Task]]
    build: Callable[[ReproductionPlan, Results], Table]
