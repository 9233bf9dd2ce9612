"""How proved cells are proved: at each point the fewest constraints that settle a cell, and why, in words.

One constraint at a time for as long as that settles a cell; then the mine count; then two constraints; then a
smallest set of more. Each gain sends the search back to the simplest. What one number of mines says is seen
at once; all else is asked of the oracle.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

import numpy as np

from ..base.errors import check_type, counted
from ..base.limits import Budget, Limit
from ..layers import baseline
from ..model.analysis import Analysis
from ..model.constraint import Constraint, SumConstraint
from ..model.reason import Reason, Step, show
from ..model.subject import Subject
from .oracle import UNANSWERED, Oracle, smallest, thinned
from .oracle_facts import TOTAL, Facts, grounds

_WORK = 20_000_000  # microseconds or so, for all steps
_QUESTIONS = 2000  # to the oracle, to prove one step's set a smallest one
_SHRUNK = 8  # cells of which a contradiction is made minimal in one step
_FEWEST = 3  # constraints of a set that is searched for: smaller ones are all tried before
_NAMED = 8  # constraints named in the words; the reason's attribute has them all


def steps(analysis: Analysis[Any], seconds: float | None = None) -> Iterator[Step]:
    """The steps that prove every proved cell, easiest first at each point, each resting on earlier ones.

    seconds: How long to look for simple steps; by default only their work is bounded. The cells that are left
        then get all constraints as their reason, and say so (rule ``"all clues"``).
    """
    check_type(analysis, Analysis, "steps are those of an Analysis")
    budget = Budget(Limit(seconds), "explain", states=_WORK)
    search = ReasonSearch(analysis.board, _proved_cells(analysis), budget)
    try:
        yield from search.run()
    except UNANSWERED:
        yield search.last_step()
    finally:
        search.close()


def listed(names: Sequence[str], mines: int | None = None) -> str:
    """Constraints in words, the first few of many. ``mines``: the mine count where it is one of them."""
    words = list(names)
    mine_count = "" if mines is None else f"the mine count {mines}"
    if len(words) > 1 and all(word.startswith("clue ") for word in words):
        # "Clues a, b and c": the mine count is none of these and comes after them.
        words = [word.removeprefix("clue ") for word in words]
        words[0] = f"clues {words[0]}"
    elif mine_count:
        words.append(mine_count)
        mine_count = ""
    # "1 more" would be no shorter than the name of that one.
    if len(words) > _NAMED + 1:
        words[_NAMED:] = [f"{len(words) - _NAMED} more"]

    text = ", ".join(words[:-1])
    if text:
        text += " and "
    text += "".join(words[-1:])
    return f"{text} and {mine_count}" if mine_count else text


def _proved_cells(analysis: Analysis) -> dict[int, bool]:
    """The proved cells by index: true for a mine."""
    return {int(cell): bool(analysis._proof[cell] == 2) for cell in np.flatnonzero(analysis._proof)}


class ReasonSearch:
    """The search for the easiest steps to the proved cells of a subject, and what they have settled so far.

    Constraints go by their numbers; a placement rule as a whole has a number too, after all of these.

    unexplained: Proved cells without a step yet, by index: true for a mine
    facts: Those that have one
    fixed_cells: Cells of known values; of one of several mines it is known only that it is not none
    chain_sizes: Of the chain of constraints behind each of the facts
    scopes: The unknown cells of each constraint and rule, and of the mine count
    rule_of, rule_parts: The rule that a constraint is a part of; the parts of each rule
    constraints_over: The constraints over each unknown cell
    statements: What is asked one at a time: constraints of no rule, and rules
    mine_counts: The mines that a constraint which only counts mines allowed its unknown cells at first
    open_counts: (cells still open, mines that they may hold) of the same constraints now
    """

    def __init__(
        self,
        subject: Subject,
        proved: dict[int, bool],
        budget: Budget,
        constraints: Sequence[Constraint] | None = None,
    ) -> None:
        """``constraints``: those that are asked, without the mine count; by default all, with it."""
        self.subject = subject
        self.budget = budget
        self.constraints = subject.constraints if constraints is None else constraints
        self.mine_count = subject.mines if constraints is None else None
        self.cells = self.subject.cells
        self.capacity = self.subject._capacity
        known_values = self.subject._values()
        self.unexplained = proved
        self.facts: dict[int, bool] = {}
        self.fixed_cells: set[int] = set()
        self.chain_sizes: dict[int, int] = {}

        # What each constraint is about. So far the scopes are those of constraints alone.
        self.scopes = self.constraint_scopes(known_values)
        self.constraints_over = self.constraints_by_cell()
        self.mine_counts = self.first_mine_counts(known_values)
        self.fresh_constraints = set(self.scopes)  # to be looked at by themselves

        # The parts of a placement rule are asked together, under a number of its own.
        parts_by_name: dict[str, list[int]] = {}
        for number in self.scopes:
            parts_by_name.setdefault(self.constraints[number].rule, []).append(number)
        without_rule = parts_by_name.pop("", [])
        self.rule_names: dict[int, str] = {}
        self.rule_parts: dict[int, list[int]] = {}
        self.rule_of: dict[int, int] = {}
        for rule, (rule_name, numbers) in enumerate(parts_by_name.items(), len(self.constraints)):
            self.rule_names[rule] = rule_name
            self.rule_parts[rule] = numbers
            self.rule_of |= dict.fromkeys(numbers, rule)
            self.scopes[rule] = sorted(self.joint_scope(numbers))
        self.statements = [*without_rule, *self.rule_parts]

        # The mine count speaks of cells alone, not of hidden quantities, which come after them.
        if self.mine_count is not None:
            self.scopes[TOTAL] = [
                cell for cell in range(len(self.cells)) if cell not in known_values
            ]

        # What changes as cells are settled.
        self.open_counts = {
            number: (set(self.scopes[number]), list(counts))
            for number, counts in self.mine_counts.items()
        }
        self.changed_statements = set(self.statements)
        self.longest_scope = max(
            [len(self.scopes[number]) for number in self.statements], default=0
        )
        self.waiting_pairs: set[tuple[int, int]] = set()
        self.pair_queue: list[tuple[tuple[int, float], tuple[int, int]]] = []  # a heap of them
        # Sets that settle a cell; they still do when more is known.
        self.cores: dict[int, list[int]] = {}

    def constraint_scopes(self, known_values: Mapping[int, int]) -> dict[int, list[int]]:
        """The unknown cells of each constraint that has any."""
        scopes = {}
        for number, constraint in enumerate(self.constraints):
            scope = [cell for cell in constraint.cells if cell not in known_values]
            if scope:
                scopes[number] = scope
        return scopes

    def constraints_by_cell(self) -> dict[int, list[int]]:
        constraints_over: dict[int, list[int]] = {}
        for number, scope in self.scopes.items():
            for cell in scope:
                constraints_over.setdefault(cell, []).append(number)
        return constraints_over

    def first_mine_counts(self, known_values: Mapping[int, int]) -> dict[int, list[int]]:
        """The mines that each constraint allows which only counts those of cells of one mine."""
        cell_count = len(self.cells)
        unknown_cells = [cell for cell in range(cell_count) if cell not in known_values]
        single_cells = {cell for cell in unknown_cells if self.capacity[cell] == 1}
        mine_counts: dict[int, list[int]] = {}
        for number, scope in self.scopes.items():
            # Of these alone the number of mines says which cells they leave: that needs no question.
            constraint = self.constraints[number]
            if not isinstance(constraint, SumConstraint) or not single_cells.issuperset(scope):
                continue
            if not set(constraint.weights) <= {1}:
                continue
            known_mines = sum(
                [known_values[cell] for cell in constraint.cells if cell in known_values]
            )
            missing_mines = [allowed - known_mines for allowed in constraint.allowed]
            mine_counts[number] = [mines for mines in missing_mines if 0 <= mines <= len(scope)]
        if self.mine_count is not None and single_cells.issuperset(unknown_cells):
            known_mines = sum([value for cell, value in known_values.items() if cell < cell_count])
            mine_counts[TOTAL] = [self.mine_count - known_mines]
        return mine_counts

    @cached_property
    def oracle(self) -> Oracle:
        return Oracle(self.subject, self.budget, parts=self.rule_parts)

    def close(self) -> None:
        """Nothing is asked any more."""
        if "oracle" in self.__dict__:
            self.oracle.close()

    def run(self) -> Iterator[Step]:
        while self.unexplained:
            self.budget.check_time()
            for step in self.single_steps() or self.pair_step() or self.smallest_set_step():
                yield step
                self.take(step)

    def take(self, step: Step) -> None:
        """What a step settles is a fact from now on."""
        for reason in step.reasons:
            cell = self.subject.index(reason.cell)
            self.know(cell, self.unexplained.pop(cell))

    def know(self, cell: int, is_mine: bool) -> None:
        """A cell is a fact from now on."""
        self.facts[cell] = is_mine
        if not is_mine or self.capacity[cell] == 1:
            self.fixed_cells.add(cell)

        # Whatever speaks of the cell may settle more now.
        constraints_over = self.constraints_over.get(cell, ())
        self.fresh_constraints.update(constraints_over)
        self.changed_statements.update([self.statement_of(number) for number in constraints_over])
        for number in (*constraints_over, TOTAL):
            if number in self.open_counts:
                self.count_down(number, cell, is_mine)

    def count_down(self, number: int, cell: int, is_mine: bool) -> None:
        """Take a settled cell out of what a constraint still counts."""
        open_cells, mine_counts = self.open_counts[number]
        open_cells.discard(cell)
        missing_mines = [mines - is_mine for mines in mine_counts]
        mine_counts[:] = [mines for mines in missing_mines if 0 <= mines <= len(open_cells)]

    def statement_of(self, number: int) -> int:
        """The rule that a constraint is a part of, or the constraint."""
        return self.rule_of.get(number, number)

    def single_steps(self) -> list[Step]:
        """All cells that one constraint settles; else those of the mine count, or of a rule as a whole."""
        new_steps = self.single_clue_steps()
        if new_steps:
            return new_steps

        # What speaks of the whole board is harder to check by eye: only where no single clue is left to read.
        board_wide = [TOTAL] if TOTAL in self.scopes else []
        for number in [*board_wide, *self.rule_parts]:
            settled_cells = self.settled_by_one(number)
            if settled_cells:
                return [self.step([number], settled_cells)]
        return []

    def single_clue_steps(self) -> list[Step]:
        """All cells that one constraint settles, each by the shortest chain."""
        # A constraint none of whose cells has been settled since says no more than it did.
        needed_cells: dict[int, list[int]] = {}
        shortest_chains: dict[int, tuple[int, int]] = {}  # (its size, its last constraint)
        for number in sorted(self.fresh_constraints):
            settled_cells = self.settled_by_one(number)
            if settled_cells:
                needed_cells[number] = self.needed([number], settled_cells)
                chain_size = 1 + self.size_behind(needed_cells[number])
                for cell in settled_cells:
                    if cell not in shortest_chains or chain_size < shortest_chains[cell][0]:
                        shortest_chains[cell] = (chain_size, number)
        self.fresh_constraints.clear()

        # A cell that several constraints settle is a step of the one with the shortest chain only.
        cells_of: dict[int, dict[int, bool]] = {number: {} for number in needed_cells}
        for cell, (_, number) in shortest_chains.items():
            cells_of[number][cell] = self.unexplained[cell]
        new_steps = []
        for number, cells in cells_of.items():
            if cells:
                new_steps.append(self.step([number], cells, needed_cells[number]))
        return new_steps

    def size_behind(self, needed_cells: Sequence[int]) -> int:
        """How many constraints the chains behind some proved cells have together."""
        return sum(self.chain_sizes[cell] for cell in needed_cells)

    def settled_by_one(self, number: int) -> Facts:
        """What one constraint settles."""
        if number not in self.open_counts:
            return self.settled([number])
        # Of a number of mines at once: all that are left are safe, or all are mines.
        open_cells, mine_counts = self.open_counts[number]
        is_mine = max(mine_counts, default=0) > 0
        if is_mine and min(mine_counts) < len(open_cells):
            return {}
        new_cells = [cell for cell in sorted(open_cells) if self.unexplained.get(cell) is is_mine]
        return dict.fromkeys(new_cells, is_mine)

    def pair_step(self) -> list[Step]:
        """The first two constraints that settle a cell together."""
        # Only pairs of which one has changed can settle what they did not settle before.
        for number in self.changed_statements:
            for neighbor in self.neighbors(number):
                self.wait((min(number, neighbor), max(number, neighbor)))
        # On a large board the mine count says nothing more with any of them: one look tells.
        if self.changed_statements and self.total_matters(self.longest_scope):
            for number in self.statements:
                if self.total_matters(len(self.scopes[number])):
                    self.wait((number, TOTAL))
        self.changed_statements.clear()

        # In a fixed order, so that the same board always has the same steps.
        while self.pair_queue:
            _, pair = heappop(self.pair_queue)
            self.waiting_pairs.discard(pair)
            settled_cells = self.settled_by_pair(*pair)
            if settled_cells:
                return [self.step(pair, settled_cells)]
        return []

    def wait(self, pair: tuple[int, int]) -> None:
        """Have two constraints asked together, unless they wait already."""
        if pair not in self.waiting_pairs:
            self.waiting_pairs.add(pair)
            heappush(self.pair_queue, (_pair_order(pair), pair))

    def neighbors(self, number: int) -> set[int]:
        """The other statements about the same open cells."""
        constraints: set[int] = set()
        for cell in self.scopes[number]:
            if cell not in self.fixed_cells:
                constraints.update(self.constraints_over[cell])
        return {self.statement_of(constraint) for constraint in constraints} - {number}

    def settled_by_pair(self, first_number: int, second_number: int) -> Facts:
        """What two constraints settle together."""
        if first_number not in self.open_counts or second_number not in self.open_counts:
            return self.settled([first_number, second_number])
        first_cells, first_counts = self.open_counts[first_number]
        second_cells, second_counts = self.open_counts[second_number]
        if first_cells.isdisjoint(second_cells):
            return {}
        if len(first_counts) > 1 or len(second_counts) > 1:
            return self.settled([first_number, second_number])

        # Of two numbers, one wants all the difference from cells of its own; or they settle nothing.
        only_first = first_cells - second_cells
        only_second = second_cells - first_cells
        difference = first_counts[0] - second_counts[0]
        if difference == len(only_first):
            new_mines = only_first
        elif -difference == len(only_second):
            new_mines = only_second
        else:
            return {}
        new_cells = sorted(only_first | only_second)
        return {cell: cell in new_mines for cell in new_cells if cell in self.unexplained}

    def total_matters(self, cell_count: int) -> bool:
        """Whether the mine count may say more with constraints on so many cells than these alone."""
        if TOTAL not in self.mine_counts:
            return TOTAL in self.scopes
        open_cells, (mines_left,) = self.open_counts[TOTAL]
        safe_left = len(open_cells) - mines_left
        return min(mines_left, safe_left) <= cell_count

    def smallest_set_step(self) -> list[Step]:
        """A smallest set of three constraints or more."""
        core, is_smallest = self.smallest_core()
        settled_cells = self.settled(core)
        if not settled_cells:
            self.budget.exceeded("what the oracle can be asked")
        return [self.step(core, settled_cells, smallest=is_smallest)]

    def settled(self, members: Sequence[int]) -> Facts:
        """The cells that some constraints settle, given all facts."""
        if not self.oracle.takes(members):
            return {}
        candidates: Facts = self.unexplained
        if TOTAL not in members:
            scope = sorted(self.joint_scope(members))
            candidates = {
                cell: self.unexplained[cell] for cell in scope if cell in self.unexplained
            }
        return self.oracle.settled(members, self.facts, candidates) if candidates else {}

    def joint_scope(self, members: Sequence[int]) -> dict[int, None]:
        """The unknown cells of some constraints, in order."""
        return dict.fromkeys(cell for number in members for cell in self.scopes[number])

    def otherwise(self, cell: int) -> Facts:
        """What is known, and that a cell is not what it is proved to be."""
        return self.facts | {cell: not self.unexplained[cell]}

    def needed(self, members: Sequence[int], settled_cells: Facts) -> list[int]:
        """Proved cells that some constraints need to settle these; without any one of them they do not."""
        known_cells = [cell for cell in self.joint_scope(members) if cell in self.facts]

        # For one number of mines, or two, it can be said without a question.
        only_count = all(self.wants_one_number(number) for number in members)
        if only_count and TOTAL not in members[1:]:
            if len(members) == 1:  # all its mines, or all its safe cells
                return [
                    cell for cell in known_cells if self.facts[cell] not in settled_cells.values()
                ]
            if len(members) == 2:  # what both have makes no difference
                first_scope, second_scope = (self.scopes[number] for number in members)
                return [
                    cell for cell in known_cells if (cell in first_scope) != (cell in second_scope)
                ]

        def enough(trial: list[int]) -> list[int] | None:
            facts = {cell: self.facts[cell] for cell in trial}
            still_settled = self.oracle.settled(members, facts, settled_cells)
            return trial if still_settled == settled_cells else None

        return thinned(known_cells, enough)

    def smallest_core(self) -> tuple[list[int], bool]:
        """(a set that settles some cell, whether it is proved that no smaller one does)."""
        # Without the mine count each cell concerns its own component only.
        live_statements, component_of = self.components()
        candidates = {cell: component_of[cell] for cell in self.unexplained if cell in component_of}
        best_core = self.shortest_core(candidates)
        is_complete = True

        # With it a smaller set may do, unless the narrowest constraints are too narrow for it to matter.
        widths = sorted([self.open_width(number) for number in live_statements])
        spare_width = sum(widths[2 - len(best_core) :])
        if not best_core or (len(best_core) > _FEWEST and self.total_matters(spare_width)):
            everything = [*live_statements, TOTAL]
            is_complete = TOTAL not in self.scopes
            if self.oracle.takes(everything):
                candidates = dict.fromkeys(self.unexplained, everything)
                is_complete = True
                best_core = self.shortest_core(candidates)

        # The cells with the shortest contradictions are the likeliest to have one that is shorter still.
        last_question = self.oracle.asked + _QUESTIONS
        cells_with_core = candidates.keys() & self.cores.keys()
        for cell in sorted(cells_with_core, key=self.core_size):
            if len(best_core) <= _FEWEST:
                return best_core, True
            core, is_proved = smallest(
                self.oracle,
                self.cores[cell],
                self.otherwise(cell),
                candidates[cell],
                below=len(best_core),
                questions=last_question - self.oracle.asked,
            )
            is_complete = is_complete and is_proved
            if len(core) < len(best_core):
                self.cores[cell] = core
                best_core = core
        return best_core, is_complete or len(best_core) <= _FEWEST

    def open_width(self, number: int) -> int:
        """How many of a constraint's cells are still open."""
        return sum(cell not in self.fixed_cells for cell in self.scopes[number])

    def components(self) -> tuple[list[int], dict[int, list[int]]]:
        """(statements that still say something, those of the component of each unknown cell under them)."""
        component_of: dict[int, list[int]] = {}
        live_statements: list[int] = []
        for start in self.statements:
            new_cells = [
                cell for cell in self.scopes[start] if self.is_open_outside(cell, component_of)
            ]
            if not new_cells:
                continue
            component: list[int] = []
            pending = {start}
            while pending:
                member = pending.pop()
                component.append(member)
                for cell in self.scopes[member]:
                    if self.is_open_outside(cell, component_of):
                        component_of[cell] = component
                        neighbors = {
                            self.statement_of(number) for number in self.constraints_over[cell]
                        }
                        pending |= neighbors.difference(component)
            component.sort()
            live_statements += component
        return sorted(live_statements), component_of

    def is_open_outside(self, cell: int, component_of: Mapping[int, list[int]]) -> bool:
        """Whether a cell is open and in none of some components."""
        return cell not in self.fixed_cells and cell not in component_of

    def shortest_core(self, candidates: Mapping[int, list[int]]) -> list[int]:
        """A short set that settles one of these cells; empty where none of them is settled."""
        settled_cells = []
        for cell, members in candidates.items():
            # A contradiction of earlier still is one, and asks about far fewer constraints.
            core_members = self.cores.get(cell, members)
            core = self.oracle.core(core_members, self.otherwise(cell))
            if core is not None:
                self.cores[cell] = core
                settled_cells.append(cell)

        # The contradictions that are short already are the likeliest to become the shortest.
        shortest_first = sorted(settled_cells, key=self.core_size)
        for cell in shortest_first[:_SHRUNK]:
            self.cores[cell] = self.oracle.shrunk(self.cores[cell], self.otherwise(cell))

        # Of several that are as short the one that settles most cells makes the fewest steps.
        fewest = min(map(self.core_size, settled_cells), default=0)
        shortest_cores = [
            self.cores[cell] for cell in settled_cells if self.core_size(cell) == fewest
        ]
        return max(shortest_cores[:_SHRUNK], key=lambda core: len(self.settled(core)), default=[])

    def core_size(self, cell: int) -> int:
        return len(self.cores[cell])

    def spelled(self, members: Sequence[int], settled_cells: Facts) -> list[int]:
        """The constraints themselves, of a rule those parts without which these cells are not settled."""
        without_rule = [number for number in members if number not in self.rule_parts]

        def enough(trial: list[int]) -> list[int] | None:
            used_members: set[int] = set()
            for cell in settled_cells:
                trial_members = [*without_rule, *trial]
                core = self.oracle.core(trial_members, self.otherwise(cell))
                if core is None:
                    return None
                used_members.update(core)
            return [number for number in trial if number in used_members]

        rule_parts: list[int] = []
        for number in members:
            rule_parts += self.rule_parts.get(number, ())
        return sorted([*without_rule, *thinned(rule_parts, enough)], key=_total_last)

    def step(
        self,
        members: Sequence[int],
        settled_cells: Facts,
        after: Sequence[int] | None = None,
        smallest: bool = True,
        why: str = "",
    ) -> Step:
        """The step that settles these cells. ``why``: for those that the search did not come to."""
        # A step without a short reason names all constraints: to thin them out was too much work already.
        named_members = members if why else self.spelled(members, settled_cells)
        needed_cells = self.needed(named_members, settled_cells) if after is None else after
        all_members = grounds(self.subject, named_members)
        constraints = [self.constraints[number] for number in all_members if number != TOTAL]
        uses_total = TOTAL in all_members

        # How hard it is for a person to follow: what statistics of reasons count by.
        if why:
            rule = "all clues"
        elif len(all_members) == 1:
            rule = "mine count" if uses_total else "one clue"
        elif len(all_members) == len(constraints) == 2:
            rule = "two clues"
        else:
            rule = "exact search"
        why = why or self.why(all_members)

        # Later steps that rest on these cells have this chain behind them.
        chain_size = len(members) + self.size_behind(needed_cells)
        self.chain_sizes |= dict.fromkeys(settled_cells, chain_size)

        names = [constraint.name for constraint in constraints]
        if uses_total:
            names.append(f"the mine count {self.subject.mines}")
        # Two constraints may be of one clue.
        clue_cells = [
            self.cells[constraint.clue] for constraint in constraints if constraint.clue is not None
        ]
        clues = tuple(dict.fromkeys(clue_cells))
        cells_before = tuple([self.cells[cell] for cell in sorted(needed_cells)])
        reasons = []
        for cell, is_mine in settled_cells.items():
            name = self.cells[cell]
            reasons.append(
                Reason(name, is_mine, rule, clues, cells_before, why, uses_total, tuple(names))
            )
        return Step(
            tuple(reasons),
            tuple(names),
            smallest and len(all_members) == len(named_members),
            len({self.statement_of(number) for number in all_members}),
        )

    def last_step(self) -> Step:
        """What is left when time is up: true of every proved cell, and as long as can be."""
        kind = "constraint"
        if all(constraint.clue is not None for constraint in self.constraints):
            kind = "clue"
        members = [number for number in self.scopes if number not in self.rule_parts]
        constraint_count = len(members) - (TOTAL in members)
        basis = f"the {kind}" if constraint_count == 1 else counted(constraint_count, kind)
        if TOTAL in self.scopes:
            basis += f" and the mine count {self.subject.mines}"
        time_spent = ""
        if self.budget.seconds < inf:
            time_spent = f" in {self.budget.seconds:g} s"
        why = f"all layouts of {basis} agree on it (a shorter reason was not found{time_spent})"
        return self.step(members, self.unexplained, [], False, why)

    def why(self, members: Sequence[int]) -> str:
        """How these constraints settle cells as things stand: the first half of a sentence."""
        # One clue or two that only count have a sentence that can be checked by counting.
        only_count = all(self.wants_one_number(number) for number in members)
        if only_count and len(members) <= 2:
            if len(members) == 2:
                first_number, second_number = members
                return self.why_two(first_number, second_number) or self.why_two(
                    second_number, first_number
                )
            return self.why_one(members[0])
        # Several parts of a rule go by its name.
        constraints = [number for number in sorted(members) if number != TOTAL]
        rules = [self.rule_of.get(number) for number in constraints]
        names: dict[str, None] = {}  # a set that keeps their order
        for number, rule in zip(constraints, rules, strict=True):
            if rule is not None and rules.count(rule) > 1:
                names[self.rule_names[rule]] = None
            else:
                names[self.name(number)] = None
        total = self.subject.mines if TOTAL in members else None
        named_count = len(names) + (total is not None)
        holds = "can hold together" if named_count > 1 else "can be met"
        return f"{listed([*names], total)} {holds} in no other way"

    def why_one(self, number: int) -> str:
        """Why a constraint that wants one number of mines, or the mine count, settles its cells."""
        open_cells, mines_left = self.open_number(number)
        if number == TOTAL:
            return self.why_total(len(open_cells), mines_left)
        clue = self.constraints[number]
        assert isinstance(clue, SumConstraint), "no other wants one number of mines"
        (clue_value,) = clue.allowed
        return baseline.in_words(self.name(number), clue_value, len(open_cells), mines_left)

    def why_total(self, cell_count: int, mines_left: int) -> str:
        mine_count = self.subject.mines or 0
        if mines_left:
            are = "s are" if mines_left > 1 else " is"
            return f"{mines_left} mine{are} left for the {counted(cell_count, 'undecided cell')}"
        if mine_count == 0:
            return "there is no mine"
        if mine_count == 1:
            return "the mine is known"
        return f"all {mine_count} mines are known"

    def why_two(self, larger: int, smaller: int) -> str:
        """The first needs so many more mines than the second as it has cells of its own; else empty."""
        larger_cells, larger_need = self.open_number(larger)
        smaller_cells, smaller_need = self.open_number(smaller)
        only_larger = []
        for cell in sorted(larger_cells - smaller_cells):
            only_larger.append(show(self.cells[cell]))
        if larger_need - smaller_need != len(only_larger):
            return ""
        if smaller == TOTAL:
            all_mines = "the last mine" if larger_need == 1 else f"all {larger_need} mines left"
            return f"{self.name(larger)} needs {all_mines}"
        smaller_name = self.name(smaller)
        if larger == TOTAL:
            other_cells = counted(len(only_larger), "other cell")
            share = f"{smaller_need} of the {larger_need} mines left"
            return f"{smaller_name} needs {share}, and only {other_cells} may hold one"
        larger_name = self.name(larger)
        if not only_larger:
            return f"{larger_name} needs as many mines as {smaller_name} and shares all its cells with it"
        more_mines = f"{len(only_larger)} more mines"
        are_its_cells = "are its only cells"
        if len(only_larger) == 1:
            more_mines = "one more mine"
            are_its_cells = "is its only cell"
        needs = f"{larger_name} needs {more_mines} than {smaller_name}"
        return f"{needs}, and {' and '.join(only_larger)} {are_its_cells} not shared with it"

    def open_number(self, number: int) -> tuple[set[int], int]:
        """(cells still open, the mines that they hold), of a constraint that wants one number of mines."""
        open_cells, (mines_left,) = self.open_counts[number]
        return open_cells, mines_left

    def wants_one_number(self, number: int) -> bool:
        """Whether it wants one number of mines, each of which counts once."""
        if number not in self.mine_counts:
            return False
        if number == TOTAL:
            return True
        constraint = self.constraints[number]
        return isinstance(constraint, SumConstraint) and len(constraint.allowed) == 1

    def name(self, number: int) -> str:
        return self.constraints[number].name


def _total_last(number: int) -> float:
    """Sorts constraints by number, the mine count after all others."""
    return inf if number == TOTAL else number


def _pair_order(pair: tuple[int, int]) -> tuple[int, float]:
    first_number, second_number = pair
    return first_number, _total_last(second_number)
