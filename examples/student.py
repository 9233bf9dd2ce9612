"""A student's agent in the form of CS50's project; it forgets to compare sentences with each other.

minesolver score examples/student.py --games 50 --seed 1
"""

import random


class MinesweeperAI:
    """Knows what single sentences say: a set of cells, and how many of them are mines."""

    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.safes.add(cell)
        near = {
            (i, j)
            for i in range(max(0, cell[0] - 1), min(self.height, cell[0] + 2))
            for j in range(max(0, cell[1] - 1), min(self.width, cell[1] + 2))
        }
        self.knowledge.append((near - {cell}, count))
        changed = True
        while changed:
            before = len(self.mines) + len(self.safes)
            for cells, mines in self.knowledge:
                left, need = cells - self.mines - self.safes, mines - len(cells & self.mines)
                if need == 0:
                    self.safes |= left
                elif need == len(left):
                    self.mines |= left
            changed = len(self.mines) + len(self.safes) > before

    def make_safe_move(self):
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        cells = {(i, j) for i in range(self.height) for j in range(self.width)}
        return random.choice(sorted(cells - self.moves_made - self.mines) or [None])
