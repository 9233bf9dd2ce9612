"""``minesolver check``: certificates checked by the one file that shares nothing with the rest."""

import argparse

from ...cli.arguments import add
from ...protocol.parameters import FLAG, TEXT, Parameter
from . import check, check_strategy

_EPILOG = """\
The checkers are files of minesolver/extras/certificates that run without this program:
python check.py FILE... and python check_strategy.py FILE.strategy...
examples:
  printf '1#\\n##\\n' | minesolver certify --mines 1 --out small; minesolver check small.pbp small.cpog
  minesolver optimal --level 3x3/2 --certify small.strategy; minesolver check --best small.strategy
exit status:
  0 all certificates hold, 1 one is rejected, 2 a file cannot be read"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "files",
            TEXT,
            "certificates: .pbp and .cpog, or the .opb and .cnf beside them; .strategy",
            metavar="FILE",
            count="+",
            is_argument=True,
        ),
        Parameter("best", FLAG, "that no play wins more than a strategy (of some hundred layouts)"),
        Parameter("quiet", FLAG, "a line for each, without the cells"),
    )


def run(options: argparse.Namespace) -> int:
    strategies = [file_name for file_name in options.files if file_name.endswith(".strategy")]
    certificates = [file_name for file_name in options.files if file_name not in strategies]

    # As their own command lines would: the checkers are trusted because they know nothing of this program.
    quiet_option = ["--quiet"] if options.quiet else []
    best_option = ["--best"] if options.best else []
    certificates_status = check.main([*quiet_option, *certificates])
    strategies_status = check_strategy.main([*best_option, *strategies])
    return max(certificates_status, strategies_status)
