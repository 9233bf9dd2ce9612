"""Two boards on which every layer stops short of what follows: "complete inference" is not complete.

The same boards are in ``examples/counterexamples.mines``.
"""

from dataclasses import dataclass

from ...layers import LAYERS, deduce
from ...model.board import Board, Cell
from ...solver import analyze
from .reproduced_table import TEXTS, Build, Making, table
from .reproduction_plan import ReproductionPlan

BOARDS: tuple[str, ...] = tuple(TEXTS["counterexamples"]["boards"])


@dataclass(frozen=True)
class ProofTask:
    """The cells that are provable on a board, and those that a layer proves: (safe, mines) each."""

    board: str
    layer: str
    total: bool

    def run(
        self,
    ) -> tuple[tuple[frozenset[Cell], frozenset[Cell]], tuple[frozenset[Cell], frozenset[Cell]]]:
        board = Board.parse(self.board)
        exact = analyze(board)
        deduction = deduce(board, self.layer, total=self.total)
        return (exact.safe, exact.mines), (frozenset(deduction.safe), frozenset(deduction.mines))


def _table(plan: ReproductionPlan) -> Making:
    """Every layer on both boards; the same for every plan."""
    tasks = []
    for board in BOARDS:
        for layer in LAYERS.names():
            tasks.append(ProofTask(board, layer, total=False))
            if "?" not in board:  # its mine count is known
                tasks.append(ProofTask(board, layer, total=True))
    results = yield tasks

    # A claim that a layer is complete falls with one cell that it misses.
    rows = []
    for task in tasks:
        (safe, mines), (proved_safe, proved_mines) = results[task]
        missed = len(safe - proved_safe) + len(mines - proved_mines)
        rows.append(
            {
                "board": BOARDS.index(task.board) + 1,
                "layer": task.layer,
                "total": "used" if task.total else "not used",
                "provable safe": len(safe),
                "provable mines": len(mines),
                "proved safe": _cells(proved_safe),
                "proved mines": _cells(proved_mines),
                "missed": missed,
                "complete": missed == 0,
            }
        )
    boards = "\n\n".join(f"Board {i}:\n\n```\n{board}\n```" for i, board in enumerate(BOARDS, 1))
    return table("counterexamples", rows, values={"boards": boards})


def _cells(cells: frozenset[Cell]) -> str:
    return " ".join(f"({row},{col})" for row, col in sorted(cells)) or "none"


SPECS: dict[str, Build] = {"counterexamples": _table}
