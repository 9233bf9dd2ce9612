"""Clues as CNF: each constraint on hidden cells becomes a cardinality constraint (PySAT, totalizer)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from ..base.errors import EngineLimitError
from ..base.interrupt import in_other_thread
from ..model.connected import Path, Sized
from ..model.constraint import Automaton, Constraint, OneOf, SumConstraint, Variable, transitions
from .sat_library import CardEnc, EncType, IDPool

# Up to which a sum is written without variables of its own, in about as many clauses as a totalizer. Most
# clues are such, and a solver has a layout of a wide board in a fiftieth of the time then.
_FEW_LITERALS = 8
# Literals times bound from where a totalizer is much larger than a cardinality network.
_LARGE = 50_000
# Literals times the square of the length of their bound: half a million clauses.
_MAX_CLAUSES = 500_000
_MAX_GROUP = 4  # cells of a group up to which all that can be are listed
_FIRST_STEP = 20_000  # propagations up to the first look at the clock
_LAST_STEP = 100_000  # and at most between two later ones


def solve(solver: Any, assumptions: Iterable[int], check: Callable[[], None]) -> bool:
    """``solver.solve(assumptions)``, calling ``check`` several times a second: it may raise.

    ``solver``: one that takes a limit on propagations, such as Minisat.
    """
    assumed = list(assumptions)
    step = _FIRST_STEP
    while True:
        solver.prop_budget(step)
        # With an interrupt to be expected, PySAT leaves it to Python, which acts on it after this step.
        answer: bool | None = solver.solve_limited(assumptions=assumed, expect_interrupt=True)
        check()
        if answer is not None:
            return answer
        step = min(2 * step, _LAST_STEP)


def exactly(literals: Sequence[int], bound: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "exactly ``bound`` of ``literals``"; an empty clause where that cannot be."""
    if not 0 <= bound <= len(literals):
        return [[]]
    if len(literals) > _FEW_LITERALS:
        return [list(clause) for clause in _encoded(CardEnc.equals, literals, bound, pool)]

    # No set of one more than the bound is all true, and none of the others and one more is all false.
    clauses = [[-literal for literal in chosen] for chosen in combinations(literals, bound + 1)]
    clauses += map(list, combinations(literals, len(literals) - bound + 1))
    return clauses


def _encoded(encode: Any, literals: Sequence[int], bound: int, pool: IDPool) -> list[list[int]]:
    if len(literals) * bound.bit_length() ** 2 > _MAX_CLAUSES:
        raise EngineLimitError(
            f"the mine count over {len(literals)} cells is too large for a SAT solver"
        )
    kind = EncType.cardnetwrk if len(literals) * bound > _LARGE else EncType.totalizer
    call = partial(encode, lits=list(literals), bound=bound, vpool=pool, encoding=kind)
    clauses: list[list[int]] = in_other_thread(call).clauses
    return clauses


def between(literals: Sequence[int], min_true: int, max_true: int, pool: IDPool) -> list[list[int]]:
    """Clauses of "at least ``min_true`` and at most ``max_true`` of ``literals``"."""
    if min_true > len(literals) or max_true < 0 or min_true > max_true:
        return [[]]
    clauses: list[list[int]] = []
    if max_true < len(literals):
        clauses += _encoded(CardEnc.atmost, literals, max_true, pool)
    if min_true > 0:
        clauses += _encoded(CardEnc.atleast, literals, min_true, pool)
    return clauses


def constraint_clauses(
    constraint: Constraint,
    ladders: Mapping[int, list[int]],
    known_values: Mapping[int, int],
    pool: IDPool,
    lazy: bool = True,
) -> list[list[int]]:
    """The clauses of a constraint, of a lazy one only what takes few.

    ladders: Of its unknown cells, by their index in it
    known_values: What others hold
    lazy: Whether the solver is asked again where a lazy one fails
    """
    if constraint.lazy and lazy:
        if isinstance(constraint, Path):
            return _path(constraint, ladders, known_values, pool)
        if isinstance(constraint, Sized):
            return _group_size_clauses(constraint, ladders, known_values, pool)
        return []
    if isinstance(constraint, OneOf):
        return _choice_clauses(constraint, ladders, known_values, pool)
    if not ladders:
        values = [known_values[index] for index in range(len(constraint.cells))]
        return [] if constraint.holds(values) else [[]]
    if isinstance(constraint, SumConstraint) and constraint.plain:
        literals = [literal for ladder in ladders.values() for literal in ladder]
        return exactly(literals, min(constraint.allowed) - sum(known_values.values()), pool)
    variables = [Variable(index, len(ladder)) for index, ladder in ladders.items()]
    automaton = constraint.automaton(variables, known_values)
    return followed(automaton, list(ladders.values()), pool)


def _choice_clauses(
    constraint: OneOf,
    ladders: Mapping[int, list[int]],
    known_values: Mapping[int, int],
    pool: IDPool,
) -> list[list[int]]:
    """One of the choices is made, and whatever constraints it consists of hold then."""
    selectors = [pool.id() for _ in constraint.choices]
    clauses = [selectors]
    for selector, choice, choice_places in zip(
        selectors, constraint.choices, constraint.places, strict=True
    ):
        for member, indices in zip(choice, choice_places, strict=True):
            member_ladders = {}
            member_values = {}
            for member_index, index in enumerate(indices):
                if index in ladders:
                    member_ladders[member_index] = ladders[index]
                if index in known_values:
                    member_values[member_index] = known_values[index]
            member_clauses = constraint_clauses(member, member_ladders, member_values, pool)
            clauses += [[-selector, *clause] for clause in member_clauses]
    return clauses


def _mine_literals(
    constraint: Constraint,
    ladders: Mapping[int, list[int]],
    known_values: Mapping[int, int],
    true: int,
) -> list[int]:
    """For each cell of a constraint the literal that says that it is a mine. ``true``: a variable that is."""
    literals = []
    for index in range(len(constraint.cells)):
        if index in ladders:
            literals.append(ladders[index][0])
        else:
            literals.append(true if known_values[index] else -true)
    return literals


def _path(
    path: Path, ladders: Mapping[int, list[int]], known_values: Mapping[int, int], pool: IDPool
) -> list[list[int]]:
    """No mine has three others beside it, and there are two ends at most: that leaves cycles."""
    true = pool.id()
    mine = _mine_literals(path, ladders, known_values, true)
    clauses = [[true], mine]
    is_end = [pool.id() for _ in mine]
    for cell, neighbors in enumerate(path.adjacent):
        for three in combinations(neighbors, 3):
            clauses.append([-mine[cell], *(-mine[neighbor] for neighbor in three)])
        # A mine is an end unless two beside it are mines: whichever is left out, there is another.
        for left_out in neighbors or [cell]:
            further_mines = [mine[neighbor] for neighbor in neighbors if neighbor != left_out]
            clauses.append([-mine[cell], is_end[cell], *further_mines])
    return clauses + between(is_end, 0, 2, pool)


def _group_size_clauses(
    constraint: Sized,
    ladders: Mapping[int, list[int]],
    known_values: Mapping[int, int],
    pool: IDPool,
) -> list[list[int]]:
    """What takes few clauses of groups of some sizes: which there can be, or how many mines are reached."""
    true = pool.id()
    mine = _mine_literals(constraint, ladders, known_values, true)
    if constraint.anchors is not None:
        return [[true], *_reached(constraint, mine, pool)]
    if max(constraint.allowed, default=0) > _MAX_GROUP:
        return [[true]]
    return [[true], *_one_of_the_groups(constraint, mine, pool)]


def _reached(constraint: Sized, mine: Sequence[int], pool: IDPool) -> list[list[int]]:
    """As many mines as are allowed can be reached from the anchors: one step more at a time."""
    clauses: list[list[int]] = []
    max_size = max(constraint.allowed, default=0)
    anchors = constraint.anchors or ()
    is_reached = {anchor: mine[anchor] for anchor in anchors}
    for _ in range(max_size - 1):
        is_reached_next: dict[int, int] = {}
        for cell in range(len(mine)):
            cells_within_a_step = (cell, *constraint.adjacent[cell])
            sources = [source for source in cells_within_a_step if source in is_reached]
            if sources:
                literal = pool.id()
                is_reached_next[cell] = literal
                clauses.append([-literal, mine[cell]])
                clauses.append([-literal, *(is_reached[source] for source in sources)])
        is_reached = is_reached_next

    # After so many steps nothing more is reached, and the anchors are mines.
    for cell, literal in is_reached.items():
        for neighbor in constraint.adjacent[cell]:
            clause = [-literal, -mine[neighbor]]
            if neighbor in is_reached:
                clause.append(is_reached[neighbor])
            clauses.append(clause)
    clauses += [[-mine[anchor], is_reached[anchor]] for anchor in anchors]
    min_size = min(constraint.allowed, default=1)
    return clauses + between([*is_reached.values()], min_size, max_size, pool)


def _one_of_the_groups(constraint: Sized, mine: Sequence[int], pool: IDPool) -> list[list[int]]:
    """Each mine is in one of all groups that can be: connected cells with no mine beside them."""
    # All connected groups: each of a size is one of the size before and a cell beside it.
    largest_groups = {frozenset([cell]) for cell in range(len(mine))}
    groups = set(largest_groups)
    for _ in range(max(constraint.allowed, default=0) - 1):
        larger_groups = set()
        for group in largest_groups:
            for cell in group:
                new_cells = [
                    neighbor for neighbor in constraint.adjacent[cell] if neighbor not in group
                ]
                larger_groups.update([group | {neighbor} for neighbor in new_cells])
        largest_groups = larger_groups
        groups |= largest_groups

    clauses: list[list[int]] = []
    in_a_group: list[list[int]] = [[-literal] for literal in mine]
    for cells in sorted(map(sorted, groups)):
        if len(cells) not in constraint.allowed:
            continue
        group_is_there = pool.id()
        clauses += [[-group_is_there, mine[cell]] for cell in cells]
        neighbors = {neighbor for cell in cells for neighbor in constraint.adjacent[cell]}
        clauses += [[-group_is_there, -mine[neighbor]] for neighbor in neighbors.difference(cells)]
        for cell in cells:
            in_a_group[cell].append(group_is_there)
    return clauses + in_a_group


def followed(
    automaton: Automaton, ladders: Sequence[Sequence[int]], pool: IDPool
) -> list[list[int]]:
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
        if value:
            clause.append(-ladder[value - 1])
        if value < len(ladder):
            clause.append(ladder[value])
        if target is None:
            clauses.append(clause)
        elif level < len(ladders) - 1:
            if target not in reached:
                reached[target] = [pool.id()]
            clauses.append(clause + reached[target])
    return clauses
