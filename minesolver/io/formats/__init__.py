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

from ...base.errors import (
    ArgumentTypeError,
    BoardFormatError,
    MinesolverError,
    check_type,
    quoted,
    truth,
)
from ...base.files import read_file
from ...base.limits import whole_number
from ...base.registry import Registry
from ...model.board import Board, is_whole
from ...model.cut import checked_cut
from ...model.subject import Subject
from ..canonical import canonical_board
from .cell_lists import holds_cells
from .cut_edges import cut_reading, under_stated_cut
from .drawings import check_is_no_answer, text_in_png, without_markup
from .json import check_facts, is_json, with_signs_of_all
from .pieces import LONGEST as LONGEST
from .pieces import pieces_of, pieces_of_lines, without_unseen
from .reading.lines import foreign_character, in_known_characters
from .reading.other_texts import other_kind
from .reading.outside import Facts, facts_of, is_words
from .reading.words import signs_text
from .readings import (
    Reading,
    adjusted,
    board_count,
    joined_source,
    parse_signs,
    read_freely,
    several_boards,
)
from .source import PUZZLE_KEYS, Format, Source, names_rules, under_named_rules

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
        "14mv": f"{__name__}.variant_format:FORMAT",
        "link": f"{__name__}.links:FORMAT",
        "tatham": f"{__name__}.game_ids:FORMATS",
        "pttacg": f"{__name__}.game_ids:FORMATS",
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

_IN_JSON = ("cells", "mask-json")
"""Formats of JSON that say more than rows."""
_RANK = attrgetter("rank")
Signs = str | Mapping[str, str] | None
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"II*\0", b"MM\0*")
"""How files of PNG, JPEG, GIF, BMP, WebP and TIFF begin."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How texts in UTF-16 begin."""
_MOST_TITLE_LINES = 20
_KEY_OF_JSON = re.compile(r'[{,]\s*"\w{1,40}"\s*:')
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
    words: Source | None = None  # beside the board that follows
    board_count = 0
    for piece, may_follow in pieces_of_lines(_decoded(lines, name)):
        source = piece if words is None else _joined(words, piece)
        if _may_be_words(piece) and not _is_by_itself(piece):
            words = source
            continue
        yield source, may_follow
        words = None
        board_count += 1
    if words is None:
        return
    if not board_count:
        yield words, False
    elif _tells_mines(_facts_in(words)):
        message = "is this the mine count? It belongs above the board, without an empty line, or in --mines"
        raise BoardFormatError(message, line=words.first_line, symbol=words.lines[0][:40])


def _joined(words: Source, piece: Source) -> Source:
    """Words and the piece below them; of a piece that is no text, what the words tell."""
    if _is_by_itself(piece):
        return _with_facts(piece, _facts_in(words))
    empty_count = piece.first_line - words.first_line - len(words.lines)
    empty_lines = [""] * empty_count
    return replace(words, lines=(*words.lines, *empty_lines, *piece.lines))


def _facts_in(words: Source) -> Facts:
    """What words beside a board say of it."""
    return facts_of(map(in_known_characters, words.lines))


def _tells_mines(facts: Facts) -> bool:
    return bool(facts.mines or facts.left) or facts.lone_count is not None


def _with_facts(source: Source, facts: Facts) -> Source:
    """A board with the mine count that the words beside it tell, and JSON with the signs of their legend.

    Raises BoardFormatError: words on its other side tell another; JSON has not the size that they tell.
    """
    if source.is_json:
        check_facts(source, facts)
        if facts.legend:
            source = replace(source, signs=signs_text(dict(facts.legend)))
    counts = {*facts.mines, *([] if facts.lone_count is None else [facts.lone_count])}
    if source.mines is not None and counts - {source.mines}:
        message = f"the text tells {source.mines} mines and {min(counts - {source.mines})} mines"
        raise BoardFormatError(message, line=source.first_line)
    if facts.left:
        return replace(source, left=min(facts.left))
    if facts.mines:
        return replace(source, mines=min(facts.mines))
    return source if facts.lone_count is None else replace(source, mines=facts.lone_count)


def split(text: str, *, is_named: bool = False, signs: Signs = None) -> list[Source]:
    """The boards' texts, each remembering the line at which it starts.

    is_named: The format or the rules of all boards are said: then an empty line ends each
    signs: What is said of signs, which may tell how many boards there are
    """
    pieces = pieces_of(text)
    if is_named:
        boards = [piece for piece in pieces if _is_by_itself(piece) or not is_words(piece.lines)]
        return boards or pieces
    if len(pieces) == 1 and _is_by_itself(pieces[0]):
        return pieces
    if len(pieces) > 1 and any(map(_has_density, pieces)):
        return pieces  # each with a density of its own
    are_canonical = list(map(_is_canonical, pieces))
    has_blank_rows = any(line and not line.strip() for line in text.splitlines())
    if (
        any(are_canonical)
        and not has_blank_rows
        and all(
            is_canonical or _are_digits(piece.lines)
            for is_canonical, piece in zip(are_canonical, pieces, strict=True)
        )
    ):
        return pieces

    # What has a format of its own stands by itself; all else is read together, so that a sign means the same
    # in all boards of a text.
    lines = list(without_markup(without_unseen(text).splitlines()))
    sources: list[Source] = []
    free_line = 0  # the first line that belongs to no piece so far, from 0
    for piece in pieces:
        if not _is_by_itself(piece):
            continue
        sources += _free_sources(lines[free_line : piece.first_line - 1], free_line + 1, signs)
        sources.append(piece)
        free_line = piece.first_line - 1 + len(piece.lines)
    sources += _free_sources(lines[free_line:], free_line + 1, signs)
    return with_signs_of_all(_without_words(sources)) or pieces


def _free_sources(lines: Sequence[str], first_line: int, signs: Signs) -> list[Source]:
    """The boards of lines that have no format of their own; one source where nobody can say how many."""
    first_filled = next((index for index, line in enumerate(lines) if line), None)
    if first_filled is None or not any(line.strip() for line in lines):
        return []
    source = Source(tuple(lines[first_filled:]), first_line + first_filled, signs=signs)
    count = board_count(source)
    if count == 1 or (count == 0 and is_words(source.lines)):
        return [source]
    if count == 0:
        return _paragraphs(source)
    return [replace(source, board=number, board_count=count) for number in range(1, count + 1)]


def _may_be_words(source: Source) -> bool:
    """Whether a source has no line that is surely a row, and was not read as boards."""
    return source.board is None and is_words(source.lines) and not _are_digits(source.lines)


def _are_digits(lines: Sequence[str]) -> bool:
    """Whether lines are rows of clues, as many in each."""
    are_digits = all(line.strip().isdecimal() for line in lines)
    return len(lines) > 1 and are_digits and len({len(line.strip()) for line in lines}) == 1


def _paragraphs(source: Source) -> list[Source]:
    """The parts of a text that cannot be read as a whole, so that one broken board does not hide the others;
    the text itself, where one of two parts or less is a board."""
    paragraphs: list[Source] = []
    lines: list[str] = []
    for line_index, line in enumerate([*source.lines, ""]):
        if line.strip():
            lines.append(line)
        elif lines:
            first_line = source.first_line + line_index - len(lines)
            paragraph = Source(tuple(lines), first_line, signs=source.signs)
            if not _may_be_words(paragraph):
                paragraphs.append(paragraph)
            lines = []
    read_count = sum(board_count(paragraph) == 1 for paragraph in paragraphs)
    return paragraphs if len(paragraphs) > 2 and read_count > 1 else [source]


def _without_words(sources: list[Source]) -> list[Source]:
    """The boards of a text; words between them go, with what they tell of the next board or the last."""
    boards: list[Source] = []
    words: Source | None = None
    for source in sources:
        if not _is_by_itself(source) and _may_be_words(source) and len(sources) > 1:
            words = source
            continue
        if words is not None and _is_by_itself(source):
            source = _with_facts(source, _facts_in(words))
        boards.append(source)
        words = None
    if words is not None and len(boards) == 1 and _is_by_itself(boards[0]):
        boards[0] = _with_facts(boards[0], _facts_in(words))
    return boards


def _has_density(piece: Source) -> bool:
    return piece.header is not None and piece.header.density is not None


def _is_canonical(piece: Source) -> bool:
    return canonical_board("\n".join(piece.lines), {}) is not None


def _may_be_slip_in_json(piece: Source) -> bool:
    """Whether a text begins as JSON and has a key in quotes: no other language writes so."""
    return piece.is_json and any(map(_KEY_OF_JSON.search, piece.lines))


def _is_by_itself(piece: Source) -> bool:
    """Whether a piece has a format of its own: JSON, a level, a board under rules, a link, a game ID."""
    if piece.format is not None or piece.value is not None:
        return True
    if piece.is_json and is_json(piece):
        return "".join(piece.lines).strip() != "[]"  # an empty list is part of a type: [][]rune
    if _may_be_slip_in_json(piece):
        return True
    piece = under_stated_cut(piece)
    if piece.cut or under_named_rules(piece).rules is not None:
        return True
    return _recognising(piece) not in (None, "json")


def sources(
    content: str | bytes | Path,
    name: str = "the text",
    format: str | None = None,
    rules: str | None = None,
    signs: Signs = None,
) -> list[Source]:
    """The boards of a text or a file: bytes, where its name or the format says so, or text.

    signs: What is said of signs, which may tell how many boards there are
    Raises BoardFormatError: it is neither, or longer than 64 MiB; UnknownNameError: no such format; OSError:
        it cannot be read.
    """
    check_type(content, (str, bytes, Path), "boards are read from a text, bytes or a path")
    check_type(name, str, "the name of a file is a text")
    if format is not None:
        check_type(format, str, "the name of the format is a text")
    if isinstance(content, Path):
        content, name = read_file(content, BoardFormatError), str(content)
    is_named = format is not None or rules is not None
    if isinstance(content, str):
        return split(content, is_named=is_named, signs=signs)
    # Formats of other packages are loaded only for what cannot be text.
    candidates: Iterable[str] = FORMATS if b"\0" in content else FORMATS.own
    if format:
        candidates = [format]
    for candidate in map(FORMATS.get, candidates):
        if candidate.suffixes and (format or name.lower().endswith(candidate.suffixes)):
            return [Source((), data=content, format=candidate.name)]
    return split(decode_text(content, name), is_named=is_named, signs=signs)


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
    check_type(source, Source, "a board is read from a Source of formats.sources")
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
    if "reading" in changes:
        changes["reading"] = whole_number(changes["reading"], "the number of a reading")
    if "flags_are_guesses" in changes:
        expectation = "flags_are_guesses is True or False"
        changes["flags_are_guesses"] = truth(changes["flags_are_guesses"], expectation)
    if "signs" in changes:
        changes["signs"] = {**parse_signs(source.signs), **parse_signs(changes["signs"])}
    if "cut" in changes:
        changes["cut"] = checked_cut(changes["cut"])
    if changes:
        source = replace(source, **changes)
    source = under_named_rules(under_stated_cut(source))
    if source.mines is not None and source.density is not None:
        raise BoardFormatError("a board takes a mine count or a mine density, not both")
    if source.mines is not None and not is_whole(source.mines):
        raise BoardFormatError(
            f"the mine count is a whole number, not {quoted(source.mines)}",
            symbol=quoted(source.mines),
        )
    if source.left is not None and not is_whole(source.left):
        raise BoardFormatError(
            f"the mines that are left are a whole number, not {quoted(source.left)}"
        )
    if source.left is not None and (source.mines is not None or source.density is not None):
        raise BoardFormatError("a board takes a mine count, the mines that are left, or a density")

    name = source.format or format
    if name is not None:
        reading = _in_format(FORMATS.get(name), source)
    elif source.signs and source.rules is None and not source.is_json:
        reading = read_freely(source)
    elif (board := _surely_canonical(source)) is not None:
        reading = Reading(board)
    else:
        reading = _recognised(source)
    reading = cut_reading(reading, source)
    if source.left is not None or source.flags_are_guesses:
        reading = adjusted(reading, source)
    if reading.taken and isinstance(reading.subject, Board):
        reading = replace(reading, subject=reading.subject._with_taken(reading.taken))
    return reading


def _surely_canonical(source: Source) -> Board | None:
    """The board of a text that needs no search, whichever door it comes by."""
    other_wishes = (
        source.left,
        source.density,
        source.rules,
        source.signs,
        source.reading,
        source.board,
    )
    if source.whole or source.cut or any(wish is not None for wish in other_wishes):
        return None
    return canonical_board("\n".join(source.lines), {"mines": source.mines})


def _in_format(format: Format, source: Source) -> Reading:
    if format.interprets is None:
        return Reading(format.read(source))
    format.check(source)
    reading: Reading = format.interprets(source)
    return reading


def _recognised(source: Source) -> Reading:
    """In the format that recognises a text; freely, where none does."""
    name = _recognising(source)
    is_json_alone = is_json(source) or _may_be_slip_in_json(source) or source.rules is not None
    if name is not None and (name != "json" or is_json_alone):
        return _in_format(FORMATS.get(name), source)

    # What is above a line that names rules is a title.
    below_title = _below_title(source)
    if below_title is not None:
        return _recognised(below_title)
    if name is None:
        return read_freely(source)
    # A text in brackets that is no JSON may be lists of another language; if it is none, JSON has a slip.
    try:
        return read_freely(source)
    except BoardFormatError as error:
        symbol = "[" if error.symbol is None else error.symbol
        is_of_a_cell = error.column is not None and not symbol.startswith(("[", "{", '"', "'"))
        if error.readings or is_of_a_cell:
            raise
        return _in_format(FORMATS.get(name), source)


def _below_title(source: Source) -> Source | None:
    """The part of a text from a line on that names rules; None: no line does."""
    for line_index, line in enumerate(source.lines[1:_MOST_TITLE_LINES], 1):
        if names_rules(line, source.lines):
            lower_part = replace(
                source, lines=source.lines[line_index:], first_line=source.first_line + line_index
            )
            return under_named_rules(lower_part)
    return None


def recognise(source: Source) -> str:
    """The name of the format that a text is in; ``canonical``: its signs are found out."""
    return _recognising(under_named_rules(source)) or "canonical"


def _recognising(source: Source) -> str | None:
    if source.value is not None:
        for name in _IN_JSON:
            if FORMATS.get(name).recognises(source):
                return name
        return "json"  # as a whole, which no other format is
    if source.rules is not None and not source.is_json:
        return "canonical"
    for format in _in_turn():
        if (format.rules or source.rules is None) and format.recognises(source):
            return format.name
    return None


@cache
def _own_in_turn() -> tuple[Format, ...]:
    """This package's formats in the order of their ranks."""
    return tuple(sorted(map(FORMATS.get, FORMATS.own), key=_RANK))


def _in_turn() -> Iterator[Format]:
    """All formats in the order of their ranks; those of other packages are loaded behind rank 4."""
    own_formats = _own_in_turn()
    yield from (format for format in own_formats if format.rank < 5)
    package_names = set(FORMATS.own)
    later_formats = [format for format in own_formats if format.rank >= 5]
    later_formats += [FORMATS.get(name) for name in FORMATS if name not in package_names]
    yield from sorted(later_formats, key=_RANK)


def parse_many(content: str | bytes | Path, name: str = "the text", **options: Any) -> list[Any]:
    """The boards of a text or a file, separated by blank lines.

    name: Of the file whose bytes are given
    options: As for :func:`read`
    Raises BoardFormatError: one of them is no board; with its line; UnknownNameError: no such format or rule;
        OSError: the file cannot be read.
    """
    return [reading.subject for reading in interpret_many(content, name, **options)]


def interpret_many(
    content: str | bytes | Path, name: str = "the text", **options: Any
) -> list[Reading]:
    """What the boards of a text or a file were read as, separated by blank lines; as :func:`parse_many`."""
    return [_board_reading(source, options) for source in _sources_with(content, name, options)]


def _sources_with(
    content: str | bytes | Path, name: str, options: Mapping[str, Any]
) -> list[Source]:
    return sources(content, name, options.get("format"), options.get("rules"), options.get("signs"))


def _board_reading(source: Source, options: dict[str, Any]) -> Reading:
    reading = interpret(source, **options)
    board = reading.subject
    if not isinstance(board, Board) and not hasattr(board, "geometry"):
        is_json = recognise(source) == "json"
        reader = "Puzzle.from_json" if is_json else "minesolver.io.formats.read"
        message = f"a puzzle of named cells, not a board: minesolver solve and {reader} read it"
        raise BoardFormatError(message, line=source.first_line)
    return reading


def parse(content: Any, name: str = "the text", **options: Any) -> Any:
    """The one board of a text or a file, as :func:`parse_many`; of an object as JSON has it; or of rows.

    content: Text, bytes, a path, a mapping, an array, or a list of rows: texts, or lists of signs or numbers
    """
    return interpret_one(content, name, **options).subject


def interpret_one(content: Any, name: str = "the text", **options: Any) -> Reading:
    """What the one board of a text or a file was read as; as :func:`parse`."""
    has_puzzle_keys = isinstance(content, Mapping) and not content.keys().isdisjoint(PUZZLE_KEYS)
    if has_puzzle_keys and not holds_cells(content):
        from .objects import read as from_json  # with all that it needs of puzzles and rules

        return Reading(from_json(content))
    if isinstance(content, str):
        board = canonical_board(content, options)
        if board is not None:
            return Reading(board)
    elif not isinstance(content, (bytes, Path)):
        content = _as_text(content)
    pieces = _sources_with(content, name, options)
    joined = None if any(map(_is_by_itself, pieces)) else joined_source(pieces)
    if joined is not None:
        pieces = [joined]
    number = options.get("reading")
    if number is not None and len(pieces) > 1:
        if not 1 <= number <= len(pieces):
            raise BoardFormatError(f"there is no board {number}: the text has {len(pieces)}")
        options = {**options, "reading": None}
        pieces = [pieces[number - 1]]
    try:
        # A slip in JSON breaks one board into several: its own error says more than their number.
        if len(pieces) == 1 or (pieces and pieces[0].is_json):
            reading = _board_reading(replace(pieces[0], is_single=True), options)
    except BoardFormatError:
        if isinstance(content, str) and _FILE_NAME.fullmatch(content.strip()):
            message = f"{quoted(content)} looks like a file's name: Board.from_file reads files"
            raise BoardFormatError(message) from None
        raise
    if len(pieces) > 1:
        raise several_boards(pieces, lambda piece: _drawing(piece, options))
    if not pieces:
        raise not_one_board(0)
    return reading


def _drawing(piece: Source, options: Mapping[str, Any]) -> str:
    """The board of a piece as canonical text, for a question; empty where it is none."""
    try:
        return str(interpret(piece, **options).subject)
    except ArgumentTypeError:  # of an option, whatever the piece is
        raise
    except MinesolverError:
        return ""


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
        except (TypeError, ValueError, RecursionError):
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
