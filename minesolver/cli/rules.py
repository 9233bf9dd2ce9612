"""``minesolver rules``: the geometries and rules that boards can be under."""

import argparse
import json
import textwrap
from dataclasses import replace

from ..base.errors import UnknownNameError
from ..base.registry import unknown
from ..model.geometries import GEOMETRIES, Kind
from ..model.rules import RULES, ClueRule, Neighbourhood, PlacementRule, Rule
from ..protocol.parameters import JSON, TEXT, Parameter
from . import columns
from .arguments import add

_KINDS: tuple[tuple[str, type[Rule]], ...] = (
    ("neighbourhoods: which cells a clue sees", Neighbourhood),
    ("clue rules: what a clue says", ClueRule),
    ("placement rules: where mines may lie", PlacementRule),
)

_HEAD_WIDTH = 26
_EPILOG = """\
examples:
  minesolver rules
  minesolver rules liar
  printf '#1#\\n###\\n' | minesolver solve --rules hex,liar

Names are joined by commas: at most one geometry, at most one neighbourhood, and any clue and placement rules.
With several clue rules each clue follows one of them, and has its tag before it unless that is the first: L3
is a liar's 3. Names with a plus between them are one rule: liar+multiple lies about the multiple value."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "name", TEXT, "only this geometry or rule", metavar="NAME", count="?", is_argument=True
        ),
        replace(JSON, help="one JSON object a line for each"),
    )


def run(options: argparse.Namespace) -> int:
    entries = _entries()
    if options.name is not None:
        entries = _named(options.name, entries)
    last_title = ""
    for title, entry in entries:
        if options.json:
            print(json.dumps(_described(title, entry)))
            continue
        if title != last_title:
            gap = "\n" if last_title else ""
            print(gap + title[0].upper() + title[1:])
            last_title = title
        print(_line(entry))
        if options.name is not None and isinstance(entry, Rule) and entry.surfaces:
            surfaces_text = f"With holes and joined edges: {entry.surfaces}"
            print(_filled(surfaces_text, " " * _HEAD_WIDTH))
    return 0


def _entries() -> list[tuple[str, Kind | Rule]]:
    """Every geometry and rule below the title of its kind."""
    entries: list[tuple[str, Kind | Rule]] = []
    for name in GEOMETRIES:
        entries.append(("geometries: cells and their neighbours", GEOMETRIES.get(name)))
    rules = [RULES.get(name) for name in RULES]
    for title, kind in _KINDS:
        for rule in rules:
            if isinstance(rule, kind):
                entries.append((title, rule))
    return entries


def _named(name: str, entries: list[tuple[str, Kind | Rule]]) -> list[tuple[str, Kind | Rule]]:
    """The one of a name, or of an older name of it. Raises UnknownNameError: there is none."""
    if name not in GEOMETRIES:
        try:
            name = RULES.get(name).name
        except UnknownNameError:
            raise unknown("rule", name, (*GEOMETRIES, *RULES)) from None
    # Of two rules, or by a number: no list has them.
    if name not in GEOMETRIES and name not in RULES:
        rule = RULES.get(name)
        return [(title, rule) for title, kind in _KINDS if isinstance(rule, kind)]
    return [(title, entry) for title, entry in entries if entry.name == name]


def _line(entry: Kind | Rule) -> str:
    """Name, tag and definition, as wide as the terminal."""
    definition = entry.definition
    other_name = getattr(entry, "also", "")
    if other_name:
        definition += f" (also {other_name})"
    tag = getattr(entry, "tag", "")
    return _filled(definition, f"  {entry.name:19} {tag:3} ")  # as wide as _HEAD_WIDTH


def _filled(text: str, first_indent: str) -> str:
    """A text as wide as the terminal, all of it as far to the right as its first line."""
    line_width = columns() or 110
    further_indent = " " * len(first_indent)
    return textwrap.fill(
        text, line_width, initial_indent=first_indent, subsequent_indent=further_indent
    )


def _described(title: str, rule: Kind | Rule) -> dict[str, str]:
    kind_name = title.split(":")[0]
    values = {"name": rule.name, "kind": kind_name, "definition": rule.definition}
    if isinstance(rule, Rule):
        values["tag"] = rule.tag
    return values | {"source": rule.source}
