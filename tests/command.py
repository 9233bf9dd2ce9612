"""The command run in this process: a new one takes a third of a second to start."""

from __future__ import annotations

import io
import sys
from unittest import mock

from minesolver.cli import main


def run(*arguments, text=None):
    """(exit status, output, errors) as a shell has them; ``text``: the standard input, str or bytes."""
    input_bytes = text.encode() if isinstance(text, str) else text or b""
    stdin, out, err = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True)
        for data in (input_bytes, b"", b"")
    )
    with mock.patch.multiple(
        sys, stdin=stdin, stdout=out, stderr=err, argv=["minesolver", *arguments]
    ):
        try:
            status: object = main()
        except SystemExit as stopped:
            status = stopped.code
    return status, *(stream.buffer.getvalue().decode() for stream in (out, err))
