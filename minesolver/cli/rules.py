"""``minesolver rules``: the geometries and rules that boards can be under."""

import argparse
import json
import textwrap

from ..base.errors import UnknownNameError
from ..base.registry import unknown
from ..model.geometries import GEOMETRIES, Kind
from ..model.rules import RULES, ClueRule, Neighbourhood, PlacementRule, Rule
from . import columns

_KINDS: tuple[tuple[str, type[Rule]], ...] = (
    ("neighbourhoods: which cells a clue sees", Neighbourhood),
    ("clue rules: what a clue says", ClueRule),
    ("placement rules: where mines may lie", PlacementRule),
)


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
    parser.add_argument("name", nargs="?", metavar="NAME", help="only this geometry or rule")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each")


def run(options: argparse.Namespace) -> int:
    found: list[tuple[str, Kind | Rule]] = [
        ("geometries: cells and their neighbours", GEOMETRIES.get(name)) for name in GEOMETRIES
    ]
    for title, kind in _KINDS:
        found += [(title, rule) for name in RULES if isinstance(rule := RULES.get(name), kind)]
    if options.name is not None:
        name = options.name
        try:
            name = name if name in GEOMETRIES else RULES.get(name).name
        except UnknownNameError:
            raise unknown("rule", name, (*GEOMETRIES, *RULES)) from None
        if "+" in name:
            found = [(_KINDS[1][0], RULES.get(name))]
        found = [pair for pair in found if pair[1].name == name]
    before = ""
    for title, entry in found:
        if options.json:
            print(json.dumps(_described(title, entry)))
            continue
        if title != before:
            print(("\n" if before else "") + title[0].upper() + title[1:])
            before = title
        tag, also = getattr(entry, "tag", ""), getattr(entry, "also", "")
        text = f"{entry.definition} (also {also})" if also else entry.definition
        head = f"  {entry.name:19} {tag:3} "
        print(textwrap.fill(text, columns() or 110, initial_indent=head, subsequent_indent=" " * 26))
    return 0


def _described(title: str, rule: Kind | Rule) -> dict[str, str]:
    values = {"name": rule.name, "kind": title.split(":")[0], "definition": rule.definition}
    if isinstance(rule, Rule):
        values["tag"] = rule.tag
    return values | {"source": rule.source}
