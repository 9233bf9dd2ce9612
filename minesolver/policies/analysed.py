"""Guesses on boards under rules that the core does not play: what its policies do, by whole analyses.

Few layouts are played by their whole game tree, so that winning chances are exact. Else each clue that a
candidate could show is followed by an analysis, as ``lookahead`` does it; what a policy has beyond that
(50/50s, playouts, boosted trees) is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError, InconsistentBoardError
from ..base.limits import Limit
from ..model.analysis import TIE, Analysis
from ..model.board import Board
from ..model.constraint import SightConstraint, SumConstraint, TableConstraint, Variable
from ..model.variant import HIDDEN, Clue, VariantBoard
from ..solve import analyze
from .policy import Policy, Search
from .recommendation import Candidate, Outcome, Recommendation, sentence

_LAYOUTS = 5_000  # of a game tree: some seconds
_CELLS = 64  # that it takes
_VALUES = 9  # that a cell may show in it
_CANDIDATES = 10
_SAME_CELLS = (SumConstraint, SightConstraint, TableConstraint)
_PATTERNS = 512  # of the cells that a clue sees, to find what it could show
_DEAD_ENDS = 50  # steps for each cell of each layout listed, before the list is given up


def weighed(
    analysis: Analysis[Any], policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation[Any] | None:
    """As :func:`~minesolver.policies.recommend.guess`."""
    search = policy.single if single and policy.single else policy.search
    began = perf_counter()
    end = began + seconds
    tree = _by_tree(analysis, search, began + seconds / 2)
    note = tree if isinstance(tree, str) else ""
    found = _ahead(analysis, policy, search, end) if isinstance(tree, str) else tree
    if not found:
        return None
    index = analysis.board.index

    def rank(one: Candidate) -> tuple[Any, ...]:
        if policy.kind == "pseq" and note:
            return -round(one.safety, 9), -(one.progress or 0.0), index(one.cell)
        return -one.score, -one.safety, index(one.cell)

    ranked = sorted(found, key=rank)
    reason = sentence(ranked, not note) + (f" (no game tree: {note})" if note else "")
    return Recommendation(policy.name, ranked[0].cell, False, not note, reason, tuple(ranked))


def _by_tree(analysis: Analysis[Any], search: Search, end: float) -> list[Candidate[Any]] | str:
    """All cells with their exact winning chance, or why there is no game tree."""
    board: VariantBoard = analysis.board
    most = min(search.tree_layouts, _LAYOUTS)
    cells = board.where(HIDDEN)
    if analysis.solutions > most or len(cells) > _CELLS:
        return f"more than {most:g} layouts, or {_CELLS} cells"
    if board.density is not None:
        return "under a density layouts do not weigh the same"
    if not kernel.available():
        return "the compiled core was not built"
    from ..kernel.core import LayoutTree

    layouts = list(listed(board, end))
    if len(layouts) != analysis.solutions:
        return "listing the layouts takes too long"
    shown = seen(board, layouts)
    if isinstance(shown, str):
        return shown
    images = np.arange(len(layouts), dtype=np.int32)
    tree = LayoutTree(shown, images[None, :], search.tree_slots, False)
    found, nodes = [], search.tree_nodes
    for column, cell in enumerate(cells):
        safety = 1.0 - float(analysis.probability[cell])
        if safety > 0.0:
            won, used = tree.opening(images, column, -1, nodes)
            nodes -= used
            if won < 0 or perf_counter() > end:
                return "the search takes too long"
            win = Fraction(won, len(layouts))
            found.append(Candidate(cell, safety, None, float(win), float(win), win))
    return found


def seen(board: VariantBoard, layouts: list[list[int]]) -> Any:
    """uint8 (layouts, hidden cells): a number for what each cell shows in each layout, 9 for a mine; or why
    there is none.
    """
    if len(board.field.tags) > 1:
        return "which of the rules a clue follows is not known"
    if len({tuple(layout[: len(board)]) for layout in layouts}) < len(layouts):
        return "several layouts have the same mines"
    hidden = [board.index(cell) for cell in board.where(HIDDEN)]
    shown = np.empty((len(layouts), len(hidden)), np.uint8)
    mines = np.array(layouts, np.int8)
    for column, i in enumerate(hidden):
        told: Sequence[int] = range(mines.shape[1])  # what the clue depends on, whatever it shows
        clues = board.field.clues(i, layouts[0])
        if clues and isinstance(said := board.field.says(i, clues[0]), _SAME_CELLS):
            told = (i, *said.cells)
        _, first, of = np.unique(mines[:, told], axis=0, return_index=True, return_inverse=True)
        codes: dict[Clue, int] = {}
        own = []
        for row in first.tolist():
            clues = [] if layouts[row][i] else board.field.clues(i, layouts[row])
            own.append(codes.setdefault(clues[0], len(codes)) if clues else _VALUES)
            if not clues and not layouts[row][i]:
                return "a cell may show nothing"
            if len(clues) > 1 or len(codes) > _VALUES:
                return f"chance has a say in what a cell shows, or it shows one of more than {_VALUES} things"
        shown[:, column] = np.array(own, np.uint8)[of]
    return shown


def listed(board: VariantBoard, end: float) -> Iterator[list[int]]:
    """All layouts, the mines of each cell by index, and hidden quantities: every statement's automaton reads
    them in order."""
    values = board.values()
    capacity = board.capacity
    unknown = [i for i in range(len(capacity)) if i not in values]
    level_of = {i: level for level, i in enumerate(unknown)}
    statements = [*board.constraints]
    if board.mines is not None:
        statements.append(SumConstraint(range(len(board.cells)), [board.mines], ""))
    states: list[Any] = []
    read: list[list[tuple[int, Any, int]]] = [[] for _ in unknown]
    for number, statement in enumerate(statements):
        places = sorted((level_of[i], place) for place, i in enumerate(statement.cells) if i in level_of)
        known = {place: values[i] for place, i in enumerate(statement.cells) if i in values}
        variables = [Variable(place, capacity[unknown[level]]) for level, place in places]
        automaton = statement.automaton(variables, known)
        states.append(automaton.start)
        for own, (level, _) in enumerate(places):
            read[level].append((number, automaton, own))
    chosen = [values.get(i, 0) for i in range(len(capacity))]
    steps = _DEAD_ENDS * _CELLS * 1000

    def search(level: int) -> Iterator[list[int]]:
        nonlocal steps
        steps -= 1
        if level == len(unknown):
            yield chosen.copy()
            return
        before = [(number, states[number]) for number, _, _ in read[level]]
        for value in range(capacity[unknown[level]] + 1):
            for number, automaton, own in read[level]:
                states[number] = automaton.step(own, states[number], value)
                if states[number] is None:
                    break
            else:
                chosen[unknown[level]] = value
                if steps > 0 and perf_counter() < end:
                    yield from search(level + 1)
            for number, state in before:
                states[number] = state

    return search(0)


def _ahead(analysis: Analysis[Any], policy: Policy, search: Search, end: float) -> list[Candidate[Any]]:
    """The safest cells, each with what the clues that it could show would lead to; as many as time allows."""
    board: VariantBoard = analysis.board
    safety = {cell: 1.0 - float(analysis.probability[cell]) for cell in board.where(HIDDEN)}
    least = search.min_relative_safety * max(safety.values()) - TIE
    near = sorted((cell for cell in safety if safety[cell] >= least), key=lambda cell: -safety[cell])
    found: list[Candidate[Any]] = []
    for cell in near[:_CANDIDATES]:
        after = []
        for clue in possible(board, cell):
            left = None if end == inf else end - perf_counter()
            if left is not None and left <= 0:
                return found
            try:
                answer = analyze(board.open(cell, clue), limit=Limit(seconds=left))
            except InconsistentBoardError:
                continue
            except EngineLimitError:
                if left is None:
                    raise
                return found
            if not answer.is_exact:  # nothing was counted: how likely the clue is cannot be told
                return found
            after.append((clue, answer))
        weight = sum(answer.solutions for _, answer in after)
        outcomes = tuple(
            Outcome(
                clue.value, safety[cell] * answer.solutions / weight, len(answer.safe), _worth(answer, search)
            )
            for clue, answer in after
        )
        progress = sum(one.chance for one in outcomes if one.safe_cells)
        ahead = sum(one.chance * (one.leaf_value or 0.0) for one in outcomes) / (safety[cell] or 1.0)
        score = safety[cell] * ahead**search.lookahead_exponent
        found.append(Candidate(cell, safety[cell], progress, None, score, None, outcomes))
    return found


def _worth(answer: Analysis[Any], search: Search) -> float:
    """What a position promises: 1 where a cell is proved safe, else the safety of the next guess."""
    cells = answer.board.where(HIDDEN)
    best = sorted((1.0 - float(answer.probability[cell]) for cell in cells), reverse=True)[:3]
    if answer.safe or not best or best[0] <= 0.0:
        return 1.0
    second, third = search.second_best_weight, search.third_best_weight
    best += best[:1] * (3 - len(best))
    return (1.0 - second - third) * best[0] + second * best[1] + third * best[2]


def possible(board: Any, at: Any) -> list[Any]:
    """What a cell could show; of many patterns of what it sees, over some of them."""
    if isinstance(board, Board):
        return list(range(len(board.neighbours(at)) + 1))
    cell = board.index(at)
    random = Random(cell)
    values = board.values()
    layout = [values.get(i, 0) for i in range(len(board.cells))]
    found: dict[Clue, None] = {}
    for tag in board.field.tags:
        seen: set[int] = set()
        more = {cell, *board.field.view(cell, tag)[0].sees}
        while not more <= seen:
            seen |= more
            unknown = sorted(i for i in seen - {cell} if i not in values and i < len(layout))
            patterns: Iterable[Sequence[int]] = product((0, 1), repeat=len(unknown))
            if 2 ** len(unknown) > _PATTERNS:
                shares = (random.random() for _ in range(_PATTERNS))
                patterns = ([int(random.random() < share) for _ in unknown] for share in shares)
            for pattern in patterns:
                for i, value in zip(unknown, pattern, strict=True):
                    layout[i] = value
                found.update(dict.fromkeys(board.field.clues(cell, layout, tag)))
            more = set().union(*(board.field.says(cell, own).cells for own in found if own.tag == tag))
    return list(found)
