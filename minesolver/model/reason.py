"""One reason for one proved cell, whoever found it: a deduction layer or the explanation of an analysis."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from ..base.errors import check_hashable, check_type, counted, quoted

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which has defaults; type checkers bring it along

    CellT = TypeVar("CellT", bound=Hashable, default=tuple[int, int], covariant=True)
else:
    from typing import TypeVar

    CellT = TypeVar("CellT")


@dataclass(frozen=True, slots=True)
class Reason(Generic[CellT]):
    """Why a cell is safe or a mine. It follows from ``clues``, ``after`` and, with ``total``, the mine count;
    from nothing else.

    >>> import minesolver as ms
    >>> reason = ms.analyze(ms.Board.parse("1#\\n11")).reason((0, 1))
    >>> reason.is_mine, reason.clues
    (True, ((0, 0),))

    cell: (row, column), or the name of a puzzle's cell
    is_mine: What was proved
    rule: One of "one clue", "two clues", "mine count" or "exact search"
    clues: The opened cells that it uses
    after: Proved cells that have to be known before
    why: The argument in words
    total: Whether it uses the mine count
    constraints: Only for puzzles: names of the constraints that it uses, the mine count among them
    """

    cell: CellT
    is_mine: bool
    rule: str
    clues: tuple[CellT, ...]
    after: tuple[CellT, ...]
    why: str
    total: bool = False
    constraints: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """One sentence: why, and what follows."""
        return conclude(self.why, [self.cell], self.is_mine)

    def to_dict(self) -> dict[str, Any]:
        """The reason as JSON values."""
        json_values = {
            "cell": written(self.cell),
            "is_mine": self.is_mine,
            "rule": self.rule,
            "text": self.text,
            "clues": list(map(written, self.clues)),
            "after": list(map(written, self.after)),
            "mine_count": self.total,
        }
        if self.constraints:
            json_values["constraints"] = list(self.constraints)
        return json_values

    def __str__(self) -> str:
        return self.text


def chain(reasons: Mapping[Any, Reason[Any]], cell: Any) -> list[Reason[Any]]:
    """All reasons that a cell rests on, each after those that it needs itself; the cell's own comes last.

    reasons: By cell, in an order in which each rests on earlier ones only
    """
    check_type(reasons, Mapping, "reasons are a mapping of cells to a Reason")
    check_hashable(cell, "the name of a cell can be kept in a set")
    needed_cells = {cell}
    needed_reasons = []
    for reason in reversed([*reasons.values()]):
        check_type(reason, Reason, "reasons are a mapping of cells to a Reason")
        if reason.cell in needed_cells:
            needed_cells.update(reason.after)
            needed_reasons.append(reason)
    return needed_reasons[::-1]


@dataclass(frozen=True, slots=True)
class Step:
    """Cells of a puzzle that one set of constraints settles at once, given what is known before.

    constraints: Names of the constraints, the mine count among them
    smallest: Whether no smaller set settles any cell, as far as was searched
    facts: How many constraints these are, where all parts of one placement rule count as one
    """

    reasons: tuple[Reason[Any], ...]
    constraints: tuple[str, ...]
    smallest: bool
    facts: int

    @property
    def text(self) -> str:
        """One or two sentences: why, and all that follows."""
        sentences = []
        for is_mine in (False, True):
            reasons = [reason for reason in self.reasons if reason.is_mine is is_mine]
            if reasons:
                cells = [reason.cell for reason in reasons]
                sentences.append(conclude(reasons[0].why, cells, is_mine))
        return " ".join(sentences)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is: the constraints used in each step of logic; a placement rule is one."""

    steps: tuple[int, ...]

    @property
    def hardest(self) -> int:
        """The most constraints that one step needs."""
        return max(self.steps, default=0)

    @property
    def workload(self) -> int:
        """The sum over the steps of (constraints used - 1), the measure of the puzzles' players."""
        return sum(constraint_count - 1 for constraint_count in self.steps)

    def __str__(self) -> str:
        if not self.steps:
            return "nothing to prove"
        step_count = counted(len(self.steps), "step")
        hardest_step = counted(self.hardest, "constraint")
        return f"{step_count}, at most {hardest_step} in one, workload {self.workload}"


def written(name: Any) -> Any:
    """A cell's name as JSON has it: tuples as lists."""
    return list(map(written, name)) if isinstance(name, tuple) else name


def show(name: Any) -> str:
    """A cell's name as people write it: tuples without spaces."""
    try:
        return f"({','.join(map(str, name))})" if isinstance(name, tuple) else str(name)
    except Exception:  # an integer of more digits than Python writes, lists in lists without end
        return quoted(name)


def conclude(why: str, cells: Sequence[Any], is_mine: bool) -> str:
    """The sentence that draws one conclusion about several cells."""
    cell_names = [show(cell) for cell in cells]
    if len(cell_names) == 1:
        conclusion = f"{cell_names[0]} is {'a mine' if is_mine else 'safe'}"
    else:
        conclusion = f"{', '.join(cell_names[:-1])} and {cell_names[-1]} are {'mines' if is_mine else 'safe'}"
    return f"{why[0].upper()}{why[1:]}, so {conclusion}."
