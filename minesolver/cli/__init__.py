"""The ``minesolver`` command: one file a subcommand; only the one that is called is imported.

A subcommand is a :class:`Command` in :data:`COMMANDS`; another package adds one by the entry point group
``minesolver.commands``.
"""

import argparse
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from ..base import extras, interrupt
from ..base.errors import EngineLimitError, MinesolverError, UnknownNameError
from ..base.registry import Registry, meant, unknown
from ..base.version import __version__
from .arguments import add
from .commands import PATHS
from .commands import Command as Command
from .help import Help, LongHelp, ShortHelp, overview, verbs
from .options import added_options
from .progress import remark

COMMANDS = Registry("command", Command, PATHS, "minesolver.commands")

_INTERRUPTED = 130  # as shells have it: 128 and the number of the signal
_MESSAGE_LENGTH = 600  # characters of an error; a word of the command line may be any length


def columns() -> int | None:
    """How wide the output may be; None where it goes to no terminal and nobody has set COLUMNS.

    COLUMNS together with LINES is no wish but what a terminal library left behind in the environment.
    """
    is_set = "COLUMNS" in os.environ and "LINES" not in os.environ
    if is_set or (sys.stdout is not None and sys.stdout.isatty()):
        import shutil  # takes a while to load

        return shutil.get_terminal_size().columns
    return None


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and a short help for ``-h``."""

    def __init__(self, prog: str, description: str = "") -> None:
        super().__init__(prog, description=description, formatter_class=Help, add_help=False)
        self.late_epilog: Callable[[], str] | None = None
        """Makes what comes after the epilog, where that takes a while."""
        self.add_argument("-h", action=ShortHelp, help="a short help")
        self.add_argument("--help", action=LongHelp, help="this help")

    def format_help(self) -> str:
        if self.late_epilog is not None:
            self.epilog = f"{self.epilog}{self.late_epilog()}"
            self.late_epilog = None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        if len(message) > _MESSAGE_LENGTH:
            message = f"{message[:_MESSAGE_LENGTH]}..."
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            similar_value = meant(str(value), map(str, action.choices or ()))
            error.message += _HINTS.get((f"--{action.dest}", str(value)), similar_value)
            raise


class MainParser(Parser):
    """The parser of the command itself, whose help lists the subcommands in groups."""

    def format_help(self) -> str:
        return overview(self.prog, self.description or "", map(COMMANDS.get, COMMANDS))


class _Version(argparse.Action):
    """Says the version; the core is loaded for it only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        try:
            from ..kernel.core import BUILD as built_by
        except ImportError:
            built_by = "none was built, counting in Python"
        print(f"minesolver {__version__} (compiled core: {built_by})")
        parser.exit()


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; ``run`` is the function of the command. Exits where it is none."""
    # A line for all commands; only the modules of the one that is called are imported.
    main_parser = MainParser(
        "minesolver", "Exact Minesweeper: probabilities, proofs, the best move."
    )
    main_parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version, and what compiled the core"
    )
    main_parser.add_argument(
        "--completion", metavar="SHELL", help="the same as the command completion"
    )
    if arguments and arguments[0].partition("=")[0] == "--completion":
        shell_name = arguments[0].partition("=")[2]
        arguments = ["completion", *filter(None, [shell_name]), *arguments[1:]]

    def add_commands(words: Sequence[str]) -> argparse.ArgumentParser:
        return _add_commands(
            main_parser, "", [argument for argument in words if not argument.startswith("-")]
        )

    # A shell that completes words is answered here and goes no further.
    if "_ARGCOMPLETE" in os.environ:
        from .completion import offer

        offer(main_parser, add_commands)

    # The command that the words name, or an error that says which was meant.
    try:
        command_parser = add_commands(arguments)
    except UnknownNameError as error:
        main_parser.error(str(error))
    if all(argument.startswith("-") for argument in arguments):
        for argument in arguments:
            _check_option(main_parser, argument)

    # What no command knows is answered with what may be meant.
    options, unknown_words = main_parser.parse_known_args(arguments)
    if unknown_words:
        unknown_option = unknown_words[0].partition("=")[0]
        command_name = command_parser.prog.partition(" ")[2]
        of_missing_extra = extras.missing("options", f"{command_name} {unknown_option}")
        if of_missing_extra is not None:
            raise of_missing_extra
        hint_text = _HINTS.get((command_name, unknown_option))
        hint_text = hint_text or _similar(command_parser, unknown_option)
        command_parser.error(f"unrecognized arguments: {' '.join(unknown_words)}{hint_text}")
    options.arguments = list(arguments)  # for commands that keep what made their results
    return options


_HINTS = {
    ("--game", "cs50"): "; flagging is CS50's game",
    ("bench run", "--win"): "; what wins is one of the rules of games: --rules inference, say",
    ("optimal", "--seconds"): "; the search is limited by --nodes N",
    ("solve", "--policy"): "; a policy ranks the guesses with --recommend POLICY",
}
"""By command and option, or by option and value: what people want who try what is not there."""


def _check_option(parser: argparse.ArgumentParser, argument: str) -> None:
    """Exits where a word without a command is no option: argparse would only miss the command."""
    given_option = argument.partition("=")[0]
    if not any(
        option_name.startswith(given_option) for option_name in parser._option_string_actions
    ):
        parser.error(f"unrecognized arguments: {argument}{_similar(parser, given_option)}")


def _similar(parser: argparse.ArgumentParser, option: str) -> str:
    """The option that was perhaps meant, as the end of a message."""
    # Without their dashes, which would make all options alike.
    option_names = [
        option_name[2:]
        for option_name in parser._option_string_actions
        if option_name.startswith("--")
    ]
    return meant(option.lstrip("-"), option_names).replace("did you mean ", "did you mean --")


def _add_commands(
    parser: argparse.ArgumentParser, group: str, words: Sequence[str]
) -> argparse.ArgumentParser:
    """Add the command of a group that the words name, or all that there are; returns the last parser."""
    subparsers = parser.add_subparsers(
        title="subcommands" if group else "commands",
        dest="command",
        required=True,
        parser_class=Parser,
    )
    full_name = ""
    command_names: Iterable[str] = COMMANDS
    if words:
        full_name = f"{group} {words[0]}" if group else words[0]
        command_names = [full_name]
        if " " in words[0]:  # in a name it parts a group from its command, which are two words
            raise unknown("command", full_name, COMMANDS)
    for command_name in command_names:
        parent_name, _, short_name = command_name.rpartition(" ")
        if parent_name == group:
            command = COMMANDS.get(command_name)
            description = command.help[:1].upper() + command.help[1:] + "."
            command_parser = subparsers.add_parser(
                short_name, help=command.help, description=description
            )
    if not words:
        return parser

    # A command without a module is a group, and the next word is for it to read.
    if not command.module:
        return _add_commands(command_parser, full_name, words[1:])
    module = import_module(command.module)
    module.add_arguments(command_parser)
    if command.judges:
        listed_commands = map(COMMANDS.get, COMMANDS)
        command_parser.epilog = f"{command_parser.epilog}\n\n{verbs(listed_commands)}"
    options = added_options(full_name)
    for option in options:
        add(command_parser, option.parameter)
    command_parser.set_defaults(run=module.run, added_options=options)
    return command_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    try:
        exit_status = _main(argv)
    except Exception:
        if not interrupt.received():
            raise
        exit_status = 0
    finally:
        interrupt.finished()
    # Whoever caught it took it for something else.
    if interrupt.received() and exit_status != _INTERRUPTED:
        remark("minesolver: interrupted")
        return _INTERRUPTED
    return exit_status


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """A warning in one line, without the place in the code where it came up."""
    remark(f"minesolver: {message}")


def _main(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:  # closed by who called (`>&-`)
        return report(OSError("standard output is closed"))

    # What the terminal cannot show is no reason to stop.
    for output_stream in (sys.stdout, sys.stderr):
        if isinstance(output_stream, TextIOWrapper):
            output_stream.reconfigure(errors="replace")
    # The matrices that a picture is read with are small: a second thread of NumPy's would mostly spin.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.Namespace()
    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        # Not before: NumPy would make another error of an interrupt while it is imported.
        interrupt.started()
        sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            exit_status = int(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`| head`): that is its right. Keep the interpreter's exit quiet too.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        remark("minesolver: interrupted")
        return _INTERRUPTED
    except (MinesolverError, OSError) as error:
        return report(error, options=options)
    except MemoryError:
        return report(EngineLimitError("out of memory; no answer is given"))
    return exit_status


_RULES_IN_WORDS = {
    ("win", "explore"): "rules by which every cell is explored (inference)",
    ("win", "open"): "rules by which opening wins (safe)",
    ("first_click", "zero"): "a first click that opens a zero",
    ("first_click", "safe"): "a safe first click",
}
"""For the messages of commands that have no such option."""


def report(error: Exception, prefix: str = "", options: argparse.Namespace | None = None) -> int:
    """One line on standard error; returns the exit status that the error stands for.

    prefix: Which of several inputs it is about
    options: Of the command: a rule that the library names is one of them, or is told in words
    """

    def rule_in_words(rule: re.Match[str]) -> str:
        rule_name, rule_value = rule.groups()
        if not hasattr(options, rule_name) and (rule_name, rule_value) in _RULES_IN_WORDS:
            return _RULES_IN_WORDS[rule_name, rule_value]
        return f"--{rule_name.replace('_', '-')} {rule_value}"

    if isinstance(error, OSError) and error.strerror and error.filename is None:
        message = error.strerror  # of what is written to standard output, mostly
    elif isinstance(error, OSError) and error.strerror:
        file_name = str(error.filename)
        message = f"{file_name if file_name.strip() else repr(file_name)}: {error.strerror}"
    else:
        message = re.sub(r"\b(win|first_click)='([^']*)'", rule_in_words, str(error))
        message = re.sub(r"\(cut=([a-z,]+)", r"(--cut \1", message)
    remark(f"minesolver: {prefix}{message}".replace("\n", " "))

    # A question is answered by who sees what is asked about.
    boards = getattr(error, "boards", ())
    for way, drawing in zip(getattr(error, "readings", ()), boards, strict=False):
        remark("\n".join(["", f"--{way}", *(f"  {row}" for row in drawing.splitlines())]))
    return {"inconsistent": 1, "limit": 3, "missing": 3}.get(getattr(error, "kind", ""), 2)
