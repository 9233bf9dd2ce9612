"""Why a puzzle has no layout: a smallest set of constraints that cannot hold together."""

from __future__ import annotations

from contextlib import suppress

from ..base.errors import EngineLimitError, InconsistentPuzzleError
from ..base.limits import Budget, Limit
from ..model.subject import Subject
from .conflict import shrunk, smallest
from .puzzle_oracle import TOTAL, PuzzleOracle

_SECONDS, _LEAST = 2.0, 0.2  # for finding a conflict, and proving that it is a smallest one
_NAMED = 8  # constraints named in the message; the error's attribute has them all


def conflict(puzzle: Subject, seconds: float | None = None) -> InconsistentPuzzleError:
    """The error to raise for a puzzle without a layout.

    ``seconds``: what the search may take, cut to between 0.2 and 2 (by default 2). Where that is not enough,
    the constraints named are more than a contradiction needs, and ``smallest`` is ``False``.
    """
    seconds = _SECONDS if seconds is None else min(max(seconds, _LEAST), _SECONDS)
    found = [*range(len(puzzle.constraints)), *([] if puzzle.mines is None else [TOTAL])]
    least = False
    budget = Budget(Limit(seconds), "conflict")
    # Where time is up before anything is found, all that is known is that they all fail together.
    with suppress(EngineLimitError), PuzzleOracle(puzzle, budget) as oracle:
        core = oracle.core(oracle.selector)
        if core is not None:
            found, least = smallest(oracle, shrunk(oracle, core))
    constraints = [puzzle.constraints[k] for k in sorted(found) if k != TOTAL]
    names = [c.name for c in constraints]
    if TOTAL in found:
        names.append(f"the mine count {puzzle.mines}")
    verb = "cannot be met" if len(names) == 1 else "cannot hold together"
    return InconsistentPuzzleError(
        f"no mine layout fits this puzzle: {listed(names)} {verb}",
        constraints=[c.name for c in constraints],
        clues=sorted({puzzle.cells[c.clue] for c in constraints if c.clue is not None}),
        total=TOTAL in found,
        smallest=least,
    )


def listed(names: list[str]) -> str:
    """Names in a sentence, the first few of many."""
    if len(names) > _NAMED + 1:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
