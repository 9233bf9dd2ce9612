"""Games on a geometry under rules: layouts drawn by exact counting, clues read by the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any

from ..base.errors import EngineLimitError, PuzzleError, RuleError, counted
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError, build
from ..counting.sampling import Sampler
from ..explain.facts import TOTAL, Facts
from ..explain.oracle import Oracle
from ..model.constraint import Constraint, Variable
from ..model.puzzle import Puzzle
from ..model.reason import show
from ..model.variant import HIDDEN, MINE, OPENED, Clue, Field, State, VariantBoard
from .ground import Deal, Ground
from .seeding import SplitMix64

_SHARE = 0.4  # of the cells are mines where no number is given, as in 14 Minesweeper Variants
_WORK = 4_500_000  # microseconds or so that a solver may take for a layout
_STATES = 4_000_000  # of the counting of layouts: up to a minute, and a refusal within seconds


class UnderRules(Ground):
    """A geometry under rules.

    mines: The mine count; ``None``: as near to 40 % of the cells as the rules allow
    limit: What counting the layouts may take
    drawn: Whether its layouts are drawn, or given
    alike: Whether all are equally likely. Otherwise what is slow to count is drawn by a solver, cell by cell.
    seen: A board whose clues hold of what is hidden
    Raises PuzzleError: no layout has so many mines; EngineLimitError: the layouts cannot be counted.
    """

    hidden = HIDDEN
    mine = MINE

    def __init__(
        self,
        field: Field,
        mines: int | None = None,
        limit: Limit | float | None = None,
        *,
        drawn: bool = True,
        alike: bool = True,
        seen: VariantBoard | None = None,
    ) -> None:
        self.field = field
        self.uniform = not field.placed
        self.title = str(field.rules)
        self.shape = field.geometry.shape
        self.rows, self.cols = self.shape[-2:] if len(self.shape) > 1 else (1, *self.shape)
        self.cells = len(field.geometry.cells)
        self._limit, self._alike, self._seen, self._drawn = Limit.of(limit), alike, seen, drawn
        self._statements = seen.constraints if seen else field.placed
        self._samplers: dict[frozenset[int], Sampler] = {}
        wanted = round(_SHARE * self.cells) if mines is None else mines
        self._states = _STATES if alike else _STATES // 20
        self._budget = Budget(self._limit, "generate")
        self._refuted: Callable[[Facts], Any] | None = None  # of a solver, instead of samplers
        self.mines = wanted
        self._prepared = not drawn or self.uniform
        if not self._prepared:
            self._prepare(mines, wanted)

    def _prepare(self, mines: int | None, wanted: int) -> None:
        """Count the layouts, or ask a solver for one, so that layouts can be drawn."""
        self._prepared = True
        try:
            self.mines = self._nearest(mines, wanted)
        except EngineLimitError:
            if self._alike:
                raise
            counts = sorted(range(self.cells + 1), key=lambda k: abs(k - wanted))
            self.mines = next(filter(self._solved, counts if mines is None else [mines]), -1)
            if self.mines < 0:
                raise self._none(mines) from None

    def __reduce__(self) -> tuple[Any, ...]:
        """A geometry is made again of its board; what was counted is counted again when a layout is drawn."""
        return _restored, (self.blank(None), self.mines, self._limit, self._drawn, self._alike, self._seen)

    def __deepcopy__(self, memo: dict[int, Any]) -> UnderRules:
        """Nothing about it changes."""
        return self

    def _solved(self, mines: int) -> bool:
        """Whether a layout has so many mines; the solver that says so is kept."""
        blank = self.blank(mines)
        if not all(c.counts(mines) for c in blank.constraints):
            return False
        self._budget = Budget(self._limit, "generate", states=_WORK)
        oracle = Oracle(blank, self._budget, encoded=inf)
        self._refuted = partial(oracle.core, [*range(len(blank.constraints)), TOTAL])
        return self._refuted({}) is None

    def _none(self, mines: int | None) -> PuzzleError:
        if mines is None:
            return PuzzleError(f"no layout of {'x'.join(map(str, self.shape))} cells is under {self.title}")
        return PuzzleError(f"no layout under {self.title} has {counted(mines, 'mine')}")

    def _nearest(self, mines: int | None, wanted: int) -> int:
        """The mine count of some layout that is nearest to what is wanted."""
        tries: Iterable[int | None] = [mines]
        settled = {name for name, _, value in self.field.quantities(0) if value is not None}
        if mines is None and settled:
            # Hidden quantities that the mine count settles make counting much easier.
            counts = sorted(range(self.cells + 1), key=lambda k: abs(k - wanted))
            known = ({q[0] for q in self.field.quantities(k) if q[2] is not None} for k in counts)
            tries = (k for k, names in zip(counts, known, strict=True) if settled <= names)
        for number in tries:
            sampler = self._sampler(frozenset(), number)
            if sampler and (totals := [k for k in sampler.totals() if number in (None, k)]):
                self._samplers[frozenset()] = sampler
                return min(totals, key=lambda k: (abs(k - wanted), k))
        raise self._none(mines)

    def _sampler(self, free: frozenset[int], mines: int | None) -> Sampler | None:
        board = VariantBoard(self.field, self.field.rules, dict.fromkeys(free, OPENED), mines)
        try:
            return Sampler(build(board), Budget(self._limit, "generate", states=self._states))
        except ContradictionError:
            return None
        except EngineLimitError as error:
            raise EngineLimitError(
                f"the layouts of {board.title} are too many to be drawn: {error}"
            ) from None

    def blank(self, mines: int | None) -> VariantBoard:
        return VariantBoard(self.field, self.field.rules, {}, mines)

    def name(self, cell: int) -> Any:
        return self.field.geometry.cells[cell]

    def clue_cells(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        if isinstance(clue, Clue):
            return tuple(i for i in self.field.says(cell, clue).cells if i < self.cells)
        return self.field.view(cell)[0].sees

    def _mines(self, random: SplitMix64, free: Collection[int]) -> frozenset[int]:
        if self.uniform:
            return super()._mines(random, free)
        if not self._prepared:
            self._prepare(self.mines, self.mines)
        kept = frozenset(free)
        self._budget.states = self._limit.states or _WORK  # again, for each layout
        known = dict.fromkeys(kept, False)
        sampler = None
        if self._refuted is None:
            sampler = self._samplers.get(kept) or self._sampler(kept, self.mines)
        if not (sampler.layouts(self.mines) if sampler else self._refuted and self._refuted(known) is None):
            cells = ", ".join(show(self.name(i)) for i in sorted(kept))
            raise RuleError(f"no layout under {self.title} has no mine at {cells}")
        if sampler:
            self._samplers = {frozenset(): self._samplers[frozenset()], kept: sampler}
            return frozenset(sampler.draw(self.mines, random.below))
        assert self._refuted
        for i in sorted({*range(self.cells)} - kept, key=lambda _: random.below(1 << 32)):
            known[i] = random.below(self.cells) < self.mines
            known[i] ^= self._refuted(known) is not None
        return frozenset(i for i, is_mine in known.items() if is_mine)

    def _ways(self, random: SplitMix64) -> list[int]:
        ways = self.field.ways
        return [random.below(ways) if ways > 1 else 0 for _ in range(self.cells)]

    def deal_of(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        return self._deal(mines, self._ways(random), self._hidden(random, mines))

    def fitting(self, board: VariantBoard, random: SplitMix64, mines: frozenset[int]) -> Deal:
        ground = self
        if self.field.secret:  # hidden quantities are such that the clues hold
            ground = UnderRules(self.field, len(mines), drawn=False, seen=board)
        drawn = ground.deal_of(random, mines)
        shown = {cell: state for cell, state in board.states.items() if isinstance(state, Clue)}
        return Deal(mines, {**drawn.clues, **shown})

    @property
    def chance_in_clues(self) -> bool:  # type: ignore[override]
        return self.field.ways > 1

    def _hidden(self, random: SplitMix64, mines: frozenset[int]) -> Collection[int]:
        """The hidden quantities that are 1 over a layout, by index; each choice that fits equally likely."""
        if not self.field.secret:
            return ()
        quantities = self.field.quantities(len(mines))
        places = range(self.cells, self.cells + len(quantities))
        known = {i: int(i in mines) for i in range(self.cells)}
        known |= {i: value for i, (_, _, value) in zip(places, quantities, strict=True) if value is not None}
        capacity = {i: max(1, most) for i, (_, most, _) in zip(places, quantities, strict=True)}
        puzzle = Puzzle(range(places.stop), known=known, capacity=capacity)
        for statement in self._statements:
            puzzle.constrain(statement)
        with suppress(ContradictionError):
            sampler = Sampler(build(puzzle), Budget(self._limit, "generate", states=_STATES))
            for number in sampler.totals():
                return sampler.draw(number, random.below)
        raise RuleError(f"no board under {self.title} has these mines")

    def read(self, layout: Iterable[int]) -> Deal:
        codes = list(layout)
        return self._deal(frozenset(i for i, code in enumerate(codes) if code & 1), [c >> 1 for c in codes])

    def layout_codes(self, deal: Deal) -> list[int] | None:
        if self.field.secret:
            return None
        layout = [int(cell in deal.mines) for cell in range(self.cells)]
        codes = []
        for cell, is_mine in enumerate(layout):
            ways = range(1 if is_mine else self.field.ways)
            shown = None if is_mine else deal.clues[cell]
            fitting = (way for way in ways if is_mine or self.field.drawn(cell, layout, way) == shown)
            way = next(fitting, None)
            if way is None:
                return None
            codes.append(is_mine + 2 * way)
        return codes

    def _deal(self, mines: frozenset[int], ways: Sequence[int], hidden: Collection[int] = ()) -> Deal:
        size = self.cells + len(self.field.quantities(None)) * bool(hidden)
        layout = [int(i in mines or i in hidden) for i in range(size)]
        with_clue = [i for i in range(self.cells) if self.field.prints or i not in mines]
        return Deal(mines, {i: self.field.drawn(i, layout, ways[i]) for i in with_clue})

    def solution(self, deal: Deal) -> VariantBoard:
        states = {i: self.shows(i, deal) for i in range(self.cells)}
        return VariantBoard(
            self.field,
            self.field.rules,
            states,
            len(deal.mines),
            printed={i: clue for i, clue in deal.clues.items() if isinstance(clue, Clue)},
        )

    def puzzle(
        self, mines: int | None, deal: Deal, shown: Iterable[int], *, opened: bool = False
    ) -> VariantBoard:
        """The board with the clues of these cells: printed on them where their rule has it so, else open.

        opened: The cells are open in any case
        """
        blank = self.blank(mines)
        if opened or not self.field.prints:
            return blank.replace({self.name(i): self.shows(i, deal) for i in shown})
        clues = {self.name(i): deal.clues[i] for i in shown}
        return blank.with_printed({name: clue for name, clue in clues.items() if isinstance(clue, Clue)})

    def shows(self, cell: int, deal: Deal) -> State:
        return MINE if cell in deal.mines else deal.clues[cell]

    def clears(self, cell: int, clue: State, known: Mapping[int, int]) -> tuple[int, ...]:
        if not isinstance(clue, Clue):
            return ()
        statement = self.field.says(cell, clue)
        return self.clue_cells(cell, clue) if _no_more(statement, known) else ()


def _restored(
    blank: VariantBoard, mines: int, limit: Limit, drawn: bool, alike: bool, seen: VariantBoard | None
) -> UnderRules:
    """What was pickled."""
    ground = UnderRules(blank.field, mines, limit, drawn=False, alike=alike, seen=seen)
    ground._drawn = drawn
    ground._prepared = not drawn or ground.uniform
    return ground


def _no_more(statement: Constraint, known: Mapping[int, int]) -> bool:
    """Whether a statement holds where all cells that are not known are safe, and nowhere else."""
    places = [k for k, cell in enumerate(statement.cells) if cell not in known]
    values = {k: known[cell] for k, cell in enumerate(statement.cells) if cell in known}
    automaton = statement.automaton([Variable(k, 1) for k in places], values)
    state = automaton.start
    for level in range(len(places)):
        if state is None or automaton.step(level, state, 1) is not None:
            return False
        state = automaton.step(level, state, 0)
    return state is not None
