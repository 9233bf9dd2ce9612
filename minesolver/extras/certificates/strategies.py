"""The best play of a small board as a table that anybody can play: see ``check_strategy.py``."""

from __future__ import annotations

from ...policy.optimal import Optimum, SmallBoard


def strategy(board: SmallBoard, best: Optimum) -> str:
    """The table of best play on a square board: a move for each position in which no cell is proved safe.

    best: The optimum of this board
    """
    lines = [
        f"board {best.rows}x{best.cols}x{best.mines}",
        f"rule {best.first_click}",
        f"claim {best.wins} of {best.allowed}",
    ]
    first_cell = best.best_first[0]
    for guess in board.guesses(first_cell, best.first_click):
        row_texts = []
        for codes in guess.position.tolist():
            signs = ["#" if code < 0 else str(code) for code in codes]
            row_texts.append("".join(signs))
        position_text = "/".join(row_texts)
        row, column = guess.cell
        lines.append(f"{position_text} {row},{column}")
    return "\n".join(lines) + "\n"
