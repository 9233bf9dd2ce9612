"""Clicks: the efficiency (3BV / clicks) and the wins of policy `efficient`, beside players that spend more.

Each opening, flag and chord is a click. All play the same layouts from the same first cell. `openings`
opens what is proved, cell by cell, and guesses as `strongest`; `human` has the rules of a fast human: it
proves what one clue or two say, and with the mine count (`likelihood_average_total`), chords where that
opens more cells than it takes flags, and guesses by the clues beside a cell. ZiNi is the greedy one, which
knows the board. `--small` has the exact least clicks of small boards as a yardstick: every layout is
played. `--vary` tries other weights of `efficient`, one at a time, in games that go on after a mine.

example:
  python benchmarks/efficiency.py
  python benchmarks/efficiency.py --levels beginner --games 100 --first-click safe
  python benchmarks/efficiency.py --small
  python benchmarks/efficiency.py --vary --games 200
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from math import inf
from typing import Any, NamedTuple

from run_facts import print_facts

import minesolver as ms
from minesolver.base.intervals import rate_interval, ratio_interval
from minesolver.cli.progress import Progress
from minesolver.game import Game, Rules, play_episode
from minesolver.game.series import Opening, good_start
from minesolver.model.board import HIDDEN, MINE
from minesolver.model.layout import Layout
from minesolver.players import PLAYERS, Move
from minesolver.players.efficient import Efficient
from minesolver.players.player import unproved
from minesolver.players.safest import Safest
from minesolver.policy import POLICIES
from minesolver.policy.clicks import ClickWeights
from minesolver.policy.optimal import optimal

SMALL_SIZES = {(3, 3): (1, 2, 3), (3, 4): (2, 3, 4), (4, 4): (2, 3, 4)}
VARIED = (0.5, 0.8, 1.25, 2.0)


class Openings(Safest):
    """What is proved safe cell by cell, and no flags."""

    def move(self, board: Any) -> Move | None:
        move = super().move(board)
        while move is not None and move.action == "flag":
            move = super().move(board)
        return move


class Chording:
    """A player that proves cells one by one, and chords where that opens more cells than it takes flags."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.mines: set[Any] = set()  # that are proved
        self.flags: set[Any] = set()
        self.planned: list[Move] = []
        self.player.start(rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        if self.planned:
            return self.planned.pop()
        move = self.player.move(board)
        while move is not None and move.action == "flag":
            self.mines.add(move.cell)
            move = self.player.move(board)
        if move is None or not move.proved:
            return move

        # The chord that opens most for its clicks, this cell among them.
        most = 0
        for clue_cell in board.neighbours(move.cell):
            if not 0 < board[clue_cell] < MINE:
                continue
            hidden = [cell for cell in board.neighbours(clue_cell) if board[cell] == HIDDEN]
            mines = [cell for cell in hidden if cell in self.mines]
            flags = [cell for cell in mines if cell not in self.flags]
            opened = len(hidden) - len(mines)
            if len(mines) == board[clue_cell] and opened > 1 and opened - len(flags) > most:
                most = opened - len(flags)
                self.planned = [replace(move, cell=clue_cell, action="chord")]
                self.planned += [replace(move, cell=cell, action="flag") for cell in flags]
        if not self.planned:
            return move
        self.flags.update(planned.cell for planned in self.planned if planned.action == "flag")
        return self.planned.pop()


class GameClicks(NamedTuple):
    """What a game took."""

    won: bool
    clicks: int
    three_bv: int
    zini: int


def contenders() -> dict[str, Callable[[], Any]]:
    """Makers of players by name."""
    strongest = POLICIES.get("strongest")
    return {
        "openings": lambda: Openings(strongest),
        "human": lambda: Chording(PLAYERS.get("likelihood_average_total").make()),
        "efficient": lambda: Efficient(strongest),
    }


def played(game: Game[Any], player: Any, start: Any) -> GameClicks:
    """A game from a first cell on."""
    first_move = unproved(start, "the first cell", "rules", "first click")
    episode = play_episode(game, Opening(player, first_move), keep_moves=False)
    numbers = Layout(game.rows, game.cols, game.layout or frozenset()).numbers
    return GameClicks(episode.outcome == "won", len(game.moves), numbers["3BV"], numbers["ZiNi"])


def level_rows(level: str, games: int, first_click: str, seed: int) -> Iterator[str]:
    """The rows of a level."""
    rules = Rules(first_click)
    sample = Game.level(level, rules, seed=seed)
    start = good_start(rules, sample.rows, sample.cols, sample.mines)
    for name, make in contenders().items():
        results = []
        player = make()
        with Progress(f"{level}, {name}", games) as progress:
            for index in range(games):
                game: Game[Any] = Game.level(level, rules, seed=seed, index=index)
                results.append(played(game, player, start))
                progress.update(index + 1)
        won = [result for result in results if result.won]
        share = f"{100 * len(won) / games:.1f} ({_span(rate_interval(len(won), games), 100, 1)})"
        ratio, *interval = ratio_interval(
            [(result.three_bv, result.clicks) for result in won], 0.0, inf
        )
        clicks = sum(result.clicks for result in won) / max(1, len(won))
        zini = sum(result.three_bv for result in won) / max(1, sum(result.zini for result in won))
        yield (
            f"| {level} | `{name}` | {share} | {clicks:.1f} | {ratio:.3f} ({_span(interval, 1, 3)}) | "
            f"{zini:.3f} |"
        )


def _span(interval: Any, factor: float, digits: int) -> str:
    low, high = interval
    return f"{factor * low:.{digits}f} to {factor * high:.{digits}f}"


def small_row(rows: int, cols: int, mines: int, first_click: str) -> str:
    """Every layout of a small board, played from the best first cell."""
    best = optimal(rows, cols, mines, first_click, objective="clicks")
    assert best.expected is not None
    start = best.best_first[0]
    player = contenders()["efficient"]()
    won = clicks = 0
    rules = Rules(first_click)
    for mined in ms.analyze(ms.Board.hidden(rows, cols, mines)).layouts():
        around = {start, *ms.Board.hidden(rows, cols).neighbours(start)}
        if mined & {"none": set(), "safe": {start}, "zero": around}[first_click]:
            continue
        result = played(Game(rows, cols, rules=rules, layout=mined), player, start)
        won += result.won
        clicks += result.clicks * result.won
    mean = clicks / won
    least = float(best.expected)
    return (
        f"| {rows}x{cols}/{mines} | {best.wins} of {best.allowed} | {won} | {least:.3f} | {mean:.3f} | "
        f"{100 * (mean / least - 1):.1f} % |"
    )


def mean_efficiency(weights: ClickWeights, level: str, games: int, seed: int) -> float:
    """3BV / clicks over games that go on after a mine, so that each is played to its end."""
    rules = Rules("safe", after_mine="continue")
    player = Efficient(POLICIES.get("safest"), weights=weights)
    three_bv = clicks = 0
    for index in range(games):
        result = played(Game.level(level, rules, seed=seed, index=index), player, (0, 0))
        three_bv += result.three_bv
        clicks += result.clicks
    return three_bv / clicks


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", nargs="+", default=["beginner", "intermediate", "expert"])
    parser.add_argument("--games", type=int, default=1000, help="of a level (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-click", choices=("none", "safe", "zero"), default="zero")
    parser.add_argument("--small", action="store_true", help="the yardstick of small boards")
    parser.add_argument("--vary", action="store_true", help="other weights")
    options = parser.parse_args()
    print_facts(None if options.small else options.seed)
    if options.small:
        print("| board | best play wins | won | least clicks | clicks | more |")
        print(f"{'|---' * 6}|")
        for (rows, cols), mine_counts in SMALL_SIZES.items():
            for mines in mine_counts:
                print(small_row(rows, cols, mines, "safe"), flush=True)
        return
    if options.vary:
        print(f"| weight | value | {' | '.join(options.levels)} |")
        print(f"{'|---' * (2 + len(options.levels))}|")
        for weights, name in _varied():
            efficiencies = [
                f"{mean_efficiency(weights, level, options.games, options.seed):.4f}"
                for level in options.levels
            ]
            value = "as it is" if not name else f"{getattr(weights, name):.3f}"
            print(f"| {name} | {value} | {' | '.join(efficiencies)} |", flush=True)
        return
    print("| level | player | won, % | clicks of a won game | efficiency | by ZiNi |")
    print(f"{'|---' * 6}|")
    for level in options.levels:
        for row in level_rows(level, options.games, options.first_click, options.seed):
            print(row, flush=True)


def _varied() -> Iterator[tuple[ClickWeights, str]]:
    """The weights as they are, and each changed alone, with its name."""
    yield ClickWeights(), ""
    for field in fields(ClickWeights):
        for factor in VARIED:
            value = getattr(ClickWeights(), field.name) * factor
            yield replace(ClickWeights(), **{field.name: value}), field.name


if __name__ == "__main__":
    main()
