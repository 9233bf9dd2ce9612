"""Placement rules of the shape that all mines have together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from ..connected import Connected, Path
from ..constraint import Constraint, OneOf, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .apart import blocks, threes
from .neighbourhoods import Moves
from .rule import PlacementRule, Quantity

Index = Callable[[str], int]


def rows_and_columns(geometry: Geometry) -> list[tuple[str, dict[int, list[int]]]]:
    lines: list[tuple[str, dict[int, list[int]]]] = [("row", {}), ("column", {})]
    for i, cell in enumerate(geometry.cells):
        for number, (_, own) in zip(cell, lines, strict=True):
            own.setdefault(number, []).append(i)
    return lines


def _quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
    found = []
    for name, lines in rows_and_columns(geometry):
        most = max(map(len, lines.values()))
        known = None if mines is None or mines % len(lines) else mines // len(lines)
        found.append((f"mines in each {name}", most, known if known is None or known <= most else None))
    return found


def _balance(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    for name, lines in rows_and_columns(geometry):
        for number, cells in lines.items():
            own = (*cells, index(f"mines in each {name}"))
            weights = (*[1] * len(cells), -1)
            yield SumConstraint(own, [0], f"balance of {name} {number}", weights=weights)


def _zero_sum(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    for number, cells in rows_and_columns(geometry)[0][1].items():
        weights = [1 - 2 * geometry.colour[i] for i in cells]
        yield SumConstraint(cells, [0], f"zero sum of row {number}", weights=weights)


def _segment(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    beside = Moves(((0, -1), (0, 1)))(geometry)
    for number, cells in rows_and_columns(geometry)[0][1].items():
        beside_in_row = [[cells.index(j) for j in beside[i] if j in cells] for i in cells]
        yield Connected(cells, beside_in_row, f"segment of row {number}")


def _bridge(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    """Of two columns side by side, the first k mines lie at most a row apart: in neither more lie above a row
    than above the next row in the other."""
    rows, cols = geometry.shape
    for c, r in product(range(cols - 1), range(1, rows + 1)):
        for a, b in ((c, c + 1), (c + 1, c)):
            own, other = (
                [i for i, (row, col) in enumerate(geometry.cells) if row < most and col == column]
                for column, most in ((a, r), (b, r + 1))
            )
            name = f"bridge from {show((r - 1, a))} to column {b}"
            weights = [1] * len(own) + [-1] * len(other)
            yield SumConstraint((*own, *other), range(-len(other), 1), name, weights=weights)


def _beside(
    name: str,
    wanted: Iterable[int],
    geometry: Geometry,
    index: Index,
    near: Callable[[Geometry], Sequence[Sequence[int]]] = lambda geometry: geometry.edges,
    of: Callable[[Geometry, int], bool] = lambda geometry, cell: True,
) -> Iterator[Constraint]:
    """A mine has one of these numbers of mines among the cells near it, where ``of`` says so of its cell."""
    for i, own in enumerate(near(geometry)):
        weight = len(own) + 1  # more than all others together: the sum says whether the cell is a mine
        counts = {*range(weight), *(weight + count for count in wanted)}
        if of(geometry, i) and not counts.issuperset(range(2 * weight)):
            label = f"{name} at {show(geometry.cells[i])}"
            yield SumConstraint((i, *own), counts, label, weights=(weight, *[1] * len(own)))


def _in_triplets(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    lines: list[dict[tuple[int, ...], None]] = [{} for _ in geometry.cells]
    for line in map(sorted, threes(geometry)):
        for i in line:
            lines[i][tuple(line)] = None
    for i, own in enumerate(lines):
        name = f"triplet of {show(geometry.cells[i])}"
        mines = [(SumConstraint(line, [3], name),) for line in own]
        yield OneOf([(SumConstraint([i], [0], name),), *mines], name)


def _bends_at_holes(geometry: Geometry) -> Iterator[set[int]]:
    """The three cells of each 2x2 block whose fourth place has no cell."""
    for cell, (down, right) in product(range(len(geometry.cells)), product((-1, 1), repeat=2)):
        beside, below = geometry.offset(cell, 0, right), geometry.offset(cell, down, 0)
        bend = {cell, beside, below}
        if len(bend) == 3 and -1 not in bend and geometry.offset(cell, down, right) == -1:
            yield bend


def _rectangles(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    """A group of mines is a rectangle if it has no bend: three mines of a 2x2 block without the fourth."""
    counts_by_block: dict[tuple[int, ...], tuple[int, ...]]
    counts_by_block = dict.fromkeys((tuple(sorted(block)) for block in blocks(geometry)), (0, 1, 2, 4))
    counts_by_block |= dict.fromkeys((tuple(sorted(bend)) for bend in _bends_at_holes(geometry)), (0, 1, 2))
    for block, counts in counts_by_block.items():
        where = " ".join(show(geometry.cells[i]) for i in block)
        yield SumConstraint(block, counts, f"rectangles ({where})")
    yield Connected(range(len(geometry.cells)), geometry.neighbours, "rectangles (connected)")


def _snake(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    yield from _beside("snake", range(3), geometry, index)
    yield Path(range(len(geometry.cells)), geometry.edges, "snake")


def _connected(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    yield Connected(range(len(geometry.cells)), geometry.neighbours, "connected")


def _outside(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    cells = range(len(geometry.cells))
    yield Connected(cells, geometry.edges, "outside (cells without mines)", kind=0)
    yield Connected(cells, geometry.edges, "outside (mines)", anchors=geometry.border)


_CONSTRAINTS: dict[str, Callable[[Geometry, Index], Iterator[Constraint]]] = {
    "zero-sum": _zero_sum,
    "dual": partial(_beside, "dual", [1]),
    "flower": partial(_beside, "flower", [1], of=lambda geometry, i: geometry.colour[i] == 1),
    "accompanied": partial(_beside, "accompanied", [1, 2], near=Moves(((0, -1), (0, 1)))),
    "in-triplets": _in_triplets,
    "segment": _segment,
    "bridge": _bridge,
    "connected": _connected,
    "rectangles": _rectangles,
    "outside": _outside,
    "snake": _snake,
}
RULES = {
    name: PlacementRule(**described(name), constraints=constraints)
    for name, constraints in _CONSTRAINTS.items()
} | {"balance": PlacementRule(**described("balance"), constraints=_balance, quantities=_quantities)}
