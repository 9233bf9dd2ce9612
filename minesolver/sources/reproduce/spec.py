"""What a reproduced table is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...bench.table import Table
from .plan import Plan
from .work import Results, Task


@dataclass(frozen=True)
class Spec:
    """A table to reproduce. ``tasks``: the work that it needs; ``build``: the table from the results."""

    id: str
    title: str
    tasks: Callable[[Plan], Sequence[Task]]
    build: Callable[[Plan, Results], Table]
