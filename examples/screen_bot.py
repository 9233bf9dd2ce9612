"""Plays a Minesweeper program on the screen: sees it, decides, clicks. Start a game, then run this.

    pip install mss pyautogui 'minesolver[screenshot]'
    python examples/screen_bot.py --mines 10

It needs the whole board in sight, and takes the mouse: push the pointer into a corner to stop it.
"""

import argparse
import time

import mss
import mss.tools
import pyautogui

import minesolver as ms
from minesolver.io import screenshots

ASIDE = (2, 300)
"""Where the pointer waits while the screen is read: a cell under it is drawn lighter."""
REDRAW = 0.25
"""Seconds between two pictures; two that are equal say that the program has drawn all it wants."""


def look(screen, mines):
    """The board on the screen once the program has drawn it, or None where there is none any more."""
    pyautogui.moveTo(*ASIDE)
    before = None
    for _ in range(20):
        time.sleep(REDRAW)
        shot = screen.grab(screen.monitors[1])
        if shot.rgb == before:
            break
        before = shot.rgb
    try:
        return screenshots.read(mss.tools.to_png(shot.rgb, shot.size), mines=mines)
    except ms.MinesolverError:  # a dialog over the board
        return None


def play(mines, policy="strongest"):
    """One game: "won", "lost", or why it could not be played on."""
    with mss.MSS() as screen:
        before, unchanged = None, 0
        while True:
            reading = look(screen, mines)
            if reading is None or (before and reading.board.shape != before.shape):
                return "lost, or something lies over the board"
            board = reading.board
            if reading.mines_shown:
                return "lost"
            if reading.doubtful:
                return f"stopped: {reading.strange or reading.contradiction or 'too many cells are unsure'}"
            unchanged = unchanged + 1 if board == before else 0
            if unchanged == 3:
                return "stopped: the last clicks changed nothing"
            safe = ms.analyze(board).safe
            for row, col in sorted(safe) or [ms.recommend(board, policy, limit=1).cell]:
                left, top, right, bottom = reading.grid.box(row, col)
                pyautogui.click((left + right) / 2, (top + bottom) / 2)
            if (board.grid < 0).sum() - len(safe) == mines:
                return "won"
            before = board


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mines", type=int, required=True)
    parser.add_argument("--policy", default="strongest")
    options = parser.parse_args()
    print(play(options.mines, options.policy))
