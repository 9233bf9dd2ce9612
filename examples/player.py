"""A player in five lines: the cell that the exact analysis recommends. Put your own choice in its place.

minesolver score examples/player.py --level 9x9/10 --games 50 --seed 1
"""

import minesolver as ms


class Player:
    def move(self, board):
        return ms.analyze(board).best
