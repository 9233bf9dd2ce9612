"""Boards under rules for players: layouts drawn at random, and puzzles with one solution, each proved so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from typing import Any

from ..base.errors import EngineLimitError, PuzzleError, counted
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError
from ..counting.puzzles import build
from ..counting.sampling import Sampler
from ..explain.puzzle_oracle import PuzzleOracle
from ..model.geometries import Geometry
from ..model.puzzle_analysis import PuzzleAnalysis
from ..model.reason import Difficulty
from ..model.rules import PlacementRule
from ..model.variant import MINE, Clue, ClueViews, RuleSet, State, VariantBoard
from ..solve import analyze
from .seeding import SplitMix64, game_key

_SHARE = 0.4  # of the cells are mines where no number is given, as in 14 Minesweeper Variants


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A board with one solution.

    board: What a player gets
    solution: The same board with every cell open
    analysis: Of the board; its ``solutions`` are 1
    seed, index: Which puzzle it is
    tries: Layouts drawn until one had clues enough
    """

    board: VariantBoard
    solution: VariantBoard
    analysis: PuzzleAnalysis
    seed: int
    index: int
    tries: int

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is to prove every cell; looked for when first asked."""
        return self.analysis.difficulty()


class LayoutSampler:
    """Layouts of a geometry under rules, every one that the placement rules allow equally likely.

    rules: Names of the geometry and the rules
    shape: Rows and columns, or the sizes of more dimensions
    mines: The mine count; ``None``: as near to 40 % of the cells as the rules allow
    limit: What counting the layouts may take
    Raises PuzzleError: where the rules do not fit the geometry, or no layout has so many mines;
        EngineLimitError: where the layouts cannot be counted within the limit.
    """

    def __init__(
        self, rules: str | RuleSet, shape: Sequence[int], mines: int | None = None, limit: Limit | None = None
    ) -> None:
        self.rules = RuleSet.parse(rules)
        sizes = tuple(shape)
        dimensions = self.rules.kind.dimensions if self.rules.kind else 2
        if len(sizes) != dimensions or min(sizes) < 1:
            raise PuzzleError(f"{self.rules.geometry_name} takes {dimensions} sizes, each at least 1")
        places: list[Any] = list(product(*map(range, sizes)))
        self.geometry: Geometry = self.rules.geometry(places, sizes)
        self._views = ClueViews(self.geometry, self.rules)
        self._views.of(0)  # says where the rules do not fit
        wanted = round(_SHARE * len(places)) if mines is None else mines
        totals: list[int] = []
        for count_given in self._tries(mines, wanted):
            try:
                board = VariantBoard(self.geometry, self.rules, {}, count_given)
                budget = Budget(limit or Limit(), "generate", states=40_000_000)
                self._sampler = Sampler(build(board), budget)
                totals = self._sampler.totals()
            except ContradictionError:
                continue
            totals = (
                totals if count_given is None else [count_given] if self._sampler.layouts(count_given) else []
            )
            if totals:
                break
        if not totals:
            raise PuzzleError(f"no layout under {self.rules} has {counted(wanted, 'mine')}")
        self.mines = min(totals, key=lambda k: (abs(k - wanted), k))

    def _tries(self, mines: int | None, wanted: int) -> list[int | None]:
        """Mine counts to try, ``None`` for all at once."""
        if mines is not None:
            return [mines]
        # Hidden quantities that the mine count settles make counting much easier.
        cells = len(self.geometry.cells)
        for rule in self.rules.placements:
            if rule.quantities(self.geometry, 0):
                settled = [k for k in range(cells + 1) if _settled(rule, self.geometry, k)]
                return [*sorted(settled, key=lambda k: abs(k - wanted))]
        return [None]

    def draw(self, random: SplitMix64) -> VariantBoard:
        """Draw a layout.

        Returns: The board with every cell open: mines, and a clue on every other cell.
        """
        mines = self._sampler.draw(self.mines, lambda n: below(random, n))
        layout = [int(i in mines) for i in range(len(self.geometry.cells))]
        states: dict[int, State] = {}
        for i, mine in enumerate(layout):
            if mine:
                states[i] = MINE
            else:
                view, rule = self._views.of(i)
                values = rule.values(view, layout)
                states[i] = Clue(values[random.below(len(values))])
        return VariantBoard(self.geometry, self.rules, states, self.mines)


def _settled(rule: PlacementRule, geometry: Geometry, mines: int) -> bool:
    return all(value is not None for _, _, value in rule.quantities(geometry, mines))


def below(random: SplitMix64, n: int) -> int:
    """A random number less than ``n``, however large, each equally likely."""
    words = max(1, -(-n.bit_length() // 64))
    if words == 1:
        return random.below(n)
    top = (1 << 64 * words) // n * n
    while True:
        value = 0
        for _ in range(words):
            value = value << 64 | random.next()
        if value < top:
            return value % n


def generate_puzzles(
    rules: str | RuleSet,
    shape: Sequence[int],
    mines: int | None = None,
    *,
    seed: int = 0,
    first: int = 0,
    tries: int = 1000,
    limit: Limit | None = None,
) -> Iterator[GeneratedPuzzle]:
    """Puzzles ``first``, ``first + 1``, ... of a seed, without end, each with exactly one solution.

    A layout is drawn, and every cell without a mine gets its clue; then clues are hidden in a random order
    for as long as the solution stays the only one. That no clue can be spared is proved by SAT, that there is
    one solution by exact counting as well.

    rules, shape, mines, limit: As for :class:`LayoutSampler`; the limit holds for each analysis
    first: The first puzzle of the series
    tries: Layouts drawn for one puzzle before giving up
    Raises PuzzleError: as :class:`LayoutSampler`; EngineLimitError: all of ``tries`` layouts have several
        solutions even with all their clues, or the limit was reached.
    """
    sampler = LayoutSampler(rules, shape, mines, limit)
    for index in count(first):
        yield _puzzle(sampler, seed, index, tries, limit)


def _puzzle(
    sampler: LayoutSampler, seed: int, index: int, tries: int, limit: Limit | None
) -> GeneratedPuzzle:
    random = SplitMix64(game_key(seed, index))
    for tried in range(1, tries + 1):
        solution = sampler.draw(random)
        opened = _needed(solution, random, limit)
        if opened is None:
            continue
        states = {i: solution.states[i] for i in opened}
        board = VariantBoard(sampler.geometry, sampler.rules, states, sampler.mines)
        analysis = analyze(board, limit=limit)
        assert analysis.solutions == 1, "two proofs must agree"
        return GeneratedPuzzle(board, solution, analysis, seed, index, tried)
    many = f"{sampler.rules} with {counted(sampler.mines, 'mine')}"
    raise EngineLimitError(
        f"none of {counted(tries, 'layout')} under {many} has one solution; no answer is given"
    )


def _needed(solution: VariantBoard, random: SplitMix64, limit: Limit | None) -> list[int] | None:
    """Cells whose clues leave one solution, none to be spared; ``None`` where all together do not."""
    clues = {i: state for i, state in solution.states.items() if state != MINE}
    # All cells unknown, all clues there: which are shown is a matter of assumptions.
    whole = VariantBoard(solution.geometry, solution.rules, {}, solution.mines)
    views = ClueViews(solution.geometry, solution.rules)
    own = {}
    for i, state in clues.items():
        assert isinstance(state, Clue)
        view, rule = views.of(i, state.tag)
        own[i] = len(whole.constraints)
        whole.constrain(rule.constraint(view, state.value, f"clue at {i}"))
    with PuzzleOracle(whole, Budget(limit or Limit(), "generate")) as oracle:
        always = [name for name in oracle.selector if name not in set(own.values())]
        oracle.forbid({i: int(state == MINE) for i, state in solution.states.items()})

        def unique(shown: list[int]) -> bool:
            given = [oracle.fact(i, False) for i in shown]
            return oracle.core([*always, *(own[i] for i in shown)], given) is not None

        shown = list(clues)
        if not unique(shown):
            return None
        order = list(shown)
        for k in range(len(order) - 1):  # Fisher and Yates
            j = k + random.below(len(order) - k)
            order[k], order[j] = order[j], order[k]
        for i in order:
            fewer = [j for j in shown if j != i]
            if unique(fewer):
                shown = fewer
        return shown
