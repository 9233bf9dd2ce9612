"""What long work shows on a terminal, and that it shows nothing elsewhere."""

from __future__ import annotations

import io
import re

import pytest
from patience import until

from minesolver.cli import progress
from minesolver.cli.progress import Progress


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
    with Progress("games", 4, done=1) as bar:
        bar.advance(1)
        until(lambda: "2/4" in terminal.getvalue())
        bar.update(3, "half of them won")
        until(lambda: "3/4" in terminal.getvalue())
    assert "games" in terminal.getvalue()
    assert "half of them won" in terminal.getvalue()


def test_waiting_tells_what_runs(attached):
    terminal = attached(Terminal())
    with Progress("counting"):
        until(lambda: "counting" in terminal.getvalue())
    assert re.search(r"counting .*0:0\d:\d\d", terminal.getvalue())


def test_waiting_that_is_over_soon_shows_nothing(attached):
    terminal = attached(Terminal(), 3600.0)
    with Progress("counting"):
        pass
    assert terminal.getvalue() == ""


def test_nothing_where_nobody_looks(attached):
    stream = attached(io.StringIO())
    with Progress("counting"), Progress("games", 2) as bar:
        bar.update(1)
    assert stream.getvalue() == ""
