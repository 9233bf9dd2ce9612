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
    near_mines = mines & set(shifted(cell, RING, size))
    odd = sum((r + c) % 2 for r, c in near_mines)
    return {str(abs(odd - (len(near_mines) - odd)))}


def liar(cell, mines, size):
    mine_count = len(mines & set(shifted(cell, RING, size)))
    return {str(value) for value in (mine_count - 1, mine_count + 1) if value >= 0}


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
    visible = 1
    for down, right in SIDES:
        row, col = cell[0] + down, cell[1] + right
        while 0 <= row < size[0] and 0 <= col < size[1] and (row, col) not in mines:
            visible += 1
            row, col = row + down, col + right
    return {str(visible)}


def two_colours(cell, mines, size):
    near_mines = mines & set(shifted(cell, RING, size))
    odd = [mine for mine in near_mines if sum(mine) % 2]
    return len(odd), len(near_mines) - len(odd)


def both_colours(cell, mines, size):
    return {"+".join(map(str, sorted(two_colours(cell, mines, size))))}


def sight(cell, mines, size, move):
    r, c = cell[0] + move[0], cell[1] + move[1]
    if (r, c) in mines or not (0 <= r < size[0] and 0 <= c < size[1]):
        return 0
    return 1 + sight((r, c), mines, size, move)


def eyesight_difference(cell, mines, size):
    up, right, down, left = (sight(cell, mines, size, move) for move in SIDES)
    difference = up + down - left - right
    return {f"{difference}v" if difference > 0 else f"{-difference}h" if difference else "0"}


def queen(cell, mines, size):
    def ahead(move):
        return {(cell[0] + k * move[0], cell[1] + k * move[1]) for k in range(1, max(size))}

    return {str(sum(bool(ahead(move) & mines) for move in RING))}


def product(cell, mines, size):
    distances = sorted((r - cell[0]) ** 2 + (c - cell[1]) ** 2 for r, c in mines)[:2]
    # The root of the product as outer * root(inner), with the largest outer there is.
    square = distances[0] * distances[1] if len(distances) == 2 else 0
    outer = max((k for k in range(1, square + 1) if square % k**2 == 0), default=0)
    inner = square // outer**2 if outer else 1
    return {str(outer) if inner == 1 else f"{outer if outer > 1 else ''}√{inner}"}


def area(cell, mines, size):
    sides = set(shifted(cell, SIDES, size))
    return {str(sum(len(group) for group in components(mines, SIDES) if group & sides))}


def lying(truth):
    """A liar's clue instead of the truth."""

    def clue(cell, mines, size):
        return lies(int(value) for value in truth(cell, mines, size))

    return clue


def lies(true_values):
    """One more or one less than the truth, as no clue is below 0."""
    texts = set()
    for value in true_values:
        texts |= {str(lie) for lie in (value - 1, value + 1) if lie >= 0}
    return texts


def signed(colour_weights, moves=RING):
    """What mines count by their colours, without a sign."""

    def clue(cell, mines, size):
        near_mines = mines & set(shifted(cell, moves, size))
        return {str(abs(sum(colour_weights[sum(mine) % 2] for mine in near_mines)))}

    return clue


def one_colour(cell, mines, size):
    return {str(number) for number in two_colours(cell, mines, size)}


def one_colour_lie(cell, mines, size):
    return lies(two_colours(cell, mines, size))


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
    "one-colour+liar": one_colour_lie,
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
    "diamond": count(
        [(a, b) for a in range(-2, 3) for b in range(-2, 3) if 0 < abs(a) + abs(b) <= 2]
    ),
    "lines": count([(k, 0) for k in range(-20, 21) if k] + [(0, k) for k in range(-20, 21) if k]),
    "two-colours": both_colours,
    "one-colour": one_colour,
    "eyesight-difference": eyesight_difference,
    "queen": queen,
    "product": product,
    "area": area,
}


def components(chosen, moves):
    waiting, groups = set(chosen), []
    while waiting:
        stack, component = [waiting.pop()], set()
        while stack:
            cell = stack.pop()
            component.add(cell)
            for down, right in moves:
                neighbour = (cell[0] + down, cell[1] + right)
                if neighbour in waiting:
                    waiting.discard(neighbour)
                    stack.append(neighbour)
        groups.append(component)
    return groups


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
    free_areas = components(set(cells(size)) - mines, SIDES)
    return len(free_areas) == 1 and all(component & edge for component in components(mines, SIDES))


def snake(mines, size):
    if len(components(mines, SIDES)) != 1:
        return False
    degrees = sorted(sum((r + a, c + b) in mines for a, b in SIDES) for r, c in mines)
    if len(mines) == 1:
        return True
    return degrees == [1, 1] + [2] * (len(mines) - 2)


def rows_of(mines, size):
    return [
        "".join("x" if (r, c) in mines else "." for c in range(size[1])) for r in range(size[0])
    ]


def mixed_triplets(mines, size):
    turned = rows_of({(c, r) for r, c in mines}, size[::-1])
    return not any(
        three in line for line in rows_of(mines, size) + turned for three in ("xxx", "...")
    )


def zero_sum(mines, size):
    return all(
        sum((-1) ** c for c, sign in enumerate(row) if sign == "x") == 0
        for row in rows_of(mines, size)
    )


def mates(mines, moves, mate_counts, concerned=lambda mine: True):
    return all(
        sum((r + a, c + b) in mines for a, b in moves) in mate_counts
        for r, c in mines
        if concerned((r, c))
    )


def in_triplets(mines, size):
    def line(r, c, a, b):
        return {(r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)}

    lines = [line(r, c, a, b) for r, c in mines for a, b in RING]
    return mines == set().union(*(three for three in lines if three <= mines))


def bridge(mines, size):
    """By trying to lead a path from each mine of the first column to the last, over all mines."""

    def lead(ends, column):
        next_ends = [r for r in range(size[0]) if (r, column) in mines]
        if column == size[1]:
            return True
        if len(next_ends) != len(ends):
            return False
        return any(
            all(abs(a - b) <= 1 for a, b in zip(ends, order, strict=True))
            and lead(list(order), column + 1)
            for order in permutations(next_ends)
        )

    return lead([r for r in range(size[0]) if (r, 0) in mines], 1)


def rectangles(mines, size):
    def fills_its_box(group):
        rows = {row for row, _ in group}
        columns = {column for _, column in group}
        height = max(rows) - min(rows) + 1
        width = max(columns) - min(columns) + 1
        return height * width == len(group)

    return connected(mines, size) and all(map(fills_its_box, components(mines, SIDES)))


def groups(number):
    return lambda mines, size: all(len(group) == number for group in components(mines, SIDES))


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


def marked(name, lies_on_mark):
    """One mark in each row and column of a square, on cells that hold no mine."""

    def worlds(mines, size):
        if size[0] != size[1]:
            return
        for order in permutations(range(size[1])):
            mark_cells = set(enumerate(order))
            if not mark_cells & mines:
                yield {(name, *cell) for cell in mark_cells}

    def clue_rule(true_clues=NEAR):
        lying_clues = lying(true_clues)

        def clue(cell, world, size):
            is_marked = (name, *cell) in world
            return (lying_clues if is_marked == lies_on_mark else true_clues)(cell, world, size)

        return clue

    return worlds, clue_rule


def coded(numbers_each):
    """So many numbers for each letter, and letters for each number."""

    def worlds(mines, size):
        def codes(letters_left, uses_left):
            """Codes of the first letters, when each number may be used so many times more."""
            if not letters_left:
                yield set()
                return
            letter = letters_left - 1
            for numbers in combinations(range(size[0]), numbers_each):
                uses_after = [uses - (number in numbers) for number, uses in enumerate(uses_left)]
                if min(uses_after) >= 0:
                    for earlier_letters in codes(letter, uses_after):
                        yield {("code", letter, number) for number in numbers} | earlier_letters

        if numbers_each <= size[0]:
            yield from codes(size[0], [numbers_each] * size[0])

    def clue_rule(true_clues=NEAR):
        def clue(cell, world, size):
            numbers = true_clues(cell, world, size)
            marks = [mark for mark in world if mark[0] == "code"]
            return {chr(ord("A") + letter) for _, letter, number in marks if str(number) in numbers}

        return clue

    return worlds, clue_rule


def incomplete(cell, world, size):
    (missing_move,) = (mark[1:] for mark in world if mark[0] == "out")
    return count([move for move in RING if move != missing_move])(cell, world, size)


def self_referential(cell, world, size):
    (number,) = count(RING)(cell, world, size)
    return {chr(65 + c) for c in range(size[1]) if (int(number), c) in world}


LIAR, HONEST, CODE, TWICE = marked("liar", True), marked("honest", False), coded(1), coded(2)


def liars_and_codes(mines, size):
    for liars in LIAR[0](mines, size):
        for code in CODE[0](mines, size):
            yield liars | code


SECRETS = {
    "incomplete": lambda mines, size: ({("out", *move)} for move in RING),
    "one-liar": LIAR[0],
    "one-honest": HONEST[0],
    "encrypted": CODE[0],
    "encrypted-twice": TWICE[0],
    "deviation+one-liar": LIAR[0],
    "encrypted+eyesight": CODE[0],
    "one-liar+multiple": LIAR[0],
    "one-liar+encrypted": liars_and_codes,
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
