"""``minesolver bench report``: the page, the plots and the tables of a run."""

import argparse
import shlex

from ..bench import Store
from ..protocol.parameters import AGAINST, FILE, Parameter
from .arguments import add
from .progress import Progress

_EPILOG = """\
example:
  minesolver bench report run.sqlite --out report

report.html needs no other file. Beside it are, for a paper, the figures in the size of print as SVG, PDF and
PNG, and the tables as Markdown and LaTeX, in per cent with as many digits as the interval supports, and as
CSV with all digits; games-won is the first of both. A run that is still going on, or was stopped, is reported
as far as it has come.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "results",
            FILE,
            "what minesolver bench run wrote",
            metavar="RUN.sqlite",
            is_argument=True,
        ),
        Parameter("out", FILE, "default: beside the results, -report", metavar="DIR"),
        AGAINST,
    )


def run(options: argparse.Namespace) -> int:
    from ..bench.report import write

    with Store(options.results) as store, Progress("figures", 8) as progress:
        default_folder = options.results.with_name(options.results.stem + "-report")

        def tell_figures(done_count: int, figure_count: int) -> None:
            progress.update(done_count, f"of {figure_count}")

        page_path = write(
            store,
            options.out or default_folder,
            against=options.against,
            command=shlex.join(["minesolver", *options.arguments]),
            progress=tell_figures,
        )
    print(page_path)
    return 0
