"""A board or puzzle for model counters and pseudo-Boolean solvers: DIMACS CNF and OPB.

>>> from minesolver.model.board import Board
>>> print(opb(Board.parse("1#\\n##", mines=1)), end="")
* #variable= 3 #constraint= 2
* 1: at least 1 in (0,1)
* 2: at least 1 in (1,0)
* 3: at least 1 in (1,1)
+1 x1 +1 x2 +1 x3 = 1 ;
+1 x1 +1 x2 +1 x3 = 1 ;
"""

from collections.abc import Mapping, Sequence

from pysat.formula import IDPool

from ..model.constraint import SumConstraint
from ..model.reason import show
from ..model.subject import Subject
from .sat import clauses_of, ladders_of, total_of


def dimacs(subject: Subject, comment: str = "") -> str:
    """CNF in DIMACS. Its models, projected on the variables of ``c p show``, are the layouts."""
    pool = IDPool()
    ladders, clauses = ladders_of(subject, pool)
    for constraint in subject.constraints:
        clauses += clauses_of(constraint, ladders, subject.values(), pool, lazy=False)
    clauses += [] if subject.mines is None else total_of(subject, ladders, pool)
    named = [y for ladder in ladders.values() for y in ladder]
    lines = [f"c {line}" for line in [*comment.splitlines(), *_meanings(subject, ladders)]]
    lines += [f"p cnf {pool.top} {len(clauses)}", f"c p show {_line(named)}", *map(_line, clauses)]
    return "\n".join(lines) + "\n"


def opb(subject: Subject, comment: str = "") -> str:
    """Pseudo-Boolean constraints: clues that are sums as equations, all others as the clauses of the CNF."""
    pool, known = IDPool(), subject.values()
    ladders, clauses = ladders_of(subject, pool)
    sums: list[tuple[Sequence[int], int]] = []
    if subject.mines is not None:
        sums.append((range(len(subject.cells)), subject.mines))
    for one in subject.constraints:
        if isinstance(one, SumConstraint) and one.plain:
            sums.append((one.cells, min(one.allowed)))
        else:
            clauses += clauses_of(one, ladders, known, pool, lazy=False)
    lines = [_sum(clause, ">=", 1) for clause in clauses]
    for cells, need in sums:
        literals = [y for i in cells if i in ladders for y in ladders[i]]
        lines.append(_sum(literals, "=", need - sum(known.get(i, 0) for i in cells)))
    head = [f"#variable= {pool.top} #constraint= {len(lines)}", *comment.splitlines()]
    return "\n".join([f"* {line}" for line in [*head, *_meanings(subject, ladders)]] + lines) + "\n"


def _meanings(subject: Subject, ladders: Mapping[int, Sequence[int]]) -> list[str]:
    names = [*map(show, subject.cells), *subject.hidden_quantities]
    return [
        f"{y}: at least {number} in {names[i]}"
        for i, own in ladders.items()
        for number, y in enumerate(own, 1)
    ]


def _line(literals: Sequence[int]) -> str:
    return " ".join(map(str, [*literals, 0]))


def _sum(literals: Sequence[int], sign: str, need: int) -> str:
    terms = "".join(f"{'+1' if y > 0 else '-1'} x{abs(y)} " for y in literals)
    return f"{terms or '+0 x1 '}{sign} {need - sum(y < 0 for y in literals)} ;"
