"""The library in a few lines: analyse a position, ask for exact values and reasons."""

from pathlib import Path

import minesolver as ms

board = ms.Board.from_file(Path(__file__).parent / "small.mines")
analysis = ms.analyze(board)
print(f"{analysis.solutions} layouts, best cell {analysis.best}")
print(f"safe: {sorted(analysis.safe)}")
print(f"mines: {sorted(analysis.mines)}")
print(f"P(mine at (0, 1)) = {analysis.exact(0, 1)}")
for cell in sorted(analysis.safe):
    print(analysis.reason(*cell).text)
