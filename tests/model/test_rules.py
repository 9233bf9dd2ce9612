"""Every rule against its definition, by all layouts of small boards; every geometry against its drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations, cycle, product
from math import comb, dist, factorial
from random import Random
from typing import Any

import numpy as np
import pytest
import rules_oracle as oracle
from depth import one_in

import minesolver as ms
from minesolver.game.generate import generate
from minesolver.io.formats.objects import read as from_json
from minesolver.io.formats.ruled_boards import write_rows
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES, ClueRule, Neighbourhood, PlacementRule
from minesolver.model.variant import Field, RuleSet

SIZES = [(3, 3), (2, 5), (3, 4), (1, 6)]
NAMES = [name for name in RULES if name in oracle.CLUES | oracle.PLACEMENTS]
"""Rules whose definition is written down once more in the oracle; the laws of all are in test_checks."""


@cache
def layouts(placement, size, clue=""):
    """All layouts that a placement rule allows, with what a clue rule hides beside the mines."""
    if clue:
        with_secrets = []
        for mines in layouts(placement, size):
            secrets = oracle.SECRETS[clue](mines, size) if clue in oracle.SECRETS else [set()]
            with_secrets += [frozenset(mines | secret) for secret in secrets]
        return with_secrets
    cells = oracle.cells(size)
    allowed = []
    for values in product((0, 1), repeat=len(cells)):
        mines = frozenset(cell for cell, value in zip(cells, values, strict=True) if value)
        if placement is None or oracle.PLACEMENTS[placement](mines, size):
            allowed.append(mines)
    return allowed


@cache
def shows(clue, cell, mines, size):
    rules = oracle.CLUES | oracle.COMBINED | oracle.COMBINED_SECRETS
    return frozenset(rules[clue](cell, mines, size))


def board(random, clue, placement):
    """(text, rules, mine count, size, signs of cells): a board that at least one layout fits."""
    sizes = [(3, 3), (2, 3), (1, 4)] if clue in oracle.SECRETS else SIZES
    size = random.choice([size for size in sizes if layouts(placement, size, clue)])
    mines = random.choice(layouts(placement, size, clue))
    openable = [cell for cell in oracle.cells(size) if cell not in mines or clue in oracle.PRINTED]
    signs = {}
    for cell in random.sample(openable, min(len(openable), random.randint(0, 6))):
        clue_signs = sorted(shows(clue, cell, mines, size))
        if clue_signs:
            signs[cell] = random.choice(clue_signs)
    for cell in random.sample(oracle.cells(size), random.randint(0, 2)):
        signs.setdefault(cell, "*" if cell in mines else "?")
    mine_count = random.choice([None, len(mines & set(oracle.cells(size)))])
    names = ",".join(name for name in (clue, placement) if name)
    return text_of(size, signs), names, mine_count, size, signs


def text_of(size, signs):
    rows, cols = size
    lines = [[signs.get((row, col), "#") for col in range(cols)] for row in range(rows)]
    return "\n".join(" ".join(line) for line in lines)


def fits(mines, clue, size, signs):
    """Whether a layout is one of a board's signs, by the definition of its clues."""
    # Most layouts fail at what is known of a cell, before a definition is asked.
    for cell, sign in signs.items():
        is_clue = sign not in ("*", "?")
        if is_clue and clue in oracle.PRINTED:
            continue
        if (cell in mines) != (sign == "*"):
            return False
    return all(
        sign in shows(clue, cell, mines, size)
        for cell, sign in signs.items()
        if sign not in ("*", "?")
    )


def check(random, clue, placement, engine):
    text, names, mine_count, size, signs = board(random, clue, placement)
    cells = oracle.cells(size)
    possible = layouts(placement, size, clue)
    if mine_count is not None:
        possible = [mines for mines in possible if len(mines.intersection(cells)) == mine_count]
    expected = [mines for mines in possible if fits(mines, clue, size, signs)]
    case = (engine, names, mine_count, text)
    analysis = ms.analyze(ms.Board.parse(text, mine_count, rules=names), engine)
    assert analysis.solutions == len(expected), case
    layouts_with_mine = Counter(cell for mines in expected for cell in mines)
    for cell in cells:
        assert analysis.exact(cell) == Fraction(layouts_with_mine[cell], len(expected)), (
            *case,
            cell,
        )


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_their_definitions(name, thorough):
    rule = RULES.get(name)
    clue, placement = ("vanilla", name) if isinstance(rule, PlacementRule) else (name, None)

    random = Random(name)
    elimination_boards = ["elimination"] * (16 if thorough else 4)
    for engine in [*elimination_boards, "auto", "pysat", "cpsat", "brute_force"]:
        check(random, clue, placement, engine)


def test_several_rules_in_one_clue(thorough):
    for clue in sorted(oracle.COMBINED | oracle.COMBINED_SECRETS):
        random = Random(clue)
        for engine in ["auto", "elimination", "pysat"] * (3 if thorough else 1):
            check(random, clue, None, engine)


def test_rules_combine():
    """Each clue rule with two placement rules, each of those with several clue rules."""
    random, placements = Random(2), cycle(sorted(oracle.PLACEMENTS))
    for clue in sorted(oracle.CLUES) * 2:
        check(random, clue, next(placements), "elimination")


def test_clues_of_different_rules_on_one_board():
    size, random = (3, 3), Random(3)
    names = [name for name in (*oracle.CLUES, *oracle.COMBINED) if name not in oracle.SECRETS]
    tags = {RULES.get(name).tag: name for name in names}
    rules = ",".join(("vanilla", *oracle.COMBINED))
    for _ in range(30):
        mines = random.choice(layouts(None, size))
        ruled_clues, signs = {}, {}
        for cell in oracle.cells(size):
            if cell not in mines and random.random() < 0.5:
                tag = random.choice(
                    sorted(tag for tag in tags if shows(tags[tag], cell, mines, size))
                )
                clue = random.choice(sorted(shows(tags[tag], cell, mines, size)))
                ruled_clues[cell] = tags[tag], clue
                signs[cell] = tag + clue
        expected = [
            layout
            for layout in layouts(None, size)
            if all(
                fits(layout, name, size, {cell: clue}) for cell, (name, clue) in ruled_clues.items()
            )
        ]
        board = ms.Board.parse(text_of(size, signs), rules=rules)
        assert ms.analyze(board).solutions == len(expected), signs
        assert str(ms.Board.parse(str(board), rules=rules)) == str(board)


@pytest.mark.parametrize(
    "size, count", [(5, 14_765_089), (6, 24_076_152_503), (7, 159_850_328_891_568)]
)
def test_published_counts_of_connected_mines(size, count):
    board = ms.Board.parse("\n".join(["#" * size] * size), rules="connected")
    assert ms.analyze(board).solutions == count


def test_clues_that_count_further_than_the_core_can_write():
    """A clue of the core is an int8; a cell of a long row sees more."""
    rows = [["#"] * 140 for _ in range(2)]
    rows[0][0] = "130"
    board = ms.Board.parse("2x140x? lines\n" + "\n".join(map(" ".join, rows)))
    assert ms.analyze(board).solutions == comb(140, 130) * 2**139
    game = ms.Game(2, 140, 250, rules=ms.Rules("safe", board="lines"), seed=1)
    game.open((0, 0))
    opened: Any = game.board
    assert ms.analyze(opened).exact((0, 1)) == Fraction(opened.states[0].value, 140)


@pytest.mark.parametrize("rows, codes", [(8, factorial(8)), (9, factorial(9)), (11, factorial(9))])
def test_a_code_has_as_many_letters_as_rows_and_nine_at_most(rows, codes):
    board = ms.Board.parse(f"{rows}x1x0 encrypted\n" + "#\n" * rows)
    assert ms.analyze(board, "elimination").solutions == codes


SHAPES = {
    "square": [(3, 4)],
    "hex": [(4, 4), (3, 5)],
    "triangle": [(3, 7)],
}


@pytest.mark.parametrize(
    "name, shape", [(name, shape) for name, shapes in SHAPES.items() for shape in shapes]
)
def test_neighbours_are_those_that_touch_in_the_drawing(name, shape):
    geometry = GEOMETRIES.get(name).make(list(product(*map(range, shape))), shape)
    outlines = [{(round(x, 6), round(y, 6)) for x, y in outline} for outline in geometry.corners]
    for i, outline in enumerate(outlines):
        other_cells = [j for j in range(len(outlines)) if j != i]
        assert set(geometry.neighbours[i]) == {j for j in other_cells if outline & outlines[j]}
        assert set(geometry.edges[i]) == {j for j in other_cells if len(outline & outlines[j]) == 2}


def test_more_dimensions():
    for name, shape in (("3d", (3, 3, 2)), ("4d", (2, 3, 2, 2))):
        for cell, neighbours in neighbours_of(name, shape).items():
            expected = {
                candidate
                for candidate in product(*map(range, shape))
                if candidate != cell
                and max(abs(a - b) for a, b in zip(cell, candidate, strict=True)) == 1
            }
            assert neighbours == expected


def neighbours_of(name, shape):
    geometry = GEOMETRIES.get(name).make(list(product(*map(range, shape))), shape)
    return {
        cell: {geometry.cells[j] for j in numbers}
        for cell, numbers in zip(geometry.cells, geometry.neighbours, strict=True)
    }


@pytest.mark.parametrize("name", ["torus", "cylinder", "moebius", "klein", "projective"])
def test_edges_are_joined_as_copies_of_the_board_lie_beside_each_other(name):
    rows, cols = 4, 5
    down = (-1, 0, 1) if name in ("torus", "klein", "projective") else (0,)
    images: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for copy_down, copy_right, row, col in product(down, (-1, 0, 1), range(rows), range(cols)):
        upside_down = copy_right and name in ("moebius", "projective")
        mirrored = copy_down and name in ("klein", "projective")
        copy = (
            (rows - 1 - row if upside_down else row) + copy_down * rows,
            (cols - 1 - col if mirrored else col) + copy_right * cols,
        )
        images.setdefault((row, col), []).append(copy)
    for (row, col), neighbours in neighbours_of(name, (rows, cols)).items():
        touching = set()
        for cell, copies in images.items():
            if any(max(abs(x - row), abs(y - col)) <= 1 for x, y in copies):
                touching.add(cell)
        assert neighbours == touching - {(row, col)}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_cells_on_a_cube_touch_where_their_corners_do(size):
    """Squares of each side of the cube from 0 to ``size``, by where their corners are in space."""
    neighbours = neighbours_of("cube", (6, size, size))
    squares = []
    for axis, depth, a, b in product(range(3), (0, size), range(size), range(size)):
        corners = product((a, a + 1), (b, b + 1))
        squares.append({(*corner[:axis], depth, *corner[axis:]) for corner in corners})
    # A square shares corners with itself as well, which does not count.
    degrees = sorted(
        sum(bool(square & candidate) for candidate in squares) - 1 for square in squares
    )
    assert sorted(map(len, neighbours.values())) == degrees
    assert neighbours[1, 0, 0] >= {(0, size - 1, 0), (4, 0, size - 1)}  # front, above, to the left
    for cell, cell_neighbours in neighbours.items():
        assert all(cell in neighbours[neighbour] for neighbour in cell_neighbours)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_cells_of_a_sphere_touch_where_they_are_near_in_space(size):
    """Points on the faces of an icosahedron, by their coordinates: a step apart, or not neighbours."""
    golden = (1 + 5**0.5) / 2
    # The twelve corners of an icosahedron whose edges are 2 long: three golden rectangles, crosswise.
    corners: list[tuple[float, ...]] = [(0, a, b * golden) for a in (1, -1) for b in (1, -1)]
    corners += [(b, c, a) for a, b, c in corners] + [(c, a, b) for a, b, c in corners]
    joined_corners = {v: [w for w in corners if dist(v, w) == pytest.approx(2)] for v in corners}
    north = corners[0]
    south, upper = (0, -1, -golden), joined_corners[north][:1]
    while len(upper) < 5:
        upper.append(
            next(
                w
                for w in joined_corners[north]
                if w in joined_corners[upper[-1]] and w not in upper
            )
        )
    lower = [
        next(w for w in joined_corners[u] if w != north and w in joined_corners[v])
        for u, v in pairs(upper)
    ]
    geometry = Field.parse("geodesic", (6, size, 2 * size)).geometry
    points = {(5, 0, 0): north, (5, 0, 1): south}
    # A strip is four faces from pole to pole; a cell is where so many steps from three corners lead.
    for strip, ((u, v), (low, next_low)) in enumerate(zip(pairs(upper), pairs(lower), strict=True)):
        # From which corners of a face, and how far.
        for r, c in product(range(size), range(2 * size)):
            i, j = r + 1, c
            faces = [
                [(north, size - i - j), (u, i), (v, j)],
                [(v, size - i), (u, size - j), (low, i + j - size)],
                [(v, 2 * size - i - j), (next_low, j - size), (low, i)],
                [(next_low, size - i), (low, 2 * size - j), (south, i + j - 2 * size)],
            ]
            face = next(face for face in faces if min(k for _, k in face) >= 0)
            points[strip, r, c] = tuple(
                sum(k * corner[d] for corner, k in face) / size for d in range(3)
            )
    assert points.keys() == set(geometry.cells)
    assert len(geometry.cells) == 10 * size**2 + 2
    for i, cell in enumerate(geometry.cells):
        neighbours = {
            candidate
            for candidate in points
            if dist(points[cell], points[candidate]) == pytest.approx(2 / size)
        }
        assert {geometry.cells[j] for j in geometry.neighbours[i]} == neighbours
        assert geometry.edges[i] == geometry.neighbours[i]
        assert all(b in geometry.neighbours[a] for a, b in pairs(geometry.ring[i]))
    assert sorted(map(len, geometry.ring)) == [5] * 12 + [6] * (len(points) - 12)
    assert not geometry.border
    assert (
        len({corner for outline in geometry.corners for corner in outline}) >= 5 * len(points) / 3
    )
    with pytest.raises(ms.PuzzleError, match="6x2x4"):
        Field.parse("geodesic", (6, 2, 2))
    with pytest.raises(ms.PuzzleError, match=r"geodesic has no cell at \(5,0,2\)"):
        ms.Board.parse("-\n".join(["####\n####\n"] * 6), rules="geodesic")


def pairs(ring):
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


@pytest.mark.parametrize("name", [*GEOMETRIES, "graph"])
def test_geometries_against_all_layouts(name):
    """Counts by a plain loop over all layouts, clues as sums over the geometry's neighbours."""
    shapes = {
        "triangle": (2, 5),
        "3d": (2, 2, 3),
        "4d": (2, 1, 2, 3),
        "boards": (2, 2, 3),
        "cube": (6, 1, 1),
    }
    shapes["geodesic"] = (6, 1, 2)

    random = Random(name)
    for _ in range(20):
        if name == "graph":
            size = random.randint(2, 8)
            all_edges = list(combinations(range(size), 2))
            edges = random.sample(all_edges, random.randint(0, min(14, len(all_edges))))
            cells: Sequence[str] = [f"n{i}" for i in range(size)]
            neighbours = {
                c: {f"n{b if a == i else a}" for a, b in edges if i in (a, b)}
                for i, c in enumerate(cells)
            }
        else:
            shape = shapes.get(name, (3, 4))
            geometry = GEOMETRIES.get(name).make(list(product(*map(range, shape))), shape)
            cells = geometry.cells
            neighbours = {
                c: {cells[j] for j in geometry.neighbours[i]} for i, c in enumerate(cells)
            }
        mines = {cell for cell in cells if random.random() < 0.5}
        clues = {
            cell: str(len(neighbours[cell] & mines))
            for cell in cells
            if cell not in mines and random.random() < 0.5
        }
        hidden = [cell for cell in cells if cell not in clues]
        bits = np.arange(1 << len(hidden))[:, None] >> np.arange(len(hidden)) & 1  # a layout a row
        fit = np.ones(len(bits), bool)
        for cell, clue in clues.items():
            fit &= bits @ [candidate in neighbours[cell] for candidate in hidden] == int(clue)
        if name == "graph":
            board = from_json(
                {
                    "rules": "graph",
                    "neighbours": {c: sorted(o) for c, o in neighbours.items()},
                    "board": clues,
                }
            )
        else:
            board = ms.Board.parse("\n".join(text_rows(geometry, clues)), rules=name)
            assert board.cells == cells
            assert len(board._values()) == len(clues)
        analysis = ms.analyze(board)
        assert analysis.solutions == fit.sum(), str(board)
        assert ms.analyze(board, "pysat") == analysis


def text_rows(geometry, clues):
    return write_rows(geometry, {cell: clues.get(cell, "#") for cell in geometry.cells})


@pytest.mark.parametrize("name", NAMES + [name for name in GEOMETRIES if name != "square"])
def test_text_and_json_round_trip(name):
    board: Any
    if name in GEOMETRIES:
        shape = {"3d": (2, 2, 3), "4d": (2, 2, 2, 2), "boards": (2, 3, 3), "cube": (6, 2, 2)}.get(
            name, (6, 2, 4) if name == "geodesic" else (4, 4)
        )
        kind = GEOMETRIES.get(name)
        geometry = kind.make(kind.places(shape), shape)
        board = ms.Board.parse(
            "\n".join(text_rows(geometry, {geometry.cells[0]: "1"})), 3, rules=name
        )
    else:
        clue = {"two-colours": "1+2", "eyesight-difference": "1h", "product": "2√2"}.get(name, "1")
        clue = "B" if name in ("encrypted", "encrypted-twice", "self-referential") else clue
        board = ms.Board.parse(f"# # {clue}\n? # *\n# # _", 2, rules=name)
    by_text: Any = ms.Board.parse(str(board), rules=str(board.rules))
    assert (str(by_text), by_text.mines, by_text.cells) == (str(board), board.mines, board.cells)
    by_json = ms.Puzzle.from_json(board.to_json())
    assert (str(by_json), by_json.mines) == (str(board), board.mines)
    assert len(by_json.constraints) == len(board.constraints)


@pytest.mark.parametrize(
    "text, names, message",
    [
        ("##x\n###", "square", "line 1, column 3: 'x' is no cell"),
        ("##\n###", "square", "line 2, column 3: this row has 3 cells, where the first row has 2"),
        ("#9\n##", "torus", "line 1, column 2: clue 9 at .0,1. is impossible"),
        ("#\n# 1+x", "wall", "'1\\+x'|this row has 2"),
        ("# 1+1\n# #", "liar", "no clue of the rule liar, which shows a whole number"),
        ("# 999999√999999\n# #", "product", "no clue of the rule product"),
        ("# 99999999999+9\n# #", "two-colours", "is impossible"),
        ("# 0v\n# #", "eyesight-difference", "no clue of the rule eyesight-difference"),
        ("# Z1\n# #", "square", "line 1, column 3: unknown tag 'Z'"),
        ("3x3x1\n##\n##", "liar", "the first line says 3x3, the board is 2x2"),
        ("", "hex", "no board"),
        ("__\n__", "hex", "the board has no cell"),
        ("##\n--\n##", "3d", "at most - between layers"),
        ("2L2 #\n# #", "liar", "line 1, column 1: .* one-liar .* as in liar,one-liar"),
        ("# 2L'1\n# #", "wall", "line 1, column 3: .* one-honest .* as in wall,one-honest"),
        ("# #\n2I1 #", "square", "line 2, column 1: .* incomplete .* as in vanilla,incomplete"),
        ("2EA #\n# #", "liar,wall", "line 1, column 1: .* encrypted .* as in liar,wall,encrypted"),
        (
            "2E^A #\n# #",
            "square",
            "line 1, column 1: .* encrypted-twice .* as in vanilla,encrypted-twice",
        ),
        (f"{'q' * 60} #\n# #", "liar", "line 1, column 1: 'q+' is no cell"),
        (
            f"# {'q' * 10_000}\n# #",
            "liar",
            "line 1, column 3: a clue has at most 100 characters, not 10,000",
        ),
    ],
)
def test_malformed_boards_are_named(text, names, message):
    with pytest.raises(ms.BoardFormatError, match=message):
        ms.Board.parse(text, rules=names)


def test_the_tag_of_a_clue_is_enough_where_its_rule_is_not_named():
    """The wall's clue says that the three cells around it are one run of mines."""
    board = ms.Board.parse("W3 #\n# #", rules="liar")
    assert ms.analyze(board).mines == {(0, 1), (1, 0), (1, 1)}
    assert ms.Board.parse(str(board)) == board


@pytest.mark.parametrize(
    "names, message",
    [
        ("bogus", "unknown rule 'bogus'.* known: square"),
        ("hex,torus", "two geometries: hex and torus"),
        ("four,knight", "two neighbourhoods"),
        ("hex,knight", "rule knight needs rows and columns of squares, which hex has not"),
        ("triangle,wall", "rule wall needs a ring"),
        ("hex,multiple", "needs cells of two colours"),
        ("torus,outside", "needs a border"),
        ("klein,eyesight", "needs straight lines"),
        ("boards,quad", "needs rows and columns|takes 3 sizes|layer"),
        ("liar+wall", "liar and wall do not make one clue together"),
        ("liar+liar", "liar and liar do not"),
        ("multiple+one-colour", "do not make one clue"),
        ("liar+quad", "liar and quad do not"),
        ("cross+wall", "cross and wall do not"),
        ("liar+bogus", "unknown rule 'bogus'"),
        ("knight,wall", "wall says itself what its clue sees: knight does not go with it"),
        ("knight,cross+liar", "says itself what its clue sees"),
        ("hex,one-liar", "needs rows and columns of squares"),
        ("knight,incomplete", "says itself what its clue sees"),
        ("encrypted+wall", "do not make one clue"),
        ("encrypted+self-referential", "do not make one clue"),
        ("cross+incomplete", "do not make one clue"),
    ],
)
def test_rules_that_do_not_fit_say_so(names, message):
    with pytest.raises((ms.PuzzleError, ms.UnknownNameError), match=message):
        ms.analyze(ms.Board.parse("# # 1\n# # #\n# # #", rules=names))


def test_every_rule_says_what_it_is():
    kinds = (ClueRule, Neighbourhood, PlacementRule)
    tags = [RULES.get(name).tag for name in RULES]
    assert all(isinstance(RULES.get(name), kinds) for name in RULES)
    assert len(set(tags)) == len(tags)
    assert str(RuleSet.parse("liar, TORUS,quad")) == "torus,liar,quad"
    assert str(RuleSet.parse("l+m,liar+multiple,c")) == "multiple+liar,connected"
    assert RuleSet.parse("l+m").clues[0].tag == "LM"
    # None of a rule that is gone.
    assert oracle.CLUES.keys() | oracle.PLACEMENTS.keys() == set(NAMES)
    assert len(NAMES) >= 50


def test_a_first_line_of_too_few_sizes_is_a_row():
    with pytest.raises(
        ms.BoardFormatError,
        match="line 1, column 9: this row has 1 cell, where the first row has 6",
    ):
        ms.Board.parse("4x4x~1/5\n###", rules="3d")


@pytest.mark.parametrize(
    "name, shape", [("torus", (3, 4)), ("cylinder", (2, 5)), ("torus", (1, 6))]
)
def test_a_cell_seen_from_both_sides_counts_once(name, shape):
    rows, cols = shape
    cells = list(product(range(rows), range(cols)))

    def sight(cell, mines):
        visible = {cell}
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = cell
            while True:
                r, c = r + down, (c + right) % cols
                r = r % rows if name == "torus" else r
                if (r, c) in mines or (r, c) == cell or not 0 <= r < rows:
                    break
                visible.add((r, c))
        return len(visible)

    counts: dict[int, int] = {}
    for values in product((0, 1), repeat=len(cells) - 1):
        visible_cells = sight(
            cells[0], {cell for cell, value in zip(cells[1:], values, strict=True) if value}
        )
        counts[visible_cells] = counts.get(visible_cells, 0) + 1
    other_rows = ["# " * cols] * (rows - 1)
    for clue in range(1, rows + cols + 4):
        text = "\n".join([f"{clue} " + "# " * (cols - 1), *other_rows])
        for engine in ("elimination", "pysat", "brute_force"):
            try:
                solutions = ms.analyze(
                    ms.Board.parse(text, rules=f"{name},eyesight"), engine
                ).solutions
            except ms.InconsistentBoardError:
                solutions = 0
            assert solutions == counts.get(clue, 0), (clue, engine)


def follows(board, reason):
    """Whether a reason's conclusion is so in all layouts of what it names, hidden quantities unknown."""
    named = [statement for statement in board.constraints if statement.name in reason.constraints]
    proved = {earlier.cell: earlier.is_mine for earlier in board_reasons(board)}
    known_values = dict.fromkeys(board.states, 0) | {
        board.index(cell): int(proved[cell]) for cell in reason.after
    }
    proved_place = board.index(reason.cell)
    cells = (
        range(len(board.cells))
        if reason.total
        else sorted({i for statement in named for i in statement.cells} | {proved_place})
    )
    free = [i for i in cells if i not in known_values and i < len(board.cells)]
    hidden = sorted({i for statement in named for i in statement.cells if i >= len(board.cells)})
    for bits in product((0, 1), repeat=len(free)):
        values = known_values | dict(zip(free, bits, strict=True))
        if values[proved_place] == reason.is_mine or (
            reason.total and sum(values.values()) != board.mines
        ):
            continue
        for secret_values in product(*(range(board._capacity[i] + 1) for i in hidden)):
            all_values = values | dict(zip(hidden, secret_values, strict=True))
            if all(
                statement.holds([all_values[i] for i in statement.cells]) for statement in named
            ):
                return False
    return True


@cache
def board_reasons(board):
    return list(ms.analyze(board).reasons.values())


RULED = [*oracle.PLACEMENTS, *oracle.CLUES, *oracle.COMBINED, *oracle.COMBINED_SECRETS]
RULED += ["liar,wall", "#", "klein,quad"]


@pytest.mark.parametrize("name", one_in(2, RULED))
def test_puzzles_have_one_solution_and_steps_follow_from_what_they_name(name):
    secret = name in oracle.SECRETS  # of which the code may stay open
    board = next(generate(3, 3 if secret else 4, board=name, unique=True, seed=len(name))).board
    analysis = ms.analyze(board)
    assert analysis.solutions == 1 or secret
    assert {*analysis.safe, *analysis.mines} == {*board.where("#")}
    assert {reason.cell for reason in board_reasons(board)} == {*analysis.safe, *analysis.mines}
    for reason in board_reasons(board):
        assert follows(board, reason), reason
    assert str(ms.Board.parse(str(board), rules=name)) == str(board)
    assert str(ms.Puzzle.from_json(board.to_json())) == str(board)


def _statements():
    """Lazy statements over all cells of a 3x3 board, and over some of a row."""
    from minesolver.model.connected import Connected, Path, Sized
    from minesolver.model.variant import Field

    geometry = Field.parse("square", (3, 3)).geometry
    for kind, anchors in product((0, 1), (None, geometry.border)):
        yield Connected(range(9), geometry.edges, "c", kind=kind, anchors=anchors)
    yield Path(range(9), geometry.edges, "p")
    openings_of_boards = (None, (0,), (8,), (1, 3, 5))
    for allowed, openings in product(({3}, {1, 4}, {0, 2}, {5, 6}, set()), openings_of_boards):
        yield Sized(range(9), geometry.edges, allowed, "s", None, openings)


@pytest.mark.parametrize("statement", list(_statements()), ids=str)
def test_why_a_lazy_statement_fails_is_why(statement):
    every = list(product((0, 1), repeat=9))
    holding = [values for values in every if statement.holds(values)]
    for values in sorted({*every} - {*holding})[::9]:
        for mines, known in product({0, sum(values)}, (set(), {1, 4, 6}, {0, 2, 3, 5, 8})):
            whys = statement.nogoods(values, mines, known)
            assert whys
            possible = [layout for layout in holding if all(layout[i] == values[i] for i in known)]
            for why in whys:
                cells = [(i, value) for i, value in why if i >= 0]
                assert all(values[i] == value for i, value in cells)
                counted = len(cells) < len(why)
                for layout in possible:
                    assert any(layout[i] != value for i, value in cells) or (
                        counted and sum(layout) != mines
                    )


@pytest.mark.parametrize("statement", list(_statements()), ids=str)
@pytest.mark.parametrize("known_cells", [(), (0, 4, 7)], ids=["nothing known", "some known"])
def test_read_cell_by_cell_a_lazy_statement_holds_for_the_same_layouts(statement, known_cells):
    from minesolver.model.constraint import Variable

    free_cells = [i for i in range(9) if i not in known_cells]
    variables = [Variable(i, 1) for i in free_cells]
    for known_values in product((0, 1), repeat=len(known_cells)):
        known = dict(zip(known_cells, known_values, strict=True))
        automaton = statement.automaton(variables, known)
        for free_values in product((0, 1), repeat=len(free_cells)):
            state = automaton.start
            for level, value in enumerate(free_values):
                state = None if state is None else automaton.step(level, state, value)
            values = known | dict(zip(free_cells, free_values, strict=True))
            assert (state is not None) == statement.holds([values[i] for i in range(9)]), values


@pytest.mark.parametrize("is_anchored", [False, True])
def test_what_is_cut_off_is_cut_off_by_as_few_cells_as_can_be(is_anchored):
    from minesolver.model.connected import Connected
    from minesolver.model.variant import Field

    random = Random(f"cuts {is_anchored}")
    geometry = Field.parse("square", (4, 4)).geometry
    anchors = {0, 3, 5} if is_anchored else None
    cells = range(16)
    statement = Connected(cells, geometry.edges, "c", anchors=anchors)
    tried = 0
    while tried < 40:
        values = [int(random.random() < 0.4) for _ in cells]
        known = {cell for cell in cells if random.random() < 0.3}
        if statement.holds(values) or not any(values):
            continue
        tried += 1
        changeable = [cell for cell in cells if not values[cell] and cell not in known]
        for why in statement.nogoods(values, 0, known):
            mine = next(cell for cell, value in why if value)
            cut = [cell for cell, value in why if not value]
            assert set(cut) <= set(changeable)
            assert is_cut_off(geometry.edges, values, known, anchors, mine, cut)
            smaller_cuts = combinations(changeable, len(cut) - 1) if cut else ()
            assert not any(
                is_cut_off(geometry.edges, values, known, anchors, mine, smaller_cut)
                for smaller_cut in smaller_cuts
            )


def is_cut_off(edges, values, known, anchors, start, cut):
    """Whether nothing that a mine should be joined with can be, where the cut has none."""

    def reached(allowed):
        cells = [start]
        for cell in cells:
            cells += [near for near in edges[cell] if near in allowed and near not in cells]
        return set(cells)

    mines = {cell for cell, value in enumerate(values) if value}
    goals = {cell for cell in anchors if cell not in cut} if anchors else set()
    goals |= mines - reached(mines)
    open_cells = {cell for cell, value in enumerate(values) if not value and cell not in known}
    return reached(mines | open_cells.difference(cut)).isdisjoint(goals)


@pytest.mark.parametrize("rules", ["in-triplets", "rectangles"])
def test_layouts_too_many_to_count_are_drawn_by_a_solver(rules, monkeypatch):
    monkeypatch.setattr("minesolver.game.under_rules._STATES", 20)
    puzzle = next(generate(4, 4, board=rules, unique=True, seed=2))
    mines = {cell for cell in puzzle.solution.cells if puzzle.solution[cell] == "*"}
    assert oracle.PLACEMENTS[rules](mines, (4, 4))
    assert ms.analyze(puzzle.board).solutions == 1
    with pytest.raises(ms.EngineLimitError, match="too many to be drawn"):
        ms.Game(4, 4, rules=ms.Rules(board=rules))


@pytest.mark.parametrize("name", [*NAMES, *oracle.COMBINED])
def test_what_a_solver_proves_first_leaves_the_same_counts(name, thorough, monkeypatch):
    auto = import_module("minesolver.engine.auto")
    monkeypatch.setattr(auto, "_QUICK_STATES", 1)
    monkeypatch.setattr(auto.kernel, "outcome_of_grid", refused)
    rule = RULES.get(name) if name in RULES else None
    clue, placement = ("vanilla", name) if isinstance(rule, PlacementRule) else (name, None)
    random = Random(name + "solver")
    for _ in range(6 if thorough else 3):
        check(random, clue, placement, "auto")


def refused(*_):
    raise ms.EngineLimitError("too wide")
