"""A level of another game: a puzzle that shows more as its cells become known."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .variant import VariantBoard


@dataclass(frozen=True)
class Level:
    """A puzzle with its solution.

    solution: The board with every cell known, and all that its cells say: clues, clues printed on mines, and
        constraints. A constraint that stands on a cell is told when that cell is known, others from the
        beginning.
    shown: The cells that are known at the beginning, by index
    title: What it is called; empty where it has no name
    """

    solution: VariantBoard
    shown: frozenset[int]
    title: str = ""

    @property
    def board(self) -> VariantBoard:
        """What a player sees at the beginning."""
        return self.at(self.shown)

    def at(self, known_cells: Collection[int]) -> VariantBoard:
        """What a player sees who knows these cells, by index."""
        solution = self.solution
        known_states = {
            index: state for index, state in solution.states.items() if index in known_cells
        }
        printed_clues = {
            index: clue for index, clue in solution.printed.items() if index in known_cells
        }
        extra_constraints = []
        for constraint in solution.extra:
            if constraint.clue is None or constraint.clue in known_cells:
                extra_constraints.append(constraint)
        return VariantBoard(
            solution.field,
            solution.rules,
            known_states,
            solution.mines,
            density=solution.density,
            extra=extra_constraints,
            printed=printed_clues,
        )
