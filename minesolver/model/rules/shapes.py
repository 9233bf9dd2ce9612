"""Placement rules of the shape that all mines have together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..connected import Connected
from ..constraint import AnyConstraint, Constraint, SumConstraint
from ..geometries import Geometry
from ..reason import show
from .apart import blocks, threes
from .neighbourhoods import moved
from .rule import VARIANTS_2, PlacementRule, Quantity

Index = Callable[[str], int]


def _lines(geometry: Geometry) -> list[tuple[str, dict[int, list[int]]]]:
    lines: list[tuple[str, dict[int, list[int]]]] = [("row", {}), ("column", {})]
    for i, cell in enumerate(geometry.cells):
        for number, (_, own) in zip(cell, lines, strict=True):
            own.setdefault(number, []).append(i)
    return lines


def _quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
    found = []
    for name, lines in _lines(geometry):
        most = max(map(len, lines.values()))
        known = None if mines is None or mines % len(lines) else mines // len(lines)
        found.append((f"mines in each {name}", most, known if known is None or known <= most else None))
    return found


def _balance(geometry: Geometry, index: Index) -> list[Constraint]:
    found: list[Constraint] = []
    for name, lines in _lines(geometry):
        for number, cells in lines.items():
            own = (*cells, index(f"mines in each {name}"))
            weights = (*[1] * len(cells), -1)
            found.append(SumConstraint(own, [0], f"balance of {name} {number}", weights=weights))
    return found


def _zero_sum(geometry: Geometry, index: Index) -> list[Constraint]:
    found: list[Constraint] = []
    for number, cells in _lines(geometry)[0][1].items():
        weights = [1 - 2 * geometry.colour[i] for i in cells]
        found.append(SumConstraint(cells, [0], f"zero sum of row {number}", weights=weights))
    return found


def _segment(geometry: Geometry, index: Index) -> list[Constraint]:
    found: list[Constraint] = []
    for number, cells in _lines(geometry)[0][1].items():
        ends = [(k, k + 1) for k in range(len(cells) - 1) if geometry.offset(cells[k], 0, 1) == cells[k + 1]]
        if len(cells) > 2 and geometry.offset(cells[-1], 0, 1) == cells[0]:
            ends.append((len(cells) - 1, 0))
        near = [[b if a == k else a for a, b in ends if k in (a, b)] for k in range(len(cells))]
        found.append(Connected(cells, near, f"segment of row {number}"))
    return found


def _bridge(geometry: Geometry, index: Index) -> list[Constraint]:
    """Of two columns side by side, the first k mines lie at most a row apart: in one no more lie above a row
    than above the next row in the other, and as many in all."""
    found: list[Constraint] = []
    columns = _lines(geometry)[1][1]
    bottom = geometry.shape[0]
    for c in range(geometry.shape[1] - 1):
        for a, b in ((c, c + 1), (c + 1, c)):
            for r in range(bottom):
                own, other = (
                    [i for i in columns.get(k, []) if geometry.cells[i][0] < most]
                    for k, most in ((a, r), (b, r + 1))
                )
                name = f"bridge from {show((r - 1, a))} to column {b}" if r else ""
                weights = [1] * len(own) + [-1] * len(other)
                if own:
                    found.append(SumConstraint((*own, *other), range(-len(other), 1), name, weights=weights))
        own, other = columns.get(c, []), columns.get(c + 1, [])
        weights = [1] * len(own) + [-1] * len(other)
        found.append(
            SumConstraint((*own, *other), [0], f"bridges from column {c} to {c + 1}", weights=weights)
        )
    return found


def _beside(
    geometry: Geometry,
    name: str,
    wanted: Iterable[int],
    near: Sequence[Sequence[int]] = (),
    of: Callable[[int], int] = lambda cell: 1,
) -> list[Constraint]:
    """A mine has one of these numbers of mines among the cells ``near`` it, by default through edges.

    of: Whether that is said of a cell
    """
    found: list[Constraint] = []
    for i, beside in enumerate(near or geometry.edges):
        own = [j for j in beside if j != -1]
        weight = len(own) + 1  # more than all others together: the sum says whether the cell is a mine
        counts = {*range(weight), *(weight + count for count in wanted)}
        if of(i) and not counts.issuperset(range(2 * weight)):
            label = f"{name} at {show(geometry.cells[i])}"
            found.append(SumConstraint((i, *own), counts, label, weights=(weight, *[1] * len(own))))
    return found


def _in_triplets(geometry: Geometry, index: Index) -> list[Constraint]:
    lines: list[list[tuple[int, ...]]] = [[] for _ in geometry.cells]
    for line in dict.fromkeys(map(tuple, map(sorted, threes(geometry)))):
        for i in line:
            lines[i].append(line)
    found: list[Constraint] = []
    for i, own in enumerate(lines):
        place = {j: k for k, j in enumerate(dict.fromkeys([i, *(j for line in own for j in line)]))}
        choices = [[(0, 0)], *([(place[j], 1) for j in line] for line in own)]
        found.append(AnyConstraint(place, choices, f"triplet of {show(geometry.cells[i])}"))
    return found


def _rectangles(geometry: Geometry, index: Index) -> list[Constraint]:
    found: list[Constraint] = [
        SumConstraint(block, {0, 1, 2, 4}, f"rectangles ({' '.join(show(geometry.cells[i]) for i in block)})")
        for block in dict.fromkeys(tuple(sorted(own)) for own in blocks(geometry))
    ]
    return [*found, Connected(range(len(geometry.cells)), geometry.neighbours, "rectangles (connected)")]


def _snake(geometry: Geometry, index: Index) -> list[Constraint]:
    whole = Connected(range(len(geometry.cells)), geometry.edges, "snake", acyclic=True)
    return [*_beside(geometry, "snake", range(3)), whole]


def _connected(geometry: Geometry, index: Index) -> list[Constraint]:
    return [Connected(range(len(geometry.cells)), geometry.neighbours, "connected")]


def _outside(geometry: Geometry, index: Index) -> list[Constraint]:
    cells = range(len(geometry.cells))
    return [
        Connected(cells, geometry.edges, "outside (cells without mines)", kind=0),
        Connected(cells, geometry.edges, "outside (mines)", anchors=geometry.border),
    ]


RULES = {
    rule.name: rule
    for rule in (
        PlacementRule(
            name="balance",
            tag="B",
            definition="All rows hold equally many mines, and so do all columns.",
            needs=("offset",),
            constraints=_balance,
            quantities=_quantities,
        ),
        PlacementRule(
            name="zero-sum",
            tag="2Z",
            definition="In each row as many mines lie on coloured cells (row + column is odd) as on others.",
            source=VARIANTS_2,
            needs=("colour", "offset"),
            constraints=_zero_sum,
        ),
        PlacementRule(
            name="flower",
            tag="2F",
            definition="A mine on a coloured cell (row + column is odd) shares edges with exactly one other.",
            source=VARIANTS_2,
            needs=("colour",),
            constraints=lambda geometry, _: _beside(geometry, "flower", [1], of=geometry.colour.__getitem__),
        ),
        PlacementRule(
            name="accompanied",
            tag="2H",
            definition="Each mine has another beside it in its row.",
            source=VARIANTS_2,
            needs=("offset",),
            constraints=lambda geometry, _: _beside(
                geometry, "accompanied", [1, 2], moved((0, -1), (0, 1))(geometry)
            ),
        ),
        PlacementRule(
            name="in-triplets",
            tag="T'",
            definition="Each mine lies in some row of three mines, orthogonally or diagonally.",
            needs=("ring",),
            constraints=_in_triplets,
        ),
        PlacementRule(
            name="segment",
            tag="2S",
            definition="The mines of each row are one run: there is one at least, and none apart from it.",
            source=VARIANTS_2,
            needs=("offset",),
            constraints=_segment,
        ),
        PlacementRule(
            name="bridge",
            tag="2B",
            definition="The mines are bridges from the left edge to the right, with a mine in each column, each "
            "beside the next or diagonally beside it.",
            source=VARIANTS_2,
            needs=("offset", "border"),
            constraints=_bridge,
        ),
        PlacementRule(
            name="dual",
            tag="D",
            definition="Mines lie in pairs: each shares an edge with exactly one other.",
            constraints=lambda geometry, _: _beside(geometry, "dual", [1]),
        ),
        PlacementRule(
            name="connected",
            tag="C",
            definition="All mines, of which there is at least one, are connected through edges and corners.",
            constraints=_connected,
        ),
        PlacementRule(
            name="rectangles",
            tag="2C",
            definition="Mines that share edges form rectangles; all mines, of which there is at least one, "
            "are connected through edges and corners.",
            source=VARIANTS_2,
            needs=("offset",),
            constraints=_rectangles,
        ),
        PlacementRule(
            name="outside",
            tag="O",
            definition="All cells without a mine are connected through edges, and so is every mine with the "
            "edge of the board.",
            needs=("border",),
            constraints=_outside,
        ),
        PlacementRule(
            name="snake",
            tag="S",
            definition="The mines are one snake: a path through edges that does not branch or touch itself "
            "through an edge.",
            constraints=_snake,
        ),
    )
}
