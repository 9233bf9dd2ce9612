"""Conformance checks for engines, players, formats, rules, geometries and renderers, ours and yours.

Each runs the laws that all of the kind keep, by a registered name or for the object, and raises
``AssertionError`` naming the law and the board where one is broken. A test of a package that adds
an engine is two lines::

    def test_my_engine():
        minesolver.testing.check_engine("my_engine")
"""

from .engines import check_engine
from .formats import check_format
from .players import check_player
from .renderers import check_renderer
from .rules import check_rules

__all__ = ["check_engine", "check_format", "check_player", "check_renderer", "check_rules"]
