"""The click that is worth most where cells are proved safe: an opening, or a chord with its flags.

A click opens a cell, sets a flag or chords. A board takes as many openings as its 3BV, and a chord is worth
it where it brings more of these than it takes clicks. What a click brings is expected: of an opened zero or
of a cell that borders none it is 1, and nothing of a cell that a zero will open in any case. ZiNi weighs so
what it knows; here the mine probabilities stand for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base.errors import check_type
from ..model.analysis import TIE, Analysis
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..model.reason import show, written


@dataclass(frozen=True)
class ClickWeights:
    """What counts beside the openings that a click saves.

    Fitted one after the other: by ``benchmarks/efficiency.py --vary`` no change of one gains half a per cent.

    flag_cost: Of a new flag, in clicks: the rest is paid by other chords around it
    zero_bonus: Of the chance that an opened cell is a zero: it shows much
    chord_bonus: Of a chord on an open clue: its flags serve others
    closed_cost: Of a chord on a clue that has to be opened first
    spoilt_share: Of what a chord around a cell would save once all is known, taken off where it is opened
        alone
    """

    flag_cost: float = 0.64
    zero_bonus: float = 0.5
    chord_bonus: float = 0.05
    closed_cost: float = 0.2
    spoilt_share: float = 0.1


WEIGHTS = ClickWeights()


@dataclass(frozen=True)
class ClickPlan:
    """What to click next.

    cell: The cell that is opened, or the clue of the chord
    flags: The mines that get a flag before the chord
    opens: Cells that this opens, without those around a zero
    """

    cell: Cell
    is_chord: bool
    flags: tuple[Cell, ...]
    opens: tuple[Cell, ...]

    @property
    def clicks(self) -> int:
        """How many clicks it takes."""
        return len(self.flags) + 1

    def __str__(self) -> str:
        if not self.is_chord:
            return f"open {show(self.cell)}"
        flags = f"flag {' '.join(map(show, self.flags))}, then " if self.flags else ""
        return f"{flags}chord on {show(self.cell)}"

    def to_dict(self) -> dict[str, Any]:
        """The click as JSON values."""
        return {
            "action": "chord" if self.is_chord else "open",
            "cell": written(self.cell),
            "flags": list(map(written, self.flags)),
            "opens": list(map(written, self.opens)),
        }


def click_plan(
    analysis: Analysis[Board],
    flags: Collection[Cell] = (),
    weights: ClickWeights = WEIGHTS,
) -> ClickPlan | None:
    """The opening or chord that saves most clicks; ``None`` where no cell is proved safe.

    flags: Cells that have a flag already, all of them proved mines
    """
    if not analysis.safe:
        return None
    check_type(analysis.board, Board, "clicks are counted on a square board")
    return _Clicks(analysis, flags, weights).best()


class _Clicks:
    """A position, by cell index, and what clicks in it are worth."""

    def __init__(
        self, analysis: Analysis[Board], flags: Collection[Cell], weights: ClickWeights
    ) -> None:
        board = analysis.board
        self.weights = weights
        self.cols = board.cols
        self.around = neighbours(board.rows, board.cols)
        self.codes: list[int] = board.grid.ravel().tolist()
        self.risks: list[float] = analysis.probability.ravel().tolist()
        self.safe = {self._index(cell) for cell in analysis.safe}
        self.mines = {self._index(cell) for cell in analysis.mines}
        self.mines.update(cell for cell, code in enumerate(self.codes) if code == MINE)
        self.flags = {self._index(cell) for cell in flags}
        self.cut_cells = _cells_at_cut_edges(board)
        self.zero_chances: dict[int, float] = {}

    def best(self) -> ClickPlan:
        """The click that is worth most; of equals a chord, then the first on the board."""
        cell, worth = self._best_opening()
        plan = ClickPlan(self._name(cell), False, (), (self._name(cell),))
        for clue_cell in sorted(self._clue_cells()):
            chord_worth = self._chord_worth(clue_cell)
            if chord_worth is None or chord_worth < worth - TIE:
                continue
            if plan.is_chord and chord_worth <= worth + TIE:
                continue
            worth = chord_worth
            if clue_cell in self.safe:  # which shows its clue first
                name = self._name(clue_cell)
                plan = ClickPlan(name, False, (), (name,))
            else:
                plan = self._chord(clue_cell)
        return plan

    def _best_opening(self) -> tuple[int, float]:
        """The safe cell that is worth most opened alone, and what it is worth."""
        best_cell, best_worth = -1, 0.0
        for cell in sorted(self.safe):
            zero, lonely = self._brings(cell)
            worth = zero + lonely - 1.0 + self.weights.zero_bonus * zero
            worth -= self.weights.spoilt_share * self._spoilt(cell)
            if best_cell < 0 or worth > best_worth + TIE:
                best_cell, best_worth = cell, worth
        return best_cell, best_worth

    def _clue_cells(self) -> set[int]:
        """Cells that a chord could be on: open clues beside safe cells, and safe cells themselves."""
        clue_cells = set(self.safe)
        for cell in self.safe:
            clue_cells.update(clue for clue in self.around[cell] if 0 <= self.codes[clue] < MINE)
        return clue_cells

    def _chord_worth(self, clue_cell: int) -> float | None:
        """The openings that a chord is expected to save, less its clicks; ``None`` where it may open a mine,
        or opens nothing.
        """
        if clue_cell in self.cut_cells:  # cells beyond the edge would be opened as well
            return None
        hidden = [cell for cell in self.around[clue_cell] if self.codes[cell] == HIDDEN]
        opened = [cell for cell in hidden if cell in self.safe]
        mines = [cell for cell in hidden if cell in self.mines]
        if not opened or len(opened) + len(mines) < len(hidden):
            return None
        clicks = 1.0 + self.weights.flag_cost * sum(cell not in self.flags for cell in mines)
        if clue_cell not in self.safe:
            return self._brought_by(opened) - clicks + self.weights.chord_bonus
        if not mines:  # a zero, which opens them by itself
            return None
        return self._brought_by([*opened, clue_cell]) - clicks - 1.0 - self.weights.closed_cost

    def _chord(self, clue_cell: int) -> ClickPlan:
        """The chord on an open clue, with its flags; of a single cell without any, that opening."""
        hidden = [cell for cell in self.around[clue_cell] if self.codes[cell] == HIDDEN]
        flags = self._names(cell for cell in hidden if cell in self.mines - self.flags)
        opens = self._names(cell for cell in hidden if cell in self.safe)
        if len(opens) == 1 and not flags:
            return ClickPlan(opens[0], False, (), opens)
        return ClickPlan(self._name(clue_cell), True, flags, opens)

    def _brought_by(self, cells: list[int]) -> float:
        """The expected openings of 3BV that cells bring together; zeros side by side are one."""
        brought = 0.0
        zeros_before: list[tuple[int, float]] = []
        for cell in cells:
            zero, lonely = self._brings(cell)
            apart_chance = 1.0
            for zero_before, zero_chance in zeros_before:
                if zero_before in self.around[cell]:
                    apart_chance *= 1.0 - zero_chance
            brought += zero * apart_chance + lonely
            zeros_before.append((cell, zero))
        return brought

    def _brings(self, cell: int) -> tuple[float, float]:
        """(the chance that a safe cell is a zero, that it is none and borders none that is hidden)."""
        zero = self._zero_chance(cell)
        borders_none = 1.0
        for neighbour in self.around[cell]:
            if self.codes[neighbour] == HIDDEN and neighbour not in self.mines:
                borders_none *= 1.0 - self._zero_chance(neighbour)
        return zero, (1.0 - zero) * borders_none

    def _zero_chance(self, cell: int) -> float:
        """The chance that a hidden cell is a zero, taking the cells around it as independent."""
        if cell not in self.zero_chances:
            chance = 1.0 - self.risks[cell]
            for neighbour in self.around[cell]:
                if neighbour in self.mines:
                    chance = 0.0
                    break
                if self.codes[neighbour] == HIDDEN:
                    chance *= 1.0 - self.risks[neighbour]
            self.zero_chances[cell] = chance
        return self.zero_chances[cell]

    def _spoilt(self, cell: int) -> float:
        """The most that a chord around a cell saves without it, as far as its other cells are likely safe."""
        most_saved = 0.0
        for clue_cell in self.around[cell]:
            if not 0 < self.codes[clue_cell] < MINE:
                continue
            saved = 0.0
            for neighbour in self.around[clue_cell]:
                if self.codes[neighbour] != HIDDEN or neighbour == cell or neighbour in self.flags:
                    continue
                risk = self.risks[neighbour]
                saved += -1.0 if neighbour in self.mines else 1.0 - 2.0 * risk
            most_saved = max(most_saved, saved)
        return most_saved

    def _index(self, cell: Cell) -> int:
        return cell[0] * self.cols + cell[1]

    def _name(self, cell: int) -> Cell:
        return divmod(cell, self.cols)

    def _names(self, cells: Iterable[int]) -> tuple[Any, ...]:
        return tuple(map(self._name, cells))


def _cells_at_cut_edges(board: Board) -> set[int]:
    """The cells, by index, that have neighbours beyond an edge where the board goes on."""
    if not board.cut:
        return set()
    indices = np.arange(board.rows * board.cols).reshape(board.rows, board.cols)
    edges = {
        "left": indices[:, 0],
        "top": indices[0],
        "right": indices[:, -1],
        "bottom": indices[-1],
    }
    return {int(cell) for side in board.cut for cell in edges[side]}
