"""``minesolver check``: certificates checked by the one file that shares nothing with the rest."""

import argparse

from ...cli.arguments import add
from ...protocol.parameters import FLAG, TEXT, Parameter
from . import check

_EPILOG = """\
The checker is a file of minesolver/extras/certificates that runs without
this program: python check.py FILE...
examples:
  printf '1#\\n##\\n' | minesolver certify --mines 1 --out small; minesolver check small.pbp small.cpog
exit status:
  0 all certificates hold, 1 one is rejected, 2 a file cannot be read"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "files",
            TEXT,
            "certificates: .pbp and .cpog, or the .opb and .cnf beside them",
            metavar="FILE",
            count="+",
            is_argument=True,
        ),
        Parameter("quiet", FLAG, "a line for each, without the cells"),
    )


def run(options: argparse.Namespace) -> int:
    # As its own command line would: the checker is trusted because it knows nothing of this program.
    quiet_option = ["--quiet"] if options.quiet else []
    return check.main([*quiet_option, *options.files])
