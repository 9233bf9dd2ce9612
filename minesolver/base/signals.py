"""Ctrl-C before anything else of the command is loaded: a line and status 130, and no traceback.

Imported before all other modules, so it imports next to nothing.
"""

import os
import signal
import sys

_program_words = [os.path.splitext(os.path.basename(word))[0] for word in sys.orig_argv[1:3]]
_is_command = _program_words[:1] == ["minesolver"] or _program_words == ["-m", "minesolver"]
# A shell that starts a command in the background of a script, and `nohup`, have it ignore interrupts.
_is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
HANDLED = _is_command and not _is_ignored
"""Whether interrupts are ours to handle: this process is the command, not a program that imports the package
nor a worker, and nobody has said that they are to be ignored."""


def end_process(number: int, frame: object) -> None:
    os.write(2, b"minesolver: interrupted\n")
    os._exit(130)


if HANDLED:
    signal.signal(signal.SIGINT, end_process)
