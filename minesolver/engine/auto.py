"""The default: the compiled core, exact counting behind it, and proofs without a count behind that.

What the core refuses, and every board where it was not built, goes to elimination for as long as the count is
cheap. Whatever it costs to count, the layers prove what rules can, and SAT every proved cell: where that
leaves a safe cell to open, a count may cost little more, and where it leaves a guess, ten times as much. Past
that the analysis has all proved cells (``proved_complete``), or those of the layers where SAT is stopped or
not installed, and estimates of the others (``is_exact`` is False, ``note`` says why);
``engine="elimination"`` counts whatever it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

from .. import kernel
from ..base.errors import EngineLimitError, MinesolverError, MissingDependencyError
from ..base.limits import NO_LIMIT, Budget, Limit, limit_exceeded
from ..counting import elimination
from ..counting.problem import Problem, build
from ..model.analysis import Outcome
from ..model.board import Board
from ..model.subject import Subject
from . import kernel as compiled
from .engine import Backbone, Engine, by_counting

_CORE_STATES = 4_000_000  # states of the core, whatever they are for: about a second
_QUICK_STATES = 5000  # 10 to 40 ms, about what the proofs by SAT take
# That a count may store where nobody has to guess: about half a second.
_STATES_WITH_SAFE_CELL = 200_000
_STATES_FOR_A_GUESS = 4_000_000  # and where somebody has: about ten seconds
# Values of groups, in all layouts that are listed instead: 1000 layouts of an 8x8 board, half a second.
_LISTED_VALUES = 64_000
_COUNTING_SHARE = 0.7  # of a limit of seconds; the rest is for proofs
_LAYERS_SHARE = 0.85  # of a limit of seconds, by when the layers leave the rest to SAT
_PROPAGATIONS = 200_000_000  # of the proofs, whatever the limit of seconds: about ten seconds
# Of those of a board that is no puzzle: a second. What it did not do there ten seconds did not do either.
_PROPAGATIONS_OF_WIDE_BOARDS = 20_000_000
_WIDE_BOARD = 400  # unknown cells in components: puzzles have 64 to 144
_LEAST_SECONDS = 0.05  # for proofs, whatever little a limit leaves: they rarely take more

_count = by_counting("auto", partial(elimination.count, foresee=True))


def _run(subject: Subject, limit: Limit) -> Outcome:
    try:
        if limit is NO_LIMIT and type(subject) is Board and subject._mines is not None:
            # Most analyses end here: with nothing around it, not even the clock, and a step before
            # `compiled.run`, which would do the same.
            outcome, status = kernel.outcome_of_grid(
                subject._core_position,
                subject._mines,
                0.0,
                None,
                _CORE_STATES,
                compiled.blank_outcomes,
            )
            if status == "done":
                return outcome
            raise compiled.refusal(status, limit, _CORE_STATES, outcome.statistics)
        counting = limit
        if limit.seconds is not None:
            counting = replace(limit, seconds=_COUNTING_SHARE * limit.seconds)
        return compiled.run(subject, counting, _CORE_STATES)
    except MissingDependencyError as error:
        refused: MinesolverError = error
        began = perf_counter()
    except EngineLimitError as error:
        refused = error
        began = perf_counter() - error.seconds
    except MemoryError:
        refused = EngineLimitError(compiled.NO_MEMORY)
        began = perf_counter()
    return _behind_the_core(subject, limit, began, refused)


def _behind_the_core(
    subject: Subject, limit: Limit, began: float, refused: MinesolverError
) -> Outcome:
    """What the core refused, or is not here to do."""
    from . import estimate, heuristic  # few boards come here

    has_core = not isinstance(refused, MissingDependencyError)
    if not has_core:
        kernel.warn_of_absence()

    by_core = has_core and subject._sums() is not None
    problem = None
    if by_core:
        # With what parts of it prove, most boards are narrow enough.
        from . import windows  # few boards come here

        problem = windows.narrowed(subject, build(subject), Budget(_left(limit, began), "auto"))
        with suppress(EngineLimitError):
            return windows.run(problem, _left(limit, began, _COUNTING_SHARE), _CORE_STATES)
    else:
        # Most boards under rules that the core does not take are counted at once.
        with suppress(EngineLimitError):
            return _counted(subject, _left(limit, began, _COUNTING_SHARE), _QUICK_STATES)

    # What is proved makes the rest easier to count, and is the answer where nothing can be: first by rules,
    # which need no other package, then by SAT.
    problem = _with_layers(subject, problem or build(subject), _left(limit, began, _LAYERS_SHARE))
    proved_so_far = f"what layer {heuristic.STRONGEST} and a SAT solver proved in time"
    missing: MinesolverError | None = None
    try:
        proofs = _proofs(problem, _left(limit, began), by_core)
    except MissingDependencyError as error:
        missing = error
        proofs = Backbone(problem.safe, problem.mines, complete=False)
        proved_so_far = f"what layer {heuristic.STRONGEST} proved ({error})"
    if proofs.complete or missing:
        with suppress(EngineLimitError, MissingDependencyError):
            return _counted_with_proofs(subject, proofs, by_core, limit, began)
    if not (proofs.complete or proofs.safe or proofs.mines or isinstance(subject, Board)):
        raise missing or (refused if by_core else limit_exceeded("auto", "what proofs may take"))

    # Estimates, then, and the reason for them.
    why = "it would take too much; engine elimination counts whatever it takes"
    if limit.seconds is not None and perf_counter() - began > _COUNTING_SHARE * limit.seconds:
        why = f"the limit of {limit.seconds:g} s was reached"
    elif limit.states is not None:
        why = f"the limit of {limit.states} states was reached"
    # The time of everything: what was waited for.
    seconds = perf_counter() - began
    return estimate.outcome(
        subject, problem, proofs, seconds, _left(limit, began), why, proved_so_far
    )


def _with_layers(subject: Subject, problem: Problem, limit: Limit) -> Problem:
    """The same problem with all known that the layers prove of it in time."""
    from . import heuristic

    proved_by_layer = heuristic.proved_by_layer(problem, Budget(limit, "auto"))
    if not proved_by_layer:
        return problem
    return build(subject, [*_values(subject, problem.safe, problem.mines), *proved_by_layer])


def _proofs(problem: Problem, limit: Limit, by_core: bool) -> Backbone:
    """Every proved cell, or those that are proved within the limit.

    Raises MissingDependencyError: PySAT is not installed.
    """
    from .backbone import backbone  # PySAT takes longer to load than most analyses

    if limit.seconds is not None:
        limit = replace(limit, seconds=max(limit.seconds, _LEAST_SECONDS))
    is_wide = sum([component.cells for component in problem.components]) > _WIDE_BOARD
    propagations = _PROPAGATIONS_OF_WIDE_BOARDS if is_wide else _PROPAGATIONS
    return backbone(problem, Budget(limit, "auto"), propagations, by_core)


def _counted_with_proofs(
    subject: Subject, proofs: Backbone, by_core: bool, limit: Limit, began: float
) -> Outcome:
    """The exact answer where all proved cells are known, for what it may cost then.

    Raises EngineLimitError: it would cost more.
    """
    # Where a cell is safe nobody needs the chances of the others as much as where one has to guess.
    must_guess = not any(cell < len(subject.cells) for cell in proofs.safe)
    proved_values = _values(subject, proofs.safe, proofs.mines)
    counting = _left(limit, began, _COUNTING_SHARE)
    if by_core and must_guess:
        from . import windows

        # All that the core can hold; what it cannot has too many layouts to be listed.
        return windows.run(build(subject, proved_values), counting)
    if not by_core:
        states = _STATES_FOR_A_GUESS if must_guess else _STATES_WITH_SAFE_CELL
        with suppress(EngineLimitError):
            return _counted(subject, counting, states, proved_values)
    return _listed(subject, _left(limit, began, _COUNTING_SHARE), proved_values)


def _left(limit: Limit, began: float, share: float = 1.0) -> Limit:
    """What is left of the part of a limit of seconds that something may take."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=share * limit.seconds).after(perf_counter() - began)


def _counted(
    subject: Subject, limit: Limit, states: int, proved_values: Iterable[tuple[int, int]] = ()
) -> Outcome:
    """The exact answer, if so many states are enough. States of statements about the whole board are dear."""
    affordable = states // (1 + sum([constraint.lazy for constraint in subject.constraints]))
    if limit.states is not None:
        affordable = min(affordable, limit.states)
    return _count(subject, replace(limit, states=max(1, affordable)), proved_values)


def _listed(subject: Subject, limit: Limit, proved_values: Sequence[tuple[int, int]]) -> Outcome:
    """The exact answer of a board too wide to count that has few layouts, such as a puzzle near its end."""
    from . import pysat

    components = build(subject, proved_values).components
    group_count = max([len(component.groups) for component in components], default=1)
    layouts = _LISTED_VALUES // group_count
    if layouts < group_count:  # a component has more layouts than groups, as a rule
        raise limit_exceeded("auto", "layouts")
    if limit.solutions is not None:
        layouts = min(layouts, limit.solutions)
    return pysat.listed(subject, replace(limit, solutions=layouts), proved_values)


def _values(subject: Subject, safe: Iterable[int], mines: Iterable[int]) -> list[tuple[int, int]]:
    """What proved cells hold, by index: of a cell for several mines it is not known how many."""
    capacity = subject._capacity
    values = [(cell, 0) for cell in safe]
    values += [(cell, 1) for cell in mines if capacity[cell] == 1]
    return values


ENGINE = Engine(
    "auto",
    "the compiled core; elimination, and proofs by SAT, where it does not fit",
    _run,
    subjects="any",
)
