"""The laws of engines."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import Any

import numpy as np

from ..base.errors import EngineLimitError, InconsistentBoardError
from ..base.limits import Limit, whole_number
from ..counting.problem import ContradictionError
from ..engine import ENGINES
from ..engine.engine import Engine
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board
from . import boards
from .brute_force import Cell, marginals

_TOLERANCE = 1e-9
_IMPOSSIBLE, _CERTAIN = Fraction(0), Fraction(1)
_BOARDS_FOR_A_GAME = 10  # of an exact engine: each position is counted by another engine as well
# Of any other: a false rule about three clues showed on 27 of 900 positions.
_GAMES_FOR_A_BOARD = 15
_GAME_LIMIT = Limit(states=200_000, solutions=2_000)
"""What an engine that lists all layouts may spend on a position: it says so where that does not do."""
Law = Callable[[bool, str], None]


def check_engine(engine: str | Engine, *, number: int = 100, seed: int = 0) -> None:
    """Check an engine against brute force on small random boards, and on positions of games at the usual
    levels against the mines that are there.

    An exact engine gives every probability, the solution count, and all proved cells; a rational one gives
    fractions as well; in positions of games it agrees with another exact engine, or says that it cannot. Any
    other engine proves something, nothing that is false, and says that it is not exact. All answer a board
    that a layout fits and refuse one that none fits, keep to a limit or say that they cannot, and treat
    turned and mirrored boards alike.

    number: How many small boards, and fifteen times as many positions of games; a tenth for an exact engine,
        as another one counts each of them too
    Raises AssertionError: a law is broken; it names the law and the board
    """
    checked_engine = ENGINES.entry_of(engine)
    number = whole_number(number, "the number of boards")
    seed = whole_number(seed, "a seed")
    is_exact = checked_engine.exact
    proved_count = _check_small(checked_engine, boards.played(number, seed))
    game_count = ceil(number / _BOARDS_FOR_A_GAME) if is_exact else number * _GAMES_FOR_A_BOARD
    proved_count += _check_games(checked_engine, _positions_of_games(game_count, seed))

    # No law on answers catches an engine that never says anything.
    if not is_exact and proved_count == 0:
        raise AssertionError(
            f"engine {checked_engine.name!r}: it proves something; not so on any board"
        )

    # An engine that is not exact may overlook a contradiction: that is no false answer.
    for board in boards.contradicting():
        try:
            checked_engine.analyze(board, Limit())
        except ContradictionError:
            continue
        law = "a board that no layout fits raises ContradictionError"
        _require(checked_engine, board, not is_exact, law)


@lru_cache(maxsize=2)
def _positions_of_games(number: int, seed: int) -> list[tuple[Board, frozenset[Cell]]]:
    """Dealt once for all engines that are checked one after the other."""
    return list(boards.of_games(number, seed))


def _check_small(engine: Engine, positions: Iterable[Board]) -> int:
    """The laws on boards that brute force can judge; how many cells were proved."""
    proved_count = 0
    for board in positions:
        law = partial(_require, engine, board)
        codes = board.grid.tolist()
        solutions, expected = marginals(codes, board.mines, board.density)
        analysis = _answer(engine, board, Limit())
        proved_count += len(analysis.safe) + len(analysis.mines)
        _check_any(law, engine.exact, board, analysis, expected)
        if engine.exact:
            _check_exact(law, engine.rational, analysis, solutions, expected)
        _check_turned(law, engine, board, analysis)
        _check_limited(law, engine, board, analysis)
    return proved_count


def _check_turned(law: Law, engine: Engine, board: Board, analysis: Analysis) -> None:
    turned_grid = np.rot90(board.grid).copy()
    turned_board = Board.from_array(turned_grid, board.mines, density=board.density)
    turned_analysis = _answer(engine, turned_board, Limit())
    expected_probability = np.rot90(analysis.probability)
    is_same = _same(turned_analysis.probability, expected_probability)
    law(is_same, "a turned board has the turned answer")


def _check_limited(law: Law, engine: Engine, board: Board, analysis: Analysis) -> None:
    hardly_anything = Limit(seconds=1e-6, states=1, solutions=1)
    try:
        limited = _answer(engine, board, hardly_anything)
    except EngineLimitError:
        return
    is_same = _same(limited.probability, analysis.probability)
    law(
        is_same or not limited.is_exact,
        "under a limit an answer is the same, says that it is not exact, or is an EngineLimitError",
    )


def _check_games(engine: Engine, positions: Iterable[tuple[Board, frozenset[Cell]]]) -> int:
    """The laws on positions of games, of which the mines are known; how many cells were proved."""
    # An engine that agrees with itself proves nothing.
    reference_name = "kernel" if engine.name == "elimination" else "elimination"
    reference = ENGINES.get(reference_name)
    proved_count = 0
    for board, mines in positions:
        law = partial(_require, engine, board)
        try:
            analysis = _answer(engine, board, _GAME_LIMIT)
        except EngineLimitError:
            continue
        proved_count += len(analysis.safe) + len(analysis.mines)

        # Of a cell that is not proved the truth says nothing, so it does no harm that it is 0 or 1 there.
        truth = {cell: _CERTAIN if cell in mines else _IMPOSSIBLE for cell in board.where(HIDDEN)}
        _check_any(law, engine.exact, board, analysis, truth)
        if engine.exact and analysis.is_exact:
            _check_agreement(law, analysis, reference.analyze(board, Limit()))
    return proved_count


def _check_agreement(law: Law, analysis: Analysis, reference: Analysis) -> None:
    law(
        analysis.solutions == reference.solutions,
        f"solutions is {reference.solutions}, not {analysis.solutions}",
    )
    law(
        _same(analysis.probability, reference.probability),
        f"probability is that of {reference.engine}",
    )
    proved = (analysis.safe, analysis.mines)
    law(proved == (reference.safe, reference.mines), "all proved cells are there")


def _answer(engine: Engine, board: Board, limit: Limit) -> Analysis:
    """What an engine says of a board that a layout fits: refusing it breaks a law."""
    try:
        return engine.analyze(board, limit)
    except (ContradictionError, InconsistentBoardError) as error:
        law = "a board that a layout fits is answered, and not called a contradiction"
        raise AssertionError(f"engine {engine.name!r}: {law}; not so on\n{board}") from error


def _require(engine: Engine, board: Board, holds: bool, law: str) -> None:
    if not holds:
        raise AssertionError(f"engine {engine.name!r}: {law}; not so on\n{board}")


def _same(first: Any, second: Any) -> bool:
    return np.allclose(first, second, rtol=0, atol=_TOLERANCE, equal_nan=True)


def _check_any(
    law: Law, exact: bool, board: Board, analysis: Analysis, expected: dict[Cell, Fraction]
) -> None:
    """The laws of every answer.

    exact: Whether the engine is
    expected: P(mine) of every hidden cell; in a position of a game 0 or 1, as its mines are
    """
    # Whoever keeps an analysis relies on its array: nobody else's change reaches it.
    probability = analysis.probability
    is_array = probability.shape == board.shape and probability.dtype == np.float64
    law(is_array, "probability is a float64 array of the board's shape")
    law(not probability.flags.writeable, "probability is read-only")

    # NaN keeps "no estimate" apart from a probability that happens to be 0.
    is_hidden = board.grid == HIDDEN
    is_known_mine = board.grid[~is_hidden] == MINE
    agrees = probability[~is_hidden] == is_known_mine
    law(bool(agrees.all()), "an open cell has 0, a known mine 1")
    estimates = probability[is_hidden]
    is_chance = (estimates >= 0) & (estimates <= 1)
    is_allowed = is_chance | np.isnan(estimates)
    law(bool(is_allowed.all()), "a probability is between 0 and 1, or NaN for no estimate")

    # A proof may be missing, but never be false, even where an engine only estimates.
    proofs = ((analysis.safe, 0, "safe"), (analysis.mines, 1, "a mine"))
    for cells, value, state in proofs:
        is_true = all(expected.get(cell) == value for cell in cells)
        law(is_true, f"a cell that is called {state} is {state}")
        is_settled = all(probability[cell] == value for cell in cells)
        law(is_settled, f"a cell that is {state} has probability {value}")
    undecided = expected.keys() - analysis.safe - analysis.mines
    law(exact or analysis.is_exact == (not undecided), "is_exact is honest")

    # Players open the best cell without another look.
    openable = [cell for cell in expected if cell not in analysis.mines]
    law(
        (analysis.best in openable) if openable else analysis.best is None, "best is a cell to open"
    )
    law(
        not analysis.safe or analysis.best in analysis.safe,
        "best is safe where a safe cell is known",
    )


def _check_exact(
    law: Law, rational: bool, analysis: Analysis, solutions: int, expected: dict[Cell, Fraction]
) -> None:
    """The laws of an exact answer.

    rational: Whether the engine gives fractions
    solutions, expected: How many layouts there are, and P(mine) of every hidden cell
    """
    law(analysis.is_exact, "is_exact")
    law(analysis.solutions == solutions, f"solutions is {solutions}, not {analysis.solutions}")
    for cell, chance in expected.items():
        value = analysis.probability[cell]
        law(abs(value - float(chance)) <= _TOLERANCE, f"P(mine) at {cell} is {chance}, not {value}")
        if rational:
            exact = analysis.exact(*cell)
            law(exact == chance, f"exact{cell} is {chance}, not {exact}")
            law(analysis.fractions[cell] == chance, f"fractions[{cell}] is {chance}")

    # An exact engine misses no proof, so that a player never guesses where it need not.
    safe_cells = {cell for cell, chance in expected.items() if chance == 0}
    law(analysis.safe == safe_cells, "safe holds all safe cells")
    proved_mines = {cell for cell, chance in expected.items() if chance == 1}
    law(analysis.mines == proved_mines, "mines holds all proved mines")
    if rational:
        known_cells = [cell for cell, code in analysis.board.items() if code != HIDDEN]
        is_settled = all(analysis.fractions[cell] == analysis[cell] for cell in known_cells)
        law(is_settled, "fractions are 0 or 1 in known cells")
    chances = [chance for chance in expected.values() if chance < 1]
    least_risk = min(chances, default=None)
    law(
        analysis.best is None or expected[analysis.best] == least_risk,
        "best is a cell of least probability",
    )
