"""``minesolver bench report``: the page, the plots and the tables of a run."""

import argparse

from ..bench import Store
from .progress import Progress


def run(options: argparse.Namespace) -> int:
    from ..bench.report import write

    folder = options.out or options.results.with_name(options.results.stem + "-report")
    with Store(options.results) as store, Progress("figures", 8) as bar:
        page = write(
            store,
            folder,
            against=options.against,
            progress=lambda done, total: bar.update(done, f"of {total}"),
        )
    print(page)
    return 0
