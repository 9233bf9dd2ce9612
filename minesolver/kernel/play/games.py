"""Compiled: whole games of a policy, for Monte-Carlo work.

Layouts are those of :mod:`minesolver.game`: the same seed and number give the same game.

Beside its outcome each game has a variance-reduced result. Whether a guess is survived is chance with an
exactly known probability, so that part can be subtracted without changing the mean: for each guess,
``worth`` x (survived - probability); and where a game comes to a position that is played by the whole game
tree, the exact winning chance stands in for the rest. That is a martingale control variate, as in AIVAT
(Burch et al. 2018): any ``worth`` is unbiased, the nearer to the winning chance the less variance is left.
"""

import cython
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.play.layouts import begin_game
from cython.cimports.minesolver.kernel.play.opening import proceed
from cython.cimports.minesolver.kernel.search.choice_cache import (
    find_choice,
    key_of_choice,
    remember_choice,
)
from cython.cimports.minesolver.kernel.search.guess import choose_guess
from cython.cimports.minesolver.kernel.search.types import BY_TREE, SAFEST, Choice, Position, Search, Words
from cython.cimports.minesolver.kernel.types import GUESS, UNFINISHED, WON, Analyzer, Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose(s: cython.pointer(Search), g: cython.pointer(Game), choice: cython.pointer(Choice)) -> cython.void:
    """The guess of the policy; must follow the analysis of the position, as `proceed` leaves it."""
    p: Position
    key: Words
    p.prior.mines = g.mines - g.proved_mines
    p.prior.log_odds = 0.0
    p.log_models = s.analyzer.summary.log_models
    p.probability = g.marginals.probability
    if s.parameters.kind == SAFEST:  # as quick as to look it up
        choice[0] = choose_guess(s, cython.address(p), False)
        return
    key = key_of_choice(s.analyzer, cython.address(p))
    if not find_choice(cython.address(s.choices), key, choice):
        choice[0] = choose_guess(s, cython.address(p), False)
        if not s.analyzer.clock.stopped:  # else a game tree may have been broken off
            remember_choice(cython.address(s.choices), key, choice)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_on(
    s: cython.pointer(Search),
    g: cython.pointer(Game),
    cell: int32_t,
    risk: cython.double,
    worth: cython.double,
    whole: cython.bint,
) -> GameResult:
    """Open a cell that is a mine with the chance ``risk``, and play the game to its end.

    ``worth``: of a guess survived. Not ``whole``: up to the position that the game tree plays, whose winning
    chance is enough for the variance-reduced result (the outcome is then GUESS).
    """
    a: cython.pointer(Analyzer) = s.analyzer
    result: GameResult
    choice: Choice
    luck: cython.double = 0.0
    chance: cython.double = -1.0  # of winning, once the game tree knows it
    result.survived = 0
    result.guesses = 1 if risk > 0.0 else 0
    while True:
        if risk > 0.0:
            result.survived += not g.layout[cell]
            if chance < 0.0:
                luck += worth * (risk - g.layout[cell])
        result.outcome = proceed(a, g, cell)
        if result.outcome != GUESS:
            break
        look(cython.address(a.clock))
        choose(s, g, cython.address(choice))
        if a.clock.stopped:
            result.outcome = UNFINISHED
            break
        if choice.decision == BY_TREE and chance < 0.0:
            chance = cython.cast(cython.double, choice.won) / choice.layouts
            if not whole:
                break
        cell = choice.cell
        risk = g.marginals.probability[cell]
        result.guesses += 1
    result.opened = g.opened
    if chance < 0.0:
        chance = 1.0 if result.outcome == WON else 0.0
    result.adjusted = chance - luck
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_game(
    s: cython.pointer(Search),
    g: cython.pointer(Game),
    protected_: int32_t,
    start: int32_t,
    key: uint64_t,
    worth: cython.double,
) -> GameResult:
    """Play one game. ``protected_``: what the first click protects, as in `lay`."""
    risk: cython.double = 0.0
    if protected_ == 0:
        risk = cython.cast(cython.double, g.mines) / s.analyzer.board.cells
    begin_game(s.analyzer, g, protected_, start, key)
    return play_on(s, g, start, risk, worth, True)
