"""Why a board has no layout: a smallest set of clues that cannot hold together (PySAT).

Every clue is a cardinality constraint behind a selector. An unsatisfiable core, shrunk clue by clue, gives a
minimal set; whether a smaller one exists is settled by the implicit hitting-set algorithm for smallest MUSes
(Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015), for as long as it may run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from pysat.examples.hitman import Hitman
from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.errors import EngineLimitError, InconsistentBoardError
from ..base.limits import Budget, Limit
from ..counting.problem import BoardConstraint, constraints_of
from ..engines.cnf import between, exactly, solve
from ..model.board import HIDDEN, MINE, Board

_SECONDS, _LEAST = 2.0, 0.2  # for finding a conflict, and proving that it is a smallest one
_NAMED = 8  # clues named in the message; the error's attribute has them all
ENCODED = 150  # hidden cells up to which the mine count is encoded for the SAT solver
TOTAL = -1  # stands for the mine count among the clue cells


def conflict(board: Board, seconds: float | None = None) -> InconsistentBoardError:
    """The error to raise for a board without a layout.

    ``seconds``: what the search may take, cut to between 0.2 and 2 (by default 2). Where that is not enough,
    more clues are named than a contradiction needs, and ``smallest`` is ``False``.
    """
    seconds = _SECONDS if seconds is None else min(max(seconds, _LEAST), _SECONDS)
    members, least = _search(board, Budget(Limit(seconds), "conflict"))
    total = TOTAL in members
    cells = sorted(divmod(i, board.cols) for i in members if i != TOTAL)
    named = [f"{board[cell]} at ({cell[0]},{cell[1]})" for cell in cells]
    phrases = [_listed("clue", named)] if named else []
    if total:
        phrases.append(f"the mine count {board.mines}")
    verb = "cannot be met" if len(named) + total == 1 else "cannot hold together"
    return InconsistentBoardError(
        f"no mine layout fits this board: {' and '.join(phrases)} {verb}",
        clues=cells,
        total=total,
        smallest=least,
    )


def _search(board: Board, budget: Budget) -> tuple[list[int], bool]:
    """(members of a conflict, whether it is proved to be of least size)."""
    constraints = constraints_of(board)
    encoded = len({cell for c in constraints for cell in c.cells}) <= ENCODED
    try:
        members, least = _find(board, constraints, budget)
        if not members and not encoded:
            from .mine_range import total_conflict

            return [TOTAL, *total_conflict(board, constraints, budget)], False
        if not members:
            return _find(board, constraints, budget, with_total=True)
    except EngineLimitError:  # all that is known is that there is no layout
        everything = [c.clue for c in constraints]
        return (everything if board.mines is None else [TOTAL, *everything]), False
    if least and _total_may_be_shorter(board, constraints, len(members)):
        return _shorter(board, constraints, budget, members) if encoded else (members, False)
    return members, least


def _total_may_be_shorter(board: Board, constraints: list[BoardConstraint], size: int) -> bool:
    """Whether the mine count might contradict so few clues that both together are less than ``size``."""
    clues = size - 2
    if board.mines is None or clues < 1:
        return False
    mines = board.mines - len(board.where(MINE))
    hidden = len(board.where(HIDDEN))
    most = sum(sorted(c.mines for c in constraints)[-clues:])
    excluded = sum(sorted(len(c.cells) - c.mines for c in constraints)[-clues:])
    # Without a gap in what they can hold, clues contradict a count only from one side.
    return most > mines or excluded > hidden - mines or hidden <= 16 * clues


def _shorter(
    board: Board, constraints: list[BoardConstraint], budget: Budget, members: list[int]
) -> tuple[list[int], bool]:
    """A conflict with the mine count, of least size, if that is less than ``members`` has."""
    try:
        with Oracle(board, constraints, budget, with_total=True) as oracle:
            return smallest(oracle, members)
    except EngineLimitError:
        return members, False


def _listed(noun: str, items: list[str]) -> str:
    if len(items) > _NAMED + 1:
        return f"{noun}s {', '.join(items[:_NAMED])} and {len(items) - _NAMED} more"
    if len(items) == 1:
        return f"{noun} {items[0]}"
    return f"{noun}s {', '.join(items[:-1])} and {items[-1]}"


class CoreOracle(Protocol):
    """Whatever can say which part of some constraints, by their numbers, is contradictory."""

    @property
    def selector(self) -> Mapping[int, int]: ...

    def core(self, members: Iterable[int], assumed: Iterable[int] = ()) -> list[int] | None: ...


class Oracle:
    """Can these clues (and the mine count) hold together? One incremental SAT solver for all questions."""

    def __init__(
        self, board: Board, constraints: list[BoardConstraint], budget: Budget, *, with_total: bool = False
    ) -> None:
        pool = IDPool()
        cells = sorted({cell for constraint in constraints for cell in constraint.cells})
        self.variable = variable = {cell: pool.id() for cell in cells}
        self.selector: dict[int, int] = {}
        self.free_mine = self.free_safe = 0
        clauses: list[list[int]] = []
        self.budget = budget
        encodings = []
        for c in constraints:
            budget.check_time()
            encodings.append((c.clue, exactly([variable[cell] for cell in c.cells], c.mines, pool)))
        if with_total and board.mines is not None:
            rest = board.mines - len(board.where(MINE))
            free = len(board.where(HIDDEN)) - len(cells)
            literals = list(variable.values())
            encodings.append((TOTAL, between(literals, rest - free, rest, pool)))
            if free:
                # One unconstrained cell stands for all: fixing it leaves one place or one mine less.
                self.free_mine, self.free_safe = pool.id(), pool.id()
                for literal, low, high in ((self.free_mine, 1, 0), (self.free_safe, 0, 1)):
                    least, most = rest - free + high, rest - low
                    clauses += [[-literal, *c] for c in between(literals, least, most, pool)]
        for member, encoding in encodings:
            selector = self.selector[member] = pool.id()
            clauses += [[-selector, *clause] for clause in encoding]
        self.member_of = {selector: member for member, selector in self.selector.items()}
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    def core(self, members: Iterable[int], assumed: Iterable[int] = ()) -> list[int] | None:
        """An unsatisfiable part of ``members``, or ``None`` if they hold together under ``assumed`` literals.

        Raises :class:`EngineLimitError` where the time is up.
        """
        assumptions = [*assumed, *(self.selector[member] for member in members)]
        if solve(self._solver, assumptions, self.budget.check_time):
            return None
        return [self.member_of[s] for s in self._solver.get_core() or [] if s in self.member_of]

    def opposite(self, cell: int, is_mine: bool) -> tuple[int, ...]:
        """The assumption that a cell is not what it was proved to be; empty where nothing is known of it."""
        if cell in self.variable:
            return (-self.variable[cell] if is_mine else self.variable[cell],)
        free = self.free_safe if is_mine else self.free_mine
        return (free,) if free else ()

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()


def _find(
    board: Board, constraints: list[BoardConstraint], budget: Budget, *, with_total: bool = False
) -> tuple[list[int], bool]:
    """(members of a conflict, whether it is of least size); no members where there is none.

    Raises :class:`EngineLimitError` where time is up before any is found.
    """
    with Oracle(board, constraints, budget, with_total=with_total) as oracle:
        core = oracle.core(oracle.selector)
        return ([], True) if core is None else smallest(oracle, shrunk(oracle, core))


def shrunk(oracle: CoreOracle, core: list[int], assumed: tuple[int, ...] = ()) -> list[int]:
    """Leave out one after the other what the contradiction does not need, for as long as there is time."""
    kept = list(core)
    with suppress(EngineLimitError):
        for member in core:
            if member in kept:
                smaller = oracle.core([other for other in kept if other != member], assumed)
                if smaller is not None:
                    kept = smaller
    return kept


def smallest(
    oracle: CoreOracle,
    best: list[int],
    assumed: tuple[int, ...] = (),
    *,
    below: int | None = None,
) -> tuple[list[int], bool]:
    """A contradiction of least size, starting from ``best``, and whether that is proved in the oracle's time.

    ``below``: sizes from here on are of no interest; ``best`` comes back where nothing smaller is found.
    """
    limit = len(best) if below is None else below
    if limit == 1:
        return best, True
    with suppress(EngineLimitError), Hitman(solver="minisat22", htype="sorted") as hitman:
        while True:
            trial = hitman.get() or []
            if len(trial) >= limit:
                return best, True
            if trial and oracle.core(trial, assumed) is not None:
                return list(trial), True
            # What any conflict must hit: the rest of a largest satisfiable set around the trial.
            holds = list(trial)
            left = []
            for member in oracle.selector:
                if member not in trial:
                    if oracle.core([*holds, member], assumed) is None:
                        holds.append(member)
                    else:
                        left.append(member)
            hitman.hit(left)
    return best, False
