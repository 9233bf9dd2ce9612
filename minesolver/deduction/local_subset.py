"""Subset subtraction where each clue keeps its own set and meets only its neighbours: the weak form.

The sets are cut down in place. A changed clue is compared with the clues next to it; with the worklist, the
change goes on to the neighbours of its neighbours, and from each set that it cuts down to the next.
"""

from __future__ import annotations

from functools import partial

from ..board import HIDDEN, Board
from . import baseline
from .deduction import Deduction, Finding, Step
from .knowledge import TOTAL, Equation, KnowledgeBase
from .layer import Inference, Layer

SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.1 approach 1"


def run(worklist: bool, board: Board, total: bool, trace: bool) -> Deduction:
    """Deduce on a board; ``worklist``: whether changes reach beyond the immediate neighbours."""
    search = _Search(KnowledgeBase.of(board, total=total), worklist, trace)
    search.run()
    return search.inference.deduction()


class _Search:
    def __init__(self, base: KnowledgeBase, worklist: bool, trace: bool) -> None:
        self.base = base
        self.inference = Inference(base, ())
        self.worklist = worklist
        self.trace = trace
        self.sets = {clue: Equation(cells, mines, (clue,), False) for clue, cells, mines in base.clues()}
        self.near = {index: self._partners(index) for index in self.sets}
        self.fringe = dict.fromkeys(reversed(self.sets))

    def _partners(self, index: int) -> list[int]:
        around = self.base.around
        near = set(around[index])
        if self.worklist:
            near.update(i for j in around[index] for i in around[j])
        return sorted(i for i in near if i in self.sets and i != index)

    def run(self) -> None:
        while self._clues() or self._board():
            self.inference.rounds += 1

    def _clues(self) -> bool:
        """Work through the fringe up to the first gain."""
        while self.fringe:
            step = self._step()
            clue, _ = self.fringe.popitem()
            self._reduce(clue)
            found = [f for i in (clue, *self.near[clue]) if (f := self._decided(self.sets[i]))]
            self._log(step, found[:1])
            if found:
                self.fringe[clue] = None  # its other partners may be decided too
                self._settle(found[0])
                return True
        return False

    def _reduce(self, clue: int) -> None:
        """Subtract between this clue's set and its partners' while anything changes."""
        changed = True
        while changed:
            changed = False
            for other in self.near[clue]:
                for inner, outer in ((clue, other), (other, clue)):
                    if self._subtract(self.sets[inner], self.sets[outer]):
                        changed = True
                        if self.worklist:
                            self.fringe[outer] = None

    def _subtract(self, small: Equation, large: Equation) -> bool:
        if not small.cells or not small.cells < large.cells:
            return False
        large.cells = large.cells - small.cells
        large.mines -= small.mines
        large.clues = tuple(sorted({*large.clues, *small.clues}))
        if not 0 <= large.mines <= len(large.cells):
            raise self.base.contradiction(
                f"{self.base.stated(large)} leaves {large.mines} mines for {len(large.cells)} cells",
                large.clues,
            )
        return True

    def _decided(self, equation: Equation) -> Finding | None:
        if not equation.cells or equation.mines not in (0, len(equation.cells)):
            return None
        cells = tuple(sorted(equation.cells))
        why = baseline.why(self.base, equation)
        return Finding("local_subset", cells, equation.mines > 0, equation.clues, why)

    def _settle(self, found: Finding) -> None:
        self.inference.settle(found)
        known = set(found.cells)
        for index in sorted({i for cell in found.cells for i in self.base.around[cell] if i in self.sets}):
            equation = self.sets[index]
            taken = equation.cells & known
            if taken:
                equation.cells = equation.cells - taken
                equation.mines -= len(taken) * found.is_mine
                self.fringe[index] = None

    def _board(self) -> bool:
        """The board equation, cut down by each set that fits into it; it cuts down none itself."""
        base = self.base
        if base.remaining is None or not base.undecided:
            return False
        cells = frozenset(i for i, code in enumerate(base.state) if code == HIDDEN)
        rest = Equation(cells, base.remaining, (TOTAL,), False)
        for equation in self.sets.values():
            self._subtract(equation, rest)
        found = self._decided(rest)
        if found is None:
            return False
        self._log(self._step(), [found])
        self._settle(found)
        return True

    def _step(self) -> Step | None:
        if not self.trace:
            return None
        knowledge = sorted(
            (tuple(self.base.cell(i) for i in sorted(e.cells)), e.mines)
            for e in self.sets.values()
            if e.cells
        )
        return Step(
            "local_subset", tuple(self.base.cell(i) for i in sorted(self.fringe)), tuple(knowledge), (), ()
        )

    def _log(self, step: Step | None, found: list[Finding]) -> None:
        if step is not None:
            self.inference.steps.append(self.inference.logged(step, found[0] if found else None))


LAYER = Layer(
    "local_subset",
    "nested sets of immediately neighbouring clues, each clue keeping its own set",
    SOURCE,
    partial(run, False),
)
