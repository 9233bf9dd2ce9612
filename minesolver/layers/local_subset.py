"""Subset subtraction where each clue keeps its own set and meets only its neighbours: the weak form.

The sets are cut down in place. A changed clue is compared with the clues next to it; with the worklist, the
change goes on to the neighbours of its neighbours, and from each set that it cuts down to the next.
"""

from collections.abc import Iterable
from functools import partial

from ..base.errors import counted
from ..model.board import HIDDEN, MINE
from ..model.reason import Reason
from . import baseline, board_equation
from .knowledge import Equation, KnowledgeBase
from .layer import Finding, Inference, Layer, finding

SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.1 approach 1"


class LocalInference(Inference):
    """The local form at work. ``worklist``: whether changes reach beyond the immediate neighbours."""

    def __init__(self, worklist: bool, base: KnowledgeBase, trace: bool) -> None:
        super().__init__(base, (), trace=trace)
        self.worklist = worklist
        self.sets: dict[int, Equation] = {}
        self.near: dict[int, list[int]] = {}
        self.fringe: dict[int, None] = {}

    def _partners(self, index: int) -> list[int]:
        around = self.base.around
        near = set(around[index])
        if self.worklist:
            near.update(i for j in around[index] for i in around[j])
        return sorted(i for i in near if i in self.sets and i != index)

    def run(self) -> list[Reason]:
        self._take_in()
        return super().run()

    def _take_in(self) -> None:
        """What became known since the last run: out of the sets; and the sets of new clues."""
        self._shrink(self.sets)
        new = [clue for clue in self.base.clues() if clue[0] not in self.sets]
        for index, cells, mines in new:
            self.sets[index] = Equation(cells, mines, (index,), False)
        if new:
            self.near = {index: self._partners(index) for index in self.sets}
            self.fringe |= dict.fromkeys(index for index, *_ in reversed(new))

    def _shrink(self, clues: Iterable[int]) -> None:
        """Take the cells that are known now out of the sets of these clues."""
        state = self.base.state
        for index in clues:
            equation = self.sets[index]
            known = [i for i in equation.cells if state[i] != HIDDEN]
            if known:
                equation.cells = equation.cells.difference(known)
                equation.mines -= sum(state[i] == MINE for i in known)
                self.fringe[index] = None

    def settle(self, found: Finding) -> None:
        super().settle(found)
        self._shrink(sorted({i for cell in found.cells for i in self.base.around[cell] if i in self.sets}))

    def _round(self) -> bool:
        return self._clues() or self._board()

    def _clues(self) -> bool:
        """Work through the fringe up to the first gain."""
        while self.fringe:
            step = self.begun("local_subset", self.fringe, self.sets.values())
            clue, _ = self.fringe.popitem()
            self._reduce(clue)
            found = [f for i in (clue, *self.near[clue]) if (f := self._decided(self.sets[i]))]
            self.log(step, found[0] if found else None)
            if found:
                self.fringe[clue] = None  # its other partners may be decided too
                self.settle(found[0])
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
                f"{self.base.stated(large)} leaves {counted(large.mines, 'mine')} for "
                f"{counted(len(large.cells), 'cell')}",
                large.clues,
            )
        return True

    def _decided(self, equation: Equation) -> Finding | None:
        if not equation.cells or not equation.decided:
            return None
        return finding("local_subset", equation, baseline.why(self.base, equation))

    def _board(self) -> bool:
        """The board equation, cut down by each set that fits into it; it cuts down none itself."""
        rest = board_equation.whole(self.base)
        if rest is None:
            return False
        for equation in self.sets.values():
            self._subtract(equation, rest)
        found = self._decided(rest)
        if found is None:
            return False
        self.log(self.begun("local_subset", self.fringe, self.sets.values()), found)
        self.settle(found)
        return True


LAYERS = {
    name: Layer(name, description, SOURCE + correction, partial(LocalInference, bool(correction)))
    for name, description, correction in (
        ("local_subset", "nested sets of immediately neighbouring clues, each clue keeping its own set", ""),
        ("local_subset_worklist", "nested sets of clues at most two cells apart, each change going on to the "
         "next clues", ", with its potential correction"),
    )
}  # fmt: skip
