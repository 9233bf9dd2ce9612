"""Why a subject has no layout: a smallest set of constraints that cannot hold together."""

from typing import Any

from ..base.errors import (
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    InconsistentPuzzleError,
)
from ..base.limits import Budget, Limit
from ..model.board import Board
from ..model.constraint import SumConstraint
from ..model.reason import show
from ..model.subject import Position, Subject
from .facts import TOTAL, grounds
from .oracle import Oracle, smallest, thinned
from .reasons import listed

_WORK = 2_000_000  # microseconds or so, for finding a conflict and proving that it is a smallest one
_QUESTIONS = 10_000  # for that proof
_MOST_FLAGS = 200  # known mines, for telling which of them a conflict needs
_LEAST = 0.2  # seconds, whatever little a limit leaves


def conflict(subject: Subject, seconds: float | None = None, work: int = _WORK) -> InconsistentBoardError:
    """The error to raise for a subject without a layout.

    ``seconds``: what the search may take, at least 0.2; by default only its ``work`` is bounded, in
    microseconds or so. Where that is not enough, more constraints are named than a contradiction needs, and
    ``smallest`` is ``False``.
    """
    limit = Limit(None if seconds is None else max(seconds, _LEAST))
    core, least = _search(subject, Budget(limit, "conflict", states=work))
    found = grounds(subject, core)
    constraints = [subject.constraints[k] for k in found if k != TOTAL]
    names = [c.name for c in constraints]
    total = TOTAL in found
    verb = "cannot be met" if len(found) == 1 else "cannot hold together"
    what = f"{listed(names, subject.mines if total else None)} {verb}"
    known_mines = _known_mines(subject, found, limit)
    if known_mines:
        mines = "mine" if len(known_mines) == 1 else "mines"
        what += f" with the {mines} known at {listed(list(map(show, known_mines)))}"
    clues = sorted({subject.cells[c.clue] for c in constraints if c.clue is not None})
    plain = isinstance(subject, Board)
    kind = InconsistentBoardError if plain else InconsistentPuzzleError
    message = f"no mine layout fits this {'board' if plain else 'puzzle'}: {what}"
    return kind(
        message,
        clues=clues,
        total=total,
        smallest=least and len(found) == len(core),
        constraints=names,
        known_mines=known_mines,
    )


def _known_mines(subject: Subject, members: list[int], limit: Limit) -> list[Any]:
    """Known mines without which these constraints can hold together: perhaps somebody's wrong flags."""
    if not isinstance(subject, Position) or not members:
        return []
    flags = [subject.index(cell) for cell in subject.where(subject._MINE)]
    if TOTAL not in members:
        scopes = {i for k in members for i in subject.constraints[k].cells}
        flags = [i for i in flags if i in scopes]
    if not flags or len(flags) > _MOST_FLAGS:
        return []
    cells = [subject.cells[i] for i in flags]
    try:
        # The same constraints over hidden cells, that some of them are mines being one more thing to assume.
        oracle = Oracle(
            subject.replace(dict.fromkeys(cells, subject._HIDDEN)), Budget(limit, "conflict", states=_WORK)
        )
        needed = thinned(flags, lambda trial: _contradictory(oracle, members, trial))
    except (EngineLimitError, BoardFormatError):
        return []
    return [subject.cells[i] for i in sorted(needed)]


def _contradictory(oracle: Oracle, members: list[int], mines: list[int]) -> list[int] | None:
    """These mines, where they contradict the constraints."""
    return None if oracle.core(members, dict.fromkeys(mines, True)) is None else mines


def _search(subject: Subject, budget: Budget) -> tuple[list[int], bool]:
    """(a conflict, whether it is proved to be of least size)."""
    everything = list(range(len(subject.constraints)))
    total = everything if subject.mines is None else [*everything, TOTAL]
    oracle = Oracle(subject, budget)
    try:
        core = oracle.core(everything, {}) or _apart(subject) or oracle.core(total, {})
        assert core is not None
        among = total if oracle.takes(total) else everything
        core = oracle.shrunk(core, {})
        if TOTAL not in core and among is total:
            # The mine count is blamed only where no clues as few contradict each other: these come first.
            core, _ = smallest(oracle, core, {}, everything, questions=_QUESTIONS)
        found, least = smallest(oracle, core, {}, among, questions=_QUESTIONS)
        return found, least and among is total
    except EngineLimitError:  # all that is known is that there is no layout
        return _apart(subject) or total, False


def _apart(subject: Subject) -> list[int]:
    """The mine count, and sums without a cell in common that want too many mines or too few; perhaps none."""
    if subject.mines is None or {*subject.capacity} != {1} or subject.hidden_quantities:
        return []
    known = subject.values()
    rest = subject.mines - sum(known.values())
    scopes: dict[int, set[int]] = {}
    wanted: dict[int, int] = {}
    for k, c in enumerate(subject.constraints):
        if isinstance(c, SumConstraint) and c.plain:
            scopes[k] = {i for i in c.cells if i not in known}
            wanted[k] = min(c.allowed) - sum([known[i] for i in c.cells if i in known])
    unwanted = {k: len(scope) - wanted[k] for k, scope in scopes.items()}
    for weights, bound in ((wanted, rest), (unwanted, len(subject.cells) - len(known) - rest)):
        taken: set[int] = set()
        chosen = []
        for k in sorted(weights, key=lambda k: -weights[k]):
            if weights[k] > 0 and taken.isdisjoint(scopes[k]):
                taken |= scopes[k]
                chosen.append(k)
                bound -= weights[k]
                if bound < 0:
                    return [*chosen, TOTAL]
    return []
