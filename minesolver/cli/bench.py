"""``minesolver bench``: measurements. One file ``bench_<name>.py`` a subcommand of ``_SUBCOMMANDS``."""

from __future__ import annotations

import argparse
from importlib import import_module

_SUBCOMMANDS = {
    "run": "compare players and engines over the same boards, with results that survive",
    "report": "one page, plots and CSV tables out of the results of a run",
    "reproduce": "run every table and plot of the source documents again, beside the exact engine",
}


def configure(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(
        title="subcommands", dest="subcommand", required=True, parser_class=type(parser)
    )
    for name, summary in _SUBCOMMANDS.items():
        own = parts.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        import_module(f".bench_{name}", __package__).configure(own)
