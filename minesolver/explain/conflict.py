"""Why a board has no layout: a smallest set of clues that cannot hold together (PySAT).

Every clue is a cardinality constraint behind a selector. An unsatisfiable core, shrunk clue by clue, gives a
minimal set; whether a smaller one exists is settled by the implicit hitting-set algorithm for smallest MUSes
(Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015), for as long as it may run.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

from pysat.examples.hitman import Hitman
from pysat.formula import IDPool
from pysat.solvers import Solver

from ..board import HIDDEN, MINE, Board
from ..counting.problem import Constraint, constraints_of
from ..errors import InconsistentBoardError
from ..inference.cnf import between, exactly

_SECONDS = 2.0  # for proving that a minimal set is also a smallest one
_NAMED = 8  # clues named in the message; the error's attribute has them all
_ENCODED = 150  # hidden cells up to which the mine total is encoded for the SAT solver
TOTAL = -1  # stands for the mine total among the clue cells


def conflict(board: Board) -> InconsistentBoardError:
    """The error to raise for a board without a layout."""
    constraints = constraints_of(board)
    clues, smallest = _find(board, constraints, with_total=False)
    if not clues and len({cell for c in constraints for cell in c.cells}) <= _ENCODED:
        clues, smallest = _find(board, constraints, with_total=True)
    elif not clues:
        from .mine_range import total_conflict

        clues, smallest = [TOTAL, *total_conflict(board, constraints, _SECONDS)], False
    total = TOTAL in clues
    cells = sorted(divmod(i, board.cols) for i in clues if i != TOTAL)
    named = [f"{board[cell]} at ({cell[0]},{cell[1]})" for cell in cells]
    parts = [_listed("clue", named)] if named else []
    if total:
        parts.append(f"the mine total {board.mines}")
    verb = "cannot be met" if len(named) + total == 1 else "cannot hold together"
    return InconsistentBoardError(
        f"no mine layout fits this board: {' and '.join(parts)} {verb}",
        clues=cells,
        total=total,
        smallest=smallest,
    )


def _listed(noun: str, items: list[str]) -> str:
    if len(items) > _NAMED + 1:
        return f"{noun}s {', '.join(items[:_NAMED])} and {len(items) - _NAMED} more"
    if len(items) == 1:
        return f"{noun} {items[0]}"
    return f"{noun}s {', '.join(items[:-1])} and {items[-1]}"


class Oracle:
    """Are these clues (and the total) satisfiable together? One incremental solver for all questions."""

    def __init__(self, board: Board, constraints: list[Constraint], with_total: bool) -> None:
        pool = IDPool()
        cells = sorted({cell for constraint in constraints for cell in constraint.cells})
        self.variable = variable = {cell: pool.id() for cell in cells}
        self.selector: dict[int, int] = {}
        self.free_mine = self.free_safe = 0
        clauses: list[list[int]] = []
        parts = [(c.clue, exactly([variable[cell] for cell in c.cells], c.mines, pool)) for c in constraints]
        if with_total and board.mines is not None:
            rest = board.mines - len(board.cells(MINE))
            free = len(board.cells(HIDDEN)) - len(cells)
            literals = list(variable.values())
            parts.append((TOTAL, between(literals, rest - free, rest, pool)))
            if free:
                # A free cell stands for all: one more mine, or one fewer, among the others.
                self.free_mine, self.free_safe = pool.id(), pool.id()
                for literal, low, high in ((self.free_mine, 1, 0), (self.free_safe, 0, 1)):
                    least, most = rest - free + high, rest - low
                    clauses += [[-literal, *c] for c in between(literals, least, most, pool)]
        for name, own in parts:
            selector = self.selector[name] = pool.id()
            clauses += [[-selector, *clause] for clause in own]
        self.name = {selector: name for name, selector in self.selector.items()}
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    def core(self, names: Iterable[int], given: Iterable[int] = ()) -> list[int] | None:
        """An unsatisfiable part of ``names``, or ``None`` if they hold together (with literals ``given``)."""
        if self._solver.solve(assumptions=[*given, *(self.selector[name] for name in names)]):
            return None
        return [self.name[s] for s in self._solver.get_core() or [] if s in self.name]

    def opposite(self, cell: int, is_mine: bool) -> tuple[int, ...]:
        """The assumption that a cell is not what it was proved to be; empty where nothing is known of it."""
        if cell in self.variable:
            return (-self.variable[cell] if is_mine else self.variable[cell],)
        free = self.free_safe if is_mine else self.free_mine
        return (free,) if free else ()

    def close(self) -> None:
        self._solver.delete()


def _find(board: Board, constraints: list[Constraint], with_total: bool) -> tuple[list[int], bool]:
    """(names of a conflict, whether it is of least size); no names where there is none."""
    oracle = Oracle(board, constraints, with_total)
    try:
        core = oracle.core(oracle.selector)
        if core is None:
            return [], True
        return _smallest(oracle, shrunk(oracle, core))
    finally:
        oracle.close()


def shrunk(oracle: Oracle, core: list[int], given: tuple[int, ...] = ()) -> list[int]:
    """Leave out one after the other what the contradiction does not need."""
    kept = list(core)
    for name in core:
        if name in kept:
            smaller = oracle.core([other for other in kept if other != name], given)
            if smaller is not None:
                kept = smaller
    return kept


def _smallest(oracle: Oracle, best: list[int]) -> tuple[list[int], bool]:
    if len(best) == 1:
        return best, True
    deadline = perf_counter() + _SECONDS
    with Hitman(solver="minisat22", htype="sorted") as hitman:
        while perf_counter() < deadline:
            trial = hitman.get() or []
            if len(trial) >= len(best):
                return best, True
            if trial and oracle.core(trial) is not None:
                return list(trial), True
            # What any conflict must hit: the rest of a largest satisfiable set around the trial.
            holds = list(trial)
            left = []
            for name in oracle.selector:
                if name not in trial:
                    if oracle.core([*holds, name]) is None:
                        holds.append(name)
                    else:
                        left.append(name)
                if perf_counter() > deadline:
                    return best, False
            hitman.hit(left)
    return best, False
