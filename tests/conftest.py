from __future__ import annotations

import gc
import io
import os
import re
import signal
import sys
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

# Before NumPy: a worker a core, whose threads only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings

import minesolver as ms

ANY_MACHINE = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)
# --hypothesis-profile=thorough, which looks at other examples each time.
settings.register_profile("thorough", ANY_MACHINE, max_examples=1000)
# The same examples in each run, until a test is changed: a submission does not fail by chance.
settings.register_profile("any machine", ANY_MACHINE, max_examples=40, derandomize=True)
settings.load_profile("any machine")

# Else each of the processes below compiles the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# And pytest rewrites the asserts of all tests in each run of each worker.
sys.dont_write_bytecode = False

# Ignored in what a shell's background job starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Nothing of what is collected is garbage: see below.
gc.disable()

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("tests", "benchmarks", "benchmarks/screenshots")]


@pytest.fixture(scope="session")
def expert_positions():
    """(board, exact model count) pairs, one a line in the file, rows separated by slashes."""
    lines = (ROOT / "benchmarks" / "positions" / "expert.perft").read_text().splitlines()
    return [
        (ms.Board.parse(text), int(count))
        for count, text in (line.split(maxsplit=1) for line in lines)
    ]


SLOW = {
    "test_bench_run",
    "test_cli_mdp",
    "test_cli_play",
    "test_compare",
    "test_docs",
    "test_examples_run",
    "test_explanations",
    "test_fence",
    "test_fuzz",
    "test_generate",
    "test_help",
    "test_missing_parts",
    "test_playouts",
    "test_puzzle_engines",
    "test_reasons",
    "test_reproduce",
    "test_requirements_extra",
    "test_rules",
    "test_rules_benchmark",
    "test_rules_pages",
    "test_screenshots",
    "test_site",
    "test_strange_input",
    "test_strange_texts",
    "test_stress",
    "test_variant_play",
    "test_web",
}
"""Files of which each test starts processes, plays many games or draws pictures."""


LOADED_BY_WORKERS = ["numpy", "minesolver.solver", "minesolver.players", "minesolver.bench.batches"]
"""What processes of pools mostly do: solve boards, and play games of experiments."""


def pytest_addoption(parser):
    parser.addoption(
        "--quick",
        action="store_true",
        help="the first case of each test that is not slow: a fifth of all",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than there are cores: a worker often waits, for a page, a process or a limit."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish():
    """All that is collected stays: to look for garbage among it is a twentieth of the tests' time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(5000)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Each worker begins at another file: in a fresh clone each file's asserts are then rewritten by one of
    them, not by all at the same time.
    """
    report = yield
    if isinstance(collector, pytest.Directory):
        worker = getattr(collector.config, "workerinput", {"workerid": "gw0", "workercount": 1})
        worker_number = int(worker["workerid"].removeprefix("gw"))
        start = len(report.result) * worker_number // worker["workercount"]
        report.result = report.result[start:] + report.result[:start]
    return report


def pytest_collection_modifyitems(config, items):
    # The same order in all workers, wherever they began.
    items.sort(key=lambda item: item.path)
    for item in items:
        folder, name = os.path.split(item.path)
        if name.removesuffix(".py") in SLOW or folder.endswith("browser"):
            item.add_marker(pytest.mark.slow)
        if folder.endswith("browser"):
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.slow)

    # The quick subset: each test once, in the room at hand or in all.
    if not config.getoption("--quick"):
        return
    kept_tests, kept_items, left_items = set(), [], []
    for item in items:
        test_name = item.nodeid.partition("[")[0]
        if item.get_closest_marker("slow") or test_name in kept_tests:
            left_items.append(item)
        else:
            kept_tests.add(test_name)
            kept_items.append(item)
    items[:] = kept_items
    config.hook.pytest_deselected(items=left_items)


@pytest.fixture(
    params=[False, pytest.param(True, marks=pytest.mark.thorough)], ids=["quick", "thorough"]
)
def thorough(request):
    """Whether this run of the test is the thorough one: each test that asks has both."""
    return request.param


@pytest.fixture
def in_this_process(monkeypatch):
    """``bench run`` does its batches in this process, where it is not the processes that are tested."""
    from minesolver.bench.workers import in_this_process

    monkeypatch.setattr("minesolver.bench.workers.processes", lambda jobs: in_this_process)


@pytest.fixture
def forked_workers(monkeypatch):
    """Worker processes are forked from a server that has loaded what they need, where it is not their start
    that is tested: most of what they take of the processor's time are these imports.
    """
    if sys.platform == "linux":
        context = get_context("forkserver")
        context.set_forkserver_preload(LOADED_BY_WORKERS)
        monkeypatch.setattr("minesolver.base.workers.get_context", lambda _: context)


@pytest.fixture
def distributed(monkeypatch):
    """Dask, with as long to connect as a busy machine may take."""
    from patience import PATIENCE

    module = pytest.importorskip("distributed")
    monkeypatch.setattr("minesolver.bench.dask._CONNECT", PATIENCE)
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": PATIENCE}):
        yield module


@pytest.fixture(scope="session")
def few_dots(tmp_path_factory):
    """A context: plots have a fifth of their dots an inch, no grid, and nothing is moved to make room for
    words, which most of their time is for.

    Unless ``whole_letters``, the letters are not in the files but what every reader of PDF and SVG has.
    """
    folder = tmp_path_factory.mktemp("few-dots")

    @contextmanager
    def context(whole_letters=False):
        from minesolver.bench import figure

        with pytest.MonkeyPatch.context() as patch:
            for name in ("_STYLE", "_PAPER_STYLE"):
                style = getattr(figure, name).read_text()
                dots = re.search(r"dpi: (\d+)", style)[1]
                style = style.replace(f"dpi: {dots}", f"dpi: {int(dots) // 5}")
                style = style.replace(
                    "constrained_layout.use: True", "constrained_layout.use: False"
                )
                style = style.replace("axes.grid: True", "axes.grid: False")
                if not whole_letters:
                    style += "\npdf.use14corefonts: True\nsvg.fonttype: none\n"
                path = folder / f"{name}.mplstyle"
                path.write_text(style)
                patch.setattr(figure, name, path)
            yield

    return context


@pytest.fixture
def two_boards():
    """A picture (PNG) of two boards side by side, and the codes of each."""
    image = pytest.importorskip("PIL.Image")
    from themes import THEMES, draw

    from minesolver.game.generate import generate

    grids = [next(generate(9, 9, 10, (4, 4), seed=seed)).board.grid for seed in (5, 6)]
    picture = image.new("RGB", (780, 400), "#e8e8e8")
    for number, grid in enumerate(grids):
        picture.paste(draw(grid, THEMES[0], 32, (0, 0, 0, 0)), (40 + 380 * number, 40))
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue(), grids
