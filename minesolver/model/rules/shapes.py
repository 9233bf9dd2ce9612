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

_sideways = Moves(((0, -1), (0, 1)))
"""The cells to the left and to the right of each cell."""


def rows_and_columns(geometry: Geometry) -> list[tuple[str, dict[int, list[int]]]]:
    """("row", cells by the row's number) and ("column", the same of columns)."""
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for cell, (row, column) in enumerate(geometry.cells):
        rows.setdefault(row, []).append(cell)
        columns.setdefault(column, []).append(cell)
    return [("row", rows), ("column", columns)]


def _rows(geometry: Geometry) -> dict[int, list[int]]:
    (_, rows), _ = rows_and_columns(geometry)
    return rows


def _mines_in_each(geometry: Geometry, mines: int | None) -> list[Quantity]:
    """How many mines are in each row and in each column: known where the mine count is."""
    quantities = []
    for line_name, lines in rows_and_columns(geometry):
        max_mines = max(map(len, lines.values()))
        mines_in_line = None
        if mines is not None and mines % len(lines) == 0 and mines // len(lines) <= max_mines:
            mines_in_line = mines // len(lines)
        quantities.append((f"mines in each {line_name}", max_mines, mines_in_line))
    return quantities


def _balance(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    for line_name, lines in rows_and_columns(geometry):
        mines_in_each = index(f"mines in each {line_name}")
        for line_number, cells in lines.items():
            label = f"balance of {line_name} {line_number}"
            weights = [1] * len(cells) + [-1]
            yield SumConstraint((*cells, mines_in_each), [0], label, weights=weights)


def _zero_sum(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    for row_number, cells in _rows(geometry).items():
        weights = [-1 if geometry.colour[cell] else 1 for cell in cells]
        yield SumConstraint(cells, [0], f"zero sum of row {row_number}", weights=weights)


def _segment(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    cells_beside = _sideways(geometry)
    for row_number, cells in _rows(geometry).items():
        adjacent = []
        for cell in cells:
            adjacent.append(
                [cells.index(neighbour) for neighbour in cells_beside[cell] if neighbour in cells]
            )
        yield Connected(cells, adjacent, f"segment of row {row_number}")


def _bridge(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    """Of two columns side by side, the first k mines lie at most a row apart: in neither more lie above a row
    than above the next row in the other."""
    rows, cols = geometry.shape
    for left_column, end_row in product(range(cols - 1), range(1, rows + 1)):
        for column, other_column in (
            (left_column, left_column + 1),
            (left_column + 1, left_column),
        ):
            cells = _cells_above(geometry, column, end_row)
            cells_beside = _cells_above(geometry, other_column, end_row + 1)
            label = f"bridge from {show((end_row - 1, column))} to column {other_column}"
            weights = [1] * len(cells) + [-1] * len(cells_beside)
            counts = range(-len(cells_beside), 1)
            yield SumConstraint(cells + cells_beside, counts, label, weights=weights)


def _cells_above(geometry: Geometry, column: int, end_row: int) -> list[int]:
    """The cells of a column in the rows before ``end_row``."""
    return [
        index for index, (row, col) in enumerate(geometry.cells) if row < end_row and col == column
    ]


def _edges(geometry: Geometry) -> Sequence[Sequence[int]]:
    return geometry.edges


def _any_cell(geometry: Geometry, cell: int) -> bool:
    return True


def _coloured_cell(geometry: Geometry, cell: int) -> bool:
    return geometry.colour[cell] == 1


def _beside(
    name: str,
    wanted_counts: Iterable[int],
    geometry: Geometry,
    index: Index,
    neighbours_of: Callable[[Geometry], Sequence[Sequence[int]]] = _edges,
    applies_to: Callable[[Geometry, int], bool] = _any_cell,
) -> Iterator[Constraint]:
    """A mine has one of these numbers of mines among the cells near it, where ``applies_to`` has its cell."""
    for cell, cells_beside in enumerate(neighbours_of(geometry)):
        # More than all others together, so that the sum says whether the cell is a mine.
        mine_weight = len(cells_beside) + 1
        allowed_sums = {
            *range(mine_weight),
            *(mine_weight + neighbour_count for neighbour_count in wanted_counts),
        }
        if applies_to(geometry, cell) and not allowed_sums.issuperset(range(2 * mine_weight)):
            label = f"{name} at {show(geometry.cells[cell])}"
            weights = [mine_weight] + [1] * len(cells_beside)
            yield SumConstraint((cell, *cells_beside), allowed_sums, label, weights=weights)


def _in_triplets(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    # Of each cell the lines of three that it lies in; a mine needs one that is all mines.
    lines_of: list[dict[tuple[int, ...], None]] = [{} for _ in geometry.cells]
    for three_cells in threes(geometry):
        sorted_line = tuple(sorted(three_cells))
        for cell in sorted_line:
            lines_of[cell][sorted_line] = None
    for cell, lines in enumerate(lines_of):
        statement_name = f"triplet of {show(geometry.cells[cell])}"
        choices = [(SumConstraint([cell], [0], statement_name),)]
        choices += [(SumConstraint(line, [3], statement_name),) for line in lines]
        yield OneOf(choices, statement_name)


def _bends_at_holes(geometry: Geometry) -> Iterator[set[int]]:
    """The three cells of each 2x2 block whose fourth place has no cell."""
    for cell, down, right in product(range(len(geometry.cells)), (-1, 1), (-1, 1)):
        cell_beside = geometry.offset(cell, 0, right)
        cell_below = geometry.offset(cell, down, 0)
        bend_cells = {cell, cell_beside, cell_below}
        if (
            len(bend_cells) == 3
            and -1 not in bend_cells
            and geometry.offset(cell, down, right) == -1
        ):
            yield bend_cells


def _rectangles(geometry: Geometry, index: Index) -> Iterator[Constraint]:
    """A group of mines is a rectangle if it has no bend: three mines of a 2x2 block without the fourth."""
    counts_by_block: dict[tuple[int, ...], tuple[int, ...]] = {}
    for block in blocks(geometry):
        counts_by_block[tuple(sorted(block))] = (0, 1, 2, 4)
    for bend in _bends_at_holes(geometry):
        counts_by_block[tuple(sorted(bend))] = (0, 1, 2)
    for cells, counts in counts_by_block.items():
        cell_names = " ".join(show(geometry.cells[cell]) for cell in cells)
        yield SumConstraint(cells, counts, f"rectangles ({cell_names})")
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
    "flower": partial(_beside, "flower", [1], applies_to=_coloured_cell),
    "accompanied": partial(_beside, "accompanied", [1, 2], neighbours_of=_sideways),
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
}
RULES["balance"] = PlacementRule(
    **described("balance"), constraints=_balance, quantities=_mines_in_each
)
