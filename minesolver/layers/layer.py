"""The face of a layer, and the loop that applies rules simplest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ..model.board import MINE, Board, Cell
from ..model.reason import conclude
from .deduction import Deduction, DeductionReason, Finding, TraceStep
from .knowledge import TOTAL, Agenda, Equation, KnowledgeBase


@dataclass(frozen=True)
class DeductionRule:
    """One way to conclude.

    ``search``: looks at the equations on its agenda up to its first finding, taking off what it is done with.
    ``board``: the same rule on the board equation (all undecided cells hold the remaining mines).
    """

    name: str
    search: Callable[[KnowledgeBase, Agenda], Finding | None]
    board: Callable[[KnowledgeBase], Finding | None]


@dataclass(frozen=True)
class Layer:
    """A registered layer.

    description: What it does, in one line
    source: Where its rules are from
    start: (knowledge base, keep the log) -> inference, which goes on as the knowledge grows
    rules: The rules, the simplest first, where the layer is their fixpoint; empty where it has a form of its
        own
    """

    name: str
    description: str
    source: str
    start: Callable[[KnowledgeBase, bool], Inference]
    rules: tuple[DeductionRule, ...] = ()

    def run(self, board: Board, total: bool, trace: bool) -> Deduction:
        """All that the layer proves on one board.

        total: Use the mine count as one more equation
        Raises InconsistentBoardError: the layer runs into a contradiction.
        """
        inference = self.start(KnowledgeBase.of(board, total=total), trace)
        inference.run()
        return inference.deduction()


def of_rules(name: str, description: str, source: str, rules: tuple[DeductionRule, ...]) -> Layer:
    """A layer that is the fixpoint of rules on a knowledge base."""
    return Layer(name, description, source, partial(_start, rules), rules)


def search_pairs(
    compare: Callable[[KnowledgeBase, Equation, Equation], Finding | None],
    base: KnowledgeBase,
    agenda: Agenda,
) -> Finding | None:
    """What two overlapping equations say together: each of the agenda against those that share a cell."""
    while agenda:
        equation, _ = agenda.popitem()
        if not base.holds(equation):
            continue
        for other in base.overlapping(equation):
            found = compare(base, equation, other)
            if found is not None:
                agenda[equation] = None  # its other partners are still to be seen
                return found
    return None


def _start(rules: tuple[DeductionRule, ...], base: KnowledgeBase, trace: bool) -> Inference:
    return Inference(base, rules, trace=trace)


class Inference:
    """Rules at work on a knowledge base, in the document's order: after each gain, back to the simplest.

    Proved cells go back into the knowledge base at once. Call :meth:`run` again after updates of the base:
    only equations that changed in between are considered. ``safe`` and ``mines`` hold all that was proved so
    far.

    base: What is known; it is changed
    rules: The rules, the simplest first
    """

    def __init__(self, base: KnowledgeBase, rules: tuple[DeductionRule, ...], *, trace: bool = False) -> None:
        self.base = base
        self.safe: dict[Cell, DeductionReason] = {}
        self.mines: dict[Cell, DeductionReason] = {}
        self.rounds = 0
        self._order: list[Cell] = []
        self.steps: list[TraceStep] = []
        self._rules = [(rule, base.agenda()) for rule in rules]
        self._trace = trace
        self._new: list[tuple[Cell, bool, DeductionReason]] = []
        self._board_version = -1

    def run(self) -> list[tuple[Cell, bool, DeductionReason]]:
        """Prove what can be proved.

        Returns: The new cells in order of discovery, whether each is a mine, and why.
        Raises InconsistentBoardError: what is known contradicts itself.
        """
        self._new = []
        while self._round():
            self.rounds += 1
        return self._new

    def deduction(self) -> Deduction:
        """All that was proved so far."""
        return Deduction(
            dict(self.safe), dict(self.mines), self.rounds, tuple(self.steps), tuple(self._order)
        )

    def _round(self) -> bool:
        for rule, agenda in self._rules:
            step = self._step(rule, agenda) if self._trace else None
            found = rule.search(self.base, agenda)
            if found is None and self.base.mines is not None and self.base.version != self._board_version:
                version = self.base.version
                found = rule.board(self.base)
                if found is None and self.base.version != version:  # remainders became knowledge
                    found = rule.search(self.base, agenda)
            if step is not None:
                self.steps.append(self.logged(step, found))
            if found is not None:
                self.settle(found)
                return True
        self._board_version = self.base.version
        return False

    def settle(self, found: Finding) -> None:
        """Keep a finding, with the reason of each of its cells, and tell the knowledge base.

        Raises InconsistentBoardError: it contradicts what is known.
        """
        base = self.base
        premises = tuple(base.cell(i) for i in found.clues if i != TOTAL)
        after = base.proved_around(found.clues)
        if len(found.clues) == 1:  # it has all its mines, or as many cells left: the other kind is no matter
            after = [i for i in after if (base.state[i] == MINE) != found.is_mine]
        before = tuple(map(base.cell, after))
        proved = self.mines if found.is_mine else self.safe
        for index in found.cells:
            row, col = base.cell(index)
            text = conclude(found.why, [(row, col)], found.is_mine)
            reason = DeductionReason(found.rule, text, premises, TOTAL in found.clues, before)
            proved[row, col] = reason
            self._order.append((row, col))
            self._new.append(((row, col), found.is_mine, reason))
        for index in found.cells:
            base.settle(index, found.is_mine, found.clues)

    def _step(self, rule: DeductionRule, agenda: Agenda) -> TraceStep:
        clues = {clue for e in agenda if self.base.holds(e) for clue in e.clues if clue != TOTAL}
        fringe = tuple(self.base.cell(i) for i in sorted(clues))
        return TraceStep(rule.name, fringe, self.base.dump(), (), (), self.base.dump_board())

    def logged(self, step: TraceStep, found: Finding | None) -> TraceStep:
        """A step of the log, completed by what was found.

        found: What the rule found, if anything
        """
        if found is None:
            return step
        cells = tuple(self.base.cell(i) for i in found.cells)
        step = replace(step, why=found.why)
        return replace(step, mines=cells) if found.is_mine else replace(step, safe=cells)
