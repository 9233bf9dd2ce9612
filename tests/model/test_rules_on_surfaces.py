"""Rules on boards with holes, with joined edges, and of one or two rows, from what docs/rules says of them.

A surface is the plane full of copies of the board, as it lies beside itself; a definition looks at squares
of that plane and at the cells that they show. Nothing of the package is used but the answer.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random

import pytest
from rules_oracle import KNIGHT, RING, SIDES

import minesolver as ms

JOINED = ["square", "torus", "cylinder", "moebius", "klein", "projective"]
SHAPES = [(1, 5), (2, 4), (5, 2), (3, 3), (3, 4), (4, 3), (6, 2), (1, 8), (2, 2), (9, 1)]
MOST_CELLS = 9
LONG_SHIP = 5


class Surface:
    """A board of squares: its kind, its sizes, and the places where it has cells."""

    def __init__(self, kind, size, holes=()):
        self.kind, self.size = kind, size
        self.known_pieces = {}
        self.cells = [cell for cell in product(range(size[0]), range(size[1])) if cell not in holes]

    def at(self, row, col):
        """The cell that a square of the plane shows, or None."""
        rows, cols = self.size
        copy_down, copy_right = row // rows, col // cols
        row, col = row % rows, col % cols
        if copy_down and self.kind in ("square", "cylinder", "moebius"):
            return None
        if copy_right and self.kind == "square":
            return None
        if copy_right % 2 and self.kind in ("moebius", "projective"):
            row = rows - 1 - row
        if copy_down % 2 and self.kind in ("klein", "projective"):
            col = cols - 1 - col
        return (row, col) if (row, col) in self.cells else None

    def shown(self, square, moves):
        return [self.at(square[0] + down, square[1] + right) for down, right in moves]

    def beside(self, cell, moves):
        """The other cells that these moves reach."""
        return {neighbour for neighbour in self.shown(cell, moves) if neighbour not in (None, cell)}

    def pieces(self, moves):
        """Each group of different cells that a shape of squares shows, wherever it lies."""
        pieces = self.known_pieces.setdefault(tuple(moves), set())
        if not pieces:
            rows, cols = self.size
            for square in product(range(-rows, rows), range(-cols, cols)):
                piece = self.shown(square, moves)
                if None not in piece and len({*piece}) == len(moves):
                    pieces.add(frozenset(piece))
        return pieces

    def groups(self, chosen, moves):
        """The parts of the chosen cells that hang together by these moves."""
        unvisited, groups = set(chosen), []
        while unvisited:
            group = {unvisited.pop()}
            waiting = list(group)
            while waiting:
                reached = self.beside(waiting.pop(), moves) & unvisited
                unvisited -= reached
                group |= reached
                waiting += reached
            groups.append(group)
        return groups

    def rows(self):
        return [
            [cell for cell in self.cells if cell[0] == row]
            for row in {cell[0] for cell in self.cells}
        ]

    def columns(self):
        return [
            [cell for cell in self.cells if cell[1] == col]
            for col in {cell[1] for cell in self.cells}
        ]

    def border(self):
        return {cell for cell in self.cells if None in self.shown(cell, SIDES)}


ACROSS = [(0, 1), (0, -1)]
BLOCK = [(0, 0), (0, 1), (1, 0), (1, 1)]


def line(move, length):
    return [(k * move[0], k * move[1]) for k in range(length)]


def pieces(surface, *shapes):
    return set().union(*(surface.pieces(moves) for moves in shapes))


def no_two(*moves):
    return lambda mines, surface: not any(surface.beside(mine, moves) & mines for mine in mines)


def quad(mines, surface):
    return all(block & mines for block in pieces(surface, BLOCK))


def triplet(mines, surface):
    return not any(three <= mines for three in pieces(surface, *(line(move, 3) for move in RING)))


def in_triplets(mines, surface):
    threes = pieces(surface, *(line(move, 3) for move in RING))
    return mines == set().union(*(three for three in threes if three <= mines))


def mixed_triplets(mines, surface):
    threes = pieces(surface, *(line(move, 3) for move in SIDES))
    return all(0 < len(three & mines) < 3 for three in threes)


def battleship(mines, surface):
    """Each group is a straight line, and so is each part of it that hangs together."""
    ships = surface.groups(mines, SIDES)
    lines = pieces(surface, *(line(move, n) for move in SIDES for n in range(1, LONG_SHIP)))
    touching = surface.groups(mines, RING)
    if any(len(ship) >= LONG_SHIP for ship in ships) or len(ships) != len(touching):
        return False
    for ship, length in product(ships, range(1, LONG_SHIP)):
        for ship_part in combinations(ship, length):
            hangs_together = len(surface.groups(ship_part, SIDES)) == 1
            if hangs_together and frozenset(ship_part) not in lines:
                return False
    return True


def balance(mines, surface):
    return all(
        len({len(mines.intersection(cells)) for cells in lines}) == 1
        for lines in (surface.rows(), surface.columns())
    )


def zero_sum(mines, surface):
    return all(
        sum((-1) ** sum(cell) for cell in mines.intersection(row)) == 0 for row in surface.rows()
    )


def any_mine(mine):
    return True


def of_odd_colour(mine):
    return sum(mine) % 2 == 1


def mates(moves, mate_counts, concerned=any_mine):
    """Each mine concerned has one of these numbers of mines beside it."""

    def holds(mines, surface):
        concerned_mines = filter(concerned, mines)
        return all(
            len(surface.beside(mine, moves) & mines) in mate_counts for mine in concerned_mines
        )

    return holds


def segment(mines, surface):
    """In each row the mines hang together by steps to the left and right that stay in the row."""
    for row in surface.rows():
        unvisited = {*mines.intersection(row)}
        if not unvisited:
            return False
        waiting = [unvisited.pop()]
        while waiting:
            reached = surface.beside(waiting.pop(), ACROSS) & unvisited
            unvisited -= reached
            waiting += reached
        if unvisited:
            return False
    return True


def bridge(mines, surface):
    """The columns as they are written: the k-th mine of each is beside, or diagonally beside, the next's."""
    columns = [
        sorted(row for row, col in mines if col == column) for column in range(surface.size[1])
    ]
    if len({*map(len, columns)}) != 1:
        return False
    for column_rows, next_rows in pairwise(columns):
        if any(abs(a - b) > 1 for a, b in zip(column_rows, next_rows, strict=True)):
            return False
    return True


def connected(mines, surface):
    return len(surface.groups(mines, RING)) == 1


def rectangles(mines, surface):
    """On a board without joined edges each group fills its box; elsewhere none has a bend."""
    if not connected(mines, surface):
        return False
    if surface.kind == "square":
        for group in surface.groups(mines, SIDES):
            sides = [
                max(cell[k] for cell in group) - min(cell[k] for cell in group) + 1 for k in (0, 1)
            ]
            if sides[0] * sides[1] != len(group):
                return False
        return True
    rows, cols = surface.size
    for square in product(range(-rows, rows), range(-cols, cols)):
        block = surface.shown(square, BLOCK)
        for missing in block:
            bend = {cell for cell in block if cell != missing}
            if None not in bend and len(bend) == 3 and bend <= mines and missing not in mines:
                return False
    return True


def outside(mines, surface):
    free_areas = surface.groups(set(surface.cells) - mines, SIDES)
    edge = surface.border()
    return len(free_areas) == 1 and all(group & edge for group in surface.groups(mines, SIDES))


def snake(mines, surface):
    if len(surface.groups(mines, SIDES)) != 1:
        return False
    ends = sorted(len(surface.beside(mine, SIDES) & mines) for mine in mines)
    return ends in ([0], [1, 1] + [2] * (len(mines) - 2))


def sized(number):
    return lambda mines, surface: all(
        len(group) == number for group in surface.groups(mines, SIDES)
    )


PLACEMENTS = {
    "quad": quad,
    "triplet": triplet,
    "in-triplets": in_triplets,
    "mixed-triplets": mixed_triplets,
    "anti-knight": no_two(*KNIGHT),
    "horizontal": no_two(*ACROSS),
    "unary": no_two(*SIDES),
    "battleship": battleship,
    "balance": balance,
    "zero-sum": zero_sum,
    "dual": mates(SIDES, {1}),
    "flower": mates(SIDES, {1}, of_odd_colour),
    "accompanied": mates(ACROSS, {1, 2}),
    "segment": segment,
    "bridge": bridge,
    "connected": connected,
    "rectangles": rectangles,
    "outside": outside,
    "snake": snake,
    "group-3": sized(3),
    "group-4": sized(4),
}


def ring_marks(cell, mines, surface):
    """Which of the eight squares round a cell show another cell that has a mine."""
    return [shown_cell != cell and shown_cell in mines for shown_cell in surface.shown(cell, RING)]


def ring_runs(cell, mines, surface):
    marks = "".join("x" if marked else " " for marked in ring_marks(cell, mines, surface))
    if " " not in marks:
        return [len(marks)]
    gap = marks.index(" ")
    return sorted(map(len, (marks[gap:] + marks[:gap]).split()))


def wall(cell, mines, surface):
    return {"+".join(map(str, ring_runs(cell, mines, surface))) or "0"}


def longest_wall(cell, mines, surface):
    return {str(max(ring_runs(cell, mines, surface), default=0))}


def partition(cell, mines, surface):
    return {str(len(ring_runs(cell, mines, surface)))}


def view(cell, move, surface):
    """The squares straight on, as far as they show cells and until the way begins anew."""
    rows, cols = surface.size
    for k in range(1, 2 * rows * cols + 1):
        square = cell[0] + k * move[0], cell[1] + k * move[1]
        if surface.at(*square) is None:
            return
        yield surface.at(*square)


def queen(cell, mines, surface):
    return {
        str(
            sum(
                any(cell_in_view in mines for cell_in_view in view(cell, move, surface))
                for move in RING
            )
        )
    }


def seen_cells(cell, move, mines, surface):
    """The cells without a mine from a cell to the next mine, edge or hole."""
    visible = set()
    for cell_in_view in view(cell, move, surface):
        if cell_in_view in mines or cell_in_view == cell:
            break
        visible.add(cell_in_view)
    return visible


def eyesight(cell, mines, surface):
    return {str(len({cell}.union(*(seen_cells(cell, move, mines, surface) for move in SIDES))))}


def eyesight_difference(cell, mines, surface):
    up, right, down, left = (seen_cells(cell, move, mines, surface) for move in SIDES)
    difference = len(up | down) - len(left | right)
    return {f"{difference}v" if difference > 0 else f"{-difference}h" if difference else "0"}


def area(cell, mines, surface):
    sides = surface.beside(cell, SIDES)
    return {str(sum(len(group) for group in surface.groups(mines, SIDES) if group & sides))}


def shortest(cell, mines, surface):
    """Squares of the distances of mines, each by its shortest way."""
    rows, cols = surface.size
    squares: dict[tuple[int, int], int] = {}
    for down, right in product(range(-2 * rows, 2 * rows + 1), range(-2 * cols, 2 * cols + 1)):
        shown_cell = surface.at(cell[0] + down, cell[1] + right)
        square = down**2 + right**2
        if shown_cell in mines:
            squares[shown_cell] = min(square, squares.get(shown_cell, square))
    return sorted(squares.values())


def root_text(cell, mines, surface):
    nearest = shortest(cell, mines, surface)[:2]
    square = nearest[0] * nearest[1] if len(nearest) == 2 else 0
    outer = max((k for k in range(1, square + 1) if square % k**2 == 0), default=0)
    inner = square // outer**2 if outer else 1
    return {str(outer) if inner == 1 else f"{outer if outer > 1 else ''}√{inner}"}


CLUES = {
    "vanilla": lambda cell, mines, surface: {str(len(surface.beside(cell, RING) & mines))},
    "wall": wall,
    "longest-wall": longest_wall,
    "partition": partition,
    "queen": queen,
    "product": root_text,
    "area": area,
    "eyesight": eyesight,
    "eyesight-difference": eyesight_difference,
}


def random_surface(random, kinds):
    """One of at most ``MOST_CELLS`` cells, with no hole or some."""
    size = random.choice(SHAPES)
    all_cells = list(product(*map(range, size)))
    fewest_holes = max(0, len(all_cells) - MOST_CELLS)
    holes = random.sample(
        all_cells,
        random.randint(fewest_holes, max(fewest_holes, random.choice([0, len(all_cells) // 3]))),
    )
    return Surface(random.choice(kinds), size, holes)


def layouts(surface):
    for values in product((False, True), repeat=len(surface.cells)):
        yield frozenset(cell for cell, value in zip(surface.cells, values, strict=True) if value)


def text_of(surface, clues):
    marks = {cell: clues.get(cell, "#") for cell in surface.cells}
    rows, cols = surface.size
    lines = [" ".join(marks.get((r, c), "_") for c in range(cols)) for r in range(rows)]
    return "\n".join([f"{rows}x{cols}", *lines])


def check(surface, rules, clues, expected, engine):
    names, text = f"{surface.kind},{rules}", text_of(surface, clues)
    case = (names, text, engine)
    board = ms.Board.parse(text, rules=names)
    if not expected:
        with pytest.raises(ms.InconsistentBoardError):
            ms.analyze(board, engine)
        return
    analysis = ms.analyze(board, engine)
    assert analysis.solutions == len(expected), case
    mine_layouts = Counter(cell for mines in expected for cell in mines)
    for cell in surface.cells:
        assert analysis.exact(cell) == Fraction(mine_layouts[cell], len(expected)), (*case, cell)


ENGINES = ["auto", "elimination", "pysat"]


@pytest.mark.parametrize("name", PLACEMENTS)
def test_placement_rules_on_any_surface(name, thorough):
    random = Random(name)
    kinds = [
        kind for kind in JOINED if kind in ("square", "cylinder", "moebius") or name not in BORDERED
    ]
    for _ in range(8 if thorough else 4):
        surface = random_surface(random, kinds)
        if surface.cells and (name != "outside" or surface.border()):
            expected = [mines for mines in layouts(surface) if PLACEMENTS[name](mines, surface)]
            check(surface, name, {}, expected, random.choice(ENGINES))


BORDERED = ["bridge", "outside"]
STRAIGHT = ["eyesight", "eyesight-difference"]


@pytest.mark.parametrize("name", CLUES)
def test_clue_rules_on_any_surface(name):
    random = Random(name)
    kinds = ["square", "torus", "cylinder"] if name in STRAIGHT else JOINED
    for _ in range(8):
        surface = random_surface(random, kinds)
        all_layouts = list(layouts(surface))
        true_mines = random.choice(all_layouts[:-1] or [frozenset()])
        opened = [cell for cell in surface.cells if cell not in true_mines]
        clues = {}
        for cell in random.sample(opened, min(len(opened), random.randint(1, 2))):
            clues[cell] = min(CLUES[name](cell, true_mines, surface))
        expected = [
            mines
            for mines in all_layouts
            if all(
                cell not in mines and clue in CLUES[name](cell, mines, surface)
                for cell, clue in clues.items()
            )
        ]
        check(surface, name, clues, expected, random.choice(ENGINES))


def test_no_row_of_three_leads_through_a_pentagon():
    """All twelve cells of the smallest sphere are pentagons; on the next, thirty are hexagons."""
    smallest = "-\n".join(["##\n"] * 5 + ["##\n"])
    for name, count in (("triplet", 2**12), ("in-triplets", 1)):
        assert ms.analyze(ms.Board.parse(smallest, rules=f"geodesic,{name}")).solutions == count
    next_larger = "-\n".join(["####\n####\n"] * 5 + ["##__\n____\n"])
    rows = ms.Board.parse(next_larger, rules="geodesic,triplet").constraints
    assert len(rows) == 3 * 30


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("moebius", (4, 1)),
        ("moebius", (4, 3)),
        ("klein", (3, 3)),
        ("projective", (2, 3)),
        ("torus", (2, 4)),
    ],
)
def test_a_ship_has_no_bend_across_joined_edges(kind, size):
    surface = Surface(kind, size)
    expected = [mines for mines in layouts(surface) if battleship(mines, surface)]
    check(surface, "battleship", {}, expected, "auto")


@pytest.mark.parametrize(
    ("kind", "size", "clue_cell"),
    [("klein", (1, 3), (0, 0)), ("projective", (2, 2), (0, 0)), ("projective", (3, 3), (0, 1))],
)
def test_a_queen_looks_on_through_its_own_cell(kind, size, clue_cell):
    surface = Surface(kind, size)
    safe_layouts = [mines for mines in layouts(surface) if clue_cell not in mines]
    for clue in map(str, range(9)):
        expected = [mines for mines in safe_layouts if clue in queen(clue_cell, mines, surface)]
        check(surface, "queen", {clue_cell: clue}, expected, "auto")


def test_a_row_without_a_cell_has_no_segment():
    surface = Surface("torus", (3, 3), [(1, 0), (1, 1), (1, 2)])
    expected = [mines for mines in layouts(surface) if segment(mines, surface)]
    assert expected
    check(surface, "segment", {}, expected, "auto")


def incomplete(cell, mines, surface, missing_move):
    seen = surface.beside(cell, [move for move in RING if move != missing_move])
    return str(len(seen & mines))


@pytest.mark.parametrize("kind", JOINED)
def test_one_direction_is_left_out_of_all_clues(kind):
    """A layout counts once for each direction that may be it, also where no clue has a neighbour in it."""
    random = Random(kind)
    for _ in range(4):
        surface = random_surface(random, [kind])
        true_mines = random.choice([mines for mines in layouts(surface) if len(mines) < 3])
        opened = [cell for cell in surface.cells if cell not in true_mines]
        clue_cells = random.sample(opened, min(len(opened), 2))
        true_move = random.choice(RING)
        clues = {cell: incomplete(cell, true_mines, surface, true_move) for cell in clue_cells}
        expected = []
        for mines, missing_move in product(layouts(surface), RING):
            if all(
                cell not in mines and clue == incomplete(cell, mines, surface, missing_move)
                for cell, clue in clues.items()
            ):
                expected.append(mines)
        check(surface, "incomplete", clues, expected, random.choice(ENGINES))


@pytest.mark.parametrize(
    ("name", "letters_of_a_number"), [("encrypted", 1), ("encrypted-twice", 2)]
)
def test_a_code_has_as_many_numbers_as_rows_are_written(name, letters_of_a_number):
    """All codes: tables of letters and numbers, with so many marks in each row and column."""
    numbers = range(3)
    of_a_letter = list(combinations(numbers, letters_of_a_number))
    codes = [
        code
        for code in product(of_a_letter, repeat=len(numbers))
        if all(
            sum(number in letter for letter in code) == letters_of_a_number for number in numbers
        )
    ]
    surface = Surface("square", (3, 2), [(1, 0), (1, 1)])
    expected = [mines for mines, _ in product(layouts(surface), codes)]
    check(surface, name, {}, expected, "auto")
