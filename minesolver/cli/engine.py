"""``minesolver engine``: the engine protocol over standard input and output."""

import argparse
import json
import sys

from ..protocol.parameters import FLAG, QUESTIONS, Parameter, schema_of
from ..protocol.session import Session, lines_of
from .arguments import add, standard_input
from .progress import remark

_EPILOG = f"""\
example:
  printf '%s\\n' '{{"id": 1, "command": "analyse", "board": "1#/##", "mines": 1}}' | minesolver engine

Each request is a line of JSON with a command ({", ".join(QUESTIONS)})
and an id of your choice. Each answer is a line with the same id, "ok" and
"result" or "error"; it is printed as soon as it is found, so not in the order of the requests. An error never
ends the session; the end of the input does, once every request is answered.
The specification: docs/howto/engine-protocol.md; a client in JavaScript: examples/engine_client.mjs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(parser, Parameter("schema", FLAG, "print what requests may say, as JSON Schema, and end"))


def run(options: argparse.Namespace) -> int:
    if options.schema:
        schemas = {question: schema_of(QUESTIONS[question]) for question in QUESTIONS}
        print(json.dumps(schemas, indent=2))
        return 0
    if standard_input().isatty():
        example_request = '{"id": 1, "command": "identify"}'
        remark(f"requests are lines of JSON, such as {example_request}; end with Ctrl-D")
    Session(_send).run(lines_of(sys.stdin.fileno()))
    return 0


def _send(json_line: str) -> None:
    print(json_line, flush=True)
