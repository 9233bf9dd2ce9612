"""What exactness buys: the table and the picture of the README, out of results of ``bench run``.

    minesolver bench run benchmarks/experiments/headline.toml --jobs 2
    minesolver bench run benchmarks/experiments/headline-engines.toml --jobs 2
    minesolver bench run benchmarks/experiments/headline-dense.toml
    minesolver bench run benchmarks/experiments/headline-peers.toml --jobs 2
    python benchmarks/headline.py headline.sqlite headline-engines.sqlite headline-peers.sqlite \\
        --dense headline-dense.sqlite --svg docs/images/headline.svg --out benchmarks/results/headline.md

Printed is the table of players; the file gets all levels and figures with their intervals, and the engines.
"""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from minesolver.base.palette import DARK, LIGHT, RISKS
from minesolver.bench import Store
from minesolver.bench.summary import tables

EXACT = "safest"
"""Whom the others are compared with: exact probabilities, and the cell of least risk."""
PLAYERS = {
    "baseline": "single clues, else at random",
    "cs50": "CS50's sentences, else at random",
    "likelihood_average": "layers, else least likelihood",
    "engine:layered_total": "layers with the mine count, else least likelihood",
    "safest": "**exact**, else least risk",
    "strongest": "**exact**, and looks ahead",
}
"""Players of the experiment in words: what each proves with, and what it does where nothing is proved."""
LEVELS = {
    "9x9/10 safe": "beginner",
    "16x16/40 safe": "intermediate",
    "16x30/99 safe": "expert",
}

Row = dict[str, Any]


class Players(NamedTuple):
    """The tables of players, by (level, player)."""

    rows: dict[tuple[str, str], Row]
    differences: dict[tuple[str, str], Row]
    began: str
    commit: str

    @property
    def games(self) -> dict[str, int]:
        """Games that every player has played, by level."""
        return {
            level: min(row["games"] for (label, _), row in self.rows.items() if label == level)
            for level in LEVELS
        }


def players_of(path: Path) -> Players:
    """What a results file says of players."""
    with Store(path) as store:
        answers = tables(store, EXACT)
        facts = store.sessions[-1]
    rows = {(row["setting"], row["player"]): row for row in answers["players"].dicts()}
    differences = {}
    for row in answers["player-differences"].dicts():
        differences[row["setting"], row["player"]] = row
    return Players(rows, differences, facts["began"][:10], facts["commit"])


def percent(row: Row, name: str, low: str, high: str, digits: int = 1) -> str:
    """A share with its interval, in per cent."""
    if row[name] is None:
        return "-"
    ends = [100 * row[end] for end in (name, low, high)]
    return "{:.{d}f} ({:.{d}f} to {:.{d}f})".format(*ends, d=digits)


def difference(players: Players, level: str, player: str) -> str:
    """Points won less or more than the exact player in the same games."""
    row = players.differences.get((level, player))
    if row is None:
        return ""
    points = 100 * row["win_difference"]
    half = 100 * max(
        row["win_high"] - row["win_difference"], row["win_difference"] - row["win_low"]
    )
    return f" ({points:+.1f} ± {half:.1f})"


def short_table(players: Players) -> Iterator[str]:
    """The table of the README: a line a player."""
    counts = sorted(set(players.games.values()))
    games = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    yield (
        f"| player, on the same {games} games a level | "
        + " | ".join(f"{level}: won, %" for level in LEVELS.values())
        + " | expert: safe cells missed, % | regret of a late guess, points | time of a move |"
    )
    yield "|---" * (len(LEVELS) + 4) + "|"
    expert = list(LEVELS)[-1]
    exact_time = players.rows[expert, EXACT]["ms/move"]
    for player, words in PLAYERS.items():
        cells = []
        for level in LEVELS:
            rate = 100 * players.rows[level, player]["win_rate"]
            cells.append(f"{rate:.1f}{difference(players, level, player)}")
        row = players.rows[expert, player]
        cells.append(f"{100 * row['missed']:.2f}" if row["missed"] else "0")
        cells.append(f"{100 * row['regret']:.1f}" if row["regret"] else "0")
        cells.append(f"x {row['ms/move'] / exact_time:.2g}")
        yield f"| {words} | {' | '.join(cells)} |"


def long_table(players: Players) -> Iterator[str]:
    """All figures of all levels with their intervals."""
    yield (
        "| level | player | games | won, % | against exact, points | safe cells missed, % | "
        "risk above the least, % a game | regret, points a late guess | ms a move |"
    )
    yield "|---" * 9 + "|"
    for level, level_name in LEVELS.items():
        for player in PLAYERS:
            row = players.rows[level, player]
            yield (
                f"| {level_name} | `{player}` | {row['games']:,} | "
                f"{percent(row, 'win_rate', 'win_low', 'win_high')} | "
                f"{difference(players, level, player).strip(' ()') or '-'} | "
                f"{percent(row, 'missed', 'missed_low', 'missed_high', 2)} | "
                f"{percent(row, 'excess', 'excess_low', 'excess_high')} | "
                f"{percent(row, 'regret', 'regret_low', 'regret_high')} | {row['ms/move']:.3f} |"
            )


def engine_table(path: Path) -> Iterator[str]:
    """Median time of an answer by the size of the board, and how many were refused."""
    with Store(path) as store:
        rows = tables(store)["engines"].dicts()
    boards = list(dict.fromkeys(row["setting"] for row in rows))
    by_key = {(row["engine"], row["setting"]): row for row in rows}
    # Boards of a file have its name, as dense-10.mines.
    sizes = [re.sub(r"^.*dense-(\d+)\.mines$", r"\1x\1", board) for board in boards]
    yield f"| engine | {' | '.join(sizes)} |"
    yield "|---" * (len(boards) + 1) + "|"
    for engine in dict.fromkeys(row["engine"] for row in rows):
        cells = []
        for board in boards:
            row = by_key.get((engine, board))
            if row is None:
                cells.append("-")
                continue
            # What a killed process was asked is no row of its positions: the others say how many there are.
            asked = max(row["positions"] for row in rows if row["setting"] == board)
            time_text = "" if row["median_ms"] is None else f"{row['median_ms']:.3g} ms"
            refused = f"{row['errors']} of {asked} refused" if row["errors"] else ""
            cells.append(", ".join(filter(None, (time_text, refused))))
        yield f"| {engine} | {' | '.join(cells)} |"


# The picture: a panel a level, a bar a player. Colours are those of the page, light and dark.
_STYLE = f"""
text {{ font: 13px system-ui, sans-serif; fill: {LIGHT["ink"]}; }}
.dim {{ fill: {LIGHT["dim"]}; }}
.head {{ font-weight: 600; }}
.page {{ fill: {LIGHT["panel"]}; }}
.bar {{ fill: {RISKS[4]}; }}
.exact {{ fill: {LIGHT["safe"]}; }}
.line {{ stroke: {LIGHT["ink"]}; }}
@media (prefers-color-scheme: dark) {{
text {{ fill: {DARK["ink"]}; }}
.dim {{ fill: {DARK["dim"]}; }}
.page {{ fill: {DARK["panel"]}; }}
.bar {{ fill: #94650f; }} .exact {{ fill: {DARK["safe"]}; }} .line {{ stroke: {DARK["ink"]}; }} }}
"""
_LEFT = 330  # pixels of names
_PANEL = 190  # of a panel, and the gap to the next one
_GAP = 50
_ROW = 28
_TOP = 48


def svg(players: Players) -> str:
    """Games won, a bar a player and level, with the 95 % interval."""
    width = _LEFT + (_PANEL + _GAP) * len(LEVELS)
    height = _TOP + _ROW * len(PLAYERS) + 14
    parts = [f"<style>{_STYLE}</style>", f'<rect class="page" width="{width}" height="{height}"/>']
    for number, (player, words) in enumerate(PLAYERS.items()):
        y = _TOP + _ROW * number
        parts.append(_text(10, y + 16, words.replace("**", "")))
        for panel, level in enumerate(LEVELS):
            x = _LEFT + (_PANEL + _GAP) * panel
            row = players.rows[level, player]
            length = _PANEL * row["win_rate"]
            style = "exact" if "exact" in words else "bar"
            parts.append(
                f'<rect class="{style}" x="{x}" y="{y}" width="{length:.1f}" height="20" rx="3"/>'
            )
            low, high = (x + _PANEL * row[end] for end in ("win_low", "win_high"))
            parts.append(f'<path class="line" d="M{low:.1f} {y + 10}H{high:.1f}"/>')
            rate_text = f"{100 * row['win_rate']:.1f}"
            parts.append(_text(max(high, x + length) + 5, y + 15, rate_text, "dim"))
    for panel, (level, level_name) in enumerate(LEVELS.items()):
        x = _LEFT + (_PANEL + _GAP) * panel
        parts.append(_text(x, 18, f"{level_name}, % won", "head"))
        parts.append(_text(x, 35, f"{players.games[level]:,} games", "dim"))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Games won by players on three levels, exact and not">\n{body}\n</svg>\n'
    )


def _text(x: float, y: float, words: str, style: str = "") -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y}">{escape(words)}</text>'


_MADE = """
## How it was made

    minesolver bench run benchmarks/experiments/headline.toml --jobs 2
    minesolver bench run benchmarks/experiments/headline-engines.toml --jobs 2
    minesolver bench run benchmarks/experiments/headline-dense.toml
    minesolver bench run benchmarks/experiments/headline-peers.toml --jobs 2
    python benchmarks/headline.py headline.sqlite headline-engines.sqlite headline-peers.sqlite \\
        --dense headline-dense.sqlite --svg docs/images/headline.svg --out benchmarks/results/headline.md
"""
_FIGURES = """
- **won**: exact 95 % intervals; **against exact**: paired with `safest` on the same games, by those that one
  won and the other lost
- **safe cells missed**: of the moves at which the exact analysis proves a cell safe, those that opened
  another one
- **risk above the least**: of the opened cells, summed over a game
- **regret**: the winning chance lost at guesses with at most 1,000 layouts left, exactly, by the game tree;
  players that lose early come to few of these
- **ms a move**: the machine was busy with other work, so times are to be compared with each other, not to be
  quoted""".splitlines()
_ENGINES = """
## Engines: the time of a position, and where they give up

Median of the positions of five games of each board, at even shares of the game, and how many had no answer
within 5 s. `pysat` writes sums of up to eight literals without variables of their own; the rows *PySAT*
encode every sum in one way. Times as above.
"""

_DENSE = """
The same on six random boards of each size, which are wider than those of games: a quarter mines, and 40 % of
all cells asked for. 20 s of a busy machine an answer. `pysat` and `cpsat` list solutions, and refuse where
these are more than 100,000: up to 30x30 within a second, as elimination tells how many there are.
"""

_PEERS = """
## Peers: what one would pick instead

Each as a player that opens what it proves safe, else its cell of least risk, on the same games as ours,
without those in which it failed (errors). JSMinesweeper (DavidNHill; JavaScript) plays as it does itself, and
looks ahead; it has fewer games, as its run was stopped. Times are those of `safest` in the same run, on a
busy machine.
"""


def peer_table(paths: Sequence[Path]) -> Iterator[str]:
    """Games won by each player of results files, beside the exact one; of each the file with most games."""
    runs = [players_of(path) for path in paths]
    longest: dict[tuple[str, str], Players] = {}
    for run in runs:
        for key, row in run.rows.items():
            if key not in longest or row["games"] > longest[key].rows[key]["games"]:
                longest[key] = run
    yield "| level | player | games | errors | won, % | against exact, points | time of a move |"
    yield "|---" * 7 + "|"
    for level, player in sorted(longest, key=lambda key: list(LEVELS).index(key[0])):
        run = longest[level, player]
        row = run.rows[level, player]
        times = row["ms/move"] / run.rows[level, EXACT]["ms/move"]
        yield (
            f"| {LEVELS[level]} | `{player}` | {row['games']:,} | {row['errors']} | "
            f"{percent(row, 'win_rate', 'win_low', 'win_high')} | "
            f"{difference(run, level, player).strip(' ()') or '-'} | x {times:.2g} |"
        )


def page(
    players: Players,
    engines: Path | None,
    dense: Path | None,
    peers: Sequence[Path],
    table: Sequence[str],
) -> str:
    """The file of results."""
    games = ", ".join(f"{level} {players.games[board]:,}" for board, level in LEVELS.items())
    run = f"begun {players.began}, commit {players.commit}, seed 2026, first cell safe"
    made = f"Games that every player has played: {games}; {run}."
    parts = ["# What exactness buys", "", *table, "", made, *_FIGURES, "", *long_table(players)]
    text = "\n".join(parts) + "\n"
    if engines is not None:
        text += "\n".join([_ENGINES, *engine_table(engines)]) + "\n"
    if dense is not None:
        text += "\n".join([_DENSE, *engine_table(dense)]) + "\n"
    if peers:
        text += "\n".join([_PEERS, *peer_table(peers)]) + "\n"
    return text + _MADE


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", type=Path, help="results of headline.toml")
    parser.add_argument("engines", type=Path, nargs="?", help="results of headline-engines.toml")
    parser.add_argument("peers", type=Path, nargs="*", help="results of headline-peers.toml")
    parser.add_argument("--dense", type=Path, metavar="FILE", help="results of headline-dense.toml")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="the picture")
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="all figures")
    options = parser.parse_args()
    players = players_of(options.players)
    table = list(short_table(players))
    with contextlib.suppress(BrokenPipeError):
        print("\n".join(table))
    if options.svg is not None:
        options.svg.write_text(svg(players), "utf-8")
    if options.out is not None:
        options.out.write_text(
            page(players, options.engines, options.dense, options.peers, table), "utf-8"
        )


if __name__ == "__main__":
    main()
