"""What goes over the wire, typed. Cells are [row, col] from 0."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from ..model.board import Board, Cell

MAX_SIDE = 256
MAX_CELLS = 10_000
_MAX_TEXT = 400_000
_MAX_DATA = 1_400_000  # base64 of 1 MB

Text = Annotated[str, StringConstraints(max_length=_MAX_TEXT)]
Name = Annotated[str, StringConstraints(max_length=300)]
Row = Annotated[str, StringConstraints(min_length=1, max_length=MAX_SIDE, pattern=r"^[#*0-8]+$")]
Shown = Annotated[
    list[tuple[int, int, int]],
    BeforeValidator(lambda shown: [(*cell, code) for cell, code in sorted(shown.items())]),
]
"""[row, col, code] of cells that a move showed; 10 is a mine."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", from_attributes=True)


class BoardModel(_Model):
    """A board: one string a row of ``#`` hidden, ``0``-``8`` opened, ``*`` a known mine.

    ``mines``: on the whole board, known ones included; null where unknown, and ``density`` may then be the
    probability with which each hidden cell is a mine ("1/5", "0.2"; null means 1/2). ``rules``: names of a
    geometry and of rules, with commas between them; the board is then a ``text``, and has no rows.
    """

    rows: list[Row] = Field(default=[], max_length=MAX_SIDE)
    mines: int | None = Field(default=None, ge=0, le=MAX_CELLS)
    density: str | None = Field(default=None, max_length=200)
    rules: str = Field(default="", max_length=500)
    text: str = Field(default="", max_length=20_000)

    @model_validator(mode="before")
    @classmethod
    def _written(cls, value: Any) -> Any:
        if not isinstance(value, Board):
            return value
        rows = str(value).splitlines()[-value.rows :]
        density = None if value.density is None else str(value.density)
        return {"rows": rows, "mines": value.mines, "density": density}


model_of = BoardModel.model_validate


class ProblemModel(_Model):
    """What is wrong, in one sentence, and where: on the board (``cell``), or in the text from 1."""

    kind: Literal[
        "request", "board", "rule", "name", "too-large", "limit", "busy", "not-found", "missing", "server"
    ]
    message: str
    cell: Cell | None = None
    line: int | None = None
    column: int | None = None


class ErrorModel(_Model):
    error: ProblemModel


class ReadRequest(_Model):
    """Whatever a user drops on the page: text, or a file's bytes in base64 as ``data`` with its ``name``."""

    text: Text | None = None
    data: str | None = Field(default=None, max_length=_MAX_DATA)
    name: Name = ""
    format: Name | None = None


class CandidateModel(_Model):
    """A cell to guess; ``probability``: of a mine.

    ``win``: chance to win, a fraction where it is exact, else in per cent. ``progress``: chance that some
    cell is proved safe afterwards. Null where that is not known.
    """

    cell: Cell
    safety: float


class StepModel(_Model):
    """One step of a proof; ``clues``: the opened cells that it uses."""

    cell: Cell
    is_mine: bool
    rule: str
    text: str
    clues: list[Cell]


class GameModel(_Model):
    """A game. ``no_guess``: the layout needs no guess from the first cell on, each step proved.

    ``drawn_for``: the layout is that of the game which began at this cell, whatever is opened first now.
    ``layout``: the cells of the mines, instead of ones drawn by the seed.
    """

    rows: int = Field(ge=1, le=MAX_SIDE)
    cols: int = Field(ge=1, le=MAX_SIDE)
    mines: int = Field(ge=0, le=MAX_CELLS)
    first_click: str = Field(default="safe", max_length=20)
    after_mine: Literal["lose", "continue"] = "lose"
    win: Literal["open", "flag", "explore"] = "open"
    reveal: Literal["cascade", "single"] = "cascade"
    no_guess: bool = False
    seed: int = Field(ge=0, lt=2**53)
    drawn_for: Cell | None = None
    layout: list[Cell] | None = Field(default=None, max_length=MAX_CELLS)


MoveModel = tuple[int, int, Literal["open", "flag", "chord"]]


class PlayRequest(_Model):
    """A game and the moves so far: [row, col, "open" | "flag" | "chord"]; flagging twice unflags.

    ``signs``: tell the whole truth in the search report's signs too.
    """

    game: GameModel
    moves: list[MoveModel] = Field(default=[], max_length=4 * MAX_CELLS)
    signs: bool = False


class PlayState(_Model):
    """``layout``: the mines, once the game is over. ``exploded``: the mines that were opened.

    ``signs``: one string a row of U (safe, not visited), M (mine, not visited), T (mine visited or marked)
    and clues, where they were asked for.
    """

    board: BoardModel
    flags: list[Cell]
    started: bool
    won: bool
    lost: bool
    opened: int
    layout: list[Cell] | None = None
    exploded: list[Cell] = []
    signs: list[str] | None = None


class HintAnswer(_Model):
    cell: Cell | None
    proved: bool
    probability: float | None
    text: str
    steps: list[StepModel] = []
    candidates: list[CandidateModel] = []


class PolicyRequest(PlayRequest):
    """``until_guess``: make proved moves only."""

    policy: Name
    until_guess: bool = False
    count: int = Field(default=1, ge=1, le=2 * MAX_CELLS)


class PolicyMove(_Model):
    cell: Cell
    action: Literal["open", "flag"]
    proved: bool
    probability: float | None
    reason: str
    shown: Shown


class PolicyAnswer(_Model):
    """``done``: the game is over, or the policy has no move; else ask again for more."""

    moves: list[PolicyMove]
    state: PlayState
    done: bool


class GuessModel(_Model):
    """A move that opened a cell without a proof. ``move``: its index among the moves that opened something.

    ``cells``: those that were not proved, several for a chord, ``cell``: the first of them, ``probability``:
    that one of them is a mine. ``rank``: 1 is best. ``cost``: risk beyond that of the least risky cell.
    ``missed``: a cell that was proved safe at the time. ``board``: as it was before. ``win``: chance to win
    from there by the best play, ``loss``: what this move left of it less, both exact near the end, else by
    playing least-risk guesses on random layouts; null where nothing was played. ``recommended``: the
    strongest policy would do the same; ``choice``: its own cell.
    """

    move: int
    cell: Cell
    cells: list[Cell]
    probability: float
    survived: bool
    rank: int
    of: int
    cost: float
    best: Cell
    best_probability: float
    missed: Cell | None
    board: BoardModel
    win: float | None = None
    loss: float | None = None
    recommended: bool = False
    choice: Cell | None = None


class ReviewRequest(ReadRequest):
    """A game with its moves, or a replay file as for ``read``.

    ``weigh``: tell the chance to win before each guess too, as the strongest policy estimates it.
    """

    game: GameModel | None = None
    moves: list[MoveModel] = Field(default=[], max_length=4 * MAX_CELLS)
    weigh: bool = True


class ReviewAnswer(_Model):
    """``luck``: the sum of -log10 of the chance of each guess that went well.

    ``survival``: the chance that the guesses which went well do. ``complete``: whether time sufficed for all.
    """

    guesses: list[GuessModel]
    opened: int
    proved: int
    luck: float
    survival: float
    complete: bool
    won: bool = False


class RecordedStep(_Model):
    """A move that opened something: the cells chosen, and all that it showed."""

    cells: list[Cell]
    shown: Shown
    seconds: float | None = None


class ReplayAnswer(_Model):
    """A recorded game, move by move. ``protected``: its rules keep the first click from a mine."""

    rows: int
    cols: int
    mines: int
    protected: bool
    source: str
    steps: list[RecordedStep]


class LayoutModel(_Model):
    rows: int
    cols: int
    mines: int
    layout: list[Cell]


class ReadAnswer(_Model):
    """What it was: ``boards``, a ``layout`` to play, or a ``replay``.

    ``uncertain``: cells of a screenshot to look at again.
    """

    kind: Literal["boards", "layout", "replay"]
    boards: list[BoardModel] = []
    uncertain: list[Cell] = []
    layout: LayoutModel | None = None
    replay: ReplayAnswer | None = None
