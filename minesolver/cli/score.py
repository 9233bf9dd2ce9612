"""``minesolver score``: how well a player plays, whatever its luck, and what it missed first."""

import argparse
import json
from dataclasses import replace
from math import isnan

from ..base.errors import counted
from ..base.json_values import finite
from ..game import Rules
from ..game.board_sizes import size_of
from ..game.score import LAYERS_NEEDED, Missed, Score, judged
from ..game.series import Series
from ..model.reason import show
from ..players import PLAYERS
from ..protocol.parameters import COUNT, FLAG, JSON, SEED, TEXT, Parameter
from .arguments import add, add_deal, add_size
from .progress import Progress

_EPILOG = """\
examples:
  minesolver score baseline --level 6x6/6 --games 20
  minesolver score examples/student.py --games 20 --seed 1

PLAYER is a policy of minesolver play, or a Python file: with CS50's class MinesweeperAI, or a class Player
with start(rows, cols, mines, seed) and move(board), which returns a minesolver.players.Move.
"luck removed": games won, less what the guesses won by luck; the same on average, with less scatter, and from
0 to 1 where few games were played, too."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "player",
            TEXT,
            "a policy, or a Python file with a player",
            metavar="PLAYER",
            is_argument=True,
        ),
    )
    add_size(parser)
    add(
        parser,
        Parameter("games", COUNT, "how many games", default=100, metavar="N"),
        replace(SEED, default=0),
    )
    add_deal(parser)
    add(
        parser,
        Parameter("regret", FLAG, "tell the winning chance lost by guesses (up to a second each)"),
        replace(JSON, help="as JSON"),
    )


def run(options: argparse.Namespace) -> int:
    # The games: the rules of a board have their usual first click.
    *layers, rows, cols, mines = size_of(options)
    rules = Rules("given", board=options.rules) if options.rules else Rules()
    if options.deal is not None:
        rules = replace(rules, mines=options.deal)
    mines = rules.check(rows, cols, mines, layers).mines
    series = Series(options.player, rows, cols, mines, rules, options.seed, layers=tuple(layers))
    series.check()

    # Every opened cell of every game is judged.
    with Progress("games", options.games) as progress:
        score = Score(regret=options.regret)
        judged_player = PLAYERS.get(options.player).make()
        for game_index in range(options.games):
            judged(judged_player, [series.game(game_index)], score)
            progress.advance(1)

    # All figures with their intervals.
    figures = score.summary()
    if options.json:
        json_values = {}
        for name, figure in figures.items():
            json_values[name] = {key: finite(number) for key, number in figure._asdict().items()}
        print(json.dumps(json_values))
        return 0
    for figure_name, figure in figures.items():
        interval = f"({figure.low:.4f} to {figure.high:.4f})"
        value_text = "-" if isnan(figure.value) else f"{figure.value:.4f}"
        print(f"{figure_name:<40}{value_text:>8}  {interval}")

    # The first deduction that was missed, of each layer that it would have taken.
    for layer in LAYERS_NEEDED:
        missed_deductions = [deduction for deduction in score.missed if deduction.layer == layer]
        if missed_deductions:
            first_missed = missed_deductions[0]
            missed_text = f"missed {counted(len(missed_deductions), 'time')}"
            print(f"\n{layer}: {missed_text}, first in game {first_missed.game}:")
            print(_first_missed(first_missed))
    return 0


def _first_missed(missed_deduction: Missed) -> str:
    """The board, what was opened, and why another cell was safe."""
    reason = missed_deduction.analysis.reason(missed_deduction.cell)
    sentence = None if reason is None else reason.text
    return f"{missed_deduction.analysis.board}\nopened {show(missed_deduction.instead)}; {sentence}"
