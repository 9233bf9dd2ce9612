"""``minesolver score``: how well a player plays, whatever its luck, and what it missed first."""

import argparse
import json
from runpy import run_path

from ..base.errors import ExperimentError, RuleError, counted
from ..game import Rules
from ..game.levels import size_of
from ..game.score import LAYERS_NEEDED, Score, judged
from ..game.series import Series
from ..model.reason import show
from ..players import PLAYERS, Player
from .progress import Progress


def player_of(name: str) -> Player:
    """A policy by its name, or the player in a Python file. Raises ExperimentError: the file has none."""
    if not name.endswith(".py"):
        return PLAYERS.get(name).make()
    try:
        found = run_path(name, run_name="minesolver_student")
    except Exception as error:
        raise ExperimentError(f"{name}: {type(error).__name__}: {error}") from None
    if "MinesweeperAI" in found:
        return PLAYERS.get("cs50").make(ai=found["MinesweeperAI"])
    if "Player" not in found:
        raise ExperimentError(f"{name} has no class MinesweeperAI or Player")
    made: Player = found["Player"]()
    return made


def run(options: argparse.Namespace) -> int:
    *layers, rows, cols, mines = size_of(options)
    rules = Rules("given", board=options.rules) if options.rules else Rules()
    mines = rules.check(rows, cols, mines, layers).mines
    if options.rules and options.player not in PLAYERS:
        raise RuleError("under rules a policy of minesolver play is scored, not a file")
    name = options.player if options.rules else "uniform_random"
    series = Series(name, rows, cols, mines, rules, options.seed, layers=tuple(layers))
    series.check()
    with Progress("games", options.games) as progress:
        score, player = Score(regret=options.regret), player_of(options.player)
        for i in range(options.games):
            judged(player, [series.game(i)], score)
            progress.advance(1)
    first = {layer: next((m for m in score.missed if m.layer == layer), None) for layer in LAYERS_NEEDED}
    if options.json:
        print(json.dumps({name: value._asdict() for name, value in score.summary().items()}))
        return 0
    for name, (value, low, high) in score.summary().items():
        print(f"{name:<40}{value:8.4f}  ({low:.4f} to {high:.4f})")
    for layer, missed in first.items():
        if missed is not None:
            number, reason = sum(m.layer == layer for m in score.missed), missed.analysis.reason(missed.cell)
            print(f"\n{layer}: missed {counted(number, 'time')}, first in game {missed.game}:")
            print(missed.analysis.board, f"opened {show(missed.instead)}; {reason and reason.text}", sep="\n")
    return 0
