"""Reasoning Gym: ``create_dataset("minesolver", size=500, seed=1)``, once this module is imported."""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from ...bench.dataset import SIZES, Plan, part
from ...model.board import Board
from ..text import AnswerError, Dense, parse_answer

_QUESTION = """\
A Minesweeper board with {mines} mines: # is hidden, a number says how many of its neighbours are mines.
{rows}
Which cell do you open? Rows and columns count from 0. Answer with one move, such as: open 0,0"""


@dataclass
class MinesweeperConfig:
    """``boards``: sizes of the boards; ``size``: how many questions."""

    boards: tuple[str, ...] = SIZES[:4]
    split: str = "train"
    seed: int | None = None
    size: int = 500


class MinesweeperDataset(ProceduralDataset):  # type: ignore[misc]
    """Positions of :mod:`minesolver.bench.dataset`, their labels in ``metadata``."""

    def __init__(self, config: MinesweeperConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._plan = Plan(config.split, self.seed, tuple(config.boards))
        self._part: tuple[int, list[dict[str, Any]]] = -1, []

    def __getitem__(self, index: int) -> dict[str, Any]:
        number, place = divmod(index, len(self._plan.sizes))
        if self._part[0] != number:
            self._part = number, part(self._plan, number, 1)
        row = self._part[1][place % len(self._part[1])]
        question = _QUESTION.format(mines=row["mines"], rows=row["board"].partition("\n")[2])
        metadata = {"source_dataset": "minesolver", "source_index": index} | row
        return {"question": question, "answer": "open {},{}".format(*row["best"][0]), "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a best move, less by the risk that another one adds, 0 for no move."""
        board = Board.parse(entry["metadata"]["board"])
        try:
            action, cell = parse_answer(answer or "", board)
        except AnswerError:
            return 0.0
        best = list(cell) in entry["metadata"]["best"] and action == "open"
        return 1.0 if best else max(0.0, min(0.99, 1 + Dense()(board, cell, action == "flag")))


register_dataset("minesolver", MinesweeperDataset, MinesweeperConfig)
