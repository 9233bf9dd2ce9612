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

from ..engine.sat_library import IDPool
from ..model.constraint import SumConstraint
from ..model.reason import show
from ..model.subject import Subject
from .sat import clauses_of, ladders_of, total_of


def dimacs(subject: Subject, comment: str = "") -> str:
    """CNF in DIMACS. Its models, projected on the variables of ``c p show``, are the layouts."""
    pool = IDPool()
    ladders, clauses = ladders_of(subject, pool)
    for constraint in subject.constraints:
        clauses += clauses_of(constraint, ladders, subject._values(), pool, lazy=False)
    if subject.mines is not None:
        clauses += total_of(subject, ladders, pool)
    # A counter projects on these: the variables that only encode a sum have values of their own.
    shown_variables = [variable for ladder in ladders.values() for variable in ladder]
    comments = [*comment.splitlines(), *_meanings(subject, ladders)]
    lines = [f"c {line}" for line in comments]
    lines.append(f"p cnf {pool.top} {len(clauses)}")
    lines.append(f"c p show {_line(shown_variables)}")
    lines += map(_line, clauses)
    return "\n".join(lines) + "\n"


def opb(subject: Subject, comment: str = "") -> str:
    """Pseudo-Boolean constraints: clues that are sums as equations, all others as the clauses of the CNF."""
    pool = IDPool()
    known_values = subject._values()
    ladders, clauses = ladders_of(subject, pool)

    # Equations where the format has them.
    sums: list[tuple[Sequence[int], int]] = []
    if subject.mines is not None:
        sums.append((range(len(subject.cells)), subject.mines))
    for constraint in subject.constraints:
        if isinstance(constraint, SumConstraint) and constraint.plain:
            sums.append((constraint.cells, min(constraint.allowed)))
        else:
            clauses += clauses_of(constraint, ladders, known_values, pool, lazy=False)

    # The format has no constants on the left: known mines are taken off the right side.
    lines = [_sum(clause, ">=", 1) for clause in clauses]
    for cells, mine_count in sums:
        literals: list[int] = []
        for cell in cells:
            literals += ladders.get(cell, ())
        known_mines = sum(known_values.get(cell, 0) for cell in cells)
        lines.append(_sum(literals, "=", mine_count - known_mines))
    size_line = f"#variable= {pool.top} #constraint= {len(lines)}"
    comments = [size_line, *comment.splitlines(), *_meanings(subject, ladders)]
    comment_lines = [f"* {line}" for line in comments]
    return "\n".join([*comment_lines, *lines]) + "\n"


def _meanings(subject: Subject, ladders: Mapping[int, Sequence[int]]) -> list[str]:
    names = [*map(show, subject.cells), *map(show, subject._hidden_quantities)]
    meanings = []
    for cell, ladder in ladders.items():
        for mine_count, variable in enumerate(ladder, 1):
            meanings.append(f"{variable}: at least {mine_count} in {names[cell]}")
    return meanings


def _line(literals: Sequence[int]) -> str:
    return " ".join(map(str, [*literals, 0]))


def _sum(literals: Sequence[int], sign: str, need: int) -> str:
    """One line of OPB, in which a negated x is 1 - x; a sum of nothing still needs a term."""
    negated_count = sum(literal < 0 for literal in literals)
    terms = []
    for literal in literals:
        weight = "+1" if literal > 0 else "-1"
        terms.append(f"{weight} x{abs(literal)}")
    left_side = " ".join(terms) or "+0 x1"
    return f"{left_side} {sign} {need - negated_count} ;"
