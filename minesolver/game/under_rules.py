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
from ..explain.oracle import Oracle
from ..explain.oracle_facts import TOTAL, Facts
from ..model.constraint import Constraint, Variable
from ..model.puzzle import Puzzle
from ..model.reason import show
from ..model.variant import (
    HIDDEN,
    MINE,
    OPENED,
    Clue,
    Field,
    State,
    VariantBoard,
    mine_sign,
    mines_in,
)
from .ground import Deal, Ground
from .seeding import SplitMix64, draw_counts

_SHARE = 0.4  # of the cells are mines where no number is given, as in 14 Minesweeper Variants
_WORK = 4_500_000  # microseconds or so that a solver may take for a layout
_STATES = 4_000_000  # of the counting of layouts: up to a minute, and a refusal within seconds


class UnderRules(Ground):
    """A geometry under rules.

    mines: The mine count; ``None``: as near to 40 % of the cells as the rules allow
    limit: What counting the layouts may take
    draws_layouts: Whether its layouts are drawn, or given
    equally_likely: Whether all are. Otherwise what is slow to count is drawn by a solver, cell by cell.
    shown_board: A board whose clues hold of what is hidden
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
        draws_layouts: bool = True,
        equally_likely: bool = True,
        shown_board: VariantBoard | None = None,
    ) -> None:
        self.field = field
        self.capacity = field.rules.capacity
        self.uniform = not field.placed and self.capacity == 1
        self.title = str(field.rules)
        self.shape = field.geometry.shape
        self.rows, self.cols = self.shape[-2:] if len(self.shape) > 1 else (1, *self.shape)
        self.cells = len(field.geometry.cells)
        self._limit = Limit.of(limit)
        self._equally_likely = equally_likely
        self._shown_board = shown_board
        self._draws_layouts = draws_layouts
        self._statements = shown_board.constraints if shown_board else field.placed
        self._samplers: dict[frozenset[int], Sampler] = {}
        wanted_mines = round(_SHARE * self.cells) if mines is None else mines
        # Where a solver can take over, counting is given up soon.
        self._states = _STATES if equally_likely else _STATES // 20
        self._budget = Budget(self._limit, "generate")
        self._refuted: Callable[[Facts], Any] | None = None  # of a solver, instead of samplers
        self.mines = wanted_mines
        self._prepared = not draws_layouts or not field.placed
        if not self._prepared:
            self._prepare(mines, wanted_mines)

    def _prepare(self, mines: int | None, wanted_mines: int) -> None:
        """Count the layouts, or ask a solver for one, so that layouts can be drawn."""
        self._prepared = True
        try:
            self.mines = self._nearest(mines, wanted_mines)
        except EngineLimitError:
            if self._equally_likely:
                raise
            counts_to_try = self._counts_by_distance(wanted_mines) if mines is None else [mines]
            self.mines = next(filter(self._solved, counts_to_try), -1)
            if self.mines < 0:
                raise self._none(mines) from None

    def _counts_by_distance(self, wanted_mines: int) -> list[int]:
        """All mine counts, those first that are nearest to the wanted one."""

        def distance(mine_count: int) -> int:
            return abs(mine_count - wanted_mines)

        return sorted(range(self.cells + 1), key=distance)

    def __reduce__(self) -> tuple[Any, ...]:
        """A geometry is made again of its board; what was counted is counted again when a layout is drawn."""
        return _restored, (
            self.blank(None),
            self.mines,
            self._limit,
            self._draws_layouts,
            self._equally_likely,
            self._shown_board,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> UnderRules:
        """Nothing about it changes."""
        return self

    def _solved(self, mines: int) -> bool:
        """Whether a layout has so many mines; the solver that says so is kept."""
        blank = self.blank(mines)
        if not all(constraint.counts(mines) for constraint in blank.constraints):
            return False
        self._budget = Budget(self._limit, "generate", states=_WORK)
        layout_oracle = Oracle(blank, self._budget, encoded=inf)
        self._refuted = partial(layout_oracle.core, [*range(len(blank.constraints)), TOTAL])
        return self._refuted({}) is None

    def _none(self, mines: int | None) -> PuzzleError:
        if mines is None:
            return PuzzleError(
                f"no layout of {'x'.join(map(str, self.shape))} cells is under {self.title}"
            )
        return PuzzleError(f"no layout under {self.title} has {counted(mines, 'mine')}")

    def _nearest(self, mines: int | None, wanted_mines: int) -> int:
        """The mine count of some layout that is nearest to what is wanted."""
        counts_to_try: Iterable[int | None] = [mines]
        settled_names = self._settled_quantities(0)
        if mines is None and settled_names:
            # Hidden quantities that the mine count settles make counting much easier: one count at a time.
            counts_to_try = (
                mine_count
                for mine_count in self._counts_by_distance(wanted_mines)
                if settled_names <= self._settled_quantities(mine_count)
            )
        for mine_count in counts_to_try:
            sampler = self._sampler(frozenset(), mine_count)
            if sampler is None:
                continue
            totals = set(sampler.totals())
            if mine_count is not None:
                totals &= {mine_count}
            if totals:
                self._samplers[frozenset()] = sampler
                nearest_distance = min(abs(total - wanted_mines) for total in totals)
                lower_total = wanted_mines - nearest_distance
                return lower_total if lower_total in totals else wanted_mines + nearest_distance
        raise self._none(mines)

    def _settled_quantities(self, mines: int) -> set[str]:
        """The names of the hidden quantities that this mine count settles."""
        quantities = self.field.quantities(mines)
        return {quantity_name for quantity_name, _, value in quantities if value is not None}

    def _sampler(self, free_cells: frozenset[int], mines: int | None) -> Sampler | None:
        """What draws layouts without mines at some cells; ``None`` where there are no such layouts."""
        board = VariantBoard(self.field, self.field.rules, dict.fromkeys(free_cells, OPENED), mines)
        try:
            return Sampler(build(board), Budget(self._limit, "generate", states=self._states))
        except ContradictionError:
            return None
        except EngineLimitError as error:
            raise EngineLimitError(
                f"the layouts of {board._title} are too many to be drawn: {error}"
            ) from None

    def blank(self, mines: int | None) -> VariantBoard:
        return VariantBoard(self.field, self.field.rules, {}, mines)

    def name(self, cell: int) -> Any:
        return self.field.geometry.cells[cell]

    def clue_cells(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        if isinstance(clue, Clue):
            statement = self.field.says(cell, clue)
            return tuple(index for index in statement.cells if index < self.cells)
        return self.field.view(cell)[0].sees

    def _mines(self, random: SplitMix64, free_cells: Collection[int]) -> Mapping[int, int]:
        if self.uniform:
            return super()._mines(random, free_cells)
        if self.capacity > 1:
            cells = [cell for cell in range(self.cells) if cell not in free_cells]
            counts = draw_counts(len(cells), self.mines, self.capacity, random)
            return {cell: count for cell, count in zip(cells, counts, strict=True) if count}
        if not self._prepared:
            self._prepare(self.mines, self.mines)
        free_cells = frozenset(free_cells)
        self._budget.states = self._limit.states or _WORK  # again, for each layout
        if self._refuted is not None:
            return self._mines_by_solver(random, free_cells, self._refuted)
        sampler = self._samplers.get(free_cells) or self._sampler(free_cells, self.mines)
        if sampler is None or not sampler.layouts(self.mines):
            raise self._no_layout_without_mines_at(free_cells)
        # The one without free cells, and the last one: games of a series free the same cells.
        self._samplers = {frozenset(): self._samplers[frozenset()], free_cells: sampler}
        return dict.fromkeys(sampler.draw(self.mines, random.below), 1)

    def _mines_by_solver(
        self, random: SplitMix64, free_cells: frozenset[int], refuted: Callable[[Facts], Any]
    ) -> dict[int, int]:
        """A layout drawn cell by cell, in a random order: a mine or none by chance, else what is left of it.

        refuted: What refutes some facts of a layout; ``None`` where one has them
        """
        # Facts are added one by one, each such that a layout with all of them is left.
        facts = dict.fromkeys(free_cells, False)
        if refuted(facts) is not None:
            raise self._no_layout_without_mines_at(free_cells)

        def random_rank(_: int) -> int:
            return random.below(1 << 32)

        for cell in sorted({*range(self.cells)} - free_cells, key=random_rank):
            facts[cell] = random.below(self.cells) < self.mines
            if refuted(facts) is not None:
                facts[cell] = not facts[cell]
        return {cell: 1 for cell, is_mine in facts.items() if is_mine}

    def _no_layout_without_mines_at(self, free_cells: frozenset[int]) -> RuleError:
        cell_names = ", ".join(show(self.name(cell)) for cell in sorted(free_cells))
        return RuleError(f"no layout under {self.title} has no mine at {cell_names}")

    def _ways(self, random: SplitMix64) -> list[int]:
        way_count = self.field.ways
        return [random.below(way_count) if way_count > 1 else 0 for _ in range(self.cells)]

    def deal_of(self, random: SplitMix64, mine_counts: Mapping[int, int]) -> Deal:
        ways = self._ways(random)
        return self._deal(mine_counts, ways, self._hidden(random, mine_counts))

    def fitting(
        self, board: VariantBoard, random: SplitMix64, mine_counts: Mapping[int, int]
    ) -> Deal:
        ground = self
        if self.field.secret:  # hidden quantities are such that the clues hold
            mine_count = sum(mine_counts.values())
            ground = UnderRules(self.field, mine_count, draws_layouts=False, shown_board=board)
        drawn_clues = ground.deal_of(random, mine_counts).clues
        shown_clues = {
            cell: state for cell, state in board.states.items() if isinstance(state, Clue)
        }
        return Deal.of(mine_counts, {**drawn_clues, **shown_clues})

    @property
    def chance_in_clues(self) -> bool:  # type: ignore[override]
        return self.field.ways > 1

    def _hidden(self, random: SplitMix64, mine_counts: Mapping[int, int]) -> Collection[int]:
        """The hidden quantities that are 1 over a layout, by index; each choice that fits equally likely."""
        if not self.field.secret:
            return ()
        # A puzzle of cells, all known, and after them the quantities, each with the most that it may be.
        known_values = {cell: mine_counts.get(cell, 0) for cell in range(self.cells)}
        capacity: dict[int, int] = {}
        quantities = self.field.quantities(sum(mine_counts.values()))
        for index, (_, max_value, known_value) in enumerate(quantities, self.cells):
            capacity[index] = max(1, max_value)
            if known_value is not None:
                known_values[index] = known_value
        puzzle = Puzzle(range(self.cells + len(quantities)), known=known_values, capacity=capacity)
        for statement in self._statements:
            puzzle.constrain(statement)
        with suppress(ContradictionError):
            sampler = Sampler(build(puzzle), Budget(self._limit, "generate", states=_STATES))
            for total in sampler.totals():
                return sampler.draw(total, random.below)
        raise RuleError(f"no board under {self.title} has these mines")

    def read(self, layout: Iterable[int]) -> Deal:
        layout_codes = list(layout)
        mine_counts = {cell: 1 for cell, code in enumerate(layout_codes) if code & 1}
        return self._deal(mine_counts, [code >> 1 for code in layout_codes])

    def layout_codes(self, deal: Deal) -> list[int] | None:
        if self.field.secret or self.capacity > 1:
            return None
        mine_counts = [int(cell in deal.mines) for cell in range(self.cells)]
        codes = []
        for cell, is_mine in enumerate(mine_counts):
            way_number = 0 if is_mine else self._way_to_show(cell, mine_counts, deal.clues[cell])
            if way_number is None:
                return None
            codes.append(is_mine + 2 * way_number)
        return codes

    def _way_to_show(self, cell: int, layout: list[int], clue: State) -> int | None:
        """The way in which a cell of a layout shows this clue."""
        for way_number in range(self.field.ways):
            if self.field.drawn(cell, layout, way_number) == clue:
                return way_number
        return None

    def _deal(
        self, mine_counts: Mapping[int, int], ways: Sequence[int], quantities: Collection[int] = ()
    ) -> Deal:
        """What the cells show in a layout.

        ways: In which way each cell shows its clue
        quantities: The hidden ones that are 1, by index
        """
        layout_values = [mine_counts.get(cell, 0) for cell in range(self.cells)]
        if quantities:
            end_index = self.cells + len(self.field.quantities(None))
            layout_values += [int(index in quantities) for index in range(self.cells, end_index)]
        clues = {}
        for cell in range(self.cells):
            if self.field.prints or not layout_values[cell]:
                clues[cell] = self.field.drawn(cell, layout_values, ways[cell])
        return Deal.of(mine_counts, clues)

    def solution(self, deal: Deal) -> VariantBoard:
        shown_states = {cell: self.shows(cell, deal) for cell in range(self.cells)}
        printed_clues = {}
        for cell, clue in deal.clues.items():
            if isinstance(clue, Clue):
                printed_clues[cell] = clue
        return VariantBoard(
            self.field,
            self.field.rules,
            shown_states,
            deal.mine_count,
            printed=printed_clues,
        )

    def puzzle(
        self, mines: int | None, deal: Deal, clue_cells: Iterable[int], *, opened: bool = False
    ) -> VariantBoard:
        """The board with the clues of these cells: printed on them where their rule has it so, else open.

        opened: The cells are open in any case
        """
        blank = self.blank(mines)
        if opened or not self.field.prints:
            return blank.replace({self.name(cell): self.shows(cell, deal) for cell in clue_cells})
        printed_clues = {}
        for cell in clue_cells:
            clue = deal.clues[cell]
            if isinstance(clue, Clue):
                printed_clues[self.name(cell)] = clue
        return blank.with_printed(printed_clues)

    def shows(self, cell: int, deal: Deal) -> State:
        return mine_sign(deal.mines_in(cell)) if cell in deal.mines else deal.clues[cell]

    def mines_shown(self, state: State) -> int:
        return mines_in(state)

    def clears(self, cell: int, clue: State, known_values: Mapping[int, int]) -> tuple[int, ...]:
        if not isinstance(clue, Clue):
            return ()
        statement = self.field.says(cell, clue)
        has_all_mines = _no_more(statement, known_values, self.capacity)
        return self.clue_cells(cell, clue) if has_all_mines else ()


def _restored(
    blank: VariantBoard,
    mines: int,
    limit: Limit,
    draws_layouts: bool,
    equally_likely: bool,
    shown_board: VariantBoard | None,
) -> UnderRules:
    """What was pickled."""
    ground = UnderRules(
        blank.field,
        mines,
        limit,
        draws_layouts=False,
        equally_likely=equally_likely,
        shown_board=shown_board,
    )
    ground._draws_layouts = draws_layouts
    ground._prepared = not draws_layouts or not blank.field.placed
    return ground


def _no_more(statement: Constraint, known_values: Mapping[int, int], capacity: int) -> bool:
    """Whether a statement holds where all cells that are not known are safe, and nowhere else.

    capacity: The most mines that a cell may hold
    """
    variables: list[Variable] = []
    value_at: dict[int, int] = {}
    for position, cell in enumerate(statement.cells):
        if cell in known_values:
            value_at[position] = known_values[cell]
        else:
            variables.append(Variable(position, capacity))
    automaton = statement.automaton(variables, value_at)

    # Along the layout without any more mines: from no state of it may a mine lead on.
    state = automaton.start
    for level in range(len(variables)):
        if state is None:
            return False
        for mine_count in range(1, capacity + 1):
            if automaton.step(level, state, mine_count) is not None:
                return False
        state = automaton.step(level, state, 0)
    return state is not None
