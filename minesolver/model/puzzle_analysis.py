"""The answer to a puzzle: an :class:`~minesolver.model.analysis.Analysis` by cell name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

from ..base.errors import CellError, counted
from ..base.render import render
from ..counting.joining import ComponentCount, Marginals
from ..counting.puzzles import PuzzleProblem
from .analysis import Analysis, Statistics, readable
from .puzzle import Puzzle
from .reason import Difficulty, Reason, Step, show, written
from .variant import VariantBoard


class PuzzleAnalysis(Analysis):
    """What is known of a puzzle. Engines make it; users get it from :func:`minesolver.analyze`.

    fractions: P(at least one mine) of every cell, by name
    solutions: Layouts (values of all cells) that satisfy every constraint, or a function that counts them
        when first asked
    probability: From each cell's name to P(at least one mine in it), a float; 0.0 and 1.0 for known cells
    safe, mines: Names of the cells proved to hold no mine, or at least one
    """

    probability: Mapping[Any, float]  # type: ignore[assignment]

    def __init__(
        self,
        puzzle: Puzzle,
        engine: str,
        fractions: Mapping[Any, Fraction],
        *,
        solutions: int | Callable[[], int],
        statistics: Statistics | None = None,
    ) -> None:
        known = puzzle.known
        self.puzzle = puzzle
        self.engine = engine
        self.probability = MappingProxyType({name: float(p) for name, p in fractions.items()})
        self.is_exact = True
        self.statistics = statistics or Statistics()
        self.note = ""
        self._by_name = fractions
        self._solutions = solutions
        self._proved = (
            frozenset(name for name, p in fractions.items() if p == 0 and name not in known),
            frozenset(name for name, p in fractions.items() if p == 1 and name not in known),
        )
        self._steps: Callable[[PuzzleAnalysis], Iterator[Step]] = lambda analysis: iter(())

    def proved_by(self, steps: Callable[[PuzzleAnalysis], Iterator[Step]]) -> Self:
        """The same analysis with a source of logical steps.

        steps: Finds them, when they are first asked for
        """
        self._steps = steps
        return self

    @property
    def prior(self) -> str:
        """The prior over layouts that the probabilities are under, in words."""
        return self.puzzle.prior

    def _name(self, cell: tuple[Any, ...]) -> Any:
        name = cell[0] if len(cell) == 1 else cell
        try:
            if name in self._by_name:
                return name
        except TypeError:  # not hashable
            pass
        raise CellError(f"{show(name)} is no cell of this puzzle")

    def exact(self, *cell: Any) -> Fraction:
        """P(at least one mine) of a cell as a rational number; ``exact(1, 2)`` is the same as ``exact((1,
        2))``.

        Returns: The probability, in lowest terms.
        Raises CellError: no cell has this name.
        """
        return self._by_name[self._name(cell)]

    @cached_property
    def best(self) -> Any:
        """The cell to open: a proved-safe one if there is one, else one of least probability.

        ``None`` where no cell may be safe. Ties go to the first.
        """
        known = self.puzzle.known
        names = tuple(self._by_name)
        choice = [(p, i) for i, (name, p) in enumerate(self._by_name.items()) if name not in known and p < 1]
        return names[min(choice)[1]] if choice else None

    def steps(self) -> Iterator[Step]:
        """How everything that is proved can be proved, step by step, the easiest first at each point."""
        return self._steps(self)

    def hint(self) -> Step | None:
        """The next logical step: the fewest constraints that settle a cell.

        Returns: The step; ``None`` where nothing is left to prove.
        """
        return next(self.steps(), None)

    def difficulty(self) -> Difficulty:
        """How hard it is to prove what can be proved."""
        return Difficulty(tuple(len(step.constraints) for step in self.steps()))

    def reason(self, *cell: Any) -> Reason | None:
        """Why a cell is proved.

        Returns: The reason; ``None`` for a cell that is not proved.
        Raises CellError: no cell has this name.
        """
        return self.reasons.get(self._name(cell))

    @cached_property
    def reasons(self) -> dict[Any, Reason]:
        """The reason of every proved cell, in an order in which each rests on earlier ones only."""
        return {reason.cell: reason for step in self.steps() for reason in step.reasons}

    def summary(self) -> str:
        """What was found, in one line.

        Returns: Puzzle, solution count, proved cells, best cell, engine and time.
        """
        puzzle = self.puzzle
        mines = "mine count unknown" if puzzle.mines is None else counted(puzzle.mines, "mine")
        parts = [f"{puzzle.title}, {mines}"]
        parts.append(f"{readable(self.solutions)} layout{'' if self.solutions == 1 else 's'}")
        proved = len(self.mines)
        parts.append(f"{len(self.safe)} safe and {counted(proved, 'mine')} proved")
        if self.best is None:
            parts.append("nothing left to open")
        else:
            risk = "safe" if self.best in self.safe else f"{100 * self.probability[self.best]:.2f} % mine"
            parts.append(f"best {show(self.best)} {risk}")
        if puzzle.mines is None:
            parts.append(f"prior: {puzzle.prior}")
        seconds = self.statistics.seconds
        parts.append(f"engine {self.engine}" + (f", {1000 * seconds:.1f} ms" if seconds else ""))
        return "; ".join(parts)

    def to_dict(self, *, exact: bool = False, reasons: bool = False) -> dict[str, Any]:
        """The analysis as JSON values, with the keys of ``minesolver solve --json`` for puzzles. Values by
        cell are an object by cell name; for boards under rules that lie in rows and columns, rows as for
        boards.

        exact: Add the key ``exact``: fractions as text
        reasons: Add the key ``reasons``: why each proved cell is proved
        """
        puzzle = self.puzzle
        values = puzzle.described() | {
            "mines": puzzle.mines,
            "engine": self.engine,
            "is_exact": True,
            "solutions": str(self.solutions),
            "probability": puzzle.listed(list(self.probability.values())),
            "safe": [written(name) for name in puzzle.cells if name in self.safe],
            "mine_cells": [written(name) for name in puzzle.cells if name in self.mines],
            "best": None if self.best is None else written(self.best),
        }
        if puzzle.mines is None:
            values["prior"] = self.prior
            if puzzle.density is not None:
                values["density"] = str(puzzle.density)
        if self.note:
            values["note"] = self.note
        if exact:
            values["exact"] = puzzle.listed(list(map(str, self._by_name.values())))
        if reasons:
            values["reasons"] = [reason.to_dict() for reason in self.reasons.values()]
        return values

    def __getitem__(self, cell: Any) -> float:
        """P(at least one mine) of a cell. Raises :class:`CellError` for other names."""
        return self.probability[self._name((cell,))]

    def __eq__(self, other: object) -> bool:
        """Whether both say the same of the same cells, whichever engine found it."""
        if not isinstance(other, PuzzleAnalysis):
            return NotImplemented
        return (self._by_name, self.solutions) == (other._by_name, other.solutions)

    def __hash__(self) -> int:
        return hash(tuple(self._by_name.items()))

    def __repr__(self) -> str:
        return f"<PuzzleAnalysis of {self.summary()}>"

    def __str__(self) -> str:
        """What is known of the cells, as ``minesolver solve`` prints it."""
        return render("puzzle_analysis.text", self)

    def _repr_svg_(self) -> str | None:  # type: ignore[override]
        """How a notebook shows an analysis, where the puzzle has a geometry."""
        return render("puzzle.svg", self) if isinstance(self.puzzle, VariantBoard) else None

    def _repr_html_(self) -> str:
        """The drawing with its summary line."""
        from html import escape

        drawing = self._repr_svg_() or f"<pre>{escape(str(self))}</pre>"
        return f"<figure>{drawing}<figcaption>{escape(self.summary())}</figcaption></figure>"


def from_marginals(
    engine: str,
    problem: PuzzleProblem,
    counts: Sequence[ComponentCount],
    marginals: Marginals,
    seconds: float,
) -> PuzzleAnalysis:
    """An exact analysis from exact counts."""
    puzzle = problem.puzzle
    by_index: dict[int, Fraction] = {i: Fraction(value > 0) for i, value in puzzle.values().items()}
    by_index |= dict.fromkeys(problem.safe, Fraction(0)) | dict.fromkeys(problem.mines, Fraction(1))
    parts: list[tuple[Iterable[int], tuple[int, int], int]] = [
        (cells, expected, len(cells))
        for component, expectations in zip(problem.components, marginals.groups, strict=True)
        for cells, expected in zip(component.groups, expectations, strict=True)
    ]
    if problem.free:
        parts.append((problem.free, marginals.free, len(problem.free)))
    for cells, (numerator, denominator), size in parts:
        by_index.update(dict.fromkeys(cells, Fraction(numerator, denominator * size)))
    return PuzzleAnalysis(
        puzzle,
        engine,
        {name: by_index[i] for i, name in enumerate(puzzle.cells)},
        solutions=marginals.solutions,
        statistics=Statistics(
            len(counts),
            max((count.width for count in counts), default=0),
            sum(count.states for count in counts),
            seconds,
        ),
    )
