"""Reasoning Gym: ``create_dataset("minesolver", size=500, seed=1)``, once this module is imported."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from ...bench.dataset import SIZES, Plan, part
from ...model.board import Board
from ..text import AnswerError, Dense, parse_answer, prompt_of


@dataclass
class MinesweeperConfig:
    """``boards``: their sizes; ``size``: questions."""

    boards: tuple[str, ...] = SIZES[:4]
    split: str = "train"
    seed: int | None = None
    size: int = 500


class MinesweeperDataset(ProceduralDataset):  # type: ignore[misc]
    """Positions of :mod:`minesolver.bench.dataset`, their labels in ``metadata``."""

    def __init__(self, config: MinesweeperConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        plan = Plan(config.split, self.seed, tuple(config.boards))
        self._part = lru_cache(2)(partial(part, plan, each=1))

    def __getitem__(self, index: int) -> dict[str, Any]:
        number, place = divmod(index, len(self.config.boards))
        row = (rows := self._part(number))[place % len(rows)]
        question = prompt_of(Board.parse(row["board"]), row["board"].partition("\n")[2])
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
