"""``minesolver engine``: the engine protocol over standard input and output."""

import argparse
import sys

from ..protocol.requests import KEYS
from ..protocol.session import Session, lines_of
from .arguments import standard_input
from .progress import remark

_EPILOG = f"""\
example:
  printf '%s\\n' '{{"id": 1, "command": "analyse", "board": "1#/##", "mines": 1}}' | minesolver engine

Each request is a line of JSON with a command ({", ".join(KEYS)})
and an id of your choice. Each answer is a line with the same id, "ok" and
"result" or "error"; it is printed as soon as it is found, so not in the order of the requests. An error never
ends the session; the end of the input does, once every request is answered.
The specification: docs/howto/engine-protocol.md; a client in JavaScript: examples/engine_client.mjs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG


def run(options: argparse.Namespace) -> int:
    if standard_input().isatty():
        example_request = '{"id": 1, "command": "identify"}'
        remark(f"requests are lines of JSON, such as {example_request}; end with Ctrl-D")
    Session(_send).run(lines_of(sys.stdin.fileno()))
    return 0


def _send(json_line: str) -> None:
    print(json_line, flush=True)
