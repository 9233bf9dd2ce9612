"""Why a cell is proved, in words: the simplest rule that settles it, after as few other cells as possible.

Rules are tried from the simplest: one clue, two clues, the mine count; each gain sends the search back to the
simplest. A cell that none of them reaches gets a minimal set of clues that leave it no choice, found as an
unsatisfiable core of the opposite assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ..base.errors import EngineLimitError, counted
from ..base.limits import Budget, Limit
from ..counting.problem import BoardConstraint, constraints_of
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Cell, neighbours
from ..model.reason import Reason

if TYPE_CHECKING:
    from .conflict import Oracle

_SECONDS = 10.0  # for the reasons of one analysis, by default
_NAMED = 12  # clues named in the words; the reason's attribute has them all


def chain(reasons: dict[Cell, Reason], cell: Cell) -> list[Reason]:
    """All reasons that a cell rests on.

    reasons: The reasons of all proved cells
    Returns: Each reason after those that it needs; the cell's own comes last.
    """
    steps: dict[Cell, Reason] = {}

    def visit(current: Cell) -> None:
        if current not in steps:
            for before in reasons[current].after:
                visit(before)
            steps[current] = reasons[current]

    visit(cell)
    return list(steps.values())


def explain(analysis: Analysis, seconds: float | None = None) -> dict[Cell, Reason]:
    """The reason of every proved cell of an analysis, in an order in which each rests on earlier ones.

    seconds: How long to look for simple reasons, by default 10. The cells that are left then get all clues as
        theirs, and say so (rule ``"all clues"``).
    """
    return _ReasonSearch(analysis, Budget(Limit(seconds or _SECONDS), "explain")).run()


class _ReasonSearch:
    def __init__(self, analysis: Analysis, budget: Budget) -> None:
        self.budget = budget
        board = self.board = analysis.board
        self.cols = board.cols
        self.around = neighbours(board.rows, board.cols)
        self.flat: list[int] = board.grid.ravel().tolist()
        self.proved = {r * board.cols + c: False for r, c in analysis.safe}
        self.proved |= {r * board.cols + c: True for r, c in analysis.mines}
        self.known: dict[int, bool] = {}
        self.reasons: dict[int, Reason] = {}
        self.sizes: dict[int, int] = {}
        self.cores: dict[int, tuple[int, ...]] | None = None
        self.clues = [
            i
            for i, code in enumerate(self.flat)
            if 0 <= code <= 8 and any(self.flat[j] == HIDDEN for j in self.around[i])
        ]

    def run(self) -> dict[Cell, Reason]:
        rules = (self.one_clue, self.two_clues, self.mine_total, self.exact_search)
        try:
            while len(self.known) < len(self.proved):
                self.budget.check_time()
                if not any(self.settle(rule()) for rule in rules):
                    break  # time was up in the search for cores
        except EngineLimitError:
            pass
        self.settle(self.all_clues())
        return {reason.cell: reason for reason in self.reasons.values()}

    def settle(self, found: Iterable[Reason]) -> bool:
        """Keep, for each new cell, the reason with the shortest chain behind it."""
        best: dict[int, tuple[int, Reason]] = {}
        for reason in found:
            index = reason.cell[0] * self.cols + reason.cell[1]
            if self.proved.get(index) is not reason.is_mine:
                continue
            size = (
                len(reason.clues) + reason.total + sum(self.sizes[r * self.cols + c] for r, c in reason.after)
            )
            if index not in best or size < best[index][0]:
                best[index] = (size, reason)
        for index, (size, reason) in best.items():
            self.sizes[index] = size
            self.reasons[index] = reason
            self.known[index] = reason.is_mine
        return bool(best)

    def cell(self, index: int) -> Cell:
        return divmod(index, self.cols)

    def name(self, index: int) -> str:
        return "({},{})".format(*self.cell(index))

    def view(self, clue: int) -> tuple[int, list[int], list[int]]:
        """(mines still needed, undecided neighbours, decided neighbours) of a clue."""
        near = [j for j in self.around[clue] if self.flat[j] == HIDDEN]
        decided = [j for j in near if j in self.known]
        mines = sum(self.flat[j] == MINE for j in self.around[clue]) + sum(self.known[j] for j in decided)
        return self.flat[clue] - mines, [j for j in near if j not in self.known], decided

    def reason(
        self,
        index: int,
        is_mine: bool,
        rule: str,
        clues: Iterable[int],
        after: Iterable[int],
        why: str,
        total: bool = False,
    ) -> Reason:
        return Reason(
            self.cell(index),
            is_mine,
            rule,
            tuple(self.cell(i) for i in clues),
            tuple(sorted(self.cell(i) for i in after)),
            why,
            total,
        )

    def one_clue(self) -> Iterator[Reason]:
        for clue in self.clues:
            need, open_cells, decided = self.view(clue)
            if not open_cells or need not in (0, len(open_cells)):
                continue
            value = self.flat[clue]
            if need == 0:
                after = [j for j in decided if self.known[j]]
                amount = {0: "", 1: "its mine", 2: "both its mines"}.get(value, f"all its {value} mines")
                what = f"already has {amount}" if value else "has no mine around it"
            else:
                after = [j for j in decided if not self.known[j]]
                only = counted(need, "cell")
                mines = "its last mine" if need == 1 and value > 1 else f"{need} more mines"
                if need == value:
                    mines = "its mine" if need == 1 else f"its {need} mines"
                what = f"has only {only} left for {mines}"
            for j in open_cells:
                yield self.reason(
                    j, need > 0, "one clue", [clue], after, f"clue {value} at {self.name(clue)} {what}"
                )

    def two_clues(self) -> Iterator[Reason]:
        views = {clue: self.view(clue) for clue in self.clues}
        open_clues = [clue for clue in self.clues if views[clue][1]]
        by_cell: dict[int, list[int]] = {}
        for clue in open_clues:
            for j in views[clue][1]:
                by_cell.setdefault(j, []).append(clue)
        for a in open_clues:
            need_a, cells_a, decided_a = views[a]
            for b in sorted({b for j in cells_a for b in by_cell[j]} - {a}):
                need_b, cells_b, decided_b = views[b]
                only_a = [j for j in cells_a if j not in cells_b]
                only_b = [j for j in cells_b if j not in cells_a]
                if need_a - need_b != len(only_a) or not (only_a or only_b):
                    continue
                first, second = (f"clue {self.flat[i]} at {self.name(i)}" for i in (a, b))
                if len(only_a) == 1:
                    why = (
                        f"{first} needs one more mine than {second}, "
                        f"and {self.name(only_a[0])} is its only cell not shared with it"
                    )
                elif only_a:
                    why = (
                        f"{first} needs {len(only_a)} more mines than {second}, "
                        f"and {self.listed(only_a)} are its only cells not shared with it"
                    )
                else:
                    why = f"{first} needs as many mines as {second} and shares all its cells with it"
                after = {*decided_a, *decided_b}
                for j in only_a:
                    yield self.reason(j, True, "two clues", [a, b], after, why)
                for j in only_b:
                    yield self.reason(j, False, "two clues", [a, b], after, why)

    def listed(self, cells: list[int]) -> str:
        return " and ".join(self.name(j) for j in cells)

    def mine_total(self) -> Iterator[Reason]:
        if self.board.mines is None:
            return
        left = [i for i, code in enumerate(self.flat) if code == HIDDEN and i not in self.known]
        mines = [i for i, is_mine in self.known.items() if is_mine]
        rest = self.board.mines - self.flat.count(MINE) - len(mines)
        if rest not in (0, len(left)):
            return
        if rest == 0:
            why = (
                "the mine of the board is known"
                if self.board.mines == 1
                else f"all {self.board.mines} mines of the board are known"
                if self.board.mines
                else "the board has no mines"
            )
        else:
            why = f"{rest} mine{'s are' if rest > 1 else ' is'} left for the {len(left)} undecided cells"
        after = mines if rest == 0 else [i for i, is_mine in self.known.items() if not is_mine]
        for j in left:
            yield self.reason(j, rest > 0, "mine count", [], after, why, True)

    def exact_search(self) -> Iterator[Reason]:
        if self.cores is None:
            self.cores = self.find_cores()
        left = {index: core for index, core in self.cores.items() if index not in self.known}
        if not left:
            return
        fewest = min(map(len, left.values()))
        for index, core in left.items():
            if len(core) == fewest:
                clues = [i for i in core if i >= 0]
                named = ", ".join(f"{self.flat[i]} at {self.name(i)}" for i in clues[:_NAMED])
                if len(clues) > _NAMED:
                    named += f" and {len(clues) - _NAMED} more"
                together = f"clues {named}" if len(clues) != 1 else f"clue {named}"
                if len(clues) < len(core):
                    total = f"the mine count {self.board.mines}"
                    together = f"{together} and {total}" if clues else total
                is_mine = self.proved[index]
                opposite = "were safe" if is_mine else "were a mine"
                met = "could not be met" if len(core) == 1 else "could not all hold"
                why = f"if {self.name(index)} {opposite}, {together} {met}"
                yield self.reason(index, is_mine, "exact search", clues, [], why, len(clues) < len(core))

    def all_clues(self) -> Iterator[Reason]:
        """What is left when time is up: true of every proved cell, and as long as can be."""
        left = [index for index in self.proved if index not in self.known]
        if not left:
            return
        clues = tuple(self.cell(i) for i in self.clues)
        total = self.board.mines is not None
        together = counted(len(clues), "clue") if len(clues) != 1 else "the clue"
        if total:
            together += f" and the mine count {self.board.mines}"
        seconds = f"{self.budget.seconds:g} s"
        why = f"all layouts of {together} agree on it (a shorter reason was not found in {seconds})"
        for index in left:
            yield Reason(self.cell(index), self.proved[index], "all clues", clues, (), why, total)

    def find_cores(self) -> dict[int, tuple[int, ...]]:
        """For each cell that the rules leave: a minimal set of clues (and the total) that force it.

        Fewer cells where time is up.
        """
        from .conflict import ENCODED, Oracle

        constraints = constraints_of(self.board)
        left = [index for index in self.proved if index not in self.known]
        cores: dict[int, tuple[int, ...]] = {}
        with suppress(EngineLimitError):
            with Oracle(self.board, constraints, self.budget) as oracle:
                self.search_cores(oracle, left, cores)
            missing = [index for index in left if index not in cores]
            if not missing or self.board.mines is None:
                return cores
            if len({cell for c in constraints for cell in c.cells}) <= ENCODED:
                with Oracle(self.board, constraints, self.budget, with_total=True) as oracle:
                    self.search_cores(oracle, missing, cores)
            else:
                self.large_cores(constraints, missing, cores)
        return cores

    def search_cores(self, oracle: Oracle, left: list[int], cores: dict[int, tuple[int, ...]]) -> None:
        """Cores by a SAT solver; all unconstrained cells share one."""
        from .conflict import TOTAL, shrunk

        of_free: dict[bool, tuple[int, ...]] = {}
        for index in left:
            is_mine = self.proved[index]
            free = index not in oracle.variable  # only the mine count constrains it
            if free and is_mine in of_free:
                cores[index] = of_free[is_mine]
                continue
            opposite = oracle.opposite(index, is_mine)
            core = oracle.core(oracle.selector, opposite)
            if core is not None:
                kept = set(shrunk(oracle, core, opposite))
                cores[index] = tuple(sorted(kept | {TOTAL} if free else kept))
                if free:
                    of_free[is_mine] = cores[index]

    def large_cores(
        self, constraints: list[BoardConstraint], left: list[int], cores: dict[int, tuple[int, ...]]
    ) -> None:
        """Cores with the mine count on boards on which a SAT solver cannot count; alike for like cells."""
        from .conflict import TOTAL
        from .mine_range import total_conflict

        alike: dict[tuple[bool, tuple[int, ...]], tuple[int, ...]] = {}
        clues = set(self.clues)
        for index in left:
            is_mine = self.proved[index]
            seen_by = tuple(clue for clue in self.around[index] if clue in clues)
            if (is_mine, seen_by) not in alike:
                self.budget.check_time()
                found = total_conflict(self.board, constraints, self.budget, (index, not is_mine))
                alike[is_mine, seen_by] = (TOTAL, *found)
            cores[index] = alike[is_mine, seen_by]
