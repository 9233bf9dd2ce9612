"""``minesolver score``: how well a player plays, whatever its luck, and what it missed first."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import isnan
from typing import Any

from ..base.errors import ExperimentError, MinesolverError, RuleError, counted
from ..base.json_values import finite
from ..game import Rules
from ..game.board_sizes import size_of
from ..game.score import LAYERS_NEEDED, MOST_SPENT, FalseClaim, Measured, Missed, Score, judged
from ..game.series import Series
from ..model.reason import show
from ..players import PLAYERS
from ..players.from_file import SUFFIX
from ..players.own_process import OwnProcess
from ..protocol.parameters import COUNT, FLAG, JSON, POSITIVE, SEED, TEXT, Parameter
from .arguments import add, add_deal, add_size
from .progress import Progress, remark

_MOVE_SECONDS = 10.0  # a limit that no move of a bot needs, and that a class can wait for
_EPILOG = """\
examples:
  minesolver score baseline --level 6x6/6 --games 20
  minesolver score examples/student.py --games 20 --seed 1
  minesolver score examples/student.py examples/player.py cs50 --level 6x6/6 --games 20 --csv

PLAYER is a policy of minesolver play, or a Python file: with CS50's class MinesweeperAI, or a class Player:

  import minesolver as ms
  class Player:
      def move(self, board):
          return ms.analyze(board).best      # (row, col), a minesolver.players.Move, or None to give up

Each file runs in a process of its own. One that fails, hangs or ends its process has a line that says so, and
the others go on; the exit status is then 2. All play the same games.
"luck removed": games won, less what the guesses won by luck; the same on average, with less scatter."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "players",
            TEXT,
            "policies, or Python files with a player",
            metavar="PLAYER",
            is_argument=True,
            count="+",
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
        Parameter(
            "move_seconds",
            POSITIVE,
            "how long a move of a file may take; loading the file may take 20 s more",
            default=_MOVE_SECONDS,
            metavar="S",
        ),
        Parameter("csv", FLAG, "a line a player, with all figures and their intervals"),
        replace(JSON, help="an object a player, each on a line"),
    )


@dataclass
class _Marks:
    """What came of one player: the games that it finished, and why there are no more."""

    player: str
    score: Score
    chooses_guesses: bool = True
    error: str = ""
    figures: dict[str, Measured] = field(default_factory=dict)

    def claims(self, is_mine: bool) -> list[FalseClaim]:
        """The cells that it called proved mines, or proved safe, and that are not."""
        return [claim for claim in self.score.false_claims if claim.is_mine == is_mine]


def run(options: argparse.Namespace) -> int:
    # The games: the rules of a board have their usual first click.
    if options.csv and options.json:
        raise RuleError("--csv and --json are two forms of the same: choose one")
    *layers, rows, cols, mines = size_of(options)
    rules = Rules("given", board=options.rules) if options.rules else Rules()
    if options.deal is not None:
        rules = replace(rules, deal=options.deal)
    mines = rules.check(rows, cols, mines, layers).mines
    series = Series("safest", rows, cols, mines, rules, options.seed, layers=tuple(layers))
    series.check()

    # One after the other: what is wrong with one player leaves the others alone.
    all_marks = []
    for player_name in options.players:
        marks = _marks_of(player_name, series, options)
        all_marks.append(marks)
        if marks.error:
            remark(marks.error)
    if options.json:
        for marks in all_marks:
            print(json.dumps(_as_json(marks)))
    elif options.csv:
        _write_csv(all_marks)
    elif len(all_marks) > 1:
        _print_table(all_marks)
    elif all_marks[0].score.games:
        _print_one(all_marks[0])
    return 2 if any(marks.error for marks in all_marks) else 0


def _marks_of(player_name: str, series: Series, options: argparse.Namespace) -> _Marks:
    """Have a player play all games, and judge every opened cell; an error ends it where it was."""
    marks = _Marks(player_name, Score(regret=options.regret))
    game_index = -1
    label = "games" if len(options.players) == 1 else player_name
    try:
        with (
            Progress(label, options.games) as progress,
            _player(player_name, series, options.move_seconds) as player,
        ):
            marks.chooses_guesses = getattr(player, "chooses_guesses", True)
            for game_index in range(options.games):
                judged(player, [series.game(game_index)], marks.score)
                progress.advance(1)
    except MinesolverError as error:
        # A name that nobody has is a slip of the pen, not a player that fails.
        if not isinstance(error, ExperimentError) and game_index < 0:
            raise
        who = str(error) if player_name in str(error) else f"{player_name}: {error}"
        marks.error = f"{who} (game {game_index})" if game_index >= 0 else who
        if game_index >= 0:
            marks.score.drop_last_game()
    if marks.score.games:
        marks.figures = marks.score.summary(guesses=marks.chooses_guesses)
    return marks


@contextmanager
def _player(name: str, series: Series, seconds: float) -> Iterator[Any]:
    """The player of a name; that of a file in a process of its own."""
    is_square = series.rules.board == "square"
    if not name.endswith(SUFFIX):
        yield PLAYERS.get(name).on(is_square).make()
        return
    with OwnProcess(name, seconds, square=is_square) as player:
        yield player


def _as_json(marks: _Marks) -> dict[str, Any]:
    """The marks of a player as one object."""
    json_values: dict[str, Any] = {}
    for name, figure in marks.figures.items():
        json_values[name] = {key: finite(number) for key, number in figure._asdict().items()}
    return json_values | {
        "player": marks.player,
        "games": len(marks.score.games),
        "called safe, not proved": len(marks.claims(False)),
        "called a mine, not proved": len(marks.claims(True)),
        "chooses its guesses": marks.chooses_guesses,
        "error": marks.error or None,
    }


def _write_csv(all_marks: Sequence[_Marks]) -> None:
    """A line a player. What does not apply to one is empty."""
    figure_names: dict[str, None] = {}
    for marks in all_marks:
        figure_names |= dict.fromkeys(marks.figures)
    writer = csv.writer(sys.stdout)
    header = ["player", "games", "called safe, not proved", "called a mine, not proved"]
    for name in figure_names:
        header += [name, f"{name}: low", f"{name}: high"]
    writer.writerow([*header, "error"])
    for marks in all_marks:
        cells: list[Any] = [marks.player, len(marks.score.games)]
        cells += [len(marks.claims(False)), len(marks.claims(True))]
        for name in figure_names:
            figure = marks.figures.get(name, ("", "", ""))
            cells += ["" if number != number else number for number in figure]
        writer.writerow([*cells, marks.error])


_TABLE = {
    "proved moves found": "deduced",
    "least-risk guesses": "best guesses",
    "games won": "won",
    "games won, luck removed": "luck removed",
}
"""Columns of the table of several players, by the figures that they show."""


def _print_table(all_marks: Sequence[_Marks]) -> None:
    """A line a player: the figures that mark it, without intervals."""
    rows = [["player", "games", *_TABLE.values(), "false claims", ""]]
    for marks in all_marks:
        figures = []
        for name in _TABLE:
            figure = marks.figures.get(name)
            figures.append("-" if figure is None or isnan(figure.value) else f"{figure.value:.3f}")
        claim_count = len(marks.score.false_claims)
        note = "stopped, see above" if marks.error else ""
        rows.append([marks.player, str(len(marks.score.games)), *figures, str(claim_count), note])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        name, *numbers = row
        columns = [name.ljust(widths[0])]
        columns += [text.rjust(width) for text, width in zip(numbers, widths[1:], strict=True)]
        print("  ".join(columns).rstrip())


def _print_one(marks: _Marks) -> None:
    """Everything about one player: what it claimed wrongly first, its figures, what it missed."""
    for is_mine, called in ((False, "safe"), (True, "a mine")):
        claims = marks.claims(is_mine)
        if claims:
            first = claims[0]
            times = counted(len(claims), "time")
            print(f"called {called} {times} what is not proved, first in game {first.game}:")
            print(f"{first.analysis.board}\n{first.why_not}\n")

    # All figures with their intervals.
    for figure_name, figure in marks.figures.items():
        interval = f"({figure.low:.4f} to {figure.high:.4f})"
        if figure.low == 0.0 and figure.high in (1.0, MOST_SPENT):  # all that there can be
            interval = "too few games to say"
        value_text = "-" if isnan(figure.value) else f"{figure.value:.4f}"
        print(f"{figure_name:<40}{value_text:>8}  {interval}")
    if not marks.chooses_guesses:
        print(
            f"{marks.player} has no make_random_move: its guesses were drawn for it, "
            "and what depends on them is left out"
        )

    # The first deduction that was missed, of each layer that it would have taken.
    for layer in LAYERS_NEEDED:
        missed = [deduction for deduction in marks.score.missed if deduction.layer == layer]
        if missed:
            missed_text = f"missed {counted(len(missed), 'time')}"
            print(f"\n{layer}: {missed_text}, first in game {missed[0].game}:")
            print(_first_missed(missed[0]))


def _first_missed(missed_deduction: Missed) -> str:
    """The board, what was opened, and why another cell was safe."""
    reason = missed_deduction.analysis.reason(missed_deduction.cell)
    sentence = None if reason is None else reason.text
    return f"{missed_deduction.analysis.board}\nopened {show(missed_deduction.instead)}; {sentence}"
