"""``minesolver engine``: the engine protocol over standard input and output."""

import argparse
import sys

from .arguments import standard_input
from .protocol import Session, lines_of


def run(options: argparse.Namespace) -> int:
    if standard_input().isatty():
        hint = '{"id": 1, "command": "identify"}'
        print(f"requests are lines of JSON, such as {hint}; end with Ctrl-D", file=sys.stderr)
    Session(lambda line: print(line, flush=True)).run(lines_of(sys.stdin.fileno()))
    return 0
