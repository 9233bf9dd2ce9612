"""How large a reproduction is: sizes, densities, boards a point, and the seed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

TEXTS: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("tables.toml").read_text(encoding="utf-8")
)
GRID = tuple(round(0.05 * k, 2) for k in range(1, 21))


@dataclass(frozen=True)
class ReproductionPlan:
    """Every number that a reproduction depends on; two runs of equal plans give equal results.

    ``boards``: random boards a point, as the documents claim for theirs; ``exact_boards``: the same for the
    exact agent, the slowest. ``sizes``: squares a side; ``large``: the side of the board that the tables of
    the inference report are about. ``likelihood_size``: the side for max against average, which the document
    leaves open. ``searches``: (side, mines). ``runs``: games a search, ``large_runs`` on the larger board.
    ``episodes``: games an agent of the decision process. ``position_games``: games a density from which
    positions are taken; ``position_size``: their side.
    """

    seed: int = 1
    boards: int = 50
    exact_boards: int = 50
    sizes: tuple[int, ...] = (10, 20, 30, 40)
    large: int = 40
    likelihood_size: int = 20
    densities: tuple[float, ...] = GRID
    searches: tuple[tuple[int, int], ...] = ((6, 8), (20, 40))
    runs: int = 1000
    large_runs: int = 300
    episodes: int = 1000
    position_games: int = 16
    position_size: int = 16
    position_densities: tuple[float, ...] = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7)
    quick: bool = False

    def exact(self, boards: int) -> int:
        """Boards a point for the exact agent where the others have this many."""
        return min(boards, self.exact_boards)


def quick(plan: ReproductionPlan) -> ReproductionPlan:
    """A plan of seconds, with every table and plot: small boards stand in for the large ones."""
    small = {name: tuple(v) if isinstance(v, list) else v for name, v in TEXTS["quick"].items()}
    return replace(plan, **small | {"boards": min(plan.boards, small["boards"]), "quick": True})


def mines_at(size: int, density: float) -> int:
    """Mines on a square board of this density."""
    return round(density * size * size)
