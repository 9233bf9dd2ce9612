"""``minesolver play``: one game move by move, many games of a policy, or you play."""

import argparse
import json
import sys
import time
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from math import isnan, nan
from pathlib import Path
from typing import Any

from ..base.errors import BoardFormatError, RuleError, UnknownNameError, counted
from ..base.render import render
from ..game import RULE_SETS, Game, PlayedMove, Rules, play_episode
from ..game.dealing import DEALS
from ..game.levels import size_of, size_text
from ..game.series import Series, Tally, play_series, puzzles
from ..io.drawing import candidate_table, wrapped
from ..io.formats import levels, sources
from ..io.formats.variant import symbol
from ..model.board import MINE, Board
from ..model.reason import show
from ..players import PLAYERS, Player
from ..policies.recommendation import Recommendation
from . import columns, human
from .arguments import add_jobs, add_seed, add_size, cell, positive, values_of
from .progress import Progress

_POLICIES = "\n".join(f"  {name:31}{PLAYERS.get(name).description}" for name in PLAYERS.own)


def series_of(options: argparse.Namespace) -> Series:
    """The series that the options describe. Raises :class:`RuleError` for what cannot be played."""
    if options.puzzles is not None:
        read = [levels.read(piece.lines[0], piece.first_line) for piece in sources(options.puzzles)]
        if not read:
            raise BoardFormatError(f"{options.puzzles} holds no line of a puzzle")
        return puzzles(options.policy, [(one.solution, one.shown) for one in read], options.seed)
    *layers, rows, cols, mines = size_of(options)
    rules = RULE_SETS.get(options.game) if options.game else Rules("given" if options.rules else "safe")
    names = ("first_click", "after_mine", "win", "reveal")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    if options.deal is not None:
        given["mines"] = options.deal
    rules = replace(rules, **given, mine_count_known=not options.hide_total, board=options.rules or "square")
    mines = rules.check(rows, cols, mines, layers).mines
    seed = options.seed if options.seed is not None else time.time_ns() % 2**32
    return Series(options.policy, rows, cols, mines, rules, seed, options.start, tuple(layers))


_EPILOG = f"""\
examples:
  minesolver play --level beginner --policy safest --seed 7
  minesolver play --level expert --policy safest --games 1000 --jobs 2 --json
  minesolver play --level 5x5/5 --win explore --policy advanced_total --trace
  minesolver play --rules hex,liar --shape 6x6 --mines 12 --games 20 --seed 1
  minesolver play --policy examples/student.py --level 8x8/8 --games 20
  minesolver play --policy human
  minesolver play --policy human --deal forgiving
  minesolver generate --rules quad --progressive --out quad.14mv; minesolver play --puzzles quad.14mv

The last line of --json is one object: policy, games, wins, win_rate, interval (95 %, Wilson), seconds, ...
Game i of a seed is the same game for every policy and any number of jobs.

policies:
{_POLICIES}
  FILE.py                        the player in a Python file, as minesolver score takes it
  optimal:FILE                   the best play of a small board, as minesolver optimal --save wrote it
  human                          you, with hints, chords, undo, and moves of the machine"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_size(parser)
    parser.add_argument(
        "--game",
        choices=RULE_SETS,
        help="the rules of a source document's game (CS50's: flagging); options change single ones",
    )
    parser.add_argument(
        "--first-click",
        metavar="RULE",
        help="none, safe (the cell), zero (the cell opens a zero), row-col, fixed:R,C, or given: a safe cell "
        "is open from the beginning (default: safe; with --rules given)",
    )
    parser.add_argument(
        "--after-mine",
        choices=["lose", "continue"],
        help="a mine ends the game, or becomes known and play continues (default: lose)",
    )
    parser.add_argument(
        "--win",
        choices=["open", "flag", "explore"],
        help="all safe cells open, all mines flagged, or each cell either (default: open)",
    )
    parser.add_argument(
        "--reveal",
        choices=["cascade", "single"],
        help="whether a zero opens its neighbours (default: cascade)",
    )
    parser.add_argument(
        "--deal",
        choices=DEALS,
        help="hidden: where mines are is settled before (default). Else it is when a cell is opened: a guess "
        "where a safe cell is proved hits one; any other by its exact chance (fair), never (forgiving) or "
        "always (cruel)",
    )
    parser.add_argument("--start", type=cell, metavar="R,C", help="open this cell first")
    parser.add_argument(
        "--puzzles",
        type=Path,
        metavar="FILE",
        help="play the puzzles in this file of 14mv lines (generate --progressive) from number --seed on",
    )
    parser.add_argument(
        "--policy", default="safest", metavar="NAME", help="the policy that plays (default: safest)"
    )
    parser.add_argument(
        "--games", type=positive, default=1, metavar="N", help="how many (default: 1, shown move by move)"
    )
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--delay", type=float, default=0.0, metavar="S", help="seconds to pause after each move shown"
    )
    parser.add_argument("--hide-total", action="store_true", help="the player does not know the mine count")
    parser.add_argument(
        "--explain", action="store_true", help="one game: why a cell is proved, the candidates of a guess"
    )
    parser.add_argument(
        "--signs",
        action="store_true",
        help="one game: show the whole truth in the search report's signs U M T *",
    )
    parser.add_argument(
        "--trace", action="store_true", help="one game: what a deducing policy knew and inferred at each step"
    )
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")


def run(options: argparse.Namespace) -> int:
    series = series_of(options)
    if options.policy == "human":
        for name in ("explain", "trace", "json", "delay"):
            if getattr(options, name):
                raise RuleError(f"--{name} is for policies that play by themselves: leave it out")
        return human.play(series)
    series.check()
    for name in ("explain", "trace", "delay"):
        if getattr(options, name) and options.games > 1:
            raise RuleError(f"--{name} shows one game: leave --games out")
    if options.games == 1:
        return _one(series, options)
    return _many(series, options)


def _one(series: Series, options: argparse.Namespace) -> int:
    number = 0
    colour = sys.stdout.isatty()
    player = series.player(explain=options.explain)
    log = _logged(player, series.policy) if options.trace else None

    def show(game: Game, played: PlayedMove) -> None:
        nonlocal number
        number += 1
        advice = _advice(player, played)
        steps = log.new_steps() if log is not None else []
        if options.json:
            more: dict[str, Any] = {}
            if advice:
                more["candidates"] = [c.to_dict() for c in advice.candidates]
            if log is not None:
                more["steps"] = [asdict(step) for step in steps]
            print(json.dumps(_move(game.board, played) | more), flush=True)
            return
        for step in steps:
            print(step)
        print(wrapped(f"{number}. {_sentence(game.board, played)}", columns()))
        if advice is not None and options.explain:
            print(candidate_table(advice, width=columns()))
        shown = partial(render, "game.signs") if options.signs else partial(human.picture, width=columns())
        print(shown(game, colour=colour), end="\n\n", flush=True)
        time.sleep(options.delay)

    began = time.perf_counter()
    game = series.game(0)
    if options.signs and not options.json:
        print(render("game.signs", game, colour=colour, legend=True), end="\n\n")
    episode = play_episode(game, player, on_move=show, keep_moves=False)
    tally = Tally()
    tally.add(episode)
    if options.json:
        print(json.dumps(_summary(series, tally, time.perf_counter() - began) | {"outcome": episode.outcome}))
    else:
        print(
            f"{episode.outcome} (seed {series.seed}): {counted(episode.opened, 'cell')} opened, "
            f"{counted(episode.guesses, 'guess')}, {counted(episode.mines_hit, 'mine')} hit, "
            f"{episode.deduced_mines} of {counted(series.mines, 'mine')} proved"
        )
    return 0


def _logged(player: Any, policy: str) -> Any:
    """The deducing player in a player, from now on keeping its log."""
    while player is not None and not hasattr(player, "new_steps"):
        player = getattr(player, "player", None)
    if player is None:
        known = [name for name in PLAYERS.names() if hasattr(PLAYERS.get(name).make(), "new_steps")]
        raise UnknownNameError(f"policy {policy} keeps no log of its inference; these do: {', '.join(known)}")
    player.trace = True
    return player


def _advice(player: Player, played: PlayedMove) -> Recommendation | None:
    """What a policy that looks ahead weighed for this guess."""
    found: Recommendation | None = getattr(player, "recommendation", None)
    return found if found is not None and found.cell == played.cell and not played.proved else None


def _many(series: Series, options: argparse.Namespace) -> int:
    tally = Tally()
    interrupted = False
    began = time.perf_counter()
    try:
        with (
            Progress(f"{series.policy}, seed {series.seed}", options.games) as progress,
            closing(play_series(series, options.games, jobs=options.jobs)) as batches,
        ):
            for batch in batches:
                tally.add(batch)
                progress.update(tally.games, f"{100 * tally.win_rate:.2f} % won")
    except KeyboardInterrupt:  # what is finished is worth as much as before
        interrupted = True
    summary = _summary(series, tally, time.perf_counter() - began)
    if interrupted:
        summary["interrupted"] = True
    if options.json:
        print(json.dumps(summary), flush=True)
    else:
        print(_report(series, summary))
    return 130 if interrupted else 0


def _summary(series: Series, tally: Tally, seconds: float) -> dict[str, Any]:
    games, reduced = max(1, tally.games), tally.variance_reduced
    found = values_of(series, "policy rows cols mines") | series.rules.play_keys()
    if series.rules.board != "square":
        found |= {"rules": series.rules.board, "shape": [*_shape(series)]}
    found |= {"seed": series.seed, **values_of(tally, "games wins win_rate interval")}
    found |= {"win_rate": tally.win_rate if tally.games else None}
    found |= {"variance_reduced": None if isnan(reduced[0]) else reduced}
    found |= {"seconds": seconds, "games_per_second": tally.games / seconds}
    for name in ("guesses", "random_picks", "opened", "mines_hit"):
        found[f"{name}_per_game"] = getattr(tally, name) / games
    if tally.estimates:
        found["estimates"] = tally.estimates
    found |= {
        "visited_per_game": (tally.opened + tally.mines_hit) / games,
        "ms_per_game": 1000 * seconds / games,
    }
    if series.rules.win == "explore":
        # The inference report's score means something only where play goes on to the end.
        found["score"] = 100 * tally.deduced_mines / (games * series.mines) if series.mines else 100.0
    return found


def _shape(series: Series) -> tuple[int, ...]:
    return (*series.layers, series.rows, series.cols)


def _report(series: Series, summary: dict[str, Any]) -> str:
    low, high = (100 * end for end in summary["interval"])
    board = f" {summary['rules']}" if "rules" in summary else ""
    rate = nan if summary["win_rate"] is None else 100 * summary["win_rate"]
    lines = [
        f"{series.policy} on {size_text(*_shape(series), series.mines)}{board}, "
        f"first click {series.rules.first_click}, seed {series.seed}",
        f"{summary['wins']} of {counted(summary['games'], 'game')} won: {rate:.2f} % "
        f"(95 % interval {low:.2f} to {high:.2f})",
    ]
    if summary["variance_reduced"] is not None:
        mean, half = (100 * value for value in summary["variance_reduced"])
        what = "variance-reduced win rate (the luck of the guesses subtracted)"
        lines.append(f"{what}: {mean:.2f} +- {half:.2f} %")
    lines += [
        f"per game: {summary['guesses_per_game']:.2f} guesses, "
        f"{summary['opened_per_game']:.1f} cells opened, {summary['mines_hit_per_game']:.2f} mines hit",
        f"{summary['seconds']:.1f} s, {summary['games_per_second']:.1f} games/s",
    ]
    if series.rules.after_mine == "continue":
        lines.append("mines do not end this game: compare the mines hit, not the games won")
    if "estimates" in summary:
        lines.append(
            f"{counted(summary['estimates'], 'guess')} by estimates: nothing could count the position"
        )
    return "\n".join(lines + ["interrupted: only finished batches are counted"] * ("interrupted" in summary))


def _move(board: Any, played: PlayedMove) -> dict[str, Any]:
    shown = [[*cell, _clue(board, cell)] for cell in sorted(played.shown)]
    return values_of(played, "cell action proved probability reason engine rule") | {"shown": shown}


def _clue(board: Any, cell: Any) -> Any:
    """What a cell shows; under rules in the words of its rule."""
    return board[cell] if isinstance(board, Board) else symbol(board, cell)


def _sentence(board: Any, played: PlayedMove) -> str:
    kind = "proved" if played.proved else "random pick" if played.random else "guess"
    risk = "" if played.probability is None or played.proved else f", {100 * played.probability:.2f} % mine"
    if played.action == "flag":
        shown = ""
    elif played.shown.get(played.cell) in (MINE, "*"):
        shown = " -> a MINE"
    else:
        more = len(played.shown) - 1
        shown = f" -> {_clue(board, played.cell)}" + (f" and {more} more cells" if more else "")
    return f"{played.action} {show(played.cell)} [{kind}{risk}]: {played.reason}{shown}"
