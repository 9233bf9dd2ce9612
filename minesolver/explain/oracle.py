"""Does this set of constraints and facts force that? One front end for conflicts, reasons and steps.

Sums and the mine count are asked of the compiled core, which takes about 10 us; other constraints, and sums
where there is no core, of an incremental SAT solver. What may be spent is a number of states and
propagations, so that answers do not depend on how busy the machine is; a deadline comes only from the user.
Whether a smaller set exists is settled by the implicit hitting-set algorithm for smallest MUSes (Ignatiev,
Previti, Liffiton, Marques-Silva, CP 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import kernel
from ..base.errors import EngineLimitError, MissingDependencyError
from ..base.interrupt import in_other_thread, let_go
from ..base.limits import Budget
from ..model.constraint import Constraint
from ..model.lists import ANY_SUM, MAX_UNITS, CorePosition, Lists, as_cell_sum
from ..model.subject import Subject
from .oracle_facts import TOTAL, Facts

if TYPE_CHECKING:
    from .sat import Sat

UNANSWERED = (EngineLimitError, MissingDependencyError)
"""What a question raises that is not answered: the budget is spent, or it takes PySAT, which is not there."""

_QUESTION_COST = 20  # besides the states or propagations that it takes: about microseconds
_STATES_PER_COST = 4  # of the core, in a microsecond or so
_MAX_ENCODED = 150  # unknown cells up to which a SAT solver gets the mine count
_MAX_RULE_PARTS = 8  # of placement rules that the core counts with


class Oracle:
    """Questions about one subject, ``asked`` so far; constraints go by their numbers. One without an answer
    raises an error of ``UNANSWERED``.

    encoded: Unknown cells up to which a SAT solver gets the mine count
    parts: Numbers that stand for several constraints
    """

    def __init__(
        self,
        subject: Subject,
        budget: Budget,
        *,
        encoded: float = _MAX_ENCODED,
        parts: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self._subject = subject
        self._budget = budget
        self._encoded = encoded
        self._parts = parts or {}
        self._constraints = subject.constraints
        self._unknown_count = len(subject._capacity) - len(subject._values())
        self.asked = 0

    def core(self, members: Sequence[int], facts: Facts) -> list[int] | None:
        """Some of ``members`` that contradict the facts; ``None`` where all of them can hold."""
        constraints = self._constraints_of(members)
        if not constraints:  # every layout holds: a solver would be made for nothing
            return None
        core = self._solver_for(constraints).core(constraints, facts)
        if core is None or len(constraints) == len(members):
            return core

        # Whoever asks about a rule as a whole gets it back as a whole.
        used = set(core)
        used_members = []
        for number in members:
            constraints_of_member = self._parts.get(number, (number,))
            if not used.isdisjoint(constraints_of_member):
                used_members.append(number)
        return used_members

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        """Those of some proved cells (true: a mine) that ``members`` settle, given some facts."""
        constraints = self._constraints_of(members)
        return self._solver_for(constraints).settled(constraints, facts, cells)

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        """Whether ``members`` and some facts leave one layout only, which is given."""
        constraints = self._constraints_of(members)
        return self._solver_for(constraints).settles(constraints, facts, layout)

    def _constraints_of(self, members: Sequence[int]) -> Sequence[int]:
        """The constraints that some numbers stand for."""
        if self._parts.keys().isdisjoint(members):
            return members
        constraints: list[int] = []
        for number in members:
            constraints += self._parts.get(number, (number,))
        return constraints

    def close(self) -> None:
        """Nothing is asked any more."""
        if "_sat" in self.__dict__:
            self._sat.close()

    def shrunk(self, core: Sequence[int], facts: Facts) -> list[int]:
        """What of a contradiction cannot be spared, the mine count and late constraints left out first."""
        late_first = sorted(core, key=lambda number: (number != TOTAL, -number))
        return thinned(late_first, lambda trial: self.core(trial, facts))

    def takes(self, members: Sequence[int]) -> bool:
        """Whether it can be asked about these: a mine count over many cells swamps a SAT solver."""
        if TOTAL not in members:
            return True
        if self._subject.mines is None:
            return False
        if self._unknown_count <= self._encoded:
            return True
        constraints = self._constraints_of(members)
        return self._core.takes(constraints)

    def _solver_for(self, members: Sequence[int]) -> _Core | Sat:
        """What answers a question about these constraints, which is paid for here."""
        self.asked += 1
        self._budget.spend_states(_QUESTION_COST)
        self._budget.check_time()
        if not self.takes(members):
            self._budget.exceeded(f"a mine count over {self._unknown_count} cells")
        if not members or not self._core.takes(members):
            return self._sat
        # Where a rule spans the board, a model is found much sooner than all are counted.
        rule_parts = self._rule_parts.intersection(members) if self._rule_parts else ()
        needs_core = TOTAL in members and self._unknown_count > self._encoded
        if needs_core or len(rule_parts) <= _MAX_RULE_PARTS:
            return self._core
        return self._sat

    @cached_property
    def _rule_parts(self) -> set[int]:
        """The constraints that are parts of placement rules: most boards have none."""
        return {number for number, constraint in enumerate(self._constraints) if constraint.rule}

    @cached_property
    def _core(self) -> _Core:
        return _Core(self._subject, self._constraints, self._budget)

    @cached_property
    def _sat(self) -> Sat:
        from .sat import Sat  # most questions never come to it, and PySAT takes a while to load

        return Sat(self._subject, self._constraints, self._budget)


class _Core:
    """Asks the compiled core: each sum is a clue on no cell, which may say nothing."""

    def __init__(self, subject: Subject, constraints: Sequence[Constraint], budget: Budget) -> None:
        self._budget = budget
        # Only a mine count tells cells from what is no cell.
        self._cell_count = len(subject.cells if subject.mines is not None else subject._capacity)
        self._known_values = subject._values()
        unknown_cells = [cell for cell in range(self._cell_count) if cell not in self._known_values]

        # To the core an unknown cell holds a mine or none: what speaks of others is not for it.
        capacity = subject._capacity
        single_cells = {cell for cell in unknown_cells if capacity[cell] == 1}
        self._masks: dict[int, int] = {}  # the sums that each constraint allows, a bit each
        lists, weights = self._take_sums(constraints, single_cells)
        if not self._masks:
            return
        from ..kernel.core import Workspace

        # The lists of the cells come first.
        self._list_of: dict[int, int] = {}
        for list_index, number in enumerate(self._masks, self._cell_count):
            self._list_of[number] = list_index
        if single_cells.issuperset(unknown_cells):
            self._masks[TOTAL] = 0
        self._mine_count = (subject.mines or 0) - self._further_mines()

        # The shape makes no difference to an answer; cells that fill no rectangle are one row.
        columns = subject._columns
        if self._cell_count % columns:
            columns = self._cell_count
        rows = self._cell_count // columns
        self._workspace = Workspace(rows, columns, Lists.of(lists, weights))
        self._codes = self._cell_codes()
        self._allow_all = np.full(len(lists), ANY_SUM, np.uint64)
        self._allowed = self._allow_all.copy()
        for number, list_index in self._list_of.items():
            self._allowed[list_index] = self._masks[number]
        self._proof = b""

    def _take_sums(
        self, constraints: Sequence[Constraint], single_cells: set[int]
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """(cells, weights) of each list: one for each cell, which has no clue, and one for each sum taken."""
        lists: list[tuple[int, ...]] = [()] * self._cell_count
        weights = lists.copy()
        if not kernel.available():
            return lists, weights
        for number, constraint in enumerate(constraints):
            cell_sum = as_cell_sum(constraint, self._cell_count, self._known_values)
            if cell_sum is None or cell_sum.units > MAX_UNITS:
                continue
            if single_cells.issuperset(cell_sum.cells):
                lists.append(cell_sum.cells)
                weights.append(cell_sum.weights)
                self._masks[number] = cell_sum.allowed
        return lists, weights

    def _further_mines(self) -> int:
        """Those of cells that are known to hold several: to the core a known mine is one."""
        further_mines = 0
        for cell, mine_count in self._known_values.items():
            if cell < self._cell_count and mine_count > 1:
                further_mines += mine_count - 1
        return further_mines

    def _cell_codes(self) -> NDArray[np.int8]:
        """The cells as the core takes them: -1 unknown, -2 a mine, 0 safe."""
        codes = np.full(self._cell_count, -1, np.int8)
        for cell, mine_count in self._known_values.items():
            if cell < self._cell_count:
                codes[cell] = -2 if mine_count else 0
        return codes

    def takes(self, members: Iterable[int]) -> bool:
        """Whether it has all of these constraints."""
        return self._masks.keys() >= set(members)

    def _status(self, members: Sequence[int], facts: Facts) -> str:
        codes = self._codes.copy()
        for cell, is_mine in facts.items():
            codes[cell] = -2 if is_mine else 0

        # A constraint that is not asked about allows every sum, so that one workspace does for all questions.
        allowed = self._allow_all.copy()
        asked_about = [self._list_of[number] for number in members if number != TOTAL]
        allowed[asked_about] = self._allowed[asked_about]
        position = CorePosition.of(codes, None, allowed)
        mine_count = self._mine_count if TOTAL in members else None
        budget = self._budget
        _, self._proof, took, status = self._workspace.analyze(
            position, mine_count, 0.0, budget.remaining, budget.states
        )

        # A question that the budget does not reach has no answer: anything else might call a cell proved.
        _, _, states, _ = took
        budget.spend_states(states // _STATES_PER_COST)
        if status == "limit":
            budget.exceeded("memory")
        if status == "stopped":
            budget.exceeded(f"{budget.seconds:g} s")
        return status

    def core(self, members: Sequence[int], facts: Facts) -> list[int] | None:
        return list(members) if self._status(members, facts) == "contradiction" else None

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        self._status(members, facts)
        settled_cells = {}
        for cell, is_mine in cells.items():
            code = 2 if is_mine else 1  # of a cell that is proved
            if self._proof[cell] == code:
                settled_cells[cell] = is_mine
        return settled_cells

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        # A cell among the facts is known to the core, which proves those that are not.
        settled_cells = self.settled(members, facts, layout)
        return len(settled_cells) == len(layout) - len(facts)


def thinned(items: Sequence[int], enough: Callable[[list[int]], Sequence[int] | None]) -> list[int]:
    """A part of some items that is enough, none of which can be spared: larger parts are left out first.

    ``enough``: some of the items given that are enough; ``None`` where all of them are not. Where it raises
    an error of ``UNANSWERED``, what is left comes back.
    """
    needed_items = list(items)
    size = max(1, len(needed_items) // 2)
    # Halves first, single items last: most can be spared, and in large parts that takes few questions.
    with suppress(*UNANSWERED):
        while size and needed_items:
            start = 0
            while start < len(needed_items):
                trial = [*needed_items[:start], *needed_items[start + size :]]
                items_enough = enough(trial)
                if items_enough is None:
                    start += size
                else:
                    needed_items = list(items_enough)
            size //= 2
    return needed_items


def _left_out(
    oracle: Oracle,
    satisfiable: list[int],
    block: list[int],
    facts: Facts,
    is_contradictory: bool = False,
) -> list[int]:
    """Those of a block that contradict a satisfiable set, which takes in each of the others in turn.

    is_contradictory: It is known that they cannot all be taken in
    """
    # Most can be: a whole block of them takes one question, and is halved where it cannot.
    if not is_contradictory and oracle.core([*satisfiable, *block], facts) is None:
        satisfiable += block
        return []
    if len(block) <= 1:
        return block
    middle = len(block) // 2
    left_out = _left_out(oracle, satisfiable, block[:middle], facts)
    # Where all of the first half was taken in, the contradiction is one of the second.
    return left_out + _left_out(oracle, satisfiable, block[middle:], facts, not left_out)


def smallest(
    oracle: Oracle,
    best: list[int],
    facts: Facts,
    among: Sequence[int],
    *,
    below: int | None = None,
    questions: float = inf,
) -> tuple[list[int], bool]:
    """A smallest part of ``among`` that contradicts the facts, and whether that is proved within the budget.

    ``best``: one that does; it comes back where nothing smaller is found. ``below``: sizes from here on are
    of no interest. ``questions``: how many may be asked.
    """
    limit = len(best) if below is None else below
    if limit == 1:
        return best, True
    try:
        from pysat.examples.hitman import Hitman
    except ImportError:  # without PySAT nobody knows whether there is a smaller one
        return best, False

    last_question = oracle.asked + questions
    # All that is done with it is done in another thread: see `let_go`.
    hitmen: list[Any] = []

    def next_trial(to_hit: list[int]) -> list[int]:
        """A smallest set with a member in common with this one and all before it."""
        if not hitmen:
            hitmen.append(Hitman(solver="minisat22", htype="sorted"))
        hitmen[0].hit(to_hit)
        return hitmen[0].get() or []

    trial: list[int] = []
    try:
        while oracle.asked < last_question:
            if len(trial) >= limit:
                return best, True
            if trial and oracle.core(trial, facts) is not None:
                return list(trial), True
            # What any contradiction must hit: the rest of a largest satisfiable set around the trial.
            members_beside = [member for member in among if member not in trial]
            left_out = _left_out(oracle, list(trial), members_beside, facts)
            if not left_out:
                return best, False
            trial = in_other_thread(partial(next_trial, left_out))
    except UNANSWERED:
        return best, False
    finally:
        for hitman in hitmen:
            let_go(hitman)
            hitman.hset = None  # refers to it, so that it would wait for the garbage collection
    return best, False
