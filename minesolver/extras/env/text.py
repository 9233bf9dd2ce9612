"""Minesweeper as a text environment, for language models.

>>> env = TextEnv("1x4/1", reward="dense", first_click="none", seed=2)
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
from typing import Any, Literal, NamedTuple

from ...base.errors import (
    ArgumentError,
    EngineLimitError,
    MinesolverError,
    MoveError,
    RuleError,
    check_iterable,
    check_type,
    counted,
    quoted,
)
from ...base.limits import whole_number
from ...game import Game, Rules
from ...game.board_sizes import parse_size
from ...game.generate import generate
from ...game.grade import grade, risks
from ...game.score import LAYERS_NEEDED, Score, layer_needed
from ...game.seeding import game_key
from ...io.formats import FORMATS, write
from ...model.board import HIDDEN, MINE, Board
from ...model.reason import show
from ...solver import analyze

_PROMPT = """\
You play Minesweeper{rules}. {mines_are} hidden on {size} cells; an opened cell shows how many of its \
neighbours are mines. Open all cells without a mine; opening a mine loses.{no_guess}
Cells are {cells}, counted from 0. Answer with one move, such as: open {first}, or: flag {first}.
{board}"""
# No-guess boards drawn for one that takes a layer: rare ones are one in some hundred.
_LAYER_TRIES = 1000
_SIGNS = {HIDDEN: "#", MINE: "*"}

# How models write a move, in words: "open the cell at 3, 4", "Row: 3, Column: 4", but not "do not open 3,4".
_VERB = r"\b(open|reveal|click|dig|uncover|select|play|flag|mark|unflag|move|answer)(?:ed|ing|s)?\b"
_FILLING = r"(?:\s+(?:the|a|cell|square|tile|at|is|to|on)\b)*"
_REFUSED = re.compile(r"(?:\bnot|n't|\bnever|\bavoid|instead of)\s+(?:\w+\s+)?$", re.I)
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.I | re.S)
_THOUGHT_END = re.compile(r".*</think(?:ing)?>", re.I | re.S)
"""Everything before an end without a beginning: chat templates often begin the thought themselves."""
_ANSWER = re.compile(r"<(answer|move|action)>(.*?)(?:</\1>|$)|\\boxed\{([^{}]*)\}", re.I | re.S)


class AnswerError(MoveError):
    """An answer that is no move on this board, with the reason, as a player may be told it."""


def parse_answer(text: str, board: Any) -> tuple[str, Any]:
    """(``"open"`` or ``"flag"``, the cell) of a free answer: what is in its last ``<answer>`` or
    ``\\boxed{}``, where it has one; the last JSON object or phrase such as "open 3,4"; else the last cell.

    Raises AnswerError: there is none, or its cell is not on the board or not hidden.
    """
    check_type(text, str, "an answer is a text")
    # A thought is no answer, also one that was cut off; of several answers the last one holds.
    answer = _THOUGHT_END.sub("", _THOUGHT.sub(" ", text))
    marked_answers = list(_ANSWER.finditer(answer))
    if marked_answers:
        answer = marked_answers[-1][2] or marked_answers[-1][3] or ""
    moves = _moves_in_words(answer, dimensions=len(board.cells[0])) + _moves_in_json(answer)
    moves_with_verb = [move for move in moves if move.verb]
    if moves_with_verb:
        moves = moves_with_verb
    if not moves:
        example = show(board.cells[0])
        raise AnswerError(
            f"no move in {quoted(text[-200:])}: answer with one, such as open {example}"
        )
    last_move = max(moves)

    # The move is one on this board.
    try:
        is_hidden = board._unknown[board.index(last_move.cell)]
    except MinesolverError as error:
        raise AnswerError(str(error)) from None
    if not is_hidden:
        raise AnswerError(f"{show(last_move.cell)} is open already: choose a hidden cell")
    is_flag = last_move.verb in ("flag", "mark", "unflag", "mine")
    return "flag" if is_flag else "open", last_move.cell


class _WrittenMove(NamedTuple):
    """A move in a text. ``position``: where it begins; ``verb``: in small letters, empty if there is none."""

    position: int
    verb: str
    cell: tuple[int, ...]


def _moves_in_words(text: str, dimensions: int) -> list[_WrittenMove]:
    """Phrases such as "open 3,4", and cells without a verb, but for what is refused."""
    next_number = r"[\s,;]+(?:and\s+)?(?:col(?:umn)?\W*)?(-?\d+)"
    cell = rf"[^\w-]*(?:row\W*)?(?<![\d.])(-?\d+){next_number * (dimensions - 1)}(?![\d.]*\d)"
    moves = []
    for match in re.finditer(rf"(?:{_VERB}{_FILLING})?{cell}", text, re.I):
        if not _REFUSED.search(text[: match.start()]):
            verb, *numbers = match.groups()
            moves.append(
                _WrittenMove(match.start(), (verb or "").lower(), tuple(map(int, numbers)))
            )
    return moves


def _moves_in_json(text: str) -> list[_WrittenMove]:
    """Objects such as ``{"action": "open", "cell": [3, 4]}`` or ``{"row": 3, "col": 4}``."""
    moves = []
    for match in re.finditer(r"\{[^{}]*\}", text):
        try:
            json_object = json.loads(match[0])
        except ValueError:
            continue

        # Models write Row as well as row.
        values = {key.lower(): value for key, value in json_object.items()}
        cell = _cell_of_json(values)
        if all(type(coordinate) is int for coordinate in cell):
            verb = str(values.get("action", "open")).lower()
            moves.append(_WrittenMove(match.start(), verb, tuple(cell)))
    return moves


def _cell_of_json(values: dict[str, Any]) -> list[Any]:
    """The cell of an object, as a list or by its row and column; ``None`` for what is missing."""
    for key in ("cell", "move", "position"):
        if isinstance(values.get(key), list):
            cell: list[Any] = values[key]
            return cell
    row = values.get("row", values.get("r"))
    col = values.get("col", values.get("column", values.get("c")))
    return [row, col]


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
        move_risk, least_risk = risks(analysis, cell, flag)
        penalty = self.risk * float(move_risk - least_risk)
        if least_risk == 0 and move_risk > 0:
            penalty += self.missed
        if self.regret and not flag:
            penalty += self.regret * (grade(analysis, cell).regret or 0.0)
        return 0.0 - penalty  # no minus zero


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
    first_cell = board.cells[0]
    size, _, rules = board._title.partition(" ")
    mines_are = "1 mine is" if board.mines == 1 else f"{board.mines} mines are"
    return _PROMPT.format(
        rules=f" under the rules {rules}" if rules else "",
        mines_are=mines_are,
        size=size,
        no_guess=" No guess is needed." if no_guess else "",
        cells="(row, column)" if len(first_cell) == 2 else f"{len(first_cell)} numbers",
        first=show(first_cell),
        board=shown,
    )


class TextEnv:
    """Episodes of one level, the same for the same seed. ``score`` judges the moves of all of them.

    size: As for :func:`minesolver.game.board_sizes.parse_size`
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
        *self._layers, rows, cols, mine_count = parse_size(size)
        self._size = rows, cols, mine_count
        self.seed = whole_number(seed, "a seed")
        self.notation = notation
        self.layer = layer
        self.rules = Rules(first_click, board=board, deal=deal)
        self.rules.check(*self._size, self._layers)
        if reward not in ("outcome", "dense") and not isinstance(reward, Dense):
            raise RuleError(f"reward is outcome, dense or weights, not {quoted(reward)}")
        if layer is not None and (layer not in LAYERS_NEEDED or board != "square"):
            raise RuleError(
                f"a layer is {', '.join(LAYERS_NEEDED)}, on square boards, not {quoted(layer)}"
            )
        if notation != "coordinates":
            FORMATS.get(notation)
        self.dense = Dense() if reward == "dense" else None
        if isinstance(reward, Dense):
            self.dense = reward
        self.bad = bad
        self.chances = chances
        self.no_guess = no_guess or layer is not None
        self.score = Score()
        self.game: Game | None = None
        self._index = -1
        self._bad_answers = 0  # in a row

    def reset(self, index: int | None = None) -> str:
        """Begin episode ``index``, by default the next one; returns the prompt."""
        self._index = self._index + 1 if index is None else index
        self._bad_answers = 0
        self.game = self._new_game()
        self.score.begin()
        return prompt_of(self.game.board, self.shown(), self.no_guess)

    def _new_game(self) -> Game:
        """The game of this episode, which may have its start cell open."""
        if not self.no_guess:
            return Game(
                *self._size, self.rules, seed=self.seed, index=self._index, layers=self._layers
            )
        if self.layer is None:
            return self._first_no_guess_game(self.seed, self._index)
        # Many boards are tried for an episode, so it has a seed of its own.
        return self._first_no_guess_game(game_key(self.seed, self._index), 0)

    def _first_no_guess_game(self, seed: int, first_board: int) -> Game:
        """The game of the first no-guess board of a seed that takes the layer, its start cell open."""
        rules = Rules("none", board=self.rules.board)
        boards = generate(
            *self._size, board=rules.board, layers=self._layers, seed=seed, first=first_board
        )
        for generated in islice(boards, _LAYER_TRIES):
            game: Game = Game.of(generated.solution, rules=rules)
            game.open(generated.start)
            if self.layer is None or layer_needed(game.copy()) == self.layer:
                return game
        raise EngineLimitError(
            f"none of {_LAYER_TRIES} no-guess boards takes the layer {self.layer}"
        )

    def shown(self) -> str:
        """The board in the notation, and the flags."""
        assert self.game is not None
        board = self.game.board
        if self.notation != "coordinates":
            text = write(board, self.notation)
        elif isinstance(board, Board):
            text = _in_coordinates(board)
        else:
            text = write(board, "canonical")
        if self.game.flag_counts:
            text += f"\nflags: {' '.join(self.game.flag_texts())}"
        return f"{text}\n"

    @property
    def over(self) -> bool:
        """Whether the episode is over, or none was begun."""
        return self.game is None or self.game.over or self._bad_answers >= self.chances

    def step(self, answer: str) -> Turn:
        """Take an answer as a move. A bad one changes nothing but the chances that are left.

        Raises RuleError: the episode is over.
        """
        # Only bad answers in a row use up the chances: one that can be read gives all of them back.
        game = self.game
        if game is None or self.over:
            raise RuleError("the episode is over: reset the environment")
        board = game.board
        try:
            action, cell = parse_answer(answer, board)
        except AnswerError as error:
            return self._turn_of_bad_answer(error)
        self._bad_answers = 0

        # The move, judged on the board before it.
        info = {"action": action, "cell": cell}
        reward = 0.0
        # What the rules protect is no guess.
        is_judged = game.started or game.rules.first_click == "none"
        if is_judged and self.dense:
            reward = self.dense(board, cell, action == "flag")
        if action == "open":
            game.open(cell)
        else:
            game.flag(cell)
        if is_judged and action == "open":
            graded = self.score.opened(board, cell, game.is_mine(cell), game.rules.deal)
            info["proved"] = graded.proved
            info["risk"] = str(graded.risk)
            info["least_risk"] = str(graded.least_risk)

        # What came of it.
        info["won"] = game.won
        if not game.over:
            return Turn(self.shown(), reward, False, info)
        self.score.end(game.won)
        if game.won:
            return Turn(f"You won.\n{self.shown()}", reward + 1, True, info)
        return Turn(f"{show(cell)} is a mine: you lost.\n{self.shown()}", reward - 1, True, info)

    def _turn_of_bad_answer(self, error: AnswerError) -> Turn:
        """What an answer that is no move leads to: the last chance lost is the game lost."""
        self._bad_answers += 1
        reward = self.bad
        if self.over:
            self.score.end(False)
            reward -= 1
        return Turn(
            f"{error}\n{self.shown()}", reward, self.over, {"won": False, "error": str(error)}
        )


def _in_coordinates(board: Board) -> str:
    """A square board in canonical signs, its rows and columns numbered."""
    lines = ["   " + "".join(f"{col:>3}" for col in range(board.cols))]
    for row, codes in enumerate(board.grid.tolist()):
        signs = [_SIGNS.get(code, str(code)) for code in codes]
        lines.append(f"{row:>3}" + "".join(f"{sign:>3}" for sign in signs))
    return "\n".join(lines)


class TextEnvs:
    """Episodes side by side: ``number`` of :class:`TextEnv` with the same arguments."""

    def __init__(self, number: int, **config: Any) -> None:
        self.envs = [
            TextEnv(**config) for _ in range(whole_number(number, "the number of episodes"))
        ]

    def reset(self, first: int = 0) -> list[str]:
        """Begin episodes ``first``, ``first + 1``, ...; returns the prompts."""
        return [env.reset(first + env_number) for env_number, env in enumerate(self.envs)]

    def step(self, answers: Sequence[str]) -> list[Turn | None]:
        """An answer for each episode; one that is over takes none, and its turn is ``None``.

        Raises ArgumentError: there are not as many answers as episodes.
        """
        check_iterable(answers, "answers are texts in a list")
        answer_texts = list(answers)
        if len(answer_texts) != len(self.envs):
            raise ArgumentError(
                f"{counted(len(answer_texts), 'answer')} for {counted(len(self.envs), 'episode')}"
            )
        turns = zip(self.envs, answer_texts, strict=True)
        return [None if env.over else env.step(answer) for env, answer in turns]
