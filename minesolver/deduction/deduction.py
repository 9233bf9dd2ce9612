"""What a layer hands back: proved cells with their reasons, and the log of how it got there."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Cell


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

    ``rule``: the name of the rule. ``text``: one sentence. ``premises``: the opened cells whose clues it
    uses. ``total``: whether it uses the mine count. ``after``: the cells proved before that it uses.
    """

    rule: str
    text: str
    premises: tuple[Cell, ...]
    total: bool
    after: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One round of the log: the rule that ran, the cells it had on its fringe, what it knew, what it proved.

    ``fringe``: the clue cells of the equations that it had to look at. ``knowledge``: (cells, mines) of every
    equation before the round. ``safe``, ``mines``: the new cells. ``board``: all undecided cells and
    the mines left in them, where the mine count is known. ``why``: how the new cells follow, in words.
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
    """Hidden cells that a layer proves, each with its reason, in order of discovery.

    ``order``: safe cells and mines together, in that order; no reason rests on a later one.
    ``rounds``: how often a rule found something. ``trace``: the log, empty unless it was asked for.
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
