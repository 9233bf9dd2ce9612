"""Clues as CNF: each constraint on hidden cells becomes a cardinality constraint (PySAT, totalizer)."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool

from ..base.errors import EngineLimitError
from ..model.constraint import Automaton, transitions

_LARGE = 50_000  # literals times bound from where a totalizer is much larger than a cardinality network
_MOST = 500_000  # literals times the square of the length of their bound: half a million clauses
_FIRST, _LATER = 100_000, 1_000_000  # propagations between two looks at the clock


def solve(solver: Any, assumptions: Iterable[int], check: Callable[[], None]) -> bool:
    """``solver.solve(assumptions)``, calling ``check`` several times a second: it may raise.

    ``solver``: one that takes a limit on propagations, such as Minisat.
    """
    given = list(assumptions)
    step = _FIRST
    while True:
        solver.prop_budget(step)
        answer: bool | None = solver.solve_limited(assumptions=given)
        check()
        if answer is not None:
            return answer
        step = min(2 * step, _LATER)


@lru_cache(maxsize=256)
def _template(literals: int, bound: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """(variables, clauses) of "exactly ``bound`` of the variables 1 to ``literals``"."""
    encoding = CardEnc.equals(
        lits=list(range(1, literals + 1)), bound=bound, top_id=literals, encoding=EncType.totalizer
    )
    return max(literals, encoding.nv), tuple(map(tuple, encoding.clauses))


def exactly(literals: Sequence[int], bound: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "exactly ``bound`` of ``literals``"; an empty clause where that cannot be."""
    if not 0 <= bound <= len(literals):
        return [[]]
    if not literals:
        return []
    if len(literals) > 8:
        return [list(clause) for clause in _encoded(CardEnc.equals, literals, bound, pool)]
    variables, clauses = _template(len(literals), bound)
    name = [0, *literals, *(pool.id() for _ in range(variables - len(literals)))]
    return [[name[i] if i > 0 else -name[-i] for i in clause] for clause in clauses]


def _encoded(encode: Any, literals: Sequence[int], bound: int, pool: IDPool) -> list[list[int]]:
    if len(literals) * bound.bit_length() ** 2 > _MOST:
        raise EngineLimitError(f"the mine count over {len(literals)} cells is too large for a SAT solver")
    kind = EncType.cardnetwrk if len(literals) * bound > _LARGE else EncType.totalizer
    clauses: list[list[int]] = encode(lits=list(literals), bound=bound, vpool=pool, encoding=kind).clauses
    return clauses


def between(literals: Sequence[int], least: int, most: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "at least ``least`` and at most ``most`` of ``literals``"."""
    if least > len(literals) or most < 0 or least > most:
        return [[]]
    clauses: list[list[int]] = []
    if most < len(literals):
        clauses += _encoded(CardEnc.atmost, literals, most, pool)
    if least > 0:
        clauses += _encoded(CardEnc.atleast, literals, least, pool)
    return clauses


def followed(automaton: Automaton, ladders: Sequence[Sequence[int]], pool: IDPool) -> list[list[int]]:
    """Clauses by which an automaton reads groups, each given as its ordered "at least j mines" booleans.

    One variable a reachable state, made true by what leads to it; values that lead nowhere are forbidden.
    """
    if automaton.start is None:
        return [[]]
    clauses: list[list[int]] = []
    reached: dict[int, list[int]] = {0: []}
    for level, state, value, target in transitions(automaton, list(map(len, ladders))):
        ladder = ladders[level]
        # Unless something else led here, or the group has another number of mines.
        clause = [-literal for literal in reached[state]]
        clause += ([-ladder[value - 1]] if value else []) + ([ladder[value]] if value < len(ladder) else [])
        if target is None:
            clauses.append(clause)
        elif level < len(ladders) - 1:
            if target not in reached:
                reached[target] = [pool.id()]
            clauses.append(clause + reached[target])
    return clauses
