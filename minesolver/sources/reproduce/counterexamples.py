"""Two boards on which every layer stops short of what follows: "complete inference" is not complete.

The same boards are in ``examples/counterexamples.mines``.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bench.table import Table, Value
from ...layers import LAYERS, deduce
from ...model.board import Board, Cell
from ...solve import analyze
from .plan import ReproductionPlan
from .spec import Spec
from .work import Results

BOARDS = ("3x3x?\n#1#\n1##\n##1", "3x4x3\n112#\n####\n112#")


@dataclass(frozen=True)
class ProofTask:
    """The cells that are provable on a board, and those that a layer proves: (safe, mines) each."""

    board: str
    layer: str
    total: bool

    def run(self) -> tuple[tuple[frozenset[Cell], frozenset[Cell]], tuple[frozenset[Cell], frozenset[Cell]]]:
        board = Board.parse(self.board)
        exact = analyze(board)
        found = deduce(board, self.layer, total=self.total)
        return (exact.safe, exact.mines), (frozenset(found.safe), frozenset(found.mines))


def tasks(plan: ReproductionPlan) -> list[ProofTask]:
    """Every layer on both boards; the same for every plan."""
    return [
        ProofTask(board, name, total)
        for board in BOARDS
        for name in LAYERS
        for total in ((False, True) if "?" not in board else (False,))
    ]


def _table(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    for task in tasks(plan):
        (safe, mines), (safe_found, mines_found) = results[task]
        missed = len(safe - safe_found) + len(mines - mines_found)
        rows.append(
            (
                BOARDS.index(task.board) + 1,
                task.layer,
                "used" if task.total else "not used",
                len(safe),
                len(mines),
                _cells(safe_found),
                _cells(mines_found),
                missed,
                missed == 0,
            )
        )
    boards = "\n\n".join(f"Board {i}:\n\n```\n{board}\n```" for i, board in enumerate(BOARDS, 1))
    return Table(
        (
            "board",
            "layer",
            "total",
            "provable safe",
            "provable mines",
            "proved safe",
            "proved mines",
            "missed",
            "complete",
        ),
        rows,
        notes=(
            "The report says of its inference that it deduces everything. On these boards it does not; "
            "repeating incomplete rules to their fixpoint does not make them complete.",
            boards,
        ),
    )


def _cells(cells: frozenset[Cell]) -> str:
    return " ".join(f"({r},{c})" for r, c in sorted(cells)) or "none"


SPECS = (Spec("counterexamples", "complete inference is not complete", tasks, _table),)
