"""Clues as CNF: each constraint on hidden cells becomes a cardinality constraint (PySAT, totalizer)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool

from ..base.errors import EngineLimitError
from ..base.interrupt import in_other_thread
from ..model.connected import Path, Sized
from ..model.constraint import Automaton, Constraint, OneOf, SumConstraint, Variable, transitions

_LARGE = 50_000  # literals times bound from where a totalizer is much larger than a cardinality network
_MOST = 500_000  # literals times the square of the length of their bound: half a million clauses
_GROUP = 4  # cells of a group up to which all that can be are listed
_FIRST, _LATER = 20_000, 100_000  # propagations between two looks at the clock


def solve(solver: Any, assumptions: Iterable[int], check: Callable[[], None]) -> bool:
    """``solver.solve(assumptions)``, calling ``check`` several times a second: it may raise.

    ``solver``: one that takes a limit on propagations, such as Minisat.
    """
    given = list(assumptions)
    step = _FIRST
    while True:
        solver.prop_budget(step)
        # With an interrupt to be expected, PySAT leaves it to Python, which acts on it after this step.
        answer: bool | None = solver.solve_limited(assumptions=given, expect_interrupt=True)
        check()
        if answer is not None:
            return answer
        step = min(2 * step, _LATER)


@lru_cache(maxsize=256)
def _template(literals: int, bound: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """(variables, clauses) of "exactly ``bound`` of the variables 1 to ``literals``"."""
    numbers = list(range(1, literals + 1))
    encode = partial(CardEnc.equals, numbers, bound=bound, top_id=literals, encoding=EncType.totalizer)
    encoding = in_other_thread(encode)
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
    call = partial(encode, lits=list(literals), bound=bound, vpool=pool, encoding=kind)
    clauses: list[list[int]] = in_other_thread(call).clauses
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


def said(
    constraint: Constraint,
    ladders: Mapping[int, list[int]],
    known: Mapping[int, int],
    pool: IDPool,
    lazy: bool = True,
) -> list[list[int]]:
    """The clauses of a constraint, of a lazy one only what is soon told.

    ladders: Of its unknown cells, by place
    known: What others hold
    lazy: Whether the solver is asked again where a lazy one fails
    """
    if constraint.lazy and lazy:
        if isinstance(constraint, Path):
            return _path(constraint, ladders, known, pool)
        return _sized(constraint, ladders, known, pool) if isinstance(constraint, Sized) else []
    if isinstance(constraint, OneOf):
        chosen = [pool.id() for _ in constraint.choices]
        clauses = [chosen]
        for one, choice, places in zip(chosen, constraint.choices, constraint.places, strict=True):
            for own, where in zip(choice, places, strict=True):
                read = {n: ladders[p] for n, p in enumerate(where) if p in ladders}
                values = {n: known[p] for n, p in enumerate(where) if p in known}
                clauses += [[-one, *clause] for clause in said(own, read, values, pool)]
        return clauses
    if not ladders:
        return [] if constraint.holds([known[p] for p in range(len(constraint.cells))]) else [[]]
    every = list(ladders.values())
    if isinstance(constraint, SumConstraint) and constraint.plain:
        return exactly([y for own in every for y in own], min(constraint.allowed) - sum(known.values()), pool)
    automaton = constraint.automaton([Variable(p, len(own)) for p, own in ladders.items()], known)
    return followed(automaton, every, pool)


def _path(
    given: Path, ladders: Mapping[int, list[int]], known: Mapping[int, int], pool: IDPool
) -> list[list[int]]:
    """No mine has three others beside it, and there are two ends at most: that leaves cycles."""
    true = pool.id()
    mine = [ladders[p][0] if p in ladders else true if known[p] else -true for p in range(len(given.cells))]
    clauses = [[true], mine]
    ends = [pool.id() for _ in mine]
    for p, near in enumerate(given.adjacent):
        clauses += [[-mine[p], *(-mine[q] for q in three)] for three in combinations(near, 3)]
        clauses += [[-mine[p], ends[p], *(mine[q] for q in near if q != other)] for other in near or [p]]
    return clauses + between(ends, 0, 2, pool)


def _sized(
    constraint: Sized, ladders: Mapping[int, list[int]], known: Mapping[int, int], pool: IDPool
) -> list[list[int]]:
    """What is soon told of groups of some sizes: which there can be, or how many mines are reached."""
    true = pool.id()
    mine = []
    for p in range(len(constraint.cells)):
        mine.append(ladders[p][0] if p in ladders else true if known[p] else -true)
    if constraint.anchors is not None:
        return [[true], *_reached(constraint, mine, pool)]
    if max(constraint.allowed, default=0) > _GROUP:
        return [[true]]
    return [[true], *_one_of_the_groups(constraint, mine, pool)]


def _reached(constraint: Sized, mine: Sequence[int], pool: IDPool) -> list[list[int]]:
    """As many mines as are allowed can be reached from the anchors: one step more at a time."""
    clauses: list[list[int]] = []
    most = max(constraint.allowed, default=0)
    anchors = constraint.anchors or ()
    reached = {p: mine[p] for p in anchors}
    for _ in range(most - 1):
        further: dict[int, int] = {}
        for p in range(len(mine)):
            before = [q for q in (p, *constraint.adjacent[p]) if q in reached]
            if before:
                further[p] = pool.id()
                clauses.append([-further[p], mine[p]])
                clauses.append([-further[p], *(reached[q] for q in before)])
        reached = further
    # After so many steps nothing more is reached, and the anchors are mines.
    for p, y in reached.items():
        for q in constraint.adjacent[p]:
            clauses.append([-y, -mine[q], *([reached[q]] if q in reached else [])])
    clauses += [[-mine[p], reached[p]] for p in anchors]
    return clauses + between([*reached.values()], min(constraint.allowed, default=1), most, pool)


def _one_of_the_groups(constraint: Sized, mine: Sequence[int], pool: IDPool) -> list[list[int]]:
    """Each mine is in one of all groups that can be: connected cells with no mine beside them."""
    clauses: list[list[int]] = []
    groups = last = {frozenset([p]) for p in range(len(mine))}
    for _ in range(max(constraint.allowed, default=0) - 1):
        larger = set()
        for group in last:
            for p in group:
                larger |= {group | {q} for q in constraint.adjacent[p] if q not in group}
        last = larger
        groups = groups | last
    in_a_group: list[list[int]] = [[-y] for y in mine]
    for cells in sorted(map(sorted, groups)):
        if len(cells) not in constraint.allowed:
            continue
        group_is_there = pool.id()
        clauses += [[-group_is_there, mine[p]] for p in cells]
        beside = {q for p in cells for q in constraint.adjacent[p]}.difference(cells)
        clauses += [[-group_is_there, -mine[q]] for q in beside]
        for p in cells:
            in_a_group[p].append(group_is_there)
    return clauses + in_a_group


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
