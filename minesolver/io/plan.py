"""Boards on a graph as text: cells at about the places that their outlines have."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..model.geometries.graph import in_a_circle
from ..model.reason import show
from ..model.together import TogetherConstraint
from ..model.variant import MINE, VariantBoard
from .drawing import signs

# Of a cell's size: cells that are so near each other in one direction are in line.
_SAME_LINE = 0.25
_MAX_PLACES = 8  # for each cell: what lies more loosely says nothing as rows and columns of text


def plan(board: VariantBoard) -> str:
    """The cells as they lie: what each shows, or how a hidden one is called; empty where they do not lie so.

    ``{3}`` and ``-3-`` are mines together and apart, ``*(5)`` a known mine with the mines of two steps around
    it, ``?`` an open cell without a clue. Names (row, column) stand beside the rows and above the columns.
    """
    place_of = _places(board)
    if not place_of:
        return ""
    by_row_and_column = all(isinstance(name, tuple) and len(name) == 2 for name in board.cells)
    words = _words(board, by_row_and_column)
    width = max(map(len, words.values())) + 1
    row_count = 1 + max(row for row, _ in place_of.values())
    column_count = 1 + max(column for _, column in place_of.values())
    row_labels = [""] * row_count
    column_labels = [""] * column_count
    grid = [[""] * column_count for _ in range(row_count)]
    for name, (row, column) in place_of.items():
        grid[row][column] = words[name]
        if by_row_and_column:
            row_labels[row] = str(name[0])
            column_labels[column] = str(name[1])
    margin = max(map(len, row_labels))
    width = max(width, 1 + max(map(len, column_labels)))
    lines = []
    if by_row_and_column:
        lines.append(" " * margin + "".join(label.rjust(width) for label in column_labels))
    for label, row_words in zip(row_labels, grid, strict=True):
        lines.append(label.rjust(margin) + "".join(word.rjust(width) for word in row_words))
    return "\n".join(line.rstrip() for line in lines)


def statements(board: VariantBoard) -> list[str]:
    """What the board says of lines and other groups of cells, where cells of them are hidden."""
    sentences = []
    for constraint in board.extra:
        hidden_cells = [
            board.cells[cell_index]
            for cell_index in constraint.cells
            if cell_index not in board.states
        ]
        if constraint.clue is not None or not hidden_cells:
            continue
        known_mines = sum(board.states.get(cell_index) == MINE for cell_index in constraint.cells)
        cells = " ".join(map(show, hidden_cells))
        known_words = f", {known_mines} known" if known_mines else ""
        counts = " or ".join(map(str, sorted(getattr(constraint, "allowed", ()))))
        name = constraint.name.removesuffix(f" ({counts})")
        mines_text = f"{counts} {'mine' if counts == '1' else 'mines'}"
        sentences.append(f"{name}: {mines_text}{known_words}; hidden {cells}")
    return sentences


def _places(board: VariantBoard) -> dict[Any, tuple[int, int]]:
    """Row and column of each cell; empty where the cells lie in no rows and columns."""
    corners = board.geometry.corners
    if board.rules.geometry_name != "graph" or corners == in_a_circle(len(board.cells)):
        return {}
    middles = []
    for outline in corners:
        all_x, all_y = zip(*outline, strict=True)
        middles.append((sum(all_x) / len(outline), sum(all_y) / len(outline)))
    column_of = _lines([x for x, _ in middles])
    row_of = _lines([y for _, y in middles])
    place_of = {}
    for name, column, row in zip(board.cells, column_of, row_of, strict=True):
        place_of[name] = row, column
    is_loose = (1 + max(row_of)) * (1 + max(column_of)) > _MAX_PLACES * len(board.cells)
    if is_loose or len(set(place_of.values())) < len(place_of):
        return {}
    return place_of


def _lines(positions: list[float]) -> list[int]:
    """The number of the line on which each position lies, in rising order."""
    order = sorted(range(len(positions)), key=positions.__getitem__)
    numbers = [0] * len(positions)
    line_number = 0
    for index_before, index in pairwise(order):
        if positions[index] - positions[index_before] > _SAME_LINE:
            line_number += 1
        numbers[index] = line_number
    return numbers


def _words(board: VariantBoard, by_row_and_column: bool) -> dict[Any, str]:
    """What stands for each cell."""
    words = {}
    for name, sign in zip(board.cells, signs(board), strict=True):
        words[name] = f"#{show(name)}" if sign == "#" and not by_row_and_column else sign
    for constraint in board.extra:
        if constraint.clue is None:
            continue
        name = board.cells[constraint.clue]
        counts = "/".join(map(str, sorted(getattr(constraint, "allowed", ()))))
        if not isinstance(constraint, TogetherConstraint):
            words[name] += f"({counts})"
        else:
            words[name] = f"{{{counts}}}" if constraint.is_run else f"-{counts}-"
    return words
