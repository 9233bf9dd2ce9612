"""The laws of engines."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ..base.errors import EngineLimitError, InconsistentBoardError
from ..base.limits import Limit
from ..counting.problem import ContradictionError
from ..engines import ENGINES
from ..engines.engine import Engine
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board
from . import boards
from .oracle import Cell, marginals

_TOLERANCE = 1e-9
_BOARDS_A_GAME = 10  # of an exact engine: each position is counted by another engine as well
_GAMES_A_BOARD = 15  # of any other: a false rule about three clues showed on 27 of 900 positions
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
    chosen = ENGINES.get(engine) if isinstance(engine, str) else engine
    proofs = _check_small(chosen, boards.played(number, seed))
    games = -(-number // _BOARDS_A_GAME) if chosen.exact else number * _GAMES_A_BOARD
    proofs += _check_games(chosen, boards.of_games(games, seed))
    if not chosen.exact and not proofs:
        raise AssertionError(f"engine {chosen.name!r}: it proves something; not so on any board")
    for board in boards.contradicting():
        try:
            chosen.analyze(board, Limit())
        except ContradictionError:
            continue
        _require(chosen, board, not chosen.exact, "a board that no layout fits raises ContradictionError")


def _check_small(engine: Engine, played: Iterable[Board]) -> int:
    """The laws on boards that brute force can judge; how many cells were proved."""
    proofs = 0
    for board in played:
        count, expected = marginals(board.grid.tolist(), board.mines, board.density)
        law = partial(_require, engine, board)
        found = _answer(engine, board, Limit())
        proofs += len(found.safe) + len(found.mines)
        _check_any(law, engine.exact, board, found, expected)
        if engine.exact:
            _check_exact(law, engine.rational, found, count, expected)
        turned = Board.from_array(np.rot90(board.grid).copy(), board.mines, density=board.density)
        again = _answer(engine, turned, Limit()).probability
        law(_same(again, np.rot90(found.probability)), "a turned board has the turned answer")
        try:
            quick = _answer(engine, board, Limit(seconds=1e-6, states=1, solutions=1))
        except EngineLimitError:
            continue
        law(
            _same(quick.probability, found.probability) or not quick.is_exact,
            "under a limit an answer is the same, says that it is not exact, or is an EngineLimitError",
        )
    return proofs


def _check_games(engine: Engine, positions: Iterable[tuple[Board, frozenset[Cell]]]) -> int:
    """The laws on positions of games, of which the mines are known; how many cells were proved."""
    reference = ENGINES.get("kernel" if engine.name == "elimination" else "elimination")
    proofs = 0
    for board, mines in positions:
        law = partial(_require, engine, board)
        try:
            found = _answer(engine, board, _GAME_LIMIT)
        except EngineLimitError:
            continue
        proofs += len(found.safe) + len(found.mines)
        truth = {cell: Fraction(cell in mines) for cell in board.where(HIDDEN)}
        _check_any(law, engine.exact, board, found, truth)
        if engine.exact and found.is_exact:
            wanted = reference.analyze(board, Limit())
            law(
                found.solutions == wanted.solutions, f"solutions is {wanted.solutions}, not {found.solutions}"
            )
            law(_same(found.probability, wanted.probability), f"probability is that of {reference.name}")
            law((found.safe, found.mines) == (wanted.safe, wanted.mines), "all proved cells are there")
    return proofs


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


def _check_any(law: Law, exact: bool, board: Board, found: Analysis, expected: dict[Cell, Fraction]) -> None:
    p = found.probability
    law(
        p.shape == board.shape and p.dtype == np.float64,
        "probability is a float64 array of the board's shape",
    )
    law(not p.flags.writeable, "probability is read-only")
    hidden = board.grid == HIDDEN
    law(bool((p[~hidden] == (board.grid[~hidden] == MINE)).all()), "an open cell has 0, a known mine 1")
    law(
        bool((np.isnan(p[hidden]) | ((p[hidden] >= 0) & (p[hidden] <= 1))).all()),
        "a probability is between 0 and 1, or NaN for no estimate",
    )
    for cells, value, what in ((found.safe, 0, "safe"), (found.mines, 1, "a mine")):
        law(all(expected.get(cell) == value for cell in cells), f"a cell that is called {what} is {what}")
        law(all(p[cell] == value for cell in cells), f"a cell that is {what} has probability {value}")
    undecided = expected.keys() - found.safe - found.mines
    law(exact or found.is_exact == (not undecided), "is_exact is honest")
    openable = [cell for cell in expected if cell not in found.mines]
    law((found.best in openable) if openable else found.best is None, "best is a cell to open")
    law(not found.safe or found.best in found.safe, "best is safe where a safe cell is known")


def _check_exact(
    law: Law, rational: bool, found: Analysis, count: int, expected: dict[Cell, Fraction]
) -> None:
    law(found.is_exact, "is_exact")
    law(found.solutions == count, f"solutions is {count}, not {found.solutions}")
    for cell, wanted in expected.items():
        value = found.probability[cell]
        law(abs(value - float(wanted)) <= _TOLERANCE, f"P(mine) at {cell} is {wanted}, not {value}")
        if rational:
            law(found.exact(*cell) == wanted, f"exact{cell} is {wanted}, not {found.exact(*cell)}")
            law(found.fractions[cell] == wanted, f"fractions[{cell}] is {wanted}")
    law(found.safe == {cell for cell, p in expected.items() if p == 0}, "safe holds all safe cells")
    law(found.mines == {cell for cell, p in expected.items() if p == 1}, "mines holds all proved mines")
    if rational:
        known = [cell for cell, code in found.board.items() if code != HIDDEN]
        law(
            all(found.fractions[cell] == found[cell] for cell in known), "fractions are 0 or 1 in known cells"
        )
    least = min((p for p in expected.values() if p < 1), default=None)
    law(found.best is None or expected[found.best] == least, "best is a cell of least probability")
