"""The knowledge base: equations over undecided cells, indexed by cell and kept up reveal by reveal.

An equation says how many mines a set of undecided cells holds. One comes from each opened clue; rules may add
others that follow from them. Whatever becomes known of a cell touches only the equations that the cell is in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import (
    ArgumentError,
    InconsistentBoardError,
    RuleError,
    check_type,
    counted,
    truth,
)
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..model.reason import show

SAFE = 9
"""State code of a cell proved safe but not opened; the other codes are those of a board's grid."""
TOTAL = -1
"""Stands for the mine count among the clues that a statement rests on."""


@dataclass(eq=False, slots=True)
class Equation:
    """``mines`` of the undecided ``cells`` (flat indices) are mines, by the clues at ``clues``.

    ``derived``: whether a rule made it from others, rather than one clue stating it.
    Equations are compared by identity: the same one shrinks while its cells become known.
    """

    cells: frozenset[int]
    mines: int
    clues: tuple[int, ...]
    derived: bool

    @property
    def decided(self) -> bool:
        """Whether all its cells are mines, or none."""
        return self.mines in (0, len(self.cells))


Agenda = dict[Equation, None]
"""New and changed equations that a rule has yet to look at: an ordered set."""


class KnowledgeBase:
    """What is known of one game: the state of each cell, and equations over the undecided ones. Every change
    raises :class:`InconsistentBoardError` where it contradicts what is known.

    mines: The mine count where it is known and may be used, else ``None``
    state: By flat index ``row * cols + col``: -1 undecided, 0 to 8 opened, 9 proved safe, 10 mine
    equations: The equations, by their cells; no two over the same cells
    """

    def __init__(self, rows: int, cols: int, mines: int | None = None) -> None:
        self._begin(
            (rows, cols),
            mines,
            np.full((rows, cols), HIDDEN, np.int8),
            [HIDDEN] * (rows * cols),
            set(range(rows * cols)),
        )

    def _begin(
        self,
        shape: tuple[int, int],
        mines: int | None,
        seen_grid: npt.NDArray[np.int8],
        state: list[int],
        undecided_cells: set[int],
    ) -> None:
        """Knowledge of single cells, and no equations yet. ``seen_grid``: what of ``state`` a board shows."""
        self.rows, self.cols = shape
        self.mines = mines
        self.around = neighbours(*shape)
        self.state = state
        self.undecided_cells = undecided_cells
        self.known_mines = 0
        self.equations: dict[frozenset[int], Equation] = {}
        self.version = 0
        self._equations_at: defaultdict[int, Agenda] = defaultdict(dict)
        self._agendas: list[Agenda] = []
        self._proof_clues: dict[int, tuple[int, ...]] = {}
        self._seen_grid = seen_grid

    @classmethod
    def of(cls, board: Board, *, total: bool = True) -> KnowledgeBase:
        """What a board says. ``total``: whether its mine count may be used.

        Raises RuleError: the board goes on beyond its edges.
        """
        check_type(board, Board, "layers read a Board")
        if board.cut:
            raise RuleError(
                f"layers read a whole board, and this one is {board._title}: its `whole` is one"
            )
        has_mine_count = truth(total, "total is True or False")
        base = cls(board.rows, board.cols, board.mines if has_mine_count else None)
        base.update(board)
        return base

    @classmethod
    def after_single_clues(
        cls, board: Board, *, total: bool = True
    ) -> tuple[list[int], Callable[[], KnowledgeBase]]:
        """The cells that clues prove one at a time, and what makes the knowledge that has few equations where
        these are known: by the core if it is there, of a consistent board; else no cells, and :meth:`of`."""
        left = None
        if type(board) is Board and kernel.available():
            left = kernel.left_by_single_clues(board._core_position)
        if left is None:
            return [], partial(cls.of, board, total=total)

        # A mine count that does not fit is told as that of a board that nothing is proved of.
        safe_cells, mine_cells, undecided_cells, clues = left
        mine_count = board.mines if total else None
        if mine_count is not None and not (
            0 <= mine_count - len(mine_cells) <= len(undecided_cells)
        ):
            return [], partial(cls.of, board, total=total)
        codes = board.grid.ravel().tolist()
        proved_cells = [
            index for index in sorted(safe_cells + mine_cells) if codes[index] == HIDDEN
        ]

        def knowledge() -> KnowledgeBase:
            state = codes.copy()
            for index in safe_cells:
                state[index] = SAFE
            for index in mine_cells:
                state[index] = MINE
            base = cls.__new__(cls)
            base._begin(board.shape, mine_count, board.grid, state, set(undecided_cells))
            base.known_mines = len(mine_cells)

            equations, equations_at = base.equations, base._equations_at
            for clue, cells, mines in clues:
                if cells in equations:
                    base.add(cells, mines, (clue,))  # says the same, or contradicts
                    continue
                equations[cells] = equation = Equation(cells, mines, (clue,), False)
                for cell in cells:
                    equations_at[cell][equation] = None
            return base

        return proved_cells, knowledge

    @classmethod
    def of_equations(
        cls,
        cells: Iterable[int],
        mines: int | None,
        equations: Iterable[tuple[Iterable[int], int]],
    ) -> KnowledgeBase:
        """What sums say, without a board around them.

        cells: The undecided cells, by index
        mines: How many all of these hold; ``None`` where that is not known
        equations: (cells, mines) of each sum
        """
        undecided_cells = set(cells)
        base = cls(1, max(undecided_cells, default=0) + 1, mines)
        base.undecided_cells = undecided_cells
        base.state = [SAFE] * base.cols
        for index in undecided_cells:
            base.state[index] = HIDDEN
        for equation_cells, mine_count in equations:
            base.add(equation_cells, mine_count)
        return base

    def update(self, board: Board) -> list[int]:
        """Take in what a later board of the same game shows more. Raises ArgumentError: it is none."""
        changed = np.flatnonzero(board.grid != self._seen_grid)
        if (self._seen_grid.flat[changed] != HIDDEN).any():
            raise ArgumentError("this board is not a later view of the same game")
        self._seen_grid = board.grid

        # All new cells leave their equations before the new clues make equations: a clue speaks of cells
        # that are still undecided.
        new: list[int] = changed.tolist()
        codes: list[int] = board.grid.flat[changed].tolist()
        if not self._settle_before_equations(new, codes):
            for index, code in zip(new, codes, strict=True):
                self.settle(index, code == MINE)
        for index, code in zip(new, codes, strict=True):
            if code != MINE:
                self.state[index] = code
        for index, code in zip(new, codes, strict=True):
            if code == MINE:
                continue
            cells, mines = self._undecided_around(index)
            if cells or mines:  # else it says no more: most clues of an opened region
                self.add(cells, mines, (index,))
        return new

    def _settle_before_equations(self, new: list[int], codes: list[int]) -> bool:
        """:meth:`settle` for all cells of a first board; ``False``, and nothing done, where the knowledge has
        equations already or the mine count does not fit."""
        if self.equations or len(self.undecided_cells) != len(self.state):
            return False
        mine_count = codes.count(MINE)
        # Cells that become known leave fewer mines and fewer safe cells: if the last fits, all did.
        if self.mines is not None:
            mines_left = self.mines - mine_count
            if not 0 <= mines_left <= len(self.state) - len(new):
                return False
        self.version += len(new)
        self.known_mines = mine_count
        self.undecided_cells.difference_update(new)
        for index, code in zip(new, codes, strict=True):
            self.state[index] = MINE if code == MINE else SAFE
        return True

    def _undecided_around(self, index: int) -> tuple[set[int], int]:
        """The undecided neighbours of a clue, and the mines among them."""
        around = self.around[index]
        mines = self.state[index]
        if self.known_mines:
            mines -= [self.state[neighbour] for neighbour in around].count(MINE)
        return self.undecided_cells.intersection(around), mines

    def clues(self) -> list[tuple[int, frozenset[int], int]]:
        """(clue cell, its undecided neighbours, mines among them) of the clues that have any."""
        open_clues = []
        for index, code in enumerate(self.state):
            cells, mines = self._undecided_around(index) if 0 <= code <= 8 else ([], 0)
            if cells:
                open_clues.append((index, frozenset(cells), mines))
        return open_clues

    def add(
        self,
        cells: Iterable[int],
        mines: int,
        clues: tuple[int, ...] = (),
        *,
        derived: bool = False,
    ) -> None:
        """Add an equation; see :class:`Equation`."""
        equation = Equation(frozenset(cells), mines, clues, derived)
        if not 0 <= mines <= len(equation.cells):
            raise self._impossible(equation)
        if equation.cells and self._enter(equation):
            for cell in equation.cells:
                self._equations_at[cell][equation] = None

    def settle(self, index: int, is_mine: bool, proof_clues: tuple[int, ...] = ()) -> None:
        """A cell becomes known and leaves its equations. ``proof_clues``: those that prove it, if any."""
        old_state = self.state[index]
        if old_state != HIDDEN:
            if (old_state == MINE) != is_mine:
                raise self.contradiction(
                    f"{show(self.cell(index))} is both safe and a mine",
                    (*proof_clues, *self._proof_clues.get(index, ())),
                )
            return

        # The cell becomes known, and the mine count must still fit what is undecided.
        self.version += 1
        self.undecided_cells.discard(index)
        self.known_mines += is_mine
        self.state[index] = MINE if is_mine else SAFE
        if proof_clues:
            self._proof_clues[index] = proof_clues
        if self.mines is not None and not (
            0 <= self.mines - self.known_mines <= len(self.undecided_cells)
        ):
            raise self.contradiction(
                f"the mine count {self.mines} leaves {counted(self.mines - self.known_mines, 'mine')} "
                f"for {counted(self.undecided, 'undecided cell')}",
                (TOTAL, *proof_clues),
            )

        # All equations that the cell is in shrink before any is compared with another.
        touched = self._equations_at.pop(index, {})
        known_cell = {index}
        for equation in touched:
            del self.equations[equation.cells]
            equation.cells = equation.cells - known_cell
            equation.mines -= is_mine
        for equation in touched:
            if not 0 <= equation.mines <= len(equation.cells):
                raise self._impossible(equation)
            if equation.cells and not self._enter(equation):
                for cell in equation.cells:
                    del self._equations_at[cell][equation]

    def _enter(self, equation: Equation) -> bool:
        """File an equation under its cells and put it on the agendas; ``False``: the same was there."""
        # An equation over new cells is news for every rule.
        filed = self.equations.setdefault(equation.cells, equation)
        if filed is equation:
            self.version += 1
            for agenda in self._agendas:
                agenda[equation] = None
            return True
        if filed.mines != equation.mines:
            raise self.contradiction(
                f"{self.named(filed.clues)} and {self.named(equation.clues)} want {filed.mines} and "
                f"{counted(equation.mines, 'mine')} in the same cells",
                (*filed.clues, *equation.clues),
            )

        # Of two equations over the same cells one stays: with the shorter proof, and as a clue's if one is.
        filed.derived = filed.derived and equation.derived
        if len(equation.clues) < len(filed.clues):
            filed.clues = equation.clues
        return False

    def _impossible(self, equation: Equation) -> InconsistentBoardError:
        """The error of an equation with fewer mines than none, or more than cells."""
        verb = "wants" if len(equation.clues) < 2 else "want"
        return self.contradiction(
            f"{self.named(equation.clues)} {verb} "
            f"{counted(equation.mines, 'mine')} "
            f"in {counted(len(equation.cells), 'undecided cell')}",
            equation.clues,
        )

    @property
    def undecided(self) -> int:
        """How many cells are neither opened nor proved."""
        return len(self.undecided_cells)

    @property
    def remaining(self) -> int | None:
        """Mines among the undecided cells, or ``None`` if the mine count is unknown."""
        return None if self.mines is None else self.mines - self.known_mines

    def new_agendas(self, number: int) -> list[Agenda]:
        """So many new agendas: all equations now, and from now on every new or changed one."""
        all_equations = dict.fromkeys(self.equations.values())
        agendas = [all_equations.copy() for _ in range(number)]
        self._agendas += agendas
        return agendas

    def holds(self, equation: Equation) -> bool:
        """Whether the equation is still part of the knowledge: not merged into another, not used up."""
        return self.equations.get(equation.cells) is equation

    def overlapping(self, equation: Equation) -> Agenda:
        """All other equations that share a cell with this one."""
        overlapping: Agenda = {}
        for cell in sorted(equation.cells):
            overlapping.update(self._equations_at[cell])
        overlapping.pop(equation, None)
        return overlapping

    def proved_around(self, clues: tuple[int, ...]) -> list[int]:
        """The cells under some clues (all, with the mine count) that are known by a proof, not by sight."""
        seen_codes = self._seen_grid.ravel().tolist()
        cells: Iterable[int] = range(len(self.state))
        if TOTAL not in clues:
            cells = sorted(set().union(*(self.around[clue] for clue in clues)))
        return [
            index for index in cells if seen_codes[index] == HIDDEN and self.state[index] != HIDDEN
        ]

    def cell(self, index: int) -> Cell:
        """(row, column) of a flat index."""
        return divmod(index, self.cols)

    def listed(self, cells: Iterable[int]) -> str:
        """Cells in words: "(0,1) and (0,2)"."""
        return _joined([show(self.cell(index)) for index in sorted(cells)])

    def named(self, clues: tuple[int, ...]) -> str:
        """Clues in words: "clue 2 at (3,4)", "clues 1 at (0,0) and 2 at (0,1)", "the mine count 10"."""
        if TOTAL in clues:  # what it is reduced by may be dozens of clues
            reducing_clues = len(clues) - 1
            if reducing_clues == 0:
                return f"the mine count {self.mines}"
            verb = "clue accounts" if reducing_clues == 1 else "clues account"
            return f"the mine count {self.mines} less what {reducing_clues} {verb} for"
        if not clues:
            return "what is given"
        names = [f"{self.state[clue]} at {show(self.cell(clue))}" for clue in clues]
        return f"{'clue' if len(clues) == 1 else 'clues'} {_joined(names)}"

    def stated(self, equation: Equation) -> str:
        """An equation in words, by the clues that it is from; one without any by its cells."""
        if not equation.clues:
            cells = " + ".join(show(self.cell(index)) for index in sorted(equation.cells))
            return f"the equation {cells} = {equation.mines}"
        names = self.named(equation.clues)
        if len(equation.clues) > 1 and TOTAL not in equation.clues:
            return f"the difference of {names}"
        return names

    def dump(
        self, equations: Iterable[Equation] | None = None
    ) -> tuple[tuple[tuple[Cell, ...], int], ...]:
        """(cells, mines) of equations, by default of all, in order of their cells."""
        dumped = []
        if equations is None:
            equations = self.equations.values()
        for equation in equations:
            if equation.cells:
                cells = tuple(map(self.cell, sorted(equation.cells)))
                dumped.append((cells, equation.mines))
        return tuple(sorted(dumped))

    def dump_board(self) -> tuple[tuple[Cell, ...], int] | None:
        """(undecided cells, mines left in them); ``None`` where the mine count is unknown."""
        if self.remaining is None:
            return None
        return tuple(map(self.cell, sorted(self.undecided_cells))), self.remaining

    def contradiction(self, message: str, clues: Iterable[int]) -> InconsistentBoardError:
        """The error that names these clues and all that the cells around them were proved from."""
        # A clue contradicts others by what was proved of its cells: the clues of those proofs belong to it.
        pending = list(clues)
        named: set[int] = set()
        while pending:
            clue = pending.pop()
            if clue in named:
                continue
            named.add(clue)
            cells = self.around[clue] if clue != TOTAL else self._proof_clues
            for index in cells:
                pending += self._proof_clues.get(index, ())
        return InconsistentBoardError(
            f"no layout fits: {message}",
            clues=[self.cell(clue) for clue in named if clue != TOTAL],
            total=TOTAL in named,
            smallest=False,
        )


def _joined(words: list[str]) -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
