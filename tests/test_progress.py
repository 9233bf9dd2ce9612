"""What long work shows on a terminal, and that it shows nothing elsewhere."""

from __future__ import annotations

import io
import re
import time

import pytest
from rich.console import Console

from minesolver.cli import progress
from minesolver.cli.progress import Progress, waiting


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def attached(monkeypatch):
    """Puts a stream in the place of standard error; called in the test, for pytest sets its own before."""

    def attach(stream, delay=0.0):
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setattr(progress, "NOTICE_DELAY", delay)
        monkeypatch.setenv("TERM", "xterm")
        return stream

    return attach


def test_a_bar_counts_and_goes_away(attached):
    terminal = attached(Terminal())
    with Progress("games", 4) as bar:
        bar.update(1)
        bar.update(2, "half of them won")
        bar.update(4)
    assert "games" in terminal.getvalue()
    assert "4/4" in terminal.getvalue()


def test_waiting_tells_what_runs(attached):
    terminal = attached(Terminal())
    with waiting("counting"):
        for _ in range(6000):  # a minute at most; as a rule the first or second time round
            if "counting" in terminal.getvalue():
                break
            time.sleep(0.01)
    assert re.search(r"counting .*0:0\d:\d\d", terminal.getvalue())


def test_waiting_that_is_over_soon_shows_nothing(attached):
    terminal = attached(Terminal(), 3600.0)
    with waiting("counting"):
        pass
    assert terminal.getvalue() == ""


def test_nothing_where_nobody_looks(attached):
    stream = attached(io.StringIO())
    with waiting("counting"), Progress("games", 2) as bar:
        bar.update(1)
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("width", "last"), [(50, "errors"), (80, "win_high"), (200, "mb")])
def test_the_live_table_has_the_columns_that_fit(width, last):
    from minesolver.bench.table import Table, Value
    from minesolver.cli import live

    columns = live._SHOWN["players"]
    row: tuple[Value, ...] = (
        "16x16/40 safe",
        "engine:layered",
        4,
        0,
        0.5,
        0.15,
        0.85,
        *[0.5] * (len(columns) - 7),
    )
    out = io.StringIO()
    Console(file=out, width=width).print(live.rich_table("players", Table(columns, [row]), width))
    _, heads, values = out.getvalue().splitlines()
    assert heads.split()[-1] == last
    assert len(values.split()) == len(heads.split()) + 1  # "16x16/40 safe" is two words
    assert "…" not in heads + values
