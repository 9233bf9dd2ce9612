"""The reason of one cell of a board from the clues near it, where one clue or two at a time prove it.

The search for all reasons (:mod:`minesolver.explain.reasons`) goes by rounds: each clue settles what it can,
and then sees what the others have settled. When a cell is settled is seen at once for the whole board, in
sets of cells as integers. Which clue settles it, and by what, is asked of the clues around it alone, and then
of those around the cells that these rest on. What takes two clues is looked for among the clues that are
connected with the cell by cells which no single clue settles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ..base.limits import NO_LIMIT, Budget
from ..layers import baseline
from ..layers.single_clues import CellSet, CellSets, rounds
from ..model.analysis import Analysis
from ..model.board import MINE, Board, neighbours
from ..model.reason import Reason, chain
from .reasons import ReasonSearch

_HIDDEN_BYTE = 255  # -1 as a byte
_PROVED_MINE = 2  # in the proof of an analysis
_MOST_AROUND = 8  # cells around a clue


class _Settled(NamedTuple):
    """How a cell is settled, in the order in which the search for all reasons comes to it.

    round: In which round, from 0
    clue: The clue that settles it, by the shortest chain
    first_clue: The first of all that settle it in this round
    cell: Its index
    open_count, mines_left: Cells around the clue that are open before this round, and the mines among them
    needed: The cells that have to be known before
    chain_size: How many clues the chain has
    """

    round: int
    clue: int
    first_clue: int
    cell: int
    open_count: int
    mines_left: int
    needed: tuple[int, ...]
    chain_size: int


class _SingleClueReasons:
    """The reasons of the cells of a board that single clues prove.

    proved_in: The cells proved up to each round
    round_numbers: What :meth:`round_of` has said of cells
    """

    def __init__(self, board: Board, proof: bytes) -> None:
        self.board = board
        self.proof = proof
        self.codes = board._sums().codes
        self.neighbours = neighbours(*board.shape)
        self.sets = CellSets(*board.shape)
        self.proved_in: list[CellSet] = []
        self.round_numbers: dict[int, int] = {}
        self.settled: dict[int, _Settled] = {}

    def reach(self, cell: int) -> bool:
        """Go on to the round in which a cell is proved; whether there is one."""
        cell_set = self.sets.of_index(cell)
        for proved_cells in rounds(self.board):
            self.proved_in.append(proved_cells)
            if proved_cells & cell_set:
                return True
        return False

    def round_of(self, cell: int) -> int:
        """The round in which a cell is proved; the number of rounds where it is later."""
        number = self.round_numbers.get(cell)
        if number is None:
            cell_set = self.sets.of_index(cell)
            number = 0
            while number < len(self.proved_in) and not self.proved_in[number] & cell_set:
                number += 1
            self.round_numbers[cell] = number
        return number

    def settle(self, cell: int) -> _Settled:
        """How a cell is settled, of one that is."""
        if cell in self.settled:
            return self.settled[cell]
        round_number = self.round_of(cell)
        chosen: _Settled | None = None
        for clue in self.neighbours[cell]:
            if self.codes[clue] > 8:
                continue

            # What the clue says before this round of the cells that are open then.
            mines_left, open_count = self.codes[clue], 0
            facts = []
            for other in self.neighbours[clue]:
                if self.codes[other] == MINE:
                    mines_left -= 1
                elif self.codes[other] == _HIDDEN_BYTE:
                    if self.round_of(other) < round_number:
                        facts.append(other)
                        mines_left -= self.is_mine(other)
                    else:
                        open_count += 1
            if mines_left not in (0, open_count):
                continue

            # Of several clues the one with the shortest chain, which rests on cells of the other kind.
            needed = [fact for fact in facts if self.is_mine(fact) != (mines_left > 0)]
            chain_size = 1 + sum([self.settle(fact).chain_size for fact in needed])
            if chosen is None or chain_size < chosen.chain_size:
                first_clue = clue if chosen is None else chosen.first_clue
                chosen = _Settled(
                    round_number, clue, first_clue, cell, open_count, mines_left, tuple(needed), chain_size
                )  # fmt: skip
        assert chosen is not None, "a clue settles it in this round"
        self.settled[cell] = chosen
        return chosen

    def component(self, cell: int) -> tuple[set[int], set[int]]:
        """The clues that are connected with a cell by cells which no single clue settles, and these cells."""
        pending = [cell]
        open_cells = {cell}
        clues: set[int] = set()
        while pending:
            for clue in self.neighbours[pending.pop()]:
                if self.codes[clue] > 8 or clue in clues:
                    continue
                clues.add(clue)
                for other in self.neighbours[clue]:
                    is_hidden = self.codes[other] == _HIDDEN_BYTE
                    if (
                        is_hidden
                        and other not in open_cells
                        and self.round_of(other) == len(self.proved_in)
                    ):
                        open_cells.add(other)
                        pending.append(other)
        return clues, open_cells

    def is_mine(self, cell: int) -> bool:
        return self.proof[cell] == _PROVED_MINE

    def chain(self, cells: Iterable[int]) -> list[Reason[Any]]:
        """The reasons of some cells and those that they rest on, each after those that it rests on itself."""
        pending = [*cells]
        chain_cells: set[int] = set()
        while pending:
            chain_cell = pending.pop()
            if chain_cell not in chain_cells:
                chain_cells.add(chain_cell)
                pending += self.settle(chain_cell).needed
        return [self.reason(settled) for settled in sorted(map(self.settle, chain_cells))]

    def reason(self, settled: _Settled) -> Reason[Any]:
        cell_name, clue_name = self.board._named([settled.cell, settled.clue])
        clue_value = self.codes[settled.clue]
        name = f"clue {clue_value} at ({clue_name[0]},{clue_name[1]})"
        why = baseline.in_words(name, clue_value, settled.open_count, settled.mines_left)
        cells_before = tuple(self.board._named(settled.needed))
        is_mine = self.is_mine(settled.cell)
        return Reason(
            cell_name, is_mine, "one clue", (clue_name,), cells_before, why, False, (name,)
        )


def nearby_reasons(analysis: Analysis[Any], index: int) -> list[Reason[Any]]:
    """The reason of a proved cell, after those that it rests on; empty where one clue or two at a time do not
    prove it. They are those of :attr:`Analysis.reasons`.
    """
    board = analysis.board
    if type(board) is not Board or not analysis.proved_complete:
        return []
    reasons = _SingleClueReasons(board, analysis._proof.tobytes())
    if reasons.reach(index):
        return reasons.chain([index])
    return _reasons_by_two(reasons, index) if _mine_count_says_nothing(analysis) else []


def _mine_count_says_nothing(analysis: Analysis[Any]) -> bool:
    """Whether the mine count proves nothing with any clue, whatever is known of the proved cells: beyond the
    cells around a clue there are always mines left, and safe cells."""
    board = analysis.board
    if board.mines is None:
        return True
    undecided_cells = int(np.count_nonzero(board._unknown & (analysis._proof == 0)))
    known_mines = int(np.count_nonzero(board.grid == MINE))
    mines_left = board.mines - known_mines - int(np.count_nonzero(analysis._proof == _PROVED_MINE))
    return min(mines_left, undecided_cells - mines_left) > _MOST_AROUND


def _reasons_by_two(reasons: _SingleClueReasons, index: int) -> list[Reason[Any]]:
    """The reason of a cell that no single clue proves, after those that it rests on; empty where two clues
    at a time do not come to it."""
    # The search for all reasons, among the clues of one component and from what single clues have settled.
    board = reasons.board
    clues, open_cells = reasons.component(index)
    proved_cells = {
        cell: reasons.is_mine(cell) for cell in sorted(open_cells) if reasons.proof[cell]
    }
    constraints = [board._constraint(clue, reasons.codes[clue]) for clue in sorted(clues)]
    search = ReasonSearch(board, proved_cells, Budget(NO_LIMIT, "explain"), constraints)
    for cell in search.constraints_over.keys() - open_cells:
        search.chain_sizes[cell] = reasons.settle(cell).chain_size
        search.know(cell, reasons.is_mine(cell))
    reason_of: dict[Any, Reason[Any]] = {}
    while index not in search.facts:
        steps = search.single_steps() or search.pair_step()
        if not steps:
            return []
        for step in steps:
            search.take(step)
            reason_of |= {reason.cell: reason for reason in step.reasons}

    # What single clues settled comes first in the search for all reasons.
    needed_reasons = chain(reason_of, board.cells[index])
    facts = {board.index(cell) for reason in needed_reasons for cell in reason.after}
    return [*reasons.chain(facts - open_cells), *needed_reasons]
