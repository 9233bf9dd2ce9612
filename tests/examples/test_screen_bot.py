"""The bot of the examples plays gnome-mines on a screen of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from paths import ROOT

BOT = ROOT / "examples" / "screen_bot.py"
GNOME_MINES = shutil.which("gnome-mines", path=f"{os.environ.get('PATH', '')}:/usr/games")
GAMES = 2
SCREEN_SECONDS = 30
"""How long the screen and the program may take to appear; a busy machine takes most of it."""

pytest.importorskip("mss")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (
            GNOME_MINES
            and all(map(shutil.which, ("Xvfb", "openbox", "dbus-run-session", "xwininfo")))
        ),
        reason="needs Xvfb, openbox, dbus-run-session, xwininfo and gnome-mines",
    ),
]


@contextmanager
def running(command, **options):
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **options,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, 15)
        process.wait()


@pytest.fixture
def screen(tmp_path):
    """The environment of programs on a screen of their own, with a window manager."""
    read_end, write_end = os.pipe()
    server = [
        "Xvfb",
        "-displayfd",
        str(write_end),
        "-screen",
        "0",
        "1024x768x24",
        "-nolisten",
        "tcp",
    ]
    with running(server, pass_fds=[write_end]):
        os.close(write_end)
        with os.fdopen(read_end) as number:
            display = f":{number.readline().strip()}"
        home = tmp_path / "home"
        home.mkdir()
        (home / ".Xauthority").touch()
        environment = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "GSETTINGS_BACKEND": "memory",
        }
        environment.pop("XAUTHORITY", None)
        # pyautogui says what it lacks, such as a picture of Tk, only when it is imported on a screen.
        imported = subprocess.run(
            [sys.executable, "-c", "import pyautogui"],
            env=environment,
            capture_output=True,
            check=False,
        )
        if imported.returncode != 0:
            pytest.skip("needs pyautogui")
        with running(["openbox"], env=environment):
            yield environment


def wait_for_window(environment, title):
    tree = ""
    for _ in range(4 * SCREEN_SECONDS):
        windows = subprocess.run(
            ["xwininfo", "-root", "-tree"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        tree = windows.stdout
        if title in tree:
            return
        time.sleep(0.25)
    pytest.fail(f"no window {title!r}: {tree}")


def test_each_game_against_gnome_mines_is_played_to_its_end(screen):
    outcomes = []
    for _ in range(GAMES):
        with running(["dbus-run-session", "--", GNOME_MINES, "--small"], env=screen):
            wait_for_window(screen, '"Mines"')
            played = subprocess.run(
                [sys.executable, str(BOT), "--mines", "10", "--shape", "8x8"],
                env=screen,
                capture_output=True,
                text=True,
                check=False,
            )
        assert played.returncode == 0, played.stderr
        outcomes.append(played.stdout.splitlines()[-1])  # before it a library warns of the screen
    assert set(outcomes) <= {"won", "lost"}, outcomes
