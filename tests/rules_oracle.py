"""What rules say, on boards of squares: written from their definitions, sharing no code with the package.

A layout is a set of (row, col). Clue rules give the texts that a cell may show; placement rules say yes or
no.
"""

from __future__ import annotations

RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def cells(size):
    return [(r, c) for r in range(size[0]) for c in range(size[1])]


def shifted(cell, moves, size):
    return [
        (cell[0] + a, cell[1] + b)
        for a, b in moves
        if 0 <= cell[0] + a < size[0] and 0 <= cell[1] + b < size[1]
    ]


def count(moves):
    return lambda cell, mines, size: {str(len(mines & set(shifted(cell, moves, size))))}


def multiple(cell, mines, size):
    return {str(sum(2 if (r + c) % 2 else 1 for r, c in mines & set(shifted(cell, RING, size))))}


def negation(cell, mines, size):
    near = mines & set(shifted(cell, RING, size))
    odd = sum((r + c) % 2 for r, c in near)
    return {str(abs(odd - (len(near) - odd)))}


def liar(cell, mines, size):
    true = len(mines & set(shifted(cell, RING, size)))
    return {str(shown) for shown in (true - 1, true + 1) if shown >= 0}


def modulo(cell, mines, size):
    return {str(len(mines & set(shifted(cell, RING, size))) % 3)}


def runs(cell, mines, size):
    """Runs on the closed ring, by reading it twice round from a gap."""
    marks = "".join("x" if (cell[0] + a, cell[1] + b) in mines else " " for a, b in RING)
    if " " not in marks:
        return [8]
    gap = marks.index(" ")
    return sorted(map(len, (marks[gap:] + marks[:gap]).split()))


def wall(cell, mines, size):
    return {"+".join(map(str, runs(cell, mines, size))) or "0"}


def longest_wall(cell, mines, size):
    return {str(max(runs(cell, mines, size), default=0))}


def partition(cell, mines, size):
    return {str(len(runs(cell, mines, size)))}


def eyesight(cell, mines, size):
    seen = 1
    for a, b in SIDES:
        r, c = cell[0] + a, cell[1] + b
        while 0 <= r < size[0] and 0 <= c < size[1] and (r, c) not in mines:
            seen += 1
            r, c = r + a, c + b
    return {str(seen)}


CLUES = {
    "vanilla": count(RING),
    "four": count(SIDES),
    "cross": count([(k * a, k * b) for a, b in SIDES for k in (1, 2)]),
    "knight": count(KNIGHT),
    "radius-2": count([(a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0)]),
    "multiple": multiple,
    "negation": negation,
    "liar": liar,
    "modulo": modulo,
    "wall": wall,
    "longest-wall": longest_wall,
    "partition": partition,
    "eyesight": eyesight,
}


def components(chosen, moves):
    left, found = set(chosen), []
    while left:
        stack, component = [left.pop()], set()
        while stack:
            cell = stack.pop()
            component.add(cell)
            for a, b in moves:
                near = (cell[0] + a, cell[1] + b)
                if near in left:
                    left.discard(near)
                    stack.append(near)
        found.append(component)
    return found


def quad(mines, size):
    return all(
        mines & {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
        for r in range(size[0] - 1)
        for c in range(size[1] - 1)
    )


def triplet(mines, size):
    return not any(
        {(r + a, c + b), (r - a, c - b)} <= mines
        for r, c in mines
        for a, b in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def no_two(moves):
    return lambda mines, size: not any((r + a, c + b) in mines for r, c in mines for a, b in moves)


def balance(mines, size):
    rows = {sum((r, c) in mines for c in range(size[1])) for r in range(size[0])}
    columns = {sum((r, c) in mines for r in range(size[0])) for c in range(size[1])}
    return len(rows) == 1 and len(columns) == 1


def dual(mines, size):
    return all(len(component) == 2 for component in components(mines, SIDES))


def battleship(mines, size):
    return all(
        len(ship) <= 4 and (len({r for r, _ in ship}) == 1 or len({c for _, c in ship}) == 1)
        for ship in components(mines, RING)
    )


def connected(mines, size):
    return len(components(mines, RING)) == 1


def outside(mines, size):
    edge = {(r, c) for r, c in cells(size) if r in (0, size[0] - 1) or c in (0, size[1] - 1)}
    rest = components(set(cells(size)) - mines, SIDES)
    return len(rest) == 1 and all(component & edge for component in components(mines, SIDES))


def snake(mines, size):
    if len(components(mines, SIDES)) != 1:
        return False
    degrees = sorted(sum((r + a, c + b) in mines for a, b in SIDES) for r, c in mines)
    if len(mines) == 1:
        return True
    return degrees == [1, 1] + [2] * (len(mines) - 2)


PLACEMENTS = {
    "quad": quad,
    "triplet": triplet,
    "anti-knight": no_two(KNIGHT),
    "horizontal": no_two([(0, 1)]),
    "unary": no_two([(0, 1), (1, 0)]),
    "balance": balance,
    "dual": dual,
    "battleship": battleship,
    "connected": connected,
    "outside": outside,
    "snake": snake,
}

__all__ = ["CLUES", "PLACEMENTS", "cells"]
