"""Guesses on boards under rules that the core does not play: what its policies do, by whole analyses.

Few layouts are played by their whole game tree, so that winning chances are exact. Else each clue that a
candidate could show is followed by an analysis, as ``lookahead`` does it; what a policy has beyond that
(50/50s, playouts, boosted trees) is left out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError, InconsistentBoardError, check_type
from ..base.limits import Limit
from ..model.analysis import TIE, Analysis
from ..model.board import Board
from ..model.constraint import SightConstraint, SumConstraint, TableConstraint, Variable
from ..model.variant import HIDDEN, Clue, VariantBoard
from ..solver import analyze
from .policy import Policy, Search
from .recommendation import Candidate, ClueOutcome, Recommendation, sentence

# What a game tree may be given, so that it takes some seconds at most.
_TREE_LAYOUTS = 5_000
_TREE_CELLS = 64  # a set of cells is the bits of one number in the core
_TREE_VALUES = 9  # that a cell may show, numbered from 0; the next number is a mine
# Cells that are tried in listing layouts before that is given up: some seconds.
_LISTING_STEPS = 3_200_000

_CANDIDATES = 10  # cells whose clues are followed, the safest ones
# Of the cells that a clue sees, to find what it could show; some at random where there are more.
_PATTERNS = 512
_SAME_CELLS = (SumConstraint, SightConstraint, TableConstraint)
"""Statements of clues that speak of the same cells whatever they show."""


class NoGameTree(Exception):
    """A position has no game tree that can be searched; with the reason."""


def weighed(
    analysis: Analysis[Any], policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation[Any] | None:
    """As :func:`~minesolver.policy.recommend.guess`.

    Raises ArgumentTypeError: a puzzle, of which nothing says what opened cells show.
    """
    check_type(analysis.board, (Board, VariantBoard), "a policy plays boards")
    search = policy.single if single and policy.single else policy.search
    began = perf_counter()
    tree_note = ""
    try:
        candidates = _by_tree(analysis, search, began + seconds / 2)
    except NoGameTree as obstacle:
        tree_note = str(obstacle)
        candidates = _by_look_ahead(analysis, search, began + seconds)
    if not candidates:
        return None
    index_of = analysis.board.index

    def rank(candidate: Candidate[Any]) -> tuple[Any, ...]:
        """The best candidates first, equals in the order of the board."""
        if policy.kind == "pseq" and tree_note:
            return (
                -round(candidate.safety, 9),
                -(candidate.progress or 0.0),
                index_of(candidate.cell),
            )
        return -candidate.score, -candidate.safety, index_of(candidate.cell)

    ranked = sorted(candidates, key=rank)
    is_exact = not tree_note
    reason = sentence(ranked, is_exact)
    if tree_note:
        reason += f" (no game tree: {tree_note})"
    return Recommendation(policy.name, ranked[0].cell, False, is_exact, reason, tuple(ranked))


def _by_tree(analysis: Analysis[Any], search: Search, end: float) -> list[Candidate[Any]]:
    """All cells with their exact winning chance. Raises NoGameTree."""
    board: VariantBoard = analysis.board
    most_layouts = min(search.tree_layouts, _TREE_LAYOUTS)
    hidden_cells = board.where(HIDDEN)
    if analysis.solutions > most_layouts or len(hidden_cells) > _TREE_CELLS:
        raise NoGameTree(f"more than {most_layouts:g} layouts, or {_TREE_CELLS} cells")
    if board.density is not None:
        raise NoGameTree("under a density layouts do not weigh the same")
    if not kernel.available():
        raise NoGameTree("the compiled core was not built")
    from ..kernel.core import LayoutTree

    layouts = list(list_layouts(board, end))
    if len(layouts) != analysis.solutions:
        raise NoGameTree("listing the layouts takes too long")

    # Each cell opened first; a mine is lost, so only what may be safe is searched.
    indices = np.arange(len(layouts), dtype=np.int32)
    tree = LayoutTree(shown_values(board, layouts), indices[None, :], search.tree_slots, False)
    candidates = []
    nodes_left = search.tree_nodes
    for column, cell in enumerate(hidden_cells):
        safety = 1.0 - float(analysis.probability[cell])
        if safety <= 0.0:
            continue
        layouts_won, nodes = tree.opening(indices, column, -1, nodes_left)
        nodes_left -= nodes
        if layouts_won < 0 or perf_counter() > end:
            raise NoGameTree("the search takes too long")
        win = Fraction(layouts_won, len(layouts))
        candidates.append(Candidate(cell, safety, None, float(win), float(win), win))
    return candidates


def shown_values(board: VariantBoard, layouts: list[list[int]]) -> npt.NDArray[np.uint8]:
    """uint8 (layouts, hidden cells): a number for what each cell shows in each layout, 9 for a mine.

    Raises NoGameTree: what a cell shows is not settled by the mines, or is too much to number.
    """
    if len(board.field.tags) > 1:
        raise NoGameTree("which of the rules a clue follows is not known")
    if len({tuple(layout[: len(board)]) for layout in layouts}) < len(layouts):
        raise NoGameTree("several layouts have the same mines")
    values = np.array(layouts, np.int8)
    hidden_indices = [board.index(cell) for cell in board.where(HIDDEN)]
    shown_numbers = np.empty((len(layouts), len(hidden_indices)), np.uint8)
    for column, cell in enumerate(hidden_indices):
        shown_numbers[:, column] = _shown_by_cell(board, cell, layouts, values)
    return shown_numbers


def _shown_by_cell(
    board: VariantBoard, cell: int, layouts: list[list[int]], values: npt.NDArray[np.int8]
) -> npt.NDArray[np.uint8]:
    """uint8 (layouts,): a number for what one cell shows in each. Raises as `shown_values`."""
    # The clue is read once for all layouts that are alike in the cells that it depends on.
    clue_cells: Sequence[int] = range(values.shape[1])
    clues = board.field.clues(cell, layouts[0])
    if clues:
        statement = board.field.says(cell, clues[0])
        if isinstance(statement, _SAME_CELLS):
            clue_cells = (cell, *statement.cells)
    _, first_rows, kind_of_layout = np.unique(
        values[:, clue_cells], axis=0, return_index=True, return_inverse=True
    )

    number_of: dict[Clue, int] = {}
    numbers = []
    for row in first_rows.tolist():
        layout = layouts[row]
        if layout[cell]:
            numbers.append(_TREE_VALUES)
            continue
        clues = board.field.clues(cell, layout)
        if not clues:
            raise NoGameTree("a cell may show nothing")
        numbers.append(number_of.setdefault(clues[0], len(number_of)))
        if len(clues) > 1 or len(number_of) > _TREE_VALUES:
            raise NoGameTree(
                f"chance has a say in what a cell shows, or it shows one of more than {_TREE_VALUES} things"
            )
    return np.array(numbers, np.uint8)[kind_of_layout]


def list_layouts(board: VariantBoard, end: float) -> Iterator[list[int]]:
    """All layouts, the mines of each cell by index, and hidden quantities; fewer where it takes too long.

    The automaton of every statement reads the unknown cells in order, and refuses what cannot be completed.
    """
    known_values = board._values()
    capacity = board._capacity
    unknown = [index for index in range(len(capacity)) if index not in known_values]
    level_of = {index: level for level, index in enumerate(unknown)}
    statements = [*board.constraints]
    if board.mines is not None:
        statements.append(SumConstraint(range(len(board.cells)), [board.mines], ""))

    # Of each level the automata that read it: (number of the statement, automaton, how many it read before).
    states: list[Any] = []
    readers: list[list[tuple[int, Any, int]]] = [[] for _ in unknown]
    for number, statement in enumerate(statements):
        places_by_level = []
        values_by_place = {}
        for cell_place, index in enumerate(statement.cells):
            if index in level_of:
                places_by_level.append((level_of[index], cell_place))
            if index in known_values:
                values_by_place[cell_place] = known_values[index]
        places_by_level.sort()
        variables = [
            Variable(cell_place, capacity[unknown[level]]) for level, cell_place in places_by_level
        ]
        automaton = statement.automaton(variables, values_by_place)
        states.append(automaton.start)
        for read_before, (level, _) in enumerate(places_by_level):
            readers[level].append((number, automaton, read_before))

    values = [known_values.get(index, 0) for index in range(len(capacity))]
    steps_left = _LISTING_STEPS

    def search(level: int) -> Iterator[list[int]]:
        """The layouts that agree with the values chosen above this level."""
        nonlocal steps_left
        steps_left -= 1
        if level == len(unknown):
            yield values.copy()
            return
        states_before = [(number, states[number]) for number, _, _ in readers[level]]
        for value in range(capacity[unknown[level]] + 1):
            for number, automaton, read_before in readers[level]:
                states[number] = automaton.step(read_before, states[number], value)
                if states[number] is None:
                    break
            else:
                values[unknown[level]] = value
                if steps_left > 0 and perf_counter() < end:
                    yield from search(level + 1)
            for number, state in states_before:
                states[number] = state

    return search(0)


def _by_look_ahead(analysis: Analysis[Any], search: Search, end: float) -> list[Candidate[Any]]:
    """The safest cells, each with what the clues that it could show would lead to; as many as time allows."""
    board: VariantBoard = analysis.board
    safety_of = {cell: 1.0 - float(analysis.probability[cell]) for cell in board.where(HIDDEN)}
    least_safety = search.min_relative_safety * max(safety_of.values()) - TIE
    cells = [cell for cell in safety_of if safety_of[cell] >= least_safety]
    cells.sort(key=lambda cell: -safety_of[cell])
    candidates: list[Candidate[Any]] = []
    for cell in cells[:_CANDIDATES]:
        outcomes = _outcomes(board, cell, safety_of[cell], search, end)
        if outcomes is None:
            break
        progress = sum(outcome.chance for outcome in outcomes if outcome.safe_cells)
        worth = sum(outcome.chance * (outcome.leaf_value or 0.0) for outcome in outcomes)
        worth_if_safe = worth / (safety_of[cell] or 1.0)
        score = safety_of[cell] * worth_if_safe**search.lookahead_exponent
        candidates.append(Candidate(cell, safety_of[cell], progress, None, score, None, outcomes))
    return candidates


def _outcomes(
    board: VariantBoard, cell: Any, safety: float, search: Search, end: float
) -> tuple[ClueOutcome, ...] | None:
    """What each clue that a cell could show would lead to; ``None`` where the time does not do for that, or
    nothing can be counted, so that nobody knows how likely the clue is.

    Raises EngineLimitError: without an end of the time, where an analysis needs too much.
    """
    analyses = []
    for clue in possible_clues(board, cell):
        seconds = None if end == inf else end - perf_counter()
        if seconds is not None and seconds <= 0:
            return None
        try:
            analysis = analyze(board.open(cell, clue), limit=Limit(seconds=seconds))
        except InconsistentBoardError:
            continue
        except EngineLimitError:
            if seconds is None:
                raise
            return None
        if not analysis.is_exact:
            return None
        analyses.append((clue, analysis))
    layouts = sum(analysis.solutions for _, analysis in analyses)
    outcomes = []
    for clue, analysis in analyses:
        chance = safety * analysis.solutions / layouts
        outcomes.append(
            ClueOutcome(clue.value, chance, len(analysis.safe), _worth(analysis, search))
        )
    return tuple(outcomes)


def _worth(analysis: Analysis[Any], search: Search) -> float:
    """What a position promises: 1 where a cell is proved safe, else the safety of the next guess."""
    hidden_cells = analysis.board.where(HIDDEN)
    safeties = sorted(
        (1.0 - float(analysis.probability[cell]) for cell in hidden_cells), reverse=True
    )[:3]
    if analysis.safe or not safeties or safeties[0] <= 0.0:
        return 1.0
    # Where there are fewer than three cells, the safest one stands for those that are missing.
    while len(safeties) < 3:
        safeties.append(safeties[0])
    second_weight = search.second_best_weight
    third_weight = search.third_best_weight
    first_weight = 1.0 - second_weight - third_weight
    return first_weight * safeties[0] + second_weight * safeties[1] + third_weight * safeties[2]


def possible_clues(board: Any, cell: Any) -> list[Any]:
    """What a cell could show; of many patterns of what it sees, over some of them."""
    if isinstance(board, Board):
        return list(range(len(board.neighbours(cell)) + 1))
    index = board.index(cell)
    random = Random(index)
    values = board._values()
    layout = [values.get(number, 0) for number in range(len(board.cells))]
    clues: dict[Clue, None] = {}  # in the order in which they are met
    for tag in board.field.tags:
        # A clue that is met may see further cells, whose patterns may show further clues.
        cells_tried: set[int] = set()
        cells_seen = {index, *board.field.view(index, tag)[0].sees}
        while not cells_seen <= cells_tried:
            cells_tried |= cells_seen
            unknown = sorted(
                number
                for number in cells_tried
                if number != index and number not in values and number < len(layout)
            )
            for pattern in _patterns(len(unknown), random):
                for number, value in zip(unknown, pattern, strict=True):
                    layout[number] = value
                clues.update(dict.fromkeys(board.field.clues(index, layout, tag)))
            cells_seen = set()
            for clue in clues:
                if clue.tag == tag:
                    cells_seen.update(board.field.says(index, clue).cells)
    return list(clues)


def _patterns(number: int, random: Random) -> Iterator[Sequence[int]]:
    """All patterns of mines on so many cells; of many, some, each with a share of mines of its own."""
    if 2**number <= _PATTERNS:
        yield from product((0, 1), repeat=number)
        return
    for _ in range(_PATTERNS):
        mine_share = random.random()
        yield [int(random.random() < mine_share) for _ in range(number)]
