"""A command: how many layouts each board of a file has."""

import argparse
from pathlib import Path

import minesolver as ms
from minesolver.cli import Command
from minesolver.io.formats import parse_many


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="boards in any format")


def run(options: argparse.Namespace) -> int:
    for board in parse_many(options.file):
        print(ms.analyze(board).solutions)
    return 0


COMMAND = Command("count", "the number of layouts of each board of a file", __name__)
