"""``minesolver review``: a replay, guess by guess."""

import argparse
import json
from collections import Counter
from math import isinf
from pathlib import Path
from statistics import median
from typing import Any, get_args

from ..base.errors import BoardFormatError, MinesolverError, ResultsError, counted
from ..base.intervals import wilson
from ..base.limits import Limit
from ..engines import ENGINES
from ..game.replay import Replay
from ..game.review import Guess, Measure, Review, Verdict, review
from ..io import formats
from ..io.replays import SUFFIXES, parse, read
from ..model.analysis import TIE
from ..model.reason import show
from . import report
from .arguments import add_engine, positive_number, standard_input, values_of
from .progress import Progress

_SUFFIXES = ", ".join(suffix[1:] for suffix in SUFFIXES)
_MEASURES = {name: f"exact {name}" if name == "winning chance" else name for name in get_args(Measure)}
_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_COUNTS = ("won", "guesses", *_VERDICTS, "lost", "luck", "3BV")


_EPILOG = f"""\
examples:
  minesolver play --level expert --policy likelihood_average --json > game.jsonl; minesolver review game.jsonl
  minesolver review game.avf --json
  minesolver review . --policy safest --plot games.png

A replay is a file in {_SUFFIXES} (by ms_toollib, the extra 'replay'), or
JSON lines: the game {{"rows": 9, "cols": 9, "mines": 10, "layout": [[0, 3], ...]}} and its moves
{{"cell": [4, 4]}}, with "action": "open", "flag" or "chord"; `minesolver play --json` prints such lines,
with what each move showed in place of the layout.

A guess is a move on a cell that is not proved safe (a first move that the rules protect is no guess). Its
grade is the winning chance that it loses against the policy's move: exact where the whole game tree can be
searched, else the policy's estimate. Chords, and cells that the policy does not weigh, are graded by safety.
A folder gives a line a game, totals and medians, with --plot a picture. The JSON of a video has the second
of each guess and a sentence on it, for whoever shows them beside it.
luck: the sum of -log10 of the chance of each guess that was survived (2: one game in a hundred)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "file", metavar="REPLAY", help="the replay, a folder of them, or - for JSON lines from standard input"
    )
    add_engine(parser)
    parser.add_argument(
        "--policy",
        default="strongest",
        metavar="NAME",
        help="grade by the winning chance lost against this policy's move (default: strongest); "
        "safest: by the chance to survive the move alone",
    )
    parser.add_argument(
        "--seconds", type=positive_number, default=5.0, metavar="S", help="that a guess may take (default: 5)"
    )
    parser.add_argument("--boards", action="store_true", help="print the board at each guess")
    parser.add_argument("--json", action="store_true", help="one JSON object (a line a game)")
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE.png",
        help="of a folder: what guesses lost, game by game, and how many were best (needs matplotlib)",
    )


def run(options: argparse.Namespace) -> int:
    ENGINES.get(options.engine)
    if Path(options.file).is_dir():
        return _folder(options)
    if options.plot:
        raise ResultsError("--plot is of a folder of replays")
    with Progress("reading the replay"):
        if options.file == "-":
            text = formats.decode_text(standard_input().buffer.read(), "standard input")
            replay = parse(text, "standard input")
        else:
            replay = _read(options.file)
    with Progress("grading the guesses"):
        graded = _graded(replay, options)
    print(json.dumps(as_json(graded)) if options.json else text_of(graded, boards=options.boards))
    return 0


def _read(path: str | Path) -> Replay:
    """The replay in a file. Raises BoardFormatError: with the name of the file, and what replays are."""
    try:
        return read(path)
    except BoardFormatError as error:
        if Path(path).suffix.lower() in (*SUFFIXES, ".jsonl"):
            raise BoardFormatError(f"{path}: {error}") from None
        raise BoardFormatError(
            f"{path}: {error} (a replay is a file in {_SUFFIXES}, or lines of JSON)"
        ) from None


def _graded(replay: Replay, options: argparse.Namespace) -> Review:
    policy = None if options.policy == "safest" else options.policy
    return review(replay, options.engine, policy=policy, limit=Limit(seconds=options.seconds))


def _folder(options: argparse.Namespace) -> int:
    """A line for each game of a folder, then the totals of counts and the medians of rates."""
    files = sorted(f for f in Path(options.file).iterdir() if f.suffix.lower() in (*SUFFIXES, ".jsonl"))
    games: list[dict[str, Any]] = []
    reviews: list[Review] = []
    wrong = 0 if files else report(ResultsError(f"{options.file}: no replay in this folder"))
    if options.plot:
        from ..bench.figure import draw, require_matplotlib

        require_matplotlib()
    with Progress("games", len(files)) as progress:
        for file in files:
            progress.advance(1)
            try:
                graded = _graded(_read(file), options)
            except (MinesolverError, OSError) as error:
                wrong = report(error, "" if file.name in str(error) else f"{file.name}: ")
                continue
            if options.json:
                print(json.dumps(as_json(graded)))
            reviews.append(graded)
            losses = [guess.loss for guess in graded.guesses]
            games.append(
                {"won": int(graded.won), "guesses": len(losses)}
                | {name: graded.count(name) for name in _VERDICTS}
                | {"lost": sum(losses), "luck": graded.luck}
                | {name: graded.numbers.get(name) for name in ("3BV", "3BV/s", "IOE")}
                | {"game": file.name}
            )
    if games and not options.json:
        columns = {name: [g[name] for g in games if isinstance(g[name], int | float)] for name in games[0]}
        total = {name: sum(own) if name in _COUNTS else None for name, own in columns.items()}
        middle = {name: median(own) if own else None for name, own in columns.items()} | {"game": "median"}
        for row in (dict(zip(columns, columns, strict=True)), *games, total | {"game": "total"}, middle):
            texts = (f"{value:.4g}" if isinstance(value, float) else str(value) for value in row.values())
            print("".join("           -" if text == "None" else f" {text:>11}" for text in texts))
    if reviews and options.plot:
        draw(_figure(reviews), options.plot)
    return wrong


def _figure(reviews: list[Review]) -> Any:
    """What guesses lost, and how many were best by how much of the board was hidden."""
    from ..bench.figure import Figure, Line, Panel

    losses = [100 * sum(guess.loss for guess in graded.guesses) for graded in reviews]
    by_quarter: list[list[bool]] = [[] for _ in range(4)]
    for guess in (guess for graded in reviews for guess in graded.guesses):
        by_quarter[min(3, 4 * guess.choices // len(guess.board))].append(guess.verdict == "best")
    bars = []
    for label, found in zip(("under 1/4", "1/4 to 1/2", "1/2 to 3/4", "over 3/4"), by_quarter, strict=True):
        if found:
            low, high = wilson(sum(found), len(found))
            point = (0.0, 100 * sum(found) / len(found), 100 * low, 100 * high)
            bars.append(Line(f"{label} ({len(found)})", [point]))
    points = {"each": losses, "mean so far": [sum(losses[:n]) / n for n in range(1, len(losses) + 1)]}
    lines = [Line(name, [(n, y, y, y) for n, y in enumerate(own, 1)]) for name, own in points.items()]
    panels = [Panel("Lost by guesses, game by game", "game", "points of the measure", lines)]
    if bars:
        panels.append(Panel("Best guesses", "hidden cells of the board (guesses)", "%", bars, "bar"))
    return Figure("review", f"{counted(len(reviews), 'game')} reviewed", panels)


def as_json(graded: Review) -> dict[str, Any]:
    """The review as JSON values; infinite luck is null."""
    return {
        "source": graded.replay.source,
        **{name: value for name, value in graded.replay.board.described().items() if name != "board"},
        **values_of(graded, "won moves first_move_protected opened mines_hit"),
        "proved_moves": graded.proved,
        "numbers": graded.numbers,
        "luck": _finite(graded.luck),
        "luck_demanded": _finite(graded.luck_demanded),
        "luck_spared_by_best_play": _finite(graded.luck_excess),
        "verdicts": {name: graded.count(name) for name in _VERDICTS},
        "guesses": list(map(_guess, graded.guesses)),
    }


def _guess(guess: Guess) -> dict[str, Any]:
    names = (
        "move cells seconds verdict risk rank choices best best_risk cost measure loss choice error survived"
    )
    return values_of(guess, names) | {
        "winning": None if guess.winning is None else str(guess.winning),
        "missed_safe": sorted(guess.missed),
        "luck": _finite(guess.luck),
        "board": guess.board.described()["board"],
        "text": _line(guess),
    }


def _finite(value: float) -> float | None:
    return None if isinf(value) else value


def _mine_count(replay: Replay) -> str:
    return "?" if replay.board.mines is None else str(replay.board.mines)


def text_of(graded: Review, *, boards: bool = False) -> str:
    """The review in words, a line a guess."""
    replay = graded.replay
    size, *rules = replay.board.title.split(" ", 1)
    end = "not finished" if graded.outcome == "in play" else graded.outcome
    lines = [
        f"{replay.source}: {' '.join([f'{size}/{_mine_count(replay)}', *rules])}, {end}",
        f"{counted(graded.moves, 'move')}: {graded.proved} on proved cells, "
        f"{counted(len(graded.guesses), 'guess')}"
        + ("; the rules protect the first move" if graded.first_move_protected else ""),
    ]
    if graded.numbers:
        lines.append(", ".join(f"{name} {value:.4g}" for name, value in graded.numbers.items()))
    for guess in graded.guesses:
        lines.append(_line(guess))
        if boards:
            lines += ["    " + row for row in guess.board.described()["board"]]
    verdicts = [(graded.count(name), name) for name in _VERDICTS]
    if graded.guesses:
        measures = Counter(guess.measure for guess in graded.guesses)
        phrases = [f"{text} ({measures[name]})" for name, text in _MEASURES.items() if measures[name]]
        lines.append(f"graded by {', '.join(phrases)}")
        lines.append("guesses: " + ", ".join(f"{number} {name}" for number, name in verdicts if number))
    lines.append(
        f"luck {graded.luck:.2f} (one game in {10**graded.luck:.3g} survives these guesses)"
        if any(guess.survived for guess in graded.guesses)
        else "luck 0: no guess was survived"
        if graded.guesses
        else "luck 0: nothing was guessed"
    )
    if TIE < graded.luck_excess < float("inf"):
        lines.append(f"the safest cell each time would have needed {graded.luck_excess:.2f} less")
    return "\n".join(lines)


def _line(guess: Guess) -> str:
    what = "opened" if len(guess.cells) == 1 else "chord opened"
    when = "" if guess.seconds is None else f" at {guess.seconds:.2f} s"
    risk = f"{100 * guess.risk:.2f} % mine"
    rank = f"rank {guess.rank} of {guess.choices}"
    if guess.verdict == "best":
        grade = f"best, {rank}" + (" in safety" if guess.rank > 1 else "")
    elif guess.verdict == "missed safe":
        number = len(guess.missed)
        grade = f"MISSED {counted(number, 'safe cell')}, such as {show(guess.best)}"
    elif guess.verdict == "proved mine":
        grade = "a PROVED mine" + (f"; {show(guess.best)} was safe" if guess.missed else "")
    else:
        within = f" +- {100 * guess.error:.2f}" if guess.error else ""
        lost = f"{100 * guess.loss:.2f}{within} points of {_MEASURES[guess.measure]}"
        grade = f"worse, loses {lost}; better {show(guess.choice)}"
    end = "" if guess.survived else " -> a MINE"
    return f"move {guess.move}{when}: {what} {' '.join(map(show, guess.cells))}, {risk}: {grade}{end}"
