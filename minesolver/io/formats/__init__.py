"""Text and files <-> boards, also those under rules, and puzzles. A format is an entry of the registry below.

Another package adds a format by the group ``minesolver.formats``: it is then read, recognised, written and
listed as this package's own are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from json import dumps
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import BoardFormatError, check_type, quoted
from ...base.files import read_file
from ...base.registry import Registry
from ...model.board import HIDDEN, Board
from ...model.cut import checked_cut
from ...model.subject import Subject
from .canonical import canonical_board
from .cell_lists import holds_cells
from .cut_edges import cut_reading, under_said_cut
from .drawings import check_is_no_answer, text_in_png
from .pasted.cutting import counts_up
from .pasted.lines import clean_lines, foreign_character
from .pasted.other_texts import other_kind
from .pasted.reading import INDENTATIONS, MOST_OUTER_BLANKS, without_dots
from .pasting import Reading, adjusted, is_consistent, read_freely
from .pieces import LONGEST as LONGEST
from .pieces import is_beside_a_board, joined, pieces_of_lines, tells_mines
from .pieces import split as split
from .source import PUZZLE_KEYS, Format, Source, names_rules, under_named_rules
from .symbols import may_name_rows, with_covered_cells, without_double_bars

FORMATS = Registry(
    "format",
    Format,
    {
        "canonical": f"{__name__}.symbols:FORMATS",
        "underscore": f"{__name__}.symbols:FORMATS",
        "umt": f"{__name__}.symbols:FORMATS",
        "letters": f"{__name__}.symbols:FORMATS",
        "mine": f"{__name__}.symbols:FORMATS",
        "emoji": f"{__name__}.symbols:FORMATS",
        "grid": f"{__name__}.grid:FORMATS",
        "indexed": f"{__name__}.grid:FORMATS",
        "framed": f"{__name__}.grid:FORMATS",
        "json": f"{__name__}.json:FORMAT",
        "mbf": f"{__name__}.mbf:FORMAT",
        "14mv": f"{__name__}.lines:FORMAT",
        "link": f"{__name__}.links:FORMAT",
        "tatham": f"{__name__}.games:FORMATS",
        "tatham-mosaic": f"{__name__}.games:FORMATS",
        "pttacg": f"{__name__}.games:FORMATS",
        "hexcells": f"{__name__}.others:FORMATS",
        "tametsi": f"{__name__}.others:FORMATS",
        "clues": f"{__name__}.clues:FORMAT",
        "cells": f"{__name__}.cell_lists:FORMAT",
        "facts": f"{__name__}.facts:FORMAT",
        "mask": f"{__name__}.masks:FORMAT",
        "mask-json": f"{__name__}.mask_objects:FORMAT",
        "puzzlink": f"{__name__}.puzzlink:FORMAT",
        "sentences": f"{__name__}.sentences:FORMAT",
    },
    "minesolver.formats",
)

_AMBIGUOUS = ("canonical", "letters", "underscore", "umt", "emoji")
"""Formats with signs that others use otherwise."""
_UNEVEN = ("canonical", "letters", "underscore")
"""Formats of which a text may have the signs, and numbers around its rows or a mine count above them."""
_IN_JSON = ("cells", "mask-json")
"""Formats of JSON that say more than rows."""
_RANK = attrgetter("rank")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"II*\0", b"MM\0*")
"""How files of PNG, JPEG, GIF, BMP, WebP and TIFF begin."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How texts in UTF-16 begin."""
LONGEST_FREE = 100_000
"""Characters of a text that is read freely: a board of 100x100 in drawn boxes."""
_MOST_TITLE_LINES = 20
_FILE_NAME = re.compile(r"[^?]*\w\.[a-zA-Z]\w{0,5}")  # an address with a question ends as it likes


def is_picture(data: bytes) -> bool:
    """Whether a file is a picture, by its first bytes."""
    return data.startswith(_PICTURES) and b"\0" in data[:64]  # which no text has


def decode_text(data: bytes, name: str) -> str:
    """Text in UTF-8, or UTF-16 that says so, or the board's text in a picture of ours.

    Raises BoardFormatError: it is none; naming the source.
    """
    if is_picture(data):
        if (text := text_in_png(data)) is not None:
            return text
        raise BoardFormatError(
            f"{name} is a picture, which minesolver.screenshots.read reads: no text"
        )
    return "\n".join(_decoded(data.splitlines(True), name))


def _decoded(lines: Iterable[bytes], name: str) -> Iterator[str]:
    bytes_before = 0
    remaining_lines = iter(lines)
    for line_number, line in enumerate(remaining_lines, 1):
        encoding = "utf-8"
        if line_number == 1:
            encoding = "utf-8-sig"
            # In UTF-16 a line break is two bytes, so lines of bytes are none of the text.
            wide_encoding = _wide_encoding(line)
            if wide_encoding:
                line += b"".join(remaining_lines)
                encoding = wide_encoding
        try:
            text = line.decode(encoding)
        except UnicodeDecodeError as error:
            message = f"{name} is not text in UTF-8 (byte {bytes_before + error.start})"
            raise BoardFormatError(message, line=line_number) from None
        bytes_before += len(line)
        yield from text.splitlines() or [""]


def _wide_encoding(first_line: bytes) -> str:
    """The encoding of a text of two bytes a character, by its mark or zeros; else empty."""
    if first_line.startswith(_WIDE):
        return "utf-16"
    # A line break in front of its zero ends the line, and behind it begins with the next byte.
    signs = first_line.rstrip(b"\r\n\0")
    if len(signs) < 2 or signs.count(b"\0") < len(signs) // 2:
        return ""
    if not signs[1::2].strip(b"\0"):
        return "utf-16-le"
    return "utf-16-be" if not signs[::2].strip(b"\0") else ""


def _check_characters(source: Source) -> None:
    """Raises BoardFormatError: a line has a character that is neither a sign nor around one."""
    for line_number, line in enumerate(source.lines, source.first_line):
        foreign = foreign_character(line)
        if foreign is not None:
            raise BoardFormatError(
                foreign.message, line=line_number, column=foreign.column, symbol=foreign.symbol
            )


def arriving(lines: Iterable[bytes], name: str) -> Iterator[tuple[Source, bool]]:
    """Each board's text once it has come, to an empty line or a last bracket; and whether more may follow.

    Raises BoardFormatError, naming the source: at the first line that is not UTF-8; at a mine count that
        comes after an empty line below its board, which was given out before.
    """
    words: Source | None = None  # that tell the mine count of the board that follows
    board_count = 0
    for source, may_follow in pieces_of_lines(_decoded(lines, name)):
        if is_beside_a_board(source) and (may_follow or board_count):
            if tells_mines(source):
                words = source
            continue
        yield (source if words is None else joined(words, source)), may_follow
        words = None
        board_count += 1
    if words is not None:
        message = "is this the mine count? It belongs above the board, without an empty line, or in --mines"
        raise BoardFormatError(message, line=words.first_line, symbol=words.lines[0][:40])


def sources(
    given: str | bytes | Path, name: str = "the text", format: str | None = None
) -> list[Source]:
    """The boards of a text or a file: bytes, where its name or the format says so, or text.

    Raises BoardFormatError: it is neither, or longer than 64 MiB; UnknownNameError: no such format; OSError:
        it cannot be read.
    """
    check_type(given, (str, bytes, Path), "boards are read from a text, bytes or a path")
    if isinstance(given, Path):
        given, name = read_file(given, BoardFormatError), str(given)
    if isinstance(given, str):
        return split(given)
    # Formats of other packages are loaded only for what cannot be text.
    candidates: Iterable[str] = FORMATS if b"\0" in given else FORMATS.own
    if format:
        candidates = [format]
    for candidate in map(FORMATS.get, candidates):
        if candidate.suffixes and (format or name.lower().endswith(candidate.suffixes)):
            return [Source((), data=given, format=candidate.name)]
    return split(decode_text(given, name))


def read(source: Source, *, format: str | None = None, **options: Any) -> Any:
    """The board or puzzle of one piece of text, as :func:`interpret` reads it."""
    return interpret(source, format=format, **options).subject


def interpret(source: Source, *, format: str | None = None, **options: Any) -> Reading:
    """What one piece of text was read as: in the named format, in the one that recognises it, or else freely.

    options: ``mines`` or ``density``, as for :class:`~minesolver.model.board.Board`, which override the text;
        ``left``, the mines besides the known ones; ``rules``, names of a geometry and of rules with commas
        between them, which must be those of the text where it names any; ``signs``, what signs stand for,
        such as ``"hidden=x mine=!"``; ``flags_are_guesses``, to take known mines for hidden cells; ``cut``,
        the edges beyond which the board goes on
    Raises BoardFormatError, PuzzleError: it is none; UnknownNameError: no such format or rule.
    """
    check_is_no_answer(source.lines, source.first_line)
    other_text = other_kind(source.lines)
    if other_text is not None:
        raise BoardFormatError(other_text, line=source.first_line)
    _check_characters(source)
    # A mine count that is an option replaces what was found beside the text, in whichever of the three ways.
    changes = {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    if not changes.keys().isdisjoint(("mines", "left", "density")):
        source = replace(source, mines=None, left=None, density=None)
    if "cut" in changes:
        changes["cut"] = checked_cut(changes["cut"])
    if changes:
        source = replace(source, **changes)
    source = under_named_rules(under_said_cut(source))
    if source.mines is not None and source.density is not None:
        raise BoardFormatError("a board takes a mine count or a mine density, not both")
    if source.left is not None and (source.mines is not None or source.density is not None):
        raise BoardFormatError("a board takes a mine count, the mines that are left, or a density")

    name = source.format or format
    if name is not None:
        reading = _in_format(FORMATS.get(name), source)
    elif source.signs and source.rules is None and not source.is_json:
        reading = read_freely(source)
    else:
        reading = _recognised(source)
    reading = cut_reading(reading, source)
    if source.left is None and not source.flags_are_guesses:
        return reading
    return adjusted(reading, source)


def _in_format(format: Format, source: Source) -> Reading:
    if format.interprets is None:
        return Reading(format.read(source))
    format.check(source)
    reading: Reading = format.interprets(source)
    return reading


def _recognised(source: Source) -> Reading:
    """In the format that recognises a text; freely, where none does or what it says is no board."""
    name = _recognising(source)
    # Under rules a text is what its format says: the reader of pasted texts has no rules.
    if source.rules is None:
        barless = _without_bars(source, name)
        if barless is not None:
            return _recognised(barless)
        if name is not None and _is_laid_out_otherwise(source, name):
            return read_freely(source)
        if name == "letters" and source.header is None and may_name_rows(source):
            return _with_letters_in_front(source)
    if name is not None:
        return _in_recognising_format(name, source)

    # No format: what is above a line that names rules is a title, and all else is found out.
    below_title = _below_title(source)
    if below_title is not None:
        return _recognised(below_title)
    if sum(map(len, source.lines)) > LONGEST_FREE:
        return _in_format(FORMATS.get(_nearest(source)), source)  # which names the defect
    return read_freely(source)


def _without_bars(source: Source, name: str | None) -> Source | None:
    """The text without the double bars that chats cover cells with, or that part cells; None: it has none.

    name: Of the format that recognises the text
    """
    if name not in (None, "emoji") or not any("||" in line for line in source.lines):
        return None
    barless = without_double_bars(source)
    if barless is None and name is None:
        barless = with_covered_cells(source)
    return barless


def _is_laid_out_otherwise(source: Source, name: str) -> bool:
    """Whether a text has the signs of its format alone, but edges, numbers or dots that are none of it."""
    # Of named cells an opened one is written as 0 or a dot: blanks around the rows are none.
    if name in _UNEVEN and name != "letters" and _has_doubtful_edge(source.lines):
        return True
    if name == "canonical" and source.header is None and _may_have_numbers(source):
        return True
    # Dots between all signs part them.
    if name not in _AMBIGUOUS or "." not in source.characters:
        return False
    rows = source.lines[1:] if source.header else source.lines
    return bool(without_dots(clean_lines(list(rows), 1)))


def _with_letters_in_front(source: Source) -> Reading:
    """A text whose rows begin with A, B, C, ...: hidden cells, or names of the rows.

    Raises BoardFormatError: they may be either, with both sizes.
    """
    as_names = _read_freely_if_possible(source)
    as_cells = _in_format(FORMATS.get("letters"), source)
    if as_names is None:
        return as_cells
    board = adjusted(as_cells, source).subject
    are_plausible = not _has_zero_beside_hidden(board) and is_consistent(board)
    if not are_plausible:
        return as_names
    if as_names.layout is not None:
        return as_cells  # a layout of 0 and 1 is only what is left where they are no clues
    sizes = tuple(f"{read.subject.rows}x{read.subject.cols}" for read in (as_names, as_cells))
    message = "the first letters may name the rows or hidden cells; say the size in a first line: "
    raise BoardFormatError(
        message + " or ".join(sizes), line=source.first_line, column=1, readings=sizes
    )


def _has_zero_beside_hidden(board: Board) -> bool:
    hidden = np.pad(board.grid == HIDDEN, 1)
    height, width = board.grid.shape
    is_beside = np.zeros((height, width), bool)
    for down in range(3):
        for right in range(3):
            is_beside |= hidden[down : down + height, right : right + width]
    return bool((is_beside & (board.grid == 0)).any())


def _in_recognising_format(name: str, source: Source) -> Reading:
    """In the format that recognises the text; freely, where what it says is no board, or may be meant
    otherwise."""
    try:
        reading = _in_format(FORMATS.get(name), source)
    except BoardFormatError as error:
        free_reading = _in_spite_of(error, name, source)
        if free_reading is None:
            raise
        return free_reading
    if source.rules is not None or not _may_be_meant_otherwise(reading, name, source):
        return reading
    return _read_freely_if_possible(source) or reading


def _in_spite_of(error: BoardFormatError, name: str, source: Source) -> Reading | None:
    """What a text is read as freely that a format recognised and could not read; None: its error stands."""
    if source.rules is not None:
        return None
    is_other_language = error.message.startswith("not JSON") and _is_like_json(source)
    if not is_other_language and not _may_be_read_freely(name, source, error.message):
        return None
    # A number such as 01 is a clue of others, whether or not the clues go together.
    is_number = "is no symbol of the grid format" in error.message
    return _read_freely_if_possible(source, any_board=is_other_language or is_number)


def _may_be_meant_otherwise(reading: Reading, name: str, source: Source) -> bool:
    """Whether a text that its format reads may be meant otherwise, as other people use its signs."""
    # Where two signs would be the same, somebody may mean two things by them.
    if name == "emoji" and _has_twins(source, FORMATS.get(name)):
        return True
    is_ambiguous = name in _AMBIGUOUS or (name == "grid" and not _has_hidden(reading.subject))
    if not is_ambiguous or "#" in source.characters or _is_our_own_text(name, source):
        return False
    # Signs such as dots mean different things to different people: what is inconsistent may be meant so.
    has_two_zeros = {"0", "."} <= source.characters  # of which one may be hidden
    return has_two_zeros or not is_consistent(adjusted(reading, source).subject)


def _is_our_own_text(name: str, source: Source) -> bool:
    """Whether a text has a first line as we write it, and none of the signs that we do not write."""
    if source.header is None:
        return False
    if name == "emoji":
        return source.header.mines is not None
    return name == "canonical" and "." not in source.characters


def _may_be_read_freely(name: str, source: Source, message: str) -> bool:
    """Whether a text that a format recognised, and could not read for this reason, may be no text of it."""
    if name in _UNEVEN:
        return True
    if name == "emoji":
        return "||" not in "".join(source.lines)  # which nothing else has
    return message.startswith("this row has") or "is no symbol of the grid format" in message


def _has_hidden(board: Any) -> bool:
    return isinstance(board, Board) and bool((board.grid == HIDDEN).any())


def _may_have_numbers(source: Source) -> bool:
    """Whether the first signs of three rows or more, of signs apart, count up: they may number the rows."""
    if not all(len(text.split()) > 1 for _, _, text in source.rows):
        return False
    firsts = [row.texts[0] for row in source.symbols]
    return len(firsts) > 2 and firsts[0] in "01" and counts_up(firsts)


def _has_twins(source: Source, format: Format) -> bool:
    """Whether a text has two signs that a format takes for hidden cells."""
    hidden = [sign for sign in source.characters if format.codes.get(sign) == HIDDEN]
    return len(hidden) > 1


def _has_doubtful_edge(lines: Sequence[str]) -> bool:
    """Whether every row begins with a few blanks, or ends with blanks or a slash: these may be cells."""
    rows = [line for line in lines if line.strip()]
    if any(line and not line.strip() for line in lines):
        return True
    if all(row.endswith((" ", "\t")) for row in rows) and len({len(row) for row in rows}) == 1:
        return sum(map(len, rows)) <= LONGEST_FREE
    blanks = min(len(row) - len(row.lstrip(" ")) for row in rows)
    slashes = len(rows) > 1 and all(row.rstrip().endswith("/") for row in rows)
    may_be_cells = 0 < blanks <= MOST_OUTER_BLANKS
    if blanks > MOST_OUTER_BLANKS and blanks not in INDENTATIONS:
        may_be_cells = not any("0" in row for row in rows)
    return (may_be_cells or slashes) and sum(map(len, rows)) <= LONGEST_FREE


def _is_like_json(source: Source) -> bool:
    """Whether a text that is no JSON may be lists of another language, and whole: NumPy's have no commas."""
    text = "\n".join(source.lines)
    if not text.lstrip().startswith(("[", "{")):
        return False
    return text.count("[") == text.count("]") and text.count("{") == text.count("}")


def _below_title(source: Source) -> Source | None:
    """The part of a text from a line on that names rules; None: no line does."""
    for line_index, line in enumerate(source.lines[1:_MOST_TITLE_LINES], 1):
        if names_rules(line, source.lines):
            lower_part = replace(
                source, lines=source.lines[line_index:], first_line=source.first_line + line_index
            )
            return under_named_rules(lower_part)
    return None


def _read_freely_if_possible(source: Source, *, any_board: bool = False) -> Reading | None:
    """A consistent board, or any, that a text is read as freely, if there is one."""
    if sum(map(len, source.lines)) > LONGEST_FREE:
        return None
    try:
        reading = read_freely(source)
    except BoardFormatError as error:
        if error.readings:
            raise
        return None
    if any_board:
        return reading
    return reading if is_consistent(adjusted(reading, source).subject) else None


def recognise(source: Source) -> str:
    """The name of the one format that this text is in; where none fits, the nearest, to name its defect."""
    source = under_named_rules(source)
    return _recognising(source) or _nearest(source)


def _nearest(source: Source) -> str:
    # Numbers stand apart: a text without white space in its rows is meant as symbols.
    are_apart = any(len(row.texts) > 1 for row in source.words)
    candidates = []
    for name in FORMATS.own:
        format = FORMATS.get(name)
        if format.codes and (are_apart or max(map(len, format.codes)) == 1):
            candidates.append(format)
    return min(candidates, key=lambda format: format.foreign(source)).name


def _recognising(source: Source) -> str | None:
    if source.value is not None:
        for name in _IN_JSON:
            if FORMATS.get(name).recognises(source):
                return name
        return "json"  # as a whole, which no other format is
    for format in _in_turn():
        if (format.rules or source.rules is None) and format.recognises(source):
            return format.name
    return None


@cache
def _own_in_turn() -> tuple[Format, ...]:
    """This package's formats that are asked before any of another package."""
    formats = sorted(map(FORMATS.get, FORMATS.own), key=_RANK)
    return tuple(format for format in formats if format.rank < 5)


def _in_turn() -> Iterator[Format]:
    yield from _own_in_turn()
    later_formats = []
    for name in FORMATS:
        format = FORMATS.get(name)
        if name not in FORMATS.own or format.rank >= 5:
            later_formats.append(format)
    yield from sorted(later_formats, key=_RANK)


def parse_many(given: str | bytes | Path, name: str = "the text", **options: Any) -> list[Any]:
    """The boards of a text or a file, separated by blank lines.

    name: Of the file whose bytes are given
    options: As for :func:`read`
    Raises BoardFormatError: one of them is no board; with its line; UnknownNameError: no such format or rule;
        OSError: the file cannot be read.
    """
    return [reading.subject for reading in interpret_many(given, name, **options)]


def interpret_many(
    given: str | bytes | Path, name: str = "the text", **options: Any
) -> list[Reading]:
    """What the boards of a text or a file were read as, separated by blank lines; as :func:`parse_many`."""
    return [
        _board_reading(source, options) for source in sources(given, name, options.get("format"))
    ]


def _board_reading(source: Source, options: dict[str, Any]) -> Reading:
    reading = interpret(source, **options)
    board = reading.subject
    if not isinstance(board, Board) and not hasattr(board, "geometry"):
        is_json = recognise(source) == "json"
        reader = "Puzzle.from_json" if is_json else "minesolver.io.formats.read"
        message = f"a puzzle of named cells, not a board: minesolver solve and {reader} read it"
        raise BoardFormatError(message, line=source.first_line)
    return reading


def parse(given: Any, name: str = "the text", **options: Any) -> Any:
    """The one board of a text or a file, as :func:`parse_many`; of an object as JSON has it; or of rows.

    given: Text, bytes, a path, a mapping, an array, or a list of rows: texts, or lists of signs or numbers
    """
    if isinstance(given, str):
        board = canonical_board(given, options)
        if board is not None:
            return board
    return interpret_one(given, name, **options).subject


def interpret_one(given: Any, name: str = "the text", **options: Any) -> Reading:
    """What the one board of a text or a file was read as; as :func:`parse`."""
    has_puzzle_keys = isinstance(given, Mapping) and not given.keys().isdisjoint(PUZZLE_KEYS)
    if has_puzzle_keys and not holds_cells(given):
        from .objects import read as from_json  # with all that it needs of puzzles and rules

        return Reading(from_json(given))
    if isinstance(given, str):
        board = canonical_board(given, options)
        if board is not None:
            return Reading(board)
    elif not isinstance(given, (bytes, Path)):
        given = _as_text(given)
    pieces = sources(given, name, options.get("format"))
    try:
        # A slip in JSON breaks one board into several: its own error says more than their number.
        if len(pieces) == 1 or (pieces and pieces[0].is_json):
            reading = _board_reading(pieces[0], options)
    except BoardFormatError:
        if isinstance(given, str) and _FILE_NAME.fullmatch(given.strip()):
            message = f"{quoted(given)} looks like a file's name: Board.from_file reads files"
            raise BoardFormatError(message) from None
        raise
    if len(pieces) != 1:
        raise not_one_board(len(pieces))
    return reading


def not_one_board(board_count: int) -> BoardFormatError:
    """What is wrong with an input of no board, or of several, where one is expected."""
    count = f"{board_count} boards, separated by blank lines," if board_count else "no board"
    return BoardFormatError(f"{count} in the input where one is expected", line=1)


def _as_text(board_input: Any) -> str:
    """A board that is no text, as text. Raises BoardFormatError: it is none that can be read."""
    if isinstance(board_input, np.ndarray):
        board_input = board_input.tolist()
    if (
        isinstance(board_input, (list, tuple))
        and board_input
        and all(isinstance(row, str) for row in board_input)
    ):
        return "\n".join(board_input)
    if isinstance(board_input, (list, tuple, Mapping)):
        try:
            return dumps(board_input, default=_plain_value)
        except (TypeError, ValueError):
            pass
    raise BoardFormatError(
        "a board is read from a text, or from a list of rows (texts, or lists of signs or numbers), "
        f"not from {quoted(board_input)}"
    )


def _plain_value(value: Any) -> Any:
    """What JSON has for a number of NumPy, or for an array in a list. Raises TypeError: it has nothing."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError


def write(board: Any, format: str = "canonical") -> Any:
    """A board as text without a line break at its end, or bytes, which :func:`parse` reads back.

    Raises BoardFormatError: the format has no sign for something on the board, or is only read;
        UnknownNameError: no such format.
    """
    check_type(board, (Subject, Mapping), "what is written is a board or a puzzle")
    return FORMATS.get(format).write(board)
