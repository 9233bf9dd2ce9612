"""The laws of rules and geometries."""

from random import Random

from ..base.limits import Limit, whole_number
from ..counting.problem import ContradictionError
from ..engine import ENGINES
from ..model.variant import Field, RuleSet, VariantBoard

_COUNTING_ENGINES = ("brute_force", "elimination", "auto")
_MAX_OPENED_CELLS = 4  # so that several layouts are left to be counted
_LAYOUTS_FOR_A_CLUE = 50


def check_rules(rules: str, *, number: int = 30, seed: int = 0) -> None:
    """Check rules and a geometry on small random boards under them.

    Neighbours are mutual; what a clue may show over a layout is what its constraint says of that layout; and
    counting, which follows the constraints cell by cell, finds as many layouts as trying them all.

    rules: Registered names, with commas between them
    """

    def law(holds: bool, text: str, example: object) -> None:
        if not holds:
            raise AssertionError(f"rules {rules!r}: {text}; not so at {example}")

    number = whole_number(number, "the number of boards")
    random = Random(whole_number(seed, "a seed"))
    rule_set = RuleSet.parse(rules)
    field = Field.parse(rule_set, _small_shape(rule_set))
    cells = field.geometry.cells
    neighbours = field.geometry.neighbours

    # A table of neighbours is filled in cell by cell, and half a pair is its usual mistake.
    for cell, cell_neighbours in enumerate(neighbours):
        is_mutual = cell not in cell_neighbours and all(
            cell in neighbours[neighbour] for neighbour in cell_neighbours
        )
        law(is_mutual, "neighbours are mutual", cells[cell])

    # Of cells, and of what is hidden beside them.
    capacity = VariantBoard(field, rule_set, {})._capacity
    for _ in range(number):
        # Some cells of a random layout are opened.
        layout = [random.randint(0, 1) for _ in capacity]
        clues_of = {}
        for cell in range(len(cells)):
            clues = () if layout[cell] else field.clues(cell, layout)
            if clues:
                clues_of[cell] = clues
        opened_count = random.randint(0, min(_MAX_OPENED_CELLS, len(clues_of)))
        opened_cells = random.sample(list(clues_of), opened_count)
        states = {cell: random.choice(clues_of[cell]) for cell in opened_cells}

        # What their clues say, of other layouts: the one at hand fits all of them by its making.
        for cell, clue in states.items():
            statement = field.says(cell, clue)
            for _ in range(_LAYOUTS_FOR_A_CLUE):
                random_layout = [random.randint(0, max_value) for max_value in capacity]
                if not random_layout[cell]:
                    values = [random_layout[index] for index in statement.cells]
                    is_shown = clue in field.clues(cell, random_layout)
                    sense_law = f"{statement.name} is what it says"
                    law(statement.holds(values) == is_shown, sense_law, random_layout)

        # Trying all layouts asks whole ones whether they fit, elimination follows constraints cell by cell.
        mines_in_cells = sum(layout[: len(cells)])
        mine_count = random.choice((None, mines_in_cells))
        board = VariantBoard(field, rule_set, states, mine_count)
        counts = {name: _solutions(name, board) for name in _COUNTING_ENGINES}
        law(len({*counts.values()}) == 1, f"all layouts are counted, not {counts}", f"\n{board}")


def _small_shape(rule_set: RuleSet) -> tuple[int, ...]:
    """A shape of which brute force can try all layouts."""
    if rule_set.geometry_name == "cube":
        return (6, 1, 1)
    if rule_set.geometry_name == "geodesic":
        return (6, 1, 2)
    dimensions = rule_set.kind.dimensions
    if dimensions == 2:
        return (3, 3)
    return (1,) * (dimensions - 3) + (2, 2, 2)


def _solutions(engine: str, board: VariantBoard) -> int:
    try:
        return ENGINES.get(engine).analyze(board, Limit()).solutions
    except ContradictionError:
        return 0
