"""``minesolver solve``: boards in, analyses out."""

from __future__ import annotations

import argparse
import json
import os
import select
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import (
    BoardFormatError,
    InconsistentBoardError,
    MinesolverError,
    OtherInputError,
    RuleError,
    counted,
)
from ..base.files import read_file, write_whole
from ..base.limits import Limit
from ..engine import ENGINES
from ..io.canonical import canonical_board
from ..io.drawing import candidate_table, draw, wrapped
from ..model.analysis import Analysis
from ..model.board import Board
from ..model.reason import show, written
from ..protocol.parameters import (
    COUNT,
    CUT,
    DENSITY,
    ENGINE,
    EXACT,
    FILE,
    FLAG,
    FLAGS_ARE_GUESSES,
    FORMAT,
    JSON,
    LEFT,
    MINES,
    OBJECTIVE,
    READING_NUMBER,
    RULES,
    SECONDS,
    SIGNS,
    STATES,
    TEXT,
    Parameter,
)
from ..solver import analyze
from . import Parser, columns, report
from .arguments import add, board_input, standard_input, values_of
from .progress import Progress, remark

if TYPE_CHECKING:
    from ..io.formats.readings import Reading
    from ..io.formats.source import Source
    from ..io.readers import PictureReading
    from ..policy.recommendation import Recommendation


_FORMATS = ("canonical", "grid", "emoji", "json", "mbf", "link", "tatham", "14mv")
"""Those that one would name; docs/files.md lists all."""
_POLICY = "strongest"
_QUESTION = 1  # the status where a picture's board is a question
# Bytes, as many as a pipe of Linux holds; longer files are answered board by board.
_SHORT_INPUT = 1 << 16
_LIMIT = 3  # the status where a limit left something unproved, or fractions uncounted


_EPILOG = """\
example:
  minesolver solve examples/expert.mines
  minesolver solve '1#/##' --mines 1 --exact
  minesolver solve --json < boards.txt | jq .best
  printf '#1#\\n###\\n' | minesolver solve --rules hex,liar
  printf '1#\\n##\\n' | minesolver solve --mines 1 --list 10
  minesolver solve examples/board.png --shape 9x9 --mines 14
  printf 'x x x\\n1 2 x\\n0 1 x\\n' | minesolver solve
  printf '# # 1 #\\n2 1 1 #\\n' | minesolver solve --cut left,top
  printf '?q?\\n?3?\\n' | minesolver solve --signs "hidden=? mine=q" --left 2

A board has one row on each line: # hidden, 0-8 or . opened, * a known mine. A first line ROWSxCOLSxMINES
is optional; it gives the mine count.
A puzzle of any cells and constraints is a JSON object with the keys cells and constraints.
Several boards are separated by blank lines. What people paste is read, whatever its signs, with titles,
frames, numbered rows and arrays around it; what was taken for what is said.
Formats are recognised, or named with --format; docs/files.md has all names:
"""


def _format_lines() -> str:
    """The last lines of the help."""
    from ..io.formats import FORMATS  # with the whole reader, which canonical text does without

    return "\n".join(f"  {name:11}{FORMATS.get(name).description}" for name in _FORMATS)


def add_arguments(parser: Parser) -> None:
    # What is read, and as what.
    parser.epilog = _EPILOG
    parser.late_epilog = _format_lines
    add(
        parser,
        Parameter(
            "files",
            TEXT,
            "files of boards, screenshots, or boards, such as '1#/##' (default: standard input)",
            metavar="FILE",
            count="*",
            is_argument=True,
        ),
    )
    mine_count = parser.add_mutually_exclusive_group()
    add(mine_count, MINES, DENSITY, LEFT)
    add(
        parser,
        RULES,
        CUT,
        SIGNS,
        FLAGS_ARE_GUESSES,
        Parameter(
            "shape",
            TEXT,
            "rows and columns, such as 16x30, which a screenshot may not show clearly; "
            "with the mine count: 16x30/99 or expert",
            metavar="SIZE",
            flags=("--shape", "--level"),
        ),
        Parameter(
            "board",
            COUNT,
            "which board of a text or a screenshot that has several",
            metavar="N",
            is_rare=True,
        ),
        READING_NUMBER,
        FORMAT,
    )
    # Who answers.
    by_engine = parser.add_mutually_exclusive_group()
    add(
        by_engine,
        ENGINE,
        Parameter(
            "proofs_only",
            FLAG,
            "every proved cell, soon; where a count takes longer the other chances are estimates",
            is_rare=True,
        ),
    )
    # What is told, and how.
    add(
        parser,
        EXACT,
        Parameter("explain", FLAG, "say why each proved cell is proved"),
        replace(JSON, help="one JSON object a line for each board"),
        Parameter(
            "svg", FILE, "draw the analysis (of one board) as SVG", metavar="PATH", is_rare=True
        ),
        Parameter("png", FILE, "draw the analysis (of one board) as PNG", metavar="PATH"),
    )
    # What it may take.
    add(
        parser,
        SECONDS,
        STATES,
        Parameter(
            "solutions", COUNT, "limit on the solutions that are listed", metavar="N", is_rare=True
        ),
        Parameter("list", COUNT, "list the first N layouts that agree with the board", metavar="N"),
        Parameter(
            "recommend",
            TEXT,
            "rank the guesses by a policy that looks ahead (default: strongest)",
            metavar="POLICY",
            count="?",
            constant="strongest",
        ),
        replace(OBJECTIVE, help=f"with --recommend: {OBJECTIVE.help}"),
    )


def run(options: argparse.Namespace) -> int:
    ENGINES.get(options.engine)
    if options.objective != "wins" and options.recommend is None:
        raise RuleError(
            "--objective says what a recommended guess is the best at: give --recommend"
        )
    _separate_policy_and_file(options)
    _separate_size_and_mines(options)
    if options.format is not None:
        from ..io.formats import FORMATS

        FORMATS.get(options.format)

    # Each board is answered as soon as it is read; one file that cannot be does not stop the others.
    files = options.files or ["-"]
    exit_status = answer_count = 0
    for input_name in files:
        try:
            for board_name, piece in _pieces(input_name, options):
                file_name = input_name if len(files) > 1 else ""
                source_name = ": ".join(filter(None, [file_name, board_name]))
                exit_status = max(
                    exit_status, _answer(piece, source_name, answer_count == 0, options)
                )
                answer_count += 1
        except (MinesolverError, OSError) as error:
            if len(files) == 1:
                raise
            names_file = isinstance(error, OSError) or input_name in str(error)
            exit_status = max(exit_status, report(error, "" if names_file else f"{input_name}: "))
    return exit_status


def _answer(
    piece: Source | Board, board_name: str, is_first: bool, options: argparse.Namespace
) -> int:
    """Print the answer for one board; returns the exit status that it stands for."""
    # A picture without a layout was most likely misread: what was read is shown for a look.
    picture: PictureReading | None = options.read
    if picture is not None and picture.contradiction is not None:
        _print_contradiction(picture, options)
        return _QUESTION
    try:
        with Progress(board_name or "the board"):
            analysis = analyze(
                _subject(piece, options),
                options.engine,
                limit=_limit(options),
                proofs_only=options.proofs_only,
            )
            _draw_pictures(analysis, options)
            answer_text = _answered(analysis, options)
    except OtherInputError:  # which all lines of the input are
        raise
    except MinesolverError as error:
        if options.json and board_name:  # keep a line a board
            print(json.dumps({"error": str(error)}), flush=True)
        return report(_hinted(error, options), f"{board_name}: " if board_name else "")

    if options.json:
        print(answer_text, flush=True)
    else:
        gap_text = "" if is_first else "\n"
        title_text = f"{board_name}:\n" if board_name else ""
        print(f"{gap_text}{title_text}{answer_text}", flush=True)

    # A limit that left nothing unproved, where no fractions are asked for, left nothing out.
    if analysis.note and not (analysis.proved_complete and not options.exact):
        return _LIMIT
    return _QUESTION if picture is not None and picture.is_question else 0


def _print_contradiction(picture: PictureReading, options: argparse.Namespace) -> None:
    """What was read in a picture whose board cannot be."""
    if options.json:
        message = f"no layout fits the board in the picture: {picture.contradiction}"
        print(json.dumps({"error": message, **picture.json_values}), flush=True)
    else:
        print("\n".join([_board_text(picture), *picture.sentences]), flush=True)


_WISHES = "mines density format rules left signs flags_are_guesses cut reading"
"""The options that say what a text is."""


def _subject(piece: Source | Board, options: argparse.Namespace) -> Any:
    """The board or puzzle that a text is; ``options.text_reading`` then has what it was read as, but for
    canonical text."""
    subject = piece if isinstance(piece, Board) else _read_subject(piece, options)
    if options.shape not in (None, getattr(subject, "shape", ())):
        raise BoardFormatError(
            f"this is {_size_in_words(subject)}, not {_shape_text(options.shape)}"
        )
    return subject


def _read_subject(piece: Source, options: argparse.Namespace) -> Any:
    """What a text is that was not read before."""
    from ..io import formats

    wishes = values_of(options, _WISHES)
    wishes["reading"] = options.piece_reading
    picture: PictureReading | None = options.read
    if picture is not None and picture.has_mine_count and options.rules is None:
        wishes["mines"] = picture.board.mines
    if picture is not None and picture.is_part:
        # The mine count is the whole board's, and this is a part of it.
        wishes["mines"] = wishes["left"] = None
        wishes["cut"] = picture.board.cut
    options.text_reading = formats.interpret(piece, **wishes)
    return options.text_reading.subject


def _size_in_words(subject: Any) -> str:
    """Which size a board has."""
    shape = getattr(subject, "shape", ())
    return f"a board of {_shape_text(shape)}" if shape else "a puzzle without rows and columns"


def _shape_text(shape: Sequence[int]) -> str:
    """Sizes of a board as they are written everywhere, such as ``16x30``."""
    return "x".join(map(str, shape))


def _read_picture(picture_bytes: bytes, options: argparse.Namespace) -> Source:
    """The text of the board in a screenshot; ``options.read`` then has how it was read."""
    from ..io import formats
    from ..io.readers import read_picture  # with all that reads pictures

    if options.format is not None:
        raise BoardFormatError("--format is for texts, and this is a picture")
    # Half of the time to read it, the rest for the answer.
    reading_seconds = min(2.0, (options.seconds or 4.0) / 2)
    options.read = read_picture(
        picture_bytes,
        mines=options.mines,
        density=options.density,
        limit=reading_seconds,
        board=options.board,
        shape=options.shape,
        **({"cut": options.cut} if options.cut else {}),
    )
    return formats.split(_board_text(options.read))[0]


def _board_text(picture: PictureReading) -> str:
    """The board that was read, without the line of sizes before it."""
    text_lines = str(picture.board).splitlines()
    return "\n".join(text_lines[-picture.board.rows :])


def _separate_policy_and_file(options: argparse.Namespace) -> None:
    """``--recommend FILE`` means the file, with the policy left out."""
    policy_name = options.recommend
    if policy_name is None:
        return
    from ..policy import POLICIES  # few ask for one

    if policy_name in POLICIES:
        return
    try:
        if policy_name != "-":
            board_input(policy_name)
    except FileNotFoundError:
        POLICIES.get(policy_name)  # says which there are
    options.recommend = _POLICY
    options.files.append(policy_name)


def _separate_size_and_mines(options: argparse.Namespace) -> None:
    """``--shape 16x30/99`` and ``--level expert`` give the mine count too; ``options.shape`` is then without.

    Raises BoardFormatError: it is given twice, or the size is none; UnknownNameError: likewise.
    """
    if options.shape is None:
        return
    from ..game.board_sizes import parse_shape

    size_text = options.shape
    options.shape, mine_count = parse_shape(size_text)
    if mine_count is None:
        return
    for option_name, mines_value in values_of(options, "mines density left").items():
        if mines_value is not None:
            raise BoardFormatError(
                f"--shape {size_text} gives the mine count already: leave --{option_name} out"
            )
    options.mines = mine_count


def _of_number(sources: list[Source], number: int | None) -> list[Source]:
    """The board of a text that ``--board`` names; all of them without it.

    Raises BoardFormatError: there is no such board.
    """
    if number is None:
        return sources
    if len(sources) == 1:  # which may be boards side by side
        return [replace(sources[0], board=number)]
    if number > len(sources):
        raise BoardFormatError(f"there is no board {number}: the input has {len(sources)}")
    return [sources[number - 1]]


def _pieces(input_name: str, options: argparse.Namespace) -> Iterator[tuple[str, Source | Board]]:
    """Each board's text, with a name where it is one of several; from standard input as soon as it has come.
    Of one canonical text the board.

    There a board that ends with an empty line may be followed by others, and counts as one of several.
    """
    # Only what cannot all be there yet is read bit by bit: a whole input says more about its boards.
    options.read = options.text_reading = None
    options.piece_reading = options.reading
    pieces: Iterable[tuple[Source | Board, bool]]  # each with whether it is one of several
    stream = standard_input() if input_name == "-" else None
    arrives = stream is not None and not _has_all_come(stream) and not _is_picture(stream)
    is_one_asked = options.board is not None or options.reading is not None
    if stream is not None and arrives and not is_one_asked:
        pieces = _arriving_pieces(stream)
    else:
        given = board_input(input_name)
        if isinstance(given, Path):
            given = read_file(given, BoardFormatError)
        board = _canonical(given, options)
        if board is not None:
            pieces = [(board, False)]
        else:
            source_name = input_name if stream is None else "standard input"
            pieces = _read_pieces(given, source_name, options)

    # A drawing is of one board: all of the input is read first.
    if options.svg or options.png:
        pieces = [(piece, False) for piece, _ in pieces]
        if len(pieces) > 1 or len(options.files) > 1:
            raise BoardFormatError("--svg and --png draw one board, and the input holds several")

    is_batch, piece_number = False, 0
    piece: Source | Board
    for piece_number, (piece, is_part_of_batch) in enumerate(pieces, 1):
        is_batch = is_batch or is_part_of_batch
        yield f"board {piece_number}" if is_batch else "", piece
    if not piece_number:
        from ..io import formats

        raise formats.not_one_board(0)


def _canonical(given: str | bytes, options: argparse.Namespace) -> Board | None:
    """The board of canonical text, which is read without the reader of all other texts."""
    if isinstance(given, bytes):
        if not given.isascii():
            return None
        given = given.decode("ascii")
    return canonical_board(given, values_of(options, f"{_WISHES} board"))


def _read_pieces(
    given: str | bytes, source_name: str, options: argparse.Namespace
) -> list[tuple[Source | Board, bool]]:
    """The boards of an input that is no canonical text, each with whether it is one of several."""
    from ..io import formats
    from ..io.formats.drawings import text_in_png

    is_picture = isinstance(given, bytes) and formats.is_picture(given)
    if isinstance(given, bytes) and is_picture and text_in_png(given) is None:
        return [(_read_picture(given, options), False)]
    sources = formats.sources(given, source_name, options.format, options.rules, options.signs)
    sources = _of_number(sources, options.board)
    # Of several boards a reading is one of them, as in Board.parse.
    if options.reading is not None and len(sources) > 1:
        sources = _of_number(sources, options.reading)
        options.piece_reading = None
    return [(source, len(sources) > 1) for source in sources]


def _arriving_pieces(stream: TextIO) -> Iterable[tuple[Source, bool]]:
    """The boards of standard input, each as soon as it has come."""
    from ..io import formats

    if stream.isatty():
        remark("reading boards from the terminal; end each with an empty line, all with Ctrl-D")
    read_line = partial(stream.buffer.readline, formats.LONGEST + 1)
    return formats.arriving(iter(read_line, b""), "standard input")


def _has_all_come(stream: TextIO) -> bool:
    """Whether standard input is a short file, or a pipe whose writer is done: then it is read as a whole.

    So words below a board can tell its mine count. Where more may come, each board is answered at once.
    """
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return False
    file_status = os.fstat(descriptor)
    if stat.S_ISREG(file_status.st_mode):
        return file_status.st_size <= _SHORT_INPUT
    if not hasattr(select, "poll"):
        return False  # Windows
    poller = select.poll()
    poller.register(descriptor, 0)  # that the writer is gone is told without being asked for
    return any(event & select.POLLHUP for _, event in poller.poll(0))


def _is_picture(stream: TextIO) -> bool:
    """Whether standard input begins as a picture does; nobody types one."""
    from ..io import formats

    return (
        isinstance(stream.buffer, BufferedReader)
        and not stream.isatty()
        and formats.is_picture(stream.buffer.peek(64))
    )


def _hinted(error: MinesolverError, options: argparse.Namespace) -> MinesolverError:
    """With what the text was read as, and what other reading of it has a layout."""
    text_reading: Reading | None = options.text_reading
    if not isinstance(error, InconsistentBoardError) or text_reading is None:
        return error
    message = f"{error} ({text_reading})" if text_reading.taken else str(error)
    from ..io.formats.readings import fitting_rival

    rival = fitting_rival(text_reading)
    if rival is not None:
        message += f"; {rival.question} --{rival.way}"
    return InconsistentBoardError(message)


def _limit(options: argparse.Namespace) -> Limit:
    return Limit(options.seconds, options.states, options.solutions)


def _draw_pictures(analysis: Analysis, options: argparse.Namespace) -> None:
    if options.svg or options.png:
        from ..io.pictures import png, svg

        if options.svg:
            write_whole(options.svg, svg(analysis).encode())
        if options.png:
            write_whole(options.png, png(analysis))


def _text_keys(analysis: Analysis, text_reading: Reading | None) -> dict[str, Any]:
    """What a text was read as, as JSON values, where there is something to say."""
    json_values: dict[str, Any] = {}
    if text_reading is None:
        return json_values
    if text_reading.taken:
        json_values["read"] = list(text_reading.taken)
    if text_reading.flags:
        json_values["flags"] = [list(cell) for cell in text_reading.flags]
        json_values["wrong_flags"] = [
            list(cell) for cell in text_reading.flags if cell in analysis.safe
        ]
    return json_values


def _checked_flags(analysis: Analysis, flags: Sequence[Any]) -> str:
    """What is known of somebody's flags, in a line."""
    wrong_flags = [show(cell) for cell in flags if cell in analysis.safe]
    proved_count = sum(cell in analysis.mines for cell in flags)
    verdict_text = "none is proved wrong"
    if wrong_flags:
        verdict_text = f"WRONG, on proved safe cells: {' '.join(wrong_flags)}"
    return f"flags: {proved_count} of {len(flags)} are proved mines; {verdict_text}"


def _answered(analysis: Analysis, options: argparse.Namespace) -> str:
    """What is said of a board: one JSON object, or a drawing with what goes with it."""
    # With a policy the best cell is the one that it recommends, so that the drawing marks no other.
    recommendation = None
    if options.recommend is not None:
        recommendation = _recommended(analysis, options)
        analysis = copy(analysis)
        vars(analysis)["best"] = recommendation.cell
    if options.json:
        return json.dumps(_answer_keys(analysis, recommendation, options))

    # What was taken for what comes first, for who made a slip looks nowhere else.
    line_width = columns()
    answer_lines = []
    text_reading: Reading | None = options.text_reading
    if options.read is None and text_reading is not None and text_reading.taken:
        answer_lines.append(wrapped(str(text_reading), line_width))

    # The drawing, then what is to be said of flags, and of how a picture was read.
    answer_lines.append(
        draw(
            analysis,
            exact=_has_fractions(analysis, options),
            explain=options.explain,
            colour=sys.stdout.isatty(),
            width=line_width,
        )
    )
    if options.read is not None:
        answer_lines += [wrapped(sentence, line_width) for sentence in options.read.sentences]
    elif text_reading is not None and text_reading.flags:
        flags_text = _checked_flags(analysis, text_reading.flags)
        answer_lines.append(wrapped(flags_text, line_width))

    # What was asked for besides.
    if recommendation is not None:
        answer_lines += _recommendation_lines(recommendation, line_width)
    if options.list is not None:
        answer_lines.append(_listed(analysis, options))
    return "\n".join(answer_lines)


def _answer_keys(
    analysis: Analysis, recommendation: Recommendation | None, options: argparse.Namespace
) -> dict[str, Any]:
    """The answer as JSON values."""
    json_values = analysis.to_dict(exact=_has_fractions(analysis, options), reasons=options.explain)
    if recommendation is not None:
        json_values["recommend"] = recommendation.to_dict()
    if options.list is not None:
        layouts = islice(analysis.layouts(_limit(options)), options.list)
        json_values["layouts"] = [_written_layout(analysis.board, layout) for layout in layouts]
    if options.read is not None:
        return json_values | options.read.json_values
    return json_values | _text_keys(analysis, options.text_reading)


def _has_fractions(analysis: Analysis, options: argparse.Namespace) -> bool:
    """Whether fractions are asked for, and there are any: something was counted."""
    return bool(options.exact and not analysis.note)


def _recommended(analysis: Analysis, options: argparse.Namespace) -> Recommendation:
    """What a policy recommends, in the time that the analysis has left."""
    from ..policy.recommend import recommend

    limit = _limit(options).after(analysis.statistics.seconds)
    return recommend(analysis, options.recommend, limit=limit, objective=options.objective)


def _recommendation_lines(recommendation: Recommendation, line_width: int | None) -> list[str]:
    """The recommended cell with its reason, what is lost already, and the candidates."""
    if recommendation.cell is None:
        return [recommendation.reason]
    move_and_reason = f"{recommendation.move_text}: {recommendation.reason}"
    answer_lines = [wrapped(f"{recommendation.policy}: {move_and_reason}", line_width)]
    for cause in recommendation.lost_causes:
        answer_lines.append(wrapped(f"lost: {cause}", line_width))
    if recommendation.candidates:
        answer_lines.append(candidate_table(recommendation, width=line_width))
    return answer_lines


def _listed(analysis: Analysis, options: argparse.Namespace) -> str:
    """The first layouts: of a square board as boards that are read back, else the cells of their mines."""
    from ..model.layout import Layout

    board = analysis.board
    # One more than asked for, to know whether these are all.
    layouts = list(islice(analysis.layouts(_limit(options)), options.list + 1))
    title_text = f"all {counted(len(layouts), 'layout')}:"
    if len(layouts) > options.list:
        all_layouts = "the layouts"
        if analysis.is_exact:
            all_layouts = f"{analysis.solutions_in_words} layouts"
        title_text = f"{options.list} of {all_layouts}:"
    layout_texts = [f"\n{title_text}"]
    for layout in layouts[: options.list]:
        if isinstance(board, Board) and not board.cut:
            layout_texts.append(f"{Layout(board.rows, board.cols, layout).text()}\n")
        else:
            layout_texts.append(_mines_in_words(board, layout) or "no mine")
    return "\n".join(layout_texts).rstrip("\n")


def _written_layout(board: Any, layout: Any) -> list[Any]:
    """A layout as JSON has it: the cells with mines, with how many each holds where that may be several."""
    if board._is_multi_mine:
        return [[written(cell), mines] for cell, mines in sorted(layout)]
    return sorted(map(written, layout))


def _mines_in_words(board: Any, layout: Any) -> str:
    """The cells with mines of a layout, in the board's order; ``*2`` after one that holds two."""
    if not board._is_multi_mine:
        cells = (*board.cells, *board._hidden_quantities)  # those beyond a cut edge are among these
        return " ".join(show(cell) for cell in cells if cell in layout)
    mines_of = dict(layout)
    mine_texts = []
    for cell in board.cells:
        if cell in mines_of:
            count_text = f"*{mines_of[cell]}" if mines_of[cell] > 1 else ""
            mine_texts.append(f"{show(cell)}{count_text}")
    return " ".join(mine_texts)
