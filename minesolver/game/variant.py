"""Games on a geometry under rules: layouts drawn by exact counting, clues read by the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..base.errors import PuzzleError, RuleError, counted
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError, build
from ..counting.sampling import Sampler
from ..model.constraint import Constraint, Variable
from ..model.reason import show
from ..model.variant import HIDDEN, MINE, OPENED, Clue, Field, State, VariantBoard
from .ground import Deal, safe_cell
from .seeding import SplitMix64

_SHARE = 0.4  # of the cells are mines where no number is given, as in 14 Minesweeper Variants
_STATES = 40_000_000  # of the counting of layouts


class UnderRules:
    """A geometry under rules.

    mines: The mine count; ``None``: as near to 40 % of the cells as the rules allow
    limit: What counting the layouts may take
    drawn: Whether its layouts are drawn, or given
    Raises PuzzleError: no layout has so many mines; EngineLimitError: the layouts cannot be counted.
    """

    hidden = HIDDEN
    mine = MINE

    def __init__(
        self, field: Field, mines: int | None = None, limit: Limit | None = None, *, drawn: bool = True
    ) -> None:
        self.field = field
        self.shape = field.geometry.shape
        self.title = str(field.rules)
        self.cells = len(field.geometry.cells)
        self._limit = limit or Limit()
        self._samplers: dict[frozenset[int], Sampler] = {}
        if mines is not None and not drawn:
            self.mines = mines
            return
        wanted = round(_SHARE * self.cells) if mines is None else mines
        for number in self._totals(mines, wanted):
            sampler = self._sampler(frozenset(), number)
            if sampler is not None:
                totals = sampler.totals() if number is None else [number] if sampler.layouts(number) else []
                if totals:
                    self.mines = min(totals, key=lambda k: (abs(k - wanted), k))
                    self._samplers[frozenset()] = sampler
                    return
        raise PuzzleError(f"no layout under {field.rules} has {counted(wanted, 'mine')}")

    def _totals(self, mines: int | None, wanted: int) -> Iterator[int | None]:
        """Mine counts to try, ``None`` for all at once."""
        if mines is not None or not self.field.quantities(0):
            yield mines
            return
        # Hidden quantities that the mine count settles make counting much easier.
        for k in sorted(range(self.cells + 1), key=lambda k: abs(k - wanted)):
            if all(value is not None for _, _, value in self.field.quantities(k)):
                yield k

    def _sampler(self, free: frozenset[int], mines: int | None) -> Sampler | None:
        board = VariantBoard(self.field, self.field.rules, dict.fromkeys(free, OPENED), mines)
        try:
            return Sampler(build(board), Budget(self._limit, "generate", states=_STATES))
        except ContradictionError:
            return None

    def blank(self, mines: int | None) -> VariantBoard:
        return VariantBoard(self.field, self.field.rules, {}, mines)

    def name(self, cell: int) -> Any:
        return self.field.geometry.cells[cell]

    def near(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        if isinstance(clue, Clue):
            return self.field.says(cell, clue).cells
        return self.field.view(cell)[0].sees

    def deal(self, random: SplitMix64, free: Collection[int], start: bool) -> tuple[Deal, int | None]:
        kept = frozenset(free)
        sampler = self._samplers.get(kept) or self._sampler(kept, self.mines)
        if sampler is None or not sampler.layouts(self.mines):
            cells = ", ".join(show(self.name(i)) for i in sorted(kept))
            raise RuleError(f"no layout under {self.field.rules} has no mine at {cells}")
        self._samplers = {frozenset(): self._samplers[frozenset()], kept: sampler}
        mines = frozenset(sampler.draw(self.mines, random.below))
        deal = self._told(random, mines)
        return deal, safe_cell(random, self.cells, mines) if start else None

    def given(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        return self._told(random, mines)

    def _told(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        """Which of the clues that may stand on each cell does; of several rules, each tells some cells."""
        layout = [int(i in mines) for i in range(self.cells)]
        tags = self.field.tags
        clues: dict[int, State] = {}
        for i, mine in enumerate(layout):
            if not mine:
                tag = tags[random.below(len(tags))] if len(tags) > 1 else ""
                found = self.field.clues(i, layout, tag)
                clues[i] = found[random.below(len(found))]
        return Deal(mines, clues)

    def solution(self, deal: Deal) -> VariantBoard:
        """The board with every cell open."""
        states = {i: self.shows(i, deal) for i in range(self.cells)}
        return VariantBoard(self.field, self.field.rules, states, len(deal.mines))

    def shows(self, cell: int, deal: Deal) -> State:
        return MINE if cell in deal.mines else deal.clues[cell]

    def clears(self, cell: int, clue: State, known: Mapping[int, int]) -> tuple[int, ...]:
        if not isinstance(clue, Clue):
            return ()
        said = self.field.says(cell, clue)
        return said.cells if _no_more(said, known) else ()


def _no_more(said: Constraint, known: Mapping[int, int]) -> bool:
    """Whether a statement holds where all cells that are not known are safe, and nowhere else."""
    places = [k for k, cell in enumerate(said.cells) if cell not in known]
    values = {k: known[cell] for k, cell in enumerate(said.cells) if cell in known}
    automaton = said.automaton([Variable(k, 1) for k in places], values)
    state = automaton.start
    for level in range(len(places)):
        if state is None or automaton.step(level, state, 1) is not None:
            return False
        state = automaton.step(level, state, 0)
    return state is not None
