"""The chord that the page's hint names is the one of the package."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE

import minesolver as ms
from minesolver.game import Game, Rules
from minesolver.policy.clicks import click_plan

NODE = shutil.which("node")
SCRIPT = Path(__file__).parent / "page" / "clicks.mjs"


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_the_page_plans_the_same_clicks():
    lines, expected = [], []
    for seed, (rows, cols, mines) in enumerate([(5, 6, 6), (9, 9, 10), (8, 12, 20), (16, 16, 40)]):
        game = Game(rows, cols, mines, Rules("safe", after_mine="continue"), seed=seed)
        game.open((rows // 2, cols // 2))
        flags: set[tuple[int, int]] = set()
        while not game.over:
            analysis = ms.analyze(game.board)
            plan = click_plan(analysis, flags)
            known = {cell for cell in game.board.cells if game.board[cell] == 10}
            position = {"rows": rows, "cols": cols, "codes": game.board.grid.ravel().tolist()}
            places = [
                [row * cols + col for row, col in sorted(cells)]
                for cells in (analysis.safe, analysis.mines | known, flags)
            ]
            line = dict(zip(("safe", "mines", "flags"), places, strict=True))
            risks = analysis.probability.ravel().tolist()
            lines.append(json.dumps(line | {"position": position, "risks": risks}))
            expected.append(
                None
                if plan is None
                else {
                    "cell": plan.cell[0] * cols + plan.cell[1],
                    "isChord": plan.is_chord,
                    "flags": [row * cols + col for row, col in plan.flags],
                    "opens": [row * cols + col for row, col in plan.opens],
                }
            )
            if plan is None:
                game.open(analysis.best)
                continue
            for cell in plan.flags:
                game.flag(cell)
                flags.add(cell)
            (game.chord if plan.is_chord else game.open)(plan.cell)
    run = subprocess.run(
        [str(NODE), str(SCRIPT)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert [json.loads(line) for line in run.stdout.splitlines()] == expected
    assert sum(plan is not None and bool(plan["flags"]) for plan in expected) > 10
