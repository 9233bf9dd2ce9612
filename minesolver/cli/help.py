"""What ``--help`` and the shorter ``-h`` print."""

import argparse
import re
import sys
from collections.abc import Iterable
from typing import Any

from .commands import GROUPS, Command

RARE = "is_rare"
"""An attribute of argparse's actions: the option is left out of the short help."""

_SPELLING_WIDTH = 20  # columns
_OVERVIEW_END = """\
options: -h, --help, --version, --completion SHELL
example:
  minesolver solve '1#/##' --mines 1
exit status: 0 done, 1 inconsistent board, 2 bad input, 3 limit, or part missing
The options of a command: minesolver COMMAND -h, or --help for all of them."""


def overview(prog: str, description: str, commands: Iterable[Command]) -> str:
    """The help of the command itself: its subcommands in their groups, a line each."""
    lines = [f"usage: {prog} COMMAND ...", "", description, ""]
    of_group: dict[str, list[Command]] = {group: [] for group in GROUPS}
    for command in commands:
        if " " not in command.name:
            of_group[command.group].append(command)
    for group, listed_commands in of_group.items():
        lines.append(f"{group}:")
        lines += [f"  {command.name:11}{command.help}" for command in listed_commands]
    return "\n".join([*lines, "", _OVERVIEW_END, ""])


def verbs(commands: Iterable[Command]) -> str:
    """What the commands judge that are easily taken for one another."""
    lines = ["commands that judge:"]
    for command in commands:
        if command.judges:
            lines.append(f"  minesolver {command.name:8}{command.judges}")
    return "\n".join(lines)


class Help(argparse.RawDescriptionHelpFormatter):
    """Paragraphs as wide as the terminal; indented lines as they are written, but none longer.

    Lines of examples stay whole: the terminal folds them, and a copy of them still runs.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap  # takes a while to load

        wrapped_lines: list[str] = []
        in_examples = False
        for text_line in re.sub(
            r"^(\S.*[^:\n])\n(?=\S)(?!.*:$)", r"\1 ", text, flags=re.MULTILINE
        ).splitlines():
            is_indented = text_line[:1] == " "
            in_examples = is_indented and (
                in_examples or wrapped_lines[-1:] in (["example:"], ["examples:"])
            )
            if in_examples:
                wrapped_lines.append(text_line)
                continue
            hanging_indent = re.sub(r"\S.*", "  ", text_line) if is_indented else ""
            wrapped_lines += textwrap.wrap(
                text_line, width, subsequent_indent=hanging_indent, break_on_hyphens=False
            ) or [""]
        return "\n".join(wrapped_lines)


class _HelpAction(argparse.Action):
    """An option without a value that prints something and ends."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)


class LongHelp(_HelpAction):
    """``--help``: everything."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        parser.print_help()
        parser.exit()


class ShortHelp(_HelpAction):
    """``-h``: the options that most people want, a line each, and one example."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        parser._print_message(_short_help(parser), sys.stdout)
        parser.exit()


def _short_help(parser: argparse.ArgumentParser) -> str:
    import shutil
    import textwrap

    # A command that only has subcommands has no options to choose from.
    actions = [action for action in parser._actions if not isinstance(action, _HelpAction)]
    if any(isinstance(action, argparse._SubParsersAction) for action in actions):
        return parser.format_help()

    # The usage names what is no option, and options that nobody can do without.
    usage = [f"usage: {parser.prog} [OPTIONS]"]
    for action in actions:
        if not action.option_strings and action.nargs in ("?", "*"):
            usage.append(f"[{_spelling(action)}]")
        elif action.required:
            usage.append(_spelling(action))
    lines = [" ".join(usage), "", parser.description or "", ""]

    # An option has one line: what follows a semicolon is in the long help.
    text_width = max(20, shutil.get_terminal_size().columns - _SPELLING_WIDTH - 3)
    for action in actions:
        if not getattr(action, RARE, False):
            help_text = (action.help or "").replace("%%", "%")
            summary = re.split(r"; | \((?:default|see)", help_text)[0]
            short_summary = textwrap.shorten(summary, text_width, placeholder=" ...")
            spelling = f"  {_spelling(action):{_SPELLING_WIDTH}} "
            if len(_spelling(action)) > _SPELLING_WIDTH:
                lines.append(spelling.rstrip())
                spelling = " " * (_SPELLING_WIDTH + 3)
            lines.append(f"{spelling}{short_summary}")

    # The first example, and where the rest is.
    example = re.search(r"^examples?:\n +(.*)", parser.epilog or "", re.MULTILINE)
    if example:
        lines += ["", f"example: {example[1]}"]
    lines += [f"All options and more examples: {parser.prog} --help", ""]
    return "\n".join(lines)


def _spelling(action: argparse.Action) -> str:
    """How an option or argument is written: its first name, and what stands for its value."""
    value_name = str(action.metavar or action.dest.upper())
    if action.nargs in ("*", "+"):
        value_name += " ..."
    if not action.option_strings:
        return value_name
    if action.nargs == 0:
        return action.option_strings[0]
    return f"{action.option_strings[0]} {value_name}"
