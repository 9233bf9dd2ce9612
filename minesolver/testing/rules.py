"""The laws of rules and geometries."""

from random import Random

from ..base.limits import Limit
from ..counting.problem import ContradictionError
from ..engines import ENGINES
from ..model.variant import Field, RuleSet, VariantBoard


def check_rules(rules: str, *, number: int = 30, seed: int = 0) -> None:
    """Check rules and a geometry on small random boards under them.

    Neighbours are mutual; what a clue may show over a layout is what its constraint says of that layout; and
    counting, which follows the constraints cell by cell, finds as many layouts as trying them all.

    rules: Registered names, with commas between them
    """

    def law(holds: bool, text: str, place: object) -> None:
        if not holds:
            raise AssertionError(f"rules {rules!r}: {text}; not so at {place}")

    random = Random(seed)
    given = RuleSet.parse(rules)
    dimensions = given.kind.dimensions
    shape = (3, 3) if dimensions == 2 else (1,) * (dimensions - 3) + (2, 2, 2)
    field = Field.parse(given, {"cube": (6, 1, 1), "geodesic": (6, 1, 2)}.get(given.geometry_name, shape))
    near, cells = field.geometry.neighbours, field.geometry.cells
    for i, own in enumerate(near):
        law(i not in own and all(i in near[j] for j in own), "neighbours are mutual", cells[i])
    most = VariantBoard(field, given, {}).capacity  # of cells, and of what is hidden beside them
    for _ in range(number):
        layout = [random.randint(0, 1) for _ in most]
        safe = [i for i in range(len(cells)) if not layout[i] and field.clues(i, layout)]
        shown = random.sample(safe, random.randint(0, min(4, len(safe))))
        states = {i: random.choice(field.clues(i, layout)) for i in shown}
        for i, clue in states.items():
            said = field.says(i, clue)
            for other in [[random.randint(0, high) for high in most] for _ in range(50)]:
                if not other[i]:
                    holds = said.holds([other[j] for j in said.cells])
                    law(holds == (clue in field.clues(i, other)), f"{said.name} is what it says", other)
        board = VariantBoard(field, given, states, random.choice((None, sum(layout[: len(cells)]))))
        counts = {name: _solutions(name, board) for name in ("brute_force", "elimination", "auto")}
        law(len({*counts.values()}) == 1, f"all layouts are counted, not {counts}", f"\n{board}")


def _solutions(engine: str, board: VariantBoard) -> int:
    try:
        return ENGINES.get(engine).analyze(board, Limit()).solutions
    except ContradictionError:
        return 0
