"""The laws of engines."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

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
Law = Callable[[bool, str], None]


def check_engine(engine: str | Engine, *, number: int = 100, seed: int = 0) -> None:
    """Check an engine against brute force on small random boards.

    An exact engine gives every probability, the solution count, and all proved cells; a rational one gives
    fractions as well. Any other engine proves nothing that is false, and says that it is not exact. All
    refuse a board that no layout fits, keep to a limit or say that they cannot, and treat turned and mirrored
    boards alike.
    """
    chosen = ENGINES.get(engine) if isinstance(engine, str) else engine
    for board in boards.played(number, seed):
        count, expected = marginals(board.grid.tolist(), board.mines, board.density)
        law = partial(_require, chosen, board)
        found = chosen.analyze(board, Limit())
        _check_any(law, chosen.exact, board, found, expected)
        if chosen.exact:
            _check_exact(law, chosen.rational, found, count, expected)
        turned = Board.from_array(np.rot90(board.grid).copy(), board.mines, density=board.density)
        again = chosen.analyze(turned, Limit()).probability
        law(_same(again, np.rot90(found.probability)), "a turned board has the turned answer")
        try:
            quick = chosen.analyze(board, Limit(seconds=1e-6, states=1, solutions=1))
        except EngineLimitError:
            continue
        law(
            _same(quick.probability, found.probability) or not quick.is_exact,
            "under a limit an answer is the same, says that it is not exact, or is an EngineLimitError",
        )
    for board in boards.contradicting():
        try:
            chosen.analyze(board, Limit())
        except ContradictionError:
            continue
        _require(chosen, board, not chosen.exact, "a board that no layout fits raises ContradictionError")


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
