"""Arguments that several commands take: numbers, cells, seeds, and sizes of boards."""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import suppress
from dataclasses import replace
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import BoardFormatError, MinesolverError, RuleError, quoted
from ..protocol.parameters import (
    COLS,
    FLAG,
    LEVEL,
    MINES,
    NAME,
    ROWS,
    RULES,
    TEXT,
    Kind,
    Parameter,
)
from .help import RARE

if TYPE_CHECKING:
    from ..bench.workers import Workers


BOARD_FILE = Parameter(
    "file",
    TEXT,
    "a file, or a board itself, such as '1#/##' (default: standard input)",
    default="-",
    metavar="FILE",
    count="?",
    is_argument=True,
)
_LONGEST_TYPED_LINE = 10_000  # characters


def standard_input() -> TextIO:
    """Raises OSError: it was closed by who called."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin


def standard_input_bytes() -> bytes:
    """All of standard input. Raises BoardFormatError: more than is read; OSError: it is closed."""
    from ..base.files import read_stream  # loads NumPy, which the help does without

    return read_stream(standard_input().buffer, "standard input", BoardFormatError)


_ROW_END = re.compile(r"/|\\n")
"""What may stand between two rows of a board in one line, beside a newline."""
_BOARD_IN_A_LINE = re.compile(
    r"(?:\d+(?:x\d+)+(?: [\w,+'-]+)?/)?"  # the first line: its size, mine count and rules
    r"(?=.*[0-9#*])(?![0-9/\s]*$)(?![*/\s]*$)(?!\.{1,2}/)[0-9#?*xXF_./\s-]{2,}"
)
"""With ``/`` between the rows. What begins with ``./`` is a path; digits and strokes alone are a date."""

_NO_NAME = re.compile(r"(?=.*[1-8]).*[^\w\s./\\:~-]")
"""A clue, and a sign that names of files hardly have: rows as long as each other are a board then."""

_NEITHER = "No such file, nor a board such as '1#/##'"


def board_input(word: str) -> str | bytes | Path:
    """What an argument FILE stands for: ``-`` is standard input, which is read here; a file; or the text of a
    board, with ``/``, a newline or ``\\n`` between its rows.

    Raises FileNotFoundError: there is no such file, and it can be no board.
    """
    if word == "-":
        return standard_input_bytes()
    if os.path.exists(word):
        return Path(word)
    board_text = typed_board(word)
    if board_text is not None:
        return board_text
    if ":" in word or word.startswith(("{", "[")):
        # A line that says its own size, as games write them, or JSON: only its reader knows what it is.
        from ..io import formats

        with suppress(MinesolverError):
            if [formats.interpret(piece) for piece in formats.sources(word)]:
                return word
    raise FileNotFoundError(ENOENT, _NEITHER, word)


def typed_board(word: str) -> str | None:
    """The text of a board that was typed as an argument, a row a line; ``None``: the word can be no board."""
    if "\n" in word.strip():
        return word
    rows_in_a_line = _ROW_END.sub("/", word.strip())
    row_texts = rows_in_a_line.strip("/").split("/")
    is_table = len(row_texts) > 1 and len(set(map(len, row_texts))) == 1
    if _BOARD_IN_A_LINE.fullmatch(rows_in_a_line) or (is_table and _NO_NAME.search(word)):
        return "\n".join(row_texts)
    return None


def read_typed_line() -> str:
    """The next line of standard input, for those who type moves; empty at its end.

    Raises RuleError: it is no line that anybody types.
    """
    line_text = standard_input().readline(_LONGEST_TYPED_LINE)
    if len(line_text) == _LONGEST_TYPED_LINE:
        raise RuleError(f"a move has fewer than {_LONGEST_TYPED_LINE:,} characters in its line")
    return line_text


def numbered(out_path: Path | None, number: int, count: int) -> Path | None:
    """The file of one of several results: the name asked for, with its number where they are several."""
    if out_path is None or count == 1:
        return out_path
    digit_count = len(str(count))
    return out_path.with_name(f"{out_path.stem}-{number:0{digit_count}}{out_path.suffix}")


def values_of(holder: Any, attribute_names: str) -> dict[str, Any]:
    """Attributes by name, as JSON objects have them. ``attribute_names``: with blanks between them."""
    return {
        attribute_name: getattr(holder, attribute_name)
        for attribute_name in attribute_names.split()
    }


Arguments = argparse._ActionsContainer
"""A parser, or a group of its arguments."""


def add(arguments: Arguments, *parameters: Parameter) -> None:
    """Add a command's options, and its arguments that have no name."""
    for parameter in parameters:
        _add(arguments, parameter)


def _add(arguments: Arguments, parameter: Parameter) -> None:
    # Where the default is known it ends the line of help; a flag that is not set needs no words.
    help_text = parameter.help
    default = parameter.default
    is_set = default is not None and default is not False and default != ()
    if is_set and "default" not in help_text and not parameter.is_argument:
        help_text += (
            f" (default: {default:g})" if isinstance(default, float) else f" (default: {default})"
        )
    settings: dict[str, Any] = {"help": help_text.replace("%", "%%")}
    if parameter.is_argument:
        names: tuple[str, ...] = (parameter.name,)
    else:
        names = parameter.flags or (f"--{parameter.name.replace('_', '-')}",)
        settings["dest"] = parameter.name

    # A flag takes no word; all else takes words that its kind reads.
    if parameter.kind == FLAG:
        settings["action"] = "store_true"
    else:
        settings["type"] = _Reader(parameter.kind)
        settings["metavar"] = parameter.metavar or None
        settings["choices"] = parameter.choices or None
        settings["const"] = parameter.constant
        if parameter.count == "again":
            settings["action"] = "append"
            default = None if default is None else [*default]
        elif parameter.count:
            settings["nargs"] = parameter.count
    if default is not None:
        settings["default"] = default
    if parameter.required:
        settings["required"] = True
    action = arguments.add_argument(
        *names, **{name: value for name, value in settings.items() if value is not None}
    )
    setattr(action, RARE, parameter.is_rare)


class _Reader:
    """Reads a word of the command line as a kind of value."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind

    def __call__(self, text: str) -> Any:
        """The value. Raises argparse.ArgumentTypeError: the word stands for none."""
        try:
            return self._kind.from_text(text)
        except ValueError:
            message = f"{self._kind.typed_words or self._kind.words}, not {quoted(text)}"
            raise argparse.ArgumentTypeError(message) from None


def add_size(
    parser: Arguments,
    default: str = "beginner",
) -> None:
    """Add ``--rules``, ``--level`` (``--shape``), ``--rows``, ``--cols`` and ``--mines``."""
    from ..game.board_sizes import LEVELS, SIZE

    sizes = f"{', '.join(LEVELS)}, or {SIZE} such as 16x30/99"
    if default:
        sizes += f" (default: {default})"
    sizes += "; with --rules, any sizes such as 5x5 or 3x3x4/10 (default: 5x5)"
    add(parser, RULES, replace(LEVEL, help=sizes, flags=("--level", "--shape")), ROWS, COLS, MINES)


def add_deal(parser: Arguments) -> None:
    from ..game.dealing import DEALS

    help_text = (
        "hidden: where mines are is settled before (default). Else it is when a cell is opened: a guess "
        "where a safe cell is proved hits one; any other by its exact chance (fair), never (forgiving) or "
        "always (cruel)"
    )
    add(parser, Parameter("deal", NAME, help_text, choices=tuple(DEALS), is_rare=True))


def workers_of(options: argparse.Namespace) -> Workers:
    """The workers that the options ask for. Raises ResultsError: there is no such cluster."""
    from ..bench import dask, workers

    if options.dask:
        return dask.cluster(options.dask, options.dask_wait)
    return workers.processes(options.jobs)
