"""``minesolver review``: a replay, guess by guess."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isinf
from pathlib import Path
from statistics import median
from typing import Any, get_args

from ..base.errors import BoardFormatError, MinesolverError, ResultsError, counted
from ..base.files import write_whole
from ..base.intervals import rate_interval
from ..base.limits import Limit
from ..engine import ENGINES
from ..game.replay import Replay
from ..game.review import Guess, Measure, Review, Verdict, review
from ..io.replays import OTHER_KINDS, SUFFIXES, TEXT_SUFFIXES, load, read, write_rawvf
from ..model.analysis import TIE
from ..model.reason import show
from ..protocol.parameters import ENGINE, FILE, FLAG, JSON, POLICY, SECONDS, TEXT, Parameter
from . import report
from .arguments import add, standard_input_bytes, typed_board, values_of
from .progress import Progress

_KINDS = [suffix[1:] for suffix in SUFFIXES]
_KIND_NAMES = ", ".join([*_KINDS, "rawvf"])
_REPLAY_SUFFIXES = (*SUFFIXES, *TEXT_SUFFIXES)
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
    # What is reviewed, and by whom.
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "file",
            TEXT,
            "the replay, a folder of them, or - for JSON lines from standard input",
            metavar="REPLAY",
            is_argument=True,
        ),
        ENGINE,
        replace(
            POLICY,
            help="grade by the winning chance lost against this policy's move; "
            "safest: by the chance to survive the move alone",
        ),
        replace(SECONDS, help="that a guess may take", default=5.0),
    )

    # What is told, and in which form.
    add(
        parser,
        Parameter("boards", FLAG, "print the board at each guess"),
        replace(JSON, help="one JSON object (a line a game)"),
        Parameter(
            "kind", TEXT, "of a video on standard input, where it is not recognised", choices=_KINDS
        ),
        Parameter(
            "rawvf",
            FILE,
            "write the game as a RawVF video, which other programs convert and play, instead of grading it",
            metavar="FILE",
        ),
        Parameter(
            "plot",
            FILE,
            "of a folder: what guesses lost, game by game, and how many were best (needs matplotlib)",
            metavar="FILE.png",
        ),
    )


def run(options: argparse.Namespace) -> int:
    ENGINES.get(options.engine)
    # A folder has figures over its games, one replay has a text: each has options of its own.
    if Path(options.file).is_dir():
        if options.rawvf:
            raise ResultsError("--rawvf is of one replay, not of a folder")
        return _folder(options)
    if options.plot:
        raise ResultsError("--plot is of a folder of replays")

    # Videos on standard input have no name that would say their kind.
    with Progress("reading the replay"):
        if options.file == "-":
            suffix = "" if options.kind is None else f".{options.kind}"
            replay = load(standard_input_bytes(), f"standard input{suffix}")
        else:
            replay = _read(options.file)
    if options.rawvf:
        write_whole(options.rawvf, f"{write_rawvf(replay)}\n".encode())
        return 0
    with Progress("grading the guesses"):
        graded_game = _graded(replay, options)
    if options.json:
        print(json.dumps(as_json(graded_game)))
    else:
        print(text_of(graded_game, boards=options.boards))
    return 0


def _read(path: str | Path) -> Replay:
    """The replay in a file. Raises BoardFormatError: with the name of the file, and what replays are."""
    try:
        return read(path)
    except FileNotFoundError:
        if typed_board(str(path)) is None:
            raise
        raise BoardFormatError(
            f"{path}: a board, and review takes the file of a recorded game ({_KIND_NAMES}, or lines of "
            "JSON); minesolver solve takes boards"
        ) from None
    except BoardFormatError as error:
        # Some errors are about the file as a whole, and begin with its name.
        has_name = error.message.startswith((f"{path} ", f"{path}:"))
        description = str(error) if has_name else f"{path}: {error}"
        if Path(path).suffix.lower() not in (*_REPLAY_SUFFIXES, *OTHER_KINDS):
            description += f" (a replay is a file in {_KIND_NAMES}, or lines of JSON)"
        raise BoardFormatError(description) from None


def _graded(replay: Replay, options: argparse.Namespace) -> Review:
    policy = None if options.policy == "safest" else options.policy
    return review(replay, options.engine, policy=policy, limit=Limit(seconds=options.seconds))


def _folder(options: argparse.Namespace) -> int:
    """A line for each game of a folder, then the totals of counts and the medians of rates."""
    folder = Path(options.file)
    folder_files = sorted(path for path in folder.iterdir() if path.is_file())
    replay_files = [path for path in folder_files if path.suffix.lower() in _REPLAY_SUFFIXES]
    exit_status = 0
    if not replay_files:
        exit_status = report(ResultsError(f"{options.file}: no replay in this folder"))
    for message in _left_out(folder_files):
        exit_status = report(ResultsError(f"{options.file}: {message}"))
    if options.plot:
        from ..bench.figure import require_matplotlib

        require_matplotlib()  # before hours of work, not after them

    # What is no replay is named at once, and the others are reviewed.
    reviews: dict[str, Review] = {}
    with Progress("games", len(replay_files)) as progress:
        for replay_file in replay_files:
            progress.advance(1)
            try:
                graded_game = _graded(_read(replay_file), options)
            except (MinesolverError, OSError) as error:
                names_file = replay_file.name in str(error)
                exit_status = report(error, "" if names_file else f"{replay_file.name}: ")
                continue
            reviews[replay_file.name] = graded_game
            if options.json:
                print(json.dumps(as_json(graded_game)))
    if reviews:
        _show_together(reviews, options)
    return exit_status


def _left_out(folder_files: Sequence[Path]) -> Iterator[str]:
    """Of each kind of video that only other programs read, how many files the folder has."""
    suffixes = [path.suffix.lower() for path in folder_files]
    files_by_suffix = Counter(suffix for suffix in suffixes if suffix in OTHER_KINDS)
    for suffix, file_count in sorted(files_by_suffix.items()):
        files_text = counted(file_count, f"{suffix} file")
        yield (
            f"{files_text} left out: videos of {OTHER_KINDS[suffix]}, "
            "which only a converter to RawVF reads"
        )


def _show_together(reviews: dict[str, Review], options: argparse.Namespace) -> None:
    """The table of all games, and the plot of their guesses where it is asked for."""
    if not options.json:
        table_rows = [_summary(name, graded_game) for name, graded_game in reviews.items()]
        for table_line in _table(table_rows):
            print(table_line)
    if options.plot:
        from ..bench.figure import draw

        draw(_figure(list(reviews.values())), options.plot)


def _summary(file_name: str, graded_game: Review) -> dict[str, Any]:
    """The line of a game, by column."""
    losses = [guess.loss for guess in graded_game.guesses]
    row_values: dict[str, Any] = {"won": int(graded_game.won), "guesses": len(losses)}
    for verdict in _VERDICTS:
        row_values[verdict] = graded_game.count(verdict)
    row_values["lost"] = sum(losses)
    row_values["luck"] = graded_game.luck
    for number_name in ("3BV", "3BV/s", "IOE"):
        row_values[number_name] = graded_game.numbers.get(number_name)
    row_values["game"] = file_name
    return row_values


def _table(games: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of the games below the names of their columns, then the totals and the medians."""
    yield _table_line({column_name: column_name for column_name in games[0]})
    for row_values in games:
        yield _table_line(row_values)

    # Counts add up; of rates the median, which one infinite luck does not spoil.
    totals: dict[str, Any] = {}
    medians: dict[str, Any] = {}
    for column_name in games[0]:
        column_numbers = [
            row_values[column_name]
            for row_values in games
            if isinstance(row_values[column_name], int | float)
        ]
        totals[column_name] = sum(column_numbers) if column_name in _COUNTS else None
        medians[column_name] = median(column_numbers) if column_numbers else None
    yield _table_line(totals | {"game": "total"})
    yield _table_line(medians | {"game": "median"})


def _table_line(row: dict[str, Any]) -> str:
    cell_texts = []
    for cell_value in row.values():
        if cell_value is None:
            cell_text = "-"
        elif isinstance(cell_value, float):
            cell_text = f"{cell_value:.4g}"
        else:
            cell_text = str(cell_value)
        cell_texts.append(f" {cell_text:>11}")
    return "".join(cell_texts)


_QUARTERS = ("under 1/4", "1/4 to 1/2", "1/2 to 3/4", "over 3/4")


def _figure(reviews: list[Review]) -> Any:
    """What guesses lost, and how many were best by how much of the board was hidden."""
    from ..bench.figure import ChartLine, Figure, Panel

    # Game by game, with the mean of the games so far.
    game_losses = []
    mean_losses = []
    for graded_game in reviews:
        game_losses.append(100 * sum(guess.loss for guess in graded_game.guesses))
        mean_losses.append(sum(game_losses) / len(game_losses))
    chart_lines = []
    for line_name, line_values in (("each", game_losses), ("mean so far", mean_losses)):
        points = [
            (float(game_number), point_value, point_value, point_value)
            for game_number, point_value in enumerate(line_values, 1)
        ]
        chart_lines.append(ChartLine(line_name, points))
    panels = [Panel("Lost by guesses, game by game", "game", "points of the measure", chart_lines)]

    # Whether a guess was the best, early in a game and late.
    best_by_quarter: list[list[bool]] = [[] for _ in _QUARTERS]
    for graded_game in reviews:
        for guess in graded_game.guesses:
            quarter_number = min(3, 4 * guess.choices // len(guess.board))
            best_by_quarter[quarter_number].append(guess.verdict == "best")
    quarter_bars = []
    for quarter_label, best_guesses in zip(_QUARTERS, best_by_quarter, strict=True):
        if best_guesses:
            best_count, guess_count = sum(best_guesses), len(best_guesses)
            lowest, highest = rate_interval(best_count, guess_count)
            point = (0.0, 100 * best_count / guess_count, 100 * lowest, 100 * highest)
            quarter_bars.append(ChartLine(f"{quarter_label} ({guess_count})", [point]))
    if quarter_bars:
        panels.append(
            Panel("Best guesses", "hidden cells of the board (guesses)", "%", quarter_bars, "bar")
        )
    return Figure("review", f"{counted(len(reviews), 'game')} reviewed", panels)


def as_json(graded_game: Review) -> dict[str, Any]:
    """The review as JSON values; infinite luck is null."""
    return {
        "source": graded_game.replay.source,
        **{
            name: value
            for name, value in graded_game.replay.board._described().items()
            if name != "board"
        },
        **values_of(graded_game, "won moves first_move_protected opened mines_hit"),
        "proved_moves": graded_game.proved,
        "numbers": graded_game.numbers,
        **luck_keys(graded_game),
        "verdicts": {name: graded_game.count(name) for name in _VERDICTS},
        "guesses": list(map(_guess, graded_game.guesses)),
    }


def luck_keys(graded: Review) -> dict[str, Any]:
    """What the guesses of a game needed of luck, as JSON values."""
    return {
        "luck": _finite(graded.luck),
        "luck_demanded": _finite(graded.luck_demanded),
        "luck_spared_by_best_play": _finite(graded.luck_excess),
    }


def _guess(guess: Guess) -> dict[str, Any]:
    attribute_names = (
        "move cells seconds verdict risk rank choices best best_risk "
        "cost measure loss choice error survived"
    )
    return values_of(guess, attribute_names) | {
        "winning": None if guess.winning is None else str(guess.winning),
        "missed_safe": sorted(guess.missed),
        "luck": _finite(guess.luck),
        "board": guess.board._described()["board"],
        "text": _line(guess),
    }


def _finite(value: float) -> float | None:
    return None if isinf(value) else value


def _mine_count(replay: Replay) -> str:
    return "?" if replay.board.mines is None else str(replay.board.mines)


def text_of(graded: Review, *, boards: bool = False) -> str:
    """The review in words, a line a guess."""
    text_lines = _beginning(graded)
    for guess in graded.guesses:
        text_lines.append(_line(guess))
        if boards:
            board_rows = str(guess.board).splitlines()[1:]
            text_lines += [f"    {row}" for row in board_rows]

    # The unit of a loss is what it was measured by, which may be another from guess to guess.
    if graded.guesses:
        measure_counts = Counter(guess.measure for guess in graded.guesses)
        measure_texts = [
            f"{text} ({measure_counts[name]})"
            for name, text in _MEASURES.items()
            if measure_counts[name]
        ]
        text_lines.append(f"graded by {', '.join(measure_texts)}")
        verdict_texts = []
        for verdict in _VERDICTS:
            verdict_count = graded.count(verdict)
            if verdict_count:
                verdict_texts.append(f"{verdict_count} {verdict}")
        text_lines.append(f"guesses: {', '.join(verdict_texts)}")
    text_lines += luck_lines(graded)
    return "\n".join(text_lines)


def _beginning(graded: Review) -> list[str]:
    """What was played, how it ended, and the numbers that players know."""
    replay = graded.replay
    size_text, *rule_names = replay.board._title.split(" ", 1)
    board_text = " ".join([f"{size_text}/{replay.board.mines}", *rule_names])
    if graded.won:
        outcome_text = "won"
    elif graded.mines_hit:
        outcome_text = "lost"
    else:
        outcome_text = "not finished"
    moves_text = (
        f"{counted(graded.moves, 'move')}: {graded.proved} on proved cells, "
        f"{counted(len(graded.guesses), 'guess')}"
    )
    if graded.first_move_protected:
        moves_text += "; the rules protect the first move"
    text_lines = [f"{replay.source}: {board_text}, {outcome_text}", moves_text]
    if graded.numbers:
        number_texts = [f"{name} {number:.4g}" for name, number in graded.numbers.items()]
        text_lines.append(", ".join(number_texts))
    return text_lines


def luck_lines(graded: Review) -> list[str]:
    """What luck the guesses needed, and what the safest cells would have needed."""
    if any(guess.survived for guess in graded.guesses):
        odds_text = f"one game in {10**graded.luck:.3g} survives these guesses"
        text_lines = [f"luck {graded.luck:.2f} ({odds_text})"]
    elif graded.guesses:
        text_lines = ["luck 0: no guess was survived"]
    else:
        text_lines = ["luck 0: nothing was guessed"]
    if TIE < graded.luck_excess < inf:
        text_lines.append(
            f"the safest cell each time would have needed {graded.luck_excess:.2f} less"
        )
    return text_lines


def _line(guess: Guess) -> str:
    """A guess: what was opened when, at what risk, and how good that was."""
    action_text = "opened" if len(guess.cells) == 1 else "chord opened"
    time_text = "" if guess.seconds is None else f" at {guess.seconds:.2f} s"
    cell_names = " ".join(map(show, guess.cells))
    ending = "" if guess.survived else " -> a MINE"
    move_text = f"move {guess.move}{time_text}: {action_text} {cell_names}"
    return f"{move_text}, {100 * guess.risk:.2f} % mine: {_grade(guess)}{ending}"


def _grade(guess: Guess) -> str:
    if guess.verdict == "best":
        grade_text = f"best, rank {guess.rank} of {guess.choices}"
        if guess.rank > 1:
            grade_text += " in safety"
        return grade_text
    if guess.verdict == "missed safe":
        return f"MISSED {counted(len(guess.missed), 'safe cell')}, such as {show(guess.best)}"
    if guess.verdict == "proved mine":
        grade_text = "a PROVED mine"
        if guess.missed:
            grade_text += f"; {show(guess.best)} was safe"
        return grade_text
    error_text = f" +- {100 * guess.error:.2f}" if guess.error else ""
    loss_text = f"{100 * guess.loss:.2f}{error_text} points of {_MEASURES[guess.measure]}"
    return f"worse, loses {loss_text}; better {show(guess.choice)}"
