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
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.interrupt import in_other_thread
from ..base.limits import Budget
from ..model.constraint import Constraint
from ..model.lists import ANY_SUM, MAX_UNITS, CorePosition, Lists, as_cell_sum
from ..model.subject import Subject
from .facts import TOTAL, Facts

if TYPE_CHECKING:
    from .sat import Sat

_QUESTION = 20  # what one costs besides the states or propagations that it takes: about microseconds
_STATES = 4  # of the core that cost a microsecond, about
_ENCODED = 150
_LOCAL = 8  # parts of placement rules that the core counts with


class Oracle:
    """Questions about one subject, ``asked`` so far; constraints go by their numbers. They raise
    :class:`EngineLimitError` where the budget is spent.

    encoded: Unknown cells up to which a SAT solver gets the mine count
    parts: Numbers that stand for several constraints
    """

    def __init__(
        self,
        subject: Subject,
        budget: Budget,
        *,
        encoded: float = _ENCODED,
        parts: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self._subject = subject
        self._budget = budget
        self._encoded = encoded
        self._parts = parts or {}
        self._constraints = subject.constraints
        self._unknown = len(subject.capacity) - len(subject.values())
        self.asked = 0

    def core(self, members: Sequence[int], facts: Facts) -> list[int] | None:
        """Some of ``members`` that contradict the facts; ``None`` where all of them can hold."""
        own = self._whole(members)
        found = self._by(own).core(own, facts)
        if found is None or len(own) == len(members):
            return found
        used = set(found)
        return [k for k in members if not used.isdisjoint(self._parts.get(k, (k,)))]

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        """Those of some proved cells (true: a mine) that ``members`` settle, given some facts."""
        own = self._whole(members)
        return self._by(own).settled(own, facts, cells)

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        """Whether ``members`` and some facts leave one layout only, which is given."""
        own = self._whole(members)
        return self._by(own).settles(own, facts, layout)

    def _whole(self, members: Sequence[int]) -> Sequence[int]:
        """The constraints that some numbers stand for."""
        if self._parts.keys().isdisjoint(members):
            return members
        return [part for k in members for part in self._parts.get(k, (k,))]

    def shrunk(self, core: Sequence[int], facts: Facts) -> list[int]:
        """What of a contradiction cannot be spared, the mine count and late constraints left out first."""
        late_first = sorted(core, key=lambda k: (k != TOTAL, -k))
        return thinned(late_first, lambda trial: self.core(trial, facts))

    def takes(self, members: Iterable[int]) -> bool:
        """Whether it can be asked about these: a mine count over many cells swamps a SAT solver."""
        chosen = set(members)
        if TOTAL not in chosen:
            return True
        few = self._unknown <= self._encoded or {*self._whole(list(chosen))} <= self._core.masks.keys()
        return few and self._subject.mines is not None

    def _by(self, members: Sequence[int]) -> _Core | Sat:
        self.asked += 1
        self._budget.spend_states(_QUESTION)
        self._budget.check_time()
        if not self.takes(members):
            self._budget.exceeded(f"a mine count over {self._unknown} cells")
        summed = members and self._core.masks.keys() >= set(members)
        # Where a rule spans the board, a model is found much sooner than all are counted.
        local = sum([self._constraints[k].rule != "" for k in members if k != TOTAL]) <= _LOCAL
        by_core = summed and (local or (TOTAL in members and self._unknown > self._encoded))
        return self._core if by_core else self._sat

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
        values, capacity = subject.values(), subject.capacity
        size = len(subject.cells)
        self._budget = budget
        self.masks: dict[int, int] = {}
        lists: list[tuple[int, ...]] = [()] * size
        weights = lists.copy()
        plain = {i for i in range(size) if capacity[i] == 1 and i not in values}
        for k, c in enumerate(constraints if kernel.available() else ()):
            own = as_cell_sum(c, size, values)
            if own and own.units <= MAX_UNITS and plain.issuperset(own.cells):
                lists.append(own.cells)
                weights.append(own.weights)
                self.masks[k] = own.allowed
        if not self.masks:
            return
        from ..kernel.core import Workspace

        if plain.issuperset(i for i in range(size) if i not in values):
            self.masks[TOTAL] = 0
        # A known mine is one, however many the cell holds.
        more = sum([value - 1 for i, value in values.items() if i < size and value > 1])
        self._mines = (subject.mines or 0) - more
        self._sites = {k: size + n for n, k in enumerate(self.masks)}
        cols = subject.columns if size % subject.columns == 0 else size
        self._workspace = Workspace(size // cols, cols, Lists.of(lists, weights))
        known = {i: -2 if value else 0 for i, value in values.items()}
        self._codes = np.array([known.get(i, -1) for i in range(size)], np.int8)
        self._nothing = np.full(len(lists), ANY_SUM, np.uint64)
        self._proof = b""

    def _status(self, members: Sequence[int], facts: Facts) -> str:
        codes, allowed = self._codes.copy(), self._nothing.copy()
        for i, is_mine in facts.items():
            codes[i] = -2 if is_mine else 0
        for k in members:
            if k != TOTAL:
                allowed[self._sites[k]] = self.masks[k]
        own, budget, mines = self._workspace, self._budget, self._mines if TOTAL in members else None
        grid = CorePosition(codes, None, allowed)
        _, self._proof, took, status = own.analyze(grid, mines, 0.0, budget.remaining, budget.states)
        budget.spend_states(took[2] // _STATES)
        if status in ("stopped", "limit"):
            budget.exceeded("memory" if status == "limit" else f"{budget.seconds:g} s")
        return status

    def core(self, members: Sequence[int], facts: Facts) -> list[int] | None:
        return list(members) if self._status(members, facts) == "contradiction" else None

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        self._status(members, facts)
        proof = self._proof
        return {i: is_mine for i, is_mine in cells.items() if proof[i] == 1 + is_mine}

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        return len(self.settled(members, facts, layout)) == len(layout) - len(facts)


def thinned(items: Sequence[int], enough: Callable[[list[int]], Sequence[int] | None]) -> list[int]:
    """A part of some items that is enough, none of which can be spared: larger parts are left out first.

    ``enough``: some of the items given that are enough; ``None`` where all of them are not. Where it raises
    :class:`EngineLimitError`, what is left comes back.
    """
    kept = list(items)
    size = max(1, len(kept) // 2)
    with suppress(EngineLimitError):
        while size and kept:
            start = 0
            while start < len(kept):
                fewer = enough([*kept[:start], *kept[start + size :]])
                if fewer is None:
                    start += size
                else:
                    kept = list(fewer)
            size //= 2
    return kept


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
    from pysat.examples.hitman import Hitman

    last = oracle.asked + questions
    with suppress(EngineLimitError), Hitman(solver="minisat22", htype="sorted") as hitman:
        while oracle.asked < last:
            trial = in_other_thread(hitman.get) or []
            if len(trial) >= limit:
                return best, True
            if trial and oracle.core(trial, facts) is not None:
                return list(trial), True
            # What any contradiction must hit: the rest of a largest satisfiable set around the trial.
            holds, left = list(trial), []
            for member in among:
                if member not in trial:
                    if oracle.core([*holds, member], facts) is None:
                        holds.append(member)
                    else:
                        left.append(member)
            hitman.hit(left)
    return best, False
