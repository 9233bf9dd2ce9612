"""How a puzzle is solved, step by step: each step the fewest constraints that settle a cell, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import inf

from ..base.errors import counted
from ..base.limits import Budget, Limit
from ..model.analysis import Analysis
from ..model.reason import Reason, Step
from ..model.subject import Subject
from .conflict import shrunk, smallest
from .puzzle_conflict import listed
from .puzzle_oracle import TOTAL, PuzzleOracle

_SECONDS = 60.0  # for all steps
_SHRUNK = 8  # cells of which a contradiction is made minimal in one step
_FEW = 2  # constraints up to which every set of them is tried
_CALLS = 2000  # of the oracle, to prove one step's set a smallest one: no clock, so that steps are repeatable


def steps(analysis: Analysis, seconds: float | None = None) -> Iterator[Step]:
    """The steps that prove every proved cell, easiest first at each point, each resting on earlier ones.

    ``seconds``: what the search may take, by default 60. Raises :class:`EngineLimitError` past them.
    """
    with PuzzleOracle(analysis.board, Budget(Limit(seconds or _SECONDS), "explain")) as oracle:
        search = _StepSearch(analysis, oracle)
        while search.left:
            yield search.step()


class _StepSearch:
    def __init__(self, analysis: Analysis, oracle: PuzzleOracle) -> None:
        self.puzzle: Subject = analysis.board
        self.oracle = oracle
        index = self.puzzle.index
        self.left = {index(name): False for name in analysis.safe}
        self.left |= {index(name): True for name in analysis.mines}
        self.left = dict(sorted(self.left.items()))
        self.proved: dict[int, bool] = {}
        self.known = self.puzzle.values()
        self.scopes = [set(c.cells) for c in self.puzzle.constraints]
        # The smallest set found for a cell so far; it stays one when more cells are known.
        self.cores: dict[int, list[int]] = {}

    def facts(self) -> list[int]:
        return [self.oracle.fact(i, is_mine) for i, is_mine in self.proved.items()]

    def step(self) -> Step:
        facts = self.facts()
        found = self.of_few(facts)
        if found is not None:
            core, settled, least = *found, True
        else:
            core, least = self.of_many(facts)
            settled = self.oracle.forced(core, facts, self.touched(core))
        after = self.needed(core, settled)
        reasons = tuple(self.reason(i, core, after) for i in settled)
        for i in settled:
            self.proved[i] = self.left.pop(i)
        return Step(reasons, reasons[0].constraints, least)

    def touches(self, core: Sequence[int], cell: int) -> bool:
        return TOTAL in core or any(cell in self.scopes[k] for k in core)

    def touched(self, core: Sequence[int]) -> dict[int, bool]:
        return {i: is_mine for i, is_mine in self.left.items() if self.touches(core, i)}

    def of_few(self, facts: list[int]) -> tuple[list[int], list[int]] | None:
        """One constraint (or the mine count), else two that share cells, and the cells that they settle."""
        names = list(self.oracle.selector)
        for k in names:
            touched = self.touched([k])
            settled = self.oracle.forced([k], facts, touched) if touched else []
            if settled:
                return [k], settled
        for k, other in combinations(names, 2):
            touched = self.touched([k, other])
            if touched and self.meet(k, other):
                settled = self.oracle.forced([k, other], facts, touched)
                if settled:
                    return [k, other], settled
        return None

    def meet(self, k: int, other: int) -> bool:
        """Whether two constraints share an unknown cell, so that they may say more than each alone."""
        if TOTAL in (k, other):
            return True
        return any(i not in self.proved and i not in self.known for i in self.scopes[k] & self.scopes[other])

    def of_many(self, facts: list[int]) -> tuple[list[int], bool]:
        """Three constraints or more, and whether that is proved to be the least."""
        for i, is_mine in self.left.items():
            names = self.cores.get(i) or list(self.oracle.selector)
            core = self.oracle.core(names, (*facts, self.oracle.fact(i, not is_mine)))
            assert core is not None  # the cell is proved
            self.cores[i] = core
        # The contradictions that are short already are the likeliest to become the shortest.
        likely = sorted(self.left, key=lambda i: len(self.cores[i]))[:_SHRUNK]
        for i in likely:
            opposite = (*facts, self.oracle.fact(i, not self.left[i]))
            self.cores[i] = shrunk(self.oracle, self.cores[i], opposite)
            if len(self.cores[i]) <= _FEW + 1:  # fewer settle nothing any more
                return self.cores[i], True
        cell = min(likely, key=lambda i: len(self.cores[i]))
        best = self.cores[cell]
        # A smaller set may settle another cell: look for one below the best so far, cell by cell.
        self.oracle.calls = _CALLS
        try:
            return self.smaller(facts, best, cell)
        finally:
            self.oracle.calls = inf

    def smaller(self, facts: list[int], best: list[int], cell: int) -> tuple[list[int], bool]:
        """The smallest set that settles any cell, starting from one that settles ``cell``."""
        least = True
        for i in (cell, *(other for other in self.left if other != cell)):
            opposite = (*facts, self.oracle.fact(i, not self.left[i]))
            found, proved = smallest(self.oracle, self.cores[i], opposite, below=len(best))
            least = least and proved
            if len(found) < len(best):
                best = self.cores[i] = found
            if len(best) <= _FEW + 1:
                return best, True
        return best, least

    def needed(self, core: list[int], settled: list[int]) -> tuple[int, ...]:
        """Proved cells that the step rests on: those without which some cell is settled no more."""
        kept = [j for j in self.proved if self.touches(core, j)]
        cells = {i: self.left[i] for i in settled}
        for j in list(kept):
            fewer = [self.oracle.fact(k, self.proved[k]) for k in kept if k != j]
            if len(self.oracle.forced(core, fewer, cells)) == len(cells):
                kept.remove(j)
        return tuple(sorted(kept))

    def reason(self, cell: int, core: list[int], after: tuple[int, ...]) -> Reason:
        constraints = [self.puzzle.constraints[k] for k in sorted(core) if k != TOTAL]
        names = [c.name for c in constraints]
        rule = counted(len(names), "constraint") if names else ""
        if TOTAL in core:
            names.append(f"the mine count {self.puzzle.mines}")
            rule = f"{rule} and the mine count" if rule else "mine count"
        is_mine = self.left[cell]
        hold = "can be met" if len(names) == 1 else "can hold together"
        cells = self.puzzle.cells
        return Reason(
            cells[cell],
            is_mine,
            rule,
            tuple(dict.fromkeys(cells[c.clue] for c in constraints if c.clue is not None)),
            tuple(cells[i] for i in after),
            f"{listed(names)} {hold} in no other way",
            TOTAL in core,
            tuple(names),
        )
