"""Why a cell is proved, in words: the simplest rule that settles it, after as few other cells as possible.

Rules are tried from the simplest: one clue, two clues, the mine total; each gain sends the search back to the
simplest. A cell that none of them reaches gets a minimal set of clues that leave it no choice, found as an
unsatisfiable core of the opposite assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..analysis import Analysis
from ..board import HIDDEN, MINE, Cell, neighbours
from ..reason import Reason


def chain(reasons: dict[Cell, Reason], cell: Cell) -> list[Reason]:
    """All reasons that a cell rests on, each after those that it needs; its own comes last."""
    steps: dict[Cell, Reason] = {}

    def visit(current: Cell) -> None:
        if current not in steps:
            for before in reasons[current].after:
                visit(before)
            steps[current] = reasons[current]

    visit(cell)
    return list(steps.values())


def explain(analysis: Analysis) -> dict[Cell, Reason]:
    """The reason of every proved cell of an analysis, in an order in which each rests on earlier ones."""
    return _Search(analysis).run()


class _Search:
    def __init__(self, analysis: Analysis) -> None:
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
        while len(self.known) < len(self.proved):
            found = (
                self.settle(self.one_clue())
                or self.settle(self.two_clues())
                or self.settle(self.mine_total())
                or self.settle(self.exact_search())
            )
            if not found:  # a heuristic engine's own rules may reach further than its board's clues alone
                break
        return {reason.cell: reason for reason in self.reasons.values()}

    def settle(self, found: Iterable[Reason]) -> bool:
        """Keep, for each new cell, the reason with the shortest chain behind it."""
        best: dict[int, tuple[int, Reason]] = {}
        for reason in found:
            index = reason.cell[0] * self.cols + reason.cell[1]
            if self.proved.get(index) is not reason.is_mine:
                continue
            size = len(reason.clues) + sum(self.sizes[r * self.cols + c] for r, c in reason.after)
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
        """(mines still wanted, undecided neighbours, decided neighbours) of a clue."""
        near = [j for j in self.around[clue] if self.flat[j] == HIDDEN]
        decided = [j for j in near if j in self.known]
        mines = sum(self.flat[j] == MINE for j in self.around[clue]) + sum(self.known[j] for j in decided)
        return self.flat[clue] - mines, [j for j in near if j not in self.known], decided

    def reason(
        self, index: int, is_mine: bool, rule: str, clues: Iterable[int], after: Iterable[int], why: str
    ) -> Reason:
        return Reason(
            self.cell(index),
            is_mine,
            rule,
            tuple(self.cell(i) for i in clues),
            tuple(sorted(self.cell(i) for i in after)),
            why,
        )

    def one_clue(self) -> Iterator[Reason]:
        for clue in self.clues:
            need, open_cells, decided = self.view(clue)
            if not open_cells or need not in (0, len(open_cells)):
                continue
            value = self.flat[clue]
            if need == 0:
                after = [j for j in decided if self.known[j]]
                amount = {0: "", 1: "its mine", 2: "both mines"}.get(value, f"all {value} mines")
                what = f"already has {amount}" if value else "has no mine around it"
            else:
                after = decided
                only = "1 cell" if need == 1 else f"{need} cells"
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
                names = f"clue {self.flat[a]} at {self.name(a)} and clue {self.flat[b]} at {self.name(b)}"
                if only_a:
                    surplus = len(only_a)
                    more = "1 more mine" if surplus == 1 else f"{surplus} more mines"
                    lie = "lies" if surplus == 1 else "lie"
                    why = (
                        f"of {names} the first wants {more} than the second, "
                        f"and only {self.listed(only_a)} {lie} outside the second's reach"
                    )
                else:
                    why = f"{names} want as many mines, and all that the first sees the second sees too"
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
                f"all {self.board.mines} mines of the board are known"
                if self.board.mines
                else "the board has no mines"
            )
        else:
            why = f"{rest} mine{'s are' if rest > 1 else ' is'} left for the {len(left)} undecided cells"
        after = mines if rest == 0 else list(self.known)
        for j in left:
            yield self.reason(j, rest > 0, "mine total", [], after, why)

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
                named = ", ".join(f"{self.flat[i]} at {self.name(i)}" for i in clues)
                together = f"clues {named}" if len(clues) != 1 else f"clue {named}"
                if len(clues) < len(core):
                    total = f"the mine total {self.board.mines}"
                    together = f"{together} and {total}" if clues else total
                is_mine = self.proved[index]
                opposite = "were safe" if is_mine else "were a mine"
                met = "could not be met" if len(core) == 1 else "could not all hold"
                why = f"if {self.name(index)} {opposite}, {together} {met}"
                yield self.reason(index, is_mine, "exact search", clues, [], why)

    def find_cores(self) -> dict[int, tuple[int, ...]]:
        """For each cell that the rules leave: a minimal set of clues (and the total) that force it."""
        from ..counting.problem import constraints_of
        from .conflict import TOTAL, Oracle, shrunk

        constraints = constraints_of(self.board)
        left = [index for index in self.proved if index not in self.known]
        cores: dict[int, tuple[int, ...]] = {}
        for with_total in (False, True):
            if with_total and self.board.mines is None:
                break
            missing = [index for index in left if index not in cores]
            if not missing:
                break
            oracle = Oracle(self.board, constraints, with_total)
            try:
                for index in missing:
                    opposite = oracle.opposite(index, self.proved[index])
                    core = oracle.core(oracle.selector, opposite)
                    if core is not None:
                        kept = set(shrunk(oracle, core, opposite))
                        if index not in oracle.variable:  # only the total says anything of a free cell
                            kept.add(TOTAL)
                        cores[index] = tuple(sorted(kept))
            finally:
                oracle.close()
        return cores
