"""Videos of games as other programs save them, written by their own library."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from patience import PATIENCE

from minesolver.model.board import MINE

_WRITER = """
import sys, json, time, ms_toollib
layout, clicks = json.loads(sys.argv[1])
video = ms_toollib.BaseVideo(layout, 16)
for row, col, button in clicks:
    for event in ["lc", "cc", "lr", "rr"] if button == "chord" else [button + "c", button + "r"]:
        video.step(event, (row * 16 + 8, col * 16 + 8))
    time.sleep(0.002)  # of a game that took no time there are no rates
video.software, video.player_identifier, video.race_identifier = "test", "p", ""
video.unique_identifier, video.country, video.mode = "", "XX", 0
video.is_official = video.is_fair = False
video.generate_evf_v4_raw_data()
open("game.evf", "wb").write(bytes(video.raw_data))
"""


def evf(directory, layout, clicks):
    pytest.importorskip("ms_toollib")
    grid = [[-1 if code == MINE else int(code) for code in row] for row in layout.board.grid]
    subprocess.run(
        [sys.executable, "-c", _WRITER, json.dumps([grid, clicks])],
        check=True,
        cwd=directory,
        timeout=PATIENCE,
    )
    return directory / "game.evf"
