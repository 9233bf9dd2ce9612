"""Elimination orders: in which sequence to sum out the groups of a component, and what it will cost.

The cost of counting is exponential in the number of clues that are open at once, so several cheap orders are
tried and the one with the least predicted number of states is kept. The heuristics are the usual ones for
path decompositions: greedy by fewest newly opened constraints, and sweeps along either side of the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from ..base.limits import NO_LIMIT, Budget
from .problem import Component

_cost = attrgetter("cost")
_UNLIMITED = Budget(NO_LIMIT, "elimination")
_CHEAP_COST = 400  # predicted states below which a better order cannot pay for the search


@dataclass(frozen=True, slots=True)
class EliminationOrder:
    """An order in which the groups of a component are summed out.

    order: Indices of the groups
    width: The most clues that are open at once; the least width of any order is the pathwidth
    cost: A bound on the states visited
    """

    order: tuple[int, ...]
    width: int
    cost: int


def members(component: Component, scopes: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each group, the indices of the scopes that it is in."""
    scopes_of_group: list[list[int]] = [[] for _ in component.groups]
    for clue_number, groups in enumerate(scopes):
        for group in groups:
            scopes_of_group[group].append(clue_number)
    return scopes_of_group


def elimination_order(
    component: Component, cols: int, budget: Budget = _UNLIMITED
) -> EliminationOrder:
    """The best of a few orders; ``cols``: columns of the board, to know where cells lie. Raises
    EngineLimitError: the time is over."""
    scopes = [groups for _, groups in component.constraints] + [
        rule.groups for rule in component.rules
    ]
    clues = members(component, scopes)
    first_cells = [cells[0] for cells in component.groups]
    by_rows = sorted(range(len(first_cells)), key=first_cells.__getitem__)
    if any(rule.whole_board for rule in component.rules):
        return _priced(component, clues, by_rows)
    by_columns = sorted(by_rows, key=lambda group: first_cells[group] % cols)
    best = _priced(component, clues, by_columns)
    if best.cost > _CHEAP_COST:
        best = min(best, _priced(component, clues, by_rows), key=_cost)
    if best.cost > _CHEAP_COST:
        for start in dict.fromkeys((best.order[0], best.order[-1])):
            greedy = _greedy(scopes, clues, start, budget)
            best = min(best, _priced(component, clues, greedy), key=_cost)
    return best


def _priced(component: Component, clues: list[list[int]], order: Sequence[int]) -> EliminationOrder:
    """Follow an order: the residuals that each open clue can have bound the states of each layer."""
    sizes = [component.most_of(group) for group in range(len(component.groups))]
    need = [mines for mines, _ in component.constraints]
    room_left = [sum(sizes[group] for group in groups) for _, groups in component.constraints]
    room_left += [sum(sizes[group] for group in rule.groups) for rule in component.rules]
    capacity = list(room_left)
    sum_count = len(need)
    ranges: dict[int, int] = {}
    width = cost = 0
    states = 1
    for group in order:
        for clue_number in clues[group]:
            room_left[clue_number] -= sizes[group]
            states //= ranges.pop(clue_number, 1)
            if not room_left[clue_number]:
                continue
            room_read = capacity[clue_number] - room_left[clue_number]
            if clue_number < sum_count:
                least_residual = max(0, need[clue_number] - room_read)
                ranges[clue_number] = max(
                    1, min(need[clue_number], room_left[clue_number]) - least_residual + 1
                )
            else:
                ranges[clue_number] = component.rules[clue_number - sum_count].states(
                    room_read, room_left[clue_number]
                )
            states *= ranges[clue_number]
        width = max(width, len(ranges))
        cost += states
    return EliminationOrder(tuple(order), width, cost)


def _greedy(
    scopes: Sequence[Sequence[int]], clues: list[list[int]], start: int, budget: Budget
) -> list[int]:
    """Next the group that opens the fewest clues; among equals the one that closes most."""
    groups_left = [len(groups) for groups in scopes]
    opened: set[int] = set()
    border = {start}
    done: set[int] = set()
    order = []
    while border:
        budget.check_time()
        group = min(
            border, key=lambda group: (_newly_open(clues[group], opened, groups_left), group)
        )
        order.append(group)
        done.add(group)
        border.discard(group)
        for clue_number in clues[group]:
            groups_left[clue_number] -= 1
            if clue_number not in opened:
                opened.add(clue_number)
                border.update(scopes[clue_number])
        border -= done
    return order


def _newly_open(group_clues: list[int], opened: set[int], groups_left: list[int]) -> int:
    """The clues that a group opens, less those that it closes."""
    opening = sum(clue_number not in opened for clue_number in group_clues)
    closing = sum(groups_left[clue_number] == 1 for clue_number in group_clues)
    return opening - closing
