"""What is used of PySAT; where that is not installed, importing it from here says how to install it."""

from ..base.errors import dependency

with dependency("python-sat", "a question to a SAT solver"):
    from pysat.card import CardEnc, EncType
    from pysat.formula import IDPool
    from pysat.solvers import Solver

__all__ = ["CardEnc", "EncType", "IDPool", "Solver"]
