"""Two boards on which every layer stops short of what follows: "complete inference" is not complete.

The same boards are in ``examples/counterexamples.mines``.
"""

from dataclasses import dataclass

from ...layers import LAYERS, deduce
from ...model.board import Board, Cell
from ...solve import analyze
from .plan import ReproductionPlan
from .table import TEXTS, Build, Making, table

BOARDS: tuple[str, ...] = tuple(TEXTS["counterexamples"]["boards"])


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


def _table(plan: ReproductionPlan) -> Making:
    """Every layer on both boards; the same for every plan."""
    tasks = [
        ProofTask(board, name, total)
        for board in BOARDS
        for name in LAYERS.names()
        for total in ((False,) if "?" in board else (False, True))
    ]
    results = yield tasks
    rows = []
    for task in tasks:
        (safe, mines), (safe_found, mines_found) = results[task]
        missed = len(safe - safe_found) + len(mines - mines_found)
        rows.append(
            {
                "board": BOARDS.index(task.board) + 1,
                "layer": task.layer,
                "total": "used" if task.total else "not used",
                "provable safe": len(safe),
                "provable mines": len(mines),
                "proved safe": _cells(safe_found),
                "proved mines": _cells(mines_found),
                "missed": missed,
                "complete": missed == 0,
            }
        )
    boards = "\n\n".join(f"Board {i}:\n\n```\n{board}\n```" for i, board in enumerate(BOARDS, 1))
    return table("counterexamples", rows, values={"boards": boards})


def _cells(cells: frozenset[Cell]) -> str:
    return " ".join(f"({r},{c})" for r, c in sorted(cells)) or "none"


SPECS: dict[str, Build] = {"counterexamples": _table}
