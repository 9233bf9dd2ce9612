"""``minesolver play``: one game move by move, many games of a policy, or you play."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from math import isnan
from typing import Any

from ..base.errors import BoardFormatError, RuleError, UnknownNameError, counted
from ..base.render import render
from ..game import RULE_SETS, Game, PlayedMove, Rules, play_episode
from ..game.board_sizes import size_of, size_text
from ..game.review import replay_of, review
from ..game.series import Series, Tally, play_series, puzzles
from ..io.drawing import candidate_table, wrapped
from ..io.formats import interpret, sources, variant_lines
from ..io.formats.others import beginning
from ..io.formats.ruled_boards import symbol
from ..model.board import MINE, Board
from ..model.reason import show
from ..players import PLAYERS, Player
from ..players.from_file import SUFFIX
from ..players.own_process import OwnProcess
from ..policy.recommendation import Recommendation
from ..protocol.parameters import (
    COUNT,
    FILE,
    FLAG,
    JOBS,
    JSON,
    POLICY,
    SEED,
    START,
    TEXT,
    Kind,
    Parameter,
)
from . import columns, human
from .arguments import add, add_deal, add_size, values_of
from .level_table import LevelTable
from .progress import Progress
from .review import luck_keys, luck_lines

_POLICIES = (
    "strongest",
    "efficient",
    "safest",
    "likelihood_average",
    "cs50",
    "baseline",
    "uniform_random",
)
"""Those that one would choose, from the strongest on; docs/reference/play.md lists all."""
_POLICY_LINES = "\n".join(f"  {name:19}{PLAYERS.get(name).description}" for name in _POLICIES)


def series_of(options: argparse.Namespace) -> Series:
    """The series that the options describe. Raises :class:`RuleError` for what cannot be played."""
    # Puzzles bring their boards and rules with them.
    if options.puzzles is not None:
        lines = []
        for piece in sources(options.puzzles):
            lines.append(variant_lines.read(piece.lines[0], piece.first_line))
        if not lines:
            raise BoardFormatError(f"{options.puzzles} holds no line of a puzzle")
        puzzle_boards = [(line.solution, line.shown_cells) for line in lines]
        return puzzles(options.policy, puzzle_boards, options.seed)

    # The rules of a game by name, of which single options change single ones.
    *layers, rows, cols, mines = size_of(options)
    rules = Rules("given" if options.rules else "safe")
    if options.game:
        rules = RULE_SETS.get(options.game)
    changes = {}
    for name in ("first_click", "after_mine", "win", "reveal"):
        if getattr(options, name) is not None:
            changes[name] = getattr(options, name)
    if options.deal is not None:
        changes["deal"] = options.deal
    rules = replace(
        rules, **changes, mine_count_known=not options.hide_total, board=options.rules or "square"
    )

    # A seed of the clock is told with the result, so that these games, too, can be played again.
    mines = rules.check(rows, cols, mines, layers).mines
    series_seed = options.seed if options.seed is not None else time.time_ns() % 2**32
    return Series(
        options.policy, rows, cols, mines, rules, series_seed, options.start, tuple(layers)
    )


_EPILOG = f"""\
examples:
  minesolver play --level beginner --policy safest --seed 7
  minesolver play --level expert --policy safest --games 1000 --jobs 2 --json
  minesolver play --level 5x5/5 --win explore --policy advanced_total --trace
  minesolver play --rules hex,liar --shape 6x6 --mines 12 --games 20 --seed 1
  minesolver play --policy examples/student.py --level 8x8/8 --games 20
  minesolver play --policy human
  minesolver play --policy human --deal forgiving --luck
  minesolver generate --rules quad --progressive --out quad.14mv; minesolver play --puzzles quad.14mv
  minesolver play --puzzles examples/level.hexcells --policy human

The last line of --json is one object: policy, games, wins, win_rate, interval (95 %), seconds, ...
Game i of a seed is the same game for every policy and any number of jobs.

policies, of which docs/reference/play.md has all names:
{_POLICY_LINES}
  FILE.py            the player in a Python file, as minesolver score takes it
  optimal:FILE       the best play of a small board, as minesolver optimal --save wrote it
  human              you, with hints, chords, undo, and moves of the machine"""


def _pause(text: str) -> float:
    """Seconds to wait, an hour at most. Raises ``ValueError``, which argparse puts into words."""
    seconds = float(text)
    if not 0 <= seconds <= 3600:
        raise ValueError
    return seconds


_PAUSE = Kind("a number of seconds from 0 to 3600", {"type": "number"}, _pause)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # The board, and the rules of its game.
    parser.epilog = _EPILOG
    add_size(parser)
    add(
        parser,
        Parameter(
            "game",
            TEXT,
            "the rules of a source document's game (CS50's: flagging); options change single ones",
            choices=RULE_SETS,
            is_rare=True,
        ),
        Parameter(
            "first_click",
            TEXT,
            "none, safe (the cell), zero (the cell opens a zero), row-col, fixed:R,C, or given: a safe cell "
            "is open from the beginning (default: safe; with --rules given)",
            metavar="RULE",
        ),
        Parameter(
            "after_mine",
            TEXT,
            "a mine ends the game, or becomes known and play continues (default: lose)",
            choices=["lose", "continue"],
            is_rare=True,
        ),
        Parameter(
            "win",
            TEXT,
            "all safe cells open, all mines flagged, or each cell either (default: open)",
            choices=["open", "flag", "explore"],
            is_rare=True,
        ),
        Parameter(
            "reveal",
            TEXT,
            "whether a zero opens its neighbours (default: cascade)",
            choices=["cascade", "single"],
            is_rare=True,
        ),
    )
    add_deal(parser)
    add(
        parser,
        replace(START, help="open this cell first"),
        Parameter(
            "puzzles",
            FILE,
            "play the puzzles in this file of 14mv lines (generate --progressive) from number --seed on, or "
            "a level of Hexcells or Tametsi",
            metavar="FILE",
            is_rare=True,
        ),
    )
    # Who plays, and how many games.
    add(
        parser,
        replace(POLICY, help="the policy that plays", default="safest"),
        Parameter(
            "games", COUNT, "how many games; one is shown move by move", default=1, metavar="N"
        ),
        SEED,
        JOBS,
    )
    # What is shown of one game.
    add(
        parser,
        Parameter(
            "delay",
            _PAUSE,
            "seconds to pause after each move shown",
            default=0.0,
            metavar="S",
            is_rare=True,
        ),
        Parameter("hide_total", FLAG, "the player does not know the mine count", is_rare=True),
        Parameter("explain", FLAG, "one game: why a cell is proved, the candidates of a guess"),
        Parameter(
            "luck",
            FLAG,
            "one game: at its end, the luck that its guesses spent (many games: minesolver score)",
            is_rare=True,
        ),
        Parameter(
            "signs",
            FLAG,
            "one game: show the whole truth in the search report's signs U M T *",
            is_rare=True,
        ),
        Parameter(
            "trace",
            FLAG,
            "one game: what a deducing policy knew and inferred at each step",
            is_rare=True,
        ),
        JSON,
    )


def _level_of(options: argparse.Namespace) -> LevelTable | None:
    """The level of Hexcells or Tametsi of the puzzles' file, the one with the seed's number; ``None``: lines.

    Raises BoardFormatError: there is no such level; RuleError: an option is of no use there.
    """
    if options.puzzles is None:
        return None
    pieces = sources(options.puzzles)
    if not pieces or beginning(pieces[0].lines[0]) is None:
        return None

    # The seed is what picks a game everywhere else.
    level_number = options.seed or 0
    if level_number >= len(pieces):
        raise BoardFormatError(
            f"{options.puzzles} has {counted(len(pieces), 'level')}, from 0 on, not {level_number}"
        )
    level = interpret(pieces[level_number]).level
    assert level is not None, "it begins as one"
    if options.policy not in ("human", "safest"):
        raise RuleError(f"a level is played by human or safest, not by {options.policy}")
    for option_name in ("json", "explain", "trace", "luck", "signs"):
        if getattr(options, option_name):
            raise RuleError(
                f"--{option_name} is not for levels of Hexcells and Tametsi: leave it out"
            )
    return LevelTable(level, level_number)


def run(options: argparse.Namespace) -> int:
    level_table = _level_of(options)
    if level_table is not None:
        return level_table.play() if options.policy == "human" else level_table.watch()

    # An option that would do nothing is refused: whoever gave it would wait for what it promises.
    series = series_of(options)
    if options.policy == "human":
        for option_name in ("explain", "trace", "json", "delay"):
            if getattr(options, option_name):
                raise RuleError(
                    f"--{option_name} is for policies that play by themselves: leave it out"
                )
        return human.play(series, luck=options.luck)
    if options.policy.endswith(SUFFIX):
        OwnProcess(options.policy).close()  # a file that ends its process is to end another one
    series.check()
    for option_name in ("explain", "trace", "delay", "luck"):
        if getattr(options, option_name) and options.games > 1:
            raise RuleError(f"--{option_name} shows one game: leave --games out")
    if options.games == 1:
        return _one(series, options)
    return _many(series, options)


def _one(series: Series, options: argparse.Namespace) -> int:
    """Play one game, and show it move by move."""
    game = series.game(0)
    shown_game = _ShownGame(game, series, options)
    # Moves are printed as they are made, and a long game is not kept besides.
    start_time = time.perf_counter()
    with shown_game.running():
        episode = play_episode(game, shown_game.player, on_move=shown_game.show, keep_moves=False)
    seconds = time.perf_counter() - start_time
    tally = Tally()
    tally.add(episode)
    graded_game = review(replay_of(game)) if options.luck else None
    if options.json:
        json_summary = _summary(series, tally, seconds) | {"outcome": episode.outcome}
        if graded_game is not None:
            json_summary |= luck_keys(graded_game)
        print(json.dumps(_with_layout(json_summary, game)))
    else:
        print(
            f"{episode.outcome} (seed {series.seed}): {counted(episode.opened, 'cell')} opened, "
            f"{counted(episode.guesses, 'guess')}, {counted(episode.mines_hit, 'mine')} hit, "
            f"{episode.deduced_mines} of {counted(series.mines, 'mine')} proved"
        )
        if graded_game is not None:
            print("\n".join(luck_lines(graded_game)))
    return 0


def _with_layout(summary: dict[str, Any], game: Game) -> dict[str, Any]:
    """The summary of one game with its layout, by which a lost game, too, can be played again and written."""
    if game.layout is None:  # no cell was opened
        return summary
    header = json.loads(game.record().partition("\n")[0])
    return summary | header | summary


class _ShownGame:
    """A game on the terminal, or as lines of JSON, a move at a time."""

    def __init__(self, game: Game, series: Series, options: argparse.Namespace) -> None:
        self.options = options
        # Its log can be read where it is only: a file is trusted by whoever asks for the trace.
        self.player = series.player(explain=options.explain, own_process=not options.trace)
        self.log = _logged(self.player, series.policy) if options.trace else None
        self.moves = 0
        self.colour = sys.stdout.isatty()
        if options.signs and not options.json:
            print(render("game.signs", game, colour=self.colour, legend=True), end="\n\n")

    @contextmanager
    def running(self) -> Iterator[None]:
        """While it is played; afterwards a player's own process is ended."""
        try:
            yield
        finally:
            if hasattr(self.player, "close"):
                self.player.close()

    def show(self, game: Game, played_move: PlayedMove) -> None:
        """Show a move; what a game calls after each."""
        self.moves += 1
        advice = _advice(self.player, played_move)
        inference_steps = self.log.new_steps() if self.log is not None else []
        if self.options.json:
            json_move = _move(game.board, played_move)
            if advice:
                json_move["candidates"] = [candidate.to_dict() for candidate in advice.candidates]
            if self.log is not None:
                json_move["steps"] = [asdict(inference_step) for inference_step in inference_steps]
            print(json.dumps(json_move), flush=True)
            return
        for inference_step in inference_steps:
            print(inference_step)
        print(wrapped(f"{self.moves}. {_sentence(game.board, played_move)}", columns()))
        if advice is not None and self.options.explain:
            print(candidate_table(advice, width=columns()))
        print(self._picture(game), end="\n\n", flush=True)
        time.sleep(self.options.delay)

    def _picture(self, game: Game) -> str:
        if self.options.signs:
            signs: str = render("game.signs", game, colour=self.colour)
            return signs
        return human.picture(game, width=columns(), colour=self.colour)


def _logged(player: Any, policy: str) -> Any:
    """The deducing player in a player, from now on keeping its log."""
    while player is not None and not hasattr(player, "new_steps"):
        player = getattr(player, "player", None)
    if player is None:
        with_log = [
            player_name
            for player_name in PLAYERS.names()
            if hasattr(PLAYERS.get(player_name).make(), "new_steps")
        ]
        listed_names = ", ".join(with_log)
        raise UnknownNameError(
            f"policy {policy} keeps no log of its inference; these do: {listed_names}"
        )
    player.trace = True
    return player


def _advice(player: Player, played_move: PlayedMove) -> Recommendation | None:
    """What a policy that looks ahead weighed for this guess."""
    recommendation: Recommendation | None = getattr(player, "recommendation", None)
    if recommendation is None or recommendation.cell != played_move.cell or played_move.proved:
        return None
    return recommendation


def _many(series: Series, options: argparse.Namespace) -> int:
    tally = Tally()
    interrupted = False
    start_time = time.perf_counter()
    try:
        with (
            Progress(f"{series.policy}, seed {series.seed}", options.games) as progress,
            closing(play_series(series, options.games, jobs=options.jobs)) as batch_tallies,
        ):
            for batch_tally in batch_tallies:
                tally.add(batch_tally)
                progress.update(tally.games, f"{100 * tally.win_rate:.2f} % won")
    except KeyboardInterrupt:  # what is finished is worth as much as before
        interrupted = True
    summary = _summary(series, tally, time.perf_counter() - start_time)
    if interrupted:
        summary["interrupted"] = True
    if options.json:
        print(json.dumps(summary), flush=True)
    else:
        print(_report(series, summary))
    return 130 if interrupted else 0


def _summary(series: Series, tally: Tally, seconds: float) -> dict[str, Any]:
    """The object that ``--json`` prints last."""
    game_count = max(1, tally.games)  # an interrupt may come before the end of the first game
    variance_reduced = tally.variance_reduced
    json_summary = values_of(series, "policy rows cols mines") | series.rules.play_keys()
    if series.rules.board != "square":
        json_summary["rules"] = series.rules.board
        json_summary["shape"] = list(_shape(series))
    json_summary["seed"] = series.seed
    json_summary |= values_of(tally, "games wins win_rate interval")
    if not tally.games:
        json_summary["win_rate"] = None  # JSON has no NaN
    json_summary["variance_reduced"] = None if isnan(variance_reduced[0]) else variance_reduced
    json_summary["seconds"] = seconds
    json_summary["games_per_second"] = tally.games / seconds
    for count_name in ("guesses", "random_picks", "opened", "mines_hit"):
        json_summary[f"{count_name}_per_game"] = getattr(tally, count_name) / game_count
    if tally.estimates:
        json_summary["estimates"] = tally.estimates
    json_summary["visited_per_game"] = (tally.opened + tally.mines_hit) / game_count
    json_summary["ms_per_game"] = 1000 * seconds / game_count

    # The inference report's score means something only where play goes on to the end.
    if series.rules.win == "explore":
        total_mines = game_count * series.mines
        json_summary["score"] = 100 * tally.deduced_mines / total_mines if total_mines else 100.0
    return json_summary


def _shape(series: Series) -> tuple[int, ...]:
    return (*series.layers, series.rows, series.cols)


def _report(series: Series, summary: dict[str, Any]) -> str:
    # Who played what, and how many games were won.
    lowest, highest = (100 * interval_end for interval_end in summary["interval"])
    board_text = f" {summary['rules']}" if "rules" in summary else ""
    text_lines = [
        f"{series.policy} on {size_text(*_shape(series), series.mines)}{board_text}, "
        f"first click {series.rules.first_click}, seed {series.seed}",
    ]
    if not summary["games"]:
        return f"{text_lines[0]}\ninterrupted before the first games were finished"
    text_lines.append(
        f"{summary['wins']} of {counted(summary['games'], 'game')} won: {100 * summary['win_rate']:.2f} % "
        f"(95 % interval {lowest:.2f} to {highest:.2f})"
    )
    if summary["variance_reduced"] is not None:
        mean_percentage, lowest, highest = (
            100 * reduced_value for reduced_value in summary["variance_reduced"]
        )
        text_lines.append(
            f"with the luck of the guesses subtracted: {mean_percentage:.2f} % "
            f"({lowest:.2f} to {highest:.2f})"
        )
    text_lines += [
        f"per game: {summary['guesses_per_game']:.2f} guesses, "
        f"{summary['opened_per_game']:.1f} cells opened, {summary['mines_hit_per_game']:.2f} mines hit",
        f"{summary['seconds']:.1f} s, {summary['games_per_second']:.1f} games/s",
    ]

    # Without these, the figures above would be read as something that they are not.
    if series.rules.after_mine == "continue":
        text_lines.append("mines do not end this game: compare the mines hit, not the games won")
    if "estimates" in summary:
        text_lines.append(
            f"{counted(summary['estimates'], 'guess')} by estimates: nothing could count the position"
        )
    if "interrupted" in summary:
        text_lines.append("interrupted: only finished batches are counted")
    return "\n".join(text_lines)


def _move(board: Any, played_move: PlayedMove) -> dict[str, Any]:
    shown_cells = []
    for shown_cell in sorted(played_move.shown):
        shown_cells.append([*shown_cell, _clue(board, shown_cell)])
    json_values = values_of(played_move, "cell action proved probability reason engine rule")
    return json_values | {"shown": shown_cells}


def _clue(board: Any, cell: Any) -> Any:
    """What a cell shows; under rules in the words of its rule."""
    return board[cell] if isinstance(board, Board) else symbol(board, cell)


def _sentence(board: Any, played_move: PlayedMove) -> str:
    """What was done, how sure it was, and what it showed."""
    if played_move.proved:
        certainty = "proved"
    else:
        certainty = "random pick" if played_move.random else "guess"
        if played_move.probability is not None:
            certainty += f", {100 * played_move.probability:.2f} % mine"
    if played_move.action == "flag":
        outcome_text = ""
    elif any(shown in (MINE, "*") for shown in played_move.shown.values()):
        outcome_text = " -> a MINE"
    elif played_move.action == "chord":
        outcome_text = f" -> {counted(len(played_move.shown), 'cell')} open"
    else:
        outcome_text = f" -> {_clue(board, played_move.cell)}"
        if len(played_move.shown) > 1:
            outcome_text += f" and {len(played_move.shown) - 1} more cells"
    return f"{played_move.action} {show(played_move.cell)} [{certainty}]: {played_move.reason}{outcome_text}"
