"""The numbers that players know a layout by: 3BV, openings, islands, ZiNi."""

from collections.abc import Iterable, Mapping

from .board import Cell, neighbours
from .connected import components


def three_bv_of(rows: int, cols: int, mines: Iterable[int]) -> int:
    """The 3BV of a layout: its openings, and the safe cells that none of them shows. ``mines``: by index."""
    around = neighbours(rows, cols)
    is_mine = [False] * (rows * cols)
    for cell in mines:
        is_mine[cell] = True
    is_zero = [
        not is_mine[cell] and not any(is_mine[other] for other in around[cell]) for cell in range(rows * cols)
    ]
    shown: set[int] = set()
    for cell, zero in enumerate(is_zero):
        if zero:
            shown.update((cell, *around[cell]))
    return len(components(around, is_zero)) + rows * cols - sum(is_mine) - len(shown)


def measures(rows: int, cols: int, clues: Mapping[Cell, int]) -> dict[str, int]:
    """3BV, openings, islands and ZiNi (the clicks of its greedy form, with flags and chords) of a board, by
    the clues of all its safe cells.
    """
    around = neighbours(rows, cols)
    clue = {row * cols + col: clue for (row, col), clue in clues.items()}
    openings = components(around, [clue.get(i) == 0 for i in range(rows * cols)])
    shows = {i: {*part, *(j for k in part for j in around[k])} for part in openings for i in part}
    bare = clue.keys() - set().union(*shows.values())
    # What 3BV counts, by the cells that show it, and what is still hidden of it.
    left = {i: n for n, part in enumerate([*openings, *([i] for i in bare)]) for i in part}
    units, closed, flagged, clicks = len(openings) + len(bare), set(clue), set[int](), 0

    def gain(i: int) -> int:  # by all flags around a clue and a chord, which cost a click each
        mines = sum(j not in clue and j not in flagged for j in around[i])
        return len({left[j] for j in (i, *around[i]) if j in left}) - mines - (i in closed) - 1

    places = sorted(clue, key=lambda i: (i % cols, i))  # of equal ones the first, as other programs have it
    gains = {i: gain(i) for i in places}
    while left and gains[best := max(places, key=gains.__getitem__)] >= 0:
        changed = mines = set(around[best]) - clue.keys() - flagged
        clicks += (best in closed) + len(mines) + 1
        flagged |= mines
        for j in {best, *around[best]} & clue.keys():
            changed = changed.union(shown := shows.get(j, (j,)))
            for k in shown:
                closed.discard(k)
                left.pop(k, None)
        gains |= {i: gain(i) for i in {i for k in changed for i in (k, *around[k])} & clue.keys()}
    islands = len(components(around, [i in bare for i in range(rows * cols)]))
    zini = clicks + len(set(left.values()))
    return {"3BV": units, "openings": len(openings), "islands": islands, "ZiNi": zini}
