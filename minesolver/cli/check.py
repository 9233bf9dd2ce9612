"""``minesolver check``: certificates checked by the one file that shares nothing with the rest."""

import argparse

from ..certificates import check

_EPILOG = """\
The checker is minesolver/certificates/check.py, which runs without this program: python check.py FILE...
example:
  printf '1#\\n##\\n' | minesolver certify --mines 1 --out small; minesolver check small.pbp small.cpog
exit status:
  0 all certificates hold, 1 one is rejected, 2 a file cannot be read"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="certificates: .pbp and .cpog, or the .opb and .cnf beside them",
    )
    parser.add_argument("--quiet", action="store_true", help="a line for each, without the cells")


def run(options: argparse.Namespace) -> int:
    return check.main([*(["--quiet"] if options.quiet else []), *options.files])
