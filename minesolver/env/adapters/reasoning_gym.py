"""Reasoning Gym: ``create_dataset("minesolver", size=500, seed=1)``, once this module is imported."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

from ...bench.dataset import SIZES, DatasetPlan, part
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
        plan = DatasetPlan(config.split, self.seed, tuple(config.boards))
        self._part = lru_cache(2)(partial(part, plan, rows_per_size=1))

    def __getitem__(self, index: int) -> dict[str, Any]:
        part_number, row_number = divmod(index, len(self.config.boards))
        rows = self._part(part_number)
        row = rows[row_number % len(rows)]
        board_lines = row["board"].partition("\n")[2]  # after the line with the size
        best_row, best_col = row["best"][0]
        return {
            "question": prompt_of(Board.parse(row["board"]), board_lines),
            "answer": f"open {best_row},{best_col}",
            "metadata": {"source_dataset": "minesolver", "source_index": index} | row,
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a best move, less by the risk that another one adds, 0 for no move."""
        board = Board.parse(entry["metadata"]["board"])
        try:
            action, cell = parse_answer(answer or "", board)
        except AnswerError:
            return 0.0
        if action == "open" and list(cell) in entry["metadata"]["best"]:
            return 1.0
        penalty = Dense()(board, cell, action == "flag")  # 0 or less
        return max(0.0, min(0.99, 1 + penalty))


register_dataset("minesolver", MinesweeperDataset, MinesweeperConfig)
