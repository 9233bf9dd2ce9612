"""``minesolver review``: a replay, guess by guess."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from math import inf, isinf
from pathlib import Path
from statistics import median
from typing import Any, get_args

from ..base.errors import BoardFormatError, MinesolverError, ResultsError, counted
from ..base.files import write_whole
from ..base.intervals import wilson
from ..base.limits import Limit
from ..engines import ENGINES
from ..game.replay import Replay
from ..game.review import Guess, Measure, Review, Verdict, review
from ..io.replays import OTHER_KINDS, SUFFIXES, TEXT_SUFFIXES, load, read, write_rawvf
from ..model.analysis import TIE
from ..model.reason import show
from . import report
from .arguments import add_engine, positive_number, standard_input, values_of
from .progress import Progress

_KINDS = [suffix[1:] for suffix in SUFFIXES]
_SUFFIXES = ", ".join([*_KINDS, "rawvf"])
_MEASURES = {
    name: f"exact {name}" if name == "winning chance" else name for name in get_args(Measure)
}
_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_COUNTS = ("won", "guesses", *_VERDICTS, "lost", "luck", "3BV")


_EPILOG = f"""\
examples:
  minesolver play --level expert --policy likelihood_average --json > game.jsonl; minesolver review game.jsonl
  minesolver review game.avf --json
  minesolver review . --policy safest --plot games.png
  minesolver play --level beginner --seed 1 --json | minesolver review - --rawvf game.rawvf

A replay is a video in {", ".join(_KINDS)} (by ms_toollib, the extra 'replay'), in RawVF, the text that
converters of all kinds of videos write, or
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
        "file",
        metavar="REPLAY",
        help="the replay, a folder of them, or - for JSON lines from standard input",
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
        "--seconds",
        type=positive_number,
        default=5.0,
        metavar="S",
        help="that a guess may take (default: 5)",
    )
    parser.add_argument("--boards", action="store_true", help="print the board at each guess")
    parser.add_argument("--json", action="store_true", help="one JSON object (a line a game)")
    parser.add_argument(
        "--kind", choices=_KINDS, help="of a video on standard input, where it is not recognised"
    )
    parser.add_argument(
        "--rawvf",
        type=Path,
        metavar="FILE",
        help="write the game as a RawVF video, which other programs convert and play, instead of grading it",
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE.png",
        help="of a folder: what guesses lost, game by game, and how many were best (needs matplotlib)",
    )


def run(options: argparse.Namespace) -> int:
    ENGINES.get(options.engine)
    if Path(options.file).is_dir():
        if options.rawvf:
            raise ResultsError("--rawvf is of one replay, not of a folder")
        return _folder(options)
    if options.plot:
        raise ResultsError("--plot is of a folder of replays")
    with Progress("reading the replay"):
        if options.file == "-":
            name = "standard input" if options.kind is None else f"standard input.{options.kind}"
            replay = load(standard_input().buffer.read(), name)
        else:
            replay = _read(options.file)
    if options.rawvf:
        write_whole(options.rawvf, f"{write_rawvf(replay)}\n".encode())
        return 0
    with Progress("grading the guesses"):
        graded = _graded(replay, options)
    print(json.dumps(as_json(graded)) if options.json else text_of(graded, boards=options.boards))
    return 0


def _read(path: str | Path) -> Replay:
    """The replay in a file. Raises BoardFormatError: with the name of the file, and what replays are."""
    try:
        return read(path)
    except BoardFormatError as error:
        if Path(path).suffix.lower() in (*SUFFIXES, *TEXT_SUFFIXES, *OTHER_KINDS):
            raise BoardFormatError(f"{path}: {error}") from None
        raise BoardFormatError(
            f"{path}: {error} (a replay is a file in {_SUFFIXES}, or lines of JSON)"
        ) from None


def _graded(replay: Replay, options: argparse.Namespace) -> Review:
    policy = None if options.policy == "safest" else options.policy
    return review(replay, options.engine, policy=policy, limit=Limit(seconds=options.seconds))


def _folder(options: argparse.Namespace) -> int:
    """A line for each game of a folder, then the totals of counts and the medians of rates."""
    suffixes = (*SUFFIXES, *TEXT_SUFFIXES)
    paths = sorted(path for path in Path(options.file).iterdir() if path.is_file())
    files = [path for path in paths if path.suffix.lower() in suffixes]
    status = 0 if files else report(ResultsError(f"{options.file}: no replay in this folder"))
    left_out = Counter(path.suffix.lower() for path in paths if path.suffix.lower() in OTHER_KINDS)
    for suffix, number in sorted(left_out.items()):
        left_out_files = (
            f"{counted(number, suffix + ' file')} left out: videos of {OTHER_KINDS[suffix]}"
        )
        status = report(
            ResultsError(f"{options.file}: {left_out_files}, which only a converter to RawVF reads")
        )
    if options.plot:
        from ..bench.figure import draw, require_matplotlib

        require_matplotlib()  # before hours of work, not after them

    # What is no replay is told at once, and the others are reviewed.
    reviews: dict[str, Review] = {}
    with Progress("games", len(files)) as progress:
        for file in files:
            progress.advance(1)
            try:
                graded = _graded(_read(file), options)
            except (MinesolverError, OSError) as error:
                status = report(error, "" if file.name in str(error) else f"{file.name}: ")
                continue
            reviews[file.name] = graded
            if options.json:
                print(json.dumps(as_json(graded)))

    if reviews and not options.json:
        for line in _table([_summary(name, graded) for name, graded in reviews.items()]):
            print(line)
    if reviews and options.plot:
        draw(_figure(list(reviews.values())), options.plot)
    return status


def _summary(name: str, graded: Review) -> dict[str, Any]:
    """The line of a game, by column."""
    losses = [guess.loss for guess in graded.guesses]
    summary: dict[str, Any] = {"won": int(graded.won), "guesses": len(losses)}
    for verdict in _VERDICTS:
        summary[verdict] = graded.count(verdict)
    summary["lost"] = sum(losses)
    summary["luck"] = graded.luck
    for number in ("3BV", "3BV/s", "IOE"):
        summary[number] = graded.numbers.get(number)
    summary["game"] = name
    return summary


def _table(games: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of the games below the names of their columns, then the totals and the medians."""
    yield _table_line({name: name for name in games[0]})
    for game in games:
        yield _table_line(game)
    totals: dict[str, Any] = {}
    medians: dict[str, Any] = {}
    for name in games[0]:
        numbers = [game[name] for game in games if isinstance(game[name], int | float)]
        totals[name] = sum(numbers) if name in _COUNTS else None
        medians[name] = median(numbers) if numbers else None
    yield _table_line(totals | {"game": "total"})
    yield _table_line(medians | {"game": "median"})


def _table_line(row: dict[str, Any]) -> str:
    texts = []
    for value in row.values():
        if value is None:
            text = "-"
        elif isinstance(value, float):
            text = f"{value:.4g}"
        else:
            text = str(value)
        texts.append(f" {text:>11}")
    return "".join(texts)


_QUARTERS = ("under 1/4", "1/4 to 1/2", "1/2 to 3/4", "over 3/4")


def _figure(reviews: list[Review]) -> Any:
    """What guesses lost, and how many were best by how much of the board was hidden."""
    from ..bench.figure import ChartLine, Figure, Panel

    # Game by game, with the mean of the games so far.
    losses = [100 * sum(guess.loss for guess in graded.guesses) for graded in reviews]
    means = [sum(losses[:number]) / number for number in range(1, len(losses) + 1)]
    lines = []
    for name, values in (("each", losses), ("mean so far", means)):
        points = [(float(number), value, value, value) for number, value in enumerate(values, 1)]
        lines.append(ChartLine(name, points))
    panels = [Panel("Lost by guesses, game by game", "game", "points of the measure", lines)]

    # Whether a guess was the best, early in a game and late.
    best_by_quarter: list[list[bool]] = [[] for _ in _QUARTERS]
    for graded in reviews:
        for guess in graded.guesses:
            quarter = min(3, 4 * guess.choices // len(guess.board))
            best_by_quarter[quarter].append(guess.verdict == "best")
    bars = []
    for label, best in zip(_QUARTERS, best_by_quarter, strict=True):
        if best:
            low, high = wilson(sum(best), len(best))
            point = (0.0, 100 * sum(best) / len(best), 100 * low, 100 * high)
            bars.append(ChartLine(f"{label} ({len(best)})", [point]))
    if bars:
        panels.append(
            Panel("Best guesses", "hidden cells of the board (guesses)", "%", bars, "bar")
        )
    return Figure("review", f"{counted(len(reviews), 'game')} reviewed", panels)


def as_json(graded: Review) -> dict[str, Any]:
    """The review as JSON values; infinite luck is null."""
    return {
        "source": graded.replay.source,
        **{
            name: value
            for name, value in graded.replay.board.described().items()
            if name != "board"
        },
        **values_of(graded, "won moves first_move_protected opened mines_hit"),
        "proved_moves": graded.proved,
        "numbers": graded.numbers,
        **luck_keys(graded),
        "verdicts": {name: graded.count(name) for name in _VERDICTS},
        "guesses": list(map(_guess, graded.guesses)),
    }


def luck_keys(graded: Review) -> dict[str, Any]:
    """What the guesses of a game needed of luck, as JSON values."""
    return {
        "luck": _finite(graded.luck),
        "luck_demanded": _finite(graded.luck_demanded),
        "luck_spared_by_best_play": _finite(graded.luck_excess),
    }


def _guess(guess: Guess) -> dict[str, Any]:
    names = (
        "move cells seconds verdict risk rank choices best best_risk "
        "cost measure loss choice error survived"
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
    lines = _beginning(graded)
    for guess in graded.guesses:
        lines.append(_line(guess))
        if boards:
            lines += ["    " + row for row in str(guess.board).splitlines()[1:]]
    if graded.guesses:
        measures = Counter(guess.measure for guess in graded.guesses)
        phrases = [
            f"{text} ({measures[name]})" for name, text in _MEASURES.items() if measures[name]
        ]
        lines.append(f"graded by {', '.join(phrases)}")
        verdicts = [(graded.count(name), name) for name in _VERDICTS]
        lines.append(
            "guesses: " + ", ".join(f"{number} {name}" for number, name in verdicts if number)
        )
    lines += luck_lines(graded)
    return "\n".join(lines)


def _beginning(graded: Review) -> list[str]:
    """What was played, how it ended, and the numbers that players know."""
    replay = graded.replay
    size, *rules = replay.board.title.split(" ", 1)
    board = " ".join([f"{size}/{replay.board.mines}", *rules])
    if graded.won:
        end = "won"
    elif graded.mines_hit:
        end = "lost"
    else:
        end = "not finished"
    moves = (
        f"{counted(graded.moves, 'move')}: {graded.proved} on proved cells, "
        f"{counted(len(graded.guesses), 'guess')}"
    )
    if graded.first_move_protected:
        moves += "; the rules protect the first move"
    lines = [f"{replay.source}: {board}, {end}", moves]
    if graded.numbers:
        lines.append(", ".join(f"{name} {value:.4g}" for name, value in graded.numbers.items()))
    return lines


def luck_lines(graded: Review) -> list[str]:
    """What luck the guesses needed, and what the safest cells would have needed."""
    if any(guess.survived for guess in graded.guesses):
        odds = f"one game in {10**graded.luck:.3g} survives these guesses"
        lines = [f"luck {graded.luck:.2f} ({odds})"]
    elif graded.guesses:
        lines = ["luck 0: no guess was survived"]
    else:
        lines = ["luck 0: nothing was guessed"]
    if TIE < graded.luck_excess < inf:
        lines.append(f"the safest cell each time would have needed {graded.luck_excess:.2f} less")
    return lines


def _line(guess: Guess) -> str:
    """A guess: what was opened when, at what risk, and how good that was."""
    action = "opened" if len(guess.cells) == 1 else "chord opened"
    when = "" if guess.seconds is None else f" at {guess.seconds:.2f} s"
    cells = " ".join(map(show, guess.cells))
    end = "" if guess.survived else " -> a MINE"
    return f"move {guess.move}{when}: {action} {cells}, {100 * guess.risk:.2f} % mine: {_grade(guess)}{end}"


def _grade(guess: Guess) -> str:
    if guess.verdict == "best":
        grade = f"best, rank {guess.rank} of {guess.choices}"
        if guess.rank > 1:
            grade += " in safety"
        return grade
    if guess.verdict == "missed safe":
        return f"MISSED {counted(len(guess.missed), 'safe cell')}, such as {show(guess.best)}"
    if guess.verdict == "proved mine":
        grade = "a PROVED mine"
        if guess.missed:
            grade += f"; {show(guess.best)} was safe"
        return grade
    error = f" +- {100 * guess.error:.2f}" if guess.error else ""
    lost = f"{100 * guess.loss:.2f}{error} points of {_MEASURES[guess.measure]}"
    return f"worse, loses {lost}; better {show(guess.choice)}"
