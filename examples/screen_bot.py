"""Plays a Minesweeper program on the screen: sees it, decides, clicks. Start a game, then run this.

    pip install mss pyautogui 'minesolver[screenshot]'
    python examples/screen_bot.py --mines 10 --shape 8x8

It needs the whole board in sight, and takes the mouse: push the pointer into a corner to stop it.
"""

import argparse
import time

import mss
import mss.tools
import pyautogui

import minesolver as ms
from minesolver import screenshots

POINTER_REST = (2, 300)
"""Where the pointer waits while the screen is read: programs draw the cell under it lighter."""
REDRAW_SECONDS = 0.25
"""Between two pictures of the screen; two that are equal say that the program has drawn all it wants."""
MOST_PICTURES = 20
"""Pictures after which the screen is read though it still changes: a clock runs on it."""
MOST_IDLE_LOOKS = 10
"""Looks at the same board after which the clicks are taken for lost: a busy machine draws late."""


def read_screen(screen, mine_count, shape):
    """The board on the screen once the program has drawn it; ``None``: none of this shape can be read."""
    pyautogui.moveTo(*POINTER_REST)
    earlier = None
    for _ in range(MOST_PICTURES):
        time.sleep(REDRAW_SECONDS)
        picture = screen.grab(screen.monitors[1])
        if picture.rgb == earlier:
            break
        earlier = picture.rgb
    png = mss.tools.to_png(picture.rgb, picture.size)
    try:
        return screenshots.read(png, mines=mine_count, shape=shape)
    except ms.MinesolverError:
        return None


def click(grid, cell):
    """Open a cell."""
    left, top, right, bottom = grid.box(*cell)
    pyautogui.click((left + right) / 2, (top + bottom) / 2)


def find_board(screen, mine_count, shape):
    """As ``read_screen``, but a dialog that lies over the board is closed, as after a game that was won.

    shape: Rows and columns that the board has; ``None``: any
    """
    for _ in range(2):
        reading = read_screen(screen, mine_count, shape)
        if reading is not None:
            return reading
        pyautogui.press("escape")
    return None


def play(mine_count, policy="strongest", shape=None):
    """Play one game: "won", "lost", or a sentence that says why it could not be played on."""
    board = None
    idle_looks = 0
    with mss.MSS() as screen:
        while True:
            reading = find_board(screen, mine_count, shape)
            if reading is None:
                return "stopped: the board is no longer seen"
            if reading.mines_shown:
                return "lost"
            if reading.doubtful:
                return f"stopped: {reading.strange or reading.contradiction or 'too many cells are unsure'}"
            if (reading.board.grid == ms.HIDDEN).sum() == mine_count:
                return "won"
            if reading.board == board:
                idle_looks += 1
            else:
                idle_looks = 0
            if idle_looks == MOST_IDLE_LOOKS:
                return "stopped: the last clicks changed nothing"

            # All that is proved safe is clicked before the next look; else the best guess.
            board = reading.board
            shape = board.shape
            safe_cells = sorted(ms.analyze(board).safe)
            for cell in safe_cells:
                click(reading.grid, cell)
            if not safe_cells:
                click(reading.grid, ms.recommend(board, policy, limit=1).cell)


def rows_and_cols(text):
    """The numbers of a size such as 8x8."""
    rows, cols = map(int, text.split("x"))
    return rows, cols


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mines", type=int, required=True, help="how many mines the game has")
    parser.add_argument("--shape", type=rows_and_cols, metavar="RxC", help="its rows and columns")
    parser.add_argument("--policy", default="strongest", help="how to guess (default: strongest)")
    options = parser.parse_args()
    print(play(options.mines, options.policy, options.shape))
