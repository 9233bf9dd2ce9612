"""Write docs/reference.md from the docstrings: ``python docs/make_reference.py``.

Needs the extras ``gym`` and ``web``. The text does not depend on the machine or the version of Python.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).resolve().parent / "reference.md"
MODULES: dict[str, tuple[str, ...]] = {
    "minesolver": (),
    "minesolver.analysis": ("Statistics",),
    "minesolver.explain": ("Reason", "chain"),
    "minesolver.io.formats": ("names", "get", "parse", "parse_many", "read_text"),
    "minesolver.io.layouts": ("Layout", "write_text", "encode", "read"),
    "minesolver.inference": ("names", "get"),
    "minesolver.inference.engine": ("Engine", "by_counting"),
    "minesolver.counting.problem": ("Component", "Constraint", "Problem", "build"),
    "minesolver.counting.joining": ("ComponentCount", "Marginals", "join"),
    "minesolver.limits": ("Budget",),
    "minesolver.deduction": (),
    "minesolver.deduction.likelihood": ("likelihoods", "unexplored", "least_likely", "pick"),
    "minesolver.deduction.cell_record": ("CellRecord", "records"),
    "minesolver.policies": (),
    "minesolver.players": (),
    "minesolver.sources.search_agents": ("move_gen", "goal_test", "Evidence", "evidence_at", "infer"),
    "minesolver.game": (),
    "minesolver.game.generate": ("Dealt", "generate"),
    "minesolver.game.series": ("Series", "Tally", "play_series"),
    "minesolver.io.replays": (),
    "minesolver.env": (),
    "minesolver.sources.cs50": (),
    "minesolver.sources.decision_process": (),
    "minesolver.errors": ("RuleError",),
}
"""Modules in the order of the page, with the names to show; none stands for the module's ``__all__``."""
REGISTRIES = {
    "minesolver.inference": "Engines",
    "minesolver.deduction": "Layers",
    "minesolver.io.formats": "Formats",
    "minesolver.policies": "Policies",
    "minesolver.players": "Agents",
}
INTRODUCTION = """\
# Reference

Every public name, from its docstring. This file is made by `python docs/make_reference.py`, and a test
compares the two. Cells are (row, column) from 0. Grid codes: -1 hidden, 0 to 8 opened, 10 a known mine. All
errors of the package derive from `MinesolverError`.
"""
EXIT_STATUS = (
    "`minesolver COMMAND --help` says the same. Exit status: 0 done, 1 inconsistent board, "
    "2 bad input or usage, 3 limit exceeded or an optional part missing, 130 interrupted."
)
_WIDTH = 100  # a longer signature has one parameter a line


def reference() -> str:
    """The whole page."""
    headings = [f"`{name}`" for name in MODULES] + ["The command"]
    parts = [
        INTRODUCTION.strip(),
        "\n".join(f"- [{heading}](#{anchor(heading)})" for heading in headings),
    ]
    for name, shown in MODULES.items():
        module = import_module(name)
        parts += [f"## `{name}`", prose(module.__doc__)]
        if name in REGISTRIES:
            parts.append(names_table(REGISTRIES[name], module))
        for public in shown or module.__all__:
            parts += list(entry(public, getattr(module, public)))
    parts += list(commands())
    return "\n\n".join(part for part in parts if part) + "\n"


def anchor(heading: str) -> str:
    """As repository pages and most renderers make it: lower case, no punctuation but ``_`` and ``-``."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def entry(name: str, value: Any) -> Iterator[str]:
    """The section of one public name."""
    if inspect.isclass(value):
        yield from class_entry(name, value)
    elif inspect.isfunction(value):
        yield f"### `{name}`"
        yield code(f"{name}{signature(value)}")
        yield prose(value.__doc__)
    else:
        yield f"### `{name}`"
        yield code(f"{name} = {without_addresses(repr(value))}")


def without_addresses(text: str) -> str:
    return re.sub(r"<([\w.]+)[^>]* at 0x[^>]*>", r"<\1>", text)


def class_entry(name: str, value: type) -> Iterator[str]:
    yield f"### `{name}`"
    is_protocol = getattr(value, "_is_protocol", False)
    own_constructor = inspect.isfunction(value.__init__) or inspect.isfunction(value.__new__)  # type: ignore[misc]
    if own_constructor and not is_protocol:
        yield code(f"{name}{signature(value).removesuffix(' -> None')}")
    yield prose(value.__doc__)
    initialiser = vars(value).get("__init__")
    if initialiser is not None and not is_protocol and initialiser.__doc__:
        yield prose(initialiser.__doc__)
    attributes, methods = [], []
    for member, raw in vars(value).items():
        if member.startswith("_"):
            continue
        if isinstance(raw, property | cached_property):
            function = raw.fget if isinstance(raw, property) else raw.func
            attributes.append(described(member + returned(function), raw.__doc__))
        elif isinstance(raw, classmethod | staticmethod):
            methods.append(
                described(member + signature(getattr(value, member), one_line=True), raw.__func__.__doc__)
            )
        elif inspect.isfunction(raw):
            methods.append(described(member + signature(raw, bound=True, one_line=True), raw.__doc__))
    for part in (attributes, methods):
        if part:
            yield "\n".join(part)


def described(head: str, docstring: str | None) -> str:
    """One line of a list of members, the rest of its docstring indented."""
    text = prose(docstring).replace("\n", "\n  ").replace("\n  \n", "\n\n")
    return f"- `{head}`" + (f"\n  {text}" if text else "")


def returned(function: Callable[..., Any] | None) -> str:
    annotation = getattr(function, "__annotations__", {}).get("return")
    return f": {annotation}" if isinstance(annotation, str) else ""


def signature(callable_: Callable[..., Any], *, bound: bool = False, one_line: bool = False) -> str:
    """Parameters and result as they are written; ``bound``: without the first."""
    found = inspect.signature(callable_)
    parameters = list(found.parameters.values())[bound:]
    parts: list[str] = []
    for before, parameter in zip([None, *parameters], parameters, strict=False):
        if parameter.kind is parameter.KEYWORD_ONLY and (
            before is None or before.kind not in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        ):
            parts.append("*")
        parts.append(written(parameter))
    result = found.return_annotation
    tail = f" -> {result}" if isinstance(result, str) else ""
    line = f"({', '.join(parts)}){tail}"
    if one_line or len(line) <= _WIDTH:
        return line
    return "(\n" + "".join(f"    {part},\n" for part in parts) + f"){tail}"


def written(parameter: inspect.Parameter) -> str:
    star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    if parameter.kind is parameter.VAR_KEYWORD:
        star = "**"
    text = star + parameter.name
    if parameter.annotation is not parameter.empty:
        annotation = parameter.annotation
        text += f": {annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)}"
    if parameter.default is not parameter.empty:
        default = without_addresses(repr(parameter.default))
        text += f" = {default}" if ": " in text else f"={default}"
    return text


def code(text: str) -> str:
    return f"```text\n{text}\n```"


def prose(docstring: str | None) -> str:
    """A docstring as Markdown: roles and double quotes become code, examples are left out."""
    if not docstring:
        return ""
    paragraphs = inspect.cleandoc(docstring).split("\n\n")
    text = "\n\n".join(p for p in paragraphs if not p.lstrip().startswith(">>>"))
    text = re.sub(r":\w+:`~?([^`]+)`", lambda found: f"`{found[1]}`", text)
    return text.replace("``", "`").strip()


def names_table(title: str, module: ModuleType) -> str:
    """The registered names of a package with their descriptions."""
    rows = [f"| {name} | {module.get(name).description} |" for name in module.names()]
    return "\n".join([f"| {title.lower()} | |", "|---|---|", *rows])


def commands() -> Iterator[str]:
    """The subcommands with their options, from the parsers themselves."""
    from minesolver import cli

    yield "## The command"
    yield EXIT_STATUS
    for name, summary in cli._COMMANDS.items():
        parser = cli.Parser(f"minesolver {name}")
        import_module(f"minesolver.cli.{name}").configure(parser)
        yield from command(parser, summary)


def command(parser: argparse.ArgumentParser, summary: str) -> Iterator[str]:
    yield f"### `{parser.prog}`"
    yield summary[0].upper() + summary[1:] + "."
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield from command(action.choices[choice.dest], choice.help or "")
        elif not isinstance(action, argparse._HelpAction):
            rows.append(f"| {option(action)} | {(action.help or '').replace('|', chr(92) + '|')} |")
    if rows:
        yield "\n".join(["| option | |", "|---|---|", *rows])


def option(action: argparse.Action) -> str:
    value = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else "")
    if action.nargs == 0:
        value = ""
    return f"`{' '.join(filter(None, [', '.join(action.option_strings), str(value)]))}`"


if __name__ == "__main__":
    sys.path.insert(0, str(PAGE.parent.parent))
    PAGE.write_text(reference(), encoding="utf-8")
