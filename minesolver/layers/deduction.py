"""What a layer hands back: proved cells with their reasons, and the log of how it got there."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.board import Cell


@dataclass(frozen=True, slots=True)
class Finding:
    """Cells (flat indices) that one application of a rule proves.

    ``clues``: the clue cells it uses (flat; -1 for the mine count). ``why``: the first half of a sentence.
    """

    rule: str
    cells: tuple[int, ...]
    is_mine: bool
    clues: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class DeductionReason:
    """Why one cell is proved, given the cells proved before it.

    rule: Name of the rule
    text: The reason in one sentence
    premises: The opened cells whose clues it uses
    total: Whether it uses the mine count
    after: The cells proved before that it uses
    """

    rule: str
    text: str
    premises: tuple[Cell, ...]
    total: bool
    after: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One round of the log: the rule that ran, what it knew, what it proved.

    rule: Name of the rule
    fringe: The clue cells of the equations that it had to consider
    knowledge: (cells, mines) of every equation before the round
    board: All undecided cells and the mines left in them, where the mine count is known
    why: How the new cells follow, in words
    """

    rule: str
    fringe: tuple[Cell, ...]
    knowledge: tuple[tuple[tuple[Cell, ...], int], ...]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    board: tuple[tuple[Cell, ...], int] | None = None
    why: str = ""

    def __str__(self) -> str:
        lines = [f"{self.rule}: fringe {_cells(self.fringe)}"]
        lines += [f"  {_cells(cells)} = {mines}" for cells, mines in self.knowledge]
        if self.board is not None:
            lines.append(f"  board: {_cells(self.board[0])} = {self.board[1]}")
        lines.append(f"  safe {_cells(self.safe)}; mines {_cells(self.mines)}")
        return "\n".join(lines + [f"  because {self.why}"] * bool(self.why))


@dataclass(frozen=True, slots=True)
class Deduction:
    """Hidden cells that a layer proves, each with its reason.

    safe, mines: The reason of each cell, in order of discovery
    rounds: How often a rule found something
    trace: The log; empty unless it was asked for
    order: Safe cells and mines together, in order of discovery; no reason rests on a later one
    """

    safe: dict[Cell, DeductionReason]
    mines: dict[Cell, DeductionReason]
    rounds: int
    trace: tuple[TraceStep, ...] = ()
    order: tuple[Cell, ...] = ()


def amount(mines: int, cells: int) -> str:
    """A count in words: "no mine for 3 cells", "1 mine for 1 cell"."""
    return f"{mines or 'no'} mine{'s' * (mines > 1)} for {cells} cell{'s' * (cells > 1)}"


def _cells(cells: tuple[Cell, ...]) -> str:
    return " ".join(f"({row},{col})" for row, col in cells) or "none"
