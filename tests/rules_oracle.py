"""What rules say, on boards of squares: written from their definitions, sharing no code with the package.

A layout is a set of (row, col). Clue rules give the texts that a cell may show; placement rules say yes or
no.
"""

from __future__ import annotations

from itertools import combinations, permutations

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


def two_colours(cell, mines, size):
    near = mines & set(shifted(cell, RING, size))
    odd = [mine for mine in near if sum(mine) % 2]
    return len(odd), len(near) - len(odd)


def both_colours(cell, mines, size):
    return {"+".join(map(str, sorted(two_colours(cell, mines, size))))}


def sight(cell, mines, size, move):
    r, c = cell[0] + move[0], cell[1] + move[1]
    if (r, c) in mines or not (0 <= r < size[0] and 0 <= c < size[1]):
        return 0
    return 1 + sight((r, c), mines, size, move)


def eyesight_difference(cell, mines, size):
    up, right, down, left = (sight(cell, mines, size, move) for move in SIDES)
    more = up + down - left - right
    return {f"{more}v" if more > 0 else f"{-more}h" if more else "0"}


def queen(cell, mines, size):
    ahead = lambda move: {(cell[0] + k * move[0], cell[1] + k * move[1]) for k in range(1, max(size))}  # noqa: E731
    return {str(sum(bool(ahead(move) & mines) for move in RING))}


def product(cell, mines, size):
    near = sorted((r - cell[0]) ** 2 + (c - cell[1]) ** 2 for r, c in mines)[:2]
    square = near[0] * near[1] if len(near) == 2 else 0
    outer = max((k for k in range(1, square + 1) if square % k**2 == 0), default=0)
    inner = square // outer**2 if outer else 1
    return {str(outer) if inner == 1 else f"{outer if outer > 1 else ''}√{inner}"}


def area(cell, mines, size):
    beside = set(shifted(cell, SIDES, size))
    return {str(sum(len(own) for own in components(mines, SIDES) if own & beside))}


def lying(truth):
    """A liar's clue instead of the truth."""

    def shown(cell, mines, size):
        return {
            str(told)
            for true in truth(cell, mines, size)
            for told in (int(true) - 1, int(true) + 1)
            if told >= 0
        }

    return shown


def signed(weigh, moves=RING):
    """What mines count by their colours, without a sign."""
    return lambda cell, mines, size: {
        str(abs(sum(weigh[sum(mine) % 2] for mine in mines & set(shifted(cell, moves, size)))))
    }


CROSS = [(k * a, k * b) for a, b in SIDES for k in (1, 2)]
COMBINED = {
    "multiple+liar": lying(multiple),
    "liar+negation": lying(negation),
    "multiple+negation": signed((-1, 2)),
    "liar+multiple+negation": lying(signed((-1, 2))),
    "cross+multiple": signed((1, 2), CROSS),
    "cross+negation": signed((-1, 1), CROSS),
    "cross+vanilla": count(CROSS),
    "knight+liar": lying(count(KNIGHT)),
    "liar+modulo": lying(modulo),
    "liar+longest-wall": lying(longest_wall),
    "liar+partition": lying(partition),
    "liar+eyesight": lying(eyesight),
    "liar+queen": lying(queen),
    "liar+area": lying(area),
    "one-colour+liar": lambda *at: {
        str(told) for true in two_colours(*at) for told in (true - 1, true + 1) if told >= 0
    },
    "deviation+liar": lying(count([(a, b) for a in (-2, -1, 0) for b in (-1, 0, 1)])),
}

CLUES = {
    "vanilla": count(RING),
    "four": count(SIDES),
    "cross": count(CROSS),
    "knight": count(KNIGHT),
    "radius-2": count([(a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0)]),
    "mosaic": count([(0, 0), *RING]),
    "multiple": multiple,
    "negation": negation,
    "liar": liar,
    "modulo": modulo,
    "wall": wall,
    "longest-wall": longest_wall,
    "partition": partition,
    "eyesight": eyesight,
    "deviation": count([(a, b) for a in (-2, -1, 0) for b in (-1, 0, 1)]),
    "kinsho": count([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)]),
    "diamond": count([(a, b) for a in range(-2, 3) for b in range(-2, 3) if 0 < abs(a) + abs(b) <= 2]),
    "lines": count([(k, 0) for k in range(-20, 21) if k] + [(0, k) for k in range(-20, 21) if k]),
    "two-colours": both_colours,
    "one-colour": lambda *at: set(map(str, two_colours(*at))),
    "eyesight-difference": eyesight_difference,
    "queen": queen,
    "product": product,
    "area": area,
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


def rows_of(mines, size):
    return ["".join("x" if (r, c) in mines else "." for c in range(size[1])) for r in range(size[0])]


def mixed_triplets(mines, size):
    turned = rows_of({(c, r) for r, c in mines}, size[::-1])
    return not any(three in line for line in rows_of(mines, size) + turned for three in ("xxx", "..."))


def zero_sum(mines, size):
    return all(
        sum((-1) ** c for c, sign in enumerate(row) if sign == "x") == 0 for row in rows_of(mines, size)
    )


def mates(mines, moves, wanted, of=lambda mine: True):
    return all(sum((r + a, c + b) in mines for a, b in moves) in wanted for r, c in mines if of((r, c)))


def in_triplets(mines, size):
    def line(r, c, a, b):
        return {(r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)}

    lines = [line(r, c, a, b) for r, c in mines for a, b in RING]
    return mines == set().union(*(own for own in lines if own <= mines))


def bridge(mines, size):
    """By trying to lead a path from each mine of the first column to the last, over all mines."""

    def lead(ends, c):
        after = [r for r in range(size[0]) if (r, c) in mines]
        if c == size[1]:
            return True
        if len(after) != len(ends):
            return False
        return any(
            all(abs(a - b) <= 1 for a, b in zip(ends, order, strict=True)) and lead(list(order), c + 1)
            for order in permutations(after)
        )

    return lead([r for r in range(size[0]) if (r, 0) in mines], 1)


def rectangles(mines, size):
    def whole(own):
        height, width = (max(cell[k] for cell in own) - min(cell[k] for cell in own) + 1 for k in (0, 1))
        return height * width == len(own)

    return connected(mines, size) and all(map(whole, components(mines, SIDES)))


def groups(number):
    return lambda mines, size: all(len(own) == number for own in components(mines, SIDES))


PLACEMENTS = {
    "mixed-triplets": mixed_triplets,
    "zero-sum": zero_sum,
    "flower": lambda mines, size: mates(mines, SIDES, {1}, lambda mine: sum(mine) % 2),
    "accompanied": lambda mines, size: mates(mines, [(0, 1), (0, -1)], {1, 2}),
    "in-triplets": in_triplets,
    "segment": lambda mines, size: all(
        len(row.strip(".").split(".")) == 1 and "x" in row for row in rows_of(mines, size)
    ),
    "bridge": bridge,
    "rectangles": rectangles,
    "group-3": groups(3),
    "group-4": groups(4),
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


PRINTED = {"mosaic"}
"""Rules whose clues stand on cells that may be mines."""

NEAR = count(RING)


def marked(name, taken):
    """One mark in each row and column of a square, on cells that hold no mine."""

    def worlds(mines, size):
        for order in permutations(range(size[1])) if size[0] == size[1] else ():
            places = set(enumerate(order))
            if not places & mines:
                yield {(name, *place) for place in places}

    def shown(base=NEAR):
        def clue(cell, world, size):
            lies = ((name, *cell) in world) == taken
            return {str(int(t) + k) for t in base(cell, world, size) for k in ((-1, 1) if lies else (0,))} - {
                "-1"
            }

        return clue

    return worlds, shown


def coded(times):
    """So many numbers for each letter, and letters for each number."""

    def worlds(mines, size):
        def rows(left):
            if not left[0]:
                yield set()
                return
            for chosen in combinations(range(size[0]), times):
                after = [k - (n in chosen) for n, k in enumerate(left[1])]
                if min(after) >= 0:
                    for rest in rows((left[0] - 1, after)):
                        yield {("code", left[0] - 1, n) for n in chosen} | rest

        yield from rows((size[0], [times] * size[0])) if times <= size[0] else ()

    def shown(base=NEAR):
        return lambda cell, world, size: {
            chr(65 + mark[1])
            for mark in world
            if mark[0] == "code" and str(mark[2]) in base(cell, world, size)
        }

    return worlds, shown


def incomplete(cell, world, size):
    (left_out,) = (mark[1:] for mark in world if mark[0] == "out")
    return count([move for move in RING if move != left_out])(cell, world, size)


def self_referential(cell, world, size):
    (number,) = count(RING)(cell, world, size)
    return {chr(65 + c) for c in range(size[1]) if (int(number), c) in world}


LIAR, HONEST, CODE, TWICE = marked("liar", True), marked("honest", False), coded(1), coded(2)
SECRETS = {
    "incomplete": lambda mines, size: ({("out", *move)} for move in RING),
    "one-liar": LIAR[0],
    "one-honest": HONEST[0],
    "encrypted": CODE[0],
    "encrypted-twice": TWICE[0],
    "deviation+one-liar": LIAR[0],
    "encrypted+eyesight": CODE[0],
    "one-liar+multiple": LIAR[0],
    "one-liar+encrypted": lambda mines, size: (
        one | two for one in LIAR[0](mines, size) for two in CODE[0](mines, size)
    ),
}
"""What a puzzle hides beside its mines, as further members of its layout: all that could be."""
CLUES |= {
    "incomplete": incomplete,
    "one-liar": LIAR[1](),
    "one-honest": HONEST[1](),
    "self-referential": self_referential,
    "encrypted": CODE[1](),
    "encrypted-twice": TWICE[1](),
}
COMBINED_SECRETS = {
    "deviation+one-liar": LIAR[1](CLUES["deviation"]),
    "encrypted+eyesight": CODE[1](eyesight),
    "one-liar+multiple": LIAR[1](multiple),
    "one-liar+encrypted": CODE[1](LIAR[1]()),
}
__all__ = ["CLUES", "COMBINED", "COMBINED_SECRETS", "PLACEMENTS", "PRINTED", "SECRETS", "cells"]
