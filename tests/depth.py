"""How deep a run looks: what only repeats at a larger scale what a test checks already is ``thorough``.

The README's command leaves it out, ``pytest -m thorough`` runs it, and ``.ci/run`` does both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thorough(*values: Any) -> Any:
    """Arguments of a test that are tried only where a run looks thoroughly."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def one_in(count: int, cases: Iterable[Any]) -> list[Any]:
    """Of so many cases the first is always tried, the others thoroughly; a tuple holds several arguments."""
    chosen_cases = []
    for case_number, case in enumerate(cases):
        arguments = case if isinstance(case, tuple) else (case,)
        chosen_cases.append(case if case_number % count == 0 else thorough(*arguments))
    return chosen_cases
