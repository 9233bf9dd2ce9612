"""Exact Minesweeper: mine probabilities as rationals, proved cells with reasons, and the best move.

>>> import minesolver as ms
>>> analysis = ms.analyze(ms.Board.parse("1#\\n##", mines=1))
>>> analysis.solutions, str(analysis.exact((0, 1)))
(3, '1/3')
"""

from .base import signals as _signals  # noqa: F401, before anything that takes time

# isort: split
import ast as _ast
from importlib import import_module as _import_module
from pathlib import Path as _Path

from . import sources as _sources
from .base.registry import declare as _declare

_declare(
    "minesolver.renderers",
    {
        "chance": "minesolver.counting.layouts:chance",
        "cut": "minesolver.model.cut:board_of",
        "layouts": "minesolver.counting.layouts:each_layout",
        "lost_causes": "minesolver.policy.lost_causes:lost_causes",
        "nearby_reasons": "minesolver.explain.nearby:nearby_reasons",
        "read": "minesolver.io.board_text:parse",
        "sample": "minesolver.counting.layouts:sample",
        "svg": "minesolver.io.pictures:svg",
        "text": "minesolver.io.drawing:text",
        "write": "minesolver.io.formats:write",
    },
)
"""How the models are read, drawn and listed."""
for _group, _places in _sources.DECLARED.items():
    _declare(f"minesolver.{_group}", _places)

_STUB = _ast.parse(_Path(__file__).with_suffix(".pyi").read_text("utf-8"))
"""The list of public names, for type checkers and for this package."""
_HOME_OF_NAME = {
    alias.name: f".{statement.module}"
    for statement in _STUB.body
    if isinstance(statement, _ast.ImportFrom)
    for alias in statement.names
}
"""Where each public name is from."""
__all__ = next(
    _ast.literal_eval(statement.value)
    for statement in _STUB.body
    if isinstance(statement, _ast.Assign)
)


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first used: ``minesolver --help`` needs none of them, nor NumPy."""
    if name not in _HOME_OF_NAME:
        hint = ": minesolver.analyze(board) solves a board" if name == "solve" else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    value = globals()[name] = getattr(_import_module(_HOME_OF_NAME[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return [name for name in globals() if name.startswith("__")] + __all__
