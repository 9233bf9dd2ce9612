"""Lost causes: cells of which half are mines, and nothing that can ever be opened tells which half.

Which cells hang together is found by supposing a mine in one of them and seeing what is proved then. They
are a lost cause where every clue that is open, or may still be opened elsewhere, is the same either way.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ..model.analysis import TIE, Analysis
from ..model.board import Board, neighbours
from ..model.lost_cause import LostCause
from ..model.subject import Position
from ..solver import analyze


def lost_causes(analysis: Analysis[Any]) -> tuple[LostCause[Any], ...]:
    """The lost causes of a board, in the order of their first cells.

    There are none to be found of puzzles, where clues are no sums over cells, or where nothing was counted;
    of a cut board because what is opened beyond its edges may tell.
    """
    if getattr(analysis.board, "cut", ()):
        return ()
    board = analysis.board._plain or analysis.board
    clues_of = _clues_of_cells(board) if isinstance(board, Position) else None
    if clues_of is None or not analysis.is_exact:
        return ()
    even_cells = set()
    for cell, risk in enumerate(analysis.risks.tolist()):
        if abs(risk - 0.5) < TIE and board._unknown[cell]:
            even_cells.add(cell)
    silent_cells = _silent_cells(analysis, board)
    causes = []
    while even_cells:
        first_half, second_half = _tied_cells(board, min(even_cells), even_cells)
        even_cells.difference_update(first_half, second_half)
        if len(first_half) != len(second_half):
            continue
        if _same_clues(clues_of, silent_cells, first_half, second_half):
            causes.append(
                LostCause(frozenset(board._named(first_half)), frozenset(board._named(second_half)))
            )
    return tuple(causes)


def _clues_of_cells(board: Position) -> list[list[tuple[int, int]]] | None:
    """Of each cell the clues that count it, as (cell of the clue, weight); ``None``: they are no sums."""
    clues_of: list[list[tuple[int, int]]] = [[] for _ in board.cells]
    if isinstance(board, Board):
        for clue_cell, counted_cells in enumerate(neighbours(board.rows, board.cols)):
            for cell in counted_cells:
                clues_of[cell].append((clue_cell, 1))
        return clues_of
    grid = board._sums()
    if grid is None or grid.lists is None or not grid.playable:
        return None
    starts = grid.lists.starts.tolist()  # of each clue's cells in the list
    cells = grid.lists.cells.tolist()
    weights = None if grid.lists.weights is None else grid.lists.weights.tolist()
    for clue_cell, first_position in enumerate(starts[:-1]):
        for position in range(first_position, starts[clue_cell + 1]):
            weight = 1 if weights is None else weights[position]
            clues_of[cells[position]].append((clue_cell, weight))
    return clues_of


def _silent_cells(analysis: Analysis, board: Position) -> frozenset[int]:
    """The cells that never show a clue: mines, known or proved."""
    silent = {cell for cell, value in board._values().items() if value}
    silent.update(map(board.index, analysis.mines))
    return frozenset(silent)


def _tied_cells(board: Position, cell: int, even: Container[int]) -> tuple[list[int], list[int]]:
    """(cells that hold a mine where this one does, those that hold none then), of those that are even.

    With an even chance of each, what a mine in one proves of another holds the other way round as well.
    """
    supposed = analyze(board.flag(board._named([cell])[0]))
    tied_mines = [index for index in map(board.index, supposed.mines) if index in even]
    tied_safe = [index for index in map(board.index, supposed.safe) if index in even]
    return sorted([cell, *tied_mines]), sorted(tied_safe)


def _same_clues(
    clues_of: list[list[tuple[int, int]]],
    silent: frozenset[int],
    first_half: list[int],
    second_half: list[int],
) -> bool:
    """Whether all clues outside these cells are the same, whichever half holds the mines."""
    difference: dict[int, int] = {}
    for cells_of_half, sign in ((first_half, 1), (second_half, -1)):
        for cell in cells_of_half:
            for clue_cell, weight in clues_of[cell]:
                difference[clue_cell] = difference.get(clue_cell, 0) + sign * weight
    # The cells themselves tell no more: one half is mines, the other one is opened by a guess.
    tells_nothing = silent.union(first_half, second_half)
    return all(value == 0 or clue_cell in tells_nothing for clue_cell, value in difference.items())
