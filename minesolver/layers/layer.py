"""The face of a layer, and the loop that applies rules simplest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ..base.errors import counted, truth
from ..model.board import MINE, Cell
from ..model.reason import Reason
from . import board_equation
from .knowledge import TOTAL, Agenda, Equation, KnowledgeBase


class Finding(NamedTuple):
    """Cells (flat indices) that one application of a rule proves.

    ``clues``: the clue cells it uses (flat; -1 for the mine count). ``why``: the first half of a sentence, or
    what makes it while the cells are undecided: most are asked for by nobody.
    """

    rule: str
    cells: tuple[int, ...]
    is_mine: bool
    clues: tuple[int, ...]
    why: str | Callable[[], str]

    @property
    def words(self) -> str:
        """The first half of the sentence."""
        return self.why if isinstance(self.why, str) else self.why()


def finding(rule: str, equation: Equation, why: Callable[[], str]) -> Finding:
    """What an equation proves that decides its cells."""
    return Finding(rule, tuple(sorted(equation.cells)), equation.mines > 0, equation.clues, why)


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

    start: (knowledge base, keep the log) -> inference, which goes on as the knowledge grows
    rules: The rules, the simplest first, where the layer is their fixpoint; empty where it has a form of its
        own
    """

    name: str
    description: str
    source: str
    start: Callable[[KnowledgeBase, bool], Inference]
    rules: tuple[DeductionRule, ...] = ()


def of_rules(name: str, description: str, source: str, rules: tuple[DeductionRule, ...]) -> Layer:
    """A layer that is the fixpoint of rules on a knowledge base."""

    def start(base: KnowledgeBase, trace: bool) -> Inference:
        return Inference(base, rules, trace=trace)

    return Layer(name, description, source, start, rules)


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
        for overlapping in base.overlapping(equation):
            pair_finding = compare(base, equation, overlapping)
            if pair_finding is not None:
                agenda[equation] = None  # its other partners are still to be seen
                return pair_finding
    return None


def search_remainders(
    rule: str,
    compare: Callable[[KnowledgeBase, Equation, Equation], Finding | None] | None,
    base: KnowledgeBase,
) -> Finding | None:
    """What the remainders of the board equation say, alone and with each equation that shares a cell; small
    ones become knowledge. Without the rule's name, only what they say with others counts; without a way to
    compare, only what they say alone."""
    for remainder in board_equation.remainders(base):
        if rule and remainder.decided:
            decided = remainder.equation()
            return finding(rule, decided, partial(leaves, base, decided))

        # With others it says more than alone; only a small one can meet another's bounds later.
        is_small = rule and remainder.cell_count <= board_equation.REACH
        if compare is None and not is_small:
            continue
        rest = remainder.equation()
        if compare is not None:
            for equation in base.equations.values():
                if not rest.cells.isdisjoint(equation.cells):
                    pair_finding = compare(base, rest, equation)
                    if pair_finding is not None:
                        return pair_finding
        if is_small:
            base.add(rest.cells, rest.mines, rest.clues, derived=True)
    return None


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One round of the log: the rule that ran, what it knew, what it proved.

    fringe: The clue cells of the equations that it had to consider
    knowledge: (cells, mines) of every equation before the round
    board: All undecided cells and the mines left in them, where the mine count is known
    why: How the new cells follow, in words
    """

    rule: str
    fringe: tuple[Cell, ...]
    knowledge: tuple[tuple[tuple[Cell, ...], int], ...]
    safe: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    board: tuple[tuple[Cell, ...], int] | None = None
    why: str = ""

    def __str__(self) -> str:
        lines = [f"{self.rule}: fringe {_cells(self.fringe)}"]
        lines += [f"  {_cells(cells)} = {mines}" for cells, mines in self.knowledge]
        if self.board is not None:
            lines.append(f"  board: {_cells(self.board[0])} = {self.board[1]}")
        lines.append(f"  safe {_cells(self.safe)}; mines {_cells(self.mines)}")
        if self.why:
            lines.append(f"  because {self.why}")
        return "\n".join(lines)


class Inference:
    """Rules at work on a knowledge base, in the document's order: after each gain, back to the simplest.

    Proved cells go back into the knowledge base at once. Call :meth:`run` again after updates of the base:
    only equations that changed in between are considered.

    base: What is known; it is changed
    rules: The rules, the simplest first

    reasons: All that was proved so far, in order of discovery: no reason rests on a later one
    rounds: How often a rule found something
    trace: The log of every round, where it is kept
    """

    def __init__(
        self, base: KnowledgeBase, rules: tuple[DeductionRule, ...], *, trace: bool = False
    ) -> None:
        self.base = base
        self.reasons: dict[Cell, Reason] = {}
        self.rounds = 0
        self.trace: list[TraceStep] = []
        self._rules = list(zip(rules, base.new_agendas(len(rules)), strict=True))
        self._log = truth(trace, "trace is True or False")
        self._board_version = -1

    @property
    def safe(self) -> dict[Cell, Reason]:
        """The reasons of the cells proved safe."""
        return {cell: reason for cell, reason in self.reasons.items() if not reason.is_mine}

    @property
    def mines(self) -> dict[Cell, Reason]:
        """The reasons of the cells proved to be mines."""
        return {cell: reason for cell, reason in self.reasons.items() if reason.is_mine}

    def run(self) -> list[Reason]:
        """Prove what can be proved: the reasons of the new cells. Raises InconsistentBoardError."""
        return list(self.steps())

    def steps(self) -> Iterator[Reason]:
        """:meth:`run`, round by round."""
        for step_finding in self.findings(reasons=True):
            yield from [self.reasons[self.base.cell(index)] for index in step_finding.cells]

    def findings(self, *, reasons: bool = False) -> Iterator[Finding]:
        """What the rules find, round by round. ``reasons``: these are kept as well, whose words take longer
        than the rules. Raises InconsistentBoardError.
        """
        while (round_finding := self._search()) is not None:
            self.rounds += 1
            # The reasons are kept before the cells become known, which may contradict what is known.
            if reasons:
                self._keep_reasons(round_finding)
            self.settle(round_finding)
            yield round_finding

    def _search(self) -> Finding | None:
        """Apply the rules, the simplest first, up to the first finding."""
        for rule, agenda in self._rules:
            step = self.begun(rule.name, self._clues_on(agenda)) if self._log else None
            rule_finding = rule.search(self.base, agenda) if agenda else None
            if rule_finding is None:
                rule_finding = self._search_board(rule, agenda)
            if step is not None:
                self.log(step, rule_finding)
            if rule_finding is not None:
                return rule_finding
        self._board_version = self.base.version
        return None

    def _search_board(self, rule: DeductionRule, agenda: Agenda) -> Finding | None:
        """What a rule says of the board equation, where something has changed since it was last asked."""
        version = self.base.version
        if self.base.mines is None or version == self._board_version:
            return None
        board_finding = rule.board(self.base)
        if board_finding is None and self.base.version != version:  # remainders became knowledge
            return rule.search(self.base, agenda)
        return board_finding

    def _clues_on(self, agenda: Agenda) -> set[int]:
        """The clues of the equations that a rule has yet to look at."""
        return set().union(*(equation.clues for equation in agenda if self.base.holds(equation)))

    def settle(self, finding: Finding) -> None:
        """Keep a finding as knowledge. Raises InconsistentBoardError."""
        for index in finding.cells:
            self.base.settle(index, finding.is_mine, finding.clues)

    def _keep_reasons(self, finding: Finding) -> None:
        """Keep the reason of each cell of a finding."""
        base = self.base
        clues = tuple(base.cell(clue) for clue in finding.clues if clue != TOTAL)

        # A reason names the cells proved before that it rests on, so that it can be read by itself.
        proved_before = base.proved_around(finding.clues)
        if len(finding.clues) == 1:
            # The clue has all its mines, or as many cells left: proved cells of the other kind do not matter.
            proved_before = [
                index for index in proved_before if (base.state[index] == MINE) != finding.is_mine
            ]
        proved_cells = tuple(map(base.cell, proved_before))
        uses_mine_count = TOTAL in finding.clues
        why = finding.words
        for cell in map(base.cell, finding.cells):
            self.reasons[cell] = Reason(
                cell,
                finding.is_mine,
                finding.rule,
                clues,
                proved_cells,
                why,
                uses_mine_count,
            )

    def begun(
        self, rule: str, clues: Iterable[int], equations: Iterable[Equation] | None = None
    ) -> TraceStep | None:
        """A step of the log, where it is kept, before anything is found. ``equations``: by default all."""
        if not self._log:
            return None
        fringe = tuple(map(self.base.cell, sorted({*clues} - {TOTAL})))
        return TraceStep(rule, fringe, self.base.dump(equations), board=self.base.dump_board())

    def log(self, step: TraceStep | None, finding: Finding | None) -> None:
        """Keep a step of the log, where there is one, with what was found."""
        if step is None:
            return
        if finding is not None:
            cells = tuple(map(self.base.cell, finding.cells))
            if finding.is_mine:
                step = replace(step, mines=cells, why=finding.words)
            else:
                step = replace(step, safe=cells, why=finding.words)
        self.trace.append(step)


def leaves(base: KnowledgeBase, equation: Equation) -> str:
    """What an equation leaves for its cells, in words."""
    return f"{base.stated(equation)} leaves {amount(equation.mines, len(equation.cells))}"


def amount(mines: int, cells: int) -> str:
    """A count in words: "no mine for 3 cells", "1 mine for 1 cell"."""
    mine_count = counted(mines, "mine") if mines else "no mine"
    return f"{mine_count} for {counted(cells, 'cell')}"


def _cells(cells: tuple[Cell, ...]) -> str:
    return " ".join(f"({row},{col})" for row, col in cells) or "none"
