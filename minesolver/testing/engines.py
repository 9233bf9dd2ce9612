"""The laws of engines."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..base.errors import EngineLimitError
from ..base.limits import Limit
from ..counting.problem import ContradictionError
from ..engines import ENGINES
from ..engines.engine import Engine
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board
from . import boards
from .oracle import Cell, marginals

_TOLERANCE = 1e-9


def check_engine(engine: str | Engine, *, number: int = 100, seed: int = 0) -> None:
    """Check an engine against brute force on small random boards.

    An exact engine gives every probability, the solution count, and all proved cells; a rational one gives
    fractions as well. Any other engine proves nothing that is false, and says that it is not exact. All
    refuse a board that no layout fits, keep to a limit or say that they cannot, and treat turned and mirrored
    boards alike.

    engine: A registered name, or the engine
    Raises AssertionError: with the law that is broken, and the board.
    """
    chosen = ENGINES.get(engine) if isinstance(engine, str) else engine
    for board in boards.played(number, seed):
        count, expected = marginals(board.grid.tolist(), board.mines, board.density)
        found = chosen.analyze(board, Limit())
        _check_any(chosen, board, found, expected)
        if chosen.exact:
            _check_exact(chosen, board, found, count, expected)
        _check_turned(chosen, board, found)
        _check_limit(chosen, board, found)
    for board in boards.contradicting():
        try:
            chosen.analyze(board, Limit())
        except ContradictionError:
            continue
        _require(not chosen.exact, "a board that no layout fits raises ContradictionError", chosen, board)


def _require(holds: bool, law: str, engine: Engine, board: Board) -> None:
    if not holds:
        raise AssertionError(f"engine {engine.name!r}: {law}; not so on\n{board}")


def _check_any(engine: Engine, board: Board, found: Analysis, expected: dict[Cell, Fraction]) -> None:
    def law(holds: bool, text: str) -> None:
        _require(holds, text, engine, board)

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
    law(all(expected.get(cell) == 0 for cell in found.safe), "a cell that is called safe is safe")
    law(all(expected.get(cell) == 1 for cell in found.mines), "a cell that is called a mine is a mine")
    law(all(p[cell] == 0 for cell in found.safe), "a safe cell has probability 0")
    law(all(p[cell] == 1 for cell in found.mines), "a mine has probability 1")
    undecided = expected.keys() - found.safe - found.mines
    law(engine.exact or found.is_exact == (not undecided), "is_exact is honest")
    openable = [cell for cell in expected if cell not in found.mines]
    law((found.best in openable) if openable else found.best is None, "best is a cell to open")
    law(not found.safe or found.best in found.safe, "best is safe where a safe cell is known")


def _check_exact(
    engine: Engine, board: Board, found: Analysis, count: int, expected: dict[Cell, Fraction]
) -> None:
    def law(holds: bool, text: str) -> None:
        _require(holds, text, engine, board)

    law(found.is_exact, "is_exact")
    law(found.solutions == count, f"solutions is {count}, not {found.solutions}")
    for cell, wanted in expected.items():
        value = found.probability[cell]
        law(abs(value - float(wanted)) <= _TOLERANCE, f"P(mine) at {cell} is {wanted}, not {value}")
        if engine.rational:
            law(found.exact(*cell) == wanted, f"exact{cell} is {wanted}, not {found.exact(*cell)}")
    law(found.safe == {cell for cell, p in expected.items() if p == 0}, "safe holds all safe cells")
    law(found.mines == {cell for cell, p in expected.items() if p == 1}, "mines holds all proved mines")
    least = min((p for p in expected.values() if p < 1), default=None)
    law(found.best is None or expected[found.best] == least, "best is a cell of least probability")


def _check_turned(engine: Engine, board: Board, found: Analysis) -> None:
    turned = Board.from_array(np.rot90(board.grid).copy(), board.mines, density=board.density)
    again = engine.analyze(turned, Limit()).probability
    _require(
        np.allclose(again, np.rot90(found.probability), rtol=0, atol=_TOLERANCE, equal_nan=True),
        "a turned board has the turned answer",
        engine,
        board,
    )


def _check_limit(engine: Engine, board: Board, found: Analysis) -> None:
    try:
        quick = engine.analyze(board, Limit(seconds=1e-6, states=1, solutions=1))
    except EngineLimitError:
        return
    same = np.allclose(quick.probability, found.probability, rtol=0, atol=_TOLERANCE, equal_nan=True)
    _require(
        same or not quick.is_exact,
        "under a limit an answer is the same, says that it is not exact, or is an EngineLimitError",
        engine,
        board,
    )
