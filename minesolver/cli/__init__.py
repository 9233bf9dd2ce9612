"""The ``minesolver`` command. One file a subcommand; only the one that is called is imported."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from ..base.errors import EngineLimitError, InconsistentBoardError, MinesolverError, MissingDependencyError
from ..base.version import __version__

_COMMANDS = {
    "solve": "exact mine probabilities, proved cells and the best cell of a board",
    "play": "watch a policy play one game or thousands, or play yourself",
    "engine": "answer other programs: lines of JSON over standard input and output",
    "mdp": "the decision process of a small board: plan by value iteration, or learn a network",
    "optimal": "the best possible winning chance on a whole small board, as a fraction",
    "web": "the analyser and player in the browser, on this machine",
    "generate": "random boards, or no-guess boards, as text, JSON or .mbf",
    "rules": "geometries and rules of Minesweeper variants: hexagons, liars, walls, ...",
    "review": "grade the guesses of a replay: what was missed, what each guess cost, luck",
    "bench": "compare players, engines and other solvers over the same boards",
}

_EPILOG = """\
example:
  printf '1#\\n##\\n' | minesolver solve --mines 1
exit status:
  0 done, 1 inconsistent board, 2 bad input or usage, 3 limit exceeded or an optional part missing"""


class Help(argparse.RawDescriptionHelpFormatter):
    """Lines as they are written, but none longer than the terminal is wide."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = []
        for line in text.splitlines():
            own = indent + " " * (len(line) - len(line.lstrip()))
            lines += textwrap.wrap(
                line.strip(), width, initial_indent=own, subsequent_indent=own + "  ", break_on_hyphens=False
            ) or [""]
        return "\n".join(lines)


def columns() -> int | None:
    """How wide the output may be; None where it goes to no terminal and nobody has set COLUMNS.

    COLUMNS together with LINES is no wish but what a terminal library left behind in the environment.
    """
    wished = "COLUMNS" in os.environ and "LINES" not in os.environ
    if wished or (sys.stdout is not None and sys.stdout.isatty()):
        return shutil.get_terminal_size().columns
    return None


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line."""

    def error(self, message: str) -> NoReturn:
        if len(message) > 600:
            message = f"{message[:600]}..."
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = Parser(
        "minesolver",
        description="Exact Minesweeper: probabilities, proofs, the best move.",
        epilog=_EPILOG,
        formatter_class=Help,
    )
    parser.add_argument("--version", action="version", version=f"minesolver {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, parser_class=Parser)
    called = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in _COMMANDS.items():
        own = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=Help,
        )
        if name == called:
            import_module(f".{name}", __name__).configure(own)
    if sys.stdout is None:  # closed by who called (`>&-`)
        return report(OSError("standard output is closed"))
    options = parser.parse_args(arguments)
    options.arguments = arguments  # for commands that keep what made their results
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    try:
        status = int(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`| head`): that is its right. Keep the interpreter's exit quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (MinesolverError, OSError) as error:
        return report(error)
    except MemoryError:
        return report(EngineLimitError("out of memory; no answer is given"))
    return status


def _as_option(rule: re.Match[str]) -> str:
    return f"--{rule[1].replace('_', '-')} {rule[2]}"


def report(error: Exception, where: str = "") -> int:
    """One line on standard error; returns the exit status that the error stands for."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        text = f"{error.filename}: {error.strerror}"
    else:
        # A rule as the library names it is an option here.
        text = re.sub(r"\b(win|first_click)='([^']*)'", _as_option, str(error))
    print(f"minesolver: {where}{text}".replace("\n", " "), file=sys.stderr)
    if isinstance(error, InconsistentBoardError):
        return 1
    if isinstance(error, (EngineLimitError, MissingDependencyError)):
        return 3
    return 2
