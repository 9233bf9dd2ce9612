"""A recorded game, graded: every guess, what it missed, what it risked, and how lucky it was.

>>> from minesolver.io.replays import parse
>>> replay = parse('''{"rows": 1, "cols": 3, "mines": 1, "layout": [[0, 0]]}
... {"cell": [0, 1]}
... {"cell": [0, 2]}''')
>>> guess, = review(replay).guesses
>>> guess.verdict, guess.chance, guess.survived
('best', 0.5, True)
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import fsum, inf, isnan, log10
from typing import Any, Literal

import numpy as np

from ..base.errors import EngineLimitError, InconsistentBoardError, check_type
from ..base.limits import Limit
from ..model.analysis import TIE, Analysis
from ..model.puzzle import Puzzle
from ..model.reason import show
from ..solver import analyze
from .game import Game
from .grade import grade
from .replay import Replay, ReplayOutcome, ReplayStep, measures, positions

Measure = Literal["winning chance", "estimated winning chance", "safety"]
Verdict = Literal["best", "worse", "missed safe", "proved mine"]


@dataclass(frozen=True)
class Guess:
    """A move on cells that were not all proved safe.

    move: Its number in the replay, from 1
    analysis: Of the board before it
    risk: The probability that one of the cells is a mine
    best: The cell that the engine recommends there
    rank: 1 + the number of hidden cells that are less likely a mine than this move is to hit one
    choices: The number of hidden cells
    verdict: ``"best"``: nothing lost against the best cell; ``"worse"``; ``"missed safe"``: a safe cell was
        proved; ``"proved mine"``: the move was certain to hit a mine
    measure: What the verdict goes by, and the unit of ``loss``: ``"winning chance"`` (exact, by the whole
        game tree), ``"estimated winning chance"`` (by games played on, see :func:`~minesolver.grade`) or
        ``"safety"`` (the chance to survive this one move)
    loss: What the move lost against ``choice``; an estimate has an ``error``, and is none within it
    choice: The policy's cell; with measure ``"safety"``, ``best``
    winning: The winning chance of ``choice``, a Fraction where it is exact
    """

    move: int
    step: ReplayStep
    analysis: Analysis
    risk: float
    best: Any
    rank: int
    choices: int
    verdict: Verdict
    measure: Measure
    loss: float
    choice: Any
    winning: Fraction | float | None = None
    error: float = 0.0

    @property
    def cells(self) -> tuple[Any, ...]:
        """The cells opened; several for a chord."""
        return self.step.cells

    @property
    def seconds(self) -> float | None:
        """Time of the move, if the replay has it."""
        return self.step.seconds

    @property
    def board(self) -> Any:
        """The board before the move."""
        return self.analysis.board

    @property
    def best_risk(self) -> float:
        """The mine probability of ``best``."""
        return float(self.analysis.probability[self.best])

    @property
    def missed(self) -> frozenset[Any]:
        """The cells that were proved safe."""
        return frozenset(self.analysis.safe)

    @property
    def survived(self) -> bool:
        """Whether no mine was hit."""
        return not {*self.cells} & {*self.step.hit}

    @property
    def chance(self) -> float:
        """The chance to survive the move, 1 - ``risk``."""
        return 1.0 - self.risk

    @property
    def cost(self) -> float:
        """How much more dangerous than the best cell, in mine probability."""
        return max(0.0, self.risk - self.best_risk)

    @property
    def luck(self) -> float:
        """-log10 of the chance: 0.30 for an even guess, 1 for one chance in ten."""
        return -log10(self.chance) if self.chance > 0 else inf


@dataclass(frozen=True)
class Review:
    """A graded game.

    moves: Moves that opened something
    proved: Moves on proved cells only
    first_move_protected: Whether the rules protected the first move, which is then no guess
    """

    replay: Replay
    guesses: tuple[Guess, ...]
    moves: int
    proved: int
    first_move_protected: bool
    opened: int
    mines_hit: int

    @property
    def outcome(self) -> ReplayOutcome:
        """How the game ended: by the rules that its file names, else won where all safe cells were opened and
        no mine."""
        if self.replay.outcome is not None:
            return self.replay.outcome
        if self.mines_hit:
            return "lost"
        return "won" if self._cleared else "in play"

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.outcome == "won"

    @property
    def _cleared(self) -> bool:
        """Whether all safe cells were opened and no mine."""
        board = self.replay.board
        if board.mines is None or self.mines_hit:
            return False
        if board._is_multi_mine:  # then the mine count does not say how many cells are safe
            return self.replay.outcome == "won"
        return self.opened == int(board._unknown.sum()) - int(board.mines)

    @cached_property
    def luck(self) -> float:
        """Sum of -log10 of the chance of each guess that was survived: 2 is luck of one game in a hundred."""
        return fsum(guess.luck for guess in self.guesses if guess.survived)

    @cached_property
    def luck_demanded(self) -> float:
        """The same over all guesses, the fatal one included; infinite where a proved mine was opened."""
        return fsum(guess.luck for guess in self.guesses)

    @cached_property
    def luck_excess(self) -> float:
        """The part of ``luck_demanded`` that the best cell at each guess would have spared."""
        return fsum(
            guess.luck + log10(1 - guess.best_risk) for guess in self.guesses if guess.cost > TIE
        )

    @cached_property
    def numbers(self) -> dict[str, float]:
        """What players know of a game: the file's own numbers, else of a cleared board those of it and the
        clicks; where they are timed, 3BV/s; pLuck is ``luck``.
        """
        game_numbers = dict(self.replay.numbers)
        if not game_numbers and self._cleared and self.replay.board._plain:
            game_numbers = self._counted_numbers()
        if self._cleared and game_numbers:
            game_numbers["pLuck"] = self.luck
        return game_numbers

    def _counted_numbers(self) -> dict[str, float]:
        """The numbers of a cleared square board, and of the clicks that cleared it."""
        replay = self.replay
        clue_of: dict[Any, Any] = {}
        for step in replay.steps:
            clue_of |= step.shown
        game_numbers: dict[str, float] = dict(
            measures(replay.board.rows, replay.board.cols, clue_of)
        )
        three_bv = game_numbers["3BV"]

        # Flags on cells that were opened later were of no use; each mine is flagged once.
        click_count = len(replay.steps) + len(replay.idle)
        effective_clicks = len(replay.steps) + len(set(replay.idle) - clue_of.keys())
        game_numbers["clicks"] = click_count
        game_numbers["effective clicks"] = effective_clicks
        game_numbers["IOE"] = three_bv / click_count
        game_numbers["correctness"] = effective_clicks / click_count
        game_numbers["throughput"] = three_bv / effective_clicks
        seconds = replay.steps[-1].seconds
        if seconds:
            game_numbers["seconds"] = seconds
            game_numbers["3BV/s"] = three_bv / seconds
            game_numbers["QG"] = seconds**1.7 / three_bv
        return game_numbers

    def count(self, verdict: Verdict) -> int:
        """How many guesses got a verdict."""
        return sum(guess.verdict == verdict for guess in self.guesses)


def review(
    replay: Replay,
    engine: str = "auto",
    *,
    policy: str | None = None,
    limit: Limit | float | None = None,
) -> Review:
    """Grade a replay, each position by itself: what was known there, not what turned out.

    replay: The game, by :func:`minesolver.io.replays.read` or :func:`minesolver.io.replays.parse`
    engine: A name of :func:`minesolver.engines`
    policy: Guesses are graded by the loss in winning chance against this policy's move, exactly where the
        whole game tree can be searched; left out, by safety, the chance to survive the one move
    limit: What the analysis of one position may take, and the policy on one guess
    Raises BoardFormatError: moves that cannot be; InconsistentBoardError: what they show contradicts the mine
        count; UnknownNameError: no such engine or policy; EngineLimitError: the engine gives no chance of a
        cell that was opened, as layers without the mine count do far from all clues.
    """
    check_type(replay, Replay, "review takes a Replay, which minesolver.io.replays reads")
    guesses: list[Guess] = []
    proved_safe: set[Any] = set()  # what was proved once stays so: no need to count again
    move_count = proved_moves = opened_cells = mines_hit = 0
    for move_number, (board, step) in enumerate(positions(replay), 1):
        move_count += 1
        mines_hit += len(step.hit)
        opened_cells += len(step.shown) - len(step.hit)
        if move_number == 1 and replay.protected:
            continue
        if proved_safe.issuperset(step.cells):
            proved_moves += 1
            continue
        analysis = analyze(board, engine, limit=limit)
        if limit is not None and analysis.note:
            raise EngineLimitError(f"move {move_number} cannot be graded: {analysis.note}")
        proved_safe |= analysis.safe
        if proved_safe.issuperset(step.cells):
            proved_moves += 1
            continue
        guess = _by_safety(move_number, step, analysis)
        guesses.append(guess if policy is None else _by_policy(guess, policy, limit))
    # No position follows the last move, which may contradict the others too; a layout contradicts nothing.
    if move_count and replay.layout is None:
        analyze(board.open(step.shown))
    is_protected = replay.protected and move_count > 0
    return Review(
        replay, tuple(guesses), move_count, proved_moves, is_protected, opened_cells, mines_hit
    )


def _by_safety(move_number: int, step: ReplayStep, analysis: Analysis) -> Guess:
    """A move graded by the chance to survive it. Raises EngineLimitError: the engine does not know it."""
    move_risk = _risk(analysis, step.cells)
    if isnan(move_risk):
        raise EngineLimitError(
            f"engine {analysis.engine!r} has no estimate of {show(step.cells[0])} at move {move_number}: "
            "name another one, such as auto"
        )

    # Without a best cell only mines are left, and one of them was opened.
    best_cell = step.cells[0] if analysis.best is None else analysis.best
    safety_loss = max(0.0, move_risk - float(analysis.probability[best_cell]))

    # The verdict: by what was proved, and else by the risk.
    verdict: Verdict
    if move_risk == 1:
        verdict = "proved mine"
    elif analysis.safe:
        verdict = "missed safe"
    else:
        verdict = "best" if safety_loss <= TIE else "worse"
    hidden_cells = analysis.board._named(np.flatnonzero(analysis.board._unknown).tolist())
    safer_cells = sum(float(analysis.probability[cell]) < move_risk - TIE for cell in hidden_cells)

    # Its rank among all hidden cells, by their risks.
    return Guess(
        move_number,
        step,
        analysis,
        move_risk,
        best_cell,
        rank=1 + safer_cells,
        choices=len(hidden_cells),
        verdict=verdict,
        measure="safety",
        loss=safety_loss,
        choice=best_cell,
    )


def _by_policy(guess: Guess, policy: str, limit: Limit | float | None) -> Guess:
    """The same move graded by the winning chance that it loses, where that can be told."""
    if (
        guess.verdict not in ("best", "worse")
        or len(guess.cells) > 1
        or not guess.analysis.is_exact
    ):
        return guess
    graded_move = grade(guess.analysis, guess.cells[0], policy=policy, limit=limit)
    regret = graded_move.regret
    if regret is None:
        return guess
    return replace(
        guess,
        measure="winning chance" if regret.exact else "estimated winning chance",
        loss=float(regret),
        error=regret.error,
        choice=graded_move.best,
        winning=graded_move.chance,
        verdict="worse" if regret > regret.error + TIE else "best",
    )


def _risk(analysis: Analysis, cells: tuple[Any, ...]) -> float:
    """P(at least one of the cells is a mine)."""
    # A proved mine is one; proved-safe cells add nothing.
    if any(cell in analysis.mines for cell in cells):
        return 1.0
    doubtful_cells = [cell for cell in cells if cell not in analysis.safe]
    if len(doubtful_cells) == 1:
        return float(analysis.probability[doubtful_cells[0]])
    # From counts: what is certain must come out as certain.
    puzzle = Puzzle.from_board(analysis.board)
    puzzle.add(doubtful_cells, 0)
    try:
        safe_layouts = analyze(puzzle, "elimination").solutions
    except InconsistentBoardError:
        return 1.0
    return float(1 - Fraction(safe_layouts, analyze(analysis.board, "elimination").solutions))


def replay_of(game: Game[Any]) -> Replay:
    """A game as it was played, to be graded: its moves that opened something."""
    check_type(game, Game, "what is replayed is a Game")
    earlier_game = game.copy()
    steps: list[ReplayStep] = []
    idle_cells: list[Any] = []
    while earlier_game.moves:
        # The game before its last move, then before the one before that, and so on.
        move = earlier_game.undo()
        cells: tuple[Any, ...] = (move.cell,)
        if move.action == "chord":
            cells = tuple(
                cell for cell in earlier_game.chord_cells(move.cell) if cell in move.shown
            )
        if move.shown:
            steps.append(ReplayStep(cells, move.shown))
        else:
            idle_cells.append(move.cell)
    return Replay(
        earlier_game.board,
        protected=game.rules.first_click != "none",
        steps=tuple(reversed(steps)),
        source="a game",
        idle=tuple(reversed(idle_cells)),
        outcome=game.status,
    )
