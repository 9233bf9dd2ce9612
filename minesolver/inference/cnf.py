"""Clues as CNF: each constraint on hidden cells becomes a cardinality constraint (PySAT, totalizer)."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool


def exactly(literals: Sequence[int], bound: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "exactly ``bound`` of ``literals``"; an empty clause where that cannot be."""
    if not 0 <= bound <= len(literals):
        return [[]]
    if not literals:
        return []
    encoding = CardEnc.equals(lits=list(literals), bound=bound, vpool=pool, encoding=EncType.totalizer)
    return [list(clause) for clause in encoding.clauses]


def between(literals: Sequence[int], least: int, most: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "at least ``least`` and at most ``most`` of ``literals``"."""
    if least > len(literals) or most < 0 or least > most:
        return [[]]
    clauses: list[list[int]] = []
    if most < len(literals):
        clauses += CardEnc.atmost(
            lits=list(literals), bound=most, vpool=pool, encoding=EncType.totalizer
        ).clauses
    if least > 0:
        clauses += CardEnc.atleast(
            lits=list(literals), bound=least, vpool=pool, encoding=EncType.totalizer
        ).clauses
    return clauses
