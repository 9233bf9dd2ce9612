"""Minesweeper as a text environment, for language models.

>>> env = TextEnv("1x4/1", reward="dense", first_click="none", seed=3)
>>> prompt = env.reset()
>>> turn = env.step("All cells are alike. I open (0, 0).")
>>> turn.reward, turn.done, turn.info["risk"]
(0.0, False, '1/4')
>>> env.step("open 0,9").info["error"]
'(0, 9) is not on the 1x4 board (rows and columns count from 0)'
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from ..base.errors import EngineLimitError, MinesolverError, MoveError, RuleError, quoted
from ..game import Game, Rules
from ..game.generate import generate
from ..game.grade import grade, risks
from ..game.levels import parse_size
from ..game.score import LAYERS_NEEDED, Score, layer_needed
from ..game.seeding import game_key
from ..io.formats import FORMATS, write
from ..model.board import HIDDEN, MINE, Board
from ..model.reason import show
from ..solve import analyze

_PROMPT = """\
You play Minesweeper{rules}. {mines} mines are hidden on {size} cells; an opened cell shows how many of its \
neighbours are mines. Open all cells without a mine; opening a mine loses.{no_guess}
Cells are {cells}, counted from 0. Answer with one move, such as: open {first}, or: flag {first}.
{board}"""
_TRIES = 1000  # no-guess boards, for one that takes a layer
_SIGNS = {HIDDEN: "#", MINE: "*"}
_KEYS = ("row", "r"), ("col", "column", "c")
_VERB = r"\b(open|reveal|click|dig|uncover|select|play|flag|mark|unflag|move|answer)(?:ed|ing|s)?\b"
_FILLING = r"(?:\s+(?:the|a|cell|square|tile|at|is|to|on)\b)*"
_REFUSED = re.compile(r"(?:\bnot|n't|\bnever|\bavoid|instead of)\s+(?:\w+\s+)?$", re.I)
_ANSWER = re.compile(r"<(answer|move|action)>(.*?)(?:</\1>|$)|\\boxed\{([^{}]*)\}", re.I | re.S)


class AnswerError(MoveError):
    """An answer that is no move on this board, with the reason, as a player may be told it."""


def parse_answer(text: str, board: Any) -> tuple[str, Any]:
    """(``"open"`` or ``"flag"``, the cell) of a free answer: what is in its last ``<answer>`` or
    ``\\boxed{}``, where it has one; the last JSON object or phrase such as "open 3,4"; else the last cell.

    Raises AnswerError: there is none, or its cell is not on the board or not hidden.
    """
    said = text.rpartition("</think>")[2] or text
    if marked := list(_ANSWER.finditer(said)):
        said = marked[-1][2] or marked[-1][3] or ""
    rest = r"[\s,;]+(?:and\s+)?(?:col(?:umn)?\W*)?(-?\d+)" * (len(board.cells[0]) - 1)
    cell = rf"[^\w-]*(?:row\W*)?(?<![\d.])(-?\d+){rest}(?![\d.]*\d)"
    moves = [
        (found.start(), (found[1] or "").lower(), tuple(map(int, found.groups()[1:])))
        for found in re.finditer(rf"(?:{_VERB}{_FILLING})?{cell}", said, re.I)
        if not _REFUSED.search(said[: found.start()])
    ]
    moves += [move for found in re.finditer(r"\{[^{}]*\}", said) if (move := _of_json(found))]
    moves = [move for move in moves if move[1]] or moves
    if not moves:
        like = show(board.cells[0])
        raise AnswerError(f"no move in {quoted(text[-200:])}: answer with one, such as open {like}")
    _, verb, name = max(moves)
    try:
        hidden = board.unknown[board.index(name)]
    except MinesolverError as error:
        raise AnswerError(str(error)) from None
    if not hidden:
        raise AnswerError(f"{show(name)} is open already: choose a hidden cell")
    return "flag" if verb in ("flag", "mark", "unflag", "mine") else "open", name


def _of_json(found: re.Match[str]) -> tuple[int, str, tuple[int, ...]] | None:
    try:
        values = {key.lower(): value for key, value in json.loads(found[0]).items()}
    except ValueError:
        return None
    row, col = (next((values[key] for key in keys if key in values), None) for keys in _KEYS)
    listed = (values.get(key) for key in ("cell", "move", "position"))
    cell: list[Any] = next((cell for cell in listed if isinstance(cell, list)), [row, col])
    whole = all(type(part) is int for part in cell)
    return (found.start(), str(values.get("action", "open")).lower(), tuple(cell)) if whole else None


@dataclass(frozen=True)
class Dense:
    """Weights of what a move gives away, against the exact answer; a perfect move gets 0, others less.

    risk: Of the chance that it is wrong, above the least that a move of its kind has
    missed: Of a move that is not proved right while another one is
    regret: Of the winning chance lost, see :func:`minesolver.grade`; the other weights cost a fraction of a
        millisecond a move, this one up to a second
    """

    risk: float = 1.0
    missed: float = 0.0
    regret: float = 0.0

    def __call__(self, board: Any, cell: Any, flag: bool = False) -> float:
        """The reward for opening or flagging a hidden cell."""
        analysis = analyze(board)
        wrong, least = risks(analysis, cell, flag)
        lost = self.risk * float(wrong - least) + self.missed * (least == 0 < wrong)
        if self.regret and not flag:
            lost += self.regret * (grade(analysis, cell).regret or 0.0)
        return 0.0 - lost


@dataclass(frozen=True)
class Turn:
    """What an answer led to. ``text``: the next prompt; ``info``: ``won``, and of a move its ``action``,
    ``cell``, ``proved``, ``risk`` and ``least_risk`` (fractions as text), or else its ``error``.
    """

    text: str
    reward: float
    done: bool
    info: dict[str, Any] = field(default_factory=dict)


def prompt_of(board: Any, shown: str, no_guess: bool = False) -> str:
    """What a player is told of a board, which is ``shown`` at the end."""
    first, (size, _, rules) = board.cells[0], board.title.partition(" ")
    return _PROMPT.format(
        rules=f" under the rules {rules}" if rules else "",
        mines=board.mines,
        size=size,
        no_guess=" No guess is needed." if no_guess else "",
        cells="(row, column)" if len(first) == 2 else f"{len(first)} numbers",
        first=show(first),
        board=shown,
    )


class TextEnv:
    """Episodes of one level, the same for the same seed. ``score`` judges the moves of all of them.

    size: As for :func:`minesolver.game.levels.parse_size`
    board, first_click: As for :class:`Rules`; a no-guess board begins with its start cell open
    deal: ``mines`` of :class:`Rules`
    notation: A text format of boards, or ``"coordinates"``: the canonical one in numbered rows and columns
    reward: ``"outcome"``: 1 for a won game, -1 for a lost one; ``"dense"`` or weights: at each move as well
    bad: Reward of a bad answer
    no_guess: Only boards on which no guess is needed, so that all can be won
    layer: Only those of them that take this layer of ``LAYERS_NEEDED``, and that no weaker one solves
    chances: Bad answers in a row of which the last one loses the episode
    Raises RuleError: what cannot be played.
    """

    def __init__(
        self,
        size: str = "beginner",
        *,
        board: str = "square",
        first_click: str = "safe",
        deal: Literal["hidden", "fair", "forgiving", "cruel"] = "hidden",
        notation: str = "canonical",
        reward: str | Dense = "outcome",
        bad: float = -0.1,
        no_guess: bool = False,
        layer: str | None = None,
        chances: int = 3,
        seed: int = 0,
    ) -> None:
        *self._layers, rows, cols, mines = parse_size(size)
        self._size, self.seed, self.notation, self.layer = (rows, cols, mines), seed, notation, layer
        self.rules = Rules(first_click, board=board, mines=deal)
        self.rules.check(*self._size, self._layers)
        if reward not in ("outcome", "dense") and not isinstance(reward, Dense):
            raise RuleError(f"reward is outcome, dense or weights, not {reward!r}")
        if layer is not None and (layer not in LAYERS_NEEDED or board != "square"):
            raise RuleError(f"a layer is {', '.join(LAYERS_NEEDED)}, on square boards, not {layer!r}")
        if notation != "coordinates":
            FORMATS.get(notation)
        self.dense = reward if isinstance(reward, Dense) else Dense() if reward == "dense" else None
        self.bad, self.chances, self.no_guess = bad, chances, no_guess or layer is not None
        self.score = Score()
        self.game: Game | None = None
        self._index, self._failed = -1, 0

    def reset(self, index: int | None = None) -> str:
        """Begin episode ``index``, by default the next one; returns the prompt."""
        self._index = self._index + 1 if index is None else index
        self._failed = 0
        self.game = self._begun()
        self.score.begin()
        return prompt_of(self.game.board, self.shown(), self.no_guess)

    def _begun(self) -> Game:
        if not self.no_guess:
            return Game(*self._size, self.rules, seed=self.seed, index=self._index, layers=self._layers)
        rules = Rules("none", board=self.rules.board)
        seed = self.seed if self.layer is None else game_key(self.seed, self._index)
        first = self._index if self.layer is None else 0
        boards = generate(*self._size, board=rules.board, layers=self._layers, seed=seed, first=first)
        for made in islice(boards, _TRIES):
            games = [Game.of(made.solution, rules=rules) for _ in range(2)]
            for game in games:
                game.open(made.start)
            if self.layer is None or layer_needed(games[0]) == self.layer:
                return games[1]
        raise EngineLimitError(f"none of {_TRIES} no-guess boards takes the layer {self.layer}")

    def shown(self) -> str:
        """The board in the notation, and the flags."""
        assert self.game is not None
        marked: set[Any] = self.game.flags
        board, flags = self.game.board, sorted(marked)
        if self.notation != "coordinates" or not isinstance(board, Board):
            text = write(board, "canonical" if self.notation == "coordinates" else self.notation)
        else:
            signs = [[_SIGNS.get(code, code) for code in row] for row in board.grid.tolist()]
            rows = [["", *range(board.cols)], *([r, *row] for r, row in enumerate(signs))]
            text = "\n".join("".join(f"{sign!s:>3}" for sign in row) for row in rows)
        return text + (f"\nflags: {' '.join(map(show, flags))}" if flags else "") + "\n"

    @property
    def over(self) -> bool:
        """Whether the episode is over, or none was begun."""
        return self.game is None or self.game.over or self._failed >= self.chances

    def step(self, answer: str) -> Turn:
        """Take an answer as a move. A bad one changes nothing but the chances that are left.

        Raises RuleError: the episode is over.
        """
        game = self.game
        if game is None or self.over:
            raise RuleError("the episode is over: reset the environment")
        board = game.board
        try:
            action, cell = parse_answer(answer, board)
        except AnswerError as error:
            self._failed += 1
            info = {"won": False, "error": str(error)}
            if self.over:
                self.score.end(False)
            return Turn(f"{error}\n{self.shown()}", self.bad - self.over, self.over, info)
        self._failed = 0
        info = {"action": action, "cell": cell}
        reward = 0.0
        judged = game.started or game.rules.first_click == "none"  # what the rules protect is no guess
        if judged and self.dense:
            reward = self.dense(board, cell, action == "flag")
        (game.open if action == "open" else game.flag)(cell)
        if judged and action == "open":
            move = self.score.opened(board, cell, game.is_mine(cell), game.rules.mines)
            info |= {"proved": move.proved, "risk": str(move.risk), "least_risk": str(move.least_risk)}
        said = ""
        if game.over:
            self.score.end(game.won)
            reward += 1 if game.won else -1
            said = "You won.\n" if game.won else f"{show(cell)} is a mine: you lost.\n"
        return Turn(said + self.shown(), reward, game.over, info | {"won": game.won})


class TextEnvs:
    """Episodes side by side: ``number`` of :class:`TextEnv` with the same arguments."""

    def __init__(self, number: int, **config: Any) -> None:
        self.envs = [TextEnv(**config) for _ in range(number)]

    def reset(self, first: int = 0) -> list[str]:
        """Begin episodes ``first``, ``first + 1``, ...; returns the prompts."""
        return [env.reset(first + i) for i, env in enumerate(self.envs)]

    def step(self, answers: Sequence[str]) -> list[Turn | None]:
        """An answer for each episode; one that is over takes none, and its turn is ``None``."""
        turns = zip(self.envs, answers, strict=True)
        return [None if env.over else env.step(answer) for env, answer in turns]
