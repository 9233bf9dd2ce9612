"""Subset subtraction where each clue keeps its own set and meets only its neighbours: the weak form.

The sets are cut down in place. A changed clue is compared with the clues next to it; with the worklist, the
change goes on to the neighbours of its neighbours, and from each set that it cuts down to the next.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from ..base.errors import counted
from ..model.board import HIDDEN, MINE
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
        self.partners: dict[int, list[int]] = {}
        self.fringe: dict[int, None] = {}

    def _partners(self, index: int) -> list[int]:
        neighbours = self.base.around
        cells = set(neighbours[index])
        if self.worklist:
            cells.update(*(neighbours[cell] for cell in neighbours[index]))
        return sorted(cell for cell in cells if cell in self.sets and cell != index)

    def findings(self, *, reasons: bool = False) -> Iterator[Finding]:
        self._take_in()
        yield from super().findings(reasons=reasons)

    def _take_in(self) -> None:
        """What became known since the last run: out of the sets; and the sets of new clues."""
        self._shrink(self.sets)
        new_clues = []
        for clue, cells, mines in self.base.clues():
            if clue not in self.sets:
                self.sets[clue] = Equation(cells, mines, (clue,), False)
                new_clues.append(clue)
        if new_clues:
            self.partners = {clue: self._partners(clue) for clue in self.sets}
            self.fringe |= dict.fromkeys(reversed(new_clues))

    def _shrink(self, clues: Iterable[int]) -> None:
        """Take the cells that are known now out of the sets of these clues."""
        state = self.base.state
        for clue in clues:
            equation = self.sets[clue]
            known_cells = [cell for cell in equation.cells if state[cell] != HIDDEN]
            if known_cells:
                equation.cells = equation.cells.difference(known_cells)
                equation.mines -= sum(state[cell] == MINE for cell in known_cells)
                self.fringe[clue] = None

    def settle(self, finding: Finding) -> None:
        super().settle(finding)
        cells_around = set().union(*(self.base.around[cell] for cell in finding.cells))
        self._shrink(sorted(cells_around & self.sets.keys()))

    def _search(self) -> Finding | None:
        return self._search_clues() or self._search_whole_board()

    def _search_clues(self) -> Finding | None:
        """Work through the fringe up to the first gain."""
        while self.fringe:
            # The last clue to come is the first to be looked at, with the sets that it shares cells with.
            step = self.begun("local_subset", self.fringe, self.sets.values())
            clue, _ = self.fringe.popitem()
            self._reduce(clue)
            findings = [
                self._decided(self.sets[partner]) for partner in (clue, *self.partners[clue])
            ]
            first_finding = next(filter(None, findings), None)
            self.log(step, first_finding)
            if first_finding is not None:
                self.fringe[clue] = None  # its other partners may be decided too
                return first_finding
        return None

    def _reduce(self, clue: int) -> None:
        """Subtract between this clue's set and its partners' while anything changes."""
        changed = True
        while changed:
            changed = False
            for partner in self.partners[clue]:
                for inner, outer in ((clue, partner), (partner, clue)):
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
        return finding("local_subset", equation, partial(baseline.why, self.base, equation))

    def _search_whole_board(self) -> Finding | None:
        """The board equation, cut down by each set that fits into it; it cuts down none itself."""
        remainder = board_equation.whole(self.base)
        if remainder is None:
            return None
        for equation in self.sets.values():
            self._subtract(equation, remainder)
        board_finding = self._decided(remainder)
        if board_finding is not None:
            self.log(self.begun("local_subset", self.fringe, self.sets.values()), board_finding)
        return board_finding


LAYERS = (
    Layer(
        "local_subset",
        "nested sets of immediately neighbouring clues, each clue keeping its own set",
        SOURCE,
        partial(LocalInference, False),
    ),
    Layer(
        "local_subset_worklist",
        "nested sets of clues at most two cells apart, each change going on to the next clues",
        f"{SOURCE}, with its potential correction",
        partial(LocalInference, True),
    ),
)
